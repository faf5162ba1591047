"""The ideas of the strong search, a row for each, and a lesson as text and as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from itertools import zip_longest

from loa_tk.model.game import Game, State, UserError
from loa_tk.model.notation import position_text
from loa_tk.model.numbers import number
from loa_tk.model.search.search import never
from loa_tk.model.tree.lessons.lesson import Asked, Lesson, SamplePosition
from loa_tk.model.tree.lessons.proof import proof
from loa_tk.model.tree.lessons.quiescence import quiescence
from loa_tk.model.tree.lessons.table import table
from loa_tk.model.tree.lessons.windows import deepening, null_window, reduction
from loa_tk.model.tree.recording import TreeRequest, check


@dataclass(frozen=True, kw_only=True)
class Idea:
    """One row: an idea, what makes its lesson, and a position on which it shows."""

    name: str
    label: str
    make: Callable[[Asked], Lesson]
    example: SamplePosition


ROWS = (
    Idea(name="deepening", label="Iterative deepening", make=deepening, example=SamplePosition(
        game="loa5", position="2b1w/b4/1b2w/w2wb/1bw2 b", evaluation="groups", depth=4)),
    Idea(name="table", label="Transposition table", make=table, example=SamplePosition(
        game="loa5", position="2wb1/w3w/1b2b/2w1w/1b1b1 b", evaluation="groups", depth=4)),
    Idea(name="quiescence", label="Quiescence", make=quiescence, example=SamplePosition(
        game="breakthrough8", evaluation="full", depth=1,
        position="bb4bb/bb4bb/8/3b4/4w3/5w2/ww4ww/ww4ww b")),
    Idea(name="null-window", label="Null window", make=null_window, example=SamplePosition(
        game="loa5", position="1bbb1/w1w2/w3w/wb2w/1b1b1 w", evaluation="groups", depth=3)),
    Idea(name="reduction", label="Late move reduction", make=reduction, example=SamplePosition(
        game="loa5", position="1b1b1/w4/w2bw/b1b1w/2b1w w", evaluation="groups", depth=3)),
    Idea(name="prover", label="Proof numbers", make=proof, example=SamplePosition(
        game="loa5", position="1bw2/2wbw/1b3/2w1w/wb3 b", evaluation="groups", depth=3)),
)  # fmt: skip
IDEAS = {row.name: row for row in ROWS}


def lesson(name: str, request: TreeRequest, stop: Callable[[], bool] = never) -> Lesson:
    """Return an idea on the position of a request; UserError says why there is none."""
    if name not in IDEAS:
        raise UserError(f"there is no idea {name!r}; there are {', '.join(IDEAS)}")
    check(request)
    return IDEAS[name].make(Asked(request, stop))


def compared(shown: Lesson) -> str:
    """Return the value of a lesson beside that of plain alpha-beta, or nothing without a value."""
    if shown.value is None or shown.minimax is None:
        return ""
    if shown.keeps:
        return f"The value is {number(shown.value)}, the same as plain alpha-beta finds."
    plain = "also " if shown.value == shown.minimax else ""
    return (
        f"The value is {number(shown.value)}; plain alpha-beta's is {plain}"
        f"{number(shown.minimax)}, and this idea may find another."
    )


def lesson_text(shown: Lesson, game: Game, state: State, evaluation: str, depth: int) -> str:
    """Return a lesson as text: where, the table, the sentences, and an example if one is needed."""
    idea = IDEAS[shown.name]
    lines = [f"{idea.label}: {game.key} {position_text(game, state)}, {evaluation}, depth {depth}"]
    lines += ["", *columns(shown), ""] if shown.rows else [""]
    lines += [*shown.sentences, *filter(None, [compared(shown)])]
    if not shown.shows:
        lines.append(f"This position shows little of it. Try: loa tree {arguments(idea)}")
    return "\n".join(lines)


def columns(shown: Lesson) -> list[str]:
    """Return the rows of the figure under their heads; rows that matter begin with a star."""
    table = [shown.heads, *shown.rows]
    wide = [max(map(len, column)) for column in zip_longest(*table, fillvalue="")]
    return [
        ("* " if at - 1 in shown.marked else "  ")
        + "  ".join(cell.ljust(size) for cell, size in zip(row, wide, strict=False)).rstrip()
        for at, row in enumerate(table)
    ]


def arguments(idea: Idea) -> str:
    """Return the arguments of `loa tree` that show an idea's example."""
    one = idea.example
    return (
        f"{one.game} --position '{one.position}' --idea {idea.name} "
        f"--player alphabeta:eval={one.evaluation},depth={one.depth}"
    )


def lesson_json(shown: Lesson, game: Game, state: State, evaluation: str, depth: int) -> str:
    """Return a lesson as one JSON object."""
    idea = IDEAS[shown.name]
    return json.dumps({
        "idea": shown.name, "label": idea.label, "game": game.key,
        "position": position_text(game, state), "evaluation": evaluation, "depth": depth,
        "value": shown.value, "minimax": shown.minimax, "keeps": shown.keeps,
        "shows": shown.shows, "example": arguments(idea), "sentences": shown.sentences,
        "heads": shown.heads, "rows": shown.rows, "facts": shown.facts,
    }, ensure_ascii=False)  # fmt: skip

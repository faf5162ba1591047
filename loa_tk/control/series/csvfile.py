"""A series as a CSV file: a row a game, enough to go on from where it was interrupted."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import fields
from operator import attrgetter
from pathlib import Path

from loa_tk.control.series.plan import Plan, Result, Turn
from loa_tk.model.game import UserError

COLUMNS = (
    "game", "player1", "player2", "openings", "seed", "fixed_sides", "number", "first", "winner",
    "reason", "plies", "nodes1", "nodes2", "seconds1", "seconds2", "moves", "turns",
)  # fmt: skip

# A turn as a plain tuple; dataclasses.astuple copies every number and takes ten times as long.
FIGURES = attrgetter(*(part.name for part in fields(Turn)))


def as_csv(plan: Plan, results: Sequence[Result]) -> str:
    """All finished games, in their order."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for result in sorted(results, key=lambda result: result.number):
        writer.writerow(row(plan, result))
    return out.getvalue()


def row(plan: Plan, result: Result) -> list[object]:
    """One game; players are counted from 1 for people."""
    own = [[turn for turn in result.turns if turn.who == who] for who in (0, 1)]
    return [
        *identity(plan),
        result.number,
        result.first + 1,
        "" if result.winner is None else result.winner + 1,
        result.reason,
        len(result.moves),
        *(sum(turn.nodes for turn in turns) for turns in own),
        *(round(sum(turn.seconds for turn in turns), 3) for turns in own),
        " ".join(result.moves),
        json.dumps([result.opening, *map(FIGURES, result.turns)]),
    ]


def identity(plan: Plan) -> list[str]:
    """What tells one series from another, as text."""
    return [
        plan.game,
        *plan.players,
        str(plan.openings),
        str(plan.seed),
        "yes" if plan.fixed_sides else "no",
    ]


def read(path: Path, plan: Plan) -> list[Result]:
    """The games that a file holds, also beyond the plan's number; UserError for another series."""
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        return []
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8"
        raise UserError(f"{path} cannot be read: {reason}") from None
    if not text:
        return []
    try:
        rows = list(csv.reader(io.StringIO(text)))
    except csv.Error as error:  # a null character, a cell as long as a book
        raise UserError(f"{path} is not a file of a series: {error}") from None
    if not rows or tuple(rows[0]) != COLUMNS:
        raise UserError(f"{path} is not a file of a series")
    results: dict[int, Result] = {}
    for number, cells in enumerate(rows[1:], 2):
        if cells[:6] != identity(plan):
            raise UserError(f"{path} line {number}: this game belongs to another series")
        try:
            result = result_of(dict(zip(COLUMNS, cells, strict=True)))
        except (ValueError, TypeError, OverflowError, RecursionError) as error:
            raise UserError(f"{path} line {number} cannot be understood: {error}") from None
        results.setdefault(result.number, result)
    return list(results.values())


def result_of(cells: dict[str, str]) -> Result:
    """One row's game."""
    opening, *turns = json.loads(cells["turns"])
    number, first = int(cells["number"]), int(cells["first"]) - 1
    winner = int(cells["winner"]) - 1 if cells["winner"] else None
    if number < 0 or first not in (0, 1) or winner not in (None, 0, 1):
        raise ValueError("there is no such game or player")
    return Result(
        number,
        first,
        winner,
        cells["reason"],
        tuple(cells["moves"].split()),
        int(opening),
        tuple(turn_of(*turn) for turn in turns),
    )


def turn_of(
    who: int, nodes: int, seconds: float, depth: int, prunings: int, captured: bool
) -> Turn:
    """One turn; what is no figure is refused here, not in the middle of a sum."""
    if who not in (0, 1):
        raise ValueError(f"there is no player {who}")
    return Turn(who, int(nodes), float(seconds), int(depth), int(prunings), bool(captured))

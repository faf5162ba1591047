"""The lesson about quiescence: a leaf that is not quiet, before and after its forcing moves."""

from __future__ import annotations

from functools import reduce

from loa_tk.immutable import dataclass
from loa_tk.model.game import ForcingEvaluation, State, finish
from loa_tk.model.notation import move_text
from loa_tk.model.numbers import number
from loa_tk.model.search.textbook import NO_MOVE, AlphaBeta, Line, ValueAndLine
from loa_tk.model.search.why import written
from loa_tk.model.tree.ideas import Quiet
from loa_tk.model.tree.lessons.lesson import Asked, Lesson

UNANSWERED = ", a threat that nothing answers"


def at_rest(quiet: Quiet, end: State) -> ValueAndLine:
    """Return what the end of a line is worth after its forcing moves, and those moves."""
    over = finish(quiet.game, end)
    if over is not None:
        return over.utility(quiet.player, quiet.utmost), NO_MOVE
    return quiet.settled(end, quiet.evaluation.value(end, quiet.player))


def offered(quiet: Quiet, leaf: State) -> str:
    """Return the values that the side to move chooses from at a leaf that is not quiet."""
    game = quiet.game
    must, moves, _ = quiet.evaluation.forcing(leaf, quiet.player, False)
    side, stop = game.sides[game.player(leaf)].name, quiet.evaluation.value(leaf, quiet.player)
    worths = [] if must else [f"{number(stop)} if {side} stops there"]
    for move in moves:
        worth = quiet.after(game.play(leaf, move))[0]
        worths.append(f"{number(worth)} after {move_text(game, leaf, move)}")
    most = "greatest" if game.player(leaf) == quiet.player else "least"
    if len(worths) == 1:
        return f"{worths[0]}, the only answer to a threat"
    return f"the {most} of {', '.join(worths[:-1])} and {worths[-1]}"


def threat(quiet: Quiet, end: State) -> str:
    """Return a remark if the side to move has to answer a threat there and cannot."""
    if finish(quiet.game, end) is not None:
        return ""
    must, moves, _ = quiet.evaluation.forcing(end, quiet.player, False)
    return UNANSWERED if must and not moves else ""


def added_up(quiet: Quiet, state: State) -> list[tuple[str, ...]]:
    """Return rows with the terms of EVAL, whose sum it is; a finished game has none."""
    if finish(quiet.game, state) is not None:
        return []
    terms = quiet.evaluation.terms(state, quiet.player)
    return [("", name, text, "") for name, text in written(quiet.game, quiet.player, terms)]


@dataclass(frozen=True, kw_only=True)
class Leaf:
    """The leaf that plain alpha-beta expects, and what is left of its value when it is quiet."""

    line: Line  # to the leaf
    state: State
    before: float
    after: float
    forced: Line  # from the leaf on
    worths: str = ""  # what the side to move at the leaf chooses from, if it is not quiet


def quiescence(asked: Asked) -> Lesson:
    """Show the leaf that plain alpha-beta expects, and what is left of it after forcing moves."""
    request = asked.request
    if not isinstance(request.task(asked.limits()).evaluation(), ForcingEvaluation):
        return without_forcing_moves(request.evaluation)
    return asked.run(lambda: beside_plain(asked))


def beside_plain(asked: Asked) -> Lesson:
    """Return the lesson; the search may be stopped at any of its positions."""
    request, game = asked.request, asked.request.game
    plain = AlphaBeta(request.task(asked.limits()))
    plain.begin(request.depth)
    before, line = plain.decide(plain.state)
    quiet = Quiet(request.task(asked.limits()))
    quiet.begin(request.depth)
    after, quiet_line = quiet.decide(quiet.state)
    below = quiet.forced  # what is asked from here on adds to it
    state = reduce(game.play, line, request.state)
    settled, forced = at_rest(quiet, state)
    leaf = Leaf(
        line=line, state=state, before=before, after=settled + 0.0, forced=forced,
        worths=offered(quiet, state) if forced else "",
    )  # fmt: skip
    rows, marked = table(asked, quiet, leaf)
    end = reduce(game.play, quiet_line, request.state)
    quiet_line += at_rest(quiet, end)[1]
    end = reduce(game.play, quiet_line, request.state)
    chosen, instead = asked.move(line[0]), asked.move(quiet_line[0])
    decision = f"both choose {chosen}" if line[0] == quiet_line[0] else (
        f"plain alpha-beta chooses {chosen} and quiescence {instead}"
    )  # fmt: skip
    return Lesson(
        name="quiescence", heads=("ply", "move", "EVAL", ""), rows=tuple(rows),
        marked=tuple(marked),
        sentences=(
            about(asked, quiet, leaf),
            f"With every leaf searched until it is quiet, {below:,} positions more, the root is "
            f"worth {number(after)}, after {asked.line(quiet_line)}{threat(quiet, end)}, instead "
            f"of {number(before)}, and {decision}; this is not the minimax value of the depth, on "
            "purpose.",
        ),
        value=after + 0.0, minimax=before + 0.0, keeps=False,
        shows=bool(forced) or settled != before, order="fixed", path=tuple(line[:-1]),
        facts={
            "line": asked.line(line).split(), "before": before + 0.0, "after": leaf.after,
            "forced": asked.line((*line, *forced)).split()[len(line):], "positions": below,
            "move": chosen, "quiet_move": instead, "nodes": sum(plain.counts.levels),
            "quiet_nodes": sum(quiet.counts.levels),
        },
    )  # fmt: skip


def without_forcing_moves(evaluation: str) -> Lesson:
    """Return the lesson for an evaluation that knows no forcing moves."""
    return Lesson(
        name="quiescence", keeps=False, shows=False,
        sentences=(
            f"The evaluation {evaluation} of this game does not say which moves are forcing, so a "
            "leaf is worth what EVAL says at once.",
            "The evaluation full of Breakthrough 8x8 does: load the example.",
        ),
    )  # fmt: skip


def table(asked: Asked, quiet: Quiet, leaf: Leaf) -> tuple[list[tuple[str, ...]], list[int]]:
    """Return the rows of the line and of the forcing moves after it, and which are marked."""
    game, state, full = quiet.game, leaf.state, (*leaf.line, *leaf.forced)
    moves = [asked.line(full[:ply]).split()[-1] for ply in range(1, len(full) + 1)]
    horizon = len(leaf.line)
    rows: list[tuple[str, ...]] = [
        (str(ply), move, "", "") for ply, move in enumerate(moves[: horizon - 1], 1)
    ]
    at_horizon = number(leaf.before), "the horizon: EVAL before"
    rows.append((str(horizon), moves[horizon - 1], *at_horizon))
    marked = [len(rows) - 1]
    rows += added_up(quiet, state)
    for ply, move in enumerate(leaf.forced, horizon + 1):
        state = game.play(state, move)
        over = finish(game, state)
        value = quiet.evaluation.value(state, quiet.player) if over is None else over.utility(
            quiet.player, game.utmost)  # fmt: skip
        last = ply == len(full)
        note = f"the leaf when it is quiet{threat(quiet, state)}" if last else ""
        rows.append((str(ply), moves[ply - 1], number(value), note))
    if leaf.forced:
        marked.append(len(rows) - 1)
        rows += added_up(quiet, state)
    return rows, marked


def about(asked: Asked, quiet: Quiet, leaf: Leaf) -> str:
    """Return what plain alpha-beta expects of the leaf, and what it does not see."""
    line = asked.line(leaf.line)
    expected = f"Plain alpha-beta expects {number(leaf.before)} after {line}"
    if leaf.forced:
        beyond = asked.line((*leaf.line, *leaf.forced)).removeprefix(line).strip()
        move, lies, it = (
            ("move", "lies", "it") if len(leaf.forced) == 1 else ("moves", "lie", "them")
        )
        return (
            f"{expected}, but the next {move}, {beyond}, {lies} beyond its horizon: after {it} the "
            f"leaf is worth {number(leaf.after)}, {leaf.worths}."
        )
    if threat(quiet, leaf.state):
        return f"{expected}{UNANSWERED}: the leaf is worth {number(leaf.after)}."
    return f"{expected}, and no forcing move changes that: this leaf is quiet."

"""The lesson about quiescence: a leaf that is not quiet, before and after its forcing moves."""

from __future__ import annotations

from loa_tk.model.game import ForcingEvaluation, Move, finish
from loa_tk.model.numbers import number
from loa_tk.model.search.textbook import AlphaBeta
from loa_tk.model.tree.ideas import Quiet
from loa_tk.model.tree.lessons.lesson import Asked, Lesson


def quiescence(asked: Asked) -> Lesson:
    """Show the leaf that plain alpha-beta expects, and what is left of it after forcing moves."""
    request = asked.request
    game, task = request.game, request.task(asked.limits())
    if not isinstance(request.own or task.evaluation(), ForcingEvaluation):
        return Lesson(
            name="quiescence", keeps=False, shows=False,
            sentences=(
                f"The evaluation {request.evaluation} of this game does not say which moves are "
                "forcing, so a leaf is worth what EVAL says at once.",
                "The evaluation full of Breakthrough 8x8 does: load the example.",
            ),
        )  # fmt: skip
    plain = AlphaBeta(task)
    plain.begin(request.depth)
    before, line = asked.run(lambda: plain.decide(plain.state))
    quiet = Quiet(request.task(asked.limits()))
    quiet.begin(request.depth)
    after, quiet_line = asked.run(lambda: quiet.decide(quiet.state))
    below = quiet.forced
    state, rows = request.state, []
    for ply, move in enumerate(line, 1):
        rows.append((str(ply), asked.line(line[:ply]).split()[-1], "", ""))
        state = game.play(state, move)
    settled = before
    forced: tuple[Move, ...] = ()
    if finish(game, state) is None and len(line) == request.depth:
        settled, forced = quiet.settled(state, before)
    rows[-1] = (*rows[-1][:2], number(before), "the horizon: EVAL before")
    full = (*line, *forced)
    for ply, move in enumerate(forced, len(line) + 1):
        state = game.play(state, move)
        over = finish(game, state)
        value = quiet.evaluation.value(state, quiet.player) if over is None else over.utility(
            quiet.player, game.utmost)  # fmt: skip
        note = "the same leaf after its forcing moves" if ply == len(full) else ""
        rows.append((str(ply), asked.line(full[:ply]).split()[-1], number(value), note))
    settled += 0.0
    chosen, instead = asked.move(line[0]), asked.move(quiet_line[0])
    if forced:
        one = len(forced) == 1
        first = (
            f"Plain alpha-beta expects {number(before)} after {asked.line(line)}, but the next "
            f"{'move' if one else 'moves'}, "
            f"{asked.line(full).removeprefix(asked.line(line)).strip()}, "
            f"{'lies' if one else 'lie'} beyond its horizon: after {'it' if one else 'them'} the "
            f"leaf is worth {number(settled)}."
        )
    else:
        first = (
            f"Plain alpha-beta expects {number(before)} after {asked.line(line)}, and no forcing "
            "move changes that: this leaf is quiet."
        )
    decision = f"both choose {chosen}" if line[0] == quiet_line[0] else (
        f"plain alpha-beta chooses {chosen} and quiescence {instead}"
    )  # fmt: skip
    return Lesson(
        name="quiescence", heads=("ply", "move", "EVAL", ""), rows=tuple(rows),
        marked=(len(line) - 1, len(rows) - 1) if forced else (len(line) - 1,),
        sentences=(
            first,
            f"With every leaf searched until it is quiet, {below:,} positions more, the root is "
            f"worth {number(after)} instead of {number(before)}, and {decision}; this is not the "
            "minimax value of the depth, on purpose.",
        ),
        value=after + 0.0, minimax=before + 0.0, keeps=False, shows=bool(forced), order="fixed",
        path=tuple(line[:-1]),
        facts={
            "line": asked.line(line).split(), "before": before + 0.0, "after": settled,
            "forced": asked.line(full).split()[len(line):], "positions": below,
            "move": chosen, "quiet_move": instead, "nodes": sum(plain.counts.levels),
            "quiet_nodes": sum(quiet.counts.levels),
        },
    )  # fmt: skip

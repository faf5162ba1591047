"""The checks of a search: its moves, its time, the wins it finds, its values and its steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from itertools import islice
from typing import Any

from loa_tk.control.classroom.findings import (
    Finding,
    check_row,
    failed,
    judged,
    measured,
    passed,
    skipped,
)
from loa_tk.control.classroom.search_exam import PATIENCE, Chosen, SearchExam
from loa_tk.control.ugi.protocol import Forfeit
from loa_tk.model.checks.diagnosis import (
    CLOSE,
    DEEPEST,
    LEAVES,
    Answer,
    Case,
    Diagnosis,
    decision,
    diagnose,
    expected,
    move_value,
    sees_win,
)
from loa_tk.model.checks.following import MOVE, VALUE, Difference, figure_tree
from loa_tk.model.checks.lines import source_line
from loa_tk.model.checks.positions import SHORT, prove, winning_moves, wins_in, won_positions
from loa_tk.model.checks.samples import affordable, endings, positions
from loa_tk.model.game import Game, Move, State, finish
from loa_tk.model.notation import line_text, move_text, position_text
from loa_tk.model.numbers import number as number_text
from loa_tk.model.steps import Path
from loa_tk.words import classroom as words

MOVES = 20  # positions in which the move must be legal
LEGAL_DEPTH, LEGAL_PATIENCE = 2, 5.0  # and seconds after which no answer is expected
TIMED, SECONDS, GRACE = 4, 0.4, 0.5  # positions, seconds for a move, and seconds beyond them
ATTEMPTS = 3  # to answer in time
HASTY, GOOD = 0.5, 2  # the share of its time that a search should use; good answers after a blunder
LOOKED_AT = 300  # positions near the end, to find some in which the first move is a blunder
WINS = {1: 8, 3: 6, 5: 3}  # positions for each distance
KEEPING_DEPTH, KEEPING_LEAVES = 3, 5_000  # of a search in won positions, at most
LATER = 4  # plies by which such a search may win later
HUNDREDTHS = 100.0  # in which the interface gives a score


def check_legal(exam: SearchExam) -> Finding:
    """Ask for moves in random positions."""
    states = list(islice(positions(exam.game, exam.drawn), MOVES))
    for number, state in enumerate(states):
        try:
            exam.subject.choose(state, LEGAL_DEPTH, LEGAL_PATIENCE, exam.level)
        except Forfeit as error:
            text = words.NOT_LEGAL.format(
                number=number + 1, position=position_text(exam.game, state), error=error
            )
            return failed(text, number / len(states))
    return passed(words.LEGAL.format(count=len(states)))


def check_time(exam: SearchExam) -> Finding:
    """Give the search a time, measure what it takes, and judge its move if it can be judged."""
    game, taken, blunders = exam.game, list[float](), list[tuple[State, Move]]()
    won = list(islice(tempting_wins(game, exam.drawn), TIMED))
    others = islice(positions(game, f"{exam.drawn}/time"), TIMED - len(won))
    for state in (*won, *others):
        try:
            chosen = best_attempt(exam, state, state in won)
        except Forfeit as error:
            return failed(words.NO_ANSWER.format(seconds=SECONDS, error=error))
        taken.append(chosen.seconds)
        if state in won and gives_away(game, state, chosen.move):
            blunders.append((state, chosen.move))
    slowest = max(taken)
    late = sum(seconds > SECONDS + GRACE for seconds in taken)
    text = (words.LATE if late else words.IN_TIME).format(seconds=SECONDS, slowest=slowest)
    if blunders and not late:
        state, move = blunders[0]
        text = words.BLUNDER.format(
            seconds=SECONDS, position=position_text(game, state), move=move_text(game, state, move)
        )
    return judged(
        max(0, len(taken) - late - len(blunders)), len(taken), text, seconds=SECONDS,
        slowest=slowest, blunders=len(blunders),
    )  # fmt: skip


def tempting_wins(game: Game, seed: object) -> Iterator[State]:
    """Yield won positions in which the first move of the list gives the win away for certain.

    So a search that returns the first move as soon as it is given a time does not pass. The win is
    one of one ply or, in a small game, of at most five.
    """
    states = islice(endings(game, f"{seed}/time", 1, 3), LOOKED_AT)
    won = (state for state in states if any(wins(game, state, move) for move in game.moves(state)))
    if game.small:
        won = (win.state for plies in SHORT for win in wins_in(game, plies, seed))
    return (state for state in won if gives_away(game, state, game.moves(state)[0]))


def gives_away(game: Game, state: State, move: Move) -> bool:
    """Return whether a move gives a certain win away, so that no deeper search would choose it.

    The other side then wins at once; in a small game it is proved that the win is gone.
    """
    if wins(game, state, move):
        return False
    child = game.play(state, move)
    outcome = finish(game, child)
    if outcome is None and not game.small:
        return any(wins(game, child, reply) for reply in game.moves(child))
    result = outcome or prove(game, child, 0)
    return result is None or result.winner != game.player(state)


def wins(game: Game, state: State, move: Move) -> bool:
    """Return whether a move wins at once."""
    outcome = finish(game, game.play(state, move))
    return outcome is not None and outcome.winner == game.player(state)


def best_attempt(exam: SearchExam, state: State, judges: bool) -> Chosen:
    """Return the first of several attempts that is in time and no blunder, or the fastest one.

    Other programs on a busy machine delay some of the answers; a search that does not look at the
    clock delays all of them. They may also make a search blunder, but not one that answers long
    before its time. After a blunder two good answers are needed: moves that are only drawn, or
    taken in turn, are good now and then.
    """
    made: list[Chosen] = []
    blunder, good = None, 0
    for left in reversed(range(ATTEMPTS)):
        try:
            made.append(exam.subject.choose(state, None, SECONDS))
        except Forfeit:
            if not left and not made:
                raise
            continue
        if made[-1].seconds > SECONDS + GRACE:
            continue
        if judges and gives_away(exam.game, state, made[-1].move):
            blunder, good = made[-1], 0
            if blunder.seconds < HASTY * SECONDS:
                break
        else:
            good += 1
            if blunder is None or good == GOOD:
                return made[-1]
    return blunder or min(made, key=lambda chosen: chosen.seconds)


def check_wins(plies: int, exam: SearchExam) -> Finding:
    """Let the search find wins that are known."""
    game = exam.game
    if plies > affordable(game, LEAVES, DEEPEST) + 1:
        return skipped(words.TOO_DEEP.format(plies=plies, game=game.title))
    visible = (win for win in wins_in(game, plies, exam.drawn) if sees_win(game, win.state, plies))
    # Those with few moves first: a search without pruning takes seconds for each of the others.
    found = sorted(islice(visible, 2 * WINS[plies]), key=lambda win: game.count(win.state))
    asked = found[: WINS[plies]]
    if not asked:
        return skipped(words.NO_WINS.format(plies=plies, game=game.title))
    missed = []
    for win in asked:
        chosen = exam.subject.choose(win.state, plies, PATIENCE, exam.level)
        if chosen.move not in win.moves and not _later(exam, win.state, chosen, plies):
            missed.append((win, chosen.move))
    right = len(asked) - len(missed)
    if not missed:
        return passed(words.WINS.format(count=right))
    win, move = missed[0]
    text = words.MISSED.format(
        right=right, count=len(asked), position=position_text(game, win.state),
        move=move_text(game, win.state, move), plies=plies,
        wins=", ".join(move_text(game, win.state, best) for best in win.moves[:3]),
    )  # fmt: skip
    return judged(right, len(asked), text)


def check_keeps(exam: SearchExam) -> Finding:
    """Count the won positions in which the search plays a move that keeps the proved win."""
    game, won = exam.game, won_positions(exam.game)
    if not won:
        return skipped(words.NO_WON.format(game=game.title))
    thrown, depth = [], keeping_depth(game)
    for number, position in enumerate(won, 1):
        exam.tell(words.CASE.format(number=number, count=len(won)))
        move = exam.subject.choose(position.state, depth, PATIENCE, None).move
        if move not in position.moves:
            thrown.append((position, move))
    right, count = len(won) - len(thrown), len(won)
    figure = kept_by_figure(game)
    text = words.KEEPS.format(right=right, count=count, depth=depth, figure=figure)
    if thrown:
        position, move = thrown[0]
        text += words.THROWN.format(
            position=position_text(game, position.state), plies=position.plies,
            move=move_text(game, position.state, move),
            better=move_text(game, position.state, position.moves[0]),
        )  # fmt: skip
    return measured(
        text, right / count, f"{right}/{count}", kept=right, positions=count, figure=figure,
        depth=depth,
    )  # fmt: skip


def keeping_depth(game: Game) -> int:
    """Return the depth of a search in won positions, of which there are dozens."""
    return affordable(game, KEEPING_LEAVES, KEEPING_DEPTH)


@cache
def kept_by_figure(game: Game) -> int:
    """Return in how many of the won positions Figure 2's search keeps the win at the same depth."""
    return sum(
        decision(game, Case(position.state, keeping_depth(game))) in position.moves
        for position in won_positions(game)
    )


def _later(exam: SearchExam, state: State, chosen: Chosen, plies: int) -> bool:
    """Return whether a search that went deeper than it was asked has chosen a later win."""
    deeper = chosen.six is None or chosen.six[0] > plies
    return deeper and chosen.move in winning_moves(exam.game, state, plies + LATER)


def check_value(exam: SearchExam) -> Finding:
    """Compare the values at a fixed depth with minimax."""
    pairs = list(zip(exam.cases, exam.answers, strict=True))
    if all(answer.value is None for _, answer in pairs):
        return failed(words.NO_VALUE)
    wrong = []
    for place, (case, answer) in enumerate(pairs):
        right = expected(exam.game, case).value
        assert right is not None
        if answer.value is None or abs(answer.value - right) > exam.subject.close:
            wrong.append((place, answer.value, right))
    if not wrong:
        return passed(words.VALUES.format(count=len(pairs)), secret=exam.secret or None)
    place, value, right = wrong[0]
    text = words.NOT_VALUES.format(
        wrong=len(wrong), count=len(pairs), where=exam.where(exam.cases[place]),
        value=words.NO_NUMBER if value is None else number_text(value), right=number_text(right),
    )  # fmt: skip
    if value is not None and not exam.subject.watched and in_units(exam, wrong):
        text += words.IN_UNITS
    text += said(exam, place, VALUE)
    return judged(
        len(pairs) - len(wrong), len(pairs), text, value=value, minimax=right,
        **exam.figures(exam.cases[place]),
    )  # fmt: skip


def in_units(exam: SearchExam, wrong: list[tuple[int, float | None, float]]) -> bool:
    """Return whether a program's scores are the values themselves, and not hundredths of them."""
    close = exam.subject.close
    return all(
        value is not None and abs(value - right / HUNDREDTHS) <= close for _, value, right in wrong
    )


def said(exam: SearchExam, place: int, kind: str) -> str:
    """Return what to look at for a difference of this kind in a case, or nothing."""
    found = exam.differences[place] if exam.subject.watched else []
    return next((f" {one.look}" for one in found if one.kind == kind and one.look), "")


def check_move(exam: SearchExam) -> Finding:
    """Judge the moves at a fixed depth by their minimax values."""
    game, wrong = exam.game, []
    for place, (case, answer) in enumerate(zip(exam.cases, exam.answers, strict=True)):
        best = expected(game, case).value
        assert best is not None
        if answer.move != decision(game, case):
            value = move_value(game, case, answer.move)
            if best - value > CLOSE:
                wrong.append((place, value, best))
    count = len(exam.cases)
    if not wrong:
        return passed(words.BEST_MOVES.format(count=count), secret=exam.secret or None)
    place, value, best = wrong[0]
    case = exam.cases[place]
    move, right = (
        move_text(game, case.state, one)
        for one in (exam.answers[place].move, decision(game, case))
    )
    text = words.NOT_BEST.format(
        wrong=len(wrong), count=count, where=exam.where(case), move=move, value=number_text(value),
        best=right, right=number_text(best),
    )  # fmt: skip
    return judged(
        count - len(wrong), count, text + said(exam, place, MOVE), move=move, value=value,
        best=right, minimax=best, **exam.figures(case),
    )  # fmt: skip


def check_statistics(exam: SearchExam) -> Finding:
    """Compare the steps of a search that were seen, and its six statistics, with Figure 2's."""
    if not any(answer.six and any(answer.six[2:]) for answer in exam.answers):
        return failed(words.NO_STATISTICS)
    return check_steps(exam) if exam.subject.watched else check_totals(exam)


def diagnosed(exam: SearchExam) -> Diagnosis | None:
    """Return the known mistakes behind the statistics of all cases, or None if all are right."""
    # What a program does not count is 0, and its values are rounded.
    answers = [
        Answer(answer.value if exam.subject.watched else None, answer.six or (0,) * 6)
        for answer in exam.answers
    ]
    return diagnose(exam.game, exam.cases, answers)


def check_totals(exam: SearchExam) -> Finding:
    """Compare the six statistics, which are all that is known of a program."""
    count, diagnosis = len(exam.cases), diagnosed(exam)
    if diagnosis is None:
        return passed(words.STATISTICS.format(count=count))
    pairs = zip(exam.cases, exam.answers, strict=True)
    right = sum(answer.six == expected(exam.game, case).six for case, answer in pairs)
    case = exam.cases[diagnosis.number]
    return judged(
        right, count, f"{exam.where(case)}: {diagnosis.sentence()}",
        **known_figures(diagnosis), **exam.figures(case),
    )  # fmt: skip


def check_steps(exam: SearchExam) -> Finding:
    """Find the first step that differs: an EVAL call that we answered, or a count."""
    steps = [
        next((one for one in found if one.kind not in (VALUE, MOVE)), None)
        for found in exam.differences
    ]
    count, wrong = len(steps), sum(step is not None for step in steps)
    first = next(((place, step) for place, step in enumerate(steps) if step is not None), None)
    if first is None:
        return passed(words.STEPS.format(count=count), secret=exam.secret)
    place, step = first
    case, diagnosis = exam.cases[place], diagnosed(exam)
    line = source(exam, case, step)
    parts = step.did, step.does, line or step.look, diagnosis.name if diagnosis else ""
    return judged(
        count - wrong, count, f"{exam.where(case)}: {' '.join(filter(None, parts))}",
        step=step_figures(exam, case, step, line), **known_figures(diagnosis), **exam.figures(case),
    )  # fmt: skip


def known_figures(diagnosis: Diagnosis | None) -> dict[str, Any]:
    """Return the known mistakes and the totals of the first case that differ."""
    if diagnosis is None:
        return {"mistakes": [], "differences": []}
    rows = [list(difference) for difference in diagnosis.differences]
    return {"mistakes": list(diagnosis.names), "differences": rows}


def source(exam: SearchExam, case: Case, step: Difference) -> str:
    """Return the line of the student's source to look at, or nothing."""
    try:
        frames = exam.subject.frames(case.state, case.depth, step.leaf, exam.asked(case))
    except Forfeit:
        return ""
    return source_line(figure_tree(exam.game, case), step, frames)


def step_figures(
    exam: SearchExam, case: Case, step: Difference, line: str
) -> dict[str, Any]:
    """Return the step that differs for programs."""

    def text(path: Path | None) -> str | None:
        return None if path is None else line_text(exam.game, case.state, path)

    return {
        "kind": step.kind, "leaf": step.leaf, "node": text(step.node), "mine": text(step.student),
        "figure": text(step.figure), "side": "MAX" if step.maximises else "MIN", "v": step.v,
        "alpha": step.alpha, "beta": step.beta, "did": step.did, "does": step.does,
        "why": step.why, "look": step.look, "line": line,
    }  # fmt: skip


RUNS: Mapping[str, Callable[[SearchExam], Finding]] = {
    "legal": check_legal,
    "time": check_time,
    **{f"win{plies}": partial(check_wins, plies) for plies in SHORT},
    "keeps": check_keeps,
    "value": check_value,
    "move": check_move,
    "statistics": check_statistics,
}
CHECKS = tuple(
    check_row(name, words.SEARCH_CHECKS, run, required=name != "keeps", first=name == "legal")
    for name, run in RUNS.items()
)

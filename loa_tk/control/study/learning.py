"""Learn from it: every blunder of an analysed game as an exercise on the board, one by one."""

from __future__ import annotations

from loa_tk.control.effects import Effects
from loa_tk.control.game.session import Exercises, Session
from loa_tk.control.game.turns import analyse, each, forget, keep, note
from loa_tk.control.study.comparing import Compared, equally_far
from loa_tk.control.study.mistakes import (
    Blunder,
    better_value,
    evidence,
    mistake_at,
    mistakes,
    study_value,
    value_after,
)
from loa_tk.control.study.review import go
from loa_tk.control.study.values import BLUNDER, given_away
from loa_tk.model.game import Move
from loa_tk.model.match import Node, outcome_at
from loa_tk.model.notation import move_text
from loa_tk.model.records.values import ANSWER, FOUND, SHOWN, TRIED
from loa_tk.model.search.statistics import Report
from loa_tk.words import review as words

# A move is accepted if it gives away less of the value bar than half a blunder.
ACCEPTED = BLUNDER / 2
MOST_KEPT = 20  # moves of an answer; what was tried before is left out


def can_learn(session: Session) -> bool:
    """Return whether the game has blunders to learn from, and is not being analysed."""
    return session.study is None and bool(mistakes(session.match))


def learn(session: Session) -> Effects[Session]:
    """Begin with the first exercise that is not done, or return to the open one."""
    if session.lesson is None or session.lesson.ended:
        nodes = [mistake.node for mistake in mistakes(session.match)]
        left = [at for at, node in enumerate(nodes) if _answered(node) not in (FOUND, SHOWN)]
        session.lesson = Exercises(nodes, left[0] if left else 0)
    return _open(session)


def following(session: Session) -> Effects[Session]:
    """Go on with the next exercise, or say after the last how many were found."""
    lesson = session.lesson
    if lesson is None:
        return []
    if lesson.at + 1 == len(lesson.nodes):
        lesson.ended, lesson.said = True, lesson_result(lesson)
        return note(session, lesson.said)
    session.lesson = Exercises(lesson.nodes, lesson.at + 1)
    return _open(session)


def end(session: Session) -> Effects[Session]:
    """End the exercises; the answers stay with the game."""
    lesson, session.lesson = session.lesson, None
    effects = forget(session) if lesson is not None and lesson.tried is not None else []
    done = lesson is not None and lesson.ended
    return [*effects, *note(session, "" if done else words.LESSON_ENDED)]


def _open(session: Session) -> Effects[Session]:
    lesson = session.lesson
    assert lesson is not None and lesson.node.parent is not None
    session.analysing, session.page = False, "analysis"
    effects = [*forget(session), *go(session, lesson.node.parent)]
    session.clear_marks()
    session.reviewing, session.paused, session.note = True, False, ""
    lesson.tried = None
    return effects


def is_open(session: Session) -> bool:
    """Return whether the board waits for the answer of an exercise."""
    lesson = session.lesson
    if lesson is None or lesson.solved or lesson.ended:
        return False
    return session.match.node is lesson.node.parent


def show_answer(session: Session) -> Effects[Session]:
    """Show the better move of the open exercise."""
    mistake = _mistake(session)
    if mistake is None:
        return []
    effects = forget(session)
    return [*effects, *_solve(session, mistake, SHOWN, mistake.better.move, words.ANSWER)]


def answer(session: Session, move: Move, glide: bool = True) -> Effects[Session]:
    """Judge a move in the exercise: by the analysis of the game, or by one of its own."""
    mistake, lesson = _mistake(session), session.lesson
    session.clear_marks()
    if mistake is None or lesson is None:
        return []
    effects = forget(session)
    game, before = session.game, mistake.before
    lesson.tried, text = None, move_text(game, before.state, move)
    if move == mistake.better.move:
        return [*effects, *_solve(session, mistake, FOUND, move, words.RIGHT)]
    if move == mistake.node.move:
        lesson.said = words.SAME.format(move=text)
        return effects
    tried = Node(state=game.play(before.state, move), parent=before, move=move)
    outcome = outcome_at(game, tried)
    if outcome is None:
        lesson.tried, lesson.said = tried, words.JUDGING.format(move=text)
        return [*effects, *analyse(session, tried, 1, each(game))]
    if outcome.winner == game.player(before.state):
        return [*effects, *_solve(session, mistake, FOUND, move, words.WINS_AT_ONCE)]
    return [*effects, *_judge(session, mistake, tried, None)]


def judged(session: Session, report: Report | None) -> Effects[Session]:
    """Take in what the analysis of the move that was tried has found, or that it failed."""
    mistake, lesson = _mistake(session), session.lesson
    if mistake is None or lesson is None or lesson.tried is None:
        return []
    tried, lesson.tried = lesson.tried, None
    if report is None or report.value is None:
        assert tried.move is not None
        text = move_text(session.game, mistake.before.state, tried.move)
        lesson.said = words.NOT_JUDGED.format(move=text)
        return []
    return _judge(session, mistake, tried, report)


def _judge(
    session: Session, mistake: Blunder, tried: Node, report: Report | None
) -> Effects[Session]:
    game, lesson, before = session.game, session.lesson, mistake.before
    assert lesson is not None and tried.move is not None and isinstance(before.study, Report)
    pair = equally_far(before.study, report, outcome_at(game, tried) is not None)
    if pair is None:
        lesson.said = words.NOT_JUDGED.format(move=move_text(game, before.state, tried.move))
        return []
    if given_away(game, tried, pair) <= ACCEPTED:
        return _solve(session, mistake, FOUND, tried.move, words.ALSO_RIGHT, tried, pair)
    lesson.said = words.WRONG.format(**_facts(session, mistake, tried, pair))
    return _keep(session, mistake, TRIED, tried.move)


def _solve(
    session: Session,
    mistake: Blunder,
    result: str,
    move: Move,
    text: str,
    tried: Node | None = None,
    pair: Compared | None = None,
) -> Effects[Session]:
    lesson, before = session.lesson, mistake.before
    assert lesson is not None
    lesson.solved, lesson.tried = True, None
    if tried is None or pair is None:
        known = {"move": move_text(session.game, before.state, move),
                 "value": better_value(session.game, mistake),
                 "evidence": evidence(mistake.better)}  # fmt: skip
        lesson.said = text.format(**known)
    else:
        lesson.said = text.format(**_facts(session, mistake, tried, pair))
    return _keep(session, mistake, result, None if result == SHOWN else move)


def _facts(session: Session, mistake: Blunder, tried: Node, pair: Compared) -> dict[str, str]:
    game, before = session.game, mistake.before
    assert tried.move is not None
    return {
        "move": move_text(game, before.state, tried.move),
        "value": value_after(game, tried, pair.after),
        "evidence": evidence(pair.after, 1),
        "better": move_text(game, before.state, pair.best.move),
        "best": study_value(game, game.player(before.state), pair.best),
    }


def _keep(session: Session, mistake: Blunder, result: str, move: Move | None) -> Effects[Session]:
    """Keep how the exercise stands with its blunder, and the moves that were tried."""
    node = mistake.node
    marks = dict(node.marks)
    known, *moves = marks.pop(ANSWER, TRIED).split(" ")
    if known != TRIED:
        moves = []  # the exercise is done once more
    if move is not None:
        moves.append(move_text(session.game, mistake.before.state, move))
    marks[ANSWER] = " ".join([result, *moves[-MOST_KEPT:]])
    node.marks = tuple(marks.items())
    session.file.changed = True
    return keep(session)


def _answered(node: Node) -> str:
    return dict(node.marks).get(ANSWER, "").split(" ")[0]


def _mistake(session: Session) -> Blunder | None:
    """Return the blunder of the exercise that waits for an answer, or None."""
    lesson = session.lesson if is_open(session) else None
    return None if lesson is None else mistake_at(session.game, lesson.node)


def lesson_result(lesson: Exercises) -> str:
    """Return how many of the exercises were found, and how many were shown."""
    answers = [_answered(node) for node in lesson.nodes]
    return words.LESSON_RESULT.format(
        all=words.exercises(len(answers)), found=answers.count(FOUND), shown=answers.count(SHOWN)
    )


def lesson_texts(session: Session, lesson: Exercises) -> tuple[str, str]:
    """Return the heading and the text of the open exercise."""
    game, node = session.game, lesson.node
    if lesson.ended:
        return words.LESSON_DONE, lesson.said
    mistake = mistake_at(game, node)
    if mistake is None or node.move is None:
        return "", ""
    side = game.sides[game.player(mistake.before.state)].name.capitalize()
    head = words.EXERCISE.format(number=lesson.at + 1, all=len(lesson.nodes), side=side)
    move = move_text(game, mistake.before.state, node.move)
    task = words.TASK.format(move=move, value=value_after(game, node, mistake.after))
    return head, lesson.said if lesson.solved else f"{task} {lesson.said}".strip()


def lesson_offers(session: Session, lesson: Exercises) -> tuple[tuple[str, str], ...]:
    """Return the commands of the open exercise with their labels."""
    end_it = ("learn-end", words.END_LESSON)
    if lesson.ended:
        return (end_it,)
    if session.match.node is not lesson.node.parent and not lesson.solved:
        return (("learn", words.BACK_TO_EXERCISE), end_it)
    if lesson.solved:
        return (("learn-next", words.NEXT_EXERCISE), ("better-line", words.BETTER_LINE), end_it)
    return (("learn-show", words.SHOW_ANSWER), ("learn-next", words.NEXT_EXERCISE), end_it)

"""Analysis: the position on the board studied at full strength, or every position of a game."""

from __future__ import annotations

from dataclasses import replace

from loa_tk.control.effects import Effects
from loa_tk.control.engine.blunders import best_pass
from loa_tk.control.engine.searchlog import (
    line_texts,
    proof_texts,
    short_number,
    value_text,
    why_texts,
)
from loa_tk.control.engine.thought import ANALYSIS, Thought
from loa_tk.control.game.session import GameStudy, Session
from loa_tk.control.game.turns import analyse, each, forget, keep, next_turn, note
from loa_tk.control.study.comparing import comparable
from loa_tk.control.study.learning import judged, lesson_offers, lesson_texts
from loa_tk.control.study.mistakes import (
    NAME,
    Blunder,
    insert_lines,
    is_inserted,
    mistake_at,
    mistake_text,
    mistakes,
    played,
    reply_text,
    variation,
)
from loa_tk.control.study.review import go
from loa_tk.control.study.values import is_blunder, mark_value
from loa_tk.model.game import Move
from loa_tk.model.match import Match, Node, outcome_at
from loa_tk.model.search.statistics import Alternative, Iteration, Report
from loa_tk.scenes.main import AnalysisRow, AnalysisScene
from loa_tk.words import review as words

STEPS = (("previous", words.STEP_BACK), ("next", words.STEP_ON))  # through an inserted line


def toggle(session: Session) -> Effects[Session]:
    """Begin to analyse the position on the board, or stop."""
    session.analysing = not session.analysing
    session.study = None
    if session.analysing:
        session.page = "analysis"
    if session.awaited:
        return []  # the search for a move or a hint continues undisturbed
    return [*forget(session), *next_turn(session)]


def toggle_game(session: Session) -> Effects[Session]:
    """Study every position of the game and its variations, or stop and keep what was found.

    An analysis that was stopped goes on with the positions that are left.
    """
    if session.study is not None:
        study = session.study
        return _end(session, words.GAME_STOPPED, number=study.done, all=len(study.line))
    found = open_positions(session)
    if not found:
        return []
    left = [node for node in found if not isinstance(node.study, Report)] or found
    done = [] if left is found else [node for node in found if isinstance(node.study, Report)]
    effects = forget(session)
    session.study, session.lesson = GameStudy([*done, *left], len(done)), None
    session.reviewing, session.note, session.page = True, "", "analysis"
    return [*effects, *_study(session)]


def open_positions(session: Session) -> list[Node]:
    """Return the positions of a game that can be analysed: the line on the board, then the rest."""
    line = dict.fromkeys(session.match.node.ahead().line())
    reached = played(session.match)
    order = [*(node for node in reached if node in line), *reached]
    return [node for node in dict.fromkeys(order) if outcome_at(session.game, node) is None]


def finished(session: Session, report: Report) -> Effects[Session]:
    """Note what an analysis has found; that of a game continues with the next position."""
    study = session.study
    if study is None:
        return judged(session, report)
    game, node = session.game, study.node
    sign = 1 if game.player(node.state) == 0 else -1
    if report.value is not None:
        mark_value(game, node, sign * report.value)
        # The answer and what it is compared with: all passes of a second would take 3 KB.
        answer = best_pass(report)
        kept = tuple(one for one in report.iterations if one is answer or comparable(one))
        node.study = replace(report, iterations=kept, alternatives=())
        session.file.changed = True
    study.done += 1
    return _study(session)


def failed(session: Session, reason: str) -> Effects[Session]:
    """Stop analysing: the engine cannot study this position and would fail again."""
    session.analysing = False
    study = session.study
    if study is None:
        return judged(session, None)
    number, total = study.done, len(study.line)
    return _end(session, words.GAME_FAILED, number=number, all=total, reason=reason)


def _study(session: Session) -> Effects[Session]:
    """Study the next position, or end with what was found."""
    study = session.study
    assert study is not None
    if study.done < len(study.line):
        return analyse(session, study.node, 1, each(session.game))
    return _end(session, words.GAME_ANALYSED, positions=words.positions(len(study.line)))


def _end(session: Session, text: str, **facts: object) -> Effects[Session]:
    """End the analysis of a game: the lines that it has found become variations."""
    session.study = None
    insert_lines(session.match)
    blunders = sum(is_blunder(session.game, node) for node in played(session.match))
    effects = forget(session)
    if session.file.kept is not None or session.file.changed:
        effects += keep(session)
    effects += next_turn(session)
    return [*effects, *note(session, text.format(blunders=words.blunders(blunders), **facts))]


# --- what was better ---


def shown_mistake(session: Session) -> Blunder | None:
    """Return the blunder that led to the position on the board, or the one that comes next."""
    if session.study is not None or session.analysing or not session.reviewing:
        return None
    node, game = session.match.node, session.game
    return (
        mistake_at(game, node)
        or mistake_at(game, node.next())
        or next(
            (one for child in node.children if (one := mistake_at(game, child)) is not None), None
        )
    )


def next_mistake(session: Session) -> Effects[Session]:
    """Go to the position after the next blunder of the game; after the last, to the first."""
    found = mistakes(session.match)
    shown = shown_mistake(session)
    if not found:
        return []
    nodes = [mistake.node for mistake in found]
    at = nodes.index(shown.node) + 1 if shown is not None and shown.node in nodes else 0
    if shown is not None and session.match.node is shown.before:
        at -= 1  # it is only announced so far
    session.page = "analysis"
    return go(session, nodes[at % len(nodes)])


def _better(session: Session) -> Node | None:
    mistake = mistake_of(session)
    return None if mistake is None else variation(mistake.before, mistake.better.line)


def _reply(session: Session) -> Node | None:
    mistake = mistake_of(session)
    if mistake is None or mistake.after is None:
        return None
    return variation(mistake.node, mistake.after.line)


def mistake_of(session: Session) -> Blunder | None:
    """Return the blunder that the page is about: that of the exercise, or of the board."""
    lesson = session.lesson
    if lesson is not None and not lesson.ended:
        return mistake_at(session.game, lesson.node) if lesson.solved else None
    return shown_mistake(session)


def show_better(session: Session) -> Effects[Session]:
    """Go to the first move of the better line, which can be stepped through."""
    node = _better(session)
    return [] if node is None else go(session, node)


def show_reply(session: Session) -> Effects[Session]:
    """Go to the move with which the best reply leaves the game."""
    node = _reply(session)
    return [] if node is None else go(session, node)


def has_better(session: Session) -> bool:
    """Return whether a better line can be stepped through."""
    return _better(session) is not None


def has_reply(session: Session) -> bool:
    """Return whether a best reply can be stepped through."""
    return _reply(session) is not None


def mistake_arrow(session: Session) -> tuple[Move, int, str] | None:
    """Return the move of an arrow about a blunder or an exercise, its rank, and its sign."""
    lesson, node = session.lesson, session.match.node
    if lesson is not None and not lesson.ended and node is lesson.node.parent:
        if lesson.tried is not None and lesson.tried.move is not None:
            return lesson.tried.move, 0, words.TRIED_ARROW
        mistake = mistake_of(session)
        return None if mistake is None else (mistake.better.move, 1, words.BETTER_ARROW)
    mistake = shown_mistake(session)
    if mistake is None or session.thinking:
        return None
    if node is mistake.before:
        return mistake.better.move, 1, words.BETTER_ARROW
    if mistake.after is None or outcome_at(session.game, node) is not None:
        return None
    return mistake.after.move, 1, words.REPLY_ARROW


def walked(match: Match) -> tuple[Node, int] | None:
    """Return where the inserted line on the board begins, and which of its moves was the last."""
    line = match.node.line()
    begins = [at for at, node in enumerate(line) if is_inserted(node)]
    return (line[begins[-1]], len(line) - begins[-1]) if begins else None


def line_words(match: Match, start: Node, number: int) -> tuple[str, str]:
    """Return the heading and the moves of an inserted line of which some are on the board."""
    assert start.parent is not None
    moves = [node.move for node in start.ahead().line()[len(start.line()) - 1 :]]
    line = line_texts(match.game, start.parent.state, [m for m in moves if m is not None])
    name = dict(start.marks)[NAME].capitalize()
    head = words.LINE_HEAD.format(name=name, number=number, all=len(line))
    return head, " ".join(line)


def study_texts(session: Session) -> tuple[str, str, tuple[tuple[str, str], ...]]:
    """Return the heading, the text and the buttons about an analysed game or an exercise."""
    lesson, match, game = session.lesson, session.match, session.game
    if session.study is not None:
        return "", "", ()
    if lesson is not None:
        steps = STEPS if lesson.solved and walked(match) is not None else ()
        return *lesson_texts(session, lesson), (*steps, *lesson_offers(session, lesson))
    known = open_positions(session)
    done = sum(isinstance(node.study, Report) for node in known)
    if not done:
        return "", "", ()
    found, shown = mistakes(match), shown_mistake(session)
    nodes = [mistake.node for mistake in found]
    more = (("next-blunder", words.NEXT_MISTAKE), ("learn", words.LEARN)) if found else ()
    walk = walked(match)
    if walk is not None:
        return *line_words(match, *walk), (*STEPS, *more)
    if shown is None or shown.node not in nodes:
        number = words.blunders(sum(is_blunder(game, node) for node in played(match)))
        text = words.SUMMARY.format(number=done, all=len(known), blunders=number)
        return words.ANALYSED, text, more
    head = words.MISTAKE_HEAD.format(number=nodes.index(shown.node) + 1, all=len(nodes))
    lines = (("better-line", words.BETTER_LINE, has_better(session)),
             ("reply", words.REPLY_LINE, has_reply(session)))  # fmt: skip
    offers = tuple((name, label) for name, label, possible in lines if possible)
    text = f"{mistake_text(game, shown)} {reply_text(game, shown)}".strip()
    return head, text, (*offers, *more)


def arrows(session: Session) -> tuple[tuple[int, int, int], ...]:
    """Return the best moves on the board, as (origin, target, rank)."""
    game, thought = session.game, _shown(session)
    marked = mistake_arrow(session)
    if marked is not None:
        path = game.path(session.match.state, marked[0])
        return ((path[0], path[-1], marked[1]),) if path else ()
    if not session.analysing or thought is None or thought.report is None:
        return ()
    paths = [game.path(thought.state, move.move) for move in best(thought.report)]
    return tuple((path[0], path[-1], rank) for rank, path in enumerate(paths, 1) if path)


def analysis_scene(session: Session) -> AnalysisScene:
    """Return the analysis page."""
    study, thought = session.study, _shown(session)
    report = thought.report if thought else None
    rows: list[AnalysisRow] = []
    proof: tuple[str, ...] = ()
    why: tuple[str, ...] = ()
    facts = progress_text = ""
    if thought and report and report.iterations:
        nodes = short_number(report.statistics.nodes)
        side = thought.game.sides[thought.game.player(thought.state)].name.capitalize()
        facts = words.ANALYSIS_FACTS.format(side=side, depth=report.depth, nodes=nodes)
        proof = proof_texts(thought.game, report.proof)
        why = why_texts(thought.game, thought.state, report, thought.game.evaluations[-1])
        for rank, move in enumerate(best(report), 1):
            line = line_texts(thought.game, thought.state, move.line)
            if (depth := depth_of(report, move)) != report.depth:
                line = (words.AT_DEPTH.format(depth=depth), *line)
            known = report.proof if rank == 1 else None
            rows.append(AnalysisRow(str(rank), value_text(thought.game, move.value, known), line))
    # Ten times a second while a search runs: what is hidden is not made.
    shown = session.page == "analysis"
    head, text, offers = study_texts(session) if shown else ("", "", ())
    if study is not None:
        progress_text = words.GAME_PROGRESS.format(number=study.done + 1, all=len(study.line))
    return AnalysisScene(
        on=session.analysing,
        facts=facts,
        rows=tuple(rows),
        note="" if rows or head or study is not None else _note(session),
        head="" if rows and session.lesson is None else head,
        text=text,
        offers=offers,
        progress=None if study is None else study.done / len(study.line),
        progress_text=progress_text,
        proof=proof,
        why=why,
        ended=bool(rows) and thought is not None and not thought.live,
    )


def _note(session: Session) -> str:
    if not session.analysing:
        return words.ANALYSIS_OFF
    if session.match.outcome() is not None:
        return words.ANALYSIS_OVER
    return words.ANALYSIS_WAITS if session.awaited else words.ANALYSIS_BEGINS


def _shown(session: Session) -> Thought | None:
    """Return the analysis of the position on the board, running, stopped or ended."""
    for thought in (session.thought, session.analysed):
        if thought is not None and thought.purpose == ANALYSIS and thought.player.seconds is None:
            same = (thought.game, thought.state) == (session.game, session.match.state)
            return thought if same and session.study is None else None
    return None


def best(report: Report) -> tuple[Alternative, ...]:
    """Return the best moves; those below a proved one are from the last depth that found several.

    The others follow by their values. If the position is lost, so is every move.
    """
    shown = report.alternatives or (Alternative(report.move, report.value, report.line),)
    before = wider(report)
    several = before.alternatives if before is not None else ()
    moves = {move.move for move in shown}
    others = [move for move in several if move.move not in moves]
    if report.proof is not None and report.value is not None and report.value < 0:
        others = [replace(move, value=report.value) for move in others]
    first, *rest = (*shown, *others)[: len(several) or None]
    return (first, *sorted(rest, key=lambda move: move.value or 0.0, reverse=True))


def wider(report: Report) -> Iteration | None:
    """Return the last depth that found more of the best moves than the report has, if one did."""
    number, passes = len(report.alternatives) or 1, reversed(report.iterations)
    return next((one for one in passes if len(one.alternatives) > number), None)


def depth_of(report: Report, move: Alternative) -> int:
    """Return the depth at which one of the best moves was valued; values of two do not compare."""
    before = wider(report)
    return report.depth if before is None or move not in before.alternatives else before.depth

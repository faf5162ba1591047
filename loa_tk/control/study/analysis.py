"""Analysis: the position on the board studied at full strength, or every position of a game."""

from __future__ import annotations

from dataclasses import replace

from loa_tk.control.effects import Effects
from loa_tk.control.engine.searchlog import (
    line_texts,
    proof_texts,
    short_number,
    value_text,
    why_texts,
)
from loa_tk.control.engine.thought import ANALYSIS, Thought
from loa_tk.control.game.session import GameStudy, Session
from loa_tk.control.game.turns import EACH, analyse, forget, keep, next_turn, note
from loa_tk.control.study.values import is_blunder, mark_value
from loa_tk.model.match import outcome_at
from loa_tk.model.search.statistics import Alternative, Report
from loa_tk.scenes.main import AnalysisRow, AnalysisScene
from loa_tk.words import review as words


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
    """Study every position of the line on the board, one after the other, or stop."""
    if session.study is not None:
        return _end(session, words.GAME_STOPPED)
    line = session.match.node.ahead().line()
    open_positions = [node for node in line if outcome_at(session.game, node) is None]
    if not open_positions:
        return []
    effects = forget(session)
    session.study = GameStudy(open_positions)
    session.reviewing, session.note = True, ""
    return [*effects, *_study(session)]


def finished(session: Session, report: Report) -> Effects[Session]:
    """Note what an analysis has found; that of a game continues with the next position."""
    study = session.study
    if study is None:
        return []
    game, node = session.game, study.node
    sign = 1 if game.player(node.state) == 0 else -1
    if report.value is not None:
        mark_value(game, node, sign * report.value)
        session.file.changed = True
    study.done += 1
    return _study(session)


def failed(session: Session, reason: str) -> Effects[Session]:
    """Stop analysing: the engine cannot study this position and would fail again."""
    session.analysing = False
    study = session.study
    if study is None:
        return []
    text = words.GAME_FAILED.format(number=study.done, all=len(study.line), reason=reason)
    return _end(session, text)


def _study(session: Session) -> Effects[Session]:
    """Study the next position, or end with what was found."""
    study = session.study
    assert study is not None
    if study.done < len(study.line):
        return analyse(session, study.node, 1, EACH)
    blundered = sum(is_blunder(session.game, node) for node in study.line[-1].ahead().line())
    number = words.positions(len(study.line))
    blunders = words.blunders(blundered)
    return _end(session, words.GAME_ANALYSED.format(positions=number, blunders=blunders))


def _end(session: Session, text: str) -> Effects[Session]:
    session.study = None
    effects = forget(session)
    if session.file.kept is not None or session.file.changed:
        effects += keep(session)
    effects += next_turn(session)
    return [*effects, *note(session, text)]


def arrows(session: Session) -> tuple[tuple[int, int, int], ...]:
    """Return the best moves on the board, as (origin, target, rank)."""
    game, thought = session.game, _shown(session)
    if thought is None or thought.report is None:
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
            known = report.proof if rank == 1 else None
            rows.append(AnalysisRow(str(rank), value_text(thought.game, move.value, known), line))
    if study is not None:
        progress_text = words.GAME_PROGRESS.format(number=study.done + 1, all=len(study.line))
    return AnalysisScene(
        on=session.analysing,
        facts=facts,
        rows=tuple(rows),
        note="" if rows or study is not None else _note(session),
        progress=None if study is None else study.done / len(study.line),
        progress_text=progress_text,
        proof=proof,
        why=why,
        ended=session.match.outcome() is not None or (thought is not None and not thought.live),
    )


def _note(session: Session) -> str:
    if not session.analysing:
        return words.ANALYSIS_OFF
    if session.match.outcome() is not None:
        return words.ANALYSIS_OVER
    return words.ANALYSIS_WAITS if session.awaited else words.ANALYSIS_BEGINS


def _shown(session: Session) -> Thought | None:
    """Return the analysis of the position on the board, running or ended."""
    thought = session.thought
    if not session.analysing or session.study is not None or thought is None:
        return None
    if thought.purpose != ANALYSIS:
        return None
    return thought if thought.state == session.match.state else None


def best(report: Report) -> tuple[Alternative, ...]:
    """Return the best moves; those below a proved one are from the last depth that found several.

    The others follow by their values. If the position is lost, so is every move.
    """
    shown = report.alternatives or (Alternative(report.move, report.value, report.line),)
    several = next((move.alternatives for move in reversed(report.iterations)
                  if len(move.alternatives) > len(shown)), ())  # fmt: skip
    moves = {move.move for move in shown}
    others = [move for move in several if move.move not in moves]
    if report.proof is not None and report.value is not None and report.value < 0:
        others = [replace(move, value=report.value) for move in others]
    first, *rest = (*shown, *others)[: len(several) or None]
    return (first, *sorted(rest, key=lambda move: move.value or 0.0, reverse=True))

"""Turns: a game begins, a move is played, and the engine is asked for what comes next."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path

from loa_tk.control.effects import (
    Do,
    DoOnce,
    Drop,
    Effect,
    Effects,
    Later,
    Log,
    Never,
    Run,
    SaveSettings,
    work,
)
from loa_tk.control.engine.played import is_ours, recorded_name
from loa_tk.control.engine.searches import AnalysisJob, SearchJob
from loa_tk.control.engine.thought import ANALYSIS, MOVE, Thought
from loa_tk.control.game.adapting import adapt
from loa_tk.control.game.gamelog import log_move, log_result, log_way
from loa_tk.control.game.helped import count, take_back
from loa_tk.control.game.session import GameFile, Marks, Session
from loa_tk.model.game import Game, Move, State
from loa_tk.model.match import Match, Node
from loa_tk.model.records.record import letter
from loa_tk.model.records.values import BACK
from loa_tk.model.search.players import Player
from loa_tk.model.search.statistics import Report
from loa_tk.scenes.main import LogEntry
from loa_tk.words import main as words
from loa_tk.words import review as review_words

TURN = "turn"  # the timer of the next move
SEE_PASS = 1200  # ms to read that a turn is forfeited
BEST_MOVES = 3  # of the position that is analysed
EACH = 1.0  # seconds for every position of a game that is analysed
# The same where the prover comes first, which needs two seconds for the start of 5x5 on an idle
# machine. The search ends with the proof.
EACH_PROVED = 10.0


class MayLeave:
    """That the game on the board may be replaced; `filing.leave` makes it, after its question."""


def begin(
    session: Session,
    left: MayLeave,
    match: Match,
    paused: bool = False,
    kept: Path | None = None,
    **settings: object,
) -> list[Effect[Session]]:
    """Put another match on the board, changing settings; the old one stays in the archive.

    `kept` is the match's own file in the archive, if it has one already.
    """
    effects = forget(session)
    if session.file.commented:  # and not yet written
        effects += keep(session)
    if kept is None:
        effects.append(Do(work(session.archive.release)))
    session.thought = session.study = session.lesson = session.draft = None
    session.match, session.names, session.details = match, None, None
    session.finished_by = session.analysed = None
    session.analysing = False
    session.paused, session.reviewing, session.trying = paused, False, False
    session.file, session.marks, session.note = GameFile(kept=kept), Marks(), ""
    if settings:
        session.change(**settings)
        effects.append(SaveSettings())
    return [*effects, *note_left(session), *next_turn(session)]


def begin_from(session: Session, left: MayLeave, state: State, text: str) -> list[Effect[Session]]:
    """Begin the same game from another position, and say so."""
    effects = begin(session, left, Match(session.game, state))
    # Keep it at once, because a position set up with care would be lost at the next start.
    return [*effects, *keep(session), *note(session, text)]


def play(
    session: Session, move: Move, report: Report | None = None, glide: bool = True
) -> list[Effect[Session]]:
    """Play a move on the board and hand the turn over."""
    # With two humans, one may move while the other's hint is being searched.
    effects, match = forget(session), session.match
    if session.reviewing and match.node.children:
        session.trying = True
    elif match.node is match.root.end():
        session.trying = False
    logged = log_way(session, match.node)
    match.play(move, report, main=not session.trying)
    if BACK in dict(match.node.marks):  # the same move again
        count(match.node, BACK, -1)
    effects += [*logged, *log_move(session, report), *log_result(session)]
    session.file.changed, session.study = True, None
    if match.outcome() is not None:
        session.finished_by = session.humans
        if session.game.key not in session.settings.played:
            session.learned = match
            session.change(played=[*session.settings.played, session.game.key])
            effects.append(SaveSettings())
    session.file.info.pop("RE", None)  # the result in the file is no longer the result of this game
    session.reviewing = session.reviewing and not any(session.humans)
    session.clear_marks()
    session.note = ""
    effects += adapt(session)
    session.marks.glide = session.glide_of(session.match.node) if glide else None
    session.shown_at = session.clock()
    return [*effects, *keep(session), *next_turn(session)]


def go_to(session: Session, node: Node | None) -> list[Effect[Session]]:
    """Put another position of the game on the board, as undo and redo do."""
    if node is None:
        return []
    effects = [*forget(session), *log_way(session, node)]
    if not (session.trying or session.reviewing):
        take_back(session.match.node, node)
    session.match.node = node
    session.clear_marks()
    session.note = ""
    if not any(session.humans):
        session.paused = True  # or the computer would play the same move at once
    return [*effects, *keep(session), *next_turn(session)]


def next_turn(session: Session) -> list[Effect[Session]]:
    """Start the turn: the computer thinks; a forfeited turn stays long enough to be read."""
    effects: list[Effect[Session]] = [Never(TURN)]
    if session.draft is not None:
        return effects
    if session.only_pass() is not None and not session.reviewing:
        return [*effects, Later(TURN, SEE_PASS, pass_turn)]
    if session.computer_to_move and (session.stepping or not session.held):
        session.stepping = False
        if session.answer is not None and session.answer[0] is session.match.node:
            return [*effects, Later(TURN, 0, play_found)]
        return [*effects, *think(session, MOVE, session.opponent(session.match.player))]
    return [*effects, *follow(session)]


def pass_turn(session: Session) -> Effects[Session]:
    """Forfeit the turn, unless the computer's game has been paused meanwhile."""
    move = session.only_pass()
    waits = session.reviewing or (session.paused and session.computer_to_move)
    return [] if move is None or waits else play(session, move)


def play_found(session: Session) -> Effects[Session]:
    """Play the move that a search has found for the position on the board."""
    if session.answer is None or session.answer[0] is not session.match.node:
        return []
    report = session.answer[1]
    return play(session, report.move, report)


# --- asking the engine ---


def think(session: Session, purpose: str, player: Player) -> list[Effect[Session]]:
    """Search the position on the board."""
    match = session.match
    if session.thought is not None and session.thought.purpose == ANALYSIS:
        session.analysed = session.thought.finished()
    session.thought = Thought(
        purpose=purpose, game=match.game, state=match.state, player=player, begun=session.clock()
    )
    history = match.history()
    job = SearchJob(game=match.game.key, state=match.state, history=history, player=player)
    return [Run(job)]


def analyse(
    session: Session, node: Node, lines: int, seconds: float | None = None
) -> list[Effect[Session]]:
    """Search a position for its best moves, until stopped or for this many seconds."""
    game, player = session.game, Player("strong", seconds=seconds)
    history = tuple(before.state for before in node.line()[:-1])
    session.thought = Thought(
        purpose=ANALYSIS, game=game, state=node.state, player=player, begun=session.clock()
    )
    job = AnalysisJob(
        game=game.key, state=node.state, history=history, lines=lines, seconds=seconds
    )
    return [Run(job)]


def each(game: Game) -> float:
    """Return the seconds for every position of a game that is analysed."""
    return EACH_PROVED if game.prover_share > 1 else EACH


def follow(session: Session) -> list[Effect[Session]]:
    """Analyse the position on the board, if that is switched on and the engine is idle."""
    node = session.match.node
    if session.study is not None:
        # The study continues at the position where a hint interrupted it.
        if session.thinking:
            return []
        return analyse(session, session.study.node, 1, each(session.game))
    wanted = session.analysing and session.match.outcome() is None
    effects: list[Effect[Session]] = []
    stale = not (wanted and session.thought is not None and session.thought.state == node.state)
    if session.thinking and not session.awaited and stale:
        effects += forget(session)
    if wanted and not session.thinking:
        effects += analyse(session, node, BEST_MOVES)
    return effects


def forget(session: Session) -> list[Effect[Session]]:
    """Drop the running search, if there is one, and what it has found."""
    session.answer = None
    if session.thought is not None and session.thought.live:
        session.thought = session.thought.finished()
    return [Drop()]


# --- keeping the game ---


def keep(session: Session) -> list[Effect[Session]]:
    """Write the game on the board to its file in the archive."""
    session.file.commented = False
    describe(session)
    file = session.file
    saving = work(session.archive.save, session.match, file.info, file.link)
    return [DoOnce(saving, partial(kept, match=session.match))]


def describe(session: Session) -> None:
    """Enter the players and the date in a record; names that people have chosen stay.

    The players are those of the searches, because a level may be changed during a game. A side
    without a search has its player of now, until the record has another.
    """
    info, game = session.file.info, session.game
    fresh, line = not info, session.match.root.end().line()
    for side, human in enumerate(session.players):
        key = "P" + letter(game, side)
        name = recorded_name(game, line, side)
        if fresh:
            now = review_words.COMPUTER.format(player=session.style(side))
            info[key] = name or (review_words.HUMAN if human else now)
        elif name and is_ours(info.get(key, "")):
            info[key] = name
    if fresh:
        info["DT"] = time.strftime("%Y-%m-%d")


def kept(session: Session, path: Path | None, match: Match) -> list[Effect[Session]]:
    """Note where a game has been written, or that nothing can be written; the disk may be full."""
    if match is not session.match:
        return []  # another game has begun since then
    failure = words.NOT_KEPT_FULL if session.archive.full else words.NOT_KEPT
    session.file.saved = failure if path is None else words.KEPT
    session.file.kept = path or session.file.kept
    return note_left(session)


def note_left(session: Session) -> list[Effect[Session]]:
    """Note which game is on the board, at once: a machine may be switched off at any time."""
    if session.file.left == session.settings.left:
        return []
    session.change(left=session.file.left)
    return [SaveSettings()]


def note(session: Session, text: str, bad: bool = False) -> list[Effect[Session]]:
    """Say something in the status line and, if it is bad, in the log too."""
    session.note = text
    return [Log(LogEntry(head=text, bad=True))] if bad else []

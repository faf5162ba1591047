"""What the engine's messages change: moves are played, hints shown, failures reported."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from loa_tk.control.effects import Effects, Later
from loa_tk.control.engine.searchlog import csv_row, log_entry
from loa_tk.control.engine.thought import ANALYSIS, HINT, MOVE, Thought
from loa_tk.control.engine.worker import Message
from loa_tk.control.game import hands
from loa_tk.control.game.session import Logged, Session
from loa_tk.control.game.turns import TURN, follow, log, note, play_found
from loa_tk.control.study import analysis
from loa_tk.model.search.statistics import Report
from loa_tk.words import main as words

SEE_MOVE = 350  # ms between two moves, so that each is seen
SPEEDS = {"slow": 2000, "normal": 700, "fast": 0}  # the same, computer against computer


def heard(session: Session, messages: Sequence[Message]) -> Effects:
    """Take in the messages about the search that is going on."""
    return [effect for message in messages for effect in _heard(session, message)]


def _heard(session: Session, message: Message) -> Effects:
    thought, content = session.thought, message.content
    if thought is None or not thought.live:
        return []
    if message.kind == "progress" and isinstance(content, Report):
        session.thought = thought.heard(content)
        return []
    if message.kind == "done" and isinstance(content, Report):
        session.thought = thought.finished(content)
        return _finished(session, thought, content)
    if message.kind == "restarted":
        return note(session, words.ENGINE_RESTARTED.format(status=content), bad=True)
    session.thought = thought.finished()
    reason = str(content).strip().splitlines()[-1]
    effects = note(session, words.ENGINE_FAILED.format(reason=reason), bad=True)
    if thought.purpose == ANALYSIS:
        return [*effects, *analysis.failed(session, reason)]
    if thought.purpose == HINT:
        return [*effects, *follow(session)]
    return effects


def _finished(session: Session, thought: Thought, report: Report) -> Effects:
    """Play the move of a search that has answered, or log it and show it as a hint."""
    if thought.purpose == ANALYSIS:
        return analysis.finished(session, report)
    if thought.purpose == MOVE:
        # It is logged when it is played: until then, a pause or an undo may come.
        session.found = session.match.node, report
        return [Later(TURN, rest(session), play_found)]
    game, state = thought.game, thought.state
    number = session.match.ply // 2 + 1
    entry = log_entry(game, state, number, report)
    entry = replace(entry, head=words.HINT_HEAD.format(head=entry.head))
    effects = log(session, Logged(entry, csv_row(game, state, number, report)))
    hands.show_hint(session, report)
    return [*effects, *follow(session)]


def rest(session: Session) -> int:
    """Return the milliseconds until the last move has been seen for long enough."""
    if session.match.ply == 0:
        return 0
    due = SEE_MOVE if any(session.humans) else SPEEDS[session.settings.speed]
    return max(0, due - round(1000 * (session.clock() - session.shown_at)))

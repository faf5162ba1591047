"""What the engine's messages change: moves are played, hints shown, failures reported."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePath

from loa_tk.control.effects import Effects, Later, Log
from loa_tk.control.engine.jobs import Message
from loa_tk.control.engine.thought import ANALYSIS, HINT, MOVE, Thought
from loa_tk.control.game import hands
from loa_tk.control.game.gamelog import log_hint
from loa_tk.control.game.session import Session
from loa_tk.control.game.turns import TURN, follow, keep, note, play_found
from loa_tk.control.study import analysis
from loa_tk.lab.mistakes import Mistake
from loa_tk.model.search.statistics import Report
from loa_tk.scenes.main import LogEntry
from loa_tk.words import main as words
from loa_tk.words import own_code as guest_words

SEE_MOVE = 350  # ms between two moves, so that each is seen
MOST_PRINTED = 40  # lines of a student's output that the log shows at a time
SPEEDS = {"slow": 2000, "normal": 700, "fast": 0}  # the same, computer against computer


def heard(session: Session, messages: Sequence[Message]) -> Effects[Session]:
    """Take in the messages about the search that is going on."""
    return [effect for message in messages for effect in _heard(session, message)]


def _heard(session: Session, message: Message) -> Effects[Session]:
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
        text = words.ENGINE_LATE if message.late else words.ENGINE_RESTARTED
        return note(session, text.format(status=content), bad=True)
    if message.kind == "note":
        return [Log(LogEntry(head=str(content)))]
    if message.kind == "output":
        return [Log(LogEntry(head=printed(thought, str(content))))]
    session.thought = thought.broken_off()
    reason = str(content).strip().splitlines()[-1]
    effects = (
        _mistake(session, content)
        if isinstance(content, Mistake)
        else note(session, words.ENGINE_FAILED.format(reason=reason), bad=True)
    )
    if thought.purpose == ANALYSIS:
        return [*effects, *analysis.failed(session, reason)]
    if thought.purpose == HINT:
        return [*effects, *follow(session)]
    return effects


def _mistake(session: Session, mistake: Mistake) -> Effects[Session]:
    """Log a mistake in a student's file with the text of its line, and say how to go on."""
    text = words.ENGINE_FAILED.format(reason=mistake.place() + mistake.what)
    session.note = guest_words.WAITS.format(reason=text)
    code = f"\n{guest_words.CODE.format(code=mistake.code)}" if mistake.code else ""
    return [Log(LogEntry(head=text + code, bad=True))]


def printed(thought: Thought, output: str) -> str:
    """Return what a student's file has printed, marked as its own."""
    lines = output.splitlines()
    if len(lines) > MOST_PRINTED:
        more = guest_words.MORE_PRINTED.format(number=len(lines) - MOST_PRINTED)
        lines = [*lines[:MOST_PRINTED], more]
    name = ", ".join(PurePath(file).name for file in thought.player.files)
    head = guest_words.OUTPUT.format(files=name)
    return "\n".join([head, *(guest_words.PRINTED.format(line=line) for line in lines)])


def _finished(session: Session, thought: Thought, report: Report) -> Effects[Session]:
    """Play the move of a search that has answered, or log it and show it as a hint."""
    if thought.purpose == ANALYSIS:
        return analysis.finished(session, report)
    if not report.player:  # another program's
        report = replace(report, player=thought.player.spec())
    if thought.purpose == MOVE:
        # It is logged when it is played: until then, a pause or an undo may come.
        session.answer = session.match.node, report
        return [Later(TURN, rest(session), play_found)]
    effects = log_hint(session, thought.game, thought.state, report)
    hands.show_hint(session, report)
    if session.match.root.children and not session.reviewing:
        effects += keep(session)  # the record counts hints
    return [*effects, *follow(session)]


def rest(session: Session) -> int:
    """Return the milliseconds until the last move has been seen for long enough."""
    if session.match.ply == 0:
        return 0
    due = SEE_MOVE if any(session.humans) else SPEEDS[session.settings.speed]
    return max(0, due - round(1000 * (session.clock() - session.shown_at)))

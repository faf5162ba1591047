"""What the check window does on each intent: handlers that change its state and name effects."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from loa_tk.control.checking.effects import AwaitFindings, PlayAgainst, RunCheck, StopCheck
from loa_tk.control.checking.jobs import Refused
from loa_tk.control.checking.state import CheckingState
from loa_tk.control.classroom.findings import Checked, Line
from loa_tk.control.effects import AskOpenName, Close, Effects, Front
from loa_tk.control.engine.jobs import Message
from loa_tk.model.games import all_games
from loa_tk.words import checking as words
from loa_tk.words.main import PYTHON_FILES


def check(state: CheckingState, path: Path, game: str) -> Effects:
    """Bring the window to the front and check this file, in place of the one before it."""
    state.path, state.game = path, game
    return [Front(), *begin(state)]


def begin(state: CheckingState) -> Effects:
    """Check the file from the beginning."""
    assert state.path is not None
    stopped = [StopCheck()] if state.running else []
    state.begin()
    return [*stopped, RunCheck(state.path, state.game), AwaitFindings()]


def heard(state: CheckingState, messages: Sequence[Message]) -> Effects:
    """Take in what the checks have found."""
    for message in messages:
        content = message.content
        if isinstance(content, Line):
            state.lines.append(content)
        elif isinstance(content, str) and message.kind == "progress":
            state.doing = content
        elif message.kind == "restarted":
            state.lines, state.doing = [], ""
            state.say(words.RESTARTED, bad=True)
        elif isinstance(content, Checked):
            state.checked = content
            state.end(words.FINISHED.format(seconds=content.seconds))
        elif isinstance(content, Refused):
            state.end(words.FAILED.format(reason=content.reason), bad=True)
        elif message.kind == "failed":
            reason = str(content).strip().split("\n")[-1]
            state.end(words.FAILED.format(reason=reason), bad=True)
    return [AwaitFindings()] if state.running else []


def stop(state: CheckingState) -> Effects:
    """End the check and keep the lines that are known."""
    if not state.running:
        return []
    state.end(words.STOPPED)
    return [StopCheck()]


def closed(state: CheckingState) -> Effects:
    """End the check and close the window."""
    return [*stop(state), Close()]


def another(state: CheckingState) -> Effects:
    """Let the user choose another file and check it."""
    return [AskOpenName(words.ANOTHER_TITLE, PYTHON_FILES, _named)]


def _named(state: CheckingState, name: str) -> Effects:
    state.path = Path(name).absolute()
    return begin(state)


def play(state: CheckingState) -> Effects:
    """Let the computer of the main window play with the file."""
    return [PlayAgainst(state.path)] if state.path is not None else []


def choose(state: CheckingState, name: str, key: str) -> Effects:
    """Check in another game."""
    if key not in all_games() or key == state.game:
        return []
    state.game = key
    return begin(state) if state.path is not None else []


COMMANDS: Mapping[str, Callable[[CheckingState], Effects]] = {
    "again": begin,
    "stop": stop,
    "play": play,
    "another": another,
}


def enabled(state: CheckingState) -> frozenset[str]:
    """Return the commands that are possible now."""
    if state.path is None:
        return frozenset({"another"})
    return frozenset({"another", "play", "stop" if state.running else "again"})


def command(state: CheckingState, name: str) -> Effects:
    """Do what a button or a key asks for, if it is possible now."""
    return COMMANDS[name](state) if name in enabled(state) else []

"""What the check window does on each intent: handlers that change its state and name effects."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from loa_tk.control.checking.jobs import CheckJob, Refused
from loa_tk.control.checking.state import STEPS, CheckingState, scene, shows_step
from loa_tk.control.classroom.findings import Checked, Line
from loa_tk.control.effects import (
    AskOpenName,
    Choose,
    Drop,
    Effects,
    Explorable,
    Front,
    OpenTool,
    Run,
    ToolRequest,
)
from loa_tk.control.engine.jobs import Job, Message
from loa_tk.control.rows import Command
from loa_tk.control.tools import Tool
from loa_tk.model.checks.diagnosis import given_evaluation
from loa_tk.model.checks.secret import SECRET
from loa_tk.model.games import all_games, find_game
from loa_tk.model.notation import read_position
from loa_tk.model.tree.followed import FOLLOWED
from loa_tk.scenes.checking import CheckingScene
from loa_tk.words import checking as words
from loa_tk.words.own_code import OWN_FILES


def opened(state: CheckingState, request: ToolRequest) -> Effects[CheckingState]:
    """Bring the window to the front and check this file, in place of the one before it."""
    if request.path is None:
        return [Front()]
    state.path, state.game = request.path, request.game.key
    return [Front(), *begin(state)]


def begin(state: CheckingState) -> Effects[CheckingState]:
    """Check the file from the beginning."""
    assert state.path is not None
    state.begin()
    return [Run(CheckJob(str(state.path), state.game))]


def heard(state: CheckingState, job: Job, messages: Sequence[Message]) -> Effects[CheckingState]:
    """Take in what the checks have found."""
    for message in messages:
        content = message.content
        if isinstance(content, Line):
            state.lines.append(content)
        elif message.kind == "failed":
            state.end(words.FAILED.format(reason=message.reason), bad=True)
        elif isinstance(content, str):
            state.doing = content
        elif isinstance(content, Message):
            state.lines, state.doing = [], ""
            state.say(words.RESTARTED, bad=True)
        elif isinstance(content, Checked):
            state.checked = content
            state.end(words.FINISHED.format(seconds=content.seconds))
        elif isinstance(content, Refused):
            state.end(words.FAILED.format(reason=content.reason), bad=True)
    return []


def stop(state: CheckingState) -> Effects[CheckingState]:
    """End the check and keep the lines that are known."""
    if not state.running:
        return []
    state.end(words.STOPPED)
    return [Drop()]


def another(state: CheckingState) -> Effects[CheckingState]:
    """Let the user choose another file and check it."""
    return [AskOpenName(title=words.ANOTHER_TITLE, kinds=OWN_FILES, then=_named)]


def _named(state: CheckingState, name: str) -> Effects[CheckingState]:
    state.path = Path(name).absolute()
    return begin(state)


def play(state: CheckingState) -> Effects[CheckingState]:
    """Let the computer of the main window play with the file."""
    return [Choose("own", str(state.path))]


def show_step(state: CheckingState, check: str) -> Effects[CheckingState]:
    """Open the search explorer where the file's search and Figure 2 part, as a check found it."""
    found = (line for line in state.lines if line.name == check and shows_step(line))
    line = next(found, None)
    if line is None or state.path is None:
        return []
    game, figures = find_game(state.game), line.finding.figures
    position = read_position(game, figures["position"])
    secret = figures["secret"]
    evaluation = f"{SECRET}{secret}" if secret else given_evaluation(game)
    search = Explorable(
        game=game, state=position, search=FOLLOWED, evaluation=evaluation, depth=figures["depth"]
    )
    request = ToolRequest(game=game, state=position, path=state.path, search=search)
    return [OpenTool("explorer", request)]


def first_step(state: CheckingState) -> Effects[CheckingState]:
    """Show the step of the first finding that has one."""
    named = [line.name for line in state.lines if shows_step(line)]
    return show_step(state, min(named, key=STEPS.index)) if named else []


def choose(state: CheckingState, name: str, key: str) -> Effects[CheckingState]:
    """Check in another game, or show the step that a finding names."""
    if name == "step":
        return show_step(state, key)
    if key not in all_games() or key == state.game:
        return []
    state.game = key
    return begin(state) if state.path is not None else []


def _has_file(state: CheckingState) -> bool:
    return state.path is not None


ROWS = (
    Command("again", begin, label="Check again", key="Ctrl+R",
            possible=lambda state: _has_file(state) and not state.running),
    Command("stop", stop, label="Stop", key="Escape", possible=lambda state: state.running),
    Command("step", first_step, label="Show the step", key="Ctrl+E",
            possible=lambda state: any(map(shows_step, state.lines)),
            help="show the first wrong step beside Figure 2"),
    Command("play", play, label="Play against it", possible=_has_file),
    Command("another", another, label="Another file…", key="Ctrl+O", help="check another file"),
)  # fmt: skip
TOOL: Tool[CheckingState, CheckingScene, None] = Tool(
    name="checking", rows=ROWS, begin=lambda clock, folder, request: CheckingState(), scene=scene,
    opened=opened, closing=stop, choose=choose, heard=heard,
)  # fmt: skip

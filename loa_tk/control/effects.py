"""Effects, which handlers name: actions outside a window's state.

An effect is data. A handler returns it instead of doing it, so that handlers can be tested without
a view, a worker or a disk. The stages are the order in which `loop` runs the effects of an intent.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from pathlib import Path
from typing import ClassVar, TypeAlias

from loa_tk.control.engine.jobs import Job
from loa_tk.model.game import Game, State
from loa_tk.model.match import Match
from loa_tk.model.records import Tree
from loa_tk.scenes.immutable import dataclass
from loa_tk.scenes.main import LogEntry
from loa_tk.scenes.pages import FormScene, HelpPage, ListScene


class Stage(IntEnum):
    """When an effect runs: visible effects come first, the disk after the window is drawn."""

    SEEN = 1
    ENGINE = 2
    DISK = 3
    ASKED = 4


@dataclass(frozen=True)
class Effect:
    """Something to be done after the window has been shown.

    An effect that is done `once` is not queued again while an equal one waits.
    """

    stage: ClassVar[Stage] = Stage.ASKED
    once: ClassVar[bool] = False


Effects: TypeAlias = Sequence[Effect]
# A handler changes the state it is given and returns effects. Its further arguments depend on its
# caller: a key, a square, the answer to a question.
Handler: TypeAlias = Callable[..., Effects]


@dataclass(frozen=True)
class Later(Effect):
    """Handle something after a pause; this replaces a promise of the same name."""

    stage = Stage.ENGINE
    name: str
    milliseconds: int
    then: Handler


@dataclass(frozen=True)
class Never(Effect):
    """Drop the promise of this name, if there is one."""

    stage = Stage.ENGINE
    name: str


@dataclass(frozen=True)
class Think(Effect):
    """Give the engine this job, in place of any other."""

    stage = Stage.ENGINE
    job: Job


@dataclass(frozen=True)
class AnswerNow(Effect):
    """Ask the engine to answer with what it has found so far."""

    stage = Stage.ENGINE


@dataclass(frozen=True)
class Forget(Effect):
    """Drop the engine's job, so that no more messages about it arrive."""

    stage = Stage.ENGINE


@dataclass(frozen=True)
class Write(Effect):
    """Write a whole file; `then` gets the reason why it failed, or nothing.

    The content is made when it is written, because games continue while a dialog is open.
    """

    stage = Stage.DISK
    path: Path
    content: Callable[[], str | bytes]
    then: Handler


def folder_of(recent: Sequence[str]) -> str:
    """Return the folder of the latest file, in which the user will look for the next, or nothing.

    Without a folder the first dialog begins in the folder that the program was started in.
    """
    return str(Path(recent[0]).parent) if recent else ""


@dataclass(frozen=True)
class AskOpenName(Effect):
    """Let the user choose a file to open; `then` gets its name unless the user cancels.

    The dialog begins in `folder`, or where the last one ended.
    """

    title: str
    kinds: tuple[tuple[str, str], ...]
    then: Handler
    folder: str = ""


@dataclass(frozen=True)
class AskSaveName(Effect):
    """Let the user choose a name to save under; `then` gets it unless the user cancels.

    The dialog begins in `folder`, or where the last one ended.
    """

    title: str
    name: str
    kinds: tuple[tuple[str, str], ...]
    then: Handler
    folder: str = ""


@dataclass(frozen=True)
class AskFolder(Effect):
    """Let the user choose a folder; `then` gets its name unless the user cancels."""

    title: str
    then: Handler


@dataclass(frozen=True)
class Confirm(Effect):
    """Ask the user to confirm; `then` is called if the user does."""

    title: str
    text: str
    button: str
    then: Handler


@dataclass(frozen=True)
class FillIn(Effect):
    """Show a form; `check` returns a message for each wrong value, `then` gets the right ones."""

    scene: FormScene
    check: Callable[[Mapping[str, str]], Mapping[str, str]]
    then: Handler


@dataclass(frozen=True)
class Pick(Effect):
    """Show a list; `then` gets the key of the chosen line, if one is chosen.

    `other` gets it if the list's second button was pressed; the list stays open.
    """

    scene: ListScene
    then: Handler
    other: Handler | None = None


@dataclass(frozen=True)
class Front(Effect):
    """Bring this window to the front."""

    stage = Stage.SEEN


@dataclass(frozen=True)
class Close(Effect):
    """Close this window."""


# --- the main window's own ---


@dataclass(frozen=True)
class Log(Effect):
    """Add an entry to the log pane."""

    stage = Stage.SEEN
    entry: LogEntry


@dataclass(frozen=True)
class ClearLog(Effect):
    """Empty the log pane."""

    stage = Stage.SEEN


@dataclass(frozen=True)
class Copy(Effect):
    """Put a text on the clipboard."""

    stage = Stage.SEEN
    text: str


@dataclass(frozen=True)
class SaveSettings(Effect):
    """Write the settings as they are at that moment."""

    stage = Stage.DISK
    once = True


@dataclass(frozen=True)
class KeepGame(Effect):
    """Write a game to its file in the archive; `then` gets the game and the file, or None.

    It also gets whether the disk was full.
    """

    stage = Stage.DISK
    once = True
    match: Match
    info: Mapping[str, str]
    then: Handler


@dataclass(frozen=True)
class LetGo(Effect):
    """Let go of the archive's file, so that the next game kept is a new one."""

    stage = Stage.DISK


@dataclass(frozen=True)
class WritePicture(Effect):
    """Write a picture of the board; `then` gets the reason why it failed, or nothing."""

    stage = Stage.DISK
    path: Path
    then: Handler


@dataclass(frozen=True)
class Paste(Effect):
    """Read the clipboard; `then` gets its text."""

    then: Handler


@dataclass(frozen=True)
class ReadGames(Effect):
    """Read the games of a file; `then` gets their trees with their headlines, or the error."""

    stage = Stage.DISK
    path: Path
    then: Handler


@dataclass(frozen=True)
class ReadGame(Effect):
    """Play one game of a file by the rules; `then` gets its record, or the error."""

    stage = Stage.DISK
    path: Path
    tree: Tree
    then: Handler


@dataclass(frozen=True)
class ListKept(Effect):
    """Look through the archive; `then` gets the games in it."""

    stage = Stage.DISK
    then: Handler


@dataclass(frozen=True)
class DeleteKept(Effect):
    """Delete a game of the archive; `then` gets whether it could be deleted."""

    stage = Stage.DISK
    path: Path
    then: Handler


@dataclass(frozen=True)
class Reopen(Effect):
    """Take a game up from the archive; `then` gets its record and whether it could be locked.

    The record is None if the file can no longer be read.
    """

    stage = Stage.DISK
    path: Path
    then: Handler


@dataclass(frozen=True)
class Announce(Effect):
    """Report an error in a dialog."""

    title: str
    text: str


@dataclass(frozen=True)
class ShowHelp(Effect):
    """Show a help page in its own window."""

    page: HelpPage


@dataclass(frozen=True)
class Inspect(Effect):
    """Read a student's file without running it; `then` gets it as a Student, or the reason."""

    stage = Stage.DISK
    path: Path
    then: Handler


@dataclass(frozen=True)
class CheckFile(Effect):
    """Open the check window and check a student's file in it at once."""

    path: Path
    game: Game


@dataclass(frozen=True)
class Explore(Effect):
    """Open the search explorer and search a position in it at once."""

    game: Game
    state: State
    search: str
    evaluation: str
    depth: int


@dataclass(frozen=True)
class OpenTool(Effect):
    """Open one of the windows of the Tools menu, or bring it to the front."""

    name: str

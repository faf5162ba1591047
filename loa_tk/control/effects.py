"""Effects, which handlers name: actions outside a window's state.

An effect is data. A handler returns it instead of doing it, so that handlers can be tested without
a view, a worker or a disk. The stages are the order in which `loop` runs the effects of an intent.

`S` is the state of the window whose handler names the effect, `A` the answer that `then` gets. An
effect without an answer is one for any state, and a handler of another window, or one that expects
another answer, is an error of type.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY
from enum import IntEnum
from pathlib import Path
from typing import ClassVar, Generic, NamedTuple, ParamSpec, TypeAlias, TypeVar

from loa_tk.control.engine.jobs import Job
from loa_tk.immutable import dataclass
from loa_tk.model.game import Game, State
from loa_tk.model.match import Match
from loa_tk.scenes.main import LogEntry
from loa_tk.scenes.pages import FormScene, HelpPage, ListScene
from loa_tk.store.files import attempt

S = TypeVar("S", contravariant=True)
A = TypeVar("A")
P = ParamSpec("P")


class Stage(IntEnum):
    """When an effect runs: visible effects come first, the disk after the window is drawn."""

    SEEN = 1
    ENGINE = 2
    DISK = 3
    ASKED = 4


@dataclass(frozen=True)
class Effect(Generic[S]):
    """Something to be done after the window has been shown.

    An effect that is done `once` is not queued again while an equal one waits. A handler that names
    only effects `elsewhere` has changed nothing in its own window.
    """

    stage: ClassVar[Stage] = Stage.ASKED
    once: ClassVar[bool] = False
    elsewhere: ClassVar[bool] = False


Effects: TypeAlias = Sequence[Effect[S]]
# A handler changes the state it is given and returns effects.
Handler: TypeAlias = Callable[[S], Effects[S]]
# What goes on when an effect has an answer.
Then: TypeAlias = Callable[[S, A], Effects[S]]


# --- time and work ---


@dataclass(frozen=True)
class Later(Effect[S]):
    """Handle something after a pause; this replaces a timer of the same name."""

    stage = Stage.ENGINE
    name: str
    milliseconds: int
    then: Handler[S]


@dataclass(frozen=True)
class Never(Effect[object]):
    """Cancel the timer of this name, if there is one."""

    stage = Stage.ENGINE
    name: str


@dataclass(frozen=True)
class Run(Effect[object]):
    """Give the window's runner this job, in place of any other."""

    stage = Stage.ENGINE
    job: Job


@dataclass(frozen=True)
class Stop(Effect[object]):
    """Ask for the answer of the running job at once."""

    stage = Stage.ENGINE


@dataclass(frozen=True)
class Drop(Effect[object]):
    """Drop the running job, so that no more messages about it arrive."""

    stage = Stage.ENGINE


@dataclass(frozen=True)
class Work(Generic[A]):
    """A function with its arguments: work that has a name and can be compared."""

    function: Callable[..., A]
    arguments: tuple[object, ...]

    def __call__(self) -> A:
        """Do the work."""
        return self.function(*self.arguments)


def work(function: Callable[P, A], *arguments: P.args, **named: P.kwargs) -> Work[A]:
    """Return the call of a function with these arguments, checked as if it were called now."""
    assert not named, "work is compared by its positional arguments"
    return Work(function, arguments)


@dataclass(frozen=True)
class Do(Effect[S], Generic[S, A]):
    """Do work that takes only moments; `then` gets what it returns."""

    stage = Stage.DISK
    work: Callable[[], A]
    then: Then[S, A] | None = None


@dataclass(frozen=True)
class DoOnce(Do[S, A]):
    """Do the work, unless an equal effect already waits to do it."""

    once = True


@dataclass(frozen=True)
class DoSlowly(Effect[S], Generic[S, A]):
    """Do work in the background, with a progress bar under this title and Cancel.

    The work is given a function to call with the share that is done. `then` gets what it returns,
    and is not called if the user cancels. Work that `lasts` goes on when its window closes.
    """

    stage = Stage.DISK
    title: str
    work: Callable[[Callable[[float], None]], A]
    then: Then[S, A]
    _: KW_ONLY
    lasts: bool = False


def write(path: Path, content: Callable[[], str | bytes], then: Then[S, str]) -> Do[S, str]:
    """Return the writing of a whole file; `then` gets the reason why it failed, or nothing.

    The content is made when it is written, because games continue while a dialog is open.
    """
    return Do(work(attempt, path, content), then)


@dataclass(frozen=True)
class WriteImage(Effect[S]):
    """Write what the window shows as PNG; `then` gets the reason why it failed, or nothing."""

    stage = Stage.DISK
    path: Path
    then: Then[S, str]


# --- questions ---

Kinds: TypeAlias = tuple[tuple[str, str], ...]  # of files: labels and endings


def folder_of(recent: Sequence[str]) -> str:
    """Return the folder of the latest file, in which the user will look for the next, or nothing.

    Without a folder the first dialog begins in the folder that the program was started in.
    """
    return str(Path(recent[0]).parent) if recent else ""


@dataclass(frozen=True, kw_only=True)
class AskOpenName(Effect[S]):
    """Let the user choose a file to open; `then` gets its name unless the user cancels.

    The dialog begins in `folder`, or where the last one ended.
    """

    title: str
    kinds: Kinds
    then: Then[S, str]
    folder: str = ""


@dataclass(frozen=True, kw_only=True)
class AskSaveName(Effect[S]):
    """Let the user choose a name to save under; `then` gets it unless the user cancels.

    The dialog begins in `folder`, or where the last one ended.
    """

    title: str
    name: str
    kinds: Kinds
    then: Then[S, str]
    folder: str = ""


@dataclass(frozen=True)
class AskFolder(Effect[S]):
    """Let the user choose a folder; `then` gets its name unless the user cancels."""

    title: str
    then: Then[S, str]


@dataclass(frozen=True, kw_only=True)
class Confirm(Effect[S]):
    """Ask the user to confirm; `then` is called if the user does.

    If something would be lost for good (`harmful`), Enter cancels. `other` is a second answer: its
    button and what it does.
    """

    title: str
    text: str
    button: str
    then: Handler[S]
    harmful: bool = False
    other: tuple[str, Handler[S]] | None = None


@dataclass(frozen=True)
class FillIn(Effect[S]):
    """Show a form; `check` returns a message for each wrong value, `then` gets the right ones."""

    scene: FormScene
    check: Callable[[Mapping[str, str]], Mapping[str, str]]
    then: Then[S, Mapping[str, str]]


@dataclass(frozen=True)
class Pick(Effect[S]):
    """Show a list; `then` gets the key of the chosen line, if one is chosen.

    `other` gets it if the list's second button was pressed; the list stays open.
    """

    scene: ListScene
    then: Then[S, str]
    other: Then[S, str] | None = None


# --- the window ---


@dataclass(frozen=True)
class Front(Effect[object]):
    """Bring this window to the front."""

    stage = Stage.SEEN


@dataclass(frozen=True)
class Close(Effect[object]):
    """Close this window."""


@dataclass(frozen=True)
class Copy(Effect[object]):
    """Put a text on the clipboard."""

    stage = Stage.SEEN
    text: str


@dataclass(frozen=True)
class Paste(Effect[S]):
    """Read the clipboard; `then` gets its text."""

    then: Then[S, str]


@dataclass(frozen=True, kw_only=True)
class ShowMatch(Effect[object]):
    """Show a match on the main board for review, with the players' names and a note about it."""

    match: Match
    note: str
    names: tuple[str, str] | None = None
    details: tuple[str, str] | None = None  # how they play, if that is known
    info: Mapping[str, str] | None = None  # of its record, if there is one


@dataclass(frozen=True)
class Choose(Effect[object]):
    """Make a choice in the main window."""

    menu: str
    key: str


# --- the main window's own ---


@dataclass(frozen=True)
class Log(Effect[object]):
    """Add an entry to the log pane."""

    stage = Stage.SEEN
    entry: LogEntry


@dataclass(frozen=True)
class ClearLog(Effect[object]):
    """Empty the log pane."""

    stage = Stage.SEEN


@dataclass(frozen=True)
class SaveSettings(Effect[object]):
    """Write the settings as they are at that moment."""

    stage = Stage.DISK
    once = True


@dataclass(frozen=True)
class Announce(Effect[object]):
    """Report an error in a dialog."""

    title: str
    text: str


@dataclass(frozen=True)
class ShowHelp(Effect[object]):
    """Show a help page in its own window."""

    page: HelpPage


class Explorable(NamedTuple):
    """A search that the search explorer can repeat."""

    game: Game
    state: State
    search: str
    evaluation: str
    depth: int


@dataclass(frozen=True, kw_only=True)
class ToolRequest:
    """What a tool window is opened with: the position on the board, and what to begin at once."""

    game: Game
    state: State
    path: Path | None = None  # a student's file to check
    search: Explorable | None = None
    at_once: bool = False  # go on with what was interrupted, or take the board's position


@dataclass(frozen=True)
class OpenTool(Effect[object]):
    """Open one of the windows of the Tools menu, or bring it to the front."""

    elsewhere = True
    name: str
    request: ToolRequest

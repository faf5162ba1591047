"""What every window offers its controller besides showing scenes: timers and questions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol, TypeVar

from loa_tk.scenes.pages import FormScene, ListScene

Report = Callable[[str], None]  # hears the name of a command, or the key of what was chosen
Choose = Callable[[str, str], None]  # hears what is chosen from, and the key
Kinds = tuple[tuple[str, str], ...]  # of files: labels and endings
Answer = tuple[str, Callable[[], None]]  # a button of a question, and what it calls
ESCAPE = "escape"  # the name under which tool windows report this key
Values = Mapping[str, str]  # of a form's fields, or messages about them, by key


class Timers(Protocol):
    """The clock of the windows' own thread."""

    def after(self, milliseconds: int, callback: Callable[[], None]) -> object:
        """Call back once, later, in the window's own thread; return a token for `cancel`."""

    def cancel(self, token: object) -> None:
        """Cancel a call that `after` has scheduled."""

    def when_drawn(self, callback: Callable[[], None]) -> None:
        """Call back once, as soon as everything that was shown has been drawn."""


class ProgressView(Protocol):
    """A small window with a progress bar and Cancel."""

    def show(self, share: float) -> None:
        """Show which share of the work is done, 0 to 1."""

    def close(self) -> None:
        """Destroy the window."""


class Dialogs(Protocol):
    """The questions that every window can ask."""

    def ask_open_name(self, title: str, kinds: Kinds, folder: str = "") -> str:
        """Return the name of an existing file that the user chooses, or nothing.

        The dialog begins in this folder, or without one where the last dialog ended.
        """

    def ask_save_name(self, title: str, name: str, kinds: Kinds, folder: str = "") -> str:
        """Return a file name that the user chooses, or nothing; kinds are (label, ".txt").

        The dialog begins in this folder, or without one where the last dialog ended.
        """

    def ask_folder(self, title: str) -> str:
        """Return the name of a folder that the user chooses, which may not exist, or nothing."""

    def ask(
        self, title: str, text: str, button: str, done: Callable[[], None], harmful: bool = False,
        other: Answer | None = None,
    ) -> None:  # fmt: skip
        """Ask the user to confirm; `done` is called if the user does.

        If something would be lost for good (`harmful`), Enter cancels. `other` is a second answer:
        its button and what is called.
        """

    def form(
        self, scene: FormScene, check: Callable[[Values], Values], done: Callable[[Values], None]
    ) -> None:
        """Show a form; `check` returns a message for each wrong value, `done` gets the rest."""

    def pick(self, scene: ListScene, done: Report, other: Report | None = None) -> None:
        """Show a list; `done` gets the key of the chosen line, if one is chosen.

        `other` gets it if the second button is pressed, which leaves the list open. A list without
        lines only closes the open one of its title.
        """

    def copy(self, text: str) -> None:
        """Put a text on the clipboard."""

    def clipboard(self) -> str:
        """Return the text on the clipboard, or "" if there is none."""

    def image(self) -> bytes:
        """Return what the window shows, as far as it can be saved, as a PNG file."""

    def front(self) -> None:
        """Bring the window to the front."""

    def close(self) -> None:
        """Destroy the window."""


Scene = TypeVar("Scene", contravariant=True)
Gesture = TypeVar("Gesture", contravariant=True)


class ToolIntents(Protocol[Gesture]):
    """What a window of the Tools menu reports, and what it is told about its commands."""

    @property
    def labels(self) -> Mapping[str, str]:
        """The labels of the commands by their names."""

    @property
    def keys(self) -> Mapping[str, str]:
        """The names of the commands by their keys."""

    def command(self, name: str) -> None:
        """The user chooses a command by a button or a key."""

    def choose(self, name: str, key: str) -> None:
        """The user gives a field another value, or chooses anything else that has a key."""

    def report(self, gesture: Gesture) -> None:
        """The user does something with the window's own parts."""

    def closed(self) -> None:
        """The user asks to close the window."""


class ToolView(Dialogs, Protocol[Scene]):
    """What a window of the Tools menu offers its controller."""

    def show(self, scene: Scene) -> None:
        """Draw this scene; only the differences from the last scene are drawn."""

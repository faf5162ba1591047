"""What the check window shows, as immutable data, what it reports, and what it offers."""

from __future__ import annotations

from typing import Protocol

from loa_tk.scenes.immutable import dataclass
from loa_tk.scenes.pages import FormField
from loa_tk.scenes.services import ToolView


@dataclass(frozen=True)
class CheckRow:
    """One check: its sign with a tone ("good", "bad" or ""), its text, what it found and means."""

    sign: str
    tone: str
    text: str
    found: str
    help: str = ""


@dataclass(frozen=True)
class CheckingScene:
    """The whole check window at one moment; `doing` is what is being checked now."""

    title: str = ""
    facts: str = ""
    fields: tuple[FormField, ...] = ()
    doing: str = ""
    progress: float = 0.0
    live: bool = False
    rows: tuple[CheckRow, ...] = ()
    verdict: str = ""
    tone: str = ""  # of the verdict: "good" or "bad"
    enabled: frozenset[str] = frozenset()
    status: str = ""
    bad: bool = False  # whether the status reports an error


class CheckingIntents(Protocol):
    """The intents that the check window reports."""

    def command(self, name: str) -> None:
        """The user chooses a command by a button or a key."""

    def choose(self, name: str, key: str) -> None:
        """The user gives a field another value."""

    def closed(self) -> None:
        """The user asks to close the window."""


class CheckingView(ToolView[CheckingScene], Protocol):
    """What the check window offers its controller."""

"""The state of the check window: the file, the game, and the lines of the table so far."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from loa_tk.control.classroom.findings import Checked, Line
from loa_tk.words import checking as words


@dataclass
class CheckingState:
    """Everything that the scene is made from."""

    path: Path | None = None
    game: str = ""
    lines: list[Line] = field(default_factory=list)
    doing: str = ""
    running: bool = False
    checked: Checked | None = None  # after the last check
    status: str = words.READY
    bad: bool = False

    def begin(self) -> None:
        """Begin with an empty table."""
        self.lines, self.doing, self.checked = [], "", None
        self.running = True
        self.say(words.CHECKING)

    def end(self, text: str, bad: bool = False) -> None:
        """Note that nothing is being checked any more."""
        self.running, self.doing = False, ""
        self.say(text, bad)

    def say(self, text: str, bad: bool = False) -> None:
        """Set the status line."""
        self.status, self.bad = text, bad

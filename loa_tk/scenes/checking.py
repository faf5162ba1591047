"""What the check window shows, as immutable data, what it reports, and what it offers."""

from __future__ import annotations

from typing import TypeAlias

from loa_tk.immutable import dataclass
from loa_tk.scenes.pages import FormField, ToolScene
from loa_tk.scenes.services import ToolIntents


@dataclass(frozen=True, kw_only=True)
class CheckRow:
    """One check: its sign with a tone ("good", "bad" or ""), its text, what it found and means.

    One with a link offers more about what it found.
    """

    sign: str
    tone: str
    text: str
    found: str
    help: str = ""
    link: str = ""
    more: str = ""  # the text of the link


@dataclass(frozen=True, kw_only=True)
class CheckingScene(ToolScene):
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


CheckingIntents: TypeAlias = ToolIntents[None]

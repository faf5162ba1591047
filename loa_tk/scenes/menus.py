"""The menu bar as immutable data: its entries, and what they offer at one moment.

In a label, & precedes the letter to underline.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from loa_tk.scenes.immutable import dataclass
from loa_tk.scenes.pages import Choice


@dataclass(frozen=True)
class MenuEntry:
    """An entry that reports the command `name`; a `tick` can be on or off."""

    name: str
    label: str
    key: str = ""  # "Ctrl+Shift+C", "F1"
    tick: bool = False


@dataclass(frozen=True)
class MenuChoices:
    """A radio entry for each of the choices that the scene lists under this name."""

    name: str


@dataclass(frozen=True)
class MenuLine:
    """A line between entries."""


@dataclass(frozen=True)
class Menu:
    """A menu, in the bar or within another menu."""

    name: str
    label: str
    entries: tuple[MenuEntry | MenuChoices | MenuLine | Menu, ...]


@dataclass(frozen=True)
class MenuScene:
    """Which commands are possible, which are ticked, and the choices with the one in force."""

    enabled: frozenset[str] = frozenset()
    ticked: frozenset[str] = frozenset()
    choices: Mapping[str, tuple[Choice, ...]] = field(default_factory=dict)
    chosen: Mapping[str, str] = field(default_factory=dict)


def entries_of(menus: tuple[Menu, ...]) -> list[MenuEntry]:
    """Return every entry of these menus that reports a command, in order."""
    found: list[MenuEntry] = []
    for menu in menus:
        for entry in menu.entries:
            if isinstance(entry, MenuEntry):
                found.append(entry)
            elif isinstance(entry, Menu):
                found += entries_of((entry,))
    return found

"""The menus as a table of data, and what it says about keys.

To add an entry: a line here, its label in words.COMMANDS (or CHOICES, MENUS).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from loa_tk.words import main as words


@dataclass(frozen=True)
class Command:
    """An entry that reports `name`; greyed when the scene does not enable it, unless `always`."""

    name: str
    key: str = ""  # "Ctrl+Shift+C", "F1"
    always: bool = False


@dataclass(frozen=True)
class Tick(Command):
    """A command that is ticked while the scene says so."""


@dataclass(frozen=True)
class Choices:
    """One radio entry for each choice: words.CHOICES has them, or the scene at run time."""

    name: str


@dataclass(frozen=True)
class Separator:
    """A line between entries."""


@dataclass(frozen=True)
class Menu:
    """A menu, in the bar or within another menu."""

    name: str
    entries: tuple[Command | Choices | Separator | Menu, ...]


LINE = Separator()

MENUS: tuple[Menu, ...] = (
    Menu("file", (
        Command("open", "Ctrl+O", always=True),
        Menu("recent", (Choices("recent"),)),
        Command("kept", "Ctrl+K", always=True),
        LINE,
        Command("save", "Ctrl+S"),
        Command("save-as", "Ctrl+Shift+S"),
        Command("picture", always=True),
        LINE,
        Command("quit", "Ctrl+Q", always=True),
    )),
    Menu("game", (
        Command("new", "Ctrl+N"),
        LINE,
        Command("undo", "Ctrl+Z"),
        Command("redo", "Ctrl+Y"),
        Command("hint", "Ctrl+H"),
        Tick("analyse", "Ctrl+Shift+A"),
        Command("analyse-game"),
        LINE,
        Command("move-now", "Ctrl+M"),
        Tick("pause", "Ctrl+P"),
        Command("step", "Ctrl+J"),
        Menu("speed", (Choices("speed"),)),
        LINE,
        Command("copy-position", "Ctrl+Shift+C"),
        Command("paste-position", "Ctrl+Shift+V"),
        Command("edit", "Ctrl+Shift+E"),
    )),
    Menu("board", (Choices("board"),)),
    Menu("side", (Choices("side"),)),
    Menu("level", (
        Choices("level"),
        LINE,
        Command("customise", "Ctrl+E", always=True),
    )),
    Menu("view", (
        Tick("flip", "Ctrl+F", always=True),
        Tick("coordinates", always=True),
        Tick("legal-moves", "Ctrl+L", always=True),
        Tick("links", "Ctrl+G"),
        Tick("animation", always=True),
        LINE,
        Menu("theme", (Choices("theme"),)),
        Menu("text-size", (Choices("text-size"),)),
        Tick("log-pane", "Ctrl+Shift+L", always=True),
        LINE,
        Command("reset-settings", always=True),
    )),
    Menu("tools", (
        Command("series", "Ctrl+T", always=True),
        Command("flow", "Ctrl+Shift+F", always=True),
    )),
    Menu("help", (
        Command("rules", "F1", always=True),
        Command("keys", "Shift+F1", always=True),
        Command("statistics", always=True),
        LINE,
        Command("about", always=True),
    )),
)  # fmt: skip

# Keys a Mac keeps for itself with Command (hide, minimise): these stay with Control there.
MAC_KEEPS = ("H", "M")


def commands(menus: tuple[Menu, ...] = MENUS) -> list[Command]:
    """Every command of the table, in its order."""
    found: list[Command] = []
    for menu in menus:
        for entry in menu.entries:
            if isinstance(entry, Command):
                found.append(entry)
            elif isinstance(entry, Menu):
                found += commands((entry,))
    return found


def label(marked: str) -> tuple[str, int]:
    """A label without its &, and the place of the letter to underline (-1: none)."""
    before, found, after = marked.partition("&")
    return before + after, len(before) if found else -1


def lettered(marked: Sequence[str], taken: str) -> list[tuple[str, int]]:
    """Labels with their letters' places; one without a mark gets a letter that is not `taken`.

    The beginning of a word is asked first: there the eye looks for it.
    """
    found = [label(text) for text in marked]
    used = set(taken.lower()) | {text[at].lower() for text, at in found if at >= 0}
    for number, (text, at) in enumerate(found):
        if at >= 0:
            continue
        begins = [i for i in range(len(text)) if not text[:i].strip() or text[i - 1].isspace()]
        for place in (*begins, *range(len(text))):
            if text[place].isalnum() and text[place].lower() not in used:
                used.add(text[place].lower())
                found[number] = text, place
                break
    return found


def accelerator(key: str, mac: bool) -> str:
    """A key as the menu names it."""
    if not mac or key.rpartition("+")[2] in MAC_KEEPS:
        return key
    return words.mac_accelerator(key)


def sequences(key: str, mac: bool) -> tuple[str, ...]:
    """The Tk events of a key; with Caps Lock on, a letter arrives in the other case."""
    *modifiers, last = key.split("+")
    control = "Command" if mac and last not in MAC_KEEPS else "Control"
    names = [control if name == "Ctrl" else name for name in modifiers]
    if len(last) > 1:  # a named key such as F1 knows no case
        return ("<" + "-".join([*names, last]) + ">",)
    upper = "Shift" in names
    plain = last.upper() if upper else last.lower()
    locked = last.lower() if upper else last.upper()
    return (
        "<" + "-".join([*names, "Key", plain]) + ">",
        "<" + "-".join([*names, "Lock", "Key", locked]) + ">",
    )

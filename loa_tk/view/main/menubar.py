"""The menu bar: entries and keys made from data; a scene greys, ticks and chooses."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from functools import partial
from math import hypot
from typing import Any

from loa_tk.scenes.main import Menu, MenuChoices, MenuEntry, MenuScene, entries_of
from loa_tk.scenes.pages import Choice
from loa_tk.scenes.services import Choose, Report
from loa_tk.view.kit import application, keys
from loa_tk.view.kit.paint import cover, png, stack
from loa_tk.view.kit.palette import rgb
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.widgets import paint_menu
from loa_tk.view.kit.window import bring_to_front

ARROW = "  ▸"  # after the label of a submenu
DENSE = 1.5  # the density of a screen on which Tk's own arrow is too small to be seen
FARTHER = 3  # pixels from other words to those that Tk writes beside a mark, on every screen


class MenuBar:
    """Tk menus of one window; `command` and `choose` are called with what the user picks."""

    def __init__(
        self, window: tk.Tk, look: Look, table: tuple[Menu, ...], command: Report, choose: Choose
    ) -> None:
        self._window, self._look = window, look
        self._command, self._choose = command, choose
        self._mac = look.mac
        # X11's own menus are tight, and its marks and arrows have a few pixels on every screen. So
        # each entry has a picture at the left, which makes it higher and shows the mark; blanks
        # keep keys from touching the right edge; and on dense screens the words of submenus have an
        # arrow, because nothing enlarges or hides Tk's.
        self._own = look.system == "x11"
        self._plain, self._blank, self._dot, self._tick = (
            tk.PhotoImage(master=window) for _ in range(4)
        )
        self._roomy: dict[str, Any] = (
            {"image": self._plain, "compound": "left"} if self._own else {}
        )
        self._margin = "  " if self._own else ""
        self._scene = MenuScene()
        self._entries: dict[str, tuple[tk.Menu, int]] = {}
        self._ticks: dict[str, tk.BooleanVar] = {}
        self._radios: dict[str, tk.StringVar] = {}
        self._filled: dict[str, tuple[tk.Menu, int, tuple[Choice, ...]]] = {}
        self.bar = tk.Menu(window, tearoff=False)
        self._menus = [self.bar]
        for menu in table:
            self._add_menu(self.bar, menu)
        window.configure(menu=self.bar)
        self._commands = entries_of(table)
        for entry in self._commands:
            for sequence in keys.sequences(entry.key, self._mac) if entry.key else ():
                window.bind(sequence, partial(self._pressed, entry))
        if self._mac:  # the application menu, and a click on the program's icon in the Dock
            window.createcommand("::tk::mac::Quit", lambda: command("quit"))
            window.createcommand("tkAboutDialog", lambda: command("about"))
            window.createcommand("::tk::mac::ReopenApplication", lambda: bring_to_front(window))
        look.watch(self.bar, self._restyle)
        self.show(self._scene)

    def show(self, scene: MenuScene) -> None:
        """Grey, tick, fill and choose as the scene says."""
        before, self._scene = self._scene, scene
        for entry in self._commands:
            menu, index = self._entries[entry.name]
            possible = entry.name in scene.enabled
            menu.entryconfigure(index, state="normal" if possible else "disabled")
        for name, tick in self._ticks.items():
            tick.set(name in scene.ticked)
        for name, choices in scene.choices.items():
            if before.choices.get(name) != choices and name in self._filled:
                self._fill(name, choices)
        for name, radio in self._radios.items():
            radio.set(scene.chosen.get(name, ""))

    def height(self) -> int:
        """Return the pixels the bar takes from the window; 0 if the system shows it elsewhere."""
        if self._look.system != "x11":
            return application.native_bar_height(self._look.system)
        clone = "." + str(self.bar).replace(".", "#")
        if not self._window.tk.getboolean(self._window.tk.call("winfo", "exists", clone)):
            return 0
        self._window.update_idletasks()  # until then it is 1
        return int(self._window.tk.call("winfo", "reqheight", clone))

    def _pressed(self, entry: MenuEntry, event: tk.Event) -> str:
        # Whether it is possible is for the handler to say: the scene may be older than the key.
        self._command(entry.name)
        return "break"

    def _marked(self, image: tk.PhotoImage) -> dict[str, Any]:
        """Return the options of an entry that shows this mark if it is chosen."""
        own = {"image": self._blank, "indicatoron": False, "selectimage": image}
        return {**self._roomy, **own} if self._own else {}

    def _add_menu(self, parent: tk.Menu, table: Menu) -> None:
        text, underline = keys.label(table.label)
        menu = tk.Menu(parent, tearoff=False)
        self._menus.append(menu)
        if parent is not self.bar:
            text += ARROW if self._own and self._look.scale >= DENSE else ""
            parent.add_cascade(label=text, underline=underline, menu=menu, **self._roomy)
        elif self._own:  # its titles have two pixels between them, on the densest screen, too
            parent.add_cascade(label=f" {text} ", underline=underline + 1, menu=menu)
        else:
            parent.add_cascade(label=text, underline=underline, menu=menu)
        for entry in table.entries:
            if isinstance(entry, Menu):
                self._add_menu(menu, entry)
            elif isinstance(entry, MenuEntry):
                self._add_command(menu, entry)
            elif isinstance(entry, MenuChoices):
                self._add_choices(menu, entry.name)
            else:
                menu.add_separator()

    def _add_command(self, menu: tk.Menu, entry: MenuEntry) -> None:
        text, underline = keys.label(entry.label)
        key = keys.accelerator(entry.key, self._mac) + self._margin
        options: dict[str, Any] = {"label": text, "underline": underline, "accelerator": key}
        options["command"] = partial(self._ran, entry.name)
        if entry.tick:
            self._ticks[entry.name] = tk.BooleanVar(self._window)
            options |= self._marked(self._tick)
            menu.add_checkbutton(variable=self._ticks[entry.name], **options)
        else:
            menu.add_command(**options, **self._roomy)
        self._entries[entry.name] = menu, _count(menu) - 1

    def _ran(self, name: str) -> None:
        # Tk has already turned a tick over, but the scene decides what is ticked.
        if name in self._ticks:
            self._ticks[name].set(name in self._scene.ticked)
        self._command(name)

    def _add_choices(self, menu: tk.Menu, name: str) -> None:
        self._radios[name] = tk.StringVar(self._window)
        self._filled[name] = menu, _count(menu), ()

    def _fill(self, name: str, choices: Sequence[Choice]) -> None:
        menu, first, old = self._filled[name]
        if old:
            menu.delete(first, first + len(old) - 1)
        labels = keys.lettered([choice.label for choice in choices], _letters(menu))
        for offset, (choice, (text, underline)) in enumerate(zip(choices, labels, strict=True)):
            menu.insert_radiobutton(
                first + offset, label=text, underline=underline, variable=self._radios[name],
                value=choice.key, command=partial(self._chose, name, choice.key),
                **self._marked(self._dot),
            )  # fmt: skip
        self._filled[name] = menu, first, tuple(choices)
        for entry, (where, index) in self._entries.items():
            if where is menu and index >= first:
                self._entries[entry] = menu, index + len(choices) - len(old)

    def _chose(self, name: str, key: str) -> None:
        self._radios[name].set(self._scene.chosen.get(name, ""))
        self._choose(name, key)

    def _restyle(self) -> None:
        if self._own:
            look = self._look
            colour, side, high = look.palette.accent, look.line("body"), look.line("body") + look.s
            self._plain.configure(width=side + FARTHER, height=high)
            self._blank.configure(width=side, height=high)
            for picture, away in ((self._dot, dot), (self._tick, tick)):
                data = png(mark(colour, side, high, away))
                picture.configure(data=data, format="png")
        for menu in self._menus:
            paint_menu(menu, self._look)
        self.bar.configure(background=self._look.palette.window, borderwidth=0, relief="flat")


# --- the marks ---

# How far a point is from a mark in a square with the side 1, negative inside.
Away = Callable[[float, float], float]


def dot(x: float, y: float) -> float:
    """Return the distance from the mark of the choice in force."""
    return hypot(x - 0.5, y - 0.5) - 0.2


def tick(x: float, y: float) -> float:
    """Return the distance from the mark of what is switched on."""
    corner = 0.42, 0.72
    return min(_to_stroke(x, y, (0.22, 0.5), corner), _to_stroke(x, y, corner, (0.8, 0.26))) - 0.06


def _to_stroke(x: float, y: float, start: tuple[float, float], end: tuple[float, float]) -> float:
    """Return the distance of a point from the line between two others."""
    across, down = end[0] - start[0], end[1] - start[1]
    along = ((x - start[0]) * across + (y - start[1]) * down) / (across**2 + down**2)
    along = min(1.0, max(0.0, along))
    return hypot(x - start[0] - along * across, y - start[1] - along * down)


def mark(colour: str, side: int, high: int, away: Away) -> list[bytes]:
    """Return the rows of a picture with a mark in a square in its middle."""
    above, ink = (high - side) // 2, rgb(colour)
    return [
        b"".join(
            stack([(ink, cover(side * away((x + 0.5) / side, (y - above + 0.5) / side)))])
            for x in range(side)
        )
        for y in range(high)
    ]


def _count(menu: tk.Menu) -> int:
    """Return how many entries a menu has."""
    last = menu.index("end")
    return 0 if last is None else last + 1


def _letters(menu: tk.Menu) -> str:
    """Return the underlined letters of a menu."""
    letters = ""
    for index in range(_count(menu)):
        if menu.type(index) != "separator":
            at = int(menu.entrycget(index, "underline"))
            letters += str(menu.entrycget(index, "label"))[at] if at >= 0 else ""
    return letters

"""The menu bar: entries and keys made from data; a scene greys, ticks and chooses."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from functools import partial
from typing import Any

from loa_tk.scenes.main import Menu, MenuChoices, MenuEntry, MenuScene, entries_of
from loa_tk.scenes.pages import Choice
from loa_tk.scenes.services import Choose, Report
from loa_tk.view.kit import application, keys
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.widgets import paint_menu
from loa_tk.view.kit.window import bring_to_front


class MenuBar:
    """Tk menus of one window; `command` and `choose` are called with what the user picks."""

    def __init__(
        self, window: tk.Tk, look: Look, table: tuple[Menu, ...], command: Report, choose: Choose
    ) -> None:
        self._window, self._look = window, look
        self._command, self._choose = command, choose
        self._mac = look.mac
        # X11's own menus are tight: an empty picture makes entries higher, blanks keep keys from
        # touching the right edge, and words the left one in menus without ticks. At the left, the
        # picture would shift the words with ticks.
        self._strut = tk.PhotoImage(master=window, width=1, height=1)
        tight = window.tk.call("tk", "windowingsystem") == "x11"
        self._roomy: dict[str, Any] = {"image": self._strut, "compound": "right"} if tight else {}
        self._margin = "  " if tight else ""
        self._scene = MenuScene()
        self._entries: dict[str, tuple[tk.Menu, int]] = {}
        self._ticks: dict[str, tk.BooleanVar] = {}
        self._radios: dict[str, tk.StringVar] = {}
        self._filled: dict[str, tuple[tk.Menu, int, tuple[Choice, ...]]] = {}
        self.bar = tk.Menu(window, tearoff=False)
        self._menus = [self.bar]
        for menu in table:
            self._add_menu(self.bar, menu, "")
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

    def _add_menu(self, parent: tk.Menu, table: Menu, indent: str) -> None:
        text, underline = _indented(table.label, indent)
        menu = tk.Menu(parent, tearoff=False)
        self._menus.append(menu)
        roomy = {} if parent is self.bar else self._roomy
        parent.add_cascade(label=text, underline=underline, menu=menu, **roomy)
        inside = "" if _has_ticks(table) else self._margin
        for entry in table.entries:
            if isinstance(entry, Menu):
                self._add_menu(menu, entry, inside)
            elif isinstance(entry, MenuEntry):
                self._add_command(menu, entry, inside)
            elif isinstance(entry, MenuChoices):
                self._add_choices(menu, entry.name)
            else:
                menu.add_separator()

    def _add_command(self, menu: tk.Menu, entry: MenuEntry, indent: str) -> None:
        text, underline = _indented(entry.label, indent)
        key = keys.accelerator(entry.key, self._mac) + self._margin
        options = {"label": text, "underline": underline, "accelerator": key, **self._roomy}
        options["command"] = partial(self._ran, entry.name)
        if entry.tick:
            self._ticks[entry.name] = tk.BooleanVar(self._window)
            menu.add_checkbutton(variable=self._ticks[entry.name], **options)
        else:
            menu.add_command(**options)
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
                **self._roomy,
            )  # fmt: skip
        self._filled[name] = menu, first, tuple(choices)
        for entry, (where, index) in self._entries.items():
            if where is menu and index >= first:
                self._entries[entry] = menu, index + len(choices) - len(old)

    def _chose(self, name: str, key: str) -> None:
        self._radios[name].set(self._scene.chosen.get(name, ""))
        self._choose(name, key)

    def _restyle(self) -> None:
        self._strut.configure(height=self._look.line("body") + self._look.s)
        for menu in self._menus:
            paint_menu(menu, self._look)
        self.bar.configure(background=self._look.palette.window, borderwidth=0, relief="flat")


def _indented(label: str, indent: str) -> tuple[str, int]:
    """Return the text of a label after these blanks, and the place of its underlined letter."""
    text, underline = keys.label(label)
    return indent + text, underline + len(indent) if underline >= 0 else underline


def _has_ticks(table: Menu) -> bool:
    """Return whether the words of a menu stand beside ticks, which have a margin of their own."""
    return any(
        isinstance(entry, MenuChoices) or (isinstance(entry, MenuEntry) and entry.tick)
        for entry in table.entries
    )


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

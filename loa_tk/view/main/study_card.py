"""The third card: log, moves and analysis, one page at a time; the tabs stay visible."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from importlib import import_module
from tkinter import ttk
from typing import Any

from loa_tk.scenes.main import WindowScene
from loa_tk.view.kit.style import TAB_INSET
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.widgets import Card, inner, inset, paint_menu
from loa_tk.view.main.log_page import LogText
from loa_tk.words import review as words

MARK = 2  # pixels of the line under the chosen tab


class _Pages(dict[str, Any]):
    """The pages by name; each is imported and made when it is first asked for."""

    def __init__(self, *place: Any) -> None:
        self._place = place

    def __missing__(self, name: str) -> Any:
        page = import_module(f"loa_tk.view.main.{name}_page").PAGE(*self._place)
        self[name] = page
        return page


class StudyCard(Card):
    """Three pages with their tabs, and the buttons of the shown page at the right."""

    def __init__(
        self,
        parent: tk.Misc,
        look: Look,
        command: Callable[[str], None],
        choose: Callable[[str, str], None],
    ) -> None:
        indent = look.px(TAB_INSET)
        super().__init__(parent, look, padding=(inset(look) - indent, look.s, look.xs, look.s))
        self._page = ""
        self._top = inner(self)
        self._top.pack(fill="x", pady=(0, look.xs))
        self._tabs: dict[str, ttk.Button] = {}
        self._places = inner(self._top)
        self._places.pack(side="left")
        for column, (name, text, _, _) in enumerate(words.PAGES):
            tab = ttk.Button(self._places, text=text, style="Tab.TButton")
            tab.configure(command=partial(choose, "page", name))
            tab.grid(row=0, column=column, sticky="ew")
            for key, step in (("<Left>", -1), ("<Right>", 1)):
                tab.bind(key, partial(self._step, step))
            self._tabs[name] = tab
        self._actions = {
            name: self._buttons(actions, command) for name, _, _, actions in words.PAGES if actions
        }
        self._more = ttk.Button(self._top, text=words.MORE_ACTIONS, style="Quiet.TButton")
        self._more.configure(command=self._post)
        self._menu = tk.Menu(self, tearoff=False)
        for name, text in words.LOG_ACTIONS:
            self._menu.add_command(label=text, command=partial(command, name))
        line = ttk.Frame(self, style="Line.TFrame", height=1)
        line.pack(fill="x", padx=(indent, look.m - 2))
        self._mark = ttk.Frame(self, style="Accent.TFrame")  # under the chosen tab, on the line
        self.pages = _Pages(self, look, command, choose)
        self.log: LogText = self.pages["log"]
        self._turn_to("log")
        self._top.bind("<Configure>", lambda event: self._fit())
        look.watch(self, self._restyle)

    def _buttons(
        self, actions: tuple[tuple[str, str], ...], command: Callable[[str], None]
    ) -> ttk.Frame:
        row = inner(self._top)  # created from left to right, which is the order of Tab
        for name, text in actions:
            button = ttk.Button(row, text=text, style="Row.TButton", name=name)
            button.configure(command=partial(command, name))
            button.pack(side="left")
        return row

    @property
    def above(self) -> int:
        """The pixels of the card's height that do not belong to its page."""
        return self._top.winfo_reqheight() + self._look.xs + 1 + 2 * self._look.s

    def show(self, scene: WindowScene) -> None:
        """Turn to the scene's page and show what is on it."""
        if scene.page != self._page:
            self._turn_to(scene.page)
        self.pages[scene.page].show(scene)
        for name, _ in words.STEPS:
            button = self._actions["moves"].nametowidget(name)
            button.state(["!disabled" if name in scene.review.enabled else "disabled"])

    def _turn_to(self, page: str) -> None:
        if self._page:
            self.pages[self._page].pack_forget()
        self._page = page
        for name, tab in self._tabs.items():
            tab.state(["selected" if name == page else "!selected"])
            tab.configure(takefocus=name == page)  # Tab stops once; the arrows reach the rest
        self.pages[page].pack(fill="both", expand=True, padx=(self._look.px(TAB_INSET) - 2, 0))
        # By name: tkinter does not know the widget that has the focus while a menu is open.
        if str(self.tk.call("focus")) in map(str, self._tabs.values()):
            self._tabs[page].focus_set()
        self._fit()

    def _step(self, step: int, event: tk.Event) -> str:
        """Go to the page whose tab is next to the left or right."""
        names = list(self._tabs)
        tab = self._tabs[names[(names.index(self._page) + step) % len(names)]]
        tab.invoke()
        return "break"

    def _fit(self) -> None:
        """Shorten the tabs first and then the actions until they fit.

        The tabs are the same on every page, because the mouse easily misses a tab that moves.
        """
        room = self._top.winfo_width()
        for row in (*self._actions.values(), self._more):
            row.pack_forget()
        most = max(row.winfo_reqwidth() for row in self._actions.values())
        short = sum(self._widths(short=False)) + most > room
        widths = self._widths(short)
        for column, (name, long, brief, _) in enumerate(words.PAGES):
            self._tabs[name].configure(text=brief if short else long)
            self._places.columnconfigure(column, minsize=widths[column])
        self._underline(widths)
        actions = self._actions.get(self._page)
        if actions is not None and sum(widths) + actions.winfo_reqwidth() <= room:
            actions.pack(side="right")
        elif self._page == "log":  # steps without room are left to the keys and the list
            self._more.pack(side="right")

    def _underline(self, widths: list[int]) -> None:
        """Draw the line under the word of the chosen tab."""
        look, chosen = self._look, list(self._tabs).index(self._page)
        inset, thick = look.px(TAB_INSET), look.px(MARK)
        self._mark.place(
            in_=self._top, x=sum(widths[:chosen]) + inset, width=widths[chosen] - 2 * inset,
            rely=1.0, y=look.xs + 1 - thick, height=thick,
        )  # fmt: skip

    def _widths(self, short: bool) -> list[int]:
        """Return the pixels of the tabs' places."""
        beside = 2 * self._look.px(TAB_INSET)  # ttk's own measure lags behind a new font
        bold = self._look.fonts["bold"].measure
        return [bold(brief if short else long) + beside for _, long, brief, _ in words.PAGES]

    def _post(self) -> None:
        # When idle: at the end of a click the board takes the focus, which the open menu needs.
        self.after_idle(self._popup)

    def _popup(self) -> None:
        at = self._more
        self._menu.tk_popup(at.winfo_rootx(), at.winfo_rooty() + at.winfo_height())

    def _restyle(self) -> None:
        paint_menu(self._menu, self._look)
        self._fit()

"""The third card: search log, moves and analysis, one page at a time under the words of all."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import ttk

from loa_tk.scenes.main import WindowScene
from loa_tk.view.kit.cards import Card, inner, inset
from loa_tk.view.kit.style import TAB_INSET
from loa_tk.view.kit.theme import Look
from loa_tk.view.main.analysis_page import AnalysisPage
from loa_tk.view.main.log_text import LogText
from loa_tk.view.main.moves_page import MovesPage
from loa_tk.words import main as main_words
from loa_tk.words import review as words

LOG_ACTIONS = (
    ("log-copy", main_words.LOG_COPY),
    ("log-save", main_words.LOG_SAVE),
    ("log-clear", main_words.LOG_CLEAR),
)


class StudyCard(Card):
    """What the searches did, what was played, what is best; the shown page's actions at right."""

    def __init__(
        self,
        parent: tk.Misc,
        look: Look,
        command: Callable[[str], None],
        choose: Callable[[str, str], None],
    ) -> None:
        indent = look.px(TAB_INSET)
        super().__init__(parent, look, padding=(inset(look) - indent, look.s, look.xs, look.s))
        self._look, self._page = look, ""
        self._top = inner(self)
        self._top.pack(fill="x", pady=(0, look.xs))
        self._tabs: dict[str, ttk.Button] = {}
        self._places = inner(self._top)
        self._places.pack(side="left")
        for column, (name, text, _) in enumerate(words.PAGES):
            tab = ttk.Button(self._places, text=text, style="Tab.TButton")
            tab.configure(command=partial(choose, "page", name))
            tab.grid(row=0, column=column, sticky="ew")
            for key, step in (("<Left>", -1), ("<Right>", 1)):
                tab.bind(key, partial(self._step, step))
            self._tabs[name] = tab
        self._actions = {
            "log": self._buttons(LOG_ACTIONS, command),
            "moves": self._buttons(words.STEPS, command),
        }
        self._more = ttk.Button(self._top, text=words.MORE_ACTIONS, style="Quiet.TButton")
        self._more.configure(command=self._post)
        self._menu = tk.Menu(self, tearoff=False)
        for name, text in LOG_ACTIONS:
            self._menu.add_command(label=text, command=partial(command, name))
        line = ttk.Frame(self, style="Line.TFrame", height=1)
        line.pack(fill="x", padx=(indent, look.m - 2))
        self.log = LogText(self, look)
        self.moves = MovesPage(self, look, command, lambda key: choose("move", key))
        self.analysis = AnalysisPage(self, look, command)
        self._pages = {"log": self.log, "moves": self.moves, "analysis": self.analysis}
        self._turn_to("log")
        self._top.bind("<Configure>", lambda event: self._fit())
        look.watch(self, self._restyle)

    def _buttons(
        self, actions: tuple[tuple[str, str], ...], command: Callable[[str], None]
    ) -> ttk.Frame:
        row = inner(self._top)  # made from left to right: so Tab goes through them
        for name, text in actions:
            button = ttk.Button(row, text=text, style="Quiet.TButton", name=name)
            button.configure(command=partial(command, name))
            button.pack(side="left")
        return row

    @property
    def above(self) -> int:
        """Pixels of the card that are not its page's."""
        return self._top.winfo_reqheight() + self._look.xs + 1 + 2 * self._look.s

    def show(self, scene: WindowScene) -> None:
        """Show the page that is wanted and what is on it."""
        if scene.page != self._page:
            self._turn_to(scene.page)
        if scene.page == "moves":
            self.moves.show(scene.review)
            for name, _ in words.STEPS:
                button = self._actions["moves"].nametowidget(name)
                button.state(["!disabled" if name in scene.review.enabled else "disabled"])
        elif scene.page == "analysis":
            self.analysis.show(scene.analysis)

    def _turn_to(self, page: str) -> None:
        if self._page:
            self._pages[self._page].pack_forget()
        self._page = page
        for name, tab in self._tabs.items():
            tab.state(["selected" if name == page else "!selected"])
            tab.configure(takefocus=name == page)  # Tab stops once here, the arrows do the rest
        self._pages[page].pack(fill="both", expand=True, padx=(self._look.px(TAB_INSET) - 2, 0))
        # By its name: tkinter does not know what has the focus while a menu is open.
        if str(self.tk.call("focus")) in map(str, self._tabs.values()):
            self._tabs[page].focus_set()
        self._fit()

    def _step(self, step: int, event: tk.Event) -> str:
        """To the page of the next word to the left or to the right."""
        names = list(self._tabs)
        tab = self._tabs[names[(names.index(self._page) + step) % len(names)]]
        tab.invoke()
        return "break"

    def _fit(self) -> None:
        """Shorten what is there until it fits: first the words of the pages, then the actions.

        The words are the same on every page: what moves under the mouse is missed by it.
        """
        room = self._top.winfo_width()
        for row in (*self._actions.values(), self._more):
            row.pack_forget()
        most = max(row.winfo_reqwidth() for row in self._actions.values())
        short = sum(self._widths(short=False)) + most > room
        widths = self._widths(short)
        for column, (name, long, brief) in enumerate(words.PAGES):
            self._tabs[name].configure(text=brief if short else long)
            self._places.columnconfigure(column, minsize=widths[column])
        actions = self._actions.get(self._page)
        if actions is not None and sum(widths) + actions.winfo_reqwidth() <= room:
            actions.pack(side="right")
        elif self._page == "log":  # steps there is no room for are left to the keys and the list
            self._more.pack(side="right")

    def _widths(self, short: bool) -> list[int]:
        """Pixels of the pages' places, for words in bold: the chosen one is."""
        beside = 2 * self._look.px(TAB_INSET)  # ttk's own figure is late after a new font
        bold = self._look.fonts["bold"].measure
        return [bold(brief if short else long) + beside for _, long, brief in words.PAGES]

    def _post(self) -> None:
        at = self._more
        self._menu.tk_popup(at.winfo_rootx(), at.winfo_rooty() + at.winfo_height())

    def _restyle(self) -> None:
        palette = self._look.palette
        self._menu.configure(
            background=palette.surface, foreground=palette.text, activebackground=palette.soft,
            activeforeground=palette.on_soft, font=self._look.fonts["body"], borderwidth=1,
            activeborderwidth=0,
        )  # fmt: skip
        self._fit()

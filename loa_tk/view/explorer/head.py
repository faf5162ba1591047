"""The head of the search explorer: the pages, what to search, the button, and the summary."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from functools import partial
from tkinter import ttk

from loa_tk.scenes.explorer import ExplorerIntents, ExplorerScene
from loa_tk.scenes.pages import FormField
from loa_tk.view.kit.controls import Buttons, Fields
from loa_tk.view.kit.theme import Look
from loa_tk.words import explorer as words

FULL = 100.0
# In characters.
WIDTHS = {"search": 9, "evaluation": 9, "depth": 3, "order": 23, "level": 9, "seed": 6}
KINDS = {"seed": "integer", "evaluation": "file"}
MAIN = ("search", "compare", "quiz")


class Head(ttk.Frame):
    """One row if everything fits, else the pages and the summary above the fields."""

    def __init__(
        self, parent: tk.Misc, look: Look, intents: ExplorerIntents, buttons: Buttons,
        fields: Fields,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._look, self._buttons, self._fields = look, buttons, fields
        self._scene: ExplorerScene | None = None
        self._keys: tuple[str, ...] = ()
        self._rows = 0
        self.tabs: dict[str, ttk.Button] = {}
        self._tab_row = ttk.Frame(self)
        for name, text in words.PAGES.items():
            tab = ttk.Button(self._tab_row, text=text, style="Head.TButton")
            tab.configure(command=partial(intents.choose, "page", name))
            tab.pack(side="left", padx=(0, look.xs))
            self.tabs[name] = tab
        self._field_row = ttk.Frame(self)
        self._frames: dict[str, ttk.Frame] = {}
        for key, wide in WIDTHS.items():
            frame = self._frames[key] = ttk.Frame(self._field_row)
            ttk.Label(frame, style="HeadCaption.TLabel", text=words.FIELDS[key]).pack(anchor="w")
            field = fields.make(frame, key, wide, KINDS.get(key, "choice"))
            field.configure(style=f"Head.{field.winfo_class()}")
            field.pack()
        self._main = {name: buttons.make(self._field_row, "HeadMain", name) for name in MAIN}
        self._texts = ttk.Frame(self, width=1, height=1)
        self._bar = ttk.Progressbar(
            self._texts, maximum=FULL, style="Live.Horizontal.TProgressbar"
        )  # in place of the summary, which there is none of while a job runs
        self._summary = ttk.Label(self._texts, style="HeadBold.TLabel", anchor="e")
        self._remark = ttk.Label(self._texts, style="Saved.TLabel", anchor="e")
        self.bind("<Configure>", lambda event: self._arrange())
        # A button's label may change after the row was arranged.
        self._texts.bind("<Configure>", lambda event: self._write())
        look.watch(self, self._restyle)

    def show(self, scene: ExplorerScene) -> None:
        """Show the fields and texts of the page in force."""
        before, self._scene = self._scene, scene
        for name, tab in self.tabs.items():
            tab.state(["selected" if name == scene.page else "!selected"])
        self._fields.show(scene.fields)
        keys = tuple(field.key for field in scene.fields)
        live = scene.progress is not None
        if scene.progress is not None:
            self._bar.configure(value=min(FULL - 0.01, FULL * scene.progress))
        if before is None or keys != self._keys or live != (before.progress is not None):
            self._keys = keys
            self._lay(scene.fields, live)
            self._measure()
            self.after_idle(self._measure)  # the button gets the label of this scene after this
        elif (scene.summary, scene.remark) != (before.summary, before.remark):
            self._write()

    def _measure(self) -> None:
        self.update_idletasks()
        self._arrange()

    def _restyle(self) -> None:
        """Give each tab the width of its bold form, so that turning to a page moves nothing."""
        bold, plain = self._look.fonts["bold"], self._look.fonts["body"]
        for name, tab in self.tabs.items():
            tab.configure(width=-(-bold.measure(words.PAGES[name]) // plain.measure("0")))
        self.after_idle(self._arrange)

    def _lay(self, fields: Sequence[FormField], live: bool) -> None:
        assert self._scene is not None
        look = self._look
        for part in (*self._frames.values(), *self._main.values()):
            part.pack_forget()
        for field in fields:
            self._frames[field.key].pack(side="left", anchor="s", padx=(0, look.xs))
        self._main[self._scene.main].pack(side="left", anchor="s", padx=(look.xs, 0))
        if live:
            self._bar.place(relx=1.0, rely=0.6, anchor="e", relwidth=1.0)
        else:
            self._bar.place_forget()

    def _arrange(self) -> None:
        """Choose one row or two, and give the texts the room that is left."""
        width, look = self.winfo_width(), self._look
        if width < 2 or self._scene is None:
            return
        tabs, fields = self._tab_row.winfo_reqwidth(), self._fit_fields(width)
        one = tabs + fields + 3 * look.m + look.fonts["small"].measure("0" * 24) <= width
        rows = 1 if one else 2
        if rows != self._rows:
            self._rows = rows
            self._tab_row.grid(row=0, column=0, sticky="sw")
            self._field_row.grid(
                row=rows - 1, column=2 - rows, sticky="sw", columnspan=1 if one else 3,
                padx=(look.m if one else 0, 0),
            )  # fmt: skip
            self._texts.grid(row=0, column=2, sticky="nsew", padx=(look.m, 0))
            self.columnconfigure(2, weight=1)
        self._room = width - tabs - (fields + look.m if one else 0) - look.m
        high = look.line("bold") + look.line("small")
        self._texts.configure(height=high)
        self._write()

    def _fit_fields(self, room: int) -> int:
        """Make the widest field narrower until the row fits, and return the row's width."""
        order = self._fields.by_key["order"].widget
        for wide in (WIDTHS["order"], 18, 14, 10, 7):
            if int(order.cget("width")) != wide:
                order.configure(width=wide)
                self.update_idletasks()
            if self._field_row.winfo_reqwidth() <= room:
                break
        return self._field_row.winfo_reqwidth()

    def _write(self) -> None:
        """Show the longest versions of both texts that fit."""
        scene, look = self._scene, self._look
        if scene is None:
            return
        room = max(1, self._room)
        if self._texts.winfo_width() > 1:
            room = min(room, self._texts.winfo_width())
        summary = look.fit("bold", scene.summary, room) if scene.summary else ""
        remark = look.fit("small", scene.remark, room) if scene.remark else ""
        self._summary.configure(text=summary)
        self._remark.configure(text=remark)
        self._summary.place(relx=1.0, rely=1.0, y=-look.line("small"), anchor="se")
        self._remark.place(relx=1.0, rely=1.0, anchor="se")

"""Small dialogs: a list to choose one line from, a question, and a progress bar with Cancel."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from loa_tk.scenes.pages import ListScene
from loa_tk.view.kit.cards import inner, label
from loa_tk.view.kit.dialogs import Dialog
from loa_tk.view.kit.theme import Look
from loa_tk.words import main as words

STYLE = "List.Treeview"
MOST_ROWS = 14
WIDEST_CELL = 280  # pixels; a longer text ends in … until the user widens the window
WRAP = 460
REFIT = 80  # ms from the last change of width to cutting the texts again
FULL = 100.0


class ListWindow(Dialog):
    """Lines under headings; a double click, Enter or the button chooses one."""

    def __init__(
        self,
        parent: tk.Misc,
        look: Look,
        scene: ListScene,
        done: Callable[[str], None],
        other: Callable[[str], None] | None = None,
    ) -> None:
        super().__init__(parent, look, scene.title)
        self._done, self._other, self._scene = done, other, scene
        self._keys = [row.key for row in scene.rows]
        self._promise = ""
        row = self.buttons()
        cancel = ttk.Button(row, text=words.CANCEL, style="Push.TButton", command=self.destroy)
        self.button = ttk.Button(row, text=scene.button, style="Main.TButton", command=self._ok)
        cancel.pack(side="right")
        self.button.pack(side="right", padx=(0, look.s))
        self.second = ttk.Button(row, text=scene.other, style="Push.TButton")
        if scene.other and other is not None:
            self.second.configure(command=lambda: other(self._key()))
            self.second.pack(side="left")
        if scene.note:
            label(self.content, "Small", scene.note).pack(anchor="w", pady=(0, look.s))
        frame = inner(self.content)
        frame.pack(fill="both", expand=True)
        self.tree = ttk.Treeview(
            frame, columns=scene.heads, show="headings", style=STYLE, selectmode="browse",
            height=min(MOST_ROWS, len(scene.rows)),
        )  # fmt: skip
        bar = ttk.Scrollbar(frame, style="Slim.Vertical.TScrollbar", command=self.tree.yview)
        self.tree.configure(yscrollcommand=bar.set)
        bar.pack(side="right", fill="y", padx=(look.xs, 0))
        self.tree.pack(side="left", fill="both", expand=True)
        for number, line in enumerate(scene.rows):
            self.tree.insert("", "end", iid=str(number), values=line.cells)
        self.tree.bind("<<TreeviewSelect>>", lambda event: self._chosen())
        self.tree.bind("<Double-1>", self._double)
        self.tree.bind("<Return>", lambda event: self._ok())
        self.tree.bind("<Delete>", lambda event: self.second.invoke() if scene.other else None)
        self.tree.bind("<Configure>", lambda event: self._soon())
        self.tree.bind("<Destroy>", lambda event: self._give_up())
        look.watch(self.tree, lambda: self._paint(scene))
        first = next((str(i) for i, key in enumerate(self._keys) if key), "0")
        self.tree.selection_set(first)
        self.tree.focus(first)
        self._chosen()
        self.appear(self.tree)

    def _key(self) -> str:
        selection = self.tree.selection()
        return self._keys[int(selection[0])] if selection else ""

    def _chosen(self) -> None:
        for button in (self.button, self.second):
            button.state(["!disabled" if self._key() else "disabled"])

    def _double(self, event: tk.Event) -> None:
        if self.tree.identify_row(event.y):  # not the headings
            self._ok()

    def _ok(self) -> None:
        key = self._key()
        if key:
            self.destroy()
            self._done(key)

    def _paint(self, scene: ListScene) -> None:
        look = self.look
        paint_table(self.tree, look)
        body, head = look.fonts["small"].measure, look.fonts["caption"].measure
        for i, name in enumerate(scene.heads):
            widest = max([head(name), *(body(row.cells[i]) for row in scene.rows if row.key)])
            wide = min(widest, look.px(WIDEST_CELL)) + look.l
            self.tree.heading(name, text=name, anchor="w")
            self.tree.column(name, width=wide, minwidth=wide, anchor="w")
        self._fit()

    def _soon(self) -> None:
        """Fit the texts when the width has stopped to change."""
        if self._promise:
            self.after_cancel(self._promise)
        self._promise = self.after(REFIT, self._fit)

    def _give_up(self) -> None:
        if self._promise:
            self.after_cancel(self._promise)

    def _fit(self) -> None:
        """Shorten what is wider than its column, with an ellipsis."""
        self._promise = ""
        look = self.look
        rooms = [int(self.tree.column(name, "width")) - look.s for name in self._scene.heads]
        for number, row in enumerate(self._scene.rows):
            cells = zip(row.cells, rooms, strict=True)
            self.tree.item(
                str(number), values=[look.fit("small", (text,), room) for text, room in cells]
            )


class QuestionWindow(Dialog):
    """Shows a text with a button to go on and a button to cancel."""

    def __init__(
        self, parent: tk.Misc, look: Look, title: str, text: str, button: str,
        done: Callable[[], None],
    ) -> None:  # fmt: skip
        super().__init__(parent, look, title)
        row = self.buttons()
        cancel = ttk.Button(row, text=words.CANCEL, style="Push.TButton", command=self.destroy)
        cancel.pack(side="right")

        def go_on() -> None:
            self.destroy()
            done()

        self.button = ttk.Button(row, text=button, style="Main.TButton", command=go_on)
        self.button.pack(side="right", padx=(0, look.s))
        label(self.content, "Bold", title).pack(anchor="w", pady=(0, look.s))
        body = label(self.content, "Body", text)
        body.configure(wraplength=look.px(WRAP), justify="left")
        body.pack(anchor="w")
        self.bind("<Return>", lambda event: go_on())
        self.appear(self.button)


class ProgressWindow(Dialog):
    """Shows how far slow work has come; Cancel, Escape and the closing button end the work."""

    def __init__(
        self, parent: tk.Misc, look: Look, title: str, cancel: Callable[[], None]
    ) -> None:
        super().__init__(parent, look, title)
        row = self.buttons()
        self.button = ttk.Button(row, text=words.CANCEL, style="Push.TButton", command=cancel)
        self.button.pack(side="right")
        label(self.content, "Body", title).pack(anchor="w", pady=(0, look.s))
        self.bar = ttk.Progressbar(
            self.content, style="Live.Horizontal.TProgressbar", length=look.px(WRAP), maximum=FULL
        )
        self.bar.pack(fill="x")
        self.bind("<Escape>", lambda event: cancel())
        self.protocol("WM_DELETE_WINDOW", cancel)
        self.appear(self.button)

    def show(self, share: float) -> None:
        """Show which share of the work is done, 0 to 1."""
        self.bar.configure(value=min(FULL - 0.01, FULL * share))  # a full ttk bar is empty

    def close(self) -> None:
        """Destroy the window."""
        self.destroy()


def paint_table(tree: ttk.Treeview, look: Look) -> None:
    """Give a table the fonts and colours in force."""
    palette, style = look.palette, ttk.Style(tree)
    style.layout(STYLE, [("Treeview.treearea", {"sticky": "nsew"})])
    style.configure(
        STYLE, background=palette.surface, fieldbackground=palette.surface, borderwidth=0,
        foreground=palette.text, font=look.fonts["small"],
        rowheight=look.line("small") + look.px(8),
    )  # fmt: skip
    style.map(
        STYLE,
        background=[("selected", palette.accent)],
        foreground=[("selected", palette.on_accent)],
    )
    style.configure(
        f"{STYLE}.Heading", background=palette.surface, foreground=palette.muted, relief="flat",
        font=look.fonts["caption"], borderwidth=0, padding=(look.xs, 0),
    )  # fmt: skip
    style.map(f"{STYLE}.Heading", background=[], foreground=[])

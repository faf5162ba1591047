"""The small dialogs: their base, errors, lists to choose from, questions, and progress bars."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import ttk

from loa_tk.scenes.pages import ListScene
from loa_tk.scenes.services import Answer, Report
from loa_tk.view.kit.keys import CLOSE_KEY, sequences
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.widgets import ProgressBar, Timer, button, inner, label, packed
from loa_tk.words import main as words


class Dialog(tk.Toplevel):
    """A window in front of its parent that blocks nothing; Escape and Ctrl+W close it."""

    help = ""  # the command for its help page; without one F1 shows its parent's

    def __init__(self, parent: tk.Misc, look: Look, title: str) -> None:
        super().__init__(parent)
        self.withdraw()
        self.title(title)
        self.look = look
        for sequence in ("<Escape>", *sequences(CLOSE_KEY, look.mac)):
            self.bind(sequence, lambda event: self.leave())
        self.content = packed(inner(self), fill="both", expand=True, padx=look.l, pady=look.l)
        look.watch(self, lambda: self.configure(background=look.palette.surface))

    def appear(self, focus: tk.Misc, clear: tk.Misc | None = None, least: int = 0) -> None:
        """Show the finished window over the middle of its parent, no larger than the screen.

        If it is to leave the widget `clear` visible, it goes beside the parent or, at least `least`
        pixels wide, beside that widget.
        """
        parent = self.master.winfo_toplevel()
        if parent.winfo_viewable():
            self.transient(parent)
        self.update_idletasks()
        most = self.maxsize()  # Tk leaves a part of the screen for the window's frame
        wanted = self.winfo_reqwidth(), self.winfo_reqheight()
        width, height = map(min, wanted, most)
        if clear is not None and clear.winfo_viewable():
            x, width = beside(_edges(parent), _edges(clear), width, min(least, width), most[0])
            y = parent.winfo_y()
        else:
            x = parent.winfo_rootx() + (parent.winfo_width() - width) // 2
            y = parent.winfo_rooty() + (parent.winfo_height() - height) // 3
        size = "" if (width, height) == wanted else f"{width}x{height}"
        x, y = max(0, min(x, most[0] - width)), max(0, min(y, most[1] - height))
        self.geometry(f"{size}+{x}+{y}")
        self.deiconify()
        focus.focus_set()

    def leave(self) -> None:
        """Close the window without an answer."""
        self.destroy()

    def buttons(self) -> ttk.Frame:
        """Return an empty row for buttons at the lower edge."""
        row = packed(inner(self.content), side="bottom", fill="x", pady=(self.look.m, 0))
        return row


def _edges(widget: tk.Misc) -> tuple[int, int]:
    return widget.winfo_rootx(), widget.winfo_rootx() + widget.winfo_width()


def beside(
    parent: tuple[int, int], clear: tuple[int, int], width: int, least: int, screen: int
) -> tuple[int, int]:
    """Return x and width of a window beside another one or, without room, beside a part of it.

    Parent and part are given by their left and right edges. A window that has no room beside the
    part in its least width covers some of it.
    """
    if parent[1] + width <= screen:
        return parent[1], width
    if parent[0] >= width:
        return parent[0] - width, width
    width = max(least, min(width, screen - clear[1]))
    return min(clear[1], screen - width), width


class ErrorWindow(Dialog):
    """Reports an error in a text that can be selected and copied."""

    def __init__(self, parent: tk.Misc, look: Look, title: str, text: str) -> None:
        super().__init__(parent, look, title)
        row = self.buttons()
        ok = packed(button(row, "Main", words.OK, self.destroy), side="right")
        button(row, "Push", words.COPY, self._copy).pack(side="right", padx=(0, look.s))
        label(self.content, "Bold", title).pack(anchor="w", pady=(0, look.s))
        lines = text.count("\n") + 1
        self._text = tk.Text(
            self.content, font=look.fonts["mono"], wrap="word", borderwidth=0, padx=look.xs,
            pady=look.xs, width=72, height=min(16, lines + 2), highlightthickness=2, cursor="arrow",
            insertwidth=0, takefocus=True,
        )  # fmt: skip
        self._text.insert("1.0", text)
        self._text.configure(state="disabled")
        self._text.pack(fill="both", expand=True)
        look.watch(self._text, lambda: paint_text(self._text, look))
        self.bind("<Return>", lambda event: self.destroy())
        self.appear(ok)

    def _copy(self) -> None:
        self.clipboard_clear()
        self.clipboard_append(self._text.get("1.0", "end-1c"))


def paint_text(text: tk.Text, look: Look) -> None:
    """Give a text the colours in force."""
    palette = look.palette
    text.configure(
        background=palette.surface, foreground=palette.text, highlightcolor=palette.accent,
        highlightbackground=palette.surface, selectbackground=palette.accent,
        selectforeground=palette.on_accent, inactiveselectbackground=palette.accent,
    )  # fmt: skip


Call = Callable[[], object]
REFIT = 80  # ms from the last change of width to cutting the texts again


class SelectTable(ttk.Treeview):
    """Lines under headings, of which one can be selected; a double click or Enter opens it."""

    def __init__(
        self, parent: tk.Misc, look: Look, height: int, chosen: Call, opened: Call, refit: Call,
        style: str = "List.Treeview", gap: int = 8,
    ) -> None:  # fmt: skip
        """Show this many lines, with a gap between them; `refit` cuts texts to a new width."""
        super().__init__(parent, show="headings", style=style, selectmode="browse", height=height)
        self._look, self._name, self._gap = look, style, gap
        self.bar = ttk.Scrollbar(parent, style="Slim.Vertical.TScrollbar", command=self.yview)
        self.configure(yscrollcommand=self.bar.set)
        self.timer = Timer(self, refit)
        self.bind("<<TreeviewSelect>>", lambda event: chosen())
        # Not on the headings.
        self.bind("<Double-1>", lambda event: opened() if self.identify_row(event.y) else None)
        self.bind("<Return>", lambda event: opened())
        self.bind("<Configure>", lambda event: self.timer.start(REFIT))

    def selected(self) -> str:
        """Return the key of the selected line, or nothing."""
        selection = self.selection()
        return str(selection[0]) if selection else ""

    def pack_with_bar(self) -> None:
        """Fill the parent with the table and its scroll bar."""
        self.bar.pack(side="right", fill="y", padx=(self._look.xs, 0))
        self.pack(side="left", fill="both", expand=True)

    def restyle(self) -> None:
        """Take the fonts and colours in force."""
        look, palette, style = self._look, self._look.palette, ttk.Style(self)
        style.layout(self._name, [("Treeview.treearea", {"sticky": "nsew"})])
        style.configure(
            self._name, background=palette.surface, fieldbackground=palette.surface, borderwidth=0,
            foreground=palette.text, font=look.fonts["small"],
            rowheight=look.line("small") + look.px(self._gap),
        )  # fmt: skip
        style.map(
            self._name, background=[("selected", palette.accent)],
            foreground=[("selected", palette.on_accent)],
        )  # fmt: skip
        style.configure(
            f"{self._name}.Heading", background=palette.surface, foreground=palette.muted,
            relief="flat", font=look.fonts["caption"], borderwidth=0, padding=(look.xs, 0),
        )  # fmt: skip
        style.map(f"{self._name}.Heading", background=[], foreground=[])


MOST_ROWS = 14
WIDEST_CELL = 280  # pixels; a longer text ends in … until the user widens the window
WRAP = 460


class ListWindow(Dialog):
    """Lines under headings; a double click, Enter or the button chooses one."""

    def __init__(
        self, parent: tk.Misc, look: Look, scene: ListScene, done: Report,
        other: Report | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent, look, scene.title)
        self._done, self._scene = done, scene
        self._keys = [row.key for row in scene.rows]
        row = self.buttons()
        button(row, "Push", words.CANCEL, self.destroy).pack(side="right")
        self.button = button(row, "Main", scene.button, self._ok)
        self.button.pack(side="right", padx=(0, look.s))
        self.second = button(row, "Push", scene.other)
        if scene.other and other is not None:
            self.second.configure(command=lambda: other(self._key()))
            self.second.pack(side="left")
        if scene.note:
            label(self.content, "Small", scene.note).pack(anchor="w", pady=(0, look.s))
        frame = packed(inner(self.content), fill="both", expand=True)
        height = min(MOST_ROWS, len(scene.rows))
        self.tree = SelectTable(frame, look, height, self._chosen, self._ok, self._fit)
        self.tree.configure(columns=scene.heads)
        self.tree.pack_with_bar()
        for number, line in enumerate(scene.rows):
            self.tree.insert("", "end", iid=str(number), values=line.cells)
        self.tree.bind("<Delete>", lambda event: self.second.invoke() if scene.other else None)
        look.watch(self.tree, lambda: self._paint(scene))
        first = next((str(i) for i, key in enumerate(self._keys) if key), "0")
        self.tree.selection_set(first)
        self.tree.focus(first)
        self._chosen()
        self.appear(self.tree)

    def _key(self) -> str:
        selected = self.tree.selected()
        return self._keys[int(selected)] if selected else ""

    def _chosen(self) -> None:
        for part in (self.button, self.second):
            part.state(["!disabled" if self._key() else "disabled"])

    def _ok(self) -> None:
        key = self._key()
        if key:
            self.destroy()
            self._done(key)

    def _paint(self, scene: ListScene) -> None:
        look = self.look
        self.tree.restyle()
        body, head = look.fonts["small"].measure, look.fonts["caption"].measure
        for i, name in enumerate(scene.heads):
            # A line that says only why a game cannot be opened would make its column too wide.
            rows = (row for row in scene.rows if row.key or all(row.cells))
            widest = max([head(name), *(body(row.cells[i]) for row in rows)])
            wide = min(widest, look.px(WIDEST_CELL)) + look.l
            self.tree.heading(name, text=name, anchor="w")
            self.tree.column(name, width=wide, minwidth=wide, anchor="w")
        self._fit()

    def _fit(self) -> None:
        """Shorten what is wider than its column, with an ellipsis."""
        look = self.look
        rooms = [int(self.tree.column(name, "width")) - look.s for name in self._scene.heads]
        for number, row in enumerate(self._scene.rows):
            cells = zip(row.cells, rooms, strict=True)
            self.tree.item(
                str(number), values=[look.fit("small", (text,), room) for text, room in cells]
            )


class QuestionWindow(Dialog):
    """Shows a text with a button to go on and a button to cancel; if harmful, Enter cancels."""

    def __init__(
        self, parent: tk.Misc, look: Look, title: str, text: str, yes: str,
        done: Callable[[], None], harmful: bool = False, other: Answer | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent, look, title)
        row = self.buttons()
        styles = ("Main", "Push") if harmful else ("Push", "Main")
        cancel = packed(button(row, styles[0], words.CANCEL, self.destroy), side="right")

        def go_on(answer: Callable[[], None]) -> None:
            self.destroy()
            answer()

        self.button = button(row, styles[1], yes, partial(go_on, done))
        self.button.pack(side="right", padx=(0, look.s))
        if other is not None:
            self.other = button(row, "Push", other[0], partial(go_on, other[1]))
            self.other.pack(side="left")
        label(self.content, "Bold", title).pack(anchor="w", pady=(0, look.s))
        body = label(self.content, "Body", text)
        body.configure(wraplength=look.px(WRAP), justify="left")
        body.pack(anchor="w")
        # A focused button is pressed by the space bar, and by Enter whatever has the focus.
        self.bind("<Return>", self._enter)
        self.default = cancel if harmful else self.button
        self.appear(self.default)

    def _enter(self, event: tk.Event) -> None:
        """Press the button that has the focus, or else the default."""
        pressed = event.widget if isinstance(event.widget, ttk.Button) else self.default
        pressed.invoke()


class ProgressWindow(Dialog):
    """Shows how far slow work has come; Cancel, the keys and the closing button end the work."""

    def __init__(self, parent: tk.Misc, look: Look, title: str, cancel: Callable[[], None]) -> None:
        super().__init__(parent, look, title)
        self._cancel = cancel
        row = self.buttons()
        self.button = packed(button(row, "Push", words.CANCEL, cancel), side="right")
        label(self.content, "Body", title).pack(anchor="w", pady=(0, look.s))
        self.bar = packed(ProgressBar(self.content, "Live", look.px(WRAP)), fill="x")
        self.protocol("WM_DELETE_WINDOW", cancel)
        self.appear(self.button)

    def leave(self) -> None:
        """Ask for the end of the work; whoever does it closes the window."""
        self._cancel()

    def show(self, share: float) -> None:
        """Show which share of the work is done, 0 to 1."""
        self.bar.show(share)

    def close(self) -> None:
        """Destroy the window."""
        self.destroy()

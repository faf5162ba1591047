"""The base of all dialogs, and the error dialog."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from loa_tk.view.kit.cards import inner, label
from loa_tk.view.kit.theme import Look
from loa_tk.words import main as words


class Dialog(tk.Toplevel):
    """A window in front of its parent that blocks nothing; Escape closes it."""

    help = ""  # the command for its help page; without one F1 shows its parent's

    def __init__(self, parent: tk.Misc, look: Look, title: str) -> None:
        super().__init__(parent)
        self.withdraw()
        self.title(title)
        self.look = look
        self.bind("<Escape>", lambda event: self.destroy())
        self.content = inner(self)
        self.content.pack(fill="both", expand=True, padx=look.l, pady=look.l)
        look.watch(self, self._restyle)

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
            self._put(wanted, (width, height), (x, parent.winfo_y()))
            focus.focus_set()
            return
        x = parent.winfo_rootx() + (parent.winfo_width() - width) // 2
        y = parent.winfo_rooty() + (parent.winfo_height() - height) // 3
        self._put(wanted, (width, height), (x, y))
        focus.focus_set()

    def _put(
        self, wanted: tuple[int, int], size: tuple[int, int], place: tuple[int, int]
    ) -> None:
        """Show the window in this size, as near to this place as the screen allows."""
        x, y = (
            max(0, min(at, most - side))
            for at, most, side in zip(place, self.maxsize(), size, strict=True)
        )
        self.geometry(f"{'' if size == wanted else '{}x{}'.format(*size)}+{x}+{y}")
        self.deiconify()

    def buttons(self) -> ttk.Frame:
        """Return an empty row for buttons at the lower edge."""
        row = inner(self.content)
        row.pack(side="bottom", fill="x", pady=(self.look.m, 0))
        return row

    def _restyle(self) -> None:
        self.configure(background=self.look.palette.surface)


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
        ok = ttk.Button(row, text=words.OK, style="Main.TButton", command=self.destroy)
        ok.pack(side="right")
        copy = ttk.Button(row, text=words.COPY, style="Push.TButton", command=self._copy)
        copy.pack(side="right", padx=(0, look.s))
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


def bring_to_front(window: tk.Tk | tk.Toplevel) -> None:
    """Bring a window to the front and restore the focus it last had."""
    window.deiconify()
    window.lift()
    window.tk.call("focus", "-force", window.tk.call("focus", "-lastfor", window))

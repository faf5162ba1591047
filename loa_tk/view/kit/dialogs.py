"""The base of all dialogs, and the error dialog."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from loa_tk.view.kit.cards import inner, label
from loa_tk.view.kit.theme import Look
from loa_tk.words import main as words


class Dialog(tk.Toplevel):
    """A window in front of its parent that blocks nothing; Escape closes it."""

    def __init__(self, parent: tk.Misc, look: Look, title: str) -> None:
        super().__init__(parent)
        self.withdraw()
        self.title(title)
        self.look = look
        self.bind("<Escape>", lambda event: self.destroy())
        self.content = inner(self)
        self.content.pack(fill="both", expand=True, padx=look.l, pady=look.l)
        look.watch(self, self._restyle)

    def appear(self, focus: tk.Misc) -> None:
        """Show the finished window over the middle of its parent, no larger than the screen."""
        parent = self.master.winfo_toplevel()
        if parent.winfo_viewable():
            self.transient(parent)
        self.update_idletasks()
        most = self.maxsize()  # Tk leaves a part of the screen for the window's frame
        wanted = self.winfo_reqwidth(), self.winfo_reqheight()
        width, height = map(min, wanted, most)
        x = parent.winfo_rootx() + (parent.winfo_width() - width) // 2
        y = parent.winfo_rooty() + (parent.winfo_height() - height) // 3
        x = max(0, min(x, most[0] - width))
        y = max(0, min(y, most[1] - height))
        size = "" if (width, height) == wanted else f"{width}x{height}"
        self.geometry(f"{size}+{x}+{y}")
        self.deiconify()
        focus.focus_set()

    def buttons(self) -> ttk.Frame:
        """Return an empty row for buttons at the lower edge."""
        row = inner(self.content)
        row.pack(side="bottom", fill="x", pady=(self.look.m, 0))
        return row

    def _restyle(self) -> None:
        self.configure(background=self.look.palette.surface)


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

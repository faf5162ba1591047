"""Notes that appear when the mouse rests on a widget, and vanish when it leaves."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable, Sequence

from loa_tk.view.kit.theme import Look

REST = 500  # ms that the mouse must rest
WIDE, INSET, AWAY = 320, 6, 14  # pixels: of a line, around the text, and from the mouse


def told(figures: Iterable[tuple[str, str]]) -> str:
    """Return figures that a card has no room for, a line each, as the text of its note."""
    return "\n".join(f"{caption}: {figure}" for caption, figure in figures)


class Tooltip:
    """The note of some widgets that belong together; one without a text is not shown."""

    def __init__(self, widgets: Sequence[tk.Misc], look: Look, text: Callable[[], str]) -> None:
        """Watch the mouse on these widgets."""
        self._look, self.text = look, text
        self._timer = ""
        self.note: tk.Toplevel | None = None
        for widget in widgets:
            widget.bind("<Enter>", self._enter, add=True)
            for event in ("<Leave>", "<ButtonPress>", "<Destroy>"):
                widget.bind(event, lambda event: self._hide(event.widget), add=True)

    def _enter(self, event: tk.Event) -> None:
        self._hide(event.widget)
        self._timer = event.widget.after(REST, lambda: self._show(event.widget))

    def _show(self, widget: tk.Misc) -> None:
        self._timer, text = "", self.text()
        if not text:
            return
        look, palette = self._look, self._look.palette
        self.note = note = tk.Toplevel(widget, background=palette.edge)
        note.wm_overrideredirect(True)
        inset = look.px(INSET)
        tk.Label(
            note, text=text, justify="left", wraplength=look.px(WIDE), font=look.fonts["small"],
            background=palette.surface, foreground=palette.text, padx=inset, pady=inset,
        ).pack(padx=1, pady=1)  # fmt: skip
        note.update_idletasks()
        x, y = widget.winfo_pointerx(), widget.winfo_pointery() + look.px(AWAY)
        right = widget.winfo_screenwidth() - note.winfo_reqwidth()
        below = widget.winfo_screenheight() - note.winfo_reqheight()
        above = y - note.winfo_reqheight() - 2 * look.px(AWAY)
        note.wm_geometry(f"+{max(0, min(x, right))}+{y if y <= below else max(0, above)}")

    def _hide(self, widget: tk.Misc) -> None:
        if self._timer:
            widget.after_cancel(self._timer)
            self._timer = ""
        if self.note is not None:
            self.note.destroy()
            self.note = None

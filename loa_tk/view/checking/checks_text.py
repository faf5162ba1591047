"""The table of checks: a sign, the check in bold, what it found, and what it means, in a text."""

from __future__ import annotations

import tkinter as tk

from loa_tk.scenes.checking import CheckRow
from loa_tk.view.kit.dialogs import paint_text
from loa_tk.view.kit.text_pane import TextPane
from loa_tk.view.kit.theme import Look

SIGN = "✓ "  # as wide as the column of the signs


class ChecksText(TextPane):
    """Shows the rows of one program; rows that come later are added at the end."""

    def __init__(self, parent: tk.Misc, look: Look) -> None:
        super().__init__(parent, look)
        self._rows: tuple[CheckRow, ...] = ()
        self._end: tuple[str, str] = ("", "")
        look.watch(self.text, self._restyle)

    def show(self, rows: tuple[CheckRow, ...], end: str = "", tone: str = "") -> None:
        """Show these rows, and below them a last sentence with its tone."""
        if (rows, (end, tone)) == (self._rows, self._end):
            return
        known = len(self._rows)
        added = rows[:known] == self._rows and not self._end[0]
        at_end = self.text.yview()[1] >= 1.0
        self.text.configure(state="normal")
        if not added:
            self.text.delete("1.0", "end")
            known = 0
        for row in rows[known:]:
            self._write(row)
        if end:
            self.text.insert("end", f"{end}\n", (f"verdict{tone}", "verdict"))
        self.text.configure(state="disabled")
        self._rows, self._end = rows, (end, tone)
        if added and at_end:
            self.text.see("end")
        elif not added:
            self.text.yview_moveto(0)

    def content(self) -> str:
        """Return the whole text."""
        return self.text.get("1.0", "end-1c")

    def _write(self, row: CheckRow) -> None:
        insert = self.text.insert
        insert("end", f"{row.sign}\t", (f"sign{row.tone}", "check"))
        insert("end", f"{row.text}\n", "check")
        if row.found:
            insert("end", f"{row.found}\n", f"found{'bad' if row.tone == 'bad' else ''}")
        if row.help:
            insert("end", f"{row.help}\n", "help")

    def _restyle(self) -> None:
        look, palette, text = self._look, self._look.palette, self.text
        paint_text(text, look)
        fonts = look.fonts
        margin = fonts["bold"].measure(SIGN) + look.xs
        text.configure(font=fonts["body"])
        tag = text.tag_configure
        tag("check", font=fonts["bold"], tabs=(margin,), lmargin2=margin, spacing1=look.s)
        tag("sign", foreground=palette.muted)
        tag("signgood", foreground=palette.good)
        tag("signbad", foreground=palette.bad)
        tag("found", font=fonts["body"], lmargin1=margin, lmargin2=margin)
        tag("foundbad", font=fonts["body"], lmargin1=margin, lmargin2=margin,
            foreground=palette.bad)  # fmt: skip
        tag("help", font=fonts["small"], lmargin1=margin, lmargin2=margin,
            foreground=palette.muted)  # fmt: skip
        tag("verdict", font=fonts["bold"], spacing1=look.m)
        tag("verdictgood", foreground=palette.good)
        tag("verdictbad", foreground=palette.bad)

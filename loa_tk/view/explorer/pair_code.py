"""The sources of two searches side by side: the lines to look at, with remarks."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence

from loa_tk.scenes.explorer import LOOK, SAME, STANDS, CodeLine, CodeScene
from loa_tk.view.explorer.columns import wrong_ground
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.widgets import Card, TextPane, inner, inset, label, packed, write

BRIEF = 3  # lines of a source in a small window
NUMBER = 3  # digits of a line's number


class CodeText(TextPane):
    """Lines of a source with their numbers and marks; in brief only those that matter most."""

    def __init__(self, parent: tk.Misc, look: Look) -> None:
        super().__init__(parent, look)
        self._shown: tuple[tuple[CodeLine, ...], str, bool] = ((), "", False)
        self.text.configure(wrap="none", highlightthickness=0)
        self.text.bind("<Configure>", lambda event: self._align(), add=True)
        look.watch(self.text, self._restyle)

    def show(self, scene: CodeScene, brief: bool) -> None:
        """Show these lines."""
        shown = (scene.lines, scene.note, brief)
        if shown == self._shown:
            return
        self._shown = shown
        lines = shortened(scene.lines) if brief else scene.lines
        with self.writing() as text:
            if not lines:
                text.insert("end", scene.note, "note")
            for number, line in enumerate(lines, 1):
                text.insert("end", "\n" if number > 1 else "")
                text.insert("end", f"\t{line.number or ''}\t", ("line", "number"))
                text.insert("end", line.text, "line")
                if line.note:
                    text.insert("end", f"\t{line.note}", ("line", f"note{line.part}"))
            for number, line in enumerate(lines, 1):  # now, or the next line would be marked too
                if line.part:
                    text.tag_add(line.part, f"{number}.0", f"{number + 1}.0")
                begin, end = line.mark
                if end:
                    at = len(f"\t{line.number or ''}\t")
                    text.tag_add("mark", f"{number}.{at + begin}", f"{number}.{at + end}")
        self._align()

    def _align(self) -> None:
        """Put the numbers, the lines and the notes below each other, in letters that fit."""
        look, tag = self._look, self.text.tag_configure
        wide, longest = self.text.winfo_width(), 0
        for line in self._shown[0]:
            longest = max(longest, len(line.text) + (len(line.note) + 1 if line.note else 0))
        small = self._shown[2] or (NUMBER + longest + 2) * look.fonts["mono"].measure("0") > wide
        font, bold = ("mono_small", "mono_small_bold") if small else ("mono", "mono_bold")
        apart = 0 if self._shown[2] else 1
        self.text.configure(font=look.fonts[font], spacing1=apart, spacing3=apart)
        for part in (LOOK, STANDS, SAME):
            tag(part, font=look.fonts[bold])
        first = NUMBER * look.fonts[font].measure("0")
        wide = max(wide, 2 * first)  # before it is shown it has no width
        tag("line", tabs=(first, "right", first + look.s, "left", wide - look.xs, "right"))

    def _restyle(self) -> None:
        look, palette, tag = self._look, self._look.palette, self.text.tag_configure
        fonts = look.fonts
        self.text.configure(
            background=palette.surface, foreground=palette.text,
            selectbackground=palette.accent, selectforeground=palette.on_accent,
        )  # fmt: skip
        tag("number", foreground=palette.muted)
        tag("note", font=fonts["small"], foreground=palette.muted)
        tag(LOOK, background=wrong_ground(palette))
        tag(STANDS, background=palette.running, foreground=palette.on_running)
        tag(SAME, background=palette.soft, foreground=palette.on_soft)
        tag(f"note{LOOK}", font=fonts["mono_small_bold"], foreground=palette.bad)
        tag(f"note{STANDS}", font=fonts["mono_small_bold"], foreground=palette.on_running)
        tag("mark", underline=True)
        self.text.tag_lower(LOOK)
        for name in (STANDS, SAME):  # a number has the colour of the ground of its line
            self.text.tag_raise(name, "number")
        self._align()


def shortened(lines: Sequence[CodeLine]) -> tuple[CodeLine, ...]:
    """Return three lines: those with marks, and the lines above the last of them."""
    kept = {at for at, line in enumerate(lines) if line.part}
    before = max(kept, default=0)
    while len(kept) < min(BRIEF, len(lines)) and before >= 0:
        if lines[before].number:
            kept.add(before)
        before -= 1
    return tuple(lines[at] for at in sorted(kept)[-BRIEF:])


class CodeCard(Card):
    """A source under its title and the line in which the search stands."""

    def __init__(self, parent: tk.Misc, look: Look) -> None:
        super().__init__(parent, look, (inset(look), look.s, look.s, look.s))
        self.pack_propagate(False)  # the page sets its size
        self._top = packed(inner(self), fill="x")
        self._title = packed(label(self._top, "Bold"), side="left")
        self._caption = packed(label(self._top, "Caption"), side="left", padx=look.s)
        self.code = packed(CodeText(self, look), fill="both", expand=True)

    def show(self, scene: CodeScene, brief: bool) -> None:
        """Show these lines."""
        write(self._title, scene.title)
        write(self._caption, scene.caption)
        self.code.show(scene, brief)

    def high(self, lines: int, brief: bool) -> int:
        """Return the height of the card with this many lines."""
        look = self._look
        line = look.line("mono_small") if brief else look.line("mono") + 2
        return look.line("bold") + lines * line + 2 * look.s

"""The check window: the file with its game and buttons above the table of checks."""

from __future__ import annotations

import tkinter as tk
from functools import partial

from loa_tk.scenes.checking import CheckingIntents, CheckingScene, CheckRow
from loa_tk.scenes.services import Report
from loa_tk.view.kit.dialogs import paint_text
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.tool_widgets import Buttons, Fields, Wrapping
from loa_tk.view.kit.widgets import Card, ProgressBar, TextPane, inner, inset, label, packed
from loa_tk.view.kit.window import ToolWindow
from loa_tk.words import checking as words

SIGN = "✓ "  # as wide as the column of the signs


class ChecksText(TextPane):
    """Shows the rows of one program; rows that come later are added at the end."""

    def __init__(
        self, parent: tk.Misc, look: Look, follow: Report = lambda link: None
    ) -> None:
        super().__init__(parent, look)
        self._follow = follow
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
        with self.writing(anew=not added) as text:
            for row in rows[known if added else 0 :]:
                self._write(row)
            if end:
                text.insert("end", f"{end}\n", (f"verdict{tone}", "verdict"))
        self._rows, self._end = rows, (end, tone)
        if added and at_end:
            self.text.see("end")
        elif not added:
            self.text.yview_moveto(0)

    def _write(self, row: CheckRow) -> None:
        insert = self.text.insert
        insert("end", f"{row.sign}\t", (f"sign{row.tone}", "check"))
        insert("end", f"{row.text}\n", "check")
        if row.found:
            insert("end", f"{row.found}\n", f"found{'bad' if row.tone == 'bad' else ''}")
        if row.link:
            tag = f"link-{row.link}"
            insert("end", row.more, ("found", "link", tag))
            insert("end", "\n", "found")
            self.text.tag_bind(tag, "<Button-1>", lambda event: self._follow(row.link))
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
        tag("link", foreground=palette.accent, underline=True)
        for event, cursor in (("<Enter>", "hand2"), ("<Leave>", "arrow")):
            text.tag_bind("link", event, lambda _, name=cursor: text.configure(cursor=name))  # type: ignore[misc]
        tag("verdict", font=fonts["bold"], spacing1=look.m)
        tag("verdictgood", foreground=palette.good)
        tag("verdictbad", foreground=palette.bad)


FIRST = (820, 720)
GAME = 22  # characters
STYLES = {"again": "Main", "stop": "Push", "step": "Push", "play": "Push", "another": "Push"}


class CheckingWindow(ToolWindow):
    """The check window."""

    help = "own-code-help"

    def __init__(self, parent: tk.Tk, look: Look, intents: CheckingIntents) -> None:
        super().__init__(parent, look, intents)
        self._scene = CheckingScene()
        self.title(words.TITLE)
        self.buttons, self.fields = Buttons(intents), Fields(look, intents)
        self._head()
        card = Card(self._body, look, (inset(look), look.s, look.s, look.m))
        card.pack(fill="both", expand=True, pady=(look.m, 0))
        table = ChecksText(card, look, partial(intents.choose, "step"))
        self.table = packed(table, fill="both", expand=True)
        self.bind_keys(intents.keys, intents.command)
        self.appear(FIRST)
        self.buttons.by_name["again"].focus_set()

    def _head(self) -> None:
        look = self.look
        head = packed(Card(self._body, look), fill="x")
        top = packed(inner(head), fill="x")
        self._title = packed(label(top, "Bold"), side="left")
        self._doing = packed(label(top, "Small"), side="right")
        self._facts = packed(label(head, "Small"), anchor="w")
        self._progress = packed(ProgressBar(head), fill="x", pady=look.s)
        row = packed(Wrapping(head, look), fill="x")
        row.add(self.fields.make(row, "game", GAME))
        for name, style in STYLES.items():
            row.add(self.buttons.make(row, style, name))
        self._card = head
        look.refit(head, self._fit)

    # --- what its loop asks for ---

    def show(self, scene: CheckingScene) -> None:
        """Draw this scene; only the differences from the last scene are drawn."""
        before, self._scene = self._scene, scene
        if scene.title != before.title:
            self.title(scene.title)
        kind = "Live" if scene.live else "Idle" if scene.progress >= 1 else "Empty"
        self._progress.show(scene.progress, kind)
        self.fields.show(scene.fields)
        self.buttons.show({}, scene.enabled)
        self.table.show(scene.rows, scene.verdict, scene.tone)
        self._status.show(scene.status, "", scene.bad)
        self._fit()

    # --- inside the window ---

    def _fit(self) -> None:
        """Show as much of the texts as fits."""
        look, scene = self.look, self._scene
        room = max(1, self._card.winfo_width() - 2 * inset(look))
        self._title.configure(text=look.fit("bold", (scene.title,), room))
        beside = room - look.fonts["bold"].measure(scene.title) - look.m
        self._doing.configure(text=look.fit("small", (scene.doing,), beside))
        self._facts.configure(text=scene.facts, wraplength=room, justify="left")


WINDOW = CheckingWindow

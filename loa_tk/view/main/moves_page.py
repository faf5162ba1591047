"""The Moves page: the value graph above the move list, and the comment of a move below it."""

from __future__ import annotations

import tkinter as tk
from contextlib import suppress
from functools import partial
from tkinter import ttk

from loa_tk.scenes.main import GraphPoint, MoveLine, WindowScene
from loa_tk.scenes.services import Choose, Report
from loa_tk.view.kit.dialogs import paint_text
from loa_tk.view.kit.keys import sequences
from loa_tk.view.kit.palette import mix
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.widgets import TextPane, label, pack_if, paint_menu
from loa_tk.view.kit.window import reported
from loa_tk.words import review as words

HEIGHT = 64
WIDEST = 14  # pixels for one ply, at most
INK = 0.4  # the share of the text's colour in a bar


class Graph(tk.Canvas):
    """Draws the points; a click reports the key of the nearest one."""

    def __init__(self, parent: tk.Misc, look: Look, choose: Report) -> None:
        super().__init__(
            parent, height=look.px(HEIGHT), width=10, highlightthickness=0, borderwidth=0
        )
        self._look, self._choose = look, choose
        self._points: tuple[GraphPoint, ...] = ()
        self._current = ""
        self._scale: tuple[tuple[float, str], ...] = ()
        self._gutter = 0  # pixels of the scale's texts, left of the bars
        self.bind("<Configure>", lambda event: self._draw())
        self.bind("<Button-1>", lambda event: self._clicked(event.x))
        look.watch(self, self._draw)

    def show(
        self, points: tuple[GraphPoint, ...], current: str,
        scale: tuple[tuple[float, str], ...] = (),
    ) -> None:  # fmt: skip
        """Draw these points; `current` is the key of the position on the board."""
        if (points, current, scale) != (self._points, self._current, self._scale):
            self._points, self._current, self._scale = points, current, scale
            self._draw()

    def span(self, number: int) -> tuple[int, int]:
        """Return the left and the right edge of a point's bar."""
        left, slot = self._gutter, self._slot()
        return left + round(number * slot), left + round((number + 1) * slot)

    def _slot(self) -> float:
        room = self.winfo_width() - self._gutter
        return min(self._look.px(WIDEST), room / max(1, len(self._points)))

    def _clicked(self, x: int) -> None:
        if self._points:
            number = int((x - self._gutter + 0.5) / self._slot())
            number = max(0, min(number, len(self._points) - 1))
            self._choose(self._points[number].key)

    def _draw(self) -> None:
        look, palette = self._look, self._look.palette
        self.configure(background=palette.surface, height=look.px(HEIGHT) + look.line("caption"))
        self.delete("all")
        width, height = self.winfo_width(), self.winfo_height()
        top = look.line("caption")  # the strip above holds the marks of blunders
        middle = (top + height) // 2
        half = height - middle - 1
        known = any(point.share is not None for point in self._points)
        self._gutter = 0
        if known:
            self._draw_scale(top, height)
            begins = self._gutter and self._gutter - look.xs  # beside the texts of the scale
            self._box(begins, middle, width, middle + 1, palette.line)
        for number, point in enumerate(self._points):
            left, right = self.span(number)
            here = point.key == self._current
            if here and known:  # without values it would lie behind the note
                self._here(left, top, max(right, left + 2), height)
            if point.share is not None:
                self._bar(point.share, here, (left, right), middle, half)
            if point.blunder:
                self.create_text(
                    (left + right) // 2, 0, text=words.BLUNDER, anchor="n", fill=palette.bad,
                    font=look.fonts["bold"], tags="blunder",
                )  # fmt: skip
        if not known:
            self.create_text(
                0, middle - look.xs, text=words.NO_VALUES_YET, anchor="sw", width=width,
                fill=palette.muted, font=look.fonts["caption"], tags="note",
            )  # fmt: skip

    def _draw_scale(self, top: int, height: int) -> None:
        """Draw the values at the left and lines at their heights; texts without room are left out.

        The ends and the middle come first. A narrow graph has no scale.
        """
        look, high = self._look, self._look.line("caption")
        wide = max((look.fonts["caption"].measure(text) for _, text in self._scale), default=0)
        if not wide or 3 * wide > self.winfo_width():
            return
        self._gutter = wide + look.s
        taken: list[float] = []
        order = sorted(self._scale, key=lambda mark: mark[0] not in (0.0, 0.5, 1.0))
        for share, text in order:
            y = round(top + (1 - share) * (height - top - 1))
            self._box(self._gutter - look.xs, y, self.winfo_width(), y + 1, look.palette.line)
            middle = min(max(y, top + high // 2), height - high // 2)
            if all(abs(middle - other) >= high for other in taken):
                taken.append(middle)
                self.create_text(
                    wide, middle, text=text, anchor="e", fill=look.palette.muted,
                    font=look.fonts["caption"], tags="scale",
                )  # fmt: skip

    def _here(self, left: int, top: int, right: int, bottom: int) -> None:
        """Draw the faint band behind the bar of the position on the board."""
        palette = self._look.palette
        self._box(left, top, right, bottom, palette.line if palette.flat else palette.soft, "here")
        if palette.flat and right - left > 3:  # its soft colour is too strong for more than a frame
            self._box(left + 1, top + 1, right - 1, bottom - 1, palette.surface)

    def _bar(
        self, share: float, here: bool, across: tuple[int, int], middle: int, half: int
    ) -> None:
        palette = self._look.palette
        usual = palette.text if palette.flat else mix(palette.surface, palette.text, INK)
        high = round((share - 0.5) * 2 * half)
        gap = 1 if across[1] - across[0] > 3 else 0
        upper, lower = min(middle - high, middle - 1), max(middle - high, middle + 2)
        box = (upper, middle) if high > 1 else (middle, lower) if high < -1 else (middle - 1, lower)
        right = max(across[1] - gap, across[0] + 1)
        self._box(across[0] + gap, box[0], right, box[1], palette.accent if here else usual, "bar")

    def _box(
        self, left: int, top: int, right: int, bottom: int, colour: str, tag: str = "ground"
    ) -> None:
        self.create_rectangle(left, top, right, bottom, fill=colour, width=0, tags=tag)


LINES = 3
# What a text does with these keys itself; the window's commands of these keys stay out of it.
OWN = ("Ctrl+Z", "Ctrl+Y", "Ctrl+A", "Ctrl+C", "Ctrl+X", "Ctrl+V")
# Text's bindings of Emacs (Ctrl+O opens a line), which would come before the window's commands.
EMACS = "bdefhknopt"
KIND = "CommentText"  # the class of bindings that the text has instead of Text


class CommentBox(ttk.Frame):
    """A caption and an editable text; every change is reported at once."""

    def __init__(self, parent: tk.Misc, look: Look, report: Report) -> None:
        super().__init__(parent, style="In.TFrame")
        self._look, self._report = look, report
        self._key = ""  # of the move that the comment belongs to
        label(self, "Caption", words.COMMENT).pack(anchor="w")
        self.text = tk.Text(
            self, wrap="word", width=10, height=LINES, borderwidth=0, padx=look.xs, pady=look.xs,
            undo=True, highlightthickness=1, font=look.fonts["body"], takefocus=True,
        )  # fmt: skip
        self.text.pack(fill="both", expand=True)
        self.text.bind("<<Modified>>", lambda event: self._modified())
        # Tab leaves the text, as it leaves every other field.
        # The events of Tk for it: X11 names Shift+Tab ISO_Left_Tab.
        self.text.bind("<<NextWindow>>", lambda event: self._leave(event.widget.tk_focusNext()))
        self.text.bind("<<PrevWindow>>", lambda event: self._leave(event.widget.tk_focusPrev()))
        self._keep_keys()
        look.watch(self.text, self._restyle)

    def show(self, comment: str, key: str) -> None:
        """Show the comment of a move, leaving the user's own typing alone."""
        if key != self._key or comment != self.content():
            self._key = key
            if comment != self.content():
                self.text.delete("1.0", "end")
                self.text.insert("1.0", comment)
            self.text.edit_reset()
            self.text.edit_modified(False)

    def content(self) -> str:
        """Return the comment as it stands."""
        return self.text.get("1.0", "end-1c")

    def _modified(self) -> None:
        if self.text.edit_modified():
            self.text.edit_modified(False)
            self._report(self.content())

    def _keep_keys(self) -> None:
        """Keep typing from the board and the window's commands, but let other commands through."""
        own, kind, *rest = self.text.bindtags()
        after = f"after{own}"
        self.text.bindtags((own, KIND, after, *rest))
        for sequence in self.text.bind_class(kind):
            self.tk.call("bind", KIND, sequence, self.tk.call("bind", kind, sequence))
        if not self._look.mac:
            # These do nothing, so that the event goes on to the window. An event generated for the
            # window would come back to the text, which has the focus.
            for letter in EMACS:
                self.text.bind_class(KIND, f"<Control-Key-{letter}>", lambda event: None)
        self.text.bind_class(after, "<Key>", lambda event: "break")
        for passed in ("<Control-Key>", "<Alt-Key>", "<Command-Key>", "<Escape>", "<F1>"):
            self.text.bind_class(after, passed, lambda event: None)
        for key in OWN:
            for sequence in sequences(key, self._look.mac):
                self.text.bind_class(after, sequence, lambda event: "break")

    def _leave(self, following: tk.Misc | None) -> str:
        if following is not None:
            following.focus_set()
        return "break"

    def _restyle(self) -> None:
        palette = self._look.palette
        paint_text(self.text, self._look)
        self.text.configure(
            highlightbackground=palette.line, insertbackground=palette.text,
            background=palette.surface,
        )  # fmt: skip


KEYS = {"<Home>": "first", "<Left>": "previous", "<Right>": "next", "<End>": "last",
        "<Up>": "previous", "<Down>": "next"}  # fmt: skip
LEAST_LINES = 4  # of moves below the graph, at least
NUMBER, MOVE = 4, 9  # characters of the number's and the moves' columns
# On a Mac the right button is the second one, and Control with the only one stands for it.
MENU, MAC_MENU = ("<Button-3>",), ("<Button-2>", "<Control-Button-1>")
MENU_KEYS = ("<Shift-F10>", "<Menu>", "<App>")
FIRST = "0"  # the key of the position before the first move
KEY = "key-"  # prefix of the tag that marks a move by its key


class MovesPage(TextPane):
    """Reports the keys of clicked moves, and steps made with the keyboard."""

    def __init__(self, parent: tk.Misc, look: Look, command: Report, choose: Choose) -> None:
        super().__init__(parent, look)
        self._choose = partial(choose, "move")
        self._report = choose
        self._there = self._current = ""  # the keys of the menu's move and of the board's position
        self._promotable: frozenset[str] = frozenset()
        self.menu = tk.Menu(self, tearoff=False)
        for name, text in words.MOVE_MENU:
            self.menu.add_command(label=text, command=partial(self._choose_for, name))
        self._lines: tuple[MoveLine, ...] | None = None
        self.graph = Graph(self, look, self._choose)
        # Rows that are scrolled half away look intended below a line.
        self.line = ttk.Frame(self, style="Line.TFrame", height=1)
        self.comment = CommentBox(self, look, partial(choose, "comment"))
        self.bind("<Configure>", lambda event: self._fit())
        for sequence, name in KEYS.items():
            self.text.bind(sequence, partial(reported, command, name))
        self.text.bind("<Button-1>", self._clicked)
        for sequence in MAC_MENU if look.mac else MENU:
            self.text.bind(sequence, self._post_at)
        for sequence in MENU_KEYS:
            with suppress(tk.TclError):  # App is a key of Windows, Menu one of X11
                self.text.bind(sequence, lambda event: self._post_here())
        look.watch(self.text, self._restyle)

    def show(self, window: WindowScene) -> None:
        """Show the game; the list is rewritten only if its moves differ."""
        scene = window.review
        self.graph.show(scene.points, scene.current, scene.scale)
        self._current, self._promotable = scene.current, scene.promotable
        if scene.lines != self._lines:
            self._lines = scene.lines
            self._write(scene.lines)
        self.text.tag_remove("here", "1.0", "end")
        place = self.text.tag_ranges(KEY + scene.current)
        if place:
            self.text.tag_add("here", *place)
        self.comment.show(scene.comment, scene.current)
        self._see()

    def _see(self) -> None:
        place = self.text.tag_ranges("here")
        self.text.see(place[0] if place else "1.0")

    def _fit(self) -> None:
        """Show comment and graph if they leave room for a few moves; keep the move visible."""
        room = self.winfo_height() - LEAST_LINES * self._look.line("mono")
        room -= self.comment.winfo_reqheight()
        graph_high = self.graph.winfo_reqheight()
        parts = (
            (self.comment, 0, "bottom", 0), (self.graph, graph_high, "top", self._look.s),
            (self.line, graph_high, "top", 0),
        )  # fmt: skip
        for part, need, side, below in parts:
            if (room >= need) != bool(part.winfo_manager()):
                pack_if(
                    room >= need, part, side=side, fill="x", before=self._bar,
                    padx=(2, self._look.m), pady=(self._look.xs, below),
                )  # fmt: skip
        self.text.after_idle(self._see)

    def _write(self, lines: tuple[MoveLine, ...]) -> None:
        with self.writing() as text:
            for tag in text.tag_names():
                if tag.startswith(KEY):
                    text.tag_delete(tag)
            if not lines:
                text.insert("end", words.NO_MOVES_YET, "muted")
            for number, line in enumerate(lines):
                if number:
                    text.insert("end", "\n")
                self._write_line(line)

    def _write_line(self, line: MoveLine) -> None:
        kind = self._indent(line.depth)
        for at, word in enumerate(line.words):
            tags: tuple[str, ...] = (kind, KEY + word.key if word.key else "muted")
            if word.blunder:
                tags = (*tags, "blunder")
            if line.depth:
                self.text.insert("end", word.text, tags)
                self.text.insert("end", " ", kind)
            elif at == 0:
                self.text.insert("end", f"{word.text:>{NUMBER}} ", tags)
            else:
                self.text.insert("end", word.text, tags)
                self.text.insert("end", " " * (MOVE - len(word.text)), kind)

    def _indent(self, depth: int) -> str:
        """Return the indentation tag for this depth, up to the deepest one defined."""
        depth = min(depth, 4)
        tag = f"depth{depth}"
        if depth:
            margin = (NUMBER + 1 + 2 * (depth - 1)) * self._look.fonts["mono"].measure("0")
            self.text.tag_configure(tag, lmargin1=margin, lmargin2=margin)
        return tag

    def _clicked(self, event: tk.Event) -> str:
        self.text.focus_set()
        if key := self._key_at(event):
            self._choose(key)
        return "break"

    def _key_at(self, event: tk.Event) -> str:
        """Return the key of the move under the mouse, or nothing."""
        tags = self.text.tag_names(self.text.index(f"@{event.x},{event.y}"))
        return next((tag.removeprefix(KEY) for tag in tags if tag.startswith(KEY)), "")

    def _post_at(self, event: tk.Event) -> str:
        """Open the menu of the move under the mouse."""
        self._post(self._key_at(event), event.x_root, event.y_root)
        return "break"

    def _post_here(self) -> str:
        """Open the menu of the move whose position is on the board, below its word."""
        box = self.text.bbox(f"{KEY}{self._current}.first") if self._current in self._keys() else ()
        x, y, _, high = box or (0, 0, 0, 0)
        self._post(self._current, self.text.winfo_rootx() + x, self.text.winfo_rooty() + y + high)
        return "break"

    def _keys(self) -> list[str]:
        return [tag.removeprefix(KEY) for tag in self.text.tag_names() if tag.startswith(KEY)]

    def _post(self, key: str, x: int, y: int) -> None:
        if key not in self._keys() or key == FIRST:
            return
        self._there = key
        possible = {"promote": key in self._promotable, "delete": True}
        for number, (name, _) in enumerate(words.MOVE_MENU):
            self.menu.entryconfigure(number, state="normal" if possible[name] else "disabled")
        self.menu.tk_popup(x, y)

    def _choose_for(self, name: str) -> None:
        self._report(name, self._there)

    def _restyle(self) -> None:
        palette, text = self._look.palette, self.text
        paint_text(text, self._look)
        paint_menu(self.menu, self._look)
        text.tag_configure("muted", foreground=palette.muted)
        text.tag_configure("blunder", foreground=palette.bad, font=self._look.fonts["mono_bold"])
        text.tag_configure("here", background=palette.accent, foreground=palette.on_accent)
        text.tag_raise("here")
        text.tag_raise("sel")
        for depth in range(1, 5):
            self._indent(depth)


PAGE = MovesPage

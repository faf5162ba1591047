"""The presentation of a step on one canvas, in letters that grow with the window, and a board."""

from __future__ import annotations

import tkinter as tk
from tkinter import font as tkfont
from tkinter import ttk
from typing import Literal

from loa_tk.scenes.explorer import ExplorerIntents, ExplorerScene
from loa_tk.scenes.present import CallRow, PresentScene
from loa_tk.view.board.board import Board
from loa_tk.view.explorer.drawn_tree import draw_tree
from loa_tk.view.kit.theme import Look
from loa_tk.words import explorer as words

# Of a window of 1200 x 830 pixels; everything else is scaled.
WIDE, HIGH = 1200, 830
MARGIN, GAP = 20, 12
QUESTION, STATUS = 122, 36  # heights of the lower parts
STRIP = 34  # the height of the moves below the board
LEFT, NARROW = 0.61, 0.64  # the shares of the width that the algorithm gets
CODE, BODY, SMALL, LARGE = 17, 17, 14, 36  # pixels of letters
FULL = 1000  # a narrower window shows the executed function alone
GOLD_TEXT = "#1D2127"  # on the gold of the last move in the light theme
CALL = 58  # the height of a call
ANSWERS = (210, 78)  # the size of a button
COMMANDS = {"cut": "guess-cut", "go-on": "guess-go-on"}
COLUMNS = (0.47, 0.61, 0.79, 0.98)  # right ends of the cells of a call, in shares of the width


class PresentPage(ttk.Frame):
    """The algorithm, the board, the calls and the question."""

    def __init__(self, parent: tk.Misc, look: Look, intents: ExplorerIntents) -> None:
        super().__init__(parent)
        self._look, self._intents = look, intents
        self._scene = PresentScene()
        self.canvas = tk.Canvas(self, highlightthickness=0, borderwidth=0, takefocus=True)
        margin = look.l
        self.canvas.place(
            x=margin, y=margin, relwidth=1, relheight=1, width=-2 * margin, height=-margin
        )
        self.board = Board(self.canvas, look, behind="surface")
        self._made: dict[tuple[bool, bool, int], tkfont.Font] = {}
        look.refit(self.canvas, self._draw, idle=True)

    def show(self, scene: ExplorerScene) -> None:
        """Show this step."""
        if scene.present is not None and scene.present != self._scene:
            self._scene = scene.present
            self._draw()

    def home(self) -> tk.Misc:
        """Return what takes the keys of the page."""
        return self.canvas

    # --- drawing ---

    def _font(self, size: float, mono: bool = False, bold: bool = False) -> tkfont.Font:
        """Return a font of this many pixels; fonts are made once."""
        key = (mono, bold, max(7, round(size)))
        if key not in self._made:
            family = self._look.fonts["mono" if mono else "body"].actual("family")
            weight: Literal["bold", "normal"] = "bold" if bold else "normal"
            self._made[key] = tkfont.Font(self, family=family, size=-key[2], weight=weight)
        return self._made[key]

    def _text(
        self, x: float, y: float, text: str, font: tkfont.Font, fill: str = "",
        anchor: Literal["w", "e", "nw"] = "w", width: float = 0,
    ) -> None:  # fmt: skip
        self.canvas.create_text(
            x, y, text=text, font=font, fill=fill or self._look.palette.text, anchor=anchor,
            width=round(width),
        )  # fmt: skip

    def _card(self, left: float, top: float, right: float, bottom: float) -> None:
        palette = self._look.palette
        self.canvas.create_rectangle(
            left, top, right, bottom, fill=palette.surface, outline=palette.line
        )

    def _draw(self) -> None:
        width, height = self.canvas.winfo_width() - 1, self.canvas.winfo_height()
        if width < 2 or height < 2:
            return
        scene, draw = self._scene, self.canvas
        draw.configure(background=self._look.palette.window)
        draw.delete("all")
        s = self._scale = min(width / WIDE, height / HIGH)
        full = width >= self._look.px(FULL)
        gap, lower = GAP * s, height - (STATUS + QUESTION) * s
        split = width * (min(0.75, LEFT * max(1.0, scene.zoom)) if full else NARROW)
        self._algorithm(scene, full, 0, 0, split, lower)
        left, middle = split + gap, lower * 0.63
        if not scene.calls:
            middle = lower
        elif scene.board is None and not scene.tree:
            middle = STRIP * s  # the line alone
        self._position(scene, left, 0, width, middle)
        if scene.calls:
            self._calls(scene, left, middle + gap, width, lower)
        self._question(scene, 0, lower + gap, width, height - STATUS * s)
        self._status(scene, width, height - STATUS * s / 2)

    def _algorithm(
        self, scene: PresentScene, full: bool, left: float, top: float, right: float, bottom: float
    ) -> None:
        self._card(left, top, right, bottom)
        lines, line = (scene.lines, scene.line) if full else (scene.short, scene.short_line)
        if not lines:
            return
        s, palette = self._scale, self._look.palette
        room, high = right - left - 2 * MARGIN * s, bottom - top - 2 * GAP * s
        wanted = min(CODE * s * scene.zoom * (1 if full else 1.4), high / len(lines) / 1.35)
        longest = max(lines, key=len)
        size = wanted
        while size > 8 and self._font(size, mono=True, bold=True).measure(longest) > room:
            size -= 0.5
        step = min(high / len(lines), size * 1.75)
        y = top + GAP * s + step / 2
        for place, text in enumerate(lines):
            bold = text.startswith("function") or place == line
            colour = palette.text
            if place == line:
                gold = palette.name == "light"
                colour = GOLD_TEXT if gold else palette.on_running
                self.canvas.create_rectangle(
                    left + GAP * s / 2, y - step / 2, right - GAP * s / 2, y + step / 2,
                    fill=palette.last if gold else palette.running, width=0,
                )  # fmt: skip
                note = self._font(size, mono=True, bold=True)
                if note.measure(text) + note.measure(scene.note + "00") <= room:
                    self._text(right - MARGIN * s, y, scene.note, note, colour, "e")
            self._text(left + MARGIN * s, y, text, self._font(size, mono=True, bold=bold), colour)
            y += step

    def _position(
        self, scene: PresentScene, left: float, top: float, right: float, bottom: float
    ) -> None:
        self._card(left, top, right, bottom)
        s, font = self._scale, self._font(BODY * self._scale, mono=True)
        strip = STRIP * s
        bold, muted = self._font(BODY * s, mono=True, bold=True), self._look.palette.accent
        y, x = bottom - strip / 2 - 2 * s, left + MARGIN * s
        room = right - left - 2 * MARGIN * s - bold.measure(scene.value + "00")
        moves = list(scene.moves)
        while len(moves) > 1 and bold.measure(" ".join(moves) + "…") > room:
            moves.pop(0)
        first = ("… " if len(moves) < len(scene.moves) else "") + " ".join(moves[:-1])
        if moves:
            self._text(x, y, first, font)
            self._text(x + font.measure(first + " " * bool(first)), y, moves[-1], bold)
        self._text(right - MARGIN * s, y, scene.value, bold, muted, "e")
        if scene.board is None:
            self.board.place_forget()
            if scene.tree:
                place = left + GAP * s, top + GAP * s, right - GAP * s, bottom - strip
                draw_tree(self.canvas, self._look, scene.tree, place, BODY * s, self._font)
            return
        self.board.place(
            x=round(left + GAP * s), y=round(top + GAP * s),
            width=round(right - left - 2 * GAP * s), height=round(bottom - top - strip - GAP * s),
        )  # fmt: skip
        self.board.show(scene.board)

    def _calls(
        self, scene: PresentScene, left: float, top: float, right: float, bottom: float
    ) -> None:
        self._card(left, top, right, bottom)
        s, palette = self._scale, self._look.palette
        inside, across = left + GAP * s, right - left - 2 * GAP * s
        head = top + 24 * s
        self._text(inside + 6 * s, head, words.CALLS, self._font(BODY * s, bold=True))
        small = self._font(SMALL * s)
        heads = words.CALL_HEADS if scene.bounds else (words.CALL_HEADS[0], "", "", "v")
        for name, at in zip(heads, COLUMNS, strict=True):
            self._text(inside + across * at, head, name, small, palette.muted, "e")
        step = min(CALL * s, (bottom - head - 20 * s) / len(scene.calls))
        y = head + 16 * s
        for row in scene.calls:
            self._call(scene, row, inside, y, across, step)
            y += step

    def _call(
        self, scene: PresentScene, row: CallRow, left: float, top: float, across: float, step: float
    ) -> None:
        s, palette = self._scale, self._look.palette
        fill = palette.running if row.current else palette.surface
        outline = palette.tree_best if row.current else palette.line
        self.canvas.create_rectangle(
            left, top + 2 * s, left + across, top + step - 2 * s, fill=fill, outline=outline,
            width=max(1, round(2 * s)) if row.current else 1,
        )  # fmt: skip
        if row.place:
            bar = palette.tree_max if row.maximises else palette.tree_min
            self.canvas.create_rectangle(
                left + 6 * s, top + 8 * s, left + 11 * s, top + step - 8 * s, fill=bar, width=0
            )
        colour = palette.on_running if row.current else palette.text
        name, small = self._font(BODY * s * 0.9, bold=True), self._font(SMALL * s * 0.9)
        two = step >= 40 * s
        middle = top + step / 2
        label = row.function if two else f"{row.function} {row.place}"
        self._text(left + 18 * s, middle - (9 * s if two else 0), label, name, colour)
        if two:
            self._text(left + 18 * s, middle + 11 * s, row.place, small, colour)
        mono = self._font(BODY * s, mono=True, bold=row.current)
        cells = (row.move, row.alpha, row.beta, row.v)
        if not scene.bounds:
            cells = (row.move, "", "", row.v)
        for text, at in zip(cells, COLUMNS, strict=True):
            self._text(left + across * at - 4 * s, middle, text, mono, colour, "e")

    def _question(
        self, scene: PresentScene, left: float, top: float, right: float, bottom: float
    ) -> None:
        self._card(left, top, right, bottom)
        s, asked = self._scale, scene.question
        middle = (top + bottom) / 2
        if asked is None:
            font = self._font(BODY * 1.4 * s)
            room = right - left - 4 * MARGIN * s
            self._text(left + 28 * s, middle, scene.sentence, font, width=room)
            return
        wide, high = (side * s for side in ANSWERS)
        x = right - MARGIN * s - 2 * wide - 32 * s
        for key, (label, hint) in words.ANSWER_BUTTONS.items():
            self._button(key, label, hint, x, middle - high / 2, x + wide, middle + high / 2)
            x += wide + 32 * s
        room = right - 2 * wide - 100 * s - left
        large = self._font(LARGE * 0.9 * s, bold=True)
        self._text(left + 28 * s, top + 34 * s, asked.title, large)
        size = BODY * 1.1 * s
        while size > 9 and self._lines(asked.text, size, room) * size * 1.3 > bottom - top - 64 * s:
            size -= 0.5
        font = self._font(size)
        self._text(left + 28 * s, top + 62 * s, asked.text, font, anchor="nw", width=room)

    def _lines(self, text: str, size: float, room: float) -> int:
        """Return about how many lines a text takes."""
        return -(-self._font(size).measure(text) * 21 // round(20 * room))

    def _button(
        self, key: str, label: str, hint: str, left: float, top: float, right: float, bottom: float
    ) -> None:
        s, palette, asked = self._scale, self._look.palette, self._scene.question
        chosen = asked is not None and asked.answer == key
        fill, ink = palette.surface, palette.accent
        if asked is not None and chosen:
            fill, ink = palette.good if asked.right else palette.bad, palette.surface
            label = f"{words.MARKS[asked.right]} {label}"
        elif asked is not None and asked.answer:
            ink = palette.disabled
        tag = f"answer-{key}"
        self.canvas.create_rectangle(
            left, top, right, bottom, fill=fill, outline=ink, width=max(1, round(2 * s)), tags=tag
        )
        across, middle = (left + right) / 2, (top + bottom) / 2
        for y, text, font in (
            (middle - 10 * s, label, self._font(BODY * 1.5 * s, bold=True)),
            (middle + 20 * s, hint, self._font(SMALL * 0.9 * s)),
        ):
            self.canvas.create_text(across, y, text=text, font=font, fill=ink, tags=tag)
        self.canvas.tag_bind(
            tag, "<Button-1>", lambda event: self._intents.command(COMMANDS[key])
        )

    def _status(self, scene: PresentScene, width: float, y: float) -> None:
        s, palette = self._scale, self._look.palette
        bold, plain = self._font(SMALL * s, bold=True), self._font(SMALL * s)
        facts = "   ".join(filter(None, (scene.facts, scene.score)))
        self._text(4 * s, y, scene.step, bold)
        at = bold.measure(scene.step) + 20 * s
        room = width - at - plain.measure(facts) - 30 * s
        keys = next((text for text in words.PRESENT_KEYS if plain.measure(text) <= room), "")
        self._text(at, y, facts, plain, palette.muted)
        self._text(width - 4 * s, y, keys, plain, palette.muted, "e")

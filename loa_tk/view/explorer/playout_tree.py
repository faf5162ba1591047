"""The tree of Monte Carlo tree search as a picture: as wide as its playouts."""

from __future__ import annotations

import tkinter as tk

from loa_tk.scenes.explorer import ExplorerIntents
from loa_tk.scenes.playouts import BoxFrame, VisitBox, VisitPicture, VisitsPicked, VisitsResized
from loa_tk.view.kit.palette import mix, rgb
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.tree_image import ppm
from loa_tk.view.kit.widgets import SceneCanvas, Timer
from loa_tk.words import mcts as words

BAR = 5  # pixels of the share won
SETTLED = 80  # ms from the last change of size to reporting it


class VisitCanvas(SceneCanvas[VisitPicture]):
    """Draws the tree: a node is as wide as its playouts, with a bar for its wins."""

    def __init__(self, parent: tk.Misc, look: Look, intents: ExplorerIntents) -> None:
        self._intents, self._image, self._width = intents, tk.PhotoImage(), 0
        super().__init__(parent, look, VisitPicture())
        self._timer = Timer(self, self._settled)
        self.bind("<Configure>", lambda event: self._timer.start(SETTLED if self._width else 1))
        self.bind("<Button-1>", self._click)

    @property
    def left(self) -> int:
        """The pixels left of the tree, for the captions of the rows."""
        sample = words.ROW.format(side="white", ply=0)
        return self._look.fonts["caption"].measure(sample) + self._look.s

    @property
    def high(self) -> int:
        """The pixels of a row; two lines of text and the bar if there is room."""
        return max(self._look.px(16), min(self._row(), self.winfo_height() // self._count()))

    def _row(self) -> int:
        return self._look.line("mono") + self._look.line("caption") + self._look.px(BAR) + 2

    def _count(self) -> int:
        """Return the rows that are drawn."""
        room = max(1, self.winfo_height() // self._row())
        return max(1, min(len(self._scene.rows), max(2, room)))

    def _draw(self) -> None:
        look, palette, scene = self._look, self._look.palette, self._scene
        if not scene.rows:
            self.create_text(
                self.winfo_width() // 2, self.winfo_height() // 2, text=scene.note,
                width=max(1, self.winfo_width() - 2 * look.l), font=look.fonts["body"],
                fill=palette.muted, justify="center",
            )  # fmt: skip
            return
        high, wide, rows = self.high, max(1, self._width), scene.rows[: self._count()]
        lines = [line for row, boxes in enumerate(rows) for line in self._lines(row, boxes, wide)]
        self._image = tk.PhotoImage(master=self, data=ppm(lines), format="ppm")
        self.create_image(self.left, 0, image=self._image, anchor="nw")
        for row, boxes in enumerate(rows):
            self.create_text(
                self.left - look.s, row * high + high // 2, text=scene.captions[row], anchor="e",
                font=look.fonts["caption"], fill=palette.muted,
            )  # fmt: skip
            for box in boxes:
                self._letter(row, box)
        dash = (4, 3) if palette.flat else ()
        for frames, colour, dashes in (
            (scene.best, palette.tree_best, dash), (scene.path, palette.accent, ()),
        ):  # fmt: skip
            for frame in frames:
                if frame.row < len(rows):
                    self._frame(frame, colour, dashes)

    def _lines(self, row: int, boxes: tuple[VisitBox, ...], wide: int) -> list[bytes]:
        """Return the pixels of a row; only its bar differs from its other lines."""
        palette, bar = self._look.palette, self._look.px(BAR)
        colour = palette.tree_min if row % 2 else palette.tree_max
        strong = palette.text if palette.flat else mix(colour, palette.on_tree, 0.4)
        node, ground = bytes(rgb(colour)), bytes(rgb(palette.surface))
        won, lost = bytes(rgb(strong)), bytes(rgb(mix(colour, palette.surface, 0.6)))
        upper, lower = bytearray(ground * wide), bytearray(ground * wide)
        for box in boxes:
            right = min(wide, max(box.right, box.left + 1))
            upper[3 * box.left : 3 * right] = node * (right - box.left)
            lower[3 * box.left : 3 * right] = (won * (box.won - box.left) + lost * (
                right - box.left))[: 3 * (right - box.left)]  # fmt: skip
            if right - box.left > 3:
                upper[3 * right - 3 : 3 * right] = lower[3 * right - 3 : 3 * right] = ground
        foot = bytes(upper if row == 0 else lower)
        above = self.high - bar - 1
        return [*[bytes(upper)] * above, *[foot] * bar, ground * wide]

    def _letter(self, row: int, box: VisitBox) -> None:
        look = self._look
        room, high = box.right - box.left - 4, self.high
        if not box.label or look.fonts["mono"].measure(box.label) > room:
            return
        two = box.score and high >= self._row() and look.fonts["caption"].measure(box.score) <= room
        x, y = self.left + (box.left + box.right) // 2, row * high
        body = high - look.px(BAR)
        self.create_text(
            x, y + (look.line("mono") // 2 + 1 if two else body // 2), text=box.label,
            font=look.fonts["mono"], fill=look.palette.on_tree,
        )  # fmt: skip
        if two:
            self.create_text(
                x, y + look.line("mono") + look.line("caption") // 2, text=box.score,
                font=look.fonts["caption"], fill=look.palette.on_tree,
            )  # fmt: skip

    def _frame(self, frame: BoxFrame, colour: str, dash: tuple[int, ...]) -> None:
        high, left = self.high, self.left
        self.create_rectangle(
            left + frame.left + 1, frame.row * high + 1,
            left + max(frame.right, frame.left + 3) - 1, (frame.row + 1) * high - 2,
            outline=colour, width=self._look.px(2), dash=dash,
        )  # fmt: skip

    def _settled(self) -> None:
        width = max(1, self.winfo_width() - self.left - 2)
        if width != self._width:
            self._width = width
        self._intents.report(VisitsResized(width))
        self.redraw()

    def _click(self, event: tk.Event) -> None:
        self.focus_set()
        row, x = event.y // self.high, event.x - self.left
        if 0 <= row < self._count() and 0 <= x < self._width:
            self._intents.report(VisitsPicked(row, x))

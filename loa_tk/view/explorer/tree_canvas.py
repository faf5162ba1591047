"""The whole tree on a Canvas, covered where the search has not been; and as a PNG file."""

from __future__ import annotations

import tkinter as tk

from loa_tk.scenes.explorer import (
    ExplorerIntents,
    Frame,
    Picked,
    Pointed,
    Resized,
    TreePictureScene,
    Zoomed,
)
from loa_tk.view.board.lettering import lettering, width
from loa_tk.view.kit.paint import blend, png, solid
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.tool_widgets import bind_wheel
from loa_tk.view.kit.tree_image import paint_tree, ppm
from loa_tk.view.kit.widgets import Timer
from loa_tk.words import explorer as words

HIGHEST = 44  # pixels of a row
LEAST = 13
TIGHT = 7  # if there is no room for LEAST
SETTLED = 80  # ms from the last change of height to drawing the picture again
ZOOM = 1.25  # for one notch of the wheel
BAR = 4  # pixels of the line that shows which part of the tree is enlarged


class TreeCanvas(tk.Canvas):
    """Draws a TreePictureScene; reports the pointer as row and pixel, and the wheel."""

    def __init__(self, parent: tk.Misc, look: Look, intents: ExplorerIntents) -> None:
        super().__init__(parent, highlightthickness=0, borderwidth=0, width=64, height=64)
        self._look, self._intents = look, intents
        self.scene = TreePictureScene()
        self._image: tk.PhotoImage | None = None
        self._width = 0  # of the tree, as last reported
        self._timer = Timer(self, self._settled)
        self._pointed = (-1, 0)
        self.bind("<Configure>", lambda event: self._resized())
        self.bind("<Motion>", lambda event: self._point(event.x, event.y))
        self.bind("<Leave>", lambda event: self._point(-1, -1))
        self.bind("<Button-1>", self._click)
        bind_wheel(self, lambda event, up: self._wheel(event.x, up))
        look.watch(self, self._restyle)

    def show(self, scene: TreePictureScene) -> None:
        """Draw this scene; only what differs from the last one is drawn."""
        before, self.scene = self.scene, scene
        if (scene.rows, scene.captions, scene.note, scene.share) != (
            before.rows, before.captions, before.note, before.share,
        ):  # fmt: skip
            self.redraw()
            return
        if scene.reached != before.reached:
            self._cover()
        if (scene.best, scene.opened) != (before.best, before.opened):
            self._outline()

    # --- measures ---

    @property
    def width(self) -> int:
        """The pixels of the tree."""
        return self._width

    @property
    def left(self) -> int:
        """The pixels left of the tree, for the captions of the rows."""
        # Not by the scene's captions: the width that is reported must not depend on the scene.
        sample = words.ROW.format(name=words.MAX, ply=0)
        return self._look.fonts["caption"].measure(sample) + self._look.s

    @property
    def high(self) -> int:
        """The pixels of a row."""
        room = self.winfo_height() - self._look.px(BAR) - 2
        rows = max(1, len(self.scene.rows))
        return max(self._look.px(TIGHT), min(self._look.px(HIGHEST), room // rows))

    def row_at(self, x: int, y: int) -> tuple[int, int]:
        """Return the row and the tree's pixel at a point, or row -1 outside the picture."""
        row, across = y // self.high if y >= 0 else -1, x - self.left
        inside = 0 <= row < len(self.scene.rows) and 0 <= across < self._width
        return (row, across) if inside else (-1, 0)

    # --- drawing ---

    def _write(self, note: str) -> None:
        """Write a note in the largest font in which it fits, or else its beginning."""
        look, width, height = self._look, self.winfo_width(), self.winfo_height()
        short = note.partition(":")[0]
        for text, font in ((note, "body"), (note, "small"), (note, "caption"), (short, "body")):
            self.delete("all")
            item = self.create_text(
                width // 2, height // 2, text=text, width=max(1, width - 2 * look.l),
                font=look.fonts[font], fill=look.palette.muted, justify="center",
            )  # fmt: skip
            _, top, _, bottom = self.bbox(item)
            if bottom - top <= height:
                return

    def redraw(self) -> None:
        """Draw everything again."""
        self.delete("all")
        scene, look, palette = self.scene, self._look, self._look.palette
        if not scene.rows:
            self._image = None
            self._write(scene.note)
            return
        left, high = self.left, self.high
        wide = max(1, self._width)
        clipped = [[span for span in row if span.right <= wide] for row in scene.rows]
        lines = paint_tree(clipped, wide, high, palette, look.scale)
        self._image = tk.PhotoImage(master=self, data=ppm(lines), format="ppm")
        self.create_image(left, 0, image=self._image, anchor="nw")
        self._letter(left, high)
        every = -(-look.line("caption") // high)  # rows lower than a line have not all a caption
        for row, caption in enumerate(scene.captions):
            if row % every:
                continue
            self.create_text(
                left - look.s, max(row * high + high // 2, look.line("caption") // 2),
                text=caption, anchor="e", font=look.fonts["caption"], fill=palette.muted,
            )  # fmt: skip
        low, top = scene.share
        if (low, top) != (0.0, 1.0):
            y = len(scene.rows) * high + 1
            thick = look.px(BAR)
            self.create_rectangle(left, y, left + wide, y + thick, fill=palette.trough, width=0)
            shown = max(2, round((top - low) * wide))
            at = left + round(low * wide)
            self.create_rectangle(at, y, at + shown, y + thick, fill=palette.accent, width=0)
        self._cover()
        self._outline()

    def _letter(self, left: int, high: int) -> None:
        """Write the moves on the nodes that are wide enough."""
        font = self._look.fonts["mono"]
        if font.metrics("linespace") > high:
            font = self._look.fonts["caption"]
        if font.metrics("ascent") > high:
            return
        one = font.measure("0")
        for row, spans in enumerate(self.scene.rows):
            for span in spans:
                if span.label and len(span.label) * one + 4 <= span.right - span.left:
                    self.create_text(
                        left + (span.left + span.right) // 2, row * high + high // 2,
                        text=span.label, font=font, fill=self._look.palette.on_tree,
                    )  # fmt: skip

    def _cover(self) -> None:
        """Hide the parts of the rows that the search has not reached yet."""
        self.delete("cover")
        palette, left, high = self._look.palette, self.left, self.high
        for row, reached in enumerate(self.scene.reached):
            if reached < self._width:
                y = row * high
                self.create_rectangle(
                    left + reached, y, left + self._width, y + high - 1, fill=palette.trough,
                    width=0, tags="cover",
                )  # fmt: skip
        self.tag_raise("outline")

    def _outline(self) -> None:
        self.delete("outline")
        palette, scale = self._look.palette, self._look.scale
        dash = (4, 3) if palette.flat else ()
        for frame in self.scene.best:
            self._frame(frame, palette.tree_best, round(2 * scale), dash)
        if self.scene.opened is not None:
            self._frame(self.scene.opened, palette.accent, round(3 * scale), ())

    def _frame(self, frame: Frame, colour: str, thick: int, dash: tuple[int, ...]) -> None:
        left, high = self.left, self.high
        inset = thick // 2
        self.create_rectangle(
            left + frame.left + inset, frame.top * high + inset,
            left + max(frame.right, frame.left + 3) - inset,
            (frame.bottom + 1) * high - inset - 1,
            outline=colour, width=thick, dash=dash, tags="outline",
        )  # fmt: skip

    # --- events ---

    def _resized(self) -> None:
        # Later, because a scene that is being shown may have caused this; a scene for the new width
        # must not be shown within it.
        self._timer.start(SETTLED if self._width else 1)

    def _settled(self) -> None:
        width = max(1, self.winfo_width() - self.left - 2)
        if width != self._width:
            self._width = width
            self._intents.report(Resized(width))
        self.redraw()

    def _point(self, x: int, y: int) -> None:
        pointed = self.row_at(x, y)
        if pointed != self._pointed:
            self._pointed = pointed
            self._intents.report(Pointed(*pointed))
            self.configure(cursor="hand2" if pointed[0] >= 0 else "")

    def _click(self, event: tk.Event) -> None:
        self.focus_set()
        row, x = self.row_at(event.x, event.y)
        if row >= 0:
            self._intents.report(Picked(row, x))

    def _wheel(self, x: int, up: int) -> None:
        if self.scene.rows:
            inside = min(max(0, x - self.left), self._width - 1)
            self._intents.report(Zoomed(ZOOM if up > 0 else 1 / ZOOM, inside))

    def _restyle(self) -> None:
        self.configure(background=self._look.palette.surface)
        if self.winfo_width() > 1:
            self._resized()


PAD = 12  # pixels around the tree
DIGIT = 10  # the height of a digit in pixels


def tree_png(scene: TreePictureScene, wide: int, look: Look) -> bytes:
    """Return the PNG file of a tree with its best line, as far as the search has got."""
    palette, high = look.palette, look.px(HIGHEST)
    lines = paint_tree(scene.rows, wide, high, palette, look.scale)
    rows = [bytearray(with_alpha(line)) for line in lines]
    for row, reached in enumerate(scene.reached):
        later = solid(palette.trough) * (wide - reached)
        for line in rows[row * high : (row + 1) * high - 1]:
            line[4 * reached :] = later
    size = DIGIT * look.scale
    for row, spans in enumerate(scene.rows):
        for span in spans:
            across = round(width(span.label, size)) if span.label else wide
            seen = row >= len(scene.reached) or span.right <= scene.reached[row]
            if across + 4 <= span.right - span.left and seen:
                left = (span.left + span.right - across) // 2 - 2
                top = row * high + round((high - size) / 2) - 2
                lay(rows, lettering(span.label, size, palette.on_tree), left, top)
    for frame in scene.best:
        outline(rows, frame, high, palette.tree_best, max(2, look.px(2)))
    pad, ground = look.px(PAD), solid(palette.surface)
    beside = round(max(width(caption, size) for caption in scene.captions)) + 2 * pad
    rows = [bytearray(ground * beside) + row + ground * pad for row in rows]
    for row, caption in enumerate(scene.captions):
        left = beside - pad - round(width(caption, size)) - 2
        top = row * high + round((high - size) / 2) - 2
        lay(rows, lettering(caption, size, palette.muted), left, top)
    blank = bytearray(ground * (beside + wide + pad))
    return png([bytes(row) for row in (*[blank] * pad, *rows, *[blank] * pad)])


def lay(rows: list[bytearray], image: list[bytes], left: int, top: int) -> None:
    """Blend an image with alpha into the rows."""
    for y, line in enumerate(image, top):
        if 0 <= y < len(rows):
            blend(rows[y], line, left)


def outline(rows: list[bytearray], frame: Frame, high: int, colour: str, thick: int) -> None:
    """Draw a frame within its edges."""
    pixel = solid(colour)
    top, bottom = frame.top * high, (frame.bottom + 1) * high - 1
    right = max(frame.right, frame.left + 2 * thick)
    for y in range(top, min(bottom, len(rows))):
        row = rows[y]
        if y < top + thick or y >= bottom - thick:
            row[4 * frame.left : 4 * right] = pixel * (right - frame.left)
        else:
            row[4 * frame.left : 4 * (frame.left + thick)] = pixel * thick
            row[4 * (right - thick) : 4 * right] = pixel * thick


def with_alpha(row: bytes) -> bytes:
    """Return a row of three bytes a pixel as one of four, opaque."""
    out = bytearray(b"\xff") * (len(row) // 3 * 4)
    for k in range(3):
        out[k::4] = row[k::3]
    return bytes(out)

"""Flow Free's board: a Canvas that draws a FlowBoardScene and redraws only what differs."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Collection
from tkinter import font as tkfont
from typing import NamedTuple

from loa_tk.scenes.board import BoardScene
from loa_tk.scenes.flow import DRAG, PRESS, RELEASE, FlowBoardScene, Left, Stroke, Tile
from loa_tk.scenes.services import ToolIntents
from loa_tk.view.board import layers
from loa_tk.view.board.canvas import LEAST, BoardCanvas, Pen, Rows
from loa_tk.view.board.geometry import BELOW, EDGE, Geometry
from loa_tk.view.flow import tiles
from loa_tk.view.flow.tiles import dot, paint
from loa_tk.view.kit.paint import strokes
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.widgets import Timer

LEAST_CELL = 4  # pixels, for boards of a hundred rows
LEAST_LETTER = 12  # pixels of a cell below which its letter could not be read
GAP = 5  # pixels between the board and the numbers of its rows


class FlowGeometry(Geometry):
    """A board whose first cell is the upper left one."""

    def corner(self, square: int) -> tuple[int, int]:
        """Return the upper left corner of a cell."""
        row, column = divmod(square, self.columns)
        return self.x + column * self.cell, self.y + row * self.cell

    def square(self, x: float, y: float) -> int | None:
        """Return the cell at a point, or None beside the board."""
        column, row = int((x - self.x) // self.cell), int((y - self.y) // self.cell)
        if 0 <= column < self.columns and 0 <= row < self.rows:
            return row * self.columns + column
        return None

    def nearest(self, x: float, y: float) -> int:
        """Return the cell at a point, or the nearest one."""
        column, row = int((x - self.x) // self.cell), int((y - self.y) // self.cell)
        row, column = min(self.rows - 1, max(0, row)), min(self.columns - 1, max(0, column))
        return row * self.columns + column


class Margins(NamedTuple):
    """The pixels that the names of rows and columns take: left of the board and below it."""

    left: int
    below: int


def place(
    shape: tuple[int, int], width: int, height: int, margins: Margins, scale: float
) -> FlowGeometry:
    """Return the largest board of these rows and columns that fits a canvas.

    It lies at the top and, with its margin, in the middle.
    """
    rows, columns = shape
    left, below = margins
    across = (width - left - 2 * EDGE - 1) // columns
    cell = max(LEAST_CELL, min(across, (height - below - 2 * EDGE - 1) // rows))
    x = max(EDGE, (width - left - cell * columns) // 2) + left
    return FlowGeometry(
        rows=rows, columns=columns, flipped=False, cell=cell, x=x, y=EDGE, bar_x=0,
        label_x=x - round(GAP * scale), scale=scale,
    )  # fmt: skip


def width_for(shape: tuple[int, int], height: int, margins: Margins) -> int:
    """Return the width of the canvas that the largest board of this height fills."""
    rows, columns = shape
    cell = (height - margins.below - 2 * EDGE - 1) // rows
    return cell * columns + margins.left + 2 * EDGE + 1


LETTER = 0.40  # of a cell's height
CROSS = 0.42


def draw_letters(pen: Pen, scene: FlowBoardScene, font: tkfont.Font) -> None:
    """Draw the sources' letters in the colour that shows best on their discs."""
    g = pen.geometry
    if g.cell < LEAST_LETTER:
        return
    font.configure(size=-max(7, round(g.cell * LETTER)))
    for cell, letter in scene.letters.items():
        tile = scene.tiles[cell]
        assert isinstance(tile, Tile)
        x, y = g.centre(cell)
        colour = paint(pen.palette, tile.hue).letter
        pen.canvas.create_text(x, y, text=letter, font=font, fill=colour, tags=pen.tag)


def draw_names(pen: Pen, scene: FlowBoardScene) -> None:
    """Draw the names of the rows and columns, if the cells are large enough for all of them."""
    g, muted = pen.geometry, pen.palette.muted
    names = (*scene.row_names, *scene.column_names)
    if max((pen.width(name, "caption") for name in names), default=0) > g.cell:
        return
    for row, name in enumerate(scene.row_names):
        pen.text(g.label_x, g.centre(row * g.columns)[1], name, "caption", muted, "e")
    for column, name in enumerate(scene.column_names):
        x, y = g.centre(column)[0], g.y + g.height + g.px(BELOW)
        pen.text(x, y, name, "caption", muted, "n")


def draw_wrong(pen: Pen, cells: Collection[int]) -> None:
    """Draw a cross on each of these cells."""
    size = pen.geometry.snap(pen.geometry.cell * CROSS)
    for cell in cells:
        pen.image("cross", lambda: _cross(pen, size), *pen.geometry.centre(cell))


def _cross(pen: Pen, size: int) -> Rows:
    """Return two crossed strokes, outlined so that they show on every colour."""
    low, high = size * 0.2, size * 0.8
    lines = [[(low, low), (high, high)], [(low, high), (high, low)]]
    thick = max(2.0, size * 0.14)
    inside, outside = pen.palette.surface, pen.palette.bad
    if pen.palette.flat:
        inside, outside = pen.palette.mark, pen.palette.gap
    wide = [strokes(size, size, [line], 2.6 * thick, outside) for line in lines]
    fine = [strokes(size, size, [line], thick, inside) for line in lines]
    rows = wide[0]
    for layer in (wide[1], *fine):
        rows = [_over(below, above) for below, above in zip(rows, layer, strict=True)]
    return rows


def _over(below: bytes, above: bytes) -> bytes:
    """Return a row of pixels laid over another; the edges of both stay smooth."""
    row = bytearray(below)
    for at in range(0, len(row), 4):
        share = above[at + 3] / 255
        if share:
            kept = row[at + 3] / 255 * (1 - share)
            alpha = share + kept
            for k in range(at, at + 3):
                row[k] = round((above[k] * share + row[k] * kept) / alpha)
            row[at + 3] = round(255 * alpha)
    return bytes(row)


def draw_framed(pen: Pen, cells: Collection[int]) -> None:
    """Draw corner brackets around each of these cells, as around a last move."""
    cell = pen.geometry.cell
    arm, inset = max(5, round(cell * 0.17)), max(2, round(cell * 0.05))
    layers.draw_brackets(pen, cells, arm, inset, max(2, round(cell * 0.03)))


def draw_cursor(pen: Pen, cell: int | None, held: bool) -> None:
    """Draw the keyboard's cursor: a dashed square, solid while it draws a path."""
    if cell is not None:
        layers.draw_dashes(pen, cell, pen.palette.mark, dashed=not held)


def draw_pulse(pen: Pen, scene: FlowBoardScene, cells: Collection[int], share: float) -> None:
    """Draw a ring around each of these sources; `share` of its growth is over."""
    g = pen.geometry
    for cell in cells:
        tile = scene.tiles[cell]
        assert isinstance(tile, Tile)
        x, y = g.centre(cell)
        half = g.cell * (tiles.DISC + share * GROWTH) / 2
        pen.canvas.create_oval(
            x - half, y - half, x + half, y + half, outline=paint(pen.palette, tile.hue).fill,
            width=max(1, round(g.cell * 0.08 * (1 - share))), tags=pen.tag,
        )  # fmt: skip


# From below to above.
ABOVE = ("names", "letters", "corners", "framed", "wrong", "cursor", "pulse")
# Cells with dots have many images: an hour of watching makes thousands, of some kilobytes each.
MOST_IMAGES = 3000
PULSE, FRAMES = 35, 9  # ms between two pictures of a pulse, and their number
GROWTH = 0.5  # of a cell, by which a pulse's ring grows


class FlowBoard(BoardCanvas[FlowBoardScene, FlowGeometry]):
    """Draws scenes and reports what the mouse does to the cells."""

    def __init__(self, parent: tk.Misc, look: Look, intents: ToolIntents[Stroke]) -> None:
        super().__init__(parent, look)
        self._intents = intents
        family = str(look.fonts["bold"].actual("family"))
        self._font = tkfont.Font(self, family=family, weight="bold")
        self._pulsing: tuple[int, ...] = ()  # sources whose path has just been joined
        self._frame = 0
        self._pulses = Timer(self, self._pulse)
        self._items: list[int] = []  # the canvas item of each cell
        self._under: int | None = None  # the cell the mouse was last on during a drag
        self.bind("<ButtonPress-1>", self._press, add=True)
        self.bind("<B1-Motion>", self._motion)
        self.bind("<ButtonRelease-1>", self._release)

    def show(self, scene: FlowBoardScene) -> None:
        """Draw this scene; only the cells and marks that differ from the last scene's are drawn."""
        before, self.scene = self.scene, scene
        if scene == before or self.winfo_width() < LEAST:
            return
        if len(self._images) > MOST_IMAGES:
            self._images.clear()
            before = None
        if before is None or self.geometry != self._place():
            self.redraw()
            return
        for cell, (old, new) in enumerate(zip(before.tiles, scene.tiles, strict=True)):
            if old != new or (cell in before.letters) != (cell in scene.letters):
                self.itemconfigure(self._items[cell], image=self._image(cell, new))
        for name, part in (
            ("letters", lambda s: s.letters), ("framed", lambda s: s.framed),
            ("wrong", lambda s: s.wrong), ("cursor", lambda s: (s.cursor, s.held)),
        ):  # fmt: skip
            if part(before) != part(scene):
                self._draw(name)
        if joined := scene.joined - before.joined:
            self._pulsing, self._frame = tuple(joined), 0
            self._pulse()
        elif before.joined - scene.joined:
            self._frame = FRAMES
            self._pulse()

    def _pulse(self) -> None:
        """Draw the next rings around the sources that were joined, each larger and thinner."""
        self.delete("pulse")
        if self._frame >= FRAMES or self.scene is None or self.geometry is None:
            self._pulsing = ()
            return
        self._draw("pulse")
        self._frame += 1
        self._pulses.start(PULSE)

    def _draw_all(self) -> None:
        assert self.scene is not None and self.geometry is not None
        g, pen, palette = self.geometry, self._pen("ground"), self.look.palette
        self._images.turn_to((palette.name, g.cell))
        pen.box(g.x - 1, g.y - 1, g.width + 2, g.height + 2, palette.edge)
        self._items = [
            self.create_image(*g.corner(cell), image=self._image(cell, tile), anchor="nw")
            for cell, tile in enumerate(self.scene.tiles)
        ]
        self._stack(ABOVE)
        for name in ABOVE:
            self._draw(name)

    def _draw(self, name: str) -> None:
        """Redraw one layer."""
        scene, pen = self.scene, self._pen(name)
        assert scene is not None
        self.delete(name)
        draws: dict[str, Callable[[], None]] = {
            "names": lambda: draw_names(pen, scene),
            "letters": lambda: draw_letters(pen, scene, self._font),
            "corners": lambda: layers.draw_corners(pen, _stub(scene)),
            "framed": lambda: draw_framed(pen, scene.framed),
            "wrong": lambda: draw_wrong(pen, scene.wrong),
            "cursor": lambda: draw_cursor(pen, scene.cursor, scene.held),
            "pulse": lambda: draw_pulse(pen, scene, self._pulsing, self._frame / FRAMES),
        }
        draws[name]()
        self._sink(name)

    def _image(self, cell: int, tile: Tile | Left | None) -> tk.PhotoImage:
        """Return the image of a cell, painted if it is missing."""
        assert self.scene is not None and self.geometry is not None
        g, palette = self.geometry, self.look.palette
        line = palette.disabled if palette.flat else palette.line
        source = cell in self.scene.letters
        rim = g.px(2) if palette.flat else max(1, round(g.cell * 0.02))

        def make() -> Rows:
            if tile is None:
                return tiles.empty(g.cell, palette.surface, line)
            if isinstance(tile, Left):
                dots = [None if hue is None else dot(palette, hue) for hue in tile.hues]
                return tiles.dotted(g.cell, palette.surface, line, dots)
            return tiles.tile(g.cell, paint(palette, tile.hue), line, tile.sides, source, rim)

        return self._images.get((tile, source), make)

    def _place(self) -> FlowGeometry:
        scene, look = self.scene, self.look
        assert scene is not None
        shape, margins = (scene.rows, scene.columns), names_margins(look, scene)
        width, height = self.winfo_width(), self.winfo_height()
        return place(shape, width, height, margins, look.scale)

    # --- the mouse ---

    def _press(self, event: tk.Event) -> None:
        self._under = self.geometry.square(event.x, event.y) if self.geometry else None
        if self._under is not None:
            self._intents.report(Stroke(PRESS, self._under))

    def _motion(self, event: tk.Event) -> None:
        if self._under is not None and self.geometry is not None:
            cell = self.geometry.nearest(event.x, event.y)
            if cell != self._under:
                self._under = cell
                self._intents.report(Stroke(DRAG, cell))

    def _release(self, event: tk.Event) -> None:
        if self._under is not None:
            self._motion(event)
            self._under = None
            self._intents.report(Stroke(RELEASE))


def names_margins(look: Look, scene: FlowBoardScene) -> Margins:
    """Return the room for the names of the rows and columns."""
    if not scene.row_names:
        return Margins(0, 0)
    measure = look.fonts["caption"].measure
    left = max(map(measure, scene.row_names)) + look.px(GAP)
    return Margins(left, look.px(BELOW) + look.line("caption"))


def _stub(scene: FlowBoardScene) -> BoardScene:
    """Return the part of a BoardScene that the corners need."""
    return BoardScene(rows=scene.rows, columns=scene.columns, pieces={})

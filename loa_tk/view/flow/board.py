"""Flow Free's board: a Canvas that draws a FlowBoardScene and redraws only what differs."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import font as tkfont

from loa_tk.scenes.board import Banner, BoardScene
from loa_tk.scenes.flow import DRAG, PRESS, RELEASE, FlowBoardScene, Left, Stroke, Tile
from loa_tk.scenes.services import ToolIntents
from loa_tk.view.board import ground
from loa_tk.view.board.banner import BannerCard
from loa_tk.view.board.canvas import LEAST, BoardCanvas
from loa_tk.view.board.geometry import BELOW
from loa_tk.view.board.pen import Rows
from loa_tk.view.flow import marks, tiles
from loa_tk.view.flow.geometry import GAP, FlowGeometry, Margins, place
from loa_tk.view.flow.hues import dot, paint
from loa_tk.view.kit.theme import Look

# From below to above.
ABOVE = ("names", "letters", "corners", "framed", "wrong", "cursor", "banner")
# Cells with dots have many pictures: an hour of watching makes thousands, of some kilobytes each.
MOST_PICTURES = 3000
COMMANDS = {"new": "next", "dismiss": "dismiss"}  # commands by the names of the banner's buttons


class FlowBoard(BoardCanvas[FlowBoardScene, FlowGeometry]):
    """Draws scenes and reports what the mouse does to the cells."""

    def __init__(self, parent: tk.Misc, look: Look, intents: ToolIntents[Stroke]) -> None:
        super().__init__(parent, look)
        self._intents = intents
        family = str(look.fonts["bold"].actual("family"))
        self._font = tkfont.Font(self, family=family, weight="bold")
        self._banner = BannerCard(
            self, look, lambda name: intents.command(COMMANDS[name]), intents.labels["next"]
        )
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
        if len(self._pictures) > MOST_PICTURES:
            self._pictures.clear()
            before = None
        if before is None or self.geometry != self._place():
            self.redraw()
            return
        for cell, (old, new) in enumerate(zip(before.tiles, scene.tiles, strict=True)):
            if old != new or (cell in before.letters) != (cell in scene.letters):
                self.itemconfigure(self._items[cell], image=self._picture(cell, new))
        for name, part in (
            ("letters", lambda s: s.letters), ("framed", lambda s: s.framed),
            ("wrong", lambda s: s.wrong), ("cursor", lambda s: (s.cursor, s.held)),
            ("banner", lambda s: s.banner),
        ):  # fmt: skip
            if part(before) != part(scene):
                self._draw(name)

    def _draw_all(self) -> None:
        assert self.scene is not None and self.geometry is not None
        g, pen, palette = self.geometry, self._pen("ground"), self.look.palette
        self._pictures.turn_to((palette.name, g.cell))
        pen.box(g.x - 1, g.y - 1, g.width + 2, g.height + 2, palette.edge)
        self._items = [
            self.create_image(*g.corner(cell), image=self._picture(cell, tile), anchor="nw")
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
            "names": lambda: marks.draw_names(pen, scene),
            "letters": lambda: marks.draw_letters(pen, scene, self._font),
            "corners": lambda: ground.draw_corners(pen, _stub(scene)),
            "framed": lambda: marks.draw_framed(pen, scene.framed),
            "wrong": lambda: marks.draw_wrong(pen, scene.wrong),
            "cursor": lambda: marks.draw_cursor(pen, scene.cursor, scene.held),
            "banner": lambda: self._banner.draw(pen, _stub(scene)),
        }
        draws[name]()
        self._sink(name)

    def _picture(self, cell: int, tile: Tile | Left | None) -> tk.PhotoImage:
        """Return the picture of a cell, painted if it is missing."""
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

        return self._pictures.get((tile, source), make)

    def _place(self) -> FlowGeometry:
        scene, look = self.scene, self.look
        assert scene is not None
        shape, margins = (scene.rows, scene.columns), names_margins(look, scene)
        width, height = self.winfo_width(), self.winfo_height()
        found = place(shape, width, height, margins, look.scale)
        if scene.banner is None:
            return found
        # The banner must not hide a part of the solution, so the board makes room below for it.
        # A narrower board may need a banner of two rows.
        for _ in range(2):
            room = self._banner.height(look, scene.banner.title, scene.banner.reason, found.width)
            found = place(shape, width, height - room - 2 * look.s, margins, look.scale)
        return found

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
    """Return the part of a BoardScene that the games' banner and corners need."""
    solved = scene.banner
    banner = None if solved is None else Banner(solved.title, solved.reason, None)
    return BoardScene(scene.rows, scene.columns, {}, banner=banner)

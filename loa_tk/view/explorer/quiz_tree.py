"""The small tree of a quiz: triangles for MAX and MIN, boxes for leaves, branches to click."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from math import hypot

from loa_tk.scenes.explorer import QuizBranch
from loa_tk.view.kit.colour import mix
from loa_tk.view.kit.pictures import Pictures
from loa_tk.view.kit.strokes import Dash, Point, stroke
from loa_tk.view.kit.theme import Look

NEAR = 12  # pixels from a branch within which a click chooses it
ALONG = 0.62  # where a move stands on its branch
PLY = 2.9  # least lines of text from a ply to the next
FAINT = 0.65  # the share of the ground in what was never visited


class QuizTree(tk.Canvas):
    """Draws the nodes; a click on a branch or its node reports the node."""

    def __init__(self, parent: tk.Misc, look: Look, ticked: Callable[[int], None]) -> None:
        super().__init__(
            parent, highlightthickness=0, borderwidth=0, width=10, height=10, takefocus=True
        )
        self._look, self._ticked = look, ticked
        self._pictures = Pictures(self)
        self.nodes: tuple[QuizBranch, ...] = ()
        self._cursor: int | None = None  # the branch that the keys have reached
        self.places: list[tuple[float, float]] = []
        self._step = 0.0  # pixels from a ply to the next
        self._apart: dict[int, float] = {}  # pixels from a node to the nearest of its siblings
        self.bind("<Configure>", lambda event: self._draw())
        self.bind("<Button-1>", self._click)
        self.bind("<Motion>", lambda event: self._point(event.x, event.y))
        for key, by in (("<Left>", -1), ("<Right>", 1)):
            self.bind(key, lambda event, by=by: self._move(by))  # type: ignore[misc]
        for key in ("<space>", "<Return>"):
            self.bind(key, lambda event: self._tick())
        self.bind("<FocusOut>", lambda event: self._leave())
        look.watch(self, self._restyle)

    def show(self, nodes: tuple[QuizBranch, ...]) -> None:
        """Show this tree."""
        if nodes != self.nodes:
            if [node.name for node in nodes] != [node.name for node in self.nodes]:
                self._cursor = None
            self.nodes = nodes
            self._draw()

    def least(self) -> int:
        """Return the height of the card below which the plies would run into each other."""
        depth: list[int] = []
        for node in self.nodes:
            depth.append(0 if node.parent is None else depth[node.parent] + 1)
        return round(self._look.line("mono") * (PLY * max(depth, default=2) + 4.5))

    def branch_at(self, x: float, y: float) -> int | None:
        """Return the branch near a point that can be chosen, or None."""
        near = [
            (self._away(place, x, y), place) for place, node in enumerate(self.nodes) if node.choice
        ]
        away, place = min(near, default=(NEAR, 0))
        return place if away < self._look.px(NEAR) else None

    # --- events ---

    def _click(self, event: tk.Event) -> None:
        self.focus_set()
        place = self.branch_at(event.x, event.y)
        if place is not None:
            self._ticked(place)

    def _point(self, x: int, y: int) -> None:
        self.configure(cursor="hand2" if self.branch_at(x, y) is not None else "")

    def _move(self, by: int) -> str:
        choices = [place for place, node in enumerate(self.nodes) if node.choice]
        if choices:
            at = choices.index(self._cursor) + by if self._cursor in choices else 0
            self._cursor = choices[at % len(choices)]
            self._draw()
        return "break"

    def _tick(self) -> str:
        if self._cursor is not None:
            self._ticked(self._cursor)
        return "break"

    def _leave(self) -> None:
        self._cursor = None
        self._draw()

    def _away(self, place: int, x: float, y: float) -> float:
        """Return the distance from a point to a branch, with the node at its end."""
        parent = self.nodes[place].parent
        if parent is None or not self.places:
            return float("inf")
        (x0, y0), (x1, y1) = self.places[parent], self.places[place]
        dx, dy = x1 - x0, y1 - y0
        # The upper end belongs to all branches of a node.
        along = min(1.0, max(0.35, ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy)))
        return hypot(x - x0 - along * dx, y - y0 - along * dy)

    # --- drawing ---

    def _lay(self) -> None:
        """Place leaves side by side, the other nodes above the middle of their children."""
        look = self._look
        nodes = self.nodes
        children: dict[int, list[int]] = {}
        depth = [0] * len(nodes)
        for place, node in enumerate(nodes):
            if node.parent is not None:
                children.setdefault(node.parent, []).append(place)
                depth[place] = depth[node.parent] + 1
        rows = max(depth, default=0)
        # A triangle reaches above the first ply, a leaf's box and name below the last.
        top = look.line("mono") * 1.2
        bottom = self.winfo_height() - 0.7 * look.line("small") - look.line("caption") - 3
        step = self._step = (bottom - top) / max(1, rows)
        leaves = [place for place in range(len(nodes)) if place not in children]
        each = self.winfo_width() / max(1, len(leaves))
        across = {place: (number + 0.5) * each for number, place in enumerate(leaves)}
        for place in reversed(range(len(nodes))):
            if place in children:
                below = children[place]
                across[place] = (across[below[0]] + across[below[-1]]) / 2
        self.places = [(across[n], top + step * depth[n]) for n in range(len(nodes))]
        # Moves of neighbouring branches that would lie on each other are not written.
        self._apart = {
            place: min((abs(across[place] - across[other]) for other in below if other != place),
                       default=self.winfo_width())
            for below in children.values()
            for place in below
        }  # fmt: skip

    def _draw(self) -> None:
        self.delete("all")
        if not self.nodes or self.winfo_width() < 2:
            return
        self._pictures.turn_to((self._look.palette.name, self.winfo_width(), self.winfo_height(),
                                tuple(node.name for node in self.nodes)))  # fmt: skip
        self._lay()
        for place, node in enumerate(self.nodes):
            if node.parent is not None:
                self._branch(place, node, node.parent)
        for place, node in enumerate(self.nodes):
            (self._leaf if node.leaf else self._triangle)(place, node)
        self._pictures.tidy()

    def _colour(self, colour: str, node: QuizBranch) -> str:
        return mix(colour, self._look.palette.surface, FAINT) if node.faint else colour

    def _branch(self, place: int, node: QuizBranch, parent: int) -> None:
        look, palette = self._look, self._look.palette
        (x0, y0), (x1, y1) = self.places[parent], self.places[place]
        lit = place == self._cursor
        colour = palette.accent if node.chosen or lit else self._colour(palette.muted, node)
        width = look.px(3 if node.chosen or lit else 1)
        dash = (4, 3) if node.cut or node.faint else ()
        self._stroke(((x0, y0), (x1, y1)), width, colour, dash)
        if node.cut:
            self._strokes(x0, y0, x1, y1, palette.bad)
        elif node.chosen:
            self._strokes(x0, y0, x1, y1, palette.accent)
        if look.fonts["caption"].measure(node.move) > self._apart[place] * ALONG:
            return
        at = x0 + ALONG * (x1 - x0), y0 + ALONG * (y1 - y0)
        text = self.create_text(
            *at, text=node.move, font=look.fonts["caption"], fill=self._colour(palette.text, node)
        )
        box = self.bbox(text)
        if box:
            self.create_rectangle(*box, fill=palette.surface, width=0)
            self.tag_raise(text)

    def _strokes(self, x0: float, y0: float, x1: float, y1: float, colour: str) -> None:
        """Draw the two short strokes across a branch that is cut off."""
        look = self._look
        size = look.px(6)
        for shift in (0.30, 0.35):
            x, y = x0 + shift * (x1 - x0), y0 + shift * (y1 - y0)
            self._stroke(((x - size, y + 2), (x + size, y - 2)), look.px(2), colour)

    def _stroke(
        self, points: Sequence[Point], thick: float, colour: str, dash: Dash | tuple[()] = ()
    ) -> None:
        """Draw a line with smooth edges; lines of the same shape are painted once."""
        left, top = (int(min(point[axis] for point in points)) - 3 for axis in (0, 1))
        inside = [(round(x - left, 1), round(y - top, 1)) for x, y in points]
        wide, high = (int(max(point[axis] for point in inside)) + 4 for axis in (0, 1))
        key = (tuple(inside), thick, colour, dash)
        picture = self._pictures.get(
            key, lambda: stroke(wide, high, inside, thick, colour, dash or None)
        )
        self.create_image(left, top, image=picture, anchor="nw")

    def _triangle(self, place: int, node: QuizBranch) -> None:
        look, palette = self._look, self._look.palette
        x, y = self.places[place]
        half = min(look.line("mono") * 1.05, self._step * 0.36)
        tip = -half if node.maximises else half
        fill = self._colour(palette.tree_max if node.maximises else palette.tree_min, node)
        outline = palette.accent if node.asked else palette.text if palette.flat else fill
        corners = [(x, y + tip), (x - half, y - tip * 0.75), (x + half, y - tip * 0.75)]
        self.create_polygon(*corners, fill=fill, width=0)
        self._stroke([*corners, corners[0]], look.px(3 if node.asked else 2), outline)
        self.create_text(
            x, y - tip * 0.3, text=node.name, font=look.fonts["bold"],
            fill=self._colour(palette.on_tree, node),
        )  # fmt: skip
        if node.text:
            self.create_text(
                x + half + look.xs, y, text=node.text, anchor="w", font=look.fonts["bold"],
                fill=palette.accent if node.asked else self._colour(palette.text, node),
            )  # fmt: skip

    def _leaf(self, place: int, node: QuizBranch) -> None:
        look, palette = self._look, self._look.palette
        x, y = self.places[place]
        high = look.line("small")
        font = look.fonts["small"]
        room = self.winfo_width() / max(1, sum(one.leaf for one in self.nodes)) - 2
        if font.measure(node.text) + 4 > room:
            font = look.fonts["caption"]
        wide = min(room, font.measure(node.text) + look.s)
        self.create_rectangle(
            x - wide / 2, y - high * 0.65, x + wide / 2, y + high * 0.65,
            fill=palette.window, outline=self._colour(palette.muted, node),
        )  # fmt: skip
        self.create_text(
            x, y, text=node.text, font=font, fill=self._colour(palette.text, node)
        )
        self.create_text(
            x, y + high * 0.65 + 2, text=node.name, anchor="n", font=look.fonts["caption"],
            fill=self._colour(palette.muted, node),
        )  # fmt: skip

    def _restyle(self) -> None:
        self.configure(background=self._look.palette.surface)
        self._draw()

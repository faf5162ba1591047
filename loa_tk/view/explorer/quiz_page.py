"""The quiz page: a small tree with branches to click, a question, and what the answer was worth."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from math import hypot
from tkinter import ttk

from loa_tk.scenes.explorer import ExplorerIntents, ExplorerScene, QuizBranch, QuizScene
from loa_tk.scenes.pages import FormField
from loa_tk.view.board.board import Board
from loa_tk.view.board.geometry import width_for
from loa_tk.view.kit.dialogs import paint_text
from loa_tk.view.kit.images import ImageCache
from loa_tk.view.kit.paint import Dash, Point, strokes
from loa_tk.view.kit.palette import mix
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.tool_widgets import Buttons, Fields, Wrapping
from loa_tk.view.kit.widgets import Card, TextPane, inner, inset, label, packed

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
        self._images = ImageCache(self)
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
        names = tuple(node.name for node in self.nodes)
        size = self.winfo_width(), self.winfo_height()
        self._images.turn_to((self._look.palette.name, *size, names))
        self._lay()
        for place, node in enumerate(self.nodes):
            if node.parent is not None:
                self._branch(place, node, node.parent)
        for place, node in enumerate(self.nodes):
            (self._leaf if node.leaf else self._triangle)(place, node)
        self._images.tidy()

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
        if node.cut or node.chosen:
            self._strokes(x0, y0, x1, y1, palette.bad if node.cut else palette.accent)
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
        size, thick = self._look.px(6), self._look.px(2)
        for shift in (0.30, 0.35):
            x, y = x0 + shift * (x1 - x0), y0 + shift * (y1 - y0)
            self._stroke(((x - size, y + 2), (x + size, y - 2)), thick, colour)

    def _stroke(
        self, points: Sequence[Point], thick: float, colour: str, dash: Dash | tuple[()] = ()
    ) -> None:
        """Draw a line with smooth edges; lines of the same shape are painted once."""
        left, top = (int(min(point[axis] for point in points)) - 3 for axis in (0, 1))
        inside = [(round(x - left, 1), round(y - top, 1)) for x, y in points]
        wide, high = (int(max(point[axis] for point in inside)) + 4 for axis in (0, 1))
        key = (tuple(inside), thick, colour, dash)
        image = self._images.get(
            key, lambda: strokes(wide, high, [inside], thick, colour, dash or None)
        )
        self.create_image(left, top, image=image, anchor="nw")

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
        room = self.winfo_width() / max(1, sum(node.leaf for node in self.nodes)) - 2
        if font.measure(node.text) + 4 > room:
            font = look.fonts["caption"]
        wide = min(room, font.measure(node.text) + look.s)
        self.create_rectangle(
            x - wide / 2, y - high * 0.65, x + wide / 2, y + high * 0.65,
            fill=palette.window, outline=self._colour(palette.muted, node),
        )  # fmt: skip
        self.create_text(x, y, text=node.text, font=font, fill=self._colour(palette.text, node))
        self.create_text(
            x, y + high * 0.65 + 2, text=node.name, anchor="n", font=look.fonts["caption"],
            fill=self._colour(palette.muted, node),
        )  # fmt: skip

    def _restyle(self) -> None:
        self.configure(background=self._look.palette.surface)
        self._draw()


ANSWERS = ("answer", "alpha", "beta")  # the fields; a question has none, one or two
LOW = 0.46  # the share of the height for the question
LEAST_LINES, BOARD_LINES = 6.5, 6.0  # the question's height, without and with the board


class QuestionText(TextPane):
    """The question; after the answer, the verdict and the explanation."""

    def __init__(self, parent: tk.Misc, look: Look) -> None:
        super().__init__(parent, look)
        self._shown: QuizScene | None = None
        self.text.configure(highlightthickness=0)
        look.watch(self.text, self._restyle)

    def show(self, scene: QuizScene) -> None:
        """Write the texts of this question."""
        self._shown = scene
        with self.writing() as text:
            text.insert("end", scene.question + "\n", "question")
            if scene.hint:
                text.insert("end", scene.hint, "hint")
            verdict = text.index("end-1c")
            if scene.verdict:
                text.insert("end", scene.verdict + "\n", "right" if scene.right else "wrong")
                text.insert("end", scene.explanation)
        text.yview(verdict if scene.verdict else "1.0")

    def _restyle(self) -> None:
        look, palette, configure = self._look, self._look.palette, self.text.tag_configure
        paint_text(self.text, look)
        self.text.configure(font=look.fonts["body"], spacing2=2)
        configure("question", font=look.fonts["bold"], spacing3=look.s)
        configure("hint", foreground=palette.muted)
        configure("right", foreground=palette.good, font=look.fonts["bold"], spacing1=look.xs)
        configure("wrong", foreground=palette.bad, font=look.fonts["bold"], spacing1=look.xs)


class QuestionCard(Card):
    """The board beside the question and the fields for the answer."""

    def __init__(
        self, parent: tk.Misc, look: Look, intents: ExplorerIntents, buttons: Buttons,
        fields: Fields,
    ) -> None:  # fmt: skip
        super().__init__(parent, look, (inset(look), look.m, inset(look), look.m))
        self._fields = fields
        self._shown: QuizScene | None = None
        self.pack_propagate(False)  # the page sets its size
        self._left = inner(self)
        self.board = Board(self._left, look, behind="surface")
        self._place = packed(label(self._left, "Caption"), side="bottom", anchor="w")
        self.board.pack(fill="both", expand=True)
        self._left.pack_propagate(False)
        self._left.pack(side="left", fill="y", padx=(0, look.l))
        top = self._head = packed(inner(self), fill="x")
        self._heading = packed(label(top, "Bold"), side="left")
        self._score = packed(label(top, "Small"), side="right")
        self._row = packed(Wrapping(self, look), side="bottom", fill="x", pady=(look.s, 0))
        self.answers: dict[str, tuple[ttk.Frame, ttk.Label, ttk.Entry]] = {}
        for key in ANSWERS:
            frame = inner(self._row)
            name = packed(label(frame, "Body"), side="left", padx=(0, look.xs))
            entry = fields.make(frame, key, 8, "number")
            entry.bind("<Return>", lambda event: self._enter(intents))
            entry.pack(side="left")
            self.answers[key] = (frame, name, entry)
        self._check = buttons.make(self._row, "Main", "check")
        self._next = buttons.make(self._row, "Push", "next-question")
        self.question = QuestionText(self, look)
        self.question.pack(fill="both", expand=True, pady=(look.xs, 0))
        self._keys: tuple[str, ...] | None = None
        look.refit(self, self._fit, idle=True)

    def _enter(self, intents: ExplorerIntents) -> str:
        """Check the answer with Enter; after that, Enter asks the next question."""
        done = self._shown is not None and bool(self._shown.verdict)
        intents.command("next-question" if done else "check")
        return "break"

    def show(self, scene: QuizScene) -> None:
        """Show this question."""
        before, self._shown = self._shown, scene
        if scene == before:
            return
        self._heading.configure(text=scene.heading)
        self._score.configure(text=scene.score)
        if before is None or (scene.question, scene.hint, scene.verdict) != (
            before.question, before.hint, before.verdict,
        ):  # fmt: skip
            self.question.show(scene)
        self._fields.show(scene.fields)
        self._lay(scene.fields)
        self._fit()
        if scene.board is not None:
            self.board.show(scene.board)

    def _lay(self, fields: tuple[FormField, ...]) -> None:
        keys = tuple(field.key for field in fields)
        if keys == self._keys:
            return
        self._keys = keys
        self._row.clear()
        for field in fields:
            frame, name, _ = self.answers[field.key]
            name.configure(text=field.label)
            self._row.add(frame)
        self._row.add(self._check)
        self._row.add(self._next)
        self._row.update_idletasks()
        self._row.arrange()

    def _fit(self) -> None:
        look, scene = self._look, self._shown
        if self.winfo_width() < 2 or scene is None:
            return
        if scene.board is None:
            self._left.pack_forget()
            return
        if self.winfo_height() < BOARD_LINES * look.line("body"):
            self._left.pack_forget()
        elif not self._left.winfo_manager():
            self._left.pack(side="left", fill="y", padx=(0, look.l), before=self._head)
        high = self.winfo_height() - 2 * look.m - look.line("caption")
        wide = width_for(scene.board, high, look.line("caption"), look.scale)
        wide = min(wide, self.winfo_width() // 3)
        self._left.configure(width=wide)
        places = [scene.place, scene.place.rpartition(", ")[2], scene.place.partition(",")[0]]
        self._place.configure(text=look.fit("caption", places, wide))


class QuizPage(ttk.Frame):
    """The tree above the question."""

    def __init__(
        self, parent: tk.Misc, look: Look, intents: ExplorerIntents, buttons: Buttons,
        fields: Fields,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._look = look
        self._note_card = Card(self, look)
        self._note = packed(label(self._note_card, "Body"), expand=True)
        self._tree_card = Card(self, look)
        self.tree = QuizTree(
            self._tree_card, look, lambda node: intents.choose("branch", str(node))
        )
        self.tree.pack(fill="both", expand=True)
        self.question = QuestionCard(self, look, intents, buttons, fields)
        self._scene = QuizScene()
        look.refit(self, self._arrange, idle=True)

    def show(self, scene: ExplorerScene) -> None:
        """Show the question, or what to do to get one."""
        before, self._scene = self._scene, scene.quiz
        self.tree.show(scene.quiz.nodes)
        if before.note != scene.quiz.note or len(before.nodes) != len(scene.quiz.nodes):
            self._arrange()
        if not scene.quiz.note:
            self.question.show(scene.quiz)
        if scene.quiz.question and scene.quiz.question != before.question:
            self.update_idletasks()  # a widget that is not yet on the screen cannot take the focus
            self.home().focus_set()

    def home(self) -> tk.Misc:
        """Return what takes the keys of the page: the field for the answer, if there is one."""
        fields = self._scene.fields
        return self.question.answers[fields[0].key][2] if fields else self.tree

    def _arrange(self) -> None:
        width, height, look = self.winfo_width(), self.winfo_height(), self._look
        if width < 2:
            return
        self._note.configure(
            text=self._scene.note, wraplength=max(1, width - 4 * look.l), justify="center"
        )
        for part in (self._note_card, self._tree_card, self.question):
            part.place_forget()
        if self._scene.note:
            self._note_card.place(x=0, y=0, width=width, height=height)
            return
        line = look.line("body")
        least = round(LEAST_LINES * line)
        low = max(least, min(round(height * LOW), height - look.m - self.tree.least()))
        self._tree_card.place(x=0, y=0, width=width, height=height - low - look.m)
        self.question.place(x=0, y=height - low, width=width, height=low)

"""The page of Monte Carlo tree search: the tree, SELECT, the four steps, and the playout."""

from __future__ import annotations

import tkinter as tk
from functools import partial
from tkinter import ttk

from loa_tk.scenes.explorer import (
    ExplorerIntents,
    ExplorerScene,
    FigureScene,
    Piece,
    ReasonScene,
)
from loa_tk.scenes.playouts import (
    BoxFrame,
    ChildPicked,
    PlayoutScene,
    PlayoutSought,
    SelectLine,
    SelectScene,
    StepsScene,
    VisitBox,
    VisitPicture,
    VisitsPicked,
    VisitsResized,
)
from loa_tk.view.board.board import Board
from loa_tk.view.explorer.figure import Listing, Slider
from loa_tk.view.explorer.reason import ReasonText
from loa_tk.view.kit.images import ImageCache
from loa_tk.view.kit.palette import mix, rgb
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.tool_widgets import Buttons, Fields, Wrapping, bind_wheel
from loa_tk.view.kit.tree_image import ppm, swatch
from loa_tk.view.kit.widgets import (
    Card,
    SceneCanvas,
    TextPane,
    Timer,
    button,
    inner,
    inset,
    label,
    pack_if,
    packed,
    write,
)
from loa_tk.words import explorer
from loa_tk.words import mcts as words

CODE = 58  # characters of the printed algorithm
LOWEST = 230  # pixels of a board with a sentence below it
BAR = 5  # pixels of the share won
SETTLED = 80  # ms from the last change of size to reporting it
STEPS = ("first", "back", "step", "next", "last", "play")
FILES = ("picture", "page", "copy")


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


class ChildrenTable(SceneCanvas[SelectScene]):
    """The children of a node: their cells, and a bar that adds the two terms up."""

    def __init__(self, parent: tk.Misc, look: Look, intents: ExplorerIntents) -> None:
        self._first = 0
        super().__init__(parent, look, SelectScene())
        self._intents = intents
        self.bind("<Button-1>", lambda event: self._click(event.y, False))
        self.bind("<Double-Button-1>", lambda event: self._click(event.y, True))
        bind_wheel(self, lambda event, up: self._scroll(-up))

    @property
    def _high(self) -> int:
        return self._look.line("mono") + self._look.px(3)

    def _head(self) -> int:
        return self._look.line("caption") + self._look.xs

    def _visible(self) -> int:
        return max(1, (self.winfo_height() - self._head()) // self._high)

    def _draw(self) -> None:
        look, palette, scene = self._look, self._look.palette, self._scene
        room, count = self.winfo_width(), self._visible()
        if not scene.rows or room < 2:
            return
        if scene.selected is not None:
            low = scene.selected - count + 1
            self._first = max(low, min(self._first, scene.selected))
        self._first = max(0, min(self._first, len(scene.rows) - count))
        kept, at, end = self._columns(room)
        for place, x in zip(kept, at, strict=True):
            self.create_text(
                x, 0, text=scene.heads[place], anchor="ne" if place else "nw",
                font=look.fonts["caption"], fill=palette.muted,
            )  # fmt: skip
        for number, row in enumerate(scene.rows[self._first : self._first + count]):
            y = self._head() + number * self._high
            self._line(row, y, kept, at, end, self._first + number == scene.selected)

    def _line(
        self, row: SelectLine, y: int, kept: list[int], at: list[int], end: int, chosen: bool
    ) -> None:
        look, palette, room = self._look, self._look.palette, self.winfo_width()
        taken = row.part == "taken"
        colour = palette.text
        if taken or chosen:
            colour = palette.on_soft
            self.create_rectangle(
                0, y, room - 1, y + self._high - 1, fill=palette.soft, width=1,
                outline=palette.accent if chosen else palette.soft,
            )  # fmt: skip
        middle = y + self._high // 2
        for place, x in zip(kept, at, strict=True):
            bold = taken or place == len(row.cells) - 1
            self.create_text(
                x, middle, text=row.cells[place], anchor="e" if place else "w",
                font=look.fonts["mono_bold" if bold else "mono"], fill=colour,
            )  # fmt: skip
        word = look.fonts["caption"].measure(words.PARTS["taken"]) + look.xs
        if row.part:
            self.create_text(
                room - 2, middle, text=words.PARTS[row.part], anchor="e",
                font=look.fonts["caption"], fill=palette.accent if taken else palette.muted,
            )  # fmt: skip
        left, right = end + look.s, room - word - look.s
        if right - left >= look.px(50) and row.sum:
            half = look.px(4)
            share = left + round((right - left) * row.share)
            whole = left + round((right - left) * row.sum)
            self.create_rectangle(
                left, middle - half, whole, middle + half, fill=palette.trough,
                width=int(palette.flat), outline=palette.line,
            )  # fmt: skip
            self.create_rectangle(
                left, middle - half, share, middle + half, fill=palette.tree_max, width=0
            )

    def _columns(self, room: int) -> tuple[list[int], list[int], int]:
        """Return the columns that fit, where each is aligned, and where the last one ends.

        In a narrow table the exploration is left out: it is the rest of the sum.
        """
        look, scene = self._look, self._scene
        word = look.fonts["caption"].measure(words.PARTS["taken"]) + look.s
        for kept in ([0, 1, 2, 3, 4], [0, 1, 2, 4], [0, 1, 4], [0, 4]):
            wide = [
                max(
                    look.fonts["caption"].measure(scene.heads[place]),
                    *(look.fonts["mono_bold"].measure(row.cells[place]) for row in scene.rows),
                )
                for place in kept
            ]
            if sum(wide) + len(kept) * look.s + word <= room:
                break
        at, x = [0], wide[0]
        for one in wide[1:]:
            x += one + look.s
            at.append(x)
        return kept, at, x

    def _click(self, y: int, enter: bool) -> None:
        row = (y - self._head()) // self._high + self._first
        if y >= self._head() and row < len(self._scene.rows):
            self._intents.report(ChildPicked(row, enter))

    def _scroll(self, lines: int) -> None:
        self._first += lines
        self.redraw()


class StepsPane(TextPane):
    """The four steps of a playout; the current one has the ground of an executed line."""

    def __init__(self, parent: tk.Misc, look: Look) -> None:
        super().__init__(parent, look)
        self._shown: StepsScene | None = None
        self.text.bind("<Configure>", lambda event: self._align(), add=True)
        look.watch(self.text, self._restyle)

    def show(self, scene: StepsScene) -> None:
        """Write the steps."""
        if scene == self._shown:
            return
        self._shown = scene
        with self.writing() as text:
            for place, step in enumerate(scene.steps):
                tags = ("current",) if place == scene.current else ()
                text.insert("end", f"{place + 1}  {step.name}\n", ("name", *tags))
                if step.text:
                    text.insert("end", f"{step.text}\n", ("told", *tags))
            if scene.counts:
                tags = ("current",) if scene.current == len(scene.steps) - 1 else ()
                for row in (scene.heads, *scene.counts):
                    text.insert("end", "\t".join(row) + "\n", ("counts", *tags))
                text.insert("end", scene.note, ("counts", *tags))
        self._align()
        self.text.see("end" if scene.counts else "1.0")

    def _align(self) -> None:
        """Put the counts into two columns at the right edge, the second as wide as its texts."""
        scene, measure = self._shown, self._look.fonts["caption"].measure
        rows = (scene.heads, *scene.counts) if scene is not None else ()
        last = max((measure(row[-1]) for row in rows if row), default=0)
        right = max(2, self.text.winfo_width() - self._look.s)
        visits = max(1, right - last - self._look.m)
        self.text.tag_configure("counts", tabs=(visits, "right", right, "right"))

    def _restyle(self) -> None:
        look, palette, configure = self._look, self._look.palette, self.text.tag_configure
        self.text.configure(
            font=look.fonts["small"], background=palette.surface, foreground=palette.text,
            highlightthickness=0, takefocus=False,
        )  # fmt: skip
        configure("name", font=look.fonts["bold"], spacing1=look.xs)
        configure("told", lmargin1=look.l, lmargin2=look.l)
        configure("counts", font=look.fonts["caption"])
        self._align()
        configure("current", background=palette.running, foreground=palette.on_running)


class PlayoutMoves(TextPane):
    """The random moves of a playout; those on the board are bold."""

    def __init__(self, parent: tk.Misc, look: Look) -> None:
        super().__init__(parent, look)
        self._shown: tuple[tuple[str, ...], tuple[int, int]] = ((), (0, 0))
        look.watch(self.text, self._restyle)

    def show(self, moves: tuple[str, ...], shown: tuple[int, int]) -> None:
        """Write the moves."""
        if (moves, shown) == self._shown:
            return
        self._shown = (moves, shown)
        with self.writing() as text:
            for place, move in enumerate(moves):
                tag = "shown" if shown[0] <= place < shown[1] else ""
                text.insert("end", move + "\n", tag)
        self.text.see(f"{shown[0] + 1}.0")

    def _restyle(self) -> None:
        look, palette = self._look, self._look.palette
        self.text.configure(
            font=look.fonts["mono"], background=palette.surface, foreground=palette.muted,
            highlightthickness=0, takefocus=False,
        )  # fmt: skip
        self.text.tag_configure("shown", font=look.fonts["mono_bold"], foreground=palette.text)


class PlayoutPage(ttk.Frame):
    """The whole page; in a small window the steps and the printed algorithm give way."""

    def __init__(
        self, parent: tk.Misc, look: Look, intents: ExplorerIntents, buttons: Buttons,
        fields: Fields,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._look, self._scene = look, PlayoutScene()
        self._images = ImageCache(self)
        pad = (inset(look), look.s, inset(look), look.s)
        self.top, self.left, self.middle, self.right, self.foot = (
            Card(self, look, pad) for _ in range(5)
        )
        for card in (self.top, self.left, self.middle, self.right):
            card.pack_propagate(False)  # the page sets its size
        head = packed(inner(self.top), fill="x")
        self._title = packed(label(head, "Bold"), side="left")
        self._caption = packed(label(head, "Caption", words.WIDTHS), side="left", padx=look.s)
        self._legend = packed(inner(head), side="right")
        self._entries: list[tuple[str, ttk.Label]] = []
        self.picture = VisitCanvas(self.top, look, intents)
        self.picture.pack(fill="both", expand=True, pady=(look.xs, 0))
        self.select_title = packed(label(self.left, "Bold"), anchor="w")
        self._select_caption = packed(label(self.left, "Caption"), anchor="w")
        self._select_foot = packed(label(self.left, "Caption"), side="bottom", anchor="w")
        self.table = ChildrenTable(self.left, look, intents)
        self.table.pack(fill="both", expand=True, pady=(look.xs, 0))
        self._tabs = inner(self)  # in a small window the steps and the board share a place
        self._front = "steps"
        self.tabs = {
            name: packed(button(self._tabs, "Quiet", text, partial(self._turn, name)), side="left")
            for name, text in words.SMALL_TABS.items()
        }
        self._steps_title = packed(label(self.middle, "Bold"), anchor="w")
        self.steps = packed(StepsPane(self.middle, look), fill="both", expand=True)
        self._make_right(look, buttons)
        self._make_foot(look, intents, buttons, fields)
        self.bind("<Configure>", lambda event: self._arrange())
        look.watch(self, self._restyle)

    def _turn(self, name: str) -> None:
        """Bring the steps or the board to the front in a small window."""
        self._front = name
        self._arrange()

    def _make_right(self, look: Look, buttons: Buttons) -> None:
        foot = packed(inner(self.right), side="bottom", fill="x")
        self.show_board = buttons.make(foot, "Quiet", "playout-board")
        self.show_board.pack(side="right")
        self._place = packed(label(foot, "Caption"), side="left")
        self.why = ReasonText(self.right, look, lambda link: None)
        self.why.pack(side="bottom", fill="x")
        self.why.text.configure(height=4)
        self.board = Board(self.right, look, behind="surface")
        self._list = inner(self.right)
        self._list.pack(side="right", fill="y")
        label(self._list, "Bold", words.RANDOM_TITLE).pack(anchor="w")
        turn = packed(inner(self._list), side="bottom")
        for name in ("playout-earlier", "playout-later"):
            buttons.make(turn, "Quiet", name)
        self._range = label(turn, "Caption")
        buttons.by_name["playout-earlier"].pack(side="left")
        self._range.pack(side="left")
        buttons.by_name["playout-later"].pack(side="left")
        self.moves = packed(PlayoutMoves(self._list, look), fill="both", expand=True)
        self.moves.text.configure(width=11)
        self.board.pack(side="left", fill="both", expand=True, padx=(0, look.s))

    def _make_foot(
        self, look: Look, intents: ExplorerIntents, buttons: Buttons, fields: Fields
    ) -> None:
        self.listing = Listing(self.foot, look)
        self.listing.configure(width=CODE)
        self._variables = inner(self.foot)
        self.variables: list[tuple[ttk.Label, ttk.Label]] = []
        for row in range(len(words.VARIABLES)):
            pair = label(self._variables, "Caption"), label(self._variables, "Mono")
            pair[0].grid(row=row, column=0, sticky="w", padx=(0, look.s))
            pair[1].grid(row=row, column=1, sticky="w")
            self.variables.append(pair)
        controls = self._controls = inner(self.foot)
        self.transport = packed(Wrapping(controls, look), fill="x")
        for name in STEPS:
            style = "Main" if name == "step" else "Push"
            self.transport.add(buttons.make(self.transport, style, f"playout-{name}"))
        speed = inner(self.transport)
        label(speed, "Caption", explorer.FIELDS["speed"]).pack(side="left", padx=(0, look.xs))
        fields.make(speed, "pace", 6).pack(side="left")
        self.transport.add(speed)
        line = self._line = packed(inner(controls), fill="x", pady=(look.xs, 0))
        self.text = packed(label(line, "Bold"), side="left", padx=(0, look.s))
        self._files = inner(controls)
        for name in reversed(FILES):
            buttons.make(self._files, "Quiet", f"playout-{name}").pack(side="right")
        self.slider = Slider(line, look, lambda number: intents.report(PlayoutSought(number)))
        self.foot.columnconfigure(2, weight=1)

    def show(self, scene: ExplorerScene) -> None:
        """Show everything; only what differs is drawn."""
        assert scene.playouts is not None
        page, before = scene.playouts, self._scene
        self._scene = page
        write(self._title, page.picture.title)
        if page.picture.legend != before.picture.legend:
            self._make_legend(page.picture.legend)
        self.picture.show(page.picture)
        write(self.select_title, page.select.title)
        write(self._select_caption, page.select.caption)
        write(self._select_foot, page.select.foot)
        self.table.show(page.select)
        write(self._steps_title, page.steps.title)
        self.steps.show(page.steps)
        self.moves.show(page.random.moves, page.random.shown)
        write(self._range, page.random.range)
        self.why.show(ReasonScene(title=page.why_title, text=(Piece(page.why),)))
        if page.random.board is not None:
            self.board.show(page.random.board)
        self.listing.show(FigureScene(lines=page.lines, line=page.line), False)
        for (name, value), (left, right) in zip(page.variables, self.variables, strict=False):
            write(left, name)
            write(right, value)
        self.slider.show(page.playout, page.playouts)
        write(self.text, page.text)
        self._fit_texts()

    def home(self) -> tk.Misc:
        """Return what takes the keys of the page."""
        return self.picture

    def _make_legend(self, legend: tuple[tuple[str, str], ...]) -> None:
        for _, entry in self._entries:
            entry.destroy()
        self._entries = [(kind, label(self._legend, "Caption", text)) for kind, text in legend]
        self._paint()

    def _paint(self) -> None:
        size = self._look.line("caption")
        self._images.turn_to((self._look.palette.name, self._look.text_size))
        for kind, entry in self._entries:
            image = self._images.get(kind, lambda kind=kind: swatch(kind, size, self._look))  # type: ignore[misc]
            entry.configure(image=image, compound="left")

    def _restyle(self) -> None:
        self._paint()
        self.after_idle(self._arrange)

    def _fit_texts(self) -> None:
        """Show as much of the legend and of the place as there is room for."""
        look, scene = self._look, self._scene
        room = self.top.winfo_width() - 2 * inset(look) - look.m
        room -= look.fonts["bold"].measure(scene.picture.title)
        need = sum(entry.winfo_reqwidth() + look.s for _, entry in self._entries)
        caption = look.fonts["caption"].measure(words.WIDTHS) + 2 * look.s
        pack_if(need + caption <= room, self._caption, side="left", padx=look.s)
        for _, entry in self._entries:
            if need <= room:
                entry.pack(side="left", padx=(look.s, 0))
            else:
                entry.pack_forget()
        place = scene.random.place
        room = self.right.winfo_width() - 2 * inset(look) - look.s
        room -= self.show_board.winfo_reqwidth()
        write(self._place, look.fit("caption", [place, place.rpartition(", ")[2]], max(1, room)))
        room = max(1, self.left.winfo_width() - 2 * inset(look))
        write(self._select_caption, look.fit("caption", [scene.select.caption], room))
        write(self._select_foot, look.fit("caption", [scene.select.foot], room))

    def _arrange(self) -> None:
        """Divide the page by what each part needs."""
        width, height, look = self.winfo_width(), self.winfo_height(), self._look
        if width < 2:
            return
        gap = look.m
        mono = look.fonts["mono"].measure("0")
        controls = max(self.transport.widest() * 0.5, self._line.winfo_reqwidth())
        full = width >= CODE * mono + 20 * mono + controls + look.px(80)
        lines = 9 * look.line("mono") + 2 * look.s
        full = full and height >= lines + look.px(420)
        for part in (self.listing, self._variables, self._controls):
            part.grid_forget()
        if full:
            self.listing.grid(row=0, column=0, sticky="nw")
            self._variables.grid(row=0, column=1, sticky="n", padx=look.l)
        self._controls.grid(row=0, column=2, sticky="nsew")
        self.slider.pack_forget()
        if full:  # the algorithm is higher than the controls, which have little width beside it
            self._files.pack(in_=self._controls, side="bottom", fill="x")
        else:
            self._files.pack(in_=self._line, side="right")
        self.slider.pack(side="left", fill="x", expand=True)
        self.foot.place(x=0, y=0, width=width, height="")
        self.update_idletasks()
        if (width, height) != (self.winfo_width(), self.winfo_height()):
            return  # the page was given another size meanwhile, and has been arranged for that
        low = max(self.foot.winfo_reqheight(), lines if full else 0)
        rows = 3 if height > look.px(560) else 2
        high = (look.line("mono") + look.line("caption") + look.px(BAR) + 2) * rows
        top = min(high + look.line("bold") + 2 * look.s + look.xs, round(height * 0.28))
        middle = max(1, height - low - top - 2 * gap)
        small = width < look.px(1000)
        self.top.place(x=0, y=0, width=width, height=top)
        y, x = top + gap, 0
        shares = (0.46, 0.54) if small else (0.40, 0.22, 0.38)
        shown = [self.left, self.middle, self.right]
        self._tabs.place_forget()
        if small:
            hidden = self.right if self._front == "steps" else self.middle
            hidden.place_forget()
            shown.remove(hidden)
            for name, tab in self.tabs.items():
                tab.state(["disabled" if name == self._front else "!disabled"])
        room = width - (len(shown) - 1) * gap
        for card, share in zip(shown, shares, strict=True):
            wide = width - x if card is shown[-1] else round(room * share)
            above = self._tabs.winfo_reqheight() if small and card is shown[-1] else 0
            if above:
                self._tabs.place(x=x, y=y, width=wide, height=above)
            card.place(x=x, y=y + above, width=wide, height=middle - above)
            x += wide + gap
        self.why.text.configure(height=3 if small else 5)
        self.why.pack_forget()
        if middle > look.px(LOWEST):  # or the board would be too small; the list explains, too
            self.why.pack(side="bottom", fill="x", before=self._list)
        self.foot.place(x=0, y=height - low, width=width, height=low)
        self.after_idle(self._fit_texts)

"""The page of Monte Carlo tree search: the tree, SELECT, the four steps, and the playout."""

from __future__ import annotations

import tkinter as tk
from functools import partial
from tkinter import ttk

from loa_tk.scenes.explorer import ExplorerIntents, ExplorerScene, FigureScene, Piece, ReasonScene
from loa_tk.scenes.playouts import PlayoutScene, PlayoutSought
from loa_tk.view.board.board import Board
from loa_tk.view.explorer.figure import Listing, Slider
from loa_tk.view.explorer.playout_steps import PlayoutMoves, StepsPane
from loa_tk.view.explorer.playout_table import ChildrenTable
from loa_tk.view.explorer.playout_tree import BAR, VisitCanvas
from loa_tk.view.explorer.reason import ReasonText
from loa_tk.view.kit.images import ImageCache
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.tool_widgets import Buttons, Fields, Wrapping
from loa_tk.view.kit.tree_image import swatch
from loa_tk.view.kit.widgets import Card, button, inner, inset, label, packed, write
from loa_tk.words import explorer
from loa_tk.words import mcts as words

CODE = 58  # characters of the printed algorithm
LOWEST = 230  # pixels of a board with a sentence below it
STEPS = ("first", "back", "step", "next", "last", "play")
FILES = ("picture", "page", "copy", "own-tree")


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
        captions, left = (words.WIDTHS_ORDER, words.WIDTHS, ""), room - need - 2 * look.s
        fits = (text for text in captions if look.fonts["caption"].measure(text) <= left)
        write(self._caption, next(fits, ""))
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
        # Asked of the parts: the line that holds them is as wide as the last arrangement made it.
        controls = max(
            self.transport.widest() * 0.5,
            self._files.winfo_reqwidth(),
            self.text.winfo_reqwidth() + look.s + self.slider.winfo_reqwidth(),
        )
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

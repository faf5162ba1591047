"""The cards above the log: the players, their search, and in their place the position editor."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from functools import partial
from tkinter import ttk

from loa_tk.scenes.main import Brush, EditorScene, PlayerRow, PlayersScene, ThinkingScene
from loa_tk.scenes.services import Choose, Report
from loa_tk.view.kit.paint import strokes
from loa_tk.view.kit.style import BUTTON_INSET
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.tooltip import Tooltip, told
from loa_tk.view.kit.widgets import Card, DiscCard, ProgressBar, button, inner, inset, label, packed
from loa_tk.words import main as words
from loa_tk.words import review

ICON_GAP = 10
MOST_FIGURES = 3


class PlayersCard(DiscCard[PlayersScene]):
    """Two rows of a disc, a name and figures, below a heading.

    The last figures are left out if there is no room; a mouse that rests on a row is told them.
    """

    ICON = 28

    def __init__(self, parent: tk.Misc, look: Look) -> None:
        super().__init__(parent, look)
        self.columnconfigure(1, weight=1)
        self._heading = label(self, "Caption")
        self._heading.grid(row=0, column=0, columnspan=2, sticky="w")
        self._captions = [label(self, "Caption") for _ in range(MOST_FIGURES)]
        self._rows = tuple(_PlayerRow(self, look, 1 + i) for i in range(2))
        look.watch(self, self._restyle)

    def _fill(self, scene: PlayersScene, room: int) -> None:
        self._heading.configure(text=scene.heading)
        look = self._look
        columns, room = self._divide(scene, room - look.px(self.ICON + ICON_GAP))
        for i, caption in enumerate(self._captions):
            if i < columns:
                caption.configure(text=scene.captions[i])
                caption.grid(row=0, column=2 + i, sticky="e", padx=(look.m, 0))
            else:
                caption.grid_remove()
        for row, player in zip(self._rows, scene.rows, strict=True):
            row.show(player, self._icon(player.kind), look, room, columns)
            row.left = list(zip(scene.captions, player.figures, strict=True))[columns:]

    def _divide(self, scene: PlayersScene, room: int) -> tuple[int, int]:
        """Return how many figures fit beside the longer name, and the pixels left for the name."""
        look, measure = self._look, self._look.fonts["caption"].measure
        sign = look.s + look.xs + measure("●")
        name = max(look.fonts["bold"].measure(row.name) for row in scene.rows) + sign
        columns = len(scene.captions)
        while True:
            left = room - sum(measure(caption) + look.m for caption in scene.captions[:columns])
            if left >= name or not columns:
                return columns, left
            columns -= 1


class _PlayerRow:
    """The widgets of one player."""

    def __init__(self, card: ttk.Frame, look: Look, row: int) -> None:
        self._icon = label(card, "Body")
        self._icon.grid(row=row, column=0, padx=(0, look.px(ICON_GAP)), pady=(look.s, 0))
        who = inner(card)
        who.grid(row=row, column=1, sticky="ew", pady=(look.s, 0))
        top = packed(inner(who), anchor="w")
        self._name = packed(label(top, "Bold"), side="left")
        self._mark = packed(label(top, "Turn"), side="left", padx=(look.s, 0))
        self._details = packed(label(who, "Caption"), anchor="w")
        self._figures = [label(card, "Figure") for _ in range(MOST_FIGURES)]
        self._grid_row = row
        self.left: list[tuple[str, str]] = []  # the figures for which there is no room
        widgets = (self._icon, self._name, self._mark, self._details, *self._figures)
        self.note = Tooltip(widgets, look, lambda: told(self.left))

    def show(
        self, player: PlayerRow, icon: tk.PhotoImage, look: Look, room: int, columns: int
    ) -> None:
        """Show a player: name and details in `room` pixels, and as many figures as `columns`."""
        self._icon.configure(image=icon)
        self._name.configure(text=player.name)
        beside = room - look.fonts["bold"].measure(player.name) - look.s - look.xs
        sign = player.mark.partition(" ")[0]  # "● to move" without the words
        self._mark.configure(text=look.fit("caption", (player.mark, sign), beside))
        self._details.configure(text=look.fit("caption", player.details or ("",), room))
        for i, figure in enumerate(self._figures):
            if i < min(columns, len(player.figures)):
                figure.configure(text=player.figures[i])
                figure.grid(row=self._grid_row, column=2 + i, sticky="e", pady=(look.s, 0))
            else:
                figure.grid_remove()


FIGURES = 4
# The widest figures decide the arrangement, so that it stays the same during a search: those that
# must fit into one row, and those that do in a wider card.
SHORTEST, WIDEST = ("88", "loss 88", "88.8 M", "888 k"), ("88", "loss ≤88", "888,888", "888 k")
SHORT_BELOW = 320  # pixels of the card's width below which nodes are rounded


class ThinkingCard(Card):
    """Title and clock, a bar, four figures, the best line and Move now.

    A brief card has only the first figures; a mouse that rests on its title is told the others.
    """

    def __init__(self, parent: tk.Misc, look: Look, command: Report) -> None:
        super().__init__(parent, look)
        self._shown: tuple[ThinkingScene, int, bool] | None = None
        self._offered = "move-now"  # the command of the button
        top = packed(inner(self), fill="x")
        self._title = packed(label(top, "Bold"), side="left")
        self._clock = packed(label(top, "Small"), side="right")
        self._bar = packed(ProgressBar(self), fill="x", pady=(look.s, look.m))
        self._grid = packed(inner(self), fill="x")
        self._figures = [
            (label(self._grid, "Caption"), label(self._grid, "Figure")) for _ in range(FIGURES)
        ]
        self.notes = [
            Tooltip(pair, look, partial(self._help, number))
            for number, pair in enumerate(self._figures)
        ]
        self.note = Tooltip((self._title, self._clock, self._bar), look, lambda: told(self._left()))
        self._arranged: tuple[int, bool, bool, list[int]] | None = None
        self._footer(command)
        look.watch(self, self._restyle)

    def _help(self, number: int) -> str:
        """Return what a figure means."""
        return "".join(self._shown[0].helps[number : number + 1]) if self._shown else ""

    def _left(self) -> list[tuple[str, str]]:
        """Return the figures for which there is no room."""
        if self._shown is None or self._arranged is None or not self._arranged[2]:
            return []
        across = self._arranged[0]
        return [(caption, exact) for caption, exact, _ in self._shown[0].figures[across:]]

    def _footer(self, command: Report) -> None:
        foot = packed(inner(self), fill="x", pady=(self._look.s, 0))
        self._button = button(foot, "Main", words.MOVE_NOW, lambda: command(self._offered))
        self._button.pack(side="right", padx=(self._look.s, 0))
        best = packed(inner(foot), side="left", fill="x", expand=True)
        self._caption = packed(label(best, "Caption", words.BEST_LINE), anchor="w")
        self._line = packed(label(best, "Mono"), anchor="w")

    @property
    def saved(self) -> int:
        """The pixels that the card saves while it is brief."""
        if self._arranged is None or not self._arranged[2]:
            return 0
        return self._look.line("caption") + self._look.line("figure") + self._look.xs

    def show(self, scene: ThinkingScene, width: int, brief: bool = False) -> None:
        """Show this search in a card `width` pixels wide; a `brief` one has no second row."""
        if self._shown == (scene, width, brief):
            return
        self._shown = scene, width, brief
        room = width - 2 * inset(self._look)
        self._title.configure(text=self._look.fit("bold", (scene.title,), room))
        beside = room - self._look.fonts["bold"].measure(scene.title) - self._look.s
        self._clock.configure(text=self._look.fit("small", (scene.clock, ""), beside))
        kind = "Live" if scene.live else "Idle" if scene.progress > 0 else "Empty"
        self._bar.show(scene.progress, kind)
        self._show_figures(scene, width, room, brief)
        self._offer(scene)
        beside = room - self._button_width()
        proved = self._look.fit("caption", scene.proof, beside) if scene.proof else ""
        style = "Proved.TLabel" if proved else "Caption.TLabel"
        self._caption.configure(text=proved or words.BEST_LINE, style=style)
        self._line.configure(text=whole_moves(scene.line, self._look, beside))

    def _offer(self, scene: ThinkingScene) -> None:
        """Let the button do what is possible: move now, or try again after a failure."""
        self._offered = "try-again" if scene.can_try_again else "move-now"
        text = words.TRY_AGAIN if scene.can_try_again else words.MOVE_NOW
        possible = scene.can_try_again or scene.can_move_now
        self._button.configure(text=text)
        self._button.state(["!disabled" if possible else "disabled"])

    def _button_width(self) -> int:
        """Return the pixels of Move now with its gap; ttk's own measure lags behind a new font."""
        look = self._look
        text = max(map(look.fonts["body"].measure, (words.MOVE_NOW, words.TRY_AGAIN)))
        return text + 2 * look.px(BUTTON_INSET) + look.s + look.xs

    def _show_figures(self, scene: ThinkingScene, width: int, room: int, brief: bool) -> None:
        captions, exact, short = zip(*scene.figures, *[("", "", "")] * FIGURES, strict=True)
        alike = self._arrange(
            self._widths(captions, SHORTEST), self._widths(captions, WIDEST), room, brief
        )
        assert self._arranged is not None
        columns = list(map(max, self._arranged[3], self._widths(captions, exact)))
        needed = _alike(self._widths(captions, exact)) if alike else sum(columns)
        figures = short if width < self._look.px(SHORT_BELOW) or needed > room else exact
        for i, (caption, figure) in enumerate(self._figures):
            caption.configure(text=captions[i])
            figure.configure(text=figures[i])

    def _widths(self, captions: Sequence[str], figures: Sequence[str]) -> list[int]:
        """Return the pixels that each of the four columns needs."""
        look = self._look
        caption, figure = look.fonts["caption"].measure, look.fonts["figure"].measure
        return [look.s + max(caption(captions[i]), figure(figures[i])) for i in range(FIGURES)]

    def _arrange(self, least: list[int], most: list[int], room: int, brief: bool) -> bool:
        """Arrange the figures in one row, in equal columns if there is room, or in two rows.

        A brief card has no second row; the log shows the nodes too. Return whether the columns are
        equal.
        """
        across = FIGURES if sum(least) <= room else FIGURES // 2
        alike = across < FIGURES or _alike(most) <= room
        without = brief and across < FIGURES
        widths = most if sum(most) <= room else least
        if (across, alike, without, widths) == self._arranged:
            return alike
        self._arranged = across, alike, without, widths
        for i, (caption, figure) in enumerate(self._figures):
            row, column = divmod(i, across)
            if row and without:
                caption.grid_remove()
                figure.grid_remove()
                continue
            gap = self._look.xs if row else 0
            caption.grid(row=2 * row, column=column, sticky="w", pady=(gap, 0))
            figure.grid(row=2 * row + 1, column=column, sticky="w")
            group = ("narrow" if i < 2 else "wide") if alike else ""
            used = i < across
            self._grid.columnconfigure(
                i, weight=int(used), uniform=group if used else "",
                minsize=0 if alike or not used else widths[i],
            )  # fmt: skip
        return alike

    def _restyle(self) -> None:
        if self._shown is not None:
            shown, self._shown = self._shown, None
            self.show(*shown)


def _alike(widths: Sequence[int]) -> int:
    """Return the pixels of a row whose first two columns are equal, and its last two as well."""
    return 2 * max(widths[:2]) + 2 * max(widths[2:])


def whole_moves(line: Sequence[str], look: Look, room: int) -> str:
    """Return as many whole moves of a line as fit into `room` pixels."""
    moves = list(line)
    while moves and look.fonts["mono"].measure(" ".join(moves)) > room:
        moves.pop()
    return " ".join(moves)


class EditorCard(DiscCard[EditorScene]):
    """Replaces the players and thinking cards while a position is edited."""

    ICON = 20

    def __init__(self, parent: tk.Misc, look: Look, command: Report, choose: Choose) -> None:
        super().__init__(parent, look)
        self._choose = choose
        label(self, "Bold", review.EDITOR_TITLE).pack(anchor="w")
        choices = packed(inner(self), fill="x", pady=(look.s, 0))
        self._brushes = _Choices(choices, review.PLACE)
        self._brushes.frame.pack(side="left", anchor="n")
        self._sides = _Choices(choices, review.TO_MOVE)
        self._sides.frame.pack(side="right", anchor="n")
        tools = packed(inner(self), anchor="e", pady=(look.s, 0))
        self._tools = [
            packed(button(tools, "Quiet", command=partial(command, name)), side="left")
            for name, _, _ in review.EDIT_TOOLS
        ]
        self._reason = label(self, "Bad")
        self._reason.configure(justify="left")
        self._reason.pack(anchor="w", pady=(look.s, 0))
        foot = packed(inner(self), fill="x", pady=(look.s, 0))
        self.ok = button(foot, "Main", command=lambda: command("edit-done"))
        cancel = button(foot, "Push", words.CANCEL, lambda: command("edit-cancel"))
        cancel.pack(side="right")
        self.ok.pack(side="right", padx=(0, look.s))
        look.watch(self, self._restyle)

    def _icon(self, kind: str) -> tk.PhotoImage:
        """Return a disc, or for an empty brush a cross of the same size: all buttons are equal."""
        if kind:
            return super()._icon(kind)
        size, thick = self._look.px(self.ICON), self._look.px(2)
        near, far = size * 0.22, size * 0.78
        lines = [(near, near), (far, far)], [(near, far), (far, near)]
        colour = self._look.palette.text
        return self._images.get("", lambda: strokes(size, size, lines, thick, colour))

    def _fill(self, scene: EditorScene, room: int) -> None:
        choose = self._choose
        self._brushes.show(scene.brushes, scene.brush, self._icon, partial(choose, "brush"))
        self._sides.show(scene.sides, scene.side, self._icon, partial(choose, "to-move"))
        self._fit(room)
        self._reason.configure(text=scene.reason, wraplength=max(1, room))
        self.ok.state(["disabled" if scene.reason else "!disabled"])

    def _fit(self, room: int) -> None:
        """Use the long or the short labels of the buttons, depending on the card's width."""
        small, body = self._look.fonts["small"].measure, self._look.fonts["body"].measure
        longest = sum(small(long) + self._look.l for _, long, _ in review.EDIT_TOOLS)
        for tool, (_, long, short) in zip(self._tools, review.EDIT_TOOLS, strict=True):
            tool.configure(text=long if longest <= room else short)
        both = body(review.PLAY_FROM_HERE) + body(words.CANCEL) + self._look.s
        wide = both + 4 * self._look.px(BUTTON_INSET)
        self.ok.configure(text=review.PLAY_FROM_HERE if wide <= room else review.PLAY)


class _Choices:
    """Buttons of which one is chosen, below a caption that names the choice."""

    def __init__(self, parent: tk.Misc, caption: str) -> None:
        self.frame = inner(parent)
        self._caption, self._words = label(self.frame, "Caption"), caption
        self._caption.pack(anchor="w")
        self._row = packed(inner(self.frame), anchor="w")
        self.buttons: list[ttk.Button] = []

    def show(
        self, brushes: Sequence[Brush], chosen: str, icon: Callable[[str], tk.PhotoImage],
        choose: Report,
    ) -> None:  # fmt: skip
        """Offer these brushes."""
        while len(self.buttons) < len(brushes):
            self.buttons.append(packed(button(self._row, "Choice"), side="left"))
        for choice, brush in zip(self.buttons, brushes, strict=True):
            choice.configure(image=icon(brush.kind), command=partial(choose, brush.key))
            choice.state(["selected" if brush.key == chosen else "!selected"])
        name = next(brush.label for brush in brushes if brush.key == chosen)
        self._caption.configure(text=f"{self._words}: {name.lower()}")

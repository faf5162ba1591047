"""The thinking card: clock, figures and best line of a search, live or finished."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from tkinter import ttk

from loa_tk.scenes.main import ThinkingScene
from loa_tk.view.kit.cards import Card, inner, inset, label
from loa_tk.view.kit.style import BUTTON_INSET
from loa_tk.view.kit.theme import Look
from loa_tk.words import main as words

FIGURES = 4
# The widest figures decide the arrangement, so that it stays the same during a search: those that
# must fit into one row, and those that do in a wider card.
SHORTEST, WIDEST = ("88", "loss 88", "88.8 M", "888 k"), ("88", "loss ≤88", "888,888", "888 k")
FULL = 100.0
SHORT_BELOW = 320  # pixels of the card's width below which nodes are rounded


class ThinkingCard(Card):
    """Title and clock, a bar, four figures, the best line and Move now."""

    def __init__(self, parent: tk.Misc, look: Look, command: Callable[[str], None]) -> None:
        super().__init__(parent, look)
        self._look = look
        self._shown: tuple[ThinkingScene, int, bool] | None = None
        self._offered = "move-now"  # the command of the button
        top = inner(self)
        top.pack(fill="x")
        self._title = label(top, "Bold")
        self._title.pack(side="left")
        self._clock = label(top, "Small")
        self._clock.pack(side="right")
        self._bar = ttk.Progressbar(self, maximum=FULL, style="Idle.Horizontal.TProgressbar")
        self._bar.pack(fill="x", pady=(look.s, look.m))
        self._grid = inner(self)
        self._grid.pack(fill="x")
        self._figures = [
            (label(self._grid, "Caption"), label(self._grid, "Figure")) for _ in range(FIGURES)
        ]
        self._arranged: tuple[int, bool, bool, list[int]] | None = None
        self._footer(command)
        look.watch(self, self._restyle)

    def _footer(self, command: Callable[[str], None]) -> None:
        foot = inner(self)
        foot.pack(fill="x", pady=(self._look.s, 0))
        self._button = ttk.Button(foot, text=words.MOVE_NOW, style="Main.TButton")
        self._button.configure(command=lambda: command(self._offered))
        self._button.pack(side="right", padx=(self._look.s, 0))
        best = inner(foot)
        best.pack(side="left", fill="x", expand=True)
        self._caption = label(best, "Caption", words.BEST_LINE)
        self._caption.pack(anchor="w")
        self._line = label(best, "Mono")
        self._line.pack(anchor="w")

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
        value = min(FULL - 0.01, FULL * scene.progress)  # a ttk bar at its maximum is empty
        self._bar.configure(style=f"{kind}.Horizontal.TProgressbar", value=value)
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
        needed = (_alike if alike else sum)(self._widths(captions, exact))
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

"""The thinking card: the clock and figures of a search, live or as it ended; it keeps its size."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from tkinter import ttk

from loa_tk import strings
from loa_tk.scene import ThinkingScene
from loa_tk.view.cards import Card, inner, label
from loa_tk.view.theme import CARD, XS, Look, M, S

FIGURES = 4
# The arrangement must hold while a search goes on, so it is decided by its widest figures.
ROOMIEST = ("88", "\N{MINUS SIGN}888", "88.8 M", "888 k")
FULL = 100.0
SHORT_BELOW = 320  # pixels of the card's width: nodes are rounded then


class ThinkingCard(Card):
    """Title and clock, a bar, four figures, the best line and Move now."""

    def __init__(self, parent: tk.Misc, look: Look, command: Callable[[str], None]) -> None:
        super().__init__(parent)
        self._look = look
        self._shown: tuple[ThinkingScene, int] | None = None
        top = inner(self)
        top.pack(fill="x")
        self._title = label(top, "Bold")
        self._title.pack(side="left")
        self._clock = label(top, "Small")
        self._clock.pack(side="right")
        self._bar = ttk.Progressbar(self, maximum=FULL, style="Idle.Horizontal.TProgressbar")
        self._bar.pack(fill="x", pady=(S, M))
        self._grid = inner(self)
        self._grid.pack(fill="x")
        self._figures = [
            (label(self._grid, "Caption"), label(self._grid, "Figure")) for _ in range(FIGURES)
        ]
        self._arranged = 0
        self._footer(command)
        look.watch(self, self._restyle)

    def _footer(self, command: Callable[[str], None]) -> None:
        foot = inner(self)
        foot.pack(fill="x", pady=(S, 0))
        self._button = ttk.Button(foot, text=strings.MOVE_NOW, style="Main.TButton")
        self._button.configure(command=lambda: command("move-now"))
        self._button.pack(side="right", padx=(S, 0))
        best = inner(foot)
        best.pack(side="left", fill="x", expand=True)
        label(best, "Caption", strings.BEST_LINE).pack(anchor="w")
        self._line = label(best, "Mono")
        self._line.pack(anchor="w")

    def show(self, scene: ThinkingScene, width: int) -> None:
        """Show this search in a card `width` pixels wide."""
        if self._shown == (scene, width):
            return
        self._shown = scene, width
        room = width - 2 * CARD[0]
        self._title.configure(text=scene.title)
        beside = room - self._look.fonts["bold"].measure(scene.title) - S
        self._clock.configure(text=self._look.fit("small", (scene.clock, ""), beside))
        kind = "Live" if scene.live else "Idle" if scene.progress > 0 else "Empty"
        value = min(FULL - 0.01, FULL * scene.progress)  # at its maximum a ttk bar is empty
        self._bar.configure(style=f"{kind}.Horizontal.TProgressbar", value=value)
        self._show_figures(scene, width, room)
        self._button.state(["!disabled" if scene.can_move_now else "disabled"])
        beside = room - self._button.winfo_reqwidth() - S - XS
        self._line.configure(text=whole_moves(scene.line, self._look, beside))

    def _show_figures(self, scene: ThinkingScene, width: int, room: int) -> None:
        captions = [caption for caption, _, _ in scene.figures]
        self._arrange(FIGURES if self._width_of(captions, ROOMIEST) <= room else FIGURES // 2)
        exact = [long for _, long, _ in scene.figures]
        short = [short for _, _, short in scene.figures]
        brief = width < SHORT_BELOW or self._width_of(captions, exact) > room
        texts = [*(short if brief else exact), "", "", "", ""]
        for (caption, figure), name, text in zip(
            self._figures, [*captions, "", "", "", ""], texts, strict=False
        ):
            caption.configure(text=name)
            figure.configure(text=text)

    def _width_of(self, captions: Sequence[str], figures: Sequence[str]) -> int:
        fonts = self._look.fonts
        pairs = zip(captions, figures, strict=False)
        return sum(
            S + max(fonts["caption"].measure(caption), fonts["figure"].measure(figure))
            for caption, figure in pairs
        )

    def _arrange(self, across: int) -> None:
        """Four figures in one row, or two rows where large text needs it."""
        if across == self._arranged:
            return
        self._arranged = across
        for i, (caption, figure) in enumerate(self._figures):
            row, column = divmod(i, across)
            caption.grid(row=2 * row, column=column, sticky="w", pady=(XS if row else 0, 0))
            figure.grid(row=2 * row + 1, column=column, sticky="w")
        for column in range(FIGURES):
            weight, group = (1, "narrow" if column < 2 else "wide") if column < across else (0, "")
            self._grid.columnconfigure(column, weight=weight, uniform=group)

    def _restyle(self) -> None:
        if self._shown is not None:
            (scene, width), self._shown = self._shown, None
            self.show(scene, width)


def whole_moves(line: Sequence[str], look: Look, room: int) -> str:
    """As many moves of a line as fit into `room` pixels, never half a move."""
    words = list(line)
    while words and look.fonts["mono"].measure(" ".join(words)) > room:
        words.pop()
    return " ".join(words)

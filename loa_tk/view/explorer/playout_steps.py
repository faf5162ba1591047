"""One playout as text: its four steps, and its random moves."""

from __future__ import annotations

import tkinter as tk

from loa_tk.scenes.playouts import StepsScene
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.widgets import TextPane

DISCS = "①②③④", "❶❷❸❹"  # the numbers of the steps, the current one's filled


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
                text.insert("end", f"{DISCS[bool(tags)][place]}  {step.name}\n", ("name", *tags))
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

"""A small search tree as a drawing for the help page, like the search explorer's picture."""

from __future__ import annotations

import tkinter as tk

from loa_tk.scenes.explorer import Span
from loa_tk.scenes.pages import TreeExample
from loa_tk.view.kit.hatching import paint, ppm
from loa_tk.view.kit.theme import Look

WHOLE = 1000  # the width of the scene
HIGH = 2.0  # lines of text in a row


class TreeDrawing(tk.Canvas):
    """Draws a TreeExample in any width."""

    def __init__(self, parent: tk.Misc, look: Look, example: TreeExample) -> None:
        super().__init__(parent, highlightthickness=0, borderwidth=0)
        self._look, self._example = look, example
        self._image: tk.PhotoImage | None = None

    def draw(self, width: int) -> None:
        """Draw the tree this many pixels wide."""
        look, palette, example = self._look, self._look.palette, self._example
        high = round(HIGH * look.line("body"))
        self.delete("all")
        self.configure(
            width=width, height=high * len(example.rows), background=palette.surface
        )
        rows = [
            [
                Span(left * width // WHOLE, right * width // WHOLE, kind, text)
                for left, right, kind, text in row
            ]
            for row in example.rows
        ]
        lines = paint(rows, width, high, palette, look.scale)
        self._image = tk.PhotoImage(master=self, data=ppm(lines), format="ppm")
        self.create_image(0, 0, image=self._image, anchor="nw")
        for number, row in enumerate(rows):
            for span in row:
                self.create_text(
                    (span.left + span.right) // 2, number * high + high // 2, text=span.label,
                    font=look.fonts["mono"], fill=palette.on_tree,
                )  # fmt: skip
        for number, left, right in example.best:
            self.create_rectangle(
                left * width // WHOLE + 1, number * high + 1, right * width // WHOLE - 1,
                (number + 1) * high - 2, outline=palette.tree_best, width=look.px(2),
            )  # fmt: skip

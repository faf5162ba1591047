"""The help window: headings, paragraphs, tables and drawn boards in a text that scrolls."""

from __future__ import annotations

import tkinter as tk

from loa_tk.scenes.pages import Example, Heading, HelpPage, Paragraph, Table, TreeExample
from loa_tk.view.board.board import Board
from loa_tk.view.board.geometry import margins
from loa_tk.view.kit import keys
from loa_tk.view.kit.dialogs import Dialog, paint_text
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.tool_widgets import bind_wheel
from loa_tk.view.kit.tree_image import TreeDrawing
from loa_tk.view.kit.widgets import TextPane, button, packed
from loa_tk.words import main as words

WIDTH, HEIGHT = 68, 30  # characters and lines of the page
LEAST = 48  # characters of a page that has to leave the board visible
CELL_LINES = 2.4  # a drawn board's cell, in lines of body text


class HelpWindow(Dialog):
    """Shows one page and can stay open during play."""

    def __init__(
        self, parent: tk.Misc, look: Look, page: HelpPage, clear: tk.Misc | None = None
    ) -> None:
        """Open beside the widget `clear`, if there is one, so that it stays visible."""
        super().__init__(parent, look, page.title)
        self._page = page
        button(self.buttons(), "Push", words.CLOSE, self.destroy).pack(side="right")
        pane = packed(TextPane(self.content, look), fill="both", expand=True)
        self.text = pane.text
        self.text.configure(
            font=look.fonts["body"], padx=look.m, pady=look.xs, width=WIDTH, height=self._lines(),
            spacing1=0, spacing3=0, highlightthickness=0,
        )  # fmt: skip
        self._boards: list[tuple[Board, Example]] = []
        self._trees: list[TreeDrawing] = []
        with pane.writing():
            for number, block in enumerate(page.blocks):
                self._write(number, block)
        look.watch(self.text, self._restyle_text)
        self.appear(self.text, clear, LEAST * look.fonts["body"].measure("0"))

    def _lines(self) -> int:
        """Return roughly how many lines the page needs, at most HEIGHT."""
        font = self.look.fonts["body"]
        width, lines = WIDTH * font.measure("0"), 1
        for block in self._page.blocks:
            if isinstance(block, (Example, TreeExample)):
                return HEIGHT
            if isinstance(block, Table):
                lines += len(block.rows) + 1
            else:
                lines += font.measure(block.text) // width + 2
        return min(lines, HEIGHT)

    def _write(
        self, number: int, block: Heading | Paragraph | Example | TreeExample | Table
    ) -> None:
        insert = self.text.insert
        if isinstance(block, Heading):
            insert("end", block.text + "\n", "heading")
        elif isinstance(block, Paragraph):
            insert("end", block.text + "\n", "paragraph")
        elif isinstance(block, Table):
            if block.head:
                insert("end", "\t".join(block.head) + "\n", (f"table{number}", "head"))
            for row in block.rows:
                insert("end", self._named("\t".join(row)) + "\n", f"table{number}")
        elif isinstance(block, TreeExample):
            self._trees.append(TreeDrawing(self.text, self.look, block))
            self._embed(self._trees[-1], block.caption)
        else:
            self._boards.append((Board(self.text, self.look, behind="surface"), block))
            self._embed(self._boards[-1][0], block.caption)

    def _named(self, text: str) -> str:
        """Return a text with the keys of this system."""
        return keys.named(text, self.look.mac)

    def _embed(self, drawing: tk.Canvas, caption: str) -> None:
        """Put a drawing with its caption at the end of the text; the wheel scrolls over it, too."""
        bind_wheel(drawing, lambda event, up: self.text.yview_scroll(-2 * up, "units"))
        start = self.text.index("end-1c")
        self.text.window_create("end", window=drawing)
        self.text.insert("end", "\n")
        self.text.tag_add("board", start, "end-1c")
        self.text.insert("end", caption + "\n", "caption")

    def _restyle_text(self) -> None:
        look, palette, configure = self.look, self.look.palette, self.text.tag_configure
        paint_text(self.text, look)
        configure("heading", font=look.fonts["figure"], spacing1=look.m, spacing3=look.s)
        configure("paragraph", spacing1=look.xs, spacing3=look.xs, spacing2=2)
        configure("caption", font=look.fonts["small"], foreground=palette.muted, spacing3=look.m)
        configure("board", spacing1=look.s, spacing3=look.xs)
        configure("head", font=look.fonts["small"], foreground=palette.muted)
        for number, block in enumerate(self._page.blocks):
            if isinstance(block, Table):
                self._align(f"table{number}", block)
        for board, example in self._boards:
            self._size(board, example)
        for drawing in self._trees:
            drawing.draw(LEAST * look.fonts["body"].measure("0") - 4 * look.m)

    def _align(self, tag: str, table: Table) -> None:
        """Set tab stops at the widest cell of each column; the last column wraps under itself."""
        measure = self.look.fonts["body"].measure
        rows = (*table.rows, table.head) if table.head else table.rows
        stops, at = [], 0
        for column in range(max(map(len, rows)) - 1):
            cells = [self._named(row[column]) for row in rows if column < len(row)]
            at += max(map(measure, cells)) + self.look.xl
            stops.append(at)
        self.text.tag_configure(tag, tabs=stops, lmargin2=at, spacing1=2, spacing3=2)

    def _size(self, board: Board, example: Example) -> None:
        """Make the canvas just large enough for the board."""
        scene, line = example.board, self.look.line("caption")
        cell = round(self.look.line("body") * CELL_LINES)
        left, below = margins(scene, line, self.look.scale)
        width = left + cell * scene.columns + 2
        board.configure(width=width, height=cell * scene.rows + below + 2)
        board.show(scene)

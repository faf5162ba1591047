"""The body of the main window: the board on the left, the column of cards on the right."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from loa_tk.scene import BoardScene, WindowScene
from loa_tk.view.board import Board
from loa_tk.view.editor import EditorCard
from loa_tk.view.geometry import width_for
from loa_tk.view.keyboard import Keyboard
from loa_tk.view.layout import column_width
from loa_tk.view.players import PlayersCard
from loa_tk.view.study import StudyCard
from loa_tk.view.theme import Look
from loa_tk.view.thinking import ThinkingCard


class Body(ttk.Frame):
    """Board, players, thinking and the third card; it divides its width among them."""

    def __init__(
        self,
        parent: tk.Misc,
        look: Look,
        command: Callable[[str], None],
        choose: Callable[[str, str], None],
    ) -> None:
        super().__init__(parent)
        self._look = look
        self._scene: WindowScene | None = None
        self._column = 0
        self.columnconfigure(0, weight=1)
        self.rowconfigure(0, weight=1)
        self.board = Board(self, look, command)
        self.board.configure(takefocus=True)
        self.board.grid(row=0, column=0, sticky="nsew", padx=(0, look.l))
        self._cards = ttk.Frame(self)
        self._cards.grid(row=0, column=1, sticky="nsew")
        self._cards.pack_propagate(False)
        self._game = ttk.Frame(self._cards)  # what stands above the third card
        self._game.pack(fill="x")
        self.players = PlayersCard(self._game, look)
        self.players.pack(fill="x", pady=(0, look.m))
        self.thinking = ThinkingCard(self._game, look, command)
        self.thinking.pack(fill="x")
        self.editor = EditorCard(self._cards, look, command, choose)
        self.study = StudyCard(self._cards, look, command, choose)
        self.bind("<Configure>", lambda event: self._divide())
        self._keyboard = Keyboard(self.board, self.study.log.text, command)
        look.watch(self, self._divide)

    def show(self, scene: WindowScene) -> None:
        """Show board, players, search, and the third card if it is wanted."""
        before, self._scene = self._scene, scene
        if before is None or scene.log_pane != before.log_pane:
            if scene.log_pane:
                self.study.pack(fill="both", expand=True, pady=(self._look.m, 0))
            else:
                self.study.pack_forget()
        if before is None or (scene.editor is None) != (before.editor is None):
            self._swap(scene.editor is not None)
        if before is None or _shape(scene.board) != _shape(before.board):
            self._divide()
            # At once, or the board is drawn in the place it had, and again 80 ms later elsewhere.
            self.update_idletasks()
        self.board.show(scene.board)
        self._show_cards()
        self.study.show(scene)
        self._keep_focus()

    def _swap(self, editing: bool) -> None:
        """Put the position editor in the place of players and search, or take it away."""
        (self._game if editing else self.editor).pack_forget()
        top = self.editor if editing else self._game
        below = self.study.winfo_manager()
        top.pack(fill="x", **({"before": self.study} if below else {}))

    def _keep_focus(self) -> None:
        """Take the keys back from a button that has just been greyed and would swallow them."""
        try:
            focused = self.focus_get()
        except KeyError:  # a menu is open: Tk works with a clone of it that tkinter does not know
            return
        if isinstance(focused, ttk.Button) and focused.instate(["disabled"]):
            self._keyboard.take_focus()

    def _show_cards(self) -> None:
        if self._scene is not None and self._column:
            self.players.show(self._scene.players, self._column)
            self.thinking.show(self._scene.thinking, self._column)
            if self._scene.editor is not None:
                self.editor.show(self._scene.editor, self._column)

    def _divide(self) -> None:
        """Give the column its width; it depends on the board's shape and the body's size."""
        width, height = self.winfo_width(), self.winfo_height()
        if self._scene is None or width < 2:
            return
        look = self._look
        board = width_for(self._scene.board, height, look.line("caption"), look.scale)
        column = column_width(width + 2 * look.l, board, look.scale)
        if column != self._column:
            self._column = column
            self._cards.configure(width=column)
            self._show_cards()


def _shape(board: BoardScene) -> tuple[object, ...]:
    return board.rows, board.columns, board.coordinates, board.value is None

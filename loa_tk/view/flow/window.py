"""The Flow Free window: the board on the left; puzzle, algorithm and comparison on the right."""

from __future__ import annotations

import tkinter as tk
from functools import partial
from tkinter import ttk

from loa_tk.scenes.flow import FlowScene, Stroke
from loa_tk.scenes.services import ToolIntents
from loa_tk.view.flow.board import FlowBoard, names_margins, width_for
from loa_tk.view.flow.column import FlowColumn
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.widgets import column_width, gridded
from loa_tk.view.kit.window import ToolWindow, focused, lost_focus

FIRST = (1040, 740)
ON_BOARD = {
    "<Left>": "left", "<Right>": "right", "<Up>": "up", "<Down>": "down", "<Return>": "hold",
    "<KP_Enter>": "hold", "<space>": "hold",
}  # fmt: skip


class FlowWindow(ToolWindow):
    """The Flow Free window."""

    help = "flow-help"

    def __init__(self, parent: tk.Tk, look: Look, intents: ToolIntents[Stroke]) -> None:
        super().__init__(parent, look, intents)
        self._scene: FlowScene | None = None
        self._released = 0  # when a key was last released, in the screen's milliseconds
        self._body.columnconfigure(0, weight=1)
        self._body.rowconfigure(0, weight=1)
        self.board = FlowBoard(self._body, look, intents)
        self.board.configure(takefocus=True)
        self.board.grid(row=0, column=0, sticky="nsew", padx=(0, look.l))
        self.column = gridded(FlowColumn(self._body, look, intents), row=0, column=1, sticky="nsew")
        self._body.bind("<Configure>", lambda event: self._divide())
        self._bind_keys()
        self.appear(FIRST)

    def _bind_keys(self) -> None:
        """Bind the drawing keys to the board; show a focus reached with Tab until it is used."""

        def pressed(name: str, event: tk.Event) -> None:
            # X11 repeats a held key as a release and a press with the same time; a repeated Space
            # would drop the path that the first one has just picked up.
            if name == "hold" and event.time and event.time == self._released:
                return
            self.board.ring(False)
            self._intents.command(name)

        def released(event: tk.Event) -> None:
            self._released = event.time

        for sequence, name in ON_BOARD.items():
            self.board.bind(sequence, partial(pressed, name))
        self.board.bind("<KeyRelease>", released)
        self.board.bind("<ButtonPress-1>", lambda event: self._take_focus(), add=True)
        self.board.bind("<<TraverseIn>>", lambda event: self.board.ring(True))
        self.board.bind("<FocusOut>", lambda event: self.board.ring(False))
        self.bind_keys(self._intents.keys, self._command)

    # --- what its loop asks for ---

    def show(self, scene: FlowScene) -> None:
        """Draw this scene; only the differences from the last scene are drawn."""
        before, self._scene = self._scene, scene
        if before is None or scene.title != before.title:
            self.title(scene.title)
        self.column.show(scene)
        if before is None or _shape(scene) != _shape(before):
            self._divide()  # now: the first scene has made the column's widest part, the table
        self.board.show(scene.board)
        self._status.show(scene.status, "", scene.bad)
        if before is None:
            self.update_idletasks()  # a board that is not yet on the screen cannot take the focus
        if before is None or lost_focus(self):
            self._take_focus()

    # --- inside the window ---

    def _command(self, name: str) -> None:
        """Report the command of a key, unless its button is disabled."""
        if self._scene is not None and name in self._scene.enabled:
            self._intents.command(name)

    def _escape(self) -> None:
        """Leave a field for the board; from there, do what the controller makes of it."""
        if isinstance(focused(self), ttk.Entry):
            self._take_focus()
        else:
            super()._escape()

    def _take_focus(self) -> None:
        self.board.ring(False)
        self.board.focus_set()

    def _divide(self) -> None:
        """Set the column's width for the board's shape and the window's size."""
        least = self.column.least()  # first, because measuring handles pending resizes
        width, height = self._body.winfo_width(), self._body.winfo_height()
        if self._scene is None or width < 2:
            return
        look, board = self.look, self._scene.board
        across = width_for((board.rows, board.columns), height, names_margins(look, board))
        wide = column_width(width + 2 * look.l, across, look.scale)
        self.column.configure(width=max(wide, least))

    def _restyle(self) -> None:
        super()._restyle()
        self.after_idle(self._divide)  # ttk measures its widgets only after a change of font


def _shape(scene: FlowScene) -> tuple[int, int]:
    return scene.board.rows, scene.board.columns


WINDOW = FlowWindow

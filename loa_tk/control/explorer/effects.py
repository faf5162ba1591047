"""The effects that only the search explorer has: its picture, and a position for the main board."""

from __future__ import annotations

from pathlib import Path

from loa_tk.control.effects import Effect, Handler, Stage
from loa_tk.model.game import Game, Move, State
from loa_tk.scenes.immutable import dataclass


@dataclass(frozen=True)
class WriteTreePicture(Effect):
    """Write the picture of the tree as PNG; `then` gets the reason why it failed, or nothing."""

    stage = Stage.DISK
    path: Path
    then: Handler


@dataclass(frozen=True)
class PutOnBoard(Effect):
    """Show a position on the main board, with the moves that led to it."""

    game: Game
    root: State
    moves: tuple[Move, ...]


@dataclass(frozen=True)
class ShowExplorerHelp(Effect):
    """Show the help page of the search explorer."""

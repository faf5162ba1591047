"""The effects that only the search explorer has: its picture, and a position for the main board."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from loa_tk.control.background import Watch
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
class WriteSlowly(Effect):
    """Write a file whose content takes a second or more, in the background.

    `content` is given a function to call with the share that is done. `then` gets the reason why
    it failed, or nothing; it is not called if the user cancels.
    """

    stage = Stage.DISK
    path: Path
    content: Callable[[Watch], str]
    then: Handler


@dataclass(frozen=True)
class PutOnBoard(Effect):
    """Show a position on the main board, with the moves that led to it."""

    game: Game
    root: State
    moves: tuple[Move, ...]

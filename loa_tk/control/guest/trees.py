"""Records the tree of a textbook search with a student's evaluation, in a guest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePath

from loa_tk.control.engine.jobs import GuestJob
from loa_tk.lab.thinking import OwnFiles
from loa_tk.model.game import State
from loa_tk.model.games import find_game
from loa_tk.model.tree.recording import MOST_NODES, TreeRequest, record
from loa_tk.model.tree.searchtree import SearchTree


@dataclass(frozen=True)
class OwnTreeJob(GuestJob):
    """Search a position with the evaluation of a file and record the whole tree.

    The progress is the share that is done, from 0 to 1.
    """

    game: str
    state: State
    search: str
    file: str
    depth: int
    order: str = "fixed"
    most: int = MOST_NODES

    @property
    def position(self) -> State:
        """The position that is searched."""
        return self.state

    @property
    def files(self) -> tuple[str, ...]:
        """The file with the evaluation."""
        return (self.file,)

    def run(
        self, stop: Callable[[], bool], tell: Callable[[object], None], files: OwnFiles
    ) -> SearchTree:
        """Return the tree, whose evaluation is called by the name of the file."""
        game = find_game(self.game)
        own = files.evaluation(game, self.file)
        name = PurePath(self.file).name
        request = TreeRequest(
            game, self.state, self.search, name, self.depth, self.order, own, self.most
        )
        return record(request, stop, tell)

"""Monte Carlo tree search in the explorer: its job, and where the user is in what it recorded.

A moment is one of the four steps of a playout. After the last playout comes one more, in which the
search returns its answer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from loa_tk.control.engine.jobs import EngineJob
from loa_tk.control.tree.playouts import Told
from loa_tk.model.game import Move, State
from loa_tk.model.games import find_game
from loa_tk.model.search.players import Player
from loa_tk.model.tree.playouts import ROOT, Playout, PlayoutTree, SelectRow, record_playouts

STEPS = 4
SELECT, EXPAND, SIMULATE, BACK_UP = range(STEPS)
PLAYOUTS = (10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000)
CONSTANTS = tuple(f"{tenth / 10:g}" for tenth in range(31))
ON_BOARD = 5  # random moves that the board shows at a time
MOST_BATCH, BATCHES = 100, 40  # playouts of a message, and messages of a short search
KEPT = 256  # positions of playouts that are remembered


@dataclass(frozen=True)
class PlayoutPiece:
    """Some more playouts of the search."""

    playouts: tuple[Playout, ...]
    last: bool = False


@dataclass(frozen=True, kw_only=True)
class PlayoutJob(EngineJob):
    """Search a position by Monte Carlo tree search and report every playout."""

    game: str
    state: State
    playouts: int
    exploration: float
    seed: int

    def run(self, stop: Callable[[], bool], tell: Callable[[object], None]) -> PlayoutPiece:
        """Report the playouts in pieces; return the last of them."""
        waiting: list[Playout] = []
        full = max(1, min(MOST_BATCH, self.playouts // BATCHES))

        def heard(playout: Playout) -> None:
            waiting.append(playout)
            if len(waiting) == full:
                tell(PlayoutPiece(tuple(waiting)))
                waiting.clear()

        player = Player("mcts").limited(playouts=self.playouts)
        player = player.changed(exploration=self.exploration, seed=self.seed)
        record_playouts(find_game(self.game), self.state, player, stop, heard)
        return PlayoutPiece(tuple(waiting), last=True)


@dataclass(kw_only=True)
class PlayoutWalk:
    """A recorded search and where the user is in it."""

    tree: PlayoutTree
    seed: int
    moment: int = 0
    node: int = ROOT  # whose children are compared
    pick: int | None = None  # the selected row
    first: int = 0  # the first random move on the board

    @property
    def end(self) -> int:
        """The moment in which the answer is returned."""
        return STEPS * len(self.tree)

    @property
    def number(self) -> int:
        """The playout that is shown, from 1; at the end the last."""
        return min(len(self.tree), self.moment // STEPS + 1)

    @property
    def step(self) -> int | None:
        """The step that is shown, or None at the end."""
        return None if self.moment == self.end else self.moment % STEPS

    @property
    def counted(self) -> int:
        """The playouts that have been counted at the moment."""
        return self.number if self.step in (None, BACK_UP) else self.number - 1

    @property
    def compared(self) -> int:
        """The playouts after which SELECT compares: those before the one shown."""
        return self.number if self.step is None else self.number - 1

    @cached_property
    def name(self) -> Callable[[int], str]:
        """Return the move that led to a node."""
        return lru_cache(None)(self.tree.name)

    @cached_property
    def simulated(self) -> Callable[[int], list[tuple[State, Move]]]:
        """Return the random moves of a playout."""
        return lru_cache(KEPT)(lambda number: list(self.tree.simulated(number)))

    @property
    def told(self) -> Told:
        """The search as the command line shows it."""
        return Told(self.tree, self.seed)

    def path(self) -> list[int]:
        """Return the nodes of the playout that is shown, as far as its steps have got."""
        found = self.tree.path(self.tree.ends[self.number - 1])
        added = self.tree.playouts[self.number - 1].added is not None
        return found[:-1] if self.step == SELECT and added else found

    def rows(self) -> list[SelectRow]:
        """Return the children of the opened node as SELECT compares them, the greatest first.

        Before every move of the node has been tried, UCB1 is not a number.
        """
        rows = self.tree.select_rows(self.node, self.compared)
        if rows:
            return sorted(rows, key=lambda row: -row.ucb1)
        counts, nan = self.tree.counts(self.compared), float("nan")
        return [
            SelectRow(
                node=child, visits=counts.visits[child], wins=counts.wins[child],
                share=counts.wins[child] / counts.visits[child], exploration=nan, ucb1=nan,
            )
            for child in self.tree.children(self.node, self.compared)
        ]  # fmt: skip

    def go(self, moment: int) -> None:
        """Show another moment; the opened node stays if it is in the tree then."""
        before = self.number
        self.moment = max(0, min(moment, self.end))
        if self.number != before:
            self.first, self.pick = 0, None
        if self.node >= self.tree.sizes[self.compared]:
            self.node, self.pick = ROOT, None

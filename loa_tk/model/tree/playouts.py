"""A record of Monte Carlo tree search: every playout, and the tree after any of them.

The search is the program's own, overheard. A node has the number in which it was added; the root
is 0. What a playout changed is kept, and the visits and wins after any playout are counted from
the nearest of some snapshots.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import log, sqrt
from typing import Any, NamedTuple

from loa_tk.model.game import Game, Move, Outcome, State
from loa_tk.model.notation import move_text
from loa_tk.model.search.mcts import EXPLORATION, MonteCarlo, TreeNode
from loa_tk.model.search.players import Player
from loa_tk.model.search.search import Limits, Request, never

ROOT = 0
# Playouts between two snapshots. The counts after any of 10,000 playouts then take 0.1 ms, and the
# snapshots 6 MB.
BETWEEN = 128
MOST_VISITED = 3  # moves of the root in each row of `concentration`


class Playout(NamedTuple):
    """One round of the search: what it added, its random moves, and what it was worth.

    The random moves are kept as their places among the moves of their states, because the moves
    themselves would take 40 times the memory. A draw has no winner.
    """

    leaf: int  # the node that SELECT returned
    added: Move | None  # the move that EXPAND added, or None if it could not
    untried: int  # the moves of the added node
    over: bool  # whether the game is over at the node from which it was played
    choices: array[int]
    winner: int | None


class SelectRow(NamedTuple):
    """A child with the two terms of UCB1 and their sum."""

    node: int
    visits: int
    wins: float
    share: float
    exploration: float
    ucb1: float


class VisitCounts(NamedTuple):
    """The visits of every node, and the wins of the side that moved there."""

    visits: array[int]
    wins: array[float]


@dataclass(eq=False, kw_only=True)
class PlayoutTree:
    """All playouts of one search so far."""

    game: Game
    state: State
    exploration: float = EXPLORATION.default
    playouts: list[Playout] = field(default_factory=list)
    parents: list[int] = field(default_factory=lambda: [-1])
    moves: list[Move] = field(default_factory=lambda: [-1])
    plies: list[int] = field(default_factory=lambda: [0])
    born: list[int] = field(default_factory=lambda: [0])  # the playout that added each node
    unborn: list[int] = field(default_factory=list)  # the untried moves of each node when added
    over: list[bool] = field(default_factory=lambda: [False])
    ends: list[int] = field(default_factory=list)  # the last node of each playout's path
    below: list[list[int]] = field(default_factory=lambda: [[]])  # the children in their order
    sizes: list[int] = field(default_factory=lambda: [1])  # nodes after each number of playouts
    snapshots: list[VisitCounts] = field(default_factory=list)
    _latest: VisitCounts = field(
        default_factory=lambda: VisitCounts(array("L", [0]), array("d", [0.0]))
    )

    def __post_init__(self) -> None:
        """Begin with the root."""
        self.unborn.append(len(self.game.moves(self.state)))
        self.snapshots.append(self._latest)
        self._latest = copied(self._latest)

    def __len__(self) -> int:
        """Return the number of playouts."""
        return len(self.playouts)

    def add(self, playout: Playout) -> None:
        """Take in the next playout."""
        end = playout.leaf
        if playout.added is not None:
            end = len(self.parents)
            self.parents.append(playout.leaf)
            self.moves.append(playout.added)
            self.plies.append(self.plies[playout.leaf] + 1)
            self.born.append(len(self.playouts) + 1)
            self.unborn.append(playout.untried)
            self.over.append(playout.over)
            self.below[playout.leaf].append(end)
            self.below.append([])
            self._latest.visits.append(0)
            self._latest.wins.append(0.0)
        self.playouts.append(playout)
        self.ends.append(end)
        self.sizes.append(len(self.parents))
        self._count(self._latest, len(self.playouts))
        if len(self.playouts) % BETWEEN == 0:
            self.snapshots.append(copied(self._latest))

    def _count(self, counts: VisitCounts, number: int) -> None:
        """Count one playout at every node of its path."""
        node, winner = self.ends[number - 1], self.playouts[number - 1].winner
        while node >= 0:
            counts.visits[node] += 1
            counts.wins[node] += 0.5 if winner is None else float(winner == self.mover(node))
            node = self.parents[node]

    def counts(self, number: int) -> VisitCounts:
        """Return all visits and wins after this many playouts."""
        counts = copied(self.snapshots[number // BETWEEN])
        more = self.sizes[number] - len(counts.visits)
        counts.visits.extend([0] * more)
        counts.wins.extend([0.0] * more)
        for later in range(number // BETWEEN * BETWEEN + 1, number + 1):
            self._count(counts, later)
        return counts

    # --- nodes ---

    def mover(self, node: int) -> int:
        """Return the side whose wins a node counts: the one that moved there."""
        return (self.game.player(self.state) + 1 + self.plies[node]) % 2

    def side(self, node: int) -> str:
        """Return the name of that side."""
        return self.game.sides[self.mover(node)].name

    def children(self, node: int, number: int) -> list[int]:
        """Return the children of a node after this many playouts, in the order added."""
        return [child for child in self.below[node] if child < self.sizes[number]]

    def untried(self, node: int, number: int) -> int:
        """Return how many moves of a node had not been tried after this many playouts."""
        return self.unborn[node] - len(self.children(node, number))

    def path(self, node: int) -> list[int]:
        """Return the nodes from the root to this one."""
        found = [node]
        while found[-1] != ROOT:
            found.append(self.parents[found[-1]])
        return found[::-1]

    def state_at(self, node: int) -> State:
        """Return the state of a node."""
        state = self.state
        for step in self.path(node)[1:]:
            state = self.game.play(state, self.moves[step])
        return state

    def name(self, node: int) -> str:
        """Return the move that led to a node, or nothing at the root."""
        if node == ROOT:
            return ""
        return move_text(self.game, self.state_at(self.parents[node]), self.moves[node])

    def levels(self, number: int) -> tuple[int, ...]:
        """Return the nodes at each ply after this many playouts."""
        plies = self.plies[: self.sizes[number]]
        return tuple(plies.count(ply) for ply in range(max(plies) + 1))

    # --- what the search did ---

    def simulated(self, number: int) -> Iterator[tuple[State, Move]]:
        """Yield the random moves of a playout, each with the state in which it was played."""
        state = self.state_at(self.ends[number - 1])
        for choice in self.playouts[number - 1].choices:
            move = self.game.moves(state)[choice]
            yield state, move
            state = self.game.play(state, move)

    def select_rows(self, node: int, number: int) -> list[SelectRow]:
        """Return the children of a node with UCB1 after this many playouts, in the order added.

        It is empty before every move of the node has been tried: then none is compared.
        """
        counts, children = self.counts(number), self.children(node, number)
        if not children or self.untried(node, number):
            return []
        log_n = log(counts.visits[node])
        found = []
        for child in children:
            visits, wins = counts.visits[child], counts.wins[child]
            bonus = self.exploration * sqrt(log_n / visits)
            found.append(SelectRow(
                node=child, visits=visits, wins=wins, share=wins / visits, exploration=bonus,
                ucb1=wins / visits + bonus,
            ))  # fmt: skip
        return found

    def best(self, node: int, number: int, counts: VisitCounts) -> int | None:
        """Return the child that the search would answer with: most visits, then most wins.

        A move that wins at once comes first, as in the search.
        """

        def merit(child: int) -> tuple[bool, int, float]:
            return self.wins_at_once(child, counts), counts.visits[child], counts.wins[child]

        return max(self.children(node, number), key=merit, default=None)

    def wins_at_once(self, node: int, counts: VisitCounts) -> bool:
        """Return whether the game is over at a node and the side that moved there has won."""
        return self.over[node] and counts.visits[node] == counts.wins[node]

    def best_line(self, number: int) -> list[int]:
        """Return the nodes of the best line after this many playouts, without the root."""
        counts, line = self.counts(number), list[int]()
        best = self.best(ROOT, number, counts)
        while best is not None:
            line.append(best)
            best = self.best(best, number, counts)
        return line


def copied(counts: VisitCounts) -> VisitCounts:
    """Return a copy that can be counted on."""
    return VisitCounts(counts.visits[:], counts.wins[:])


class Overheard(random.Random):
    """Random numbers of another generator, which remembers the places of its choices."""

    def __init__(self, dice: random.Random) -> None:
        """Take all numbers from `dice`."""
        super().__init__(0)
        self.dice, self.chosen = dice, array("H")

    def choice(self, seq: Any) -> Any:
        """Return one of these, and remember which."""
        chosen = self.dice.choice(seq)
        self.chosen.append(seq.index(chosen))
        return chosen


class WatchedMonteCarlo(MonteCarlo):
    """Monte Carlo tree search that reports each playout."""

    def __init__(self, request: Request, heard: Callable[[Playout], None]) -> None:
        """Report to `heard`."""
        super().__init__(request)
        self._heard = heard
        self._numbers = {id(self.root): ROOT}
        self._choices = array("H")

    def simulate(self, child: TreeNode) -> Outcome:
        """Play random moves to the end, and remember them."""
        dice = self.chance
        self.chance = overheard = Overheard(dice)
        try:
            return super().simulate(child)
        finally:
            self.chance, self._choices = dice, overheard.chosen

    def back_propagate(self, path: list[TreeNode], outcome: Outcome) -> None:
        """Count the result, and report the playout."""
        super().back_propagate(path, outcome)
        end = path[-1]
        known = self._numbers.get(id(end))
        leaf = self._numbers[id(path[-2])] if known is None else known
        if known is None:
            self._numbers[id(end)] = len(self._numbers)
        self._heard(Playout(
            leaf=leaf, added=end.move if known is None else None, untried=len(end.untried),
            over=end.outcome is not None, choices=self._choices, winner=outcome.winner,
        ))  # fmt: skip


def record_playouts(
    game: Game,
    state: State,
    player: Player,
    stop: Callable[[], bool] = never,
    heard: Callable[[Playout], None] | None = None,
) -> PlayoutTree:
    """Let a player of Monte Carlo tree search search a position, and return all its playouts.

    The random numbers are those with which the player searches the first move of a game. `heard`
    is given each playout as it is made.
    """
    tree = PlayoutTree(game=game, state=state, exploration=player.options[EXPLORATION.name])

    def take(playout: Playout) -> None:
        tree.add(playout)
        if heard is not None:
            heard(playout)

    request = Request(
        game=game, state=state, options=player.options, chance=player.dice(game, state, ()),
        limits=Limits(seconds=player.allowed, stop=stop),
    )  # fmt: skip
    WatchedMonteCarlo(request, take).search()
    return tree


def share(tree: PlayoutTree, child: int, number: int) -> float:
    """Return the share of a root's move among this many playouts; before it is added, none."""
    return tree.counts(number).visits[child] / number if child < tree.sizes[number] else 0.0


def concentration(tree: PlayoutTree) -> list[tuple[int, list[tuple[int, float]]]]:
    """Return how visits concentrate: the most visited moves of the root with their shares.

    The rows are for 10, 20, 50, 100, 200, 500 and so on, and for all playouts. The counts are those
    of one search, because a shorter search with the same seed makes the same first playouts.
    """
    total, rows = len(tree), list[int]()
    scale = 10
    while scale < total:
        rows += [scale * factor for factor in (1, 2, 5) if scale * factor < total]
        scale *= 10
    found = []
    for number in (*rows, total):
        visits = tree.counts(number).visits
        ranked = sorted(tree.children(ROOT, number), key=lambda child: -visits[child])
        found.append((number, [(child, visits[child] / number) for child in ranked[:MOST_VISITED]]))
    return found

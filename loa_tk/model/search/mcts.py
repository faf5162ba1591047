"""Monte Carlo tree search with UCT, as the book's fourth edition prints it.

The search plays random games, playouts, and grows a tree of the moves that do well in them. Each
round has four steps: SELECT goes down the tree to a node with an untried move, EXPAND adds the
state after that move, SIMULATE plays from there to the end by chance, and BACK-PROPAGATE counts the
result at every node passed. No evaluation is needed, only the rules.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import inf, log, sqrt

from loa_tk.model.fields import Real, Whole
from loa_tk.model.game import Move, Outcome, State, finish
from loa_tk.model.search.options import BLUNDER, SECONDS, SEED, Option
from loa_tk.model.search.search import Clock, Request, Search, Stopped
from loa_tk.model.search.statistics import Iteration, Report, Statistics

PLAYOUTS: Option[int | None] = Option(
    name="playouts", label="Playouts", kind=Whole(1, 1_000_000_000), default=None,
    limit="{:,} playouts", used=lambda report: report.statistics.playouts,
)  # fmt: skip
EXPLORATION = Option(name="exploration", label="Exploration", kind=Real(0, 100), default=1.4)

LONGEST = 400  # plies of a playout; one that is not over by then counts as a draw
TREE_BOUND = 200_000  # nodes, 130 MB on 8x8; a full tree grows no further, but playouts continue
PLIES_BETWEEN_LOOKS = 32  # at the clock; a long playout on 8x8 takes more than 10 ms
DRAW = Outcome(None, "Neither side has won.")


class TreeNode:
    """A state in the tree, with the playouts through it and what they won.

    `wins` is counted for the side that moved here, because that side chooses among such nodes; a
    draw is half a win. There is no link to the parent: it would keep the tree in memory for ever in
    a process that collects no garbage.
    """

    __slots__ = ("children", "move", "outcome", "playouts", "state", "untried", "wins")

    def __init__(self, move: Move, state: State, outcome: Outcome | None, untried: list[Move]):
        """Begin without a playout; an `outcome` ends the game here."""
        self.move, self.state, self.outcome, self.untried = move, state, outcome, untried
        self.children: list[TreeNode] = []
        self.playouts, self.wins = 0, 0.0


class MonteCarlo(Search):
    """MONTE-CARLO-TREE-SEARCH for one position."""

    name, rank, by_chance = "mcts", 4, True
    options = (SECONDS, PLAYOUTS, EXPLORATION, BLUNDER, SEED)
    statistics = ("playouts", "nodes", "max_depth", "win_share")

    def __init__(self, request: Request) -> None:
        self.request, self.game, self.chance = request, request.game, request.chance
        self.clock = Clock(request.limits)
        self.exploration = request[EXPLORATION]
        # A position that was met twice before is a draw by repetition.
        met = Counter(request.history)
        self.drawn = frozenset(state for state, times in met.items() if times >= 2)
        self.levels = [1]  # the nodes at each depth of the tree
        self.size = 1
        untried = list(self.game.moves(request.state))
        self.root = TreeNode(-1, request.state, None, untried)
        self.first = untried[0]
        self.chance.shuffle(untried)

    def search(self) -> Report:
        """Play out until a limit is reached; the answer is the move with the most playouts."""
        most = self.request[PLAYOUTS] or inf
        try:
            while self.root.playouts < most:
                self.clock.check(self.size)
                path = self.select()
                child = self.expand(path)
                outcome = self.simulate(child)
                self.back_propagate(path, outcome)
                if self.clock.progress_due():
                    self.request.progress(self.report())
        except Stopped:
            pass
        return self.report()

    def select(self) -> list[TreeNode]:
        """Return the path from the root to a leaf: a node with untried moves, or without any."""
        path = [self.root]
        while path[-1].children and not path[-1].untried:
            path.append(self.most_promising(path[-1]))
        return path

    def most_promising(self, parent: TreeNode) -> TreeNode:
        """Return the child with the greatest UCB1: its share of wins plus a bonus if it is rare."""
        c, log_n = self.exploration, log(parent.playouts)

        def ucb1(n: TreeNode) -> float:
            return n.wins / n.playouts + c * sqrt(log_n / n.playouts)

        return max(parent.children, key=ucb1)

    def expand(self, path: list[TreeNode]) -> TreeNode:
        """Add the state after an untried move of the leaf to the tree and to the path.

        Return the leaf itself if its game is over or the tree is full.
        """
        leaf = path[-1]
        if not leaf.untried or self.size >= TREE_BOUND:
            return leaf
        move = leaf.untried.pop()
        child = self.node(move, self.game.play(leaf.state, move))
        leaf.children.append(child)
        path.append(child)
        self.count(len(path) - 1)
        return child

    def node(self, move: Move, state: State) -> TreeNode:
        """Return a new node; its moves will be tried in random order."""
        outcome = DRAW if state in self.drawn else finish(self.game, state)
        untried = [] if outcome else list(self.game.moves(state))
        self.chance.shuffle(untried)
        return TreeNode(move, state, outcome, untried)

    def count(self, depth: int) -> None:
        """Count a new node of the tree."""
        self.size += 1
        if depth == len(self.levels):
            self.levels.append(0)
        self.levels[depth] += 1

    def simulate(self, child: TreeNode) -> Outcome:
        """Play random moves to the end of the game and return how it ended."""
        if child.outcome:
            return child.outcome
        game, state, choice = self.game, child.state, self.chance.choice
        for ply in range(LONGEST):
            if ply % PLIES_BETWEEN_LOOKS == PLIES_BETWEEN_LOOKS - 1:
                self.clock.check(self.size)
            moves = game.moves(state)
            if not moves:
                return game.stuck(state)
            state = game.play(state, choice(moves))
            outcome = game.outcome(state)
            if outcome:
                return outcome
            if state in self.drawn:
                return DRAW
        return DRAW

    def back_propagate(self, path: list[TreeNode], outcome: Outcome) -> None:
        """Count the result of a playout at every node of its path."""
        mover = 1 - self.game.player(self.root.state)  # the side that moved to the root
        for node in path:
            node.playouts += 1
            node.wins += outcome.utility(mover, 0.5) + 0.5
            mover = 1 - mover

    def report(self) -> Report:
        """Return the answer so far; its value is the share of wins on the game's scale."""
        line = tuple(node.move for node in self.best_line()) or (self.first,)
        best = most_playouts(self.root)
        share = best.wins / best.playouts if best else 0.0
        value = self.game.bar_value(share) if best else None
        depth = len(self.levels) - 1
        counted = Statistics(
            max_depth=depth, nodes=self.size, levels=tuple(self.levels),
            playouts=self.root.playouts, win_share=share,
        )  # fmt: skip
        seconds = self.clock.elapsed()
        made = Iteration(depth=depth, value=value, line=line, seconds=seconds, statistics=counted)
        report = made.alone(self.statistics)
        return report if best else replace(report, iterations=())

    def best_line(self) -> list[TreeNode]:
        """Return the nodes from the root's best child on, always the one with the most playouts."""
        line, best = [], most_playouts(self.root)
        while best:
            line.append(best)
            best = most_playouts(best)
        return line


def most_playouts(parent: TreeNode) -> TreeNode | None:
    """Return the child with the most playouts, or None if there is none with a playout.

    A move that wins at once comes first, because moves that win later may have as many playouts.
    """

    def merit(child: TreeNode) -> tuple[bool, int, float]:
        wins_at_once = child.outcome is not None and child.wins == child.playouts
        return wins_at_once, child.playouts, child.wins

    return max((child for child in parent.children if child.playouts), key=merit, default=None)


SEARCHES = (MonteCarlo,)

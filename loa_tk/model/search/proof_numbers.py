"""Proof-number search (df-pn) for a win that is known to exist within a number of plies.

The questions of `prover.py` find the nearest win, and pay for every nearer one that they refute.
This search follows the line that looks easiest to prove, at any distance within the bound: where
the book of 6x6 Lines of Action ends, it needs a tenth of the time.

The proof number of a position is the least number of positions below it that must still be won to
prove it, and the disproof number the least number that must be lost. A leaf of the loser's counts
more the worse it looks for the winner, as in evaluation-based proof-number search.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from math import inf

from loa_tk.model.game import WON, Evaluation, Game, Move, State
from loa_tk.model.search.statistics import Counts

# Expansions in which every win is found that a game's book promises: 2 s of processor time where it
# was measured. `loa verify` checks them, and they mean the same on every machine.
PROMISED = 20_000
EXPANSIONS_BETWEEN_LOOKS = 64
DOUBT = 16  # how much harder to prove a leaf seems that is worth a swing less
SPARE = 1.25  # a branch is left only when it is a quarter worse than the next one


class Spent(Exception):
    """The expansions that were allowed are spent."""


class ProofNode:
    """A position within the bound: its proof and disproof numbers, and its children."""

    __slots__ = ("children", "disproof", "proof", "state")

    def __init__(self, state: State, proof: float = 1) -> None:
        self.state, self.proof, self.disproof = state, proof, 1.0
        self.children: list[ProofNode] | None = None  # None until the node is expanded

    def settle(self, won: bool) -> None:
        """Note that the position is proved or disproved, and let go of what is not needed."""
        self.proof, self.disproof = (0, inf) if won else (inf, 0)
        if not won or self.children is None:
            self.children = []


class ProofNumbers:
    """Looks for a win of the side to move at the root within a number of plies."""

    def __init__(
        self,
        game: Game,
        evaluation: Evaluation,
        drawn: Collection[State] = (),
        look: Callable[[], None] = lambda: None,
    ) -> None:
        """Prepare; `look` is called now and then and may raise to end the search."""
        self.game, self.evaluation, self.look = game, evaluation, look
        self.drawn = frozenset(drawn)
        self.expansions = self.allowed = 0
        self.counts = Counts()
        self.hopeful = 2 * game.swing  # a leaf of this value is as easy to prove as any

    def prove(self, state: State, plies: int, allowed: int = PROMISED) -> bool | None:
        """Return whether the side to move can force a win within `plies`; None is not known."""
        self.root, self.plies, self.allowed = ProofNode(state), plies, self.expansions + allowed
        self.winner = self.game.player(state)
        # Nodes by their plies and state: with the plies left in the key, no line runs in a circle.
        self.nodes: list[dict[State, ProofNode]] = [{} for _ in range(plies + 1)]
        self.counts.levels[0] = 1
        try:
            self.search(self.root, plies, inf, inf)
        except Spent:
            return None
        return self.root.proof == 0

    def search(self, node: ProofNode, left: int, proof_limit: float, disproof_limit: float) -> None:
        """Develop a node until one of its numbers reaches its limit; `left` are the plies left."""
        if node.children is None:
            self.expand(node, left)
        children = node.children
        if not children:
            return
        winners = self.game.player(node.state) == self.winner
        while True:
            if winners:
                # The easiest child to prove proves the node; to disprove it takes all of them.
                proof = second = inf
                disproof: float = 0
                for child in children:
                    disproof += child.disproof
                    if child.proof < proof:
                        proof, second, best = child.proof, proof, child
                    elif child.proof < second:
                        second = child.proof
            else:
                disproof = second = inf
                proof = 0
                for child in children:
                    proof += child.proof
                    if child.disproof < disproof:
                        disproof, second, best = child.disproof, disproof, child
                    elif child.disproof < second:
                        second = child.disproof
            node.proof, node.disproof = proof, disproof
            if proof == 0 or disproof == 0:
                if winners and proof == 0:
                    node.children = [best]
                node.settle(proof == 0)
                return
            if proof >= proof_limit or disproof >= disproof_limit:
                return
            patience = 1 + SPARE * second
            if winners:
                others = disproof - best.disproof
                self.search(best, left - 1, min(proof_limit, patience), disproof_limit - others)
            else:
                others = proof - best.proof
                self.search(best, left - 1, proof_limit - others, min(disproof_limit, patience))

    def expand(self, node: ProofNode, left: int) -> None:
        """Give a leaf its children, or settle it if the game ends here."""
        self.expansions += 1
        if self.expansions > self.allowed:
            raise Spent
        if self.expansions % EXPANSIONS_BETWEEN_LOOKS == 0:
            self.look()
        game, state = self.game, node.state
        winners = game.player(state) == self.winner
        moves, values = self.evaluation.children(state, self.winner)
        self.counts.levels[self.plies - left + 1] += len(moves)
        if not moves:
            node.settle(game.stuck(state).winner == self.winner)
        elif max(values) >= WON:
            node.settle(winners)
        elif winners and left < 3:
            # One move might leave the loser without any, or with one that ends the game, but at
            # the last ply such rare wins would cost more to look for than they are worth.
            node.settle(False)
        else:
            order = sorted(zip(values, moves, strict=True), reverse=True)
            self.give_children(node, left, winners, order)

    def give_children(
        self, node: ProofNode, left: int, winners: bool, order: list[tuple[float, Move]]
    ) -> None:
        """Make the children that do not end the game, or settle the node without them."""
        game, known = self.game, self.nodes[left - 1]
        children: list[ProofNode] = []
        for value, move in order:
            if value <= -WON:
                continue  # the mover has lost: no way for the winner, no way out for the loser
            state = game.play(node.state, move)
            out = state in self.drawn or (not winners and game.least_plies(state) > left - 1)
            if out and not winners:
                node.settle(False)
                return
            child = known.get(state)
            if child is None and not out:
                doubt = DOUBT * (max(0.0, self.hopeful - value) / game.swing) ** 2
                child = known[state] = ProofNode(state, 1 + int(doubt) if winners else 1)
            if child is not None:
                children.append(child)
        node.children = children
        if not children:
            node.settle(not winners)

    def line(self) -> tuple[Move, ...]:
        """Return the longest line of the proof that has been found, up to its last known move."""
        game, node, line = self.game, self.root, []
        lengths: dict[ProofNode, int] = {}
        while node.children:
            child = max(node.children, key=lambda reply: self.length(reply, lengths))
            state = node.state
            line.append(next(m for m in game.moves(state) if game.play(state, m) == child.state))
            node = child
        if game.player(node.state) == self.winner:
            line.append(self.evaluation.best_child(node.state, self.winner)[1])
        return tuple(line)

    def plies_found(self) -> int:
        """Return within how many plies the proof that has been found wins."""
        return self.length(self.root, {})

    def length(self, node: ProofNode, known: dict[ProofNode, int]) -> int:
        """Return the plies of the longest line in the proof of a proved node."""
        if node not in known:
            children = node.children or ()
            known[node] = 1 + max((self.length(child, known) for child in children), default=0)
        return known[node]

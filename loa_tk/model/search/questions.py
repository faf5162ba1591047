"""The questions put to the prover about one root: a win within 1, a loss within 2, and so on.

They are asked in this order, a share at a time, so the first yes also gives the exact distance.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Sequence

from loa_tk.model.game import Evaluation, Game, Move, State
from loa_tk.model.search.limits import Clock
from loa_tk.model.search.negamax import DEEPEST
from loa_tk.model.search.prover import ENDLESS, UNKNOWN, Prover
from loa_tk.model.search.statistics import Iteration, Proof, Tally

EXPANSIONS_BETWEEN_LOOKS = 64


class ShareSpent(Exception):
    """The question goes on another time."""


class Questions:
    """One root's questions; what was found out for one serves the next."""

    def __init__(
        self,
        game: Game,
        evaluation: Evaluation,
        root: State,
        order: Sequence[Move],
        drawn: Collection[State],
        clock: Clock,
        look: Callable[[], None],
    ) -> None:
        """Prepare; `order` are the root's moves, the best first; `look` may end the search."""
        self.game, self.root, self.order = game, root, order
        self.clock, self.look = clock, look
        self.prover = Prover(game, evaluation, drawn, self._look)
        self.plies = 1  # the question being asked
        self.survivor = order[0]  # the move that refuted the last question of losing
        self.spent = self.allowed = 0  # expansions
        self.seconds = 0.0
        self._begin()

    def _begin(self) -> None:
        self.prover.tally = Tally(DEEPEST)
        self.seconds = 0.0

    def _look(self) -> None:
        self.spent += 1
        if self.spent % EXPANSIONS_BETWEEN_LOOKS == 0:
            self.look()
            if self.spent >= self.allowed:
                raise ShareSpent

    def ask(self, allowed: int, last: int = DEEPEST) -> Iteration | None:
        """Go on until a question is answered, `allowed` expansions are spent or none is left."""
        self.allowed = allowed
        if self.plies >= last or self.spent >= allowed:
            return None
        begun = self.clock.elapsed()
        try:
            move = self._answer()
        except ShareSpent:
            self.seconds += self.clock.elapsed() - begun
            return None
        seconds = self.seconds + self.clock.elapsed() - begun
        answer = self._iteration(move, seconds)
        self.plies += 1
        self._begin()
        return answer

    def settle(self) -> tuple[Iteration, Proof]:
        """Who wins a small game: it is searched to its end, and then for the exact distance."""
        begun = self.clock.elapsed()
        self.allowed = sys.maxsize
        self.plies = ENDLESS + 1
        if self._answer() is None:
            self.plies -= 1
            if self._answer() is None:
                statistics, move = self.prover.tally.statistics(), self.survivor
                seconds = self.clock.elapsed() - begun
                depth = statistics.max_depth
                draw = Iteration(depth, 0.0, move, (move,), seconds, statistics, "proof")
                self._begin()
                return draw, Proof(None, None)
        self.plies = 1 if self.plies % 2 else 2
        while (move_found := self._answer()) is None:
            self.plies += 2
        answer = self._iteration(move_found, self.clock.elapsed() - begun)
        self._begin()
        proof = self.proof(answer)
        assert proof is not None
        return answer, proof

    def proof(self, answer: Iteration) -> Proof | None:
        """What an answered question proves: nothing where it was no."""
        if answer.move is None:
            return None
        player = self.game.player(self.root)
        return Proof(player if answer.depth % 2 else 1 - player, answer.depth)

    def _iteration(self, move: Move | None, seconds: float) -> Iteration:
        statistics = self.prover.tally.statistics()
        if move is None:
            return Iteration(self.plies, 0.0, None, (), seconds, statistics, "proof")
        value = self.game.utmost if self.plies % 2 else -self.game.utmost
        return Iteration(self.plies, value, move, self._line(move), seconds, statistics, "proof")

    def _answer(self) -> Move | None:
        """A move that wins within `plies`; or, asked about losing, the one that loses last."""
        children = [(move, self.game.play(self.root, move)) for move in self.order]
        self.prover.tally.levels[0] = 1
        self.prover.tally.levels[1] += len(children)
        if self.plies % 2:
            for move, child in children:
                if self._wins_by(child):
                    return move
            return None
        for move, child in children:
            if not self._loses_by(child):
                self.survivor = move
                return None
        return self.survivor

    def _wins_by(self, child: State) -> bool:
        outcome = self.game.outcome(child)
        if outcome is not None:
            return outcome.winner == self.game.player(self.root)
        if self.plies == 1 or child in self.prover.drawn:
            return False
        return self.prover.loses(child, self.plies - 1, 1)

    def _loses_by(self, child: State) -> bool:
        outcome = self.game.outcome(child)
        if outcome is not None:
            return outcome.winner != self.game.player(self.root)
        left = self.plies - 1 if self.plies < ENDLESS else ENDLESS + 1
        return child not in self.prover.drawn and self.prover.wins(child, left, 1)

    def _line(self, move: Move) -> tuple[Move, ...]:
        """The proof's main line, as far as the tables still hold it."""
        game = self.game
        line, state = [move], game.play(self.root, move)
        winner = game.player(self.root) if self.plies % 2 else 1 - game.player(self.root)
        while game.outcome(state) is None and len(line) < self.plies:
            known = [
                (*self._distance(game.play(state, following), winner), following)
                for following in game.moves(state)
            ]
            # The winner takes what is proved soonest, the loser what was longest in doubt.
            best = (
                min(known, default=None)
                if game.player(state) == winner
                else max(known, key=lambda entry: (entry[1], entry[0]), default=None)
            )
            if best is None or best[0] >= UNKNOWN[0]:
                break
            line.append(best[2])
            state = game.play(state, best[2])
        return tuple(line)

    def _distance(self, state: State, winner: int) -> tuple[int, int]:
        """Within how many plies `winner` is known to win here, and within how many not."""
        outcome = self.game.outcome(state)
        if outcome is not None:
            return (0, 0) if outcome.winner == winner else UNKNOWN[:2]
        if self.game.player(state) != winner:
            return self.prover.lost.get(self.prover.canonical(state), UNKNOWN)[:2]
        # Wins in one are not kept in the table, but all replies to a proved move are proved.
        return self.prover.won.get(self.prover.canonical(state), (1, 0))[:2]

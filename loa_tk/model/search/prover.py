"""Proofs by yes/no questions: can this side force a win within a number of plies?

Such a question needs no values, only wins, so it looks at 20 to 50 times fewer positions than
alpha-beta would: 5x5 Lines of Action is proved from its first move while a person waits.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from loa_tk.model.game import WON, Evaluation, Game, Move, State, finish
from loa_tk.model.search.search import Clock
from loa_tk.model.search.statistics import DEEPEST, Counts, Iteration, Proof

# What is known of a state: a win of the side to move (in the table `lost`, of the other side) is
# certain within `proved` plies and impossible within `refuted`; `move` settled it last time.
Entry = tuple[int, int, Move]
# Plies that are not counted down: in a game whose positions cannot repeat, such a question asks for
# a win at any distance, and its answers hold wherever a position is met again.
ENDLESS = 1_000
UNKNOWN: Entry = (ENDLESS + 2, -1, -1)
TABLE_BOUND = 500_000


class Prover:
    """Answers `wins` and `loses`, and remembers what it has found out."""

    def __init__(
        self,
        game: Game,
        evaluation: Evaluation,
        drawn: Collection[State],
        look: Callable[[], None],
        thorough: bool = False,
    ) -> None:
        """Prepare; `look` is called at every expansion and may raise to end the question.

        A `thorough` prover misses no win at the last ply. Any other sees a win by leaving the other
        side without a move one ply late, because looking for it at every leaf would cost too much
        for how rarely it happens.
        """
        self.game, self.evaluation, self.look = game, evaluation, look
        self.hasty = not (thorough or game.small)
        self.drawn = frozenset(drawn)
        # Mirror images share everything but their history, so with a history no images are merged.
        self.canonical = (lambda state: state) if drawn else game.canonical
        self.won: dict[State, Entry] = {}
        self.lost: dict[State, Entry] = {}
        self.counts = Counts()

    def wins(self, state: State, plies: int, ply: int = 0) -> bool:
        """Return whether the side to move can force a win within `plies`."""
        if self.game.least_plies(state) > plies:
            return False
        if plies == 1 and self.hasty:
            return self.wins_at_once(state, ply)
        state = self.canonical(state)
        proved, refuted, first = self.won.get(state, UNKNOWN)
        if plies >= proved:
            return True
        if plies <= refuted:
            return False
        order, best = self.ordered(state, ply, first)
        if not order:
            return self.game.stuck(state).winner == self.game.player(state)
        if best >= WON:
            self.counts.prunes[ply & 1] += 1
            self.remember(self.won, state, (1, 0, -1))
            return plies >= 1
        for static, move in order:
            if static > -WON:
                child = self.game.play(state, move)
                if child not in self.drawn and self.loses(child, plies - 1, ply + 1):
                    self.counts.prunes[ply & 1] += 1
                    self.remember(self.won, state, (plies, refuted, move))
                    return True
        self.remember(self.won, state, (proved, plies, first))
        return False

    def wins_at_once(self, state: State, ply: int) -> bool:
        """Return whether one move wins on the board, which is not worth an entry in the table."""
        self.look()
        value, _, children, _ = self.evaluation.best_child(state, self.game.player(state))
        self.counts.levels[ply + 1] += children
        if not children:
            return self.game.stuck(state).winner == self.game.player(state)
        if value >= WON:
            self.counts.prunes[ply & 1] += 1
        return value >= WON

    def loses(self, state: State, plies: int, ply: int = 0) -> bool:
        """Return whether every move of the side to move lets the other win within `plies`."""
        state = self.canonical(state)
        proved, refuted, first = self.lost.get(state, UNKNOWN)
        if plies >= proved:
            return True
        if plies <= refuted:
            return False
        order, _ = self.ordered(state, ply, first)
        if not order:
            return self.game.stuck(state).winner == 1 - self.game.player(state)
        left = plies - 1 if plies < ENDLESS else ENDLESS + 1
        for static, move in order:
            if static >= WON:
                break
            if static > -WON:
                child = self.game.play(state, move)
                if child in self.drawn or not self.wins(child, left, ply + 1):
                    break
        else:
            self.remember(self.lost, state, (plies, refuted, first))
            return True
        self.counts.prunes[ply & 1] += 1
        self.remember(self.lost, state, (proved, plies, move))
        return False

    def ordered(
        self, state: State, ply: int, first: Move
    ) -> tuple[list[tuple[float, Move]], float]:
        """Return all moves with their children's values, the best or `first` first; and the best.

        A move that wins at once comes before `first`.
        """
        self.look()
        moves, values = self.evaluation.children(state, self.game.player(state))
        self.counts.levels[ply + 1] += len(moves)
        if len(moves) < 2:  # a third of the expansions of Mini-Checkers
            return ([(values[0], moves[0])], values[0]) if moves else ([], 0.0)
        order = sorted(zip(values, moves, strict=True), reverse=True)
        best = order[0][0]
        if first >= 0 and best < WON and order[0][1] != first:
            order.sort(key=lambda pair: pair[1] != first)
        return order, best

    @staticmethod
    def remember(table: dict[State, Entry], state: State, entry: Entry) -> None:
        """Keep what was found out; a full table is cleared."""
        if len(table) >= TABLE_BOUND:
            table.clear()
        table[state] = entry


# The questions put to the prover about one root: a win within 1, a loss within 2, and so on.
#
# They are asked in this order, a share at a time, so that the first yes gives the exact distance.

EXPANSIONS_BETWEEN_LOOKS = 64


class ShareSpent(Exception):
    """The share of expansions is spent; the question continues another time."""


class Questions:
    """The questions about one root; what one of them finds out serves the next."""

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
        """Prepare; `order` has the root's moves, the best first, and `look` may end the search."""
        self.game, self.root, self.order = game, root, order
        self._player = game.player(root)
        self.clock, self.look = clock, look
        self.prover = Prover(game, evaluation, drawn, self._look)
        self.thorough = Prover(game, evaluation, drawn, self._look, thorough=True)
        self.asked = self.prover  # the one of the two that answers
        self.plies = 1  # the question being asked
        self.survivor = order[0]  # the move that refuted the last question of losing
        self.spent = self.allowed = 0  # expansions
        self.seconds = 0.0
        self._begin()

    def close(self) -> None:
        """Let go of the provers, whose `look` is this object's: nothing else ends that cycle."""
        del self.prover, self.thorough, self.asked

    def _begin(self) -> None:
        self.counts = self.prover.counts = self.thorough.counts = Counts()
        self.seconds = 0.0

    def _look(self) -> None:
        self.spent += 1
        if self.spent % EXPANSIONS_BETWEEN_LOOKS == 0:
            self.look()
            if self.spent >= self.allowed:
                raise ShareSpent

    def ask(self, allowed: int, last: int = DEEPEST) -> Iteration | None:
        """Return the next answer, or None if no question or no expansion of `allowed` is left."""
        self.allowed = allowed
        if self.plies >= last or self.spent >= allowed:
            return None
        begun = self.clock.elapsed()
        wanted = self._player if self.plies % 2 else 1 - self._player
        try:
            answer = self._exact(wanted, self.plies)
        except ShareSpent:
            self.seconds += self.clock.elapsed() - begun
            return None
        seconds = self.seconds + self.clock.elapsed() - begun
        iteration = self._iteration(wanted, answer or (None, self.plies), seconds)
        self.plies += 1
        self._begin()
        return iteration

    def settle(self) -> tuple[Iteration, Proof]:
        """Find the winner of a small game: search it to its end, then for the exact distance."""
        begun = self.clock.elapsed()
        self.allowed = sys.maxsize
        if self._winning(ENDLESS + 1) is not None:
            winner, plies = self._player, 1
        elif self._losing(ENDLESS) is not None:
            winner, plies = 1 - self._player, 2
        else:
            return self._draw(begun), Proof(None, None)
        while (answer := self._exact(winner, plies)) is None:
            plies += 2
        iteration = self._iteration(winner, answer, self.clock.elapsed() - begun)
        self._begin()
        return iteration, Proof(winner, answer[1])

    def _draw(self, begun: float) -> Iteration:
        statistics, seconds = self.counts.statistics(), self.clock.elapsed() - begun
        self._begin()
        return Iteration(
            depth=statistics.max_depth, value=0.0, line=(self.survivor,), seconds=seconds,
            statistics=statistics, kind="proof",
        )  # fmt: skip

    def proof(self, answer: Iteration) -> Proof | None:
        """Return what an answered question proves, or None if the answer was no."""
        if answer.move is None:
            return None
        won = answer.value == self.game.utmost
        return Proof(self._player if won else 1 - self._player, answer.depth)

    def _iteration(self, winner: int, answer: tuple[Move | None, int], seconds: float) -> Iteration:
        move, plies = answer
        asked = Iteration(
            depth=plies, seconds=seconds, statistics=self.counts.statistics(), kind="proof"
        )
        if move is None:
            return asked
        value = self.game.utmost if winner == self._player else -self.game.utmost
        return replace(asked, value=value, line=self._line(move, winner, plies))

    def _exact(self, winner: int, plies: int) -> tuple[Move, int] | None:
        """Return a move and the distance at which `winner` wins, or None if it is beyond `plies`.

        Two plies less have been refuted. One ply less is possible, because sometimes the loser has
        to make the move that ends the game. The prover reports the same if the winner ends it two
        plies earlier by leaving the other side without a move, so this is looked for thoroughly.
        """
        wins = winner == self._player
        find = self._winning if wins else self._losing
        self.asked = self.prover
        move = find(plies)
        if move is None:
            return None
        sooner = find(plies - 1)
        if sooner is None:
            return (move if wins else self.survivor), plies
        if not self.game.small:
            self.asked = self.thorough
            if not wins:
                find(plies - 3)  # refuted by the move that loses last
            soonest = find(plies - 2)
            if soonest is not None:
                return soonest, plies - 2
            self.asked = self.prover
        return (sooner if wins else self.survivor), plies - 1

    def _children(self) -> list[tuple[Move, State]]:
        self.counts.levels[0] = 1
        self.counts.levels[1] += len(self.order)
        return [(move, self.game.play(self.root, move)) for move in self.order]

    def _winning(self, plies: int) -> Move | None:
        """Return a move that wins within `plies`, or None."""
        if plies < 1:
            return None
        for move, child in self._children():
            outcome = self.game.outcome(child)
            if outcome is not None:
                if outcome.winner == self._player:
                    return move
            elif child not in self.asked.drawn and self.asked.loses(child, plies - 1, 1):
                return move
        return None

    def _losing(self, plies: int) -> Move | None:
        """Return the move that loses last if every move loses within `plies`, or None."""
        if plies < 1:
            return None
        left = plies - 1 if plies < ENDLESS else ENDLESS + 1
        for move, child in self._children():
            outcome = self.game.outcome(child)
            if outcome is not None:
                lost = outcome.winner != self._player
            else:
                lost = child not in self.asked.drawn and self.asked.wins(child, left, 1)
            if not lost:
                self.survivor = move
                return None
        return self.survivor

    def _line(self, move: Move, winner: int, plies: int) -> tuple[Move, ...]:
        """Return the main line of the proof, as far as the tables still hold it."""
        game = self.game
        line, state = [move], game.play(self.root, move)
        while game.outcome(state) is None and len(line) < plies:
            known = [
                (*self._distance(game.play(state, following), winner), following)
                for following in game.moves(state)
            ]
            # The winner takes what is proved soonest, the loser what was in doubt the longest.
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
        """Return within how many plies `winner` is known to win here, and within how many not."""
        outcome = finish(self.game, state)
        if outcome is not None:
            return (0, 0) if outcome.winner == winner else UNKNOWN[:2]
        if self.game.player(state) != winner:
            return self.asked.lost.get(self.asked.canonical(state), UNKNOWN)[:2]
        # Wins in one are not kept in the table, but all replies to a proved move are proved.
        return self.asked.won.get(self.asked.canonical(state), (1, 0))[:2]

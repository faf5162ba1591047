"""Proofs by yes/no questions: can this side force a win within a number of plies?

Such a question needs no values, only wins, so it looks at 20 to 50 times fewer positions than
alpha-beta would: 5x5 Lines of Action is proved from its first move while a person waits.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from loa_tk.model.game import WON, Evaluation, Game, Move, State
from loa_tk.model.search.statistics import Counts

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
        order = self.ordered(state, ply, first)
        if not order:
            return self.game.stuck(state).winner == self.game.player(state)
        if max(order)[0] >= WON:
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
        order = self.ordered(state, ply, first)
        if not order:
            return self.game.stuck(state).winner == 1 - self.game.player(state)
        way_out = self.way_out(state, order, plies, ply)
        if way_out < 0:
            self.remember(self.lost, state, (plies, refuted, first))
            return True
        self.counts.prunes[ply & 1] += 1
        self.remember(self.lost, state, (proved, plies, way_out))
        return False

    def way_out(
        self, state: State, order: Sequence[tuple[float, Move]], plies: int, ply: int
    ) -> Move:
        """Return a move after which the other side cannot win within `plies` - 1, or -1."""
        best, move = max(order)
        if best >= WON:
            return move
        left = plies - 1 if plies < ENDLESS else ENDLESS + 1
        for static, move in order:
            if static > -WON:
                child = self.game.play(state, move)
                if child in self.drawn or not self.wins(child, left, ply + 1):
                    return move
        return -1

    def ordered(self, state: State, ply: int, first: Move) -> list[tuple[float, Move]]:
        """Return all moves with their children's values, `first` before the others."""
        self.look()
        moves, values = self.evaluation.children(state, self.game.player(state))
        self.counts.levels[ply + 1] += len(moves)
        order = sorted(zip(values, moves, strict=True), reverse=True)
        if first >= 0:
            order.sort(key=lambda pair: pair[1] != first)
        return order

    @staticmethod
    def remember(table: dict[State, Entry], state: State, entry: Entry) -> None:
        """Keep what was found out; a full table is cleared."""
        if len(table) >= TABLE_BOUND:
            table.clear()
        table[state] = entry

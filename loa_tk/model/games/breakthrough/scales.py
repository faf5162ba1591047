"""The tables of an evaluation of Breakthrough: one for each board, and one for their contact.

The value of a position for the side that has just moved is
own[its board] + enemy[the other's board] + contact[own_sets & enemy_sets]. The sets are squares of
one colour's board (workers without support, attacked squares) of which only the intersection with
a set of the other colour matters. They lie side by side in one int, so that one `and` intersects
all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from loa_tk.model.bitboard import Bits, Lazy
from loa_tk.model.game import WON, Move
from loa_tk.model.games.breakthrough.army import Contest

BOUND = 100_000  # boards in each table; ten seconds need 40,000, and all tables 120 MB at most
FANS = 30_000  # about 1 kB each
REACHED = 4 * WON  # beyond WON, whatever is added to it


class Judge(Protocol):
    """What fills the tables: values of unfinished positions in which one side has just moved."""

    def own(self, board: Bits) -> float:
        """Return what the mover's board adds."""

    def enemy(self, board: Bits) -> float:
        """Return what the other side's board adds."""

    def own_sets(self, board: Bits) -> Sequence[Bits]:
        """Return the sets of the mover's board."""

    def enemy_sets(self, board: Bits) -> Sequence[Bits]:
        """Return the other side's set to intersect with each of the mover's."""

    def contact(self, *meetings: Bits) -> float:
        """Return what the intersections add."""

    def terms(self, own: Bits, enemy: Bits) -> Sequence[tuple[str, float]]:
        """Return the named parts of the value of two boards, which people ask for."""


class Fan(NamedTuple):
    """All moves of a board, with the worth and the sets of the board after each move."""

    moves: Sequence[Move]
    worths: Sequence[float]
    sets: Sequence[Bits]


@dataclass(frozen=True)
class Scales:
    """One judge and its tables, which are filled when needed."""

    judge: Judge
    own: Lazy[Bits, float]
    enemy: Lazy[Bits, float]
    own_sets: Lazy[Bits, Bits]
    enemy_sets: Lazy[Bits, Bits]
    contact: Lazy[Bits, float]
    # By own board and the enemies straight ahead. From the start of 8x8 each is used fifty times.
    fans: Lazy[tuple[Bits, Bits], Fan]


def scales(game: Contest, mover: int, judge: Judge) -> Scales:
    """Return the tables of a judge, with a won game beyond all its estimates."""
    needed, base = game.needed, game.armies[mover].base
    everywhere, stride = game.grid.all, game.grid.rows * game.grid.width
    starts = [number * stride for number in range(len(judge.own_sets(0)))]

    def own(board: Bits) -> float:
        return REACHED if (board & base).bit_count() >= needed else judge.own(board)

    def enemy(board: Bits) -> float:
        # A float, because `children` calls its __add__ with floats, which that of an int refuses.
        return REACHED if board.bit_count() < needed else float(judge.enemy(board))

    def packed(sets: Callable[[Bits], Sequence[Bits]]) -> Callable[[Bits], Bits]:
        return lambda board: sum(
            part << start for start, part in zip(starts, sets(board), strict=True)
        )

    def contact(meeting: Bits) -> float:
        return judge.contact(*(meeting >> start & everywhere for start in starts))

    own_table, own_sets = Lazy(own, BOUND), Lazy(packed(judge.own_sets), BOUND)

    def fan(key: tuple[Bits, Bits]) -> Fan:
        board, blockers = key
        moves = game.armies[mover].moves(board, blockers)
        boards = list(map(board.__xor__, moves))
        worths, sets = map(own_table.__getitem__, boards), map(own_sets.__getitem__, boards)
        return Fan(moves, tuple(worths), tuple(sets))

    return Scales(
        judge,
        own_table,
        Lazy(enemy, BOUND),
        own_sets,
        Lazy(packed(judge.enemy_sets), BOUND),
        Lazy(contact, BOUND),
        Lazy(fan, FANS),
    )

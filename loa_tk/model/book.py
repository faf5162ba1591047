"""The book of a solved board: a winning move for each position that is too hard to prove live.

`build/book.py` writes it from a text. Positions are stored up to the symmetries of the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from importlib import resources
from struct import Struct

from loa_tk.model.bitboard import MaskGame
from loa_tk.model.game import Move, Solved, Square, State

# A position (a digit 0, 1 or 2 for each square), the squares of the winning move, and the plies.
RECORD = Struct(">QBBB")
Entry = tuple[Square, Square, int]  # origin, target, and the plies within which the win is certain


def encode(entries: Mapping[int, Entry]) -> bytes:
    """Return the file of a book whose entries are given by position number."""
    return b"".join(RECORD.pack(key, *entries[key]) for key in sorted(entries))


def packaged(game: MaskGame, folder: str, winner: int) -> Book:
    """Return the book of a game, which is in that package under the game's key."""
    records = (resources.files(folder) / f"{game.key}.book").read_bytes()
    return Book(game, records, winner)


def turn_of(game: MaskGame, state: State) -> int:
    """Return which of a board's eight images makes this state canonical."""
    own, enemy, side = state
    images = zip(game.grid.images(own), game.grid.images(enemy), strict=True)
    turned: list[State] = [(*image, side) for image in images]
    return turned.index(game.canonical(state))


class Book:
    """Finds positions of one game in the records of a book."""

    def __init__(self, game: MaskGame, records: bytes, winner: int = 0) -> None:
        """Prepare; the book holds the moves of the side `winner`."""
        self.game, self.records, self.winner = game, records, winner

    def __len__(self) -> int:
        return len(self.records) // RECORD.size

    def __iter__(self) -> Iterator[tuple[State, Move, int]]:
        """Yield every entry: the canonical position, its winning move, and the plies."""
        squares = self.game.grid.squares
        for number, origin, target, plies in RECORD.iter_unpack(self.records):
            own = enemy = 0
            for bit in reversed(squares):
                number, digit = divmod(number, 3)
                if digit == 1:
                    own |= bit
                elif digit:
                    enemy |= bit
            yield (own, enemy, self.winner), squares[origin] | squares[target], plies

    def number(self, state: State) -> int:
        """Return the number of a position: its squares, from the first, as digits to base 3."""
        own, enemy, _ = state
        number = 0
        for bit in self.game.grid.squares:
            number = 3 * number + (1 if own & bit else 2 if enemy & bit else 0)
        return number

    def find(self, state: State) -> tuple[Move, int] | None:
        """Return the winning move and its plies if the book has this position or an image of it."""
        if state[2] != self.winner:
            return None
        entry = self._entries.get(self.number(self.game.canonical(state)))
        if entry is None:
            return None
        origin, target, plies = entry
        squares = self.game.grid.squares
        return self._turned_back(state, squares[origin] | squares[target]), plies

    def solved(self, state: State) -> Solved | None:
        """Return what the book knows of a position, with either side to move."""
        if state[2] == self.winner:
            entry = self.find(state)
            return entry and Solved(self.winner, entry[1], entry[0])
        plies = self._after.get(self.game.canonical(state))
        return None if plies is None else Solved(self.winner, plies)

    def _turned_back(self, state: State, move: Move) -> Move:
        """Return the move of `state` whose image is a move of the state's canonical image."""
        grid, turn = self.game.grid, turn_of(self.game, state)
        return sum(bit for bit in grid.squares if grid.turns[bit][turn] & move)

    @cached_property
    def _entries(self) -> dict[int, Entry]:
        """The records by position number."""
        return {record[0]: record[1:] for record in RECORD.iter_unpack(self.records)}

    @cached_property
    def _after(self) -> dict[State, int]:
        """The positions with the loser to move, and their plies: after the book's moves, and the
        start if the loser moves first and the book answers every move.
        """
        plies_of: dict[State, int] = {}
        for state, move, plies in self:
            after = self.game.canonical(self.game.play(state, move))
            plies_of[after] = min(plies - 1, plies_of.get(after, plies))
        start = self.game.start
        if start[2] != self.winner:
            answers = [self.find(self.game.play(start, move)) for move in self.game.moves(start)]
            bounds = [answer[1] for answer in answers if answer is not None]
            if len(bounds) == len(answers):
                plies_of[self.game.canonical(start)] = 1 + max(bounds)
        return plies_of

"""The evaluations of Lines of Action: the difference of a value that each colour's board has.

The value of a board depends on one colour only. It is looked up by that colour's board, so that one
`map` over the moves of a position values all its children.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import fsum, hypot
from typing import TypeAlias

from loa_tk.immutable import dataclass
from loa_tk.model.bitboard import Bits, Cache, Grid, with_clipping
from loa_tk.model.game import WON, Evaluation, Move, State
from loa_tk.model.games.lines_of_action.knowledge.full import (
    BOUND,
    CONNECTED,
    full,
    full_terms,
    tempo,
)
from loa_tk.model.games.lines_of_action.lines import LineTables

# The evaluation `centre` of the second report: checkers close together and near the centre.

CORNER, BESIDE_CORNER, EDGE = -80, -25, -20
INNER_RINGS = {5: (10, 50), 6: (10, 50), 8: (10, 25, 50)}  # from the second ring to the centre


def square_worth(size: int, row: int, column: int) -> int:
    """Return the worth of a checker on that square, which grows towards the centre."""
    near, far = sorted((min(row, size - 1 - row), min(column, size - 1 - column)))
    if near > 0:
        return INNER_RINGS[size][near - 1]
    return {0: CORNER, 1: BESIDE_CORNER}.get(far, EDGE)


def concentration(places: list[tuple[int, int]]) -> float:
    """Return 100 / (1 + mean distance of the checkers from their centre of mass)."""
    number = len(places)
    rows, columns = (sum(part) for part in zip(*places, strict=True))
    # Whole numbers and fsum, so that mirrored boards do not differ in the last digit.
    spread = fsum(hypot(number * r - rows, number * c - columns) for r, c in places)
    return 100 / (1 + spread / number / number)


def centre_terms(grid: Grid) -> Callable[[Bits], Sequence[tuple[str, float]]]:
    """Return the function that splits a board's value into its two parts."""
    size = grid.columns
    worth = [square_worth(size, *divmod(square, size)) for square in range(size * size)]

    def terms(board: Bits) -> Sequence[tuple[str, float]]:
        squares = grid.numbers(board)
        places = [divmod(square, size) for square in squares]
        return (
            ("concentration", concentration(places)),
            ("centralisation", sum(worth[square] for square in squares) / len(squares)),
        )

    return terms


def centre(grid: Grid) -> Callable[[Bits], float]:
    """Return the value of a board: concentration plus the mean worth of its checkers' squares."""
    terms = centre_terms(grid)

    def value(board: Bits) -> float:
        (_, concentrated), (_, central) = terms(board)
        return concentrated + central

    return value


# The evaluation `groups` of the first report: fewer groups are better, then fewer checkers.


def ranks(most: int) -> dict[tuple[int, int], int]:
    """Number the pairs (groups, checkers) with 2 <= groups <= checkers <= most, from 1."""
    pairs = [(a, b) for a in range(2, most + 1) for b in range(a, most + 1)]
    return {pair: rank for rank, pair in enumerate(pairs, 1)}


def groups(grid: Grid) -> Callable[[Bits], float]:
    """Return the function that values a board at half of the report's u = 100 - 200 r / a.

    The difference of the two sides' halves is the report's value of a position.
    """
    most = 2 * (grid.columns - 2)
    rank_of = ranks(most)
    number = len(rank_of) + 1

    def value(board: Bits) -> float:
        rank = rank_of[len(grid.groups(board)), board.bit_count()]
        return (100 - 200 * rank / number) / 2

    return value


def groups_terms(grid: Grid) -> Callable[[Bits], Sequence[tuple[str, float]]]:
    """Return the function that names what the value of a board comes from, with its value."""
    value = groups(grid)

    def terms(board: Bits) -> Sequence[tuple[str, float]]:
        number, checkers = len(grid.groups(board)), board.bit_count()
        return ((f"{number} groups, {checkers} checkers", value(board)),)

    return terms


BoardValue: TypeAlias = Callable[[Bits], float]
BoardTerms: TypeAlias = Callable[[Bits], Sequence[tuple[str, float]]]


def kept(make: Callable[[Grid], BoardValue]) -> Callable[[Grid], dict[Bits, float]]:
    """Return the function that makes a table of these values, with connected boards as such."""

    def table(grid: Grid) -> dict[Bits, float]:
        value = make(grid)
        return Cache(lambda board: CONNECTED if grid.connected(board) else value(board), BOUND)

    return table


def nothing(grid: Grid) -> float:
    """Return 0: the side to move has no bonus."""
    return 0.0


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """How an evaluation is made: the values of a colour's boards, the limit, the bonus to move."""

    table: Callable[[Grid], dict[Bits, float]]  # it fills itself
    clipped: bool = True  # to 0.99 U
    tempo: Callable[[Grid], float] = nothing
    # The named parts of a board's value. They have the same names on every board, and their
    # differences are shown, unless each colour's are shown for themselves.
    terms: Callable[[Grid], BoardTerms] | None = None
    by_colour: bool = False


EVALUATIONS: dict[str, Recipe] = {
    "groups": Recipe(table=kept(groups), clipped=False, terms=groups_terms, by_colour=True),
    "centre": Recipe(table=kept(centre), terms=centre_terms),
    "full": Recipe(table=full, tempo=tempo, terms=full_terms),
}


class LinesOfActionEvaluation(Evaluation):
    """The difference of the two colours' board values, plus a bonus for the side to move."""

    def __init__(
        self,
        recipe: Recipe,
        utmost: float,
        colours: Sequence[str],
        lines: LineTables,
    ) -> None:
        self.recipe, self.colours = recipe, colours
        self.limit = 0.99 * utmost if recipe.clipped else utmost
        self.lines, self.tempo = lines, recipe.tempo(lines.grid)
        self.values = recipe.table(lines.grid)

    def value(self, state: State, player: int) -> float:
        own, enemy, side = state
        value = self._clip(self.values[own] - self.values[enemy] + self.tempo)
        return value if side == player else -value

    def terms(self, state: State, player: int) -> Sequence[tuple[str, float]]:
        own, enemy, side = state
        if self.recipe.terms is None:
            return ()
        split = self.recipe.terms(self.lines.grid)
        boards = (own, enemy) if side == player else (enemy, own)
        mine, theirs = split(boards[0]), split(boards[1])
        if self.recipe.by_colour:
            parts = [(f"{self.colours[player]}: {name}", part) for name, part in mine]
            parts += [(f"{self.colours[1 - player]}: {name}", -part) for name, part in theirs]
        else:
            parts = [
                (name, part - other) for (name, part), (_, other) in zip(mine, theirs, strict=True)
            ]
        if self.tempo:
            parts.append(("to move", self.tempo if side == player else -self.tempo))
        return with_clipping(parts, self.value(state, player))

    def _clip(self, value: float) -> float:
        limit = self.limit
        if -limit <= value <= limit:  # nearly always
            return value
        if value > 0:
            return WON if value >= WON else limit
        return -WON if value <= -WON else -limit

    def children(self, state: State, player: int) -> tuple[Sequence[Move], Sequence[float]]:
        """Return all moves, line by line, and their children's values for the side to move."""
        moves, values, base, _ = self._own_values(state)
        low, high = base - self.limit, base + self.limit
        if moves and low <= min(values) and max(values) <= high:
            return moves, [value - base for value in values]
        return moves, [
            value - base if low <= value <= high else self._clip(value - base) for value in values
        ]

    def best_child(self, state: State, player: int) -> tuple[float, Move, int, int]:
        """Return the best child, without completing the values of the others."""
        moves, values, base, ended = self._own_values(state)
        if not moves:
            return 0.0, -1, 0, 0
        best = max(values)
        return self._clip(best - base), moves[values.index(best)], len(moves), ended

    def _own_values(self, state: State) -> tuple[list[Move], list[float], float, int]:
        """Return the moves, unfinished values, what to subtract from each, how many moves lose."""
        own, enemy, _ = state
        look_up = self.values.__getitem__
        moves = self.lines.moves(own, enemy)
        values = list(map(look_up, map(own.__xor__, moves)))
        base = look_up(enemy) + self.tempo  # after every move the other side has the bonus
        taken = list(map(enemy.__and__, moves))
        lost = 0
        if any(taken):
            for index, captured in enumerate(taken):
                # A capture also changes the enemy's value. It does not matter if the move connects
                # the mover's checkers: a move that connects both sides wins.
                if captured and values[index] < WON:
                    left = look_up(enemy ^ captured) + self.tempo
                    lost += left >= WON
                    values[index] += base - left
        return moves, values, base, lost

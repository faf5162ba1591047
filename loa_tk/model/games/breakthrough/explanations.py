"""Every sentence of Breakthrough that a player reads: how a game ended, why a move is illegal."""

from __future__ import annotations

from loa_tk.model.bitboard import Bits, Grid
from loa_tk.model.games.breakthrough.army import LEFT, RIGHT, STRAIGHT, Army
from loa_tk.model.notation import square_name

NUMBERS = ("no", *"one two three four five six seven eight nine ten".split())


def number_word(number: int) -> str:
    """Return a number as text: in words up to ten, in digits above."""
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def reached(grid: Grid, workers: Bits) -> str:
    """The winner has enough workers in base; short, so that it fits the banner in one row."""
    squares = [square_name(square, grid.columns) for square in grid.numbers(workers)]
    if len(squares) == 1:
        return f"A worker reached {squares[0]}."
    *most, last = squares
    number = number_word(len(squares)).capitalize()
    return f"{number} workers reached {', '.join(most)} and {last}."


def captured(loser: str, left: int, needed: int) -> str:
    """The loser has too few workers left."""
    if needed == 1:
        return f"The last {loser} worker has been captured."
    number = number_word(left)
    return (
        f"{loser.capitalize()} has {number} worker{'s'[left == 1 :]} left "
        f"and needs {number_word(needed)} to win."
    )


def no_move(loser: str) -> str:
    """The side to move has no legal move."""
    return f"{loser.capitalize()} has no legal move."


def too_many(side: str, workers: int, most: int) -> str:
    """A position has more workers than the start."""
    return f"{side} has {workers} workers; there are at most {most}"


def already_won(side: str) -> str:
    """A position is won for the side to move, so the game ended a move ago."""
    return f"{side} is to move but has won already"


def illegal(army: Army, own: Bits, enemy: Bits, origin: Bits, target: Bits) -> str:
    """Why the worker on `origin` may not go to `target`."""
    grid = army.grid
    here, there = (square_name(grid.number[bit], grid.columns) for bit in (origin, target))
    if target == origin:
        return f"{there} is where the worker stands."
    if origin & army.base:
        return f"The worker on {here} has arrived: it stays in base."
    steps = [army.forward(origin, right) for right in (LEFT, STRAIGHT, RIGHT)]
    if target not in steps:
        names = [square_name(grid.number[step], grid.columns) for step in steps if step]
        return (
            f"Workers move one square forward, straight or diagonally: "
            f"from {here} to {', '.join(names[:-1])} or {names[-1]}."
        )
    if target & own:
        return f"{there} is taken by your own worker."
    return f"The enemy on {there} is straight ahead: workers capture diagonally only."

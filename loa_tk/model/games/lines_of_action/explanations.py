"""Every sentence of Lines of Action that players read: how a game ended, why a move is illegal."""

from __future__ import annotations

from loa_tk.model.bitboard import Bits, Grid
from loa_tk.model.notation import square_name


def connected(winner: str, checkers: int) -> str:
    """The winner's own move connected its checkers."""
    if checkers == 1:
        return f"The only {winner} checker left counts as one group."
    return f"All {checkers} {winner} checkers form one group."


def connected_both(winner: str) -> str:
    """One move connected both sides."""
    return f"One move connected both sides, and {winner} made it."


def handed(winner: str, mover: str, checkers: int) -> str:
    """The loser's move connected the winner's checkers."""
    if checkers == 1:
        return f"{mover.capitalize()} captured all but one {winner} checker, which is one group."
    return f"{mover.capitalize()}’s own move left all {checkers} {winner} checkers in one group."


def no_move(loser: str) -> str:
    """The side to move has no legal move."""
    return f"{loser.capitalize()} has no legal move."


def wrong_number(side: str, checkers: int, most: int) -> str:
    """A position has no checkers or too many."""
    if not checkers:
        return f"{side} has no checkers; a position needs at least one of each colour"
    return f"{side} has {checkers} checkers; there are at most {most}"


def illegal(grid: Grid, own: Bits, enemy: Bits, origin: Bits, target: Bits) -> str:
    """Why the checker on `origin` may not go to `target`."""
    row, column = divmod(grid.number[origin], grid.columns)
    to_row, to_column = divmod(grid.number[target], grid.columns)
    up, right = to_row - row, to_column - column
    there = square_name(grid.number[target], grid.columns)
    far = max(abs(up), abs(right))
    if not far:
        return f"{there} is where the checker stands."
    if up and right and abs(up) != abs(right):
        here = square_name(grid.number[origin], grid.columns)
        return f"{there} is on no line with {here}: checkers move along rows, columns, diagonals."
    way = (up // far, right // far)
    line = next(line for line in grid.lines(*way) if origin in line)
    checkers = sum(1 for bit in line if bit & (own | enemy))
    if checkers != far:
        return (
            f"{there} is {_squares(far)} away; this line has {_checkers(checkers)}, "
            f"so the checker moves {checkers}."
        )
    if target & own:
        return f"Your own checker is on {there}."
    start = line.index(origin)
    between = line[start + 1 : start + far]
    blocker = next(bit for bit in between if bit & enemy)
    return f"An enemy checker on {square_name(grid.number[blocker], grid.columns)} is in the way."


def _squares(number: int) -> str:
    return "1 square" if number == 1 else f"{number} squares"


def _checkers(number: int) -> str:
    return "1 checker" if number == 1 else f"{number} checkers"

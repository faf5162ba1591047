"""The texts of Mini-Checkers that a player reads: rules, ends of games, illegal moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from loa_tk.model.bitboard import Bits, Grid
from loa_tk.model.game import RulesBlock
from loa_tk.model.notation import square_name

CAPTURED = "The last {} piece has been captured."
TOO_MANY = "{} has {} pieces; there are at most {}"
NO_PIECES = "{} has no pieces, so the game was over before this move"
ON_LIGHT = "{} is a light square; pieces stand on dark squares"
MUST_PASS = "None of your pieces can move: you forfeit this turn."


def more_left(winner: str, loser: str, more: int, fewer: int) -> str:
    """Neither side can move, and the winner has more pieces."""
    pieces = f"{more} piece{'s'[more == 1 :]}"
    return f"Neither side can move; {winner} has {pieces}, {loser} {fewer}."


def equally_many(each: int) -> str:
    """Neither side can move, and both have the same number of pieces."""
    return f"Neither side can move, and each has {each} piece{'s'[each == 1 :]} left."


def must_capture(captures: Sequence[str]) -> str:
    """A capture is possible, and this move is not one."""
    *most, last = captures
    return f"You must capture: {', '.join(most) + ' or ' if most else ''}{last}."


def illegal(
    grid: Grid, own: Bits, enemy: Bits, origin: Bits, target: Bits, ways: Mapping[Bits, Bits]
) -> str:
    """Why the piece on `origin` may not go to `target`, if no capture is possible.

    `ways` are the squares diagonally ahead, each with the one behind it.
    """
    there = square_name(grid.number[target], grid.columns)
    if target == origin:
        return f"{there} is where the piece stands."
    over = next((step for step, behind in ways.items() if target in (step, behind)), None)
    if over is None:
        return (
            f"{there} is out of reach: pieces move one square diagonally forward, "
            f"or jump over one enemy."
        )
    if target & (own | enemy):
        return f"{there} is occupied."
    between = square_name(grid.number[over], grid.columns)
    if over & own:
        return f"Your own piece is on {between}: only enemies are jumped over."
    return f"There is no enemy on {between} to jump over."


RULES: tuple[RulesBlock, ...] = (
    ("heading", "Moves"),
    (
        "text",
        "Blue moves first. A piece moves one square diagonally forward to an empty square: blue up "
        "the board, red down. Pieces never move back, and there are no kings.",
    ),
    ("heading", "Captures"),
    (
        "text",
        "A piece captures by jumping diagonally forward over an enemy beside it to the empty "
        "square behind, and the enemy is removed. One jump ends the turn. If you can capture, you "
        "must; if you can capture in several ways, you choose.",
    ),
    (
        "board",
        "1r3r/6/1r1r2/2b3/1b3b/6 b",
        "Blue must capture: c3 jumps over b4 or over d4. No other move is legal.",
        (("selected", "c3"), ("capture", "a5"), ("capture", "e5")),
    ),
    (
        "text",
        "A piece on an edge of the board cannot be captured, because no square lies behind it.",
    ),
    ("heading", "Forfeited turns"),
    ("text", "A player who cannot move forfeits the turn, and the other player moves again."),
    ("heading", "The end"),
    (
        "text",
        "A player who captures all enemy pieces wins. When neither side can move, the player with "
        "more pieces left wins; if both have the same number, the game is a draw.",
    ),
    ("board", "1b1b2/6/6/6/6/2r1r1 b", "All pieces have arrived, two against two: a draw.", ()),
)

AIM = "Have more pieces left when neither side can move."
UNIT = "Values are counted in pieces: with +1, a side is ahead by one piece."
EVALUATIONS = {
    "edges": "The fourth report’s: each piece is worth 1, and 1.2 on an edge of the board, where "
    "it is safe.",
    "full": "The program’s own: each piece is worth 1 and a few tenths more or less by its square. "
    "These are the worths with which the game is solved in the fewest positions: leave the corners "
    "of the home row early, keep its middle, stop short of the middle of the last row.",
}

"""The texts of Lines of Action that a player reads: rules, ends of games, illegal moves."""

from __future__ import annotations

from loa_tk.model.bitboard import Bits, Grid
from loa_tk.model.game import RulesBlock
from loa_tk.model.notation import square_name

CONNECTED_BOTH = "One move connected both sides, and {} made it."
STUCK = "{} has no legal move."


def connected(winner: str, checkers: int) -> str:
    """The winner's own move connected its checkers."""
    if checkers == 1:
        return f"The only {winner} checker left counts as one group."
    return f"All {checkers} {winner} checkers form one group."


def handed(winner: str, mover: str, checkers: int) -> str:
    """The loser's move connected the winner's checkers."""
    if checkers == 1:
        return f"{mover.capitalize()} captured all but one {winner} checker, which is one group."
    return f"{mover.capitalize()}’s own move left all {checkers} {winner} checkers in one group."


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


STORY = (
    "Black wins on 5×5, which the hard level proves live within seconds, and on 6×6, by b1-b3: a "
    "book has black’s moves, and wherever it ends the program proves the win live. Nobody knows "
    "who wins on 8×8."
)
AIM = "Bring all your checkers together into one group."
UNIT = "A certain win is worth 100 points; at 40 points the value bar is 88 % full."
EVALUATIONS = {
    "groups": "The first report’s: few groups are good, and of positions with equally many groups "
    "those with few checkers. All pairs of groups and checkers are put in this order, and the "
    "place of a colour’s pair among them gives its value, from 50 down to −50.",
    "centre": "The second report’s: 100 / (1 + mean distance of the checkers from their centre of "
    "mass), plus the mean worth of their squares, from −80 in a corner to 50 in the centre.",
    "full": "The program’s own: how close the checkers are to their centre of mass, the share of "
    "them in the largest group, the worth of their squares, 2×2 blocks, and a bonus for the side "
    "to move. Its weights were fitted to thousands of games.",
}
PAGE: tuple[RulesBlock, ...] = (
    (
        "text",
        "Black and white have {checkers} checkers each. Black begins; turns alternate. The player "
        "whose checkers are one group first wins. Checkers of a group touch along rows, columns "
        "and diagonals.",
    ),
    (
        "board",
        "5/1bb2/w2bw/2b2/w4 w",
        "Black has won: every black checker touches another one, and all are one group.",
        (),
    ),
    ("heading", "How far a checker moves"),
    (
        "text",
        "A checker moves along a row, a column or a diagonal, exactly as many squares as there "
        "are checkers of both colours on the whole line, in front and behind, itself included.",
    ),
    (
        "board",
        "5/1w3/b1b1w/5/2b2 b",
        "Row 3 has three checkers, so a3 moves three squares along it, jumping over its own c3.",
        (("selected", "a3"), ("target", "d3"), ("target", "a4"), ("target", "a2")),
    ),
    ("heading", "Jumping and capturing"),
    (
        "text",
        "A checker may jump over checkers of its own colour, never over the enemy’s. It may not "
        "land on one of its own. If it lands on an enemy checker, it captures that checker, which "
        "leaves the board.",
    ),
    (
        "board",
        "2w2/5/2b1w/5/b4 b",
        "Column c has two checkers, so c3 moves two squares along it and captures c5.",
        (("selected", "c3"), ("capture", "c5"), ("target", "c1")),
    ),
    ("heading", "Winning"),
    (
        "text",
        "A single checker counts as one group, so capturing too much can lose: a player with only "
        "one checker left has won. If a move connects both sides, the player who made it wins. A "
        "player who cannot move loses. A position that occurs for the third time with the same "
        "side to move is a draw.",
    ),
    ("heading", "Solved boards"),
    ("text", STORY),
)


def rules(size: int) -> tuple[RulesBlock, ...]:
    """Return the rules for one size of board; the examples are in its lower left corner."""
    page = []
    for kind, text, *rest in PAGE:
        if kind == "board":
            page.append((kind, enlarge(text, size - 5), *rest))
        else:
            page.append((kind, text.format(checkers=2 * (size - 2)), *rest))
    return tuple(page)


def enlarge(position: str, more: int) -> str:
    """Return a position of 5x5 with `more` empty rows above and columns to the right."""
    rows, side = position.split(" ")
    wide = [widen(row, more) for row in rows.split("/")]
    return "/".join([str(5 + more)] * more + wide) + f" {side}"


def widen(row: str, more: int) -> str:
    """Return a row of a position with `more` empty squares at its right end."""
    if row[-1].isdigit():
        return f"{row[:-1]}{int(row[-1]) + more}"
    return f"{row}{more or ''}"

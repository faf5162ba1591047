"""The rules of Lines of Action as Help shows them: headings, texts and drawn boards."""

from __future__ import annotations

from loa_tk.model.game import RulesBlock

STORY = (
    "Black wins on 5×5, which the hard level proves live within seconds, and on 6×6, by b1-b3: a "
    "book has black’s moves, and wherever it ends the program proves the win live. Nobody knows "
    "who wins on 8×8."
)
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
        "Black and white have {checkers} checkers each. Black begins; turns alternate. The "
        "player who first brings all of their checkers together into one group wins. Checkers "
        "touch along rows, columns and diagonals.",
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

"""The rules of Mini-Checkers as Help shows them: headings, texts and drawn boards."""

from __future__ import annotations

from loa_tk.model.game import RulesBlock

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
    (
        "text",
        "A player who cannot move forfeits the turn, and the other player moves again.",
    ),
    ("heading", "The end"),
    (
        "text",
        "A player who captures all enemy pieces wins. When neither side can move, the player with "
        "more pieces left wins; if both have the same number, the game is a draw.",
    ),
    (
        "board",
        "1b1b2/6/6/6/6/2r1r1 b",
        "All pieces have arrived, two against two: a draw.",
        (),
    ),
)

EVALUATIONS = {
    "edges": "The fourth report’s: each piece is worth 1, and 1.2 on an edge of the board, where "
    "it is safe.",
    "full": "The program’s own: each piece is worth 1 and a few tenths more or less by its square. "
    "These are the worths with which the game is solved in the fewest positions: leave the corners "
    "of the home row early, keep its middle, stop short of the middle of the last row.",
}

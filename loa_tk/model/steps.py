"""The steps of a student's search, in their order, as they were seen or told.

The path of a step is the moves from the root of the search to the position that it is about.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from loa_tk.model.game import Move

Path: TypeAlias = tuple[Move, ...]

# What a search asked of a position: its moves, the position after a move, its utility, its EVAL.
MOVES, AFTER, UTILITY, EVAL = "moves", "after", "utility", "eval"
# What it counted and reported.
NODE, EVAL_MAX, EVAL_MIN, PRUNE_MAX, PRUNE_MIN, VALUE = (
    "node", "eval_max", "eval_min", "prune_max", "prune_min", "value",
)  # fmt: skip
ASKED = (MOVES, AFTER, UTILITY, EVAL)
COUNTED = (NODE, EVAL_MAX, EVAL_MIN, PRUNE_MAX, PRUNE_MIN, VALUE)


class SearchStep(NamedTuple):
    """One step: what it was, where, for which player, and its number.

    The number is the depth of a node, a value that was returned or one that was reported. `path` is
    None if the position was not made by `after` from the root.
    """

    kind: str
    path: Path | None = None
    player: int | None = None
    number: float | None = None

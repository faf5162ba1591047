"""The built-in puzzles, restored from the report's printed solutions."""

from __future__ import annotations

from functools import cache
from importlib import resources

from loa_tk.model.flow.puzzle import Puzzle, PuzzleError, parse

NAMES = (
    "report-6x6", "report-7x7", "report-8x8", "report-9x9", "report-10x10-1", "report-10x10-2",
    "report-12x12", "report-12x14", "report-14x14",
)  # fmt: skip


def after(name: str) -> str:
    """Return the built-in puzzle after this one; the first follows the last."""
    return NAMES[(NAMES.index(name) + 1) % len(NAMES)]


@cache
def load(name: str) -> Puzzle:
    """Return the built-in puzzle of this name."""
    if name not in NAMES:
        raise PuzzleError(f"{name}: no built-in puzzle; there are {', '.join(NAMES)}")
    file = resources.files(__package__) / f"{name}.txt"
    return parse(file.read_text(encoding="utf-8"), name)

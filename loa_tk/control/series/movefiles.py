"""The moves of series as a long table: a row for each move that a player searched.

It is made for statistics programs: every cell is a word or a plain number, without separators and
exponents. The random plies at the beginning of a game have no row, but `ply` counts them.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from loa_tk.control.series.columns import measures
from loa_tk.control.series.gamefiles import identity, winner_cell
from loa_tk.control.series.plan import Plan, Result

BEFORE = ("number", "first", "winner", "plies", "ply", "player", "move", "value")


def moves_table(series: Iterable[tuple[Plan, Sequence[Result]]]) -> str:
    """Return all moves of one or more series, in their order."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    names = [measure.name for measure in measures()]
    heads: Sequence[str] = ()
    for plan, results in series:
        known = identity(plan)
        if not heads:
            heads = (*known, *BEFORE, *names)
            writer.writerow(heads)
        for result in sorted(results, key=lambda result: result.number):
            game = (result.number + 1, result.first + 1, winner_cell(result), len(result.moves))
            for place, turn in enumerate(result.turns):
                ply = result.opening + place
                moved = (ply + 1, turn.who + 1, result.moves[ply], plain_number(turn.value))
                figures = map(plain_number, turn.figures)
                writer.writerow((*known.values(), *game, *moved, *figures))
    return out.getvalue()


def plain_number(number: float | None) -> str:
    """Return a number without an exponent and without a sign of zero; a missing one is empty."""
    if number is None:
        return ""
    text = f"{number:.9f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text

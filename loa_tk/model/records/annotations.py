"""What SGF can note of a node besides a comment: good or bad moves, a name, values, times left."""

from __future__ import annotations

import math

from loa_tk.model.records.record import one_line

DOUBLE = ("DM", "GB", "GW", "HO", "UC", "BM", "TE")  # 1, or 2 for emphasis
NOTHING = ("DO", "IT")
TEXT = ("N",)
REAL = ("V", "BL", "WL")
MARKS = (*DOUBLE, *NOTHING, *TEXT, *REAL)


def read_mark(
    marks: tuple[tuple[str, str], ...], name: str, value: str
) -> tuple[tuple[str, str], ...]:
    """Return the marks of a node with one more, its value in the form that SGF requires.

    A mark whose value makes no sense is left out.
    """
    if name in DOUBLE:
        value = "2" if value.strip() == "2" else "1"
    elif name in NOTHING:
        value = ""
    elif name in TEXT:
        value = one_line(value)
    else:
        value = value.strip()
        try:
            if not math.isfinite(float(value)):
                return marks
        except ValueError:
            return marks
    return (*(mark for mark in marks if mark[0] != name), (name, value))

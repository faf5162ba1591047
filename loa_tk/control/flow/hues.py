"""Which hue a colour of a puzzle gets: the one its letter stands for, if that is still free."""

from __future__ import annotations

from collections.abc import Sequence

# In the order of the view's table of colours; the letters are those that puzzle files use.
LETTERS = ("R", "G", "B", "Y", "OS", "CV", "P", "Q", "M", "LH", "N", "TF", "D", "A", "W", "K")


def hues(names: Sequence[str]) -> tuple[int, ...]:
    """A hue for each colour's name, all different; those beyond the table are told by pattern."""
    found: dict[str, int] = {}
    for hue, letters in enumerate(LETTERS):
        named = next((name for name in names if name in letters), None)
        if named is not None:
            found[named] = hue
    taken = set(found.values())
    free = (hue for hue in range(len(names) + len(LETTERS)) if hue not in taken)
    return tuple(found[name] if name in found else next(free) for name in names)

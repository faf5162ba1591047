"""Values as people read them: one rounding for the log, the explorer, the quiz and every page."""

from __future__ import annotations

from math import floor, isinf

MINUS = "−"
DECIMALS = 2
GREAT = 10_000  # from here on no decimals: five figures are enough
MOST = 15  # decimals; more are noise


def number(value: float) -> str:
    """Return a value for people: +18.75, −6.25, 0, +∞, +12,345; halves are rounded up in size."""
    if isinf(value):
        return f"{'+' if value > 0 else MINUS}∞"
    size = abs(value)
    digits = 0 if size >= GREAT else DECIMALS
    text = f"{rounded(size, digits):,.{digits}f}" if size >= 0.005 or not size else f"{size:.2g}"
    if "." in text and "e" not in text:
        text = text.rstrip("0").rstrip(".")
    return text if text == "0" else f"{'+' if value > 0 else MINUS}{text}"


def apart(*values: float) -> tuple[str, ...]:
    """Return values that are compared, with the fewest decimals that tell different ones apart.

    Otherwise 32.890 would not be less than or equal to 32.887 and look as if it were.
    """
    texts = tuple(map(number, values))
    for decimals in range(DECIMALS, MOST + 1):
        if len(set(texts)) == len({*values}):
            break
        texts = tuple(exact(value, decimals) for value in values)
    return texts


def exact(value: float, decimals: int) -> str:
    """Return a value with this many decimals at most, however great it is."""
    text = f"{abs(value):,.{decimals}f}".rstrip("0").rstrip(".")
    return text if text == "0" else f"{'+' if value > 0 else MINUS}{text}"


def rounded(value: float, decimals: int = DECIMALS) -> float:
    """Return a value with this many decimals; a half is rounded away from zero, as people do.

    A number that is shorter than what the machine stores for it counts as what people read, so
    that 0.125 and 1.005 are both halves.
    """
    scale: int = 10**decimals
    size = floor(round(abs(value) * scale, 6) + 0.5) / scale
    return -size if value < 0 and size else size

"""The letters and digits of a PNG file, drawn as smooth strokes, because Tk lends no font.

A sign is made of lines through points of a grid on which a capital is 12 high, with its baseline
at 12 (c). Two characters are a point: x and y, from 0 to g (16). A point with ~ is not on the line:
the stroke bends towards it, from the point before to the point after it. | begins a new line.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from loa_tk.view.kit.paint import Point, strokes

BOWL = "33 43 ~73 77 78 ~7c 4c 3c ~0c 08 07 ~03 33"
SIGNS = {
    "a": "14 ~23 43 ~73 76 7c|77 37 ~07 09 0a ~0c 2c ~6c 79",
    "b": f"00 0c|{BOWL}",
    "c": "74 ~63 43 ~03 07 08 ~0c 4c ~6c 7b",
    "d": f"70 7c|{BOWL}",
    "e": "07 77 ~73 43 33 ~03 07 08 ~0c 4c ~6c 7b",
    "f": "50 40 ~20 23 2c|03 53",
    "g": f"73 7d ~7g 4g ~2g 0f|{BOWL}",
    "h": "00 0c|06 ~13 43 ~73 76 7c",
    "i": "03 0c|00 00",
    "j": "33 3d ~3g 1g 0g|30 30",
    "k": "00 0c|63 08|36 7c",
    "l": "00 0c",
    "m": "03 0c|06 ~13 33 ~53 56 5c|56 ~63 83 ~a3 a6 ac",
    "n": "03 0c|06 ~13 43 ~73 76 7c",
    "o": BOWL,
    "p": f"03 0g|{BOWL}",
    "q": f"73 7g|{BOWL}",
    "r": "03 0c|06 ~13 53",
    "s": "64 ~53 33 ~03 05 ~07 37 ~67 69 6a ~6c 3c ~1c 0b",
    "t": "21 29 ~2c 5c|03 53",
    "u": "03 09 ~0c 3c ~6c 79|73 7c",
    "v": "03 4c 83",
    "w": "03 3c 64 9c c3",
    "x": "03 7c|73 0c",
    "y": "03 4c|83 4c ~2g 0g",
    "z": "03 73 0c 7c",
    "A": "0c 40 8c|18 78",
    "B": "00 0c 4c ~8c 89 ~86 46 06|46 ~76 73 ~70 40 00",
    "C": "81 ~70 50 ~00 06 ~0c 5c ~7c 8b",
    "D": "00 0c 3c ~8c 86 ~80 30 00",
    "E": "70 00 0c 7c|06 66",
    "F": "70 00 0c|06 66",
    "G": "82 ~70 50 ~00 06 ~0c 5c ~8c 8a 87 57",
    "H": "00 0c|80 8c|06 86",
    "I": "00 0c",
    "J": "40 49 ~4c 1c 0c",
    "K": "00 0c|70 07|35 8c",
    "L": "00 0c 7c",
    "M": "0c 00 59 a0 ac",
    "N": "0c 00 8c 80",
    "O": "50 ~a0 a6 ~ac 5c ~0c 06 ~00 50",
    "P": "0c 00 40 ~80 83 84 ~87 47 07",
    "Q": "50 ~a0 a6 ~ac 5c ~0c 06 ~00 50|69 bd",
    "R": "0c 00 40 ~80 83 84 ~87 47 07|47 8c",
    "S": "71 ~60 40 ~00 03 ~06 46 ~86 89 ~8c 4c ~1c 0b",
    "T": "00 80|40 4c",
    "U": "00 08 ~0c 4c ~8c 88 80",
    "V": "00 4c 80",
    "W": "00 3c 61 9c c0",
    "X": "00 8c|80 0c",
    "Y": "00 46 80|46 4c",
    "Z": "00 80 0c 8c",
    "0": "40 ~80 85 87 ~8c 4c ~0c 07 05 ~00 40",
    "1": "12 40 4c|1c 7c",
    "2": "02 ~10 40 ~80 83 ~85 57 0c 8c",
    "3": "01 ~20 40 ~80 83 ~86 46 26|46 ~86 89 ~8c 4c ~2c 0b",
    "4": "60 09 89|60 6c",
    "5": "70 10 06 ~14 44 ~84 88 ~8c 4c ~2c 0b",
    "6": "71 ~60 50 ~00 07 08 ~0c 4c ~8c 88 ~84 44 ~04 08",
    "7": "00 80 3c",
    "8": "46 ~16 13 ~10 40 ~70 73 ~76 46 ~06 09 ~0c 4c ~8c 89 ~86 46",
    "9": "1b ~2c 3c ~8c 85 84 ~80 40 ~00 04 ~08 48 ~88 84",
    "+": "06 86|42 4a",
    "-": "08 48",
    "\N{MINUS SIGN}": "06 86",
    ".": "0c 0c",
    ",": "1c 0e",
}
HIGH, GAP = 12, 3.2  # the height of a capital on the grid, and the distance between two signs
DEEP = 1.36  # from the top of a capital to the end of a descender, in heights of a capital
STROKE = 0.13  # a stroke's width, in heights of a capital
BLANK = 2  # the width of a blank
STEPS = 8  # the lines that a bend is drawn with
EDGE = 2  # pixels around a text


def width(text: str, size: float) -> float:
    """Return the width in pixels of a text whose digits are `size` pixels high."""
    across = sum(_sign(sign)[1] + GAP for sign in text) - GAP
    return max(0.0, across) * size / HIGH


def lettering(text: str, size: float, colour: str) -> list[bytes]:
    """Return a text as an image with two pixels around it and room for descenders."""
    unit, at = size / HIGH, 0.0
    drawn = []
    for sign in text:
        lines, wide = _sign(sign)
        for line in lines:
            drawn.append([((at + x) * unit + EDGE, y * unit + EDGE) for x, y in line])
        at += wide + GAP
    across, down = round(width(text, size)) + 2 * EDGE + 1, round(size * DEEP) + 2 * EDGE + 1
    return strokes(across, down, drawn, max(1.2, size * STROKE), colour)


@cache
def _sign(sign: str) -> tuple[tuple[tuple[Point, ...], ...], float]:
    """Return the lines of a sign, and its width on the grid; an unknown one is a blank."""
    if sign not in SIGNS:
        return (), BLANK
    lines = tuple(tuple(_points(line)) for line in SIGNS[sign].split("|"))
    return lines, max(x for line in lines for x, _ in line)


def _points(line: str) -> Iterator[Point]:
    """Yield the points of a line with its bends."""
    towards: Point | None = None
    x0 = y0 = 0.0
    for point in line.split():
        x, y = (float(int(digit, 17)) for digit in point[-2:])
        if point[0] == "~":
            towards = x, y
            continue
        if towards is not None:
            for step in range(1, STEPS):
                t = step / STEPS
                a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
                yield a * x0 + b * towards[0] + c * x, a * y0 + b * towards[1] + c * y
        yield x, y
        towards, x0, y0 = None, x, y

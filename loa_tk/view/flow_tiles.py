"""The cells of Flow Free's board as pictures: paths with smooth bends and ends, sources as discs.

A cell is one opaque picture with its own piece of the grid's lines, so that an algorithm's step
changes one picture. Straight edges lie on whole pixels: only what is round is computed singly.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from loa_tk.flow_scene import EAST, NORTH, SOUTH, WEST
from loa_tk.view.colour import rgb
from loa_tk.view.flow_colours import Paint
from loa_tk.view.paint import cover, solid, stack

PATH, DISC, CORE = 0.36, 0.74, 0.10  # widths in cells: of a path, a source, a path's core


def empty(cell: int, ground: str, line: str) -> list[bytes]:
    """A cell with nothing in it."""
    row = solid(line) + solid(ground) * (cell - 1)
    return [solid(line) * cell, *[row] * (cell - 1)]


def tile(cell: int, paint: Paint, line: str, sides: int, source: bool, rim: int) -> list[bytes]:
    """A cell with a path that goes on at these sides; a source has a disc around its middle."""
    wide = snap(cell, max(5, cell * PATH))
    disc = snap(cell, cell * DISC) if source else wide
    masks = (
        mask(cell, sides, wide, disc),
        mask(cell, sides, wide - 2 * rim, disc - 2 * rim),
        core_mask(cell, sides, disc if source else 0) if paint.core else mask(cell, 0, 0, 0),
    )
    colours = rgb(paint.rim), rgb(paint.fill), rgb(paint.core or paint.fill)
    grounds = [rgb(line), rgb(paint.cell)]
    pixels: dict[tuple[int, ...], bytes] = {}  # few differ
    rows = []
    for number, alphas in enumerate(zip(*masks, strict=True)):
        row = []
        for column, key in enumerate(zip(*alphas, strict=True)):
            inside = int(number > 0 and column > 0)
            found = pixels.get((inside, *key))
            if found is None:
                shares = (alpha / 255 for alpha in key)
                layers = [(grounds[inside], 1.0), *zip(colours, shares, strict=True)]
                found = pixels[(inside, *key)] = stack(layers)
            row.append(found)
        rows.append(b"".join(row))
    return rows


def snap(cell: int, size: float) -> int:
    """A whole size, even or odd like the cell, so that it can be centred."""
    whole = int(size)
    return whole + (whole - cell) % 2


def mask(cell: int, sides: int, wide: int, disc: int) -> list[bytearray]:
    """How much of each pixel is covered, 0 to 255: arms to the sides, and a disc in the middle."""
    rows = [bytearray(cell) for _ in range(cell)]
    low, high = (cell - wide) // 2, (cell + wide) // 2
    middle = cell // 2
    for side, down, across in (
        (NORTH, range(middle + 1), slice(low, high)),
        (SOUTH, range(middle, cell), slice(low, high)),
        (WEST, range(low, high), slice(0, middle + 1)),
        (EAST, range(low, high), slice(middle, cell)),
    ):
        if sides & side and wide > 0:
            for j in down:
                rows[j][across] = b"\xff" * len(rows[j][across])
    for i, j, alpha in _round(cell, disc):
        rows[j][i] = max(rows[j][i], alpha)
    return rows


def core_mask(cell: int, sides: int, disc: int) -> list[bytearray]:
    """The core of a path; around a source's letter it is a ring."""
    core = snap(cell, cell * CORE)
    rows = mask(cell, sides, core, 0 if disc else core)
    radius = disc / 2 - core
    for i, j, _ in _round(cell, disc):
        away = abs(hypot(i + 0.5 - cell / 2, j + 0.5 - cell / 2) - radius) - core / 4
        rows[j][i] = round(255 * cover(away))
    return rows


def _round(cell: int, size: int) -> Iterator[tuple[int, int, int]]:
    """The pixels of a disc in the middle of a cell, with how much of each it covers."""
    for j in range((cell - size) // 2, (cell + size) // 2):
        for i in range((cell - size) // 2, (cell + size) // 2):
            away = hypot(i + 0.5 - cell / 2, j + 0.5 - cell / 2) - size / 2
            if away < 0.5:
                yield i, j, round(255 * cover(away))

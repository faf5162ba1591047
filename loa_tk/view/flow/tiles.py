"""The images of Flow Free's cells: paths in colours that can be told apart, and sources as discs.

A search spread the sixteen colours within what each name allows. By CIEDE2000 (2 is just visible,
black and white are 100 apart) any two are at least 23 apart for normal eyes and 11 for red-, green-
and blue-blind ones. Only black is nearly black. One set serves all themes, whose boards show the
same colours; a rim outlines those that would vanish on a theme's ground.

A cell is one opaque image with its own piece of the grid's lines, so that an algorithm's step
changes one image. Straight edges lie on whole pixels; only round parts are computed by pixel.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import ceil, hypot, sqrt
from typing import NamedTuple

from loa_tk.scenes.flow import EAST, NORTH, SOUTH, WEST
from loa_tk.view.kit.paint import cover, solid, stack
from loa_tk.view.kit.palette import RGB, Palette, contrast, mix, rgb

COLOURS = (
    "#DA310E",  # red
    "#489968",  # green
    "#467AFF",  # blue
    "#FFDC0F",  # yellow
    "#F48D21",  # orange
    "#35C9F7",  # cyan
    "#FFAEC3",  # pink
    "#7204D6",  # purple
    "#D44AAB",  # magenta
    "#B5E190",  # lime
    "#083F76",  # navy
    "#13707A",  # teal
    "#6A4F3A",  # brown
    "#918E90",  # grey
    "#F5F8FF",  # white
    "#0D0609",  # black
)
WHITE, BLACK = "#FFFFFF", "#14161A"
SEEN = 2.5  # the contrast with the ground below which the rim has to help
CELL_SHARE = 0.16  # the share of a path's colour in its cells


class Paint(NamedTuple):
    """The colours of one hue on a palette's board; without a core it is one plain colour."""

    fill: str
    rim: str
    core: str | None
    letter: str
    cell: str


def paint(palette: Palette, hue: int) -> Paint:
    """Return the paint of a hue; from the seventeenth on, paths have a lighter or darker core."""
    again, index = divmod(hue, len(COLOURS))
    fill = COLOURS[index]
    letter = max(WHITE, BLACK, key=lambda colour: contrast(colour, fill))
    ground = palette.surface
    if palette.flat:
        rim, cell = palette.line, ground
    else:
        seen = contrast(fill, ground) >= SEEN
        rim = mix(fill, BLACK, 0.25) if seen else mix(fill, palette.text, 0.5)
        cell = mix(ground, fill, CELL_SHARE)
    core = None if again % 2 == 0 else letter
    return Paint(fill=fill, rim=rim, core=core, letter=letter, cell=cell)


def dot(palette: Palette, hue: int) -> tuple[str, str]:
    """Return the rim and the fill of a dot on an empty cell; a colour that shows needs no rim."""
    used = paint(palette, hue)
    seen = contrast(used.fill, palette.surface) >= SEEN
    return used.fill if seen else palette.muted, used.fill


PATH, DISC, CORE = 0.36, 0.74, 0.10  # widths in cells: of a path, a source, a path's core
DOT, WIDEST_DOT = 0.64, 0.22  # of a dot, in its part of the cell; and at most, in cells


def empty(cell: int, ground: str, line: str) -> list[bytes]:
    """Return a cell with nothing in it."""
    row = solid(line) + solid(ground) * (cell - 1)
    return [solid(line) * cell, *[row] * (cell - 1)]


def dotted(
    cell: int, ground: str, line: str, dots: Sequence[tuple[str, str] | None]
) -> list[bytes]:
    """Return an empty cell with dots in a square, each a rim and a fill; None leaves a gap.

    A colour has the same place in every cell, which also tells it from another one. If the cell
    is too small for dots of three pixels, it stays empty.
    """
    side = ceil(sqrt(len(dots)))
    part = (cell - 1) / side
    if part < 4:
        return empty(cell, ground, line)
    wide = max(3, round(min(part * DOT, cell * WIDEST_DOT)))
    starts = [1 + round(place * part + (part - wide) / 2) for place in range(side)]
    rows = empty(cell, ground, line)
    blank = rows[-1]
    masks = disc_mask(wide, wide), disc_mask(wide, wide - 2)
    for down, top in enumerate(starts):
        shown = [
            (left, Shades(rgb(ground), (rgb(dot[0]), rgb(dot[1]))))
            for left, dot in zip(starts, dots[down * side : (down + 1) * side], strict=False)
            if dot is not None
        ]
        for j in range(wide if shown else 0):
            row = bytearray(blank)
            alphas = list(zip(masks[0][j], masks[1][j], strict=True))
            for left, shades in shown:
                row[4 * left : 4 * (left + wide)] = b"".join(map(shades.__getitem__, alphas))
            rows[top + j] = bytes(row)
    return rows


def tile(cell: int, paint: Paint, line: str, sides: int, source: bool, rim: int) -> list[bytes]:
    """Return a cell whose path continues on these sides; a source has a disc in its middle."""
    wide = snap(cell, max(5, cell * PATH))
    disc = snap(cell, cell * DISC) if source else wide
    masks = (
        mask(cell, sides, wide, disc),
        mask(cell, sides, wide - 2 * rim, disc - 2 * rim),
        core_mask(cell, sides, disc if source else 0) if paint.core else mask(cell, 0, 0, 0),
    )
    colours = rgb(paint.rim), rgb(paint.fill), rgb(paint.core or paint.fill)
    on_line, inside = Shades(rgb(line), colours), Shades(rgb(paint.cell), colours)
    first, *others = zip(*masks, strict=True)
    painted: dict[tuple[bytes, ...], bytes] = {}  # most rows are repeated
    rows = [_row(on_line, on_line, first)]
    for alphas in others:
        if alphas not in painted:
            painted[alphas] = _row(on_line, inside, alphas)
        rows.append(painted[alphas])
    return rows


def _row(on_line: Shades, inside: Shades, alphas: tuple[bytes, ...]) -> bytes:
    """Return one row of pixels, of which the first lies on the grid's line."""
    first, *others = zip(*alphas, strict=True)
    return on_line[first] + b"".join(map(inside.__getitem__, others))


class Shades(dict[tuple[int, ...], bytes]):
    """Pixels by their coverage with rim, fill and core; each of the few is made once."""

    def __init__(self, ground: RGB, colours: tuple[RGB, ...]) -> None:
        super().__init__()
        self._ground, self._colours = ground, colours

    def __missing__(self, alphas: tuple[int, ...]) -> bytes:
        shares = (alpha / 255 for alpha in alphas)
        pixel = stack([(self._ground, 1.0), *zip(self._colours, shares, strict=True)])
        self[alphas] = pixel
        return pixel


def snap(cell: int, size: float) -> int:
    """Return a whole size, even or odd like the cell, so that it can be centred."""
    whole = int(size)
    return whole + (whole - cell) % 2


@lru_cache(maxsize=128)
def mask(cell: int, sides: int, wide: int, disc: int) -> tuple[bytes, ...]:
    """Return the coverage of each pixel, 0 to 255: arms to the sides and a disc in the middle."""
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
    return tuple(
        bytes(map(max, arms, full)) if any(full) else bytes(arms)
        for arms, full in zip(rows, disc_mask(cell, disc), strict=True)
    )


@lru_cache(maxsize=128)
def disc_mask(cell: int, size: int) -> tuple[bytes, ...]:
    """Return a disc of this diameter in the middle of a cell."""
    half = [_disc_row(cell, size, j) for j in range((cell + 1) // 2)]
    return (*half, *half[: cell // 2][::-1])


def _disc_row(cell: int, size: int, j: int) -> bytes:
    if not size:
        return bytes(cell)
    down = j + 0.5 - cell / 2
    aways = (hypot(i + 0.5 - cell / 2, down) - size / 2 for i in range((cell + 1) // 2))
    half = bytes(round(255 * cover(away)) for away in aways)
    return half + half[: cell // 2][::-1]


@lru_cache(maxsize=64)
def core_mask(cell: int, sides: int, disc: int) -> tuple[bytes, ...]:
    """Return the core of a path, which is a ring around a source's letter."""
    core = snap(cell, cell * CORE)
    if not disc:
        return mask(cell, sides, core, core)
    outer, inner = (disc_mask(cell, size) for size in (disc - core, disc - 2 * core))
    rows = []
    for arms, whole, wide, fine in zip(
        mask(cell, sides, core, 0), disc_mask(cell, disc), outer, inner, strict=True
    ):
        outside = (a * (255 - d) // 255 for a, d in zip(arms, whole, strict=True))
        ring = (w * (255 - f) // 255 for w, f in zip(wide, fine, strict=True))
        rows.append(bytes(map(max, outside, ring)))
    return tuple(rows)

"""Round shapes of a board as rows of pixels: the discs of pieces, dots, rings and arcs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import atan2, hypot, pi

from loa_tk.view.kit.colour import RGB, rgb
from loa_tk.view.kit.paint import CLEAR, cover, radial, stack
from loa_tk.view.kit.palette import Disc

BLACK: RGB = (0, 0, 0)
LIT, DIM = 13, 10  # levels added at a face's top and subtracted at its bottom
KEPT = 32  # pictures of each kind, because every window and every change of theme asks again
AXIS_GAP = 0.30  # the open share of each quarter of a ring drawn in arcs, half of it at either end


@lru_cache(KEPT)
def disc(
    size: int, colours: Disc, rim: float, shadow: float = 0.0, rim_colour: str = ""
) -> list[bytes]:
    """Return a checker: soft shadow, rim, face lit from above, a fine groove and perhaps a pip."""
    radius = size * 0.455
    face, edge = rgb(colours.face), rgb(rim_colour or colours.rim)
    groove = rgb(colours.groove) if colours.groove else None
    pip = rgb(colours.pip) if colours.pip else None
    groove_at, groove_half, pip_at = radius * 0.66, max(1.0, size * 0.016) / 2, radius * 0.30
    soft, sunk, shade = size * 0.07, size * 0.025, radius - size * 0.005
    reach = radius + 1
    if shadow:
        reach = shade + soft / 2 + sunk + 1

    def shaded(dx: float, dy: float) -> float:
        fall = cover((hypot(dx, dy - sunk) - shade) / soft)
        return shadow * fall * fall * (3 - 2 * fall)

    @lru_cache(1)  # the pixels of a row have the same light
    def lit_at(dy: float) -> RGB:
        return _lit(face, -dy / radius) if groove else face

    def pixel(dx: float, dy: float) -> bytes:
        away = hypot(dx, dy)
        if away >= radius + 0.5:
            return b"\0\0\0" + bytes((round(255 * shaded(dx, dy)),)) if shadow else CLEAR
        lit = lit_at(dy)
        if away > radius - rim - 0.5:
            under = [(BLACK, shaded(dx, dy))] if shadow else []
            inner = (lit, cover(away - radius + rim))
            return stack([*under, (edge, cover(away - radius)), inner])
        if groove and away > pip_at + 0.5:
            return stack([(lit, 1.0), (groove, 0.8 * cover(abs(away - groove_at) - groove_half))])
        return stack([(lit, 1.0), (pip, cover(away - pip_at))] if pip else [(lit, 1.0)])

    zones = [(pip_at - 1, pip_at + 1)] if pip else []
    if groove:
        zones.append((groove_at - groove_half - 1, groove_at + groove_half + 1))
    zones.append((radius - rim - 1, reach))
    return radial(size, zones, pixel)


def _lit(face: RGB, height: float) -> RGB:
    change = height * (LIT if height > 0 else DIM)
    red, green, blue = (min(255, max(0, round(v + change))) for v in face)
    return red, green, blue


def faded(rows: Sequence[bytes], share: float) -> list[bytes]:
    """Return the same picture with `share` of its opacity."""
    table = bytes(round(a * share) for a in range(256))
    out = []
    for row in rows:
        pixels = bytearray(row)
        pixels[3::4] = row[3::4].translate(table)
        out.append(bytes(pixels))
    return out


@lru_cache(KEPT)
def dot(size: int, radius: float, colour: str) -> list[bytes]:
    """Return a filled circle."""
    fill = rgb(colour)
    return radial(
        size,
        [(radius - 1, radius + 1)],
        lambda dx, dy: stack([(fill, cover(hypot(dx, dy) - radius))]),
        even=True,
    )


@lru_cache(KEPT)
def ring(
    size: int,
    radius: float,
    width: float,
    colour: str,
    gap: tuple[str, float] | None = None,
    arcs: bool = False,
) -> list[bytes]:
    """Return a ring, outlined with `gap` (colour, width) if given, open on the axes if `arcs`."""
    bands = [(rgb(gap[0]), width / 2 + gap[1])] if gap else []
    bands.append((rgb(colour), width / 2))

    def pixel(dx: float, dy: float) -> bytes:
        off = abs(hypot(dx, dy) - radius)
        past = _past_gap(dx, dy, radius) if arcs else 0.0
        return stack(
            (fill, cover(max(off - half, past - (half - width / 2)) if arcs else off - half))
            for fill, half in bands
        )

    reach = bands[0][1] + 1
    return radial(size, [(radius - reach, radius + reach)], pixel, even=True)


def _past_gap(dx: float, dy: float, radius: float) -> float:
    """Return how far the gap at the nearest axis extends beyond this point, along the ring."""
    quarter = pi / 2
    angle = (atan2(dy, dx) + quarter / 2) % quarter - quarter / 2
    return (quarter * AXIS_GAP / 2 - abs(angle)) * radius

"""The colours of Flow Free's paths: sixteen that colour-blind eyes can tell apart, then patterns.

A search spread them: for normal, red-, green- and blue-blind eyes any two are at least 14 apart
in CIE 94 (2 is just visible), mainly in lightness. So one set serves all themes; a rim outlines
the colours that would vanish on a theme's ground.
"""

from __future__ import annotations

from typing import NamedTuple

from loa_tk.view.kit.colour import contrast, mix
from loa_tk.view.kit.palette import Palette

COLOURS = (
    "#A00400",  # red
    "#27B886",  # green
    "#145BEF",  # blue
    "#FFFD46",  # yellow
    "#FF6A11",  # orange
    "#41E5FF",  # cyan
    "#FDA6C4",  # pink
    "#5A08A4",  # purple
    "#621023",  # maroon
    "#BFD365",  # lime
    "#381947",  # aubergine
    "#08646D",  # teal
    "#906B59",  # brown
    "#8A8F97",  # grey
    "#ECFFFB",  # white
    "#110001",  # black
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
    return Paint(fill, rim, core, letter, cell)

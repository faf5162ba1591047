"""The colours of Flow Free's paths: sixteen that also differ to colour-blind eyes, then patterns.

They were spread by a search: with normal, red-, green- and blue-blind eyes any two are at least 13
apart in CIE 94 (2 is the least one sees), above all by their lightness. So one set serves all
themes; what would be lost on a theme's ground has a rim.
"""

from __future__ import annotations

from typing import NamedTuple

from loa_tk.view.colour import contrast, mix
from loa_tk.view.palette import Palette

COLOURS = (
    "#BE0006",  # red
    "#26B06E",  # green
    "#1069FF",  # blue
    "#FFF23D",  # yellow
    "#FC6F04",  # orange
    "#23EBFE",  # cyan
    "#FF96C8",  # pink
    "#5E00A1",  # purple
    "#612622",  # maroon
    "#A5D65B",  # lime
    "#1B2152",  # navy
    "#0A6369",  # teal
    "#8E5E45",  # brown
    "#858D8B",  # grey
    "#F2FCF9",  # white
    "#0D0B0E",  # black
)
WHITE, BLACK = "#FFFFFF", "#14161A"
SEEN = 2.5  # contrast with the ground below which the rim has to help
CELL_SHARE = 0.16  # of a path's colour in the cells it goes through


class Paint(NamedTuple):
    """What one hue is painted with on a palette's board; no core means one plain colour."""

    fill: str
    rim: str
    core: str | None
    letter: str
    cell: str


def paint(palette: Palette, hue: int) -> Paint:
    """The paint of a hue; from the seventeenth on a path has a core of another lightness."""
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

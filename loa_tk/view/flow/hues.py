"""The colours of Flow Free's paths: sixteen that can be told apart, then patterns.

A search spread them within what each name allows. By CIEDE2000 (2 is just visible, black and
white are 100 apart) any two are at least 23 apart for normal eyes and 11 for red-, green- and
blue-blind ones. Only black is nearly black. One set serves all themes, whose boards show the same
colours; a rim outlines those that would vanish on a theme's ground.
"""

from __future__ import annotations

from typing import NamedTuple

from loa_tk.view.kit.colour import contrast, mix
from loa_tk.view.kit.palette import Palette

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
    return Paint(fill, rim, core, letter, cell)


def dot(palette: Palette, hue: int) -> tuple[str, str]:
    """Return the rim and the fill of a dot on an empty cell; a colour that shows needs no rim."""
    used = paint(palette, hue)
    seen = contrast(used.fill, palette.surface) >= SEEN
    return used.fill if seen else palette.muted, used.fill

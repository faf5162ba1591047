"""The fast solver's rule about single cells: shapes agree with edges, bends repeat inwards."""

from __future__ import annotations

from typing import NamedTuple

from loa_tk.model.flow.lattice import Domains, Lattice


class Shapes(NamedTuple):
    """The cells in which each shape is possible: six shapes for a path, four for a source."""

    north_south: int
    east_west: int
    north_east: int
    north_west: int
    south_east: int
    south_west: int
    north: int
    south: int
    east: int
    west: int


# The directions (north, east, south, west) that each shape uses, in the order of Shapes.
USES = (
    (True, False, True, False),
    (False, True, False, True),
    (True, True, False, False),
    (True, False, False, True),
    (False, True, True, False),
    (False, False, True, True),
    (True, False, False, False),
    (False, False, True, False),
    (False, True, False, False),
    (False, False, False, True),
)


def shapes(grid: Lattice, domains: Domains) -> Shapes:
    """Return the cells in which each shape is possible under the domains of edges and bends.

    A bend encloses the next cell on its inner diagonal. That cell's colour differs from that of
    the three around it, since a path does not touch itself, so two of its sides are closed: it
    bends the same way, or it is a source. A ray of bends that runs into the border is impossible:
    of the 696 bends of the report's 14x14, 98 are left before any colour has been considered.
    """
    use_east, skip_east, use_south, skip_south, ne, nw, se, sw, _ = domains
    pitch = grid.pitch
    use_west, skip_west = use_east << 1, skip_east << 1 | grid.left
    use_north, skip_north = use_south << pitch, skip_south << pitch | grid.top
    level, upright = skip_north & skip_south, skip_east & skip_west
    level_end, upright_end = grid.sources & level, grid.sources & upright
    north = upright_end & use_north & skip_south
    south = upright_end & use_south & skip_north
    east = level_end & use_east & skip_west
    west = level_end & use_west & skip_east
    return Shapes(
        grid.inner & use_north & use_south & upright,
        grid.inner & use_east & use_west & level,
        ne & use_north & use_east & skip_south & skip_west & (ne | north | east) << pitch - 1,
        nw & use_north & use_west & skip_south & skip_east & (nw | north | west) << pitch + 1,
        se & use_south & use_east & skip_north & skip_west & (se | south | east) >> pitch + 1,
        sw & use_south & use_west & skip_north & skip_east & (sw | south | west) >> pitch - 1,
        north,
        south,
        east,
        west,
    )


def shape_rule(grid: Lattice, domains: Domains) -> Domains | None:
    """Restrict edges to what the shapes at both ends allow; return None if nothing is left."""
    narrowed = fitted(grid, domains)
    return narrowed if undecidable(grid, narrowed) == 0 else None


def undecidable(grid: Lattice, domains: Domains) -> int:
    """Return the cells whose edge to the right or below can be neither used nor skipped."""
    right, down = domains.use_right | domains.skip_right, domains.use_down | domains.skip_down
    return grid.full ^ right & down


def fitted(grid: Lattice, domains: Domains) -> Domains:
    """Return the domains with only the edges that the shapes at both ends allow."""
    pitch = grid.pitch
    ns, ew, ne, nw, se, sw, north, south, east, west = shapes(grid, domains)
    skip_north = ew | se | sw | south | east | west
    skip_south = ew | ne | nw | north | east | west
    skip_east = ns | nw | sw | north | south | west
    skip_west = ns | ne | se | north | south | east
    # Bends that are certain close two sides of the cell they enclose.
    ne_bend = ne & (skip_north | skip_east) ^ ne
    nw_bend = nw & (skip_north | skip_west) ^ nw
    se_bend = se & (skip_south | skip_east) ^ se
    sw_bend = sw & (skip_south | skip_west) ^ sw
    shut_right = ne_bend >> pitch | nw_bend >> pitch + 1 | se_bend << pitch | sw_bend << pitch - 1
    shut_down = ne_bend >> pitch - 1 | nw_bend >> pitch + 1 | se_bend << 1 | sw_bend >> 1
    use_right = domains.use_right & (ew | ne | se | east) & (ew | nw | sw | west) >> 1
    use_right ^= use_right & shut_right
    use_down = domains.use_down & (ns | se | sw | south) & (ns | ne | nw | north) >> pitch
    use_down ^= use_down & shut_down
    skip_right = domains.skip_right & skip_east & (skip_west >> 1 | grid.right)
    skip_down = domains.skip_down & skip_south & (skip_north >> pitch | grid.bottom)
    return Domains(use_right, skip_right, use_down, skip_down, ne, nw, se, sw, domains.colours)

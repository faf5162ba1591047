"""The fast solver's boards and domains, the rules that narrow them, and why they fail."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from loa_tk.model.flow.puzzle import Puzzle
from loa_tk.model.flow.solver import APART, CLOSED, NO_COLOUR, NO_SHAPE, TOUCHES, DeadEnd

# The fast solver's data: the grid as bit boards, and the domains that its rules narrow down.
#
# A board is an int with a bit for each cell. Rows are one bit longer than the grid is wide: the
# guard column at the end keeps bits shifted out of one row from appearing in the next.


class Lattice(NamedTuple):
    """A puzzle's fixed boards, and the numbers that spread a board over all colours and fold it."""

    pitch: int  # from a cell to the one below it
    full: int  # all cells
    left: int  # the cells of each border
    right: int
    top: int
    bottom: int
    sources: int
    inner: int  # all cells but the sources
    # The colours' boards lie end to end in one long int, so that one operation serves them all.
    size: int  # bits of one colour's board
    spread: int  # a board times this is its copy for every colour
    folds: tuple[tuple[int, int], ...]  # shifts and masks that lay the upper half on the lower
    starts: int  # each colour's first source, on its own board
    goals: int  # each colour's second source


class Domains(NamedTuple):
    """What is still possible: the domains of edges, bends and colours. Rules only narrow them.

    An edge joins a cell to the one on its right or below; it may be used by a path or skipped.
    Neighbours have the same colour if and only if their edge is used: paths do not touch.
    """

    use_right: int
    skip_right: int
    use_down: int
    skip_down: int
    north_south: int  # cells whose path may go from the cell above to the one below
    east_west: int
    north_east: int  # cells whose path may turn from the cell above to the one on the right
    north_west: int
    south_east: int
    south_west: int
    colours: int  # end to end, for each colour the cells that may have it


def lattice(puzzle: Puzzle) -> Lattice:
    """Return the fixed boards of a puzzle."""
    width, height, pitch = puzzle.width, puzzle.height, puzzle.width + 1
    left = sum(1 << row * pitch for row in range(height))
    top = (1 << width) - 1
    full = left * top
    size = height * pitch
    starts = [1 << position(first, width) for first, _ in puzzle.sources]
    goals = [1 << position(second, width) for _, second in puzzle.sources]
    sources = sum(starts) + sum(goals)
    half, folds = 1, []
    while half < len(puzzle.names):
        folds.append((half * size, (1 << half * size) - 1))
        half *= 2
    return Lattice(
        pitch=pitch,
        full=full,
        left=left,
        right=left << width - 1,
        top=top,
        bottom=top << (height - 1) * pitch,
        sources=sources,
        inner=full ^ sources,
        size=size,
        spread=sum(1 << colour * size for colour in range(len(starts))),
        folds=tuple(reversed(folds)),
        starts=sum(bit << colour * size for colour, bit in enumerate(starts)),
        goals=sum(bit << colour * size for colour, bit in enumerate(goals)),
    )


def position(cell: int, width: int) -> int:
    """Return the index of a cell's bit in a board."""
    return cell + cell // width


def everything(grid: Lattice) -> Domains:
    """Return the domains in which only the sources and the borders are known."""
    inner = grid.inner
    return Domains(
        use_right=grid.full ^ grid.right, skip_right=grid.full, use_down=grid.full ^ grid.bottom,
        skip_down=grid.full, north_south=inner, east_west=inner, north_east=inner, north_west=inner,
        south_east=inner, south_west=inner, colours=inner * grid.spread | grid.starts | grid.goals,
    )  # fmt: skip


# The fast solver's rule about single cells: shapes agree with edges, bends repeat inwards.


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
    use_east, skip_east, use_south, skip_south, ns, ew, ne, nw, se, sw, _ = domains
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
        north_south=ns & use_north & use_south & upright,
        east_west=ew & use_east & use_west & level,
        north_east=ne
        & use_north
        & use_east
        & skip_south
        & skip_west
        & (ne | north | east) << pitch - 1,
        north_west=nw
        & use_north
        & use_west
        & skip_south
        & skip_east
        & (nw | north | west) << pitch + 1,
        south_east=se
        & use_south
        & use_east
        & skip_north
        & skip_west
        & (se | south | east) >> pitch + 1,
        south_west=sw
        & use_south
        & use_west
        & skip_north
        & skip_east
        & (sw | south | west) >> pitch - 1,
        north=north,
        south=south,
        east=east,
        west=west,
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
    return joined(grid, domains, shapes(grid, domains))


def joined(grid: Lattice, domains: Domains, possible: Shapes) -> Domains:
    """Return the domains with only these shapes, and the edges that they allow at both ends."""
    pitch = grid.pitch
    ns, ew, ne, nw, se, sw, north, south, east, west = possible
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
    return Domains(
        use_right=use_right, skip_right=skip_right, use_down=use_down, skip_down=skip_down,
        north_south=ns, east_west=ew, north_east=ne, north_west=nw, south_east=se, south_west=sw,
        colours=domains.colours,
    )  # fmt: skip


# The fast solver's rules about colours: joined cells share one, other neighbours do not.


def union(grid: Lattice, boards: int) -> int:
    """Return the cells that are on the board of any colour."""
    for shift, low in grid.folds:
        boards = boards & low | boards >> shift
    return boards


def known(grid: Lattice, colours: int) -> tuple[int, int]:
    """Return the cells with a colour left and, on the colours' boards, those with only one."""
    some, several = colours, 0
    for shift, low in grid.folds:
        lower, upper = some & low, some >> shift
        several = several & low | several >> shift | lower & upper
        some = lower | upper
    return some, colours & (some ^ several) * grid.spread


def colour_rule(grid: Lattice, domains: Domains) -> Domains | None:
    """Carry colours over the edges, and decide edges by colours; None if a cell has none left."""
    colours, certain = carried(grid, domains)
    if not certain:
        return None
    pitch = grid.pitch
    equal_right = union(grid, certain & certain >> 1)
    equal_down = union(grid, certain & certain >> pitch)
    equal_down ^= equal_down & grid.bottom  # the next colour's first row lies below the bottom row
    return domains._replace(
        use_right=domains.use_right & union(grid, colours & colours >> 1),
        skip_right=domains.skip_right & (grid.full ^ equal_right),
        use_down=domains.use_down & union(grid, colours & colours >> pitch),
        skip_down=domains.skip_down & (grid.full ^ equal_down),
        colours=colours,
    )


def carried(grid: Lattice, domains: Domains) -> tuple[int, int]:
    """Return the colours that the edges leave, and those of cells with only one.

    As soon as a cell has no colour left, return the colours of the others, and 0.
    """
    pitch, spread, colours = grid.pitch, grid.spread, domains.colours
    skip_right, skip_down = domains.skip_right * spread, domains.skip_down * spread
    skip_left = (domains.skip_right << 1 & grid.full | grid.left) * spread
    skip_up = (domains.skip_down << pitch & grid.full | grid.top) * spread
    wall_right = grid.full ^ grid.right ^ domains.use_right
    wall_down = grid.full ^ grid.bottom ^ domains.use_down
    wall_left, wall_up = (wall_right << 1) * spread, (wall_down << pitch) * spread
    wall_right, wall_down = wall_right * spread, wall_down * spread
    while True:
        before = colours
        # A cell keeps a colour if each neighbour has it too or the edge between may be skipped.
        colours &= skip_right | colours >> 1
        colours &= skip_left | colours << 1
        colours &= skip_down | colours >> pitch
        colours &= skip_up | colours << pitch
        possible, certain = known(grid, colours)
        if possible != grid.full:
            return colours, 0
        colours ^= colours & (
            certain >> 1 & wall_right
            | certain << 1 & wall_left
            | certain >> pitch & wall_down
            | certain << pitch & wall_up
        )
        if colours == before:
            return colours, certain


def support_rule(grid: Lattice, domains: Domains) -> Domains | None:
    """Keep the colours that a shape supports and the shapes that a colour supports.

    A shape needs a colour that its cell shares with the cells that it joins, and that is not
    certain in those that it passes by. So a cell beside a path's side cannot have a colour that
    only one of its neighbours can have, too. None if a cell has no shape or colour left.
    """
    left, possible = supported(grid, domains)
    fitting = joined(grid, domains._replace(colours=left), possible)
    return None if undecidable(grid, fitting) or union(grid, left) != grid.full else fitting


def supported(grid: Lattice, domains: Domains) -> tuple[int, Shapes]:
    """Return the colours that a shape supports, and the shapes that a colour supports."""
    pitch, spread, colours = grid.pitch, grid.spread, domains.colours
    _, certain = known(grid, colours)
    # The colours of a cell's neighbours that a joined one may have, and that others must not.
    same = colours << pitch, colours >> 1, colours >> pitch, colours << 1
    taken = (
        certain << pitch & (grid.full ^ grid.top) * spread, certain >> 1,
        certain >> pitch & (grid.full ^ grid.bottom) * spread, certain << 1,
    )  # fmt: skip
    passed = [colours & ~board for board in taken]
    met = [colours & board for board in same]
    left, narrowed = 0, []
    for board, uses in zip(shapes(grid, domains), USES, strict=True):
        if not board:
            narrowed.append(0)
            continue
        fitting = board * spread
        for used, with_it, without in zip(uses, met, passed, strict=True):
            fitting &= with_it if used else without
        left |= fitting
        narrowed.append(union(grid, fitting))
    return left, Shapes(*narrowed)


def reach_rule(grid: Lattice, domains: Domains) -> Domains | None:
    """Restrict colours to cells their paths can reach; None if one cannot reach its end."""
    reached = reachable(grid, domains)
    return domains._replace(colours=reached) if reached & grid.goals == grid.goals else None


def reachable(grid: Lattice, domains: Domains) -> int:
    """Return, on the colours' boards, the cells that a path from the first source can reach."""
    pitch, colours = grid.pitch, domains.colours
    right, down = domains.use_right * grid.spread, domains.use_down * grid.spread
    reached, before = grid.starts, 0
    while reached != before:
        before = reached
        reached |= ((reached & right) << 1 | reached >> 1 & right) & colours
        reached |= ((reached & down) << pitch | reached >> pitch & down) & colours
    return reached


# The fast solver's rule about fragments, the pieces of path found so far, coloured or not.


def fragments(grid: Lattice, domains: Domains) -> Iterator[int]:
    """Yield the board of each fragment of two cells or more."""
    pitch = grid.pitch
    joined_right, joined_down = grid.full ^ domains.skip_right, grid.full ^ domains.skip_down
    rest = joined_right | joined_right << 1 | joined_down | joined_down << pitch
    while rest:
        fragment, before = rest & -rest, 0
        while fragment != before:
            before = fragment
            fragment |= (fragment & joined_right) << 1 | fragment >> 1 & joined_right
            fragment |= (fragment & joined_down) << pitch | fragment >> pitch & joined_down
        yield fragment
        rest ^= fragment


def fragment_rule(grid: Lattice, domains: Domains) -> Domains | None:
    """Forbid joins that would touch at a second place; None if a fragment touches itself."""
    pitch, use_right, use_down = grid.pitch, domains.use_right, domains.use_down
    open_right, open_down = use_right & domains.skip_right, use_down & domains.skip_down
    pieces = list(fragments(grid, domains))
    for fragment in pieces:
        west, north = fragment >> 1, fragment >> pitch
        if fragment & (west & domains.skip_right | north & domains.skip_down):
            return None
        east, south = fragment << 1, fragment << pitch
        # The cells that may still be joined to the fragment, and those it touches on two sides.
        ahead = (fragment & open_right) << 1 | west & open_right
        ahead |= (fragment & open_down) << pitch | north & open_down
        twice = ahead & (east & west | north & south | (east | west) & (north | south))
        for other in pieces:
            if ahead & other:
                sides = (east & other, west & other, north & other, south & other)
                if sum(map(int.bit_count, sides)) > 1:
                    twice |= other
        if twice:
            use_right ^= use_right & (fragment & twice >> 1 | twice & west)
            use_down ^= use_down & (fragment & twice >> pitch | twice & north)
    return domains._replace(use_right=use_right, use_down=use_down)


# Why the fast solver's rules leave no way on: the first contradiction, for those who watch it.


def contradiction(grid: Lattice, domains: Domains) -> DeadEnd:
    """Return what makes one of the rules fail; these questions repeat theirs in their order."""
    if wrong := undecidable(grid, fitted(grid, domains)):
        return DeadEnd(NO_SHAPE, _first(grid, _shapeless(grid, domains) or wrong))
    colours, certain = carried(grid, domains)
    if not certain:
        possible, _ = known(grid, colours)
        bare = grid.full ^ possible
        # A source keeps its colour, but no neighbour of it can have the same.
        kind = CLOSED if bare & -bare & grid.sources else NO_COLOUR
        return DeadEnd(kind, _first(grid, bare))
    left, shapes_left = supported(grid, domains)
    if bare := grid.full ^ union(grid, left):
        decided = bare & -bare & union(grid, known(grid, domains.colours)[1])
        return DeadEnd(CLOSED if decided else NO_COLOUR, _first(grid, bare))
    if wrong := undecidable(grid, joined(grid, domains._replace(colours=left), shapes_left)):
        return DeadEnd(NO_SHAPE, _first(grid, wrong))
    missed = grid.goals & ~reachable(grid, domains)
    if missed:
        return DeadEnd(APART, colour=((missed & -missed).bit_length() - 1) // grid.size)
    for fragment in fragments(grid, domains):
        west, north = fragment >> 1, fragment >> grid.pitch
        if touching := fragment & (west & domains.skip_right | north & domains.skip_down):
            return DeadEnd(TOUCHES, _first(grid, touching))
    raise AssertionError("the rules leave a way on")


def _shapeless(grid: Lattice, domains: Domains) -> int:
    """Return the cells for which no shape is left, whatever their neighbours are."""
    some = 0
    for board in shapes(grid, domains):
        some |= board
    return grid.full & ~some


def _first(grid: Lattice, board: int) -> int:
    """Return the first cell of a board that is not empty."""
    place = (board & -board).bit_length() - 1
    return place - place // grid.pitch

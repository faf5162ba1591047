"""The fast solver's rules about colours: joined cells share one, other neighbours do not."""

from __future__ import annotations

from loa_tk.model.flow.lattice import Domains, Lattice


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

"""The fast solver's rule about fragments, the pieces of path found so far, coloured or not."""

from __future__ import annotations

from collections.abc import Iterator

from loa_tk.model.flow.lattice import Domains, Lattice


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
    found = list(fragments(grid, domains))
    for fragment in found:
        west, north = fragment >> 1, fragment >> pitch
        if fragment & (west & domains.skip_right | north & domains.skip_down):
            return None
        east, south = fragment << 1, fragment << pitch
        # The cells that may still be joined to the fragment, and those it touches on two sides.
        ahead = (fragment & open_right) << 1 | west & open_right
        ahead |= (fragment & open_down) << pitch | north & open_down
        twice = ahead & (east & west | north & south | (east | west) & (north | south))
        for other in found:
            if ahead & other:
                sides = (east & other, west & other, north & other, south & other)
                if sum(map(int.bit_count, sides)) > 1:
                    twice |= other
        if twice:
            use_right ^= use_right & (fragment & twice >> 1 | twice & west)
            use_down ^= use_down & (fragment & twice >> pitch | twice & north)
    return domains._replace(use_right=use_right, use_down=use_down)

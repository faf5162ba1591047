"""The report's four algorithms as strategies of one backtracking search.

The report counts an assignment each time ORDER-DOMAIN-VALUES offers a value. `random`, `rows` and
`mrv` offer consistent values only; `forward` offers the domains that its inference maintains, which
are stale two cells away. If ties between smallest domains go to the last cell in reading order,
every figure of the report except random's is reproduced (10x10-1: rows 44,360, forward 103,628).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeAlias

from loa_tk.model.flow.csp import CSP, UNASSIGNED

Pruned: TypeAlias = list[tuple[int, list[int]]]  # cells with the domains they had before


class Strategy(NamedTuple):
    """The three functions that BACKTRACKING-SEARCH leaves open, and one for those who watch it."""

    select: Callable[[CSP, int], int]  # SELECT-UNASSIGNED-VARIABLE, given the number assigned
    values: Callable[[CSP, int], Iterable[int]]  # ORDER-DOMAIN-VALUES
    infer: Callable[[CSP, int], Pruned | None]  # INFERENCE after an assignment; None is failure
    remaining: Callable[[CSP, int], list[int]]  # what `values` would offer, in any order


MakeStrategy: TypeAlias = Callable[[CSP, int], Strategy]  # from a problem and a seed


def in_order(cells: list[int]) -> Callable[[CSP, int], int]:
    """Return the selection of these cells one after another."""

    def select(csp: CSP, assigned: int) -> int:
        return cells[assigned]

    return select


def smallest_domain(csp: CSP, assigned: int) -> int:
    """Select the cell with the fewest remaining values, the last of several in reading order."""
    colour, domains = csp.colour, csp.domains
    best, fewest = -1, len(csp.puzzle.names) + 1
    for cell in csp.variables:
        if colour[cell] == UNASSIGNED and len(domains[cell]) <= fewest:
            best, fewest = cell, len(domains[cell])
    return best


def consistent_values(csp: CSP, cell: int) -> list[int]:
    """Offer the values of the domain that break no constraint, in the order of the colours."""
    return csp.consistent_values(cell)


def current_domain(csp: CSP, cell: int) -> list[int]:
    """Offer the domain as inference has left it."""
    return csp.domains[cell]


def no_inference(csp: CSP, cell: int) -> Pruned | None:
    """Learn nothing from an assignment."""
    return []


def forward_checking(csp: CSP, cell: int) -> Pruned | None:
    """Prune inconsistent values from the neighbours' domains; fail if a domain becomes empty."""
    if not csp.holds(cell):
        return None
    pruned: Pruned = []
    for other in csp.neighbours[cell]:
        if csp.colour[other] == UNASSIGNED:
            domain = csp.domains[other]
            remaining = csp.consistent_values(other)
            if len(remaining) < len(domain):
                pruned.append((other, domain))
                csp.domains[other] = remaining
            if not remaining:
                restore(csp, pruned)
                return None
    return pruned


def restore(csp: CSP, pruned: Pruned) -> None:
    """Undo the pruning of the domains."""
    for cell, domain in pruned:
        csp.domains[cell] = domain


def random_strategy(csp: CSP, seed: int) -> Strategy:
    """Return the strategy `random`: cells and values in an order that the seed decides."""
    rng = random.Random(seed)
    cells = list(csp.variables)
    rng.shuffle(cells)

    def values(csp: CSP, cell: int) -> list[int]:
        shuffled = consistent_values(csp, cell)
        rng.shuffle(shuffled)
        return shuffled

    return Strategy(in_order(cells), values, no_inference, consistent_values)


def rows_strategy(csp: CSP, seed: int) -> Strategy:
    """Return the strategy `rows`: row by row from the top left."""
    cells = in_order(csp.variables)
    return Strategy(cells, consistent_values, no_inference, consistent_values)


def mrv_strategy(csp: CSP, seed: int) -> Strategy:
    """Return the strategy `mrv`, minimum remaining values: the most constrained cell first.

    Without inference the sources alone decide the domains, so the order of the cells is fixed.
    """
    return Strategy(smallest_domain, consistent_values, no_inference, consistent_values)


def forward_strategy(csp: CSP, seed: int) -> Strategy:
    """Return the strategy `forward`: minimum remaining values with forward checking."""
    return Strategy(smallest_domain, current_domain, forward_checking, current_domain)


STRATEGIES: dict[str, MakeStrategy] = {
    "random": random_strategy,
    "rows": rows_strategy,
    "mrv": mrv_strategy,
    "forward": forward_strategy,
}

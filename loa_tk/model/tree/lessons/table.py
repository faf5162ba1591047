"""The lesson about the transposition table: where a position was met before, and what it saved."""

from __future__ import annotations

from collections import Counter
from math import inf
from typing import NamedTuple

from loa_tk.model.game import Move, State
from loa_tk.model.numbers import number
from loa_tk.model.search.search import Request
from loa_tk.model.tree.lessons.lesson import SHOWN, Asked, Lesson, Noting
from loa_tk.model.tree.reasons import signed
from loa_tk.model.tree.searchtree import EXACT, LOWER, UPPER

KINDS = (EXACT, LOWER, UPPER)


class Meeting(NamedTuple):
    """A position that was met again, with the entry that the table had for it."""

    path: tuple[Move, ...]
    before: tuple[Move, ...]
    left: int  # plies
    kind: str
    value: float
    alpha: float
    beta: float
    used: bool
    saved: int  # the nodes below it when it was searched, if it was used


def kind_of(low: float, high: float) -> str:
    """Return what an entry between these bounds is of the value."""
    return EXACT if low == high else UPPER if low == -inf else LOWER


class Meetings(Noting):
    """A search with a table that notes every position that it meets again."""

    def __init__(self, request: Request) -> None:
        super().__init__(request, table=True)
        self.met: list[Meeting] = []
        self.first: dict[tuple[State, int], tuple[tuple[Move, ...], int]] = {}
        self.entered: dict[int, int] = {}  # the nodes when the node at this ply was entered

    def look_up(
        self, state: State, alpha: float, beta: float, depth: int
    ) -> tuple[float, tuple[Move, ...]] | None:
        key, here = (state, self.limit - depth), tuple(self.line[:depth])
        entry = (self.table or {}).get(key)
        known = super().look_up(state, alpha, beta, depth)
        if known is None:
            self.entered[depth] = self.nodes()
        if entry is not None and depth:
            low, high, _ = entry
            before, size = self.first[key]
            self.met.append(Meeting(
                path=here, before=before, left=key[1], kind=kind_of(low, high),
                value=(high if low == -inf else low) + 0.0, alpha=alpha, beta=beta,
                used=known is not None, saved=size - 1 if known is not None else 0,
            ))  # fmt: skip
        return known

    def keep(
        self, state: State, depth: int, v: float, line: tuple[Move, ...], alpha: float, beta: float
    ) -> tuple[float, tuple[Move, ...]]:
        size = self.nodes() - self.entered[depth]
        self.first[state, self.limit - depth] = tuple(self.line[:depth]), size
        return super().keep(state, depth, v, line, alpha, beta)


def selection(met: list[Meeting]) -> list[Meeting]:
    """Return what is shown: one of each kind, used or not, then those that saved most."""
    ranked = sorted(met, key=lambda one: -one.saved)
    kinds = {(one.kind, one.used): one for one in reversed(ranked)}
    rest = (one for one in ranked if kinds[one.kind, one.used] is not one)
    chosen = [*kinds.values(), *rest][:SHOWN]
    return sorted(chosen, key=lambda one: (not one.used, -one.saved))


def table(asked: Asked) -> Lesson:
    """Show the positions that were met again, with their entries, and what the table saved."""
    request = asked.request
    search = Meetings(request.task(asked.limits()))
    value = asked.decided(search)
    plain = Noting(request.task(asked.limits()))
    minimax = asked.decided(plain)
    assert search.table is not None
    stored = Counter(kind_of(low, high) for low, high, _ in search.table.values())
    used = Counter(one.kind for one in search.met if one.used)
    shown = selection(search.met)
    kinds = ", ".join(f"{used[kind]:,} by {text} entry" for kind, text in zip(
        KINDS, ("an exact", "a lower", "an upper"), strict=True))  # fmt: skip
    if search.met:
        first = (
            f"{len(search.met):,} times a position was met before with as many plies left, and "
            f"{sum(used.values()):,} times its entry was enough: {kinds}; a bound is enough only "
            "if it lies outside the window."
        )
    else:
        first = (
            "No position was met twice with as many plies left: the same moves have to be made in "
            "another order, which takes a depth of 3."
        )
    return Lesson(
        name="table", heads=("met by", "met before by", "left", "entry", "α, β", "used", "saved"),
        rows=tuple(
            (asked.line(one.path), asked.line(one.before), str(one.left),
             f"{one.kind} {signed(one.value, one.kind)}",
             f"{number(one.alpha)}, {number(one.beta)}", "yes" if one.used else "no",
             f"{one.saved:,}")
            for one in shown
        ),
        marked=tuple(at for at, one in enumerate(shown) if one.used and one.kind != EXACT)[:1],
        sentences=(
            first,
            f"With the table the search enters {search.nodes():,} nodes, without it "
            f"{plain.nodes():,}, and both find {number(value)}.",
        ),
        value=value, minimax=minimax, shows=bool(search.met), order="eval",
        path=shown[0].path[:-1] if shown else (),
        facts={
            "nodes": search.nodes(), "nodes_without": plain.nodes(), "met": len(search.met),
            "stored": {kind: stored[kind] for kind in KINDS},
            "used": {kind: used[kind] for kind in KINDS},
            "meetings": [
                {"path": asked.line(one.path), "before": asked.line(one.before), "left": one.left,
                 "kind": one.kind, "value": one.value, "alpha": one.alpha, "beta": one.beta,
                 "used": one.used, "saved": one.saved}
                for one in shown
            ],
        },
    )  # fmt: skip

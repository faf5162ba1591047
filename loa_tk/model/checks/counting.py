"""The six statistics of two searches with the same leaves: where the counts begin to differ."""

from __future__ import annotations

from collections import Counter
from itertools import accumulate
from typing import NamedTuple

from loa_tk.model.checks.beside import Beside
from loa_tk.model.search.statistics import ROWS, SIX
from loa_tk.model.steps import EVAL, EVAL_MAX, EVAL_MIN, NODE, PRUNE_MAX, PRUNE_MIN

STATISTICS = dict(zip(SIX, ("", NODE, EVAL_MAX, EVAL_MIN, PRUNE_MAX, PRUNE_MIN), strict=True))


class Miscount(NamedTuple):
    """The first statistic that differs, both figures, and the leaf before which it differs."""

    name: str
    mine: int
    right: int
    number: int  # of the leaf, from 0; that of all leaves if it differs only at the end
    mine_there: int  # counted up to there
    right_there: int


def miscount(both: Beside) -> Miscount | None:
    """Return the first statistic that differs and where it begins to, or None."""
    for name, mine, figure in zip(SIX, both.watched.six, both.six, strict=True):
        if mine != figure:
            return located(both, name, mine, figure)
    return None


def located(both: Beside, name: str, mine: int, right: int) -> Miscount:
    """Return where a statistic begins to differ."""
    told, counted = counted_by_student(both, name), counted_by_figure(both, name)
    # EVAL may be counted before the call or after it.
    slack = int(name.startswith("evals"))
    pairs = enumerate(zip(told, counted, strict=True))
    wrong = ((at, one, other) for at, (one, other) in pairs if not other <= one <= other + slack)
    place, one, other = next(wrong, (len(both.leaves), mine, right))
    return Miscount(
        name=name, mine=mine, right=right, number=place, mine_there=one, right_there=other
    )


def counted_by_student(both: Beside, name: str) -> list[int]:
    """Return what was counted before each leaf, and in the end."""
    counts, total = list[int](), 0
    for step in both.watched.steps:
        if step.kind == EVAL:
            counts.append(total)
        elif name == "max_depth" and step.kind == NODE:
            total = max(total, int(step.number or 0))
        elif step.kind == STATISTICS[name]:
            total += 1
    return [*counts, total]


def counted_by_figure(both: Beside, name: str) -> list[int]:
    """Return what Figure 2 counts before each leaf, and in the end."""
    tree, kind, ends = both.tree, name, [*both.leaves, len(both.tree)]
    if kind == "nodes":
        return [min(node + 1, len(tree)) for node in ends]
    if kind == "max_depth":
        deepest = list(accumulate(tree.columns.plies, max))
        return [deepest[min(node, len(tree) - 1)] for node in ends]
    at_max = kind.endswith("_max")
    if kind.startswith("evals"):
        mine = [node for node in both.leaves if tree.is_max(node) == at_max]
    else:
        cut = (node for node in range(len(tree)) if tree.cut(node) and tree.is_max(node) == at_max)
        mine = [node + tree.size(node) - 1 for node in cut]
    at = Counter(mine)
    before, total, last = list[int](), 0, 0
    for end in ends:
        total += sum(at[node] for node in range(last, end))
        last = end
        before.append(total)
    return before


def counted_sentence(both: Beside, found: Miscount) -> tuple[str, str, str]:
    """Return what was counted, what Figure 2 counts, and what to look at."""
    text = ROWS[found.name].text
    did = f"You look at the same positions as Figure 2. {text}: {found.mine:,}."
    does = f"Figure 2 counts {found.right:,}"
    if found.number < len(both.leaves):
        path = both.leaf(found.number)
        assert path is not None
        does += (
            f"; the first difference is before leaf {found.number + 1:,}, {both.line(path)}: "
            f"{found.mine_there:,}, not {found.right_there:,}"
        )
    return did, f"{does}.", look(both, found)


def look(both: Beside, found: Miscount) -> str:
    """Return what to look at for a statistic that differs."""
    more = found.mine_there > found.right_there
    name, mine, right = found.name, both.watched.six, both.six
    if name == "max_depth":
        return "Does counts.node(depth) get the depth of the position, 0 for the root?"
    if name == "nodes":
        if more:
            return "Count a node once, on entry to MAX-VALUE and MIN-VALUE, not for every move."
        if found.number == 0 and found.right_there - found.mine_there == 1:
            return "The root is a node, too." if found.mine_there else "Is every entry counted?"
        return "Is every entry of MAX-VALUE and MIN-VALUE counted, leaves and finished games too?"
    part = name.partition("_")[0]
    if mine[SIX.index(f"{part}_max")] == right[SIX.index(f"{part}_min")] and (
        mine[SIX.index(f"{part}_min")] == right[SIX.index(f"{part}_max")]
    ):
        if part == "evals":
            side = "MIN" if both.tree.depth % 2 else "MAX"
            return (
                f"At depth {both.tree.depth} {side} is to move, so {side}-VALUE makes the calls "
                "and counts them. Does each function call the other?"
            )
        if mine[SIX.index("prunes_max")] and mine[SIX.index("prunes_min")]:
            return "MAX and MIN are swapped: MAX is the player to move at the root."
        return (  # swapped, or all counted as one: a search that prunes on one side cannot tell
            "Does MAX-VALUE call counts.prune_max(), and MIN-VALUE counts.prune_min()? MAX is the "
            "player to move at the root."
        )
    if part == "evals":
        if more:
            return "The utility of a finished game is not an EVAL call."
        return "Is every call of counts.evaluate() counted, in the function that makes it?"
    if more:
        return "Count a pruning only where v leaves the window and the function returns."
    return "Is every return by a bound counted, also after the last move?"

"""The words for the steps of a watched algorithm: its code, and why each step was made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

STEP = "Step {number}"
ARC = "{cell} → {rule}"
QUEUE = "Queue ({number}): {arcs}"
MORE = "…"

# The code of an algorithm: its lines, each with the kinds of steps that it makes. The names are the
# book's; a variable is a cell, a value a colour.
Code = tuple[tuple[str, tuple[str, ...]], ...]
PLAIN: Code = (
    ("BACKTRACK(csp, assignment)", ()),
    ("  if it is complete: return it", ("found",)),
    ("  var ← SELECT-VARIABLE(csp)", ("begun",)),
    ("  for value in ORDER-VALUES(var)", ()),
    ("    if value is consistent", ()),
    ("      add var = value to assignment", ("assigned",)),
    ("      result ← BACKTRACK(csp, …)", ()),
    ("      if no failure: return result", ()),
    ("      remove var = value", ("retracted",)),
    ("  return failure", ("stuck", "exhausted")),
)
FORWARD: Code = (
    *PLAIN[:3],
    ("  for value in ORDER-VALUES(var)", ()),
    ("    add var = value to assignment", ("assigned",)),
    ("    FORWARD-CHECK(csp, var, value)", ()),
    ("    if no domain is empty", ("stuck",)),
    ("      result ← BACKTRACK(csp, …)", ()),
    ("      if no failure: return result", ()),
    ("    remove it, restore the domains", ("retracted",)),
    ("  return failure", ("exhausted",)),
)
AC3: Code = (
    ("AC-3(csp, queue)", ("begun",)),
    ("  while queue is not empty", ()),
    ("    (X, C) ← POP(queue)", ()),
    ("    if REVISE(csp, X, C)", ("revised",)),
    ("      if X has none: return false", ("stuck",)),
    ("      add the arcs around X", ()),
    ("BACKTRACK(csp): after AC-3", ()),
    ("  if all have one value: return it", ("found",)),
    ("  X ← SELECT-VARIABLE(csp)", ()),
    ("  for value in ORDER-VALUES(X)", ()),
    ("    set X = value, AC-3, BACKTRACK", ("assigned",)),
    ("    restore the domains", ("retracted",)),
    ("  return failure", ("exhausted",)),
)
FAST: Code = (
    ("SOLVE(domains)", ("begun",)),
    ("  repeat until nothing changes", ()),
    ("    SHAPES: each cell has one left", ()),
    ("    COLOURS: joined cells share", ("joined", "excluded")),
    ("    SUPPORT: a way in and out", ("supported",)),
    ("    REACH: paths reach their ends", ("reached",)),
    ("    FRAGMENTS: none touches itself", ()),
    ("    if nothing is left: fail", ("stuck",)),
    ("  if each has one shape: solved", ("found",)),
    ("  cell ← one with fewest shapes", ()),
    ("  for each shape of cell", ("guessed",)),
    ("    SOLVE(domains, shape)", ("retracted",)),
    ("  return failure", ("exhausted",)),
)
CODE: Mapping[str, Code] = {
    "random": PLAIN, "rows": PLAIN, "mrv": PLAIN, "forward": FORWARD, "ac3": AC3, "fast": FAST,
}  # fmt: skip

SELECTED: Mapping[str, str] = {  # why a cell comes next, by algorithm
    "random": "next in random order",
    "rows": "next row by row",
    "mrv": "fewest colours left at the start",
    "forward": "fewest colours left",
    "ac3": "fewest colours left",
}
OBJECTIONS: Mapping[str, str] = {  # why a cell cannot have some colours
    "needed": "{cell} needs it for its own path",
    "complete": "{cell} has all its neighbours of {colours}",
    "few": "too few neighbours could be {colours}",
    "many": "too many neighbours are {colours}",
    "earlier": "{colours} went before",
}
SIMPLE: Mapping[str, str] = {  # by kinds of steps
    "begun": "Step makes the first step, Back takes one back.",
    "joined": "{cell} = {colour}: it is joined to {near}, which is {colour}.",
    "excluded": "{cell} = {colour}: its neighbours exclude every other colour.",
    "supported": "{cell} = {colour}: with any other colour its path has no way in and out.",
    "reached": "{cell} = {colour}: the path of no other colour can reach it.",
    "guessed": "No rule changes anything. {cell} has the fewest shapes left, {shapes}: "
               "one of them is tried.",
    "found": "Every cell is filled, and every colour is one path.",
    "exhausted": "Everything has been tried.",
}  # fmt: skip
DEAD_ENDS: Mapping[str, str] = {  # by their kinds
    "no colour": "{cell}: no colour left.",
    "no shape": "{cell}: no path can pass through.",
    "crowded": "{cell}: it touches its own colour too often.",
    "closed": "{cell}: its path cannot go on.",
    "touches": "{cell}: a path touches itself.",
    "apart": "{colour}: its discs can no longer be joined.",
    "loop": "Every cell is filled, but some lie on no path between two discs.",
}


def dead_end(kind: str, cell: str, colour: str) -> str:
    """Return why an algorithm cannot go on."""
    return DEAD_ENDS[kind].format(cell=cell, colour=colour)


def sentence(
    kind: str, algorithm: str, *, cell: str, near: str, colour: str, shapes: int,
    left: Sequence[str], because: Sequence[str], removed: Sequence[tuple[str, str]],
) -> str:  # fmt: skip
    """Return why a step of this kind was made."""
    if kind == "assigned":
        return " ".join(_assigned(algorithm, cell, colour, left, because, removed))
    if kind == "retracted":
        return _retracted(cell, colour, left)
    return SIMPLE[kind].format(cell=cell, near=near, colour=colour, shapes=shapes)


def _assigned(
    algorithm: str, cell: str, colour: str, left: Sequence[str], because: Sequence[str],
    removed: Sequence[tuple[str, str]],
) -> list[str]:  # fmt: skip
    """Return the sentences on an assignment: why this cell, why this colour, what follows."""
    selected = SELECTED[algorithm]
    if len(left) == 1:
        why = f", because {'; '.join(because)}" if because else ""
        parts = [f"{cell} ({selected}): one colour left, {colour}{why}."]
    else:
        place = left.index(colour) + 1
        parts = [f"{cell} ({selected}) = {colour}: colour {place} of the {len(left)} left, "
                 f"{', '.join(left)}."]  # fmt: skip
    if removed:
        parts.append(f"Removed {'; '.join(f'{lost} from {at}' for lost, at in removed)}.")
    return parts


def _retracted(cell: str, colour: str, left: Sequence[str]) -> str:
    """Return what is taken back, and what is left to try."""
    if not colour:
        return f"{cell} is open again: the guess before led to a dead end."
    rest = f"Left to try: {', '.join(left)}." if left else "No other colour is left to try."
    return f"{cell} = {colour} led to a dead end and is taken back. {rest}"


def revised(cell: str, near: str, lost: str, *, ends: int, left: str, idle: int) -> str:
    """Return what an arc removed and why."""
    owner = "itself" if near == cell else near
    number = "one neighbour" if ends == 1 else "two neighbours"
    text = f"Arc {ARC.format(cell=cell, rule=near)}: removed {lost} from {cell}, because {owner} " \
           f"could not have exactly {number} of its colour then. Left: {left}."  # fmt: skip
    before = f" {idle} arcs before it removed nothing." if idle > 1 else ""
    return text + (" One arc before it removed nothing." if idle == 1 else before)

"""Where two searches stand in their sources when they part: lines of the student's and of Figure 2.

The student's lines come from its own process, as in `lines`, and are only shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from loa_tk.model.checks.beside import GOES_ON, STOPS
from loa_tk.model.checks.following import COUNTS, MOVE, VALUE, Difference
from loa_tk.model.checks.lines import (
    ALPHAS,
    AT_A_LEAF,
    BETAS,
    SourceCall,
    call_at,
    calls,
    named_line,
    part,
    path_of,
    prefixes,
    source_line,
)
from loa_tk.model.tree.figure import ALPHA_BETA, CALL, CUTOFF, TEST
from loa_tk.model.tree.searchtree import SearchTree

ROOT_CALL, DECISION = 1, 2  # lines of Figure 2 outside its two functions, from 0


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where a student's source and Figure 2 stand; lines are counted from 1, and 0 is none.

    The line to `look` at may be another one than that in which the search stands. `argument` is
    what the function `called` in that line gets wrongly.
    """

    sentence: str = ""  # about the line to look at
    look: int = 0
    stands: int = 0
    figure_look: int = 0
    figure_stands: int = 0
    function: str = ""  # the student's, at the node where they part
    functions: tuple[str, ...] = ()  # all that are called on the way there
    called: str = ""
    argument: str = ""
    bound: tuple[str, float] | None = None  # the name and value of what cuts the node
    values: tuple[tuple[str, float], ...] = ()  # what the student's test compares


def place_of(tree: SearchTree, difference: Difference, frames: object) -> Place:
    """Return where both sources stand; what is not known of the student's is left out."""
    stands = figure_line(difference)
    if path_of(part(frames, "leaf")) != difference.student or frames is None:
        return Place(figure_stands=stands)
    sentence = source_line(tree, difference, frames)
    active, returned = calls(part(frames, "active")), calls(part(frames, "returned"))
    chain = [call_at(path, active, returned) for path in prefixes(difference.node)]
    look = named_line(sentence)
    if difference.kind in AT_A_LEAF:
        above = chain[-2] if len(chain) > 1 else None
        return Place(
            sentence=sentence, look=look, stands=look, figure_stands=stands,
            function=above.function if above else "", functions=names(chain),
        )  # fmt: skip
    here = chain[-1]
    if here is None:
        return Place(sentence=sentence, look=look, figure_stands=stands)
    maximises = difference.maximises
    ply = next((ply for ply, call in enumerate(chain) if call and call.caller == look), None)
    wrong = chain[ply] if ply is not None else None
    counterpart = 0
    if ply is not None:
        counterpart = (ALPHA_BETA.line(CALL, ply % 2 == 1) if ply else ROOT_CALL) + 1
    test = here.test if difference.kind in (GOES_ON, STOPS) else None
    return Place(
        sentence=sentence, look=look, figure_look=counterpart, figure_stands=stands,
        stands=test.line if test is not None else here.line,
        function=here.function, functions=names(chain),
        called=wrong.function if wrong and ply else "",
        argument=wrong.named(BETAS if maximises else ALPHAS) if wrong else "",
        bound=bound_of(here, BETAS if maximises else ALPHAS),
        values=test.values if test is not None else (),
    )  # fmt: skip


def names(chain: Sequence[SourceCall | None]) -> tuple[str, ...]:
    """Return the functions of some calls, each once."""
    return tuple(dict.fromkeys(call.function for call in chain if call is not None))


def bound_of(call: SourceCall, known: Sequence[str]) -> tuple[str, float] | None:
    """Return the bound that a call has now, by its name, or None."""
    pairs = (*(call.test.values if call.test is not None else ()), *call.arguments.items())
    return next((pair for pair in pairs if pair[0].lower() in known), None)


def figure_line(difference: Difference) -> int:
    """Return the line of Figure 2 that decides what the student's search does otherwise."""
    kind = difference.kind
    if kind in (VALUE, MOVE):
        return (DECISION if kind == MOVE else ROOT_CALL) + 1
    if kind in AT_A_LEAF or kind == COUNTS:
        return ALPHA_BETA.line(CUTOFF, difference.maximises) + 1
    step = TEST if kind in (GOES_ON, STOPS) and difference.v is not None else CALL
    return ALPHA_BETA.line(step, difference.maximises) + 1

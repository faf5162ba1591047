"""Joins a difference with what the student's own source was doing: the line to look at.

The calls come from the student's process and are only shown. What does not fit is left out: it is
better to say nothing than something false.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import inf, isfinite

from loa_tk.model.checks.beside import AGAIN, DEEP, FINISHED, GOES_ON, NOWHERE, SHALLOW, STOPS
from loa_tk.model.checks.following import Difference
from loa_tk.model.numbers import apart, number
from loa_tk.model.steps import Path
from loa_tk.model.tree.reasons import bound_origin
from loa_tk.model.tree.searchtree import SearchTree

ALPHAS = ("alpha", "α", "a", "low", "lower", "lo", "alfa")
BETAS = ("beta", "β", "b", "high", "upper", "hi")
VALUES = ("v", "value", "val", "best", "best_value", "bestvalue", "score", "best_score")
AT_A_LEAF = (AGAIN, DEEP, SHALLOW, FINISHED, NOWHERE)
CLOSE = 1e-6
LONGEST = 80
LINE = re.compile(r"\b[Ll]ine (\d+)")


@dataclass(frozen=True, kw_only=True)
class SourceTest:
    """A test of a bound in the student's source: its line, and what it compared."""

    line: int
    text: str
    values: tuple[tuple[str, float], ...]


@dataclass(frozen=True, kw_only=True)
class SourceCall:
    """One call of a student's function: what it got, and what its numbers are."""

    function: str
    line: int
    caller: int  # the line of the call, 0 if it is not in the file
    path: Path | None
    arguments: Mapping[str, float]
    numbers: Mapping[str, float]
    test: SourceTest | None

    def named(self, names: Sequence[str]) -> str:
        """Return the argument that has one of these names, or nothing."""
        return next((name for name in self.arguments if name.lower() in names), "")

    def now(self, names: Sequence[str]) -> float | None:
        """Return what the variable with one of these names is now, or None if there is none."""
        return next((self.numbers[name] for name in self.numbers if name.lower() in names), None)


def source_line(tree: SearchTree, difference: Difference, frames: object) -> str:
    """Return the line of the student's source to look at, or nothing if it is not known."""
    leaf = path_of(part(frames, "leaf"))
    if leaf != difference.student:
        return ""
    active, returned = calls(part(frames, "active")), calls(part(frames, "returned"))
    if difference.kind in AT_A_LEAF:
        return f"EVAL is asked in line {active[-1].line}." if active and leaf is not None else ""
    if difference.kind not in (GOES_ON, STOPS) or difference.proved:
        return ""
    chain = [call_at(path, active, returned) for path in prefixes(difference.node)]
    here = chain[-1]
    if here is None or difference.v is None:
        return ""
    return wrong_window(tree, difference, chain) or wrong_test(difference, here, folded(chain))


def named_line(sentence: str) -> int:
    """Return the first line of the source that a sentence names, or 0."""
    named = LINE.search(sentence)
    return int(named[1]) if named else 0


def folded(chain: Sequence[SourceCall | None]) -> bool:
    """Return whether one function stands for both MAX and MIN: negamax, or one with a flag."""
    functions = [call.function if call else "" for call in chain[:2]]
    return len(chain) > 1 and functions[0] == functions[1]


def prefixes(path: Path) -> list[Path]:
    """Return the paths from the root to this one."""
    return [path[:ply] for ply in range(len(path) + 1)]


def call_at(
    path: Path, active: Sequence[SourceCall], returned: Sequence[SourceCall]
) -> SourceCall | None:
    """Return the call that searches the node after a path; helpers have the same position."""
    here = [call for call in active if call.path == path]
    if not here:
        here = [call for call in reversed(returned) if call.path == path]
    tested = [call for call in here if call.test is not None]
    bounded = [call for call in here if call.named(ALPHAS)]
    return next(iter((*tested, *bounded, *here)), None)


def wrong_window(
    tree: SearchTree, difference: Difference, chain: Sequence[SourceCall | None]
) -> str:
    """Return the line of the first call on the path that was given a wrong bound, or nothing."""
    lower = not difference.maximises  # MIN is cut by alpha
    one_function, negated = folded(chain), is_negated(difference, chain[-1])
    nodes = tree.path(difference.opened)
    for ply, (node, call) in enumerate(zip(nodes, chain, strict=True)):
        if call is None:
            return ""
        if one_function and ply % 2:
            text = wrong_negamax_window(tree, node, call, negated)
            if text:
                return text
            continue
        name = call.named(ALPHAS if lower else BETAS)
        right = tree.alpha(node) if lower else tree.beta(node)
        if not name or close(call.arguments[name], right):
            continue
        return wrong_argument(tree, difference, chain, ply)
    return ""


def wrong_argument(
    tree: SearchTree, difference: Difference, chain: Sequence[SourceCall | None], ply: int
) -> str:
    """Say which call got a wrong bound, and whether its caller had the right one."""
    lower = not difference.maximises
    letter, node, call = "α" if lower else "β", tree.path(difference.opened)[ply], chain[ply]
    assert call is not None
    name = call.named(ALPHAS if lower else BETAS)
    right = tree.alpha(node) if lower else tree.beta(node)
    got, want = apart(call.arguments[name], right)
    test = chain[-1].test if chain[-1] is not None else None
    if not call.caller:
        return ""
    if not ply:
        return f"Line {call.caller}: {call.function} gets {got} at the root, not {letter} = {want}."
    above, names = chain[ply - 1], ALPHAS if lower else BETAS
    kept = above.now(names) if above else None
    if above is not None and kept is not None and close(kept, call.arguments[name]):
        origin = bound_origin(tree, node, lower)
        since = f" since {origin.move}" if origin else ""
        begun = above.arguments.get(above.named(names))
        ask = f"Where is {name} {'raised' if lower else 'lowered'}?"
        if begun is not None and not close(begun, kept):
            ask = f"Which move made {name} {got}?"
        return (
            f"Line {call.caller}: {name} is {got} there, and Figure 2 has {letter} = {want}"
            f"{since}. {ask}"
        )
    then = f", so {name} is {got} in line {test.line}" if test and ply == len(chain) - 1 else ""
    return (
        f"Line {call.caller}: {call.function} gets {got} where Figure 2 gives {letter} = {want}"
        f"{then}."
    )


def is_negated(difference: Difference, call: SourceCall | None) -> bool:
    """Return whether v in a test of MIN's has the other sign than Figure 2's: this is negamax."""
    test = call.test if call is not None else None
    if test is None or difference.maximises or not difference.v:
        return False
    values = [value for name, value in test.values if name.lower() in VALUES]
    return len(values) == 1 and close(values[0], -difference.v)


def wrong_negamax_window(
    tree: SearchTree, node: int, call: SourceCall, negated: bool
) -> str:
    """Say that one function for both sides got neither MAX's window nor MIN's, or nothing."""
    alpha, beta = call.named(ALPHAS), call.named(BETAS)
    if not alpha or not beta or not call.caller:
        return ""
    mine = call.arguments[alpha], call.arguments[beta]
    right = tree.alpha(node), tree.beta(node)
    if all(map(close, mine, (-right[1], -right[0]))):
        return ""
    if not negated and all(map(close, mine, right)):
        return ""
    window = f"[{number(mine[0])}, {number(mine[1])}]"
    wanted = f"[{number(-right[1] + 0.0)}, {number(-right[0] + 0.0)}]"
    return (
        f"Line {call.caller}: {call.function} gets {window} for MIN, where negamax needs {wanted}: "
        "minus beta, then minus alpha."
    )


def wrong_test(difference: Difference, call: SourceCall, one_function: bool) -> str:
    """Return what the test of the bound compared in the node, or that there is none."""
    goes_on, test = difference.kind == GOES_ON, call.test
    if test is None:
        if goes_on:
            return f"In the loop of {call.function} no test of a bound returns."
        return f"Line {call.line} returns there, without a test of a bound."
    if len(test.values) != 2:
        return f"Look at line {test.line}: `{test.text}`"
    (one, left), (other, right) = test.values
    mine = apart(left, right)
    facts = f"{one} = {mine[0]} with {other} = {mine[1]}"
    plain = f"Line {test.line} compares {facts} and goes on: `{test.text}`"
    if not goes_on:
        plain = f"Line {call.line} returns, after line {test.line} compared {facts}."
    if one_function and not difference.maximises:
        return plain
    return wrong_operand(difference, test) or plain


def wrong_operand(difference: Difference, test: SourceTest) -> str:
    """Return which of the two numbers in a test is not Figure 2's, or nothing."""
    bounds, others = (BETAS, ALPHAS) if difference.maximises else (ALPHAS, BETAS)
    letter, side = ("β", "MAX") if difference.maximises else ("α", "MIN")
    right = difference.beta if difference.maximises else difference.alpha
    assert right is not None and difference.v is not None
    values = list(test.values)
    named = [pair for pair in values if pair[0].lower() in bounds]
    if not named:
        wrong = [name for name, _ in values if name.lower() in others]
        if wrong:
            return f"Line {test.line} compares with {wrong[0]}, and {side} is cut by {letter}."
        # Neither is called as a bound, so v is the one with its name or with Figure 2's value.
        named = [pair for pair in values if pair[0].lower() not in VALUES]
    if len(named) == 2:
        named = [pair for pair in values if not close(pair[1], difference.v)]
    if len(named) != 1:
        return ""
    (name, bound), (v, value) = named[0], next(pair for pair in values if pair != named[0])
    if not close(bound, right):
        mine, want = apart(bound, right)
        return (
            f"Line {test.line}, where {name} is {mine} and Figure 2 has {letter} = {want}. "
            f"Where does {name} come from?"
        )
    if v.lower() not in others and not close(value, difference.v):
        mine, want = apart(value, difference.v)
        return (
            f"Line {test.line}, where {v} is {mine} and Figure 2 has v = {want}. "
            f"Where does {v} come from?"
        )
    return ""


def close(one: float, other: float) -> bool:
    """Return whether two numbers are practically equal."""
    return one == other or (isfinite(one) and isfinite(other) and abs(one - other) <= CLOSE)


# The calls as plain data, of which nothing is believed


def part(data: object, name: str) -> object:
    """Return an entry of a dictionary, or None."""
    return data.get(name) if isinstance(data, Mapping) else None


def path_of(data: object) -> Path | None:
    """Return a path, or None."""
    if not isinstance(data, Sequence) or isinstance(data, str):
        return None
    return tuple(one for one in data if type(one) is int)


def calls(data: object) -> list[SourceCall]:
    """Return calls."""
    if not isinstance(data, Sequence) or isinstance(data, str):
        return []
    return [
        SourceCall(
            function=text(part(one, "function")), line=whole(part(one, "line")),
            caller=whole(part(one, "caller")), path=path_of(part(one, "path")),
            arguments=mapping(part(one, "arguments")), numbers=mapping(part(one, "numbers")),
            test=test_of(part(one, "test")),
        )
        for one in data
    ]  # fmt: skip


def test_of(data: object) -> SourceTest | None:
    """Return a test of a bound, or None."""
    if not isinstance(data, Mapping):
        return None
    pairs = data.get("values")
    values = [
        (text(pair[0]), real)
        for pair in (pairs if isinstance(pairs, Sequence) else ())
        if isinstance(pair, Sequence) and len(pair) == 2
        if (real := real_number(pair[1])) is not None
    ]
    return SourceTest(
        line=whole(data.get("line")), text=text(data.get("text")), values=tuple(values)
    )


def mapping(data: object) -> dict[str, float]:
    """Return numbers by their names."""
    items = data.items() if isinstance(data, Mapping) else ()
    pairs = ((text(name), real_number(value)) for name, value in items)
    return {name: value for name, value in pairs if value is not None}


def real_number(data: object) -> float | None:
    """Return a number, or None."""
    if data in ("inf", "-inf"):
        return inf if data == "inf" else -inf
    if isinstance(data, (int, float)) and not isinstance(data, bool):
        with suppress(OverflowError):  # a whole number of hundreds of digits
            return float(data)
    return None


def whole(data: object) -> int:
    """Return a whole number, or 0."""
    return data if type(data) is int else 0


def text(data: object) -> str:
    """Return a printable text of bounded length."""
    return "".join(one for one in str(data)[:LONGEST] if one.isprintable())

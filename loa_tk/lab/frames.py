"""What a student's own source was doing at a leaf of its search: active calls, lines, numbers.

The search is run a second time with a trace function. What is returned is plain data of bounded
size: dictionaries, lists, texts, and finite numbers ("inf" and "-inf" are texts).
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from math import isfinite
from types import FrameType
from typing import Any, NamedTuple, TypeAlias

from loa_tk.lab import functions
from loa_tk.lab.counts import SearchCounts
from loa_tk.lab.mistakes import Mistake
from loa_tk.lab.position import Position
from loa_tk.lab.source import CHOOSE, OwnCode, read
from loa_tk.model.game import Game, State

MOST_FRAMES = 60  # active calls, and calls that have returned since the leaf before
MOST_NUMBERS = 30  # of a call
LONGEST = 80  # characters of a line or a name
MOST_ITEMS = 4  # of a list or a tuple of numbers, as w[0]

Plain: TypeAlias = dict[str, Any]
Tracer: TypeAlias = Callable[[FrameType, str, Any], Any]


class BoundTest(NamedTuple):
    """An `if` in a loop that compares two expressions and leaves the loop."""

    text: str
    operands: tuple[str, ...]


class Enough(BaseException):
    """The leaf is reached: the second run ends here."""


def bound_tests(source: bytes) -> dict[int, BoundTest]:
    """Return the tests in a source that can end a node early, by their lines."""
    lines, found = source.decode("utf-8", "replace").splitlines(), dict[int, BoundTest]()
    for loop in ast.walk(ast.parse(source)):
        if not isinstance(loop, (ast.For, ast.While)):
            continue
        for node in ast.walk(loop):
            if isinstance(node, ast.If) and isinstance(node.test, ast.Compare) and leaves(node):
                operands = (node.test.left, *node.test.comparators)
                text = lines[node.lineno - 1].strip() if node.lineno <= len(lines) else ""
                found[node.lineno] = BoundTest(
                    text[:LONGEST], tuple(ast.unparse(one)[:LONGEST] for one in operands)
                )
    return found


def leaves(node: ast.If) -> bool:
    """Return whether the body of an `if` returns or breaks."""
    return any(isinstance(line, (ast.Return, ast.Break)) for line in node.body)


class Call:
    """One call of a student's function while it runs."""

    def __init__(self, frame: FrameType) -> None:
        """Take note of the arguments on entry, and of the line that made the call."""
        code = frame.f_code
        names = code.co_varnames[: code.co_argcount]
        self.frame, self.function = frame, code.co_name
        self.arguments = numbers({name: frame.f_locals.get(name) for name in names})
        positions = (frame.f_locals.get(name) for name in names)
        self.position = next((one for one in positions if isinstance(one, Position)), None)
        back = frame.f_back
        same = back is not None and back.f_code.co_filename == code.co_filename
        self.caller = back.f_lineno if back is not None and same else 0
        self.test: Plain | None = None

    def plain(self, line: int) -> Plain:
        """Return the call as plain data, executing this line."""
        path = self.position._path if self.position is not None else None
        return {
            "function": self.function[:LONGEST], "line": line, "caller": self.caller,
            "path": None if path is None else list(path), "arguments": self.arguments,
            "numbers": numbers(self.frame.f_locals), "test": self.test,
        }  # fmt: skip


def numbers(values: Mapping[str, object]) -> Plain:
    """Return the numbers among some variables, and those in short lists."""
    found: Plain = {}
    for name, value in list(values.items()):
        for key, one in entries(name, value):
            if isinstance(one, (int, float)) and not isinstance(one, bool):
                if len(found) == MOST_NUMBERS:
                    return found
                found[key[:LONGEST]] = one_number(one)
    return found


def entries(name: str, value: object) -> Iterator[tuple[str, object]]:
    """Yield a variable, or the entries of a short list of its own."""
    if type(value) in (list, tuple) and len(value) <= MOST_ITEMS:  # type: ignore[arg-type]
        for place, one in enumerate(value):  # type: ignore[arg-type, var-annotated]
            yield f"{name}[{place}]", one
    else:
        yield name, value


def one_number(value: float) -> float | str:
    """Return a number that any JSON reader can read."""
    try:
        real = float(value)
    except (OverflowError, ValueError, TypeError):
        return "inf"
    if isfinite(real):
        return real + 0.0  # which makes a zero of minus zero
    return "inf" if real > 0 else "-inf"


class Tracing:
    """The trace of one run: the active calls, and those that returned since the last leaf."""

    def __init__(self, code: OwnCode) -> None:
        self.file, self.tests = str(code.path), bound_tests(read(code.path))
        self.calls: list[Call] = []
        self.returned: list[Plain] = []

    def begin(self, frame: FrameType, event: str, argument: object) -> Tracer | None:
        """Follow a call if the function is the student's."""
        if event != "call" or frame.f_code.co_filename != self.file:
            return None
        self.calls.append(Call(frame))
        return self.go_on

    def go_on(self, frame: FrameType, event: str, argument: object) -> Tracer:
        """Take note of a test that is about to be made, and of a return."""
        call = self.calls[-1] if self.calls and self.calls[-1].frame is frame else None
        if call is None:
            return self.go_on
        if event == "line" and frame.f_lineno in self.tests:
            test = self.tests[frame.f_lineno]
            known = numbers(frame.f_locals)
            values = [[name, known[name]] for name in test.operands if name in known]
            call.test = {"line": frame.f_lineno, "text": test.text, "values": values}
        elif event == "return":
            self.calls.pop()
            if len(self.returned) < MOST_FRAMES:
                self.returned.append(call.plain(frame.f_lineno))
        return self.go_on

    def now(self, leaf: Position | None) -> Plain:
        """Return all that is known, with the position of the leaf that was reached."""
        path = leaf._path if leaf is not None else None
        return {
            "leaf": None if path is None else list(path),
            "active": [call.plain(call.frame.f_lineno) for call in self.calls[:MOST_FRAMES]],
            "returned": self.returned,
        }  # fmt: skip


def frames_at(
    game: Game,
    state: State,
    code: OwnCode,
    depth: int,
    leaf: int,
    evaluate: Callable[[Position, int], float],
) -> Plain:
    """Return what the calls of a file's `choose` are doing when it evaluates leaf number `leaf`.

    Leaves are counted from 1. If the search ends before, the calls since its last leaf are given.
    """
    tracing, seen = Tracing(code), [0]
    result: list[Plain] = []

    def watch(position: Position, player: int) -> float:
        seen[0] += 1
        if seen[0] == leaf:
            sys.settrace(None)
            result.append(tracing.now(position))
            raise Enough
        value = evaluate(position, player)
        tracing.returned.clear()
        return value

    counts = SearchCounts(depth, watch)
    before = sys.gettrace()
    sys.settrace(tracing.begin)
    try:
        with suppress(Enough, Mistake):
            functions.choose(game, state, code.function(CHOOSE), counts, None, code)
    finally:
        sys.settrace(before)
    return result[0] if result else tracing.now(None)

"""What jobs return, as the guest writes it and the host reads it: reports, trees, plain JSON.

An answer is a pair: the name of its row here, and JSON. Reading never runs anything: an answer that
is not what its row says raises WireError.
"""

from __future__ import annotations

import math
from base64 import b64decode, b64encode
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from loa_tk.control.guest.wire import MOST, MOST_TEXT, WireError
from loa_tk.model.game import Game, State
from loa_tk.model.games import find_game
from loa_tk.model.records.record import ReportError
from loa_tk.model.records.reports import read_report, report_text
from loa_tk.model.search.statistics import Report
from loa_tk.model.tree.codec import from_bytes, to_bytes
from loa_tk.model.tree.searchtree import SearchTree

DEEPEST_JSON = 20  # lists within lists in a plain answer


@dataclass(frozen=True)
class AnswerKind:
    """One row: which objects it is for, and how they are written and read for a position."""

    type: type
    write: Callable[[Game, State, Any], Any]
    read: Callable[[Game, State, Any], Any]
    most: int = MOST_TEXT  # bytes


def _read_report(game: Game, state: State, content: Any) -> Report:
    if not isinstance(content, str):
        raise WireError("a report that is no text")
    try:
        return read_report(game, state, content)
    except ReportError:
        raise WireError("a report that cannot be read") from None


def _plain(content: Any, depth: int = 0) -> Any:
    """Return plain JSON with finite numbers and bounded depth, or raise WireError."""
    if depth > DEEPEST_JSON or (isinstance(content, float) and not math.isfinite(content)):
        raise WireError("an answer that is not plain")
    if isinstance(content, dict):
        return {key: _plain(value, depth + 1) for key, value in content.items()}
    if isinstance(content, list):
        return [_plain(value, depth + 1) for value in content]
    return content


def _write_tree(game: Game, state: State, tree: SearchTree) -> str:
    return b64encode(to_bytes(tree)).decode("ascii")


def _read_tree(game: Game, state: State, content: Any) -> SearchTree:
    if not isinstance(content, str):
        raise WireError("a tree that is no text")
    try:
        tree = from_bytes(b64decode(content, validate=True), game)
    except ValueError as error:  # UserError is one, too
        raise WireError(f"a tree that cannot be read ({error})") from None
    if tree.root != state:
        raise WireError("the tree of another position")
    return tree


ANSWERS = {
    "report": AnswerKind(Report, report_text, _read_report),
    "tree": AnswerKind(SearchTree, _write_tree, _read_tree, MOST),
    "json": AnswerKind(object, lambda _, __, answer: answer, lambda _, __, one: _plain(one)),
}


def write_answer(job: Any, answer: object) -> tuple[str, Any]:
    """Return an answer of a job as its kind and JSON."""
    game, state = place_of(job)
    name = next(name for name, row in ANSWERS.items() if isinstance(answer, row.type))
    return name, ANSWERS[name].write(game, state, answer)


def read_answer(job: Any, kind: object, content: Any, size: int) -> object:
    """Return the answer of a job from its JSON, which had this many bytes; raise WireError."""
    row = ANSWERS.get(kind) if isinstance(kind, str) else None
    if row is None or size > row.most:
        raise WireError("an answer of an unknown kind" if row is None else "an answer too long")
    game, state = place_of(job)
    return row.read(game, state, content)


def place_of(job: Any) -> tuple[Game, State]:
    """Return the game of a job, and its position if it has one."""
    game = find_game(job.game)
    return game, getattr(job, "state", game.start)

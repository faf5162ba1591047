"""What jobs return, as the guest writes it and the host reads it: reports, trees, plain JSON.

The annotation of a job's `run` says which kind of answer it has. Its progress is of the same kind,
or plain JSON if the answer is a tree. Reading never runs anything: an answer that is not what its
row says raises WireError.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from loa_tk.control.guest.wire import WireError
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
    """One row: which objects it is for, and how they are written and read for a position.

    They are written as JSON, or as bytes.
    """

    type: type
    write: Callable[[Game, State, Any], Any]
    read: Callable[[Game, State, Any], Any]


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


def _write_tree(game: Game, state: State, tree: SearchTree) -> bytes:
    return to_bytes(tree)


def _read_tree(game: Game, state: State, content: Any) -> SearchTree:
    if not isinstance(content, bytes):
        raise WireError("a tree that is none")
    try:
        tree = from_bytes(content, game)
    except ValueError as error:  # UserError is one, too
        raise WireError(f"a tree that cannot be read ({error})") from None
    if tree.root != state:
        raise WireError("the tree of another position")
    return tree


ANSWERS = {
    "report": AnswerKind(Report, report_text, _read_report),
    "tree": AnswerKind(SearchTree, _write_tree, _read_tree),
    "json": AnswerKind(object, lambda _, __, answer: answer, lambda _, __, one: _plain(one)),
}


def kind_of(job: Any, progress: bool = False) -> AnswerKind:
    """Return the row of a job's answer, or of its progress."""
    named = str(type(job).run.__annotations__.get("return", ""))
    found = next((row for row in ANSWERS.values() if row.type.__name__ == named), ANSWERS["json"])
    return ANSWERS["json"] if progress and found.type is SearchTree else found


def write_answer(job: Any, answer: object, progress: bool = False) -> Any:
    """Return an answer of a job as JSON or bytes."""
    return kind_of(job, progress).write(*place_of(job), answer)


def read_answer(job: Any, content: Any, progress: bool = False) -> object:
    """Return the answer of a job from JSON or bytes, or raise WireError."""
    return kind_of(job, progress).read(*place_of(job), content)


def place_of(job: Any) -> tuple[Game, State]:
    """Return the game of a job, and its position if it has one."""
    game = find_game(job.game)
    return game, job.position or game.start

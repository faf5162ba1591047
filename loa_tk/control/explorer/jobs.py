"""The search explorer's jobs: record a tree, which arrives in pieces, compare searches, ask."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from typing import Any

from loa_tk.control.engine.jobs import EngineJob
from loa_tk.model.game import State, UserError
from loa_tk.model.games import find_game
from loa_tk.model.search.options import is_file
from loa_tk.model.tree.comparison import Comparison, compare
from loa_tk.model.tree.figure import Execution, Moments, count_moments
from loa_tk.model.tree.layout import Widths, measure
from loa_tk.model.tree.quiz import Quiz, make_question
from loa_tk.model.tree.reasons import ChildRow, Reason, explain, rows
from loa_tk.model.tree.recording import TreeRequest, record
from loa_tk.model.tree.searchtree import Columns, SearchTree
from loa_tk.model.tree.why import why

PIECE = 1 << 18  # bytes
KEPT = 2_000  # nodes whose moves are remembered in words


@dataclass(frozen=True)
class TreePiece:
    """A part of one of the arrays; the pieces of an array arrive in their order."""

    name: str
    content: bytes


@dataclass(frozen=True)
class TreeFacts:
    """Everything about a recorded tree that is not an array: the tree is without its columns."""

    tree: SearchTree
    averages: tuple[float, ...]
    counted: int


@dataclass(frozen=True, eq=False, kw_only=True)
class Exploration:
    """A recorded tree, its widths and its moments, with what has been put into words so far."""

    tree: SearchTree
    widths: Widths
    execution: Execution

    @cached_property
    def rows(self) -> Callable[[int], tuple[ChildRow, ...]]:
        """Return the moves of a node in words."""
        return lru_cache(KEPT)(partial(rows, self.tree))

    @cached_property
    def reason(self) -> Callable[[int], Reason]:
        """Return why a node has its value."""
        return lru_cache(KEPT)(partial(explain, self.tree))

    @cached_property
    def why(self) -> Callable[[int], Sequence[str]]:
        """Return why a node's move was chosen, in sentences."""
        return lru_cache(KEPT)(partial(why, self.tree))

    @cached_property
    def positions(self) -> float:
        """The positions that minimax would visit."""
        return self.widths.width()


def pieces(tree: SearchTree, widths: Widths, moments: Moments) -> Iterator[TreePiece]:
    """Yield all arrays in pieces."""
    others = {"widths": widths.nodes, "estimated": widths.estimated, **moments._asdict()}
    for name, column in {**vars(tree.columns), **others}.items():
        view = memoryview(column).cast("B")
        for start in range(0, len(view), PIECE):
            yield TreePiece(name, bytes(view[start : start + PIECE]))


class Arriving:
    """The arrays of a tree whose pieces are arriving."""

    def __init__(self) -> None:
        """Begin with empty arrays."""
        self._columns = Columns()
        self._moments = Moments(array("I"), array("I"), array("I"))
        self._others: dict[str, array[Any]] = {"widths": array("d"), **self._moments._asdict()}
        self._estimated = bytearray()

    def add(self, piece: TreePiece) -> None:
        """Append a piece to its array."""
        if piece.name == "estimated":
            self._estimated += piece.content
        elif piece.name in self._others:
            self._others[piece.name].frombytes(piece.content)
        else:
            getattr(self._columns, piece.name).frombytes(piece.content)

    def finished(self, known: TreeFacts) -> Exploration:
        """Return the tree, since all pieces have arrived."""
        tree = replace(known.tree, columns=self._columns)
        widths = Widths(
            nodes=self._others["widths"], estimated=self._estimated, averages=known.averages,
            counted=known.counted,
        )  # fmt: skip
        return Exploration(tree=tree, widths=widths, execution=Execution(tree, self._moments))


RECORDING, MEASURED = 0.8, 0.9  # shares of the progress bar when these are done
GRACE = 1.0  # seconds in which the process with a student's file must have ended


@dataclass(frozen=True)
class Refusal:
    """Why there is no answer: a mistake in a student's file, or a wrong request."""

    reason: str


@dataclass(frozen=True, kw_only=True)
class ExploreJob(EngineJob):
    """Search a position and record the whole tree."""

    game: str
    state: State
    search: str
    evaluation: str
    depth: int
    order: str

    @property
    def grace(self) -> float:
        """The seconds that it needs at its end to stop the process with a student's file."""
        return GRACE if is_file(self.evaluation) else 0.0

    def run(self, stop: Callable[[], bool], tell: Callable[[object], None]) -> TreeFacts | Refusal:
        """Report the share that is done, then the arrays in pieces; return the rest."""
        try:
            tree = self.record(stop, lambda share: tell(RECORDING * share))
        except UserError as error:
            return Refusal(str(error))
        tell(RECORDING)
        widths = measure(tree)
        tell(MEASURED)
        for piece in pieces(tree, widths, count_moments(tree)):
            tell(piece)
        return TreeFacts(replace(tree, columns=Columns()), widths.averages, widths.counted)

    def record(self, stop: Callable[[], bool], progress: Callable[[float], None]) -> SearchTree:
        """Return the tree."""
        return record(self.with_evaluation(stop), stop, progress)

    def with_evaluation(self, stop: Callable[[], bool]) -> TreeRequest:
        """Return the request; a student's evaluation runs in a process of its own."""
        request = self.request()
        if is_file(self.evaluation):
            from loa_tk.control.guest.files import with_own_evaluation

            request = with_own_evaluation(request, stop)
        return request

    def request(self) -> TreeRequest:
        """Return what the recorder is asked for."""
        return TreeRequest(
            game=find_game(self.game), state=self.state, search=self.search,
            evaluation=self.evaluation, depth=self.depth, order=self.order,
        )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class CompareJob(EngineJob):
    """Search a position in several ways and count what each of them costs."""

    game: str
    state: State
    evaluation: str
    depth: int

    def run(self, stop: Callable[[], bool], tell: Callable[[object], None]) -> Comparison:
        """Report the rows so far after each search; return all of them."""
        game, evaluation = find_game(self.game), self.evaluation
        request = TreeRequest(game=game, state=self.state, evaluation=evaluation, depth=self.depth)
        return compare(request, stop, tell)


@dataclass(frozen=True, kw_only=True)
class QuizJob(EngineJob):
    """Make a quiz."""

    game: str
    seed: int
    level: str
    questions: int

    def run(self, stop: Callable[[], bool], tell: Callable[[object], None]) -> Quiz:
        """Report the share that is done; return the quiz."""
        game = find_game(self.game)
        made = []
        for place in range(1, self.questions + 1):
            made.append(make_question(game, self.seed, self.level, place))
            tell(place / self.questions)
        return Quiz(game=game.key, seed=self.seed, level=self.level, questions=tuple(made))

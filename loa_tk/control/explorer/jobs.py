"""The search explorer's jobs for the engine process: record a tree, compare searches, ask."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from loa_tk.control.engine.jobs import EngineJob
from loa_tk.control.explorer.recorded import TreeFacts, facts, pieces
from loa_tk.model.game import State, UserError
from loa_tk.model.games import find_game
from loa_tk.model.search.options import is_file
from loa_tk.model.tree.comparison import Comparison, compare
from loa_tk.model.tree.figure import Execution
from loa_tk.model.tree.quiz import Quiz, make_question
from loa_tk.model.tree.recording import TreeRequest, record
from loa_tk.model.tree.searchtree import SearchTree
from loa_tk.model.tree.widths import measure

RECORDING, MEASURED = 0.8, 0.9  # shares of the progress bar when these are done
GRACE = 1.0  # seconds in which the process with a student's file must have ended


@dataclass(frozen=True)
class Refusal:
    """Why there is no answer: a mistake in a student's file, or a wrong request."""

    reason: str


@dataclass(frozen=True)
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
        execution = Execution(tree)
        for piece in pieces(tree, widths, execution):
            tell(piece)
        return facts(tree, widths)

    def record(self, stop: Callable[[], bool], progress: Callable[[float], None]) -> SearchTree:
        """Return the tree; a student's evaluation runs in a process of its own."""
        if not is_file(self.evaluation):
            return record(self.request(), stop, progress)
        from loa_tk.control.guest.trees import OwnTreeJob
        from loa_tk.control.guest.worker import run_guest

        job = OwnTreeJob(
            self.game, self.state, self.search, self.evaluation, self.depth, self.order
        )

        def share_done(content: object) -> None:
            if isinstance(content, float):
                progress(content)

        tree: SearchTree = run_guest(job, stop, share_done)
        return tree

    def request(self) -> TreeRequest:
        """Return what the recorder is asked for."""
        return TreeRequest(
            find_game(self.game), self.state, self.search, self.evaluation, self.depth, self.order
        )


@dataclass(frozen=True)
class CompareJob(EngineJob):
    """Search a position in several ways and count what each of them costs."""

    game: str
    state: State
    evaluation: str
    depth: int

    def run(self, stop: Callable[[], bool], tell: Callable[[object], None]) -> Comparison:
        """Report the rows so far after each search; return all of them."""
        request = TreeRequest(
            find_game(self.game), self.state, evaluation=self.evaluation, depth=self.depth
        )
        return compare(request, stop, tell)


@dataclass(frozen=True)
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
        return Quiz(game.key, self.seed, self.level, tuple(made))

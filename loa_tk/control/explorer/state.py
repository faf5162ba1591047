"""The state of the search explorer: one object that holds everything its scene is made from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from loa_tk.control.engine.jobs import Job
from loa_tk.control.explorer.jobs import Arriving, CompareJob, Exploration, ExploreJob
from loa_tk.control.explorer.pair import PairArriving, PairComparison, PairJob
from loa_tk.control.explorer.playouts import PlayoutWalk
from loa_tk.model.game import Game, State, finish
from loa_tk.model.search.options import is_file
from loa_tk.model.steps import Path
from loa_tk.model.tree.comparison import Comparison
from loa_tk.model.tree.layout import Spot
from loa_tk.model.tree.lessons.lesson import Lesson
from loa_tk.model.tree.question import Mark, Question
from loa_tk.model.tree.quiz import Quiz
from loa_tk.model.tree.searchtree import FIXED, ROOT
from loa_tk.model.written import WrittenTree
from loa_tk.scenes.explorer import Frame, Span

DEPTHS = range(1, 9)
PLIES = range(1, 5)  # depths to which two searches are compared


def depths(game: Game) -> range:
    """Return the depths that can be chosen: those of a written tree, or a few."""
    return range(1, game.height + 1) if isinstance(game, WrittenTree) else DEPTHS


@dataclass(frozen=True)
class Layout:
    """The picture of one view of a tree in pixels."""

    rows: tuple[tuple[Span, ...], ...]
    best: tuple[Frame, ...]
    exact: bool


@dataclass(kw_only=True)
class Answering:
    """The questions of a quiz, and where the user is in it."""

    quiz: Quiz
    place: int = 0
    typed: dict[str, str] = field(default_factory=dict)  # answers by the keys of their fields
    ticked: frozenset[str] = frozenset()  # the names of branches
    mark: Mark | None = None  # what the answer was worth

    @property
    def question(self) -> Question:
        """The question in turn."""
        return self.quiz.questions[self.place]

    @property
    def at_end(self) -> bool:
        """Whether the question in turn is the last."""
        return self.place + 1 == len(self.quiz.questions)


@dataclass(kw_only=True)
class ExplorerState:
    """A position, the tree of its search, and where the user is in it."""

    clock: Callable[[], float]
    game: Game
    position: State
    values: dict[str, str] = field(
        default_factory=lambda: {
            "page": "tree", "search": "alphabeta", "evaluation": "", "depth": "3",
            "order": "fixed", "playouts": "200", "exploration": "1.4",
            "speed": "10", "level": "easy", "seed": "1",
            "file": "", "left": FIXED, "given": "", "plies": "3", "idea": "deepening",
        }
    )  # fmt: skip
    following: bool = True  # the position is that of the main board
    board: tuple[Game, State] | None = None  # what the main board shows
    job: Job | None = None  # the engine's
    stopping: bool = False  # whether the job has been asked for its answer
    progress: float = 0.0
    arriving: Arriving | None = None
    recorded: ExploreJob | None = None  # the job of the tree that is shown
    explored: Exploration | None = None
    answers: dict[tuple[str, int], str] = field(default_factory=dict)  # by question and node
    node: int = ROOT  # the opened node
    pick: int | None = None  # the selected move of the opened node: first those tried
    moment: int = 0
    wanted: int | None = None  # the moment to go to when the search has ended
    whole: bool = True  # whether everything is shown, or only what was known at the moment
    shown: tuple[float, float] = (0.0, 1.0)  # the part of the tree's width in the picture
    width: int = 0  # of the picture in pixels
    layout: tuple[object, Layout] | None = None  # the last picture and what it was made for
    drawing: bool = False  # the picture waits until the rest of a new tree is shown
    hover: Spot | None = None
    playing: bool = False
    run: Callable[[ExplorerState, int], bool] | None = None  # what plays; True is its end
    due: float = 0.0  # steps that the clock allows
    looked: float = 0.0  # when the clock was last looked at
    presenting: bool = False
    guesses: dict[int, str] = field(default_factory=dict)  # predictions by their moments
    zoom: float = 1.0  # of the presentation
    comparison: Comparison | None = None
    quiz: Answering | None = None
    right: int = 0  # answers of this session
    asked: int = 0
    lesson: Lesson | None = None
    walk: PlayoutWalk | None = None  # through a Monte Carlo tree search
    visits_width: int = 0  # of its picture in pixels
    pair: PairComparison | None = None
    pair_arriving: PairArriving | None = None
    pair_file: str = ""  # whose search is or was compared
    pair_moment: int | None = None  # of both searches' clock; None is where they first differ
    pair_error: str = ""  # why it could not be
    pair_at: Path | None = None  # the opened node, if it is not where the searches part
    pair_width: int = 0  # of both pictures in pixels
    pair_layouts: tuple[object, tuple[Layout, ...]] | None = None
    files: tuple[str, ...] = ()  # that were chosen before
    status: str = ""
    bad: bool = False

    def __post_init__(self) -> None:
        """Take the first evaluation of the game, which is its simplest."""
        self.place(self.game, self.position)

    def place(self, game: Game, position: State) -> None:
        """Take another position; what was found for the last one is gone."""
        self.game, self.position = game, position
        evaluation = self.values["evaluation"]
        if evaluation not in game.evaluations and not is_file(evaluation):
            self.values["evaluation"] = game.evaluations[0]
        if isinstance(game, WrittenTree) or int(self.values["depth"]) not in depths(game):
            self.values["depth"] = str(depths(game)[-1 if isinstance(game, WrittenTree) else 2])
        if self.values["given"] not in game.evaluations:
            self.values["given"] = game.evaluations[0]
        self.forget_tree()
        self.walk = None
        if isinstance(game, WrittenTree) and self.values["search"] == "mcts":
            self.values["search"] = "alphabeta"  # a written tree cannot be played out
        self.lesson = self.comparison = self.pair = self.pair_layouts = self.pair_at = None
        self.pair_moment = None
        self.pair_error = ""

    def forget_tree(self) -> None:
        """Go back to the time before the search."""
        self.explored = self.layout = self.hover = self.recorded = None
        self.answers, self.guesses = {}, {}
        self.node, self.pick, self.moment, self.whole = ROOT, None, 0, True
        self.shown, self.playing, self.drawing = (0.0, 1.0), False, False
        self.say("")

    def say(self, text: str, bad: bool = False) -> None:
        """Set the status line; an empty one shows what can be done next."""
        self.status, self.bad = text, bad

    @property
    def by_playouts(self) -> bool:
        """Whether Monte Carlo tree search is chosen."""
        return self.values["search"] == "mcts"

    @property
    def on_playouts(self) -> bool:
        """Whether the tree page is that of Monte Carlo tree search."""
        return self.by_playouts and self.values["page"] == "tree"

    @property
    def searching(self) -> bool:
        """Whether a tree is being recorded."""
        return isinstance(self.job, ExploreJob)

    @property
    def comparing_pair(self) -> bool:
        """Whether a student's search is being compared."""
        return isinstance(self.job, PairJob)

    @property
    def compared_by(self) -> str:
        """The evaluation of comparisons, which cannot be a student's file."""
        chosen = self.values["evaluation"]
        return chosen if chosen in self.game.evaluations else self.game.evaluations[0]

    @property
    def comparing(self) -> bool:
        """Whether searches are being compared."""
        return isinstance(self.job, CompareJob)

    @property
    def over(self) -> bool:
        """Whether the game is over, so that there is nothing to search."""
        return finish(self.game, self.position) is not None

    @property
    def speed(self) -> float:
        """The chosen speed in steps a second."""
        return float(self.values["speed"])

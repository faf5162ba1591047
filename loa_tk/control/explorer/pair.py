"""Two searches side by side: the job that finds their first difference.

The left one is Figure 2. The right one is a student's, one with a known mistake, or Figure 2 in
another order of moves.
"""

from __future__ import annotations

import re
import time
from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from loa_tk.control.engine.jobs import EngineJob
from loa_tk.control.explorer.excerpt import excerpts
from loa_tk.control.explorer.jobs import (
    GRACE,
    MEASURED,
    Arriving,
    Exploration,
    Refusal,
    TreeFacts,
    TreePiece,
    pieces,
)
from loa_tk.model.checks.apart import apart_at, order_difference
from loa_tk.model.checks.beside import Beside, Watched
from loa_tk.model.checks.diagnosis import Case
from loa_tk.model.checks.following import COUNTS, MOVE, VALUE, Difference, beside, each_difference
from loa_tk.model.checks.mistaken import MOST, watch_mistake
from loa_tk.model.checks.mistakes import MISTAKES, six
from loa_tk.model.checks.places import Place, place_of
from loa_tk.model.checks.secret import SECRET, SecretEvaluation
from loa_tk.model.game import Evaluation, Game, State, UserError
from loa_tk.model.games import find_game
from loa_tk.model.search.options import is_file
from loa_tk.model.search.search import Limits
from loa_tk.model.search.statistics import Statistics
from loa_tk.model.steps import EVAL, SearchStep
from loa_tk.model.steps import Path as MovePath
from loa_tk.model.tree.figure import Moments
from loa_tk.model.tree.followed import followed
from loa_tk.model.tree.layout import Census, full_widths
from loa_tk.model.tree.orders import ORDERS
from loa_tk.model.tree.recording import TreeRequest, record
from loa_tk.model.tree.searchtree import FIXED, ROOT, Columns, SearchTree
from loa_tk.scenes.explorer import CodeLine
from loa_tk.words import pair as pair_words

PATIENCE = 30.0  # seconds for all searches of a file
MOST_WATCHED = 500_000  # EVAL calls of one search
LEAST = 1.0  # seconds for one of them
FIRST = 0.6  # the share of the time that the first depth gets
MOST_LEAVES = 200_000  # of a student's tree that are drawn
SEED = 1  # of a file's random numbers, as in the checks
SEARCHED = 0.8  # the share of the progress bar when the searches are done
LONGEST_SOURCE = 20_000  # lines of a file of which an excerpt is shown


@dataclass(frozen=True)
class PairPiece:
    """A piece of the student's tree, or of Figure 2's."""

    mine: bool
    piece: TreePiece


@dataclass(frozen=True, kw_only=True)
class PairFacts:
    """What was found out about a student's search, without the arrays of the trees."""

    figure: TreeFacts
    mine: TreeFacts
    depths: tuple[int, ...]  # that were searched, the least first
    difference: Difference | None
    place: Place
    excerpt: tuple[tuple[CodeLine, CodeLine], ...]
    value: float | None  # as it was reported
    leaves: int  # of the second search: the EVAL calls that were seen, or all leaves of an order
    figure_leaves: int  # and those of Figure 2
    chosen: int  # the depth that was asked for
    rival: str  # the name of the right search


@dataclass(frozen=True, eq=False, kw_only=True)
class PairComparison:
    """Two searches side by side, with their whole trees."""

    figure: Exploration
    mine: Exploration
    known: PairFacts

    @cached_property
    def apart(self) -> int:
        """How many nodes both have entered when they first differ."""
        return apart_at(self.figure.tree, self.mine.tree, self.known.difference)

    @property
    def end(self) -> int:
        """The last moment of their clock, when both have ended."""
        return max(len(self.figure.tree), len(self.mine.tree)) + 1


class PairArriving:
    """Both trees, whose pieces are arriving."""

    def __init__(self) -> None:
        """Begin with empty trees."""
        self._trees = {False: Arriving(), True: Arriving()}

    def add(self, piece: PairPiece) -> None:
        """Append a piece to its tree."""
        self._trees[piece.mine].add(piece.piece)

    def finished(self, known: PairFacts) -> PairComparison:
        """Return both trees, since all pieces have arrived."""
        return PairComparison(
            figure=self._trees[False].finished(known.figure),
            mine=self._trees[True].finished(known.mine), known=known,
        )  # fmt: skip


def evaluation_named(game: Game, name: str) -> Evaluation:
    """Return an evaluation of the game, or a secret one by its seed, or raise UserError."""
    if name.startswith(SECRET):
        return SecretEvaluation(game, name[len(SECRET) :])
    return game.evaluation(name, 0, 0.0)


KNOWN = {f"mistake:{mistake.name}": mistake for mistake in MISTAKES}
ORDERED = {f"order:{order.name}": order for order in ORDERS.values()}


class Searched(NamedTuple):
    """One search of the right side, laid beside Figure 2's."""

    watched: Watched
    statistics: Statistics
    both: Beside
    difference: Difference | None


@dataclass(frozen=True, kw_only=True)
class PairJob(EngineJob):
    """Search a position in two ways, to these depths until they differ.

    If they never do, the trees are those of the first depth. `file` is a student's, or a name in
    KNOWN or ORDERED; beside an order, the left search tries the moves in the order `left`.
    """

    game: str
    state: State
    file: str
    left: str = FIXED
    evaluation: str
    depths: tuple[int, ...]
    sandbox: str = ""
    grace = GRACE

    @property
    def files(self) -> tuple[str, ...]:
        """The student's file."""
        return (self.file,) if is_file(self.file) else ()

    def run(self, stop: Callable[[], bool], tell: Callable[[object], None]) -> PairFacts | Refusal:
        """Report the share that is done, then the trees in pieces; return the rest."""
        try:
            return self.compare(stop, tell)
        except UserError as error:
            return Refusal(str(error))

    def compare(self, stop: Callable[[], bool], tell: Callable[[object], None]) -> PairFacts:
        """Search until a difference shows, or raise UserError."""
        game = find_game(self.game)
        asked = evaluation_named(game, self.evaluation)
        if self.file in ORDERED:
            return self.compare_orders(game, asked, stop, tell)
        found, searched = self.search(game, asked, stop, tell)
        place = self.source_place(game, asked, found, stop)
        tell(SEARCHED)
        figure = replace(found.both.tree, evaluation=self.evaluation)
        difference, watched = found.difference, found.watched
        excerpt = excerpts(self.source(), place, difference) if difference and self.files else ()
        return PairFacts(
            **self.send(figure, self.followed(game, found), tell),
            depths=tuple(sorted(searched)), difference=difference, place=place, excerpt=excerpt,
            value=watched.value, leaves=len(found.both.evals),
            figure_leaves=len(found.both.leaves), chosen=self.depths[0], rival=self.file,
        )  # fmt: skip

    def send(
        self, figure: SearchTree, mine: SearchTree, tell: Callable[[object], None]
    ) -> dict[str, TreeFacts]:
        """Report both trees in pieces, and return the rest of them."""
        census, known = Census(mine), {}
        for name, tree in (("figure", figure), ("mine", mine)):
            widths = full_widths(tree, census)
            tell(MEASURED)
            for piece in pieces(tree, widths, Moments(array("I"), array("I"), array("I"))):
                tell(PairPiece(name == "mine", piece))
            bare = replace(tree, columns=Columns())
            known[name] = TreeFacts(bare, widths.averages, widths.counted)
        return known

    def compare_orders(
        self, game: Game, asked: Evaluation, stop: Callable[[], bool],
        tell: Callable[[object], None],
    ) -> PairFacts:  # fmt: skip
        """Record Figure 2 in both orders, to the first depth alone."""
        depth, trees = self.depths[0], list[SearchTree]()
        for order in (self.left, ORDERED[self.file].name):
            request = TreeRequest(
                game=game, state=self.state, evaluation=game.evaluations[0], own=asked,
                depth=depth, order=order, most=MOST,
            )  # fmt: skip
            tree = record(request, stop)
            if stop():
                raise UserError(pair_words.COMPARISON_STOPPED)
            if not tree.complete:
                raise UserError(pair_words.TOO_LARGE.format(nodes=MOST))
            trees.append(replace(tree, evaluation=self.evaluation))
            tell(SEARCHED * len(trees) / 2)
        left, right = trees
        return PairFacts(
            **self.send(left, right, tell), depths=(depth,),
            difference=order_difference(left, right), place=Place(), excerpt=(),
            value=right.value(), leaves=leaves(right), figure_leaves=leaves(left), chosen=depth,
            rival=self.file,
        )  # fmt: skip

    def search(
        self, game: Game, asked: Evaluation, stop: Callable[[], bool],
        tell: Callable[[object], None],
    ) -> tuple[Searched, list[int]]:  # fmt: skip
        """Return the first search that differs, or else the first, and the depths searched.

        If the first depth takes too long, a smaller one may show why.
        """
        end, late = time.monotonic() + PATIENCE, None
        found: Searched | None = None
        searched: list[int] = []
        for depth in self.depths:
            if late is not None and depth > self.depths[0]:
                break
            begun = time.monotonic()
            share = FIRST if depth == self.depths[0] else 1.0
            patience = max(LEAST, share * (end - begun))
            try:
                watched, counted = self.watch(game, asked, depth, patience, stop, tell)
            except UserError as error:
                if stop() or time.monotonic() - begun < patience:
                    raise
                if depth != self.depths[0]:
                    break  # what is known of the other depths is worth showing
                late = error
                continue
            if stop():
                raise UserError(pair_words.COMPARISON_STOPPED)
            searched.append(depth)
            case = Case(self.state, depth)
            both = beside(game, case, watched, asked)
            difference = next(each_difference(both, case, asked), None)
            tell(SEARCHED * len(searched) / len(self.depths))
            if found is None or difference is not None:
                found = Searched(
                    watched=watched, statistics=counted, both=both, difference=difference
                )  # fmt: skip
            if difference is not None:
                return found, searched
        if found is None or late is not None:
            raise late or UserError(pair_words.COMPARISON_STOPPED)
        return found, searched

    def watch(
        self, game: Game, asked: Evaluation, depth: int, patience: float,
        stop: Callable[[], bool], tell: Callable[[object], None],
    ) -> tuple[Watched, Statistics]:  # fmt: skip
        """Return what the right search does, or raise UserError."""
        if self.file in KNOWN:
            return watch_mistake(game, Case(self.state, depth), KNOWN[self.file], asked, stop)
        from loa_tk.control.guest.files import warm  # most windows need no guest
        from loa_tk.lab.source import CHOOSE

        files = warm(self.sandbox)
        files.stop, files.tell = stop, tell
        guest = files.having(self.file, CHOOSE)
        guest.seed = self.seed(depth)
        limits = Limits(depth=depth, stop=stop)
        said = guest.choose(game, self.state, limits, asked, patience, watch=MOST_WATCHED)
        counted = said.counted.statistics()
        watched = Watched(steps=said.steps, move=said.move, value=said.value, six=six(counted))
        return watched, counted

    def seed(self, depth: int) -> str:
        """Return what the file's random numbers begin with, the same as in the checks."""
        return f"{SEED}/{depth}/{self.state}"

    def source_place(
        self, game: Game, asked: Evaluation, found: Searched, stop: Callable[[], bool]
    ) -> Place:
        """Return where the student's source stands at the difference, as far as it can be told."""
        from loa_tk.control.guest.files import warm
        from loa_tk.lab.source import CHOOSE

        difference, tree = found.difference, found.both.tree
        if difference is None or not is_file(self.file):
            return Place()
        if difference.kind in (VALUE, MOVE, COUNTS):
            return place_of(tree, difference, None)
        depth = tree.depth
        try:
            guest = warm(self.sandbox).having(self.file, CHOOSE)
            guest.seed = self.seed(depth)
            limits = Limits(depth=depth, stop=stop)
            frames = guest.frames(game, self.state, limits, asked, difference.leaf, PATIENCE)
        except UserError:
            frames = None
        return place_of(tree, difference, frames)

    def followed(self, game: Game, found: Searched) -> SearchTree:
        """Return the student's tree, down to the depth limit and of bounded size."""
        watched = found.watched
        return followed(
            game, self.state, bounded(watched.steps), depth=found.both.tree.depth,
            move=watched.move, statistics=found.statistics, evaluation=self.evaluation,
            clipped=True,
        )  # fmt: skip

    def source(self) -> list[str]:
        """Return the lines of the file, or none if it cannot be read any more."""
        from loa_tk.lab.source import read

        try:
            text = read(Path(self.file)).decode("utf-8", "replace")
        except UserError:
            return []
        # Not splitlines(), which ends a line at a form feed, too.
        return re.split(r"\r\n|\r|\n", text)[:LONGEST_SOURCE]


def leaves(tree: SearchTree) -> int:
    """Return the positions that a recorded search valued without a look at their moves."""
    return sum(map(tree.is_leaf, range(len(tree))))


def bounded(steps: tuple[SearchStep, ...]) -> Iterator[SearchStep]:
    """Yield the steps up to the last leaf that is drawn."""
    leaves = 0
    for step in steps:
        leaves += step.kind == EVAL
        if leaves > MOST_LEAVES:
            return
        yield step


def node_at(tree: SearchTree, path: MovePath) -> tuple[int, int]:
    """Return the node of a tree after a path, or the deepest above it, and how many moves fit."""
    node = ROOT
    for ply, move in enumerate(path):
        below = next((one for one in tree.each_child(node) if tree.move(one) == move), None)
        if below is None:
            return node, ply
        node = below
    return node, len(path)

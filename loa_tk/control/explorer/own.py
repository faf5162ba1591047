"""A student's own search beside Figure 2: the job that finds their first difference."""

from __future__ import annotations

import re
import time
from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

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
from loa_tk.model.checks.beside import Beside, Watched
from loa_tk.model.checks.diagnosis import Case
from loa_tk.model.checks.following import COUNTS, MOVE, VALUE, Difference, beside, each_difference
from loa_tk.model.checks.mistakes import six
from loa_tk.model.checks.places import Place, place_of
from loa_tk.model.checks.secret import SECRET, SecretEvaluation
from loa_tk.model.game import Evaluation, Game, State, UserError
from loa_tk.model.games import find_game
from loa_tk.model.search.search import Limits
from loa_tk.model.steps import EVAL, SearchStep
from loa_tk.model.steps import Path as MovePath
from loa_tk.model.tree.figure import Moments
from loa_tk.model.tree.followed import followed
from loa_tk.model.tree.layout import Census, full_widths
from loa_tk.model.tree.searchtree import ROOT, Columns, SearchTree
from loa_tk.scenes.explorer import CodeLine
from loa_tk.words import explorer as words

if TYPE_CHECKING:
    from loa_tk.control.guest.witness import Testimony

PATIENCE = 30.0  # seconds for all searches of a file
MOST_WATCHED = 500_000  # EVAL calls of one search
LEAST = 1.0  # seconds for one of them
FIRST = 0.6  # the share of the time that the first depth gets
MOST_LEAVES = 200_000  # of a student's tree that are drawn
SEED = 1  # of a file's random numbers, as in the checks
SEARCHED = 0.8  # the share of the progress bar when the searches are done
LONGEST_SOURCE = 20_000  # lines of a file of which an excerpt is shown


@dataclass(frozen=True)
class OwnPiece:
    """A piece of the student's tree, or of Figure 2's."""

    mine: bool
    piece: TreePiece


@dataclass(frozen=True, kw_only=True)
class OwnFacts:
    """What was found out about a student's search, without the arrays of the trees."""

    figure: TreeFacts
    mine: TreeFacts
    depths: tuple[int, ...]  # that were searched, the least first
    difference: Difference | None
    place: Place
    excerpt: tuple[tuple[CodeLine, CodeLine], ...]
    value: float | None  # as it was reported
    leaves: int  # the EVAL calls that were seen
    figure_leaves: int  # and those of Figure 2
    chosen: int  # the depth that was asked for


@dataclass(frozen=True, eq=False, kw_only=True)
class OwnComparison:
    """A student's search beside Figure 2's, with their whole trees."""

    figure: Exploration
    mine: Exploration
    known: OwnFacts


class OwnArriving:
    """Both trees, whose pieces are arriving."""

    def __init__(self) -> None:
        """Begin with empty trees."""
        self._trees = {False: Arriving(), True: Arriving()}

    def add(self, piece: OwnPiece) -> None:
        """Append a piece to its tree."""
        self._trees[piece.mine].add(piece.piece)

    def finished(self, known: OwnFacts) -> OwnComparison:
        """Return both trees, since all pieces have arrived."""
        return OwnComparison(
            figure=self._trees[False].finished(known.figure),
            mine=self._trees[True].finished(known.mine), known=known,
        )  # fmt: skip


def evaluation_named(game: Game, name: str) -> Evaluation:
    """Return an evaluation of the game, or a secret one by its seed, or raise UserError."""
    if name.startswith(SECRET):
        return SecretEvaluation(game, name[len(SECRET) :])
    return game.evaluation(name, 0, 0.0)


class Searched(NamedTuple):
    """One search of a file's, laid beside Figure 2's."""

    said: Testimony
    both: Beside
    difference: Difference | None


@dataclass(frozen=True, kw_only=True)
class OwnJob(EngineJob):
    """Search a position with a student's file and Figure 2, to these depths until they differ.

    If they never do, the trees are those of the first depth.
    """

    game: str
    state: State
    file: str
    evaluation: str
    depths: tuple[int, ...]
    sandbox: str = ""
    grace = GRACE

    @property
    def files(self) -> tuple[str, ...]:
        """The student's file."""
        return (self.file,)

    def run(self, stop: Callable[[], bool], tell: Callable[[object], None]) -> OwnFacts | Refusal:
        """Report the share that is done, then the trees in pieces; return the rest."""
        try:
            return self.compare(stop, tell)
        except UserError as error:
            return Refusal(str(error))

    def compare(self, stop: Callable[[], bool], tell: Callable[[object], None]) -> OwnFacts:
        """Search until a difference shows, or raise UserError."""
        game = find_game(self.game)
        asked = evaluation_named(game, self.evaluation)
        found, searched = self.search(game, asked, stop, tell)
        place = self.source_place(game, asked, found, stop)
        tell(SEARCHED)
        figure = replace(found.both.tree, evaluation=self.evaluation)
        mine = self.followed(game, found)
        census, known = Census(mine), []
        for is_mine, tree in enumerate((figure, mine)):
            widths = full_widths(tree, census)
            tell(MEASURED)
            for piece in pieces(tree, widths, Moments(array("I"), array("I"), array("I"))):
                tell(OwnPiece(bool(is_mine), piece))
            bare = replace(tree, columns=Columns())
            known.append(TreeFacts(bare, widths.averages, widths.counted))
        difference, said = found.difference, found.said
        excerpt = excerpts(self.source(), place, difference) if difference is not None else ()
        return OwnFacts(
            figure=known[0], mine=known[1], depths=tuple(sorted(searched)), difference=difference,
            place=place, excerpt=excerpt, value=said.value, leaves=len(found.both.evals),
            figure_leaves=len(found.both.leaves), chosen=self.depths[0],
        )  # fmt: skip

    def search(
        self, game: Game, asked: Evaluation, stop: Callable[[], bool],
        tell: Callable[[object], None],
    ) -> tuple[Searched, list[int]]:  # fmt: skip
        """Return the first search that differs, or else the first, and the depths searched.

        If the first depth takes too long, a smaller one may show why.
        """
        from loa_tk.control.guest.files import warm  # most windows need no guest
        from loa_tk.lab.source import CHOOSE

        files = warm(self.sandbox)
        files.stop, files.tell = stop, tell
        end, late = time.monotonic() + PATIENCE, None
        found: Searched | None = None
        searched: list[int] = []
        for depth in self.depths:
            if late is not None and depth > self.depths[0]:
                break
            guest, begun = files.having(self.file, CHOOSE), time.monotonic()
            guest.seed = self.seed(depth)
            share = FIRST if depth == self.depths[0] else 1.0
            limits, patience = Limits(depth=depth, stop=stop), max(LEAST, share * (end - begun))
            try:
                said = guest.choose(game, self.state, limits, asked, patience, watch=MOST_WATCHED)
            except UserError as error:
                if stop() or time.monotonic() - begun < patience:
                    raise
                if depth != self.depths[0]:
                    break  # what is known of the other depths is worth showing
                late = error
                continue
            if stop():
                raise UserError(words.COMPARISON_STOPPED)
            searched.append(depth)
            here = self.beside(game, asked, depth, said)
            tell(SEARCHED * len(searched) / len(self.depths))
            if found is None or here.difference is not None:
                found = here
            if here.difference is not None:
                return here, searched
        if found is None or late is not None:
            raise late or UserError(words.COMPARISON_STOPPED)
        return found, searched

    def beside(self, game: Game, asked: Evaluation, depth: int, said: Testimony) -> Searched:
        """Return what a file's search has done beside what Figure 2 does."""
        case, counted = Case(self.state, depth), six(said.counted.statistics())
        watched = Watched(steps=said.steps, move=said.move, value=said.value, six=counted)
        both = beside(game, case, watched, asked)
        return Searched(said, both, next(each_difference(both, case, asked), None))

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
        if difference is None:
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
        said = found.said
        return followed(
            game, self.state, bounded(said.steps), depth=found.both.tree.depth, move=said.move,
            statistics=said.counted.statistics(), evaluation=self.evaluation, clipped=True,
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

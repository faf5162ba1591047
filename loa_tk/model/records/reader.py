"""From a game tree to a match: every move is checked by the rules, variations become branches."""

from __future__ import annotations

from collections.abc import Callable

from loa_tk.model.game import MoveError, Outcome, State
from loa_tk.model.match import DRAW_BY_REPETITION, REPETITIONS, Match, Node
from loa_tk.model.records.opening import MOVES, SETUP, Opening, read_opening
from loa_tk.model.records.record import (
    BrokenOff,
    IllegalMove,
    Record,
    RecordError,
    ReportError,
    letter,
)
from loa_tk.model.records.reports import SEARCH, STUDY, read_report
from loa_tk.model.records.sgf import Tree, ignore
from loa_tk.model.records.values import (
    GIVEN_UP,
    MARKS,
    TEXT,
    move_of,
    read_mark,
    read_result,
    read_step,
    result_text,
    said,
    shown,
    turned,
)
from loa_tk.model.search.statistics import Report

MAY_BE_CUT = "its last parenthesis is missing, so its end may be missing, too"
MOST_PROBLEMS = 100  # in one game; explaining an illegal move takes as long as playing forty
TOO_MANY = f"it has {MOST_PROBLEMS:,} faults or more, and the rest of it is left out"
OFTEN = 0x3F  # a call of `watch` for every 64 nodes, some of which have searches to read
TURNED = (
    "the file counts the rows from the top (IY), so the moves and the squares named in comments "
    "have been turned"
)
HERE = "LTHERE"  # this program's property for the position that was on the board


def read_record(
    tree: Tree, reports: bool = True, watch: Callable[[float], None] = ignore
) -> Record:
    """Return the game of a tree, or raise RecordError if it is not played here.

    An illegal move ends its branch and is listed in `problems`; the moves before it are in the
    match. Reading the reports of searches takes most of the time; `reports` says whether to.
    `watch` is now and then given the share that has been read; it may raise to end the reading.
    """
    return _Walk(read_opening(tree), reports).read(tree, watch)


class _Walk:
    """A walk through a tree in the order of the file, playing as it goes."""

    def __init__(self, opening: Opening, reports: bool) -> None:
        self.opening, self.game, self.reports = opening, opening.game, reports
        self.sides = {letter(self.game, side): side for side in (0, 1)}
        self.match = Match(opening.game, opening.state)
        self.here: Node | None = None
        self.problems: list[RecordError] = []
        self.over: Outcome | None = None  # by a resignation before the current node
        self.ending = read_result(self.game, opening.info.get("RE", ""))
        self.main = True  # no variation has begun yet
        # The comments of each position, joined at the end: joining them one by one is quadratic.
        self.comments: dict[Node, list[str]] = {}
        # The nodes up to the current one, and how often each position occurs in them, so that a
        # line of a thousand moves is not searched for repetitions a thousand times.
        self.way: list[Node] = [self.match.root]
        self.met: dict[State, int] = {opening.state: 1}

    def read(self, tree: Tree, watch: Callable[[float], None]) -> Record:
        # For each node of the tree: its position, and the outcome if a player has given up; or None
        # if the node could not be played.
        places: list[tuple[Node, Outcome | None] | None] = []
        for number in range(len(tree)):
            if not number & OFTEN:
                watch(number / len(tree))
            parent = tree.parent(number)
            before = places[parent] if places else (self.match.root, None)
            self.main = self.main and parent == number - 1
            if before is None:
                places.append(None)
                continue
            self._return_to(before[0])
            self.over = before[1]
            try:
                self._node(number, tree)
            except RecordError as problem:
                # The traceback would keep 2 kB of frames for each.
                problem.__traceback__ = problem.__context__ = None
                self.problems.append(problem)
                places.append(None)
                if len(self.problems) >= MOST_PROBLEMS:
                    self.problems.append(RecordError(TOO_MANY))
                    break
            else:
                same = self.way[-1] is before[0] and self.over is before[1]
                places.append(before if same else (self.way[-1], self.over))
        # The first variation of a record is the main line; a match redoes its last branch.
        for place in {played[0] for played in places if played}:
            place.children.reverse()
        for place, comments in self.comments.items():
            place.comment = self._here("\n\n".join(comments))
        self.match.node = self.here or self.match.root.end()
        info = self.opening.info
        if "GC" in info:
            info["GC"] = self._here(info["GC"])
        if self.ending is not None:
            info["RE"] = result_text(self.game, self.ending)  # also of a resignation
        if tree.broken:
            self.problems.append(BrokenOff(tree.broken))
        notes = [TURNED] if self.opening.inverted else []
        note = "; ".join([*notes, MAY_BE_CUT] if tree.unclosed else notes)
        return Record(
            match=self.match,
            info=info,
            ending=self.ending,
            problems=tuple(self.problems),
            note=note,
        )

    def _here(self, text: str) -> str:
        """Return a text with the squares that it names as they are named here."""
        if not self.opening.inverted:
            return text
        return turned(text, self.opening.names, self.game.columns)

    def _return_to(self, place: Node) -> None:
        while self.way[-1] is not place:
            self.met[self.way.pop().state] -= 1

    def _node(self, number: int, tree: Tree) -> None:
        for name, values in tree.properties(number):
            if name in MOVES:
                for value in values:
                    self._step(name, value)
            elif name in SETUP and number >= self.opening.nodes:
                raise RecordError(f"it changes the position after move {len(self.way) - 1}")
        place = self.way[-1]
        # A comment on a move may precede it in the node: C[…]B[…].
        for name, values in tree.properties(number):
            if name == "C":
                self._comment(place, values)
            elif name in MARKS:
                text = self._here(values[0]) if name in TEXT else values[0]
                place.marks = read_mark(place.marks, name, text)
            elif name == SEARCH and self.reports and place.parent is not None:
                place.report = self._report(place.parent.state, values[0])
            elif name == STUDY and self.reports:
                place.study = self._report(place.state, values[0])
            elif name == HERE:
                self.here = place

    def _comment(self, place: Node, texts: list[str]) -> None:
        if text := "\n\n".join(filter(None, texts)):
            self.comments.setdefault(place, []).append(text)

    def _report(self, state: State, text: str) -> Report | None:
        try:
            return read_report(self.game, state, text)
        except ReportError as problem:
            self.problems.append(ReportError(f"move {len(self.way) - 1}: {problem}"))
            return None

    def _step(self, colour: str, value: str) -> None:
        side = self.sides[colour]
        try:
            step = read_step(value)
            if step[0] in GIVEN_UP:
                self._give_up(1 - side, GIVEN_UP[step[0]])
            else:
                self._play(side, step)
        except MoveError as error:
            reason = str(error)
            if self.opening.inverted:
                reason += " (Rows are counted from the bottom here, but from the top in the file.)"
            raise IllegalMove(len(self.way), value, reason, not self.main) from None

    def _play(self, side: int, step: tuple[str, ...]) -> None:
        game, place = self.game, self.way[-1]
        state = place.state
        over = game.outcome(state) or self.over
        if over is None and self.met[state] >= REPETITIONS:
            over = Outcome(None, DRAW_BY_REPETITION)
        if over is not None:
            reason = over.reason.removesuffix(".")
            raise MoveError(f"{shown('-'.join(step))} is played after the end: {reason}")
        if side != game.player(state):
            name = game.sides[1 - side].name
            raise MoveError(f"{shown('-'.join(step))} is out of turn: {name} is to move")
        move = move_of(game, state, step, self.opening.names)
        after = next((child for child in place.children if child.move == move), None)
        if after is None:
            after = Node(state=game.play(state, move), parent=place, move=move)
            place.children.append(after)
        self.way.append(after)
        self.met[after.state] = self.met.get(after.state, 0) + 1

    def _give_up(self, winner: int, how: str) -> None:
        place = self.way[-1]
        self.over = outcome = said(self.game, winner, how)
        if self.main:
            self.ending = outcome
        else:
            # SGF has a property for the game's result only; that of a variation is a comment.
            self._comment(place, [outcome.reason])

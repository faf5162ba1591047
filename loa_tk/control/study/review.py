"""Review: going to and fro in a game without losing what was played, and what is shown of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loa_tk.control.engine.searchlog import csv_row, log_entry
from loa_tk.control.main.session import Session
from loa_tk.control.study.movelist import MoveList, numbered
from loa_tk.control.study.values import is_blunder, node_value
from loa_tk.model.match import Match, Node
from loa_tk.model.search.statistics import Report
from loa_tk.scenes.review import GraphPoint, ReviewScene
from loa_tk.words import review as words

if TYPE_CHECKING:
    from loa_tk.control.main.controller import Controller


def look_at(controller: Controller, match: Match, names: tuple[str, str] | None = None) -> None:
    """Put a finished or foreign game on the board, to be gone through; nobody moves by himself."""
    controller.begin(match, paused=True, game=match.game.key)
    session = controller.session
    session.paused, session.reviewing, session.page = False, True, "moves"
    session.names = names
    log_searches(controller, match)


def log_searches(controller: Controller, match: Match) -> None:
    """Tell the searches that were kept with a game in the log, unless they stand there already."""
    for number, node in enumerate(match.root.end().line()):
        if node.parent is not None and isinstance(node.report, Report):
            found = match.game, node.parent.state, (number + 1) // 2, node.report
            entry, row = log_entry(*found), csv_row(*found)
            if (entry, row) not in controller.log:
                controller.log.append((entry, row))
                controller.view.log(entry)


def visit(controller: Controller, key: str) -> None:
    """Go to the position of a key of the move list or the graph."""
    nodes = list(numbered(controller.session.match))
    if key.isdecimal() and int(key) < len(nodes):
        go(controller, nodes[int(key)])


def first(controller: Controller) -> None:
    """Go to the beginning."""
    go(controller, controller.session.match.root)


def previous(controller: Controller) -> None:
    """Go back one move."""
    node = controller.session.match.node
    go(controller, node.parent or node)


def following(controller: Controller) -> None:
    """Go on one move along the branch played last."""
    node = controller.session.match.node
    go(controller, node.children[-1] if node.children else node)


def last(controller: Controller) -> None:
    """Go to the end of the branch."""
    go(controller, controller.session.match.node.end())


def go(controller: Controller, node: Node) -> None:
    """Put another position of the game on the board; the computer waits from now on."""
    session = controller.session
    if node is session.match.node:
        return
    if not controller.analysis.studying:
        controller.thinker.cancel()
    forward = node.parent is session.match.node
    session.match.node = node
    session.clear_marks()
    session.note, session.reviewing, session.stepping = "", True, False
    session.glide = session.glide_of(node) if forward else None
    if controller.archive.path is not None:  # or every game that is only looked at would be kept
        controller.save()
    controller.next_turn()


def review_status(session: Session) -> str:
    """Where in the game we are."""
    match = session.match
    plies = len(match.node.end().line()) - 1
    return words.REVIEWING.format(ply=match.ply, plies=plies)


class Reviewer:
    """Makes review scenes, anew only when the game has changed.

    A search redraws the window ten times a second, and a game with 1,200 moves in its branches
    takes 50 ms to write down; to see that it is still the same takes less than one.
    """

    def __init__(self) -> None:
        """Know no game yet."""
        self._seen: object = None
        self._scene = ReviewScene()

    def scene(self, session: Session) -> ReviewScene:
        """The page of moves."""
        match = session.match
        nodes = [(node, node.report, node.marks) for node in numbered(match)]
        if self._seen != (match.node, nodes):
            self._seen = match.node, nodes
            self._scene = review_scene(session)
        return self._scene


def review_scene(session: Session) -> ReviewScene:
    """The value graph of the line on the board, and the list of all moves."""
    match, game = session.match, session.game
    keys = numbered(match)
    points = []
    for node in match.node.end().line():
        value = node_value(game, node)
        share = None if value is None else game.bar_share(value)
        points.append(GraphPoint(keys[node], share, is_blunder(game, node)))
    steps = {"first", "previous"} if match.can_undo else set()
    steps |= {"next", "last"} if match.can_redo else set()
    return ReviewScene(
        tuple(points), tuple(MoveList(match, keys).lines()), keys[match.node], frozenset(steps)
    )

"""From a match to a game tree in strict FF[4], with every branch, note and search."""

from __future__ import annotations

from loa_tk import __version__
from loa_tk.model.game import Game, State
from loa_tk.model.match import Node
from loa_tk.model.notation import square_name
from loa_tk.model.records.opening import GAME, INFO, PRIVATE
from loa_tk.model.records.reader import HERE
from loa_tk.model.records.record import Record, letter, one_line
from loa_tk.model.records.reports import SEARCH, STUDY, report_text
from loa_tk.model.records.sgf import SgfNode
from loa_tk.model.records.values import result_text, step_text
from loa_tk.model.search.statistics import Report


def tree_of(record: Record) -> list[SgfNode]:
    """Return the tree of a record; the branch that the match would redo is the main line."""
    match = record.match
    tree: list[SgfNode] = []
    waiting = [(match.root, -1)]
    while waiting:
        place, parent = waiting.pop()
        node = SgfNode(parent)
        if place.parent is None:
            _head(node, record)
        else:
            _step(node, match.game, place, place.parent.state)
        _notes(node, match.game, place)
        if place is match.node and place is not match.root.end():
            _add(node, HERE, "")
        # The last child is taken from the stack first and becomes the first variation.
        waiting += [(child, len(tree)) for child in place.children]
        tree.append(node)
    return tree


def _add(node: SgfNode, name: str, *values: str) -> None:
    node.properties.append((name, list(values)))


def _head(node: SgfNode, record: Record) -> None:
    game = record.match.game
    square = game.columns == game.rows
    _add(node, "FF", "4")
    _add(node, "CA", "UTF-8")
    _add(node, "AP", f"loa_tk:{__version__}")
    _add(node, "GM", game.sgf.number if game.sgf else PRIVATE)
    _add(node, "SZ", str(game.rows) if square else f"{game.columns}:{game.rows}")
    info = dict(record.info)
    if game.sgf is None:
        _add(node, GAME, game.key)
        info.setdefault("GN", game.title)
    outcome = record.outcome()
    if outcome is not None:
        info["RE"] = result_text(game, outcome)
    for name in INFO:
        text = info.get(name, "")
        if text.strip():
            _add(node, name, text if name == "GC" else one_line(text))
    _setup(node, game, record.match.root.state)


def _setup(node: SgfNode, game: Game, state: State) -> None:
    if state == game.start:
        _add(node, "SU", "Standard")
        return
    _add(node, "SU", "Custom")
    pieces = game.pieces(state)
    for side in (0, 1):
        squares = sorted(square for square, owner in pieces.items() if owner == side)
        if squares:
            names = [square_name(square, game.columns) for square in squares]
            _add(node, "A" + letter(game, side), *names)
    _add(node, "PL", letter(game, game.player(state)))


def _step(node: SgfNode, game: Game, place: Node, state: State) -> None:
    assert place.move is not None
    _add(node, letter(game, game.player(state)), step_text(game, state, place.move))
    if isinstance(place.report, Report):
        _add(node, SEARCH, report_text(game, state, place.report))


def _notes(node: SgfNode, game: Game, place: Node) -> None:
    if isinstance(place.study, Report):
        _add(node, STUDY, report_text(game, place.state, place.study))
    for name, value in place.marks:
        _add(node, name, value)
    if place.comment:
        _add(node, "C", place.comment)

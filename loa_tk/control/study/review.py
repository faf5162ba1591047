"""Review: going back and forth in a game without losing what was played, and the Moves page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from loa_tk.control.effects import Confirm, Effect, Effects, Later
from loa_tk.control.engine.searchlog import value_text
from loa_tk.control.game.gamelog import log, logged_node, logged_result
from loa_tk.control.game.helped import hand_up
from loa_tk.control.game.session import Logged, Session
from loa_tk.control.game.turns import MayLeave, begin, forget, keep, next_turn, note
from loa_tk.control.study.mistakes import NAME, answered, is_inserted
from loa_tk.control.study.values import is_blunder, node_value
from loa_tk.model.game import Game
from loa_tk.model.match import Match, Node
from loa_tk.model.notation import move_text
from loa_tk.model.records import Record
from loa_tk.model.search.statistics import Report
from loa_tk.scenes.main import GraphPoint, MoveLine, MoveWord, ReviewScene
from loa_tk.store.games import names_of
from loa_tk.words import main as main_words
from loa_tk.words import review as words

COMMENT = "comment"  # the timer that keeps a comment
TYPING = 800  # ms from the last key to the file


def look_at(
    session: Session,
    left: MayLeave,
    match: Match,
    names: tuple[str, str] | None = None,
    kept: Path | None = None,
    details: tuple[str, str] | None = None,
) -> list[Effect[Session]]:
    """Put a finished or foreign game on the board for review; the computer does not move."""
    effects = begin(session, left, match, paused=True, kept=kept, game=match.game.key)
    session.paused, session.reviewing, session.page = False, True, "moves"
    session.names, session.details = names, details
    return [*effects, *log_searches(session)]


def paste_game(session: Session, left: MayLeave, record: Record) -> Effects[Session]:
    """Review a game that was read from the clipboard."""
    effects = look_at(session, left, record.match, names_of(record))
    session.file.info = record.info
    problem = words.PASTED_PART.format(problem=record.problems[0]) if record.problems else ""
    said = words.PASTED.format(moves=words.moves(record.plies), problem=problem)
    return [*effects, *note(session, said)]


def log_searches(session: Session) -> list[Effect[Session]]:
    """Log the searches saved with the game and its other moves, unless they are in the log."""
    match, entries, new = session.match, list[Logged](), False
    logged = [replace(before.entry, key="") for before in session.log]
    end = match.root.end()
    for node in end.line()[1:]:
        report = node.report if isinstance(node.report, Report) else None
        one = logged_node(session, node, report)
        if report is None or replace(one.entry, key="") not in logged:
            entries.append(one)
            new = new or report is not None
    if not new:
        return []
    effects = log(session, *entries, *logged_result(session, end))
    session.log.at = end
    return effects


def visit(session: Session, key: str) -> Effects[Session]:
    """Go to the position of a key of the move list or the graph."""
    node = _named(session, key)
    return [] if node is None else go(session, node)


def first(session: Session) -> Effects[Session]:
    """Go to the beginning."""
    return go(session, session.match.root)


def previous(session: Session) -> Effects[Session]:
    """Go back one move."""
    node = session.match.node
    return go(session, node.parent or node)


def following(session: Session) -> Effects[Session]:
    """Go forward one move along the branch that was on the board last."""
    node = session.match.node
    return go(session, node.next() or node)


def last(session: Session) -> Effects[Session]:
    """Go to the end of the branch."""
    return go(session, session.match.node.ahead())


def go(session: Session, node: Node) -> Effects[Session]:
    """Put another position of the game on the board; the computer waits from now on."""
    if node is session.match.node:
        return []
    # The study of a game goes on, but a move or a hint is for the position that is left.
    effects = forget(session) if session.study is None or session.awaited else []
    forward = node.parent is session.match.node
    session.match.node = node
    session.clear_marks()
    session.note, session.reviewing, session.stepping = "", True, False
    session.marks.glide = session.glide_of(node) if forward else None
    if session.file.kept is not None:  # otherwise every game that is only viewed would be kept
        effects += keep(session)
    return [*effects, *next_turn(session)]


def write_comment(session: Session, text: str) -> Effects[Session]:
    """Write the comment of the position on the board; the file follows when typing pauses."""
    node = session.match.node
    if text == node.comment:
        return []
    node.comment = text
    session.file.changed = session.file.commented = True
    return [Later(COMMENT, TYPING, keep_comment)]


def keep_comment(session: Session) -> Effects[Session]:
    """Keep the game, if a comment has been written that is not in its file yet."""
    if not session.file.commented:
        return []
    session.file.commented = False
    return keep(session)


def promote(session: Session, key: str) -> Effects[Session]:
    """Make the variation with the move of this key the main line beside which it stood."""
    node = _named(session, key)
    if node is None or node.branch().parent is None:
        return []
    node.promote()
    return [*_tree_changed(session), *next_turn(session)]


def ask_delete(session: Session, key: str) -> Effects[Session]:
    """Ask before the move of this key and all after it are deleted."""
    node = _named(session, key)
    if node is None or node.parent is None:
        return []
    text = words.BRANCH_TEXT.format(**_described(session, node))
    then, title, button = partial(_delete, node=node), words.BRANCH_TITLE, words.DELETE_BUTTON
    return [Confirm(title=title, text=text, button=button, then=then, harmful=True)]


def _delete(session: Session, node: Node) -> Effects[Session]:
    """Delete a move and all after it, unless it has gone while the question was open."""
    if node.parent is None or node not in numbered(session.match):
        return []
    text = words.BRANCH_DELETED.format(**_described(session, node))
    effects = list(go(session, node.parent) if node in session.match.node.line() else [])
    hand_up(node)
    node.cut()
    session.reviewing = True
    effects += [*_tree_changed(session), *next_turn(session)]
    return [*effects, *note(session, text)]


def _named(session: Session, key: str) -> Node | None:
    nodes = list(numbered(session.match))
    return nodes[int(key)] if key.isdecimal() and int(key) < len(nodes) else None


def _described(session: Session, node: Node) -> dict[str, str]:
    """Return the text of a move, and how many moves follow from it, itself and variations too."""
    assert node.parent is not None and node.move is not None
    waiting, number = [node], 0
    while waiting:
        waiting += waiting.pop().children
        number += 1
    text = move_text(session.game, node.parent.state, node.move)
    return {"moves": words.moves(number), "move": text}


def _tree_changed(session: Session) -> list[Effect[Session]]:
    """End what was about the old tree, and keep the new one."""
    effects = forget(session) if session.study is not None else []
    session.study = session.lesson = None
    session.file.changed, session.note = True, ""
    session.file.info.pop("RE", None)  # it was the result of another main line
    return [*effects, *keep(session)]


def review_status(session: Session) -> str:
    """Return where in the game the board is, in words."""
    match = session.match
    plies = len(match.node.ahead().line()) - 1
    return words.REVIEWING.format(ply=match.ply, plies=plies)


class Reviewer:
    """Makes the Moves page, again only when the game has changed.

    A search redraws the window ten times a second, and the page of a game with 1,200 moves in its
    branches takes 50 ms to make; comparing the game with the last one takes less than one.
    """

    def __init__(self) -> None:
        """Know no game yet."""
        self._seen: object = None
        self._scene = ReviewScene()

    def scene(self, session: Session) -> ReviewScene:
        """Return the Moves page."""
        match = session.match
        nodes = [
            (node, node.report, node.study, node.marks, bool(node.comment), node.children[-1:])
            for node in numbered(match)
        ]
        if self._seen != (match.node, nodes):
            self._seen = match.node, nodes
            self._scene = review_scene(session)
        return self._scene


def review_scene(session: Session) -> ReviewScene:
    """Return the value graph of the line on the board, and the list of all moves."""
    match, game = session.match, session.game
    keys = numbered(match)
    points = []
    for node in match.node.ahead().line():
        value = node_value(game, node)
        share = None if value is None else game.bar_share(value)
        points.append(GraphPoint(keys[node], share, is_blunder(game, node)))
    main = {*match.root.end().line()}
    return ReviewScene(
        points=tuple(points), lines=tuple(MoveList(match, keys).lines()), current=keys[match.node],
        scale=graph_scale(game), promotable=frozenset(keys[node] for node in keys.keys() - main),
    )  # fmt: skip


def graph_scale(game: Game) -> tuple[tuple[float, str], ...]:
    """Return the values of five heights of the graph, each for the side that is ahead."""
    half = value_text(game, round_value(game.bar_value(0.75)))
    first, second = (side.name.capitalize() for side in game.sides)
    ahead = main_words.SIDE_VALUE
    return (
        (1.0, main_words.WINS.format(side=first)),
        (game.bar_share(round_value(game.bar_value(0.75))), ahead.format(side=first, value=half)),
        (0.5, main_words.EVEN),
        (game.bar_share(-round_value(game.bar_value(0.75))), ahead.format(side=second, value=half)),
        (0.0, main_words.WINS.format(side=second)),
    )


def round_value(value: float) -> float:
    """Return a positive value rounded to one significant digit, as scales are."""
    return float(f"{value:.1g}")


def numbered(match: Match) -> dict[Node, str]:
    """Return all positions of a game by their keys, which stay the same until a move is played."""
    keys: dict[Node, str] = {}
    waiting = [match.root]
    while waiting:
        node = waiting.pop()
        keys[node] = str(len(keys))
        waiting += node.children
    return keys


class MoveList:
    """Writes the list of one match."""

    def __init__(self, match: Match, keys: dict[Node, str]) -> None:
        """Use these keys, as `numbered` returns them."""
        self.match, self.keys = match, keys
        self.plies = {match.root: match.game.player(match.root.state) - 1}
        for node in keys:  # parents come before their children
            if node.parent is not None:
                self.plies[node] = self.plies[node.parent] + 1

    def lines(self) -> Iterator[MoveLine]:
        """Yield the main line in rows of two moves, each followed by its variations."""
        if self.match.root.comment:  # the position before the first move has no word otherwise
            before = MoveWord(self.keys[self.match.root], words.BEGINNING + words.COMMENTED)
            yield MoveLine((MoveWord("", ""), before))
        # A stack of what remains: the moves of a line, the index of the next one, the depth.
        waiting = [(self.match.root.end().line()[1:], 0, 0)]
        while waiting:
            nodes, start, depth = waiting.pop()
            if start == len(nodes):
                continue
            end = _until_branch(nodes, start) if depth else start + 2 - self._second(nodes[start])
            row = nodes[start:end]
            yield MoveLine(tuple(self._running(row) if depth else self._row(row)), depth)
            waiting.append((nodes, start + len(row), depth))
            # A variation's first move has its siblings in the line that it varies.
            opened = row[1:] if depth and start == 0 else row
            for node in reversed(opened):
                for other in _siblings(node):
                    waiting.append(([other, *_tail(other)], 0, depth + 1))

    def _second(self, node: Node) -> int:
        return self.plies[node] % 2

    def _number(self, node: Node) -> str:
        return f"{self.plies[node] // 2 + 1}."

    def _row(self, row: list[Node]) -> Iterator[MoveWord]:
        yield MoveWord("", self._number(row[0]))
        if self._second(row[0]):
            yield MoveWord("", words.NO_WORD)
        yield from map(self._word, row)

    def _running(self, row: list[Node]) -> Iterator[MoveWord]:
        for node in row:
            if is_inserted(node):
                yield MoveWord("", words.NAMED.format(name=self._name(node)))
            if not self._second(node):
                yield MoveWord("", self._number(node))
            elif node is row[0]:
                yield MoveWord("", self._number(node).replace(".", words.NO_WORD))
            yield self._word(node)

    def _name(self, node: Node) -> str:
        """Return the name of an inserted variation; a best reply names its move, a row above."""
        name, blunder = dict(node.marks)[NAME], answered(self.match.game, node)
        if name != words.REPLY_NAME or blunder is None or blunder.parent is None:
            return name
        number = self._number(blunder)
        number = number.replace(".", words.NO_WORD) if self._second(blunder) else number
        move = move_text(self.match.game, blunder.parent.state, blunder.move or 0)
        return words.REPLY_TO.format(name=name, number=number, move=move)

    def _word(self, node: Node) -> MoveWord:
        assert node.parent is not None and node.move is not None
        game = self.match.game
        text = move_text(game, node.parent.state, node.move)
        blunder = is_blunder(game, node)
        marks = words.BLUNDER * blunder + words.COMMENTED * bool(node.comment)
        return MoveWord(self.keys[node], text + marks, blunder)


def _siblings(node: Node) -> list[Node]:
    assert node.parent is not None
    return [other for other in node.parent.children if other is not node]


def _tail(node: Node) -> list[Node]:
    nodes = []
    while node.children:
        node = node.children[-1]
        nodes.append(node)
    return nodes


def _until_branch(nodes: list[Node], start: int) -> int:
    """Return where a variation's running text breaks: after a move with variations of its own."""
    for at in range(max(start, 1), len(nodes)):
        if _siblings(nodes[at]):
            return at + 1
    return len(nodes)

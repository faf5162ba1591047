"""The moves of a game as a list: the main line in rows of two, variations as running text."""

from __future__ import annotations

from collections.abc import Iterator

from loa_tk.control.study.values import is_blunder
from loa_tk.model.match import Match, Node
from loa_tk.model.notation import move_text
from loa_tk.scenes.review import MoveLine, MoveWord
from loa_tk.words import review as words


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
            if not self._second(node):
                yield MoveWord("", self._number(node))
            elif node is row[0]:
                yield MoveWord("", self._number(node).replace(".", words.NO_WORD))
            yield self._word(node)

    def _word(self, node: Node) -> MoveWord:
        assert node.parent is not None and node.move is not None
        game = self.match.game
        text = move_text(game, node.parent.state, node.move)
        blunder = is_blunder(game, node)
        return MoveWord(self.keys[node], text + (words.BLUNDER if blunder else ""), blunder)


def _siblings(node: Node) -> list[Node]:
    assert node.parent is not None
    return [other for other in node.parent.children if other is not node]


def _tail(node: Node) -> list[Node]:
    found = []
    while node.children:
        node = node.children[-1]
        found.append(node)
    return found


def _until_branch(nodes: list[Node], start: int) -> int:
    """Return where a variation's running text breaks: after a move with variations of its own."""
    for at in range(max(start, 1), len(nodes)):
        if _siblings(nodes[at]):
            return at + 1
    return len(nodes)

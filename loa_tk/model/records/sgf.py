"""From the text of a file to game trees, tolerant of errors and without knowing any game.

A tree is the list of its nodes in the order of the file, each with the index of its parent, so that
variations nested to any depth are read and walked without recursion.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from loa_tk.model.records.record import RecordError


@dataclass(slots=True)
class SgfNode:
    """A node: the index of its parent in the tree (-1 for the root), and its properties."""

    parent: int
    properties: list[tuple[str, list[str]]] = field(default_factory=list)


class Tree(list[SgfNode]):
    """The nodes of one game; `broken` says why the rest of it could not be read, if any.

    `unclosed` counts the parentheses that are missing at its end. Often nothing else is missing.
    """

    broken = ""
    unclosed = 0


MOST_NODES = 2_000_000  # in one file; 120 bytes each, plus the properties

# A mail around a game may contain brackets and smileys, so a game begins with "(;" and a property,
# another node or the end. Some programs leave out the semicolon.
START = re.compile(r"\(\s*(?:;\s*(?=[A-Za-z(;)])|(?=(?:FF|G[a-z]*M[a-z]*)\s*\[))")
# After a game that breaks off, only a root certainly begins another game and not a variation.
ROOT = re.compile(r"\(\s*;?\s*(?=(?:FF|G[a-z]*M[a-z]*)\s*\[)")
# A value with the name and the node's semicolon before it, if they are there; or a single mark.
TOKEN = re.compile(
    r"\s*(?:(;\s*)?(?:([A-Za-z][A-Za-z0-9]*)\s*)?\[([^\\\]]*(?:\\.[^\\\]]*)*)\]|([();]))", re.DOTALL
)
UNCLOSED = re.compile(r"(?:([A-Za-z][A-Za-z0-9]*)\s*)?\[((?:[^\\]|\\.)*)", re.DOTALL)
COMMENTS = ("C", "GC")  # half of a comment is still a comment; half of a move is another move
ESCAPE = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)
LINE_BREAK = re.compile(r"\r\n|\n\r|\r")
LOWER_CASE = re.compile("[a-z]+")


def parse(text: str) -> list[Tree]:
    """Return the game trees of a text that may contain other text, or raise RecordError.

    A tree that breaks off contains everything before that place, and `broken` says why.
    """
    trees: list[Tree] = []
    nothing = "it contains no SGF game: a game begins with “(;”"
    room, found = MOST_NODES, START.search(text)
    while found:
        parser = _Parser(text, found.start(), room)
        tree = parser.read()
        if tree.broken and not any(node.properties for node in tree):
            nothing = tree.broken
        else:
            trees.append(tree)
        room -= len(tree)
        found = (ROOT if tree.broken else START).search(text, parser.at)
    if not trees:
        raise RecordError(nothing)
    return trees


class _Break(Exception):
    """The rest of a tree cannot be read; the message says why."""


class _Parser:
    """One tree being read, from its opening parenthesis to its closing one."""

    def __init__(self, text: str, at: int, room: int) -> None:
        self.text, self.at, self.room = text, at, room
        self.tree = Tree()
        self.node = -1
        self.branches: list[int] = []  # for every open parenthesis, the node before it
        self.may_begin = False  # a property here would begin a node without its semicolon
        self.values: list[str] | None = None  # the list that the next value belongs to

    def read(self) -> Tree:
        try:
            self._tokens()
        except _Break as problem:
            self.tree.broken = str(problem)
        return self.tree

    def _tokens(self) -> None:
        while found := TOKEN.match(self.text, self.at):
            self.at = found.end()
            begins, name, value, mark = found.groups()
            if begins or mark == ";":
                self._begin()
            if value is not None:
                if name:
                    self._property(name)
                self._value(value)
            elif mark != ";" and self._parenthesis(mark):
                return
        self._finish(self.text[self.at :].lstrip())

    def _finish(self, rest: str) -> None:
        """Check that only closing parentheses are missing, where many files are cut off."""
        self.at = len(self.text) - len(rest)
        if found := UNCLOSED.match(rest):
            name, value = found.groups()
            if name in COMMENTS and value:
                self._property(name)
                self._value(value)
            problem = self._error("a value that is never closed")
            self.at = len(self.text)  # the value extends to the end of the text
            raise problem
        if rest[:1].isalpha():
            raise self._error("a property without a value")
        if rest:
            raise self._error(f"an unexpected {rest[0]!r}")
        self.tree.unclosed = len(self.branches)

    def _parenthesis(self, mark: str) -> bool:
        """Begin or end a variation; return True if this ends the last open one."""
        self.may_begin, self.values = mark == "(", None
        if mark == "(":
            self.branches.append(self.node)
        else:
            self.node = self.branches.pop()
        return not self.branches

    def _begin(self) -> None:
        if len(self.tree) == self.room:
            raise RecordError(f"it has more than {MOST_NODES:,} nodes")
        self.tree.append(SgfNode(self.node, []))
        self.node = len(self.tree) - 1
        self.may_begin, self.values = False, None

    def _property(self, name: str) -> None:
        if self.may_begin:
            self._begin()
        elif self.node != len(self.tree) - 1:
            raise self._error(f"property {name[:20]} after a variation")
        # Up to FF[3], names could be spelt out: GaMe is GM.
        short = name if name.isupper() else LOWER_CASE.sub("", name)
        if not short:
            raise self._error(f"property {name[:20]!r} without a capital letter")
        self.values = []
        self.tree[self.node].properties.append((short, self.values))

    def _value(self, raw: str) -> None:
        if self.values is None:
            raise self._error("a value without a property")
        if "\\" in raw:
            raw = ESCAPE.sub(_unescape, raw)
        self.values.append(LINE_BREAK.sub("\n", raw) if "\r" in raw else raw)

    def _error(self, what: str) -> _Break:
        line = self.text.count("\n", 0, self.at) + 1
        return _Break(f"line {line} has {what}")


def _unescape(found: re.Match[str]) -> str:
    # An escaped line break only shortens the lines of the file.
    return "" if found[1][0] in "\r\n" else found[1]

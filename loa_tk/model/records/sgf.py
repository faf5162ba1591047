"""SGF as text: bytes to text, text to game trees and back, without knowing any game.

Reading tolerates errors; what is written is strict FF[4] in short lines. A tree has its nodes in
the order of the file, each with the index of its parent, so that variations nested to any depth are
read and walked without recursion. It keeps where each node begins, and the properties are read from
the text when they are asked for: 8 bytes a node instead of 400 or more.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import overload

from loa_tk.model.encoding import BYTE_ORDER_MARKS
from loa_tk.model.records.record import RecordError

HEAD = 65_536  # CA is a property of the root, near the beginning even after the headers of a mail
CA = re.compile(rb"(?<![A-Za-z])C[a-z]*A[a-z]*\s*\[\s*([^\]\s]{1,40})\s*\]")
# Only codecs for text: Python also has codecs that decompress or unescape.
TEXT_CODEC = re.compile(
    r"utf-?8|(us-)?ascii|(cp|windows-?)125\d|iso-?8859-?\d+|latin-?\d+|koi8-?[rtu]|mac-?roman"
    r"|big5|gb2312|gbk|gb18030|euc-?(jp|kr)|shift-?jis|iso-?2022-?(jp|kr)",
    re.ASCII,
)
LATIN_1 = re.compile(r"iso-?8859-?1|latin-?1|(us-)?ascii", re.ASCII)


def decode(data: bytes) -> str:
    """Return the text, decoded by byte order mark, by the CA property, as UTF-8 or as cp1252."""
    for mark, name in BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(name, "replace")
    for name in [*_declared(data), "utf-8", "cp1252"]:
        try:
            return data.decode(name)
        except (LookupError, UnicodeDecodeError):
            continue  # Python does not know it, or the file is not in the encoding it declares
    return data.decode("latin-1")


def _declared(data: bytes) -> list[str]:
    declared = CA.search(data[:HEAD])
    name = declared[1].decode("latin-1").lower().replace("_", "-") if declared else ""
    if LATIN_1.fullmatch(name):
        # Files that declare Latin-1 or ASCII often contain UTF-8 or Windows' quotation marks.
        return ["utf-8", "cp1252", "latin-1"]
    return [name] if TEXT_CODEC.fullmatch(name) else []


@dataclass(slots=True)
class SgfNode:
    """A node: the index of its parent in the tree (-1 for the root), and its properties."""

    parent: int
    properties: list[tuple[str, list[str]]] = field(default_factory=list)


class Tree(Sequence[SgfNode]):
    """The nodes of one game in a text; `broken` says why the rest of it could not be read, if any.

    `unclosed` counts the parentheses that are missing at its end. Often nothing else is missing.
    """

    __slots__ = ("_parents", "_starts", "_text", "broken", "end", "unclosed")

    def __init__(self, text: str) -> None:
        self.broken = ""
        self.unclosed = 0
        self.end = len(text)  # nothing is read from here on
        self._text = text
        self._parents, self._starts = array("i"), array("i")

    def __len__(self) -> int:
        return len(self._parents)

    @overload
    def __getitem__(self, place: int) -> SgfNode: ...
    @overload
    def __getitem__(self, place: slice) -> list[SgfNode]: ...
    def __getitem__(self, place: int | slice) -> SgfNode | list[SgfNode]:
        """Return a node with all its properties."""
        if isinstance(place, slice):
            return [self[index] for index in range(*place.indices(len(self)))]
        return SgfNode(self.parent(place), list(self.properties(place)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    def add(self, parent: int, start: int) -> None:
        """Add the node whose properties begin at this place of the text."""
        self._parents.append(parent)
        self._starts.append(start)

    def parent(self, place: int) -> int:
        """Return the index of a node's parent, -1 for the root."""
        return self._parents[place]

    def empty(self) -> bool:
        """Return whether no node has a property."""
        return not any(True for place in range(len(self)) for _ in self.properties(place))

    def properties(self, place: int) -> Iterator[tuple[str, list[str]]]:
        """Yield a node's properties with their values, in the order of the file."""
        text, at, end = self._text, self._starts[place], self.end
        name, values = "", list[str]()
        while at < end and (token := TOKEN.match(text, at)):
            begins, word, closed, mark = token[1], token[2], token[4], token[5]
            if begins or mark:
                break
            close = token.start(4) if closed else _closing(text, token.end(3))
            at = close + 1
            if values and (word or len(values) == MANY):
                yield name, values
                values = []
            name = _short(word) if word else name
            if close < end:
                values.append(_plain(text[token.start(3) : close]))
            elif word in COMMENTS and token.start(3) < end:
                values.append(_plain(text[token.start(3) :]))  # half of a comment
        if values:
            yield name, values


MOST_NODES = 2_000_000  # in one file
MOST_GAMES = 100_000
# A tree takes some 600 bytes of memory with its headline, so that very many games need to be as
# long as a game with a head and a move is.
FEW_GAMES, LEAST_LENGTH = 300, 40
MOST_BROKEN = 100  # games that break off, after which the rest of a file is left out

# A mail around a game may contain brackets and smileys, so a game begins with "(;" and a property,
# another node or the end. Some programs leave out the semicolon.
START = re.compile(r"\(\s*(?:;\s*(?=[A-Za-z(;)])|(?=(?:FF|G[a-z]*M[a-z]*)\s*\[))")
# After a game that breaks off, only a root certainly begins another game and not a variation.
ROOT = re.compile(r"\(\s*(?:;\s*)?(?=(?:FF|G[a-z]*M[a-z]*)\s*\[)")
# The beginning of a value, up to its end or its first backslash, with the name and the node's
# semicolon before it, if they are there; or a single mark. Repeating an escaped character here
# would take 165 bytes of memory for each. Nodes that follow each other without a property are one.
TOKEN = re.compile(
    r"\s*(?:(;[;\s]*)?(?:([A-Za-z][A-Za-z0-9]*)\s*)?\[([^\\\]]*)(\]?)|([()]|;[;\s]*))"
)
PARENTHESES = ("(", ")")
BLANK = re.compile(r"\s*")
COMMENTS = ("C", "GC")  # half of a comment is still a comment; half of a move is another move
ESCAPE = re.compile(r"\\(\r\n|\n\r|.?)", re.DOTALL)
LINE_BREAK = re.compile(r"\r\n|\n\r|\r")
LOWER_CASE = re.compile("[a-z]+")
MANY = 1000  # values of one property; more are yielded as several properties of that name
OFTEN = 0x3FF  # a call of `watch` for every 1,024 tokens


def ignore(share: float) -> None:
    """Do nothing with the progress of reading."""


def parse(text: str, watch: Callable[[float], None] = ignore) -> list[Tree]:
    """Return the game trees of a text that may contain other text, or raise RecordError.

    A tree that breaks off contains everything before that place, and `broken` says why. `watch` is
    now and then given the share of the text that has been read; it may raise to end the reading.
    """
    return _Parser(text, watch).trees()


class _Break(Exception):
    """The rest of a tree cannot be read; the message says why."""


class _Parser:
    """The trees of a text being read; none of its steps looks at the same place twice."""

    def __init__(self, text: str, watch: Callable[[float], None]) -> None:
        self.text, self.watch = text, watch
        self.at = 0
        self.room = MOST_NODES
        self.counted = (0, 1)  # a place, and the number of its line
        self.steps = 0

    def trees(self) -> list[Tree]:
        trees: list[Tree] = []
        nothing = "it contains no SGF game: a game begins with “(;”"
        beginning = START.search(self.text)
        broken = 0
        while beginning and broken < MOST_BROKEN:
            if len(trees) == MOST_GAMES:
                raise RecordError(f"it has more than {MOST_GAMES:,} games")
            if len(trees) >= FEW_GAMES and beginning.start() < LEAST_LENGTH * len(trees):
                raise RecordError(
                    f"its first {len(trees):,} games have fewer than {LEAST_LENGTH} characters "
                    "each, so they are hardly games"
                )
            self.at = beginning.start()
            tree = self._tree()
            broken += bool(tree.broken)
            if tree.broken and tree.empty():
                nothing = tree.broken
            else:
                trees.append(tree)
            self.room -= len(tree)
            beginning = (ROOT if tree.broken else START).search(self.text, self.at)
        if not trees:
            raise RecordError(nothing)
        return trees

    def _tree(self) -> Tree:
        """Read one tree, from its opening parenthesis to its closing one."""
        self.tree = Tree(self.text)
        self.node = -1
        self.branches: list[int] = []  # for every open parenthesis, the node before it
        self.may_begin = False  # a property here would begin a node without its semicolon
        self.named = False  # whether a value here would belong to a property
        try:
            self._tokens()
        except _Break as problem:
            self.tree.broken = str(problem)
        return self.tree

    def _tokens(self) -> None:
        text, match = self.text, TOKEN.match
        while token := match(text, self.at):
            self.steps += 1
            if not self.steps & OFTEN:
                self.watch(self.at / len(text))
            begins, name, closed, mark = token[1], token[2], token[4], token[5]
            before, self.at = self.at, token.end()
            if begins or (mark and mark not in PARENTHESES):
                self._begin(token.end(1) if begins else self.at)
            if mark is None:
                end = self.at - 1 if closed else _closing(text, token.end(3))
                self.at = min(end + 1, len(text))
                if name:
                    self._property(name, token.start(2), before)
                elif not self.named:
                    raise self._error("a value without a property", before)
                if end == len(text):
                    half = name in COMMENTS and token.start(3) < end
                    start = token.start(2) if name else token.start(3) - 1
                    raise self._error("a value that is never closed", start, half)
            elif mark in PARENTHESES and self._parenthesis(mark):
                return
        self._finish()

    def _finish(self) -> None:
        """Check that only closing parentheses are missing, where many files are cut off."""
        blank = BLANK.match(self.text, self.at)
        assert blank is not None
        self.at = blank.end()
        following = self.text[self.at : self.at + 1]
        if following.isalpha():
            raise self._error("a property without a value", self.at)
        if following:
            raise self._error(f"an unexpected {following!r}", self.at)
        self.tree.unclosed = len(self.branches)

    def _parenthesis(self, mark: str) -> bool:
        """Begin or end a variation; return True if this ends the last open one."""
        self.may_begin, self.named = mark == "(", False
        if mark == "(":
            self.branches.append(self.node)
        else:
            self.node = self.branches.pop()
        return not self.branches

    def _begin(self, start: int) -> None:
        if len(self.tree) == self.room:
            raise RecordError(f"it has more than {MOST_NODES:,} nodes")
        self.tree.add(self.node, start)
        self.node = len(self.tree) - 1
        self.may_begin, self.named = False, False

    def _property(self, name: str, start: int, before: int) -> None:
        if self.may_begin:
            self._begin(start)
        elif self.node != len(self.tree) - 1:
            raise self._error(f"property {name[:20]} after a variation", before)
        if not _short(name):
            raise self._error(f"property {name[:20]!r} without a capital letter", before)
        self.named = True

    def _error(self, what: str, place: int, half: bool = False) -> _Break:
        """Return that the tree breaks off at this place; half a comment there is kept."""
        if not half:
            self.tree.end = place
        start, line = self.counted
        line += self.text.count("\n", start, place)
        self.counted = place, line
        return _Break(f"line {line} has {what}")


def _closing(text: str, at: int) -> int:
    """Return the place of the first bracket from here that no backslash precedes, or the end."""
    while (end := text.find("]", at)) >= 0:
        back = end
        while back > at and text[back - 1] == "\\":
            back -= 1
        if (end - back) % 2 == 0:
            return end
        at = end + 1
    return len(text)


def _short(name: str) -> str:
    """Return a name without its lower-case letters: up to FF[3], GM could be spelt GaMe."""
    return name if name.isupper() else LOWER_CASE.sub("", name)


def _plain(raw: str) -> str:
    """Return a value without its escapes, its line breaks as one character each."""
    if "\\" in raw:
        raw = "".join(_unescaped(raw))
    return LINE_BREAK.sub("\n", raw) if "\r" in raw else raw


def _unescaped(raw: str) -> Iterator[str]:
    """Yield the parts of a value, because one list of all pieces is 20 times as long as a value."""
    pieces, at = list[str](), 0
    for escape in ESCAPE.finditer(raw):
        pieces.append(raw[at : escape.start()])
        at = escape.end()
        # An escaped line break only shortens the lines of the file.
        pieces.append("" if escape[1][:1] in ("\r", "\n") else escape[1])
        if len(pieces) > MANY:
            yield "".join(pieces)
            pieces.clear()
    pieces.append(raw[at:])
    yield "".join(pieces)


WIDTH = 78
# Escaped line breaks divide long values, but not between a backslash and the next character.
PIECE = re.compile(rf"(?:\\.|[^\\]){{1,{WIDTH - 10}}}")


def render(trees: Iterable[Sequence[SgfNode]]) -> str:
    """Return the text of game trees."""
    return "".join(_render(tree) for tree in trees)


def _render(tree: Sequence[SgfNode]) -> str:
    out: list[str] = []
    column = 0
    for piece in _pieces(tree):
        head, _, _ = piece.partition("\n")
        # A variation begins a line, and so does a piece that would make this line too long.
        if column and (piece[0] == "(" or column + len(head) > WIDTH):
            out.append("\n")
            column = 0
        out.append(piece)
        tail = piece.rfind("\n")
        column = column + len(piece) if tail < 0 else len(piece) - tail - 1
    return "".join(out) + "\n"


def _pieces(tree: Sequence[SgfNode]) -> Iterator[str]:
    """Yield what stays on one line: a property's name with its first value, or a further value."""
    children = Counter(node.parent for node in tree)
    variations: list[int] = []  # the first nodes of the variations that are still open
    for place, node in enumerate(tree):
        if children[node.parent] > 1 or node.parent < 0:
            # Close the variations that began after this node's parent.
            while variations and variations[-1] > node.parent:
                variations.pop()
                yield ")"
            variations.append(place)
            opening = "(;"
        else:
            opening = ";"
        for name, values in node.properties:
            opening += name
            for value in values:
                yield f"{opening}[{escape(value)}]"
                opening = ""
        if opening:
            yield opening
    yield ")" * len(variations)


def escape(text: str) -> str:
    """Return a text as the value of a property, with escaped line breaks if it is long."""
    # A lone surrogate, which some keyboards produce and UTF-8 cannot hold, becomes a question mark.
    text = text.encode("utf-8", "replace").decode("utf-8")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = text.replace("\\", "\\\\").replace("]", "\\]")
    return "\n".join("\\\n".join(PIECE.findall(line)) for line in text.split("\n"))

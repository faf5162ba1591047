"""From game trees to the text of a file: strict FF[4] in short lines, with one possible result."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from loa_tk.model.records.sgf import SgfNode

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

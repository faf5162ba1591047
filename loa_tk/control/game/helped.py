"""Hints and moves taken back, which the game itself counts: its log may be emptied or lost."""

from __future__ import annotations

from loa_tk.model.match import Node
from loa_tk.model.records.values import BACK, COUNTS, HINTS
from loa_tk.words import main as words


def count(node: Node, name: str, change: int) -> None:
    """Change a count of a node; it is written with the game."""
    marks = dict(node.marks)
    number = int(marks.pop(name, "0")) + change
    node.marks = (*marks.items(), *([(name, str(number))] if number > 0 else []))


def take_back(before: Node, after: Node) -> None:
    """Count the moves taken back, or no longer those played again, from a node to another."""
    back, again = set(before.line()), set(after.line())
    for node in back ^ again:
        taken = BACK in dict(node.marks)
        if taken != (node in back):
            count(node, BACK, -1 if taken else 1)


def counted(root: Node) -> dict[str, int]:
    """Return the hints and the moves taken back at a node and all after it."""
    sums, waiting = dict.fromkeys(COUNTS, 0), [root]
    while waiting:
        node = waiting.pop()
        marks = dict(node.marks)
        for name in COUNTS:
            sums[name] += int(marks.get(name, "0"))
        waiting += node.children
    return sums


def hand_up(node: Node) -> None:
    """Keep the counts of a branch that is deleted in the position before it."""
    assert node.parent is not None
    for name, number in counted(node).items():
        count(node.parent, name, number)


def helped_text(root: Node) -> str:
    """Return how many hints a game has had and how many moves were taken back, in words."""
    sums = counted(root)
    return words.helped(sums[HINTS], sums[BACK])

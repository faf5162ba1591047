"""Records of games as SGF: from bytes to trees to matches with branches, and back to text.

To read: `trees` of a file's bytes, `headline` of each tree for a list, `read_record` of the one
that is chosen. To write: `text` of one or more records. Files are opened elsewhere.
Imports `model`, `model.games` and `model.search`, but no particular game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from loa_tk.model.records.opening import Headline, headline
from loa_tk.model.records.reader import read_record
from loa_tk.model.records.record import IllegalMove, Record, RecordError, ReportError
from loa_tk.model.records.sgf import Tree, decode, ignore, parse, render
from loa_tk.model.records.writer import tree_of

__all__ = [
    "Headline", "IllegalMove", "Record", "RecordError", "ReportError", "Tree", "headline", "ignore",
    "read_record", "text", "trees",
]  # fmt: skip


def trees(data: bytes, watch: Callable[[float], None] = ignore) -> list[Tree]:
    """Return the game trees in a file's bytes, or raise RecordError if there is none.

    `watch` is now and then given the share that has been read; it may raise to end the reading.
    """
    return parse(decode(data), watch)


def text(records: Iterable[Record]) -> str:
    """Return records as the text of one file, to be written as UTF-8."""
    return render(map(tree_of, records))

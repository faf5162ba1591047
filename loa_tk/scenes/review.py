"""What the move list, the analysis and the position editor show, as immutable data."""

from __future__ import annotations

from loa_tk.scenes.immutable import dataclass


@dataclass(frozen=True)
class GraphPoint:
    """The position after one ply of the shown line, with the key of its move.

    `share` (0 to 1) is the first player's share of the value bar, or None if the value is unknown.
    """

    key: str
    share: float | None = None
    blunder: bool = False


@dataclass(frozen=True)
class MoveWord:
    """One word of the move list: a move with its key, or a move number without one."""

    key: str
    text: str
    blunder: bool = False


@dataclass(frozen=True)
class MoveLine:
    """A line of the move list: number, first and second move, or the moves of a variation.

    `depth` is 0 in the main line, 1 in a variation of it, and so on.
    """

    words: tuple[MoveWord, ...]
    depth: int = 0


@dataclass(frozen=True)
class ReviewScene:
    """The value graph and the move list; `current` is the key of the position on the board.

    `comment` is the text that the record has about that position.
    """

    points: tuple[GraphPoint, ...] = ()
    lines: tuple[MoveLine, ...] = ()
    current: str = ""
    enabled: frozenset[str] = frozenset()  # the possible steps: "first", "previous", "next", "last"
    comment: str = ""


@dataclass(frozen=True)
class AnalysisRow:
    """One of the best moves: its rank, its value, and the line that it starts."""

    rank: str
    value: str
    line: tuple[str, ...]


@dataclass(frozen=True)
class AnalysisScene:
    """The analysis of the position on the board, and the progress of the whole game's analysis."""

    on: bool = False
    facts: str = ""  # depth and nodes
    rows: tuple[AnalysisRow, ...] = ()
    note: str = ""  # shown if there are no rows
    progress: float | None = None  # of the whole game's analysis, 0 to 1; None if none is running
    progress_text: str = ""
    can_analyse_game: bool = False
    proof: tuple[str, ...] = ()  # what is proved, from long to short, instead of the facts
    ended: bool = False  # nothing is left to search here, so nothing can be stopped


@dataclass(frozen=True)
class Brush:
    """What a click in the editor does: place a piece of this kind, or remove one (no kind)."""

    key: str
    label: str
    kind: str = ""


@dataclass(frozen=True)
class EditorScene:
    """The position editor's card; `reason` says why the position cannot be played, or is empty."""

    brushes: tuple[Brush, ...]
    brush: str
    sides: tuple[Brush, ...]
    side: str
    reason: str = ""

"""What review, analysis, the position editor and lists of games show, as immutable data."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class GraphPoint:
    """The position after one ply of the shown line, under the key of its move.

    `share` (0 to 1) is how well the first player stands, as in the value bar; None is unknown.
    """

    key: str
    share: float | None = None
    blunder: bool = False


@dataclass(frozen=True)
class MoveWord:
    """One word of the move list: a move with its key, or a number, which has none."""

    key: str
    text: str
    blunder: bool = False


@dataclass(frozen=True)
class MoveLine:
    """A line of the move list: number, first and second move; or running text of a variation.

    `depth` is 0 in the main line, 1 in a variation of it, and so on.
    """

    words: tuple[MoveWord, ...]
    depth: int = 0


@dataclass(frozen=True)
class ReviewScene:
    """The value graph and the move list; `current` is the key of the position on the board."""

    points: tuple[GraphPoint, ...] = ()
    lines: tuple[MoveLine, ...] = ()
    current: str = ""
    enabled: frozenset[str] = frozenset()  # which of the steps to and fro are possible


@dataclass(frozen=True)
class AnalysisRow:
    """One of the best moves: its rank, its value, and the line that begins with it."""

    rank: str
    value: str
    line: tuple[str, ...]


@dataclass(frozen=True)
class AnalysisScene:
    """The analysis of the position on the board, and how far that of the whole game has got."""

    on: bool = False
    facts: str = ""  # depth, nodes
    rows: tuple[AnalysisRow, ...] = ()
    note: str = ""  # what is to be said where there are no rows
    progress: float | None = None  # of the game's analysis, 0 to 1; None: it does not go on
    progress_text: str = ""
    can_analyse_game: bool = False


@dataclass(frozen=True)
class Brush:
    """What a click in the editor does: put a piece of a kind, or (no kind) take one away."""

    key: str
    label: str
    kind: str = ""


@dataclass(frozen=True)
class EditorScene:
    """The position editor's card; `reason` tells why the position cannot be played, if so."""

    brushes: tuple[Brush, ...]
    brush: str
    sides: tuple[Brush, ...]
    side: str
    reason: str = ""

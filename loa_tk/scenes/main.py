"""What the main window shows, as immutable data, what it reports, and what it offers.

In the label of a menu, & precedes the letter to underline.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any, Protocol

from loa_tk.immutable import dataclass
from loa_tk.scenes.board import BoardGesture, BoardScene
from loa_tk.scenes.pages import Choice, HelpPage
from loa_tk.scenes.services import Dialogs, ProgressView, Timers, ToolIntents, ToolView


@dataclass(frozen=True, kw_only=True)
class MenuEntry:
    """An entry that reports the command `name`; a `tick` can be on or off."""

    name: str
    label: str
    key: str = ""  # "Ctrl+Shift+C", "F1"
    tick: bool = False


@dataclass(frozen=True)
class MenuChoices:
    """A radio entry for each of the choices that the scene lists under this name."""

    name: str


@dataclass(frozen=True)
class MenuLine:
    """A line between entries."""


@dataclass(frozen=True)
class Menu:
    """A menu, in the bar or within another menu."""

    name: str
    label: str
    entries: tuple[MenuEntry | MenuChoices | MenuLine | Menu, ...]


@dataclass(frozen=True, kw_only=True)
class MenuScene:
    """Which commands are possible, which are ticked, and the choices with the one in force."""

    enabled: frozenset[str] = frozenset()
    ticked: frozenset[str] = frozenset()
    choices: Mapping[str, tuple[Choice, ...]] = field(default_factory=dict)
    chosen: Mapping[str, str] = field(default_factory=dict)


def entries_of(menus: tuple[Menu, ...]) -> list[MenuEntry]:
    """Return every entry of these menus that reports a command, in order."""
    entries: list[MenuEntry] = []
    for menu in menus:
        for entry in menu.entries:
            if isinstance(entry, MenuEntry):
                entries.append(entry)
            elif isinstance(entry, Menu):
                entries += entries_of((entry,))
    return entries


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


@dataclass(frozen=True, kw_only=True)
class ReviewScene:
    """The value graph and the move list; `current` is the key of the position on the board.

    `comment` is the text that the record has about that position.
    """

    points: tuple[GraphPoint, ...] = ()
    lines: tuple[MoveLine, ...] = ()
    current: str = ""
    enabled: frozenset[str] = frozenset()  # the possible steps: "first", "previous", "next", "last"
    comment: str = ""
    scale: tuple[tuple[float, str], ...] = ()  # shares of the graph's height, with their values
    promotable: frozenset[str] = frozenset()  # the keys of the moves in variations


@dataclass(frozen=True)
class AnalysisRow:
    """One of the best moves: its rank, its value, and the line that it starts."""

    rank: str
    value: str
    line: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
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
    why: tuple[str, ...] = ()  # why the first move is best, in sentences
    head: str = ""  # a blunder, an exercise or an analysed game, which replaces the rows
    text: str = ""
    offers: tuple[tuple[str, str], ...] = ()  # commands about it, each with its label


@dataclass(frozen=True)
class Brush:
    """What a click in the editor does: place a piece of this kind, or remove one (no kind)."""

    key: str
    label: str
    kind: str = ""


@dataclass(frozen=True, kw_only=True)
class EditorScene:
    """The position editor's card; `reason` says why the position cannot be played, or is empty."""

    brushes: tuple[Brush, ...]
    brush: str
    sides: tuple[Brush, ...]
    side: str
    reason: str = ""


@dataclass(frozen=True, kw_only=True)
class PlayerRow:
    """One player in the players' card; `details` is one caption in versions from long to short."""

    kind: str
    name: str
    details: tuple[str, ...]
    mark: str = ""  # "● to move", "✓ won" or empty
    figures: tuple[str, ...] = ()


@dataclass(frozen=True)
class PlayersScene:
    """The players' card: a heading, captions above the figures, and two rows, the upper first."""

    heading: str
    captions: tuple[str, ...]
    rows: tuple[PlayerRow, PlayerRow]


@dataclass(frozen=True, kw_only=True)
class ThinkingScene:
    """The thinking card, live or showing the last search; a figure is (caption, long, short)."""

    title: str
    clock: str = ""
    progress: float = 0.0  # 0 to 1; more than 0 when not live means that a search has finished
    live: bool = False
    figures: tuple[tuple[str, str, str], ...] = ()
    line: tuple[str, ...] = ()  # moves of the best line; the view drops moves that do not fit
    can_move_now: bool = False
    can_try_again: bool = False  # the button searches once more
    proof: tuple[str, ...] = ()  # what the search has proved, from long to short
    helps: tuple[str, ...] = ()  # what each figure means, for a mouse that rests on it


@dataclass(frozen=True, kw_only=True)
class LogRow:
    """One depth of a search, as text: depth, value, nodes, time, and the moves of its line."""

    depth: str
    value: str
    nodes: str
    time: str
    line: tuple[str, ...]
    aside: bool = False  # a question to the prover that was answered with no
    link: bool = False  # whether its tree can be explored


@dataclass(frozen=True, kw_only=True)
class LogEntry:
    """One search in the log: head line, the six statistics by name, a proof, one row per depth.

    An entry without statistics is a note, of which only the head and the line below it are shown.
    `bad` marks an error, `title` the heading of a game, `result` how the game ended.
    """

    head: str
    facts: str = ""  # right-aligned in the head line
    statistics: tuple[tuple[str, str], ...] = ()
    proof: str = ""
    rows: tuple[LogRow, ...] = ()
    blunder: str = ""  # a sentence naming the best move, if another one was played
    bad: bool = False
    by: str = ""  # below the head: what searched, or who plays
    title: bool = False
    result: bool = False
    why: tuple[str, ...] = ()  # why the move was chosen, in sentences
    # What `choose("explore", key)` reports; an entry without it cannot be explored, and "key/3"
    # explores its search at depth 3.
    key: str = ""


@dataclass(frozen=True, kw_only=True)
class WindowScene:
    """The whole main window at one moment, without the log, to which entries are only added."""

    title: str
    board: BoardScene
    players: PlayersScene
    thinking: ThinkingScene
    menus: MenuScene
    status: str = ""
    saved: str = ""
    aim: str = ""  # what the player has to do, above the first game on a board
    theme: str = "light"  # or "dark", "contrast"
    text_size: int = 10  # points: 9, 10, 12 or 14
    log_pane: bool = True  # whether the third card is shown
    page: str = "log"  # the page of the third card, or "moves", "analysis"
    review: ReviewScene = field(default_factory=ReviewScene)
    analysis: AnalysisScene = field(default_factory=AnalysisScene)
    editor: EditorScene | None = None  # replaces the players and thinking cards


class Intents(Protocol):
    """What the main window reports: the user's actions, in terms of the board, not of the rules."""

    def command(self, name: str) -> None:
        """The user chooses a command from a menu, by a button or by a key."""

    def choose(self, menu: str, key: str) -> None:
        """The user chooses an entry of a run-time menu, or anything else that has a key."""

    def report(self, gesture: BoardGesture) -> bool:
        """The user does something on the board; return whether the piece there is lifted."""


class View(Timers, Dialogs, Protocol):
    """What the main window offers its controller, which knows nothing else of it."""

    def show(self, scene: WindowScene) -> None:
        """Draw this scene; only the differences from the last scene are drawn."""

    def log(self, entry: LogEntry) -> None:
        """Add one entry at the end of the log."""

    def clear_log(self) -> None:
        """Empty the log."""

    def progress(self, title: str, cancel: Callable[[], None]) -> ProgressView:
        """Open a progress bar for slow work; `cancel` is called if the user ends the work."""

    def error(self, title: str, text: str) -> None:
        """Report an error in a dialog that does not block the program."""

    def help(self, page: HelpPage) -> None:
        """Show a help page in a window of its own, which blocks nothing."""

    def open(self, name: str, intents: ToolIntents[Any]) -> ToolView[Any]:
        """Open the tool window of this name, which reports to these intents."""

    def geometry(self) -> str:
        """Return the window's size and position, for `set_geometry` at the next start."""

    def set_geometry(self, geometry: str) -> None:
        """Restore a size and position as far as this screen allows; ignore an unreadable one."""

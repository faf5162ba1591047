"""What the main window shows, as immutable data, what it reports, and what it offers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import Any, Protocol

from loa_tk.scenes.board import BoardGesture, BoardScene
from loa_tk.scenes.immutable import dataclass
from loa_tk.scenes.menus import MenuScene
from loa_tk.scenes.pages import HelpPage, ListScene
from loa_tk.scenes.review import AnalysisScene, EditorScene, ReviewScene
from loa_tk.scenes.services import Dialogs, ProgressView, Timers, ToolIntents, ToolView


@dataclass(frozen=True)
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


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class LogRow:
    """One depth of a search, as text: depth, value, nodes, time, and the moves of its line."""

    depth: str
    value: str
    nodes: str
    time: str
    line: tuple[str, ...]
    aside: bool = False  # a question to the prover that was answered with no


@dataclass(frozen=True)
class LogEntry:
    """One search in the log: head line, the six statistics by name, a proof, one row per depth.

    An entry without statistics is a note, of which only the head and the line below it are shown.
    `bad` marks an error, `title` the heading of a game.
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
    key: str = ""  # what `choose("explore", key)` reports; an entry without it cannot be explored


@dataclass(frozen=True)
class WindowScene:
    """The whole main window at one moment, without the log, to which entries are only added."""

    title: str
    board: BoardScene
    players: PlayersScene
    thinking: ThinkingScene
    menus: MenuScene
    status: str = ""
    saved: str = ""
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

    def clipboard(self) -> str:
        """Return the text on the clipboard, or "" if there is none."""

    def pick(
        self,
        scene: ListScene,
        done: Callable[[str], None],
        other: Callable[[str], None] | None = None,
    ) -> None:
        """Show a list; `done` gets the key of the chosen line, if one is chosen.

        `other` gets it if the second button is pressed, which leaves the list open. A list without
        lines only closes the open one of its title.
        """

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

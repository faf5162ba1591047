"""What a window shows, as immutable data: control builds Scenes, view draws them, without rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from loa_tk.scenes.board import BoardScene
from loa_tk.scenes.flow import FlowIntents, FlowView
from loa_tk.scenes.menus import MenuScene
from loa_tk.scenes.pages import HelpPage, ListScene
from loa_tk.scenes.review import AnalysisScene, EditorScene, ReviewScene
from loa_tk.scenes.series import SeriesIntents, SeriesView
from loa_tk.scenes.services import Dialogs, Timers


@dataclass(frozen=True)
class PlayerRow:
    """One player in the players' card; `details` are the same caption from long to short."""

    kind: str
    name: str
    details: tuple[str, ...]
    mark: str = ""  # "● to move", "✓ won" or nothing
    figures: tuple[str, ...] = ()


@dataclass(frozen=True)
class PlayersScene:
    """The players' card: a heading, captions over the figures, the upper row first."""

    heading: str
    captions: tuple[str, ...]
    rows: tuple[PlayerRow, PlayerRow]


@dataclass(frozen=True)
class ThinkingScene:
    """The thinking card, live or showing the last search; each figure is (caption, long, short)."""

    title: str
    clock: str = ""
    progress: float = 0.0  # 0 to 1; at rest, more than 0 means that a search was finished
    live: bool = False
    figures: tuple[tuple[str, str, str], ...] = ()
    line: tuple[str, ...] = ()  # moves of the best line; the view drops whole moves from the end
    can_move_now: bool = False


@dataclass(frozen=True)
class LogRow:
    """One depth of a search, as text: depth, value, nodes, time, and the moves of its line."""

    depth: str
    value: str
    nodes: str
    time: str
    line: tuple[str, ...]


@dataclass(frozen=True)
class LogEntry:
    """One search in the log: head line, the six statistics by name, a proof, a line per depth.

    An entry with no statistics is a note (`bad` for an error): only its head is shown.
    """

    head: str
    facts: str = ""  # flush right in the head line
    statistics: tuple[tuple[str, str], ...] = ()
    proof: str = ""
    rows: tuple[LogRow, ...] = ()
    blunder: str = ""  # that the move was not the best one, and which was
    bad: bool = False


@dataclass(frozen=True)
class WindowScene:
    """The whole main window at one moment. The log is not part of it: it is only ever added to."""

    title: str
    board: BoardScene
    players: PlayersScene
    thinking: ThinkingScene
    menus: MenuScene
    status: str = ""
    saved: str = ""
    theme: str = "light"  # or "dark", "contrast"
    text_size: int = 10  # points: 9, 10, 12 or 14
    log_pane: bool = True  # is the third card shown?
    page: str = "log"  # of the third card, or "moves", "analysis"
    review: ReviewScene = field(default_factory=ReviewScene)
    analysis: AnalysisScene = field(default_factory=AnalysisScene)
    editor: EditorScene | None = None  # in place of players and search


class Intents(Protocol):
    """What a window reports: the user's wishes, in the board's terms, never in rules."""

    def click(self, square: int) -> None:
        """A square was clicked."""

    def drag(self, origin: int) -> bool:
        """A piece was pulled at; returns whether it may be lifted."""

    def drop(self, origin: int, target: int | None) -> None:
        """A lifted piece was let go over `target`, or beside the board."""

    def command(self, name: str) -> None:
        """A command was chosen from a menu, a button or a key."""

    def choose(self, menu: str, key: str) -> None:
        """An entry of a run-time menu was chosen, or of anything else that offers keys."""


class View(Timers, Dialogs, Protocol):
    """What the main window can be told; a controller knows nothing else of it."""

    def show(self, scene: WindowScene) -> None:
        """Draw this scene; only what differs from the last one is drawn anew."""

    def log(self, entry: LogEntry) -> None:
        """Add one entry at the end of the log pane."""

    def clear_log(self) -> None:
        """Empty the log pane."""

    def clipboard(self) -> str:
        """The text on the clipboard, or nothing."""

    def copy(self, text: str) -> None:
        """Put a text on the clipboard."""

    def pick(self, scene: ListScene, done: Callable[[str], None]) -> None:
        """Show a list; `done` gets the key of the line that was chosen, if one was."""

    def board_picture(self) -> bytes:
        """The board as it is shown, as a PNG file."""

    def error(self, title: str, text: str) -> None:
        """Tell of an error in a dialog and go on."""

    def help(self, page: HelpPage) -> None:
        """Show a help page in its own window, which blocks nothing."""

    def open_series(self, intents: SeriesIntents) -> SeriesView:
        """Open the series window, which reports to these intents."""

    def open_flow(self, intents: FlowIntents) -> FlowView:
        """Open the Flow Free window, which reports to these intents."""

    def geometry(self) -> str:
        """The window's size and place, to be handed to `set_geometry` at the next start."""

    def set_geometry(self, geometry: str) -> None:
        """Restore a size and place, as far as it fits this screen; nonsense is ignored."""

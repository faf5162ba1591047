"""The state of the main window, one object: handlers change it, scenes are made from it."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass, field, replace
from pathlib import Path

from loa_tk import immutable
from loa_tk.control.effects import Explorable
from loa_tk.control.engine.played import player_name, unseeded
from loa_tk.control.engine.thought import ANALYSIS, MOVE, Thought
from loa_tk.model.game import Game, Move, Square
from loa_tk.model.games import all_games
from loa_tk.model.match import Match, Node, outcome_at
from loa_tk.model.search.ladder import first_rung, rungs
from loa_tk.model.search.players import Player, is_player, levels, read_player
from loa_tk.model.search.statistics import Report
from loa_tk.scenes.board import Glide
from loa_tk.scenes.main import LogEntry
from loa_tk.store.archive import Archive, Link
from loa_tk.store.settings import Settings

# Which sides a human plays, by the entries of the Side menu.
HUMANS: Mapping[str, tuple[bool, bool]] = {
    "first": (True, False),
    "second": (False, True),
    "both": (True, True),
    "none": (False, False),
}

MOST_LOGGED = 2000  # searches; quick ones take 3 KB each, long ones 10 KB

# Settings.left is the name of a kept game, the whole path of a file of the user's, or this.
NEW = "new"

ADAPTIVE = "adaptive"  # a level that every game has besides its own
SEEDS = (1, 9999)  # short, because people read and type them


def seed_of(match: Match) -> int | None:
    """Return the seed of the first search of a game that has one, or None."""
    for node in match.root.end().line():
        if isinstance(node.report, Report) and is_player(match.game, node.report.player):
            seed = read_player(match.game, node.report.player).seed
            if seed is not None:
                return seed
    return None


@immutable.dataclass(frozen=True, kw_only=True)
class Logged:
    """One entry of the log: as the log pane shows it, and as a row of a table.

    The entry of a search that can be explored has a key.
    """

    entry: LogEntry
    row: Mapping[str, object] = field(default_factory=dict)  # by column; a heading has none
    search: Explorable | None = None
    node: Node | None = None  # the position after the move that the entry is about
    game: int = 0  # the number of its game in this log, from 1


class BoundedLog(list[Logged]):
    """The latest entries; `dropped` counts the searches removed because there were too many.

    19,000 searches in a quarter of an hour made the window 60 MB larger.
    """

    dropped = 0
    keyed = 0  # how many entries have had a key
    games = 0  # how many headings there have been
    logged: Match | None = None  # the game whose heading is the last one, and of that game:
    date = ""  # when it was begun
    players = ""  # who plays it, in words, as it was logged last
    at: Node | None = None  # the position that the log has arrived at

    def __init__(self) -> None:
        """Begin with nothing."""
        super().__init__()
        self.taken: set[Node] = set()  # the positions of moves that were taken back

    def append(self, logged: Logged) -> None:
        """Add an entry, and remove the oldest if there are more than MOST_LOGGED."""
        super().append(logged)
        if len(self) > MOST_LOGGED:
            self.dropped += bool(self[0].entry.statistics)
            if self[0].node is not None:
                self.taken.discard(self[0].node)
            del self[0]

    def clear(self) -> None:
        """Remove all entries."""
        super().clear()
        self.taken.clear()
        self.dropped, self.logged = 0, None


@dataclass(kw_only=True)
class Marks:
    """What the board shows besides its pieces."""

    selected: Square | None = None
    lifted: Square | None = None  # the square of the piece being dragged
    hint: Move | None = None
    glide: Glide | None = None
    banner_seen: bool = False  # the banner was put away
    cursor: Square | None = None  # stays from move to move for players using the keyboard


@dataclass(kw_only=True)
class GameFile:
    """Where the game on the board is written, and what its record says about it."""

    path: Path | None = None  # a file of the user's
    changed: bool = False  # since that file was opened or written
    commented: bool = False  # since the game was kept
    info: dict[str, str] = field(default_factory=dict)  # PB, PW, DT, …
    kept: Path | None = None  # the archive's file of the game
    saved: str = ""  # the status text about the last write to the archive

    @property
    def unsaved(self) -> bool:
        """Return whether the user's file lacks changes of the game."""
        return self.path is not None and self.changed

    @property
    def link(self) -> Link | None:
        """Return the file of the user's and whether the game was changed, for the archive."""
        return None if self.path is None else Link(self.path, self.changed)

    @property
    def left(self) -> str:
        """Return what `Settings.left` calls the game."""
        if self.kept is not None:
            return self.kept.name
        return NEW if self.path is None else str(self.path)


@dataclass
class Draft:
    """A position being set up: its pieces, the side to move, and the positions before and after."""

    pieces: dict[Square, int]
    player: int
    _: KW_ONLY
    past: list[tuple[dict[Square, int], int]] = field(default_factory=list)
    undone: list[tuple[dict[Square, int], int]] = field(default_factory=list)

    def change(self, pieces: Mapping[Square, int], player: int) -> None:
        """Set up another position, from which undo returns to this one."""
        if (pieces, player) != (self.pieces, self.player):
            self.past.append((self.pieces, self.player))
            self.pieces, self.player, self.undone = dict(pieces), player, []

    def undo(self) -> None:
        """Go back to the position before the last change, if there is one."""
        self._step(self.past, self.undone)

    def redo(self) -> None:
        """Change the position again as before the last undo, if there was one."""
        self._step(self.undone, self.past)

    def _step(
        self, source: list[tuple[dict[Square, int], int]], to: list[tuple[dict[Square, int], int]]
    ) -> None:
        if source:
            to.append((self.pieces, self.player))
            self.pieces, self.player = source.pop()


@dataclass
class GameStudy:
    """The analysis of a whole game: the positions of its line, and how many of them are done."""

    line: list[Node]
    done: int = 0

    @property
    def node(self) -> Node:
        """Return the position that is being studied."""
        return self.line[self.done]


@dataclass
class Exercises:
    """The blunders of a game as exercises, each by the node after the blunder, and the one open."""

    nodes: list[Node]
    at: int = 0
    _: KW_ONLY
    tried: Node | None = None  # the position after a move that is being judged
    said: str = ""  # about the last move that was tried
    solved: bool = False  # the better move was found or shown
    ended: bool = False  # all exercises have been done

    @property
    def node(self) -> Node:
        """Return the position after the blunder of the open exercise."""
        return self.nodes[self.at]


class Session:
    """The main window's state: settings, game, search, analysis, editor, marks, file and log."""

    def __init__(
        self,
        settings: Settings,
        archive: Archive,
        match: Match | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begin with the game that the settings name, or continue a match."""
        self.settings, self.archive, self.clock = settings, archive, clock
        games = all_games()
        game = games.get(settings.game, next(iter(games.values())))
        self.match = match or Match(game)
        # The players of a game of others that is reviewed; one without a name is empty.
        self.names: tuple[str, str] | None = None
        self.details: tuple[str, str] | None = None  # how they play, if that is known
        # Which sides humans played when the game ended; another side may be chosen afterwards.
        self.finished_by: tuple[bool, bool] | None = None

        self.paused = False
        self.stepping = False  # the computer makes one move although it is paused
        self.trying = False  # a variation has been begun beside the game that was played
        self.reviewing = False  # the board shows an earlier position, so the computer waits
        self.thought: Thought | None = None  # the search going on, or the last one
        self.analysed: Thought | None = None  # the last analysis of a position, until it changes
        self.shown_at = 0.0  # when the last move was made, by the clock

        self.analysing = False  # the position on the board is analysed
        self.study: GameStudy | None = None
        self.lesson: Exercises | None = None
        self.draft: Draft | None = None  # the position editor is open
        self.brush = "first"  # what a click in the editor places: a side's piece, or "nothing"

        self.marks, self.file, self.log = Marks(), GameFile(), BoundedLog()
        self.settings_folder, self.log_file = Path(), ""  # where they are

        self.answer: tuple[Node, Report] | None = None  # a move that waits to be played
        self._seed: tuple[Match, int] | None = None  # of the game on the board
        self.adapted: Match | None = None  # the last game that has changed the strength
        self.learned: Match | None = None  # the last game that was the first one on its board
        self.page = "log"  # of the third card
        self.note = ""

    def clear_marks(self) -> None:
        """Forget everything that is marked but the cursor."""
        self.marks = Marks(cursor=self.marks.cursor)

    def change(self, **settings: object) -> None:
        """Change settings; the handler names the effect that writes them."""
        self.settings = replace(self.settings, **settings)  # type: ignore[arg-type]

    @property
    def game(self) -> Game:
        """Return the game being played."""
        return self.match.game

    @property
    def humans(self) -> tuple[bool, bool]:
        """Return which sides a human plays."""
        return HUMANS.get(self.settings.side, HUMANS["first"])

    @property
    def players(self) -> tuple[bool, bool]:
        """Return which sides humans play, or played if the game on the board is over."""
        if self.finished_by is None or self.match.outcome() is None:
            return self.humans
        return self.finished_by

    def named(self, side: int) -> str:
        """Return the name that the reviewed game has for a side, or nothing."""
        return "" if self.names is None else self.names[side]

    @property
    def held(self) -> bool:
        """Return whether the computer waits before its moves."""
        return self.paused or self.reviewing

    @property
    def human_to_move(self) -> bool:
        """Return whether the board waits for a human, who moves for either side in a review."""
        return self.match.outcome() is None and (self.reviewing or self.humans[self.match.player])

    @property
    def computer_to_move(self) -> bool:
        """Return whether the board waits for the computer."""
        return self.match.outcome() is None and not self.humans[self.match.player]

    @property
    def thinking(self) -> bool:
        """Return whether a search is running."""
        return self.thought is not None and self.thought.live

    @property
    def awaited(self) -> bool:
        """Return whether a move or a hint is being searched for; an analysis does not count."""
        return self.thought is not None and self.thought.live and self.thought.purpose != ANALYSIS

    @property
    def stuck(self) -> bool:
        """Return whether the computer's search for this move has failed and nothing goes on."""
        thought = self.thought
        return (
            self.computer_to_move
            and thought is not None
            and thought.failed
            and thought.purpose == MOVE
            and thought.state == self.match.state
        )

    @property
    def flipped(self) -> bool:
        """Return whether the second player is at the bottom.

        A lone human who plays second is, unless the board is flipped.
        """
        return self.settings.flip ^ (self.humans == (False, True))

    def levels(self) -> dict[str, str]:
        """Return this game's levels, with the user's changes that can be understood."""
        usual = levels(self.game)
        changed = self.settings.levels.get(self.game.key, {})
        right = {k: v for k, v in changed.items() if k in usual and is_player(self.game, v)}
        return {**usual, **right}

    def adaptive(self, side: int) -> bool:
        """Return whether the computer adapts to the person who plays against this side."""
        own = self.settings.sides.get(self.game.key, {}).get(str(side), "")
        return self.settings.level == ADAPTIVE and not own

    def rung(self, human: int) -> int:
        """Return how strong Adaptive is against a person who plays this side of this game."""
        kept = self.settings.rungs.get(self.game.key, {}).get(str(human), "")
        known = kept.isdecimal() and int(kept) < len(rungs(self.game))
        return int(kept) if known else first_rung(self.game)

    def computer(self, side: int) -> Player:
        """Return how the computer plays a side: at the chosen level, or in its own way."""
        known = self.levels()
        own = self.settings.sides.get(self.game.key, {}).get(str(side), "")
        if self.adaptive(side):
            return read_player(self.game, rungs(self.game)[self.rung(1 - side)])
        level = self.settings.level if self.settings.level in known else next(iter(known))
        return read_player(
            self.game, own if own in known or is_player(self.game, own) else level, known
        )

    @property
    def seed(self) -> int:
        """Return the seed of the game on the board: that of its searches, or a new one."""
        if self._seed is None or self._seed[0] is not self.match:
            self._seed = self.match, seed_of(self.match) or random.randint(*SEEDS)
        return self._seed[1]

    def opponent(self, side: int) -> Player:
        """Return how the computer plays a side, with the game's seed if it plays by chance.

        The log shows the seed, so that the game can be repeated.
        """
        player = self.computer(side)
        return player.changed(seed=self.seed) if player.chancy and player.seed is None else player

    def level_of(self, player: Player) -> str:
        """Return the name of the level that plays like this player, or nothing."""
        known, players = self.levels(), (player, unseeded(player))
        return next((name for name in known if read_player(self.game, name, known) in players), "")

    def style(self, side: int) -> str:
        """Return how the computer plays a side: the level's name, or the player as text."""
        return player_name(self.game, self.computer(side))

    def moves_from(self, square: Square | None) -> dict[Square, Move]:
        """Return the legal moves of the piece on a square, by target."""
        game, state = self.game, self.match.state
        if square is None or self.match.outcome() is not None:
            return {}
        paths = ((game.path(state, move), move) for move in game.moves(state))
        return {path[-1]: move for path, move in paths if path and path[0] == square}

    def hint_path(self) -> tuple[Square, ...] | None:
        """Return the squares of the hinted move while a human may still play it."""
        if self.marks.hint is None or not self.human_to_move:
            return None
        return tuple(self.game.path(self.match.state, self.marks.hint)) or None

    def only_pass(self) -> Move | None:
        """Return the forfeited turn if it is the only move."""
        return self._only_pass(self.match.node)

    def _only_pass(self, node: Node) -> Move | None:
        if outcome_at(self.game, node) is None:
            moves = self.game.moves(node.state)
            if len(moves) == 1 and not self.game.path(node.state, moves[0]):
                return moves[0]
        return None

    def _may_choose(self, node: Node) -> bool:
        """Return whether a human chooses the move in a position; nobody chooses to forfeit."""
        return self.humans[self.game.player(node.state)] and self._only_pass(node) is None

    def glide_of(self, node: Node) -> Glide | None:
        """Return the animation of the move that led to a node, if animation is on."""
        if node.parent is None or node.move is None or not self.settings.animation:
            return None
        game, before = self.game, node.parent.state
        path, taken = game.path(before, node.move), game.taken(before, node.move)
        if not path:
            return None
        pieces = game.pieces(before)
        gone = () if taken is None else ((taken, game.sides[pieces[taken]].name),)
        return Glide(path, gone)

    def undo_target(self) -> Node | None:
        """Return where undo leads: the last position before this one where a human chose."""
        node = self.match.node.parent
        if not any(self.humans):
            return node
        while node is not None and not self._may_choose(node):
            node = node.parent
        return node

    def redo_target(self) -> Node | None:
        """Return where redo leads: the next position where a human chooses, or the last one."""
        node = self.match.node
        while (following := node.next()) is not None:
            node = following
            if not any(self.humans) or self._may_choose(node):
                break
        return None if node is self.match.node else node

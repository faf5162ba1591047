"""The game on the board and who plays it: what controllers change and scenes are made from."""

from __future__ import annotations

from collections.abc import Mapping

from loa_tk.model.game import Game, Move, PlayerError, Square
from loa_tk.model.games import all_games
from loa_tk.model.match import Match, Node
from loa_tk.model.search.players import Player, levels, read_player
from loa_tk.scenes.board import Glide
from loa_tk.store.settings import Settings

# Which sides a human plays, by the entries of the Side menu.
HUMANS: Mapping[str, tuple[bool, bool]] = {
    "first": (True, False),
    "second": (False, True),
    "both": (True, True),
    "none": (False, False),
}


def is_player(game: Game, text: str) -> bool:
    """Whether a text from a file still describes a player of this game."""
    try:
        read_player(game, text)
    except PlayerError:
        return False
    return True


class Session:
    """One board in use: settings, match, and the marks that are not part of the game."""

    def __init__(self, settings: Settings, match: Match | None = None) -> None:
        """Begin with the game the settings name, or go on with a match."""
        self.settings = settings
        games = all_games()
        game = games.get(settings.game, next(iter(games.values())))
        self.match = match or Match(game)
        self.paused = False
        self.stepping = False  # one move of the computer although it is paused
        self.reviewing = False  # an earlier position is looked at: the computer waits
        self.names: tuple[str, str] | None = None  # who played a game that is looked at
        self.page = "log"  # of the third card
        self.note = ""
        self.cursor: Square | None = None  # stays from move to move: somebody plays by keys
        self.clear_marks()

    def clear_marks(self) -> None:
        """Forget selection, hint, animation and that the banner was put away."""
        self.selected: Square | None = None
        self.hint: Move | None = None
        self.glide: Glide | None = None
        self.banner_seen = False

    @property
    def game(self) -> Game:
        """The game being played."""
        return self.match.game

    @property
    def humans(self) -> tuple[bool, bool]:
        """Which sides a human plays."""
        return HUMANS.get(self.settings.side, HUMANS["first"])

    @property
    def held(self) -> bool:
        """Whether the computer makes no move by itself."""
        return self.paused or self.reviewing

    @property
    def human_to_move(self) -> bool:
        """Whether the board waits for a human, who may move for either side in a review."""
        return self.match.outcome() is None and (self.reviewing or self.humans[self.match.player])

    @property
    def computer_to_move(self) -> bool:
        """Whether the board waits for the computer."""
        return self.match.outcome() is None and not self.humans[self.match.player]

    @property
    def flipped(self) -> bool:
        """Whether the second player sits below: the one human does, unless turned round."""
        return self.settings.flip ^ (self.humans == (False, True))

    def levels(self) -> dict[str, str]:
        """This game's levels with the user's changes, as far as they can be understood."""
        usual = levels(self.game)
        changed = self.settings.levels.get(self.game.key, {})
        right = {k: v for k, v in changed.items() if k in usual and is_player(self.game, v)}
        return {**usual, **right}

    def computer(self, side: int) -> Player:
        """How the computer plays a side: as the Level menu says, unless the side has its own."""
        known = self.levels()
        own = self.settings.sides.get(self.game.key, {}).get(str(side), "")
        level = self.settings.level if self.settings.level in known else next(iter(known))
        return read_player(
            self.game, own if own in known or is_player(self.game, own) else level, known
        )

    def level_of(self, player: Player) -> str:
        """The name of the level that plays just so, or nothing."""
        known = self.levels()
        return next((name for name in known if read_player(self.game, name, known) == player), "")

    def style(self, side: int) -> str:
        """How the computer plays a side, in a word where it has one."""
        player = self.computer(side)
        return self.level_of(player) or player.spec()

    def moves_from(self, square: Square | None) -> dict[Square, Move]:
        """The legal moves of the piece on a square, by target."""
        game, state = self.game, self.match.state
        if square is None or self.match.outcome() is not None:
            return {}
        paths = ((game.path(state, move), move) for move in game.moves(state))
        return {path[-1]: move for path, move in paths if path and path[0] == square}

    def hint_path(self) -> tuple[Square, ...] | None:
        """The squares of the hinted move, while a human may still play it."""
        if self.hint is None or not self.human_to_move:
            return None
        return tuple(self.game.path(self.match.state, self.hint)) or None

    def only_pass(self) -> Move | None:
        """The forfeited turn, where it is the only move."""
        if self.match.outcome() is None:
            moves = self.game.moves(self.match.state)
            if len(moves) == 1 and not self.game.path(self.match.state, moves[0]):
                return moves[0]
        return None

    def glide_of(self, node: Node) -> Glide | None:
        """The animation of the move that led to a node, when animation is on."""
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
        """Where undo leads: the last position before this where a human was to move."""
        node = self.match.node.parent
        if not any(self.humans):
            return node
        while node is not None and not self.humans[self.game.player(node.state)]:
            node = node.parent
        return node

    def redo_target(self) -> Node | None:
        """Where redo leads: to the next position where a human is to move, or the last there is."""
        node = self.match.node
        while node.children:
            node = node.children[-1]
            if not any(self.humans) or self.humans[self.game.player(node.state)]:
                break
        return None if node is self.match.node else node

"""The position editor: a mode of the board in which clicks place pieces instead of moving them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loa_tk.model.game import Game, PositionError, Square, State, finish
from loa_tk.model.match import Match
from loa_tk.model.notation import position_text
from loa_tk.scenes.review import Brush, EditorScene
from loa_tk.words import main as main_words
from loa_tk.words import review as words

if TYPE_CHECKING:
    from loa_tk.control.main.controller import Controller

NOTHING = "nothing"
SIDES = ("first", "second")


class Editing:
    """A position in the making; the game on the board stays as it is until this one is played."""

    def __init__(self, controller: Controller) -> None:
        """Edit on this controller's board."""
        self.controller = controller
        self.active = False
        self.pieces: dict[Square, int] = {}
        self.player = 0
        self.brush = SIDES[0]

    @property
    def _game(self) -> Game:
        return self.controller.session.game

    def begin(self) -> None:
        """Edit the position on the board."""
        controller = self.controller
        controller.analysis.board_changed()
        controller.thinker.cancel()
        controller.session.clear_marks()
        controller.session.note = ""
        self.active = True
        self._load(controller.session.match.state)

    def _load(self, state: State) -> None:
        self.pieces, self.player = self._game.pieces(state), self._game.player(state)
        self.controller.next_turn()

    def click(self, square: Square) -> None:
        """Put a piece on a square; the same piece there, or no piece to put, takes it away."""
        before = self.pieces.pop(square, None)
        side = SIDES.index(self.brush) if self.brush in SIDES else before
        if side != before and side is not None:
            self.pieces[square] = side

    def choose_brush(self, key: str) -> None:
        """What the next clicks put."""
        self.brush = key
        self.controller.show()

    def choose_player(self, key: str) -> None:
        """Who is to move."""
        self.player = SIDES.index(key)
        self.controller.show()

    def clear(self) -> None:
        """Take all pieces away."""
        self.pieces = {}
        self.controller.show()

    def start(self) -> None:
        """The position that the game begins with."""
        self._load(self._game.start)

    def copy(self) -> None:
        """The position as text on the clipboard, where it is one of this game."""
        state, reason = self.result()
        if state is None:
            self.controller.note(reason)
        else:
            text = position_text(self._game, state)
            self.controller.view.copy(text)
            self.controller.note(main_words.POSITION_COPIED.format(text=text))
        self.controller.show()

    def result(self) -> tuple[State | None, str]:
        """The state if there is such a position, and the reason why it cannot be played, if so."""
        try:
            state = self._game.setup(self.pieces, self.player)
        except PositionError as error:
            text = str(error)
            return None, text[:1].upper() + text[1:] + "."
        outcome = finish(self._game, state)
        if outcome is not None:
            return state, words.EDIT_FINISHED.format(reason=outcome.reason)
        return state, ""

    def done(self) -> None:
        """Begin a new game from this position, unless it cannot be played."""
        state, reason = self.result()
        if state is None or reason:
            self.controller.note(reason)
            self.controller.show()
            return
        self.controller.begin(Match(self._game, state))
        self.controller.save()  # or a position set up with care would be gone at the next start
        self.controller.note(words.EDIT_DONE)
        self.controller.show()

    def cancel(self) -> None:
        """Back to the game as it was."""
        self.active = False
        self.controller.session.note = ""
        self.controller.next_turn()

    def scene(self) -> EditorScene:
        """The editor's card."""
        names = [(key, side.name) for key, side in zip(SIDES, self._game.sides, strict=True)]
        sides = tuple(Brush(key, name.capitalize(), name) for key, name in names)
        reason = self.result()[1]
        return EditorScene(
            (*sides, Brush(NOTHING, words.REMOVE)), self.brush, sides, SIDES[self.player], reason
        )

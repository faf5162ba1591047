"""The human's hands on the board: clicks, drags, the keyboard's cursor, and hints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loa_tk.control.engine.searchlog import value_text
from loa_tk.model.game import Square
from loa_tk.model.notation import move_text, square_name
from loa_tk.model.search.statistics import Report
from loa_tk.words import main as words

if TYPE_CHECKING:
    from loa_tk.control.main.controller import Controller


class Hands:
    """Turns what is done to squares into moves, or into a sentence on why not."""

    def __init__(self, controller: Controller) -> None:
        """Play on this controller's board."""
        self.controller = controller

    def click(self, square: Square) -> None:
        """Select a piece, move the selected one, or say what is wrong."""
        session = self.controller.session
        session.note = ""
        if self.controller.editing.active:
            self.controller.editing.click(square)
        elif not self._may_play():
            pass
        elif (path := session.hint_path()) is not None and square == path[-1]:
            self.play_hint()
            return
        elif square == session.selected:
            session.selected = None
        elif session.game.pieces(session.match.state).get(square) == session.match.player:
            self._select(square)
        elif session.selected is not None:
            self._move(session.selected, square, glide=True)
            return
        else:
            self._wrong_square(square)
        self.controller.show()

    def drag(self, origin: Square) -> bool:
        """Lift a piece of the human to move, and show where it may go."""
        session = self.controller.session
        session.note = ""
        own = session.game.pieces(session.match.state).get(origin) == session.match.player
        if self.controller.editing.active:
            return False
        lifted = self._may_play() and own
        if lifted:
            self._select(origin)
        elif session.human_to_move:
            self._wrong_square(origin)
        self.controller.show()
        return lifted

    def drop(self, origin: Square, target: Square | None) -> None:
        """Move the lifted piece; beside the board or where it was, it is put back."""
        session = self.controller.session
        if target is None or target == origin or not session.human_to_move:
            session.selected = None
            self.controller.show()
        else:
            self._move(origin, target, glide=False)

    def _may_play(self) -> bool:
        session = self.controller.session
        if session.human_to_move and session.only_pass() is None:
            return True
        if session.match.outcome() is None and session.only_pass() is None:
            side = session.game.sides[session.match.player].name
            session.note = words.NOT_YOUR_TURN.format(side=side)
        return False

    def _select(self, square: Square) -> None:
        session = self.controller.session
        session.selected, session.hint = square, None
        if not session.moves_from(square):
            forced = session.game.forced(session.match.state)
            session.note = (
                session.game.explain(session.match.state, square, square)
                if forced
                else words.NO_MOVES_HERE.format(piece=session.game.piece)
            )

    def _move(self, origin: Square, target: Square, glide: bool) -> None:
        session = self.controller.session
        move = session.moves_from(origin).get(target)
        if move is not None:
            self.controller.play(move, glide=glide)
        else:
            session.note = session.game.explain(session.match.state, origin, target)
            self.controller.show()

    def _wrong_square(self, square: Square) -> None:
        session = self.controller.session
        game, match = session.game, session.match
        owner = game.pieces(match.state).get(square)
        side = game.sides[match.player].name
        if owner is None:
            name = square_name(square, game.columns)
            session.note = words.PICK_FIRST.format(square=name, piece=game.piece, side=side)
        elif owner != match.player:
            name = game.sides[owner].name
            session.note = words.NOT_YOURS.format(piece=game.piece, owner=name, side=side)

    def step(self, up: int, right: int) -> None:
        """Move the keyboard's cursor as the board is seen; the first key only shows it."""
        session = self.controller.session
        rows, columns = session.game.rows, session.game.columns
        if session.cursor is None:
            session.cursor = session.selected if session.selected is not None else 0
        else:
            if session.flipped:
                up, right = -up, -right
            row, column = divmod(session.cursor, columns)
            row = min(max(row + up, 0), rows - 1)
            column = min(max(column + right, 0), columns - 1)
            session.cursor = row * columns + column
        self.controller.show()

    def press(self) -> None:
        """Enter: what a click on the cursor's square would do; without a cursor, play the hint."""
        session = self.controller.session
        if session.cursor is not None:
            self.click(session.cursor)
        elif not self.play_hint():
            self.step(0, 0)

    def escape(self) -> None:
        """Put things away, one at a time: the selection, the hint, the banner, the cursor."""
        session = self.controller.session
        session.note = ""
        if self.controller.editing.active:
            self.controller.editing.cancel()
            return
        if session.selected is not None:
            session.selected = None
        elif session.hint is not None:
            session.hint = None
        elif session.match.outcome() is not None and not session.banner_seen:
            session.banner_seen = True
        else:
            session.cursor = None
        self.controller.show()

    def show_hint(self, report: Report) -> None:
        """Show the move that a search for a hint has found; Enter would play it."""
        session = self.controller.session
        session.selected, session.hint = None, report.move
        path = session.game.path(session.match.state, report.move)
        if session.cursor is not None:
            session.cursor = path[-1]
        session.note = words.HINT_FOUND.format(
            move=move_text(session.game, session.match.state, report.move),
            value=value_text(report.value),
            depth=report.depth,
            target=square_name(path[-1], session.game.columns),
        )

    def play_hint(self) -> bool:
        """Play the hint that is shown; whether there is one."""
        session = self.controller.session
        if session.hint is None or session.hint_path() is None:
            return False
        self.controller.play(session.hint)
        return True

"""A person's hands on the board: clicks, drags, the keyboard's cursor, and hints."""

from __future__ import annotations

from typing import Protocol

from loa_tk.control.effects import Effects
from loa_tk.control.engine.searchlog import is_unfinished, proof_text, side_value
from loa_tk.control.engine.thought import HINT
from loa_tk.control.game.session import Session
from loa_tk.control.game.turns import play, think
from loa_tk.model.game import Move, Square
from loa_tk.model.notation import move_text, square_name
from loa_tk.model.search.players import read_player
from loa_tk.model.search.statistics import Report
from loa_tk.words import main as words

HINT_PLAYER = "strong:eval=full,seconds=3"  # full strength, within the time a person will wait


class Act(Protocol):
    """What a person's move does: it is played, unless it answers an exercise."""

    def __call__(self, session: Session, move: Move, *, glide: bool = True) -> Effects[Session]:
        """Do it; `glide` says whether the piece still has to be seen moving."""


def click(session: Session, square: Square, act: Act = play) -> Effects[Session]:
    """Select a piece, move the selected one, or say what is wrong."""
    session.note = ""
    if not _may_play(session):
        return []
    path = session.hint_path()
    if session.marks.hint is not None and path is not None and square == path[-1]:
        return play(session, session.marks.hint)
    if square == session.marks.selected:
        session.marks.selected = None
    elif session.game.pieces(session.match.state).get(square) == session.match.player:
        _select(session, square)
    elif session.marks.selected is not None:
        return _move(session, session.marks.selected, square, act, glide=True)
    else:
        _explain_square(session, square)
    return []


def drag(session: Session, origin: Square) -> Effects[Session]:
    """Lift a piece of the human to move, and show where it may go."""
    session.note, session.marks.lifted = "", None
    own = session.game.pieces(session.match.state).get(origin) == session.match.player
    if _may_play(session) and own:
        _select(session, origin)
        session.marks.lifted = origin
    elif session.human_to_move:
        _explain_square(session, origin)
    return []


def drop(
    session: Session, origin: Square, target: Square | None, act: Act = play
) -> Effects[Session]:
    """Move the lifted piece; dropped beside the board or on its own square, it goes back."""
    session.marks.lifted = None
    if target is None or target == origin or not session.human_to_move:
        session.marks.selected = None
        return []
    return _move(session, origin, target, act, glide=False)


def _may_play(session: Session) -> bool:
    if session.human_to_move and session.only_pass() is None:
        return True
    if session.match.outcome() is None and session.only_pass() is None:
        side = session.game.sides[session.match.player].name
        session.note = words.NOT_YOUR_TURN.format(side=side)
    return False


def _select(session: Session, square: Square) -> None:
    session.marks.selected, session.marks.hint = square, None
    if not session.moves_from(square):
        forced = session.game.forced(session.match.state)
        session.note = (
            session.game.explain(session.match.state, square, square)
            if forced
            else words.NO_MOVES_HERE.format(piece=session.game.piece)
        )


def _move(
    session: Session, origin: Square, target: Square, act: Act, glide: bool
) -> Effects[Session]:
    move = session.moves_from(origin).get(target)
    if move is not None:
        return act(session, move, glide=glide)
    session.note = session.game.explain(session.match.state, origin, target)
    return []


def _explain_square(session: Session, square: Square) -> None:
    """Say why nothing on this square can be moved."""
    game, match = session.game, session.match
    owner = game.pieces(match.state).get(square)
    side = game.sides[match.player].name
    if owner is None:
        name = square_name(square, game.columns)
        session.note = words.PICK_FIRST.format(square=name, piece=game.piece, side=side)
    elif owner != match.player:
        name = game.sides[owner].name
        session.note = words.NOT_YOURS.format(piece=game.piece, owner=name, side=side)


def step(session: Session, up: int, right: int) -> Effects[Session]:
    """Move the keyboard's cursor as the board is seen; the first key only shows it."""
    rows, columns = session.game.rows, session.game.columns
    if session.marks.cursor is None:
        session.marks.cursor = session.marks.selected if session.marks.selected is not None else 0
        return []
    if session.flipped:
        up, right = -up, -right
    row, column = divmod(session.marks.cursor, columns)
    row = min(max(row + up, 0), rows - 1)
    column = min(max(column + right, 0), columns - 1)
    session.marks.cursor = row * columns + column
    return []


def escape(session: Session) -> Effects[Session]:
    """Put things away, one at a time: the selection, the hint, the banner, the cursor."""
    session.note = ""
    if session.marks.selected is not None:
        session.marks.selected = None
    elif session.marks.hint is not None:
        session.marks.hint = None
    elif session.match.outcome() is not None and not session.marks.banner_seen:
        session.marks.banner_seen = True
    else:
        session.marks.cursor = None
    return []


def hint(session: Session) -> Effects[Session]:
    """Search at full strength for the human; asked again, play the move that was found."""
    if session.marks.hint is not None and session.hint_path() is not None:
        return play(session, session.marks.hint)
    return think(session, HINT, read_player(session.game, HINT_PLAYER))


def show_hint(session: Session, report: Report) -> None:
    """Show the move that a search for a hint has found; Enter would play it."""
    session.marks.selected, session.marks.hint = None, report.move
    path = session.game.path(session.match.state, report.move)
    if session.marks.cursor is not None:
        session.marks.cursor = path[-1]
    session.note = (words.HINT_FOUND if report.proof is None else words.HINT_PROVED).format(
        move=move_text(session.game, session.match.state, report.move),
        value=side_value(
            session.game, session.match.player, report.value, at_least=is_unfinished(report)
        ),
        proof=proof_text(session.game, report.proof),
        depth=report.iterations[-1].depth if is_unfinished(report) else report.depth,
        target=square_name(path[-1], session.game.columns),
    )

"""The position editor: a mode of the board in which clicks place pieces instead of moving them.

The game on the board stays as it is until the new position is played.
"""

from __future__ import annotations

from loa_tk.control.effects import Copy, Effects
from loa_tk.control.game.session import Draft, Session
from loa_tk.control.game.turns import forget, next_turn, note
from loa_tk.model.game import PositionError, Square, State, finish
from loa_tk.model.notation import position_text
from loa_tk.scenes.main import Brush, EditorScene
from loa_tk.words import main as main_words
from loa_tk.words import review as words

NOTHING = "nothing"
SIDES = ("first", "second")


def open_editor(session: Session) -> Effects[Session]:
    """Edit the position on the board."""
    effects = forget(session)
    session.study = None
    session.clear_marks()
    session.note = ""
    session.draft = _draft(session, session.match.state)
    return [*effects, *next_turn(session)]


def _draft(session: Session, state: State) -> Draft:
    return Draft(dict(session.game.pieces(state)), session.game.player(state))


def click(session: Session, square: Square) -> Effects[Session]:
    """Put a piece on a square; the same piece there, or an empty brush, removes it."""
    draft = session.draft
    session.note = ""
    if draft is not None:
        before = draft.pieces.get(square)
        side = SIDES.index(session.brush) if session.brush in SIDES else before
        _put(draft, square, side if side != before else None)
    return []


def _put(draft: Draft, square: Square, side: int | None, origin: Square | None = None) -> None:
    """Leave a piece of this side, or nothing, on a square; it comes from `origin`, if named."""
    pieces = {at: owner for at, owner in draft.pieces.items() if at not in (square, origin)}
    draft.change(pieces if side is None else {**pieces, square: side}, draft.player)


def drag(session: Session, origin: Square) -> Effects[Session]:
    """Lift the piece on a square, whose side does not matter."""
    session.note, session.marks.lifted = "", None
    if session.draft is not None and origin in session.draft.pieces:
        session.marks.lifted = origin
    return []


def drop(session: Session, origin: Square, target: Square | None) -> Effects[Session]:
    """Move the lifted piece, which replaces another; dropped beside the board, it is removed."""
    draft, lifted, session.marks.lifted = session.draft, session.marks.lifted, None
    if draft is not None and lifted == origin and origin in draft.pieces:
        side = draft.pieces[origin] if target is not None else None
        _put(draft, origin if target is None else target, side, origin)
    return []


def remove(session: Session, square: Square) -> Effects[Session]:
    """Remove the piece on a square, whatever the brush."""
    session.note = ""
    if session.draft is not None:
        _put(session.draft, square, None)
    return []


def choose_brush(session: Session, key: str) -> Effects[Session]:
    """Choose what the next clicks place."""
    session.brush = key
    return []


def choose_player(session: Session, key: str) -> Effects[Session]:
    """Choose the side to move."""
    if session.draft is not None:
        session.draft.change(session.draft.pieces, SIDES.index(key))
    return []


def clear(session: Session) -> Effects[Session]:
    """Remove all pieces."""
    if session.draft is not None:
        session.draft.change({}, session.draft.player)
    return []


def start_position(session: Session) -> Effects[Session]:
    """Set up the position that the game begins with."""
    if session.draft is not None:
        start = _draft(session, session.game.start)
        session.draft.change(start.pieces, start.player)
    return []


def undo(session: Session) -> Effects[Session]:
    """Take the last change of the position back."""
    session.note, session.marks.lifted = "", None
    if session.draft is not None:
        session.draft.undo()
    return []


def redo(session: Session) -> Effects[Session]:
    """Change the position again as before the last undo."""
    session.note, session.marks.lifted = "", None
    if session.draft is not None:
        session.draft.redo()
    return []


def copy(session: Session) -> Effects[Session]:
    """Copy the position as text, if it is a position of this game."""
    state, reason = result(session)
    if state is None:
        return note(session, reason)
    text = position_text(session.game, state)
    return [Copy(text), *note(session, main_words.POSITION_COPIED.format(text=text))]


def result(session: Session) -> tuple[State | None, str]:
    """Return the state, if it is a position of this game, and why it cannot be played, if so."""
    draft = session.draft
    if draft is None:
        return None, ""
    try:
        state = session.game.setup(draft.pieces, draft.player)
    except PositionError as error:
        text = str(error)
        return None, text[:1].upper() + text[1:] + "."
    outcome = finish(session.game, state)
    if outcome is not None:
        return state, words.EDIT_FINISHED.format(reason=outcome.reason)
    return state, ""


def cancel(session: Session) -> Effects[Session]:
    """Go back to the game as it was."""
    session.draft = None
    session.note = ""
    return next_turn(session)


def editor_scene(session: Session, draft: Draft) -> EditorScene:
    """Return the editor's card."""
    names = [(key, side.name) for key, side in zip(SIDES, session.game.sides, strict=True)]
    sides = tuple(Brush(key, name.capitalize(), name) for key, name in names)
    return EditorScene(
        brushes=(*sides, Brush(NOTHING, words.REMOVE)), brush=session.brush, sides=sides,
        side=SIDES[draft.player], reason=result(session)[1],
    )  # fmt: skip

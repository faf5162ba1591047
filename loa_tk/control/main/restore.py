"""Restores the game that was on the board when the program ended, at its next start."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from loa_tk.control.game.session import NEW, Session
from loa_tk.model.records import Record
from loa_tk.model.records.record import letter
from loa_tk.store.archive import Archive, read
from loa_tk.store.games import names_of
from loa_tk.store.settings import Settings
from loa_tk.words import main as words
from loa_tk.words.review import HUMAN


def take_up(settings: Settings, archive: Archive, clock: Callable[[], float]) -> Session:
    """Return a session with the game that was left, if there is one and no other copy has it."""
    left = settings.left
    if Path(left).is_absolute():
        record = read(Path(left))
        if record is not None:
            session = _restored(settings, archive, record, clock)
            session.reviewing, session.page = True, "moves"  # as when it was opened
            session.names = names_of(record)
            session.file.path = Path(left)
            return session
    elif left != NEW:
        record = archive.take_up(left)
        if record is not None:
            session = _restored(settings, archive, record, clock)
            session.file.kept = archive.path
            session.finished_by = _recorded(record)
            # The computer must not move if the board showed an earlier position.
            session.reviewing = bool(record.match.node.children) and session.computer_to_move
            return session
    return Session(settings, archive, clock=clock)


def _recorded(record: Record) -> tuple[bool, bool] | None:
    """Return which sides humans played if the record says so and its game is over."""
    game = record.match.game
    names = [record.info.get("P" + letter(game, side)) for side in (0, 1)]
    if None in names or record.match.outcome() is None:
        return None
    return names[0] == HUMAN, names[1] == HUMAN


def _restored(
    settings: Settings, archive: Archive, record: Record, clock: Callable[[], float]
) -> Session:
    match = record.match
    session = Session(replace(settings, game=match.game.key), archive, match, clock)
    session.file.info = record.info
    session.note = words.RESTORED
    if not any(session.humans) and match.outcome() is None:
        session.paused = True  # the next move has not been asked for yet
        session.note = words.RESTORED_PAUSED
    return session

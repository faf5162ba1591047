"""The search log as a whole: copied, saved as text or as a table, emptied."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from loa_tk.control.effects import Announce, AskSaveName, ClearLog, Copy, Effects, write
from loa_tk.control.engine.searchlog import as_csv, as_text
from loa_tk.control.game.session import Session
from loa_tk.control.game.turns import note
from loa_tk.words import main as words


def copy(session: Session) -> Effects[Session]:
    """Put the whole log on the clipboard as text."""
    said = words.LOG_COPIED + _missing(session) if session.log else words.LOG_EMPTY
    return [Copy(_text(session)), *note(session, said)]


def save(session: Session) -> Effects[Session]:
    """Save the whole log as text or as a table, by the ending of the name."""
    if not session.log:
        return note(session, words.LOG_EMPTY)
    return [
        AskSaveName(title=words.SAVE_LOG, name=words.LOG_NAME, kinds=words.LOG_KINDS, then=_write)
    ]


def _write(session: Session, name: str) -> Effects[Session]:
    table = name.lower().endswith(".csv")

    def content() -> str:
        return as_csv(_rows(session)) if table else _text(session) + "\n"

    return [write(Path(name), content, partial(_written, name=name))]


def _written(session: Session, failure: str, name: str) -> Effects[Session]:
    if failure:
        text = words.CANNOT_SAVE_TEXT.format(name=name, reason=failure)
        return [Announce(words.CANNOT_SAVE, text)]
    return note(session, words.LOG_SAVED.format(name=name) + _missing(session))


def _text(session: Session) -> str:
    entries = (as_text(logged.entry) for logged in session.log)
    return "\n\n".join(filter(None, (_missing(session).strip(), *entries)))


def _missing(session: Session) -> str:
    """Return the sentence about searches that are no longer in the log, or nothing."""
    return words.log_dropped(session.log.dropped) if session.log.dropped else ""


def _rows(session: Session) -> Iterator[tuple[object, ...]]:
    """Yield the rows of all moves, each with its game and date, which the last heading has."""
    game: tuple[object, ...] = ("", "")
    for logged in session.log:
        if logged.entry.title:
            game = logged.row
        else:
            yield (*logged.row, *game)


def clear(session: Session) -> Effects[Session]:
    """Empty the log."""
    session.log.clear()
    session.log.logged = None
    return [ClearLog()]

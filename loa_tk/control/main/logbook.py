"""The search log of this game or of all: copied, saved as text or as a table, emptied."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from loa_tk.control.effects import Announce, AskSaveName, ClearLog, Confirm, Copy, Effects, write
from loa_tk.control.engine.searchlog import BOM, TAKEN_BACK, as_csv, as_text
from loa_tk.control.game.session import Logged, Session
from loa_tk.control.game.turns import note
from loa_tk.scenes.main import LogEntry
from loa_tk.words import main as words


def copy(session: Session, every: bool = False) -> Effects[Session]:
    """Put the log of this game, or of every game, on the clipboard as text."""
    entries = _chosen(session, every)
    if not entries:
        return _nothing(session)
    said = (words.ALL_COPIED if every else words.LOG_COPIED) + _missing(session, entries)
    return [Copy(_text(session, entries)), *note(session, said)]


def save(session: Session, every: bool = False) -> Effects[Session]:
    """Save the log of this game, or of every game, as text or as a table by the name's ending."""
    if not _chosen(session, every):
        return _nothing(session)
    title = words.SAVE_ALL if every else words.SAVE_LOG
    then = partial(_write, every=every)
    return [AskSaveName(title=title, name=words.LOG_NAME, kinds=words.LOG_KINDS, then=then)]


def game_text(session: Session) -> str:
    """Return the log of the game on the board as text, which is empty if nothing was logged."""
    entries = _chosen(session, every=False)
    return _text(session, entries) if entries else ""


def _chosen(session: Session, every: bool) -> list[Logged]:
    """Return the entries of the game on the board, or all."""
    log = session.log
    if every:
        return list(log)
    return [one for one in log if one.game == log.games] if log.logged is session.match else []


def _nothing(session: Session) -> Effects[Session]:
    return note(session, words.NOT_LOGGED if session.log else words.LOG_EMPTY)


def _write(session: Session, name: str, every: bool) -> Effects[Session]:
    table, entries = name.lower().endswith(".csv"), _chosen(session, every)

    def content() -> str:
        return BOM + as_csv(_rows(session, entries)) if table else _text(session, entries) + "\n"

    then = partial(_written, name=name, missing=_missing(session, entries))
    return [write(Path(name), content, then)]


def _written(session: Session, failure: str, name: str, missing: str) -> Effects[Session]:
    if failure:
        text = words.CANNOT_SAVE_TEXT.format(name=name, reason=failure)
        return [Announce(words.CANNOT_SAVE, text)]
    return note(session, words.LOG_SAVED.format(name=name) + missing)


def _text(session: Session, entries: Sequence[Logged]) -> str:
    texts = (as_text(_marked(session, logged)) for logged in entries)
    return "\n\n".join(filter(None, (_missing(session, entries).strip(), *texts)))


def _marked(session: Session, logged: Logged) -> LogEntry:
    """Return an entry, marked if its move was taken back."""
    if logged.node not in session.log.taken:
        return logged.entry
    return replace(logged.entry, head=words.LOG_MARKED.format(head=logged.entry.head))


def _missing(session: Session, entries: Sequence[Logged]) -> str:
    """Return the sentence about searches that are no longer in the log, or nothing.

    A game whose heading is still there is whole.
    """
    whole = entries[0].game == session.log.games and entries[0].entry.title
    dropped = session.log.dropped
    return words.log_dropped(dropped) if dropped and not whole else ""


def _rows(session: Session, entries: Sequence[Logged]) -> Iterator[Mapping[str, object]]:
    """Yield the rows of a table; a heading has none, because every row names its game."""
    for logged in entries:
        if logged.row:
            back = logged.node in session.log.taken
            yield {**logged.row, "kind": TAKEN_BACK} if back else logged.row


def ask_clear(session: Session) -> Effects[Session]:
    """Ask before the log is emptied, because it may be wanted for a report."""
    if not session.log:
        return note(session, words.LOG_EMPTY)
    text = words.CLEAR_TEXT.format(games=words.games(len({one.game for one in session.log})))
    title, button = words.CLEAR_TITLE, words.CLEAR_BUTTON
    return [Confirm(title=title, text=text, button=button, then=clear, harmful=True)]


def clear(session: Session) -> Effects[Session]:
    """Empty the log."""
    session.log.clear()
    return [ClearLog()]

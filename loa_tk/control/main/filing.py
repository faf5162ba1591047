"""Games in files: open, save, those that the archive keeps, and the one that was left."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from loa_tk.control.effects import (
    Announce,
    AskOpenName,
    AskSaveName,
    Confirm,
    Do,
    DoSlowly,
    Effect,
    Effects,
    Handler,
    Pick,
    SaveSettings,
    Then,
    WriteImage,
    folder_of,
    work,
    write,
)
from loa_tk.control.game.session import NEW, Session
from loa_tk.control.game.turns import MayLeave, describe, keep, note, note_left
from loa_tk.control.saving import ask_name
from loa_tk.control.study.review import look_at
from loa_tk.model import records
from loa_tk.model.games import all_games
from loa_tk.model.match import Match
from loa_tk.model.records import Headline, IllegalMove, Record, RecordError, ReportError, Tree
from loa_tk.model.records.record import letter
from loa_tk.model.records.values import read_result
from loa_tk.model.search.options import is_file
from loa_tk.scenes.pages import Choice, ListRow, ListScene
from loa_tk.store.archive import Archive, Kept, Link, link_of, read
from loa_tk.store.games import listed, names_of, played
from loa_tk.store.settings import Settings
from loa_tk.words import main as main_words
from loa_tk.words import review as words

RECENT = 8  # files in the menu
ENDING = ".sgf"


def title(session: Session) -> str:
    """Return the window's title, which names the file, if there is one, before the game."""
    game = main_words.TITLE.format(game=session.game.title)
    if session.file.path is None:
        return game
    mark = main_words.CHANGED if session.file.unsaved else ""
    return main_words.FILE_TITLE.format(changed=mark, name=session.file.path.name, game=game)


# --- leaving the game on the board ---


def leave(session: Session, go_on: Then[Session, MayLeave]) -> Effects[Session]:
    """Go on without the game on the board; if its file lacks changes, ask first whether to save.

    Everything that puts another game on the board passes here, because `begin` wants the `MayLeave`
    that only this function makes.
    """
    path = session.file.path

    def away(session: Session) -> Effects[Session]:
        return go_on(session, MayLeave())

    if path is None or not session.file.unsaved:
        return away(session)
    return [
        Confirm(
            title=words.UNSAVED_TITLE.format(name=path.name), text=words.UNSAVED_TEXT,
            button=words.SAVE_FIRST, then=partial(_write, name=str(path), go_on=away),
            other=(words.SAVE_NOT, away),
        )
    ]  # fmt: skip


# --- opening ---


def ask_open(session: Session) -> Effects[Session]:
    """Let the user choose a file and open it."""
    kinds, folder = (*words.GAME_KINDS, words.ANY_KIND), folder_of(session.settings.recent)
    return [AskOpenName(title=words.OPEN_TITLE, kinds=kinds, then=open_file, folder=folder)]


def open_file(session: Session, name: str) -> Effects[Session]:
    """Open a file: its only game, or a list of its games; the menu's empty entry opens nothing."""
    path = Path(name).absolute()
    if not name:
        return []
    return [DoSlowly(_reading(path), partial(listed, path), partial(_choose_game, path=path))]


def _reading(path: Path) -> str:
    return words.READING.format(name=path.name)


def _choose_game(
    session: Session, games: list[tuple[Tree, Headline]] | RecordError, path: Path
) -> Effects[Session]:
    if isinstance(games, RecordError):
        return _refuse(path, games)
    if len(games) == 1:
        return _read(games[0][0], path, alone=True)
    rows = tuple(list_row(str(number), line.date, line) for number, (_, line) in enumerate(games))
    heading = words.SEVERAL_TITLE.format(name=path.name)
    scene = ListScene(title=heading, heads=words.HEADS, rows=rows, button=words.OPEN_BUTTON)
    return [Pick(scene, lambda session, key: _read(games[int(key)][0], path, alone=False))]


def _read(tree: Tree, path: Path, alone: bool) -> Effects[Session]:
    then = partial(_checked, path=path, alone=alone)
    return [DoSlowly(_reading(path), partial(played, tree), then)]


def _checked(
    session: Session, record: Record | RecordError, path: Path, alone: bool
) -> Effects[Session]:
    if isinstance(record, RecordError):
        return _refuse(path, record)
    problems = [problem for problem in record.problems if not isinstance(problem, ReportError)]
    if not problems:
        return _leave_for(session, record, path, alone)
    more = len(problems) - 1
    text = words.INCOMPLETE_TEXT.format(
        name=path.name,
        problem=problems[0],
        more=words.INCOMPLETE_MORE.format(number=more) if more else "",
    )
    cut = isinstance(problems[0], IllegalMove) and not problems[0].variation
    button = words.OPEN_BEFORE if cut else words.OPEN_REST
    then = partial(_leave_for, record=record, path=path, whole=False)
    return [Confirm(title=words.INCOMPLETE, text=text, button=button, then=then)]


def _refuse(path: Path, error: RecordError) -> Effects[Session]:
    text = words.CANNOT_OPEN_TEXT.format(name=path.name, reason=error)
    if is_file(path.name):
        text += words.PYTHON_FILE.format(name=path.name)
    return [Announce(words.CANNOT_OPEN, text)]


def _leave_for(session: Session, record: Record, path: Path, whole: bool) -> Effects[Session]:
    changed = session.file.unsaved

    def show(session: Session, left: MayLeave) -> Effects[Session]:
        if changed and not session.file.unsaved and session.file.path == path:
            return []  # the answer has just written the game on the board to this file
        return _show(session, left, record, path, whole)

    return leave(session, show)


def _show(
    session: Session, left: MayLeave, record: Record, path: Path, whole: bool
) -> Effects[Session]:
    """Put a game on the board; one that is not the `whole` file is saved under a new name."""
    effects = look_at(session, left, record.match, names_of(record))
    session.file.info, session.file.path = record.info, path if whole else None
    effects += [*note_left(session), *_remember(session, path)]
    outcome = record.outcome()
    reason = words.OPENED_UNFINISHED if outcome is None else outcome.reason
    if record.note:
        reason = words.LACKING.format(reason=reason, note=record.note)
    number = words.moves(record.plies)
    text = words.OPENED.format(name=path.name, moves=number, reason=reason)
    return [*effects, *note(session, text)]


def _remember(session: Session, path: Path) -> list[Effect[Session]]:
    names = [str(path), *session.settings.recent]
    session.change(recent=list(dict.fromkeys(names))[:RECENT])
    return [SaveSettings()]


def recent_choices(session: Session) -> tuple[Choice, ...]:
    """Return the recent files as a menu shows them, with a number to underline."""
    numbered = enumerate(session.settings.recent[: RECENT + 1], 1)
    choices = tuple(Choice(path, f"&{number}  {Path(path).name}") for number, path in numbered)
    return choices or (Choice("", words.NO_RECENT),)


# --- saving ---


def save(session: Session) -> Effects[Session]:
    """Write the game to its file; a game that has none gets a name first."""
    path = session.file.path
    return save_as(session) if path is None else _write(session, str(path))


def save_as(session: Session) -> Effects[Session]:
    """Write the game to a file that the user names."""
    name = session.file.path.name if session.file.path else session.game.key + ENDING
    folder = folder_of(session.settings.recent)
    return [
        AskSaveName(
            title=words.SAVE_TITLE, name=name, kinds=words.GAME_KINDS, then=_write, folder=folder
        )
    ]


def _write(
    session: Session, name: str, go_on: Handler[Session] | None = None
) -> Effects[Session]:
    path, match, info = Path(name).absolute(), session.match, session.file.info
    describe(session)
    then = partial(_written, path=path, match=match, go_on=go_on)
    return [write(path, lambda: records.text([Record(match=match, info=info)]), then)]


def _written(
    session: Session, failure: str, path: Path, match: Match, go_on: Handler[Session] | None
) -> Effects[Session]:
    if failure:
        return [Announce(main_words.CANNOT_SAVE, f"{path}: {failure}")]
    if match is session.match:  # and no other game has begun since
        session.file.path, session.file.changed = path, False
    effects = [*note_left(session), *_remember(session, path)]
    if match is session.match and session.file.kept is not None:
        effects += keep(session)  # with the file's name
    effects += note(session, words.GAME_SAVED.format(name=path.name))
    return effects if go_on is None else [*effects, *go_on(session)]


def _write_picture(session: Session, name: str) -> Effects[Session]:
    """Write a picture of the board to a file."""
    return [WriteImage(Path(name), partial(_picture_written, name=name))]


def _picture_written(session: Session, failure: str, name: str) -> Effects[Session]:
    if failure:
        text = main_words.CANNOT_SAVE_TEXT.format(name=name, reason=failure)
        return [Announce(main_words.CANNOT_SAVE, text)]
    return note(session, words.PICTURE_SAVED.format(name=Path(name).name))


save_picture = ask_name(
    words.PICTURE_TITLE, words.PICTURE_NAME, words.PICTURE_KINDS, _write_picture
)


def hand_in(session: Session) -> Effects[Session]:
    """Write the game as a page to be read and a record to be checked."""
    from loa_tk.control.main import hand_in  # the first window needs no pages

    return hand_in.ask(session)


# --- kept games ---


def list_kept(session: Session) -> Effects[Session]:
    """List the games in the archive and let the user reopen one."""
    return [Do(work(session.archive.games, True), _pick_kept)]


def _pick_kept(session: Session, games: list[Kept], again: bool = False) -> Effects[Session]:
    """Show the list of kept games; `again` replaces a list that is open, by none if it is empty."""
    if not games and not again:
        return note(session, words.NOTHING_KEPT)
    rows = tuple(_kept_row(str(number), game) for number, game in enumerate(games))
    scene = ListScene(
        title=words.KEPT_TITLE, heads=words.HEADS, rows=rows, button=words.OPEN_BUTTON,
        note=words.KEPT_NOTE, other=words.DELETE,
    )  # fmt: skip

    def chosen(session: Session, key: str) -> Effects[Session]:
        return leave(session, partial(_reopen, path=games[int(key)].path))

    def unwanted(session: Session, key: str) -> Effects[Session]:
        date, game, players, *_ = rows[int(key)].cells
        text = words.DELETE_TEXT.format(game=game, players=players, date=date)
        then = partial(_delete, path=games[int(key)].path)
        title, button = words.DELETE_TITLE, words.DELETE_BUTTON
        return [Confirm(title=title, text=text, button=button, then=then, harmful=True)]

    return [Pick(scene, chosen, unwanted)]


def _kept_row(key: str, game: Kept) -> ListRow:
    """Return a kept game as the list shows it; the one on the board cannot be opened or deleted."""
    if game.here:
        return list_row("", words.ON_BOARD, game.headline)
    date = time.strftime("%Y-%m-%d %H:%M", time.localtime(game.written))
    return list_row(key, date, game.headline)


def _delete(session: Session, path: Path) -> Effects[Session]:
    return [Do(work(session.archive.delete, path), _deleted)]


def _deleted(session: Session, done: bool) -> Effects[Session]:
    """Say whether a game was deleted, and show the list again without it."""
    said = note(session, words.DELETED if done else words.NOT_DELETED)
    return [*said, Do(work(session.archive.games, True), partial(_pick_kept, again=True))]


def _reopen(session: Session, left: MayLeave, path: Path) -> Effects[Session]:
    return [Do(work(session.archive.reopen, path), partial(_reopened, path=path, left=left))]


def _reopened(
    session: Session, reopened: tuple[Record | None, bool, Link | None], path: Path, left: MayLeave
) -> Effects[Session]:
    record, locked, link = reopened
    if record is None:
        return note(session, words.KEPT_GONE, bad=True)
    effects = look_at(session, left, record.match, kept=path if locked else None)
    session.file.info = record.info if locked else {}
    session.finished_by = _recorded(record)
    if locked:  # another copy of the program has the file otherwise
        _link(session, link)
    return [*effects, *note(session, words.KEPT_OPENED if locked else words.KEPT_IN_USE)]


def list_row(key: str, date: str, headline: Headline) -> ListRow:
    """Return a game as a list shows it; a game that is not played here cannot be chosen."""
    if headline.error:
        return ListRow("", (date, words.NOT_PLAYED.format(reason=headline.error), "", "", ""))
    players = main_words.NOTHING
    if any(headline.players):
        first, second = (name or main_words.NOTHING for name in headline.players)
        players = words.PLAYERS.format(first=first, second=second)
    return ListRow(key, (date, headline.game, players, str(headline.moves), result_words(headline)))


def result_words(headline: Headline) -> str:
    """Return who won, in a word or two."""
    game = next(game for game in all_games().values() if game.title == headline.game)
    outcome = read_result(game, headline.result)
    if outcome is None:
        return main_words.NOTHING
    if outcome.winner is None:
        return main_words.DRAW
    return main_words.WINS.format(side=game.sides[outcome.winner].name.capitalize())


# --- the game that was left ---


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
            if archive.path is not None:
                _link(session, link_of(archive.path))
            session.finished_by = _recorded(record)
            # The computer must not move if the board showed an earlier position.
            session.reviewing = bool(record.match.node.children) and session.computer_to_move
            return session
    return Session(settings, archive, clock=clock)


def _link(session: Session, link: Link | None) -> None:
    """Link the game on the board to the user's file that it had, if it had one."""
    if link is not None:
        session.file.path, session.file.changed = link.file, link.changed


def _recorded(record: Record) -> tuple[bool, bool] | None:
    """Return which sides humans played if the record says so and its game is over."""
    game = record.match.game
    names = [record.info.get("P" + letter(game, side)) for side in (0, 1)]
    if None in names or record.match.outcome() is None:
        return None
    return names[0] == words.HUMAN, names[1] == words.HUMAN


def _restored(
    settings: Settings, archive: Archive, record: Record, clock: Callable[[], float]
) -> Session:
    match = record.match
    session = Session(replace(settings, game=match.game.key), archive, match, clock)
    session.file.info = record.info
    session.note = main_words.RESTORED
    if not any(session.humans) and match.outcome() is None:
        session.paused = True  # the next move has not been asked for yet
        session.note = main_words.RESTORED_PAUSED
    return session

"""Tools > My code: examples to begin with, files to play against, and files to check."""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from loa_tk.control.effects import (
    Announce,
    AskOpenName,
    AskSaveName,
    Confirm,
    Do,
    Effects,
    Log,
    OpenTool,
    SaveSettings,
    Then,
    ToolRequest,
    folder_of,
    work,
    write,
)
from loa_tk.control.game.session import Session
from loa_tk.control.game.turns import MayLeave, begin, forget, next_turn, note
from loa_tk.control.main.filing import leave
from loa_tk.model.game import Game, UserError
from loa_tk.model.match import Match
from loa_tk.model.search.options import is_file
from loa_tk.model.search.players import is_player, read_player
from loa_tk.scenes.main import LogEntry
from loa_tk.scenes.pages import Choice
from loa_tk.words import main as main_words
from loa_tk.words import own_code as words

if TYPE_CHECKING:  # the functions that need it import it, so that the first window opens sooner
    from loa_tk.control.classroom.students import Student

EVALUATION, SEARCH = words.NEW_NAMES  # the kinds of files
RECENT = 8  # files in the menu
SECONDS = 2.0  # for each move of a file that is played against


# --- a new file ---


def new_evaluation(session: Session) -> Effects[Session]:
    """Write an example of an evaluation for the game on the board."""
    return _new(session, EVALUATION)


def new_search(session: Session) -> Effects[Session]:
    """Write an example of a search for the game on the board."""
    return _new(session, SEARCH)


def _new(session: Session, kind: str) -> Effects[Session]:
    then = partial(_named, kind=kind, game=session.game)
    title, name = words.NEW_TITLES[kind], words.NEW_NAMES[kind]
    folder = folder_of(session.settings.own)
    return [AskSaveName(title=title, name=name, kinds=words.PYTHON_FILES, then=then, folder=folder)]


def _named(session: Session, name: str, kind: str, game: Game) -> Effects[Session]:
    path = Path(name).absolute()
    if not is_file(path.name):
        return [Announce(main_words.CANNOT_SAVE, words.NOT_PYTHON.format(name=path.name))]
    then = partial(_written, path=path, kind=kind, game=game)
    from loa_tk.control.classroom.students import example

    return [write(path, lambda: example(kind, path.name, game), then)]


def _written(session: Session, failure: str, path: Path, kind: str, game: Game) -> Effects[Session]:
    if failure:
        text = main_words.CANNOT_SAVE_TEXT.format(name=path.name, reason=failure)
        return [Announce(main_words.CANNOT_SAVE, text)]
    title = words.WRITTEN.format(name=path.name)
    text = words.WRITTEN_TEXT[kind].format(game=game.title, seconds=SECONDS)
    then = partial(play_against, key=str(path))
    return [
        *remember(session, path),
        *note(session, words.SAVED_STATUS.format(name=path.name)),
        Confirm(title=title, text=text, button=words.LET_IT_PLAY, then=then),
    ]


# --- playing against a file ---


def own_choices(session: Session) -> tuple[Choice, ...]:
    """Return the user's files as the menu offers them, with a number to underline."""
    files = [Path(name) for name in session.settings.own[:RECENT]]
    count = Counter(file.name for file in files)
    choices = []
    for number, file in enumerate(files, 1):
        name = file.name
        if count[name] > 1:
            name = words.IN_FOLDER.format(name=name, folder=file.parent.name)
        choices.append(Choice(str(file), f"&{number}  {words.PLAY_AGAINST.format(name=name)}"))
    return tuple(choices) or (Choice("", words.NO_FILES),)


def ask_play(session: Session) -> Effects[Session]:
    """Let the user choose a file and let the computer play with it."""
    return _ask_file(session, words.PLAY_TITLE, _chosen)


def _ask_file(session: Session, title: str, then: Then[Session, str]) -> Effects[Session]:
    folder = folder_of(session.settings.own)
    return [AskOpenName(title=title, kinds=words.OWN_FILES, then=then, folder=folder)]


def _chosen(session: Session, name: str) -> Effects[Session]:
    return play_against(session, str(Path(name).absolute()))


def play_against(session: Session, key: str) -> Effects[Session]:
    """Let the computer play with this file from now on; the menu's empty entry does nothing."""
    path = Path(key)
    return [Do(work(inspected, path), partial(_inspected, path=path))] if key else []


def inspected(path: Path) -> Student | str:
    """Return a student's file or program, which is not run, or why it cannot be read."""
    from loa_tk.control.classroom.students import handed_in

    try:
        return handed_in(path)
    except UserError as error:
        return str(error)


def _inspected(session: Session, file: Student | str, path: Path) -> Effects[Session]:
    if isinstance(file, str):
        forgotten = [name for name in session.settings.own if name != str(path)]
        session.change(own=forgotten)
        return [SaveSettings(), Announce(words.CANNOT_PLAY, words.GONE.format(reason=file))]
    if not file.kinds:
        text = words.NO_FUNCTIONS.format(name=path.name)
        return [Announce(words.CANNOT_PLAY, text)]
    if session.match.outcome() is None:
        return _play(session, None, file)
    return leave(session, partial(_play, file=file))


def _play(session: Session, left: MayLeave | None, file: Student) -> Effects[Session]:
    """Set the computer's side to the file; a game without a computer or a human gets both.

    A finished game may be left, and another one begins.
    """
    effects = [*forget(session), *remember(session, file.path)]
    human, settings, game = session.settings.side, session.settings, session.game
    side = 0 if human == "second" else 1
    mine = {**settings.sides.get(game.key, {}), str(side): file.player(None, SECONDS)}
    session.change(
        sides={**settings.sides, game.key: mine},
        side=human if human in ("first", "second") else "first",
    )
    session.paused = session.reviewing = False
    how = words.BY_ITSELF if SEARCH in file.kinds else words.BY_ALPHA_BETA
    name = game.sides[side].name.capitalize()
    text = words.PLAYS.format(side=name, name=file.path.name, how=how, seconds=SECONDS)
    turn = next_turn(session) if left is None else begin(session, left, Match(game))
    session.note = text
    return [*effects, SaveSettings(), Log(LogEntry(head=text)), *turn]


def remember(session: Session, path: Path) -> Effects[Session]:
    """Put a file at the top of the menu."""
    names = [str(path), *session.settings.own]
    session.change(own=list(dict.fromkeys(names))[:RECENT])
    return [SaveSettings()]


def plays_own(session: Session) -> bool:
    """Return whether a side of the computer's plays with a file, and not at the level."""
    return any(not human and session.computer(side).own
               for side, human in enumerate(session.humans))  # fmt: skip


def without_own(session: Session) -> None:
    """Let the sides of this game that play with files play at the level again."""
    sides, game = session.settings.sides, session.game
    kept = {
        side: text for side, text in sides.get(game.key, {}).items()
        if not (is_player(game, text) and read_player(game, text).own)
    }  # fmt: skip
    session.change(sides={**sides, game.key: kept})


# --- checking a file ---


def ask_check(session: Session) -> Effects[Session]:
    """Let the user choose a file and check it."""
    return _ask_file(session, words.CHECK_TITLE, _check)


def _check(session: Session, name: str) -> Effects[Session]:
    path = Path(name).absolute()
    request = ToolRequest(game=session.game, state=session.match.state, path=path)
    return [*remember(session, path), OpenTool("checking", request)]

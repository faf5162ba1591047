"""Games in files: open, save, the recent ones, and those the program has kept by itself."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from loa_tk.control.files import archive
from loa_tk.control.files.leaving import note_left
from loa_tk.control.files.recordfiles import load, names_of, save
from loa_tk.control.main.session import Session
from loa_tk.control.study.review import look_at
from loa_tk.model.games import all_games
from loa_tk.model.records import (
    Headline,
    IllegalMove,
    Record,
    RecordError,
    ReportError,
    Tree,
    headline,
    read_record,
)
from loa_tk.model.records.record import letter
from loa_tk.model.records.results import read_result
from loa_tk.scenes.pages import ListRow, ListScene
from loa_tk.store.files import write_whole
from loa_tk.words import main as main_words
from loa_tk.words import review as words

if TYPE_CHECKING:
    from loa_tk.control.main.controller import Controller

RECENT = 8  # files in the menu
ENDING = ".sgf"


class Filing:
    """The file of the game on the board, if it has one beside its place in the archive."""

    def __init__(self, controller: Controller) -> None:
        """File this controller's games."""
        self.controller = controller
        self.path: Path | None = None
        self.changed = False  # since the file was opened or written

    def title(self, game: str) -> str:
        """A window's title that names the file, if there is one, before the game."""
        if self.path is None:
            return game
        mark = main_words.CHANGED if self.changed else ""
        return main_words.FILE_TITLE.format(changed=mark, name=self.path.name, game=game)

    def ask(self) -> None:
        """Let the user choose a file and open it."""
        kinds = (*words.GAME_KINDS, words.ANY_KIND)
        name = self.controller.view.ask_open_name(words.OPEN_TITLE, kinds)
        if name:
            self.open(name)

    def open(self, name: str) -> None:
        """Open a file: its one game, or a list of its games."""
        path = Path(name).absolute()
        try:
            trees = load(path)
        except RecordError as error:
            self._refuse(path, error)
            return
        if len(trees) == 1:
            self._read(path, trees[0], alone=True)
            return
        rows = tuple(
            list_row(str(number), found.date, found)
            for number, found in enumerate(map(headline, trees))
        )
        scene = ListScene(
            words.SEVERAL_TITLE.format(name=path.name), words.HEADS, rows, words.OPEN_BUTTON
        )
        self.controller.view.pick(scene, lambda key: self._read(path, trees[int(key)], alone=False))

    def _read(self, path: Path, tree: Tree, alone: bool) -> None:
        try:
            record = read_record(tree)
        except RecordError as error:
            self._refuse(path, error)
            return
        problems = [one for one in record.problems if not isinstance(one, ReportError)]
        if not problems:
            self._show(path, record, alone)
            return
        more = len(problems) - 1
        text = words.INCOMPLETE_TEXT.format(
            name=path.name,
            problem=problems[0],
            more=words.INCOMPLETE_MORE.format(number=more) if more else "",
        )
        cut = isinstance(problems[0], IllegalMove) and not problems[0].variation
        button = words.OPEN_BEFORE if cut else words.OPEN_REST
        self.controller.view.ask(
            words.INCOMPLETE, text, button, lambda: self._show(path, record, whole=False)
        )

    def _refuse(self, path: Path, error: RecordError) -> None:
        text = words.CANNOT_OPEN_TEXT.format(name=path.name, reason=error)
        self.controller.view.error(words.CANNOT_OPEN, text)

    def _show(self, path: Path, record: Record, whole: bool) -> None:
        """Put a game on the board; one that is not the `whole` file is saved under a new name."""
        controller, outcome = self.controller, record.outcome()
        look_at(controller, record.match, names_of(record))
        controller.archive.info = record.info
        self.path, self.changed = path if whole else None, False
        note_left(controller)
        self._remember(path)
        reason = words.OPENED_UNFINISHED if outcome is None else outcome.reason
        if record.note:
            reason = words.LACKING.format(reason=reason, note=record.note)
        number = words.moves(record.plies)
        controller.note(words.OPENED.format(name=path.name, moves=number, reason=reason))
        controller.show()

    def _remember(self, path: Path) -> None:
        names = [str(path), *self.controller.session.settings.recent]
        self.controller.change(recent=list(dict.fromkeys(names))[:RECENT])

    def save(self) -> None:
        """Write the game to its file; one that has none gets a name first."""
        if self.path is None:
            self.save_as()
        else:
            self._write(self.path)

    def save_as(self) -> None:
        """Write the game to a file that the user names."""
        controller = self.controller
        name = self.path.name if self.path else controller.session.game.key + ENDING
        chosen = controller.view.ask_save_name(words.SAVE_TITLE, name, words.GAME_KINDS)
        if chosen:
            self._write(Path(chosen).absolute())

    def _write(self, path: Path) -> None:
        controller = self.controller
        describe(controller.session, controller.archive.info)
        try:
            save(path, [Record(controller.session.match, controller.archive.info)])
        except RecordError as error:
            controller.view.error(main_words.CANNOT_SAVE, str(error))
            return
        self.path, self.changed = path, False
        note_left(controller)
        self._remember(path)
        controller.note(words.GAME_SAVED.format(name=path.name))
        controller.show()

    def save_picture(self) -> None:
        """Write a picture of the board to a file that the user names."""
        controller = self.controller
        name = controller.view.ask_save_name(
            words.PICTURE_TITLE, words.PICTURE_NAME, words.PICTURE_KINDS
        )
        if not name:
            return
        try:
            write_whole(Path(name), controller.view.board_picture())
        except OSError as error:
            text = main_words.CANNOT_SAVE_TEXT.format(name=name, reason=error.strerror or error)
            controller.view.error(main_words.CANNOT_SAVE, text)
            return
        controller.note(words.PICTURE_SAVED.format(name=Path(name).name))
        controller.show()

    def kept(self) -> None:
        """List the games that were kept and let the user reopen one."""
        controller = self.controller
        games = controller.archive.games()
        if not games:
            controller.note(words.NOTHING_KEPT)
            controller.show()
            return
        rows = tuple(
            list_row(
                str(number),
                time.strftime("%Y-%m-%d %H:%M", time.localtime(game.written)),
                game.headline,
            )
            for number, game in enumerate(games)
        )
        scene = ListScene(words.KEPT_TITLE, words.HEADS, rows, words.OPEN_BUTTON, words.KEPT_NOTE)
        controller.view.pick(scene, lambda key: self._reopen(games[int(key)].path))

    def _reopen(self, path: Path) -> None:
        controller = self.controller
        record = archive.read(path)
        if record is None:
            controller.note(words.KEPT_GONE, bad=True)
        else:
            look_at(controller, record.match)
            taken = controller.archive.resume(path, record)
            note_left(controller)
            controller.note(words.KEPT_OPENED if taken else words.KEPT_IN_USE)
        controller.show()


def describe(session: Session, info: dict[str, str]) -> None:
    """Say in a record that says nothing yet who plays, and when."""
    if info:
        return
    for side, human in enumerate(session.humans):
        name = words.HUMAN
        if not human:
            name = words.COMPUTER.format(player=session.style(side))
        info["P" + letter(session.game, side)] = name
    info["DT"] = time.strftime("%Y-%m-%d")


def list_row(key: str, date: str, found: Headline) -> ListRow:
    """A game as a list shows it; one that is not played here cannot be chosen."""
    if found.error:
        return ListRow("", (date, words.NOT_PLAYED.format(reason=found.error), "", "", ""))
    players = words.PLAYERS.format(
        first=found.players[0] or main_words.NOTHING, second=found.players[1] or main_words.NOTHING
    )
    return ListRow(key, (date, found.game, players, str(found.moves), result_words(found)))


def result_words(found: Headline) -> str:
    """Who won, in a word or two."""
    game = next(game for game in all_games().values() if game.title == found.game)
    outcome = read_result(game, found.result)
    if outcome is None:
        return main_words.NOTHING
    if outcome.winner is None:
        return main_words.DRAW
    return main_words.WINS.format(side=game.sides[outcome.winner].name.capitalize())


def recent_choices(paths: list[str]) -> tuple[tuple[str, str], ...]:
    """The recent files as a menu shows them; a number is underlined, a name may hold any sign."""
    numbered = enumerate(paths[: RECENT + 1], 1)
    found = tuple((path, f"&{number}  {Path(path).name}") for number, path in numbered)
    return found or (("", words.NO_RECENT),)

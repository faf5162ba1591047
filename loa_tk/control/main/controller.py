"""The main window's controller: intents to handlers, effects to view, engine and disk."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from loa_tk.control.background import Background, Watch
from loa_tk.control.classroom.students import Student, student
from loa_tk.control.effects import (
    Announce,
    CheckFile,
    ClearLog,
    Close,
    Copy,
    DeleteKept,
    Effect,
    Effects,
    Explore,
    Handler,
    Inspect,
    KeepGame,
    LetGo,
    ListKept,
    Log,
    OpenTool,
    Paste,
    Pick,
    ReadGame,
    ReadGames,
    Reopen,
    SaveSettings,
    ShowHelp,
    WritePicture,
)
from loa_tk.control.engine.jobs import Job, Message
from loa_tk.control.engine.thinker import Thinker, make_engine
from loa_tk.control.files import archive as archives
from loa_tk.control.files.archive import Archive
from loa_tk.control.files.filing import open_file
from loa_tk.control.files.recordfiles import listed, played
from loa_tk.control.files.restore import take_up
from loa_tk.control.game.session import Session
from loa_tk.control.game.turns import next_turn, note
from loa_tk.control.loop import Loop
from loa_tk.control.main import answers, commands, own_code
from loa_tk.control.main.scenes import window_scene
from loa_tk.control.study.review import Reviewer, keep_comment, log_searches
from loa_tk.model.game import UserError
from loa_tk.model.games import find_game
from loa_tk.scenes.main import View, WindowScene
from loa_tk.store.diagnostics import LOG
from loa_tk.store.files import attempt, sweep
from loa_tk.store.settings import Store
from loa_tk.words import main as words
from loa_tk.words import review as review_words

if TYPE_CHECKING:
    from loa_tk.control.checking.controller import CheckingController
    from loa_tk.control.classroom.controller import ClassController
    from loa_tk.control.engine.worker import Worker
    from loa_tk.control.explorer.controller import ExplorerController
    from loa_tk.control.flow.controller import FlowController
    from loa_tk.control.series.controller import SeriesController


OFFER = 500  # ms after the start, when the window has been drawn


class Controller(Loop[Session, WindowScene]):
    """Runs the main window; everything it knows about a game is in its session."""

    def __init__(
        self,
        view: View,
        worker: Worker | None,
        store: Store,
        archive: Archive,
        log_file: str = "",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Resume the game that was left, or begin one; `start` shows it.

        Without a worker, the engine process starts when the window has been drawn.
        """
        settings, self._set_aside = store.load()
        super().__init__(take_up(settings, archive, clock), view)
        self.view, self.store, self.archive = view, store, archive
        self.state.settings_folder, self.state.log_file = str(store.path.parent), log_file
        self.thinker: Thinker = Thinker(make_engine, view, clock, self._heard, self.show)
        self.thinker.worker = worker
        self.series: SeriesController | None = None  # created when it is first opened
        self.flow: FlowController | None = None
        self.explorer: ExplorerController | None = None
        self.classroom: ClassController | None = None
        self.checking: CheckingController | None = None
        self._reviewer = Reviewer()
        self._background = Background(view, view.progress)

    @property
    def session(self) -> Session:
        """Return the window's state."""
        return self.state

    def start(self, file: str = "") -> None:
        """Show the window, then open a file in it if one is named."""
        if self.thinker.worker is None:
            self.thinker.start_when_drawn()
        self.view.set_geometry(self.state.settings.geometry)
        self.handle(_started, self._set_aside)
        self.timers.after(OFFER, self._offer_series)
        self.timers.after(OFFER, self._sweep)
        if file:
            self.timers.after(0, lambda: self.handle(open_file, file))

    # --- intents ---

    def click(self, square: int) -> None:
        """Handle a click on a square."""
        self.handle(commands.click, square)

    def drag(self, origin: int) -> bool:
        """Handle the start of a drag; return whether the piece may be lifted."""
        self.handle(commands.drag, origin)
        return self.state.lifted == origin

    def drop(self, origin: int, target: int | None) -> None:
        """Handle the drop of a lifted piece."""
        self.handle(commands.drop, origin, target)

    def right_click(self, square: int) -> None:
        """Handle a click of the other mouse button on a square."""
        self.handle(commands.right_click, square)

    def command(self, name: str) -> None:
        """Handle a command of a menu, button or key, unless it is not possible now."""
        row = commands.COMMANDS[name]
        if row.possible(self.state):
            (self.handle_held if row.held else self.handle)(row.do)

    def choose(self, menu: str, key: str) -> None:
        """Handle a choice from a menu or a list."""
        self.handle(commands.CHOICES[menu].do, key)

    # --- what the loop asks for ---

    def scene(self) -> WindowScene:
        """Return what the window shows in its present state."""
        return window_scene(self.state, self._reviewer)

    def draw(self, scene: WindowScene) -> WindowScene:
        """Draw a scene; a move is animated once."""
        self.view.show(scene)
        if self.explorer is not None:
            self.explorer.board_shows(self.state.game, self.state.match.state)
        self.state.glide = None
        return replace(scene, board=replace(scene.board, glide=None))

    def dialogs(self) -> View:
        """Return the window that asks questions."""
        return self.view

    def run(self, effect: Effect) -> None:
        """Run one effect of the main window."""
        match effect:
            case Log():
                self.view.log(effect.entry)
            case ClearLog():
                self.view.clear_log()
            case Copy():
                self.view.copy(effect.text)
            case Paste():
                self.handle(effect.then, self.view.clipboard())
            case SaveSettings():
                self.store.save(self.state.settings)
            case KeepGame():
                path = self.archive.save(effect.match, effect.info)
                self.handle(effect.then, effect.match, path, self.archive.full)
            case LetGo():
                self.archive.begin()
            case WritePicture():
                self.handle(effect.then, attempt(effect.path, self.view.board_picture))
            case ReadGames():
                self._read(effect.path, effect.then, partial(listed, effect.path))
            case ReadGame():
                self._read(effect.path, effect.then, partial(played, effect.tree))
            case ListKept():
                self.handle(effect.then, self.archive.games())
            case DeleteKept():
                self.handle(effect.then, self.archive.delete(effect.path))
            case Reopen():
                record = archives.read(effect.path)
                locked = record is not None and self.archive.resume(effect.path, record)
                self.handle(effect.then, record, locked)
            case Pick():
                other = None if effect.other is None else partial(self.handle, effect.other)
                self.view.pick(effect.scene, partial(self.handle, effect.then), other)
            case Announce():
                self.view.error(effect.title, effect.text)
            case ShowHelp():
                self.view.help(effect.page)
            case OpenTool():
                self._open_tool(effect.name)
            case Inspect():
                self.handle(effect.then, inspected(effect.path))
            case CheckFile():
                self._open_checking().check(effect.path, effect.game.key)
            case Explore():
                self._open_explorer().explore(
                    effect.game, effect.state, effect.search, effect.evaluation, effect.depth
                )
            case Close():
                self.close()
            case _:
                super().run(effect)

    def _read(self, path: Path, then: Handler, job: Callable[[Watch], object]) -> None:
        title = review_words.READING.format(name=path.name)
        self._background.run(title, job, partial(self.handle, then))

    def _series_folder(self) -> Path:
        return self.store.path.parent / "series"

    def _class_folder(self) -> Path:
        return self.store.path.parent / "class"

    def _sweep(self) -> None:
        """Remove what copies of the program that were killed have left half written."""
        sweep(self.store.path.parent)
        sweep(self.archive.folder)
        sweep(self._class_folder())
        with suppress(OSError):
            for folder in self._series_folder().iterdir():
                sweep(folder)

    def _offer_series(self) -> None:
        """Ask once whether to go on with a series that was interrupted when the program ended."""
        try:
            if not any(self._series_folder().glob("*/unfinished")):
                return  # without importing what series need
        except OSError:
            return
        from loa_tk.control.series.shelf import SeriesShelf
        from loa_tk.words import series as series_words

        plan = SeriesShelf(self._series_folder()).unfinished()
        if plan is not None:
            title = find_game(plan.game).title
            text = series_words.offer(title, plan.players, plan.games)
            self.view.ask(
                series_words.OFFER_TITLE,
                text,
                series_words.GO_ON,
                lambda: self._open_tool("series", go_on=True),
            )

    def _open_tool(self, name: str, go_on: bool = False) -> None:
        # Imported only now: with them the main window would open a tenth of a second later.
        if name == "series":
            from loa_tk.control.main.replay import put_on_board
            from loa_tk.control.series.controller import SeriesController
            from loa_tk.control.series.shelf import SeriesShelf

            self.series = self.series or SeriesController(
                self.view,
                partial(self.handle, put_on_board),
                self.state.clock,
                shelf=SeriesShelf(self._series_folder()),
            )
            self.series.open(self.state.game.key, go_on)
        elif name == "explorer":
            self._open_explorer()
        elif name == "explore-board":
            explorer = self._open_explorer()
            explorer.choose("page", "tree")
            explorer.command("from-board")
        elif name == "class":
            from loa_tk.control.classroom.controller import ClassController
            from loa_tk.control.classroom.shelf import ClassShelf
            from loa_tk.control.main.replay import put_class_game

            self.classroom = self.classroom or ClassController(
                self.view,
                partial(self.handle, put_class_game),
                self.state.clock,
                shelf=ClassShelf(self._class_folder()),
            )
            self.classroom.open(self.state.game.key)
        else:
            from loa_tk.control.flow.controller import FlowController

            self.flow = self.flow or FlowController(self.view, self.state.clock)
            self.flow.open()

    def _open_explorer(self) -> ExplorerController:
        from loa_tk.control.explorer.controller import ExplorerController
        from loa_tk.control.main.explored import put_on_board

        game, position = self.state.game, self.state.match.state
        self.explorer = self.explorer or ExplorerController(
            self.view, game, position, partial(self.handle, put_on_board), self.state.clock
        )
        self.explorer.open()
        self.explorer.board_shows(game, position)
        return self.explorer

    def _open_checking(self) -> CheckingController:
        from loa_tk.control.checking.controller import CheckingController

        self.checking = self.checking or CheckingController(
            self.view, partial(self.handle, own_code.play_against)
        )
        return self.checking

    def _heard(self, job: Job, messages: Sequence[Message]) -> None:
        for message in messages:
            if message.kind == "restarted":
                how = "did not answer in time, was killed and" if message.late else "ended and"
                LOG.error("engine process %s was restarted (status %s)", how, message.content)
            elif message.kind == "failed":
                LOG.error("search failed: %s", message.content)
        self.handle(answers.heard, messages)

    def close(self) -> None:
        """Keep settings and game, end the series and the engine, close the window."""
        for tool in (self.series, self.flow, self.explorer, self.classroom, self.checking):
            if tool is not None:
                tool.close()
        if self.series is not None:
            self.series.release()
        if self.classroom is not None:
            self.classroom.release()
        self._background.cancel()
        self.handle(keep_comment)
        self.flush()  # first: the answer to a file that is read may ask the engine
        self.drop_promises()
        self.thinker.close()
        self.state.change(geometry=self.view.geometry())
        self.store.save(self.state.settings)
        self.archive.close()
        self.view.close()


def inspected(path: Path) -> Student | str:
    """Return a student's file, which is read but not run, or why it cannot be read."""
    try:
        return student(path)
    except UserError as error:
        return str(error)


def _started(session: Session, set_aside: str) -> Effects:
    """Log what was kept with the game, report settings that were set aside, begin the turn."""
    effects = log_searches(session)
    if set_aside:
        effects += note(session, words.SETTINGS_ASIDE.format(name=set_aside), bad=True)
    return [*effects, *next_turn(session)]

"""The main window's controller: intents to handlers, effects to view, engine and disk."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from functools import partial
from typing import Any

from loa_tk.control.effects import (
    Announce,
    Choose,
    ClearLog,
    Close,
    Confirm,
    Effect,
    Effects,
    Later,
    Log,
    OpenTool,
    SaveSettings,
    ShowHelp,
    ShowMatch,
    ToolRequest,
)
from loa_tk.control.engine.jobs import Job, Message
from loa_tk.control.engine.runner import WORKERS, AnyWorker, Workers
from loa_tk.control.game.session import Session
from loa_tk.control.game.turns import next_turn, note
from loa_tk.control.loop import Loop
from loa_tk.control.main import answers, commands, toolbox
from loa_tk.control.main.filing import open_file, take_up
from loa_tk.control.main.scenes import window_scene
from loa_tk.control.study.review import Reviewer, keep_comment, log_searches
from loa_tk.control.tools import ToolLoop
from loa_tk.model.fields import quoted
from loa_tk.model.games import find_game
from loa_tk.model.search.search import ENGINE
from loa_tk.scenes.board import DRAG, BoardGesture
from loa_tk.scenes.main import View, WindowScene
from loa_tk.store.archive import Archive
from loa_tk.store.diagnostics import LOG
from loa_tk.store.files import sweep
from loa_tk.store.settings import Store
from loa_tk.words import main as words

OFFER = 500  # ms after the start, when the window has been drawn


class Controller(Loop[Session, WindowScene]):
    """Runs the main window; everything it knows about a game is in its session."""

    def __init__(
        self,
        view: View,
        worker: AnyWorker | None,
        store: Store,
        archive: Archive,
        log_file: str = "",
        clock: Callable[[], float] = time.monotonic,
        workers: Workers = WORKERS,
        refused: Sequence[str] = (),
    ) -> None:
        """Resume the game that was left, or begin one; `start` shows it.

        Without a worker, the engine process starts when the window has been drawn. `refused` has a
        line on each folder that is not used.
        """
        settings, aside = store.load()
        self._faults = [*refused, *([words.SETTINGS_ASIDE.format(name=aside)] if aside else ())]
        super().__init__(take_up(settings, archive, clock), view, clock, workers)
        self.view, self.store, self.archive = view, store, archive
        self.state.settings_folder, self.state.log_file = store.path.parent, log_file
        if worker is not None:
            self.runner.workers[ENGINE] = worker
        self.tools: dict[str, ToolLoop[Any, Any, Any]] = {}  # each is made when it is first opened
        self._reviewer = Reviewer()

    @property
    def session(self) -> Session:
        """Return the window's state."""
        return self.state

    def start(self, file: str = "") -> None:
        """Show the window, then open a file in it if one is named."""
        if ENGINE not in self.runner.workers:
            self.runner.start_when_drawn()
        self.view.set_geometry(self.state.settings.geometry)
        self.handle(_started, self._faults)
        # Timers with names, which end with the window: one may be closed before they are due.
        self.run(Later("offer", OFFER, self._offer_series))
        self.run(Later("sweep", OFFER, self._sweep))
        if file:
            self.run(Later("open", 0, partial(open_file, name=file)))

    # --- intents ---

    def command(self, name: str) -> None:
        """Handle a command of a menu, button or key, unless it is not possible now."""
        row = commands.COMMANDS[name]
        if row.possible(self.state):
            (self.handle_held if row.held else self.handle)(row.do)

    def choose(self, menu: str, key: str) -> None:
        """Handle a choice from a menu or a list."""
        self.handle(commands.CHOICES[menu].do, key)

    def report(self, gesture: BoardGesture) -> bool:
        """Handle what the mouse does on the board; return whether the piece there is lifted."""
        self.handle(commands.report, gesture)
        return gesture.action == DRAG and self.state.marks.lifted == gesture.square

    # --- what the loop asks for ---

    def scene(self) -> WindowScene:
        """Return what the window shows in its present state."""
        return window_scene(self.state, self._reviewer)

    def draw(self, scene: WindowScene) -> WindowScene:
        """Draw a scene; a move is animated once."""
        self.view.show(scene)
        for tool in self.tools.values():
            tool.board_shows(self.state.game, self.state.match.state)
        self.state.marks.glide = None
        return replace(scene, board=replace(scene.board, glide=None))

    def dialogs(self) -> View:
        """Return the window that asks questions."""
        return self.view

    def heard(self, state: Session, job: Job, messages: Sequence[Message]) -> Effects[Session]:
        """Take in what the engine reports."""
        return answers.heard(state, messages)

    def run(self, effect: Effect[Any]) -> None:
        """Run one effect of the main window."""
        match effect:
            case Log(entry=entry):
                self.view.log(entry)
            case ClearLog():
                self.view.clear_log()
            case SaveSettings():
                self.store.save(self.state.settings)
            case Announce(title=title, text=text):
                self.view.error(title, text)
            case ShowHelp(page=page):
                self.view.help(page)
            case OpenTool(name=name, request=request):
                # A tool window that opens another one does not know what is on the board.
                game, state = self.state.game, self.state.match.state
                self.open_tool(name, replace(request, game=game, state=state))
            case ShowMatch():
                self.handle(toolbox.put_on_board, effect)
            case Choose(menu=menu, key=key):
                self.choose(menu, key)
            case Close():
                self.close()
            case _:
                super().run(effect)

    def open_tool(self, name: str, request: ToolRequest) -> None:
        """Open a tool window, or bring it to the front."""
        if name not in self.tools:
            tool, session = toolbox.tool_of(name), self.state
            state = tool.begin(session.clock, session.settings_folder, request)
            self.tools[name] = ToolLoop(tool, state, self.view, self.run, session.clock)
        self.tools[name].open(request)

    def _sweep(self, session: Session) -> Effects[Session]:
        """Remove what copies of the program that were killed have left half written."""
        folder = session.settings_folder
        for place in (folder, self.archive.folder, folder / "class"):
            sweep(place)
        with suppress(OSError):
            for place in (folder / "series").iterdir():
                sweep(place)
        return []

    def _offer_series(self, session: Session) -> Effects[Session]:
        """Ask once whether to go on with a series that was interrupted when the program ended."""
        folder = session.settings_folder / "series"
        try:
            if not any(folder.glob("*/unfinished")):
                return []  # without importing what series need
        except OSError:
            return []
        from loa_tk.control.series.store import SeriesStore
        from loa_tk.words import series as series_words

        plan = SeriesStore(folder).unfinished()
        if plan is None:
            return []
        text = series_words.offer(find_game(plan.game).title, plan.players, plan.games)
        then = toolbox.open_tool("series", at_once=True)
        title, button = series_words.OFFER_TITLE, series_words.GO_ON
        return [Confirm(title=title, text=text, button=button, then=then)]

    def close(self) -> None:
        """Keep settings and game, end the series and the engine, close the window.

        The window closes whatever fails on the way; the log file says what failed.
        """
        try:
            with ExitStack() as last:  # from the bottom up, each even if another one fails
                last.callback(self.view.close)
                last.callback(self.archive.release)
                last.callback(self._keep_settings)
                last.callback(self.runner.close)
                last.callback(self.cancel_timers)
                last.callback(self.finish)  # the answer to a file that is read may ask the engine
                last.callback(self.handle, keep_comment)
                last.callback(self.background.cancel)
                for tool in self.tools.values():
                    last.callback(tool.release)
                    last.callback(tool.close)
        except Exception:
            LOG.exception("the window was closed although this failed")

    def _keep_settings(self) -> None:
        self.state.change(geometry=self.view.geometry())
        self.store.save(self.state.settings)


def _started(session: Session, faults: Sequence[str]) -> Effects[Session]:
    """Log what was kept with the game, report what could not be used, begin the turn.

    A program or a student's file that only the settings name waits until the user lets it play.
    """
    effects = log_searches(session)
    for fault in faults:
        effects += note(session, fault, bad=True)
    waits = session.computer_to_move and not session.held
    if waits and (player := session.computer(session.match.player)).place != ENGINE:
        session.paused = True
        effects += note(session, words.WAITS.format(player=quoted(player.spec())))
    return [*effects, *next_turn(session)]

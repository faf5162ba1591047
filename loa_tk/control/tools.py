"""The windows of the Tools menu: what one of them is, and the loop that runs any of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Generic, TypeVar

from loa_tk.control import rows
from loa_tk.control.effects import (
    Choose,
    Close,
    Effect,
    Effects,
    Handler,
    OpenTool,
    ShowMatch,
    ToolRequest,
)
from loa_tk.control.engine.jobs import THREAD, Job, Message
from loa_tk.control.engine.runner import WORKERS, Workers
from loa_tk.control.loop import Loop
from loa_tk.control.rows import Command, Possible
from loa_tk.immutable import dataclass
from loa_tk.model.game import Game, State
from loa_tk.scenes.main import View
from loa_tk.scenes.services import ESCAPE, ToolView

ESCAPE_KEY = "Escape"  # of the command that ends what a window is doing

S = TypeVar("S")
Scene = TypeVar("Scene")
Gesture = TypeVar("Gesture")


def nothing(state: object, *what: object) -> Effects[object]:
    """Do nothing: the window has no such intent."""
    return []


def close_now(state: object) -> Effects[Any]:
    """Close the window without a question."""
    return [Close()]


@dataclass(frozen=True, kw_only=True)
class Tool(Generic[S, Scene, Gesture]):
    """A window of the Tools menu: its commands, its scene, and the handlers of other intents."""

    name: str
    rows: Sequence[Command[S]]
    # The state in which it is first opened, with a clock and the folder for what is kept.
    begin: Callable[[Callable[[], float], Path, ToolRequest], S]
    scene: Callable[[S, Possible], Scene]
    opened: Callable[[S, ToolRequest], Effects[S]]
    closing: Handler[S]  # stops all work; the state stays
    leaving: Handler[S] = close_now  # before the user closes the window: it may ask first
    choose: Callable[[S, str, str], Effects[S]] = nothing
    report: Callable[[S, Gesture], Effects[S]] = nothing
    heard: Callable[[S, Job, Sequence[Message]], Effects[S]] = nothing
    board_shows: Callable[[S, Game, State], Effects[S]] = nothing
    release: Callable[[S], object] = nothing  # lets other copies of the program have its files

    def show(self, state: S) -> Scene:
        """Return what the window shows in a state."""
        return self.scene(state, rows.possible(self.rows, state))

    def do(self, state: S, name: str) -> Effects[S]:
        """Do what a command does, if it is possible now."""
        return rows.do(self.rows, state, name)


class ToolLoop(Loop[S, Scene], Generic[S, Scene, Gesture]):
    """Runs a window that opens and closes; its state stays in between."""

    def __init__(
        self,
        tool: Tool[S, Scene, Gesture],
        state: S,
        main: View,
        tell: Callable[[Effect[object]], None],
        clock: Callable[[], float],
        workers: Workers = WORKERS,
    ) -> None:
        """Open beside the main window; `tell` runs an effect there."""
        super().__init__(state, main, clock, workers)
        self.tool, self.main, self._tell = tool, main, tell
        self.view: ToolView[Scene] | None = None  # while the window is open
        self._board: tuple[Game, State] | None = None  # what the main board shows

    @property
    def labels(self) -> Mapping[str, str]:
        """The labels of the commands by their names."""
        return {row.name: row.label for row in self.tool.rows}

    @property
    def keys(self) -> Mapping[str, str]:
        """The names of the commands by their keys."""
        return {row.key: row.name for row in self.tool.rows if row.key not in ("", ESCAPE_KEY)}

    def open(self, request: ToolRequest) -> None:
        """Open the window, or bring it to the front."""
        if self.view is None:
            self.view = self.main.open(self.tool.name, self)
            self.show_anew()
        self._board = request.game, request.state
        self.handle(self._opened, request)

    def _opened(self, state: S, request: ToolRequest) -> Effects[S]:
        shown = self.tool.board_shows(state, request.game, request.state)
        return [*shown, *self.tool.opened(state, request)]

    def board_shows(self, game: Game, position: State) -> None:
        """Tell the window what the main board shows."""
        if (game, position) != self._board:
            self._board = game, position
            self.handle(self.tool.board_shows, game, position)

    def close(self) -> None:
        """Stop all work but that which lasts, end the processes and close the window."""
        if self.view is None:
            return
        with ExitStack() as last:  # from the bottom up, each even if another one fails
            last.callback(self.view.close)
            last.callback(self._end_processes)
            last.callback(self.cancel_timers)
            last.callback(self.finish)
            last.callback(self._end)
            last.callback(self._cancel_work)  # what the flush has begun
            last.callback(self.finish)  # a file that is still to be read would start the engine
            self._cancel_work()

    def _cancel_work(self) -> None:
        if not self.lasting:
            self.background.cancel()

    def _end_processes(self) -> None:
        if self.runner.job is None or not self.runner.job.lasts:
            self.runner.close()

    def _end(self) -> None:
        self.view = None
        self.handle(self._after_news, self.tool.closing)

    def release(self) -> None:
        """Let other copies of the program have what is kept, because this one ends."""
        self.tool.release(self.state)

    # --- intents ---

    def command(self, name: str) -> None:
        """Handle a button or a key, unless it is not possible now: then Escape closes."""
        if name == ESCAPE:
            rows = self.tool.rows
            row = next(row for row in rows if row.name == ESCAPE or row.key == ESCAPE_KEY)
            if not row.possible(self.state):
                return self.closed()
            name = row.name
        self.handle(self._after_news, lambda state: self.tool.do(state, name))

    def _after_news(self, state: S, handler: Handler[S]) -> Effects[S]:
        """Handle an intent after what was finished before it: Stop keeps the game just played."""
        if self.runner.job is None or self.runner.job.place != THREAD:
            return handler(state)  # a button that stops or begins means what it says
        job, messages = self.runner.take()
        assert job is not None
        self.log(job, messages)
        return [*(self.tool.heard(state, job, messages) if messages else ()), *handler(state)]

    def choose(self, name: str, key: str) -> None:
        """Handle another value of a field, or anything else that has a key."""
        self.handle(self.tool.choose, name, key)

    def report(self, gesture: Gesture) -> None:
        """Handle what the mouse or the keyboard does on the window's own parts."""
        self.handle(self.tool.report, gesture)

    def closed(self) -> None:
        """Handle the window's own closing button."""
        if self.view is not None:
            self.handle(self._after_news, self.tool.leaving)

    # --- what the loop asks for ---

    def scene(self) -> Scene:
        """Return what the window shows in its present state."""
        return self.tool.show(self.state)

    def show(self) -> None:
        """Draw the present scene if it has changed; a closed window draws nothing."""
        if self.view is not None:
            super().show()

    def draw(self, scene: Scene) -> Scene:
        """Draw a scene; it is not animated."""
        self.dialogs().show(scene)
        return scene

    def dialogs(self) -> ToolView[Scene]:
        """Return the open window."""
        assert self.view is not None, "a closed window asks and shows nothing"
        return self.view

    def heard(self, state: S, job: Job, messages: Sequence[Message]) -> Effects[S]:
        """Take in what is reported about a job."""
        return self.tool.heard(state, job, messages)

    def run(self, effect: Effect[Any]) -> None:
        """Run one effect, in the main window if it is one of its own."""
        match effect:
            case ShowMatch() | Choose() | OpenTool():
                self._tell(effect)
            case Close():
                self.close()
            case _:
                super().run(effect)

"""The series window's controller: it runs the window's intents, games and files."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from loa_tk.control.background import Background, Watch
from loa_tk.control.effects import Close, Effect, Effects, Handler, Later, Never
from loa_tk.control.loop import ToolLoop
from loa_tk.control.series import commands, scenes
from loa_tk.control.series.effects import (
    AwaitNews,
    News,
    ReadSeries,
    Replay,
    RunSeries,
    StopSeries,
)
from loa_tk.control.series.plan import Plan, Result
from loa_tk.control.series.runner import Runner
from loa_tk.control.series.shelf import KeptSeries, SeriesShelf, open_table
from loa_tk.control.series.state import SeriesState
from loa_tk.model.game import UserError
from loa_tk.model.records import Record
from loa_tk.scenes.main import View
from loa_tk.scenes.series import SeriesScene
from loa_tk.words import series as words

POLL = 100  # ms between two looks at the runner
NEWS = "news"  # the name of the promise to look


class SeriesController(ToolLoop[SeriesState, SeriesScene]):
    """The loop of a window that opens and closes; its fields and games stay in between."""

    def __init__(
        self,
        view: View,
        replay: Callable[[Plan, Result, Record | None], None],
        clock: Callable[[], float] = time.monotonic,
        run: Callable[..., Runner] = Runner,
        shelf: SeriesShelf | None = None,
    ) -> None:
        """Use the main window's timers; `replay` puts a game on its board.

        Finished games are kept on the shelf, if there is one.
        """
        super().__init__(SeriesState(), view)
        self._shelf = shelf
        self._background = Background(view, view.progress)
        self.main = view
        self._replay, self._clock, self._run = replay, clock, run
        self._runner: Runner | None = None  # of the series that was started last
        self._begun = 0.0

    def open(self, game: str, go_on: bool = False) -> None:
        """Open the window or bring it to the front; the first time it offers this game.

        The first time it also shows the series that was played last, and may go on with it.
        """
        first = not self.state.values
        if self.view is None:
            self.view = self.main.open_series(self)
            self.show_anew()
        self.handle(commands.opened, game)
        if first and self._shelf is not None:
            shelf, then = self._shelf, partial(commands.taken_up, go_on_with_it=go_on)
            self._work(words.TITLE, lambda watch: shelf.last(), then)
        elif go_on:
            self.handle(commands.go_on)

    def close(self) -> None:
        """Stop what is being played and close the window."""
        if self.view is not None:
            self.handle(commands.closed, self._news())

    # --- intents ---

    def changed(self, values: Mapping[str, str]) -> None:
        """Handle a change of the fields' values."""
        self.handle(commands.changed, values)

    def edit(self, key: str) -> None:
        """Handle the button that describes a player in a form."""
        self.handle(commands.edit, key)

    def start(self) -> None:
        """Handle the button Start."""
        self.handle(commands.start)

    def stop(self) -> None:
        """Handle the button Stop."""
        self.handle(commands.stop, self._news())

    def go_on(self) -> None:
        """Handle the button Go on."""
        self.handle(commands.go_on)

    def open_file(self) -> None:
        """Handle the button that opens a file."""
        self.handle(commands.ask_open)

    def replay(self, number: int) -> None:
        """Handle the choice of a finished game."""
        self.handle(commands.replay, number)

    def save_csv(self) -> None:
        """Handle the button that saves a table."""
        self.handle(commands.save_csv)

    def save_report(self) -> None:
        """Handle the button that saves a page to read."""
        self.handle(commands.save_report)

    def closed(self) -> None:
        """Handle the window's own closing button."""
        self.close()

    # --- what the loop asks for ---

    def scene(self) -> SeriesScene:
        """Return what the window shows in its present state."""
        return scenes.scene(self.state)

    def run(self, effect: Effect) -> None:
        """Run one effect, among them those that play and replay games."""
        match effect:
            case RunSeries():
                self._begun = self._clock() - self.state.seconds
                keeper = None
                if self._shelf is not None:
                    keeper = self._shelf.begin(effect.plan, effect.done, effect.again)
                done = {result.number for result in effect.done}
                keep = None if keeper is None else keeper.keep
                self._runner = self._run(effect.plan, effect.jobs, done, keep)
            case AwaitNews():
                super().run(Later(NEWS, POLL, self._look))
            case StopSeries() if self._runner is not None:
                super().run(Never(NEWS))
                self._runner.stop()
            case Replay():
                record = None
                if self._shelf is not None and self.state.own:
                    record = self._shelf.record(effect.result.number)
                self._replay(effect.plan, effect.result, record)
            case ReadSeries():
                path = effect.path
                self._work(words.READING.format(name=path.name), partial(_read, path), effect.then)
            case Close():
                self._background.cancel()
                self.flush()  # the window reports whether a file has been written
                view, self.view = self.dialogs(), None
                view.close()
            case _:
                super().run(effect)

    def release(self) -> None:
        """Let go of the kept series: the program ends."""
        if self._shelf is not None:
            self._shelf.release()

    def _work(self, title: str, job: Callable[[Watch], object], then: Handler) -> None:
        """Do slow work in the background; the window may have been closed when it is done."""
        self._background.run(title, job, partial(self.handle, then))

    def _look(self, state: SeriesState) -> Effects:
        effects = commands.heard(state, self._news())
        complete = state.plan is not None and len(state.results) >= state.plan.games
        if complete and not state.running and self._shelf is not None:
            self._shelf.finish()
        return effects

    def _news(self) -> News:
        if self._runner is None:
            return News()
        results = tuple(self._runner.poll())
        seconds = self._clock() - self._begun
        keeper = None if self._shelf is None else self._shelf.keeper
        kept = keeper is not None and not keeper.failed
        return News(results, self._runner.done, self._runner.error, seconds, kept)


def _read(path: Path, watch: Watch) -> KeptSeries | UserError:
    try:
        return open_table(path)
    except UserError as error:
        return error

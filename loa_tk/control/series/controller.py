"""The series window's controller: it runs the window's intents, games and files."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

from loa_tk.control.effects import Close, Effect, Effects, Later, Never
from loa_tk.control.loop import ToolLoop
from loa_tk.control.series import commands, scenes
from loa_tk.control.series.effects import AwaitNews, News, Replay, RunSeries, StopSeries
from loa_tk.control.series.plan import Plan, Result
from loa_tk.control.series.runner import Runner
from loa_tk.control.series.state import SeriesState
from loa_tk.scenes.main import View
from loa_tk.scenes.series import SeriesScene

POLL = 100  # ms between two looks at the runner
NEWS = "news"  # the name of the promise to look


class SeriesController(ToolLoop[SeriesState, SeriesScene]):
    """The loop of a window that opens and closes; its fields and games stay in between."""

    def __init__(
        self,
        view: View,
        replay: Callable[[Plan, Result], None],
        clock: Callable[[], float] = time.monotonic,
        run: Callable[[Plan, int], Runner] = Runner,
    ) -> None:
        """Use the main window's timers; `replay` puts a game on its board."""
        super().__init__(SeriesState(), view)
        self.main = view
        self._replay, self._clock, self._run = replay, clock, run
        self._runner: Runner | None = None  # of the series that was started last
        self._begun = 0.0

    def open(self, game: str) -> None:
        """Open the window or bring it to the front; the first time it offers this game."""
        if self.view is None:
            self.view = self.main.open_series(self)
            self.show_anew()
        self.handle(commands.opened, game)

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
                self._begun = self._clock()
                self._runner = self._run(effect.plan, effect.jobs)
            case AwaitNews():
                super().run(Later(NEWS, POLL, self._look))
            case StopSeries() if self._runner is not None:
                super().run(Never(NEWS))
                self._runner.stop()
            case Replay():
                self._replay(effect.plan, effect.result)
            case Close():
                self.flush()  # the window reports whether a file has been written
                view, self.view = self.dialogs(), None
                view.close()
            case _:
                super().run(effect)

    def _look(self, state: SeriesState) -> Effects:
        return commands.heard(state, self._news())

    def _news(self) -> News:
        if self._runner is None:
            return News()
        results = tuple(self._runner.poll())
        seconds = self._clock() - self._begun
        return News(results, self._runner.done, self._runner.error, seconds)

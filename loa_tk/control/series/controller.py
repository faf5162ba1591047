"""The series window's controller: fields to a plan, a runner's results to scenes."""

from __future__ import annotations

import time
from bisect import insort
from collections.abc import Callable, Mapping

from loa_tk.control.main import customise
from loa_tk.control.series import csvfile, html, setup
from loa_tk.control.series.plan import Plan, Result
from loa_tk.control.series.runner import Runner
from loa_tk.control.series.scenes import game_row, picture, score_scene
from loa_tk.control.series.tally import SeriesTally
from loa_tk.model.game import UserError
from loa_tk.model.games import find_game
from loa_tk.scenes.main import View
from loa_tk.scenes.series import GameRow, SeriesScene, SeriesView, SetupScene
from loa_tk.store.files import save
from loa_tk.words import series as words

POLL = 100  # ms
BETWEEN = 0.5  # seconds from one look at what all games come to until the next
LONG = 30.0  # seconds; a shorter series is soon played again


class SeriesController:
    """One series at a time; what was typed and played stays when the window is closed."""

    def __init__(
        self,
        view: View,
        replay: Callable[[Plan, Result], None],
        clock: Callable[[], float] = time.monotonic,
        run: Callable[[Plan, int], Runner] = Runner,
    ) -> None:
        """Use the main window's timers; `replay` puts a game on its board."""
        self._main, self._replay, self._clock, self._run = view, replay, clock, run
        self.view: SeriesView | None = None
        self.values: dict[str, str] = {}
        self.plan: Plan | None = None
        self.results: dict[int, Result] = {}
        self._rows: list[GameRow] = []
        self._runner: Runner | None = None
        self._tally = SeriesTally()
        self._seen = picture(self._tally.summary(("", "")))
        self._promise: object = None  # of the next look at the runner
        self._begun = self._ended = self._next = 0.0
        self._unsaved = False  # games that are in no CSV file
        self._status, self._bad = words.READY, False

    def open(self, game: str) -> None:
        """Show the window; the first time it offers this game."""
        if self.view is None:
            self.values = self.values or {"game": game, **setup.DEFAULTS}
            self.view = self._main.open_series(self)
            self._show()
        self.view.front()

    def close(self) -> None:
        """Stop what is being played and close the window."""
        self.stop()
        if self.view is not None:
            view, self.view = self.view, None
            view.close()

    # --- intents ---

    def changed(self, values: Mapping[str, str]) -> None:
        """The fields hold these values now; a wrong one is told at once."""
        if dict(values) != self.values:
            self.values = dict(values)
            self._tell(next(iter(setup.wrong(values).values()), ""), bad=True)

    def edit(self, key: str) -> None:
        """Describe a player in the small form."""
        if self.view is None or key not in setup.editable(self.values, setup.wrong(self.values)):
            return

        def done(form: Mapping[str, str]) -> None:
            self.changed({**self.values, key: setup.described(self.values, key, form)})

        self.view.form(setup.player_form(self.values, key), customise.check, done)

    def start(self) -> None:
        """Play the series that the fields describe; ask before long work is thrown away for it."""
        if self.view is None or self._runner is not None or setup.wrong(self.values):
            return
        if self._unsaved and self._ended - self._begun >= LONG:
            text = words.lost(len(self.results), self._ended - self._begun)
            self.view.ask(words.NOT_KEPT, text, words.START_ANEW, self._begin)
        else:
            self._begin()

    def stop(self) -> None:
        """End all games at once and keep what is finished."""
        if self._runner is not None and self.plan is not None:
            self._take(self._runner)
            self._runner.stop()
            self._end(words.stopped(len(self.results), self.plan.games))

    def replay(self, number: int) -> None:
        """Put a finished game on the main board."""
        if self.plan is not None and number in self.results:
            self._replay(self.plan, self.results[number])

    def save_csv(self) -> None:
        """Save the finished games as a table, which `loa match --resume` can go on with."""
        plan = self.plan
        if plan is not None and self.results:
            self._save(
                words.SAVE_CSV_TITLE,
                words.CSV_KINDS,
                lambda: csvfile.as_csv(plan, list(self.results.values())),
            )

    def save_report(self) -> None:
        """Save the finished games as a page to read."""
        plan = self.plan
        if plan is not None and self.results:
            title = words.REPORT_TITLE.format(game=find_game(plan.game).title)
            self._save(
                words.SAVE_REPORT_TITLE,
                words.HTML_KINDS,
                lambda: html.page(
                    title, plan, self._tally.summary(plan.players), list(self.results.values())
                ),
            )

    def closed(self) -> None:
        """The window's own button."""
        self.close()

    # --- what happens inside ---

    def _begin(self) -> None:
        if self._runner is not None or setup.wrong(self.values):
            return  # the question stood open while something else was started or typed
        self.plan = setup.plan_of(self.values)
        self._unsaved = False
        self.results, self._rows, self._tally = {}, [], SeriesTally()
        self._begun = self._ended = self._clock()
        self._runner = self._run(self.plan, setup.whole("jobs", self.values["jobs"]))
        self._count()
        self._tell(words.PLAYING)
        self._promise = self._main.after(POLL, self._tick)

    def _tick(self) -> None:
        self._promise = None
        runner = self._runner
        assert runner is not None
        self._take(runner)
        self._ended = self._clock()
        if runner.done:
            self._end(*self._outcome(runner.error))
            return
        if self._ended >= self._next:
            self._count()
        self._show()
        self._promise = self._main.after(POLL, self._tick)

    def _take(self, runner: Runner) -> None:
        for result in runner.poll():
            self._unsaved = True
            self.results[result.number] = result
            self._tally.add(result)
            insort(self._rows, game_row(result), key=lambda row: row.number)

    def _outcome(self, error: str) -> tuple[str, bool]:
        """How the series ended, and whether that is an error."""
        if error:
            return words.FAILED.format(reason=error), True
        excuse = next((r.reason for _, r in sorted(self.results.items()) if r.forfeited), "")
        return (words.FORFEITED.format(excuse=excuse), True) if excuse else (words.FINISHED, False)

    def _end(self, status: str, bad: bool = False) -> None:
        self._runner, self._ended = None, self._clock()
        if self._promise is not None:
            self._main.cancel(self._promise)
            self._promise = None
        self._count()
        self._tell(status, bad)

    def _count(self) -> None:
        """Show what all games come to; curves are drawn anew for it, so not at every result."""
        assert self.plan is not None
        self._seen = picture(self._tally.summary(self.plan.players))
        self._next = self._clock() + BETWEEN

    def _save(
        self, title: str, kinds: tuple[tuple[str, str], ...], make: Callable[[], str]
    ) -> None:
        """Ask for a name, then write what there is: games go on while the dialog is open."""
        assert self.view is not None
        name = self.view.ask_save_name(title, words.FILE_NAME + kinds[0][1], kinds)
        if not name:
            return
        try:
            save(name, make())
        except UserError as error:
            self._tell(str(error), bad=True)
        else:
            self._unsaved = self._unsaved and kinds != words.CSV_KINDS
            self._tell(words.SAVED.format(name=name))

    def _tell(self, text: str, bad: bool = False) -> None:
        if not text:  # nothing is wrong any more
            text, bad = words.PLAYING if self._runner else words.READY, False
        self._status, self._bad = text, bad
        self._show()

    def _show(self) -> None:
        if self.view is None:
            return
        wrong, live = setup.wrong(self.values), self._runner is not None
        done, seen = len(self.results), self._seen
        self.view.show(
            SeriesScene(
                SetupScene(
                    setup.fields(self.values),
                    frozenset(wrong),
                    setup.editable(self.values, wrong),
                    can_start=not live and not wrong,
                    can_stop=live,
                    can_save=done > 0,
                ),
                score_scene(self.plan, seen, done, self._ended - self._begun, live),
                seen.tables,
                seen.note,
                seen.plots,
                tuple(self._rows),
                self._status,
                self._bad,
            )
        )

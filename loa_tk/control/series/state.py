"""The state of the series window: one object that holds everything its scene is made from."""

from __future__ import annotations

import time
from bisect import insort
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from loa_tk.control.series.page import SeriesOverview, game_row, overview
from loa_tk.control.series.plan import Plan, Result
from loa_tk.control.series.store import Keeper, SeriesStore
from loa_tk.control.series.summary import SeriesTally
from loa_tk.scenes.series import GameRow
from loa_tk.words import series as words

BETWEEN = 0.5  # seconds between two overviews of a series that is being played


@dataclass(kw_only=True)
class SeriesState:
    """The fields of the window, and the series that was started last with its finished games."""

    clock: Callable[[], float] = time.monotonic
    store: SeriesStore | None = None  # where finished games are kept
    values: Mapping[str, str] = field(default_factory=dict)  # of the fields, by their keys
    plan: Plan | None = None
    results: dict[int, Result] = field(default_factory=dict)  # by the games' numbers
    rows: list[GameRow] = field(default_factory=list)
    tally: SeriesTally = field(default_factory=SeriesTally)
    overview: SeriesOverview = field(
        default_factory=lambda: overview(SeriesTally().summary(("", "")))
    )
    due: float = 0.0  # seconds after the start at which the next overview is made
    running: bool = False
    begun: float = 0.0  # by the clock
    seconds: float = 0.0  # from the start until the last news
    keeper: Keeper | None = None  # of the series that was started last
    unsaved: bool = False  # some games are in no file
    own: bool = False  # the games are those of the series that was begun or taken up here
    status: str = words.READY
    bad: bool = False  # the status reports an error

    def begin(self, plan: Plan) -> None:
        """Begin a new series, of which nothing has been played yet."""
        self.hold(plan, ())
        self.running, self.own = True, True

    def hold(self, plan: Plan, results: Iterable[Result], seconds: float = 0.0) -> None:
        """Show a series with these games, which are in a file and have taken some time."""
        self.plan, self.running = plan, False
        self.results, self.rows, self.tally = {}, [], SeriesTally()
        self.seconds = seconds
        for result in results:
            self.add(result)
        self.unsaved = False
        self.count()

    def add(self, result: Result) -> None:
        """Take in a finished game."""
        self.unsaved = True
        self.results[result.number] = result
        self.tally.add(result)
        insort(self.rows, game_row(result), key=lambda row: row.number)

    def count(self) -> None:
        """Make the overview of all games; its curves are slow to draw, so not for every game."""
        if self.plan is not None:
            self.overview = overview(self.tally.summary(self.plan.players))
            self.due = self.seconds + BETWEEN

    def say(self, text: str, bad: bool = False) -> None:
        """Set the status line; an empty text shows the state of the series."""
        if not text:
            text, bad = words.PLAYING if self.running else words.READY, False
        self.status, self.bad = text, bad

"""One algorithm at work, advanced a few steps at a time; and who does that at a chosen speed."""

from __future__ import annotations

from collections.abc import Callable

from loa_tk.model.flow.puzzle import Puzzle
from loa_tk.model.flow.solve import begin
from loa_tk.model.flow.solver import SOLVED, watch
from loa_tk.scenes.main import View

SLICE = 0.008  # seconds of work between two looks at the mouse
MOST = 5000  # steps in a slice
TICK, BREATH = 16, 1  # ms between two slices: at a given speed, and as fast as possible
REDRAW = 0.03  # seconds between two pictures
FASTEST = float("inf")


class Watching:
    """A search and the grid that its steps so far have made."""

    def __init__(self, puzzle: Puzzle, algorithm: str) -> None:
        """Be ready for the first step."""
        self.puzzle, self.algorithm = puzzle, algorithm
        self.search = begin(puzzle, algorithm)
        self.grid = list(self.search.grid())
        self.last: int | None = None  # the cell that the last step has changed
        self.solved: bool | None = None  # known at the end
        self.seconds = 0.0  # that were watched
        self._steps = watch(self.search)

    def advance(self, most: int, enough: Callable[[], bool]) -> int:
        """Make so many steps, or fewer if it is enough; how many were made."""
        for made in range(most):
            step = next(self._steps, None)
            if step is None or step is SOLVED:
                self.last, self.solved = None, step is SOLVED
                return made
            self.last = step.cell
            self.grid[step.cell] = step.colour
            if enough():
                return made + 1
        return most


class Watcher:
    """Lets an algorithm work in small slices, so that the window never waits for it."""

    def __init__(self, view: View, clock: Callable[[], float], show: Callable[[], None]) -> None:
        """Call `show` when there is something new to see."""
        self._view, self._clock, self._show = view, clock, show
        self.watching: Watching | None = None
        self.speed = 10.0  # steps a second
        self._token: object = None
        self._owed = 0.0  # steps that are due
        self._looked = self._shown = 0.0

    @property
    def running(self) -> bool:
        """Whether it goes on by itself."""
        return self._token is not None

    def start(self, puzzle: Puzzle, algorithm: str) -> None:
        """Watch an algorithm from its beginning, at rest."""
        self.stop()
        self.watching = Watching(puzzle, algorithm)

    def go_on(self) -> None:
        """Let it run."""
        if self.watching is not None and self.watching.solved is None and not self.running:
            self._looked, self._owed = self._clock(), 1.0  # the first step is seen at once
            self._token = self._view.after(0, self._tick)

    def pause(self) -> None:
        """Let it rest."""
        if self._token is not None:
            self._view.cancel(self._token)
            self._token = None

    def step(self) -> None:
        """Make one step and rest."""
        self.pause()
        if self.watching is not None and self.watching.solved is None:
            self.watching.advance(1, lambda: True)

    def stop(self) -> None:
        """Watch no more."""
        self.pause()
        self.watching = None

    def _tick(self) -> None:
        assert self.watching is not None
        begun = self._clock()
        passed, self._looked = begun - self._looked, begun
        self.watching.seconds += passed
        if self.speed == FASTEST:
            due = MOST
        else:  # what it cannot keep up with is not made up for later
            self._owed = min(self._owed + passed * self.speed, 1 + self.speed / 4)
            due = min(MOST, int(self._owed))
        made = self.watching.advance(due, lambda: self._clock() - begun > SLICE)
        self._owed -= made
        if self.watching.solved is not None:
            self._token = None
        else:
            delay = BREATH if self.speed == FASTEST else TICK
            self._token = self._view.after(delay, self._tick)
        if not self.running or begun - self._shown > REDRAW:
            self._shown = begun
            self._show()

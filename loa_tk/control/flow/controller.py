"""The Flow Free window's controller: drags to paths, searches to pictures, reports to a table."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from loa_tk.control.engine.jobs import Job
from loa_tk.control.engine.worker import Message, Worker
from loa_tk.control.flow import puzzles
from loa_tk.control.flow.commands import COMMANDS
from loa_tk.control.flow.errands import Errands
from loa_tk.control.flow.jobs import FlowCompareJob, FlowGenerateJob, FlowSolveJob
from loa_tk.control.flow.picture import scene
from loa_tk.control.flow.play import Play
from loa_tk.control.flow.setup import title
from loa_tk.control.flow.watching import FASTEST, Watcher
from loa_tk.model.flow import library
from loa_tk.model.flow.puzzle import Puzzle, PuzzleError
from loa_tk.model.flow.solve import ALGORITHMS, Report
from loa_tk.scenes.flow import FlowView
from loa_tk.scenes.main import View
from loa_tk.store.diagnostics import LOG
from loa_tk.words import flow as words

SOLVING = 20.0  # seconds until a puzzle's solution is given up


class FlowController:
    """One puzzle at a time; it and what is drawn on it stay when the window is closed."""

    def __init__(
        self,
        view: View,
        clock: Callable[[], float] = time.monotonic,
        make: Callable[[], Worker] = Worker,
    ) -> None:
        """Use the main window's timers; the worker is made when the window opens."""
        self.main = view
        self.view: FlowView | None = None
        self.values = {
            "puzzle": library.NAMES[0], "algorithm": "forward", "speed": "30", "limit": "5",
        }  # fmt: skip
        self.wanted: dict[str, str] = {}  # what the form for a new puzzle was last filled in with
        self.errands = Errands(view, self._heard, make)
        self.watcher = Watcher(view, clock, self.show)
        self.status, self.bad = "", False
        self.take_up(library.load(library.NAMES[0]), library.NAMES[0])

    def open(self) -> None:
        """Show the window."""
        if self.view is None:
            self.view = self.main.open_flow(self)
            self.solve()
            self.show()
        self.view.front()

    def close(self) -> None:
        """Stop all work, end the worker, close the window."""
        self.watcher.stop()
        self.errands.close()
        if self.view is not None:
            view, self.view = self.view, None
            view.close()

    # --- intents ---

    def press(self, cell: int) -> None:
        """The mouse takes what is on a cell."""
        if self.watcher.watching is None:
            self.play.press(cell)
            self.tell("")

    def drag(self, cell: int) -> None:
        """It is drawn on to a cell."""
        if self.play.held is not None:
            self.play.drag(cell)
            self.show()

    def release(self) -> None:
        """The mouse lets go."""
        if self.play.held is not None:
            self.play.release()
            self.show()

    def command(self, name: str) -> None:
        """A button or a key."""
        COMMANDS[name](self)

    def choose(self, name: str, key: str) -> None:
        """A field was given another value."""
        if key == self.values[name]:
            return
        if name == "puzzle":
            self.take_up(library.load(key), key)
            self.solve()
        self.values[name] = key
        self.watcher.speed = FASTEST if self.speed == "max" else float(self.speed)
        self.tell(f"{words.ABOUT[key]}." if name == "algorithm" else "")

    def closed(self) -> None:
        """The window's own button."""
        self.close()

    # --- what commands use ---

    @property
    def speed(self) -> str:
        """The chosen speed: a number, or "max"."""
        return self.values["speed"]

    @property
    def comparing(self) -> bool:
        """Whether the algorithms are being compared."""
        return isinstance(self.errands.job, FlowCompareJob)

    @property
    def making(self) -> bool:
        """Whether a puzzle is being generated."""
        return isinstance(self.errands.job, FlowGenerateJob)

    def take_up(self, puzzle: Puzzle, name: str, title: str = "") -> None:
        """Put another puzzle on the board."""
        self.watcher.stop()
        self.errands.cancel()
        self.puzzle, self.play = puzzle, Play(puzzle)
        self.title = title or puzzles.title_of(name)
        self.values["puzzle"] = name
        self.report: Report | None = None  # the fast solver's, once it is there
        self.reports: dict[str, Report] = {}  # of the algorithms that are compared
        self.status, self.bad = "", False

    def open_file(self, name: str) -> None:
        """Read a puzzle from a file."""
        try:
            puzzle = puzzles.from_file(name)
        except PuzzleError as error:
            self.tell(str(error), bad=True)
            return
        self.take_up(puzzle, "", Path(name).name)
        self.solve()
        self.show()

    def solve(self) -> None:
        """Find out how many solutions there are, unless that is known or there is other work."""
        if self.report is None and self.errands.job is None:
            self.errands.ask(FlowSolveJob(self.puzzle, SOLVING))

    def tell(self, text: str, bad: bool = False) -> None:
        """Say something in the status line."""
        self.status, self.bad = text, bad
        self.show()

    def show(self) -> None:
        """Bring the window up to date."""
        if self.view is not None:
            self.view.show(scene(self))

    # --- what the worker says ---

    def _heard(self, job: Job, message: Message) -> None:
        content = message.content
        if message.kind == "failed":
            LOG.error("Flow Free job failed: %s", content)
            reason = str(content).strip().splitlines()[-1]
            self.tell(words.FAILED.format(reason=reason), bad=True)
        elif message.kind == "restarted":
            LOG.error("Flow Free worker ended with status %s; restarted", content)
            self.reports = {}
            self.tell(words.RESTARTED.format(status=content), bad=True)
        elif isinstance(job, FlowCompareJob):
            self._compared(job, content)
        elif isinstance(job, FlowGenerateJob) and isinstance(content, Puzzle):
            self.take_up(content, "", title(job))
            self.solve()
            self.show()
        elif isinstance(job, FlowSolveJob) and isinstance(content, Report):
            self.report = content
            self.show()

    def _compared(self, job: FlowCompareJob, content: object) -> None:
        if isinstance(content, Report):
            self.reports[content.algorithm] = content
        if len(self.reports) < len(ALGORITHMS):
            name = ALGORITHMS[len(self.reports)]
            self.tell(words.COMPARING.format(name=name, limit=f"{job.seconds:g}"))
        elif not self.comparing:
            self.tell(words.COMPARED)
            self.solve()

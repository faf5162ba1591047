"""The state of the Flow Free window: one object that holds everything its scene is made from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from loa_tk.control.engine.jobs import Job
from loa_tk.control.flow.jobs import FlowCompareJob, FlowGenerateJob
from loa_tk.control.flow.sketch import Sketch
from loa_tk.control.flow.watching import FASTEST, Watching
from loa_tk.model.flow import puzzles
from loa_tk.model.flow.algorithms import ALGORITHMS, SolverReport
from loa_tk.model.flow.puzzle import Puzzle
from loa_tk.words import flow as words

Titled: TypeAlias = tuple[tuple[str, Puzzle], ...]  # puzzles with their titles


@dataclass(kw_only=True)
class FlowState:
    """A puzzle, what the user has drawn on it, and what the algorithms have made of it."""

    clock: Callable[[], float]
    values: dict[str, str] = field(  # of the fields; no puzzle is chosen if it is not built in
        default_factory=lambda: {
            "puzzle": puzzles.NAMES[0], "algorithm": "forward", "speed": "30", "limit": "5",
        }
    )  # fmt: skip
    wanted: dict[str, str] = field(default_factory=dict)  # the last values of the form Generate
    puzzle: Puzzle = field(init=False)
    title: str = field(init=False)
    sketch: Sketch = field(init=False)
    following: Titled = ()  # the puzzles that come after this one in its file
    watching: Watching | None = None  # the board is the algorithm's while there is one
    job: Job | None = None  # the engine's
    report: SolverReport | None = None  # the fast solver's, once it has answered
    reports: dict[str, SolverReport] = field(default_factory=dict)  # of the comparison
    folder: Path | None = None  # where it is kept which puzzles are solved
    solved: dict[str, bool] = field(default_factory=dict)  # built-in ones, and if perfectly
    status: str = ""
    bad: bool = False  # the status reports an error

    def __post_init__(self) -> None:
        """Put the chosen built-in puzzle on the board."""
        name = self.values["puzzle"]
        self.place(puzzles.load(name), name, title_of(name))

    def place(self, puzzle: Puzzle, name: str, title: str) -> None:
        """Put a puzzle on the board; nothing is known about it. Only a built-in one has a name."""
        self.puzzle, self.title, self.sketch = puzzle, title, Sketch(puzzle)
        self.values["puzzle"] = name
        self.watching, self.report, self.reports, self.following = None, None, {}, ()
        self.say("")

    def say(self, text: str, bad: bool = False) -> None:
        """Set the status line; an empty one shows what can be done next."""
        self.status, self.bad = text, bad

    @property
    def comparing(self) -> bool:
        """Whether the algorithms are being compared."""
        return isinstance(self.job, FlowCompareJob)

    @property
    def generating(self) -> bool:
        """Whether a puzzle is being generated."""
        return isinstance(self.job, FlowGenerateJob)

    @property
    def running_algorithm(self) -> str:
        """The algorithm whose turn it is in the comparison, or nothing."""
        waiting = [name for name in ALGORITHMS if name not in self.reports]
        return waiting[0] if self.comparing and waiting else ""

    @property
    def running(self) -> bool:
        """Whether the watched algorithm is advancing automatically."""
        return self.watching is not None and self.watching.running

    @property
    def speed(self) -> float:
        """The chosen speed in steps a second."""
        return FASTEST if self.values["speed"] == "max" else float(self.values["speed"])


def title_of(name: str) -> str:
    """Return a built-in puzzle's title: its size and its number of colours."""
    puzzle = puzzles.load(name)
    return words.built_in(puzzle.width, puzzle.height, len(puzzle.names))

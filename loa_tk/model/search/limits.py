"""When a search has to stop: at a depth, after a time, past a number of nodes, or when told to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

from loa_tk.model.search.statistics import Report


class Stopped(Exception):
    """The search has to answer now with what it has."""


def never() -> bool:
    """A stop signal that is never given."""
    return False


def ignore(report: Report) -> None:
    """Progress nobody watches."""


@dataclass(frozen=True)
class Limits:
    """What bounds one search; None is no bound."""

    depth: int | None = None
    seconds: float | None = None
    nodes: int | None = None
    stop: Callable[[], bool] = never


class Clock:
    """Reads the time for one search and raises Stopped when a limit is reached."""

    # Answering costs a little too: building the report, waking the other process.
    RESERVE = 0.01
    # The share of the time after which no further depth is begun: it would hardly be finished.
    ENOUGH = 0.8

    def __init__(self, limits: Limits) -> None:
        """Start now."""
        self.limits = limits
        self.begun = perf_counter()
        self.end = None if limits.seconds is None else self.begun + limits.seconds - self.RESERVE

    def elapsed(self) -> float:
        """Seconds since the start."""
        return perf_counter() - self.begun

    def check(self, nodes: int = 0) -> None:
        """Raise Stopped when the time is over, the nodes are spent or the signal is given."""
        if self.end is not None and perf_counter() >= self.end:
            raise Stopped
        if self.limits.nodes is not None and nodes >= self.limits.nodes:
            raise Stopped
        if self.limits.stop():
            raise Stopped

    def worth_another(self) -> bool:
        """Whether the next depth, at least as costly as all before it, may still be finished."""
        return self.limits.seconds is None or self.elapsed() < self.ENOUGH * self.limits.seconds

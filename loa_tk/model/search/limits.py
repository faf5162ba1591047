"""When a search has to stop: at a depth, after a time, past a number of nodes, or on a signal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

BETWEEN_PROGRESS = 0.1  # seconds between two reports of progress


class Stopped(Exception):
    """The search has to answer now with what it has."""


def never() -> bool:
    """Return False: a stop signal that is never given."""
    return False


def ignore(content: object) -> None:
    """Do nothing with what a search or another job reports of its progress."""


@dataclass(frozen=True)
class Limits:
    """What bounds one search; None means no bound."""

    depth: int | None = None
    seconds: float | None = None
    nodes: int | None = None
    stop: Callable[[], bool] = never


class Clock:
    """Measures the time of one search and raises Stopped when a limit is reached."""

    # Answering also costs a little: building the report, waking the other process.
    RESERVE = 0.01
    # The share of the time after which no further depth is begun: it would hardly be finished.
    ENOUGH = 0.8

    def __init__(self, limits: Limits) -> None:
        """Start now."""
        self.limits = limits
        self.begun = perf_counter()
        self.end = None if limits.seconds is None else self.begun + limits.seconds - self.RESERVE
        self._reported = 0.0

    def elapsed(self) -> float:
        """Return the seconds since the start."""
        return perf_counter() - self.begun

    def check(self, nodes: int = 0) -> None:
        """Raise Stopped if the time is over, the nodes are spent or the stop signal is given."""
        if self.end is not None and perf_counter() >= self.end:
            raise Stopped
        if self.limits.nodes is not None and nodes >= self.limits.nodes:
            raise Stopped
        if self.limits.stop():
            raise Stopped

    def progress_due(self) -> bool:
        """Return whether it is time for the next report of progress, and take note of it."""
        now = perf_counter()
        if now - self._reported <= BETWEEN_PROGRESS:
            return False
        self._reported = now
        return True

    def worth_another(self) -> bool:
        """Return whether the next depth, at least as costly as all before it, may be finished."""
        return self.limits.seconds is None or self.elapsed() < self.ENOUGH * self.limits.seconds

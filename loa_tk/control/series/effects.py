"""The effects that only the series window has: playing, stopping and replaying games."""

from __future__ import annotations

from pathlib import Path

from loa_tk.control.effects import Effect, Handler, Stage
from loa_tk.control.series.plan import Plan, Result
from loa_tk.scenes.immutable import dataclass


@dataclass(frozen=True)
class RunSeries(Effect):
    """Start to play a series in the background, with this number of games at a time.

    The games that are done are not played; `again` goes on with the series that was stopped.
    """

    stage = Stage.ENGINE
    plan: Plan
    jobs: int
    done: tuple[Result, ...] = ()
    again: bool = False


@dataclass(frozen=True)
class AwaitNews(Effect):
    """Look soon for games that have been finished, and report them."""

    stage = Stage.ENGINE


@dataclass(frozen=True)
class StopSeries(Effect):
    """End all games that are being played; they report nothing more."""

    stage = Stage.ENGINE


@dataclass(frozen=True)
class ReadSeries(Effect):
    """Read the series in a CSV file; `then` gets it, or the error."""

    stage = Stage.DISK
    path: Path
    then: Handler


@dataclass(frozen=True)
class Replay(Effect):
    """Put a finished game on the main window's board."""

    plan: Plan
    result: Result


@dataclass(frozen=True)
class News:
    """What has happened in the series since the last look at it.

    `seconds` is the time since its start, `error` the reason if it could not be played to its end.
    """

    results: tuple[Result, ...] = ()
    done: bool = False
    error: str = ""
    seconds: float = 0.0
    kept: bool = False  # the games are in the user's folder

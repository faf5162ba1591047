"""The series window's job: play a series in processes of this machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from threading import Event
from typing import ClassVar

from loa_tk.control.engine.jobs import LongJob
from loa_tk.control.series.executors import Local
from loa_tk.control.series.plan import Plan, Result, tasks
from loa_tk.control.series.play import play_game, try_out_players
from loa_tk.control.series.store import Keeper
from loa_tk.model.games import find_game


@dataclass(frozen=True, kw_only=True)
class SeriesJob(LongJob):
    """Play the games of a plan that are not done, and keep each of them as soon as it ends."""

    name: ClassVar[str] = "series"
    plan: Plan
    processes: int
    done: frozenset[int] = frozenset()
    keeper: Keeper | None = None

    def events(self, stopped: Event) -> Iterator[Result]:
        """Yield the finished games."""
        plan, keeper = self.plan, self.keeper
        try_out_players(plan, stopped.is_set)
        remaining = tasks(find_game(plan.game), plan, self.done, keeper is not None)
        with closing(Local(self.processes, stopped)) as local:
            for _, result in local.each(play_game, remaining):
                yield result if keeper is None else keeper.keep(result)

"""Where games are played: processes of this machine, or a Dask cluster; both are executors."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from typing import Any

from loa_tk.control.series.external import Abandoned
from loa_tk.control.series.games import Result, Task
from loa_tk.control.series.play import play_game
from loa_tk.control.worker import follow_parent
from loa_tk.model.game import UserError
from loa_tk.model.search.limits import never

AHEAD = 500  # games handed to a cluster at a time

_stop: Event | None = None  # of this process, when it plays for a series


def _prepare(stop: Event) -> None:
    """What each local process does first."""
    global _stop
    _stop = stop
    follow_parent()
    gc.disable()


def _play(task: Task) -> Result | None:
    try:
        return play_game(task, _stop.is_set) if _stop is not None else play_game(task)
    except Abandoned:
        return None


class Local:
    """Processes of this machine; a process that dies takes no other game with it."""

    def __init__(self, jobs: int) -> None:
        """Use so many processes."""
        self.jobs = jobs
        self.stopped = get_context("spawn").Event()

    def stop(self) -> None:
        """End all games at once; any thread may call this."""
        self.stopped.set()

    def run(self, tasks: Sequence[Task]) -> Iterator[Result]:
        """The results as they come; games lost with a process are played again."""
        waiting = {task.number: task for task in tasks}
        crashes = 0
        while waiting and not self.stopped.is_set():
            with ProcessPoolExecutor(
                self.jobs, get_context("spawn"), _prepare, (self.stopped,)
            ) as executor:
                try:
                    for result in _results(
                        executor, list(waiting.values()), self, 2 * self.jobs, self.stopped.is_set
                    ):
                        del waiting[result.number]
                        crashes = 0
                        yield result
                except BrokenProcessPool:
                    crashes += 1
                    if crashes > 2:
                        raise UserError("the processes that play the games keep dying") from None


class Cluster:
    """A Dask cluster: the same work on other machines."""

    def __init__(self, address: str) -> None:
        """Connect, or tell in one line why not."""
        try:
            from distributed import Client
        except ImportError:
            raise UserError("--dask needs the extra: pip install 'loa-tk[cluster]'") from None
        try:
            self.client: Any = Client(address, timeout=5)
        except (OSError, ValueError, TimeoutError) as error:
            raise UserError(f"there is no Dask scheduler at {address!r}: {error}") from None

    def stop(self) -> None:
        """Take back what has not begun."""
        self.client.cancel(list(self.client.futures), force=True)

    def run(self, tasks: Sequence[Task]) -> Iterator[Result]:
        """The results as they come; the scheduler repeats what a lost worker had."""
        with self.client.get_executor(pure=False, retries=3) as executor:
            yield from _results(executor, tasks, self, AHEAD)
        self.client.close()


def _results(
    executor: Executor,
    tasks: Sequence[Task],
    owner: Local | Cluster,
    ahead: int,
    stopped: Callable[[], bool] = never,
) -> Iterator[Result]:
    """The results as they come, with at most `ahead` games handed over and not finished."""
    remaining = iter(tasks)
    waiting = {executor.submit(_play, task) for task in islice(remaining, ahead)}
    try:
        while waiting and not stopped():
            finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            waiting |= {executor.submit(_play, task) for task in islice(remaining, len(finished))}
            for future in finished:
                result = future.result()
                if result is not None:
                    yield result
    except (GeneratorExit, KeyboardInterrupt):
        owner.stop()
        raise
    finally:
        for future in waiting:
            future.cancel()


@contextmanager
def place(jobs: int, dask: str | None) -> Iterator[Local | Cluster]:
    """Where to play: a cluster when an address is given."""
    chosen = Cluster(dask) if dask else Local(jobs)
    try:
        yield chosen
    except BaseException:
        chosen.stop()
        raise

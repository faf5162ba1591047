"""Does many tasks in processes of this machine, or on a Dask cluster.

The tasks are the games of a series, unless other work is named.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from multiprocessing import connection
from typing import Any, Generic, TypeVar, cast

from loa_tk.control.engine.worker import Worker
from loa_tk.control.series.plan import Result, Task
from loa_tk.control.series.play import play_game
from loa_tk.control.ugi.client import Abandoned
from loa_tk.model.game import UserError
from loa_tk.store.diagnostics import LOG

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 500  # unfinished tasks that a cluster has at a time
CONNECTING = 5.0  # seconds in which a cluster's scheduler must answer
PULSE = 0.1  # seconds between two checks whether to stop
GRACE = 3.0  # seconds in which stopped games may end; each of their two programs takes up to one


@dataclass(frozen=True)
class Work(Generic[T, R]):
    """What is done with a task, by `do(task, stop)`, and how a failure is reported."""

    do: Callable[..., R]  # a cluster calls it without `stop`
    failure: str


GAME: Work[Task, Result] = Work(play_game, "a game could not be played")


@dataclass(frozen=True)
class TaskJob(Generic[T, R]):
    """One task for a worker; it has no result if it is stopped."""

    work: Work[T, R]
    task: T

    def run(self, stop: Callable[[], bool], tell: Callable[[object], None]) -> R | None:
        """Do the task."""
        try:
            return self.work.do(self.task, stop)
        except Abandoned:
            return None


class Local:
    """Workers of this machine; one that dies is replaced, and its task is done again.

    This is no ProcessPoolExecutor with a shared event, because a process that died or hung while
    it held a lock blocked all others, and the window, for ever.
    """

    def __init__(self, jobs: int) -> None:
        """Use this number of processes."""
        self.jobs = jobs
        self.stopped = threading.Event()

    def stop(self) -> None:
        """End all tasks at once; any thread may call this."""
        self.stopped.set()

    def run(self, tasks: Sequence[Task]) -> Iterator[Result]:
        """Play games and yield the results as they come."""
        return self.work(GAME, tasks)

    def work(self, work: Work[T, R], tasks: Sequence[T]) -> Iterator[R]:
        """Yield the results as they come."""
        workers = [Worker() for _ in range(min(self.jobs, len(tasks)))]
        remaining = iter(tasks)
        try:
            while not self.stopped.is_set():
                for worker in workers:
                    if not worker.busy and (task := next(remaining, None)) is not None:
                        worker.submit(TaskJob[T, R](work, task))
                if not any(worker.busy for worker in workers):
                    break
                yield from _heard(workers, work, PULSE)
        finally:
            _end(workers)


def _heard(workers: Sequence[Worker], work: Work[T, R], seconds: float) -> list[R]:
    """Return the results that have come, after waiting at most this long for the first."""
    busy = [worker for worker in workers if worker.busy]
    ready = connection.wait([worker.connection for worker in busy], seconds)
    found: list[R] = []
    for worker in busy:
        for message in worker.poll() if worker.connection in ready else ():
            if message.kind == "failed":
                LOG.error("%s:\n%s", work.failure, message.content)
                why = str(message.content).strip().split("\n")[-1]
                raise UserError(f"{work.failure}: {why}")
            if message.kind == "done" and message.content is not None:
                found.append(cast(R, message.content))
    return found


def _end(workers: Sequence[Worker]) -> None:
    """End the tasks with their external programs, then the workers, even those that hang."""
    for worker in workers:
        worker.stop()
    end = time.monotonic() + GRACE
    while (busy := [w for w in workers if w.busy]) and (left := end - time.monotonic()) > 0:
        connection.wait([worker.connection for worker in busy], left)
        for worker in busy:
            worker.poll()
    for worker in workers:
        worker.close()


class Cluster:
    """A Dask cluster, which does the same tasks on other machines."""

    def __init__(self, address: str) -> None:
        """Connect, or raise UserError with the reason in one line."""
        try:
            from distributed import Client
        except ImportError:
            raise UserError("--dask needs the extra: pip install 'loa-tk[cluster]'") from None
        try:
            self.client: Any = Client(address, timeout=CONNECTING)
        except (OSError, ValueError, TimeoutError) as error:
            raise UserError(f"there is no Dask scheduler at {address!r}: {error}") from None

    def stop(self) -> None:
        """Take back the tasks that have not begun."""
        self.client.cancel(list(self.client.futures), force=True)

    def run(self, tasks: Sequence[Task]) -> Iterator[Result]:
        """Play games and yield the results as they come."""
        return self.work(GAME, tasks)

    def work(self, work: Work[T, R], tasks: Sequence[T]) -> Iterator[R]:
        """Yield the results as they come; the scheduler repeats the tasks of a lost worker."""
        with self.client.get_executor(pure=False, retries=3) as executor:
            yield from _results(executor, work, tasks, self)
        self.client.close()


def _results(
    executor: Executor, work: Work[T, R], tasks: Sequence[T], owner: Cluster
) -> Iterator[R]:
    """Yield the results as they come; the cluster has at most AHEAD unfinished tasks."""
    remaining = iter(tasks)
    waiting = {executor.submit(work.do, task) for task in islice(remaining, AHEAD)}
    try:
        while waiting:
            finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            more = islice(remaining, len(finished))
            waiting |= {executor.submit(work.do, task) for task in more}
            for future in finished:
                yield future.result()
    except (GeneratorExit, KeyboardInterrupt):
        owner.stop()
        raise
    finally:
        for future in waiting:
            future.cancel()


@contextmanager
def place(jobs: int, dask: str | None) -> Iterator[Local | Cluster]:
    """Return where to work: on a cluster if an address is given, else on this machine."""
    chosen = Cluster(dask) if dask else Local(jobs)
    try:
        yield chosen
    except BaseException:
        chosen.stop()
        raise

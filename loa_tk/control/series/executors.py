"""Shares out work, such as games and proofs, to processes of this machine or to a Dask cluster."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from multiprocessing import connection
from typing import Any, TypeAlias, TypeVar, cast

from loa_tk.control.engine.jobs import Abandoned, EngineJob
from loa_tk.control.engine.worker import PATIENCE, Worker
from loa_tk.model.game import UserError
from loa_tk.model.search.search import never
from loa_tk.store.diagnostics import LOG

AHEAD = 500  # unfinished games that a cluster has at a time
NO_DASK = (
    "--dask needs the program installed together with the package distributed, which the one file "
    "does not contain; in the folder of the sources type: python3 -m pip install '.[cluster]'"
)
# The files of a connection by TLS, by their options, which Dask's own commands have, too.
TLS = {
    "tls-ca-file": "the certificate of the authority that has signed the others",
    "tls-cert": "the certificate of this machine",
    "tls-key": "its key",
}
WORKERS = 10.0  # seconds in which a cluster must have its first worker
CONNECTING = 5.0  # seconds in which a cluster's scheduler must answer
PULSE = 0.1  # seconds between two checks whether to stop
GRACE = 3.0  # seconds in which stopped games may end; each of their two programs takes up to one


Item = TypeVar("Item")
Answer = TypeVar("Answer")
# Work that any process can do: what to do it with, and a signal to give it up.
Work: TypeAlias = Callable[[Item, Callable[[], bool]], Answer]


@dataclass(frozen=True)
class Finished:
    """The answer of a worker; nothing if it was stopped."""

    answer: object


@dataclass(frozen=True)
class WorkJob(EngineJob):
    """One piece of work for a worker; it has no answer if it is stopped."""

    work: Work[Any, Any]
    item: object
    grace = GRACE

    def run(self, stop: Callable[[], bool], tell: Callable[[object], None]) -> Finished | None:
        """Do the work."""
        try:
            return Finished(self.work(self.item, stop))
        except Abandoned:
            return None


class Local:
    """Workers of this machine; one that dies is replaced, and its game is played again.

    It does not use a ProcessPoolExecutor with a shared event, because a process that died or hung
    while it held a lock blocked all others, and the window, for ever.
    """

    def __init__(self, jobs: int, stopped: threading.Event | None = None) -> None:
        """Use this number of processes; all work ends when `stopped` is set."""
        self.jobs = jobs
        self.stopped = stopped or threading.Event()
        self._workers: list[Worker] = []

    def stop(self) -> None:
        """End all games at once; any thread may call this."""
        self.stopped.set()

    def close(self) -> None:
        """End the processes of work that was not taken to its end."""
        workers, self._workers = self._workers, []
        _end(workers)

    def each(
        self, work: Work[Item, Answer], items: Sequence[Item]
    ) -> Generator[tuple[Item, Answer], None, None]:
        """Yield each item with the answer that the work gives for it, as they come."""
        workers = self._workers
        remaining = iter(items)
        given: dict[int, Item] = {}
        try:
            for _ in range(min(self.jobs, len(items))):
                workers.append(Worker())
            while not self.stopped.is_set():
                for worker in workers:
                    if not worker.busy and (item := next(remaining, None)) is not None:
                        given[id(worker)] = item
                        worker.submit(WorkJob(work, item))
                if not any(worker.busy for worker in workers):
                    break
                for worker, answer in _heard(workers, PULSE):
                    yield given[id(worker)], cast(Answer, answer)
        finally:
            self.close()


def _heard(workers: Sequence[Worker], seconds: float) -> list[tuple[Worker, object]]:
    """Return the answers that have come, after waiting at most this long for the first."""
    busy = [worker for worker in workers if worker.busy]
    # Some die without an end of their pipes, or start too late: each is polled, whatever it sent.
    sources = [end for worker in busy for end in (worker.connection, worker.process.sentinel)]
    connection.wait(sources, seconds)
    answers: list[tuple[Worker, object]] = []
    for worker in busy:
        for message in worker.poll():
            if message.kind == "failed":
                LOG.error("a game failed:\n%s", message.content)
                raise UserError(f"a game could not be played: {message.reason}")
            if isinstance(message.content, Finished):
                answers.append((worker, message.content.answer))
    return answers


def _end(workers: Sequence[Worker]) -> None:
    """End the games with their external programs, then the workers, even those that hang."""
    for worker in workers:
        worker.stop()
    end = time.monotonic() + GRACE
    while (busy := [w for w in workers if w.busy]) and (left := end - time.monotonic()) > 0:
        connection.wait([worker.connection for worker in busy], left)
        for worker in busy:
            worker.poll()
    for worker in workers:  # each ends its idle guests and removes their copies
        worker.close(max(PATIENCE, end - time.monotonic()))


class Cluster:
    """A Dask cluster, which plays the same games on other machines."""

    def __init__(self, address: str, tls: Mapping[str, str] | None = None) -> None:
        """Connect, or raise UserError with the reason in one line.

        `tls` has the files of TLS by the names in TLS. Without them, Dask's own settings count.
        """
        check_tls(address, tls or {})
        try:
            from distributed import Client
        except ImportError:
            raise UserError(NO_DASK) from None
        # One line of ours says what went wrong; these write every traceback to the terminal.
        for name in ("distributed", "distributed.client", "asyncio", "tornado.application"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        self.address = address
        try:
            security = _security(tls) if tls else None
            self.client: Any = Client(address, timeout=CONNECTING, security=security)
        except (OSError, ValueError, TimeoutError, TypeError, RuntimeError) as error:
            raise UserError(f"there is no Dask scheduler at {address!r}: {error}") from None
        self._await_workers()

    def _await_workers(self) -> None:
        """Wait a moment for the first worker; raise UserError if there is none."""
        from distributed import TimeoutError as Late  # in Python 3.10 not the built-in one

        try:
            self.client.wait_for_workers(1, timeout=WORKERS)
        except (TimeoutError, Late):
            self.client.close()
            raise UserError(
                f"the Dask scheduler at {self.address!r} has no workers; start one with: "
                f"dask worker {self.address}"
            ) from None

    def stop(self) -> None:
        """Take back the games that have not begun."""
        if self.client.status == "running":
            self.client.cancel(list(self.client.futures), force=True)

    def each(
        self, work: Work[Item, Answer], items: Sequence[Item]
    ) -> Generator[tuple[Item, Answer], None, None]:
        """Yield each item with its answer; the scheduler repeats the work of a lost worker."""
        try:
            with self.client.get_executor(pure=False, retries=3) as executor:
                yield from _answers(executor, work, items, self)
        except (CancelledError, OSError):  # distributed's CommClosedError is an OSError
            raise UserError(
                f"the connection to the Dask scheduler at {self.address!r} was lost; "
                "with --csv, the same command and --resume plays the other games"
            ) from None

    def close(self) -> None:
        """End the connection, or what is left of it."""
        with suppress(Exception):  # a lost one fails to end in more ways than can be named
            self.client.close()
        self.client.status = "closed"  # or deleting it would try again and print a traceback


def check_tls(address: str, tls: Mapping[str, str]) -> None:
    """Raise UserError if the files of TLS do not fit the address or cannot be read."""
    if tls and not address.startswith("tls://"):
        raise UserError(f"the files of TLS need an address that begins with tls://, not {address}")
    if missing := [f"--{name}" for name in TLS if tls and name not in tls]:
        raise UserError(f"TLS also needs {' and '.join(missing)}")
    for name in tls.values():
        try:
            with open(name, "rb"):
                pass
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or "it is not the name of a file"
            raise UserError(f"{name} cannot be read: {reason}") from None


def _security(tls: Mapping[str, str]) -> object:
    """Return what Dask needs to know about TLS."""
    from distributed import Security

    return Security(
        require_encryption=True, tls_ca_file=tls["tls-ca-file"], tls_client_cert=tls["tls-cert"],
        tls_client_key=tls["tls-key"],
    )  # fmt: skip


def _answers(
    executor: Executor, work: Work[Item, Answer], items: Sequence[Item], owner: Cluster
) -> Iterator[tuple[Item, Answer]]:
    """Yield the answers as they come; the cluster has at most AHEAD unfinished items."""
    remaining = iter(items)
    waiting = {executor.submit(work, item, never): item for item in islice(remaining, AHEAD)}
    try:
        while waiting:
            finished, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for item in islice(remaining, len(finished)):
                waiting[executor.submit(work, item, never)] = item
            for future in finished:
                yield waiting.pop(future), future.result()
    except (GeneratorExit, KeyboardInterrupt):
        owner.stop()
        raise
    finally:
        for future in waiting:
            future.cancel()


@contextmanager
def place(
    jobs: int, dask: str | None, tls: Mapping[str, str] | None = None
) -> Iterator[Local | Cluster]:
    """Return where to play: on a cluster if an address is given, else on this machine."""
    if tls and not dask:
        raise UserError(f"--{next(iter(tls))} needs --dask tls://HOST:PORT")
    chosen = Cluster(dask, tls) if dask else Local(jobs)
    try:
        yield chosen
    except BaseException:
        chosen.stop()
        raise
    finally:
        chosen.close()

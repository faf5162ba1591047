"""Runs jobs that name students' files, one at a time, with the same interface as the engine.

The process stays warm from one search to the next, as long as the files are the same. A file that
has been saved again is loaded by a new process.
"""

from __future__ import annotations

import hashlib
import linecache
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import Any

from loa_tk.control.engine.jobs import GuestJob, Message
from loa_tk.control.guest.host import Event, GuestProcess
from loa_tk.control.guest.sandbox import choose
from loa_tk.lab.adapter import OwnFiles
from loa_tk.lab.mistakes import Mistake
from loa_tk.lab.source import CHOOSE, read
from loa_tk.model.game import State, UserError
from loa_tk.model.games import find_game
from loa_tk.model.search.players import FILE_OPTION, Player
from loa_tk.model.search.statistics import Report
from loa_tk.model.tree.recording import MOST_NODES, TreeRequest, record
from loa_tk.model.tree.searchtree import SearchTree
from loa_tk.words import own_code as words

START = 20.0  # seconds in which a guest must be ready
LOADING = 10.0  # seconds in which its files must be loaded
LATE = 1.0  # seconds that a search may take beyond its time
TRUSTED = 0.25  # seconds by which a guest's own clock may differ from the host's
MOST_PRINTED = 50_000  # characters of output for one job; the guest itself sends less
PAUSE = 1.0  # seconds between two polls after which not only the guest may have been stopped
STOPPING = 2.0  # seconds in which a stopped job must have answered
SILENT = 10.0  # seconds in which a search without a limit of time must have called something
# The signals of the system's limits, which Windows does not have.
KILLED = [getattr(signal, name) for name in ("SIGKILL", "SIGXCPU") if hasattr(signal, name)]
NTSTATUS = 0xC0000000  # on Windows, a process that crashes ends with a status from here on


@dataclass(frozen=True)
class LoadJob(GuestJob):
    """Load the files of a player, and see that they have the functions that it needs."""

    game: str
    player: Player

    @property
    def files(self) -> tuple[str, ...]:
        """The students' files that the player names."""
        return self.player.files

    def run(
        self, stop: Callable[[], bool], tell: Callable[[object], None], files: OwnFiles
    ) -> bool:
        """Return True, or raise Mistake."""
        files.evaluation_of(find_game(self.game), self.player)
        if path := self.player.options.get(FILE_OPTION):
            files.code(path).function(CHOOSE)
        return True


@dataclass(frozen=True, kw_only=True)
class OwnTreeJob(GuestJob):
    """Search a position with the evaluation of a file and record the whole tree.

    The progress is the share that is done, from 0 to 1.
    """

    game: str
    state: State
    search: str
    file: str
    depth: int
    order: str = "fixed"
    most: int = MOST_NODES

    @property
    def position(self) -> State:
        """The position that is searched."""
        return self.state

    @property
    def files(self) -> tuple[str, ...]:
        """The file with the evaluation."""
        return (self.file,)

    def run(
        self, stop: Callable[[], bool], tell: Callable[[object], None], files: OwnFiles
    ) -> SearchTree:
        """Return the tree, whose evaluation is called by the name of the file."""
        game = find_game(self.game)
        own = files.evaluation(game, self.file)
        name = PurePath(self.file).name
        request = TreeRequest(
            game=game, state=self.state, search=self.search, evaluation=name, depth=self.depth,
            order=self.order, own=own, most=self.most,
        )  # fmt: skip
        return record(request, stop, tell)


class GuestWorker:
    """Does one job at a time in a guest; `poll` returns its messages.

    Besides those of the engine there are "note", a line for the log, and "output", what the
    student's file has printed. The content of "failed" is a Mistake.
    """

    def __init__(self, sandbox: str = "", alone: str = "") -> None:
        """Start nothing yet; `sandbox` is the wanted one, or the best one here.

        `alone` is the folder of a class, whose other files are hidden if the sandbox can do that.
        """
        self.wanted, self.alone = sandbox, alone
        self.number = 0
        self.job: GuestJob | None = None
        self._process: GuestProcess | None = None
        self._seen: dict[Path, str] = {}  # the files of the process, and the hashes of their bytes
        self._places: dict[str, str] = {}
        self._waiting: list[Message] = []
        self._phase = ""
        self._end: float | None = None  # when the present phase must be over
        self._begun = self._heard = self._polled = 0.0
        self._calls = -1
        self._printed = 0  # characters, for the current job
        self._at = ("", 0)

    @property
    def busy(self) -> bool:
        """Return whether a job is being done."""
        return self.job is not None

    @property
    def sandbox(self) -> str:
        """The sandbox of the process, or nothing before the first one."""
        return self._process.sandbox if self._process is not None else ""

    def submit(self, job: GuestJob) -> None:
        """Do this job now, and drop the one before it; `poll` returns what is wrong with it."""
        self.cancel()
        self.job, self._printed = job, 0
        try:
            self._prepare(job)
        except UserError as error:
            self._waiting.append(self._failed(error))
            return
        assert self._process is not None
        self._enter("start", START)
        self._process.submit(self.number, job, self._places)

    def _prepare(self, job: GuestJob) -> None:
        """Have a process for the job's files as they are now."""
        places = {name: str(Path(name).absolute()) for name in job.files}
        named = {Path(place): digest(Path(place)) for place in places.values()}
        if places == self._places:
            changed = [path for path, known in self._seen.items() if current(path) != known]
            if changed:
                names = ", ".join(sorted(path.name for path in changed))
                self._waiting.append(Message("note", words.CHANGED.format(files=names)))
            elif self._process is not None:
                return
        self._drop()
        sandbox = choose(self.wanted)
        try:
            files = [Path(place) for place in places.values()]
            self._process = GuestProcess(files, sandbox, self.alone)
        except OSError as error:
            raise UserError(words.NOT_STARTED.format(reason=error)) from error
        if places != self._places:
            names = ", ".join(Path(place).name for place in places.values())
            self._waiting.append(
                Message("note", words.RUNS_IN.format(files=names, how=words.SANDBOXES[sandbox]))
            )
        self._places, self._seen = places, named

    def stop(self) -> None:
        """Ask for the current job's answer at once."""
        if self.busy and self._process is not None:
            self._process.stop(self.number)

    def cancel(self) -> None:
        """Drop the current job; the process of a job that was running is ended."""
        if self.busy:
            self._drop()
        self.job = None
        self.number += 1
        self._waiting.clear()

    def close(self) -> None:
        """End the process."""
        self.job = None
        self._drop()

    def _drop(self) -> None:
        if self._process is not None:
            self._process.close()
            self._process = None

    # --- what the guest says ---

    def poll(self, most: int = 10, seconds: float = 0.0) -> list[Message]:
        """Return at most this many messages, after waiting at most `seconds` for the first."""
        messages, self._waiting = self._waiting[:most], self._waiting[most:]
        while self.busy and self._process is not None and len(messages) < most:
            event = self._process.next_event(0.0 if messages else seconds)
            if event is None:
                break
            messages += self._message(event)
        if self.busy and self._process is not None and (late := self._late()) is not None:
            messages.append(self._failed(late))
        if any(message.kind in ("done", "failed") for message in messages):
            self.job = None
        return messages

    def _message(self, event: Event) -> list[Message]:
        kind, content = event.kind, event.content
        if kind == "print":
            self._printed += len(content)
            return [Message("output", content)] if self._printed <= MOST_PRINTED else []
        if kind == "broken":
            return [self._failed(Mistake(words.GARBAGE.format(what=content), self._file()))]
        if kind == "ended":
            return [self._failed(self._ended())]
        if kind == "ready" and self._phase == "start":
            self._enter("load", LOADING)
        elif event.number != self.number:
            return []
        elif kind == "failed":
            return [self._failed(content)]
        elif kind == "loaded" and self._phase == "load":
            folder = Path(next(iter(self._places.values()))).parent
            helpers = [folder / name for name in content]
            self._seen |= {path: current(path) for path in helpers if path not in self._seen}
        elif kind == "begun" and self._phase in ("start", "load"):
            limit = self._limit()
            self._enter("run", None if limit is None else limit + LATE)
        elif kind == "watch":
            calls, *place = content
            self._at = (str(place[0]), int(place[1]))
            if calls != self._calls:
                self._calls, self._heard = calls, time.monotonic()
        elif kind in ("progress", "done") and self._phase == "run":
            self._heard = time.monotonic()
            return [Message(kind, timed(content, self._heard - self._begun))]
        return []

    def _limit(self) -> float | None:
        return self.job.limit if self.job is not None else None

    def _enter(self, phase: str, seconds: float | None) -> None:
        self._phase, self._calls, self._at = phase, -1, ("", 0)
        self._begun = self._heard = self._polled = now = time.monotonic()
        self._end = None if seconds is None else now + seconds

    def _late(self) -> Mistake | None:
        """Return what is wrong with a guest that has not answered in time, or None."""
        now = time.monotonic()
        pause, self._polled = now - self._polled, now
        if pause > PAUSE:
            # This process was stopped or busy, too; what the guest sent meanwhile is still unread.
            self._heard += pause
            self._end = None if self._end is None else self._end + pause
        if self._end is not None and now > self._end:
            if self._phase == "start":
                return Mistake(words.NOT_READY.format(seconds=START))
            if self._phase == "load":
                return self._placed(words.NEVER_LOADED.format(seconds=LOADING))
            return self._placed(words.TOO_LATE.format(seconds=self._limit()))
        if self._phase == "run" and self._end is None and now > self._heard + SILENT:
            return self._placed(words.SILENT.format(seconds=SILENT))
        return None

    def _placed(self, what: str) -> Mistake:
        """Return a mistake at the line where the file was when it last said so."""
        name, line = self._at
        paths = [path for path in self._seen if path.name == name]
        if not paths or not line:
            return Mistake(what, self._file())
        linecache.checkcache(str(paths[0]))
        return Mistake(what, name, line, linecache.getline(str(paths[0]), line).strip()[:200])

    def _ended(self) -> Mistake:
        """Return why a process has ended that should not have."""
        assert self._process is not None
        return self._placed(ending(self._process.status()))

    def _failed(self, error: UserError) -> Message:
        """Return a failure; the next job gets a new process."""
        self._drop()
        return Message("failed", error if isinstance(error, Mistake) else Mistake(str(error)))

    def _file(self) -> str:
        return Path(next(iter(self._places.values()), "")).name


def ending(status: int | None) -> str:
    """Return how a process has ended, from its exit status; a signal is negative."""
    if status is not None and -status in KILLED:
        return words.KILLED
    if status is not None and status < 0:
        return words.CRASHED.format(how=words.SIGNAL.format(number=-status))
    if status is not None and status >= NTSTATUS:
        return words.CRASHED.format(how=words.NTSTATUS.format(code=status))
    return words.ENDED.format(status=status)


def timed(content: object, elapsed: float) -> object:
    """Return an answer; the time in a report is the host's if the guest's is far from it."""
    if isinstance(content, Report) and abs(content.seconds - elapsed) > TRUSTED:
        return replace(content, seconds=elapsed)
    return content


def digest(path: Path) -> str:
    """Return a file's hash, or raise Mistake if it cannot be read."""
    return hashlib.sha256(read(path)).hexdigest()


def current(path: Path) -> str:
    """Return a file's hash, or nothing if it cannot be read now."""
    try:
        return digest(path)
    except Mistake:
        return ""


def run_guest(
    job: GuestJob,
    stop: Callable[[], bool],
    tell: Callable[[object], None],
    hear: Callable[[Message], None] = lambda message: None,
    worker: GuestWorker | None = None,
    sandbox: str = "",
) -> Any:
    """Do a job in a guest and return its answer, or raise Mistake; `hear` gets notes and output.

    Without a `worker` the process lives only for this job. The thread that first uses a worker must
    outlive it, because the process ends with that thread.
    """
    own = GuestWorker(sandbox) if worker is None else worker
    stopped: float | None = None
    try:
        own.submit(job)
        while True:
            for message in own.poll(seconds=0.05):
                if message.kind == "done":
                    return message.content
                if message.kind == "failed":
                    assert isinstance(message.content, Mistake)
                    raise message.content
                if message.kind == "progress":
                    tell(message.content)
                else:
                    hear(message)
            now = time.monotonic()
            if stopped is None and stop():
                stopped = now
                own.stop()
            if stopped is not None and now > stopped + STOPPING:
                own.cancel()
                raise Mistake(words.DID_NOT_STOP)
    finally:
        if worker is None:
            own.close()

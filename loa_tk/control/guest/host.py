"""The host's side of a guest: one process for one student's file, which is asked two questions.

The file is a witness and not a judge: the host gives it positions and takes numbers and moves back,
answers each EVAL of its search, keeps the time, and checks every field of what it reads. A keeper,
which is a thread, starts the process, watches the clock (`clock.py`) and kills a guest that is
late; then the pipe ends, and so does the question. Another thread reads what the file writes to
its raw streams.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from loa_tk.control.engine.programs import NO_CONSOLE, ender, marked
from loa_tk.control.guest.clock import LONGEST, QuestionClock
from loa_tk.control.guest.given import give, linked
from loa_tk.control.guest.said import (
    MOST_CALLS,
    MOST_LINE,
    listed,
    module_names,
    numbers,
    read_mistake,
    text,
    whole,
)
from loa_tk.control.guest.sandbox import (
    START,
    bwrap_command,
    environment,
    guest_command,
    hide_host,
    readable_files,
)
from loa_tk.control.guest.witness import Testimony, Witness
from loa_tk.guest import BWRAP, NONE
from loa_tk.guest.limits import MEMORY, PROCESSES
from loa_tk.guest.wire import Message, Wire, WireError, readable
from loa_tk.lab.functions import Asked
from loa_tk.lab.mistakes import Mistake
from loa_tk.lab.source import CHOOSE, EVALUATE, defined, read
from loa_tk.model.game import Evaluation, Game, State, UserError
from loa_tk.model.search.search import Limits, never
from loa_tk.words import own_code as words

LOADING = 10.0  # seconds in which its file must be loaded
VALUING = 10.0, 0.05  # seconds in which values must be known: at least, for each one
ENDING = 1.0  # seconds in which a killed process must have gone
MOST_OUTPUT = 20_000  # characters of a guest's output that are kept for one question
TOO_MUCH = 10_000_000  # bytes of raw output after which a guest is ended
MOST_QUOTED = 200  # characters of a line of a file
MOST_TRIED = 100
T = TypeVar("T")
# The signals of the system's limits, which Windows does not have.
KILLED = [getattr(signal, name) for name in ("SIGKILL", "SIGXCPU") if hasattr(signal, name)]
NTSTATUS = 0xC0000000  # on Windows, a process that crashes ends with a status from here on


class NotStarted(UserError):
    """A guest could not be started at all, which is not the file's fault."""


class Guest:
    """One process for one student's file; it is killed with all its children."""

    def __init__(
        self,
        path: Path,
        sandbox: str,
        alone: str = "",
        hear: Callable[[str], None] = lambda text: None,
    ) -> None:
        """Start the process and load the file; raise NotStarted, or Mistake with what is wrong.

        The other files of the class in the folder `alone` are hidden, if the sandbox can do that.
        `hear` is given what the file prints.
        """
        self.path, self.sandbox, self.alone, self.hear = path, sandbox, alone, hear
        self.served = 0  # how often the file was loaded, once for each game
        self.seed: float | str | None = None  # of its random numbers, sent with the next question
        if linked(path, alone):
            raise Mistake(words.LINK, path.name)
        self._source = read(path)
        # What was loaded, and the hashes of the bytes.
        self.seen = {path: hashlib.sha256(self._source).hexdigest()}
        self._alone = bool(alone) and path.parent == Path(alone)
        self.tried: tuple[str, ...] = ()  # what it says that its file has tried
        self._printed, self._raw, self._draining = 0, "", True
        self._reading = threading.Lock()  # held from reading raw output until it is in `_raw`
        self._closed = threading.Event()
        self._reason = ""  # why this host has killed it
        self._calls, self._at = -1, ("", 0)
        self._number = 0  # of the question
        self._trouble: Exception | None = None
        self._started = threading.Event()
        # The kernel kills a guest with the thread that has started it, so that is one that lasts.
        self._threads = [threading.Thread(target=self._keep, args=(alone,), daemon=True)]
        self._threads[0].start()
        self._started.wait()
        if self._trouble is not None:
            raise NotStarted(words.NOT_STARTED.format(reason=self._trouble))
        self._threads.append(threading.Thread(target=self._drain, daemon=True))
        self._threads[1].start()
        try:
            self._await_ready()
            self.load()
        except BaseException:
            self.close()
            raise

    def forget(self) -> bool:
        """Let the process be as before it loaded the file; return whether that is so.

        It is not if threads of the file are still running. Raise Mistake if it fails.
        """
        answer = self._ask({"ask": "forget"}, LOADING, words.SILENT.format(seconds=LOADING))
        return answer.get("fresh") is True

    def load(self) -> None:
        """Load the file, also anew after `forget`; raise Mistake with what is wrong with it."""
        answer = self._ask(
            {"ask": "load", "path": str(self._given.path), "shared": self._given.alone,
             "limit": LOADING},
            LOADING, words.NEVER_LOADED.format(seconds=LOADING),
        )  # fmt: skip
        self.functions = self._checked(lambda: self._loaded(answer))
        self.served += 1

    def _start(self, alone: str) -> None:
        hide_host()
        self._given = given = give(self.path, alone, self.sandbox)
        variables = {**environment(), **given.variables, **readable_files(given.shown)}
        if self.sandbox == NONE:  # in the others it starts nothing
            variables = marked(variables)
        command = guest_command(self.sandbox)
        if self.sandbox == BWRAP:
            command = [*bwrap_command(given.shown, variables), *command]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=variables, cwd=tempfile.gettempdir(), bufsize=0, start_new_session=True,
            creationflags=NO_CONSOLE,
        )  # fmt: skip
        self._kill = ender(self.process, variables, MEMORY, PROCESSES)
        assert self.process.stdin is not None and self.process.stdout is not None
        self.wire = Wire(self.process.stdout.fileno(), self.process.stdin.fileno())
        self._clock = QuestionClock(
            self.process.pid, lambda: self.wire.offer({"stop": True}), self._end
        )

    def _await_ready(self) -> None:
        try:
            self._ask(None, START, words.NOT_READY.format(seconds=START))
        except Mistake as error:  # nothing of the file has run yet
            said = self._raw.strip().splitlines()
            reason = said[-1] if said else error.what
            raise NotStarted(words.NOT_STARTED.format(reason=reason)) from None

    # --- the two questions ---

    def values(self, game: Game, asked: Asked, stop: Callable[[], bool] = never) -> list[float]:
        """Return what the file's `evaluate` says of states for players, or raise Mistake."""
        least, each = VALUING
        limit = max(least, each * len(asked))
        answer = self._ask(
            {"ask": "values", "game": game.key,
             "asked": [(player, *state) for state, player in asked]},
            limit, words.SILENT.format(seconds=limit), stop,
        )  # fmt: skip
        return self._checked(lambda: numbers(answer.get("values"), len(asked)))

    def choose(
        self,
        game: Game,
        state: State,
        limits: Limits,
        evaluation: Evaluation,
        patience: float | None = None,
        watch: int = 0,
    ) -> Testimony:
        """Return the move of the file's search, or raise Mistake.

        `patience` is how long it may take in any case, if its limits do not say that. The steps of
        a search are kept up to `watch` EVAL calls.
        """
        witness = Witness(game, state, evaluation, watch)
        begun = time.perf_counter()
        answer = self._search(witness, state, limits, patience)
        seconds = time.perf_counter() - begun
        return self._checked(lambda: witness.answer(answer, seconds))

    def frames(
        self,
        game: Game,
        state: State,
        limits: Limits,
        evaluation: Evaluation,
        leaf: int,
        patience: float | None = None,
    ) -> object:
        """Return what the file's own source is doing when it asks for this EVAL; to be shown only.

        The calls are counted from 1. Nothing has been checked of what is returned but that it is
        JSON.
        """
        witness = Witness(game, state, evaluation)
        return self._search(witness, state, limits, patience, leaf).get("frames")

    def _search(
        self,
        witness: Witness,
        state: State,
        limits: Limits,
        patience: float | None,
        leaf: int = 0,
    ) -> Message:
        limit = limits.seconds if patience is None else patience
        return self._ask(
            {"ask": "choose", "game": witness.game.key, "state": state, "depth": limits.depth,
             "seconds": limits.seconds, "watch": witness.watch > 0, "leaf": leaf, "limit": limit},
            limit, words.TOO_LATE.format(seconds=limit or LONGEST), limits.stop, witness,
            patience if limits.seconds is None else None,
        )  # fmt: skip

    # --- the conversation ---

    def _ask(
        self,
        question: Message | None,
        limit: float | None,
        late: str,
        stop: Callable[[], bool] = never,
        witness: Witness | None = None,
        patience: float | None = None,
    ) -> Message:
        """Return the answer to a question; the witness answers the questions that it raises.

        Raise Mistake if it does not come within the limit, or is not an answer. With `patience` it
        may come later, as long as the guest has computed for fewer seconds than that.
        """
        self._clock.begin(limit, late, stop, patience)
        self._printed, self._calls = 0, -1
        try:
            if question is not None:
                # Drawn, so that no answer can be sent before its question.
                self._number = secrets.randbelow(MOST_CALLS) + 1
                seed, self.seed = self.seed, None
                drawn = {} if seed is None else {"seed": seed}
                self.wire.send({**question, **drawn, "number": self._number})
            while True:
                message = self.wire.receive()
                if "print" in message:
                    self._hear(text(message["print"], MOST_OUTPUT, lines=True))
                elif "at" in message:
                    self._locate(message)
                elif "tried" in message:
                    told = map(text, listed(message["tried"]))
                    self.tried = (*self.tried, *told)[:MOST_TRIED]
                elif "mistake" in message:
                    raise self._failed(read_mistake(message))
                elif witness is not None and "eval" in message:
                    self.wire.send(witness.evaluate(message))
                    self._clock.called()
                elif witness is not None and "steps" in message:
                    witness.add(message["steps"])
                elif message.get("number") == self._number:
                    self._catch_up()
                    return message
                else:
                    raise WireError("something that nobody asked for")
        except (EOFError, OSError):
            raise self._failed(self._ended()) from None
        except WireError as error:
            raise self._failed(self._garbage(error)) from None
        except BaseException:
            self.close()  # it still waits for an answer, and could not be asked anything else
            raise
        finally:
            self._clock.finish()
            if self._raw and question is not None:
                raw, self._raw = self._raw, ""
                self._hear(text(raw, MOST_OUTPUT, lines=True))

    def _catch_up(self) -> None:
        """Wait until what was written to the raw streams before an answer has been read."""
        assert self.process.stderr is not None
        if os.name != "posix":  # Windows cannot tell whether another thread still waits to read
            return
        while self._draining and readable(self.process.stderr.fileno()):
            time.sleep(0.001)
        with self._reading:  # under load, the other thread may have read but not yet kept it
            pass

    def _checked(self, check: Callable[[], T]) -> T:
        """Return an answer that has been checked, or raise Mistake."""
        try:
            return check()
        except WireError as error:
            raise self._failed(self._garbage(error)) from None

    def _loaded(self, answer: Message) -> tuple[str, ...]:
        """Return the functions that the file has; what its text defines must be among them."""
        for name in module_names(answer.get("modules")):
            # In the folder of a class there are the files of others, and those for everyone.
            if not self._alone or name.startswith("_"):
                place = self.path.parent / name
                self.seen.setdefault(place, current(place))
        functions = listed(answer.get("functions"))
        told = tuple(name for name in (EVALUATE, CHOOSE) if name in functions)
        if hidden := [name for name in defined(self._source) if name not in told]:
            raise WireError(f"that it has no {hidden[0]}(), which is in its text")
        return told

    def _hear(self, said: str) -> None:
        room = MOST_OUTPUT - self._printed
        self._printed += len(said)
        if room > 0:
            self.hear(said[:room])

    def _locate(self, message: Message) -> None:
        self._at = text(message["at"]), whole(message.get("line"), MOST_LINE)
        calls = whole(message.get("calls"), MOST_CALLS)
        if calls != self._calls:
            self._calls = calls
            self._clock.called()

    def _garbage(self, error: WireError) -> Mistake:
        return Mistake(words.GARBAGE.format(what=error), self.path.name)

    def _failed(self, mistake: Mistake) -> Mistake:
        """Return a mistake, after the end of the process: the next question gets a new one."""
        self.close()
        return mistake

    def _ended(self) -> Mistake:
        """Return why a process has ended that should not have."""
        if self._reason:
            return self._placed(self._reason)
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(ENDING)
        status = self.process.poll()
        if self.sandbox == BWRAP and status is not None and status > 128:
            status = 128 - status  # bwrap reports a signal as a shell does
        return self._placed(ending(status))

    def _placed(self, what: str) -> Mistake:
        """Return a mistake at the line where the file was when it last said so."""
        name, line = self._at
        if not line or name not in {path.name for path in self.seen}:
            return Mistake(what, self.path.name)
        # Only the file that was read here is quoted: the guest says what the others are called.
        lines = self._source.decode("utf-8", "replace").splitlines()
        quoted = lines[line - 1].strip() if name == self.path.name and line <= len(lines) else ""
        return Mistake(what, name, line, text(quoted, MOST_QUOTED))

    @property
    def changed(self) -> list[str]:
        """The names of its files that have been saved since they were loaded."""
        return sorted(path.name for path, known in self.seen.items() if current(path) != known)

    @property
    def closed(self) -> bool:
        """Whether the process has been ended."""
        return self._closed.is_set()

    def _end(self, reason: str) -> None:
        """Kill the process for a reason; the open question then fails with it."""
        self._reason = reason
        self._kill()

    def close(self) -> None:
        """Kill the process and its children."""
        if self._closed.is_set():
            return
        self._closed.set()
        self._kill()
        self.process.kill()
        self.process.wait()
        self._given.remove()
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join(ENDING)
        streams = self.process.stdin, self.process.stdout, self.process.stderr
        for stream in streams if not self._threads[1].is_alive() else streams[:2]:
            with suppress(OSError):
                assert stream is not None
                stream.close()

    # --- the two threads ---

    def _keep(self, alone: str) -> None:
        """Start the guest, tell it when its answer is wanted now, and kill it if it is late."""
        try:
            self._start(alone)
        except (OSError, UserError) as error:
            self._trouble = error
            return
        finally:
            self._started.set()
        self._clock.watch(self._closed)
        self._closed.wait()  # the process must not be killed before it has been asked why it ended

    def _drain(self) -> None:
        """Pass on the beginning of what the file writes to its raw streams."""
        kept = count = 0
        assert self.process.stderr is not None
        with suppress(OSError, ValueError):
            while True:
                readable(self.process.stderr.fileno(), None)
                with self._reading:
                    data = self.process.stderr.read(65536)
                    if kept < MOST_OUTPUT:
                        self._raw += data[: MOST_OUTPUT - kept].decode("utf-8", "replace")
                        kept += len(data)
                count += len(data)
                if not data:
                    break
                if count > TOO_MUCH:
                    self._end(words.GARBAGE.format(what="too much"))
                    break
        self._draining = False


def ending(status: int | None) -> str:
    """Return how a process has ended, from its exit status; a signal is negative."""
    if status is not None and -status in KILLED:
        return words.KILLED
    if status is not None and status < 0:
        return words.CRASHED.format(how=words.SIGNAL.format(number=-status))
    if status is not None and status >= NTSTATUS:
        return words.CRASHED.format(how=words.NTSTATUS.format(code=status))
    return words.ENDED.format(status=status)


def current(path: Path) -> str:
    """Return a file's hash, or nothing if it cannot be read now or is a link."""
    try:
        return "" if path.is_symlink() else hashlib.sha256(read(path)).hexdigest()
    except (Mistake, OSError):
        return ""

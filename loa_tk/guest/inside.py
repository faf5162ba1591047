"""The guest process itself: it loads one student's file and answers two questions with it.

`values` returns what the file's `evaluate` says of positions. `choose` returns the move of its
search, which asks the host for every EVAL. Everything that the file prints goes to the host as
messages, and what it writes to the raw streams ends up in the host's error pipe. The wire is a
descriptor that the file is not told about; if it writes there all the same, it gains nothing: the
host believes only what it has asked for and can check.
"""

from __future__ import annotations

import io
import json
import os
import random
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from types import FrameType
from typing import NoReturn

from loa_tk.guest import launch, limits, modules
from loa_tk.guest.attempts import Attempts
from loa_tk.guest.renewal import Renewal
from loa_tk.guest.wire import Message, Wire
from loa_tk.lab import functions
from loa_tk.lab.counts import SearchCounts
from loa_tk.lab.frames import frames_at
from loa_tk.lab.mistakes import LONGEST, Mistake, from_exception
from loa_tk.lab.position import Position
from loa_tk.lab.source import CHOOSE, EVALUATE, OwnCode, load_repeatably
from loa_tk.model.game import UserError
from loa_tk.model.games import find_game
from loa_tk.model.steps import EVAL, SearchStep
from loa_tk.model.steps import Path as MovePath

PULSE = 0.25  # seconds between two messages that say what the file is doing
MOST_OUTPUT = 10_000  # characters that are passed on for one question
MOST_MODULES = 50
BATCH = 2_000  # steps that are told at a time
MOST_KNOWN = 1_000  # positions whose moves' values are kept


def main(sandbox: str) -> None:
    """Serve the host until it closes the pipe, in this sandbox.

    With "probe limits" instead of "limits", only print what holds there. With "run limits", become
    the program that the host has named.
    """
    probe, _, name = sandbox.rpartition(" ")
    if probe == "run":
        launch.main(name)
    modules.guard()
    try:
        held = limits.enter(name)
    except (UserError, OSError) as error:
        sys.exit(str(error))
    if probe:
        print(json.dumps(asdict(held)))
    else:
        Inside().serve()


class Printer(io.TextIOBase):
    """The standard output of a student's file: bounded, and sent as messages a few at a time."""

    def __init__(self, send: Callable[[Message], None]) -> None:
        """Send the text with this function."""
        self._send = send
        self._text: list[str] = []
        self._left = MOST_OUTPUT
        self._lock = threading.Lock()

    def renew(self) -> None:
        """Begin another question with the full allowance."""
        self._left = MOST_OUTPUT

    def writable(self) -> bool:
        """Return True."""
        return True

    def write(self, text: str) -> int:
        """Keep the text for the next message, up to the bound."""
        if not isinstance(text, str):
            raise TypeError(f"write() needs a text, not {type(text).__name__}")
        with self._lock:
            if self._left > 0:
                self._text.append(text[: self._left])
                if len(text) >= self._left:
                    self._text.append("\n… the rest of the output is left out\n")
                self._left -= len(text)
        return len(text)

    def hand_over(self) -> None:
        """Send what has been printed since the last time."""
        if not self._text:
            return
        with self._lock:
            text, self._text = "".join(self._text), []
        self._send({"print": text})


class Inside:
    """The guest's side of the conversation."""

    def __init__(self) -> None:
        """Take the wire away from the standard streams."""
        self.wire = Wire(os.dup(0), os.dup(1))
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.dup2(2, 1)
        os.close(nothing)
        self._code: OwnCode | None = None
        self._counts: SearchCounts | None = None  # of the search that runs
        self._stopped = False  # whether the host wants its answer now
        self._busy = False
        self._folder, self._shared = Path(), ""
        self._attempts = Attempts()
        self._renewal: Renewal | None = None
        self._printer = Printer(self.wire.send)
        sys.stdout = sys.stderr = self._printer

    def serve(self) -> NoReturn:
        """Answer one question after the other."""
        threading.Thread(target=self._watch, args=(threading.get_ident(),), daemon=True).start()
        self.wire.send({"number": 0})  # it is ready
        answers = {
            "load": self.load, "values": self.values, "choose": self.choose, "forget": self.forget,
        }  # fmt: skip
        while True:
            try:
                question = self.wire.receive()
            except (EOFError, OSError):
                os._exit(0)  # the host has ended, for whatever reason
            if "ask" in question:  # and not a stop that came too late
                self._busy, self._stopped = True, False
                self._printer.renew()
                answer = self._answer(answers[question["ask"]], question)
                self._busy = False
                self._printer.hand_over()
                if tried := self._attempts.news():
                    self.wire.send({"tried": tried})
                self.wire.send({**answer, "number": question["number"]})

    def _answer(self, function: Callable[[Message], Message], question: Message) -> Message:
        try:
            if "limit" in question:
                limits.allow_processor_time(question["limit"])
            if "seed" in question:
                random.seed(question["seed"])
            return function(question)
        except Mistake as error:
            return failed(error)
        except UserError as error:
            return failed(Mistake(str(error)))
        except BaseException as error:
            path = self._code.path if self._code is not None else Path(question.get("path", ""))
            return failed(from_exception(error, path))

    def load(self, question: Message) -> Message:
        """Run the file, and say which of the two functions it has."""
        path = Path(question["path"])
        self._folder, self._shared = path.parent, question["shared"]
        if self._renewal is None:
            self._attempts.begin()
            self._renewal = Renewal()
        if self._shared:
            sys.path.append(self._shared)  # for the files that the whole class may import
        self._code = load_repeatably(path)
        return {
            "functions": [name for name in (EVALUATE, CHOOSE) if self._code.has(name)],
            "modules": modules_beside(self._folder),
        }

    def forget(self, question: Message) -> Message:
        """Forget the file with all that it has left, and say whether nothing of it runs on."""
        assert self._renewal is not None
        self._code = self._counts = None
        fresh = self._renewal.restore(self._folder, Path(self._shared or self._folder))
        sys.stdout = sys.stderr = self._printer
        return {"fresh": fresh}

    def values(self, question: Message) -> Message:
        """Return the values of positions; none is remembered from an earlier question."""
        assert self._code is not None
        asked = [(tuple(state), player) for player, *state in question["asked"]]
        function = self._code.function(EVALUATE)
        game = find_game(question["game"])
        return {"values": functions.values(game, function, asked, self._code)}

    def choose(self, question: Message) -> Message:
        """Return the move of the file's search, and what it has counted.

        If the host asks for a leaf, return instead what the file's source is doing there.
        """
        assert self._code is not None
        game, seconds = find_game(question["game"]), question["seconds"]
        if question["leaf"]:
            return {"frames": frames_at(
                game, tuple(question["state"]), self._code, question["depth"], question["leaf"],
                self._evaluator(None),
            )}  # fmt: skip
        record: list[SearchStep] | None = [] if question["watch"] else None
        counts = self._counts = SearchCounts(
            question["depth"], self._evaluator(record), seconds, self.stopped, record
        )
        move = functions.choose(
            game, tuple(question["state"]), self._code.function(CHOOSE), counts, seconds,
            self._code, record,
        )  # fmt: skip
        self._tell(record, 0)
        return {
            "move": move,
            "value": counts.reported,
            "levels": list(counts.levels.items()),
            "evals": counts.evals,
            "prunes": counts.prunes,
        }

    def _evaluator(self, record: list[SearchStep] | None) -> Callable[[Position, int], float]:
        """Return the function that asks the host for EVAL, after telling it the steps so far.

        A host that no longer watches the search gives values beside the one that was asked for.
        """
        known: dict[tuple[MovePath, int], dict[int, float]] = {}  # by the position before the move
        always: list[float] = []  # the value of every position, if there is one

        def evaluate(position: Position, player: int) -> float:
            where = position._path
            if always:
                return always[0]
            if where and (value := known.get((where[:-1], player), {}).get(where[-1])) is not None:
                return value
            self._tell(record, BATCH)
            place = {"path": where} if where is not None else {"text": position.text}
            self.wire.send({"eval": player, **place})
            while "value" not in (reply := self.wire.receive()):
                self._heed(reply)
            if where and "values" in reply:
                if record:
                    record.clear()  # nobody watches any more
                if len(known) >= MOST_KNOWN:
                    known.clear()
                known[where[:-1], player] = dict(zip(reply["moves"], reply["values"], strict=True))
            if "always" in reply:
                always.append(reply["value"])
            return float(reply["value"])

        return evaluate

    def _tell(self, record: list[SearchStep] | None, keep: int) -> None:
        """Send the host the steps so far, if there are more than it is worth to keep."""
        if record and len(record) > keep:
            # The host has seen the EVAL calls itself: it is told only where among these they were.
            told = [None if step.kind == EVAL else step for step in record]
            for first in range(0, len(told), BATCH):
                self.wire.send({"steps": told[first : first + BATCH]})
            record.clear()

    def stopped(self) -> bool:
        """Return whether the host wants the answer now."""
        while not self._stopped and self.wire.waiting():
            self._heed(self.wire.receive())
        return self._stopped

    def _heed(self, message: Message) -> None:
        if "stop" in message:
            self._stopped = True

    def _watch(self, thread: int) -> None:
        """Tell the host now and then where the file is, so that it can name a line that hangs."""
        while True:
            time.sleep(PULSE)
            if self._busy:
                name, line = own_line(sys._current_frames().get(thread), self._folder)
                calls = self._counts.calls if self._counts is not None else 0
                try:
                    self._printer.hand_over()
                    self.wire.send({"at": name, "line": line, "calls": calls})
                except OSError:
                    os._exit(0)  # the host has ended


def failed(mistake: Mistake) -> Message:
    """Return a mistake as a message."""
    return {
        "mistake": mistake.what[: 4 * LONGEST],
        "file": mistake.file[: 4 * LONGEST],
        "line": mistake.line,
        "code": mistake.code[:LONGEST],
    }


def own_line(frame: FrameType | None, folder: Path) -> tuple[str, int]:
    """Return the file and line of the student's that is being run, or nothing."""
    while frame is not None:
        name = frame.f_code.co_filename
        if Path(name).parent == folder:
            return Path(name).name, frame.f_lineno or 0
        frame = frame.f_back
    return "", 0


def modules_beside(folder: Path) -> list[str]:
    """Return the names of the student's own modules that have been imported."""
    places = (getattr(module, "__file__", None) or "" for module in list(sys.modules.values()))
    modules = {Path(place).name for place in places if Path(place).parent == folder}
    return sorted(modules)[:MOST_MODULES]

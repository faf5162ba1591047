"""Plays against another program that speaks the Universal Game Interface, in its own process."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from queue import Empty, Full, Queue
from typing import IO

from loa_tk.model.game import Game, UserError
from loa_tk.model.match import Match
from loa_tk.model.notation import position_text, read_move
from loa_tk.model.search.limits import never
from loa_tk.model.search.statistics import SIX, Iteration, Report, Statistics

START = 20.0  # seconds within which the program must have said ugiok
GRACE = 1.0  # seconds that a move may take beyond its time
STOP = 0.1  # seconds between two checks whether the series has been stopped
WAITING = 1000  # unread lines; a program that writes more is blocked, so that memory is bounded
LONGEST = 10_000  # characters of a line; the rest is read as another line
DIGITS = 18  # of a figure that a program reports; a longer one is ignored
SHOWN = 120  # characters of a program's last error line
STATISTICS = ("info", "string", "statistics")  # the beginning of the line with the six


class Forfeit(Exception):
    """A player has lost the game by misbehaving; the text says how."""


class Abandoned(Exception):
    """The series has been stopped, so this game has no result."""


def check_command(command: str) -> list[str]:
    """Return the words of a command; raise UserError if its program cannot be found."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UserError(f"the command of ugi:{command} cannot be read: {error}") from None
    if not words:
        raise UserError("ugi: needs a command, as in 'ugi:loa engine'")
    if shutil.which(words[0]) is None:
        raise UserError(f"ugi: there is no program {words[0]!r} that can be started")
    return words


def try_out(command: str, game: Game, stop: Callable[[], bool] = never) -> None:
    """Start a program once and end it; raise UserError if it does not speak the interface."""
    check_command(command)
    try:
        UgiClient(command, game, 1.0, stop).close()
    except Forfeit as error:
        raise UserError(f"ugi:{command} cannot play. {error}") from None


class UgiClient:
    """One process of an external program, for one game."""

    def __init__(
        self,
        command: str,
        game: Game,
        seconds: float,
        stop: Callable[[], bool] = never,
        grace: float = GRACE,
    ) -> None:
        """Start the program and agree on the game; raise Abandoned if `stop` returns True."""
        self.game, self.seconds, self.stop, self.grace = game, seconds, stop, grace
        self.lines: Queue[str | None] = Queue(WAITING)
        self.last_words = ""  # the last line on its error stream
        self.closed = False
        try:
            self.process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
                # In its own group Ctrl-C does not reach it, and its children end with it.
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise Forfeit(f"The program could not be started: {error}.") from error
        self.listeners = [
            threading.Thread(target=listen, daemon=True)
            for listen in (self._listen, self._listen_to_errors)
        ]
        for listener in self.listeners:
            listener.start()
        try:
            self._tell("ugi")
            self._until("ugiok", START)
            self._tell(f"setoption name Game value {game.key}", "uginewgame", "isready")
            self._until("readyok", START)
        except BaseException:
            self.close()
            raise

    def _listen(self) -> None:
        for line in _lines(self.process.stdout):
            self._hand_on(line)
        self._hand_on(None)

    def _listen_to_errors(self) -> None:
        for line in _lines(self.process.stderr):
            self.last_words = line or self.last_words

    def _hand_on(self, line: str | None) -> None:
        while not self.closed:
            with suppress(Full):
                self.lines.put(line, timeout=STOP)
                return

    def _tell(self, *lines: str) -> None:
        assert self.process.stdin is not None
        try:
            self.process.stdin.write("".join(line + "\n" for line in lines))
            self.process.stdin.flush()
        except OSError as error:
            raise self._ended() from error

    def _ended(self) -> Forfeit:
        """Return that the program has ended, with its status and its last error line."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(STOP)
        self.listeners[1].join(STOP)
        status, words = self.process.poll(), self.last_words[:SHOWN].rstrip(".")
        how = "" if status is None else f" with status {status}"
        return Forfeit(f"The program has ended{how}{': ' if words else ''}{words}.")

    def _until(self, word: str, seconds: float) -> tuple[str, str, Statistics | None]:
        """Return the first line that begins with `word`, and the info lines before it reversed.

        The statistics are those of the last line before it that reports them.
        """
        info, counted, end = "", None, time.monotonic() + seconds
        while True:
            if self.stop():
                raise Abandoned
            left = end - time.monotonic()
            if left < 0:
                raise Forfeit(f"It did not say {word} in {seconds:g} s.")
            try:
                line = self.lines.get(timeout=min(STOP, left))
            except Empty:
                continue
            if line is None:
                raise self._ended()
            if line.split()[:1] == [word]:
                return line, info, counted
            if line.startswith("info ") and (" pv " in line or " nodes " in line):
                info = f"{line} {info}"[:LONGEST]  # the latest figure of a name is found first
            counted = read_statistics(line) or counted

    def choose(self, match: Match, depth: int | None = None) -> Report:
        """Ask for a move; raise Forfeit if it comes too late or is not legal.

        With a depth, the program is told the depth and not the time.
        """
        start = position_text(self.game, match.root.state)
        moves = match.notation()
        self._tell(
            f"position fen {start}" + (f" moves {' '.join(moves)}" if moves else ""),
            f"go movetime {round(1000 * self.seconds)}" if depth is None else f"go depth {depth}",
        )
        begun = time.monotonic()
        line, info, counted = self._until("bestmove", self.seconds + self.grace)
        seconds = time.monotonic() - begun
        words = line.split()
        try:
            move = read_move(self.game, match.state, words[1] if len(words) > 1 else "")
        except UserError as error:
            raise Forfeit(f"Its move is not legal: {error}.") from error
        reported = info.split()
        depth, nodes = figure(reported, "depth"), figure(reported, "nodes")
        statistics = counted or Statistics(depth, nodes)
        value = score(reported)
        made = Iteration(depth, value, move, (move,), seconds, statistics)
        passes = (made,) if statistics.nodes else ()
        return Report(move, value, depth, (move,), None, seconds, passes, statistics)

    def answer_now(self) -> None:
        """Ask the program for its move at once; another thread waits for it."""
        with suppress(Forfeit):
            self._tell("stop")

    def close(self) -> None:
        """Ask the program to quit, and kill it if it does not."""
        self.closed = True
        try:
            self._tell("quit")
            self.process.wait(1)
        except (Forfeit, subprocess.TimeoutExpired):
            self.process.kill()
        if os.name == "posix":
            with suppress(OSError):  # its children have usually ended, too
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        # Lines that the program never read cannot be flushed any more.
        with suppress(OSError):
            assert self.process.stdin is not None
            self.process.stdin.close()
        streams = self.process.stdout, self.process.stderr
        for stream, listener in zip(streams, self.listeners, strict=True):
            listener.join(1)
            # Closing a stream that a thread still reads would block for ever.
            if stream is not None and not listener.is_alive():
                stream.close()


def _lines(stream: IO[str] | None) -> Iterator[str]:
    """Yield the lines of a program until it ends or the stream is closed by another thread."""
    assert stream is not None
    with suppress(OSError, ValueError):
        while line := stream.readline(LONGEST):
            yield line.strip()


def read_statistics(line: str) -> Statistics | None:
    """Return the six statistics of a line `info string statistics …`, or None if it is another.

    The figures are maximum depth, nodes, EVAL calls in MAX and in MIN, prunings in MAX and in MIN.
    """
    words = line.split()
    figures = words[len(STATISTICS) :]
    right = (one.isascii() and one.isdecimal() and len(one) <= DIGITS for one in figures)
    if tuple(words[: len(STATISTICS)]) != STATISTICS or len(figures) != len(SIX) or not all(right):
        return None
    depth, nodes, evals_max, evals_min, prunes_max, prunes_min = map(int, figures)
    return Statistics(depth, nodes, evals_max, evals_min, prunes_max, prunes_min)


def score(words: list[str]) -> float | None:
    """Return the value that an info line reports in hundredths, or None."""
    place = words.index("score") if "score" in words else len(words)
    kind, number, *_ = [*words[place + 1 : place + 3], "", ""]
    try:
        return int(number) / 100 if kind == "cp" and len(number) <= DIGITS else None
    except ValueError:
        return None


def figure(words: list[str], name: str) -> int:
    """Return the whole number that follows a word, or 0 if there is none."""
    text = words[words.index(name) + 1 :][:1] if name in words else []
    right = text and text[0].isascii() and text[0].isdecimal() and len(text[0]) <= DIGITS
    return int(text[0]) if right else 0

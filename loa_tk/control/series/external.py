"""An external player: any program that speaks the Universal Game Interface, in its own process."""

from __future__ import annotations

import shlex
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue

from loa_tk.model.game import Game, UserError
from loa_tk.model.match import Match
from loa_tk.model.notation import position_text, read_move
from loa_tk.model.search.limits import never
from loa_tk.model.search.statistics import Report, Statistics

START = 20.0  # seconds to say ugiok
GRACE = 1.0  # seconds over its time before a move is late
STOP = 0.1  # seconds between two looks at whether the series was stopped


class Forfeit(Exception):
    """A player has lost by what it did; the text says what."""


class Abandoned(Exception):
    """The series was stopped; this game has no result."""


class External:
    """One engine process for one game."""

    def __init__(
        self, command: str, game: Game, seconds: float, stop: Callable[[], bool] = never
    ) -> None:
        """Start the program and agree on the game; Abandoned soon after `stop` says so."""
        self.game, self.seconds, self.stop = game, seconds, stop
        self.lines: SimpleQueue[str | None] = SimpleQueue()
        try:
            self.process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                encoding="utf-8",
                errors="replace",
            )
        except (OSError, ValueError) as error:
            raise Forfeit(f"The program could not be started: {error}.") from error
        threading.Thread(target=self._listen, daemon=True).start()
        try:
            self._tell("ugi")
            self._until("ugiok", time.monotonic() + START)
            self._tell(f"setoption name Game value {game.key}", "uginewgame", "isready")
            self._until("readyok", time.monotonic() + START)
        except (Forfeit, Abandoned):
            self.close()
            raise

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line.strip())
        self.lines.put(None)

    def _tell(self, *lines: str) -> None:
        assert self.process.stdin is not None
        try:
            self.process.stdin.write("".join(line + "\n" for line in lines))
            self.process.stdin.flush()
        except OSError as error:
            raise Forfeit("The program has ended.") from error

    def _until(self, word: str, end: float) -> tuple[str, str]:
        """The first line that begins with `word`, and the last info line before it."""
        info = ""
        while True:
            if self.stop():
                raise Abandoned
            left = end - time.monotonic()
            if left < 0:
                raise Forfeit(f"It did not say {word} in time.")
            try:
                line = self.lines.get(timeout=min(STOP, left))
            except Empty:
                continue
            if line is None:
                raise Forfeit("The program has ended.")
            if line.split()[:1] == [word]:
                return line, info
            if line.startswith("info ") and " pv " in line:
                info = line

    def choose(self, match: Match) -> Report:
        """Ask for a move; Forfeit when there is none in time or it is not legal."""
        start = position_text(self.game, match.root.state)
        moves = match.notation()
        self._tell(
            f"position fen {start}" + (f" moves {' '.join(moves)}" if moves else ""),
            f"go movetime {round(1000 * self.seconds)}",
        )
        begun = time.monotonic()
        line, info = self._until("bestmove", begun + self.seconds + GRACE)
        seconds = time.monotonic() - begun
        words = line.split()
        try:
            move = read_move(self.game, match.state, words[1] if len(words) > 1 else "")
        except UserError as error:
            raise Forfeit(f"Its move is not legal: {error}") from error
        told = info.split()
        depth, nodes = figure(told, "depth"), figure(told, "nodes")
        statistics = Statistics(depth, nodes)
        return Report(move, 0.0, depth, (move,), None, seconds, (), statistics)

    def close(self) -> None:
        """End the program, kindly at first."""
        try:
            self._tell("quit")
            self.process.wait(1)
        except (Forfeit, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            # What was never read by a program that has ended cannot be flushed either.
            with suppress(OSError):
                if stream is not None:
                    stream.close()


def figure(words: list[str], name: str) -> int:
    """A whole number that follows a word, or 0."""
    text = words[words.index(name) + 1 :][:1] if name in words else []
    return int(text[0]) if text and text[0].isascii() and text[0].isdecimal() else 0

"""Another program as a player: its process, and a worker that asks it for moves in a thread.

The worker has the same interface as the engine's. Its program stays open from one move to the next.
A job that is dropped ends the program, because its next lines would answer the old question.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from queue import Empty, Full, Queue, SimpleQueue
from typing import IO

from loa_tk.control.engine.jobs import Abandoned, Message
from loa_tk.control.engine.programs import NO_CONSOLE, ender, marked, variables_of_others
from loa_tk.control.engine.searches import SearchJob
from loa_tk.control.guest.host import TOO_MUCH
from loa_tk.control.guest.program import launch, resolved
from loa_tk.control.guest.said import text
from loa_tk.control.ugi.protocol import Account, Dialect, Forfeit, Terms, Uci, Ugi, terms_of
from loa_tk.guest.limits import MEMORY, PROCESSES
from loa_tk.model.commandline import split
from loa_tk.model.game import Game, State, UserError, shown
from loa_tk.model.games import find_game
from loa_tk.model.match import Match
from loa_tk.model.notation import read_move
from loa_tk.model.search.elsewhere import read_engine_options
from loa_tk.model.search.options import DEFAULT_SECONDS
from loa_tk.model.search.players import Player, enders
from loa_tk.model.search.search import never
from loa_tk.model.search.statistics import Report

START = 20.0  # seconds within which the program must have introduced itself
GRACE = 1.0  # seconds that a move may take beyond its time
PATIENCE = 10.0  # seconds that a move may take beyond its time outside of series
CLOSING = 3.0  # seconds in which a program must have ended when the window closes
STOP = 0.1  # seconds between two checks whether the series has been stopped
WAITING = 1000  # unread lines; a program that writes more is blocked, so that memory is bounded
LONGEST = 10_000  # characters of a line; the rest is read as another line
SHOWN = 120  # characters of a program's last error line
MOST_OPTIONS = 1000  # lines about its options that are kept
GAMES_FOLDER = "/usr/games"  # where Debian puts such programs; it is not on every user's PATH
MEANT = re.compile(r",(\w+=[^,\s]*)")  # a part of a command that reads like an option

DIALECTS: Mapping[str, Dialect] = {dialect.name: dialect for dialect in (Ugi(), Uci())}


def check_command(player: Player) -> list[str]:
    """Return the words of a player's command; raise UserError if its program cannot be found."""
    name, command = player.search, str(player.options["command"])
    if folder := str(player.options.get("folder", "")):
        return resolved(command, Path(folder))[0]
    try:
        words = split(command)
    except ValueError as error:
        raise UserError(f"the command of {name}:{command} cannot be read: {error}") from None
    if not words:
        raise UserError(f"{name}: needs a command, as in {DIALECTS[name].example!r}")
    if program := shutil.which(words[0]) or shutil.which(words[0], path=GAMES_FOLDER):
        return [program, *words[1:]]
    if program := shutil.which(command):  # one program with blanks in its name, not quoted
        return [program]
    raise UserError(
        f"{name}: there is no program {shown(words[0])} that can be started{option_hint(player)}"
    )


def option_hint(player: Player) -> str:
    """Return which options there are if a part of the command reads like another one, else nothing.

    Such a command can be right: `loa engine --player strong:eval=full,depth=3` is. Only a program
    that does not start makes it a mistake.
    """
    meant = MEANT.search(str(player.options["command"]))
    if meant is None:
        return ""
    names = " and ".join(", ".join(enders(player.search)).rsplit(", ", 1))
    return (
        f" ({meant[1]} was read as part of the command, because {player.search}: has only the "
        f"options {names})"
    )


def try_out(player: Player, game: Game, stop: Callable[[], bool], sandbox: str) -> None:
    """Start a program once and end it; raise UserError if it cannot play the game."""
    check_command(player)
    try:
        ProgramClient(player, game, stop, sandbox=sandbox).close()
    except Forfeit as error:
        raise UserError(f"{player.spec()} cannot play. {error}") from None


class ProgramClient:
    """One process of an external program, for one game."""

    def __init__(
        self,
        player: Player,
        game: Game,
        stop: Callable[[], bool] = never,
        grace: float = GRACE,
        sandbox: str = "",
        alone: str = "",
    ) -> None:
        """Start the program and agree on the game; raise Abandoned if `stop` returns True.

        A student's program, which names its folder, runs in the sandbox and does not see the other
        students of the class in the folder `alone`.
        """
        self.game, self.stop, self.grace = game, stop, grace
        self.dialect = DIALECTS[player.search]
        self.lines: Queue[str | None] = Queue(WAITING)
        self.last_words = ""  # the last line on its error stream
        self.closed = False
        self._remove: Callable[[], None] = lambda: None
        started, troubles = threading.Event(), list[Exception]()
        # The kernel ends a sandbox with the thread that has started it, so that is one that lasts.
        keeper = threading.Thread(
            target=self._keep, args=(player, sandbox, alone, started, troubles), daemon=True
        )
        keeper.start()
        started.wait()
        if troubles:
            self._remove()
            raise Forfeit(f"The program could not be started: {troubles[0]}.") from troubles[0]
        self.listeners = [keeper, threading.Thread(target=self._listen_to_errors, daemon=True)]
        self.listeners[1].start()
        try:
            self._agree(read_engine_options(player.options.get("options", "")))
        except Forfeit as error:
            self.close()
            raise Forfeit(f"{error}{option_hint(player)}") from None
        except BaseException:
            self.close()
            raise

    def _agree(self, given: Mapping[str, str]) -> None:
        """Greet the program and choose the game, with the options given."""
        offered: list[str] = []

        def hear(line: str) -> None:
            if line.startswith("option ") and len(offered) < MOST_OPTIONS:
                offered.append(line)

        self._tell(self.dialect.name)
        self._until(f"{self.dialect.name}ok", START, hear)
        self._tell(*self.dialect.settings(self.game, offered, given), "isready")
        self._until("readyok", START)

    def _keep(
        self,
        player: Player,
        sandbox: str,
        alone: str,
        started: threading.Event,
        troubles: list[Exception],
    ) -> None:
        """Start the program and read what it says until it ends."""
        try:
            self._start(player, sandbox, alone)
        except (OSError, ValueError, UserError) as error:
            troubles.append(error)
            return
        finally:
            started.set()
        self._listen()
        self.process.wait()

    def _start(self, player: Player, sandbox: str, alone: str) -> None:
        command, variables, folder = check_command(player), variables_of_others(), None
        bounds = 0, 0
        if own := str(player.options.get("folder", "")):
            made = launch(str(player.options["command"]), Path(own), sandbox, alone)
            self._remove, bounds = made.remove, (MEMORY, PROCESSES)
            command, variables, folder = [*made.command], {**made.variables}, made.folder
        variables = marked(variables)
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
            # In its own group Ctrl-C does not reach it, and its children end with it.
            start_new_session=True,
            creationflags=NO_CONSOLE,
            env=variables,
            cwd=folder,
        )
        self._end = ender(self.process, variables, *bounds)

    def _listen(self) -> None:
        for line in _lines(self.process.stdout):
            self._hand_on(line)
        self._hand_on(None)

    def _listen_to_errors(self) -> None:
        """Keep the last line; end a program that floods us, since its opponent thinks here, too."""
        count = 0
        for line in _lines(self.process.stderr):
            self.last_words = line or self.last_words
            count += len(line) + 1
            if count > TOO_MUCH:
                self.last_words = "it has written too much to its error stream"
                self._end()
                break

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
        status, words = self.process.poll(), text(self.last_words, SHOWN).rstrip(".")
        how = "" if status is None else f" with status {status}"
        return Forfeit(f"The program has ended{how}{': ' if words else ''}{words}.")

    def _until(
        self, word: str, seconds: float, hear: Callable[[str], None] = lambda line: None
    ) -> str:
        """Return the first line that begins with `word`, and let `hear` have those before it."""
        end = time.monotonic() + seconds
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
                return line
            hear(line)

    def choose(self, match: Match, terms: Terms) -> Report:
        """Ask for a move; raise Forfeit if it comes too late or is not legal."""
        game, dialect = self.game, self.dialect
        self._forget()
        moves = [dialect.move(text) for text in match.notation()]
        self._tell(
            f"position fen {dialect.position(game, match.root.state)}"
            + (f" moves {' '.join(moves)}" if moves else ""),
            terms.go(),
        )
        begun, account = time.monotonic(), Account()
        words = self._until("bestmove", terms.wait + self.grace, account.hear).split()
        seconds = time.monotonic() - begun
        try:
            move = read_move(game, match.state, words[1] if len(words) > 1 else "")
        except UserError as error:
            raise Forfeit(f"Its move is not legal: {error}.") from error
        return account.report(game, match.state, dialect, move, seconds)

    def _forget(self) -> None:
        """Take away what it has said without being asked: an answer comes after its question."""
        with suppress(Empty):
            for _ in range(WAITING):
                if self.lines.get_nowait() is None:
                    raise self._ended()

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
        self._end()
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
        self._remove()


def _lines(stream: IO[str] | None) -> Iterator[str]:
    """Yield the lines of a program until it ends or the stream is closed by another thread."""
    assert stream is not None
    with suppress(OSError, ValueError):
        while line := stream.readline(LONGEST):
            yield line.strip()


class ProgramWorker:
    """Does one job at a time by asking the program that its player names."""

    def __init__(self) -> None:
        """Start nothing yet."""
        self.job: SearchJob | None = None
        self._number = 0
        self._messages: SimpleQueue[tuple[int, Message]] = SimpleQueue()
        self._dropped = threading.Event()
        self._thread: threading.Thread | None = None
        self._client: ProgramClient | None = None
        self._about: tuple[object, ...] = ()  # what the client was started for
        self._talking = threading.Lock()  # held by the thread of the present job

    @property
    def busy(self) -> bool:
        """Return whether a move is being asked for."""
        return self.job is not None

    def submit(self, job: SearchJob) -> None:
        """Ask for this move now, and drop the job before it."""
        self.cancel()
        self.job, self._dropped = job, threading.Event()
        self._thread = threading.Thread(
            target=self._do, args=(self._number, job, self._dropped), daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        """Ask the program for its move at once."""
        client = self._client
        if self.busy and client is not None:
            client.answer_now()

    def cancel(self) -> None:
        """Drop the current job: `poll` returns no more messages about it."""
        self._dropped.set()
        self.job = None
        self._number += 1

    def poll(self, most: int = 10) -> list[Message]:
        """Return the messages that have arrived about the current job."""
        messages: list[Message] = []
        while self.busy and len(messages) < most:
            try:
                number, message = self._messages.get_nowait()
            except Empty:
                break
            if number == self._number:
                messages.append(message)
                self.job = None
        return messages

    def wait_for(self, job: SearchJob) -> object:
        """Ask for a move and wait for it; raise UserError if there is none."""
        self.submit(job)
        _, message = self._messages.get()
        self.job = None
        if message.kind == "failed":
            raise UserError(str(message.content))
        return message.content

    def close(self) -> None:
        """End the program."""
        self.cancel()
        if self._thread is not None:
            self._thread.join(CLOSING)
        if self._talking.acquire(timeout=CLOSING):
            self._end()
            self._talking.release()

    # --- in the thread ---

    def _do(self, number: int, job: SearchJob, dropped: threading.Event) -> None:
        with self._talking:
            if dropped.is_set():
                return
            try:
                message = Message("done", self._ask(job, dropped))
            except Abandoned:
                self._end()
                return
            except (Forfeit, UserError) as error:
                self._end()
                message = Message("failed", f"{job.player.spec()}: {error}")
        self._messages.put((number, message))

    def _ask(self, job: SearchJob, dropped: threading.Event) -> object:
        game, player = find_game(job.game), job.player
        about = player.limited(), game.key
        if self._client is None or self._about != about:
            self._end()
            check_command(player)
            self._client = ProgramClient(player, game, dropped.is_set, PATIENCE)
            self._about = about
        self._client.stop = dropped.is_set
        terms = terms_of(player, DEFAULT_SECONDS)
        return self._client.choose(match_of(game, (*job.history, job.state)), terms)

    def _end(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            client.close()


def match_of(game: Game, states: tuple[State, ...]) -> Match:
    """Return the game in which these positions followed each other."""
    match = Match(game, states[0])
    for state in states[1:]:
        match.play(next(m for m in game.moves(match.state) if game.play(match.state, m) == state))
    return match

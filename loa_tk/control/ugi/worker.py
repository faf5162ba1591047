"""Asks another program for moves in a thread, with the same interface as the engine's Worker.

The program stays open from one move to the next. A job that is dropped ends it, because nobody
knows what it would say next.
"""

from __future__ import annotations

import threading
from queue import Empty, SimpleQueue

from loa_tk.control.engine.jobs import Abandoned, Message
from loa_tk.control.engine.searches import SearchJob
from loa_tk.control.ugi.client import ProgramClient, check_command
from loa_tk.control.ugi.protocol import Forfeit, terms_of
from loa_tk.model.game import Game, State, UserError
from loa_tk.model.games import find_game
from loa_tk.model.match import Match
from loa_tk.model.search.options import DEFAULT_SECONDS

PATIENCE = 10.0  # seconds that a move may take beyond its time; no game is lost by them here
CLOSING = 3.0  # seconds in which a program must have ended when the window closes


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
        found: list[Message] = []
        while self.busy and len(found) < most:
            try:
                number, message = self._messages.get_nowait()
            except Empty:
                break
            if number == self._number:
                found.append(message)
                self.job = None
        return found

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

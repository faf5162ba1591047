"""The computer's thinking, scheduled with after(): ask the worker, poll it, tell the controller."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from loa_tk.control.engine.jobs import AnalysisJob, Job, SearchJob
from loa_tk.control.engine.thought import ANALYSIS, Thought
from loa_tk.control.engine.worker import Message, Worker
from loa_tk.model.game import Game
from loa_tk.model.match import Match, Node
from loa_tk.model.search.players import Player
from loa_tk.model.search.statistics import Report
from loa_tk.scenes.main import View
from loa_tk.store.diagnostics import LOG
from loa_tk.words import main as words

POLL = 20  # ms between two looks at the worker's messages
REDRAW = 0.1  # seconds between two redraws of the running clock


class Listener(Protocol):
    """Who is told of thoughts."""

    def thought_progressed(self, thought: Thought) -> None:
        """A search has got further, or its clock has."""

    def thought_finished(self, thought: Thought, report: Report) -> None:
        """A search has answered."""

    def thought_failed(self, thought: Thought, reason: str) -> None:
        """A search has ended without an answer."""

    def note(self, text: str, bad: bool = False) -> None:
        """Something happened that the user should know."""


class Thinker:
    """At most one search at a time; one that is cancelled is never heard of again."""

    def __init__(
        self, worker: Worker, view: View, clock: Callable[[], float], listener: Listener
    ) -> None:
        """Think with this worker."""
        self.worker, self.view, self.clock, self.listener = worker, view, clock, listener
        self.thought: Thought | None = None
        self._token: object = None
        self._drawn = 0.0

    @property
    def live(self) -> bool:
        """Whether a search is going on."""
        return self.thought is not None and self.thought.live

    @property
    def awaited(self) -> bool:
        """Whether somebody waits for the answer; nobody does for an analysis."""
        return self.live and self.thought is not None and self.thought.purpose != ANALYSIS

    def think(self, purpose: str, match: Match, player: Player) -> None:
        """Search the position on the board."""
        thought = Thought(purpose, match.game, match.state, player, self.clock())
        self._begin(thought, SearchJob(match.game.key, match.state, match.history(), player))

    def study(self, game: Game, node: Node, lines: int, seconds: float | None = None) -> None:
        """Analyse a position for its best moves, until stopped or for so long."""
        player = Player("strong", seconds=seconds)
        history = tuple(before.state for before in node.line()[:-1])
        thought = Thought(ANALYSIS, game, node.state, player, self.clock())
        self._begin(thought, AnalysisJob(game.key, node.state, history, lines, seconds))

    def studies(self, node: Node) -> bool:
        """Whether what goes on is an analysis of this position."""
        thought = self.thought
        return self.live and thought is not None and thought.state == node.state

    def _begin(self, thought: Thought, job: Job) -> None:
        self.cancel()
        self.thought = thought
        self.worker.submit(job)
        self._token = self.view.after(POLL, self._poll)

    def stop(self) -> None:
        """Answer now."""
        self.worker.stop()

    def cancel(self) -> None:
        """Think no more of it."""
        self.worker.cancel()
        if self._token is not None:
            self.view.cancel(self._token)
            self._token = None
        if self.thought is not None and self.thought.live:
            self.thought = self.thought.finished()

    def close(self) -> None:
        """End the engine."""
        self.cancel()
        self.worker.close()

    def _poll(self) -> None:
        self._token = self.view.after(POLL, self._poll)
        messages = self.worker.poll()
        for message in messages:
            self._hear(message)
        if self.live and self.thought is not None:
            if messages or self.clock() - self._drawn > REDRAW:
                self._drawn = self.clock()
                self.listener.thought_progressed(self.thought)
        elif self._token is not None:
            self.view.cancel(self._token)
            self._token = None

    def _hear(self, message: Message) -> None:
        if self.thought is None or not self.thought.live:
            return
        content = message.content
        if message.kind == "progress" and isinstance(content, Report):
            self.thought = self.thought.heard(content)
        elif message.kind == "done" and isinstance(content, Report):
            self.thought = self.thought.finished(content)
            self.listener.thought_finished(self.thought, content)
        elif message.kind == "restarted":
            LOG.error("engine process ended with status %s; restarted", content)
            self.listener.note(words.ENGINE_RESTARTED.format(status=content), bad=True)
        else:
            LOG.error("search failed: %s", content)
            self.thought = self.thought.finished()
            self.listener.thought_failed(self.thought, str(content).strip().splitlines()[-1])

"""The jobs that search a position: for one move, or for its best lines."""

from __future__ import annotations

from collections.abc import Callable

from loa_tk.control.engine.jobs import EngineJob
from loa_tk.immutable import dataclass
from loa_tk.model.game import State
from loa_tk.model.games import find_game
from loa_tk.model.search.players import Player
from loa_tk.model.search.search import ENGINE, PROGRAM, Limits, Request
from loa_tk.model.search.statistics import Report
from loa_tk.model.search.strong import Strong

LOADING = 30.0  # seconds in which the process of a student's file must be ready, and has loaded it


@dataclass(frozen=True, kw_only=True)
class AnalysisJob(EngineJob):
    """Study one position at full strength, deeper and deeper, until stopped."""

    game: str
    state: State
    history: tuple[State, ...]
    lines: int = 3
    seconds: float | None = None

    @property
    def limit(self) -> float | None:
        """The seconds that it may take, if they are limited."""
        return self.seconds

    def run(self, stop: Callable[[], bool], tell: Callable[[object], None]) -> Report:
        """Return the best moves with their values and lines."""
        game = find_game(self.game)
        limits = Limits(seconds=self.seconds, stop=stop)
        request = Request(
            game=game, state=self.state, limits=limits, history=self.history, progress=tell
        )
        return Strong(request, self.lines).search()


@dataclass(frozen=True, kw_only=True)
class SearchJob(EngineJob):
    """Search one position for one move."""

    game: str
    state: State
    history: tuple[State, ...]
    player: Player
    nodes: int | None = None
    sandbox: str = ""  # for students' files; the best one here if none is named

    @property
    def place(self) -> str:
        """Where it is done: in the engine process, which asks the guests of students' files."""
        return PROGRAM if self.player.place == PROGRAM else ENGINE

    @property
    def files(self) -> tuple[str, ...]:
        """The students' files that the player names."""
        return self.player.files

    @property
    def limit(self) -> float | None:
        """The seconds that its player has for a move, if they are limited, and to load a file."""
        allowed = self.player.allowed
        return None if allowed is None else allowed + (LOADING if self.files else 0.0)

    def run(self, stop: Callable[[], bool], tell: Callable[[object], None]) -> Report:
        """Return the player's report."""
        game = find_game(self.game)
        if not self.files:
            return self.player.choose(game, self.state, self.history, stop, tell, self.nodes)
        # Most players need no guest.
        from loa_tk.control.guest.files import warm
        from loa_tk.lab.adapter import think

        files = warm(self.sandbox)
        files.stop, files.tell = stop, tell
        return think(self.player, game, self.state, files, self.history, stop, tell, self.nodes)

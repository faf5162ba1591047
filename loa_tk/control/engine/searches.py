"""The jobs that search a position: for one move, or for its best lines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loa_tk.control.engine.jobs import EngineJob, GuestJob
from loa_tk.model.game import State
from loa_tk.model.games import find_game
from loa_tk.model.search.players import Player
from loa_tk.model.search.search import Limits, Request
from loa_tk.model.search.statistics import Report
from loa_tk.model.search.strong import Strong

if TYPE_CHECKING:  # at run time only a guest imports it: it makes the window open later
    from loa_tk.lab.adapter import OwnFiles


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
class SearchJob(EngineJob, GuestJob):
    """Search one position for one move."""

    game: str
    state: State
    history: tuple[State, ...]
    player: Player
    nodes: int | None = None

    @property
    def position(self) -> State:
        """The position that is searched."""
        return self.state

    @property
    def place(self) -> str:
        """Where the player's moves are found."""
        return self.player.place

    @property
    def files(self) -> tuple[str, ...]:
        """The students' files that the player names."""
        return self.player.files

    @property
    def limit(self) -> float | None:
        """The seconds that its player has for a move, if they are limited."""
        return self.player.allowed

    def run(
        self,
        stop: Callable[[], bool],
        tell: Callable[[object], None],
        files: OwnFiles | None = None,
    ) -> Report:
        """Return the player's report; a guest has its `files`."""
        game = find_game(self.game)
        arguments = game, self.state, self.history, stop, tell, self.nodes
        if files is None:
            return self.player.choose(*arguments)
        from loa_tk.lab.adapter import think

        return think(self.player, *arguments, files)

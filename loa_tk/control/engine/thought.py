"""One search, running or finished: its purpose, its clock and its latest report."""

from __future__ import annotations

from dataclasses import replace

from loa_tk.immutable import dataclass
from loa_tk.model.game import Game, State
from loa_tk.model.match import Node
from loa_tk.model.search.players import Player
from loa_tk.model.search.statistics import Report

MOVE, HINT, ANALYSIS = "move", "hint", "analysis"

OF_A_FILE = Player("strong")  # stands for the player of a search that was saved with the game


@dataclass(frozen=True, kw_only=True)
class Thought:
    """One search, running or finished."""

    purpose: str
    game: Game
    state: State
    player: Player
    begun: float  # by the controller's clock
    report: Report | None = None
    live: bool = True
    failed: bool = False  # it ended without an answer

    def heard(self, report: Report) -> Thought:
        """Return the same search with its latest report."""
        return replace(self, report=report)

    def finished(self, report: Report | None = None) -> Thought:
        """Return the same search, ended."""
        return replace(self, report=report or self.report, live=False)

    def broken_off(self) -> Thought:
        """Return the same search, ended by a failure."""
        return replace(self, live=False, failed=True)

    def first_view(self) -> float | None:
        """Return the value found so far, from the first player's point of view."""
        if self.report is None or not self.report.iterations or self.report.value is None:
            return None
        return self.report.value if self.game.player(self.state) == 0 else -self.report.value


def thought_of(game: Game, node: Node, last: Thought | None) -> Thought | None:
    """Return the search to show with a position: the one running, its own, or a recent one.

    The last search is shown for up to two plies. If another search was made since, and for an
    earlier position, the search saved with the game is shown.
    """
    if last is not None and last.live:
        return last
    near = [node, *filter(None, [node.parent, node.parent and node.parent.parent])]
    if last is not None and last.game is game and last.state in [n.state for n in near]:
        return last
    searched = [(node.parent.state, node.report)] if node.parent is not None else []
    searched += [(node.state, child.report) for child in reversed(node.children)]
    if node.parent is not None and node.parent.parent is not None:  # a person has answered it
        searched.append((node.parent.parent.state, node.parent.report))
    for state, report in searched:
        if isinstance(report, Report):
            return Thought(
                purpose=MOVE, game=game, state=state, player=OF_A_FILE, begun=0.0, report=report,
                live=False,
            )  # fmt: skip
    return None

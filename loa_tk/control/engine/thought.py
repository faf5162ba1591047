"""What the computer is thinking about, or was: one search's purpose, clock and latest report."""

from __future__ import annotations

from dataclasses import dataclass, replace

from loa_tk.control.engine.searchlog import best_pass, line_texts, short_number, value_text
from loa_tk.model.game import Game, State
from loa_tk.model.match import Node
from loa_tk.model.search.players import Player
from loa_tk.model.search.statistics import Report
from loa_tk.scenes.main import ThinkingScene
from loa_tk.words import main as main_words
from loa_tk.words import review as words

MOVE, HINT, ANALYSIS = "move", "hint", "analysis"
# What the card is called, by purpose: while a search goes on, and afterwards.
TITLES = {
    MOVE: (main_words.THINKING, main_words.LAST_SEARCH),
    HINT: (main_words.LOOKING_FOR_HINT, main_words.HINT_SEARCH),
    ANALYSIS: (words.ANALYSIS_TITLE, words.LAST_ANALYSIS),
}


KEPT = Player("strong")  # stands for whoever made a search that was kept with the game


@dataclass(frozen=True)
class Thought:
    """One search, going on or finished."""

    purpose: str
    game: Game
    state: State
    player: Player
    begun: float  # by the controller's clock
    report: Report | None = None
    live: bool = True

    def heard(self, report: Report) -> Thought:
        """The same search with its latest report."""
        return replace(self, report=report)

    def finished(self, report: Report | None = None) -> Thought:
        """The same search, over."""
        return replace(self, report=report or self.report, live=False)

    def first_view(self) -> float | None:
        """The value found so far, from the first player's point of view."""
        if self.report is None or not self.report.iterations or self.report.value is None:
            return None
        return self.report.value if self.game.player(self.state) == 0 else -self.report.value


def thought_of(game: Game, node: Node, last: Thought | None) -> Thought | None:
    """The search to be shown with a position: one going on, one of it or that led to it.

    The last search is shown up to two plies later; of an earlier position the one that was kept.
    """
    if last is not None and last.live:
        return last
    near = [node, *filter(None, [node.parent, node.parent and node.parent.parent])]
    if last is not None and last.game is game and last.state in [one.state for one in near]:
        return last
    if node.parent is not None and isinstance(node.report, Report):
        return Thought(MOVE, game, node.parent.state, KEPT, 0.0, node.report, False)
    for child in reversed(node.children):
        if isinstance(child.report, Report):
            return Thought(MOVE, game, node.state, KEPT, 0.0, child.report, False)
    return None


def thinking_scene(thought: Thought | None, now: float) -> ThinkingScene:
    """The thinking card."""
    if thought is None:
        return ThinkingScene(main_words.NO_SEARCH, figures=figures(None))
    side = thought.game.sides[thought.game.player(thought.state)].name.capitalize()
    title = TITLES[thought.purpose][not thought.live]
    report, player, endless = thought.report, thought.player, thought.purpose == ANALYSIS
    limit = player.seconds if endless else player.allowed
    elapsed = now - thought.begun if thought.live else report.seconds if report else 0.0
    clock = main_words.clock(
        min(elapsed, limit) if limit else elapsed, limit if thought.live else None
    )
    if not thought.live or (endless and not limit):
        progress = 1.0
    elif limit:
        progress = min(elapsed / limit, 1.0)
    else:
        progress = player.progress(report) if report else 0.0
    best = best_pass(report) if report else None  # the value is that of this line, too
    line = line_texts(thought.game, thought.state, best.line) if best else ()
    return ThinkingScene(
        title.format(side=side),
        clock,
        progress,
        thought.live,
        figures(report),
        line,
        thought.live and not endless,
    )


def figures(report: Report | None) -> tuple[tuple[str, str, str], ...]:
    """Depth, value, nodes and speed, each long and short."""
    captions = (
        main_words.DEPTH,
        main_words.VALUE,
        main_words.NODES,
        main_words.POSITIONS_PER_SECOND,
    )
    if report is None or not report.iterations:
        return tuple((caption, main_words.NOTHING, main_words.NOTHING) for caption in captions)
    nodes, speed = report.statistics.nodes, short_number(report.nodes_per_second)
    long = f"{nodes:,}" if nodes < 1_000_000 else short_number(nodes)
    value = value_text(report.value)
    return (
        (captions[0], str(report.depth), str(report.depth)),
        (captions[1], value, value),
        (captions[2], long, short_number(nodes)),
        (captions[3], speed, speed),
    )

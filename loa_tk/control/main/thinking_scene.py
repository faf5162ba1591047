"""The thinking card: the clock, the figures and the best line of a search."""

from __future__ import annotations

from loa_tk.control.engine.searchlog import (
    best_pass,
    blundered,
    line_texts,
    proof_texts,
    short_number,
    value_text,
)
from loa_tk.control.engine.thought import ANALYSIS, HINT, MOVE, Thought
from loa_tk.model.game import Game
from loa_tk.model.search.statistics import Report
from loa_tk.scenes.main import ThinkingScene
from loa_tk.words import main as words
from loa_tk.words import review as review_words

# The card's titles by purpose: while a search runs, and afterwards.
TITLES = {
    MOVE: (words.THINKING, words.LAST_SEARCH),
    HINT: (words.LOOKING_FOR_HINT, words.HINT_SEARCH),
    ANALYSIS: (review_words.ANALYSIS_TITLE, review_words.LAST_ANALYSIS),
}


def thinking_scene(thought: Thought | None, now: float) -> ThinkingScene:
    """Return the thinking card."""
    if thought is None:
        return ThinkingScene(words.NO_SEARCH, figures=figures())
    side = thought.game.sides[thought.game.player(thought.state)].name.capitalize()
    title = words.FAILED_SEARCH if thought.failed else TITLES[thought.purpose][not thought.live]
    report, player, endless = thought.report, thought.player, thought.purpose == ANALYSIS
    limit = player.seconds if endless else player.allowed
    elapsed = now - thought.begun if thought.live else report.seconds if report else 0.0
    clock = words.clock(
        min(elapsed, limit) if limit else elapsed, limit if thought.live else None
    )
    if thought.failed:
        progress = 0.0
    elif not thought.live or (endless and not limit):
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
        figures() if report is None else figures(report, thought.game),
        line,
        thought.live and not endless,
        proof=proof_texts(thought.game, report.proof) if report and not blundered(report) else (),
    )


def figures(
    report: Report | None = None, game: Game | None = None
) -> tuple[tuple[str, str, str], ...]:
    """Return depth, value, nodes and speed, each long and short."""
    captions = (
        words.DEPTH,
        words.VALUE,
        words.NODES,
        words.POSITIONS_PER_SECOND,
    )
    if report is None or game is None or not report.iterations:
        return tuple((caption, words.NOTHING, words.NOTHING) for caption in captions)
    nodes, speed = report.statistics.nodes, short_number(report.nodes_per_second)
    long = f"{nodes:,}" if nodes < 1_000_000 else short_number(nodes)
    value, bound = value_text(game, report.value, report.proof), report.proof
    brief = value_text(game, report.value) if bound and bound.source else value  # without "≤51"
    return (
        (captions[0], str(report.depth), str(report.depth)),
        (captions[1], value, brief),
        (captions[2], long, short_number(nodes)),
        (captions[3], speed, speed),
    )

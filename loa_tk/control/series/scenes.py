"""The scene of the series window, made from its state."""

from __future__ import annotations

from loa_tk.control.rows import Possible
from loa_tk.control.series import setup
from loa_tk.control.series.plan import Plan
from loa_tk.control.series.state import SeriesState
from loa_tk.model.games import find_game
from loa_tk.scenes.series import ScoreScene, SeriesScene, SetupScene
from loa_tk.words import main as main_words
from loa_tk.words import series as words


def scene(state: SeriesState, can: Possible) -> SeriesScene:
    """Return what the window shows in this state."""
    wrong, shown = setup.wrong(state.values), state.overview
    return SeriesScene(
        setup=SetupScene(setup.fields(state.values), frozenset(wrong)), score=score_scene(state),
        tables=shown.tables, note=shown.note, plots=shown.plots, games=tuple(state.rows),
        status=state.status, bad=state.bad, enabled=can.enabled,
    )  # fmt: skip


def score_scene(state: SeriesState) -> ScoreScene:
    """Return the upper card."""
    plan, shown, done = state.plan, state.overview, len(state.results)
    if plan is None:
        return ScoreScene(title=words.NO_SERIES, figures=shown.figures)
    return ScoreScene(
        title=find_game(plan.game).title, live=state.running, players=setup.names_of(plan),
        clocks=clocks(plan, done, state.seconds, state.running), progress=done / plan.games,
        figures=shown.figures, bar=shown.bar,
    )  # fmt: skip


def clocks(plan: Plan, done: int, seconds: float, running: bool) -> tuple[str, ...]:
    """Return how far the series has come, in texts from long to short."""
    known = [words.duration(seconds)] if seconds or running else []  # a table has no times
    parts = [words.count(done, plan.games), *known]
    if running and done and seconds > 2:
        parts.append(words.left(seconds / done * (plan.games - done)))
    return tuple(main_words.FACTS.join(parts[:length]) for length in range(len(parts), 0, -1))

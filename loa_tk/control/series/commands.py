"""What the series window does on each intent: handlers that change its state and name effects."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from loa_tk.control import player_form
from loa_tk.control.effects import (
    AskOpenName,
    AskSaveName,
    Close,
    Confirm,
    Effects,
    FillIn,
    Front,
    Write,
)
from loa_tk.control.series import csvfile, html, setup
from loa_tk.control.series.effects import (
    AwaitNews,
    News,
    ReadSeries,
    Replay,
    RunSeries,
    StopSeries,
)
from loa_tk.control.series.plan import Plan
from loa_tk.control.series.shelf import KeptSeries
from loa_tk.control.series.state import SeriesState
from loa_tk.model.game import UserError
from loa_tk.model.games import find_game
from loa_tk.words import series as words

LONG = 30.0  # seconds; the games of a shorter series are soon played again


def opened(state: SeriesState, game: str) -> Effects:
    """Bring the window to the front; the first time, its fields offer this game."""
    state.values = state.values or {"game": game, **setup.DEFAULTS}
    return [Front()]


def closed(state: SeriesState, news: News) -> Effects:
    """Stop what is being played and close the window."""
    return [*stop(state, news), Close()]


# --- the fields ---


def changed(state: SeriesState, values: Mapping[str, str]) -> Effects:
    """Take over the values of the fields and report the first one that is wrong."""
    if dict(values) != state.values:
        state.values = dict(values)
        state.say(next(iter(setup.wrong(values).values()), ""), bad=True)
    return []


def edit(state: SeriesState, key: str) -> Effects:
    """Show the form that describes a player, or what can be read of a wrong text."""

    def described(state: SeriesState, form: Mapping[str, str]) -> Effects:
        return changed(state, {**state.values, key: setup.described(state.values, key, form)})

    return [FillIn(setup.form_of_player(state.values, key), player_form.check, described)]


# --- playing ---


def start(state: SeriesState) -> Effects:
    """Play the series that the fields describe; ask first if long work would be lost."""
    if state.running or setup.wrong(state.values):
        return []
    if state.unsaved and state.seconds >= LONG:
        text = words.lost(len(state.results), state.seconds)
        return [Confirm(words.NOT_KEPT, text, words.START_ANEW, begin)]
    return begin(state)


def rest(state: SeriesState) -> Plan | None:
    """Return the plan with which the series goes on, or None if it cannot.

    The fields must describe the same series, in which only the number of games may differ.
    """
    if state.running or state.plan is None or not state.results or setup.wrong(state.values):
        return None
    plan = setup.plan_of(state.values)
    if csvfile.identity(plan) != csvfile.identity(state.plan):
        return None
    return plan if any(number not in state.results for number in range(plan.games)) else None


def go_on(state: SeriesState) -> Effects:
    """Play the games that are missing."""
    plan = rest(state)
    if plan is None:
        return []
    again, state.plan, state.running, state.own = state.own, plan, True, True
    state.say(words.PLAYING)
    jobs = setup.whole("jobs", state.values["jobs"])
    done = tuple(sorted(state.results.values(), key=lambda result: result.number))
    return [RunSeries(plan, jobs, done, again), AwaitNews()]


def begin(state: SeriesState) -> Effects:
    """Play the series that the fields describe, in the place of the last one."""
    if state.running or setup.wrong(state.values):
        return []  # a series was started or a field changed while the question was open
    plan = setup.plan_of(state.values)
    state.begin(plan)
    state.say(words.PLAYING)
    return [RunSeries(plan, setup.whole("jobs", state.values["jobs"])), AwaitNews()]


def heard(state: SeriesState, news: News) -> Effects:
    """Take in the games that have been finished, and end the series after the last one."""
    take(state, news)
    if not news.done:
        if state.seconds >= state.due:
            state.count()
        return [AwaitNews()]
    if news.error:
        end(state, words.FAILED.format(reason=news.error), bad=True)
    elif excuse := first_excuse(state):
        end(state, words.FORFEITED.format(excuse=excuse), bad=True)
    else:
        end(state, words.FINISHED)
    return []


def stop(state: SeriesState, news: News) -> Effects:
    """End all games at once and keep those that are finished."""
    if not state.running or state.plan is None:
        return []
    take(state, news)
    end(state, words.stopped(len(state.results), state.plan.games))
    return [StopSeries()]


def take(state: SeriesState, news: News) -> None:
    """Take in the games that have been finished."""
    state.seconds = news.seconds
    for result in news.results:
        state.add(result)
    if news.kept:
        state.unsaved = False


def end(state: SeriesState, status: str, bad: bool = False) -> None:
    """Note that no more games are being played."""
    state.running = False
    state.count()
    state.say(status, bad)


def first_excuse(state: SeriesState) -> str:
    """Return why the first forfeited game was lost, or nothing if none was."""
    return next((r.reason for _, r in sorted(state.results.items()) if r.forfeited), "")


# --- series in files ---


def taken_up(
    state: SeriesState, found: KeptSeries | None, go_on_with_it: bool = False
) -> Effects:
    """Show the series that was played last, at the first opening of the window."""
    if found is None or state.plan is not None:
        return []
    take_over(state, found)
    state.own = True
    return go_on(state) if go_on_with_it else []


def ask_open(state: SeriesState) -> Effects:
    """Let the user choose a CSV file with a series."""
    return [] if state.running else [AskOpenName(words.OPEN_TITLE, words.CSV_KINDS, open_file)]


def open_file(state: SeriesState, name: str) -> Effects:
    """Read the series in a CSV file."""
    return [ReadSeries(Path(name), file_read)]


def file_read(state: SeriesState, found: KeptSeries | UserError) -> Effects:
    """Show a series that was read from a file; Go on plays the games that it lacks."""
    if state.running:
        return []  # another series was started while the file was read
    if isinstance(found, UserError):
        state.say(str(found), bad=True)
        return []
    take_over(state, found)
    state.own = False
    return []


def take_over(state: SeriesState, found: KeptSeries) -> None:
    """Show a series of a file, with its values in the fields."""
    state.values = setup.values_of(found.plan, state.values["jobs"])
    results = [one for one in found.results if one.number < found.plan.games]
    state.hold(found.plan, results)
    if found.faults:
        state.say(words.faults(len(found.faults), found.faults[0]), bad=True)
    elif rest(state) is not None:
        state.say(words.interrupted(len(results), found.plan.games))
    else:
        state.say(words.FROM_FILE)


# --- finished games ---


def replay(state: SeriesState, number: int) -> Effects:
    """Put a finished game on the main board."""
    if state.plan is None or number not in state.results:
        return []
    return [Replay(state.plan, state.results[number])]


def save_csv(state: SeriesState) -> Effects:
    """Save the finished games as a table, with which `loa match --resume` can continue."""
    return ask_name(state, words.SAVE_CSV_TITLE, words.CSV_KINDS)


def save_report(state: SeriesState) -> Effects:
    """Save the finished games as a page to read."""
    return ask_name(state, words.SAVE_REPORT_TITLE, words.HTML_KINDS)


def ask_name(state: SeriesState, title: str, kinds: tuple[tuple[str, str], ...]) -> Effects:
    """Ask for a file's name, if there are games to write, and write the file."""
    if not state.results:
        return []

    def named(state: SeriesState, name: str) -> Effects:
        def written(state: SeriesState, reason: str) -> Effects:
            return saved(state, name, kinds, reason)

        return [Write(Path(name), lambda: content(state, kinds), written)]

    return [AskSaveName(title, words.FILE_NAME + kinds[0][1], kinds, named)]


def content(state: SeriesState, kinds: tuple[tuple[str, str], ...]) -> str:
    """Return the finished games as a file of this kind holds them."""
    plan, results = state.plan, list(state.results.values())
    assert plan is not None
    if kinds == words.CSV_KINDS:
        return csvfile.as_csv(plan, results)
    title = words.REPORT_TITLE.format(game=find_game(plan.game).title)
    return html.page(title, plan, state.tally.summary(plan.players), results)


def saved(
    state: SeriesState, name: str, kinds: tuple[tuple[str, str], ...], reason: str
) -> Effects:
    """Report that a file has been written, or the reason why not."""
    if reason:
        state.say(words.NOT_WRITTEN.format(name=name, reason=reason), bad=True)
        return []
    if kinds == words.CSV_KINDS:  # a page to read does not keep the games
        state.unsaved = False
    state.say(words.SAVED.format(name=name))
    return []

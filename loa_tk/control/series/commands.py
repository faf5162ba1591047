"""What the series window does on each intent: handlers that change its state and name effects."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from loa_tk.control import player_form
from loa_tk.control.effects import (
    AskOpenName,
    Close,
    Confirm,
    Do,
    DoSlowly,
    Drop,
    Effects,
    FillIn,
    Front,
    Handler,
    Kinds,
    Pick,
    Run,
    ToolRequest,
    work,
    write,
)
from loa_tk.control.engine.jobs import Job, Message
from loa_tk.control.rows import Command
from loa_tk.control.saving import ask_name, say_saved
from loa_tk.control.series import gamefiles, setup
from loa_tk.control.series.jobs import SeriesJob
from loa_tk.control.series.page import series_page
from loa_tk.control.series.plan import JOBS, Plan, Result
from loa_tk.control.series.replay import shown_game
from loa_tk.control.series.scenes import scene
from loa_tk.control.series.state import SeriesState
from loa_tk.control.series.store import Keeper, KeptLine, KeptSeries, SeriesStore, open_table
from loa_tk.control.tools import Tool, close_now
from loa_tk.model.game import UserError
from loa_tk.model.games import find_game
from loa_tk.model.records import Record
from loa_tk.scenes.pages import ListRow, ListScene
from loa_tk.scenes.series import SeriesScene
from loa_tk.words import series as words

LONG = 30.0  # seconds; the games of a shorter series are soon played again


def opened(state: SeriesState, request: ToolRequest) -> Effects[SeriesState]:
    """Bring the window to the front; the first time, take up the last series or offer this game."""
    first, store = not state.values, state.store
    state.values = state.values or {"game": request.game.key, **setup.DEFAULTS}
    if first and store is not None:
        then = partial(taken_up, go_on_with_it=request.at_once)
        return [Front(), DoSlowly(words.TITLE, lambda watch: store.last(), then)]
    return [Front(), *(go_on(state) if request.at_once else ())]


# --- the fields ---


def changed(state: SeriesState, values: Mapping[str, str]) -> Effects[SeriesState]:
    """Take over the values of the fields and report the first one that is wrong."""
    if dict(values) != state.values:
        state.values = dict(values)
        state.say(next(iter(setup.wrong(values).values()), ""), bad=True)
    return []


def edit(state: SeriesState, key: str) -> Effects[SeriesState]:
    """Show the form that describes a player, or what can be read of a wrong text."""

    def described(state: SeriesState, form: Mapping[str, str]) -> Effects[SeriesState]:
        return changed(state, {**state.values, key: setup.described(state.values, key, form)})

    return [FillIn(setup.form_of_player(state.values, key), player_form.check, described)]


# --- playing ---


def start(state: SeriesState) -> Effects[SeriesState]:
    """Play the series that the fields describe; ask first if long work would be lost."""
    if state.running or setup.wrong(state.values):
        return []
    if state.unsaved and state.seconds >= LONG:
        text = words.lost(len(state.results), state.seconds)
        return [Confirm(title=words.NOT_KEPT, text=text, button=words.START_ANEW, then=begin)]
    return begin(state)


def rest(state: SeriesState) -> Plan | None:
    """Return the plan with which the series goes on, or None if it cannot.

    The fields must describe the same series, in which only the number of games may differ.
    """
    if state.running or state.plan is None or not state.results or setup.wrong(state.values):
        return None
    plan = setup.plan_of(state.values)
    if gamefiles.identity(plan) != gamefiles.identity(state.plan):
        return None
    return plan if any(number not in state.results for number in range(plan.games)) else None


def go_on(state: SeriesState) -> Effects[SeriesState]:
    """Play the games that are missing."""
    plan = rest(state)
    if plan is None:
        return []
    again, state.plan, state.running, state.own = state.own, plan, True, True
    done = tuple(sorted(state.results.values(), key=lambda result: result.number))
    return _launch(state, plan, done, again)


def begin(state: SeriesState) -> Effects[SeriesState]:
    """Play the series that the fields describe, in the place of the last one."""
    if state.running or setup.wrong(state.values):
        return []  # a series was started or a field changed while the question was open
    plan = setup.plan_of(state.values)
    state.begin(plan)
    return _launch(state, plan)


def _launch(
    state: SeriesState, plan: Plan, done: tuple[Result, ...] = (), again: bool = False
) -> Effects[SeriesState]:
    """Keep the series, if it can be kept, then play the games that are not done."""
    state.say(words.PLAYING)
    state.begun = state.clock() - state.seconds
    if state.store is None:
        return _play(state, None, plan)
    begin = work(state.store.begin, plan, done, again, state.seconds)
    return [Do(begin, partial(_play, plan=plan))]


def _play(state: SeriesState, keeper: Keeper | None, plan: Plan) -> Effects[SeriesState]:
    if not state.running or state.plan is not plan:
        return []  # it was stopped before it began
    state.keeper = keeper
    jobs = JOBS.read(state.values["jobs"])
    return [Run(SeriesJob(plan=plan, processes=jobs, done=frozenset(state.results), keeper=keeper))]


def heard(state: SeriesState, job: Job, messages: Sequence[Message]) -> Effects[SeriesState]:
    """Take in the games that have been finished, and end the series after the last one."""
    state.seconds = state.clock() - state.begun
    for message in messages:
        if isinstance(message.content, Result):
            state.add(message.content)
    if state.keeper is not None and not state.keeper.failed:
        state.unsaved = False
    last = messages[-1] if messages else Message("progress")
    if last.kind == "progress":
        if state.seconds >= state.due:
            state.count()
        return []
    if last.kind == "failed":
        end(state, words.FAILED.format(reason=last.content), bad=True)
    elif excuse := first_excuse(state):
        end(state, words.FORFEITED.format(excuse=excuse), bad=True)
    else:
        end(state, words.FINISHED)
        if state.overview.doubt:
            state.say(state.overview.doubt)
    complete = state.plan is not None and len(state.results) >= state.plan.games
    return [Do(work(state.store.finish))] if complete and state.store is not None else []


def stop(state: SeriesState) -> Effects[SeriesState]:
    """End all games at once and keep those that are finished."""
    if not state.running or state.plan is None:
        return []
    end(state, words.stopped(len(state.results), state.plan.games))
    return [Drop()]


def leaving(state: SeriesState) -> Effects[SeriesState]:
    """Close the window; ask first if that ends a series."""
    if not state.running or state.plan is None:
        return [Close()]
    text = words.leave(len(state.results), state.plan.games)
    return [Confirm(title=words.LEAVE_TITLE, text=text, button=words.LEAVE, then=close_now)]


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
    state: SeriesState, kept: KeptSeries | None, go_on_with_it: bool = False
) -> Effects[SeriesState]:
    """Show the series that was played last, at the first opening of the window."""
    if kept is None or state.plan is not None:
        return []
    take_over(state, kept)
    state.own = True
    return go_on(state) if go_on_with_it else []


def ask_kept(state: SeriesState) -> Effects[SeriesState]:
    """List the kept series."""
    store = state.store
    return [] if store is None else [Do(work(store.lines), kept_listed)]


def kept_listed(state: SeriesState, lines: list[KeptLine]) -> Effects[SeriesState]:
    """Let the user choose one of the kept series."""
    if not lines:
        state.say(words.NONE_KEPT)
        return []
    rows = tuple(ListRow(line.name, kept_cells(line)) for line in lines)
    scene = ListScene(
        title=words.KEPT_TITLE, heads=words.KEPT_HEADS, rows=rows, button=words.OPEN_BUTTON
    )
    return [Pick(scene, open_kept)]


def kept_cells(line: KeptLine) -> tuple[str, ...]:
    """Return what the list shows of a kept series."""
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(line.when))
    against = words.AGAINST.format(*setup.names_of(line.plan))
    return when, find_game(line.plan.game).title, against, words.count(line.games, line.plan.games)


def open_kept(state: SeriesState, name: str) -> Effects[SeriesState]:
    """Show a kept series."""
    store = state.store
    if store is None or state.running:
        return []
    return [DoSlowly(words.TITLE, lambda watch: store.open(name), kept_opened)]


def kept_opened(state: SeriesState, kept: KeptSeries | None) -> Effects[SeriesState]:
    """Show a kept series that was chosen from the list."""
    if kept is None:
        state.say(words.NOT_OPENED, bad=True)
    elif not state.running:
        take_over(state, kept)
        state.own = True
    return []


def ask_open(state: SeriesState) -> Effects[SeriesState]:
    """Let the user choose a CSV file with a series."""
    return [AskOpenName(title=words.OPEN_TITLE, kinds=words.CSV_KINDS, then=open_file)]


def open_file(state: SeriesState, name: str) -> Effects[SeriesState]:
    """Read the series in a CSV file."""
    path = Path(name)
    title = words.READING.format(name=path.name)
    return [DoSlowly(title, lambda watch: read_file(path), file_read)]


def read_file(path: Path) -> KeptSeries | UserError:
    """Return the series in a CSV file, or the error."""
    try:
        return open_table(path)
    except UserError as error:
        return error


def file_read(state: SeriesState, kept: KeptSeries | UserError) -> Effects[SeriesState]:
    """Show a series that was read from a file; Go on plays the games that it lacks."""
    if state.running:
        return []  # another series was started while the file was read
    if isinstance(kept, UserError):
        state.say(str(kept), bad=True)
        return []
    take_over(state, kept)
    state.own = False
    return []


def take_over(state: SeriesState, kept: KeptSeries) -> None:
    """Show a series of a file, with its values in the fields."""
    state.values = setup.values_of(kept.plan, state.values["jobs"])
    results = [result for result in kept.results if result.number < kept.plan.games]
    state.hold(kept.plan, results, kept.seconds)
    if kept.faults:
        state.say(words.faults(len(kept.faults), kept.faults[0]), bad=True)
    elif rest(state) is not None:
        state.say(words.interrupted(len(results), kept.plan.games))
    else:
        state.say(words.FROM_FILE)


# --- finished games ---


def choose(state: SeriesState, name: str, key: str) -> Effects[SeriesState]:
    """Describe a player in a form, or put a finished game on the main board."""
    if name == "edit":
        return edit(state, key)
    plan, result = state.plan, state.results.get(int(key))
    if plan is None or result is None:
        return []

    def show(state: SeriesState, record: Record | None) -> Effects[SeriesState]:
        return [shown_game(plan, result, record)]

    if state.store is None or not state.own:
        return show(state, None)
    return [Do(work(state.store.record, result.number), show)]


def save(kinds: Kinds, title: str) -> Handler[SeriesState]:
    """Return the handler that asks for a file's name and writes the finished games."""

    def named(state: SeriesState, name: str) -> Effects[SeriesState]:
        then = partial(saved, name=name, kinds=kinds)
        return [write(Path(name), lambda: content(state, kinds), then)]

    return ask_name(title, words.FILE_NAME + kinds[0][1], kinds, named)


def content(state: SeriesState, kinds: Kinds) -> str:
    """Return the finished games as a file of this kind holds them."""
    plan, results = state.plan, list(state.results.values())
    assert plan is not None
    if kinds == words.CSV_KINDS:
        return gamefiles.as_csv(plan, results)
    title = words.REPORT_TITLE.format(game=find_game(plan.game).title)
    return series_page(title, plan, state.tally.summary(plan.players), results)


def saved(state: SeriesState, reason: str, name: str, kinds: Kinds) -> Effects[SeriesState]:
    """Report that a file has been written, or the reason why not."""
    if kinds == words.CSV_KINDS and not reason:  # a page to read does not keep the games
        state.unsaved = False
    return say_saved(name, words.SAVED, words.NOT_WRITTEN)(state, reason)


# --- the rows ---


def _idle(state: SeriesState) -> bool:
    return not state.running


def _can_start(state: SeriesState) -> bool:
    return _idle(state) and not setup.wrong(state.values)


def _played(state: SeriesState) -> bool:
    return bool(state.results)


ROWS = (
    Command("start", start, label=words.START, key="Ctrl+Return", possible=_can_start,
            help="start the series, or go on with it"),
    Command("stop", stop, label=words.STOP, key="Escape", possible=lambda state: state.running,
            help="stop it"),
    Command("go-on", go_on, label=words.GO_ON, possible=lambda state: rest(state) is not None),
    Command("open", ask_open, label=words.OPEN, key="Ctrl+O", possible=_idle,
            help="open a CSV file of a series"),
    Command("kept", ask_kept, label=words.KEPT, key="Ctrl+K",
            possible=lambda state: _idle(state) and state.store is not None,
            help="list the kept series"),
    Command("save-csv", save(words.CSV_KINDS, words.SAVE_CSV_TITLE), label=words.SAVE_CSV,
            possible=_played),
    Command("save-report", save(words.HTML_KINDS, words.SAVE_REPORT_TITLE), label=words.SAVE_REPORT,
            key="Ctrl+S", possible=_played, help="save the report"),
)  # fmt: skip
TOOL: Tool[SeriesState, SeriesScene, Mapping[str, str]] = Tool(
    name="series", rows=ROWS,
    begin=lambda clock, folder, request: SeriesState(
        clock=clock, store=SeriesStore(folder / "series")),
    scene=scene, opened=opened, closing=stop, leaving=leaving, choose=choose, report=changed,
    heard=heard,
    release=lambda state: state.store.release() if state.store is not None else None,
)  # fmt: skip

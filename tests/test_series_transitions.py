"""The series window's transitions: handlers on a bare state, without view, runner or disk."""

from dataclasses import replace
from pathlib import Path

import pytest

from fakes import kind, opening
from loa_tk.control.effects import AskSaveName, Confirm, Drop, FillIn, Front, Run, ShowMatch, Stage
from loa_tk.control.engine.jobs import Message
from loa_tk.control.series import commands, gamefiles, setup
from loa_tk.control.series.commands import TOOL as SERIES
from loa_tk.control.series.jobs import SeriesJob
from loa_tk.control.series.plan import Plan, Result, Turn
from loa_tk.control.series.state import SeriesState
from loa_tk.store.files import attempt
from loa_tk.words import series as words

PLAYERS = ("strong:eval=full,depth=1", "alphabeta:eval=groups,depth=1")
PLAN = Plan(game="loa5", players=PLAYERS, games=3, seed=5)
JOB = SeriesJob(plan=PLAN, processes=2)
VALUES = {
    "game": "loa5", "player1": PLAYERS[0], "player2": PLAYERS[1], "games": "3", "openings": "2",
    "seed": "5", "jobs": "2", "first": "turns", "seconds": "1",
}  # fmt: skip
TURNS = (Turn(0, (10, 0.5, 1, 0, 0)), Turn(1, (20, 0.25, 1, 1, 3)))


def game(number, reason="All 5 black checkers form one group."):
    return Result(
        number=number,
        first=number % 2,
        winner=0,
        reason=reason,
        moves=("b1-b3", ("a2-c2", "a2-b1", "a2-a5")[number % 3]),
        opening=0,
        turns=TURNS,
    )


def hear(state, *results, done=False, error="", seconds=0.0):
    """Let games be finished, this many seconds after the start; return the effects."""
    state.clock = lambda: seconds
    messages = [Message("progress", result) for result in results]
    if error:
        messages.append(Message("failed", error))
    elif done:
        messages.append(Message("done"))
    return commands.heard(state, JOB, messages)


@pytest.fixture
def state():
    """Return a window with valid values, in which nothing has been played."""
    return SeriesState(clock=lambda: 0.0, values=dict(VALUES))


@pytest.fixture
def running(state):
    """Return a series of which no game is finished yet."""
    commands.start(state)
    return state


@pytest.fixture
def finished(running):
    """Return a series of which all three games are finished, after this many seconds."""
    hear(running, *tuple(map(game, range(3))), done=True, seconds=40.0)
    return running


def test_opening_offers_the_board_s_game_only_the_first_time():
    state = SeriesState()
    assert commands.opened(state, opening("loa6")) == [Front()]
    assert state.values == {"game": "loa6", **setup.DEFAULTS}
    assert commands.opened(state, opening("loa8")) == [Front()] and state.values["game"] == "loa6"


def test_a_change_is_checked_at_once(state):
    assert commands.changed(state, {**VALUES, "games": "0"}) == []
    assert state.values["games"] == "0" and state.bad and "games '0'" in state.status
    assert SERIES.show(state).setup.wrong == {"games"} and "start" not in SERIES.show(state).enabled
    assert commands.changed(state, VALUES) == []
    assert (state.status, state.bad) == (words.READY, False)


def test_unchanged_values_leave_the_status(finished):
    assert commands.changed(finished, VALUES) == []
    assert finished.status == words.FINISHED
    commands.changed(finished, {**VALUES, "games": "x"})
    commands.changed(finished, VALUES)
    assert finished.status == words.READY


def test_a_right_value_shows_again_that_games_are_played(running):
    commands.changed(running, {**VALUES, "games": "x"})
    assert running.bad
    commands.changed(running, VALUES)
    assert (running.status, running.bad) == (words.PLAYING, False)


def test_a_form_describes_a_player(state):
    (form,) = commands.choose(state, "edit", "player2")
    assert isinstance(form, FillIn) and form.scene.title == "Edit player 2"
    values = {field.key: field.value for field in form.scene.sections[0].fields}
    assert form.check({**values, "player.depth": "0"}) and not form.check(values)
    assert form.then(state, {**values, "player.depth": "2"}) == []
    assert state.values == {**VALUES, "player2": "alphabeta:eval=groups,depth=2"}


@pytest.mark.parametrize(
    ("text", "shown", "says"),
    [
        ("ugi:", {"search": "ugi", "command": ""}, "type the command that starts the program"),
        ("alphabeta:seconds=2,depth=0", {"seconds": "2", "depth": "0"}, "depth '0' is not"),
        ("ugi:x,seconds=0", {"command": "x", "seconds": "0"}, "seconds '0' is not a number from"),
        (
            "alphabeta:eval=full,depth=500",
            {"search": "alphabeta", "depth": "500", "seconds": ""},
            "depth '500' is not a whole number from 1 to 100",
        ),
        ("alphabeta:depth=2,dept=3", {"depth": "2"}, "alphabeta has no option 'dept'"),
        ("alphabeta:eval=good,depth=2", {"depth": "2"}, "loa5 has no evaluation 'good'"),
        ("uci:x", {}, "uci: plays only breakthrough8"),
        ("nobody", {}, "there is no player 'nobody'"),
    ],
)
def test_the_form_of_a_wrong_player_says_what_is_wrong(state, text, shown, says):
    commands.changed(state, {**state.values, "player1": text})
    assert state.bad
    (form,) = commands.choose(state, "edit", "player1")
    values = {field.key: field.value for field in form.scene.sections[0].fields}
    assert {f"player.{name}": value for name, value in shown.items()}.items() <= values.items()
    wrong = form.check(values)
    assert says in (next(iter(wrong.values())) if wrong else form.scene.note)


def test_start_runs_the_plan_of_the_fields(state):
    assert commands.start(state) == [Run(JOB)]
    assert state.plan == PLAN and state.running and state.status == words.PLAYING
    shown = SERIES.show(state)
    assert shown.enabled == {"stop"}
    assert commands.start(state) == []  # it is running


def test_wrong_values_start_nothing(state):
    commands.changed(state, {**VALUES, "seed": ""})
    assert commands.start(state) == [] == commands.begin(state)
    assert state.plan is None and not state.running


def test_news_are_taken_up(running):
    assert hear(running, *(game(2), game(0)), seconds=0.3) == []
    assert [row.number for row in running.rows] == [0, 2] and set(running.results) == {0, 2}
    assert running.seconds == 0.3 and running.unsaved and running.running
    shown = SERIES.show(running)
    assert shown.score.progress == pytest.approx(2 / 3) and "save-csv" in shown.enabled
    assert shown.score.clocks[-1] == "2 of 3 games"


def test_the_overview_is_made_anew_twice_a_second(running):
    def won():
        return running.overview.bar.won

    hear(running, *(game(0),), seconds=0.4)
    assert won() == 0
    hear(running, *(game(1),), seconds=0.5)
    assert won() == 2
    hear(running, *(game(2),), seconds=0.9)
    assert won() == 2
    hear(running, seconds=1.0)
    assert won() == 3


def test_the_last_news_end_the_series(running):
    assert hear(running, *tuple(map(game, range(3))), done=True, seconds=0.1) == []
    assert not running.running and (running.status, running.bad) == (words.FINISHED, False)
    assert running.overview.bar.won == 3  # counted, even though it finished this soon


def test_an_error_ends_the_series_with_its_reason(running):
    assert hear(running, *(game(0),), done=True, error="the processes keep dying") == []
    assert running.status == words.FAILED.format(reason="the processes keep dying") and running.bad
    assert not running.running and "save-csv" in SERIES.show(running).enabled


def test_the_first_forfeited_game_is_reported(running):
    games = game(2, "two forfeits. late"), game(1, "one forfeits. late"), game(0)
    hear(running, *games, done=True)
    assert running.bad and running.status == words.FORFEITED.format(excuse="one forfeits. late")


def test_stop_keeps_what_is_finished(running):
    hear(running, game(1), seconds=7.0)
    assert commands.stop(running) == [Drop()]
    text = "Stopped: 1 of 3 games is finished. Go on plays the others."
    assert running.status == text and not running.running
    assert running.seconds == 7.0 and running.overview.bar.won == 1
    assert commands.stop(running) == []


def test_short_work_and_saved_work_are_replaced_without_a_question(finished):
    short = replace(finished, seconds=commands.LONG - 1)
    assert commands.start(short) == [Run(JOB)]
    commands.saved(finished, "", "x.csv", words.CSV_KINDS)
    assert commands.start(finished) == [Run(JOB)]
    assert finished.results == {} and finished.rows == [] and finished.overview.bar.won == 0


def test_long_work_is_replaced_only_after_a_question(finished):
    (question,) = commands.start(finished)
    text = words.lost(3, 40.0)
    assert question == Confirm(
        title=words.NOT_KEPT, text=text, button=words.START_ANEW, then=commands.begin
    )
    assert "3 games that took 0:40" in text and len(finished.results) == 3
    assert question.then(finished) == [Run(JOB)]
    assert not finished.results and not finished.unsaved and finished.seconds == 0
    assert question.then(finished) == []  # a second answer, while the series is being played


def test_a_question_that_stood_open_while_a_field_became_wrong_starts_nothing(finished):
    (question,) = commands.start(finished)
    commands.changed(finished, {**VALUES, "games": "0"})
    assert question.then(finished) == [] and len(finished.results) == 3


def test_replay_names_the_game(finished):
    (shown,) = commands.choose(finished, "game", "1")
    assert isinstance(shown, ShowMatch) and shown.match.notation() == ["b1-b3", "a2-b1"]
    assert "2" in shown.note and shown.stage > Stage.DISK
    assert commands.choose(finished, "game", "3") == []
    assert commands.choose(SeriesState(), "game", "0") == []


@pytest.mark.parametrize("save", ["save-csv", "save-report"])
def test_nothing_is_saved_before_a_game_is_finished(running, save):
    assert SERIES.do(running, save) == []


@pytest.mark.parametrize(
    ("save", "title", "name", "begins"),
    [
        ("save-csv", words.SAVE_CSV_TITLE, "series.csv", "game,player1,"),
        ("save-report", words.SAVE_REPORT_TITLE, "series.html", "<!DOCTYPE html>"),
    ],
)
def test_a_file_is_asked_for_and_written(finished, save, title, name, begins):
    (question,) = SERIES.do(finished, save)
    assert isinstance(question, AskSaveName) and (question.title, question.name) == (title, name)
    (write,) = question.then(finished, "/folder/file")
    path, content = write.work.arguments
    assert kind(write) is attempt and path == Path("/folder/file")
    assert write.stage is Stage.DISK and content().startswith(begins)
    assert finished.status == words.FINISHED  # nothing is written yet
    assert write.then(finished, "the disk is full") == []
    assert finished.bad and finished.unsaved
    assert finished.status == "/folder/file cannot be written: the disk is full"
    assert write.then(finished, "") == []
    assert finished.status == "Saved as /folder/file." and not finished.bad
    assert finished.unsaved is (save == "save-report")  # a page does not keep the games


def test_a_file_holds_what_is_finished_when_it_is_written(running):
    hear(running, *(game(0),))
    (question,) = SERIES.do(running, "save-csv")
    (write,) = question.then(running, "x.csv")
    hear(running, *(game(1), game(2)), done=True)
    assert write.work.arguments[1]() == gamefiles.as_csv(PLAN, [game(0), game(1), game(2)])

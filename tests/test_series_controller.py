"""The series window's controller without a screen: fields, plans, running, stopping, saving."""

import csv
import multiprocessing
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from fakes import FakeRun, FakeThread, FakeView, FakeWorker, opening, tool
from loa_tk.control.engine.jobs import Abandoned
from loa_tk.control.engine.thread import ThreadWorker
from loa_tk.control.main.controller import Controller
from loa_tk.control.series import jobs as running
from loa_tk.control.series import setup
from loa_tk.control.series.commands import TOOL as SERIES
from loa_tk.control.series.page import game_row, overview
from loa_tk.control.series.plan import Plan, Result, Turn, beginnings, tasks
from loa_tk.control.series.play import play_game
from loa_tk.control.series.scenes import clocks
from loa_tk.control.series.state import SeriesState
from loa_tk.control.series.summary import summarise
from loa_tk.model.game import UserError
from loa_tk.model.games import all_games, find_game
from loa_tk.store.archive import Archive
from loa_tk.store.settings import Settings, Store
from loa_tk.words import series as words
from patience import PATIENCE, quickest, wait_until
from processes import alive, children_of

LOA5 = find_game("loa5")
PLAYERS = ("strong:eval=full,depth=1", "alphabeta:eval=groups,depth=1")
PLAN = Plan(game="loa5", players=PLAYERS, games=6)
SMALL = {
    "game": "loa5", "player1": PLAYERS[0], "player2": PLAYERS[1], "games": "6", "openings": "2",
    "seed": "1", "jobs": "1", "first": "turns", "seconds": "1",
}  # fmt: skip


@pytest.fixture(scope="module")
def results():
    return [play_game(task) for task in tasks(LOA5, PLAN)]


class Desk:
    """A controller with its two views, and short names for what a test does."""

    def __init__(self, worker=None):
        self.main, self.replayed = FakeView(), []
        state = SeriesState(clock=self.main.clock)
        self.series = tool(SERIES, state, self.main, self.replayed.append, worker or FakeThread())
        self.series.open(opening("loa5"))
        self.series.report(SMALL)

    @property
    def view(self):
        return self.main.tools["series"]

    @property
    def scene(self):
        return self.view.scene

    @property
    def runner(self):
        return FakeRun.made[-1]

    def bring(self, *results, done=False):
        self.runner.waiting += results
        self.runner.done = done
        self.main.pass_time(1)


@pytest.fixture
def desk():
    return Desk()


def field(scene, key):
    return next(field for field in scene.setup.fields if field.key == key)


def test_the_window_opens_once_with_the_board_s_game():
    main = FakeView()
    series = tool(SERIES, SeriesState(clock=main.clock), main)
    series.open(opening("loa6"))
    assert field(main.tools["series"].scene, "game").value == "loa6"
    enabled = main.tools["series"].scene.enabled
    assert "start" in enabled and "stop" not in enabled
    first = main.tools["series"]
    series.open(opening("loa8"))
    assert main.tools["series"] is first and first.fronts == 2
    series.report({**series.state.values, "seed": "77"})
    series.closed()
    assert first.closed
    series.open(opening("loa8"))
    assert field(main.tools["series"].scene, "seed").value == "77"
    assert field(main.tools["series"].scene, "game").value == "loa6"


@pytest.mark.parametrize("game", all_games())
def test_all_players_offered_can_play(game):
    texts, other = setup.common_players(find_game(game)), {"game": game, "player2": "random"}
    wrong = {text for text in texts if setup.wrong({**SMALL, **other, "player1": text})}
    assert wrong == {text for text in texts if text.endswith(":")}  # the user completes them
    assert {"easy", "normal", "hard", "textbook", "random"} <= set(texts)


@pytest.mark.parametrize(
    ("key", "text", "says"),
    [
        ("player1", "nobody", "no player 'nobody'"),
        ("player2", "strong:eval=none", "no evaluation 'none'"),
        ("player2", "ugi: ", "needs a command"),
        ("games", "0", "games '0' is not a whole number from 1"),
        ("openings", "x", "openings 'x'"),
        ("seed", "", "seed ''"),
        ("seed", "9" * 5000, "is not a whole number"),
        ("jobs", "1025", "jobs '1025' is not a whole number from 1 to "),
        ("seconds", "nan", "'nan' is not a number"),
    ],
)
def test_a_wrong_value_is_told_and_nothing_starts(desk, key, text, says):
    desk.series.report({**SMALL, key: text})
    assert says in desk.scene.status and desk.scene.bad
    assert desk.scene.setup.wrong == {key} and "start" not in desk.scene.enabled
    desk.series.command("start")
    assert not FakeRun.made
    desk.series.report(SMALL)
    assert not desk.scene.bad and "start" in desk.scene.enabled


def test_a_player_is_described_in_a_form(desk):
    desk.series.report({**SMALL, "player2": "strong:eval=full,depth=2,seed=7"})
    desk.series.choose("edit", "player2")
    scene, check, done = desk.view.forms[0]
    (section,) = scene.sections
    values = {field.key: field.value for field in section.fields}
    assert values["player.search"] == "strong" and values["player.depth"] == "2"
    assert check({**values, "player.depth": "0"})
    done({**values, "player.search": "minimax", "player.blunder": "0.5"})
    text = field(desk.scene, "player2").value
    assert text == "minimax:eval=full,depth=2,blunder=0.5,seed=7"


@pytest.mark.parametrize(
    "text, search, depth",
    [
        ("ugi:some engine", "ugi", ""),  # there is no such program
        ("alphabeta:eval=full,depth=3,speed=9", "alphabeta", "3"),
        ("alphabeta:eval=none,depth=5", "alphabeta", "5"),
        ("alpha-beta:eval=full,depth=3", "alphabeta", "3"),
        ("minimax:depth", "minimax", ""),
        ("minimax:depth=4,depth=", "minimax", "4"),
        ("nrmal", "strong", "2"),
        ("", "strong", "2"),  # the default
        ("nobody:depth=9", "strong", "2"),
    ],
)
def test_a_form_has_what_can_be_read_of_a_wrong_text(desk, text, search, depth):
    desk.series.report({**SMALL, "player1": text})
    assert "player1" in desk.scene.setup.wrong
    desk.series.choose("edit", "player1")
    scene, _, done = desk.view.forms[0]
    values = {field.key: field.value for field in scene.sections[0].fields}
    assert (values["player.search"], values["player.depth"]) == (search, depth)
    done({**values, "player.search": "minimax", "player.depth": "2", "player.seconds": ""})
    assert "player1" not in desk.scene.setup.wrong


def test_a_series_that_repeats_itself_says_so(desk, results):
    desk.series.command("start")
    first, second = results[:2]
    again = [replace(results[at % 2], number=at) for at in range(2, 6)]
    desk.bring(first, second, *again, done=True)
    assert desk.scene.status == words.repeated(2, 6) and not desk.scene.bad
    assert desk.scene.note.startswith("only 2 distinct · ")


def test_results_are_shown_as_they_come(desk, results):
    desk.series.command("start")
    assert (desk.runner.plan, desk.runner.jobs) == (PLAN, 1)
    assert "stop" in desk.scene.enabled and "start" not in desk.scene.enabled
    assert "save-csv" not in desk.scene.enabled
    desk.bring(results[3], results[0])
    assert [row.number for row in desk.scene.games] == [0, 3]
    assert desk.scene.score.progress == pytest.approx(2 / 6) and desk.scene.score.live
    assert "save-csv" in desk.scene.enabled
    desk.bring(results[1], results[2], *results[4:], done=True)
    assert not desk.scene.score.live and desk.scene.status == words.FINISHED
    assert "start" in desk.scene.enabled and "stop" not in desk.scene.enabled
    whole = overview(summarise(PLAYERS, results))
    assert desk.scene.tables == whole.tables and dict(desk.scene.plots) == whole.plots
    bar = desk.scene.score.bar
    assert bar.won + bar.drawn + bar.lost == 6
    assert desk.scene.score.players == PLAYERS
    assert not desk.main.promised  # the polling has ended


def test_an_error_is_told_and_the_next_start_works(desk, results):
    desk.series.command("start")
    desk.runner.error = "the processes keep dying"
    desk.bring(results[0], done=True)
    assert desk.scene.bad and "keep dying" in desk.scene.status
    assert len(desk.scene.games) == 1 and "save-csv" in desk.scene.enabled
    desk.series.command("start")
    assert desk.scene.games == () and not desk.scene.bad and len(FakeRun.made) == 2


def test_forfeited_games_are_told_at_the_end(desk, results):
    desk.series.command("start")
    reason = "ugi:x forfeits. The program has ended."
    desk.bring(replace(results[0], reason=reason), *results[1:], done=True)
    assert desk.scene.bad and desk.scene.status.endswith(reason)


def test_stop_keeps_what_is_finished(desk, results):
    desk.series.command("start")
    desk.runner.waiting += results[:2]
    desk.series.command("stop")
    assert desk.runner.stopped and len(desk.scene.games) == 2
    assert desk.scene.status == "Stopped: 2 of 6 games are finished. Go on plays the others."
    assert not desk.main.promised
    late, now = desk.runner, len(desk.view.scenes)
    late.waiting += results[2:]
    desk.main.pass_time(1)
    assert len(desk.view.scenes) == now  # late results are not polled for
    desk.series.command("stop")


def test_closing_the_window_stops_the_series(desk):
    desk.series.command("start")
    desk.series.closed()
    assert not desk.runner.stopped and not desk.view.closed
    ((_, text, button, close),) = desk.view.questions
    assert "stops the series" in text and button == words.LEAVE
    close()
    assert desk.runner.stopped and desk.view.closed and not desk.main.promised


def test_a_series_that_ends_while_its_window_asks_closes_without_harm(desk, results):
    desk.series.command("start")
    desk.series.closed()
    desk.bring(*results)
    desk.runner.done = True
    desk.main.pass_time(1)
    assert not desk.series.state.running
    desk.view.questions[0][3]()
    assert desk.view.closed and len(desk.series.state.results) == 6


def test_an_idle_window_closes_without_a_question(desk):
    desk.series.closed()
    assert desk.view.closed and not desk.view.questions


def test_replay_and_files(desk, results, tmp_path):
    desk.series.command("save-csv")
    desk.series.choose("game", "0")
    assert not desk.view.asked and not desk.replayed
    desk.series.command("start")
    desk.bring(*results, done=True)
    desk.series.choose("game", "4")
    (shown,) = desk.replayed
    assert shown.match.notation() == list(results[4].moves)
    desk.series.command("save-csv")  # the dialog was cancelled
    assert desk.scene.status == words.FINISHED
    desk.view.save_name = str(tmp_path / "games.csv")
    desk.series.command("save-csv")
    rows = list(csv.DictReader((tmp_path / "games.csv").read_text("utf-8").splitlines()))
    assert [row["moves"].split() for row in rows] == [list(r.moves) for r in results]
    desk.view.save_name = str(tmp_path / "report.html")
    desk.series.command("save-report")
    assert "<svg" in (tmp_path / "report.html").read_text("utf-8")
    assert desk.scene.status.startswith("Saved as")
    desk.view.save_name = str(tmp_path / "no" / "folder.csv")
    desk.series.command("save-csv")
    assert desk.scene.bad and "cannot be written" in desk.scene.status


def test_long_work_is_not_thrown_away_unasked(desk, results, tmp_path):
    desk.series.command("start")
    desk.bring(results[0])
    desk.main.pass_time(31)
    desk.bring(*results[1:], done=True)
    desk.series.command("start")
    ((_, text, _, go_on),) = desk.view.questions
    assert "6 games that took 0:3" in text and len(FakeRun.made) == 1 and desk.scene.games
    desk.view.save_name = str(tmp_path / "report.html")
    desk.series.command("save-report")  # a series cannot be resumed from a page
    desk.series.command("start")
    assert len(desk.view.questions) == 2
    go_on()
    assert len(FakeRun.made) == 2 and not desk.scene.games
    go_on()  # a second answer, while the series is being played
    assert len(FakeRun.made) == 2
    desk.main.pass_time(31)
    desk.bring(*results, done=True)
    desk.view.save_name = str(tmp_path / "games.csv")
    desk.series.command("save-csv")
    desk.series.command("start")
    assert len(desk.view.questions) == 2 and len(FakeRun.made) == 3


def test_games_that_end_while_a_name_is_chosen_are_in_the_file(desk, results, tmp_path):
    desk.series.command("start")
    desk.bring(results[0])

    def choose(*asked):
        desk.bring(*results[1:], done=True)
        return str(tmp_path / "games.csv")

    desk.view.ask_save_name = choose
    desk.series.command("save-csv")
    assert len((tmp_path / "games.csv").read_text("utf-8").splitlines()) == 1 + len(results)


def test_each_intent_shows_one_scene_at_most(desk, results, tmp_path):
    desk.view.save_name = str(tmp_path / "games.csv")

    def shown(intent, *arguments):
        before = len(desk.view.scenes)
        intent(*arguments)
        return len(desk.view.scenes) - before

    assert shown(desk.series.report, SMALL) == 0  # nothing has changed
    assert shown(desk.series.report, {**SMALL, "seed": "x"}) == 1
    assert shown(desk.series.report, SMALL) == 1
    assert shown(desk.series.command, "start") == 1
    assert shown(desk.series.command, "start") == 0
    desk.runner.waiting += results[:1]
    assert shown(desk.main.pass_time, 0.1) == 1
    assert shown(desk.series.command, "save-csv") == 1  # shows that the file is saved
    assert shown(desk.series.choose, "game", "0") == 0
    assert shown(desk.series.choose, "edit", "player1") == 0
    assert shown(desk.series.open, opening("loa8")) == 0
    desk.runner.waiting += results[1:]
    assert shown(desk.series.command, "stop") == 1
    assert shown(desk.series.command, "stop") == 0


def test_a_file_is_written_after_the_window_is_drawn(desk, results, tmp_path):
    path, drawn = tmp_path / "games.csv", []
    desk.view.save_name, desk.main.when_drawn = str(path), drawn.append
    desk.series.command("start")
    desk.bring(*results, done=True)
    desk.series.command("save-csv")
    assert not path.exists() and desk.scene.status == words.FINISHED
    (flush,) = drawn
    flush()
    assert len(path.read_text("utf-8").splitlines()) == 7
    assert desk.scene.status.startswith("Saved")
    path.unlink()
    desk.series.command("save-csv")
    desk.series.closed()  # before anything is drawn
    assert path.exists()


@pytest.mark.parametrize(
    ("name", "reason"),
    [("", "it is a folder"), ("no/x.csv", "its folder does not exist"), ("a\0b", "null")],
)
def test_a_name_that_cannot_be_written_is_refused_in_one_line(
    desk, results, tmp_path, name, reason
):
    desk.series.command("start")
    desk.bring(*results, done=True)
    desk.view.save_name = f"{tmp_path}/{name}"
    desk.series.command("save-csv")
    assert desk.scene.bad and "\n" not in desk.scene.status
    assert f"{tmp_path}/{name} cannot be written: " in desk.scene.status
    assert reason in desk.scene.status


def test_a_closed_window_is_told_nothing_and_keeps_its_games(desk, results):
    desk.series.command("start")
    desk.bring(*results[:2])
    first = desk.view
    desk.series.closed()
    first.questions[0][3]()
    assert first.closed and not desk.main.promised
    now = len(first.scenes)
    desk.series.close()
    desk.series.command("stop")
    desk.main.pass_time(1)
    assert len(first.scenes) == now
    desk.series.open(opening("loa8"))
    assert desk.view is not first and len(desk.view.scenes) == 1 and desk.view.fronts == 1
    assert [row.number for row in desk.scene.games] == [0, 1]
    assert desk.scene.status == "Stopped: 2 of 6 games are finished. Go on plays the others."


def test_a_plot_leaves_out_moves_that_few_games_have():
    turn = Turn(0, (5, 0.1, 1, 0, 0))
    games = [
        Result(number=number, first=0, winner=0, reason="x", moves=("a",) * moves, opening=0,
               turns=(turn,) * moves)
        for number, moves in enumerate([4] * 19 + [90])
    ]  # fmt: skip
    plot = overview(summarise(PLAYERS, games)).plots["nodes"]
    assert plot.moves == 4 and words.FEW_GAMES in plot.note
    assert [(tick.move, tick.games) for tick in plot.ticks] == [(n, "n 20") for n in (1, 2, 3, 4)]
    assert plot.bands[0][0] == (1, 5, 5)
    other = Turn(1, turn.figures)
    uneven = [replace(game, turns=(*game.turns[:n], *[other] * (4 - n)))
              for n, game in zip([1] * 18 + [3], games, strict=False)]  # fmt: skip
    ticks = overview(summarise(PLAYERS, uneven)).plots["nodes"].ticks
    assert [tick.games for tick in ticks] == ["n 19", "n 1/18", "n 1/18"]  # none is left out
    assert words.FEW_GAMES not in overview(summarise(PLAYERS, games[:19])).plots["nodes"].note


def test_figures_and_clocks(results):
    empty = overview(summarise(PLAYERS, ()))
    assert {value for _, value in empty.figures} == {words.NOTHING} and not empty.note
    won = [
        Result(number=n, first=0, winner=0, reason="x", moves=("a",), opening=0, turns=())
        for n in range(3)
    ]
    figures = dict(overview(summarise(PLAYERS, won)).figures)
    assert figures["score"] == "100.0 %" and figures["Elo"] == "+∞"
    assert figures["Elo interval"] == "−43 to +∞"  # Wilson: 3 of 3 is at least 43.9 %
    for plot in overview(summarise(PLAYERS, results)).plots.values():
        points = [point for curve in plot.curves for point in curve]
        assert plot.top >= max(y for _, y in points) and plot.levels[-1][0] == plot.top
        assert plot.moves == max(x for x, _ in points) and len(plot.levels) <= 6
    assert clocks(PLAN, 3, 75, True)[0] == "3 of 6 games · 1:15 · about 1:15 left"
    assert clocks(PLAN, 6, 3725, False)[0] == "6 of 6 games · 1:02:05"
    assert game_row(Result(
        number=4, first=1, winner=None, reason="even", moves=("a", "b"), opening=0, turns=()
    )).cells == (
        "5", "2", "draw", "2", "even",
    )  # fmt: skip


def test_openings_too_long_for_any_game_are_refused(monkeypatch):
    monkeypatch.setattr("loa_tk.control.series.plan.VAIN", 20)
    with pytest.raises(UserError, match="end nearly every game"):
        next(beginnings(LOA5, 400, 1))


# With real processes.


def poll(desk, until):
    wait_until(lambda: until() or desk.main.pass_time(0.1))


def no_children():
    wait_until(lambda: not multiprocessing.active_children(), "the end of all processes")


def test_a_real_series_is_stopped_at_once_and_another_runs_to_its_end(results):
    desk = Desk(ThreadWorker())
    desk.series.report({**SMALL, "player1": "strong:eval=full,seconds=30", "game": "loa8"})

    def stop():
        desk.series.command("start")
        poll(desk, multiprocessing.active_children)
        begun = time.monotonic()
        desk.series.command("stop")
        assert "start" in desk.scene.enabled
        return time.monotonic() - begun

    assert quickest(stop, 0.5) < 0.5
    desk.series.report(SMALL)
    desk.series.command("start")
    poll(desk, lambda: not desk.scene.score.live)
    assert desk.scene.status == words.FINISHED
    found = [desk.series.state.results[number].moves for number in range(6)]
    assert found == [result.moves for result in results]
    no_children()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has /proc")
def test_processes_of_a_killed_program_end_with_it():
    arguments = [*"-m loa_tk match loa8 random".split(), "strong:seconds=40", "--jobs", "1"]
    process = subprocess.Popen([sys.executable, *arguments], cwd=Path(__file__).parent.parent)
    try:
        playing = wait_until(
            lambda: [p for p in children_of(process.pid) if "spawn_main" in command(p)]
        )
    finally:
        process.kill()
        process.wait(PATIENCE)
    wait_until(lambda: not any(map(alive, playing)), "the end of all processes")


def command(pid):
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""


def test_what_goes_wrong_in_the_thread_is_told(monkeypatch):
    def fail(*arguments):
        raise RuntimeError("nobody expected this")

    monkeypatch.setattr(running, "tasks", fail)
    desk = Desk(ThreadWorker())
    desk.series.command("start")
    poll(desk, lambda: not desk.scene.score.live)
    assert desk.scene.bad and "nobody expected this" in desk.scene.status


def test_a_stop_does_not_wait_for_an_external_engine(monkeypatch):
    here = Path(__file__).parent
    monkeypatch.setenv("PYTHONPATH", str(here.parent))
    engine = f"ugi:{sys.executable} {here / 'bad_engine.py'} silent"
    (task,) = tasks(LOA5, Plan(game="loa5", players=(engine, "random"), games=1))

    def stop():
        begun = time.monotonic()
        with pytest.raises(Abandoned):
            play_game(task, lambda: time.monotonic() > begun + 0.2)
        return time.monotonic() - begun

    assert quickest(stop, 5) < 5


# With the main window's controller.


@pytest.fixture
def controller(tmp_path):
    view = FakeView()
    found = Controller(
        view, FakeWorker(), Store(tmp_path), Archive(tmp_path / "games"), clock=view.clock
    )
    found.start()
    return found


def test_the_command_and_a_game_on_the_board(controller, results):
    controller.command("series")
    series, view = controller.tools["series"], controller.view
    assert view.tools["series"].fronts == 1
    series.state.plan, series.state.results = PLAN, {2: results[2]}
    series.choose("game", "2")
    match = controller.session.match
    assert match.notation() == list(results[2].moves) and match.outcome() is not None
    assert view.scene.board.banner and view.fronts == 1
    assert view.scene.status.startswith("Game 3 of a series: ")
    assert controller.session.settings.side == Settings().side  # the next game is the user's
    assert [row.name for row in view.scene.players.rows] == ["2: alphabeta", "1: strong"]
    controller.command("previous")
    assert match.ply == len(results[2].moves) - 1
    controller.command("next")
    assert match.ply == len(results[2].moves) and not controller.session.thinking


def test_a_forfeited_game_is_shown_and_not_played_on(controller):
    controller.command("series")
    series = controller.tools["series"]
    series.state.plan = PLAN
    series.state.results = {
        0: Result(
            number=0, first=0, winner=1, reason="It is late.", moves=("b1-b3",), opening=1, turns=()
        )
    }
    series.choose("game", "0")
    assert controller.session.match.ply == 1 and not controller.session.thinking
    assert "It is late." in controller.view.scene.status
    controller.close()
    assert controller.view.tools["series"].closed

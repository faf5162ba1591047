"""Series that the window keeps: no finished game is lost, whatever ends the run."""

import csv
import multiprocessing
import threading
from dataclasses import replace

import pytest

from fakes import FakeRun, FakeThread, FakeView, FakeWorker, opening, tool
from loa_tk.cli.parser import main
from loa_tk.control.main.controller import OFFER, Controller
from loa_tk.control.series import store as stores
from loa_tk.control.series.commands import TOOL as SERIES
from loa_tk.control.series.plan import tasks
from loa_tk.control.series.play import play_game
from loa_tk.control.series.state import SeriesState
from loa_tk.control.series.store import SeriesStore, open_table
from loa_tk.model.game import UserError
from loa_tk.model.search.statistics import Report
from loa_tk.store.archive import Archive
from loa_tk.store.settings import Store
from loa_tk.words import series as words
from patience import wait_until
from test_series_controller import LOA5, PLAN, PLAYERS, SMALL

ALL = range(PLAN.games)


@pytest.fixture(scope="module")
def results():
    return [play_game(task) for task in tasks(LOA5, PLAN, recorded=True)]


def kept(store):
    """Return the numbers of the games in a store."""
    found = store.last()
    return None if found is None else sorted(result.number for result in found.results)


class Desk:
    """A series window with a store; a runner that hands over what the test brings."""

    def __init__(self, folder):
        self.main, self.replayed = FakeView(), []
        self.store = SeriesStore(folder)
        state = SeriesState(clock=self.main.clock, store=self.store)
        self.series = tool(SERIES, state, self.main, self.replayed.append, FakeThread())
        self.series.open(opening("loa5"))

    @property
    def scene(self):
        return self.main.tools["series"].scene

    @property
    def runner(self):
        return FakeRun.made[-1]

    def bring(self, *found, done=False):
        self.runner.waiting += [self.runner.job.keeper.keep(result) for result in found]
        self.runner.done = done
        self.main.pass_time(1)

    def quit(self):
        self.series.close()
        self.series.release()


@pytest.fixture
def desk(tmp_path):
    desk = Desk(tmp_path / "series")
    desk.series.report(SMALL)
    return desk


def test_every_finished_game_is_in_the_folder_at_once(desk, results, tmp_path):
    desk.series.command("start")
    (folder,) = (tmp_path / "series").iterdir()
    for number in range(3):
        desk.bring(results[number])
        with (folder / stores.TABLE).open(newline="") as file:
            rows = list(csv.DictReader(file))
        assert [int(row["number"]) for row in rows] == list(range(1, number + 2))
        assert (folder / f"{number + 1}.sgf").exists()
    assert not desk.series.state.unsaved


def test_a_killed_program_leaves_its_games(desk, results, tmp_path):
    desk.series.command("start")
    desk.bring(*results[:2])
    table = next((tmp_path / "series").glob(f"*/{stores.TABLE}"))
    desk.store.release()  # the lock ends with the process
    table.write_text(table.read_text()[:-30])  # in the middle of a row
    found = SeriesStore(tmp_path / "series").last()
    assert [result.number for result in found.results] == [0] and len(found.faults) == 1


def test_stop_leaves_go_on_and_new(desk, results):
    desk.series.command("start")
    assert "go-on" not in desk.scene.enabled and "open" not in desk.scene.enabled
    desk.bring(*results[:2])
    desk.series.command("stop")
    assert "go-on" in desk.scene.enabled and "start" in desk.scene.enabled
    desk.series.command("go-on")
    assert desk.runner.job.done == {0, 1} and desk.scene.score.live
    desk.bring(*results[2:], done=True)
    assert desk.scene.status == words.FINISHED and "go-on" not in desk.scene.enabled
    assert len(desk.scene.games) == 6
    desk.quit()
    assert kept(SeriesStore(desk.store.folder)) == list(ALL)
    assert SeriesStore(desk.store.folder).unfinished() is None


def test_new_begins_another_series_and_the_old_one_stays(desk, results):
    desk.series.command("start")
    desk.bring(results[0])
    late = desk.runner
    desk.series.command("stop")
    desk.series.command("start")  # the button New
    assert len(list(desk.store.folder.iterdir())) == 2 and desk.runner.job.done == set()
    late.job.keeper.keep(results[1])  # a game that ends after the stop is not one of the new series
    desk.bring(results[3])
    desk.quit()
    assert kept(SeriesStore(desk.store.folder)) == [3]


def test_other_fields_are_another_series_but_more_games_are_not(desk, results):
    desk.series.command("start")
    desk.bring(*results, done=True)
    assert "go-on" not in desk.scene.enabled
    desk.series.report({**SMALL, "games": "8"})
    assert "go-on" in desk.scene.enabled
    for change in ({"seed": "2"}, {"player1": "random"}, {"games": "6"}, {"games": "x"}):
        desk.series.report({**SMALL, "games": "8", **change})
        assert "go-on" not in desk.scene.enabled
    desk.series.report({**SMALL, "games": "8"})
    desk.series.command("go-on")
    assert desk.runner.plan.games == 8 and desk.runner.job.done == set(ALL)


def test_the_next_start_shows_what_was_left(desk, results):
    desk.series.command("start")
    desk.bring(*results[:4])
    desk.quit()
    assert desk.runner.stopped
    again = Desk(desk.store.folder)
    assert again.scene.status == "4 of 6 games are finished. Go on plays the others."
    assert {f.key: f.value for f in again.scene.setup.fields} | {"jobs": ""} == SMALL | {"jobs": ""}
    assert len(again.scene.games) == 4 and "go-on" in again.scene.enabled
    again.series.command("go-on")
    again.bring(*results[4:], done=True)
    assert len(again.scene.games) == 6


def test_a_series_that_another_copy_has_open_is_left_alone(desk, results):
    desk.series.command("start")
    desk.bring(results[0])
    other = SeriesStore(desk.store.folder)
    assert other.last() is None and other.unfinished() is None
    desk.quit()
    assert kept(other) == [0]


def test_a_folder_that_cannot_be_written_costs_no_game(tmp_path, results):
    (tmp_path / "series").write_text("a file in its place")
    desk = Desk(tmp_path / "series")
    desk.series.report(SMALL)
    desk.series.command("start")
    assert desk.runner.job.keeper is None
    desk.runner.waiting += results[:2]
    desk.main.pass_time(1)
    assert len(desk.scene.games) == 2 and desk.series.state.unsaved


def test_damaged_folders_are_passed_over(tmp_path, desk, results):
    desk.series.command("start")
    desk.bring(results[0])
    desk.quit()
    for number, text in enumerate(["", "[]", '{"players": 3}', '{"players": ["a", "b"]}', "\0"]):
        folder = desk.store.folder / f"9999-{number}"
        folder.mkdir()
        (folder / stores.PLAN).write_text(text)
        (folder / stores.UNFINISHED).touch()
    assert kept(SeriesStore(desk.store.folder)) == [0]


def test_the_oldest_series_are_forgotten(tmp_path, monkeypatch):
    monkeypatch.setattr(stores, "MOST", 3)
    store, other = SeriesStore(tmp_path), SeriesStore(tmp_path)
    for _ in range(6):
        assert store.begin(PLAN) is not None
    assert len(list(tmp_path.iterdir())) == 3
    assert other.begin(PLAN) is not None
    for _ in range(4):
        assert store.begin(PLAN) is not None
    folders = set(tmp_path.iterdir())
    assert len(folders) in (3, 4)  # one that another copy has open is spared
    assert {path.parent for path in tmp_path.glob("*/lock")} <= folders and len(
        list(tmp_path.glob("*/lock"))
    ) == 2
    store.release()
    other.release()


def test_records_have_a_limit_and_the_table_has_all_games(tmp_path, monkeypatch, results):
    monkeypatch.setattr(stores, "MOST_BYTES", len(results[0].record) + 10)
    store = SeriesStore(tmp_path)
    keeper = store.begin(PLAN)
    assert [keeper.keep(result).record for result in results[:2]] == ["", ""]
    assert store.record(0) is not None and store.record(1) is None
    store.release()
    monkeypatch.undo()
    assert kept(SeriesStore(tmp_path)) == [0, 1]


# --- files of `loa match` ---


def test_a_file_of_a_match_is_opened_and_goes_on(tmp_path, desk, capsys):
    path = tmp_path / "match.csv"
    arguments = ["match", "loa5", *PLAYERS, "--games", "3", "--jobs", "1", "--csv", str(path)]
    assert main(arguments) == 0
    desk.main.tools["series"].open_name = str(path)
    desk.series.command("open")
    assert len(desk.scene.games) == 3 and desk.scene.status == words.FROM_FILE
    assert "go-on" not in desk.scene.enabled
    desk.series.report({**desk.series.state.values, "games": "6"})
    desk.series.command("go-on")
    assert desk.runner.job.done == {0, 1, 2} and desk.runner.plan.games == 6
    desk.quit()
    assert kept(SeriesStore(desk.store.folder)) == [0, 1, 2]


@pytest.mark.parametrize(
    "text",
    ["", "a,b\n1,2\n", "\0", "game,player1,player2,openings,seed,fixed_sides\nchess,a,b,2,1,no\n",
     "game,player1,player2,openings,seed,fixed_sides\nloa5,random,random,x,1,no\n"],
)  # fmt: skip
def test_another_file_is_refused_in_the_status_line(tmp_path, desk, text):
    path = tmp_path / "x.csv"
    path.write_text(text)
    with pytest.raises(UserError):
        open_table(path)
    desk.main.tools["series"].open_name = str(path)
    desk.series.command("open")
    assert desk.scene.bad and desk.series.state.plan is None


def test_bad_rows_of_a_file_are_named(tmp_path, desk, results):
    from loa_tk.control.series import gamefiles

    wrong = replace(results[1], winner=None if results[1].winner is not None else 0)
    path = tmp_path / "x.csv"
    path.write_text(gamefiles.as_csv(PLAN, [results[0], wrong, results[2]]))
    desk.main.tools["series"].open_name = str(path)
    desk.series.command("open")
    assert desk.scene.bad and "line 3 cannot be used" in desk.scene.status
    assert "go-on" in desk.scene.enabled and [row.number for row in desk.scene.games] == [0, 2]


# --- the main window ---


@pytest.fixture
def program(tmp_path):
    def start():
        view = FakeView()
        controller = Controller(
            view, FakeWorker(), Store(tmp_path), Archive(tmp_path / "games"), clock=view.clock
        )
        controller.start()
        view.pass_time(OFFER / 1000)
        return controller

    return start


def test_the_next_start_offers_to_go_on_once(program, tmp_path, results):
    store = SeriesStore(tmp_path / "series")
    keeper = store.begin(PLAN)
    keeper.keep(results[0])
    assert not program().view.questions  # another copy is playing it
    store.release()
    controller = program()
    ((text, button, done),) = controller.view.questions
    assert "Lines of Action 5×5" in text and button == words.GO_ON
    done()
    series = controller.tools["series"]
    wait_until(lambda: series.runner.job is not None)
    assert series.state.running and 0 in series.state.results
    controller.close()
    wait_until(lambda: all(one.name != "loa_tk series" for one in threading.enumerate()))
    assert not multiprocessing.active_children()
    store = SeriesStore(tmp_path / "series")
    assert store.unfinished() is not None or kept(store) == list(ALL)
    assert not program().view.questions  # it was asked for above


def test_an_empty_series_is_not_offered_nor_taken_up(program, tmp_path, results):
    store = SeriesStore(tmp_path / "series")
    store.begin(PLAN).keep(results[0])
    store.finish()
    store.begin(PLAN)
    store.release()
    assert not program().view.questions
    assert kept(SeriesStore(tmp_path / "series")) == [0]


def test_kept_series_are_listed_and_opened(desk, results):
    desk.series.command("kept")
    assert desk.scene.status == words.NONE_KEPT
    desk.series.report({**desk.series.state.values, "player1": "normal", "player2": "easy"})
    desk.series.command("start")
    plan = desk.series.state.plan
    desk.series.command("stop")  # an empty one is not listed
    desk.store.begin(replace(PLAN, seed=7)).keep(results[0])
    keeper = desk.store.begin(plan, seconds=3725.0)
    for result in results[:2]:
        keeper.keep(result)
    desk.store.release()
    desk.series.command("kept")
    ((scene, opens),) = desk.main.tools["series"].lists
    assert [row.cells[1:] for row in scene.rows] == [
        ("Lines of Action 5×5", "normal against easy", "2 of 6 games"),
        ("Lines of Action 5×5", f"{PLAYERS[0]} against {PLAYERS[1]}", "1 of 6 games"),
    ]
    opens(scene.rows[0].key)
    assert desk.series.state.plan == plan
    assert desk.scene.score.clocks[0].startswith("2 of 6 games · 1:02:0")
    assert desk.scene.score.players == ("normal", "easy")
    assert [f.value for f in desk.scene.setup.fields if f.key.startswith("player")] == [
        "normal", "easy",
    ]  # fmt: skip
    other = SeriesStore(desk.store.folder)
    assert other.open(scene.rows[0].key) is None  # this copy has it
    opens(scene.rows[1].key)
    assert desk.series.state.plan.seed == 7 and len(desk.scene.games) == 1


def test_a_series_goes_on_from_the_time_it_has_taken(desk, results):
    desk.series.command("start")
    desk.main.pass_time(100)
    desk.bring(results[0])
    desk.quit()
    folder = desk.store.folder
    times = next(folder.glob(f"*/{stores.TIME}"))
    times.write_text(times.read_text() + "61.0\n99")  # it broke off
    again = Desk(folder)
    assert again.series.state.seconds == 61.0
    again.series.command("go-on")
    again.main.pass_time(10)
    again.bring(results[1])
    assert again.series.state.seconds >= 71
    again.quit()
    assert SeriesStore(folder).last().seconds >= 61


@pytest.mark.parametrize("text", ["", "soon\n", "-3\n", "nan\n", "1e99\n", "\xff\n"])
def test_wrong_times_of_a_kept_series_are_none(tmp_path, text):
    (tmp_path / "x").write_bytes(text.encode("latin-1"))
    assert stores.read_seconds(tmp_path / "x") == 0.0


def test_a_replayed_game_has_its_searches(program, tmp_path, results):
    store = SeriesStore(tmp_path / "series")
    keeper = store.begin(PLAN)
    for result in results:
        keeper.keep(result)
    store.finish()
    store.release()
    controller = program()
    controller.command("series")
    controller.tools["series"].choose("game", "1")
    match, view = controller.session.match, controller.view
    assert match.notation() == list(results[1].moves)
    reports = [node.report for node in match.node.line() if isinstance(node.report, Report)]
    assert len(reports) == len(results[1].turns)
    assert sum(bool(entry.statistics) for entry in view.entries) == len(reports)
    assert {entry.by for entry in view.entries if entry.statistics} == {
        "strong · full · depth 1", "alphabeta · groups · depth 1",
    }  # fmt: skip
    rows = view.scene.players.rows
    assert [row.name for row in rows] == ["1: strong", "2: alphabeta"]
    details = [row.details[0] for row in rows]
    assert details == ["White · full · depth 1", "Black · groups · depth 1"]
    assert any(point.share is not None for point in view.scene.review.points[:-1])
    controller.close()

"""The class window without a screen: fields, students, games, stopping, going on, and files."""

import csv
import json
from pathlib import Path

import pytest

from fakes import FakeRun, FakeThread, FakeView, opening, tool
from loa_tk.control.classroom import evaluation_checks, setup
from loa_tk.control.classroom.commands import TOOL as CLASSROOM
from loa_tk.control.classroom.conduct import conduct
from loa_tk.control.classroom.findings import Checked, Line, failed, passed
from loa_tk.control.classroom.jobs import ResultsJob
from loa_tk.control.classroom.plan import ClassroomPlan
from loa_tk.control.classroom.run import ClassroomRun, GamePlayed, RoundBegun, StudentChecked
from loa_tk.control.classroom.state import ClassState
from loa_tk.control.classroom.store import ClassroomStore
from loa_tk.control.classroom.students import read_submissions
from loa_tk.control.classroom.tables import class_tables
from loa_tk.control.effects import Confirm
from loa_tk.control.engine.jobs import Message
from loa_tk.control.guest.sandbox import bwrap_problem, choose, hides_files
from loa_tk.control.main.toolbox import put_on_board
from loa_tk.control.series.plan import FORFEITS, Result
from loa_tk.words import class_window as words
from patience import wait_until
from test_transitions import played, session

EVALUATION = "def evaluate(position, player):\n    return {}\n"
FILES = {
    "ann": EVALUATION.format("0"),
    "ben": EVALUATION.format("1 / 0"),
    "cid": "def choose(position, seconds, counts):\n    return position.moves()[0]\n",
}


class Desk:
    """A controller with its view, and short names for what a test does."""

    def __init__(self, folder, store=None, thread=None):
        self.main, self.shown = FakeView(), []
        state = ClassState(clock=self.main.clock, store=store)
        self.room = tool(CLASSROOM, state, self.main, self.shown.append, thread or FakeThread())
        self.room.open(opening("loa5"))
        self.view.folder = str(folder)

    @property
    def view(self):
        return self.main.tools["classroom"]

    @property
    def scene(self):
        return self.view.scene

    @property
    def state(self):
        return self.room.state

    @property
    def runner(self):
        return FakeRun.made[-1]

    def fill(self, **values):
        self.room.report({**self.state.values, **values})

    def start(self, **values):
        self.room.command("folder")
        self.fill(games="2", jobs="1", **values)
        self.room.command("start")
        return self.runner

    def bring(self, *events, done=False):
        self.runner.waiting += events
        self.runner.done = done
        self.main.pass_time(1)

    def cells(self, number):
        return self.scene.students.rows[number].cells


@pytest.fixture
def folder(tmp_path):
    students = tmp_path / "students"
    students.mkdir()
    for name, text in FILES.items():
        (students / f"{name}.py").write_text(text)
    return students


@pytest.fixture
def desk(folder):
    return Desk(folder)


def checked(number, fault=""):
    finding = failed(fault) if fault else passed("all well")
    line = Line(name="numbers", text="Returns numbers", required=True, finding=finding, first=True)
    return StudentChecked(
        number,
        Checked(
            program="x.py",
            game="loa5",
            seed=1,
            kinds=("evaluation",),
            sandbox="bwrap",
            lines=(line,),
            seconds=1,
        ),
    )


def game(one, other, number=0, winner=0, reason="Won."):
    return GamePlayed(
        (one, other),
        Result(
            number=number,
            first=number % 2,
            winner=winner,
            reason=reason,
            moves=(),
            opening=0,
            turns=(),
        ),
    )


ALL_CHECKED = (checked(0), checked(1, "division by zero"), checked(2))
EVERY_GAME = tuple(game(*pair, number) for pair in ((0, 1), (0, 2), (1, 2)) for number in (0, 1))


# --- before anything runs ---


def test_nothing_runs_before_start_and_the_sandbox_is_named(desk):
    assert desk.scene.setup.sandbox == words.sandbox_note(choose(), hides_files(choose()))
    assert words.HIDDEN in words.sandbox_note("limits", True)
    assert words.OPEN in words.sandbox_note("limits", False)
    assert "start" not in desk.scene.enabled and desk.scene.status == words.READY
    desk.room.command("folder")
    assert [row.cells[:3] for row in desk.scene.students.rows] == [
        ("ann", "evaluation", words.WAITS),
        ("ben", "evaluation", words.WAITS),
        ("cid", "search", words.WAITS),
    ]
    assert not FakeRun.made and "start" in desk.scene.enabled
    assert desk.scene.status.startswith("3 files found")


def test_a_folder_without_files_or_that_is_gone_is_told(desk, tmp_path):
    for name in ("empty", "gone"):
        desk.view.folder = str(tmp_path / name)
        (tmp_path / "empty").mkdir(exist_ok=True)
        desk.room.command("folder")
        assert desk.scene.bad and name in desk.scene.status and not desk.scene.students.rows
        desk.room.command("start")
    assert not FakeRun.made


@pytest.mark.parametrize(
    ("values", "wrong", "says"),
    [
        ({"games": "0"}, {"games"}, "is not a whole number from 1"),
        ({"depth": "", "seconds": ""}, {"depth", "seconds"}, words.NO_LIMIT),
        ({"seconds": "1"}, {"depth", "seconds"}, words.ONE_LIMIT),
        ({"depth": "", "seconds": "x"}, {"seconds"}, "is not a number"),
        ({"opponents": "nobody"}, {"opponents"}, "there is no player 'nobody'"),
        ({"opponents": '"random'}, {"opponents"}, "quotation"),
        ({"rounds": "-1"}, {"rounds"}, "rounds '-1'"),
    ],
)
def test_a_wrong_value_is_told_and_nothing_starts(desk, values, wrong, says):
    desk.room.command("folder")
    desk.fill(**values)
    assert desk.scene.setup.wrong == wrong and says in desk.scene.status and desk.scene.bad
    desk.room.command("start")
    assert not FakeRun.made
    desk.fill(**{key: setup.DEFAULTS[key] for key in values})
    assert not desk.scene.bad and "start" in desk.scene.enabled


def test_what_only_the_folder_or_the_rubric_shows_is_told_at_the_start(desk, tmp_path):
    desk.room.command("folder")
    for values, says in (
        ({"rounds": "4"}, "cannot play 4 rounds"),
        ({"rounds": "", "rubric": str(tmp_path / "no.ini")}, "cannot be read"),
    ):
        desk.fill(**values)
        desk.room.command("start")
        assert not FakeRun.made and desk.scene.bad and says in desk.scene.status


def test_the_fields_describe_the_class(desk, tmp_path):
    rubric = tmp_path / "rubric.ini"
    rubric.write_text("[checks]\nnumbers = 5\n[opponent x]\nplayer = random\npoints = 5\n")
    desk.view.open_name = str(rubric)
    desk.room.command("rubric")
    runner = desk.start(
        rounds="1", depth="", seconds="0.5", seed="7", openings="3",
        opponents='"alphabeta:eval=groups,depth=1" random',
    )  # fmt: skip
    plan = runner.plan
    assert (plan.game, plan.games, plan.rounds) == ("loa5", 2, 1)
    assert (plan.depth, plan.seconds) == (None, 0.5)
    assert plan.opponents == ("alphabeta:eval=groups,depth=1", "random")
    assert (plan.seed, plan.openings, plan.sandbox, runner.jobs) == (7, 3, choose(), 1)
    desk.bring(checked(0))
    assert desk.scene.students.heads[-2:] == (words.MARKS, words.REMARK)
    assert desk.cells(0)[-2] == "5"


# --- a class ---


def test_students_are_followed_from_waiting_to_the_last_game(desk):
    desk.start()
    assert [row.cells[2] for row in desk.scene.students.rows] == [
        words.BEING_CHECKED, words.WAITS, words.WAITS,
    ]  # fmt: skip
    assert desk.scene.progress.live and desk.scene.status == words.CHECKING
    assert desk.scene.enabled >= {"stop"} and not desk.scene.enabled & {"start", "go-on", "folder"}
    desk.bring(*ALL_CHECKED[:2])
    assert [row.cells[2] for row in desk.scene.students.rows] == [
        words.PASSED, "✗ 1", words.BEING_CHECKED,
    ]  # fmt: skip
    assert desk.cells(1)[-1] == "Returns numbers: division by zero"
    desk.bring(ALL_CHECKED[2], EVERY_GAME[0])
    assert desk.scene.status == words.PLAYING and desk.cells(0)[3] == "1 of 4"
    desk.bring(*EVERY_GAME[1:], done=True)
    assert desk.scene.status == words.FINISHED and desk.scene.progress.share == 1
    assert not desk.main.promised and "go-on" not in desk.scene.enabled
    names = [row.cells[1] for row in desk.scene.cross.rows]
    assert names == ["ann", "ben", "cid"] and desk.scene.cross.rows[0].cells[3] == "4 of 4"
    assert desk.scene.cross.rows[0].cells[4:] == (words.SELF, "2", "2")
    assert len(desk.scene.games.rows) == 6


def test_the_chosen_student_s_checks_and_errors_are_shown(desk):
    desk.start()
    reason = f"ben{FORFEITS}ben.py, line 2: ZeroDivisionError"
    desk.bring(*ALL_CHECKED, game(0, 1, reason=reason))
    desk.room.choose("student", "1")
    texts = [(row.sign, row.text, row.found) for row in desk.scene.details.rows]
    assert texts == [
        ("✗", "Returns numbers", "division by zero"), ("✗", words.LOST_BY, reason),
    ]  # fmt: skip
    assert desk.scene.details.title == "ben.py"
    desk.room.choose("student", "")
    assert not desk.scene.details.rows


def test_games_are_listed_by_player_and_put_on_the_board(desk):
    desk.start()
    desk.bring(*ALL_CHECKED, *EVERY_GAME, done=True)
    desk.room.choose("only", "2")
    assert len(desk.scene.games.rows) == 4
    key = desk.scene.games.rows[0].key
    desk.room.choose("game", key)
    (shown,) = desk.shown
    desk.room.choose("only", "everyone")
    assert len(desk.scene.games.rows) == 6
    state = session()
    put_on_board(state, shown)
    assert state.names == ("ann", "cid") and "ann against cid, game 1: Won." in state.note
    assert state.details == ("ann.py", "cid.py")  # the card of the players names the files


def test_an_unfinished_game_leaves_the_board_only_after_a_question(desk):
    desk.start()
    desk.bring(*ALL_CHECKED, *EVERY_GAME, done=True)
    desk.room.choose("game", desk.scene.games.rows[0].key)
    (shown,) = desk.shown
    state = played(session(), "c1-c3")
    (asked,) = [one for one in put_on_board(state, shown) if isinstance(one, Confirm)]
    assert "Kept games" in asked.text and state.match.ply == 1 and not state.names
    asked.then(state)
    assert state.names == ("ann", "ben") and state.reviewing
    # A game that is only looked at is replaced at once.
    assert not any(isinstance(one, Confirm) for one in put_on_board(state, shown))


def test_an_error_is_told_and_the_class_can_go_on(desk):
    desk.start()
    desk.runner.error = "the processes keep dying"
    desk.bring(checked(0), done=True)
    assert desk.scene.bad and "keep dying" in desk.scene.status and "go-on" in desk.scene.enabled


# --- stopping and going on ---


def test_a_stopped_class_goes_on_with_what_is_known(desk):
    first = desk.start()
    desk.bring(*ALL_CHECKED, *EVERY_GAME[:3])
    desk.room.command("stop")
    assert first.stopped and not desk.main.promised
    assert desk.scene.status == words.stopped(3, 6) and "go-on" in desk.scene.enabled
    assert desk.scene.main == "go-on"
    desk.room.command("go-on")
    assert desk.scene.main == "start"
    second = desk.runner
    assert second is not first and second.plan == first.plan
    assert set(second.job.known.checked) == {0, 1, 2}
    assert sum(map(len, second.job.known.games.values())) == 3 and len(desk.scene.games.rows) == 3
    # What is known comes again, and nothing is lost if the class is stopped before that.
    desk.room.command("stop")
    desk.room.command("go-on")
    assert sum(map(len, desk.runner.job.known.games.values())) == 3
    desk.bring(*ALL_CHECKED, *EVERY_GAME, done=True)
    assert len(desk.scene.games.rows) == 6 and desk.scene.status == words.FINISHED


def test_a_class_that_is_stopped_at_once_can_go_on(desk):
    desk.start()
    desk.room.command("stop")
    assert desk.scene.status == words.stopped(0, 6) and "go-on" in desk.scene.enabled
    desk.room.command("go-on")
    assert len(FakeRun.made) == 2 and desk.state.running


def test_the_page_can_be_saved_while_files_are_being_checked(desk, tmp_path):
    rubric = tmp_path / "rubric.ini"
    rubric.write_text("[checks]\nnumbers = 5\n")
    desk.start(rubric=str(rubric))
    desk.bring(checked(0))
    desk.view.save_name = str(tmp_path / "class.html")
    desk.room.command("save-page")
    page = (tmp_path / "class.html").read_text("utf-8")
    assert "5 of 5 points" in page and "cid" in page


def test_the_class_is_there_again_after_the_program_has_ended(folder, tmp_path):
    store = ClassroomStore(tmp_path / "class")
    desk = Desk(folder, store)
    desk.start(game="loa6", depth="2")
    unplayed = tuple(game(0, 1, number, 0, f"ben{FORFEITS}division by zero") for number in (0, 1))
    desk.bring(*ALL_CHECKED, *unplayed)
    before = dict(desk.state.values)
    desk.room.close()
    again = Desk(folder, store)
    assert not FakeRun.made and again.state.values == before
    assert again.scene.status == words.TAKEN_UP.format(done=2, count=6)
    assert len(again.scene.games.rows) == 2 and again.scene.enabled >= {"go-on", "save-csv"}
    again.room.command("go-on")
    assert sum(map(len, again.runner.job.known.games.values())) == 2
    again.room.close()
    # A file that has been changed since is told, and the fields stay.
    (folder / "ann.py").write_text("# changed\n")
    third = Desk(folder, store)
    assert third.scene.status == "ann: changed since, to be checked and played again"
    assert third.state.values == before and len(third.scene.students.rows) == 3


def test_two_copies_of_the_program_keep_a_class_each(folder, tmp_path):
    place = tmp_path / "class"
    first, second = Desk(folder, ClassroomStore(place)), Desk(folder, ClassroomStore(place))
    first.start(game="loa6", seed="1")
    runner = first.runner
    second.start(game="loa8", seed="2")
    FakeRun.made = (*FakeRun.made, runner)
    first.bring(*ALL_CHECKED, game(0, 1, 0, 0))
    for desk in (first, second):
        desk.room.close()
        desk.room.release()
    # The next start takes up the class that was kept last, a second copy the other one.
    again, other = Desk(folder, ClassroomStore(place)), Desk(folder, ClassroomStore(place))
    assert [desk.state.values["game"] for desk in (again, other)] == ["loa8", "loa6"]
    assert again.state.run.played == 0 and other.state.run.played == 1
    third = Desk(folder, ClassroomStore(place))  # nothing is left for it
    assert third.state.values["folder"] == ""
    for desk in (again, other, third):
        desk.room.close()
        desk.room.release()


def test_games_of_the_kept_class_that_cannot_be_used_are_named(folder, tmp_path):
    store = ClassroomStore(tmp_path / "class")
    desk = Desk(folder, store)
    desk.start(game="loa6", depth="2")
    unplayed = tuple(game(0, 1, number, 0, f"ben{FORFEITS}division by zero") for number in (0, 1))
    desk.bring(*ALL_CHECKED, *unplayed)
    desk.room.close()
    table = tmp_path / "class" / "games.csv"
    table.write_text(table.read_text().replace(",no,1,", ",no,one,", 1))
    again = Desk(folder, store)
    assert again.scene.bad and "1 game of the file will be played again." in again.scene.status
    assert "line 2 cannot be used" in again.scene.status and len(again.scene.games.rows) == 1


def test_folders_without_a_file_are_named(folder):
    (folder / "zoe").mkdir()
    (folder / "yan").mkdir()
    desk = Desk(folder)
    desk.room.command("folder")
    assert desk.scene.status.endswith("Neither a Python file nor a program is in 'yan', 'zoe'.")
    assert len(desk.scene.students.rows) == 3


def test_each_class_is_offered_a_seed_that_nobody_knows_before(folder):
    one, two = (Desk(folder).state.values["seed"] for _ in "12")
    assert one != two and one.isdigit()


def test_a_damaged_store_is_an_empty_one(folder, tmp_path):
    for text in ("", "[]", '{"game": "chess"}', '{"game": []}'):
        (tmp_path / "fields.json").write_text(text)
        desk = Desk(folder, ClassroomStore(tmp_path))
        assert desk.scene.status == words.READY
        desk.room.release()


def test_the_rounds_of_a_swiss_tournament_are_counted_once_after_going_on(desk):
    desk.start(rounds="1")
    begun = RoundBegun(1, ((0, 1),), 2)
    desk.bring(*ALL_CHECKED, begun, game(0, 1))
    desk.room.command("stop")
    desk.room.command("go-on")
    desk.bring(*ALL_CHECKED, begun, game(0, 1), game(0, 1, 1), done=True)
    assert desk.state.run.rounds == [begun] and desk.cells(0)[3] == "2 of 2"


def test_a_class_goes_on_with_its_own_settings_and_only_a_changed_file_starts_anew(desk, folder):
    desk.start(seed="1")
    desk.bring(*ALL_CHECKED)
    desk.room.command("stop")
    desk.fill(seed="9")
    desk.room.command("go-on")
    assert desk.scene.status == words.OTHER_PLAN.format(difference="seed 1, not 9")
    assert desk.scene.bad and len(FakeRun.made) == 1
    desk.fill(seed="1")
    (folder / "ben.py").write_text(FILES["ann"])
    desk.room.command("go-on")
    assert desk.scene.status == "ben: changed since, to be checked and played again"
    assert len(FakeRun.made) == 2 and set(desk.runner.job.known.checked) == {0, 2}
    desk.room.command("stop")
    desk.room.command("start")
    assert len(FakeRun.made) == 3 and not desk.runner.job.known.checked


def test_closing_the_window_stops_the_class_which_stays(desk):
    desk.start()
    desk.bring(*ALL_CHECKED, EVERY_GAME[0])
    view, runner = desk.view, desk.runner
    desk.room.closed()
    assert runner.stopped and view.closed and not desk.main.promised
    desk.room.close()
    desk.room.open(opening("loa8"))
    assert desk.view is not view and len(desk.scene.games.rows) == 1
    assert "go-on" in desk.scene.enabled


def test_long_work_is_not_thrown_away_unasked(desk):
    desk.start()
    desk.bring(*ALL_CHECKED, *EVERY_GAME[:2])
    desk.main.pass_time(40)
    desk.room.command("stop")
    desk.room.command("start")
    ((_, text, _, go_on),) = desk.view.questions
    assert "2 games that took 0:4" in text and len(FakeRun.made) == 1
    go_on()
    go_on()
    assert len(FakeRun.made) == 2 and not desk.scene.games.rows


# --- files ---


def test_a_class_is_resumed_from_the_files_that_the_window_wrote(desk, tmp_path):
    desk.start(seed="1")
    desk.bring(*ALL_CHECKED, *EVERY_GAME[:3])
    desk.view.save_name = desk.view.open_name = str(tmp_path / "class.csv")
    desk.room.command("save-csv")
    assert len(list(csv.DictReader((tmp_path / "class.csv").read_text("utf-8").splitlines()))) == 3
    assert desk.scene.status == words.SAVED.format(name=desk.view.save_name)
    desk.room.command("stop")
    other = Desk(desk.view.folder)
    other.view.open_name = desk.view.open_name
    other.room.command("folder")
    other.fill(games="2", jobs="1", depth="4", seed="1")
    other.room.command("resume")
    assert other.scene.bad and "depth 3, not 4" in other.scene.status
    other.fill(depth="3")
    other.room.command("resume")
    assert set(other.runner.job.known.checked) == {0, 1, 2} and len(other.scene.games.rows) == 3
    assert other.scene.status == words.GO_ON_FROM.format(done=3, count=6)
    other.bring(done=True)
    other.view.open_name = str(tmp_path / "no.csv")
    other.room.command("resume")
    assert other.scene.bad and "no.csv" in other.scene.status


def test_the_page_and_the_results_are_written(desk, tmp_path):
    desk.start()
    desk.bring(*ALL_CHECKED, *EVERY_GAME, done=True)
    desk.view.save_name = str(tmp_path / "class.html")
    desk.room.command("save-page")
    assert "Cross table" in (tmp_path / "class.html").read_text("utf-8")
    desk.view.save_name = str(tmp_path / "no" / "class.html")
    desk.room.command("save-page")
    assert desk.scene.bad and "cannot be written" in desk.scene.status
    results = tmp_path / "results"
    results.mkdir()
    desk.view.folder = str(results)
    desk.room.command("results")
    assert "results" not in desk.scene.enabled
    wait_for_results(desk)
    (test,) = json.loads((results / "ben" / "results.json").read_text())["tests"]
    assert test["max_score"] == 1
    assert len(list((results / "games").iterdir())) == 6 and (results / "index.html").exists()
    assert desk.scene.status == words.RESULTS_SAVED.format(name=results)
    desk.room.command("results")  # no longer empty
    ((title, _, _, go_on),) = desk.view.questions
    assert title == words.NOT_EMPTY
    (results / "index.html").unlink()
    go_on()
    wait_for_results(desk)
    assert (results / "index.html").exists()


class SlowThread(FakeThread):
    """Does the jobs of a class at once, but writes nothing before it is told to."""

    written = None  # the last message about the results, when they are written

    def poll(self, most=10):
        if not isinstance(self.now, ResultsJob):
            return super().poll(most)
        return [self.written] if self.written is not None else []


@pytest.mark.parametrize("reopened_before", [True, False])
@pytest.mark.parametrize("reason", ["", "the disk is full"])
def test_a_window_closed_while_results_are_written_says_their_outcome_when_it_is_opened_again(
    folder, tmp_path, reopened_before, reason
):
    thread, results = SlowThread(), tmp_path / "results"
    desk = Desk(folder, thread=thread)
    desk.start()
    desk.bring(*ALL_CHECKED, *EVERY_GAME, done=True)
    desk.view.folder = str(results)
    desk.room.command("results")
    desk.room.closed()
    assert desk.room.view is None and desk.state.writing and isinstance(thread.now, ResultsJob)
    if reopened_before:
        desk.room.open(opening())
        assert desk.scene.status == words.RESULTS_WRITING.format(name=results)
        assert not desk.scene.enabled & {"start", "results", "resume", "go-on"}
    thread.written = Message("failed", reason) if reason else Message("done")
    desk.main.pass_time(1)
    if not reopened_before:
        desk.room.open(opening())
    told = words.NOT_WRITTEN if reason else words.RESULTS_SAVED
    assert desk.scene.status == told.format(name=results, reason=reason)
    assert desk.scene.bad == bool(reason) and desk.scene.enabled >= {"start", "results"}
    desk.room.closed()
    assert not desk.room.runner.workers  # nothing lasts now


def wait_for_results(desk):
    wait_until(lambda: desk.main.pass_time(0.1) or not desk.state.writing)


# --- tables ---


def test_the_tables_of_any_class_can_be_made(folder):
    plan = ClassroomPlan(
        game="loa5", students=read_submissions(folder).students, opponents=("random",), games=1
    )
    run = ClassroomRun(plan)
    for event in (None, *ALL_CHECKED, *EVERY_GAME, game(0, 3, winner=None), game(1, 3)):
        if event is not None:
            run.add(event)
        shown = class_tables(run, {1}, None)
        for table in (shown.students, shown.cross):
            assert all(len(row.cells) == len(table.heads) for row in table.rows)
        assert len(shown.students.rows) == 3 and len(shown.cross.rows) == 4


# --- the other students' files ---

SPY = """\
from pathlib import Path

SEEN = sorted(path.name for path in Path(__file__).parent.iterdir())


def evaluate(position, player):
    if SEEN != ["_common.py", Path(__file__).name]:
        raise RuntimeError(f"it sees {SEEN}")
    return 0
"""


class Here:
    """Does all work in this process, one piece after the other."""

    def each(self, work, items):
        for item in items:
            yield item, work(item, lambda: False)


@pytest.mark.skipif(bool(bwrap_problem()), reason="only bwrap hides files")
def test_checks_and_games_of_a_class_see_no_other_student_s_file(tmp_path, monkeypatch):
    rows = {row.name: row for row in evaluation_checks.CHECKS}
    monkeypatch.setattr(evaluation_checks, "CHECKS", (rows["numbers"], rows["games"]))
    for name in ("ann", "ben"):
        (tmp_path / f"{name}.py").write_text(SPY)
    (tmp_path / "_common.py").write_text("")
    (tmp_path / "marks.txt").write_text("secret")
    plan = ClassroomPlan(
        game="minicheckers", students=read_submissions(tmp_path).students, depth=1, games=1,
        check_games=1, sandbox="bwrap",
    )  # fmt: skip
    run = ClassroomRun(plan)
    for event in conduct(plan, Here()):
        run.add(event)
    assert all(one.passed for one in run.checked.values()), run.checked
    assert run.played == 1 and not any(run.errors(number) for number in (0, 1))


def test_files_are_named_by_whole_paths(desk, folder, monkeypatch):
    """A relative folder would be another one after a change of the working folder."""
    monkeypatch.chdir(folder.parent)
    desk.view.folder = "students"
    desk.room.command("folder")
    assert Path(desk.state.values["folder"]) == folder

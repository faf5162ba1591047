"""Tools > My code and the check window: examples, files to play against, real checks."""

import multiprocessing
import os
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from fakes import FakeView, FakeWorker, kinds, one, opening, tool
from loa_tk.control.checking import commands as checking
from loa_tk.control.checking.commands import TOOL as CHECK
from loa_tk.control.checking.jobs import ExamineJob, Refused
from loa_tk.control.checking.state import CheckingState
from loa_tk.control.classroom.findings import Checked, Line, failed, passed
from loa_tk.control.classroom.students import student
from loa_tk.control.effects import (
    Announce,
    AskOpenName,
    Choose,
    Confirm,
    Drop,
    FillIn,
    Front,
    Log,
    OpenTool,
    Run,
    SaveSettings,
)
from loa_tk.control.engine.jobs import Message
from loa_tk.control.main import own_code
from loa_tk.control.main.commands import CHOICES, COMMANDS
from loa_tk.control.main.controller import Controller
from loa_tk.control.main.scenes import menu_scene
from loa_tk.model.match import Match
from loa_tk.model.search.players import read_player
from loa_tk.model.search.search import never
from loa_tk.store.archive import Archive
from loa_tk.store.settings import Settings, Store
from loa_tk.words import checking as words
from own_files import SIMPLE
from patience import wait_until
from test_programs_of_students import program
from test_transitions import INSPECT, WRITE, session

EVALUATION = "def evaluate(position, player):\n    return 0\n"
SEARCH = "def choose(position, seconds, counts):\n    return position.moves()[0]\n"
FIRST_LINE = Line(
    name="loads",
    text="Loads",
    required=True,
    finding=passed("it has evaluate()", evaluate=True, choose=False),
)


@pytest.fixture
def mine(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(EVALUATION)
    return path


# --- new files ---


@pytest.mark.parametrize("name", ["new-evaluation", "new-search"])
def test_a_new_file_is_written_remembered_and_offered_as_a_player(tmp_path, name):
    state = session()
    asked = COMMANDS[name].do(state)[0]
    write = one(asked.then(state, str(tmp_path / "mine.py")), WRITE)
    text = write.work.arguments[1]()
    compile(text, "mine.py", "exec")
    assert "loa check mine.py --game loa5" in text and str(tmp_path) not in text
    effects = write.then(state, "")
    assert state.settings.own == [str(tmp_path / "mine.py")] and SaveSettings in kinds(effects)
    inspect = one(one(effects, Confirm).then(state), INSPECT)
    assert inspect.work.arguments[0] == tmp_path / "mine.py"


def test_a_file_that_cannot_be_written_or_named_is_told(tmp_path):
    state = session()
    asked = COMMANDS["new-search"].do(state)[0]
    assert "must end in .py" in one(asked.then(state, "mine.txt"), Announce).text
    write = one(asked.then(state, str(tmp_path / "mine.py")), WRITE)
    assert "disk is full" in one(write.then(state, "the disk is full"), Announce).text
    assert state.settings.own == []


def test_the_game_of_the_example_is_the_one_that_was_on_the_board(tmp_path):
    state = session()
    asked = COMMANDS["new-evaluation"].do(state)[0]
    CHOICES["board"].do(state, "breakthrough8")  # while the dialog is open
    write = one(asked.then(state, str(tmp_path / "mine.py")), WRITE)
    assert "--game loa5" in write.work.arguments[1]()


# --- playing against a file ---


def against(state, path):
    inspect = one(own_code.play_against(state, str(path)), INSPECT)
    return inspect.then(state, own_code.inspected(inspect.work.arguments[0]))


@pytest.mark.parametrize(
    ("side", "computer", "humans"),
    [("first", 1, (True, False)), ("second", 0, (False, True)), ("both", 1, (True, False)),
     ("none", 1, (True, False))],
)  # fmt: skip
def test_the_computer_s_side_plays_with_the_file(mine, side, computer, humans):
    state = session(side=side)
    effects = against(state, mine)
    player = state.computer(computer)
    assert player.files == (str(mine),) and player.search == "alphabeta" and player.seconds == 2
    assert state.humans == humans
    assert "mine.py" in one(effects, Log).entry.head and "mine.py" in state.note
    # At once, if it is the computer's turn.
    thinks = [effect.job.player for effect in effects if isinstance(effect, Run)]
    assert thinks == ([player] if computer == 0 else [])


@pytest.mark.skipif(os.name == "nt", reason="there is no shell")
def test_a_program_is_a_player_and_a_level_ends_that(tmp_path):
    path = program(tmp_path / "mine")
    state = session(side="first")
    against(state, path)
    player = state.computer(1)
    assert (player.search, player.options["folder"], player.seconds) == ("ugi", str(path.parent), 2)
    assert own_code.plays_own(state) and str(tmp_path) not in state.style(1)
    assert state.settings.own == [str(path)]
    CHOICES["level"].do(state, "easy")
    assert not own_code.plays_own(state)
    path.write_text("nothing that can be run")
    path.chmod(0o644)
    assert "neither a Python file nor a program" in own_code.inspected(path)


def test_a_file_that_the_menu_does_not_list_can_be_chosen(mine):
    state = session()
    asked = one(COMMANDS["play-file"].do(state), AskOpenName)
    inspect = one(asked.then(state, str(mine)), INSPECT)
    inspect.then(state, own_code.inspected(inspect.work.arguments[0]))
    assert state.computer(1).files == (str(mine),) and state.settings.own == [str(mine)]
    assert one(COMMANDS["play-file"].do(state), AskOpenName).folder == str(mine.parent)


def test_a_search_plays_itself_and_a_finished_game_begins_anew(tmp_path):
    path = tmp_path / "my search.py"
    path.write_text(SEARCH)
    state = session(side="second")
    state.match = Match(state.game, state.game.setup({0: 0, 1: 0, 12: 1, 14: 1, 24: 1}, 1))
    assert state.match.outcome() is not None
    effects = against(state, path)
    assert state.match.outcome() is None and state.computer(0).search == "file"
    assert one(effects, Run).job.player.files == (str(path),)


def test_a_file_that_is_gone_leaves_the_menu_and_one_without_functions_stays(tmp_path, mine):
    state = session()
    own_code.remember(state, mine)
    own_code.remember(state, tmp_path / "gone.py")
    assert "gone.py" in one(against(state, tmp_path / "gone.py"), Announce).text
    assert state.settings.own == [str(mine)]
    mine.write_text("def evaluate(position, player)\n")
    assert "Check…" in one(against(state, mine), Announce).text
    assert state.settings.own == [str(mine)] and not own_code.plays_own(state)


def test_a_level_ends_the_play_against_a_file(mine):
    state = session()
    before = menu_scene(state).chosen["level"]
    against(state, mine)
    assert menu_scene(state).chosen["level"] == ""
    CHOICES["level"].do(state, "hard")
    assert not state.computer(1).files and menu_scene(state).chosen["level"] == "hard"
    assert before and "mine.py" not in state.note
    # A side that was customised without a file keeps its player.
    state.change(sides={"loa5": {"1": "random"}})
    CHOICES["level"].do(state, "easy")
    assert state.computer(1) == read_player(state.game, "random")


def test_the_menu_names_the_latest_files(tmp_path):
    state = session()
    assert [choice.key for choice in own_code.own_choices(state)] == [""]
    assert own_code.play_against(state, "") == []
    for folder in "abcdefghij":
        own_code.remember(state, tmp_path / folder / "mine.py")
    own_code.remember(state, tmp_path / "j" / "other.py")
    labels = [choice.label for choice in own_code.own_choices(state)]
    assert len(labels) == own_code.RECENT
    assert labels[:2] == ["&1  Play against other.py", "&2  Play against mine.py in j"]


def test_a_file_chosen_in_customise_is_remembered(mine):
    state = session()
    fill = one(COMMANDS["customise"].do(state), FillIn)
    values = {f.key: f.value for part in fill.scene.sections for f in part.fields}
    values |= {"second.as": "own", "second.search": "alphabeta", "second.eval": str(mine)}
    fill.then(state, values)
    assert state.settings.own == [str(mine)] and state.computer(1).files == (str(mine),)


def test_the_files_survive_a_restart(tmp_path, mine):
    store = Store(tmp_path)
    store.save(replace(Settings(), own=[str(mine)]))
    assert store.load()[0].own == [str(mine)]


def test_a_new_evaluation_plays_in_the_window(tmp_path):
    """From the menu to the engine's job, with everything but the screen and the process."""
    view, worker = FakeView(), FakeWorker()
    Store(tmp_path).save(Settings(game="loa5", side="second", animation=False))
    controller = Controller(view, worker, Store(tmp_path), Archive(tmp_path / "games"))
    controller.start()
    asked = []
    controller.runner.run = asked.append
    view.save_name = str(tmp_path / "mine.py")
    controller.command("new-evaluation")
    assert (tmp_path / "mine.py").read_text().startswith('"""My evaluation')
    ((_, _, yes),) = view.questions
    yes()
    assert [job.files for job in asked] == [(str(tmp_path / "mine.py"),)]
    assert "mine.py" in view.entries[-1].head
    assert Store(tmp_path).load()[0].own == [str(tmp_path / "mine.py")]
    controller.close()


# --- the check window ---


def test_a_chosen_file_is_checked(mine):
    state = session()
    effects = one(COMMANDS["check-file"].do(state), AskOpenName).then(state, str(mine))
    check = one(effects, OpenTool)
    assert check.name == "checking" and check.request.game is state.game
    assert check.request.path == mine and state.settings.own == [str(mine)]


def test_lines_are_shown_as_they_are_found(mine):
    state = CheckingState()
    effects = checking.opened(state, opening("loa5", path=mine))
    assert kinds(effects) == [Front, Run]
    shown = CHECK.show(state)
    assert shown.live and shown.enabled == {"stop", "another", "play"} and shown.progress == 0
    bad = Line(
        name="numbers",
        text="Returns numbers",
        required=True,
        finding=failed("ZeroDivisionError"),
        first=True,
    )
    advice = Line(name="symmetry", text="Symmetric", required=False, finding=failed("half differ"))
    checking.heard(state, None, [Message("progress", "Loads"), Message("progress", FIRST_LINE)])
    assert CHECK.show(state).doing == "Loads" and "evaluation" in CHECK.show(state).facts
    checking.heard(state, None, [Message("progress", bad), Message("progress", advice)])
    shown = CHECK.show(state)
    assert [(row.sign, row.tone) for row in shown.rows] == [("✓", "good"), ("✗", "bad"), ("!", "")]
    assert all(row.help for row in shown.rows) and 0 < shown.progress < 1 and not shown.verdict
    lines = (FIRST_LINE, bad, advice)
    done = Checked(
        program=str(mine),
        game="loa5",
        seed=1,
        kinds=("evaluation",),
        sandbox="a sandbox",
        lines=lines,
        seconds=2.0,
    )
    assert checking.heard(state, None, [Message("progress", done)]) == []
    shown = CHECK.show(state)
    assert not shown.live and shown.tone == "bad" and shown.progress == 1
    assert "a sandbox" in shown.facts and shown.enabled == {"again", "another", "play"}


@pytest.mark.parametrize(
    ("message", "says"),
    [
        (Message("progress", Refused("no such file")), "no such file"),
        (Message("failed", "Traceback\n\nKeyError: 3"), "KeyError: 3"),
        (Message("progress", Message("restarted", -9)), words.RESTARTED),
    ],
)
def test_what_goes_wrong_is_told(mine, message, says):
    state = CheckingState()
    checking.opened(state, opening("loa5", path=mine))
    checking.heard(state, None, [Message("progress", FIRST_LINE), message])
    assert CHECK.show(state).bad and says in CHECK.show(state).status


def test_a_check_is_stopped_repeated_and_leads_to_a_game(mine):
    state = CheckingState()
    checking.opened(state, opening("loa5", path=mine))
    checking.heard(state, None, [Message("progress", FIRST_LINE)])
    assert kinds(checking.choose(state, "game", "loa6")) == [Run]
    assert state.lines == [] and checking.choose(state, "game", "loa6") == []
    assert kinds(CHECK.do(state, "stop")) == [Drop]
    assert CHECK.do(state, "stop") == [] and CHECK.show(state).status == words.STOPPED
    assert CHECK.do(state, "play") == [Choose("own", str(mine))]
    effects = one(CHECK.do(state, "another"), AskOpenName).then(state, "other.py")
    assert one(effects, Run).job.path == str(Path("other.py").absolute())
    assert kinds(checking.stop(state)) == [Drop]


class RealDesk:
    """The check window's controller with real processes, on a clock that the test advances."""

    def __init__(self):
        self.main, self.played = FakeView(), []
        self.window = tool(CHECK, CheckingState(), self.main, self.played.append)

    @property
    def state(self):
        return self.window.state

    def until(self, condition):
        wait_until(lambda: self.main.pass_time(0.1) or condition())


@pytest.fixture
def guests(tmp_path, monkeypatch):
    """Return the folder in which the processes of this test make the guests' folders."""
    folder = tmp_path / "tmp"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    return folder


def test_a_real_check_names_the_mistake_and_leaves_nothing_behind(mine, guests):
    mine.write_text("def evaluate(position, player):\n    return 1 / 0\n")
    desk = RealDesk()
    desk.window.open(opening("minicheckers", path=mine))
    desk.until(lambda: not desk.state.running)
    rows = desk.main.tools["checking"].scene.rows
    assert rows[0].tone == "good" and "line 2: ZeroDivisionError" in rows[1].found
    assert desk.main.tools["checking"].scene.tone == "bad"
    desk.window.command("play")
    assert desk.played == [Choose("own", str(mine))]
    desk.window.close()
    assert_gone(desk, guests)


@pytest.mark.skipif(os.name == "nt", reason="there is no shell")
def test_a_program_is_checked_too(tmp_path):
    path = program(tmp_path / "mine")
    found = ExamineJob(str(path), "loa5", SIMPLE).run(never, lambda told: None)
    assert found.kinds == ("search",) and found.lines[0].finding.status == "passed"
    refused = ExamineJob(str(tmp_path / "none"), "loa5", SIMPLE).run(never, lambda told: None)
    assert "neither a Python file nor a program" in refused.reason


def test_a_check_that_hangs_ends_with_its_window(mine, guests):
    mine.write_text("def evaluate(position, player):\n    while True: pass\n")
    desk = RealDesk()
    desk.window.open(opening("minicheckers", path=mine))
    desk.until(lambda: len(desk.state.lines) == 1)
    desk.window.closed()
    assert desk.main.tools["checking"].closed and not desk.main.promised
    assert_gone(desk, guests)


def assert_gone(desk, guests):
    wait_until(lambda: all(thread.name != "loa_tk check" for thread in threading.enumerate()))
    wait_until(lambda: not multiprocessing.active_children(), "the end of all processes")
    assert os.listdir(guests) == []


def test_a_student_is_read_and_not_run(tmp_path):
    path = tmp_path / "loud.py"
    path.write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n" + SEARCH)
    assert student(path).kinds == ("search",) and not (tmp_path / "ran").exists()

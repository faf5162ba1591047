"""What a student's file once got out of the host, or did to it: each of these must stay closed."""

import os
import random
from dataclasses import replace

import pytest

from loa_tk.control.classroom.evaluation_checks import EvaluationExam, Values
from loa_tk.control.classroom.examine import unexamined
from loa_tk.control.classroom.plan import ClassroomPlan
from loa_tk.control.classroom.run import ClassroomRun, StudentChecked
from loa_tk.control.classroom.students import handed_in
from loa_tk.control.guest import clock, host
from loa_tk.control.guest.files import GuestFiles
from loa_tk.control.guest.given import FOLDER, give, open_folder, remove_stale
from loa_tk.control.guest.said import LONGEST_PATH
from loa_tk.control.guest.witness import STEPS_OF_EVAL, Witness
from loa_tk.control.series.plan import Plan, Task
from loa_tk.control.series.play import play_game
from loa_tk.guest import LIMITS
from loa_tk.lab import Mistake
from loa_tk.lab.evaluation import FIRST, OwnEvaluation
from loa_tk.model.checks.diagnosis import cases
from loa_tk.model.checks.secret import SecretEvaluation
from loa_tk.model.game import finish
from loa_tk.model.games import all_games, find_game
from own_files import ALPHA_BETA, SIMPLE

LOA5 = find_game("loa5")
# Finds the object that speaks to the host, by the stack.
WIRE = """\
import os, sys
def wire():
    frame = sys._getframe()
    while "self" not in frame.f_locals or not hasattr(frame.f_locals["self"], "wire"):
        frame = frame.f_back
    return frame.f_locals["self"].wire
"""
DIES = """
def evaluate(position, player):
    wire().send({{"at": {name!r}, "line": {line}, "calls": 1}})
    os._exit(0)
"""
SAYS_MODULES = """
from loa_tk.guest import inside
inside.modules_beside = lambda folder: [{name!r}]
"""


def write(folder, text, name="mine.py"):
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def mistake(path, question=None, alone=""):
    """Return what the host says of a file when it is asked for a value."""
    files = GuestFiles(SIMPLE, alone)
    ask = question or (lambda guest: guest.values(LOA5, [(LOA5.start, 0)]))
    try:
        with pytest.raises(Mistake) as caught:
            ask(files.guest(str(path)))
    finally:
        files.close()
    return caught.value


@pytest.mark.parametrize("name", ["notes.txt", "link.py"])
def test_the_host_quotes_no_file_but_the_one_that_it_has_read(tmp_path, name):
    """The guest says what its modules are called, and where it was when it ended."""
    secret = write(tmp_path, "first\nprivate key\n", "key")
    folder = tmp_path / "mallory"
    folder.mkdir()
    if os.name != "nt":
        (folder / name).symlink_to(secret)
    text = SAYS_MODULES.format(name=name) + WIRE + DIES.format(name=name, line=2)
    assert "private key" not in str(mistake(write(folder, text)))


def test_the_files_of_other_students_are_not_quoted(tmp_path):
    write(
        tmp_path, "def evaluate(position, player):\n    return 'the secret of alice'\n", "alice.py"
    )
    text = SAYS_MODULES.format(name="alice.py") + WIRE + DIES.format(name="alice.py", line=2)
    assert "secret of alice" not in str(mistake(write(tmp_path, text), alone=str(tmp_path)))


@pytest.mark.parametrize("line", ["\x1b[2Jall is well", "\u202eabc", "\x9b31m"])
def test_a_line_of_the_file_is_quoted_without_what_moves_a_cursor(tmp_path, line):
    text = WIRE + DIES.format(name="mine.py", line=1)
    path = write(tmp_path, f"x = 1  # {line}\n{text}")
    said = mistake(path)
    assert said.code.startswith("x = 1  # ") and str(said).isprintable()


def test_bytes_that_are_no_text_do_not_stop_the_host(tmp_path):
    path = tmp_path / "mine.py"
    path.write_bytes(
        b"# coding: latin-1\nx = '\xff'\n"
        + (WIRE + DIES)
        .format(name="mine.py", line=2)
        .replace("{{", "{")
        .replace("}}", "}")
        .encode()
    )
    assert mistake(path).line == 2


def test_a_function_that_is_in_the_text_cannot_be_hidden(tmp_path):
    """Otherwise a file would choose which checks it gets."""
    hides = (
        "from loa_tk.lab.source import OwnCode\nOwnCode.has = lambda self, name: name[0] == 'e'\n"
    )
    text = f"{hides}def evaluate(position, player): return 1\ndef choose(*given): return 'a1-b1'\n"
    assert "it has no choose(), which is in its text" in mistake(write(tmp_path, text)).what


def test_an_answer_cannot_be_sent_before_its_question(tmp_path):
    text = (
        WIRE
        + """
for number in range(1000):
    wire().send({"number": number, "values": [7.0]})
def evaluate(position, player): return 1
"""
    )
    assert "nobody asked for" in mistake(write(tmp_path, text)).what


def test_eval_calls_are_seen_and_not_told(tmp_path):
    text = (
        WIRE
        + """
def choose(position, seconds, counts):
    wire().send({"steps": [["eval", [], 0, 1.0]]})
    return position.moves()[0]
"""
    )
    said = mistake(
        write(tmp_path, text),
        lambda guest: guest.choose(
            LOA5, LOA5.start, host.Limits(depth=1), LOA5.evaluation("groups"), watch=9
        ),
    )
    assert "not a step" in said.what


def test_the_steps_that_a_file_tells_are_bounded(tmp_path):
    text = (
        WIRE
        + """
def choose(position, seconds, counts):
    for _ in range(20):
        wire().send({"steps": [["after", [1] * 150, 0, None]] * 1000})
    counts.evaluate(position.after(position.moves()[0]), "b")
    return position.moves()[0]
"""
    )
    files = GuestFiles(SIMPLE)
    try:
        guest = files.guest(str(write(tmp_path, text)))
        said = guest.choose(
            LOA5, LOA5.start, host.Limits(depth=1), LOA5.evaluation("groups"), watch=9
        )
    finally:
        files.close()
    assert len(said.steps) <= 1000 + STEPS_OF_EVAL * 9 + 1
    assert sum(step.kind == "eval" for step in said.steps) == 1
    assert all(step.path is None or len(step.path) <= LONGEST_PATH for step in said.steps)


def test_a_guest_that_does_not_read_is_still_ended(tmp_path, monkeypatch):
    """It asks for values and never takes them, so that the pipe to it is full."""
    monkeypatch.setattr(clock, "STOPPING", 0.3)
    text = (
        WIRE
        + """
def choose(position, seconds, counts):
    while True:
        wire().send({"eval": 0, "path": []})
"""
    )
    said = mistake(
        write(tmp_path, text),
        lambda guest: guest.choose(
            LOA5, LOA5.start, host.Limits(depth=1, stop=lambda: True), LOA5.evaluation("groups")
        ),
    )
    assert said.what


@pytest.mark.parametrize("key", all_games())
def test_eval_of_a_finished_position_is_a_number(key):
    """A beginner's search forgets to ask whether the game is over."""
    game = find_game(key)
    dice = random.Random(key)
    for _ in range(20):
        state = game.start
        while finish(game, state) is None:
            before, state = state, game.play(state, dice.choice(game.moves(state)))
        for name in game.evaluations:
            witness = Witness(game, before, game.evaluation(name, 0, 0.0))
            assert all(isinstance(witness.value(state, player), (int, float)) for player in (0, 1))


def test_a_failure_around_a_file_costs_one_game_and_not_the_series(tmp_path, monkeypatch):
    path = write(tmp_path, ALPHA_BETA)
    monkeypatch.setattr(Witness, "evaluate", lambda self, message: 1 / 0)
    plan = Plan(game="loa5", players=(f"file:{path},depth=1", "random:seed=1"), games=1, seed=1,
                sandbox=SIMPLE)  # fmt: skip
    result = play_game(Task(0, plan))
    assert result.winner == 1 and "The search failed: ZeroDivisionError" in result.reason


def test_an_evaluation_cannot_think_for_longer_than_its_search_may(tmp_path):
    """The search looks at the clock between two questions, and a question may take ten seconds."""
    slow = "import time\ndef evaluate(position, player):\n    time.sleep(0.3)\n    return 1\n"
    player = f"alphabeta:eval={write(tmp_path, slow)},seconds=0.05"
    plan = Plan(game="loa5", players=(player, "random:seed=1"), games=1, seed=1, sandbox=SIMPLE,
                grace=0.5)  # fmt: skip
    result = play_game(Task(0, plan))
    assert result.winner == 1 and "of 0.05 seconds" in result.reason


def test_a_slow_evaluation_is_asked_for_few_values_at_a_time(tmp_path):
    slow = "import time\ndef evaluate(position, player):\n    time.sleep(0.05)\n    return 1\n"
    path, asked = write(tmp_path, slow), []
    files = GuestFiles(SIMPLE)
    try:
        guest = files.guest(str(path))
        own = OwnEvaluation(LOA5, lambda new: asked.append(len(new)) or guest.values(LOA5, new),
                            ahead=True)  # fmt: skip
        children = [LOA5.play(LOA5.start, move) for move in LOA5.moves(LOA5.start)]
        own.expect(children, 0)
        assert {own.value(child, 0) for child in children} == {1}
    finally:
        files.close()
    assert sum(asked) == len(set(children)) and asked[0] == FIRST and max(asked) == FIRST


@pytest.mark.parametrize("hidden", ["if True:\n    ", "globals()['choose'] = "])
def test_a_file_plays_as_what_it_was_checked(tmp_path, hidden):
    """A search that is not seen in the text had its marks, and the program's search played."""
    search = "def choose(position, seconds, counts): return position.moves()[0]\n"
    if hidden.endswith("= "):
        search = "lambda position, seconds, counts: position.moves()[0]\n"
    path = write(tmp_path, f"def evaluate(position, player): return 1\n{hidden}{search}")
    student = handed_in(path)
    run = ClassroomRun(ClassroomPlan(game="loa5", students=(student,), opponents=("random",)))
    assert student.kinds == ("evaluation",) and run.plan.player(0).startswith("alphabeta:")
    checked = unexamined(str(path), "loa5", 1, "")
    run.add(StudentChecked(0, replace(checked, kinds=("evaluation", "search"))))
    assert run.plan.player(0).startswith("file:") and run.plan.task((0, 1), 0)
    assert f"eval={path}" in run.plan.player(0)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no limits")
def test_files_of_a_shared_folder_are_copied_so_that_the_others_cannot_be_listed(tmp_path):
    for name in ("ann.py", "bob.py", "_shared.py"):
        write(tmp_path, "x = 1", name)
    given = give(tmp_path / "ann.py", str(tmp_path), LIMITS)
    try:
        assert given.copies and given.path.read_text() == "x = 1"
        assert sorted(path.name for path in given.path.parent.iterdir()) == ["_shared.py", "ann.py"]
    finally:
        given.remove()
    assert not given.path.exists()


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="only /proc tells who has ended")
def test_copies_of_a_program_that_was_killed_are_removed():
    gone, mine = (
        open_folder() + f"/{FOLDER}{process}_test_{os.getpid()}"
        for process in (2**22 + 7, os.getpid())
    )
    for folder in (gone, mine):
        os.makedirs(folder)
    remove_stale.cache_clear()
    remove_stale()
    assert not os.path.exists(gone) and os.path.exists(mine)
    os.rmdir(mine)


def test_no_case_of_a_check_can_be_known_before():
    """Positions are drawn from the secret, too, and half of the secret numbers have ties."""
    drawn = [{case.state for case in cases(LOA5, 1, secret)} for secret in ("one", "two")]
    assert LOA5.start in drawn[0] and len(drawn[0] & drawn[1]) <= 3  # some begin after one move
    assert {case.secret for case in cases(LOA5, 1, "one")} == {"", "one", "one="}
    tied, fine = SecretEvaluation(LOA5, "one="), SecretEvaluation(LOA5, "one")
    states = [LOA5.play(LOA5.start, move) for move in LOA5.moves(LOA5.start)]
    assert len({tied.value(state, 0) for state in states}) <= 5
    assert len({fine.value(state, 0) for state in states}) == len(states)


def test_the_positions_of_an_evaluation_s_check_are_drawn_from_the_secret():
    """With those of the seed alone a table of values was quick in all that is timed."""
    exams = [EvaluationExam(LOA5, 1, None, secret=secret) for secret in ("one", "one", "two")]
    same, again, other = ({state for state, _ in exam.asked} for exam in exams)
    assert same == again and len(same & other) < len(same) / 2


def test_a_file_cannot_tell_timed_positions_from_those_that_count(tmp_path):
    """Both come in one question, in an order that is drawn."""
    asked = []

    class Subject:
        def values(self, question):
            asked.append(question)
            return Values(tuple(float(player) for _, player in question), 0.5)

    exam = EvaluationExam(LOA5, 1, Subject(), secret="one")
    assert exam.values.numbers == tuple(float(player) for _, player in exam.asked)
    assert len(exam.opinions) == len(exam.proved) and len(asked) == 1
    assert sorted(asked[0]) == sorted([*exam.asked, *((one.state, who) for one in exam.proved
                                                      for who in (0, 1))])  # fmt: skip
    assert asked[0][: len(exam.asked)] != exam.asked

"""Students' files in real guest processes: what works, and every mistake with its sentence."""

import os
import random
import sys
import threading
from contextlib import contextmanager

import pytest

from loa_tk.control.engine.searches import SearchJob
from loa_tk.control.engine.worker import Worker
from loa_tk.control.guest import clock, host
from loa_tk.control.guest.files import GuestFiles
from loa_tk.guest import NONE
from loa_tk.lab import Mistake
from loa_tk.lab.adapter import FilesHere, think
from loa_tk.lab.source import CHOOSE, EVALUATE
from loa_tk.model.checks.level import LevelEvaluation
from loa_tk.model.games import find_game
from loa_tk.model.search.players import read_player
from loa_tk.model.search.search import Limits
from own_files import ALPHA_BETA, SANDBOXES, SIMPLE
from patience import PATIENCE, wait_until

LOA5 = find_game("loa5")
GOOD = """\
def evaluate(position, player):
    return len(position.groups(position.other(player))) - len(position.groups(player))
"""
FIRST_MOVE = """\
def choose(position, seconds, counts):
    counts.node(0)
    counts.value(1.5)
    return position.moves()[0]
"""


def job(spec, state=LOA5.start):
    return SearchJob(game="loa5", state=state, history=(), player=read_player(LOA5, spec))


@contextmanager
def guest_files(sandbox=SIMPLE, alone=""):
    files = GuestFiles(sandbox, alone)
    try:
        yield files
    finally:
        files.close()


def run(work, files=None, heard=None, sandbox=SIMPLE):
    """Run a job and return its answer; `heard` collects the notes and the output."""
    if files is None:
        with guest_files(sandbox) as files:
            return run(work, files, heard)
    files.tell = (heard if heard is not None else []).append
    return think(work.player, LOA5, work.state, files)


def write(folder, text, name="mine.py"):
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def mistake(work, **options):
    """Return what is wrong with a file, as the log has it."""
    with pytest.raises(Mistake) as caught:
        run(work, **options)
    return caught.value


@pytest.mark.parametrize("sandbox", SANDBOXES)
def test_a_search_with_values_from_a_guest_finds_the_same(tmp_path, sandbox):
    write(tmp_path, "GROUPS = 'groups'\n", "helper.py")
    write(tmp_path, "raise Exception('not the standard library')", "random.py")
    path = write(tmp_path, "import random\nfrom helper import GROUPS\n" + GOOD)
    work = job(f"alphabeta:eval={path},depth=3")
    heard = []
    report = run(work, heard=heard, sandbox=sandbox)
    here = think(work.player, LOA5, LOA5.start, FilesHere())
    assert (report.move, report.value, report.statistics) == (
        here.move, here.value, here.statistics,
    )  # fmt: skip
    assert [message.kind for message in heard] == ["note"]
    assert "mine.py runs in" in heard[0].content and sandbox in heard[0].content + NONE


def test_a_search_s_own_statistics_are_in_its_report(tmp_path):
    report = run(job(f"file:{write(tmp_path, FIRST_MOVE)},seconds=1"))
    assert report.move == LOA5.moves(LOA5.start)[0]
    assert (report.value, report.statistics.nodes, report.shown[0]) == (1.5, 1, "max_depth")
    assert len(report.iterations) == 1


def test_a_search_is_given_its_depth_and_its_evaluation(tmp_path):
    evaluation = write(tmp_path, "def evaluate(position, player): return 7.25", "own.py")
    search = write(
        tmp_path,
        "def choose(position, seconds, counts):\n"
        "    assert seconds == float('inf') and counts.depth == 4 and not counts.stopped\n"
        "    counts.value(counts.evaluate(position, position.player))\n"
        "    return position.moves()[-1]\n",
    )
    assert run(job(f"file:{search},depth=4,eval={evaluation}")).value == 7.25
    groups = LOA5.evaluation("groups").value(LOA5.start, 0)
    assert run(job(f"file:{search},depth=4,eval=groups")).value == groups


def test_a_search_may_use_the_evaluation_of_its_own_file(tmp_path):
    """Which another process computes, because the one that searches waits for it."""
    path = write(tmp_path, GOOD + ALPHA_BETA)
    both = run(job(f"file:{path},eval={path},depth=2"))
    assert both.statistics == run(job(f"alphabeta:eval={path},depth=2")).statistics
    assert both.value == run(job(f"alphabeta:eval={path},depth=2")).value


@pytest.mark.parametrize("watch", [0, 1, 5, 10_000])
def test_values_are_the_same_however_many_come_at_a_time(tmp_path, watch):
    """A search that is not watched gets the values of all moves with the first of them."""
    path, limits = write(tmp_path, ALPHA_BETA), host.Limits(depth=3)
    messages = []
    with guest_files() as files:
        guest = files.guest(str(path))
        send = guest.wire.send
        guest.wire.send = lambda message: (messages.append(message), send(message))
        said = guest.choose(LOA5, LOA5.start, limits, LOA5.evaluation("groups"), watch=watch)
    right = read_player(LOA5, "alphabeta:eval=groups,depth=3").choose(LOA5, LOA5.start)
    assert (said.move, said.value) == (right.move, right.value)
    leaves = right.statistics.evals_max + right.statistics.evals_min
    assert said.counted.statistics() == right.statistics
    assert said.evals == (leaves if watch > leaves else None)
    seen = [step for step in said.steps if step.kind == "eval"]
    assert len(seen) == min(watch, leaves)
    if watch < leaves:
        assert len(messages) < watch + leaves / 2


def test_a_value_that_all_positions_have_is_asked_for_once(tmp_path):
    path, messages = write(tmp_path, ALPHA_BETA), []
    with guest_files() as files:
        guest = files.guest(str(path))
        send = guest.wire.send
        guest.wire.send = lambda message: (messages.append(message), send(message))
        said = guest.choose(LOA5, LOA5.start, host.Limits(depth=3), LevelEvaluation(LOA5))
    assert said.value == 0 and len(messages) == 2  # the question, and one value


def test_strong_plays_with_a_student_s_evaluation(tmp_path):
    path = write(tmp_path, GOOD)
    report = run(job(f"strong:eval={path},depth=2"))
    assert report.move in LOA5.moves(LOA5.start) and report.depth == 2


@contextmanager
def engine():
    worker = Worker()
    try:
        yield worker
    finally:
        worker.close()


def test_progress_output_and_the_answer_come_in_order(tmp_path):
    path = write(tmp_path, "print('hello', '\\x1b[31m')\n" + GOOD)
    with engine() as worker:
        worker.submit(job(f"strong:eval={path},depth=4"))
        kinds = []
        while worker.busy:
            assert worker.connection.poll(PATIENCE)
            for message in worker.poll():
                kinds.append(message.kind)
                if message.kind == "output":
                    assert message.content == "hello \ufffd[31m\n"
    assert kinds[:3] == ["note", "output", "progress"] and kinds[-1] == "done"
    assert "progress" in kinds[3:]


def test_stop_asks_for_the_answer_at_once(tmp_path):
    path = write(tmp_path, GOOD)
    with engine() as worker:
        worker.submit(job(f"strong:eval={path},seconds=1000"))
        seen = []
        while worker.busy:
            assert worker.connection.poll(PATIENCE)
            seen += worker.poll()
            if any(message.kind == "progress" for message in seen):
                worker.stop()
        assert seen[-1].kind == "done" and seen[-1].content.seconds < 100


def test_the_same_seed_gives_the_same_random_numbers(tmp_path):
    path = write(
        tmp_path,
        "import random\n"
        "def choose(position, seconds, counts):\n"
        "    counts.value(random.random())\n"
        "    return random.choice(list(set(position.moves())))\n",
    )
    found = {
        (report.move, report.value)
        for report in (run(job(f"file:{path},seconds=1,seed=5")) for _ in range(2))
    }
    assert len(found) == 1 and run(job(f"file:{path},seconds=1,seed=6")).value not in found


# --- the file is saved again ---


def test_a_saved_file_is_used_by_the_next_search_and_the_log_says_so(tmp_path):
    path = write(tmp_path, "from helper import V\ndef evaluate(position, player): return V")
    helper = write(tmp_path, "V = 1", "helper.py")
    work, heard = job(f"minimax:eval={path},depth=1"), []
    with guest_files() as files:
        assert run(work, files, heard).value == 1
        guest = files.guest(str(path))
        assert run(work, files, heard).value == 1 and files.guest(str(path)) is guest
        write(tmp_path, "V = 2", "helper.py")
        assert run(work, files, heard).value == 2
        path.write_text("def evaluate(position, player): return 3")
        assert run(work, files, heard).value == 3
    notes = [message.content for message in heard]
    assert len(notes) == 3 and "runs in" in notes[0]
    assert notes[1].startswith("helper.py has been saved") and helper.exists()
    assert notes[2].startswith("mine.py has been saved")


def test_a_mistake_can_be_mended_and_tried_again(tmp_path):
    path = write(tmp_path, "def evaluate(position, player): return 1 / 0")
    work = job(f"minimax:eval={path},depth=1")
    with guest_files() as files:
        assert "ZeroDivisionError" in str(mistake(work, files=files))
        assert "ZeroDivisionError" in str(mistake(work, files=files))
        write(tmp_path, GOOD)
        assert run(work, files).value is not None


# --- mistakes ---

EVALUATIONS = [
    ("def evaluate(position, player):\n    x = 1\n    return x / 0",
     "ZeroDivisionError: division by zero", 3, "return x / 0"),
    ("def evaluate(position, player):\n    pass", "evaluate() returned nothing", 1, ""),
    ("def evaluate(position, player):\n    return float('nan')", "returned NaN", 1, ""),
    ("def evaluate(position, player):\n    return float('inf')", "not a finite number", 1, ""),
    ("def evaluate(position, player):\n    return 10 ** 400", "not a finite number", 1, ""),
    ("def evaluate(position, player):\n    return 'much'", "returned the text 'much'", 1, ""),
    ("def evaluate(position, player):\n    return [1]", "returned [1] (list), which", 1, ""),
    ("def evaluate(position):\n    return 1", "TypeError: evaluate() takes 1", 0, ""),
    ("def evaluate(position, player):\n    return position.wings", "AttributeError", 2,
     "return position.wings"),
    ("def evaluate(position, player):\n    position.player = 'w'", "cannot be changed", 2,
     "position.player = 'w'"),
    ("def evaluate(position, player):\n    return evaluate(position, player)", "itself", 2,
     "return evaluate(position, player)"),
    ("def evaluate(position, player):\n    raise SystemExit", "called exit()", 2,
     "raise SystemExit"),
    ("def evaluate(position, player)\n    return 1", "SyntaxError: expected ':'", 1,
     "def evaluate(position, player)"),
    ("\n\nimport numpy_of_mine", "there is no module numpy_of_mine", 3, "import numpy_of_mine"),
    ("def evaluation(position, player):\n    return 1", "neither a function evaluate", 0, ""),
    (FIRST_MOVE, "evaluate() is missing; it has choose()", 0, ""),
    ("evaluate = 3\n" + FIRST_MOVE, "evaluate() is not a function", 0, ""),
]  # fmt: skip
CHOOSES = [
    ("pass", "choose() returned nothing", 1, ""),
    ("return 'a1-a2'", "illegal move: 'a1-a2' is not legal: there is no checker on a1", 1, ""),
    ("return 'up'", "'up' is not a move", 1, ""),
    ("return 7", "returned 7 (int), which is not a move", 1, ""),
    ("counts.node(-1)", "needs a depth from 0", 2, "counts.node(-1)"),
    ("counts.value('x')", "needs a finite number", 2, "counts.value('x')"),
    ("return position.after('a1-a2')", "no checker on a1", 2, "return position.after('a1-a2')"),
]


def mistake_here(spec):
    """Return what is wrong with a file, found in this process: it is the same code, and quicker."""
    with pytest.raises(Mistake) as caught:
        think(read_player(LOA5, spec), LOA5, LOA5.start, FilesHere())
    return caught.value


@pytest.mark.parametrize(("text", "said", "line", "code"), EVALUATIONS)
def test_every_mistake_of_an_evaluation_has_its_sentence(tmp_path, text, said, line, code):
    error = mistake_here(f"alphabeta:eval={write(tmp_path, text)},depth=2")
    assert said in error.what and (error.file, error.line, error.code) == ("mine.py", line, code)
    assert "\n" not in str(error) and str(error).startswith("mine.py")


@pytest.mark.parametrize(("body", "said", "line", "code"), CHOOSES)
def test_every_mistake_of_a_search_has_its_sentence(tmp_path, body, said, line, code):
    text = f"def choose(position, seconds, counts):\n    {body}"
    error = mistake_here(f"file:{write(tmp_path, text)},seconds=1")
    assert said in error.what and (error.file, error.line, error.code) == ("mine.py", line, code)


@pytest.mark.parametrize(
    "spec", ["alphabeta:eval={},depth=2", "file:{},seconds=1"], ids=["evaluation", "search"]
)
@pytest.mark.parametrize("place", [0, 1, -5], ids=["raises", "returns nothing", "does not compile"])
def test_a_mistake_travels_from_the_guest_as_it_was(tmp_path, spec, place):
    text = EVALUATIONS[place][0]
    text = text.replace("evaluate(position, player)", "evaluate(position, player, *more)")
    text += "\n" + text.replace("def evaluate", "def choose")
    spec = spec.format(write(tmp_path, text))
    here, there = mistake_here(spec), mistake(job(spec))
    assert (here.what, here.file, here.line, here.code) == (
        there.what, there.file, there.line, there.code,
    )  # fmt: skip


def test_a_mistake_in_a_helper_is_found_there(tmp_path):
    write(tmp_path, "\ndef worth():\n    return [][0]", "helper.py")
    path = write(tmp_path, "import helper\ndef evaluate(position, player): return helper.worth()")
    error = mistake(job(f"minimax:eval={path},depth=1"))
    assert (error.file, error.line, error.code) == ("helper.py", 3, "return [][0]")


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda path: None, "there is no such file"),
        (lambda path: path.mkdir(), "it is a folder"),
        (lambda path: path.write_bytes(b"x = 1\0"), "null bytes"),
        (lambda path: path.write_bytes(b"#" * 1_000_001), "larger than 1,000,000 bytes"),
        (lambda path: path.write_bytes(b"x = '\xff'"), "save it as UTF-8"),
    ],
)
def test_a_file_that_cannot_be_read(tmp_path, make, said):
    make(tmp_path / "mine.py")
    assert said in str(mistake(job(f"minimax:eval={tmp_path / 'mine.py'},depth=1")))


# --- never returning, and dying ---

HANGS = "def evaluate(position, player):\n    while True:\n        pass"


def test_a_search_that_is_too_slow_is_stopped_at_its_line(tmp_path, monkeypatch):
    monkeypatch.setattr(clock, "LATE", 0.8)
    text = HANGS.replace("evaluate(position, player)", "choose(position, seconds, counts)")
    path = write(tmp_path, "import time\n" + text.replace("pass", "time.sleep(60)"))
    error = mistake(job(f"file:{path},seconds=0.1"))
    assert "took more than its 0.1 s" in error.what
    assert (error.line, error.code) == (4, "time.sleep(60)")


SLOW = """\
import time

def choose(position, seconds, counts):
    {wait}
    return position.moves()[0]
"""
COMPUTES = "while time.process_time() < 60: pass"
IDLES = "time.sleep(60)"
WAITS = "time.sleep(1.2)"  # as for a processor


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux says what others use")
@pytest.mark.parametrize("sandbox", SANDBOXES)
def test_the_patience_with_a_search_to_a_depth_is_processor_time(tmp_path, monkeypatch, sandbox):
    """On a busy machine a search may take longer, but it may not compute longer, or do nothing."""
    monkeypatch.setattr(clock, "LATE", 0.1)

    def answer(wait):
        guest = host.Guest(write(tmp_path, SLOW.format(wait=wait)), sandbox)
        try:
            return guest.choose(
                LOA5, LOA5.start, Limits(depth=1), LOA5.evaluation("groups"), patience=0.5
            ).move
        finally:
            guest.close()

    for wait in (COMPUTES, IDLES):
        with pytest.raises(Mistake, match="took more than its 0.5 s"):
            answer(wait)
    monkeypatch.setattr(clock, "COMPUTING", 0.0)
    assert answer(WAITS) in LOA5.moves(LOA5.start)


@pytest.mark.parametrize("text", [HANGS, "def evaluate(position, player):\n    9 ** 9 ** 9"])
def test_an_evaluation_that_never_returns_is_stopped(tmp_path, monkeypatch, text):
    monkeypatch.setattr(host, "VALUING", (0.6, 0.05))
    monkeypatch.setattr(clock, "LATE", 0.0)
    error = mistake(job(f"alphabeta:eval={write(tmp_path, text)},depth=2"))
    assert "has not returned" in error.what and error.file == "mine.py"


def test_a_slow_evaluation_that_returns_is_not_stopped(tmp_path, monkeypatch):
    """A loaded machine may be late for the first limit, but not for each of them."""
    for limit in (0.5, 1.0, 2.0, 4.0, 8.0):
        monkeypatch.setattr(host, "VALUING", (limit, limit / 4))
        monkeypatch.setattr(clock, "LATE", 0.0)
        pause = f"import time\ndef evaluate(position, player):\n    time.sleep({limit / 8})\n"
        try:
            answer = run(job(f"minimax:eval={write(tmp_path, pause + '    return 1')},depth=1"))
        except Mistake as late:
            assert "has not returned" in late.what
        else:
            assert answer.value == 1
            return
    pytest.fail("it was stopped every time")


def test_a_file_that_never_ends_loading_is_stopped(tmp_path, monkeypatch):
    monkeypatch.setattr(host, "LOADING", 0.4)
    path = write(tmp_path, "while True:\n    pass\n" + GOOD)
    assert "still being loaded" in mistake(job(f"minimax:eval={path},depth=1")).what


DEATHS = (
    [("import faulthandler; faulthandler._read_null()", "its process crashed (code 0xC0000005)")]
    if os.name == "nt"
    else [
        ("import os; os.kill(os.getpid(), 9)", "was killed"),
        ("import os; os.abort()", "its process crashed (signal 6)"),
    ]
)


@pytest.mark.parametrize(
    ("deed", "said"), [("import os; os._exit(3)", "ended by itself (status 3)"), *DEATHS]
)
def test_a_process_that_dies_is_reported(tmp_path, deed, said):
    path = write(tmp_path, f"def evaluate(position, player):\n    {deed}")
    error = mistake(job(f"minimax:eval={path},depth=1"))
    assert said in error.what and error.file == "mine.py"


def test_a_crash_on_windows_is_shown_with_its_code():
    assert host.ending(0xC0000005) == "its process crashed (code 0xC0000005)"
    assert host.ending(0xC00000FD) == "its process crashed (code 0xC00000FD)"
    assert host.ending(1) == "its process ended by itself (status 1)"


def test_a_status_above_128_is_a_signal_only_where_a_shell_would_report_one(tmp_path):
    path = write(tmp_path, "def evaluate(position, player):\n    import os; os._exit(200)")
    error = mistake(job(f"minimax:eval={path},depth=1"), sandbox="none")
    assert "ended by itself (status 200)" in error.what


def test_a_search_that_does_not_heed_a_stop_is_ended(tmp_path, monkeypatch):
    monkeypatch.setattr(clock, "STOPPING", 0.2)
    text = HANGS.replace("evaluate(position, player)", "choose(position, seconds, counts)")
    begun = threading.Event()
    path = write(tmp_path, "print('begun')\n" + text)
    with guest_files() as files:
        player = read_player(LOA5, f"file:{path},seconds=1000")
        files.tell = lambda message: begun.set()
        with pytest.raises(Mistake, match="did not stop when it was told to"):
            think(player, LOA5, LOA5.start, files, stop=begun.is_set)
        assert files._guests[str(path), CHOOSE].process.poll() is not None


def test_a_search_that_heeds_a_stop_answers(tmp_path):
    """Between two questions as well as in `counts.stopped`: its answer is its last one."""
    path = write(
        tmp_path,
        "def choose(position, seconds, counts):\n"
        "    while not counts.stopped:\n        counts.evaluate(position, 'b')\n"
        "    return position.moves()[1]\n",
    )
    asked = []
    with guest_files() as files:
        player = read_player(LOA5, f"file:{path},depth=1")
        report = think(player, LOA5, LOA5.start, files, stop=lambda: bool(asked.append(1)) or True)
        assert report.move == LOA5.moves(LOA5.start)[1]
        again = think(player.limited(seconds=0.2), LOA5, LOA5.start, files)
        assert again.move == report.move  # and the next search is not stopped by an old word


def test_no_variable_is_passed_on_and_nothing_is_left(tmp_path, monkeypatch):
    monkeypatch.setenv("SECRET", "x")
    see = "import os\nprint('SECRET' in os.environ, len(os.environ))\n"
    heard = []
    with guest_files() as files:
        run(job(f"minimax:eval={write(tmp_path, see + GOOD)},depth=1"), files, heard)
        process = files._guests[str(tmp_path / "mine.py"), EVALUATE].process
    assert process.poll() is not None
    secret, variables = heard[-1].content.split()
    assert secret == "False"
    assert int(variables) <= 2 or os.name == "nt"  # which adds some of its own


def test_the_guest_ends_when_its_host_is_killed(tmp_path):
    """A host that cannot close its guest leaves nothing behind."""
    path = write(tmp_path, HANGS)
    with guest_files() as files:
        process = files.guest(str(path)).process
        process.stdin.close()  # as the system does for a killed host
        wait_until(lambda: process.poll() is not None)


def test_a_process_that_cannot_be_started_is_not_the_file_s_mistake(tmp_path, monkeypatch):
    path = write(tmp_path, GOOD)
    for command, said in ((["/nowhere/python"], "cannot be started"), (None, "broken here")):
        command = command or [sys.executable, "-c", "raise SystemExit('broken here')"]
        monkeypatch.setattr(host, "guest_command", lambda sandbox, command=command: command)
        with pytest.raises(host.NotStarted, match=said):
            run(job(f"minimax:eval={path},depth=1"), sandbox=NONE)


def test_random_numbers_drawn_while_a_file_is_loaded_are_the_same(tmp_path):
    """A class with the same seed must play the same games, whenever a file's guest is started."""
    (tmp_path / "mine.py").write_text(
        "import random\nDRAWN = random.random()\nprint(DRAWN)\n"
        "def evaluate(position, player):\n    return DRAWN\n"
    )
    random.seed(5)
    expected, heard = random.random(), set()
    random.seed(5)
    files = FilesHere()
    heard.add(files.code(str(tmp_path / "mine.py")).module.DRAWN)
    assert random.random() == expected  # a script's own random numbers go on
    player = f"alphabeta:eval={tmp_path / 'mine.py'},depth=1"
    for _ in range(2):
        said = []
        run(job(player), heard=said)
        heard.add(float("".join(one.content for one in said if one.kind == "output")))
    assert len(heard) == 1

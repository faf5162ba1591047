"""The first window: what is imported and started before it is drawn, and what only then."""

import json
import os
import socket
import subprocess
import sys
import threading
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from fakes import FakeView, FakeWorker
from loa_tk.control.engine.runner import Runner
from loa_tk.control.engine.searches import SearchJob
from loa_tk.model.games import find_game
from loa_tk.model.search.players import read_player
from loa_tk.store.settings import Settings, Store
from loa_tk.view.main import window as main_window
from loa_tk.view.main.window import MainWindow
from patience import PATIENCE, wait_until

ROOT = Path(__file__).parent.parent

# What the first window does without; each of them would delay it.
TOOLS = ("series", "explorer", "flow", "classroom", "checking")
LATER = (
    "argparse",
    "multiprocessing",
    "subprocess",
    "socket",
    "tempfile",
    "asyncio",
    "email",
    "html",
    "http",
    "unittest",
    "statistics",
    "xml",
    "loa_tk.control.engine.worker",
    "loa_tk.control.guest",
    "loa_tk.control.ugi",
    "loa_tk.control.verify",
    "loa_tk.control.pages",
    "loa_tk.control.classroom.students",
    "loa_tk.words.classroom",
    "loa_tk.words.series",
    "loa_tk.control.tree",
    "loa_tk.model.checks",
    "loa_tk.model.flow",
    "loa_tk.model.tree",
    "loa_tk.view.main.help_window",
    "loa_tk.view.main.moves_page",
    "loa_tk.view.main.analysis_page",
    *(f"loa_tk.scenes.{name}" for name in TOOLS),
    *(f"loa_tk.view.{name}" for name in TOOLS),
    *(f"loa_tk.control.{name}.commands" for name in TOOLS),
    *(f"loa_tk.cli.{name}" for name in ("arguments", "match", "classroom", "engine", "desktop")),
)

# What the first window may take, since each delays it; other versions of Python and Tk take more.
MODULES = 150  # of the program's own, of which there were 142
CALLS = 1850  # of Tcl commands, of which there were 1,714
ANSWERS = 600  # of the X server, for which Tk waited 512 times

# The program, which ends when its window has been drawn and its engine would start.
PROGRAM = """\
import dataclasses, json, os, sys, tkinter
from loa_tk.control.engine.runner import Runner
from loa_tk.view.main.window import MainWindow

class Counted:
    def __init__(self, tk):
        self._tk, self.calls = tk, 0

    def __getattr__(self, name):
        return getattr(self._tk, name)

    def call(self, *words):
        # Python 3.15 asks for the old binding, too, before it makes a new one.
        told = words[0] if isinstance(words[0], tuple) else words
        self.calls += told[0] != "bind" or len(told) != 3
        return self._tk.call(*words)

windows, methods = [], []
run, make = MainWindow.run, tkinter.Tk.__init__

def counted(root, *arguments, **options):
    make(root, *arguments, **options)
    root.tk = Counted(root.tk)

def noticed(window):
    methods.append(window.root.tk.call("tk", "useinputmethods"))
    window.body.board.bind("<Expose>", lambda event: windows.append(window), add=True)
    run(window)

def start(runner):
    children = open(f"/proc/self/task/{os.getpid()}/children").read().split()
    found = {"modules": sorted(sys.modules), "children": children}
    found["job"] = type(runner.job).__name__
    found["methods"] = [*methods, windows[0].root.tk.call("tk", "useinputmethods")]
    found["calls"] = windows[0].root.tk.calls
    found["compiled"] = sorted(
        f"{name}.{kind.__name__}"
        for name, module in sys.modules.items() if name.startswith("loa_tk.")
        for kind in vars(module).values() if isinstance(kind, type) and kind.__module__ == name
        if "__dataclass_params__" in vars(kind) and kind.__dataclass_params__.frozen
    )
    found["drawn"] = bool(windows) and bool(windows[0].body.board.winfo_viewable())
    print(json.dumps(found), flush=True)
    os._exit(0)

MainWindow.run, Runner._start, tkinter.Tk.__init__ = noticed, start, counted
from loa_tk.__main__ import main
main()
"""


@pytest.fixture
def started(display, window_manager, tmp_path):
    """Return a function that starts the program and returns its state at the first drawing."""

    def start(screen=display, **settings):
        Store(tmp_path / "loa_tk").save(Settings(**settings))
        homes = {"XDG_CONFIG_HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path)}
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM],
            cwd=ROOT,
            env={**os.environ, **homes, "DISPLAY": screen},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        assert done.stderr == ""
        return json.loads(done.stdout)

    return start


ANSWER, GENERIC_EVENT = 1, 35  # first bytes of what an X server sends


def imported(modules, name):
    """Return the modules that are this one or lie in it."""
    return [one for one in modules if f"{one}.".startswith(f"{name}.")]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux has /proc")
def test_the_first_drawing_waits_for_no_process_and_for_no_tool(started):
    found = started()
    assert found["drawn"] and found["children"] == [] and found["job"] == "NoneType"
    assert {name for name in LATER if imported(found["modules"], name)} == set()
    assert len(imported(found["modules"], "loa_tk")) <= MODULES
    assert found["calls"] <= CALLS
    own = "loa_tk.model.search.players.Player"  # it has an __init__ of its own
    assert found["compiled"] == [own]


@contextmanager
def counting_screen(display):
    """Yield the name of a screen that leads to this one, and the kinds of all that it has sent."""
    kinds = []

    def pass_on(client, server):
        with suppress(ConnectionError):
            while data := client.recv(65536):
                server.sendall(data)
        server.shutdown(socket.SHUT_RDWR)

    def pass_back(stream, client):
        def forward(head, more):
            client.sendall(head + stream.read(more))

        head = stream.read(8)
        forward(head, 4 * int.from_bytes(head[6:8], sys.byteorder))
        while head := stream.read(32):  # an event, an error, or the beginning of an answer
            kinds.append(head[0])
            longer = head[0] in (ANSWER, GENERIC_EVENT)
            forward(head, 4 * int.from_bytes(head[4:8], sys.byteorder) if longer else 0)

    def serve():
        with listening.accept()[0] as client, socket.socket(socket.AF_UNIX) as server:
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, True)
            server.connect(f"/tmp/.X11-unix/X{display.removeprefix(':')}")
            there = threading.Thread(target=pass_on, args=(client, server))
            there.start()
            with server.makefile("rb") as stream, suppress(ConnectionError):
                pass_back(stream, client)
            there.join()

    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(PATIENCE)
        back = threading.Thread(target=serve)
        back.start()
        yield f"127.0.0.1:{listening.getsockname()[1] - 6000}", kinds
        back.join()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only X11 has answers and XIM")
def test_the_first_drawing_waits_for_few_answers_of_the_screen(started, display):
    with counting_screen(display) as (screen, kinds):
        found = started(screen)
    assert found["drawn"] and found["methods"] == [False, True]
    assert 256 <= kinds.count(ANSWER) <= ANSWERS


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux has /proc")
def test_a_computer_that_begins_asks_the_engine_after_the_drawing(started):
    found = started(side="second", theme="dark")
    assert found["drawn"] and found["children"] == [] and found["job"] == "SearchJob"


def test_what_the_first_window_does_without_exists():
    """A misspelt or renamed module would never be found among the imported ones."""
    for name in LATER:
        path = ROOT / name.replace(".", "/")
        assert not name.startswith("loa_tk") or path.is_dir() or path.with_suffix(".py").is_file()


@pytest.fixture
def window(display, window_manager):
    window = MainWindow()
    yield window
    window.close()


def test_what_waits_for_the_first_drawing_waits_for_the_screen(window):
    called = []
    window.when_drawn(lambda: called.append(window.body.board.winfo_viewable()))
    window.root.update_idletasks()
    assert called == []
    window.root.deiconify()
    wait_until(lambda: window.root.update() or called)
    assert called == [True]
    window.when_drawn(lambda: called.append("again"))
    wait_until(lambda: window.root.update() or len(called) == 2)


def test_a_window_that_opens_as_an_icon_counts_as_drawn_later(window, monkeypatch):
    monkeypatch.setattr(main_window, "UNSEEN", 20)
    monkeypatch.setattr(window.root, "deiconify", window.root.iconify)
    window.when_drawn(window.root.quit)
    window.run()
    assert not window.root.winfo_viewable()


@pytest.fixture
def waiting():
    """Return a runner whose engine waits for a drawing, its view, its engines and the drawing."""
    view, made, drawn = FakeView(), [], []
    view.when_drawn = drawn.append

    def make():
        made.append(FakeWorker())
        return made[-1]

    runner = Runner(view, view.clock, lambda job, messages: None, {"engine": make})
    runner.start_when_drawn()
    return runner, made, drawn


def job(seed):
    game = find_game("loa5")
    return SearchJob(
        game="loa5", state=game.start, history=(), player=read_player(game, f"random:seed={seed}")
    )


def test_a_job_asked_before_the_drawing_waits_for_it(waiting):
    runner, made, (draw,) = waiting
    first, second = job(1), job(2)
    runner.run(first)
    runner.run(second)
    assert made == [] and runner.job is second
    draw()
    assert [one.jobs for one in made] == [[second]]
    runner.run(first)
    assert [one.jobs for one in made] == [[second, first]]


def test_the_engine_is_warm_after_the_drawing_even_without_a_job(waiting):
    runner, made, (draw,) = waiting
    runner.run(job(1))
    runner.drop()
    draw()
    assert [one.jobs for one in made] == [[]] and runner.job is None


def test_a_window_closed_before_its_drawing_starts_no_engine(waiting):
    runner, made, (draw,) = waiting
    runner.run(job(1))
    runner.close()
    draw()
    assert made == [] and runner.job is None


# What a search by one of the program's own players does without, on the command line.
NOT_SEARCHED = (
    "tkinter",
    "multiprocessing",
    "subprocess",
    "loa_tk.control.guest",
    "loa_tk.control.series",
    "loa_tk.control.tree",
    "loa_tk.control.ugi",
    "loa_tk.lab",
    "loa_tk.model.records",
    "loa_tk.model.tree",
    "loa_tk.store",
    "loa_tk.view",
)

# A command line, after which the modules that it has imported are printed.
COMMAND = """\
import json, sys
from loa_tk.cli.parser import main
status = main(sys.argv[1:])
print(json.dumps(sorted(sys.modules)), file=sys.stderr)
sys.exit(status)
"""


@pytest.mark.parametrize(
    ("arguments", "most"),
    [(("search", "loa5", "--player", "easy"), 46), (("games",), 20), (("moves", "loa5"), 20)],
)
def test_a_command_imports_only_what_it_needs(arguments, most):
    """The games' own modules are not counted: looking a game up imports all of them."""
    done = subprocess.run(
        [sys.executable, "-c", COMMAND, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    modules = json.loads(done.stderr)
    assert [name for name in NOT_SEARCHED if imported(modules, name)] == []
    own = set(imported(modules, "loa_tk")) - set(imported(modules, "loa_tk.model.games"))
    assert len(own) <= most

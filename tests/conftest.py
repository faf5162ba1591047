"""The fixtures of all tests: a separate home, a screen, a Tk window, a mouse and a keyboard."""

from __future__ import annotations

import faulthandler
import gc
import os
import select
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tkinter
import traceback
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

import hypothesis
import pytest

import patience
from loa_tk.control import background
from patience import PATIENCE, wait_until

SET_UP = "python3 build/tasks.py test"
SCREEN = "1920x1080x24"
NATIVE_SCREEN = sys.platform in ("darwin", "win32")

# Every variable that tells a program where its user's files are.
HOMES = {
    "HOME": ".",
    "XDG_CONFIG_HOME": ".config",
    "XDG_STATE_HOME": ".local/state",
    "XDG_DATA_HOME": ".local/share",
    "XDG_CACHE_HOME": ".cache",
    "USERPROFILE": ".",
    "APPDATA": "AppData/Roaming",
    "LOCALAPPDATA": "AppData/Local",
}

# No deadline, because a loaded machine is not a bug. CI tries the same examples every time, so
# that a run that fails will fail again.
hypothesis.settings.register_profile("here", deadline=None)
hypothesis.settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "here")

GARBAGE = 20_000  # objects
gc.disable()

# A window waits this long before it shows the progress of slow work: tests see short work done.
background.SOON = 60.0

# No test cuts the power, and the thousands of files that tests save need not wait for the disk.
os.fsync = lambda descriptor: None

# The files with the longest tests.
FIRST = (
    "test_class_end_to_end.py",
    "test_search_strong.py",
    "test_end_to_end.py",
    "test_series_processes.py",
    "test_review_end_to_end.py",
)

Report = TypeVar("Report", pytest.TestReport, pytest.CollectReport)
home_for_tests = pytest.StashKey[str]()
standard_error = pytest.StashKey[int]()


def pytest_configure(config: pytest.Config) -> None:
    """Give every test process a separate home before any module can look at the user's."""
    config.addinivalue_line("markers", "window: a test that needs a screen")
    # Before pytest captures it during a test. A parallel process on Windows has another one than 2.
    config.stash[standard_error] = os.dup(sys.stderr.fileno())
    # A shell makes background programs ignore Ctrl-C, and their children inherit that.
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    # The tests start the program hundreds of times, and without the compiled files of the first
    # time it would be compiled at each start, which doubles the time of the whole suite.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    # A parallel process puts its home into the home of the process that started it, which removes
    # both even if the parallel process was killed.
    shared = os.environ["HOME"] if hasattr(config, "workerinput") else None
    home = tempfile.mkdtemp(prefix="loa_tk_home_", dir=shared)
    config.stash[home_for_tests] = home
    for name, folder in HOMES.items():
        path = Path(home, folder)
        path.mkdir(parents=True, exist_ok=True)
        os.environ[name] = str(path)


def pytest_collection_modifyitems(items: list[pytest.Function]) -> None:
    """Mark the tests that need a screen, and begin with the longest tests.

    Otherwise one process might run such a test while the others have finished.
    """
    for item in items:
        if needs_screen(item):
            item.add_marker("window")
    items.sort(key=lambda item: item.path.name not in FIRST)


def limit_time(config: pytest.Config) -> None:
    """End this process with the tracebacks of its threads if the test hangs, in Python or in C."""
    faulthandler.dump_traceback_later(patience.LIMIT, exit=True, file=config.stash[standard_error])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Limit the time of each test, because a hung test would otherwise hang the whole run."""
    limit_time(item.config)
    try:
        return (yield)
    finally:
        faulthandler.cancel_dump_traceback_later()


def pytest_runtest_teardown(item: pytest.Item) -> None:
    """Collect garbage now and then, between two tests and in this thread only.

    The thread of a test would otherwise collect the Tk objects of an earlier one. Tcl aborts the
    process then, or their `__del__` fails in a test that has nothing to do with them. What is left
    belongs to no test, but to modules and their caches, and is not looked at again.
    """
    limit_time(item.config)  # again, because pytest ends the limit when a test fails
    gc.disable()
    if gc.get_count()[0] > GARBAGE:
        gc.collect()
        gc.freeze()


def pytest_unconfigure(config: pytest.Config) -> None:
    """Remove the home that this process was given."""
    os.close(config.stash[standard_error])
    shutil.rmtree(config.stash[home_for_tests], ignore_errors=True)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Function,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Fail a window test that was skipped in CI, because its window would go untested."""
    report = yield
    skipped = report.skipped and not hasattr(report, "wasxfail")
    return refused(report) if skipped and needs_screen(item) else report


def needs_screen(item: pytest.Function) -> bool:
    """Return whether a test opens windows: on the usual screen or on that of test_small_screen."""
    return bool({"display", "small_screen"} & set(item.fixturenames))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Fail a file that was skipped whole in CI, because some of its tests may need the screen."""
    report = yield
    return refused(report) if report.skipped else report


def refused(report: Report) -> Report:
    """Turn a skip into a failure if CI is set, on systems where every test can run."""
    if os.environ.get("CI") and not NATIVE_SCREEN:
        report.outcome = "failed"
        report.longrepr = f"skipped in CI, where it must run: {report.longrepr}"
    return report


def required(program: str) -> str:
    """Return the path of a program, or fail the test and say how to install the program."""
    path = shutil.which(program)
    if path is None:
        pytest.fail(f"{program} is not installed; this installs it: {SET_UP}", pytrace=False)
    return path


@contextmanager
def running(arguments: list[str], **options: object) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program while the block runs."""
    # In a separate session, because Ctrl-C would otherwise end the screen before its windows.
    process = subprocess.Popen(
        arguments,
        stdin=subprocess.DEVNULL,
        # A screen left behind by a killed test process must not keep the run's output open.
        stdout=subprocess.DEVNULL,
        start_new_session=True,
        **options,  # type: ignore
    )
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(PATIENCE)


def read_line(descriptor: int, seconds: float) -> str:
    """Return the bytes from a pipe up to a newline, or fewer if the pipe is closed or late."""
    line = b""
    end = time.monotonic() + seconds
    while not line.endswith(b"\n"):
        ready, _, _ = select.select([descriptor], [], [], max(0, end - time.monotonic()))
        byte = os.read(descriptor, 1) if ready else b""
        if not byte:
            break
        line += byte
    return line.decode()


@pytest.fixture(autouse=True, scope="session")
def same_seed() -> Iterator[None]:
    """Give every game in a window the same seed, with which Normal hardly blunders on 5x5."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("loa_tk.control.game.session.SEEDS", (59, 59))
        yield


@pytest.fixture(scope="session")
def display(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Give this test process a separate screen and return its name, the value of DISPLAY."""
    if NATIVE_SCREEN:
        yield ""
        return
    # Without auto-repeat (-r): on a loaded machine a key may stay down for a second.
    xvfb = [required("Xvfb"), "-screen", "0", SCREEN, "-dpi", "96", "-noreset", "-r"]
    xvfb += ["-nolisten", "tcp"]
    log = tmp_path_factory.mktemp("xvfb") / "log"
    reading, writing = os.pipe()
    arguments = [*xvfb, "-displayfd", str(writing)]
    with log.open("wb") as output, running(arguments, stderr=output, pass_fds=[writing]):
        os.close(writing)
        # Xvfb writes the number and the newline separately; closed between them, it dies of EPIPE.
        line = read_line(reading, PATIENCE)
        os.close(reading)
        if not line.endswith("\n"):
            pytest.fail(f"Xvfb did not start:\n{log.read_text(errors='replace')}", pytrace=False)
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("DISPLAY", f":{line.strip()}")
            yield os.environ["DISPLAY"]


@pytest.fixture(autouse=True, scope="session")
def focus_given_back() -> Iterator[None]:
    """Let every application take the focus before it ends.

    Without a window manager, Tk 8.6 does not forget a window that the pointer gave the focus and
    took it from before its end. `focus -force` in the next application of the process follows
    that pointer to freed memory, and crashes. The program has no second application.
    """
    destroy = tkinter.Tk.destroy

    def release(window: tkinter.Tk) -> None:
        with suppress(tkinter.TclError):  # it has been destroyed
            if not window.winfo_viewable():  # a hidden window would take the focus only when shown
                window.overrideredirect(True)
                window.deiconify()
                window.update_idletasks()
            window.focus_force()
        destroy(window)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tkinter.Tk, "destroy", release)
        yield


@pytest.fixture
def root(display: str) -> Iterator[tkinter.Tk]:
    """Return a real, empty Tk window; an error in one of its callbacks fails the test."""
    window = tkinter.Tk()
    errors: list[str] = []
    # Tk prints such an error and continues, so the test would pass in spite of it.
    window.report_callback_exception = (  # type: ignore[method-assign]
        lambda kind, error, trace: errors.append(
            "".join(traceback.format_exception(kind, error, trace))
        )
    )
    yield window
    # A test may have closed it, as a user would.
    try:
        window.destroy()
    except tkinter.TclError as error:
        assert "application has been destroyed" in str(error)
    if errors:
        pytest.fail("error in a Tk callback:\n" + "\n".join(errors), pytrace=False)


@pytest.fixture
def window_manager(display: str, tmp_path: Path) -> Iterator[None]:
    """Run openbox on the screen, because menus and focus do not work without a window manager."""
    if NATIVE_SCREEN:
        yield
        return
    started = tmp_path / "openbox_started"
    touch = f"touch {shlex.quote(str(started))}"
    arguments = [required("openbox"), "--sm-disable", "--startup", touch]
    with running(arguments, stderr=subprocess.DEVNULL) as process:
        wait_until(lambda: started.exists() or process.poll() is not None, "the window manager")
        if not started.exists():
            pytest.fail("openbox did not start", pytrace=False)
        yield


@pytest.fixture
def xdotool(window_manager: None) -> Callable[..., str]:
    """Return a function that controls mouse and keyboard with the arguments of xdotool."""
    if NATIVE_SCREEN:
        pytest.skip("xdotool moves the mouse of X only")
    program = required("xdotool")

    def do(*arguments: object) -> str:
        words = [program, *map(str, arguments)]
        # `search --sync` for a window that never comes has no end of its own.
        done = subprocess.run(words, check=True, capture_output=True, text=True, timeout=PATIENCE)
        return done.stdout.strip()

    return do

"""Files that attack: what each sandbox prevents, and that the host is never harmed."""

import json
import os
import pickle
import socket
import sys

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from conftest import required
from loa_tk.control.engine.jobs import Message
from loa_tk.control.guest import host, limits, sandbox
from loa_tk.control.guest.sandbox import BWRAP, LIMITS, NONE, bwrap_problem
from loa_tk.control.guest.wire import (
    FrameReader,
    WireError,
    decode,
    encode,
    frame,
    read_answer,
    write_answer,
)
from loa_tk.control.guest.worker import GuestWorker, OwnTreeJob
from loa_tk.lab import Mistake
from loa_tk.model.game import UserError
from loa_tk.model.records.reports import report_text
from loa_tk.model.search.statistics import Report
from loa_tk.model.tree.recording import TreeRequest, record
from loa_tk.words import own_code as words
from own_files import SANDBOXES, SHUT_IN
from test_guest_jobs import GOOD, LOA5, guest_worker, job, mistake, run, write

LINUX = limits.can_filter()


NO_SANDBOX = pytest.param("", marks=pytest.mark.skip("this system has no sandbox"))


@pytest.fixture(params=SHUT_IN or [NO_SANDBOX])
def shut(request):
    return request.param


def deed(folder, code, prelude=""):
    """Return a job whose evaluation does something before it answers."""
    body = "".join(f"    {line}\n" for line in code.splitlines())
    text = f"{prelude}\ndef evaluate(position, player):\n{body}    return 1\n"
    return job(f"minimax:eval={write(folder, text)},depth=1")


@pytest.fixture
def own(tmp_path):
    """Return the student's folder, beside which there are others."""
    folder = tmp_path / "student"
    folder.mkdir()
    return folder


# --- what a file tries ---


ATTEMPTS = """\
for attempt in ATTEMPTS:
    try:
        exec(attempt, {"__file__": __file__})
        print("done", attempt)
    except (OSError, ValueError) as error:
        print(type(error).__name__)"""


def attempts(folder, deeds, shut):
    """Try many things in one process, and return what each of them raised."""
    heard = []
    run(deed(folder, "if not tried:\n    tried.append(1)\n" + indented(ATTEMPTS),
             f"tried = []\nATTEMPTS = {deeds!r}"), heard=heard, sandbox=shut)  # fmt: skip
    return "".join(one.content for one in heard if one.kind == "output").splitlines()


def indented(text):
    return "".join(f"    {line}\n" for line in text.splitlines())


@pytest.mark.skipif(not LINUX, reason="only Linux filters system calls")
def test_nothing_can_be_written_or_removed(tmp_path, own, shut):
    secret = tmp_path / "secret"
    secret.write_text("kept")
    deeds = [
        f"open({str(tmp_path / 'new')!r}, 'w').write('x')",
        f"open({str(secret)!r}, 'a').write('x')",
        f"open({str(secret)!r}, 'w')",
        "open(__file__, 'w')",
        f"import os; os.remove({str(secret)!r})",
        "import os; os.remove(__file__)",
        f"import os; os.mkdir({str(tmp_path / 'new')!r})",
        f"import os; os.rename(__file__, {str(tmp_path / 'new')!r})",
        f"import os; os.chmod({str(tmp_path)!r}, 0)",
        f"import os; os.truncate({str(secret)!r}, 0)",
        f"import os; os.symlink('/', {str(tmp_path / 'new')!r})",
        "open('note', 'w')",
    ]
    raised = attempts(own, deeds, shut)
    assert len(raised) == len(deeds) and all(one.endswith("Error") for one in raised), raised
    assert secret.read_text() == "kept" and sorted(os.listdir(tmp_path)) == ["secret", "student"]
    assert os.listdir(own) == ["mine.py"] and tmp_path.stat().st_mode & 0o700


def test_other_files_are_hidden_by_bwrap_only(tmp_path, own, shut):
    """The limits alone do not hide what the user may read, and the documents say so."""
    (tmp_path / "secret").write_text("kept")
    work = deed(own, f"open({str(tmp_path / 'secret')!r}).read()")
    if shut == BWRAP:
        assert "No such file" in mistake(work, sandbox=shut).what
        home = deed(own, f"import os; assert not os.path.exists({os.path.expanduser('~')!r})")
        run(home, sandbox=shut)
    else:
        run(work, sandbox=shut)


@pytest.mark.skipif(bool(bwrap_problem()), reason="only bwrap hides files")
def test_the_files_of_a_class_do_not_see_each_other(own):
    """Its own file and those for everyone are all that a student's guest sees of the folder."""
    (own / "_common.py").write_text("shared = 3\n")
    (own / "ben.py").write_text("secret = 1\n")
    (own / "__pycache__").mkdir()
    code = """\
try:
    import ben
except ImportError:
    import os, _common
    print(_common.shared, *sorted(os.listdir(os.path.dirname(__file__))))"""
    for alone, told in ((str(own), ["3 _common.py mine.py"]), ("", [])):
        heard = []
        worker = GuestWorker(BWRAP, alone)
        run(deed(own, code), worker, heard)
        worker.close()
        found = "".join(one.content for one in heard if one.kind == "output").splitlines()
        assert found[:1] == told


@pytest.mark.skipif(not LINUX, reason="only Linux filters system calls")
def test_no_network_no_processes_and_no_signals(own, shut):
    with socket.create_server(("127.0.0.1", 0)) as server:
        deeds = [
            f"import socket; socket.create_connection(('127.0.0.1', {server.getsockname()[1]}))",
            "import os; os.fork()",
            "import subprocess; subprocess.run(['/bin/true'])",
            "import os; os.execv('/bin/true', ['true'])",
            "import os; os.kill(os.getppid() or 1, 9)",
            "import os; os.kill(0, 15)",
            "import resource as r; r.setrlimit(r.RLIMIT_AS, (-1, -1))",
            "import os, resource as r; r.prlimit(os.getppid() or 1, r.RLIMIT_CPU, (1, 1))",
        ]
        raised = attempts(own, deeds, shut)
        server.settimeout(0)
        with pytest.raises(BlockingIOError):
            server.accept()
    assert raised[:5] == ["PermissionError"] * 5
    assert len(raised) == len(deeds) and all(one.endswith("Error") for one in raised), raised


def test_memory_is_bounded(own, shut):
    error = mistake(deed(own, "x = bytearray(8 * 1024 ** 3)"), sandbox=shut)
    assert error.what == "it needed more memory than it may have" and error.line == 3


def test_a_file_that_sleeps_for_ever_is_ended_with_its_process(own, shut, monkeypatch):
    from loa_tk.control.guest import worker as guest

    monkeypatch.setattr(guest, "SILENT", 0.5)
    with guest_worker(shut) as worker:
        work = deed(own, "time.sleep(10 ** 6)", "import time")
        assert "has not returned" in mistake(work, worker=worker).what
        assert worker._process is None


def test_replacing_builtins_harms_only_the_file_itself(own, shut):
    code = "for name in ('len', 'isinstance', 'max', 'tuple', 'type', 'sum', 'map'):\n" \
           "    setattr(builtins, name, None)"  # fmt: skip
    with guest_worker(shut) as worker:
        error = mistake(deed(own, code, "import builtins"), worker=worker)
        assert error.file in ("mine.py", "")
        write(own, GOOD)
        assert run(job(f"minimax:eval={own / 'mine.py'},depth=1"), worker).value is not None


@pytest.mark.parametrize(
    ("code", "most"),
    [
        ("print('x' * 10 ** 6)", 10_100),
        ("for i in range(10 ** 5): print(i)", 10_100),
        ("import os; os.write(1, b'x' * 30_000); os.write(2, b'y' * 30_000)", host.MOST_OUTPUT),
        ("import sys; sys.__stdout__.write('x' * 10 ** 6); sys.__stdout__.flush()", 20_000),
    ],
)
def test_output_is_bounded(own, code, most):
    heard = []
    assert run(deed(own, f"if not done:\n    done.append(1)\n    {code}", "done = []"),
               heard=heard).value == 1  # fmt: skip
    output = "".join(message.content for message in heard if message.kind == "output")
    assert 100 < len(output) <= most


def test_endless_raw_output_ends_the_file(own, monkeypatch):
    monkeypatch.setattr(host, "TOO_MUCH", 1_000_000)
    error = mistake(deed(own, "while True: os.write(2, b'x' * 65536)", "import os"))
    assert "too much on its error stream" in error.what


# The wire comes after the pipe from the host, at which a file on Windows would wait for ever.
EVERY_PIPE = """\
for number in reversed(range(3, 64)):
    try: os.write(number, {content!r})
    except OSError: pass"""


class Evil:
    """An object whose pickle would write a file in the process that loads it."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return open, (str(self.path), "w")


@pytest.mark.parametrize(
    "content",
    [
        b"garbage" * 10,
        b"\xff" * 40,
        frame(b"[" * 100_000),
        frame(b'{"kind": "surprise", "number": 1}'),
        frame(b'{"kind": "done", "number": 1, "content": "{}"}'),
        frame(b'T\0\0\0\x1d{"kind": "done", "number": 1}tree'),
        frame(b"T\0"),
        frame(b'{"kind": "failed", "number": 1, "what": 7}'),
        frame(b'{"kind": "watch", "number": -1, "calls": 1e999}'),
        frame(b'{"kind": "loaded", "number": 1, "modules": ["../../secret.py"]}'),
    ],
    ids=lambda content: content[:30].hex(),
)
def test_garbage_on_the_wire_ends_the_file_and_nothing_else(own, content):
    code = EVERY_PIPE.format(content=content)
    error = mistake(deed(own, f"{code}\ntime.sleep(60)", "import os, time"))
    assert "into the program’s own pipe" in error.what and error.file == "mine.py"


def test_a_pickle_on_the_wire_is_never_loaded(own, tmp_path):
    trap = tmp_path / "trap"
    for content in (pickle.dumps(Evil(trap)), frame(pickle.dumps(Evil(trap)))):
        code = EVERY_PIPE.format(content=content)
        mistake(deed(own, f"{code}\ntime.sleep(60)", "import os, time"), sandbox=NONE)
    assert not trap.exists()


def test_a_forged_answer_is_still_judged_by_the_host(own):
    report = {"move": "a1-e5", "value": 0, "depth": 1, "line": "a1-e5", "seconds": 0,
              "statistics": [0] * 6, "levels": [], "passes": []}  # fmt: skip
    message = {"kind": "done", "number": 1, "content": json.dumps(report)}
    code = EVERY_PIPE.format(content=encode(message))
    error = mistake(deed(own, f"{code}\ntime.sleep(60)", "import os, time"))
    assert "a report that cannot be read" in error.what


# --- the wire ---

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


class Pipe(host.GuestProcess):
    """The reading half of a host, without a process."""

    def __init__(self):
        self._job = (1, job("minimax:eval=x.py,depth=1"))


@given(st.binary() | st.builds(lambda one: json.dumps(one).encode(), JSON))
@example(b'{"kind": "progress", "number": 1}')
def test_any_bytes_are_a_message_or_refused(content):
    try:
        event = Pipe()._event(content)
    except WireError:
        return
    assert isinstance(event, host.Event)


KINDS = ["ready", "begun", "loaded", "print", "watch", "failed", "progress", "done"]
FIELDS = ["modules", "text", "calls", "file", "line", "what", "code", "content", "bytes"]


@given(
    st.sampled_from(KINDS), st.dictionaries(st.sampled_from(FIELDS), JSON),
    st.just(1) | st.integers(), st.none() | st.binary(),
)  # fmt: skip
def test_any_fields_of_a_message_are_right_or_refused(kind, fields, number, carried):
    message = {**fields, "kind": kind, "number": number}
    text = json.dumps(message).encode()
    if carried is not None:
        text = b"T" + len(text).to_bytes(4, "big") + text + carried
    try:
        event = Pipe()._event(text)
    except WireError:
        return
    if kind == "print":
        assert all(one.isprintable() or one in "\n\t" for one in event.content)
    if kind == "failed":
        assert isinstance(event.content, Mistake) and str(event.content).isprintable()
    if kind in ("progress", "done") and event.kind == kind:
        assert isinstance(event.content, Report)


@given(st.lists(st.binary(max_size=50)), st.integers(1, 7))
def test_frames_are_found_however_the_bytes_are_cut(contents, step):
    stream = b"".join(map(frame, contents))
    reader, found = FrameReader(50), []
    for place in range(0, len(stream), step):
        found += reader.feed(stream[place : place + step])
    assert found == contents
    with pytest.raises(WireError, match="51 bytes"):
        list(FrameReader(50).feed(frame(b"x" * 51)))


def test_a_report_survives_the_wire():
    work = job("alphabeta:eval=groups,depth=2")
    report = work.run(lambda: False, lambda told: None)
    message = decode(encode({"kind": "done", "c": report_text(LOA5, LOA5.start, report)})[4:])
    assert read_answer(work, message["c"]) == report == read_answer(work, message["c"], True)
    with pytest.raises(WireError, match="1,048,600 bytes"):
        decode(b" " * 1_048_600)
    with pytest.raises(WireError, match="more than 1,048,576"):
        encode({"kind": "x" * 1_048_577})


def test_a_tree_survives_the_wire_and_only_a_job_for_trees_gets_one():
    work = OwnTreeJob(game="loa5", state=LOA5.start, search="alphabeta", file="mine.py", depth=2)
    tree = record(TreeRequest(game=LOA5, state=LOA5.start, depth=2))
    message = decode(encode({"kind": "done", "bytes": "forged"}, write_answer(work, tree))[4:])
    assert len(read_answer(work, message["bytes"])) == len(tree)
    assert read_answer(work, 0.5, progress=True) == 0.5
    with pytest.raises(WireError, match="a tree that cannot be read"):
        read_answer(work, message["bytes"][:-1])
    elsewhere = OwnTreeJob(
        game="loa5",
        state=LOA5.play(LOA5.start, LOA5.moves(LOA5.start)[0]),
        search="x",
        file="m.py",
        depth=2,
    )
    with pytest.raises(WireError, match="another position"):
        read_answer(elsewhere, message["bytes"])
    with pytest.raises(WireError, match="a report that is not a text"):
        read_answer(job("minimax:eval=x.py,depth=1"), message["bytes"])
    assert "bytes" not in decode(b'{"kind": "done", "bytes": "forged"}')


# --- which sandbox ---


def test_bwrap_is_used_where_it_works_and_the_limits_elsewhere(own):
    """CI installs bwrap. On a machine that forbids it, the program falls back and says so."""
    if sys.platform.startswith("linux"):
        required("bwrap")
    heard = []
    run(job(f"minimax:eval={write(own, GOOD)},depth=1"), heard=heard, sandbox="")
    (note,) = heard
    assert note == Message("note", f"mine.py runs in {words.SANDBOXES[SANDBOXES[0]]}.")
    assert (SANDBOXES[0] == BWRAP) == (not bwrap_problem())


@pytest.fixture
def no_bwrap(tmp_path, monkeypatch):
    """Put a bwrap in front that the machine does not permit."""
    fake = write(tmp_path, "#!/bin/sh\necho 'bwrap: No permissions to create a namespace' >&2\n"
                           "exit 1\n", "bwrap")  # fmt: skip
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    bwrap_problem.cache_clear()
    yield
    bwrap_problem.cache_clear()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux has bwrap")
def test_a_bwrap_that_is_not_permitted_is_not_used(no_bwrap, own):
    assert sandbox.choose() == LIMITS
    with pytest.raises(UserError, match="does not work here: bwrap: No permissions"):
        sandbox.choose(BWRAP)
    with pytest.raises(UserError, match="no sandbox 'jail'; there are bwrap, limits, none"):
        sandbox.choose("jail")
    heard = []
    run(job(f"minimax:eval={write(own, GOOD)},depth=1"), heard=heard, sandbox="")
    assert "(no bwrap)" in heard[0].content


def test_without_limits_the_program_says_so(no_bwrap, own, monkeypatch):
    monkeypatch.setattr(sandbox.limits, "resource", None)
    assert sandbox.choose() == NONE
    with pytest.raises(UserError, match="use --sandbox none"):
        sandbox.choose(LIMITS)
    heard = []
    run(job(f"minimax:eval={write(own, GOOD)},depth=1"), heard=heard, sandbox="")
    assert heard == [Message("note", "mine.py runs in its own process without any limits.")]


def test_a_home_folder_is_not_shown_whole(tmp_path, monkeypatch):
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path))
    (tmp_path / "letters").mkdir()
    mine, helper = write(tmp_path, GOOD), write(tmp_path, "", "helper.py")
    assert sandbox.beside(mine) == [helper, mine]
    assert sandbox.beside(tmp_path / "course" / "mine.py") == [tmp_path / "course"]


def test_the_filter_is_a_program_for_every_machine_it_knows():
    for machine in limits.ARCHITECTURES:
        code = limits.program(machine, 4711)
        for place, (kind, yes, no, _) in enumerate(code):
            if kind in (limits.EQUAL, limits.AT_LEAST, limits.ANY_BIT):
                assert place + 1 + max(yes, no) < len(code)
        assert code[-1] == (limits.RETURN, 0, 0, limits.ALLOW) and len(code) < 4096
        assert len(limits.packed(code)) == 8 * len(code)


def test_a_guest_loads_no_window_and_no_site_folder(own):
    code = "print(sorted(set(sys.modules) & {'tkinter', 'site', 'socket', 'multiprocessing'}))"
    heard = []
    run(deed(own, f"{code}\nprint([p for p in sys.path if 'site-packages' in p])", "import sys"),
        heard=heard)  # fmt: skip
    lines = next(m.content for m in heard if m.kind == "output").splitlines()
    assert lines[:2] == ["[]", "[]"]

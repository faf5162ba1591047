"""Files that attack: what each sandbox prevents, and that the host is never harmed."""

import json
import os
import pickle
import socket
import sys
import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from conftest import required
from loa_tk.control.engine.jobs import Message
from loa_tk.control.guest import clock, host, sandbox
from loa_tk.control.guest import said as messages
from loa_tk.control.guest import witness as witnesses
from loa_tk.control.guest.sandbox import bwrap_problem
from loa_tk.control.guest.witness import Witness
from loa_tk.guest import BWRAP, LIMITS, NONE, kernel, landlock
from loa_tk.guest.wire import LENGTH, MOST, Wire, WireError, decode, frame
from loa_tk.lab import Mistake
from loa_tk.model.game import UserError
from loa_tk.words import own_code as words
from own_files import SANDBOXES, SHUT_IN
from test_guest_jobs import GOOD, LOA5, guest_files, job, mistake, run, write

LINUX = kernel.known()


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


def test_other_files_are_hidden(tmp_path, own, shut):
    """An ordinary user's guest that has only the limits reads what the user may read.

    Where the kernel has Landlock, it does not; root's never does.
    """
    (tmp_path / "secret").write_text("kept")
    work = deed(own, f"open({str(tmp_path / 'secret')!r}).read()")
    if shut == BWRAP:
        assert "No such file" in mistake(work, sandbox=shut).what
        home = deed(own, f"import os; assert not os.path.exists({os.path.expanduser('~')!r})")
        run(home, sandbox=shut)
    elif landlock.version() or sandbox.is_root():
        assert "Permission denied" in mistake(work, sandbox=shut).what
        folders = (tmp_path, os.path.expanduser("~"), "/", "/proc")
        for folder in folders if landlock.version() else ():
            listing = deed(own, f"import os; os.listdir({str(folder)!r})")
            assert "Permission denied" in mistake(listing, sandbox=shut).what
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
        with guest_files(BWRAP, alone) as files:
            run(deed(own, code), files, heard)
        found = "".join(one.content for one in heard if one.kind == "output").splitlines()
        assert found[:1] == told


@pytest.mark.skipif(not landlock.version(), reason="the kernel has no Landlock")
def test_without_bwrap_the_files_of_a_class_cannot_read_each_other(own):
    (own / "_common.py").write_text("shared = 3\n")
    (own / "ben.py").write_text("secret = 1\n")
    with guest_files(LIMITS, str(own)) as files:
        error = mistake(deed(own, "import _common\nimport ben"), files=files)
    # The guest has a copy of the folder without the other's file.
    assert error.line == 4 and "there is no module" in error.what


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
    monkeypatch.setattr(host, "VALUING", (0.5, 0.05))
    monkeypatch.setattr(clock, "LATE", 0.0)
    with guest_files(shut) as files:
        work = deed(own, "time.sleep(10 ** 6)", "import time")
        assert "has not returned" in mistake(work, files=files).what
        (guest,) = files._guests.values()
        assert guest.closed and guest.process.poll() is not None


def test_replacing_builtins_harms_only_the_file_itself(own, shut):
    code = "for name in ('len', 'isinstance', 'max', 'tuple', 'type', 'sum', 'map'):\n" \
           "    setattr(builtins, name, None)"  # fmt: skip
    with guest_files(shut) as files:
        error = mistake(deed(own, code, "import builtins"), files=files)
        assert error.file in ("mine.py", "")
        write(own, GOOD)
        assert run(job(f"minimax:eval={own / 'mine.py'},depth=1"), files).value is not None


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


class SlowStream:
    """A stream whose reader is interrupted for a moment after it has read."""

    def __init__(self, stream):
        self.fileno, self.close, self._read = stream.fileno, stream.close, stream.read

    def read(self, most):
        data = self._read(most)
        time.sleep(0.1)
        return data


@pytest.mark.skipif(os.name != "posix", reason="only here the host can know what was written")
def test_raw_output_is_heard_before_the_answer_however_slowly_it_is_read(own, monkeypatch):
    start = host.Guest._start

    def start_slowly(self, alone):
        start(self, alone)
        self.process.stderr = SlowStream(self.process.stderr)

    monkeypatch.setattr(host.Guest, "_start", start_slowly)
    heard = []
    once = "if not done:\n    done.append(1)\n    import os; os.write(2, b'said')"
    run(deed(own, once, "done = []"), heard=heard)
    output = "".join(message.content for message in heard if message.kind == "output")
    assert "said" in output


def test_endless_raw_output_ends_the_file(own, monkeypatch):
    monkeypatch.setattr(host, "TOO_MUCH", 1_000_000)
    error = mistake(deed(own, "while True: os.write(2, b'x' * 65536)", "import os"))
    assert "too much" in error.what


# The wire comes after the pipe from the host, at which a file on Windows would wait for ever.
EVERY_PIPE = """\
for number in reversed(range(3, 64)):
    try: os.write(number, {content!r})
    except OSError: pass"""


def framed(content):
    """Return any bytes with their length before them."""
    return LENGTH.pack(len(content)) + content


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
        framed(b"[" * 100_000),
        framed(b"[1, 2]"),
        framed(b"{}"),
        framed(b'{"values": [1]}'),
        framed(b'{"values": [], "number": 2}'),
        framed(b'{"values": [NaN, NaN], "number": 2}'),
        framed(b'{"mistake": 7}'),
        framed(b'{"at": "mine.py", "line": -1, "calls": 1e999}'),
        framed(b'{"print": 5}'),
        framed(b'{"eval": 1, "path": []}'),
        framed(b'{"steps": []}'),
    ],
    ids=lambda content: content[:30].hex(),
)
def test_garbage_on_the_wire_ends_the_file_and_nothing_else(own, content):
    code = EVERY_PIPE.format(content=content)
    error = mistake(deed(own, f"{code}\ntime.sleep(60)", "import os, time"))
    assert "into the program’s own pipe" in error.what and error.file == "mine.py"


def test_a_pickle_on_the_wire_is_never_loaded(own, tmp_path):
    trap = tmp_path / "trap"
    for content in (pickle.dumps(Evil(trap)), framed(pickle.dumps(Evil(trap)))):
        code = EVERY_PIPE.format(content=content)
        mistake(deed(own, f"{code}\ntime.sleep(60)", "import os, time"), sandbox=NONE)
    assert not trap.exists()


def test_a_forged_answer_is_still_judged_by_the_host(own):
    """A search that sends its own answer gains nothing that it could not return."""
    forged = frame({"move": 3, "value": 0, "levels": [], "evals": [9, 9], "prunes": [0, 0],
                    "number": 1})  # fmt: skip
    code = indented(EVERY_PIPE.format(content=forged))
    text = f"import os, time\ndef choose(position, seconds, counts):\n{code}    time.sleep(60)\n"
    error = mistake(job(f"file:{write(own, text)},seconds=1"))
    assert "something that nobody asked for" in error.what


# --- the wire ---

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
LEGAL = LOA5.moves(LOA5.start)[0]
FIELDS = ["eval", "path", "text", "move", "value", "levels", "evals", "prunes", "mistake", "file",
          "line", "code", "modules", "functions", "values"]  # fmt: skip


@given(st.binary() | st.builds(lambda one: json.dumps(one).encode(), JSON))
def test_any_bytes_are_a_message_or_refused(content):
    try:
        message = decode(content)
    except WireError:
        return
    assert isinstance(message, dict)


READERS = {
    "values": lambda message: messages.numbers(message.get("values"), 2),
    "mistake": messages.read_mistake,
    "modules": lambda message: messages.module_names(message.get("modules")),
    "eval": lambda message: witness().evaluate({"eval": 0, **message}),
    "steps": lambda message: witness().add(message.get("values")),
    "choose": lambda message: witness().answer(message, 0.1),
}


def witness():
    return Witness(LOA5, LOA5.start, LOA5.evaluation("groups"), 9)


@given(
    st.sampled_from(sorted(READERS)),
    st.dictionaries(st.sampled_from(FIELDS), JSON | st.just(LEGAL) | st.just([LEGAL, LEGAL])),
)
@example("choose", {"move": LEGAL, "evals": [1, 2], "prunes": [0, 0], "levels": [[0, 1]]})
@example("eval", {"path": [LEGAL]})
@example("values", {"values": [1, 2.5]})
@example("values", {"values": [10**400, 0]})
@example("steps", {"values": [["node", None, None, 0], None]})
def test_any_fields_of_a_message_are_right_or_refused(kind, fields):
    try:
        answer = READERS[kind](json.loads(json.dumps(fields)))
    except WireError:
        return
    if kind == "mistake":
        assert isinstance(answer, Mistake) and str(answer).isprintable()
    if kind == "choose":
        assert isinstance(answer, witnesses.Testimony) and answer.move in LOA5.moves(LOA5.start)
    if kind in ("values", "eval"):
        values = answer if kind == "values" else answer.values()
        assert all(isinstance(value, float) for value in values)


@given(st.lists(st.text(max_size=50), max_size=20), st.integers(1, 7))
def test_frames_are_found_however_the_bytes_are_cut(texts, step):
    stream = b"".join(frame({"print": text}) for text in texts)
    reads, writes = os.pipe()
    with os.fdopen(reads, "rb", 0), os.fdopen(writes, "wb", 0) as pipe:
        wire, found = Wire(reads, writes), []
        for place in range(0, len(stream), step):
            pipe.write(stream[place : place + step])
            if place + step >= len(stream):
                found += [wire.receive()["print"] for _ in texts]
        assert found == texts and not wire.waiting()


def test_a_message_has_a_greatest_length(tmp_path):
    with pytest.raises(WireError, match="bytes"):
        frame({"print": "x" * MOST})
    path = tmp_path / "stream"
    path.write_bytes(LENGTH.pack(MOST + 1))
    with path.open("rb") as stream, pytest.raises(WireError, match="1,048,577 bytes"):
        Wire(stream.fileno(), -1).receive()


# --- what the host has seen ---


def test_the_host_knows_which_positions_were_evaluated(own):
    """Whatever a file reports, these are the EVAL calls that were answered, in their order."""
    text = """\
def choose(position, seconds, counts):
    child = position.after(position.moves()[1])
    for _ in range(9):
        counts.eval_max()
    counts.evaluate(child.after(child.moves()[0]), "b")
    counts.evaluate(child, "w")
    return position.moves()[0]
"""
    with guest_files() as files:
        guest = files.guest(str(write(own, text)))
        said = guest.choose(
            LOA5, LOA5.start, host.Limits(depth=2), LOA5.evaluation("groups"), watch=9
        )
    first = LOA5.moves(LOA5.start)[1]
    reply = LOA5.moves(LOA5.play(LOA5.start, first))[0]
    assert said.evals == 2 and said.counted.evals == [9, 0]
    seen = [(step.path, step.player) for step in said.steps if step.kind == "eval"]
    assert seen == [((first, reply), 0), ((first,), 1)]
    kinds = [step.kind for step in said.steps]
    assert kinds.index("eval") > kinds.index("eval_max") and kinds.count("after") == 2


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


def test_a_guest_loads_no_window_and_no_site_folder(own):
    code = "print(sorted(set(sys.modules) & {'tkinter', 'site', 'socket', 'multiprocessing'}))"
    heard = []
    run(deed(own, f"{code}\nprint([p for p in sys.path if 'site-packages' in p])", "import sys"),
        heard=heard)  # fmt: skip
    lines = next(m.content for m in heard if m.kind == "output").splitlines()
    assert lines[:2] == ["[]", "[]"]

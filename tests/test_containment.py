"""What a guest is kept from: each system call that a student's file could harm others with.

The calls are tried in real guests and aimed at nothing that matters: a sleeping process and a file
of the test's own. The sandbox "filter" is `limits` on a kernel without namespaces and Landlock.
"""

import ctypes
import errno
import json
import os
import shutil
import subprocess
import sys
from contextlib import contextmanager

import pytest

from loa_tk.control.guest import given, sandbox
from loa_tk.guest import BWRAP, LIMITS, filter, kernel, landlock, limits
from loa_tk.model.game import UserError
from own_files import SHUT_IN
from patience import PATIENCE
from test_guest_jobs import job, run, write

LINUX = kernel.known()
FILTER = "filter"
SHUT = [*SHUT_IN, FILTER] if LINUX else SHUT_IN
BARE_KERNEL = (
    "import loa_tk.guest.namespaces as n, loa_tk.guest.landlock as l; "
    "n.enter = lambda: False; l.version = lambda: 0; "
)
linux = pytest.mark.skipif(not LINUX, reason="only Linux filters system calls")


def printed(folder, text, shut):
    """Return the lines that a file prints while a guest loads it."""
    path = write(folder, f"{text}\ndef evaluate(position, player): return 1\n")
    heard = []
    with pytest.MonkeyPatch.context() as patch:
        if shut == FILTER:
            patch.setattr(sandbox, "BOOT", sandbox.BOOT.replace("from", BARE_KERNEL + "from", 1))
        run(job(f"minimax:eval={path},depth=1"), None, heard, LIMITS if shut == FILTER else shut)
    return "".join(one.content for one in heard if one.kind == "output").splitlines()


# --- every call that could harm ---

CALLS = {**filter.ALLOWED, **filter.REFUSED}
CALLS |= {name: numbers for name, (numbers, _, _) in filter.judged(1).items()}
# Those that do not exist for a guest.
CALLS |= {
    "clone3": (435, 435), "openat2": (437, 437), "name_to_handle_at": (303, 264),
    "pivot_root": (155, 41), "keyctl": (250, 219), "add_key": (248, 217), "bpf": (321, 280),
    "perf_event_open": (298, 241), "userfaultfd": (323, 282), "io_uring_setup": (425, 425),
    "process_madvise": (440, 440), "personality": (135, 92), "seccomp": (317, 277),
    "kcmp": (312, 272), "landlock_create_ruleset": (444, 444), "syslog": (103, 116),
    "inotify_init1": (294, 26), "fanotify_init": (300, 262), "timer_create": (222, 107),
    "clock_settime": (227, 112), "sethostname": (170, 161), "reboot": (169, 142),
    "memfd_secret": (447, 447), "get_robust_list": (274, 100), "mlockall": (151, 230),
    "umask": (95, 166), "copy_file_range": (326, 285), "splice": (275, 76),
    "migrate_pages": (256, 238), "move_pages": (279, 239), "init_module": (175, 105),
    "fsopen": (430, 430), "open_tree": (428, 428), "mount_setattr": (442, 442),
    "a call of a future kernel": (999, 999),
}  # fmt: skip

# Each attempt: a name, the call if it is another word, its arguments in Python, and the error.
# `other` is a process, `file` an open file, `path` its name, `zeros` a pointer to zeros.
EPERM, EACCES, ENOSYS = errno.EPERM, errno.EACCES, errno.ENOSYS
ATTEMPTS = {
    # Signals.
    "kill": ("other, 0", EPERM), "kill everyone": ("-1, 0", EPERM),
    "kill its group": ("0, 0", EPERM),
    "tkill": ("other, 0", EPERM), "tgkill": ("other, other, 0", EPERM),
    "rt_sigqueueinfo": ("other, 0, zeros", EPERM),
    "rt_tgsigqueueinfo": ("other, other, 0, zeros", EPERM), "pidfd_open": ("other, 0", EPERM),
    "pidfd_send_signal": ("file, 0, 0, 0", EPERM), "pidfd_getfd": ("file, 0, 0", EPERM),
    "fcntl F_SETOWN": ("file, 8, other", EPERM), "fcntl F_SETOWN_EX": ("file, 15, zeros", EPERM),
    "fcntl F_SETSIG": ("file, 10, 0", EPERM), "fcntl O_ASYNC": ("file, 4, 0o20000", EPERM),
    "fcntl F_SETLEASE": ("file, 1024, 2", EPERM), "fcntl F_NOTIFY": ("file, 1026, 0", EPERM),
    "fcntl F_SETLK": ("file, 6, zeros", EPERM), "fcntl F_SETPIPE_SZ": ("file, 1031, 0", EPERM),
    "ioctl FIOASYNC": ("file, 0x5452, zeros", EPERM),
    "ioctl TIOCSTI": ("file, 0x5412, path", EPERM),
    # What files are, and their content.
    "setxattr": ("path, b'user.x', b'1', 1, 0", EPERM),
    "fsetxattr": ("file, b'user.x', b'1', 1, 0", EPERM),
    "setxattrat": ("-100, path, 0, b'user.x', zeros, 16", EPERM),
    "removexattr": ("path, b'user.x'", EPERM), "fremovexattr": ("file, b'user.x'", EPERM),
    "removexattrat": ("-100, path, 0, b'user.x'", EPERM),
    "file_setattr": ("-100, path, zeros, 24, 0", EPERM),
    "ioctl FS_IOC_SETFLAGS": ("file, 0x40086602, zeros", EPERM),
    "ioctl FS_IOC_FSSETXATTR": ("file, 0x401C5820, zeros", EPERM),
    "fchmod": ("file, 0o600", EPERM), "fchmodat": ("-100, path, 0o600", EPERM),
    "fchmodat2": ("-100, path, 0o600, 0", EPERM), "fchownat": ("-100, path, -1, -1, 0", EPERM),
    "utimensat": ("-100, path, 0, 0", EPERM), "truncate": ("path, 4", EPERM),
    "ftruncate": ("file, 4", EPERM), "unlinkat": ("-100, path + b'x', 0", EPERM),
    "renameat2": ("-100, path, -100, path + b'x', 0", EPERM),
    "linkat": ("-100, path, -100, path + b'x', 0", EPERM),
    "symlinkat": ("path, -100, path + b'x'", EPERM), "mkdirat": ("-100, path + b'x', 0o700", EPERM),
    "mknodat": ("-100, path + b'x', 0o600, 0", EPERM), "flock": ("file, 5", EPERM),
    "openat O_WRONLY": ("-100, path, 1", EACCES), "openat O_RDWR": ("-100, path, 2", EACCES),
    "openat neither": ("-100, path, 3", EACCES), "openat O_TRUNC": ("-100, path, 0o1000", EACCES),
    "openat O_CREAT": ("-100, path + b'x', 0o100, 0o600", EACCES),
    "openat O_TMPFILE": ("-100, b'/tmp', 0o20200002, 0o600", EACCES),
    "openat O_PATH": ("-100, path, 0o10000000", EACCES),
    "openat2": ("-100, path, zeros, 24", ENOSYS),
    "name_to_handle_at": ("-100, path, zeros, zeros, 0", ENOSYS),
    "open_by_handle_at": ("-100, zeros, 0", EPERM),
    "copy_file_range": ("file, 0, file, 0, 1, 0", ENOSYS),
    "splice": ("file, 0, file, 0, 1, 0", ENOSYS),
    "umask": ("0o22", ENOSYS),
    # Memory: 1 is shared, 0x22 private and of no file.
    "mmap shared": ("0, 4096, 3, 0x21, -1, 0", EPERM),
    "mmap shared file": ("0, 4096, 3, 1, file, 0", EPERM),
    "mmap shared and validated": ("0, 4096, 2, 3, file, 0", EPERM),
    "mmap code": ("0, 4096, 7, 0x22, -1, 0", EPERM), "mprotect code": ("0, 0, 6", EPERM),
    "shmget": ("0, 0, 0o600", EPERM), "shmat": ("0, 0, 0", EPERM),
    "semget": ("0, 0, 0o600", EPERM), "msgget": ("4711, 0", EPERM),
    "mq_open": ("b'x', 0, 0, 0", EPERM), "memfd_create": ("b'x', 0", EPERM),
    "memfd_secret": ("0", ENOSYS), "mlockall": ("1", ENOSYS),
    # Other processes, and more of them.
    "sched_setscheduler": ("other, 0, zeros", EPERM), "sched_setparam": ("other, zeros", EPERM),
    "sched_setattr": ("other, zeros, 0", EPERM), "sched_setaffinity": ("other, 8, path", EPERM),
    "sched_setaffinity of its own": ("0, 8, path", EPERM), "setpriority": ("0, other, 1", EPERM),
    "ioprio_set": ("1, other, 0", EPERM), "ptrace": ("16, other, 0, 0", EPERM),
    "process_vm_readv": ("other, zeros, 1, zeros, 1, 0", EPERM),
    "process_vm_writev": ("other, zeros, 1, zeros, 1, 0", EPERM),
    "process_madvise": ("file, 0, 0, 0, 0", ENOSYS), "kcmp": ("other, other, 0, 0, 0", ENOSYS),
    "move_pages": ("other, 0, 0, 0, 0, 0", ENOSYS), "migrate_pages": ("other, 0, 0, 0", ENOSYS),
    "get_robust_list": ("other, zeros, zeros", ENOSYS),
    "prlimit64 of another": ("other, 0, 0, zeros", EPERM),
    "prlimit64 of memory": ("0, 9, path, 0", EPERM), "setrlimit": ("9, path", EPERM),
    "clone": ("17, 0, 0, 0, 0", EPERM),
    "clone3": ("zeros, 0", ENOSYS), "execve": ("b'/', 0, 0", EPERM),
    "execveat": ("-1, b'/', 0, 0, 0", EPERM), "setsid": ("", EPERM), "setpgid": ("0, 0", EPERM),
    "socket": ("1, 1, 0", EPERM), "socket of the internet": ("2, 1, 0", EPERM),
    "socketpair": ("1, 1, 0, zeros", EPERM),
    # The process's own sandbox.
    "prctl PR_SET_PDEATHSIG": ("1, 0", EPERM), "prctl PR_SET_DUMPABLE": ("4, 1", EPERM),
    "prctl PR_SET_PTRACER": ("0x59616D61, -1", EPERM), "seccomp": ("-1, 0, 0", ENOSYS),
    "setresuid": ("-1, -1, -1", EPERM), "setgroups": ("0, 0", EPERM),
    "unshare": ("0x10000000", EPERM), "setns": ("file, 0", EPERM), "chroot": ("b'/'", EPERM),
    "mount": ("0, b'/nowhere', 0, 0, 0", EPERM), "umount2": ("b'/nowhere', 0", EPERM),
    "pivot_root": ("b'/nowhere', b'/nowhere'", ENOSYS), "fsopen": ("b'nothing', 0", ENOSYS),
    "open_tree": ("-100, b'/nowhere', 0", ENOSYS), "mount_setattr": ("-1, b'', 0, 0, 0", ENOSYS),
    "landlock_create_ruleset": ("0, 0, 1", ENOSYS), "personality": ("0xFFFFFFFF", ENOSYS),
    # The kernel. With these arguments none of them would do anything.
    "keyctl": ("0, 0, 0", ENOSYS), "add_key": ("0, 0, 0, 0, 0", ENOSYS),
    "bpf": ("-1, 0, 0", ENOSYS),
    "perf_event_open": ("0, 0, -1, -1, 0", ENOSYS), "userfaultfd": ("-1", ENOSYS),
    "io_uring_setup": ("0, 0", ENOSYS), "syslog": ("-1, 0, 0", ENOSYS),
    "inotify_init1": ("-1", ENOSYS), "fanotify_init": ("-1, 0", ENOSYS),
    "timer_create": ("-1, 0, 0", ENOSYS), "clock_settime": ("-1, 0", ENOSYS),
    "sethostname": ("0, -1", ENOSYS), "reboot": ("0, 0, 0, 0", ENOSYS),
    "init_module": ("0, 0, 0", ENOSYS), "a call of a future kernel": ("", ENOSYS),
}  # fmt: skip

TRIES = """\
import ctypes, json, os
library = ctypes.CDLL(None, use_errno=True)
zeros = ctypes.create_string_buffer(4096)
other, path = {other}, os.fsencode(__file__)
file, this, found = os.open(path, os.O_RDONLY), os.getpid(), dict()
for name, (number, arguments) in {calls!r}.items():
    arguments = eval(f"[{{arguments}}]")
    arguments = [ctypes.c_long(one) if isinstance(one, int) else one for one in arguments]
    ctypes.set_errno(0)
    done = library.syscall(ctypes.c_long(number), *arguments)
    if os.getpid() != this:
        os._exit(0)
    found[name] = ctypes.get_errno() if done == -1 else f"done: {{done}}"
for name in ("environ", "mem", "maps"):
    try:
        with open(f"/proc/{host}/{{name}}", "rb") as file:
            found[name] = "open"
    except OSError as error:
        found[name] = error.errno
text = json.dumps(found)
for place in range(0, len(text), 1000):
    print(text[place:place + 1000])
"""


def number_of(name):
    """Return the number of the call whose name is this, or is its first word."""
    numbers = CALLS.get(name) or CALLS[name.split()[0]]
    return numbers[kernel.column()]


@contextmanager
def sleeper():
    """Run a process that does nothing, for a guest to aim at."""
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        yield process
        assert process.poll() is None
        process.kill()


@pytest.fixture(scope="module", params=SHUT)
def tried(request, tmp_path_factory):
    """Return what a guest got for each of its attempts."""
    calls = {name: (number_of(name), arguments) for name, (arguments, _) in ATTEMPTS.items()}
    folder = tmp_path_factory.mktemp("tried")
    with sleeper() as other:
        text = TRIES.format(calls=calls, other=other.pid, host=os.getpid())
        lines = printed(folder, text, request.param)
        assert os.sched_getscheduler(other.pid) == os.SCHED_OTHER
        assert os.getpriority(os.PRIO_PROCESS, other.pid) == os.getpriority(os.PRIO_PROCESS, 0)
    return json.loads("".join(lines))


@linux
@pytest.mark.parametrize("name", ATTEMPTS)
def test_a_guest_cannot(name, tried):
    assert tried[name] == ATTEMPTS[name][1]


@linux
@pytest.mark.parametrize("name", ["environ", "mem", "maps"])
def test_a_guest_cannot_look_into_its_host(name, tried):
    assert tried[name] in (errno.EACCES, errno.ENOENT)


@linux
def test_the_host_is_not_dumpable_once_it_has_a_guest(tmp_path):
    printed(tmp_path, "", LIMITS)
    assert ctypes.CDLL(None).prctl(3, 0, 0, 0, 0) == 0


# --- what a file may do ---

LEGITIMATE = """\
import threading, os, ctypes, signal, resource
for name in {standard!r}:
    __import__(name)
import decimal, random, hashlib, time, json, helper
from pathlib import Path
found = []
threads = [threading.Thread(target=lambda: found.append(random.random())) for _ in range(20)]
for thread in threads: thread.start()
for thread in threads: thread.join()
with open(Path(__file__).with_name("weights.json")) as file:
    weights = json.load(file)
memory = bytearray({memory})
memory[::4096] = b"x" * len(memory[::4096])
del memory
os.chdir(Path(__file__).parent)
time.sleep(0.001)
signal.setitimer(signal.ITIMER_REAL, 60)
hashlib.sha256(os.urandom(10)).hexdigest()
decimal.getcontext().prec = 50
"x".encode("utf-16"), "x".encode("cp850"), os.cpu_count(), time.localtime()
print(len(found), weights, helper.weight, str(decimal.Decimal(2).sqrt())[:5], len(os.listdir()))
"""


@pytest.mark.parametrize("shut", [*SHUT, "none"])
def test_a_file_may_compute_start_threads_and_read_what_is_beside_it(tmp_path, shut):
    write(tmp_path, '{"a": 1}', "weights.json")
    write(tmp_path, "weight = 2\n", "helper.py")
    memory = min(500_000_000, limits.memory_bound() // 2)
    text = LEGITIMATE if LINUX else LEGITIMATE.replace(", signal, resource", "").replace(
        "signal.setitimer(signal.ITIMER_REAL, 60)", ""
    )
    lines = printed(tmp_path, text.format(standard=limits.STANDARD, memory=memory), shut)
    assert lines == ["20 {'a': 1} 2 1.414 3"]


@linux
@pytest.mark.parametrize("shut", SHUT_IN)
def test_a_bomb_of_threads_is_bounded(tmp_path, shut):
    apart = shut == BWRAP or sandbox.held(shut)["namespaces"]
    if not sandbox.is_root() and not (apart and kernel.version() >= limits.COUNTED_APART):
        pytest.skip("the system counts all threads of a user together, so there may be thousands")
    text = """\
import threading
threading.stack_size(65536)  # Python 3.15 asks for 53,248 at least
gate = threading.Event()
try:
    for number in range(1_000): threading.Thread(target=gate.wait, daemon=True).start()
except RuntimeError: print(number)
gate.set()"""
    (number,) = printed(tmp_path, text, shut)
    assert int(number) <= limits.THREADS


# --- root ---

WHO = "import os; print(*os.getresuid(), *os.getresgid(), *os.getgroups())"
as_root = pytest.mark.skipif(not sandbox.is_root(), reason="an ordinary user stays that user")


@linux
@as_root
@pytest.mark.parametrize("shut", SHUT)
def test_roots_guest_is_a_user_that_nobody_is(tmp_path, shut):
    tmp_path.chmod(0o700)
    secret = write(tmp_path.parent, "kept", "secret")
    secret.chmod(0o600)
    (tmp_path / "link").symlink_to(secret)
    (tmp_path / "circle.py").symlink_to(tmp_path / "circle.py")
    os.mkfifo(tmp_path / "pipe.py")
    read = f"""
for name in ({str(secret)!r}, os.path.join(os.path.dirname(__file__), "link"), "/etc/shadow"):
    try: print(open(name).read())
    except OSError as error: print(type(error).__name__)"""
    first, *others = printed(tmp_path, WHO + read, shut)
    assert len(set(first.split())) == 1 and len(first.split()) == 6
    assert int(first.split()[0]) >= limits.NOBODY
    assert set(others) <= {"PermissionError", "FileNotFoundError"} and len(others) == 3


@linux
@as_root
@pytest.mark.parametrize("shut", SHUT)
def test_roots_guest_finds_its_copies_if_the_temporary_folder_is_roots_alone(
    tmp_path, monkeypatch, shut
):
    for folder in (tmp_path / "mine", tmp_path / "private"):
        folder.mkdir(mode=0o700)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "private"))
    assert printed(tmp_path / "mine", "print('it runs')", shut) == ["it runs"]


@linux
@as_root
def test_root_that_cannot_become_another_user_runs_no_file(tmp_path):
    """In a container whose only user is root."""
    path = write(tmp_path, "print('it runs')\ndef evaluate(position, player): return 1\n")
    command = ["unshare", "--user", "--map-root-user", sys.executable, "-m", "loa_tk", "search",
               "loa5", "--player", f"minimax:eval={path},depth=1", "--sandbox", LIMITS]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and "it runs" not in done.stdout
    *_, last = done.stderr.splitlines()
    assert "a student’s file does not run as root, and root cannot become another user" in last


@pytest.mark.skipif(os.name != "posix", reason="only root has copies made for another user")
def test_a_copy_for_another_user_has_links_as_links_and_is_bounded(tmp_path, monkeypatch):
    source, copies = tmp_path / "source", tmp_path / "copies"
    (source / "data").mkdir(parents=True)
    copies.mkdir()
    write(source, "x = 1")
    write(source / "data", "12345", "weights")
    (source / "link").symlink_to(tmp_path / "secret")
    given._copy([source, source / "mine.py"], copies)
    assert given.within(copies, source / "data" / "weights").read_text() == "12345"
    assert given.within(copies, source / "link").is_symlink()
    monkeypatch.setattr(given, "MOST_BYTES", 6)
    (tmp_path / "more").mkdir()
    with pytest.raises(UserError, match="too large to be copied"):
        given._copy([source], tmp_path / "more")


# --- memory ---


def test_memory_is_the_lesser_of_a_gigabyte_and_a_share_of_the_containers(tmp_path):
    def bound(groups, **files):
        own = write(tmp_path, groups, "cgroup")
        for name, text in files.items():
            path = tmp_path / name.replace("__", "/").replace("_dot_", ".")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return limits.memory_bound(str(tmp_path), str(own))

    assert bound("0::/\n") == limits.MEMORY
    assert bound("0::/a/b\n", a__memory_dot_max="805306368\n", a__b__memory_dot_max="max\n") == (
        576 * 1024 * 1024
    )
    assert bound("0::/elsewhere\n", memory_dot_max="400000000\n") == 300_000_000
    assert bound("3:cpu,memory:/docker/x\n", memory__memory_dot_limit_in_bytes="200000000\n") == (
        150_000_000
    )
    assert bound("4:memory:/\n", memory__memory_dot_limit_in_bytes="9223372036854771712") == (
        limits.MEMORY
    )
    assert limits.memory_bound(str(tmp_path), str(tmp_path / "missing")) == limits.MEMORY


# --- the filter as a program ---


def judge(machine, number, *arguments, architecture=None):
    """Run the filter on a call, as the kernel's machine for such programs does."""
    code = filter.program(machine, 4711)
    data = [number, architecture or kernel.ARCHITECTURES[machine][1], 0, 0]
    for argument in (*arguments, *[0] * (6 - len(arguments))):
        data += [argument & filter.WORD, argument >> 32 & filter.WORD]
    place = loaded = 0
    while True:
        kind, yes, no, value = code[place]
        place += 1
        if kind == filter.RETURN:
            return value
        if kind == filter.LOAD:
            loaded = data[value // 4]
        else:
            test = {
                filter.EQUAL: loaded == value,
                filter.AT_LEAST: loaded >= value,
                filter.ANY_BIT: bool(loaded & value),
            }[kind]
            place += yes if test else no


BOTH = pytest.mark.parametrize("machine", kernel.ARCHITECTURES)


@BOTH
def test_every_number_has_the_answer_of_its_table(machine):
    column = kernel.ARCHITECTURES[machine][0]
    special = {numbers[column] for numbers, _, _ in filter.judged(4711).values()}
    allowed = {numbers[column] for numbers in filter.ALLOWED.values()}
    refused = {numbers[column] for numbers in filter.REFUSED.values()}
    assert not allowed & refused - {-1} and not (allowed | refused) & special - {-1}
    for number in {*range(1200)} - special:
        expected = filter.REFUSE | errno.ENOSYS
        if number in allowed:
            expected = filter.ALLOW
        elif number in refused:
            expected = filter.REFUSE | errno.EPERM
        assert judge(machine, number) == expected, number


@BOTH
def test_other_interfaces_of_the_kernel_kill_the_process(machine):
    assert judge(machine, 1, architecture=0x40000003) == filter.KILL  # 32 bits
    assert judge(machine, 1, architecture=0x40000028) == filter.KILL
    x32 = filter.KILL if machine == "x86_64" else filter.REFUSE | errno.ENOSYS
    assert judge(machine, 0x40000001) == x32


JUDGED = {
    "mmap": [((0, 1, 3, 0x22), 0), ((0, 1, 5, 0x2, 3), 0), ((0, 1, 1, 0x1, 3), 0),
             ((0, 1, 3, 0x1, 3), EPERM), ((0, 1, 3, 0x3, 3), EPERM), ((0, 1, 7, 0x22), EPERM)],
    "mprotect": [((0, 1, 3), 0), ((0, 1, 5), 0), ((0, 1, 0), 0), ((0, 1, 6), EPERM)],
    "openat": [((-100, 0, 0o2000000), 0), ((-100, 0, 0o2000000 | 1), EACCES),
               ((-100, 0, 0o100), EACCES), ((-100, 0, 0o1000), EACCES), ((-100, 0, 0o2000), EACCES),
               ((-100, 0, 0o20200000), EACCES), ((-100, 0, 0o10000000), EACCES)],
    "fcntl": [((3, 1), 0), ((3, 2, 1), 0), ((3, 3), 0), ((3, 1030), 0), ((3, 4, 0o4000), 0),
              ((3, 4, 0o20000), EPERM), ((3, 4, 0o24000), EPERM), ((3, 8), EPERM), ((3, 10), EPERM),
              ((3, 1024), EPERM), ((3, 1026), EPERM), ((3, 6), EPERM)],
    "ioctl": [((3, 0x5401), 0), ((3, 0x40086602), EPERM), ((3, 0x5412), EPERM),
              ((3, 0x1_0000_5412), EPERM)],
    "clone": [((0x3D0F00,), 0), ((0x7D0F00,), 0), ((0x11,), EPERM), ((0x4111,), EPERM),
              ((0x3D0F00 | 0x10000000,), EPERM), ((0x3D0F00 | 0x2000,), EPERM)],
    "prctl": [((15,), 0), ((1, 0), EPERM), ((4, 1), EPERM), ((22,), EPERM), ((38,), EPERM)],
    "kill": [((4711, 9), 0), ((4712, 0), EPERM), ((0, 9), EPERM), ((-1, 9), EPERM),
             ((-4711, 9), EPERM)],
    "tgkill": [((4711, 4713, 6), 0), ((4712, 4713, 6), EPERM)],
    "prlimit64": [((0, 3, 0, 1), 0), ((4711, 9, 0, 1), 0), ((0, 0, 1), 0), ((0, 9, 1), EPERM),
                  ((0, 9, 1 << 32), EPERM), ((4712, 0, 1), EPERM), ((4712, 9, 0), EPERM)],
}  # fmt: skip


@BOTH
@pytest.mark.parametrize("name", JUDGED)
def test_a_call_is_judged_by_its_arguments(machine, name):
    number = filter.judged(4711)[name][0][kernel.ARCHITECTURES[machine][0]]
    for arguments, error in JUDGED[name]:
        answer = filter.REFUSE | error if error else filter.ALLOW
        assert judge(machine, number, *arguments) == answer, arguments


@BOTH
def test_the_filter_is_short_enough_for_the_kernel(machine):
    code = filter.program(machine, 4711)
    assert len(filter.packed(code)) == 8 * len(code) < 8 * 4096


# --- bwrap, and what the doctor says ---


@linux
@pytest.mark.parametrize("shut", SHUT_IN)
def test_a_guest_tells_what_holds_for_it(shut):
    held = sandbox.held(shut)
    assert held["calls"] and held["memory"] == limits.memory_bound()
    assert held["files"] == (landlock.version() > 0)


@linux
@pytest.mark.skipif(not landlock.version(), reason="the kernel has no Landlock")
@pytest.mark.parametrize("shut", SHUT_IN)
def test_a_file_cannot_read_the_text_of_the_program(tmp_path, shut):
    text = "import loa_tk\ntry: open(loa_tk.__file__)\nexcept OSError as error: print(error.errno)"
    assert printed(tmp_path, text, shut) in ([str(EACCES)], [str(errno.ENOENT)])


@linux
def test_bwrap_isolates_guests_wherever_it_runs():
    """A guest without one of its files once seemed to be a machine without bwrap."""
    plain = ["bwrap", "--ro-bind", "/", "/", "--unshare-all", "true"]
    if shutil.which("bwrap") is None or subprocess.run(plain, capture_output=True).returncode:
        pytest.skip("bwrap does not run here")
    assert sandbox.bwrap_problem() == ""


@linux
@pytest.mark.skipif(BWRAP not in SHUT_IN, reason="there is no bwrap")
def test_nothing_can_be_written_in_bwrap_even_without_the_filter():
    code = "import os\nfor name in ('/dev/shm/x', '/tmp/x', '/tmp/guest/x', '/x', '/dev/x'):\n" \
           "    try: open(name, 'w')\n    except OSError as error: print(error.errno)"  # fmt: skip
    command = [*sandbox.bwrap_command((), {}), sandbox.interpreter(), "-S", "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert done.stdout.split() == [str(errno.EROFS)] * 5, done.stderr

"""The sources use nothing that Windows lacks, except in statements that it does not reach.

The conditions of `if` are evaluated as Windows would evaluate them, as far as they ask for the
system (`os.name`, `sys.platform`), for an attribute (`hasattr`) or for a module that could not be
imported (`resource is None`).
"""

import ast
import importlib
import re
import sys
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
# The commands that use these files refuse to run without X (build/task_table.py).
LINUX_ONLY = ("bench*.py", "pictures.py", "screen.py")
SOURCES = sorted((ROOT / "loa_tk").rglob("*.py")) + [
    path
    for path in sorted((ROOT / "build").glob("*.py"))
    if not any(map(path.match, LINUX_ONLY))
]

MISSING_MODULES = "curses fcntl grp posix pty pwd readline resource syslog termios tty".split()
# The names that Python 3.10 to 3.15 has on Linux or macOS, and that some of them lacks on Windows.
MISSING = {
    "os": """
        CLD_* EFD_* EX_[!O]* EX_OS* F_LOCK F_TEST F_TLOCK F_ULOCK GRND_* MFD_* NGROUPS_MAX
        O_ACCMODE O_ASYNC O_CLOEXEC O_DIRECT O_DIRECTORY O_DSYNC O_EVTONLY O_EXEC O_EXLOCK O_FSYNC
        O_LARGEFILE O_NDELAY O_NOATIME O_NOCTTY O_NOFOLLOW* O_NONBLOCK O_PATH O_RSYNC O_SEARCH
        O_SHLOCK O_SYMLINK O_SYNC O_TMPFILE PIDFD_* POSIX_* PRIO_* P_ALL P_PGID P_PID P_PIDFD
        RTLD_* RWF_* SCHED_* SEEK_DATA SEEK_HOLE SF_* SPLICE_* ST_* TFD_* WCONTINUED WCOREDUMP
        WEXITED WEXITSTATUS WIF* WNOHANG WNOWAIT WSTOPPED WSTOPSIG WTERMSIG WUNTRACED XATTR_*
        chflags chown chroot confstr* copy_file_range ctermid environb eventfd* fchdir fchmod
        fchown fdatasync fork* fpathconf fstatvfs fwalk get_blocking getegid getenvb geteuid
        getgid getgroup* getloadavg getpgid getpgrp getpriority getrandom getres* getsid getuid
        getxattr grantpt initgroups killpg lchflags lchmod lchown listxattr lockf login_tty major
        makedev memfd_create minor mkfifo mknod nice openpty pathconf* pidfd_open pipe2 posix_*
        pread* ptsname pwrite* readv register_at_fork removexattr sched_* sendfile set_blocking
        setegid seteuid setgid setgroups setns setpgid setpgrp setpriority setre* setsid setuid
        setxattr spawnlp* spawnvp* splice statvfs sync sysconf* tcgetpgrp tcsetpgrp timerfd_*
        ttyname uname unlockpt unshare wait wait3 wait4 waitid* writev
    """.split(),
    "select": "EPOLL* KQ_* PIPE_BUF POLL* devpoll epoll kevent kqueue poll".split(),
    "signal": """
        ITIMER_* ItimerError SIGALRM SIGBUS SIGCHLD SIGCLD SIGCONT SIGEMT SIGHUP SIGINFO SIGIO
        SIGIOT SIGKILL SIGPIPE SIGPOLL SIGPROF SIGPWR SIGQUIT SIGRT* SIGSTKFLT SIGSTOP SIGSYS
        SIGTRAP SIGTSTP SIGTTIN SIGTTOU SIGURG SIGUSR1 SIGUSR2 SIGVTALRM SIGWINCH SIGXCPU SIGXFSZ
        SIG_BLOCK SIG_SETMASK SIG_UNBLOCK Sigmasks alarm getitimer pause pidfd_send_signal
        pthread_* setitimer siginterrupt sigpending sigtimedwait sigwait* struct_siginfo
    """.split(),
}  # fmt: skip
MENTIONED = re.compile(rf"\b(?:{'|'.join([*MISSING, *MISSING_MODULES])})\b")


def is_missing(module, name):
    """Return whether Windows lacks a module, or this name in it."""
    patterns = ["*"] if module in MISSING_MODULES else MISSING.get(module, [])
    return any(fnmatchcase(name, pattern) for pattern in patterns)


# --- what Windows reaches ---


def on_windows(test, known):
    """Return whether a condition holds on Windows, or None if that depends on more."""
    match test:
        case ast.Constant(value=value):
            return bool(value)
        case ast.Name(id=name):
            return known.get(name)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            holds = on_windows(operand, known)
            return None if holds is None else not holds
        case ast.BoolOp(op=operator, values=values):
            decides = isinstance(operator, ast.Or)
            parts = [on_windows(value, known) for value in values]
            return decides if decides in parts else None if None in parts else not decides
        case ast.Call(func=ast.Name(id="hasattr"), args=[ast.Name(id=module), ast.Constant() as n]):
            return False if is_missing(module, n.value) else None
        case ast.Compare(left=ast.Name(id=name), ops=[operator], comparators=[ast.Constant(None)]):
            return isinstance(operator, ast.Is) if name in MISSING_MODULES else None
    named = {"os.name": "nt", "sys.platform": "win32"}
    text = ast.unparse(test)
    if text.startswith(tuple(named)) and not {n.id for n in names(test)} - {"os", "sys"}:
        for name, value in named.items():
            text = text.replace(name, repr(value))
        return bool(eval(text))
    return None


def names(node):
    """Return every variable in an expression."""
    return [one for one in ast.walk(node) if isinstance(one, ast.Name)]


def leaves(body):
    """Return whether a block ends what surrounds it."""
    return isinstance(body[-1], ast.Return | ast.Raise | ast.Continue | ast.Break)


def fails(node):
    """Return whether the import that a `try` begins with fails, which it expects."""
    if not isinstance(node, ast.Try) or not isinstance(node.body[0], ast.Import):
        return False
    expected = any(ast.unparse(one.type or node) == "ImportError" for one in node.handlers)
    return expected and node.body[0].names[0].name in MISSING_MODULES


def reached(node, known):
    """Yield a node and those in it that Windows evaluates, as far as the conditions say."""
    yield node
    match node:
        case ast.If(test=test, body=body, orelse=orelse) | ast.IfExp(
            test=test, body=body, orelse=orelse
        ):
            holds = on_windows(test, known)
            yield from reached(test, known)
            for branch, possible in ((body, holds is not False), (orelse, holds is not True)):
                if possible:
                    yield from reached_block(branch, known)
        case ast.While(test=test, body=body):
            yield from reached(test, known)
            if on_windows(test, known) is not False:
                yield from reached_block(body, known)
        case ast.BoolOp(op=operator, values=values):
            for value in values:
                yield from reached(value, known)
                if on_windows(value, known) is isinstance(operator, ast.Or):
                    break
        case ast.Try(handlers=handlers, finalbody=last) if fails(node):
            for part in (*(one.body for one in handlers), last):
                yield from reached_block(part, known)
        case _:
            for _, field in ast.iter_fields(node):
                if isinstance(field, list):
                    yield from reached_block(field, known)
                elif isinstance(field, ast.AST):
                    yield from reached(field, known)


def reached_block(block, known):
    """Yield what Windows evaluates of some statements or expressions, one after the other."""
    for node in block if isinstance(block, list) else [block]:
        if not isinstance(node, ast.AST):
            continue
        yield from reached(node, known)
        if isinstance(node, ast.If) and leaves(node.body) and on_windows(node.test, known):
            return
        if fails(node) and leaves(node.handlers[0].body):
            return


def used(text):
    """Return the attributes of the modules above that Windows reaches, with their lines."""
    if not MENTIONED.search(text):
        return []
    tree, known = ast.parse(text), {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            known[node.targets[0].id] = on_windows(node.value, known)
    # A private function is reached only if something that names it is.
    private = {node.name: node for node in tree.body if getattr(node, "name", "").startswith("_")}
    waiting, nodes = [[node for node in tree.body if node not in private.values()]], []
    while waiting:
        for node in reached_block(waiting.pop(), known):
            nodes.append(node)
            if isinstance(node, ast.Name) and node.id in private:
                waiting.append([private.pop(node.id)])
    found = []
    for node in nodes:
        match node:
            case ast.Attribute(value=ast.Name(id=module), attr=name):
                found.append((module, name, node.lineno))
            case ast.Import(names=aliases):
                found += [(alias.name.split(".")[0], "", node.lineno) for alias in aliases]
            case ast.ImportFrom(module=module, names=aliases):
                found += [(module, alias.name, node.lineno) for alias in aliases]
    return [use for use in found if use[0] in (*MISSING, *MISSING_MODULES)]


def missing(text):
    """Return what a source uses on Windows although it lacks it."""
    return [f"{m}.{name}" for m, name, _ in used(text) if is_missing(m, name)]


def test_nothing_is_used_that_windows_lacks():
    wrong = []
    for path in SOURCES:
        uses = used(path.read_text("utf-8"))
        wrong += [f"{path}:{line}: {m}.{n}" for m, n, line in uses if is_missing(m, n)]
    assert wrong == []


@pytest.mark.skipif(sys.platform != "win32", reason="only Windows knows what it has")
def test_the_table_is_right_about_this_windows():
    for module in MISSING:
        there = dir(importlib.import_module(module))
        assert [name for name in there if is_missing(module, name)] == []
    for path in SOURCES:
        for module, name, _ in used(path.read_text("utf-8")):
            if module in MISSING and name:
                assert hasattr(importlib.import_module(module), name), f"{path}: {module}.{name}"


@pytest.mark.parametrize(
    "text",
    [
        "signal.SIGKILL",
        "import fcntl",
        "from os import fork",
        "from resource import getrlimit",
        "try:\n import fcntl\nexcept OSError: pass",
        "if os.name == 'nt': os.fork()",
        "if os.name == 'posix': pass\nelse: os.fork()",
        "if sys.platform != 'linux': os.fork()",
        "if hasattr(os, 'kill'): os.fork()",
        "def f():\n if os.name == 'posix': return\n os.fork()",
        "def f():\n if os.name == 'nt': g()\n os.fork()",
        "hasattr(os, 'fork') or os.fork()",
        "try:\n import resource\nexcept ImportError: resource = None\nresource.getrlimit(1)",
        "if resource is None or big: resource.getrlimit(1)",
        "if os.name == 'posix' or big: os.fork()",
        "f(lambda: [os.geteuid() for one in two])",
        "def _f(): os.fork()\ndef g(): _f()",
    ],
)
def test_what_windows_lacks_is_found(text):
    assert len(missing(text)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "signal.SIGTERM, os.kill, os.EX_OK, os.O_BINARY, select.select",
        "getattr(signal, 'SIGKILL', None)",
        "import msvcrt",
        "try:\n import fcntl\nexcept ImportError: pass",
        "if os.name == 'posix': os.fork()",
        "if os.name == 'nt': pass\nelse: os.fork()",
        "if sys.platform.startswith('linux'): os.fork()",
        "if sys.platform in ('linux', 'darwin'): os.fork()",
        "f(os.fork()) if sys.platform != 'win32' else 0",
        "if hasattr(os, 'fork') and big: os.fork()",
        "hasattr(os, 'fork') and os.fork()",
        "not hasattr(os, 'fork') or os.fork()",
        "POSIX = os.name == 'posix'\ndef f():\n if POSIX: os.fork()",
        "def f():\n if os.name != 'posix': return\n os.fork()",
        "while os.name == 'posix': os.fork()",
        "def f():\n if resource is None: return\n resource.getrlimit(1)",
        "def _f(): os.fork()\ndef g():\n if os.name == 'posix': _f()",
        "def f():\n try:\n  import fcntl\n except ImportError:\n  return\n fcntl.flock()",
    ],
)
def test_what_windows_does_not_reach_is_not(text):
    assert missing(text) == []

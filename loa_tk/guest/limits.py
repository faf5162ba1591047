"""The limits that a guest puts on itself before it runs a student's file.

`enter` is all that a guest calls. On Linux it takes namespaces of its own, becomes an unused user
if it runs as root, bounds memory, time, files and threads, and keeps only the files that it may
read and the system calls that it needs. Each is done where the kernel permits it; `Held` says what
was.
On macOS there are only the bounds of `resource`. On Windows the host puts the guest into a job with
two of them. Nothing of this holds for the sandbox `none`.
"""

from __future__ import annotations

import errno
import json
import os
import signal
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from loa_tk.guest import LIMITS as BY_LIMITS
from loa_tk.guest import NONE, READABLE, USER, kernel, landlock, namespaces
from loa_tk.guest.filter import install
from loa_tk.model.game import UserError

resource: Any
try:
    import resource
except ImportError:  # Windows
    resource = None

MEMORY = 1024 * 1024 * 1024  # bytes of address space
SHARE = 0.75  # of a container's memory; the rest is the host's, or the container would be killed
CPU_TOTAL = 24 * 3600  # seconds of processor time that a guest has in all
CPU_SPARE = 30  # seconds beyond those of a search; the host ends a late one long before
CPU_UNLIMITED = 3600  # seconds for a search without a limit of time
FILES = 64  # open at a time
THREADS = 256
# Besides those that its user has now, if all of a user's threads are counted together: there may be
# more outside a container, unseen.
THREADS_OF_ALL = 4096
COUNTED_APART = (5, 14)  # the first version of Linux that counts each user namespace for itself
PROCESSES = 4  # in a job of Windows, where already the start of Python may take more than one

NOBODY = 65534
NOT_ANOTHER_USER = (
    "a student’s file does not run as root, and root cannot become another user here ({reason}); "
    "run loa as an ordinary user"
)
NOT_READABLE = (
    "a student’s file does not run as root, and only root can read {path}; "
    "install Python and loa for everyone, or run loa as an ordinary user"
)


@dataclass(frozen=True)
class Limit:
    """One limit of the system: its name in `resource`, and the value."""

    name: str
    value: int


# No byte may be added to any file.
LIMITS = (
    Limit("RLIMIT_CPU", CPU_TOTAL),
    Limit("RLIMIT_NOFILE", FILES),
    Limit("RLIMIT_FSIZE", 0),
    Limit("RLIMIT_CORE", 0),
    Limit("RLIMIT_MEMLOCK", 0),
    Limit("RLIMIT_MSGQUEUE", 0),
)


@dataclass(frozen=True, kw_only=True)
class Held:
    """What a guest could put on itself."""

    namespaces: bool  # its own network, IPC and processes; bwrap has them in any case
    files: bool  # Landlock: it reads only what it is given
    calls: bool  # the filter of system calls
    memory: int  # bytes, or 0


def available() -> bool:
    """Return whether this system has limits."""
    return resource is not None


def enter(sandbox: str, program: bool = False) -> Held:
    """Limit this process for the rest of its life; raise UserError if a file must not run then.

    With `program`, the process may become another program, and that one may load its code.

    Call it before there are threads: what follows runs in another process. What a kernel does not
    have is left out, but root never stays root.
    """
    readable = json.loads(os.environ.pop(READABLE, "[]"))
    user = int(os.environ.pop(USER, NOBODY))
    if sandbox == NONE or resource is None:
        return Held(namespaces=False, files=False, calls=False, memory=0)
    known, alone = kernel.known(), sandbox == BY_LIMITS
    memory, running = memory_bound(), running_threads()
    own = known and alone and namespaces.enter()
    root = hasattr(os, "geteuid") and not os.geteuid()
    apart = root or ((own or not alone) and kernel.version() >= COUNTED_APART)
    threads = THREADS if apart else running + THREADS_OF_ALL
    hidden = known and landlock.allow_reading(readable, program)
    if root:
        _become(user)
    for limit in (*LIMITS, Limit("RLIMIT_NPROC", threads)):
        _apply(limit)
    memory = memory if _apply(Limit("RLIMIT_AS", memory)) else 0
    if known:
        kernel.prctl(kernel.DUMPABLE, 0)  # other guests of the same user cannot look into it
    if known and alone:
        # After the change of the user, which resets it. Bwrap does the same itself.
        kernel.prctl(kernel.PARENT_DEATH_SIGNAL, signal.SIGKILL)
    return Held(namespaces=own, files=hidden, calls=known and _filter(program), memory=memory)


def _filter(program: bool) -> bool:
    """Return whether the kernel has taken the filter; old ones cannot."""
    try:
        install(program)
    except OSError as error:
        if error.errno not in (errno.ENOSYS, errno.EINVAL):
            raise
        return False
    return True


def _apply(limit: Limit) -> bool:
    """Set one limit, or a lower one that there is already; return whether the system took it."""
    number = getattr(resource, limit.name, None)
    if number is None:
        return False
    _, hard = resource.getrlimit(number)
    value = limit.value if hard == resource.RLIM_INFINITY else min(limit.value, hard)
    try:
        resource.setrlimit(number, (value, value))
    except (OSError, ValueError):  # macOS refuses RLIMIT_AS
        return False
    return True


def allow_processor_time(seconds: float | None) -> None:
    """Allow this process only the processor time of its next search."""
    if resource is None:
        return
    used = sum(os.times()[:2])
    wanted = int(used + (CPU_UNLIMITED if seconds is None else seconds)) + CPU_SPARE
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CPU, (wanted, hard))


def memory_bound(groups: str = "/sys/fs/cgroup", own: str = "/proc/self/cgroup") -> int:
    """Return how many bytes a guest may have: a gigabyte, or its share of a container's memory."""
    bounds: list[float] = [MEMORY]
    for path in _memory_files(Path(groups), Path(own)):
        with suppress(OSError, ValueError):  # there is no such file, or it says "max"
            bounds.append(int(path.read_text()) * SHARE)
    return int(min(bounds))


def _memory_files(groups: Path, own: Path) -> list[Path]:
    """Return the files that may bound this process's memory, for versions 2 and 1 of cgroups."""
    found = []
    try:
        lines = own.read_text().splitlines()
    except OSError:
        return []
    for _, kinds, place in (line.split(":", 2) for line in lines if line.count(":") >= 2):
        if kinds == "":
            top, name = groups, "memory.max"
        elif "memory" in kinds.split(","):
            top, name = groups / "memory", "memory.limit_in_bytes"
        else:
            continue
        # Inside a container the place may be that of the outside, so that only the top is there.
        inner = PurePosixPath(place.lstrip("/"))
        found += [top / part / name for part in (inner, *inner.parents)]
    return found


def running_threads() -> int:
    """Return how many threads this user has now, as far as the system shows them."""
    found = 0
    if sys.platform.startswith("linux"):
        with suppress(OSError):
            for entry in os.scandir("/proc"):
                with suppress(OSError):
                    if entry.name.isdigit() and entry.stat().st_uid == os.getuid():
                        found += os.stat(f"{entry.path}/task").st_nlink - 2
    return found


# --- root ---


def _become(number: int) -> None:
    """Become the user and group of this number, without other groups, or raise UserError."""
    kept = _open_unreadable()
    if getattr(sys, "frozen", False) and not readable_by_all(Path(sys.executable)):
        raise UserError(NOT_READABLE.format(path=sys.executable))
    try:
        os.setgroups([])
        os.setresgid(number, number, number)
        os.setresuid(number, number, number)
    except OSError as error:
        raise UserError(NOT_ANOTHER_USER.format(reason=error.strerror)) from None
    _import_from(kept)


def _open_unreadable() -> dict[str, int]:
    """Open the places of modules that only root can reach, as those of a Python under /root."""
    return {
        place: os.open(place, os.O_PATH | os.O_CLOEXEC)
        for place in sys.path
        if os.path.exists(place) and not readable_by_all(Path(place))
    }


def readable_by_all(path: Path) -> bool:
    """Return whether an unused user can reach and read a file or folder."""
    try:
        reached = all(folder.stat().st_mode & 1 for folder in path.resolve().parents)
        return reached and path.stat().st_mode & 5 >= (5 if path.is_dir() else 4)
    except (OSError, RuntimeError):  # a link that leads nowhere, or in a circle
        return False


def _import_from(folders: dict[str, int]) -> None:
    """Let modules come from open folders and archives, whatever leads to them."""
    unpacked = getattr(sys, "_MEIPASS", "")
    for place, number in folders.items():
        reached = f"/proc/self/fd/{number}"
        if not os.access(reached, os.R_OK | os.X_OK if os.path.isdir(reached) else os.R_OK):
            raise UserError(NOT_READABLE.format(path=place))
        # By the name of its folder the frozen program finds what is not there but in its own file.
        kept = [place] if place == unpacked else []
        at = sys.path.index(place)
        sys.path[at : at + 1] = [*kept, reached]
        for module in list(sys.modules.values()):
            paths = getattr(module, "__path__", None)
            if isinstance(paths, list):
                paths[:] = [
                    reached + one[len(place) :] if one.startswith(place + os.sep) else one
                    for one in paths
                ]


# The modules of the standard library that a student's file may import in the frozen program, which
# contains only what `loa.spec` adds; with an installed Python a file may import all of them.
STANDARD = (
    "abc", "array", "bisect", "cmath", "collections", "collections.abc", "contextlib", "copy",
    "csv", "dataclasses", "datetime", "decimal", "enum", "fractions", "functools", "gc", "hashlib",
    "heapq", "inspect", "io", "itertools", "json", "logging", "math", "numbers", "operator", "os",
    "pathlib", "pickle", "pprint", "queue", "random", "re", "statistics", "string", "struct", "sys",
    "textwrap", "threading", "time", "traceback", "types", "typing", "warnings", "weakref", "zlib",
)  # fmt: skip

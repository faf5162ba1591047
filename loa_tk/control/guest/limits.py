"""The limits that a guest puts on itself before it runs a student's file, where they exist.

The module `resource` exists on Linux and macOS. Children inherit its limits, and nobody but root
can raise them again. On Windows the host puts the guest into a job with two of these limits. On
Linux the kernel also filters system calls (seccomp): no processes, no network, no writing, no
signals, for the rest of the process's life and for root as well. It needs no privilege and no other
program. A guest may start threads, and may signal only itself.
"""

from __future__ import annotations

import errno
import os
import platform
import struct
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

resource: Any
try:
    import resource
except ImportError:  # Windows
    resource = None

MEMORY = 1024 * 1024 * 1024  # bytes of address space
CPU_TOTAL = 24 * 3600  # seconds of processor time that a guest has in all
CPU_SPARE = 30  # seconds beyond those of a search; the host ends a late one long before
CPU_UNLIMITED = 3600  # seconds for a search without a limit of time
FILES = 64  # open at a time
PROCESSES = 4  # in a job of Windows, where already the start of Python may take more than one


@dataclass(frozen=True)
class Limit:
    """One limit of the system: its name in `resource`, and the value."""

    name: str
    value: int


# A file can be read but not written: no byte may be added to any file. A guest may start neither a
# process nor a thread, unless it runs for root, whom the system does not limit in that.
LIMITS = (
    Limit("RLIMIT_AS", MEMORY),
    Limit("RLIMIT_CPU", CPU_TOTAL),
    Limit("RLIMIT_NOFILE", FILES),
    Limit("RLIMIT_FSIZE", 0),
    Limit("RLIMIT_CORE", 0),
    Limit("RLIMIT_NPROC", 0),
)


def available() -> bool:
    """Return whether this system has limits."""
    return resource is not None


def apply() -> None:
    """Limit this process for the rest of its life."""
    if resource is None:
        return
    for limit in LIMITS:
        number = getattr(resource, limit.name, None)
        if number is not None:
            _, hard = resource.getrlimit(number)
            value = limit.value if hard == resource.RLIM_INFINITY else min(limit.value, hard)
            with suppress(OSError, ValueError):  # macOS refuses RLIMIT_AS
                resource.setrlimit(number, (value, value))


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


# --- the filter of system calls ---

# Of <linux/filter.h>, <linux/seccomp.h> and <linux/prctl.h>.
LOAD, EQUAL, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
KILL, REFUSE, ALLOW = 0x80000000, 0x00050000, 0x7FFF0000
NUMBER, ARCHITECTURE, ARGUMENTS = 0, 4, 16  # where they are in the data of a call
SET_PARENT_DEATH_SIGNAL, NO_NEW_PRIVILEGES = 1, 38
SET_FILTER, ALL_THREADS = 1, 1
SECCOMP = (317, 277)
PROCESSOR_TIME = 0  # RLIMIT_CPU
CLONE_THREAD = 0x00010000
# The flags with which open() could change a file: to write, create, truncate, append, or O_TMPFILE.
CHANGING = 0o3 | 0o100 | 0o1000 | 0o2000 | 0o20000000
OTHER_ABI = 0x40000000  # calls of x86's third interface, x32

# The numbers of the calls on x86-64 and on 64-bit ARM; -1 where there is no such call.
REFUSED = {
    "fork": (57, -1), "vfork": (58, -1), "execve": (59, 221), "execveat": (322, 281),
    "socket": (41, 198), "socketpair": (53, 199), "connect": (42, 203), "bind": (49, 200),
    "ptrace": (101, 117), "tkill": (200, 130), "pidfd_open": (434, 434),
    "pidfd_send_signal": (424, 424), "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271), "rt_sigqueueinfo": (129, 138), "creat": (85, -1),
    "unlink": (87, -1), "unlinkat": (263, 35), "rename": (82, -1), "renameat": (264, 38),
    "renameat2": (316, 276), "mkdir": (83, -1), "mkdirat": (258, 34), "rmdir": (84, -1),
    "link": (86, -1), "linkat": (265, 37), "symlink": (88, -1), "symlinkat": (266, 36),
    "mknod": (133, -1), "mknodat": (259, 33), "truncate": (76, 45), "chmod": (90, -1),
    "fchmod": (91, 52), "fchmodat": (268, 53), "fchmodat2": (452, 452), "chown": (92, -1),
    "lchown": (94, -1), "fchown": (93, 55), "fchownat": (260, 54), "utime": (132, -1),
    "utimes": (235, -1), "futimesat": (261, -1), "utimensat": (280, 88), "setxattr": (188, 5),
    "lsetxattr": (189, 6), "fsetxattr": (190, 7), "removexattr": (197, 14),
    "lremovexattr": (198, 15), "mount": (165, 40), "umount2": (166, 39), "chroot": (161, 51),
    "unshare": (272, 97), "setns": (308, 268), "io_uring_setup": (425, 425), "bpf": (321, 280),
    "perf_event_open": (298, 241), "userfaultfd": (323, 282), "keyctl": (250, 219),
    "add_key": (248, 217), "setrlimit": (160, 164), "setpriority": (141, 140), "reboot": (169, 142),
}  # fmt: skip
# Their arguments are behind a pointer, which a filter cannot follow; the C library then falls back
# on the older calls, which it can judge.
UNKNOWN = {"clone3": (435, 435), "openat2": (437, 437)}
# Calls that may concern this process only, by their first argument.
OWN_PROCESS = {"kill": (62, 129), "tgkill": (234, 131)}
OPENING = {"open": (2, -1, 1), "openat": (257, 56, 2)}  # with the place of the flags
CLONE = (56, 220)
# A guest sets the time of its next search. Root could raise any other limit.
LIMITING = (302, 261)  # prlimit64

ARCHITECTURES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}

Instruction = tuple[int, int, int, int]


def program(machine: str, process: int) -> list[Instruction]:
    """Return the filter for a kind of machine and the number of the process that it is for."""
    column, architecture = ARCHITECTURES[machine]
    permission, unknown = REFUSE | errno.EPERM, REFUSE | errno.ENOSYS
    code: list[Instruction] = [
        (LOAD, 0, 0, ARCHITECTURE),
        (EQUAL, 1, 0, architecture),
        (RETURN, 0, 0, KILL),
        (LOAD, 0, 0, NUMBER),
    ]
    if machine == "x86_64":
        code += [(AT_LEAST, 0, 1, OTHER_ABI), (RETURN, 0, 0, permission)]
    for calls, answer in ((REFUSED, permission), (UNKNOWN, unknown)):
        for numbers in calls.values():
            if numbers[column] >= 0:
                code += [(EQUAL, 0, 1, numbers[column]), (RETURN, 0, 0, answer)]
    for numbers in OWN_PROCESS.values():
        code += [
            (EQUAL, 0, 4, numbers[column]),
            (LOAD, 0, 0, ARGUMENTS),
            (EQUAL, 1, 0, process),
            (RETURN, 0, 0, permission),
            (RETURN, 0, 0, ALLOW),
        ]
    code += [
        (EQUAL, 0, 7, LIMITING[column]),
        (LOAD, 0, 0, ARGUMENTS),
        (EQUAL, 1, 0, 0),
        (EQUAL, 0, 2, process),
        (LOAD, 0, 0, ARGUMENTS + 8),
        (EQUAL, 1, 0, PROCESSOR_TIME),
        (RETURN, 0, 0, permission),
        (RETURN, 0, 0, ALLOW),
    ]
    for *opening, place in OPENING.values():
        if opening[column] >= 0:
            code += [
                (EQUAL, 0, 4, opening[column]),
                (LOAD, 0, 0, ARGUMENTS + 8 * place),
                (ANY_BIT, 0, 1, CHANGING),
                (RETURN, 0, 0, REFUSE | errno.EACCES),
                (RETURN, 0, 0, ALLOW),
            ]
    code += [
        (EQUAL, 0, 3, CLONE[column]),
        (LOAD, 0, 0, ARGUMENTS),
        (ANY_BIT, 1, 0, CLONE_THREAD),
        (RETURN, 0, 0, permission),
        (RETURN, 0, 0, ALLOW),
    ]
    return code


def packed(code: Sequence[Instruction]) -> bytes:
    """Return a filter as the kernel reads it."""
    return b"".join(struct.pack("=HBBI", *instruction) for instruction in code)


def can_filter() -> bool:
    """Return whether this machine can have the filter, as far as that is known without trying."""
    return sys.platform.startswith("linux") and platform.machine() in ARCHITECTURES


def filter_calls() -> bool:
    """Filter the calls of all threads of this process; return whether that worked."""
    if not can_filter():
        return False
    import ctypes

    content = packed(program(platform.machine(), os.getpid()))
    buffer = ctypes.create_string_buffer(content, len(content))

    class Program(ctypes.Structure):
        _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_void_p))

    described = Program(len(content) // 8, ctypes.addressof(buffer))
    library = ctypes.CDLL(None)
    zero = ctypes.c_ulong(0)
    if library.prctl(NO_NEW_PRIVILEGES, ctypes.c_ulong(1), zero, zero, zero):
        return False
    call = ctypes.c_long(SECCOMP[ARCHITECTURES[platform.machine()][0]])
    arguments = ctypes.c_ulong(SET_FILTER), ctypes.c_ulong(ALL_THREADS), ctypes.byref(described)
    done: int = library.syscall(call, *arguments)
    return done == 0


def end_with_parent() -> None:
    """Let the kernel kill this process when the thread that started it ends."""
    if can_filter():
        import ctypes

        ctypes.CDLL(None).prctl(SET_PARENT_DEATH_SIGNAL, ctypes.c_ulong(9))


# The modules of the standard library that a student's file may import in the frozen program, which
# contains only what `loa.spec` adds; with an installed Python a file may import all of them.
STANDARD = (
    "abc", "array", "bisect", "cmath", "collections", "collections.abc", "contextlib", "copy",
    "csv", "dataclasses", "datetime", "decimal", "enum", "fractions", "functools", "gc", "hashlib",
    "heapq", "inspect", "io", "itertools", "json", "logging", "math", "numbers", "operator", "os",
    "pathlib", "pickle", "pprint", "queue", "random", "re", "statistics", "string", "struct", "sys",
    "textwrap", "threading", "time", "traceback", "types", "typing", "warnings", "weakref", "zlib",
)  # fmt: skip

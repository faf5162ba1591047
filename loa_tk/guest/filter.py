"""The filter of system calls (seccomp): a list of those that a guest may make; all others fail.

A guest computes, starts threads and reads files. It needs about a hundred calls for that. Some of
them are judged by their arguments. A call that a student's file may well try, such as one that
writes a file, fails with "permission denied". Every other one does not exist for the guest, those
of future kernels included. The filter holds for the rest of the process's life, for root as well,
and needs no privilege.
"""

from __future__ import annotations

import os
import platform
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from errno import EACCES, ENOSYS, EPERM

from loa_tk.guest import kernel

# Of <linux/filter.h> and <linux/seccomp.h>.
LOAD, EQUAL, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
KILL, REFUSE, ALLOW = 0x80000000, 0x00050000, 0x7FFF0000
NUMBER, ARCHITECTURE, ARGUMENTS = 0, 4, 16  # where they are in the data of a call
SECCOMP, SET_FILTER, ALL_THREADS = (317, 277), 1, 1
OTHER_ABI = 0x40000000  # calls of x86's third interface, x32
WORD = 0xFFFFFFFF

Numbers = tuple[int, int]  # of a call on x86-64 and on 64-bit ARM; -1 if there is no such call

# The first ones are those that a guest makes most.
ALLOWED: dict[str, Numbers] = {
    "read": (0, 63), "write": (1, 64), "futex": (202, 98), "clock_gettime": (228, 113),
    "poll": (7, -1), "ppoll": (271, 73), "brk": (12, 214), "munmap": (11, 215),
    "madvise": (28, 233), "mremap": (25, 216), "clock_nanosleep": (230, 115),
    # Reading files and folders.
    "close": (3, 57), "fstat": (5, 80), "newfstatat": (262, 79), "stat": (4, -1), "lstat": (6, -1),
    "statx": (332, 291), "lseek": (8, 62), "readv": (19, 65), "pread64": (17, 67),
    "preadv": (295, 69), "writev": (20, 66), "getdents64": (217, 61), "getdents": (78, -1),
    "readlink": (89, -1), "readlinkat": (267, 78), "access": (21, -1), "faccessat": (269, 48),
    "faccessat2": (439, 439), "getcwd": (79, 17), "chdir": (80, 49), "fchdir": (81, 50),
    "statfs": (137, 43), "fstatfs": (138, 44), "fadvise64": (221, 223), "dup": (32, 23),
    "dup2": (33, -1), "dup3": (292, 24), "close_range": (436, 436), "select": (23, -1),
    "pselect6": (270, 72),
    # Threads, and signals to this process itself.
    "set_robust_list": (273, 99), "set_tid_address": (218, 96), "rseq": (334, 293),
    "sched_yield": (24, 124), "gettid": (186, 178), "exit": (60, 93),
    "exit_group": (231, 94), "rt_sigaction": (13, 134), "rt_sigprocmask": (14, 135),
    "rt_sigreturn": (15, 139), "rt_sigpending": (127, 136), "rt_sigtimedwait": (128, 137),
    "rt_sigsuspend": (130, 133), "sigaltstack": (131, 132), "restart_syscall": (219, 128),
    "pause": (34, -1), "alarm": (37, -1), "getitimer": (36, 102), "setitimer": (38, 103),
    # What a process may ask about itself and the machine.
    "getrandom": (318, 278), "nanosleep": (35, 101), "clock_getres": (229, 114),
    "gettimeofday": (96, 169), "time": (201, -1), "times": (100, 153), "getrusage": (98, 165),
    "getpid": (39, 172), "getppid": (110, 173), "getuid": (102, 174), "geteuid": (107, 175),
    "getgid": (104, 176), "getegid": (108, 177), "getresuid": (118, 148), "getresgid": (120, 150),
    "getgroups": (115, 158), "getpgrp": (111, -1), "getpgid": (121, 155), "getsid": (124, 156),
    "uname": (63, 160), "sysinfo": (99, 179), "getrlimit": (97, 163), "getcpu": (309, 168),
    "sched_getaffinity": (204, 123), "wait4": (61, 260), "waitid": (247, 95),
}  # fmt: skip

# Not permitted, which Python reports as a PermissionError.
REFUSED: dict[str, Numbers] = {
    # Processes and signals.
    "fork": (57, -1), "vfork": (58, -1), "execve": (59, 221), "execveat": (322, 281),
    "tkill": (200, 130), "rt_sigqueueinfo": (129, 138), "rt_tgsigqueueinfo": (297, 240),
    "pidfd_open": (434, 434), "pidfd_send_signal": (424, 424), "pidfd_getfd": (438, 438),
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271),
    "setpriority": (141, 140), "getpriority": (140, 141), "sched_setscheduler": (144, 119),
    "sched_setparam": (142, 118), "sched_setattr": (314, 274), "sched_setaffinity": (203, 122),
    "ioprio_set": (251, 30), "setrlimit": (160, 164), "setsid": (112, 157), "setpgid": (109, 154),
    "pipe": (22, -1), "pipe2": (293, 59), "setuid": (105, 146), "setgid": (106, 144),
    "setreuid": (113, 145), "setregid": (114, 143), "setresuid": (117, 147),
    "setresgid": (119, 149), "setgroups": (116, 159), "unshare": (272, 97), "setns": (308, 268),
    "chroot": (161, 51), "mount": (165, 40), "umount2": (166, 39),
    # Network, and memory or messages that outlive a process.
    "socket": (41, 198), "socketpair": (53, 199), "connect": (42, 203), "bind": (49, 200),
    "shmget": (29, 194), "shmat": (30, 196), "semget": (64, 190), "msgget": (68, 186),
    "mq_open": (240, 180), "memfd_create": (319, 279),
    # Files.
    "creat": (85, -1), "unlink": (87, -1), "unlinkat": (263, 35), "rename": (82, -1),
    "renameat": (264, 38), "renameat2": (316, 276), "mkdir": (83, -1), "mkdirat": (258, 34),
    "rmdir": (84, -1), "link": (86, -1), "linkat": (265, 37), "symlink": (88, -1),
    "symlinkat": (266, 36), "mknod": (133, -1), "mknodat": (259, 33), "truncate": (76, 45),
    "ftruncate": (77, 46), "fallocate": (285, 47), "flock": (73, 32), "chmod": (90, -1),
    "fchmod": (91, 52), "fchmodat": (268, 53), "fchmodat2": (452, 452), "chown": (92, -1),
    "lchown": (94, -1), "fchown": (93, 55), "fchownat": (260, 54), "utime": (132, -1),
    "utimes": (235, -1), "futimesat": (261, -1), "utimensat": (280, 88), "setxattr": (188, 5),
    "lsetxattr": (189, 6), "fsetxattr": (190, 7), "removexattr": (197, 14),
    "lremovexattr": (198, 15), "fremovexattr": (199, 16), "setxattrat": (463, 463),
    "removexattrat": (466, 466), "file_setattr": (469, 469), "open_by_handle_at": (304, 265),
}  # fmt: skip


# What a student's program in another language may do besides: it is loaded by the kernel and the
# linker, and the runtimes of Go and Java wait for events and ask about their threads.
PROGRAMS: dict[str, Numbers] = {
    "execve": (59, 221), "arch_prctl": (158, -1), "mmap": (9, 222), "mprotect": (10, 226),
    "membarrier": (324, 283), "sched_getparam": (143, 121), "sched_getscheduler": (145, 120),
    "mincore": (27, 232), "epoll_create1": (291, 20), "epoll_ctl": (233, 21),
    "epoll_wait": (232, -1), "epoll_pwait": (281, 22), "eventfd2": (290, 19), "pipe2": (293, 59),
    "umask": (95, 166),
}  # fmt: skip


@dataclass(frozen=True)
class ArgumentTest:
    """A test of 32 bits of the arguments: 0 is the low half of the first, 1 its high half.

    They are one of the values if there are any, and if not, they have no bit of `without`.
    """

    half: int
    values: tuple[int, ...] = ()
    without: int = 0


Way = tuple[ArgumentTest, ...]  # a call is allowed if all tests of one of its ways hold

# The low halves are enough except for a pointer: the kernel reads the others as 32-bit numbers.
FIRST, SECOND, THIRD, THIRD_HIGH, FOURTH = 0, 2, 4, 5, 6
WRITE, EXECUTE = 2, 4  # protections of memory; 1 is reading
SHARED = 1  # memory; also a bit of MAP_SHARED_VALIDATE
# O_NOCTTY, O_NONBLOCK, O_CLOEXEC, and four bits that are O_DIRECT, O_LARGEFILE, O_DIRECTORY and
# O_NOFOLLOW, on ARM in another order.
READING = 0o400 | 0o4000 | 0o2000000 | 0o740000
O_NONBLOCK, O_LARGEFILE = 0o4000, 0o500000  # the latter on both kinds of machine
# How the C libraries start a thread: CLONE_VM, FS, FILES, SIGHAND, THREAD, SYSVSEM, SETTLS,
# PARENT_SETTID, CHILD_CLEARTID; musl adds the obsolete CLONE_DETACHED.
THREAD = (0x3D0F00, 0x7D0F00)
GO_THREAD = (0x50F00, 0xD0F00)  # without the C library's last three, or four
ASKING = (0x5401, 0x5413, 0x541B, 0x5450, 0x5451)  # TCGETS, TIOCGWINSZ, FIONREAD, FIO(N)CLEX
F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC = 0, 1, 2, 3, 4, 1030
SET_NAME, GET_NAME, NAME_MEMORY = 15, 16, 0x53564D41  # of prctl
PROCESSOR_TIME = 0  # RLIMIT_CPU


def one_of(half: int, *values: int) -> ArgumentTest:
    """Return the test that an argument is one of these values."""
    return ArgumentTest(half, values)


def without(half: int, bits: int) -> ArgumentTest:
    """Return the test that an argument has none of these bits."""
    return ArgumentTest(half, without=bits)


def judged(process: int, programs: bool = False) -> dict[str, tuple[Numbers, int, tuple[Way, ...]]]:
    """Return the calls that are judged: their numbers, the error, and the ways that are allowed."""
    threads = (*THREAD, *GO_THREAD) if programs else THREAD
    own, this = one_of(FIRST, process), one_of(FIRST, 0, process)
    not_written, not_run = without(THIRD, WRITE), without(THIRD, EXECUTE)
    names = (F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL)
    modes = without(THIRD, WORD & ~(O_NONBLOCK | O_LARGEFILE))
    return {
        # No memory is writable and executable at once, and none that is writable is shared.
        "mmap": ((9, 222), EPERM, ((not_written,), (not_run, without(FOURTH, SHARED)))),
        "mprotect": ((10, 226), EPERM, ((not_written,), (not_run,))),
        "openat": ((257, 56), EACCES, ((without(THIRD, WORD & ~READING),),)),
        "open": ((2, -1), EACCES, ((without(SECOND, WORD & ~READING),),)),
        "fcntl": ((72, 25), EPERM, ((one_of(SECOND, *names),), (one_of(SECOND, F_SETFL), modes))),
        "ioctl": ((16, 29), EPERM, ((one_of(SECOND, *ASKING),),)),
        "clone": ((56, 220), EPERM, ((one_of(FIRST, *threads),),)),
        "prctl": ((157, 167), EPERM, ((one_of(FIRST, SET_NAME, GET_NAME, NAME_MEMORY),),)),
        "kill": ((62, 129), EPERM, ((own,),)),
        "tgkill": ((234, 131), EPERM, ((own,),)),
        # A guest may read its limits, and sets the processor time of its next search.
        "prlimit64": (
            (302, 261),
            EPERM,
            (
                (this, one_of(SECOND, PROCESSOR_TIME)),
                (this, one_of(THIRD, 0), one_of(THIRD_HIGH, 0)),
            ),
        ),
    }


Instruction = tuple[int, int, int, int]


def program(machine: str, process: int, programs: bool = False) -> list[Instruction]:
    """Return the filter for a kind of machine and the number of the process that it is for.

    With `programs`, the process may become a program of another language.
    """
    column, architecture = kernel.ARCHITECTURES[machine]
    code: list[Instruction] = [
        (LOAD, 0, 0, ARCHITECTURE),
        (EQUAL, 1, 0, architecture),
        (RETURN, 0, 0, KILL),
        (LOAD, 0, 0, NUMBER),
    ]
    if machine == "x86_64":
        code += [(AT_LEAST, 0, 1, OTHER_ABI), (RETURN, 0, 0, KILL)]
    more = PROGRAMS if programs else {}
    for calls, answer in ((ALLOWED, ALLOW), (more, ALLOW), (REFUSED, REFUSE | EPERM)):
        for numbers in calls.values():
            if numbers[column] >= 0:
                code += [(EQUAL, 0, 1, numbers[column]), (RETURN, 0, 0, answer)]
    for numbers, error, ways in judged(process, programs).values():
        if numbers[column] >= 0:
            judging = [one for way in ways for one in _way(way)]
            judging.append((RETURN, 0, 0, REFUSE | error))
            code += [(EQUAL, 0, len(judging), numbers[column]), *judging]
    # Also clone3 and openat2, whose arguments are behind a pointer, which a filter cannot follow:
    # the C library then falls back on the older calls.
    return [*code, (RETURN, 0, 0, REFUSE | ENOSYS)]


def _way(way: Way) -> list[Instruction]:
    """Return instructions that allow a call if all tests hold, and go on behind them if not."""
    code: list[Instruction] = [(RETURN, 0, 0, ALLOW)]
    for test in reversed(way):
        load = (LOAD, 0, 0, ARGUMENTS + 4 * test.half)
        code = [load, *_checks(test, len(code)), *code]
    return code


def _checks(test: ArgumentTest, left: int) -> list[Instruction]:
    """Return instructions that skip the next `left` ones if the loaded half fails a test."""
    if not test.values:
        return [(ANY_BIT, left, 0, test.without)]
    last = len(test.values) - 1
    return [
        (EQUAL, last - place, left if place == last else 0, value)
        for place, value in enumerate(test.values)
    ]


def packed(code: Sequence[Instruction]) -> bytes:
    """Return a filter as the kernel reads it."""
    return b"".join(struct.pack("=HBBI", *instruction) for instruction in code)


def install(programs: bool = False) -> None:
    """Filter the calls of all threads of this process, or raise OSError."""
    import ctypes

    content = packed(program(platform.machine(), os.getpid(), programs))
    buffer = ctypes.create_string_buffer(content, len(content))

    class Program(ctypes.Structure):
        _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_void_p))

    described = Program(len(content) // 8, ctypes.addressof(buffer))
    kernel.prctl(kernel.NO_NEW_PRIVILEGES, 1)
    kernel.call(SECCOMP[kernel.column()], SET_FILTER, ALL_THREADS, ctypes.byref(described))

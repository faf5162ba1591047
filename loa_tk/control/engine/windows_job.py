"""A job object of Windows: a process and everything that it starts, bounded and ended together.

Windows has neither groups of processes nor the module `resource`. It ends a job when the last
handle to it is closed, so also when this program is killed.
"""

from __future__ import annotations

import ctypes
import time
from ctypes import byref, c_int64, c_size_t, c_uint32, c_uint64, sizeof
from typing import Any

KILL_ON_CLOSE, MOST_MEMORY, MOST_PROCESSES = 0x2000, 0x200, 0x8  # flags of limits
ACCOUNTING, EXTENDED_LIMITS = 1, 9  # classes of information
PAUSE = 0.01  # seconds between two looks whether everything has ended
STATUS = 1  # of processes that are ended


class BasicLimits(ctypes.Structure):
    """JOBOBJECT_BASIC_LIMIT_INFORMATION."""

    _fields_ = (
        ("process_time", c_int64), ("job_time", c_int64), ("flags", c_uint32),
        ("least_memory", c_size_t), ("most_memory", c_size_t), ("processes", c_uint32),
        ("processors", c_size_t), ("priority", c_uint32), ("scheduling", c_uint32),
    )  # fmt: skip


class ExtendedLimits(ctypes.Structure):
    """JOBOBJECT_EXTENDED_LIMIT_INFORMATION."""

    _fields_ = (
        ("basic", BasicLimits), ("counters", c_uint64 * 6), ("process_memory", c_size_t),
        ("job_memory", c_size_t), ("peak_process_memory", c_size_t), ("peak_job_memory", c_size_t),
    )  # fmt: skip


class Accounting(ctypes.Structure):
    """JOBOBJECT_BASIC_ACCOUNTING_INFORMATION."""

    _fields_ = (
        ("times", c_int64 * 4), ("faults", c_uint32), ("total", c_uint32), ("active", c_uint32),
        ("terminated", c_uint32),
    )  # fmt: skip


def limits(memory: int = 0, processes: int = 0) -> ExtendedLimits:
    """Return the limits of a job: bytes in all and processes at a time; 0 is no limit."""
    extended = ExtendedLimits()
    extended.basic.flags = KILL_ON_CLOSE
    extended.basic.flags |= (MOST_MEMORY if memory else 0) | (MOST_PROCESSES if processes else 0)
    extended.basic.processes, extended.job_memory = processes, memory
    return extended


class JobObject:
    """A job with one process in it; what that process starts is in it, too."""

    def __init__(self, process: int, memory: int = 0, processes: int = 0) -> None:
        """Put the process with this handle into a new job, or raise OSError."""
        self._ended = False
        self._system: Any = ctypes.WinDLL("kernel32", use_last_error=True)  # type: ignore[attr-defined]
        self._system.CreateJobObjectW.restype = ctypes.c_void_p
        self._handle = ctypes.c_void_p(self._system.CreateJobObjectW(None, None))
        bounds = limits(memory, processes)
        self._check(self._handle.value)
        self._check(self._system.SetInformationJobObject(
            self._handle, EXTENDED_LIMITS, byref(bounds), sizeof(bounds)
        ))  # fmt: skip
        self._check(self._system.AssignProcessToJobObject(self._handle, ctypes.c_void_p(process)))

    def end(self, seconds: float) -> None:
        """End everything in the job, and wait at most this long; a second time does nothing."""
        if self._ended:
            return
        self._ended = True
        self._system.TerminateJobObject(self._handle, STATUS)
        until = time.monotonic() + seconds
        while self.active() and time.monotonic() < until:
            time.sleep(PAUSE)
        self._system.CloseHandle(self._handle)

    def active(self) -> int:
        """Return how many processes of the job have not ended."""
        accounts = Accounting()
        self._check(self._system.QueryInformationJobObject(
            self._handle, ACCOUNTING, byref(accounts), sizeof(accounts), None
        ))  # fmt: skip
        return int(accounts.active)

    def _check(self, answer: int | None) -> None:
        if not answer:
            raise ctypes.WinError(ctypes.get_last_error())  # type: ignore[attr-defined]

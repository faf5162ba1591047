"""Namespaces of a guest's own, where the kernel permits them: network, IPC, processes, mounts.

An ordinary user gets them inside a user namespace; many systems forbid that, and the guest then
goes on without.
"""

from __future__ import annotations

import os
import signal
import struct
import sys
from contextlib import suppress
from typing import NoReturn

import loa_tk
from loa_tk.guest import kernel

UNSHARE, MOUNT, CAPSET = (272, 97), (165, 40), (126, 91)
MOUNTS, HOST_NAME, IPC, USER, PROCESSES, NETWORK = (
    0x00020000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000,
)  # fmt: skip
ALL_BUT_USER = MOUNTS | HOST_NAME | IPC | PROCESSES | NETWORK
READ_ONLY, RECURSIVE, PRIVATE = 1, 0x4000, 0x40000
BARE = 2 | 4 | 8  # a mount without programs of other users, devices and programs
CAPABILITIES_VERSION = 0x20080522
PACKAGE = os.path.dirname(os.path.realpath(loa_tk.__file__))


def enter() -> bool:
    """Continue in a new process with namespaces of its own; return False if there are none.

    The old process only waits for the new one, and ends as it does. There must be no threads yet.
    """
    if sys.platform == "win32" or not _permitted():
        return False
    _unshare()
    # The first process of a namespace ignores most signals, the one of the processor's time, too.
    first = os.fork()
    if not first:
        kernel.prctl(kernel.PARENT_DEATH_SIGNAL, signal.SIGKILL)
        _close_streams()
        while True:
            signal.pause()
    guest = os.fork()
    if guest:
        kernel.prctl(kernel.PARENT_DEATH_SIGNAL, signal.SIGKILL)
        _end_with(guest, first)
    _hide_processes()
    # It has been loaded. In a system's folder, which a guest may read, it would be there to be run.
    if os.path.isdir(PACKAGE):
        _cover(PACKAGE)
    if os.getuid():
        _give_up_capabilities()
    return True


def _permitted() -> bool:
    """Return whether namespaces can be had, by trying it in a child.

    Some systems permit a user namespace, and then nothing inside it.
    """
    trial = os.fork()
    if trial:
        return os.waitpid(trial, 0)[1] == 0
    try:
        _unshare()
        _cover("/proc")
    except OSError:
        os._exit(1)
    os._exit(0)


def _unshare() -> None:
    user, group = os.getuid(), os.getgid()
    kernel.call(UNSHARE[kernel.column()], ALL_BUT_USER | (USER if user else 0))
    maps = {"setgroups": "deny", "uid_map": f"{user} {user} 1", "gid_map": f"{group} {group} 1"}
    for name, text in maps.items() if user else ():
        with open(f"/proc/self/{name}", "w") as file:
            file.write(text)
    kernel.call(MOUNT[kernel.column()], None, b"/", None, RECURSIVE | PRIVATE, None)


def _hide_processes() -> None:
    """Show in /proc this namespace's processes only, or nothing at all."""
    try:
        kernel.call(MOUNT[kernel.column()], b"proc", b"/proc", b"proc", BARE, None)
    except OSError:  # in a container, part of whose /proc is hidden
        _cover("/proc")


def _cover(folder: str) -> None:
    """Show nothing in a folder."""
    place = os.fsencode(folder)
    kernel.call(MOUNT[kernel.column()], b"none", place, b"tmpfs", BARE | READ_ONLY, None)


def _give_up_capabilities() -> None:
    """Keep no capability, also none over this namespace."""
    header, nothing = struct.pack("=Ii", CAPABILITIES_VERSION, 0), bytes(24)
    kernel.call(CAPSET[kernel.column()], header, nothing)


def _close_streams() -> None:
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nothing, stream)


def _end_with(guest: int, first: int) -> NoReturn:
    """Wait for the guest and end in the same way."""
    import resource

    _close_streams()
    _, status = os.waitpid(guest, 0)
    with suppress(OSError):
        os.kill(first, signal.SIGKILL)
    code = os.waitstatus_to_exitcode(status)
    if code < 0:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with suppress(OSError):  # SIGKILL has no handler
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code)

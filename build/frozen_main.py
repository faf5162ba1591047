"""The entry point of the frozen file: it guards its temporary folder, then runs `loa`.

A one-file executable is two processes: the bootloader unpacks everything into a temporary folder,
starts itself again as Python, waits, and removes the folder. A killed bootloader cannot do so.
"""

from __future__ import annotations

import multiprocessing
import os
import re
import shutil
import signal
import sys
import threading
import time
from pathlib import Path
from typing import IO

from loa_tk.signals import end_on_signals

# A file in every folder unpacked from this program, locked while it runs. Its capitals (and the
# x-bit from loa.spec) make it the first file, so that a half-unpacked folder has it too.
MARK = "LOA_TK.lock"
UNPACKED = "_MEI"  # the start of the name of every folder that the bootloader makes
GUEST = "--guest"  # the flag of a process for a student's file; importing it would cost time
# A start whose temporary folder is full leaves there what it has unpacked, because only the
# bootloader has run. The next start uses another folder: it also looks in the usual ones.
USUAL = ("/tmp", "/var/tmp") if os.name == "posix" else ()
PULSE = 0.5  # seconds between two checks whether the bootloader still runs
STARTING = 60.0  # seconds in which a program may be starting that has not yet locked its folder


def main() -> int:
    """Run the command line in a frozen file."""
    # First, because the worker process starts here too and must not go on.
    multiprocessing.freeze_support()
    if sys.argv[1:2] == [GUEST]:
        from loa_tk.guest.inside import main as serve

        serve(sys.argv[2])  # the process of a student's file, which the program has started
        return 0
    replace_missing_streams()
    speak_utf8()
    use_own_tcl()
    end_on_signals()
    signal.signal(signal.SIGINT, interrupt_once)
    folder = Path(getattr(sys, "_MEIPASS", ""))
    if folder.name.startswith(UNPACKED):
        lock = hold(folder)
        threading.Thread(target=look_after, args=(folder, lock), daemon=True).start()
    from loa_tk.cli.parser import main as run

    return run()


def replace_missing_streams() -> None:
    """Give a windowed program on Windows, which has no streams, some that discard everything."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def speak_utf8() -> None:
    """Make Tcl read file names as UTF-8 in an empty environment, as Python does."""
    if os.name == "posix" and not any(map(os.environ.get, ("LC_ALL", "LC_CTYPE", "LANG"))):
        os.environ["LC_CTYPE"] = "UTF-8" if sys.platform == "darwin" else "C.UTF-8"


def use_own_tcl() -> None:
    """Forget the variables that lead Tcl to scripts: it runs every tclIndex in TCLLIBPATH."""
    for name in list(os.environ):
        if re.fullmatch(r"TCLLIBPATH|TCL\d+[._]\d+_TM_PATH", name):
            del os.environ[name]


def interrupt_once(number: int, frame: object) -> None:
    """Raise KeyboardInterrupt and ignore the second Ctrl-C, which the bootloader passes on."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    raise KeyboardInterrupt


def hold(folder: Path) -> IO[str] | None:
    """Lock the folder's mark for the lifetime of this process; return the open file."""
    from loa_tk.store.locks import try_lock

    try:
        file = open(folder / MARK, "r+", encoding="utf-8")  # noqa: SIM115 - kept open
    except OSError:
        return None
    try_lock(file)
    return file


def look_after(folder: Path, lock: IO[str] | None) -> None:
    """Remove what killed programs left; end and remove this folder if the bootloader dies."""
    bootloader = bootloader_of(folder)
    sweep(folder.parent)
    while os.name == "posix":
        time.sleep(PULSE)
        if os.getppid() != bootloader:
            # Games are written after every move, so nothing is lost. The engine process ends when
            # its pipe closes.
            shutil.rmtree(folder, ignore_errors=True)
            os._exit(1)


def bootloader_of(folder: Path) -> int:
    """Return the process that unpacked the folder; newer bootloaders put its number in the name.

    Otherwise it is this process's parent, which is wrong if the bootloader has already been killed.
    """
    number = re.fullmatch(rf"{UNPACKED}([0-9a-f]{{8}})\w{{6}}", folder.name)
    return int(number[1], 16) if number else os.getppid()


def sweep(temporary: Path) -> None:
    """Remove abandoned folders from the temporary folder and from the usual ones."""
    for where in {temporary, *map(Path, USUAL)}:
        remove_abandoned(where)


def remove_abandoned(where: Path) -> None:
    """Remove the unpacked folders of this program and user that no process holds."""
    for mark in where.glob(f"{UNPACKED}*/{MARK}"):
        try:
            abandoned = is_abandoned(mark)
        except OSError:  # another user's, or removed just now
            continue
        if abandoned:
            shutil.rmtree(mark.parent, ignore_errors=True)


def is_abandoned(mark: Path) -> bool:
    """Return whether the program of this mark has ended; a starting one has no lock yet."""
    from loa_tk.store.locks import try_lock

    if time.time() - mark.parent.stat().st_mtime < STARTING:
        return False
    with open(mark, "r+", encoding="utf-8") as file:
        return try_lock(file)


if __name__ == "__main__":
    sys.exit(main())

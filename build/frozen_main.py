"""The start of the frozen file: it looks after the folder it was unpacked into, then runs `loa`.

A one-file executable is two processes: the bootloader unpacks everything into a temporary folder,
starts itself again as Python, waits, and removes the folder. Only a killed bootloader cannot.
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

# Lies in every folder unpacked from this program, locked while it runs. Its capitals (and the
# x-bit that loa.spec gives it) sort it first: a folder half unpacked on a full disk has it too.
MARK = "LOA_TK.lock"
UNPACKED = "_MEI"  # how the bootloader begins the name of every folder it makes
PULSE = 0.5  # seconds between two looks for the bootloader
STARTING = 60.0  # seconds in which a folder without a lock may be that of a program just starting


def main() -> int:
    """Run the command line in a frozen file."""
    # First of all: the worker process starts here too, and must not go on.
    multiprocessing.freeze_support()
    replace_missing_streams()
    speak_utf8()
    signal.signal(signal.SIGINT, interrupt_once)
    folder = Path(getattr(sys, "_MEIPASS", ""))
    if folder.name.startswith(UNPACKED):
        lock = hold(folder)
        threading.Thread(target=look_after, args=(folder, lock), daemon=True).start()
    from loa_tk.cli.parser import main as run

    return run()


def replace_missing_streams() -> None:
    """A windowed program on Windows has no streams: what it prints goes nowhere."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def speak_utf8() -> None:
    """In an empty environment Python takes file names for UTF-8; tell Tcl, which would not."""
    if os.name == "posix" and not any(map(os.environ.get, ("LC_ALL", "LC_CTYPE", "LANG"))):
        os.environ["LC_CTYPE"] = "UTF-8" if sys.platform == "darwin" else "C.UTF-8"


def interrupt_once(number: int, frame: object) -> None:
    """Ctrl-C comes twice, from the terminal and from the bootloader: the second is not heard."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    raise KeyboardInterrupt


def hold(folder: Path) -> IO[str] | None:
    """Lock the folder's mark for as long as this process lives."""
    from loa_tk.control.files.archive import try_lock

    try:
        file = open(folder / MARK, "r+", encoding="utf-8")  # noqa: SIM115 - kept open
    except OSError:
        return None
    try_lock(file)
    return file


def look_after(folder: Path, lock: IO[str] | None) -> None:
    """Remove what killed programs left, and this program with its folder when it is left itself."""
    bootloader = bootloader_of(folder)
    remove_abandoned(folder.parent)
    while os.name == "posix":
        time.sleep(PULSE)
        if os.getppid() != bootloader:
            # Games are written after every move, so nothing is lost; the engine process ends by
            # itself when its pipe closes.
            shutil.rmtree(folder, ignore_errors=True)
            os._exit(1)


def bootloader_of(folder: Path) -> int:
    """The process that unpacked the folder: newer bootloaders write their number into its name.

    Older ones are taken for this process's parent, which is wrong when it was killed before this.
    """
    number = re.fullmatch(rf"{UNPACKED}([0-9a-f]{{8}})\w{{6}}", folder.name)
    return int(number[1], 16) if number else os.getppid()


def remove_abandoned(where: Path) -> None:
    """Remove the unpacked folders of this program and user that nobody holds."""
    for mark in where.glob(f"{UNPACKED}*/{MARK}"):
        try:
            abandoned = is_abandoned(mark)
        except OSError:  # another user's, or gone in this moment
            continue
        if abandoned:
            shutil.rmtree(mark.parent, ignore_errors=True)


def is_abandoned(mark: Path) -> bool:
    """Whether the program that this mark belongs to has gone; one just starting has no lock yet."""
    from loa_tk.control.files.archive import try_lock

    if time.time() - mark.parent.stat().st_mtime < STARTING:
        return False
    with open(mark, "r+", encoding="utf-8") as file:
        return try_lock(file)


if __name__ == "__main__":
    sys.exit(main())

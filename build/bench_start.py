"""The time from exec to the first complete window, beside a bare Tk window of the same Python.

python3 build/tasks.py bench start

The screen shows when a window is complete: the last change of its pixels before it stays as it is.
So nothing in the program is measured by the program, and a window that is arranged twice is timed
to the end of the second time. The ratio to the bare window is the figure to trust: a machine that
is busy or slow delays both.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from frozen import FROZEN
from screen import PATIENCE, Failure, Screen, open_screen
from shell import ROOT

STARTS = 9
STILL = 0.7  # seconds without a change after which a window is complete
LOOK = 0.003  # seconds between two looks at the screen
BARE = "bare Tk window"
BARE_WINDOW = """\
import tkinter
root = tkinter.Tk()
canvas = tkinter.Canvas(root, width=800, height=600, background="white")
canvas.pack()
canvas.create_rectangle(100, 100, 700, 500, fill="black")
root.mainloop()
"""


def programs() -> dict[str, list[str]]:
    """Return what is started, by name; the frozen file only if it has been made."""
    # The Python that .venv was made with: one of .venv imports more before it begins.
    python = os.path.realpath(sys.executable)
    found = {
        BARE: [python, "-c", BARE_WINDOW],
        "python3 -m loa_tk": [python, "-m", "loa_tk"],
        "build/tasks.py run": [python, str(ROOT / "build" / "tasks.py"), "run"],
    }
    if FROZEN.is_file():
        found["dist/loa"] = [str(FROZEN)]
    return found


def complete_after(
    screen: Screen, words: list[str], environment: Mapping[str, str]
) -> tuple[float, float]:
    """Start a program and return the seconds to its window's first and last change of pixels."""
    before = screen.glimpse()
    began = changed = time.perf_counter()
    first = 0.0
    process = subprocess.Popen(words, cwd=ROOT, env=environment, start_new_session=True)
    try:
        while not first or time.perf_counter() - changed < STILL:
            time.sleep(LOOK)
            now = screen.glimpse()
            if now != before:
                before, changed = now, time.perf_counter()
                first = first or changed - began
            elif process.poll() is not None or time.perf_counter() - began > PATIENCE:
                raise Failure(f"{words} opened no window")
    finally:
        end(screen, process)
    return first, changed - began


def end(screen: Screen, process: subprocess.Popen[bytes]) -> None:
    """End a program as its user's session would, and wait until the screen is empty again."""
    process.send_signal(signal.SIGTERM)
    process.wait(PATIENCE)
    shown, since = screen.glimpse(), time.perf_counter()
    while time.perf_counter() - since < STILL:
        time.sleep(LOOK)
        now = screen.glimpse()
        if now != shown:
            shown, since = now, time.perf_counter()


def bench_start() -> None:
    """Print the medians of several starts of each program in turn, and their ratios."""
    print(f"start: from exec to the complete window, median of {STARTS} starts in turn, "
          f"load {os.getloadavg()[0]:.1f}")  # fmt: skip
    with TemporaryDirectory() as name, open_screen(Path(name)) as screen:
        environment = {
            "DISPLAY": screen.name,
            "HOME": name,
            "PATH": os.environ.get("PATH", os.defpath),
            "LANG": "C.UTF-8",
        }
        found: dict[str, list[tuple[float, float]]] = {name: [] for name in programs()}
        for number in range(STARTS + 1):
            for program, words in programs().items():
                spent = complete_after(screen, words, environment)
                if number:  # the first start compiles the sources and writes the settings
                    found[program].append(spent)
    bare = median(last for _, last in found[BARE])
    for program, spans in found.items():
        first, last = (median(span[i] for span in spans) for i in (0, 1))
        least = min(span[1] for span in spans)
        print(f"  {program:<20} {last:5.2f} s  {last / bare:5.2f}x  least {least:.2f} s  "
              f"first pixel {first:.2f} s")  # fmt: skip
    if not FROZEN.is_file():
        print("  dist/loa is missing; `python3 build/tasks.py freeze` makes it")

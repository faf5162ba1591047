"""How much memory the program takes while it plays game after game, and opens every window."""

from __future__ import annotations

import gc
import os
import time
import tkinter as tk
from pathlib import Path

from loa_tk.control.effects import ToolRequest
from loa_tk.control.engine.jobs import Job
from loa_tk.control.engine.worker import Worker
from loa_tk.control.main.commands import menu_bar
from loa_tk.control.main.controller import Controller
from loa_tk.store.archive import Archive
from loa_tk.store.settings import Settings, Store

MINUTES = 60.0
ALLOWED = 20.0  # MB more at the end than after the first sixth of the time
LOOKS = 12  # lines of the table
PLAYER = "strong:eval=full,depth=1"
CHECK = 200  # ms between two looks whether the game is over
TOOLS = ("series", "explorer", "flow", "classroom", "checking")
CYCLES = 200  # times that each tool window is opened and closed
WARM = 20  # of them, in which images and fonts are made for the first time
ALLOWED_BY_WINDOWS = 5.0  # MB more after all cycles of a window than after the first few


def memory(process: int | str = "self") -> float:
    """Return the memory that a process occupies, in MB (Linux)."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def measure_growth(folder: Path, minutes: float) -> None:
    """Let the window on the screen there is play for this long, and print its memory."""
    from loa_tk.view.main.window import MainWindow

    print(f"growth: memory of the window over {minutes:g} minutes of quick games")
    store = Store(folder)
    levels = {"loa5": {"easy": PLAYER}}
    store.save(Settings(game="loa5", side="none", speed="fast", level="easy", levels=levels))
    window = MainWindow(menu_bar())
    worker = Worker()
    controller = Controller(window, worker, store, Archive(folder / "games"))
    window.attach(controller)
    searches, first, begun = 0, 0.0, time.monotonic()
    looks = 0
    find = controller.runner.run

    def counted(job: Job) -> None:
        nonlocal searches
        searches += 1
        find(job)

    controller.runner.run = counted  # type: ignore[method-assign]

    def look() -> None:
        nonlocal looks, first
        spent = (time.monotonic() - begun) / 60
        if spent >= minutes * (looks + 1) / LOOKS:
            looks += 1
            now = memory()
            if looks == LOOKS // 6:
                first = now
            print(f"  {spent:6.1f} min  {searches:>7,} searches  window {now:6.1f} MB  "
                  f"engine {memory(worker.process.pid or 0):6.1f} MB", flush=True)  # fmt: skip
        if looks == LOOKS:
            controller.close()
            return
        if controller.session.match.outcome() is not None:
            controller.command("new")
        window.root.after(CHECK, look)

    controller.start()
    look()
    window.run()
    grown = memory() - first
    verdict = "within" if grown <= ALLOWED else "MORE THAN"
    print(f"  {grown:+.1f} MB since the first sixth: {verdict} the {ALLOWED:g} MB allowed")


def measure_windows(folder: Path) -> None:
    """Open and close every tool window many times, and print what is left of them."""
    from loa_tk.view.main.window import MainWindow

    print(f"growth: every tool window opened and closed {CYCLES} times")
    window = MainWindow(menu_bar())
    controller = Controller(window, Worker(), Store(folder), Archive(folder / "games"))
    window.attach(controller)
    controller.start()
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "mine.py"
    file.write_text("def evaluate(position): return 0\n", "utf-8")
    game = controller.session.game
    request = ToolRequest(game=game, state=game.start, path=file)
    for name in TOOLS:
        first = 0.0
        for cycle in range(CYCLES):
            controller.open_tool(name, request)
            window.root.update()
            controller.tools[name].closed()
            window.root.update()
            gc.collect()
            if cycle + 1 == WARM:
                first = memory()
        grown = memory() - first
        alive = sum(isinstance(one, tk.Toplevel) for one in gc.get_objects())
        verdict = "within" if grown <= ALLOWED_BY_WINDOWS and not alive else "MORE THAN"
        print(f"  {name:<10} {memory():6.1f} MB, {grown:+.1f} MB since cycle {WARM}; {alive} "
              f"windows alive, {len(window.root.image_names()):,} images: {verdict} the "
              f"{ALLOWED_BY_WINDOWS:g} MB allowed", flush=True)  # fmt: skip
    controller.close()

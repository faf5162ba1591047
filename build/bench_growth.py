"""How much memory the window takes while it plays game after game against itself."""

from __future__ import annotations

import os
import time
from pathlib import Path

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

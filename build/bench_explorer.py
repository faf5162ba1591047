"""How long a gesture takes in the search explorer with a tree of a million nodes.

python3 build/tasks.py bench explorer

Each gesture is made in the real window, on a screen of its own, and timed with everything that it
draws. Only the processor time of the window's thread counts, and the same gestures with a small
tree in the same run are the measure, so a busy machine changes little.
"""

from __future__ import annotations

import os
import time
from _tkinter import DONT_WAIT
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from bench_growth import memory
from loa_tk.control.effects import ToolRequest
from loa_tk.control.engine.worker import Worker
from loa_tk.control.main.commands import menu_bar
from loa_tk.control.main.controller import Controller
from loa_tk.model.games import find_game
from loa_tk.scenes.explorer import Picked, Pointed, Selected, Sought, Zoomed
from loa_tk.scenes.playouts import ChildPicked, PlayoutSought, VisitsPicked
from loa_tk.store.archive import Archive
from loa_tk.store.settings import Store
from screen import Failure, open_screen

TIMES = 8  # each gesture, at places all over the tree
PATIENCE = 600.0  # seconds for a search
ALLOWED = 50.0  # ms of a gesture
ALLOWED_RATIO = 2.0

# A small and a large search of each page: what is chosen in its fields.
Fields = dict[str, str]
SEARCHES: tuple[tuple[Fields, Fields], ...] = (
    ({"search": "alphabeta", "depth": "3"}, {"search": "alphabeta", "depth": "8"}),
    ({"search": "minimax", "depth": "3"}, {"search": "minimax", "depth": "5"}),
    ({"search": "mcts", "playouts": "200"}, {"search": "mcts", "playouts": "20000"}),
)
PLAYED = 0.3  # seconds that the algorithm runs

# What the user may do, each at one of some places.
Gestures = list[tuple[str, Callable[[int], object]]]


class Explorer:
    """The explorer's window in the real program."""

    def __init__(self, folder: Path) -> None:
        """Open it."""
        from loa_tk.view.main.window import MainWindow

        self.main = MainWindow(menu_bar())
        self.controller = Controller(self.main, Worker(), Store(folder), Archive(folder / "games"))
        self.main.attach(self.controller)
        self.controller.start()
        game = find_game("loa5")
        self.controller.open_tool("explorer", ToolRequest(game=game, state=game.start))
        self.loop: Any = self.controller.tools["explorer"]
        self.state: Any = self.loop.state
        self.wait(lambda: self.state.width)

    def wait(self, done: Callable[[], object]) -> list[float]:
        """Serve the window until this is true, and return what each event took, in ms."""
        end, passes = time.monotonic() + PATIENCE, []
        while not done():
            if time.monotonic() > end:
                raise Failure(f"waited {PATIENCE:g} s in vain for a search")
            # One event at a time: on a busy machine the next timer is due when one has ended.
            begun = time.thread_time()
            if self.main.root.tk.dooneevent(DONT_WAIT):
                passes.append(1000 * (time.thread_time() - begun))
            else:
                time.sleep(0.002)
        return passes

    def cost(self, do: Callable[[], object]) -> float:
        """Return the processor time of the window's thread for this and all drawing, in ms."""
        begun = time.thread_time()
        do()
        self.main.root.update()
        return 1000 * (time.thread_time() - begun)

    def search(self, fields: Fields) -> list[float]:
        """Make a search, and return what each event took until it was shown."""
        for name, value in fields.items():
            self.loop.choose(name, value)
        self.loop.command("search")
        return self.wait(lambda: self.state.job is None and not self.state.drawing)

    def gestures(self) -> Gestures:
        """Return what can be done with the search that is shown."""
        loop = self.loop

        def command(name: str) -> tuple[str, Callable[[int], object]]:
            return name, lambda place: loop.command(name)

        def at(end: int, place: int) -> int:
            return end * (2 * place + 1) // (2 * TIMES)

        if self.state.on_playouts:
            walk = self.state.walk
            wide = self.state.visits_width
            return [
                ("jump", lambda place: loop.report(PlayoutSought(at(len(walk.tree), place)))),
                *map(command, (
                    "playout-step", "playout-back", "playout-next", "playout-previous",
                    "playout-down", "playout-up", "playout-right", "playout-left",
                )),
                ("click", lambda place: loop.report(VisitsPicked(place % 3, at(wide, place)))),
                ("row", lambda place: loop.report(ChildPicked(
                    place % max(1, len(walk.rows())), place % 2 > 0))),
                *map(command, ("playout-first", "playout-last")),
            ]  # fmt: skip
        wide, execution = self.state.width, self.state.explored.execution
        return [
            ("jump", lambda place: loop.report(Sought(at(len(execution), place)))),
            *map(command, (
                "step", "back", "over", "next-cut", "next-best", "down", "up", "right", "left",
            )),
            ("click", lambda place: loop.report(Picked(place % 4, at(wide, place)))),
            ("row", lambda place: loop.report(Selected(place % 2, place, place % 3 == 0))),
            ("point", lambda place: loop.report(Pointed(place % 4, at(wide, place)))),
            ("zoom", lambda place: loop.report(
                Zoomed(3.0 if place % 6 < 3 else 1 / 3, at(wide, place)))),
            *map(command, ("larger", "pan-right", "pan-left", "smaller", "all", "present")),
            *map(command, ("step", "escape", "copy-link", "first", "last")),
        ]  # fmt: skip

    def size(self) -> int:
        """Return the nodes of the tree that is shown."""
        state = self.state
        return state.walk.tree.sizes[-1] if state.on_playouts else len(state.explored.tree)

    def close(self) -> None:
        """Close the program."""
        self.controller.close()

    def play(self) -> float:
        """Let the algorithm run a little, and return what its longest step took."""
        self.loop.command("playout-play" if self.state.on_playouts else "play")
        end = time.monotonic() + PLAYED
        return max(self.wait(lambda: time.monotonic() > end))

    def costs(self) -> dict[str, list[float]]:
        """Do every gesture at every place, and return what each took."""
        found: dict[str, list[float]] = {}
        for place in range(TIMES):
            for name, do in self.gestures():
                found.setdefault(name, []).append(self.cost(partial(do, place)))
            found.setdefault("play", []).append(self.play())
        return found


def bench_explorer() -> None:
    """Print the longest wait for each gesture with a small and with a large tree."""
    with TemporaryDirectory() as folder, open_screen(Path(folder)) as screen:
        os.environ["DISPLAY"] = screen.name
        measure_explorer(Path(folder) / "settings")


def measure_explorer(folder: Path) -> None:
    """Search small and large on the screen there is, and go through both trees."""
    print("explorer: processor ms of the window for one gesture with all that it draws")
    window = Explorer(folder)
    for fields in SEARCHES:
        found = []
        for search in fields:
            before = memory()
            begun = time.monotonic()
            passes = window.search(search)
            spent = time.monotonic() - begun
            print(f"  {search['search']}: {window.size():,} nodes after {spent:.1f} s, "
                  f"{memory():.0f} MB ({memory() - before:+.0f}); "
                  f"{window.state.status!r}")  # fmt: skip
            window.costs()  # the first time, pictures and fonts are made
            found.append({"arriving": [max(passes)], **window.costs()})
        report(*found)
    window.close()


def report(small: dict[str, list[float]], large: dict[str, list[float]]) -> None:
    """Print both costs of each gesture, and the longest of all."""
    print(f"    {'':<18}{'small':>8}{'large':>8}{'ratio':>8}{'longest':>9}")
    for name, times in large.items():
        few, many = median(small[name]), median(times)
        print(f"    {name:<18}{few:8.1f}{many:8.1f}{many / few:7.1f}x{max(times):9.1f}")
    longest = [max(max(times) for times in one.values()) for one in (small, large)]
    ratio = longest[1] / longest[0]
    good = longest[1] <= ALLOWED or ratio <= ALLOWED_RATIO
    print(f"    longest of all    {longest[0]:8.1f}{longest[1]:8.1f}{ratio:7.1f}x: "
          f"{'within' if good else 'MORE THAN'} {ALLOWED:g} ms or {ALLOWED_RATIO:g}x")  # fmt: skip

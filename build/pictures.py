"""Make the pictures of the documents, on a virtual screen.

The program runs here with a home of its own and is worked as its controllers allow, so every
picture shows real games and searches. PNG files get a palette, which makes them a third as large.

  python3 build/tasks.py pictures
  python3 build/tasks.py pictures series flow
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import tkinter
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from struct import pack

from loa_tk.app import make_window
from loa_tk.control.effects import Explorable, ToolRequest
from loa_tk.control.engine.worker import Worker
from loa_tk.control.main.controller import Controller
from loa_tk.model.notation import move_text, read_square
from loa_tk.scenes.board import CLICK, BoardGesture
from loa_tk.scenes.explorer import Selected
from loa_tk.scenes.playouts import PlayoutSought
from loa_tk.store.archive import Archive
from loa_tk.store.settings import Store
from loa_tk.view.main.window import MainWindow
from screen import Failure, Screen, open_screen, settled, wait
from screen import running as running_program
from shell import ROOT

DOCS = ROOT / "docs"
LONG = 300.0  # seconds; a class takes its time on a loaded machine
COLOURS = 256  # of a palette
WRITTEN = 20_000  # bytes of a compressed screen that shows text; one without has a tenth
COARSE = 0xFCFCFC  # colours that differ by less are alike
GROUPS = "len(position.groups(other)) - len(position.groups(player))"
PIECES = "len(position.pieces(player)) - len(position.pieces(other))"
SPREAD = "spread(position, other) - spread(position, player)"
STUDENTS = {  # their files, from a good evaluation to one with a mistake
    "ada": f"10 * ({GROUPS}) + {SPREAD}",
    "ben": GROUPS,
    "cleo": SPREAD,
    "dora": f"{SPREAD} + 2 * ({PIECES})",
    "emil": "spread(position, opponent) - spread(position, player)",
    "finn": f"3 * ({GROUPS}) - ({PIECES})",
    "gül": f"{GROUPS} + {SPREAD}",
    "hana": "-spread(position, player)",
    "ivo": PIECES,
    "jana": f"-({SPREAD})",
    "kai": f"2 * ({SPREAD}) + {GROUPS}",
    "lena": "0",
    "noah": f"{PIECES} + {SPREAD} / 2",
    "otto": f"5 * ({GROUPS}) + {PIECES}",
    "pia": f"2 * ({GROUPS}) + 3 * ({SPREAD})",
}
SEARCH = ROOT / "tests" / "student_search.py"  # alpha-beta with one mistake
STUDENT = '''\
def evaluate(position, player):
    other = position.other(player)
    return {value}


def spread(position, player):
    columns, rows = zip(*position.pieces(player))
    return max(columns) - min(columns) + max(rows) - min(rows)
'''
RUBRIC = '''\
[checks]
numbers = 5
same = 10
symmetry = 5
right = 10, 0.5, 0.8
rank = 10, 0, 0.6
legal = 5
time = 5
win1 = 3
win3 = 3
win5 = 4
value = 10
statistics = 10

[opponent ladder]
player = ladder
games = 2
points = 50
none = 0.1
full = 0.8

[class]
points = 10
none = 0.2
full = 0.8
'''


class Program:
    """The running program and the screen that shows it."""

    def __init__(self, screen: Screen, window: MainWindow, controller: Controller) -> None:
        self.screen, self.window, self.controller = screen, window, controller

    def until(self, event: str, done: Callable[[], object]) -> None:
        """Let the program run until something is true."""

        def look() -> object:
            self.window.root.update()
            return done()

        wait(event, look, LONG)

    def rest(self, seconds: float = 1.0) -> None:
        """Let animations and pending drawings end."""
        over: list[bool] = []
        self.window.root.after(round(1000 * seconds), lambda: over.append(True))
        self.until("a pause", lambda: over)

    def tool(self) -> tkinter.Toplevel:
        """Return the window of the tool that was opened last."""
        children = self.window.root.winfo_children()
        return [child for child in children if isinstance(child, tkinter.Toplevel)][-1]

    def menu_height(self) -> int:
        """Return the height of the menu bar, which Tk keeps outside the window's own area."""
        root = self.window.root
        children = root.tk.splitlist(root.tk.call("winfo", "children", "."))
        bars = [name for name in children if name.startswith(".#")]
        return max((int(root.tk.call("winfo", "height", name)) for name in bars), default=0)

    def save(self, window: tkinter.Tk | tkinter.Toplevel, size: str, name: str) -> None:
        """Write a picture of a window of this size, without its frame."""
        window.geometry(f"{size}+40+40")
        window.lift()
        self.screen.xdotool("mousemove", 1279, 1023)
        self.rest(2.0)
        menu = self.menu_height() if window is self.window.root else 0
        left, top = window.winfo_rootx(), window.winfo_rooty() - menu
        width, height = window.winfo_width(), window.winfo_height() + menu
        rows = [row[4 * left : 4 * (left + width)] for row in self.screen.rows()]
        write_picture(rows[top : top + height], name)


def write_picture(rows: Sequence[bytes], name: str) -> None:
    """Write a picture of these pixels to docs/."""
    path = DOCS / f"{name}.png"
    path.write_bytes(small_png(rows))
    size = f"{len(rows[0]) // 4} x {len(rows)}, {path.stat().st_size:,} bytes"
    print(f"{path.relative_to(ROOT)}: {size}")


def small_png(rows: Sequence[bytes]) -> bytes:
    """Return a PNG file with a palette, from rows of pixels: blue, green, red, unused."""
    pixels = [
        [blue | green << 8 | red << 16 for blue, green, red in zip(
            row[0::4], row[1::4], row[2::4], strict=True)]
        for row in rows
    ]  # fmt: skip
    numbers = Counter(pixel for row in pixels for pixel in row)
    chosen, taken = list[int](), set[int]()
    for pixel, _ in numbers.most_common():
        if pixel & COARSE not in taken and len(chosen) < COLOURS:
            taken.add(pixel & COARSE)
            chosen.append(pixel)
    nearest = {
        pixel: min(range(len(chosen)), key=lambda at: distance(pixel, chosen[at]))
        for pixel in numbers
    }
    body = b"".join(b"\0" + bytes(nearest[pixel] for pixel in row) for row in pixels)
    palette = b"".join(pixel.to_bytes(3, "big") for pixel in chosen)
    header = pack(">IIBBBBB", len(pixels[0]), len(pixels), 8, 3, 0, 0, 0)
    parts = (
        (b"IHDR", header), (b"PLTE", palette), (b"IDAT", zlib.compress(body, 9)), (b"IEND", b""),
    )  # fmt: skip
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        pack(">I", len(data)) + tag + data + pack(">I", zlib.crc32(tag + data))
        for tag, data in parts
    )


def distance(one: int, other: int) -> int:
    """Return how different two colours are."""
    return sum(((one >> shift & 255) - (other >> shift & 255)) ** 2 for shift in (0, 8, 16))


def play(program: Program, move: str) -> None:
    """Click the squares of a move on the board."""
    game = program.controller.session.game
    for name in move.split("-"):
        square = read_square(name, game.rows, game.columns)
        program.controller.report(BoardGesture(CLICK, square))


def dark_window(program: Program) -> None:
    """The search of the hard level on 8x8, in the dark theme, with its last answer in the log."""
    program.controller.choose("board", "loa8")
    program.controller.choose("theme", "dark")
    program.controller.choose("level", "hard")
    play(program, "d1-b3")
    program.until("the answer", lambda: program.controller.session.match.ply == 2)
    program.rest()
    game, match = program.controller.session.game, program.controller.session.match
    play(program, move_text(game, match.state, game.moves(match.state)[0]).replace("x", "-"))
    program.rest(4.0)
    program.save(program.window.root, "1100x800", "dark")
    program.controller.choose("theme", "light")
    program.controller.command("undo")


def explorer_window(program: Program) -> None:
    """A step of alpha-beta on 5x5."""
    program.controller.choose("board", "loa5")
    program.controller.command("explorer")
    explorer = program.controller.tools["explorer"]
    state = program.controller.session
    game, position = state.game, state.match.state
    wanted = Explorable(
        game=game, state=position, search="alphabeta", evaluation="groups", depth=3
    )
    explorer.open(ToolRequest(game=game, state=position, search=wanted))
    program.until("the tree", lambda: explorer.state.job is None)
    program.rest()
    explorer.report(Selected(0, 1, enter=True))
    explorer.report(Selected(1, 5))
    program.save(program.tool(), "1200x830", "explorer")
    explorer.close()


def wrong_step(program: Program) -> None:
    """A student's search beside Figure 2, at the first step that differs."""
    program.controller.choose("board", "loa5")
    program.controller.command("explorer")
    explorer = program.controller.tools["explorer"]
    game = program.controller.session.game
    wanted = Explorable(
        game=game, state=game.start, search="alphabeta", evaluation="groups", depth=3
    )
    explorer.open(ToolRequest(game=game, state=game.start, search=wanted, path=SEARCH))
    program.until("the comparison", lambda: explorer.state.job is None)
    program.rest(3.0)
    program.save(program.tool(), "1200x830", "wrong-step")
    explorer.close()


def mcts_window(program: Program) -> None:
    """The 57th playout of Monte Carlo tree search."""
    program.controller.choose("board", "loa5")
    program.controller.command("explorer")
    explorer = program.controller.tools["explorer"]
    for name, value in (("page", "tree"), ("search", "mcts"), ("playouts", "200"), ("seed", "1")):
        explorer.choose(name, value)
    explorer.command("search")
    program.until("the playouts", lambda: explorer.state.job is None and explorer.state.walk)
    explorer.report(PlayoutSought(57))
    program.save(program.tool(), "1200x830", "mcts")
    explorer.close()


def series_window(program: Program) -> None:
    """A finished series of two evaluations."""
    program.controller.choose("board", "loa6")
    program.controller.command("series")
    series = program.controller.tools["series"]
    wanted = {
        "player1": "alphabeta:eval=centre,depth=2", "player2": "alphabeta:eval=groups,depth=3",
        "games": "40", "jobs": "1",
    }  # fmt: skip
    series.report({**series.state.values, **wanted})
    series.command("start")
    state = series.state
    program.until("the series", lambda: len(state.results) == 40 and not state.running)
    program.save(program.tool(), "1120x760", "series")
    series.close()


def flow_window(program: Program) -> None:
    """An algorithm at work on a puzzle."""
    program.controller.command("flow")
    flow = program.controller.tools["flow"]
    flow.choose("puzzle", "report-9x9")
    flow.choose("limit", "1")
    flow.command("compare")
    program.until("the comparison", lambda: flow.state.job is None)
    flow.choose("algorithm", "forward")
    for _ in range(60):
        flow.command("step")
    program.save(program.tool(), "1000x660", "flow")
    flow.close()


def write_students(folder: Path) -> None:
    """Write the files of a class, if they are not there yet."""
    folder.mkdir(exist_ok=True)
    for name, value in STUDENTS.items():
        (folder / f"{name}.py").write_text(STUDENT.format(value=value), "utf-8")
    (folder / "max.py").write_text(SEARCH.read_text("utf-8"), "utf-8")
    folder.with_name("rubric.ini").write_text(RUBRIC, "utf-8")


def class_window(program: Program) -> None:
    """A class with marks, in which some have made mistakes."""
    program.controller.choose("board", "loa5")
    program.controller.command("class")
    classroom = program.controller.tools["classroom"]
    folder = Path(os.environ["HOME"], "students")
    write_students(folder)
    wanted = {
        "folder": str(folder), "depth": "1", "opponents": "", "games": "2", "jobs": "2",
        "rubric": str(folder.with_name("rubric.ini")), "seed": "1",
    }  # fmt: skip
    classroom.report({**classroom.state.values, **wanted})
    program.until("the students", lambda: len(classroom.state.students) == len(STUDENTS) + 1)
    classroom.command("start")
    program.until("the class", lambda: classroom.state.complete)
    program.save(program.tool(), "1200x620", "class")
    classroom.close()


def handed_back(program: Program) -> None:
    """The page that a student gets back, as a browser shows it; it is left out without Chromium."""
    browser = shutil.which("chromium")
    if browser is None:
        print("docs/handed-back.png is not made: chromium is not installed")
        return
    folder = Path(os.environ["HOME"], "students")
    write_students(folder)
    results = folder.with_name("results")
    rubric = folder.with_name("alone.ini")  # without games against the others
    rubric.write_text(RUBRIC.partition("[class]")[0].replace("games = 2", "games = 10"), "utf-8")
    grade = ["class", str(folder), "--only", "max", "--depth", "2", "--rubric", str(rubric),
             "--seed", "1"]  # fmt: skip
    words = [sys.executable, "-m", "loa_tk", *grade, "--results", str(results)]
    subprocess.run(words, check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
    page = (results / "max" / "index.html").as_uri()
    profile = f"--user-data-dir={folder.with_name('browser')}"
    words = [browser, "--kiosk", "--no-sandbox", "--no-first-run", profile, page]
    program.window.root.withdraw()
    program.window.root.update()
    with running_program(words, subprocess.DEVNULL, {**os.environ, "DISPLAY": program.screen.name}):
        program.screen.xdotool("mousemove", 1279, 1023)
        wait("the page", lambda: len(zlib.compress(program.screen.glimpse(), 1)) > WRITTEN)
        settled("the page", program.screen.glimpse)
        rows = program.screen.rows()[:1000]
        write_picture([row[4 * 225 : 4 * 1041] for row in rows], "handed-back")
    program.window.root.deiconify()


PICTURES: Mapping[str, Callable[[Program], None]] = {
    "explorer": explorer_window,
    "wrong-step": wrong_step,
    "mcts": mcts_window,
    "series": series_window,
    "flow": flow_window,
    "class": class_window,
    "handed-back": handed_back,
    "dark": dark_window,
}


@contextmanager
def running(folder: Path) -> Iterator[Program]:
    """Run the program on a virtual screen, with its files in a folder."""
    with open_screen(folder) as screen:
        os.environ.update(DISPLAY=screen.name, HOME=str(folder), XDG_CONFIG_HOME=str(folder))
        worker = Worker()
        try:
            store = Store(folder / "settings")
            window = make_window(*store.appearance())
            controller = Controller(window, worker, store, Archive(folder / "games"))
            window.attach(controller)
            controller.start()
            window.root.deiconify()
            program = Program(screen, window, controller)
            program.until("the window", window.root.winfo_viewable)
            yield program
            controller.close()
        finally:
            worker.close()


def main(names: list[str]) -> int:
    """Make the pictures of these names, or all."""
    unknown = [name for name in names if name not in PICTURES]
    if unknown:
        known = ", ".join(PICTURES)
        print(f"there is no picture {unknown[0]!r}; there are {known}", file=sys.stderr)
        return 2
    try:
        with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as program:
            for name, make in PICTURES.items():
                if name in (names or PICTURES):
                    make(program)
    except Failure as failure:
        print(failure, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

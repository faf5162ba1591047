"""The search explorer end to end: real mouse and keys, the real worker, the real program."""

import subprocess
import time
import tkinter as tk
from concurrent.futures import ThreadPoolExecutor

import pytest

from fakes import opening, tool
from loa_tk.control.explorer.commands import TOOL as EXPLORER
from loa_tk.control.explorer.state import ExplorerState
from loa_tk.control.main.help_pages import explorer as explorer_help
from loa_tk.model.games import find_game
from loa_tk.scenes.explorer import Pointed, Sought
from loa_tk.scenes.main import LogEntry
from loa_tk.view.kit.theme import Look
from loa_tk.view.main.help_window import HelpWindow
from loa_tk.view.main.log_page import LogText
from loa_tk.view.main.main_view import MainView
from loa_tk.words import explorer as words
from patience import PATIENCE, processor_seconds, quickest, wait_until
from processes import alive, children_of
from test_end_to_end import Program
from viewing import family, settle

LOA = find_game("loa5")
# Passes of plain Python over the nodes of a tree: 0.12 s of the processor at a load of 12, when the
# costliest thing that the user does took 0.05 s.
PASSES = 8


class Hands:
    """A real window in this process, with mouse and keyboard."""

    def __init__(self, root, xdotool):
        self.root, self.xdotool, self.put = root, xdotool, []
        root.withdraw()
        self.asked = []  # the commands for the main window
        self.desk = MainView(root, Look(root), self.asked.append)
        state = ExplorerState(clock=time.monotonic, game=LOA, position=LOA.start)
        self.explorer = tool(EXPLORER, state, self.desk, self.put.append)
        self.explorer.open(opening())
        self.window = self.explorer.view
        self.picture = self.window.tree.card.picture
        self.until(lambda: self.picture.winfo_viewable() and self.explorer.state.width)
        self.until(lambda: root.tk.call("focus"))
        self.settle()

    def settle(self):
        """Wait until the window manager has placed the window."""
        places = []
        while len(places) < 4 or len(set(places[-4:])) > 1:
            end = time.monotonic() + 0.1
            self.until(lambda end=end: time.monotonic() > end)
            settle(self.root)
            places.append((self.picture.winfo_rootx(), self.picture.winfo_rooty()))

    def until(self, condition):
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, self.scene
            self.root.update()
            time.sleep(0.002)

    def do(self, *given):
        """Let the mouse or the keys do something while this process serves its window."""
        with ThreadPoolExecutor() as pool:
            self.until(pool.submit(self.xdotool, *given).done)

    def click(self, widget, x=None, y=None):
        self.until(widget.winfo_viewable)
        x = widget.winfo_width() // 2 if x is None else x
        y = widget.winfo_height() // 2 if y is None else y
        self.do("mousemove", widget.winfo_rootx() + x, widget.winfo_rooty() + y, "click", 1)

    def press(self, name):
        self.click(self.window.buttons.by_name[name])

    def choose(self, **values):
        for name, key in values.items():
            self.explorer.choose(name, key)

    def search(self):
        self.press("search")
        self.until(lambda: self.explorer.state.explored is not None and self.scene.picture.rows)
        self.settle()

    @property
    def scene(self):
        return self.window._scene

    @property
    def state(self):
        return self.explorer.state


@pytest.fixture
def hands(root: tk.Tk, xdotool):
    hands = Hands(root, xdotool)
    yield hands
    worker = hands.explorer.runner.workers.get("engine")
    pid = worker and worker.process.pid
    hands.explorer.close()
    assert pid is None or not alive(pid)


def test_a_tree_is_searched_and_walked_through_by_mouse_and_keys(hands):
    hands.search()
    assert "alpha-beta 754" in hands.scene.summary[0]
    picture = hands.picture
    node = hands.scene.picture.rows[1][1]
    assert node.label == "b1-b3"
    x, y = picture.left + (node.left + node.right) // 2, picture.high + picture.high // 2
    hands.do("mousemove", picture.winfo_rootx() + x, picture.winfo_rooty() + y)
    hands.until(lambda: hands.scene.picture.hover.startswith("b1-b3"))
    hands.click(picture, x, y)
    hands.until(lambda: hands.scene.reason.title == "Why the rest is cut off")
    hands.do("key", "Up")
    hands.until(lambda: hands.state.pick == 4)
    hands.do("key", "Right")
    hands.until(lambda: len(hands.scene.columns) == 3)
    hands.do("key", "--delay", 30, "Left", "Left", "Down")
    hands.until(lambda: hands.state.node == 0 and hands.state.pick == 2)
    hands.do("key", "plus")
    hands.until(lambda: hands.scene.picture.share != (0.0, 1.0))
    hands.do("key", "Home")
    hands.until(lambda: hands.scene.picture.share == (0.0, 1.0))
    hands.do("click", 4)  # the wheel, over the picture
    hands.until(lambda: hands.scene.picture.share != (0.0, 1.0))
    hands.do("key", "Escape")
    hands.until(lambda: hands.scene.picture.share == (0.0, 1.0))


def test_the_algorithm_runs_by_mouse_and_keys(hands):
    hands.search()
    hands.press("step")
    hands.until(lambda: hands.scene.figure.moment == 1)
    hands.click(hands.picture, 5, hands.picture.winfo_height() - 2)  # the keys go to the picture
    hands.do("key", "--delay", 30, "space", "space", "BackSpace")
    hands.until(lambda: hands.scene.figure.moment == 2)
    hands.press("next-cut")
    hands.until(lambda: "Cut-off" in hands.scene.status)
    hands.choose(speed="100")
    before = hands.scene.figure.moment
    hands.do("key", "ctrl+p")
    hands.until(lambda: hands.scene.figure.moment > before + 20)
    assert min(hands.scene.picture.reached) < hands.picture.width
    hands.press("play")
    hands.until(lambda: not hands.state.playing)
    slider = hands.window.tree.figure.slider
    hands.click(slider, slider.winfo_width() - 2, slider.winfo_height() // 2)
    hands.until(lambda: hands.state.whole)


def test_a_presentation_by_keys(hands):
    hands.search()
    hands.explorer.report(Sought(886))
    hands.do("key", "F11")
    hands.until(lambda: hands.window.present and hands.window.present.winfo_viewable())
    hands.until(lambda: hands.window.winfo_width() == hands.window.winfo_screenwidth())
    hands.do("key", "--delay", 30, "Right", "Left", "Left", "Right", "Right", "Right")
    hands.until(lambda: hands.state.moment == 886)  # no further before an answer
    hands.do("key", "g")
    hands.until(lambda: hands.scene.present.score == "0 of 1 predicted")
    hands.do("key", "--delay", 30, "space", "plus")
    hands.until(lambda: hands.state.moment == 887 and hands.scene.present.zoom > 1)
    hands.do("key", "Escape")
    hands.until(lambda: hands.scene.present is None and hands.picture.winfo_viewable())
    hands.until(lambda: hands.window.winfo_width() < hands.window.winfo_screenwidth())
    hands.settle()
    hands.do("key", "space")
    hands.until(lambda: hands.state.moment == 888)


def test_the_other_pages_by_keys(hands):
    hands.choose(depth="2")
    hands.do("key", "ctrl+2")
    hands.until(lambda: hands.scene.page == "compare")
    hands.do("key", "F5")
    hands.until(lambda: hands.scene.compare.sentence)
    hands.do("key", "ctrl+3")
    hands.until(lambda: hands.scene.page == "quiz")
    hands.do("key", "F5")
    hands.until(lambda: hands.scene.quiz.question)
    hands.settle()
    while hands.state.quiz.question.kind != "value":
        hands.press("next-question")
        hands.settle()
    hands.do("key", "--delay", 30, "minus", "9", "9", "9", "Return")
    hands.until(lambda: hands.scene.quiz.verdict == words.WRONG)
    assert hands.scene.quiz.score.startswith("0 of 1")


def test_the_keys_follow_the_page_and_the_row_that_was_clicked(hands):
    hands.search()
    hands.do("key", "ctrl+3")
    hands.until(lambda: hands.scene.page == "quiz")
    seed = hands.window.fields.by_key["seed"]
    hands.click(seed.widget)
    hands.until(lambda: hands.window.focus_get() is seed.widget)
    before = seed.get()
    hands.do("key", "ctrl+1")
    hands.until(lambda: hands.scene.page == "tree")
    hands.do("key", "space")
    hands.until(lambda: hands.scene.figure.moment == 1)
    assert seed.get() == before
    hands.window.fields.by_key["speed"].widget.focus_set()
    column = hands.window.tree.columns.columns[0]
    hands.click(column.list, 20, hands.window.look.line("caption") + 3 * column.high // 2)
    hands.until(lambda: hands.state.pick is not None and hands.state.whole)
    above = hands.state.node
    hands.do("key", "Right")
    hands.until(lambda: hands.state.node != above)


def test_help_opens_in_front_of_the_window_that_asks(hands):
    hands.root.deiconify()
    hands.explorer.open(opening())  # in front again
    hands.settle()
    hands.do("key", "F1")
    hands.until(lambda: hands.asked == ["explorer-help"])
    hands.desk.help(explorer_help(None)[0].page)
    (page,) = (one for one in family(hands.root) if isinstance(one, HelpWindow))
    assert str(page.transient()) == str(hands.window)
    hands.until(page.winfo_viewable)
    hands.do("key", "Escape")
    hands.until(lambda: not page.winfo_exists())


def test_explore_in_the_log_gives_the_keyboard_to_the_explorer(hands):
    log = LogText(
        hands.root, hands.window.look, print, lambda menu, key: hands.explorer.open(opening())
    )
    log.pack(fill="both", expand=True)
    log.add(LogEntry(head="1. Black b1-e1", statistics=(("Nodes", "7"),), key="1"))
    hands.window.geometry("800x600+500+300")
    hands.root.geometry("400x300+0+0")
    hands.root.deiconify()
    hands.until(log.text.winfo_viewable)
    hands.settle()
    x, y, wide, high = log.text.bbox(log.text.tag_nextrange("link", "1.0")[0])
    hands.click(log.text, 60, y + 3 * high)  # beside the words
    hands.until(lambda: hands.root.focus_get() is log.text)
    hands.click(log.text, x + wide // 2, y + high // 2)
    hands.until(lambda: hands.root.focus_get() is hands.picture)
    hands.settle()
    assert hands.root.focus_get() is hands.picture


def test_stop_shows_what_was_recorded(hands):
    hands.choose(depth="8")
    hands.press("search")
    hands.until(lambda: hands.scene.progress)
    hands.press("search")
    hands.until(lambda: hands.state.explored is not None and hands.scene.picture.rows)
    assert not hands.state.explored.tree.complete and "stopped" in hands.scene.status


def test_the_window_is_never_late_with_a_large_tree(hands):
    """Nothing that the user does costs the window's thread as much as passes over all nodes.

    On a loaded machine, whose processors share their caches, both take longer by the same factor.
    """
    hands.choose(depth="4", search="minimax")
    costs = {}
    work = hands.explorer.handle

    def measured(handler, *arguments):
        begun = time.thread_time()
        work(handler, *arguments)
        name = getattr(handler, "__name__", "")
        costs[name] = max(costs.get(name, 0.0), time.thread_time() - begun)

    hands.explorer.handle = measured

    def walk():
        costs.clear()
        hands.explorer.command("search")
        hands.until(lambda: hands.state.explored is not None and hands.scene.picture.rows)
        for name in ("down", "right", "left", "over", "step", "next-cut", "last"):
            hands.explorer.command(name)
            hands.root.update()
        for moment in range(0, len(hands.state.explored.execution), 60_000):
            hands.explorer.report(Sought(moment))
        hands.explorer.report(Pointed(3, 500))
        begun = time.thread_time()
        for _ in range(PASSES):
            {number: str(number) for number in range(len(hands.state.explored.tree))}
        return max(costs.values()) / (time.thread_time() - begun)

    walk()  # the first time, pictures are painted
    # Unpacking the tree in one go, or computing its widths here, would take much longer.
    assert quickest(walk, 1.0, attempts=3) < 1.0, costs
    assert len(hands.state.explored.tree) == 60_571


def test_closed_in_mid_search_no_process_is_left(hands):
    hands.choose(depth="8")
    hands.press("search")
    hands.until(lambda: "engine" in hands.explorer.runner.workers)
    worker = hands.explorer.runner.workers["engine"].process.pid
    hands.until(lambda: alive(worker) and processor_seconds(worker) > 0.5)
    hands.do("key", "alt+F4")
    hands.until(lambda: hands.explorer.view is None)
    assert not alive(worker)


@pytest.fixture
def program(tmp_path, display, xdotool):
    program = Program(tmp_path, xdotool, game="loa5", side="both")
    yield program
    program.process.kill()
    program.process.wait(PATIENCE)
    program.process.stderr.close()


def test_the_program_opens_it_by_its_key_and_quits_during_a_search(program, xdotool):
    xdotool("key", "ctrl+shift+x")
    window = wait_until(lambda: visible(xdotool, words.TITLE), "the search explorer")
    xdotool("windowactivate", "--sync", window)
    xdotool("key", "F5")
    wait_until(lambda: len(children_of(program.process.pid)) >= 3, "its engine")
    started = children_of(program.process.pid)
    program.process.terminate()
    assert program.process.wait(PATIENCE) == 0
    wait_until(lambda: not any(map(alive, started)), "the end of all processes")


def visible(xdotool, name):
    """Return the number of a visible window with this name, or nothing."""
    try:
        return xdotool("search", "--onlyvisible", "--name", name).split()[0]
    except subprocess.CalledProcessError:  # there is none
        return ""


def test_a_link_copied_in_the_window_is_opened_there_with_the_keys(hands):
    hands.search()
    hands.do("key", "ctrl+u")
    hands.until(lambda: hands.state.moment > 2)
    there = hands.state.moment
    hands.press("copy-link")
    hands.do("key", "ctrl+Home")
    hands.until(lambda: hands.state.moment == 0)
    hands.do("key", "ctrl+shift+v")
    hands.until(lambda: hands.state.moment == there and hands.scene.picture.rows)
    hands.window.copy("not a link")
    hands.do("key", "ctrl+shift+v")
    hands.until(lambda: hands.scene.status.startswith("The clipboard has no link to a step: "))

"""The program as a person uses it: in a separate process, with a window manager, mouse and keys."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from conftest import NATIVE_SCREEN
from loa_tk.model.games import find_game
from loa_tk.model.match import Match
from loa_tk.model.notation import read_square
from loa_tk.model.search.players import read_player
from loa_tk.store.settings import Settings, Store
from loa_tk.words import main as words
from patience import PATIENCE, patiently, wait_until
from processes import KILL, alive

HERE = Path(__file__).parent
# A search that continues until something ends it, however slow the machine is.
LONG = {key: {"hard": "strong:eval=full,seconds=600,book=0"} for key in ("loa6", "loa8")}


class Program:
    """One running program, with mouse and keyboard."""

    def __init__(self, home, xdotool, file="", **settings):
        self.xdotool, self.home = xdotool, home
        if settings:
            Store(home / "loa_tk").save(Settings(**settings))
        self.seen = home / f"seen-{time.monotonic_ns()}.json"
        before = {**os.environ, "PYTHONPATH": f"{HERE.parent}"}
        temporary = home / "tmp"
        temporary.mkdir(exist_ok=True)
        self.temporary = temporary
        self.process = subprocess.Popen(
            [sys.executable, HERE / "probed.py", self.seen, *filter(None, [file])],
            env=before
            | {"XDG_CONFIG_HOME": str(home), "XDG_STATE_HOME": str(home), "TMPDIR": str(temporary)},
            stderr=subprocess.PIPE,
            text=True,
        )
        self.settle()

    def settle(self, what="squares"):
        """Wait until the window manager has placed the window."""
        places = None
        while places != self.wait(what):
            places = self.look()[what]
            self.look_again()

    def look_again(self):
        """Wait until the program has written a new description of what it shows."""
        written = self.seen.stat().st_mtime_ns
        wait_until(lambda: self.seen.stat().st_mtime_ns != written, "another look")

    def look(self):
        try:
            return json.loads(self.seen.read_text("utf-8"))
        except (OSError, ValueError):
            return {}

    def wait(self, what, wanted=None, seconds=PATIENCE):
        """Wait until a part of what is shown is true, or equals the expected value."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            assert self.process.poll() is None, patiently(self.process, self.process.stderr.read)
            found = self.look().get(what)
            if found == wanted if wanted is not None else found:
                return found
            time.sleep(0.02)
        raise AssertionError(f"{what}: {self.look().get(what)!r}, not {wanted!r}")

    def place(self, name):
        game = find_game(self.look()["game"])
        return self.look()["squares"][read_square(name, game.rows, game.columns)]

    def click(self, name):
        self.xdotool("mousemove", *self.place(name), "click", 1)

    def drag(self, origin, target):
        (x, y), (a, b) = self.place(origin), self.place(target)
        self.xdotool("mousemove", x, y, "mousedown", 1)
        for step in range(1, 6):
            self.xdotool("mousemove", x + (a - x) * step // 5, y + (b - y) * step // 5)
        self.xdotool("mouseup", 1)

    def keys(self, *names):
        """Press keys as soon as the window manager sends them to the program."""
        self.wait("focused")
        for name in names:
            self.xdotool("key", name)

    def menu(self, key):
        """Open a menu by its key and choose its first entry as soon as the menu takes the keys."""
        self.keys(key)
        self.wait("menu", True)
        self.keys("Home", "Return")
        self.wait("menu", False)

    def close(self):
        """Close the window by its menu's key and wait for the end."""
        self.keys("ctrl+q")
        assert self.process.wait(PATIENCE) == 0
        assert patiently(self.process, self.process.stderr.read) == ""
        self.process.stderr.close()
        assert list(self.temporary.iterdir()) == [], "temporary files were left behind"


@pytest.fixture
def start(tmp_path, xdotool):
    """Start programs that share one home; a process left over afterwards fails the test."""
    programs = []

    def start(**settings):
        programs.append(Program(tmp_path, xdotool, **settings))
        return programs[-1]

    yield start
    for program in programs:
        if program.process.poll() is None:
            program.process.kill()
            program.process.wait(PATIENCE)
        program.process.stderr.close()
        engine = program.look().get("engine")
        wait_until(lambda engine=engine: not alive(engine), "the end of the engine")


def play_to_the_end(program, make_move):
    """Play the human's side by mouse, with the strong search's moves, until the banner."""
    game = find_game("loa5")
    player = read_player(game, "strong:depth=5")
    while not program.look().get("banner"):
        program.wait("human", True)
        match = Match(game)
        for text in program.look()["moves"]:
            match.play_text(text)
        if match.outcome() is not None:
            break
        move = player.choose(game, match.state, match.history()).move
        ply = match.ply
        match.play(move)
        text = match.notation()[-1]
        make_move(text[:2], text[3:])
        wait_until(lambda ply=ply: len(program.look()["moves"]) > ply, f"the move {text}")
        assert program.look()["moves"][ply] == text
        wait_until(lambda: program.look()["human"] or program.look()["banner"], "the answer")
    assert program.wait("banner").endswith(("won", "lost", "draw"))


def test_a_game_by_clicks(start):
    program = start(level="easy")

    def move(origin, target):
        program.click(origin)
        program.click(target)

    play_to_the_end(program, move)
    program.close()


def test_a_game_by_drags(start):
    program = start(level="easy", animation=False)
    play_to_the_end(program, program.drag)
    program.close()


def test_a_game_by_keys(start):
    program = start(level="easy")
    at = None

    def go(name):
        nonlocal at
        if at is None:
            program.keys("Down")
            program.wait("cursor", 0)
            at = 0
        row, column = divmod(read_square(name, 5, 5), 5)
        now_row, now_column = divmod(program.look()["cursor"] or 0, 5)
        program.keys(*["Up" if row > now_row else "Down"] * abs(row - now_row))
        program.keys(*["Right" if column > now_column else "Left"] * abs(column - now_column))
        program.wait("cursor", row * 5 + column)
        program.keys("Return")

    def move(origin, target):
        go(origin)
        go(target)

    play_to_the_end(program, move)
    program.close()


def test_undo_in_mid_search(start):
    program = start(game="loa8", level="hard", levels=LONG)
    program.drag("c1", "c3")
    program.wait("live")
    program.keys("ctrl+z")
    program.wait("moves", [])
    for _ in range(3):  # an answer that was not cancelled would come at once
        program.look_again()
    assert program.look()["moves"] == [] and not program.look()["live"]
    program.close()


def test_change_of_game_and_level_in_mid_search(start):
    program = start(game="loa8", level="hard", levels=LONG)
    program.drag("c1", "c3")
    program.wait("live")
    program.menu("alt+b")  # the Board menu by its underlined letter
    program.wait("game", "loa5")
    program.wait("moves", [])
    assert not program.look()["live"]
    program.menu("alt+l")
    program.wait("level", "easy")
    program.close()


def test_clicking_everywhere_during_a_search_changes_nothing(start):
    program = start(game="loa6", level="hard", levels=LONG)
    program.drag("b1", "b3")
    program.wait("live")
    for name in ("a1", "a2", "b3", "c6", "f6", "d6", "d4"):
        program.click(name)
    program.drag("d6", "d4")
    assert program.look()["moves"] == ["b1-b3"]
    program.keys("ctrl+m")
    program.wait("human", True)
    assert len(program.look()["moves"]) == 2
    program.close()


def test_a_killed_engine_is_replaced_and_the_game_goes_on(start):
    program = start(game="loa6", level="hard", levels=LONG)
    program.drag("b1", "b3")
    program.wait("live")
    first = program.look()["engine"]
    os.kill(first, KILL)
    wait_until(lambda: program.look()["engine"] != first, "another engine")
    program.keys("ctrl+m")
    program.wait("human", True)
    assert len(program.look()["moves"]) == 2
    program.close()


def test_an_engine_that_hangs_is_replaced_and_every_command_works(start, monkeypatch):
    monkeypatch.setenv("GRACE_FOR_TESTS", "1")
    program = start(game="loa6", level="hard", levels=LONG)
    program.drag("b1", "b3")

    def hang():
        program.wait("live")
        program.wait("ready")  # until then it has a minute to start
        pid = program.look()["engine"]
        os.kill(pid, signal.SIGSTOP)
        return pid

    hung = hang()
    program.keys("ctrl+m")  # Move now
    program.wait("human", True)
    assert len(program.look()["moves"]) == 2 and not alive(hung)
    program.keys("ctrl+n")
    program.wait("moves", [])
    program.drag("b1", "b3")
    hung = hang()
    program.keys("ctrl+n")
    program.wait("moves", [])
    program.drag("c1", "c3")
    wait_until(lambda: program.look()["engine"] != hung, "another engine")
    program.wait("live")
    program.keys("ctrl+m")
    program.wait("human", True)
    log = (program.home / "loa_tk" / "log" / "loa_tk.log").read_text("utf-8")
    assert log.count("did not answer in time") >= 2
    program.close()


def test_closed_in_mid_search_the_game_is_there_again(start):
    program = start(game="loa6", level="hard", levels=LONG)
    program.drag("b1", "b3")
    program.wait("live")
    engine = program.look()["engine"]
    program.close()
    assert not alive(engine)
    again = start()
    again.wait("moves", ["b1-b3"])
    again.close()


# A player that thinks for minutes about each move: on 5x5, where a win is soon proved, a whole
# series with strong:seconds=20 took 0.4 s and had ended before its window was closed.
ENDLESS = "strong:seconds=600,book=0"


def press(program, place):
    """Click a button or field of the series window at its current place."""
    program.wait("focus", True)
    program.settle("places")
    program.xdotool("mousemove", *program.look()["places"][place], "click", 1)


def start_long_series(program):
    """Start games that would take minutes and return the processes that play them."""
    program.settle("places")  # a window that has just opened is still arranging its parts
    press(program, "start")
    program.wait("playing", True)
    return program.wait("games")


def test_a_series_from_its_menu_to_its_end_and_nothing_left_behind(start):
    program = start(game="loa8")
    program.menu("alt+t")
    program.wait("focus", True)
    # Tab goes from the game past Edit… to the players and on to the number of games.
    program.keys("Tab", "Tab")
    program.xdotool("type", "strong:depth=1")
    program.keys("Tab", "Tab")
    program.xdotool("type", "random")
    program.keys("Tab")
    program.xdotool("type", "3")
    wait_until(lambda: program.look()["series"]["games"] == "3", "the number of games")
    chosen = program.look()["series"]
    assert (chosen["player1"], chosen["player2"]) == ("strong:depth=1", "random")
    press(program, "start")
    program.wait("finished", 3)
    program.wait("playing", False)
    assert program.wait("told").startswith("All games are finished")

    wait_until(lambda: "game" in program.look()["places"], "the list of games")
    for seconds in (10, 20, PATIENCE):  # on a loaded machine a double click may be two clicks
        program.settle("places")
        place = program.look()["places"]["game"]
        program.xdotool("mousemove", *place, "click", "--repeat", 2, "--delay", 50, 1)
        with suppress(AssertionError):
            program.wait("focus", False, seconds)
            break
    program.wait("focus", False)
    program.wait("banner")
    moves = program.look()["moves"]
    assert moves and program.look()["status"].startswith("Game 1 of a series")
    program.keys("ctrl+z")
    program.wait("moves", moves[:-1])

    program.keys("ctrl+t")
    press(program, "player1")
    program.keys("ctrl+slash")  # select all of the text
    program.xdotool("type", ENDLESS)
    wait_until(lambda: program.look()["series"]["player1"] == ENDLESS, "the player's text")

    def leave():
        program.keys("alt+F4")
        program.wait("asked", ["The series is being played"])
        wait_until(lambda: "question" in program.look()["focused"], "the keys of the question")
        program.keys("Return")

    for end_it in (lambda: press(program, "stop"), leave):
        processes = start_long_series(program)
        end_it()
        program.wait("games", [])
        assert not any(map(alive, processes))
    program.wait("focus", False)
    program.keys("ctrl+t")
    program.wait("focus", True)
    assert program.look()["series"]["player1"] == ENDLESS
    processes = start_long_series(program)
    program.xdotool("search", "--name", "Lines of Action", "windowactivate", "--sync")
    program.wait("focus", False)
    program.close()
    assert not any(map(alive, processes))


@pytest.mark.parametrize("how", [signal.SIGTERM, KILL, signal.SIGINT])
def test_ended_from_outside_nothing_is_left_and_nothing_lost(start, how):
    program = start(game="loa6", level="hard", levels=LONG)
    program.drag("b1", "b3")
    program.wait("live")
    program.wait("saved", words.KEPT)
    program.process.send_signal(how)
    program.process.wait(PATIENCE)
    again = start()
    again.wait("moves", ["b1-b3"])
    again.close()


def test_ended_while_a_file_is_chosen_it_ends_without_a_word(start):
    program = start()
    program.keys("ctrl+o")
    program.xdotool("search", "--sync", "--onlyvisible", "--name", "Open a game")
    program.process.send_signal(signal.SIGTERM)
    assert program.process.wait(PATIENCE) == 0
    assert patiently(program.process, program.process.stderr.read) == ""


@pytest.mark.parametrize("how", ["quit", "signal"])
def test_it_closes_although_its_settings_are_a_circle_of_links(start, how):
    program = start()
    settings = program.home / "loa_tk" / "settings.json"
    settings.unlink(missing_ok=True)
    settings.symlink_to(settings.name)
    if how == "quit":
        program.close()
    else:
        program.process.send_signal(signal.SIGTERM)
        assert program.process.wait(PATIENCE) == 0


def test_two_copies_at_once(start):
    first = start(side="both")
    first.drag("c1", "c3")
    first.wait("moves", ["c1-c3"])
    second = start()
    assert second.look()["moves"] == []
    second.close()
    assert first.process.poll() is None


@pytest.mark.skipif(NATIVE_SCREEN, reason="this system always has a screen")
def test_without_a_display_it_says_so_in_one_line():
    done = subprocess.run(
        [sys.executable, "-m", "loa_tk"],
        env={name: value for name, value in os.environ.items() if name != "DISPLAY"},
        capture_output=True,
        text=True,
        timeout=60,
        cwd=HERE.parent,
        check=False,
    )
    assert done.returncode == 2 and done.stdout == "" and done.stderr.count("\n") == 1
    assert "display" in done.stderr and "loa --help" in done.stderr

"""The check of the frozen file: commands, a game by mouse, menus, a saved log, and the end.

The file runs as its user would run it, in an empty environment with a home and a temporary folder
of its own. Its files show what has happened; the pixels show where to click.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from frozen import FROZEN, WINDOWED, WINDOWS, Frozen
from loa_tk.cli.completions import SHELLS
from loa_tk.cli.desktop import quoted
from loa_tk.cli.parser import COMMANDS, INSTALL, REMOVE
from loa_tk.control.guest.sandbox import available
from loa_tk.control.main.commands import menu_bar
from loa_tk.guest import NONE
from loa_tk.guest.limits import STANDARD
from loa_tk.model.games import all_games, find_game
from loa_tk.model.match import Match
from loa_tk.model.search.statistics import ROWS, SIX
from loa_tk.view.kit.keys import label
from loa_tk.view.kit.palette import LIGHT
from loa_tk.words import main as words
from screen import PATIENCE, Failure, Screen, open_screen, settled, wait
from shell import ROOT

PICTURE = ROOT / "work" / "check-frozen.png"
LARGEST = 12_000_000  # bytes
MOVES = 3
BOARD = "loa8"  # nobody can end a game there in three moves each
RETRY = 10.0  # seconds after which a click or key without effect is repeated


def check_commands(frozen: Frozen) -> None:
    """Check that the commands answer, know every game, and start worker processes."""
    known = [game["game"] for game in json.loads(frozen.say("games", "--json"))["games"]]
    if known != list(all_games()):
        raise Failure(f"the frozen file has the games {known}, the sources {list(all_games())}")
    for command in COMMANDS:
        frozen.say(command, "--help")
    for shell in SHELLS:
        frozen.say("completions", shell)
    frozen.say("manual")
    for game in known:
        frozen.say("perft", game, "2")
        frozen.say("search", game, "--player", "alphabeta:depth=2")
    game = known[0]
    frozen.say("match", game, "random:seed=1", "random:seed=2", "--games", "4", "--jobs", "2")
    wait("the commands to leave nothing", lambda: not frozen.left())


def check_desktop(frozen: Frozen) -> None:
    """Check that the file can add itself to a desktop's menu and remove itself."""
    frozen.say(INSTALL)
    entry = frozen.home / ".local" / "share" / "applications" / f"{words.PROGRAM}.desktop"
    if f"\nExec={quoted(str(FROZEN))} %f\n" not in entry.read_text("utf-8"):
        raise Failure(f"{FROZEN} is not started by:\n{entry.read_text('utf-8')}")
    frozen.say(REMOVE)
    if entry.exists():
        raise Failure(f"{REMOVE} has left {entry}")


def check_doctor(screen: Screen, frozen: Frozen) -> None:
    """Check that the doctor finds Tk, the screen and the engine process."""
    done = frozen.run("doctor", DISPLAY=screen.name)
    if done.returncode or done.stderr:
        raise Failure(f"loa doctor: status {done.returncode}: {done.stdout}{done.stderr}")


def check_own_file(frozen: Frozen) -> None:
    """Check that a student's file runs, may import what is promised, and is isolated."""
    file = frozen.home / "my own, file.py"
    imports = "".join(f"import {name}\n" for name in STANDARD)
    attempt = f"open({str(frozen.home / 'new')!r}, 'w')"
    file.write_text(
        f"{imports}import helper\nfrom loa_tk.lab import start\n"
        "def evaluate(position, player):\n"
        f"    try: {attempt}\n    except OSError: return 7\n",
        "utf-8",
    )
    (frozen.home / "helper.py").write_text("")
    for sandbox in available():
        player = f'alphabeta:eval="{file}",depth=2'
        done = frozen.run("search", "loa5", "--player", player, "--sandbox", sandbox, "--json")
        if sandbox != NONE and (done.returncode or json.loads(done.stdout)["value"] != 7):
            raise Failure(f"a student's file in {sandbox}: {done.stdout}{done.stderr}")
    if (frozen.home / "new").exists():
        (frozen.home / "new").unlink()  # without a sandbox it may be written
    unguarded = "import sys; sys.meta_path.pop(0); import loa_tk.model.search"
    for line, wrong in (("return 1 / 0", "ZeroDivisionError"), (unguarded, "there is no module")):
        file.write_text(f"def evaluate(position, player):\n    {line}\n")
        done = frozen.run("search", "loa5", "--player", f'alphabeta:eval="{file}",depth=2')
        if done.returncode != 2 or f"line 2: {wrong}" not in done.stderr:
            raise Failure(f"a mistake in a student's file: {done.stdout}{done.stderr}")
    wait("the students' files to leave nothing", lambda: not frozen.left())


def until(
    screen: Screen, what: str, act: Callable[[], None], done: Callable[[], bool]
) -> None:
    """Act until `done`: a click can hit an animation, and a key a menu that is not yet open."""
    for _ in range(round(PATIENCE / RETRY)):
        act()
        try:
            wait(what, done, RETRY)
            return
        except Failure:
            screen.keys("Escape")
    raise Failure(f"could not get {what}")


def play(screen: Screen, frozen: Frozen) -> None:
    """Play a move with the mouse and wait for the computer's answer."""
    match = Match(find_game(BOARD))
    for text in frozen.moves():
        match.play_text(text)
    game, before = match.game, match.state
    move = game.moves(before)[0]
    path = game.path(before, move)
    match.play(move)
    wanted = match.notation()

    def act() -> None:
        # Where the board is now: a window that has just opened is still arranging its parts.
        left, top, width, _ = settled("the board", lambda: screen.frame(LIGHT.edge))
        cell = width / game.columns
        for square in (path[0], path[-1]):
            row, column = divmod(square, game.columns)
            x, y = left + (column + 0.5) * cell, top + (game.rows - row - 0.5) * cell
            screen.click((round(x), round(y)))

    number = len(wanted)
    until(screen, f"move {number}, {wanted[-1]}", act, lambda: frozen.moves()[:number] == wanted)
    wait(f"the computer's answer to move {number}", lambda: len(frozen.moves()) > number)


def save_log(screen: Screen, frozen: Frozen) -> str:
    """Save the log with its button, reached by Tab, and the file dialog; return the file's text."""
    file = frozen.home / "log.txt"
    # Save… comes after Copy, which is harmless, and before Clear. Undo and Hint are first.
    for tabs in range(3, 10):
        screen.keys("Escape", *["Tab"] * tabs, "space")
        try:
            wait("the dialog", lambda: screen.window("name", words.SAVE_LOG), RETRY / 2)
        except Failure:
            continue
        screen.keys("ctrl+a", "ctrl+k")
        # Not the whole path: no key has its ü, and xdotool would change the keyboard in mid-word.
        screen.xdotool("type", "--delay", 20, file.name)
        screen.keys("Return")
        wait("the saved log", file.exists)
        return file.read_text("utf-8")
    raise Failure("no button opens the dialog that saves the log")


def check_log(text: str) -> None:
    """Check that the log has every search with its six statistics, and that each has searched."""
    for number, name in enumerate((ROWS[name].text for name in SIX), 1):
        figures = re.findall(rf"^\({number}\) {re.escape(name)} +([\d,]+)$", text, re.MULTILINE)
        if len(figures) != MOVES or (number <= 2 and "0" in figures):
            raise Failure(f"the log has {figures} for {name}:\n{text}")


def choose(
    screen: Screen, frozen: Frozen, menu: str, downs: int, wanted: str, setting: str = ""
) -> None:
    """Choose an entry of a menu with Alt and the arrow keys, and wait until the choice is kept."""
    text, underline = label(next(one.label for one in menu_bar() if one.name == menu))

    def act() -> None:
        screen.keys(f"alt+{text[underline].lower()}")
        screen.keys(*["Down"] * downs, "Return")

    key = setting or menu
    until(screen, f"{menu} {wanted}", act, lambda: frozen.settings().get(key) == wanted)


def check_window(screen: Screen, frozen: Frozen) -> None:
    """Open the window, use it and close it."""
    began = time.monotonic()
    with frozen.window(screen.name) as process:
        try:
            window = wait("the window", lambda: screen.window("class", words.WINDOW_CLASS))
            print(f"window after {time.monotonic() - began:.2f} s")
            wait("the focus", lambda: screen.xdotool("getactivewindow") == window)
            choose(screen, frozen, "board", list(all_games()).index(BOARD), BOARD, "game")
            for _ in range(MOVES):
                play(screen, frozen)
            check_log(save_log(screen, frozen))
            choose(screen, frozen, "side", 1, "second")
            wait("the computer to take over", lambda: len(frozen.moves()) > 2 * MOVES)
            choose(screen, frozen, "level", 0, "easy")
            screen.keys("alt+F4")
            wait("the end", lambda: process.poll() is not None)
        except Exception:
            state = "runs" if process.poll() is None else f"ended with {process.returncode}"
            print(f"the screen is in {screen.picture(PICTURE)}", file=sys.stderr)
            print(f"loa {state}, has played {frozen.moves()}, logged:", file=sys.stderr)
            print(frozen.logged(), file=sys.stderr)
            raise
        error = process.stderr.read() if process.stderr else ""
        if process.returncode or error:
            raise Failure(f"closed with status {process.returncode}: {error}")
    wait("nothing to be left behind", lambda: not frozen.left())


def check_killed(screen: Screen, frozen: Frozen) -> None:
    """Kill the bootloader and check that the program ends too and removes its folder."""
    with frozen.window(screen.name) as process:
        wait("the window", lambda: screen.window("class", words.WINDOW_CLASS))
        wait("the engine", lambda: len(frozen.processes()) > 2)
        process.kill()
        wait("nothing to be left behind", lambda: not frozen.left())


def tk_windows() -> set[int]:
    """Return the visible windows of Tk programs, on Windows."""
    found: set[int] = set()
    window = 0
    if sys.platform == "win32":
        from ctypes import windll

        while window := windll.user32.FindWindowExW(None, window, "TkTopLevel", None):
            if windll.user32.IsWindowVisible(window):
                found.add(window)
    return found


def press_close(window: int) -> None:
    """Do what the button in the corner of a window does, on Windows."""
    if sys.platform == "win32":
        from ctypes import windll

        windll.user32.PostMessageW(window, 0x10, 0, 0)  # WM_CLOSE


def check_opens(frozen: Frozen) -> None:
    """Open the window on Windows and close it, without the mouse."""
    others = tk_windows()
    with frozen.window() as process:
        window, *_ = wait("the window", lambda: tk_windows() - others)
        press_close(window)
        wait("the end", lambda: process.poll() is not None)
        if process.returncode:
            raise Failure(f"closed with status {process.returncode}: {frozen.logged()}")
    wait("nothing to be left behind", lambda: not frozen.left())


def main() -> int:
    """Run all checks and print one line that says what is wrong, if anything."""
    for file in {FROZEN, WINDOWED}:
        if not file.is_file():
            print(f"there is no {file}; `python3 build/tasks.py freeze` makes it", file=sys.stderr)
            return 1
    PICTURE.parent.mkdir(exist_ok=True)
    try:
        if WINDOWED.stat().st_size > LARGEST:
            raise Failure(f"{WINDOWED} has {WINDOWED.stat().st_size} bytes, more than {LARGEST}")
        with tempfile.TemporaryDirectory(prefix="loa frozen ü") as name:
            frozen = Frozen(Path(name))
            check_commands(frozen)
            check_own_file(frozen)
            if WINDOWS:
                check_opens(frozen)
            else:
                check_desktop(frozen)
                with open_screen(Path(name)) as shown:
                    check_doctor(shown, frozen)
                    check_window(shown, frozen)
                    check_killed(shown, frozen)
    except (Failure, subprocess.SubprocessError) as error:
        print(f"check-frozen: {error}", file=sys.stderr)
        return 1
    print("check-frozen: all is well")
    return 0


if __name__ == "__main__":
    sys.exit(main())

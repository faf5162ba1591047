"""Windows on a screen of 800 by 600, with a window manager: nothing lies beyond the screen."""

import os
import subprocess
import time
import tkinter as tk

import pytest

from conftest import NATIVE_SCREEN, read_line, required, running
from loa_tk.control.effects import Announce, Confirm, Pick
from loa_tk.control.main.commands import COMMANDS, menu_bar
from loa_tk.control.main.controller import Controller
from loa_tk.control.series.commands import TOOL as SERIES
from loa_tk.model.games import all_games
from loa_tk.scenes.pages import ListRow, ListScene
from loa_tk.store.archive import Archive
from loa_tk.store.settings import Store
from loa_tk.view.main.window import MainWindow
from loa_tk.view.series.window import SeriesWindow
from patience import PATIENCE
from test_view_series import SCENE as RESULTS
from test_view_window import off_canvas, outside
from viewing import LIVE, SCENE, TEXT_SIZES, WIDE, Recorder, ToolRecorder, entry, family, replace
from viewing import settle as settle_events

WIDTH, HEIGHT = 800, 600


# For the whole run, because Tk keeps its connection to a screen and would end with it.
@pytest.fixture(scope="session")
def small_screen():
    """Start a second screen with a window manager and return its name."""
    if NATIVE_SCREEN:
        pytest.skip("the machine has the screen it has")
    reading, writing = os.pipe()
    size = f"{WIDTH}x{HEIGHT}x24"
    words = [required("Xvfb"), "-screen", "0", size, "-dpi", "96", "-noreset", "-nolisten", "tcp"]
    quiet = {"stderr": subprocess.DEVNULL}
    with running([*words, "-displayfd", str(writing)], pass_fds=[writing], **quiet):
        os.close(writing)
        name = ":" + read_line(reading, PATIENCE).strip()
        os.close(reading)
        managed = {**os.environ, "DISPLAY": name}
        with running([required("openbox"), "--sm-disable"], env=managed, **quiet):
            yield name


@pytest.fixture(scope="module", params=TEXT_SIZES)
def window(small_screen, request):
    errors = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DISPLAY", small_screen)
        window = MainWindow(menu_bar(), lambda *error: errors.append(error))
    window.attach(Recorder())
    window.show(replace(SCENE, text_size=request.param, board=WIDE, thinking=LIVE))
    window.root.deiconify()
    settle(window.root)
    yield window
    window.close()
    assert not errors


def test_the_aim_of_every_game_is_shown_whole(window):
    shown = window._scene
    for game in all_games().values():
        window.show(replace(SCENE, text_size=shown.text_size, aim=game.aim))
        settle(window.root)
        assert window.body.aim.winfo_viewable()
        assert window.body.aim["text"].endswith(game.aim)
    window.show(shown)


def test_every_row_of_a_series_is_shown_whole(window):
    tool = SeriesWindow(window.root, window.look, ToolRecorder(SERIES))
    page = tool.deck.table
    for note in ("", RESULTS.note, ""):
        tool.show(replace(RESULTS, note=note))
        settle(tool)
        assert beyond(tool) == []
        bottom = page.winfo_rooty() + page.winfo_height()
        lines = [one for table in page.tables for one in family(table)]
        for line in [*lines, page.note] if note else lines:
            assert line.winfo_viewable() and line.winfo_height() >= line.winfo_reqheight()
            assert line.winfo_rooty() + line.winfo_height() <= bottom, line["text"]
    tool.close()


def settle(window):
    """Let the window manager place the window."""
    end, looks = time.monotonic() + PATIENCE, []
    while len(looks) < 4 or len(set(looks[-4:])) > 1 or not window.winfo_viewable():
        assert time.monotonic() < end, looks[-4:]
        for _ in range(5):
            settle_events(window)
            time.sleep(0.01)
        looks.append(window.winfo_geometry())


def beyond(window):
    """Return the sides on which a window, including its frame, is beyond the screen."""
    left, top = window.winfo_rootx(), window.winfo_rooty()
    sides = {
        "left": left < 0, "top": top < 0, "right": left + window.winfo_width() > WIDTH,
        "bottom": top + window.winfo_height() > HEIGHT,
    }  # fmt: skip
    return [side for side, out in sides.items() if out]


def test_the_main_window_fits(window):
    for number in range(3):
        window.log(entry(number))
    window.set_geometry("1600x1000+300+200")  # remembered from a larger screen
    settle(window.root)
    window.body.board.redraw()
    settle_events(window.root)
    assert beyond(window.root) == []
    assert list(outside(window)) == [] and list(off_canvas(window.body.board)) == []


ROWS = tuple(
    ListRow(str(n), ("2026-01-01 12:00", "Breakthrough, three workers", "loa_tk normal – Human",
                     "104", "Black wins"))
    for n in range(40)
)  # fmt: skip
OPEN = {
    **{
        name: COMMANDS[name].do
        for name in (
            "rules",
            "keys",
            "statistics",
            "explorer-help",
            "own-code-help",
            "about",
            "customise",
        )
    },
    "kept": lambda session: [
        Pick(
            ListScene(
                title="Kept",
                heads=("Date", "Game", "Players", "Moves", "Result"),
                rows=ROWS,
                button="Open",
                note="A note",
            ),
            print,
        )
    ],
    "error": lambda session: [Announce("Wrong", "\n".join(["word " * 30] * 9))],
    "question": lambda session: [
        Confirm(title="Part", text="word " * 60, button="Open it", then=print)
    ],
}


@pytest.mark.parametrize("name", OPEN)
def test_dialogs_fit(window, tmp_path, name):
    Controller(window, None, Store(tmp_path), Archive(tmp_path)).handle(OPEN[name])
    (dialog,) = (w for w in family(window.root) if isinstance(w, tk.Toplevel))
    settle(dialog)
    assert beyond(dialog) == []
    for widget in family(dialog.content):
        if isinstance(widget, tk.Canvas) or not widget.winfo_viewable():
            continue  # a drawn board, which the page scrolls
        right = widget.winfo_rootx() + widget.winfo_width()
        bottom = widget.winfo_rooty() + widget.winfo_height()
        assert right <= dialog.winfo_rootx() + dialog.winfo_width(), widget
        assert bottom <= dialog.winfo_rooty() + dialog.winfo_height(), widget
        if widget.winfo_class() in ("TButton", "TLabel", "TEntry", "TCombobox"):
            assert widget.winfo_width() >= widget.winfo_reqwidth() - 1, widget
            assert widget.winfo_height() >= widget.winfo_reqheight() - 1, widget
    dialog.destroy()

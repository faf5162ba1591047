"""The Flow Free window: it shows scenes, reports intents, cuts nothing off, changes its look."""

import tkinter as tk
from dataclasses import replace
from itertools import permutations
from tkinter import ttk

import pytest

from loa_tk.scenes.flow import EAST, NORTH, SOUTH, WEST, FlowBanner, FlowBoardScene, FlowScene, Tile
from loa_tk.scenes.pages import Choice, FormField, TableScene
from loa_tk.view.flow import tiles
from loa_tk.view.flow.hues import COLOURS, paint
from loa_tk.view.flow.window import FlowWindow
from loa_tk.view.kit.colour import contrast, rgb
from loa_tk.view.kit.palette import PALETTES
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.tool_window import SHARE
from loa_tk.words import flow as words
from viewing import TEXT_SIZES, family, settle

NAMES = ("random", "rows", "mrv", "forward", "fast")
BOARD = FlowBoardScene(
    2, 3,
    (Tile(0, EAST), Tile(0, WEST | SOUTH), None, Tile(16), Tile(0, NORTH), None),
    {0: "R", 3: "x", 4: "R"},
)  # fmt: skip
FIELDS = tuple(
    FormField(key, label, "choice", value, value, tuple(Choice(*pair) for pair in choices))
    for (key, label), value, choices in zip(
        words.FIELDS.items(),
        ("report-6x6", "forward", "1000", "300"),
        (
            (("report-6x6", "Report 6×6"), ("report-7x7", "Report 7×7")),
            words.ALGORITHMS.items(),
            words.SPEEDS,
            words.LIMITS,
        ),
        strict=True,
    )
)
SCENE = FlowScene(
    "Report 6×6 – Flow Free",
    BOARD,
    FIELDS,
    0.5,
    (("flows", "12 of 14"), ("cells", "149 of 196"), ("solutions", "several")),
    (("attempts", "888,888"), ("backtracks", "30.68 M"), ("guesses", "–"), ("seconds", "88.8")),
    TableScene(words.TABLE_HEADS, tuple((name, "0.0123", "30.68 M", "30.68 M") for name in NAMES)),
    {"generate": words.CANCEL, "run": words.GO_ON, "stop": words.BACK, "compare": words.STOP},
    frozenset(words.BUTTONS),
    words.READY,
)


class Recorder:
    """Records the intents."""

    def __init__(self):
        self.said = []

    def __getattr__(self, name):
        return lambda *arguments: self.said.append((name, *arguments))


@pytest.fixture(scope="module")
def the_window(display):
    """Return one window for all tests, because a user keeps it open, too."""
    root = tk.Tk()
    errors = []
    root.report_callback_exception = lambda *error: errors.append(error)
    intents = Recorder()
    window = FlowWindow(root, Look(root), intents)
    window.errors, window.intents = errors, intents
    yield window
    root.destroy()


@pytest.fixture
def window(the_window):
    the_window.look.change("light", 10)
    the_window.show(SCENE)
    resize(the_window, 1280, 800)
    the_window.intents.said.clear()
    yield the_window
    assert not the_window.errors


def resize(window, width, height):
    window.geometry(f"{width}x{height}")
    for _ in range(3):
        settle(window)
    window.board.redraw()


def mouse(window, event, cell, **shift):
    x, y = window.board.geometry.centre(cell)
    window.board.event_generate(event, x=x + shift.get("x", 0), y=y + shift.get("y", 0))
    settle(window)


def test_the_mouse_reports_cells(window):
    mouse(window, "<ButtonPress-1>", 0)
    mouse(window, "<B1-Motion>", 0, x=5)
    mouse(window, "<B1-Motion>", 1)
    mouse(window, "<B1-Motion>", 1, x=3)
    mouse(window, "<B1-Motion>", 5, x=5000, y=5000)  # beside the board: the nearest cell
    mouse(window, "<ButtonRelease-1>", 5)
    assert window.intents.said == [("press", 0), ("drag", 1), ("drag", 5), ("release",)]
    window.intents.said.clear()
    mouse(window, "<ButtonPress-1>", 0, x=-5000)
    mouse(window, "<B1-Motion>", 1)
    mouse(window, "<ButtonRelease-1>", 1)
    assert window.intents.said == []


def test_keys_report_commands(window):
    window.board.focus_force()
    settle(window)
    for key in ("<Key-Left>", "<Key-Down>", "<Key-space>", "<Key-Escape>", "<Control-Key-z>"):
        window.board.event_generate(key)
        settle(window)
    names = ("left", "down", "hold", "escape", "undo")
    assert window.intents.said == [("command", name) for name in names]
    window.show(replace(SCENE, enabled=frozenset()))
    window.board.event_generate("<Control-Key-z>")
    assert len(window.intents.said) == len(names)


@pytest.mark.parametrize("name", [name for name in words.BUTTONS if name != "next"])
def test_buttons_report_and_are_greyed(window, name):
    button = window.column.buttons.by_name[name]
    assert str(button["text"]) == SCENE.labels.get(name, words.BUTTONS[name])
    button.invoke()
    assert window.intents.said == [("command", name)]
    window.show(replace(SCENE, enabled=SCENE.enabled - {name}))
    assert button.instate(["disabled"])


def test_choices_are_reported_but_not_what_the_scene_fills_in(window):
    box = window.column.fields.by_key["puzzle"].widget
    assert box.get() == "Report 6×6"
    box.set("Report 7×7")
    assert window.intents.said == [("choose", "puzzle", "report-7x7")]
    other = replace(FIELDS[0], value="my.txt")
    window.show(replace(SCENE, fields=(other, *FIELDS[1:])))
    assert box.get() == "my.txt" and len(window.intents.said) == 1


def test_only_cells_that_differ_are_drawn_anew(window):
    board = window.board
    images = [board.itemcget(item, "image") for item in board._items]
    tiles = (*BOARD.tiles[:2], Tile(5), *BOARD.tiles[3:])
    window.show(replace(SCENE, board=replace(BOARD, tiles=tiles)))
    after = [board.itemcget(item, "image") for item in board._items]
    assert [a == b for a, b in zip(images, after, strict=True)] == [True, True, False] + [True] * 3
    assert images[2] == images[5] != images[0]


def count(board, tag):
    return len(board.find_withtag(tag))


def test_marks_come_and_go(window):
    board = window.board
    marked = replace(BOARD, wrong=frozenset((1,)), framed=frozenset((0, 2)), cursor=5)
    window.show(replace(SCENE, board=marked))
    assert [count(board, tag) for tag in ("letters", "wrong", "framed", "cursor")] == [3, 1, 16, 2]
    dashed = board.itemcget(board.find_withtag("cursor")[1], "dash")
    window.show(replace(SCENE, board=replace(marked, held=True)))
    assert dashed and not board.itemcget(board.find_withtag("cursor")[1], "dash")
    window.show(SCENE)
    assert [count(board, tag) for tag in ("wrong", "framed", "cursor")] == [0, 0, 0]


def test_the_banner_offers_the_next_puzzle(window):
    banner = FlowBanner("Solved", "6 flows · 36 cells")
    window.show(replace(SCENE, board=replace(BOARD, banner=banner)))
    settle(window)
    texts = [window.board.itemcget(item, "text") for item in window.board.find_withtag("banner")
             if window.board.type(item) == "text"]  # fmt: skip
    assert texts == ["Solved", "6 flows · 36 cells"]
    buttons = [w for w in family(window.board) if isinstance(w, ttk.Button)]
    for button in buttons:
        button.invoke()
    assert window.intents.said == [("command", "next"), ("command", "dismiss")]


@pytest.mark.parametrize("size", TEXT_SIZES)
@pytest.mark.parametrize("shape", ((800, 600), (1280, 800)))
def test_nothing_is_cut_off(window, size, shape):
    window.look.change("light", size)
    resize(window, *shape)
    for name in window.column.pages:
        window.column._choose(name)
        resize(window, *shape)
        seen_whole(window)
    window.column._choose("watch")


def seen_whole(window):
    """Check that no widget of the column is cut off, nor the window by the screen."""
    bottom = window._status.winfo_rooty()
    right = window.winfo_rootx() + window.winfo_width()
    for widget in family(window.column):
        if widget.winfo_viewable():
            assert widget.winfo_rooty() + widget.winfo_height() <= bottom, str(widget)
            assert widget.winfo_rootx() + widget.winfo_width() <= right, str(widget)
            if isinstance(widget, (ttk.Label, ttk.Button)):
                assert widget.winfo_width() >= widget.winfo_reqwidth(), widget["text"]
                assert widget.winfo_height() >= widget.winfo_reqheight(), widget["text"]


@pytest.mark.parametrize("size", TEXT_SIZES)
def test_it_fits_on_a_small_screen_with_its_frame(the_window, monkeypatch, size):
    monkeypatch.setattr(tk.Misc, "winfo_screenwidth", lambda self: 800)
    monkeypatch.setattr(tk.Misc, "winfo_screenheight", lambda self: 600)
    the_window.look.change("light", size)
    window = FlowWindow(the_window.master, the_window.look, Recorder())
    window.show(SCENE)
    for _ in range(5):
        settle(window)
    assert window.winfo_width() <= SHARE * 800 and window.winfo_height() <= SHARE * 600
    assert window.minsize() <= (window.winfo_width(), window.winfo_height())
    for name in window.column.pages:
        window.column._choose(name)
        settle(window)
        seen_whole(window)
    window.close()


@pytest.mark.parametrize("theme", ("dark", "contrast"))
def test_the_theme_changes_live(window, theme):
    before = window.board.itemcget(window.board._items[2], "image")
    window.look.change(theme, 10)
    settle(window)
    assert str(window.board["background"]).upper() == PALETTES[theme].window
    assert window.board.itemcget(window.board._items[2], "image") != before


def test_the_window_s_own_button_is_reported(window):
    window.tk.call(*window.tk.splitlist(window.protocol("WM_DELETE_WINDOW")))
    assert window.intents.said == [("closed",)] and window.winfo_exists()


def pixels(rows):
    return [[row[at : at + 4] for at in range(0, len(row), 4)] for row in rows]


@pytest.mark.parametrize("cell", (20, 21, 45))
def test_paths_meet_at_the_edges_of_their_cells(cell):
    colours = paint(PALETTES["light"], 2)
    level = pixels(tiles.tile(cell, colours, "#DDDDDD", EAST | WEST, False, 1))
    bend = pixels(tiles.tile(cell, colours, "#DDDDDD", WEST | SOUTH, True, 1))
    edge = [row[-1] for row in level]
    begin = [row[0] for row in bend]
    fill = bytes((*rgb(colours.fill), 255))
    assert [p == fill for p in edge] == [p == fill for p in begin]
    assert sum(p == fill for p in edge) >= cell // 4 and edge.count(fill) % 2 == cell % 2
    assert {p[3] for row in bend for p in row} == {255}
    assert len({bytes(p) for row in bend for p in row}) > 8  # its round edges are smooth


def test_a_core_tells_the_seventeenth_colour_and_spares_the_letter():
    palette = PALETTES["light"]
    plain, cored = paint(palette, 0), paint(palette, len(COLOURS))
    assert plain.core is None and cored.core and cored.fill == plain.fill
    disc = pixels(tiles.tile(40, cored, "#DDDDDD", EAST, True, 1))
    core, fill = (bytes((*rgb(colour), 255)) for colour in (cored.core, cored.fill))
    assert disc[20][39] == core and disc[20][20] == fill


# Machado, Oliveira and Fernandes 2009: what protan, deutan and tritan eyes make of linear RGB.
EYES = (
    ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
)


def lab(colour, eye):
    """Return a colour's place in CIE Lab as an eye of that kind sees it."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
              for c in (v / 255 for v in rgb(colour))]  # fmt: skip
    r, g, b = (min(1, max(0, sum(m * v for m, v in zip(row, linear, strict=True)))) for row in eye)
    xyz = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.0888,
    )
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def apart(first, second):
    """Return the difference of two colours by CIE 94."""
    chroma = [(a * a + b * b) ** 0.5 for _, a, b in (first, second)]
    light, dull = first[0] - second[0], chroma[0] - chroma[1]
    hue = (first[1] - second[1]) ** 2 + (first[2] - second[2]) ** 2 - dull**2
    wide = 1 + 0.045 * chroma[0], 1 + 0.015 * chroma[0]
    return (light**2 + (dull / wide[0]) ** 2 + max(0, hue) / wide[1] ** 2) ** 0.5


def test_any_two_colours_differ_to_every_eye():
    for eye in EYES:
        seen = [lab(colour, eye) for colour in COLOURS]
        assert min(apart(one, two) for one, two in permutations(seen, 2)) > 14


@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda p: p.name)
def test_every_letter_can_be_read_and_every_path_seen(palette):
    for hue in range(len(COLOURS)):
        used = paint(palette, hue)
        assert contrast(used.letter, used.fill) >= 4.5
        assert max(contrast(used.fill, palette.surface), contrast(used.rim, palette.surface)) > 2.4

"""The Flow Free window: it shows scenes, reports intents, cuts nothing off, changes its look."""

import tkinter as tk
from dataclasses import replace
from itertools import combinations, product
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from tkinter import ttk

import pytest

from loa_tk.control.flow.commands import TOOL as FLOW
from loa_tk.scenes.board import Banner
from loa_tk.scenes.flow import (
    DRAG,
    EAST,
    NORTH,
    PRESS,
    RELEASE,
    SOUTH,
    WEST,
    ExplainedScene,
    FlowBoardScene,
    FlowScene,
    Left,
    Stroke,
    Tile,
)
from loa_tk.scenes.pages import Choice, FormField, TableScene
from loa_tk.view.flow import board as board_module
from loa_tk.view.flow import tiles
from loa_tk.view.flow.tiles import COLOURS, dot, paint
from loa_tk.view.flow.window import FlowWindow
from loa_tk.view.kit.palette import PALETTES, contrast, rgb
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.window import SHARE
from loa_tk.words import flow as words
from loa_tk.words.flow_steps import CODE
from patience import wait_until
from viewing import TEXT_SIZES, ToolRecorder, family, settle

NAMES = ("random", "rows", "mrv", "forward", "ac3", "fast")
BOARD = FlowBoardScene(
    rows=2, columns=3,
    tiles=(Tile(0, EAST), Tile(0, WEST | SOUTH), None, Tile(16), Tile(0, NORTH), None),
    letters={0: "R", 3: "x", 4: "R"},
)  # fmt: skip
FIELDS = tuple(
    FormField(
        key=key,
        label=label,
        kind="choice",
        value=value,
        default=value,
        choices=tuple(Choice(*pair) for pair in choices),
    )
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
BUTTONS = {row.name: row.label for row in FLOW.rows if row.label}
SCENE = FlowScene(
    title="Report 6×6 – Flow Free",
    board=BOARD,
    fields=FIELDS,
    progress=0.5,
    counts=(("flows", "12 of 14"), ("cells", "149 of 196"), ("moves", "27"), ("solutions", "none")),
    counters=(
        ("attempts", "888,888"),
        ("backtracks", "30.68 M"),
        ("guesses", "–"),
        ("seconds", "88.8"),
    ),
    table=TableScene(
        words.TABLE_HEADS, tuple((name, "0.0123", "30.68 M", "30.68 M") for name in NAMES)
    ),
    labels={
        "generate": words.CANCEL,
        "run": words.GO_ON,
        "stop": words.LEAVE,
        "compare": words.STOP,
    },
    enabled=frozenset(BUTTONS),
    status=words.READY,
)


@pytest.fixture(scope="module")
def the_window(display):
    """Return one window for all tests, because a user keeps it open, too."""
    root = tk.Tk()
    errors = []
    root.report_callback_exception = lambda *error: errors.append(error)
    intents = ToolRecorder(FLOW)
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
    assert window.intents.said == [
        ("report", stroke)
        for stroke in (Stroke(PRESS, 0), Stroke(DRAG, 1), Stroke(DRAG, 5), Stroke(RELEASE))
    ]
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


@pytest.mark.parametrize("name", [name for name in BUTTONS if name != "next"])
def test_buttons_report_and_are_greyed(window, name):
    button = window.column.buttons.by_name[name]
    assert str(button["text"]) == SCENE.labels.get(name, BUTTONS[name])
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


def test_pictures_do_not_pile_up(window, monkeypatch):
    """An algorithm that runs for hours shows ever new sets of dots."""
    monkeypatch.setattr(board_module, "MOST_IMAGES", 40)
    sets = list(product((None, 3), (None, 5), (None, 7), (None, 9), (None, 11), (None, 13)))
    for hues in sets:
        tiles = (*BOARD.tiles[:2], Left(hues), *BOARD.tiles[3:])
        window.show(replace(SCENE, board=replace(BOARD, tiles=tiles)))
        shown = [window.board.itemcget(item, "image") for item in window.board._items]
        assert all(name in window.tk.call("image", "names") for name in shown)
        assert len(window.board._images) <= 42 + len(BOARD.tiles)
    assert len(sets) == 64


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


def test_a_solved_puzzle_offers_the_next_one_and_leaves_the_board_alone(window):
    card, before = window.column.puzzle, window.board.geometry
    high = card.winfo_height()
    window.show(replace(SCENE, banner=Banner("Perfect", "6 flows · 6 moves")))
    settle(window)
    assert window.board.geometry == before and card.winfo_height() == high
    labels = [w["text"] for w in family(card) if isinstance(w, ttk.Label) and w.winfo_viewable()]
    assert "Perfect" in labels and "6 flows · 6 moves" in labels
    button = window.column.buttons.by_name["next"]
    assert button.winfo_viewable() and not window.column.buttons.by_name["hint"].winfo_viewable()
    button.invoke()
    assert window.intents.said == [("command", "next")]
    window.show(SCENE)
    settle(window)
    assert window.column.buttons.by_name["hint"].winfo_viewable() and not button.winfo_viewable()


def test_sources_that_are_joined_pulse_and_come_to_rest(window):
    board = window.board
    window.show(replace(SCENE, board=replace(BOARD, joined=frozenset((0, 4)))))
    assert count(board, "pulse") == 2
    wide = [board.bbox(item) for item in board.find_withtag("pulse")]
    for box, cell in zip(wide, (0, 4), strict=True):
        x, y = board.geometry.centre(cell)
        assert box[0] < x < box[2] and box[1] < y < box[3]
    wait_until(lambda: settle(window) or not count(board, "pulse"))
    window.show(replace(SCENE, board=replace(BOARD, joined=frozenset((0, 4)), cursor=3)))
    assert not count(board, "pulse")  # they have been joined before
    window.show(SCENE)
    assert not count(board, "pulse")


def test_the_board_follows_the_size_of_the_window(window):
    resize(window, 1280, 800)
    window.geometry("900x640")
    wait_until(lambda: settle(window) or window.board.geometry == window.board._place())
    assert window.board.winfo_height() < 640


def test_the_head_is_tabbed_from_left_to_right(window):
    named = window.column.buttons.by_name
    order = [named["open"].tk_focusNext(), named["save"].tk_focusNext()]
    assert order == [named["save"], named["generate"]]
    places = [named[name].winfo_rootx() for name in ("open", "save", "generate")]
    assert places == sorted(places)


def test_names_that_do_not_fit_are_left_out(window):
    names = tuple(f"{n:03}" for n in range(50))
    window.show(
        replace(
            SCENE,
            board=FlowBoardScene(
                rows=50,
                columns=50,
                tiles=(None,) * 2500,
                letters={},
                row_names=names,
                column_names=names,
            ),
        )
    )
    resize(window, 800, 600)
    assert count(window.board, "names") == 0
    resize(window, 1280, 1280)
    window.show(SCENE)


@pytest.mark.parametrize("cell", (12, 33, 64))
@pytest.mark.parametrize("colours", (1, 6, 16, 20))
def test_dots_have_their_places(cell, colours):
    """Every colour's dot lies inside the cell, apart from the others, wherever they are."""
    fills = [f"#{40 + 10 * n:02X}0000" for n in range(colours)]
    pairs = [(fill, fill) for fill in fills]
    full = pixels(tiles.dotted(cell, "#FFFFFF", "#DDDDDD", pairs))
    assert len(full) == cell and {len(row) for row in full} == {cell}
    assert full[0] == [bytes((0xDD, 0xDD, 0xDD, 255))] * cell
    if cell == 12 and colours > 1:
        assert full == pixels(tiles.empty(cell, "#FFFFFF", "#DDDDDD"))
        return
    for place, fill in enumerate(fills):
        alone = [pair if n == place else None for n, pair in enumerate(pairs)]
        picture = pixels(tiles.dotted(cell, "#FFFFFF", "#DDDDDD", alone))
        drawn = {(i, j) for j, row in enumerate(picture) for i, p in enumerate(row)
                 if bytes(p) == bytes((*rgb(fill), 255))}  # fmt: skip
        assert drawn and all(bytes(full[j][i]) == bytes(picture[j][i]) for i, j in drawn)
        assert sum(bytes(p) == bytes((*rgb(fill), 255)) for row in full for p in row) == len(drawn)


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


@pytest.mark.parametrize("size", TEXT_SIZES)
@pytest.mark.parametrize("shape", ((800, 600), (1280, 800)))
@pytest.mark.parametrize("algorithm", ("forward", "ac3", "fast"))
def test_the_step_of_a_watched_algorithm_stands_beside_its_code(window, algorithm, size, shape):
    lines = tuple(line for line, _ in CODE[algorithm])
    step = ExplainedScene(title="Step 7", lines=lines, line=3, text="b2: why " * 9, queue="a → b")
    window.look.change("light", size)
    window.show(replace(SCENE, explained=step))
    resize(window, *shape)
    seen_whole(window)
    why = window.column.why
    assert window.column.watch.winfo_viewable() and why.winfo_viewable()
    assert why.code.get("running.first", "running.last").strip() == lines[3].strip()
    assert why.code.bbox("4.0") is not None  # the line that made the step can be seen
    assert why.code.xview() == (0.0, 1.0)
    reason = why.reason.text
    assert reason.get("1.0", "end").startswith("b2: why")
    if shape == (1280, 800) and size == min(TEXT_SIZES):  # there is room for all of it
        assert reason.yview() == (0.0, 1.0)
        assert why.winfo_y() + why.winfo_height() == window.column.winfo_height()
    window.show(SCENE)
    settle(window)
    assert not why.winfo_viewable() and window.column.puzzle.winfo_viewable()


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
    window = FlowWindow(the_window.master, the_window.look, ToolRecorder(FLOW))
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
    """Return the difference of two colours by CIEDE2000 (Sharma, Wu and Dalal 2005)."""
    (l1, a1, b1), (l2, a2, b2) = first, second
    mean = (hypot(a1, b1) + hypot(a2, b2)) / 2
    wider = 1.5 - 0.5 * sqrt(mean**7 / (mean**7 + 25**7))
    c1, c2 = hypot(a1 * wider, b1), hypot(a2 * wider, b2)
    h1, h2 = (degrees(atan2(b, a * wider)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0
    hue = (h1 + turn / 2) % 360 if c1 * c2 else h1 + h2
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    across = 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    wave = (1 - 0.17 * cos(radians(hue - 30)) + 0.24 * cos(radians(2 * hue))
            + 0.32 * cos(radians(3 * hue + 6)) - 0.2 * cos(radians(4 * hue - 63)))  # fmt: skip
    down = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2))
    out = (c2 - c1) / (1 + 0.045 * chroma)
    around = across / (1 + 0.015 * chroma * wave)
    blue = 60 * exp(-(((hue - 275) / 25) ** 2))
    mixed = -sin(radians(blue)) * 2 * sqrt(chroma**7 / (chroma**7 + 25**7))
    return sqrt(down**2 + out**2 + around**2 + mixed * out * around)


@pytest.mark.parametrize(
    ("first", "second", "known"),  # of the pairs that the formula's authors publish
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 2.49, -0.001), (50, -2.49, 0.0011), 7.2195),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_the_distance_of_colours_is_the_published_one(first, second, known):
    assert apart(first, second) == pytest.approx(known, abs=1e-4)


def test_any_two_colours_differ_to_every_eye():
    for eye, least in zip(EYES, (23, 11, 11, 11), strict=True):
        seen = [lab(colour, eye) for colour in COLOURS]
        assert min(apart(one, two) for one, two in combinations(seen, 2)) > least


def test_only_black_is_nearly_black():
    assert [colour for colour in COLOURS if lab(colour, EYES[0])[0] < 25] == [COLOURS[-1]]


@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda p: p.name)
def test_dots_and_cells_of_any_two_colours_differ_in_every_theme(palette):
    """Paths and discs are the same colours everywhere; dots and rims depend on the ground."""
    for one, two in combinations(range(len(COLOURS)), 2):
        assert paint(palette, one).fill != paint(palette, two).fill
        assert dot(palette, one)[1] == COLOURS[one] and dot(palette, one) != dot(palette, two)
    for hue in range(len(COLOURS)):
        assert max(contrast(part, palette.surface) for part in dot(palette, hue)) > 2.4


@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda p: p.name)
def test_every_letter_can_be_read_and_every_path_seen(palette):
    for hue in range(len(COLOURS)):
        used = paint(palette, hue)
        assert contrast(used.letter, used.fill) >= 4.5
        assert max(contrast(used.fill, palette.surface), contrast(used.rim, palette.surface)) > 2.4

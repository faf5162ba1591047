"""The series window: it shows scenes, reports intents, cuts nothing off, changes its look live."""

import tkinter as tk
from dataclasses import replace
from tkinter import filedialog, ttk

import pytest

from loa_tk.control.player_form import form_field
from loa_tk.control.series.commands import TOOL as SERIES
from loa_tk.control.series.setup import FIELDS
from loa_tk.scenes.pages import Choice, FormField, FormScene, FormSection, TableScene
from loa_tk.scenes.series import (
    PLAYER_COLOURS,
    GameRow,
    Plot,
    ScoreBar,
    ScoreScene,
    SeriesScene,
    SetupScene,
    Tick,
)
from loa_tk.view.kit import application
from loa_tk.view.kit.paint import strokes
from loa_tk.view.kit.palette import PALETTES
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.window import SHARE
from loa_tk.view.series.pages import player_colours
from loa_tk.view.series.window import SeriesWindow
from loa_tk.words import series as words
from viewing import TEXT_SIZES, ToolRecorder, family, settle, settle_drawings

PLAYERS = ("strong:eval=full,depth=12,seconds=0.25,blunder=0.1", "alphabeta:eval=groups,depth=3")
CHOICES = tuple(Choice(text, text) for text in ("easy", "normal", *PLAYERS))
VALUES = {
    "game": "loa5", "player1": PLAYERS[0], "player2": "normal", "games": "100000",
    "openings": "2", "seed": "1", "jobs": "2", "first": "turns", "seconds": "1",
}  # fmt: skip
OFFERED = {
    "game": (Choice("loa5", "Lines of Action 5×5"), Choice("bt", "Breakthrough 8×8")),
    "player1": CHOICES,
    "player2": CHOICES,
    "first": (Choice("turns", "by turns"), Choice("fixed", "player 1")),
}


def fields(**changed):
    values = {**VALUES, **changed}
    return tuple(
        form_field(field, values[field.name], OFFERED.get(field.name, ())) for field in FIELDS
    )


def game(number, reason="All 5 black checkers form one group, and so on for ever."):
    return GameRow(number, (str(number + 1), "1", "draw", "1000", reason))


PLOT = Plot(
    top=100, levels=tuple((y, str(y)) for y in (0, 25, 50, 75, 100)), moves=5,
    ticks=(Tick(1, "move 1", "n 40"), Tick(5, "5", "n 12/11")), names=words.PLAYERS,
    curves=(((1, 10), (2, 90), (3, 40), (5, 100)), ((1, 5), (2, 0), (4, 20))),
    bands=(((1, 5, 20), (2, 80, 95), (5, 90, 100)), ((1, 5, 6), (2, 0, 1), (4, 9, 30))),
)  # fmt: skip
SCENE = SeriesScene(
    setup=SetupScene(
        fields(), frozenset()
    ),
    score=ScoreScene(
        title="Lines of Action 5×5",
        clocks=("999 of 1000 games · 1:02:03 · about 0:02 left", "999 of 1000"),
        progress=0.999,
        live=True,
        players=PLAYERS,
        figures=(("score", "100.0 %"), ("95 % interval", "99.6–100.0 %"), ("Elo", "−1234"),
         ("Elo interval", "+983 to +∞")),
        bar=ScoreBar(
won=600, drawn=100, lost=299, low=0.62, high=0.68
),
    ),
    tables=(
        TableScene(words.SCORE_HEADS, tuple((name, "1234", "1234", "1234", "100.0 %")
                                            for name in words.SCORE_ROWS)),
        TableScene(words.EFFORT_HEADS, tuple((name, "123,456,789", "123,456,789")
                                             for name in "abcdef")),
    ),
    note="1000 distinct games · 100.0 plies on average",
    plots={"nodes": PLOT, "seconds": PLOT},
    games=(game(0), game(3)),
    status="The series is being played.",
    enabled=frozenset(("start", "stop", "open", "save-csv", "save-report")),
)  # fmt: skip


@pytest.fixture(scope="module")
def the_window(display):
    """Return one window for all tests, because a user keeps it open, too."""
    root = tk.Tk()
    errors = []
    root.report_callback_exception = lambda *error: errors.append(error)
    intents = ToolRecorder(SERIES)
    window = SeriesWindow(root, Look(root), intents)
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
    settle_drawings(window)


def find(window, kind, text):
    return next(w for w in family(window) if isinstance(w, kind) and str(w["text"]) == text)


def test_a_scene_is_shown_in_all_its_parts(window):
    shown = {
        str(w["text"]) for w in family(window) if isinstance(w, ttk.Label) and w.winfo_viewable()
    }
    assert {SCENE.status, SCENE.note, "Lines of Action 5×5", "100.0 %", "123,456,789"} <= shown
    assert set(SCENE.score.clocks[:1]) | {"99.6–100.0 %", "+983 to +∞"} <= shown
    assert dict(window.setup.fields.values()) == VALUES
    tree = window.deck.games.tree
    assert tree.get_children() == ("0", "3")
    texts = [window.score._bar.itemcget(i, "text") for i in window.score._bar.find_all()
             if window.score._bar.type(i) == "text"]  # fmt: skip
    assert texts == ["600", "100", "299"]


def test_an_equal_scene_draws_nothing(window):
    before = window.score._bar.find_all(), window.deck.nodes.canvas.find_all()
    window.show(replace(SCENE))
    settle_drawings(window)
    assert (window.score._bar.find_all(), window.deck.nodes.canvas.find_all()) == before
    assert not window.intents.said


def test_typing_is_reported_and_a_scene_s_values_are_not(window):
    window.show(replace(SCENE, setup=replace(SCENE.setup, fields=fields(seed="5"))))
    assert window.setup.fields.values()["seed"] == "5" and not window.intents.said
    entry = window.setup.fields.field("player1")
    entry.delete(0, "end")
    entry.insert(0, "ugi:my engine")
    assert window.intents.said[-1] == ("report", {**VALUES, "seed": "5",
                                                   "player1": "ugi:my engine"})  # fmt: skip


def test_control_a_selects_all_of_a_field(window):
    application.adapt_events(window.master, "x11")
    for key in ("games", "player1"):
        entry = window.setup.fields.field(key)
        entry.focus_force()
        settle(window)
        entry.event_generate("<Control-a>")
        assert entry.selection_present() and entry.index("sel.last") == len(entry.get())


def test_a_long_player_shows_its_beginning(window):
    window.show(replace(SCENE, setup=replace(SCENE.setup, fields=fields(player1="easy"))))
    box = window.setup.fields.field("player1")
    box.focus_force()
    settle(window)
    box.set(PLAYERS[0])  # as Tk does it when a line of the list is chosen
    box.selection_range(0, "end")
    box.icursor("end")
    box.xview(len(PLAYERS[0]) - 1)
    assert box.xview()[0] > 0
    box.event_generate("<<ComboboxSelected>>")
    assert box.xview()[0] == 0
    box.delete(0, "end")
    box.insert(0, 2 * PLAYERS[0])
    box.xview(len(PLAYERS[0]))
    window.setup.fields.field("games").focus_force()
    settle(window)
    assert box.xview()[0] == 0


def test_another_game_offers_other_players(window):
    other = tuple(
        replace(f, choices=(Choice("a", "a"),)) if f.key == "player1" else f for f in fields()
    )
    window.show(replace(SCENE, setup=replace(SCENE.setup, fields=other)))
    assert window.setup.fields.field("player1")["values"] == ("a",)


def test_wrong_fields_are_marked_and_told(window):
    wrong = replace(SCENE.setup, wrong=frozenset(("games",)))
    window.show(replace(SCENE, setup=wrong, status="games 'x' …", bad=True))
    assert window.setup.fields.field("games").instate(["invalid"])
    assert str(window._status._left["style"]) == "Problem.TLabel"
    window.show(SCENE)
    assert window.setup.fields.field("games").instate(["!invalid"])
    assert str(window._status._left["style"]) == "Status.TLabel"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (words.START, "start"),
        (words.STOP, "stop"),
        (words.SAVE_CSV, "save-csv"),
        (words.SAVE_REPORT, "save-report"),
        (words.OPEN, "open"),
    ],
)
def test_buttons_report_and_are_greyed(window, text, name):
    button = find(window, ttk.Button, text)
    button.invoke()
    assert window.intents.said == [("command", name)]
    window.show(replace(SCENE, enabled=SCENE.enabled - {name}))
    assert button.instate(["disabled"])


def test_a_series_that_was_stopped_goes_on_or_begins_anew(window):
    window.show(replace(SCENE, enabled=SCENE.enabled - {"stop"} | {"go-on"}))
    find(window, ttk.Button, words.GO_ON).invoke()
    find(window, ttk.Button, words.NEW).invoke()
    assert window.intents.said == [("command", "go-on"), ("command", "start")]
    window.show(replace(SCENE, enabled=SCENE.enabled - {"start"}))
    assert find(window, ttk.Button, words.START).instate(["disabled"])
    assert find(window, ttk.Button, words.STOP).instate(["!disabled"])


def test_a_player_can_be_edited_even_if_its_text_is_wrong(window):
    wrong = replace(SCENE.setup, wrong=frozenset(("player2",)))
    window.show(replace(SCENE, setup=wrong, enabled=SCENE.enabled - {"start"}))
    for key in ("player1", "player2"):
        window.setup.edits[key].invoke()
    assert window.intents.said == [("choose", "edit", key) for key in ("player1", "player2")]


def test_a_game_is_asked_for(window):
    page = window.deck.games
    tree = page.tree
    settle(window)
    x, y, _, high = tree.bbox("3")
    tree.selection_set("0")
    for place, moment in ((3, 1000), (y + high // 2, 9000)):  # the headings, then a row
        assert not window.intents.said
        for sequence in ("<Button-1>", "<ButtonRelease-1>") * 2:
            tree.event_generate(sequence, x=x + 5, y=place, time=moment)
            settle(tree)
    assert window.intents.said == [("choose", "game", "3")]
    page.action.invoke()
    tree.focus_force()
    tree.event_generate("<Key-Return>")
    assert window.intents.said == [("choose", "game", "3")] * 3


def test_games_come_in_their_order_and_go_with_their_series(window):
    tree = window.deck.games.tree
    tree.selection_set("3")
    window.show(replace(SCENE, games=(game(0), game(1), game(3), game(4))))
    assert tree.get_children() == ("0", "1", "3", "4") and tree.selection() == ("3",)
    window.show(replace(SCENE, games=(game(1, "x"),)))
    assert tree.get_children() == ("1",) and window.deck.games.action.instate(["disabled"])


def test_the_number_of_the_last_game_of_the_longest_series_can_be_read(window):
    tree, measure = window.deck.games.tree, window.look.fonts["small"].measure
    assert int(tree.column("game", "width")) >= measure("100000")


def test_a_reason_is_cut_to_its_column(window):
    window.show(replace(SCENE, games=(game(0, "All 5 black checkers " + "and so on " * 20),)))
    window.deck.games._refit()
    tree = window.deck.games.tree
    assert tree.set("0", "reason").endswith("…") and tree.set("0", "reason").startswith("All 5")


def test_a_usual_reason_is_read_whole_beside_the_tables(window):
    assert len(mapped(window)) == 4
    usual = "All 6 black checkers form one group."
    window.show(replace(SCENE, games=(game(0, usual),)))
    settle(window)
    window.deck.games._refit()
    assert window.deck.games.tree.set("0", "reason") == usual
    window.show(SCENE)


def mapped(window):
    return [name for name, page in window.deck.pages.items() if page.winfo_ismapped()]


def test_all_pages_where_there_is_room_and_tabs_where_not(window):
    assert mapped(window) == ["table", "games", "nodes", "seconds"]
    resize(window, 800, 600)
    assert mapped(window) == ["table"]
    tab = find(window.deck.table, ttk.Button, "Nodes")
    tab.focus_force()
    settle(window)
    tab.invoke()
    settle(window)
    assert mapped(window) == ["nodes"]
    assert str(window.focus_get()).startswith(str(window.deck.nodes))
    find(window.deck.nodes, ttk.Button, "Score").invoke()
    resize(window, 1280, 800)
    assert len(mapped(window)) == 4


def outside(window):
    """Return the widgets that lie partly beyond the window or have less room than they need."""
    right, bottom = (
        window.winfo_rootx() + window.winfo_width(),
        window.winfo_rooty() + window.winfo_height(),
    )
    for widget in family(window):
        if widget is window or not widget.winfo_viewable():
            continue
        if widget.winfo_rootx() + widget.winfo_width() > right:
            yield widget, "beyond the window"
        if widget.winfo_rooty() + widget.winfo_height() > bottom:
            yield widget, "below the window"
        if isinstance(widget, (ttk.Label, ttk.Button)) and (
            widget.winfo_width() < widget.winfo_reqwidth()
            or widget.winfo_height() < widget.winfo_reqheight()
        ):
            yield widget, str(widget["text"]), "cut off"


@pytest.mark.parametrize(
    ("shape", "sizes"), (((800, 600), TEXT_SIZES), ((1280, 800), (10, 14))), ids=str
)
def test_nothing_is_cut_off(window, shape, sizes):
    resize(window, *shape)
    for size in sizes:
        window.look.change("light", size)
        settle(window)
        for name in mapped(window)[:1] if len(mapped(window)) == 4 else window.deck.pages:
            window.deck.choose(name)
            settle(window)
            assert list(outside(window)) == [], (size, name)
    window.deck.choose("table")


@pytest.mark.parametrize("size", TEXT_SIZES)
def test_it_fits_on_a_small_screen_with_its_frame(the_window, monkeypatch, size):
    monkeypatch.setattr(tk.Misc, "winfo_screenwidth", lambda self: 800)
    monkeypatch.setattr(tk.Misc, "winfo_screenheight", lambda self: 600)
    the_window.look.change("light", size)
    window = SeriesWindow(the_window.master, the_window.look, ToolRecorder(SERIES))
    window.show(SCENE)
    settle_drawings(window)
    assert window.winfo_width() <= SHARE * 800 and window.winfo_height() <= SHARE * 600
    assert window.minsize() <= (window.winfo_width(), window.winfo_height())
    for name in window.deck.pages:
        window.deck.choose(name)
        settle(window)
        assert list(outside(window)) == [], name
    window.close()


def colours(window):
    """Return every colour of Tk's own widgets and of canvas items."""
    for widget in family(window):
        if isinstance(widget, tk.Canvas):
            for item in widget.find_all():
                if widget.type(item) != "image":
                    yield str(widget.itemcget(item, "fill")).upper()
        if isinstance(widget, (tk.Canvas, tk.Toplevel)):
            yield str(widget["background"]).upper()


@pytest.mark.parametrize("theme", ("dark", "contrast"))
def test_the_theme_changes_live(window, theme):
    def of(name):
        parts = ("window", "surface", "line", "text", "muted", "accent", "trough")
        return {str(getattr(PALETTES[name], part)).upper() for part in parts}

    assert set(colours(window)) & (of("light") - of(theme))
    window.look.change(theme, 10)
    settle(window)
    assert not set(colours(window)) & (of("light") - of(theme))


@pytest.mark.parametrize("hidden", ("page", "window"))
def test_a_hidden_plot_is_drawn_in_the_new_colours(window, hidden):
    def shades():
        settle_drawings(window)
        return {canvas.itemcget(item, "fill") for item in canvas.find_withtag("tick")}

    canvas, choose = window.deck.nodes.canvas, window.deck.choose
    resize(window, 800, 600)  # with room for one page
    choose("nodes")
    assert shades() == {PALETTES["light"].muted}
    if hidden == "page":
        choose("games")
    else:
        window.withdraw()
    window.look.change("dark", 10)
    assert not shades()
    choose("nodes")
    window.deiconify()
    assert shades() == {PALETTES["dark"].muted}
    choose("table")


def test_the_window_s_own_button_is_reported(window):
    window.tk.call(*window.tk.splitlist(window.protocol("WM_DELETE_WINDOW")))
    assert window.intents.said == [("closed",)] and window.winfo_exists()


def test_dialogs_belong_to_this_window(window, monkeypatch):
    asked = {}
    monkeypatch.setattr(filedialog, "asksaveasfilename", lambda **o: asked.update(o) or "x.csv")
    assert window.ask_save_name("Save", "series.csv", (("CSV", ".csv"),)) == "x.csv"
    assert asked["parent"] is window
    section = FormSection(
        "x", (FormField(key="a", label="A", kind="integer", value="1", default="1"),)
    )
    done = []
    for _ in range(2):
        window.form(FormScene(title="Edit", sections=(section,)), lambda values: {}, done.append)
        settle(window)
    (form,) = [w for w in window.winfo_children() if isinstance(w, tk.Toplevel)]
    find(form, ttk.Button, "OK").invoke()
    assert done == [{"a": "1"}]


def alphas(rows):
    return [list(row[3::4]) for row in rows]


def test_a_level_line_is_crisp_and_a_slanting_one_smooth():
    level = alphas(strokes(10, 5, [[(0, 2), (10, 2)]], 2.0, "#123456"))
    assert [row[5] for row in level] == [0, 255, 255, 0, 0]
    steps = {alpha for row in alphas(strokes(20, 20, [[(1, 1), (19, 12)]], 2.0, "#123456"))
             for alpha in row}  # fmt: skip
    assert len(steps) > 20 and {0, 255} <= steps
    steep = alphas(strokes(20, 20, [[(1, 1), (12, 19)]], 2.0, "#123456"))
    flat = alphas(strokes(20, 20, [[(1, 1), (19, 12)]], 2.0, "#123456"))
    assert steep == [list(column) for column in zip(*flat, strict=True)]


def test_dashes_go_on_round_a_corner_and_a_point_is_a_dot():
    row = alphas(strokes(40, 3, [[(0, 1.5), (15, 1.5), (40, 1.5)]], 1.0, "#123456", (7, 4)))[1]
    assert [row[x] for x in (3, 9, 14, 20, 25, 31)] == [255, 0, 255, 0, 255, 0]
    dot = alphas(strokes(9, 9, [[(4.5, 4.5)]], 4.0, "#123456"))
    assert dot[4][4] == 255 and dot[0][0] == 0 and dot == dot[::-1]
    assert alphas(strokes(4, 2, [[]], 2.0, "#123456")) == [[0] * 4] * 2


@pytest.mark.parametrize("theme", ("light", "dark", "contrast"))
def test_a_plot_has_bands_and_says_how_many_games_count(window, theme):
    window.look.change(theme, 10)
    window.show(SCENE)
    canvas = window.deck.nodes.canvas
    settle(window)
    canvas.redraw()
    assert len(canvas.find_withtag("band")) == 2
    texts = [canvas.itemcget(item, "text") for item in canvas.find_withtag("tick")]
    assert texts == ["move 1\nn 40", "5\nn 12/11"]
    for item in canvas.find_withtag("tick"):
        left, _, right, bottom = canvas.bbox(item)
        assert left >= 0 and right <= canvas.winfo_width() and bottom <= canvas.winfo_height()
    if theme in PLAYER_COLOURS:
        assert player_colours(window.look.palette) == PLAYER_COLOURS[theme]
    window.look.change("light", 10)


def test_keys_are_those_of_a_class(window):
    window.setup.fields.field("game").focus_force()
    settle(window)
    window.show(replace(SCENE, enabled=SCENE.enabled | {"start", "stop", "go-on", "open"}))
    for key in ("<Control-Key-o>", "<Control-Key-s>", "<Control-Key-k>", "<Key-Escape>"):
        window.event_generate(key)
        settle(window)
    names = ("open", "save-report", "kept", "stop")
    assert window.intents.said == [("command", name) for name in names]
    window.intents.said.clear()
    window.event_generate("<Control-Key-Return>")
    window.show(replace(SCENE, enabled=SCENE.enabled - {"go-on"}))
    window.event_generate("<Control-Key-Return>")
    assert window.intents.said == [("command", "go-on"), ("command", "start")]
    resize(window, 800, 600)
    for number, name in enumerate(words.PAGES, 1):
        window.setup.fields.field("game").focus_force()
        settle(window)
        window.event_generate(f"<Control-Key-{number}>")
        resize(window, 800, 600)
        assert window.deck.pages[name].winfo_viewable()
    window.deck.choose("table")

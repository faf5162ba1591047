"""The search explorer's window: it shows scenes, reports intents, cuts nothing off."""

import time
import tkinter as tk
from dataclasses import replace
from pathlib import Path
from tkinter import ttk

import pytest

from explorer_samples import do, explored, explorer, run
from loa_tk.control.explorer import commands, searching
from loa_tk.control.explorer.commands import TOOL as EXPLORER
from loa_tk.control.main.help_pages import explorer as explorer_help
from loa_tk.model.written import read_tree
from loa_tk.scenes.explorer import (
    CUT,
    MAX,
    MIN,
    CompareScene,
    Frame,
    Picked,
    Pointed,
    Selected,
    Sought,
    Span,
    Zoomed,
)
from loa_tk.view.explorer.playout_page import FILES
from loa_tk.view.explorer.tree_canvas import tree_png
from loa_tk.view.explorer.window import PLAIN, ExplorerWindow
from loa_tk.view.kit import keys
from loa_tk.view.kit.palette import PALETTES, rgb
from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.tree_image import paint_tree
from loa_tk.view.kit.window import SHARE
from loa_tk.view.main.help_window import HelpWindow
from loa_tk.words import explorer as words
from patience import quickest
from viewing import TEXT_SIZES, ToolRecorder, family, settle_drawings, turn_wheel
from viewing import settle as settle_events

PAGES = (*words.PAGES, "playouts")  # that of Monte Carlo tree search takes the place of Tree
BUTTONS = {row.name: row.label for row in EXPLORER.rows if row.label}


@pytest.fixture(scope="module")
def states():
    """Return a state for each page, with something on it."""
    tree = explored(depth="3")
    do(tree, "down", "right")
    compared = explorer(depth="4", page="compare")
    run(compared, commands.compare(compared))
    quiz = explorer(page="quiz", level="hard", seed="2")
    run(quiz, do(quiz, "quiz"))
    mine = explorer(page="pair", file=str(Path(__file__).with_name("student_search.py")))
    run(mine, do(mine, "pair"))
    searching.draw(mine)
    ideas = explorer(page="ideas")
    run(ideas, do(ideas, "idea"))
    playouts = explored(search="mcts", playouts="50")
    do(playouts, "playout-back", "playout-down")
    return {
        "tree": tree, "compare": compared, "quiz": quiz, "pair": mine, "ideas": ideas,
        "playouts": playouts,
    }  # fmt: skip


@pytest.fixture(scope="module")
def the_window(display):
    """Return one window for all tests, because a user keeps it open, too."""
    root = tk.Tk()
    errors = []
    root.report_callback_exception = lambda *error: errors.append(error)
    intents = ToolRecorder(EXPLORER)
    window = ExplorerWindow(root, Look(root), intents)
    window.errors, window.intents = errors, intents
    yield window
    root.destroy()


@pytest.fixture
def window(the_window, states):
    yield from made_ready(the_window, states, 10)


# For the module, so that pytest runs all tests of a size together: a change is slow.
@pytest.fixture(scope="module", params=TEXT_SIZES)
def size(request):
    return request.param


@pytest.fixture
def sized(the_window, states, size):
    """Return the window with each size of the text."""
    yield from made_ready(the_window, states, size)


def made_ready(window, states, size):
    window.look.change("light", size)
    window.states = states
    resize(window, 1180, 820)
    present(window, "tree")
    window.intents.said.clear()
    yield window
    assert not window.errors


def settle(window):
    settle_drawings(window)
    settle_events(window)


def resize(window, width, height):
    window.geometry(f"{width}x{height}")
    settle(window)


def present(window, page, **changes):
    """Show a page as its state has it, for the width that the picture has."""
    state = window.states[page]
    for _ in range(2):
        state.width = window.intents.width or 1000
        state.pair_width = window.pair.card.pair.width or 1000
        state.visits_width = window.playouts.picture._width if window.playouts else 1000
        window.show(replace(EXPLORER.show(state), **changes))
        settle(window)


def click(widget, x, y, event="<Button-1>"):
    widget.event_generate(event, x=x, y=y)
    settle_events(widget)


# --- the picture ---


def test_the_pointer_and_the_wheel_are_reported_as_row_and_pixel(window):
    picture = window.tree.card.picture
    row, x = 2, 300
    y = row * picture.high + 5
    picture.event_generate("<Motion>", x=picture.left + x, y=y)
    picture.event_generate("<Motion>", x=picture.left + x, y=y + 1)  # still the same pixel
    click(picture, picture.left + x, y)
    turn_wheel(picture, 1, picture.left + x, y)
    picture.event_generate("<Motion>", x=1, y=1)
    said = window.intents.said
    gestures = [gesture for _, gesture in said]
    assert gestures[:2] == [Pointed(row, x), Picked(row, x)] and gestures[3] == Pointed(-1, 0)
    assert isinstance(gestures[2], Zoomed) and gestures[2].factor > 1 and gestures[2].x == x


def test_what_is_not_visited_yet_is_covered(window):
    picture = window.tree.card.picture
    assert not picture.find_withtag("cover")
    shown = window.states["tree"]
    part = replace(EXPLORER.show(shown).picture, reached=(picture.width, 500, 300, 200))
    window.show(replace(EXPLORER.show(shown), picture=part))
    boxes = [picture.coords(item) for item in picture.find_withtag("cover")]
    assert [round(box[0]) - picture.left for box in boxes] == [500, 300, 200]
    assert {round(box[2]) - picture.left for box in boxes} == {picture.width}


def test_moves_are_written_where_they_fit(window):
    picture = window.tree.card.picture
    texts = {picture.itemcget(i, "text") for i in picture.find_all() if picture.type(i) == "text"}
    assert {"MAX", "b1-e1", "MAX 0", "MIN 3"} <= texts
    for item in picture.find_all():
        if picture.type(item) == "text":
            left, _, right, _ = picture.bbox(item)
            assert left >= -1 and right <= picture.winfo_width() + 1


def test_a_hundred_thousand_nodes_are_drawn_within_half_a_second(window):
    """The time of scene and drawing, for a tree in which every position is visited."""
    state = explored("loa6", depth="3", search="minimax")
    other = explored("loa5", depth="4", search="minimax")
    assert len(state.explored.tree) + len(other.explored.tree) > 60_000
    for one in (state, other):
        one.width = window.intents.width

        def draw(one=one):
            one.layout = None
            begun = time.process_time()  # of this process alone; others may use the machine
            window.show(EXPLORER.show(one))
            window.tree.card.picture.redraw()
            window.update_idletasks()
            return time.process_time() - begun

        assert quickest(draw, 0.25) < 0.5


def test_hatching_and_colours_of_the_painted_rows():
    palette = PALETTES["light"]
    rows = [[Span(0, 40, MAX)], [Span(0, 10, MIN), Span(10, 40, CUT)]]
    lines = paint_tree(rows, 40, 12, palette)
    assert len(lines) == 24 and {len(line) for line in lines} == {120}

    def pixel(x, y):
        return tuple(lines[y][3 * x : 3 * x + 3])

    assert pixel(5, 3) == rgb(palette.tree_max) and pixel(5, 15) == rgb(palette.tree_min)
    assert pixel(39, 3) == rgb(palette.surface)  # the gap between two nodes
    assert pixel(5, 11) == rgb(palette.surface)  # the gap between two rows
    hatched = {pixel(x, y) for x in range(10, 40) for y in range(12, 23)}
    assert {rgb(palette.surface), rgb(palette.tree_cut)} <= hatched and len(hatched) > 2
    assert pixel(20, 15) == pixel(19, 16) == pixel(18, 17)  # it slants


def test_a_picture_file_has_the_whole_tree(window):
    shown = EXPLORER.show(window.states["tree"]).picture
    width = window.tree.card.picture.width
    data = tree_png(shown, width, window.look)
    image = tk.PhotoImage(master=window, data=data, format="png")
    assert image.width() > width and image.height() > 4 * 40
    assert data == window.image()
    assert tree_png(replace(shown, best=()), width, window.look) != data
    later = tree_png(replace(shown, reached=(width, 10, 10, 10)), width, window.look)
    assert len(later) < len(data)


# --- columns, reason, algorithm ---


def test_a_click_in_a_column_reports_its_move(window):
    columns = window.tree.columns
    shown = columns._shown
    column = columns.columns[0]
    y = window.look.line("caption") + column.high * 2 + 3
    click(column.list, 20, y)
    assert window.intents.said[-1] == ("report", Selected(shown[0], column._top + 2))
    click(column.list, 20, y)  # a second click at the same place
    assert window.intents.said[-1][1].enter
    click(column.list, 20, 2)  # the headings
    assert window.intents.said[-1][1].enter


def texts(canvas):
    items = (item for item in canvas.find_all() if canvas.type(item) == "text")
    return [canvas.itemcget(item, "text") for item in items]


def test_the_selected_move_is_scrolled_into_view(window):
    column = window.tree.columns.columns[0]
    node = EXPLORER.show(window.states["tree"]).columns[1]
    for selected in (len(node.rows) - 1, 0):
        column.show(replace(node, selected=selected))
        assert node.rows[selected].cells[0] in texts(column.list)
    column._scroll("moveto", "1.0")
    assert node.rows[-1].cells[0] in texts(column.list)
    column._roll(-1)


def test_a_narrow_column_leaves_cells_out_and_never_the_value(window):
    column = window.tree.columns.columns[0]
    node = EXPLORER.show(window.states["tree"]).columns[1]
    column.show(node)
    window.tree.columns.grid_propagate(False)
    assert len(column._stops()) == 5
    column.list.configure(width=100)
    column.list.winfo_width = lambda: 150
    assert set(column._stops()) == {0, 1, 4}
    del column.list.winfo_width


def test_the_link_of_the_reason_is_followed(window):
    text = window.tree.reason.reason.text
    start, _ = text.tag_nextrange("link", "1.0")
    text.see(start)
    x, y, wide, high = text.bbox(start)
    text.event_generate("<Motion>", x=x + wide // 2, y=y + high // 2)
    click(text, x + wide // 2, y + high // 2)
    reason = EXPLORER.show(window.states["tree"]).reason
    link = next(piece.link for piece in reason.text if piece.link)
    assert window.intents.said[-1] == ("choose", "link", link)


def test_the_caption_of_a_written_tree_is_whole_and_the_board_s_buttons_come_back(window):
    game, state, card = read_tree("((3 12)(2 4))"), explorer(), window.tree.reason
    before = card.show_board.winfo_rootx()
    state.board = state.game, state.position
    state.place(game, game.start)
    run(state, commands.search_now(state))
    searching.draw(state)
    do(state, "down", "right")
    window.show(EXPLORER.show(state))
    settle(window)
    assert card._place["text"] == "after C, MIN to move"
    assert not card.show_board.winfo_manager()
    present(window, "tree")
    assert card.show_board.winfo_rootx() == before


def test_a_tree_of_one_s_own_is_offered_wherever_a_search_is_shown(window):
    assert window.buttons.by_name["own-tree"].winfo_viewable()
    present(window, "playouts")
    assert window.buttons.by_name["playout-own-tree"].winfo_viewable()



def test_the_answer_to_what_would_have_changed_it_is_scrolled_into_view(window):
    state = explored(depth="3")
    window.show(EXPLORER.show(state))
    resize(window, 1000, 640)
    run(state, do(state, "what-changes"))
    window.show(EXPLORER.show(state))
    settle(window)
    text = window.tree.reason.reason.text
    start = text.tag_ranges("answer")[0]
    assert text.bbox(start) is not None and text.yview() != (0.0, 1.0)


def test_the_executed_line_is_marked(window):
    listing = window.tree.figure.listing
    start, end = listing.tag_ranges("running")
    assert "if v ≤ α then return v" in listing.get(start, end)
    figure = EXPLORER.show(window.states["tree"]).figure
    listing.show(replace(figure, line=0), False)
    assert "function" in listing.get(*listing.tag_ranges("running"))
    listing.show(figure, True)
    assert listing.get("1.0", "end").strip() == "if v ≤ α then return v"
    listing.show(figure, False)


def test_the_slider_goes_to_any_moment(window):
    slider = window.tree.figure.slider
    end = EXPLORER.show(window.states["tree"]).figure.moments
    click(slider, slider.winfo_width() - 1, 5)
    assert window.intents.said[-1] == ("report", Sought(end))
    click(slider, 0, 5)
    assert window.intents.said[-1] == ("report", Sought(0))
    slider.focus_force()
    settle(window)
    now = EXPLORER.show(window.states["tree"]).figure.moment
    for key, moment in (("<Right>", now + 1), ("<Left>", now - 1), ("<Home>", 0), ("<End>", end)):
        slider.event_generate(key)
        assert window.intents.said[-1] == ("report", Sought(moment)), key


def test_the_slider_of_the_playouts_has_room_beside_the_algorithm(window):
    """At the default size it had 30 pixels."""
    for size in ((1200, 830), (1440, 900), (752, 564)):
        resize(window, *size)
        present(window, "playouts")
        assert window.playouts.slider.winfo_width() > 150, size
        for name in FILES:
            button = window.buttons.by_name[f"playout-{name}"]
            assert button.winfo_viewable() and button.winfo_width() >= button.winfo_reqwidth()


def test_a_statement_of_two_rows_is_marked_as_a_whole(window):
    resize(window, 1440, 900)
    present(window, "playouts")
    state = explored(search="mcts", playouts="50")  # at its end, the search returns its move
    window.show(EXPLORER.show(state))
    listing = window.playouts.listing
    marked = listing.get(*listing.tag_ranges("running"))
    assert [line.strip() for line in marked.splitlines()] == [
        "return the move in ACTIONS(state) whose node", "has highest number of playouts",
    ]  # fmt: skip
    do(state, "playout-back")
    window.show(EXPLORER.show(state))
    marked = listing.get(*listing.tag_ranges("running"))
    assert marked.strip() == "BACK-PROPAGATE(result, child)"


def test_the_speed_of_a_page_is_shown_with_its_first_scene(display, states):
    """The page of the playouts is made when it is shown, and its speed was empty until then."""
    root = tk.Tk()
    window = ExplorerWindow(root, Look(root), ToolRecorder(EXPLORER))
    window.show(EXPLORER.show(explorer(search="mcts")))
    assert window.fields.by_key["pace"].get() == "10"
    root.destroy()


def test_a_search_is_chosen_in_an_open_list(window):
    """Tk's list of choices has the keyboard then, and the slider asked tkinter for its name."""
    present(window, "tree")
    field = window.fields.by_key["search"].widget
    field.focus_force()
    field.tk.call("ttk::combobox::Post", field)
    settle(window)
    opened = f"{field.tk.call('ttk::combobox::PopdownWindow', field)}.f.l"
    field.tk.call("focus", "-force", opened)
    settle(window)
    assert str(field.tk.call("focus")) == opened
    for page in ("playouts", "tree"):
        present(window, page)
        assert window._pages[page].winfo_viewable()
    field.tk.call("ttk::combobox::Unpost", field)


# --- buttons, fields, keys ---


def on_page(name):
    """Return the page that has a button."""
    own = {"compare": ("compare", "save-csv", "compare-page"),
           "quiz": ("quiz", "check", "next-question"),
           "ideas": ("idea", "idea-tree", "idea-example")}  # fmt: skip
    if name.startswith("playout-"):
        return "playouts"
    return next((page for page, names in own.items() if name in names), "tree")


@pytest.mark.parametrize("page", PAGES)
def test_buttons_report_and_are_greyed(window, page):
    mine = [name for name in BUTTONS if on_page(name) == page]
    present(window, page, enabled=frozenset(BUTTONS))
    for name in mine:
        window.buttons.by_name[name].invoke()
        assert window.intents.said[-1] == ("command", name)
    present(window, page, enabled=frozenset())
    assert all(window.buttons.by_name[name].instate(["disabled"]) for name in mine)


def test_tabs_turn_to_pages(window):
    for name, tab in window.head.tabs.items():
        tab.invoke()
        assert window.intents.said[-1] == ("choose", "page", name)
        present(window, name)
        assert window._pages[name].winfo_viewable()
        assert sum(page.winfo_viewable() for page in window._pages.values()) == 1


def test_choices_are_reported_but_not_what_the_scene_fills_in(window):
    window.fields.by_key["depth"].widget.set("5")
    assert window.intents.said == [("choose", "depth", "5")]
    present(window, "tree")
    assert window.fields.by_key["depth"].get() == "3" and len(window.intents.said) == 1


def test_every_key_reports_its_command(window):
    everything = frozenset((*BUTTONS, *PLAIN.values(), *window.intents.keys.values()))
    present(window, "tree", enabled=everything)
    picture = window.tree.card.picture
    picture.focus_force()
    settle(window)
    window.intents.said.clear()
    for sequence, name in PLAIN.items():
        picture.event_generate(sequence)
        assert window.intents.said[-1] == ("command", name), sequence
    for key, name in window.intents.keys.items():
        picture.event_generate(keys.sequences(key, window.look.mac)[0])
        assert window.intents.said[-1] == ("command", name), key
    picture.event_generate("<Escape>")
    assert window.intents.said[-1] == ("command", "escape")
    picture.event_generate("<Control-Key-2>")
    assert window.intents.said[-1] == ("choose", "page", "compare")


def test_a_key_that_means_something_in_a_field_is_left_to_it(window):
    present(window, "quiz", enabled=frozenset(PLAIN.values()))
    entry = window.quiz.question.answers["answer"][2]
    entry.focus_force()
    settle(window)
    window.intents.said.clear()
    entry.event_generate("<minus>")
    entry.event_generate("<Left>")
    assert not [one for one in window.intents.said if one[0] == "command"]
    entry.event_generate("<Return>")
    assert window.intents.said[-1] == ("command", "check")


def test_progress_is_shown_while_a_job_runs(window):
    present(window, "tree", progress=0.4, labels={"search": words.STOP})
    assert window.head._bar.winfo_viewable() and float(window.head._bar["value"]) == 40.0
    assert str(window.buttons.by_name["search"]["text"]) == words.STOP
    present(window, "tree", progress=None)
    assert not window.head._bar.winfo_viewable()


# --- the quiz ---


def test_a_branch_is_chosen_by_mouse_and_keys(window):
    quiz = window.states["quiz"]
    while quiz.quiz.question.kind != "cut":
        do(quiz, "next-question")
    present(window, "quiz")
    tree = window.quiz.tree
    choices = [place for place, node in enumerate(tree.nodes) if node.choice]
    for place in choices[:3]:
        parent = tree.nodes[place].parent
        (x0, y0), (x1, y1) = tree.places[parent], tree.places[place]
        click(tree, round(x0 + 0.75 * (x1 - x0)), round(y0 + 0.75 * (y1 - y0)))
        assert window.intents.said[-1] == ("choose", "branch", str(place))
    tree.focus_force()
    settle(window)
    tree.event_generate("<Right>")
    tree.event_generate("<Right>")
    tree.event_generate("<space>")
    assert window.intents.said[-1] == ("choose", "branch", str(choices[1]))
    click(tree, 1, 1)
    assert window.intents.said[-1] == ("choose", "branch", str(choices[1]))


# --- sizes and looks ---


def cut_off(window):
    """Yield the widgets that reach beyond the window or have less room than they need."""
    right = window.winfo_rootx() + window.winfo_width()
    bottom = window._status.winfo_rooty()
    for widget in family(window._body):
        if not widget.winfo_viewable() or within_scrolled(widget):
            continue
        if widget.winfo_rooty() + widget.winfo_height() > bottom:
            yield widget, "below"
        if widget.winfo_rootx() + widget.winfo_width() > right:
            yield widget, "beyond"
        if isinstance(widget, (ttk.Label, ttk.Button)) and (
            widget.winfo_width() < widget.winfo_reqwidth()
            or widget.winfo_height() < widget.winfo_reqheight()
        ):
            yield widget, str(widget["text"])


def within_scrolled(widget):
    return ".!scrolled." in str(widget)


def test_nothing_is_cut_off(sized):
    window = sized
    for shape in ((1280, 800), (800, 600)):
        resize(window, *shape)
        for page in PAGES:
            present(window, page)
            assert list(cut_off(window)) == [], (shape, page)
        present(window, "tree")
        columns = [one for one in window.tree.columns.columns if one.winfo_viewable()]
        assert all(column._visible() >= 2 for column in columns), shape
        assert window.tree.card.picture.winfo_height() >= 4 * window.look.px(13)
        reason = window.tree.reason
        assert reason.reason.text.winfo_height() >= 2 * window.look.line("small")
        if reason.board.winfo_viewable():
            assert reason.board.winfo_width() >= 4 * window.look.line("body")


def test_the_page_of_playouts_does_not_remember_its_last_width(sized):
    """Whether the algorithm has room beside the controls is the same on the way back."""
    window = sized
    present(window, "playouts")
    widths = range(900, 1500, 40)
    shown = []
    for way in (widths, reversed(widths)):
        with_algorithm = set()
        for width in way:
            resize(window, width, 800)
            assert list(cut_off(window)) == [], width
            if window.playouts.listing.winfo_viewable():
                with_algorithm.add(width)
        shown.append(with_algorithm)
    assert shown[0] == shown[1]


def test_a_small_window_with_large_text_keeps_moves_and_boards(window):
    """Also for a deep tree, whose picture has many rows."""
    window.look.change("light", max(TEXT_SIZES))
    least = window.minsize()
    window.minsize(1, 1)
    resize(window, round(SHARE * 800), round(SHARE * 600))
    before = window.states["tree"]
    deep = explored(depth="6")
    do(deep, "down", "right")
    for state in (before, deep):
        window.states = {**window.states, "tree": state}
        present(window, "tree")
        column, reason = window.tree.columns.columns[0], window.tree.reason
        assert column._visible() >= 3 and reason.board.winfo_viewable()
        assert window.head._remark["text"] in window._scene.remark  # it ends in no "…"
        assert list(cut_off(window)) == []
    present(window, "compare")
    table = window.compare.table
    written = [item for item in table.find_all() if table.type(item) == "text"]
    assert all(table.bbox(item)[2] <= table.winfo_width() + 1 for item in written)
    assert {"seconds", "nodes"} <= set(texts(table))
    present(window, "quiz")
    assert window.quiz.question.board.winfo_viewable()
    window.minsize(*least)


def test_the_headline_fits_beside_a_button_whose_label_grows(window):
    long = ("minimax 1,609,441 nodes · alpha-beta 10,309", "10,309 of 1,609,441 nodes", "10,309")
    for width in range(860, 1300, 40):
        resize(window, width, 800)
        present(window, "tree", progress=0.5, labels={"search": words.STOP})
        present(window, "tree", summary=long, labels={"search": "Search again"})
        headline = window.head._summary
        assert str(headline["text"]) and headline.winfo_x() >= 0, width


def test_the_legend_is_complete_in_a_small_window(window):
    resize(window, 800, 600)
    present(window, "tree")
    assert all(entry.winfo_viewable() for _, entry in window.tree.card._entries)


def test_a_small_window_offers_a_tree_of_one_s_own(sized):
    resize(sized, 752, 564)
    for page, name in (("tree", "own-tree"), ("playouts", "playout-own-tree")):
        present(sized, page)
        settle(sized)
        button = sized.buttons.by_name[name]
        assert button.winfo_viewable() and button.winfo_width() >= button.winfo_reqwidth()
        assert button.winfo_rootx() + button.winfo_width() <= (
            sized.winfo_rootx() + sized.winfo_width()
        )


def test_a_chart_that_has_no_room_is_scrolled_to(sized):
    """At 800x600 and 14 points the page had the names of the bars, no bar, and did not scroll."""
    window, page = sized, sized.compare
    compared = window.states["compare"]
    present(window, "compare", compare=CompareScene(note="Press Compare."))
    resize(window, 752, 564)
    window.show(EXPLORER.show(compared))
    settle(window)
    content = page._scrolled.content
    assert content.winfo_height() >= content.winfo_reqheight() > 0
    page.scroll(100)
    settle(window)
    bottom = page.chart.winfo_rooty() + page.chart.winfo_height()
    assert bottom <= page._scrolled.winfo_rooty() + page._scrolled.winfo_height() + 1
    assert page.chart.winfo_height() >= int(page.chart.cget("height"))


@pytest.mark.parametrize("idea", ["deepening", "reduction", "null-window", "prover"])
def test_the_table_of_a_lesson_is_whole_in_a_small_window(sized, idea):
    """At 14 points the last three columns were beyond the edge."""
    state = explorer(page="ideas", idea=idea, depth="3")
    run(state, do(state, "idea"))
    least = sized.minsize()
    sized.minsize(1, 1)  # as on a small screen
    resize(sized, 752, 564)
    sized.show(EXPLORER.show(state))
    settle(sized)
    lesson = sized.ideas.lesson
    lines = EXPLORER.show(state).ideas.lines
    for number, line in enumerate(lines):
        place = lesson.text.search(line, "1.0")
        lesson.text.see(place)
        sized.update_idletasks()
        last = lesson.text.bbox(f"{place} + {len(line) - 1} chars")
        assert last and last[0] + last[2] <= lesson.text.winfo_width() + 1, (number, line)
    sized.minsize(*least)


def test_the_algorithm_keeps_all_its_lines_at_every_text_size(sized):
    """At the largest text it shrank to the executed line."""
    window = sized
    resize(window, 1200, 830)
    present(window, "tree")
    listing = window.tree.figure.listing
    assert listing.get("1.0", "end-1c").splitlines() == list(window._scene.figure.lines)
    assert listing.winfo_height() >= listing.winfo_reqheight()


def test_legend_and_slider_have_room_in_a_small_window(sized):
    """At 14 points the legend had MAX and MIN alone, and the slider 90 pixels."""
    window = sized
    resize(window, 752, 564)
    present(window, "tree")
    assert all(entry.winfo_viewable() for _, entry in window.tree.card._entries)
    assert window.tree.figure.slider.winfo_width() > 0.3 * window.winfo_width()
    button = window.buttons.by_name["search"]
    assert button.winfo_width() >= button.winfo_reqwidth()
    present(window, "tree", progress=0.5, labels={"search": "Stop"})
    present(window, "tree")
    settle(window)
    assert button.winfo_width() >= button.winfo_reqwidth()


def test_the_variables_of_the_last_search_are_gone(window):
    """A search without bounds has fewer variables, and a search that runs has none."""
    shown = window.tree.figure

    def texts_of_labels():
        return [tuple(str(one["text"]) for one in pair) for pair in shown._labels]

    with_bounds = texts_of_labels()
    figure = EXPLORER.show(window.states["tree"]).figure
    for variables in (figure.variables[:4], ()):
        present(window, "tree", figure=replace(figure, variables=variables))
        blank = [("", "")] * (len(with_bounds) - len(variables))
        assert texts_of_labels() == [*variables, *blank]
    present(window, "tree")
    assert texts_of_labels() == with_bounds


@pytest.mark.parametrize("theme", PALETTES)
def test_the_bars_of_the_comparison_differ_in_colour(window, theme):
    window.look.change(theme, 10)
    colours = window.compare.chart.colours()
    assert len({*colours, window.look.palette.surface}) == len(colours) + 1


def test_it_fits_on_a_small_screen_with_its_frame(the_window, states, monkeypatch, size):
    monkeypatch.setattr(tk.Misc, "winfo_screenwidth", lambda self: 800)
    monkeypatch.setattr(tk.Misc, "winfo_screenheight", lambda self: 600)
    the_window.look.change("light", size)
    window = ExplorerWindow(the_window.master, the_window.look, ToolRecorder(EXPLORER))
    window.show(EXPLORER.show(states["tree"]))
    settle(window)
    assert window.winfo_width() <= SHARE * 800 and window.winfo_height() <= SHARE * 600
    assert list(cut_off(window)) == []
    window.close()


@pytest.mark.parametrize("theme", PALETTES)
def test_the_theme_changes_live(window, theme):
    for page in words.PAGES:
        present(window, page)
        window.look.change(theme, 12)
        settle(window)
    palette = PALETTES[theme]
    assert str(window["background"]).upper() == palette.window
    assert str(window.tree.card.picture["background"]).upper() == palette.surface
    present(window, "tree")
    picture = window.tree.card.picture
    image = picture._image
    assert tuple(image.get(4, picture.high // 2)) == rgb(palette.tree_max)


def test_the_window_s_own_button_is_reported(window):
    window.tk.call(*window.tk.splitlist(window.protocol("WM_DELETE_WINDOW")))
    assert window.intents.said == [("closed",)] and window.winfo_exists()


def test_the_help_page_draws_its_tree(the_window):
    the_window.look.change("light", 10)
    page = HelpWindow(the_window.master, the_window.look, explorer_help(None)[0].page)
    settle(page)
    (drawing,) = page._trees
    image = drawing._image
    high = image.height() // 3
    assert tuple(image.get(9, high // 2)) == rgb(PALETTES["light"].tree_max)
    assert drawing.winfo_reqwidth() <= page.text.winfo_width()
    page.destroy()


def test_frames_of_very_narrow_nodes_are_visible(window):
    picture = window.tree.card.picture
    shown = EXPLORER.show(window.states["tree"]).picture
    picture.show(replace(shown, opened=Frame(top=2, bottom=3, left=100, right=101)))
    (box,) = [picture.coords(i) for i in picture.find_withtag("outline")][-1:]
    assert box[2] > box[0]

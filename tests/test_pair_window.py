"""The page Side by side in real windows: mouse and keys, the real engine, and real guests."""

from pathlib import Path

import pytest

from fakes import opening
from loa_tk.control.classroom.findings import failed
from loa_tk.control.classroom.search_checks import CHECKS
from loa_tk.control.effects import OpenTool
from loa_tk.model.notation import position_text
from loa_tk.view.explorer.pair_trees import LOW
from loa_tk.view.kit import form as forms
from loa_tk.words import explorer as words
from loa_tk.words import pair as pair_words
from test_explorer_window import LOA, hands  # noqa: F401
from test_guest_window import playing  # noqa: F401
from test_pair_search import MENDED, SAMPLE

HANGS = "def choose(position, seconds, counts):\n    while True:\n        pass\n"


@pytest.fixture
def mine(tmp_path):
    path = tmp_path / "student_search.py"
    path.write_text(SAMPLE.read_text("utf-8"), "utf-8")
    return path


@pytest.fixture
def page(hands, mine, monkeypatch):  # noqa: F811
    """Return the window, turned to the page and with the file chosen, by keys and mouse."""
    monkeypatch.setattr(forms, "ask_open_name", lambda parent, title, kinds: str(mine))
    hands.do("key", "ctrl+4")
    hands.until(lambda: hands.scene.page == "pair")
    hands.settle()
    assert texts(hands.window.pair.card.pair) == [pair_words.NOTE]
    hands.click(hands.window.fields.by_key["file"].widget)
    hands.do("key", "--delay", 50, "ctrl+Home", "Return")  # the first line asks for it
    hands.until(lambda: hands.state.values["file"] == str(mine))
    return hands


def texts(canvas):
    return [canvas.itemcget(one, "text") for one in canvas.find_all() if canvas.type(one) == "text"]


def written(pane):
    return pane.text.get("1.0", "end-1c")


def compare(hands):  # noqa: F811
    """Press the button and wait for the end, which may come before the mouse is heard of again."""
    runner, begun = hands.explorer.runner, []
    run = runner.run
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runner, "run", lambda job: (begun.append(job), run(job)))
        hands.press("pair")
        hands.until(lambda: begun and hands.state.job is None)


def test_a_file_is_compared_corrected_and_compared_again(page, mine):
    compare(page)
    both = page.window.pair
    page.until(lambda: "b1-b3" in texts(both.card.pair))
    assert page.scene.summary[0] == "first difference: leaf 139"
    assert "yours goes on with a3xc1: its leaf 139 is still in b1-b3" in texts(both.card.pair)
    assert "After e2-e5, worth 0, your MIN went on with a3xc1." in written(both.reason.reason)
    call = "v2 = min_value(p.after(a), -U, beta, depth + 1)\tlook here"
    assert call in written(both.codes[0].code)
    assert "v 0, α 0: returns 0" in written(both.codes[1].code)
    assert [column.scene.bound for column in both.columns] == ["α 0", "alpha −100"]
    mine.write_text(MENDED, "utf-8")
    page.do("key", "F5")
    page.until(lambda: page.scene.summary == ("no difference",))
    assert "No difference: all 669 EVAL calls" in written(both.reason.reason)
    assert not both.codes[0].winfo_viewable()


def test_a_node_is_clicked_and_the_difference_comes_back(page):
    compare(page)
    pair = page.window.pair.card.pair
    page.until(lambda: "b1-e1" in texts(pair))
    span = page.scene.pair.trees[1].rows[1][0]
    x, y = pair.left + (span.left + span.right) // 2, pair.top(1) + pair.high + pair.high // 2
    page.click(pair, x, y)
    page.until(lambda: page.scene.pair.columns[0].caption[0].endswith("b1-e1"))
    page.do("key", "Escape")
    page.until(lambda: page.scene.pair.columns[0].caption[0].endswith("b1-b3"))


def test_a_mistake_is_shown_in_red_and_mended(page, mine):
    mine.write_text("def choose(position, seconds, counts):\n    return 1 / 0\n", "utf-8")
    compare(page)
    pair = page.window.pair.card.pair
    (note,) = texts(pair)
    assert "line 2" in note and "division by zero" in note
    (item,) = pair.find_all()
    assert pair.itemcget(item, "fill") == page.window.look.palette.bad
    mine.write_text(MENDED, "utf-8")
    compare(page)
    page.until(lambda: page.scene.summary == ("no difference",))


def test_a_file_that_hangs_is_stopped_at_once(page, mine):
    mine.write_text(HANGS, "utf-8")
    page.press("pair")
    page.until(lambda: page.state.job is not None)
    page.until(lambda: str(page.window.buttons.by_name["pair"]["text"]) == words.STOP)
    page.press("pair")
    page.until(lambda: page.state.job is None)
    assert page.scene.status == pair_words.COMPARISON_STOPPED
    mine.write_text(MENDED, "utf-8")
    compare(page)
    page.until(lambda: page.scene.summary == ("no difference",))


def test_a_known_mistake_and_figure_2_run_on_one_clock_with_the_mouse_and_keys(hands):  # noqa: F811
    hands.do("key", "ctrl+4")
    hands.until(lambda: hands.scene.page == "pair")
    hands.settle()
    hands.click(hands.window.fields.by_key["file"].widget)
    hands.do("key", "--delay", 50, "ctrl+Home", "Down", "Return")
    hands.until(lambda: hands.state.values["file"] == "mistake:strict comparison")
    compare(hands)
    both, apart = hands.window.pair, hands.state.pair.apart
    hands.until(lambda: "here they differ first" in both.reason.text["text"])
    assert hands.scene.pair.moment == apart
    assert pair_words.THE_MISTAKE in written(both.reason.reason)
    hands.press("pair-first")
    hands.until(lambda: hands.state.pair_moment == 1)
    hands.until(lambda: written(both.reason.reason).startswith(pair_words.BOTH))
    both.card.pair.focus_set()
    hands.do("key", "space")
    hands.until(lambda: hands.state.pair_moment == 2)
    hands.state.values["speed"] = "10000"
    hands.press("pair-play")
    hands.until(lambda: hands.state.pair_moment is None and not hands.state.playing)
    hands.press("pair-play")
    hands.until(lambda: hands.state.pair_moment == hands.state.pair.end)
    hands.until(lambda: "It has ended with" in written(both.reason.reason))
    hands.click(both.reason.slider, both.reason.slider.winfo_width() // 2, 8)
    hands.until(lambda: 1 < hands.state.pair_moment < hands.state.pair.end)
    hands.do("key", "Escape")
    hands.until(lambda: hands.state.pair_moment is None)


def test_a_small_window_has_low_rows_sentences_and_three_lines_of_each_source(page):
    compare(page)
    page.window.geometry("800x600")
    both = page.window.pair
    for theme in ("contrast", "dark", "light"):
        page.window.look.change(theme, 10)
        page.until(lambda: both._brief and both.card.pair.high == page.window.look.px(LOW))
        page.settle()
        is_brief(both)


def is_brief(both):
    assert "b1-b3" not in texts(both.card.pair) and "Figure 2" in texts(both.card.pair)
    assert not any(column.winfo_viewable() for column in both.columns)
    assert [len(written(card.code).splitlines()) for card in both.codes] == [3, 3]
    assert both.codes[0].winfo_y() < both.codes[1].winfo_y()
    reason = both.reason.reason.text
    assert reason.dlineinfo("end-1c") is not None, "the last sentence is visible"
    lower = both.codes[1]
    assert lower.winfo_y() + lower.winfo_height() <= both.winfo_height()


def test_the_figures_are_those_of_the_sample(page):
    compare(page)
    both = page.state.pair
    difference = both.known.difference
    assert (difference.leaf, difference.v, difference.alpha, difference.beta) == (139, 0, 0, 18.75)
    assert both.known.leaves == 1219 and both.known.figure_leaves == 669
    assert both.mine.tree.value() == both.known.value == both.figure.tree.value() == 0


def test_the_check_window_opens_the_step_of_a_finding(playing):  # noqa: F811
    play = playing("strong:depth=1")
    controller = play.controller
    controller.run(OpenTool("checking", opening()))
    checking = controller.tools["checking"]
    row = next(row for row in CHECKS if row.name == "statistics")
    figures = {"position": position_text(LOA, LOA.start), "depth": 3, "secret": "5f3a9c"}
    checking.state.path, checking.state.game = SAMPLE, "loa5"
    checking.state.lines = [row.line(failed("you looked at a3xc1", **figures))]
    checking.show()
    table = checking.view.table.text
    play.wait(lambda: table.winfo_viewable() and table.bbox("link.first"))
    x, y, _, high = table.bbox("link.first")
    table.event_generate("<Enter>", x=x + 2, y=y + high // 2)
    table.event_generate("<Motion>", x=x + 2, y=y + high // 2)
    table.event_generate("<Button-1>", x=x + 2, y=y + high // 2)
    play.wait(lambda: "explorer" in controller.tools)
    explorer = controller.tools["explorer"]
    play.wait(lambda: explorer.state.pair is not None)
    assert explorer.state.values["page"] == "pair" and explorer.state.pair_file == str(SAMPLE)
    assert explorer.view.fields.by_key["given"].widget.get() == "secret 5f3a…"
    assert explorer.state.pair.known.difference is not None
    assert explorer.state.board == (controller.state.game, controller.state.match.state)
    assert Path(explorer.state.pair_file).name in explorer.view.pair.codes[0]._title["text"]

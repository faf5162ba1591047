"""The log pane: the text is what was logged, whatever the width; it follows its end."""

from dataclasses import replace

import pytest

from loa_tk.scenes.main import LogEntry, LogRow
from loa_tk.view.kit.application import adapt_events
from loa_tk.view.kit.theme import Look
from loa_tk.view.main import log_page
from loa_tk.view.main.study_card import StudyCard
from viewing import TEXT_SIZES, entry, settle, turn_wheel


@pytest.fixture
def card(root):
    root.geometry("330x400+0+0")
    said = []
    card = StudyCard(root, Look(root), said.append, print)
    card.said = said
    card.pack(fill="both", expand=True)
    settle(root)
    return card


EXPECTED = """4. White e2-d3\tWhite −18  1.0 s
(1) Maximum depth reached\t7
(2) Nodes generated\t507,928
(3) EVAL calls in MAX-VALUE\t41,941
(4) EVAL calls in MIN-VALUE\t246,688
(5) Prunings in MAX-VALUE\t21,105
(6) Prunings in MIN-VALUE\t42,217
Proved: black wins in 1 ply

depth\tvalue\tnodes\ttime\tline
    1\t−18\t5\t0.17\te2-d3
    2\t−18\t25\t0.17\te2-d3 a4-c4
    3\t−18\t125\t0.17\te2-d3 a4-c4 e4xc4
    4\t−18\t625\t0.17\te2-d3 a4-c4 e4xc4 c1xc4
    5\t−18\t3,125\t0.17\te2-d3 a4-c4 e4xc4 c1xc4 d3-e2"""


def test_the_text_is_what_was_logged(card):
    card.log.add(entry(proof="Proved: black wins in 1 ply"))
    assert card.log.text.get("1.0", "end-1c") == EXPECTED
    card.log.add(LogEntry(head="The worker was restarted.", bad=True))
    card.log.add(LogEntry(head="Game 2"))
    assert card.log.text.get("1.0", "end-1c") == EXPECTED + "\nThe worker was restarted.\nGame 2"
    card.log.clear()
    assert card.log.text.get("1.0", "end-1c") == ""
    card.log.add(LogEntry(head="Game 3"))
    assert card.log.text.get("1.0", "end-1c") == "Game 3"


@pytest.mark.parametrize("size", TEXT_SIZES)
@pytest.mark.parametrize("height", (150, 400))
def test_an_empty_log_says_what_will_be_there_and_where_the_rules_are(root, card, size, height):
    root.geometry(f"284x{height}")
    card.log._look.change("light", size)
    settle(root)
    empty = card.log.empty
    note = empty._note
    assert empty.winfo_ismapped() and "will appear here" in note["text"] and "F1" in note["text"]
    assert note.winfo_y() + note.winfo_reqheight() <= empty.winfo_height()
    assert note.winfo_x() + note.winfo_reqwidth() <= empty.winfo_width()
    empty.rules.invoke()
    assert card.said == ["rules"] and card.log.text.get("1.0", "end-1c") == ""
    card.log.add(entry())
    settle(root)
    assert not empty.winfo_ismapped()
    card.log.clear()
    settle(root)
    assert empty.winfo_ismapped()
    card._turn_to("moves")
    settle(root)
    assert not empty.winfo_ismapped()


def test_errors_notes_and_proofs_look_different(card):
    card.log.add(replace(entry(proof="Proved: a draw"), blunder="Not the best"))
    card.log.add(LogEntry(head="An error", bad=True))
    card.log.add(LogEntry(head="A note"))
    text = card.log.text
    found = {
        words: text.tag_names(text.search(words, "1.0"))[0]
        for words in ("4. White", "Proved", "Not the best", "An error", "A note")
    }
    assert list(found.values()) == ["head", "proved", "blunder", "bad", "note"]


def test_explore_stands_beside_the_player(root, card):
    """In a line of its own it pushed the table of the depths out of a low window."""
    root.geometry("284x230")
    settle(root)
    card.log.add(replace(entry(), by="strong · full · depth 4", key="1"))
    settle(root)
    text = card.log.text
    assert card.log.text.get("1.0", "end-1c").splitlines()[1] == "strong · full · depth 4\tExplore"
    x, y, width, height = text.dlineinfo("2.0")[:4]
    assert text.bbox("2.end -1c")[1] < y + height and x + width <= text.winfo_width()
    assert text.dlineinfo(text.search("depth", "3.0")) is not None  # the head of the table
    link, by = (text.tag_cget(tag, "foreground") for tag in ("link", "by"))
    assert link != by and text.tag_names("2.end -1c").index("link") == 1  # it has the last word


def displayed(text):
    """Return the text that the user sees, without the hidden parts."""
    return text.tk.call(text._w, "get", "-displaychars", "1.0", "end-1c")


@pytest.mark.parametrize("size", TEXT_SIZES)
@pytest.mark.parametrize("width", (284, 330, 520))
def test_no_line_is_cut_off(root, card, size, width):
    card.log._look.change("light", size)
    root.geometry(f"{width}x700")
    settle(root)
    card.log.add(entry(proof="Proved: black wins in 1 ply"))
    settle(root)
    text = card.log.text
    inner = text.winfo_width()
    for line in range(1, 16):
        place = text.dlineinfo(f"{line}.0")
        if place is not None:
            assert place[0] + place[2] <= inner, text.get(f"{line}.0", f"{line}.end")
    assert card.log.text.get("1.0", "end-1c") == EXPECTED


def test_a_narrow_table_hides_whole_moves_and_copies_them_all(root, card):
    card.log.add(entry())
    settle(root)
    last = displayed(card.log.text).splitlines()[-1]
    moves = last.split("\t")[-1].split(" ")
    assert 1 <= len(moves) < 5
    assert all(len(move) == 5 for move in moves)
    root.geometry("700x400")
    settle(root)
    assert displayed(card.log.text).splitlines()[-1].endswith("e2-d3 a4-c4 e4xc4 c1xc4 d3-e2")


def test_the_smallest_column_has_the_line_and_keeps_the_font_of_its_statistics(root, card):
    root.geometry("284x700")
    settle(root)
    long = replace(
        entry(),
        statistics=tuple((name, "1,246,688") for name, _ in entry().statistics),
        rows=tuple(
            replace(row, nodes="1,246,688", value="no loss", time="0.17 s") for row in entry().rows
        ),
    )
    card.log.add(long)
    settle(root)
    text = card.log.text
    seen = displayed(text)
    assert seen.splitlines()[-1].split("\t")[-1] == "e2-d3"
    assert str(text.tag_cget("stat", "font")) == str(text["font"])
    assert "(4) EVAL in MIN-VALUE" in seen
    assert "(4) EVAL calls in MIN-VALUE\t1,246,688" in card.log.text.get("1.0", "end-1c")


def test_a_log_that_is_a_little_too_narrow_has_a_smaller_font_in_all_its_lines(root, card):
    """On a screen of 100 dots per inch the font is a pixel wider than on one of 96."""
    card.log.add(entry())
    settle(root)
    text, fonts = card.log.text, card.log._look.fonts
    mono, small = (log_page.FEW * fonts[name].measure("0") for name in ("mono", "mono_small"))
    if mono == small:
        pytest.skip("the two fonts are equally wide on this screen")
    beside = 330 - text.winfo_width() + 2 * 2 + 1
    for room, name in ((mono, "mono"), (mono - 1, "mono_small"), (small, "mono_small")):
        root.geometry(f"{room + beside}x400")
        settle(root)
        assert str(text["font"]) == str(text.tag_cget("stat", "font")) == str(fonts[name])
        assert str(text.tag_cget("head", "font")) == str(fonts[f"{name}_bold"])


def test_the_usual_column_has_two_moves_of_a_line(root, card):
    card.log.add(replace(entry(), rows=tuple(
        replace(row, nodes="422,741", time="0.17 s") for row in entry().rows)))  # fmt: skip
    settle(root)
    assert displayed(card.log.text).splitlines()[-1].split("\t")[-1] == "e2-d3 a4-c4"


def test_all_can_be_selected_and_copied_with_the_keyboard(root, card):
    card.log.add(entry())
    text = card.log.text
    adapt_events(root, "x11")
    text.focus_force()
    settle(root)
    text.event_generate("<Control-Key-a>")
    text.event_generate("<<Copy>>")
    assert root.clipboard_get().rstrip("\n") == text.get("1.0", "end-1c")


def test_the_log_cannot_be_edited(root, card):
    card.log.add(entry())
    before = card.log.text.get("1.0", "end-1c")
    card.log.text.focus_force()
    settle(root)
    for key in ("x", "BackSpace", "Return"):
        card.log.text.event_generate(f"<Key-{key}>")
    assert card.log.text.get("1.0", "end-1c") == before


def test_a_search_says_what_searched_and_a_game_has_a_heading(card):
    card.log.add(
        LogEntry(head="Lines of Action 5×5, 2026-01-02 03:04", by="Black: You", title=True)
    )
    card.log.add(LogEntry(head="1. Black c1-c3", facts="You"))
    card.log.add(replace(entry(), by="strong · full · depth 4"))
    lines = card.log.text.get("1.0", "end-1c").splitlines()
    assert lines[:3] == [
        "Lines of Action 5×5, 2026-01-02 03:04", "Black: You", "1. Black c1-c3\tYou",
    ]  # fmt: skip
    assert lines[3:5] == [EXPECTED.splitlines()[0], "strong · full · depth 4"]
    tags = [card.log.text.tag_names(f"{line}.0")[0] for line in (1, 2, 3, 4, 5)]
    assert tags == ["title", "by", "note", "head", "by"]


@pytest.mark.parametrize("size", TEXT_SIZES)
def test_a_heading_fits_its_line_and_loses_its_time_first(root, card, size):
    root.geometry("330x400")
    card.log._look.change("light", size)
    card.log.add(replace(entry(), head="14. White e2xd3", facts="White −18  16 ms"))
    settle(root)
    text = card.log.text
    assert text.count("1.0", "1.0 lineend", "displaylines") is None
    assert text.get("1.0", "1.0 lineend") == "14. White e2xd3\tWhite −18  16 ms"
    root.geometry("900x400")
    settle(root)
    assert not text.tk.getboolean(text.tag_cget("elapsed", "elide"))


def test_a_long_entry_is_shown_from_its_head(root, card):
    root.geometry("330x200")
    settle(root)
    for number in range(3):
        card.log.add(entry(number))
        settle(root)
        assert card.log.text.index("@0,0 linestart") == card.log.text.index("head")
    root.geometry("330x190")  # and it stays there
    settle(root)
    assert card.log.text.index("@0,0 linestart") == card.log.text.index("head")
    card.log.add(LogEntry(head="A note"))
    settle(root)
    assert end_is_seen(card.log.text)


def end_is_seen(text):
    """Return whether the whole last line is visible."""
    place = text.dlineinfo("end-1c")
    return place is not None and place[1] + place[3] <= text.winfo_height()


def test_the_end_stays_in_sight_unless_the_user_scrolled_away(root, card):
    text = card.log.text
    for number in range(4):
        card.log.add(entry(number))
        settle(root)
        assert end_is_seen(text)
    root.geometry("330x300")
    settle(root)
    assert end_is_seen(text)
    turn_wheel(text, 1, 20, 20)
    settle(root)
    scrolled = text.index("@0,0")
    assert not end_is_seen(text)
    card.log.add(entry(5))
    settle(root)
    assert text.index("@0,0") == scrolled
    card.log._scroll("moveto", "1.0")
    card.log.add(entry(6))
    settle(root)
    assert end_is_seen(text)


def test_reading_on_in_an_entry_taller_than_the_log_is_not_scrolling_away(root, card):
    root.geometry("330x200")
    text = card.log.text
    for number in range(2):
        card.log.add(entry(number))
    settle(root)
    turn_wheel(text, -1, 20, 20)
    settle(root)
    assert not end_is_seen(text) and text.compare("@0,0", ">", "head")
    card.log.add(LogEntry(head="A note"))
    settle(root)
    assert end_is_seen(text)


def asked(depth):
    """Return a row of the prover, which is folded."""
    row = LogRow(depth=f"≤{depth}", value="no win", nodes="7", time="1 ms", line=())
    return replace(row, aside=True)


@pytest.mark.parametrize("gesture", ["<Control_L>", "<B1-Motion>", "<Button-1>"])
def test_a_gesture_that_scrolls_nothing_does_not_stop_the_log(root, card, gesture):
    text = card.log.text
    for number in range(3):
        card.log.add(entry(number))
    card.log.add(replace(entry(), rows=(*entry().rows, *map(asked, range(1, 30)))))
    text.focus_force()
    settle(root)
    text.event_generate("<space>")  # opens the rows of the prover, which hide the end
    settle(root)
    assert not end_is_seen(text)
    at = {} if "Control" in gesture else {"x": 30, "y": 30}
    text.event_generate(gesture, **at)
    settle(root)
    card.log.add(LogEntry(head="A note"))
    settle(root)
    assert end_is_seen(text)


def test_the_end_is_followed_again_in_a_new_game_and_in_an_emptied_log(root, card):
    def scroll_away():
        for number in range(4):
            card.log.add(entry(number))
        settle(root)
        turn_wheel(card.log.text, 1, 20, 20)
        settle(root)
        assert not end_is_seen(card.log.text)

    scroll_away()
    card.log.add(LogEntry(head="Another game", title=True))
    settle(root)
    assert end_is_seen(card.log.text)
    scroll_away()
    card.log.clear()
    for number in range(4):
        card.log.add(entry(number))
    settle(root)
    assert end_is_seen(card.log.text)


def test_an_entry_logged_before_the_window_is_shown_is_at_its_end(root):
    root.withdraw()
    card = StudyCard(root, Look(root), print, print)
    card.pack(fill="both", expand=True)
    for number in range(5):
        card.log.add(entry(number))
    root.geometry("330x400")
    root.deiconify()
    settle(root)
    assert end_is_seen(card.log.text)


def test_the_oldest_entries_are_dropped(card, monkeypatch):
    monkeypatch.setattr(log_page, "MOST", 3)
    for number in range(5):
        card.log.add(entry(number))
        card.log.add(LogEntry(head=f"note {number}"))
    lines = card.log.text.get("1.0", "end-1c").splitlines()
    assert [line for line in lines if "White" in line or "note" in line] == [
        "note 3", "4. White e2-d3\tWhite −18  1.0 s", "note 4",
    ]  # fmt: skip


def test_entries_that_are_dropped_leave_nothing_behind(root, card, monkeypatch):
    monkeypatch.setattr(log_page, "MOST", 3)

    def kept():
        return len(card.log.text.tag_names()), len(root.tk.splitlist(root.tk.eval("info commands")))

    for number in range(10):
        card.log.add(replace(entry(), key=str(number)))
        if number == 3:
            before = kept()
    assert kept() == before


def test_buttons(card):
    for button in card._actions["log"].winfo_children():
        button.invoke()
    assert card.said == ["log-copy", "log-save", "log-clear"]


def test_the_prover_s_rows_are_folded_into_one_line_that_can_be_opened(root, card):
    rows = entry().rows
    card.log.add(replace(entry(), rows=(rows[0], asked(1), asked(2), *rows[1:], asked(3))))
    text = card.log.text
    settle(root)

    def seen():
        shown = text.tk.call(text._w, "get", "-displaychars", "1.0", "end-1c")
        return [line.split("\t")[0].strip() for line in shown.splitlines()]

    closed = seen()
    assert closed[-1] == "▸ prover to ≤3: no (3 questions)" and closed[-2] == "5"
    assert "≤1" not in closed
    assert "≤2\tno win" in text.get("1.0", "end-1c")  # it is there to be copied
    fold = text.tag_ranges("fold")[0]
    text.see(fold)
    settle(root)
    x, y, *_ = text.bbox(f"{fold} +3c")
    for sequence in ("<Enter>", "<Motion>", "<Button-1>", "<ButtonRelease-1>"):
        text.event_generate(sequence, x=x + 1, y=y + 1)
    settle(root)
    assert seen()[-4:] == ["▾ prover to ≤3: no (3 questions)", "≤1", "≤2", "≤3"]
    text.focus_force()
    settle(root)
    text.event_generate("<space>")  # the keyboard does the same
    settle(root)
    assert seen() == closed
    card.log.clear()
    assert not [tag for tag in text.tag_names() if tag.startswith(("folded", "opens"))]

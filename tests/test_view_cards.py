"""The players' and the thinking card: texts that fit, a size that does not change."""

from dataclasses import replace

import pytest

from loa_tk.view.kit.theme import Look
from loa_tk.view.kit.tool_widgets import ProgressHead
from loa_tk.view.kit.widgets import LEAST, WIDEST
from loa_tk.view.main.cards import SHORT_BELOW, PlayersCard, ThinkingCard, whole_moves
from loa_tk.words import main as words
from viewing import IDLE, LIVE, PLAYERS, TEXT_SIZES, family, settle, settle_drawings


@pytest.fixture
def look(root):
    return Look(root)


def texts(card):
    return [
        str(w["text"]) for w in family(card)
        if "text" in w.keys() and w["text"] and w.winfo_ismapped()  # noqa: SIM118
    ]  # fmt: skip


def shown(root, card, scene, width):
    root.geometry(f"{width}x400")
    card.pack(fill="x")
    settle(root)
    card.show(scene, width)
    settle(root)
    return card


def overflowing(card, width):
    """Return the widgets that got less room than they need or lie beyond the card."""
    left, right = card.winfo_rootx(), card.winfo_rootx() + width
    return [
        w for w in family(card)
        if w is not card and w.winfo_ismapped() and (
            w.winfo_width() < w.winfo_reqwidth() or w.winfo_height() < w.winfo_reqheight()
            or w.winfo_rootx() < left or w.winfo_rootx() + w.winfo_width() > right)
    ]  # fmt: skip


def test_the_players_card_shows_everything_when_it_is_wide(root, look):
    card = shown(root, PlayersCard(root, look), PLAYERS, 520)
    assert sorted(texts(card)) == sorted(
        ["Move 5", "groups", "taken", "Computer", "White · Normal · depth 7 · 1 s", "3", "0",
         "You", "Black · plays first", "● to move", "3", "1"]
    )  # fmt: skip


def test_a_proof_is_announced_in_the_thinking_card_and_changes_nothing_else(root, look):
    texts_of = ("Proved: Black wins in 11 plies", "Proved: Black wins in 11", "Black wins in 11")
    card = ThinkingCard(root, look, print)
    for width in (LEAST, 330, WIDEST):
        heights = []
        for proof in ((), texts_of):
            shown(root, card, replace(IDLE, proof=proof), width)
            heights.append(card.winfo_height())
            assert not overflowing(card, width)
        assert heights[0] == heights[1] and set(texts_of) & set(texts(card))
    assert texts_of[0] in texts(card)


@pytest.mark.parametrize("value", ("loss 10", "win ≤51", "−990 k"))
@pytest.mark.parametrize("size", TEXT_SIZES)
def test_the_longest_values_fit_the_narrowest_card(root, look, value, size):
    look.change("light", size)
    figures = tuple(
        ("for White", value, value) if caption == "value" else (caption, long, short)
        for caption, long, short in IDLE.figures
    )
    card = shown(root, ThinkingCard(root, look, print), replace(IDLE, figures=figures), LEAST)
    assert not overflowing(card, LEAST) and value in texts(card)


def test_details_get_shorter_when_the_card_gets_narrower(root, look):
    card, details, ranks = PlayersCard(root, look), PLAYERS.rows[0].details, []
    for width in range(WIDEST, LEAST - 1, -20):
        shown(root, card, PLAYERS, width)
        assert not overflowing(card, width)
        (rank,) = (details.index(text) for text in texts(card) if text in details)
        ranks.append(rank)
    assert ranks[0] == 0 and ranks == sorted(ranks)
    assert ranks[-1] > 0  # the whole text does not fit into the narrowest column


@pytest.mark.parametrize("width", (284, 330, 520))
@pytest.mark.parametrize("size", TEXT_SIZES)
def test_nothing_overflows_a_card(root, look, width, size):
    look.change("light", size)
    for card, scene in (
        (PlayersCard(root, look), PLAYERS),
        (ThinkingCard(root, look, print), IDLE),
        (ThinkingCard(root, look, print), LIVE),
    ):
        shown(root, card, scene, width)
        assert not overflowing(card, width)
        card.destroy()


def test_the_figures_follow_the_captions(root, look):
    card = shown(root, PlayersCard(root, look), PLAYERS, 520)
    fewer = replace(
        PLAYERS,
        captions=("taken",),
        rows=tuple(replace(row, figures=row.figures[1:]) for row in PLAYERS.rows),
    )
    shown(root, card, fewer, 520)
    assert "groups" not in texts(card)
    assert [text for text in texts(card) if text.isdigit()] == ["0", "1"]


def test_the_last_figures_are_left_out_and_told_to_a_mouse_that_rests(root, look):
    look.change("light", 14)
    card, seen = PlayersCard(root, look), []
    for width in range(WIDEST, 150, -10):
        shown(root, card, PLAYERS, width)
        captions = [caption for caption in PLAYERS.captions if caption in texts(card)]
        seen.append(len(captions))
        assert captions == list(PLAYERS.captions[: len(captions)])
        for player, row in zip(PLAYERS.rows, card._rows, strict=True):
            pairs = list(zip(PLAYERS.captions, player.figures, strict=True))
            assert row.note.text() == "\n".join(map(": ".join, pairs[len(captions) :]))
    assert seen == sorted(seen, reverse=True) and {0, 1, 2} == set(seen)


def test_a_brief_thinking_card_tells_the_other_figures_to_a_mouse_that_rests(root, look):
    look.change("light", 14)
    card = ThinkingCard(root, look, print)
    shown(root, card, LIVE, LEAST)
    assert card.note.text() == ""
    card.show(LIVE, LEAST, brief=True)
    settle(root)
    (_, depth, _), (_, value, _), *left = LIVE.figures
    assert depth in texts(card) and value in texts(card)
    assert card.note.text() == "\n".join(f"{caption}: {exact}" for caption, exact, _ in left)


@pytest.mark.parametrize("theme", ("light", "contrast"))
@pytest.mark.parametrize("size", TEXT_SIZES)
def test_nothing_jumps_when_thinking_starts(root, look, theme, size):
    look.change(theme, size)
    card = shown(root, ThinkingCard(root, look, print), IDLE, 330)
    idle = card.winfo_reqheight()
    for scene in (
        LIVE,
        replace(LIVE, figures=tuple((c, "1", "1") for c, _, _ in LIVE.figures)),
        replace(LIVE, line=()),
        replace(LIVE, figures=(*LIVE.figures[:2], ("nodes", "123,456,789", "123.5 M"),
                               LIVE.figures[3])),
    ):  # fmt: skip
        shown(root, card, scene, 330)
        assert card.winfo_reqheight() == idle


def test_move_now_is_only_possible_during_a_search(root, look):
    said = []
    card = shown(root, ThinkingCard(root, look, said.append), IDLE, 330)
    card._button.invoke()
    assert said == []
    shown(root, card, LIVE, 330)
    card._button.invoke()
    assert said == ["move-now"]


def test_the_bar_shows_progress_and_a_finished_search(root, look):
    card = shown(root, ThinkingCard(root, look, print), LIVE, 330)
    assert str(card._bar["style"]).startswith("Live")
    assert float(card._bar["value"]) == pytest.approx(62)
    shown(root, card, replace(LIVE, progress=1.0), 330)
    assert float(card._bar["value"]) < 100  # a ttk bar at its maximum looks empty
    shown(root, card, IDLE, 330)
    assert str(card._bar["style"]).startswith("Idle")
    shown(root, card, replace(IDLE, progress=0.0), 330)
    assert str(card._bar["style"]).startswith("Empty")


def test_nodes_are_rounded_in_a_narrow_card(root, look):
    card = shown(root, ThinkingCard(root, look, print), IDLE, WIDEST)
    assert "507,928" in texts(card)
    shown(root, card, IDLE, look.px(SHORT_BELOW) - 1)
    assert "508 k" in texts(card) and "507,928" not in texts(card)


def test_a_bound_stands_clear_of_the_nodes(root, look):
    """The card of the book's first move on 6×6 read "win ≤51 1"."""
    solved = [
        text.format(winner="Black", plies="51 plies", number=51)
        for text in words.PROVED_WIN["book"]
    ]
    figures = (("depth", "51", "51"), ("value", "win ≤51", "win"), ("nodes", "1", "1"),
               ("positions/s", "13", "13"))  # fmt: skip
    scene = replace(IDLE, figures=figures, proof=tuple(solved), line=("b1-b3",))
    for width, value in ((330, "win ≤51"), (LEAST, "win")):
        card = shown(root, ThinkingCard(root, look, print), scene, width)
        boxes = [figure for _, figure in card._figures]
        ends = [figure.winfo_x() + figure.winfo_width() for figure in boxes]
        assert str(boxes[1]["text"]) == value
        assert all(look.s <= b.winfo_x() - end for b, end in zip(boxes[1:], ends, strict=False))
        assert width < 330 or "Solved: Black wins within 51 plies" in texts(card)
        card.destroy()


def test_the_figures_stand_in_one_row_unless_large_text_needs_two(root, look):
    rows = {}
    for size in TEXT_SIZES:
        look.change("light", size)
        card = shown(root, ThinkingCard(root, look, print), IDLE, LEAST)
        rows[size] = len({figure.winfo_y() for _, figure in card._figures})
        card.destroy()
    assert (rows[9], rows[10], rows[14]) == (1, 1, 2)


def test_a_line_loses_whole_moves(look):
    line = ("e2-d3", "a4xc4xe2", "e4xc4")
    measure = look.fonts["mono"].measure
    assert whole_moves(line, look, measure("e2-d3 a4xc4xe2 e4xc4")) == "e2-d3 a4xc4xe2 e4xc4"
    assert whole_moves(line, look, measure("e2-d3 a4xc4xe2 e4xc4") - 1) == "e2-d3 a4xc4xe2"
    assert whole_moves(line, look, measure("e2-d3 a4xc4xe")) == "e2-d3"
    assert whole_moves(line, look, 3) == ""


def test_a_text_that_does_not_fit_is_cut_short(look):
    measure = look.fonts["body"].measure
    assert look.fit("body", ("long text", "short"), measure("short")) == "short"
    cut = look.fit("body", ("a very long text",), measure("a very long"))
    assert cut.endswith("…") and measure(cut) <= measure("a very long")
    assert look.fit("body", ("text",), 0) == ""


def test_the_head_of_long_work(root):
    root.geometry("420x100")
    head = ProgressHead(root, Look(root))
    for share, live, kind in (
        (0.0, False, "Empty"), (0.0, True, "Live"), (0.4, True, "Live"), (0.4, False, "Live"),
        (1.0, False, "Idle"),
    ):  # fmt: skip
        head.show(("a long title", "title"), ("5 of 10 · 1:02 left", "5 of 10"), share, live)
        assert str(head.bar["style"]).startswith(kind)
        assert float(head.bar["value"]) == pytest.approx(100 * share, abs=0.02)
    assert float(head.bar["value"]) < 100  # a full ttk bar is drawn empty
    seen = set()
    for room in range(400, 60, -5):  # the clock keeps its place beside the title
        head.place(x=0, y=0, width=room)
        settle(root)
        title, clock = str(head.title["text"]), str(head.clock["text"])
        seen.add((title, clock))
        fonts = head._look.fonts
        assert fonts["bold"].measure(title) + fonts["small"].measure(clock) <= room
    assert {("a long title", "5 of 10 · 1:02 left"), ("title", "5 of 10")} <= seen


def test_a_mouse_that_rests_on_a_figure_is_told_what_it_means(root, look):
    helps = ("about the depth", "about the value", "", "")
    card = shown(root, ThinkingCard(root, look, print), replace(IDLE, helps=helps), LEAST)
    caption, figure = card._figures[1]
    figure.event_generate("<Enter>")
    note = card.notes[1]
    settle_drawings(root)
    (label,) = note.note.winfo_children()
    assert label.cget("text") == "about the value" and note.note.winfo_viewable()
    figure.event_generate("<Leave>")
    assert note.note is None
    card._figures[2][1].event_generate("<Enter>")
    caption.event_generate("<Enter>")
    settle_drawings(root)
    assert card.notes[2].note is None  # there is nothing to say
    root.update()
    caption.event_generate("<ButtonPress-1>")
    assert note.note is None

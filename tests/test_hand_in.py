"""File > Hand in…: one page and one record, which confirms the counts that the page shows."""

import re
from html.parser import HTMLParser

import pytest

from loa_tk.cli.parser import main
from loa_tk.control.game.helped import counted, hand_up
from loa_tk.model.commandline import quote
from loa_tk.model.records.values import BACK
from loa_tk.scenes.board import CLICK, BoardGesture
from loa_tk.words import confirm as words
from test_controller import Desk, play_to_the_end, restarted


class Page(HTMLParser):
    """Collects the texts of a page by their tags, and refuses tags that nothing closes."""

    ALONE = ("meta", "br", "rect", "circle", "path", "polyline")

    def __init__(self, text):
        super().__init__()
        self.open, self.texts, self.rows = [], [], []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag, attributes):
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
        if tag not in self.ALONE:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in self.ALONE:
            assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)
        if self.open and self.open[-1] in ("td", "th"):
            self.rows[-1][-1] += data


@pytest.fixture
def desk(tmp_path):
    desk = Desk(tmp_path / "home", level="easy")
    desk.move("c1", "c3")
    desk.reply()
    desk.controller.command("undo")
    desk.move("b1", "b3")
    desk.reply()
    return desk


def hand_in(desk, folder, name="ann &lt;lee.html"):
    desk.view.save_name = str(folder / name)
    desk.controller.command("hand-in")
    return folder / name


def test_the_page_has_the_game_the_players_the_statistics_and_the_command(desk, tmp_path):
    path = hand_in(desk, tmp_path)
    assert desk.scene.status.startswith("Written: ann &lt;lee.html")
    text = path.read_text("utf-8")
    page = Page(text)
    assert "ann &lt;lee: Lines of Action 5×5" in page.texts and "http" not in text.replace(
        "http://www.w3.org/2000/svg", ""
    )
    report = desk.match.node.report
    head, person, row = page.rows
    assert head[:5] == ["move", "search", "value", "depth", "time"] and len(head) == 11
    assert person == ["1. Black b1-b3", words.NO_SEARCH]
    assert row[0].startswith("1. White ") and row[6] == f"{report.statistics.nodes:,}"
    (white,) = {one for one in page.texts if one.startswith("White: Easy · strong")}
    assert white.endswith(f" · seed {desk.controller.session.seed}")
    assert "Black: ann &lt;lee" in page.texts
    assert f"loa replay --confirm {quote('ann &lt;lee.sgf')}" in page.texts
    assert text.count("<polyline") == 2 and "<svg" in text  # values, and White's nodes
    assert "1. White" in page.texts and "2. White" not in page.texts  # Black did not search
    assert any("Taken back: " in one for one in page.texts)  # the log


def test_the_record_confirms_its_counts_and_a_changed_count_is_found(desk, tmp_path, capsys):
    record = hand_in(desk, tmp_path).with_suffix(".sgf")
    assert main(["replay", "--confirm", str(record)]) == 0
    out = capsys.readouterr().out
    assert "2 searches: 2 confirmed" in out  # the one that was taken back, too
    nodes = desk.match.node.report.statistics.nodes
    text = record.read_text("utf-8")
    at = text.index(f",{nodes},")
    record.write_text(f"{text[:at]},{nodes + 1},{text[at + len(f',{nodes},') :]}", "utf-8")
    assert main(["replay", "--confirm", str(record)]) == 1
    assert "Nodes generated" in capsys.readouterr().out
    assert main(["replay", "--confirm", str(record.with_suffix(".html"))]) == 2
    assert str(record) in capsys.readouterr().err  # where to look


def test_nothing_is_handed_in_before_the_first_move(tmp_path):
    desk = Desk(tmp_path / "home")
    hand_in(desk, tmp_path)
    assert desk.scene.status == words.NO_MOVES and not list(tmp_path.glob("*.html"))


def test_a_record_of_the_same_name_is_replaced_only_on_request(desk, tmp_path):
    other = tmp_path / "work.sgf"
    other.write_text("mine")
    hand_in(desk, tmp_path, "work.html")
    assert other.read_text() == "mine" and not (tmp_path / "work.html").exists()
    ((text, button, done),) = desk.view.questions
    assert "work.sgf" in text and button == words.REPLACE_BUTTON
    done()
    assert other.read_text("utf-8").startswith("(;FF[4]") and (tmp_path / "work.html").exists()


def test_a_file_that_cannot_be_written_is_reported(desk, tmp_path):
    hand_in(desk, tmp_path / "nowhere", "x.html")
    assert len(desk.view.errors) == 1 and "x.sgf" in desk.view.errors[0]


def test_a_game_of_two_humans_and_one_of_mcts_make_pages_too(tmp_path):
    desk = Desk(tmp_path / "home", side="both")
    desk.move("c1", "c3")
    page = Page(hand_in(desk, tmp_path, "two.html").read_text("utf-8"))
    assert page.rows[1] == ["1. Black c1-c3", words.NO_SEARCH] and "none" in page.texts
    sides = {"loa5": {"1": "mcts:playouts=20"}}
    desk = Desk(tmp_path / "other", sides=sides)
    desk.move("c1", "c3")
    desk.reply()
    page = Page(hand_in(desk, tmp_path, "mcts.html").read_text("utf-8"))
    assert any(head.endswith("Playouts") for head in page.rows[0])
    assert len(page.rows[0]) == len(page.rows[2])
    assert main(["replay", "--confirm", str(tmp_path / "mcts.sgf")]) == 0


def play_first(desk):
    """Play the first legal move."""
    game, state = desk.match.game, desk.match.state
    path = game.path(state, game.moves(state)[0])
    for square in (path[0], path[-1]):
        desk.controller.report(BoardGesture(CLICK, square))


def facts_of(page, head):
    """Return the texts of a page that begin with a head."""
    return [one for one in page.texts if one.startswith(head)]


def test_the_page_and_the_record_name_the_players_that_made_the_moves(tmp_path, capsys):
    desk = Desk(tmp_path / "home", level="easy")
    desk.move("c1", "c3")
    desk.reply()
    desk.controller.choose("level", "hard")  # for the next move that is asked for
    path = hand_in(desk, tmp_path)
    (white,) = facts_of(Page(path.read_text("utf-8")), "White: ")
    assert white.startswith("White: Easy · ") and "Hard" not in white and "blunder" in white
    assert f"seed {desk.controller.session.seed}" in white
    assert "PW[loa_tk easy]" in path.with_suffix(".sgf").read_text("utf-8")
    desk.controller.choose("level", "normal")
    play_first(desk)
    desk.reply()
    path = hand_in(desk, tmp_path, "both.html")
    (white,) = facts_of(Page(path.read_text("utf-8")), "White: ")
    assert white.startswith("White: Easy · ") and " (move 1), then Normal · " in white
    assert white.endswith(" (move 2)")
    record = path.with_suffix(".sgf")
    text = record.read_text("utf-8")
    assert "PW[loa_tk easy, loa_tk normal]" in text
    assert main(["replay", "--confirm", str(record)]) == 0
    record.write_text(text.replace("loa_tk easy, loa_tk normal", "loa_tk hard"), "utf-8")
    capsys.readouterr()
    assert main(["replay", "--confirm", str(record)]) == 1
    assert "names loa_tk hard as White" in capsys.readouterr().out


def test_the_card_of_a_finished_game_names_the_computer_that_has_played_it(tmp_path):
    desk = Desk(tmp_path, side="none", level="easy")
    play_to_the_end(desk)
    before = desk.scene.players.rows
    desk.controller.choose("level", "hard")
    assert desk.scene.players.rows == before and "Easy" in str(before)


def test_hints_and_moves_taken_back_survive_an_emptied_log(desk, tmp_path):
    desk.controller.command("hint")
    desk.reply()
    desk.controller.command("log-clear")
    desk.view.questions[-1][2]()
    desk.controller.command("undo")
    text = hand_in(desk, tmp_path).read_text("utf-8")
    assert "<dd>1 hint, 4 moves taken back</dd>" in text and words.LOG_GONE in text
    again = restarted(desk)
    text = hand_in(again, tmp_path, "again.html").read_text("utf-8")
    assert "<dd>1 hint, 4 moves taken back</dd>" in text
    again.controller.command("redo")
    text = hand_in(again, tmp_path, "third.html").read_text("utf-8")
    assert "<dd>1 hint, 2 moves taken back</dd>" in text
    record = (tmp_path / "third.sgf").read_text("utf-8")
    assert record.count("LTBACK[1]") == 2 and record.count("LTHINTS[1]") == 1


def test_a_game_without_help_says_so(tmp_path):
    desk = Desk(tmp_path / "home", level="easy")
    desk.move("c1", "c3")
    desk.reply()
    text = hand_in(desk, tmp_path).read_text("utf-8")
    assert "<dd>no hints, nothing taken back</dd>" in text
    assert words.LOG_PARTLY not in text and words.LOG_GONE not in text


def test_a_deleted_branch_leaves_its_counts(desk, tmp_path):
    node = desk.match.root
    assert counted(node)[BACK] == 2
    hand_up(node.children[0])
    node.children[0].cut()
    assert counted(node)[BACK] == 2


def test_a_record_that_names_a_computer_but_has_no_search_is_not_confirmed(tmp_path, capsys):
    record = tmp_path / "bare.sgf"
    for name, status in (("loa_tk hard", 1), ("Human", 0), ("Lee", 0)):
        record.write_text(f"(;GM[9]SZ[5]PB[Human]PW[{name}];B[c1-c3])", "utf-8")
        assert main(["replay", "--confirm", str(record)]) == status
        out = capsys.readouterr().out
        assert (f"the record names {name}, but has no search" in out) == bool(status)


def test_a_plot_of_one_search_shows_it(tmp_path):
    desk = Desk(tmp_path / "home", level="easy")
    desk.move("c1", "c3")
    desk.reply()
    text = hand_in(desk, tmp_path).read_text("utf-8")
    plot = text.partition(words.NODES_HEAD)[2]
    (points,) = re.findall(r'<polyline points="([^"]+)"', plot)
    (first, high), (last, same) = (point.split(",") for point in points.split())
    assert float(first) < float(last) and high == same
    ticks = plot.partition('class="ticks"')[2].partition("</div>")[0]
    assert ticks.count(words.MOVE_NUMBER.format(number=1)) == 1

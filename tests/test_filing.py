"""ToolRequest, saving, recent and kept games, without a screen."""

import os
import random
import time
from dataclasses import replace
from pathlib import Path

import pytest

from loa_tk.cli import parser
from loa_tk.control.effects import ShowMatch
from loa_tk.control.game.turns import play
from loa_tk.control.main.toolbox import put_on_board
from loa_tk.control.study.values import mark_value, node_value
from loa_tk.model.games import all_games, find_game
from loa_tk.model.match import Match
from loa_tk.model.notation import position_text, read_position
from loa_tk.model.records import Record
from loa_tk.store.games import save
from loa_tk.words import main as main_words
from loa_tk.words import review as words
from test_controller import Desk

LOA5 = find_game("loa5")
ONE = "(;FF[4]GM[9]SZ[5]PB[Ann]PW[Bob]DT[2001-02-03];B[c1-c3];W[a2-c2];B[b1-b3])"
OTHER = "(;FF[4]GM[9]SZ[6]PB[Cy]PW[Di]RE[W+Resign];B[b1-b3])"
GO = "(;FF[4]GM[1]SZ[19];B[dd])"
FINISHED = ("d5-d3", "e3-c1", "d1-b3", "a3-c5", "b5-e2", "a4-c4", "b3-c2")  # black wins
ILLEGAL = "(;FF[4]GM[9]SZ[5];B[c1-c3];W[a2-c2];B[b1-e5];W[a3-b3])"


@pytest.fixture
def desk(tmp_path):
    return Desk(tmp_path / "home")


def file(folder, content, name="game.sgf"):
    path = folder / name
    path.write_text(content, "utf-8")
    return str(path)


def opened(desk, path):
    desk.view.open_name = path
    desk.controller.command("open")


def test_open_shows_the_game_in_review(desk, tmp_path):
    opened(desk, file(tmp_path, ONE))
    assert desk.match.notation() == ["c1-c3", "a2-c2", "b1-b3"] and desk.scene.page == "moves"
    assert desk.scene.status == "game.sgf: 3 moves. The game is not finished."
    assert not desk.worker.busy  # white, the computer, is to move, but waits
    assert desk.controller.archive.games() == []  # a game that is only viewed is not kept
    desk.controller.command("first")
    assert desk.controller.archive.games() == []


def test_a_file_without_its_last_parenthesis_is_opened_and_told(desk, tmp_path):
    opened(desk, file(tmp_path, ONE.rstrip(")")))
    assert len(desk.match.notation()) == 3
    assert desk.scene.status.startswith("game.sgf: 3 moves. The game is not finished.")
    assert "its last parenthesis is missing" in desk.scene.status


def test_another_game_than_the_one_on_the_board(desk, tmp_path):
    opened(desk, file(tmp_path, OTHER))
    assert desk.scene.title == "game.sgf – Lines of Action 6×6"
    assert desk.match.notation() == ["b1-b3"] and "resign" in desk.scene.status


def test_save_as_and_open_again_with_branches_and_statistics(desk, tmp_path):
    desk.move("c1", "c3")
    report = desk.reply()
    desk.controller.command("undo")
    desk.move("b1", "b3")
    desk.reply()
    mark_value(desk.match.game, desk.match.root, 7.5)
    desk.view.save_name = str(tmp_path / "saved.sgf")
    desk.controller.command("save")
    assert desk.scene.status == "Saved as saved.sgf."
    text = (tmp_path / "saved.sgf").read_text("utf-8")
    assert "PB[Human]" in text and "PW[loa_tk normal]" in text
    other = Desk(tmp_path / "other")
    opened(other, str(tmp_path / "saved.sgf"))
    assert other.match.notation() == desk.match.notation()
    assert len(other.match.root.children) == 2
    first = other.match.root.children[0].children[0]
    assert first.report.statistics == report.statistics
    assert dict(other.match.root.marks)["V"] == "7.5"


def test_the_title_names_the_file_and_tells_of_changes(desk, tmp_path):
    assert desk.scene.title == "Lines of Action 5×5"
    opened(desk, file(tmp_path, ONE))
    assert desk.scene.title == "game.sgf – Lines of Action 5×5"
    desk.controller.command("first")
    assert desk.scene.title == "game.sgf – Lines of Action 5×5"
    desk.move("b1", "b3")
    assert desk.scene.title == "*game.sgf – Lines of Action 5×5"
    desk.view.save_name = str(tmp_path / "other.sgf")
    desk.controller.command("save-as")
    assert desk.scene.title == "other.sgf – Lines of Action 5×5"
    desk.controller.command("analyse-game")
    desk.worker.stopped = True
    desk.worker.answer()
    desk.view.pass_time(0.1)
    assert desk.scene.title.startswith("*other.sgf")  # a value was added to the game
    desk.controller.command("new")
    assert desk.scene.title.startswith("*other.sgf")
    _, button, save = desk.view.questions[-1]
    assert button == "Save"
    save()
    assert desk.scene.title == "Lines of Action 5×5"


def test_save_writes_to_the_file_that_was_opened(desk, tmp_path):
    path = file(tmp_path, ONE)
    opened(desk, path)
    desk.controller.command("first")
    desk.move("b1", "b3")
    desk.controller.command("save")
    assert "B[b1-b3]" in Path(path).read_text("utf-8")
    desk.controller.command("new")
    desk.controller.command("save")  # another game: it asks for a name and gets none
    assert "B[b1-b3]" in Path(path).read_text("utf-8")


def test_several_games_are_listed_and_never_written_over(desk, tmp_path):
    path = file(tmp_path, ONE + GO + OTHER)
    opened(desk, path)
    (scene, done) = desk.view.lists[-1]
    assert [row.key for row in scene.rows] == ["0", "", "2"]
    assert scene.rows[0].cells == ("2001-02-03", "Lines of Action 5×5", "Ann – Bob", "3", "–")
    assert scene.rows[2].cells[-1] == "White wins" and "Go" in scene.rows[1].cells[1]
    assert desk.match.ply == 0
    done("2")
    assert desk.match.notation() == ["b1-b3"]
    desk.controller.command("save")
    assert Path(path).read_text("utf-8") == ONE + GO + OTHER


def test_an_illegal_move_offers_the_moves_before_it(desk, tmp_path):
    path = file(tmp_path, ILLEGAL)
    opened(desk, path)
    text, button, done = desk.view.questions[-1]
    assert "move 3 is refused" in text and button == words.OPEN_BEFORE and desk.match.ply == 0
    done()
    assert desk.match.notation() == ["c1-c3", "a2-c2"]
    desk.controller.command("save")
    assert Path(path).read_text("utf-8") == ILLEGAL


@pytest.mark.parametrize("content", ["", "nonsense", GO, "(;FF[4]GM[9]SZ[7])", "(" * 100_000])
def test_wrong_files_are_refused_in_a_sentence(desk, tmp_path, content):
    desk.move("c1", "c3")
    opened(desk, file(tmp_path, content))
    (text,) = desk.view.errors
    assert text.startswith("game.sgf could not be opened: ") and text.endswith(".")
    assert "\n" not in text and len(text) < 300 and desk.match.notation() == ["c1-c3"]


def test_a_python_file_is_refused_with_the_way_to_check_it(desk, tmp_path):
    path = tmp_path / "mine.py"
    path.write_text("def evaluate(position, player):\n    return 1\n", "utf-8")
    opened(desk, str(path))
    assert "loa check mine.py" in desk.view.errors[0]


def test_files_that_cannot_be_read_or_written(desk, tmp_path):
    opened(desk, str(tmp_path / "missing.sgf"))
    opened(desk, str(tmp_path))
    assert len(desk.view.errors) == 2 and "No such file" in desk.view.errors[0]
    desk.view.save_name = str(tmp_path)
    desk.controller.command("save-as")
    assert len(desk.view.errors) == 3


def test_recent_games(desk, tmp_path):
    choices = desk.scene.menus.choices["recent"]
    assert [choice.label for choice in choices] == [words.NO_RECENT]
    desk.controller.choose("recent", "")
    names = [file(tmp_path, ONE, f"{number} & more.sgf") for number in range(10)]
    for name in names:
        opened(desk, name)
    opened(desk, names[5])
    choices = desk.scene.menus.choices["recent"]
    assert len(choices) == 8 and choices[0].key == names[5]
    assert choices[0].label == "&1  5 & more.sgf"
    desk.controller.choose("board", "loa6")
    desk.controller.choose("recent", names[9])
    assert desk.match.ply == 3
    again = Desk(tmp_path / "home")
    assert again.scene.menus.choices["recent"][0].key == names[9]


def test_a_file_that_was_looked_at_is_on_the_board_again(desk, tmp_path):
    path = file(tmp_path, ONE)
    opened(desk, path)
    desk.controller.command("quit")
    again = Desk(desk.folder)
    assert again.match.ply == 3 and again.scene.page == "moves" and not again.worker.busy
    assert str(again.controller.session.file.path) == path
    for content in (ONE + OTHER, "gone"):  # the file no longer holds that game
        again.controller.command("quit")
        file(tmp_path, content)
        again = Desk(desk.folder)
        assert again.match.ply == 0 and not again.view.errors


def test_kept_games_are_listed_and_reopened(tmp_path):
    desk = Desk(tmp_path)
    desk.controller.command("kept")
    assert desk.scene.status == words.NOTHING_KEPT
    desk.move("c1", "c3")
    desk.reply()
    moves = desk.match.notation()
    path = desk.archive.path
    desk.controller.command("new")
    desk.move("b1", "b3")
    desk.controller.command("kept")
    scene, done = desk.view.lists[-1]
    here, row = scene.rows
    assert here.key == "" and here.cells[0] == words.ON_BOARD and here.cells[3] == "1"
    assert row.cells[1] == "Lines of Action 5×5" and row.cells[3] == "2"
    assert row.cells[2].startswith("Human – loa_tk normal")
    done(row.key)
    assert desk.match.notation() == moves and desk.scene.status == words.KEPT_OPENED
    assert desk.match.node.report is not None  # its search is restored, too
    assert desk.archive.path == path


def test_kept_games_are_newest_first_and_have_a_move(tmp_path):
    desk = Desk(tmp_path, side="both")
    for origin, target in (("b1", "b3"), ("c1", "c3"), ("d1", "d3")):
        desk.controller.command("new")
        desk.move(origin, target)
    first = sorted((tmp_path / "games").glob("*.sgf"))[0]
    desk.view.clip = position_text(LOA5, LOA5.play(LOA5.start, LOA5.moves(LOA5.start)[0]))
    desk.controller.command("paste-position")  # a game without a move
    desk.controller.command("new")
    os.utime(first, (2e9, 2e9))  # the first game was reopened and continued last
    found = desk.controller.archive.games()
    assert len(found) == 3 and found[0].path == first
    assert [game.written for game in found] == sorted((g.written for g in found), reverse=True)


def test_a_changed_game_keeps_its_file_after_a_restart_and_among_the_kept_games(tmp_path):
    desk, path = Desk(tmp_path / "home"), file(tmp_path, ONE)
    opened(desk, path)
    desk.controller.command("first")
    desk.move("b1", "b3")
    desk.controller.close()
    again = Desk(desk.folder)  # the game on the board
    assert again.scene.title.startswith("*game.sgf")
    again.controller.command("new")
    text, button, _ = again.view.questions[-1]
    assert text == words.UNSAVED_TEXT and button == words.SAVE_FIRST
    again.view.other_answer()  # Do not save
    assert again.match.ply == 0 and Path(path).read_text("utf-8") == ONE
    again.controller.command("kept")
    again.view.lists[-1][1]("0")
    assert again.scene.title.startswith("*game.sgf")
    again.controller.command("save")
    assert "B[b1-b3]" in Path(path).read_text("utf-8")
    again.controller.close()
    last = Desk(desk.folder)  # saved, so nothing has changed
    assert last.scene.title.startswith("game.sgf")
    asked = len(last.view.questions)
    last.controller.command("new")
    assert last.match.ply == 0 and len(last.view.questions) == asked


def test_a_file_that_another_program_has_written_is_no_longer_that_of_the_game(tmp_path):
    desk, path = Desk(tmp_path / "home"), file(tmp_path, ONE)
    opened(desk, path)
    desk.controller.command("first")
    desk.move("b1", "b3")
    desk.controller.close()
    file(tmp_path, OTHER)
    later = time.time_ns() + 10**9
    os.utime(path, ns=(later, later))
    (link,) = (desk.folder / "games").glob("*.link")
    for content in (link.read_text(), "{}", '{"file": "nul\\u0000l", "changed": 1}'):
        link.write_text(content)
        again = Desk(desk.folder)
        assert again.match.ply == 1 and again.controller.session.file.path is None
        again.controller.close()
    assert Path(path).read_text("utf-8") == OTHER


@pytest.mark.parametrize("leave", ["editor", "series"])
def test_a_changed_file_asks_before_another_position_takes_its_place(desk, tmp_path, leave):
    path = file(tmp_path, ONE)
    opened(desk, path)
    desk.controller.command("first")
    desk.move("b1", "b3")
    if leave == "editor":
        desk.controller.command("edit")
        desk.controller.command("edit-done")
    else:
        shown = ShowMatch(match=Match(LOA5), note="", names=("x", "y"))
        desk.controller.handle(put_on_board, shown)
    assert desk.match.ply == 1 and desk.view.questions[-1][0] == words.UNSAVED_TEXT
    desk.view.questions[-1][2]()
    assert "B[b1-b3]" in Path(path).read_text("utf-8")
    assert desk.match.ply == 0 and desk.controller.session.draft is None


def test_a_kept_game_is_deleted_after_a_question(tmp_path):
    desk = Desk(tmp_path, side="both")
    desk.move("c1", "c3")
    desk.controller.command("new")
    desk.move("b1", "b3")
    (path,) = (game.path for game in desk.controller.archive.games())
    desk.controller.command("kept")
    scene, _ = desk.view.lists[-1]
    desk.view.other(scene.rows[1].key)
    text, button, done = desk.view.questions[-1]
    assert "Lines of Action 5×5" in text and button == words.DELETE_BUTTON and path.exists()
    path.with_suffix(".link").write_text("{}")
    done()
    assert not list((tmp_path / "games").glob(path.stem + "*"))
    assert [row.cells[0] for row in desk.view.lists[-1][0].rows] == [words.ON_BOARD]
    assert desk.scene.status == words.DELETED


def test_a_game_on_another_board_is_not_deleted(tmp_path):
    desk, other = Desk(tmp_path, side="both"), None
    desk.move("c1", "c3")
    other = Desk(tmp_path)
    other.controller.command("kept")
    scene, _ = other.view.lists[-1]
    other.view.other(scene.rows[0].key)
    other.view.questions[-1][2]()
    assert other.scene.status == words.NOT_DELETED
    assert desk.controller.archive.path.exists()


def test_a_kept_game_on_another_board_is_shown_but_not_written(tmp_path):
    desk, other = Desk(tmp_path), Desk(tmp_path)
    desk.move("c1", "c3")
    other.controller.command("kept")
    other.view.lists[-1][1]("0")
    assert other.match.notation() == ["c1-c3"] and other.scene.status == words.KEPT_IN_USE
    assert other.archive.path != desk.archive.path


def test_a_kept_game_that_has_gone_is_told(tmp_path):
    desk = Desk(tmp_path)
    desk.move("c1", "c3")
    path = desk.archive.path
    desk.controller.command("new")
    desk.controller.command("kept")
    path.unlink()
    desk.view.lists[-1][1]("0")
    assert desk.scene.status == words.KEPT_GONE and desk.match.ply == 0


def test_the_picture_of_the_board(desk, tmp_path):
    desk.controller.command("picture")  # no name, no picture
    desk.view.save_name = str(tmp_path / "board.png")
    desk.controller.command("picture")
    assert (tmp_path / "board.png").read_bytes() == b"a picture"
    assert desk.scene.status == "Picture saved as board.png."
    desk.view.save_name = str(tmp_path)
    desk.controller.command("picture")
    assert desk.view.errors and main_words.CANNOT_SAVE


@pytest.mark.parametrize(
    ("arguments", "file"),
    [(["game.sgf"], "game.sgf"), (["GAME.SGF"], "GAME.SGF"), (["record"], "record"),
     (["games"], ""), (["--version"], ""), ([], ""), (["games", "x"], "")],
)  # fmt: skip
def test_a_file_alone_on_the_command_line_is_for_the_window(arguments, file, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    if file:
        (tmp_path / file).write_text("(;GM[9])", "utf-8")
    assert parser.file_of(arguments) == file
    asked = []
    monkeypatch.setattr(parser, "open_window", lambda name="": asked.append(name) or 0)
    if file:
        assert parser.main(arguments) == 0 and asked == [file]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [(["nosuch.sgf"], "there is no file 'nosuch.sgf'"),
     (["mygam"], "'mygam' is neither a command nor a file"),
     (["gmaes", "--json"], "'gmaes' is neither a command nor a file"),
     (["there.sgf", "x"], "one file and nothing more: not 'x'")],
)  # fmt: skip
def test_a_wrong_name_is_told_before_any_window(arguments, says, monkeypatch, tmp_path, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there.sgf").write_text("(;GM[9])", "utf-8")
    monkeypatch.setattr(parser, "open_window", lambda name="": pytest.fail("a window was opened"))
    assert parser.main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and says in err


@pytest.mark.parametrize("key", all_games())
def test_every_game_can_be_saved_reviewed_and_edited(tmp_path, key):
    desk = Desk(tmp_path, side="both", game=key)
    game, dice = desk.match.game, random.Random(key)
    for _ in range(6):
        desk.controller.handle(play, dice.choice(list(game.moves(desk.match.state))))
    mark_value(game, desk.match.root, 12.5)
    moves, state = desk.match.notation(), desk.match.state
    desk.view.save_name = desk.view.open_name = str(tmp_path / "game.sgf")
    desk.controller.command("save")
    desk.controller.command("new")
    desk.controller.command("open")
    assert desk.match.notation() == moves and desk.scene.page == "moves"
    assert node_value(game, desk.match.root) == 12.5
    assert len(desk.scene.review.points) == 7 and desk.scene.review.points[0].share > 0.5
    desk.controller.command("edit")
    assert desk.scene.editor.reason == ""
    desk.controller.command("edit-done")
    assert desk.match.state == state and desk.match.ply == 0


# Mini-Checkers: blue, with both pieces on the last row, has to pass.
PASS = "1b1b2/6/6/4r1/6/6 b"


def passing(desk, tmp_path):
    game = all_games()["minicheckers"]
    path = tmp_path / "pass.sgf"
    save(path, [Record(match=Match(game, read_position(game, PASS)), info={})])
    opened(desk, str(path))


def test_nobody_passes_in_a_game_that_is_only_looked_at(desk, tmp_path):
    passing(desk, tmp_path)
    desk.view.pass_time(3)
    assert desk.match.notation() == [] and desk.controller.archive.games() == []
    assert desk.scene.title.startswith("pass.sgf")


def test_there_is_no_hint_where_the_turn_is_forfeited(desk, tmp_path):
    passing(desk, tmp_path)
    desk.controller.command("hint")
    assert not desk.worker.busy and desk.controller.session.marks.hint is None


def test_the_values_of_an_analysed_file_are_there_again(desk, tmp_path):
    opened(desk, file(tmp_path, ONE))
    desk.controller.command("analyse-game")
    while desk.controller.session.study is not None:
        desk.worker.job = replace(desk.worker.job, seconds=0.05)
        desk.worker.answer()
        desk.view.pass_time(0.2)
    marks = [node.marks for node in desk.match.node.end().line()]
    assert any(marks)
    desk.controller.close()
    again = Desk(tmp_path / "home")
    assert [node.marks for node in again.match.node.end().line()] == marks


def test_the_searches_of_a_file_are_in_the_log_and_on_the_card(desk, tmp_path):
    desk.move("c1", "c3")
    first = desk.reply()
    desk.move("b1", "b3")
    desk.reply()
    desk.view.save_name = str(tmp_path / "saved.sgf")
    desk.controller.command("save")
    logged = [
        replace(one.entry, key="") for one in desk.controller.session.log if one.entry.statistics
    ]
    other = Desk(tmp_path / "other")

    def searches(desk):
        assert [one.entry for one in desk.controller.session.log] == desk.view.entries
        found = [one.entry for one in desk.controller.session.log if one.entry.statistics]
        assert all(one.search for one in desk.controller.session.log if one.entry.key)
        return [replace(entry, key="") for entry in found]

    opened(other, desk.view.save_name)
    assert searches(other) == logged and len(other.view.entries) == 5
    assert other.view.entries[0].by.endswith("\nBlack: Human\nWhite: loa_tk normal")
    names = [row.name for row in other.scene.players.rows]
    assert names == ["loa_tk normal", "Human"]
    opened(other, desk.view.save_name)  # opened again: nothing is logged twice
    assert searches(other) == logged and len(other.view.entries) == 5
    for _ in range(2):
        other.controller.command("previous")
    figures = {caption: text for caption, text, _ in other.scene.thinking.figures}
    assert figures["nodes"] == f"{first.statistics.nodes:,}"
    desk.controller.close()
    again = Desk(tmp_path / "home")  # starts where the game was left
    assert searches(again) == logged


def test_nobody_has_won_or_lost_a_game_of_others(desk, tmp_path):
    line = "".join(f";{'BW'[ply % 2]}[{move}]" for ply, move in enumerate(FINISHED))
    opened(desk, file(tmp_path, f"(;FF[4]GM[9]SZ[5]{line})"))
    scene = desk.scene
    assert scene.board.banner.title == "Black wins"
    assert "swap-sides" not in [name for name, _ in scene.board.banner.offers]
    assert [row.name for row in scene.players.rows] == ["White", "Black"]
    assert [row.details[0] for row in scene.players.rows] == [
        "White · plays second", "Black · plays first",
    ]  # fmt: skip


def test_players_without_a_name_are_one_dash(desk, tmp_path):
    unnamed = OTHER.replace("PB[Cy]PW[Di]", "")
    opened(desk, file(tmp_path, ONE + unnamed + OTHER.replace("PW[Di]", "")))
    scene, _ = desk.view.lists[-1]
    assert [row.cells[2] for row in scene.rows] == ["Ann – Bob", "–", "Cy – –"]


def test_a_kept_game_is_won_by_who_played_it(tmp_path):
    desk = Desk(tmp_path, side="both")
    for move in FINISHED:
        desk.move(*move.split("-"))
    desk.controller.command("new")
    desk.controller.choose("side", "first")
    desk.controller.command("kept")
    scene, done = desk.view.lists[-1]
    done(next(row.key for row in scene.rows if row.key))
    assert desk.scene.board.banner.title == "Black wins"

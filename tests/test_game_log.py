"""The log as a report: results, moves taken back, changes of players, hints, and this game only."""

import csv

import pytest

from loa_tk.control.game.session import SEEDS
from loa_tk.control.game.turns import play
from loa_tk.model.search.players import Player, read_player
from loa_tk.words import main as words
from test_controller import LOA5, Desk

NEARLY_WON = "5/1bb2/w3w/3b1/w4 b"  # d2-d3 connects black's checkers


@pytest.fixture
def desk(tmp_path):
    return Desk(tmp_path)


def heads(desk):
    return [entry.head for entry in desk.view.entries]


def table(desk, folder, command="log-save"):
    desk.view.save_name = str(folder / "log.csv")
    desk.controller.command(command)
    return list(csv.DictReader((folder / "log.csv").read_text("utf-8-sig").splitlines()))


def text(desk, command="log-copy"):
    desk.controller.command(command)
    return desk.view.clip


def test_the_result_is_logged_with_its_reason(desk, tmp_path):
    desk.view.clip = NEARLY_WON
    desk.controller.command("paste-position")
    desk.move("d2", "d3")
    outcome = desk.match.outcome()
    assert outcome.winner == 0
    result = desk.view.entries[-1]
    assert result.head == f"Black wins. {outcome.reason}" and result.result
    assert text(desk).endswith(result.head)
    row = table(desk, tmp_path)[-1]
    assert (row["kind"], row["note"]) == ("result", result.head)


def test_moves_taken_back_are_marked_and_played_again_they_count(desk, tmp_path):
    desk.move("c1", "c3")
    desk.reply()
    white = heads(desk)[-1]
    desk.controller.command("undo")
    assert heads(desk)[-1] == f"Taken back: {white}, 1. Black c1-c3"
    assert "1. Black c1-c3 (taken back)" in text(desk) and f"{white} (taken back)" in text(desk)
    desk.move("b1", "b3")
    assert [row["kind"] for row in table(desk, tmp_path)] == ["taken back", "taken back", "move"]
    desk.controller.command("undo")
    desk.match.node.latest = desk.match.node.children[0]
    desk.controller.command("redo")
    assert heads(desk)[-1] == f"Played again: 1. Black c1-c3, {white}"
    assert [row["kind"] for row in table(desk, tmp_path)] == ["move", "move", "taken back"]


def test_going_back_to_look_takes_nothing_back(desk, tmp_path):
    desk.move("c1", "c3")
    desk.reply()
    logged = len(desk.view.entries)
    for command in ("first", "next", "last"):
        desk.controller.command(command)
    assert len(desk.view.entries) == logged
    desk.controller.command("first")
    desk.move("b1", "b3")
    assert heads(desk)[-2:] == ["From the first position:", "1. Black b1-b3"]
    assert [row["kind"] for row in table(desk, tmp_path)] == ["move", "move", "variation"]


def test_a_change_of_level_or_side_is_logged_before_the_next_move(desk, tmp_path):
    desk.move("c1", "c3")
    desk.reply()
    desk.controller.choose("level", "hard")
    desk.controller.choose("level", "normal")  # and back again: nothing has changed
    desk.move("b1", "b3")
    assert words.LOG_PLAYERS not in heads(desk)
    desk.reply()
    desk.controller.choose("level", "hard")
    desk.move("d1", "d3")
    change, move = desk.view.entries[-2:]
    assert change.head == words.LOG_PLAYERS and move.head == "3. Black d1-d3"
    assert change.by == "Black: You\nWhite: Hard · strong · full · 10 s"
    row = table(desk, tmp_path)[-2]
    assert (row["kind"], row["note"]) == ("players", change.by.replace("\n", " · "))
    desk.controller.choose("side", "both")
    desk.controller.handle(play, LOA5.moves(desk.match.state)[0])
    assert desk.view.entries[-2].by == "Black: Player\nWhite: Player"


def test_hints_are_hints_and_a_move_that_follows_one_says_so(desk, tmp_path):
    desk.controller.command("hint")
    desk.worker.answer()
    desk.view.pass_time(1)
    hint = desk.match.game.path(desk.match.state, desk.controller.session.marks.hint)
    assert len(hint) == 2 and heads(desk)[-1].startswith("Hint 1. Black ")
    desk.controller.command("enter")
    assert desk.view.entries[-1].facts == "You, as the hint said"
    assert [row["kind"] for row in table(desk, tmp_path)] == ["hint", "move"]


def test_a_level_that_plays_by_chance_has_a_seed_that_repeats_it(tmp_path):
    desk = Desk(tmp_path, level="easy")
    desk.move("c1", "c3")
    state, history = desk.match.state, desk.match.history()
    report = desk.reply()
    player = read_player(LOA5, report.player)
    assert SEEDS[0] <= player.seed <= SEEDS[1]
    easy = read_player(LOA5, "easy")
    assert player == easy.changed(seed=player.seed)
    blunder = f"blunder {easy.options['blunder']}"
    limits = " · ".join(easy.limit_texts())
    heading = desk.view.entries[0].by.splitlines()[-1]
    assert heading == f"White: Easy · strong · full · {limits} · {blunder} · seed {player.seed}"
    again = player.choose(LOA5, state, history)
    assert (again.line, again.statistics) == (report.line, report.statistics)
    desk.controller.close()
    resumed = Desk(tmp_path)  # with the same seed
    assert resumed.controller.session.seed == player.seed
    resumed.controller.command("new")
    assert resumed.controller.session.opponent(1).options["blunder"] == easy.options["blunder"]


def test_facts_name_files_without_their_folders():
    player = Player("alphabeta", eval="/home/ann/mine.py", depth=3, blunder=0.5)
    assert player.facts() == ["alphabeta", "mine.py", "depth 3", "blunder 0.5"]
    assert Player("file", file="/home/ann/search.py").facts() == ["file", "search.py", "10 s"]
    assert Player("strong", depth=4).facts() == ["strong", "full", "depth 4"]


def test_copy_and_save_take_this_game_and_all_games_are_a_second_choice(desk, tmp_path):
    desk.move("c1", "c3")
    desk.reply()
    desk.controller.command("new")
    assert text(desk) == "" and desk.scene.status == words.NOT_LOGGED
    desk.move("b1", "b3")
    assert "c1-c3" not in text(desk) and desk.scene.status == words.LOG_COPIED
    both = text(desk, "log-copy-all")
    assert "c1-c3" in both and "b1-b3" in both and both.count("Lines of Action 5×5") == 2
    assert [row["game_number"] for row in table(desk, tmp_path)] == ["2"]
    rows = table(desk, tmp_path, "log-save-all")
    assert [row["game_number"] for row in rows] == ["1", "1", "2"]


def test_the_table_is_marked_as_utf_8_for_excel(desk, tmp_path):
    desk.move("c1", "c3")
    table(desk, tmp_path)
    assert (tmp_path / "log.csv").read_bytes().startswith(b"\xef\xbb\xbfnumber,")


def test_a_search_without_chance_has_no_seed(desk):
    desk.controller.choose("level", "hard")
    session = desk.controller.session
    assert session.opponent(1) == session.computer(1) and not session.opponent(1).chancy

"""What `match` and `tournament` keep: rows, values, records with searches, forfeits, names."""

import csv
import io
import json
import sys
from math import inf

import pytest

from loa_tk.cli import playing
from loa_tk.cli.arguments import print_json
from loa_tk.cli.parser import main
from loa_tk.control.series import gamefiles
from loa_tk.control.series.movefiles import moves_table, plain_number
from loa_tk.control.series.plan import Plan, Result, Turn, tasks
from loa_tk.control.series.play import own_move, play_game
from loa_tk.control.series.tournament import Entry, Tournament, read_entry
from loa_tk.control.tree.text import finite
from loa_tk.control.ugi.protocol import Forfeit, read_score
from loa_tk.model import records
from loa_tk.model.game import UserError
from loa_tk.model.games import find_game
from loa_tk.model.match import Match
from loa_tk.model.scoring import elo
from loa_tk.model.search.players import read_player
from loa_tk.model.search.statistics import Report
from test_series import engine, importable  # noqa: F401 - a fixture

LOA5 = find_game("loa5")
SEARCHER = "alphabeta:eval=groups,depth=1"


def rows(path):
    return list(csv.DictReader(io.StringIO(path.read_text("utf-8"))))


def match(capsys, *arguments, players=(SEARCHER, "random"), status=0):
    arguments = ["match", "loa5", *players, "--games", "2", "--jobs", "1", *map(str, arguments)]
    assert main(arguments) == status
    return capsys.readouterr()


def test_json_and_csv_agree(tmp_path, capsys):
    """What both have, both have under one name and with the same numbers, counted from 1."""
    path = tmp_path / "x.csv"
    answer = json.loads(match(capsys, "--csv", path, "--json").out)
    games = rows(path)
    assert answer["players"] == [games[0]["player1"], games[0]["player2"]]
    assert (answer["seed"], answer["openings"], answer["fixed_sides"]) == (1, 2, False)
    assert [games[0][name] for name in ("seed", "openings", "fixed_sides")] == ["1", "2", "no"]
    assert len(games) == answer["played"] == 2
    for number, (row, game) in enumerate(zip(games, answer["games"], strict=True), 1):
        assert set(game) <= set(row) and game["number"] == number
        assert {name: row[name] for name in ("number", "first", "winner", "reason", "plies",
                                             "opening")} == {
            name: str(game[name]) for name in ("number", "first", "winner", "reason", "plies",
                                               "opening")}  # fmt: skip
        assert row["moves"].split() == game["moves"] and len(game["moves"]) == game["plies"]
        assert json.loads(row["values"]) == game["values"]
        assert {turn[0] for turn in json.loads(row["turns"])} == {1, 2}
    for who, effort in enumerate(answer["efforts"], 1):
        assert sum(int(row[f"nodes{who}"]) for row in games) == effort["nodes"]


def test_zero_has_no_sign_in_files(capsys):
    plan = Plan(game="loa5", players=("random", "random"), games=1, openings=0, seed=1)
    turn = Turn(0, (1, 0.0, 1, 0, 0), value=-0.0)
    result = Result(
        number=0, first=0, winner=None, reason="x", moves=("b1-b3",), opening=0, turns=(turn,)
    )
    assert "-0.0" not in gamefiles.as_csv(plan, [result])
    print_json({"elo": -0.0, "rows": [{"values": (-0.0, 1, None, "-0.0")}]})
    assert capsys.readouterr().out == '{"elo": 0.0, "rows": [{"values": [0.0, 1, null, "-0.0"]}]}\n'
    assert str(elo(0.5)) == "0.0"
    assert str(finite(-0.0)) == "0.0" and finite(inf) is None


def test_the_file_has_the_value_of_each_move(tmp_path, capsys):
    path = tmp_path / "x.csv"
    match(capsys, "--csv", path)
    for row in rows(path):
        turns = json.loads(row["turns"])
        values = json.loads(row["values"])
        assert len(values) == len(turns) > 0
        # Only the first player searches; the value is its own view of the move it played.
        assert all(
            (value is not None) == (turn[0] == 1) for value, turn in zip(values, turns, strict=True)
        )
    assert any(value for row in rows(path) for value in json.loads(row["values"]))
    before = path.read_text()
    match(capsys, "--csv", path, "--resume")
    assert path.read_text() == before


def test_the_games_are_kept_with_their_searches(tmp_path, capsys):
    folder = tmp_path / "new" / "games"
    table = tmp_path / "x.csv"
    match(capsys, "--sgf", folder, "--csv", table)
    assert [path.name for path in sorted(folder.iterdir())] == ["1.sgf", "2.sgf"]
    for path, row in zip(sorted(folder.iterdir()), rows(table), strict=True):
        (tree,) = records.trees(path.read_bytes())
        record = records.read_record(tree)
        assert not record.problems
        end = record.match.root.end()
        played = record.match
        played.node = end
        assert " ".join(played.notation()) == row["moves"]
        first = int(row["first"]) - 1
        names = [record.player(0), record.player(1)]
        assert names[first] == SEARCHER and names[1 - first] == "random"
        searched = [node for node in end.line() if isinstance(node.report, Report)]
        assert len(searched) == len(json.loads(row["turns"]))
        assert record.info["GC"] == row["reason"]
    err = match(capsys, "--sgf", folder, status=2).err
    assert "has game records; use --resume or another folder" in err and err.count("\n") == 1
    match(capsys, "--sgf", folder, "--csv", table, "--resume")


def test_a_folder_that_cannot_be_made_is_told_before_the_first_game(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert "it is a file" in match(capsys, "--sgf", tmp_path / "file", status=2).err
    out, err = match(capsys, "--sgf", tmp_path / "file" / "x", status=2)
    assert not out and "cannot be written" in err and err.count("\n") == 1


def test_a_forfeited_game_says_so_in_its_record(importable):  # noqa: F811
    plan = Plan(game="loa5", players=("random", engine("illegal")), games=1, seconds=60)
    result = play_game(tasks(LOA5, plan, recorded=True)[0])
    (tree,) = records.trees(result.record.encode())
    record = records.read_record(tree)
    assert record.info["RE"] == "B+Forfeit" and "not legal" in record.info["GC"]


def test_the_grace_is_an_option(capsys, monkeypatch):
    late = read_player(LOA5, "strong:seconds=0.05")
    searched = late.choose(LOA5, LOA5.start)

    def slow(*arguments):
        line, counted = searched.line, searched.statistics
        return Report(value=0.0, depth=1, line=line, seconds=3.0, statistics=counted)

    monkeypatch.setattr(type(late), "choose", slow)
    assert own_move(late, Match(LOA5), lambda: False, 3.0).move == searched.move
    with pytest.raises(Forfeit, match="It took 3.0 of 0.05 seconds"):
        own_move(late, Match(LOA5), lambda: False, 2.0)
    assert "grace 'x' is not a number from 0 to 3600" in match(capsys, "--grace", "x", status=2).err


def test_a_program_has_the_grace_that_the_plan_gives(importable):  # noqa: F811
    plan = Plan(game="loa5", players=("random", engine("slow")), games=1, seconds=0.05, grace=0.15)
    result = play_game(tasks(LOA5, plan)[0])
    assert "did not say bestmove in 0.2 s" in result.reason


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("info depth 3 score cp -150 nodes 5 pv a", -1.5), ("info score cp 20", 0.2),
        ("info score mate 3", 100.0), ("info score mate -2", -100.0),
        ("info score mate 0", -100.0), ("info score cp x", None), ("info score", None),
        ("info nodes 5", None), (f"info score cp {'9' * 50}", None),
    ],
)  # fmt: skip
def test_the_value_of_another_program(line, value):
    assert read_score(line.split(), 100.0, 100.0) == value


# --- tournaments ---


def tournament(capsys, *arguments, status=0):
    arguments = ["tournament", "loa5", *arguments, "--games", "2", "--jobs", "1"]
    assert main(list(map(str, arguments))) == status
    return capsys.readouterr()


def test_a_tournament_shows_forfeits(importable, capsys):  # noqa: F811
    players = ("random", f"Bad={engine('illegal')}", "--seconds", "60")
    out = tournament(capsys, *players).out
    heads, first, second = (line.split() for line in out.splitlines()[:3])
    assert "forfeits" in heads and "Bad" in (first[1], second[1])
    assert "player 2 forfeited 2 of 2 games" in out and "the first of them: " in out
    answer = json.loads(tournament(capsys, *players, "--json").out)
    assert answer["forfeits"] == [0, 2] and answer["pairs"][0]["forfeits"] == [0, 2]
    assert answer["names"] == ["random", "Bad"]
    assert (answer["seed"], answer["openings"], answer["fixed_sides"]) == (1, 2, False)


def test_a_tournament_keeps_its_games_and_goes_on(tmp_path, capsys):
    table, page, folder = tmp_path / "t.csv", tmp_path / "t.html", tmp_path / "games"
    players = (f"Ann={SEARCHER}", "random", "minimax:eval=full,depth=1")
    files = ("--csv", table, "--sgf", folder)
    out = tournament(capsys, *players, *files, "--html", page).out
    assert "Ann" in out and SEARCHER not in out
    assert len(rows(table)) == 6 and len({row["player1"] for row in rows(table)}) == 2
    assert [path.name for path in sorted(folder.iterdir())] == [
        "1-2-1.sgf", "1-2-2.sgf", "1-3-1.sgf", "1-3-2.sgf", "2-3-1.sgf", "2-3-2.sgf",
    ]  # fmt: skip
    text = page.read_text("utf-8")
    assert "Cross table" in text and text.count("<h2>Games</h2>") == 3 and "Ann – random" in text
    whole = table.read_text()
    lines = whole.splitlines(keepends=True)
    table.write_text("".join(lines[:1] + lines[3:]))  # the games of the first pair are gone
    again = tournament(capsys, *players, *files, "--resume").out
    assert [row["moves"] for row in rows(table)] == [
        row["moves"] for row in csv.DictReader(io.StringIO(whole))
    ]
    assert again == out
    assert "exists; use --resume" in tournament(capsys, *players, *files, status=2).err


def test_pairs_of_the_same_players_have_no_place_in_a_file(tmp_path, capsys):
    err = tournament(capsys, "easy", "random", "random", "--csv", tmp_path / "x.csv", status=2).err
    assert "files cannot hold two pairs of the same players" in err and err.count("\n") == 1


def test_the_progress_names_the_pair_and_the_total(capsys, monkeypatch):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(playing, "BAR", 3)
    err = tournament(capsys, "A=random", "B=random:seed=1", "C=random:seed=2").err
    assert "pair 1 of 3, A – B, 0 of 6 games before it" in err
    assert "pair 3 of 3, B – C, 4 of 6 games before it" in err


def test_a_match_calls_its_players_by_their_names(capsys):
    out = match(capsys, players=("Ann=random", "Bob=random:seed=1")).out
    assert out.startswith("Ann  against  Bob\n")


def test_names_of_players():
    assert read_entry(LOA5, "Ann=easy").name == "Ann"
    assert read_entry(LOA5, "strong:depth=2") == Entry(*2 * ("strong:eval=full,depth=2",))
    assert read_entry(LOA5, "Ann=strong:depth=2").player == "strong:eval=full,depth=2"
    with pytest.raises(UserError, match="no player 'nobody'"):
        read_entry(LOA5, "Ann=nobody")


def test_two_players_of_one_name_are_refused(capsys):
    says = "loa: two players are called A; give them different names\n"
    assert tournament(capsys, "A=random", "A=easy", status=2).err == says
    assert match(capsys, players=("A=random", "A=easy"), status=2).err == says
    says = says.replace(" A;", " random;")  # a name that is another player's text
    assert match(capsys, players=("random=easy", "random"), status=2).err == says


def test_a_tournament_without_games_has_tables():
    held = Tournament(
        [Entry("a", "random"), Entry("b", "easy")], Plan(game="loa5", players=("", ""), games=3)
    )
    assert held.planned == 3 and held.finished == 0 and held.text().count("\n") == 2
    assert json.dumps(held.as_json()) and "<h1>" in held.page("x")


def test_every_searched_move_has_a_row_of_plain_numbers(tmp_path, capsys):
    games, path = tmp_path / "x.csv", tmp_path / "moves.csv"
    match(capsys, "--csv", games, "--moves", path)
    moves = rows(path)
    for game in rows(games):
        own = [row for row in moves if row["number"] == game["number"]]
        turns, values = json.loads(game["turns"]), json.loads(game["values"])
        assert len(own) == len(turns) > 0
        played = game["moves"].split()
        for row, turn, value in zip(own, turns, values, strict=True):
            who, nodes, seconds, depth, prunings, captures = turn
            assert (row["winner"], row["first"]) == (game["winner"], game["first"])
            assert int(row["player"]) == who and row["move"] == played[int(row["ply"]) - 1]
            assert [int(row[name]) for name in ("nodes", "depth", "prunings", "captures")] == [
                nodes, depth, prunings, captures,
            ]  # fmt: skip
            assert float(row["seconds"]) == pytest.approx(seconds, abs=1e-9)
            assert row["value"] == plain_number(value)
            assert not {*"eE,"} & {*row["seconds"], *row["value"], *row["nodes"]}
        assert int(own[0]["ply"]) == int(game["opening"]) + 1


def test_a_draw_is_the_word_draw_and_older_files_are_read(tmp_path):
    plan = Plan(game="loa5", players=("random", "random"), games=1, openings=0, seed=1)
    turn = Turn(0, (1, 0.00001, 1, 0, 0), value=1e6)
    result = Result(
        number=0, first=0, winner=None, reason="x", moves=("b1-b3",), opening=0, turns=(turn,)
    )
    (moved,) = csv.DictReader(moves_table([(plan, [result])]).splitlines())
    assert moved["winner"] == "draw" and moved["seconds"] == "0.00001"
    assert moved["value"] == "1000000"
    text = gamefiles.as_csv(plan, [result])
    assert ",draw,x," in text
    turn_of = gamefiles.turn_reader(tmp_path, text.splitlines()[0].split(","))
    for written in (text, text.replace(",draw,", ",,")):
        (cells,) = csv.DictReader(written.splitlines())
        assert gamefiles.result_of(cells, turn_of, 1).winner is None


@pytest.mark.parametrize("option", ["--csv", "--html"])
def test_the_file_of_moves_is_a_file_of_its_own(tmp_path, capsys, option):
    path = str(tmp_path / "x")
    assert main(["match", "loa5", "random", "random", option, path, "--moves", path]) == 2
    assert f"{option} and --moves are both {path}" in capsys.readouterr().err

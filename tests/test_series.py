"""Series: the same games on every run, misbehaving players, resuming, and what scores prove."""

import csv
import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from dataclasses import replace
from datetime import date
from html import unescape
from itertools import islice
from math import inf
from pathlib import Path
from statistics import median, quantiles

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loa_tk import __version__
from loa_tk.cli.parser import main
from loa_tk.cli.playing import show
from loa_tk.control.series import gamefiles
from loa_tk.control.series import plan as series_games
from loa_tk.control.series.columns import measures
from loa_tk.control.series.executors import Local
from loa_tk.control.series.page import series_page
from loa_tk.control.series.plan import Plan, beginnings, tasks
from loa_tk.control.series.play import play_game
from loa_tk.control.series.summary import (
    SeriesTally,
    elo_text,
    quartiles,
    score_text,
    summarise,
    table,
)
from loa_tk.control.series.tournament import cross_table, pair_lines
from loa_tk.control.ugi import client
from loa_tk.control.ugi.protocol import figure
from loa_tk.model.commandline import split
from loa_tk.model.game import finish
from loa_tk.model.games import find_game
from loa_tk.model.match import Match
from loa_tk.model.scoring import Rating, Score, elo, ratings
from loa_tk.model.search.search import never
from loa_tk.scenes.series import PLAYER_COLOURS
from loa_tk.words import series as words
from patience import PATIENCE, quickest, wait_until

HERE = Path(__file__).parent
LOA5 = find_game("loa5")
PLAYERS = ("strong:depth=2,blunder=0.2", "alphabeta:eval=groups,depth=2")


def play(plan, jobs=1):
    played = Local(jobs).each(play_game, tasks(find_game(plan.game), plan))
    return sorted((result for _, result in played), key=lambda result: result.number)


def first_openings(plies, number, seed):
    return list(islice(beginnings(LOA5, plies, seed), number))


def games(results):
    return [(r.number, r.first, r.winner, r.moves) for r in results]


def figures(turns, name):
    """Return one measure of each of these turns."""
    (place,) = [place for place, measure in enumerate(measures()) if measure.name == name]
    return [turn.figures[place] for turn in turns]


def test_openings_are_legal_repeatable_and_unfinished():
    found = first_openings(3, 20, 7)
    assert found == first_openings(3, 20, 7) != first_openings(3, 20, 8)
    for moves in found:
        match = Match(LOA5)
        for move in moves:
            match.play(move)
        assert match.outcome() is None and match.ply == 3


def test_each_opening_is_played_both_ways():
    both = tasks(LOA5, Plan(game="loa5", players=PLAYERS, games=6))
    assert [task.first for task in both] == [0, 1] * 3
    assert all(both[n].opening == both[n + 1].opening for n in (0, 2, 4))
    fixed = tasks(LOA5, Plan(game="loa5", players=PLAYERS, games=6, fixed_sides=True))
    assert [task.first for task in fixed] == [0] * 6


def test_a_hundred_thousand_games_begin_at_once(monkeypatch):
    asked = []
    monkeypatch.setattr(series_games, "finish", lambda *of: asked.append(of) or finish(*of))
    found = tasks(LOA5, Plan(game="loa5", players=PLAYERS, games=100_000, seed=5))
    assert len(found) == 100_000 and len(asked) < 10  # looks only at one opening's positions
    assert found[6].opening == first_openings(2, 4, 5)[3]


def test_openings_can_be_asked_for_in_any_order():
    plan = Plan(game="loa5", players=PLAYERS, games=20, openings=3, seed=9, fixed_sides=True)
    found = first_openings(3, 20, 9)
    backwards = [task.opening for task in reversed(tasks(LOA5, plan))]
    assert backwards == found[::-1]


def test_the_same_games_with_any_number_of_jobs():
    plan = Plan(game="loa5", players=PLAYERS, games=8, seed=3)
    one, two = play(plan, 1), play(plan, 2)
    assert games(one) == games(two) and len(one) == 8
    assert games(one) != games(play(Plan(game="loa5", players=PLAYERS, games=8, seed=4)))
    assert len({result.moves for result in one}) > 1


def test_results_hold_the_whole_game():
    for result in play(Plan(game="loa5", players=PLAYERS, games=4)):
        match = Match(LOA5)
        for text in result.moves:
            match.play_text(text)
        outcome = match.outcome()
        assert result.reason == outcome.reason
        assert result.winner == (None if outcome.winner is None else outcome.winner ^ result.first)
        assert len(result.turns) == len(result.moves) - result.opening
        captures = sum("x" in text for text in result.moves[result.opening :])
        assert captures == sum(figures(result.turns, "captures"))


def engine(how):
    return f"ugi:{sys.executable} {HERE / 'bad_engine.py'} {how}"


@pytest.fixture
def importable(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(HERE.parent))


def test_an_external_player_plays_a_whole_game(importable):
    plan = Plan(
        game="loa5",
        players=(engine("well"), f"ugi:{sys.executable} -m loa_tk engine"),
        games=2,
        seconds=0.1,
        grace=PATIENCE,
    )
    for task in tasks(LOA5, plan):
        result = play_game(task)
        assert "forfeits" not in result.reason and result.moves


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ("crash", "The program has ended with status 3."),
        ("slow", "did not say bestmove in 1.2 s"),
        ("illegal", "not legal"),
        ("garbage", "not legal"),
    ],
)
def test_a_player_that_misbehaves_loses_with_the_reason(importable, how, says):
    # Only the slow player may be late, so the others have plenty of time on a loaded machine.
    seconds = 0.2 if how == "slow" else PATIENCE
    plan = Plan(game="loa5", players=("strong:depth=1", engine(how)), games=2, seconds=seconds)

    def play():
        begun = time.monotonic()
        for task in tasks(LOA5, plan):
            result = play_game(task)
            assert result.winner == 0 and says in result.reason, result
        return time.monotonic() - begun

    assert quickest(play, 20) < 20


def test_a_program_that_cannot_be_started_loses(importable):
    plan = Plan(game="loa5", players=("ugi:/no/such/program", "random"), games=1)
    result = play_game(tasks(LOA5, plan)[0])
    assert result.winner == 1 and "could not be started" in result.reason


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ("dies", "The program has ended with status 1: bad_engine: no licence."),
        ("silent", "It did not say ugiok in 0.3 s."),
        ("flood", "It did not say ugiok in 0.3 s."),
    ],
)
def test_a_program_that_cannot_play_is_told_before_the_first_game(
    importable, monkeypatch, capsys, recwarn, how, says
):
    # A player that dies has enough time to do so on a loaded machine.
    monkeypatch.setattr(client, "START", PATIENCE if how == "dies" else 0.3)
    threads = threading.active_count()

    def refuse():
        begun = time.monotonic()
        assert main(["match", "loa5", "random", engine(how), "--games", "2"]) == 2
        out, err = capsys.readouterr()
        assert not out and err == f"loa: {engine(how)} cannot play. {says}\n"
        return time.monotonic() - begun

    assert quickest(refuse, 15) < 15 and threading.active_count() == threads
    assert not recwarn.list  # an exception in a listening thread would be a warning


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("no-such --fast", "ugi: there is no program 'no-such' that can be started"),
        ('"loa engine', 'the command of ugi:"loa engine cannot be read: No closing quotation'),
        (str(HERE), f"ugi: there is no program '{HERE}' that can be started"),
        (" ", "another program needs a command, as in 'ugi:loa engine' or 'uci:fairy-stockfish'"),
    ],
)
def test_a_command_that_is_none_is_refused(capsys, command, says):
    assert main(["tournament", "loa5", "random", f"ugi:{command}"]) == 2
    assert capsys.readouterr().err == f"loa: {says}\n"


def test_forfeits_are_told_with_the_score(importable, capsys):
    arguments = ["match", "loa5", "random", engine("crash"), "--games", "2", "--jobs", "1"]
    assert main([*arguments, "--openings", "0"]) == 0
    out = capsys.readouterr().out
    assert "player 2 forfeited 2 of 2 games" in out
    assert out.index("forfeited") < out.index("moving first")
    assert f"the first of them: {engine('crash')} forfeits. The program has ended" in out
    assert main([*arguments, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["forfeits"] == [0, 2]


# The command

ARGUMENTS = ["match", "loa5", *PLAYERS, "--games", "6", "--jobs", "1"]


def test_the_table(capsys):
    assert main(ARGUMENTS) == 0
    out = capsys.readouterr().out
    assert "of 6 games, 95 % interval" in out and "moving second" in out and "nodes/move" in out


def test_json(capsys):
    assert main([*ARGUMENTS, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["played"] == 6 == answer["wins"] + answer["draws"] + answer["losses"]
    assert len(answer["games"]) == 6 and answer["complete"] and len(answer["efforts"]) == 2


def test_csv_and_resuming(tmp_path, capsys):
    whole, part = tmp_path / "whole.csv", tmp_path / "part.csv"
    assert main([*ARGUMENTS, "--csv", str(whole)]) == 0
    rows = list(csv.DictReader(whole.read_text("utf-8").splitlines()))
    assert [row["number"] for row in rows] == list("123456")
    lines = whole.read_text().splitlines(keepends=True)
    part.write_text("".join(lines[:1] + lines[2:4]))  # as if it had been interrupted
    assert main([*ARGUMENTS, "--csv", str(part), "--resume"]) == 0
    again = list(csv.DictReader(part.read_text("utf-8").splitlines()))
    assert [row["moves"] for row in again] == [row["moves"] for row in rows]


def test_a_file_of_an_earlier_series_is_not_lost(tmp_path, capsys):
    table, page = tmp_path / "games.csv", tmp_path / "games.html"
    arguments = [*ARGUMENTS, "--csv", str(table), "--html", str(page)]
    table.touch()  # an empty file has nothing to lose
    assert main(arguments) == 0
    before = table.read_text(), page.read_text()
    assert main(arguments) == 2 and main([*arguments[:-4], "--html", str(page)]) == 2
    err = capsys.readouterr().err
    assert err == (
        f"loa: {table} exists; use --resume or another name\nloa: {page} exists; use another name\n"
    )
    assert (table.read_text(), page.read_text()) == before
    assert main([*arguments, "--resume", "--games", "4"]) == 0  # two of the six are not needed
    assert "of 4 games" in capsys.readouterr().out and table.read_text() == before[0]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no pipes in folders")
def test_both_files_are_looked_at_before_the_first_game(tmp_path, capsys):
    table, pipe, link = tmp_path / "games.csv", tmp_path / "pipe", tmp_path / "link.csv"
    os.mkfifo(pipe)
    link.symlink_to(table)
    for arguments, says in (
        (["--csv", str(table), "--html", str(table)], "both"),
        (["--csv", str(table), "--html", str(tmp_path / "no" / "x.html")], "does not exist"),
        (["--csv", str(pipe)], "not an ordinary file"),
        (["--html", str(tmp_path)], "it is a folder"),
        (["--csv", ""], "needs a name"),
        (["--csv", "a\0b"], "a null character"),
    ):
        assert main([*ARGUMENTS, *arguments]) == 2
        out, err = capsys.readouterr()
        assert says in err and err.count("\n") == 1 and not out and not table.exists()
    assert pipe.is_fifo()
    assert main([*ARGUMENTS, "--csv", str(link)]) == 0
    assert link.is_symlink() and len(table.read_text().splitlines()) == 7


def test_a_file_that_cannot_be_written_any_more_costs_no_game(tmp_path, monkeypatch, capsys):
    folder = tmp_path / "folder"
    folder.mkdir()
    real = gamefiles.table_of

    def table(series):
        if any(results for _, results in series) and folder.exists():
            shutil.rmtree(folder)
        return real(series)

    monkeypatch.setattr(gamefiles, "table_of", table)
    assert main([*ARGUMENTS, "--csv", str(folder / "x.csv")]) == 2
    out, err = capsys.readouterr()
    assert "of 6 games" in out and err.endswith("its folder does not exist\n")


TWO_GAMES = ["match", "loa5", "random", "random", "--games", "2", "--jobs", "1", "--resume"]


def resumed(path, capsys):
    """Resume a series of two games in a file; return the status, the error lines and the rows."""
    status = main([*TWO_GAMES, "--csv", str(path)])
    return status, capsys.readouterr().err.splitlines(), path.read_text()


@pytest.fixture(scope="module")
def finished_series(tmp_path_factory):
    path = tmp_path_factory.mktemp("series") / "finished.csv"
    assert main([*TWO_GAMES, "--csv", str(path)]) == 0
    return path


@pytest.fixture
def two_games(finished_series, tmp_path, monkeypatch):
    """Return a copy of a finished series, of which games are played again in this process."""
    monkeypatch.setattr(
        Local, "each", lambda self, work, items: ((item, work(item, never)) for item in items)
    )
    return Path(shutil.copy(finished_series, tmp_path / "x.csv"))


@pytest.mark.parametrize(
    ("turns", "says"),
    [
        ('[[1, "many", 0.1, 1, 0, false]]', "many is not a figure"),
        ("[[7, 1, 0.1, 1, 0, false]]", "there is no player 7"),
        ("[[1]]", "0 figures of a move are not"),
        ("[[1, 1, NaN, 1, 0, false]]", "nan is not a figure"),
        ("[[1, 1, Infinity, 1, 0, false]]", "inf is not a figure"),
        ("[[1, 1, 1e308, 1, 0, false]]", "1e+308 is not a figure"),
        ("[[1, -5, 0.1, 1, 0, false]]", "-5 is not a figure"),
        ("[]", "0 turns are not"),
        ("[[0, 1, 0.1, 1, 0, false]]", "there is no player 0"),
        ("5", ""),
        ("[Infinity]", ""),
        ("[" * 30_000 + "]" * 30_000, ""),
    ],
)
def test_a_damaged_row_is_named_and_its_game_played_again(two_games, capsys, turns, says):
    rows = list(csv.DictReader(io.StringIO(two_games.read_text())))
    good = [row["moves"] for row in rows]
    rows[0]["turns"] = turns
    write_rows(two_games, rows)
    status, err, text = resumed(two_games, capsys)
    assert status == 0 and len(err) == 1 and says in err[0]
    assert "line 2 cannot be used" in err[0] and err[0].endswith("; the game is played again")
    assert [row["moves"] for row in csv.DictReader(io.StringIO(text))] == good


def write_rows(path, rows):
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)


@pytest.mark.parametrize(
    ("column", "change", "says"),
    [
        ("moves", lambda text: text.replace(text.split()[2], "a1-a2", 1), "a1"),
        ("moves", lambda text: " ".join(text.split()[:-1]), "turns are not"),
        ("moves", lambda text: text + " c1-c3", "turns are not"),
        ("winner", lambda text: str(3 - int(text)), "do not lead to its result"),
        ("winner", lambda text: "", "do not lead to its result"),
        ("winner", lambda text: "9", "there is no such game or player"),
        ("first", lambda text: str(3 - int(text)), "the other player moves first"),
        ("first", lambda text: "7", "there is no such game or player"),
        ("number", lambda text: "-3", "there is no such game or player"),
        ("number", lambda text: "x", ""),
        ("reason", lambda text: "random forfeits. It crashed.", "do not lead to its result"),
    ],
)
def test_a_row_that_breaks_the_rules_is_named_and_its_game_played_again(
    two_games, capsys, column, change, says
):
    good = two_games.read_text()
    rows = list(csv.DictReader(io.StringIO(good)))
    rows[1][column] = change(rows[1][column])
    write_rows(two_games, rows)
    status, err, text = resumed(two_games, capsys)
    assert status == 0 and len(err) == 1 and says in err[0] and "line 3 cannot be used" in err[0]
    assert moves_and_results(text) == moves_and_results(good)


def moves_and_results(text):
    rows = csv.DictReader(io.StringIO(text))
    return [(row["number"], row["first"], row["winner"], row["moves"]) for row in rows]


def test_half_a_row_at_the_end_is_played_again(two_games, capsys):
    good = two_games.read_text()
    two_games.write_text(good[:-40])
    status, err, text = resumed(two_games, capsys)
    assert status == 0 and len(err) == 1 and moves_and_results(text) == moves_and_results(good)


def test_a_cell_as_long_as_a_book_is_no_file_of_a_series(two_games, capsys):
    good = two_games.read_text()
    two_games.write_text(good + '"' + "[" * 140_000 + '"\n')
    status, err, text = resumed(two_games, capsys)
    assert status == 2 and len(err) == 1 and "is not a file of a series: field larger" in err[0]
    assert text.startswith(good)


def test_a_figure_too_long_to_be_one_is_none():
    assert figure("info depth 3 nodes 12".split(), "nodes") == 12
    assert figure(f"info nodes {'9' * 5_000}".split(), "nodes") == 0


@pytest.mark.parametrize(
    ("content", "says"),
    [("nonsense", "not a file of a series"), ("\x00", "not a file of a series")],
)
def test_resuming_from_something_else_is_refused(tmp_path, capsys, content, says):
    (tmp_path / "x.csv").write_text(content)
    assert main([*ARGUMENTS, "--csv", str(tmp_path / "x.csv"), "--resume"]) == 2
    assert says in capsys.readouterr().err


def test_resuming_another_series_is_refused(tmp_path, capsys):
    path = str(tmp_path / "x.csv")
    assert main([*ARGUMENTS, "--csv", path]) == 0
    assert main([*ARGUMENTS, "--csv", path, "--resume", "--seed", "9"]) == 2
    assert "another series" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--games", "0"], "games '0'"),
        (["--games", "x"], "games 'x'"),
        (["--jobs", "0"], "jobs '0'"),
        (["--seconds", "nan"], "seconds 'nan'"),
        (["--resume"], "--resume needs --csv"),
        (["--csv", "/no/such/folder/x.csv"], "cannot be written"),
    ],
)
def test_wrong_arguments(arguments, says, capsys):
    assert main([*ARGUMENTS, *arguments]) == 2
    assert says in capsys.readouterr().err


def test_html_report_is_whole_and_safe(tmp_path, capsys):
    path = tmp_path / "report.html"
    assert main([*ARGUMENTS, "--html", str(path)]) == 0
    text = path.read_text("utf-8")
    assert text.startswith("<!DOCTYPE html>") and text.count('class="curves"') == 2
    assert "http" not in text
    assert text.count("<tr>") > 10


def test_html_report_says_what_was_played_and_how_to_repeat_it(tmp_path, capsys):
    path, again = tmp_path / "report.html", tmp_path / "again.html"
    first, second = "strong:eval=full,depth=2,blunder=0.2", PLAYERS[1]
    players = [f"A & B={first}", second]
    days = [date.today()]  # two of them at midnight
    assert main(["match", "loa5", *players, "--games", "6", "--html", str(path)]) == 0
    days.append(date.today())
    text = path.read_text("utf-8")
    head = dict(re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", text))
    assert unescape(head["player 1"]) == f"A & B: {first}" and head["player 2"] == second
    assert head["date"] in [day.isoformat() for day in days]
    assert head["version"] == f"loa_tk {__version__}"
    command = split(unescape(re.sub("</?code>", "", head["command"])))
    assert command[0] == "loa" and main([*command[1:], "--html", str(again)]) == 0
    moves = [re.findall(r'<td class="moves">.*?</td>', p.read_text("utf-8")) for p in (path, again)]
    assert moves[0] == moves[1] != []
    # The bar has the three numbers of the table, and the second player's sample is dashed, too.
    (together,) = re.findall(r"<td>together</td>" + 3 * r"<td>(\d+)</td>", text)
    numbers = re.findall(r'<span[^>]*style="flex: \d+[^>]*>(\d+)</span>', text)
    assert numbers == [number for number in together if number != "0"]
    for plot in text.split('<div class="plot">')[1:]:
        assert re.findall("<(path|polyline)[^>]*dasharray", plot) == ["path", "polyline"]
        assert len(re.findall("<polygon", plot)) == 2 and "n 6" in plot and "move 1<br>" in plot
    assert all(colour in text for pair in PLAYER_COLOURS.values() for colour in pair)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no signals for other processes")
def test_interrupted_it_tells_what_is_finished(tmp_path):
    path = tmp_path / "games.csv"
    process = subprocess.Popen(
        [sys.executable, "-m", "loa_tk", "match", "loa5", *PLAYERS, "--games", "2000",
         "--jobs", "1", "--csv", str(path)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    wait_until(lambda: path.exists() and len(path.read_text().splitlines()) >= 4, "three games")
    os.killpg(process.pid, signal.SIGINT)  # to all processes at once, as a terminal does
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130 and err == ""
    assert out.startswith("interrupted after ")
    assert len(list(csv.DictReader(path.read_text("utf-8").splitlines()))) == int(out.split()[2])


@pytest.mark.parametrize(
    ("arguments", "says", "lines"),
    [
        (["match", "loa8", "random", "random"], "interrupted after 0 of 40 games", 1),
        (["tournament", "loa8", *3 * ["random"]], "interrupted after 0 of 60 games", 5),
        (["reproduce", "breakthrough"], "interrupted after 0 of 14 rows", 2),
    ],
)
def test_an_interruption_is_told_and_nothing_is_not_a_result(
    capsys, monkeypatch, arguments, says, lines
):
    def interrupt(self, work, tasks):
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(Local, "each", interrupt)
    assert main([*arguments, "--jobs", "1"]) == 130
    out = capsys.readouterr().out
    assert says in out and len(out.splitlines()) == lines and "no" not in out.split()
    assert main([*arguments, "--jobs", "1", "--json"]) == 130
    assert json.loads(capsys.readouterr().out)["complete"] is False


def test_tournament(capsys):
    arguments = ["tournament", "loa5", "random", "strong:depth=2", "random", "--games", "4"]
    assert main([*arguments, "--jobs", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 8 and "strong" in lines[1] and lines[1].split()[0] == "1"
    assert main([*arguments, "--jobs", "1", "--json"]) == 0
    scores = json.loads(capsys.readouterr().out)["scores"]
    assert len(scores) == 6 and all(len(score["interval"]) == 2 for score in scores)
    assert main(["tournament", "loa5", "random"]) == 2


# What scores prove


@pytest.mark.parametrize(
    ("score", "low", "high"),
    [
        (Score(8, 0, 2), 0.4902, 0.9433),
        (Score(0, 0, 10), 0.0, 0.2775),
        (Score(10, 0, 0), 0.7225, 1.0),
        (Score(50, 0, 50), 0.4038, 0.5962),
    ],
)
def test_interval_against_known_values(score, low, high):
    assert score.interval() == pytest.approx((low, high), abs=5e-5)


def test_who_wins_all_is_beyond_measure_and_even_is_plus_zero():
    for games in range(1, 300):
        assert Score(games, 0, 0).interval()[1] == 1.0 and Score(0, 0, games).interval()[0] == 0.0
    assert elo_text(0.4999) == "+0" and words.signed(elo(0.4999)) == "+0"
    assert words.signed(-3.2) == "−3" and words.signed(-inf) == "−∞"


def test_a_series_is_added_up_in_any_order():
    results = play(Plan(game="loa5", players=PLAYERS, games=8, seed=3))
    summary = summarise(PLAYERS, results)
    assert summary == SeriesTally(reversed(results)).summary(PLAYERS)
    for who, effort in enumerate(summary.efforts):
        turns = [[turn for turn in r.turns if turn.who == who] for r in results]
        assert effort.moves == sum(map(len, turns))
        assert effort.totals["nodes"].sum == sum(sum(figures(own, "nodes")) for own in turns)
        assert effort.totals["depth"].largest == max(max(figures(own, "depth")) for own in turns)
        second = [own[1] for own in turns if len(own) > 1]
        for part in ("nodes", "seconds"):
            spent = sorted(figures(second, part))
            move, games, *quarters = summary.courses[part][who][1]
            assert (move, games) == (2, len(second))
            wanted = quantiles(spent, n=4, method="inclusive")
            assert quarters == [pytest.approx(each, rel=0.006, abs=1e-6) for each in wanted]
        assert len(summary.courses["nodes"][who]) == max(map(len, turns))
    assert summary.distinct == len({result.moves for result in results})


@settings(max_examples=50)
@given(st.lists(st.integers(0, 999), min_size=2, max_size=40))
def test_medians_and_quartiles_are_those_of_the_statistics_module(figures):
    """The median of two games was the smaller one."""
    assert quartiles(Counter(figures)) == tuple(quantiles(figures, n=4, method="inclusive"))
    assert quartiles(Counter(figures))[1] == median(figures)


def test_one_game_is_not_one_games():
    (result,) = play(Plan(game="loa5", players=PLAYERS, games=1))
    text = table(summarise(PLAYERS, [result]))
    assert "of 1 game, " in text and "\n1 distinct game, " in text
    assert words.count(0, 1) == "0 of 1 game" and words.count(1, 1200) == "1 of 1,200 games"
    assert words.stopped(1, 3) == "Stopped: 1 of 3 games is finished. Go on plays the others."


def test_repeated_games_are_no_evidence():
    """Two searches without chance play two games; 40 of them had an interval of 40 games."""
    players = "alphabeta:eval=groups,depth=1", "alphabeta:eval=full,depth=2"
    plan = Plan(game="loa5", players=players, games=6, openings=0)
    results = play(plan)
    summary = summarise(players, results)
    assert summary.distinct == 2
    says = "Only 2 of 6 games are distinct, so the intervals are too narrow."
    assert says in table(summary).splitlines() and says in series_page("", plan, summary, results)
    varied = summarise(players, play(replace(plan, openings=2)))
    assert "narrow" not in table(varied)


def test_the_cross_table_is_straight():
    scores = {(0, 1): Score(98, 1, 1), (1, 0): Score(1, 1, 98)}
    rated = [Rating(300, 40), Rating(-300, 40)]
    lines = cross_table(["random", "strong:depth=2"], scores, rated).splitlines()
    assert lines[1].split() == ["1", "random", "+300", "±", "40", "98.5", "of", "100", "·", "98.5"]
    ends = [[found.end() for found in re.finditer(r"\S+", line)] for line in lines]
    assert ends[1][-4:] == ends[2][-4:] and ends[0][-3:] == ends[1][-3:]


def test_each_pair_of_a_tournament_is_told_as_a_match_is():
    scores = {(0, 1): Score(1, 1, 98), (1, 0): Score(98, 1, 1), (0, 2): Score(), (2, 0): Score()}
    assert pair_lines(scores, [Rating(elo, 40) for elo in (-300, 300, 0)]) == [
        f"1 against 3: {score_text(Score(98, 1, 1))}"  # a pair that did not play is not mentioned
    ]


def test_the_progress_bar_sets_figures_as_the_tables_do(monkeypatch, capsys):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    show(Score(2, 1, 1), Plan(game="loa5", players=PLAYERS, games=8))
    assert capsys.readouterr().err.endswith("4/8  +2 =1 -1  62.5 % ")


def test_elo_against_known_values():
    assert elo(0.5) == 0 and elo(0.75) == pytest.approx(190.85, abs=0.01)
    assert elo(0.25) == pytest.approx(-elo(0.75)) and elo(1.0) == float("inf")


def test_ratings_order_players_by_their_results():
    scores = {(0, 1): Score(8, 0, 2), (1, 0): Score(2, 0, 8), (1, 2): Score(7, 0, 3),
              (2, 1): Score(3, 0, 7), (0, 2): Score(9, 0, 1), (2, 0): Score(1, 0, 9)}  # fmt: skip
    best, middle, worst = (rating.elo for rating in ratings(scores, 3))
    assert best > middle > worst and best + middle + worst == pytest.approx(0, abs=1e-6)
    even = ratings({(0, 1): Score(5, 0, 5), (1, 0): Score(5, 0, 5)}, 2)
    assert [rating.elo for rating in even] == pytest.approx([0, 0])


def test_the_reports_table_is_played_again(capsys, monkeypatch):
    from loa_tk.cli import reproduce

    monkeypatch.setattr(reproduce, "BREAKTHROUGH", reproduce.BREAKTHROUGH[-2:-1])
    arguments = ["reproduce", "breakthrough", "--games", "6", "--jobs", "1"]
    assert main(arguments) == 0
    out = capsys.readouterr().out
    assert "68-32" in out and out.splitlines()[1].endswith("yes")
    assert "95 % interval" in out and "same winner" in out
    assert main([*arguments, "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)["rows"]
    assert row["reported"] == [68, 32] and row["wins"] + row["losses"] == 6
    assert row["same_winner"] == "yes" and row["interval"][0] > 0.5
    assert main(["reproduce", "nothing"]) == 2


@pytest.mark.parametrize(
    ("score", "report", "same"),
    [
        (Score(9, 0, 1), (96, 4), "yes"),
        (Score(0, 0, 10), (0, 100), "yes"),
        (Score(1, 0, 9), (96, 4), "no"),
        (Score(4, 0, 6), (96, 4), "open"),
        (Score(5, 0, 5), (51, 49), "yes"),
        (Score(10, 0, 0), (51, 49), "open"),
    ],
)
def test_the_same_winner(score, report, same):
    from loa_tk.cli.reproduce import same_winner

    assert same_winner(score, *report) == same


def test_shares_and_signs_are_set_alike_in_all_tables(capsys):
    players = ["random:seed=1", "strong:eval=full,depth=2"]
    for command in ("match", "tournament"):
        assert main([command, "loa5", *players, "--games", "4"]) == 0
        out = capsys.readouterr().out
        assert re.search(r"\d %", out) and not re.search(r"\d%", out)
        assert re.search(r"(?<=[ (])-\d", out) and "−" not in out  # other programs read numbers

"""Students' files wherever a player can be named: search, tree, match, series and engine."""

import io
import json
import time

import pytest

from loa_tk.cli.parser import main
from loa_tk.control.series.plan import Plan, Task, check_player, tasks
from loa_tk.control.series.play import play_game, try_out_players
from loa_tk.control.series.setup import described, form_of_player
from loa_tk.control.ugi.client import Abandoned
from loa_tk.control.ugi.server import UgiServer
from loa_tk.lab import Mistake
from loa_tk.model.game import UserError
from loa_tk.model.games import find_game
from loa_tk.model.search.players import read_player
from loa_tk.words import own_code as words
from own_files import SIMPLE
from test_guest_jobs import FIRST_MOVE, GOOD, HANGS, write

LOA5 = find_game("loa5")
RANDOM = """\
import random
def choose(position, seconds, counts):
    return random.choice(position.moves())
"""


def say(capsys, *arguments, status=0):
    """Run a command and return both of its streams."""
    assert main(list(arguments)) == status
    return capsys.readouterr()


def test_search_prints_the_report_the_sandbox_and_the_output(tmp_path, capsys):
    path = write(tmp_path, "print('loading')\n" + GOOD)
    player = f"alphabeta:eval={path},depth=2"
    said = say(capsys, "search", "loa5", "--player", player, "--sandbox", SIMPLE)
    assert "(2) Nodes generated" in said.out and "loading" not in said.out
    assert f"loa: mine.py runs in {words.SANDBOXES[SIMPLE]}" in said.err
    assert "| loading" in said.err
    answer = json.loads(say(capsys, "search", "loa5", "--player", player, "--json").out)
    assert answer["player"] == player and answer["statistics"]["nodes"] > 10


def test_search_reports_a_mistake_in_one_line(tmp_path, capsys):
    path = write(tmp_path, "def evaluate(position, player):\n    return 1 / 0")
    player = f"minimax:eval={path},depth=1"
    said = say(capsys, "search", "loa5", "--player", player, "--sandbox", SIMPLE, status=2)
    assert said.out == "" and said.err.splitlines()[-1] == (
        "loa: mine.py, line 2: ZeroDivisionError: division by zero  [return 1 / 0]"
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--player", "file:none.py"], "none.py: there is no such file"),
        (["--player", "random", "--sandbox", "jail"], "there is no sandbox 'jail'"),
        (["--player", "minimax:eval=none.py,depth=1"], "none.py: there is no such file"),
    ],
)
def test_search_refuses_what_it_cannot_run(capsys, arguments, said):
    (line,) = say(capsys, "search", "loa5", *arguments, status=2).err.splitlines()
    assert said in line


def test_a_tree_with_a_student_s_evaluation(tmp_path, capsys):
    path = write(tmp_path, GOOD)
    player = f"alphabeta:eval={path},depth=2"
    found = json.loads(say(capsys, "tree", "loa5", "--player", player, "--sandbox", SIMPLE,
                           "--json").out)  # fmt: skip
    report = json.loads(say(capsys, "search", "loa5", "--player", player, "--sandbox", SIMPLE,
                            "--json").out)  # fmt: skip
    assert found["nodes"] == report["statistics"]["nodes"] and found["value"] == report["value"]


def test_a_match_with_files(tmp_path, capsys):
    path = write(tmp_path, RANDOM, "my, own.py")
    said = say(capsys, "match", "loa5", f'file:"{path}"', "random", "--games", "1", "--jobs", "1",
               "--openings", "0", "--sandbox", SIMPLE, "--json")  # fmt: skip
    answer = json.loads(said.out)
    assert answer["complete"] and said.err.count("runs in its own process") == 1
    again = result(f'file:"{path}"', "random")
    assert [list(again.moves)] == [one["moves"] for one in answer["games"]]  # the same seed


def result(*players, **options):
    plan = Plan(game="loa5", players=players, games=1, openings=0, sandbox=SIMPLE, **options)
    (task,) = tasks(LOA5, plan)
    return play_game(task)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("def choose(position, seconds, counts):\n    return 'a1-a2'", "an illegal move"),
        ("def choose(position, seconds, counts):\n    return position.moves(1)", "TypeError"),
        ("import os\ndef choose(position, seconds, counts):\n    os._exit(1)", "status 1"),
    ],
)
def test_a_file_that_fails_loses_its_game_with_the_reason(tmp_path, text, said):
    found = result(f"file:{write(tmp_path, text)}", "random")
    assert found.winner == 1 and found.forfeited and said in found.reason


def test_a_file_is_tried_out_before_a_series(tmp_path):
    evaluation, search = write(tmp_path, GOOD), write(tmp_path, FIRST_MOVE, "s.py")
    for player in (f"alphabeta:eval={evaluation},depth=1", f"file:{search}"):
        try_out_players(Plan(game="loa5", players=(player, "random"), sandbox=SIMPLE))
    for player, said in (
        (f"file:{evaluation}", "choose() is missing; it has evaluate()"),
        (f"strong:eval={search},depth=1", "evaluate() is missing; it has choose()"),
    ):
        with pytest.raises(Mistake) as caught:
            try_out_players(Plan(game="loa5", players=(player, "random"), sandbox=SIMPLE))
        assert said in str(caught.value)
    with pytest.raises(UserError, match="no such file"):
        check_player(LOA5, "file:none.py")
    assert check_player(LOA5, "file:none.py", here=False) == "file:none.py"


def test_a_stopped_series_ends_a_file_that_hangs(tmp_path):
    path = write(tmp_path, HANGS)
    plan = Plan(
        game="loa5", players=(f"minimax:eval={path},depth=1", "random"), games=1, sandbox=SIMPLE
    )
    begun = time.monotonic()
    with pytest.raises(Abandoned):
        play_game(Task(0, plan), lambda: time.monotonic() > begun + 0.3)


def test_the_series_window_edits_files_and_programs():
    values = {"game": "loa5", "player1": "alphabeta:eval=my.py,depth=2", "player2": "ugi:x y"}
    for key, name, text in (("player1", "player.eval", "my.py"),
                            ("player2", "player.command", "x y")):  # fmt: skip
        form = form_of_player(values, key)
        found = {one.key: one.value for section in form.sections for one in section.fields}
        assert found[name] == text
        after = described(values, key, {**found, "player.seconds": "3"})
        assert read_player(LOA5, after).seconds == 3 and text in after


# --- as an engine ---


def conversation(*lines):
    out = io.StringIO()
    UgiServer(LOA5, out).converse(lines)
    return out.getvalue().splitlines()


def test_our_engine_reports_the_six_statistics_before_its_move():
    lines = conversation("setoption name Player value alphabeta:eval=groups,depth=4",
                         "position startpos", "go")  # fmt: skip
    report = read_player(LOA5, "alphabeta:eval=groups,depth=4").choose(LOA5, LOA5.start)
    figures = " ".join(map(str, report.statistics.figures(report.shown).values()))
    assert lines[-2] == f"info string statistics {figures}" and figures.startswith("4 1625 ")
    assert lines[-1].startswith("bestmove ")
    lines = conversation("setoption name Player value mcts:playouts=5,seed=1", "go")
    assert not any("statistics" in line for line in lines)  # it counts others


def test_our_engine_plays_with_a_student_s_file(tmp_path):
    path = write(tmp_path, "print('loading')\n" + GOOD)
    lines = conversation(f"setoption name Player value alphabeta:eval={path},depth=2", "go")
    assert any(line.startswith("info string note: mine.py runs in") for line in lines)
    assert "info string output: loading" in lines and lines[-1].startswith("bestmove ")
    write(tmp_path, "def evaluate(position, player): pass")
    lines = conversation(f"setoption name Player value alphabeta:eval={path},depth=2", "go")
    assert "returned nothing" in lines[-2] and lines[-1] == "bestmove 0000"
    assert "another program" in conversation("setoption name Player value ugi:x")[0]

"""`loa search` and `loa engine` as people and programs use them."""

import json
import os
import subprocess
import sys

import pytest

from loa_tk.cli.parser import main
from loa_tk.control.ugi.server import limited
from loa_tk.model.games import find_game
from loa_tk.model.notation import read_move
from loa_tk.model.search import all_searches
from loa_tk.model.search.options import DEFAULT_SECONDS, LEAST_SECONDS
from loa_tk.model.search.players import read_player
from loa_tk.model.search.search import Clock
from patience import PATIENCE, patiently, processor_seconds

KEYS = ["game", "position", "side", "player", "move", "value", "depth", "seconds",
        "nodes_per_second", "line", "proof", "statistics", "iterations", "levels"]  # fmt: skip
SIX = ["max_depth", "nodes", "evals_max", "evals_min", "prunes_max", "prunes_min"]


def search(capsys, *arguments):
    assert main(["search", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_json_keys(capsys):
    answer = search(capsys, "loa5", "--player", "alphabeta:eval=groups,depth=3")
    assert [key for key in answer if key not in ("questions", "unfinished")] == KEYS
    assert list(answer["statistics"]) == SIX
    assert answer["player"] == "alphabeta:eval=groups,depth=3" and answer["proof"] is None
    (iteration,) = answer["iterations"]
    assert list(iteration) == ["depth", "value", "move", "line", "seconds", *SIX]
    assert sum(answer["levels"]) == answer["statistics"]["nodes"] == 754
    assert answer["line"][0] == answer["move"] and answer["side"] == "black"


def test_a_proof_in_json(capsys):
    position = "5/1bb2/w3w/3b1/w4 b"
    answer = search(capsys, "loa5", "--position", position, "--player", "normal")
    assert answer["proof"] == {"winner": "black", "plies": 1} and answer["value"] == 100


def test_table_for_people(capsys):
    assert main(["search", "loa6", "--player", "strong:depth=3"]) == 0
    out = capsys.readouterr().out
    assert "(1) Maximum depth reached" in out and "(6) Prunings in MIN-VALUE" in out
    board = out.splitlines()[:8]
    assert board[:6] == ["6  . b b b b .", *(f"{row}  w . . . . w" for row in (5, 4, 3, 2)),
                         "1  . b b b b ."]  # fmt: skip
    assert board[6:] == ["   a b c d e f", "1bbbb1/w4w/w4w/w4w/w4w/1bbbb1 b"]
    assert max(map(len, out.splitlines())) <= 100


def test_chance_has_no_table(capsys):
    assert main(["search", "loa5", "--player", "random:seed=1"]) == 0
    position, answer, *_ = capsys.readouterr().out.splitlines()[6:]
    assert position.endswith(" b") and answer.startswith("random:seed=1: ")
    move = answer.removeprefix("random:seed=1: ").removesuffix(", without a search")
    game = find_game("loa5")
    read_move(game, game.start, move)
    # A search that was stopped before its first depth has no rows, but it has figures.
    assert main(["search", "loa8", "--player", "minimax:depth=20,seconds=0.05"]) == 0
    assert "positions/s" in capsys.readouterr().out


def test_the_help_lists_every_search_with_its_options(capsys):
    with pytest.raises(SystemExit):
        main(["search", "--help"])
    text = " ".join(capsys.readouterr().out.split())
    for search in all_searches().values():
        assert f"{search.name} {', '.join(option.name for option in search.options)}" in text


@pytest.mark.parametrize("command", ["search", "match"])
def test_the_help_tells_how_long_a_player_without_limits_searches(command, capsys):
    with pytest.raises(SystemExit):
        main([command, "--help"])
    text = " ".join(capsys.readouterr().out.split())
    assert "neither depth nor seconds" in text and f" {DEFAULT_SECONDS:g} s for " in text


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["loa5", "--position", "5/w3w/1bb2/5/w4 w"], "the game is over (black)"),
        (["loa5", "--player", "wizard"], "no player 'wizard'"),
        (["loa5", "--player", "strong:depth=x"], "depth 'x'"),
    ],
)
def test_refusals(arguments, says, capsys):
    assert main(["search", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == "" and says in err and err.count("\n") == 1


class Conversation:
    """A real engine process to talk to."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "loa_tk", "engine", *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip

    def tell(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def until(self, start):
        """Return the lines up to the first that begins with `start`."""
        lines = []
        while not lines or not lines[-1].startswith(start):
            line = patiently(self.process, self.process.stdout.readline)
            assert line, f"the engine ended before it said {start}"
            lines.append(line.rstrip("\n"))
        return lines


GARBAGE = """

\t
nonsense
go depth
go sideways
position
setoption
position startpos moves z9
setoption name Game value chess
query
stop
\x00\x01
position fen x y z
go depth -1
position fen 5/w3w/1bb2/5/w4 w
go"""
FINE = 4  # lines of it are no errors: two blank ones, stop, and a position


@pytest.fixture
def engine():
    engine = Conversation()
    yield engine
    engine.tell("quit")
    _, error = engine.process.communicate(timeout=PATIENCE)
    assert (engine.process.returncode, error) == (0, "")


def test_introduction(engine):
    engine.tell("ugi")
    lines = engine.until("ugiok")
    assert lines[0].startswith("id name loa_tk") and any("option name Game" in x for x in lines)
    engine.tell("isready")
    assert engine.until("readyok") == ["readyok"]


def test_a_move_for_a_position(engine):
    engine.tell("setoption name Game value loa6", "position startpos moves b1-b3", "go depth 3")
    lines = engine.until("bestmove")
    game = find_game("loa6")
    state = game.play(game.start, read_move(game, game.start, "b1-b3"))
    read_move(game, state, lines[-1].split()[1])
    words = lines[-3].split()  # before the statistics
    assert words[:3] == ["info", "depth", "3"]
    assert {"score", "nodes", "nps", "pv"} <= set(words)


def test_a_limit_that_the_search_does_not_have_is_refused(engine):
    engine.tell("setoption name Player value mcts:playouts=30,seed=1", "go depth 3", "isready")
    refused, _ = engine.until("readyok")
    assert refused.startswith("info string error: mcts has no option 'depth'")
    engine.tell("go")
    assert engine.until("bestmove")
    engine.tell("setoption name Player value random", "go movetime 100")
    assert "score" not in engine.until("bestmove")[-2]  # chance finds no value


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has /proc")
def test_stop_ends_an_infinite_search_at_once(engine):
    engine.tell("setoption name Game value loa8", "position startpos", "go infinite")
    engine.until("info depth 2")
    begun = processor_seconds(engine.process.pid)
    engine.tell("stop")
    engine.until("bestmove")
    assert processor_seconds(engine.process.pid) - begun < 0.5


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has /proc")
def test_limits_of_time_and_nodes(engine):
    engine.tell("setoption name Game value loa8", "position startpos", "isready")
    engine.until("readyok")
    begun = processor_seconds(engine.process.pid)
    engine.tell("go movetime 200")
    engine.until("bestmove")
    assert processor_seconds(engine.process.pid) - begun < 0.5
    engine.tell("go nodes 5000")
    nodes = int(engine.until("bestmove")[-3].split("nodes ")[1].split()[0])
    assert nodes < 30_000


def test_a_clock_is_answered_with_a_move(engine):
    engine.tell("setoption name Player value strong:seconds=0.1", "isready")
    engine.until("readyok")
    for words in ("p1time 5000 p2time 100 p1inc 20 p2inc 0", "p1time 0 p2time 0", "p2time 90",
                  "p1time 2000 movestogo 10", "p1time -30 p2time 7"):  # fmt: skip
        engine.tell(f"go {words}")
        *infos, answer = engine.until("bestmove")
        assert not any("error" in line for line in infos) and len(answer.split()) == 2


@pytest.mark.parametrize(
    ("words", "side", "seconds"),
    [
        ("p1time 50000 p2time 1000", 0, 2.0), ("p1time 50000 p2time 1000", 1, LEAST_SECONDS),
        ("p1time 1000 p1inc 5000", 0, 0.5), ("p1time 10000 movestogo 5", 0, 2.0),
        ("p1time 50000 movetime 300", 0, 0.3), ("p1time 0", 0, LEAST_SECONDS),
    ],
)  # fmt: skip
def test_the_share_of_a_clock_that_a_move_takes(words, side, seconds):
    player = read_player(find_game("loa5"), "hard")
    assert limited(player, words.split(), side)[0].seconds == pytest.approx(seconds)


def test_after_a_wrong_position_nothing_is_searched(engine):
    engine.tell("position startpos moves c1-c3", "position startpos moves c1-c3 a1-a9",
                "go depth 1", "isready")  # fmt: skip
    *errors, _ = engine.until("readyok")
    assert len(errors) == 2 and "there is no position to search" in errors[1]
    engine.tell("position startpos moves c1-c3", "go depth 1")
    assert engine.until("bestmove")[-1] != "bestmove none"
    engine.tell("position nonsense", "uginewgame", "go depth 1")
    assert engine.until("bestmove")


def test_a_player_stays_when_the_game_changes(engine):
    engine.tell("setoption name Player value alphabeta:eval=full,depth=1",
                "setoption name Game value breakthrough8", "go")  # fmt: skip
    assert engine.until("bestmove")[-3].startswith("info depth 1 ")
    engine.tell("setoption name Game value loa5",
                "setoption name Player value minimax:eval=offensive1,depth=1",
                "setoption name Game value breakthrough8", "go")  # fmt: skip
    *infos, _ = engine.until("bestmove")
    assert "waits for a game that has it" in infos[0] and infos[1].startswith("info depth 1 ")
    engine.tell("setoption name Game value loa5", "isready")
    assert "loa5 has no player minimax:eval=offensive1,depth=1; hard plays" in engine.until("re")[0]


def test_each_depth_has_one_line(engine):
    engine.tell("setoption name Game value loa8", "position startpos", "go infinite")
    begun = engine.until("info depth 3")
    engine.tell("stop")
    *infos, statistics, _ = [*begun, *engine.until("bestmove")]
    assert statistics.startswith("info string statistics ")
    depths = [int(line.split()[2]) for line in infos if line.startswith("info depth")]
    assert depths == sorted(set(depths)) and len(depths) > 1
    assert all(line.startswith("info nodes ") for line in infos[len(depths) :])


def test_queries(engine):
    engine.tell("query p1turn", "query gameover", "query result")
    assert engine.until("response none") == ["response true", "response false", "response none"]
    engine.tell("position fen 5/w3w/1bb2/5/w4 w", "query gameover", "query result", "query p1turn")
    assert engine.until("response false") == ["response true", "response p1win", "response false"]


def test_garbage_is_answered_and_passed_over(engine):
    garbage = GARBAGE.split("\n")
    engine.tell(*garbage, "uginewgame", "isready")
    lines = engine.until("readyok")
    assert all(line.startswith("info string error: ") for line in lines[:-1])
    assert len(lines) - 1 == len(garbage) - FINE - 1
    engine.tell("go depth 1")
    assert engine.until("bestmove")


def test_the_end_of_the_input_ends_it_after_the_answer():
    done = subprocess.run(
        [sys.executable, "-m", "loa_tk", "engine", "loa5"],
        input="position startpos\ngo depth 2\n", capture_output=True, text=True, timeout=60,
        check=True,
    )  # fmt: skip
    assert done.stdout.splitlines()[-1].startswith("bestmove ")


def test_the_end_of_the_input_stops_a_search_that_nobody_could_stop():
    done = subprocess.run(
        [sys.executable, "-m", "loa_tk", "engine", "loa8"],
        input="position startpos\ngo infinite\n", capture_output=True, text=True, timeout=60,
        check=True,
    )  # fmt: skip
    assert done.stdout.splitlines()[-1].startswith("bestmove ")


@pytest.mark.skipif(os.name == "nt", reason="the shell of Windows has no printf")
def test_the_example_of_the_help_searches_as_long_as_it_says(capsys):
    with pytest.raises(SystemExit):
        main(["engine", "--help"])
    (example,) = (line for line in capsys.readouterr().out.splitlines() if "| loa engine" in line)
    milliseconds = int(example.split("movetime ")[1].split("\\")[0])
    command = example.replace("loa engine", f"{sys.executable} -m loa_tk engine")

    def searched():
        """Return the milliseconds of the last info line."""
        done = subprocess.run(
            command, shell=True, capture_output=True, text=True, timeout=60, check=True
        )
        *_, last, _statistics, answer = done.stdout.splitlines()
        assert answer.startswith("bestmove ")
        return int(last.split(" time ")[1].split()[0])

    # A depth that ends in the last fifth of the time ends the search. A busy machine may hold the
    # process up just after a line, so that one attempt is not enough to say that it is too short.
    assert any(searched() >= Clock.ENOUGH * milliseconds for _ in range(3))


def test_a_reader_who_has_gone_ends_the_search_without_a_traceback():
    process = subprocess.Popen(
        [sys.executable, "-m", "loa_tk", "engine", "loa8"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    process.stdin.write("go movetime 60000\n")
    process.stdin.flush()
    patiently(process, process.stdout.readline)
    process.stdout.close()
    process.stdin.close()
    assert patiently(process, process.stderr.read) == "" and process.wait(PATIENCE) == 1
    process.stderr.close()

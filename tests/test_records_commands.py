"""`loa replay` and `loa convert`, and the speed of replaying an archive."""

import json
import os
import random
import subprocess
import sys
from collections import Counter

import pytest

from loa_tk.cli.parser import main
from loa_tk.model.games import all_games
from loa_tk.model.match import REPETITIONS, Match
from loa_tk.model.records import Record
from loa_tk.model.records.record import letter
from loa_tk.model.records.values import step_text
from loa_tk.model.records.writer import tree_of
from patience import PATIENCE

GOOD = "(;GM[9]SZ[5]AB[b2][d2][a1]AW[a5][e5]PL[B];B[d2-c1])"
GIVEN_UP = "(;GaMe[9]SiZe[5];B[C1 C3];W[resign])"
OPEN = "(;GM[9]SZ[5];B[c1-c3])"
BAD = "(;GM[9]SZ[5];B[c1-c3];W[a3-a4])"
OTHER = "(;GM[9]SU[Gemma])"


@pytest.fixture
def ask(capsysbinary, tmp_path):
    """Run a command on files with these texts; return status, output and errors."""

    def run(command, *texts, more=()):
        names = []
        for number, text in enumerate(texts):
            names.append(tmp_path / f"{number}.sgf")
            names[-1].write_bytes(text if isinstance(text, bytes) else text.encode())
        status = main([command, *map(str, names), *more])
        out, err = capsysbinary.readouterr()
        return status, out.decode().replace(f"{tmp_path}{os.sep}", ""), err.decode()

    return run


def test_replay_tells_how_each_game_ended(ask):
    status, out, err = ask("replay", GOOD + GIVEN_UP, OPEN)
    assert (status, err) == (0, "")
    assert out.splitlines() == [
        "0.sgf: game 1: loa5, 1 move, black won: All 3 black checkers form one group.",
        "0.sgf: game 2: loa5, 1 move, black won: White resigned.",
        "1.sgf: game 1: loa5, 1 move, unfinished",
    ]


def test_replay_tells_where_a_game_breaks_the_rules(ask):
    status, out, _ = ask("replay", BAD + OTHER + OPEN)
    first, second, third = out.splitlines()
    assert status == 1 and third.endswith("unfinished")
    assert first.startswith(
        "0.sgf: game 1: loa5, 1 move; move 2 is refused: 'a3-a4' is not legal: "
    )
    assert second == "0.sgf: game 2: the variant Gemma is not supported; Standard and Custom are"


def test_replay_says_when_the_file_tells_otherwise(ask):
    _, out, _ = ask("replay", GOOD.replace("SZ", "RE[W+]SZ"))
    assert out.endswith("form one group. (The file says: white won.)\n")


def test_a_file_that_cannot_be_read_does_not_stop_the_others(ask, tmp_path):
    status, out, err = ask("replay", "no game", b"\0\1", OPEN, more=[str(tmp_path / "none")])
    assert status == 2 and out == "2.sgf: game 1: loa5, 1 move, unfinished\n"
    assert len(err.splitlines()) == 3 and err.endswith("none: No such file or directory\n")


def test_a_file_that_is_cut_off_is_read_as_far_as_it_goes(ask):
    status, out, err = ask("replay", OPEN + "(;GM[9]SZ[5];B[c1-c3];W[a3-")
    assert (status, err) == (1, "")
    assert out.splitlines() == [
        "0.sgf: game 1: loa5, 1 move, unfinished",
        "0.sgf: game 2: loa5, 1 move; it breaks off: line 1 has a value that is never closed",
    ]
    status, out, err = ask("replay", OPEN.rstrip(")"))
    missing = "its last parenthesis is missing, so its end may be missing, too"
    assert (status, out) == (0, f"0.sgf: game 1: loa5, 1 move, unfinished ({missing})\n")
    status, out, err = ask("convert", "(;GM[9]SZ[5];B[c1-c3]C[To the ce")
    assert status == 1 and out.endswith(";B[c1-c3]C[To the ce])\n")
    assert err.endswith("game 1: it breaks off: line 1 has a value that is never closed\n")
    status, out, err = ask("convert", OPEN.rstrip(")"))
    assert status == 0 and out.endswith("B[c1-c3])\n") and err.endswith(f"game 1: {missing}\n")


def test_replay_json(ask):
    status, out, _ = ask("replay", GIVEN_UP + BAD + OTHER, "", more=["--json"])
    (file, broken) = json.loads(out)["files"]
    given_up, bad, other = file["games"]
    assert status == 2 and broken["error"].startswith("it contains no SGF") and not broken["games"]
    assert given_up == {
        "number": 1, "game": "loa5", "plies": 1, "moves": ["c1-c3"],
        "result": {"winner": "black", "reason": "White resigned."},
        "told": {"winner": "black", "reason": "White resigned."},
    }  # fmt: skip
    assert bad["error"]["number"] == 2 and bad["error"]["move"] == "a3-a4" and bad["result"] is None
    assert list(other) == ["number", "error"]


def test_convert_writes_it_clean(ask, tmp_path):
    wild = "mail\n(;GaMe[9]SiZe[5]PlayerBlack[Jörg];C[hm]Black[C1 A3++ ];White[E4:B4])".encode(
        "cp1252"
    )
    status, out, err = ask("convert", wild.replace(b";White[E4:B4]", b""))
    assert (status, err) == (0, "")
    clean = out.replace(out[out.index("AP[") : out.index("GM[")], "")
    assert clean == "(;FF[4]CA[UTF-8]GM[9]SZ[5]PB[Jörg]SU[Standard];B[c1:a3]C[hm])\n"
    assert ask("convert", out)[1] == out
    target = tmp_path / "clean.sgf"
    assert ask("convert", wild, more=["-o", str(target)])[0] == 1  # the last move is not legal
    assert target.read_text("utf-8") == out


def test_convert_keeps_what_it_can(ask, tmp_path):
    status, out, err = ask("convert", BAD + OTHER + OPEN)
    assert status == 1 and out.count("(;") == 2 and len(err.splitlines()) == 2
    assert ask("convert", OTHER)[:2] == (1, "")
    status, _, err = ask("convert", "nothing")
    assert status == 2 and len(err.splitlines()) == 1
    status, _, err = ask("convert", OPEN, more=["-o", str(tmp_path / "0.sgf" / "x")])
    assert status == 2 and len(err.splitlines()) == 1


def test_convert_does_not_write_over_a_file(ask, tmp_path):
    own, other = tmp_path / "0.sgf", tmp_path / "other.sgf"
    other.write_text(BAD)
    for target, kept in ((own, OPEN), (other, BAD)):
        status, _, err = ask("convert", OPEN, more=["-o", str(target)])
        assert status == 2 and err.endswith(f"{target.name} exists; use another name\n")
        assert target.read_text() == kept


@pytest.mark.skipif(os.name == "nt", reason="Windows has no pipes in folders")
def test_convert_does_not_put_a_file_in_the_place_of_a_pipe(ask, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    status, _, err = ask("convert", OPEN, more=["-o", str(pipe)])
    assert status == 2 and "not an ordinary file" in err and pipe.is_fifo()


def test_the_standard_input_is_a_file_too():
    command = [sys.executable, "-m", "loa_tk", "replay", "-"]
    done = subprocess.run(
        command, input=OPEN, capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    assert done.stdout == "-: game 1: loa5, 1 move, unfinished\n"


MOST_PLIES = 60  # games between people have 30 to 60
TIMED = """
import sys, time
from loa_tk.cli.parser import main
status = main(["replay", sys.argv[1]])
print(time.process_time(), file=sys.stderr)
sys.exit(status)
"""


def random_games(number):
    """Return random games of every kind as the text of a file, and the number of their moves."""
    rng, games, plies, texts = random.Random(9), list(all_games().values()), 0, []
    for index in range(number):
        game = games[index % len(games)]
        state = game.start
        head = "".join(
            f"{name}[{values[0]}]"
            for name, values in tree_of(Record(match=Match(game)))[0].properties
        )
        steps, met = [], Counter([state])
        while len(steps) < MOST_PLIES and game.outcome(state) is None and met[state] < REPETITIONS:
            moves = game.moves(state)
            if not moves:
                break
            move = rng.choice(moves)
            steps.append(f";{letter(game, game.player(state))}[{step_text(game, state, move)}]")
            state = game.play(state, move)
            met[state] += 1
        plies += len(steps)
        texts.append(f"(;{head}{''.join(steps)})\n")
    return "".join(texts), plies


def test_three_hundred_games_within_three_seconds(tmp_path):
    text, plies = random_games(300)
    path = tmp_path / "archive.sgf"
    path.write_text(text, "utf-8")
    # In a separate process, because this one has met all the positions while making the games.
    done = subprocess.run(
        [sys.executable, "-c", TIMED, str(path)],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stdout[-500:]
    assert len(done.stdout.splitlines()) == 300 and plies > 9_000
    assert float(done.stderr) < 3  # processor time; it was 0.6 s when this test was written


def test_replay_lists_the_moves_for_programs(ask):
    branched = "(;GM[9]SZ[5];B[c1-c3](;W[a2-c2];B[B1 B3])(;W[e2-c4]))"
    status, out, _ = ask("replay", branched + BAD, more=["--json"])
    first, second = json.loads(out)["files"][0]["games"]
    assert first["moves"] == ["c1-c3", "a2-c2", "b1-b3"] and first["plies"] == 3
    assert status == 1 and second["moves"] == ["c1-c3"]


def test_convert_says_that_it_has_turned_the_squares(ask):
    status, out, err = ask("convert", "(;GM[9]SZ[5]IY[true];B[c1-c3]C[c1 goes.])")
    assert status == 0 and "C[c5 goes.]" in out and "B[c5-c3]" in out and "IY" not in out
    assert "squares named in comments have been turned" in err

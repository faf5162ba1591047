"""The command line as a person or a program uses it, with real processes and streams."""

import ast
import codecs
import errno
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import loa_tk
from loa_tk.cli import parser
from loa_tk.cli.parser import COMMANDS, main, reader_has_gone
from patience import PATIENCE

PACKAGE = Path(loa_tk.__file__).parent
START = "1bbb1/w3w/w3w/w3w/1bbb1 b"


def loa(*arguments, status=0, **options):
    """Run one command line in a separate process and return what it wrote."""
    options.setdefault("env", {**os.environ, "PYTHONIOENCODING": "utf-8"})
    done = subprocess.run(
        [sys.executable, "-m", "loa_tk", *arguments],
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
        **options,
    )
    assert done.returncode == status, done.stderr
    return done


def ask(capsys, *arguments):
    assert main([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_perft_lines():
    assert loa("perft", "loa5", "3").stdout == "1 18\n2 280\n3 4164\n"


def test_perft_json(capsys):
    answer = ask(capsys, "perft", "loa5", "2")
    assert answer == {"game": "loa5", "position": START, "leaves": [18, 280]}


def test_perft_of_a_position(capsys):
    position = "1b3/wbw2/2bbb/w1ww1/1b3 w"
    assert ask(capsys, "perft", "loa5", "1", "--position", position)["leaves"] == [0]


def test_moves_in_their_order():
    lines = loa("moves", "loa5").stdout.split()
    assert len(lines) == 18 and lines[:4] == ["b1-e1", "b1-b3", "b1-d3", "c1xa3"]


def test_moves_json(capsys):
    answer = ask(capsys, "moves", "loa5")
    assert list(answer) == ["game", "position", "side", "moves", "result"]
    assert answer["side"] == "black" and len(answer["moves"]) == 18
    assert answer["position"] == START and answer["result"] is None


def test_moves_of_finished_positions(capsys):
    answer = ask(capsys, "moves", "loa5", "--position", "5/w3w/1bb2/5/w4 w")
    assert answer["moves"] == [] and answer["result"]["winner"] == "black"
    answer = ask(capsys, "moves", "loa5", "--position", "1b3/wbw2/2bbb/w1ww1/1b3 w")
    assert answer["result"] == {"winner": "black", "reason": "White has no legal move."}
    done = loa("moves", "loa5", "--position", "5/w3w/1bb2/5/w4 w")
    assert done.stdout == "" and "All 2 black checkers" in done.stderr


def test_games(capsys):
    games = ask(capsys, "games")["games"]
    assert [game["game"] for game in games][:3] == ["loa5", "loa6", "loa8"]
    assert games[0]["start"] == START
    lines = loa("games").stdout.splitlines()
    assert lines[0].startswith("loa5 ") and len(lines) == 2 * len(games)
    for game, line in zip(games, lines[1::2], strict=True):
        assert line.split("evaluations: ")[1].split(", ") == game["evaluations"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["perft", "loa7", "3"], "no game 'loa7'"),
        (["perft", "loa5", "0"], "depth '0'"),
        (["perft", "loa5", "-1"], "-1"),
        (["perft", "loa5", "three"], "depth 'three'"),
        (["perft", "loa5", "٣"], "depth '٣'"),
        (["perft", "loa5", "99"], "depth '99'"),
        (["perft", "loa5", "9" * 5000], "depth '999"),
        (["perft", "loa5"], "missing: DEPTH"),
        (["match", "loa5", "easy"], "missing: PLAYER2"),
        (["moves", "loa5", "--position", "1bbb1 b"], "5 rows"),
        (["moves", "loa5", "--position", "x\ny b"], r"'x\ny'"),
        (["moves", "loa5", "extra"], "extra"),
        (["moves"], "GAME"),
        (["nonsense"], "nonsense"),
        (["games", "--nonsense"], "--nonsense"),
    ],
)
def test_bad_input_is_one_line_and_status_2(arguments, says, capsys):
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and err.startswith("loa: ") and says in err


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_every_command(command, capsys):
    with pytest.raises(SystemExit) as stop:
        main([command, "--help"])
    assert stop.value.code == 0
    text = capsys.readouterr().out
    assert len(text.splitlines()) > 6 and all(len(line) <= 100 for line in text.splitlines())


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("match", "number of games (default: 40)"),
        ("tournament", "number of games for each pair (default: 20)"),
        ("reproduce", "number of games for each row (default: 20)"),
        ("reproduce", "random plies to begin with (default: 0)"),
    ],
)
def test_the_help_tells_the_defaults_of_its_own_command(command, says, capsys):
    with pytest.raises(SystemExit):
        main([command, "--help"])
    assert says in " ".join(capsys.readouterr().out.split())


def test_reproduce_offers_only_what_has_an_effect(capsys):
    with pytest.raises(SystemExit):
        main(["reproduce", "--help"])
    text = capsys.readouterr().out
    assert "--games" in text and "--fixed-sides" not in text and "--seconds" not in text


def test_version():
    assert loa("--version").stdout.startswith("loa_tk ")


def test_a_reader_that_goes_away_is_no_error():
    done = subprocess.run(
        f'{sys.executable} -m loa_tk moves loa8 | {sys.executable} -c "print(input())"',
        shell=True,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=True,
    )
    assert done.stdout.count("\n") == 1 and done.stderr == ""


def test_windows_reports_that_the_reader_has_gone_in_its_own_way():
    invalid = OSError(errno.EINVAL, "Invalid argument")
    assert reader_has_gone(BrokenPipeError()) and reader_has_gone(invalid, windows=True)
    assert not reader_has_gone(invalid, windows=False)
    assert not reader_has_gone(OSError(errno.EINVAL, "Invalid argument", "a?b"), windows=True)


@pytest.mark.parametrize("encoding", ["cp1252"])
@pytest.mark.parametrize(
    "arguments",
    [
        ["search", "loa5", "--player", "alphabeta:eval=full,depth=2"],
        ["search", "loa5", "--position", "1bbb1/w3w/w4/w3w/1bbb1 w", "--player", "strong:depth=5"],
        ["match", "loa5", "random", "strong:depth=2", "--games", "4", "--jobs", "1"],
        ["tournament", "loa5", "random", "strong:depth=2", "--games", "2", "--jobs", "1"],
    ],
)
def test_numbers_are_ascii_on_every_console(arguments, encoding):
    """A minus that a console lacks became a question mark: ?0.6."""
    done = subprocess.run(
        [sys.executable, "-m", "loa_tk", *arguments],
        env={**os.environ, "PYTHONIOENCODING": encoding}, capture_output=True, check=True,
        timeout=PATIENCE,
    )  # fmt: skip
    out = done.stdout.decode(encoding).replace("Why?", "")
    assert "?" not in out and not re.search("[−≤≥∞]", out) and re.search(r"\d", out)


# Signs of windows, pages and patterns, which no command prints.
NOT_PRINTED = {"\ufeff"} | set("¹²³«»‹›⋯┆■▶◀●✕✂⌈⌉⌊⌋\ufffd") | set(map(chr, range(0xD800, 0xE000)))


def test_every_sign_has_a_form_for_consoles_that_lack_it():
    """✓ and ✗ both became a question mark in the code pages of Windows."""
    printed = {
        char
        for folder in ("cli", "control", "lab", "model", "store", "words")
        for path in (PACKAGE / folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        for char in node.value
        if not char.isascii()
    }
    assert {"✓", "✗", "±", "α"} < printed
    assert printed - NOT_PRINTED - set(parser.SIGNS) == set()
    assert all(text.isascii() and "?" not in text for text in parser.SIGNS.values())


@pytest.mark.parametrize("encoding", ["cp1252", "cp850", "ascii"])
def test_signs_that_a_console_lacks_stay_distinct(encoding):
    codecs.register_error(parser.ERRORS, parser.replace_signs)
    shown = "✓ ✗ ≥ β 李 \U0001f600".encode(encoding, parser.ERRORS)
    assert shown == rb"+ x >= beta \u674e \U0001f600"


@pytest.mark.parametrize("encoding", ["cp850", "utf-8"])
def test_json_is_utf8_on_every_console(encoding):
    done = subprocess.run(
        [sys.executable, "-m", "loa_tk", "games", "--json"],
        env={**os.environ, "PYTHONIOENCODING": encoding}, capture_output=True, check=True,
        timeout=PATIENCE,
    )  # fmt: skip
    titles = [game["title"] for game in json.loads(done.stdout.decode("utf-8"))["games"]]
    assert "Lines of Action 5×5" in titles


def test_the_lines_of_an_engine_are_utf8_on_every_console():
    environment = {**os.environ, "PYTHONIOENCODING": "cp1252"}
    said = loa("engine", input="go ×Ω\nquit\n", env=environment).stdout
    assert said == "info string error: go does not know '×Ω'\n"


@pytest.mark.parametrize("errors", ["strict", "surrogateescape"])
def test_an_engine_survives_every_line(errors):
    lines = [b"\xff\xfe", b"x" * 3_000_000, b"setoption name Game value " + b"y" * 900_000,
             b"position startpos moves " + b"c1-c3 " * 300_000, b"isready"]  # fmt: skip
    variables = {**os.environ, "PYTHONIOENCODING": f"utf-8:{errors}"}
    done = subprocess.run(
        [sys.executable, "-m", "loa_tk", "engine", "loa5"], input=b"\n".join(lines) + b"\n",
        env=variables, capture_output=True, check=True, timeout=PATIENCE,
    )  # fmt: skip
    said = done.stdout.decode().splitlines()
    assert done.stderr == b"" and said[-1] == "readyok" and len(said) == len(lines)
    assert all(line.startswith("info string error: ") and len(line) < 300 for line in said[:-1])

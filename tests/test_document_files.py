"""docs/FILES.md against the program: every name in JSON and CSV is explained there."""

import csv
import io
import json
import re

import pytest

from loa_tk.cli.parser import main
from loa_tk.control.engine.searchlog import CSV_COLUMNS
from loa_tk.control.series import gamefiles
from test_structure import ROOT

FILES = (ROOT / "docs" / "FILES.md").read_text("utf-8")
NAMES = set(re.findall(r"`([a-z_0-9]+)`", FILES))
GAME = "(;GM[9]SZ[5];B[c1-c3];W[a2-c2])(;GM[9]SZ[5];B[c1-c4])"
FAST = ["alphabeta:eval=groups,depth=1", "random:seed=1"]


def names(content):
    """Return every key of an answer, however deep."""
    if isinstance(content, dict):
        return set(content).union(*map(names, content.values()))
    return set().union(*map(names, content)) if isinstance(content, list) else set()


@pytest.mark.parametrize(
    "arguments",
    [
        ["games"],
        ["moves", "loa5"],
        ["moves", "loa5", "--position", "5/w3w/1bb2/5/w4 w"],
        ["perft", "loa5", "2"],
        ["search", "loa5", "--player", "strong:depth=3"],
        ["search", "loa5", "--player", "mcts:playouts=20,seed=1"],
        ["search", "loa5", "--position", "5/1bb2/w3w/3b1/w4 b", "--player", "hard"],
        ["quiz", "loa5", "--seed", "1"],
        ["match", "loa5", *FAST, "--games", "2", "--jobs", "1"],
        ["tournament", "loa5", *FAST, "random:seed=2", "--games", "2", "--jobs", "1"],
        ["replay", "game.sgf"],
        ["flow", "report-6x6"],
        ["flow", "--generate", "5x5"],
        ["flow", "--compare", "report-6x6", "--seconds", "0.1"],
        ["doctor"],
    ],
    ids=lambda arguments: " ".join(arguments[:2]),
)
def test_every_name_in_json_is_explained(arguments, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.sgf").write_text(GAME)
    main([*arguments, "--json"])
    found = names(json.loads(capsys.readouterr().out))
    assert found and found <= NAMES


def test_every_column_is_explained():
    (heads,) = csv.reader(io.StringIO(gamefiles.table_of([])))
    assert {*heads, *CSV_COLUMNS} <= NAMES


def test_a_square_board_has_one_size():
    assert "SZ[8]LTGAME[breakthrough8]" in FILES and "SZ[8:8]" not in FILES


def test_the_puzzle_has_a_solution(tmp_path, capsys):
    puzzle = re.search(r"\n\n((?:    [A-Z_]+\n)+)", FILES)[1]
    path = tmp_path / "puzzle.txt"
    path.write_text("\n".join(line.strip() for line in puzzle.splitlines()))
    assert main(["flow", str(path)]) == 0

"""What the program keeps as JSON: nothing in such a file stops a start, and nothing is lost."""

import json
import os
import tracemalloc
from dataclasses import asdict
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loa_tk.cli.parser import main
from loa_tk.control.classroom.outputs import CHECKS, checks_file
from loa_tk.control.classroom.setup import DEFAULTS
from loa_tk.control.classroom.store import ClassroomStore
from loa_tk.control.flow.solved import keep_solved, path_in, read_solved
from loa_tk.control.main.controller import OFFER
from loa_tk.control.series import gamefiles
from loa_tk.control.series.plan import MOST_GAMES, Plan, tasks
from loa_tk.control.series.play import play_game
from loa_tk.control.series.store import (
    PLAN,
    TABLE,
    SeriesStore,
    games_in,
    open_table,
    read_plan,
)
from loa_tk.control.verify import read_state, state_head
from loa_tk.model.flow import puzzles
from loa_tk.model.game import UserError
from loa_tk.model.games import find_game
from loa_tk.store import kept
from loa_tk.store.kept import Damaged, kept_text, read_kept
from test_controller import Desk

LOA5 = find_game("loa5")
SERIES = Plan(game="loa5", players=("random", "random"), games=2)
# Files that no reader takes for the program's own.
WRONG = {
    "nothing": "", "a number": "5", "a list": "[]", "half an object": '{"game": "loa5"',
    "brackets": "[" * 100_000, "objects": '{"a":' * 100_000,
    "depth": '{"a": ' + "[" * 60 + "]" * 60 + "}", "digits": '{"seed": 1' + "0" * 400 + "}",
    "many digits": '{"seed": 1' + "0" * 100_000 + "}", "NaN": '{"seed": NaN}',
    "infinity": '{"grace": 1e999}', "half a character": '{"game": "\\ud800"}',
    "half a key": '{"\\udfff": 1}', "null characters": "\0" * 50,
}  # fmt: skip


def refusal(function, *arguments):
    """Return the sentence with which a function refuses its arguments; it must be one line."""
    with pytest.raises(UserError) as caught:
        function(*arguments)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 500
    return str(caught.value)


@pytest.mark.parametrize("text", WRONG.values(), ids=WRONG)
def test_a_file_that_cannot_be_right_is_set_aside_with_its_name(tmp_path, text):
    path = tmp_path / "plan.json"
    path.write_text(text)
    assert refusal(read_kept, path, dict).startswith(f"{path}: ")
    assert not path.exists() and (tmp_path / "plan.corrupt.json").read_text() == text
    assert read_kept(path, dict) is None


def test_a_file_of_another_shape_is_set_aside_and_one_that_is_only_looked_at_is_not(tmp_path):
    path = tmp_path / "x.json"
    path.write_text('{"a": 1}')
    for wrong in (lambda found: found["b"], lambda found: found["a"][0], lambda found: found.a):
        with pytest.raises(Damaged, match=kept.FOREIGN):
            read_kept(path, wrong, aside=False)
    assert read_kept(path, dict) == {"a": 1}
    path.write_bytes(b"{" + b" " * 100)
    with pytest.raises(Damaged, match="more than 0 MB"):
        read_kept(path, dict, 50)


@pytest.mark.skipif(os.name != "posix", reason="Windows has no pipes in folders")
def test_what_is_not_an_ordinary_file_is_refused_and_stays(tmp_path):
    pipe = tmp_path / "pipe.json"
    os.mkfifo(pipe)
    assert refusal(read_kept, pipe, dict) == f"{pipe} cannot be read: it is not an ordinary file"
    assert pipe.is_fifo()
    assert "cannot be read" in refusal(read_kept, Path("a\0b"), dict)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters()), inner),
    max_leaves=8,
)


@given(st.dictionaries(st.text(st.characters()), values))
def test_whatever_is_kept_is_read_again(content):
    again = kept.parse(kept_text(content).encode())
    assert kept.parse(kept_text(again).encode()) == again


@pytest.mark.parametrize("text", WRONG.values(), ids=WRONG)
def test_a_damaged_plan_stops_neither_the_start_nor_the_series_window(tmp_path, text):
    folder = tmp_path / "series"
    store = SeriesStore(folder)
    store.begin(SERIES).close()
    store.release()
    plan = next(folder.glob(f"*/{PLAN}"))
    plan.write_text(text)
    desk = Desk(tmp_path)
    desk.view.pass_time(OFFER)
    assert desk.view.questions == []
    desk.controller.close()
    again = SeriesStore(folder)
    assert again.last() is None and again.lines() == [] and not plan.exists()


@pytest.mark.parametrize(
    "change",
    [
        {"games": 1.5}, {"games": 10**9}, {"games": True}, {"fixed_sides": "no"}, {"sandbox": 5},
        {"players": "ab"}, {"players": ["random"]}, {"players": [1, 2]}, {"game": None}, {"new": 1},
        {"alone": ["/"]}, {"beginner": 2}, {"beginner": True},
    ],
)  # fmt: skip
def test_a_plan_with_a_wrong_value_is_refused(tmp_path, change):
    path = tmp_path / PLAN
    path.write_text(kept_text(asdict(SERIES)))
    assert read_plan(path) == SERIES
    path.write_text(json.dumps({**asdict(SERIES), **change}))
    assert refusal(read_plan, path).startswith(f"{path}: ")


@pytest.fixture(scope="module")
def table():
    return gamefiles.as_csv(SERIES, [play_game(task) for task in tasks(LOA5, SERIES)])


def test_a_table_that_is_cut_off_anywhere_is_read_or_refused(tmp_path, table):
    path = tmp_path / "games.csv"
    head = table.index("\n") + 1
    for length in (*range(0, head + 60, 3), len(table) - 5, len(table)):
        path.write_text(table[:length])
        try:
            found = open_table(path)
        except UserError as error:
            assert str(path) in str(error)
        else:
            assert len(found.results) <= 2


@pytest.mark.parametrize("number", [MOST_GAMES + 1, 10_000_000_001, 10**30, 0, -1])
def test_a_game_with_an_impossible_number_is_left_out(tmp_path, table, number):
    path = tmp_path / "games.csv"
    heads, first, _ = table.splitlines(keepends=True)
    path.write_text(heads + first + first.replace(",no,1,", f",no,{number},", 1))
    found = open_table(path)
    assert found.plan.games == 1 and len(found.results) == len(found.faults) == 1


@pytest.mark.parametrize("cell", ["9" * 5000, "-" + "9" * 5000, "1e5", "\ud7ff", "9" * 99])
def test_a_table_with_an_impossible_seed_is_refused_in_a_short_line(tmp_path, table, cell):
    path = tmp_path / "games.csv"
    path.write_text(table.replace(",2,1,no,", f",2,{cell},no,"), "utf-8")
    assert refusal(open_table, path).startswith(f"{path}: seed ")


@pytest.mark.parametrize("text", WRONG.values(), ids=WRONG)
def test_damaged_fields_of_a_class_are_set_aside(tmp_path, text):
    fields = tmp_path / "fields.json"
    fields.write_text(text)
    store = ClassroomStore(tmp_path)
    assert store.fields() == {} and not fields.exists()
    store.keep({"game": "loa5", **DEFAULTS, "folder": "\udcff"}, None)
    store.release()
    assert ClassroomStore(tmp_path).fields()["game"] == "loa5"


@pytest.mark.parametrize("text", [*WRONG.values(), '{"students": 5}'], ids=[*WRONG, "students"])
def test_damaged_checks_end_a_resumed_class_in_one_line(tmp_path, monkeypatch, capsys, text):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "students").mkdir()
    for name in ("ann", "ben"):
        (tmp_path / "students" / f"{name}.py").write_text("def evaluate(position): return 0\n")
    checks = checks_file(tmp_path / "class.csv")
    checks.write_text(text)
    command = ["class", "students", "--game", "loa5", "--csv", "class.csv", "--resume"]
    assert main(command) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"loa: class.csv{CHECKS}: ") and error.count("\n") == 1
    assert not checks.exists()


@pytest.mark.parametrize(
    "line", ["", "x", "9" * 5000, "1 2 3 4 5 6", "6/6/6/6/6/6 b 1 2 3 -4", "6 b 1 2 3 ٣", "\0"]
)
def test_a_wrong_line_of_a_file_of_proofs_is_named(tmp_path, line):
    path, game = tmp_path / "loa6.state", find_game("loa6")
    path.write_text(f"{state_head(game)}\n{line}\n", "utf-8")
    assert refusal(read_state, game, path).startswith(f"{path}, line 2: ")


@pytest.mark.skipif(os.name != "posix", reason="Windows has no pipes in folders")
def test_a_pipe_is_not_a_file_of_proofs(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    assert "not an ordinary file" in refusal(read_state, find_game("loa6"), tmp_path / "pipe")
    assert not (tmp_path / TABLE).exists()


@pytest.mark.parametrize("text", WRONG.values(), ids=WRONG)
def test_a_damaged_file_of_solved_puzzles_is_set_aside(tmp_path, text):
    path = path_in(tmp_path)
    path.parent.mkdir()
    path.write_text(text)
    assert read_solved(tmp_path) == {}
    assert not path.exists() and path.with_name("solved.corrupt.json").read_text() == text
    solved = {puzzles.NAMES[0]: True, puzzles.NAMES[1]: False}
    assert keep_solved(tmp_path, solved) == "" and read_solved(tmp_path) == solved


def test_counting_the_games_of_a_table_without_lines_takes_no_memory(tmp_path):
    with open(tmp_path / TABLE, "wb") as file:
        file.truncate(50_000_000)
    tracemalloc.start()
    try:
        assert games_in(tmp_path) == 0
        assert tracemalloc.get_traced_memory()[1] < 10_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("text", "games"), [("", 0), ("a\n", 0), ("a\nb\n", 1), ("a\nb", 1), ("a\nb\nc\n", 2)]
)
def test_the_games_of_a_table_are_its_lines_without_the_first(tmp_path, text, games):
    (tmp_path / TABLE).write_text(text, newline="")
    assert games_in(tmp_path) == games

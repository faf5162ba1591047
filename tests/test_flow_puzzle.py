"""Puzzles as text, the definition of a solution, and the built-in puzzles."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import flow_reference
from flow_puzzles import any_puzzle
from loa_tk.model.flow import puzzles
from loa_tk.model.flow.algorithms import solve
from loa_tk.model.flow.puzzle import Puzzle, PuzzleError, is_solution, parse, paths, read, read_all
from loa_tk.model.game import UserError

# The ring around BB has the right counts of equal neighbours and belongs to no path.
RING = ["____", "_BB_", "____", "C__C", "A__A"]
RING_FILLED = ["AAAA", "ABBA", "AAAA", "CCCC", "AAAA"]


def grid_of(puzzle, rows):
    return [puzzle.names.index(mark) for row in rows for mark in row]


def test_a_puzzle_is_read():
    puzzle = parse("A_b\n..A\nb_.\n")
    assert puzzle == Puzzle(width=3, height=3, names=("A", "b"), sources=((0, 5), (2, 6)))
    assert puzzle.text() == "A_b\n__A\nb__\n"
    assert puzzle.neighbours[4] == (1, 3, 5, 7) and puzzle.neighbours[0] == (1, 3)


@pytest.mark.parametrize("text", ["AA", "AA\n", "AA\r\n", "AA\r", "A\nA\n", "0O\nO0\n", "äAA\näBB"])
def test_small_and_foreign_puzzles_are_read(text):
    assert parse(text).cells in (2, 4, 6)


@pytest.mark.parametrize("end", ["", " ", "\t ", "  \r"])
@pytest.mark.parametrize("between", ["", "\n", " \n\r\n"])
def test_blanks_after_lines_and_blank_lines_mean_nothing(end, between):
    rows = ["A_b", "..A", "b_."]
    text = between + "".join(f"{row}{end}\n{between}" for row in rows)
    assert parse(text) == parse("\n".join(rows))


def test_blank_lines_are_no_rows():
    assert parse("A\n\n" + "_\n\n" * 98 + "A\n\n").height == 100


def test_bytes_with_a_mark_of_their_order_are_read():
    assert read(b"\xef\xbb\xbfA_A\r\n").names == ("A",)


def test_a_puzzle_in_json_is_read():
    assert read(b'\n{"seed": 3, "grid": ["A_b", "__A", "b__"]}\n') == parse("A_b\n__A\nb__")
    assert read(b"{_{\n").names == ("{",)  # a brace may be a colour
    with pytest.raises(PuzzleError, match="^x: grid: line 2: 2 cells, but line 1 has 3$"):
        read(b'{"grid": ["A_A", "__"]}', "x")


@pytest.mark.parametrize("grid", ["3", "null", '"A_A"', '["AA", 1]', '{"AA": "BB"}'])
def test_a_grid_in_json_is_a_list_of_rows(grid):
    with pytest.raises(PuzzleError, match="^x: grid is not a list of rows$"):
        read(f'{{"grid": {grid}}}'.encode(), "x")


@pytest.mark.parametrize("text", ["{" * 500, '{"a": 1}'])
def test_other_json_is_no_puzzle(text):
    with pytest.raises(PuzzleError, match="^x: line 1: "):
        read(text.encode(), "x")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "line 1: the file is empty"),
        ("\n", "line 1: the file is empty"),
        ("\r\n\r\n", "line 1: the file is empty"),
        ("___\n___\n", "line 1: no colour in the whole grid"),
        ("A_A\n__\n", "line 2: 2 cells, but line 1 has 3"),
        ("A_A\n_\n", "line 2: 1 cell, but line 1 has 3"),
        ("A_A\n____\n", "line 2: 4 cells, but line 1 has 3"),
        (" \n\t\n", "line 1: the file is empty"),
        ("\nA_A\n\n__\n", "line 4: 2 cells, but line 2 has 3"),
        ("\nA_A\n\nb__\n", "line 4: colour b has only one source"),
        ("\n___\n", "line 2: no colour in the whole grid"),
        (" A_A\n", "line 1: column 1: ' ' cannot be a colour"),
        ("A\n", "line 1: colour A has only one source"),
        ("_\n", "line 1: no colour in the whole grid"),
        ("A_A\nb__\n", "line 2: colour b has only one source"),
        ("A_A\n_A_\n", "line 2: a third source of colour A"),
        ("O_O\n0__\n", "line 2: colour 0 has only one source"),
        ("A_A\n_ _\n", r"line 2: column 2: ' ' cannot be a colour"),
        ("A\tA\n", r"line 1: column 2: '\\t' cannot be a colour"),
        ("A_A\n_\x07_\n", r"line 2: column 2: '\\x07' cannot be a colour"),
        ("A_A\n_\r_\n", r"line 2: column 2: '\\r' cannot be a colour"),
        ("A" + "_" * 99 + "A\n", "line 1: more than 100 columns"),
        ("A\n" + "_\n" * 99 + "A\n", "line 101: more than 100 rows"),
    ],
)
def test_what_is_no_puzzle_is_refused_in_one_line(text, fault):
    with pytest.raises(PuzzleError, match=f"^file.txt: {fault}$") as refused:
        parse(text, "file.txt")
    assert "\n" not in str(refused.value) and isinstance(refused.value, UserError)


def test_bytes_that_are_no_text_are_refused():
    with pytest.raises(PuzzleError, match="x: line 2: not UTF-8 text"):
        read(b"A_A\n_\xff_\n", "x")


@given(st.text(alphabet="AB_.\n\r 0é\x00", max_size=40))
def test_any_text_is_a_puzzle_or_refused(text):
    try:
        puzzle = parse(text)
    except PuzzleError as error:
        assert "line " in str(error) and "\n" not in str(error)
    else:
        assert parse(puzzle.text()) == puzzle
        assert all(first < second for first, second in puzzle.sources)


@pytest.mark.parametrize("name", puzzles.NAMES)
def test_built_in_puzzles(name):
    puzzle = puzzles.load(name)
    assert f"report-{puzzle.width}x{puzzle.height}" in name
    grid = solve(puzzle).solutions[0]
    assert is_solution(puzzle, grid)
    assert sorted(sum(paths(puzzle, grid), ())) == list(range(puzzle.cells))


def test_a_built_in_puzzle_that_is_none():
    with pytest.raises(PuzzleError, match="report-5x5: no built-in puzzle"):
        puzzles.load("report-5x5")


def test_a_detached_cycle_is_no_solution():
    puzzle = parse("\n".join(RING))
    assert not is_solution(puzzle, grid_of(puzzle, RING_FILLED))
    assert flow_reference.faults(RING, RING_FILLED) == ["A: in more than one piece"]


@pytest.mark.parametrize(
    "rows",
    [
        ["GYCRRB", "GYCROB", "GYCROB", "GYRROB", "GYOOOB", "YYBBBB"],
        ["GYCCRB", "GYCROB", "GYCROB", "GYRROB", "GYOOOB", "YYBBBB"],
        ["GYCRRB", "GYCROB", "GYCROB", "GYRROB", "YYOOOB", "GYBBBB"],
        ["GGGGGG"] * 6,
    ],
)
def test_two_judges_agree(rows):
    puzzle = puzzles.load("report-6x6")
    right = not flow_reference.faults(puzzle.text().split(), rows)
    assert is_solution(puzzle, grid_of(puzzle, rows)) == right


def test_an_unfilled_grid_is_no_solution():
    puzzle = parse("A_A")
    assert not is_solution(puzzle, puzzle.givens())


@settings(max_examples=60)
@given(st.lists(any_puzzle(), min_size=1, max_size=4), st.sampled_from(["\n", "\n\n", " \r\n"]))
def test_several_puzzles_in_a_file(grids, between):
    """Blank lines part puzzles of several rows, and JSON objects stand in a list or on lines."""
    wanted = [parse("\n".join(rows)) for rows in grids]
    facts = [puzzle.json_text() for puzzle in wanted]
    assert read_all("".join(facts).encode()) == wanted
    assert read_all(f"[{','.join(facts)}]".encode()) == wanted
    if any(puzzle.height > 1 for puzzle in wanted):
        text = between.join(puzzle.text() for puzzle in wanted)
        assert read_all(text.encode()) == wanted and read(text.encode()) == wanted[0]


def test_blank_lines_within_one_puzzle_mean_nothing():
    whole = parse("A__\n_B_\n__A\nB__\n")
    for text in ("A__\n\n_B_\n\n__A\n\nB__\n", "A__\n_B_\n\n__A\nB__\n"):
        assert read_all(text.encode()) == [whole]


def test_a_fault_in_a_later_puzzle_names_its_line_in_the_file():
    with pytest.raises(PuzzleError, match="x: line 5: colour C has only one source"):
        read_all(b"A_A\nB_B\n\n\nC__\nA_A\n", "x")
    with pytest.raises(PuzzleError, match="x: grid 2: line 1"):
        read_all(b'[{"grid": ["AA"]}, {"grid": ["A_"]}]', "x")

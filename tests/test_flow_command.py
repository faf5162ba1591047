"""The command `flow` as a person or a program uses it."""

import json
import subprocess
import sys

import pytest

import flow_reference
from loa_tk.cli import flow
from loa_tk.cli.parser import main
from loa_tk.model.flow import puzzles
from loa_tk.model.flow.algorithms import ALGORITHMS, SolverReport, solve
from loa_tk.model.flow.puzzle import parse

KEYS = [
    "puzzle", "columns", "rows", "colours", "grid", "algorithm", "solved", "solution", "unique",
    "seconds", "attempts", "backtracks", "guesses",
]  # fmt: skip
TWO_WAYS = "___A\n_BC_\n____\n_AB_\nC___\n"


def loa(*arguments, given=""):
    """Run the command in a separate process."""
    return subprocess.run(
        [sys.executable, "-m", "loa_tk", "flow", *arguments],
        input=given,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


@pytest.fixture
def ask(capsys):
    """Run the command in this process; return its status and what it wrote."""

    def ask(*arguments):
        status = main(["flow", *map(str, arguments)])
        written = capsys.readouterr()
        return status, written.out, written.err

    return ask


@pytest.fixture
def file(tmp_path):
    """Write a puzzle into a file and return its path."""

    def write(text):
        path = tmp_path / "puzzle.txt"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write


@pytest.mark.parametrize("algorithm", ["rows", "mrv", "forward", "fast"])
def test_json_has_the_promised_keys(ask, algorithm):
    status, out, err = ask("report-6x6", "--algorithm", algorithm, "--json")
    answer = json.loads(out)
    assert status == 0 and err == "" and list(answer) == KEYS
    assert answer["puzzle"] == "report-6x6" and answer["algorithm"] == algorithm
    assert answer["solved"] is True and answer["unique"] is None
    assert not flow_reference.faults(puzzles.load("report-6x6").text().split(), answer["solution"])
    assert isinstance(answer["seconds"], float) and isinstance(answer["backtracks"], int)
    assert (answer["attempts"] is None) == (algorithm == "fast")
    assert (answer["guesses"] is None) == (algorithm != "fast")


def test_the_grid_and_the_figures_are_printed(ask):
    status, out, _ = ask("report-9x9", "--algorithm", "rows")
    lines = out.splitlines()
    assert status == 0 and len(lines) == 10
    assert not flow_reference.faults(puzzles.load("report-9x9").text().split(), lines[:9])
    assert lines[9].startswith("rows: ") and "2,422 attempts, 2,359 backtracks" in lines[9]


def test_uniqueness(ask, file):
    _, out, _ = ask("report-14x14", "--unique")
    assert "\nthe only solution\nfast: " in out and "guess" in out
    status, out, _ = ask(file(TWO_WAYS), "--unique")
    lines = out.splitlines()
    assert status == 0 and lines[5] == "another solution" and lines[:5] != lines[6:11]
    for rows in (lines[:5], lines[6:11]):
        assert not flow_reference.faults(TWO_WAYS.split(), rows)
    assert json.loads(ask(file(TWO_WAYS), "--unique", "--json")[1])["unique"] is False
    assert json.loads(ask("report-7x7", "--unique", "--json")[1])["unique"] is True


def test_no_solution(ask, file):
    status, out, err = ask(file("AB\nBA\n"))
    assert status == 1 and out.startswith("no solution\nfast: ") and err == ""
    status, out, _ = ask(file("AB\nBA\n"), "--json", "--unique")
    answer = json.loads(out)
    assert status == 1 and answer["solved"] is False
    assert answer["solution"] is None and answer["unique"] is None


def test_the_time_is_up(ask):
    status, out, _ = ask("report-14x14", "--algorithm", "random", "--seconds", "0.05")
    assert status == 1 and out.startswith("no solution found: the time is up\nrandom: ")
    limited = ("report-14x14", "--algorithm", "random", "--seconds", "0.05", "--json")
    assert json.loads(ask(*limited)[1])["solved"] is None


def test_the_time_is_up_before_uniqueness_is_known(ask, monkeypatch):
    grid = solve(puzzles.load("report-6x6")).solutions[0]
    late = SolverReport(
        algorithm="rows",
        solutions=(grid,),
        exhausted=False,
        seconds=60.0,
        assignments=1,
        backtracks=2,
        guesses=None,
    )
    monkeypatch.setattr(flow, "solve", lambda *_, **__: late)
    status, out, _ = ask("report-6x6", "--algorithm", "rows", "--unique")
    assert status == 0
    assert out.splitlines()[6:] == [
        "not known whether it is the only solution: the time is up",
        "rows: 60.0000 s, 1 attempt, 2 backtracks",
    ]
    assert json.loads(ask("report-6x6", "--unique", "--json")[1])["unique"] is None


def test_a_puzzle_is_generated_and_solved_through_a_pipe():
    made = loa("--generate", "9x7", "--seed", "5", "--difficulty", "hard")
    assert made.returncode == 0 and made.stderr == ""
    puzzle = parse(made.stdout)
    assert (puzzle.width, puzzle.height) == (9, 7)
    solved = loa("-", "--unique", given=made.stdout)
    assert solved.returncode == 0 and "the only solution" in solved.stdout


def test_a_generated_puzzle_as_json_is_read_again(ask, tmp_path):
    status, out, err = ask("--generate", "6x5", "--json")
    made = json.loads(out)
    assert status == 0 and err == ""
    assert (made["columns"], made["rows"], made["difficulty"]) == (6, 5, "normal")
    (tmp_path / "new.json").write_text(out)
    answer = json.loads(ask(tmp_path / "new.json", "--unique", "--json")[1])
    assert answer["grid"] == made["grid"] and answer["colours"] == made["colours"]
    assert answer["unique"] is True
    again = ask("--generate", "6x5", "--seed", made["seed"])[1]
    assert again.split() == made["grid"]


def test_seeds_of_generated_puzzles(ask):
    assert ask("--generate", "6x6", "--seed", "8") == ask("--generate", "6x6", "--seed", "8")
    status, out, err = ask("--generate", "6x6")
    assert status == 0 and err.startswith("seed ")
    assert ask("--generate", "6x6", "--seed", err.split()[1])[1] == out


def test_the_seed_of_the_random_algorithm(ask, file):
    path = file("A__\n__A\nB_B\n")
    seeded = ("--algorithm", "random", "--seed", "3", "--json")
    counts = [json.loads(ask(path, *seeded)[1])["attempts"] for _ in range(2)]
    assert counts[0] == counts[1]
    others = [("--algorithm", "random", "--seed", str(seed), "--json") for seed in range(8)]
    assert len({json.loads(ask(path, *other)[1])["attempts"] for other in others}) > 1


def test_the_table_of_the_report(ask):
    status, out, _ = ask("--compare", "report-6x6", "report-7x7", "--seconds", "0.3", "--cpu")
    heading, units, *lines = out.splitlines()
    assert status == 0 and len(lines) == 2 and len({*map(len, out.splitlines())}) == 1
    assert heading.split() == list(ALGORITHMS)
    assert units.split() == ["puzzle", *["s", "attempts"] * 5, "s", "guesses"]
    assert lines[0].split()[0] == "report-6x6" and lines[0].split()[6] == "56"
    words = lines[1].split()
    assert words[1] == "-" and words[8] == "41"
    assert int(words[2].replace(",", "")) > 1000  # what was attempted until the time was up
    assert max(map(len, out.splitlines())) <= 132


def test_the_table_as_json(ask, file):
    status, out, _ = ask("--compare", file("A__\n__A\nB_B\n"), "--json")
    answers = json.loads(out)["reports"]
    assert status == 0 and [answer["algorithm"] for answer in answers] == list(ALGORITHMS)
    assert all(list(answer) == KEYS for answer in answers)


def test_the_table_shows_puzzles_without_solution(ask, file):
    assert ask("--compare", file("AB\nBA\n"))[1].splitlines()[2].split()[2::2] == ["none"] * 6


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "a FILE is missing, or --compare, or --generate SIZE"),
        (["nowhere.txt"], "nowhere.txt: no such file, and no built-in puzzle"),
        ([""], "loa: '': no such file, and no built-in puzzle"),
        ([" "], "loa: ' ': no such file, and no built-in puzzle"),
        (["a\0b"], "null"),
        (["."], ".: "),
        (["report-6x6", "--algorithm", "slow"], "algorithm 'slow' is not one of random, rows"),
        (["report-6x6", "--seconds", "0"], "seconds '0' is not a number from 0.001 to 86400"),
        (["report-6x6", "--seconds", "nan"], "seconds 'nan'"),
        (["report-6x6", "--seconds", "inf"], "seconds 'inf'"),
        (["report-6x6", "--seconds", "soon"], "seconds 'soon'"),
        (["report-6x6", "--seed", "1.5"], "seed '1.5' is not a whole number"),
        (["report-6x6", "--seed", "9" * 30], "is not a whole number"),
        (["report-6x6", "--difficulty", "easy"], "--difficulty can be used only with --generate"),
        (["report-6x6", "--faster"], "--faster"),
        (["--generate", "9"], "size '9' is not columns x rows"),
        (["--generate", "9x"], "rows '' is not a whole number from 4 to 15"),
        (["--generate=-9x9"], "columns '-9' is not"),
        (["--generate", "9x9x9"], "rows '9x9' is not"),
        (["--generate", "9" * 5000 + "x9"], "is not a whole number from 4 to 15"),
        (["--generate", "3x9"], "columns '3' is not a whole number from 4 to 15"),
        (["--generate", "16x9"], "columns '16' is not a whole number from 4 to 15"),
        (["--generate", "9x9", "--difficulty", "vile"], "difficulty 'vile' is not one of easy"),
        (["--generate", "9x9", "--seed", "x"], "seed 'x'"),
        (["--generate", "9x9", "--json", "--unique"], "--generate can be used only with"),
        (["--generate", "9x9", "report-6x6"], "--generate can be used only with"),
        (["--compare", "--unique"], "--compare can be used only with"),
        (["--compare", "nowhere.txt"], "nowhere.txt: no such file"),
    ],
)
def test_mistakes_are_answered_in_one_line(ask, arguments, says):
    status, out, err = ask(*arguments)
    assert status == 2 and out == ""
    assert err.startswith("loa: ") and says in err and err.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "line 1: the file is empty"),
        ("A_A\n__\n", "line 2: 2 cells, but line 1 has 3"),
        ("A_A\nB__\n", "line 2: colour B has only one source"),
        (b"A_A\n\xff__\n", "line 2: not UTF-8 text"),
    ],
)
def test_bad_files_are_answered_with_the_line_at_fault(ask, file, text, fault):
    path = file(text)
    assert ask(path) == (2, "", f"loa: {path}: {fault}\n")


def test_bad_standard_input():
    done = loa("-", given="A_A\n_A_\n")
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr == "loa: standard input: line 2: a third source of colour A\n"


def test_a_file_comes_before_a_built_in_puzzle(ask, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "report-6x6").write_text("A_A\n")
    assert ask("report-6x6")[1].startswith("AAA\n")


def test_help_names_everything(capsys):
    with pytest.raises(SystemExit) as left:
        main(["flow", "--help"])
    text = capsys.readouterr().out
    assert left.value.code == 0
    assert all(name in text for name in (*puzzles.NAMES, *ALGORITHMS, "easy", "normal", "hard"))


def test_any_number_of_files_and_puzzles_are_solved_in_one_process(ask, tmp_path):
    both = tmp_path / "both.txt"
    both.write_text("A_A\nB_B\n\nAB\nBA\n")
    status, out, err = ask("report-6x6", both, "--unique")
    parts = out.split("\n\n")
    assert status == 1 and err == "" and len(parts) == 4 and parts[3] == ""
    assert [part.splitlines()[0] for part in parts[:3]] == ["report-6x6", f"{both}#1", f"{both}#2"]
    assert parts[1].splitlines()[1:4] == ["AAA", "BBB", "the only solution"]
    assert parts[2].splitlines()[1] == "no solution"
    answers = json.loads(ask("report-6x6", both, "--json")[1])["reports"]
    assert [answer["solved"] for answer in answers] == [True, True, False]
    assert all(list(answer) == KEYS for answer in answers)


def test_a_wrong_file_does_not_keep_the_others_from_being_solved(ask, file):
    status, out, err = ask("report-6x6", "nowhere.txt", file("A_A\nB_\n"), "report-7x7")
    assert status == 2 and out.count("fast: ") == 2
    lines = err.splitlines()
    assert lines[0] == "loa: nowhere.txt: no such file, and no built-in puzzle"
    assert "line 2: 2 cells, but line 1 has 3" in lines[1] and len(lines) == 2


def test_a_board_of_a_hundred_rows_is_solved(ask, file):
    text = "\n".join(chr(0x4E00 + row) + "_" * 98 + chr(0x4E00 + row) for row in range(100))
    status, out, _ = ask(file(text), "--unique")
    assert status == 0 and "the only solution" in out


def test_processor_time_is_measured_and_limits(ask, monkeypatch):
    now = iter(range(0, 10_000, 5))
    monkeypatch.setattr(flow.time, "process_time", lambda: float(next(now)))
    status, out, _ = ask("report-14x14", "--algorithm", "random", "--cpu", "--seconds", "20")
    assert status == 1 and "the time is up" in out
    assert "random: 25.0000 s" in out or "random: 30.0000 s" in out

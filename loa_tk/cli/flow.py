"""Solve Flow Free puzzles, make a new one, or compare the algorithms.

A puzzle is a text file with a row on each line: _ or . for an empty cell, any other character for
a source. Each colour has two sources. FILE is such a file or what --generate --json prints, - for
standard input, or the name of a built-in puzzle, which is one of the course report's, named by its
columns and rows: report-6x6, report-7x7, report-8x8, report-9x9, report-10x10-1 (7 colours),
report-10x10-2 (8 colours), report-12x12, report-12x14, report-14x14. A file may hold several
puzzles with blank lines between them; FILE#2 is the second one in the output.

The algorithms: random (cells and colours in random order), rows (row by row), mrv (the most
constrained cell first), forward (mrv with forward checking), ac3 (mrv with arc consistency), fast
(shapes and edges, bit-parallel).

  loa flow report-14x14 --unique
  loa flow puzzle.txt --algorithm forward --seconds 10 --json
  loa flow puzzles/*.txt --unique --seconds 20 --cpu
  loa flow --generate 9x9 --difficulty hard --seed 7 > hard.txt
  loa flow --generate 9x9 --json > new.json
  loa flow --compare report-8x8 report-9x9 --seconds 5

The exit status is 0 if all puzzles are solved, 1 if one has no solution or its time is up, and 2
for a wrong argument or file; the other files are solved nevertheless.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

from loa_tk.cli.arguments import add_field, print_json
from loa_tk.model.fields import Field, OneOf, Real
from loa_tk.model.flow import puzzles
from loa_tk.model.flow.algorithms import ALGORITHMS, SolverReport, solve
from loa_tk.model.flow.generator import (
    COLUMNS,
    DIFFICULTY,
    OFFERED_SEEDS,
    ROWS,
    SEED,
    SIZES,
    generate,
)
from loa_tk.model.flow.puzzle import MOST_BYTES, Puzzle, read_all
from loa_tk.model.game import UserError

HELP = "solve, make and compare Flow Free puzzles"
SECONDS_EACH = 10.0  # the time limit for each algorithm compared
ALGORITHM = Field(
    name="algorithm", kind=OneOf(tuple(ALGORITHMS)), default="fast",
    help=f"one of {', '.join(ALGORITHMS)}",
)  # fmt: skip
LIMIT = Field(
    name="seconds", kind=Real(0.001, 86_400), default=60.0, help="give up after S seconds"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare this command's arguments."""
    parser.add_argument(
        "files", metavar="FILE", nargs="*", choices=puzzles.NAMES,
        help="a puzzle; - is standard input",
    )  # fmt: skip
    add_field(parser, ALGORITHM, "NAME", unset=True)
    parser.add_argument(
        "--unique", action="store_true", help="also find out whether there is only one solution"
    )
    each = f"{LIMIT.default:g}; with --compare {SECONDS_EACH:g} for each algorithm"
    add_field(parser, LIMIT, "S", each, unset=True)
    parser.add_argument(
        "--cpu", action="store_true", help="measure processor time, which other programs do not use"
    )
    add_field(parser, SEED, "N", f"{SEED.default}; random with --generate", unset=True)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--generate",
        metavar="SIZE",
        type=read_size,
        help=f"print a new puzzle of columns x rows, {SIZES.least}x{SIZES.least} to "
        f"{SIZES.most}x{SIZES.most}, with exactly one solution",
    )
    add_field(parser, DIFFICULTY, "D", unset=True)
    parser.add_argument(
        "--compare",
        action="store_true",
        help="print a table of what each algorithm takes for each FILE (default: all built-in)",
    )


def run(args: argparse.Namespace) -> int:
    """Solve, generate or compare, as the arguments ask."""
    if args.generate is not None:
        return generate_one(args)
    if args.difficulty is not None:
        raise UserError("--difficulty can be used only with --generate")
    return compare(args) if args.compare else solve_all(args)


def generate_one(args: argparse.Namespace) -> int:
    """Print a new puzzle in the file format, and a seed drawn at random on the error stream."""
    others = (args.algorithm, args.seconds, *args.files)
    if any(other is not None for other in others) or args.compare or args.unique or args.cpu:
        raise UserError("--generate can be used only with --seed, --difficulty and --json")
    columns, rows = args.generate
    seed = random.randrange(OFFERED_SEEDS) if args.seed is None else args.seed
    difficulty = args.difficulty or DIFFICULTY.default
    puzzle = generate(columns, rows, seed, difficulty)
    if args.json:
        print_json({"seed": seed, "difficulty": difficulty, **puzzle.facts()})
        return 0
    print(puzzle.text(), end="")
    if args.seed is None:
        print(f"seed {seed}", file=sys.stderr)
    return 0


def read_size(text: str) -> tuple[int, int]:
    """Return columns and rows, or raise UserError."""
    columns, x, rows = text.partition("x")
    if not x:
        raise UserError(f"size {text!r} is not columns x rows, as in 9x9")
    return COLUMNS.read(columns), ROWS.read(rows)


def solve_all(args: argparse.Namespace) -> int:
    """Print the solution of each puzzle, if there is one, and the figures."""
    if not args.files:
        raise UserError("a FILE is missing, or --compare, or --generate SIZE")
    status, answers, wrong = 0, [], False
    for file in args.files:
        try:
            found = read_puzzles(file)
        except UserError as error:
            if len(args.files) == 1:
                raise
            print(f"loa: {error}", file=sys.stderr, flush=True)
            wrong = True
            continue
        for name, puzzle in named(file, found):
            report = solve_one(args, puzzle)
            status = status if report.solved else 1
            if args.json:
                answers.append(as_json(name, puzzle, report))
                continue
            several = len(args.files) > 1 or len(found) > 1
            head = [name] if several else []
            text = as_text(puzzle, report, asked=args.unique)
            print("\n".join([*head, text, *([""] if several else [])]), flush=True)
    if args.json and answers:
        print_json(answers[0] if len(answers) == 1 else {"reports": answers})
    return 2 if wrong else status


def solve_one(args: argparse.Namespace, puzzle: Puzzle) -> SolverReport:
    """Return what the chosen algorithm finds."""
    return solve(
        puzzle,
        args.algorithm or ALGORITHM.default,
        seed=args.seed or SEED.default,
        unique=args.unique,
        seconds=args.seconds or LIMIT.default,
        clock=clock_of(args),
    )


def clock_of(args: argparse.Namespace) -> Callable[[], float]:
    """Return the clock by which times are limited and reported."""
    return time.process_time if args.cpu else time.perf_counter


def named(file: str, found: list[Puzzle]) -> list[tuple[str, Puzzle]]:
    """Return the puzzles of a file with their names: the file's, and a number if there are more."""
    if len(found) == 1:
        return [(file, found[0])]
    return [(f"{file}#{number}", puzzle) for number, puzzle in enumerate(found, 1)]


def compare(args: argparse.Namespace) -> int:
    """Print a table of times and attempts, with - for the time if it was up."""
    if args.algorithm is not None or args.unique:
        raise UserError("--compare can be used only with FILE, --seconds, --cpu, --seed and --json")
    files = args.files or puzzles.NAMES
    chosen = [pair for file in files for pair in named(file, read_puzzles(file))]
    seconds, seed = args.seconds or SECONDS_EACH, args.seed or SEED.default
    width = max(len("puzzle"), *(len(Path(name).stem) for name, _ in chosen))
    if not args.json:
        print("\n".join(heading(width)))
    answers = []
    for name, puzzle in chosen:
        reports = [
            solve(puzzle, algorithm, seed=seed, seconds=seconds, clock=clock_of(args))
            for algorithm in ALGORITHMS
        ]
        answers += [as_json(name, puzzle, report) for report in reports]
        if not args.json:
            print(f"{Path(name).stem:{width}}", *map(columns, reports), sep="", flush=True)
    if args.json:
        print_json({"reports": answers})
    return 0


def heading(width: int) -> tuple[str, str]:
    """Return the two lines above the table."""
    counts = ["guesses" if algorithm == "fast" else "attempts" for algorithm in ALGORITHMS]
    return (
        " " * width + "".join(f"{algorithm:>20}" for algorithm in ALGORITHMS),
        f"{'puzzle':{width}}" + "".join(f"{'s':>9}{count:>11}" for count in counts),
    )


def columns(report: SolverReport) -> str:
    """Return an algorithm's two columns in a line of the table."""
    count = report.guesses if report.assignments is None else report.assignments
    note = "none" if report.solved is False else f"{count:,}"
    if report.solved is None:
        return f"{'-':>9}{note:>11}"
    digits = 4 if report.seconds < 1 else 2 if report.seconds < 100 else 0
    return f"{report.seconds:>9.{digits}f}{note:>11}"


def read_puzzles(name: str) -> list[Puzzle]:
    """Return the puzzles in a file, on standard input, or the built-in one."""
    if name == "-":
        return read_all(sys.stdin.buffer.read(MOST_BYTES), "standard input")
    if name in puzzles.NAMES and not Path(name).exists():
        return [puzzles.load(name)]
    try:
        with open(name, "rb") as file:
            data = file.read(MOST_BYTES)
    except FileNotFoundError:
        shown = name if name.strip() else repr(name)
        raise UserError(f"{shown}: no such file, and no built-in puzzle") from None
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        raise UserError(f"{name}: {getattr(error, 'strerror', None) or error}") from None
    return read_all(data, name)


def as_json(name: str, puzzle: Puzzle, report: SolverReport) -> dict[str, object]:
    """Return a report with the keys that programs rely on; figures that do not apply are null."""
    return {
        "puzzle": name,
        **puzzle.facts(),
        "algorithm": report.algorithm,
        "solved": report.solved,
        "solution": list(puzzle.rows(report.solutions[0])) if report.solutions else None,
        "unique": report.unique,
        "seconds": round(report.seconds, 6),
        "attempts": report.assignments,
        "backtracks": report.backtracks,
        "guesses": report.guesses,
    }


def as_text(puzzle: Puzzle, report: SolverReport, *, asked: bool) -> str:
    """Return a report for people: the grid, what is known about other solutions, the figures."""
    lines = list(puzzle.rows(report.solutions[0])) if report.solutions else []
    if report.solved is None:
        lines.append("no solution found: the time is up")
    elif not report.solved:
        lines.append("no solution")
    elif report.unique:
        lines.append("the only solution")
    elif report.unique is False:
        lines += ["another solution", *puzzle.rows(report.solutions[1])]
    elif asked:
        lines.append("not known whether it is the only solution: the time is up")
    counts = (
        f"{report.algorithm}: {report.seconds:.4f} s",
        counted(report.assignments, "attempt"),
        counted(report.backtracks, "backtrack"),
        counted(report.guesses, "guess", "guesses"),
    )
    return "\n".join([*lines, ", ".join(filter(None, counts))])


def counted(count: int | None, one: str, many: str = "") -> str:
    """Return a number with its noun, or nothing if there is no such figure."""
    return "" if count is None else f"{count:,} {one if count == 1 else many or one + 's'}"

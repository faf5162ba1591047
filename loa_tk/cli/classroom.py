"""Check the students' files of a folder and let all of them play each other.

FOLDER/ann.py is Ann's file, and so is FOLDER/ann/NAME.py, as Gradescope and Moodle write
submissions; if there are several files in her folder, the one with evaluate() or choose() counts.
Deeper folders are not read, nor names that begin with _, which are for code that all may import.

Each file is one student's: an evaluation plays by alpha-beta, a search plays itself. Every pair
plays --games games, and every student meets the opponents of --against and of the rubric. With
--rounds, students meet in a Swiss tournament instead of all meeting all. A file that fails, hangs
or needs too much memory loses its games with the reason; the others play on. Players limited by
depth play the same games again for the same seed. Ctrl-C ends the class; the same command with
--resume plays the rest.

  loa class students --html class.html --csv class.csv
  loa class students --depth 2 --against random alphabeta:eval=groups,depth=2 --games 4
  loa class students --rounds 7 --rubric rubric.ini --results results
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import replace
from pathlib import Path

from loa_tk.cli.arguments import add_field, add_json, add_sandbox, print_json
from loa_tk.cli.check import Progress
from loa_tk.cli.playing import BETWEEN_WRITES, SHARE, add_jobs
from loa_tk.control.classroom.examine import all_rows
from loa_tk.control.classroom.outputs import Outputs, as_json, read_known
from loa_tk.control.classroom.page import standings
from loa_tk.control.classroom.rubric import Credit, Rubric, read_rubric
from loa_tk.control.classroom.run import (
    ClassroomEvent,
    ClassroomPlan,
    ClassroomRun,
    Known,
    StudentChecked,
    conduct,
)
from loa_tk.control.classroom.setup import DEPTH, GAMES, ROUNDS, SECONDS, plan_of
from loa_tk.control.guest.sandbox import choose
from loa_tk.control.series.executors import place
from loa_tk.control.series.plan import OPENINGS, SEED
from loa_tk.control.series.summary import aligned, interval_json
from loa_tk.model.game import UserError
from loa_tk.model.games import find_game
from loa_tk.words import classroom as words
from loa_tk.words.own_code import SANDBOXES

HELP = "check and rank all files in a folder"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare this command's arguments."""
    parser.add_argument("folder", metavar="FOLDER", help="the folder with the students' files")
    parser.add_argument("--game", default="loa5", help="the game they play (default: loa5)")
    add_field(parser, GAMES)
    add_field(parser, DEPTH, unset=True)
    add_field(parser, SECONDS)
    parser.add_argument(
        "--against", metavar="PLAYER", nargs="+", default=[],
        help="opponents that every student plays, as for `loa match`",
    )  # fmt: skip
    add_field(parser, ROUNDS)
    parser.add_argument("--rubric", metavar="FILE", help="give marks; see `loa new rubric`")
    parser.add_argument(
        "--results", metavar="FOLDER", help="write a page and results.json for each student"
    )
    parser.add_argument("--html", metavar="FILE", help="write a page about the whole class")
    parser.add_argument("--csv", metavar="FILE", help="write a row for each game")
    parser.add_argument("--sgf", metavar="FOLDER", help="write every game as SGF")
    parser.add_argument("--resume", action="store_true", help="continue the class in the CSV file")
    add_field(parser, OPENINGS)
    add_field(parser, replace(SEED, help="seed of everything"))
    add_jobs(parser, "files and games at a time", "play")
    add_sandbox(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Run the class's tournament and print the tables."""
    rubric = None
    if args.rubric is not None:
        rubric = read_rubric(Path(args.rubric), [row.name for row in all_rows()])
    if args.depth is None and args.seconds is None:
        args.depth = DEPTH.default
    # On a cluster every machine takes the best sandbox that it has.
    sandbox = args.sandbox if args.dask else choose(args.sandbox)
    plan = plan_of(
        find_game(args.game).key, args.folder, args.against, rubric, vars(args), sandbox,
        here=not args.dask,
    )  # fmt: skip
    names = {"csv": args.csv, "html": args.html, "sgf": args.sgf, "results": args.results}
    outputs = Outputs(**{key: Path(name) for key, name in names.items() if name is not None})
    outputs.check(args.resume)
    known = read_known(plan, Path(args.csv)) if args.resume else Known()
    for fault in known.faults:
        print(f"loa: {fault}; the game is played again", file=sys.stderr)
    for line in read_lines(plan):
        print(f"loa: {line}", file=sys.stderr)
    print(f"loa: {words.sandbox(plan.sandbox, SANDBOXES.get(plan.sandbox, ''))}", file=sys.stderr)
    for line in unmarked(plan, rubric):
        print(f"loa: {line}", file=sys.stderr)
    classroom, interrupted, problem = run_class(args, plan, known, outputs)
    given = classroom.marks(rubric)
    try:
        outputs.finish(classroom, given)
    except UserError as error:
        problem = problem or error
    if args.json:
        print_json(class_json(classroom, given, not interrupted))
    else:
        print(report(classroom, given, interrupted))
    if problem is not None:
        raise problem
    return 130 if interrupted else 0


def read_lines(plan: ClassroomPlan) -> list[str]:
    """Return what was read, if students have folders of their own, and what was left out."""
    home = Path(plan.home)
    own = [student for student in plan.students if student.path.parent != home]
    lines = []
    if own:
        example = own[0].path.relative_to(home)
        lines.append(words.submissions(len(own), len(plan.students) - len(own), str(example)))
    return [*lines, *plan.left_out]


def unmarked(plan: ClassroomPlan, rubric: Rubric | None) -> list[str]:
    """Return a line for each kind of file in the class that a rubric has no check for."""
    lines = []
    for kind, text in words.KIND_NAMES.items():
        names = [student.name for student in plan.students if student.kinds == (kind,)]
        if rubric is not None and rubric.checks and names and not rubric.checks_worth(kind):
            lines.append(words.NO_CHECKS_FOR.format(kind=text, names=", ".join(names)))
    return lines


def run_class(
    args: argparse.Namespace, plan: ClassroomPlan, known: Known, outputs: Outputs
) -> tuple[ClassroomRun, bool, UserError | None]:
    """Check and play; return the class, whether it was interrupted, and what was not written."""
    classroom, interrupted = ClassroomRun(plan), False
    problem: UserError | None = None
    progress = Progress(sys.stderr.isatty())
    due = time.monotonic() + BETWEEN_WRITES
    if not args.resume:
        outputs.keep(classroom)  # raises UserError if the file cannot be written
    try:
        with place(args.jobs, args.dask) as where:
            for event in conduct(plan, where, known):
                classroom.add(event)
                progress.show(stage(classroom, event))
                begun = time.monotonic()
                if begun >= due and problem is None:
                    try:
                        outputs.keep(classroom)
                    except UserError as error:
                        problem = error  # the games go on
                    due = time.monotonic() + max(BETWEEN_WRITES, SHARE * (time.monotonic() - begun))
    except KeyboardInterrupt:
        interrupted = True
    finally:
        progress.clear()
    return classroom, interrupted, problem


def stage(classroom: ClassroomRun, event: ClassroomEvent) -> str:
    """Return how far the class is, in one line."""
    if isinstance(event, StudentChecked):
        count = len(classroom.plan.students)
        return words.CHECKING.format(done=len(classroom.checked), count=count)
    return words.PLAYING.format(done=classroom.played, count=classroom.planned)


def report(classroom: ClassroomRun, given: dict[int, list[Credit]], interrupted: bool) -> str:
    """Return the checks and the cross table for a person."""
    plan, lines = classroom.plan, list[str]()
    if interrupted:
        lines.append(words.INTERRUPTED.format(done=classroom.played, count=classroom.planned))
    width = max(len(student.name) for student in plan.students)
    for index, student in enumerate(plan.students):
        checked = classroom.checked.get(index)
        if checked is None:
            continue
        faults = [f"{line.text}: {line.finding.text}" for line in checked.lines if line.failed]
        verdict = words.PASSED_ALL if checked.passed else "✗ " + "; ".join(faults)
        lines.append(f"{student.name:<{width}}  {verdict}")
    if classroom.played:
        lines += ["", aligned(standings(classroom, given))]
    errors = [
        f"{name}: {reason}"
        for player, name in enumerate(plan.names) for reason in classroom.errors(player)
    ]  # fmt: skip
    if errors:
        lines += ["", words.LOST_BY_ERRORS, *(f"  {error}" for error in errors)]
    return "\n".join(lines)


def class_json(
    classroom: ClassroomRun, given: dict[int, list[Credit]], complete: bool
) -> dict[str, object]:
    """Return the whole class for programs."""
    plan, rated, checked = classroom.plan, classroom.rated(), classroom.checked
    return {
        "game": plan.game,
        "seed": plan.seed,
        "complete": complete,
        "sandbox": plan.sandbox,
        "played": classroom.played,
        "left_out": plan.left_out,
        "players": [
            {
                "name": name,
                "student": player < len(plan.students),
                "rating": round(rated[player].elo, 1),
                "interval": interval_json(rated[player]),
                "errors": classroom.errors(player),
                "checks": as_json(checked[player]) if player in checked else None,
                "marks": [vars(mark) for mark in given.get(player, ())],
            }
            for player, name in enumerate(plan.names)
        ],
        "scores": [
            {"player": player + 1, "opponent": other + 1,
             "names": [plan.names[player], plan.names[other]], **vars(score)}
            for (player, other), score in sorted(classroom.scores().items())
        ],
    }  # fmt: skip

"""Check the students' files of a folder and let all of them play each other.

FOLDER/ann.py is Ann's file, and so is FOLDER/ann/NAME.py, as Gradescope and Moodle write
submissions; if there are several files in her folder, the one with evaluate() or choose() counts.
Deeper folders are not read, nor names that begin with _, which are for code that all may import.

Each file is one student's: an evaluation plays by alpha-beta, a search plays itself. Every pair
plays --games games, and every student meets the opponents of --against and of the rubric. With
--rounds, students meet in a Swiss tournament instead of all meeting all. A file that fails, hangs
or needs too much memory loses its games with the reason; the others play on. Players limited by
depth play the same games again for the same seed. Ctrl-C ends the class. --resume plays the rest
with the settings that the class was begun with, and writes what was asked for then; a file that has
changed since is checked and plays again. --only checks the files of a few students and lets them
meet the opponents, not each other; marks that depend on games among the students are provisional.

  loa class students --html class.html --csv class.csv
  loa class students --depth 2 --against random alphabeta:eval=groups,depth=2 --games 4
  loa class students --rounds 7 --rubric rubric.ini --results results
  loa class students --csv class.csv --resume
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from loa_tk.cli.arguments import add_field, add_json, add_sandbox, add_secret, print_json
from loa_tk.cli.check import Progress
from loa_tk.cli.playing import BETWEEN_WRITES, SHARE, add_jobs, place_of
from loa_tk.control.classroom.conduct import Known, conduct
from loa_tk.control.classroom.examine import all_rows
from loa_tk.control.classroom.outputs import KEPT, Outputs, as_json, read_class, read_known
from loa_tk.control.classroom.page import standings, turning_text
from loa_tk.control.classroom.plan import ClassroomPlan
from loa_tk.control.classroom.rubric import Credit, Rubric, parse_rubric, read_rubric
from loa_tk.control.classroom.run import ClassroomEvent, ClassroomRun, StudentChecked
from loa_tk.control.classroom.settings import RUBRIC
from loa_tk.control.classroom.setup import (
    DEPTH,
    GAMES,
    NUMBERS,
    ROUNDS,
    SECONDS,
    drawn_seed,
    plan_of,
)
from loa_tk.control.guest.sandbox import choose, hides_files
from loa_tk.control.series.plan import OPENINGS, SEED, UCI, UGI
from loa_tk.control.series.summary import aligned, interval_json
from loa_tk.model.commandline import quote
from loa_tk.model.fields import Field
from loa_tk.model.game import UserError
from loa_tk.model.games import find_game
from loa_tk.model.ladder import Climbed
from loa_tk.words import classroom as words
from loa_tk.words.own_code import SANDBOXES

HELP = "check and rank all files in a folder"
GAME = "loa5"
MOST_CROSSED = 20  # players whose cross table is printed
BETWEEN_LINES = 10.0  # seconds between two lines of progress in a file


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare this command's arguments."""
    parser.add_argument("folder", metavar="FOLDER", help="the folder with the students' files")
    parser.add_argument("--game", help=f"the game they play (default: {GAME})")
    parser.add_argument(
        "--only", metavar="NAME", nargs="+", default=[], help="only these students, each alone"
    )
    add_field(parser, GAMES, unset=True)
    add_field(parser, DEPTH, unset=True)
    add_field(parser, SECONDS)
    parser.add_argument(
        "--against", metavar="PLAYER", nargs="+",
        help="opponents that every student plays, as for `loa match`, or ladder",
    )  # fmt: skip
    add_field(parser, ROUNDS)
    parser.add_argument("--rubric", metavar="FILE", help="give marks; see `loa new rubric`")
    parser.add_argument(
        "--results", metavar="FOLDER", help="write a page and results.json for each student"
    )
    parser.add_argument(
        "--marks", metavar="FILE", help="write the marks as CSV, as gradebooks read them"
    )
    parser.add_argument("--html", metavar="FILE", help="write a page about the whole class")
    parser.add_argument("--csv", metavar="FILE", help="write a row for each game")
    parser.add_argument("--sgf", metavar="FOLDER", help="write every game as SGF")
    parser.add_argument("--resume", action="store_true", help="continue the class in the CSV file")
    add_field(parser, OPENINGS, unset=True)
    add_field(parser, replace(SEED, help="seed of everything"), default="a new one", unset=True)
    add_secret(parser)
    add_jobs(parser, "files and games at a time", "play")
    add_sandbox(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Run the class's tournament and print the tables."""
    if args.resume and args.only:
        raise UserError("--only cannot continue a class, because that would lose the others' games")
    kept = read_class(Path(args.csv)) if args.resume and args.csv is not None else None
    if args.resume and args.csv is not None and kept is None and not Path(args.csv).exists():
        raise UserError(words.NOTHING_TO_RESUME.format(file=args.csv))
    plan = wanted_plan(args, kept.settings if kept is not None else {})
    if args.secret and kept is not None and args.secret != kept.secret:
        raise UserError(words.OTHER_SECRET.format(file=args.csv))
    if secret := args.secret or (kept.secret if kept is not None else ""):
        plan = replace(plan, secret=secret)
    rubric = plan.rubric
    outputs = wanted_outputs(args, kept.outputs if kept is not None else {})
    again = "use another name" if args.only else "use --resume or another name"
    outputs.check(args.resume, again)
    known = read_known(plan, Path(args.csv)) if args.resume else Known()
    for note in known.notes:
        print(f"loa: {note}", file=sys.stderr)
    for fault in known.faults:
        print(f"loa: {fault}; the game is played again", file=sys.stderr)
    for line in read_lines(plan):
        print(f"loa: {line}", file=sys.stderr)
    shut_in = words.sandbox(SANDBOXES.get(plan.sandbox, ""), hides_files(plan.sandbox))
    print(f"loa: {shut_in}", file=sys.stderr)
    if args.seed is None and kept is None:
        print(f"loa: {words.DRAWN_SEED.format(seed=plan.seed)}", file=sys.stderr)
    for line in unmarked(plan, rubric):
        print(f"loa: {line}", file=sys.stderr)
    classroom, interrupted, problem = run_class(args, plan, known, outputs)
    if interrupted:
        print(f"loa: {words.STOPPED}", file=sys.stderr, flush=True)
    given = classroom.marks(rubric)
    try:
        outputs.finish(classroom, given)
    except UserError as error:
        problem = problem or error
    except KeyboardInterrupt:
        say_how_to_go_on(args, rubric)
        raise
    if args.json:
        print_json(class_json(classroom, given))
    else:
        print(report(classroom, given))
    if problem is not None:
        raise problem
    if interrupted:
        say_how_to_go_on(args, rubric)
    return 130 if interrupted else 0


def say_how_to_go_on(args: argparse.Namespace, rubric: Rubric | None) -> None:
    """Say how to continue a class that was interrupted, if it has a file."""
    if args.csv is None:
        return
    hint = words.GO_ON.format(folder=quote(args.folder), csv=quote(args.csv))
    again = elsewhere(named_outputs(args), Path(args.csv))
    if programs(args.against or ()):
        again.append(" ".join(["--against", *map(quote, args.against)]))
    if args.rubric and rubric is not None and programs([one.player for one in rubric.opponents]):
        again.append(f"--rubric {quote(args.rubric)}")
    said = words.ONLY_AGAIN if args.only else " ".join([hint, *again])
    print(f"loa: {said}", file=sys.stderr)


def wanted_outputs(args: argparse.Namespace, kept: Mapping[str, Path]) -> Outputs:
    """Return what is written: what the arguments name, and otherwise what the class has kept.

    Raise UserError if a kept place is not beside the games: whoever could write the file of the
    checks would choose which of the user's files is replaced.
    """
    given = named_outputs(args)
    missing = {kind: path for kind, path in kept.items() if kind not in given}
    if missing and (again := elsewhere(missing, Path(args.csv))):
        raise UserError(words.OUTPUTS_AGAIN.format(file=args.csv, options=" ".join(again)))
    return Outputs(**{**kept, **given})


def named_outputs(args: argparse.Namespace) -> dict[str, Path]:
    """Return the files and folders that the arguments name."""
    named = {kind: getattr(args, kind) for kind in ("csv", *KEPT)}
    return {kind: Path(name) for kind, name in named.items() if name is not None}


def elsewhere(outputs: Mapping[str, Path], csv: Path) -> list[str]:
    """Return the options that name those outputs which are not in the CSV file's folder."""
    folder = csv.resolve().parent
    return [
        f"--{kind} {quote(str(path))}" for kind, path in sorted(outputs.items())
        if not path.resolve().is_relative_to(folder)
    ]  # fmt: skip


def wanted_plan(args: argparse.Namespace, kept: Mapping[str, Any]) -> ClassroomPlan:
    """Return the class that the arguments describe; what they leave open is as it was kept.

    Raise UserError if something is wrong.
    """
    rubric = None
    if args.rubric is not None:
        rubric = read_rubric(Path(args.rubric), [row.name for row in all_rows()])
    elif kept.get(RUBRIC):
        rubric = parse_rubric(str(kept[RUBRIC]), [row.name for row in all_rows()], args.csv)
        refuse_programs({one.player for one in rubric.opponents})
    given = {field.name: getattr(args, field.name) for field in NUMBERS}
    before = {field.name: kept_value(field, kept) for field in NUMBERS}
    if given[DEPTH.name] or given[SECONDS.name]:  # which exclude each other
        before.update({DEPTH.name: None, SECONDS.name: None})
    numbers = {
        name: before[name] if value is None else value for name, value in given.items()
    }
    if args.seed is None and SEED.name not in kept:
        numbers[SEED.name] = drawn_seed()
    # On a cluster every machine takes the best sandbox that it has.
    sandbox = args.sandbox or str(kept.get("sandbox") or "")
    against = args.against
    if against is None:
        against = list(map(str, kept.get("opponents") or ()))
        known = {one.player for one in rubric.opponents} if rubric and args.rubric else set[str]()
        refuse_programs(set(against) - known)
    return plan_of(
        find_game(args.game or str(kept.get("game") or GAME)).key, args.folder, against, rubric,
        numbers, sandbox if args.dask else choose(sandbox), here=not args.dask, only=args.only,
    )  # fmt: skip


def refuse_programs(kept: Collection[str]) -> None:
    """Raise UserError if a kept opponent is a command: only one that is given now is run."""
    for player in programs(kept):
        raise UserError(words.PROGRAM_AGAIN.format(player=quote(player)))


def programs(players: Iterable[str]) -> list[str]:
    """Return the players that are commands of other programs."""
    return sorted(player for player in players if player.startswith((UGI, UCI)))


def kept_value(field: Field[Any], kept: Mapping[str, Any]) -> Any:
    """Return a setting as it was kept, read again as if it were typed, or its default."""
    if field.name not in kept:
        return field.default
    return None if kept[field.name] is None else field.read(str(kept[field.name]))


def read_lines(plan: ClassroomPlan) -> list[str]:
    """Return what was read, if students have folders of their own, and what was odd about it."""
    home = Path(plan.home)
    own = [student for student in plan.students if student.path.parent != home]
    lines = []
    if own:
        example = own[0].path.relative_to(home)
        lines.append(words.submissions(len(own), len(plan.students) - len(own), str(example)))
    return [*lines, *plan.left_out, *plan.equal]


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
    progress = Progress(sys.stderr.isatty(), BETWEEN_LINES)
    due = time.monotonic() + BETWEEN_WRITES
    if not args.resume:
        outputs.keep(classroom)  # raises UserError if the file cannot be written
    try:
        with place_of(args) as where:
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


def report(classroom: ClassroomRun, given: dict[int, list[Credit]]) -> str:
    """Return the checks and the cross table for a person."""
    plan, lines = classroom.plan, list[str]()
    if classroom.provisional:
        lines += [classroom.provisional, ""]
    width = max(len(student.name) for student in plan.students)
    for index, student in enumerate(plan.students):
        checked = classroom.checked.get(index)
        if checked is None:
            continue
        faults = [f"{line.text}: {line.finding.text}" for line in checked.lines if line.failed]
        verdict = words.PASSED_ALL if checked.passed else "✗ " + "; ".join(faults)
        lines.append(f"{student.name:<{width}}  {verdict}")
    if classroom.played:
        rows = standings(classroom, given)
        # The cross table of thirty fits on a page, but in no terminal.
        wide = len(rows) > MOST_CROSSED
        columns = len(rows[0]) - (len(rows) - 1 if wide else 0)
        lines += ["", aligned([row[:columns] for row in rows]), *([words.NO_CROSS] if wide else [])]
    errors = [
        f"{name}: {reason}"
        for player, name in enumerate(plan.names) for reason in classroom.errors(player)
    ]  # fmt: skip
    if errors:
        lines += ["", words.LOST_BY_ERRORS, *(f"  {error}" for error in errors)]
    return "\n".join(lines)


def turning_json(classroom: ClassroomRun, player: int) -> dict[str, object] | None:
    """Return the decisive move of a game that a student has lost, for programs."""
    found = classroom.turned.get(player)
    if found is None:
        return None
    names = [classroom.plan.names[one] for one in found.pair]
    text = turning_text(found.turning)
    return {"names": names, "game": found.number + 1, "text": text, **vars(found.turning)}


def ladder_json(climbed: Climbed | None) -> dict[str, object] | None:
    """Return where a student stands on the ladder, for programs."""
    if climbed is None:
        return None
    elo = round(climbed.rating.elo, 1)
    return {"rung": climbed.rung, "elo": elo, "interval": interval_json(climbed.rating)}


def class_json(classroom: ClassroomRun, given: dict[int, list[Credit]]) -> dict[str, object]:
    """Return the whole class for programs."""
    plan, rated, checked = classroom.plan, classroom.rated(), classroom.checked
    return {
        "game": plan.game,
        "seed": plan.seed,
        "secret": plan.secret,
        "complete": not classroom.provisional,
        "provisional": classroom.provisional,
        "planned": classroom.planned,
        "sandbox": plan.sandbox,
        "played": classroom.played,
        "left_out": plan.left_out,
        "players": [
            {
                "name": name,
                "student": player < len(plan.students),
                "rating": round(rated[player].elo, 1),
                "interval": interval_json(rated[player]),
                "turning": turning_json(classroom, player),
                "ladder": ladder_json(classroom.climbed(player)),
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

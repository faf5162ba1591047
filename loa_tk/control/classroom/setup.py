"""The fields of the class window: their choices, their errors, and the plan they describe."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from secrets import randbelow
from typing import Any

from loa_tk.control.classroom.examine import all_rows
from loa_tk.control.classroom.opponents import check_rounds, opponents_of, titles_of
from loa_tk.control.classroom.plan import ClassroomPlan
from loa_tk.control.classroom.rubric import Rubric, read_rubric
from loa_tk.control.classroom.students import read_submissions, shared_digest
from loa_tk.control.guest.sandbox import choose
from loa_tk.control.player_form import form_field
from loa_tk.control.series import plan as series
from loa_tk.control.series.setup import common_players
from loa_tk.model.commandline import split
from loa_tk.model.fields import Field, Text, Whole, errors, read_fields
from loa_tk.model.game import UserError
from loa_tk.model.games import all_games, find_game
from loa_tk.model.ladder import LADDER, LADDERS
from loa_tk.model.search.options import MOST_DEPTH
from loa_tk.scenes.pages import Choice, FormField
from loa_tk.words import class_window as words

GAMES = replace(series.GAMES, label="games a pair", default=2, help="games for each pair")
ROUNDS: Field[int | None] = Field(
    name="rounds", label="Swiss rounds", kind=Whole(1, 100), default=None, optional=True,
    help="rounds of a Swiss tournament among the students",
)  # fmt: skip
DEPTH = Field(
    name="depth", label="depth", kind=Whole(1, MOST_DEPTH), default=3, optional=True,
    help="depth of every search",
)  # fmt: skip
SECONDS: Field[float | None] = Field(
    name="seconds", label="or seconds", kind=series.SECONDS.kind, default=None, optional=True,
    help="seconds for every move, instead of a depth",
)  # fmt: skip
NUMBERS = (GAMES, ROUNDS, DEPTH, SECONDS, series.OPENINGS, series.SEED)
FIELDS: tuple[Field[Any], ...] = (
    Field(name="folder", label="folder with the students’ files", kind=Text("choice"), default=""),
    Field(name="game", label="game", kind=Text("choice"), default=""),
    *NUMBERS,
    Field(name="opponents", label="opponents of everyone", kind=Text("open"), default=""),
    Field(name="rubric", label="marks", kind=Text("choice"), default=""),
    series.JOBS,
)
# The game is that of the main board.
DEFAULTS = {field.name: field.show(field.default) for field in FIELDS if field.name != "game"}
# Of the seeds that are drawn: a file could try out shorter ones while it plays, until one of them
# explains what it has seen, and would know the openings and the chance of its opponents. This one
# takes a day (9 s for a million of them), and can be read in its field.
SEEDS = 10**10
# The choice that lets the user look for a folder or a file.
LOOK = "…"


@dataclass(frozen=True)
class Prepared:
    """A class that can begin: its plan, and the rubric if there are marks."""

    plan: ClassroomPlan
    rubric: Rubric | None


def drawn_seed() -> int:
    """Return a seed that nobody knows before."""
    return randbelow(SEEDS)


def fields(values: Mapping[str, str]) -> tuple[FormField, ...]:
    """Return the fields with their values and choices."""
    game = find_game(values["game"])
    choices = {
        "folder": _look(values["folder"], words.NO_FOLDER, words.CHOOSE_FOLDER),
        "game": tuple(Choice(game.key, game.title) for game in all_games().values()),
        "opponents": tuple(Choice(text, text) for text in (LADDER, *common_players(game))),
        "rubric": _look(values["rubric"], words.NO_RUBRIC, words.CHOOSE_RUBRIC),
    }
    return tuple(
        form_field(field, values[field.name], choices.get(field.name, ())) for field in FIELDS
    )


def _look(value: str, none: str, another: str) -> tuple[Choice, ...]:
    """Return the choices of a folder or file: none, the one in force, another one."""
    chosen = (Choice(value, Path(value).name or value),) if value else ()
    return (Choice("", none), *chosen, Choice(LOOK, another))


def opponents(text: str) -> list[str]:
    """Return the players of a field, which are separated by blanks, as on the command line."""
    try:
        return split(text)
    except ValueError as error:
        raise UserError(f"opponents: {error}") from None


def wrong(values: Mapping[str, str]) -> dict[str, str]:
    """Return a message for each value that is wrong; the folder is read only by `prepare`."""
    wrong = errors(FIELDS, values)
    try:
        opponents_of(find_game(values["game"]), opponents(values["opponents"]), None)
    except UserError as error:
        wrong["opponents"] = str(error)
    try:
        check_limits(values["depth"], values["seconds"])
    except UserError as error:
        for field in (DEPTH, SECONDS):
            wrong.setdefault(field.name, str(error))
    return wrong


def check_limits(depth: object, seconds: object) -> None:
    """Raise UserError unless exactly one limit is given."""
    if bool(depth) == bool(seconds):
        raise UserError(words.ONE_LIMIT if depth else words.NO_LIMIT)


def prepare(values: Mapping[str, str]) -> Prepared:
    """Read the folder and the rubric, run nothing, and return the class; raise UserError."""
    if not values["folder"]:
        raise UserError(words.NEEDED)
    rubric = None
    if values["rubric"]:
        rubric = read_rubric(Path(values["rubric"]), [row.name for row in all_rows()])
    numbers = read_fields(NUMBERS, values)
    texts = opponents(values["opponents"])
    plan = plan_of(values["game"], values["folder"], texts, rubric, numbers, choose())
    return Prepared(plan, rubric)


def plan_of(
    key: str,
    folder: str,
    opponents: Sequence[str],
    rubric: Rubric | None,
    numbers: Mapping[str, Any],
    sandbox: str,
    here: bool = True,
    only: Collection[str] = (),
) -> ClassroomPlan:
    """Return the class of a folder, or raise UserError; `numbers` are the values of NUMBERS.

    The opponents' programs and files must exist if the games are played `here`. If some students
    are named, only these take part, and they do not meet each other.
    """
    seconds, rounds = numbers["seconds"], numbers["rounds"]
    check_limits(numbers["depth"], seconds)
    if only and not opponents and (rubric is None or not rubric.opponents):
        opponents = [LADDER]
    others = opponents_of(find_game(key), opponents, rubric, here)
    found = read_submissions(Path(folder), taken=others)
    students = found.students
    if only:
        if unknown := [name for name in only if name not in {one.name for one in students}]:
            raise UserError(words.NO_STUDENT.format(name=unknown[0]))
        students, rounds = tuple(one for one in students if one.name in only), None
        numbers = {**numbers, ROUNDS.name: None}
    if rounds is not None:
        check_rounds(rounds, students)
    return ClassroomPlan(
        game=key, students=students, opponents=others, sandbox=sandbox,
        **{field.name: numbers[field.name] for field in NUMBERS},
        patience=seconds or 1.0,
        titles=titles_of(others, students, rubric, LADDERS.get(key, ())),
        folder=str(Path(folder).absolute()), shared=shared_digest(Path(folder)),
        left_out=found.left_out, rubric=rubric, apart=bool(only),
    )  # fmt: skip

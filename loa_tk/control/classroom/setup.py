"""The fields of the class window: their choices, their errors, and the plan they describe."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from loa_tk.control.classroom.examine import all_rows
from loa_tk.control.classroom.rubric import Rubric, read_rubric
from loa_tk.control.classroom.run import (
    MOST_ROUNDS,
    ClassroomPlan,
    check_rounds,
    opponents_of,
    titles_of,
)
from loa_tk.control.classroom.students import students_in
from loa_tk.control.guest.sandbox import choose
from loa_tk.control.series import plan as series
from loa_tk.control.series.plan import check_player
from loa_tk.control.series.setup import MOST_JOBS, common_players
from loa_tk.model.commandline import split
from loa_tk.model.game import UserError
from loa_tk.model.games import all_games, find_game
from loa_tk.model.search.options import MOST_DEPTH
from loa_tk.scenes.pages import Choice, FormField
from loa_tk.words import class_window as words
from loa_tk.words.series import NOT_NUMBER, NOT_WHOLE

DEFAULTS: Mapping[str, str] = {
    "folder": "", "games": "2", "rounds": "", "depth": "3", "seconds": "", "opponents": "",
    "openings": "2", "seed": "1", "rubric": "", "jobs": str(min(os.cpu_count() or 1, MOST_JOBS)),
}  # fmt: skip
RANGES = {
    **series.RANGES, "jobs": (1, MOST_JOBS), "rounds": (1, MOST_ROUNDS), "depth": (1, MOST_DEPTH),
}  # fmt: skip
OPTIONAL = ("rounds", "depth", "seconds")
KINDS = {"folder": "choice", "game": "choice", "opponents": "open", "rubric": "choice",
         "seconds": "number"}  # fmt: skip
# The choice that lets the user look for a folder or a file.
LOOK = "…"


@dataclass(frozen=True)
class Prepared:
    """A class that can begin: its plan, and the rubric if there are marks."""

    plan: ClassroomPlan
    rubric: Rubric | None


def fields(values: Mapping[str, str]) -> tuple[FormField, ...]:
    """Return the fields with their values and choices."""
    game = find_game(values["game"])
    choices = {
        "folder": _look(values["folder"], words.NO_FOLDER, words.CHOOSE_FOLDER),
        "game": tuple(Choice(game.key, game.title) for game in all_games().values()),
        "opponents": tuple(Choice(text, text) for text in common_players(game)),
        "rubric": _look(values["rubric"], words.NO_RUBRIC, words.CHOOSE_RUBRIC),
    }
    return tuple(
        FormField(key, label, KINDS.get(key, "integer"), values[key],
                  DEFAULTS.get(key, values[key]), choices.get(key, ()))
        for key, label in words.FIELDS.items()
    )  # fmt: skip


def _look(value: str, none: str, another: str) -> tuple[Choice, ...]:
    """Return the choices of a folder or file: none, the one in force, another one."""
    chosen = (Choice(value, Path(value).name or value),) if value else ()
    return (Choice("", none), *chosen, Choice(LOOK, another))


def whole(key: str, text: str) -> int:
    """Return a whole number; raise UserError if it is none or not in its range."""
    least, most = RANGES[key]
    right = text.isascii() and text.isdecimal() and len(text) < 100
    if not (right and least <= int(text) <= most):
        name = words.FIELDS[key]
        raise UserError(NOT_WHOLE.format(name=name, text=text, least=least, most=most))
    return int(text)


def seconds(text: str) -> float:
    """Return the seconds for a move; raise UserError if they are wrong."""
    least, most = series.SECONDS
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not least <= number <= most:
        name = words.FIELDS["seconds"]
        raise UserError(NOT_NUMBER.format(name=name, text=text, least=least, most=most))
    return number


def opponents(text: str) -> list[str]:
    """Return the players of a field, which are separated by blanks, as on the command line."""
    try:
        return split(text)
    except ValueError as error:
        raise UserError(f"{words.FIELDS['opponents']}: {error}") from None


def wrong(values: Mapping[str, str]) -> dict[str, str]:
    """Return a message for each value that is wrong; the folder is read only by `prepare`."""
    found = {}
    game = find_game(values["game"])
    for key, text in values.items():
        if key in OPTIONAL and not text:
            continue
        try:
            if key in RANGES:
                whole(key, text)
            elif key == "seconds":
                seconds(text)
            elif key == "opponents":
                for one in opponents(text):
                    check_player(game, one)
        except UserError as error:
            found[key] = str(error)
    if bool(values["depth"]) == bool(values["seconds"]):
        message = words.ONE_LIMIT if values["depth"] else words.NO_LIMIT
        for key in ("depth", "seconds"):
            found.setdefault(key, message)
    return found


def prepare(values: Mapping[str, str]) -> Prepared:
    """Read the folder and the rubric, run nothing, and return the class; raise UserError."""
    if not values["folder"]:
        raise UserError(words.NEEDED)
    game = find_game(values["game"])
    students = students_in(Path(values["folder"]))
    rubric = None
    if values["rubric"]:
        rubric = read_rubric(Path(values["rubric"]), [row.name for row in all_rows()])
    limit = seconds(values["seconds"]) if values["seconds"] else None
    rounds = check_rounds(whole("rounds", values["rounds"]), students) if values["rounds"] else None
    others = opponents_of(game, students, opponents(values["opponents"]), rubric)
    plan = ClassroomPlan(
        game.key,
        tuple(students),
        others,
        whole("games", values["games"]),
        whole("depth", values["depth"]) if values["depth"] else None,
        limit,
        rounds,
        whole("openings", values["openings"]),
        whole("seed", values["seed"]),
        choose(),
        patience=limit or 1.0,
        titles=titles_of(others, students, rubric),
        folder=str(Path(values["folder"]).absolute()),
    )
    return Prepared(plan, rubric)

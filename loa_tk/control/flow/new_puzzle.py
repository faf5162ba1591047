"""The form for a new puzzle: its fields, the check of its values, and the job they describe."""

from __future__ import annotations

import random
from collections.abc import Mapping

from loa_tk.control.flow.jobs import FlowGenerateJob
from loa_tk.model.flow.generator import LARGEST, SMALLEST
from loa_tk.scenes.pages import Choice, FormField, FormScene, FormSection
from loa_tk.words import flow as words

MOST_SEED = 999_999
DEFAULTS: Mapping[str, str] = {"columns": "9", "rows": "9", "difficulty": "normal"}
BOUNDS = {"columns": (SMALLEST, LARGEST), "rows": (SMALLEST, LARGEST), "seed": (0, MOST_SEED)}


def form(values: Mapping[str, str]) -> FormScene:
    """Return the form, filled in with these values and a new seed."""
    seed = str(random.randint(1, MOST_SEED))
    wanted = {**DEFAULTS, **values, "seed": seed}
    defaults = {**DEFAULTS, "seed": seed}
    choices = tuple(Choice(key, label) for key, label in words.DIFFICULTIES.items())
    fields = tuple(
        FormField(key, label, "choice", wanted[key], defaults[key], choices)
        if key == "difficulty"
        else FormField(key, label, "integer", wanted[key], defaults[key])
        for key, label in words.GENERATE_FIELDS.items()
    )
    return FormScene(
        words.GENERATE_TITLE, (FormSection(words.PUZZLE, fields),), words.GENERATE_NOTE
    )


def check(values: Mapping[str, str]) -> dict[str, str]:
    """Return a message for each value that cannot be used."""
    wrong = {}
    for key, (least, most) in BOUNDS.items():
        text = values[key]
        if not (text.isascii() and text.isdigit() and least <= int(text[:9]) <= most):
            wrong[key] = words.NOT_WHOLE.format(
                name=words.GENERATE_FIELDS[key], text=text, least=least, most=most
            )
    return wrong


def job(values: Mapping[str, str]) -> FlowGenerateJob:
    """Return the job that checked values describe."""
    return FlowGenerateJob(
        int(values["columns"]), int(values["rows"]), int(values["seed"]), values["difficulty"]
    )


def title(wanted: FlowGenerateJob) -> str:
    """Return a generated puzzle's title: everything that is needed to make it again."""
    return words.GENERATED.format(
        columns=wanted.columns,
        rows=wanted.rows,
        difficulty=words.DIFFICULTIES[wanted.difficulty].lower(),
        seed=wanted.seed,
    )

"""The form for a new puzzle: its fields, the check of its values, and the job they describe."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from loa_tk.control.flow.jobs import FlowGenerateJob
from loa_tk.control.player_form import form_field
from loa_tk.model.fields import Field, errors, read_fields
from loa_tk.model.flow.generator import COLUMNS, DIFFICULTY, OFFERED_SEEDS, ROWS, SEED
from loa_tk.scenes.pages import Choice, FormScene, FormSection
from loa_tk.words import flow as words

FIELDS: tuple[Field[Any], ...] = (COLUMNS, ROWS, DIFFICULTY, SEED)


def form(values: Mapping[str, str]) -> FormScene:
    """Return the form, filled in with these values and a new seed."""
    defaults = {field.name: field.show(field.default) for field in FIELDS}
    defaults["seed"] = str(random.randrange(OFFERED_SEEDS))
    wanted = {**defaults, **values, "seed": defaults["seed"]}
    difficulties = tuple(Choice(key, label) for key, label in words.DIFFICULTIES.items())
    fields = tuple(
        form_field(
            field, wanted[field.name], difficulties if field is DIFFICULTY else (),
            defaults[field.name],
        )
        for field in FIELDS
    )  # fmt: skip
    sections = (FormSection(words.PUZZLE, fields),)
    return FormScene(title=words.GENERATE_TITLE, sections=sections, note=words.GENERATE_NOTE)


def check(values: Mapping[str, str]) -> dict[str, str]:
    """Return a message for each value that cannot be used."""
    return errors(FIELDS, values)


def job(values: Mapping[str, str]) -> FlowGenerateJob:
    """Return the job that checked values describe."""
    return FlowGenerateJob(**read_fields(FIELDS, values))


def title(wanted: FlowGenerateJob) -> str:
    """Return a generated puzzle's title: everything that is needed to make it again."""
    return words.GENERATED.format(
        columns=wanted.columns, rows=wanted.rows, seed=wanted.seed,
        difficulty=words.DIFFICULTIES[wanted.difficulty].lower(),
    )  # fmt: skip

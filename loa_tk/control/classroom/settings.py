"""What decides the games of a class, kept beside them, so that no two settings are ever mixed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from loa_tk import __version__
from loa_tk.control.classroom.plan import ClassroomPlan
from loa_tk.words import classroom as words

RUBRIC = "rubric"
SHARED = "shared files"  # their hash


def settings_of(plan: ClassroomPlan) -> dict[str, Any]:
    """Return all that decides the games and marks of a class besides the students' files."""
    return {
        "version": __version__, "game": plan.game, "depth": plan.depth, "seconds": plan.seconds,
        "games": plan.games, "rounds": plan.rounds, "openings": plan.openings, "seed": plan.seed,
        "opponents": list(plan.opponents), "sandbox": plan.sandbox,
        **({SHARED: plan.shared} if plan.shared else {}),
        RUBRIC: plan.rubric.text if plan.rubric is not None else "",
    }  # fmt: skip


def difference(kept: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    """Return the first setting that differs from the one kept, in words, or nothing."""
    for name, value in now.items():
        before = kept.get(name)
        if name == RUBRIC:
            if lines(str(before or "")) != lines(value):
                return words.OTHER_RUBRIC
        elif before != value:
            return words.OTHER_SETTING.format(name=name, kept=shown(before), now=shown(value))
    return ""


def lines(rubric: str) -> list[str]:
    """Return the lines of a rubric that matter."""
    stripped = (line.partition(";")[0].strip() for line in rubric.splitlines())
    return [line for line in stripped if line and not line.startswith("#")]


def shown(value: Any) -> str:
    """Return a setting for people."""
    if isinstance(value, list):
        return ", ".join(map(str, value)) or words.NONE
    return words.NONE if value in (None, "") else str(value)

"""What the command and the window ask of a class before it begins: opponents and rounds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from loa_tk.control.classroom.rubric import Rubric
from loa_tk.control.classroom.students import Student
from loa_tk.control.series.plan import check_player
from loa_tk.model.game import Game, UserError

MOST_ROUNDS = 100


def opponents_of(
    game: Game,
    students: Sequence[Student],
    wanted: Iterable[str],
    rubric: Rubric | None,
    here: bool = True,
) -> tuple[str, ...]:
    """Return the opponents as they were written, those of the rubric last, each once.

    Raise UserError if one of them is wrong or has a student's name.
    """
    texts = [*wanted, *(one.player for one in rubric.opponents)] if rubric else list(wanted)
    for text in texts:
        check_player(game, text, here)
    taken = {student.name for student in students} & set(texts)
    if taken:
        raise UserError(f"{taken.pop()!r} is both a student and an opponent")
    return tuple(dict.fromkeys(texts))


def check_rounds(rounds: int, students: Sequence[Student]) -> int:
    """Return the rounds of a Swiss tournament, or raise UserError if they are too many."""
    if rounds >= len(students) + len(students) % 2:
        raise UserError(f"{len(students)} students cannot play {rounds} rounds without meeting "
                        "twice; leave the rounds out")  # fmt: skip
    return rounds

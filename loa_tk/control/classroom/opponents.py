"""The players that all students of a class meet, with their names in tables, and the rounds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from loa_tk.control.classroom.rubric import Rubric
from loa_tk.control.classroom.students import Student
from loa_tk.control.series.plan import check_player
from loa_tk.model.game import Game, UserError
from loa_tk.model.ladder import LADDER, Rung, ladder, rung_title


def opponents_of(
    game: Game,
    wanted: Iterable[str],
    rubric: Rubric | None,
    here: bool = True,
) -> tuple[str, ...]:
    """Return the opponents as they were written, those of the rubric last, each once.

    Raise UserError if one of them is wrong.
    """
    texts = [player for text in wanted for player in _players(game, text, here)]
    for opponent in rubric.opponents if rubric else ():
        try:
            texts += _players(game, opponent.player, here)
        except UserError as error:
            raise UserError(f"the rubric's opponent {opponent.player!r}: {error}") from None
    return tuple(dict.fromkeys(texts))


def _players(game: Game, text: str, here: bool) -> list[str]:
    """Return the players that a text stands for, one or those of the ladder, or raise UserError."""
    if text == LADDER:
        return [rung.player for rung in ladder(game.key)]
    check_player(game, text, here)
    return [text]


def titles_of(
    opponents: Sequence[str],
    students: Sequence[Student],
    rubric: Rubric | None,
    rungs: Sequence[Rung] = (),
) -> tuple[str, ...]:
    """Return the opponents' names in tables: those that the rubric has, or their rungs.

    The others are called as they are written. No two players have the same name.
    """
    known = rubric.opponents if rubric else ()
    titles = {rung.player: rung_title(number) for number, rung in enumerate(rungs, 1)}
    if not titles.keys() <= {*opponents}:
        titles = {}
    titles |= {opponent.player: opponent.title for opponent in reversed(known)}
    taken, names = {student.name for student in students} | set(opponents), list[str]()
    for text in opponents:
        title = titles.get(text, text)
        names.append(text if title in taken else title)
        taken.add(title)
    return tuple(names)


def check_rounds(rounds: int, students: Sequence[Student]) -> None:
    """Raise UserError if these rounds of a Swiss tournament are too many."""
    if rounds >= len(students) + len(students) % 2:
        raise UserError(f"{len(students)} students cannot play {rounds} rounds without meeting "
                        "twice; leave the rounds out")  # fmt: skip

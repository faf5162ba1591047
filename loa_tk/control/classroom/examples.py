"""The examples that a student or an instructor begins with, made for a game."""

from __future__ import annotations

from loa_tk.model.game import Game
from loa_tk.words import examples

EVALUATION, SEARCH, RUBRIC = KINDS = ("evaluation", "search", "rubric")


def example(kind: str, file: str, game: Game) -> str:
    """Return the text of an example; `file` is its name as commands have it."""
    first, second = game.sides
    facts = {
        "file": file, "game": game.key, "title": game.title, "piece": game.piece,
        "first": first.letter, "second": second.letter, "evaluation": game.evaluations[0],
    }  # fmt: skip
    if kind == SEARCH:
        return examples.SEARCH.format(**facts)
    if kind == RUBRIC:
        return examples.RUBRIC.format(**facts)
    grouped = game.groups(game.start, 0) is not None
    return (examples.GROUPED if grouped else examples.MATERIAL).format(**facts)

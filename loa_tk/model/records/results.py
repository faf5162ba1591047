"""Results in records: RE[B+], RE[W+Resign], RE[Draw], and the many other ways to write them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from loa_tk.model.game import Game, Outcome
from loa_tk.model.records.record import letter, side_of

DRAW = "Draw"
DRAWS = ("0", "draw", "drawn", "tie", "jigo", "=", "1/2", "1/2-1/2", "½-½")
VICTORY = re.compile(r"(\w+)\s*(?:\+\s*|\s(?:has\s)?(?:wins?|won)\b\W*(?:by\s)?\s*)(.*)", re.DOTALL)

# What may follow the plus sign, and what it means.
REASONS: Mapping[str, str] = MappingProxyType(
    {
        "Resign": "{loser} resigned.",
        "Time": "{loser} lost on time.",
        "Forfeit": "{loser} forfeited the game.",
        "": "{winner} won, according to the record.",
    }
)
DRAW_SAID = "A draw, according to the record."


@cache
def said(game: Game, winner: int | None, how: str = "") -> Outcome:
    """Return the outcome that a record states: the winner, and one of REASONS."""
    if winner is None:
        return Outcome(None, DRAW_SAID)
    names = [side.name.capitalize() for side in game.sides]
    return Outcome(winner, REASONS[how].format(winner=names[winner], loser=names[1 - winner]))


def read_result(game: Game, text: str) -> Outcome | None:
    """Return the outcome that the value of RE states, or None if it cannot be understood."""
    low = text.strip().lower()
    if low in DRAWS or low.startswith("draw "):
        return said(game, None)
    found = VICTORY.match(low)
    winner = side_of(game, found[1] if found else low)
    if winner is None:
        return None
    rest = found[2] if found else ""
    how = next((name for name in REASONS if name and rest[:1] == name[0].lower()), "")
    return said(game, winner, how)


def result_text(game: Game, outcome: Outcome) -> str:
    """Return the value of RE for an outcome, by the rules or as a record states it."""
    if outcome.winner is None:
        return DRAW
    how = next((name for name in REASONS if said(game, outcome.winner, name) == outcome), "")
    return f"{letter(game, outcome.winner)}+{how}"

"""The Universal Game Interface as a dialect: positions and moves are those of this program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from loa_tk.model.game import Game, State
from loa_tk.model.notation import position_text
from loa_tk.model.search.statistics import SIX


class Ugi:
    """What is said to a program that speaks the Universal Game Interface."""

    name, example, cents = "ugi", "ugi:loa engine", 100.0
    shown: tuple[str, ...] = SIX

    def settings(self, game: Game, offered: Sequence[str], given: Mapping[str, str]) -> list[str]:
        """Return the commands that choose a game."""
        return [f"setoption name Game value {game.key}", "uginewgame"]

    def position(self, game: Game, state: State) -> str:
        """Return a position as this program writes it."""
        return position_text(game, state)

    def move(self, text: str) -> str:
        """Return the move as it is."""
        return text

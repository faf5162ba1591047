"""The Universal Chess Interface as a dialect: games that chess programs know as variants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from loa_tk.control.ugi.dialect import Forfeit
from loa_tk.model.game import Game, State
from loa_tk.model.notation import position_text

VARIANTS = {"breakthrough8": "breakthrough"}  # the names that chess programs give to games
VARIANT = "UCI_Variant"
SIDES, PAWNS = "wb", "Pp"  # the side to move and the pieces of a position, the first side before
REST = "- - 0 1"  # no castling, no en passant, no moves without a capture, the first move


class Uci:
    """What is said to a program that speaks the Universal Chess Interface.

    Its hundredths are those of a worker, as are this program's own values of Breakthrough.
    """

    name, example, cents = "uci", "uci:fairy-stockfish", 1.0
    shown: tuple[str, ...] = ("max_depth", "nodes")

    def settings(self, game: Game, offered: Sequence[str], given: Mapping[str, str]) -> list[str]:
        """Return the commands that choose the variant and set the options given."""
        variant, known = VARIANTS[game.key], {_name(line).lower(): line for line in offered}
        choices = known.get(VARIANT.lower(), "").split()
        if ("var", variant) not in pairwise(choices):
            raise Forfeit(f"It does not offer the variant {variant} ({VARIANT}).")
        for name in given:
            if name.lower() not in known:
                raise Forfeit(f"It has no option {name!r}.")
        chosen = {VARIANT: variant, **given}
        options = [f"setoption name {name} value {value}" for name, value in chosen.items()]
        return [*options, "ucinewgame"]

    def position(self, game: Game, state: State) -> str:
        """Return a position as a chess program reads it, with pawns for workers."""
        rows, _ = position_text(game, state).split(" ")
        letters = "".join(side.letter for side in game.sides)
        pieces = rows.translate(str.maketrans(letters, PAWNS))
        return f"{pieces} {SIDES[game.player(state)]} {REST}"

    def move(self, text: str) -> str:
        """Return the two squares of a move without a sign between them."""
        return text.replace("-", "").replace("x", "")


def _name(line: str) -> str:
    """Return the name in a line `option name NAME type …`."""
    return line.removeprefix("option name ").partition(" type ")[0].strip()

"""What the protocols of other programs have in common, and what each of them must define."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from loa_tk.model.game import Game, State
from loa_tk.model.search.players import Player


class Forfeit(Exception):
    """A player has lost the game by misbehaving; the text says how."""


@dataclass(frozen=True)
class Terms:
    """The limits of one move as the program is told them, and how long it is waited for."""

    wait: float  # seconds, to which the client adds its grace
    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None

    def go(self) -> str:
        """Return the command that starts the search."""
        limits = {
            "movetime": None if self.seconds is None else round(1000 * self.seconds),
            "depth": self.depth,
            "nodes": self.nodes,
        }
        given = [f"{name} {limit}" for name, limit in limits.items() if limit is not None]
        return " ".join(["go", *given])


UNTIMED = 600.0  # seconds for a move of a program that has only a limit of depth or nodes


def terms_of(player: Player, seconds: float) -> Terms:
    """Return the limits of a player; one that names none has this many seconds for a move."""
    own, nodes = player.seconds, player.options.get("nodes")
    if player.depth is None and nodes is None:
        own = own or seconds
    return Terms(own or UNTIMED, own, player.depth, nodes)


class Dialect(Protocol):
    """The words of one protocol: those of its beginning, and how it writes positions and moves.

    The commands `isready`, `position fen … moves …`, `go`, `stop` and `quit`, and the answers
    `readyok`, `info` and `bestmove` are the same in all of them.
    """

    name: str  # as players are written; also the first word said to the program
    example: str  # of a player, for messages
    shown: tuple[str, ...]  # the statistics that a program reports
    cents: float  # how many of its hundredths (`score cp`) are 1 in the game's values

    def settings(self, game: Game, offered: Sequence[str], given: Mapping[str, str]) -> list[str]:
        """Return the commands that choose a game and set the options given.

        `offered` are the program's own lines about its options. Raise Forfeit if it lacks one.
        """

    def position(self, game: Game, state: State) -> str:
        """Return a position as text."""

    def move(self, text: str) -> str:
        """Return a move as text from the notation of this program.

        The answers need no translation: moves are read with and without a sign between squares.
        """

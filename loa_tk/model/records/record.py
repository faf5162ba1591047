"""A record in memory: a match with its branches, what the file says about it, and its errors."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from loa_tk.model.game import Game, Outcome, UserError
from loa_tk.model.match import Match, outcome_at


class RecordError(UserError):
    """A text is not a record of a game that is played here; the message is one line."""


class IllegalMove(RecordError):
    """A move of a record is illegal; the moves before it are a legal game."""

    def __init__(self, number: int, move: str, reason: str, variation: bool = False) -> None:
        """Take the move's number from 1, its text in the file and the reason."""
        self.number, self.move, self.reason, self.variation = number, move, reason, variation
        where = " of a variation" if variation else ""
        super().__init__(f"move {number}{where} is refused: {reason}")


class ReportError(RecordError):
    """The report of a search cannot be read; its move is not affected."""


class BrokenOff(RecordError):
    """The text of a game cannot be read to its end; everything before that place was read."""

    def __init__(self, where: str) -> None:
        super().__init__(f"it breaks off: {where}")


@dataclass(kw_only=True)
class Record:
    """One game of a file; its main line is the branch that the match would redo."""

    match: Match
    info: dict[str, str] = field(default_factory=dict)  # PB, PW, DT, …: SGF property to text
    ending: Outcome | None = None  # the result according to the file: RE, a resignation
    problems: tuple[RecordError, ...] = ()  # what could not be read, in the file's order
    note: str = ""  # what is missing in the file, although everything could be read

    @property
    def plies(self) -> int:
        """The number of moves of the main line."""
        return len(self.match.root.end().line()) - 1

    def outcome(self) -> Outcome | None:
        """Return how the main line ended by the rules, or else according to the file."""
        return outcome_at(self.match.game, self.match.root.end()) or self.ending

    def player(self, side: int) -> str:
        """Return the name of the person or program that played a side, or an empty text."""
        return self.info.get("P" + letter(self.match.game, side), "")


LINE_BREAK = re.compile(r"\r\n|\r|\n")
# SGF has two players, B and W. Black is B and white is W, as in all records of Lines of Action. Of
# other colours (blue and red), the side that moves first is B.
LETTERS: Mapping[str, str] = MappingProxyType({"black": "B", "white": "W"})


def letter(game: Game, side: int) -> str:
    """Return the letter of a side in SGF."""
    own, other = (LETTERS.get(game.sides[each].name, "") for each in (side, 1 - side))
    return own or ("BW".replace(other, "") if other else "BW"[side])


def one_line(text: str) -> str:
    """Return a text without line breaks, which only comments may have."""
    return LINE_BREAK.sub(" ", text)


def side_of(game: Game, text: str) -> int | None:
    """Return the side of a letter or a colour, in upper or lower case, or None."""
    word = text.strip().lower()
    for side in (0, 1):
        if word in (letter(game, side).lower(), game.sides[side].name):
            return side
    # PL[Black] in a record of blue and red means B.
    return side_of(game, LETTERS[word]) if word in LETTERS else None

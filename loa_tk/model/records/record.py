"""What a record is once it is read: a match with its branches, and what the file says around it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from loa_tk.model.game import Game, Outcome, UserError
from loa_tk.model.match import Match, outcome_at


class RecordError(UserError):
    """A text is not a record of a game that is played here; its text is one line."""


class IllegalMove(RecordError):
    """A move of a record is refused; the moves before it are a legal game."""

    def __init__(self, number: int, move: str, reason: str, variation: bool = False) -> None:
        """Say which move (1 is the first), as the file writes it, and why not."""
        self.number, self.move, self.reason, self.variation = number, move, reason, variation
        where = " of a variation" if variation else ""
        super().__init__(f"move {number}{where} is refused: {reason}")


class ReportError(RecordError):
    """What a search said of a move cannot be read; the move itself is none the worse."""


class BrokenOff(RecordError):
    """The text of a game cannot be read to its end; what stands before that place was read."""

    def __init__(self, where: str) -> None:
        """Say where and why."""
        super().__init__(f"it breaks off: {where}")


@dataclass
class Record:
    """One game of a file; its main line is the branch that the match would redo."""

    match: Match
    info: dict[str, str] = field(default_factory=dict)  # PB, PW, DT, …: SGF property to text
    ending: Outcome | None = None  # the result as the file tells it: RE, a resignation
    problems: tuple[RecordError, ...] = ()  # what was left out, the first first
    note: str = ""  # what the file lacks though nothing was left out

    @property
    def plies(self) -> int:
        """How many moves the main line has."""
        return len(self.match.root.end().line()) - 1

    def outcome(self) -> Outcome | None:
        """How the main line ended: by the rules, or else as the file tells it."""
        return outcome_at(self.match.game, self.match.root.end()) or self.ending

    def player(self, side: int) -> str:
        """The name of who played a side, or nothing."""
        return self.info.get("P" + letter(self.match.game, side), "")


# SGF knows two players, B and W. Black and white are themselves, so that Lines of Action is what
# its community writes; of other colours (blue and red) the side that moves first is B.
LINE_BREAK = re.compile(r"\r\n|\r|\n")
LETTERS: Mapping[str, str] = MappingProxyType({"black": "B", "white": "W"})


def letter(game: Game, side: int) -> str:
    """The letter that SGF has for a side."""
    own, other = (LETTERS.get(game.sides[one].name, "") for one in (side, 1 - side))
    return own or ("BW".replace(other, "") if other else "BW"[side])


def one_line(text: str) -> str:
    """A text without its line breaks, as all but comments are kept."""
    return LINE_BREAK.sub(" ", text)


def side_of(game: Game, text: str) -> int | None:
    """The side that a letter or a colour's name stands for, in any case."""
    word = text.strip().lower()
    for side in (0, 1):
        if word in (letter(game, side).lower(), game.sides[side].name):
            return side
    # PL[Black] in a record of blue and red means the letter.
    return side_of(game, LETTERS[word]) if word in LETTERS else None

"""The games of a class as SGF files, which the window opens."""

from __future__ import annotations

import re

from loa_tk.control.classroom.course import Course
from loa_tk.control.series.plan import Result
from loa_tk.model.game import Outcome
from loa_tk.model.games import find_game
from loa_tk.model.match import Match
from loa_tk.model.pairings import Pair
from loa_tk.model.records import Record, text
from loa_tk.model.records.record import letter
from loa_tk.model.records.results import said

FORFEIT = "Forfeit"


def file_name(course: Course, pair: Pair, result: Result) -> str:
    """Return the name of a game's file: both players and the number of the game, from 1."""
    names = course.plan.names
    return f"{slug(names[pair[0]])}-{slug(names[pair[1]])}-{result.number + 1}.sgf"


def slug(name: str) -> str:
    """Return a player's name with letters, digits and underscores only."""
    return re.sub(r"\W+", "_", name).strip("_") or "player"


def file_text(course: Course, pair: Pair, result: Result) -> str:
    """Return a game as the text of its file."""
    game = find_game(course.plan.game)
    match = Match(game)
    for move in result.moves:
        match.play_text(move)
    names = course.plan.names[pair[0]], course.plan.names[pair[1]]
    info = {"GC": result.reason}
    for side in (0, 1):
        info["P" + letter(game, side)] = names[side ^ result.first]
    ending: Outcome | None = None
    if match.outcome() is None:
        winner = None if result.winner is None else result.winner ^ result.first
        ending = said(game, winner, "" if winner is None else FORFEIT)
    return text([Record(match, info, ending)])

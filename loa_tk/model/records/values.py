"""The values of SGF's properties, as the many programs spell them: moves, results, marks."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from loa_tk.model.game import Game, Move, MoveError, Outcome, Square, State
from loa_tk.model.notation import PASS, read_move, read_square, square_name
from loa_tk.model.records.record import letter, one_line, side_of

# Moves in records: c1-c3, c2:c5, pass, resign, forfeit, as the many programs spell them.

GIVEN_UP = {"resign": "Resign", "forfeit": "Forfeit"}  # as a move -> as the reason in RE
WORD = re.compile(r"(pass|resign|forfeit)(?:s|es|ed)?\b(.*)", re.DOTALL)
STEP = re.compile(
    r"([a-z])\s*([0-9]{1,2})\s*(?:(?:-+>?|[–—→:x*])\s*)?([a-z])\s*([0-9]{1,2})(?![0-9a-z])(.*)",
    re.DOTALL,
)
SQUARE = re.compile("[a-z][0-9]")
# Squares in a sentence: c1, c1-c3, c2xc5; but not a part of another word.
MENTIONED = re.compile(r"(?<![A-Za-z0-9])[a-z][0-9]{1,2}(?:[-:x]?[a-z][0-9]{1,2})?(?![A-Za-z0-9])")
NAMED = re.compile("[a-z][0-9]{1,2}")


def square_names(game: Game, inverted: bool = False) -> dict[str, Square]:
    """Return the squares by name; `inverted` counts the rows from the top, as IY requires."""
    squares = range(game.rows * game.columns)
    if not inverted:
        return {square_name(square, game.columns): square for square in squares}
    top = (game.rows - 1) * game.columns
    return {
        square_name(square, game.columns): top - square + 2 * (square % game.columns)
        for square in squares
    }


def turned(text: str, names: Mapping[str, Square], columns: int) -> str:
    """Return a text with the squares that it names, as a file counts them, named as here."""

    def here(name: re.Match[str]) -> str:
        return square_name(names[name[0]], columns) if name[0] in names else name[0]

    return MENTIONED.sub(lambda mention: NAMED.sub(here, mention[0]), text)


def read_step(text: str) -> tuple[str, ...]:
    """Return the names of two squares, or one word: pass, resign or forfeit; else raise MoveError.

    Remarks after a move (++, !?, words) are dropped unless they could name another square.
    """
    low = text.strip().lower()
    match = STEP.match(low)
    if match and not (match[5] and SQUARE.search(match[5])):
        return match[1] + match[2], match[3] + match[4]
    if not low:
        return (PASS,)  # as in records of Go: B[]
    match = WORD.match(low)
    if match and not SQUARE.search(match[2]):
        return (match[1],)
    raise MoveError(f"{shown(text)} is not a move; moves are written like c1-c3 or c2:c5")


def move_of(game: Game, state: State, step: tuple[str, ...], names: Mapping[str, Square]) -> Move:
    """Return the legal move of an unfinished state that a step names.

    MoveError gives the reason why there is none.
    """
    if step == (PASS,):
        return read_move(game, state, PASS)
    origin, target = (names.get(name, -1) for name in step)
    move = game.find_move(state, origin, target) if origin >= 0 and target >= 0 else None
    if move is not None:
        return move
    for name in step:
        if name not in names:
            read_square(name, game.rows, game.columns)
    # The message has this program's names, which differ from the file's if IY inverts them.
    ends = (square_name(square, game.columns) for square in (origin, target))
    return read_move(game, state, "-".join(ends))


def step_text(game: Game, state: State, move: Move) -> str:
    """Return a legal move as SGF writes it: captures have a colon."""
    path = game.path(state, move)
    if not path:
        return PASS
    between = "-" if game.taken(state, move) is None else ":"
    origin, target = (square_name(square, game.columns) for square in (path[0], path[-1]))
    return origin + between + target


def shown(text: str, most: int = 40) -> str:
    """Return a text from a file in quotes, on one line and short enough for a message."""
    return repr(text if len(text) <= most else text[: most - 1] + "…")


# Results in records: RE[B+], RE[W+Resign], RE[Draw], and the many other ways to write them.

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
    victory = VICTORY.match(low)
    winner = side_of(game, victory[1] if victory else low)
    if winner is None:
        return None
    rest = victory[2] if victory else ""
    how = next((name for name in REASONS if name and rest[:1] == name[0].lower()), "")
    return said(game, winner, how)


def result_text(game: Game, outcome: Outcome) -> str:
    """Return the value of RE for an outcome, by the rules or as a record states it."""
    if outcome.winner is None:
        return DRAW
    how = next((name for name in REASONS if said(game, outcome.winner, name) == outcome), "")
    return f"{letter(game, outcome.winner)}+{how}"


# What can be noted of a node besides a comment: good or bad moves, a name, values, times left; and
# this program's own property, how an exercise about the move ended, and the moves tried in it.

DOUBLE = ("DM", "GB", "GW", "HO", "UC", "BM", "TE")  # 1, or 2 for emphasis
NOTHING = ("DO", "IT")
TEXT = ("N",)
REAL = ("V", "BL", "WL")
ANSWER = "LTANSWER"
HINTS, BACK = "LTHINTS", "LTBACK"  # hints asked for here; 1: the move here was taken back
FOUND, SHOWN, TRIED = "found", "shown", "tried"  # found: the last move is the answer
ANSWERED = re.compile(
    f"(?:{FOUND}|{SHOWN}|{TRIED})(?: (?:[a-z][0-9]{{1,2}}[-x][a-z][0-9]{{1,2}}|{PASS})){{0,20}}"
)
COUNTS = (HINTS, BACK)
COUNTED = re.compile(r"[1-9][0-9]{0,3}")
MARKS = (*DOUBLE, *NOTHING, *TEXT, *REAL, ANSWER, *COUNTS)


def read_mark(
    marks: tuple[tuple[str, str], ...], name: str, value: str
) -> tuple[tuple[str, str], ...]:
    """Return the marks of a node with one more, its value in the form that SGF requires.

    A mark whose value makes no sense is left out.
    """
    if name in DOUBLE:
        value = "2" if value.strip() == "2" else "1"
    elif name in NOTHING:
        value = ""
    elif name in TEXT:
        value = one_line(value)
    elif name == ANSWER or name in COUNTS:
        if not (ANSWERED if name == ANSWER else COUNTED).fullmatch(value):
            return marks
    else:
        value = value.strip()
        try:
            if not math.isfinite(float(value)):
                return marks
        except ValueError:
            return marks
    return (*(mark for mark in marks if mark[0] != name), (name, value))

"""A series as a CSV file: a row for each game, from which an interrupted series can be resumed.

Every file begins with the columns of COLUMNS, and its turns with the figures of FIGURES. A measure
that is in neither adds its two sums as columns at the end, and its figure at the end of each turn.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import isfinite
from operator import itemgetter
from pathlib import Path

from loa_tk.control.series.columns import Measure, measures
from loa_tk.control.series.plan import Plan, Result, Turn
from loa_tk.model.game import UserError

COLUMNS = (
    "game", "player1", "player2", "openings", "seed", "fixed_sides", "number", "first", "winner",
    "reason", "plies", "nodes1", "nodes2", "seconds1", "seconds2", "moves", "turns",
)  # fmt: skip
IDENTITY = 6  # the first columns tell one series from another
FIGURES = ("nodes", "seconds", "depth", "prunings", "captures")  # after the player's number


def as_csv(plan: Plan, results: Sequence[Result]) -> str:
    """Return all finished games of a series, in their order."""
    return table_of([(plan, results)])


def table_of(series: Iterable[tuple[Plan, Sequence[Result]]]) -> str:
    """Return all finished games of several series, one series after the other."""
    places = {measure: place for place, measure in enumerate(measures())}
    named = {measure.name: place for measure, place in places.items()}
    later = [name for name in named if name not in FIGURES]
    heads = heads_of(later)
    summed = {measure: place for measure, place in places.items() if measure.name + "1" in heads}
    figures = itemgetter(*(named[name] for name in (*FIGURES, *later)))
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(heads)
    for plan, results in series:
        for result in sorted(results, key=lambda result: result.number):
            turns = [(turn.who, *figures(turn.figures)) for turn in result.turns]
            cells = row(plan, result, turns, summed)
            writer.writerow([cells[head] for head in heads])
    return out.getvalue()


def heads_of(later: Sequence[str]) -> tuple[str, ...]:
    """Return the columns of a file that has these measures beside those of every file."""
    return (*COLUMNS, *(name + who for name in later for who in "12"))


def row(
    plan: Plan, result: Result, turns: Sequence[object], summed: Mapping[Measure, int]
) -> dict[str, object]:
    """Return one game's cells by their columns; people count players from 1."""
    return {
        **identity(plan),
        "number": result.number,
        "first": result.first + 1,
        "winner": "" if result.winner is None else result.winner + 1,
        "reason": result.reason,
        "plies": len(result.moves),
        **{
            f"{measure.name}{who + 1}": sum_of(
                measure, [turn.figures[place] for turn in result.turns if turn.who == who]
            )
            for measure, place in summed.items()
            for who in (0, 1)
        },
        "moves": " ".join(result.moves),
        "turns": json.dumps([result.opening, *turns]),
    }


def sum_of(measure: Measure, figures: Sequence[float | None]) -> float | str:
    """Return the sum of one player's figures in a game, or nothing if some are unknown."""
    known = [figure for figure in figures if figure is not None]
    return round(sum(known), measure.digits) if len(known) == len(figures) else ""


def identity(plan: Plan) -> dict[str, str]:
    """Return the cells in which one series differs from another."""
    return {
        "game": plan.game,
        "player1": plan.players[0],
        "player2": plan.players[1],
        "openings": str(plan.openings),
        "seed": str(plan.seed),
        "fixed_sides": "yes" if plan.fixed_sides else "no",
    }


def read(path: Path, plan: Plan) -> list[Result]:
    """Return the games in a file, including any beyond the plan's number.

    Raise UserError if the file cannot be read or holds another series.
    """
    return read_several(path, [plan])[0]


def read_several(path: Path, plans: Sequence[Plan]) -> list[list[Result]]:
    """Return the games of each of these series in a file.

    Raise UserError if the file cannot be read or has a game of yet another series.
    """
    places = {tuple(identity(plan).values()): place for place, plan in enumerate(plans)}
    found: list[dict[int, Result]] = [{} for _ in plans]
    for number, cells, result in games_in(path):
        if cells not in places:
            raise UserError(f"{path} line {number}: this game belongs to another series")
        found[places[cells]].setdefault(result.number, result)
    return [list(results.values()) for results in found]


def games_in(path: Path) -> Iterator[tuple[int, tuple[str, ...], Result]]:
    """Yield the games in a file, each with its line and the cells that identify its series."""
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        return
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8"
        raise UserError(f"{path} cannot be read: {reason}") from None
    if not text:
        return
    try:
        rows = list(csv.reader(io.StringIO(text)))
    except csv.Error as error:  # a null character, a cell as long as a book
        raise UserError(f"{path} is not a file of a series: {error}") from None
    heads = rows[0] if rows else []
    turn_of = turn_reader(path, heads)
    for number, cells in enumerate(rows[1:], 2):
        try:
            result = result_of(dict(zip(heads, cells, strict=True)), turn_of)
        except (ValueError, TypeError, OverflowError, RecursionError) as error:
            raise UserError(f"{path} line {number} cannot be understood: {error}") from None
        yield number, tuple(cells[:IDENTITY]), result


def turn_reader(path: Path, heads: Sequence[str]) -> Callable[..., Turn]:
    """Return a function that makes a turn of what a file with these columns holds of it."""
    later = [head[:-1] for head in heads[len(COLUMNS) :: 2]]
    if tuple(heads) != heads_of(later):
        raise UserError(f"{path} is not a file of a series")
    known = measures()
    if foreign := set(later) - {measure.name for measure in known}:
        names = ", ".join(sorted(foreign))
        raise UserError(f"{path} has figures that this version does not know: {names}")
    places = {name: place for place, name in enumerate((*FIGURES, *later))}
    wanted = [(places.get(measure.name), measure) for measure in known]

    def turn_of(who: int, *values: float | None) -> Turn:
        if who not in (0, 1):
            raise ValueError(f"there is no player {who}")
        if len(values) != len(places):
            raise ValueError(f"{len(values)} figures of a move are not {len(places)}")
        return Turn(
            who,
            tuple(
                None if place is None else checked(values[place], measure)
                for place, measure in wanted
            ),
        )

    return turn_of


def checked(value: float | None, measure: Measure) -> float | None:
    """Return a figure from a file; refuse a wrong one here, not later in the middle of a sum."""
    if value is None:
        return None
    if not isfinite(value):
        raise ValueError(f"{value} is not a figure")
    return float(value) if measure.digits else int(value)


def result_of(cells: dict[str, str], turn_of: Callable[..., Turn]) -> Result:
    """Return the game of one row."""
    opening, *turns = json.loads(cells["turns"])
    number, first = int(cells["number"]), int(cells["first"]) - 1
    winner = int(cells["winner"]) - 1 if cells["winner"] else None
    if number < 0 or first not in (0, 1) or winner not in (None, 0, 1):
        raise ValueError("there is no such game or player")
    return Result(
        number,
        first,
        winner,
        cells["reason"],
        tuple(cells["moves"].split()),
        int(opening),
        tuple(turn_of(*turn) for turn in turns),
    )

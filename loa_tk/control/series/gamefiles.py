"""The files of series: a row of a CSV file for each game, to resume from, and a folder of records.

Every CSV file begins with the columns of COLUMNS, and its turns with the figures of FIGURES. A
measure that is in neither adds its two sums as columns at the end, and its figure at the end of
each turn. `values` has the value that each turn's search found; files of the first version do not
have it. Games and players are counted from 1. Files without the column `opening` are older: they
count the games and the players of the turns from 0, and their turns begin with the length of the
opening.
"""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import itemgetter
from pathlib import Path

from loa_tk.control.series.columns import MOST, Measure, measures
from loa_tk.control.series.plan import MOST_GAMES, Plan, Result, Task, Turn
from loa_tk.control.series.play import LONGEST
from loa_tk.model.encoding import decode
from loa_tk.model.game import Game, Outcome, State, UserError, finish
from loa_tk.model.games import find_game
from loa_tk.model.match import DRAW_BY_REPETITION, REPETITIONS
from loa_tk.model.notation import read_move
from loa_tk.model.search.statistics import unsigned
from loa_tk.store.files import attempt, new_output, output, read_ordinary, save
from loa_tk.store.tables import read_rows, table_text

COLUMNS = (
    "game", "player1", "player2", "openings", "seed", "fixed_sides", "number", "first", "winner",
    "reason", "plies", "nodes1", "nodes2", "seconds1", "seconds2", "moves", "turns",
)  # fmt: skip
VALUES, OPENING, DRAW = "values", "opening", "draw"
CLASS = ("side1", "side2", "round")  # for people; they follow from the other columns
IDENTITY = COLUMNS[:6]  # in which one series differs from another
MOST_BYTES = 2_000_000_000  # a hundred thousand games of Lines of Action 8×8 take a third of this
FIGURES = ("nodes", "seconds", "depth", "prunings", "captures")  # after the player's number
ANOTHER = "use another name"


def as_csv(plan: Plan, results: Sequence[Result]) -> str:
    """Return all finished games of a series, in their order."""
    return table_of([(plan, results)])


def table_of(
    series: Iterable[tuple[Plan, Sequence[Result]]],
    more: Callable[[Plan, Result], list[object]] | None = None,
) -> str:
    """Return all finished games of one or more series, in their order.

    `more` returns the cells of the columns that only a class has, CLASS.
    """
    heads, cells_of = writer_of()
    rows = (
        [*cells_of(plan, result), *(more(plan, result) if more is not None else ())]
        for plan, results in series
        for result in sorted(results, key=lambda result: result.number)
    )
    return table_text([(*heads, *CLASS) if more is not None else heads, *rows])


def writer_of() -> tuple[tuple[str, ...], Callable[[Plan, Result], list[object]]]:
    """Return the columns of a file, and a function that makes the cells of a game."""
    places = {measure: place for place, measure in enumerate(measures())}
    named = {measure.name: place for measure, place in places.items()}
    later = [name for name in named if name not in FIGURES]
    heads = heads_of(later)
    summed = {measure: place for measure, place in places.items() if measure.name + "1" in heads}
    figures = itemgetter(*(named[name] for name in (*FIGURES, *later)))

    def cells_of(plan: Plan, result: Result) -> list[object]:
        turns = [(turn.who + 1, *figures(turn.figures)) for turn in result.turns]
        cells = row(plan, result, turns, summed)
        return [cells[head] for head in heads]

    return heads, cells_of


def heads_of(later: Sequence[str]) -> tuple[str, ...]:
    """Return the columns of a file that has these measures beside those of every file."""
    return (*COLUMNS, VALUES, OPENING, *(name + who for name in later for who in "12"))


def row(
    plan: Plan, result: Result, turns: Sequence[object], summed: Mapping[Measure, int]
) -> dict[str, object]:
    """Return one game's cells by their columns; `game_json` has the same names."""
    return {
        **identity(plan),
        "number": result.number + 1,
        "first": result.first + 1,
        "winner": winner_cell(result),
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
        "turns": json.dumps(turns),
        VALUES: json.dumps(values_of(result)),
        OPENING: result.opening,
    }


def winner_cell(result: Result) -> int | str:
    """Return the number of the player who won, or the word draw."""
    return DRAW if result.winner is None else result.winner + 1


def values_of(result: Result) -> list[float | None]:
    """Return the value that each turn's search found; zero has no sign."""
    return [unsigned(turn.value) for turn in result.turns]


def sum_of(measure: Measure, figures: Sequence[float | None]) -> float | str:
    """Return the sum of one player's figures in a game, or nothing if some are unknown."""
    known = [figure for figure in figures if figure is not None]
    return round(sum(known), measure.digits) if len(known) == len(figures) else ""


def identity(plan: Plan) -> dict[str, str]:
    """Return the cells in which one series differs from another."""
    return {
        "game": plan.game, "player1": plan.players[0], "player2": plan.players[1],
        "openings": str(plan.openings), "seed": str(plan.seed),
        "fixed_sides": "yes" if plan.fixed_sides else "no",
    }  # fmt: skip


@dataclass
class GamesInFile:
    """The games of a file: by their series and numbers, and a line on each row left out."""

    games: dict[tuple[str, ...], dict[int, Result]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def of(self, plan: Plan) -> list[Result]:
        """Return the games of one series, including any beyond the plan's number."""
        return list(self.games.get(tuple(identity(plan).values()), {}).values())


def read(path: Path, *plans: Plan, of_class: bool = False) -> GamesInFile:
    """Return the games in a file; those that cannot be right are `faults`, to be played again.

    Those of a class may have no move, if a student's file that cannot be run has lost them, and
    either player may move first in them. Raise UserError if the file cannot be read or contains a
    game of another series.
    """
    heads, rows = load(path)
    known = {tuple(identity(plan).values()): plan for plan in plans}
    content = GamesInFile()
    if not heads:
        return content
    turn_of, base = turn_reader(path, heads), base_of(heads)
    for number, cells in enumerate(rows, 2):
        series = tuple(cells[: len(IDENTITY)])
        if len(cells) == len(heads) and series not in known:
            raise UserError(f"{path} line {number}: this game belongs to another series")
        try:
            result = result_of(dict(zip(heads, cells, strict=True)), turn_of, base)
            if not (of_class and not result.moves and not result.turns):
                check(known[series], result, either_first=of_class)
        except (ValueError, TypeError, LookupError, OverflowError, RecursionError, UserError) as no:
            content.faults.append(f"{path} line {number} cannot be used: {no}")
            continue
        content.games.setdefault(series, {}).setdefault(result.number, result)
    return content


def load(path: Path) -> tuple[list[str], list[list[str]]]:
    """Return the headings and the rows of a file; a file that is not there has none."""
    try:
        text = decode(read_ordinary(path, MOST_BYTES))
    except FileNotFoundError:
        return [], []
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8"
        raise UserError(f"{path} cannot be read: {reason}") from None
    try:
        rows = read_rows(text)
    except csv.Error as error:  # a null character, a cell as long as a book
        raise UserError(f"{path} is not a file of a series: {error}") from None
    return (rows[0], rows[1:]) if rows else ([], [])


def check(plan: Plan, result: Result, either_first: bool = False) -> None:
    """Raise ValueError unless a game of a file follows the rules and ends as its row says."""
    if not either_first and result.first != Task(result.number, plan).first:
        raise ValueError("the other player moves first in this game")
    game = find_game(plan.game)
    made = len(result.moves) - result.opening
    if result.opening < 0 or made != len(result.turns):
        raise ValueError(f"{len(result.turns)} turns are not {made}")
    state, met = game.start, Counter([game.start])
    for ply, text in enumerate(result.moves):
        if over(game, state, met):
            raise ValueError(f"{text} is played after the end")
        turn = result.turns[ply - result.opening] if ply >= result.opening else None
        if turn is not None and turn.who != game.player(state) ^ result.first:
            raise ValueError(f"it was not player {turn.who + 1} who played {text}")
        state = game.play(state, read_move(game, state, text))
        met[state] += 1
    outcome = over(game, state, met)
    if result.forfeited:
        right = outcome is None and (result.winner is not None or not result.moves)
    elif outcome is None:
        right = len(result.moves) >= LONGEST and result.winner is None
    elif outcome.winner is None:
        right = result.winner is None
    else:
        right = result.winner == outcome.winner ^ result.first
    if not right:
        raise ValueError("its moves do not lead to its result")


def over(game: Game, state: State, met: Counter[State]) -> Outcome | None:
    """Return how a game has ended whose positions are counted, or None."""
    if met[state] >= REPETITIONS:
        return game.outcome(state) or Outcome(None, DRAW_BY_REPETITION)
    return finish(game, state)


def base_of(heads: Sequence[str]) -> int:
    """Return the number of the first game and of the first player of a turn in a file."""
    return 1 if OPENING in heads else 0


def turn_reader(path: Path, heads: Sequence[str]) -> Callable[..., Turn]:
    """Return a function that makes a turn from the figures in a file with these columns."""
    base = base_of(heads)
    heads = [head for head in heads if head not in (VALUES, OPENING, *CLASS)]
    later = [head[:-1] for head in heads[len(COLUMNS) :: 2]]
    if tuple(heads) != tuple(head for head in heads_of(later) if head not in (VALUES, OPENING)):
        raise UserError(f"{path} is not a file of a series")
    known = measures()
    if foreign := set(later) - {measure.name for measure in known}:
        names = ", ".join(sorted(foreign))
        raise UserError(f"{path} has figures that this version does not know: {names}")
    places = {name: place for place, name in enumerate((*FIGURES, *later))}
    wanted = [(places.get(measure.name), measure) for measure in known]

    def turn_of(who: int, *values: float | None) -> Turn:
        if who - base not in (0, 1):
            raise ValueError(f"there is no player {who}")
        if len(values) != len(places):
            raise ValueError(f"{len(values)} figures of a move are not {len(places)}")
        figures = (
            None if place is None else checked(values[place], measure) for place, measure in wanted
        )
        return Turn(who - base, tuple(figures))

    return turn_of


def checked(value: float | None, measure: Measure) -> float | None:
    """Return a figure from a file; refuse a wrong one here, not later in the middle of a sum."""
    if value is None:
        return None
    if type(value) not in (int, float, bool) or not 0 <= value <= MOST:
        raise ValueError(f"{value} is not a figure")
    return float(value) if measure.digits else int(value)


def result_of(cells: dict[str, str], turn_of: Callable[..., Turn], base: int) -> Result:
    """Return the game of one row, given the number of the first game."""
    written = json.loads(cells["turns"])
    if OPENING in cells:
        opening = int(cells[OPENING])
    else:
        opening, *written = written
    turns = [turn_of(*turn) for turn in written]
    number, first = int(cells["number"]) - base, int(cells["first"]) - 1
    winner = None if cells["winner"] in (DRAW, "") else int(cells["winner"]) - 1
    if not 0 <= number < MOST_GAMES or first not in (0, 1) or winner not in (None, 0, 1):
        raise ValueError("there is no such game or player")
    values = json.loads(cells.get(VALUES) or "null")
    values = [None] * len(turns) if values is None else [read_value(value) for value in values]
    if len(values) != len(turns):
        raise ValueError(f"{len(turns)} turns are not {len(values)}")
    return Result(
        number=number, first=first, winner=winner, reason=cells["reason"],
        moves=tuple(cells["moves"].split()), opening=int(opening),
        turns=tuple(replace(turn, value=value) for turn, value in zip(turns, values, strict=True)),
    )  # fmt: skip


def read_value(value: object) -> float | None:
    """Return the value of a search from a file, or raise ValueError."""
    if value is None:
        return None
    if not isinstance(value, (int, float)) or not abs(value) <= MOST:
        raise ValueError(f"{value} is not a value")
    return float(value)


def check_outputs(
    csv: str | None, html: str | None, sgf: str | None, resume: bool, moves: str | None = None
) -> None:
    """Raise UserError if a file cannot be written or would replace another, before any game."""
    if resume and csv is None:
        raise UserError("--resume needs --csv, the file of the series to continue")
    paths: dict[Path, str] = {}
    for option, name in (("--csv", csv), ("--html", html), ("--moves", moves)):
        if name is None:
            continue
        otherwise = "use --resume or another name" if option == "--csv" else ANOTHER
        path = output(name) if resume else new_output(name, otherwise)
        if path in paths:
            both = f"{paths[path]} and {option} are both {name}"
            raise UserError(f"{both}; use another name for one of them")
        paths[path] = option
    if sgf is not None:
        check_folder(sgf, resume)


def check_folder(name: str, resume: bool) -> None:
    """Make a folder for records; raise UserError if that fails or it has records already."""
    try:
        folder = Path(name)
        folder.mkdir(parents=True, exist_ok=True)
        used = not resume and any(folder.glob("*.sgf"))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is not the name of a folder"
        if isinstance(error, FileExistsError):
            reason = "it is a file, and the records need a folder"
        raise UserError(f"{name} cannot be written: {reason}") from None
    if used:
        raise UserError(f"{name} has game records; use --resume or another folder")


class GameFiles:
    """What is kept of one or more series; a game is not lost if a file cannot be written.

    Each series has a label, which begins the names of its records if there are several.
    """

    def __init__(self, csv: str | None, sgf: str | None, plans: dict[Plan, str]) -> None:
        """Keep the games of these plans in the files named, if any."""
        self.csv, self.sgf, self.plans = csv, sgf, plans
        self.done: dict[Plan, list[Result]] = {plan: [] for plan in plans}  # of the plan
        self.beyond: dict[Plan, list[Result]] = {plan: [] for plan in plans}  # of a longer plan
        self.problem: UserError | None = None

    def read(self) -> list[str]:
        """Take up the games in the CSV file; return a line on each row that is left out."""
        assert self.csv is not None
        content = read(Path(self.csv), *self.plans)
        for plan in self.plans:
            for result in content.of(plan):
                kind = self.done if result.number < plan.games else self.beyond
                kind[plan].append(result)
        return content.faults

    def record(self, plan: Plan, result: Result) -> Result:
        """Write the record of a game that has just been finished; return the game without it."""
        if self.sgf is not None and result.record:
            width = len(str(plan.games))
            name = "-".join(filter(None, [self.plans[plan], f"{result.number + 1:0{width}}"]))
            path = Path(self.sgf, f"{name}.sgf")
            if reason := attempt(path, lambda: result.record):
                self.problem = UserError(f"{path} cannot be written: {reason}")
        return replace(result, record="")

    def keep(self, plan: Plan, results: Sequence[Result]) -> None:
        """Write these games of a plan with all others; the error waits until the end."""
        self.done[plan] = list(results)
        self.attempt(self.write)

    def write(self) -> None:
        """Write all games, or raise UserError."""
        if self.csv is not None:
            games = [(plan, [*self.done[plan], *self.beyond[plan]]) for plan in self.plans]
            save(self.csv, table_of(games))

    def attempt(self, write: Callable[[], None]) -> None:
        """Write a file; keep the error until the table has been printed."""
        try:
            write()
        except UserError as problem:
            self.problem = problem

"""The series that the window keeps: every finished game is in the user's folder at once.

Each series has a folder with its plan, a table that grows by a row for each game, as `loa match`
writes it, and the games with their searches. A copy of the program locks the folder of its series.
"""

from __future__ import annotations

import os
import shutil
import threading
import time
import weakref
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import IO, Any, NamedTuple

from loa_tk.control.series import gamefiles
from loa_tk.control.series.plan import GRACE, NUMBERS, OPENINGS, SEED, Plan, Result, check_player
from loa_tk.model.fields import Field, T
from loa_tk.model.game import UserError
from loa_tk.model.games import find_game
from loa_tk.model.records import Record, RecordError, read_record, trees
from loa_tk.store.diagnostics import LOG
from loa_tk.store.files import open_ordinary, read_ordinary, write_whole
from loa_tk.store.kept import kept_text, read_kept
from loa_tk.store.locks import Holder, is_locked
from loa_tk.store.tables import table_text

PLAN, TABLE, LOCK = "plan.json", "games.csv", "lock"
TIME = "seconds"  # a line for each game: the seconds from the start of the series to its end
UNFINISHED = "unfinished"  # a file that says that the next start should offer to go on
MOST = 10  # series; the oldest are deleted first
PIECE = 1_000_000  # bytes that are read at once
MOST_BYTES = 200_000_000  # of the games with searches of one series; the table has all games


@dataclass(frozen=True, kw_only=True)
class KeptSeries:
    """A series of the store, or of a file: its plan, its games, and the rows that were left out."""

    plan: Plan
    results: tuple[Result, ...]
    faults: tuple[str, ...] = ()
    seconds: float = 0.0  # that its games have taken; 0 if nobody has measured them


class KeptLine(NamedTuple):
    """A kept series in a list: its folder's name, when it was played last, its plan, its games."""

    name: str
    when: float  # seconds since 1970
    plan: Plan
    games: int


class Keeper:
    """Writes the finished games of one run of a series, from any thread, until it is closed."""

    def __init__(
        self, folder: Path, plan: Plan, done: Iterable[Result], seconds: float = 0.0
    ) -> None:
        """Begin with a table of the games that are done, which took some time, or raise OSError."""
        write_whole(folder / PLAN, kept_text(asdict(plan)))
        write_whole(folder / TABLE, gamefiles.as_csv(plan, list(done)))
        write_whole(folder / UNFINISHED, "")
        self._folder, self._plan = folder, plan
        self._table = open(  # noqa: SIM115 - kept open
            folder / TABLE, "a", encoding="utf-8", newline=""
        )
        self._begun = time.monotonic() - seconds
        write_whole(folder / TIME, f"{seconds:.1f}\n")
        self._times = open(folder / TIME, "a", encoding="ascii")  # noqa: SIM115 - kept open
        self._dropped = weakref.finalize(self, _close_all, self._table, self._times)
        _, self._cells_of = gamefiles.writer_of()
        self._room = MOST_BYTES
        self._writing = threading.Lock()
        self.failed = False  # a game could not be written

    def keep(self, result: Result) -> Result:
        """Write a finished game at once; return it without its record, which is on the disk."""
        with self._writing:
            if not self._table.closed:
                try:
                    self._write(result)
                except (OSError, ValueError):  # a player's name may be no text
                    self.failed = True
        return replace(result, record="")

    def _write(self, result: Result) -> None:
        if result.record and len(result.record) <= self._room:
            self._room -= len(result.record)
            write_whole(record_path(self._folder, result.number), result.record)
        cells = self._cells_of(self._plan, result)
        self._table.write(table_text([cells]))
        self._table.flush()
        self._times.write(f"{time.monotonic() - self._begun:.1f}\n")
        self._times.flush()

    def close(self) -> None:
        """Write nothing more."""
        with self._writing:
            self._dropped.detach()
            for file in (self._table, self._times):
                try:
                    file.close()
                except OSError:  # the disk is full, and a row waits to be written
                    self.failed = True


def _close_all(*files: IO[str]) -> None:
    for file in files:
        file.close()


def record_path(folder: Path, number: int) -> Path:
    """Return the file of a game with its searches."""
    return folder / f"{number + 1}.sgf"


class SeriesStore(Holder):
    """The folder of kept series, and the one of them that this copy has open."""

    keeper: Keeper | None = None  # of the run that was started last

    def begin(
        self, plan: Plan, done: Iterable[Result] = (), again: bool = False, seconds: float = 0.0
    ) -> Keeper | None:
        """Keep a series from now on, with its games that are done; return None if that fails.

        `again` goes on in the folder of the series that is open. The games have taken `seconds`.
        """
        self._close_keeper()
        try:
            if not again or self.path is None:
                self._open(self._new_folder())
            assert self.path is not None
            self.keeper = Keeper(self.path, plan, done, seconds)
        except (OSError, ValueError):  # a player's name may be no text
            self.release()
            return None
        self._forget_oldest()
        return self.keeper

    def finish(self) -> None:
        """Note that nothing is left to be played."""
        if self.path is not None:
            with suppress(OSError):
                (self.path / UNFINISHED).unlink(missing_ok=True)

    def record(self, number: int) -> Record | None:
        """Return a game of the open series with its searches, or None if it is not there."""
        if self.path is None:
            return None
        try:
            path = record_path(self.path, number)
            record = read_record(trees(read_ordinary(path, MOST_BYTES))[0])
        except (OSError, RecordError):
            return None
        return None if record.problems else record

    def last(self) -> KeptSeries | None:
        """Open the newest series with games that no other copy has, or return None."""
        return next(
            filter(None, (self._load(folder) for folder in self._folders() if not empty(folder))),
            None,
        )

    def open(self, name: str) -> KeptSeries | None:
        """Open the kept series in the folder of this name, or return None if that fails."""
        return self._load(self.folder / name)

    def lines(self) -> list[KeptLine]:
        """Return all series with games, newest first."""
        found = []
        for folder in self._folders():
            try:
                plan, when = read_plan(folder / PLAN), (folder / TABLE).stat().st_mtime
            except (OSError, UserError):
                continue
            if games := games_in(folder):
                found.append(KeptLine(name=folder.name, when=when, plan=plan, games=games))
        return found

    def _load(self, folder: Path) -> KeptSeries | None:
        """Lock a folder and return its series, or None if another copy has it or it is wrong."""
        try:
            plan = read_plan(folder / PLAN)
            content = gamefiles.read(folder / TABLE, plan)
            if folder != self.path:
                self._open(folder)
        except (OSError, UserError) as error:
            LOG.warning("a kept series is passed over: %s", error)
            return None
        return KeptSeries(
            plan=plan, results=tuple(content.of(plan)), faults=tuple(content.faults),
            seconds=read_seconds(folder / TIME),
        )  # fmt: skip

    def unfinished(self) -> Plan | None:
        """Return the newest series that should be offered, once: it is not returned again.

        A series without a finished game has nothing to go on with.
        """
        for folder in self._folders():
            try:
                if (folder / UNFINISHED).exists() and not is_locked(folder / LOCK):
                    (folder / UNFINISHED).unlink()
                    if games_in(folder):
                        return read_plan(folder / PLAN)
            except (OSError, UserError) as error:
                LOG.warning("an unfinished series is passed over: %s", error)
                continue
        return None

    def release(self) -> None:
        """Let go of the series that is open; it stays in its folder."""
        self._close_keeper()
        super().release()

    def _open(self, folder: Path) -> None:
        """Lock a folder in place of the one that is open, or raise OSError."""
        if not self.take(folder, folder / LOCK):
            raise OSError("another copy of the program has this series")

    def _close_keeper(self) -> None:
        if self.keeper is not None:
            self.keeper.close()
            self.keeper = None

    def _folders(self) -> list[Path]:
        """Return the folders of all series, newest first."""
        try:
            plans = [path for path in self.folder.glob(f"*/{PLAN}") if path.is_file()]
            plans.sort(key=lambda path: path.stat().st_mtime_ns, reverse=True)
        except OSError:
            return []
        return [path.parent for path in plans]

    def _new_folder(self) -> Path:
        stamp, number = time.strftime("%Y%m%d-%H%M%S"), 0
        while (path := self.folder / f"{stamp}-{os.getpid()}-{number}").exists():
            number += 1
        path.mkdir(parents=True)
        return path

    def _forget_oldest(self) -> None:
        for folder in self._folders()[MOST:]:
            if not is_locked(folder / LOCK):
                shutil.rmtree(folder, ignore_errors=True)


def empty(folder: Path) -> bool:
    """Return whether a series has a table, but no game in it."""
    return (folder / TABLE).is_file() and not games_in(folder)


def games_in(folder: Path) -> int:
    """Return how many games the table of a folder has; one that breaks off may be counted.

    No more is read than `gamefiles.load` reads: a damaged table may be one line as long as a disk.
    """
    lines, left, last = 0, gamefiles.MOST_BYTES, b"\n"
    try:
        with open(folder / TABLE, "rb", opener=open_ordinary) as file:
            while left > 0 and (data := file.read(min(left, PIECE))):
                lines, left, last = lines + data.count(b"\n"), left - len(data), data[-1:]
    except OSError:
        return 0
    return max(0, lines + (last != b"\n") - 1)


def read_seconds(path: Path) -> float:
    """Return the last time in a file, or 0 if there is none."""
    try:
        times = read_ordinary(path, MOST_BYTES).decode("ascii").split("\n")[:-1]
        seconds = float(times[-1])
    except (OSError, ValueError, IndexError):
        return 0.0
    return seconds if 0 <= seconds < 1e9 else 0.0


def read_plan(path: Path) -> Plan:
    """Return the plan in a file, or raise UserError; a damaged file is set aside."""
    plan = read_kept(path, plan_of)
    if plan is None:
        raise UserError(f"{path} does not exist")
    return checked(plan)


def plan_of(content: dict[str, Any]) -> Plan:
    """Return the plan that a file contains; raise an error if it is something else."""
    players, fixed = content.pop("players"), content.pop("fixed_sides", False)
    beginner, skipped = content.pop("beginner", 0), content.pop("skipped", 0)
    numbers = {
        field.name: field.read(str(content.pop(field.name)))
        for field in (*NUMBERS, GRACE)
        if field.name in content
    }
    first, second = players
    texts = (first, second, *content.values())
    if type(players) is not list or type(fixed) is not bool or {str} != set(map(type, texts)):
        raise TypeError
    if {type(beginner), type(skipped)} != {int} or beginner not in (0, 1) or skipped < 0:
        raise ValueError
    return Plan(
        players=(first, second),
        fixed_sides=fixed,
        beginner=beginner,
        skipped=skipped,
        **numbers,
        **content,
    )


def read_cell(path: Path, field: Field[T], text: str) -> T:
    """Return the value of a field in a file, or raise UserError with the file's name."""
    try:
        return field.read(text)
    except UserError as error:
        raise UserError(f"{path}: {error}") from None


def checked(plan: Plan) -> Plan:
    """Return a plan whose game and players are known here, or raise UserError."""
    game = find_game(plan.game)
    for text in plan.players:
        check_player(game, text, here=False)
    return plan


def open_table(path: Path) -> KeptSeries:
    """Return the series in a CSV file of `loa match` or of this window, or raise UserError."""
    heads, rows = gamefiles.load(path)
    if not rows or tuple(heads[: len(gamefiles.IDENTITY)]) != gamefiles.IDENTITY:
        raise UserError(f"{path} is not a file of a series")
    if len(rows[0]) < len(gamefiles.IDENTITY):
        raise UserError(f"{path} ends in its first game")
    game, first, second, openings, seed, fixed = rows[0][: len(gamefiles.IDENTITY)]
    plan = checked(
        Plan(
            game=game, players=(first, second), games=1, fixed_sides=fixed == "yes",
            openings=read_cell(path, OPENINGS, openings), seed=read_cell(path, SEED, seed),
        )
    )  # fmt: skip
    content = gamefiles.read(path, plan)
    results = tuple(content.of(plan))
    games = max((result.number + 1 for result in results), default=1)
    whole = replace(plan, games=games)
    return KeptSeries(plan=whole, results=results, faults=tuple(content.faults))

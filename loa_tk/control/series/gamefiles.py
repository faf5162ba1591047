"""The files of series on the command line: a CSV file that grows, and a folder of game records."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from loa_tk.control.series import csvfile
from loa_tk.control.series.plan import Plan, Result
from loa_tk.model.game import UserError
from loa_tk.store.files import attempt, new_output, output, save

ANOTHER = "use another name"


def check_outputs(csv: str | None, html: str | None, sgf: str | None, resume: bool) -> None:
    """Raise UserError if a file cannot be written or would replace another, before any game."""
    if resume and csv is None:
        raise UserError("--resume needs --csv, the file of the series to continue")
    paths = []
    for name, otherwise in ((csv, "use --resume or another name"), (html, ANOTHER)):
        if name is not None:
            paths.append(output(name) if resume else new_output(name, otherwise))
    if len(paths) == 2 and paths[0] == paths[1]:
        raise UserError(f"--csv and --html are both {csv}; use another name for one of them")
    if sgf is not None:
        check_folder(sgf, resume)


def check_folder(name: str, resume: bool) -> None:
    """Make a folder for records; raise UserError if that fails or it has records already."""
    try:
        folder = Path(name)
        folder.mkdir(parents=True, exist_ok=True)
        used = not resume and any(folder.glob("*.sgf"))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is no folder name"
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
        found = csvfile.read(Path(self.csv), *self.plans)
        for plan in self.plans:
            for result in found.of(plan):
                kind = self.done if result.number < plan.games else self.beyond
                kind[plan].append(result)
        return found.faults

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
            save(self.csv, csvfile.table_of(games))

    def attempt(self, write: Callable[[], None]) -> None:
        """Write a file; keep the error until the table has been printed."""
        try:
            write()
        except UserError as problem:
            self.problem = problem

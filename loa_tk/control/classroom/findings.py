"""What a check is and what it finds; tables, files and marks are made from these rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from loa_tk.control.classroom.integrity import Integrity
from loa_tk.control.ugi.protocol import Forfeit
from loa_tk.words import checking as signs
from loa_tk.words import classroom as words

STATUSES = PASSED, FAILED, MEASURED, SKIPPED = "passed", "failed", "measured", "skipped"

LINES, LONGEST = 8, 90  # lines of a program's output that are shown, and characters of a line

Examined = TypeVar("Examined")


@dataclass(frozen=True, kw_only=True)
class Finding:
    """What one check found: its status, one line about it, and the share of cases that are right.

    `share` is from 0 to 1, or None if the check gives no marks, because it cannot be made in this
    game. `figures` are for programs, and `brief` is what a narrow table shows of a measured figure.
    """

    status: str
    text: str
    share: float | None = None
    figures: Mapping[str, Any] = field(default_factory=dict)
    brief: str = ""


@dataclass(frozen=True, kw_only=True)
class Check(Generic[Examined]):
    """One row: a check's name in files, its text for people, what it means, and how it is done.

    A required check that fails fails the program. Others only measure or advise. If a check that is
    `first` fails, those after it are not made.
    """

    name: str
    text: str
    help: str
    required: bool
    run: Callable[[Examined], Finding]
    first: bool = False

    def line(self, finding: Finding) -> Line:
        """Return the check with what it found."""
        return Line(
            name=self.name, text=self.text, required=self.required, finding=finding,
            first=self.first,
        )  # fmt: skip


def check_row(
    name: str,
    texts: Mapping[str, tuple[str, str]],
    run: Callable[[Examined], Finding],
    required: bool = True,
    first: bool = False,
) -> Check[Examined]:
    """Return the row of a check, with its text and what it means."""
    text, meaning = texts[name]
    return Check(name=name, text=text, help=meaning, required=required, run=run, first=first)


@dataclass(frozen=True, kw_only=True)
class Line:
    """One check with what it found, without the function, so that it can be kept and sent."""

    name: str
    text: str
    required: bool
    finding: Finding
    first: bool = False  # without it nothing else can be checked

    @property
    def failed(self) -> bool:
        """Return whether this fails the program."""
        return self.required and self.finding.status == FAILED

    @property
    def advice(self) -> bool:
        """Return whether this fails without failing the program."""
        return not self.required and self.finding.status == FAILED

    @property
    def sign(self) -> tuple[str, str]:
        """Return the sign of the check in a table, and its tone: good, bad or neither."""
        return signs.ADVICE if self.advice else signs.SIGNS.get(self.finding.status, signs.NOT_MADE)


@dataclass(frozen=True, kw_only=True)
class Checked:
    """All that the checks found about one program."""

    program: str  # as it was named: a file, or ugi:COMMAND
    game: str
    seed: int
    kinds: tuple[str, ...]  # "evaluation", "search"
    sandbox: str  # where it ran, in words
    lines: tuple[Line, ...]
    seconds: float
    printed: str = ""  # the beginning of what it printed
    integrity: Integrity | None = None
    secret: str = ""  # from which positions and numbers of EVAL were drawn, for a repetition

    @property
    def passed(self) -> bool:
        """Return whether all required checks pass."""
        return not any(line.failed for line in self.lines)

    @property
    def obstacle(self) -> str:
        """Why the program cannot play at all, or nothing if it can."""
        return next((line.finding.text for line in self.lines if line.first and line.failed), "")

    @property
    def barrier(self) -> str:
        """The text of the check without which it cannot play, or nothing if it can."""
        return next((line.text for line in self.lines if line.first and line.failed), "")

    @property
    def unloaded(self) -> bool:
        """Return whether it could not even be loaded, so that nothing else is known about it."""
        return len(self.lines) == 1 and bool(self.obstacle)

    @property
    def output(self) -> list[str]:
        """What it printed, as a few lines that are not long."""
        lines = [line.rstrip() for line in self.printed.splitlines()]
        short = [line if len(line) <= LONGEST else line[: LONGEST - 1] + "…" for line in lines]
        return short if len(short) <= LINES else [*short[:LINES], "…"]


def passed(text: str, **figures: Any) -> Finding:
    """Return a finding: all cases are right."""
    return Finding(status=PASSED, text=text, share=1.0, figures=figures)


def failed(text: str, share: float = 0.0, **figures: Any) -> Finding:
    """Return a finding: only this share of the cases is right."""
    return Finding(status=FAILED, text=text, share=share, figures=figures)


def measured(text: str, share: float, brief: str, **figures: Any) -> Finding:
    """Return a figure that is neither right nor wrong."""
    return Finding(status=MEASURED, text=text, share=share, figures=figures, brief=brief)


def skipped(text: str) -> Finding:
    """Return why a check was not made."""
    return Finding(status=SKIPPED, text=text)


def judged(right: int, cases: int, text: str, **figures: Any) -> Finding:
    """Return a finding that passes if all cases are right."""
    share = right / cases if cases else 1.0
    return Finding(
        status=PASSED if right == cases else FAILED, text=text, share=share, figures=figures
    )


def run_all(
    rows: Sequence[Check[Examined]],
    examined: Examined,
    tell: Callable[[str], None],
    report: Callable[[Line], None] = lambda line: None,
) -> list[Line]:
    """Make the checks in their order; `tell` is given the text of each before it begins.

    What the program does wrong is a finding, too. `report` is given each line at once.
    """
    lines, obstacle = list[Line](), ""
    for row in rows:
        if obstacle:
            finding = Finding(status=SKIPPED, text=words.NOT_MADE.format(check=obstacle), share=0.0)
        else:
            tell(row.text)
            try:
                finding = row.run(examined)
            except Forfeit as error:
                finding = failed(str(error))
            if row.first and finding.status == FAILED:
                obstacle = row.text
        lines.append(row.line(finding))
        report(lines[-1])
    return lines

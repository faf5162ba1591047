"""Marks: a rubric says how many points each check and each opponent is worth.

A rubric is an INI file, as configparser reads it. Section [checks] has a line for each check: its
points, or `points, none, full`, which gives nothing up to one share and everything from another on,
and a part of the points in between. Checks of evaluations and of searches may stand together: a
file is marked by those of its own kind. A section [opponent NAME] names a `player` and its
`points`, with `none` and `full` for the share of the games' points. Section [class] is the same for
the games against the other students.
"""

from __future__ import annotations

import configparser
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from loa_tk.control.classroom.findings import Checked
from loa_tk.control.classroom.students import EVALUATION, SEARCH
from loa_tk.model.game import UserError
from loa_tk.model.scoring import Score
from loa_tk.words import classroom as words

# The checks that only a file of one kind has.
KINDS: Mapping[str, Collection[str]] = {
    EVALUATION: words.EVALUATION_CHECKS,
    SEARCH: words.SEARCH_CHECKS,
}
CHECKS, CLASS, OPPONENT = "checks", "class", "opponent "
MOST_BYTES = 100_000


@dataclass(frozen=True)
class Worth:
    """The points of one thing, and which share of it earns nothing and which everything."""

    points: float
    none: float = 0.0
    full: float = 1.0

    def earned(self, share: float) -> float:
        """Return the points for a share, rounded to hundredths."""
        part = (share - self.none) / (self.full - self.none)
        return round(self.points * max(0.0, min(1.0, part)), 2)


@dataclass(frozen=True)
class Opponent:
    """An opponent that every student plays, and what the score against it is worth."""

    player: str
    worth: Worth
    name: str = ""

    @property
    def title(self) -> str:
        """Its name for people."""
        return self.name or self.player


@dataclass(frozen=True)
class Rubric:
    """What everything is worth."""

    checks: Mapping[str, Worth]
    opponents: Sequence[Opponent]
    others: Worth | None  # the games against the other students

    @property
    def most(self) -> float:
        """The points for everything that one kind of file is asked for, the greater ones."""
        played = sum(opponent.worth.points for opponent in self.opponents)
        played += self.others.points if self.others is not None else 0
        return max(map(self.checks_worth, KINDS)) + played

    def asked(self, kinds: Collection[str]) -> dict[str, Worth]:
        """Return the checks that apply to a file of these kinds."""
        foreign = {name for kind, names in KINDS.items() if kind not in kinds for name in names}
        return {name: worth for name, worth in self.checks.items() if name not in foreign}

    def checks_worth(self, kind: str) -> float:
        """Return the points for all checks that apply to a file of one kind."""
        return sum(worth.points for worth in self.asked((kind,)).values())


@dataclass(frozen=True, kw_only=True)
class Credit:
    """The points for one thing, and why."""

    name: str
    points: float
    most: float
    why: str


def read_rubric(path: Path, checks: Collection[str]) -> Rubric:
    """Return the rubric in a file, or raise UserError that names what is wrong and where."""
    try:
        with path.open(encoding="utf-8-sig") as file:
            text = file.read(MOST_BYTES)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is not a text in UTF-8"
        raise UserError(f"{path} cannot be read: {reason}") from None
    return parse_rubric(text, checks, str(path))


def _unparsed(error: configparser.Error) -> str:
    """Return in one line where a text is not an INI file and what is expected there."""
    if isinstance(error, configparser.MissingSectionHeaderError):
        return f"line {error.lineno} must be a section such as [checks]"
    if isinstance(error, configparser.ParsingError):
        return f"line {error.errors[0][0]} must be a section or a line such as numbers = 10"
    return " ".join(str(error).split())


def parse_rubric(text: str, checks: Collection[str], name: str) -> Rubric:
    """Return the rubric in a text; `checks` are the names that there are."""
    parser = configparser.ConfigParser(interpolation=None, inline_comment_prefixes=(";",))
    try:
        parser.read_string(text, name)
    except configparser.Error as error:
        raise UserError(f"{name} is not a rubric: {_unparsed(error)}") from None
    worths: dict[str, Worth] = {}
    opponents, others = list[Opponent](), None
    for section in parser.sections():
        rows = dict(parser[section])
        where = f"{name}, [{section}]"
        if section == CHECKS:
            for key, value in rows.items():
                if key not in checks:
                    raise UserError(
                        f"{where}: there is no check {key!r}; there are {', '.join(checks)}"
                    )
                worths[key] = _worth(value.split(","), f"{where}, {key}")
        elif section == CLASS or section.startswith(OPPONENT):
            known = {"points", "none", "full"} | ({"player"} if section != CLASS else set())
            if foreign := sorted(set(rows) - known):
                raise UserError(f"{where}: {foreign[0]!r} is not {', '.join(sorted(known))}")
            values = [rows.get("points", ""), rows.get("none", "0"), rows.get("full", "1")]
            worth = _worth(values, where)
            if section == CLASS:
                others = worth
            elif not rows.get("player", "").strip():
                raise UserError(f"{where}: it needs a line player = …")
            else:
                title = " ".join(section.removeprefix(OPPONENT).split())
                opponents.append(Opponent(rows["player"].strip(), worth, title))
        else:
            raise UserError(f"{where}: the sections are [checks], [opponent NAME] and [class]")
    rubric = Rubric(worths, tuple(opponents), others)
    if rubric.most <= 0:
        raise UserError(f"{name}: nothing in it is worth any points")
    return rubric


def _worth(values: Sequence[str], where: str) -> Worth:
    try:
        numbers = [float(value) for value in values]
    except ValueError:
        numbers = []
    if len(numbers) not in (1, 3):
        raise UserError(f"{where}: {', '.join(values)!r} is not `points` or `points, none, full`")
    worth = Worth(*numbers)
    if not (0 <= worth.points <= 1_000_000 and 0 <= worth.none < worth.full <= 1):
        raise UserError(f"{where}: points are 0 or more, and 0 <= none < full <= 1")
    return worth


def marks(
    rubric: Rubric,
    checked: Checked,
    against: Mapping[str, Score],
    others: Score,
    kinds: Sequence[str] = (),
) -> list[Credit]:
    """Return what a student has earned: for the checks, the opponents and the class.

    A check of another kind of file and one that cannot be made in this game are not asked for. One
    that was not made because the file did not get that far earns nothing. `kinds` are those that
    can be seen in a file that could not be loaded; if none can, it is asked for the greater part.
    """
    credits = []
    asked = checked.kinds or kinds or (max(KINDS, key=rubric.checks_worth),)
    for name, worth in rubric.asked(asked).items():
        line = next((line for line in checked.lines if line.name == name), None)
        if line is None:
            credits.append(
                Credit(name=words.TEXTS[name], points=0.0, most=worth.points, why=words.NOT_CHECKED)
            )
        elif line.finding.share is not None:
            points, why = worth.earned(line.finding.share), line.finding.text
            credits.append(Credit(name=line.text, points=points, most=worth.points, why=why))
    for opponent in rubric.opponents:
        score = against.get(opponent.player, Score())
        credits.append(_played(words.AGAINST.format(player=opponent.title), opponent.worth, score))
    if rubric.others is not None:
        credits.append(_played(words.AGAINST_CLASS, rubric.others, others))
    return credits


def _played(name: str, worth: Worth, score: Score) -> Credit:
    if not score.games:
        return Credit(name=name, points=0.0, most=worth.points, why=words.NO_GAMES)
    why = words.score(score.points, score.games)
    return Credit(name=name, points=worth.earned(score.share), most=worth.points, why=why)

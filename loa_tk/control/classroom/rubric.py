"""Marks: a rubric says how many points each check and each opponent is worth.

A rubric is an INI file, as configparser reads it. Section [checks] has a line for each check: its
points, or `points, none, full`, which gives nothing up to one share and everything from another on,
and a part of the points in between. Checks of evaluations and of searches may stand together, and
all students can get the same points for them: the greater sum of the two halves. The better half of
a file counts, and `missing` in section [files] is the part of these points that the other half is
worth and a missing one costs. A section [opponent NAME] names a `player` and its `points`, with
`none` and `full` for the share of the games' points, and the number of `games` if it is not that
of the class. Section [class] is the same for the games against the other students.
"""

from __future__ import annotations

import configparser
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import hypot
from pathlib import Path
from typing import TypeVar

from loa_tk.control.classroom.findings import Checked
from loa_tk.control.classroom.students import EVALUATION, SEARCH
from loa_tk.control.series.plan import GAMES
from loa_tk.model.fields import Kind, Real, quoted
from loa_tk.model.game import UserError
from loa_tk.model.ladder import LADDER
from loa_tk.model.scoring import Score, sampled_interval
from loa_tk.words import classroom as words

# The checks that only a file of one kind has.
KINDS: Mapping[str, Collection[str]] = {
    EVALUATION: words.EVALUATION_CHECKS,
    SEARCH: words.SEARCH_CHECKS,
}
CHECKS, CLASS, FILES, OPPONENT = "checks", "class", "files", "opponent "
MOST_MISSING = 0.5  # of the points for checks: the better half counts at least as much as the other
MOST_BYTES = 100_000
T = TypeVar("T")


@dataclass(frozen=True)
class Worth:
    """The points of one thing, and which share of it earns nothing and which everything."""

    points: float
    none: float = 0.0
    full: float = 1.0

    def earned(self, share: float) -> float:
        """Return the points for a share, rounded to hundredths."""
        part = (share - self.none) / (self.full - self.none)
        return self.points if part >= 1 else round(self.points * max(0.0, part), 2)

    def times(self, factor: float) -> Worth:
        """Return the same for more or fewer points."""
        return replace(self, points=self.points * factor)


@dataclass(frozen=True, kw_only=True)
class Opponent:
    """An opponent that every student plays, and what the score against it is worth."""

    player: str
    worth: Worth
    name: str = ""
    games: int | None = None  # those of every pair, unless it is said

    @property
    def title(self) -> str:
        """Its name for people."""
        return self.name or self.player


@dataclass(frozen=True, kw_only=True)
class Rubric:
    """What everything is worth."""

    checks: Mapping[str, Worth]
    opponents: Sequence[Opponent]
    others: Worth | None  # the games against the other students
    missing: float = 0.0  # the part of the points for checks that a missing half costs
    text: str = field(default="", compare=False)  # as it was written

    @property
    def most(self) -> float:
        """The points for everything, which are the same for every student."""
        played = sum(opponent.worth.points for opponent in self.opponents)
        played += self.others.points if self.others is not None else 0
        return self.checks_worth("") + self.halves + played

    @property
    def halves(self) -> float:
        """The points for the checks of evaluations and searches: the greater sum of the two."""
        return max(map(self.checks_worth, KINDS))

    def asked(self, kind: str) -> dict[str, Worth]:
        """Return the checks of files of one kind, or those of all files if it is empty."""
        own = {name for one, names in KINDS.items() if kind in (one, "") for name in names}
        return {name: worth for name, worth in self.checks.items() if (name in own) == bool(kind)}

    def checks_worth(self, kind: str) -> float:
        """Return the points for all checks of one kind as they are written."""
        return sum(worth.points for worth in self.asked(kind).values())


@dataclass(frozen=True, kw_only=True)
class Credit:
    """The points for one thing, and why; those for games have a 95 % interval."""

    name: str
    points: float
    most: float
    why: str
    interval: tuple[float, float] | None = None


@dataclass(frozen=True, kw_only=True)
class Forfeits:
    """The parts of a student's scores that forfeits decided, which are not a sample."""

    against: Mapping[str, Score] = field(default_factory=dict)
    others: Score = field(default_factory=Score)
    rungs: Sequence[Score] = ()


def earned(credits: Sequence[Credit]) -> float:
    """Return the points of all these credits, rounded to hundredths as in every table and file."""
    return round(sum(credit.points for credit in credits), 2)


def possible(credits: Sequence[Credit]) -> float:
    """Return the most points that all these credits could have."""
    return round(sum(credit.most for credit in credits), 2)


def interval(credits: Sequence[Credit]) -> tuple[float, float] | None:
    """Return the 95 % interval of the sum of credits, or None if no games are among them.

    The deviations of independent games are added as the sides of a right angle.
    """
    ends = [(credit.points, *credit.interval) for credit in credits if credit.interval is not None]
    if not ends:
        return None
    total = earned(credits)
    low = total - hypot(*(points - low for points, low, _ in ends))
    high = total + hypot(*(high - points for points, _, high in ends))
    return round(max(low, 0.0), 2), round(min(high, possible(credits)), 2)


def marks_text(given: Sequence[Credit]) -> str:
    """Return the points of all marks with their interval, for a narrow table."""
    ends = interval(given)
    total = f"{earned(given):g}"
    return total if ends is None else f"{total} ({ends[0]:g}–{ends[1]:g})"


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
    opponents, others, missing = list[Opponent](), None, 0.0
    for section in parser.sections():
        rows = dict(parser[section])
        where = f"{name}, [{quoted(section)[1:-1]}]"
        if section == CHECKS:
            for key, value in rows.items():
                if key not in checks:
                    raise UserError(
                        f"{where}: there is no check {key!r}; there are {', '.join(checks)}"
                    )
                worths[key] = _worth(value.split(","), f"{where}, {key}")
        elif section == CLASS or section.startswith(OPPONENT):
            known = {"points", "none", "full"}
            known |= {"player", "games"} if section != CLASS else set()
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
                given = rows.get("games")
                games = None if given is None else _read(GAMES.kind, "games", given, where)
                player = rows["player"].strip()
                opponents.append(Opponent(player=player, worth=worth, name=title, games=games))
        elif section == FILES:
            missing = _missing(rows, where)
        else:
            sections = "[checks], [files], [opponent NAME] and [class]"
            raise UserError(f"{where}: the sections are {sections}")
    rubric = Rubric(
        checks=worths, opponents=tuple(opponents), others=others, missing=missing, text=text
    )
    if rubric.most <= 0:
        raise UserError(f"{name}: nothing in it is worth any points")
    return rubric


def _missing(rows: Mapping[str, str], where: str) -> float:
    """Return what a missing half of a file costs."""
    if foreign := sorted(set(rows) - {"missing"}):
        raise UserError(f"{where}: {foreign[0]!r} is not missing")
    return _read(Real(0, MOST_MISSING), "missing", rows.get("missing", "0"), where)


def _read(kind: Kind[T], name: str, text: str, where: str) -> T:
    """Return the value of a text, or raise UserError that says where it is."""
    try:
        return kind.read(name, text)
    except UserError as error:
        raise UserError(f"{where}: {error}") from None


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
    rungs: Sequence[Score] = (),
    forfeits: Forfeits | None = None,
) -> list[Credit]:
    """Return what a student has earned: for the checks, the opponents and the class.

    The points that can be had are the same for everyone. A check that cannot be made in this game
    is not asked for, and the others are worth more. One that was not made because the file did not
    get that far earns nothing. `kinds` are those that can be seen in a file that could not be
    loaded; if none can, it is asked for the greater half. `rungs` are the scores on the ladder.
    """
    lost = forfeits or Forfeits()
    credits = _checked(rubric.asked(""), checked, rubric.checks_worth(""))
    credits += _halves(rubric, checked, checked.kinds or tuple(kinds))
    for opponent in rubric.opponents:
        name, score = words.AGAINST.format(player=opponent.title), against.get(opponent.player)
        if opponent.player == LADDER:
            credits.append(_played(name, opponent.worth, rungs, lost.rungs))
        else:
            given_up = lost.against.get(opponent.player, Score())
            credits.append(_played(name, opponent.worth, [score or Score()], [given_up]))
    if rubric.others is not None:
        credits.append(_played(words.AGAINST_CLASS, rubric.others, [others], [lost.others]))
    return credits


def _halves(rubric: Rubric, checked: Checked, kinds: Collection[str]) -> list[Credit]:
    """Return the credits for the checks of evaluations and searches, the better half first."""
    wanted = [kind for kind in KINDS if rubric.checks_worth(kind)]
    if not wanted:
        return []
    greater = max(wanted, key=rubric.checks_worth)
    there = [kind for kind in wanted if kind in kinds] or ([] if kinds else [greater])
    made = {kind: _checked(rubric.asked(kind), checked, rubric.halves) for kind in there}
    there.sort(key=lambda kind: -earned(made[kind]))
    missing = rubric.missing if len(wanted) > 1 else 0.0
    credits = list[Credit]()
    order = [*there, *(kind for kind in wanted if kind not in there)]
    for kind, part in zip(order, (1 - missing, missing), strict=False):
        if not part:
            continue
        if kind in made:
            credits += _checked(rubric.asked(kind), checked, rubric.halves * part)
        else:
            why, most = words.MISSING_HALF.format(kind=words.KIND_NAMES[kind]), rubric.halves * part
            name = words.KIND_NAMES[kind].capitalize()
            credits.append(Credit(name=name, points=0.0, most=most, why=why))
    return credits


def _checked(asked: Mapping[str, Worth], checked: Checked, most: float) -> list[Credit]:
    """Return the credits for these checks, which are worth `most` together."""
    lines = {line.name: line for line in checked.lines}
    made = {
        name: worth for name, worth in asked.items()
        if name not in lines or lines[name].finding.share is not None
    }  # fmt: skip
    total = sum(worth.points for worth in made.values())
    credits = list[Credit]()
    for name, written in made.items():
        worth, line = written.times(most / total if total else 0.0), lines.get(name)
        points, text, ends = 0.0, words.TEXTS[name], None
        if line is None:
            why = words.not_made(checked.unloaded)
        else:
            found = line.finding
            points, text, why = worth.earned(found.share or 0.0), line.text, found.text
            # Of games against an evaluation, as far as no error decided them.
            if (sampled := found.figures.get("interval")) and not found.figures.get("forfeits"):
                ends = worth.earned(sampled[0]), worth.earned(sampled[1])
                why += words.within(*ends)
        credits.append(
            Credit(name=text, points=points, most=worth.points, why=why, interval=ends)
        )
    return credits


def _played(
    name: str, worth: Worth, scores: Sequence[Score], forfeits: Sequence[Score] = ()
) -> Credit:
    """Return the credit for games; forfeited ones count, but make the mark no less sure."""
    score, forfeited = sum(scores, Score()), sum(forfeits, Score())
    if not score.games:
        return Credit(name=name, points=0.0, most=worth.points, why=words.NO_GAMES)
    why = words.score(score.points, score.games) + words.forfeited(
        forfeited.wins, forfeited.losses, score.games
    )
    ends = sampled_interval(scores, forfeits)
    points, limits = worth.earned(score.share), None
    if ends is not None:
        limits = worth.earned(ends[0]), worth.earned(ends[1])
        why += words.within(*limits)
    return Credit(name=name, points=points, most=worth.points, why=why, interval=limits)

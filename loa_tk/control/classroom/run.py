"""A class at work: the plan, what happens, and the figures so far, which a window can poll."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import product
from math import inf
from operator import itemgetter
from pathlib import Path
from secrets import token_hex
from typing import TypeAlias, TypeVar

from loa_tk.control.classroom.examine import examine, unexamined
from loa_tk.control.classroom.findings import Checked
from loa_tk.control.classroom.rubric import Credit, Forfeits, Rubric, marks
from loa_tk.control.classroom.students import Student, has_changed
from loa_tk.control.classroom.turned import GameTurned, turned_games
from loa_tk.control.engine.jobs import Abandoned
from loa_tk.control.engine.searchlog import player_words
from loa_tk.control.series.columns import Effort
from loa_tk.control.series.executors import Cluster, Local
from loa_tk.control.series.plan import (
    FORFEITS,
    Plan,
    Result,
    Task,
    beginnings,
    own_openings,
)
from loa_tk.control.series.play import play_game
from loa_tk.control.series.summary import PlayerTally, by_rating, other_way_round, total
from loa_tk.model.checks.positions import SOLVED
from loa_tk.model.games import find_game
from loa_tk.model.ladder import (
    LADDER,
    LADDERS,
    Climbed,
    Rung,
    climbed,
)
from loa_tk.model.pairings import Pair, every_pair, swiss_round
from loa_tk.model.scoring import Rating, Score, ratings
from loa_tk.store.diagnostics import LOG
from loa_tk.words import classroom as words

BLOCK = 4  # students; two blocks are as many as a process keeps guests warm for
T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class ClassroomPlan:
    """A class as the instructor describes it; the opponents are players that everyone meets."""

    game: str
    students: tuple[Student, ...]
    opponents: tuple[str, ...] = ()
    games: int = 2  # for each pair
    depth: int | None = 3
    seconds: float | None = None
    rounds: int | None = None  # of a Swiss tournament; None: everyone meets everyone
    openings: int = 2
    seed: int = 1
    sandbox: str = ""
    check_games: int = 20  # of an evaluation's check
    patience: float = 1.0  # seconds for a move of an external opponent
    titles: tuple[str, ...] = ()  # the opponents' names in tables, if they have others
    shared: str = ""  # the hash of the files that all may import
    folder: str = ""  # that the students' files, or the folders of each, are in
    left_out: tuple[str, ...] = field(default=(), compare=False)  # a line for each submission
    rubric: Rubric | None = None
    apart: bool = False  # the students meet the opponents only
    # Of the checks' positions and numbers: the same for all students, and unknown before.
    secret: str = field(default_factory=lambda: token_hex(8), compare=False)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all players: the students, then the opponents."""
        return (*(student.name for student in self.students), *(self.titles or self.opponents))

    def player(self, number: int) -> str:
        """Return a player as it plays."""
        if number < len(self.students):
            return self.students[number].player(self.depth, self.seconds)
        return self.opponents[number - len(self.students)]

    def described(self, number: int) -> str:
        """Return what plays for a player: a student's file by its name, an opponent in words."""
        if number < len(self.students):
            return self.students[number].path.name
        return player_words(find_game(self.game), self.opponents[number - len(self.students)])

    @property
    def home(self) -> str:
        """The folder of the class; without one, that of the first file."""
        return self.folder or str(self.students[0].path.parent)

    def games_of(self, pair: Pair) -> int:
        """Return how many games a pair plays when it meets; the rubric may say it of opponents."""
        number = max(pair) - len(self.students)
        if self.rubric is None or number < 0:
            return self.games
        player = self.opponents[number]
        texts = (player, LADDER) if player in {rung.player for rung in self.rungs} else (player,)
        named = [row.games or self.games for row in self.rubric.opponents if row.player in texts]
        return max(named, default=self.games)

    @property
    def rungs(self) -> tuple[Rung, ...]:
        """The ladder of the game if all its players are among the opponents, or nothing."""
        rungs = LADDERS.get(self.game, ())
        return rungs if {rung.player for rung in rungs} <= {*self.opponents} else ()

    def series(self, pair: Pair) -> Plan:
        """Return the games of a pair as they are written to files, with the names as players."""
        names, opponent = self.names, max(pair) - len(self.students)
        # Everyone meets an opponent in the same openings, and every other student in others.
        players = names[pair[0]], names[pair[1]]
        meeting = self.opponents[opponent] if opponent >= 0 else "\n".join(players)
        return Plan(
            game=self.game, players=players, games=self.games_of(pair),
            openings=self.openings, seed=self.seed, seconds=self.patience, sandbox=self.sandbox,
            alone=self.home, skipped=own_openings(meeting),
        )  # fmt: skip

    def task(self, pair: Pair, number: int, beginner: int = 0) -> Task:
        """Return one game of a pair, to be played; `beginner` moves first in those of even number.

        It is 0 or 1, a place in the pair.
        """
        players = self.player(pair[0]), self.player(pair[1])
        return Task(number, replace(self.series(pair), players=players, beginner=beginner))

    @property
    def met(self) -> list[Pair]:
        """The pairs that meet in any case: students with opponents, and all students."""
        students, everyone = len(self.students), len(self.names)
        against = list(product(range(students), range(students, everyone)))
        return against if self.rounds or self.apart else [*every_pair(students), *against]


@dataclass(frozen=True)
class StudentChecked:
    """A student's file has been checked."""

    student: int
    checked: Checked


@dataclass(frozen=True)
class GamePlayed:
    """A game of a pair has been played."""

    pair: Pair
    result: Result


@dataclass(frozen=True)
class RoundBegun:
    """A round of the Swiss tournament has begun; one student rests if their number is odd."""

    number: int  # from 1
    pairs: tuple[Pair, ...]
    resting: int | None


@dataclass(frozen=True)
class FilesChanged:
    """At the end, the submissions of these students are not those that the class began with."""

    students: tuple[int, ...]


ClassroomEvent: TypeAlias = StudentChecked | GamePlayed | RoundBegun | GameTurned | FilesChanged


class ClassroomRun:
    """The figures of a class so far: what each student's checks found, and every game."""

    def __init__(self, plan: ClassroomPlan) -> None:
        """Begin with nothing."""
        self.plan = plan
        self.checked: dict[int, Checked] = {}
        self.games: dict[Pair, dict[int, Result]] = defaultdict(dict)
        self.rounds: list[RoundBegun] = []
        self.turned: dict[int, GameTurned] = {}  # by students
        self.changed: tuple[int, ...] = ()  # students whose files were changed meanwhile
        # Kept until the next game, because pages ask for them for every game of every student.
        self._scores: dict[Pair, Score] | None = None
        self._forfeits: dict[Pair, Score] | None = None
        self._rated: list[Rating] | None = None

    def add(self, event: ClassroomEvent) -> None:
        """Take up what has happened."""
        if isinstance(event, StudentChecked):
            self.checked[event.student] = event.checked
        elif isinstance(event, GamePlayed):
            self.games[event.pair][event.result.number] = event.result
            self._scores = self._forfeits = self._rated = None
        elif isinstance(event, GameTurned):
            self.turned[event.student] = event
        elif isinstance(event, FilesChanged):
            self.changed = event.students
        else:
            self.rounds.append(event)

    @property
    def played(self) -> int:
        """The number of finished games."""
        return sum(map(len, self.games.values()))

    @property
    def planned(self) -> int:
        """The number of games of the whole plan."""
        plan = self.plan
        rounds = (plan.rounds or 0) * (len(plan.students) // 2)
        return sum(map(plan.games_of, plan.met)) + rounds * plan.games

    @property
    def provisional(self) -> str:
        """Why the marks are not final, in words, or nothing if they are."""
        return " ".join(filter(None, (self.unfinished, self.missing, self.mixed)))

    def provisional_for(self, student: int) -> str:
        """Why the marks of a student are not final, without the names of others, or nothing."""
        mixed = words.OWN_CHANGED if student in self.changed else words.OTHERS_CHANGED
        return " ".join(
            filter(None, (self.unfinished, self.missing, mixed if self.changed else ""))
        )

    @property
    def mixed(self) -> str:
        """Whose checks and games are of different files, in words, or nothing."""
        names = ", ".join(self.plan.students[number].name for number in self.changed)
        return words.CHANGED_MEANWHILE.format(names=names) if names else ""

    @property
    def missing(self) -> str:
        """Which part of the rubric cannot be played in this class, in words, or nothing."""
        plan = self.plan
        others = plan.rubric.others if plan.rubric is not None else None
        if others is None or not others.points or not (plan.apart or len(plan.students) < 2):
            return ""
        return words.NOT_IN_THIS_CLASS.format(part=words.AGAINST_CLASS, points=others.points)

    @property
    def unfinished(self) -> str:
        """How far an unfinished class is, in words, or nothing if all is checked and played."""
        checked, files = len(self.checked), len(self.plan.students)
        if checked == files and self.played >= self.planned:
            return ""
        return words.provisional(checked, files, self.played, self.planned)

    def games_due(self, student: int) -> int:
        """Return how many games a student plays in all, as far as the rounds are known."""
        plan, students = self.plan, len(self.plan.students)
        opponents = range(students, len(plan.names))
        due = sum(plan.games_of((student, opponent)) for opponent in opponents)
        if plan.apart:
            return due
        rests = sum(begun.resting == student for begun in self.rounds)
        return due + ((plan.rounds or students - 1) - rests) * plan.games

    def is_complete(self, student: int) -> bool:
        """Return whether a student's checks are made and all games of its marks are played."""
        if self.missing or student in self.changed:
            return False
        played = sum(len(results) for pair, results in self.games.items() if student in pair)
        return student in self.checked and played >= self.games_due(student)

    def scores(self) -> dict[Pair, Score]:
        """Return the score of each player against each other, both ways round."""
        if self._scores is None:
            self._scores = self._counted(lambda result: True)
        return self._scores

    def forfeits(self) -> dict[Pair, Score]:
        """Return the part of each score that forfeits decided, both ways round."""
        if self._forfeits is None:
            self._forfeits = self._counted(lambda result: result.forfeited)
        return self._forfeits

    def _counted(self, counts: Callable[[Result], bool]) -> dict[Pair, Score]:
        """Return the scores in the games that count; one that nobody could play both have lost."""
        scores: dict[Pair, Score] = {}
        for (first, second), every in self.games.items():
            results = [result for result in every.values() if counts(result)]
            lost = Score(losses=sum(result.both_lost for result in results))
            winners = [result.winner for result in results if not result.both_lost]
            score = Score(winners.count(0), winners.count(None), winners.count(1))
            scores[first, second] = score + lost
            scores[second, first] = other_way_round(score) + lost
        return scores

    def against_students(self, student: int) -> Score:
        """Return a student's score against the other students."""
        return total(self.scores(), student, range(len(self.plan.students)))

    def against_opponents(
        self, student: int, scores: Mapping[Pair, Score] | None = None
    ) -> dict[str, Score]:
        """Return a student's score against each of the opponents."""
        first = len(self.plan.students)
        scores = self.scores() if scores is None else scores
        return {
            name: scores.get((student, first + number), Score())
            for number, name in enumerate(self.plan.opponents)
        }

    def against_ladder(self, student: int) -> list[Score]:
        """Return a student's score against each rung, or nothing if the ladder is not met."""
        return self._on_rungs(self.against_opponents(student))

    def _on_rungs(self, against: Mapping[str, Score]) -> list[Score]:
        return [against[rung.player] for rung in self.plan.rungs]

    def forfeits_of(self, student: int) -> Forfeits:
        """Return the parts of a student's scores that forfeits decided."""
        against = self.against_opponents(student, self.forfeits())
        others = total(self.forfeits(), student, range(len(self.plan.students)))
        return Forfeits(against=against, others=others, rungs=self._on_rungs(against))

    def climbed(self, student: int) -> Climbed | None:
        """Return where a student stands on the ladder, or None if it has not played against it."""
        scores = self.against_ladder(student)
        forfeits = sum(self.forfeits_of(student).rungs, Score())
        if sum(scores, Score()).games == forfeits.games:
            return None
        return climbed(self.plan.game, scores)

    def marks(self, rubric: Rubric | None) -> dict[int, list[Credit]]:
        """Return what every checked student has earned, or nothing without a rubric."""
        if rubric is None:
            return {}
        return {
            number: marks(rubric, checked, self.against_opponents(number),
                          self.against_students(number), self.plan.students[number].kinds,
                          self.against_ladder(number), self.forfeits_of(number))
            for number, checked in self.checked.items()
        }  # fmt: skip

    def rated(self) -> list[Rating]:
        """Return every player's rating with the half width of its interval.

        A game that nobody could play is not rated. A player whose games were all forfeited has a
        place below, but no interval, as one without games.
        """
        if self._rated is None:
            players = range(len(self.plan.names))
            played = self._counted(lambda result: not result.both_lost)
            self._rated = [
                rating if self.has_played(player) else Rating(rating.elo, inf)
                for player, rating in zip(players, ratings(played, len(players)), strict=True)
            ]
        return self._rated

    def has_played(self, player: int) -> bool:
        """Return whether a player has a game that no forfeit decided."""
        everyone = range(len(self.plan.names))
        games, lost = (total(s, player, everyone).games for s in (self.scores(), self.forfeits()))
        return games > lost

    def order(self) -> list[int]:
        """Return all players' numbers, the best first."""
        return by_rating(self.rated())

    def place(self, student: int) -> int:
        """Return a student's place among the students, from 1; the opponents have none."""
        students = range(len(self.plan.students))
        return [player for player in self.order() if player in students].index(student) + 1

    def round(self, pair: Pair, result: Result) -> int | str:
        """Return the round of the Swiss tournament in which a game was played, or nothing."""
        rounds = [begun.number for begun in self.rounds if pair in begun.pairs]
        meeting = result.number // self.plan.games
        return rounds[meeting] if meeting < len(rounds) else ""

    def results_of(self, player: int) -> list[tuple[Pair, Result]]:
        """Return the games of one player, in their order."""
        return [
            (pair, results[number])
            for pair, results in sorted(self.games.items()) if player in pair
            for number in sorted(results)
        ]  # fmt: skip

    def effort(self, player: int) -> Effort:
        """Return what a player has spent in all its games."""
        tally = PlayerTally()
        for pair, result in self.results_of(player):
            moves = [turn for turn in result.turns if pair[turn.who] == player]
            for number, turn in enumerate(moves):
                tally.add(number, turn)
        return tally.effort()

    def errors(self, player: int) -> list[str]:
        """Return why a player lost games without being beaten, each reason once."""
        faults = (self.fault(player, pair, result) for pair, result in self.results_of(player))
        return list(dict.fromkeys(filter(None, faults)))

    def fault(self, player: int, pair: Pair, result: Result) -> str:
        """Return why a player lost a game without being beaten, or nothing if it did not."""
        if result.both_lost:
            return _forfeit(self, player) if player in self.checked else result.reason
        if result.forfeited and result.winner is not None and pair[1 - result.winner] == player:
            return result.reason
        return ""


@dataclass(frozen=True, kw_only=True)
class Known:
    """What is known of an interrupted class: checks by student, and the games of pairs."""

    checked: Mapping[int, Checked] = field(default_factory=dict)
    games: Mapping[Pair, Sequence[Result]] = field(default_factory=dict)
    faults: tuple[str, ...] = ()  # a line on each game of the file that cannot be used
    notes: tuple[str, ...] = ()  # on students whose files have changed or gone


def carried(before: ClassroomPlan, known: Known, now: ClassroomPlan) -> Known:
    """Return what is known of a class that is right for another one with the same settings.

    A student whose file has changed is checked and plays again, one who has come since is new, and
    the games of one who has gone are left out.
    """
    numbers = {student.name: number for number, student in enumerate(now.students)}
    places = dict[int, int]()  # the number of each player then and now
    changed, gone = list[str](), list[str]()
    for number, student in enumerate(before.students):
        place = numbers.get(student.name)
        if place is None:
            gone.append(student.name)
        elif now.students[place].digest == student.digest:
            places[number] = place
        else:
            changed.append(student.name)
    for number in range(len(before.opponents)):
        places[len(before.students) + number] = len(now.students) + number
    news = [(words.AGAIN, changed), (words.GONE, gone)]
    return replace(
        known,
        checked={places[one]: found for one, found in known.checked.items() if one in places},
        games={
            (places[one], places[other]): results
            for (one, other), results in known.games.items() if one in places and other in places
        },
        notes=tuple(text.format(names=", ".join(names)) for text, names in news if names),
    )  # fmt: skip


def conduct(
    plan: ClassroomPlan, where: Local | Cluster, known: Known | None = None
) -> Iterator[ClassroomEvent]:
    """Check every file, play all games, and yield what happens; what is known is not repeated."""
    known = known or Known()
    game = find_game(plan.game)
    next(beginnings(game, plan.openings, plan.seed))  # UserError if they end nearly every game
    run = ClassroomRun(plan)

    def noted(event: ClassroomEvent) -> ClassroomEvent:
        run.add(event)
        return event

    for number, checked in known.checked.items():
        yield noted(StudentChecked(number, checked))
    waiting = [number for number in range(len(plan.students)) if number not in known.checked]
    work = partial(_check, plan)
    for number, checked in where.each(work, waiting):
        yield noted(StudentChecked(number, checked))
    if len(run.checked) < len(plan.students):
        return  # stopped
    for event in _games(run, plan.met, where, known):
        yield noted(event)
    for number in range(1, (plan.rounds or 0) + 1):
        rounds = sum(len(begun.pairs) for begun in run.rounds) * plan.games
        if run.played < sum(map(plan.games_of, plan.met)) + rounds:
            return  # stopped
        begun = _round(run, number)
        yield noted(begun)
        for event in _games(run, begun.pairs, where, known):
            yield noted(event)
    if not run.unfinished and plan.game in SOLVED:
        lost = {number: run.results_of(number) for number in range(len(plan.students))}
        yield from map(noted, turned_games(plan.game, lost, where))
    home = Path(plan.home)
    if changed := [at for at, one in enumerate(plan.students) if has_changed(one, home)]:
        yield noted(FilesChanged(tuple(changed)))


def _check(plan: ClassroomPlan, number: int, stop: Callable[[], bool]) -> Checked:
    """Check a student's file; whatever goes wrong, the others are checked and play."""
    path = plan.students[number].checked
    try:
        return examine(
            path, plan.game, plan.seed, plan.sandbox,
            games=plan.check_games, stop=stop, alone=plan.home, secret=plan.secret,
        )  # fmt: skip
    except Abandoned:
        raise
    except Exception as error:
        LOG.exception("the check of a file failed")
        return unexamined(path, plan.game, plan.seed, words.BROKEN.format(error=error))


def _play(task: tuple[Pair, Task], stop: Callable[[], bool]) -> Result:
    return play_game(task[1], stop)


def _round(run: ClassroomRun, number: int) -> RoundBegun:
    """Return the pairs of the next round, by the points of the rounds before it."""
    plan = run.plan
    points: dict[int, float] = defaultdict(float)
    met, rested = list[Pair](), list[int]()
    for begun in run.rounds:
        met += begun.pairs
        if begun.resting is not None:
            rested.append(begun.resting)
            points[begun.resting] += plan.games  # as if all games of the round had been won
    for pair in set(met):
        for result in run.games[pair].values():
            for who in (0, 1):
                drawn = result.winner is None and not result.both_lost
                points[pair[who]] += 0.5 if drawn else float(result.winner == who)
    pairs, resting = swiss_round(len(plan.students), points, met, rested, f"{plan.seed}/{number}")
    return RoundBegun(number, tuple(pairs), resting)


def _games(
    run: ClassroomRun, pairs: Sequence[Pair], where: Local | Cluster, known: Known
) -> Iterator[GamePlayed]:
    """Play these pairs' games; those of a file that cannot play at all are lost unplayed."""
    plan, missing = run.plan, list[tuple[Pair, Task]]()
    for pair in pairs:
        kept = {result.number: result for result in known.games.get(pair, ())}
        first = len(run.games[pair])  # of a second meeting in a Swiss tournament
        beginner = (_beginner(run, pair) + first) % 2
        for number in range(first, first + plan.games_of(pair)):
            task = plan.task(pair, number, beginner)
            if number in kept and kept[number].first == task.first:
                yield GamePlayed(pair, kept[number])
            elif (lost := _unplayed(run, pair, task)) is not None:
                yield GamePlayed(pair, lost)
            else:
                missing.append((pair, task))
    ordered = _in_blocks(missing, itemgetter(0), len(plan.students), plan.seed)
    for (pair, _), result in where.each(_play, ordered):
        yield GamePlayed(pair, _named(plan, pair, result))


def _in_blocks(
    items: Sequence[T], pair_of: Callable[[T], Pair], students: int, seed: int
) -> list[T]:
    """Return games in an order in which a few students play at a time, whose guests stay warm.

    Students are shuffled into blocks, so that a slow one's games do not all come last; each block
    meets itself and every other one, and the games of two blocks are shuffled.
    """
    dice, order = random.Random(seed), list(range(students))
    dice.shuffle(order)
    blocks = {student: place // BLOCK for place, student in enumerate(order)}

    def meeting(item: T) -> tuple[int, int]:
        here = sorted(blocks[player] for player in pair_of(item) if player in blocks)
        return here[0], here[-1]

    shuffled = list(items)
    dice.shuffle(shuffled)
    return sorted(shuffled, key=meeting)


def _beginner(run: ClassroomRun, pair: Pair) -> int:
    """Return which of a pair moves first in the first game of its next meeting.

    In an odd number of games one of them moves first once more than the other. It is the one who
    has done so less often before; between equals, and among all who meet in any case, the sum of
    their numbers decides, so that everyone moves first in every other meeting.
    """
    plan = run.plan
    if not plan.games_of(pair) % 2:
        return 0
    if plan.rounds and max(pair) < len(plan.students):
        own, other = (
            sum(1 if met[result.first] == player else -1 for met, result in run.results_of(player))
            for player in pair
        )
        if own != other:
            return int(own > other)
    return 1 - sum(pair) % 2


def _unplayed(run: ClassroomRun, pair: Pair, task: Task) -> Result | None:
    """Return the result of a game that cannot be played, or None if it can.

    A file that hangs takes ten seconds for every game that it loses, which a class cannot afford.
    """
    reasons = [run.checked[player].obstacle if player in run.checked else "" for player in pair]
    if not any(reasons):
        return None
    losers = [who for who in (0, 1) if reasons[who]]
    winner = 1 - losers[0] if len(losers) == 1 else None
    reason = " ".join(_forfeit(run, pair[who]) for who in losers)
    return Result(
        number=task.number, first=task.first, winner=winner, reason=reason,
        moves=(), opening=0, turns=(),
    )  # fmt: skip


def _forfeit(run: ClassroomRun, student: int) -> str:
    """Return why a student's file cannot play at all."""
    return f"{run.plan.names[student]}{FORFEITS}{run.checked[student].obstacle}"


def _named(plan: ClassroomPlan, pair: Pair, result: Result) -> Result:
    """Return a result whose reason names a student and not the place of the file."""
    reason = result.reason
    for student in plan.students:
        reason = reason.replace(str(student.path), student.path.name)
    if result.forfeited and result.winner is not None:
        _, _, fault = reason.partition(FORFEITS)
        reason = f"{plan.names[pair[1 - result.winner]]}{FORFEITS}{fault}"
    return replace(result, reason=reason)

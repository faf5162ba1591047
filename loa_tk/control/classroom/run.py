"""What happens in a class at work, and the figures so far, which a window can poll."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import inf
from typing import TypeAlias

from loa_tk.control.classroom.findings import Checked
from loa_tk.control.classroom.plan import ClassroomPlan
from loa_tk.control.classroom.rubric import KINDS, Credit, Forfeits, Rubric, marks
from loa_tk.control.classroom.turned import GameTurned
from loa_tk.control.series.columns import Effort
from loa_tk.control.series.plan import FORFEITS, Result
from loa_tk.control.series.summary import PlayerTally, by_rating, other_way_round, total
from loa_tk.model.ladder import Climbed, climbed
from loa_tk.model.pairings import Pair
from loa_tk.model.scoring import Rating, Score, ratings
from loa_tk.words import classroom as words


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
            self._knows(event.student, event.checked.kinds)
        elif isinstance(event, GamePlayed):
            self.games[event.pair][event.result.number] = event.result
            self._scores = self._forfeits = self._rated = None
        elif isinstance(event, GameTurned):
            self.turned[event.student] = event
        elif isinstance(event, FilesChanged):
            self.changed = event.students
        else:
            self.rounds.append(event)

    def _knows(self, student: int, kinds: tuple[str, ...]) -> None:
        """Let a student play as what was checked: a function may be hidden in the file's text."""
        known = self.plan.students
        every = {*known[student].kinds, *kinds}
        if every != {*known[student].kinds}:
            found = replace(known[student], kinds=tuple(kind for kind in KINDS if kind in every))
            students = (*known[:student], found, *known[student + 1 :])
            self.plan = replace(self.plan, students=students)

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
        """Return the scores in the games that count; both lose a game that neither could play."""
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
            return self.forfeit(player) if player in self.checked else result.reason
        if result.forfeited and result.winner is not None and pair[1 - result.winner] == player:
            return result.reason
        return ""

    def forfeit(self, student: int) -> str:
        """Return why a student's file cannot play at all."""
        return f"{self.plan.names[student]}{FORFEITS}{self.checked[student].obstacle}"

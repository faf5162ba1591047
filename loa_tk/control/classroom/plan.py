"""A class as the instructor describes it: the students, whom they meet, and in which games."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from itertools import product
from secrets import token_hex

from loa_tk.control.classroom.rubric import Rubric
from loa_tk.control.classroom.students import Student
from loa_tk.control.engine.searchlog import player_words
from loa_tk.control.series.plan import Plan, Task, own_openings
from loa_tk.model.games import find_game
from loa_tk.model.ladder import LADDER, LADDERS, Rung
from loa_tk.model.pairings import Pair, every_pair
from loa_tk.words import classroom as words


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

    @property
    def equal(self) -> tuple[str, ...]:
        """A line for each submission that several students have handed in, byte for byte."""
        handed_in = defaultdict[str, list[str]](list)
        for student in self.students:
            handed_in[student.digest].append(student.name)
        several = (names for names in handed_in.values() if len(names) > 1)
        return tuple(words.EQUAL.format(names=", ".join(names)) for names in several)

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

"""The course of a class: check every file, play all games, and do not repeat what is known."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from operator import itemgetter
from pathlib import Path
from typing import TypeVar

from loa_tk.control.classroom.examine import examine, unexamined
from loa_tk.control.classroom.findings import Checked
from loa_tk.control.classroom.plan import ClassroomPlan
from loa_tk.control.classroom.run import (
    ClassroomEvent,
    ClassroomRun,
    FilesChanged,
    GamePlayed,
    RoundBegun,
    StudentChecked,
)
from loa_tk.control.classroom.students import has_changed
from loa_tk.control.classroom.turned import turned_games
from loa_tk.control.engine.jobs import Abandoned
from loa_tk.control.series.executors import Cluster, Local
from loa_tk.control.series.plan import FORFEITS, Result, Task, beginnings
from loa_tk.control.series.play import play_game
from loa_tk.model.checks.positions import SOLVED
from loa_tk.model.games import find_game
from loa_tk.model.pairings import Pair, swiss_round
from loa_tk.store.diagnostics import LOG
from loa_tk.words import classroom as words

BLOCK = 4  # students; two blocks are as many as a process keeps guests warm for
T = TypeVar("T")


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
    reason = " ".join(run.forfeit(pair[who]) for who in losers)
    return Result(
        number=task.number, first=task.first, winner=winner, reason=reason,
        moves=(), opening=0, turns=(),
    )  # fmt: skip


def _named(plan: ClassroomPlan, pair: Pair, result: Result) -> Result:
    """Return a result whose reason names a student and not the place of the file."""
    reason = result.reason
    for student in plan.students:
        reason = reason.replace(str(student.path), student.path.name)
    if result.forfeited and result.winner is not None:
        _, _, fault = reason.partition(FORFEITS)
        reason = f"{plan.names[pair[1 - result.winner]]}{FORFEITS}{fault}"
    return replace(result, reason=reason)

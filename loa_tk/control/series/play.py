"""Plays one game to its end; a player that crashes, cheats or is late loses it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from math import inf
from pathlib import Path
from typing import TypeAlias

from loa_tk.control.engine.jobs import Abandoned
from loa_tk.control.guest.files import GuestFiles
from loa_tk.control.guest.warm import WarmGuests, warm_guests
from loa_tk.control.series.columns import MOST, measures
from loa_tk.control.series.plan import FORFEITS, Plan, Result, Task, Turn
from loa_tk.control.ugi.client import ProgramClient, try_out
from loa_tk.control.ugi.protocol import Forfeit, terms_of
from loa_tk.lab.adapter import think
from loa_tk.lab.mistakes import Mistake
from loa_tk.model import records
from loa_tk.model.game import Game, Outcome, UserError
from loa_tk.model.games import find_game
from loa_tk.model.match import Match
from loa_tk.model.records import Record
from loa_tk.model.records.record import letter
from loa_tk.model.records.values import said
from loa_tk.model.search.players import FILE_OPTION, Player, read_player
from loa_tk.model.search.search import PROGRAM, never
from loa_tk.model.search.statistics import Report
from loa_tk.store.diagnostics import LOG
from loa_tk.words import series as words

LONGEST = 1000  # plies; a longer game is a draw

Chooser: TypeAlias = Callable[[Match], Report]


def try_out_players(plan: Plan, stop: Callable[[], bool] = never) -> None:
    """Raise UserError if an external player cannot play, because it would forfeit every game.

    That includes a student's file that cannot be loaded.
    """
    game = find_game(plan.game)
    for text in dict.fromkeys(plan.players):
        player = read_player(game, text)
        if player.place == PROGRAM:
            try_out(player, game, stop, plan.sandbox)
        elif player.files:
            files = GuestFiles(plan.sandbox)
            try:
                files.require(player)
            finally:
                files.close()


def play_game(task: Task, stop: Callable[[], bool] = never) -> Result:
    """Play one game and close both players, whatever happens.

    Guests come warm from earlier games. If one fails, the game is played again with new processes,
    so that no file loses a game by what an earlier game has left in its process. In a game by the
    clock there are none that wait, because one of them could go on computing.
    """
    pool = warm_guests()
    if by_the_clock(task):
        pool.close()
        return _played(task, stop, None)[0]
    played, warm = _played(task, stop, pool)
    if played.forfeited and warm:
        for player in map(partial(read_player, find_game(task.plan.game)), task.players):
            for path in player.files:
                pool.distrust(Path(path).absolute())
        played, _ = _played(task, stop, None)
    return played


def by_the_clock(task: Task) -> bool:
    """Return whether a player's moves depend on how fast the machine is."""
    players = (read_player(find_game(task.plan.game), text) for text in task.plan.players)
    return any(
        player.depth is None and (player.seconds is not None or player.place == PROGRAM)
        for player in players
    )


def _played(
    task: Task, stop: Callable[[], bool], pool: WarmGuests | None
) -> tuple[Result, bool]:
    """Return the result of a game, and whether a guest in it has served another game before."""
    open_players: list[ProgramClient | GuestFiles] = []
    try:
        finished = _to_its_end(task, stop, open_players, pool)
        files = [player for player in open_players if isinstance(player, GuestFiles)]
        return finished, any(player.served for player in files)
    except BaseException:
        for player in open_players:
            if isinstance(player, GuestFiles):
                player.pool = None  # which must get no guest in the middle of an answer
        raise
    finally:
        for player in open_players:
            player.close()


def _to_its_end(
    task: Task,
    stop: Callable[[], bool],
    open_players: list[ProgramClient | GuestFiles],
    pool: WarmGuests | None,
) -> Result:
    game, opening = find_game(task.plan.game), task.opening
    match = Match(game)
    for move in opening:
        match.play(move)
    turns: list[Turn] = []
    choosers: list[Chooser] = []
    for who in (0, 1):
        try:
            choosers.append(chooser(task, who, game, open_players, stop, pool))
        except Forfeit as error:
            return result(task, match, turns, 1 - who, forfeit(task, who, error))
    while (outcome := match.outcome()) is None and match.ply < LONGEST:
        who = match.player ^ task.first
        try:
            report = choosers[who](match)
        except Forfeit as error:
            return result(task, match, turns, 1 - who, forfeit(task, who, error))
        if stop():
            raise Abandoned
        report = report if report.player else replace(report, player=task.plan.players[who])
        turns.append(turn(match, who, report))
        match.play(report.move, report)
    return result(task, match, turns, winner_of(task, outcome), reason_of(outcome))


def chooser(
    task: Task,
    who: int,
    game: Game,
    opened: list[ProgramClient | GuestFiles],
    stop: Callable[[], bool],
    pool: WarmGuests | None,
) -> Chooser:
    """Return the function by which a player chooses its moves."""
    player = read_player(game, task.players[who])
    if player.place == PROGRAM:
        client = ProgramClient(
            player, game, stop, task.plan.grace, task.plan.sandbox, task.plan.alone
        )
        opened.append(client)
        terms = terms_of(player, task.plan.seconds)
        return lambda match: client.choose(match, terms)
    if player.files:
        files = GuestFiles(task.plan.sandbox, task.plan.alone, pool)
        files.stop = stop
        opened.append(files)
        return lambda match: guest_move(player, match, stop, files, task.plan.grace)
    return lambda match: own_move(player, match, stop, task.plan.grace)


def guest_move(
    player: Player, match: Match, stop: Callable[[], bool], files: GuestFiles, grace: float
) -> Report:
    """Return a move of a student's file; raise Forfeit with the mistake in it, or if it is late.

    A process that cannot be started is not the student's fault: NotStarted ends the series.
    """
    try:
        report = think(player, match.game, match.state, files, match.history(), stop)
    except Mistake as error:
        if stop():
            raise Abandoned from None
        raise Forfeit(str(error)) from error
    except (UserError, Abandoned):
        raise
    except Exception as error:  # not of the file's but of the search around it
        LOG.exception("a move of a student's file failed")
        raise Forfeit(f"The search failed: {error!r}.") from error
    # The host of a student's search keeps its time; an evaluation is asked by a search of ours,
    # which looks at the clock between two questions.
    return report if player.options.get(FILE_OPTION) else in_time(player, report, grace)


def own_move(player: Player, match: Match, stop: Callable[[], bool], grace: float) -> Report:
    """Return a move of one of the program's own players; raise Forfeit if its search fails."""
    try:
        report = player.choose(match.game, match.state, match.history(), stop)
    except Exception as error:
        raise Forfeit(f"The search failed: {error!r}.") from error
    return in_time(player, report, grace)


def in_time(player: Player, report: Report, grace: float) -> Report:
    """Return a report; raise Forfeit if the search has taken longer than its time and the grace."""
    if player.seconds is not None and report.seconds > player.seconds + grace:
        raise Forfeit(f"It took {report.seconds:.1f} of {player.seconds:g} seconds.")
    return report


def turn(match: Match, who: int, report: Report) -> Turn:
    """Return the figures of a move that is about to be played.

    What a program may report and no file of games may have is an unknown figure: otherwise the game
    would be played again when the series goes on.
    """
    figures = (measure.of(match, report) for measure in measures())
    value = report.value if report.iterations and report.value is not None else inf
    return Turn(
        who, tuple(figure if figure <= MOST else None for figure in figures),
        value if abs(value) <= MOST else None,
    )  # fmt: skip


def forfeit(task: Task, who: int, error: Forfeit) -> str:
    """Return the reason of a forfeited game."""
    return f"{task.players[who]}{FORFEITS}{error}"


def winner_of(task: Task, outcome: Outcome | None) -> int | None:
    """Return the player that has won, or None; the side that moves first may be either player."""
    if outcome is None or outcome.winner is None:
        return None
    return outcome.winner ^ task.first


def reason_of(outcome: Outcome | None) -> str:
    """Return why the game is over."""
    return f"Nobody had won after {LONGEST} plies." if outcome is None else outcome.reason


def result(task: Task, match: Match, turns: list[Turn], winner: int | None, reason: str) -> Result:
    """Return what is kept of the game."""
    return Result(
        number=task.number, first=task.first, winner=winner, reason=reason,
        moves=tuple(match.notation()), opening=len(task.opening), turns=tuple(turns),
        record=record_text(task, match, winner, reason) if task.recorded else "",
    )  # fmt: skip


def record_text(task: Task, match: Match, winner: int | None, reason: str) -> str:
    """Return a finished game of a series as SGF, with the searches of its moves."""
    plan = task.plan
    info = {
        "EV": words.EVENT.format(seed=plan.seed, openings=plan.openings),
        "RO": str(task.number + 1),
        "DT": time.strftime("%Y-%m-%d"),
        "GC": reason,
    }
    return sgf_text(match, plan.players, task.first, winner, info)


def sgf_text(
    match: Match, players: Sequence[str], first: int, winner: int | None, info: dict[str, str]
) -> str:
    """Return a finished game as SGF; one that the rules have not ended was forfeited or drawn."""
    game, ending = match.game, None
    named = {f"P{letter(game, who ^ first)}": players[who] for who in (0, 1)}
    if match.outcome() is None:
        how = "Forfeit" if winner is not None else ""
        ending = said(game, None if winner is None else winner ^ first, how)
    return records.text([Record(match=match, info=info | named, ending=ending)])

"""One game played to its end: who crashes, cheats or dawdles loses it, with the reason kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from loa_tk.control.series.columns import measures
from loa_tk.control.series.plan import FORFEITS, UGI, Plan, Result, Task, Turn
from loa_tk.control.ugi.client import Abandoned, External, Forfeit, try_out
from loa_tk.model.game import Game, Outcome
from loa_tk.model.games import find_game
from loa_tk.model.match import Match
from loa_tk.model.search.limits import never
from loa_tk.model.search.players import Player, read_player
from loa_tk.model.search.statistics import Report

LONGEST = 1000  # plies; a longer game is a draw
LATE = 1.0  # seconds over its own limit before a player has lost on time

Chooser: TypeAlias = Callable[[Match], Report]


def try_out_players(plan: Plan, stop: Callable[[], bool] = never) -> None:
    """See that the external players can play at all: UserError, or a whole series is forfeited."""
    for text in dict.fromkeys(plan.players):
        if text.startswith(UGI):
            try_out(text.removeprefix(UGI), find_game(plan.game), stop)


def play_game(task: Task, stop: Callable[[], bool] = never) -> Result:
    """Play one game; both players are closed whatever happens."""
    game, opening = find_game(task.plan.game), task.opening
    match = Match(game)
    for move in opening:
        match.play(move)
    open_players: list[External] = []
    turns: list[Turn] = []
    try:
        choosers: list[Chooser] = []
        for who in (0, 1):
            try:
                choosers.append(chooser(task, who, game, open_players, stop))
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
            turns.append(turn(match, who, report))
            match.play(report.move)
        return result(task, match, turns, winner_of(task, outcome), reason_of(outcome))
    finally:
        for player in open_players:
            player.close()


def chooser(
    task: Task, who: int, game: Game, opened: list[External], stop: Callable[[], bool]
) -> Chooser:
    """How one of the players finds its moves."""
    text = task.players[who]
    if text.startswith(UGI):
        external = External(text.removeprefix(UGI), game, task.plan.seconds, stop)
        opened.append(external)
        return external.choose
    player = read_player(game, text)
    return lambda match: own_move(player, match, stop)


def own_move(player: Player, match: Match, stop: Callable[[], bool]) -> Report:
    """The move of one of the program's own players, whose errors lose the game like any other."""
    try:
        report = player.choose(match.game, match.state, match.history(), stop)
    except Exception as error:
        raise Forfeit(f"The search failed: {error!r}.") from error
    if player.seconds is not None and report.seconds > player.seconds + LATE:
        raise Forfeit(f"It took {report.seconds:.1f} of {player.seconds:g} seconds.")
    return report


def turn(match: Match, who: int, report: Report) -> Turn:
    """Return the figures of a move that is about to be played."""
    return Turn(who, tuple(measure.of(match, report) for measure in measures()))


def forfeit(task: Task, who: int, error: Forfeit) -> str:
    """Why a player has lost without having been beaten."""
    return f"{task.players[who]}{FORFEITS}{error}"


def winner_of(task: Task, outcome: Outcome | None) -> int | None:
    """Which player has won: sides and players are the same or swapped."""
    if outcome is None or outcome.winner is None:
        return None
    return outcome.winner ^ task.first


def reason_of(outcome: Outcome | None) -> str:
    """Why the game is over."""
    return f"Nobody had won after {LONGEST} plies." if outcome is None else outcome.reason


def result(task: Task, match: Match, turns: list[Turn], winner: int | None, reason: str) -> Result:
    """What is kept of the game."""
    moves = tuple(match.notation())
    return Result(task.number, task.first, winner, reason, moves, len(task.opening), tuple(turns))

"""Searches and games for a script or a notebook: `search`, `play`, and what they return.

They run in the caller's own process. A player is a text, as the command line has it, or one of the
student's functions: `evaluate(position, player)` plays by alpha-beta three plies deep, and
`choose(position, seconds, counts)` finds the move itself.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from typing import Any, TypeAlias

from loa_tk.lab import functions
from loa_tk.lab.adapter import FilesHere, run_choose, think
from loa_tk.lab.evaluation import OwnEvaluation
from loa_tk.lab.position import DRAW, Position, start
from loa_tk.model.game import Game, Move, State, UserError
from loa_tk.model.match import Match
from loa_tk.model.notation import move_text, read_move
from loa_tk.model.playback import board_html, replayed
from loa_tk.model.search.players import Player, read_player
from loa_tk.model.search.search import PROGRAM, Limits
from loa_tk.model.search.statistics import ROWS, Report

AnyPlayer: TypeAlias = str | Callable[..., Any]

DEPTH = 3  # of a player that is given only as an evaluation
SECONDS = 1.0  # for a move of a player that is given as a search
LONGEST = 1000  # plies; a longer game is a draw


@dataclass(frozen=True, kw_only=True)
class Found:
    """What a search has found in a position: `move`, `value`, `line` and `statistics`."""

    position: Position
    move: str
    value: float | None  # for the player to move
    line: tuple[str, ...]
    depth: int
    seconds: float
    statistics: dict[str, float]
    report: Report

    def __str__(self) -> str:
        """Return the move, its value and a line for each statistic."""
        return "\n".join(f"{name:<26}{figure}".rstrip() for name, figure in self._rows())

    __repr__ = __str__

    def _rows(self) -> list[tuple[str, str]]:
        value = "" if self.value is None else f"{self.value + 0.0:g}"
        return [
            ("Move", self.move),
            ("Value", value),
            ("Line", " ".join(self.line)),
            *((ROWS[name].text, ROWS[name].show(self.report.statistics))
              for name in self.report.shown),
            ("Seconds", f"{self.seconds:.2f}"),
        ]  # fmt: skip

    def _repr_html_(self) -> str:
        """Return the same as a table, which a notebook shows."""
        rows = "".join(
            f'<tr><th style="text-align:left">{escape(name)}</th>'
            f'<td style="text-align:right">{escape(figure)}</td></tr>'
            for name, figure in self._rows()
        )
        return f"<table>{rows}</table>"


@dataclass(frozen=True, kw_only=True)
class Played:
    """A finished game: `moves`, `winner` (a letter or "draw"), `reason`, and `position`, the last.

    A notebook draws it as a board that steps from move to move, beginning with `start`.
    """

    moves: tuple[str, ...]
    winner: str
    reason: str
    position: Position
    start: Position

    def __str__(self) -> str:
        return f"{' '.join(self.moves)}\n{self.winner}: {self.reason}"

    __repr__ = __str__

    @property
    def positions(self) -> tuple[Position, ...]:
        """All positions of the game, the start first."""
        passed = [self.start]
        for move in self.moves:
            passed.append(passed[-1].after(move))
        return tuple(passed)

    def _repr_html_(self) -> str:
        """Return a board that steps through the game, which a notebook shows."""
        game, state, moves = self.start._game, self.start._state, list[Move]()
        for text in self.moves:
            moves.append(read_move(game, state, text))
            state = game.play(state, moves[-1])
        board = board_html(game, [replayed(game, self.start._state, moves)])
        return f"{board}<p>{escape(self.winner)}: {escape(self.reason)}</p>"


def search(position: Position, player: AnyPlayer = "alphabeta:eval=full,depth=3") -> Found:
    """Search a position and return what was found; ValueError if the game is over."""
    game, state = position._game, position._state
    if position.over:
        raise ValueError("the game is over in this position: there is nothing to search")
    return readable(position, chooser(game, player)(state, ()))


def readable(position: Position, report: Report) -> Found:
    """Return a report on a position with its moves as texts."""
    game, state, line = position._game, position._state, list[str]()
    move = move_text(game, state, report.move)
    for step in report.line:
        line.append(move_text(game, state, step))
        state = game.play(state, step)
    statistics = report.statistics.figures(report.shown)
    return Found(
        position=position, move=move, value=report.value, line=tuple(line), depth=report.depth,
        seconds=report.seconds, statistics=statistics, report=report,
    )  # fmt: skip


def play(game: str | Position, first: AnyPlayer, second: AnyPlayer, most: int = LONGEST) -> Played:
    """Play a game between two players and return it; `first` plays the side that moves first.

    `game` is the key of a game or the position to begin with. A game that has not ended after
    `most` plies is a draw.
    """
    position = game if isinstance(game, Position) else start(game)
    rules = position._game
    match = Match(rules, position._state)
    players = [chooser(rules, player) for player in (first, second)]
    while (outcome := match.outcome()) is None and match.ply < most:
        match.play(players[match.player](match.state, match.history()).move)
    winner = None if outcome is None else outcome.winner
    return Played(
        moves=tuple(match.notation()),
        winner=DRAW if winner is None else rules.sides[winner].letter,
        reason=f"Nobody had won after {most} plies." if outcome is None else outcome.reason,
        position=Position(rules, match.state),
        start=position,
    )


def chooser(game: Game, player: AnyPlayer) -> Callable[[State, Sequence[State]], Report]:
    """Return the function by which a player chooses its moves."""
    if isinstance(player, str):
        named = read_player(game, player)
        if named.place == PROGRAM:
            raise UserError("another program (ugi:, uci:) plays in `loa match` and in the window")
        files = FilesHere()
        return lambda state, history: think(named, game, state, files, history)
    function = player
    if _takes(function) == 2:
        textbook = Player("alphabeta", depth=DEPTH)
        own = OwnEvaluation(game, partial(functions.values, game, function))
        return lambda state, history: textbook.choose(game, state, history, own=own)
    limits, evaluation = Limits(seconds=SECONDS), game.evaluation(game.evaluations[-1])
    return lambda state, history: run_choose(game, state, function, limits, evaluation)


def _takes(function: Callable[..., Any]) -> int:
    """Return 2 for a function like `evaluate` and 3 for one like `choose`."""
    if not callable(function):
        raise TypeError(f"a player is a text or a function, not {function!r}")
    asked = [
        parameter
        for parameter in inspect.signature(function).parameters.values()
        if parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
        and parameter.default is parameter.empty
    ]
    if len(asked) not in (2, 3):
        raise TypeError("a function that plays is evaluate(position, player) or "
                        "choose(position, seconds, counts)")  # fmt: skip
    return len(asked)

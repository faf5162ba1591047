"""A search's report as a text property, so that the statistics travel with the game.

The value of LTSEARCH, the search that chose a move, and of LTSTUDY, the analysis of the position
after it, is one JSON object. Moves are in the program's notation, and a line is moves
with blanks between them. `statistics` is a list of the six figures in the order of the assignment,
or an object with the figures by name if the search counts others; `levels` are the nodes at each
level. Every entry of `passes` is [kind, depth, value, move, line, seconds, statistics, levels].
`proof` is the winner's name or "draw", the plies, and the source "book" or "prover" if the plies
are the bound of a solved game, or "program" if another program has announced it. A value that was
not found is null. `player` is the player that searched, as players are written; files of the first
version do not have it.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any

from loa_tk.model.game import Game, Move, State
from loa_tk.model.notation import move_text, read_move
from loa_tk.model.records.record import ReportError, one_line
from loa_tk.model.search.statistics import (
    ANNOUNCED,
    ROWS,
    SIX,
    Iteration,
    Proof,
    Report,
    Statistics,
    unsigned,
)

SEARCH, STUDY = "LTSEARCH", "LTSTUDY"
KINDS = ("depth", "proof", "unfinished", "book")
SOURCES = ("book", "prover", ANNOUNCED)
MOST = 2**63
LONGEST_PLAYER = 200  # characters
LONGEST = 1_000_000  # characters; a search of a hundred depths takes 30,000


def report_text(game: Game, state: State, report: Report) -> str:
    """Return a report on `state` as text."""
    lines = _Lines(game, state)
    entries: dict[str, Any] = {
        "move": lines.write([report.move]),
        "value": unsigned(report.value),
        "depth": report.depth,
        "line": lines.write(report.line),
        "seconds": report.seconds,
        **_figures(report.statistics, report.shown),
        **({"player": report.player} if report.player else {}),
    }
    if report.proof is not None:
        winner = report.proof.winner
        name = "draw" if winner is None else game.sides[winner].name
        source = report.proof.source
        entries["proof"] = [name, report.proof.plies, *([source] if source else [])]
    entries["passes"] = [
        [
            iteration.kind,
            iteration.depth,
            unsigned(iteration.value),
            None if iteration.move is None else lines.write([iteration.move]),
            lines.write(iteration.line),
            iteration.seconds,
            *_figures(iteration.statistics, report.shown).values(),
        ]
        for iteration in report.iterations
    ]
    return json.dumps(entries, separators=(",", ":"))


def _figures(counted: Statistics, shown: tuple[str, ...]) -> dict[str, Any]:
    named = counted.figures(shown)
    statistics = list(named.values()) if shown == SIX else named
    return {"statistics": statistics, "levels": list(counted.levels)}


def read_report(game: Game, state: State, text: str) -> Report:
    """Return the report on `state` that a text holds, or raise ReportError."""
    try:
        if len(text) > LONGEST:
            raise ValueError
        entries = json.loads(text)
        lines = _Lines(game, state)
        return Report(
            value=_value(entries["value"]),
            depth=_count(entries["depth"]),
            line=_line(lines, entries["move"], entries["line"]),
            proof=_proof(game, entries.get("proof")),
            seconds=_real(entries["seconds"]),
            iterations=tuple(_iteration(lines, entry) for entry in entries["passes"]),
            statistics=_statistics(entries["statistics"], entries["levels"]),
            shown=tuple(_named(entries["statistics"])),
            player=one_line(str(entries.get("player", "")))[:LONGEST_PLAYER],
        )
    except (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError):
        raise ReportError("a search’s report cannot be read") from None


def _iteration(lines: _Lines, entry: Any) -> Iteration:
    kind, depth, value, move, line, seconds, statistics, levels = entry
    if kind not in KINDS:
        raise ValueError
    return Iteration(
        depth=_count(depth),
        value=_value(value),
        line=() if move is None else _line(lines, move, line),
        seconds=_real(seconds),
        statistics=_statistics(statistics, levels),
        kind=kind,
    )


def _line(lines: _Lines, move: Any, line: Any) -> tuple[Move, ...]:
    """Return the moves of a line; if it does not begin with the move found, that move alone."""
    first, moves = lines.read(move)[0], lines.read(line)
    return moves if moves[:1] == (first,) else (first,)


def _statistics(statistics: Any, levels: Any) -> Statistics:
    return Statistics(**_named(statistics), levels=tuple(map(_count, levels)))


def _named(statistics: Any) -> dict[str, Any]:
    """Return figures by name; a list has the six, an object may have some unknown to us."""
    if isinstance(statistics, list):
        statistics = dict(zip(SIX, statistics, strict=True))
    return {
        name: _count(figure) if ROWS[name].whole else _real(figure)
        for name, figure in statistics.items()
        if name in ROWS
    }


def _value(number: Any) -> float | None:
    return None if number is None else _real(number)


def _proof(game: Game, entry: Any) -> Proof | None:
    if entry is None:
        return None
    name, plies, *source = entry
    if source and source not in ([name] for name in SOURCES):
        raise ValueError
    names = [side.name for side in game.sides]
    winner = None if name == "draw" else names.index(name)
    return Proof(winner, None if plies is None else _count(plies), *source)


def _count(number: Any) -> int:
    if type(number) is not int or not 0 <= number < MOST:
        raise ValueError
    return int(number)


def _real(number: Any) -> float:
    if type(number) not in (int, float) or not math.isfinite(number):
        raise ValueError
    return float(number)


class _Lines:
    """Moves that follow each other from a position, to and from text, which the passes share."""

    def __init__(self, game: Game, state: State) -> None:
        self.game, self.state = game, state
        self.written: dict[tuple[State, Move], tuple[str, State]] = {}
        self.known: dict[tuple[State, str], tuple[Move, State]] = {}

    def write(self, line: Sequence[Move]) -> str:
        state, texts = self.state, []
        for move in line:
            if (state, move) not in self.written:
                after = self.game.play(state, move)
                self.written[state, move] = move_text(self.game, state, move), after
            text, state = self.written[state, move]
            texts.append(text)
        return " ".join(texts)

    def read(self, text: str) -> tuple[Move, ...]:
        state, moves = self.state, []
        for word in text.split():
            if (state, word) not in self.known:
                move = read_move(self.game, state, word)
                self.known[state, word] = move, self.game.play(state, move)
            move, state = self.known[state, word]
            moves.append(move)
        return tuple(moves)

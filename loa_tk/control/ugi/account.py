"""Reads the info lines by which a program reports its search, and makes a report of them."""

from __future__ import annotations

from loa_tk.control.ugi.dialect import Dialect
from loa_tk.model.game import Game, Move, State, UserError
from loa_tk.model.notation import read_move
from loa_tk.model.search.options import MOST_DEPTH
from loa_tk.model.search.statistics import (
    ANNOUNCED,
    SIX,
    Iteration,
    Proof,
    Report,
    Statistics,
)

DIGITS = 18  # of a figure that a program reports; a longer one is ignored
STATISTICS = ("info", "string", "statistics")  # the beginning of the line with the six
BOUNDS = ("lowerbound", "upperbound")  # of a score that is not exact
LONGEST_LINE = 100  # moves of a line that are read


class Account:
    """What a program has reported about one search, line by line."""

    def __init__(self) -> None:
        """Begin without any report."""
        self.counted: Statistics | None = None  # the six, if they were reported
        self.depths: dict[int, list[str]] = {}  # the last line about each depth, as words
        self.figures: dict[str, int] = {}  # the latest of each name
        self.scored: list[str] = []  # the last line with an exact score, as words

    def hear(self, line: str) -> None:
        """Take in one line of the program; a line that reports nothing is ignored."""
        words = line.split()
        if words[:1] != ["info"]:
            return
        if words[1:2] == ["string"]:
            self.counted = read_statistics(line) or self.counted
        elif figure(words, "multipv") <= 1:
            for name in ("depth", "seldepth", "nodes"):
                if name in words:
                    self.figures[name] = figure(words, name)
            if set(BOUNDS) & set(words):
                return
            if "score" in words:
                self.scored = words
            depth = figure(words, "depth")
            if "pv" in words and 0 < depth <= MOST_DEPTH:
                self.depths[depth] = words

    def report(
        self, game: Game, state: State, dialect: Dialect, move: Move, seconds: float
    ) -> Report:
        """Return the report of a search that has chosen this move."""
        passes = self.passes(game, state, dialect, move, seconds)
        finished = [one for one in passes if one.kind == "depth"]
        depth = finished[-1].depth if finished else self.figures.get("depth", 0)
        reached = max((one.statistics.max_depth for one in passes), default=depth)
        counted = self.counted or Statistics(reached, self.figures.get("nodes", 0))
        line = passes[-1].line if passes else (move,)
        value = read_score(self.scored, dialect.cents, game.utmost)
        proof = announced(self.scored, game.player(state))
        shown = SIX if self.counted else dialect.shown
        return Report(
            move, value, depth, line, proof, seconds, tuple(passes), counted, shown=shown
        )

    def passes(
        self, game: Game, state: State, dialect: Dialect, move: Move, seconds: float
    ) -> list[Iteration]:
        """Return a pass for each depth reported, the last one with the move chosen."""
        found: list[Iteration] = []
        nodes, time = 0, 0
        known: int | None = None
        for depth, words in sorted(self.depths.items()):
            before, known = known, mate(words)
            if known is not None and known == before:
                continue  # some programs repeat a win that they have found at every depth
            line = read_line(game, state, words)
            if not line:
                continue
            all_nodes, all_time = figure(words, "nodes"), figure(words, "time")
            reached = max(depth, figure(words, "seldepth"))
            spent = Statistics(reached, max(0, all_nodes - nodes))
            took = max(0, all_time - time) / 1000
            value = read_score(words, dialect.cents, game.utmost)
            found.append(Iteration(depth, value, line[0], line, took, spent))
            nodes, time = all_nodes, all_time
        depth, more = self.figures.get("depth", 0), max(0, self.figures.get("nodes", 0) - nodes)
        if found[-1].move != move if found else more > 0:
            # Without this pass, the log would say that the program did not play its best move.
            kind, rest = "unfinished" if found else "depth", max(0.0, seconds - time / 1000)
            found.append(Iteration(depth, None, move, (move,), rest, Statistics(depth, more), kind))
        return found


def read_line(game: Game, state: State, words: list[str]) -> tuple[Move, ...]:
    """Return the moves after `pv` up to the first that is not legal."""
    line: list[Move] = []
    for text in words[words.index("pv") + 1 :][:LONGEST_LINE]:
        try:
            line.append(read_move(game, state, text))
        except UserError:
            break
        state = game.play(state, line[-1])
    return tuple(line)


def read_statistics(line: str) -> Statistics | None:
    """Return the six statistics of a line `info string statistics …`, or None if it is another.

    The figures are maximum depth, nodes, EVAL calls in MAX and in MIN, prunings in MAX and in MIN.
    """
    words = line.split()
    figures = words[len(STATISTICS) :]
    right = (one.isascii() and one.isdecimal() and len(one) <= DIGITS for one in figures)
    if tuple(words[: len(STATISTICS)]) != STATISTICS or len(figures) != len(SIX) or not all(right):
        return None
    depth, nodes, evals_max, evals_min, prunes_max, prunes_min = map(int, figures)
    return Statistics(depth, nodes, evals_max, evals_min, prunes_max, prunes_min)


def read_score(words: list[str], cents: float, utmost: float) -> float | None:
    """Return the value for the side to move that an info line reports, or None.

    `score cp` is divided by `cents`; an announced win or loss is worth a won or a lost game.
    """
    moves = mate(words)
    if moves is not None:
        return utmost if moves > 0 else -utmost
    amount = _score(words, "cp")
    return None if amount is None else amount / cents


def announced(words: list[str], player: int) -> Proof | None:
    """Return the win or loss of the side to move that an info line announces, or None."""
    moves = mate(words)
    if moves is None:
        return None
    if moves > 0:
        return Proof(player, 2 * moves - 1, ANNOUNCED)
    return Proof(1 - player, -2 * moves, ANNOUNCED)


def mate(words: list[str]) -> int | None:
    """Return N of `score mate N`: the side to move wins in N moves, or loses in -N; or None."""
    return _score(words, "mate")


def _score(words: list[str], kind: str) -> int | None:
    place = words.index("score") if "score" in words else len(words)
    found, number, *_ = [*words[place + 1 : place + 3], "", ""]
    digits = number.removeprefix("-")
    right = digits.isascii() and digits.isdecimal() and len(digits) <= DIGITS
    return int(number) if found == kind and right else None


def figure(words: list[str], name: str) -> int:
    """Return the whole number that follows a word, or 0 if there is none."""
    text = words[words.index(name) + 1 :][:1] if name in words else []
    right = text and text[0].isascii() and text[0].isdecimal() and len(text[0]) <= DIGITS
    return int(text[0]) if right else 0

"""The protocols of other programs: what is said to them, and how their reports are read.

Each protocol is a dialect. The Universal Game Interface has the positions and moves of this
program. The Universal Chess Interface is for games that chess programs know as variants.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

from loa_tk.model.game import Game, Move, State, UserError
from loa_tk.model.notation import position_text, read_move
from loa_tk.model.search.options import MOST_DEPTH
from loa_tk.model.search.players import Player
from loa_tk.model.search.statistics import ANNOUNCED, SIX, Iteration, Proof, Report, Statistics

UNTIMED = 600.0  # seconds for a move of a program that has only a limit of depth or nodes
VARIANTS = {"breakthrough8": "breakthrough"}  # the names that chess programs give to games
VARIANT = "UCI_Variant"
SIDES, PAWNS = "wb", "Pp"  # the side to move and the pieces of a position, the first side before
REST = "- - 0 1"  # no castling, no en passant, no moves without a capture, the first move
DIGITS = 18  # of a figure that a program reports; a longer one is ignored
STATISTICS = ("info", "string", "statistics")  # the beginning of the line with the six
BOUNDS = ("lowerbound", "upperbound")  # of a score that is not exact
LONGEST_LINE = 100  # moves of a line that are read


class Forfeit(Exception):
    """A player has lost the game by misbehaving; the text says how."""


@dataclass(frozen=True, kw_only=True)
class Terms:
    """The limits of one move as the program is told them, and how long it is waited for."""

    wait: float  # seconds, to which the client adds its grace
    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None

    def go(self) -> str:
        """Return the command that starts the search."""
        limits = {
            "movetime": None if self.seconds is None else round(1000 * self.seconds),
            "depth": self.depth,
            "nodes": self.nodes,
        }
        given = [f"{name} {limit}" for name, limit in limits.items() if limit is not None]
        return " ".join(["go", *given])


def terms_of(player: Player, seconds: float) -> Terms:
    """Return the limits of a player; one that names none has this many seconds for a move.

    A program that speaks UGI is told its depth alone, so that it plays the same moves on every
    machine. Its seconds are then how long the answer is waited for.
    """
    own, nodes = player.seconds, player.options.get("nodes")
    if player.depth is None and nodes is None:
        own = own or seconds
    told = None if player.search == Ugi.name and player.depth is not None else own
    return Terms(wait=own or UNTIMED, seconds=told, depth=player.depth, nodes=nodes)


class Dialect(Protocol):
    """The words of one protocol: those of its beginning, and how it writes positions and moves.

    The commands `isready`, `position fen … moves …`, `go`, `stop` and `quit`, and the answers
    `readyok`, `info` and `bestmove` are the same in all of them.
    """

    name: str  # as players are written; also the first word said to the program
    example: str  # of a player, for messages
    shown: tuple[str, ...]  # the statistics that a program reports
    cents: float  # how many of its hundredths (`score cp`) are 1 in the game's values

    def settings(self, game: Game, offered: Sequence[str], given: Mapping[str, str]) -> list[str]:
        """Return the commands that choose a game and set the options given.

        `offered` are the program's own lines about its options. Raise Forfeit if it lacks one.
        """

    def position(self, game: Game, state: State) -> str:
        """Return a position as text."""

    def move(self, text: str) -> str:
        """Return a move as text from the notation of this program.

        The answers need no translation: moves are read with and without a sign between squares.
        """


class Ugi:
    """What is said to a program that speaks the Universal Game Interface."""

    name, example, cents = "ugi", "ugi:loa engine", 100.0
    shown: tuple[str, ...] = SIX

    def settings(self, game: Game, offered: Sequence[str], given: Mapping[str, str]) -> list[str]:
        """Return the commands that choose a game."""
        return [f"setoption name Game value {game.key}", "uginewgame"]

    def position(self, game: Game, state: State) -> str:
        """Return a position as this program writes it."""
        return position_text(game, state)

    def move(self, text: str) -> str:
        """Return the move as it is."""
        return text


class Uci:
    """What is said to a program that speaks the Universal Chess Interface.

    Its hundredths are those of a worker, as are this program's own values of Breakthrough.
    """

    name, example, cents = "uci", "uci:fairy-stockfish", 1.0
    shown: tuple[str, ...] = ("max_depth", "nodes")

    def settings(self, game: Game, offered: Sequence[str], given: Mapping[str, str]) -> list[str]:
        """Return the commands that choose the variant and set the options given."""
        variant, known = VARIANTS[game.key], {_name(line).lower(): line for line in offered}
        choices = known.get(VARIANT.lower(), "").split()
        if ("var", variant) not in pairwise(choices):
            raise Forfeit(f"It does not offer the variant {variant} ({VARIANT}).")
        for name in given:
            if name.lower() not in known:
                raise Forfeit(f"It has no option {name!r}.")
        chosen = {VARIANT: variant, **given}
        options = [f"setoption name {name} value {value}" for name, value in chosen.items()]
        return [*options, "ucinewgame"]

    def position(self, game: Game, state: State) -> str:
        """Return a position as a chess program reads it, with pawns for workers."""
        rows, _ = position_text(game, state).split(" ")
        letters = "".join(side.letter for side in game.sides)
        pieces = rows.translate(str.maketrans(letters, PAWNS))
        return f"{pieces} {SIDES[game.player(state)]} {REST}"

    def move(self, text: str) -> str:
        """Return the two squares of a move without a sign between them."""
        return text.replace("-", "").replace("x", "")


def _name(line: str) -> str:
    """Return the name in a line `option name NAME type …`."""
    return line.removeprefix("option name ").partition(" type ")[0].strip()


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
        finished = [made for made in passes if made.kind == "depth"]
        depth = finished[-1].depth if finished else self.figures.get("depth", 0)
        reached = max((made.statistics.max_depth for made in passes), default=depth)
        counted = self.counted or Statistics(max_depth=reached, nodes=self.figures.get("nodes", 0))
        return Report(
            value=read_score(self.scored, dialect.cents, game.utmost),
            depth=depth,
            line=passes[-1].line if passes else (move,),
            proof=announced(self.scored, game.player(state)),
            seconds=seconds,
            iterations=tuple(passes),
            statistics=counted,
            shown=SIX if self.counted else dialect.shown,
        )

    def counts_apart(self) -> bool:
        """Return whether `nodes` are those of each depth alone, and not of all depths so far.

        They are if they ever get fewer, if the statistics are their sum, or if the statistics are
        those of the last depth: a search to one depth calls EVAL in MAX-VALUE or in MIN-VALUE only.
        """
        nodes = [figure(words, "nodes") for _, words in sorted(self.depths.items())]
        if len(nodes) < 2:
            return False
        counted = self.counted or Statistics()
        last = 0 in (counted.evals_max, counted.evals_min) and counted.nodes == nodes[-1]
        fewer = any(later < earlier for earlier, later in pairwise(nodes))
        return fewer or (self.counted is not None and (counted.nodes == sum(nodes) or last))

    def passes(
        self, game: Game, state: State, dialect: Dialect, move: Move, seconds: float
    ) -> list[Iteration]:
        """Return a pass for each depth reported, the last one with the move chosen."""
        passes: list[Iteration] = []
        nodes, time, apart = 0, 0, self.counts_apart()
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
            spent = Statistics(max_depth=reached, nodes=max(0, all_nodes - nodes))
            took = max(0, all_time - time) / 1000
            value = read_score(words, dialect.cents, game.utmost)
            passes.append(
                Iteration(depth=depth, value=value, line=line, seconds=took, statistics=spent)
            )
            nodes, time = 0 if apart else all_nodes, all_time
        depth, more = self.figures.get("depth", 0), max(0, self.figures.get("nodes", 0) - nodes)
        more = 0 if apart and passes else more
        if passes[-1].move != move if passes else more > 0:
            # Without this pass, the log would say that the program did not play its best move.
            kind, rest = "unfinished" if passes else "depth", max(0.0, seconds - time / 1000)
            cost = Statistics(max_depth=depth, nodes=more)
            passes.append(
                Iteration(depth=depth, line=(move,), seconds=rest, statistics=cost, kind=kind)
            )
        return passes


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
    right = map(is_figure, figures)
    if tuple(words[: len(STATISTICS)]) != STATISTICS or len(figures) != len(SIX) or not all(right):
        return None
    return Statistics(**dict(zip(SIX, map(int, figures), strict=True)), levels=())


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
    named, number, *_ = [*words[place + 1 : place + 3], "", ""]
    return int(number) if named == kind and is_figure(number.removeprefix("-")) else None


def is_figure(text: str) -> bool:
    """Return whether a text is a whole number that is not too long."""
    return text.isascii() and text.isdecimal() and len(text) <= DIGITS


def figure(words: list[str], name: str) -> int:
    """Return the whole number that follows a word, or 0 if there is none."""
    text = words[words.index(name) + 1 :][:1] if name in words else []
    return int(text[0]) if text and is_figure(text[0]) else 0

"""Serves the Universal Game Interface: answers commands while a search runs in its own thread."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from typing import TextIO

from loa_tk import __version__
from loa_tk.control.engine.jobs import Message
from loa_tk.control.engine.searches import SearchJob
from loa_tk.control.engine.searchlog import line_texts
from loa_tk.control.ugi.protocol import STATISTICS
from loa_tk.model.fields import Whole
from loa_tk.model.game import Game, PlayerError, UserError
from loa_tk.model.games import all_games, find_game
from loa_tk.model.match import Match
from loa_tk.model.notation import move_text, read_position
from loa_tk.model.search.options import LEAST_SECONDS, MOST_DEPTH, MOST_NODES, MOST_SECONDS
from loa_tk.model.search.players import Player, is_player, read_player
from loa_tk.model.search.search import PROGRAM
from loa_tk.model.search.statistics import SIX, Report

FOREVER = MOST_SECONDS
STRONGEST = "hard"
CLOCK = ("p1time", "p2time", "p1inc", "p2inc", "movestogo")  # milliseconds, and a number of moves
MOVES_LEFT = 25  # that the time on a clock must last for, if the program does not say
LONGEST = 1_000_000  # characters of a line: a game of 100,000 moves
SHOWN = 200  # characters of an error
NO_MOVE = "0000"  # the answer of a student's file that has failed


class UgiServer:
    """One conversation about one game, with at most one search at a time."""

    def __init__(self, game: Game, out: TextIO) -> None:
        """Begin with a game at its starting position."""
        self.out = out
        self.speaking = threading.Lock()
        self.searching: threading.Thread | None = None
        self.stopped = threading.Event()
        self.endless = False  # whether only stop or quit ends the search
        self.broken: OSError | None = None  # why the search's thread could not write
        self.match = Match(game)
        self.wrong = ""  # why the last position command failed, if it did
        self.wanted = STRONGEST  # the player that was asked for, as text
        self.player = read_player(game, STRONGEST)
        self.commands: dict[str, Callable[[list[str]], None]] = {
            "ugi": self.introduce,
            "setoption": self.set_option,
            "isready": lambda words: self.say("readyok"),
            "uginewgame": lambda words: self.new_game(self.match.game),
            "position": self.position,
            "go": self.go,
            "stop": lambda words: self.stop(),
            "query": self.query,
        }

    def say(self, line: str) -> None:
        """Write one line at once; both threads do."""
        with self.speaking:
            self.out.write(line + "\n")
            self.out.flush()

    def converse(self, lines: Iterable[str]) -> None:
        """Answer line by line until quit or the end of the input; wrong lines get an error line."""
        try:
            for line in lines:
                words = line.split()
                if words[:1] == ["quit"]:
                    break
                if not words:
                    continue
                try:
                    if len(line) >= LONGEST:  # a list of moves without its end is another position
                        raise UserError(f"a line has at most {LONGEST:,} characters")
                    if words[0] not in self.commands:
                        raise UserError(f"unknown command {brief(words[0])!r}")
                    self.commands[words[0]](words[1:])
                except UserError as error:
                    self.say(f"info string error: {brief(str(error))}")
            else:
                # A script that pipes its commands in still waits for the answer. A search without
                # a limit is stopped, because no stop command can follow.
                if not self.endless:
                    self.wait()
        finally:
            self.stop()

    def introduce(self, words: list[str]) -> None:
        """Say the name of the program and its options."""
        self.say(f"id name loa_tk {__version__}")
        self.say("id author the loa_tk authors")
        choices = " ".join(f"var {key}" for key in all_games())
        self.say(f"option name Game type combo default {self.match.game.key} {choices}")
        self.say("option name Player type string default hard")
        self.say("ugiok")

    def set_option(self, words: list[str]) -> None:
        """Change the game or the player."""
        if len(words) < 4 or words[0] != "name" or words[2] != "value":
            raise UserError("setoption is written: setoption name NAME value VALUE")
        name, value = words[1].lower(), " ".join(words[3:])
        if name == "game":
            self.new_game(find_game(value))
        elif name == "player":
            self.choose_player(value)
        else:
            raise UserError(f"there is no option {words[1]!r}")

    def choose_player(self, text: str) -> None:
        """Let this player search; one of another game waits until that game is chosen."""
        try:
            player = read_player(self.match.game, text)
            if player.place == PROGRAM:
                raise UserError("this engine does not ask another program for its moves")
            self.player = player
        except PlayerError as error:
            if not any(is_player(game, text) for game in all_games().values()):
                raise
            self.say(f"info string {error}; {text} waits for a game that has it")
        self.wanted = text

    def new_game(self, game: Game) -> None:
        """Go to a game's start; the player stays, or is the strongest level if it cannot."""
        self.stop()
        if game is not self.match.game:
            known = is_player(game, self.wanted)
            self.player = read_player(game, self.wanted if known else STRONGEST)
            if not known:
                self.say(f"info string {game.key} has no player {self.wanted}; {STRONGEST} plays")
        self.match, self.wrong = Match(game), ""

    def position(self, words: list[str]) -> None:
        """Set up a position; after a wrong one there is no position to search."""
        try:
            self.set_up(words)
        except UserError as error:
            self.stop()
            self.wrong = str(error)
            raise
        self.wrong = ""

    def set_up(self, words: list[str]) -> None:
        """Set up a position, or raise UserError and leave the old one in place."""
        game = self.match.game
        place = words.index("moves") if "moves" in words else len(words)
        setup, moves = words[:place], words[place + 1 :]
        if setup == ["startpos"]:
            match = Match(game)
        elif setup[:1] == ["fen"]:
            match = Match(game, read_position(game, " ".join(setup[1:])))
        else:
            raise UserError("position is written: position startpos|fen TEXT [moves …]")
        for text in moves:
            match.play_text(text)
        self.stop()
        self.match = match

    def go(self, words: list[str]) -> None:
        """Start a search in its own thread; it ends with the line bestmove."""
        if self.wrong:
            raise UserError(f"there is no position to search: {self.wrong}")
        if self.match.outcome() is not None:
            raise UserError("the game is over")
        player, nodes = limited(self.player, words, self.match.player)
        self.stop()
        self.stopped = threading.Event()
        self.endless = player.depth is None and player.seconds == FOREVER and nodes is None
        self.searching = threading.Thread(target=self.answer, args=(player, nodes, self.stopped))
        self.searching.start()

    def answer(self, player: Player, nodes: int | None, stopped: threading.Event) -> None:
        """Search in this thread; `wait` raises the error if the answer cannot be written."""
        try:
            self.search(player, nodes, stopped)
        except OSError as error:
            self.broken = error

    def search(self, player: Player, nodes: int | None, stopped: threading.Event) -> None:
        """Search, write one info line for each finished depth, and answer."""
        match, depth, counted = self.match, 0, 0

        def progress(report: object) -> None:
            nonlocal depth, counted
            if isinstance(report, Message):
                self.heard(report)
            elif isinstance(report, Report) and report.depth > depth:
                depth, counted = report.depth, report.statistics.nodes
                self.say(info(match, report))

        state, history = match.state, match.history()
        job = SearchJob(
            game=match.game.key, state=state, history=history, player=player, nodes=nodes
        )
        try:
            report = job.run(stopped.is_set, progress)
        except UserError as error:
            self.say(f"info string error: {error}")
            self.say(f"bestmove {NO_MOVE}")
            return
        if report.depth > depth or not depth:
            self.say(info(match, report))
        elif report.statistics.nodes > counted:  # of a depth that was not finished
            self.say(f"info {cost(report)}")
        if report.shown == SIX:
            figures = report.statistics.figures(SIX).values()
            self.say(" ".join([*STATISTICS, *map(str, figures)]))
        self.say(f"bestmove {move_text(match.game, state, report.move)}")

    def heard(self, message: Message) -> None:
        """Write the notes about a student's file, and what it prints, as info lines."""
        for line in str(message.content).splitlines():
            self.say(f"info string {message.kind}: {line}")

    def stop(self) -> None:
        """End the search, if there is one, and wait for its answer."""
        self.stopped.set()
        self.wait()

    def wait(self) -> None:
        """Wait for the end of the search, if there is one."""
        if self.searching is not None:
            self.searching.join()
            self.searching = None
        broken, self.broken = self.broken, None
        if broken is not None:
            raise broken

    def query(self, words: list[str]) -> None:
        """Answer one of the questions p1turn, gameover and result."""
        outcome = self.match.outcome()
        if words == ["p1turn"]:
            answer = str(self.match.player == 0).lower()
        elif words == ["gameover"]:
            answer = str(outcome is not None).lower()
        elif words == ["result"]:
            names = {None: "draw", 0: "p1win", 1: "p2win"}
            answer = "none" if outcome is None else names[outcome.winner]
        else:
            raise UserError("query is one of p1turn, gameover, result")
        self.say(f"response {answer}")


def bounded(lines: TextIO) -> Iterator[str]:
    """Yield lines; of one that is too long only the beginning, because it could be endless."""
    while line := lines.readline(LONGEST):
        yield line
        while len(line) == LONGEST and not line.endswith("\n"):
            line = lines.readline(LONGEST)


def brief(text: str) -> str:
    """Return a text, only its beginning if it is long."""
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"


def limited(player: Player, words: list[str], side: int) -> tuple[Player, int | None]:
    """Return the player with the limits of a go command, and the limit of nodes, if any.

    `side` is the side to move, whose clock counts.
    """
    if not words:
        return player, None
    clock: dict[str, float] = {}
    limits: dict[str, float] = {"seconds": FOREVER}
    nodes = None
    remaining = list(words)
    while remaining:
        key = remaining.pop(0)
        if key == "infinite":
            continue
        if key not in ("depth", "movetime", "nodes", *CLOCK):
            raise UserError(f"go does not know {key!r}")
        text = remaining.pop(0) if remaining else ""
        late = key in CLOCK and text.startswith("-")  # some programs send a clock that has run out
        number = Whole(0 if key in CLOCK else 1, MOST_NODES).read(f"go {key}", text[late:])
        if key in CLOCK:
            clock[key] = 0 if late else number
        elif key == "depth":
            limits["depth"] = min(number, MOST_DEPTH)
        elif key == "movetime":
            limits["seconds"] = max(LEAST_SECONDS, min(number / 1000, FOREVER))
        else:
            nodes = number
    left = clock.get(f"p{side + 1}time")
    if left is None and clock and nodes is None and limits == {"seconds": FOREVER}:
        return player, None  # only the other side's clock is known
    if left is not None:
        each = clock.get(f"p{side + 1}inc", 0) + left / (clock.get("movestogo") or MOVES_LEFT)
        seconds = min(each, left / 2) / 1000
        limits["seconds"] = max(LEAST_SECONDS, min(seconds, limits["seconds"]))
    # A search that nothing needs to limit, such as random, has no such options.
    bounded = any(option.limit for option in player.rows())
    return (player.limited(**limits) if bounded else player), nodes


def info(match: Match, report: Report) -> str:
    """Return an info line; its score is in hundredths of the game's unit, or moves to the win."""
    game, state = match.game, match.state
    score = "" if report.value is None else f"score cp {round(100 * report.value)} "
    if report.proof is not None and report.proof.plies is not None:
        sign = 1 if report.proof.winner == game.player(state) else -1
        score = f"score mate {sign * ((report.proof.plies + 1) // 2)} "
    line = " ".join(line_texts(game, state, report.line))
    return f"info depth {report.depth} {score}{cost(report)} pv {line}"


def cost(report: Report) -> str:
    """Return what a search has cost so far, as part of an info line."""
    nodes, speed = report.statistics.nodes, report.nodes_per_second
    return f"nodes {nodes} nps {speed} time {round(1000 * report.seconds)}"

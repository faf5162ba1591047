"""Players: a search with its options; and the levels.

A player is written `search:key=value,…`, for example `alphabeta:eval=groups,depth=3`, or just
`random`; the name of a level (`easy`, `normal`, `hard`, `textbook`) is a player too. A search
without any limit has ten seconds for a move. `eval` may name a student's file, as in
`eval=mine.py`; `file:mine.py` is a student's search; `ugi:COMMAND` and `uci:COMMAND` are other
programs. `options.py` says how values are quoted.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import PurePath
from typing import Any

from loa_tk.model.game import Evaluation, Game, PlayerError, State
from loa_tk.model.search import all_searches, find_search
from loa_tk.model.search.options import (
    BLUNDER,
    DEFAULT_SECONDS,
    DEPTH,
    EVAL,
    SECONDS,
    SEED,
    Option,
    is_file,
    read_values,
    write_values,
)
from loa_tk.model.search.search import ENGINE, GUEST, Limits, Request, ignore, never
from loa_tk.model.search.statistics import Report

FILE_OPTION = "file"  # of the search `file`
READ = 256  # texts of players that need not be read again: a window asks for the same ones always
# Easy and Normal differ in nothing but how often they blunder, which each game says.
WEAK = "strong:eval=full,depth=2,blunder={:g}"
LEVELS: Mapping[str, str] = {
    "easy": WEAK,
    "normal": WEAK,
    "hard": "strong:eval=full,seconds=10",
    # The assignment's own opponent. Each game puts the evaluation of its report for `full`.
    "textbook": "alphabeta:eval=full,seconds=10",
}


@dataclass(frozen=True, init=False)
class Player:
    """A search and a value for each option; None means no limit, or chance without a seed."""

    search: str
    options: Mapping[str, Any] = field(hash=False)

    def __init__(self, search: str, **given: Any) -> None:
        """Take the options given and the defaults of the others, or raise PlayerError."""
        known = {option.name: option.default for option in find_search(search).options}
        for name in given:
            if name not in known:
                raise PlayerError(no_option(search, name))
        object.__setattr__(self, "search", search)
        object.__setattr__(self, "options", {**known, **given})

    def changed(self, **given: Any) -> Player:
        """Return this player with other values for some options."""
        return Player(self.search, **{**self.options, **given})

    def limited(self, **limits: Any) -> Player:
        """Return this player with these limits instead of its own."""
        own = {option.name: None for option in self.rows() if option.limit}
        return self.changed(**{**own, **limits})

    def rows(self) -> tuple[Option[Any], ...]:
        """Return the options that this player's search has."""
        return find_search(self.search).options

    def spec(self) -> str:
        """Return the player as text; reading it gives the same player."""
        values = [
            ("" if option.first else option.name, option.show(self.options[option.name]))
            for option in self.rows()
            if option.explicit or self.options[option.name] != option.default
        ]
        return self.search + (":" + write_values(values, enders(self.search)) if values else "")

    @property
    def place(self) -> str:
        """Where the player's moves are found: ENGINE, GUEST for a student's file, or PROGRAM."""
        place = find_search(self.search).place
        return GUEST if place == ENGINE and self.files else place

    @property
    def files(self) -> tuple[str, ...]:
        """The students' files that the player needs, its search before its evaluation."""
        search, evaluation = self.options.get(FILE_OPTION, ""), self.options.get(EVAL.name, "")
        return tuple(filter(None, (search, evaluation if is_file(evaluation) else "")))

    @property
    def own(self) -> bool:
        """Whether the player is a student's: a file, or a program in its folder."""
        return bool(self.files or self.options.get("folder"))

    @property
    def depth(self) -> int | None:
        """The depth limit, if there is one."""
        return self.options.get(DEPTH.name)

    @property
    def seconds(self) -> float | None:
        """The seconds for a move, if they are limited in the player's text."""
        return self.options.get(SECONDS.name)

    @property
    def allowed(self) -> float | None:
        """The seconds for a move: the player's own, the default if nothing else ends the search."""
        limits = [option.name for option in self.rows() if option.limit]
        if SECONDS.name in limits and all(self.options[name] is None for name in limits):
            return DEFAULT_SECONDS
        return self.seconds

    @property
    def seed(self) -> int | None:
        """The seed of its random choices; None if they cannot be repeated."""
        return self.options.get(SEED.name)

    @property
    def chancy(self) -> bool:
        """Whether its moves depend on chance, so that only a seed can repeat them."""
        blunders = bool(self.options.get(BLUNDER.name))
        return SEED.name in self.options and (blunders or find_search(self.search).by_chance)

    def limit_texts(self) -> list[str]:
        """Return the limits in the player's text as people read them."""
        limits = ((option, self.options[option.name]) for option in self.rows() if option.limit)
        return [option.limit.format(value) for option, value in limits if value is not None]

    def facts(self) -> list[str]:
        """Return all that makes the player's searches repeatable, as people read it.

        Files and programs are named without their folders, which are the user's own business.
        """
        texts = [self.search]
        for option in self.rows():
            value = self.options[option.name]
            if option.limit:
                used = self.allowed if option.name == SECONDS.name else value
                texts += [] if used is None else [option.limit.format(used)]
            elif option.first:
                texts += [PurePath(word).name for word in str(value).split()[:1]]
            elif option.explicit:
                texts.append(PurePath(value).name if value in self.files else option.show(value))
            elif value != option.default:
                texts.append(f"{option.name} {option.show(value)}")
        return texts

    def progress(self, report: Report) -> float:
        """Return the share of its nearest limit that a search has used, at most 1."""
        shares = [
            option.used(report) / self.options[option.name]
            for option in self.rows()
            if option.used is not None and self.options[option.name]
        ]
        return min(1.0, max(shares, default=0.0))

    def choose(
        self,
        game: Game,
        state: State,
        history: Sequence[State] = (),
        stop: Callable[[], bool] = never,
        progress: Callable[[Report], None] = ignore,
        nodes: int | None = None,
        own: Evaluation | None = None,
    ) -> Report:
        """Search an unfinished state; a blunder now and then plays a move other than the best.

        `own` is an evaluation that the game does not know by name.
        """
        limits = Limits(depth=self.depth, seconds=self.allowed, nodes=nodes, stop=stop)
        chance = self.dice(game, state, history)
        request = Request(
            game=game, state=state, limits=limits, history=history, progress=progress,
            options=self.options, chance=chance, own=own,
        )  # fmt: skip
        report = replace(find_search(self.search)(request).search(), player=self.spec())
        return self.blundered(game, state, history, report)

    def blundered(
        self, game: Game, state: State, history: Sequence[State], report: Report
    ) -> Report:
        """Return a report with a move other than the best, if this is the time for a blunder."""
        blunder = self.options.get(BLUNDER.name)
        others = [move for move in game.moves(state) if move != report.move] if blunder else []
        dice = self.dice(game, state, history)
        if others and dice.random() < (blunder or 0.0):
            return replace(report, line=(dice.choice(others),))
        return report

    def dice(self, game: Game, state: State, history: Sequence[State]) -> random.Random:
        """Return the random numbers for a move; a seed repeats them for a position and ply."""
        if self.seed is None:
            return random.Random()
        return random.Random(f"{self.seed}/{game.key}/{len(history)}/{state}")


def levels(game: Game) -> dict[str, str]:
    """Return the levels of one game by name: the program's own, unless the game changes them."""
    easy, normal = map(WEAK.format, game.blunders)
    return {**LEVELS, "easy": easy, "normal": normal, **game.levels}


def read_player(game: Game, text: str, known: Mapping[str, str] | None = None) -> Player:
    """Return the player that a text describes, or raise PlayerError; `known` are the levels."""
    known = levels(game) if known is None else known
    return _read_player(game, text, known.get(text, text), tuple(known))


def is_player(game: Game, text: str) -> bool:
    """Return whether a text describes a player of this game."""
    try:
        read_player(game, text)
    except PlayerError:
        return False
    return True


@lru_cache(READ)
def _read_player(game: Game, text: str, spec: str, known: tuple[str, ...]) -> Player:
    """Return the player that a text stands for: itself, or what a level of its name means."""
    search, colon, written = spec.partition(":")
    searches = all_searches()
    if search not in searches:
        raise PlayerError(
            f"there is no player {search!r}; players are {', '.join([*searches, *known])}"
        )
    games = searches[search].games
    if games and game.key not in games:
        raise PlayerError(f"{search}: plays only {', '.join(games)}, not {game.key}")
    rows = {option.name: option for option in searches[search].options}
    first = next((option.name for option in searches[search].options if option.first), "")
    given: dict[str, Any] = {}
    for part, name, value in read_values(written, first, enders(search)) if colon or first else ():
        if not name:
            raise PlayerError(f"player {text!r}: {part!r} is not written option=value")
        if name not in rows:
            raise PlayerError(f"player {text!r}: {no_option(search, name)}")
        if name in given:
            raise PlayerError(f"player {text!r}: {name} is given twice")
        given[name] = rows[name].read(value)
    evaluation = given.get(EVAL.name, EVAL.default)
    known_here = evaluation in game.evaluations or is_file(evaluation)
    if EVAL.name in rows and not known_here:
        raise PlayerError(
            f"{game.key} has no evaluation {evaluation!r}; it has {', '.join(game.evaluations)}"
        )
    return Player(search, **given)


def enders(search: str) -> tuple[str, ...]:
    """Return the options that may follow a search's command, or none if it has no command."""
    options = find_search(search).options
    has_command = any(option.command for option in options)
    return tuple(option.name for option in options if has_command and not option.first)


def no_option(search: str, name: str) -> str:
    """Return the message that a search has no such option."""
    names = [option.name for option in find_search(search).options]
    return f"{search} has no option {name!r}; its options are {', '.join(names)}"

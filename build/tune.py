"""Play variants of Lines of Action's `full` and of the strong search against the program as it is.

A variant is written key=value,… with the weights of `full` (concentration, largest, block, tempo;
checkers is a factor to all worths of squares), another evaluation (eval=centre) or a constant of
the search in capitals (LATE, WINDOW, PROVER_FIRST, …). Games are played one at a time by processor
time, so that other work on the machine does not matter. The opponent can also be another version
of the program, which is in the folder --against.

  python3 build/tasks.py tune loa6 --depth 3 --games 400 tempo=0 largest=0 eval=centre
  python3 build/tasks.py tune loa8 --seconds 0.2 --games 60 PROVER_FIRST=0 LATE=8
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace
from importlib import import_module
from itertools import islice
from math import sqrt
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

from loa_tk.control.series.plan import beginnings
from loa_tk.model.game import Game, Move, State, UserError
from loa_tk.model.games import find_game
from loa_tk.model.games.lines_of_action.knowledge import evaluation as loa
from loa_tk.model.games.lines_of_action.knowledge.full import WEIGHTS, BoardWeights, full
from loa_tk.model.match import Match
from loa_tk.model.search import negamax, search, strong
from loa_tk.model.search.players import Player
from loa_tk.model.search.statistics import Report

CONSTANTS: Mapping[str, ModuleType] = {
    "LATE": negamax,
    "REDUCED_DEPTH": negamax,
    "VERY_LATE": negamax,
    "FUTILE_DEPTH": negamax,
    "WINDOW": strong,
    "PROVER_FIRST": strong,
}
WEIGHT_NAMES = tuple(field.name for field in fields(BoardWeights))
Limits: TypeAlias = Mapping[str, Any]
LONGEST = 300  # plies; a longer game is a draw


class Version:
    """Another version of the program, loaded beside this one."""

    def __init__(self, folder: str, key: str, limits: Limits) -> None:
        """Import the package in `folder`, or raise UserError if there is none."""
        if not (Path(folder) / "loa_tk").is_dir():
            raise UserError(f"there is no folder {folder}/loa_tk")
        self.modules: dict[str, ModuleType] = {}
        sys.path.insert(0, folder)
        with self.loaded():
            vars(import_module("loa_tk.model.search.search"))["perf_counter"] = time.process_time
            self.game = import_module("loa_tk.model.games").find_game(key)
            self.player = import_module("loa_tk.model.search.players").Player("strong", **limits)
        sys.path.remove(folder)

    @contextmanager
    def loaded(self) -> Iterator[None]:
        """Let imports find this version, because a version may import a module late."""
        own = {name: sys.modules.pop(name) for name in list(sys.modules) if ours(name)}
        sys.modules.update(self.modules)
        try:
            yield
        finally:
            self.modules = {name: sys.modules.pop(name) for name in list(sys.modules) if ours(name)}
            sys.modules.update(own)

    def choose(self, game: Game, state: State, history: Sequence[State]) -> Report:
        """Return the report of this version's search for a move."""
        with self.loaded():
            report: Report = self.player.choose(self.game, state, history)
            return report


def ours(name: str) -> bool:
    """Return whether a module belongs to the package."""
    return name.partition(".")[0] == "loa_tk"


def parts(text: str) -> dict[str, str]:
    """Return a variant's keys and values, or raise UserError if there is no such key."""
    known = {*CONSTANTS, *WEIGHT_NAMES, "eval"}
    pairs = dict(part.partition("=")[::2] for part in text.split(",") if part)
    for key, value in pairs.items():
        if key not in known or (key == "eval" and value not in loa.EVALUATIONS):
            raise UserError(f"variant {text!r}: there is no {key}={value}")
        if key != "eval":
            try:
                float(value)
            except ValueError:
                raise UserError(f"variant {text!r}: {value!r} is not a number") from None
    return pairs


def register(text: str, size: int) -> str:
    """Return the name of a variant's evaluation; a new one is entered in the game's table."""
    given = {key: value for key, value in parts(text).items() if key not in CONSTANTS}
    if "eval" in given or not given:
        return given.get("eval", "full")
    weights = WEIGHTS[size]
    changed: dict[str, Any] = {key: float(value) for key, value in given.items()}
    if "checkers" in changed:
        factor = changed["checkers"]
        changed["checkers"] = [[factor * worth for worth in ring] for ring in weights.checkers]
    loa.EVALUATIONS[text] = recipe(replace(weights, **changed))
    return text


def recipe(weights: BoardWeights) -> loa.Recipe:
    """Return the evaluation `full` with other weights."""
    return loa.Recipe(
        table=lambda grid: full(grid, weights), clipped=True, tempo=lambda grid: weights.tempo
    )


def constants(text: str) -> dict[str, float]:
    """Return the constants of the search that a variant changes."""
    given = {key: float(value) for key, value in parts(text).items() if key in CONSTANTS}
    return {key: int(value) if value.is_integer() else value for key, value in given.items()}


def play(
    game: Game,
    players: Sequence[Player | Version],
    changes: list[dict[str, float]],
    opening: tuple[Move, ...],
) -> int | None:
    """Play one game and return the side that wins, or None for a draw."""
    match = Match(game)
    for move in opening:
        match.play(move)
    usual = {key: getattr(module, key) for key, module in CONSTANTS.items()}
    while (outcome := match.outcome()) is None and match.ply < LONGEST:
        for key, value in {**usual, **changes[match.player]}.items():
            setattr(CONSTANTS[key], key, value)
        report = players[match.player].choose(game, match.state, match.history())
        match.play(report.move)
    for key, value in usual.items():
        setattr(CONSTANTS[key], key, value)
    return None if outcome is None else outcome.winner


def series(
    game: Game, variant: str, other: Version | None, limits: Limits, args: argparse.Namespace
) -> list[int]:
    """Return wins, draws and losses of a variant; each opening is played with both colours."""
    names = [register(text, game.columns) for text in (variant, args.base)]
    players: list[Player | Version] = [Player("strong", eval=name, **limits) for name in names]
    if other:
        players[1] = other
    changes = [constants(variant), constants(args.base)]
    score = [0, 0, 0]
    for opening in islice(beginnings(game, args.openings, args.seed), args.games // 2):
        for swap in (False, True):
            order = -1 if swap else 1
            winner = play(game, players[::order], changes[::order], opening)
            score[1 if winner is None else 2 * (winner != swap)] += 1
    return score


def main(words: list[str] | None = None) -> int:
    """Read the command line, play, print a row for each variant."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=("loa5", "loa6", "loa8"))
    parser.add_argument("variants", nargs="+")
    parser.add_argument("--base", default="", help="what they play against (default: as it is)")
    parser.add_argument("--against", metavar="FOLDER", help="another version that they play")
    parser.add_argument("--depth", type=int)
    parser.add_argument("--seconds", type=float, help="for each move, of the processor")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--openings", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(words)
    try:
        for text in (args.base, *args.variants):
            parts(text)
        limits: Limits = {"depth": args.depth, "seconds": args.seconds, "book": 0}
        other = Version(args.against, args.game, limits) if args.against else None
    except UserError as error:
        print(error, file=sys.stderr)
        return 2
    vars(search)["perf_counter"] = time.process_time
    gc.disable()
    game = find_game(args.game)
    for variant in args.variants:
        wins, draws, losses = series(game, variant, other, limits, args)
        games = wins + draws + losses
        share = (wins + draws / 2) / games
        spread = sqrt(share * (1 - share) / games)
        counts = f"+{wins:<4} ={draws:<3} -{losses:<4}"
        print(f"{args.game} {variant:<40} {counts} {share:6.1%} ± {spread:.1%}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

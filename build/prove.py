"""Makes the files of proved positions, which `loa check` compares evaluations and searches with.

python3 build/tasks.py prove [GAME…]        (default: all games; some take minutes)
python3 build/tasks.py prove --won [GAME…]  (positions in which a search has to keep a win)

Every position comes from random play with a fixed seed and is proved by the program's own prover
with a limit of expansions and not of time, so that the files are the same on every machine.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Collection, Iterator
from itertools import chain, islice
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]

from loa_tk.model.checks.positions import (  # noqa: E402
    SHORT,
    SOLVED,
    WINNABLE,
    Proved,
    all_known,
    keeping_moves,
    line,
    prove,
    proved,
)
from loa_tk.model.checks.samples import endings, positions  # noqa: E402
from loa_tk.model.game import Game, State  # noqa: E402
from loa_tk.model.games import all_games, find_game  # noqa: E402

FOLDER = ROOT / "loa_tk" / "model" / "checks" / "positions"
SEED = 1
TRIED = 800  # positions
ENOUGH = 300
KEPT = 24  # of each distance to the win
EXPANSIONS = {"loa5": 100_000}
FEW = 4_000  # expansions in games of which only the end can be proved
WON, WON_IN = 50, range(3, 10)  # won positions of a game, and the plies of their wins
MORE, FAR_BACK = 4_000, 12  # other positions, of which few are won and can be spoiled
BACK = 8  # plies before the end of a random game


def positions_of(key: str) -> list[str]:
    """Return the lines of one game's file."""
    game = find_game(key)
    kept: Counter[int] = Counter()
    lines: list[str] = []

    def keep(state: State, distances: Collection[int] = range(1000)) -> None:
        found = proved(game, state, EXPANSIONS.get(key, FEW))
        if found is None or found.plies not in distances or kept[found.plies] >= KEPT:
            return
        if len(found.moves) * 2 > len(game.moves(state)):
            return  # a search that guesses would find these wins
        text = line(game, found)
        if text not in lines:
            kept[found.plies] += 1
            lines.append(text)

    source = positions(game, SEED) if key in SOLVED else endings(game, SEED, 1, BACK)
    for state in islice(source, TRIED):
        if len(lines) < ENOUGH:
            keep(state)
    # Random positions of a game that is proved everywhere may have few short wins.
    for state in islice(endings(game, SEED, 1, BACK), TRIED if key in SOLVED else 0):
        if any(kept[plies] < KEPT for plies in SHORT):
            keep(state, SHORT)
    short = ", ".join(f"{kept[plies]} wins in {plies}" for plies in SHORT)
    print(f"{key}: {len(lines)} positions, {short}", flush=True)
    return lines


def won_of(key: str) -> list[str]:
    """Return the lines of the won positions of one game, each with every move that keeps the win.

    A position in which a move cannot be proved to keep the win or to give it away is left out.
    Those of which the smallest share of the moves keeps it come first.
    """
    game, found = find_game(key), dict[str, float]()
    allowed = EXPANSIONS.get(key, FEW)
    known = ((one.state, one.winner, one.plies) for one in all_known(game))
    for state, winner, plies in chain(known, others(game, allowed)):
        moves, player = game.moves(state), game.player(state)
        if len(found) >= WON:
            break
        if len(moves) < 2 or winner != player or plies not in WON_IN:
            continue
        kept = keeping_moves(game, state, allowed)
        if kept is not None and len(kept) < len(moves):
            won = Proved(state=state, winner=player, plies=plies, moves=kept)
            found[line(game, won)] = len(kept) / len(moves)
    print(f"{key}: {len(found)} won positions", flush=True)
    return sorted(found, key=lambda text: (found[text], text))


def others(game: Game, allowed: int) -> Iterator[tuple[State, int | None, int]]:
    """Yield further positions with their winners and the plies of their wins, if proved."""
    for state in islice(endings(game, f"won/{SEED}", 3, FAR_BACK), MORE):
        proof = prove(game, state, allowed, bounded=True)
        if proof is not None:
            yield state, proof.winner, proof.plies or 0


def main(arguments: list[str]) -> int:
    """Write the files of these games."""
    won = "--won" in arguments
    named, known = [one for one in arguments if one != "--won"], WINNABLE if won else all_games()
    for key in named:
        if key not in known:
            print(f"there is no game {key!r} here; there are {', '.join(known)}", file=sys.stderr)
            return 2
    for key in named or list(known):
        text = "".join(f"{one}\n" for one in (won_of if won else positions_of)(key))
        (FOLDER / (f"{key}.won.txt" if won else f"{key}.txt")).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

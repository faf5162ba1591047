"""The file in which a check keeps its proofs, so that it can be interrupted and continued.

The first line names the game and the expansions allowed. Every other line has a position, the plies
within which it must be won, the plies of the proof (0 if none was found), the expansions and the
milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from loa_tk.control.verify.proofs import LiveProof
from loa_tk.model.game import Game, UserError
from loa_tk.model.notation import position_text, read_position
from loa_tk.model.search.proof_numbers import PROMISED


def head(game: Game) -> str:
    """Return the first line of a game's file."""
    return f"# loa verify {game.key}: live proofs of at most {PROMISED} expansions"


def text(game: Game, proofs: Iterable[LiveProof]) -> str:
    """Return the content of a file."""
    lines = [
        f"{position_text(game, one.question[0])} {one.question[1]} {one.plies} {one.expansions} "
        f"{one.milliseconds}"
        for one in proofs
    ]
    return "\n".join([head(game), *lines, ""])


def read(game: Game, path: Path) -> list[LiveProof]:
    """Return the proofs in a file; none if there is no file, UserError if it is another one."""
    try:
        content = path.read_text("utf-8")
    except FileNotFoundError:
        return []
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is not a text"
        raise UserError(f"{path} cannot be read: {reason}") from None
    first, *lines = content.splitlines() or [""]
    if first != head(game):
        raise UserError(f"{path} does not begin with {head(game)!r}; use another file")
    found = []
    for number, line in enumerate(lines, 2):
        try:
            rows, side, *figures = line.split(" ")
            wanted, plies, expansions, milliseconds = map(int, figures)
            state = read_position(game, f"{rows} {side}")
        except ValueError:
            raise UserError(f"{path}, line {number}: {line!r} is not a proof") from None
        found.append(LiveProof((state, wanted), plies, expansions, milliseconds))
    return found

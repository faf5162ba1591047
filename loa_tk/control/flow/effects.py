"""The effect that only the Flow Free window has: reading a puzzle from a file."""

from __future__ import annotations

from pathlib import Path

from loa_tk.control.effects import Effect, Handler, Stage
from loa_tk.model.flow.puzzle import MOST_BYTES, Puzzle, PuzzleError, read
from loa_tk.scenes.immutable import dataclass
from loa_tk.words import flow as words


@dataclass(frozen=True)
class ReadPuzzle(Effect):
    """Read a file; `then` gets its name and the puzzle, or the error if there is no puzzle."""

    stage = Stage.DISK
    name: str
    then: Handler


def read_puzzle(name: str) -> Puzzle | PuzzleError:
    """Return the puzzle in a file, or an error whose message says in one line what is wrong."""
    path = Path(name)
    try:
        if path.exists() and not path.is_file():  # opening a pipe would block
            return PuzzleError(words.NOT_READ.format(name=path.name, reason=words.NOT_A_FILE))
        with path.open("rb") as file:
            return read(file.read(MOST_BYTES), path.name)
    except PuzzleError as error:
        return error
    except (OSError, ValueError) as error:  # a null character in a name is a ValueError
        reason = getattr(error, "strerror", None) or str(error)
        return PuzzleError(words.NOT_READ.format(name=path.name, reason=reason))

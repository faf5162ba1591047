"""The book of 6x6 Lines of Action, made from the text of black's strategy.

python3 build/tasks.py book                 writes the packaged book from build/books/loa6.txt
python3 build/tasks.py book --check         compares both, without writing
python3 build/tasks.py book --extend FILE   first adds the positions that `loa verify loa6 --state
                                            FILE` could not prove, and what is too hard below them
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from loa_tk.model.game import Move, State  # noqa: E402
from loa_tk.model.games.lines_of_action.book import Book, encode, turn_of  # noqa: E402
from loa_tk.model.games.lines_of_action.rules import BOOKS, LinesOfAction  # noqa: E402
from loa_tk.model.notation import move_text, position_text, read_move, read_position  # noqa: E402
from loa_tk.store.files import write_whole  # noqa: E402

TEXT = ROOT / "build" / "books" / "loa6.txt"
BOOK = ROOT / "loa_tk" / "model" / "games" / "lines_of_action" / BOOKS[6]


class BookError(SystemExit):
    """Ends the command, because the text is wrong."""


@dataclass(frozen=True)
class Line:
    """One line of the text: a position, black's winning move, and a bound on the plies."""

    state: State
    move: Move
    plies: int

    def text(self, game: LinesOfAction) -> str:
        """Return the line as it is written."""
        move = move_text(game, self.state, self.move)
        return f"{position_text(game, self.state)} {move} {self.plies}"


def read(game: LinesOfAction, text: str) -> dict[State, Line]:
    """Return the lines of a text by canonical position, or raise BookError."""
    lines: dict[State, Line] = {}
    for number, content in enumerate(text.splitlines(), 1):
        if content.startswith("#"):
            continue
        try:
            rows, side, move, plies = content.split(" ")
            state = read_position(game, f"{rows} {side}")
            line = Line(state, read_move(game, state, move), int(plies))
        except ValueError as error:
            raise BookError(f"line {number}: {error}") from None
        if lines.setdefault(game.canonical(state), line) is not line:
            raise BookError(f"line {number}: an image of this position has a line already")
    return lines


def compiled(game: LinesOfAction, lines: dict[State, Line]) -> bytes:
    """Return the file of the book."""
    book, entries = Book(game, b""), {}
    for key, line in lines.items():
        turn = turn_of(game, line.state)
        origin, target = (
            game.grid.number[game.grid.turns[game.grid.squares[square]][turn]]
            for square in game.path(line.state, line.move)
        )
        entries[book.number(key)] = (origin, target, line.plies)
    return encode(entries)


def comments(text: str) -> Iterator[str]:
    """Yield the lines at the head of the text that are no positions."""
    yield from (line for line in text.splitlines() if line.startswith("#"))


def main(arguments: list[str]) -> int:
    """Write or check the book."""
    parser = argparse.ArgumentParser(prog="book")
    parser.add_argument("--check", action="store_true", help="only compare text and book")
    args = parser.parse_args(arguments)
    game = LinesOfAction(6)
    lines = read(game, TEXT.read_text("utf-8"))
    made = compiled(game, lines)
    if args.check:
        same = BOOK.is_file() and BOOK.read_bytes() == made
        print("the book is the text's" if same else "the book is not the text's")
        return 0 if same else 1
    write_whole(BOOK, made)
    print(f"{len(lines):,} positions, {len(made):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

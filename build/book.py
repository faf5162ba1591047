"""The books of solved boards, made from the texts of the winner's strategies in build/books.

python3 build/tasks.py book [GAME]          writes the packaged book (default: loa6) from its text
python3 build/tasks.py book --check         compares both, without writing
python3 build/tasks.py book --extend FILE   first adds to the text the positions that `loa verify
                                            GAME --state FILE` could not prove, with winning moves,
                                            and the positions below them that are too hard as well
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from loa_tk.control.verify import Walk, prove, read_state, walk  # noqa: E402
from loa_tk.model.bitboard import MaskGame  # noqa: E402
from loa_tk.model.book import Book, encode, turn_of  # noqa: E402
from loa_tk.model.game import Move, State, finish  # noqa: E402
from loa_tk.model.games import find_game  # noqa: E402
from loa_tk.model.games.breakthrough.rules import Breakthrough  # noqa: E402
from loa_tk.model.games.lines_of_action.rules import LinesOfAction  # noqa: E402
from loa_tk.model.notation import move_text, position_text, read_move, read_position  # noqa: E402
from loa_tk.model.search.strong import NEAR  # noqa: E402
from loa_tk.store.files import write_whole  # noqa: E402

GAMES = ROOT / "loa_tk" / "model" / "games"
FOLDERS = {"loa6": "lines_of_action", "breakthrough5": "breakthrough"}  # the games with a book
HARDEST = 400_000  # expansions for a position that joins the book
SolvedGame: TypeAlias = LinesOfAction | Breakthrough


def text_of(key: str) -> Path:
    """Return the path of a strategy's text."""
    return ROOT / "build" / "books" / f"{key}.txt"


def book_of(key: str) -> Path:
    """Return the path of a packaged book."""
    return GAMES / FOLDERS[key] / "knowledge" / f"{key}.book"


def solved_game(key: str) -> SolvedGame:
    """Return a game that has a book."""
    game = find_game(key)
    assert isinstance(game, LinesOfAction | Breakthrough)
    return game


class BookError(SystemExit):
    """Ends the command, because the text is wrong."""


@dataclass(frozen=True)
class Line:
    """One line of the text: a position, the winning move, and a bound on the plies."""

    state: State
    move: Move
    plies: int

    def text(self, game: MaskGame) -> str:
        """Return the line as it is written."""
        move = move_text(game, self.state, self.move)
        return f"{position_text(game, self.state)} {move} {self.plies}"


def read(game: MaskGame, text: str) -> dict[State, Line]:
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


def compiled(game: MaskGame, lines: dict[State, Line]) -> bytes:
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


class Extension:
    """Adds positions to the lines of a text, each with the plies within which it must be won."""

    def __init__(self, game: MaskGame, lines: dict[State, Line], walked: Walk) -> None:
        """Begin with the lines of a text, and what a walk through their book has left open."""
        self.game, self.lines = game, lines
        # The least plies within which a position must be won, wherever it is reached from.
        self.least: dict[State, int] = {}
        for state, plies in walked.open:
            self.need(state, plies)

    def need(self, state: State, plies: int) -> int:
        """Note that a position must be won within these plies, and return the least so far."""
        self.least[state] = min(plies, self.least.get(state, plies))
        return self.least[state]

    def add(self, state: State, plies: int) -> None:
        """Add a position, or give it a nearer win, and see to what can arise from it."""
        plies = self.need(state, plies)
        search, found = prove(self.game, (state, plies), HARDEST)
        if not found:
            raise BookError(f"{position_text(self.game, state)}: no win within {plies} plies found")
        line = Line(state, search.line()[0], search.plies_found())
        self.lines[state] = line
        after = self.game.play(state, line.move)
        if finish(self.game, after) is None:
            for reply in self.game.moves(after):
                child = self.game.play(after, reply)
                if finish(self.game, child) is None:
                    self.see_to(self.game.canonical(child), line.plies - 2)

    def see_to(self, state: State, plies: int) -> None:
        """Add a position unless the book or a live proof wins it within these plies."""
        known, least = self.lines.get(state), self.need(state, plies)
        if known is None:
            # Either question may be put to the prover, and a shorter one may be the harder one.
            sure = all(prove(self.game, (state, min(n, NEAR)))[1] for n in {plies, least})
        else:
            sure = known.plies <= plies
        if not sure:
            self.add(state, plies)


def extend(game: SolvedGame, lines: dict[State, Line], name: str) -> int:
    """Add what the check that is kept in this file could not prove; return how many it was."""
    if game.book is None or game.book.records != compiled(game, lines):
        raise BookError("the book is not the text's: make the book and check it first")
    walked = walk(game)
    kept = [one for one in read_state(game, Path(name)) if one.question in walked.open]
    if len(kept) < len(walked.open):
        raise BookError(f"{name}: the check has not come to its end")
    extension = Extension(game, lines, walked)
    missing = sorted(one.question for one in kept if not one.plies)
    for number, (state, plies) in enumerate(missing, 1):
        if state not in lines or lines[state].plies > plies:
            extension.add(state, plies)
        done = f"{number:,} of {len(missing):,} missing proofs"
        print(done, end="\r", file=sys.stderr, flush=True)
    # A position that was given a nearer win may have led to others that nothing leads to now.
    game.book = Book(game, compiled(game, lines), game.book.winner)
    met = walk(game).met
    for state in [one for one in lines if one not in met]:
        del lines[state]
    return len(missing)


def written(game: MaskGame, head: list[str], lines: dict[State, Line]) -> str:
    """Return the text of these lines below its comments."""
    return "\n".join([*head, *(line.text(game) for line in lines.values()), ""])


def main(arguments: list[str]) -> int:
    """Write or check the book."""
    parser = argparse.ArgumentParser(prog="book")
    parser.add_argument("game", nargs="?", choices=FOLDERS, default="loa6", help="the game's key")
    parser.add_argument("--check", action="store_true", help="only compare the text and the book")
    parser.add_argument("--extend", metavar="FILE", help="add what the check in FILE did not prove")
    args = parser.parse_args(arguments)
    game, text_file, book_file = solved_game(args.game), text_of(args.game), book_of(args.game)
    text = text_file.read_text("utf-8")
    lines = read(game, text)
    if args.extend is not None:
        before = len(lines)
        missing = extend(game, lines, args.extend)
        head = [line for line in text.splitlines() if line.startswith("#")]
        write_whole(text_file, written(game, head, lines))
        print(f"{missing:,} proofs were missing; {len(lines) - before:,} positions are new")
    made = compiled(game, lines)
    if args.check:
        same = book_file.is_file() and book_file.read_bytes() == made
        print("the book is made from the text" if same else "the book is not made from the text")
        return 0 if same else 1
    write_whole(book_file, made)
    print(f"{len(lines):,} positions, {len(made):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

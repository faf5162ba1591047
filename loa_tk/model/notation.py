"""Squares, moves and positions as text, each with one spelling that can be read back."""

from __future__ import annotations

import re
from collections.abc import Iterable
from string import ascii_lowercase

from loa_tk.model.game import Game, Move, MoveError, PositionError, Square, State, finish

PASS = "pass"
MOVE = re.compile(r"([a-z][0-9]+)[-x:]?([a-z][0-9]+)", re.ASCII)
RUN_OR_PIECE = re.compile(r"[0-9]+|.", re.ASCII)


def square_name(square: Square, columns: int) -> str:
    """Return the name of a square: column letter from the left, row number from below."""
    row, column = divmod(square, columns)
    return f"{ascii_lowercase[column]}{row + 1}"


def read_square(text: str, rows: int, columns: int) -> Square:
    """Return the square of that name, in upper or lower case, or raise MoveError."""
    name = re.fullmatch(r"([a-z])([1-9][0-9]?)", text.lower(), re.ASCII)
    if name:
        row, column = int(name[2]) - 1, ascii_lowercase.index(name[1])
        if row < rows and column < columns:
            return row * columns + column
    last = square_name(rows * columns - 1, columns)
    raise MoveError(f"{text!r} is not a square; the squares are a1 to {last}")


def move_text(game: Game, state: State, move: Move) -> str:
    """Return the notation of a legal move: c1-c3, b5xd3 or pass."""
    path = game.path(state, move)
    if not path:
        return game.without_squares(state, move)
    origin, target = (square_name(square, game.columns) for square in (path[0], path[-1]))
    return f"{origin}{'-' if game.taken(state, move) is None else 'x'}{target}"


def line_text(game: Game, state: State, moves: Iterable[Move]) -> str:
    """Return the notation of moves that are played one after the other."""
    texts = []
    for move in moves:
        texts.append(move_text(game, state, move))
        state = game.play(state, move)
    return " ".join(texts)


def read_move(game: Game, state: State, text: str) -> Move:
    """Return the legal move that the text names, or raise MoveError with the reason."""
    if game.outcome(state) is not None:
        raise MoveError(f"{text!r} cannot be played: the game is over")
    if text.lower() == PASS:
        passes = [move for move in game.moves(state) if not game.path(state, move)]
        if not passes:
            raise MoveError("a pass is not possible here")
        return passes[0]
    ends = MOVE.fullmatch(text.lower())
    if not ends:
        raise MoveError(f"{text!r} is not a move; moves are written like c1-c3 or b5xd3")
    origin, target = (read_square(name, game.rows, game.columns) for name in ends.groups())
    move = game.find_move(state, origin, target)
    if move is not None:
        return move
    raise MoveError(f"{text!r} is not legal: {why_not(game, state, origin, target)}")


def why_not(game: Game, state: State, origin: Square, target: Square) -> str:
    """Say why no move goes from `origin` to `target`, without a full stop at the end."""
    side = game.player(state)
    owner = game.pieces(state).get(origin)
    name = square_name(origin, game.columns)
    if owner is None:
        return f"there is no {game.piece} on {name}"
    if owner != side:
        return f"the {game.piece} on {name} is {game.sides[owner].name}’s"
    if finish(game, state) is not None:
        return "the game is over"
    return game.explain(state, origin, target).removesuffix(".")


def position_text(game: Game, state: State) -> str:
    """Return a position as a line: rows from the top, empty squares as numbers, side to move.

    A game without a board has none.
    """
    if not game.rows:
        return ""
    pieces = game.pieces(state)
    rows = []
    for row in reversed(range(game.rows)):
        text, empty = "", 0
        for square in range(row * game.columns, (row + 1) * game.columns):
            if square in pieces:
                text += f"{empty or ''}{game.sides[pieces[square]].letter}"
                empty = 0
            else:
                empty += 1
        rows.append(f"{text}{empty or ''}")
    return f"{'/'.join(rows)} {game.sides[game.player(state)].letter}"


def board_text(game: Game, state: State) -> str:
    """Return a position as a board for a terminal, with coordinates; an empty square is a dot."""
    pieces, wide = game.pieces(state), len(str(game.rows))
    lines = []
    for row in reversed(range(game.rows)):
        squares = range(row * game.columns, (row + 1) * game.columns)
        marks = (game.sides[pieces[at]].letter if at in pieces else "." for at in squares)
        lines.append(f"{row + 1:>{wide}}  {' '.join(marks)}")
    return "\n".join([*lines, f"{'':{wide}}  {' '.join(ascii_lowercase[: game.columns])}"])


def read_position(game: Game, text: str) -> State:
    """Return the state that a line describes, or raise PositionError naming what is wrong."""
    fields = text.split(" ")
    if len(fields) != 2:
        raise PositionError(
            f"a position has two fields, rows and side to move, with one space between; "
            f"{text!r} has {len(fields)}"
        )
    letters = {side.letter: number for number, side in enumerate(game.sides)}
    if fields[1] not in letters:
        raise PositionError(f"side to move {fields[1]!r} is not {' or '.join(letters)}")
    rows = fields[0].split("/")
    if len(rows) != game.rows:
        raise PositionError(f"{game.key} has {game.rows} rows; {fields[0]!r} has {len(rows)}")
    pieces = {}
    for index, content in enumerate(rows):
        row = game.rows - 1 - index
        for column, side in _read_row(game, content, row, letters).items():
            pieces[row * game.columns + column] = side
    state = game.setup(pieces, letters[fields[1]])
    if position_text(game, state) != text:
        raise PositionError(f"{text!r} must be written {position_text(game, state)!r}")
    return state


def _read_row(game: Game, content: str, row: int, letters: dict[str, int]) -> dict[int, int]:
    pieces, column = {}, 0
    for part in RUN_OR_PIECE.findall(content):
        if part.isdecimal():
            column += int(part[:4])  # a longer run fits no board, and int() refuses 4,300 digits
        elif part in letters:
            pieces[column] = letters[part]
            column += 1
        else:
            known = " and ".join(letters)
            raise PositionError(
                f"row {row + 1} {content!r}: {part!r} is not a piece; the pieces are {known}"
            )
    if column != game.columns:
        raise PositionError(
            f"row {row + 1} {content!r} has {column} squares; the board has {game.columns}"
        )
    return pieces

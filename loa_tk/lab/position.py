"""The position that a student's evaluation or search is given: small, friendly and read-only.

Players are named by the letter of their pieces, as in the board's text: in Lines of Action "b" is
black and "w" is white. `start("loa5").player` is "b".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from loa_tk.model.game import Game, Move, Outcome, Square, State
from loa_tk.model.games import find_game
from loa_tk.model.notation import (
    move_text,
    position_text,
    read_move,
    read_position,
    read_square,
    square_name,
)
from loa_tk.model.steps import AFTER, MOVES, UTILITY, Path, SearchStep

EMPTY = "."
DRAW = "draw"
_MOVES = "position.moves() returns the legal moves"
_AFTER = "position.after(move) returns the position after a move, and no position ever changes"
_TURN = "position.player is the letter of the player to move"
# What students write who know another library, and what they need instead.
INSTEAD = {
    "copy": _AFTER, "deepcopy": _AFTER, "clone": _AFTER, "push": _AFTER, "pop": _AFTER,
    "make_move": _AFTER, "undo": _AFTER, "play": _AFTER, "move": _AFTER, "result": _AFTER,
    "legal_moves": _MOVES, "get_moves": _MOVES, "actions": _MOVES, "possible_moves": _MOVES,
    "turn": _TURN, "to_move": _TURN, "current_player": _TURN,
    "is_over": "position.over is True if the game is over",
    "is_terminal": "position.over is True if the game is over",
    "evaluate": "counts.evaluate(position, player) in a search is EVAL",
    "value": "counts.evaluate(position, player) in a search is EVAL",
    "width": "position.columns is the number of columns",
    "height": "position.rows is the number of rows",
    "size": "position.rows and position.columns are the size of the board",
}  # fmt: skip


class Position:
    """One position of one game; no method changes it, and equal positions are equal keys."""

    __slots__ = ("_board", "_game", "_judged", "_legal", "_outcome", "_path", "_state", "_steps")
    _game: Game
    _state: State
    _board: tuple[str, ...] | None
    _legal: dict[str, Move] | None
    _outcome: Outcome | None
    _judged: bool
    _path: Path | None
    _steps: list[SearchStep] | None

    def __init__(
        self,
        game: Game,
        state: State,
        path: Path | None = None,
        steps: list[SearchStep] | None = None,
    ) -> None:
        """Wrap a state of a game; `start` is the way to get one.

        A position that a search is given knows its path from the root, and so do those made from
        it. What is asked of them is appended to the steps, if there is such a list.
        """
        keep = object.__setattr__
        keep(self, "_game", game)
        keep(self, "_state", state)
        keep(self, "_path", path)
        keep(self, "_steps", steps)
        # The answers to the questions below are kept when they are first asked.
        keep(self, "_board", None)
        keep(self, "_legal", None)
        keep(self, "_judged", False)

    # --- the board ---

    @property
    def board(self) -> tuple[str, ...]:
        """The rows as texts, the top row first; an empty square is "."."""
        if self._board is None:
            game = self._game
            squares = [EMPTY] * (game.rows * game.columns)
            for square, side in game.pieces(self._state).items():
                squares[square] = game.sides[side].letter
            rows = [
                "".join(squares[first : first + game.columns])
                for first in range(0, len(squares), game.columns)
            ]
            object.__setattr__(self, "_board", tuple(reversed(rows)))
        assert self._board is not None
        return self._board

    def __getitem__(self, square: tuple[int, int] | str) -> str:
        """Return what is on a square: position[2, 0] (column, row, from the lower left) or ["c1"].

        The answer is the letter of a piece, or "." if the square is empty.
        """
        game = self._game
        if isinstance(square, str):
            row, column = divmod(read_square(square, game.rows, game.columns), game.columns)
        else:
            try:
                column, row = square
            except (TypeError, ValueError):
                raise TypeError(
                    f"position[{square!r}] names no square: write position[column, row], both from "
                    '0 at the lower left, or its name, as in position["c1"]'
                ) from None
            if not (0 <= column < game.columns and 0 <= row < game.rows):
                raise IndexError(
                    f"there is no square {square}; columns are 0 to {game.columns - 1}, "
                    f"rows 0 to {game.rows - 1}"
                )
        return self.board[game.rows - 1 - row][column]

    def pieces(self, player: str) -> tuple[tuple[int, int], ...]:
        """Return the squares of a player's pieces as pairs (column, row), the lowest row first."""
        side = self._side(player)
        owners = self._game.pieces(self._state)
        return self._pairs(sorted(square for square, owner in owners.items() if owner == side))

    def groups(self, player: str) -> tuple[tuple[tuple[int, int], ...], ...]:
        """Return a player's groups of touching pieces; each is a tuple of pairs (column, row).

        Only Lines of Action has groups; AttributeError elsewhere.
        """
        groups = self._game.groups(self._state, self._side(player))
        if groups is None:
            raise AttributeError(f"{self._game.title} has no groups: position.groups() is for "
                                 "Lines of Action")  # fmt: skip
        return tuple(map(self._pairs, groups))

    def _pairs(self, squares: Sequence[Square]) -> tuple[tuple[int, int], ...]:
        columns = self._game.columns
        return tuple((square % columns, square // columns) for square in squares)

    @property
    def columns(self) -> int:
        """The number of columns."""
        return self._game.columns

    @property
    def rows(self) -> int:
        """The number of rows."""
        return self._game.rows

    # --- the players ---

    @property
    def player(self) -> str:
        """The letter of the player to move."""
        return self._game.sides[self._game.player(self._state)].letter

    @property
    def players(self) -> tuple[str, str]:
        """The letters of both players; the first one moves first."""
        first, second = self._game.sides
        return first.letter, second.letter

    def other(self, player: str) -> str:
        """Return the letter of the opponent."""
        return self._game.sides[1 - self._side(player)].letter

    def name(self, player: str) -> str:
        """Return a player's name: "black"."""
        return self._game.sides[self._side(player)].name

    def _side(self, player: str) -> int:
        first, second = self._game.sides
        if player == first.letter:
            return 0
        if player == second.letter:
            return 1
        if isinstance(player, str) and player.lower() in (first.name, second.name):
            return int(player.lower() == second.name)
        raise ValueError(f"{player!r} is not a player of {self._game.title}; the players are "
                         f"{first.letter!r} and {second.letter!r}")  # fmt: skip

    # --- the rules ---

    @property
    def game(self) -> str:
        """The key of the game: "loa5"."""
        return self._game.key

    @property
    def utmost(self) -> float:
        """U, the utility of a won game; a lost one is worth -U and a draw 0."""
        return self._game.utmost

    def moves(self) -> tuple[str, ...]:
        """Return the legal moves as texts in the game's fixed order: "c1-c3", "b5xd3", "pass".

        There are none if the game is over.
        """
        self._note(MOVES)
        return tuple(self._moves())

    def _moves(self) -> dict[str, Move]:
        if self._legal is None:
            game, state = self._game, self._state
            moves = () if game.outcome(state) is not None else game.moves(state)
            object.__setattr__(
                self, "_legal", {move_text(game, state, move): move for move in moves}
            )
        assert self._legal is not None
        return self._legal

    def after(self, move: str) -> Position:
        """Return the position after a legal move; ValueError says why a move is not legal."""
        game, state = self._game, self._state
        number = self._moves().get(move)
        if number is None:
            number = read_move(game, state, str(move))
        path = None if self._path is None else (*self._path, number)
        child = Position(game, game.play(state, number), path, self._steps)
        child._note(AFTER)
        return child

    def _note(self, kind: str, player: int | None = None, number: float | None = None) -> None:
        if self._steps is not None:
            self._steps.append(
                SearchStep(kind=kind, path=self._path, player=player, number=number)
            )

    def _end(self) -> Outcome | None:
        if not self._judged:
            game, state = self._game, self._state
            outcome = game.outcome(state)
            if outcome is None and not game.count(state):
                outcome = game.stuck(state)
            object.__setattr__(self, "_outcome", outcome)
            object.__setattr__(self, "_judged", True)
        return self._outcome

    @property
    def over(self) -> bool:
        """Whether the game is over here; repetition, which needs the whole game, is not judged."""
        return self._end() is not None

    @property
    def winner(self) -> str | None:
        """The letter of the winner, "draw", or None while the game goes on."""
        outcome = self._end()
        if outcome is None:
            return None
        return DRAW if outcome.winner is None else self._game.sides[outcome.winner].letter

    def utility(self, player: str) -> float:
        """Return what a finished game is worth for a player: +U, -U or 0 for a draw."""
        outcome = self._end()
        if outcome is None:
            raise ValueError("only a finished game has a utility: ask position.over first")
        side = self._side(player)
        utility = outcome.utility(side, self._game.utmost)
        self._note(UTILITY, side, utility)
        return utility

    # --- as text and as a value ---

    @property
    def text(self) -> str:
        """The position in one line, as `loa search --position` and `start` read it."""
        return position_text(self._game, self._state)

    def __str__(self) -> str:
        """Return the board with its coordinates, and whose turn it is."""
        lines = [f"{self.rows - index:>2} {' '.join(row)}" for index, row in enumerate(self.board)]
        names = (square_name(column, self.columns)[0] for column in range(self.columns))
        outcome = self._end()
        last = f"{self.name(self.player)} ({self.player}) to move"
        if outcome is not None:
            last = outcome.reason
        return "\n".join([*lines, f"   {' '.join(names)}", last])

    def _repr_svg_(self) -> str:
        """Return the board as SVG, which a notebook shows."""
        from loa_tk.model.drawing import board_svg

        size = f'width="{40 * self.columns + 22}" height="{40 * self.rows + 22}"'
        return board_svg(self._game, self._state).replace("<svg ", f"<svg {size} ", 1)

    def __repr__(self) -> str:
        """Return how to make this position again."""
        return f"start({self.game!r}, {self.text!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._state == other._state and self._game is other._game

    def __hash__(self) -> int:
        return hash(self._state)

    def __copy__(self) -> Position:
        """Return the position itself, which never changes."""
        return self

    def __deepcopy__(self, memo: object) -> Position:
        return self

    def __reduce__(self) -> tuple[object, tuple[str, tuple[int, ...]]]:
        """Let the position be pickled by its game's key and its state."""
        return _restored, (self._game.key, self._state)

    def __getattr__(self, name: str) -> NoReturn:
        """Say what a position has instead of what it does not have."""
        if name in INSTEAD:
            raise AttributeError(f"a position has no {name!r}: {INSTEAD[name]}")
        known = ", ".join(word for word in dir(Position) if not word.startswith("_"))
        raise AttributeError(f"a position has no {name!r}; it has {known}")

    def __setattr__(self, name: str, value: object) -> NoReturn:
        """Refuse: a position is read-only."""
        raise AttributeError("a position cannot be changed; position.after(move) returns a new one")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError("a position cannot be changed")


def start(game: str = "loa5", text: str = "") -> Position:
    """Return the first position of a game, or the one that a text describes.

    `loa games` lists the keys of the games.
    """
    rules = find_game(game)
    return Position(rules, read_position(rules, text) if text else rules.start)


def _restored(game: str, state: State) -> Position:
    return Position(find_game(game), state)

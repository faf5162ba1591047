"""Squares, moves and positions as text: exact, strict, and with helpful error messages."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loa_tk.model.game import MoveError, PositionError, UserError
from loa_tk.model.games import all_games, find_game
from loa_tk.model.notation import (
    board_text,
    move_text,
    position_text,
    read_move,
    read_position,
    read_square,
    square_name,
    why_not,
)

LOA5 = find_game("loa5")
START = "1bbb1/w3w/w3w/w3w/1bbb1 b"


@given(rows=st.integers(1, 26), columns=st.integers(1, 26), data=st.data())
def test_squares_round_trip(rows, columns, data):
    square = data.draw(st.integers(0, rows * columns - 1))
    assert read_square(square_name(square, columns), rows, columns) == square


@pytest.mark.parametrize("text", ["", "a", "1", "a0", "a6", "f1", "a01", "aa1", "a1 ", "á1", "a١"])
def test_squares_that_are_none(text):
    with pytest.raises(MoveError, match="a1 to e5"):
        read_square(text, 5, 5)


@pytest.mark.parametrize("text", ["c1-c3", "c1xc3", "c1:c3", "c1c3", "C1-C3", "C1c3"])
def test_liberties_of_moves(text):
    assert move_text(LOA5, LOA5.start, read_move(LOA5, LOA5.start, text)) == "c1-c3"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("c1 c3", "is not a move"),
        ("c1--c3", "is not a move"),
        ("c1-c3 ", "is not a move"),
        ("c1-c9", "is not a square"),
        ("c3-c5", "no checker on c3"),
        ("a2-c2", "is white’s"),
        ("c1-c4", "c4 is 3 squares away; this line has 2 checkers, so the checker moves 2"),
        ("b1-c3", "on no line with b1"),
        ("pass", "not possible"),
    ],
)
def test_refused_moves(text, reason):
    with pytest.raises(MoveError, match=reason):
        read_move(LOA5, LOA5.start, text)


def test_no_move_after_the_end():
    over = read_position(LOA5, "5/w3w/1bb2/5/w4 w")
    with pytest.raises(MoveError, match="over"):
        read_move(LOA5, over, "a1-a2")


def test_start_positions():
    assert position_text(LOA5, LOA5.start) == START
    assert position_text(find_game("loa6"), find_game("loa6").start) == (
        "1bbbb1/w4w/w4w/w4w/w4w/1bbbb1 b"
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "two fields"),
        (START[:-2], "two fields"),
        (START + " ", "two fields"),
        (START[:-1] + "x", "side to move 'x'"),
        ("1bbb1/w3w/w3w/1bbb1 b", "has 4"),
        ("1bbb1/w3w/w4w/w3w/1bbb1 b", "row 3 'w4w' has 6 squares"),
        ("1bbb1/w3w/w2w/w3w/1bbb1 b", "row 3 'w2w' has 4 squares"),
        ("1bBb1/w3w/w3w/w3w/1bbb1 b", "row 5 '1bBb1': 'B' is not a piece; the pieces are b and w"),
        ("1bbb1/w3w/w12w/w3w/1bbb1 b", "row 3 'w12w' has 14 squares"),
        ("1bbb1/w21w/w3w/w3w/1bbb1 b", "row 4"),
        ("1bbb1/w03w/w3w/w3w/1bbb1 b", "must be written"),
        ("1bbb1/w٣w/w3w/w3w/1bbb1 b", "row 4|must be written"),
        ("bbbb1/wb2w/w3w/w3w/1bbb1 b", "black has 8 checkers; there are at most 6"),
        ("1bbb1/5/5/5/1bbb1 b", "white has no checkers"),
    ],
)
def test_refused_positions(text, reason):
    with pytest.raises(PositionError, match=reason):
        read_position(LOA5, text)


@given(st.text(max_size=60) | st.text(alphabet="bw12345/ x", max_size=40))
def test_any_text_is_a_position_or_refused_in_one_line(text):
    try:
        assert position_text(LOA5, read_position(LOA5, text)) == text
    except UserError as error:
        assert "\n" not in str(error)
        assert str(error).isprintable()


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.key)
def test_a_message_about_an_illegal_move_leaves_the_full_stop_to_its_sentence(game):
    """Dialogs and forfeits end the sentence, so that there must not be two full stops."""
    squares = range(game.rows * game.columns)
    for origin, target in product(squares, repeat=2):
        if game.find_move(game.start, origin, target) is None:
            reason = why_not(game, game.start, origin, target)
            assert reason and not reason.endswith(".")


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.key)
def test_a_board_for_terminals_shows_every_piece(game):
    *lines, letters = board_text(game, game.start).splitlines()
    assert letters.split() == list("abcdefghij"[: game.columns])
    pieces = game.pieces(game.start)
    for row, line in zip(reversed(range(game.rows)), lines, strict=True):
        number, *marks = line.split()
        assert number == str(row + 1) and marks == [
            game.sides[pieces[square]].letter if square in pieces else "."
            for square in range(row * game.columns, (row + 1) * game.columns)
        ]

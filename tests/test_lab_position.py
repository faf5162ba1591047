"""The position of `loa_tk.lab`: every answer agrees with the model, on every game."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loa_tk.lab import Position, start
from loa_tk.model.game import UserError, finish
from loa_tk.model.games import all_games, find_game
from loa_tk.model.notation import move_text, position_text
from test_game_contract import positions

GAMES = list(all_games().values())


@pytest.fixture(params=GAMES, ids=lambda game: game.key)
def game(request):
    return request.param


@st.composite
def met(draw):
    """Draw a game and a position that is met in it, also a finished one."""
    game = draw(st.sampled_from(GAMES))
    state = game.start
    for choice in draw(st.lists(st.integers(0, 200), max_size=40)):
        if finish(game, state) is not None:
            break
        moves = game.moves(state)
        state = game.play(state, moves[choice % len(moves)])
    return game, state


@given(met())
def test_a_position_agrees_with_the_model(found):
    game, state = found
    position = Position(game, state)
    letters = [side.letter for side in game.sides]
    pieces = game.pieces(state)
    for square in range(game.rows * game.columns):
        row, column = divmod(square, game.columns)
        letter = letters[pieces[square]] if square in pieces else "."
        assert position[column, row] == position.board[game.rows - 1 - row][column] == letter
        assert position["abcdefghij"[column] + str(row + 1)] == letter
    for side, letter in enumerate(letters):
        assert {row * game.columns + column for column, row in position.pieces(letter)} == {
            square for square, owner in pieces.items() if owner == side
        }
        assert position.other(position.other(letter)) == letter != position.other(letter)
    assert position.player == letters[game.player(state)]
    outcome = finish(game, state)
    assert position.over == (outcome is not None)
    if outcome is None:
        moves = game.moves(state)
        assert position.winner is None
        assert position.moves() == tuple(move_text(game, state, move) for move in moves)
        for text, move in zip(position.moves(), moves, strict=True):
            assert position.after(text) == Position(game, game.play(state, move))
    else:
        assert position.moves() == () or game.outcome(state) is None
        winner = "draw" if outcome.winner is None else letters[outcome.winner]
        assert position.winner == winner
        assert position.utility(letters[0]) == outcome.utility(0, game.utmost)
        assert outcome.reason in str(position)
    assert position.text == position_text(game, state)


@given(met())
def test_equal_positions_are_equal_keys_and_can_be_made_again(found):
    game, state = found
    position = Position(game, state)
    for same in (Position(game, state), copy.deepcopy(position), copy.copy(position),
                 pickle.loads(pickle.dumps(position))):  # fmt: skip
        assert same == position and hash(same) == hash(position) and len({same, position}) == 1


def test_groups_are_those_of_the_game(game):
    for state in positions(game, 20, seed=5):
        position = Position(game, state)
        if "groups" in game.counts(state):
            for side, letter in enumerate(position.players):
                groups = position.groups(letter)
                assert len(groups) == game.counts(state)["groups"][side]
                squares = sorted(square for group in groups for square in group)
                assert squares == sorted(position.pieces(letter))
        else:
            with pytest.raises(AttributeError, match="has no groups"):
                position.groups(position.player)


def test_a_position_prints_as_a_board():
    assert str(start("loa5")).splitlines() == [
        " 5 . b b b .",
        " 4 w . . . w",
        " 3 w . . . w",
        " 2 w . . . w",
        " 1 . b b b .",
        "   a b c d e",
        "black (b) to move",
    ]
    position = start("loa5").after("b1-b3")
    assert repr(position) == f"start('loa5', {position.text!r})"
    assert eval(repr(position), {"start": start}) == position


def test_a_position_cannot_be_changed():
    position = start("loa6")
    for change in (
        lambda: setattr(position, "player", "w"),
        lambda: setattr(position, "_state", (0, 0, 0)),
        lambda: setattr(position, "new", 1),
        lambda: delattr(position, "_state"),
    ):
        with pytest.raises(AttributeError, match="cannot be changed"):
            change()
    with pytest.raises(TypeError):
        position[0, 0] = "b"
    assert position == start("loa6")


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda one: one.after("a1-a2"), "no checker on a1"),
        (lambda one: one.after("a2-a3"), "white"),
        (lambda one: one.after(None), "is not a move"),
        (lambda one: one.pieces("x"), "is not a player"),
        (lambda one: one.pieces(0), "is not a player"),
        (lambda one: one["z9"], "is not a square"),
        (lambda one: one.utility("b"), "finished"),
    ],
)
def test_a_wrong_question_gets_a_clear_answer(ask, said):
    with pytest.raises(ValueError, match=said):
        ask(start("loa5"))


def test_squares_off_the_board_raise_index_errors():
    for square in ((-1, 0), (0, -1), (5, 0), (0, 5)):
        with pytest.raises(IndexError, match="no square"):
            start("loa5")[square]
    with pytest.raises(UserError, match="no game"):
        start("loa7")


def test_a_player_may_be_named_by_letter_or_name():
    position = start("breakthrough8")
    assert position.players == ("w", "b") and position.player == "w"
    assert position.pieces("White") == position.pieces("w") and position.name("w") == "white"
    assert find_game("breakthrough8").sides[0].letter == "w"

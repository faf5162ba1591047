"""Random games on every board, compared with the reference model at every ply."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import reference
from loa_tk.model.game import finish
from loa_tk.model.games import all_games, find_game
from loa_tk.model.notation import move_text, position_text, read_move, read_position

LIMIT = 400  # plies; random games are far shorter, but repetition may prolong one


@pytest.mark.parametrize("key", reference.GAMES)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=15)
def test_random_game(key, seed):
    picks = random.Random(seed)
    game, plain = find_game(key), reference.GAMES[key]
    state, board, side = game.start, plain.start(), plain.first
    for _ply in range(LIMIT):
        assert position_text(game, state) == reference.position_text(board, side)
        assert read_position(game, position_text(game, state)) == state
        outcome, winner = finish(game, state), plain.winner(board, side)
        if winner is not None:
            assert outcome is not None
            letters = {None: "draw", 0: game.sides[0].letter, 1: game.sides[1].letter}
            assert letters[outcome.winner] == winner
            return
        assert outcome is None
        moves, plain_moves = game.moves(state), plain.moves(board, side)
        texts = [move_text(game, state, move) for move in moves]
        assert texts == [reference.move_text(plain, board, move) for move in plain_moves]
        index = picks.randrange(len(moves))
        assert read_move(game, state, texts[index]) == moves[index]
        state = game.play(state, moves[index])
        board, side = plain.play(board, plain_moves[index]), plain.other(side)


def test_every_game_has_a_reference():
    assert set(reference.GAMES) == set(all_games())


PERFT = {
    "loa5": [18, 280, 4164],
    "loa6": [24, 524],
    "loa8": [36, 1244],
    "breakthrough5": [13, 156, 1_924],
    "breakthrough6": [16, 256, 4_308],
    "breakthrough8": [22, 484, 11_132],
    "breakthrough3": [22, 484],
    "breakthrough5x10": [28, 756],
    "minicheckers": [5, 25, 106, 369, 1_271, 4_104, 12_298],
}


@pytest.mark.parametrize("key", reference.GAMES)
def test_perft_of_reference(key):
    plain = reference.GAMES[key]
    for depth, leaves in enumerate(PERFT[key], 1):
        assert reference.perft(plain, plain.start(), plain.first, depth) == leaves

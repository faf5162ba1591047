"""The named parts of evaluations: for every game and evaluation they add up to the value."""

import random
from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loa_tk.model.bitboard import CLIPPED, with_clipping
from loa_tk.model.game import SimpleEvaluation, finish
from loa_tk.model.games import all_games, find_game
from loa_tk.model.notation import position_text, read_position
from naive_ideas import full_terms, read
from reference import GAMES


def unfinished(game, seed, plies):
    """Return a state of a random game after at most this many plies, before its end."""
    chance, state = random.Random(seed), game.start
    for _ in range(plies):
        after = game.play(state, chance.choice(game.moves(state)))
        if finish(game, after) is not None:
            break
        state = after
    return state


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.key)
@given(seed=st.integers(0, 10**6), plies=st.integers(0, 60), player=st.sampled_from((0, 1)))
def test_the_terms_add_up_to_the_value(game, seed, plies, player):
    state = unfinished(game, seed, plies)
    for key in game.evaluations:
        evaluation = game.evaluation(key, seed=3)
        terms, value = evaluation.terms(state, player), evaluation.value(state, player)
        assert sum(part for _, part in terms) == pytest.approx(value, abs=1e-6), key
        names = [name for name, _ in terms]
        assert names and len(set(names)) == len(names) and all(names), key


@pytest.mark.parametrize(
    ("key", "name", "expected"),
    [
        ("loa5", "groups", ["black: 2 groups, 6 checkers", "white: 2 groups, 6 checkers"]),
        ("loa8", "centre", ["concentration", "centralisation"]),
        ("loa6", "full", ["concentration", "largest group", "blocks of four", "squares",
                          "to move"]),
        ("breakthrough8", "defensive1", ["white: workers", "noise"]),
        ("breakthrough8", "offensive1", ["constant", "black: workers", "noise"]),
        ("breakthrough5x10", "offensive2", [
            "white: workers by row", "white: outnumbered", "white: about to arrive",
            "black: workers by row", "black: outnumbered", "black: about to arrive", "noise"]),
        ("breakthrough3", "full", [
            "workers by row", "at the edge", "side by side", "supported", "doubly supported",
            "stacked", "guarded squares", "to move", "runners", "hanging worker"]),
        ("minicheckers", "edges", ["pieces", "on the edge"]),
        ("minicheckers", "full", ["pieces", "squares"]),
    ],
)  # fmt: skip
def test_the_terms_are_named(key, name, expected):
    game = find_game(key)
    names = [term for term, _ in game.evaluation(name).terms(game.start, 0)]
    assert sorted(names) == sorted(expected)


def test_the_terms_are_seen_by_the_player():
    """The same position seen by the other side has the opposite terms, where the values have."""
    game = find_game("loa6")
    state = unfinished(game, 5, 9)
    for name in game.evaluations:
        mine, theirs = (dict(game.evaluation(name).terms(state, side)) for side in (0, 1))
        assert mine == pytest.approx({term: -part for term, part in theirs.items()})


def test_terms_of_a_position_counted_by_hand():
    """Two groups of 6 checkers are the fifth of 15 pairs: half of 100 - 200 * 5 / 16."""
    game = find_game("loa5")
    assert dict(game.evaluation("groups").terms(game.start, 0)) == {
        "black: 2 groups, 6 checkers": 18.75,
        "white: 2 groups, 6 checkers": -18.75,
    }
    checkers = find_game("minicheckers")
    state = read_position(checkers, "1r3r/6/6/6/1b4/b5 b")
    assert dict(checkers.evaluation("edges").terms(state, 0)) == pytest.approx(
        {"pieces": 0, "on the edge": -0.2}
    )


def test_what_is_cut_off_at_the_limit_is_a_term():
    game = find_game("loa5")
    state = read_position(game, "w3w/5/1b1b1/5/w3w w")
    terms = game.evaluation("centre").terms(state, 1)
    assert abs(game.evaluation("centre").value(state, 1)) == 99
    assert [name for name, _ in terms] == ["concentration", "centralisation", CLIPPED]
    assert sum(part for _, part in terms) == pytest.approx(-99)
    assert with_clipping((("a", 0.1), ("b", 0.2)), 0.3) == (("a", 0.1), ("b", 0.2))


def test_an_evaluation_need_not_name_its_terms():
    class Plain(SimpleEvaluation):
        def value(self, state, player):
            return 1.0

    game = find_game("loa5")
    assert Plain(game).terms(game.start, 0) == ()


@given(seed=st.integers(0, 10**6), plies=st.integers(0, 70))
def test_the_terms_of_breakthrough_are_the_naive_sums_over_the_squares(seed, plies):
    """A race decides few positions of random games, so half of these are nearly empty."""
    game = find_game("breakthrough8")
    state = unfinished(game, seed, plies)
    if seed % 2:
        dice = random.Random(seed)
        places = dice.sample(range(8, 56), 4)
        state = game.setup({place: at % 2 for at, place in enumerate(places)}, seed % 4 // 2)
    board, to_move = read(position_text(game, state))
    for player, side in enumerate("wb"):
        terms = full_terms(GAMES["breakthrough8"], board, side, to_move)
        assert dict(game.evaluation("full").terms(state, player)) == pytest.approx(terms)


@pytest.mark.parametrize("size", [5, 6, 8])
@given(seed=st.integers(0, 10**6), plies=st.integers(0, 40))
def test_the_terms_of_centre_are_the_naive_means_over_the_checkers(size, seed, plies):
    game = find_game(f"loa{size}")
    state = unfinished(game, seed, plies)
    board, _ = read(position_text(game, state))
    rings = {5: (10, 50), 6: (10, 50), 8: (10, 25, 50)}[size]

    def worth(row, column):
        near, far = sorted(min(at, size - 1 - at) for at in (row, column))
        return rings[near - 1] if near else (-80, -25, *[-20] * size)[far]

    def terms(side):
        places = [(r, c) for r in range(size) for c in range(size) if board[r][c] == side]
        number = len(places)
        middle = [sum(place[axis] for place in places) / number for axis in (0, 1)]
        spread = sum(dist(place, middle) for place in places) / number
        return 100 / (1 + spread), sum(worth(*place) for place in places) / number

    ours, theirs = terms("b"), terms("w")
    expected = [one - other for one, other in zip(ours, theirs, strict=True)]
    found = dict(game.evaluation("centre").terms(state, 0))
    assert [found["concentration"], found["centralisation"]] == pytest.approx(expected)
    value = max(-99.0, min(99.0, sum(expected)))
    assert game.evaluation("centre").value(state, 0) == pytest.approx(value)

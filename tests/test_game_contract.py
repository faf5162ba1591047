"""The contract of all games, checked for every game in the folder."""

import random
from collections import Counter
from contextlib import suppress
from importlib import import_module

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from loa_tk.model.game import WON, PositionError, finish, perft
from loa_tk.model.games import all_games
from loa_tk.model.notation import move_text, position_text, read_move, read_position, why_not

GAMES = list(all_games().values())
PERFT = {
    "loa5": [18, 280, 4_164, 56_108],
    "loa6": [24, 524, 11_440, 234_560],
    "loa8": [36, 1_244, 44_952],
    "breakthrough5": [13, 156, 1_924, 23_084],
    "breakthrough6": [16, 256, 4_308, 71_478],
    "breakthrough8": [22, 484, 11_132, 256_036],
    # The same board and start as breakthrough8; the rules first differ at a greater depth.
    "breakthrough3": [22, 484, 11_132, 256_036],
    "breakthrough5x10": [28, 756, 20_534, 544_764],
    "minicheckers": [5, 25, 106, 369, 1_271, 4_104, 12_298, 36_223],
}
# Mirrors and turns of the board that keep the rules, by the first letters of the game's key.
SYMMETRIES = {"loa": 7, "bre": 1, "min": 0}


def positions(game, number, seed=1):
    """Return states from random games, including finished ones."""
    picks, found = random.Random(seed), []
    while len(found) < number:
        state = game.start
        while True:
            found.append(state)
            if finish(game, state) is not None or len(found) >= number:
                break
            state = game.play(state, picks.choice(game.moves(state)))
    return found


@pytest.fixture(scope="module", params=GAMES, ids=lambda game: game.key)
def game(request):
    return request.param


def test_every_evaluation_is_explained(game):
    """The names are the keys of the texts; the table of the evaluations has the same ones."""
    knowledge = import_module(f"{type(game).__module__.rpartition('.')[0]}.knowledge.evaluation")
    assert list(game.evaluation_help) == list(game.evaluations) == list(knowledge.EVALUATIONS)
    assert all(text.endswith(".") for text in game.evaluation_help.values())


def test_states_and_moves_are_plain(game):
    for state in positions(game, 50):
        assert type(state) is tuple and all(type(part) is int for part in state)
        assert all(type(move) is int for move in game.moves(state))


def test_play_is_pure(game):
    for state in positions(game, 50):
        if finish(game, state) is None:
            for move in game.moves(state):
                assert game.play(state, move) == game.play(state, move)
            assert list(game.moves(state)) == list(game.moves(state))
            assert game.count(state) == len(game.moves(state))


def test_sides_alternate(game):
    assert game.player(game.start) == 0
    for state in positions(game, 50):
        if finish(game, state) is None:
            for move in game.moves(state):
                assert game.player(game.play(state, move)) == 1 - game.player(state)


def test_moves_are_ordered_and_unique(game):
    for state in positions(game, 100):
        if finish(game, state) is None:
            ends = [(p[0], p[-1]) for p in (game.path(state, m) for m in game.moves(state)) if p]
            assert ends == sorted(set(ends))


def test_moves_are_what_the_pieces_do(game):
    """A move takes its piece from path[0] to path[-1] and removes a captured piece."""
    for state in positions(game, 60):
        if finish(game, state) is not None:
            continue
        before = game.pieces(state)
        for move in game.moves(state):
            path, taken = game.path(state, move), game.taken(state, move)
            expected = dict(before)
            if taken is not None:
                assert expected.pop(taken) == 1 - game.player(state)
            if path:
                assert path[-1] not in expected
                expected[path[-1]] = expected.pop(path[0])
            assert game.pieces(game.play(state, move)) == expected


def test_a_single_move_is_found_as_in_the_list(game):
    squares, picks = range(game.rows * game.columns), random.Random(game.key)
    for state in positions(game, 60, seed=2):
        if finish(game, state) is not None:
            continue
        paths = {game.path(state, move): move for move in game.moves(state)}
        legal = {(path[0], path[-1]): move for path, move in paths.items() if path}
        pairs = [(picks.choice(squares), picks.choice(squares)) for _ in range(100)]
        for pair in [*legal, *pairs]:
            assert game.find_move(state, *pair) == legal.get(pair)


def test_texts_round_trip(game):
    for state in positions(game, 60):
        text = position_text(game, state)
        assert read_position(game, text) == state
        if finish(game, state) is None:
            for move in game.moves(state):
                assert read_move(game, state, move_text(game, state, move)) == move


def test_outcomes_have_a_winner_and_a_reason(game):
    ended = [(s, finish(game, s)) for s in positions(game, 2000, seed=3)]
    ended = [(state, outcome) for state, outcome in ended if outcome is not None]
    assert ended
    for state, outcome in ended:
        assert outcome.winner in (0, 1, None)
        assert outcome.reason[0].isupper() and outcome.reason.endswith(".")
        assert game.outcome(state) is None or game.outcome(state).winner is not None
        assert set(game.halo(state, outcome)) <= set(game.pieces(state))


def test_perft(game):
    assert game.key in PERFT, "the perft of every game is known"
    for depth, leaves in enumerate(PERFT[game.key], 1):
        assert perft(game, game.start, depth) == leaves


def test_explanations_for_every_illegal_pair(game):
    for state in positions(game, 8):
        if finish(game, state) is not None:
            continue
        legal = {(p[0], p[-1]) for p in (game.path(state, m) for m in game.moves(state)) if p}
        for origin, side in game.pieces(state).items():
            for target in range(game.rows * game.columns):
                if side == game.player(state) and (origin, target) not in legal:
                    assert game.explain(state, origin, target).endswith(".")


def test_evaluations_are_named_and_bounded(game):
    assert game.evaluations[-1] == "full"
    for name in game.evaluations:
        evaluation = game.evaluation(name)
        for state in positions(game, 100, seed=5):
            if finish(game, state) is None:
                for player in (0, 1):
                    assert abs(evaluation.value(state, player)) < game.utmost


def test_batch_form_equals_simple_form(game):
    """The values of all children in one call equal those asked for one by one."""
    for name in game.evaluations:
        evaluation = game.evaluation(name)
        for state in positions(game, 120, seed=7):
            if game.outcome(state) is not None:
                continue
            mover = game.player(state)
            for player in (0, 1):
                expected = {}
                for move in game.moves(state):
                    child = game.play(state, move)
                    outcome = game.outcome(child)
                    if outcome is not None:
                        expected[move] = outcome.utility(mover, WON)
                    else:
                        value = evaluation.value(child, player)
                        expected[move] = value if player == mover else -value
                moves, values = evaluation.children(state, player)
                assert dict(zip(moves, values, strict=True)) == pytest.approx(expected)
                best, move, number, ended = evaluation.best_child(state, player)
                assert number == len(expected)
                if number:
                    assert best >= WON or ended == list(values).count(-WON)
                    assert best == max(values) and expected[move] == pytest.approx(best)


MIRRORS = (
    lambda row, column, top, right: (row, right - column),
    lambda row, column, top, right: (top - row, column),
    lambda row, column, top, right: (top - row, right - column),
    lambda row, column, top, right: (column, row),
    lambda row, column, top, right: (column, top - row),
    lambda row, column, top, right: (right - column, row),
    lambda row, column, top, right: (right - column, top - row),
)


def mirrored(game, mirror, square):
    """Return the square's image, or None if the board has no such square."""
    row, column = mirror(*divmod(square, game.columns), game.rows - 1, game.columns - 1)
    return row * game.columns + column if row < game.rows and column < game.columns else None


def image(game, mirror, state):
    """Return the mirrored state, or None if the mirrored pieces are no position of the game."""
    pieces = {mirrored(game, mirror, s): side for s, side in game.pieces(state).items()}
    try:
        return None if None in pieces else game.setup(pieces, game.player(state))
    except PositionError:
        return None


def exchanged(game, state):
    """Return the state turned by half a circle, with the colours exchanged."""
    last = game.rows * game.columns - 1
    pieces = {last - square: 1 - side for square, side in game.pieces(state).items()}
    return game.setup(pieces, 1 - game.player(state))


def paths(game, state):
    """Return the paths of all legal moves, none if the game is over."""
    return {game.path(state, m) for m in (() if finish(game, state) else game.moves(state))}


def alike(game, mirror, state):
    """Return whether the rules are the same for a state and its image."""
    other = image(game, mirror, state)
    return other is not None and paths(game, other) == {
        tuple(mirrored(game, mirror, square) for square in path) for path in paths(game, state)
    }


def test_mirror_images_share_their_canonical_state(game):
    """States under all mirrors that keep the rules have one canonical form, one of their images."""
    met = positions(game, 60, seed=9)
    mirrors = [mirror for mirror in MIRRORS if all(alike(game, mirror, state) for state in met)]
    assert len(mirrors) == SYMMETRIES[game.key[:3]]
    for state in met:
        images = {state, *(image(game, mirror, state) for mirror in mirrors)}
        canonical = {game.canonical(each) for each in images}
        if game.key == "minicheckers":
            images.add(exchanged(game, state))
        assert len(canonical) == 1 and canonical <= images


def mirror_images(game):
    """Return the ways to mirror and turn the board that keep the start, as maps of squares."""
    rows, columns = range(game.rows), range(game.columns)
    places = [(row, column) for row in rows for column in columns]
    ways = [
        lambda row, column: (row, columns[-1] - column),
        lambda row, column: (rows[-1] - row, column),
        lambda row, column: (rows[-1] - row, columns[-1] - column),
    ]
    if game.rows == game.columns:
        ways += [
            lambda row, column: (column, row),
            lambda row, column: (column, rows[-1] - row),
            lambda row, column: (columns[-1] - column, row),
            lambda row, column: (columns[-1] - column, rows[-1] - row),
        ]
    start = game.pieces(game.start)
    for way in ways:
        images = (way(*place) for place in places)
        image = [row * game.columns + column for row, column in images]
        if {image[square]: side for square, side in start.items()} == start:
            yield image


def test_mirror_images_have_the_same_canonical_state(game):
    """A game that does not declare its symmetry is searched as several games."""
    for image in mirror_images(game):
        for state in positions(game, 40, seed=9):
            mirrored = {image[square]: side for square, side in game.pieces(state).items()}
            if finish(game, state) is None:
                other = game.setup(mirrored, game.player(state))
                assert game.canonical(other) == game.canonical(state)


def test_wins_are_never_nearer_than_the_least_number_of_plies(game):
    for state in positions(game, 60, seed=11):
        for plies in range(3):
            if wins_within(game, state, plies, game.player(state)):
                assert game.least_plies(state) <= plies
                break


def wins_within(game, state, plies, player):
    """Return whether `player` can force a win, looking at moves and outcomes one by one."""
    outcome = finish(game, state)
    if outcome is not None or not plies:
        return outcome is not None and outcome.winner == player
    children = (game.play(state, move) for move in game.moves(state))
    wins = (wins_within(game, child, plies - 1, player) for child in children)
    return any(wins) if game.player(state) == player else all(wins)


def test_counts_are_shown_for_both_sides(game):
    for state in positions(game, 30):
        for caption, figures in game.counts(state).items():
            assert caption.islower() and len(figures) == 2 and min(figures) >= 0


@st.composite
def boards(draw, game):
    """Draw any position that `setup` accepts, most of them never met in a game."""
    kinds = st.sampled_from(((None,), (None, 0), (None, 1), (None, None, 0, 1)))
    # A row is one number with two bits for each square, which is drawn faster than its squares.
    row = st.tuples(kinds, st.integers(0, 4**game.columns - 1))
    pieces, left = {}, Counter(game.pieces(game.start).values())
    for number, (cells, squares) in enumerate(draw(st.tuples(*[row] * game.rows))):
        for column in range(game.columns):
            side = cells[(squares >> 2 * column) % len(cells)]
            # Pieces never stand on the light squares of a checkers board.
            fits = game.board != "checkers" or (number + column) % 2 == 0
            if side is not None and fits and left[side]:
                left[side] -= 1
                pieces[number * game.columns + column] = side
    for player in draw(st.permutations((0, 1))):
        # A position may be impossible for one side to move, because that side has won already.
        with suppress(PositionError):
            return game.setup(pieces, player)
    reject()


@given(data=st.data())
def test_every_position_that_can_be_set_up_answers_every_question(game, data):
    state = data.draw(boards(game))
    assert read_position(game, position_text(game, state)) == state
    assert game.canonical(game.canonical(state)) == game.canonical(state)
    assert all(len(figures) == 2 for figures in game.counts(state).values())
    pieces, squares = game.pieces(state), range(game.rows * game.columns)
    assert all({*link} <= {*pieces} for link in game.links(state))
    outcome = finish(game, state)
    if outcome is not None:
        assert outcome.winner in (0, 1, None)
        assert outcome.reason[0].isupper() and outcome.reason.endswith(".")
        assert set(game.halo(state, outcome)) <= set(pieces)
    legal = set()
    if outcome is None:
        assert set(game.forced(state)) <= set(pieces) and game.least_plies(state) >= 0
        moves = game.moves(state)
        assert game.count(state) == len(moves) > 0
        for move in moves:
            assert read_move(game, state, move_text(game, state, move)) == move
            finish(game, game.play(state, move))
            path = game.path(state, move)
            legal.add((path[0], path[-1]) if path else ())
        for name in game.evaluations:
            evaluation = game.evaluation(name)
            for player in (0, 1):
                assert abs(evaluation.value(state, player)) < game.utmost
                assert set(evaluation.children(state, player)[0]) == set(moves)
                assert evaluation.best_child(state, player)[2] == len(moves)
        for origin in (square for square, side in pieces.items() if side == game.player(state)):
            for target in squares:
                if (origin, target) not in legal:
                    assert game.explain(state, origin, target).endswith(".")
    origin, target = data.draw(st.tuples(st.sampled_from(squares), st.sampled_from(squares)))
    assert (origin, target) in legal or why_not(game, state, origin, target)


@pytest.mark.parametrize("game", [game for game in GAMES if game.small], ids=lambda game: game.key)
def test_positions_of_a_small_game_never_repeat(game):
    """Nothing else bounds a search to the end of a small game."""
    for seed in range(60):
        picks, state, met = random.Random(seed), game.start, set()
        while finish(game, state) is None:
            assert state not in met
            met.add(state)
            state = game.play(state, picks.choice(game.moves(state)))


def test_a_value_and_its_share_of_the_bar_go_both_ways(game):
    assert game.bar_share(game.bar_scale) == pytest.approx(0.88, abs=0.001)
    assert game.bar_share(game.utmost) == 1 and game.bar_share(-game.utmost) == 0
    for percent in range(10, 91, 5):
        assert game.bar_share(game.bar_value(percent / 100)) == pytest.approx(percent / 100)
    assert game.bar_value(0) == -game.bar_value(1) and 0 < game.bar_value(1) < game.utmost

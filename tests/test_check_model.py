"""What students' programs are checked with: known mistakes, proved positions, ranks, symmetry."""

import random
from collections import Counter
from itertools import islice
from statistics import mean, pstdev

import pytest

from loa_tk.model.checks import positions as proved_positions
from loa_tk.model.checks.diagnosis import Answer, Case, cases, diagnose, expected, searched
from loa_tk.model.checks.evaluations import images, ranks, spearman
from loa_tk.model.checks.mistakes import MISTAKES, SLIPS, InfiniteWindow, six
from loa_tk.model.checks.positions import (
    SHORT,
    SOLVED,
    all_known,
    known,
    line,
    prove,
    proved,
    wins_in,
)
from loa_tk.model.checks.samples import endings, positions
from loa_tk.model.games import all_games, find_game
from loa_tk.model.pairings import every_pair, swiss_round
from loa_tk.model.scoring import Score, joint_interval, placed, ratings
from loa_tk.model.search.textbook import AlphaBeta

LOA5 = find_game("loa5")
GAMES = list(all_games())


def answer_of(game, case, search, slip=None):
    value, counted = searched(game.key, case, search)
    return Answer(value, six(slip.figures(counted) if slip else counted))


# --- known mistakes ---


def test_the_root_window_shows_in_the_nodes():
    start = Case(LOA5.start, 4)
    assert expected(LOA5, start).six[1] == 1625
    assert answer_of(LOA5, start, InfiniteWindow).six[1] == 1648


def test_a_correct_search_has_no_diagnosis():
    asked = cases(LOA5)
    assert diagnose(LOA5, asked, [answer_of(LOA5, case, AlphaBeta) for case in asked]) is None


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.name)
def test_every_known_mistake_is_told_from_all_others(mistake):
    asked = cases(LOA5)
    found = diagnose(LOA5, asked, [answer_of(LOA5, case, mistake.search) for case in asked])
    assert found.names == (mistake.name,)
    assert mistake.hint in found.sentence()


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip.name)
def test_every_slip_is_named(slip):
    asked = cases(LOA5)
    found = diagnose(LOA5, asked, [answer_of(LOA5, case, AlphaBeta, slip) for case in asked])
    assert slip.name in found.names


def test_a_mistake_and_a_slip_together_are_named():
    asked, strict, root = cases(LOA5), MISTAKES[0], SLIPS[0]
    found = diagnose(LOA5, asked, [answer_of(LOA5, case, strict.search, root) for case in asked])
    assert found.names == (f"{strict.name} and {root.name}",)


def test_counts_of_no_known_mistake_have_a_first_difference_only():
    asked = cases(LOA5)[:3]
    answers = [answer_of(LOA5, case, AlphaBeta) for case in asked]
    answers[1] = Answer(None, (2, 61, 0, 0, 7, 17))
    found = diagnose(LOA5, asked, answers)
    assert (found.number, found.names) == (1, ())
    assert "expected" in found.sentence()


@pytest.mark.parametrize("key", ["loa6", "breakthrough5x10", "minicheckers"])
def test_cases_are_the_same_for_the_same_seed_and_show_prunings(key):
    game = find_game(key)
    asked = cases(game, 3)
    assert asked == cases(game, 3) and len(set(asked)) == len(asked) >= 10
    assert any(sum(expected(game, case).six[4:]) for case in asked)


# --- proved positions ---


@pytest.mark.parametrize("key", GAMES)
def test_a_game_s_file_has_short_wins_and_agrees_with_the_prover(key):
    game = find_game(key)
    found = all_known(game)
    assert len(found) >= 80
    dice = random.Random(1)
    short = [one for one in found if one.plies <= 5]
    for one in dice.sample(short, 8):
        assert proved(game, one.state, 10_000) == one
    for plies in SHORT:
        wins = wins_in(game, plies, 1)
        assert len(wins) >= 4
        for one in wins:
            assert one.plies == plies and one.winner == game.player(one.state)
            assert 0 < 2 * len(one.moves) <= len(game.moves(one.state))


@pytest.mark.parametrize("key", SOLVED)
def test_solved_games_have_every_distance(key):
    assert len({one.plies for one in all_known(find_game(key))}) >= 10


def test_a_line_of_a_file_can_be_read_back():
    one = all_known(LOA5)[0]
    assert proved_positions.read_line(LOA5, line(LOA5, one)) == one


def test_the_seed_chooses_the_positions():
    assert known(LOA5, 50, 1) == known(LOA5, 50, 1) != known(LOA5, 50, 2)


def test_a_question_too_hard_is_not_proved():
    assert prove(find_game("loa8"), find_game("loa8").start, 100) is None


def test_nearness_orders_wins_and_losses():
    found = sorted(all_known(LOA5), key=lambda one: one.nearness(0))
    assert found[0].winner == 1 and found[-1].winner == 0
    assert found[0].plies == found[-1].plies == 1


# --- ranks ---


def test_equal_numbers_share_their_rank():
    assert ranks([3, 1, 3, 2]) == [3.5, 1, 3.5, 2]


def test_rank_correlation():
    assert spearman([1, 2, 3], [10, 20, 99]) == pytest.approx(1)
    assert spearman([1, 2, 3], [3, 2, 1]) == pytest.approx(-1)
    assert spearman([1, 1, 1], [1, 2, 3]) is None
    # 1 - 6 * sum of squared differences of ranks / (n (n^2 - 1)), without ties
    assert spearman([1, 2, 3, 4, 5], [2, 1, 4, 3, 5]) == pytest.approx(1 - 6 * 4 / 120)
    with pytest.raises(ValueError, match="lengths"):
        spearman([1], [1, 2])


# --- symmetry ---


@pytest.mark.parametrize("key", GAMES)
def test_mirror_images_have_mirrored_moves(key):
    game = find_game(key)
    found = images(game)
    assert any(image.swapped for image in found)
    for state in islice(positions(game, 5), 5):
        for image in found:
            mirrored = image.state(game, state)
            assert game.player(mirrored) == image.side(game.player(state))
            assert ends(game, mirrored) == {
                tuple(image.squares[square] for square in path) for path in ends(game, state)
            }


def ends(game, state):
    paths = (game.path(state, move) for move in game.moves(state))
    return {(path[0], path[-1]) for path in paths if path}


def test_endings_are_near_the_end():
    for state in islice(endings(LOA5, 1, 1, 2), 10):
        assert prove(LOA5, state, 5000) is not None


def test_a_tiny_game_has_only_a_few_positions_to_be_checked_on():
    game = find_game("tree:((3 12 8)(2 4 6)(14 5 2))")
    inner = {game.start, *(game.play(game.start, move) for move in game.moves(game.start))}
    for drawn in (positions(game, 1), endings(game, 1)):
        found = list(islice(drawn, 100))
        assert len(found) == len(set(found)) and inner >= set(found)
    asked = {case.state for case in cases(game)}
    assert game.start in asked <= inner


# --- pairings and ratings ---


@pytest.mark.parametrize("players", [2, 5, 8, 9])
def test_swiss_rounds_repeat_no_pair_and_let_everyone_rest_once(players):
    met, rested, points = [], [], {}
    for number in range(min(4, players - 1)):
        pairs, resting = swiss_round(players, points, met, rested, number)
        playing = [one for pair in pairs for one in pair]
        assert len(set(playing)) == len(playing) == players - players % 2
        assert not set(map(frozenset, pairs)) & set(map(frozenset, met))
        assert (resting is None) == (players % 2 == 0) and resting not in rested
        met += pairs
        rested += [resting] if resting is not None else []
        for one, _ in pairs:
            points[one] = points.get(one, 0) + 1


def test_players_with_equal_points_meet():
    pairs, _ = swiss_round(4, {0: 2, 3: 2}, [], [], 1)
    assert (0, 3) in pairs


def test_if_everyone_has_met_pairs_repeat():
    pairs, _ = swiss_round(4, {}, every_pair(4), [], 1)
    assert len(pairs) == 2


def test_more_games_make_a_rating_surer():
    def error(games):
        scores = {(0, 1): Score(games, 0, games), (1, 0): Score(games, 0, games)} if games else {}
        return ratings(scores, 2)[0].error

    assert error(100) < error(10) < error(1) < error(0)


def test_a_player_who_won_nearly_everything_is_rated_by_the_games_and_not_by_those_of_others():
    """15 of 18 points against average players are +280; pairs that never met must not matter."""
    scores = {}
    for other in range(1, 10):
        wins = 1 if other < 4 else 2
        scores[0, other], scores[other, 0] = Score(wins, 0, 2 - wins), Score(2 - wins, 0, wins)
    few = ratings(scores, 10)[0].elo - ratings(scores, 10)[5].elo
    many = ratings(scores, 40)[0].elo - ratings(scores, 40)[5].elo
    assert few > 200 and many == pytest.approx(few, rel=0.15)


@pytest.mark.parametrize(("rounds", "players", "games"), [(7, 30, 2), (None, 12, 2)])
def test_ratings_have_the_spread_of_the_true_strengths_and_intervals_cover_them(
    rounds, players, games
):
    """Simulated tournaments among players whose strengths spread by 200 Elo."""
    ratios, covered = [], []
    for seed in range(80):
        true, rated = simulated(players, rounds, games, seed)
        ratios.append(pstdev(rating.elo for rating in rated) / pstdev(true))
        covered += [abs(one - rating.elo) <= rating.error
                    for one, rating in zip(true, rated, strict=True)]  # fmt: skip
    assert 0.9 < mean(ratios) < 1.1
    assert 0.95 < mean(covered) < 0.985  # with the drawn games that every player is given


def test_intervals_cover_the_true_strengths_in_a_class_of_beginners_and_masters():
    """Their ratings are drawn to the average by games that nobody has played: by few of them."""
    covered = []
    for seed in range(80):
        for one, rating in zip(*simulated(10, None, 2, seed, spread=400), strict=True):
            covered.append(abs(one - rating.elo) <= rating.error)
    assert 0.93 < mean(covered) < 0.98


def test_the_interval_on_a_ladder_covers_a_player_who_is_better_than_all_its_rungs():
    dice, covered, rungs = random.Random(1), list[bool](), range(0, 800, 100)
    for _ in range(500):
        met = []
        for rung in rungs:
            won = sum(dice.random() < 1 / (1 + 10 ** ((rung - 900) / 400)) for _ in range(10))
            met.append((rung, Score(won, 0, 10 - won)))
        rating = placed(met)
        covered.append(abs(rating.elo - 900) <= rating.error)
    assert 0.94 < mean(covered) < 0.99


def test_the_interval_of_games_against_many_opponents_covers_the_true_share():
    """Eight opponents of different strengths, twenty games each."""
    dice, covered, narrower = random.Random(1), 0, 0
    likely = [0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.97, 1.0]
    for _ in range(500):
        won = [sum(dice.random() < share for _ in range(20)) for share in likely]
        scores = [Score(wins, 0, 20 - wins) for wins in won]
        low, high = joint_interval(scores)
        covered += low <= mean(likely) <= high
        alone = sum(scores, Score()).interval()
        narrower += high - low < alone[1] - alone[0]
    assert 0.93 < covered / 500 and narrower == 500
    assert joint_interval([]) == joint_interval([Score()]) == (0, 1)


def simulated(players, rounds, games, seed, spread=200):
    """Return true strengths, 0 on average, and the ratings after a tournament of chance."""
    dice, scores, points, met = random.Random(seed), {}, Counter(), []
    true = [dice.gauss(0, spread) for _ in range(players)]
    for number in range(rounds or 1):
        pairs = every_pair(players)
        if rounds:
            pairs, _ = swiss_round(players, points, met, [], f"{seed}/{number}")
        for one, other in pairs:
            likely = 1 / (1 + 10 ** ((true[other] - true[one]) / 400))
            won = sum(dice.random() < likely for _ in range(games))
            scores[one, other] = Score(won, 0, games - won)
            scores[other, one] = Score(games - won, 0, won)
            points[one] += won
            points[other] += games - won
        met += pairs
    return [one - mean(true) for one in true], ratings(scores, players)

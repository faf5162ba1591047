"""Monte Carlo tree search: it finds wins, counts its work, and repeats itself with a seed."""

import pytest

from loa_tk.model.game import finish
from loa_tk.model.games import find_game
from loa_tk.model.match import Match
from loa_tk.model.search import mcts
from loa_tk.model.search.mcts import MonteCarlo
from loa_tk.model.search.players import Player
from loa_tk.model.search.search import Limits, Request
from test_game_contract import positions
from trees import Tree


def search(game, state, history=(), **options):
    return Player("mcts", **{"seed": 1, **options}).choose(game, state, history)


@pytest.mark.parametrize("key", ["loa5", "loa6", "breakthrough5x10", "minicheckers"])
def test_a_win_in_one_is_found(key):
    game, found = find_game(key), 0
    for state in positions(game, 3_000, seed=3):
        if found == 8:
            break
        if finish(game, state) is not None:
            continue
        player = game.player(state)
        ends = {move: finish(game, game.play(state, move)) for move in game.moves(state)}
        wins = [move for move, end in ends.items() if end and end.winner == player]
        if wins and len(wins) < len(ends):
            found += 1
            report = search(game, state, playouts=8 * len(ends))
            assert report.move in wins and report.statistics.win_share == 1
    assert found == 8


def test_it_avoids_what_loses_at_once():
    report = search(Tree([["lost", "won"], ["won", "won"], ["lost", "lost"]]), (), playouts=200)
    assert report.move == 1 and report.statistics.win_share == 1 and 0 < report.value < 100


def test_a_draw_is_half_a_win():
    report = search(Tree([[], ["lost"]]), (), playouts=60)
    assert report.move == 0 and report.statistics.win_share == 0.5
    assert report.value == pytest.approx(0)


def test_counts_add_up():
    game = find_game("loa5")
    request = Request(game=game, state=game.start, options={"playouts": 400})
    monte_carlo = MonteCarlo(request)
    counted = monte_carlo.search().statistics
    root = monte_carlo.root
    assert root.playouts == counted.playouts == 400
    assert sum(child.playouts for child in root.children) == 400
    assert counted.nodes == sum(counted.levels) == 401 and counted.levels[1] == len(root.children)
    assert counted.max_depth == len(counted.levels) - 1
    # What the side to move wins, the other side loses.
    assert root.wins + sum(child.wins for child in root.children) == 400


def test_an_equal_seed_repeats_the_search_and_another_does_not():
    game = find_game("loa5")
    same = [search(game, game.start, playouts=80).statistics for _ in range(2)]
    assert same[0] == same[1]
    others = {search(game, game.start, playouts=80, seed=seed).statistics for seed in range(4)}
    assert len(others) > 1


def test_more_playouts_beat_fewer():
    game, score = find_game("minicheckers"), 0.0
    for number in range(12):
        playouts = (150, 3) if number % 2 == 0 else (3, 150)
        players = [Player("mcts", playouts=each, seed=number) for each in playouts]
        match = Match(game)
        while (outcome := match.outcome()) is None:
            report = players[match.player].choose(game, match.state, match.history())
            match.play(report.move)
        won = outcome.winner is not None and playouts[outcome.winner] == 150
        score += 0.5 if outcome.winner is None else won
    assert score >= 9


def test_without_exploration_it_stays_with_what_won_first():
    game = find_game("loa5")
    most = {}
    for exploration in (0.0, 20.0):
        request = Request(
            game=game, state=game.start, options={"playouts": 400, "exploration": exploration}
        )
        monte_carlo = MonteCarlo(request)
        monte_carlo.search()
        most[exploration] = max(child.playouts for child in monte_carlo.root.children)
    assert most[0.0] > 100 > 30 > most[20.0]


def test_repetition_is_a_draw():
    """A third occurrence ends the game, even if its subtree would be won."""
    tree = Tree([[["won", "won"]], ["lost"]])
    assert search(tree, (), playouts=50).statistics.win_share == 1
    report = search(tree, (), history=((0,), (0,)), playouts=50)
    assert report.move == 0 and report.statistics.win_share == 0.5


def test_a_playout_without_an_end_is_a_draw(monkeypatch):
    class Endless(Tree):
        """A game of two moves that never ends."""

        def node(self, state):
            return [0, 0]

    monkeypatch.setattr(mcts, "LONGEST", 50)
    report = search(Endless([]), (), playouts=20)
    assert report.statistics.win_share == 0.5 and report.statistics.playouts == 20


def test_a_full_tree_grows_no_further(monkeypatch):
    monkeypatch.setattr(mcts, "TREE_BOUND", 30)
    game = find_game("loa5")
    report = search(game, game.start, playouts=200)
    assert report.statistics.nodes == 30 and report.statistics.playouts == 200


def test_a_search_stopped_in_its_first_playout_has_a_move_and_no_value():
    game, looks = find_game("loa8"), iter([False])
    limits = Limits(stop=lambda: next(looks, True))
    report = MonteCarlo(Request(game=game, state=game.start, limits=limits)).search()
    assert report.move in game.moves(game.start) and report.value is None
    assert report.iterations == () and report.statistics.playouts == 0

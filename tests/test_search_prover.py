"""The prover and its questions: every distance is exact, compared with the whole tree."""

from functools import cache

import pytest

from loa_tk.model.game import Outcome, finish
from loa_tk.model.games import find_game
from loa_tk.model.games.mini_checkers.rules import MiniCheckers
from loa_tk.model.notation import read_position
from loa_tk.model.search.prover import Prover, Questions
from loa_tk.model.search.search import Clock, Limits
from loa_tk.model.search.statistics import Proof
from test_game_contract import positions
from trees import Tree


class Blocking(Tree):
    """A tree in which the side without a move has lost."""

    def stuck(self, state):
        return Outcome(1 - self.player(state), "Blocked.")


class LongCheckers(MiniCheckers):
    """Mini-Checkers treated as a game too large to be searched to its end."""

    small = False


def nothing():
    """Let the prover continue."""


def questions(game, state):
    evaluation = game.evaluation("full")
    order = game.moves(state)
    return Questions(game, evaluation, state, order, [], Clock(Limits()), nothing)


def first_yes(game, state, last=40):
    """Return the proof and the line of the first question answered yes, or None."""
    asked = questions(game, state)
    while (answer := asked.ask(10**9, last)) is not None:
        if answer.move is not None:
            return asked.proof(answer), answer.line
    return None


@cache
def to_the_end(game, state):
    """Return the winner and the plies if the winner hurries and the loser delays."""
    outcome = finish(game, state)
    if outcome is not None:
        return outcome.winner, 0
    player = game.player(state)

    def liking(result):
        winner, plies = result
        return 0 if winner is None else 1 / (1 + plies) if winner == player else -1 / (1 + plies)

    results = (to_the_end(game, game.play(state, move)) for move in game.moves(state))
    winner, plies = max(results, key=liking)
    return winner, plies + 1


def test_a_win_in_one_has_the_distance_one():
    game = find_game("loa5")
    state = read_position(game, "5/1bb2/w3w/3b1/w4 b")
    proof, line = first_yes(game, state)
    assert proof == Proof(0, 1) and game.outcome(game.play(state, line[0])).winner == 0


def test_a_loss_by_ones_own_last_move_has_the_distance_one():
    assert first_yes(Tree(["lost", "lost"]), ())[0] == Proof(1, 1)


def test_a_win_by_leaving_the_other_side_without_a_move_is_counted_exactly():
    # After either reply to the first move, one move leaves the other side without any.
    game = Blocking([[[[]], [[]]], [[[[[]]]]]])
    assert to_the_end(game, ()) == (0, 3)
    proof, line = first_yes(game, ())
    assert proof == Proof(0, 3) and len(line) == 3 and line[0] == 0


def test_a_loss_by_being_left_without_a_move_is_counted_exactly():
    # Both moves let the other side block: the first in four plies, the second in two.
    game = Blocking([[[[[]], [[]]]], [[]]])
    assert to_the_end(game, ()) == (1, 4)
    assert first_yes(game, ())[0] == Proof(1, 4)


@pytest.mark.parametrize("game", [MiniCheckers(), LongCheckers()], ids=["small", "long"])
def test_distances_are_those_of_the_whole_tree(game):
    """Many of these games end because a side cannot move, which only the whole tree shows early."""
    late = [
        state
        for state in positions(game, 1_500, seed=8)
        if len(game.pieces(state)) <= 6 and finish(game, state) is None
    ]
    decided = [(state, to_the_end(game, state)) for state in late]
    decided = [(state, end) for state, end in decided if end[0] is not None]
    assert len(decided) > 60
    for state, (winner, plies) in decided[:150]:
        proof, line = first_yes(game, state)
        assert proof == Proof(winner, plies)
        # The line's first move keeps the result at its distance.
        assert to_the_end(game, game.play(state, line[0])) == (winner, plies - 1)


def test_a_prover_answers_without_questions_around_it():
    game = find_game("loa5")
    prover = Prover(game, game.evaluation("full"), [], nothing)
    assert prover.wins(read_position(game, "5/1bb2/w3w/3b1/w4 b"), 1)
    assert not prover.wins(game.start, 3) and prover.counts.statistics().nodes > 18

"""A move other than the best is a blunder only if its result is worse."""

from dataclasses import replace

import pytest

from loa_tk.control.engine.blunders import as_good, blundered, forced, played_proof
from loa_tk.control.engine.searchlog import CSV_COLUMNS, as_text, csv_row, log_entry
from loa_tk.model.game import finish
from loa_tk.model.games import find_game
from loa_tk.model.match import Match
from loa_tk.model.search.players import Player
from loa_tk.model.search.statistics import Proof

GAME = find_game("breakthrough5")


def solved(state, side, plies):
    """Return the result for a side within some plies by plain minimax: 1, 0 if open, or -1."""
    outcome = finish(GAME, state)
    if outcome is not None:
        return 1 if outcome.winner == side else -1
    if not plies:
        return 0
    sign = 1 if GAME.player(state) == side else -1
    children = (GAME.play(state, move) for move in GAME.moves(state))
    return sign * max(sign * solved(child, side, plies - 1) for child in children)


def ends():
    """Yield positions near the end of games of the strong search against random moves."""
    for seed in range(12):
        match = Match(GAME)
        players = Player("strong", eval="full", depth=2), Player("random", seed=seed)
        while match.outcome() is None:
            match.play(players[match.ply % 2].choose(GAME, match.state, match.history()).move)
        yield from (node.state for node in match.node.line()[-4:-1])


@pytest.fixture(scope="module")
def positions():
    return list(ends())


def with_other(state, move):
    """Return the report of the strong search with another move in place of the best."""
    return replace(Player("strong", eval="full", depth=3).choose(GAME, state), line=(move,))


def test_a_forced_win_is_that_of_minimax(positions):
    for state in positions:
        for side in (0, 1):
            assert forced(GAME, state, side, 3) == (solved(state, side, 3) == 1)


def test_a_move_that_loses_as_late_or_wins_as_soon_is_no_blunder(positions):
    seen = set()
    for state in positions:
        side = GAME.player(state)
        report = Player("strong", eval="full", depth=3).choose(GAME, state)
        proof = report.proof
        if proof is None or proof.source or proof.plies > 3:
            continue
        for move in GAME.moves(state):
            if move == report.move:
                continue
            after = GAME.play(state, move)
            won = proof.winner == side
            same = (
                solved(after, side, proof.plies - 1) == 1 if won
                else solved(after, side, proof.plies - 2) != -1
            )  # fmt: skip
            other = with_other(state, move)
            text = as_text(log_entry(GAME, state, 1, other))
            row = csv_row(GAME, state, 1, other)
            assert as_good(GAME, state, move, proof) == same != blundered(GAME, state, other)
            assert ("random move on purpose" in text) != same
            assert (row["best"] == row["move"]) == same
            assert row["best_proof"] and set(row) <= set(CSV_COLUMNS)
            assert not same or (row["proof"], row["value"]) == (row["best_proof"], report.value)
            seen.add((won, same))
    assert {(True, True), (True, False), (False, True)} <= seen


def test_a_proof_that_is_a_bound_or_none_excuses_no_move(positions):
    state = positions[0]
    move = GAME.moves(state)[0]
    for proof in (None, Proof(0, 9, "book"), Proof(None, None), Proof(GAME.player(state), 50)):
        assert not as_good(GAME, state, move, proof)


def test_a_blunder_has_its_own_result_in_the_table_if_the_next_move_ends_the_game(positions):
    found = set()
    for state in positions:
        for move in GAME.moves(state):
            proof, side = played_proof(GAME, state, move), GAME.player(state)
            value = solved(GAME.play(state, move), side, 1)
            assert (0 if proof is None else 1 if proof.winner == side else -1) == value
            report = with_other(state, move)
            if blundered(GAME, state, report) and proof is not None:
                row = csv_row(GAME, state, 1, report)
                assert row["value"] == value * GAME.utmost and "wins in" in row["proof"]
                found.add(value)
    assert -1 in found

"""A move is called a blunder only if its value and the best move's can be compared."""

import random
from dataclasses import replace
from functools import cache

import pytest

from loa_tk.control.study.comparing import equally_far
from loa_tk.control.study.mistakes import mistake_at, mistake_text
from loa_tk.control.study.values import BLUNDER, is_blunder
from loa_tk.model.game import finish
from loa_tk.model.games import find_game
from loa_tk.model.match import Match
from loa_tk.model.notation import move_text
from loa_tk.model.search.search import Limits, Request
from loa_tk.model.search.statistics import Proof
from loa_tk.model.search.strong import Strong
from loa_tk.words.review import TO_DEPTH

GAME = find_game("breakthrough5")
DEPTH = 5


@cache
def minimax(state, side, depth):
    """Return the value for a side, naively: every line is followed to its end or this depth."""
    outcome = finish(GAME, state)
    if outcome is not None:
        return outcome.utility(side, GAME.utmost)
    if not depth:
        return GAME.evaluation("full").value(state, side)
    values = [minimax(GAME.play(state, move), side, depth - 1) for move in GAME.moves(state)]
    return max(values) if GAME.player(state) == side else min(values)


def exact(state):
    """Return the report of a search whose every pass has minimax's value."""
    request = Request(game=GAME, state=state, limits=Limits(depth=DEPTH))
    return Strong(request).search()


@pytest.fixture(scope="module")
def played():
    """Return positions after every move of some others, all analysed to the same depth."""
    rng, nodes = random.Random(7), []
    for _ in range(4):
        match = Match(GAME)
        for _ in range(rng.randrange(2, 8)):
            match.play(rng.choice(GAME.moves(match.state)))
        before = match.node
        before.study = exact(before.state)
        for move in GAME.moves(before.state):
            match.node = before
            match.play(move)
            if match.outcome() is None:
                match.node.study = exact(match.state)
                nodes.append(match.node)
    return nodes


def test_a_blunder_is_what_minimax_to_one_depth_calls_worse(played):
    fair = accused = 0
    for node in played:
        before, side = node.parent, GAME.player(node.parent.state)
        if before.study.proof or node.study.proof:
            continue
        best = minimax(before.state, side, DEPTH)
        lost = GAME.bar_share(best) - GAME.bar_share(minimax(node.state, side, DEPTH - 1))
        assert is_blunder(GAME, node) == (lost > BLUNDER), (best, lost)
        accused += lost > BLUNDER
        # The last pass after the move looks a ply farther than the one before it.
        last = GAME.bar_share(before.study.value) - GAME.bar_share(-node.study.value)
        fair += last > BLUNDER >= lost
    assert accused and fair, (accused, fair)


def test_a_blunder_names_values_of_one_depth(played):
    said = 0
    for node in played:
        before = node.parent
        mistake = mistake_at(GAME, node)
        if mistake is None or before.study.proof or node.study.proof:
            continue
        text = mistake_text(GAME, mistake)
        assert text.endswith(f"(both {TO_DEPTH.format(depth=DEPTH)}).")
        side = GAME.player(before.state)
        assert mistake.better.value == minimax(before.state, side, DEPTH)
        assert -mistake.after.value == minimax(node.state, side, DEPTH - 1)
        assert f"Better: {move_text(GAME, before.state, mistake.better.move)}" in text
        said += 1
    assert said


def test_a_proof_compares_only_with_a_search_that_looked_as_far(played):
    node = next(one for one in played if not one.study.proof and not one.parent.study.proof)
    before, after = node.parent.study, node.study
    won = {"value": GAME.utmost, "iterations": ()}
    near = replace(before, proof=Proof(GAME.player(node.parent.state), 3), **won)
    far = replace(near, proof=replace(near.proof, plies=9))
    assert equally_far(near, after).best.proof == near.proof
    assert equally_far(far, after) is None
    proved = replace(after, proof=Proof(GAME.player(node.state), 30))
    assert equally_far(far, proved).after is proved
    said = replace(far, proof=replace(far.proof, source="program"))
    assert equally_far(said, proved) is None


def test_without_a_search_after_the_move_nothing_is_compared(played):
    assert equally_far(played[0].parent.study, None) is None
    assert equally_far(played[0].parent.study, None, ended=True) is not None

"""A game in progress: play, undo, redo, branches, repetition, results."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loa_tk.model.game import MoveError
from loa_tk.model.games import find_game
from loa_tk.model.match import Match
from loa_tk.model.notation import read_position

LOA5 = find_game("loa5")


def played(*moves, position=None):
    match = Match(LOA5, None if position is None else read_position(LOA5, position))
    for text in moves:
        match.play_text(text)
    return match


def test_notation_and_history():
    match = played("c1-c3", "a3-b2")
    assert match.notation() == ["c1-c3", "a3-b2"] and match.ply == 2
    assert match.history()[0] == LOA5.start and len(match.history()) == 2


def test_undo_and_redo_follow_the_branch_played_last():
    match = played("c1-c3", "a3-b2")
    end = match.state
    match.undo()
    match.undo()
    assert match.state == LOA5.start and not match.can_undo and match.can_redo
    match.undo()
    match.redo()
    match.redo()
    assert match.state == end and not match.can_redo
    match.redo()
    assert match.state == end


def test_another_move_starts_a_branch_and_loses_nothing():
    match = played("c1-c3")
    match.undo()
    match.play_text("b1-b3")
    match.undo()
    paths = [LOA5.path(LOA5.start, child.move) for child in match.node.children]
    assert paths == [(2, 12), (1, 11)]
    match.play_text("c1-c3")
    match.undo()
    assert len(match.node.children) == 2
    match.redo()
    assert match.notation() == ["c1-c3"]


@given(st.lists(st.tuples(st.sampled_from(["play", "undo", "redo"]), st.integers(0, 1000))))
def test_the_line_is_always_a_legal_game(steps):
    match = Match(LOA5)
    for step, pick in steps:
        if step == "play":
            moves = LOA5.moves(match.state)
            if match.outcome() is None:
                match.play(moves[pick % len(moves)])
        else:
            getattr(match, step)()
        again = played(*match.notation())
        assert again.state == match.state and again.outcome() == match.outcome()


def test_third_occurrence_is_a_draw():
    """A position set up by hand counts as its own first occurrence."""
    match = played(position="4w/5/1b1b1/5/w4 b")
    there_and_back = ["b3-b4", "a1-a2", "b4-b3", "a2-a1"]
    for text in there_and_back:
        match.play_text(text)
    assert match.outcome() is None
    for text in there_and_back[:-1]:
        match.play_text(text)
        assert match.outcome() is None
    match.play_text(there_and_back[-1])
    assert match.outcome().winner is None and "three times" in match.outcome().reason
    with pytest.raises(MoveError, match="over"):
        match.play_text("b3-b4")
    match.undo()
    assert match.outcome() is None


def test_illegal_moves_are_refused():
    match = played()
    with pytest.raises(MoveError):
        match.play(0)
    with pytest.raises(MoveError):
        match.play_text("c1-c4")
    assert match.ply == 0


def test_result_without_a_legal_move():
    match = played(position="1b3/wbw2/2bbb/w1ww1/1b3 w")
    assert match.outcome().winner == 0 and match.outcome().reason == "White has no legal move."


def test_reports_stay_with_their_moves():
    match = Match(LOA5)
    match.play(LOA5.moves(LOA5.start)[0], report="first")
    match.undo()
    match.redo()
    assert match.node.report == "first"


@pytest.mark.parametrize("position", [None, "1b3/wbw2/2bbb/w1ww1/1b3 w", "5/5/1bb2/5/w3w b"])
def test_the_outcome_of_a_position_is_found_once(monkeypatch, position):
    match = played(position=position)
    asked, find = [], type(LOA5).outcome

    def outcome(game, state):
        asked.append(state)
        return find(game, state)

    monkeypatch.setattr(type(LOA5), "outcome", outcome)
    first = match.outcome()
    assert [match.outcome() for _ in range(10)] == [first] * 10
    assert asked == [match.state]


def test_the_outcome_is_each_position_s_own(monkeypatch):
    match = played("c1-c3")
    assert match.outcome() is None
    match.undo()
    asked = []
    monkeypatch.setattr(type(LOA5), "outcome", lambda g, state: asked.append(state))
    match.outcome()
    match.redo()
    match.outcome()
    assert asked == []
    match.play(LOA5.moves(match.state)[0])
    match.outcome()
    assert asked == [match.state]

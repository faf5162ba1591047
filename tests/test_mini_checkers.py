"""Special cases of Mini-Checkers' rules and its evaluations, each with a drawn position."""

import random
from functools import cache

import pytest

import reference
from loa_tk.model.game import NEVER, WON, MoveError, PositionError, finish
from loa_tk.model.games import find_game
from loa_tk.model.match import Match
from loa_tk.model.notation import move_text, read_move, read_position, read_square

GAME = find_game("minicheckers")


def draw(picture, to_move="b"):
    """Return the state of a drawn board: rows from the top, . b r."""
    pieces = {
        row * 6 + column: "br".index(letter)
        for row, line in enumerate(reversed(picture.split()))
        for column, letter in enumerate(line)
        if letter != "."
    }
    return GAME.setup(pieces, "br".index(to_move))


def texts(state):
    return [move_text(GAME, state, move) for move in GAME.moves(state)]


def after(state, *moves):
    for text in moves:
        state = GAME.play(state, read_move(GAME, state, text))
    return state


def why_not(state, text):
    with pytest.raises(MoveError) as caught:
        read_move(GAME, state, text)
    return str(caught.value).partition(" is not legal: ")[2]  # callers end the sentence


def square(name):
    return read_square(name, 6, 6)


def test_the_start():
    assert GAME.start == read_position(GAME, "1r1r1r/r1r1r1/6/6/1b1b1b/b1b1b1 b")
    assert texts(GAME.start) == ["b2-a3", "b2-c3", "d2-c3", "d2-e3", "f2-e3"]
    assert GAME.forced(GAME.start) == [] and GAME.counts(GAME.start) == {"taken": (0, 0)}


MUST_CAPTURE = """
    .r...r
    ......
    .r.r..
    ..b...
    .b...b
    ......
"""


def test_a_capture_is_forced_and_the_player_chooses_which():
    state = draw(MUST_CAPTURE)
    assert texts(state) == ["c3xa5", "c3xe5"]
    assert GAME.forced(state) == [square("c3")]
    assert why_not(state, "b2-a3") == "You must capture: c3xa5 or c3xe5"
    child = after(state, "c3xe5")
    assert square("d4") not in GAME.pieces(child) and GAME.counts(child)["taken"] == (3, 3)


def test_red_moves_and_captures_downwards():
    # d4 cannot capture c3: b2 behind it is occupied.
    assert texts(draw(MUST_CAPTURE, "r")) == ["b4xd2"]
    state = draw("""
        .r....
        ......
        ...r..
        ..b...
        ......
        ......
    """, "r")
    assert texts(state) == ["d4xb2"]
    assert why_not(state, "d4-e3") == "You must capture: d4xb2"


def test_one_jump_ends_the_turn():
    state = draw("""
        ......
        ..r...
        ......
        ..r...
        .b....
        ......
    """)
    child = after(state, "b2xd4")
    assert GAME.player(child) == 1 and GAME.pieces(child)[square("c5")] == 1


def test_nothing_jumps_to_an_occupied_square_or_off_the_board():
    state = draw("""
        ......
        ......
        .r.r..
        r.b...
        .b....
        ......
    """)
    # a3 is on the edge; behind b4 and d4 are a5 and e5, empty: c3 may capture, b2 may not.
    assert texts(state) == ["c3xa5", "c3xe5"]
    state = draw("""
        ......
        r...r.
        .r.r..
        ..b...
        ......
        ......
    """)
    assert texts(state) == ["pass"]


OUT_OF_REACH = (
    "is out of reach: pieces move one square diagonally forward, or jump over one enemy."
)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("b2-b3", f"b3 {OUT_OF_REACH}"),
        ("c3-b2", f"b2 {OUT_OF_REACH}"),
        ("b2-c3", "c3 is occupied."),
        ("b2-d4", "Your own piece is on c3: only enemies are jumped over."),
        ("c3-e5", "There is no enemy on d4 to jump over."),
        ("c3-c3", "c3 is where the piece stands."),
        ("e1-d2", "there is no piece on e1"),
        ("f6-e5", "the piece on f6 is red’s"),
    ],
)
def test_every_illegal_move_is_explained(move, reason):
    state = draw("""
        .....r
        ......
        ......
        ..b...
        .b....
        ......
    """)
    assert why_not(state, move) == reason.removesuffix(".")


def test_a_player_without_a_move_forfeits_the_turn():
    state = draw("""
        .b.b..
        ......
        ......
        ....r.
        ......
        ......
    """)
    assert texts(state) == ["pass"] and GAME.path(state, GAME.moves(state)[0]) == ()
    assert GAME.explain(state, square("b6"), square("a5")) == (
        "None of your pieces can move: you forfeit this turn."
    )
    child = after(state, "pass")
    assert GAME.pieces(child) == GAME.pieces(state) and GAME.player(child) == 1
    with pytest.raises(MoveError, match="a pass is not possible here"):
        read_move(GAME, child, "pass")
    match = Match(GAME, state)
    for text in ("pass", "e3-d2", "PASS", "d2-e1"):
        match.play_text(text)
    assert match.notation() == ["pass", "e3-d2", "pass", "d2-e1"]
    assert match.outcome().reason == "Neither side can move; blue has 2 pieces, red 1."


def test_the_end_with_nobody_able_to_move():
    state = draw("""
        .b.b..
        ......
        ......
        ......
        ......
        r.r.r.
    """)
    assert GAME.outcome(state) is None and not GAME.moves(state)
    outcome = finish(GAME, state)
    assert outcome.winner == 1
    assert outcome.reason == "Neither side can move; red has 3 pieces, blue 2."
    assert GAME.halo(state, outcome) == [square(name) for name in ("a1", "c1", "e1")]


def test_equally_many_pieces_draw():
    state = draw("""
        .b....
        ......
        ......
        ......
        ......
        r.....
    """)
    outcome = finish(GAME, state)
    assert outcome.winner is None and GAME.halo(state, outcome) == []
    assert outcome.reason == "Neither side can move, and each has 1 piece left."


def test_pieces_that_block_each_other():
    state = draw("""
        ......
        ......
        ......
        ..r...
        .r....
        b.....
    """)
    # Nothing can land behind b2; red goes on.
    assert texts(state) == ["pass"] and finish(GAME, state) is None
    state = draw("""
        ......
        ......
        ......
        r.r.r.
        .r.r.r
        b.b.b.
    """)
    outcome = finish(GAME, state)
    assert outcome.winner == 1
    assert outcome.reason == "Neither side can move; red has 6 pieces, blue 3."


def test_capturing_all_pieces_wins():
    state = draw("""
        ......
        ......
        ...r..
        ..b...
        ......
        ......
    """)
    child = after(state, "c3xe5")
    outcome = GAME.outcome(child)
    assert outcome.winner == 0 and outcome.reason == "The last red piece has been captured."
    assert GAME.halo(child, outcome) == [square("e5")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("6/6/6/1b4/6/r5 b", "b3 is a light square; pieces stand on dark squares"),
        ("1r1r1r/r1r1r1/1r4/6/6/b5 b", "red has 7 pieces"),
        ("6/6/6/6/6/b5 b", "red has no pieces"),
    ],
)
def test_impossible_positions_are_refused(text, message):
    with pytest.raises(PositionError, match=message):
        read_position(GAME, text)


def test_edges_by_hand():
    state = draw("""
        .r....
        ......
        ...r..
        b.....
        .b.b..
        ......
    """)
    # Blue: a3 on the edge, b2 and d2 inside; red: b6 on the edge, d4 inside.
    edges = GAME.evaluation("edges")
    assert edges.value(state, 0) == pytest.approx(1.2 + 2 - 1.2 - 1)
    assert edges.value(state, 1) == pytest.approx(-1)
    assert edges.value(GAME.start, 0) == 0


def test_edges_equal_the_reference():
    plain, edges = reference.GAMES["minicheckers"], GAME.evaluation("edges")
    picks = random.Random(3)
    for _ in range(40):
        state, board, side = GAME.start, plain.start(), plain.first
        while finish(GAME, state) is None:
            for player, letter in enumerate("br"):
                assert edges.value(state, player) == pytest.approx(plain.value(board, letter))
            index = picks.randrange(len(GAME.moves(state)))
            board = plain.play(board, plain.moves(board, side)[index])
            state, side = GAME.play(state, GAME.moves(state)[index]), plain.other(side)


def test_both_sides_are_alike():
    """A position turned by half a circle with colours exchanged is one for the prover.

    It has the opposite value by `full`.
    """
    full, picks, state = GAME.evaluation("full"), random.Random(4), GAME.start
    while finish(GAME, state) is None:
        turned = {35 - place: 1 - side for place, side in GAME.pieces(state).items()}
        image = GAME.setup(turned, 1 - GAME.player(state))
        assert full.value(image, 1) == pytest.approx(full.value(state, 0))
        assert GAME.canonical(image) == GAME.canonical(state) in (image, state)
        state = GAME.play(state, picks.choice(GAME.moves(state)))


def test_an_enemy_at_the_edge_in_front_of_the_last_row_is_safe():
    state = draw("""
        ......
        ......
        ......
        ......
        .....r
        b.....
    """)
    assert GAME.least_plies(state) == NEVER


@cache
def can_win(state, player):
    """Return whether `player` can force a win, by trying all moves to the end."""
    outcome = finish(GAME, state)
    if outcome is not None:
        return outcome.winner == player
    choose = any if GAME.player(state) == player else all
    return choose(can_win(GAME.play(state, move), player) for move in GAME.moves(state))


def test_no_win_is_left_out_by_the_least_number_of_plies():
    picks, hopeless = random.Random(8), 0
    for _ in range(60):
        met = [GAME.start]
        while finish(GAME, met[-1]) is None:
            met.append(GAME.play(met[-1], picks.choice(GAME.moves(met[-1]))))
        for state in met[-9:-1]:
            if GAME.least_plies(state) == NEVER:
                hopeless += 1
                assert not can_win(state, GAME.player(state))
    assert hopeless > 100


def test_capturing_the_last_piece_is_a_win_in_the_batch():
    state = draw("""
        ......
        ......
        ...r..
        ..b...
        ......
        ......
    """)
    assert GAME.evaluation("full").children(state, 0)[1] == [WON]


def test_hard_and_textbook_are_the_report_s():
    assert GAME.levels["hard"] == "strong:eval=full,seconds=15"
    assert GAME.levels["textbook"] == "alphabeta:eval=edges,seconds=10"

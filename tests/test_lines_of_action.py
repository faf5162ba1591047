"""Special cases of Lines of Action's rules, each with a drawn position."""

import random
from functools import reduce
from operator import add

import pytest

from loa_tk.model.game import finish
from loa_tk.model.games import find_game
from loa_tk.model.notation import move_text, read_move, read_position


def draw(picture, to_move="b"):
    """Return the game and state of a drawn board: rows from the top, . b w."""
    rows = picture.split()
    game = find_game(f"loa{len(rows)}")
    pieces = {
        row * len(rows) + column: "bw".index(letter)
        for row, line in enumerate(reversed(rows))
        for column, letter in enumerate(line)
        if letter != "."
    }
    return game, game.setup(pieces, "bw".index(to_move))


def moves_from(game, state, origin):
    texts = [move_text(game, state, move) for move in game.moves(state)]
    return [text for text in texts if text.startswith(origin)]


def after(game, state, *moves):
    for text in moves:
        state = game.play(state, read_move(game, state, text))
    return state


def test_distance_counts_the_whole_line_both_ways():
    game, state = draw("""
        .b...
        w...w
        .....
        w.b.w
        .b...
    """)
    # Alone in its column, c2 moves one square; with three in its row, it would move three.
    assert {"c2-c1", "c2-c3"} <= set(moves_from(game, state, "c2"))
    assert not any(text[-1] == "2" for text in moves_from(game, state, "c2"))


def test_short_diagonals_count_only_themselves():
    game, state = draw("""
        .bb..
        w....
        .....
        b...w
        ....b
    """)
    # a2-b1 is a diagonal of two squares with one checker on it: one step, to b1.
    assert "a2-b1" in moves_from(game, state, "a2")


def test_jumps_over_own_never_over_enemies():
    game, state = draw("""
        .....
        ..w..
        bb..b
        ..w..
        w...w
    """)
    # Three black checkers in row 3: a3 jumps b3 and lands on d3; nothing jumps an enemy.
    assert "a3-d3" in moves_from(game, state, "a3")
    game, state = draw("""
        .....
        .....
        bw..b
        .....
        w...w
    """)
    assert not any("d3" in text for text in moves_from(game, state, "a3"))


def test_lands_on_an_enemy_but_not_on_its_own():
    game, state = draw("""
        ..w..
        .....
        b.b.w
        .....
        w...b
    """)
    # Two on c3's diagonal a1-e5 and two in its column: c3 takes a1 and c5.
    assert {"c3xa1", "c3xc5"} <= set(moves_from(game, state, "c3"))
    # Two on the diagonal a5-e1: e1 would land on c3.
    assert not any(text.endswith("c3") for text in moves_from(game, state, "e1"))


def test_capture_removes_the_enemy():
    game, state = draw("""
        .bbb.
        w...w
        w...w
        w...w
        .bbb.
    """)
    child = after(game, state, "c5xe3")
    assert len(game.pieces(child)) == 11 and game.counts(child)["taken"] == (1, 0)


def test_connecting_wins():
    game, state = draw("""
        .....
        .bb..
        w...w
        ...b.
        w....
    """)
    # Column d has one checker: d2-d3 touches c4.
    outcome = game.outcome(after(game, state, "d2-d3"))
    assert outcome.winner == 0 and outcome.reason == "All 3 black checkers form one group."


def test_a_move_that_connects_both_sides_wins_for_the_mover():
    game, state = draw("""
        .....
        .bbw.
        .....
        ww.b.
        .....
    """)
    # Column d holds two: d2xd4 joins b4 and c4, and leaves white with a2 and b2.
    child = after(game, state, "d2xd4")
    assert game.connected[child[0]] and game.connected[child[1]]
    outcome = game.outcome(child)
    assert outcome.winner == 0 and "both sides" in outcome.reason


def test_a_capture_that_connects_only_the_opponent_loses():
    game, state = draw("""
        b...b
        ...w.
        .....
        ww.b.
        .....
    """)
    child = after(game, state, "d2xd4")
    outcome = game.outcome(child)
    assert outcome.winner == 1
    assert outcome.reason == "Black’s own move left all 2 white checkers in one group."


def test_one_checker_left_is_connected_and_wins():
    game, state = draw("""
        b...b
        ...w.
        .....
        .w.b.
        .....
    """)
    # Column d holds two: d2xd4 leaves white with b2 alone.
    outcome = game.outcome(after(game, state, "d2xd4"))
    assert outcome.winner == 1 and "all but one white checker" in outcome.reason


def test_a_player_without_a_move_loses():
    game = find_game("loa5")
    played = "c1-a3 e2-c2 d1-d3 e3-d2 a3-c3 e4-c4 c5-b4 d2-c1 d5-e4 c1-d2 e4-e3".split()
    state = after(game, game.start, *played)
    assert state == read_position(game, "1b3/wbw2/2bbb/w1ww1/1b3 w")
    assert game.outcome(state) is None and not game.moves(state)
    assert finish(game, state).winner == 0


@pytest.mark.parametrize("size", [5, 6, 8])
def test_links_join_touching_checkers_of_one_colour(size):
    game = find_game(f"loa{size}")
    links = game.links(game.start)
    assert len(links) == 4 * (size - 3)
    pieces = game.pieces(game.start)
    assert all(pieces[a] == pieces[b] for a, b in links)
    assert game.counts(game.start)["groups"] == (2, 2)


def test_evaluation_groups_ranks_the_pairs_as_the_report_does():
    from loa_tk.model.games.lines_of_action.knowledge.evaluation import ranks

    rank = ranks(6)
    assert [rank[2, 2], rank[2, 3], rank[2, 6], rank[3, 3], rank[6, 6]] == [1, 2, 5, 6, 15]
    groups = find_game("loa5").evaluation("groups")
    assert groups.values[find_game("loa5").start[0]] == 37.5 / 2


def test_evaluation_groups_by_hand():
    game, state = draw("""
        b...b
        .....
        .....
        ww..w
        .....
    """)
    # Black {2,2}: r = 1, u = 87.5; white {2,3}: r = 2, u = 75.
    assert game.evaluation("groups").value(state, 0) == pytest.approx((87.5 - 75) / 2)
    assert game.evaluation("groups").value(state, 1) == pytest.approx((75 - 87.5) / 2)


def test_evaluation_centre_by_hand():
    game, state = draw("""
        .....
        .....
        b.b..
        .....
        w...w
    """)
    # Black: mean distance 1, 100 / 2; squares -20 and 50. White: distance 2, corners.
    black = 100 / 2 + (-20 + 50) / 2
    white = 100 / 3 - 80
    assert game.evaluation("centre").value(state, 0) == pytest.approx(min(99, black - white))


@pytest.mark.parametrize("size", [5, 6, 8])
def test_evaluation_centre_square_table(size):
    from loa_tk.model.games.lines_of_action.knowledge.evaluation import square_worth

    table = [[square_worth(size, row, column) for column in range(size)] for row in range(size)]
    assert table[0][:3] == [-80, -25, -20] and table[1][:2] == [-25, 10]
    assert table == [list(line) for line in zip(*table, strict=True)] == table[::-1]
    middle = size // 2
    assert table[middle][middle] == 50
    if size == 8:
        assert table[2][2:6] == [25, 25, 25, 25] and table[3][2] == 25


@pytest.mark.parametrize("size", [5, 6, 8])
def test_the_rules_page_marks_legal_moves(size):
    game = find_game(f"loa{size}")
    won, *boards = [block for block in game.rules if block[0] == "board"]
    assert len(boards) == 2 and game.outcome(read_position(game, won[1])).winner == 0
    for _, position, _, marks in boards:
        state = read_position(game, position)
        origin = next(square for mark, square in marks if mark == "selected")
        targets = {square for mark, square in marks if mark != "selected"}
        assert targets <= {text[3:] for text in moves_from(game, state, origin)}


@pytest.mark.parametrize("size", [5, 6, 8])
def test_full_by_halves_is_the_sum_of_its_terms(size):
    """The table joins two halves; the terms look at the whole board, one checker at a time."""
    from loa_tk.model.games.lines_of_action.knowledge.full import CONNECTED, full, full_terms

    game, dice = find_game(f"loa{size}"), random.Random(size)
    values, terms = full(game.grid), full_terms(game.grid)
    connected = 0
    for _ in range(600):
        # Few columns make connected boards, and groups that touch the border more than once.
        columns = dice.randint(2, size)
        squares = [bit for bit in game.grid.squares if game.grid.number[bit] % size < columns]
        board = sum(dice.sample(squares, dice.randint(2, min(2 * (size - 2), len(squares)))))
        if game.grid.connected(board):
            connected += 1
            assert values[board] == CONNECTED
        else:
            # Not `sum`, which has added floats more exactly than + since Python 3.12.
            assert values[board] == reduce(add, [part for _, part in terms(board)])
    assert 20 < connected < 580

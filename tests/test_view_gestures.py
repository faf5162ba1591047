"""The mouse on the board, with real events: clicks, drags from 3 px on, drops, a change of mind."""

import pytest

from loa_tk.view.board.board import Board, Gestures
from loa_tk.view.kit.theme import Look
from viewing import LOA, Recorder, settle


@pytest.fixture
def board(root):
    root.geometry("520x520+0+0")
    board = Board(root, Look(root))
    board.pack(fill="both", expand=True)
    settle(root)
    board.show(LOA)
    board.intents = Recorder()
    board.gestures = Gestures(board, board.intents)
    board.gestures.bind(board)
    settle(root)
    return board


def press(board, square, dx=0, dy=0):
    x, y = board.geometry.centre(square)
    board.event_generate("<ButtonPress-1>", x=x + dx, y=y + dy)
    return x + dx, y + dy


def motion(board, x, y):
    board.event_generate("<B1-Motion>", x=x, y=y, state=0x100)


def release(board, x, y):
    board.event_generate("<ButtonRelease-1>", x=x, y=y, state=0x100)


def place_of(board, square):
    """Return the place of the piece that was on a square when the scene was shown."""
    return tuple(board.coords(board._pieces._items[square][1]))


def test_a_click(board):
    release(board, *press(board, 2))
    assert board.intents.said == [("click", 2)]


def test_a_right_click_is_reported_unless_a_piece_is_dragged(board):
    for square in (2, 12):
        x, y = board.geometry.centre(square)
        board.event_generate("<ButtonPress-3>", x=x, y=y)
    board.event_generate("<ButtonPress-3>", x=1, y=1)  # beside the board
    assert board.intents.said == [("right click", 2), ("right click", 12)]
    press(board, 2)
    board.event_generate("<ButtonPress-3>", x=x, y=y)
    assert len(board.intents.said) == 2


def test_a_release_elsewhere_is_a_drop_even_if_no_motion_was_told(board):
    press(board, 2)
    release(board, *board.geometry.centre(12))
    assert board.intents.said == [("drag", 2), ("drop", 2, 12)]


def test_a_press_that_is_released_elsewhere_is_no_click(board):
    board.intents.may_lift = False
    press(board, 2)
    release(board, *board.geometry.centre(8))
    assert board.intents.said == [("drag", 2)]


def test_beside_the_board_nothing_is_clicked(board):
    board.event_generate("<ButtonPress-1>", x=1, y=1)
    release(board, 1, 1)
    assert board.intents.said == []


@pytest.mark.parametrize(("far", "said"), ((2, [("click", 2)]), (3, [("drag", 2), ("drop", 2, 2)])))
def test_a_drag_begins_at_three_pixels(board, far, said):
    x, y = press(board, 2)
    motion(board, x + far, y)
    release(board, x + far, y)
    assert board.intents.said == said


def test_a_lifted_piece_follows_the_pointer_above_all_and_returns(board):
    x, y = press(board, 2)
    motion(board, x + 40, y - 60)
    assert place_of(board, 2) == (x + 40, y - 60)
    assert board.find_all()[-1] == board._pieces._items[2][1]
    assert board.find_withtag("trace")
    links = len(board.find_withtag("links"))
    release(board, *board.geometry.centre(12))
    assert board.intents.said == [("drag", 2), ("drop", 2, 12)]
    # No other scene was shown, so the drop was refused.
    assert place_of(board, 2) == board.geometry.centre(2)
    assert not board.find_withtag("trace")
    assert len(board.find_withtag("links")) == links + 2  # the bar to b1 is back


def test_a_piece_that_may_not_be_lifted_stays(board):
    board.intents.may_lift = False
    x, y = press(board, 10)
    motion(board, x + 20, y)
    motion(board, x + 30, y)
    assert place_of(board, 10) == board.geometry.centre(10)
    release(board, x + 30, y)
    assert board.intents.said == [("drag", 10), ("click", 10)]


def test_an_empty_square_cannot_be_lifted(board):
    x, y = press(board, 12)
    motion(board, x + 10, y)
    release(board, x + 10, y)
    assert board.intents.said == [("drag", 12), ("click", 12)]


def test_a_drop_beside_the_board(board):
    x, y = press(board, 2)
    motion(board, x + 10, y)
    release(board, 2, 2)
    assert board.intents.said[-1] == ("drop", 2, None)


def test_a_drag_can_be_given_up(board):
    x, y = press(board, 2)
    motion(board, x + 40, y)
    board.gestures.cancel()
    assert place_of(board, 2) == board.geometry.centre(2)
    motion(board, x + 60, y)
    release(board, x + 60, y)
    assert board.intents.said == [("drag", 2)]


def test_a_piece_that_disappears_while_it_is_carried_is_gone(board):
    from dataclasses import replace

    x, y = press(board, 2)
    motion(board, x + 40, y)
    board.show(replace(LOA, pieces={1: "black"}, links=(), selected=None))
    motion(board, x + 50, y)
    release(board, x + 50, y)
    assert len(board.find_withtag("pieces")) == 1
    assert not board.find_withtag("trace")

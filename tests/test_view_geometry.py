"""Squares to pixels and back, on every shape of board; the window's division and place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loa_tk.scenes.board import BoardScene, ValueBar
from loa_tk.view.board.geometry import place, width_for
from loa_tk.view.kit.widgets import column_width
from loa_tk.view.main.window import FIRST, FIRST_SHARE, first_size, fitting_geometry

scenes = st.builds(
    BoardScene,
    rows=st.integers(3, 12),
    columns=st.integers(3, 12),
    pieces=st.just({}),
    flipped=st.booleans(),
    coordinates=st.booleans(),
    value=st.sampled_from((None, ValueBar(share=0.5, text="0", lower="black", upper="white"))),
)
widths = st.integers(200, 2000)


@given(scenes, widths, widths, st.data())
def test_every_point_of_a_square_leads_back_to_it(scene, width, height, data):
    geometry = place(scene, width, height, 14)
    square = data.draw(st.integers(0, scene.rows * scene.columns - 1))
    x, y = geometry.corner(square)
    far = geometry.cell - 1
    for dx, dy in ((0, 0), (far, 0), (0, far), (far, far)):
        assert geometry.square(x + dx, y + dy) == square
    assert geometry.square(*geometry.centre(square)) == square


@given(scenes, widths, widths)
def test_beside_the_board_there_is_no_square(scene, width, height):
    g = place(scene, width, height, 14)
    right, bottom = g.x + g.width, g.y + g.height
    for point in ((g.x - 1, g.y), (g.x, g.y - 1), (right, g.y), (g.x, bottom)):
        assert g.square(*point) is None


@given(scenes, widths, widths, st.sampled_from((1.0, 1.25, 2.0)))
def test_the_board_lies_within_its_canvas_and_is_as_large_as_it_can_be(scene, width, height, scale):
    line = 14
    g = place(scene, width, height, line, scale)
    assert g.bar_x >= 0
    assert g.x + g.width + 2 <= width
    assert g.y + g.height + (line if scene.coordinates or scene.value else 0) < height
    larger = g.cell + 1
    across = width - (g.x - g.bar_x) - 2
    assert larger * scene.columns > across or larger * scene.rows > height - 2 - line - 11


def test_a_denser_screen_has_more_pixels_for_the_same_thing():
    one, two = (place(BoardScene(rows=5, columns=5, pieces={}, value=ValueBar(
        share=0.5, text="0", lower="black", upper="white"
    )), *size)
                for size in ((500, 600, 14, 1.0), (1000, 1200, 28, 2.0)))  # fmt: skip
    assert (two.px(14), two.x - two.bar_x) == (28, 2 * (one.x - one.bar_x) - 2)
    assert abs(two.cell - 2 * one.cell) <= 2
    assert column_width(2000, 1280, 2.0) == 2 * column_width(1000, 640)


@given(scenes, widths, widths)
def test_flipping_turns_the_board_by_half_a_turn(scene, width, height):
    from dataclasses import replace

    one = place(replace(scene, flipped=False), width, height, 14)
    other = place(replace(scene, flipped=True), width, height, 14)
    last = scene.rows * scene.columns - 1
    for square in range(last + 1):
        assert one.corner(square) == other.corner(last - square)


def test_a1_is_at_the_lower_left():
    g = place(BoardScene(rows=5, columns=10, pieces={}), 800, 600, 14)
    assert g.corner(0) == (g.x, g.y + 4 * g.cell)
    assert g.corner(9) == (g.x + 9 * g.cell, g.y + 4 * g.cell)
    assert g.corner(40) == (g.x, g.y)


@given(scenes, widths, widths, st.floats(3, 300))
def test_pictures_can_be_centred_on_a_cell(scene, width, height, size):
    g = place(scene, width, height, 14)
    assert g.snap(size) % 2 == g.cell % 2
    assert int(size) <= g.snap(size) <= size + 1


@given(scenes, st.integers(200, 1500))
def test_a_board_as_high_as_the_window_fills_the_width_it_asks_for(scene, height):
    width = width_for(scene, height, 14, 1.0)
    assert place(scene, width, height, 14).cell == place(scene, 9999, height, 14).cell
    assert place(scene, width - 1, height, 14).cell < place(scene, 9999, height, 14).cell


@pytest.mark.parametrize(
    ("window", "board", "column"),
    (
        (1000, 640, 330),  # a third of the window
        (800, 640, 284),  # never less
        (1280, 726, 506),  # the room beside a board that is limited by its height
        (1920, 1000, 520),  # never more
        (1280, 1400, 360),  # a wide board must leave at least this
    ),
)
def test_the_column_takes_what_the_board_leaves(window, board, column):
    assert column_width(window, board) == column


@pytest.mark.parametrize(
    ("remembered", "restored"),
    (
        ("1000x700+10+20", "1000x700+10+20"),
        ("5000x5000+0+0", "1920x1080+0+0"),  # saved on a larger screen
        ("1000x700+1900+-50", "1000x700+920+0"),
        ("10x10+0+0", "800x572+0+0"),
        ("", ""),
        ("1000x700", ""),
        ("axb+1+1", ""),
    ),
)
def test_a_remembered_place_is_made_to_fit_the_screen(remembered, restored):
    assert fitting_geometry(remembered, (1920, 1080), (800, 572)) == restored


@pytest.mark.parametrize(
    ("remembered", "scale", "restored"),
    (
        ("1000x700+10+20@1.00", 1.5, "1500x1050+10+20"),  # the screen is denser now
        ("1500x1050+10+20@1.50", 1.0, "1000x700+10+20"),
        ("1500x1000+10+20@1.5", 1.5, "1500x1000+10+20"),
        ("1000x700+10+20", 1.5, "1000x700+10+20"),  # from a version that did not remember it
        ("1000x700+10+20@0", 1.0, "1000x700+10+20"),
        ("1000x700+10+20@", 1.0, ""),
    ),
)
def test_a_remembered_size_grows_with_the_texts(remembered, scale, restored):
    assert fitting_geometry(remembered, (2560, 1440), (800, 572), scale) == restored


@pytest.mark.parametrize("scale", (1.0, 1.5))
@pytest.mark.parametrize(
    "screen", ((800, 600), (1024, 768), (1400, 1000), (1920, 1080), (2560, 1440), (1440, 2560))
)
def test_the_first_window_is_in_proportion_to_a_large_screen(screen, scale):
    width, height = first_size(screen, scale)
    assert width / height == pytest.approx(FIRST[0] / FIRST[1], abs=0.01)
    assert width >= scale * FIRST[0] - 1
    large = min(screen[0] / FIRST[0], screen[1] / FIRST[1]) * FIRST_SHARE > scale
    fills = max(width / screen[0], height / screen[1])
    assert (fills == pytest.approx(FIRST_SHARE, abs=0.01)) if large else (width == scale * FIRST[0])

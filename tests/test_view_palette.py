"""The palettes are readable: contrasts by WCAG 2, as measured when they were chosen; the fonts."""

import re
from dataclasses import fields

import pytest

from loa_tk.view.kit.palette import CONTRAST, DARK, LIGHT, PALETTES, contrast, mix, rgb
from loa_tk.view.kit.theme import Look

ALL = tuple(PALETTES.values())


def worst(palette, colour, grounds):
    return min(contrast(getattr(palette, colour), ground) for ground in grounds)


def test_contrast_is_that_of_wcag():
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.478, abs=0.001)
    assert contrast("#123456", "#123456") == 1


def test_mixing():
    assert mix("#000000", "#FFFFFF", 0) == "#000000"
    assert mix("#102030", "#FFFFFF", 1) == "#ffffff"
    assert rgb(mix("#000000", "#C86400", 0.5)) == (100, 50, 0)


@pytest.mark.parametrize(
    ("colour", "least"),
    (
        ("text", (16, 12.8, 21)),
        ("muted", (5.2, 5.2, 5.2)),
        ("accent", (6.1, 7.2, 16)),
        ("good", (4.5, 4.5, 4.5)),
        ("bad", (4.5, 4.5, 4.5)),
    ),
)
def test_words_on_cards_and_window(colour, least):
    for palette, ratio in zip(ALL, least, strict=True):
        assert worst(palette, colour, [palette.surface]) >= ratio - 0.05
        assert worst(palette, colour, [palette.window]) >= 4.5


@pytest.mark.parametrize("palette", ALL, ids=lambda palette: palette.name)
def test_words_on_coloured_grounds(palette):
    assert contrast(palette.on_accent, palette.accent) >= 4.5
    assert contrast(palette.on_soft, palette.soft) >= 4.5


@pytest.mark.parametrize(("palette", "least"), ((LIGHT, 3.9), (DARK, 3.2), (CONTRAST, 4.8)))
def test_marks_on_squares(palette, least):
    assert worst(palette, "mark", palette.squares("wood")) >= least - 0.05
    # On the checkers' yellow the high-contrast mark needs its black outline to be seen.
    dark_squares = palette.squares("checkers")[1:]
    assert worst(palette, "checkers_mark", dark_squares) >= least - 0.05


@pytest.mark.parametrize(("palette", "least"), ((LIGHT, 3.4), (DARK, 3.5), (CONTRAST, 16)))
def test_the_last_move_on_its_tinted_squares(palette, least):
    tinted = [mix(square, palette.last, palette.last_share) for square in palette.squares("wood")]
    assert worst(palette, "last_mark", tinted) >= least - 0.05


@pytest.mark.parametrize(("palette", "least"), ((LIGHT, 2.9), (DARK, 3.0), (CONTRAST, 4.8)))
def test_the_halo_on_squares(palette, least):
    assert worst(palette, "win", palette.squares("wood")) >= least - 0.05


@pytest.mark.parametrize("palette", ALL, ids=lambda palette: palette.name)
def test_the_picture_of_a_tree(palette):
    for node in (palette.tree_max, palette.tree_min):
        assert contrast(palette.on_tree, node) >= 4.5  # a move on its node
        assert contrast(node, palette.surface) >= 1.5
        assert contrast(palette.tree_best, node) >= 2.9  # the outline of the best line
    assert contrast(palette.tree_max, palette.tree_min) >= 1.15  # rows also have names
    assert contrast(palette.tree_cut, palette.surface) >= 1.6
    assert contrast(palette.on_running, palette.running) >= 7
    assert contrast(palette.tree_best, palette.surface) >= 4.5  # the word "best" in a column


@pytest.mark.parametrize("palette", ALL, ids=lambda palette: palette.name)
def test_discs_stand_out_from_both_squares(palette):
    for kind, board in (("black", "wood"), ("white", "wood"), ("blue", "checkers")):
        disc = palette.discs[kind]
        for square in palette.squares(board):
            # Either the face or its rim stands out from the square.
            assert max(contrast(disc.face, square), contrast(disc.rim, square)) >= 2.5


@pytest.mark.parametrize("palette", ALL, ids=lambda palette: palette.name)
def test_red_is_told_from_blue_by_more_than_colour(palette):
    assert palette.discs["red"].pip and not palette.discs["blue"].pip
    assert contrast(palette.discs["red"].pip, palette.discs["red"].face) >= 1.5


@pytest.mark.parametrize("palette", ALL, ids=lambda palette: palette.name)
def test_every_colour_is_one(palette):
    for field in fields(palette):
        value = getattr(palette, field.name)
        if isinstance(value, str) and field.name != "name":
            assert re.fullmatch(r"#[0-9A-F]{6}", value), field.name


@pytest.mark.parametrize(
    ("installed", "sans", "mono"),
    [
        (("DejaVu Sans", "DejaVu Sans Mono", "Noto Sans Mono"), "DejaVu Sans", "DejaVu Sans Mono"),
        (("Noto Sans", "Noto Sans Mono", "DejaVu Sans Mono"), "Noto Sans", "Noto Sans Mono"),
        (("DejaVu Sans", "Noto Sans Mono"), "DejaVu Sans", "Noto Sans Mono"),
        (("Segoe UI", "Cascadia Mono", "Consolas"), "Segoe UI", "Cascadia Mono"),
    ],
)
def test_two_fonts_of_one_design_are_used_together(installed, sans, mono, root, monkeypatch):
    monkeypatch.setattr("tkinter.font.families", lambda root: installed)
    fonts = Look(root).fonts
    assert (fonts["body"].cget("family"), fonts["mono"].cget("family")) == (sans, mono)

"""The first minute: the aim above the board, Undo and Hint at it, and what follows a game's end."""

import pytest

from loa_tk.model.games import all_games, find_game
from loa_tk.scenes.pages import Example, Paragraph
from loa_tk.words import main as words
from test_controller import Desk

WON = "5/1bb2/w3w/3b1/w4 b"  # d2-d3 wins


@pytest.fixture
def desk(tmp_path):
    return Desk(tmp_path)


def win(desk):
    desk.view.clip = WON
    desk.controller.command("paste-position")
    desk.move("d2", "d3")
    assert desk.match.outcome().winner == 0


def test_the_aim_is_above_the_first_game_of_a_board_only(desk, tmp_path):
    aim = desk.match.game.aim
    assert desk.scene.aim == aim
    desk.move("c1", "c3")
    assert desk.scene.aim == aim
    win(desk)
    assert desk.scene.aim == aim  # without it the board would grow below the banner
    desk.controller.command("new")
    assert desk.scene.aim == ""
    desk.controller.choose("board", "breakthrough8")
    assert desk.scene.aim == find_game("breakthrough8").aim
    desk.controller.choose("board", "loa5")
    desk.controller.close()
    assert Desk(tmp_path).scene.aim == ""


def test_every_help_page_begins_with_the_aim(desk):
    for game in all_games().values():
        assert game.aim.endswith(".") and len(game.aim) < 65
        desk.controller.choose("board", game.key)
        desk.controller.command("rules")
        first = desk.view.pages[-1].blocks[0]
        assert isinstance(first, Paragraph) and game.aim in first.text


@pytest.mark.parametrize("key", ["loa5", "loa6", "loa8"])
def test_the_help_of_lines_of_action_shows_a_won_position(desk, key):
    desk.controller.choose("board", key)
    desk.controller.command("rules")
    example = next(block for block in desk.view.pages[-1].blocks if isinstance(block, Example))
    assert example.caption.startswith("Black has won")


def test_the_banner_says_you_won_or_you_lost(desk):
    win(desk)
    banner = desk.scene.board.banner
    assert (banner.title, banner.kind) == (words.YOU_WON, "black")
    assert [name for name, _ in banner.offers] == ["new", "swap-sides", "review-game"]
    desk.controller.choose("side", "second")
    assert desk.scene.board.banner.title == words.YOU_WON  # the game was over before
    desk.controller.choose("side", "both")
    win(desk)
    banner = desk.scene.board.banner
    assert banner.title == "Black wins" and "swap-sides" not in dict(banner.offers)


def test_you_lost(tmp_path):
    desk = Desk(tmp_path, side="second")
    desk.view.clip = WON
    desk.controller.command("paste-position")
    while desk.match.outcome() is None:
        desk.reply()
    assert desk.scene.board.banner.title == words.YOU_LOST


def test_rematch_swap_sides_and_review(desk):
    win(desk)
    desk.controller.command("review-game")
    assert desk.scene.page == "moves" and desk.match.ply == 0 and desk.scene.board.banner is None
    desk.controller.command("last")
    desk.controller.command("swap-sides")
    session = desk.controller.session
    assert session.humans == (False, True) and session.match.ply == 0 and desk.worker.busy
    desk.controller.command("new")
    assert session.humans == (False, True)

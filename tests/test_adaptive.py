"""Level > Adaptive: a small step after each game, for each board and side, and never a jump."""

import random
from dataclasses import replace

import pytest

from loa_tk.control.game.turns import play
from loa_tk.model.games import all_games
from loa_tk.model.match import Match
from loa_tk.model.notation import read_move
from loa_tk.model.search.ladder import first_rung, next_rung, place, rung_of, rungs
from loa_tk.model.search.players import levels, read_player
from loa_tk.model.search.statistics import Iteration, Statistics
from loa_tk.words import main as words
from test_controller import Desk
from test_levels import levels as measuring

FINISHED = ("d5-d3", "e3xc1", "d1-b3", "a3xc5", "b5xe2", "a4-c4", "b3-c2")  # black wins
GAMES = list(all_games().values())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_rung_is_a_player_and_only_the_next_one_follows(game):
    ladder = rungs(game)
    players = [read_player(game, text) for text in ladder]
    rates = [player.options["blunder"] for player in players]
    assert rates == sorted(rates, reverse=True) and len(set(ladder)) == len(ladder)
    assert ladder[-1] == levels(game)["hard"]
    for rung in range(len(ladder)):
        assert next_rung(game, rung, 0.5) == rung
        assert next_rung(game, rung, 1.0) == min(rung + 1, len(ladder) - 1)
        assert next_rung(game, rung, 0.0) == max(rung - 1, 0)
    easy, normal = map(rung_of, game.blunders)
    assert easy < first_rung(game) < normal
    assert place(game, 0) == ("", "easy") and place(game, normal) == ("normal", "normal")
    assert place(game, first_rung(game)) == ("easy", "normal")
    assert place(game, normal + 1) == ("normal", "hard")
    assert place(game, len(ladder) - 1) == ("hard", "hard")


def finish(desk, winner):
    """Play a game with random moves until this side has won; return the rung of its opponent."""
    session = desk.controller.session
    game, human = session.game, session.humans.index(True)
    for seed in range(10_000):
        dice, match, moves = random.Random(seed), Match(game), []
        while match.outcome() is None and match.ply < 60:
            moves.append(dice.choice(list(game.moves(match.state))))
            match.play(moves[-1])
        if match.outcome() is not None and match.outcome().winner == winner:
            break
    desk.controller.command("new")
    for move in moves:
        desk.controller.handle(play, move)
    assert session.match.outcome().winner == winner
    return session.rung(human)


def searched(move, player):
    """Return the report of a search for this move by this player."""
    found = Iteration(depth=2, value=1.0, line=(move,), seconds=0.1, statistics=Statistics())
    return replace(found.alone(), player=player)


@pytest.mark.parametrize("strange", [None, 0, 1])
def test_only_a_game_of_a_person_against_the_adapted_level_counts(desk, strange):
    session = desk.controller.session
    begun = session.rung(0)
    desk.controller.command("new")
    adapted = session.opponent(1).spec()
    for text in FINISHED:
        side, move = session.match.player, read_move(session.game, session.match.state, text)
        player = "random" if side == strange else adapted if side == 1 else ""
        desk.controller.handle(play, move, searched(move, player) if player else None)
    assert session.match.outcome().winner == 0
    assert session.rung(0) == begun + (strange is None)
    assert ("Your level" in desk.scene.status) == (strange is None)


@pytest.fixture
def desk(tmp_path):
    return Desk(tmp_path, level="adaptive", animation=False)


def test_the_strength_moves_by_one_step_and_the_estimate_is_shown(desk):
    session = desk.controller.session
    begun = first_rung(session.game)
    assert session.rung(0) == begun and finish(desk, 0) == begun + 1
    text = "Your level on Lines of Action 5×5: between Easy and Normal. "
    assert desk.scene.status == text + words.STRONGER
    assert finish(desk, 1) == begun
    assert desk.scene.status == text + words.WEAKER
    chosen = desk.scene.menus.chosen["level"]
    label = {one.key: one.label for one in desk.scene.menus.choices["level"]}[chosen]
    assert label == "Adaptive · between Easy and Normal"
    assert desk.scene.players.rows[0].details[0].startswith("White · Adaptive")


def test_each_board_and_side_has_a_strength_of_its_own_which_is_kept(desk, tmp_path):
    session = desk.controller.session
    begun = first_rung(session.game)
    finish(desk, 0)
    desk.controller.choose("side", "second")
    assert session.rung(1) == begun and session.rung(0) == begun + 1
    assert finish(desk, 0) == begun - 1
    desk.controller.choose("board", "loa6")
    assert session.rung(0) == session.rung(1) == first_rung(session.game)
    desk.controller.close()
    again = Desk(tmp_path)
    again.controller.choose("board", "loa5")
    assert again.controller.session.rung(0) == begun + 1
    assert again.controller.session.rung(1) == begun - 1


def test_a_game_counts_once_and_not_if_it_was_set_up(desk):
    session = desk.controller.session
    rung = finish(desk, 1)
    desk.controller.command("undo")
    session.match.node = session.match.root.end().parent
    desk.controller.handle(play, session.match.node.children[0].move)
    assert session.match.outcome() is not None and session.rung(0) == rung
    desk.view.clip = "5/1bb2/w3w/3b1/w4 b"
    desk.controller.command("paste-position")
    desk.move("d2", "d3")
    assert session.match.outcome().winner == 0 and session.rung(0) == rung


def test_a_win_with_help_does_not_make_it_harder(desk):
    session = desk.controller.session
    desk.controller.command("hint")
    desk.worker.answer()
    desk.view.pass_time(1)
    begun, game = session.rung(0), session.game
    dice = random.Random(1)
    while session.match.outcome() is None:
        moves = list(game.moves(session.match.state))
        desk.controller.handle(play, dice.choice(moves))
        if session.match.outcome() is not None and session.match.outcome().winner == 1:
            desk.controller.command("new")
            desk.controller.command("hint")
            desk.worker.answer()
            desk.view.pass_time(1)
            session.change(rungs={})
            session.adapted = None
    assert session.rung(0) == begun and desk.scene.status.endswith(words.HELPED)


def test_the_log_names_it_with_all_that_repeats_it(desk):
    desk.move("c1", "c3")
    facts = " · ".join(desk.controller.session.opponent(1).facts())
    assert desk.view.entries[0].by.endswith(f"White: Adaptive · {facts}") and "blunder" in facts
    assert "loa_tk strong:eval=full,depth=2" in desk.controller.session.file.info["PW"]


def test_damaged_settings_begin_anew(tmp_path):
    for kept in ("x", "-1", "999", ""):
        desk = Desk(tmp_path / (kept or "none"), level="adaptive", rungs={"loa5": {"0": kept}})
        session = desk.controller.session
        assert session.rung(0) == first_rung(session.game)


def test_against_a_beginner_the_score_becomes_even():
    game = next(game for game in GAMES if game.key == "minicheckers")
    dice, rung, scores = random.Random(5), len(rungs(game)) - 8, []
    for number in range(160):
        choices = [measuring.beginner(dice)]
        choices.append(measuring.computer(game, rungs(game)[rung], number, 2_000))
        side = number % 2
        winner, _ = measuring.play(game, choices[::-1] if side else choices)
        score = 0.5 if winner is None else float(winner == side)
        scores.append(score)
        rung = next_rung(game, rung, score)
    assert 0.4 <= sum(scores[60:]) / 100 <= 0.6

"""The controller without a screen: turns, searches, undo, settings, and what must never happen."""

import csv
import errno
import json
import multiprocessing
from dataclasses import replace

import pytest

from fakes import FakeView, FakeWorker
from loa_tk.control.engine.jobs import Message
from loa_tk.control.engine.searchlog import log_entry, side_value, value_text
from loa_tk.control.engine.thought import MOVE, Thought
from loa_tk.control.game import session as sessions
from loa_tk.control.game.turns import MayLeave, begin
from loa_tk.control.main.commands import COMMANDS
from loa_tk.control.main.controller import Controller
from loa_tk.control.main.scenes import figures, thinking_scene
from loa_tk.control.player_form import OWN, option_text
from loa_tk.control.study.values import static_value
from loa_tk.model.games import all_games, find_game
from loa_tk.model.match import Match
from loa_tk.model.notation import move_text, position_text, read_position, read_square
from loa_tk.model.search.options import DEFAULT_SECONDS, SECONDS
from loa_tk.model.search.players import Player, read_player
from loa_tk.model.search.statistics import ROWS, SIX, Iteration, Proof, Statistics
from loa_tk.scenes.board import CLICK, DRAG, DROP, BoardGesture
from loa_tk.store import files
from loa_tk.store.archive import Archive
from loa_tk.store.settings import Settings, Store
from loa_tk.words import main as words

LOA5 = find_game("loa5")


def sq(name, rows=5, columns=5):
    return read_square(name, rows, columns)


class Desk:
    """A running controller with its view and worker, and short names for what a test does."""

    def __init__(self, folder, **settings):
        self.folder = folder
        self.store, self.archive = Store(folder), Archive(folder / "games")
        if settings:
            self.store.save(Settings(**settings))
        self.view, self.worker = FakeView(), FakeWorker()
        self.controller = Controller(
            self.view, self.worker, self.store, self.archive, clock=self.view.clock
        )
        self.controller.start()

    @property
    def scene(self):
        return self.view.scene

    @property
    def match(self):
        return self.controller.session.match

    def move(self, origin, target):
        self.controller.report(BoardGesture(CLICK, sq(origin)))
        self.controller.report(BoardGesture(CLICK, sq(target)))

    def reply(self):
        """Let the computer finish its search and make its move."""
        report = self.worker.answer()
        self.view.pass_time(2)
        return report


@pytest.fixture
def desk(tmp_path):
    return Desk(tmp_path)


def test_it_begins_with_the_first_game_and_the_human_to_move(desk):
    assert desk.scene.title == "Lines of Action 5×5"
    assert len(desk.scene.board.pieces) == 12 and not desk.worker.busy
    assert desk.scene.players.rows[1].name == "You"
    assert desk.scene.players.rows[1].mark == words.TO_MOVE


def test_click_click_moves_and_the_computer_answers(desk):
    desk.controller.report(BoardGesture(CLICK, sq("c1")))
    board = desk.scene.board
    assert board.selected == sq("c1")
    assert set(board.targets) == {sq("c3")} and set(board.captures) == {sq("a3"), sq("e3")}
    desk.controller.report(BoardGesture(CLICK, sq("c3")))
    assert desk.match.notation() == ["c1-c3"] and desk.worker.busy
    glides = [scene.board.glide.path for scene in desk.view.scenes if scene.board.glide]
    assert glides == [(sq("c1"), sq("c3"))]
    assert desk.scene.thinking.live and desk.scene.thinking.can_move_now
    report = desk.reply()
    assert len(desk.match.notation()) == 2 and desk.match.node.move == report.move
    assert not desk.scene.thinking.live and desk.match.node.report == report


def test_drag_and_drop(desk):
    assert desk.controller.report(BoardGesture(DRAG, sq("c1")))
    assert desk.scene.board.selected == sq("c1")
    desk.controller.report(BoardGesture(DROP, sq("c1"), sq("c3")))
    assert desk.match.notation() == ["c1-c3"]
    assert desk.scene.board.glide is None  # the drag has already moved it


def test_pieces_that_may_not_be_lifted(desk):
    assert not desk.controller.report(BoardGesture(DRAG, sq("a2"))) and "white" in desk.scene.status
    assert not desk.controller.report(BoardGesture(DRAG, sq("c3")))
    desk.move("c1", "c3")
    assert not desk.controller.report(BoardGesture(DRAG, sq("c5")))
    assert desk.scene.status == "It is white’s turn."


def test_dropped_beside_the_board_it_is_put_back(desk):
    desk.controller.report(BoardGesture(DRAG, sq("c1")))
    desk.controller.report(BoardGesture(DROP, sq("c1"), None))
    assert desk.match.ply == 0 and desk.scene.board.selected is None


@pytest.mark.parametrize(
    ("squares", "says"),
    [
        (["c1", "c4"], "c4 is 3 squares away; this line has 2 checkers, so the checker moves 2."),
        (["c1", "d4"], "on no line with c1"),
        (["c3"], "There is no piece on c3"),
        (["a2"], "white’s"),
    ],
)
def test_illegal_clicks_say_why(desk, squares, says):
    for name in squares:
        desk.controller.report(BoardGesture(CLICK, sq(name)))
    assert says in desk.scene.status and desk.match.ply == 0


def test_a_second_click_puts_the_piece_back_and_another_piece_is_taken_instead(desk):
    desk.controller.report(BoardGesture(CLICK, sq("c1")))
    desk.controller.report(BoardGesture(CLICK, sq("c1")))
    assert desk.scene.board.selected is None
    desk.controller.report(BoardGesture(CLICK, sq("c1")))
    desk.controller.report(BoardGesture(CLICK, sq("b1")))
    assert desk.scene.board.selected == sq("b1")


def test_the_log_has_the_six_statistics(desk):
    desk.move("c1", "c3")
    report = desk.reply()
    title, person, entry = desk.view.entries
    assert title.title and title.head == "Lines of Action 5×5" and title.by.startswith("20")
    facts = " · ".join(desk.controller.session.opponent(1).facts())
    assert title.by.endswith(f"\nBlack: You\nWhite: Normal · {facts}")
    assert (person.head, person.facts) == ("1. Black c1-c3", "You") and not person.statistics
    assert entry.head.startswith("1. White ") and entry.by == "strong · full · depth 2"
    assert [name for name, _ in entry.statistics] == [ROWS[name].text for name in SIX]
    assert entry.statistics[1][1] == f"{report.statistics.nodes:,}"
    assert len(entry.rows) == len(report.iterations)


def test_clicks_during_a_search_change_nothing(desk):
    desk.move("c1", "c3")
    before = desk.match.node
    for square in range(25):
        desk.controller.report(BoardGesture(CLICK, square))
        desk.controller.report(BoardGesture(DROP, square, (square + 2) % 25))
    assert desk.match.node is before and desk.worker.busy


@pytest.mark.parametrize("wait", [0.0, 0.1, 0.34])
def test_undo_in_mid_search_and_no_stale_move_appears(desk, wait):
    desk.move("c1", "c3")
    desk.worker.answer()  # the answer is on its way when the user takes the move back
    desk.view.pass_time(wait)
    desk.controller.command("undo")
    assert desk.match.ply == 0 and not desk.worker.busy
    desk.view.pass_time(5)
    assert desk.match.ply == 0 and desk.match.state == LOA5.start
    desk.move("b1", "b3")
    desk.reply()
    assert desk.match.ply == 2 and desk.match.notation()[0] == "b1-b3"


def test_undo_takes_back_the_pair_and_redo_brings_it_back(desk):
    desk.move("c1", "c3")
    desk.reply()
    both = desk.match.notation()
    desk.controller.command("undo")
    assert desk.match.ply == 0 and "undo" not in desk.scene.menus.enabled
    assert "redo" in desk.scene.menus.enabled
    desk.controller.command("redo")
    assert desk.match.notation() == both and not desk.worker.busy


def test_playing_second_the_computer_begins_and_its_first_move_is_not_undone(tmp_path):
    desk = Desk(tmp_path, side="second")
    assert desk.worker.busy and desk.scene.board.flipped
    desk.reply()
    assert desk.match.ply == 1 and "undo" not in desk.scene.menus.enabled


def test_two_humans_need_no_computer(tmp_path):
    desk = Desk(tmp_path, side="both")
    desk.move("c1", "c3")
    assert not desk.worker.busy and desk.match.player == 1
    desk.controller.command("undo")
    assert desk.match.ply == 0


def test_computer_against_computer_goes_on_until_paused(tmp_path):
    desk = Desk(tmp_path, side="none")
    for ply in range(1, 4):
        desk.reply()
        assert desk.match.ply == ply and desk.worker.busy
    desk.controller.command("pause")
    assert not desk.worker.busy and "pause" in desk.scene.menus.ticked
    desk.view.pass_time(10)
    assert desk.match.ply == 3
    desk.controller.command("pause")
    assert desk.worker.busy


def test_single_steps_while_paused(tmp_path):
    desk = Desk(tmp_path, side="none")
    desk.controller.command("pause")
    assert "step" in desk.scene.menus.enabled
    for ply in (1, 2):
        desk.controller.command("step")
        desk.reply()
        assert desk.match.ply == ply and not desk.worker.busy
        desk.view.pass_time(5)
    assert desk.match.ply == 2 and "pause" in desk.scene.menus.ticked


@pytest.mark.parametrize(("speed", "seconds"), [("slow", 2.0), ("normal", 0.7), ("fast", 0.0)])
def test_the_speed_of_computer_against_computer(tmp_path, speed, seconds):
    desk = Desk(tmp_path, side="none", speed=speed)
    moved = []
    while desk.match.ply < 3:
        if desk.worker.busy:
            desk.worker.answer()
        ply = desk.match.ply
        desk.view.pass_time(0.01)
        if desk.match.ply > ply:
            moved.append(desk.view.now)
    assert moved[2] - moved[1] == pytest.approx(seconds, abs=0.05)


def play_to_the_end(desk):
    """Let the computer play against itself until the game is over."""
    for _ in range(400):
        if desk.match.outcome() is not None:
            break
        desk.reply()


@pytest.mark.parametrize("game", ("loa5", "breakthrough5", "minicheckers"))
def test_only_a_winning_group_is_linked(tmp_path, game):
    desk = Desk(tmp_path, side="none", level="easy", game=game)
    play_to_the_end(desk)
    board = desk.scene.board
    assert bool(board.bonds) == (game == "loa5" and len(board.halo) > 1)
    assert all(set(pair) <= set(board.halo) for pair in board.bonds)


def test_a_side_chosen_after_the_end_has_not_won_the_game(tmp_path):
    desk = Desk(tmp_path, side="none", level="easy")
    play_to_the_end(desk)
    for side in ("first", "second", "both"):
        desk.controller.choose("side", side)
        assert [row.name for row in desk.scene.players.rows] == ["Computer", "Computer"]
        assert desk.scene.status == words.SIDE_NEXT
    desk.controller.choose("level", "hard")
    assert desk.scene.status == words.LEVEL_NEXT
    desk.controller.close()
    again = Desk(tmp_path)  # the program is started again
    assert again.match.outcome() is not None
    assert [row.name for row in again.scene.players.rows] == ["Computer", "Computer"]
    again.controller.command("undo")
    assert "Player" in {row.name for row in again.scene.players.rows}


def test_a_whole_game_to_its_banner(tmp_path):
    desk = Desk(tmp_path, side="none", level="easy")
    play_to_the_end(desk)
    outcome = desk.match.outcome()
    banner = desk.scene.board.banner
    assert banner.reason == outcome.reason
    if outcome.winner is not None:
        winner = LOA5.sides[outcome.winner].name
        assert banner.title == f"{winner.capitalize()} wins" and banner.kind == winner
        assert desk.scene.board.value.share in (0.0, 1.0)
    desk.controller.command("dismiss")
    assert desk.scene.board.banner is None
    assert not desk.worker.busy and "pause" not in desk.scene.menus.enabled


def test_move_now_takes_what_there_is(tmp_path):
    desk = Desk(tmp_path, level="hard")
    desk.move("c1", "c3")
    desk.controller.command("move-now")
    assert desk.worker.stopped
    desk.reply()
    assert desk.match.ply == 2


def hinted(desk):
    """Ask for a hint, let the search finish, and return the squares of the move."""
    desk.controller.command("hint")
    desk.worker.stopped = True
    report = desk.worker.answer()
    desk.view.pass_time(1)
    return LOA5.path(desk.match.state, report.move), move_text(LOA5, desk.match.state, report.move)


def test_a_hint_is_an_arrow_and_plays_no_move(desk):
    path, text = hinted(desk)
    assert desk.worker.jobs[-1].player.spec() == "strong:eval=full,seconds=3"
    board = desk.scene.board
    assert desk.match.ply == 0 and board.arrows == ((path[0], path[-1], 0),)
    assert board.selected is None and board.targets == board.captures == ()
    assert text in desk.scene.status and desk.view.entries[-1].head.startswith("Hint")
    desk.controller.command("escape")
    assert desk.scene.board.arrows == ()


@pytest.mark.parametrize("how", ("click", "hint", "enter"))
def test_a_hint_can_be_played_at_once(desk, how):
    path, text = hinted(desk)
    if how == "click":
        desk.controller.report(BoardGesture(CLICK, path[-1]))
    else:
        desk.controller.command(how)
    assert desk.match.notation() == [text] and desk.scene.board.arrows == ()
    assert desk.worker.job.state == desk.match.state  # the computer is thinking: no second hint


def test_a_hint_takes_the_cursor_along_and_another_piece_is_still_free(desk):
    desk.controller.command("up")
    path, text = hinted(desk)
    assert desk.scene.board.cursor == path[-1]
    desk.controller.report(BoardGesture(CLICK, path[0]))
    assert desk.scene.board.selected == path[0] and desk.scene.board.arrows == ()
    desk.controller.command("escape")
    hinted(desk)
    desk.controller.command("enter")
    assert desk.match.notation() == [text]


def test_a_hint_goes_with_the_turn_it_was_for(desk):
    hinted(desk)
    desk.controller.choose("side", "second")
    assert desk.scene.board.arrows == ()
    desk.controller.command("hint")
    assert desk.match.ply == 0


def test_a_move_during_a_hint_search_ends_it(desk):
    desk.controller.command("hint")
    desk.move("c1", "c3")
    assert desk.worker.jobs[-1].state == desk.match.state
    desk.reply()
    assert desk.match.ply == 2 and not any(e.head.startswith("Hint") for e in desk.view.entries)


def test_of_two_humans_none_gets_the_other_s_hint(tmp_path):
    desk = Desk(tmp_path, side="both")
    desk.controller.command("hint")
    desk.move("c1", "c3")
    assert not desk.worker.busy and not desk.scene.thinking.live
    desk.view.pass_time(5)
    assert desk.scene.board.arrows == () and desk.match.ply == 1


def test_changing_the_level_in_mid_search_searches_again(desk):
    desk.move("c1", "c3")
    assert desk.worker.job.player.depth == 2
    desk.controller.choose("level", "hard")
    assert desk.worker.job.player.seconds == 10 and len(desk.worker.jobs) == 2


def test_changing_the_game_in_mid_search(desk):
    desk.move("c1", "c3")
    desk.controller.choose("board", "loa8")
    desk.view.pass_time(3)
    assert desk.scene.title == "Lines of Action 8×8" and desk.match.ply == 0
    assert not desk.worker.busy and desk.scene.menus.chosen["board"] == "loa8"


def test_changing_the_side_in_mid_game(desk):
    desk.move("c1", "c3")
    desk.reply()
    desk.controller.choose("side", "second")
    assert desk.worker.busy and desk.worker.job.state == desk.match.state
    desk.controller.choose("side", "both")
    assert not desk.worker.busy


def reset(desk):
    """Reset the settings and answer yes to the question."""
    desk.controller.command("reset-settings")
    desk.view.questions.pop()[-1]()


def test_a_reset_of_the_settings_is_asked_about_before_levels_are_gone(tmp_path):
    desk = Desk(tmp_path)
    own = {"loa5": {"easy": "alphabeta:eval=groups,depth=2"}}
    desk.controller.session.change(levels=own, theme="dark")
    desk.controller.command("reset-settings")
    text, _, done = desk.view.questions[-1]
    assert "customised" in text
    assert desk.controller.session.settings.levels == own and desk.scene.theme == "dark"
    done()
    assert desk.controller.session.settings.levels == {} and desk.scene.theme == "light"
    assert desk.scene.status == words.SETTINGS_RESET


@pytest.mark.parametrize("how", ("side", "reset"))
def test_who_takes_a_side_after_a_pause_gets_an_answer(tmp_path, how):
    desk = Desk(tmp_path, side="none")
    desk.controller.command("pause")
    if how == "side":
        desk.controller.choose("side", "first")
    else:
        reset(desk)
    desk.move("c1", "c3")
    assert desk.worker.busy and "pause" not in desk.scene.menus.ticked


def test_a_worker_that_died_is_told_and_the_search_goes_on(desk):
    desk.move("c1", "c3")
    desk.worker.messages.append(Message("restarted", -9))
    desk.view.pass_time(0.1)
    assert desk.view.entries[-1].bad and "-9" in desk.view.entries[-1].head
    desk.reply()
    assert desk.match.ply == 2


def test_a_search_that_fails_is_told_and_can_be_tried_again(desk):
    desk.move("c1", "c3")
    desk.worker.job = None
    desk.worker.messages.append(Message("failed", "Traceback…\nValueError: broken"))
    desk.view.pass_time(0.1)
    assert "ValueError: broken" in desk.view.entries[-1].head
    assert not desk.scene.thinking.live
    desk.controller.command("undo")
    desk.move("b1", "b3")
    desk.reply()
    assert desk.match.ply == 2


def test_the_keyboard_plays_a_move(desk):
    for key in ["up", "right", "right", "enter"]:
        desk.controller.command(key)
    assert desk.scene.board.cursor == sq("c1") and desk.scene.board.selected == sq("c1")
    for key in ["up", "up", "enter"]:
        desk.controller.command(key)
    assert desk.match.notation() == ["c1-c3"]
    desk.controller.command("escape")
    assert desk.scene.board.cursor is None


def test_the_cursor_goes_as_the_board_is_seen(tmp_path):
    desk = Desk(tmp_path, flip=True)
    for key in ["up", "up", "right"]:
        desk.controller.command(key)
    assert desk.scene.board.cursor == 0  # on the turned board, up and right lead to a1
    desk.controller.command("down")
    assert desk.scene.board.cursor == sq("a2")


def test_copy_and_paste_a_position(desk):
    desk.move("c1", "c3")
    desk.reply()
    desk.controller.command("copy-position")
    text = desk.view.clip
    assert text == position_text(LOA5, desk.match.state)
    desk.controller.command("new")
    desk.view.clip = f"  {text}\n"
    desk.controller.command("paste-position")
    assert position_text(LOA5, desk.match.state) == text and desk.match.ply == 0
    assert desk.scene.status == "Position pasted: a new game begins here, Black to move."


@pytest.mark.parametrize("text", ["", "nonsense", "1bbb1/w3w b", "x" * 100_000, "a\x00b\nc"])
def test_garbage_on_the_clipboard_is_refused(desk, text):
    desk.view.clip = text
    desk.move("c1", "c3")
    desk.controller.command("paste-position")
    assert desk.match.ply == 1 and desk.scene.status.startswith("The clipboard")
    assert len(desk.scene.status) < 400


def test_the_log_can_be_saved_as_text_and_as_a_table(desk, tmp_path):
    desk.controller.command("log-save")
    assert desk.scene.status == words.LOG_EMPTY
    desk.move("c1", "c3")
    desk.reply()
    desk.view.save_name = str(tmp_path / "log.txt")
    desk.controller.command("log-save")
    text = (tmp_path / "log.txt").read_text("utf-8")
    assert "(1) Maximum depth reached" in text and "(6) Prunings in MIN-VALUE" in text
    desk.view.save_name = str(tmp_path / "log.csv")
    desk.controller.command("log-save")
    assert text.startswith("Lines of Action 5×5\n20") and "strong · full · depth 2" in text
    assert "\n1. Black c1-c3" in text
    head, person, row = (tmp_path / "log.csv").read_text("utf-8-sig").splitlines()
    assert head.startswith("number,side,move,value") and row.startswith("1,white,")
    assert ",player,game,date," in head and '"strong:eval=full,depth=2,blunder=' in row
    assert person.startswith("1,black,c1-c3,,") and ",You,Lines of Action 5×5,20" in person
    desk.view.save_name = str(tmp_path)  # a folder cannot be written to
    desk.controller.command("log-save")
    assert desk.view.errors
    kept = list(desk.view.entries)
    desk.controller.command("log-clear")
    text, button, done = desk.view.questions[-1]
    assert "1 game" in text and button == words.CLEAR_BUTTON and desk.view.entries == kept
    done()
    assert desk.view.entries == []
    asked = len(desk.view.questions)
    desk.controller.command("log-clear")  # there is nothing to ask about
    assert desk.scene.status == words.LOG_EMPTY and len(desk.view.questions) == asked


def test_every_setting_survives_a_restart(tmp_path):
    desk = Desk(tmp_path)
    for command in ("flip", "coordinates", "links", "animation", "log-pane", "legal-moves"):
        desk.controller.command(command)
    desk.controller.choose("theme", "dark")
    desk.controller.choose("text-size", "14")
    desk.controller.choose("board", "loa6")
    desk.controller.choose("level", "hard")
    ticked = desk.scene.menus.ticked
    desk.controller.command("quit")
    assert desk.view.closed and desk.worker.closed
    again = Desk(tmp_path)
    assert again.scene.menus.ticked == ticked and again.scene.theme == "dark"
    assert again.scene.text_size == 14 and again.scene.title == "Lines of Action 6×6"
    assert again.view.placed == ["1000x692+5+5"]
    reset(again)
    assert again.scene.theme == "light" and again.scene.title == "Lines of Action 6×6"


@pytest.mark.parametrize(
    "content",
    ["", "{", "[]", "null", '{"theme": 5, "levels": {"loa5": 3}, "side": null, "game": "chess"}',
     '{"side": "sideways", "level": "impossible", "theme": "pink", "text_size": -4}',
     '{"levels": {"loa5": {"easy": "nonsense:x=1"}}, "sides": {"loa5": {"0": "?"}}}',
     "\x00" * 50, "[" * 100_000],
)  # fmt: skip
def test_corrupt_settings_are_survived(tmp_path, content):
    (tmp_path / "settings.json").write_text(content, "utf-8")
    desk = Desk(tmp_path)
    desk.move("c1", "c3")
    desk.reply()
    assert desk.match.ply == 2
    try:
        usable = isinstance(json.loads(content), dict)
    except (ValueError, RecursionError):
        usable = False
    assert (tmp_path / "settings.corrupt.json").exists() != usable
    assert bool(desk.view.entries[0].bad) != usable


def test_a_game_left_in_the_middle_is_there_again(tmp_path):
    desk = Desk(tmp_path)
    desk.move("c1", "c3")
    desk.reply()
    moves = desk.match.notation()
    desk.controller.command("undo")
    desk.controller.command("redo")
    desk.archive.release()  # the machine is switched off: nothing more is saved
    again = Desk(tmp_path)
    assert again.match.notation() == moves and again.scene.status == words.RESTORED
    # A second copy of the program does not take the game that is on the first one's board.
    other = Desk(tmp_path)
    assert other.match.ply == 0


def restarted(desk):
    """Return the same user's next start, after the window was closed."""
    desk.controller.command("quit")
    return Desk(desk.folder)


def test_a_board_on_which_nothing_was_played_comes_back_and_no_older_game(tmp_path):
    desk = Desk(tmp_path)
    desk.move("c1", "c3")
    desk.controller.command("new")
    desk = restarted(desk)
    assert desk.match.notation() == [] and desk.scene.status != words.RESTORED
    desk.controller.choose("board", "loa6")
    desk = restarted(desk)
    assert desk.scene.title == "Lines of Action 6×6" and desk.match.ply == 0
    reset(desk)
    assert restarted(desk).match.ply == 0


def test_the_game_that_was_on_the_board_comes_back_and_not_the_newest(tmp_path):
    desk = Desk(tmp_path)
    desk.move("c1", "c3")
    old = desk.archive.path.name
    desk.controller.choose("board", "loa6")
    desk.controller.report(BoardGesture(CLICK, sq("b1", 6, 6)))
    desk.controller.report(BoardGesture(CLICK, sq("b3", 6, 6)))
    desk.controller.command("kept")
    scene, done = desk.view.lists[-1]
    done(scene.rows[1].key)
    desk.archive.release()  # switched off
    again = Desk(tmp_path)
    assert again.match.notation() == ["c1-c3"] and again.archive.path.name == old
    assert again.scene.title == "Lines of Action 5×5"


def test_a_finished_game_comes_back_finished(tmp_path):
    desk = Desk(tmp_path, side="both")
    desk.move("c1", "c3")
    desk.controller.command("new")
    position = read_position(LOA5, "5/1bb2/5/3b1/w3w b")
    desk.controller.handle(begin, MayLeave(), Match(LOA5, position))
    desk.move("d2", "d3")
    assert desk.scene.board.banner
    assert restarted(desk).scene.board.banner == desk.scene.board.banner


def test_an_earlier_position_comes_back_and_the_computer_waits(tmp_path):
    desk = Desk(tmp_path)
    desk.move("c1", "c3")
    desk.reply()
    desk.controller.command("previous")
    again = restarted(desk)
    assert again.match.notation() == ["c1-c3"] and again.match.can_redo
    assert not again.worker.busy


@pytest.mark.parametrize("paused", (False, True))
def test_a_game_of_two_computers_comes_back_paused(tmp_path, paused):
    desk = Desk(tmp_path, side="none")
    desk.reply()
    if paused:
        desk.controller.command("pause")
    again = restarted(desk)
    assert again.match.notation() == desk.match.notation() and not again.worker.busy
    assert again.scene.status == words.RESTORED_PAUSED and "pause" in again.scene.menus.ticked
    again.controller.command("pause")
    assert again.worker.busy and "pause" not in again.scene.menus.ticked


def test_a_position_set_up_comes_back(tmp_path):
    desk = Desk(tmp_path)
    desk.view.clip = "5/1bb2/5/3b1/w3w b"
    desk.controller.command("paste-position")
    again = restarted(desk)
    assert position_text(LOA5, again.match.state) == "5/1bb2/5/3b1/w3w b"
    again.controller.command("edit")
    again.controller.command("edit-start")
    again.controller.report(BoardGesture(CLICK, sq("a4")))
    again.controller.report(BoardGesture(CLICK, sq("a4")))
    again.controller.report(BoardGesture(CLICK, sq("a3")))
    again.controller.choose("brush", "nothing")
    again.controller.report(BoardGesture(CLICK, sq("a3")))
    again.controller.command("edit-done")
    assert restarted(again).match.state == again.match.state != LOA5.start


def test_a_game_that_nobody_saved_is_not_called_saved(desk):
    desk.move("c1", "c3")
    assert desk.scene.saved == words.KEPT and "save" not in desk.scene.saved.lower()


def test_a_new_game_keeps_the_old_one(tmp_path):
    desk = Desk(tmp_path)
    desk.move("c1", "c3")
    desk.controller.command("new")
    assert desk.match.ply == 0 and len(list((tmp_path / "games").glob("*.sgf"))) == 1
    desk.move("b1", "b3")
    assert len(list((tmp_path / "games").glob("*.sgf"))) == 2


def test_where_nothing_can_be_written_one_can_still_play(tmp_path):
    (tmp_path / "file").write_text("")
    desk = Desk(tmp_path / "file")
    desk.move("c1", "c3")
    desk.reply()
    assert desk.match.ply == 2 and desk.scene.saved == words.NOT_KEPT


def test_a_full_disk_is_said_to_be_full(desk, monkeypatch, tmp_path):
    def full(path, content):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(files, "write_whole", full)
    desk.move("c1", "c3")
    desk.reply()
    assert desk.match.ply == 2 and desk.scene.saved == words.NOT_KEPT_FULL
    desk.view.save_name = str(tmp_path / "log.txt")
    desk.controller.command("log-save")
    assert desk.view.errors[-1].endswith("the disk is full")


def test_a_full_disk_stays_no_reason_for_a_folder_that_cannot_be_written_to(desk, monkeypatch):
    for code, text in ((errno.EDQUOT, words.NOT_KEPT_FULL), (errno.EROFS, words.NOT_KEPT)):

        def fail(*arguments, code=code, **options):
            raise OSError(code, "no")

        monkeypatch.setattr(files, "write_whole", fail)
        desk.controller.command("new")
        desk.move("c1", "c3")
        assert desk.scene.saved == text


def test_the_log_is_bounded_and_says_what_it_no_longer_holds(desk, monkeypatch, tmp_path):
    monkeypatch.setattr(sessions, "MOST_LOGGED", 6)  # two games of a heading and two moves
    for origin, target, dropped in (("c1", "c3", 0), ("b1", "b3", 0), ("d1", "d3", 1)):
        desk.controller.command("new")
        desk.move(origin, target)
        desk.reply()
        assert desk.controller.session.log.dropped == dropped
    session = desk.controller.session
    assert [one.entry.key for one in session.log if one.search] == ["2", "3"]
    desk.view.save_name = str(tmp_path / "log.txt")
    desk.controller.command("log-save-all")
    text = (tmp_path / "log.txt").read_text("utf-8")
    assert text.startswith(words.log_dropped(1).strip()) and text.count("(1) Maximum") == 2
    assert desk.scene.status.endswith(words.log_dropped(1))
    desk.controller.command("log-copy-all")
    assert desk.view.clip.startswith(words.log_dropped(1).strip())
    desk.view.save_name = str(tmp_path / "log.csv")
    desk.controller.command("log-save-all")
    assert len((tmp_path / "log.csv").read_text("utf-8").splitlines()) == 5
    desk.controller.command("log-copy")  # this game is whole
    assert desk.view.clip.startswith("Lines of Action 5×5\n")
    assert desk.scene.status == words.LOG_COPIED
    desk.controller.command("log-clear")
    desk.view.questions[-1][2]()
    assert desk.controller.session.log.dropped == 0


def test_the_form_changes_levels_and_sides(desk):
    desk.controller.command("customise")
    scene, check, done = desk.view.forms[-1]
    assert [section.title for section in scene.sections] == [
        "Easy", "Normal", "Hard", "Textbook", "Black", "White",
    ]  # fmt: skip
    values = {field.key: field.value for section in scene.sections for field in section.fields}
    assert check(values) == {}
    values |= {"normal.depth": "2", "normal.seconds": "1.5", "normal.search": "alphabeta",
               "normal.eval": "groups", "normal.blunder": "0", "second.as": "own",
               "second.depth": "1"}  # fmt: skip
    assert check(values | {"easy.depth": "zero"}).keys() == {"easy.depth"}
    done(values)
    assert desk.controller.session.computer(0).spec() == (
        "alphabeta:eval=groups,depth=2,seconds=1.5"
    )
    assert desk.controller.session.computer(1).depth == 1
    labels = [choice.label for choice in desk.scene.menus.choices["level"]]
    assert labels[1].startswith("Normal · depth 2 · 1.5 s")


def test_a_value_that_the_search_does_not_use_is_neither_wrong_nor_inherited(tmp_path):
    """Black went from Easy to mcts and kept its blunders, and a hidden field blocked OK."""
    desk = Desk(tmp_path, level="easy")
    desk.controller.command("customise")
    scene, check, done = desk.view.forms[-1]
    fields = {field.key: field for section in scene.sections for field in section.fields}
    assert "mcts" in fields["first.blunder"].only and fields["first.blunder"].plain == "0"
    assert "mcts" not in fields["first.depth"].only
    values = {key: field.value for key, field in fields.items()}
    plain = {key: field.plain for key, field in fields.items() if key.startswith("first.")}
    values |= plain | {"first.as": "own", "first.search": "mcts", "first.playouts": "20"}
    assert check(values | {"first.depth": "zero"}) == {}  # which mcts does not have
    done(values)
    assert desk.controller.session.computer(0).spec() == "mcts:playouts=20"


def test_a_search_without_a_limit_has_ten_seconds_in_the_form_as_in_a_text(desk):
    desk.controller.command("customise")
    scene, check, done = desk.view.forms[-1]
    values = {field.key: field.value for section in scene.sections for field in section.fields}
    without = values | {"easy.depth": "", "easy.seconds": ""}
    assert check(without) == {}
    done(without)
    session = desk.controller.session
    player = read_player(session.game, "easy", session.levels())
    assert player.depth is player.seconds is None and player.allowed == DEFAULT_SECONDS
    side = {"second.search": "ugi", "second.command": ""}
    assert check(values | side) == {}  # White plays at the level, so the fields below are not used
    assert check(values | side | {"second.as": "own"}).keys() == {"second.command"}


def test_the_form_shows_the_seconds_of_a_player_whose_text_has_no_limit():
    game = find_game("loa5")
    assert option_text(read_player(game, "strong:eval=full"), SECONDS) == "10"
    assert option_text(read_player(game, "strong:depth=3"), SECONDS) == ""
    assert option_text(read_player(game, "random"), SECONDS) == ""


def test_help_pages_of_every_game(desk):
    for key in all_games():
        desk.controller.choose("board", key)
        desk.controller.command("rules")
        assert len(desk.view.pages[-1].blocks) >= 4, key
    for name in ("keys", "statistics", "explorer-help", "own-code-help", "about"):
        desk.controller.command(name)
        assert desk.view.pages[-1].blocks


def test_every_command_can_be_given_at_any_time(desk):
    for name in sorted(set(COMMANDS) - {"quit"}):
        desk.controller.command(name)
    desk.controller.command("quit")
    assert not multiprocessing.active_children()


def test_the_value_bar_takes_the_first_players_view(desk):
    desk.move("c1", "c3")
    report = desk.reply()
    bar = desk.scene.board.value
    assert (bar.share > 0.5) == (report.value < 0)  # white searched; black is at the bottom
    assert bar.lower == "black"


@pytest.mark.parametrize(
    ("value", "text"),
    ((0, "0"), (-0.04, "−0.04"), (6.25, "+6.25"), (-3242, "−3,242"), (-990_000, "−990,000")),
)
def test_values_are_rounded_as_in_the_explorer(value, text):
    assert value_text(find_game("breakthrough8"), value) == text


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.key)
def test_the_value_of_a_certain_win_is_a_word_with_its_distance(game):
    won = game.utmost
    assert value_text(game, won, Proof(0, 11)) == "win 11"
    assert value_text(game, -won, Proof(1, 8)) == "loss 8"
    assert value_text(game, won, Proof(0, 51, "book")) == "win ≤51"
    assert value_text(game, won) == "win" and value_text(game, -won) == "loss"


def test_a_narrow_thinking_card_leaves_the_bound_to_the_proof():
    loa6 = find_game("loa6")
    found = read_player(loa6, "hard").choose(loa6, loa6.start)
    assert figures(found, loa6)[1] == (words.VALUE, "win ≤51", "win")


@pytest.mark.parametrize(
    ("seconds", "text"),
    ((0.0001, "<1 ms"), (0.0123, "12 ms"), (0.0994, "99 ms"), (0.1, "0.1 s"), (9.96, "10.0 s"),
     (120.4, "120 s")),
)  # fmt: skip
def test_short_times_are_milliseconds(seconds, text):
    assert words.duration(seconds) == text


def bar_text(desk):
    return desk.scene.board.value.text


def ahead(value):
    """Return how the bar shows a value for black."""
    return side_value(LOA5, 0 if value > 0 else 1, abs(value))


def test_the_value_bar_is_of_the_position_on_the_board_and_of_no_older_one(desk):
    start = bar_text(desk)
    desk.move("c1", "c3")
    assert bar_text(desk) == ahead(static_value(LOA5, desk.match.state))
    first = ahead(-desk.reply().value)
    assert bar_text(desk) == first
    desk.move("b1", "b3")
    assert bar_text(desk) == ahead(static_value(LOA5, desk.match.state))
    desk.reply()
    desk.controller.command("undo")
    assert bar_text(desk) == first
    desk.controller.command("undo")
    assert bar_text(desk) == start
    desk.controller.command("new")
    assert bar_text(desk) == start == "Black +15"  # EVAL with black to move


BLUNDERER = {"loa5": {"easy": "strong:eval=full,depth=1,blunder=1,seed=3"}}


def test_a_blunder_is_valued_as_it_was_played_and_the_log_tells_of_the_best_move(tmp_path):
    desk = Desk(tmp_path, level="easy", levels=BLUNDERER)
    desk.move("c1", "c3")
    before = desk.match.state
    report = desk.reply()
    (best,) = {one.move for one in report.iterations}
    text, value = move_text(LOA5, before, best), side_value(LOA5, 1, report.value)
    assert report.move != best and desk.match.node.move == report.move
    assert bar_text(desk) == ahead(static_value(LOA5, desk.match.state))
    entry = desk.view.entries[-1]
    assert entry.blunder == f"A random move on purpose; the best found was {text}: {value}"
    assert entry.head.endswith(move_text(LOA5, before, report.move)) and entry.facts.endswith("ms")
    assert desk.scene.thinking.line[0] == text  # the line whose value is shown above it
    desk.controller.command("log-copy")
    assert entry.blunder in desk.view.clip
    desk.view.save_name = str(tmp_path / "log.csv")
    desk.controller.command("log-save")
    _, row = csv.DictReader((tmp_path / "log.csv").read_text("utf-8-sig").splitlines())
    assert row["best"] == text and row["move"] != text
    # Only the best move was searched: its value and line are not those of the move played.
    assert row["value"] == row["proof"] == "" and row["line"] == row["move"]
    assert float(row["best_value"]) == round(report.value, 6) and row["best_line"].startswith(text)


def test_a_blunder_is_not_called_proved():
    """The proof of the best move stood above the blunder that threw the win away."""
    state = read_position(LOA5, "5/1bb2/w3w/3b1/w4 b")
    found = Player("strong", depth=5).choose(LOA5, state)
    other = next(move for move in LOA5.moves(state) if move != found.move)
    blunder = replace(found, line=(other,))
    assert log_entry(LOA5, state, 1, found).proof.startswith("Proved: Black wins")
    entry = log_entry(LOA5, state, 1, blunder)
    assert not entry.proof and entry.blunder.endswith(f": Black wins in {found.proof.plies}")
    thought = Thought(
        purpose=MOVE,
        game=LOA5,
        state=state,
        player=Player("strong"),
        begun=0.0,
        report=blunder,
        live=False,
    )
    assert not thinking_scene(thought, 1.0).proof


def test_a_search_that_ended_late_has_the_time_that_it_took():
    found = Iteration(depth=2, value=1.0, line=LOA5.moves(LOA5.start)[:1], seconds=10.06,
                      statistics=Statistics()).alone()  # fmt: skip
    thought = Thought(purpose=MOVE, game=LOA5, state=LOA5.start, begun=0.0, report=found,
                      player=read_player(LOA5, "strong:seconds=10"))  # fmt: skip
    assert thinking_scene(thought, 10.06).clock == "10.0 of 10 s"
    assert thinking_scene(thought.finished(), 99.0).clock == "10.1 s"
    assert log_entry(LOA5, LOA5.start, 1, found).facts.endswith("  10.1 s")


def test_values_say_for_which_side_they_are(desk):
    desk.move("c1", "c3")
    report = desk.reply()
    value = value_text(LOA5, report.value)
    assert desk.view.entries[-1].facts.startswith(f"White {value}  ")
    captions = [caption for caption, _, _ in desk.scene.thinking.figures]
    assert captions[1] == "for White" and desk.scene.thinking.figures[1][1] == value
    assert LOA5.unit in desk.scene.thinking.helps[1] and "(1)" in desk.scene.thinking.helps[0]
    desk.controller.command("hint")
    hint = desk.worker.answer()
    desk.view.pass_time(1)
    if hint.proof is None:
        assert f", Black {value_text(LOA5, hint.value)} at depth" in desk.scene.status
    assert all(game.unit for game in all_games().values())


def test_the_best_move_is_no_blunder(desk):
    desk.move("c1", "c3")
    desk.reply()
    entry = desk.view.entries[-1]
    assert entry.blunder == "" and entry.facts.startswith("White ")


def test_undo_passes_over_a_turn_that_nobody_chose(tmp_path):
    """Undo took back only the forfeited turn, which was then played again by itself, for ever."""
    desk = Desk(tmp_path, game="minicheckers", side="both")
    desk.view.clip = "6/r1r3/6/b5/5r/6 r"
    desk.controller.command("paste-position")
    for origin, target in (("a5", "b4"), ("f2", "e1")):
        desk.controller.report(BoardGesture(CLICK, sq(origin, 6, 6)))
        desk.controller.report(BoardGesture(CLICK, sq(target, 6, 6)))
        desk.view.pass_time(3)
    moves = desk.match.notation()
    assert moves == ["a5-b4", "pass", "f2-e1", "pass"]
    desk.controller.command("undo")
    desk.view.pass_time(3)
    assert desk.match.notation() == moves[:2]  # red is to move again, and nothing moves by itself
    desk.controller.command("redo")
    desk.view.pass_time(3)
    assert desk.match.notation() == moves
    while COMMANDS["undo"].possible(desk.controller.session):
        desk.controller.command("undo")
        desk.view.pass_time(3)
    assert desk.match.notation() == []


def test_a_pause_between_a_search_and_its_move_keeps_the_search(tmp_path):
    """The log kept a move that was never played, and the search was made and logged again."""
    desk = Desk(tmp_path, side="none", speed="slow")
    desk.worker.answer()
    desk.view.pass_time(0.1)
    report = desk.worker.answer()
    desk.view.pass_time(0.1)  # the answer is heard, but the last move is not seen long enough
    assert desk.match.ply == 1 and not desk.worker.busy
    searches, logged = len(desk.worker.jobs), len(desk.view.entries)
    desk.controller.command("pause")
    desk.view.pass_time(5)
    assert desk.match.ply == 1 and len(desk.view.entries) == logged
    desk.controller.command("pause")
    desk.view.pass_time(0.5)
    assert desk.match.node.report == report and len(desk.worker.jobs) == searches + 1
    assert len(desk.view.entries) == logged + 1


def test_a_single_step_plays_the_move_that_was_found_before_the_pause(tmp_path):
    desk = Desk(tmp_path, side="none", speed="slow")
    desk.worker.answer()
    desk.view.pass_time(0.1)
    report = desk.worker.answer()
    desk.view.pass_time(0.1)
    desk.controller.command("pause")
    desk.controller.command("step")
    desk.view.pass_time(5)
    assert desk.match.node.report == report and desk.match.ply == 2 and not desk.worker.busy


@pytest.mark.parametrize("change", [("side", "first"), ("level", "easy")])
def test_another_level_or_side_drops_the_move_that_was_found(tmp_path, change):
    desk = Desk(tmp_path, side="none", speed="slow")
    desk.worker.answer()
    desk.view.pass_time(0.1)
    desk.worker.answer()
    desk.view.pass_time(0.1)
    desk.controller.command("pause")
    desk.controller.choose(*change)
    assert desk.controller.session.answer is None


def test_each_game_has_a_heading_in_the_log(desk):
    desk.move("c1", "c3")
    desk.reply()
    desk.controller.command("new")
    assert sum(entry.title for entry in desk.view.entries) == 1  # no heading without a move
    desk.move("c1", "c3")
    desk.reply()
    assert [entry.title for entry in desk.view.entries] == [True, False, False] * 2
    desk.controller.command("log-clear")
    desk.view.questions[-1][2]()
    desk.move("b1", "b3")
    assert [entry.title for entry in desk.view.entries] == [True, False]


def test_a_forfeited_turn_can_be_read_until_the_next_move(tmp_path):
    desk = Desk(tmp_path, game="minicheckers", side="both")
    desk.view.clip = "6/r1r3/6/b5/5r/6 r"
    desk.controller.command("paste-position")
    desk.controller.choose("page", "moves")
    assert desk.scene.board.notice == ""
    desk.controller.report(BoardGesture(CLICK, sq("a5", 6, 6)))
    desk.controller.report(BoardGesture(CLICK, sq("b4", 6, 6)))
    assert desk.scene.board.notice == "Blue has no legal move and passes."
    desk.view.pass_time(60)
    assert desk.match.notation() == ["a5-b4", "pass"]
    assert desk.scene.board.notice == "Blue had no legal move and passed."
    assert desk.view.entries[-1].head == "1. Blue passes: no move is legal"
    assert "pass" in [word.text for line in desk.scene.review.lines for word in line.words]
    desk.controller.report(BoardGesture(CLICK, sq("f2", 6, 6)))  # it stays while a piece is chosen
    assert desk.scene.board.notice == "Blue had no legal move and passed."
    desk.controller.report(BoardGesture(CLICK, sq("f1", 6, 6)))
    if desk.match.ply == 2:
        desk.controller.report(BoardGesture(CLICK, sq("e1", 6, 6)))
    assert desk.scene.board.notice != "Blue had no legal move and passed."


@pytest.mark.parametrize("game", all_games())
@pytest.mark.parametrize("level", ["easy", "hard"])
def test_the_form_of_levels_shows_each_side_as_the_level_it_plays_as(tmp_path, game, level):
    desk = Desk(tmp_path, game=game, level=level)
    desk.controller.command("customise")
    scene = desk.view.forms[-1][0]
    keys = {field.key for section in scene.sections for field in section.fields}
    for section in scene.sections[-2:]:
        first, *others = section.fields
        copies = dict(section.copies)
        assert copies[""] == level
        assert set(copies) | {OWN} == {choice.key for choice in first.choices}
        for field in others:
            assert {f"{source}.{field.key.partition('.')[2]}" for source in copies.values()} <= keys

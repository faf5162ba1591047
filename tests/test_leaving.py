"""Every way to another game asks first if the file of the game on the board lacks changes."""

import random
import re
from pathlib import Path

import pytest

from loa_tk.control.effects import ShowMatch
from loa_tk.control.game.turns import play
from loa_tk.control.main.commands import CHOICES, COMMANDS
from loa_tk.control.main.filing import open_file
from loa_tk.control.main.toolbox import put_on_board
from loa_tk.model.games import find_game
from loa_tk.model.match import Match
from loa_tk.words import own_code as own_words
from loa_tk.words import review as words
from test_controller import Desk

LOA5 = find_game("loa5")
OTHER = "(;FF[4]GM[9]SZ[5]PB[Ann]PW[Bob];B[c1-c3];W[a2-c2])"
POSITION = "5/1bb2/5/3b1/w3w b"
PACKAGE = Path(__file__).parent.parent / "loa_tk"
SHOWN = ShowMatch(match=Match(LOA5), note="", names=("x", "y"))


@pytest.fixture
def ways_of():
    """Return how to make Ways; what their tools have started is ended after the test."""
    made = []

    def make(folder, over, text=OTHER):
        made.append(Ways(folder, over, text))
        return made[-1]

    yield make
    for ways in made:
        ways.desk.controller.close()


class Ways:
    """A desk with a changed file on its board; all questions but that about it are accepted."""

    def __init__(self, folder, over, text=OTHER):
        self.desk = Desk(folder / "home", side="both")
        self.view, self.asked, view = self.desk.view, [], self.desk.view
        self.path, own, other = folder / "hand.sgf", folder / "own.py", folder / "other.sgf"
        own.write_text("def evaluate(position, player):\n    return 0\n", "utf-8")
        other.write_text(text, "utf-8")
        controller = self.desk.controller
        self.desk.move("c1", "c3")
        controller.command("new")  # that game is among the kept ones
        dice, game = random.Random(112), self.desk.match.game  # which ends it in three plies
        while (self.desk.match.outcome() is None) if over else (self.desk.match.ply < 2):
            controller.handle(play, dice.choice(list(game.moves(self.desk.match.state))))
        view.save_name = str(self.path)
        controller.command("save")
        controller.choose("comment", "changed")
        self.saved, self.match = self.path.read_text("utf-8"), self.desk.match
        self.scene_title = self.desk.scene.title
        view.clip, view.save_name = text, str(folder / "new.py")
        view.ask_open_name = lambda title, kinds, folder="": str(
            own if kinds == own_words.OWN_FILES else other
        )
        view.ask, view.pick = self.ask, lambda scene, done, other=None: done(
            next(row.key for row in scene.rows if row.key)
        )
        self.keys = {"board": "loa6", "recent": str(other), "own": str(own)}

    def ask(self, title, text, button, done, harmful=False, other=None):
        if text == words.UNSAVED_TEXT:
            self.asked.append((done, other[1]))
        else:
            done()

    def go(self, kind, name):
        controller = self.desk.controller
        if name == "edit-done":
            controller.command("edit")
            controller.command("edit-start")  # a position that can be played
        if kind == "command":
            controller.command(name)
        elif kind == "choice":
            row = CHOICES[name]
            offered = row.offered(controller.session) if row.offered else ()
            controller.choose(name, self.keys.get(name) or (offered[-1].key if offered else "1"))
        elif name == "series":
            controller.handle(put_on_board, SHOWN)
        else:  # the file that the program is started with
            controller.handle(open_file, self.keys["recent"])
        self.view.pass_time(1)


def comments(desk):
    return [node.comment for node in desk.match.root.end().line()]


WAYS = [
    *(("command", name) for name in COMMANDS),
    *(("choice", name) for name in CHOICES),
    ("other", "series"),
    ("other", "start"),
]
ALWAYS = {
    "new", "open", "quit", "kept", "paste-position", "edit-done", "board", "recent", "series",
    "start",
}  # fmt: skip
# A file of the user's takes the computer's side at once, and begins a game only after another.
AFTER = {"play-file", "own", "new-evaluation", "new-search"}


@pytest.mark.parametrize("over", [True, False], ids=["finished", "unfinished"])
def test_no_command_takes_a_changed_file_from_the_board_unasked(ways_of, tmp_path, over):
    asking = set()
    for kind, name in WAYS:
        folder = tmp_path / kind / name
        folder.mkdir(parents=True)
        ways = ways_of(folder, over)
        assert ways.scene_title.startswith("*hand.sgf") and not ways.asked
        ways.go(kind, name)
        assert ways.desk.match is ways.match and not ways.view.closed, (kind, name)
        assert len(ways.asked) <= 1, (kind, name)
        if not ways.asked:
            continue
        asking.add(name)
        ways.asked[0][1]()  # Do not save
        ways.view.pass_time(1)
        gone = ways.view.closed if name == "quit" else ways.desk.match is not ways.match
        assert gone and len(ways.asked) == 1, name
        assert ways.path.read_text("utf-8") == ways.saved
    assert asking == (ALWAYS | AFTER if over else ALWAYS)


def test_one_person_s_rematch_with_the_other_side_asks(ways_of, tmp_path):
    ways = ways_of(tmp_path, over=True)
    ways.desk.controller.choose("side", "first")
    ways.go("command", "swap-sides")
    assert ways.asked and ways.desk.match is ways.match
    assert ways.desk.controller.session.settings.side == "first"  # until the answer


@pytest.mark.parametrize("name", ["recent", "own"])
def test_a_saved_game_is_left_with_its_changes_in_the_file(ways_of, tmp_path, name):
    ways = ways_of(tmp_path, over=True)
    ways.go("choice", name)
    ways.asked[0][0]()  # Save
    ways.view.pass_time(1)
    assert "C[changed]" in ways.path.read_text("utf-8") and ways.desk.match is not ways.match


def test_a_file_that_the_answer_has_just_written_is_not_opened_as_it_was(ways_of, tmp_path):
    ways = ways_of(tmp_path, over=False)
    ways.keys["recent"] = str(ways.path)
    ways.go("choice", "recent")
    ways.asked[0][0]()  # Save
    ways.view.pass_time(1)
    assert "C[changed]" in ways.path.read_text("utf-8")
    assert ways.desk.match is ways.match and not ways.desk.scene.title.startswith("*")
    ways.desk.controller.choose("comment", "again")
    ways.go("choice", "recent")
    ways.asked[1][1]()  # Do not save: back to the file
    assert ways.desk.match is not ways.match
    assert "C[changed]" in ways.path.read_text("utf-8") and "again" not in comments(ways.desk)


@pytest.mark.parametrize("text", ["rubbish", "(;broken", "9/9/9/9/9 b"])
def test_rubbish_on_the_clipboard_asks_nothing(ways_of, tmp_path, text):
    ways = ways_of(tmp_path, over=False, text=text)
    ways.go("command", "paste-position")
    assert not ways.asked and ways.desk.match is ways.match and ways.desk.scene.status


def test_only_the_question_permits_to_leave_a_game():
    made = [
        path.name
        for path in sorted(PACKAGE.rglob("*.py"))
        for _ in re.findall(r"\bMayLeave\(\)", path.read_text("utf-8"))
    ]
    assert made == ["filing.py"]

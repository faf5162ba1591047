"""Students' files and other programs in a real window: they play, fail, and are tried again."""

import sys
from pathlib import Path

import pytest

from loa_tk.control.engine.worker import Worker
from loa_tk.control.main.commands import menu_bar
from loa_tk.control.main.controller import Controller
from loa_tk.model.notation import read_square
from loa_tk.scenes.board import CLICK, BoardGesture
from loa_tk.store.archive import Archive
from loa_tk.store.settings import Settings, Store
from loa_tk.view.kit import form as forms
from loa_tk.view.kit.form import FormWindow
from loa_tk.view.main.window import MainWindow
from loa_tk.words import main as words
from loa_tk.words import own_code as guests
from own_files import SANDBOXES
from patience import wait_until
from viewing import family

GOOD = "def evaluate(position, player):\n    print('thinking')\n    return 0\n"
BAD = "def evaluate(position, player):\n    return 1 / 0\n"


class Play:
    """The main window with a computer that plays as a text says."""

    def __init__(self, root, folder, spec, game="loa5"):
        Store(folder).save(
            Settings(game=game, side="first", animation=False, sides={game: {"1": spec}})
        )
        self.window = MainWindow(menu_bar())
        self.controller = Controller(
            self.window, Worker(), Store(folder), Archive(folder / "games")
        )
        self.window.attach(self.controller)
        self.controller.start()
        self.window.root.deiconify()

    def move(self, *names):
        game = self.controller.session.game
        for name in names:
            self.controller.report(BoardGesture(CLICK, read_square(name, game.rows, game.columns)))

    def wait(self, condition):
        """Run the window until a condition holds."""

        def look():
            self.window.root.update()
            return condition()

        wait_until(look)

    @property
    def log(self):
        return self.window.body.study.log.text.get("1.0", "end-1c")

    @property
    def ply(self):
        return self.controller.session.match.ply

    @property
    def button(self):
        """Return the button of the thinking card."""
        return self.window.body.thinking._button


@pytest.fixture
def playing(display, tmp_path):
    """Return a function that opens the window with a computer of this text."""
    opened = []

    def open_it(spec, game="loa5"):
        opened.append(Play(None, tmp_path, spec, game))
        return opened[-1]

    yield open_it
    for one in opened:
        one.controller.close()


def test_a_failing_evaluation_is_shown_and_tried_again_after_it_is_mended(playing, tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(BAD)
    play = playing(f"alphabeta:eval={file},depth=1")
    play.move("c1", "c3")
    play.wait(lambda: "ZeroDivisionError" in play.log)
    assert "mine.py, line 2: ZeroDivisionError: division by zero\n    return 1 / 0" in play.log
    assert f"mine.py runs in {guests.SANDBOXES[SANDBOXES[0]]}" in play.log
    assert play.ply == 1 and str(play.button["text"]) == words.TRY_AGAIN
    assert not play.button.instate(["disabled"])
    file.write_text(GOOD)
    play.button.invoke()
    play.wait(lambda: play.ply == 2)
    assert "mine.py has been saved since the last search: the new file is used." in play.log
    assert "mine.py printed:\n  | thinking" in play.log
    assert str(play.button["text"]) == words.MOVE_NOW


def test_undo_and_a_new_game_leave_a_file_that_hangs(playing, tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("def evaluate(position, player):\n    while True: pass\n")
    play = playing(f"alphabeta:eval={file},depth=1")
    play.move("c1", "c3")
    play.wait(lambda: play.controller.session.thinking)
    play.controller.command("undo")
    assert play.ply == 0
    play.wait(lambda: not play.controller.session.thinking)
    file.write_text(GOOD)
    play.move("c1", "c3")
    play.wait(lambda: play.ply == 2)


def test_another_program_plays_against_a_person_and_its_statistics_are_logged(playing):
    engine = f"{sys.executable} -m loa_tk engine loa5"
    play = playing(f'ugi:"{engine}",seconds=0.2')
    play.move("c1", "c3")
    play.wait(lambda: play.ply == 2)
    assert "EVAL calls in MIN-VALUE" in play.log
    report = play.controller.session.match.node.report
    assert report.statistics.evals_max + report.statistics.evals_min > 0 and report.value
    play.move("b1", "b3")
    play.wait(lambda: play.ply == 4)  # the same program, which stayed open


def test_a_chess_program_plays_breakthrough_against_a_person(playing):
    engine = f"{sys.executable} {Path(__file__).parent / 'chess_engine.py'} well"
    play = playing(f"uci:{engine},depth=2", "breakthrough8")
    play.move("a2", "b3")
    play.wait(lambda: play.ply == 2)
    assert "Black −40" in play.log and "Nodes generated" in play.log and "EVAL" not in play.log
    play.move("b3", "c4")
    play.wait(lambda: play.ply == 4)


def test_a_program_that_cannot_play_is_reported(playing):
    play = playing("ugi:no-such-program")
    play.move("c1", "c3")
    play.wait(lambda: "there is no program 'no-such-program'" in play.log)
    assert play.ply == 1 and str(play.button["text"]) == words.TRY_AGAIN


def test_customise_chooses_a_file(playing, tmp_path, monkeypatch):
    file = tmp_path / "my own.py"
    file.write_text(GOOD)
    play = playing("alphabeta:eval=groups,depth=1")
    monkeypatch.setattr(forms, "ask_open_name", lambda parent, title, kinds: str(file))
    play.controller.command("customise")
    play.window.root.update()
    form = next(w for w in family(play.window.root) if isinstance(w, FormWindow))
    field = form._inputs["second.eval"]
    form.turn_to(5)
    field.browse()
    play.window.root.update()
    assert field.get() == str(file) and field.widget.get() == "my own.py"
    form._inputs["first.as"].set("own")
    form._inputs["first.search"].set("file")
    assert form._ok_button.instate(["disabled"])

    def complaint(key, text):
        form._inputs[f"first.{key}"].set(text)
        form.turn_to(4)
        return str(form._message["text"])

    assert complaint("search", "file") == "File: choose a Python file"
    assert complaint("file", "x.txt") == "File: 'x.txt' is not a Python file, as in file:mine.py"
    assert complaint("search", "ugi").startswith("Command: type the command")
    assert complaint("search", "strong") == ""
    assert complaint("depth", "abc") == "Depth: 'abc' is not a whole number from 1 to 100"
    form._inputs["first.as"].set("")
    form._ok()
    assert play.controller.session.computer(1).options["eval"] == str(file)
    play.move("c1", "c3")
    play.wait(lambda: play.ply == 2)



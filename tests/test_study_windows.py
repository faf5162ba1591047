"""Studying a game in the real window: questions, the editor's undo, pasting, analysis, branches."""

import sys
from types import SimpleNamespace

import pytest

from fakes import FakeWorker
from loa_tk.control.engine.jobs import Message
from loa_tk.control.main.commands import menu_bar
from loa_tk.control.main.controller import Controller
from loa_tk.control.main.filing import open_file
from loa_tk.control.study.values import mark_value, static_value
from loa_tk.model.game import finish
from loa_tk.model.games import find_game
from loa_tk.model.notation import read_position
from loa_tk.scenes.board import CLICK, BoardGesture
from loa_tk.store.archive import Archive
from loa_tk.store.settings import Settings, Store
from loa_tk.view.kit.dialogs import QuestionWindow
from loa_tk.view.kit.theme import Look
from loa_tk.view.main.window import MainWindow
from loa_tk.words import review as words
from patience import wait_until
from test_controller import sq
from test_review import study_report
from viewing import settle

LOA5 = find_game("loa5")
GAME = "(;FF[4]GM[9]SZ[5]PB[Ann]PW[Bob];B[c1-c3];W[a2-c2]C[why?](;B[b1-b3];W[a3-b2])(;B[d1-d3]))"


@pytest.fixture
def desk(display, tmp_path):
    """Return the real window with its controller; the engine answers when the test says so."""
    errors = []
    store = Store(tmp_path)
    store.save(Settings(side="both", animation=False))
    window = MainWindow(menu_bar(), lambda *error: errors.append(error))
    worker = FakeWorker()
    controller = Controller(window, worker, store, Archive(tmp_path / "games"))
    window.attach(controller)
    window.root.deiconify()
    controller.start()
    window.root.geometry("1000x720")
    settle(window.root)
    yield SimpleNamespace(
        window=window, worker=worker, controller=controller, session=controller.session,
        folder=tmp_path,
    )  # fmt: skip
    controller.close()
    assert not errors


def shown(desk, condition):
    """Wait until the window, which goes on meanwhile, shows what is expected."""
    return wait_until(lambda: settle(desk.window.root) or condition(desk.window._scene))


def press(desk, sequence):
    desk.window.body.board.focus_force()
    settle(desk.window.root)
    desk.window.body.board.event_generate(sequence)
    settle(desk.window.root)


def paste(desk, text):
    desk.window.root.clipboard_clear()
    desk.window.root.clipboard_append(text)
    desk.controller.command("paste-position")
    settle(desk.window.root)


def test_enter_deletes_nothing_and_the_button_does(root):
    told = []
    found = QuestionWindow(root, Look(root), "T", "Text", "Delete", lambda: told.append(1), True)
    settle(root)
    found.focus_force()
    found.event_generate("<Return>")
    settle(root)
    assert told == [] and not found.winfo_exists()
    found = QuestionWindow(root, Look(root), "T", "Text", "Delete", lambda: told.append(1), True)
    settle(root)
    assert found.default is not found.button
    found.button.focus_force()
    settle(root)
    found.button.event_generate("<Return>")
    assert told == [1]


def test_the_editor_takes_changes_back_and_its_value_is_that_of_the_position(desk):
    desk.controller.command("edit")
    bars = [desk.window._scene.board.value]
    for name in ("c1", "c3"):  # one is removed, one placed
        desk.controller.report(BoardGesture(CLICK, sq(name)))
        settle(desk.window.root)
        bars.append(desk.window._scene.board.value)
    assert len({bar.share for bar in bars}) == 3
    game = desk.session.game
    pieces, player = desk.session.draft.pieces, desk.session.draft.player
    state = game.setup(pieces, player)
    assert bars[-1].share == game.bar_share(static_value(game, state))
    undo = desk.window.body.tools["undo"]
    press(desk, "<Control-z>")
    shown(desk, lambda scene: scene.board.value == bars[1] and len(scene.board.pieces) == 11)
    undo.invoke()
    shown(desk, lambda scene: scene.board.value == bars[0] and undo.instate(["disabled"]))
    press(desk, "<Control-y>")
    shown(desk, lambda scene: sq("c1") not in scene.board.pieces)
    desk.controller.command("edit-clear")
    assert desk.window._scene.board.value.text == ""  # nobody can play it
    press(desk, "<Control-z>")
    shown(desk, lambda scene: len(scene.board.pieces) == 11)


def test_a_game_is_pasted_and_rubbish_is_answered_with_a_sentence(desk):
    paste(desk, "Dear all,\n\nsee you tomorrow at ten in the usual place.")
    assert desk.window._scene.status == (
        "The clipboard has neither a position of Lines of Action 5×5 nor a game in SGF: "
        "“Dear all, see you tomorrow at…”."
    )
    paste(desk, "(;GM[1]SZ[19];B[dd])")
    assert desk.window._scene.status.startswith("The game on the clipboard cannot be read: ")
    assert desk.session.match.ply == 0
    paste(desk, GAME)
    assert desk.session.match.notation() == ["c1-c3", "a2-c2", "b1-b3", "a3-b2"]
    said = "Game pasted: 4 moves. Step through it with ‹ ›; play on from any position."
    assert desk.window._scene.status == said and desk.session.names
    paste(desk, "5/1bb2/w3w/3b1/w4 b")
    assert desk.session.match.state == read_position(LOA5, "5/1bb2/w3w/3b1/w4 b")


def analyse(desk):
    desk.controller.command("analyse")
    state = desk.session.match.state
    desk.worker.messages.append(Message("progress", study_report(state)))
    shown(desk, lambda scene: scene.analysis.rows)


def test_a_stopped_analysis_stays_until_the_position_changes(desk):
    analyse(desk)
    rows = desk.window._scene.analysis.rows
    page = desk.window.body.study.pages["analysis"]
    assert desk.window._scene.board.arrows and str(desk.window.body.sign["text"])
    page.switch.invoke()
    settle(desk.window.root)
    scene = desk.window._scene
    assert scene.analysis.rows == rows and scene.board.arrows == () and not scene.analysis.on
    assert page._rows[0][2]["text"] == rows[0].value and not str(desk.window.body.sign["text"])
    desk.controller.command("hint")  # another search of the same position
    assert desk.window._scene.analysis.rows == rows
    desk.controller.report(BoardGesture(CLICK, sq("c1")))
    desk.controller.report(BoardGesture(CLICK, sq("c3")))
    assert desk.window._scene.analysis.rows == ()
    assert desk.window._scene.analysis.note == words.ANALYSIS_OFF


def test_escape_and_a_new_game_end_the_analysis_and_a_sign_shows_it(desk):
    sign = desk.window.body.sign
    analyse(desk)
    assert sign["text"] == words.ARROWS_ON and sign.winfo_viewable()
    press(desk, "<Escape>")
    assert not desk.session.analysing and sign["text"] == "" and not desk.worker.busy
    analyse(desk)
    desk.controller.command("new")
    assert not desk.session.analysing and sign["text"] == "" and not desk.worker.busy
    desk.controller.report(BoardGesture(CLICK, sq("c1")))
    desk.controller.report(BoardGesture(CLICK, sq("c3")))
    desk.controller.command("analyse-game")
    assert sign["text"] == words.STUDY_ON
    press(desk, "<Escape>")
    assert desk.session.study is None and desk.window._scene.status == (
        "Analysis stopped: 0 of 2 positions analysed, no blunder."
    )


@pytest.mark.parametrize("leave", ["new", "open", "board", "quit"])
def test_a_changed_file_asks_before_another_game_takes_its_place(desk, leave):
    file = desk.folder / "hand.sgf"
    file.write_text(GAME)
    desk.controller.handle(open_file, str(file))
    shown(desk, lambda scene: scene.title.startswith("hand.sgf"))
    desk.controller.choose("comment", "mine")
    shown(desk, lambda scene: scene.title.startswith("*hand.sgf"))
    ended, other = [], desk.folder / "other.sgf"
    other.write_text(GAME)
    desk.controller.close, close = lambda: ended.append(1), desk.controller.close
    desk.window.ask_open_name = lambda *given: str(other)

    def go():
        if leave == "board":
            desk.controller.choose("board", "loa6")
        else:
            desk.controller.command(leave)
        settle(desk.window.root)

    def left():
        return ended or desk.session.file.path != file

    go()
    asked = question(desk)
    assert not left()
    asked.event_generate("<Escape>")
    settle(desk.window.root)
    assert not left() and desk.session.file.path == file
    go()
    question(desk).other.invoke()  # Do not save
    shown(desk, lambda scene: left())
    assert file.read_text() == GAME
    if desk.session.file.path != file:
        desk.controller.handle(open_file, str(file))
        shown(desk, lambda scene: scene.title.startswith("hand.sgf"))
        desk.controller.choose("comment", "mine")
    ended.clear()
    go()
    assert question(desk).default is question(desk).button
    question(desk).button.invoke()  # Save
    shown(desk, lambda scene: left())
    assert "mine" in file.read_text()
    desk.controller.close = close


def list_words(desk):
    return [word.text for line in desk.window._scene.review.lines for word in line.words]


def menu_of(desk, word):
    """Open the menu of a move by the right button and return it."""
    page = desk.window.body.study.pages["moves"]
    lines = desk.window._scene.review.lines
    key = next(w.key for line in lines for w in line.words if w.text == word)
    x, y, wide, high = page.text.bbox(f"key-{key}.first")
    page.text.event_generate("<Button-3>", x=x + wide // 2, y=y + high // 2)
    settle(desk.window.root)
    return page.menu


def choose(desk, name, word):
    """Choose an entry of the menu of a move."""
    lines = desk.window._scene.review.lines
    page = desk.window.body.study.pages["moves"]
    page._there = next(w.key for line in lines for w in line.words if w.text == word)
    page._choose_for(name)


def put_away(menu):
    """Close a menu and give the mouse back, as a click beside it does."""
    menu.tk.call("tk::MenuUnpost", "")


def question(desk):
    """Wait for a question; a file is read before it is asked."""

    def found():
        settle(desk.window.root)
        children = desk.window.root.winfo_children()
        return next((w for w in children if isinstance(w, QuestionWindow)), None)

    return wait_until(found, "a question")


@pytest.mark.skipif(sys.platform == "win32", reason="an open menu of Windows takes every event")
def test_branches_are_promoted_and_deleted_from_the_menu_of_a_move(desk):
    paste(desk, GAME)
    assert list_words(desk) == [
        "1.", "c1-c3", "a2-c2*", "2.", "b1-b3", "a3-b2", "2.", "d1-d3"
    ]  # fmt: skip
    menu = menu_of(desk, "c1-c3")
    assert menu.winfo_ismapped() and menu.entrycget(0, "state") == "disabled"
    put_away(menu)
    choose(desk, "promote", "d1-d3")
    settle(desk.window.root)
    assert list_words(desk)[3:] == ["2.", "d1-d3", "2.", "b1-b3", "a3-b2"]
    assert desk.session.match.notation()[-1] == "a3-b2"  # the board stays
    choose(desk, "delete", "b1-b3")
    settle(desk.window.root)
    question(desk).default.invoke()
    assert "a3-b2" in list_words(desk)
    choose(desk, "delete", "b1-b3")
    settle(desk.window.root)
    question(desk).button.invoke()
    settle(desk.window.root)
    assert list_words(desk)[3:] == ["2.", "d1-d3"]
    assert desk.session.match.notation() == ["c1-c3", "a2-c2"]
    assert desk.window._scene.status == "Deleted: 2 moves from b1-b3 on."


@pytest.mark.skipif(sys.platform == "win32", reason="an open menu of Windows takes every event")
def test_the_menu_of_a_move_opens_by_keyboard(desk):
    paste(desk, GAME)
    page = desk.window.body.study.pages["moves"]
    page.text.focus_force()
    settle(desk.window.root)
    page.text.event_generate("<Shift-F10>")
    settle(desk.window.root)
    assert page.menu.winfo_ismapped() and page._there == desk.window._scene.review.current
    put_away(page.menu)


def test_the_graph_has_a_scale(desk):
    paste(desk, GAME)
    graph = desk.window.body.study.pages["moves"].graph
    assert graph.find_withtag("scale") == ()  # there is no value yet
    assert graph.find_withtag("ground") == () and graph.find_withtag("note")
    mark_value(LOA5, desk.session.match.root, 10)
    desk.controller.show()
    settle(desk.window.root)
    texts = {graph.itemcget(item, "text") for item in graph.find_withtag("scale")}
    assert {"Black wins", "even", "White wins"} <= texts
    for share, text in desk.window._scene.review.scale:
        value = float(text.split("+")[1]) if "+" in text else None
        if value:
            assert LOA5.bar_share(value if text.startswith("Black") else -value) == share
    right = max(graph.bbox(item)[2] for item in graph.find_withtag("scale"))
    assert graph.span(0)[0] >= right
    page = desk.window.body.study.pages["moves"]
    assert graph.winfo_y() + graph.winfo_height() < page.line.winfo_y() < page.text.winfo_y()
    for text in graph.find_withtag("scale"):  # no line goes through a text
        assert not {*graph.find_overlapping(*graph.bbox(text))} & {*graph.find_withtag("ground")}
    graph.event_generate("<Button-1>", x=graph.span(1)[0] + 2, y=20)
    settle(desk.window.root)
    assert desk.session.match.ply == 1


@pytest.mark.parametrize("text", ["bb1wb/bbbbb/5/wwwww/ww1ww b", "bb1bb/bbbbb/5/wwwww/wbwww w"])
def test_a_position_that_is_won_has_the_value_of_the_win(text):
    game = find_game("breakthrough5")
    state = read_position(game, text)
    assert static_value(game, state) == finish(game, state).utility(0, game.utmost)

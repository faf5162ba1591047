"""The search explorer's controller without a screen, alone and beside the main window."""

import threading

import pytest

from fakes import FakeView, FakeWorker, opening, tool
from loa_tk.control import background
from loa_tk.control.effects import ShowMatch
from loa_tk.control.engine.jobs import Message
from loa_tk.control.engine.searches import SearchJob
from loa_tk.control.engine.thought import MOVE, Thought
from loa_tk.control.explorer.commands import TOOL as EXPLORER
from loa_tk.control.explorer.state import ExplorerState
from loa_tk.control.main import answers
from loa_tk.control.main.controller import Controller
from loa_tk.control.tree import page
from loa_tk.model.games import find_game
from loa_tk.model.match import Match
from loa_tk.model.search.players import read_player
from loa_tk.scenes.explorer import Picked, Pointed, Resized, Selected, Sought, Zoomed
from loa_tk.store.archive import Archive
from loa_tk.store.settings import Settings, Store
from loa_tk.words import explorer as words
from patience import PATIENCE, wait_until

LOA = find_game("loa5")


class Desk:
    """A controller with its view and worker."""

    def __init__(self):
        self.main, self.worker, self.put = FakeView(), FakeWorker(), []
        state = ExplorerState(clock=self.main.clock, game=LOA, position=LOA.start)
        self.explorer = tool(EXPLORER, state, self.main, self.put.append, self.worker)
        self.explorer.open(opening())
        self.explorer.report(Resized(900))

    @property
    def view(self):
        return self.main.tools["explorer"]

    @property
    def scene(self):
        return self.view.scene

    def search(self, **values):
        for name, key in values.items():
            self.explorer.choose(name, key)
        self.explorer.command("search")
        self.worker.answer()
        while self.worker.messages or not self.scene.picture.rows:
            self.main.pass_time(0.05)


@pytest.fixture
def desk():
    return Desk()


def test_a_search_is_shown_with_its_progress(desk):
    desk.explorer.choose("depth", "4")
    desk.explorer.choose("search", "minimax")
    desk.explorer.command("search")
    desk.worker.answer()
    seen = []
    while not desk.scene.picture.rows:
        desk.main.pass_time(0.02)
        seen.append(desk.scene.progress)
    shares = [share for share in seen if share is not None]
    assert shares == sorted(shares) and 0 < shares[0] < 1 and seen[-1] is None
    assert "60,571" in desk.scene.summary[0]


def test_intents_reach_their_handlers(desk, tmp_path):
    desk.search(depth="2")
    desk.explorer.report(Pointed(1, 50))
    assert desk.scene.picture.hover
    desk.explorer.report(Picked(1, 100))
    desk.explorer.report(Selected(0, 3))
    assert desk.scene.columns[0].selected == 3
    desk.explorer.report(Selected(0, 3, enter=True))
    assert len(desk.scene.columns) > 1
    desk.explorer.report(Zoomed(2.0, 100))
    assert desk.scene.picture.share != (0.0, 1.0)
    desk.explorer.report(Sought(5))
    assert desk.scene.figure.moment == 5
    desk.explorer.choose("link", "1")
    desk.explorer.choose("branch", "0")
    desk.explorer.command("copy-text")
    assert "alpha-beta" in desk.view.clip.lower()
    desk.view.save_name = str(tmp_path / "tree.png")
    desk.explorer.command("save-picture")
    assert (tmp_path / "tree.png").read_bytes() == b"a picture"
    desk.view.save_name = str(tmp_path / "tree.svg")
    desk.explorer.command("save-picture")
    assert (tmp_path / "tree.svg").read_text().startswith("<svg")
    desk.view.save_name = str(tmp_path / "tree.jpg")
    desk.explorer.command("save-picture")
    assert desk.scene.bad and "tree.jpg" in desk.scene.status
    assert not (tmp_path / "tree.jpg").exists()
    desk.view.save_name = str(tmp_path / "nowhere" / "tree.html")
    desk.explorer.command("save-page")
    assert desk.scene.bad and "tree.html" in desk.scene.status
    desk.explorer.command("main-board")
    assert desk.put[0].match.root.state == LOA.start


@pytest.mark.parametrize("ending", ["waited for", "cancelled", "closed"])
def test_a_large_page_is_saved_in_the_background(desk, tmp_path, monkeypatch, ending):
    """The page of a million nodes takes more than a second, in which the window stood still."""
    monkeypatch.setattr(background, "SOON", 0.01)
    desk.search(depth="3")
    going, path = threading.Event(), tmp_path / "tree.html"
    whole = page.tree_page

    def slow(*given, watch):
        watch(0.25)
        assert going.wait(PATIENCE)
        return whole(*given, watch=watch)

    monkeypatch.setattr(page, "tree_page", slow)
    desk.view.save_name = str(path)
    desk.explorer.command("save-page")
    (bar,) = desk.main.bars
    wait_until(lambda: desk.main.pass_time(0.1) or bar.shares[-1] == 0.25)
    assert "tree.html" in bar.title and not path.exists()
    desk.explorer.command("step")  # the window is free
    assert desk.scene.figure.moment == 1
    if ending == "cancelled":
        bar.cancel()
    elif ending == "closed":
        desk.explorer.closed()
    going.set()
    if ending == "cancelled":
        wait_until(lambda: not worker_threads(), "the thread")
        desk.main.pass_time(1)  # garbage is collected again
    else:
        wait_until(lambda: desk.main.pass_time(0.1) or (path.exists() and bar.closed))
        assert "tree.html" in desk.explorer.state.status
    assert path.exists() == (ending != "cancelled") and bar.closed


def worker_threads():
    return [thread for thread in threading.enumerate() if thread.name == "loa_tk work"]


def test_playing_goes_on_by_itself(desk):
    desk.search(depth="2", speed="100")
    desk.explorer.command("play")
    desk.main.pass_time(0.5)
    assert 40 <= desk.scene.figure.moment <= 55
    desk.main.pass_time(60.0)
    assert desk.scene.figure.moment == desk.scene.figure.moments


def test_closing_keeps_the_tree_and_ends_the_engine(desk):
    desk.search(depth="2")
    view = desk.view
    desk.explorer.closed()
    assert view.closed and desk.worker.closed
    desk.explorer.open(opening())
    assert desk.view is not view and desk.scene.picture.rows
    desk.explorer.open(opening())
    assert desk.view.fronts == 2


def test_closing_in_mid_search_drops_it(desk):
    desk.explorer.command("search")
    desk.explorer.closed()
    assert not desk.worker.busy and desk.explorer.state.job is None
    desk.main.pass_time(5)
    assert not desk.main.promised


def test_failures_are_shown(desk):
    desk.explorer.command("search")
    desk.worker.messages.append(Message("failed", "Error: deep"))
    desk.main.pass_time(0.05)
    assert desk.scene.bad and "deep" in desk.scene.status


# --- beside the main window ---


class Program:
    """The main window's controller, with a computer whose searches a test answers."""

    def __init__(self, folder):
        self.view, self.worker = FakeView(), FakeWorker()
        store = Store(folder)
        store.save(Settings(side="first"))
        self.controller = Controller(
            self.view, self.worker, store, Archive(folder / "games"), "", self.view.clock
        )
        self.controller.start()


@pytest.fixture
def program(tmp_path):
    return Program(tmp_path)


def test_the_command_opens_it_with_the_position_on_the_board_and_follows(program):
    controller = program.controller
    controller.command("explorer")
    explorer = controller.tools["explorer"]
    assert explorer.state.position == LOA.start
    move = LOA.moves(LOA.start)[0]
    controller.state.match.play(move)
    controller.show()
    assert explorer.state.position == LOA.play(LOA.start, move)
    controller.choose("board", "loa6")
    assert explorer.state.game.key == "loa6"
    controller.close()
    assert program.view.tools["explorer"].closed


def test_the_analysis_explores_the_board_on_whatever_page_the_window_was(program):
    controller = program.controller
    controller.command("explorer")
    explorer = controller.tools["explorer"]
    explorer.choose("page", "quiz")
    explorer.state.following = False  # as after a search
    move = LOA.moves(LOA.start)[0]
    controller.state.match.play(move)
    controller.show()
    controller.command("explorer")  # the tool itself comes up as it was left
    assert (explorer.state.values["page"], explorer.state.position) == ("quiz", LOA.start)
    controller.command("explore-board")
    assert explorer.state.values["page"] == "tree"
    assert explorer.state.position == LOA.play(LOA.start, move) and explorer.state.following
    controller.close()


@pytest.mark.parametrize(
    ("player", "search", "depth"),
    (
        ("alphabeta:eval=groups,depth=2", "alphabeta", "2"),
        ("minimax:eval=centre,depth=1", "minimax", "1"),
        ("strong:eval=full,depth=3", "alphabeta", "3"),
    ),
)
def test_a_search_of_the_log_can_be_explored(tmp_path, player, search, depth):
    program = Program(tmp_path)
    controller = program.controller
    chosen = read_player(LOA, player)
    controller.state.thought = Thought(
        purpose=MOVE, game=LOA, state=LOA.start, player=chosen, begun=0.0
    )
    report = SearchJob(game="loa5", state=LOA.start, history=(), player=chosen).run(
        lambda: False, lambda content: None
    )
    controller.handle(answers.heard, [Message("done", report)])
    program.view.pass_time(1)  # a move is logged when it is played
    entry = program.view.entries[-1]
    assert entry.key
    controller.choose("explore", entry.key)
    job = controller.tools["explorer"].state.job
    assert (job.state, job.search, str(job.depth)) == (LOA.start, search, depth)
    assert job.evaluation == chosen.options["eval"]
    controller.choose("explore", "no such entry")
    controller.command("log-clear")
    program.view.questions[-1][2]()
    assert not controller.state.log
    controller.close()


def test_a_node_is_put_on_the_main_board_for_review(program):
    controller = program.controller
    controller.command("explorer")
    moves = []
    position = LOA.start
    for _ in range(2):
        moves.append(LOA.moves(position)[0])
        position = LOA.play(position, moves[-1])
    match = Match(LOA, LOA.start)
    for move in moves:
        match.play(move)
    controller.run(ShowMatch(match=match, note=words.ON_BOARD))
    assert controller.state.match.state == position and controller.state.reviewing
    assert words.ON_BOARD in controller.state.note
    before = controller.state.match
    controller.run(ShowMatch(match=Match(LOA, position), note=words.ON_BOARD))
    assert controller.state.match is before
    controller.close()


def test_a_stop_that_comes_with_the_answer_does_not_search_again(desk):
    desk.explorer.command("search")
    desk.worker.answer()  # it has not been polled yet
    desk.explorer.command("search")  # the button says Stop
    desk.main.pass_time(1)
    assert len(desk.worker.jobs) == 1 and desk.explorer.state.explored is not None

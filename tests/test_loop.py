"""The way through the main window: one intent is drawn once, before engine and disk are used."""

import json

import pytest

from fakes import FakeView, FakeWorker
from loa_tk.control.effects import Drop, Effect, Later, Never, Run, Stage, write
from loa_tk.control.engine.searches import SearchJob
from loa_tk.control.loop import Loop
from loa_tk.control.main.controller import Controller
from loa_tk.immutable import dataclass
from loa_tk.model import records
from loa_tk.model.games import find_game
from loa_tk.model.match import Match
from loa_tk.model.notation import read_square
from loa_tk.model.records import Record
from loa_tk.scenes.board import CLICK, BoardGesture
from loa_tk.store import archive as archives
from loa_tk.store import settings as settings_module
from loa_tk.store.archive import Archive
from loa_tk.store.settings import Store


class Told(FakeView):
    """A view that records the order of events; drawing takes until time passes."""

    def __init__(self):
        super().__init__()
        self.told = []

    def show(self, scene):
        self.told.append("show")
        super().show(scene)

    def when_drawn(self, callback):
        self.after(1, callback)


class Asked(FakeWorker):
    """A worker that records when it is asked."""

    def __init__(self, told):
        super().__init__()
        self.told = told

    def submit(self, job):
        self.told.append("engine")
        super().submit(job)


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """A controller that records the order of drawing, searching and writing."""
    view = Told()
    controller = Controller(
        view, Asked(view.told), Store(tmp_path), Archive(tmp_path / "games"), clock=view.clock
    )
    for module, name, word in (
        (archives, "save", "game"),
        (settings_module, "write_whole", "settings"),
    ):
        real = getattr(module, name)

        def noting(*arguments, real=real, word=word):
            view.told.append(word)
            return real(*arguments)

        monkeypatch.setattr(module, name, noting)
    controller.start()
    view.pass_time(1)
    view.told.clear()
    return controller


def sq(name):
    return read_square(name, 5, 5)


def test_a_move_is_drawn_then_searched_then_written(desk):
    desk.report(BoardGesture(CLICK, sq("c1")))
    desk.view.told.clear()
    desk.report(BoardGesture(CLICK, sq("c3")))
    assert desk.view.told == ["show", "engine"]  # the disk waits for the window
    assert desk.view.scene.board.glide and desk.view.scene.thinking.live
    desk.view.pass_time(0.01)
    # The status line shows that the game is kept, and the settings remember which game it is.
    assert desk.view.told == ["show", "engine", "game", "show", "settings"]
    desk.runner.workers["engine"].answer()
    desk.view.pass_time(2)
    assert desk.view.told.count("settings") == 1


def test_a_file_is_drawn_once_and_the_settings_are_written_once(desk, tmp_path):
    match = Match(find_game("loa6"))
    for _ in range(4):
        match.play(match.game.moves(match.state)[0])
    file = tmp_path / "game.sgf"
    file.write_text(records.text([Record(match=match, info={})]), "utf-8")
    desk.view.open_name = str(file)
    desk.command("open")
    assert desk.view.told == []  # nothing has changed yet
    desk.view.pass_time(1)
    assert desk.view.told == ["show", "settings"]
    saved = json.loads((tmp_path / "settings.json").read_text("utf-8"))
    assert saved["left"] == str(file) and saved["recent"] == [str(file)] and saved["game"] == "loa6"


def test_an_intent_that_changes_nothing_draws_nothing(desk):
    desk.command("undo")
    desk.choose("page", "log")
    desk.report(BoardGesture(CLICK, sq("c3")))  # changes only the status line
    assert desk.view.told == ["show"]


def test_of_many_fast_undos_only_the_last_is_drawn(desk):
    desk.choose("side", "both")
    play(desk, *["c1", "c3", "a2", "b2", "b1", "b3"])
    desk.view.pass_time(1)
    desk.view.told.clear()
    for _ in range(3):
        desk.command("undo")
    desk.command("redo")
    assert desk.view.told == []
    desk.view.pass_time(1)
    assert desk.session.match.ply == 1 and desk.view.scene.players.heading == "Move 1"
    # Only then is the disk written to, and the status line says so.
    assert desk.view.told[:2] == ["show", "game"] and desk.view.told.count("show") <= 2


def test_what_waits_for_the_disk_is_written_before_the_window_closes(desk, tmp_path):
    desk.report(BoardGesture(CLICK, sq("c1")))
    desk.report(BoardGesture(CLICK, sq("c3")))
    assert "game" not in desk.view.told
    desk.command("quit")
    assert desk.view.closed and "game" in desk.view.told
    (kept,) = (tmp_path / "games").glob("*.sgf")
    assert "c1-c3" in kept.read_text("utf-8")
    assert json.loads((tmp_path / "settings.json").read_text("utf-8"))["left"] == kept.name


def test_a_game_that_waits_to_be_written_is_not_written_as_another(desk, tmp_path):
    desk.choose("side", "both")
    desk.report(BoardGesture(CLICK, sq("c1")))
    desk.report(BoardGesture(CLICK, sq("c3")))
    desk.command("new")
    desk.report(BoardGesture(CLICK, sq("b1")))
    desk.report(BoardGesture(CLICK, sq("b3")))
    desk.view.pass_time(1)
    texts = sorted(file.read_text("utf-8") for file in (tmp_path / "games").glob("*.sgf"))
    assert len(texts) == 2
    assert sorted("c1-c3" in text for text in texts) == [False, True]
    assert sorted("b1-b3" in text for text in texts) == [False, True]


def play(desk, *squares):
    for name in squares:
        desk.report(BoardGesture(CLICK, sq(name)))


def files(folder):
    return {path.name: path.read_text("utf-8") for path in (folder / "games").glob("*.sgf")}


def test_a_pasted_game_is_not_written_into_the_file_of_the_one_before(desk, tmp_path):
    desk.choose("side", "both")
    play(desk, "c1", "c3")
    desk.view.pass_time(1)
    (first,) = files(tmp_path)
    desk.view.clip = "5/1bb2/5/3b1/w3w b"
    desk.command("paste-position")
    desk.command("new")
    desk.view.pass_time(1)
    kept = files(tmp_path)
    assert len(kept) == 2 and "c1-c3" in kept[first]


def test_a_move_made_while_a_kept_game_is_reopened_stays_in_its_own_file(desk, tmp_path):
    desk.choose("side", "both")
    play(desk, "c1", "c3")
    desk.view.pass_time(1)
    (first,) = files(tmp_path)
    desk.command("new")
    play(desk, "b1", "b3")
    desk.view.pass_time(1)
    (second,) = files(tmp_path).keys() - {first}
    desk.command("kept")
    desk.view.pass_time(1)
    scene, done = desk.view.lists.pop()
    done(scene.rows[1].key)  # reopens the first game …
    play(desk, "a2", "c2")  # … but before it is read, a move is made in the second
    desk.view.pass_time(1)
    assert desk.session.match.notation() == ["c1-c3"] and desk.session.file.kept.name == first
    kept = files(tmp_path)
    assert len(kept) == 2
    assert "c1-c3" in kept[first] and "b1-b3" not in kept[first]
    assert "b1-b3" in kept[second] and "a2-c2" in kept[second]
    desk.session.reviewing = False
    play(desk, "a3", "b2")
    desk.view.pass_time(1)
    assert "a3-b2" in files(tmp_path)[first] and "a3-b2" not in files(tmp_path)[second]


def test_a_new_game_does_not_inherit_a_file_that_is_still_being_saved(desk, tmp_path):
    desk.choose("side", "both")
    play(desk, "c1", "c3")
    desk.view.save_name = str(tmp_path / "mine.sgf")
    desk.command("save")
    desk.command("new")
    desk.view.pass_time(1)
    assert "c1-c3" in (tmp_path / "mine.sgf").read_text("utf-8")
    assert desk.session.file.path is None and "mine.sgf" not in desk.view.scene.title
    assert desk.session.settings.left == "new"


def test_the_engine_is_asked_even_if_a_drawing_fails(desk, monkeypatch):
    desk.report(BoardGesture(CLICK, sq("c1")))
    real = desk.view.show

    def broken(scene):
        monkeypatch.setattr(desk.view, "show", real)
        raise RuntimeError("cannot draw")

    monkeypatch.setattr(desk.view, "show", broken)
    with pytest.raises(RuntimeError, match="draw"):
        desk.report(BoardGesture(CLICK, sq("c3")))
    assert desk.runner.workers["engine"].busy
    desk.runner.workers["engine"].answer()
    desk.view.pass_time(2)
    assert desk.session.match.ply == 2


def test_a_burst_of_messages_is_drawn_once(desk):
    play(desk, "c1", "c3")
    desk.view.pass_time(0.001)
    desk.runner.workers["engine"].answer()
    assert len(desk.runner.workers["engine"].messages) > 2
    desk.view.told.clear()
    desk.view.pass_time(0.03)
    assert desk.view.told == ["show"] and not desk.session.thinking


def test_the_engine_is_not_started_again_while_the_window_closes(desk, tmp_path):
    desk.command("analyse")
    match = Match(find_game("loa6"))
    (tmp_path / "game.sgf").write_text(records.text([Record(match=match, info={})]), "utf-8")
    desk.view.open_name = str(tmp_path / "game.sgf")
    desk.command("open")
    worker = desk.runner.workers["engine"]
    desk.command("quit")
    assert worker.closed and not desk.runner.workers and desk.runner.job is None


def test_many_changes_are_written_once(desk):
    for _ in range(10):
        desk.command("flip")
    assert "settings" not in desk.view.told
    desk.view.pass_time(1)
    assert desk.view.told.count("settings") == 1


# --- the loop alone ---


class Plain(Loop[list, tuple]):
    """A window that shows a list."""

    def __init__(self):
        view = FakeView()
        super().__init__([], view, view.clock)
        self.drawn, self.ran = [], []

    def scene(self):
        return tuple(self.state)

    def draw(self, scene):
        self.drawn.append(scene)
        return scene

    def run(self, effect):
        self.ran.append(type(effect).__name__)
        if not isinstance(effect, (Seen, Run, Drop)):
            super().run(effect)


@dataclass(frozen=True)
class Seen(Effect):
    """An effect that the user sees."""

    stage = Stage.SEEN


def test_effects_run_in_their_order_whatever_order_they_are_named_in(tmp_path):
    loop = Plain()

    def handler(state, item):
        state.append(item)
        job = SearchJob(game="loa5", state=(), history=(), player=None)
        return [write(tmp_path / "x", lambda: "x", failed), Run(job), Seen(), Drop()]

    def failed(state, failure):
        state.append(failure)
        return []

    loop.handle(handler, 1)
    assert loop.ran == ["Seen", "Run", "Drop", "Do"]
    assert loop.drawn == [(1,), (1, "")] and (tmp_path / "x").read_text() == "x"


def test_a_write_that_fails_gives_its_reason(tmp_path):
    loop = Plain()
    then = lambda state, failure: state.append(failure) or []  # noqa: E731
    loop.handle(lambda state: [write(tmp_path / "none" / "x", lambda: "x", then)])
    loop.handle(lambda state: [write(tmp_path / "a\0b", lambda: "x", then)])
    assert len(loop.state) == 2 and all(loop.state)


def test_what_is_to_be_written_survives_a_failure_elsewhere(tmp_path):
    loop = Plain()

    def writing(name):
        return write(tmp_path / name, lambda: name, lambda state, failure: [])

    def broken():
        raise RuntimeError("cannot draw")

    loop.show = broken
    with pytest.raises(RuntimeError, match="draw"):
        loop.handle(lambda state: [writing("a")])
    assert (tmp_path / "a").read_text() == "a"
    del loop.show
    loop.timers.when_drawn = lambda callback: loop.timers.after(1, callback)

    loop.handle(lambda state: [write(tmp_path / "b", fail_odd, None), writing("c")])
    with pytest.raises(KeyError):
        loop.timers.pass_time(0.1)
    assert not (tmp_path / "c").exists()
    loop.timers.pass_time(0.1)
    assert (tmp_path / "c").read_text() == "c"


def fail_odd():
    raise KeyError("odd")


def test_promises_are_kept_once_replaced_and_dropped():
    loop = Plain()

    def add(state):
        state.append(loop.timers.now)
        return []

    loop.handle(lambda state: [Later("a", 100, add), Later("b", 200, add)])
    loop.handle(lambda state: [Later("a", 300, add)])
    loop.timers.pass_time(1)
    assert loop.state == [0.2, 0.3]
    loop.handle(lambda state: [Later("a", 100, add), Later("b", 100, add)])
    loop.handle(lambda state: [Never("a")])
    loop.cancel_timers()
    loop.timers.pass_time(1)
    assert loop.state == [0.2, 0.3]


def test_an_effect_that_no_window_runs_is_a_mistake_that_is_seen():
    @dataclass(frozen=True)
    class Odd(Effect):
        """No window runs it."""

    with pytest.raises(TypeError, match="Odd"):
        Plain().handle(lambda state: [Odd()])

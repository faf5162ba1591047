"""Data folders that are broken or in other hands: the window closes, and nothing foreign runs."""

import os
import stat
import sys
from dataclasses import replace
from types import SimpleNamespace

import pytest

from fakes import FakeThread, FakeView, opening, tool
from loa_tk import app
from loa_tk.control.effects import Do
from loa_tk.control.series import store as stores
from loa_tk.control.series.commands import TOOL as SERIES
from loa_tk.control.series.plan import Plan, tasks
from loa_tk.control.series.play import play_game
from loa_tk.control.series.state import SeriesState
from loa_tk.control.series.store import LOCK, SeriesStore
from loa_tk.model.game import UserError
from loa_tk.model.games import find_game
from loa_tk.store import settings
from loa_tk.store.files import attempt, output, write_whole
from loa_tk.store.locks import is_locked, lock, take_lock
from loa_tk.store.settings import Settings, Store, distrusted, refusals, settings_folder
from loa_tk.words import main as words
from test_controller import Desk

USER = getattr(os, "geteuid", int)()
posix = pytest.mark.skipif(os.name != "posix", reason="Windows has no such owners and links")
PLAN = Plan(game="loa5", players=("random", "random"), games=1)


def circle(path):
    path.unlink(missing_ok=True)
    path.symlink_to(path.name)


# --- the window closes ---


@posix
def test_links_that_lead_in_a_circle_cannot_be_written(tmp_path):
    path = tmp_path / "circle"
    circle(path)
    with pytest.raises(OSError, match="circle"):
        write_whole(path, "new")
    with pytest.raises(UserError, match="cannot be written"):
        output(str(path))
    assert "circle" in attempt(path, lambda: "new") and path.is_symlink()


@posix
def test_a_window_closes_although_the_settings_are_a_circle_of_links(tmp_path):
    desk = Desk(tmp_path)
    desk.move("c1", "c3")
    circle(tmp_path / "settings.json")
    desk.controller.command("quit")
    assert desk.view.closed and desk.worker.closed
    assert Desk(tmp_path).match.ply == 1, "the game is kept"


@pytest.mark.parametrize("tools", [(), ("series",)])
@pytest.mark.parametrize(
    "broken",
    ["store.save", "archive.release", "view.geometry", "runner.close",
     "background.cancel", "state.change"],
)  # fmt: skip
def test_a_window_closes_whatever_fails_on_the_way(tmp_path, monkeypatch, caplog, broken, tools):
    desk = Desk(tmp_path)
    desk.move("c1", "c3")
    for name in tools:
        desk.controller.command(name)
    where, name = broken.split(".")

    def fail(*arguments, **named):
        raise RuntimeError(f"{broken} fails")

    monkeypatch.setattr(getattr(desk.controller, where), name, fail)
    desk.controller.close()
    assert desk.view.closed and f"{broken} fails" in caplog.text
    assert all(window.closed for window in desk.view.tools.values())


def test_a_tool_window_closes_whatever_fails_on_the_way(tmp_path):
    view = FakeView()
    state = SeriesState(clock=view.clock, store=SeriesStore(tmp_path))
    series = tool(replace(SERIES, closing=fail), state, view, print, FakeThread())
    series.open(opening("loa5"))
    with pytest.raises(RuntimeError, match="on purpose"):
        series.closed()
    assert view.tools["series"].closed and series.view is None


def fail(*arguments):
    raise RuntimeError("on purpose")


def test_one_write_that_fails_does_not_keep_the_others_from_the_disk(tmp_path):
    desk, done = Desk(tmp_path), []
    desk.controller._scheduled = True  # the window has not been drawn yet
    for work in (fail, lambda: done.append(1), fail, lambda: done.append(2)):
        desk.controller._put_off(Do(work))
    desk.controller.close()
    assert done == [1, 2] and desk.view.closed


# --- a series goes on without its folder ---


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="only Linux has a full disk at hand")
def test_a_disk_that_is_full_between_a_record_and_its_row_ends_no_series(tmp_path, monkeypatch):
    store = SeriesStore(tmp_path)
    keeper = store.begin(PLAN)
    keeper._table.close()
    keeper._table = open("/dev/full", "a")  # noqa: SIM115 - the keeper closes it
    keeper.keep(play_game(tasks(find_game("loa5"), PLAN)[0]))
    assert keeper.failed
    assert store.begin(PLAN) is not None
    store.release()


@posix
def test_a_lock_that_cannot_be_opened_ends_no_series(tmp_path, monkeypatch):
    monkeypatch.setattr(stores, "MOST", 1)
    old = SeriesStore(tmp_path)
    old.begin(PLAN)
    folder = old.path
    old.release()
    circle(folder / LOCK)
    assert is_locked(folder / LOCK), "nobody knows"
    store = SeriesStore(tmp_path)
    assert store.begin(PLAN) is not None and folder.is_dir()
    store.release()


@posix
def test_a_player_whose_name_is_no_text_plays_a_series_that_is_not_kept(tmp_path):
    plan = replace(PLAN, players=("file:\udcff.py,seconds=1", "random"))
    store = SeriesStore(tmp_path)
    keeper = store.begin(plan)
    keeper.keep(play_game(tasks(find_game("loa5"), PLAN)[0]))
    assert keeper.failed
    store.release()


# --- locks ---


@posix
def test_a_lock_follows_no_link_and_empties_no_file(tmp_path):
    victim, link = tmp_path / "victim", tmp_path / "settings.lock"
    victim.write_text("precious")
    link.symlink_to(victim)
    with pytest.raises(OSError):
        take_lock(link)
    with pytest.raises(OSError), lock(link):
        pass
    assert not Store(tmp_path).save(Settings())
    link.unlink()
    os.link(victim, link)
    with lock(link):
        assert victim.read_text() == "precious"
    take_lock(link).close()
    assert victim.read_text() == "precious"


# --- whose folder it is ---


def owned_by(monkeypatch, folder, user, group=None):
    """Let a folder belong to somebody else, whoever runs the tests."""
    real = {"stat": os.stat, "lstat": os.lstat}

    def told(name):
        def look(path, *arguments, **named):
            found = real[name](path, *arguments, **named)
            if os.fspath(path) != str(folder):
                return found
            owner = SimpleNamespace(**{k: getattr(found, k) for k in ("st_mode", "st_uid")})
            owner.st_uid, owner.st_gid = user, user if group is None else group
            return owner

        return look

    for name in real:
        monkeypatch.setattr(settings.os, name, told(name))


@posix
@pytest.mark.parametrize("umask", [0o000, 0o002, 0o022, 0o077])
def test_the_folder_that_the_program_makes_is_one_that_it_trusts(tmp_path, umask):
    before = os.umask(umask)
    try:
        Store(tmp_path / "a" / "loa_tk").save(Settings())
    finally:
        os.umask(before)
    folder = tmp_path / "a" / "loa_tk"
    assert distrusted(folder) == "" and stat.S_IMODE(folder.stat().st_mode) == 0o700


@posix
@pytest.mark.parametrize(
    ("mode", "user", "group", "reason"),
    [
        (0o755, 0, 0, ""), (0o700, USER, 5, ""), (0o775, USER, USER, ""),
        (0o755, 4711, 4711, "belongs to another"), (0o700, 4711, 0, "belongs to another"),
        (0o777, USER, 5, "other users can write"),
        (0o775, USER, 4712, "other users can write"),
    ],
)  # fmt: skip
def test_a_folder_of_another_user_or_that_others_can_write_to_is_refused(
    tmp_path, monkeypatch, mode, user, group, reason
):
    folder = tmp_path / "loa_tk"
    folder.mkdir()
    folder.chmod(mode)
    Store(folder).save(Settings(theme="dark"))
    owned_by(monkeypatch, folder, user, group)
    here = {"XDG_CONFIG_HOME": str(tmp_path)}
    assert reason in distrusted(folder) and bool(distrusted(folder)) == bool(reason)
    used = settings_folder(here)
    assert (used == folder) != bool(reason)
    assert Store(used).load()[0].theme == ("light" if reason else "dark")
    assert refusals(here) == ([(folder, distrusted(folder))] if reason else [])


@posix
def test_a_portable_folder_of_another_user_is_left_for_the_user_s_own(tmp_path, monkeypatch):
    monkeypatch.setattr(settings.sys, "frozen", True, raising=False)
    monkeypatch.setattr(settings.sys, "executable", str(tmp_path / "loa"))
    (tmp_path / "portable.txt").write_text("")
    here = {"XDG_CONFIG_HOME": str(tmp_path / "home")}
    data = tmp_path / "loa_tk-data"
    data.mkdir(mode=0o700)
    assert settings_folder(here) == data and refusals(here) == []
    owned_by(monkeypatch, data, 4711)
    assert settings_folder(here) == tmp_path / "home" / "loa_tk"
    assert not settings.log_folder(
        {**here, "XDG_STATE_HOME": str(tmp_path / "state")}
    ).is_relative_to(data)
    ((folder, reason),) = refusals(here)
    assert folder == data and reason == "it belongs to another user"


@posix
def test_the_window_says_in_one_line_which_folder_is_not_used(tmp_path, monkeypatch, display):
    folder = tmp_path / "loa_tk"
    folder.mkdir()
    folder.chmod(0o777)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    seen = []

    class Window(app.Controller):
        def start(self, file=""):
            super().start(file)
            seen.extend(entry.entry.head for entry in self.session.log)
            seen.append(self.session.note)
            self.timers.after(0, self.close)

    monkeypatch.setattr(app, "Controller", Window)
    monkeypatch.setattr(app, "end_at_once", lambda: None)
    monkeypatch.setattr(app, "close_on_signals", lambda *parts: None)
    monkeypatch.setattr(app, "collect_here", lambda *parts: None)
    app.open_window()
    reason = "other users can write to it; chmod go-w would change that"
    assert words.FOLDER_REFUSED.format(folder=folder, reason=reason) in seen
    assert list(folder.iterdir()) == []


# --- what the settings name is not run before somebody wants it ---


@pytest.mark.parametrize(
    "player", ["ugi:{python} {trap}", "uci:{python} {trap}", "file:{trap},seconds=1",
               "alphabeta:eval={trap},depth=1"],
)  # fmt: skip
@pytest.mark.parametrize("kind", ["sides", "levels"])
def test_a_player_of_the_kept_settings_waits_for_the_user(tmp_path, player, kind):
    trap = tmp_path / "trap.py"
    trap.write_text("")
    spec = player.format(python=sys.executable, trap=trap)
    game = "breakthrough8" if spec.startswith("uci") else "loa5"
    kept = {"sides": {game: {"0": spec}}, "levels": {game: {"normal": spec}}}
    desk = Desk(tmp_path / "home", game=game, side="second", **{kind: kept[kind]})
    session = desk.controller.session
    assert session.computer_to_move and session.thought is None
    assert "Game > Pause" in desk.scene.status and spec.partition(":")[0] in desk.scene.status
    desk.controller.command("pause")
    assert session.thought.player.place != "engine"
    desk.controller.close()


def test_the_program_s_own_players_begin_at_once(tmp_path):
    assert Desk(tmp_path, side="second").worker.busy

"""Files that are never half written, the settings and their folders, the log file."""

import errno
import json
import os
import subprocess
import sys
import time
import tracemalloc
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loa_tk.model.game import UserError
from loa_tk.model.games import find_game
from loa_tk.model.match import Match
from loa_tk.store import archive as archives
from loa_tk.store import diagnostics, files, settings
from loa_tk.store.archive import MOST_GAMES, Archive
from loa_tk.store.files import attempt, output, read_ordinary, write_whole, wrong_name
from loa_tk.store.locks import free_lock, is_locked, take_lock, try_lock
from loa_tk.store.settings import Settings, Store, clean, log_folder, settings_folder
from loa_tk.words import main as words
from patience import PATIENCE, patiently
from test_controller import Desk


def test_a_file_is_replaced_whole(tmp_path):
    path = tmp_path / "file.txt"
    write_whole(path, "old")
    write_whole(path, "née")
    assert path.read_text("utf-8") == "née" and list(path.parent.iterdir()) == [path]


@pytest.mark.skipif(os.name != "posix", reason="Windows has no pipes in folders")
def test_a_link_is_followed_and_a_pipe_left_alone(tmp_path):
    file, link, pipe = tmp_path / "file", tmp_path / "link", tmp_path / "pipe"
    link.symlink_to(file)
    write_whole(link, "new")
    assert link.is_symlink() and file.read_text() == "new"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="not an ordinary file"):
        write_whole(pipe, "new")
    assert pipe.is_fifo()


def test_a_small_file_takes_little_memory_to_read(tmp_path):
    """Windows reserves all the memory that is asked for; 200 MB for a few lines take a while."""
    path = tmp_path / "file.txt"
    path.write_bytes(b"a few lines")
    tracemalloc.start()
    try:
        assert read_ordinary(path, 200_000_000) == b"a few lines"
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()
    assert read_ordinary(path, 5) == b"a few"


def test_what_cannot_be_written_leaves_the_old_file_and_nothing_else(tmp_path):
    path = tmp_path / "file.txt"
    write_whole(path, "old")
    with pytest.raises(UnicodeEncodeError):
        write_whole(path, "\ud800")
    assert path.read_text() == "old" and list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(("refusals", "written"), [(3, True), (10**6, False)])
def test_a_file_that_another_program_reads_is_replaced_as_soon_as_windows_permits(
    tmp_path, monkeypatch, refusals, written
):
    path, calls, replace = tmp_path / "file.txt", [], os.replace

    def refuse(*names):
        calls.append(names)
        if len(calls) <= refusals:
            raise PermissionError(errno.EACCES, "Access is denied")
        replace(*names)

    monkeypatch.setattr(files, "READING", 60.0 if written else 0.0)
    monkeypatch.setattr(os, "replace", refuse)
    with nullcontext() if written else pytest.raises(PermissionError):
        write_whole(path, "new")
    assert [one.name for one in tmp_path.iterdir()] == (["file.txt"] if written else [])


WRITER = """
import sys
from pathlib import Path
from loa_tk.store.files import write_whole
for n in range(10**9):
    write_whole(Path(sys.argv[1]), str(n % 10) * 200_000)
    if n == 0:
        print("begun", flush=True)
"""


@pytest.mark.parametrize("wait", [0.0, 0.003, 0.011, 0.05])
def test_killed_in_the_middle_of_a_save_the_file_is_whole(tmp_path, wait):
    path = tmp_path / "file.txt"
    process = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True
    )
    assert patiently(process, process.stdout.readline) == "begun\n"
    time.sleep(wait)
    process.kill()
    process.wait(PATIENCE)
    process.stdout.close()
    text = path.read_text()
    assert len(text) == 200_000 and len(set(text)) == 1


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
names = st.sampled_from([*Settings.__dataclass_fields__, "unknown"])


@given(st.dictionaries(names, json_values))
def test_any_settings_file_gives_settings_of_the_right_kinds(found):
    right = clean(found)
    for name, default in vars(Settings()).items():
        assert isinstance(getattr(right, name), type(default))


def test_settings_round_trip(tmp_path):
    store = Store(tmp_path / "a")
    kept = Settings(theme="dark", levels={"loa5": {"easy": "random"}}, geometry="1x1+0+0")
    assert store.load() == (Settings(), "")
    assert store.save(kept) and store.load() == (kept, "")


def test_the_window_s_appearance_is_known_before_the_settings_are_loaded(tmp_path):
    store = Store(tmp_path)
    assert store.appearance() == (Settings().theme, Settings().text_size)
    store.save(Settings(theme="dark", text_size=14))
    assert store.appearance() == ("dark", 14)
    store.path.write_text("{rubbish")
    assert store.appearance() == (Settings().theme, Settings().text_size)
    assert store.load()[1], "the corrupt file is still there to be set aside"


FOLDERS = {"XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "/s", "LOCALAPPDATA": "/l"}


@pytest.mark.parametrize(
    ("system", "chosen", "log", "usual"),
    [
        ("linux", "/c/loa_tk", "/s/loa_tk/log", "~/.config/loa_tk"),
        ("win32", "/l/loa_tk", "/l/loa_tk/Logs", "~/AppData/Local/loa_tk"),
        ("darwin", "~/Library/Application Support/loa_tk", "~/Library/Logs/loa_tk",
         "~/Library/Application Support/loa_tk"),
    ],
)  # fmt: skip
def test_folders_of_each_system(monkeypatch, system, chosen, log, usual):
    monkeypatch.setattr(sys, "platform", system)
    assert settings_folder(FOLDERS) == Path(chosen).expanduser()
    assert log_folder(FOLDERS) == Path(log).expanduser()
    assert settings_folder({}) == Path(usual).expanduser()


def test_a_user_without_a_home_is_no_error(monkeypatch):
    def no_home():
        raise RuntimeError

    monkeypatch.setattr(settings.Path, "home", no_home)
    assert not Store(settings_folder({})).save(Settings())


def test_portable_mode_keeps_everything_beside_the_executable(tmp_path, monkeypatch):
    monkeypatch.setattr(settings.sys, "frozen", True, raising=False)
    monkeypatch.setattr(settings.sys, "executable", str(tmp_path / "loa"))
    assert not settings_folder({}).is_relative_to(tmp_path)
    (tmp_path / "portable.txt").write_text("")
    assert settings_folder({}) == tmp_path / "loa_tk-data"
    assert log_folder({}).is_relative_to(tmp_path)


def test_log_file(tmp_path):
    path = diagnostics.start_log(tmp_path / "log")
    diagnostics.LOG.error("a thing happened")
    assert "a thing happened" in path.read_text("utf-8")
    for handler in list(diagnostics.LOG.handlers):
        handler.close()
        diagnostics.LOG.removeHandler(handler)
    (tmp_path / "file").write_text("")
    assert diagnostics.start_log(tmp_path / "file") is None


def test_a_full_diagnostic_log_makes_room(tmp_path, monkeypatch):
    monkeypatch.setattr(diagnostics, "BYTES", 100)
    path = tmp_path / "loa_tk.log"
    handler = diagnostics.LogFile(path, encoding="utf-8")
    for number in range(6):
        text = f"{number}" * 100
        handler.emit(diagnostics.LOG.makeRecord("loa_tk", 20, "", 0, text, (), None))
    handler.close()
    files = [path, *(tmp_path / f"loa_tk.log.{number}" for number in range(1, 4))]
    assert [file.read_text("utf-8")[:3] for file in files] == ["555", "444", "333", "222"]
    assert sorted(tmp_path.iterdir()) == files


# The archive of games

LOA5 = find_game("loa5")


def test_a_kept_game_comes_back_where_it_was(tmp_path):
    match = Match(LOA5)
    for text in ("c1-c3", "a3-b2", "d5-d3"):
        match.play_text(text)
    match.undo()
    archive = Archive(tmp_path)
    assert archive.save(match, {})
    archive.release()
    again = Archive(tmp_path).take_up().match
    assert again.notation() == ["c1-c3", "a3-b2"] and again.can_redo


def test_finished_and_unplayed_games_are_not_taken_up(tmp_path):
    archive = Archive(tmp_path)
    assert archive.take_up() is None
    archive.save(Match(LOA5), {})
    archive.release()
    assert Archive(tmp_path).take_up() is None


def test_a_game_on_another_board_is_left_alone(tmp_path):
    match = Match(LOA5)
    match.play_text("c1-c3")
    first = Archive(tmp_path)
    first.save(match, {})
    second = Archive(tmp_path)
    assert second.take_up() is None
    first.release()
    assert second.take_up().match.notation() == ["c1-c3"]


@pytest.mark.parametrize(
    "content",
    ["", "{}", "(;", "(;)", "(;GM[1])", "(;GM[9]SZ[5];B[c1-c4])", "(;GM[9]SZ[5];B[c1-c3]",
     "(;GM[9]SZ[5]SU[Custom])", "(;GM[9]SZ[5];B[c1-c3];C[half", "(;" * 20_000, "\0" * 1000],
)  # fmt: skip
def test_broken_files_are_passed_over(tmp_path, content):
    (tmp_path / "x.sgf").write_text(content)
    whole = content.endswith("[c1-c3]")  # only the last parenthesis is missing
    assert (Archive(tmp_path).take_up() is not None) == whole
    assert (tmp_path / "x.sgf").read_text() == content


def test_the_oldest_games_go(tmp_path):
    for number in range(MOST_GAMES + 5):
        (tmp_path / f"2000-{number:04}.sgf").write_text("(;)")
    archive = Archive(tmp_path)
    archive.save(Match(LOA5), {})
    kept = sorted(path.name for path in tmp_path.glob("*.sgf"))
    assert len(kept) == MOST_GAMES + 1 and kept[0] == "2000-0005.sgf"
    assert os.path.exists(archive.path)


@pytest.mark.parametrize(
    "entry",
    [
        {"level": "\ud800"}, {"left": "\udfff.sgf"}, {"recent": ["/a\ud800.sgf"]},
        {"levels": {"\ud800": {"easy": "random"}}}, {"sides": {"loa5": {"0": "\ud900"}}},
        {"geometry": "\ud800"},
    ],
)  # fmt: skip
def test_half_a_surrogate_is_neither_kept_in_the_settings_nor_read(tmp_path, entry):
    store = Store(tmp_path)
    assert store.save(replace(Settings(theme="dark"), **entry))
    found, aside = store.load()
    assert not aside and found in (
        Settings(theme="dark"), Settings(theme="dark", sides={"loa5": {}})
    )  # fmt: skip
    store.path.write_text(json.dumps(entry), "utf-8")
    desk = Desk(tmp_path)  # the window opens
    assert desk.view.entries[0].bad and (tmp_path / "settings.corrupt.json").exists()
    desk.controller.close()


@pytest.mark.skipif(os.name != "posix", reason="Windows has no pipes in folders")
def test_pipes_in_the_place_of_files_do_not_stop_the_start(tmp_path):
    """ToolRequest a pipe that nothing writes to waits for ever."""
    home, pipe = tmp_path / "home", tmp_path / "pipe.sgf"
    os.mkfifo(pipe)
    Store(home).save(Settings(left=str(pipe)))
    desk = Desk(home)
    assert desk.match.ply == 0
    desk.controller.close()
    (home / "settings.json").unlink()
    for name in ("settings.json", "loa_tk.log"):
        os.mkfifo(home / name)
    assert Store(home).load() == (Settings(), "")
    assert diagnostics.start_log(home) is None


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such permissions")
def test_a_home_that_cannot_be_read_gives_a_window_with_defaults(tmp_path):
    home = tmp_path / "home"
    (home / "games").mkdir(parents=True)
    (home / "games").chmod(0)
    home.chmod(0)
    user = os.geteuid()
    if user == 0:  # root may read everything
        os.seteuid(65534)
    try:
        desk = Desk(home)
        desk.move("c1", "c3")
        assert desk.scene.saved == words.NOT_KEPT
        assert desk.controller.archive.games() == []
        desk.controller.close()
    finally:
        os.seteuid(user)
        home.chmod(0o700)


# --- two copies of the program ---


def test_two_copies_do_not_undo_each_other_s_settings(tmp_path):
    Store(tmp_path).save(Settings(levels={"loa5": {"easy": "random"}, "loa6": {"hard": "random"}}))
    first, second = Store(tmp_path), Store(tmp_path)
    mine, other = first.load()[0], second.load()[0]
    assert second.save(replace(other, theme="dark", levels={**other.levels, "loa8": {"easy": "x"}}))
    changed = {**mine.levels, "loa5": {"easy": "random", "normal": "y"}}
    mine = replace(mine, level="hard", levels=changed)
    assert first.save(mine)
    there = Store(tmp_path).load()[0]
    assert (there.theme, there.level) == ("dark", "hard")
    assert there.levels == {
        "loa5": {"easy": "random", "normal": "y"}, "loa6": {"hard": "random"},
        "loa8": {"easy": "x"},
    }  # fmt: skip
    assert first.save(replace(mine, flip=True, levels={}))  # all own levels are reset
    there = Store(tmp_path).load()[0]
    assert there.flip and there.theme == "dark" and there.levels == {"loa8": {"easy": "x"}}


TABLES = st.dictionaries(
    st.sampled_from("ab"), st.dictionaries(st.sampled_from("xy"), st.sampled_from("12"))
)


@given(TABLES, TABLES, TABLES)
def test_merging_is_right_when_only_one_copy_has_changed_something(before, ours, theirs):
    assert settings.merged(before, ours, before) == ours
    found = settings.merged(before, before, theirs)
    flat = {(a, b): value for a, inner in theirs.items() for b, value in inner.items()}
    assert {(a, b): v for a, inner in found.items() for b, v in inner.items()} == flat


WRITER_OF_SETTINGS = """
import sys
from dataclasses import replace
from pathlib import Path
from loa_tk.store.settings import Store
store = Store(Path(sys.argv[1]))
own = store.load()[0]
for number in range(30):
    own = replace(own, sides={**own.sides, sys.argv[2]: {str(number): "x"}})
    assert store.save(own)
"""


def test_copies_that_write_at_the_same_time_lose_nothing(tmp_path):
    Store(tmp_path).save(Settings())
    names = ("one", "two", "three")
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER_OF_SETTINGS, str(tmp_path), name])
        for name in names
    ]
    assert [writer.wait(PATIENCE) for writer in writers] == [0, 0, 0]
    found = Store(tmp_path).load()[0]
    assert found.sides == {name: {"29": "x"} for name in names}


def test_a_game_that_another_copy_has_open_is_not_forgotten(tmp_path, monkeypatch):
    monkeypatch.setattr(archives, "MOST_GAMES", 2)
    first, second = Archive(tmp_path), Archive(tmp_path)
    mine = begun("c1-c3")
    path = first.save(mine, {})
    for _ in range(4):
        second.release()
        assert second.save(begun("b1-b3"), {})
    assert path.exists() and first.save(mine, {}) == path
    first.release()
    os.utime(path, (1, 1))
    second.release()
    assert second.save(begun("b1-b3"), {}) and not path.exists()


def begun(*moves):
    match = Match(find_game("loa5"))
    for text in moves:
        match.play_text(text)
    return match


def test_two_copies_never_have_one_game(tmp_path):
    """A lock that was closed before it was removed let a third copy lock a new file."""
    path = tmp_path / "lock"
    first = take_lock(path)
    assert first is not None and take_lock(path) is None and is_locked(path)
    waiting = path.open("w")  # another copy has opened the file, but not locked it yet
    free_lock(path, first)
    third = take_lock(path)
    assert third is not None
    if os.name == "posix":
        assert try_lock(waiting)  # the removed file: worth nothing, and `take_lock` knows
        assert not os.path.samestat(os.stat(path), os.fstat(waiting.fileno()))
    else:  # Windows does not remove a file that is open
        assert not try_lock(waiting)
    waiting.close()
    assert take_lock(path) is None
    free_lock(path, third)
    assert not path.exists() and not is_locked(path)


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("a?.csv", "a file name on Windows cannot contain '?'"),
        (r"C:\games\10:30.sgf", "a file name on Windows cannot contain ':'"),
        ("what*/x.csv", "a file name on Windows cannot contain '*'"),
        ("a\tb", r"a file name on Windows cannot contain '\t'"),
        ('a"b', "a file name on Windows cannot contain '\"'"),
        (r"C:\games\Con.tar.gz", "Windows keeps the name Con.tar.gz for a device"),
        ("lpt1 .txt", "Windows keeps the name lpt1 .txt for a device"),
        (r"C:\nul\x", "Windows keeps the name nul for a device"),
        (r"C:\games\console.sgf", ""),
        (r"\\server\share\ä, b (1).sgf", ""),
        (r"..\com10", ""),
        ("a\0b", "a file name cannot contain a null character"),
    ],
)
def test_a_name_that_windows_does_not_allow(name, wrong):
    assert wrong_name(name, windows=True) == wrong
    assert not wrong_name(name.replace("\0", ""), windows=False)


def test_a_wrong_name_is_refused_in_one_sentence(tmp_path, monkeypatch):
    """On Windows it said that the folder does not exist, or only that an argument is invalid."""
    monkeypatch.setattr(files, "wrong_name", partial(wrong_name, windows=True))
    for name, reason in (("a?.csv", "cannot contain"), ("aux.csv", "for a device")):
        with pytest.raises(UserError, match=reason):
            output(str(tmp_path / name))
        assert reason in attempt(tmp_path / name, lambda: "text")
    assert list(tmp_path.iterdir()) == []


def test_a_lock_is_freed_while_another_copy_has_the_file_open(tmp_path, monkeypatch):
    path = tmp_path / "game.lock"
    mine = take_lock(path)
    with open(path), monkeypatch.context() as patch:
        if os.name != "nt":  # Windows refuses by itself
            patch.setattr(Path, "unlink", refuse)
        free_lock(path, mine)
    assert path.exists() and not is_locked(path) and not path.exists()


def refuse(path, missing_ok=False):
    raise PermissionError(13, "another process has it open", str(path))


def test_what_killed_copies_left_is_swept(tmp_path):
    folders = (tmp_path, tmp_path / "games", tmp_path / "series" / "one")
    for folder in folders:
        folder.mkdir(parents=True, exist_ok=True)
        old, new = folder / "settings.json.abc.tmp", folder / "new.sgf.xyz.tmp"
        old.touch()
        new.touch()
        os.utime(old, (1, 1))
    desk = Desk(tmp_path)
    desk.view.pass_time(2)
    left = [path.name for path in tmp_path.rglob("*.tmp")]
    assert left == ["new.sgf.xyz.tmp"] * 3  # another copy may be writing it
    desk.controller.close()

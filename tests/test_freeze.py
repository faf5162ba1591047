"""The parts of freezing that need no frozen file: contents, texts, icon, Pythons, left folders."""

from __future__ import annotations

import os
import re
import struct
import subprocess
import sys
import time
from pathlib import PureWindowsPath
from types import SimpleNamespace

import pytest

import bootloader
import contents
import freeze
import frozen_main
import icon
import screen
from interpreters import Interpreter
from loa_tk.store.locks import try_lock
from loa_tk.view.kit.paint import png
from patience import PATIENCE
from shell import ROOT, SetupError

STATIC = Interpreter("/opt/bin/python3.12", (3, 12, 1), "/opt", {})
SHARED = Interpreter("/usr/bin/python3.11", (3, 11, 2), "/usr", {})


# --- what goes in ---


def test_every_module_of_the_package_is_asked_for():
    names = contents.modules(ROOT)
    assert {"loa_tk", "loa_tk.cli.parser", "loa_tk.model.games.lines_of_action.rules"} <= set(names)


@pytest.fixture
def package(tmp_path):
    """Return a folder with a package of one game and one data file."""
    game = tmp_path / "loa_tk" / "games" / "chess"
    game.mkdir(parents=True)
    (tmp_path / "loa_tk" / "__init__.py").write_text("import json\n")
    (game / "rules.py").write_text("")
    (game / "start.txt").write_text("")
    return tmp_path


MODULES = {"loa_tk", "loa_tk.games.chess.rules"}
DATA = {"loa_tk/games/chess/start.txt", "docs/STUDENTS.md"}


def test_a_complete_collection_passes(package):
    contents.check(package, MODULES | {"json"}, DATA)


def test_so_does_one_with_the_names_of_windows(package):
    contents.check(package, MODULES, {name.replace("/", "\\") for name in DATA})
    file = PureWindowsPath("C:/loa/loa_tk/games/chess/start.txt")
    assert contents.folder_of(file, PureWindowsPath("C:/loa")) == "loa_tk/games/chess"


@pytest.mark.parametrize(
    ("modules", "data", "missing"),
    [
        (MODULES, set(), "start.txt"),
        (MODULES, set(), "STUDENTS.md"),
        ({"loa_tk"}, DATA, "chess.rules"),
    ],
)
def test_what_is_missing_ends_the_build_by_name(package, modules, data, missing):
    with pytest.raises(contents.Incomplete, match=missing):
        contents.check(package, modules, data)


def test_leaving_out_what_is_imported_ends_the_build(package):
    (package / "loa_tk" / "__init__.py").write_text("def f():\n    from xml.dom import minidom\n")
    with pytest.raises(contents.Incomplete, match=r"xml\.dom"):
        contents.check(package, MODULES, DATA)


@pytest.mark.parametrize(
    ("name", "stays"),
    [
        ("_tcl_data/init.tcl", True),
        ("_tcl_data/tzdata/Europe/Berlin", False),
        ("_tcl_data\\msgs\\de.msg", False),
        ("_tcl_data/encoding/ascii.enc", True),
        ("_tcl_data/encoding/big5.enc", sys.platform == "win32"),
        ("_tk_data/ttk/clamTheme.tcl", True),
        ("libz.so.1", False),
        ("libX11.so.6", True),
    ],
)
def test_what_is_left_out_of_tcl_and_tk(name, stays):
    assert contents.wanted(name) == stays


# --- what the bootloader says ---


def test_new_texts_fit_where_the_old_ones_were_and_use_their_arguments_in_order():
    for old, new in bootloader.TEXTS.items():
        assert old.endswith(b"\0") and new.endswith(b"\0") and len(new) <= len(old)
        asked, given = (re.findall(rb"%[.0]*([sd])", text) for text in (new, old))
        assert asked == given[: len(asked)]


def test_texts_are_replaced_in_place_and_an_unknown_bootloader_is_told(tmp_path, capsys):
    file = tmp_path / "loa"
    old, *others = bootloader.TEXTS
    file.write_bytes(b"ELF" + old + b"code")
    bootloader.explain_failures(file)
    data = file.read_bytes()
    assert len(data) == len(b"ELF" + old + b"code") and data.endswith(b"code") and old not in data
    assert len(capsys.readouterr().out.splitlines()) == len(others)


# --- the icon ---


def test_the_icons_hold_whole_pictures_where_their_tables_say():
    pictures = {16: png([b"\1\2\3\4" * 16] * 16), 256: png([b"\1\2\3\4" * 256] * 256)}
    data = icon.ico(pictures)
    for number, (size, picture) in enumerate(pictures.items()):
        width, *_, length, place = struct.unpack_from("<BBBBHHII", data, 6 + 16 * number)
        assert (width or 256, data[place : place + length]) == (size, picture)
    data = icon.icns({b"ic07": pictures[16]})
    assert struct.unpack(">I", data[4:8])[0] == len(data) and data.endswith(pictures[16])


# --- which Python is frozen ---


def test_a_python_with_pyinstaller_that_can_make_no_environment_freezes(monkeypatch):
    monkeypatch.setattr(freeze, "suffices", lambda extra: extra == "freeze")
    monkeypatch.setattr(freeze, "is_shared", lambda path: True)
    monkeypatch.setattr(freeze, "prepare", lambda modules, needs: SHARED)
    assert freeze.freezer(["tkinter", "ensurepip"], []) == sys.executable


@pytest.fixture
def machine(monkeypatch):
    """Return a function that lists the Pythons: the usual one, another, Debian's."""

    def be(usual, *others, debian=None):
        monkeypatch.setattr(freeze, "prepare", lambda modules, needs: usual)
        monkeypatch.setattr(freeze, "other_paths", lambda: others)
        monkeypatch.setattr(freeze, "probe", lambda path, modules: path)
        monkeypatch.setattr(freeze, "debian_python", lambda modules: debian)
        monkeypatch.setattr(freeze, "is_shared", lambda path: path == SHARED.path)

    return be


def test_a_python_with_its_library_is_frozen_as_it_is(machine):
    machine(SHARED)
    assert freeze.freezing_python([], []) == (SHARED, True)


def test_a_python_without_is_replaced_by_one_that_has_it(machine):
    machine(STATIC, STATIC, SHARED)
    assert freeze.freezing_python([], []) == (SHARED, False)


def test_debians_python_is_the_last_resort(machine):
    machine(STATIC, debian=SHARED)
    assert freeze.freezing_python([], []) == (SHARED, False)


def test_where_no_python_can_be_frozen_it_is_said(machine):
    machine(STATIC, STATIC)
    with pytest.raises(SetupError, match=r"^Python 3\.12\.1 .*built with --enable-shared$"):
        freeze.freezing_python([], [])


# --- folders and streams ---


@pytest.fixture
def unpacked(tmp_path):
    """Return a function that makes an old folder as the bootloader does."""

    def make(name, mark=True, age=3600):
        folder = tmp_path / name
        folder.mkdir()
        if mark:
            (folder / frozen_main.MARK).write_text("")
        os.utime(folder, (time.time() - age,) * 2)
        return folder

    return make


def test_only_folders_of_ours_that_nobody_holds_are_removed(unpacked, tmp_path):
    gone = unpacked("_MEI0000abcdXYZXYZ")
    held, young = unpacked("_MEIheld"), unpacked("_MEIyoung", age=1)
    foreign, other = unpacked("_MEIforeign", mark=False), unpacked("other")
    with open(held / frozen_main.MARK, "r+") as file:
        assert try_lock(file)
        frozen_main.remove_abandoned(tmp_path)
    assert not gone.exists()
    assert all(folder.exists() for folder in (held, young, foreign, other))


def test_what_a_start_in_a_full_folder_left_is_removed_by_one_in_another(
    unpacked, tmp_path, monkeypatch
):
    gone = unpacked("_MEI0000abcdXYZXYZ")
    monkeypatch.setattr(frozen_main, "USUAL", (str(tmp_path), str(tmp_path / "none")))
    frozen_main.sweep(tmp_path / "elsewhere")
    assert not gone.exists()


def test_the_bootloader_is_known_by_its_folder(tmp_path):
    assert frozen_main.bootloader_of(tmp_path / "_MEI0000abcdXYZ123") == 0xABCD
    assert frozen_main.bootloader_of(tmp_path / "_MEIXYZ123") == os.getppid()


TCL = """
import sys
import frozen_main
if sys.argv[1] == "frozen":
    frozen_main.use_own_tcl()
import tkinter
tkinter.Tcl().eval("catch nothing_of_this_name")
"""


@pytest.mark.parametrize("started", ["as any program", "frozen"])
def test_the_frozen_file_runs_no_scripts_of_other_tcl_folders(tmp_path, started):
    seen = tmp_path / "seen"
    head = "# Tcl autoload index file, version 2.0"
    (tmp_path / "tclIndex").write_text(f"{head}\nclose [open {{{seen}}} w]\n")
    # A list of Tcl, in which a backslash begins an escape.
    variables = {**os.environ, "TCLLIBPATH": tmp_path.as_posix(), "PYTHONPATH": str(ROOT / "build")}
    variables["PYTHONPATH"] += f"{os.pathsep}{ROOT}"
    subprocess.run(
        [sys.executable, "-c", TCL, started], env=variables, check=True, timeout=PATIENCE
    )
    assert seen.exists() == (started != "frozen")


def test_a_windowed_program_can_print(monkeypatch):
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    frozen_main.replace_missing_streams()
    print("nobody reads this")
    print("nor this", file=sys.stderr)
    assert sys.stdin.read() == ""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        stream.close()


# --- the screen of the check ---


def test_the_longest_run_of_a_colour():
    pixel, other = b"\1\2\3", b"\3\1\2\0"
    row = other * 2 + (pixel + b"\0") * 2 + other + (pixel + b"\xff") * 3 + other
    assert screen.longest_run(row, pixel) == (5, 3)
    assert screen.longest_run(other * 9, pixel) == (0, 0)


def test_a_frame_is_found_by_its_colour(tmp_path):
    width, height, ink, blank = 20, 16, bytes((1, 2, 3, 0)), bytes(4)
    edge = blank * 4 + ink * 10 + blank * 6
    inside = blank * 4 + ink + blank * 8 + ink + blank * 6
    rows = [blank * width] * 3 + [edge] + [inside] * 8 + [edge] + [blank * width] * 3
    head = [80, 7, 2, 24, width, height, 0, 0, 32, 0, 32, 32, 4 * width, *[0] * 7]
    pixels = tmp_path / "pixels"
    pixels.write_bytes(struct.pack(">20I", *head) + b"".join(rows))
    shown = screen.Screen(":0", pixels)
    assert shown.frame("#030201", least=8) == (5, 4, 8, 8)
    assert shown.frame("#FFFFFF", least=8) is None
    # Half of a new picture below half of an old one, in which the board was narrower.
    rows[3] = blank * 5 + ink * 8 + blank * 7
    pixels.write_bytes(struct.pack(">20I", *head) + b"".join(rows))
    assert shown.frame("#030201", least=8) is None


def test_what_still_changes_is_waited_for(monkeypatch):
    now = [0.0]

    def sleep(seconds):
        now[0] += seconds

    monkeypatch.setattr(screen, "time", SimpleNamespace(monotonic=lambda: now[0], sleep=sleep))
    places = iter([None, "here", "there", "there"])
    assert screen.settled("the board", lambda: next(places, "in its place")) == "in its place"

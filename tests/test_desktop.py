"""The program in a desktop's menu: files, commands with odd characters, and nothing left behind."""

import os
import re
import shutil
import struct
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from loa_tk.cli import desktop
from loa_tk.cli.parser import INSTALL, REMOVE, main
from loa_tk.view.kit import application
from patience import PATIENCE
from shell import ROOT

linux = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="only for Linux desktops")
ENTRY, TYPE = "applications/loa_tk.desktop", "mime/packages/loa_tk.xml"
RECORDS = {
    "(;FF[4]CA[UTF-8]AP[loa_tk:0.1.0]GM[9]SZ[5];B[c1-c3])": desktop.TYPE,
    "(;FF[4]CA[UTF-8]AP[loa_tk:0.1.0]GM[1000]SZ[8]LTGAME[breakthrough8])": desktop.TYPE,
    "(;GM[1]FF[4]CA[UTF-8]SZ[19];B[aa])": "application/x-go-sgf",
    "(;SZ[19];B[aa])": "application/x-go-sgf",
}


@pytest.fixture
def data(tmp_path, monkeypatch):
    """Return the data folder of a user whose desktop has no tools."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path / "data"


def tree(folder):
    """Return every file and folder below a folder."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def values(entry):
    """Return the keys of a desktop entry."""
    pairs = (line.split("=", 1) for line in entry.splitlines() if "=" in line)
    return {key: re.sub(r"\\(.)", unescape, value) for key, value in pairs}


def unescape(found):
    return {"n": "\n", "t": "\t", "s": " "}.get(found[1], found[1])


def words_of(line):
    """Return the arguments of Exec as the specification reads them, without the file."""
    words = re.findall(r'"(?:\\.|[^"\\])*"|[^ "]+', line)
    assert words.pop() == "%f"
    return [
        re.sub(r"\\(.)", r"\1", word[1:-1] if word[0] == '"' else word).replace("%%", "%")
        for word in words
    ]


@linux
def test_everything_is_written_and_removed_again(data, capsys):
    (data / "applications").mkdir(parents=True)
    (data / "applications" / "other.desktop").touch()
    before = tree(data)
    assert main([INSTALL]) == 0
    written = {name for name in tree(data) if (data / name).is_file()} - set(before)
    out = capsys.readouterr().out
    assert written == set(desktop.files(["loa"])) and len(written) == len(desktop.SIZES) + 2
    assert all(f"  {data / name}\n" in out for name in written)
    assert "update-mime-database (Debian's package shared-mime-info)" in out
    assert main([INSTALL]) == 0  # again, over the old files
    capsys.readouterr()
    assert main([REMOVE]) == 0
    out = capsys.readouterr().out
    assert tree(data) == before and all(f"  {data / name}\n" in out for name in written)
    assert main([REMOVE]) == 0 and "nothing" in capsys.readouterr().out


def test_the_icons_have_their_sizes():
    contents = desktop.files(["loa"])
    for size in desktop.SIZES:
        data = contents[f"icons/hicolor/{size}x{size}/apps/loa_tk.png"]
        assert data.startswith(b"\x89PNG\r\n\x1a\n")
        assert struct.unpack(">II", data[16:24]) == (size, size)


def test_the_entry_knows_the_window_and_the_type(display):
    contents = desktop.files(["loa"])
    entry = values(contents[ENTRY])
    root = application.start()
    assert entry["StartupWMClass"] == root.winfo_class()
    root.destroy()
    mime = ElementTree.fromstring(contents[TYPE])[0]
    assert entry["MimeType"] == f"{mime.get('type')};" and entry["Icon"] == "loa_tk"


@pytest.mark.parametrize(
    "path",
    [
        "/usr/bin/loa",
        "/home/ann/my games/loa",
        "/a\"b'c/$HOME/`x`/b\\c\\\\d/(e);f&g|h<i>j*k?l#m~n/loa",
        "/tab\tand\nline/100 %/loa",
    ],
)
def test_a_command_is_quoted(path):
    entry = values(desktop.files([path, path])[ENTRY])
    assert words_of(entry["Exec"]) == [path, path] and entry["TryExec"] == path


@linux
@pytest.mark.parametrize("way", ["package", "script"])
def test_the_command_starts_the_program_from_any_folder(way, data, tmp_path):
    script = tmp_path / "bin folder" / "loa"
    script.parent.mkdir()
    script.write_text("import sys; from loa_tk.__main__ import main; sys.exit(main())\n")
    script.chmod(0o755)
    start = {"package": ["-m", "loa_tk"], "script": [script]}[way]
    python = Path(sys.executable).resolve()  # without an environment that has the program
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    subprocess.run(
        [python, *start, INSTALL], cwd=ROOT, env=environment, check=True, timeout=PATIENCE
    )
    words = words_of(values((data / ENTRY).read_text())["Exec"])
    if way == "script":
        assert words == [str(script)]
        return
    (tmp_path / "operator.py").write_text("raise SystemExit('a file of a student')\n")
    done = subprocess.run(
        [*words, "match", "loa5", "random", "random", "--games", "2"],
        cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "") and "random" in done.stdout


def test_the_frozen_file_starts_itself(monkeypatch):
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", os.path.abspath("lab/loa"))
    assert desktop.command() == [os.path.abspath("lab/loa")]


@linux
@pytest.mark.parametrize(("status", "note"), [(0, False), (1, True)])
def test_the_tools_of_the_desktop_are_run(status, note, data, tmp_path, capsys):
    for name in ("update-desktop-database", "update-mime-database", "gtk-update-icon-cache"):
        (tmp_path / name).write_text(f"#!/bin/sh\necho $0 $@ >> {tmp_path}/log\nexit {status}\n")
        (tmp_path / name).chmod(0o755)
    assert main([INSTALL]) == 0 and ("Without" in capsys.readouterr().out) == note
    ran = [
        f"{tmp_path}/update-desktop-database {data}/applications",
        f"{tmp_path}/update-mime-database {data}/mime",
    ]
    assert (tmp_path / "log").read_text().splitlines() == ran
    (data / "icons" / "hicolor" / "icon-theme.cache").touch()
    assert main([REMOVE]) == 0
    icons, *others = (tmp_path / "log").read_text().splitlines()[2:]
    assert others == ran and icons.endswith(f" {data}/icons/hicolor")


def refused(arguments, capsys):
    """Return the one line with which the program refuses this."""
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and err.startswith("loa: ")
    return err


@pytest.mark.parametrize(("system", "says"), [("win32", "shortcut"), ("darwin", "Applications")])
def test_other_systems_are_told_what_to_do(system, says, monkeypatch, capsys):
    monkeypatch.setattr(sys, "platform", system)
    assert says in refused([INSTALL], capsys) and REMOVE in refused([REMOVE], capsys)


@linux
def test_a_folder_that_cannot_be_written_to_is_one_line(data, tmp_path, monkeypatch, capsys):
    data.touch()
    assert f"{data}/icons" in refused([INSTALL], capsys)
    monkeypatch.setenv("XDG_DATA_HOME", "relative")  # to be ignored
    monkeypatch.setenv("HOME", "/dev/null")
    assert "/dev/null/.local/share/icons" in refused([INSTALL], capsys)
    assert main([REMOVE]) == 0


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs root")
def test_root_writes_nothing_into_the_home_of_a_user(data, capsys):
    data.mkdir()
    os.chown(data, 12345, 12345)
    assert f"{data} belongs to another user" in refused([INSTALL], capsys)
    assert tree(data) == []


@linux
@pytest.mark.parametrize("sign", "=%")
def test_a_path_that_no_desktop_can_start_is_one_line(sign, data, monkeypatch, capsys):
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", f"/a{sign}b/loa")
    assert f"the {sign} in its path" in refused([INSTALL], capsys) and not data.exists()


def test_the_flags_go_with_nothing_else(capsys):
    assert "cannot be used with a command (games)" in refused([INSTALL, "games"], capsys)
    assert "not allowed with" in refused([INSTALL, REMOVE], capsys)


# --- the desktop's own tools, where they are installed ---


@pytest.mark.skipif(not shutil.which("desktop-file-validate"), reason="no desktop-file-utils")
def test_the_entry_is_valid(tmp_path):
    file = tmp_path / "loa_tk.desktop"
    file.write_text(desktop.files(["/home/ann/my games/loa"])[ENTRY])
    done = subprocess.run(
        ["desktop-file-validate", file], capture_output=True, text=True, timeout=PATIENCE
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.skipif(
    not (shutil.which("gio") and shutil.which("update-mime-database")), reason="no GNOME tools"
)
@pytest.mark.skipif(
    not Path("/usr/share/mime/packages/freedesktop.org.xml").exists(), reason="no types"
)
def test_our_records_have_our_type_and_those_of_go_have_theirs(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert main([INSTALL]) == 0
    for number, (text, wanted) in enumerate(RECORDS.items()):
        file = tmp_path / f"{number}.sgf"
        file.write_text(text)
        words = ["gio", "info", "--attributes=standard::content-type", file]
        done = subprocess.run(words, capture_output=True, text=True, check=True, timeout=PATIENCE)
        assert done.stdout.split()[-1] == wanted

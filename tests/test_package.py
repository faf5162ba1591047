"""The package: what sdist and wheel contain, that the sdist can be used, what a release refuses."""

from __future__ import annotations

import configparser
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from email.parser import HeaderParser
from pathlib import PurePosixPath

import pytest

import release
import task_table
from loa_tk import __version__
from patience import LIMIT, PATIENCE
from shell import ROOT, SetupError

WHEN = 1_700_000_000
ONLY_FOR_GIT = {".gitignore"}

# Files that the work in this folder leaves behind, and that belong in no package.
LEFTOVERS = (
    ".venv/lib/loa_tk/module.py",
    ".mypy_cache/cache.json",
    "build/__pycache__/tasks.cpython-311.pyc",
    "dist/notes.txt",
    "docs/REPORT.md~",
    "loa_tk/__pycache__/app.cpython-311.pyc",
    "loa_tk/app.py.orig",
    "tests/__pycache__/conftest.cpython-311.pyc",
    "work/build/lib/loa_tk/app.py",
)

# A part of every kind: rules, counts, sources, build scripts, a window.
QUICK_TESTS = (
    "tests/test_game_contract.py::test_perft[loa5]",
    "tests/test_notation.py::test_refused_positions",
    "tests/test_structure.py::test_the_table_names_what_exists",
    "tests/test_tasks.py::test_every_file_names_the_same_oldest_python",
    "tests/test_view_log.py::test_the_text_is_what_was_logged",
)

# pytest with the package of the current folder: .venv has an editable installation of another one.
PYTEST = """
import os, sys
sys.path.insert(0, os.getcwd())
import loa_tk, pytest
assert os.path.samefile(os.path.dirname(loa_tk.__file__), "loa_tk")
sys.exit(pytest.main(sys.argv[1:]))
"""


def tracked():
    """Return the names of the source files, from git or, in an unpacked sdist, from its list."""
    listing = ROOT / "loa_tk.egg-info" / "SOURCES.txt"
    names = []
    if shutil.which("git"):
        words = ["git", "ls-files", "-z"]
        listed = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)
        names = listed.stdout.split("\0")[:-1]
    if not names and listing.is_file():
        names = listing.read_text("utf-8").splitlines()
    if not names:
        pytest.skip("neither git nor setuptools has a list of the sources here")
    # An editable installation adds names like ./loa_tk/app.py to that list.
    names = {PurePosixPath(name).as_posix() for name in names if "egg-info" not in name}
    return {name for name in names if (ROOT / name).is_file()}


@pytest.fixture(scope="session")
def packages(tmp_path_factory):
    """Return the folder of an unpacked sdist, the sdist and the wheel that was made from it."""
    folder = tmp_path_factory.mktemp("packages")
    source = folder / "source"
    for name in tracked():
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, source / name)
    for name in LEFTOVERS:
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_text("x = 1\n")
    sdist = release.make_sdist(sys.executable, source, folder, WHEN)
    unpacked = release.unpack(sdist, folder)
    return unpacked, sdist, release.make_wheel(sys.executable, unpacked, folder, WHEN)


def test_the_sdist_has_every_source_file_and_nothing_else(packages):
    _, sdist, _ = packages
    with tarfile.open(sdist) as archive:
        names = {name.split("/", 1)[1] for name in archive.getnames()}
    made = {name for name in names if name == "PKG-INFO" or name.startswith("loa_tk.egg-info/")}
    assert names - made == tracked() - ONLY_FOR_GIT, "MANIFEST.in says what goes in"


def test_the_wheel_has_the_files_of_the_package_and_nothing_else(packages):
    with zipfile.ZipFile(packages[2]) as wheel:
        names = {name for name in wheel.namelist() if ".dist-info/" not in name}
        entries = wheel.read(f"loa_tk-{__version__}.dist-info/entry_points.txt").decode()
    package = {name for name in tracked() if name.startswith("loa_tk/")}
    # setup.py adds the handout, which stands in docs/.
    expected = package | {"loa_tk/STUDENTS.md"}
    assert names == expected, "package_data in setup.cfg says what goes in beside the modules"
    assert {"loa_tk/py.typed", "loa_tk/model/games/lines_of_action/knowledge/loa6.book"} <= names
    assert "loa = loa_tk.__main__:main" in entries


def test_a_part_of_the_tests_passes_in_the_unpacked_sdist(packages, display):
    words = [sys.executable, "-c", PYTEST, "-q", "-p", "no:cacheprovider", *QUICK_TESTS]
    done = subprocess.run(words, cwd=packages[0], capture_output=True, text=True, timeout=LIMIT)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_unpacked_sdist_makes_the_same_sdist(packages, tmp_path):
    unpacked, sdist, _ = packages
    # Without setuptools' list of the files, which it would read and write again with repetitions.
    copy = shutil.copytree(unpacked, tmp_path / "moved", ignore=lambda *_: ["loa_tk.egg-info"])
    (copy / "README.md").chmod(0o600)
    os.utime(copy / "README.md", (0, 0))
    again = release.make_sdist(sys.executable, copy, tmp_path, WHEN)
    assert again.read_bytes() == sdist.read_bytes()


def test_the_description_has_no_pictures_and_no_relative_links(packages):
    """A package index resolves neither, and shows no picture that is part of the text."""
    about = HeaderParser().parsestr((packages[0] / "PKG-INFO").read_text("utf-8"))
    text = about.get_payload()
    assert text.startswith("# loa_tk\n") and f"## {__version__} - " in text
    assert not re.search(r"!\[|<img", text)
    assert [link for link in re.findall(r"\]\((.*?)\)", text) if "://" not in link] == []


def test_every_pattern_of_the_package_s_data_matches_a_file():
    settings = configparser.RawConfigParser()
    settings.read(ROOT / "setup.cfg", "utf-8")
    patterns = settings["options.package_data"]["*"].split()
    assert patterns
    assert [name for name in patterns if not any((ROOT / "loa_tk").rglob(name))] == []


def test_the_changelog_begins_with_this_version():
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert re.findall(r"^## (.+) - ", text, re.MULTILINE)[0] == __version__


# --- release ---


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """Return a git repository in which everything is committed."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    # A hook of git that runs the tests sets these, and git would change the real repository.
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    (tmp_path / ".gitignore").write_text("/dist/\n")
    (tmp_path / "loa_tk").mkdir()
    (tmp_path / "loa_tk" / "__init__.py").write_text('"""A."""\n\n__version__ = "1.2.0"\n')
    author = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    for words in (["init", "-q"], ["add", "."], [*author, "commit", "-q", "-m", "First"]):
        subprocess.run(["git", *words], cwd=tmp_path, check=True, timeout=PATIENCE)
    return tmp_path


def test_a_release_refuses_changes_that_are_not_committed(checkout):
    (checkout / "dist").mkdir()
    (checkout / "dist" / "loa").touch()
    release.require_clean(checkout)
    (checkout / "new.py").touch()
    with pytest.raises(SetupError, match="commit or remove these first:\n.*new.py$"):
        release.require_clean(checkout)


def test_a_release_refuses_a_folder_without_git(tmp_path, monkeypatch):
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    with pytest.raises(SetupError, match="made from a git checkout.*git"):
        release.require_clean(tmp_path)


@pytest.mark.parametrize(
    ("changelog", "found"),
    [
        ("# Changelog\n", "it is missing"),
        ("## 1.2.0 - unreleased\n\n## 1.1.0 - 2026-01-31\n", "it is '## 1.2.0 - unreleased'"),
        ("## 1.2.0 - 2026-02-31\n", "it is '## 1.2.0 - 2026-02-31'"),
        ("## 1.3.0 - 2026-01-31\n\n## 1.2.0 - 2026-01-30\n", "it is '## 1.3.0 - 2026-01-31'"),
    ],
)
def test_a_release_needs_a_day_for_its_version(checkout, changelog, found):
    (checkout / "CHANGELOG.md").write_text(changelog)
    with pytest.raises(SetupError, match=rf"must be '## 1\.2\.0 - YYYY-MM-DD'.*{found}"):
        release.release_time(checkout)


def test_the_day_of_a_release_is_midnight_in_greenwich(checkout):
    (checkout / "CHANGELOG.md").write_text("# Changelog\n\n## 1.2.0 - 2026-01-31\n")
    assert release.release_time(checkout) == 1_769_817_600


def test_the_checksums_name_every_file_as_sha256sum_reads_them(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(release, "ROOT", tmp_path)
    monkeypatch.setattr(release, "DIST", tmp_path)
    monkeypatch.setattr(release, "SUMS", tmp_path / "SHA256SUMS")
    (tmp_path / "loa.app").mkdir()
    for name in ("a.whl", "loa.app/b"):
        (tmp_path / name).write_text(name)
    release.write_checksums([tmp_path / "a.whl", tmp_path / "loa.app"])
    sums = [hashlib.sha256(name.encode()).hexdigest() for name in ("a.whl", "loa.app/b")]
    written = (tmp_path / "SHA256SUMS").read_text()
    assert written == f"{sums[0]}  a.whl\n{sums[1]}  loa.app/b\n"


def test_release_takes_no_arguments(capsys):
    assert task_table.main(["release", "--force"]) == 2
    assert capsys.readouterr().err == "release takes no arguments\n"


@pytest.mark.parametrize(("status", "listed"), [(0, ["sdist", "loa"]), (3, None)])
def test_only_a_complete_release_has_checksums(monkeypatch, status, listed):
    written = []
    monkeypatch.setattr(release, "require_clean", lambda root: None)
    monkeypatch.setattr(release, "release_time", lambda root: WHEN)
    monkeypatch.setattr(task_table, "with_packages", lambda extra: f"venv-{extra}")
    monkeypatch.setattr(release, "make_packages", lambda python, when: ["sdist"])
    monkeypatch.setattr(task_table, "freeze", lambda arguments: status)
    monkeypatch.setattr(task_table, "results", lambda folder: ["loa"])
    monkeypatch.setattr(release, "write_checksums", written.append)
    assert task_table.main(["release"]) == status
    assert written == ([listed] if listed else [])

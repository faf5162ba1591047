"""Commands as text: the rules of POSIX and of Windows, both tested on every system."""

import subprocess
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loa_tk.control.classroom import setup
from loa_tk.control.ugi import client
from loa_tk.model.commandline import quote, split
from loa_tk.model.game import UserError, shown
from loa_tk.model.search.players import Player

WORDS = st.lists(st.text("ab\\\"' \t&", max_size=6))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (r"C:\my\engine.exe -x", [r"C:\my\engine.exe", "-x"]),
        (r'"C:\my dir\engine.exe"  "" it\'s', [r"C:\my dir\engine.exe", "", r"it\'s"]),
        (r'say \"hello\" "two \"words\""', ["say", '"hello"', 'two "words"']),
        (r'"C:\my dir\\" C:\\', ["C:\\my dir\\", r"C:\\"]),
        ("", []),
    ],
)  # fmt: skip
def test_windows_keeps_backslashes(text, words):
    assert split(text, windows=True) == words


@pytest.mark.parametrize("text", ['"my engine', r'C:\"my dir" -x'])
def test_a_quotation_that_is_not_closed_is_no_command(text):
    for windows in (True, False):
        with pytest.raises(ValueError, match="No closing quotation"):
            split(text, windows=windows)


@given(WORDS)
def test_what_is_written_is_read_again(words):
    for windows in (True, False):
        assert split(" ".join(quote(word, windows) for word in words), windows) == words
    assert split(subprocess.list2cmdline(words), windows=True) == words


@pytest.fixture
def program(tmp_path):
    """A program whose name has backslashes; on POSIX they are ordinary characters of the name."""
    (tmp_path / "my engines").mkdir()
    path = Path(f"{tmp_path / 'my engines'}\\engine.exe")
    path.touch(0o755)
    return str(path)


def test_the_command_of_a_program_is_split_by_the_system_s_rules(program, monkeypatch):
    monkeypatch.setattr(client, "split", partial(split, windows=True))
    words = client.check_command(Player("ugi", command=f'"{program}" C:\\book -x'))
    assert words == [program, r"C:\book", "-x"]


def test_a_program_with_blanks_in_its_name_needs_no_quotes(program, monkeypatch):
    assert client.check_command(Player("ugi", command=program)) == [program]
    with pytest.raises(UserError, match="there is no program"):
        client.check_command(Player("ugi", command=f"{program} -x"))


def test_opponents_are_split_by_the_system_s_rules(monkeypatch):
    monkeypatch.setattr(setup, "split", partial(split, windows=True))
    assert setup.opponents(r'"ugi:C:\my dir\a.exe" random') == [r"ugi:C:\my dir\a.exe", "random"]


def test_messages_show_names_as_they_were_typed():
    assert shown("C:\\a\\b") == r"'C:\a\b'" and shown("a\n") == r"'a\n'"

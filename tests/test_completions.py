"""Completions, made from the parser, in real shells; and the manual page."""

import os
import re
import select
import shutil
import subprocess
import time
from contextlib import contextmanager

import pytest

from loa_tk.cli.argument_parser import make_parser
from loa_tk.cli.completions import KINDS
from loa_tk.cli.parser import COMMANDS, main
from loa_tk.cli.syntax import syntax_of
from patience import PATIENCE

# What is typed before Tab, and the last word of the completed line.
LINES = {
    "loa tour": "tournament",
    "loa lesson": "lesson.sgf",
    "loa --vers": "--version",
    "loa match min": "minicheckers",
    "loa match loa5 text": "textbook",
    "loa match loa5 strong:depth=3 text": "textbook",
    "loa match loa5 file:mi": "file:mine.py",
    "loa match loa5 easy --fix": "--fixed-sides",
    "loa match --csv games.csv loa5 text": "textbook",
    "loa match loa5 easy hard --csv mi": "mine.py",
    "loa tournament loa5 easy hard text": "textbook",
    "loa class stu": "students",
    "loa class students --against easy text": "textbook",
    "loa class students --sandbox bw": "bwrap",
    "loa check two": "two words.py",
    "loa convert lesson.sgf -o mi": "mine.py",
    "loa flow report-6": "report-6x6",
    "loa flow mi": "mine.py",
    "loa tree loa5 --order be": "best",
    "loa new eval": "evaluation",
    "loa completions z": "zsh",
    # Nothing is offered where a number or a text is expected, or nothing at all.
    "loa perft loa5 mi": "mi",
    "loa match loa5 easy hard --games mi": "mi",
    "loa games mi": "mi",
    "loa lesson.sgf mi": "mi",
}
# A function in place of the program, which prints its last argument between marks.
STAND_INS = {
    "bash": "loa() { printf '<<%s>>\\n' \"${!#}\"; }; bind 'set bell-style none'",
    "zsh": "loa() { printf '<<%s>>\\n' \"$@[-1]\" }; unsetopt beep",
}
STARTS = {
    "bash": ["bash", "--norc", "--noprofile", "-i"],
    "zsh": ["zsh", "-f", "-i"],
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return a folder with files to complete, which is the current one."""
    for name in ("mine.py", "two words.py", "lesson.sgf", "lesson.txt"):
        (tmp_path / name).touch()
    (tmp_path / "students").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def script(folder, capsys):
    """Return a function that writes the script of a shell and returns its path."""

    def write(shell):
        if os.name != "posix" or shutil.which(shell) is None:
            pytest.skip(f"{shell} is not installed")
        assert main(["completions", shell]) == 0
        path = folder / "script"
        path.write_text(capsys.readouterr().out)
        return path

    return write


@contextmanager
def terminal(words):
    """Run a shell in a terminal; yield a function that types a line and returns what is marked."""
    import pty  # Windows has none

    handle, theirs = pty.openpty()
    shell = subprocess.Popen(
        words, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
        env={**os.environ, "TERM": "dumb", "ZDOTDIR": os.getcwd(), "PS1": "> "},
    )  # fmt: skip
    os.close(theirs)
    output = b""

    def ask(line):
        nonlocal output
        output = b""
        os.write(handle, line.encode() + b"\n")
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if select.select([handle], [], [], 0.1)[0]:
                output += os.read(handle, 4096)
            if found := re.search(rb"\r\n<<(.*?)>>", output):
                return found[1].decode()
        raise AssertionError(f"{line!r}: {output!r}")

    try:
        yield ask
    finally:
        os.close(handle)  # the shell ends with its terminal
        shell.wait(PATIENCE)


@pytest.mark.parametrize("shell", STARTS)
def test_a_terminal_completes(shell, script):
    path = script(shell)
    compinit = "autoload -U compinit; compinit -u -D; " if shell == "zsh" else ""
    with terminal(STARTS[shell]) as ask:
        assert ask(f"{compinit}source {path}; {STAND_INS[shell]}; loa ready") == "ready"
        completed = {line: ask(f"{line}\t").rstrip("/") for line in LINES}
    assert completed == LINES


def test_bash_offers_every_command_and_every_game(script):
    path = script("bash")
    offer = 'COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _loa; echo "${COMPREPLY[@]}"'
    lines = ["COMP_WORDS=(loa '')", "COMP_WORDS=(loa moves '')", "COMP_WORDS=(loa games -)"]
    code = "; ".join([f"source {path}", *(f"{line}; {offer}" for line in lines)])
    done = subprocess.run(
        ["bash", "-uc", code], capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    commands, games, options = done.stdout.splitlines()
    assert done.stderr == "" and commands.split() == [*COMMANDS, "lesson.sgf", "students"]
    assert "loa5" in games.split() and options.split() == ["-h", "--help", "--json"]


def test_fish_completes(script):
    path = script("fish")
    code = "".join(f"echo '= {line}'\ncomplete -C '{line}'\n" for line in LINES)
    done = subprocess.run(
        ["fish", "--no-config", "-c", f"source {path}\n{code}"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.stderr == ""
    answers = [part.splitlines() for part in done.stdout.split("= ")[1:]]
    completed = {
        line: [one.split("\t")[0].rstrip("/") for one in found] for line, *found in answers
    }
    nothing = [line for line, wanted in LINES.items() if line.endswith(f" {wanted}")]
    assert completed == {line: [] if line in nothing else [LINES[line]] for line in LINES}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_can_read_its_script(shell, script):
    done = subprocess.run(
        [shell, "-n", script(shell)], capture_output=True, text=True, timeout=PATIENCE
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_a_shell_that_is_not_known_is_one_line(capsys):
    assert main(["completions", "tcsh"]) == 2
    assert capsys.readouterr().err == (
        "loa: there are no completions for 'tcsh'; there are bash, zsh, fish\n"
    )


def test_every_value_is_completed_or_free():
    """A new name of a value is either a row of KINDS, has choices, or is listed here."""
    program, commands = syntax_of(make_parser())
    found = {
        one.value
        for command in (program, *commands)
        for one in command.arguments
        if one.value and not one.choices and one.value not in KINDS
    }
    assert found == {
        "ADDRESS", "DEPTH", "GAMES", "JOBS", "LIMIT", "LINK", "N", "NAME", "OPENINGS", "PLIES",
        "ROUNDS", "S", "SECONDS", "SEED", "SIZE", "TEXT",
    }  # fmt: skip


# --- the manual page ---


@pytest.fixture
def manual(capsys):
    assert main(["manual"]) == 0
    return capsys.readouterr().out


def test_the_manual_has_every_command_and_every_option(manual):
    text = manual.replace("\\-", "-")
    _, commands = syntax_of(make_parser())
    for command in commands:
        section = text.split(f"\n.SS loa {command.name}\n")[1].split("\n.SS ")[0]
        for one in command.arguments:
            assert one.help.replace("\\", "\\e").split("'")[0] in section
            assert all(f"\\fB{flag}\\fR" in section for flag in one.flags)
        assert f"\\fBloa {command.name}\\fR" in text.split(".SH DESCRIPTION")[0]


def test_no_line_of_the_manual_is_taken_for_a_request(manual):
    known = {".TH", ".SH", ".SS", ".PP", ".TP", ".HP", ".EX", ".EE"}
    requests = {line.split()[0] for line in manual.splitlines() if line[:1] in (".", "'")}
    assert requests == known and manual.isascii()


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
def test_groff_has_nothing_to_complain_about(manual):
    words = ["groff", "-man", "-Tutf8", "-ww", "-P-cbou"]
    done = subprocess.run(
        words, input=manual, capture_output=True, encoding="utf-8", timeout=PATIENCE
    )
    assert done.stderr == "" and "loa tournament [-h]" in " ".join(done.stdout.split())


@pytest.mark.skipif(shutil.which("mandoc") is None, reason="mandoc is not installed")
def test_mandoc_misses_only_the_date(manual):
    words = ["mandoc", "-Tlint", "-W", "warning"]
    done = subprocess.run(words, input=manual, capture_output=True, text=True, timeout=PATIENCE)
    warnings = [line for line in done.stdout.splitlines() if "missing date" not in line]
    assert warnings == [] and done.stderr == ""

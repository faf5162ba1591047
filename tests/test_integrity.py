"""What an instructor reads beside the marks of a file: its bytes, its imports, what it tried."""

import hashlib
import json
from pathlib import Path

import pytest

from loa_tk.cli.parser import main
from loa_tk.control.classroom import evaluation_checks, search_checks
from loa_tk.control.classroom.examine import examine
from loa_tk.control.classroom.integrity import Integrity, imports, read_integrity
from loa_tk.control.classroom.outputs import as_json, from_json
from own_files import ALPHA_BETA, SIMPLE


@pytest.fixture(autouse=True)
def few_checks(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(evaluation_checks, "CHECKS", evaluation_checks.CHECKS[:1])
    checks = [check for check in search_checks.CHECKS if check.name in ("legal", "value")]
    monkeypatch.setattr(search_checks, "CHECKS", tuple(checks))


def examined(text):
    Path("mine.py").write_bytes(text.encode())
    return examine("mine.py", "breakthrough3", sandbox=SIMPLE)


TRIES = """\
import os, socket, subprocess
from math import inf
def evaluate(position, player):
    from . import helper_that_is_never_reached
"""


def test_imports_are_read_from_the_text():
    assert imports(TRIES.encode()) == ("os", "socket", "subprocess", "math", ".")
    assert imports(b"def (") == () == imports(b"x = 1")


def test_what_could_import_without_a_name_is_told_with_the_imports():
    hidden = b"import math\no = __import__('os')\nexec('import ' + name)\nrun = eval\n"
    assert {*imports(hidden)} == {"math", "__import__()", "exec()", "eval()"}
    assert "its text imports math, " in Integrity(imports=imports(hidden)).rest


@pytest.mark.parametrize("text", [
    "eval = 1.0\nprint(eval)", "def evaluate(p, eval): return eval", "def compile(p): return p",
])  # fmt: skip
def test_a_name_that_a_file_gives_to_something_else_imports_nothing(text):
    assert imports(text.encode()) == ()


def test_what_a_file_tries_is_told_once():
    text = (
        "import os, subprocess\n"
        "for deed in (lambda: open('notes.txt', 'w'), lambda: open('notes.txt', 'w'),\n"
        "             lambda: subprocess.run(['cheat']), lambda: os.remove('games.csv')):\n"
        "    try: deed()\n"
        "    except OSError: pass\n"
        "def evaluate(position, player): return 1\n"
    )
    checked = examined(text)
    known = checked.integrity
    assert known.tried[0] == "write to notes.txt" and "remove games.csv" in known.tried
    assert any("start the program" in what or "start a process" in what for what in known.tried)
    assert len(set(known.tried)) == len(known.tried)
    assert known.imports == ("os", "subprocess")
    assert known.digest == hashlib.sha256(text.encode()).hexdigest()
    assert "it tried to write to notes.txt" in known.line and known.digest[:12] in known.line


def test_the_eval_calls_are_those_that_were_seen():
    honest = examined(ALPHA_BETA).integrity
    assert honest.seen == honest.reported > 0 and not honest.tried
    liar = examined(ALPHA_BETA.replace("counts.eval_max()", "counts.eval_max(); counts.eval_max()"))
    assert liar.integrity.seen < liar.integrity.reported
    assert f"{liar.integrity.seen:,} times and reported {liar.integrity.reported:,}" in (
        liar.integrity.line
    )


def test_it_is_kept_with_the_checks_and_printed(capsys):
    checked = examined(ALPHA_BETA)
    kept = from_json(json.loads(json.dumps(as_json(checked))))
    assert kept.integrity == checked.integrity is not None
    assert read_integrity(None) is None
    with pytest.raises((KeyError, TypeError)):
        read_integrity({"sha256": ""})
    main(["check", "mine.py", "--game", "breakthrough3", "--sandbox", SIMPLE])
    assert "Integrity: the file's SHA-256 begins with" in capsys.readouterr().out
    assert "it was not seen to write" in Integrity().line

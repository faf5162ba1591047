"""Files that try to get marks that they do not deserve: each of them fails its check."""

import os
import sys
from pathlib import Path

import pytest

from loa_tk.control.classroom import evaluation_checks, search_checks
from loa_tk.control.classroom.examine import examine
from loa_tk.control.classroom.students import handed_in
from loa_tk.model.checks.diagnosis import cases, decision, expected
from loa_tk.model.commandline import quote
from loa_tk.model.games import find_game
from loa_tk.model.notation import move_text, position_text
from own_files import ALPHA_BETA, SANDBOXES

QUICK = "minicheckers"

# It calls the program's own search and copies what that has counted.
CALLS_OURS = """\
def choose(position, seconds, counts):
    from loa_tk.lab import search
    found = search(position, f"alphabeta:eval=edges,depth={counts.depth}")
    counts.value(found.value)
    return found.move
"""
IMPORTS_OURS = "from loa_tk.model.search.textbook import AlphaBeta\n" + ALPHA_BETA
# It looks for the program's objects on the stack, and makes itself a judge of its own work.
OWN_JUDGE = """\
import sys, time
def evaluate(position, player):
    return 1.0
time.perf_counter = time.monotonic = time.time = lambda: 0.0
frame = sys._getframe()
while frame is not None:
    inside = frame.f_locals.get("self")
    if type(inside).__name__ == "Inside":
        load, choose = type(inside).load, type(inside).choose
        type(inside).load = lambda self, question: {
            **load(self, question), "functions": ["evaluate", "choose"]}
        type(inside).choose = lambda self, question: {
            "move": question["state"][0] & -question["state"][0], "value": 0.0,
            "levels": [[0, 1], [1, 7]], "evals": [0, 7], "prunes": [0, 0]}
        break
    frame = frame.f_back
"""
FIRST_IN_TIME = ALPHA_BETA.replace(
    "    best = [position.moves()[0]]\n",
    "    best = [position.moves()[0]]\n    if counts.depth is None:\n        return best[0]\n",
)
TIES_WRONG = ALPHA_BETA.replace("if value > v:", "if value >= v:")
MORE_COUNTED = ALPHA_BETA.replace("counts.eval_max()", "counts.eval_max(); counts.eval_max()")


@pytest.fixture(autouse=True)
def quick(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(search_checks, "SECONDS", 0.15)
    monkeypatch.setattr(search_checks, "TIMED", 2)


@pytest.fixture
def only(monkeypatch):
    """Return a function that lets the program make these checks only."""

    def choose(*names):
        for module in (evaluation_checks, search_checks):
            rows = [row for row in module.CHECKS if row.name in names]
            monkeypatch.setattr(module, "CHECKS", rows)

    return choose


def examined(text, sandbox=SANDBOXES[0], **options):
    Path("mine.py").write_text(text, "utf-8")
    return examine("mine.py", QUICK, sandbox=sandbox, games=2, **options)


def finding(checked, name):
    return next(line.finding for line in checked.lines if line.name == name)


@pytest.mark.parametrize("sandbox", SANDBOXES)
def test_the_program_s_own_search_cannot_be_called(sandbox):
    loaded = examined(IMPORTS_OURS, sandbox).lines[0].finding
    assert loaded.status == "failed" and "mine.py, line 1: ImportError" in loaded.text
    asked = finding(examined(CALLS_OURS, sandbox), "legal")
    assert asked.status == "failed" and "mine.py, line 2: ImportError" in asked.text


def test_a_file_cannot_be_its_own_judge(only):
    only("numbers", "speed", "right", "legal", "value", "move", "statistics")
    checked = examined(OWN_JUDGE)
    assert not checked.passed
    assert finding(checked, "speed").figures["positions_per_second"] < 3_000_000
    assert finding(checked, "right").status == "failed"  # for both sides the same
    assert finding(checked, "legal").status == "failed"


def test_a_first_move_in_time_is_no_search(only):
    only("time", "move")
    checked = examined(FIRST_IN_TIME)
    assert finding(checked, "time").status == "failed"
    assert finding(checked, "move").status == "passed"


@pytest.mark.parametrize("waits", ["", "    time.sleep(0.9 * seconds)\n"])
def test_moves_that_are_taken_in_turn_are_no_search(only, waits):
    """Of several attempts one was good, and that was enough."""
    only("time")
    text = f"""\
import time
asked = []
def choose(position, seconds, counts):
    asked.append(0)
{waits}    moves = position.moves()
    return moves[len(asked) % len(moves)]
"""
    found = [finding(examined(text, secret=secret), "time").status for secret in "abc"]
    assert "failed" in found


def test_a_losing_move_does_not_pass(only):
    only("value", "move")
    checked = examined(TIES_WRONG)
    assert finding(checked, "value").status == "passed"
    assert finding(checked, "move").status == "failed"


def test_counts_that_were_not_made_do_not_pass(only):
    only("statistics")
    assert finding(examined(MORE_COUNTED), "statistics").status == "failed"


def copied_answers():
    """Return what Figure 2 answers in all cases of the default seed: its move, value and six."""
    game, table = find_game(QUICK), {}
    for case in cases(game, 1):
        answer = expected(game, case)
        move = move_text(game, case.state, decision(game, case))
        table[position_text(game, case.state), case.depth] = move, answer.value, answer.six
    return table


def test_answers_that_were_copied_before_do_not_pass(only):
    """Depths and the public evaluation can be known; the secret numbers cannot."""
    only("value", "move", "statistics")
    text = f"""\
TABLE = {copied_answers()!r}
def choose(position, seconds, counts):
    move, value, six = TABLE.get((position.text, counts.depth), (position.moves()[0], 0, None))
    counts.value(value)
    if six:
        depth, nodes, *rest = six
        counts.levels.update({{0: nodes - 1, depth: 1}})
        counts.evals[:], counts.prunes[:] = rest[:2], rest[2:]
    return move
"""
    checked = examined(text)
    assert [finding(checked, name).status for name in ("value", "move", "statistics")] == [
        "failed", "failed", "failed",
    ]  # fmt: skip
    assert checked.integrity.seen == 0 < checked.integrity.reported


def test_answers_that_a_program_has_copied_before_do_not_pass(only, tmp_path):
    """Its EVAL is known, but not the positions."""
    only("value", "move", "statistics")
    folder = tmp_path / "ann"
    folder.mkdir()
    # In a sandbox the program finds the system's Python only, and on Windows there is no such name.
    python = quote(sys.executable) if os.name == "nt" else "python3"
    (folder / "player").write_text(f"{python} table.py\n")
    (folder / "table.py").write_text(f"""\
TABLE = {copied_answers()!r}
while True:
    name, *words = input().split()
    if name in ("ugi", "isready"):
        print({{"ugi": "ugiok", "isready": "readyok"}}[name], flush=True)
    elif name == "position":
        position = " ".join(words[1:3])
    elif name == "go":
        move, value, six = TABLE.get((position, int(words[1])), ("a3-b4", 0, [0] * 6))
        print("info score cp", round(100 * value))
        print("info string statistics", *six)
        print("bestmove", move, flush=True)
    elif name == "quit":
        break
""")
    checked = examine(handed_in(folder).checked, QUICK, sandbox=SANDBOXES[0])
    for name in ("value", "move", "statistics"):
        assert finding(checked, name).status == "failed"


def test_an_honest_search_passes_whatever_the_secret(only):
    only("value", "move", "statistics")
    for secret in ("one", "another"):
        assert examined(ALPHA_BETA, secret=secret).passed

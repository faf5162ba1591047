"""What exists of the program in the process of a student's file."""

import ast
import json
import subprocess
import sys

import pytest

from loa_tk.control.guest.sandbox import (
    PACKAGE,
    beside,
    bwrap_command,
    environment,
    interpreter,
)
from loa_tk.guest import BWRAP, LIMITS, NONE
from loa_tk.guest.modules import files as shown_files
from own_files import SANDBOXES
from patience import PATIENCE
from test_guest_jobs import guest_files, job, mistake, run, write

# What a guest imports before it loads a student's file.
LOADED = """
import json, sys
import loa_tk.lab.mistakes, loa_tk.lab.position, loa_tk.lab.source
from loa_tk.model.games import all_games
all_games()
print(json.dumps([name for name in sys.modules if name.split(".")[0] == "loa_tk"]))
"""
RULES = {"game", "games", "bitboard", "notation", "steps"}  # modules of `model`


def test_the_lab_and_the_rules_load_nothing_else():
    done = subprocess.run(
        [sys.executable, "-c", LOADED], capture_output=True, check=True, timeout=PATIENCE
    )
    loaded = [name.split(".")[1:] for name in json.loads(done.stdout)]
    assert ["model", "games", "mini_checkers", "rules"] in loaded
    assert {parts[0] for parts in loaded if parts} == {"immutable", "lab", "model"}
    assert {parts[1] for parts in loaded if parts[0:1] == ["model"] and parts[1:]} <= RULES
    assert not any("knowledge" in parts for parts in loaded)


# A guest that loads students' files, named as JSON, and says what is wrong with each.
GUEST = """
import json, sys
sys.path[:] = [*filter(None, sys.path), sys.argv[1]]
from loa_tk.guest.modules import guard
from loa_tk.lab.mistakes import Mistake
from loa_tk.lab.position import start
from loa_tk.lab.source import load
guard()
for path in json.loads(sys.argv[2]):
    try:
        load(path)
    except Mistake as error:
        print(error)
"""
PATHS = pytest.mark.parametrize("sandbox", [one for one in SANDBOXES if one != LIMITS])


def told(sandbox, folder, sources, alone=""):
    """Return what a guest says of students' files that it loads one after the other."""
    written = [folder / f"file{number}.py" for number in range(len(sources))]
    for path, source in zip(written, sources, strict=True):
        path.write_text(source + "\ndef evaluate(position, player): return 1\n")
    command = [interpreter(), "-s", "-S", "-B", "-c", GUEST, str(PACKAGE.parent),
               json.dumps(list(map(str, written)))]  # fmt: skip
    if sandbox == BWRAP:
        shown = [path for file in written for path in beside(file, alone)]
        command = [*bwrap_command(shown, environment()), *command]
    done = subprocess.run(
        command, env=environment(), capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


NOT_THERE = "is not there when a file is judged: your file has loa_tk.lab and nothing else of the"
REFUSED = {
    "from loa_tk.model.search.textbook import AlphaBeta": "loa_tk.model.search",
    "from loa_tk.model import search": "loa_tk.model.search",
    "import loa_tk.model.search": "loa_tk.model.search",
    "import loa_tk.model.tree.recording as recording": "loa_tk.model.tree",
    "import loa_tk.model.checks": "loa_tk.model.checks",
    "import loa_tk.model.records": "loa_tk.model.records",
    "import loa_tk.control.guest.host": "loa_tk.control",
    "import loa_tk.store, loa_tk.words": "loa_tk.store",
    "import loa_tk.app": "loa_tk.app",
    "from loa_tk.model.games.breakthrough import knowledge":
        "loa_tk.model.games.breakthrough.knowledge",
    "import loa_tk.model.book": "loa_tk.model.book",
    "import loa_tk.model.games.lines_of_action.knowledge.full":
        "loa_tk.model.games.lines_of_action.knowledge",
    "from loa_tk.lab.position import start; start()._game.evaluation('full')":
        "loa_tk.model.games.lines_of_action.knowledge",
    "import importlib; importlib.import_module('loa_tk.model.search')": "loa_tk.model.search",
    "__import__('loa_tk.model.search')": "loa_tk.model.search",
    "import runpy; runpy.run_module('loa_tk.cli.games')": "loa_tk.cli",
    "import sys; del sys.modules['loa_tk']; import loa_tk": "loa_tk",
}  # fmt: skip


@PATHS
def test_every_other_module_is_refused_with_the_line_that_imports_it(tmp_path, sandbox):
    said = told(sandbox, tmp_path, [f"pass\n{line}" for line in REFUSED])
    assert said == [
        f"file{number}.py, line 2: ImportError: {name} {NOT_THERE} program  [{line}]"
        for number, (line, name) in enumerate(REFUSED.items())
    ]


@PATHS
def test_without_the_guard_nothing_is_found_either(tmp_path, sandbox):
    ways = (
        "import sys; sys.meta_path.pop(0); import loa_tk.model.search",
        "import sys; del sys.modules['loa_tk.model'], sys.modules['loa_tk']; import loa_tk.cli",
        "from importlib.machinery import PathFinder; import loa_tk.model as model\n"
        "if not PathFinder.find_spec('loa_tk.model.search', model.__path__): raise ImportError",
    )
    assert ["ImportError" in line or "there is no module" in line
            for line in told(sandbox, tmp_path, ways)] == [True] * len(ways)  # fmt: skip


@PATHS
@pytest.mark.parametrize("of_a_class", [False, True])
def test_the_lab_and_the_rules_are_there(tmp_path, sandbox, of_a_class):
    played = "from loa_tk.lab import Mistake, Position, start\nimport helper\n" \
             "for game in ('loa6', 'breakthrough3', 'minicheckers'):\n" \
             "    assert start(game).after(start(game).moves()[0])[0, 0] in '.bwr'\n"  # fmt: skip
    shared = "_helper" if of_a_class else "helper"
    (tmp_path / f"{shared}.py").write_text("import os\n")
    played = played.replace("helper", shared)
    assert told(sandbox, tmp_path, [played], str(tmp_path) if of_a_class else "") == []


def test_a_helper_s_line_is_named_and_the_lab_s_searches_have_their_own_sentence(tmp_path):
    (tmp_path / "helper.py").write_text("\n\nfrom loa_tk.lab import tree\n")
    lines = ["import helper", "from loa_tk.lab import search", "import loa_tk.lab; loa_tk.lab.play"]
    below = 'of loa_tk.lab cannot be used when a file is judged: import them below ' \
            '`if __name__ == "__main__":`'  # fmt: skip
    assert told(NONE, tmp_path, lines) == [
        f"helper.py, line 3: ImportError: LabNode, LabTree, tree {below}"
        "  [from loa_tk.lab import tree]",
        *(f"file{number}.py, line 1: ImportError: Found, Played, play, search {below}  [{line}]"
          for number, line in enumerate(lines) if number),
    ]  # fmt: skip


@pytest.mark.skipif(BWRAP not in SANDBOXES, reason="only bwrap hides files")
@pytest.mark.parametrize("student", [[], [PACKAGE.parent / "mine.py"]], ids=["", "beside it"])
def test_nothing_else_of_the_program_is_on_the_disk_of_bwrap(student):
    """Not even if a student's file lies beside the program, as in a folder of its sources."""
    listing = f"import os; print([os.path.join(folder, name) for folder, _, names in " \
              f"os.walk({str(PACKAGE)!r}) for name in names])"  # fmt: skip
    command = [*bwrap_command(student, environment()), interpreter(), "-S", "-c", listing]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    found = ast.literal_eval(done.stdout)
    assert set(found) == {str(path) for path in shown_files(PACKAGE) if path.exists()}
    assert str(PACKAGE / "guest" / "inside.py") in found and "knowledge" not in str(found)


# --- in real guests ---

ATTEMPTS = """
import sys
for line in {lines!r}:
    try:
        exec(line)
        print("imported by", line)
    except ImportError as error:
        print(error)
print(*(name for name in sys.modules if name.split(".")[0] == "loa_tk"))
def evaluate(position, player):
    return 1
"""


@pytest.mark.parametrize("sandbox", SANDBOXES)
@pytest.mark.parametrize("of_a_class", [False, True])
def test_a_guest_has_nothing_but_the_lab_and_the_rules(tmp_path, sandbox, of_a_class):
    path = write(tmp_path, ATTEMPTS.format(lines=list(REFUSED)[:-1]))
    heard = []
    with guest_files(sandbox, str(tmp_path) if of_a_class else "") as files:
        run(job(f"alphabeta:eval={path},depth=1"), files, heard)
    printed = "".join(one.content for one in heard if one.kind == "output")
    *said, loaded = printed.splitlines()
    assert said == [f"{name} {NOT_THERE} program" for name in REFUSED.values()][:-1]
    # The table of files and what is loaded are the same.
    sources = (path for path in shown_files(PACKAGE) if path.suffix == ".py")
    there = (path.relative_to(PACKAGE.parent).with_suffix("").parts for path in sources)
    assert set(loaded.split()) == {".".join(parts).removesuffix(".__init__") for parts in there}


@pytest.mark.parametrize("sandbox", SANDBOXES)
def test_an_import_in_a_guest_is_a_mistake_in_its_line(tmp_path, sandbox):
    line = "from loa_tk.model.search.textbook import AlphaBeta"
    path = write(tmp_path, f"def evaluate(position, player):\n    {line}\n    return 1\n")
    wrong = mistake(job(f"alphabeta:eval={path},depth=1"), sandbox=sandbox)
    sentence = f"ImportError: loa_tk.model.search {NOT_THERE} program"
    assert str(wrong) == f"mine.py, line 2: {sentence}  [{line}]"

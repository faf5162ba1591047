"""`loa new` and `loa check`: real files in real guest processes."""

import json
import random
import re
import sys
import time
from pathlib import Path, PureWindowsPath

import pytest

from loa_tk import lab
from loa_tk.cli.parser import main
from loa_tk.control.classroom import evaluation_checks, search_checks, students
from loa_tk.control.classroom import examine as examine_module
from loa_tk.control.classroom.examine import FileSubject, all_rows, examine
from loa_tk.control.classroom.findings import FAILED, MEASURED, PASSED, SKIPPED
from loa_tk.control.classroom.students import example, kinds_of
from loa_tk.control.guest.witness import Testimony as Said
from loa_tk.control.ugi.protocol import Forfeit
from loa_tk.lab import Mistake, Position, functions
from loa_tk.lab.adapter import counted
from loa_tk.lab.counts import SearchCounts
from loa_tk.lab.frames import frames_at
from loa_tk.lab.source import CHOOSE, EVALUATE, load_repeatably
from loa_tk.model.checks.diagnosis import Case, decision
from loa_tk.model.checks.mistakes import MISTAKES, SLIPS
from loa_tk.model.commandline import split
from loa_tk.model.games import all_games, find_game
from loa_tk.model.search.players import read_player
from loa_tk.words import own_code as guest_words
from own_files import ALPHA_BETA, CHANGES, SIMPLE, with_mistake

ROOT = Path(__file__).parent.parent
QUICK = "minicheckers"  # its searches are small


@pytest.fixture(autouse=True)
def in_a_hurry(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(search_checks, "SECONDS", 0.15)
    monkeypatch.setattr(search_checks, "TIMED", 2)
    monkeypatch.setattr(evaluation_checks, "POSITIONS", 20)


def examined(text, game=QUICK, secret="drawn", **options):
    with open("mine.py", "w", encoding="utf-8") as file:
        file.write(text)
    return examine("mine.py", game, sandbox=SIMPLE, games=2, secret=secret, **options)


def found(checked, name):
    return next(line.finding for line in checked.lines if line.name == name)


class InThisProcess(FileSubject):
    """Runs a file here: a guest takes a third of a second to start, and has its own tests."""

    def _asked(self, question):
        try:
            return question(GuestHere(self.path))
        except Mistake as error:
            raise Forfeit(str(error)) from error


class GuestHere:
    """Answers as a guest does."""

    def __init__(self, path):
        self.code = load_repeatably(path)
        self.functions = [name for name in (EVALUATE, CHOOSE) if self.code.has(name)]

    def values(self, game, asked, stop):
        random.seed(self.seed)
        return functions.values(game, self.code.function(EVALUATE), asked, self.code)

    def choose(self, game, state, limits, evaluation, patience, watch=False):
        random.seed(self.seed)
        record = []
        counts = SearchCounts(
            limits.depth, lambda position, player: evaluation.value(position._state, player),
            limits.seconds, limits.stop, record,
        )  # fmt: skip
        begun = time.perf_counter()
        move = functions.choose(
            game, state, self.code.function(CHOOSE), counts, limits.seconds, self.code, record
        )
        return Said(
            move=move, value=counts.reported, counted=counted(counts), evals=0, steps=tuple(record),
            seconds=time.perf_counter() - begun,
        )  # fmt: skip

    def frames(self, game, state, limits, evaluation, leaf, patience=None):
        random.seed(self.seed)
        return frames_at(
            game, state, self.code, limits.depth, leaf,
            lambda position, player: evaluation.value(position._state, player),
        )  # fmt: skip


@pytest.fixture
def here(monkeypatch):
    """Let the program examine files in this process, and make only the checks that are named."""
    monkeypatch.setattr(examine_module, "FileSubject", InThisProcess)

    def only(*names):
        for module in (evaluation_checks, search_checks):
            rows = [row for row in module.CHECKS if row.name in names]
            monkeypatch.setattr(module, "CHECKS", rows)

    return only


# --- searches ---


def test_a_correct_alpha_beta_passes(capsys):
    with open("mine.py", "w", encoding="utf-8") as file:
        file.write(ALPHA_BETA)
    assert main(["check", "mine.py", "--game", QUICK, "--sandbox", SIMPLE, "--explain"]) == 0
    out = capsys.readouterr().out
    for row in search_checks.CHECKS:
        assert row.text in out
    assert "All required checks pass." in out and "✗" not in out
    assert "and are named" in out  # what --explain adds


@pytest.mark.parametrize(
    "name", ["strict comparison", "window not passed down", "cutoff one ply late"]
)
def test_known_wrong_searches_are_told_apart_by_name(name, monkeypatch):
    rows = [row for row in search_checks.CHECKS if row.name in ("value", "statistics")]
    monkeypatch.setattr(search_checks, "CHECKS", rows)
    checked = examined(with_mistake(name))
    statistics = found(checked, "statistics")
    assert not checked.passed
    assert statistics.status == FAILED and statistics.figures["mistakes"] == [name]
    assert name in statistics.text and "Figure 2" in statistics.text
    # Only the cutoff changes the value.
    assert (found(checked, "value").status == FAILED) == (name == "cutoff one ply late")


@pytest.mark.parametrize("kind", ["evaluation", "search"])
def test_an_example_names_itself_in_commands_that_work(kind, tmp_path, monkeypatch, capsys):
    """Blanks are quoted, and a path of Windows has no backslash, which would begin an escape."""
    folder = tmp_path / "users, new"
    folder.mkdir()
    path = str(folder / "my file.py")
    assert main(["new", kind, path]) == 0
    assert kinds_of(Path(path).read_bytes()) == (kind,)
    lines = re.findall(r"  loa (match .*|check .*)", Path(path).read_text("utf-8"))
    play, check = (split(line) for line in lines)
    named = [*read_player(find_game("loa5"), play[2]).files, check[1]]
    assert [Path(name) for name in named] == [Path(path)] * 2
    monkeypatch.setattr(students, "Path", PureWindowsPath)
    assert "check C:/users/new.py" in example(kind, r"C:\users\new.py", find_game("loa5"))


def test_the_example_of_a_search_lacks_only_the_pruning(here, capsys):
    assert main(["new", "search", "mine.py", "--game", QUICK]) == 0
    checked = examine("mine.py", QUICK, sandbox=SIMPLE)
    assert [line.name for line in checked.lines if line.failed] == ["statistics"]
    assert found(checked, "statistics").figures["mistakes"] == ["no pruning"]


WRONG = {
    "legal": ("def choose(position, seconds, counts):\n    return 'a1-a6'\n", "a1-a6"),
    "time": (
        "import time\ndef choose(position, seconds, counts):\n"
        "    counts.depth or time.sleep(9)\n    return position.moves()[0]\n",
        "more than its 0.15 s",
    ),
    "win1": (
        "def choose(position, seconds, counts):\n"
        "    quiet = [m for m in position.moves() if not position.after(m).over]\n"
        "    return (quiet or position.moves())[0]\n",
        "of",
    ),
    "value": (
        "def choose(position, seconds, counts):\n    counts.value(3)\n"
        "    return position.moves()[0]\n",
        "value +3",
    ),
    "move": (
        "def choose(position, seconds, counts):\n    return position.moves()[0]\n",
        "are not the best; the first:",
    ),
    "statistics": (
        "def choose(position, seconds, counts):\n    return position.moves()[0]\n",
        "counts nothing",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_each_check_of_a_search_can_fail(name, monkeypatch, request):
    if name == "time":  # only a guest can be ended
        rows = [row for row in search_checks.CHECKS if row.name == name]
        monkeypatch.setattr(search_checks, "CHECKS", rows)
    else:
        request.getfixturevalue("here")(name)
    text, said = WRONG[name]
    finding = found(examined(text, "loa5" if name == "win1" else QUICK), name)
    assert finding.status == FAILED and said in finding.text and finding.share < 1


def test_wins_that_are_too_deep_for_a_game_are_skipped(here):
    here("win1", "win5")
    checked = examined(ALPHA_BETA, "loa8")
    assert found(checked, "win1").status == PASSED
    assert found(checked, "win5").status == SKIPPED and checked.passed


# --- evaluations ---


@pytest.mark.parametrize("game", all_games())
def test_the_example_of_an_evaluation_passes_in_every_game(game, here, capsys):
    here("numbers", "same", "symmetry", "speed", "right", "rank")
    assert main(["new", "evaluation", "mine.py", "--game", game]) == 0
    checked = examine("mine.py", game, sandbox=SIMPLE)
    assert checked.passed and len(checked.lines) == 7
    assert found(checked, "symmetry").status == PASSED
    assert found(checked, "right").share > 0.5


def test_without_proved_positions_an_evaluation_is_not_judged_by_them(here, monkeypatch):
    here("numbers", "same", "right", "rank")
    monkeypatch.setattr(evaluation_checks, "known", lambda game, number, seed: ())
    assert main(["new", "evaluation", "mine.py"]) == 0
    checked = examine("mine.py", "loa5", sandbox=SIMPLE)
    assert [found(checked, name).status for name in ("right", "rank")] == [SKIPPED, SKIPPED]
    assert checked.passed


def test_the_example_of_an_evaluation_plays(capsys):
    assert main(["new", "evaluation", "mine.py"]) == 0
    checked = examine("mine.py", "loa5", sandbox=SIMPLE, games=2)
    games = found(checked, "games")
    assert checked.passed and games.status == MEASURED and games.share >= 0.5
    assert sum(games.figures[name] for name in ("wins", "draws", "losses")) == 2


def test_how_often_an_evaluation_is_right_stands_beside_the_game_s_own(here):
    here("right", "rank")
    groups = (
        "def evaluate(position, player):\n"
        "    return len(position.groups(position.other(player))) - len(position.groups(player))\n"
    )
    checked = examined(groups, "loa5")
    right = found(checked, "right")
    assert set(right.figures["beside"]) == {"groups", "centre", "full"}
    assert right.figures["beside"]["full"] > right.figures["right"] > 0
    rank = found(checked, "rank").figures
    assert rank["beside"]["full"] > rank["correlation"] > 0


LINES = {
    "numbers": ("    return 'much'\n", "the text 'much'"),
    "same": ("    import random\n    return random.random()\n", "then"),
    "symmetry": ("    return position.pieces(player)[0][0]\n", "mirror"),
}


@pytest.mark.parametrize("name", LINES)
def test_each_check_of_an_evaluation_can_fail(name, here):
    here(name)
    line, said = LINES[name]
    checked = examined("def evaluate(position, player):\n" + line, "loa5")
    finding = found(checked, name)
    assert finding.status == FAILED and said in finding.text
    assert checked.passed == (name == "symmetry")  # which is only advice


def test_a_constant_and_a_reversed_evaluation_fail_with_a_sentence(here):
    here("same", "symmetry", "right")
    empty = examined("def evaluate(position, player):\n    return 7\n", "loa5")
    assert not empty.passed and not any(line.finding.share for line in empty.lines[1:])
    assert "every value is 7" in found(empty, "right").text
    spread = example("evaluation", "mine.py", find_game("loa5"))
    turned = spread.replace("position, other) - spread", "position, other) * -1 + spread")
    reverse = examined(turned, "loa5")
    right = found(reverse, "right")
    assert not reverse.passed and right.status == FAILED and right.share < 0.5
    assert right.text.endswith("Is the sign reversed?")
    assert examined(spread, "loa5").passed
    nobody = examined("def evaluate(position, player):\n    return len(position.moves())\n", "loa5")
    assert not nobody.passed and "does it use `player`" in found(nobody, "right").text


def test_a_game_lost_by_an_error_fails_the_check(monkeypatch):
    rows = [row for row in evaluation_checks.CHECKS if row.name == "games"]
    monkeypatch.setattr(evaluation_checks, "CHECKS", rows)
    late = (
        "def evaluate(position, player):\n"
        "    return 1 / (len(position.pieces('b')) + len(position.pieces('r')) - 11)\n"
    )
    checked = examined(late)
    finding = found(checked, "games")
    assert finding.status == FAILED and "ZeroDivisionError" in finding.text
    assert finding.figures["forfeits"] > 0
    assert "forfeits" not in finding.text and "eval=" not in finding.text
    assert str(Path.cwd()) not in finding.text


def test_the_same_seed_and_secret_give_the_same_check(here):
    here("numbers", "same", "legal")
    dice = "import random\ndef evaluate(position, player):\n    return random.random()\n"
    first, second = (examined(dice, secret="s") for _ in "12")
    assert first.lines == second.lines and not first.passed
    assert examined(dice, seed=2, secret="s").lines != first.lines
    picky = (
        "import random\ndef choose(position, seconds, counts):\n"
        "    assert random.random() < 0.5, 'bad luck'\n    return position.moves()[0]\n"
    )
    first, second = (examined(picky, secret="s") for _ in "12")
    assert first.lines == second.lines and "bad luck" in first.lines[-1].finding.text


def test_what_a_file_prints_is_shown_but_not_all_of_it(monkeypatch, capsys):
    monkeypatch.setattr(evaluation_checks, "CHECKS", evaluation_checks.CHECKS[:1])
    text = "print('hello' * 100_000)\ndef evaluate(position, player):\n    return 0\n"
    Path("mine.py").write_text(text)
    assert main(["check", "mine.py", "--game", QUICK, "--sandbox", SIMPLE]) == 0
    out = capsys.readouterr().out
    assert "It printed:\n  | hellohello" in out and len(out) < 1000


# --- files that do not load ---


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("def evaluate(position, player)\n    return 1\n", "SyntaxError"),
        ("import nothing_of_this_name\n", "there is no module nothing_of_this_name here"),
        ("x = 1\n", "neither"),
        ("1 / 0\n", "line 1"),
    ],
)
def test_a_file_that_does_not_load_fails_with_the_reason(text, said, here):
    checked = examined(text)
    assert [line.name for line in checked.lines] == ["loads"]
    assert not checked.passed and said in found(checked, "loads").text


# --- the command ---


def test_json_has_every_check(here, capsys):
    here(*(row.name for row in all_rows()))
    with open("mine.py", "w", encoding="utf-8") as file:
        file.write("def evaluate(position, player):\n    return None\n")
    assert main(["check", "mine.py", "--json", "--sandbox", SIMPLE]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["passed"] is False and answer["kinds"] == ["evaluation"]
    names = [row.name for row in all_rows()]
    assert [check["name"] for check in answer["checks"]] == names[: len(answer["checks"])]
    numbers = answer["checks"][1]
    assert numbers["status"] == "failed" and numbers["required"] and "nothing" in numbers["result"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "missing.py"],
        ["check", ""],
        ["check", "mine.py", "--game", "chess"],
        ["check", "mine.py", "--seed", "x"],
        ["check", "mine.py", "--sandbox", "glass"],
        ["check", "ugi:no-such-program-here"],
        ["new", "evaluation", "mine.py"],
        ["new", "evaluation", "mine.txt"],
        ["new", "poem", "other.py"],
        ["new", "search", "no/such/folder.py"],
    ],
)
def test_wrong_input_is_one_line_and_status_2(arguments, capsys):
    with open("mine.py", "w", encoding="utf-8") as file:
        file.write("# mine, and empty but for this\n")
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1
    with open("mine.py", encoding="utf-8") as file:
        assert file.read().startswith("# mine")  # never replaced


def test_an_empty_file_is_not_replaced_either(capsys):
    open("mine.py", "w").close()
    assert main(["new", "evaluation", "mine.py"]) == 2


def test_names_of_checks_are_unique():
    names = [row.name for row in all_rows()]
    assert len(set(names)) == len(names)


def test_the_known_changes_are_changes():
    for name in CHANGES:
        assert with_mistake(name) != ALPHA_BETA
        compile(with_mistake(name), name, "exec")


# --- other programs ---


def engine(player):
    return f"ugi:{sys.executable} -m loa_tk engine {QUICK} --player {player}"


def test_a_program_that_speaks_ugi_is_checked_in_the_same_way(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    checked = examine(engine("alphabeta:eval=edges"), QUICK)
    assert checked.passed, checked.lines
    assert [line.name for line in checked.lines[1:]] == [row.name for row in search_checks.CHECKS]


def test_a_program_with_a_mistake_gets_its_name(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    rows = [row for row in search_checks.CHECKS if row.name in ("value", "statistics")]
    monkeypatch.setattr(search_checks, "CHECKS", rows)
    checked = examine(engine("minimax:eval=edges"), QUICK)
    assert found(checked, "value").status == PASSED
    assert found(checked, "statistics").figures["mistakes"] == ["no pruning"]


def test_a_program_that_says_nothing_is_one_failed_check():
    checked = examine(f"ugi:{sys.executable} -c pass", QUICK)
    assert not checked.passed and "has ended" in found(checked, "loads").text


# --- the handout ---


def test_the_handout_names_what_exists(tmp_path):
    handout = (ROOT / "docs" / "STUDENTS.md").read_text("utf-8")
    for name in set(re.findall(r"`position\.(\w+)", handout)):
        assert hasattr(Position, name), name
    for name in set(re.findall(r"`counts\.(\w+)", handout)):
        assert hasattr(SearchCounts(), name), name
    public = [name for name in dir(SearchCounts) if not name.startswith("_")]
    assert all(name in handout for name in public if name != "statistics")
    for name in re.search(r"from loa_tk.lab import (.*)", handout)[1].split(", "):
        assert hasattr(lab, name)
    reasons = (guest_words.TOO_LATE, guest_words.SILENT)
    for reason in re.findall(r"^\| `((?:took|has not).*?) … s` \|", handout, re.M):
        assert any(f"{reason} {{seconds" in known for known in reasons), reason
    assert all(len(line) <= 100 for line in handout.splitlines() if not line.startswith("|"))


def test_the_documents_count_and_list_the_checks():
    files = (ROOT / "docs" / "FILES.md").read_text("utf-8")
    assert all(f"`{row.name}`" in files for row in all_rows())
    guide = " ".join((ROOT / "docs" / "CLASS.md").read_text("utf-8").split())
    counts = len(MISTAKES), len(SLIPS)
    assert "recognises {} mistakes of alpha-beta and {} of counting".format(*counts) in guide


class Delayed:
    """A search that takes these seconds, one after the other; None is no answer at all."""

    close, watched = 0.0, False

    def __init__(self, *delays):
        self.delays = iter(delays)

    def choose(self, state, depth, seconds, evaluation=None, watch=0):
        delay = next(self.delays)
        if delay is None:
            raise Forfeit("no answer")
        move = decision(find_game(QUICK), Case(state, 5))
        return search_checks.Chosen(move=move, value=None, six=None, seconds=seconds + delay)


@pytest.mark.parametrize(
    ("delays", "status"),
    [
        ((0, 0), PASSED),
        ((3, 0, 0), PASSED),  # the machine was busy once
        ((3, None, 0, None, 3, 0), PASSED),
        ((3, 3, 3, 0), FAILED),
        ((0, None, None, None), FAILED),
    ],
)
def test_only_a_search_that_is_late_every_time_is_late(delays, status):
    exam = search_checks.SearchExam(find_game(QUICK), 1, Delayed(*delays))
    assert search_checks.check_time(exam).status == status


def test_a_value_of_0_names_nobody(here):
    """One that is 0 in most positions is not right there, and the finding says so."""
    value = "len(position.pieces(player)) - len(position.pieces(position.other(player)))"
    Path("zero.py").write_text(f"def evaluate(position, player):\n    return {value}\n")
    checked = examine("zero.py", "loa5", sandbox=SIMPLE, games=0)
    (right,) = [line.finding for line in checked.lines if line.name == "right"]
    nobody, count = right.figures["nobody"], right.figures["positions"]
    assert 0 < nobody < count and f"in {nobody} of them the value is 0" in right.text
    assert right.figures["right"] <= 1 - nobody / count


def test_a_folder_is_checked_by_its_python_file(here, capsys):
    folder = Path("ann")
    folder.mkdir()
    (folder / "main.py").write_text("import other\n\ndef evaluate(position, player)\n")
    assert main(["check", "ann", "--sandbox", SIMPLE]) == 1
    assert "main.py" in capsys.readouterr().out
    for name in ("main", "other"):
        (folder / f"{name}.py").write_text("def evaluate(position, player):\n    return 0\n")
    assert main(["check", "ann", "--sandbox", SIMPLE]) == 2
    said = capsys.readouterr().err
    assert "'main.py', 'other.py'" in said and "name the file itself" in said
    assert len(said.splitlines()) == 1

"""Students' programs in other languages: read from folders, isolated, checked and played."""

import json
import os
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from loa_tk.cli.parser import main
from loa_tk.control.classroom.programs import program_in
from loa_tk.control.classroom.students import example, read_submissions
from loa_tk.control.guest import sandbox as sandboxes
from loa_tk.control.guest.sandbox import held
from loa_tk.control.series import gamefiles
from loa_tk.control.series.plan import Plan, Task
from loa_tk.control.series.play import play_game
from loa_tk.control.ugi.client import ProgramClient
from loa_tk.control.ugi.protocol import Account, Forfeit, Terms, Ugi, terms_of
from loa_tk.guest import LIMITS, filter, kernel
from loa_tk.guest.limits import readable_by_all
from loa_tk.model.game import UserError, finish
from loa_tk.model.games import find_game
from loa_tk.model.match import Match
from loa_tk.model.notation import move_text
from loa_tk.model.search.players import Player, read_player
from own_files import ALPHA_BETA, SHUT_IN, SIMPLE
from patience import PATIENCE, patiently, wait_until
from test_game_contract import positions
from test_structure import ROOT

LOA5 = find_game("loa5")
STUDENTS = (ROOT / "docs" / "STUDENTS.md").read_text("utf-8")
posix = pytest.mark.skipif(os.name != "posix", reason="the programs are scripts of a shell")
# Speaks UGI and answers every position of the start with the same move.
SHELL = """#!/bin/sh
{begin}
while read word rest; do
  case $word in
    ugi) echo ugiok;;
    isready) echo readyok;;
    go) {go}; echo bestmove b1-e1;;
    quit) exit 0;;
  esac
done
"""
COMPILERS = {
    "mine.cpp": ("g++", ["-std=c++17", "-o", "engine", "mine.cpp"], ""),
    "Mine.java": ("javac", ["Mine.java"], "java -cp . Mine"),
}


def program(folder, begin=":", go=":", name="engine"):
    """Write a student's program into a folder, and return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(SHELL.format(begin=begin, go=go))
    path.chmod(0o755)
    return path


def client(folder, sandbox, alone="", game=LOA5):
    """Return the program of a folder at work."""
    player = Player("ugi", command=program_in(folder), folder=str(folder))
    return ProgramClient(player, game, sandbox=sandbox, alone=alone)


def heard(folder, sandbox, alone=""):
    """Return the lines that a program says before its move."""
    lines = []
    player = client(folder, sandbox, alone)
    try:
        player._tell("position fen 1bbb1/w3w/w3w/w3w/1bbb1 b", "go depth 1")
        player._until("bestmove", PATIENCE, lines.append)
    finally:
        player.close()
    return lines


# --- the folder ---


@posix
def test_a_folder_with_a_program_is_a_student(tmp_path):
    program(tmp_path / "ann")
    program(tmp_path / "ben", name="a")
    (tmp_path / "ben" / "player").write_text("./a --fast\n")
    program(tmp_path / "two", name="a")
    program(tmp_path / "two", name="b")
    program(tmp_path / "wrong")
    (tmp_path / "wrong" / "player").write_text("one\ntwo\n")
    program(tmp_path / "eve").with_name("choose.py").write_text(ALPHA_BETA)
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "readme.txt").write_text("nothing")
    found = read_submissions(tmp_path)
    students = {student.name: student for student in found.students}
    assert list(students) == ["ann", "ben", "eve"]
    assert students["ann"].command == "./engine" and students["ben"].command == "./a --fast"
    assert not students["eve"].command  # the Python file counts
    player = read_player(LOA5, students["ann"].player(3, None))
    assert (player.depth, player.options["folder"]) == (3, str(tmp_path / "ann"))
    assert terms_of(player, 1.0).go() == "go depth 3" and terms_of(player, 1.0).wait == 10.0
    said = " ".join(found.left_out)
    assert "several programs ('a', 'b')" in said and "one line" in said and "notes" in said


@posix
def test_a_program_that_has_changed_is_noticed(tmp_path):
    path = program(tmp_path / "ann")
    (before,) = read_submissions(tmp_path).students
    path.write_text(path.read_text() + "# another\n")
    (after,) = read_submissions(tmp_path).students
    assert before.digest != after.digest


@posix
@pytest.mark.parametrize("sandbox", SHUT_IN)
def test_a_command_cannot_lead_to_another_student(tmp_path, sandbox):
    other = program(tmp_path / "ben")
    ann = tmp_path / "ann"
    ann.mkdir()
    for command in ("../ben/engine", str(other), "sh ../ben/engine", "./link"):
        (ann / "player").write_text(command)
        (ann / "link").unlink(missing_ok=True)
        (ann / "link").symlink_to(other)
        (student,) = [one for one in read_submissions(tmp_path).students if one.name == "ann"]
        assert student.path.parent == ann
        player = read_player(LOA5, student.player(1, None))
        with pytest.raises(Forfeit):
            ProgramClient(player, LOA5, sandbox=sandbox, alone=str(tmp_path))
    (ann / "player").unlink()
    (ann / "player").symlink_to(other)
    assert "symbolic link" in " ".join(read_submissions(tmp_path).left_out)


def test_a_program_that_is_not_there_is_named(tmp_path, capsys):
    (tmp_path / "player").write_text("no_such_program -x")
    with pytest.raises(Forfeit, match="there is no program 'no_such_program'"):
        client(tmp_path, SIMPLE)
    (tmp_path / "empty").mkdir()
    assert main(["check", str(tmp_path / "empty")]) == 2
    assert "has no program" in capsys.readouterr().err


# --- the sandbox ---

ATTEMPTS = {
    "read another student's file": "read x < {other}",
    "read a file of the system": "read x < /etc/passwd",
    "write a file": "echo x > {own}/x",
    "write a temporary file": "echo x > /tmp/loa_test_x",
    "start another program": "/bin/true",
    "signal its host": "kill -0 {host}",
}


@posix
@pytest.mark.parametrize("sandbox", SHUT_IN)
def test_a_program_is_kept_from(tmp_path, sandbox):
    other = tmp_path / "ben"
    other.mkdir()
    (other / "secret.txt").write_text("secret\n")
    folder = tmp_path / "ann"
    facts = {"other": other / "secret.txt", "own": folder, "host": os.getpid()}
    tries = "; ".join(
        f"if {attempt.format(**facts)} 2>/dev/null; then echo info string {number}; fi"
        for number, attempt in enumerate(ATTEMPTS.values())
    )  # fmt: skip
    program(folder, go=f"read x < data && echo info string $x; {tries}")
    (folder / "data").write_text("own\n")
    said = heard(folder, sandbox, str(tmp_path))
    done = [name for number, name in enumerate(ATTEMPTS) if f"info string {number}" in said]
    assert "info string own" in said and not done
    assert not (folder / "x").exists() and not Path("/tmp/loa_test_x").exists()


@pytest.mark.skipif(
    LIMITS not in SHUT_IN or not held(LIMITS)["namespaces"], reason="nothing can be covered"
)
def test_the_program_itself_cannot_be_handed_in(tmp_path, monkeypatch):
    """Installed in a system's folder, which a program may read, it would play as `loa engine`."""
    monkeypatch.setattr(sandboxes, "SYSTEM", (*sandboxes.SYSTEM, str(ROOT)))
    engine = ROOT / "loa_tk" / "cli" / "engine.py"
    program(tmp_path, go=f"read x < {ROOT}/README.md && echo info string $x; "
                         f"if read x < {engine}; then echo info string it is there; fi")
    said = heard(tmp_path, LIMITS)
    # A program that root starts is another user's, who cannot enter root's home.
    outside = os.geteuid() != 0 or readable_by_all(ROOT / "README.md")
    assert ("info string # loa_tk" in said) == outside and "info string it is there" not in said


@posix
def test_a_program_that_hangs_or_ends_forfeits(tmp_path):
    program(tmp_path / "ann", go="while :; do :; done")
    player = client(tmp_path / "ann", SIMPLE)
    with pytest.raises(Forfeit, match="did not say bestmove"):
        player.choose(Match(LOA5), Terms(wait=0.2, depth=1))
    player.close()
    assert player.process.poll() is not None
    program(tmp_path / "ben", go="exit 3")
    player = client(tmp_path / "ben", SIMPLE)
    with pytest.raises(Forfeit, match="has ended with status 3"):
        player.choose(Match(LOA5), Terms(wait=PATIENCE, depth=1))
    player.close()


@posix
def test_the_last_words_of_a_program_move_no_cursor(tmp_path):
    program(tmp_path, go=r"printf '\033[2J\342\200\256it is wrong' >&2; exit 1")
    player = client(tmp_path, SIMPLE)
    with pytest.raises(Forfeit, match=r"status 1: \ufffd\[2J\ufffdit is wrong\.") as error:
        player.choose(Match(LOA5), Terms(wait=PATIENCE, depth=1))
    player.close()
    assert str(error.value).isprintable()


@posix
def test_an_answer_comes_after_its_question(tmp_path):
    program(tmp_path, go="echo bestmove b1-e1; echo info string statistics 9 9 9 9 9 9; echo early")
    player = client(tmp_path, SIMPLE)
    heard = []
    for _ in range(2):
        player.choose(Match(LOA5), Terms(wait=PATIENCE, depth=1))
        wait_until(lambda: list(player.lines.queue)[-1:] == ["bestmove b1-e1"])
        heard.append(list(player.lines.queue))
    player.close()
    assert len(heard[0]) == len(heard[1]) == 3  # nothing is left of the first time


@posix
def test_a_report_of_any_size_leaves_a_game_that_can_be_read_again(tmp_path):
    """Otherwise a lost game would be played again when the series goes on."""
    huge = "9" * 18
    line = f"echo info depth 1 score cp {huge} nodes {huge} pv b1-e1"
    program(tmp_path / "ann", go=f"{line}; echo info string statistics {f'{huge} ' * 6}")
    (student,) = read_submissions(tmp_path).students
    plan = Plan(game="loa5", players=(student.player(1, None), "random"), sandbox=SIMPLE,
                openings=0)  # fmt: skip
    result = play_game(Task(0, plan))
    path = tmp_path / "games.csv"
    path.write_text(gamefiles.as_csv(plan, [result]))
    read = gamefiles.read(path, plan)
    assert result.turns and not read.faults and read.of(plan) == [result]


@posix
def test_a_program_that_floods_its_error_stream_is_ended(tmp_path):
    """It would take the processor's time from its opponent, whose search may be in our process."""
    longer = "; ".join(["s=$s$s"] * 10)
    program(tmp_path, go=f"s=xxxxxxxx; {longer}; while :; do echo $s >&2; done")
    player = client(tmp_path, SIMPLE)
    with pytest.raises(Forfeit, match="too much to its error stream"):
        player.choose(Match(LOA5), Terms(wait=PATIENCE, depth=1))
    player.close()


# --- the engines that `loa new` writes ---


def expected(game, state):
    """Return the move that the engine plays: the first after which the groups stand best."""
    own = game.player(state)

    def value(move):
        after = game.play(state, move)
        mine, theirs = (len(game.groups(after, side)) for side in (own, 1 - own))
        return 100 if mine == 1 else theirs - mine

    return max(game.moves(state), key=value)


@pytest.mark.parametrize("name", COMPILERS)
def test_a_written_engine_compiles_plays_and_speaks(tmp_path, name):
    compiler, arguments, command = COMPILERS[name]
    if shutil.which(compiler) is None:
        pytest.skip(f"{compiler} is not installed")
    assert main(["new", "engine", str(tmp_path / name)]) == 0
    subprocess.run([compiler, *arguments], cwd=tmp_path, check=True, timeout=PATIENCE)
    if command:
        (tmp_path / "player").write_text(command)
    for key in ("loa5", "loa8"):
        game = find_game(key)
        states = [state for state in positions(game, 40, 3) if finish(game, state) is None]
        player = client(tmp_path, SHUT_IN[0] if SHUT_IN else SIMPLE, game=game)
        try:
            for state in random.Random(1).sample(states, 12):
                report = player.choose(Match(game, state), Terms(wait=PATIENCE, depth=1))
                assert move_text(game, state, report.move) == move_text(
                    game, state, expected(game, state)
                )
        finally:
            player.close()


# What a student adds to the written engine, by section 7 of the handout alone.
FIGURE_2 = """
int limit; int six[6]; char me;
double place(const Board& b, char side) {
    int g = groups(b, side), p = std::count(b.squares.begin(), b.squares.end(), side), r = 0;
    for (int i = 2; i <= 2 * (b.n - 2); i++)
        for (int j = i; j <= 2 * (b.n - 2); j++) { r++; if (i == g && j == p) return r; }
    return 0;
}
double value(const Board& b, double alpha, double beta, int depth, Move* best) {
    bool max = depth % 2 == 0;
    six[0] = std::max(six[0], depth); six[1]++;
    char moved = other(b.side);
    if (groups(b, moved) == 1) return moved == me ? 100 : -100;
    if (groups(b, b.side) == 1) return b.side == me ? 100 : -100;
    int m = 2 * (b.n - 2), a = (m - 1) * m / 2 + 1;
    double eval = 100 * (place(b, other(me)) - place(b, me)) / a;
    if (depth == limit) { six[max ? 2 : 3]++; return eval; }
    auto all = moves(b);
    if (all.empty()) return max ? -100 : 100;
    double v = max ? -1e9 : 1e9;
    for (Move one : all) {
        double w = value(after(b, one), alpha, beta, depth + 1, nullptr);
        if (max ? w > v : w < v) { v = w; if (best) *best = one; }
        if (max ? v >= beta : v <= alpha) { six[max ? 4 : 5]++; return v; }
        if (max) alpha = std::max(alpha, v); else beta = std::min(beta, v);
    }
    return v;
}
Move search(const Board& b, int depth) {
    std::fill(six, six + 6, 0);
    limit = depth; me = b.side;
    Move best{};
    double v = value(b, -100, 100, 0, &best);
    std::cout << "info depth " << depth << " score cp " << std::lround(100 * v) << " nodes "
              << six[1] << " pv " << name(b, best) << "\\ninfo string statistics";
    for (int one : six) std::cout << " " << one;
    std::cout << std::endl;
    return best;
}
"""


@pytest.mark.skipif(shutil.which("g++") is None, reason="g++ is not installed")
def test_an_engine_written_by_the_handout_passes_every_check(tmp_path, capsys):
    text = example("engine", "mine.cpp", LOA5)
    go = 'std::cout << "bestmove " << name(board, choose(board))'
    asked = """{
            int depth = 3;
            words >> word;
            if (word == "depth") words >> depth;
            Move best = search(board, depth);
            std::cout << "bestmove " << name(board, best)"""
    assert go in text and "int main() {" in text
    end = '<< std::endl;\n        if (word == "quit")'
    assert end in text
    text = text.replace(go, asked).replace(end, end.replace(";", "; }", 1))
    text = text.replace("int main() {", FIGURE_2 + "int main() {")
    (tmp_path / "mine.cpp").write_text("#include <cmath>\n" + text)
    command = ["g++", "-O2", "-std=c++17", "-o", "engine", "mine.cpp"]
    subprocess.run(command, cwd=tmp_path, check=True, timeout=PATIENCE)
    assert main(["check", str(tmp_path), "--json", "--sandbox", SIMPLE]) == 0
    checks = {one["name"]: one for one in json.loads(capsys.readouterr().out)["checks"]}
    assert checks["statistics"]["status"] == checks["value"]["status"] == "passed"
    player = client(tmp_path, SIMPLE)
    try:
        report = player.choose(Match(LOA5), Terms(wait=PATIENCE, depth=4))
    finally:
        player.close()
    assert report.statistics.nodes == 1625 and report.value == 0


@pytest.mark.parametrize(
    ("file", "game", "said"),
    [
        ("mine.rs", LOA5, "must end in .cpp or .java"),
        ("my-engine.java", LOA5, "name of a class"),
        ("mine.cpp", find_game("breakthrough8"), "Lines of Action only"),
    ],
)
def test_an_engine_that_cannot_be_written_is_refused(file, game, said):
    with pytest.raises(UserError, match=said):
        example("engine", file, game)


# --- a class, and the check ---


@posix
def test_a_program_is_checked_and_plays_in_a_class(tmp_path, capsys):
    program(tmp_path / "class" / "ann")
    arguments = ["--sandbox", SIMPLE, "--json"]
    assert main(["check", str(tmp_path / "class" / "ann"), *arguments]) == 1
    checked = json.loads(capsys.readouterr().out)
    assert checked["kinds"] == ["search"] and checked["sandbox"]
    assert checked["checks"][0]["status"] == "passed"
    (tmp_path / "class" / "ben.py").write_text("def evaluate(position, player): return 0\n")
    assert main(["class", str(tmp_path / "class"), "--depth", "1", "--openings", "0",
                 "--against", "random", "--jobs", "1", *arguments]) == 0  # fmt: skip
    players = {one["name"]: one for one in json.loads(capsys.readouterr().out)["players"]}
    # It plays the first move of the game, and then one that is not legal.
    assert any("Its move is not legal" in error for error in players["ann"]["errors"])
    assert not players["ben"]["errors"]


# --- the interface in one page ---


def test_the_dialogue_of_the_handout_is_that_of_the_program():
    page = STUDENTS.partition("## 7.")[2]
    lines = [line[4:] for line in page.splitlines() if line.startswith(("    > ", "    < "))]
    said, wanted = [], []
    with subprocess.Popen(
        [sys.executable, "-m", "loa_tk", "engine", "loa5", "--player", "alphabeta:eval=groups"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT,
    ) as engine:  # fmt: skip
        for line in lines:
            if line.startswith("> "):
                engine.stdin.write(line[2:] + "\n")
                engine.stdin.flush()
            elif "bestmove" in line or "statistics" in line or "score" in line:
                wanted.append(line[2:])
                while True:
                    answer = patiently(engine, engine.stdout.readline)
                    assert answer, f"the engine ended before it said {line[2:]}"
                    answer = re.sub(r" (nps|time) \d+", "", answer.strip())
                    if answer.split()[:2] == line[2:].split()[:2] or "bestmove" in answer:
                        said.append(answer)
                        break
    assert wanted[:3] == said[:3] and "1625" in wanted[0]
    match = Match(LOA5)  # how far the last search gets depends on the machine
    for move in ("b1-e1", "a2-c2", wanted[3].removeprefix("bestmove ")):
        match.play_text(move)


def test_the_formula_of_the_handout_is_the_evaluation():
    for key in ("loa5", "loa6", "loa8"):
        game = find_game(key)
        most = 2 * (game.rows - 2)
        pairs = [(g, p) for g in range(2, most + 1) for p in range(g, most + 1)]
        evaluation = game.evaluation("groups")
        for state in positions(game, 30, 5):
            if finish(game, state) is not None:
                continue
            own = game.player(state)
            places = [
                pairs.index((len(groups), sum(map(len, groups)))) + 1
                for groups in (game.groups(state, side) for side in (own, 1 - own))
            ]
            value = 100 * (places[1] - places[0]) / (len(pairs) + 1)
            assert evaluation.value(state, own) == pytest.approx(value)


@pytest.mark.parametrize(
    ("nodes", "statistics", "each"),
    [
        ([19, 80, 834], "3 834 12 693 1 2", [19, 61, 754]),  # all so far, and their sums
        ([19, 61, 754], "3 754 0 693 1 2", [19, 61, 754]),  # each alone, statistics of the last
        ([19, 61, 754], "3 834 12 693 1 2", [19, 61, 754]),  # each alone, and the sum of all
        ([19, 80, 70], "", [19, 80, 70]),  # a number falls
        ([19, 80, 834], "", [19, 61, 754]),
    ],
)
def test_nodes_are_those_of_each_depth_however_an_engine_counts(nodes, statistics, each):
    account = Account()
    for depth, count in enumerate(nodes, 1):
        account.hear(f"info depth {depth} score cp 0 nodes {count} pv b1-e1")
    if statistics:
        account.hear(f"info string statistics {statistics}")
    move = LOA5.moves(LOA5.start)[0]
    report = account.report(LOA5, LOA5.start, Ugi(), move, 1.0)
    assert [made.statistics.nodes for made in report.iterations] == each


@pytest.mark.parametrize("machine", kernel.ARCHITECTURES)
def test_the_filter_of_a_program_is_wider_by_its_list_alone(machine):
    code = filter.program(machine, 77, programs=True)
    assert len(code) < 4096 and all(0 <= jump < 256 for one in code for jump in one[1:3])
    own, files = set(filter.PROGRAMS), set(filter.ALLOWED) | set(filter.judged(77))
    assert not own & set(filter.ALLOWED) and own & files <= {"mmap", "mprotect"}
    never = {"fork", "vfork", "execveat", "socket", "ptrace", "unlink", "kill", "mount", "setuid"}
    assert not own & never

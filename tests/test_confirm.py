"""`loa replay --confirm`: every recorded search is made again, and a wrong count is named."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from loa_tk.cli.parser import main
from loa_tk.control.engine.confirm import Recorded, unlikely
from loa_tk.model.games import find_game
from loa_tk.model.match import Match
from loa_tk.model.records import Record, text
from loa_tk.model.search.players import read_player
from loa_tk.model.search.statistics import ROWS, SIX, Iteration, Proof
from loa_tk.words import confirm as words

MINE = "def evaluate(position, player):\n    return 77.0\n"


def played(key, *players, plies=4):
    """Return the record of a game between players, with their searches."""
    game = find_game(key)
    match = Match(game)
    sides = [read_player(game, player) for player in players]
    while match.outcome() is None and match.ply < plies:
        side = sides[match.ply % len(sides)]
        report = side.choose(game, match.state, match.history())
        match.play(report.move, report)
    return Record(match=match)


@pytest.fixture
def confirm(tmp_path, capsys):
    """Write a record, confirm it, and return the exit status and the lines."""

    def run(record, *more):
        path = tmp_path / "game.sgf"
        path.write_text(text([record]), "utf-8")
        capsys.readouterr()
        status = main(["replay", "--confirm", str(path), *map(str, more)])
        lines = capsys.readouterr().out.replace(f"{path}: ", "").splitlines()
        return status, lines

    return run


@pytest.mark.parametrize(
    "player",
    [
        "alphabeta:eval=full,depth=3",
        "minimax:eval=full,depth=2",
        "strong:eval=full,depth=3",
        "strong:eval=full,depth=1,blunder=0.7,seed=5",
        "mcts:playouts=30,seed=2",
        "random:seed=3",
    ],
)
@pytest.mark.parametrize("key", ["loa5", "breakthrough8", "minicheckers"])
def test_searches_without_a_clock_are_confirmed_in_all_counts(confirm, key, player):
    status, lines = confirm(played(key, player))
    assert status == 0 and lines[-1] == "game 1: 4 searches: 4 confirmed"
    assert all("confirmed, all counts are equal" in line for line in lines[1:-1])


def changed(record, **parts):
    """Return the record with another report of its last move."""
    node = record.match.node
    node.report = replace(node.report, **parts)
    return record


@pytest.mark.parametrize("name", SIX)
def test_a_wrong_count_is_named_and_the_status_is_1(confirm, name):
    record = played("loa5", "alphabeta:eval=groups,depth=3")
    report = record.match.node.report
    told = replace(report.statistics, **{name: getattr(report.statistics, name) + 1})
    status, lines = confirm(changed(record, statistics=told))
    row = ROWS[name]
    assert status == 1 and lines[-1] == "game 1: 4 searches: 3 confirmed, 1 wrong"
    says = f"in all, {row.text}: {row.show(told)} is recorded, {row.show(report.statistics)} was"
    assert says in lines[-2] and lines[-2].startswith("game 1: 2. White")


@pytest.mark.parametrize(
    "parts",
    [
        lambda r: {"value": r.value + 1},
        lambda r: {"depth": r.depth + 1},
        lambda r: {"iterations": r.iterations[:-1]},
        lambda r: {"iterations": (*r.iterations[:-1], replace(r.iterations[-1], line=r.line[:1]))},
        lambda r: {"player": r.player.replace("depth=3", "depth=2")},
    ],
)
def test_anything_else_that_is_not_as_recorded_is_wrong(confirm, parts):
    record = played("loa5", "strong:eval=full,depth=3")
    status, lines = confirm(changed(record, **parts(record.match.node.report)))
    assert status == 1 and ": wrong, " in lines[-2]


def test_a_move_that_the_search_did_not_choose_is_wrong(confirm):
    record = played("loa5", "alphabeta:eval=groups,depth=2", plies=3)
    match = record.match
    report = match.node.report
    before = match.node.parent
    other = next(move for move in match.game.moves(before.state) if move != report.move)
    assert confirm(changed(record, line=(other,)))[0] == 1
    before.children.clear()
    match.node = before
    match.play(other, report)
    status, lines = confirm(record)
    assert status == 1 and words.OTHER_MOVE.partition("{")[0] in lines[-2]


def test_of_a_search_with_a_clock_the_finished_passes_are_confirmed(confirm):
    record = played("loa8", "alphabeta:eval=groups,seconds=0.1", "strong:eval=full,seconds=0.1")
    status, lines = confirm(record)
    assert status == 0 and len(lines) == 6
    kinds = {re.search(r": (confirmed|partly confirmed), ", line)[1] for line in lines[1:-1]}
    assert "partly confirmed" in kinds
    assert any("finished passes are equal (" in line for line in lines)
    assert all("cannot be repeated" in line for line in lines[1:-1] if "partly" in line)


@pytest.mark.parametrize(
    ("player", "part", "value", "named"),
    [
        ("strong:eval=full,seconds=0.1", "value", 99.0, "value: +99 is recorded"),
        ("strong:eval=full,seconds=0.1", "depth", 20, "depth: 20 is recorded"),
        ("strong:eval=full,seconds=0.1", "proof", Proof(0, 3), "nothing was found"),
        ("mcts:playouts=20,seed=3", "value", 42.5, "value: +42.5 is recorded"),
        ("mcts:playouts=20,seed=3", "proof", Proof(0, 3), "nothing was found"),
    ],
)
def test_of_a_search_with_a_clock_no_answer_is_believed_but_those_of_its_passes(
    confirm, player, part, value, named
):
    # On a busy machine a tenth of a second is over after any number of playouts.
    record = changed(played("loa8", player, plies=1), **{part: value})
    timed = player.replace("playouts=20", "seconds=0.1")
    status, lines = confirm(changed(record, player=timed))
    assert status == 1 and named in lines[-2]


@pytest.mark.parametrize(("seconds", "said"), [(9.9, "were enough here"), (0.1, "of its 10 s")])
def test_a_short_search_is_not_confirmed_as_one_of_ten_seconds(confirm, seconds, said):
    record = played("loa5", "strong:eval=full,depth=1", plies=1)
    player = "strong:eval=full,seconds=10"
    status, lines = confirm(changed(record, player=player, seconds=seconds))
    assert status == 0 and "partly confirmed" in lines[-2] and said in lines[-2]


def cut_off(record):
    """Return a record whose last search a person has ended, and the passes that it had finished."""
    report = record.match.node.report
    begun = Iteration(
        depth=9, seconds=0.1, statistics=report.iterations[0].statistics, kind="unfinished"
    )
    passes = (*report.iterations, begun)
    return changed(record, iterations=passes, statistics=report.statistics + begun.statistics)


def test_what_a_search_proves_in_the_pass_that_was_ended_is_not_called_wrong(confirm):
    """A person may stop a search that has found a win, before it has tried every other move."""
    record = cut_off(played("loa5", "strong:eval=full,depth=2", plies=1))
    *done, begun = record.match.node.report.iterations
    won = replace(begun, value=100.0, line=done[-1].line)
    record = changed(record, iterations=(*done, won), value=100.0, proof=Proof(0, 3))
    status, lines = confirm(record)
    assert status == 0 and "partly confirmed" in lines[-2] and words.MOVE_BY_CUT in lines[-2]


def test_nothing_is_said_of_the_time_of_a_student_s_evaluation(confirm, tmp_path):
    """It is computed by another process, so that its time is not known."""
    mine = tmp_path / "mine.py"
    mine.write_text(MINE)
    record = cut_off(played("loa5", "strong:eval=full,depth=1", plies=1))
    report = record.match.node.report
    search = Recorded(game=record.match.game, node=record.match.node, report=report,
                      player=read_player(record.match.game, f"strong:eval={mine},seconds=10"))
    changed(record, seconds=9.9)
    other = replace(search, report=record.match.node.report)
    assert not unlikely(other, 0.01)
    assert unlikely(replace(other, player=read_player(other.game, "strong:seconds=10")), 0.01)


def test_the_time_of_a_search_that_was_cut_off_must_be_likely(confirm):
    record = cut_off(played("loa5", "strong:eval=full,depth=1", plies=1))
    said = []
    for seconds in (0.1, 9.9):
        changed(record, player="strong:eval=full,seconds=10", seconds=seconds)
        status, lines = confirm(record)
        assert status == 0 and "partly confirmed" in lines[-2]
        said.append("9.9 s are recorded" in lines[-2])
    assert said == [False, True]


def test_a_pass_that_was_ended_is_not_confirmed_and_its_sum_must_be_right(confirm):
    status, lines = confirm(cut_off(played("loa5", "strong:eval=full,depth=2", plies=2)))
    assert status == 0 and "partly confirmed, the 2 finished passes are equal" in lines[-2]
    record = cut_off(played("loa5", "strong:eval=full,depth=2", plies=2))
    report = record.match.node.report
    more = replace(report.statistics, nodes=report.statistics.nodes + 1)
    status, lines = confirm(changed(record, statistics=more))
    assert status == 1 and f"wrong, {words.SUMS}, Nodes generated" in lines[-2]
    wrong = (replace(report.iterations[0], value=12.0), *report.iterations[1:])
    status, lines = confirm(changed(record, iterations=wrong, statistics=report.statistics))
    assert status == 1 and "pass 1 (depth 1), value: +12 is recorded" in lines[-2]


def test_chance_without_a_seed_and_other_programs_cannot_be_repeated(confirm):
    status, lines = confirm(played("loa5", "random", "mcts:playouts=5"))
    assert status == 0 and lines[-1] == "game 1: 4 searches: 4 not repeatable"
    record = played("loa5", "strong:eval=full,depth=1")
    status, lines = confirm(changed(record, player="ugi:other"))
    assert status == 0 and "ugi is another program" in lines[-2]
    status, lines = confirm(played("loa5", "strong:eval=full,depth=1,blunder=1", plies=1))
    assert status == 0 and words.BLUNDER_WITHOUT_SEED in lines[-2]


def test_a_student_s_file_runs_only_if_it_is_named(confirm, tmp_path):
    mine = tmp_path / "mine.py"
    mine.write_text(MINE)
    record = played("loa5", "alphabeta:eval=groups,depth=2", plies=1)
    named = "alphabeta:eval=elsewhere/mine.py,depth=2"
    status, lines = confirm(changed(record, player=named))
    assert status == 0 and "it needs the student’s file mine.py" in lines[-2]
    status, lines = confirm(record, "--own", mine)  # it does not count what groups counted
    assert status == 1 and "pass 1 (depth 2), Nodes generated: " in lines[-2]


def test_a_student_s_search_with_a_clock_asks_for_no_file(confirm):
    record = played("loa5", "alphabeta:eval=groups,depth=2", plies=1)
    status, lines = confirm(changed(record, player="file:mine.py,seconds=2"))
    assert status == 0 and words.OWN_CLOCK in lines[-2] and "--own" not in lines[-2]


def test_a_file_without_searches_has_nothing_to_confirm(confirm, capsys, tmp_path):
    record = Record(match=Match(find_game("loa5")))
    status, lines = confirm(record)
    assert status == 0 and "nothing to confirm" in lines[-1]
    path = Path(tmp_path / "game.sgf")
    assert main(["replay", "--confirm", "--json", str(path)]) == 0
    (file,) = json.loads(capsys.readouterr().out)["files"]
    assert file["games"][0]["searches"] == []


@pytest.mark.parametrize("player", ["strong:eval=full,depth=60", "alphabeta:eval=full,depth=60"])
def test_a_forged_search_that_would_never_end_is_stopped(confirm, player):
    record = played("loa8", "strong:eval=full,depth=2", plies=1)
    status, lines = confirm(changed(record, player=player))
    assert status == 1 and ": wrong, " in lines[-2]
    record = cut_off(played("loa8", "strong:eval=full,depth=2", plies=1))
    passes = record.match.node.report.iterations
    many = (*passes[:-1], *(replace(passes[0], depth=depth) for depth in range(3, 40)), passes[-1])
    total = sum((one.statistics for one in many[1:]), many[0].statistics)
    status, lines = confirm(changed(record, player=player, iterations=many, statistics=total))
    assert status == 1 and ": wrong, " in lines[-2]


def test_a_wrong_count_of_another_version_is_explained(tmp_path, capsys):
    path = tmp_path / "old.sgf"
    record = played("loa5", "alphabeta:eval=groups,depth=2", plies=1)
    report = record.match.node.report
    path.write_text(text([changed(record, value=report.value + 1)]), "utf-8")
    assert main(["replay", "--confirm", str(path)]) == 1 and not capsys.readouterr().err
    path.write_text(re.sub(r"AP\[[^]]*]", "AP[loa_tk:0.0.1]", path.read_text("utf-8")), "utf-8")
    assert main(["replay", "--confirm", str(path)]) == 1
    assert "written by loa_tk:0.0.1" in capsys.readouterr().err

"""The columns of a series: one row each, in every table, and in files of other versions."""

import csv
import io
import json
from dataclasses import replace

import pytest

from loa_tk.cli.parser import main
from loa_tk.control.series import columns, gamefiles
from loa_tk.control.series.columns import COLUMNS, Column, Measure, total
from loa_tk.control.series.page import overview, series_page
from loa_tk.control.series.plan import Plan, tasks
from loa_tk.control.series.play import play_game
from loa_tk.control.series.summary import as_json, summarise, table
from loa_tk.model.game import UserError
from loa_tk.model.games import find_game
from loa_tk.words import series as words

PLAYERS = ("strong:eval=full,depth=1", "alphabeta:eval=groups,depth=1")
PLAN = Plan(game="loa5", players=PLAYERS, games=4)


def evaluations(match, report):
    return report.statistics.evals_max + report.statistics.evals_min


EVALS = Column(
    name="evals",
    head="EVAL calls",
    measure=Measure(name="evals", of=evaluations, unit="calls"),
    compute=total,
    plot="Calls",
)

# Two games as a file of the first version has them.
OLD = """\
game,player1,player2,openings,seed,fixed_sides,number,first,winner,reason,plies,nodes1,nodes2,\
seconds1,seconds2,moves,turns
loa5,"strong:eval=full,depth=1","alphabeta:eval=groups,depth=1",2,1,no,0,1,1,All 5 black checkers \
form one group.,7,47,26,0.001,0.0,c5-c3 e3xc1 d5-b3 c1-d2 b5-b2 d2-e3 d1xa4,"[2, [0, 17, 0.0002, \
1, 0, false], [1, 13, 0.0001, 1, 0, false], [0, 15, 0.0002, 1, 0, false], [1, 13, 0.0001, 1, 0, \
false], [0, 15, 9e-05, 1, 0, true]]"
loa5,"strong:eval=full,depth=1","alphabeta:eval=groups,depth=1",2,1,no,3,2,2,All 5 black checkers \
form one group.,5,14,23,0.0,0.0,b1-d3 a2-a5 d1-d4 a3xd3 c1-c3,"[2, [1, 18, 0.0002, 1, 0, false], \
[0, 14, 9e-05, 1, 0, true], [1, 5, 7e-05, 1, 1, false]]"
"""


def play(plan=PLAN):
    return [play_game(task) for task in tasks(find_game(plan.game), plan)]


def cells(text):
    return list(csv.DictReader(io.StringIO(text)))


@pytest.fixture
def one_more(monkeypatch):
    """A column that was added as one row."""
    monkeypatch.setattr(columns, "COLUMNS", (*COLUMNS, EVALS))


def test_one_row_is_a_column_everywhere(one_more):
    results = play()
    summary = summarise(PLAYERS, results)
    sums = [effort["evals"] for effort in as_json(summary)["efforts"]]
    assert all(sums) and sums == [
        sum(turn.figures[-1] for result in results for turn in result.turns if turn.who == who)
        for who in (0, 1)
    ]
    heads, *efforts = (line.split() for line in table(summary).splitlines()[-3:])
    assert heads[-2:] == ["EVAL", "calls"] and [row[-1] for row in efforts] == list(map(str, sums))
    page = series_page("x", PLAN, summary, results)
    assert "<td>EVAL calls</td>" in page and f"<td>{sums[0]}</td>" in page
    assert page.count('class="curves"') == 3 and "<h2>Calls</h2>" in page
    shown = overview(summary)
    assert shown.tables[1].rows[-1] == ("EVAL calls", *map(str, sums))
    medians = [[(m.move, m.median) for m in line] for line in summary.courses["evals"]]
    assert [list(curve) for curve in shown.plots["evals"].curves] == medians != [[], []]
    rows = cells(gamefiles.as_csv(PLAN, results))
    assert [sum(int(row[f"evals{who}"]) for row in rows) for who in (1, 2)] == sums


def test_the_file_s_first_columns_stay_where_they_are(monkeypatch):
    first = gamefiles.as_csv(PLAN, []).strip()
    assert first == f"{OLD.splitlines()[0]},values,opening"
    monkeypatch.setattr(columns, "COLUMNS", (EVALS, *reversed(COLUMNS)))
    assert gamefiles.as_csv(PLAN, []).strip() == f"{first},evals1,evals2"
    (result, *_) = play()
    turn, *_ = json.loads(cells(gamefiles.as_csv(PLAN, [result]))[0]["turns"])
    named = dict(zip((m.name for m in columns.measures()), result.turns[0].figures, strict=True))
    names = ("nodes", "seconds", "depth", "prunings", "captures", "evals")
    assert turn == [result.turns[0].who + 1, *(named[name] for name in names)]


def test_a_file_of_the_first_version_is_read_and_resumed(tmp_path, capsys):
    path = tmp_path / "old.csv"
    path.write_text(OLD)
    first, last = gamefiles.read(path, PLAN).of(PLAN)
    assert (first.number, last.number, last.winner, last.opening) == (0, 3, 1, 2)
    figures = {
        column.name: column.figure(effort)
        for effort in summarise(PLAYERS, [first, last]).efforts[:1]
        for column in COLUMNS
    }
    assert figures == {
        "nodes": 61, "nodes_per_move": 15.25, "seconds": pytest.approx(0.00058),
        "seconds_per_move": pytest.approx(0.000145), "deepest": 1, "captures": 2, "prunings": 0,
    }  # fmt: skip
    shown = overview(summarise(PLAYERS, [first, last]))
    assert ("s/move", "0.00015") == shown.tables[1].rows[2][:2]  # not 0.000
    assert [text for _, text in shown.plots["seconds"].levels][:2] == ["0 s", "0.00005 s"]
    arguments = ["match", "loa5", *PLAYERS, "--games", "4", "--jobs", "1", "--csv", str(path)]
    assert main([*arguments, "--resume"]) == 0
    assert [row["moves"] for row in cells(path.read_text())] == [
        " ".join(result.moves) for result in play()
    ]
    kept = cells(path.read_text())[0]
    opening, *turns = json.loads(cells(OLD)[0]["turns"])
    assert kept["number"] == "1" and kept["opening"] == str(opening)  # now counted from 1
    assert json.loads(kept["turns"]) == [[who + 1, *figures] for who, *figures in turns]


def test_a_file_without_a_column_leaves_its_figures_open(one_more, tmp_path):
    path = tmp_path / "old.csv"
    path.write_text(OLD)
    old = gamefiles.read(path, PLAN).of(PLAN)
    summary = summarise(PLAYERS, [*old, *play()[1:3]])
    assert [effort["evals"] for effort in as_json(summary)["efforts"]] == [None, None]
    assert overview(summary).tables[1].rows[-1] == ("EVAL calls", words.NOTHING, words.NOTHING)
    assert summary.courses["evals"] == ((), ())
    assert "<svg" in series_page("x", PLAN, summary, old)
    path.write_text(gamefiles.as_csv(PLAN, old))
    assert cells(path.read_text())[0]["evals1"] == ""
    assert gamefiles.read(path, PLAN).of(PLAN) == old


def test_a_file_of_a_later_version_keeps_its_figures(one_more, tmp_path, monkeypatch):
    path = tmp_path / "new.csv"
    path.write_text(gamefiles.as_csv(PLAN, results := play()))
    assert gamefiles.read(path, PLAN).of(PLAN) == results
    monkeypatch.setattr(columns, "COLUMNS", COLUMNS)
    with pytest.raises(UserError, match="figures that this version does not know: evals"):
        gamefiles.read(path, PLAN)


@pytest.mark.parametrize("heads", ["evals1", "evals1,evals3", "evals2,evals1", "x,y", ""])
def test_other_columns_at_the_end_are_refused(one_more, tmp_path, heads):
    path = tmp_path / "x.csv"
    path.write_text(OLD.replace("moves,turns\n", f"moves,turns,{heads}\n"))
    with pytest.raises(UserError, match="is not a file of a series"):
        gamefiles.read(path, PLAN)


def test_a_player_that_has_not_moved_has_no_figures():
    result = replace(play()[0], turns=())
    summary = summarise(PLAYERS, [result])
    texts = {cell for row in overview(summary).tables[1].rows for cell in row[1:]}
    assert texts == {words.NOTHING}
    assert [effort["nodes_per_move"] for effort in as_json(summary)["efforts"]] == [0.0, 0.0]

"""The record of Monte Carlo tree search agrees with a naive one and with the published figures."""

import json
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from explorer_samples import do, explorer, run
from loa_tk.cli.parser import main
from loa_tk.control.explorer.commands import TOOL as EXPLORER
from loa_tk.control.tree.playouts import why_selected
from loa_tk.model.games import find_game
from loa_tk.model.notation import move_text, position_text, read_position
from loa_tk.model.search.players import read_player
from loa_tk.model.tree.playouts import ROOT, concentration, record_playouts
from naive_mcts import naive_mcts

FIGURES = json.loads(Path(__file__).with_name("mcts_figures.json").read_text("utf-8"))


def recorded(key="loa5", position=None, spec="mcts:playouts=200,seed=1"):
    game = find_game(key)
    state = game.start if position is None else read_position(game, position)
    return record_playouts(game, state, read_player(game, spec))


@pytest.fixture(scope="module")
def sample():
    return recorded(position=FIGURES["position"])


def nested(tree, number, node=ROOT, named=False):
    """Return the tree after a number of playouts as the naive search writes it."""
    counts = tree.counts(number)
    move = tree.name(node) if named else None if node == ROOT else tree.moves[node]
    return {
        "move": move, "visits": counts.visits[node], "wins": counts.wins[node],
        "over": tree.over[node], "untried": tree.untried(node, number),
        "children": [nested(tree, number, x, named) for x in tree.children(node, number)],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("key", "spec", "c", "seed"),
    [
        ("loa5", "mcts:playouts=150,seed=1", 1.4, 1),
        ("loa5", "mcts:playouts=60,seed=4,exploration=0", 0, 4),
        ("breakthrough3", "mcts:playouts=300,seed=2,exploration=0.5", 0.5, 2),
        ("minicheckers", "mcts:playouts=40,seed=3,exploration=3", 3, 3),
    ],
)
def test_every_playout_is_that_of_a_naive_search(key, spec, c, seed):
    tree = recorded(key, spec=spec)
    naive = naive_mcts(tree.game, tree.state, seed, len(tree), c)
    for number, other in enumerate(naive, 1):
        path = tree.path(tree.ends[number - 1])
        assert [tree.moves[node] for node in path[1:]] == other["path"]
        assert [move for _, move in tree.simulated(number)] == other["line"]
        assert tree.playouts[number - 1].winner == other["winner"]
        before = tree.counts(number - 1)
        old = [x for x in path if x < len(before.visits)]
        assert [(before.visits[x], before.wins[x]) for x in old] == other["before"]
        for node, terms in zip(path, other["table"], strict=False):
            rows = tree.select_rows(node, number - 1)
            assert [(row.share, row.exploration) for row in rows] == terms
            assert max(rows, key=lambda row: row.ucb1).node in path
        if number % 29 == 0 or number == len(tree):
            assert nested(tree, number) == other["tree"]


def test_the_record_has_the_published_figures(sample):
    assert nested(sample, 57, named=True) == {**FIGURES["tree"]}
    assert nested(sample, 56, named=True) == FIGURES["before"]
    final = FIGURES["final"]
    assert nested(sample, 200, named=True) == final["tree"]
    assert list(sample.levels(200)) == final["levels"] == [1, 16, 173, 11]
    assert [sample.name(node) for node in sample.best_line(200)] == final["line"]
    assert [sample.name(node) for node in sample.best_line(57)] == FIGURES["best_line"]
    rows = [
        {"move": sample.name(row.node), **row._asdict()} for row in sample.select_rows(ROOT, 56)
    ]
    assert [{key: row[key] for key in FIGURES["select"][0]} for row in rows] == FIGURES["select"]
    line = list(sample.simulated(57))
    game = sample.game
    assert [move_text(game, *step) for step in line] == FIGURES["playout"]
    assert [position_text(game, game.play(*step)) for step in line] == FIGURES["positions"]
    path = sample.path(sample.ends[56])
    assert [sample.name(node) for node in path[1:]] == FIGURES["path"]
    after = sample.counts(57)
    assert [[after.visits[x], after.wins[x]] for x in path] == FIGURES["path_after"]
    assert sample.untried(path[-2], 56) == FIGURES["untried"]


def test_the_record_is_that_of_the_player(sample):
    player = read_player(sample.game, "mcts:playouts=200,seed=1")
    report = player.choose(sample.game, sample.state)
    assert report.line == tuple(sample.moves[node] for node in sample.best_line(200))
    assert report.statistics.levels == sample.levels(200)


def test_a_stopped_search_keeps_whole_playouts():
    calls = []

    def stop():
        calls.append(1)
        return len(calls) > 40

    game = find_game("loa8")
    tree = record_playouts(game, game.start, read_player(game, "mcts:playouts=900,seed=1"), stop)
    assert 0 < len(tree) < 40 and tree.counts(len(tree)).visits[ROOT] == len(tree)


# --- the command ---

WHY = (
    "Its sum is the greatest, 4 ÷ 5 + 1.4 · √(ln 56 ÷ 5) = 2.056: the share it has won, and a bonus"
    " for rarely tried moves. e2-c4 has the same sum; e4-c4 was added first."
)
SPEC = ("--position", FIGURES["position"], "--player", FIGURES["player"])


def told(capsys, *arguments, game="loa5", spec=SPEC):
    assert main(["tree", game, *spec, *arguments]) == 0
    return capsys.readouterr().out


def bare(node):
    """Return a node of the JSON as the published figures have it."""
    kept = {key: node[key] for key in ("visits", "wins", "untried", "over")}
    return {**kept, "move": node["move"] or "", "children": [bare(x) for x in node["children"]]}


def test_the_command_answers_as_json(capsys):
    answer = json.loads(told(capsys, "--json"))
    final = FIGURES["final"]
    assert bare(answer["tree"]) == final["tree"]
    assert (answer["move"], answer["side"], answer["levels"]) == (
        "e2-c4", "white", final["levels"],
    )  # fmt: skip
    assert answer["win_share"] == final["win_share"] and answer["nodes"] == final["nodes"]
    assert answer["tree"]["side"] == "black" and len(answer["record"]) == 200
    assert answer["record"][56] == {
        "path": FIGURES["path"], "why": WHY, "added": True, "random": FIGURES["playout"],
        "winner": "black",
    }  # fmt: skip


def test_the_command_answers_in_words(capsys):
    lines = told(capsys, "--width", "2", "--plies", "1").splitlines()
    assert lines[1:] == [
        "Monte Carlo tree search, 200 playouts, C 1.4, seed 1",
        "answer e2-c4: 21 of 200 playouts, white won 13 of 21",
        "201 nodes (1, 16, 173, 11)",
        "It has the most playouts, 21 of 200 (11%). UCB1 only chooses where the next playout"
        " begins. a4-c4",
        "has as many and as many wins; e2-c4 was added first.",
        "",
        "start       200 playouts  black won 113",
        "  e2-c4        21 playouts  white won 13  most playouts",
        "  a4-c4        21 playouts  white won 13",
        "  (14 more tried)",
    ]


def test_the_command_writes_graphviz(capsys):
    out = told(capsys, "--dot", "--width", "2", "--plies", "1")
    assert out.isascii() and out.count("{") == out.count("}") == 1
    assert '[label="200 playouts\\nblack won 113", style=bold]' in out
    assert out.count("->") == 3 and '"14 more tried"' in out


def test_the_command_draws_and_writes_a_page(capsys, tmp_path, sample):
    told(capsys, "--svg", str(tmp_path / "tree.svg"))
    drawn = ElementTree.parse(tmp_path / "tree.svg").getroot()
    rectangles = [x for x in drawn if x.tag.endswith("rect") and "edge" in x.get("class")]
    assert len(rectangles) == 201  # a playout is four pixels wide, so every node is drawn
    wide = sum(float(x.get("width")) for x in rectangles if x.get("y") == "96")
    assert wide == pytest.approx(920, abs=1)
    texts = [x for x in drawn.iter() if x.tag.endswith("text")]
    assert {"black to move", "white to move"} <= {text.text for text in texts}
    level = [text for text in drawn if text.tag.endswith("text") and text.get("class") == "move"]
    for y in {text.get("y") for text in level}:
        ends = sorted((float(text.get("x")), 3.5 * len(text.text)) for text in level
                      if text.get("y") == y)  # fmt: skip
        assert all(a + half <= b - other for (a, half), (b, other) in pairwise(ends))
    moves = {sample.name(child) for child in sample.below[ROOT]}
    assert len(moves) == 16 and moves <= {text.text for text in texts}
    told(capsys, "--html", str(tmp_path / "tree.html"))
    page = (tmp_path / "tree.html").read_text("utf-8")
    assert "white won 13 of 21" in page and "MONTE-CARLO-TREE-SEARCH" in page
    assert page.count('class="node') == 201


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("loa5", "--player", "mcts"), "needs playouts"),
        (("loa5", "--player", "mcts:playouts=100001"), "at most 100,000"),
        (("loa5", "--player", "mcts:playouts=9,seconds=1"), "has no seconds"),
        (("loa5", "--player", "mcts:playouts=9,blunder=0.5"), "has no blunder"),
        (("loa5", "--player", "mcts:playouts=9", "--order", "best"), "leave out --order"),
    ],
)
def test_wrong_requests_are_refused_in_a_line(capsys, arguments, message):
    assert main(["tree", *arguments]) == 2
    error = capsys.readouterr().err
    assert message in error and error.count("\n") == 1


def test_a_move_that_wins_at_once_is_the_answer(capsys):
    game = find_game("breakthrough3")
    state = game.start
    while True:
        ends = {move: game.outcome(game.play(state, move)) for move in game.moves(state)}
        if any(ends.values()):
            break
        state = game.play(state, next(iter(ends)))
    spec = ("--position", position_text(game, state), "--player", "mcts:playouts=60,seed=1")
    assert "It wins at once." in told(capsys, game="breakthrough3", spec=spec).splitlines()


def test_every_choice_of_select_has_its_reason(sample):
    for number in range(1, len(sample) + 1):
        sentence = why_selected(sample, number)
        taken = sample.path(sample.ends[number - 1])[1]
        if number <= 16:
            assert sentence.startswith(f"{sample.name(taken)} has not been tried yet")
            continue
        rows = sample.select_rows(ROOT, number - 1)
        most = max(row.ucb1 for row in rows)
        equal = [row.node for row in rows if row.ucb1 == most]
        assert equal[0] == taken and sentence.startswith("Its sum is the greatest, ")
        assert f" = {most:.3f}: the share" in sentence
        assert ("added first" in sentence) == (len(equal) > 1)


def test_visits_concentrate_as_a_naive_search_says(sample):
    naive = naive_mcts(sample.game, sample.state, 1, 200, 1.4)
    found = concentration(sample)
    assert [number for number, _ in found] == [10, 20, 50, 100, 200]
    for number, best in found:
        visits = {x["move"]: x["visits"] for x in naive[number - 1]["tree"]["children"]}
        assert [share for _, share in best] == [
            x / number for x in sorted(visits.values(), reverse=True)[:3]
        ]
        assert all(visits[sample.moves[child]] == share * number for child, share in best)


def test_compare_shows_the_true_shares_and_its_page_is_drawn():
    state = explorer(search="mcts", page="compare", playouts="200")
    state.position = sample_state()
    run(state, do(state, "compare"))
    naive = naive_mcts(state.game, state.position, 1, 200, 1.4)
    shown = EXPLORER.show(state).compare
    assert shown.agreed is None and "Leaves" not in shown.chart
    best = state.walk.tree.moves[state.walk.tree.best_line(200)[0]]

    def named(move):
        return move_text(state.game, state.position, move)

    def percent(visits, n):
        """Return a share as people round it: 10.5 % is 11 %."""
        return f"{(200 * visits + n) // (2 * n)}%"

    visits = {
        n: {x["move"]: x["visits"] for x in naive[n - 1]["tree"]["children"]}
        for n in (10, 20, 50, 100, 200)
    }
    assert shown.sentence == (
        f"{named(best)}: {percent(visits[200][best], 200)} of the visits after 200 playouts, "
        f"{percent(visits[10].get(best, 0), 10)} after the first 10 playouts."
    )
    for row, group, (n, counts) in zip(
        shown.table.rows, shown.groups, visits.items(), strict=True
    ):
        most = sorted(counts.items(), key=lambda one: -one[1])[:3]
        cells = [f"{named(move)} {percent(count, n)}" for move, count in most]
        assert list(row) == [str(n), *cells] and [bar.text for bar in group.bars] == cells
    assert max(bar.share for group in shown.groups for bar in group.bars) == 1


def sample_state():
    return read_position(find_game("loa5"), FIGURES["position"])


def test_the_page_shows_how_visits_concentrate(capsys, tmp_path):
    told(capsys, "--html", str(tmp_path / "tree.html"))
    page = (tmp_path / "tree.html").read_text("utf-8")
    assert "How visits concentrate" in page and "e2-c4 10%" in page

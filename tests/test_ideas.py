"""The lessons on the strong search's ideas: every value beside minimax, every count recounted."""

import json
import random
from dataclasses import replace
from math import inf

import pytest

from loa_tk.cli.parser import main
from loa_tk.control.engine.jobs import Message
from loa_tk.control.explorer.commands import TOOL
from loa_tk.control.explorer.ideas import IdeaJob, ideas_scene
from loa_tk.control.explorer.state import ExplorerState
from loa_tk.model.game import WON, UserError, finish
from loa_tk.model.games import find_game
from loa_tk.model.notation import read_move, read_position
from loa_tk.model.search.negamax import QuietSearcher
from loa_tk.model.search.search import Limits
from loa_tk.model.search.textbook import Minimax
from loa_tk.model.tree.ideas import Deepening, OrderedAlphaBeta, Quiet
from loa_tk.model.tree.lessons.catalogue import IDEAS, lesson, lesson_json
from loa_tk.model.tree.recording import TreeRequest

LOA = find_game("loa5")
KEEP = ("deepening", "table", "null-window")


def asked(state=None, depth=3, game=LOA, evaluation="groups"):
    return TreeRequest(
        game=game, state=state or game.start, evaluation=evaluation, depth=depth
    )  # fmt: skip


def example(name):
    one = IDEAS[name].example
    game = find_game(one.game)
    return asked(read_position(game, one.position), one.depth, game, one.evaluation)


def minimax(request):
    search = Minimax(request.task(Limits(depth=request.depth)))
    return search.decide(search.state)[0]


def positions(count, game=LOA, seed=3):
    rng = random.Random(seed)
    while count:
        state = game.start
        for _ in range(rng.randint(0, 8)):
            if finish(game, state) is None:
                state = game.play(state, rng.choice(game.moves(state)))
        if finish(game, state) is None:
            count -= 1
            yield state


@pytest.mark.parametrize("name", KEEP)
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_ideas_that_keep_the_value_find_that_of_minimax(name, depth):
    for state in positions(4, seed=depth):
        request = asked(state, depth)
        shown = lesson(name, request)
        assert shown.keeps and shown.value == shown.minimax == minimax(request)


@pytest.mark.parametrize("name", IDEAS)
def test_every_example_shows_its_idea(name):
    shown = lesson(name, example(name))
    assert shown.shows and shown.rows and len(shown.sentences) in (2, 3)
    assert all(len(row) == len(shown.heads) for row in shown.rows)
    json.dumps(shown.facts, allow_nan=False)


@pytest.mark.parametrize(("position", "said"), [("example", "here it did not"), (None, "here it")])
def test_null_windows_say_whether_they_pay(position, said):
    request = example("null-window")
    if position is None:
        request = replace(request, state=request.game.start)
    shown = lesson("null-window", request)
    saved = shown.facts["nodes_whole_windows"] - shown.facts["nodes"]
    result = "did not" if saved < 0 else "did" if saved else "made no difference"
    assert said in shown.sentences[2] and f"here it {result}" in shown.sentences[2]
    assert "tried by EVAL" in shown.sentences[0]


def test_reduction_loses_a_better_move_on_its_example_and_says_so():
    request = example("reduction")
    shown = lesson("reduction", request)
    assert shown.minimax == minimax(request) and shown.value < shown.minimax and not shown.keeps
    assert shown.facts["missed"] and shown.facts["missed"][0] in shown.sentences[1]


def test_true_values_beside_a_reduction_are_those_of_minimax():
    request = example("reduction")
    shown, game = lesson("reduction", request), request.game
    below = Minimax(request.task(Limits(depth=request.depth)))
    values = [below.min_value(game.play(request.state, m), 1)[0] for m in game.moves(request.state)]
    assert sorted(shown.facts["minimax_values"].values()) == sorted(values)


def test_nodes_of_each_depth_are_those_of_a_fresh_recount():
    request = example("deepening")
    facts = lesson("deepening", request).facts
    search, counted = Deepening(request.task(Limits(depth=4))), []
    for depth in range(1, 5):
        search.begin(depth)
        search.decide(search.state)
        counted.append(sum(search.counts.levels))
    assert facts["nodes"] == counted
    for order, name in (("eval", "nodes_eval_order"), ("fixed", "nodes_fixed_order")):
        plain = OrderedAlphaBeta(request.task(Limits(depth=4)), order)
        plain.decide(plain.state)
        assert facts[name] == sum(plain.counts.levels)
    for before, after in zip(facts["values"], facts["orders"][1:], strict=False):
        best = max(value["value"] for value in before.values())
        assert before[after[0]] == {"value": best, "bound": "exact"}


def recounted_table(request):
    """Search with a table again, and count the positions met and the entries that were enough."""
    game, limit, player = request.game, request.depth, request.game.player(request.state)
    evaluation, table = request.task(Limits()).evaluation(), {}
    counts = {"met": 0, "exact": 0, "lower": 0, "upper": 0, "nodes": 0}

    def worth(state):
        over = game.outcome(state)
        if over is not None:
            return over.utility(player, game.utmost)
        return evaluation.value(state, player)

    def value(state, alpha, beta, depth):
        counts["nodes"] += 1
        low, high = table.get((state, depth), (-inf, inf))
        if depth and (state, depth) in table:
            counts["met"] += 1
            if low == high or low >= beta or high <= alpha:
                kind = "exact" if low == high else "lower" if high == inf else "upper"
                counts[kind] += 1
                return low if low >= beta else high
        maximises, window = depth % 2 == 0, (alpha, beta)
        moves = () if depth == limit or game.outcome(state) else game.moves(state)
        if not moves:
            v = worth(state)
            table[state, depth] = v, v
            return v
        after = sorted((game.play(state, m) for m in moves), key=worth, reverse=maximises)
        v = -inf if maximises else inf
        for child in after:
            found = value(child, alpha, beta, depth + 1)
            v = max(v, found) if maximises else min(v, found)
            alpha, beta = (max(alpha, v), beta) if maximises else (alpha, min(beta, v))
            if (v >= window[1]) if maximises else (v <= window[0]):
                break
        table[state, depth] = -inf if v <= window[0] else v, inf if v >= window[1] else v
        return v

    return value(request.state, -game.utmost, game.utmost, 0), counts


def test_meetings_in_the_table_are_recounted():
    request = example("table")
    shown = lesson("table", request)
    value, counts = recounted_table(request)
    assert (value, counts["met"], counts["nodes"]) == (
        shown.value, shown.facts["met"], shown.facts["nodes"],
    )  # fmt: skip
    assert shown.facts["used"] == {kind: counts[kind] for kind in ("exact", "lower", "upper")}
    assert (
        min(shown.facts["used"].values()) > 0
        and shown.facts["nodes"] < (shown.facts["nodes_without"])
    )
    assert any(not one["used"] for one in shown.facts["meetings"])


def test_a_position_in_the_table_is_really_the_same():
    request, game = example("table"), LOA
    for one in lesson("table", request).facts["meetings"]:
        ends = []
        for line in (one["path"], one["before"]):
            state = request.state
            for name in line.split():
                state = game.play(state, read_move(game, state, name))
            ends.append(state)
        assert ends[0] == ends[1] and one["path"] != one["before"]


def test_questions_of_null_windows_are_answered_as_minimax_would():
    request = example("null-window")
    shown, game = lesson("null-window", request), request.game
    below, again = Minimax(request.task(Limits(depth=3))), 0
    for call in shown.facts["calls"]:
        move = read_move(game, request.state, call["move"])
        true = below.min_value(game.play(request.state, move), 1)[0]
        if call["question"]:
            assert (call["value"] > call["alpha"]) == (true > call["alpha"])
        elif call["value"] > call["alpha"]:
            assert call["value"] == true
            again += call["alpha"] > -game.utmost
    assert 0 < again <= shown.facts["again"] < shown.facts["asked"]


def quiet_value(game, evaluation, player, state):
    """Return the value after forcing moves, as plainly as it can be written."""
    over = game.outcome(state)
    if over is not None:
        return over.utility(player, game.utmost)
    must, moves, _ = evaluation.forcing(state, player, False)
    values = [quiet_value(game, evaluation, player, game.play(state, m)) for m in moves]
    best, lost = (max, -game.utmost) if game.player(state) == player else (min, game.utmost)
    stay = [] if must else [evaluation.value(state, player)]
    return best([*values, *stay], default=lost)


def test_a_leaf_is_worth_less_beyond_the_horizon():
    request = example("quiescence")
    shown, game = lesson("quiescence", request), request.game
    assert shown.minimax == minimax(request) == shown.facts["before"] and not shown.keeps
    assert shown.facts["after"] < shown.facts["before"] and shown.value < shown.minimax
    evaluation = request.task(Limits()).evaluation()
    player = game.player(request.state)
    children = [game.play(request.state, m) for m in game.moves(request.state)]
    assert shown.value == max(quiet_value(game, evaluation, player, s) for s in children)


def test_quiet_values_are_those_of_the_strong_search():
    game = find_game("breakthrough8")
    for state in positions(12, game):
        request = asked(state, 1, game, "full")
        search = Quiet(request.task(Limits(depth=1)))
        static = search.evaluation.value(state, search.player)
        engine = QuietSearcher(game, search.evaluation, state, (), True, lambda: None)
        theirs = engine.quiet(state, static, 0, -WON, WON)
        assert search.settled(state, static)[0] == pytest.approx(theirs)


def test_quiescence_needs_an_evaluation_that_knows_forcing_moves():
    shown = lesson("quiescence", asked())
    assert not shown.shows and not shown.rows and "Breakthrough" in shown.sentences[1]


def test_endless_captures_end_a_lesson():
    """Positions below the leaves count, too: 28 workers exchange each other for minutes."""
    game = find_game("breakthrough8")
    crowded = "b7/1b2bbbb/wb1bb3/wwb2bb1/2ww2bw/6ww/www3ww/2w4w w"
    with pytest.raises(UserError, match="too many for a lesson"):
        lesson("quiescence", asked(read_position(game, crowded), 2, game, "full"))


def wins(game, state, plies, player):
    """Return whether a player forces a win within these plies, by trying everything."""
    over = finish(game, state)
    if over is not None or not plies:
        return over is not None and over.winner == player
    answers = (wins(game, game.play(state, m), plies - 1, player) for m in game.moves(state))
    return any(answers) if game.player(state) == player else all(answers)


def test_proofs_are_those_of_trying_everything():
    proved = 0
    for state in [example("prover").state, *positions(6, seed=5)]:
        shown = lesson("prover", asked(state, 2))
        assert shown.facts["proved"] == wins(LOA, state, 3, LOA.player(state))
        proved += shown.facts["proved"]
    shown = lesson("prover", example("prover"))
    assert shown.facts["proved"] and shown.facts["proof"] == 0 and shown.facts["disproof"] is None
    assert len(shown.facts["line"]) == 5


def test_numbers_of_the_root_are_the_least_and_the_sum_of_its_moves():
    facts = lesson("prover", asked(depth=4)).facts
    assert facts["proved"] is None and facts["expansions"] > 5_000
    assert facts["proof"] == min(one["proof"] for one in facts["moves"])
    assert facts["disproof"] == sum(one["disproof"] for one in facts["moves"])


@pytest.mark.parametrize("name", IDEAS)
def test_the_command_prints_a_lesson_as_text_and_json(name, capsys):
    assert main(["tree", "loa5", "--idea", name]) == 0
    text = capsys.readouterr().out
    assert text.startswith(IDEAS[name].label) and lesson(name, asked()).sentences[0] in text
    assert main(["tree", "loa5", "--idea", name, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(
        lesson_json(lesson(name, asked()), LOA, LOA.start, "groups", 3)
    )


def test_the_searches_of_a_lesson_share_its_nodes(monkeypatch):
    """One of them for each of 36 moves took minutes, with a bound for each."""
    assert lesson("reduction", asked(depth=4)).rows
    monkeypatch.setattr("loa_tk.model.tree.lessons.lesson.MOST", 5_000)
    with pytest.raises(UserError, match="more than 5,000 nodes are too many for a lesson"):
        lesson("reduction", asked(depth=4))  # 6,900 nodes in 20 searches, none of 5,000


@pytest.mark.parametrize("wrong", [
    ["loa5", "--idea", "window"], ["loa5", "--idea", "table", "--dot"],
    ["--tree", "((1 2)(3 4))", "--idea", "table"],
    ["loa8", "--idea", "table", "--player", "alphabeta:eval=full,depth=8"],
    ["loa5", "--idea", ""], ["loa5", "--idea", "\x1b[31m\n"], ["loa5", "--idea", "x" * 5_000],
])  # fmt: skip
def test_a_lesson_that_cannot_be_given_is_one_line(wrong, capsys, monkeypatch):
    monkeypatch.setattr("loa_tk.model.tree.lessons.lesson.MOST", 10_000)  # not ten seconds' nodes
    assert main(["tree", *wrong]) == 2
    captured = capsys.readouterr()
    assert not captured.out and captured.err.count("\n") == 1 and len(captured.err) < 300
    assert "\x1b" not in captured.err


def test_the_page_shows_an_idea_opens_its_tree_and_loads_an_example(quiet_explorer):
    state, do = quiet_explorer
    do("idea")
    shown = ideas_scene(state)
    assert shown.lines and lesson("deepening", asked()).sentences[0] in shown.text
    do("idea-example")
    one = IDEAS["deepening"].example
    assert state.position == read_position(LOA, one.position) and state.lesson.shows
    do("idea-tree")
    assert state.values["page"] == "tree" and state.values["order"] == "eval" and state.searching


@pytest.fixture
def quiet_explorer():
    state = ExplorerState(clock=lambda: 0.0, game=LOA, position=LOA.start)
    state.values["page"] = "ideas"

    def do(name):
        TOOL.do(state, name)
        if isinstance(state.job, IdeaJob):
            answer = state.job.run(lambda: False, lambda content: None)
            TOOL.heard(state, state.job, [Message("done", answer)])

    return state, do

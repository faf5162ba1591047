"""The page Side by side without a file: known mistakes, orders of moves, and both on one clock."""

import random
from math import inf

import pytest

from explorer_samples import do, explorer, run
from loa_tk.control.effects import Never, ShowMatch
from loa_tk.control.explorer import commands, running, searching
from loa_tk.control.explorer.commands import TOOL as EXPLORER
from loa_tk.control.explorer.pair import KNOWN, ORDERED
from loa_tk.model.checks.diagnosis import Case, searched
from loa_tk.model.checks.mistaken import watch_mistake
from loa_tk.model.checks.mistakes import MISTAKES, six
from loa_tk.model.game import UserError
from loa_tk.model.games import find_game
from loa_tk.model.notation import move_text, read_position
from loa_tk.model.steps import EVAL
from loa_tk.model.tree.layout import span
from loa_tk.model.written import read_tree
from loa_tk.scenes.explorer import PairPicked, PairResized, PairSought
from loa_tk.words import pair as pair_words

LOA = find_game("loa5")
NEAR_END = read_position(LOA, "1b1b1/w4/w2bw/b1b1w/2b1w w")
WINDOW = "mistake:window not passed down"


def compared(file, game="loa5", position=None, width=1053, **values):
    """Return the state of a window that has compared two searches."""
    state = explorer(game, position, page="pair", **values)
    commands.choose(state, "file", file)
    commands.report(state, PairResized(width))
    run(state, do(state, "pair"))
    searching.draw(state)
    return state


def naive(game, state, depth, evaluation, order):
    """Return the paths and values of the nodes that alpha-beta enters, in that order."""
    player, entered = game.player(state), []

    def worth(at):
        over = game.outcome(at)
        if over is not None:
            return over.utility(player, game.utmost)
        return evaluation.value(at, player)

    def exact(at, left):
        moves = [] if not left or game.outcome(at) else game.moves(at)
        if not moves:
            return worth(at) if not left or game.outcome(at) else game.stuck(at).utility(
                player, game.utmost)
        values = [exact(game.play(at, a), left - 1) for a in moves]
        return max(values) if game.player(at) == player else min(values)

    def value(at, alpha, beta, path):
        entered.append([path, None])
        mine, left = entered[-1], depth - len(path)
        moves = [] if not left or game.outcome(at) else game.moves(at)
        maximises = len(path) % 2 == 0
        if order:
            ranked = {a: (worth if order == "eval" else lambda x: exact(x, left - 1))(
                game.play(at, a)) for a in moves}
            moves = sorted(moves, key=ranked.get, reverse=maximises)
        v = -inf if maximises else inf
        if not moves:
            v = exact(at, 0) if not left else exact(at, left)
        for a in moves:
            v2 = value(game.play(at, a), alpha, beta, (*path, a))
            v = max(v, v2) if maximises else min(v, v2)
            if (v >= beta) if maximises else (v <= alpha):
                break
            alpha, beta = (max(alpha, v), beta) if maximises else (alpha, min(beta, v))
        mine[1] = v
        return v

    value(state, -game.utmost, game.utmost, ())
    return entered


def paths(tree):
    """Return the moves to every node of a tree, in the order entered."""
    return [tuple(tree.move(x) for x in tree.path(node)[1:]) for node in range(len(tree))]


# --- known mistakes ---


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.name)
def test_a_watched_mistake_is_the_mistake_itself(mistake):
    for state in (LOA.start, NEAR_END):
        case = Case(state, 3, "groups")
        watched, counted = watch_mistake(LOA, case, mistake, case.evaluation(LOA))
        value, statistics = searched("loa5", case, mistake.search)
        assert (watched.value, watched.six) == (value, six(statistics))
        assert counted == statistics and watched.move in LOA.moves(state)
        evals = [step for step in watched.steps if step.kind == EVAL]
        told = statistics.evals_max + statistics.evals_min
        assert len(evals) == told or mistake.name == "finished games counted as EVAL calls"


@pytest.mark.parametrize("name", KNOWN)
def test_every_mistake_is_shown_where_it_first_differs(name):
    state = compared(name, position=NEAR_END)
    both, shown = state.pair, EXPLORER.show(state)
    left, right = (paths(one.tree) for one in (both.figure, both.mine))
    assert both.known.rival == name and not shown.pair.codes
    if both.known.difference is None:
        assert shown.summary == ("no difference",) and left == right
        return
    texts = [piece.text for piece in shown.pair.reason.text]
    assert pair_words.DOES_MISTAKE + "\n" in texts and not any("you" in text for text in texts)
    same = next((n for n, pair in enumerate(zip(left, right, strict=False)) if pair[0] != pair[1]),
                min(len(left), len(right)))  # fmt: skip
    if left != right and both.known.difference.kind in ("goes on", "stops", "order"):
        assert both.apart == same + 1


def test_most_mistakes_show_on_one_position_and_figure_2_never_differs_from_itself():
    shown = {name: compared(name, position=NEAR_END).pair.known.difference for name in KNOWN}
    hidden = [name for name, difference in shown.items() if difference is None]
    assert len(hidden) <= 3, hidden
    assert compared("order:fixed").pair.known.difference is None


def test_a_mistake_that_is_too_large_or_stopped_is_one_line(monkeypatch):
    monkeypatch.setattr("loa_tk.model.checks.mistaken.MOST", 600)
    case = Case(LOA.start, 4, "groups")
    for stop, message in ((lambda: False, "more than 600"), (lambda: True, "was stopped")):
        with pytest.raises(UserError, match=message):
            watch_mistake(LOA, case, KNOWN["mistake:no pruning"], case.evaluation(LOA), stop)


# --- orders of moves ---


@pytest.mark.parametrize("left", ["fixed", "eval", "best"])
@pytest.mark.parametrize("right", ORDERED)
def test_two_orders_enter_the_nodes_of_a_naive_search(left, right):
    order = {"fixed": ""}
    state = compared(right, position=NEAR_END, left=left, plies="2")
    both, evaluation = state.pair, LOA.evaluation("groups", 0, 0.0)
    expected = [
        naive(LOA, NEAR_END, 2, evaluation, order.get(name, name))
        for name in (left, ORDERED[right].name)
    ]
    for explored, entered in zip((both.figure, both.mine), expected, strict=True):
        assert paths(explored.tree) == [path for path, _ in entered]
        assert list(explored.tree.columns.values) == [value for _, value in entered]
    pairs = zip(*expected, strict=False)
    first = next((n for n, pair in enumerate(pairs) if pair[0][0] != pair[1][0]), None)
    if first is None:
        assert both.known.difference is None and both.apart == both.end
    else:
        assert both.known.difference.kind == "order" and both.apart == first + 1
    assert expected[0][0][1] == expected[1][0][1] == both.known.value


def test_the_orders_are_named_with_what_they_cost():
    state = compared("order:eval", plies="3")
    shown = EXPLORER.show(state)
    figure, other = state.pair.figure.tree, state.pair.mine.tree
    texts = "".join(piece.text for piece in shown.pair.reason.text)
    assert [tree.title for tree in shown.pair.trees] == ["Fixed order", "EVAL order"]
    assert f"{len(figure):,} nodes" in texts and f"{len(other):,} nodes" in texts
    assert "the EVAL order tries" in shown.pair.trees[1].flag
    assert [field.key for field in shown.fields] == ["left", "file", "given", "plies"]
    commands.choose(state, "file", WINDOW)
    assert [field.key for field in EXPLORER.show(state).fields] == ["file", "given", "plies"]


def test_a_bound_is_never_written_as_a_value():
    state = compared("order:eval", left="best")
    for moment in (None, state.pair.end):
        state.pair_moment = moment
        for column, explored in zip(
            EXPLORER.show(state).pair.columns, (state.pair.figure, state.pair.mine), strict=True
        ):
            tree = explored.tree
            signs = {tree.move_name(x): tree.bound(x) for x in tree.children()}
            assert len(set(signs.values())) > 1 and not any(row.part for row in column.rows)
            for row in column.rows:
                assert row.cells[1].startswith("≤") == (signs[row.cells[0]] == "upper")


def test_a_written_tree_has_two_orders_and_no_mistakes():
    game = read_tree("((3 12 8)(2 4 6)(14 5 2))")
    state = explorer(page="pair", plies="2")
    state.place(game, game.start)
    commands.choose(state, "file", WINDOW)
    assert do(state, "pair") == [] and state.bad and state.status == pair_words.NO_MISTAKES_HERE
    names = [choice.key for choice in EXPLORER.show(state).fields[0].choices]
    assert names == list(ORDERED)


def test_searches_that_are_too_large_are_refused(monkeypatch):
    monkeypatch.setattr("loa_tk.control.explorer.pair.MOST", 100)
    state = compared("order:eval")
    assert state.pair is None and state.pair_error == pair_words.TOO_LARGE.format(nodes=100)


# --- the clock ---


@pytest.fixture
def pair():
    return compared(WINDOW, position=NEAR_END, plies="3")


def test_both_searches_step_together_until_they_differ(pair):
    both = pair.pair
    do(pair, "pair-first")
    assert EXPLORER.show(pair).pair.moment == 1
    for moment in range(1, both.apart):
        shown = EXPLORER.show(pair).pair
        assert shown.moment == moment and len(shown.reason.text) == 2
        assert shown.reason.text[0].text == pair_words.BOTH + "\n"
        do(pair, "pair-step")
    shown = EXPLORER.show(pair).pair
    assert shown.moment == both.apart and "differ first" in shown.clock[0]
    assert [piece.text.strip() for piece in shown.reason.text[::2]] == ["Figure 2", "The mistake"]


def test_at_every_moment_only_what_is_known_is_shown(pair):
    both = pair.pair
    for moment in random.Random(3).sample(range(1, both.end + 1), 40):
        commands.report(pair, PairSought(moment))
        shown = EXPLORER.show(pair).pair
        for which, explored in enumerate((both.figure, both.mine)):
            tree = explored.tree
            here = min(moment, len(tree)) - 1
            node = 0 if moment > len(tree) else tree.columns.parents[here]
            for row, child in zip(shown.columns[which].rows, tree.children(node), strict=False):
                later = moment > len(tree) or child + tree.size(child) <= here
                known = later or (child == here and tree.is_leaf(child))
                assert bool(row.cells[1]) == known, (moment, which, child)
            if moment <= len(tree) and here:
                selected = shown.columns[which].rows[shown.columns[which].selected]
                game, above = tree.game, tree.state(node)
                assert selected.cells[0] == move_text(game, above, tree.move(here))


def test_the_pictures_are_paler_where_the_searches_have_not_come(pair):
    both = pair.pair
    scale = pair.pair_width / both.figure.positions
    for moment in random.Random(4).sample(range(2, both.end), 30):
        commands.report(pair, PairSought(moment))
        for tree, explored in zip(
            EXPLORER.show(pair).pair.trees, (both.figure, both.mine), strict=True
        ):
            bare = explored.tree
            for node in range(len(bare)):
                left, right = span(bare, explored.widths, node)
                if (right - left) * scale > 2:
                    middle = (left + right) / 2 * scale
                    assert (middle < tree.reached[bare.ply(node)]) == (node < moment)


def test_play_stops_at_the_difference_and_then_goes_on_to_the_end(pair):
    both = pair.pair
    commands.choose(pair, "pair-pace", "10000")
    assert pair.values["speed"] == "10000"
    do(pair, "pair-first", "pair-play")
    while pair.playing:
        pair.clock.now += 1.0
        running.work(pair)
    shown = EXPLORER.show(pair).pair
    assert pair.pair_moment is None and shown.moment == both.apart
    assert any(piece.text.startswith(pair_words.DOES_MISTAKE) for piece in shown.reason.text)
    do(pair, "pair-play")
    while pair.playing:
        pair.clock.now += 1.0
        running.work(pair)
    assert pair.pair_moment == both.end and "pair-step" not in EXPLORER.show(pair).enabled
    texts = [piece.text for piece in EXPLORER.show(pair).pair.reason.text]
    assert texts[1].startswith("It has ended with ") and "nodes." in texts[3]
    do(pair, "pair-play")
    assert pair.pair_moment == 1 and pair.playing, "after the end it begins again"
    assert Never(running.PLAY) in commands.choose(pair, "page", "quiz") and not pair.playing


def test_escape_a_click_and_another_comparison_end_the_steps(pair):
    do(pair, "pair-back")
    assert pair.pair_moment == pair.pair.apart - 1
    do(pair, "escape")
    assert pair.pair_moment is None
    do(pair, "pair-last")
    assert pair.pair_moment == pair.pair.end
    commands.report(pair, PairPicked(0, 1, 3))
    assert pair.pair_moment is None and pair.pair_at is not None
    assert "pair-difference" in EXPLORER.show(pair).enabled
    do(pair, "pair-first", "pair-play", "pair")
    assert not pair.playing and pair.job is not None
    assert not {"pair-step", "pair-play", "pair-first"} & set(EXPLORER.show(pair).enabled)


def test_the_position_of_a_step_goes_to_the_main_board(pair):
    for moment in (1, 30, pair.pair.end):
        commands.report(pair, PairSought(moment))
        *_, effect = do(pair, "pair-board")
        assert isinstance(effect, ShowMatch)
        left, right = pair.pair.figure.tree, pair.pair.mine.tree
        tree = left if moment <= len(left) else right
        assert effect.match.state == tree.state(min(moment, len(tree)) - 1)

"""Why a move was chosen: the sentences, and the smallest change of one leaf, by naive minimax."""

from dataclasses import replace
from math import inf, nextafter

import pytest

from explorer_samples import EXPLORER, do, explored, run
from loa_tk.control.effects import Run
from loa_tk.control.engine.searchlog import log_entry, why_texts
from loa_tk.control.explorer import commands, walking
from loa_tk.control.explorer.walking import selected_node
from loa_tk.model.games import find_game
from loa_tk.model.numbers import number
from loa_tk.model.search.players import read_player
from loa_tk.model.search.why import term_text, why_report
from loa_tk.model.tree.recording import TreeRequest, record
from loa_tk.model.tree.why import change, change_text, why
from loa_tk.model.written import read_tree
from tree_samples import BIG, KEYS, ORDERS, Plain, sample
from trees import FIGURE_5_2, Tree


def request_of(tree):
    return TreeRequest(
        game=tree.game, state=tree.root, search="alphabeta", evaluation=tree.evaluation,
        depth=tree.depth, order=tree.order,
    )  # fmt: skip


class Changed:
    """Naive minimax of the whole tree, written out once, in which one leaf can be changed."""

    def __init__(self, tree, node):
        self.plain = Plain(tree.game, tree.root, tree.evaluation, tree.depth, "minimax", "fixed")
        moves = [tree.move(child) for child in tree.children(node)]
        self.moves = [*moves, *tree.untried(node)]
        self.top, self.leaves = tree.ply(node), []
        self.whole = self.grow(tree.state(node), self.top, (), self.moves)

    def grow(self, state, ply, line, moves=None):
        value = self.plain.leaf(state, ply)
        if value is not None:
            self.leaves.append(line)
            return value
        game = self.plain.game
        moves = game.moves(state) if moves is None else moves
        return {move: self.grow(game.play(state, move), ply + 1, (*line, move)) for move in moves}

    def at(self, line):
        found = self.whole
        for move in line:
            found = found[move]
        return found

    def value(self, tree, ply):
        if not isinstance(tree, dict):
            return tree
        return (min if ply % 2 else max)(self.value(child, ply + 1) for child in tree.values())

    def children(self):
        return {move: self.value(tree, self.top + 1) for move, tree in self.whole.items()}

    def decision(self, children):
        return (min if self.top % 2 else max)(self.moves, key=children.__getitem__)

    def changed(self, line, value):
        """Return the decision if the leaf at the end of a line had another value."""

        def again(tree, ply, rest):
            if not rest:
                return value
            choose = min if ply % 2 else max
            return choose(
                again(child, ply + 1, rest[1:]) if move == rest[0] else self.known(child, ply + 1)
                for move, child in tree.items()
            )

        children = dict(self.values)
        children[line[0]] = again(self.whole[line[0]], self.top + 1, line[1:])
        return self.decision(children)

    def known(self, tree, ply):
        key = id(tree)
        if key not in self.memo:
            self.memo[key] = self.value(tree, ply)
        return self.memo[key]

    def prepare(self):
        self.memo, self.values = {}, self.children()
        return self


def nodes_to_try(tree):
    """Return the root and two inner nodes, one of each side if there are."""
    inner = [n for n in range(1, len(tree)) if not tree.is_leaf(n) and tree.ply(n) < tree.depth]
    return [0, *inner[:1], *inner[-1:]]


SMALL = [key for key in KEYS if key not in BIG]


CASES = [(key, 2, order) for key in SMALL for order in ORDERS]
CASES += [("minicheckers", 3, "fixed"), ("minicheckers", 4, "eval")]


@pytest.mark.parametrize(("key", "depth", "order"), CASES)
def test_the_smallest_change_of_one_leaf_changes_the_decision_and_no_smaller_one_does(
    key, depth, order
):
    for plies in (0, 7, 11):
        tree = sample(key, order=order, depth=depth, plies=plies)
        for node in nodes_to_try(tree):
            naive = Changed(tree, node).prepare()
            chosen = naive.decision(naive.values)
            found = change(tree, request_of(tree), node)
            size = inf if found is None else found.size
            if found is not None:
                assert naive.at(found.line) == found.value
                way = inf if found.raised else -inf
                enough = nextafter(found.limit, way) if found.strict else found.limit
                assert naive.changed(found.line, enough) == found.move != chosen
            beyond = 3 * tree.game.utmost
            for line in naive.leaves:
                value = naive.at(line)
                for sign in (-1, 1):
                    # The greatest change that is not enough, and that no utility forbids.
                    least = value + sign * min(size, beyond)
                    if found is None or not found.strict:
                        least = nextafter(least, value)
                    least = max(-tree.game.utmost, min(tree.game.utmost, least))
                    if least != value:
                        assert naive.changed(line, least) == chosen, (line, value, least, found)


def book():
    game = Tree(FIGURE_5_2)
    request = TreeRequest(game=game, state=game.start, evaluation="full", depth=2)
    return record(request), request


def test_the_leaf_of_the_book_s_figure():
    """3 is the value of the first branch; 2 in the last keeps 5 and 14 from being chosen."""
    tree, request = book()
    found = change(tree, request)
    assert (found.line, found.value, found.limit, found.strict) == ((0, 0), 3, 2, True)
    assert found.size == 1 and not found.raised and found.move == 1


def test_leaves_whose_change_is_as_great_are_counted():
    """B1 below 2, C1 above 3 and D3 above 3 are all changes by one."""
    game = read_tree("((3 12 8)(2 4 6)(14 5 2))")
    request = TreeRequest(
        game=game, state=game.start, evaluation=game.evaluations[0], depth=game.height
    )
    tree = record(request)
    found = change(tree, request)
    assert found.others == 2
    assert change_text(tree, 0, found).endswith(
        "No smaller change of one leaf does it; a change as great of 2 other leaves would, too."
    )


def test_the_root_of_loa5_in_three_sentences():
    tree = sample("loa5")
    line, second, *rest = why(tree)
    assert line.startswith("The line expected is b1-e1 ") and "EVAL is 0" in line
    assert second.startswith("The other moves are worth at most 0, the bound of b1-b3: EVAL is ")
    assert all("the first of" in sentence for sentence in rest)


def test_a_line_cut_short_has_no_worth_that_contradicts_the_value():
    """A student's search reports its move alone; EVAL after it is not what the search found."""
    game = find_game("loa5")
    full = game.evaluation("full")
    report = read_player(game, "alphabeta:eval=full,depth=3").choose(game, game.start, ())
    (whole, *_) = why_report(game, game.start, report, full)
    assert f"EVAL is {number(report.value)} (" in whole
    alone = why_report(game, game.start, replace(report, line=report.line[:1]), full)
    assert not any("line expected" in sentence for sentence in alone)
    (two, *_) = why_report(game, game.start, replace(report, line=report.line[:2]), full)
    assert two == "The line expected is c1-c3 a2-c4."


def test_moves_of_the_same_exact_value_are_counted():
    tree = sample("loa5", "minimax")
    same = sum(tree.value(child) == tree.value() for child in tree.children())
    (sentence,) = (text for text in why(tree) if "the first of" in text)
    assert same > 1 and sentence.startswith("b1-e1 is the first of ")


@pytest.mark.parametrize("key", KEYS)
def test_every_inner_node_has_its_line_and_no_leaf_has(key):
    tree = sample(key, depth=2, plies=7)
    for node in range(0, len(tree), 1 + len(tree) // 50):
        sentences = why(tree, node)
        assert bool(sentences) != tree.is_leaf(node) and len(sentences) <= 3
        assert all(text.endswith(".") and ".." not in text for text in sentences)


def test_the_change_in_words():
    tree = sample("minicheckers", plies=7)
    found = change(tree, request_of(tree))
    text = change_text(tree, 0, found)
    assert text.startswith("If the position after ") and "The way up: " in text
    assert change_text(tree, 0, None) == "No change of one leaf changes the decision."


# In the window


def reason(state):
    return "".join(piece.text for piece in EXPLORER.show(state).reason.text)


def at(state, *moves):
    """Open a node and select its move: the last one of these."""
    tree, node = state.explored.tree, 0
    for move in moves:
        node = next(child for child in tree.children(node) if tree.move_name(child) == move)
    walking.open_above(state, tree, node)


def test_a_bound_is_explained_and_its_true_value_is_computed():
    state = explored()
    at(state, "b1-b3")
    assert "b1-b3 is worth at most 0: MIN refuted it with e2-e5; its true" in reason(state)
    run(state, do(state, "true-value"))
    tree, node = state.explored.tree, selected_node(state)
    naive = Plain(tree.game, tree.root, tree.evaluation, tree.depth, "minimax", "fixed")
    truth = naive.minimax(tree.state(node), tree.ply(node))
    assert f"Its true value is {number(truth)}." in reason(state) and state.job is None
    assert "true-value" not in EXPLORER.show(state).enabled


def test_an_exact_value_has_nothing_to_compute():
    state = explored()
    at(state, "b1-e1")
    assert "true value" not in reason(state) and "true-value" not in EXPLORER.show(state).enabled


def test_the_window_says_why_and_what_would_have_changed_it():
    state = explored("minicheckers", depth="4")
    assert "The line expected is " in reason(state)
    assert commands.choose(state, "link", "what-changes")
    tree = state.explored.tree
    run(state, [Run(state.job)])
    text = change_text(tree, 0, change(tree, request_of(tree)))
    assert f"What would change the decision of MAX-VALUE, start\n{text}" in reason(state)


def test_a_question_that_is_stopped_leaves_the_tree():
    state = explored("loa5", depth="5")
    effects = do(state, "what-changes")
    run(state, effects, stop=lambda: True)
    assert state.explored is not None and state.job is None
    assert EXPLORER.show(state).status == "The question was given up."


def test_the_root_warns_of_moves_that_only_returned_the_same_number():
    """The action with value v is the first that returned it, not any of them."""
    state = explored()
    same = [row for row in EXPLORER.show(state).columns[0].rows if row.cells[1] == "≤ 0"]
    assert f"{len(same)} other moves returned 0 too, but only as a bound" in reason(state)


# In the log and on the Analysis page


def searched(key="loa5", spec="alphabeta:eval=groups,depth=3"):
    game = find_game(key)
    report = read_player(game, spec).choose(game, game.start, (), lambda: False, lambda made: None)
    return game, report


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("name", ["alphabeta", "minimax"])
def test_the_log_says_what_the_tree_says(key, name):
    """A bound may be stronger in the tree, which looks at every node below a move."""
    game = find_game(key)
    spec = f"{name}:eval={game.evaluations[0]},depth=2"
    game, report = searched(key, spec)
    tree = sample(key, name, depth=2)
    told = [text.replace("at most ", "") for text in why(tree)]
    logged = [text.replace("at most ", "") for text in why_texts(game, game.start, report)]
    assert logged[:2] == told[:2] and log_entry(game, game.start, 1, report).why


def test_the_runner_up_of_a_report_is_never_worth_more_than_is_said():
    _, report = searched()
    tree = sample("loa5", "minimax")
    values = {tree.move(node): tree.value(node) for node in tree.children()}
    second = report.runner_up
    assert values[second.move.move] <= second.move.value
    assert second.at_most or values[second.move.move] == second.move.value


def test_an_unfinished_depth_is_logged_as_a_bound():
    game, report = searched()
    last = replace(report.iterations[-1], kind="unfinished", value=3.5)
    report = replace(report, iterations=(*report.iterations, last), value=3.5)
    entry = log_entry(game, game.start, 1, report)
    assert "≥ +3.5" in entry.facts and entry.rows[-1].value == "≥ +3.5"
    assert entry.rows[0].value == "0"


def test_a_term_that_is_subtracted_says_so():
    """For white, black's −25 counts as −(−25)."""
    game = find_game("loa5")
    assert term_text(game, 1, "black: 3 groups, 6 checkers", 25.0) == "−(−25)"
    assert term_text(game, 1, "black: 2 groups, 6 checkers", -18.75) == "−18.75"
    assert term_text(game, 1, "white: 2 groups, 6 checkers", 18.75) == "+18.75"

"""Every number of the explorer's tree and presentation, beside the book's lines on the naive rules.

The naive side executes Figure 2, or minimax, on the boards of tests/reference.py, one line after
the other, and notes the variables of every call. The window is stepped through the same lines.
"""

import re
from decimal import ROUND_HALF_UP, Decimal
from math import inf

import pytest

from explorer_samples import EXPLORER, do, explored
from loa_tk.control.explorer import commands, walking
from loa_tk.scenes.explorer import Pointed, Sought
from naive_ideas import Search, pairs
from test_idea_numbers import shown


class Call:
    """A call of MAX-VALUE or MIN-VALUE with its variables."""

    def __init__(self, board, side, name, alpha, beta, above=None):
        self.board, self.side, self.name, self.alpha, self.beta = board, side, name, alpha, beta
        self.above, self.v, self.value, self.window = above, None, None, (alpha, beta)
        self.children, self.untried, self.cut, self.nodes = [], [], False, 1
        self.rows = []  # of the moves that have returned: (name, value, nodes, bound after it)

    def path(self):
        return [*(self.above.path() if self.above else ()), self]


class Lines:
    """All lines that a search of one position executes."""

    def __init__(self, key, evaluation, depth, search, order):
        self.search = Search(key, None, evaluation, depth)
        self.prunes, self.order, self.depth = search == "alphabeta", order, depth
        bound = self.search.utmost if self.prunes else inf
        self.evaluation, self.moments = evaluation, []
        self.root = Call(self.search.board, self.search.me, "", -bound, bound)
        self.run(self.root, 0)

    def note(self, call, line, a="–", returned=None, back=None):
        frames = [(one.alpha, one.beta, one.v) for one in call.path()]
        self.moments.append({
            "call": call, "line": line, "a": a, "returned": returned, "back": back,
            "v": call.v, "alpha": call.alpha, "beta": call.beta, "frames": frames,
        })  # fmt: skip

    def moves(self, call, ply):
        if self.order == "eval":
            return self.search.by_eval(call.board, call.side)
        if self.order == "best":
            return self.search.perfect(call.board, call.side, self.depth - ply)
        return self.search.names(call.board, call.side)

    def run(self, call, ply):
        maximises = ply % 2 == 0
        word, sign = ("MAX", "≥ β") if maximises else ("MIN", "≤ α")
        self.note(call, f"function {word}-VALUE")
        for line, over in (
            ("if TERMINAL-TEST", self.search.over(call.board, call.side)),
            ("if CUTOFF-TEST", ply == self.depth),
        ):
            if over:
                call.value = self.search.worth(call.board, call.side)
            self.note(call, line, returned=call.value)
            if over:
                return call.value
        call.v = -inf if maximises else inf
        self.note(call, "v ←")
        names = self.moves(call, ply)
        for place, name in enumerate(names):
            self.note(call, "for each a", name)
            self.note(call, "v ← M", name)
            board, side = self.search.after(call.board, call.side, name)
            child = Call(board, side, name, call.alpha, call.beta, call)
            call.children.append(child)
            worth = self.run(child, ply + 1)
            call.nodes += child.nodes
            call.v = max(call.v, worth) if maximises else min(call.v, worth)
            self.note(call, "v ← M", name, back=worth)
            if not self.prunes:
                continue
            call.cut = call.v >= call.beta if maximises else call.v <= call.alpha
            child.bound = call.alpha if maximises else call.beta
            self.note(call, f"if v {sign}", name, returned=call.v if call.cut else None)
            if call.cut:
                call.untried, call.value = names[place + 1 :], call.v
                return call.v
            if maximises:
                call.alpha = max(call.alpha, call.v)
            else:
                call.beta = min(call.beta, call.v)
            child.bound = call.alpha if maximises else call.beta
            self.note(call, f"{'α' if maximises else 'β'} ←", name)
        call.value = call.v
        self.note(call, "return v", returned=call.v)
        return call.v


def sign_of(text):
    return {"≤": "upper", "≥": "lower"}.get(text[:1], "exact")


def numbers(text):
    """Return the signed numbers of a sentence."""
    found = [word.strip(".,;()") for word in text.split()]
    return {word for word in found if re.match(r"[+−][\d∞]", word)}


CASES = [
    ("loa5", "groups", 2, "minimax", "fixed"), ("loa5", "groups", 2, "alphabeta", "fixed"),
    ("loa5", "groups", 2, "alphabeta", "best"), ("loa5", "groups", 3, "alphabeta", "eval"),
    ("minicheckers", "edges", 4, "alphabeta", "fixed"),
    ("minicheckers", "edges", 3, "minimax", "fixed"),
]  # fmt: skip


@pytest.fixture(scope="module", params=CASES, ids=lambda case: "-".join(map(str, case)))
def both(request):
    key, evaluation, depth, search, order = request.param
    state = explored(key, evaluation=evaluation, depth=str(depth), search=search, order=order)
    return state, Lines(*request.param)


def test_every_step_shows_the_naive_variables(both):
    state, lines = both
    every, root = lines.moments, lines.root
    step = max(1, len(every) // 250)
    for number in [*range(0, len(every), step), len(every) - 1]:
        here = every[number]
        commands.report(state, Sought(number))
        scene = EXPLORER.show(state)
        figure, variables = scene.figure, dict(scene.figure.variables)
        assert figure.lines[figure.line].strip().startswith(here["line"])
        assert figure.text == f"step {number + 1:,} of {len(every):,}"
        name, ply = here["call"].name, len(here["call"].path()) - 1
        assert variables["state"] == (f"after {name}" if name else "start")
        assert (variables["depth"], variables["a"]) == (str(ply), here["a"])
        assert variables["v"] == ("–" if here["v"] is None else shown(here["v"]))
        given = here["v"], here["back"], here["returned"]
        known = {shown(one) for one in given if one is not None}
        if lines.prunes:
            bounds = shown(here["alpha"]), shown(here["beta"])
            assert (variables["α"], variables["β"]) == bounds
            known |= set(bounds)
        if number < len(every) - 1:
            assert numbers(scene.status) <= known
        if here["back"] is not None:
            assert f" returned {shown(here['back'])}" in scene.status
    assert root.value == state.explored.tree.value()


def test_every_call_of_the_presentation_has_its_own_naive_variables(both):
    state, lines = both
    every = lines.moments
    do(state, "present")
    for number in range(0, len(every), max(1, len(every) // 150)):
        commands.report(state, Sought(number))
        scene, here = EXPLORER.show(state).present, every[number]
        expected = [
            (shown(alpha), shown(beta), "" if v is None else shown(v))
            for alpha, beta, v in here["frames"]
        ]
        if len(scene.calls) < len(expected) or not scene.calls[1:] or not scene.calls[1].alpha:
            del expected[1 : 2 - len(scene.calls)]  # of many calls, some are left out
            expected[1:1] = [("", "", "")] * (len(scene.calls) - len(expected))
        assert [(call.alpha, call.beta, call.v) for call in scene.calls] == expected
        if scene.question is not None:
            call, bound = here["call"], here["beta"] if here["line"][-1] == "β" else here["alpha"]
            names = [*(child.name for child in call.children), *call.untried]
            left = len(names) - names.index(here["a"]) - 1
            text = f"v = {shown(here['v'])} and {here['line'][-1]} = {shown(bound)}. "
            assert scene.question.text == text + moves_left(left, len(names))
    do(state, "escape")


def moves_left(left, total):
    """Return how many moves are left, in words."""
    return "All moves are tried." if not left else (
        f"{left} of {total} moves {'is' if left == 1 else 'are'} not tried yet.")  # fmt: skip


def opened(state, lines, call):
    """Open a node of the window by the moves that lead to it, and return its column."""
    tree, node = state.explored.tree, 0
    for one in call.path()[1:]:
        node = next(x for x in tree.children(node) if tree.move_name(x) == one.name)
    walking.open_node(state, node)
    return EXPLORER.show(state)


def test_every_column_has_the_naive_values_nodes_and_bounds(both):
    state, lines = both
    waiting = [lines.root]
    while waiting:
        call = waiting.pop()
        waiting += [child for child in call.children if child.children]
        scene = opened(state, lines, call)
        place = len(call.path()) - 1
        column, ply = scene.columns[place], place
        where = f"after {call.name}" if call.name else "start"
        window = f"α {shown(call.window[0])}  β {shown(call.window[1])}" if lines.prunes else ""
        assert column.caption[0] == f"{where}  {window}".strip()
        every = len(call.children) + len(call.untried)
        tried = f"{len(call.children)} of {every} moves tried" if call.untried else (
            f"{every} moves, all tried" if every > 1 else "1 move, tried")  # fmt: skip
        assert column.foot == tried
        assert [row.cells[0] for row in column.rows] == [
            *(child.name for child in call.children), *call.untried
        ]
        best = next((child for child in call.children if child.value == call.value), None)
        for row, child in zip(column.rows, call.children, strict=False):
            _, value, nodes, bound, _ = row.cells
            assert value.removeprefix("≤ ").removeprefix("≥ ") == shown(child.value)
            true = lines.search.minimax(child.board, child.side, lines.depth - ply - 1)
            assert {
                "exact": true == child.value, "upper": true <= child.value,
                "lower": true >= child.value,
            }[sign_of(value)]  # fmt: skip
            assert nodes == f"{child.nodes:,}"
            set_by = getattr(child, "bound", None)
            assert bound == ("" if set_by is None else shown(set_by))
            leaves_out = call.cut and len(call.untried) > 0
            assert (row.part == "best") == (child is best and not leaves_out)
            assert (row.part == "cut") == (leaves_out and child is call.children[-1])
        for row in column.rows[len(call.children) :]:
            assert row.cells[1:4] == ("", "", "") and row.part == "untried"


def test_the_head_and_the_pointer_count_the_naive_nodes(both):
    state, lines = both

    def whole(board, side, left):
        """Count the positions of minimax."""
        if not left or lines.search.over(board, side):
            return 1
        rival = lines.search.rules.other(side)
        boards = lines.search.moves(board, side).values()
        return 1 + sum(whole(one, rival, left - 1) for one in boards)

    walking.open_node(state, 0)
    scene, entered = EXPLORER.show(state), lines.root.nodes
    every = whole(lines.root.board, lines.root.side, lines.depth)
    if lines.prunes:
        assert scene.summary[0] == f"minimax {every:,} nodes · alpha-beta {entered:,}"
        share = Decimal(100 * (every - entered)) / every
        percent = share.quantize(Decimal(1), ROUND_HALF_UP)
        assert scene.remark[0] == f"{percent} % of the tree never looked at"
    else:
        assert scene.summary[0] == f"minimax {entered:,} nodes" and entered == every
    named = {
        " ".join(one.name for one in call.path()[1:]) or "start": call for call in all_of(lines)
    }
    seen = set()
    for row in range(lines.depth + 1):
        for x in range(3, 1000, 31):
            commands.report(state, Pointed(row, x))
            hover = EXPLORER.show(state).picture.hover.split(" · ")
            call = named.get(hover[0])
            if call is None:
                continue
            seen.add(hover[0])
            if len(hover) == 2:
                assert hover[1].startswith(f"{len(call.untried)} move")
            else:
                value = hover[2].removeprefix("value ").removeprefix("≤ ").removeprefix("≥ ")
                assert value == shown(call.value)
                assert hover[3] == ("1 node" if call.nodes == 1 else f"{call.nodes:,} nodes")
    assert len(seen) > lines.depth


def all_of(lines):
    waiting = [lines.root]
    while waiting:
        call = waiting.pop()
        waiting += call.children
        yield call


LINE = re.compile(r"The line expected is ([^:]+): ([^\n]*?)(EVAL|UTILITY) is ([^ ,.]+(?:\.\d+)?)")
VALUE = r"(at most |at least |)([+−\d][^:., ]*(?:\.\d+)?)"
RUNNER_UP = re.compile(rf"The (?:runner-up|other move), ([^,]+), is worth {VALUE}")
GREATEST_BOUND = re.compile(rf"The other moves are worth {VALUE}, the bound of ([^:. ]+)")
TIED = re.compile(r"(\S+) is the first of (\S+) moves with this value")
SMALL = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9}


def test_every_why_is_true_of_the_naive_search(both):
    state, lines = both
    seen = {"line": 0, "second": 0, "bounded": 0, "tied": 0}
    for call in all_of(lines):
        if not call.children or call.cut:
            continue
        ply, search = len(call.path()) - 1, lines.search
        text = "".join(piece.text for piece in opened(state, lines, call).reason.text)
        choose = min if ply % 2 else max
        best = next(child for child in call.children if child.value == call.value)
        if found := LINE.search(text):
            seen["line"] += 1
            moves, _, kind, value = found.groups()
            board, side = call.board, call.side
            for name in moves.split():
                board, side = search.after(board, side, name)
            assert moves.split()[0] == best.name
            assert (kind == "UTILITY") == search.over(board, side)
            assert value == shown(search.worth(board, side)) == shown(call.value)
        others = [child for child in call.children if child is not best]
        found, bounded = RUNNER_UP.search(text), GREATEST_BOUND.search(text)
        assert bool(found or bounded) == bool(others) and not (found and bounded)
        if found or bounded:
            seen["bounded" if bounded else "second"] += 1
            name, bound, value = found.groups() if found else (bounded[3], bounded[1], bounded[2])
            second = next(child for child in others if child.name == name)
            assert second.value == choose(child.value for child in others)
            assert value == shown(second.value)
            true = [search.minimax(one.board, one.side, lines.depth - ply - 1) for one in others]
            # An exact value is that of the second best move; a bound is one of all other moves.
            assert {"": choose(true) == second.value, "at most ": max(true) <= second.value,
                    "at least ": min(true) >= second.value}[bound]  # fmt: skip
            assert bound or not bounded
        if found := TIED.search(text):
            seen["tied"] += 1
            name, count = found.groups()
            assert name == best.name
            same = [child for child in call.children if search.minimax(
                child.board, child.side, lines.depth - ply - 1) == child.value == call.value]
            # A bound may happen to be the value; it is then not counted.
            assert 2 <= SMALL.get(count, count) <= len(same)
            assert lines.prunes or SMALL.get(count, count) == len(same)
    if not lines.prunes:
        assert not seen.pop("bounded")
    assert all(seen.values()), seen


def test_the_terms_of_eval_are_the_naive_ones(both):
    state, lines = both
    if lines.evaluation != "groups":
        return  # the terms of the others are counted by hand in test_terms.py
    rules = lines.search.rules
    tree = state.explored.tree
    leaves = [node for node in range(len(tree)) if tree.is_eval(node)]
    for node in leaves[:: max(1, len(leaves) // 40)]:
        walking.open_above(state, tree, node)
        (_, total), *terms = EXPLORER.show(state).reason.terms
        board, side = lines.search.line([tree.move_name(one) for one in tree.path(node)[1:]])
        assert total.removeprefix("≤ ").removeprefix("≥ ") == shown(lines.search.worth(board, side))
        expected = set()
        for who, name, sign in (("b", "black", 1), ("w", "white", -1)):
            groups = rules.groups(board, who)
            checkers = sum(row.count(who) for row in board)
            worth = 50 - 100 * (pairs(rules.n).index((groups, checkers)) + 1) / (
                len(pairs(rules.n)) + 1)  # fmt: skip
            value = shown(sign * worth)
            if sign < 0 and worth < 0:
                value = f"−({shown(worth)})"
            one = "group" if groups == 1 else "groups"
            expected.add((f"{name}: {groups} {one}, {checkers} checkers", value))
        assert set(terms) == expected

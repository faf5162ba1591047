"""Every number on the page of Monte Carlo tree search, recomputed with nothing but the naive rules.

The chance is taken from the page: the moves that EXPAND adds and those of the playouts. The rest is
computed again from them, with fractions instead of the search's own arithmetic.
"""

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from math import log, sqrt

import pytest

from explorer_samples import explorer, run
from loa_tk.control.explorer.commands import TOOL as EXPLORER
from loa_tk.control.explorer.playout_commands import search_now
from loa_tk.model.games import find_game
from loa_tk.model.notation import read_position
from loa_tk.scenes.playouts import ChildPicked, PlayoutSought, VisitsResized
from naive_ideas import read
from reference import GAMES, move_text

LONGEST = 400  # plies of a playout
ROWS = 4  # plies that the picture shows
WIDE = 40  # pixels of a playout: every node has room for its move and its score


class Node:
    """A node as the book describes it, on the naive board."""

    def __init__(self, rules, board, side, name="", parent=None):
        self.board, self.side, self.name, self.parent = board, side, name, parent
        over = parent is not None and rules.winner(board, side) is not None
        self.legal = [] if over else [move_text(rules, board, m) for m in rules.moves(board, side)]
        self.over, self.children, self.visits, self.wins = over, [], 0, Fraction(0)

    def untried(self):
        return len(self.legal) - len(self.children)

    def path(self):
        return [*(self.parent.path() if self.parent else ()), self]

    def bonus(self, child, c):
        return c * sqrt(log(self.visits) / child.visits)

    def ucb1(self, child, c):
        return float(child.wins / child.visits) + self.bonus(child, c)

    def chosen(self):
        """Return what the search would answer with: a win at once, most visits, most wins."""
        return max(
            self.children, default=None,
            key=lambda x: (x.over and x.wins == x.visits, x.visits, x.wins),
        )  # fmt: skip

    def best_line(self):
        best = self.chosen()
        return [] if best is None else [best, *best.best_line()]


def halves(number):
    return str(int(number)) if number == int(number) else str(float(number))


def rounded(number, places="0.001"):
    exact = Decimal(number.numerator) / number.denominator if isinstance(number, Fraction) else (
        Decimal(repr(number)))  # fmt: skip
    return str(exact.quantize(Decimal(places), ROUND_HALF_UP))


def won(node):
    return f"{halves(node.wins)} of {node.visits}"


def many(count):
    return "1 playout" if count == 1 else f"{count} playouts"


class Page:
    """The page of a search, walked through by what a user can do, beside the naive tree."""

    def __init__(self, key, playouts, c, seed, position=None):
        self.rules, self.game, self.c, self.all = GAMES[key], find_game(key), c, playouts
        values = {"exploration": f"{c:g}", "playouts": str(playouts), "seed": str(seed)}
        board, side = self.rules.start(), self.rules.first
        place = None
        if position is not None:
            place, (board, side) = read_position(self.game, position), read(position)
        self.state = explorer(key, place, search="mcts", **values)
        run(self.state, search_now(self.state))
        self.shown = None
        self.report(VisitsResized(WIDE * playouts))
        self.sides = {side.letter: side.name for side in self.game.sides}
        self.root = Node(self.rules, board, side)
        self.names = (self.sides[side], self.sides[self.rules.other(side)])

    def report(self, gesture):
        EXPLORER.report(self.state, gesture)
        self.shown = None

    def do(self, name):
        EXPLORER.do(self.state, name)
        self.shown = None

    @property
    def scene(self):
        self.shown = self.shown or EXPLORER.show(self.state).playouts
        return self.shown

    def play(self, board, side, name):
        """Return the board after a move, which has to be legal."""
        moves = {move_text(self.rules, board, m): m for m in self.rules.moves(board, side)}
        return self.rules.play(board, moves[name]), self.rules.other(side)

    # --- one playout ---

    def select(self):
        node = self.root
        while node.legal and not node.untried():
            sums = [node.ucb1(child, self.c) for child in node.children]
            node = node.children[sums.index(max(sums))]
        return node

    def playout(self, number):
        """Go through the four steps of a playout, and look at everything shown in each."""
        leaf = self.select()
        self.report(PlayoutSought(number - 1))
        self.do("playout-step" if number > 1 else "playout-first")
        scene = self.scene
        assert (scene.playout, scene.playouts) == (number, self.all)
        assert scene.text == f"playout {number} of {self.all}"
        before = number - 1
        self.check_tree(before, leaf.path())
        self.check_select(number, leaf)
        self.check_steps(0, number, leaf)
        first = leaf if leaf is not self.root else None
        self.do("playout-step")
        child = leaf
        if leaf.untried():
            added = self.scene.steps.steps[1].text.removeprefix("adds ").partition(",")[0]
            assert added in leaf.legal and added not in [x.name for x in leaf.children]
            left = leaf.untried()
            board, side = self.play(leaf.board, leaf.side, added)
            child = Node(self.rules, board, side, added, leaf)
            which = f"one of {left} moves not tried" if left > 1 else "the last move not tried"
            assert self.scene.steps.steps[1].text == f"adds {added}, {which}"
        else:
            assert leaf.over
            assert self.scene.steps.steps[1].text == "adds nothing: the game is over at the leaf"
        self.check_tree(before, child.path() if first or child is not leaf else leaf.path())
        self.check_why(number, leaf, child)
        self.do("playout-step")
        winner = self.simulate(child)
        self.check_steps(2, number, leaf, child, winner)
        self.do("playout-step")
        self.back_up(number, leaf, child, winner)

    def simulate(self, child):
        """Play the random moves that the page lists; each has to be legal, and the last ends it."""
        board, side, moves = child.board, child.side, self.scene.random.moves
        text = self.scene.steps.steps[2].text
        for place, line in enumerate(moves, 1):
            assert self.rules.winner(board, side) is None
            count, name = line.split()
            assert count == str(place)
            board, side = self.play(board, side, name)
        winner = self.rules.winner(board, side)
        assert winner is not None or len(moves) == LONGEST
        result = "a draw" if winner in (None, "draw") else f"{self.sides[winner]} wins"
        count = "1 random move" if len(moves) == 1 else f"{len(moves)} random moves"
        expected = f"{count} to the end: {result}"
        if child.over:
            expected = f"the game is over here: {result}"
        assert text == expected and child.over == (not moves)
        if moves:
            assert self.scene.random.range == f"1–{min(5, len(moves))} of {len(moves)}"
        return winner

    def back_up(self, number, leaf, child, winner):
        """Count the result on the whole path, for the side that moved to each node."""
        expected = []
        if child is not leaf:
            leaf.children.append(child)
        for node in child.path():
            mover = self.rules.other(node.side)
            old = node.visits, node.wins
            node.visits += 1
            node.wins += Fraction(1, 2) if winner in (None, "draw") else int(winner == mover)
            expected.append((
                node.name or "root", f"{old[0]} → {node.visits}",
                f"{halves(old[1])} → {halves(node.wins)}",
            ))  # fmt: skip
        assert list(self.scene.steps.counts) == expected
        self.check_steps(3, number, leaf, child, winner)
        self.check_tree(number, child.path())

    # --- what is shown ---

    def check_tree(self, number, path):
        """Compare the picture with the naive tree: widths, names, scores, bars, both outlines."""
        if not number:
            assert not self.scene.picture.rows
            return
        rows, best, taken = [[] for _ in range(ROWS)], [], []
        unit = Fraction(WIDE * self.all, number)
        line = self.root.best_line()

        def lay(node, x, ply):
            end = x + unit * node.visits
            share = node.wins / node.visits
            name = node.name or many(number)
            if ply < ROWS:
                left, right = round(x), round(end)
                bar = left if node is self.root else left + round((right - left) * share)
                rows[ply].append((left, right, bar, name, won(node) if node.name else ""))
                if node in line:
                    best.append((ply, left, right))
                if node in path and node is not self.root:
                    taken.append((ply, left, right))
            for child in node.children:
                lay(child, x, ply + 1)
                x += unit * child.visits

        lay(self.root, Fraction(0), 0)
        picture = self.scene.picture
        assert picture.title == f"The tree after playout {number}"
        boxes = [sorted(row) for row in rows if row]
        assert [[box[3:] for box in row] for row in picture.rows] == [
            [box[3:] for box in row] for row in boxes
        ]
        places = [box[:3] for row in boxes for box in row] + sorted(best) + sorted(taken)
        shown = [box[:3] for row in picture.rows for box in row] + [*picture.best, *picture.path]
        assert len(shown) == len(places)
        for one, other in zip(shown, places, strict=True):
            assert one == pytest.approx(other, abs=1)  # a pixel, which is rounded
        named = [f"{self.names[ply % 2]} {ply}" for ply in range(len(boxes))]
        assert list(picture.captions) == named

    def check_select(self, number, leaf):
        """Compare the table of each node on the path, from the root, with UCB1 by hand."""
        path = leaf.path()
        for node, following in zip(path, [*path[1:], None], strict=True):
            if node.parent is None or node.children:  # others cannot be opened
                self.check_table(node, following, f"before playout {number}")
            if following is not None and following.children:
                names = [row.cells[0] for row in self.scene.select.rows]
                self.report(ChildPicked(names.index(following.name), enter=True))
        while self.scene.select.title != "SELECT at the root":
            self.do("playout-left")

    def check_table(self, node, following, when):
        scene, compared = self.scene.select, bool(node.children) and not node.untried()
        assert scene.caption == f"N = {node.visits}, C = {self.c:g}, {when}"
        ranked = list(node.children)
        if compared:
            ranked.sort(key=lambda child: -node.ucb1(child, self.c))
        elif node.legal:
            tried, every = len(node.children), len(node.legal)
            assert scene.foot.startswith(f"{tried} of {every} moves tried: ")
        sums = {child: node.ucb1(child, self.c) for child in node.children} if compared else {}
        expected = []
        for child in ranked:
            terms = ("–", "–")
            part = ""
            if compared:
                terms = f"+ {rounded(node.bonus(child, self.c))}", rounded(sums[child])
                equal = sums[child] == sums.get(following)
                part = "taken" if child is following else "equal" if equal else ""
            cells = child.name, won(child), rounded(child.wins / child.visits), *terms
            expected.append((cells, part))
        assert [(row.cells, row.part) for row in scene.rows] == expected
        for row, child in zip(scene.rows, ranked, strict=True):
            if compared and max(sums.values()):
                whole = max(sums.values())
                assert row.sum == pytest.approx(sums[child] / whole)
                assert row.share == pytest.approx(float(child.wins / child.visits) / whole)

    def check_steps(self, step, number, leaf, child=None, winner=None):
        """Compare the steps and the variables, which are shown as far as they are known."""
        scene, root = self.scene, self.root
        assert scene.steps.title == f"Playout {number}" and scene.steps.current == step
        assert [bool(one.text) for one in scene.steps.steps[:3]] == [n <= step for n in range(3)]
        if step == 0 and leaf is not root:
            first = leaf.path()[1]
            most = rounded(max(root.ucb1(x, self.c) for x in root.children))
            assert scene.steps.steps[0].text == f"{first.name} has the greatest sum, {most}"
        values = dict(scene.variables)
        nodes = self.size(root) + (step in (1, 2) and child is not leaf)
        assert values["leaf"] == (f"after {leaf.name}" if leaf.name else "start")
        assert values["N"] == str(root.visits) and values["tree"] == f"{nodes} nodes"
        if step >= 2:
            assert values["child"] == (f"after {child.name}" if child.name else "start")
            result = "a draw" if winner in (None, "draw") else f"{self.sides[winner]} wins"
            assert values["result"] == result

    def size(self, node):
        return 1 + sum(map(self.size, node.children))

    def by_hand(self, child):
        """Return a sum as a student with a calculator writes it."""
        total = rounded(self.root.ucb1(child, self.c))
        return (
            f"{halves(child.wins)} ÷ {child.visits} + {self.c:g} · "
            f"√(ln {self.root.visits} ÷ {child.visits}) = {total}"
        )

    def check_why(self, number, leaf, child):
        """Compare the sentence with the sum of the move that was taken and that of the next."""
        text, root = self.scene.why, self.root
        if leaf is root:
            assert text.startswith(f"{child.name} has not been tried yet")
            return
        taken = leaf.path()[1]
        assert text.startswith(f"Its sum is the greatest, {self.by_hand(taken)}: ")
        others = [other for other in root.children if other is not taken]
        second = max(others, key=lambda other: root.ucb1(other, self.c))
        equal = root.ucb1(second, self.c) == root.ucb1(taken, self.c)
        if equal:
            assert f"the same sum; {taken.name} was added first" in text
        else:
            assert text.endswith(f" Next is {second.name}: {self.by_hand(second)}.")

    def check_end(self):
        """Compare the answer after all playouts."""
        self.do("playout-last")
        best, root = self.root.chosen(), self.root
        assert EXPLORER.show(self.state).summary[0] == (
            f"answer {best.name} · {best.visits} of {many(self.all)}"
        )
        nodes = self.size(root)
        assert EXPLORER.show(self.state).remark[0] == f"won {won(best)} · {nodes} nodes in the tree"
        assert self.scene.why_title == f"Why {best.name}"
        self.check_table(root, None, "after all playouts")
        for child in root.children:
            if child.children:
                names = [row.cells[0] for row in self.scene.select.rows]
                self.report(ChildPicked(names.index(child.name), enter=True))
                self.check_table(child, None, "after all playouts")
                self.do("playout-left")


@pytest.mark.parametrize(
    ("key", "playouts", "c", "seed"),
    [
        ("loa5", 56, 1.4, 1), ("loa5", 48, 0.2, 2), ("minicheckers", 50, 1.4, 3),
        ("minicheckers", 60, 0, 4), ("breakthrough5", 45, 0.3, 5), ("breakthrough5x10", 40, 3, 6),
    ],
)  # fmt: skip
def test_every_number_of_the_page_is_that_of_the_naive_rules(key, playouts, c, seed):
    walked(Page(key, playouts, c, seed))


@pytest.mark.parametrize("playouts", [4, 9, 14])
def test_a_win_at_once_is_the_answer_before_more_playouts(playouts):
    page = Page("loa5", playouts, 1.4, 1, "5/1bb2/w3w/3b1/w4 b")
    walked(page)
    assert page.scene.why == "It wins at once." or playouts == 4


def walked(page):
    for number in range(1, page.all + 1):
        page.playout(number)
    page.check_end()

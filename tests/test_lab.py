"""Students' functions as the searches see them, and `loa_tk.lab` in a script or a notebook."""

import json
import xml.etree.ElementTree as ElementTree
from fractions import Fraction
from functools import partial
from html.parser import HTMLParser
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

import loa_tk.lab as lab
from loa_tk.control.guest.sandbox import FLAG
from loa_tk.guest.limits import STANDARD
from loa_tk.lab import Mistake, SearchCounts, functions, play, search, start, tree
from loa_tk.lab.adapter import FilesHere, counted, think
from loa_tk.lab.evaluation import OwnEvaluation
from loa_tk.lab.functions import number
from loa_tk.lab.position import Position
from loa_tk.model.game import WON, UserError, finish
from loa_tk.model.games import all_games, find_game
from loa_tk.model.search.players import read_player
from loa_tk.model.search.statistics import Statistics
from loa_tk.model.tree.orders import ORDERS
from test_game_contract import positions

LOA5 = find_game("loa5")
GAMES = list(all_games().values())


def lopsided(position, player):
    """An evaluation that is not symmetric: it is worth more to one side than to the other."""
    bonus = 0.5 if player == position.players[0] else 0.25
    return len(position.pieces(player)) - 0.7 * len(position.pieces(position.other(player))) + bonus


# --- the adapter ---


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_textbook_searches_get_exactly_what_the_function_returns(game):
    own = OwnEvaluation(game, partial(functions.values, game, lopsided))
    for state in positions(game, 30, seed=3)[::5]:
        for side, letter in enumerate(Position(game, state).players):
            assert own.value(state, side) == lopsided(Position(game, state), letter)
    deep = read_player(game, "alphabeta:depth=2"), read_player(game, "minimax:depth=2")
    pruned, full = (player.choose(game, game.start, own=own) for player in deep)
    assert (pruned.move, pruned.value) == (full.move, full.value)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_strong_search_gets_symmetric_values_short_of_a_win(game):
    own = OwnEvaluation(game, partial(functions.values, game, lopsided))
    huge = OwnEvaluation(game, partial(functions.values, game, lambda position, player: 1e12))
    for state in positions(game, 30, seed=4)[::5]:
        if finish(game, state) is not None:
            continue
        player = game.player(state)
        moves, values = own.children(state, player)
        assert list(moves) == list(game.moves(state))
        best = own.best_child(state, player)
        assert best[0] == max(values) and best[2] == len(moves)
        for move, value in zip(moves, values, strict=True):
            child = game.play(state, move)
            outcome = game.outcome(child)
            if outcome is not None:
                assert value == outcome.utility(player, WON)
                continue
            mine, other = (own.value(child, side) for side in (player, 1 - player))
            assert value == pytest.approx((mine - other) / 2)
        assert all(abs(value) <= 0.99 * game.utmost or abs(value) == WON
                   for value in huge.children(state, player)[1])  # fmt: skip
        # MAX and MIN see the same values: they are for the side to move, whoever asks.
        assert values == own.children(state, 1 - player)[1]


def test_every_position_is_valued_once_and_memory_is_bounded(monkeypatch):
    asked = []

    def evaluate(position, player):
        asked.append((position, player))
        return 0

    own = OwnEvaluation(LOA5, partial(functions.values, LOA5, evaluate))
    for _ in range(3):
        own.children(LOA5.start, 0)
        own.value(LOA5.start, 0)
    assert len(asked) == len(set(asked)) == 2 * 18 + 1
    monkeypatch.setattr("loa_tk.lab.evaluation.BOUND", 10)
    small = OwnEvaluation(LOA5, partial(functions.values, LOA5, evaluate))
    for state in positions(LOA5, 8, seed=1):
        small.value(state, 0)
        small.value(state, 1)
    assert len(small._values) <= 12


@given(st.floats(allow_nan=False, allow_infinity=False) | st.integers(-(10**300), 10**300)
       | st.booleans() | st.fractions())  # fmt: skip
def test_every_finite_number_is_taken(value):
    assert number(value, "evaluate") == float(value)


@pytest.mark.parametrize("value", [None, "1", inf, float("nan"), [1], 1j, 10**400, Position])
def test_everything_else_is_a_mistake(value):
    with pytest.raises(Mistake, match=r"^evaluate\(\) returned"):
        number(value, "evaluate")


def test_a_mistake_in_a_script_s_function_names_its_line():
    def evaluate(position, player):
        return Fraction(1, 0)

    with pytest.raises(Mistake) as caught:
        search(start("loa5"), evaluate)
    assert caught.value.file == "test_lab.py" and caught.value.code == "return Fraction(1, 0)"


# --- counts ---


def test_counts_are_the_six_statistics():
    counts = SearchCounts()
    for depth in (0, 1, 1, 3):
        counts.node(depth)
    counts.eval_max()
    counts.eval_min()
    counts.eval_min()
    counts.prune_max()
    counts.prune_min()
    counts.prune_min()
    counts.prune_min()
    assert counted(counts).statistics() == Statistics(
        max_depth=3,
        nodes=4,
        evals_max=1,
        evals_min=2,
        prunes_max=1,
        prunes_min=3,
        levels=(1, 2, 0, 1),
    )
    counts.value(2)
    assert counts.reported == 2.0 and counts.depth is None and not counts.stopped
    for wrong in (-1, 201, 1.5, "1"):
        with pytest.raises(ValueError, match="from 0 to 200"):
            counts.node(wrong)
    with pytest.raises(ValueError, match="no evaluation"):
        counts.evaluate(start("loa5"), "b")


ALPHA_BETA = '''
def choose(position, seconds, counts):
    """ALPHA-BETA-SEARCH as Figure 2 has it, to the depth that is asked for."""
    me = position.player

    def leaf(at, depth, count):
        if at.over:
            return at.utility(me)
        if depth == counts.depth:
            count()
            return counts.evaluate(at, me)

    def max_value(at, alpha, beta, depth):
        counts.node(depth)
        value = leaf(at, depth, counts.eval_max)
        if value is not None:
            return value, None
        v, best = -float("inf"), None
        for move in at.moves():
            v2, _ = min_value(at.after(move), alpha, beta, depth + 1)
            if v2 > v:
                v, best = v2, move
                alpha = max(alpha, v)
            if v >= beta:
                counts.prune_max()
                return v, best
        return v, best

    def min_value(at, alpha, beta, depth):
        counts.node(depth)
        value = leaf(at, depth, counts.eval_min)
        if value is not None:
            return value, None
        v, best = float("inf"), None
        for move in at.moves():
            v2, _ = max_value(at.after(move), alpha, beta, depth + 1)
            if v2 < v:
                v, best = v2, move
                beta = min(beta, v)
            if v <= alpha:
                counts.prune_min()
                return v, best
        return v, best

    value, move = max_value(position, -position.utmost, position.utmost, 0)
    counts.value(value)
    return move
'''


@pytest.mark.parametrize("key", ["loa5", "breakthrough3"])
def test_a_search_written_from_the_book_has_our_move_value_and_statistics(tmp_path, key):
    file, game = tmp_path / "mine.py", find_game(key)
    file.write_text(ALPHA_BETA)
    name = game.evaluations[0]
    for state in positions(game, 12, seed=6)[::4]:
        if finish(game, state) is None:
            player = read_player(game, f"file:{file},depth=3,eval={name}")
            theirs = think(player, game, state, FilesHere())
            ours = read_player(game, f"alphabeta:eval={name},depth=3,noise=0").choose(game, state)
            assert (theirs.move, theirs.value, theirs.statistics) == (
                ours.move, ours.value, ours.statistics,
            )  # fmt: skip


# --- a script and a notebook ---


class Parsed(HTMLParser):
    """Collects the cells of a table and checks that every tag is closed."""

    def __init__(self, text):
        super().__init__()
        self.open, self.cells = [], []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag, attributes):
        self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open[-1:] in (["td"], ["th"]):
            self.cells.append(data)


def test_a_search_shows_its_statistics():
    found = search(start("loa5"), "alphabeta:eval=groups,depth=4")
    assert found.statistics["nodes"] == 1625 and found.line[0] == found.move
    assert found.move in start("loa5").moves() and "Nodes generated" in str(found)
    cells = Parsed(found._repr_html_()).cells
    assert cells[cells.index("Nodes generated") + 1] == "1,625"


def test_a_position_draws_itself():
    for game in GAMES:
        picture = ElementTree.fromstring(start(game.key)._repr_svg_())
        assert picture.tag.endswith("svg") and int(picture.get("width")) > 100


def test_a_tree_draws_itself_and_knows_its_search(monkeypatch):
    found = search(start("loa5"), "alphabeta:eval=groups,depth=3")
    made = tree(start("loa5"), "alphabeta:eval=groups,depth=3")
    assert (made.move, made.value, made.line) == (found.move, found.value, found.line)
    assert made.nodes == found.statistics["nodes"] and str(made).startswith("754 nodes")
    ElementTree.fromstring(made._repr_html_())
    own = tree(start("loa5"), "minimax:depth=1", lambda position, player: 3)
    assert (own.value, own.nodes) == (3, 19)
    with pytest.raises(UserError, match="minimax or alphabeta with a depth"):
        tree(start("loa5"), "strong:depth=2")
    monkeypatch.setattr("loa_tk.lab.trees.MOST", 1000)
    with pytest.raises(UserError, match="more than 1,000 nodes"):
        tree(start("loa5"), "minimax:depth=3")


def test_a_game_between_functions_and_texts():
    def choose(position, seconds, counts):
        assert seconds == 1.0
        return position.moves()[0]

    game = play("loa5", lopsided, choose)
    position = start("loa5")
    for move in game.moves:
        assert not position.over
        position = position.after(move)
    assert position == game.position and (game.winner, position.winner) in (
        ("b", "b"), ("w", "w"), ("draw", None),
    )  # fmt: skip
    again = play(start("loa5").after("b1-b3"), "random:seed=1", "strong:depth=1", most=3)
    assert len(again.moves) <= 3 and again.winner in ("b", "w", "draw")
    assert play("loa5", "random:seed=1", "random:seed=2", most=1).reason.startswith("Nobody")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda position: position[2], r"position\[column, row\]"),
        (lambda position: position[1, 2, 3], r"position\[column, row\]"),
        (lambda position: list(position), r"position\[column, row\]"),
        (lambda position: position.copy(), "no position ever changes"),
        (lambda position: position.legal_moves(), r"position\.moves\(\)"),
        (lambda position: position.turn, r"position\.player"),
        (lambda position: position.bord, "it has after, board, columns"),
    ],
)
def test_what_a_position_does_not_have_is_answered_by_what_it_has(wrong, said):
    with pytest.raises((TypeError, AttributeError), match=said):
        wrong(start("loa5"))


def test_the_help_begins_with_what_a_student_needs():
    first = lab.__doc__.splitlines()[:20]
    for need in ("start(", "position.moves()", "position.after(", "def evaluate(", "def choose("):
        assert any(need in line for line in first), need
    assert all(f'"{name}"' in tree.__doc__ for name in ORDERS) and "worst" not in tree.__doc__


def test_a_search_a_tree_and_a_game_are_written_in_a_few_lines():
    position = start("loa5")
    for made in (search(position), tree(position), play(position, "random:seed=1", "random:seed=2"),
                 tree(position).root):  # fmt: skip
        assert len(repr(made)) < 2000 and repr(made).count("\n") < 12


def test_a_tree_is_walked_node_by_node_and_becomes_rows():
    made = tree(start("loa5"), "alphabeta:eval=groups,depth=2")
    root, rows = made.root, made.to_rows()
    child = root.children[3]
    assert (root.alpha, root.beta, root.parent, root.kind) == (-100, 100, None, "max")
    assert child.parent.number == 0 and child.position == root.position.after(child.move)
    assert child.alpha == max([-100, *(one.value for one in root.children[:3])])
    assert child.cut and child.value <= child.alpha
    assert len(child.children) + len(child.untried) == len(child.position.moves())
    assert {leaf.kind for leaf in child.children} == {"eval"}
    assert len(rows) == made.nodes and rows[child.number] == {
        "node": child.number, "parent": 0, "move": child.move, "depth": 1, "kind": "min",
        "value": child.value, "bound": "upper", "alpha": child.alpha, "beta": 100, "cut": True,
    }  # fmt: skip


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_played_game_steps_in_a_notebook(game):
    played = play(game.key, "random:seed=1", "random:seed=2", most=12)
    figure = ElementTree.fromstring(f"<div>{played._repr_html_()}</div>")[0]
    told = json.loads(figure.get("data-play"))
    frames = told["games"][0]["frames"]
    boards = ["".join(reversed(position.board)) for position in played.positions]
    assert frames == boards and played.positions[-1] == played.position
    assert [text.split()[1] for text in told["games"][0]["moves"][1:]] == list(played.moves)
    assert set("".join(frames)) - {"."} <= set(told["pieces"])


def test_a_script_may_name_its_files(tmp_path):
    (tmp_path / "mine.py").write_text("def evaluate(position, player): return 4")
    found = search(start("loa5"), f"minimax:eval={tmp_path / 'mine.py'},depth=1")
    assert found.value == 4


@pytest.mark.parametrize(
    ("player", "said"),
    [
        ("ugi:x", "another program"), (3, "a text or a function"), ("nobody", "no player"),
        (lambda a: 1, r"evaluate\(position, player\)"),
    ],
)  # fmt: skip
def test_a_wrong_player_gets_a_clear_answer(player, said):
    with pytest.raises((TypeError, UserError), match=said):
        search(start("loa5"), player)


def test_nothing_is_searched_when_the_game_is_over():
    over = start("loa5", "5/5/2b2/w3w/5 w")
    assert over.winner == "b"
    with pytest.raises(ValueError, match="the game is over"):
        search(over)


def test_the_public_names_are_there_and_explained():
    for name in lab.__all__:
        assert getattr(lab, name).__doc__


def test_files_are_loaded_once(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text("def evaluate(position, player): return 4")
    files = FilesHere()
    player = read_player(LOA5, f"minimax:eval={path},depth=1")
    assert think(player, LOA5, LOA5.start, files).value == 4
    assert files.code(str(path)) is files.code(str(path))


NEEDED = (
    "math random itertools functools collections heapq bisect copy time dataclasses typing enum "
    "statistics operator string json re fractions array abc numbers contextlib"
).split()


def test_the_frozen_file_has_the_modules_that_students_are_promised():
    from contents import EXCLUDES
    from frozen_main import GUEST

    assert GUEST == FLAG
    assert set(NEEDED) <= set(STANDARD) and not set(STANDARD) & set(EXCLUDES)
    for name in STANDARD:
        __import__(name)

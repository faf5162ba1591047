"""Trees written by hand: what is read, what is refused, and that every search takes them."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer_samples import EXPLORER, do, explorer, run
from loa_tk.cli.parser import main
from loa_tk.control.effects import FillIn
from loa_tk.control.explorer import own_tree, searching
from loa_tk.control.tree.stepping import step_section
from loa_tk.model.game import UserError
from loa_tk.model.games import find_game
from loa_tk.model.tree.question import check
from loa_tk.model.tree.quiz import make_quiz
from loa_tk.model.tree.recording import TreeRequest, record
from loa_tk.model.tree.why import change
from loa_tk.model.written import WrittenTree, read_tree

BOOK = "((3 12 8)(2 4 6)(14 5 2))"
VALUES = st.integers(-9, 9)
TREES = st.recursive(VALUES, lambda inner: st.lists(inner, min_size=1, max_size=3), max_leaves=14)
NESTED = st.lists(TREES, min_size=1, max_size=3)


def text_of(tree):
    """Return nested lists as text."""
    return str(tree) if isinstance(tree, int) else f"({' '.join(map(text_of, tree))})"


def minimax(tree, maximises):
    """Return the value by the definition."""
    if not isinstance(tree, list):
        return tree
    return (max if maximises else min)(minimax(child, not maximises) for child in tree)


def recorded(text, search="alphabeta", order="fixed"):
    game = read_tree(text)
    request = TreeRequest(
        game=game, state=game.start, search=search, evaluation="mean", depth=game.height,
        order=order,
    )  # fmt: skip
    return record(request), request


def below(tree, line):
    for place in line:
        tree = tree[place]
    return tree


@settings(max_examples=60, deadline=None)
@given(NESTED, st.booleans(), st.sampled_from(["fixed", "eval", "best"]))
def test_every_search_and_order_finds_the_minimax_value_and_labels_every_bound(tree, low, order):
    text = ("MIN " if low else "") + text_of(tree)
    for search in ("minimax", "alphabeta"):
        made, _ = recorded(text, search, order if search == "alphabeta" else "fixed")
        assert made.value() == minimax(tree, not low) and made.bound() == "exact"
        for node in range(len(made)):
            truth = minimax(below(tree, made.state(node)), made.is_max(node))
            value, label = made.value(node), made.bound(node)
            holds = {"exact": truth == value, "lower": truth >= value, "upper": truth <= value}
            assert holds[label]


@settings(max_examples=60, deadline=None)
@given(NESTED, st.booleans())
def test_the_smallest_change_changes_the_decision_and_no_smaller_one_does(tree, low):
    made, request = recorded(("MIN " if low else "") + text_of(tree))
    found = change(made, request)
    choose = min if low else max

    def decision(changed):
        values = [minimax(child, low) for child in changed]
        return values.index(choose(values))

    def altered(tree, line, by):
        if not line:
            return tree + by
        return [altered(child, line[1:], by) if place == line[0] else child
                for place, child in enumerate(tree)]  # fmt: skip

    def leaves(tree, line=()):
        if not isinstance(tree, list):
            yield line
        else:
            for place, child in enumerate(tree):
                yield from leaves(child, (*line, place))

    def decided(line, by):
        return decision(altered(tree, line, by))

    chosen = decision(tree)
    if found is not None:
        step = found.limit - found.value + (0.5 if found.raised else -0.5) * found.strict
        assert decided(found.line, step) == found.move != chosen
    # Values are whole, so halves are between all of them.
    sizes = [half / 2 for half in range(1, 50)]
    limit = 100 if found is None else found.size + 0.25 * found.strict
    for line in leaves(tree):
        for size in sizes:
            if size < limit:
                assert decided(line, size) == decided(line, -size) == chosen


@settings(max_examples=40, deadline=None)
@given(NESTED, st.booleans())
def test_the_text_of_a_tree_is_read_as_the_same_tree(tree, low):
    game = read_tree(("MIN " if low else "") + text_of(tree))
    again = find_game(game.key)
    assert (again.text, again.height, again.min_first) == (game.text, game.height, low)


def test_names_brackets_commas_and_remarks():
    game = read_tree("# a figure\nA[ left(x:3, 12,8)\n right(−2.5 4) ] # the end")
    tree, _ = recorded("# a figure\nA[ left(x:3, 12,8)\n right(−2.5 4) ] # the end")
    assert [tree.move_name(node) for node in tree.children()] == ["left", "right"]
    assert tree.move_name(tree.children(1)[0]) == "x" and tree.value() == 3
    assert game.text == "A(left(x:3 left2:12 left3:8) right(right1:-2.5 right2:4))"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("((3 12)(2 4)", "column 1: this bracket is not closed"),
        ("((3 12)(2 x))", "column 11: 'x' is neither a number nor a name before a bracket"),
        ("((3 12)) 7", "column 10: the tree has ended before this"),
        ("(3 ())", "column 5: a node needs at least one move"),
        ("(3 4]", "column 5: ']' closes nothing"),
        (")", "column 1: ')' closes nothing"),
        ("(3\n 4 a:b)", "line 2, column 4: 'b' is not a number"),
        ("(3 nan)", "column 4: 'nan' is neither"),
        ("(a:1 a:2)", "column 6: there is another move 'a' here"),
        ("5", "there is no node with moves"),
        ("", "there is no node with moves"),
        ("MIN", "there is no node with moves"),
        ("(" * 60 + "1" + ")" * 60, "column 51: it has more than 50 plies"),
        (f"({'1 ' * 1001})", "a node has more than 1,000 moves"),
        (f"(x:{'9' * 400})", "is not a number"),
    ],
)
def test_wrong_input_names_the_place(text, says):
    with pytest.raises(UserError) as caught:
        read_tree(text)
    assert says in str(caught.value) and "\n" not in str(caught.value)


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="()[] :,.-+#\n19axMIN", max_size=30))
def test_any_text_is_read_or_refused_in_one_line(text):
    try:
        assert read_tree(text).height >= 1
    except UserError as error:
        assert "\n" not in str(error)


def test_the_book_s_figure_on_the_command_line(capsys, tmp_path):
    assert main(["tree", "--tree", BOOK]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "value +3 with B" in lines and "    (2 cut off: C2 C3)" in lines
    assert "  C       MIN    <= +2  [+3, +inf]  2 nodes  <= alpha" in lines
    file, page = tmp_path / "figure.txt", tmp_path / "figure.html"
    file.write_text(BOOK, "utf-8")
    assert main(["tree", "--tree", str(file), "--player", "minimax", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["nodes"] == 13
    assert main(["tree", "--tree", str(file), "--html", str(page)]) == 0
    assert 'class="board"' not in page.read_text("utf-8")
    capsys.readouterr()
    for wrong in (["--tree", str(tmp_path / "none")], ["loa5", "--tree", BOOK], [],
                  ["--tree", BOOK, "--position", "x"], ["--tree", str(tmp_path)]):  # fmt: skip
        assert main(["tree", *wrong]) == 2
        assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_a_quiz_about_the_lecture_s_own_figure(capsys, level):
    game = read_tree(BOOK)
    quiz = make_quiz(game, 1, level, 3)
    assert {question.kind for question in quiz.questions} == {"value", "window", "cut"}
    for question in quiz.questions:
        assert check(question, question.answer).right
    assert main(["quiz", "--tree", BOOK, "--level", level]) == 0
    assert "B1 +3" in capsys.readouterr().out


def test_a_tree_without_a_choice_makes_no_quiz():
    with pytest.raises(UserError, match="too small"):
        make_quiz(read_tree("(1)"), 1, "easy", 1)


def test_the_explorer_takes_a_tree_and_gives_the_board_back():
    state = explorer()
    state.board = (state.game, state.position)
    (form,) = (effect for effect in do(state, "own-tree") if isinstance(effect, FillIn))
    values = {own_tree.TREE: "((3 12", own_tree.FILE: ""}
    assert "column 2" in form.check(values)[own_tree.TREE]
    values[own_tree.TREE] = f"MIN {BOOK}"
    assert form.check(values) == {}
    run(state, form.then(state, values))  # which searches at once
    assert isinstance(state.game, WrittenTree) and state.values["depth"] == "2"
    searching.draw(state)
    scene = EXPLORER.show(state)
    assert scene.reason.board is None and "main-board" not in scene.enabled
    assert scene.columns[0].title == "MIN-VALUE" and scene.picture.captions[0] == "MIN 0"
    assert [row.cells[:2] for row in scene.columns[0].rows] == [
        ("B", "+12"), ("C", "+6"), ("D", "≥ +14"),
    ]  # fmt: skip
    do(state, "present")
    assert EXPLORER.show(state).present.lines[1] == "    v ← MIN-VALUE(state, −∞, +∞, 0)"
    assert "MIN-VALUE(state, −∞, +∞, 0)" in step_section(state.explored.tree)
    do(state, "escape")
    do(state, "from-board")
    assert state.game.key == "loa5" and EXPLORER.show(state).reason.board is not None


def test_a_file_that_cannot_be_read_is_refused_in_the_form(tmp_path):
    file = tmp_path / "tree.txt"
    file.write_bytes(b"\xff\xfe\x00")
    for name in (file, tmp_path / "none"):
        wrong = own_tree.check({own_tree.TREE: "", own_tree.FILE: str(name)})
        assert "cannot be read" in wrong[own_tree.FILE]


def test_a_large_tree_is_read_in_time():
    dice = random.Random(1)
    nodes = [[dice.randrange(100) for _ in range(30)] for _ in range(900)]
    tree, _ = recorded(text_of(nodes))
    assert tree.complete and len(tree) > 900

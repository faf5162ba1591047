"""What the search explorer shows of a real tree: figures, moves, reasons, picture, algorithm."""

import random
from functools import partial

import pytest

from explorer_samples import WIDTH, do, explored, explorer, run
from fakes import one
from loa_tk.control.effects import ShowHelp
from loa_tk.control.explorer import commands, exporting, jobs, scenes, searching, walking
from loa_tk.control.explorer.commands import TOOL as EXPLORER
from loa_tk.control.explorer.tree_scenes import MANY
from loa_tk.control.main import help_pages
from loa_tk.control.tree.text import dot
from loa_tk.model.games import all_games
from loa_tk.model.numbers import number
from loa_tk.model.tree.layout import measure
from loa_tk.model.written import read_tree
from loa_tk.scenes.explorer import CUT, MAX, MIN, Pointed, Sought
from loa_tk.scenes.pages import Table, TreeExample
from loa_tk.words import explorer as words
from test_transitions import session


@pytest.fixture(scope="module")
def found():
    return explored(depth="3")


@pytest.fixture
def state(found):
    walking.open_node(found, 0)
    commands.show_all(found)
    found.width, found.hover, found.moment = WIDTH, None, 0
    return found


def test_the_status_before_a_search_by_playouts_says_what_to_press():
    """It was that of the tree that the page does not show."""
    state = explored(depth="2")
    do(state, "right")
    state.values["search"] = "mcts"
    assert EXPLORER.show(state).status == words.READY_KEPT


def test_the_summary_says_what_was_saved(state):
    shown = EXPLORER.show(state)
    assert shown.summary[0] == "minimax 4,463 nodes · alpha-beta 754"
    assert shown.remark[0] == "83 % of the tree never looked at"
    assert "Lines of Action 5×5" in shown.title


def test_the_summary_of_a_tree_is_on_its_page_only(state):
    for page in ("compare", "quiz"):
        state.values["page"] = page
        shown = EXPLORER.show(state)
        assert shown.summary == shown.remark == ()
    state.values["page"] = "tree"


def test_a_leaf_has_no_moves_to_count(state):
    commands.report(state, Sought(state.explored.execution.starts[3] + 1))
    assert state.explored.tree.is_leaf(state.node)
    assert EXPLORER.show(state).columns[-1].foot == words.NO_MOVES


@pytest.mark.parametrize(("order", "nodes"), (("fixed", "754"), ("eval", "395"), ("best", "355")))
def test_the_orders_of_moves(order, nodes):
    assert EXPLORER.show(explored(depth="3", order=order)).summary[0].endswith(nodes)


def test_minimax_cuts_nothing_off():
    shown = EXPLORER.show(explored(depth="3", search="minimax"))
    assert shown.summary == ("minimax 4,463 nodes",) and shown.remark == (words.NOTHING_CUT,)
    assert CUT not in {kind for kind, _ in shown.picture.legend}
    assert not any(span.kind == CUT for row in shown.picture.rows for span in row)
    assert not any(name in (words.ALPHA, words.BETA) for name, _ in shown.figure.variables)
    assert "next-cut" not in shown.enabled
    assert "next-cut" in EXPLORER.show(explored(depth="1")).enabled


def test_minimax_speaks_of_no_bounds():
    state = explored(depth="2", search="minimax")
    for moment in range(0, len(state.explored.execution) - 1, 7):
        commands.report(state, Sought(moment))
        assert not {"α", "β"} & set(EXPLORER.show(state).status)


def test_only_alpha_beta_has_bounds():
    for search, names in (("alphabeta", ["α", "β"]), ("minimax", [])):
        state = explored(depth="1", search=search)
        variables = EXPLORER.show(state).figure.variables
        assert all(name and value for name, value in variables)
        assert [name for name, _ in variables][4:] == names
    commands.search(state)
    assert EXPLORER.show(state).figure.variables == ()


@pytest.mark.parametrize("search", ("minimax", "alphabeta"))
def test_an_unfinished_tree_does_not_look_like_a_result(tmp_path, search):
    state = explorer(depth="4", search=search)
    calls = iter(range(10**9))
    run(state, commands.search(state), stop=lambda: next(calls) > 2)
    searching.draw(state)
    tree = state.explored.tree
    assert not tree.complete
    for node in range(len(tree)):
        if not tree.is_open(node):
            continue
        walking.open_node(state, node)
        shown = EXPLORER.show(state).columns[tree.ply(node)]
        assert all("v so far" in text for text in shown.caption)
        for child, row in zip(tree.children(node), shown.rows, strict=False):
            assert (row.cells[4] == "open") == tree.is_open(child) != bool(row.cells[1])
        assert not any(row.cells[4] == "best" for row in shown.rows)
        for row in shown.rows[len(tree.children(node)) :]:
            assert row.cells[4] == "not reached" and row.part == "untried"
    commands.report(state, Pointed(0, 5))
    assert "value so far" in EXPLORER.show(state).picture.hover
    (copied,) = do(state, "copy-text")
    assert "not reached: " in copied.text and "value so far" in copied.text
    page = tmp_path / "x.html"
    assert exporting.write_page(state, str(page))[0].work(float) == ""
    written = page.read_text("utf-8") + dot(tree)
    assert "not reached: " in written and " so far" in written
    if search == "minimax":
        assert "cut off" not in copied.text + dot(tree) and "α" not in written


def test_the_columns_of_the_root(state):
    first, second = EXPLORER.show(state).columns
    assert (first.title, first.active) == ("MAX-VALUE", True)
    assert first.caption[0] == "start  α −100  β +100"
    assert first.foot == "18 moves, all tried" and len(first.rows) == 18
    assert first.rows[0].cells == ("b1-e1", "0", "86", "0", "best")
    assert first.rows[1].cells == ("b1-b3", "≤ 0", "77", "0", "≤ α")
    assert first.rows[3].cells[1] == "≤ −6.25"
    assert (second.title, second.caption[0]) == ("MIN-VALUE", "after b1-e1  α −100  β +100")


def test_a_node_that_was_cut_off(state):
    do(state, "down", "right")
    column = EXPLORER.show(state).columns[1]
    assert column.foot == "6 of 16 moves tried" and column.heads[3] == words.BETA
    assert column.rows[5].cells == ("e2-e5", "0", "18", "+18.75", "cut ✂")
    assert [row.part for row in column.rows[6:]] == ["untried"] * 10
    reason = EXPLORER.show(state).reason
    assert reason.title == "Why the rest is cut off"
    text = "".join(piece.text for piece in reason.text)
    assert "v = 0, and v ≤ α = 0" in text and "MAX already has 0 with b1-e1" in text
    assert reason.place == "after b1-b3, white to move"
    assert reason.board.last == (1, 11) and reason.board.arrows == ((9, 24, 0),)


def test_the_terms_of_eval_add_up(state):
    do(state, "down", "right", "right")
    terms = EXPLORER.show(state).reason.terms
    assert terms[0][0].startswith("after ")

    def value(text):
        return float(text.replace("−", "-"))

    total = sum(value(part) for _, part in terms[1:])
    assert total == pytest.approx(value(terms[0][1]), abs=0.02) and len(terms) > 2


def test_the_algorithm_stands_where_the_move_was_dealt_with(state):
    do(state, "down", "right")
    figure = EXPLORER.show(state).figure
    assert figure.lines[figure.line].strip() == "if v ≤ α then return v"
    bound = EXPLORER.show(state).columns[1].rows[state.pick].cells[3]
    assert bound == dict(figure.variables)["β"]  # the row that cuts sets no bound
    assert dict(figure.variables) == {
        "state": "after b1-b3", "depth": "1", "a": "e2-e5", "v": "0", "α": "0", "β": "+18.75",
    }  # fmt: skip
    assert figure.text == f"step {figure.moment + 1:,} of 6,101"


def test_every_moment_has_a_sentence_and_the_line_of_its_step(state):
    execution = state.explored.execution
    for moment in random.Random(5).sample(range(len(execution) - 1), 200):
        commands.report(state, Sought(moment))
        shown = EXPLORER.show(state)
        here = execution.moment(moment)
        assert shown.figure.lines[shown.figure.line] == execution.figure.lines[here.line]
        assert shown.status.endswith(".") and "{" not in shown.status


def test_the_rows_of_the_picture_are_complete_and_in_order(state):
    picture = EXPLORER.show(state).picture
    assert picture.captions == ("MAX 0", "MIN 1", "MAX 2", "MIN 3")
    for ply, row in enumerate(picture.rows):
        assert {span.kind for span in row} <= {MIN if ply % 2 else MAX, CUT}
        covered = set()
        for span in row:
            assert 0 <= span.left < span.right <= WIDTH
            covered |= set(range(span.left, span.right))
        assert len(covered) == WIDTH  # nothing ends early in this tree
    assert [span.label for span in picture.rows[1]][:2] == ["b1-e1", "b1-b3"]
    assert len(picture.best) == 4 and picture.best[0].right == WIDTH
    assert picture.caption == words.WIDTH_EXACT


def test_a_picture_of_many_nodes_has_few_spans():
    state = explored(depth="4", search="minimax")
    assert len(state.explored.tree) > MANY
    spans = sum(map(len, EXPLORER.show(state).picture.rows))
    assert spans < 5 * WIDTH
    before = EXPLORER.show(state).picture.rows
    do(state, "down")
    assert EXPLORER.show(state).picture.rows is before  # drawn once


def test_widths_that_are_estimated_are_marked(monkeypatch):
    monkeypatch.setattr(jobs, "measure", partial(measure, budget=10))
    shown = EXPLORER.show(explored(depth="4"))
    assert shown.picture.caption == words.WIDTH_ESTIMATED and "about" in shown.summary[0]


@pytest.mark.parametrize(
    ("share", "text"),
    ((0.0, "0 %"), (0.001, "less than 1 %"), (0.834, "83 %"), (0.125, "13 %"),
     (0.9999, "more than 99 %"),
     (1.0, "100 %")),
)  # fmt: skip
def test_a_share_is_not_rounded_to_nothing_or_everything(share, text):
    assert words.percent(share) == text


@pytest.mark.parametrize("key", list(all_games()))
@pytest.mark.parametrize("search", ("minimax", "alphabeta"))
def test_every_game_can_be_explored(key, search):
    state = explored(key, depth="2", search=search)
    tree = state.explored.tree
    for node in range(0, len(tree), max(1, len(tree) // 40)):
        walking.open_node(state, node)
        shown = EXPLORER.show(state)
        assert shown.columns[-1].rows or tree.is_leaf(state.node)
        assert shown.reason.title and shown.reason.text
    moments = len(state.explored.execution)
    for moment in range(0, moments, max(1, moments // 40)):
        commands.report(state, Sought(moment))
        assert EXPLORER.show(state).figure.line is not None


def test_before_the_search_the_window_says_what_to_do():
    shown = EXPLORER.show(explorer())
    assert shown.picture.note == words.EMPTY_PICTURE and shown.columns == ()
    assert shown.reason.board is not None and shown.reason.title == words.INTRO_TITLE
    assert shown.summary == () and shown.status == words.READY
    assert not {"step", "play", "save-picture", "main-board"} & shown.enabled


def test_every_page_has_its_fields():
    for page, keys in scenes.FIELDS.items():
        shown = EXPLORER.show(explorer(page=page, file="order:eval"))
        assert tuple(field.key for field in shown.fields) == keys
        for field in shown.fields:
            if field.kind == "choice":
                assert field.value in [choice.key for choice in field.choices]
    depths = next(field for field in EXPLORER.show(explorer()).fields if field.key == "depth")
    assert [choice.key for choice in depths.choices] == [str(depth) for depth in range(1, 9)]


def test_the_comparison_in_figures():
    state = explorer(depth="4", page="compare")
    run(state, commands.compare(state))
    shown = EXPLORER.show(state).compare
    assert shown.agreed and "value 0" in shown.sentence and "b1-e1" in shown.sentence
    nodes = shown.table.heads.index("nodes")
    assert [row[nodes] for row in shown.table.rows][:4] == ["60,571", "1,625", "938", "893"]
    assert len(shown.groups) == 4
    for group in shown.groups:
        assert [bar.share for bar in group.bars] and 0 <= group.mark <= 1
    longest = max(bar.share for group in shown.groups for bar in group.bars)
    assert longest == pytest.approx(1.0) == shown.groups[-1].bars[0].share


def test_the_quiz_hides_what_it_asks_for():
    state = explorer(page="quiz", level="easy", seed="3")
    run(state, do(state, "quiz"))
    for _ in range(5):
        question, shown = state.quiz.question, EXPLORER.show(state).quiz
        asked = shown.nodes[question.asked]
        if question.kind == "value":
            assert asked.text == words.ASKED and number(question.answer[0]) not in asked.text
        assert shown.board is not None and shown.question == question.text
        assert not any(node.cut or node.faint for node in shown.nodes)
        assert any(node.choice for node in shown.nodes) == (question.kind == "cut")
        do(state, "next-question")


def test_the_help_page_has_the_picture_and_all_keys():
    page = one(help_pages.explorer(session()), ShowHelp).page
    (tree,) = (block for block in page.blocks if isinstance(block, TreeExample))
    for row in tree.rows:
        edges = [edge for left, right, _, _ in row for edge in (left, right)]
        assert edges == sorted(edges) and (edges[0], edges[-1]) == (0, 1000)
    said = [key for block in page.blocks if isinstance(block, Table) for key, _ in block.rows]
    assert {row.key for row in EXPLORER.rows if row.key} <= set(said)


@pytest.mark.parametrize("key", ["loa5", "breakthrough5", "minicheckers"])
@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_a_solved_quiz_writes_what_minimax_of_its_drawn_tree_says(key, level):
    state = explorer(key, page="quiz", level=level, seed="5")
    run(state, do(state, "quiz"))
    signs = set()
    for place in range(5):
        question = state.quiz.question

        def minimax(at, question=question):
            node, below = question.nodes[at], question.children(at)
            values = [minimax(child, question) for child in below]
            return (max if node.maximises else min)(values) if below else node.value

        for name, _ in words.ANSWERS[question.kind]:
            commands.choose(state, name, "1")
        do(state, "check")
        shown = EXPLORER.show(state).quiz
        assert shown.verdict and f"of {place + 1} right" in shown.score
        for at, node in enumerate(shown.nodes):
            if not node.text or node.text == words.ASKED:
                continue
            sign = node.text[0] if node.text[0] in "≤≥" else ""
            value, true = number_of(node.text), round(minimax(at), 2)
            assert {"": true == value, "≤": true <= value, "≥": true >= value}[sign]
            signs.add(sign)
        do(state, "next-question")
    assert signs == {"", "≤"} | ({"≥"} if level != "easy" else set())


def number_of(text):
    """Return the number in a text such as ≤ −6.25."""
    return float(text.strip("≤≥ ").replace("−", "-").replace(",", ""))


@pytest.mark.parametrize(
    ("name", "value"), [("depth", "2"), ("evaluation", "full"), ("search", "minimax"),
                        ("order", "best")],
)  # fmt: skip
def test_a_tree_of_other_settings_says_so(name, value):
    state = explored()
    assert "Alpha-beta" not in EXPLORER.show(state).remark[0]
    before = state.values[name]
    commands.choose(state, name, value)
    shown = EXPLORER.show(state)
    assert shown.remark[0].startswith("the tree shown is of Alpha-beta, ")
    assert "with other settings" in shown.status
    commands.choose(state, name, before)
    assert EXPLORER.show(state).remark[0].endswith("of the tree never looked at")


def test_playouts_of_other_settings_say_so():
    state = explored(search="mcts", playouts="50")
    assert "tree shown" not in EXPLORER.show(state).remark[0]
    commands.choose(state, "exploration", "0.5")
    assert EXPLORER.show(state).remark[0] == "the tree shown is of 50 playouts, C 1.4, seed 1"


def test_the_ideas_of_a_tree_of_one_s_own_are_not_offered():
    """Load an example took the place of the tree without a word."""
    game, state = read_tree("((3 12 8)(2 4 6)(14 5 2))"), explorer(page="ideas")
    assert {"idea", "idea-example"} <= EXPLORER.show(state).enabled
    state.place(game, game.start)
    shown = EXPLORER.show(state)
    assert not {"idea", "idea-example"} & shown.enabled
    assert shown.ideas.note.startswith(words.IDEAS_NEED_A_GAME) and state.game is game

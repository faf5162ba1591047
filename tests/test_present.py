"""The presentation: large steps with the calls, and a prediction at each test of a bound."""

from math import inf
from types import SimpleNamespace

import pytest

from explorer_samples import EXPLORER, do, explored, explorer, run
from loa_tk.control.explorer import commands, presenting, running, walking
from loa_tk.model.numbers import apart, number
from loa_tk.model.tree import reasons
from loa_tk.model.tree.figure import TEST
from loa_tk.model.written import read_tree
from loa_tk.view.explorer.present_page import PresentPage
from loa_tk.view.kit.theme import Look
from loa_tk.words import explorer as words
from viewing import settle


def presented(step=887, **values):
    state = explored(**values)
    running.seek(state, step - 1)
    do(state, "present")
    return state


def written_tree(text):
    game = read_tree(text)
    state = explorer()
    state.place(game, game.start)
    run(state, commands.search_now(state))
    return state


def scene(state):
    return EXPLORER.show(state).present


def test_the_step_of_the_mock_up():
    shown = scene(presented())
    assert shown.lines[shown.line].strip() == "if v ≥ β then return v" and len(shown.lines) == 23
    assert shown.note == "+25 ≥ +25 ?" and shown.value == "EVAL +25"
    assert shown.moves == ("b1-b3", "a2-c2", "b3-b1") and shown.step == "step 887 of 6,101"
    assert [row[2:6] for row in shown.calls] == [
        ("b1-b3", "0", "+100", "0"), ("a2-c2", "0", "+25", "+25"), ("b3-b1", "0", "+25", "+25"),
    ]  # fmt: skip
    assert [row.current for row in shown.calls] == [False, False, True]
    assert shown.question.text == "v = +25 and β = +25. 8 of 15 moves are not tried yet."
    assert shown.short[shown.short_line].strip() == "if v ≥ β then return v"


def test_every_call_has_the_variables_of_its_own_frame():
    state = presented(1)
    execution, tree = state.explored.execution, state.explored.tree
    for step in range(0, len(execution), 137):
        running.seek(state, step)
        here, rows = execution.moment(step), scene(state).calls
        assert len(rows) == len(tree.path(here.node))
        for node, row in zip(tree.path(here.node), rows, strict=True):
            before = [execution.moment(at) for at in range(step + 1)
                      if at >= execution.starts[node]] if step < 300 else []  # fmt: skip
            own = [moment for moment in before if moment.node == node]
            if own:
                assert (row.alpha, row.beta) == (number(own[-1].alpha), number(own[-1].beta))
                assert row.v == ("" if own[-1].v is None else number(own[-1].v))


def test_nothing_tells_the_answer_before_it_is_given():
    state = presented()
    shown = EXPLORER.show(state)
    assert shown.present.question.answer == "" and shown.status == ""
    assert not {"step", "over", "last", "next-cut", "play"} & shown.enabled
    assert {"guess-cut", "guess-go-on", "back"} <= shown.enabled
    do(state, "step")
    assert state.moment == 886


@pytest.mark.parametrize(
    ("guess", "begins", "right"), [("guess-cut", "Cut: MAX found b3-b1", 1),
                                   ("guess-go-on", "No, it cuts. MAX found b3-b1", 0)],
)  # fmt: skip
def test_an_answer_gets_its_reason_and_counts(guess, begins, right):
    state = presented()
    do(state, guess)
    shown = scene(state)
    assert shown.question.text.startswith(begins) and shown.question.right == bool(right)
    assert "MIN already has +25 with a2-b1" in shown.question.text
    assert shown.score == f"{right} of 1 predicted"
    do(state, "guess-cut")
    assert scene(state).score == shown.score  # one answer to a question
    do(state, "step")
    assert state.moment == 887


def test_a_test_that_goes_on():
    state = presented(1)
    execution = state.explored.execution
    at = next(m.number for m in execution if m.step == TEST and m.returned is None)
    running.seek(state, at)
    do(state, "guess-cut")
    question = scene(state).question
    assert question.text.startswith("No, it goes on. v = ") and question.answer == "cut"


def test_space_shows_the_answer_without_counting_it():
    state = presented()
    do(state, "present-space")
    assert scene(state).question.answer == "cut" and scene(state).score == ""
    do(state, "present-space")
    assert state.moment == 887


def test_predictions_over_a_whole_small_search_are_those_of_the_search():
    state = presented(1, key="minicheckers", depth="2")
    execution, tree, right = state.explored.execution, state.explored.tree, 0
    while state.moment < len(execution) - 1:
        here = execution.moment(state.moment)
        if here.step == TEST:
            do(state, "guess-cut")
            right += here.returned is not None and here.child != last_move(tree, here.node)
        do(state, "step")
    tests = sum(moment.step == TEST and moment.child != last_move(tree, moment.node)
                for moment in execution)  # fmt: skip
    assert scene(state).score == f"{right} of {tests} predicted"
    assert right == sum(bool(tree.untried(node)) for node in range(len(tree)))


def last_move(tree, node):
    return None if tree.untried(node) else tree.children(node)[-1]


def test_a_bound_that_is_reached_with_the_last_move_cuts_nothing_off():
    state = written_tree("((3 12 8)(2 4 6)(14 5 2))")
    execution, tree = state.explored.execution, state.explored.tree
    *_, cut, ended = (moment for moment in execution
                      if moment.step == TEST and moment.returned is not None)  # fmt: skip
    do(state, "present")
    running.seek(state, cut.number)
    assert scene(state).question is not None
    running.seek(state, ended.number)
    shown = scene(state)
    assert tree.move_name(ended.child) == "D3" and shown.question is None
    assert shown.sentence == (
        "MIN-VALUE returns +2. D3 was its last move, so nothing is left to cut off."
    )
    assert "step" in EXPLORER.show(state).enabled
    do(state, "present")
    for node, marks in (cut.node, ["cut ✂", "cut off", "cut off"]), (ended.node, ["", "", "best"]):
        walking.open_node(state, node)
        (column,) = (one for one in EXPLORER.show(state).columns
                     if one.caption[0].startswith(f"after {tree.move_name(node)}"))  # fmt: skip
        assert [row.cells[-1] for row in column.rows] == marks


def test_without_a_tree_it_says_what_to_do_and_escape_leaves():
    state = explorer()
    do(state, "present")
    assert scene(state).sentence == "Search first (F5)."
    do(state, "escape")
    assert scene(state) is None


def test_many_calls_are_shortened():
    state = presented(1, key="loa5", depth="5")
    deepest = state.explored.tree.columns.plies.index(5)
    running.seek(state, state.explored.execution.starts[deepest])
    rows = scene(state).calls
    assert len(rows) == 5 and rows[1].function == "…" and rows[-1].current


def test_the_cells_of_a_bound_stay_empty_until_their_line_has_run():
    """They ran ahead of the code: α was there when the move had just returned."""
    state = explored()
    execution, first = state.explored.execution, state.explored.tree.children()[0]
    back = execution.leaves(first) + 1
    for moment, cell in ((back, ""), (back + 1, ""), (back + 2, "0")):
        running.seek(state, moment)
        assert EXPLORER.show(state).columns[0].rows[0].cells[3] == cell


@pytest.mark.parametrize("size", ["1200x830", "800x600", "1600x900"])
def test_the_page_shows_all_of_it_at_every_size(root, size):
    state = presented()
    page = PresentPage(root, Look(root), SimpleNamespace(command=print))
    page.place(x=0, y=0, relwidth=1, relheight=1)
    root.geometry(size)
    settle(root)
    for step in (887, 888, 3000):
        running.seek(state, step - 1)
        page.show(EXPLORER.show(state))
        settle(root)
        canvas = page.canvas
        wide, high = canvas.winfo_width(), canvas.winfo_height()
        texts = [item for item in canvas.find_all() if canvas.type(item) == "text"]
        for item in texts:
            box = canvas.bbox(item)
            if canvas.itemcget(item, "text"):
                assert box[0] >= 0 and box[1] >= 0 and box[2] <= wide + 1 and box[3] <= high + 1
        written = [canvas.itemcget(item, "text") for item in texts]
        lines = scene(state).lines if wide >= 1000 else scene(state).short
        assert all(line in written for line in lines if line)
    root.geometry("330x400")


def test_a_written_tree_is_drawn_with_what_is_known_at_each_moment():
    state = written_tree("(((3 5)(6 9))((1 2)(0 -1)) 4)")
    execution, tree = state.explored.execution, state.explored.tree
    do(state, "present")
    for here in execution:
        running.seek(state, here.number)
        nodes = scene(state).tree
        paths = [[node.name] for node in nodes]
        for node, path in zip(nodes, paths, strict=True):
            path[:0] = paths[node.above] if node.above >= 0 else []
        known = {tuple(map(tree.move_name, tree.path(node)))[1:]: node for node in range(len(tree))}
        asked = scene(state).question is not None
        for node, path in zip(nodes, paths, strict=True):
            at = known.get(tuple(path[1:]))
            if at is None or execution.starts[at] > here.number:
                assert node.part in ("later", "cut")
                continue
            over = execution.leaves(at) < here.number
            if over:
                value = reasons.shown_value(tree, at)
                assert node.part == "" and (node.leaf or node.value == value)
            elif at in tree.path(here.node) and (here.returned is None or asked):
                assert node.part == "path"
        cut = {path[-1] for node, path in zip(nodes, paths, strict=True) if node.part == "cut"}
        assert cut == {
            name for at in known.values() if execution.leaves(at) < here.number + (not asked)
            for name in below(tree.game, tree, at)
        }  # fmt: skip


def below(game, tree, node):
    """Return the names of all nodes below the moves that a node left out."""
    waiting = [game.play(tree.state(node), move) for move in tree.untried(node)]
    for state in waiting:
        waiting += [game.play(state, move) for move in game.moves(state)]
        yield game.node(state).name


def test_a_tree_too_wide_to_be_drawn_leaves_its_place_to_the_calls(root, display):
    state = written_tree(f"({'(1 2)' * 21})")
    do(state, "present")
    assert scene(state).tree == () and scene(state).board is None
    pages = [PresentPage(root, Look(root), SimpleNamespace(command=print)) for _ in range(2)]
    heights = []
    for page, text in zip(pages, (None, "((3 12 8)(2 4 6)(14 5 2))"), strict=True):
        page.place(x=0, y=0, width=800, height=600)
        if text is not None:
            state = written_tree(text)
            do(state, "present")
        settle(root)
        page.show(EXPLORER.show(state))
        settle(root)
        draw = page.canvas
        (calls,) = (item for item in draw.find_all() if draw.type(item) == "text"
                    and draw.itemcget(item, "text") == words.CALLS)  # fmt: skip
        heights.append(draw.bbox(calls)[1])
        for item in draw.find_all():
            left, _, right, _ = draw.bbox(item)
            assert left >= -2 and right <= draw.winfo_width() + 2
    assert heights[0] < 100 < 300 < heights[1]
    texts = [draw.itemcget(item, "text") for item in draw.find_all() if draw.type(item) == "text"]
    assert {"+3", "+12", "+14", "B1", "D3"} <= set(texts)


def overlaps(draw, items):
    """Return the pairs of items whose boxes have more than their edges in common."""
    boxes = [(item, draw.bbox(item)) for item in items]
    return [
        (one, two) for at, (one, a) in enumerate(boxes) for two, b in boxes[at + 1 :]
        if min(a[2], b[2]) - max(a[0], b[0]) > 1 and min(a[3], b[3]) - max(a[1], b[1]) > 1
    ]  # fmt: skip


LECTURE = "(((5 9)(7 2)) ((3 7)(40 41)) ((10 4)(12 99)(9 1)) ((8 3)(99 98)))"


@pytest.mark.parametrize("size", ["800x600", "1440x900"])
@pytest.mark.parametrize(
    "text", [LECTURE, "((3 12 8)(2 4 6)(14 5 2))", "(((3 5)(6 9))((1 2)(0 -1)) 4)",
             f"({'(100.25 -7)' * 20})", "Paris(London(Rome(x:3 12) 5) Oslo(2 4))"],
)  # fmt: skip
def test_nothing_in_a_drawn_tree_lies_on_anything_else(root, size, text):
    """The value "≥ +12" of K was half below the next triangle, and read "≥ +1"."""
    state = written_tree(text)
    do(state, "present")
    page = PresentPage(root, Look(root), SimpleNamespace(command=print))
    wide, high = map(int, size.split("x"))
    page.place(x=0, y=0, width=wide, height=high)
    root.geometry(size)
    settle(root)
    moments = len(state.explored.execution)
    for moment in (moments // 2, moments - 1):
        running.seek(state, moment)
        page.show(EXPLORER.show(state))
        settle(root)
        draw = page.canvas
        things = draw.find_withtag("tree")
        assert not overlaps(draw, things)
        triangles = sum(draw.type(item) == "polygon" for item in things)
        assert triangles == sum(not node.leaf for node in scene(state).tree)
    shown = {draw.itemcget(item, "text") for item in things if draw.type(item) == "text"}
    if text == LECTURE:
        values = {node.value for node in scene(state).tree} - {""}
        assert values | set("ABCDEFGHIJKLMN") <= shown
    root.geometry("330x400")


def test_a_move_that_changes_nothing_leaves_v_as_it_is():
    state = written_tree("((3 12 8)(2 4 6)(14 5 2))")
    sentences = []
    for here in state.explored.execution:
        running.seek(state, here.number)
        sentences.append(EXPLORER.show(state).status)
    assert "B1 returned +3; v is now +3." in sentences
    assert "B2 returned +12; v stays +3." in sentences
    assert "C returned +2 (an upper bound); v stays +3." in sentences


@pytest.mark.parametrize("values", [
    {"search": "mcts"}, *({"page": page} for page in ("compare", "quiz", "pair", "ideas")),
])  # fmt: skip
def test_only_the_search_on_the_page_is_presented(values):
    """F11 showed an earlier alpha-beta search behind a Monte Carlo tree search."""
    state = explored()
    state.values.update(values)
    do(state, "present")
    shown = EXPLORER.show(state)
    assert shown.present is None and shown.status.startswith("There is nothing to present here")
    assert state.values["page"] == values.get("page", "tree")


SAYS = {True: "is less than β", False: "is greater than α"}


def test_numbers_that_are_compared_look_different_if_they_are():
    """The page asked "+32.89 ≤ +32.89 ?", and said that v = +32.89 is greater than α = +32.89."""
    state = explored("breakthrough8", evaluation="defensive1", depth="3")
    do(state, "present")
    tree, found = state.explored.tree, 0
    for here in state.explored.execution:
        if here.step != TEST:
            continue
        maximises = tree.is_max(here.node)
        bound = here.beta if maximises else here.alpha
        close = here.v != bound and number(here.v) == number(bound)
        found += close
        if not close and here.number % 50:
            continue  # a scene takes some time
        state.moment = here.number
        note = scene(state).note
        v, against = note.split()[0:3:2]
        assert (v == against) == (here.v == bound), note
        if here.returned is None:
            text = presenting.event_text(state.explored, here)
            assert f"v = {v} {SAYS[maximises]} = {against}," in text
        if presenting.is_question(state.explored, here):
            asked = scene(state).question.text
            assert f"v = {v} and " in asked and f" = {against}. " in asked
    assert found > 100


@pytest.mark.parametrize(("values", "texts"), [
    ((0.25, 0.5), ("+0.25", "+0.5")), ((1.0, 1.0), ("+1", "+1")),
    ((32.8901, 32.8872), ("+32.89", "+32.887")), ((12345.2, 12345.4), ("+12,345.2", "+12,345.4")),
    ((-0.001, 0.0), ("−0.001", "0")), ((inf, 100.0), ("+∞", "+100")),
    ((24.137931034482754, 24.13793103448276), ("+24.13793103448275", "+24.13793103448276")),
])  # fmt: skip
def test_numbers_beside_each_other(values, texts):
    assert apart(*values) == texts

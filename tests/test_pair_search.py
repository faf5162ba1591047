"""The page My search: a student's file beside Figure 2, without a screen."""

import time
from dataclasses import replace
from pathlib import Path

import pytest

from explorer_samples import do, explorer, run
from faulty import FAULTS, RIGHT, changed
from loa_tk.control.checking import commands as checking
from loa_tk.control.checking.state import CheckingState
from loa_tk.control.classroom.findings import failed, passed
from loa_tk.control.classroom.search_checks import CHECKS
from loa_tk.control.effects import Copy, Drop, Later, OpenTool, Run, ShowMatch
from loa_tk.control.engine.jobs import Message
from loa_tk.control.explorer import commands, searching
from loa_tk.control.explorer.commands import TOOL as EXPLORER
from loa_tk.control.explorer.excerpt import figure_note
from loa_tk.control.explorer.jobs import Refusal
from loa_tk.control.explorer.pair import PairFacts, PairJob, PairPiece
from loa_tk.control.guest import files as guest_files
from loa_tk.lab.mistakes import Mistake
from loa_tk.model.checks.beside import STOPS
from loa_tk.model.checks.mistakes import MISTAKES
from loa_tk.model.games import find_game
from loa_tk.model.notation import line_text, read_position
from loa_tk.model.tree.orders import ORDERS
from loa_tk.model.written import read_tree
from loa_tk.scenes.explorer import LOOK, SAME, STANDS, PairPicked, PairResized
from loa_tk.words import explorer as words
from loa_tk.words import pair as pair_words
from test_check import GuestHere
from test_following import found

LOA = find_game("loa5")
SAMPLE = Path(__file__).with_name("student_search.py")
MENDED = SAMPLE.read_text("utf-8").replace("p.after(a), -U, beta", "p.after(a), alpha, beta")
RANDOM = ("random choice among ties", "moves shuffled")  # their steps depend on the seed


class FilesHere:
    """Runs students' files in this process: a guest takes a third of a second to start."""

    def having(self, path, function):
        return GuestHere(path)


@pytest.fixture
def here(monkeypatch):
    monkeypatch.setattr(guest_files, "warm", lambda sandbox="": FilesHere())


@pytest.fixture
def mine(tmp_path):
    return tmp_path / "mine.py"


def compared(file, key="loa5", position=None, **values):
    """Return the state of a window that has compared a file."""
    state = explorer(key, position, page="pair", file=str(file), **values)
    commands.report(state, PairResized(1053))
    effects = run(state, do(state, "pair"))
    for effect in effects:  # the pictures come after the rest
        assert isinstance(effect, Later) and not any(EXPLORER.show(state).pair.trees[0].rows)
        effect.then(state)
    return state


def texts(state):
    """Return the sentences by their headings."""
    pieces = EXPLORER.show(state).pair.reason.text
    parts, heading = {}, ""
    for piece in pieces:
        if piece.style == "heading":
            heading = piece.text.strip()
            parts[heading] = ""
        else:
            parts[heading] = parts.get(heading, "") + piece.text
    return parts


# --- the step at which the page opens ---


@pytest.mark.parametrize("name", FAULTS)
def test_the_page_opens_at_the_first_wrong_step(name, here, mine):
    source = changed(FAULTS[name].base, FAULTS[name].changes)
    mine.write_text(source, "utf-8")
    expected, game, case = found(source)
    given = {"given": f"secret:{case.secret}"} if case.secret else {}
    state = compared(mine, game.key, case.state, plies=str(case.depth), **given)
    difference = state.pair.known.difference
    assert (difference.kind, difference.leaf, difference.node) == (
        expected.kind, expected.leaf, expected.node,
    )  # fmt: skip
    assert difference == expected or name in RANDOM
    said = texts(state)
    assert said[pair_words.DID] and said[pair_words.DOES] and said[pair_words.LOOK_AT]
    shown = EXPLORER.show(state).pair
    figure, yours = shown.columns
    assert figure.rows and (figure.title, yours.title) == ("Figure 2", "Yours")
    assert expected.kind in ("value", "nowhere") or any(
        row.part == "wrong" for row in yours.rows
    ) or not difference.node  # fmt: skip
    line = FAULTS[name].line
    lines = [one for one in shown.codes[0].lines if one.part == LOOK]
    assert not line.startswith("Line ") or lines
    assert all(one.number == 0 or one.text for code in shown.codes for one in code.lines)


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_search_shows_no_difference(name, here, mine):
    mine.write_text(changed(*RIGHT[name]), "utf-8")
    state = compared(mine)
    assert state.pair.known.difference is None
    shown = EXPLORER.show(state)
    assert shown.summary == ("no difference",) and not shown.pair.codes
    (piece,) = shown.pair.reason.text
    assert piece.style == "good"
    assert piece.text == "No difference: all 669 EVAL calls in the same order, at depths 1 to 4."


def test_the_leaves_of_two_orders_are_counted_and_not_their_eval_calls():
    """A tree of one's own, whose leaves have utilities, had "0 leaves"."""
    game, state = read_tree("((3 12 8)(2 4 6)(14 5 2))"), explorer()
    state.place(game, game.start)
    state.values.update(page="pair", file="order:best")
    run(state, do(state, "pair"))
    searching.draw(state)
    shown = EXPLORER.show(state).pair
    assert [tree.figures[:2] for tree in shown.trees] == [
        ("11 nodes", "7 leaves"), ("9 nodes", "5 leaves"),
    ]  # fmt: skip
    said = "".join(piece.text for piece in shown.reason.text)
    assert "11 nodes, 7 leaves" in said and "9 nodes, 5 leaves" in said
    assert dict(shown.legend)["max"] == "MAX" and dict(shown.legend)["min"] == "MIN"


@pytest.mark.parametrize(("left", "right", "flags"), [
    ("eval", "best", ("the EVAL order tries ", "the best order tries ")),
    ("fixed", "eval", ("the fixed order tries ", "the EVAL order tries ")),
])  # fmt: skip
def test_an_order_has_its_name_in_a_sentence(left, right, flags):
    """They were "the eVAL order" and "the Best order"."""
    state = explorer(page="pair", left=left, file=f"order:{right}", plies="3")
    run(state, do(state, "pair"))
    searching.draw(state)
    trees = EXPLORER.show(state).pair.trees
    assert all(tree.flag.startswith(flag) for tree, flag in zip(trees, flags, strict=True))


# --- the picture of the mock-up ---


@pytest.fixture
def sample(here):
    return compared(SAMPLE)


def test_the_head_says_where_the_searches_part_and_what_they_cost(sample):
    shown = EXPLORER.show(sample)
    assert shown.summary[0] == "first difference: leaf 139"
    assert shown.remark[0] == "the same value, 0 · 1,518 nodes instead of 754"
    assert "leaf 139" in shown.status and not shown.bad


def test_both_trees_have_the_same_widths_and_flags(sample):
    figure, yours = EXPLORER.show(sample).pair.trees
    assert figure.figures == ("754 nodes", "669 EVAL calls", "48 cut-offs")
    assert yours.figures[0] == "1,518 nodes" and yours.figures[2] == "245 cut-offs"
    assert figure.flag == "Figure 2 cuts after e2-e5: the next leaf, number 139, is in b1-d3"
    assert yours.flag == "yours goes on with a3xc1: its leaf 139 is still in b1-b3"
    assert figure.rows[1] == yours.rows[1] and [one.label for one in figure.rows[1]][:2] == [
        "b1-e1", "b1-b3",
    ]  # fmt: skip
    assert figure.opened == yours.opened and figure.parts == yours.parts
    # As in the mock-up, whose trees are 1,053 pixels wide and begin at 114.
    assert abs(figure.parts.left - (200 - 114)) <= 1
    assert abs(figure.opened.left - (176 - 114)) <= 2 and figure.opened.top == 1


def test_the_columns_mark_the_cut_and_the_move_that_should_not_be(sample):
    figure, yours = EXPLORER.show(sample).pair.columns
    assert (figure.caption[0], figure.bound) == ("MIN-VALUE after b1-b3", "α 0")
    assert (yours.caption[0], yours.bound, yours.wrong) == (
        "min_value after b1-b3", "alpha −100", True,
    )  # fmt: skip
    cut = figure.rows[figure.selected]
    assert cut.cells == ("e2-e5", "0", "18", "", "cut ✂")
    assert yours.rows[yours.selected].cells == ("e2-e5", "0", "18", "", "no cut")
    wrong = [row for row in yours.rows if row.part == "wrong"]
    assert [row.cells for row in wrong] == [("a3xc1", "≥ +25", "2", "", "goes on")]
    assert (figure.foot, yours.foot) == ("6 of 16 moves tried", "16 moves, all tried")


def test_the_sentences_say_what_each_does_and_what_to_look_at(sample):
    assert texts(sample) == {
        "What you did": "After e2-e5, worth 0, your MIN went on with a3xc1.",
        "What Figure 2 does": "It returns 0 at once, because v ≤ α = 0.",
        "Why": "MAX already has 0 with b1-e1. MIN can only push b1-b3 lower, so its other 10 "
        "replies change nothing.",
        "Look at": "Line 21: min_value gets −100 where Figure 2 gives α = 0, so alpha is −100 in "
        "line 38.",
    }
    reason = EXPLORER.show(sample).pair.reason
    assert reason.place == "after b1-b3, white to move" and len(reason.board.arrows) == 1


def test_the_sources_stand_side_by_side(sample):
    mine, figure = EXPLORER.show(sample).pair.codes
    assert (mine.title, mine.caption) == ("student_search.py", "stopped in line 38")
    assert (figure.title, figure.caption) == ("Figure 2", "stopped in line 21")
    assert [line.number for line in mine.lines] == [15, 20, 21, 0, 30, 35, 36, 37, 38, 39]
    assert [line.number for line in figure.lines] == [5, 9, 10, 0, 15, 19, 20, 0, 21, 22]
    look, same = mine.lines[2], figure.lines[2]
    assert (look.part, same.part) == (LOOK, SAME)
    assert (look.text[slice(*look.mark)], same.text[slice(*same.mark)]) == ("-U", "α")
    stands, there = mine.lines[8], figure.lines[8]
    assert (stands.part, there.part) == (STANDS, STANDS)
    assert (stands.note, there.note) == ("v 0, alpha −100: goes on", "v 0, α 0: returns 0")


def test_a_source_is_shown_as_text_whatever_it_contains(here, mine):
    odd = SAMPLE.read_text("utf-8").replace(
        "for a in p.moves():", "for a in p.moves():  # \u202e\x0c odd", 1
    )
    mine.write_text(odd, "utf-8", newline="\r\n")
    lines = EXPLORER.show(compared(mine)).pair.codes[0].lines
    assert [line.number for line in lines] == [15, 20, 21, 0, 30, 35, 36, 37, 38, 39]
    assert lines[1].text.endswith("# \ufffd\ufffd odd")
    assert all(line.text.isprintable() for line in lines)


# --- what the user does ---


def test_another_node_is_opened_in_both_columns_and_left_again(sample):
    shown = EXPLORER.show(sample).pair
    at = next(span for span in shown.trees[1].rows[1] if span.label == "c1xa3")
    commands.report(sample, PairPicked(1, 1, (at.left + at.right) // 2))
    shown = EXPLORER.show(sample).pair
    assert [column.caption[0] for column in shown.columns] == [
        "MIN-VALUE after c1xa3", "after c1xa3",
    ]  # fmt: skip
    assert not shown.reason.board.arrows and shown.reason.place.startswith("after c1xa3")
    assert all(tree.opened is not None for tree in shown.trees)
    do(sample, "escape")
    assert EXPLORER.show(sample).pair.columns[1].caption[0] == "min_value after b1-b3"


def test_the_link_opens_the_move_that_the_bound_comes_from(sample):
    (link,) = (piece for piece in EXPLORER.show(sample).pair.reason.text if piece.link)
    assert link.text == "b1-e1"
    commands.choose(sample, "link", link.link)
    assert EXPLORER.show(sample).pair.columns[0].caption[0] == "MIN-VALUE after b1-e1"


def test_the_position_goes_to_the_main_board_and_the_difference_to_the_clipboard(sample):
    *_, shown = do(sample, "pair-board")
    assert isinstance(shown, ShowMatch) and shown.match.ply == 1
    (copied,) = do(sample, "pair-copy")
    assert isinstance(copied, Copy)
    for part in ("student_search.py", "leaf 139", "went on with a3xc1", "   21  ", "<- look here"):
        assert part in copied.text
    assert f"loa5 {line_text(LOA, LOA.start, ())}".strip() in copied.text


def test_without_a_file_nothing_runs():
    state = explorer(page="pair")
    assert do(state, "pair") == [] and state.bad and "Choose the second search" in state.status
    assert EXPLORER.show(state).pair.note == pair_words.NOTE


def test_only_a_python_file_can_be_chosen():
    state = explorer(page="pair")
    commands.choose(state, "file", "Choose a file…")
    assert state.values["file"] == ""
    for name in ("/a/mine.py", "/b/mine.py", "/b/other.py"):
        commands.choose(state, "file", name)
    field = EXPLORER.show(state).fields[0]
    assert field.value == "/b/other.py"
    labels = [choice.label for choice in field.choices]
    assert labels[:3] == ["/a/mine.py", "/b/mine.py", "other.py"]
    assert labels[3] == f"mistake: {MISTAKES[0].name}" and labels[-1].startswith("order: ")
    assert len(labels) == 3 + len(MISTAKES) + len(ORDERS)


def test_the_chosen_depth_is_searched_first_and_then_the_others(mine):
    state = explorer(page="pair", file=str(mine), plies="2")
    (effect,) = do(state, "pair")
    assert isinstance(effect, Run) and effect.job.depths == (2, 1, 3, 4)
    assert effect.job.files == (str(mine),) and effect.job.grace > 0


def test_stop_gives_a_student_s_search_up_at_once(mine):
    state = explorer(page="pair", file=str(mine))
    do(state, "pair")
    assert EXPLORER.show(state).labels["pair"] == words.STOP
    assert any(isinstance(effect, Drop) for effect in do(state, "pair"))
    assert state.job is None and state.status == pair_words.COMPARISON_STOPPED


def test_a_mistake_shows_its_line_and_figure_2_stays(sample, mine, monkeypatch):
    mine.write_text("def choose(position, seconds, counts):\n    return 1 / 0\n", "utf-8")
    commands.choose(sample, "file", str(mine))
    run(sample, do(sample, "pair"))
    shown = EXPLORER.show(sample)
    assert "line 2" in shown.pair.note and shown.pair.bad and shown.bad
    (tree,) = shown.pair.trees
    assert tree.title == "Figure 2" and not (tree.flag or tree.parts or shown.pair.columns)
    commands.choose(sample, "plies", "2")
    assert not EXPLORER.show(sample).pair.trees, "Figure 2 at another depth is another tree"
    assert shown.summary == () and "pair-copy" not in shown.enabled


def test_a_mistake_without_an_earlier_comparison_is_shown_alone(here, mine):
    mine.write_text("def evaluate(position, player):\n    return 1\n", "utf-8")
    state = explorer(page="pair", file=str(mine))
    job = next(effect.job for effect in do(state, "pair"))
    commands.heard(state, job, [Message("done", Refusal("mine.py: choose() is missing"))])
    assert EXPLORER.show(state).pair.note == "mine.py: choose() is missing"
    do(state, "pair")
    commands.heard(state, job, [Message("failed", "Traceback\nboom")])
    assert state.job is None and "boom" in EXPLORER.show(state).pair.note


def test_a_process_that_ends_begins_again_with_empty_trees(here):
    state = explorer(page="pair", file=str(SAMPLE))
    job = next(effect.job for effect in do(state, "pair"))
    told = []
    answer = job.run(lambda: False, told.append)
    assert isinstance(answer, PairFacts)
    half = [Message("progress", one) for one in told[: len(told) // 2]]
    commands.heard(state, job, [*half, Message("restarted", 1)])
    whole = [Message("progress", one) for one in told]
    commands.heard(state, job, [*whole, Message("done", answer)])
    assert len(state.pair.figure.tree) == 754 and len(state.pair.mine.tree) == 1518


def test_the_trees_arrive_in_pieces(here, monkeypatch):
    monkeypatch.setattr("loa_tk.control.explorer.jobs.PIECE", 4096)
    told = []
    job = PairJob(game="loa5", state=LOA.start, file=str(SAMPLE), evaluation="groups", depths=(3,))
    job.run(lambda: False, told.append)
    pieces = [one for one in told if isinstance(one, PairPiece)]
    assert {one.mine for one in pieces} == {False, True}
    assert max(len(one.piece.content) for one in pieces) <= 4096


class Slow(GuestHere):
    """A guest whose search to depth 3 takes too long."""

    def choose(self, game, state, limits, evaluation, patience, watch=False):
        if limits.depth == 3:
            time.sleep(patience + 0.01)
            raise Mistake("it took more than its 1 s and was stopped", "mine.py")
        return super().choose(game, state, limits, evaluation, patience, watch)


def test_if_the_chosen_depth_takes_too_long_a_smaller_one_may_show_why(here, mine, monkeypatch):
    monkeypatch.setattr("loa_tk.control.explorer.pair.LEAST", 0.01)
    monkeypatch.setattr("loa_tk.control.explorer.pair.PATIENCE", 0.02)
    monkeypatch.setattr(FilesHere, "having", lambda self, path, function: Slow(path))
    state = compared(SAMPLE)
    assert EXPLORER.show(state).summary[0] == "first difference: leaf 19, at depth 2"
    mine.write_text(MENDED, "utf-8")
    state = compared(mine)
    assert state.pair is None and "took more than" in EXPLORER.show(state).pair.note
    state = compared(mine, plies="2")
    assert state.pair.known.depths == (1, 2)


def test_a_mistake_that_shows_only_at_another_depth_is_found(here, mine):
    mine.write_text(MENDED.replace("max_value(p.after(a), alpha,", "max_value(p.after(a), -U,"))
    state = compared(mine)
    assert state.pair.known.difference.kind == "goes on"
    assert EXPLORER.show(state).summary[0].endswith(", at depth 4")


def test_a_tree_of_very_many_leaves_is_drawn_in_part(here, monkeypatch):
    monkeypatch.setattr("loa_tk.control.explorer.pair.MOST_LEAVES", 300)
    state = compared(SAMPLE)
    tree = state.pair.mine.tree
    assert sum(map(tree.is_eval, range(len(tree)))) == 300
    assert state.pair.known.difference.leaf == 139
    EXPLORER.show(state)


# --- from the check window ---


def finding(name, **figures):
    row = next(row for row in CHECKS if row.name == name)
    return row.line(failed("wrong", **figures) if figures else passed("right"))


def checked(*lines):
    state = CheckingState(path=SAMPLE, game="loa5")
    state.lines = list(lines)
    return state


def test_a_finding_opens_its_step_with_the_secret_of_its_case(here):
    position = "1bb1b/w1b2/wb1w1/w4/3b1 w"
    figures = {"position": position, "depth": 2, "secret": "5f3a9c", "step": {}}
    state = checked(finding("legal"), finding("statistics", **figures))
    shown = checking.TOOL.show(state)
    assert [row.link for row in shown.rows] == ["", "statistics"] and "step" in shown.enabled
    assert checking.TOOL.do(state, "step") == checking.choose(state, "step", "statistics")
    (effect,) = checking.choose(state, "step", "statistics")
    assert isinstance(effect, OpenTool) and effect.name == "explorer"
    explored = explorer()
    begun = commands.opened(explored, effect.request)
    run(explored, begun)
    known, shown = explored.pair, EXPLORER.show(explored)
    assert shown.page == "pair" and known.figure.tree.root == read_position(LOA, position)
    assert known.figure.tree.depth == 2 and known.known.difference is not None
    file, given, plies = shown.fields
    assert (file.value, given.value, plies.value) == (str(SAMPLE), "secret:5f3a9c", "2")
    assert {choice.key: choice.label for choice in given.choices}[given.value] == "secret 5f3a…"


def test_findings_without_a_step_offer_none():
    state = checked(finding("legal"), finding("statistics"), finding("time", slowest=3))
    shown = checking.TOOL.show(state)
    assert not any(row.link for row in shown.rows) and "step" not in shown.enabled
    assert checking.choose(state, "step", "statistics") == []
    assert checking.TOOL.do(state, "step") == []


def test_an_ordinary_finding_opens_the_game_s_first_evaluation():
    figures = {"position": "1bbb1/w3w/w3w/w3w/1bbb1 b", "depth": 3, "secret": None}
    (effect,) = checking.first_step(checked(finding("move", **figures)))
    assert effect.request.search.evaluation == "groups" and effect.request.path == SAMPLE


def test_a_depth_beyond_the_list_is_offered_too(mine):
    state = explorer("minicheckers", page="pair", file=str(mine), plies="6")
    assert [choice.key for choice in EXPLORER.show(state).fields[2].choices][-1] == "6"
    (effect,) = do(state, "pair")
    assert effect.job.depths[0] == 6 and sorted(effect.job.depths) == [1, 2, 3, 4, 5, 6]


def test_two_numbers_that_differ_look_different_in_the_note_of_a_line(sample):
    """The note at Figure 2's line was "v +32.89, α +32.89: goes on"."""
    difference = replace(sample.pair.known.difference, kind=STOPS, v=32.8901, alpha=32.8872)
    assert figure_note(difference) == "v +32.89, α +32.887: goes on"

"""The player's drawing: dragging as on a phone, the win rule, hints, checks, undo and redo."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

import flow_reference
from loa_tk.model.flow.algorithms import solve
from loa_tk.model.flow.drawing import (
    Drag,
    Drawing,
    History,
    blank,
    drag_to,
    hint,
    press,
    take,
    wrong,
)
from loa_tk.model.flow.generator import generate
from loa_tk.model.flow.puzzle import parse, paths

#   A B _ _      A B B B
#   _ _ _ _  ->  A A A B
#   C C A B      C C A B    cells 0 to 11
SMALL = parse("AB__\n____\nCCAB\n")
A, B = 0, 1

PUZZLES = [generate(5, 5, seed) for seed in range(3)] + [generate(6, 4, 1, "easy")]
SOLUTIONS = {puzzle: solve(puzzle).solutions[0] for puzzle in PUZZLES}

cell = st.integers(0, 23)  # every puzzle has at least these
gesture = st.tuples(cell, st.lists(cell, max_size=8))
gestures = st.tuples(st.sampled_from(PUZZLES), st.lists(gesture, max_size=12))


def drawn(puzzle, moves):
    """Return the drawing after some gestures: press on a cell, drag over others, let go."""
    drawing = blank(puzzle)
    for start, over in moves:
        drag = dragged(drawing, start, *over)
        drawing = drag.drawing if drag else drawing
    return drawing


def dragged(drawing, start, *over):
    """Return the drag in progress after a press on a cell and motion over others."""
    drag = press(drawing, start)
    for target in over if drag else ():
        drag = drag_to(drag, target)
    return drag


def route(drawing, *cells):
    """Return the drawing after one drag over these cells."""
    return dragged(drawing, *cells).drawing


def check_invariants(drawing):
    puzzle = drawing.puzzle
    used = [cell for path in drawing.paths for cell in path]
    assert len(used) == len(set(used)) == drawing.filled
    sources = {cell: colour for colour, pair in enumerate(puzzle.sources) for cell in pair}
    for colour, path in enumerate(drawing.paths):
        assert len(path) != 1
        if path:
            assert sources[path[0]] == colour
            assert all(cell not in sources for cell in path[1:-1])
            assert sources.get(path[-1], colour) == colour
            assert drawing.complete(colour) == (path[-1] in puzzle.sources[colour])
        assert all(two in puzzle.neighbours[one] for one, two in pairwise(path))


@given(gestures)
def test_whatever_is_dragged_paths_stay_paths(case):
    drawing = drawn(*case)
    check_invariants(drawing)
    for colour, path in enumerate(drawing.paths):
        assert all(drawing.grid()[cell] == colour for cell in path)


@given(gestures, gesture)
def test_backing_up_gives_the_other_paths_back(case, move):
    before = drawn(*case)
    start, over = move
    drag = press(before, start)
    if drag is None:
        assert before.grid()[start] is None
        return
    colour, source = drag.colour, drag.cells[0]
    for target in over:
        drag = drag_to(drag, target)
        check_invariants(drag.drawing)
        assert drag.before is before and drag.colour == colour and drag.cells[0] == source
    back = drag_to(drag, source)
    assert back.cells == (source,)
    for other, path in enumerate(back.drawing.paths):
        assert path == (() if other == colour else before.paths[other])


@given(gestures)
def test_solved_is_what_the_judge_calls_solved(case):
    drawing = drawn(*case)
    rows = list(drawing.puzzle.rows(drawing.grid()))
    right = not flow_reference.faults(drawing.puzzle.text().split(), rows)
    assert drawing.solved == (right and drawing.flows == len(drawing.paths))


@given(gestures, st.integers(0, 5))
def test_hints_lead_from_anywhere_to_the_solution(case, wish):
    drawing = drawn(*case)
    solution = SOLUTIONS[drawing.puzzle]
    for _ in range(drawing.puzzle.cells):
        piece = hint(drawing, solution, wish)
        if piece is None:
            break
        assert piece.piece and piece.cells[-len(piece.piece) :] == piece.piece
        assert all(solution[cell] == piece.colour for cell in piece.cells)
        drawing = take(drawing, piece)
        check_invariants(drawing)
        assert drawing.paths[piece.colour] == piece.cells
    assert drawing.solved and not wrong(drawing, solution) and hint(drawing, solution) is None


@given(gestures)
def test_hints_mend_what_is_wrong_first(case):
    drawing = drawn(*case)
    mistakes = wrong(drawing, SOLUTIONS[drawing.puzzle])
    piece = hint(drawing, SOLUTIONS[drawing.puzzle])
    if mistakes:
        assert mistakes & set(drawing.paths[piece.colour])


def test_a_solution_can_be_dragged():
    for puzzle in PUZZLES:
        drawing = blank(puzzle)
        assert drawing.flows == drawing.filled == 0
        for done, path in enumerate(paths(puzzle, SOLUTIONS[puzzle])):
            assert not drawing.solved and drawing.flows == done
            drawing = route(drawing, *path)
        assert drawing.solved and drawing.filled == puzzle.cells
        assert not wrong(drawing, SOLUTIONS[puzzle]) and not drawing.touching()


def test_a_path_is_drawn_and_backed_up():
    drag = press(blank(SMALL), 0)
    assert drag.cells == (0,) and drag.drawing == blank(SMALL)
    drag = drag_to(drag_to(drag, 4), 5)
    assert drag.drawing.paths[A] == (0, 4, 5)
    assert drag_to(drag, 4).drawing.paths[A] == (0, 4)
    assert drag_to(drag, 0).drawing == blank(SMALL)


def test_a_fast_mouse_skips_cells():
    assert dragged(blank(SMALL), 0, 4, 7).cells == (0, 4, 5, 6, 7)
    assert dragged(blank(SMALL), 0, 7).cells == (0, 4, 5, 6, 7)  # a source blocks the other way
    assert dragged(blank(SMALL), 0, 11).cells == (0, 4, 5, 6, 7)  # and another blocks the end


def test_a_path_ends_at_its_other_source():
    drag = dragged(blank(SMALL), 0, 4, 5, 6, 10)
    assert drag.drawing.complete(A) and drag.drawing.flows == 1
    assert drag_to(drag, 11).cells == drag.cells == (0, 4, 5, 6, 10)
    assert drag_to(drag, 6).cells == (0, 4, 5, 6)


def test_other_sources_are_in_the_way():
    assert drag_to(press(blank(SMALL), 0), 1).cells == (0,)


def test_an_empty_cell_cannot_be_taken():
    assert press(blank(SMALL), 5) is None


def test_a_path_cuts_another_one():
    drawing = route(blank(SMALL), 1, 5, 6, 7, 11)
    assert drawing.complete(B)
    cut = route(drawing, 0, 4, 5)
    assert cut.paths == ((0, 4, 5), (), ())
    cut = route(drawing, 10, 6)
    assert cut.paths[B] == (1, 5) and cut.paths[A] == (10, 6)


def test_a_path_is_taken_up_in_the_middle():
    drawing = route(blank(SMALL), 1, 5, 6, 7)
    assert route(drawing, 6, 2).paths[B] == (1, 5, 6, 2)


def test_a_source_begins_its_path_anew():
    drawing = route(blank(SMALL), 1, 5, 6, 7, 11)
    assert press(drawing, 11).drawing.paths[B] == ()
    assert press(drawing, 1).drawing.paths[B] == ()


def test_a_path_that_touches_itself_does_not_win():
    puzzle = parse("A__\nA__\n")
    drawing = route(blank(puzzle), 0, 1, 2, 5, 4, 3)
    assert drawing.flows == 1 and drawing.filled == puzzle.cells and not drawing.solved
    assert drawing.touching() == {0, 1, 3, 4}


def test_wrong_cells_are_found():
    puzzle = PUZZLES[0]
    solution = SOLUTIONS[puzzle]
    for start in range(puzzle.cells):
        for near in puzzle.neighbours[start]:
            drag = press(blank(puzzle), start)
            if drag and solution[near] != drag.colour and puzzle.givens()[near] is None:
                assert wrong(drag_to(drag, near).drawing, solution) == {near}


def test_a_hint_goes_straight_to_the_next_bend():
    solution = solve(SMALL).solutions[0]
    first = hint(blank(SMALL), solution)
    assert first.colour == A and first.cells == (0, 4) and first.piece == (4,)
    second = hint(take(blank(SMALL), first), solution)
    assert second.cells == (0, 4, 5, 6) and second.piece == (5, 6)
    assert hint(blank(SMALL), solution, B).cells == (1, 2, 3)


def test_a_hint_follows_a_path_begun_at_the_other_end():
    solution = solve(SMALL).solutions[0]
    drawing = route(blank(SMALL), 10, 6)
    assert hint(drawing, solution, A).cells == (10, 6, 5, 4)


@given(st.lists(st.sampled_from(["undo", "redo", 1, 2, 3])))
def test_history_is_a_list_with_a_cursor(actions):
    history = History(0)
    values, cursor = [0], 0
    for action in actions:
        if action == "undo":
            history, cursor = history.undo(), max(0, cursor - 1)
        elif action == "redo":
            history, cursor = history.redo(), min(len(values) - 1, cursor + 1)
        else:
            history = history.push(action)
            if action != values[cursor]:
                values = [*values[: cursor + 1], action]
                cursor += 1
        assert history.present == values[cursor]
        assert [*history.past, history.present, *history.future] == values


def test_drawings_are_values():
    one, two = blank(SMALL), Drawing(SMALL, ((), (), ()))
    assert one == two and hash(one) == hash(two)
    assert press(one, 0) == Drag(two, A, (0,))

"""Flow Free's handlers on a bare state: what they change and which effects they name."""

import pytest

from fakes import opening
from loa_tk.control.effects import (
    AskOpenName,
    AskSaveName,
    Drop,
    FillIn,
    Front,
    Later,
    Never,
    Run,
    Stage,
    work,
)
from loa_tk.control.engine.jobs import Message
from loa_tk.control.flow import commands, new_puzzle
from loa_tk.control.flow.commands import BREATH, PACE, SOLVING, TICK
from loa_tk.control.flow.commands import TOOL as FLOW
from loa_tk.control.flow.jobs import FlowCompareJob, FlowGenerateJob, FlowSolveJob
from loa_tk.control.flow.solved import path_in
from loa_tk.control.flow.state import FlowState
from loa_tk.control.flow.watching import FRAME, MOST
from loa_tk.control.rows import named
from loa_tk.model.flow import puzzles
from loa_tk.model.flow.algorithms import ALGORITHMS, solve
from loa_tk.model.flow.puzzle import PuzzleError, parse, paths
from loa_tk.scenes.flow import DRAG, PRESS, RELEASE, Stroke
from loa_tk.words import flow as words

SIX = puzzles.load("report-6x6")
ONE = solve(SIX, unique=True)
PATHS = paths(SIX, ONE.solutions[0])
TINY = parse("A_A\nB_B\n")
FIVE_BY_SIX = FlowGenerateJob(columns=5, rows=6, seed=7, difficulty="easy")
SOLVE_SIX = FlowSolveJob(SIX, SOLVING)

ROWS_BY_NAME = named(FLOW.rows)


class Clock:
    """A clock that stands still until a test moves it."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def state():
    return FlowState(clock=Clock())


def do(state, *names):
    """Carry out commands; return the effects of the last one."""
    return [FLOW.do(state, name) for name in names][-1]


def draw(state, *cells):
    commands.report(state, Stroke(PRESS, cells[0]))
    for cell in cells[1:]:
        commands.report(state, Stroke(DRAG, cell))
    commands.report(state, Stroke(RELEASE))


def finish(state):
    """Draw the whole solution."""
    for path in PATHS:
        draw(state, *path)


# --- every command ---


def know(state):
    state.report = ONE


def draw_one(state):
    draw(state, 0, 6)


def draw_wrong(state):
    know(state)
    draw(state, 0, 7)


def undone(state):
    draw_one(state)
    do(state, "undo")


def stepped(state):
    do(state, "step")


def show_cursor(state):
    do(state, "down")


def cursor_in_the_middle(state):
    do(state, "down", *["down"] * 2, *["right"] * 2)


def begun(state):
    assert state.watching.algorithm == "forward" and state.watching.running
    assert state.watching.solver.assignments == 0


def one_step_made(state):
    assert state.watching.picture.assignments == 1 and not state.watching.running


def at_the_beginning(state):
    assert state.watching.picture.step == 0 and state.watching.picture.assignments == 0


def cursor_at(cell):
    def check(state):
        assert state.sketch.cursor == cell

    return check


def nothing_drawn(state):
    assert not any(state.sketch.drawing.paths)


def one_path_drawn(state):
    assert state.sketch.drawing.filled == 2


def hinted(state):
    assert state.sketch.hints == 1 and state.sketch.framed
    assert state.status == words.HINTED.format(name=SIX.names[0])


def marked_wrong(state):
    assert state.sketch.wrong and state.status == words.wrong(len(state.sketch.wrong))


def no_longer_watching(state):
    assert state.watching is None


def held(state):
    assert state.sketch.held.cells == (0,)


def banner_away(state):
    assert not state.sketch.banner and state.sketch.drawing.solved


def nothing_held(state):
    assert state.sketch.held is None
    nothing_drawn(state)


def compares(state):
    assert state.comparing and state.reports == {}
    assert state.status == words.COMPARING.format(name="random", limit="5")


def second_puzzle(state):
    assert state.puzzle == puzzles.load("report-7x7") and state.values["puzzle"] == "report-7x7"
    assert state.title == "7×7, 5 colours"


def unchanged(state):
    assert state.puzzle == SIX and state.job is None and not state.status


SECOND = [Never(PACE), Drop(), Run(FlowSolveJob(puzzles.load("report-7x7"), SOLVING))]
EVERY_COMMAND = {  # the commands before it, its effects, and what it leaves
    "open": (
        unchanged,
        [AskOpenName(title=words.OPEN_TITLE, kinds=words.OPEN_KINDS, then=commands.read_file)],
        unchanged,
    ),
    "save": (
        unchanged,
        [
            AskSaveName(
                title=words.SAVE_TITLE,
                name="6x6-6-colours.txt",
                kinds=words.SAVE_KINDS,
                then=commands.write_file,
            )
        ],
        unchanged,
    ),
    "generate": (unchanged, [FillIn], unchanged),
    "next": (unchanged, SECOND, second_puzzle),
    "hint": (know, [], hinted),
    "check": (draw_wrong, [], marked_wrong),
    "undo": (draw_one, [], nothing_drawn),
    "redo": (undone, [], one_path_drawn),
    "reset": (draw_one, [], nothing_drawn),
    "run": (unchanged, [Later(PACE, 0, commands.advance)], begun),
    "step": (unchanged, [Never(PACE)], one_step_made),
    "back": (stepped, [Never(PACE)], at_the_beginning),
    "stop": (stepped, [Never(PACE)], no_longer_watching),
    "compare": (unchanged, [Run(FlowCompareJob(SIX, 5.0))], compares),
    "dismiss": (finish, [], banner_away),
    "escape": (lambda state: commands.report(state, Stroke(PRESS, 0)), [], nothing_held),
    "left": (cursor_in_the_middle, [], cursor_at(13)),
    "right": (cursor_in_the_middle, [], cursor_at(15)),
    "up": (cursor_in_the_middle, [], cursor_at(8)),
    "down": (cursor_in_the_middle, [], cursor_at(20)),
    "hold": (show_cursor, [], held),
}


@pytest.mark.parametrize("name", ROWS_BY_NAME)
def test_every_command(state, name):
    before, effects, after = EVERY_COMMAND[name]
    before(state)
    assert name in FLOW.show(state).enabled
    found = do(state, name)
    for effect, expected in zip(found, effects, strict=True):
        assert effect == expected or type(effect) is expected
    after(state)


@pytest.mark.parametrize(
    ("before", "disabled"),
    [
        (unchanged, {"undo", "redo", "reset", "check", "stop", "back", "dismiss", "escape"}),
        (draw_one, {"redo", "stop", "back", "dismiss", "escape"}),
        (undone, {"undo", "reset", "check", "stop", "back", "dismiss", "escape"}),
        (finish, {"hint", "redo", "stop", "back"}),
        (
            stepped,
            {"hint", "check", "undo", "redo", "reset", "dismiss"}
            | {"left", "right", "up", "down", "hold"},
        ),
    ],
)
def test_what_is_enabled_when_and_disabled_commands_do_nothing(state, before, disabled):
    before(state)
    seen = FLOW.show(state)
    assert seen.enabled == frozenset(ROWS_BY_NAME) - disabled
    for name in disabled:
        assert do(state, name) == []
    assert FLOW.show(state) == seen


# --- puzzles ---


def test_opening_looks_for_the_solution_and_fronts_the_window(state):
    assert commands.opened(state, opening()) == [Run(SOLVE_SIX), Front()]
    assert state.job == SOLVE_SIX
    assert commands.opened(state, opening()) == [Front()]  # it is being looked for already


def test_leaving_stops_all_work_and_keeps_the_drawing(state):
    draw_one(state)
    do(state, "compare", "run")
    assert commands.closing(state) == [Never(PACE), Drop()]
    assert state.job is None and state.watching is None
    one_path_drawn(state)


def test_a_file_is_read_after_the_window_is_drawn_and_taken_up(state):
    (effect,) = commands.read_file(state, "/some/where/p.txt")
    assert effect.work == work(commands.read_puzzles, "/some/where/p.txt")
    assert effect.stage is Stage.DISK
    do(state, "run")
    effects = effect.then(state, [TINY])
    assert effects == [Never(PACE), Drop(), Run(FlowSolveJob(TINY, SOLVING))]
    assert (state.title, state.values["puzzle"], state.watching) == ("p.txt", "", None)
    assert state.puzzle == TINY and state.sketch.puzzle == TINY


def test_a_file_without_a_puzzle_is_reported_and_changes_nothing(state):
    draw_one(state)
    assert commands.file_read(state, PuzzleError("p.txt: line 1: bad"), "p.txt") == []
    assert (state.status, state.bad, state.puzzle) == ("p.txt: line 1: bad", True, SIX)
    one_path_drawn(state)


def test_files_are_read_or_refused_with_a_reason(tmp_path):
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_text(TINY.text())
    bad.write_bytes(b"AB\nA\n")
    assert commands.read_puzzles(str(good)) == [TINY]
    for name, reason in (
        (bad, "bad.txt: line 2"),
        (tmp_path, words.NOT_A_FILE),
        (tmp_path / "none", "No such file"),
        ("a\0b", "null"),
    ):
        refused = commands.read_puzzles(str(name))
        assert isinstance(refused, PuzzleError) and reason in str(refused)


def test_the_form_s_answer_is_made_and_titled(state):
    (effect,) = do(state, "generate")
    assert (effect.check, effect.then) == (new_puzzle.check, commands.make)
    values = {"columns": "5", "rows": "6", "difficulty": "easy", "seed": "7"}
    assert effect.then(state, values) == [Run(FIVE_BY_SIX)]
    assert state.generating and state.status == words.MAKING
    effects = commands.heard(state, FIVE_BY_SIX, [Message("done", TINY)])
    assert effects == [Never(PACE), Drop(), Run(FlowSolveJob(TINY, SOLVING))]
    assert state.title == "5×6, easy, seed 7" and state.puzzle == TINY and not state.generating
    (effect,) = do(state, "next")  # another puzzle; the form is filled in as before
    assert [field.value for field in effect.scene.sections[0].fields[:3]] == ["5", "6", "easy"]


def test_the_puzzles_of_a_file_follow_one_another(state, tmp_path):
    path = tmp_path / "two.txt"
    path.write_text("A_A\nB_B\n\nR_R\nG_G\nB_B\n")
    (read,) = commands.read_file(state, str(path))
    read.then(state, read.work())
    assert state.title == "two.txt, 1 of 2" and state.puzzle == TINY
    do(state, "next")
    assert state.title == "two.txt, 2 of 2" and state.puzzle.height == 3
    assert isinstance(do(state, "next")[0], FillIn)  # the file has no more


def test_the_form_offers_a_new_seed_each_time():
    seeds = {new_puzzle.form({"seed": "7"}).sections[0].fields[3].value for _ in range(20)}
    assert len(seeds) > 1 and not new_puzzle.check(
        {"columns": "15", "rows": "4", "difficulty": "hard", "seed": seeds.pop()}
    )


def test_generating_is_given_up(state):
    state.job = FIVE_BY_SIX
    assert do(state, "generate") == [Drop(), Run(SOLVE_SIX)]
    assert state.status == words.STOPPED and state.puzzle == SIX


def test_the_last_built_in_puzzle_is_followed_by_the_first(state):
    commands.choose(state, "puzzle", puzzles.NAMES[-1])
    do(state, "next")
    assert state.puzzle == SIX


def test_choosing_what_is_chosen_does_nothing(state):
    state.say("as it was")
    for name, key in list(state.values.items()):
        assert commands.choose(state, name, key) == []
    assert state.status == "as it was"


def test_choosing_an_algorithm_describes_it_and_a_limit_is_kept(state):
    assert commands.choose(state, "algorithm", "mrv") == []
    assert state.status == f"{words.ABOUT['mrv']}."
    assert commands.choose(state, "limit", "60") == []
    assert state.status == "" and do(state, "compare") == [Run(FlowCompareJob(SIX, 60.0))]


# --- help ---


def test_help_asks_for_the_solution_first(state):
    assert do(state, "hint") == [Run(SOLVE_SIX)]
    assert state.status == words.LOOKING and not state.sketch.hints
    assert do(state, "hint") == []  # the solution is being looked for
    assert commands.heard(state, SOLVE_SIX, [Message("done", ONE)]) == []
    assert state.report is ONE and state.job is None
    do(state, "hint")
    hinted(state)


@pytest.mark.parametrize(
    ("text", "seconds", "message"),
    [
        ("A_A\n___\nB_B\n", 10, words.NOT_SOLVABLE),
        ("___A\n_BC_\n____\n_AB_\nC___\n", 10, words.NOT_UNIQUE),
        (SIX.text(), -1, words.NOT_KNOWN),
    ],
)
def test_there_is_no_help_without_an_only_solution(state, text, seconds, message):
    puzzle = parse(text)
    commands.take_up(state, puzzle, "", "x")
    state.job, state.report = None, solve(puzzle, unique=True, seconds=seconds)
    first = puzzle.sources[0][0]
    draw(state, first, puzzle.neighbours[first][-1])
    for name in ("hint", "check"):
        state.say("")
        assert do(state, name) == []
        assert state.status == message and not state.sketch.wrong and not state.sketch.hints


def test_a_right_drawing_is_checked(state):
    know(state)
    finish(state)
    assert do(state, "check") == [] and state.status == words.ALL_RIGHT


# --- drawing ---


def test_a_drag_is_one_step_of_undo(state):
    draw(state, 0, 6, 12)
    assert state.sketch.drawing.filled == 3 and len(state.sketch.history.past) == 1


def test_moves_are_counted_by_changes_of_colour(state):
    first, second = PATHS[0], PATHS[1]
    for cells in (first[:2], first[:3], second[:2], first):
        draw(state, *cells)
    assert state.sketch.moves == 3
    do(state, "undo")
    assert state.sketch.moves == 3  # what was undone has been tried
    do(state, "reset")
    assert state.sketch.moves == 0
    do(state, "undo")
    assert state.sketch.moves == 3
    draw(state, first[0])  # only touched
    assert state.sketch.moves == 3 and dict(FLOW.show(state).counts)["moves"] == "3"


def test_one_move_for_each_colour_is_perfect(state):
    finish(state)
    assert FLOW.show(state).banner.title == words.PERFECT
    assert FLOW.show(state).banner.reason == "6 flows · 6 moves"
    do(state, "reset")
    draw(state, *PATHS[0][:2])
    draw(state, *PATHS[1][:2])
    finish(state)
    assert FLOW.show(state).banner.title == words.SOLVED


def test_a_hint_is_not_perfect(state):
    know(state)
    do(state, "hint")
    finish(state)
    assert FLOW.show(state).banner.title == words.SOLVED


def test_solved_puzzles_are_marked_and_kept(tmp_path):
    def names():
        return [choice.label for choice in FLOW.show(state).fields[0].choices]

    state = FLOW.begin(Clock(), tmp_path, opening())
    assert not any("✓" in name or "★" in name for name in names())
    draw(state, *PATHS[0][:2])
    draw(state, *PATHS[1][:2])
    effects = []
    for path in PATHS:
        draw(state, *path[:-1])
        commands.report(state, Stroke(PRESS, path[-2]))
        commands.report(state, Stroke(DRAG, path[-1]))
        effects += commands.report(state, Stroke(RELEASE))
    (keep,) = effects
    assert keep.work() == "" and names()[0].endswith(" ✓")
    state = FLOW.begin(Clock(), tmp_path, opening())
    assert names()[0].endswith(" ✓") and not any("✓" in name for name in names()[1:])
    do(state, "step", "stop")
    for path in PATHS:
        draw(state, *path)
    assert names()[0].endswith(" ★")
    assert state.solved == {puzzles.NAMES[0]: True}


@pytest.mark.parametrize(
    "text", ["", "[]", "nonsense", '{"report-6x6": 3, "mine": true}', "[" * 9999]
)
def test_a_wrong_file_of_solved_puzzles_marks_none_as_perfect(tmp_path, text):
    path_in(tmp_path).parent.mkdir()
    path_in(tmp_path).write_text(text)
    assert not any(FLOW.begin(Clock(), tmp_path, opening()).solved.values())


def test_what_cannot_be_kept_is_reported(tmp_path, state):
    (tmp_path / "flow").write_text("a file in the way")
    state.folder = tmp_path
    for path in PATHS[:-1]:
        draw(state, *path)
    commands.report(state, Stroke(PRESS, PATHS[-1][0]))
    for cell in PATHS[-1]:
        commands.report(state, Stroke(DRAG, cell))
    (keep,) = commands.report(state, Stroke(RELEASE))
    keep.then(state, keep.work())
    assert state.bad and "could not be kept" in state.status


def test_drawing_clears_the_status_but_dragging_keeps_it(state):
    state.say("old")
    assert commands.report(state, Stroke(DRAG, 3)) == []
    assert commands.report(state, Stroke(RELEASE)) == []
    assert state.status == "old"
    assert commands.report(state, Stroke(PRESS, 0)) == [] and state.status == ""


def test_the_board_is_not_the_user_s_while_an_algorithm_is_watched(state):
    do(state, "step")
    assert commands.report(state, Stroke(PRESS, 0)) == [] and state.sketch.held is None


def test_escape_ends_one_thing_after_the_other(state):
    finish(state)
    do(state, "step")
    assert do(state, "escape") == [Never(PACE)] and state.watching is None and state.sketch.banner
    assert do(state, "escape") == [] and not state.sketch.banner
    commands.report(state, Stroke(PRESS, 0))
    do(state, "escape")
    assert state.sketch.held is None and state.sketch.drawing.solved


# --- watching ---


def test_a_running_algorithm_makes_the_steps_that_are_due(state):
    commands.choose(state, "speed", "100")
    do(state, "run")
    assert commands.advance(state) == [Later(PACE, TICK, commands.advance)]
    assert state.watching.solver.assignments == 1  # the first step is shown at once
    state.clock.now += 0.125
    commands.advance(state)
    assert state.watching.solver.assignments == 13 == state.watching.picture.assignments
    seen = FLOW.show(state)
    state.clock.now += 1 / 64  # 1.5 steps later, too soon for another picture
    commands.advance(state)
    assert 1 / 64 < FRAME and state.watching.solver.assignments == 15 and FLOW.show(state) == seen
    assert do(state, "run") == [Never(PACE)]
    assert not state.running and state.watching.picture.assignments == 15
    assert dict(FLOW.show(state).counters)["attempts"] == "15"


def test_an_algorithm_that_fell_behind_does_not_catch_up(state):
    commands.take_up(state, puzzles.load("report-14x14"), "", "x")
    commands.choose(state, "speed", "10")
    do(state, "run")
    state.clock.now += 60
    commands.advance(state)
    assert state.watching.solver.assignments <= 4


def test_the_fastest_speed_ends_the_algorithm(state):
    commands.choose(state, "speed", "max")
    commands.choose(state, "algorithm", "mrv")
    do(state, "run")
    assert commands.advance(state) == []  # far fewer than MOST steps
    assert state.watching.solved and not state.running
    assert FLOW.show(state).status == words.WATCHED_SOLVED.format(name="mrv")
    assert state.watching.picture.grid == ONE.solutions[0]


def test_the_fastest_speed_takes_breath(state):
    commands.take_up(state, puzzles.load("report-14x14"), "", "x")
    commands.choose(state, "speed", "max")
    commands.choose(state, "algorithm", "random")
    do(state, "run")
    assert commands.advance(state) == [Later(PACE, BREATH, commands.advance)]
    assert MOST / 3 < state.watching.solver.assignments <= MOST


def test_a_promise_kept_too_late_does_nothing(state):
    do(state, "run", "stop")
    assert commands.advance(state) == [] and state.watching is None


def test_the_frame_is_shown_if_the_eye_can_follow(state):
    commands.choose(state, "speed", "1000")
    do(state, "run")
    commands.advance(state)
    assert not FLOW.show(state).board.framed
    do(state, "run")
    assert len(FLOW.show(state).board.framed) == 1
    commands.choose(state, "speed", "100")
    do(state, "run")
    commands.advance(state)
    assert len(FLOW.show(state).board.framed) == 1


def test_another_algorithm_begins_anew_and_drops_what_is_held(state):
    commands.report(state, Stroke(PRESS, 0))
    do(state, "step", "step")
    assert state.sketch.held is None
    commands.choose(state, "algorithm", "rows")
    do(state, "step")
    assert state.watching.algorithm == "rows" and state.watching.solver.assignments == 1


# --- comparing ---


def test_reports_come_in_one_by_one(state):
    do(state, "compare")
    job = state.job
    for index, name in enumerate(ALGORITHMS, start=1):
        message = Message("progress", solve(SIX, name, seconds=0.2))
        assert commands.heard(state, job, [message]) == []
        assert list(state.reports) == list(ALGORITHMS[:index])
        if index < len(ALGORITHMS):
            assert state.status == words.COMPARING.format(name=ALGORITHMS[index], limit="5")
    assert state.comparing
    assert commands.heard(state, job, [Message("done", None)]) == [Run(SOLVE_SIX)]
    assert state.status == words.COMPARED and not state.comparing


def test_a_comparison_is_stopped(state):
    know(state)
    do(state, "compare")
    assert do(state, "compare") == [Drop()]
    assert state.job is None and state.status == words.STOPPED


def test_failures_are_reported(state):
    do(state, "compare")
    job = state.job
    commands.heard(state, job, [Message("progress", solve(SIX, "rows"))])
    assert commands.heard(state, job, [Message("restarted", -9)]) == []
    assert state.comparing and state.reports == {} and state.bad
    assert state.status == words.RESTARTED.format(status=-9)
    commands.heard(state, job, [Message("restarted", -9, late=True)])
    assert state.status == words.LATE and state.bad
    assert commands.heard(state, job, [Message("failed", "Trace\nValueError: no\n")]) == []
    assert state.status == words.FAILED.format(reason="ValueError: no") and state.bad
    assert state.job is None

"""Flow Free's controller without a screen: drawing, help, watching, comparing, generating."""

import json

import pytest

from fakes import FakeView, FakeWorker, opening, tool
from loa_tk.control.engine.jobs import Message
from loa_tk.control.flow.commands import TOOL as FLOW
from loa_tk.control.flow.commands import take_up
from loa_tk.control.flow.explaining import cell_name, dead_end_text
from loa_tk.control.flow.jobs import FlowCompareJob, FlowGenerateJob, FlowSolveJob
from loa_tk.control.flow.scenes import (
    LETTERS,
    drawn_tiles,
    grown_tiles,
    hues_of,
)
from loa_tk.control.flow.state import FlowState
from loa_tk.control.flow.watching import KEPT, MOST, Watching
from loa_tk.model.flow import puzzles
from loa_tk.model.flow.algorithms import ALGORITHMS, solve
from loa_tk.model.flow.drawing import Drawing
from loa_tk.model.flow.generator import generate
from loa_tk.model.flow.puzzle import is_solution, parse, paths
from loa_tk.model.flow.solver import LOOP, NO_COLOUR, DeadEnd
from loa_tk.scenes.flow import DRAG, EAST, NORTH, PRESS, RELEASE, SOUTH, WEST, Left, Stroke, Tile
from loa_tk.words import flow as words
from loa_tk.words import flow_steps as step_words

SIX = puzzles.load("report-6x6")
PATHS = paths(SIX, solve(SIX).solutions[0])
FIVE = generate(5, 5, 1)


class Desk:
    """A controller with its view and worker, and short names for what a test does."""

    def __init__(self):
        self.main, self.worker = FakeView(), FakeWorker()
        self.flow = tool(FLOW, FlowState(clock=self.main.clock), self.main, worker=self.worker)
        self.flow.open(opening())

    @property
    def view(self):
        return self.main.tools["flow"]

    @property
    def scene(self):
        return self.view.scene

    @property
    def board(self):
        return self.scene.board

    def answer(self):
        self.worker.answer()
        self.main.pass_time(0.05)

    def do(self, *commands):
        for command in commands:
            self.flow.command(command)

    def draw(self, *cells):
        self.flow.report(Stroke(PRESS, cells[0]))
        for cell in cells[1:]:
            self.flow.report(Stroke(DRAG, cell))
        self.flow.report(Stroke(RELEASE))

    def solve(self):
        for path in PATHS:
            self.draw(*path)


@pytest.fixture
def desk():
    desk = Desk()
    desk.answer()  # the puzzle's solution
    return desk


def test_it_opens_with_the_first_puzzle_and_finds_out_about_it():
    desk = Desk()
    assert isinstance(desk.worker.job, FlowSolveJob)
    assert desk.scene.title == "6×6, 6 colours – Flow Free" and desk.view.fronts == 1
    assert desk.scene.counts[-1] == (words.SOLUTIONS, words.UNKNOWN)
    desk.answer()
    assert [text for _, text in desk.scene.counts] == ["0 of 6", "0 of 36", "0", "one"]
    desk.flow.open(opening())
    assert desk.view.fronts == 2


def test_tiles_know_where_their_paths_go_on():
    puzzle = parse("A__\nB_A\n__B\n")
    drawing = Drawing(puzzle, ((0, 1, 2, 5), ()))
    tiles = drawn_tiles(drawing)
    assert tiles[0] == Tile(hues_of("AB")[0], EAST) and tiles[1].sides == EAST | WEST
    assert tiles[2].sides == WEST | SOUTH and tiles[5].sides == NORTH
    assert tiles[3] == Tile(hues_of("AB")[1]) and tiles[4] is None
    assert grown_tiles(puzzle, drawing.grid()) == tiles


def test_letters_get_their_own_hues_and_all_differ():
    assert hues_of("RGB") == (0, 1, 2) and hues_of("BX") == (2, 0)
    names = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"
    for count in range(1, len(names)):
        found = hues_of(names[:count])
        assert len(set(found)) == count
        if count <= len(LETTERS):
            assert max(found) < len(LETTERS)


def test_a_puzzle_is_solved_by_dragging(desk):
    desk.solve()
    assert desk.scene.banner.title == words.PERFECT and desk.scene.progress == 1
    assert desk.scene.counts[:2] == (("flows", "6 of 6"), ("cells", "36 of 36"))
    assert "hint" not in desk.scene.enabled
    desk.do("undo")
    assert desk.scene.banner is None and desk.scene.counts[0][1] == "5 of 6"
    desk.do("redo", "escape")
    assert desk.scene.banner is None and desk.scene.status == "Solved."
    desk.do("reset")
    assert desk.scene.counts[1][1] == "0 of 36" and "redo" not in desk.scene.enabled
    desk.do("undo")
    assert desk.scene.banner is not None


def test_a_drag_is_one_step_and_can_be_given_up(desk):
    desk.flow.report(Stroke(PRESS, 0))
    desk.flow.report(Stroke(DRAG, 24))
    assert desk.board.held and desk.scene.counts[0][1] == "1 of 6"
    desk.do("escape")
    desk.flow.report(Stroke(DRAG, 12))
    desk.flow.report(Stroke(RELEASE))
    assert desk.scene.counts[1][1] == "0 of 36" and "undo" not in desk.scene.enabled
    desk.draw(35, 34)  # an empty cell
    assert "undo" not in desk.scene.enabled


def test_paths_are_drawn_by_keys(desk):
    desk.do("down")
    assert desk.board.cursor == 0 and not desk.board.held
    desk.do("hold", "down", "down", "down", "down")
    assert desk.board.held and desk.board.cursor == 24 and desk.scene.status == words.HELD
    desk.do("down")
    assert desk.board.cursor == 24  # a path ends at its source
    desk.do("hold")
    assert not desk.board.held and desk.scene.counts[0][1] == "1 of 6"
    desk.do("up", "left", "right", "right")
    assert desk.board.cursor == 20
    desk.flow.report(Stroke(PRESS, 7))
    assert desk.board.cursor is None
    desk.do("hold")
    assert desk.board.cursor == 7


def test_check_marks_what_is_wrong_and_hint_draws_on(desk):
    desk.draw(0, 7)
    desk.do("check")
    assert desk.board.wrong and desk.board.wrong <= {1, 7}
    assert desk.scene.status == words.wrong(len(desk.board.wrong))
    desk.do("hint")
    assert not desk.board.wrong and desk.board.framed
    assert desk.scene.status == words.HINTED.format(name="G")
    for _ in range(40):
        desk.do("hint")
    assert desk.scene.banner is not None and "hints" in desk.scene.banner.reason
    desk.do("check")
    assert desk.scene.status == words.ALL_RIGHT


@pytest.mark.parametrize(
    ("text", "message", "count"),
    [
        ("A_A\n___\nB_B\n", words.NOT_SOLVABLE, "none"),
        ("AA\nBB\n", words.HINTED.format(name="A"), "one"),
        ("A__\n___\n__A\n", words.NOT_SOLVABLE, "none"),
        ("___A\n_BC_\n____\n_AB_\nC___\n", words.NOT_UNIQUE, "≥ 2"),
    ],
)
def test_help_only_where_there_is_one_solution(desk, tmp_path, text, message, count):
    desk.view.open_name = str(tmp_path / "p.txt")
    (tmp_path / "p.txt").write_text(text)
    desk.do("open", "hint")
    assert desk.scene.status == words.LOOKING and desk.scene.title.startswith("p.txt")
    desk.answer()
    desk.do("hint")
    assert desk.scene.status == message and desk.scene.counts[3][1] == count


def test_a_path_that_touches_itself_is_crossed_at_the_end(desk, tmp_path):
    desk.view.open_name = str(tmp_path / "p.txt")
    (tmp_path / "p.txt").write_text("A_\nA_\n")
    desk.do("open")
    desk.draw(0, 1, 3, 2)
    assert desk.board.wrong == {0, 2} and desk.scene.status == words.TOUCHES
    assert desk.scene.banner is None


@pytest.mark.parametrize(
    ("content", "reason"),
    [(b"AB\nA\n", "line 2"), (b"A\xff", "not UTF-8"), (None, "could not be read")],
)
def test_a_bad_file_is_reported_and_changes_nothing(desk, tmp_path, content, reason):
    desk.view.open_name = str(tmp_path / "bad.txt")
    if content is not None:
        (tmp_path / "bad.txt").write_bytes(content)
    desk.do("open")
    assert reason in desk.scene.status and desk.scene.bad and desk.flow.state.puzzle == SIX
    desk.view.open_name = str(tmp_path)
    desk.do("open")
    assert words.NOT_A_FILE in desk.scene.status
    desk.view.open_name = ""
    desk.draw(0, 6)
    desk.do("open")
    assert not desk.scene.bad


def test_a_puzzle_is_generated_to_the_form(desk):
    desk.do("generate")
    scene, check, done = desk.view.forms[0]
    values = {f.key: f.value for f in scene.sections[0].fields}
    assert not check(values) and values["columns"] == "9" and values["seed"] != ""
    for key, text in (
        ("columns", "3"),
        ("rows", "16"),
        ("seed", "-1"),
        ("rows", "٧"),
        ("seed", ""),
    ):
        assert list(check({**values, key: text})) == [key]
    done({"columns": "5", "rows": "6", "difficulty": "easy", "seed": "7"})
    assert desk.scene.labels["generate"] == words.CANCEL and desk.scene.status == words.MAKING
    desk.answer()
    assert (desk.board.columns, desk.board.rows) == (5, 6)
    assert desk.scene.fields[0].value == "5×6, easy, seed 7"
    assert desk.scene.title.startswith("5×6, easy, seed 7 – ")
    assert isinstance(desk.worker.job, FlowSolveJob)
    desk.do("next")
    assert len(desk.view.forms) == 2


def test_a_generated_puzzle_is_saved_and_opened_again(desk, tmp_path):
    desk.do("generate")
    desk.view.forms[0][2]({"columns": "5", "rows": "6", "difficulty": "easy", "seed": "7"})
    desk.answer()
    made = desk.flow.state.puzzle
    desk.do("save")  # no name is chosen
    assert not list(tmp_path.iterdir()) and not desk.scene.bad
    desk.view.save_name = str(tmp_path / "mine.txt")
    desk.draw(made.sources[0][0], made.neighbours[made.sources[0][0]][0])
    desk.do("save")
    assert [name for _, name, _ in desk.view.asked] == ["5x6-easy-seed-7.txt"] * 2
    assert desk.scene.status == words.SAVED.format(name="mine.txt")
    assert (tmp_path / "mine.txt").read_text() == made.text()
    desk.flow.choose("puzzle", "report-7x7")
    desk.view.open_name = desk.view.save_name
    desk.do("open")
    assert desk.flow.state.puzzle == made
    desk.view.save_name = str(tmp_path / "nowhere" / "mine.txt")
    desk.do("save")
    assert "mine.txt could not be written: " in desk.scene.status and desk.scene.bad


@pytest.mark.parametrize("name", ["mine.json", "MINE.JSON"])
def test_a_puzzle_is_saved_as_json_if_its_name_asks_for_it(desk, tmp_path, name):
    desk.view.save_name = desk.view.open_name = str(tmp_path / name)
    desk.do("save")
    saved = json.loads((tmp_path / name).read_text(encoding="utf-8"))
    assert saved == {"columns": 6, "rows": 6, "colours": 6, "grid": SIX.text().split()}
    desk.flow.choose("puzzle", "report-7x7")
    desk.do("open", "save")
    assert desk.flow.state.puzzle == SIX and desk.view.asked[-1][1] == name


def test_puzzles_are_named_by_what_they_are(desk):
    names = [choice.label for choice in desk.scene.fields[0].choices]
    assert names[4:6] == ["10×10, 7 colours", "10×10, 8 colours"]
    assert len(set(names)) == len(puzzles.NAMES)


def test_dots_show_what_is_left_and_a_dead_end_says_why(desk):
    desk.flow.choose("algorithm", "forward")
    desk.flow.choose("puzzle", "report-9x9")
    desk.do("step")
    watching, tried = desk.flow.state.watching, 0
    while not desk.board.wrong:
        desk.do("step")
        left = [cell for cell, tile in enumerate(desk.board.tiles) if isinstance(tile, Left)]
        empty = [cell for cell, colour in enumerate(watching.grid) if colour is None]
        assert set(empty) - set(left) <= desk.board.wrong
        assert all(len(desk.board.tiles[cell].hues) == 9 for cell in left)
        tried += 1
    (cell,) = desk.board.wrong
    reason = watching.picture.dead_end
    name = "abcdefghi"[cell % 9] + str(9 - cell // 9)
    assert reason == DeadEnd(NO_COLOUR, cell)
    assert desk.scene.explained.text == f"{name}: no colour left."
    assert desk.board.tiles[cell] is None and tried == 9
    assert desk.board.column_names[cell % 9] + desk.board.row_names[cell // 9] == name
    desk.do("step")
    assert not desk.board.wrong and "led to a dead end" in desk.scene.explained.text
    desk.do("stop")
    assert not any(isinstance(tile, Left) for tile in desk.board.tiles)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_decided_cell_has_its_dot_until_it_is_filled(desk, algorithm):
    desk.flow.choose("algorithm", algorithm)
    for _ in range(40):
        desk.do("step")
        watching = desk.flow.state.watching
        if watching.solved is not None:
            break
        for cell, colour in enumerate(watching.solver.grid()):
            tile = desk.board.tiles[cell]
            if colour is not None and cell not in desk.board.wrong:
                assert tile is not None
                hues = tile.hues if isinstance(tile, Left) else (tile.hue,)
                assert set(hues) - {None} == {hues_of(SIX.names)[colour]}


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_step_has_a_reason_and_a_line_of_the_code(desk, algorithm):
    desk.flow.choose("puzzle", "report-9x9")
    desk.answer()
    desk.flow.choose("algorithm", algorithm)
    kinds = set()
    for number in range(1, 150):
        desk.do("step")
        step, picture = desk.scene.explained, desk.flow.state.watching.picture
        assert step.title == f"Step {number}" and step.text and step.line is not None
        assert picture.last is None or cell_name(desk.flow.state.puzzle, picture.last) in (
            step.text + step.queue) or picture.reason.kind in ("stuck", "retracted")  # fmt: skip
        kinds.add(picture.reason.kind)
        if desk.flow.state.watching.solved is not None:
            break
    assert len(kinds) > 1


def test_a_forced_colour_is_explained(desk):
    desk.flow.handle(take_up, parse("A_A\nB_B\n"), "", "x")
    desk.flow.choose("algorithm", "rows")
    desk.do("step")
    assert desk.scene.explained.text == (
        "b2 (next row by row): one colour left, A, because a2 needs it for its own path."
    )
    assert desk.scene.explained.lines[desk.scene.explained.line].strip().startswith("add var")


def test_what_forward_checking_removes_is_named(desk):
    desk.flow.choose("algorithm", "forward")
    found = []
    desk.do("step", "back")
    for _ in range(20):
        before = desk.flow.state.watching.picture.remaining
        desk.do("step")
        picture = desk.flow.state.watching.picture
        for cell, lost in picture.reason.removed:
            assert set(lost) == set(before[cell]) - set(picture.remaining[cell]) and lost
            assert f"from {cell_name(SIX, cell)}" in desk.scene.explained.text
            found.append(cell)
    assert found


def test_arc_consistency_names_the_arc_what_it_removed_and_the_queue(desk):
    desk.flow.choose("algorithm", "ac3")
    desk.do("step")
    before = desk.flow.state.watching.picture
    while desk.flow.state.watching.solved is None:
        desk.do("step")
        picture, shown = desk.flow.state.watching.picture, desk.scene.explained
        if picture.reason.kind == "revised":
            ((cell, lost),) = picture.reason.removed
            assert set(lost) == set(before.remaining[cell]) - set(picture.remaining[cell])
            arc = f"{cell_name(SIX, cell)} → {cell_name(SIX, picture.reason.near)}"
            assert shown.text.startswith(f"Arc {arc}: removed ")
            assert picture.reason.queue and shown.queue.startswith("Queue (")
            assert desk.board.framed == {cell}
        before = picture
    assert picture.assignments == 0  # arc consistency alone solves this puzzle


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_going_back_shows_every_earlier_step_again(desk, algorithm):
    desk.flow.choose("algorithm", algorithm)
    scenes = []
    for _ in range(25):
        desk.do("step")
        scenes.append((desk.board, desk.scene.explained))
        if desk.flow.state.watching.solved is not None:
            break
    for scene in reversed(scenes[:-1]):
        desk.do("back")
        assert (desk.board, desk.scene.explained) == scene
    desk.do("back")
    assert desk.scene.explained.title == "Step 0" and "back" not in desk.scene.enabled
    for scene in scenes:
        desk.do("step")
        assert (desk.board, desk.scene.explained) == scene


def test_going_back_beyond_what_is_kept_starts_again(desk):
    desk.flow.choose("puzzle", "report-9x9")
    desk.answer()
    desk.flow.choose("algorithm", "mrv")
    desk.do("step")
    watching = desk.flow.state.watching
    watching.advance(3 * KEPT, lambda: False)
    watching.take_picture()
    late = watching.picture
    desk.do("back")
    desk.main.pass_time(2.0)
    assert watching.seeking is None and watching.picture.step == late.step - 1
    desk.do("step")
    assert watching.picture._replace(seconds=0.0) == late._replace(seconds=0.0)
    for _ in range(5):
        desk.do("back")
        assert watching.seeking is None


def test_a_run_goes_on_from_the_step_that_is_shown(desk):
    desk.flow.choose("speed", "1")
    desk.do("step", "step", "step", "back", "back", "run")
    desk.main.pass_time(1.2)
    assert 2 <= desk.flow.state.watching.picture.step <= 3
    desk.flow.choose("speed", "max")
    desk.main.pass_time(1.0)
    assert desk.flow.state.watching.ended
    desk.do("back")
    assert desk.flow.state.watching.ended is None and desk.scene.labels["run"] == words.GO_ON


@pytest.mark.parametrize("kind", step_words.DEAD_ENDS)
def test_every_dead_end_has_its_sentence(kind):
    text = dead_end_text(SIX, DeadEnd(kind, 5, 0))
    assert text.endswith(".") and ("f6" in text or SIX.names[0] in text or kind == LOOP)


def test_generating_can_be_given_up(desk):
    desk.do("generate")
    desk.view.forms[0][2]({"columns": "5", "rows": "5", "difficulty": "hard", "seed": "1"})
    assert isinstance(desk.worker.job, FlowGenerateJob)
    desk.do("generate")
    assert desk.worker.job is None and desk.flow.state.puzzle == SIX
    assert desk.scene.status == words.STOPPED


def test_choosing_and_next_take_up_other_puzzles(desk):
    desk.draw(0, 6)
    desk.flow.choose("puzzle", "report-14x14")
    assert desk.board.rows == 14 and "undo" not in desk.scene.enabled
    desk.do("next")
    assert desk.flow.state.puzzle == SIX and desk.scene.fields[0].value == "report-6x6"


def test_watching_step_by_step(desk):
    desk.draw(0, 6)
    desk.do("step")
    assert dict(desk.scene.counters)["attempts"] == "1" and len(desk.board.framed) == 1
    assert desk.scene.labels["run"] == words.GO_ON
    assert desk.scene.labels["stop"] == "Stop"
    assert desk.scene.counts[0][1] == "0 of 6" and desk.scene.counts[1][1] in ("1 of 36", "2 of 36")
    assert {"undo", "hint", "check"}.isdisjoint(desk.scene.enabled)
    desk.flow.report(Stroke(PRESS, 0))
    desk.do("down", "undo", "hint", "check")
    assert not desk.board.held and desk.board.cursor is None
    before = desk.board.tiles
    desk.do("step")
    assert sum(a != b for a, b in zip(before, desk.board.tiles, strict=True)) >= 1
    desk.do("stop")
    assert desk.scene.counts[1][1] == "2 of 36" and desk.board.tiles[6] is not None
    assert desk.scene.counters[0][1] == words.NOTHING


def test_watching_at_a_chosen_speed_pausing_and_going_on(desk):
    desk.flow.choose("puzzle", "report-9x9")
    desk.answer()
    desk.flow.choose("algorithm", "mrv")
    desk.flow.choose("speed", "10")
    desk.do("run")
    desk.main.pass_time(2.0)
    assert desk.scene.labels["run"] == words.PAUSE
    made = desk.flow.state.watching.solver.assignments
    assert 10 <= made <= 22
    desk.do("run")
    desk.main.pass_time(5.0)
    assert desk.flow.state.watching.solver.assignments == made
    desk.do("run")
    desk.main.pass_time(1.0)
    assert desk.flow.state.watching.solver.assignments > made
    seconds = float(dict(desk.scene.counters)["seconds"])
    assert 0 < seconds < 1  # the algorithm's own time; the clock of this test has gone on by 8 s
    desk.do("escape")
    assert desk.flow.state.watching is None and not desk.main.promised


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_algorithm_is_watched_to_its_end(algorithm):
    watching = Watching(FIVE, algorithm)
    while watching.solved is None:
        watching.advance(MOST, lambda: False)
    report = solve(FIVE, algorithm)
    assert watching.solved and is_solution(FIVE, watching.grid)
    assert tuple(watching.grid) == report.solutions[0]
    solver = watching.solver
    assert (solver.assignments, solver.backtracks, solver.guesses) == (
        report.assignments, report.backtracks, report.guesses,
    )  # fmt: skip


def test_the_end_of_watching_is_announced_and_watch_begins_again(desk):
    desk.flow.choose("algorithm", "fast")
    desk.flow.choose("speed", "max")
    desk.do("run")
    desk.main.pass_time(1.0)
    assert desk.scene.status == words.WATCHED_SOLVED.format(name="fast")
    assert desk.scene.labels["run"] == "Watch" and all(desk.board.tiles)
    assert desk.scene.labels["stop"] == words.LEAVE and words.LEAVE in desk.scene.status
    assert desk.scene.counts[:2] == (("flows", "6 of 6"), ("cells", "36 of 36"))
    assert desk.scene.progress == 1
    desk.do("step")
    assert desk.flow.state.watching.solved is None
    desk.flow.choose("algorithm", "rows")
    desk.do("step")
    assert desk.flow.state.watching.algorithm == "rows"
    desk.do("stop")
    desk.flow.handle(take_up, parse("A_A\n___\nB_B\n"), "", "x")
    desk.do("run")
    desk.main.pass_time(1.0)
    assert desk.scene.status == words.WATCHED_NONE.format(name="rows")


def test_the_table_fills_as_the_algorithms_finish(desk):
    desk.flow.choose("limit", "1")
    desk.do("compare")
    job = desk.worker.job
    assert isinstance(job, FlowCompareJob) and job.seconds == 1.0
    assert desk.scene.labels["compare"] == words.STOP
    assert desk.scene.table.rows[0] == ("random", words.RUNNING, "", "")
    slow, quick = solve(SIX, "random", seconds=-1.0), solve(SIX, "rows")
    desk.worker.messages += [Message("progress", slow), Message("progress", quick)]
    desk.main.pass_time(0.05)
    rows = desk.scene.table.rows
    assert rows[0] == ("random", "–", "1", "0") and rows[1][2] == f"{quick.assignments:,}"
    assert rows[2][1] == words.RUNNING and "mrv" in desk.scene.status
    for name in ALGORITHMS[2:]:
        desk.worker.messages.append(Message("progress", solve(SIX, name)))
    desk.worker.messages.append(Message("done", None))
    desk.main.pass_time(0.1)
    assert desk.scene.table.rows[5][2].endswith(("guess", "guesses"))
    assert desk.scene.status == words.COMPARED and not desk.flow.state.comparing


def test_a_comparison_can_be_stopped_and_what_is_known_stays(desk):
    desk.do("compare")
    desk.worker.messages.append(Message("progress", solve(SIX, "random", seconds=0.0)))
    desk.main.pass_time(0.05)
    desk.do("compare")
    assert desk.worker.job is None and desk.scene.status == words.STOPPED
    assert len(desk.flow.state.reports) == 1


def test_the_job_of_comparing_reports_each_result():
    sent = []
    FlowCompareJob(SIX, 0.2).run(lambda: False, sent.append)
    assert [report.algorithm for report in sent] == list(ALGORITHMS)
    FlowCompareJob(SIX, 0.2).run(lambda: True, sent.append)
    assert len(sent) == len(ALGORITHMS)


def test_failures_of_the_worker_are_reported(desk):
    desk.do("compare")
    desk.worker.messages.append(Message("restarted", -9))
    desk.main.pass_time(0.05)
    assert "-9" in desk.scene.status and desk.scene.bad and desk.flow.state.comparing
    desk.worker.messages.append(Message("failed", "Trace\nValueError: no"))
    desk.main.pass_time(0.05)
    assert desk.scene.status == words.FAILED.format(reason="ValueError: no")
    assert not desk.flow.state.comparing


def test_closing_ends_everything_and_the_drawing_is_kept(desk):
    desk.draw(0, 6)
    desk.do("compare", "run")
    desk.flow.closed()
    assert desk.worker.closed and desk.view.closed and not desk.main.promised
    desk.flow.open(opening())
    assert desk.scene.counts[1][1] == "2 of 36" and not desk.view.closed
    desk.flow.close()
    desk.flow.close()


def test_each_intent_draws_at_most_once_and_only_what_is_new(desk):
    scenes = desk.view.scenes

    def drawn(intent, *arguments):
        before = len(scenes)
        intent(*arguments)
        return len(scenes) - before

    assert drawn(desk.flow.report, Stroke(PRESS, 0)) == 1
    assert drawn(desk.flow.report, Stroke(DRAG, 6)) == 1
    assert drawn(desk.flow.report, Stroke(DRAG, 6)) == 0
    assert drawn(desk.flow.report, Stroke(RELEASE)) == 1
    assert drawn(desk.flow.report, Stroke(RELEASE)) == 0
    assert drawn(desk.flow.choose, "puzzle", "report-7x7") == 1
    assert drawn(desk.flow.choose, "puzzle", "report-7x7") == 0
    for name in ("compare", "compare", "hint", "step", "run", "run", "stop", "next"):
        assert drawn(desk.flow.command, name) == 1, name
    for name in ("undo", "stop", "dismiss", "open", "generate"):
        assert drawn(desk.flow.command, name) == 0, name
    assert drawn(desk.flow.open, opening()) == 0


def test_the_file_is_read_after_the_window_is_drawn(desk, tmp_path):
    waiting = []
    desk.main.when_drawn = waiting.append
    desk.view.open_name = str(tmp_path / "p.txt")
    (tmp_path / "p.txt").write_text("A_A\n")
    desk.do("open")
    assert desk.flow.state.puzzle == SIX and len(waiting) == 1
    scenes = len(desk.view.scenes)
    waiting.pop()()
    assert desk.scene.title.startswith("p.txt") and len(desk.view.scenes) == scenes + 1


def test_a_closed_window_draws_nothing_and_starts_no_engine(desk, tmp_path):
    waiting = []
    desk.main.when_drawn = waiting.append
    desk.view.open_name = str(tmp_path / "p.txt")
    (tmp_path / "p.txt").write_text("A_A\n")
    desk.do("open")
    desk.flow.close()
    asked = list(desk.worker.jobs)
    waiting.pop()()
    assert desk.worker.jobs == asked and not desk.flow.runner.workers
    assert desk.flow.state.puzzle == parse("A_A\n") and not desk.main.promised
    first = desk.view
    desk.flow.open(opening())
    assert desk.view is not first and desk.scene.title.startswith("p.txt")
    assert len(desk.view.scenes) == 1 and desk.view.fronts == 1

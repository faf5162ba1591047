"""What happens in the Flow Free window: the table of its commands, and its other intents.

Every handler changes the state and returns effects; a command is one row of `COMMANDS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from loa_tk.control.effects import (
    AskOpenName,
    AskSaveName,
    Effects,
    FillIn,
    Forget,
    Front,
    Handler,
    Later,
    Never,
    Think,
    Write,
)
from loa_tk.control.engine.jobs import Job, Message
from loa_tk.control.flow import new_puzzle
from loa_tk.control.flow.effects import ReadPuzzle
from loa_tk.control.flow.jobs import FlowCompareJob, FlowGenerateJob, FlowSolveJob
from loa_tk.control.flow.sketch import Sketch
from loa_tk.control.flow.state import FlowState, title_of
from loa_tk.control.flow.watching import FASTEST, Watching
from loa_tk.model.flow import library
from loa_tk.model.flow.algorithms import ALGORITHMS, SolverReport
from loa_tk.model.flow.puzzle import Puzzle, PuzzleError
from loa_tk.words import flow as words

SOLVING = 20.0  # seconds after which the search for a puzzle's solution is given up
PACE = "pace"  # the promise to continue a running algorithm
TICK, BREATH = 16, 1  # ms between two slices of work: at a given speed, and as fast as possible


# --- the window ---


def opened(state: FlowState) -> Effects:
    """Find out about the puzzle, since the window has just opened."""
    return [*solve(state), Front()]


def front(state: FlowState) -> Effects:
    """Bring the open window to the front."""
    return [Front()]


def leave(state: FlowState) -> Effects:
    """Stop all work, since the window closes; the puzzle and the drawing stay."""
    return [*stop(state), *cancel(state)]


# --- the engine ---


def ask(state: FlowState, job: Job) -> Effects:
    """Give the engine a job in place of any other."""
    state.job = job
    return [Think(job)]


def cancel(state: FlowState) -> Effects:
    """Drop the engine's job."""
    state.job = None
    return [Forget()]


def solve(state: FlowState) -> Effects:
    """Look for the puzzle's solutions, unless they are known or the engine has other work."""
    if state.report is None and state.job is None:
        return ask(state, FlowSolveJob(state.puzzle, SOLVING))
    return []


def heard(state: FlowState, job: Job, messages: Sequence[Message]) -> Effects:
    """Take in what the engine reports about its job."""
    return [effect for message in messages for effect in _heard(state, job, message)]


def _heard(state: FlowState, job: Job, message: Message) -> Effects:
    content = message.content
    if message.kind in ("done", "failed"):
        state.job = None
    if message.kind == "failed":
        reason = str(content).strip().splitlines()[-1]
        state.say(words.FAILED.format(reason=reason), bad=True)
    elif message.kind == "restarted":
        state.reports = {}
        text = words.LATE if message.late else words.RESTARTED
        state.say(text.format(status=content), bad=True)
    elif isinstance(job, FlowCompareJob):
        return _compared(state, job, content)
    elif isinstance(content, Puzzle) and isinstance(job, FlowGenerateJob):
        return take_up(state, content, "", new_puzzle.title(job))
    elif isinstance(content, SolverReport):
        state.report = content
    return []


def _compared(state: FlowState, job: FlowCompareJob, content: object) -> Effects:
    """Add an algorithm's report to the table, or finish the comparison if there is none left."""
    if not isinstance(content, SolverReport):
        state.say(words.COMPARED)
        return solve(state)
    state.reports[content.algorithm] = content
    name = running_algorithm(state)
    if name:
        state.say(words.COMPARING.format(name=name, limit=f"{job.seconds:g}"))
    return []


def running_algorithm(state: FlowState) -> str:
    """Return the algorithm whose turn it is in the comparison, or nothing."""
    waiting = [name for name in ALGORITHMS if name not in state.reports]
    return waiting[0] if state.comparing and waiting else ""


# --- puzzles ---


def take_up(state: FlowState, puzzle: Puzzle, name: str, title: str) -> Effects:
    """Put another puzzle on the board and look for its solutions."""
    state.place(puzzle, name, title)
    return [Never(PACE), *cancel(state), *solve(state)]


def choose(state: FlowState, name: str, key: str) -> Effects:
    """Give a field another value."""
    if key == state.values[name]:
        return []
    if name == "puzzle":
        return take_up(state, library.load(key), key, title_of(key))
    state.values[name] = key
    state.say(f"{words.ABOUT[key]}." if name == "algorithm" else "")
    return []


def open_file(state: FlowState) -> Effects:
    """Let the user choose a file with a puzzle."""
    return [AskOpenName(words.OPEN_TITLE, words.OPEN_KINDS, read_file)]


def read_file(state: FlowState, name: str) -> Effects:
    """Read the chosen file."""
    return [ReadPuzzle(name, file_read)]


def file_read(state: FlowState, name: str, found: Puzzle | PuzzleError) -> Effects:
    """Take up the puzzle that was read, or report why there is none."""
    if isinstance(found, PuzzleError):
        state.say(str(found), bad=True)
        return []
    return take_up(state, found, "", Path(name).name)


def save(state: FlowState) -> Effects:
    """Let the user choose a file for the puzzle."""
    return [AskSaveName(words.SAVE_TITLE, words.file_name(state.title), words.SAVE_KINDS, write)]


def write(state: FlowState, name: str) -> Effects:
    """Write the puzzle to the chosen file, as its ending asks, without what has been drawn."""

    def written(state: FlowState, reason: str) -> Effects:
        text = words.NOT_WRITTEN if reason else words.SAVED
        state.say(text.format(name=Path(name).name, reason=reason), bad=bool(reason))
        return []

    path, puzzle = Path(name), state.puzzle
    content = puzzle.json_text if path.suffix.lower() == ".json" else puzzle.text
    return [Write(path, content, written)]


def generate(state: FlowState) -> Effects:
    """Ask what puzzle to make; while one is being made, give it up."""
    if state.generating:
        return _give_up(state)
    return [FillIn(new_puzzle.form(state.wanted), new_puzzle.check, make)]


def make(state: FlowState, values: Mapping[str, str]) -> Effects:
    """Make the puzzle that the form describes."""
    state.wanted = dict(values)
    state.say(words.MAKING)
    return ask(state, new_puzzle.job(values))


def next_puzzle(state: FlowState) -> Effects:
    """Go to the next built-in puzzle, or make another one if this one is not built in."""
    name = state.values["puzzle"]
    return choose(state, "puzzle", library.after(name)) if name else generate(state)


def _give_up(state: FlowState) -> Effects:
    """Drop the job that the user has waited for."""
    dropped = cancel(state)
    state.say(words.STOPPED)
    return [*dropped, *solve(state)]


# --- drawing ---


def press(state: FlowState, cell: int) -> Effects:
    """Take up what is on a cell; while an algorithm is watched, the board is not the user's."""
    if state.watching is None:
        state.sketch.press(cell)
        state.say("")
    return []


def drag(state: FlowState, cell: int) -> Effects:
    """Draw on to a cell."""
    state.sketch.drag(cell)
    return []


def release(state: FlowState) -> Effects:
    """Let go of what is being drawn."""
    state.sketch.release()
    return []


def on_sketch(change: Callable[[Sketch], object]) -> Handler:
    """Return the handler that changes the drawing or moves the cursor."""

    def handler(state: FlowState) -> Effects:
        change(state.sketch)
        state.say("")
        return []

    return handler


def dismiss(state: FlowState) -> Effects:
    """Put the banner away."""
    state.sketch.banner = False
    return []


def escape(state: FlowState) -> Effects:
    """End the watching, else drop the path being drawn, else put the banner away."""
    if state.watching is not None:
        return stop(state)
    if state.sketch.held is None:
        return dismiss(state)
    state.sketch.drop()
    state.say("")
    return []


# --- help ---


def hint(state: FlowState) -> Effects:
    """Draw the next piece of the solution."""
    solution = _only_solution(state)
    if solution is None:
        return _no_help(state)
    found = state.sketch.hint(solution)
    if found is not None:
        state.say(words.HINTED.format(name=state.puzzle.names[found.colour]))
    return []


def check(state: FlowState) -> Effects:
    """Mark the cells that are wrong."""
    solution = _only_solution(state)
    if solution is None:
        return _no_help(state)
    number = state.sketch.check(solution)
    state.say(words.wrong(number) if number else words.ALL_RIGHT)
    return []


def _only_solution(state: FlowState) -> tuple[int | None, ...] | None:
    """Return the only solution, or None if there is not exactly one or it is not known yet."""
    report = state.report
    return report.solutions[0] if report is not None and report.unique else None


def _no_help(state: FlowState) -> Effects:
    """Say why there is no help for this puzzle, or look for its solution first."""
    report = state.report
    if report is None:
        state.say(words.LOOKING)
        return solve(state)
    if report.solved is False:
        state.say(words.NOT_SOLVABLE)
    else:
        state.say(words.NOT_KNOWN if report.unique is None else words.NOT_UNIQUE)
    return []


# --- watching ---


def run(state: FlowState) -> Effects:
    """Watch the chosen algorithm, pause it, or let it continue."""
    state.say("")
    if state.watching is not None and state.watching.running:
        state.watching.pause()
        return [Never(PACE)]
    _watch(state).start(state.clock())
    return [Later(PACE, 0, work)]


def step(state: FlowState) -> Effects:
    """Let the algorithm make one step, then pause."""
    state.say("")
    _watch(state).step()
    return [Never(PACE)]


def _watch(state: FlowState) -> Watching:
    """Return the chosen algorithm at work, from its beginning unless it is at work already."""
    watching, wanted = state.watching, state.values["algorithm"]
    if watching is None or watching.solved is not None or watching.algorithm != wanted:
        state.sketch.drop()
        watching = state.watching = Watching(state.puzzle, wanted)
    return watching


def work(state: FlowState) -> Effects:
    """Let a running algorithm make the steps that are due."""
    if state.watching is None:
        return []
    state.watching.work(state.clock, state.speed)
    delay = BREATH if state.speed == FASTEST else TICK
    return [Later(PACE, delay, work)] if state.running else []


def stop(state: FlowState) -> Effects:
    """Go back to the user's own drawing."""
    state.watching = None
    state.say("")
    return [Never(PACE)]


# --- comparing ---


def compare(state: FlowState) -> Effects:
    """Let all algorithms solve the puzzle, or stop that."""
    if state.comparing:
        return _give_up(state)
    limit = state.values["limit"]
    state.reports = {}
    state.say(words.COMPARING.format(name=ALGORITHMS[0], limit=limit))
    return ask(state, FlowCompareJob(state.puzzle, float(limit)))


# --- the table ---


def _always(state: FlowState) -> bool:
    return True


def _drawing(state: FlowState) -> bool:
    return state.watching is None


def _drawn(state: FlowState) -> bool:
    return _drawing(state) and any(state.sketch.history.present.paths)


def _solved(state: FlowState) -> bool:
    return state.sketch.history.present.solved


class FlowCommand(NamedTuple):
    """One row: a command's name, what it does, when it is possible, its label if that changes."""

    name: str
    do: Handler
    possible: Callable[[FlowState], bool] = _always
    label: Callable[[FlowState], str] | None = None


def _generate_label(state: FlowState) -> str:
    return words.CANCEL if state.generating else words.BUTTONS["generate"]


def _run_label(state: FlowState) -> str:
    if state.watching is None or state.watching.solved is not None:
        return words.BUTTONS["run"]
    return words.PAUSE if state.running else words.GO_ON


def _stop_label(state: FlowState) -> str:
    ended = state.watching is not None and state.watching.solved is not None
    return words.BACK if ended else words.BUTTONS["stop"]


def _compare_label(state: FlowState) -> str:
    return words.STOP if state.comparing else words.BUTTONS["compare"]


ROWS = (
    FlowCommand("open", open_file),
    FlowCommand("save", save),
    FlowCommand("generate", generate, label=_generate_label),
    FlowCommand("next", next_puzzle),
    FlowCommand("hint", hint, lambda state: _drawing(state) and not _solved(state)),
    FlowCommand("check", check, _drawn),
    FlowCommand(
        "undo",
        on_sketch(Sketch.undo),
        lambda state: _drawing(state) and bool(state.sketch.history.past),
    ),
    FlowCommand(
        "redo",
        on_sketch(Sketch.redo),
        lambda state: _drawing(state) and bool(state.sketch.history.future),
    ),
    FlowCommand("reset", on_sketch(Sketch.reset), _drawn),
    FlowCommand("run", run, label=_run_label),
    FlowCommand("step", step),
    FlowCommand("stop", stop, lambda state: state.watching is not None, _stop_label),
    FlowCommand("compare", compare, label=_compare_label),
    FlowCommand("dismiss", dismiss, lambda state: _drawing(state) and state.sketch.banner),
    FlowCommand(
        "escape",
        escape,
        lambda state: not _drawing(state) or state.sketch.held is not None or state.sketch.banner,
    ),
    FlowCommand("left", on_sketch(lambda sketch: sketch.move(0, -1)), _drawing),
    FlowCommand("right", on_sketch(lambda sketch: sketch.move(0, 1)), _drawing),
    FlowCommand("up", on_sketch(lambda sketch: sketch.move(-1, 0)), _drawing),
    FlowCommand("down", on_sketch(lambda sketch: sketch.move(1, 0)), _drawing),
    FlowCommand("hold", on_sketch(Sketch.hold), _drawing),
)
COMMANDS: Mapping[str, FlowCommand] = {row.name: row for row in ROWS}


def command(state: FlowState, name: str) -> Effects:
    """Do what a command does, if it is enabled."""
    row = COMMANDS[name]
    return row.do(state) if row.possible(state) else []


def enabled(state: FlowState) -> frozenset[str]:
    """Return the names of the commands that can do something now."""
    return frozenset(row.name for row in ROWS if row.possible(state))


def labels(state: FlowState) -> dict[str, str]:
    """Return the present labels of the buttons whose label changes."""
    return {row.name: row.label(state) for row in ROWS if row.label is not None}

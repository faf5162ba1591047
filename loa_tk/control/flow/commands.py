"""What happens in the Flow Free window: the table of its commands, and its other intents.

Every handler changes the state and returns effects; a command is one row of `COMMANDS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from loa_tk.control.effects import (
    AskOpenName,
    AskSaveName,
    Do,
    Drop,
    Effects,
    FillIn,
    Front,
    Handler,
    Later,
    Never,
    Run,
    ToolRequest,
    work,
    write,
)
from loa_tk.control.engine.jobs import Job, Message
from loa_tk.control.flow import new_puzzle
from loa_tk.control.flow.jobs import FlowCompareJob, FlowGenerateJob, FlowSolveJob
from loa_tk.control.flow.scenes import scene
from loa_tk.control.flow.sketch import Sketch
from loa_tk.control.flow.solved import keep_solved, read_solved
from loa_tk.control.flow.state import FlowState, Titled, title_of
from loa_tk.control.flow.watching import FASTEST, Watching
from loa_tk.control.rows import Command
from loa_tk.control.saving import say_saved
from loa_tk.control.tools import Tool
from loa_tk.model.flow import puzzles
from loa_tk.model.flow.algorithms import ALGORITHMS, SolverReport
from loa_tk.model.flow.puzzle import MOST_BYTES, Puzzle, PuzzleError, read_all
from loa_tk.scenes.flow import DRAG, PRESS, RELEASE, FlowScene, Stroke
from loa_tk.words import flow as words

SOLVING = 20.0  # seconds after which the search for a puzzle's solution is given up
PACE = "pace"  # the timer that continues a running algorithm
TICK, BREATH = 16, 1  # ms between two slices of work: at a given speed, and as fast as possible


# --- the window ---


def opened(state: FlowState, request: ToolRequest) -> Effects[FlowState]:
    """Find out about the puzzle, and bring the window to the front."""
    return [*solve(state), Front()]


def closing(state: FlowState) -> Effects[FlowState]:
    """Stop all work, since the window closes; the puzzle and the drawing stay."""
    return [*stop(state), *cancel(state)]


# --- the engine ---


def ask(state: FlowState, job: Job) -> Effects[FlowState]:
    """Give the engine a job in place of any other."""
    state.job = job
    return [Run(job)]


def cancel(state: FlowState) -> Effects[FlowState]:
    """Drop the engine's job."""
    state.job = None
    return [Drop()]


def solve(state: FlowState) -> Effects[FlowState]:
    """Look for the puzzle's solutions, unless they are known or the engine has other work."""
    if state.report is None and state.job is None:
        return ask(state, FlowSolveJob(state.puzzle, SOLVING))
    return []


def heard(state: FlowState, job: Job, messages: Sequence[Message]) -> Effects[FlowState]:
    """Take in what the engine reports about its job."""
    return [effect for message in messages for effect in _heard(state, job, message)]


def _heard(state: FlowState, job: Job, message: Message) -> Effects[FlowState]:
    content = message.content
    if message.kind in ("done", "failed"):
        state.job = None
    if message.kind == "failed":
        state.say(words.FAILED.format(reason=message.reason), bad=True)
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


def _compared(state: FlowState, job: FlowCompareJob, content: object) -> Effects[FlowState]:
    """Add an algorithm's report to the table, or finish the comparison if there is none left."""
    if not isinstance(content, SolverReport):
        state.say(words.COMPARED)
        return solve(state)
    state.reports[content.algorithm] = content
    name = state.running_algorithm
    if name:
        state.say(words.COMPARING.format(name=name, limit=f"{job.seconds:g}"))
    return []


# --- puzzles ---


def take_up(
    state: FlowState, puzzle: Puzzle, name: str, title: str, following: Titled = ()
) -> Effects[FlowState]:
    """Put another puzzle on the board and look for its solutions; others of its file follow it."""
    state.place(puzzle, name, title)
    state.following = following
    return [Never(PACE), *cancel(state), *solve(state)]


def choose(state: FlowState, name: str, key: str) -> Effects[FlowState]:
    """Give a field another value."""
    if key == state.values[name]:
        return []
    if name == "puzzle":
        return take_up(state, puzzles.load(key), key, title_of(key))
    state.values[name] = key
    state.say(f"{words.ABOUT[key]}." if name == "algorithm" else "")
    return []


def open_file(state: FlowState) -> Effects[FlowState]:
    """Let the user choose a file with a puzzle."""
    return [AskOpenName(title=words.OPEN_TITLE, kinds=words.OPEN_KINDS, then=read_file)]


def read_file(state: FlowState, name: str) -> Effects[FlowState]:
    """Read the chosen file."""
    return [Do(work(read_puzzles, name), partial(file_read, name=name))]


def file_read(
    state: FlowState, found: list[Puzzle] | PuzzleError, name: str
) -> Effects[FlowState]:
    """Take up the first puzzle that was read, or report why there is none."""
    if isinstance(found, PuzzleError):
        state.say(str(found), bad=True)
        return []
    title, count = Path(name).name, len(found)
    if count == 1:
        return take_up(state, found[0], "", title)
    (first, *rest) = (
        (words.ONE_OF_FILE.format(name=title, number=number, count=count), puzzle)
        for number, puzzle in enumerate(found, 1)
    )
    return take_up(state, first[1], "", first[0], tuple(rest))


def read_puzzles(name: str) -> list[Puzzle] | PuzzleError:
    """Return the puzzles in a file, or an error whose message says in one line what is wrong."""
    path = Path(name)
    try:
        if path.exists() and not path.is_file():  # opening a pipe would block
            return PuzzleError(words.NOT_READ.format(name=path.name, reason=words.NOT_A_FILE))
        with path.open("rb") as file:
            return read_all(file.read(MOST_BYTES), path.name)
    except PuzzleError as error:
        return error
    except (OSError, ValueError) as error:  # a null character in a name is a ValueError
        reason = getattr(error, "strerror", None) or str(error)
        return PuzzleError(words.NOT_READ.format(name=path.name, reason=reason))


def save(state: FlowState) -> Effects[FlowState]:
    """Let the user choose a file for the puzzle."""
    name = words.file_name(state.title)
    return [AskSaveName(title=words.SAVE_TITLE, name=name, kinds=words.SAVE_KINDS, then=write_file)]


def write_file(state: FlowState, name: str) -> Effects[FlowState]:
    """Write the puzzle to the chosen file, as its ending asks, without what has been drawn."""
    path, puzzle = Path(name), state.puzzle
    content = puzzle.json_text if path.suffix.lower() == ".json" else puzzle.text
    return [write(path, content, say_saved(path.name, words.SAVED, words.NOT_WRITTEN))]


def generate(state: FlowState) -> Effects[FlowState]:
    """Ask what puzzle to make; while one is being made, give it up."""
    if state.generating:
        return _give_up(state)
    return [FillIn(new_puzzle.form(state.wanted), new_puzzle.check, make)]


def make(state: FlowState, values: Mapping[str, str]) -> Effects[FlowState]:
    """Make the puzzle that the form describes."""
    state.wanted = dict(values)
    state.say(words.MAKING)
    return ask(state, new_puzzle.job(values))


def next_puzzle(state: FlowState) -> Effects[FlowState]:
    """Go to the next puzzle of the file or of those built in, or make another one."""
    if state.following:
        (title, puzzle), *rest = state.following
        return take_up(state, puzzle, "", title, tuple(rest))
    name = state.values["puzzle"]
    return choose(state, "puzzle", puzzles.after(name)) if name else generate(state)


def _give_up(state: FlowState) -> Effects[FlowState]:
    """Drop the job that the user has waited for."""
    dropped = cancel(state)
    state.say(words.STOPPED)
    return [*dropped, *solve(state)]


# --- drawing ---


def report(state: FlowState, stroke: Stroke) -> Effects[FlowState]:
    """Draw; while an algorithm is watched, the board is not the user's."""
    if stroke.phase == PRESS and state.watching is None:
        state.sketch.press(stroke.cell)
        state.say("")
    elif stroke.phase == DRAG:
        state.sketch.drag(stroke.cell)
    elif stroke.phase == RELEASE:
        state.sketch.release()
        return note_solved(state)
    return []


def note_solved(state: FlowState) -> Effects[FlowState]:
    """Keep that the built-in puzzle on the board has been solved, if that is new."""
    name, perfect, folder = state.values["puzzle"], state.sketch.perfect, state.folder
    known = name in state.solved and (state.solved[name] or not perfect)
    if not name or known or not state.sketch.history.present.solved:
        return []
    state.solved = {**state.solved, name: perfect}
    if folder is None:
        return []
    return [Do(work(keep_solved, folder, state.solved), solved_kept)]


def solved_kept(state: FlowState, reason: str) -> Effects[FlowState]:
    """Report why it could not be kept that a puzzle is solved."""
    if reason:
        state.say(words.NOT_KEPT.format(reason=reason), bad=True)
    return []


def on_sketch(change: Callable[[Sketch], object]) -> Handler[FlowState]:
    """Return the handler that changes the drawing or moves the cursor."""

    def handler(state: FlowState) -> Effects[FlowState]:
        change(state.sketch)
        state.say("")
        return note_solved(state)

    return handler


def dismiss(state: FlowState) -> Effects[FlowState]:
    """Put the banner away."""
    state.sketch.banner = False
    return []


def escape(state: FlowState) -> Effects[FlowState]:
    """End the watching, else drop the path being drawn, else put the banner away."""
    if state.watching is not None:
        return stop(state)
    if state.sketch.held is None:
        return dismiss(state)
    state.sketch.drop()
    state.say("")
    return []


# --- help ---


def hint(state: FlowState) -> Effects[FlowState]:
    """Draw the next piece of the solution."""
    solution = _only_solution(state)
    if solution is None:
        return _no_help(state)
    found = state.sketch.hint(solution)
    if found is not None:
        state.say(words.HINTED.format(name=state.puzzle.names[found.colour]))
    return note_solved(state)


def check(state: FlowState) -> Effects[FlowState]:
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


def _no_help(state: FlowState) -> Effects[FlowState]:
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


def run(state: FlowState) -> Effects[FlowState]:
    """Watch the chosen algorithm, pause it, or let it continue."""
    state.say("")
    if state.watching is not None and state.watching.running:
        state.watching.pause()
        return [Never(PACE)]
    _watch(state).start(state.clock())
    return [Later(PACE, 0, advance)]


def step(state: FlowState) -> Effects[FlowState]:
    """Let the algorithm make one step, then pause."""
    state.say("")
    _watch(state).step()
    return [Never(PACE)]


def back(state: FlowState) -> Effects[FlowState]:
    """Go one step back, then pause; far from the kept pictures the algorithm starts again."""
    state.say("")
    if state.watching is None:
        return []
    state.watching.back()
    return [Never(PACE), *seek(state)]


def seek(state: FlowState) -> Effects[FlowState]:
    """Come closer to the step that is sought, until it is reached."""
    if state.watching is None or state.watching.seeking is None:
        return []
    state.watching.seek(state.clock)
    return [Later(PACE, BREATH, seek)] if state.watching.seeking is not None else []


def _watch(state: FlowState) -> Watching:
    """Return the chosen algorithm at work, from its beginning unless it is at work already."""
    watching, wanted = state.watching, state.values["algorithm"]
    if watching is None or watching.ended is not None or watching.algorithm != wanted:
        state.sketch.drop()
        watching = state.watching = Watching(state.puzzle, wanted)
    return watching


def advance(state: FlowState) -> Effects[FlowState]:
    """Let a running algorithm make the steps that are due."""
    if state.watching is None:
        return []
    state.watching.work(state.clock, state.speed)
    delay = BREATH if state.speed == FASTEST else TICK
    return [Later(PACE, delay, advance)] if state.running else []


def stop(state: FlowState) -> Effects[FlowState]:
    """Go back to the user's own drawing."""
    state.watching = None
    state.say("")
    return [Never(PACE)]


# --- comparing ---


def compare(state: FlowState) -> Effects[FlowState]:
    """Let all algorithms solve the puzzle, or stop that."""
    if state.comparing:
        return _give_up(state)
    limit = state.values["limit"]
    state.reports = {}
    state.say(words.COMPARING.format(name=ALGORITHMS[0], limit=limit))
    return ask(state, FlowCompareJob(state.puzzle, float(limit)))


# --- the table ---


def _drawing(state: FlowState) -> bool:
    return state.watching is None


def _drawn(state: FlowState) -> bool:
    return _drawing(state) and any(state.sketch.history.present.paths)


def _solved(state: FlowState) -> bool:
    return state.sketch.history.present.solved


def _not_seeking(state: FlowState) -> bool:
    return state.watching is None or state.watching.seeking is None


def _begun(state: FlowState) -> bool:
    return state.watching is not None and state.watching.picture.step > 0


def _generate_label(state: FlowState) -> str:
    return words.CANCEL if state.generating else "Generate…"


def _run_label(state: FlowState) -> str:
    if state.watching is None or state.watching.ended is not None:
        return "Watch"
    return words.PAUSE if state.running else words.GO_ON


def _stop_label(state: FlowState) -> str:
    ended = state.watching is not None and state.watching.ended is not None
    return words.LEAVE if ended else words.STOP


def _compare_label(state: FlowState) -> str:
    return words.STOP if state.comparing else "Compare"


ROWS = (
    Command("open", open_file, label="Open…", key="Ctrl+O", help="open a puzzle"),
    Command("save", save, label="Save…", key="Ctrl+S", help="save the puzzle"),
    Command("generate", generate, label="Generate…", key="Ctrl+N", relabel=_generate_label,
            help="generate a puzzle"),
    Command("next", next_puzzle, label="Next puzzle", key="Ctrl+G", help="go to the next puzzle"),
    Command("hint", hint, label="Hint", key="Ctrl+H",
            possible=lambda state: _drawing(state) and not _solved(state)),
    Command("check", check, label="Check", key="Ctrl+K", possible=_drawn),
    Command("undo", on_sketch(Sketch.undo), label="Undo", key="Ctrl+Z",
            possible=lambda state: _drawing(state) and bool(state.sketch.history.past)),
    Command("redo", on_sketch(Sketch.redo), label="Redo", key="Ctrl+Y",
            possible=lambda state: _drawing(state) and bool(state.sketch.history.future)),
    Command("reset", on_sketch(Sketch.reset), label="Reset", key="Ctrl+R", possible=_drawn,
            help="erase everything"),
    Command("run", run, label="Watch", key="Ctrl+P", relabel=_run_label,
            help="watch the algorithm, or pause it", possible=_not_seeking),
    Command("back", back, label="Back", key="Ctrl+B", help="go a single step back",
            possible=lambda state: _not_seeking(state) and _begun(state)),
    Command("step", step, label="Step", key="Ctrl+J", help="execute a single step",
            possible=_not_seeking),
    Command("stop", stop, label="Stop", relabel=_stop_label,
            possible=lambda state: state.watching is not None),
    Command("compare", compare, label="Compare", relabel=_compare_label),
    Command("dismiss", dismiss, possible=lambda state: _drawing(state) and state.sketch.banner),
    Command("escape", escape, possible=lambda state: (
        not _drawing(state) or state.sketch.held is not None or state.sketch.banner)),
    Command("left", on_sketch(lambda sketch: sketch.move(0, -1)), possible=_drawing),
    Command("right", on_sketch(lambda sketch: sketch.move(0, 1)), possible=_drawing),
    Command("up", on_sketch(lambda sketch: sketch.move(-1, 0)), possible=_drawing),
    Command("down", on_sketch(lambda sketch: sketch.move(1, 0)), possible=_drawing),
    Command("hold", on_sketch(Sketch.hold), possible=_drawing),
)  # fmt: skip
TOOL: Tool[FlowState, FlowScene, Stroke] = Tool(
    name="flow", rows=ROWS,
    begin=lambda clock, folder, request: FlowState(
        clock=clock, folder=folder, solved=read_solved(folder)),
    scene=scene, opened=opened, closing=closing, choose=choose, report=report, heard=heard,
)  # fmt: skip

"""What the buttons and keys of the Flow Free window do: a table of small functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from loa_tk.control.flow import puzzles, setup
from loa_tk.control.flow.jobs import FlowCompareJob
from loa_tk.control.flow.play import Play
from loa_tk.model.flow.solve import ALGORITHMS
from loa_tk.words import flow as words

if TYPE_CHECKING:
    from loa_tk.control.flow.controller import FlowController


def open_file(flow: FlowController) -> None:
    """A puzzle from a file."""
    if flow.view is not None:
        name = flow.view.ask_open_name(words.OPEN_TITLE, words.OPEN_KINDS)
        if name:
            flow.open_file(name)


def generate(flow: FlowController) -> None:
    """Ask for a new puzzle; while one is being made, give it up."""
    if flow.making:
        flow.errands.cancel()
        flow.solve()
        flow.tell(words.STOPPED)
        return

    def done(values: Mapping[str, str]) -> None:
        flow.wanted = dict(values)
        flow.errands.ask(setup.job(values))
        flow.tell(words.MAKING)

    if flow.view is not None:
        flow.view.form(setup.form(flow.wanted), setup.check, done)


def following(flow: FlowController) -> None:
    """The next puzzle: another generated one, or the next of the built-in ones."""
    if flow.values["puzzle"]:
        flow.choose("puzzle", puzzles.following(flow.values["puzzle"]))
    else:
        generate(flow)


def hint(flow: FlowController) -> None:
    """Draw the next piece of the solution."""
    solution = _solution(flow)
    if solution is not None:
        found = flow.play.hint(solution)
        if found is not None:
            flow.tell(words.HINTED.format(name=flow.puzzle.names[found.colour]))


def check(flow: FlowController) -> None:
    """Mark what is wrong."""
    solution = _solution(flow)
    if solution is not None:
        number = flow.play.check(solution)
        flow.tell(words.wrong(number) if number else words.ALL_RIGHT)


def _solution(flow: FlowController) -> tuple[int | None, ...] | None:
    """The only solution, or None after it was told why there is no help."""
    report = flow.report
    if flow.watcher.watching is not None:
        return None  # the board is the algorithm's
    if report is None:
        flow.solve()
        flow.tell(words.LOOKING)
        return None
    if report.unique:
        return report.solutions[0]
    known = {False: words.NOT_UNIQUE, None: words.NOT_KNOWN}[report.unique]
    flow.tell(words.NOT_SOLVABLE if report.solved is False else known)
    return None


def on_play(change: Callable[[Play], object]) -> Callable[[FlowController], None]:
    """The command that changes the drawing or moves the cursor; not while one watches."""

    def command(flow: FlowController) -> None:
        if flow.watcher.watching is None:
            change(flow.play)
            flow.tell("")

    return command


def run(flow: FlowController) -> None:
    """Watch, pause, or go on."""
    watcher = flow.watcher
    if watcher.running:
        watcher.pause()
    else:
        _begin(flow)
        watcher.go_on()
    flow.tell("")


def step(flow: FlowController) -> None:
    """Let the algorithm make one step."""
    _begin(flow)
    flow.watcher.step()
    flow.tell("")


def _begin(flow: FlowController) -> None:
    """Watch the chosen algorithm from its beginning, unless it is at work already."""
    watching, wanted = flow.watcher.watching, flow.values["algorithm"]
    if watching is None or watching.solved is not None or watching.algorithm != wanted:
        flow.play.drop()
        flow.watcher.start(flow.puzzle, wanted)


def stop(flow: FlowController) -> None:
    """Back to the person's drawing."""
    flow.watcher.stop()
    flow.tell("")


def compare(flow: FlowController) -> None:
    """Let all algorithms solve the puzzle, or stop that."""
    if flow.comparing:
        flow.errands.cancel()
        flow.solve()
        flow.tell(words.STOPPED)
        return
    limit = flow.values["limit"]
    flow.reports = {}
    flow.errands.ask(FlowCompareJob(flow.puzzle, float(limit)))
    flow.tell(words.COMPARING.format(name=ALGORITHMS[0], limit=limit))


def dismiss(flow: FlowController) -> None:
    """Put the banner away."""
    flow.play.banner = False
    flow.show()


def escape(flow: FlowController) -> None:
    """Give up what is in the hand, else the banner, else what is watched."""
    if flow.play.drop():
        flow.tell("")
    elif flow.play.banner:
        dismiss(flow)
    elif flow.watcher.watching is not None:
        stop(flow)


COMMANDS: Mapping[str, Callable[[FlowController], None]] = {
    "open": open_file,
    "generate": generate,
    "next": following,
    "hint": hint,
    "check": check,
    "undo": on_play(Play.undo),
    "redo": on_play(Play.redo),
    "reset": on_play(Play.reset),
    "run": run,
    "step": step,
    "stop": stop,
    "compare": compare,
    "dismiss": dismiss,
    "escape": escape,
    "left": on_play(lambda play: play.move(0, -1)),
    "right": on_play(lambda play: play.move(0, 1)),
    "up": on_play(lambda play: play.move(-1, 0)),
    "down": on_play(lambda play: play.move(1, 0)),
    "hold": on_play(Play.hold),
}

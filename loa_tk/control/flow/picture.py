"""The whole Flow Free window as a scene: board, fields, figures, what the buttons can do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loa_tk.control.flow import puzzles, scenes
from loa_tk.model.flow.solve import ALGORITHMS
from loa_tk.scenes.flow import FlowBoardScene, FlowScene
from loa_tk.scenes.pages import Choice, FormField
from loa_tk.words import flow as words

if TYPE_CHECKING:
    from loa_tk.control.flow.controller import FlowController

FOLLOWED = 100  # steps a second: up to here the eye can follow a frame


def scene(flow: FlowController) -> FlowScene:
    """What is to be seen now."""
    flows, cells = progress(flow)
    running = ALGORITHMS[len(flow.reports)] if flow.comparing and len(flow.reports) < 5 else ""
    return FlowScene(
        words.WINDOW_TITLE.format(puzzle=flow.title),
        board(flow),
        fields(flow),
        cells / flow.puzzle.cells,
        scenes.counts(flow.puzzle, flows, cells, flow.report, flow.errands.job is not None),
        scenes.counters(flow.watcher.watching),
        scenes.table(flow.reports, running),
        labels(flow),
        enabled(flow),
        flow.status or status(flow),
        flow.bad and bool(flow.status),
    )


def board(flow: FlowController) -> FlowBoardScene:
    """The algorithm's grid while one watches, else the person's drawing."""
    watching = flow.watcher.watching
    if watching is None:
        return scenes.play_board(flow.play)
    follow = not flow.watcher.running or flow.watcher.speed <= FOLLOWED
    return scenes.watched_board(watching, follow)


def progress(flow: FlowController) -> tuple[int, int]:
    """The flows that are joined and the cells that are filled on the board that is shown."""
    watching, drawing = flow.watcher.watching, flow.play.drawing
    if watching is None:
        return drawing.flows, drawing.filled
    return scenes.joined(watching), scenes.filled(watching)


def fields(flow: FlowController) -> tuple[FormField, ...]:
    """The four pull-down choices."""
    choices = {
        "puzzle": puzzles.built_in(),
        "algorithm": tuple(Choice(*pair) for pair in words.ALGORITHMS.items()),
        "speed": tuple(Choice(*pair) for pair in words.SPEEDS),
        "limit": tuple(Choice(*pair) for pair in words.LIMITS),
    }
    values = {**flow.values, "puzzle": flow.values["puzzle"] or flow.title}
    return tuple(
        FormField(key, label, "choice", values[key], values[key], choices[key])
        for key, label in words.FIELDS.items()
    )


def labels(flow: FlowController) -> dict[str, str]:
    """The buttons whose text changes."""
    watcher, texts = flow.watcher, words.BUTTONS
    resting = watcher.watching is not None and watcher.watching.solved is None
    go = words.GO_ON if resting else texts["run"]
    ended = watcher.watching is not None and watcher.watching.solved is not None
    return {
        "generate": words.CANCEL if flow.making else texts["generate"],
        "run": words.PAUSE if watcher.running else go,
        "stop": words.BACK if ended else texts["stop"],
        "compare": words.STOP if flow.comparing else texts["compare"],
    }


def enabled(flow: FlowController) -> frozenset[str]:
    """The buttons that can do something."""
    found = {"open", "generate", "run", "step", "compare", "next"}
    if flow.watcher.watching is not None:
        return frozenset(found | {"stop"})
    history, drawing = flow.play.history, flow.play.history.present
    if history.past:
        found.add("undo")
    if history.future:
        found.add("redo")
    if any(drawing.paths):
        found |= {"reset", "check"}
    if not drawing.solved:
        found.add("hint")
    return frozenset(found)


def status(flow: FlowController) -> str:
    """What to say when nothing has just happened."""
    watching, play = flow.watcher.watching, flow.play
    if watching is not None:
        if watching.solved is None:
            return words.WATCHING.format(about=words.ABOUT[watching.algorithm])
        told = words.WATCHED_SOLVED if watching.solved else words.WATCHED_NONE
        return told.format(name=watching.algorithm)
    if play.held is not None:
        return words.HELD if play.cursor is not None else ""
    drawing = play.drawing
    if drawing.solved:
        return f"{words.SOLVED}."
    if play.wrong:
        return words.TOUCHES
    joined = drawing.flows == len(drawing.paths)
    return words.FILL if joined else words.READY

"""The moments of a recorded search: stepping through them, playing them, and stopping."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from loa_tk.control.effects import Effects, Later, Never
from loa_tk.control.explorer import walking
from loa_tk.control.explorer.state import ExplorerState
from loa_tk.words import explorer as words

PLAY = "play"  # the timer that executes the next lines
Run: TypeAlias = Callable[[ExplorerState, int], bool]
TICK = 30  # ms between two pictures of the running algorithm
AHEAD = 0.25  # seconds of steps that are caught up with after a delay


def seek(state: ExplorerState, moment: int) -> Effects[ExplorerState]:
    """Go to a moment of the search."""
    effects = pause(state)
    walking.run_to(state, moment)
    return effects


def step_by(state: ExplorerState, by: int) -> Effects[ExplorerState]:
    """Execute the next line, or go back by one."""
    return seek(state, state.moment + by)


def over(state: ExplorerState) -> Effects[ExplorerState]:
    """Execute the next line; a call is executed as a whole."""
    assert state.explored is not None
    return seek(state, state.explored.execution.over(state.moment))


def last(state: ExplorerState) -> Effects[ExplorerState]:
    """Go to the end of the search."""
    assert state.explored is not None
    return seek(state, len(state.explored.execution) - 1)


def next_cut(state: ExplorerState) -> Effects[ExplorerState]:
    """Run to the next cut-off."""
    assert state.explored is not None
    return _to(state, state.explored.execution.next_cut(state.moment), words.NO_MORE_CUTS)


def next_best(state: ExplorerState) -> Effects[ExplorerState]:
    """Run until the best move of the root changes."""
    assert state.explored is not None
    return _to(state, state.explored.execution.next_change(state.moment), words.NO_MORE_CHANGES)


def _to(state: ExplorerState, moment: int | None, otherwise: str) -> Effects[ExplorerState]:
    if moment is None:
        state.say(otherwise)
        return pause(state)
    return seek(state, moment)


def play(state: ExplorerState) -> Effects[ExplorerState]:
    """Let the algorithm run from the step shown, from the beginning after the last; or pause."""
    if state.playing:
        return pause(state)
    assert state.explored is not None
    at_end = state.moment == len(state.explored.execution) - 1
    walking.run_to(state, 0 if at_end else state.moment)
    return advance(state, run_on)


def run_on(state: ExplorerState, steps: int) -> bool:
    """Execute some lines more; return whether the search has ended."""
    walking.run_to(state, state.moment + steps)
    return state.whole


# --- the clock of everything that plays ---


def advance(state: ExplorerState, run: Run) -> Effects[ExplorerState]:
    """Play: let `run` take the steps that are due, until it returns that there are no more."""
    state.playing, state.run = True, run
    state.looked, state.due = state.clock(), 1.0
    return [Later(PLAY, 0, work)]


def pause(state: ExplorerState) -> Effects[ExplorerState]:
    """Stop at the moment shown."""
    state.playing = False
    return [Never(PLAY)]


def work(state: ExplorerState) -> Effects[ExplorerState]:
    """Take the steps that are due."""
    if not state.playing or state.run is None:
        return []
    now = state.clock()
    passed, state.looked = now - state.looked, now
    state.due = min(state.due + passed * state.speed, 1 + state.speed * AHEAD)
    steps = int(state.due)
    state.due -= steps
    if steps and state.run(state, steps):
        return pause(state)
    return [Later(PLAY, TICK, work)]


def play_label(state: ExplorerState) -> str:
    """Return what the button that plays does now."""
    return words.PAUSE if state.playing else words.PLAY

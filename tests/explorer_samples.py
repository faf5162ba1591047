"""Search explorers without a screen or a process: a state whose engine runs in this process."""

from loa_tk.control.effects import Run
from loa_tk.control.engine.jobs import Message
from loa_tk.control.explorer import commands, searching
from loa_tk.control.explorer.commands import TOOL as EXPLORER
from loa_tk.control.explorer.state import ExplorerState
from loa_tk.model.games import find_game

WIDTH = 1000


class Clock:
    """A clock that stands still until a test moves it."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


def explorer(key="loa5", position=None, **values):
    """Return the state of a window that has just opened, with these values of its fields."""
    game = find_game(key)
    state = ExplorerState(
        clock=Clock(), game=game, position=game.start if position is None else position
    )
    state.values.update(values)
    state.width = WIDTH
    return state


def run(state, effects, stop=lambda: False):
    """Do the job that the effects give the engine, and hand all its messages in."""
    (job,) = (effect.job for effect in effects if isinstance(effect, Run))
    messages = []
    answer = job.run(stop, lambda content: messages.append(Message("progress", content)))
    return commands.heard(state, job, [*messages, Message("done", answer)])


def explored(key="loa5", **values):
    """Return the state of a window that shows a tree."""
    state = explorer(key, **values)
    run(state, commands.search(state))
    searching.draw(state)
    return state


def do(state, *names):
    """Carry out commands; return the effects of the last one."""
    return [EXPLORER.do(state, name) for name in names][-1]

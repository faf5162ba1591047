"""The Flow Free window's controller: it runs the window's intents, engine and files."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from loa_tk.control.effects import Effect
from loa_tk.control.engine.jobs import Job, Message
from loa_tk.control.engine.thinker import Thinker
from loa_tk.control.engine.worker import Worker
from loa_tk.control.flow import commands, scenes
from loa_tk.control.flow.effects import ReadPuzzle, read_puzzle
from loa_tk.control.flow.state import FlowState
from loa_tk.control.loop import ToolLoop
from loa_tk.scenes.flow import FlowScene
from loa_tk.scenes.main import View
from loa_tk.store.diagnostics import LOG


class FlowController(ToolLoop[FlowState, FlowScene]):
    """The loop of a window that opens and closes; its puzzle and drawing stay in between."""

    def __init__(
        self,
        view: View,
        clock: Callable[[], float] = time.monotonic,
        make: Callable[[], Worker] = Worker,
    ) -> None:
        """Use the main window's timers; `make` starts the engine for the first job."""
        super().__init__(FlowState(clock), view)
        self.main = view
        self.thinker: Thinker = Thinker(make, view, clock, self._heard)

    def open(self) -> None:
        """Open the window, or bring it to the front."""
        if self.view is None:
            self.view = self.main.open_flow(self)
            self.show_anew()
            self.handle(commands.opened)
        else:
            self.handle(commands.front)

    def close(self) -> None:
        """Stop all work, end the engine, close the window."""
        self.flush()  # a file that is still to be read would start the engine again
        view, self.view = self.view, None
        self.handle(commands.leave)
        self.thinker.close()
        if view is not None:
            view.close()

    # --- intents ---

    def press(self, cell: int) -> None:
        """Handle the mouse button going down on a cell."""
        self.handle(commands.press, cell)

    def drag(self, cell: int) -> None:
        """Handle the pointer reaching a cell with the button down."""
        self.handle(commands.drag, cell)

    def release(self) -> None:
        """Handle the mouse button going up."""
        self.handle(commands.release)

    def command(self, name: str) -> None:
        """Handle a button or a key."""
        self.handle(commands.command, name)

    def choose(self, name: str, key: str) -> None:
        """Handle another value of a field."""
        self.handle(commands.choose, name, key)

    def closed(self) -> None:
        """Handle the window's own closing button."""
        self.close()

    def _heard(self, job: Job, messages: Sequence[Message]) -> None:
        for message in messages:
            if message.kind == "failed":
                LOG.error("Flow Free job failed: %s", message.content)
            elif message.kind == "restarted":
                how = "did not answer in time, was killed and" if message.late else "ended and"
                LOG.error("Flow Free worker %s was restarted (status %s)", how, message.content)
        self.handle(commands.heard, job, messages)

    # --- what the loop asks for ---

    def scene(self) -> FlowScene:
        """Return what the window shows in its present state."""
        return scenes.scene(self.state)

    def run(self, effect: Effect) -> None:
        """Run one effect, among them the reading of a puzzle."""
        if isinstance(effect, ReadPuzzle):
            self.handle(effect.then, effect.name, read_puzzle(effect.name))
        else:
            super().run(effect)

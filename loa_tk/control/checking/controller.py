"""The check window's controller: it runs the window's intents and the process that checks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from loa_tk.control.checking import commands, scenes
from loa_tk.control.checking.effects import AwaitFindings, PlayAgainst, RunCheck, StopCheck
from loa_tk.control.checking.jobs import CheckJob
from loa_tk.control.checking.runner import CheckRunner
from loa_tk.control.checking.state import CheckingState
from loa_tk.control.effects import Close, Effect, Effects, Later, Never
from loa_tk.control.loop import ToolLoop
from loa_tk.scenes.checking import CheckingScene
from loa_tk.scenes.main import View

POLL = 50  # ms between two looks at the runner
FINDINGS = "findings"  # the name of the promise to look


class CheckingController(ToolLoop[CheckingState, CheckingScene]):
    """The loop of a window that opens and closes; its table stays in between."""

    def __init__(
        self,
        view: View,
        play: Callable[[str], None],
        run: Callable[[CheckJob], CheckRunner] = CheckRunner,
    ) -> None:
        """Use the main window's timers; `play` lets its computer play with a file."""
        super().__init__(CheckingState(), view)
        self.main, self._play, self._run = view, play, run
        self._runner: CheckRunner | None = None

    def check(self, path: Path, game: str) -> None:
        """Open the window or bring it to the front, and check this file."""
        if self.view is None:
            self.view = self.main.open_checking(self)
            self.show_anew()
        self.handle(commands.check, path, game)

    def close(self) -> None:
        """End the check and close the window."""
        if self.view is not None:
            self.handle(commands.closed)

    # --- intents ---

    def command(self, name: str) -> None:
        """Handle a button or a key."""
        self.handle(commands.command, name)

    def choose(self, name: str, key: str) -> None:
        """Handle another value of a field."""
        self.handle(commands.choose, name, key)

    def closed(self) -> None:
        """Handle the window's own closing button."""
        self.close()

    # --- what the loop asks for ---

    def scene(self) -> CheckingScene:
        """Return what the window shows in its present state."""
        return scenes.scene(self.state)

    def run(self, effect: Effect) -> None:
        """Run one effect of this window."""
        match effect:
            case RunCheck():
                self._runner = self._run(CheckJob(str(effect.path), effect.game))
            case AwaitFindings():
                super().run(Later(FINDINGS, POLL, self._look))
            case StopCheck() if self._runner is not None:
                super().run(Never(FINDINGS))
                self._runner.stop()
            case PlayAgainst():
                self._play(str(effect.path))
            case Close():
                view, self.view = self.dialogs(), None
                view.close()
            case _:
                super().run(effect)

    def _look(self, state: CheckingState) -> Effects:
        assert self._runner is not None
        return commands.heard(state, self._runner.poll())

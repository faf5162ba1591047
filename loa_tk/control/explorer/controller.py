"""The search explorer's controller: it runs the window's intents, engine and files."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial

from loa_tk.control.background import Background
from loa_tk.control.effects import Copy, Effect
from loa_tk.control.engine.jobs import Job, Message
from loa_tk.control.engine.thinker import Thinker
from loa_tk.control.engine.worker import Worker
from loa_tk.control.explorer import commands, quizzing, scenes
from loa_tk.control.explorer.effects import PutOnBoard, WriteSlowly, WriteTreePicture
from loa_tk.control.explorer.state import ExplorerState
from loa_tk.control.loop import ToolLoop
from loa_tk.model.game import Game, Move, State
from loa_tk.scenes.explorer import ExplorerScene, ExplorerView
from loa_tk.scenes.main import View
from loa_tk.store.diagnostics import LOG
from loa_tk.store.files import attempt
from loa_tk.words import explorer as words

Put = Callable[[Game, State, tuple[Move, ...]], None]


class ExplorerController(ToolLoop[ExplorerState, ExplorerScene]):
    """The loop of a window that opens and closes; its tree stays in between."""

    view: ExplorerView | None = None

    def __init__(
        self,
        view: View,
        game: Game,
        position: State,
        put: Put,
        clock: Callable[[], float] = time.monotonic,
        make: Callable[[], Worker] = Worker,
    ) -> None:
        """Use the main window's timers; `put` shows a position on the main board."""
        super().__init__(ExplorerState(clock, game, position), view)
        self.main, self._put = view, put
        self._background = Background(view, view.progress)
        self.thinker: Thinker = Thinker(make, view, clock, self._heard)

    def open(self) -> None:
        """Open the window, or bring it to the front."""
        if self.view is None:
            self.view = self.main.open_explorer(self)
            self.show_anew()
        self.handle(commands.opened)

    def explore(
        self, game: Game, position: State, search: str, evaluation: str, depth: int
    ) -> None:
        """Search a position at once, in the open window."""
        self.handle(commands.explore, game, position, search, evaluation, depth)

    def board_shows(self, game: Game, position: State) -> None:
        """Note what the main board shows."""
        if (game, position) != self.state.board:
            self.handle(commands.board_shows, game, position)

    def close(self) -> None:
        """Stop all work, end the engine, close the window."""
        self.flush()
        view, self.view = self.view, None
        self.handle(commands.leave)
        self.thinker.close()
        if view is not None:
            view.close()

    # --- intents ---

    def command(self, name: str) -> None:
        """Handle a button or a key."""
        self.handle(commands.command, name)

    def choose(self, name: str, key: str) -> None:
        """Handle another value of a field, or another page."""
        self.handle(commands.choose, name, key)

    def resized(self, width: int) -> None:
        """Handle another width of the picture."""
        self.handle(commands.resized, width)

    def point(self, row: int, x: int) -> None:
        """Handle the pointer on the picture."""
        self.handle(commands.point, row, x)

    def pick(self, row: int, x: int) -> None:
        """Handle a click on the picture."""
        self.handle(commands.pick, row, x)

    def zoom(self, factor: float, x: int) -> None:
        """Handle the wheel on the picture."""
        self.handle(commands.zoom, factor, x)

    def row(self, column: int, row: int) -> None:
        """Handle a click in a column."""
        self.handle(commands.row, column, row)

    def enter(self, column: int, row: int) -> None:
        """Handle a double click in a column."""
        self.handle(commands.enter, column, row)

    def follow(self, link: str) -> None:
        """Handle a click on a link."""
        self.handle(commands.follow, link)

    def tick(self, node: int) -> None:
        """Handle a click on a branch of a quiz's tree."""
        self.handle(quizzing.tick, node)

    def seek(self, moment: int) -> None:
        """Handle the slider."""
        self.handle(commands.seek, moment)

    def closed(self) -> None:
        """Handle the window's own closing button."""
        self.close()

    def _heard(self, job: Job, messages: Sequence[Message]) -> None:
        for message in messages:
            if message.kind == "failed":
                LOG.error("search explorer's job failed: %s", message.content)
            elif message.kind == "restarted":
                LOG.error("search explorer's worker ended with status %s", message.content)
        self.handle(commands.heard, job, messages)

    # --- what the loop asks for ---

    def scene(self) -> ExplorerScene:
        """Return what the window shows in its present state."""
        return scenes.scene(self.state)

    def run(self, effect: Effect) -> None:
        """Run one effect of this window."""
        match effect:
            case Copy() if self.view is not None:
                self.view.copy(effect.text)
            case WriteTreePicture() if self.view is not None:
                self.handle(effect.then, attempt(effect.path, self.view.tree_picture))
            case WriteSlowly():
                path, content = effect.path, effect.content
                self._background.run(
                    words.SAVING.format(name=path.name),
                    lambda watch: attempt(path, partial(content, watch)),
                    partial(self.handle, effect.then),
                )
            case PutOnBoard():
                self._put(effect.game, effect.root, effect.moves)
            case _:
                super().run(effect)

"""The class window's controller: it runs the window's intents, the class and the files."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from queue import Empty, SimpleQueue

from loa_tk.control.classroom import commands, scenes
from loa_tk.control.classroom.course import ClassPlan, Known
from loa_tk.control.classroom.effects import (
    AwaitClass,
    ClassNews,
    FindSandbox,
    KeepClass,
    LookInto,
    Prepare,
    ReadFolder,
    RecallClass,
    RunClass,
    ShowGame,
    StopClass,
    WriteResults,
)
from loa_tk.control.classroom.keeping import read_known
from loa_tk.control.classroom.outputs import Outputs
from loa_tk.control.classroom.runner import ClassRunner
from loa_tk.control.classroom.setup import Prepared, prepare
from loa_tk.control.classroom.shelf import ClassShelf
from loa_tk.control.classroom.state import ClassState
from loa_tk.control.classroom.students import Student, left_out, students_in
from loa_tk.control.effects import Close, Effect, Effects, Handler, Later, Never
from loa_tk.control.guest.sandbox import choose
from loa_tk.control.loop import ToolLoop
from loa_tk.control.series.plan import Plan, Result
from loa_tk.model.game import UserError
from loa_tk.scenes.classroom import ClassScene
from loa_tk.scenes.main import View
from loa_tk.store.diagnostics import LOG
from loa_tk.words import class_window as words

POLL = 100  # ms between two looks at the runner
NEWS, WRITTEN = "class", "results"  # the names of the promises to look

Run = Callable[[ClassPlan, int, Known], ClassRunner]


class ClassController(ToolLoop[ClassState, ClassScene]):
    """The loop of a window that opens and closes; its class stays in between."""

    def __init__(
        self,
        view: View,
        put: Callable[[Plan, Result], None],
        clock: Callable[[], float] = time.monotonic,
        run: Run = ClassRunner,
        shelf: ClassShelf | None = None,
    ) -> None:
        """Use the main window's timers; `put` shows a game on its board.

        The class is kept on the shelf, if there is one.
        """
        super().__init__(ClassState(), view)
        self.main = view
        self._put, self._clock, self._run = put, clock, run
        self._shelf = shelf
        self._runner: ClassRunner | None = None  # of the class that was started last
        self._begun = 0.0
        self._written: SimpleQueue[str] = SimpleQueue()  # how the writing of results ended

    def open(self, game: str) -> None:
        """Open the window or bring it to the front; the first time it offers this game."""
        if self.view is None:
            self.view = self.main.open_class(self)
            self.show_anew()
        self.handle(commands.opened, game)

    def close(self) -> None:
        """Stop the class and close the window."""
        if self.view is not None:
            self.handle(commands.closed, self._news())

    def release(self) -> None:
        """Let other copies of the program go on with the class, because this one ends."""
        if self._shelf is not None:
            self._shelf.release()

    # --- intents ---

    def changed(self, values: Mapping[str, str]) -> None:
        """Handle a change of the fields' values."""
        self.handle(commands.changed, values)

    def command(self, name: str) -> None:
        """Handle a button or a key."""
        self.handle(commands.command, name, self._news() if name == "stop" else ClassNews())

    def choose(self, name: str, key: str) -> None:
        """Handle the choice of a page, a student or a game."""
        self.handle(commands.choose, name, key)

    def closed(self) -> None:
        """Handle the window's own closing button."""
        self.close()

    # --- what the loop asks for ---

    def scene(self) -> ClassScene:
        """Return what the window shows in its present state."""
        return scenes.scene(self.state)

    def run(self, effect: Effect) -> None:
        """Run one effect, among them those that read, hold and write classes."""
        match effect:
            case FindSandbox():
                self.handle(effect.then, choose())
            case ReadFolder():
                self.handle(effect.then, read_students(effect.folder), left_out(effect.folder))
            case LookInto():
                self.handle(effect.then, is_empty(effect.folder))
            case Prepare():
                self.handle(effect.then, *prepared(effect.values, effect.kept))
            case KeepClass():
                if self._shelf is not None:
                    self._shelf.keep(effect.values, effect.course)
            case RecallClass():
                if self._shelf is not None and (fields := self._shelf.fields()):
                    self.handle(effect.then, fields, self._shelf.table())
            case RunClass():
                self._begun = self._clock()
                self._runner = self._run(effect.plan, effect.jobs, effect.known)
            case AwaitClass():
                super().run(Later(NEWS, POLL, self._look))
            case StopClass() if self._runner is not None:
                super().run(Never(NEWS))
                self._runner.stop()
            case ShowGame():
                self._put(effect.plan, effect.result)
            case WriteResults():
                # A thread, because hundreds of files take seconds; no daemon, so that all of them
                # are written even if the program ends.
                threading.Thread(target=self._write, args=(effect,), name="loa_tk results").start()
                super().run(Later(WRITTEN, POLL, lambda state: self._ended(effect.then)))
            case Close():
                self.flush()  # the window reports whether a file has been written
                view, self.view = self.dialogs(), None
                view.close()
            case _:
                super().run(effect)

    def _look(self, state: ClassState) -> Effects:
        return commands.heard(state, self._news())

    def _news(self) -> ClassNews:
        if self._runner is None:
            return ClassNews()
        events = tuple(self._runner.poll())
        seconds = self._clock() - self._begun
        return ClassNews(events, self._runner.done, self._runner.error, seconds)

    def _write(self, effect: WriteResults) -> None:
        reason = ""
        try:
            Outputs(results=effect.folder).finish(effect.course, effect.marks)
        except UserError as error:
            reason = str(error)
        except Exception as error:  # the window reports it like any other error
            LOG.exception("the results of a class could not be written")
            reason = repr(error)
        self._written.put(reason)

    def _ended(self, then: Handler) -> Effects:
        """Report how the writing ended, or look again soon."""
        try:
            reason = self._written.get_nowait()
        except Empty:
            return [Later(WRITTEN, POLL, lambda state: self._ended(then))]
        return then(self.state, reason)


def read_students(folder: Path) -> tuple[Student, ...] | str:
    """Return the students' files of a folder, of which none is run, or why there are none."""
    try:
        return tuple(students_in(folder))
    except (UserError, OSError) as error:
        return str(error)


def is_empty(folder: Path) -> bool:
    """Return whether nothing is in a folder, or nothing that can be seen."""
    try:
        return not any(folder.iterdir())
    except OSError:
        return True  # writing will say what is wrong


def prepared(values: Mapping[str, str], kept: Path | None) -> tuple[Prepared | str, Known]:
    """Return the class that the fields describe and what a file knows of it, or the reason."""
    try:
        found = prepare(values)
        if kept is None:
            return found, Known()
        if not kept.is_file():  # the command would begin a new class there
            return words.NO_FILE.format(name=kept), Known()
        return found, read_known(found.plan, kept)
    except (UserError, OSError) as error:
        return str(error), Known()

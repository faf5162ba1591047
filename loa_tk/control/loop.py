"""The one way through every window: intent, transition, effects, scene, each once.

A window reports an intent. `handle` lets a handler change the window's state, shows the new scene
once, then runs the effects that the handler has named: first those that the user sees, then those
for the engine and, after the window has been drawn, those for the disk. Answers come back as
intents. If the key of an intent may be held down, the scene is drawn when no event waits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from loa_tk.control.background import Background
from loa_tk.control.effects import (
    AskFolder,
    AskOpenName,
    AskSaveName,
    Confirm,
    Copy,
    Do,
    DoSlowly,
    Drop,
    Effect,
    Effects,
    FillIn,
    Front,
    Handler,
    Later,
    Never,
    Paste,
    Pick,
    Run,
    Stage,
    Stop,
    WriteImage,
)
from loa_tk.control.engine.jobs import Job, Message
from loa_tk.control.engine.runner import WORKERS, Runner, Workers
from loa_tk.scenes.main import View
from loa_tk.scenes.services import Dialogs
from loa_tk.store.diagnostics import LOG
from loa_tk.store.files import attempt

State = TypeVar("State")
Scene = TypeVar("Scene")
P = ParamSpec("P")


class Loop(Generic[State, Scene]):
    """Runs one window; subclasses say what its scene is, how it is drawn and its own effects."""

    def __init__(
        self,
        state: State,
        main: View,
        clock: Callable[[], float],
        workers: Workers = WORKERS,
    ) -> None:
        """Begin with this state; nothing is shown before the first intent.

        All windows use the timers and progress bars of the main one.
        """
        self.state = state
        self.timers = main
        self.runner = Runner(main, clock, self._heard, workers)
        self.background = Background(main, main.progress)
        self.lasting = False  # whether its work goes on when the window closes
        self._shown: Scene | None = None
        self._pending: dict[str, object] = {}  # tokens of the timers by their names
        self._disk: list[Effect[State]] = []
        self._scheduled = False  # whether a flush is already scheduled
        self._owing = False  # whether the present scene is drawn later

    def scene(self) -> Scene:
        """Return what the window shows in its present state."""
        raise NotImplementedError

    def draw(self, scene: Scene) -> Scene:
        """Draw a scene and return it as it stands afterwards, when an animation has ended."""
        raise NotImplementedError

    def dialogs(self) -> Dialogs:
        """Return the window that asks questions."""
        raise NotImplementedError

    def heard(self, state: State, job: Job, messages: Sequence[Message]) -> Effects[State]:
        """Take in what is reported about a job; no message means only that it still runs."""
        raise NotImplementedError

    def handle(
        self,
        handler: Callable[Concatenate[State, P], Effects[State]],
        *arguments: P.args,
        **named: P.kwargs,
    ) -> None:
        """Handle one intent: change the state, show it, run the effects in their order."""
        self._run_all(handler(self.state, *arguments, **named), self.show)

    def handle_held(self, handler: Handler[State]) -> None:
        """Handle an intent of which many may wait, as if a key is held down; draw the last one."""
        self._run_all(handler(self.state), self.show_later)

    def _run_all(self, unordered: Effects[State], show: Callable[[], None]) -> None:
        effects = sorted(unordered, key=lambda effect: effect.stage)
        asked = [effect for effect in effects if effect.stage > Stage.DISK]
        # If one of them fails, or the drawing, the others still run: the engine is asked and the
        # game is kept.
        with ExitStack() as stack:
            for effect in reversed(effects[: len(effects) - len(asked)]):
                waits = effect.stage is Stage.DISK
                stack.callback(self._put_off if waits else self.run, effect)
            if not effects or not all(effect.elsewhere for effect in effects):
                show()
        for effect in asked:
            self.run(effect)

    def _heard(self, job: Job, messages: Sequence[Message]) -> None:
        self.log(job, messages)
        self.handle(self.heard, job, messages)

    def log(self, job: Job, messages: Sequence[Message]) -> None:
        """Write to the log file what went wrong with a job."""
        name = type(job).__name__
        for message in messages:
            if message.kind == "restarted":
                how = "did not answer in time, was killed and" if message.late else "ended and"
                LOG.error("process %s was restarted (status %s): %s", how, message.content, name)
            elif message.kind == "failed":
                LOG.error("%s failed: %s", name, message.content)

    def show(self) -> None:
        """Draw the present scene, unless it is the one that the window shows already."""
        scene = self.scene()
        if scene != self._shown:
            self._shown = self.draw(scene)

    def show_later(self) -> None:
        """Draw the scene when no event waits: 50 fast undos draw one picture, not 50."""
        if not self._owing:
            self._owing = True
            self.timers.when_drawn(self._show_owed)

    def _show_owed(self) -> None:
        self._owing = False
        try:
            self.show()
        finally:  # the game is kept even if drawing fails
            if self._disk and not self._scheduled:
                self._schedule()

    def show_anew(self) -> None:
        """Make the next `show` draw everything, because the window has just been opened."""
        self._shown = None

    def _put_off(self, effect: Effect[State]) -> None:
        """Queue an effect until the window has been drawn."""
        if not (effect.once and effect in self._disk):
            self._disk.append(effect)
        if not self._scheduled and not self._owing:
            self._schedule()

    def _schedule(self) -> None:
        self._scheduled = True
        self.timers.when_drawn(self.flush)

    def flush(self) -> None:
        """Run the effects that wait for the disk."""
        self._scheduled = True  # effects that an answer adds run in this loop, too
        try:
            while self._disk:
                self.run(self._disk.pop(0))
        finally:
            self._scheduled = bool(self._disk)
            if self._disk:
                self._schedule()

    def finish(self) -> None:
        """Run all effects that wait for the disk, even if some fail, because the window closes."""
        try:
            self.flush()
        finally:
            if self._disk:
                self.finish()

    def run(self, effect: Effect[Any]) -> None:
        """Run one effect; a subclass adds the effects of its window."""
        match effect:
            case Later(name=name):
                self._cancel(name)
                self._pending[name] = self.timers.after(
                    effect.milliseconds, partial(self._ring, effect)
                )
            case Never(name=name):
                self._cancel(name)
            case Run(job=job):
                self.runner.run(job)
            case Stop():
                self.runner.stop()
            case Drop():
                self.runner.drop()
            case Do():
                answer = effect.work()
                if effect.then is not None:
                    self.handle(effect.then, answer)
            case DoSlowly():
                then, self.lasting = effect.then, effect.lasts
                self.background.run(
                    effect.title, effect.work, lambda answer: self.handle(then, answer)
                )
            case WriteImage():
                self.handle(effect.then, attempt(effect.path, self.dialogs().image))
            case Front():
                self.dialogs().front()
            case Copy(text=text):
                self.dialogs().copy(text)
            case Paste():
                self.handle(effect.then, self.dialogs().clipboard())
            case AskOpenName():
                name = self.dialogs().ask_open_name(effect.title, effect.kinds, effect.folder)
                if name:
                    self.handle(effect.then, name)
            case AskSaveName():
                name = self.dialogs().ask_save_name(
                    effect.title, effect.name, effect.kinds, effect.folder
                )
                if name:
                    self.handle(effect.then, name)
            case AskFolder():
                if name := self.dialogs().ask_folder(effect.title):
                    self.handle(effect.then, name)
            case Confirm():
                second = effect.other
                self.dialogs().ask(
                    effect.title,
                    effect.text,
                    effect.button,
                    partial(self.handle, effect.then),
                    effect.harmful,
                    None if second is None else (second[0], partial(self.handle, second[1])),
                )
            case Pick():
                chosen, other = effect.then, effect.other
                self.dialogs().pick(
                    effect.scene,
                    lambda key: self.handle(chosen, key),
                    None if other is None else lambda key: self.handle(other, key),
                )
            case FillIn():
                filled = effect.then
                self.dialogs().form(
                    effect.scene, effect.check, lambda values: self.handle(filled, values)
                )
            case _:
                raise TypeError(f"no window runs {effect!r}")

    def _ring(self, timer: Later[State]) -> None:
        self._pending.pop(timer.name, None)
        self.handle(timer.then)

    def _cancel(self, name: str) -> None:
        token = self._pending.pop(name, None)
        if token is not None:
            self.timers.cancel(token)

    def cancel_timers(self) -> None:
        """Cancel everything that was to happen later: the window closes."""
        for name in list(self._pending):
            self._cancel(name)

"""The one way through every window: intent, transition, effects, scene, each once.

A window reports an intent. `handle` lets a handler change the window's state, shows the new scene
once, then runs the effects that the handler has named: first those that the user sees, then those
for the engine and, after the window has been drawn, those for the disk. Answers come back as
intents. If the key of an intent may be held down, the scene is drawn when no event waits.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import Generic, TypeVar

from loa_tk.control.effects import (
    AnswerNow,
    AskFolder,
    AskOpenName,
    AskSaveName,
    Confirm,
    Effect,
    FillIn,
    Forget,
    Front,
    Handler,
    Later,
    Never,
    Stage,
    Think,
    Write,
)
from loa_tk.control.engine.thinker import Thinker
from loa_tk.scenes.services import Dialogs, Timers, ToolView
from loa_tk.store.files import attempt

State = TypeVar("State")
Scene = TypeVar("Scene")


class Loop(Generic[State, Scene]):
    """Runs one window; subclasses say what its scene is, how it is drawn and its own effects."""

    def __init__(self, state: State, timers: Timers) -> None:
        """Begin with this state; nothing is shown before the first intent."""
        self.state = state
        self.timers = timers
        self.thinker: Thinker | None = None  # of windows that use the engine
        self._shown: Scene | None = None
        self._promises: dict[str, object] = {}
        self._disk: list[Effect] = []
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

    def handle(self, handler: Handler, *arguments: object) -> None:
        """Handle one intent: change the state, show it, run the effects in their order."""
        self._handle(self.show, handler, *arguments)

    def handle_held(self, handler: Handler) -> None:
        """Handle an intent of which many may wait, as if a key is held down; draw the last one."""
        self._handle(self.show_later, handler)

    def _handle(self, show: Callable[[], None], handler: Handler, *arguments: object) -> None:
        effects = sorted(handler(self.state, *arguments), key=lambda effect: effect.stage)
        asked = [effect for effect in effects if effect.stage > Stage.DISK]
        # If one of them fails, or the drawing, the others still run: the engine is asked and the
        # game is kept.
        with ExitStack() as stack:
            for effect in reversed(effects[: len(effects) - len(asked)]):
                waits = effect.stage is Stage.DISK
                stack.callback(self._put_off if waits else self.run, effect)
            show()
        for effect in asked:
            self.run(effect)

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

    def _put_off(self, effect: Effect) -> None:
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

    def run(self, effect: Effect) -> None:
        """Run one effect; a subclass adds the effects of its window."""
        match effect:
            case Later():
                self._drop(effect.name)
                self._promises[effect.name] = self.timers.after(
                    effect.milliseconds, lambda: self._keep_promise(effect)
                )
            case Never():
                self._drop(effect.name)
            case Think() if self.thinker is not None:
                self.thinker.ask(effect.job)
            case AnswerNow() if self.thinker is not None:
                self.thinker.answer_now()
            case Forget() if self.thinker is not None:
                self.thinker.forget()
            case Front():
                self.dialogs().front()
            case Write():
                self.handle(effect.then, attempt(effect.path, effect.content))
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
                self.dialogs().ask(
                    effect.title, effect.text, effect.button, lambda: self.handle(effect.then)
                )
            case FillIn():
                self.dialogs().form(
                    effect.scene, effect.check, lambda values: self.handle(effect.then, values)
                )
            case _:
                raise TypeError(f"no window runs {effect!r}")

    def _keep_promise(self, effect: Later) -> None:
        self._promises.pop(effect.name, None)
        self.handle(effect.then)

    def _drop(self, name: str) -> None:
        token = self._promises.pop(name, None)
        if token is not None:
            self.timers.cancel(token)

    def drop_promises(self) -> None:
        """Drop everything that was to happen later: the window closes."""
        for name in list(self._promises):
            self._drop(name)


class ToolLoop(Loop[State, Scene]):
    """Runs a window that opens and closes; its state stays in between."""

    view: ToolView[Scene] | None = None  # while the window is open

    def show(self) -> None:
        """Draw the present scene if it has changed; a closed window draws nothing."""
        if self.view is not None:
            super().show()

    def draw(self, scene: Scene) -> Scene:
        """Draw a scene; it is not animated."""
        self.dialogs().show(scene)
        return scene

    def dialogs(self) -> ToolView[Scene]:
        """Return the open window."""
        assert self.view is not None, "a closed window asks and shows nothing"
        return self.view

"""What the commands of the menus do: a table of small functions on the controller."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from loa_tk.control.engine.searchlog import as_csv, as_text
from loa_tk.control.engine.thought import HINT
from loa_tk.control.main import customise, help_pages
from loa_tk.control.main.study_commands import STUDIES
from loa_tk.model.game import PositionError
from loa_tk.model.match import Match, Node
from loa_tk.model.notation import position_text, read_position
from loa_tk.model.search.players import read_player
from loa_tk.store.files import write_whole
from loa_tk.store.settings import Settings
from loa_tk.words import main as words

if TYPE_CHECKING:
    from loa_tk.control.main.controller import Controller

HINT_PLAYER = "strong:eval=full,seconds=3"  # full strength, for as long as one likes to wait


def new(controller: Controller) -> None:
    """The same game again from its start."""
    controller.begin(Match(controller.session.game))


def undo(controller: Controller) -> None:
    """Back to the last position where a human was to move."""
    _go(controller, controller.session.undo_target())


def redo(controller: Controller) -> None:
    """Forward to the next position where a human is to move."""
    _go(controller, controller.session.redo_target())


def _go(controller: Controller, node: Node | None) -> None:
    session = controller.session
    if node is None:
        return
    controller.thinker.cancel()
    session.match.node = node
    session.clear_marks()
    session.note = ""
    if not any(session.humans):
        session.paused = True  # or the computer would play the same move at once
    controller.save()
    controller.next_turn()


def hint(controller: Controller) -> None:
    """Search at full strength for the human; asked again, play what was found."""
    session = controller.session
    if controller.hands.play_hint():
        return
    if session.only_pass() is not None:
        return  # there is nothing to choose, and no arrow for it
    if session.human_to_move and not controller.thinker.awaited:
        player = read_player(session.game, HINT_PLAYER)
        controller.thinker.think(HINT, session.match, player)
        controller.show()


def move_now(controller: Controller) -> None:
    """End the search with what it has."""
    controller.thinker.stop()


def pause(controller: Controller) -> None:
    """Stop the computer before its move, or let it go on."""
    session = controller.session
    session.paused = not session.held
    session.reviewing, session.note = False, ""
    controller.thinker.cancel()
    controller.next_turn()


def step(controller: Controller) -> None:
    """Let the computer make one move, and stay paused."""
    session = controller.session
    if session.computer_to_move and not controller.thinker.awaited:
        session.paused, session.stepping, session.note = True, True, ""
        controller.next_turn()


def copy_position(controller: Controller) -> None:
    """The position as text on the clipboard."""
    text = position_text(controller.session.game, controller.session.match.state)
    controller.view.copy(text)
    controller.note(words.POSITION_COPIED.format(text=text))
    controller.show()


def paste_position(controller: Controller) -> None:
    """A new game from the position on the clipboard."""
    game = controller.session.game
    text = " ".join(controller.view.clipboard().split())
    try:
        state = read_position(game, text[:200])
    except PositionError as error:
        controller.note(words.POSITION_REFUSED.format(reason=error))
        controller.show()
        return
    controller.begin(Match(game, state))
    controller.save()  # or a position set up with care would be gone at the next start
    controller.note(words.POSITION_PASTED)
    controller.show()


def series(controller: Controller) -> None:
    """The window in which computers play each other by the hundred games."""
    if controller.series is None:
        # Only now: what it imports would show the main window a tenth of a second later.
        from loa_tk.control.series.main_window import series_of

        controller.series = series_of(controller)
    controller.series.open(controller.session.game.key)


def flow(controller: Controller) -> None:
    """The window of the Flow Free puzzles."""
    if controller.flow is None:
        from loa_tk.control.flow.controller import FlowController  # only now, as for a series

        controller.flow = FlowController(controller.view, controller.clock)
    controller.flow.open()


def toggle(setting: str) -> Callable[[Controller], None]:
    """The command that turns a setting on or off."""

    def command(controller: Controller) -> None:
        controller.change(**{setting: not getattr(controller.session.settings, setting)})

    return command


def ask_reset(controller: Controller) -> None:
    """Reset the settings, once that is wanted: levels set up with care would be gone."""
    controller.view.ask(
        words.RESET_TITLE,
        words.RESET_TEXT,
        words.RESET_BUTTON,
        lambda: reset_settings(controller),
    )


def reset_settings(controller: Controller) -> None:
    """All settings as on the first day; the game on the board stays."""
    session = controller.session
    controller.thinker.cancel()
    before = session.settings
    defaults = Settings(game=session.game.key, geometry=before.geometry, left=before.left)
    session.paused = False  # as after a choice of the side
    controller.note(words.SETTINGS_RESET)
    controller.change(**vars(defaults))
    controller.next_turn()


def dismiss(controller: Controller) -> None:
    """Put the banner away."""
    controller.session.banner_seen = True
    controller.show()


def log_copy(controller: Controller) -> None:
    """The whole log as text on the clipboard."""
    controller.view.copy("\n\n".join(as_text(entry) for entry, _ in controller.log))
    controller.note(words.LOG_COPIED if controller.log else words.LOG_EMPTY)
    controller.show()


def log_save(controller: Controller) -> None:
    """The whole log as text or as a table, by the name's ending."""
    if not controller.log:
        controller.note(words.LOG_EMPTY)
        controller.show()
        return
    name = controller.view.ask_save_name(words.SAVE_LOG, words.LOG_NAME, words.LOG_KINDS)
    if not name:
        return
    if name.lower().endswith(".csv"):
        text = as_csv([row for _, row in controller.log])
    else:
        text = "\n\n".join(as_text(entry) for entry, _ in controller.log) + "\n"
    try:
        write_whole(Path(name), text)
    except OSError as error:
        reason = error.strerror or str(error)
        controller.view.error(
            words.CANNOT_SAVE, words.CANNOT_SAVE_TEXT.format(name=name, reason=reason)
        )
        return
    controller.note(words.LOG_SAVED.format(name=name))
    controller.show()


def log_clear(controller: Controller) -> None:
    """Empty the log."""
    controller.log.clear()
    controller.view.clear_log()


COMMANDS: Mapping[str, Callable[[Controller], None]] = {
    **STUDIES,
    "new": new,
    "undo": undo,
    "redo": redo,
    "hint": hint,
    "move-now": move_now,
    "pause": pause,
    "step": step,
    "copy-position": copy_position,
    "paste-position": paste_position,
    "quit": lambda controller: controller.close(),
    "customise": customise.open_form,
    "series": series,
    "flow": flow,
    "flip": toggle("flip"),
    "coordinates": toggle("coordinates"),
    "legal-moves": toggle("legal_moves"),
    "links": toggle("links"),
    "animation": toggle("animation"),
    "log-pane": toggle("log_pane"),
    "reset-settings": ask_reset,
    "rules": help_pages.rules,
    "keys": help_pages.keys,
    "statistics": help_pages.statistics,
    "about": help_pages.about,
    "dismiss": dismiss,
    "log-copy": log_copy,
    "log-save": log_save,
    "log-clear": log_clear,
    "left": lambda controller: controller.hands.step(0, -1),
    "right": lambda controller: controller.hands.step(0, 1),
    "up": lambda controller: controller.hands.step(1, 0),
    "down": lambda controller: controller.hands.step(-1, 0),
    "enter": lambda controller: controller.hands.press(),
    "escape": lambda controller: controller.hands.escape(),
}

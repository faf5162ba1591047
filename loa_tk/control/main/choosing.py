"""The settings that menus turn on and off, choose among, and reset."""

from __future__ import annotations

from loa_tk.control.effects import Confirm, Effects, SaveSettings
from loa_tk.control.game.session import Session
from loa_tk.control.game.turns import forget, next_turn, note
from loa_tk.control.main import own_code
from loa_tk.control.rows import Choices, Command, Test, always
from loa_tk.scenes.pages import Choice
from loa_tk.store.settings import Settings
from loa_tk.words import main as words


def ask_reset(session: Session) -> Effects[Session]:
    """Ask before the settings are reset, because levels set up with care would be lost."""
    title, text, button = words.RESET_TITLE, words.RESET_TEXT, words.RESET_BUTTON
    return [Confirm(title=title, text=text, button=button, then=reset_settings)]


def reset_settings(session: Session) -> Effects[Session]:
    """Set all settings back to their defaults; the game on the board stays."""
    effects = forget(session)
    before = session.settings
    session.settings = Settings(game=session.game.key, geometry=before.geometry, left=before.left)
    session.paused = False  # as after a choice of the side
    effects += note(session, words.SETTINGS_RESET)
    return [*effects, SaveSettings(), *next_turn(session)]


def switch(
    name: str, label: str, key: str = "", possible: Test[Session] = always, help: str = ""
) -> Command[Session]:
    """Return the command that turns the setting of this name on or off."""
    setting = name.replace("-", "_")

    def turn(session: Session) -> Effects[Session]:
        session.change(**{setting: not getattr(session.settings, setting)})
        return [SaveSettings()]

    def is_on(session: Session) -> bool:
        return bool(getattr(session.settings, setting))

    return Command(name, turn, label=label, key=key, possible=possible, ticked=is_on, help=help)


def setting(name: str, *choices: tuple[str, str]) -> Choices[Session]:
    """Return the choices of the setting of this name, each with its key and label."""
    attribute = name.replace("-", "_")
    offered = tuple(Choice(*choice) for choice in choices)

    def choose(session: Session, key: str) -> Effects[Session]:
        kind = type(getattr(session.settings, attribute))
        session.change(**{attribute: kind(key)})
        return [SaveSettings()]

    def chosen(session: Session) -> str:
        return str(getattr(session.settings, attribute))

    return Choices(name=name, do=choose, offered=lambda session: offered, chosen=chosen)


def choose_side(session: Session, key: str) -> Effects[Session]:
    """Let the human play another side."""
    # Choosing a side ends a pause, so that the computer answers at once.
    session.paused = False
    session.change(side=key)
    return _another_player(session, words.SIDE_NEXT)


def choose_level(session: Session, key: str) -> Effects[Session]:
    """Let the computer play at another level, and no longer with a file of the user's."""
    if own_code.plays_own(session):
        own_code.without_own(session)
        session.note = ""
    session.change(level=key)
    return _another_player(session, words.LEVEL_NEXT)


def _another_player(session: Session, later: str) -> Effects[Session]:
    """Let the new player go on; after the end of a game say that it plays the next one."""
    if session.match.outcome() is not None:
        session.note = later
    return [SaveSettings(), *forget(session), *next_turn(session)]

"""What is left on the board: noted whenever it is another game, and back at the next start."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from loa_tk.control.files.archive import read
from loa_tk.control.files.recordfiles import names_of
from loa_tk.control.main.session import Session
from loa_tk.control.study.review import log_searches
from loa_tk.model.match import Match
from loa_tk.words import main as words

if TYPE_CHECKING:
    from loa_tk.control.main.controller import Controller

# Settings.left is the name of a kept game, the whole path of a file of the user's, or this.
NEW = "new"


def note_left(controller: Controller) -> None:
    """Note which game is on the board, at once: a machine may be switched off."""
    kept, file = controller.archive.path, controller.filing.path
    left = kept.name if kept is not None else str(file) if file is not None else NEW
    settings = controller.session.settings
    if left != settings.left:
        controller.session.settings = replace(settings, left=left)
        controller.store.save(controller.session.settings)


def take_up(controller: Controller) -> None:
    """Put the game that was left on the board, if there is one and no other copy has it."""
    left = controller.session.settings.left
    if Path(left).is_absolute():
        record = read(Path(left))
        if record is not None:
            session = _restore(controller, record.match)
            session.reviewing, session.page = True, "moves"  # as when it was opened
            session.names = names_of(record)
            controller.archive.info, controller.filing.path = record.info, Path(left)
    elif left != NEW:
        match = controller.archive.take_up(left)
        if match is not None:
            session = _restore(controller, match)
            # The computer must not move where an earlier position was looked at.
            session.reviewing = bool(match.node.children) and session.computer_to_move


def _restore(controller: Controller, match: Match) -> Session:
    settings = replace(controller.session.settings, game=match.game.key)
    controller.session = Session(settings, match)
    controller.session.note = words.RESTORED
    log_searches(controller, match)
    if not any(controller.session.humans) and match.outcome() is None:
        controller.session.paused = True  # nobody has asked for the next move yet
        controller.session.note = words.RESTORED_PAUSED
    return controller.session

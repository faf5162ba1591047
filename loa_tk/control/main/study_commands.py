"""The commands of files, review, analysis and the position editor."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from loa_tk.control.study import review

if TYPE_CHECKING:
    from loa_tk.control.main.controller import Controller


def show_page(controller: Controller, page: str) -> None:
    """Another page of the third card."""
    controller.session.page = page
    controller.show()


def open_recent(controller: Controller, name: str) -> None:
    """One of the files opened or saved lately; the menu may say that there is none."""
    if name:
        controller.filing.open(name)


# What is chosen from a list of keys, other than settings.
CHOICES: Mapping[str, Callable[[Controller, str], None]] = {
    "page": show_page,
    "move": review.visit,
    "recent": open_recent,
    "brush": lambda controller, key: controller.editing.choose_brush(key),
    "to-move": lambda controller, key: controller.editing.choose_player(key),
}

STUDIES: Mapping[str, Callable[[Controller], None]] = {
    "open": lambda controller: controller.filing.ask(),
    "save": lambda controller: controller.filing.save(),
    "save-as": lambda controller: controller.filing.save_as(),
    "kept": lambda controller: controller.filing.kept(),
    "picture": lambda controller: controller.filing.save_picture(),
    "first": review.first,
    "previous": review.previous,
    "next": review.following,
    "last": review.last,
    "analyse": lambda controller: controller.analysis.toggle(),
    "analyse-game": lambda controller: controller.analysis.toggle_game(),
    "edit": lambda controller: controller.editing.begin(),
    "edit-clear": lambda controller: controller.editing.clear(),
    "edit-start": lambda controller: controller.editing.start(),
    "edit-copy": lambda controller: controller.editing.copy(),
    "edit-done": lambda controller: controller.editing.done(),
    "edit-cancel": lambda controller: controller.editing.cancel(),
}

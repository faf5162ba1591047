"""Saving a file from a window: ask for its name, then say that it was written or why not."""

from __future__ import annotations

from typing import Protocol

from loa_tk.control.effects import AskSaveName, Effects, Handler, Kinds, S, Then


class Speaker(Protocol):
    """The state of a window with a status line."""

    def say(self, text: str, bad: bool = False) -> None:
        """Set the status line, which may report an error."""


def ask_name(title: str, name: str, kinds: Kinds, then: Then[S, str]) -> Handler[S]:
    """Return the handler that lets the user choose a name to save under."""
    return lambda state: [AskSaveName(title=title, name=name, kinds=kinds, then=then)]


def say_saved(name: object, saved: str, failed: str) -> Then[Speaker, str]:
    """Return what follows the writing of a file: one of these texts in the status line."""

    def then(state: Speaker, reason: str) -> Effects[Speaker]:
        state.say((failed if reason else saved).format(name=name, reason=reason), bad=bool(reason))
        return []

    return then

"""Links to a step in the search explorer: copied from the step shown, opened from the clipboard."""

from __future__ import annotations

from collections.abc import Callable

from loa_tk.control.effects import Copy, Effects, Paste
from loa_tk.control.explorer.state import ExplorerState
from loa_tk.control.rows import Command
from loa_tk.model.game import UserError
from loa_tk.model.search.options import is_file
from loa_tk.model.tree.steplink import StepLink, link_text, read_link
from loa_tk.words import explorer as words


def can_copy(state: ExplorerState) -> bool:
    """Return whether a step is shown that another window can show, too."""
    explored = state.explored
    shown = explored is not None and state.values["page"] == "tree" and not state.by_playouts
    return shown and explored is not None and not is_file(explored.tree.evaluation)


def copy(state: ExplorerState) -> Effects[ExplorerState]:
    """Put the link to the step shown on the clipboard."""
    if state.explored is None:
        return []
    state.say(words.LINK_COPIED)
    return [Copy(link_text(state.explored.tree, state.moment + 1))]


def paste(
    search: Callable[[ExplorerState, StepLink], Effects[ExplorerState]],
) -> Callable[[ExplorerState], Effects[ExplorerState]]:
    """Return the handler that takes a link from the clipboard; `search` begins its search."""

    def read(state: ExplorerState, text: str) -> Effects[ExplorerState]:
        try:
            link = read_link(text)
        except UserError as error:
            state.say(words.NO_LINK.format(reason=error), bad=True)
            return []
        effects = search(state, link)
        state.wanted = link.step - 1
        return effects

    return lambda state: [Paste(read)]


def rows(
    search: Callable[[ExplorerState, StepLink], Effects[ExplorerState]],
) -> tuple[Command[ExplorerState], ...]:
    """Return the commands of links; `search` begins the search of one."""
    return (
        Command("copy-link", copy, label="Copy link", key="Ctrl+Shift+L", possible=can_copy,
                help="copy a link to the step shown"),
        Command("open-link", paste(search), key="Ctrl+Shift+V",
                help="open the link to a step that is on the clipboard"),
    )  # fmt: skip

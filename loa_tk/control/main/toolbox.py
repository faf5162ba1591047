"""The main window and the tool windows: what each shows of the other."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

from loa_tk.control.effects import Confirm, Effects, Front, OpenTool, ShowMatch, ToolRequest
from loa_tk.control.game.session import Session
from loa_tk.control.game.turns import MayLeave, note
from loa_tk.control.main.filing import leave
from loa_tk.control.study.review import look_at
from loa_tk.control.tools import Tool
from loa_tk.words import review as words


def open_tool(name: str, at_once: bool = False) -> Callable[[Session], Effects[Session]]:
    """Return the handler that opens a tool window with the position on the board."""

    def handler(session: Session) -> Effects[Session]:
        request = ToolRequest(game=session.game, state=session.match.state, at_once=at_once)
        return [OpenTool(name, request)]

    return handler


def explore(session: Session, key: str) -> Effects[Session]:
    """Explore a search of the log: the same position and evaluation, at the depth after a slash."""
    key, _, depth = key.partition("/")
    asked = next((logged.search for logged in session.log if logged.entry.key == key), None)
    if asked is None:
        return []
    if depth:
        asked = asked._replace(depth=int(depth))
    request = ToolRequest(game=session.game, state=session.match.state, search=asked)
    return [OpenTool("explorer", request)]


def put_on_board(session: Session, shown: ShowMatch) -> Effects[Session]:
    """Show a match of a tool window for review; a position that is on the board already stays.

    A game of a series or a class takes the place of an unfinished game, and every match that of a
    changed file, only after a question.
    """
    match, here = shown.match, session.match

    def replaced(session: Session) -> Effects[Session]:
        return leave(session, partial(_put_on_board, shown=shown))

    same = (match.game, match.state) == (here.game, here.state)
    if same and not match.ply and shown.names is None:
        return [Front()]
    unfinished = here.ply and not session.reviewing and here.outcome() is None
    if shown.names and unfinished and not session.file.unsaved:
        title, text, button = words.UNFINISHED
        return [Front(), Confirm(title=title, text=text, button=button, then=replaced)]
    return [Front(), *replaced(session)]


def _put_on_board(session: Session, left: MayLeave, shown: ShowMatch) -> Effects[Session]:
    effects = look_at(session, left, shown.match, shown.names, details=shown.details)
    if shown.info is not None:
        session.file.info = dict(shown.info)
    return [*effects, *note(session, shown.note)]


def tool_of(name: str) -> Tool[Any, Any, Any]:
    """Return the tool of a package, imported only now: all of them make the window open later."""
    tool: Tool[Any, Any, Any] = import_module(f"loa_tk.control.{name}.commands").TOOL
    return tool

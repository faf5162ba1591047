"""Searches that are not the program's own: a student's file, and another program.

The model only knows their names and options. `control/guest` runs a file in a process of its own,
and `control/ugi` talks to a program.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NoReturn

from loa_tk.model.game import PlayerError
from loa_tk.model.search.options import DEPTH, EVAL, SECONDS, SEED, Option, python_file
from loa_tk.model.search.search import GUEST, PROGRAM, Request, Search
from loa_tk.model.search.statistics import SIX


def command(name: str, value: str) -> str:
    """Return the command of a program, or raise PlayerError if it is empty."""
    if not value.strip():
        raise PlayerError("ugi: needs a command, as in 'ugi:loa engine'")
    return value


FILE = Option("file", "File", "", python_file, "file", explicit=True, first=True)
COMMAND = Option("command", "Command", "", command, "text", explicit=True, first=True)
# The evaluation that a student's search is given; many have their own and never ask for it.
GIVEN_EVAL = replace(EVAL, explicit=False)


class Elsewhere(Search):
    """A search that only another process can make."""

    statistics = SIX

    def __init__(self, request: Request) -> None:
        """Prepare nothing."""

    def search(self) -> NoReturn:
        """Raise PlayerError: this process does not run it."""
        raise PlayerError(f"a search {self.name!r} runs in a process of its own")


class FileSearch(Elsewhere):
    """The function `choose` of a student's file, written `file:mine.py`."""

    name, rank, place = "file", 5, GUEST
    options = (FILE, SECONDS, DEPTH, GIVEN_EVAL, SEED)


class ProgramSearch(Elsewhere):
    """Another program that speaks the Universal Game Interface, written `ugi:COMMAND`."""

    name, rank, place = "ugi", 6, PROGRAM
    options = (COMMAND, SECONDS, SEED)


SEARCHES = (FileSearch, ProgramSearch)

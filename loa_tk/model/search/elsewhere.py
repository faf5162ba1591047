"""Searches that are not the program's own: a student's file, and other programs.

The model only knows their names and options. `control/guest` runs a file in a process of its own,
and `control/ugi` talks to programs.
"""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar, NoReturn

from loa_tk.model.fields import Text
from loa_tk.model.game import PlayerError
from loa_tk.model.search.options import DEPTH, EVAL, NODES, SECONDS, SEED, Option, PythonFile
from loa_tk.model.search.search import GUEST, PROGRAM, Request, Search
from loa_tk.model.search.statistics import SIX


class CommandLine(Text):
    """The command of a program."""

    def read(self, name: str, text: str) -> str:
        """Return the command, or raise PlayerError if it is empty."""
        if not text.strip():
            raise PlayerError(
                "another program needs a command, as in 'ugi:loa engine' or 'uci:fairy-stockfish'"
            )
        return text


class EngineOptions(Text):
    """Options for a program."""

    def read(self, name: str, text: str) -> str:
        """Return the options, or raise PlayerError if they cannot be read."""
        read_engine_options(text)
        return text


def read_engine_options(text: str) -> dict[str, str]:
    """Return the options for a program that are written `Name=value;Name=value`."""
    parts = [part.partition("=") for part in text.split(";")] if text else []
    options = {name.strip(): value.strip() for name, equals, value in parts if equals}
    if len(options) != len(parts) or not all(options) or not text.isprintable():
        raise PlayerError(f"options {text!r} are not written Name=value;Name=value, each name once")
    return options


FILE = Option(
    name="file", label="File", kind=PythonFile("file"), default="", explicit=True, first=True
)
COMMAND = Option(
    name="command", label="Command", kind=CommandLine(), default="",
    explicit=True, first=True, command=True,
)  # fmt: skip
# The folder of a student's program: it runs in the sandbox and sees this folder.
FOLDER = Option(name="folder", kind=Text(), default="")
ENGINE_OPTIONS = Option(name="options", label="Options", kind=EngineOptions(), default="")
# The evaluation that a student's search is given; many have their own and never ask for it.
GIVEN_EVAL = replace(EVAL, explicit=False)


class Elsewhere(Search):
    """A search that only another process can make."""

    statistics: ClassVar[tuple[str, ...]] = SIX

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
    options = (COMMAND, SECONDS, DEPTH, SEED, FOLDER)


class ChessProgramSearch(Elsewhere):
    """A program that speaks the Universal Chess Interface, written `uci:COMMAND`."""

    name, rank, place = "uci", 7, PROGRAM
    games = ("breakthrough8",)
    options = (COMMAND, SECONDS, DEPTH, NODES, ENGINE_OPTIONS)
    statistics = ("max_depth", "nodes")


SEARCHES = (FileSearch, ProgramSearch, ChessProgramSearch)

"""What exists of this program in the process of a student's file, and the guard that keeps it so.

A guest has `loa_tk.lab` as far as a student's two functions need it, and the rules of the games
without what is known about them. There is no search, tree or check to call. Under bwrap nothing
else is on its disk; elsewhere the guard holds against every usual import, and a file that reads
and runs the text of another module copies it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.util import cache_from_source
from pathlib import Path
from types import ModuleType
from typing import NoReturn

import loa_tk
from loa_tk import lab
from loa_tk.model.games import all_games

# The files of the package that a guest needs; a game's sub-packages are not among them.
FILES = (
    "__init__.py",
    "immutable.py",
    "guest/*.py",
    *(f"lab/{name}.py" for name in (
        "__init__", "counts", "frames", "functions", "mistakes", "position", "source",
    )),
    *(f"model/{name}.py" for name in ("__init__", "bitboard", "game", "notation", "steps")),
    "model/games/__init__.py",
    "model/games/*/*.py",
)  # fmt: skip


def files(package: Path) -> Iterator[Path]:
    """Yield the files of the package that a guest needs, each with its compiled form.

    A guest compiles nothing for itself, so without that form its start would take twice as long.
    """
    for pattern in FILES:
        for file in sorted(package.glob(pattern)):
            yield file
            yield Path(cache_from_source(str(file)))


def guard() -> None:
    """Load the rules of all games, and let nothing else of this program be imported from now on."""
    all_games()
    sys.meta_path.insert(0, Guard())
    # So that nothing more is found without the guard either.
    archive = getattr(loa_tk.__loader__, "_pyz_archive", None)
    if archive is None:
        folder = os.path.dirname(loa_tk.__path__[0])
        sys.path[:] = [place for place in sys.path if place != folder]
    else:  # PyInstaller's archive, which has the standard library, too
        for name in [name for name in archive.toc if ours(name) and name not in sys.modules]:
            del archive.toc[name]
    for name, module in sys.modules.items():
        if ours(name) and hasattr(module, "__path__"):
            module.__path__ = []


def ours(name: str) -> bool:
    """Return whether a module belongs to this program."""
    return name.partition(".")[0] == loa_tk.__name__


class Guard(MetaPathFinder):
    """Refuses every module of this program that has not been loaded yet."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> None:
        """Raise ImportError for a module of this program, and leave others to other finders."""
        if ours(fullname):
            refuse(fullname)


def refuse(name: str) -> NoReturn:
    """Raise ImportError with what a student can do about it."""
    package, _, module = name.rpartition(".")
    names = [one for one, place in lab._MODULES.items() if place == module]
    if package == lab.__name__ and names:
        raise ImportError(
            f"{', '.join(names)} of {package} cannot be used when a file is judged: import them "
            'below `if __name__ == "__main__":`'
        )
    raise ImportError(
        f"{name} is not there when a file is judged: your file has {lab.__name__} and nothing else "
        "of the program"
    )

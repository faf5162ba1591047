"""The files of a class: which of a folder's files are students' programs, and what each one is."""

from __future__ import annotations

import ast
import hashlib
from dataclasses import dataclass
from pathlib import Path

from loa_tk.model.game import UserError
from loa_tk.model.search.options import DEPTH, EVAL, SECONDS
from loa_tk.model.search.players import FILE_OPTION, Player

EVALUATION, SEARCH = "evaluation", "search"
FUNCTIONS = {"evaluate": EVALUATION, "choose": SEARCH}
MOST_BYTES = 1_000_000
MOST_SECONDS = 10.0  # for a move to a fixed depth


@dataclass(frozen=True)
class Student:
    """One file: the student's name, which is the file's, its place, its kinds and its digest."""

    name: str
    path: Path
    kinds: tuple[str, ...]  # EVALUATION, SEARCH; none if neither function is seen
    digest: str  # of its content, so that a changed file is noticed

    def player(self, depth: int | None, seconds: float | None) -> str:
        """Return the player that this file is: its own search, or alpha-beta with its evaluation.

        A depth has a limit of time, too, because a search may never reach it.
        """
        limits = {DEPTH.name: depth, SECONDS.name: MOST_SECONDS if seconds is None else seconds}
        if SEARCH in self.kinds:
            own = {EVAL.name: str(self.path)} if EVALUATION in self.kinds else {}
            return Player("file", **{FILE_OPTION: str(self.path)}, **limits, **own).spec()
        return Player("alphabeta", **{EVAL.name: str(self.path)}, **limits).spec()


def student(path: Path) -> Student:
    """Return the student of a file, which is read but not run; raise UserError if it cannot be."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UserError(f"{path} cannot be read: {reason}") from None
    digest = hashlib.sha256(content).hexdigest()
    return Student(path.stem, path.absolute(), kinds_of(content), digest)


def kinds_of(content: bytes) -> tuple[str, ...]:
    """Return what a file is, as far as that can be seen without running it."""
    try:
        tree = ast.parse(content)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()
    names = set[str]()
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            names.add(node.name)
        elif isinstance(node, ast.ImportFrom):
            names.update(alias.asname or alias.name for alias in node.names)
        elif isinstance(node, ast.Assign):
            names.update(target.id for target in node.targets if isinstance(target, ast.Name))
    return tuple(kind for name, kind in FUNCTIONS.items() if name in names)


def students_in(folder: Path) -> list[Student]:
    """Return the students of a folder by name: every Python file that is not hidden.

    A file whose name begins with _ belongs to the others and is no student's. Raise UserError if
    there is no folder or no file.
    """
    if folder.is_file():
        raise UserError(f"{str(folder)!r} is a file: a class needs the folder that the students' "
                        "files are in, and loa check checks one file")  # fmt: skip
    if not folder.is_dir():
        raise UserError(f"there is no folder {str(folder)!r}")
    paths = [
        path for path in sorted(folder.iterdir())
        if path.suffix == ".py" and path.is_file() and not path.name.startswith((".", "_"))
    ]  # fmt: skip
    if not paths:
        raise UserError(f"{folder} has no Python files")
    return [student(path) for path in paths]

"""The submissions of a class: which of a folder's files count, what each is, and examples."""

from __future__ import annotations

import ast
import hashlib
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from loa_tk.model.game import Game, UserError, shown
from loa_tk.model.search.options import DEPTH, EVAL, SECONDS
from loa_tk.model.search.players import FILE_OPTION, Player
from loa_tk.words import examples

EVALUATION, SEARCH, RUBRIC = EXAMPLES = ("evaluation", "search", "rubric")
FUNCTIONS = {"evaluate": EVALUATION, "choose": SEARCH}
MOST_BYTES = 1_000_000
MOST_SECONDS = 10.0  # for a move to a fixed depth


@dataclass(frozen=True, kw_only=True)
class Student:
    """One file: the name of the student, its place, its kinds and its digest."""

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


def student(path: Path, name: str = "") -> Student:
    """Return the student of a file, which is read but not run; raise UserError if it cannot be.

    The name is the file's own unless another is given.
    """
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UserError(f"{path} cannot be read: {reason}") from None
    digest = hashlib.sha256(content).hexdigest()
    return Student(
        name=name or path.stem, path=path.absolute(), kinds=kinds_of(content), digest=digest
    )


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
    """Return the students of a folder by name: every Python file, and every folder with one.

    A file in the folder has the student's name. A folder in it has the student's name, too, if a
    Python file is in it, as Gradescope and Moodle write submissions: of several files, the one with
    a function that is asked for counts. Names that begin with _ or . belong to no student. Raise
    UserError if there is no folder or no file, or if it is not clear which file counts.
    """
    if folder.is_file():
        raise UserError(f"{shown(str(folder))} is a file: a class needs the folder that the "
                        "students' files are in, and loa check checks one file")  # fmt: skip
    if not folder.is_dir():
        raise UserError(f"there is no folder {shown(str(folder))}")
    students = [student(path) for path in python_files(folder)]
    unclear = []
    for own in folders_in(folder):
        files = [student(path, own.name) for path in python_files(own)]
        chosen = files if len(files) < 2 else [file for file in files if file.kinds]
        if files and len(chosen) != 1:
            unclear.append(f"{own.name} ({', '.join(file.path.name for file in chosen or files)})")
        students += chosen
    if unclear:
        raise UserError(f"it is not clear which file counts in {'; '.join(unclear)}: let the names "
                        "of the other files, or of the folder, begin with _")  # fmt: skip
    if not students:
        raise UserError(f"{folder} has no Python files")
    # Their results go into folders of these names; most systems do not distinguish A and a there.
    for first, second in pairwise(sorted(students, key=lambda student: student.name.casefold())):
        if first.name.casefold() == second.name.casefold():
            places = " and ".join(str(each.path.relative_to(folder.absolute()))
                                  for each in (first, second))  # fmt: skip
            raise UserError(f"two submissions are called {first.name}: {places}")
    return sorted(students, key=lambda student: student.name)


def left_out(folder: Path) -> list[str]:
    """Return the names of the folders in a class without a Python file, where nothing is read."""
    return [own.name for own in folders_in(folder) if not python_files(own)]


def python_files(folder: Path) -> list[Path]:
    """Return the Python files of a folder that may be a student's."""
    return [path for path in visible(folder) if path.suffix == ".py" and path.is_file()]


def folders_in(folder: Path) -> list[Path]:
    """Return the folders in a folder that may be a student's."""
    return [path for path in visible(folder) if path.is_dir()]


def visible(folder: Path) -> list[Path]:
    """Return what a folder contains, if it can be read, but no names that begin with _ or a dot."""
    try:
        return [path for path in sorted(folder.iterdir()) if not path.name.startswith((".", "_"))]
    except OSError:
        return []


def example(kind: str, file: str, game: Game) -> str:
    """Return the text of an example; `file` is its name as commands have it."""
    first, second = game.sides
    facts = {
        "file": file, "game": game.key, "title": game.title, "piece": game.piece,
        "first": first.letter, "second": second.letter, "evaluation": game.evaluations[0],
    }  # fmt: skip
    if kind == SEARCH:
        return examples.SEARCH.format(**facts)
    if kind == RUBRIC:
        return examples.RUBRIC.format(**facts)
    grouped = game.groups(game.start, 0) is not None
    return (examples.GROUPED if grouped else examples.MATERIAL).format(**facts)

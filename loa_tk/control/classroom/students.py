"""The submissions of a class: which of a folder's files count, what each is, and examples."""

from __future__ import annotations

import hashlib
import os
from collections import defaultdict
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from loa_tk.control.classroom import names
from loa_tk.control.classroom.integrity import imports
from loa_tk.control.classroom.programs import PLAYER, is_native, program_in
from loa_tk.control.guest.sandbox import shared_files
from loa_tk.lab.source import CHOOSE, EVALUATE, defined
from loa_tk.model.commandline import quote
from loa_tk.model.game import Game, UserError, shown
from loa_tk.model.search.elsewhere import COMMAND, FOLDER, ProgramSearch
from loa_tk.model.search.options import DEPTH, EVAL, SECONDS, is_file
from loa_tk.model.search.players import FILE_OPTION, Player
from loa_tk.words import classroom as words
from loa_tk.words import examples
from loa_tk.words.engines import ENGINES

EVALUATION, SEARCH, RUBRIC, ENGINE = EXAMPLES = ("evaluation", "search", "rubric", "engine")
AUTOGRADER = "autograder"
FUNCTIONS = {EVALUATE: EVALUATION, CHOOSE: SEARCH}
PYTHON = ".py"
MOST_BYTES = 1_000_000
MOST_HASHED = 64_000_000  # bytes of a folder whose content is hashed; of the rest, size and time
MOST_SECONDS = 10.0  # for a move to a fixed depth


class LeftOut(UserError):
    """A submission is left out, for this reason; the others of the class go on."""


@dataclass(frozen=True, kw_only=True)
class Student:
    """One file: the name of the student, its place, its kinds and its digest."""

    name: str
    path: Path
    kinds: tuple[str, ...]  # EVALUATION, SEARCH; none if neither function is seen
    digest: str  # of its content, so that a changed file is noticed
    id: str = ""  # that a learning platform has written into the name, for its gradebook
    command: str = ""  # of a program in another language, which is in the folder of `path`
    whole: bool = False  # whether the digest is of the whole folder of `path`

    @property
    def program(self) -> Player:
        """The program of another language as a player without limits."""
        own = {COMMAND.name: self.command, FOLDER.name: str(self.path.parent)}
        return Player(ProgramSearch.name, **own)

    @property
    def checked(self) -> str:
        """What `examine` is given: the file, or the program as a player."""
        return self.program.spec() if self.command else str(self.path)

    def player(self, depth: int | None, seconds: float | None) -> str:
        """Return the player that this file is: its own search, or alpha-beta with its evaluation.

        A depth has a limit of time, too, because a search may never reach it.
        """
        if self.command:
            seconds = MOST_SECONDS if seconds is None else seconds
            return self.program.changed(**{DEPTH.name: depth, SECONDS.name: seconds}).spec()
        limits = {DEPTH.name: depth, SECONDS.name: MOST_SECONDS if seconds is None else seconds}
        if SEARCH in self.kinds:
            own = {EVAL.name: str(self.path)} if EVALUATION in self.kinds else {}
            return Player("file", **{FILE_OPTION: str(self.path)}, **limits, **own).spec()
        return Player("alphabeta", **{EVAL.name: str(self.path)}, **limits).spec()


def student(path: Path, name: str = "") -> Student:
    """Return the student of a file, which is read but not run; raise LeftOut if it cannot be.

    The name is the file's own unless another is given.
    """
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise LeftOut(words.UNREADABLE.format(file=shown(path.name), reason=reason)) from None
    digest = hashlib.sha256(content).hexdigest()
    who, number = names.person(name or path.stem)
    return Student(
        name=who, path=path.absolute(), kinds=kinds_of(content), digest=digest, id=number
    )


def program_student(folder: Path, command: str = "") -> Student | None:
    """Return the student whose folder has a program in another language, or None.

    Raise LeftOut if it is not clear which program counts, or if it cannot be run.
    """
    try:
        command = command or program_in(folder)
    except UserError as error:
        raise LeftOut(str(error)) from None
    if not command:
        return None
    own = folder / Path(command).name
    path = own if command == f"./{own.name}" else folder / PLAYER
    who, number = names.person(folder.name)
    return Student(
        name=who, id=number, path=path.absolute(), kinds=(SEARCH,), digest=folder_digest(folder),
        command=command, whole=True,
    )  # fmt: skip


def folder_digest(folder: Path) -> str:
    """Return the hash of all files in a folder and its folders."""
    digest, left = hashlib.sha256(), MOST_HASHED
    for path in files_in(folder):
        facts = path.lstat()
        content = f"{facts.st_size} {facts.st_mtime_ns}".encode()
        if facts.st_size <= left:
            with suppress(OSError):  # nor can a guest read it
                content = path.read_bytes()
            left -= len(content)
        digest.update(os.fsencode(path.relative_to(folder)) + b"\0")
        digest.update(hashlib.sha256(content).digest())
    return digest.hexdigest()


def files_in(folder: Path) -> list[Path]:
    """Return all ordinary files in a folder and its folders."""
    return [path for path in sorted(folder.rglob("*")) if not is_link(path) and path.is_file()]


def has_changed(student: Student, home: Path) -> bool:
    """Return whether what a student of the folder `home` has handed in is no longer what it was."""
    inside = student.path.is_relative_to(home)
    try:
        now = submitted(home / student.path.relative_to(home).parts[0] if inside else student.path)
    except LeftOut:
        return True
    return now is None or (now.digest, now.path) != (student.digest, student.path)


def handed_in(path: Path) -> Student:
    """Return the student of a Python file, a program, its file `player` or its folder.

    Raise UserError if it is none of these.
    """
    path = path.absolute()
    if is_file(path.name):
        return student(path)
    if path.is_dir():
        return in_folder(path)
    if path.name == PLAYER:
        return program_folder(path.parent)
    if not is_native(path):
        raise UserError(f"{shown(path.name)} is neither a Python file nor a program")
    found = program_folder(path.parent, f"./{path.name}")
    return replace(found, name=path.name)


def in_folder(folder: Path) -> Student:
    """Return the student whose Python file or program is in this folder, or raise UserError."""
    try:
        found = submitted(folder.absolute())
    except LeftOut as error:
        raise UserError(words.NAME_ONE.format(folder=shown(str(folder)), why=error)) from None
    return found if found is not None else program_folder(folder)


def program_folder(folder: Path, command: str = "") -> Student:
    """Return the student whose program is in this folder, or raise UserError."""
    found = program_student(folder.absolute(), command)
    if found is None:
        raise UserError(f"{shown(str(folder))} has no program: it needs one executable file, or a "
                        f"file {PLAYER} whose one line is the command")  # fmt: skip
    return found


def kinds_of(content: bytes) -> tuple[str, ...]:
    """Return what a file is, as far as that can be seen without running it."""
    return tuple(FUNCTIONS[name] for name in defined(content))


def shared_digest(folder: Path) -> str:
    """Return the hash of the files of a class that all may import, or nothing without any."""
    digest, files = hashlib.sha256(), shared_files(folder)
    for path in files:
        if path.is_file() and os.access(path, os.R_OK):
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16] if files else ""


@dataclass(frozen=True)
class Submissions:
    """What a folder has: the students by name, and a line for each thing that is left out."""

    students: tuple[Student, ...]
    left_out: tuple[str, ...] = ()


def read_submissions(folder: Path, taken: Collection[str] = ()) -> Submissions:
    """Return the students of a folder: every Python file, and every folder with one.

    A file in the folder has the student's name. A folder in it has the student's name, too, if a
    Python file is in it, as Gradescope and Moodle write submissions: of several files, the one with
    a function that is asked for counts. Names that begin with _ or . belong to no student, and no
    student has a name that is `taken`. What cannot be read, or not without doubt, is left out.
    Raise UserError if there is no folder or nothing to read.
    """
    if folder.is_file():
        raise UserError(f"{shown(str(folder))} is a file: a class needs the folder that the "
                        "students' files are in, and loa check checks one file")  # fmt: skip
    if not folder.is_dir():
        raise UserError(f"there is no folder {shown(str(folder))}")
    read = list[Student]()
    found, left_out, empty = defaultdict[str, list[Student]](list), list[str](), list[str]()
    for path in visible(folder):
        try:
            one = submitted(path)
            if one is not None:
                if why := names.wrong(one.name, taken) or names.unprintable(one.path.name):
                    raise LeftOut(words.RENAME.format(why=why))
                found[names.alike(one.name)].append(one)
            elif path.is_dir():
                empty.append(shown(path.name))
        except LeftOut as error:
            left_out.append(words.LEFT_OUT.format(name=shown(path.name), why=error))
    for key, students in found.items():
        ids = {one.id for one in students}
        if len(ids) == len(students) > 1 and all(ids):
            # Two people of the same name, whom the platform's numbers tell apart.
            numbered = [replace(one, name=f"{one.name} {one.id}") for one in students]
            found[key], read = [], [*read, *numbered]
        elif len(students) > 1:
            places = " and ".join(shown(str(one.path.relative_to(folder.absolute())))
                                  for one in students)  # fmt: skip
            left_out.append(words.SAME_NAME.format(places=places))
    if empty:
        left_out.append(words.NOTHING_IN.format(names=", ".join(empty)))
    read += [students[0] for students in found.values() if len(students) == 1]
    if not read:
        why = f": {'; '.join(left_out)}" if left_out else ""
        raise UserError(f"{folder} has no Python files and no programs{why}")
    return Submissions(tuple(sorted(read, key=lambda student: student.name)), tuple(left_out))


def submitted(path: Path) -> Student | None:
    """Return the student whose file or folder this is, or None; raise LeftOut if it is left out."""
    path = path.absolute()  # so that the digest does not depend on how the folder is named
    if is_link(path) and (path.is_dir() or path.suffix == PYTHON):
        raise LeftOut(words.LINK)
    if not path.is_dir():
        return student(path) if is_python(path) else None
    if (path / PLAYER).is_file() and (program := program_student(path)):
        return program
    files = python_files(path)
    if links := [file for file in files if is_link(file)]:
        raise LeftOut(words.LINK_IN.format(file=shown(links[0].name)))
    read = [student(file, path.name) for file in files]
    chosen = read if len(read) < 2 else [file for file in read if file.kinds]
    if len(chosen) > 1:  # one that another of them imports is its helper
        used = {name for file in chosen for name in imports(file.path.read_bytes())}
        chosen = [file for file in chosen if file.path.stem not in used]
    if read and len(chosen) != 1:
        listed = ", ".join(shown(file.path.name) for file in chosen or read)
        raise LeftOut(words.UNCLEAR.format(files=listed))
    if not chosen:
        return program_student(path)
    if files_in(path) == [chosen[0].path]:
        return chosen[0]
    # The file that counts may import the others, and read their data.
    return replace(chosen[0], digest=folder_digest(path), whole=True)


def is_link(path: Path) -> bool:
    """Return whether a file or folder is elsewhere, perhaps among another student's."""
    junction = getattr(os.path, "isjunction", None)  # of Windows, known to Python 3.12
    return path.is_symlink() or (junction is not None and junction(path))


def python_files(folder: Path) -> list[Path]:
    """Return the Python files of a folder that may be a student's."""
    return [path for path in visible(folder) if is_python(path)]


def is_python(path: Path) -> bool:
    """Return whether this is a Python file, as far as one may know."""
    return path.suffix == PYTHON and os.path.isfile(path)


def visible(folder: Path) -> list[Path]:
    """Return what a folder contains, if it can be read, but no names that begin with _ or a dot."""
    try:
        return [path for path in sorted(folder.iterdir()) if not path.name.startswith((".", "_"))]
    except OSError:
        return []


def example(kind: str, file: str, game: Game) -> str:
    """Return the text of an example, or the rubric of an autograder, as commands name its file."""
    if kind == ENGINE:
        return engine_example(Path(file), game)
    first, second = game.sides
    file = Path(file).as_posix()  # a backslash in a text of Python would begin an escape
    option = FILE_OPTION if kind == SEARCH else EVAL.name
    player = Player("file" if kind == SEARCH else "alphabeta", **{option: file}, depth=2)
    facts = {
        "file": quote(file), "player": quote(player.spec()),
        "game": game.key, "title": game.title, "piece": game.piece,
        "first": first.letter, "second": second.letter, "evaluation": game.evaluations[0],
    }  # fmt: skip
    if kind == SEARCH:
        return examples.SEARCH.format(**facts)
    if kind in (RUBRIC, AUTOGRADER):
        # Few games for an autograder, because it has only 100 s, often on half a processor.
        return examples.RUBRIC.format(games=10 if kind == AUTOGRADER else 40, **facts)
    grouped = game.groups(game.start, 0) is not None
    return (examples.GROUPED if grouped else examples.MATERIAL).format(**facts)


def engine_example(file: Path, game: Game) -> str:
    """Return a program in the language of the file's ending, or raise UserError."""
    if file.suffix not in ENGINES:
        raise UserError(f"{shown(str(file))} must end in {' or '.join(ENGINES)}")
    if game.groups(game.start, 0) is None:
        raise UserError(
            f"there is an engine to begin with for Lines of Action only, not {game.key}"
        )
    if not (file.stem.isidentifier() and file.stem.isascii()):
        raise UserError(f"{shown(file.stem)} cannot be the name of a class; use letters only")
    facts = {"@FILE@": file.name, "@NAME@": file.stem, "@GAME@": game.key}
    text = ENGINES[file.suffix]
    for name, fact in facts.items():
        text = text.replace(name, fact)
    return text

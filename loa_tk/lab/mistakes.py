"""What is wrong with a student's file, in one sentence, with the place and the line's own text."""

from __future__ import annotations

import linecache
import traceback
from pathlib import Path
from types import TracebackType

from loa_tk.model.game import UserError

# How Python says that a file is in another encoding, such as Latin-1.
NOT_UTF8 = ("codec can't decode", "Non-UTF-8 code")
SAVE_AS_UTF8 = "its text is not UTF-8, perhaps Latin-1: save it as UTF-8 in your editor"
# How Python says that what follows a backslash in a string is no code, as in "C:\Users".
BAD_ESCAPE = "'unicodeescape' codec"
WRITE_TWICE = "\\ in a string begins a code such as \\n: write \\\\ for it, or / in a path"
NO_MODULE = (
    "there is no module {name} here: a file may import what comes with Python and the files beside "
    "it"
)
NOT_RELATIVE = "a relative import does not work here: write `import helper` for the file helper.py"
LONGEST = 300  # characters of a line or an exception's text that is shown


class Mistake(UserError):
    """A mistake in a student's file: what happened, in which file and line, and that line's text.

    `str()` gives everything in one line.
    """

    def __init__(self, what: str, file: str = "", line: int = 0, code: str = "") -> None:
        """Keep the parts; a mistake without a place has only its sentence."""
        self.what, self.file, self.line, self.code = what, file, line, code
        super().__init__(self.place() + what + (f"  [{code}]" if code else ""))

    def place(self) -> str:
        """Return the file and the line, as the beginning of a sentence, or nothing."""
        if not self.file:
            return ""
        return f"{self.file}, line {self.line}: " if self.line else f"{self.file}: "

    def __reduce__(self) -> tuple[type[Mistake], tuple[str, str, int, str]]:
        """Let the mistake travel from a process of a series."""
        return Mistake, (self.what, self.file, self.line, self.code)


def from_exception(error: BaseException, path: Path) -> Mistake:
    """Return an exception as a mistake in the student's own line that it came from."""
    if isinstance(error, Mistake):
        return error
    if isinstance(error, SyntaxError) and error.filename and _own(error.filename, path):
        text = _short(" ".join((error.text or "").split()))
        if BAD_ESCAPE in (error.msg or ""):
            return Mistake(WRITE_TWICE, Path(error.filename).name, error.lineno or 0, text)
        if any(sign in (error.msg or "") for sign in NOT_UTF8):
            return Mistake(SAVE_AS_UTF8, Path(error.filename).name, error.lineno or 0)
        what = f"{type(error).__name__}: {_short(error.msg)}"
        return Mistake(what, Path(error.filename).name, error.lineno or 0, text)
    name, line = _last_own_line(error.__traceback__, path)
    code = _short(linecache.getline(str(name), line).strip()) if line else ""
    return Mistake(_sentence(error), name.name, line, code)


def _sentence(error: BaseException) -> str:
    if isinstance(error, MemoryError):
        return "it needed more memory than it may have"
    if isinstance(error, RecursionError):
        return "RecursionError: a function called itself too often"
    if isinstance(error, ModuleNotFoundError) and error.name:
        return NO_MODULE.format(name=_short(error.name))
    if isinstance(error, ImportError) and "relative import" in str(error):
        return NOT_RELATIVE
    if isinstance(error, SystemExit):
        return "it called exit()"
    said = traceback.format_exception_only(type(error), error)
    return _short(" ".join(said[-1].split())) if said else type(error).__name__


def _last_own_line(trace: TracebackType | None, path: Path) -> tuple[Path, int]:
    line = path, 0
    while trace is not None:
        name = trace.tb_frame.f_code.co_filename
        if _own(name, path):
            line = Path(name), trace.tb_lineno
        trace = trace.tb_next
    return line


def _own(name: str, path: Path) -> bool:
    """Return whether a file is the student's: the one that was named or one beside it."""
    return Path(name).is_absolute() and path.parent in Path(name).parents


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"

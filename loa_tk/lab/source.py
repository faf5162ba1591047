"""Loads a student's file: a Python program with a function `evaluate` or `choose`, or both.

Loading runs the file. Only a student's own script and the guest process do that.
"""

from __future__ import annotations

import ast
import random
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from loa_tk.lab.mistakes import SAVE_AS_UTF8, Mistake, from_exception

EVALUATE, CHOOSE = "evaluate", "choose"
MOST_BYTES = 1_000_000  # of a file
OWN = "own file "  # how the names of the modules of students' files begin


class OwnCode:
    """One student's file, loaded: its functions, each with the place where it begins."""

    def __init__(self, path: Path, module: ModuleType) -> None:
        self.path, self.module = path, module

    @property
    def name(self) -> str:
        """The file's name without its folder, as messages have it."""
        return self.path.name

    def has(self, name: str) -> bool:
        """Return whether the file defines a function of this name."""
        return callable(getattr(self.module, name, None))

    def function(self, name: str) -> Callable[..., Any]:
        """Return a function of the file, or raise Mistake."""
        member = getattr(self.module, name, None)
        if not callable(member):
            others = [other for other in (EVALUATE, CHOOSE) if self.has(other)]
            raise missing(name, others, self.name, member is not None)
        function: Callable[..., Any] = member
        return function

    def line_of(self, name: str) -> int:
        """Return the line where a function begins, or 0 if that is not known."""
        code = getattr(getattr(self.module, name, None), "__code__", None)
        return code.co_firstlineno if code is not None else 0


def missing(name: str, others: Sequence[str], file: str, there: bool = False) -> Mistake:
    """Return that a file does not have a function; `there` if it has something of that name."""
    hint = f"; it has {others[0]}()" if others else ""
    what = "is not a function" if there else "is missing"
    return Mistake(f"the function {name}() {what}{hint}", file)


def defined(source: bytes) -> list[str]:
    """Return which of the two functions a text has, as far as that is seen without running it."""
    try:
        body = ast.parse(source).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    names = set[str]()
    for node in body:
        if isinstance(node, ast.FunctionDef):
            names.add(node.name)
        elif isinstance(node, ast.ImportFrom):
            names.update(alias.asname or alias.name for alias in node.names)
        elif isinstance(node, ast.Assign) and not isinstance(node.value, ast.Constant):
            names.update(target.id for target in node.targets if isinstance(target, ast.Name))
    return [name for name in (EVALUATE, CHOOSE) if name in names]


def load(name: str | Path) -> OwnCode:
    """Run a file and return its functions; raise Mistake with what is wrong with it.

    The file may import the modules beside it. They are looked for last, so that a file called
    random.py beside it does not replace the standard library's.
    """
    path = Path(name).absolute()
    source = read(path)
    check_encoding(source, path)
    folder = str(path.parent)
    if folder not in sys.path:
        sys.path.append(folder)
    # Registered, because dataclasses look their module up. The name is one that no import finds.
    module = ModuleType(f"{OWN}{path.stem}")
    module.__file__ = str(path)
    sys.modules[module.__name__] = module
    try:
        exec(compile(source, str(path), "exec", dont_inherit=True), module.__dict__)
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        raise from_exception(error, path) from error
    if not any(callable(getattr(module, wanted, None)) for wanted in (EVALUATE, CHOOSE)):
        raise Mistake(
            "it has neither a function evaluate(position, player) nor "
            "choose(position, seconds, counts)",
            path.name,
        )
    return OwnCode(path, module)


def load_repeatably(path: str | Path) -> OwnCode:
    """Load a file; the random numbers that it draws while it is loaded are the same every time.

    Otherwise a class with the same seed would not play the same games. The caller's own random
    numbers go on as if nothing had happened.
    """
    before = random.getstate()
    random.seed(f"{Path(path).name} is loaded")
    try:
        return load(path)
    finally:
        random.setstate(before)


def check_encoding(source: bytes, path: Path) -> None:
    """Raise Mistake if a text is not UTF-8 and names no other encoding in its first two lines.

    Python itself overlooks that in a comment, but not in every version, and a class has to come to
    the same marks on every machine.
    """
    if any(b"coding" in line for line in source.split(b"\n", 2)[:2]):
        return
    try:
        source.decode()
    except UnicodeDecodeError as error:
        line = source.count(b"\n", 0, error.start) + 1
        raise Mistake(SAVE_AS_UTF8, path.name, line) from None


def read(path: Path) -> bytes:
    """Return the content of a file, or raise Mistake."""
    try:
        if not path.is_file():
            wrong = "it is a folder" if path.is_dir() else "it is not an ordinary file"
            raise Mistake(wrong if path.exists() else "there is no such file", str(path))
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        if isinstance(error, Mistake):
            raise
        reason = getattr(error, "strerror", None) or error
        raise Mistake(f"it cannot be read: {reason}", str(path)) from None
    if len(content) > MOST_BYTES:
        raise Mistake(f"it is larger than {MOST_BYTES:,} bytes", path.name)
    if b"\0" in content:
        raise Mistake("it is not a Python file: it has null bytes", path.name)
    return content

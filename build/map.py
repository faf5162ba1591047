"""The map of the package: every folder and file with what its docstring says of it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

INDENT = "  "


def listing(package: Path) -> str:
    """Return the map as text: folders with their docstrings, files with the first line of theirs.

    Everything is read from the files, so that the map is never out of date.
    """
    rows = list(_rows(package, 0))
    width = max(len(name) for name, _ in rows) + 2
    return "\n".join(f"{name:{width}}{text}".rstrip() for name, text in rows)


def _rows(folder: Path, depth: int) -> Iterator[tuple[str, str]]:
    """Yield an indented name and a text for each line of the map, files before folders."""
    first, *more = _docstring(folder / "__init__.py").splitlines()
    yield f"{INDENT * depth}{folder.name}/", first
    yield from (("", line) for line in more if line)
    for file in sorted(folder.glob("*.py")):
        if file.name != "__init__.py":
            yield f"{INDENT * (depth + 1)}{file.name}", _docstring(file).splitlines()[0]
    for inner in sorted(path.parent for path in folder.glob("*/__init__.py")):
        yield from _rows(inner, depth + 1)


def _docstring(file: Path) -> str:
    return ast.get_docstring(ast.parse(file.read_text("utf-8"))) or "(it has no docstring)"

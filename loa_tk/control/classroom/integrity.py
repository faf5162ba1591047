"""What is known about a student's file besides its marks: its bytes, its imports, what it tried."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from loa_tk.lab.mistakes import Mistake
from loa_tk.lab.source import read
from loa_tk.words import classroom as words

HIDING = ("__import__", "compile", "eval", "exec")  # functions that import what no text names
SHOWN = 12  # characters of a file's hash


@dataclass(frozen=True, kw_only=True)
class Integrity:
    """What an instructor reads beside the marks.

    The imports are read from the text of the file, and the EVAL calls are those of the searches
    that the host has watched to their end, beside what these searches have reported. What it tried
    is told by its own process.
    """

    digest: str = ""
    imports: tuple[str, ...] = ()
    seen: int = 0
    reported: int = 0
    tried: tuple[str, ...] = ()

    @property
    def line(self) -> str:
        """All of it in one line."""
        return f"{words.FILE_HASH.format(digest=self.digest[:SHOWN])}; {self.rest}"

    @property
    def rest(self) -> str:
        """All but the hash."""
        parts = [words.IMPORTS.format(names=", ".join(self.imports) or words.NO_IMPORTS)]
        if self.seen or self.reported:
            parts.append(words.EVALS.format(seen=self.seen, reported=self.reported))
        parts.append(
            words.TRIED.format(what=", ".join(self.tried)) if self.tried else words.TRIED_NOTHING
        )
        return "; ".join(parts)

    def json(self) -> dict[str, Any]:
        """Return it as a JSON object."""
        return {
            "sha256": self.digest, "imports": list(self.imports), "evals_seen": self.seen,
            "evals_reported": self.reported, "tried": list(self.tried),
        }  # fmt: skip


def read_integrity(content: Any) -> Integrity | None:
    """Return what `json` has written, or None; KeyError or TypeError if it is something else."""
    if content is None:
        return None
    return Integrity(
        digest=str(content["sha256"]), imports=tuple(map(str, content["imports"])),
        seen=int(content["evals_seen"]), reported=int(content["evals_reported"]),
        tried=tuple(map(str, content["tried"])),
    )  # fmt: skip


def integrity(path: Path, seen: int, reported: int, tried: Iterable[str]) -> Integrity | None:
    """Return what is known about a file, or None if it cannot be read."""
    try:
        source = read(path)
    except Mistake:
        return None
    return Integrity(
        digest=hashlib.sha256(source).hexdigest(), imports=imports(source), seen=seen,
        reported=reported, tried=tuple(dict.fromkeys(tried)),
    )  # fmt: skip


def imports(source: bytes) -> tuple[str, ...]:
    """Return the names of the modules that a source imports anywhere, in their order.

    Functions with which it could import others, whose names nobody sees, are among them, unless the
    source gives their names to something else.
    """
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()
    names, own = dict[str, None](), set(_given(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update((alias.name, None) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            names["." * node.level + (node.module or "")] = None
        elif isinstance(node, ast.Name) and node.id in HIDING and node.id not in own:
            names[f"{node.id}()"] = None
    return tuple(names)


def _given(tree: ast.AST) -> Iterator[str]:
    """Yield the names that a source gives to values, parameters and functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.name

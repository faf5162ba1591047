"""Which built-in puzzles the user has solved, kept in a file between two starts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from loa_tk.model.flow import puzzles
from loa_tk.store.files import attempt, read_ordinary

MOST_BYTES = 100_000


def path_in(folder: Path) -> Path:
    """Return the file in the folder of what is kept."""
    return folder / "flow" / "solved.json"


def read_solved(folder: Path) -> dict[str, bool]:
    """Return the names of the solved puzzles, each with whether it was perfect.

    A file that is missing or wrong has none: nothing is lost that drawing would not bring back.
    """
    try:
        content = json.loads(read_ordinary(path_in(folder), MOST_BYTES))
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(content, dict):
        return {}
    return {name: content[name] is True for name in puzzles.NAMES if name in content}


def keep_solved(folder: Path, solved: Mapping[str, bool]) -> str:
    """Write the file; return the reason why that failed, or nothing."""
    path = path_in(folder)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        return error.strerror or str(error)
    return attempt(path, lambda: json.dumps(dict(solved), indent=1) + "\n")

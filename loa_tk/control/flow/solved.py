"""Which built-in puzzles the user has solved, kept in a file between two starts."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from loa_tk.model.flow import puzzles
from loa_tk.model.game import UserError
from loa_tk.store.diagnostics import LOG
from loa_tk.store.files import attempt
from loa_tk.store.kept import kept_text, read_kept


def path_in(folder: Path) -> Path:
    """Return the file in the folder of what is kept."""
    return folder / "flow" / "solved.json"


def read_solved(folder: Path) -> dict[str, bool]:
    """Return the names of the solved puzzles, each with whether it was perfect.

    A file that is missing has none. Neither has a damaged one, which is set aside.
    """
    try:
        return read_kept(path_in(folder), _known) or {}
    except UserError as error:
        LOG.warning("the solved puzzles are not known: %s", error)
        return {}


def _known(content: Mapping[str, Any]) -> dict[str, bool]:
    return {name: content[name] is True for name in puzzles.NAMES if name in content}


def keep_solved(folder: Path, solved: Mapping[str, bool]) -> str:
    """Write the file; return the reason why that failed, or nothing."""
    path = path_in(folder)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        return error.strerror or str(error)
    return attempt(path, lambda: kept_text(solved))

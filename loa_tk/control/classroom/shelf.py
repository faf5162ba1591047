"""The class that the window keeps: its fields and finished games are in the user's folder.

They are written when a class begins and ends, and now and then in between, so that the next start
of the program goes on where the last one ended.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from loa_tk.control.classroom.course import Course
from loa_tk.control.classroom.keeping import checks_text, games_text
from loa_tk.control.classroom.outputs import checks_file
from loa_tk.control.classroom.setup import DEFAULTS
from loa_tk.model.games import all_games
from loa_tk.store.diagnostics import LOG
from loa_tk.store.files import read_ordinary, write_whole

FIELDS, TABLE = "fields.json", "games.csv"
MOST_BYTES = 1_000_000


class ClassShelf:
    """The folder with the last class."""

    def __init__(self, folder: Path) -> None:
        """Use this folder; it is made when something is kept."""
        self.folder = folder

    def keep(self, values: Mapping[str, str], course: Course | None) -> None:
        """Write the fields and, if there is a class, what is known of it."""
        table = self.folder / TABLE
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            write_whole(self.folder / FIELDS, json.dumps(dict(values), indent=1) + "\n")
            if course is not None:
                write_whole(table, games_text(course))
                write_whole(checks_file(table), checks_text(course))
        except OSError:
            LOG.exception("the class cannot be kept")

    def fields(self) -> dict[str, str]:
        """Return the fields as they were, or nothing if they are not known."""
        try:
            found = json.loads(read_ordinary(self.folder / FIELDS, MOST_BYTES))
        except (OSError, ValueError, RecursionError):
            return {}
        rows = found.items() if isinstance(found, dict) else ()
        known = {"game", *DEFAULTS}
        fields = {key: text for key, text in rows if key in known and isinstance(text, str)}
        return fields if fields.get("game") in all_games() else {}

    def table(self) -> Path | None:
        """Return the file with the finished games, or None if there is none."""
        path = self.folder / TABLE
        return path if path.is_file() else None

"""The class that the window keeps: its fields and finished games are in the user's folder.

They are written when a class begins and ends, and now and then in between, so that the next start
of the program goes on where the last one ended. A copy of the program locks its class.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from loa_tk.control.classroom.outputs import checks_file, checks_text, games_text
from loa_tk.control.classroom.run import ClassroomRun
from loa_tk.control.classroom.setup import DEFAULTS
from loa_tk.model.game import UserError
from loa_tk.model.games import all_games
from loa_tk.store.diagnostics import LOG
from loa_tk.store.files import sweep, write_whole
from loa_tk.store.kept import kept_text, read_kept
from loa_tk.store.locks import Holder

FIELDS, TABLE, LOCK = "fields.json", "games.csv", "lock"
MOST = 10  # classes, one for each copy of the program that is open at the same time


class ClassroomStore(Holder):
    """The folders with the last classes, and the one of them that this copy has open.

    The first class is in the folder itself. A copy of the program that finds it locked, because
    another one has its class open, keeps its own in the folder 2, 3 and so on.
    """

    def keep(self, values: Mapping[str, str], run: ClassroomRun | None) -> None:
        """Write the fields and, if there is a class, what is known of it."""
        try:
            folder = self._own_folder(new=True)
            if folder is None:
                raise OSError("other copies of the program have all folders")
            write_whole(folder / FIELDS, kept_text(values))
            if run is not None:
                table = folder / TABLE
                write_whole(table, games_text(run))
                write_whole(checks_file(table), checks_text(run))
        except (OSError, ValueError):  # a name may be no text
            LOG.exception("the class cannot be kept")

    def _own_folder(self, new: bool) -> Path | None:
        """Return the folder of this copy, locked: the newest class that no other copy has.

        Without such a class, return a new folder if one is wanted, otherwise None.
        """
        if self.path is not None:
            return self.path
        kept = sorted(filter(_is_kept, self._places()), key=_age)
        empty = [place for place in self._places() if place not in kept] if new else []
        for place in (*kept, *empty):
            place.mkdir(parents=True, exist_ok=True)
            if self.take(place, place / LOCK):
                sweep(place)
                return place
        return None

    def _places(self) -> list[Path]:
        return [self.folder, *(self.folder / str(number) for number in range(2, MOST + 1))]

    def fields(self) -> dict[str, str]:
        """Return the fields as they were, or nothing if they are not known."""
        try:
            folder = self._own_folder(new=False)
            if folder is None:
                return {}
            content = read_kept(folder / FIELDS, dict) or {}
        except (OSError, UserError) as error:
            LOG.warning("the fields of the class are not known: %s", error)
            return {}
        known = {"game", *DEFAULTS}
        fields = {key: text for key, text in content.items() if key in known and type(text) is str}
        return fields if fields.get("game") in all_games() else {}

    def recall(self) -> tuple[Mapping[str, str], Path | None]:
        """Return the fields as they were, and the file with the finished games or None."""
        fields = self.fields()
        table = (self.path or self.folder) / TABLE
        return fields, table if table.is_file() else None


def _is_kept(place: Path) -> bool:
    return (place / FIELDS).is_file()


def _age(place: Path) -> int:
    return -(place / FIELDS).stat().st_mtime_ns

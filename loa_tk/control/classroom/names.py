"""The rule for names in a class: which can stand on a terminal, in a table, on a page and a disk.

A submission whose name cannot is left out with a line that says why, and the others go on.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import chain, count
from unicodedata import normalize

from loa_tk.model.game import shown
from loa_tk.store.files import wrong_name
from loa_tk.words import classroom as words

INDEX, GAMES = "index.html", "games"  # what the results have beside the students' folders
LONGEST = 100  # characters of a name
MOST_BYTES = 80  # of a name in the names of files, which have two of them
FORMULA = "=+-@"  # how a cell begins that a spreadsheet computes
# Moodle: a folder "Anna Müller_12345_assignsubmission_file_", or a file with its own name after
# that. Canvas: "mulleranna_12345_67890_mine", with LATE after the name if it came late.
PLATFORMS = (
    re.compile(r"(?P<name>.+?)_(?P<id>\d+)_assignsubmission_(?:file|onlinetext)_?.*"),
    re.compile(r"(?P<name>[^\W\d_]+)_(?:LATE_)?(?P<id>\d+)_\d+_.+"),
)


def person(name: str) -> tuple[str, str]:
    """Return the student's name and number in the name of a submission; the number may be ""."""
    for platform in PLATFORMS:
        if found := platform.fullmatch(name):
            return " ".join(found["name"].replace("_", " ").split()), found["id"]
    return name, ""


def unprintable(name: str) -> str:
    """Return which character of a name a terminal or a page cannot show as it is, or nothing.

    These are control characters, marks that turn the direction of writing, unusual blanks,
    bytes that are no text, and what parts folders on some system.
    """
    bad = next((char for char in name if not char.isprintable() or char in "/\\"), "")
    return words.UNPRINTABLE.format(char=shown(bad)) if bad else ""


def wrong(name: str, taken: Collection[str] = ()) -> str:
    """Return why a submission cannot have this name, or nothing if it can.

    The results are read on any system, so what Windows cannot have is refused everywhere.
    """
    if found := unprintable(name):
        return found
    if name in taken:
        return words.TAKEN
    if len(name) > LONGEST:
        return words.TOO_LONG.format(length=len(name), most=LONGEST)
    if name != name.strip(" ") or name.endswith("."):
        return words.BLANK_END
    if normalize("NFKC", name)[:1] in (*FORMULA,):
        return words.FORMULA.format(char=name[0])
    if alike(name) in (INDEX, GAMES):
        return words.RESERVED
    return wrong_name(f"results/{name}", windows=True)


def alike(name: str) -> str:
    """Return the same text for names that some system or reader does not tell apart."""
    return normalize("NFKC", normalize("NFKC", name).casefold())


def slug(name: str) -> str:
    """Return a player's name with letters, digits and underscores only, cut short."""
    letters = re.sub(r"\W+", "_", normalize("NFKC", name)).strip("_") or "player"
    return letters.encode()[:MOST_BYTES].decode(errors="ignore")


@lru_cache(maxsize=8)
def slugs(names: Sequence[str]) -> tuple[str, ...]:
    """Return the players' names as parts of the names of files, each different from all others."""
    found = dict[str, str]()
    for name in names:
        own = slug(name)
        others = (f"{own}_{number}" for number in count(2))
        unlike = next(one for one in chain([own], others) if alike(one) not in found)
        found[alike(unlike)] = unlike
    return tuple(found.values())

"""The archive that Gradescope takes: this program, a rubric and two scripts, all offline.

Gradescope unpacks it into /autograder/source, runs setup.sh once, and for each submission
run_autograder, which reads /autograder/submission and writes /autograder/results/results.json.
"""

from __future__ import annotations

import io
import stat
import zipfile
from collections.abc import Iterator
from pathlib import Path

from loa_tk.model.game import UserError
from loa_tk.store.settings import frozen

PACKAGE = Path(__file__).resolve().parents[2]
KINDS = (".py", ".book", ".txt", ".typed")
RUBRIC = "rubric.ini"
WHEN = (2024, 1, 1, 0, 0, 0)  # of every file, so that the same program makes the same archive
PROGRAM, PLAIN = 0o755, 0o644

SETUP = """\
#!/bin/sh
# Run once by Gradescope. Nothing is installed if the image has Python 3.10 or newer.
python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' && exit 0
apt-get update && apt-get install -y python3
"""
RUN = """\
#!/bin/sh
# Run by Gradescope for each submission. Change --limit, the seconds for everything, if your rubric
# has many opponents, and Gradescope's own limit with it.
cd /autograder/source || exit 1
# A submission runs as another user: it cannot read the rubric and the seed, which students must not
# know, or play with this program's search.
chmod -R go= run_autograder rubric.ini loa_tk/cli loa_tk/control
chmod -R go= loa_tk/model/search loa_tk/model/checks
exec python3 -m loa_tk grade /autograder/submission --game {game} --rubric {rubric} \\
  --results /autograder/results/results.json --limit 100 --seed {seed}
"""


def archive(game: str, rubric: str, seed: int) -> bytes:
    """Return the archive for a game and the text of a rubric; raise UserError if it cannot be.

    Every submission plays the games of this seed, so that handing in again is no second draw.
    """
    if frozen():
        raise UserError("the archive needs the program's sources, which this file does not have: "
                        "use loa from an installed package")  # fmt: skip
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content, mode in _entries(game, rubric, seed):
            entry = zipfile.ZipInfo(name, WHEN)
            entry.external_attr = (stat.S_IFREG | mode) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            file.writestr(entry, content)
    return made.getvalue()


def _entries(game: str, rubric: str, seed: int) -> Iterator[tuple[str, bytes, int]]:
    """Yield the name, the content and the permissions of each file."""
    yield "setup.sh", SETUP.encode(), PROGRAM
    yield "run_autograder", RUN.format(game=game, rubric=RUBRIC, seed=seed).encode(), PROGRAM
    yield RUBRIC, rubric.encode(), PLAIN
    for path in sorted(PACKAGE.rglob("*")):
        name = path.relative_to(PACKAGE.parent).as_posix()
        if path.suffix in KINDS and path.is_file() and not name.startswith("loa_tk/view/"):
            yield name, path.read_bytes(), PLAIN

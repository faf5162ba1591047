"""The `release` command: the clean state, the sdist, the wheel and the checksums of a release."""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import re
import shutil
import subprocess
import tarfile
from collections.abc import Iterable
from datetime import datetime, timezone
from pathlib import Path
from typing import Literal

from shell import ROOT, SetupError, explain, run_quietly, say

DIST, WORK = ROOT / "dist", ROOT / "work" / "release"
SUMS = DIST / "SHA256SUMS"

# It prints the name of the new file last.
BACKEND = """
import sys
from setuptools import build_meta
print(getattr(build_meta, "build_" + sys.argv[1])(sys.argv[2]))
"""


def require_clean(root: Path) -> None:
    """Raise SetupError unless everything in this checkout is committed."""
    if shutil.which("git") is None:
        raise SetupError("a release is made from a git checkout, and git is not installed")
    status, output = run_quietly(["git", "-C", str(root), "status", "--porcelain"])
    if status:
        raise SetupError(f"a release is made from a git checkout: {explain(status, output)}")
    if output:
        raise SetupError(
            "a release is made from committed sources; commit or remove these first:\n"
            + output.rstrip()
        )


def release_time(root: Path) -> int:
    """Return the day that the changelog gives for this version, in seconds since 1970."""
    version = re.findall(r'^__version__ = "(.+)"$', read(root / "loa_tk" / "__init__.py"), re.M)[0]
    heading = re.search(r"^## (.+) - (.+)$", read(root / "CHANGELOG.md"), re.MULTILINE)
    try:
        if heading and heading[1] == version:
            day = datetime.strptime(heading[2], "%Y-%m-%d")
            return int(day.replace(tzinfo=timezone.utc).timestamp())
    except ValueError:
        pass
    found = f"is {heading[0]!r}" if heading else "is missing"
    raise SetupError(
        f"the newest heading of CHANGELOG.md must be '## {version} - YYYY-MM-DD', "
        f"with the day of the release; it {found}"
    )


def read(file: Path) -> str:
    """Return the text of a file."""
    return file.read_text("utf-8")


def make_packages(python: str, when: int) -> list[Path]:
    """Make the sdist of the last commit and the wheel of that sdist in dist/."""
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    DIST.mkdir(exist_ok=True)
    SUMS.unlink(missing_ok=True)  # it would not be that of the new files
    # A copy of the commit has no leftovers of earlier builds, which setuptools would pack again.
    archive = WORK / "commit.tar"
    status, output = run_quietly(["git", "archive", "--prefix=commit/", f"-o{archive}", "HEAD"])
    if status:
        raise SetupError(f"git archive failed: {explain(status, output)}")
    say("building the sdist and the wheel")
    sdist = make_sdist(python, unpack(archive, WORK), DIST, when)
    return [sdist, make_wheel(python, unpack(sdist, WORK), DIST, when)]


def make_sdist(python: str, source: Path, folder: Path, when: int) -> Path:
    """Build the sdist of these sources and return it; the same sources make the same bytes."""
    sdist = run_backend(python, "sdist", source, folder, when)
    files = {}
    with tarfile.open(sdist) as archive:
        for member in filter(tarfile.TarInfo.isfile, archive):
            content = archive.extractfile(member)
            assert content is not None
            files[member.name] = content.read(), member.mode
    # setuptools packs the dates, owners and order that it finds on the disk.
    with (
        sdist.open("wb") as raw,
        gzip.GzipFile("", "wb", fileobj=raw, mtime=when) as packed,
        tarfile.open(fileobj=packed, mode="w") as archive,
    ):
        for name, (data, mode) in sorted(files.items()):
            entry = tarfile.TarInfo(name)
            entry.size, entry.mtime = len(data), when
            entry.mode = 0o755 if mode & 0o100 else 0o644
            archive.addfile(entry, io.BytesIO(data))
    return sdist


def make_wheel(python: str, source: Path, folder: Path, when: int) -> Path:
    """Build the wheel of these sources and return it."""
    return run_backend(python, "wheel", source, folder, when)


def run_backend(
    python: str, kind: Literal["sdist", "wheel"], source: Path, folder: Path, when: int
) -> Path:
    """Let setuptools build a package of these sources, and return it."""
    done = subprocess.run(
        [python, "-c", BACKEND, kind, str(folder)],
        cwd=source,
        env={**os.environ, "SOURCE_DATE_EPOCH": str(when)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        umask=0o022,  # a wheel stores the permissions of its files
        check=False,
    )
    if done.returncode:
        reason = explain(done.returncode, done.stdout)
        raise SetupError(f"setuptools could not build the {kind}: {reason}")
    return folder / done.stdout.split()[-1]


def unpack(archive: Path, folder: Path) -> Path:
    """Unpack an archive with a single top folder, and return that folder."""
    with tarfile.open(archive) as content:
        # The oldest Pythons have no filters, and the newest complain if none is named.
        content.extraction_filter = getattr(tarfile, "data_filter", lambda member, path: member)
        content.extractall(folder)
        return folder / content.getnames()[0].split("/")[0]


def write_checksums(made: Iterable[Path]) -> None:
    """Write what `sha256sum -c` reads: a line for every file made in dist/, also inside folders."""
    files = [f for path in made for f in (sorted(path.rglob("*")) if path.is_dir() else [path])]
    lines = [
        f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.relative_to(DIST).as_posix()}\n"
        for file in files
        if file.is_file()
    ]
    SUMS.write_text("".join(lines), "utf-8", newline="\n")
    say(f"made {SUMS.relative_to(ROOT)}:\n{''.join(lines)}".rstrip())

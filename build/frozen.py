"""The frozen file under test: run in a home and a temporary folder of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from loa_tk.store.archive import FILES, read
from screen import PATIENCE, Failure
from shell import ROOT

WINDOWS = sys.platform == "win32"
FROZEN = ROOT / "dist" / ("loa-console.exe" if WINDOWS else "loa")
WINDOWED = ROOT / "dist" / ("loa.exe" if WINDOWS else "loa")


class Frozen:
    """The frozen file and everything that it may leave behind."""

    def __init__(self, folder: Path) -> None:
        self.home, self.temporary = folder / "home", folder / "tmp"
        self.kept = self.home / ("loa_tk" if WINDOWS else ".config/loa_tk")
        self.home.mkdir()
        self.temporary.mkdir()
        folders = {"HOME": self.home, "TMPDIR": self.temporary}
        if WINDOWS:  # where no program starts without SYSTEMROOT
            folders = {"LOCALAPPDATA": self.home, "TEMP": self.temporary, "TMP": self.temporary}
            folders["SYSTEMROOT"] = Path(os.environ["SYSTEMROOT"])
        self.environment = {name: str(folder) for name, folder in folders.items()}

    def run(self, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """Run a command to its end, with more variables in its environment."""
        environment = {**self.environment, **variables}
        return subprocess.run(
            [FROZEN, *words], env=environment, capture_output=True, text=True, timeout=PATIENCE
        )

    def say(self, *words: str) -> str:
        """Run a command and return what it prints; raise Failure if it fails."""
        done = self.run(*words)
        if done.returncode or done.stderr:
            raise Failure(f"loa {' '.join(words)}: status {done.returncode}: {done.stderr}")
        return done.stdout

    @contextmanager
    def window(self, display: str = "") -> Iterator[subprocess.Popen[str]]:
        """Run the program with its window, and kill it if it still runs at the end of the block."""
        process = subprocess.Popen(
            [WINDOWED],
            cwd=self.home,  # where its file dialogs start
            env={**self.environment, "DISPLAY": display},
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        try:
            yield process
        finally:
            if process.poll() is None:
                if os.name == "posix":
                    os.killpg(process.pid, signal.SIGKILL)
                process.kill()
            process.wait(PATIENCE)

    def processes(self) -> list[object]:
        """Return the processes of this executable that use this temporary folder.

        On Windows, return the executables that run, because it does not let anyone write to them.
        """
        if WINDOWS:
            return [file for file in (FROZEN, WINDOWED) if in_use(file)]
        mine = f"TMPDIR={self.temporary}\0".encode()
        found: list[object] = []
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                if (entry / "exe").samefile(FROZEN) and mine in (entry / "environ").read_bytes():
                    found.append(int(entry.name))
            except OSError:  # it has ended, or belongs to another user
                continue
        return found

    def left(self) -> list[object]:
        """Return the processes and unpacked folders that are still there."""
        return [*self.processes(), *self.temporary.iterdir()]

    def settings(self) -> dict[str, object]:
        """Return the settings it has written, or an empty table."""
        file = self.kept / "settings.json"
        found: dict[str, object] = json.loads(file.read_text("utf-8")) if file.exists() else {}
        return found

    def logged(self) -> str:
        """Return the content of its log files, which also hold the errors in its window."""
        files = sorted(self.home.rglob("*.log"))
        return "".join(file.read_text("utf-8") for file in files)

    def moves(self) -> list[str]:
        """Return the moves of the game on the board, as they are saved."""
        files = sorted((self.kept / "games").glob(FILES))
        record = read(files[-1]) if files else None
        return record.match.notation() if record else []


def in_use(file: Path) -> bool:
    """Return whether a file cannot be written to, as on Windows that of a running program."""
    try:
        file.open("r+b").close()
    except PermissionError:
        return True
    return False

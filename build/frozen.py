"""The frozen file as it is run by its check: in a home and a temporary folder of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from loa_tk.control.files.archive import FILES, read
from screen import PATIENCE, Failure
from shell import ROOT

FROZEN = ROOT / "dist" / "loa"


class Frozen:
    """The frozen file, and all that it may leave behind."""

    def __init__(self, folder: Path) -> None:
        self.home, self.temporary = folder / "home", folder / "tmp"
        self.home.mkdir()
        self.temporary.mkdir()
        self.environment = {"HOME": str(self.home), "TMPDIR": str(self.temporary)}

    def say(self, *words: str) -> str:
        """What a command prints."""
        done = subprocess.run(
            [FROZEN, *words], env=self.environment, capture_output=True, text=True, timeout=PATIENCE
        )
        if done.returncode or done.stderr:
            raise Failure(f"loa {' '.join(words)}: status {done.returncode}: {done.stderr}")
        return done.stdout

    @contextmanager
    def window(self, display: str) -> Iterator[subprocess.Popen[str]]:
        """The program with its window, killed when the block fails."""
        process = subprocess.Popen(
            [FROZEN],
            cwd=self.home,  # where its file dialogs begin
            env={**self.environment, "DISPLAY": display},
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        try:
            yield process
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def processes(self) -> list[int]:
        """The processes of this executable with this temporary folder."""
        mine = f"TMPDIR={self.temporary}\0".encode()
        found = []
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                if (entry / "exe").samefile(FROZEN) and mine in (entry / "environ").read_bytes():
                    found.append(int(entry.name))
            except OSError:  # it has ended, or is another user's
                continue
        return found

    def left(self) -> list[object]:
        """What is still there: processes and unpacked folders."""
        return [*self.processes(), *self.temporary.iterdir()]

    def settings(self) -> dict[str, object]:
        """Return the settings it has written, or an empty table."""
        file = self.home / ".config" / "loa_tk" / "settings.json"
        found: dict[str, object] = json.loads(file.read_text("utf-8")) if file.exists() else {}
        return found

    def logged(self) -> str:
        """What it has written to its log files: an error in its window is told there."""
        files = sorted((self.home / ".local" / "state").rglob("*.log"))
        return "".join(file.read_text("utf-8") for file in files)

    def moves(self) -> list[str]:
        """The moves of the game on the board, as they are kept."""
        files = sorted((self.home / ".config" / "loa_tk" / "games").glob(FILES))
        record = read(files[-1]) if files else None
        return record.match.notation() if record else []

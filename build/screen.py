"""A virtual screen with a window manager, mouse and keyboard, and pictures of what it shows."""

from __future__ import annotations

import os
import select
import struct
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import IO, TypeVar

from loa_tk.view.kit.paint import png
from loa_tk.view.kit.palette import rgb

SIZE = "1280x1024x24"
PATIENCE = 60.0  # seconds; a loaded machine is not a bug
PAUSE = 0.05
STILL = 0.5  # seconds without a change after which something counts as settled

Found = TypeVar("Found")


class Failure(Exception):
    """Raised when something awaited does not happen."""


def wait(what: str, look: Callable[[], Found | None], seconds: float = PATIENCE) -> Found:
    """Return what `look` finds as soon as it finds something; raise Failure after `seconds`."""
    end = time.monotonic() + seconds
    while True:
        found = look()
        if found:
            return found
        if time.monotonic() > end:
            raise Failure(f"waited {seconds:g} s in vain for {what}")
        time.sleep(PAUSE)


def settled(what: str, look: Callable[[], Found | None]) -> Found:
    """Return what `look` finds once it has found the same for a while."""
    seen, since = look(), time.monotonic()

    def same() -> Found | None:
        nonlocal seen, since
        found = look()
        if found != seen:
            seen, since = found, time.monotonic()
        return found if time.monotonic() - since >= STILL else None

    return wait(what, same)


class Screen:
    """One running X server, with its mouse and keyboard."""

    def __init__(self, name: str, pixels: Path) -> None:
        self.name, self._pixels = name, pixels

    def xdotool(self, *words: object) -> str:
        """Run xdotool and return what it prints, which is nothing if it finds nothing."""
        done = subprocess.run(
            ["xdotool", *map(str, words)],
            env={**os.environ, "DISPLAY": self.name},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        return done.stdout.strip()

    def window(self, kind: str, text: str) -> str:
        """Return the visible window of this class or name, or ""."""
        return self.xdotool("search", "--onlyvisible", f"--{kind}", text).split("\n")[-1]

    def click(self, point: tuple[int, int]) -> None:
        """Click with the left button."""
        self.xdotool("mousemove", *point, "click", 1)

    def keys(self, *names: str) -> None:
        """Press keys one after the other, slowly enough for menus to open."""
        self.xdotool("key", "--delay", 60, *names)

    def rows(self) -> list[bytes]:
        """Return the screen as rows of pixels of four bytes: blue, green, red, unused."""
        data = self._pixels.read_bytes()  # Xvfb keeps it up to date, in the format of xwd
        head = struct.unpack(">20I", data[:80])
        start, height, across = head[0] + 12 * head[19], head[5], head[12]
        return [data[start + y * across :][: 4 * head[4]] for y in range(height)]

    def glimpse(self) -> bytes:
        """Return every fourth row of pixels, in a fraction of a millisecond, to see a change."""
        with self._pixels.open("rb") as file, mmap(file.fileno(), 0, access=ACCESS_READ) as data:
            head = struct.unpack(">20I", data[:80])
            start, height, across = head[0] + 12 * head[19], head[5], head[12]
            return b"".join(
                data[at : at + across] for at in range(start, start + height * across, 4 * across)
            )

    def picture(self, path: Path) -> Path:
        """Write a picture of the screen to a PNG file and return its path."""
        rows = []
        for row in self.rows():
            turned = bytearray(b"\xff" * len(row))
            turned[0::4], turned[1::4], turned[2::4] = row[2::4], row[1::4], row[0::4]
            rows.append(bytes(turned))
        path.write_bytes(png(rows))
        return path

    def frame(self, colour: str, least: int = 150) -> tuple[int, int, int, int] | None:
        """Return left, top, width and height inside a rectangle of this colour, or None."""
        red, green, blue = rgb(colour)
        found: list[tuple[int, int, int]] = []
        for y, row in enumerate(self.rows()):
            run = longest_run(row, bytes((blue, green, red)))
            if run[1] >= least:
                found.append((y, *run))
        # If the edges differ, the screen showed half of a new picture and half of an old one.
        if len(found) < 2 or found[0][1:] != found[-1][1:]:
            return None
        (top, start, length), (bottom, _, _) = found[0], found[-1]
        inside = bottom - top - 1
        return start + length // 2 - inside // 2, top + 1, inside, inside


def longest_run(row: bytes, pixel: bytes) -> tuple[int, int]:
    """Return the start and the length of the longest run of pixels of one colour."""
    best, start = (0, 0), -1
    at = row.find(pixel)
    while at >= 0:
        if at % 4:
            at = row.find(pixel, at + 1)
            continue
        start = at
        while row[at : at + 3] == pixel:
            at += 4
        best = max(best, (start // 4, (at - start) // 4), key=lambda run: run[1])
        at = row.find(pixel, at)
    return best


@contextmanager
def running(
    words: list[str],
    said: IO[bytes] | int,
    env: Mapping[str, str] | None = None,
    pass_fds: Sequence[int] = (),
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program for the duration of the block, out of reach of the terminal's Ctrl-C."""
    process = subprocess.Popen(
        words,
        stdin=subprocess.DEVNULL,
        stdout=said,
        stderr=said,
        env=env,
        pass_fds=pass_fds,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(PATIENCE)


@contextmanager
def open_screen(folder: Path) -> Iterator[Screen]:
    """Start an X server with a window manager; the folder keeps what they print."""
    reading, writing = os.pipe()
    words = ["Xvfb", "-screen", "0", SIZE, "-dpi", "96", "-noreset", "-nolisten", "tcp"]
    words += ["-fbdir", str(folder), "-displayfd", str(writing)]
    said = (folder / "xvfb.log").open("wb")
    with said, running(words, said, pass_fds=[writing]):
        os.close(writing)
        with os.fdopen(reading) as pipe:
            # Up to the newline, which comes separately: Xvfb dies of EPIPE if the pipe is closed.
            ready = select.select([pipe], [], [], PATIENCE)[0]
            name = ":" + (pipe.readline().strip() if ready else "")
        if name == ":":
            raise Failure(f"Xvfb did not start: {(folder / 'xvfb.log').read_text('utf-8')}")
        started = folder / "managed"
        manager = ["openbox", "--sm-disable", "--startup", f"touch '{started}'"]
        environment = {**os.environ, "DISPLAY": name}
        with running(manager, said, environment):
            wait("openbox", started.exists)
            screen = Screen(name, folder / "Xvfb_screen0")
            # At the first key the server switches to xdotool's keyboard, and openbox binds its keys
            # again; a key pressed meanwhile is lost (three of twenty Alt-F4).
            screen.keys("Shift_L")
            yield screen

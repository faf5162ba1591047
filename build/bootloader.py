"""Better messages for a one-file executable that cannot unpack itself, before Python runs.

The bootloader prints two lines that do not name the cause ("Failed to extract …: decompression
resulted in return code -1!" for a full disk). The texts are part of its machine code; here they
are replaced, byte for byte, by texts of at most the same length.
"""

from __future__ import annotations

from pathlib import Path

from shell import say

# Each takes the arguments of the text it replaces in the same order; %.0s skips one.
TEXTS = {
    b"[PYI-%d:ERROR] \0": b"\0",
    b"[PYI-%d:%s] \0": b"\0",
    b"Failed to extract entry: %s.\n\0": b"\0",
    b"Failed to extract %s: decompression resulted in return code %d!\n\0": (
        b"loa: temporary folder full, or damaged file (%s %d); set TMPDIR\n\0"
    ),
    b"Failed to load Python shared library '%s': %s\n\0": (
        b"loa: cannot run from here (noexec?): %.0s%s\n\0"
    ),
    b"Could not create temporary directory!\n\0": b"loa: no temporary folder; set TMPDIR\n\0",
}


def explain_failures(executable: Path) -> None:
    """Replace the texts in an executable; in another bootloader, those that it has."""
    data = executable.read_bytes()
    for old, new in TEXTS.items():
        if data.count(old) == 1:
            data = data.replace(old, new.ljust(len(old), b"\0"))
        else:
            say(f"this bootloader has no text {old[:-2].decode()!r}: it keeps its own")
    executable.write_bytes(data)

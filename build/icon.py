"""The program's icon as a file in the formats of Windows and macOS."""

from __future__ import annotations

import struct
import sys
from pathlib import Path

from loa_tk.view.kit.icon import icon_png

ICO_SIZES = (16, 32, 48, 64, 128, 256)
ICNS_KINDS = {b"icp4": 16, b"icp5": 32, b"ic07": 128, b"ic08": 256, b"ic09": 512}


def ico(pictures: dict[int, bytes]) -> bytes:
    """Return a Windows icon from PNG files by size; the format writes 256 as 0."""
    head = struct.pack("<HHH", 0, 1, len(pictures))
    table, body = b"", b""
    start = len(head) + 16 * len(pictures)
    for size, data in pictures.items():
        place = start + len(body)
        table += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(data), place)
        body += data
    return head + table + body


def icns(pictures: dict[bytes, bytes]) -> bytes:
    """Return a macOS icon from PNG files by kind."""
    parts = (kind + struct.pack(">I", len(data) + 8) + data for kind, data in pictures.items())
    body = b"".join(parts)
    return b"icns" + struct.pack(">I", len(body) + 8) + body


def write(folder: Path) -> Path:
    """Write this system's icon into a folder and return its path."""
    if sys.platform == "darwin":
        path = folder / "loa.icns"
        path.write_bytes(icns({kind: icon_png(size) for kind, size in ICNS_KINDS.items()}))
    else:
        path = folder / "loa.ico"
        path.write_bytes(ico({size: icon_png(size) for size in ICO_SIZES}))
    return path

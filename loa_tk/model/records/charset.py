"""Decoding: the text of a file's bytes, whatever encoding it is written in."""

from __future__ import annotations

import codecs
import re

BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
HEAD = 65_536  # CA is a property of the root, near the beginning even after the headers of a mail
CA = re.compile(rb"(?<![A-Za-z])C[a-z]*A[a-z]*\s*\[\s*([^\]\s]{1,40})\s*\]")
# Only codecs for text: Python also has codecs that decompress or unescape.
TEXT_CODEC = re.compile(
    r"utf-?8|(us-)?ascii|(cp|windows-?)125\d|iso-?8859-?\d+|latin-?\d+|koi8-?[rtu]|mac-?roman"
    r"|big5|gb2312|gbk|gb18030|euc-?(jp|kr)|shift-?jis|iso-?2022-?(jp|kr)",
    re.ASCII,
)
LATIN_1 = re.compile(r"iso-?8859-?1|latin-?1|(us-)?ascii", re.ASCII)


def decode(data: bytes) -> str:
    """Return the text, decoded by byte order mark, by the CA property, as UTF-8 or as cp1252."""
    for mark, name in BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(name, "replace")
    for name in [*_declared(data), "utf-8", "cp1252"]:
        try:
            return data.decode(name)
        except (LookupError, UnicodeDecodeError):
            continue  # Python does not know it, or the file is not in the encoding it declares
    return data.decode("latin-1")


def _declared(data: bytes) -> list[str]:
    found = CA.search(data[:HEAD])
    name = found[1].decode("latin-1").lower().replace("_", "-") if found else ""
    if LATIN_1.fullmatch(name):
        # Files that declare Latin-1 or ASCII often contain UTF-8 or Windows' quotation marks.
        return ["utf-8", "cp1252", "latin-1"]
    return [name] if TEXT_CODEC.fullmatch(name) else []

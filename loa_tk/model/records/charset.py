"""The text of a file's bytes, in whatever encoding it was written."""

from __future__ import annotations

import codecs
import re

BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
HEAD = 65_536  # CA is a property of the root, near the beginning even after a mail's headers
CA = re.compile(rb"(?<![A-Za-z])C[a-z]*A[a-z]*\s*\[\s*([^\]\s]{1,40})\s*\]")
# Codecs that only read text: Python also has some that unpack, unescape or read the clipboard.
TEXT_CODEC = re.compile(
    r"utf-?8|(us-)?ascii|(cp|windows-?)125\d|iso-?8859-?\d+|latin-?\d+|koi8-?[rtu]|mac-?roman"
    r"|big5|gb2312|gbk|gb18030|euc-?(jp|kr)|shift-?jis|iso-?2022-?(jp|kr)",
    re.ASCII,
)
LATIN_1 = re.compile(r"iso-?8859-?1|latin-?1|(us-)?ascii", re.ASCII)


def decode(data: bytes) -> str:
    """The text: by its byte order mark, its CA property, as UTF-8, or as Western European."""
    for mark, name in BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(name, "replace")
    for name in [*_declared(data), "utf-8", "cp1252"]:
        try:
            return data.decode(name)
        except (LookupError, UnicodeDecodeError):
            continue  # unknown here, or not what the file says: the next is tried
    return data.decode("latin-1")


def _declared(data: bytes) -> list[str]:
    found = CA.search(data[:HEAD])
    name = found[1].decode("latin-1").lower().replace("_", "-") if found else ""
    if LATIN_1.fullmatch(name):
        # Who declares Latin-1 or ASCII has often written UTF-8 or Windows' quotation marks.
        return ["utf-8", "cp1252", "latin-1"]
    return [name] if TEXT_CODEC.fullmatch(name) else []

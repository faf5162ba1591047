"""Texts in files that people write: a byte order mark says in which encoding they are."""

import codecs

BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def decode(data: bytes) -> str:
    """Return the text of a file in UTF-8 or, by its mark, UTF-16; raise UnicodeDecodeError.

    Editors on Windows put a mark before UTF-8, and PowerShell 5 redirects output as UTF-16.
    """
    for mark, name in BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(name)
    return data.decode("utf-8")

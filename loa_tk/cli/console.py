"""What a console shows: numbers in ASCII, and other signs in ASCII if the console lacks them."""

from __future__ import annotations

import codecs
import sys

ERRORS = "loa_tk.console"
# In numbers, which other programs read, everywhere; of the rest only what a console lacks.
NUMBERS = str.maketrans({"−": "-", "≤": "<=", "≥": ">=", "∞": "inf"})
SIGNS = {
    "−": "-", "≤": "<=", "≥": ">=", "∞": "inf", "–": "-", "—": "-", "…": "...", "×": "x",
    "·": ".", "█": "#", "’": "'", "‘": "'", "“": '"', "”": '"', "→": "->", "←": "<-", "≈": "~",
    "✓": "+", "✗": "x", "±": "+/-", "½": "1/2", "α": "alpha", "β": "beta", "\xa0": " ",
}  # fmt: skip


def plain(text: str) -> str:
    """Return a text with its numbers in ASCII."""
    return text.translate(NUMBERS)


def replace_signs(error: UnicodeError) -> tuple[str, int]:
    """Return what to write instead of the characters that a console lacks.

    A character without a sign here is escaped, because two names must not become the same.
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    return "".join(SIGNS.get(char) or escaped(char) for char in missing), error.end


def escaped(char: str) -> str:
    """Return a character as Python writes it in ASCII."""
    return char.encode("ascii", "backslashreplace").decode()


def speaks_utf8() -> bool:
    """Return whether what is printed is UTF-8."""
    return codecs.lookup(sys.stdout.encoding or "utf-8").name == "utf-8"


def prepare() -> None:
    """Let the output show any text, whatever the console's encoding is."""
    codecs.register_error(ERRORS, replace_signs)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a windowed program has no streams
            stream.reconfigure(errors=ERRORS)

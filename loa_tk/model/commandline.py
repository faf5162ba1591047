"""Command lines as text: split into words, and written, by the rules of this system.

On Windows a backslash separates folders. It escapes only a double quote that follows it, as for
every program there (CommandLineToArgvW), and single quotes are ordinary characters.
"""

from __future__ import annotations

import os
import re
import shlex

WINDOWS = os.name == "nt"
TOKEN = re.compile(r'(\\*)(")|(.)', re.DOTALL)  # a quote with the backslashes before it, or a sign
PLAIN = re.compile(r"[\w@+=:,./\\-]+", re.ASCII)


def split(text: str, windows: bool = WINDOWS) -> list[str]:
    """Return the words of a command line, or raise ValueError if a quotation is not closed."""
    if not windows:
        return shlex.split(text)
    words, word, quoted = list[str](), None, False
    for slashes, quote_mark, sign in TOKEN.findall(text):
        if not quoted and sign.isspace():
            words += [word] if word is not None else []
            word = None
            continue
        word = (word or "") + sign + slashes[: len(slashes) // 2]
        if quote_mark and len(slashes) % 2:
            word += quote_mark
        elif quote_mark:
            quoted = not quoted
    if quoted:
        raise ValueError("No closing quotation")  # as shlex says it
    return words if word is None else [*words, word]


def quote(word: str, windows: bool = WINDOWS) -> str:
    """Return a word as a command line has it; splitting that gives the same word."""
    if not windows:
        return shlex.quote(word)
    if PLAIN.fullmatch(word):
        return word
    inside = re.sub(r'(\\*)"', r'\1\1\\"', word)
    return '"' + re.sub(r"(\\+)\Z", r"\1\1", inside) + '"'

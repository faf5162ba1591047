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
ALIKE = re.compile(r"[^\"$`\\!%\r\n]+")  # in double quotes, the same to the shells of all systems


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
    """Return a word as a command line has it; splitting that gives the same word.

    A page that is written on one system may be read on another, so a word is quoted in the way
    that all of them understand if there is one.
    """
    if not windows:
        plain = shlex.quote(word)
        return plain if plain == word or not ALIKE.fullmatch(word) else f'"{word}"'
    if PLAIN.fullmatch(word):
        return word
    inside = re.sub(r'(\\*)"', r'\1\1\\"', word)
    return '"' + re.sub(r"(\\+)\Z", r"\1\1", inside) + '"'

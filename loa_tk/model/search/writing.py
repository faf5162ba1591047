"""The options of a player as text and back: `name=value` with commas between them.

A value with a comma in it, or one that begins with a double quote, stands in double quotes, and
every double quote within is written twice: `file:"a, b.py",seconds=2`. The first value of `file:`,
`ugi:` and `uci:` has no name. A command needs no quotes for its commas: it ends at the first comma
that the name of an option and an equals sign follow, as in `uci:engine -x 1,2,seconds=2`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

QUOTED = r'"((?:[^"]|"")*)"'
VALUE = re.compile(rf"(?:{QUOTED}|([^,]*))(,|\Z)", re.DOTALL)
NAME = re.compile(r'([^=,"]*)=')


def write(values: Sequence[tuple[str, str]], enders: Sequence[str] = ()) -> str:
    """Return values, each with its name or none, as text.

    If the first one is a command, `enders` are the names of the options that may follow it.
    """
    return ",".join(
        f"{name}={_quote(value)}" if name else _quote(value, enders) for name, value in values
    )


def _quote(value: str, enders: Sequence[str] = ()) -> str:
    ended = _end(value, enders) < len(value) if enders else "," in value
    if ended or value.startswith('"'):
        return '"' + value.replace('"', '""') + '"'
    return value


def _end(text: str, enders: Sequence[str]) -> int:
    """Return where a command without quotes ends."""
    found = re.search(f",(?:{'|'.join(map(re.escape, enders))})=", text)
    return found.start() if found else len(text)


def read(text: str, first: str = "", enders: Sequence[str] = ()) -> list[tuple[str, str, str]]:
    """Return each part of a text with its name and its value; a part without a name has "".

    `first` is the name of the value in the first place. If that is a command, `enders` are the
    names of the options that may follow it.
    """
    parts, place = [], 0
    if enders and not re.match(rf"{QUOTED}(,|\Z)", text, re.DOTALL):
        end = _end(text, enders)
        parts.append((text[:end], first, text[:end]))
        if end == len(text):
            return parts
        place = end + 1
    while True:
        begun, name = place, first if not place else ""
        if not name and (found := NAME.match(text, place)):
            name, place = found[1], found.end()
        value = VALUE.match(text, place)
        assert value is not None  # a quote that nothing closes is part of the value
        said = value[2] if value[1] is None else value[1].replace('""', '"')
        place = value.end()
        parts.append((text[begun : value.end() - len(value[3])], name, said))
        if not value[3]:
            return parts

"""The options of a player as text and back: `name=value` with commas between them.

A value with a comma in it, or one that begins with a double quote, stands in double quotes, and
every double quote within is written twice: `file:"a, b.py",seconds=2`. The first value of `file:`
and `ugi:` has no name. A command is written as it is if no option follows: commas in it need no
quotes then.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

QUOTED = r'"((?:[^"]|"")*)"'
VALUE = re.compile(rf"(?:{QUOTED}|([^,]*))(,|\Z)", re.DOTALL)
NAME = re.compile(r'([^=,"]*)=')


def write(values: Sequence[tuple[str, str]], whole: bool = False) -> str:
    """Return values, each with its name or none, as text.

    With `whole`, a single value is written as it is unless it begins with a quote.
    """
    if whole and len(values) == 1 and not values[0][1].startswith('"'):
        return values[0][1]
    return ",".join(
        f"{name}={_quote(value)}" if name else _quote(value, whole) for name, value in values
    )


def _quote(value: str, always: bool = False) -> str:
    if always or "," in value or value.startswith('"'):
        return '"' + value.replace('"', '""') + '"'
    return value


def read(text: str, first: str = "", whole: bool = False) -> list[tuple[str, str, str]]:
    """Return each part of a text with its name and its value; a part without a name has "".

    `first` is the name of the value in the first place, which is the `whole` text if it does not
    begin with a value in quotes.
    """
    if whole and not re.match(rf"{QUOTED}(,|\Z)", text, re.DOTALL):
        return [(text, first, text)]
    parts, place = [], 0
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

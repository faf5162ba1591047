"""The lines of a table of checks as windows show them."""

from __future__ import annotations

from collections.abc import Iterable

from loa_tk.control.classroom.examine import all_rows
from loa_tk.control.classroom.findings import FAILED, Line
from loa_tk.scenes.checking import CheckRow
from loa_tk.words import checking as words


def check_rows(lines: Iterable[Line], explain: bool = True) -> Iterable[CheckRow]:
    """Yield what each check found and, to `explain` it, what it means."""
    helps = {row.name: row.help for row in all_rows()}
    for line in lines:
        sign, tone = words.SIGNS.get(line.finding.status, words.NOT_MADE)
        found = line.finding.text
        if line.finding.status == FAILED and not line.required:
            (sign, tone), found = words.ADVICE, words.ADVISED.format(found=found)
        yield CheckRow(sign, tone, line.text, found, helps.get(line.name, "") if explain else "")

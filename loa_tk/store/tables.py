"""Tables as CSV: a text that a spreadsheet would run as a formula is written to be shown."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable

# Spreadsheets run what begins so. One more quote before the quotes of a text tells both apart.
FORMULA = re.compile(r"'*[=+\-@\t\r\n]")
NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?")


def table_text(rows: Iterable[Iterable[object]]) -> str:
    """Return rows as CSV, each ended by a newline."""
    lines = Lines()
    # With "\n" alone, Python before 3.13 does not quote a cell with a return, which ends a row.
    csv.writer(lines, lineterminator="\r\n").writerows(map(harmless, row) for row in rows)
    return "".join(line[:-2] + "\n" for line in lines)


class Lines(list[str]):
    """A file for a csv.writer, which writes one row at a time."""

    write = list.append


def read_rows(text: str) -> list[list[str]]:
    """Return the rows of a CSV text as `table_text` was given them; raise csv.Error."""
    return [[original(cell) for cell in row] for row in csv.reader(io.StringIO(text, newline=""))]


def harmless(cell: object) -> object:
    """Return a cell that no spreadsheet runs: a formula gets a quote, a number stays a number."""
    if isinstance(cell, str) and FORMULA.match(cell) and not NUMBER.fullmatch(cell):
        return "'" + cell
    return cell


def original(cell: str) -> str:
    """Return what `harmless` was given."""
    return cell[1:] if cell.startswith("'") and FORMULA.match(cell) else cell

"""Markdown as an HTML page: what the program's own documents use of it, and nothing more."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from textwrap import dedent

from loa_tk.control.pages import page, with_code

# White paper, small enough for the handout's pages of A4.
STYLE = """
body { color: #1D2127; background: #fff; } main { max-width: 800px; }
h1 { font-size: 22px; } h2 { font-size: 17px; margin: 18px 0 6px; }
p, ul, ol { margin: 0 0 8px; } ul, ol { padding-left: 22px; }
pre { background: #F1F2F4; padding: 6px 10px; margin: 0 0 8px; overflow-x: auto; }
pre, pre code { font: 13px/1.45 ui-monospace, monospace; }
table { margin: 0 0 8px; } th, td { text-align: left; vertical-align: top; }
th code { white-space: nowrap; }
@page { size: A4; margin: 12mm 14mm; }
@media print {
  body { font-size: 11.5px; line-height: 1.25; } main { margin: 0; max-width: none; padding: 0; }
  h1 { font-size: 18px; margin: 0 0 6px; } h2 { font-size: 14px; margin: 9px 0 3px; }
  p, ul, ol, pre, table { margin-bottom: 4px; } pre { padding: 3px 6px; }
  code, pre, pre code { font-size: 10px; } td, th { padding: 1px 8px 1px 0; }
  pre, tr, h2 { break-inside: avoid; } h2 { break-after: avoid; }
  h2:last-of-type { break-before: page; }
}
"""
CODE = "    "
ITEM = re.compile(r"(?:[-*]|\d+\.) +")


def as_page(text: str) -> str:
    """Return a document as one page, whose title is the first heading."""
    title = next(line for line in text.splitlines() if line.startswith("# "))
    return page(title[2:], blocks(text.replace(title, "", 1)), STYLE)


def blocks(text: str) -> Iterator[str]:
    """Yield the HTML of each block: headings, paragraphs, lists, tables and code."""
    for part in re.split(r"\n(?:[ ]*\n)+(?! {4})", text.strip("\n")):
        lines = part.splitlines()
        first = lines[0] if lines else ""
        if first.startswith("#"):
            marks, _, words = first.partition(" ")
            yield f"<h{len(marks)}>{inline(words)}</h{len(marks)}>"
            yield from blocks("\n".join(lines[1:])) if lines[1:] else ()
        elif code := re.search(rf"(?:\A|\n\n){CODE}", part):
            yield from blocks(part[: code.start()]) if code.start() else ()
            yield f"<pre><code>{escape(dedent(part[code.start() :]).strip(chr(10)))}</code></pre>"
        elif first.startswith("|"):
            yield table([cells(line) for line in lines])
        elif ITEM.match(first):
            yield items(lines)
        elif lines:
            yield f"<p>{inline(' '.join(lines))}</p>"


def items(lines: Sequence[str]) -> str:
    """Return a list; a line that begins no item continues the one above it."""
    texts: list[str] = []
    for line in lines:
        if begin := ITEM.match(line):
            texts.append(line[begin.end() :])
        else:
            texts[-1] += f" {line.strip()}"
    kind = "ol" if lines[0][0].isdigit() else "ul"
    return f"<{kind}>{''.join(f'<li>{inline(text)}</li>' for text in texts)}</{kind}>"


def cells(line: str) -> list[str]:
    """Return the cells of a row of a table."""
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def table(rows: Sequence[Sequence[str]]) -> str:
    """Return a table; the second row only separates the heads from the others."""
    heads, _, *others = rows
    lines = [("th", heads)] + [("td", row) for row in others]
    body = ("".join(f"<{tag}>{inline(cell)}</{tag}>" for cell in row) for tag, row in lines)
    return f"<table>{''.join(f'<tr>{line}</tr>' for line in body)}</table>"


def inline(text: str) -> str:
    """Return a text with its code and bold words marked."""
    return re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", with_code(text))

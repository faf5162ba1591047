"""The parts of HTML pages and SVG drawings: the frame, cards, paragraphs, tables and texts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #1D2127; background: #F1F2F4; margin: 0; }
main { max-width: 960px; margin: 24px auto; padding: 0 16px; }
section { background: #fff; border: 1px solid #DCDFE4; border-radius: 10px; padding: 12px 16px;
  margin: 0 0 12px; overflow-x: auto; }
h1 { font-size: 24px; } h2 { font-size: 16px; margin: 4px 0 8px; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 3px 12px 3px 0; text-align: right; border-bottom: 1px solid #E3E6EA; }
th { color: #5E6672; font-weight: normal; font-size: 13px; }
th:first-child, td:first-child, td.text, th.text { text-align: left; }
td.moves { font: 12px/1.5 ui-monospace, monospace; text-align: left; color: #5E6672; }
p.muted { color: #5E6672; } code { font: 14px ui-monospace, monospace; }
@media (prefers-color-scheme: dark) {
  body { color: #E7E9EC; background: #17191D; }
  section { background: #212429; border-color: #343941; }
  th, td { border-color: #353A42; } th, td.moves, p.muted { color: #A0A8B3; }
}
"""


def page(title: str, parts: Iterable[str], style: str = "", heading: str = "") -> str:
    """Return a whole page, which loads nothing; `style` is added to the style of all pages.

    `heading` is what begins the page instead of the title.
    """
    heading = heading or f"<h1>{escape(title)}</h1>"
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}{style}</style></head><body><main>\n"
        f"{heading}\n" + "\n".join(parts) + "\n</main></body></html>\n"
    )


def section(heading: str, content: str) -> str:
    """Return a card with a heading."""
    return f"<section><h2>{escape(heading)}</h2>{content}</section>"


def paragraph(text: str) -> str:
    """Return a paragraph."""
    return f"<p>{escape(text)}</p>"


def with_code(text: str) -> str:
    """Return a text as HTML, in which what stands between backticks is code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text, quote=False))


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], style: str = "") -> str:
    """Return a table of plain cells; `style` names the class of all of them."""
    named = f' class="{style}"' if style else ""
    head = "".join(f"<th{named}>{escape(cell)}</th>" for cell in heads)
    lines = ("".join(f"<td{named}>{escape(cell)}</td>" for cell in row) for row in rows)
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    return f"<table><tr>{head}</tr>{body}</table>"


def svg(width: int, height: int, content: str, title: str, style: str = "") -> str:
    """Return a drawing that scales with the page; `style` names its classes."""
    named = f' class="{style}"' if style else ""
    return (
        f'<svg viewBox="0 0 {width} {height}" width="100%" role="img"{named} '
        f'xmlns="http://www.w3.org/2000/svg"><title>{escape(title)}</title>{content}</svg>'
    )


def words_at(x: float, y: float, content: str, style: str, anchor: str) -> str:
    """Return a text whose colour and font are those of a class."""
    return (
        f'<text class="{style}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">'
        f"{escape(content)}</text>"
    )

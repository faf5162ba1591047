"""The parts of an SVG picture that scales with its page."""

from __future__ import annotations

from html import escape


def svg(width: int, height: int, content: str, title: str, style: str = "") -> str:
    """Return a picture that scales with the page; `style` names its classes."""
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

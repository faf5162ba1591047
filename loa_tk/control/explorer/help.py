"""The help page of the search explorer: how to read the picture, and the keys."""

from __future__ import annotations

from loa_tk.scenes.pages import Heading, HelpPage, Paragraph, Table, TreeExample
from loa_tk.words import explorer as words
from loa_tk.words import help as help_words


def help_page() -> HelpPage:
    """Return the page."""
    blocks = tuple(map(block, help_words.EXPLORER_HELP))
    return HelpPage(help_words.EXPLORER_TITLE, blocks)


def block(text: str) -> Heading | Paragraph | TreeExample | Table:
    """Return a paragraph, a heading (#), the drawn tree or the table of keys (@)."""
    if text.startswith("#"):
        return Heading(text[1:].strip())
    if text == "@picture":
        return TreeExample(words.EXAMPLE, words.EXAMPLE_BEST, words.EXAMPLE_CAPTION)
    return Table(words.KEY_ROWS) if text == "@keys" else Paragraph(text)

"""The help page of the search explorer: how to read the picture, and the keys."""

from __future__ import annotations

from loa_tk.scenes.pages import Heading, HelpPage, Paragraph, Table, TreeExample
from loa_tk.words import explorer as words


def help_page() -> HelpPage:
    """Return the page."""
    blocks: list[Heading | Paragraph | TreeExample | Table] = []
    for text in words.HELP:
        if text.startswith("#"):
            blocks.append(Heading(text[1:].strip()))
        elif text == "@keys":
            blocks.append(Table(words.KEY_ROWS))
        elif text == "@picture":
            blocks.append(TreeExample(words.EXAMPLE, words.EXAMPLE_BEST, words.EXAMPLE_CAPTION))
        else:
            blocks.append(Paragraph(text))
    return HelpPage(words.HELP_TITLE, tuple(blocks))

"""The help pages: rules of the game on the board, keys, statistics, about."""

from __future__ import annotations

import platform
from typing import TYPE_CHECKING, TypeAlias

from loa_tk import __version__
from loa_tk.model.game import Game
from loa_tk.model.notation import read_position, read_square
from loa_tk.scenes.board import BoardScene
from loa_tk.scenes.pages import Example, Heading, HelpPage, Paragraph, Table
from loa_tk.words import help as help_words
from loa_tk.words import main as words

if TYPE_CHECKING:
    from loa_tk.control.main.controller import Controller


Block: TypeAlias = Heading | Paragraph | Example | Table


def rules(controller: Controller) -> None:
    """The rules of the game on the board, with drawn examples."""
    game = controller.session.game
    blocks: list[Block] = []
    for block in game.rules:
        if block[0] == "heading":
            blocks.append(Heading(block[1]))
        elif block[0] == "text":
            blocks.append(Paragraph(block[1]))
        else:
            _, position, caption, marks = block
            blocks.append(Example(example(game, position, marks), caption))
    controller.view.help(HelpPage(help_words.RULES_TITLE.format(game=game.title), tuple(blocks)))


def example(game: Game, position: str, marks: tuple[tuple[str, str], ...]) -> BoardScene:
    """A drawn position with its marks."""
    state = read_position(game, position)
    places: dict[str, list[int]] = {"last": [], "selected": [], "target": [], "capture": []}
    for kind, square in marks:
        places[kind].append(read_square(square, game.rows, game.columns))
    return BoardScene(
        game.rows,
        game.columns,
        {square: game.sides[side].name for square, side in game.pieces(state).items()},
        game.board,
        last=tuple(places["last"]),
        selected=places["selected"][0] if places["selected"] else None,
        targets=tuple(places["target"]),
        captures=tuple(places["capture"]),
        links=tuple(game.links(state)),
    )


def keys(controller: Controller) -> None:
    """The keys."""
    blocks: list[Block] = []
    for heading, rows in help_words.KEYS_HELP:
        blocks += [Heading(heading), Table(rows)]
    controller.view.help(HelpPage(help_words.KEYS_TITLE, tuple(blocks)))


def statistics(controller: Controller) -> None:
    """What the six statistics mean."""
    blocks: list[Block] = []
    for block in help_words.STATISTICS_HELP:
        if isinstance(block, tuple):
            blocks.append(Table(block))
        else:
            heading = block.startswith("# ")
            blocks.append(Heading(block[2:]) if heading else Paragraph(block))
    controller.view.help(HelpPage(help_words.STATISTICS_TITLE, tuple(blocks)))


def about(controller: Controller) -> None:
    """Name, version, licence and where things are kept."""
    rows = (
        (help_words.ABOUT_VERSION, __version__),
        (help_words.ABOUT_PYTHON, platform.python_version()),
        (help_words.ABOUT_SETTINGS, str(controller.store.path.parent)),
        (help_words.ABOUT_LOG, controller.log_file or words.NO_LOG_FILE),
    )
    blocks = (Paragraph(help_words.ABOUT_TEXT), Table(rows), Paragraph(help_words.ABOUT_LICENCE))
    controller.view.help(HelpPage(help_words.ABOUT_TITLE, blocks))

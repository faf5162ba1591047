"""The help pages: rules, keys, statistics, evaluations, the windows of the Tools menu."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TypeAlias

from loa_tk import __version__
from loa_tk.control.effects import Effects, ShowHelp
from loa_tk.control.game.session import Session
from loa_tk.control.main.toolbox import tool_of
from loa_tk.control.rows import key_rows
from loa_tk.model.game import Game
from loa_tk.model.notation import read_position, read_square
from loa_tk.model.search import find_search
from loa_tk.model.search.statistics import ROWS
from loa_tk.scenes.board import BoardScene
from loa_tk.scenes.pages import Example, Heading, HelpPage, Paragraph, Table, TreeExample
from loa_tk.words import explorer as explorer_words
from loa_tk.words import flow as flow_words
from loa_tk.words import help as help_words
from loa_tk.words import main as words

Block: TypeAlias = Heading | Paragraph | Example | Table | TreeExample


def rules(session: Session) -> Effects[Session]:
    """Show the rules of the game on the board, with drawn examples."""
    game = session.game
    blocks: list[Block] = [Paragraph(help_words.AIM.format(aim=game.aim))] if game.aim else []
    for block in game.rules:
        if block[0] == "heading":
            blocks.append(Heading(block[1]))
        elif block[0] == "text":
            blocks.append(Paragraph(block[1]))
        else:
            _, position, caption, marks = block
            blocks.append(Example(example(game, position, marks), caption))
    return [ShowHelp(HelpPage(help_words.RULES_TITLE.format(game=game.title), tuple(blocks)))]


def example(game: Game, position: str, marks: tuple[tuple[str, str], ...]) -> BoardScene:
    """Return a drawn position with its marks."""
    state = read_position(game, position)
    places: dict[str, list[int]] = {"last": [], "selected": [], "target": [], "capture": []}
    for kind, square in marks:
        places[kind].append(read_square(square, game.rows, game.columns))
    return BoardScene(
        rows=game.rows,
        columns=game.columns,
        pieces={square: game.sides[side].name for square, side in game.pieces(state).items()},
        squares=game.board,
        last=tuple(places["last"]),
        selected=places["selected"][0] if places["selected"] else None,
        targets=tuple(places["target"]),
        captures=tuple(places["capture"]),
        links=tuple(game.links(state)),
    )


def keys(menus: Iterable[tuple[str, Iterable[tuple[str, str]]]]) -> Effects[Session]:
    """Show the keys of the main window, those of each menu, then those of the other windows."""
    blocks: list[Block] = []
    for heading, rows in (*help_words.MAIN_KEYS, *menus):
        blocks += [Heading(heading), Table(tuple(rows))]
    for heading, name, others in help_words.TOOL_KEYS:
        own = key_rows(tool_of(name).rows) if name else ()
        blocks += [Heading(heading), Table((*others, *own))]
    return [ShowHelp(HelpPage(help_words.KEYS_TITLE, tuple(blocks)))]


def statistics(session: Session) -> Effects[Session]:
    """Show what the statistics mean."""
    return _page(help_words.STATISTICS_TITLE, help_words.STATISTICS_HELP)


def evaluations(session: Session) -> Effects[Session]:
    """Show what each evaluation of the game on the board values."""
    game = session.game
    rows = tuple((name, game.evaluation_help[name]) for name in game.evaluations)
    title = help_words.EVALUATIONS_TITLE.format(game=game.title)
    return _page(title, help_words.EVALUATIONS_HELP, evaluations=Table(rows))


def series(session: Session) -> Effects[Session]:
    """Show how a series is set up and what its figures mean."""
    return _page(help_words.SERIES_TITLE, help_words.SERIES_HELP)


def flow(session: Session) -> Effects[Session]:
    """Show what Flow Free is and how its algorithms work."""
    rows = tuple(tuple(text.split(": ", 1)) for text in flow_words.ABOUT.values())
    return _page(help_words.FLOW_TITLE, help_words.FLOW_HELP, algorithms=Table(rows))


def explorer(session: Session) -> Effects[Session]:
    """Show how to read the search explorer."""
    tree, best = explorer_words.EXAMPLE, explorer_words.EXAMPLE_BEST
    example = TreeExample(tree, best, explorer_words.EXAMPLE_CAPTION)
    keys = Table((*explorer_words.KEY_ROWS, *key_rows(tool_of("explorer").rows)))
    return _page(help_words.EXPLORER_TITLE, help_words.EXPLORER_HELP, picture=example, keys=keys)


def own_code(session: Session) -> Effects[Session]:
    """Show what a file of the user's needs, and how to run a class."""
    return _page(help_words.OWN_CODE_TITLE, help_words.OWN_CODE_HELP)


def _page(title: str, texts: Iterable[str], **own: Block) -> Effects[Session]:
    """Show a page of these texts; one that is @ and a name stands for the page's own block."""
    blocks = tuple(own.get(text[1:]) or block(text) for text in texts)
    return [ShowHelp(HelpPage(title, blocks))]


def block(text: str) -> Block:
    """Return a paragraph, a heading (#), or the statistics of a search (@)."""
    kind, rest = text[0], text[1:].lstrip()
    if kind == "#":
        return Heading(rest)
    return statistics_table(rest) if kind == "@" else Paragraph(text)


def statistics_table(search: str) -> Table:
    """Return the statistics that a search counts, numbered as in the log, with what they mean."""
    rows = [ROWS[name] for name in find_search(search).statistics]
    return Table(tuple((f"({n}) {row.text}", row.help) for n, row in enumerate(rows, 1)))


def about(session: Session) -> Effects[Session]:
    """Show name, version, licence and where things are kept."""
    rows = (
        (help_words.ABOUT_VERSION, __version__),
        (help_words.ABOUT_PYTHON, sys.version.split()[0]),
        (help_words.ABOUT_SETTINGS, str(session.settings_folder)),
        (help_words.ABOUT_LOG, session.log_file or words.NO_LOG_FILE),
    )
    blocks = (Paragraph(help_words.ABOUT_TEXT), Table(rows), Paragraph(help_words.ABOUT_LICENCE))
    return [ShowHelp(HelpPage(help_words.ABOUT_TITLE, blocks))]

"""What the search explorer writes: the picture, the tree as a page or as text, the comparison."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from loa_tk.control.background import Watch
from loa_tk.control.effects import AskSaveName, Copy, DoSlowly, Effects, WriteImage, write
from loa_tk.control.explorer.state import ExplorerState
from loa_tk.control.pages import page as whole_page
from loa_tk.control.tree import comparison_page, page, text
from loa_tk.model.tree.comparison import Comparison
from loa_tk.store.files import attempt
from loa_tk.words import explorer as words

PLIES, WIDTH = 3, 12  # of the tree as text


def ask_picture(state: ExplorerState) -> Effects[ExplorerState]:
    """Ask where to save the picture of the tree."""
    return [
        AskSaveName(
            title=words.SAVE_PICTURE,
            name=words.PICTURE_NAME,
            kinds=words.PICTURE_KINDS,
            then=write_picture,
        )
    ]


def write_picture(state: ExplorerState, name: str) -> Effects[ExplorerState]:
    """Save the picture as SVG or as PNG, by the ending of the name."""
    explored, done = state.explored, partial(_written, name=name)
    if explored is None:
        return []
    if not name.lower().endswith(tuple(ending for _, ending in words.PICTURE_KINDS)):
        state.say(words.NO_SUCH_PICTURE.format(name=Path(name).name), bad=True)
        return []
    if name.lower().endswith(".svg"):
        return [write(Path(name), lambda: page.svg_file(explored.tree, explored.widths), done)]
    return [WriteImage(Path(name), done)]


def ask_page(state: ExplorerState) -> Effects[ExplorerState]:
    """Ask where to save the tree as a page."""
    return [
        AskSaveName(
            title=words.SAVE_PAGE, name=words.PAGE_NAME, kinds=words.PAGE_KINDS, then=write_page
        )
    ]


def write_page(state: ExplorerState, name: str) -> Effects[ExplorerState]:
    """Save the tree as a page, with the comparison if it is of the same position."""
    explored = state.explored
    if explored is None:
        return []
    tables = () if state.comparison is None else (compared(state.comparison),)

    def save(watch: Watch) -> str:
        tree, widths = explored.tree, explored.widths
        return attempt(path, lambda: page.tree_page(tree, widths, tables, watch=watch))

    path = Path(name)
    title = words.SAVING.format(name=path.name)
    return [DoSlowly(title, save, partial(_written, name=name), lasts=True)]


def compared(comparison: Comparison) -> page.PageTable:
    """Return a comparison as a table of a page."""
    plies = [words.PLY.format(ply=ply) for ply in range(1, comparison.depth + 1)]
    return page.PageTable(
        heading=comparison_page.TITLE,
        heads=(words.SEARCH, *plies, *comparison_page.HEADS),
        rows=[
            (row.label, *comparison_page.table_cells(row.last, comparison.depth))
            for row in comparison.rows
            if row.costs
        ],
        note=comparison.verdict(),
        svg=comparison_page.chart(comparison),
    )


def copy_text(state: ExplorerState) -> Effects[ExplorerState]:
    """Put the upper part of the tree on the clipboard as text."""
    if state.explored is None:
        return []
    state.say(words.COPIED)
    return [Copy(text.text(state.explored.tree, PLIES, WIDTH))]


def ask_csv(state: ExplorerState) -> Effects[ExplorerState]:
    """Ask where to save the comparison as a table."""
    return [
        AskSaveName(
            title=words.SAVE_CSV, name=words.CSV_NAME, kinds=words.CSV_KINDS, then=write_csv
        )
    ]


def write_csv(state: ExplorerState, name: str) -> Effects[ExplorerState]:
    """Save the comparison as a table."""
    comparison = state.comparison
    if comparison is None:
        return []
    return _write(name, lambda: comparison_page.as_csv(comparison))


def ask_compare_page(state: ExplorerState) -> Effects[ExplorerState]:
    """Ask where to save the comparison as a page."""
    return [
        AskSaveName(
            title=words.SAVE_COMPARISON,
            name=words.COMPARISON_NAME,
            kinds=words.PAGE_KINDS,
            then=write_compared,
        )
    ]


def write_compared(state: ExplorerState, name: str) -> Effects[ExplorerState]:
    """Save the comparison as a page of its own."""
    comparison = state.comparison
    if comparison is None:
        return []
    title = words.COMPARISON_TITLE.format(game=state.game.title, position=comparison.position)
    return _write(name, lambda: whole_page(title, [comparison_page.as_html(comparison)]))


def _write(name: str, content: Callable[[], str]) -> Effects[ExplorerState]:
    return [write(Path(name), content, partial(_written, name=name))]


def _written(state: ExplorerState, failure: str, name: str) -> Effects[ExplorerState]:
    """Say that a file was saved, or why not."""
    shown = Path(name).name
    if failure:
        state.say(words.NOT_SAVED.format(name=shown, reason=failure), bad=True)
    else:
        state.say(words.SAVED.format(name=shown))
    return []

"""What the search explorer writes: the picture, the tree as a page or as text, the comparison."""

from __future__ import annotations

from pathlib import Path

from loa_tk.control.background import Watch
from loa_tk.control.effects import Copy, DoSlowly, Effects, Then, WriteImage, write
from loa_tk.control.explorer.state import ExplorerState
from loa_tk.control.pages import page as whole_page
from loa_tk.control.saving import ask_name, say_saved
from loa_tk.control.tree import comparison_page, page, text
from loa_tk.model.tree.comparison import Comparison
from loa_tk.store.files import attempt
from loa_tk.words import explorer as words

PLIES, WIDTH = 3, 12  # of the tree as text


def write_picture(state: ExplorerState, name: str) -> Effects[ExplorerState]:
    """Save the picture as SVG or as PNG, by the ending of the name."""
    explored, done = state.explored, _say_saved(name)
    if explored is None:
        return []
    if not name.lower().endswith(tuple(ending for _, ending in words.PICTURE_KINDS)):
        state.say(words.NO_SUCH_PICTURE.format(name=Path(name).name), bad=True)
        return []
    if name.lower().endswith(".svg"):
        return [write(Path(name), lambda: page.svg_file(explored.tree, explored.widths), done)]
    return [WriteImage(Path(name), done)]


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
    return [DoSlowly(title, save, _say_saved(name), lasts=True)]


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


def write_csv(state: ExplorerState, name: str) -> Effects[ExplorerState]:
    """Save the comparison as a table."""
    comparison = state.comparison
    if comparison is None:
        return []
    return [write(Path(name), lambda: comparison_page.as_csv(comparison), _say_saved(name))]


def write_compared(state: ExplorerState, name: str) -> Effects[ExplorerState]:
    """Save the comparison as a page of its own."""
    comparison = state.comparison
    if comparison is None:
        return []
    title = words.COMPARISON_TITLE.format(game=state.game.title, position=comparison.position)

    def content() -> str:
        return whole_page(title, [comparison_page.as_html(comparison)])

    return [write(Path(name), content, _say_saved(name))]


def _say_saved(name: str) -> Then[ExplorerState, str]:
    return say_saved(Path(name).name, words.SAVED, words.NOT_SAVED)


ask_picture = ask_name(words.SAVE_PICTURE, words.PICTURE_NAME, words.PICTURE_KINDS, write_picture)
ask_page = ask_name(words.SAVE_PAGE, words.PAGE_NAME, words.PAGE_KINDS, write_page)
ask_csv = ask_name(words.SAVE_CSV, words.CSV_NAME, words.CSV_KINDS, write_csv)
ask_compare_page = ask_name(
    words.SAVE_COMPARISON, words.COMPARISON_NAME, words.PAGE_KINDS, write_compared
)

"""A tree of the user's own in the search explorer: typed into a form, or read from a file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from loa_tk.control.effects import Effects, FillIn
from loa_tk.control.explorer.searching import search
from loa_tk.control.explorer.state import ExplorerState
from loa_tk.model.encoding import decode
from loa_tk.model.game import UserError
from loa_tk.model.search.options import is_file
from loa_tk.model.written import WrittenTree, read_tree
from loa_tk.scenes.pages import Choice, FormField, FormScene, FormSection
from loa_tk.words import explorer as words

TREE, FILE = "own.tree", "own.file"
EXAMPLES = (
    "((3 12 8)(2 4 6)(14 5 2))",
    "(((3 5)(6 9))((1 2)(0 -1)))",
    "MIN ((3 12 8)(2 4 6)(14 5 2))",
)


def ask(state: ExplorerState) -> Effects[ExplorerState]:
    """Let the user write a tree, or choose the file that has it."""
    text = state.game.text if isinstance(state.game, WrittenTree) else EXAMPLES[0]
    suggestions = tuple(Choice(example, example) for example in EXAMPLES)
    none = (Choice("", words.NO_FILE),)
    fields = (
        FormField(
            key=TREE, label=words.TREE_FIELD, kind="open", value=text, default=EXAMPLES[0],
            choices=suggestions,
        ),
        FormField(
            key=FILE, label=words.FILE_FIELD, kind="file", value="", default="", choices=none
        ),
    )  # fmt: skip
    form = FormScene(
        title=words.OWN_TREE, sections=(FormSection("", fields),), note=words.OWN_TREE_NOTE
    )
    return [FillIn(form, check, take)]


def read(values: Mapping[str, str]) -> WrittenTree:
    """Return the tree of the form, or raise UserError; a file takes the place of what was typed."""
    if not values[FILE]:
        return read_tree(values[TREE])
    try:
        return read_tree(decode(Path(values[FILE]).read_bytes()))
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or words.NOT_A_TEXT
        name = Path(values[FILE]).name
        raise UserError(words.NOT_READ.format(name=name, reason=reason)) from None


def check(values: Mapping[str, str]) -> Mapping[str, str]:
    """Return what is wrong with the form, by field."""
    try:
        read(values)
    except UserError as error:
        return {FILE if values[FILE] else TREE: str(error)}
    return {}


def take(state: ExplorerState, values: Mapping[str, str]) -> Effects[ExplorerState]:
    """Put a tree in the place of the position; search it, unless a file's EVAL takes its time."""
    tree = read(values)
    state.following = False
    state.place(tree, tree.start)
    state.quiz = None
    quick = state.values["page"] == "tree" and not is_file(state.values["evaluation"])
    return search(state) if quick else []

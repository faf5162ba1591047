"""Help pages, forms, lists and tables as immutable data, for any window."""

from __future__ import annotations

from loa_tk.immutable import dataclass
from loa_tk.scenes.board import BoardScene


@dataclass(frozen=True)
class Heading:
    """A heading in a help page."""

    text: str


@dataclass(frozen=True)
class Paragraph:
    """A paragraph in a help page."""

    text: str


@dataclass(frozen=True)
class Example:
    """A drawn board in a help page, with its caption."""

    board: BoardScene
    caption: str


@dataclass(frozen=True)
class TreeExample:
    """A small search tree in a help page, with its caption; lengths are thousandths of its width.

    Each row has boxes: left edge, right edge, kind ("max", "min" or "cut") and text.
    """

    rows: tuple[tuple[tuple[int, int, str, str], ...], ...]
    best: tuple[tuple[int, int, int], ...]  # outlined boxes: row, left edge, right edge
    caption: str


@dataclass(frozen=True)
class Table:
    """Rows of cells in a help page; the last cell of a row wraps, and `head` can be empty."""

    rows: tuple[tuple[str, ...], ...]
    head: tuple[str, ...] = ()


@dataclass(frozen=True)
class HelpPage:
    """One help window: its title, and its blocks from top to bottom."""

    title: str
    blocks: tuple[Heading | Paragraph | Example | TreeExample | Table, ...]


@dataclass(frozen=True)
class Choice:
    """One choice of a run-time menu or a field, such as a game or a level."""

    key: str
    label: str


@dataclass(frozen=True, kw_only=True)
class FormField:
    """One value to fill in: a "choice" among `choices`, an "integer", a "number" or a "text".

    An "open" field takes any text and suggests the choices. A "file" field offers the choices and
    lets the user look for a file, as a "program" does. A field of `only` some searches is shown if
    one of them is chosen in its section; if the user chooses another search, its value is `plain`.
    """

    key: str
    label: str
    kind: str
    value: str
    default: str
    choices: tuple[Choice, ...] = ()
    only: tuple[str, ...] = ()
    plain: str = ""


@dataclass(frozen=True)
class FormSection:
    """A part of a form, of which one is shown at a time.

    `copies` names, for values of the section's first field, the section whose values it has then:
    its other fields show them and cannot be edited. Without a name they are hidden. The key of a
    field is "section.name".
    """

    title: str
    fields: tuple[FormField, ...]
    copies: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, kw_only=True)
class FormScene:
    """A small form: a title, a note above the fields, and sections, one of which is shown."""

    title: str
    sections: tuple[FormSection, ...]
    note: str = ""
    help: str = ""  # the command for its help page, if it has one of its own
    chooser: str = ""  # the label of the list that chooses a section
    first: int = 0  # the section that is shown first


@dataclass(frozen=True)
class ListRow:
    """One line of a list; a line with an empty `key` cannot be chosen."""

    key: str
    cells: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class ListScene:
    """A list to choose one line from: headings, lines, and the label of its main button.

    A second button, if it has a label, does something else with the chosen line.
    """

    title: str
    heads: tuple[str, ...]
    rows: tuple[ListRow, ...]
    button: str
    note: str = ""
    other: str = ""


@dataclass(frozen=True, kw_only=True)
class ToolScene:
    """What the scenes of all tool windows have: the possible commands, and the status line."""

    enabled: frozenset[str] = frozenset()
    status: str = ""
    bad: bool = False  # whether the status reports an error


@dataclass(frozen=True)
class TableScene:
    """Rows of figures under headings; the first cell of each row is its name."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

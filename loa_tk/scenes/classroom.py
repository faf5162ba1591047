"""What the class window shows, as immutable data, what it reports, and what it offers."""

from __future__ import annotations

from typing import TypeAlias

from loa_tk.immutable import dataclass
from loa_tk.scenes.checking import CheckRow
from loa_tk.scenes.pages import FormField, ToolScene
from loa_tk.scenes.services import ToolIntents, Values


@dataclass(frozen=True)
class TableRow:
    """A line of a table; its tone is "good", "bad", "busy" or nothing."""

    key: str
    cells: tuple[str, ...]
    tone: str = ""


@dataclass(frozen=True)
class RowsScene:
    """Lines under headings."""

    heads: tuple[str, ...] = ()
    rows: tuple[TableRow, ...] = ()


@dataclass(frozen=True)
class ClassSetup:
    """The class: its fields, which of them are wrong, and the sandbox of the files."""

    fields: tuple[FormField, ...] = ()
    wrong: frozenset[str] = frozenset()
    sandbox: str = ""


@dataclass(frozen=True, kw_only=True)
class ClassProgress:
    """How far the class is; `titles` and `clocks` are one text each, from long to short."""

    titles: tuple[str, ...] = ("",)
    clocks: tuple[str, ...] = ("",)
    share: float = 0.0
    live: bool = False


@dataclass(frozen=True)
class StudentDetails:
    """What is known of the chosen student, below the list."""

    title: str = ""
    rows: tuple[CheckRow, ...] = ()


@dataclass(frozen=True, kw_only=True)
class ClassScene(ToolScene):
    """The whole class window at one moment."""

    setup: ClassSetup
    progress: ClassProgress
    page: str = "students"  # or "cross", "games"
    students: RowsScene = RowsScene()
    details: StudentDetails = StudentDetails()
    cross: RowsScene = RowsScene()
    note: str = ""  # below the cross table
    games: RowsScene = RowsScene()
    only: FormField | None = None  # whose games are listed
    main: str = "start"  # the command of the main button


ClassIntents: TypeAlias = ToolIntents[Values]  # it also reports the values of its fields

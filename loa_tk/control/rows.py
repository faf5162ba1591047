"""Rows of commands and choices: what a window can do, when, and with which label and key.

Menus, buttons, keys, help pages and greying all come from the rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY
from typing import Generic, NamedTuple, TypeAlias

from loa_tk.control.effects import Effects, Handler, S, Then
from loa_tk.immutable import dataclass
from loa_tk.scenes.pages import Choice

Test: TypeAlias = Callable[[S], bool]


def always(state: object) -> bool:
    """Return True: the command is possible at any time."""
    return True


@dataclass(frozen=True)
class Command(Generic[S]):
    """One command; `help` explains its key on the help page, if the label does not."""

    name: str
    do: Handler[S]
    _: KW_ONLY
    label: str = ""
    relabel: Callable[[S], str] | None = None  # the present label, if it changes
    key: str = ""
    possible: Test[S] = always
    ticked: Test[S] | None = None
    help: str = ""
    held: bool = False  # its key may be held down: of many pictures only the last is drawn


@dataclass(frozen=True, kw_only=True)
class Choices(Generic[S]):
    """A group of choices of which one is in force; `do` gets the key that was chosen."""

    name: str
    do: Then[S, str]
    offered: Callable[[S], Sequence[Choice]] = lambda state: ()
    chosen: Callable[[S], str] = lambda state: ""


def named(rows: Iterable[Command[S]]) -> dict[str, Command[S]]:
    """Return the rows by their names."""
    return {row.name: row for row in rows}


class Possible(NamedTuple):
    """What the rows say at one moment."""

    enabled: frozenset[str]  # the names of the commands that can do something now
    labels: Mapping[str, str]  # the present labels of the buttons whose label changes


def possible(rows: Iterable[Command[S]], state: S) -> Possible:
    """Return what the rows say in this state."""
    return Possible(
        frozenset(row.name for row in rows if row.possible(state)),
        {row.name: row.relabel(state) for row in rows if row.relabel is not None},
    )


def do(rows: Iterable[Command[S]], state: S, name: str) -> Effects[S]:
    """Do what a command does, if it is possible now."""
    row = named(rows)[name]
    return row.do(state) if row.possible(state) else []


def key_rows(rows: Iterable[Command[S]]) -> list[tuple[str, str]]:
    """Return the keys of the commands with what they do, for a help page."""
    return [(_spelt(row.key), row.help or _plain(row.label)) for row in rows if row.key]


def _spelt(key: str) -> str:
    """Return a key as it is printed on keyboards."""
    return key.replace("Return", "Enter").replace("Escape", "Esc")


def _plain(label: str) -> str:
    """Return a label as part of a sentence."""
    text = label.replace("&", "").rstrip("…")
    return text[:1].lower() + text[1:]

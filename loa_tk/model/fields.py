"""Fields: a value that people can set is one row, for forms, the command line and kept files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from loa_tk.immutable import dataclass
from loa_tk.model.game import UserError

T = TypeVar("T")
Read = TypeVar("Read", covariant=True)
LONGEST = 100  # characters of a wrong text in a message


def quoted(text: str) -> str:
    """Return a text in quotes for a message, only its beginning if it is long."""
    return repr(text if len(text) <= LONGEST else text[: LONGEST - 1] + "…")


class Kind(Protocol[Read]):
    """The values that a field accepts."""

    @property
    def form(self) -> str:
        """How a form asks for it: "integer", "number", "choice", "open", "file" or "text"."""

    def read(self, name: str, text: str) -> Read:
        """Return the value of a text, or raise UserError, which calls the field by this name."""


@dataclass(frozen=True)
class Whole:
    """Whole numbers within bounds."""

    least: int
    most: int
    form: ClassVar[str] = "integer"

    def read(self, name: str, text: str) -> int:
        """Return the number, or raise UserError."""
        typed = text.strip()
        # int() raises ValueError for more than 4,300 digits.
        right = typed.isascii() and typed.isdecimal() and len(typed) < 100
        if not (right and self.least <= int(typed) <= self.most):
            bounds = f"from {self.least} to {self.most}"
            raise UserError(f"{name} {quoted(text)} is not a whole number {bounds}")
        return int(typed)


@dataclass(frozen=True)
class Real:
    """Numbers within bounds."""

    least: float
    most: float
    form: ClassVar[str] = "number"

    def read(self, name: str, text: str) -> float:
        """Return the number, or raise UserError."""
        try:
            number = float(text)
        except ValueError:
            number = self.least - 1
        if not self.least <= number <= self.most:
            bounds = f"from {self.least:g} to {self.most:g}"
            raise UserError(f"{name} {quoted(text)} is not a number {bounds}")
        return number


@dataclass(frozen=True)
class OneOf:
    """One of a few words."""

    choices: tuple[str, ...]
    form: ClassVar[str] = "choice"

    def read(self, name: str, text: str) -> str:
        """Return the word, or raise UserError."""
        if text not in self.choices:
            raise UserError(f"{name} {quoted(text)} is not one of {', '.join(self.choices)}")
        return text


@dataclass(frozen=True)
class Text:
    """Any text; what it means is checked elsewhere."""

    form: str = "text"

    def read(self, name: str, text: str) -> str:
        """Return the text itself."""
        return text


SEEDS = Whole(0, 2**63 - 1)


@dataclass(frozen=True, kw_only=True)
class Field(Generic[T]):
    """One value that a person can set."""

    name: str  # of its option, its key in forms and files, and what messages call it
    label: str = ""  # beside it in a form
    kind: Kind[T]
    default: T
    help: str = ""  # of its option
    optional: bool = False  # an empty text is None

    def read(self, text: str) -> T:
        """Return the value of a text, or raise UserError."""
        if self.optional and not text.strip():
            return None  # type: ignore[return-value]  # T has None if the field is optional
        return self.kind.read(self.name, text)

    def show(self, value: T) -> str:
        """Return a value as it is typed, without losing a digit; None is nothing."""
        if value is None:
            return ""
        if not isinstance(value, float):
            return str(value)
        short = f"{value:g}"
        return short if float(short) == value else repr(value)


def read_fields(fields: Iterable[Field[Any]], values: Mapping[str, str]) -> dict[str, Any]:
    """Return the values of a form by name, or raise UserError."""
    return {field.name: field.read(values[field.name]) for field in fields}


def errors(fields: Iterable[Field[Any]], values: Mapping[str, str]) -> dict[str, str]:
    """Return a sentence for each value of a form that is wrong, by the field's name."""
    wrong = {}
    for field in fields:
        try:
            field.read(values[field.name])
        except UserError as error:
            wrong[field.name] = str(error)
    return wrong

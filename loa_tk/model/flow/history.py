"""Undo and redo of immutable values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class History(Generic[T]):
    """A present value, the values before it, and those that were undone."""

    present: T
    past: tuple[T, ...] = ()
    future: tuple[T, ...] = ()

    def push(self, value: T) -> History[T]:
        """Return the history with a new present value, or the same history if it is equal."""
        if value == self.present:
            return self
        return History(value, (*self.past, self.present))

    def undo(self) -> History[T]:
        """Return the history one step back, or the same history at its beginning."""
        if not self.past:
            return self
        return History(self.past[-1], self.past[:-1], (self.present, *self.future))

    def redo(self) -> History[T]:
        """Return the history one step forward, or the same history at its end."""
        if not self.future:
            return self
        return History(self.future[0], (*self.past, self.present), self.future[1:])

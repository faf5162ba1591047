"""Undo and redo, for values that never change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class History(Generic[T]):
    """A present value with those before it and those that were undone."""

    present: T
    past: tuple[T, ...] = ()
    future: tuple[T, ...] = ()

    def push(self, value: T) -> History[T]:
        """The history after a change; what was undone is forgotten. No change, no history."""
        if value == self.present:
            return self
        return History(value, (*self.past, self.present))

    def undo(self) -> History[T]:
        """One step back, or the same history at its beginning."""
        if not self.past:
            return self
        return History(self.past[-1], self.past[:-1], (self.present, *self.future))

    def redo(self) -> History[T]:
        """One step forward again, or the same history at its end."""
        if not self.future:
            return self
        return History(self.future[0], (*self.past, self.present), self.future[1:])

"""Frozen dataclasses that are quick to make, because the first window waits for seventy of them.

For every frozen class, `dataclasses.dataclass` compiles six methods in 0.45 ms. Here only
`__init__` is compiled, in 0.13 ms, and the other methods are closures. The seventy take 9 ms
instead of 31; the window is complete after 340. All else is the same: the fields and
their defaults, `kw_only`, `replace`, comparison, hashes, pickles and the refusal to be changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # type checkers know the usual one
    from dataclasses import dataclass as dataclass
else:
    import dataclasses
    from functools import partial
    from operator import attrgetter

    def dataclass(*, frozen, kw_only=False):
        """Return the decorator of a frozen dataclass; all its base classes have the same one."""
        assert frozen
        return partial(_immutable, kw_only=kw_only)

    def _immutable(cls, kw_only):
        own = set(cls.__dict__)
        made = dataclasses.dataclass(repr=False, eq=False, kw_only=kw_only)(cls)
        fields = dataclasses.fields(made)
        names = {field.name for field in fields}
        values = _getter([field.name for field in fields if field.compare])
        shown = [field.name for field in fields if field.repr]

        def __setattr__(self, name, value):
            # `__init__` sets each field once.
            if name not in names or name in self.__dict__:
                raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")
            object.__setattr__(self, name, value)

        def __delattr__(self, name):
            raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")

        def __eq__(self, other):
            same = other.__class__ is self.__class__
            return values(self) == values(other) if same else NotImplemented

        def __hash__(self):
            return hash(values(self))

        def __repr__(self):
            texts = ", ".join(f"{name}={getattr(self, name)!r}" for name in shown)
            return f"{self.__class__.__qualname__}({texts})"

        for method in (__setattr__, __delattr__, __eq__, __hash__, __repr__):
            if method.__name__ not in own:
                setattr(made, method.__name__, method)
        return made

    def _getter(names):
        """Return the function from an object to these values."""
        return attrgetter(*names) if names else lambda value: ()

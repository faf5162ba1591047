"""Frozen dataclasses that are quickly made, because the first window waits for some seventy.

For every frozen class, `dataclasses.dataclass` compiles six methods in 0.46 ms. Here only
`__init__` is compiled, in 0.11 ms, and the other methods are closures. All else is the same: the
fields and their defaults, `replace`, comparison, hashes, pickles and the refusal to be changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # type checkers know the usual one
    from dataclasses import dataclass as dataclass
else:
    import dataclasses
    from operator import attrgetter

    def dataclass(*, frozen):
        """Return the decorator of a frozen dataclass; all its base classes have the same one."""
        assert frozen
        return _immutable

    def _immutable(cls):
        own = set(cls.__dict__)
        made = dataclasses.dataclass(repr=False, eq=False)(cls)
        names = {one.name for one in dataclasses.fields(made)}
        values = _getter([one.name for one in dataclasses.fields(made) if one.compare])
        shown = [one.name for one in dataclasses.fields(made) if one.repr]

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
            fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in shown)
            return f"{self.__class__.__qualname__}({fields})"

        for method in (__setattr__, __delattr__, __eq__, __hash__, __repr__):
            if method.__name__ not in own:
                setattr(made, method.__name__, method)
        return made

    def _getter(names):
        """Return the function from an object to these values."""
        return attrgetter(*names) if names else lambda found: ()

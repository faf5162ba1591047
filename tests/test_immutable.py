"""The quickly made frozen dataclasses behave as those of the standard library do."""

import copy
import dataclasses
import pickle

import pytest

from loa_tk import immutable

BOTH = pytest.mark.parametrize("dataclass", [dataclasses.dataclass, immutable.dataclass])


@immutable.dataclass(frozen=True)
class Sent:
    """A class that pickle finds by its name."""

    number: int
    names: tuple[str, ...] = ()


def classes(dataclass):
    """Return a class with all kinds of fields, and a class derived from it."""

    @dataclass(frozen=True)
    class Base:
        """The base."""

        first: int
        second: str = "two"

    @dataclass(frozen=True)
    class Derived(Base):
        """A derived class."""

        third: list[int] = dataclasses.field(default_factory=list)
        fourth: float = dataclasses.field(default=4.0, compare=False, repr=False)

        def __str__(self):
            return "its own"

    return Base, Derived


@BOTH
def test_fields_and_defaults(dataclass):
    base, derived = classes(dataclass)
    assert [f.name for f in dataclasses.fields(derived)] == "first second third fourth".split()
    assert derived.__match_args__ == ("first", "second", "third", "fourth")
    value = derived(1, third=[3])
    assert dataclasses.asdict(value) == {"first": 1, "second": "two", "third": [3], "fourth": 4.0}
    assert derived(1).third is not derived(1).third
    assert dataclasses.replace(value, second="zwei") == derived(1, "zwei", [3])
    for wrong in ({}, {"first": 1, "fifth": 5}):
        with pytest.raises(TypeError):
            base(**wrong)


@BOTH
def test_keywords_only(dataclass):
    base, _ = classes(dataclass)

    @dataclass(frozen=True, kw_only=True)
    class Named(base):
        """A class whose own field has no default, and follows one that has."""

        third: int

    value = Named(1, third=3)
    assert (value.first, value.second, value.third) == (1, "two", 3)
    assert dataclasses.replace(value, third=4) == Named(first=1, third=4) != value
    assert hash(value) == hash(Named(1, third=3)) and "third=3" in repr(value)
    for wrong in (lambda: Named(1, "two", 3), lambda: Named(1), lambda: Named(1, first=1, third=3)):
        with pytest.raises(TypeError):
            wrong()


@BOTH
def test_comparison_hash_and_text(dataclass):
    base, derived = classes(dataclass)
    assert base(1) == base(1, "two") != base(2)
    assert len({base(1), base(1, "two"), base(2)}) == 2
    assert derived(1, fourth=5.0) == derived(1)
    assert base(1) != derived(1) and base(1) != (1, "two")
    with pytest.raises(TypeError):
        hash(derived(1))  # because of its list
    assert repr(derived(1)).endswith("Derived(first=1, second='two', third=[])")
    assert str(derived(1)) == "its own"

    @dataclass(frozen=True)
    class Empty:
        """Without any field."""

    assert Empty() == Empty() and hash(Empty()) == hash(Empty()) and repr(Empty())[-2:] == "()"


@BOTH
@pytest.mark.parametrize("name", ["first", "third", "another"])
def test_nothing_changes(dataclass, name):
    _, derived = classes(dataclass)
    value = derived(1)
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(value, name, 2)
    with pytest.raises(dataclasses.FrozenInstanceError):
        delattr(value, name)
    assert value == derived(1)


def test_copies_and_pickles():
    value = Sent(1, ("a", "b"))
    for same in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
        assert same == value and type(same) is Sent
        with pytest.raises(dataclasses.FrozenInstanceError):
            same.number = 2

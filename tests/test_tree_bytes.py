"""Recorded trees as bytes: the same tree comes back, and nonsense never does."""

import json
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loa_tk.model.game import UserError
from loa_tk.model.tree.codec import MAGIC, from_bytes, to_bytes
from tree_samples import KEYS, KINDS, nested, sample


@cache
def stored(search="alphabeta", order="eval"):
    return to_bytes(sample("loa5", search, order, 2))


@pytest.mark.parametrize(("search", "order"), KINDS)
@pytest.mark.parametrize("key", KEYS)
def test_a_tree_comes_back_from_its_bytes(key, search, order):
    tree = sample(key, search, order, 2, 7)
    copy = from_bytes(to_bytes(tree))
    for name in ("game", "root", "search", "evaluation", "depth", "order", "statistics", "line"):
        assert getattr(copy, name) == getattr(tree, name)
    assert copy.columns == tree.columns and nested(copy) == nested(tree)


@pytest.mark.parametrize(("search", "order"), KINDS)
def test_an_incomplete_tree_comes_back(search, order):
    for most in (1, 2, 40, 53):
        tree = sample("loa5", search, order, 3, most=most)
        copy = from_bytes(to_bytes(tree))
        assert copy.columns == tree.columns and not copy.complete and copy.total == tree.total


def looked_at(data):
    """Read bytes and use every node of the tree, if they are one."""
    try:
        tree = from_bytes(data)
        assert len(tree) == tree.size() and sum(tree.statistics.levels) == len(tree)
        nested(tree)
    except UserError:
        return False
    return True


def test_bytes_cut_short_are_refused():
    data = stored()
    assert looked_at(data)
    for length in range(0, len(data), 7):
        assert not looked_at(data[:length])
    assert not looked_at(data + b"\0")


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_changed_bytes_are_a_tree_or_refused(data):
    search, order = data.draw(st.sampled_from(KINDS))
    changed = bytearray(stored(search, order))
    for _ in range(data.draw(st.integers(1, 4))):
        changed[data.draw(st.integers(0, len(changed) - 1))] = data.draw(st.integers(0, 255))
    looked_at(bytes(changed))


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200))
def test_garbage_is_refused(data):
    assert not looked_at(data)
    assert not looked_at(MAGIC + len(data).to_bytes(4, "little") + data)


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_a_changed_header_is_refused(data):
    """A header is JSON, so that whole values are replaced here."""
    text = stored()
    start = len(MAGIC) + 4
    length = int.from_bytes(text[len(MAGIC) : start], "little")
    header = json.loads(text[start : start + length])
    name = data.draw(st.sampled_from(sorted(header)))
    values = st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5),
        st.lists(st.integers()), st.dictionaries(st.text(max_size=3), st.integers()),
    )  # fmt: skip
    header[name] = data.draw(values.filter(lambda value: value != header[name]))
    new = json.dumps(header).encode()
    read = looked_at(MAGIC + len(new).to_bytes(4, "little") + new + text[start + length :])
    assert not read or name == "evaluation"  # whose name can be anything

"""Files that people write on Windows: byte order marks, UTF-16, lines with returns."""

from argparse import Namespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loa_tk.cli.arguments import own_tree
from loa_tk.control.classroom.programs import read_command
from loa_tk.control.explorer import own_tree as form
from loa_tk.control.series.gamefiles import load
from loa_tk.model.encoding import BYTE_ORDER_MARKS, decode
from loa_tk.model.flow.puzzle import read
from loa_tk.model.written import read_tree

WAYS = [(b"", "utf-8"), *BYTE_ORDER_MARKS]
TREE = "# Jörg\r\n((3 12 8)(2 4 6))\r\n"
KEY = read_tree(TREE).key

# A text as an editor writes it, what reads it from a file, and what that returns.
READERS = {
    "tree": (TREE, lambda file: own_tree(Namespace(tree=str(file), game=None)).key, KEY),
    "form": (TREE, lambda file: form.read({form.FILE: str(file), form.TREE: ""}).key, KEY),
    "player": ("java -cp . Jörg\r\n", read_command, "java -cp . Jörg"),
    "series": ("a,b\r\nJörg,1\r\n", load, (["a", "b"], [["Jörg", "1"]])),
    "puzzle": ("A..\r\n...\r\n..A\r\n", lambda file: read(file.read_bytes()),
               read(b"A..\n...\n..A\n")),
}  # fmt: skip


@given(st.text(st.characters(exclude_categories=["Cs"])), st.sampled_from(WAYS))
def test_a_mark_says_the_encoding(text, way):
    mark, codec = way
    if mark or not text.startswith("\ufeff"):
        assert decode(mark + text.encode(codec)) == text


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way[1] + ("" if way[0] else "-bare"))
@pytest.mark.parametrize("reader", READERS)
def test_a_file_of_windows_is_read(reader, way, tmp_path):
    """A `player` or a tree that PowerShell had redirected was no text, a marked table no series."""
    text, reading, expected = READERS[reader]
    mark, codec = way
    file = tmp_path / "file"
    file.write_bytes(mark + text.encode(codec))
    assert reading(file) == expected

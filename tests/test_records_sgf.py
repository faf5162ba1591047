"""SGF as text, without any game: trees, escapes, encodings, long and deep files."""

import codecs
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loa_tk.model.records import RecordError
from loa_tk.model.records.sgf import WIDTH, SgfNode, decode, parse, render


def shape(text):
    """Return trees as plain lists of (parent, properties)."""
    return [[(node.parent, node.properties) for node in tree] for tree in parse(text)]


def test_nodes_and_variations():
    assert shape("(;A[1];B[2](;C[3];D[4])(;E[5]))") == [
        [(-1, [("A", ["1"])]), (0, [("B", ["2"])]), (1, [("C", ["3"])]), (2, [("D", ["4"])]),
         (1, [("E", ["5"])])]
    ]  # fmt: skip


def test_blanks_anywhere_and_several_values():
    assert shape(" ( ;\n A [1]\t[2]\n\n[3] ; ) ") == [[(-1, [("A", ["1", "2", "3"])]), (0, [])]]


def test_nodes_without_properties_between_others_are_one():
    assert shape("(;A[1];;\n;B[2];;)") == [
        [(-1, [("A", ["1"])]), (0, [("B", ["2"])]), (1, [])]
    ]


def test_long_names_lose_their_lower_case_letters():
    tree = parse("(;GaMe[9]SiZe[8]PlayerBlack[x]P0[y])")[0]
    assert [name for name, _ in tree[0].properties] == ["GM", "SZ", "PB", "P0"]


def test_text_around_games_is_passed_over():
    text = "Hello (all) ;-) (;-) (; see [1] :\n(;A[1]) and (also) (;A[2]) bye ) ; x["
    with pytest.raises(RecordError):  # “(; see [1]” looks like a game but has no capital letter
        parse(text)
    assert len(parse(text.replace("(; see", "( see"))) == 2


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        (r"a\]b", "a]b"), (r"a\\", "a\\"), (r"\\\]", "\\]"), (r"\:\x", ":x"), ("a\\\nb", "ab"),
        ("a\\\r\nb", "ab"), ("a\r\nb\n\rc\rd", "a\nb\nc\nd"), ("([;)", "([;)"), ("", ""),
        ("a\\\\\nb", "a\\\nb"),
    ],
)  # fmt: skip
def test_escapes(raw, value):
    assert shape(f"(;C[{raw}])") == [[(-1, [("C", [value])])]]


def test_a_missing_last_parenthesis_is_forgiven_and_a_missing_semicolon():
    assert shape("(;A[1](;B[2]") == shape("(;A[1](;B[2]))")
    assert [tree.unclosed for tree in parse("(;A[1](;B[2]")] == [2]
    assert [tree.unclosed for tree in parse("(;A[1](;B[2]))")] == [0]
    assert shape("(FF[4](B[2])(C[3]))") == shape("(;FF[4](;B[2])(;C[3]))")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no SGF game"), ("no game", "no SGF game"), ("()", "no SGF game"),
        ("(;A[never closed", "line 1 has a value that is never closed"),
        ("(;A", "line 1 has a property without a value"),
        ("(;abc[1])", "property 'abc' without a capital letter"),
    ],
)  # fmt: skip
def test_what_is_no_sgf_is_refused_in_a_line(text, reason):
    with pytest.raises(RecordError, match=reason) as caught:
        parse(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "kept", "reason"),
    [
        ("(;A[1];B[c1-c", "(;A[1];)", "line 1 has a value that is never closed"),
        ("(;A[1];B[2][3", "(;A[1];B[2])", "line 1 has a value that is never closed"),
        ("(;A[1]\n;B;C[2])", "(;A[1];)", "line 2 has a property without a value"),
        ("(;A[1]\n\n%)", "(;A[1])", "line 3 has an unexpected '%'"),
        ("(;A[1];[2])", "(;A[1];)", "line 1 has a value without a property"),
        ("(;A[1](;B[2])C[3])", "(;A[1](;B[2]))", "line 1 has property C after a variation"),
        ("(;A[1];C[half a \\] com\\", "(;A[1];C[half a \\] com])", "a value that is never closed"),
        ("(;A[1]C[", "(;A[1])", "line 1 has a value that is never closed"),
    ],
)
def test_a_game_that_breaks_off_has_what_stands_before(text, kept, reason):
    (tree,) = parse(text)
    assert tree == parse(kept)[0] and tree.broken.endswith(reason)
    first, second = parse(f"(;FF[4]X[1]){text}")
    assert not first.broken and second.broken
    whole = "(;FF[4]X[1](;Y[2]))"
    if not reason.endswith("closed"):  # a value that is never closed swallows everything after it
        assert parse(text + whole)[1:] == parse(whole)


@given(st.integers(0, 200))
def test_wherever_a_file_is_cut_the_moves_before_are_there(place):
    text = "(;FF[4]GM[9]PB[A\\]n];B[c1-c3];W[a3-b2]C[To the ce](;B[d5-b3])(;B[b5-d3];W[e3-d2]))"
    part = text[:place]
    try:
        (tree,) = parse(part)
    except RecordError:
        assert "]" not in part
        return
    assert bool(tree.broken or tree.unclosed) == (part != text)
    moves = [value for node in tree for name, (value, *_) in node.properties if name in "BW"]
    assert moves == re.findall(r"[BW]\[(\w\w-\w\w)\]", part)


def test_nesting_of_any_depth():
    deep = 20_000
    tree = parse("(;A[1]" * deep + ")" * deep)[0]
    assert len(tree) == deep and tree[-1].parent == deep - 2
    assert parse(render([tree]))[0] == tree
    wide = parse("(;A[1]" + "(;B[2])" * deep + ")")[0]
    assert parse(render([wide]))[0] == wide


values = st.text().map(lambda text: text.replace("\r", ""))
properties = st.lists(
    st.tuples(
        st.from_regex("[A-Z]{1,6}", fullmatch=True), st.lists(values, min_size=1, max_size=3)
    ),
    min_size=1,
    max_size=3,
)


@st.composite
def any_tree(draw):
    """Return a tree in file order: every node's parent is on the path to the node before it."""
    tree = [SgfNode(-1, draw(properties))]
    way = [0]
    for _ in range(draw(st.integers(0, 8))):
        del way[draw(st.integers(1, len(way))) :]
        tree.append(SgfNode(way[-1], draw(properties)))
        way.append(len(tree) - 1)
    return tree


@settings(max_examples=40)
@given(st.lists(any_tree(), min_size=1, max_size=2))
def test_what_is_written_is_read_again(trees):
    # A bare root cannot be distinguished from text between games.
    trees = [[SgfNode(-1, [("GM", ["9"]), *tree[0].properties]), *tree[1:]] for tree in trees]
    text = render(trees)
    assert parse(text) == trees and render(parse(text)) == text


def test_lines_are_short():
    tree = [SgfNode(-1, [("C", ["word " * 500 + "]" * 300 + "\nnext"]), ("AB", ["a1"] * 100)])]
    tree += [SgfNode(place, [("B", ["c1-c3"])]) for place in range(200)]
    text = render([tree])
    assert max(map(len, text.split("\n"))) <= 2 * WIDTH and parse(text) == [tree]
    plain = [line for line in text.split("\n") if "\\]" not in line]
    assert max(map(len, plain)) <= WIDTH


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("(;C[Jörg])".encode(), "(;C[Jörg])"),
        (codecs.BOM_UTF8 + "(;C[Jörg])".encode(), "(;C[Jörg])"),
        (codecs.BOM_UTF16_LE + "(;C[Jörg])".encode("utf-16-le"), "(;C[Jörg])"),
        ("(;C[Jörg])".encode("latin-1"), "(;C[Jörg])"),
        ("(;C[“Jörg”])".encode("cp1252"), "(;C[“Jörg”])"),
        ("(;CA[ISO-8859-1]C[“Jörg”])".encode("cp1252"), "(;CA[ISO-8859-1]C[“Jörg”])"),
        ("(;CA[koi8-r]C[ход])".encode("koi8-r"), "(;CA[koi8-r]C[ход])"),
        ("(;ChArset[Windows-1251]C[ход])".encode("cp1251"), "(;ChArset[Windows-1251]C[ход])"),
        ("(;CA[utf-8]C[J\xf6rg])".encode("latin-1"), "(;CA[utf-8]C[Jörg])"),
        ("(;CA[klingon]C[Jörg])".encode(), "(;CA[klingon]C[Jörg])"),
        (b"(;CA[unicode_escape]C[\\x41])", "(;CA[unicode_escape]C[\\x41])"),
        (b"(;C[\x81\x8d])", "(;C[\x81\x8d])"),
    ],
)  # fmt: skip
def test_encodings(data, text):
    assert decode(data) == text


@given(st.binary())
def test_any_bytes_are_some_text(data):
    assert isinstance(decode(data), str)
    assert isinstance(decode(b"(;CA[gbk]C[" + data), str)

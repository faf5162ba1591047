"""`loa tree` and the files that it writes."""

import json
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from loa_tk.cli.parser import main
from loa_tk.control.tree.page import PageTable, tree_page
from loa_tk.model.tree.layout import measure
from own_files import ALPHA_BETA, SIMPLE
from tree_samples import KEYS, sample

VOID = {"meta", "br", "hr", "link", "img", "input"}
HEAD = ["game", "position", "value", "bound", "move", "why", "nodes", "levels", "evals_max",
        "evals_min", "prunes_max", "prunes_min", "tree"]  # fmt: skip
NODE = ["move", "value", "bound", "alpha", "beta", "nodes", "cut", "children", "untried"]


def run(capsys, *arguments):
    assert main(["tree", *arguments]) == 0
    return capsys.readouterr().out


def each(node):
    yield node
    for child in node["children"]:
        yield from each(child)


@pytest.mark.parametrize(
    ("order", "depth", "nodes"), [("fixed", 3, 754), ("eval", 3, 395), ("best", 4, 893)]
)
def test_the_tree_as_json(capsys, order, depth, nodes):
    player = f"alphabeta:eval=groups,depth={depth}"
    out = run(capsys, "loa5", "--player", player, "--order", order, "--json")
    answer = json.loads(out)
    assert list(answer) == HEAD and answer["nodes"] == nodes == answer["tree"]["nodes"]
    assert (answer["value"], answer["move"], answer["tree"]["move"]) == (0, "b1-e1", None)
    assert "-0.0" not in out and out.count("\n") == 1
    found = list(each(answer["tree"]))
    assert len(found) == nodes and all(list(node) == NODE for node in found)
    assert sum(node["cut"] for node in found) == answer["prunes_max"] + answer["prunes_min"]
    assert sum(answer["levels"]) == nodes
    assert all(not node["untried"] or node["cut"] for node in found)


def test_moves_that_returned_the_value_as_a_bound_are_warned_of(capsys, tmp_path):
    """Only the window did; the text has b1-e1 and 13 other moves with 0."""
    page = tmp_path / "tree.html"
    warned = "13 other moves returned 0 too, but only as a bound: they are worth at most that."
    assert warned in " ".join(run(capsys, "loa5").split())
    assert warned in " ".join(json.loads(run(capsys, "loa5", "--json"))["why"])
    run(capsys, "loa5", "--html", str(page))
    assert warned in page.read_text("utf-8")
    assert "as a bound" not in run(capsys, "loa5", "--player", "minimax:eval=groups,depth=2")


def test_minimax_has_no_bounds(capsys):
    answer = json.loads(run(capsys, "loa5", "--player", "minimax:eval=groups,depth=2", "--json"))
    assert answer["tree"]["alpha"] is None and answer["nodes"] == 299


def test_the_text_is_limited_by_plies_and_width(capsys):
    out = run(capsys, "loa5", "--plies", "2", "--width", "3")
    assert out.isascii()
    lines = out.splitlines()
    assert lines[:4] == [
        "loa5 1bbb1/w3w/w3w/w3w/1bbb1 b",
        "Alpha-beta, evaluation groups, depth 3, moves tried in fixed order",
        "value 0 with b1-e1",
        "754 nodes (1, 18, 66, 669), 669 EVAL calls, 48 prunings",
    ]
    assert "  b1-e1   MIN        0  [-100, +100]  86 nodes  best" in lines
    assert "  (15 more tried)" in lines
    assert "    (10 cut off: a3xc1 a3xc5 e3xc1 ...)" in lines
    assert run(capsys, "loa5", "--plies", "0").splitlines()[-1:] == [
        "start   MAX        0  [-100, +100]  754 nodes"
    ]


@pytest.mark.parametrize("key", KEYS)
def test_every_game_has_a_tree_without_options(capsys, key):
    out = run(capsys, key, "--player", "alphabeta:eval=full,depth=2", "--plies", "1")
    assert out.startswith(f"{key} ") and out.isascii()
    assert "minus" not in out and "-0 " not in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--player", "hard"], "a tree can be recorded of minimax, alphabeta, mcts and"),
        (["--player", "alphabeta:eval=groups"], "needs a depth"),
        (["--player", "alphabeta:depth=2,seconds=3"], "a recorded search has no seconds"),
        (["--player", "minimax:depth=2,blunder=0.5"], "a recorded search has no blunder"),
        (["--player", "minimax:eval=edges,depth=2"], "has no evaluation 'edges'"),
        (["--order", "good"], "order 'good' is not one of fixed, eval, best"),
        (["--position", "5/w3w/1bb2/5/w4 w"], "the game is over (black)"),
        (["--plies", "²"], "plies '²' is not a whole number"),
        (["--width", "0"], "width '0' is not a whole number"),
        (["--json", "--dot"], "not allowed with"),
        (["--svg", "/nowhere/tree.svg"], "its folder does not exist"),
        (["--html", ""], "needs a name"),
    ],
)
def test_wrong_input_is_answered_in_one_line(capsys, arguments, message):
    assert main(["tree", "loa5", *arguments]) == 2
    out, error = capsys.readouterr()
    assert not out and message in error and error.count("\n") == 1


def test_an_empty_tree_is_refused_as_one(capsys):
    assert main(["tree", "--tree", " "]) == 2
    out, error = capsys.readouterr()
    assert not out and "--tree needs a tree" in error and error.count("\n") == 1


def test_a_tree_too_large_is_refused_with_its_size(capsys, monkeypatch):
    monkeypatch.setattr("loa_tk.cli.tree.MOST_NODES", 2_000)
    assert main(["tree", "loa5", "--player", "minimax:eval=groups,depth=4"]) == 2
    out, error = capsys.readouterr()
    assert not out and error.count("\n") == 1
    assert "more than 2,000 nodes, about 6" in error and "smaller depth" in error


def test_a_file_is_not_overwritten(capsys, tmp_path):
    path = tmp_path / "tree.svg"
    path.write_text("kept")
    assert main(["tree", "loa5", "--svg", str(path)]) == 2
    assert "exists" in capsys.readouterr().err and path.read_text() == "kept"


def test_the_picture_is_xml(capsys, tmp_path):
    path = tmp_path / "tree.svg"
    assert run(capsys, "loa5", "--svg", str(path)).strip() == str(path)
    root = ElementTree.fromstring(path.read_text("utf-8"))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    names = {element.text for element in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {"MAX", "b1-e1", "d5-a5", "width: positions that minimax would visit (4,463)"} <= names
    hatched = [e for e in root.iter() if e.get("fill") == "url(#cut)"]
    assert len(hatched) >= 17


class Outline(HTMLParser):
    """Checks that elements are nested, and counts them."""

    def __init__(self):
        super().__init__()
        self.open, self.counts, self.text, self.links = [], {}, [], []

    def handle_starttag(self, tag, attributes):
        self.counts[tag] = self.counts.get(tag, 0) + 1
        self.links += [value for name, value in attributes if name in ("src", "href")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.counts[tag] = self.counts.get(tag, 0) + 1

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


def outline(text):
    found = Outline()
    found.feed(text)
    found.close()
    assert found.open == []
    return found


def test_the_page_opens_and_closes_without_the_program(capsys, tmp_path):
    path = tmp_path / "tree.html"
    run(capsys, "loa5", "--html", str(path))
    text = path.read_text("utf-8")
    found, tree = outline(text), sample("loa5")
    inner = sum(not tree.is_leaf(node) for node in range(len(tree)))
    assert found.counts["details"] == found.counts["summary"] == inner
    assert found.links == [] and found.counts["script"] == 2  # its data, and what steps through it
    loads = text.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert "http" not in loads and "url(#" in loads and "@import" not in loads
    assert text.count('class="node') == len(tree)
    assert "prefers-color-scheme: dark" in text and "MAX already has 0 with b1-e1" in text


def test_a_large_tree_is_shown_in_part_and_the_page_says_so():
    tree = sample("loa5")
    found = outline(tree_page(tree, measure(tree), most=90))
    assert any("This page has 85 of 754 nodes" in text for text in found.text)
    incomplete = sample("loa5", most=100)
    found = outline(tree_page(incomplete, measure(incomplete)))
    assert any("Only the first 100 of about" in text for text in found.text)


def test_a_page_has_room_for_a_table():
    tree = sample("loa5", depth=2)
    extra = PageTable(
        heading="Compared <&>",
        heads=("search", "nodes"),
        rows=(("mini<max", "299"),),
        note="All agree.",
    )
    text = tree_page(tree, measure(tree), [extra])
    outline(text)
    assert "<h2>Compared &lt;&amp;&gt;</h2>" in text and "<td>mini&lt;max</td>" in text


def test_dot_is_a_graph(capsys):
    out = run(capsys, "loa5", "--dot", "--plies", "1", "--width", "2")
    assert out.startswith("digraph tree {") and out.rstrip().endswith("}") and out.isascii()
    assert out.count("Alpha-beta") == 1
    assert out.count(" -> ") == 3 and '[label="b1-e1", style=bold]' in out
    assert "16 more tried" in out


# --- a search of one's own ---


def own(path, depth=3):
    return "loa5", "--player", f"file:{path},eval=groups,depth={depth}", "--sandbox", SIMPLE


@pytest.fixture
def mine(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(ALPHA_BETA, "utf-8")
    return path


def shape(node):
    own = node["move"], node["value"], node["nodes"], node["untried"]
    return *own, [shape(child) for child in node["children"]]


def test_the_tree_of_a_right_search_is_alpha_beta_s_with_its_counts(capsys, mine):
    right = json.loads(run(capsys, "loa5", "--player", "alphabeta:eval=groups,depth=3", "--json"))
    tree = json.loads(run(capsys, *own(mine), "--json"))
    assert shape(tree.pop("tree")) == shape(right.pop("tree"))
    assert tree == right


def test_a_search_of_one_s_own_has_no_bounds_in_any_form(capsys, mine, tmp_path):
    (node, *_) = each(json.loads(run(capsys, *own(mine, 2), "--json"))["tree"])
    assert list(node) == NODE and node["alpha"] is node["beta"] is None
    text, dot = run(capsys, *own(mine, 2)), run(capsys, *own(mine, 2), "--dot")
    assert "A search of one's own" in text and "start   MAX" in text and "[" not in text
    assert "MAX" in dot and "inf" not in text + dot
    for option, name in (("--svg", "tree.svg"), ("--html", "tree.html")):
        run(capsys, *own(mine, 2), option, str(tmp_path / name))
        written = (tmp_path / name).read_text("utf-8")
        assert "b1-e1" in written and "∞" not in written.partition("<pre>")[0]


def test_a_search_that_goes_deeper_than_it_should_has_a_deeper_tree(capsys, mine, tmp_path):
    mine.write_text(ALPHA_BETA.replace("depth >= limit", "depth > limit"), "utf-8")
    assert len(json.loads(run(capsys, *own(mine, 1), "--json"))["levels"]) == 3
    run(capsys, *own(mine, 1), "--svg", str(tmp_path / "deep.svg"))


@pytest.mark.parametrize(
    ("text", "arguments", "message"),
    [
        (ALPHA_BETA, ["--order", "best"], "in its own order"),
        ("def choose(position, seconds, counts):\n    return position.moves()[0]\n", [],
         "mine.py evaluated nothing"),
        ("def choose(position, seconds, counts):\n    return 1 / 0\n", [], "line 2"),
        ("def evaluate(position, player):\n    return 1\n", [], "choose"),
    ],
)  # fmt: skip
def test_a_file_without_a_tree_is_refused_in_one_line(capsys, mine, text, arguments, message):
    mine.write_text(text, "utf-8")
    assert main(["tree", *own(mine), *arguments]) == 2
    out, error = capsys.readouterr()
    assert not out and message in error.splitlines()[-1] and "Traceback" not in error


def test_a_large_tree_of_one_s_own_is_refused(capsys, mine, monkeypatch):
    monkeypatch.setattr("loa_tk.cli.tree.MOST_NODES", 500)
    assert main(["tree", *own(mine)]) == 2
    assert "has more than 500 nodes" in capsys.readouterr().err

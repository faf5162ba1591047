"""Links to a step: the same text in the window, on the command line and in a page's own script."""

import json
import re
import shutil
import subprocess
from dataclasses import replace
from html import unescape
from itertools import count

import pytest

from explorer_samples import EXPLORER, do, explored, explorer, run
from loa_tk.cli.parser import main
from loa_tk.control.explorer import commands
from loa_tk.control.explorer.jobs import Exploration
from loa_tk.control.explorer.tree_scenes import event_text
from loa_tk.control.tree.page import tree_page
from loa_tk.control.tree.stepping import SCRIPT, step_data
from loa_tk.model.game import UserError
from loa_tk.model.games import find_game
from loa_tk.model.numbers import number
from loa_tk.model.tree.figure import Execution
from loa_tk.model.tree.layout import measure
from loa_tk.model.tree.recording import TreeRequest, record
from loa_tk.model.tree.steplink import EXAMPLE, link_text, read_link
from loa_tk.model.written import read_tree
from loa_tk.words import tree as words
from patience import PATIENCE
from test_handout import HANDOUT
from tree_samples import KEYS, sample

NODE, BROWSER = shutil.which("node"), shutil.which("chromium")
DATA = """
const data = JSON.parse(require("fs").readFileSync(0, "utf8"));
"""
CHECK = """
const made = module.exports.moments(data);
console.log(JSON.stringify(made.map(m => [m.node, m.step, m.line, m.child, m.v, m.a, m.b,
  m.returned, module.exports.sentence(data, m)])));
console.log(JSON.stringify(module.exports.frames(data, made, made.length >> 1).map(m => m.node)));
"""
READER = """<script>addEventListener("load", async () => {
  const seen = [], get = id => document.getElementById(id);
  const note = () => seen.push([location.hash, get("step-number").textContent, scrollY > 0]);
  note();
  get("step-next").click();
  note();
  document.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowLeft"}));
  note();
  location.hash = "#step=307";
  await new Promise(done => addEventListener("hashchange", () => setTimeout(done)));
  note();
  get("step-cut").click();
  note();
  document.title = JSON.stringify(seen);
});</script>"""


def written(text):
    game = read_tree(text)
    return record(
        TreeRequest(game=game, state=game.start, evaluation="mean", depth=game.height)
    )


def run_script(tree, check, folder):
    """Return the lines of JSON that a check prints after the script of a tree's page."""
    file = folder / "steps.js"
    file.write_text(SCRIPT + DATA + check, "utf-8")
    done = subprocess.run(
        [NODE, str(file)], input=json.dumps(step_data(tree)), capture_output=True, text=True,
        check=True, timeout=PATIENCE,
    )  # fmt: skip
    return map(json.loads, done.stdout.splitlines())


@pytest.mark.skipif(NODE is None, reason="node is not installed")
@pytest.mark.parametrize(
    "tree",
    [sample("loa5"), sample("minicheckers", "minimax"), sample("breakthrough3", order="best"),
     written("((3 12 8)(2 4 6)(14 5 2))"), written("MIN (((3 5)(6 9))((1 2)(0 -1)) 4)"),
     written("((0.501 0.6)(0.502 0.5 0.7)(0.503 0.51))")],
    ids=["loa5", "minimax", "best", "book", "min", "close"],
)  # fmt: skip
def test_the_script_of_the_page_makes_every_moment_of_the_search(tree, tmp_path):
    data = step_data(tree)
    made, stack = run_script(tree, CHECK, tmp_path)
    execution, texts = Execution(tree), data["texts"]
    shown_tree = Exploration(tree=tree, widths=measure(tree), execution=execution)
    place = {text: at for at, text in enumerate(texts)}
    assert len(made) == len(execution)
    for found, moment in zip(made, execution, strict=True):
        assert found[:4] == [moment.node, moment.step, moment.line, moment.child]
        wanted = [moment.v, moment.alpha, moment.beta, moment.returned]
        shown = [None if at is None else texts[at] for at in found[4:8]]
        assert shown == [None if value is None else number(value) for value in wanted]
        assert found[8] == event_text(shown_tree, moment)
    half = execution.moment(len(execution) >> 1)
    assert stack == list(tree.path(half.node)) and len(place) <= len(texts)


@pytest.mark.skipif(NODE is None, reason="node is not installed")
def test_the_page_takes_the_links_that_the_window_takes(tmp_path):
    tree = record(TreeRequest(game=find_game("loa5"), state=find_game("loa5").start, depth=1))
    search = "alphabeta:eval=groups,depth=1 step"
    links = [link_text(tree, 5), f"loa5 {search} 5", "step 5", "5", f"loa8 {search} 5", "here"]
    check = f"console.log(JSON.stringify({json.dumps(links)}.map(one => module.exports.linked("
    (said,) = run_script(tree, f"{check}data, one))));", tmp_path)
    assert said == [5, 5, 5, 5, words.OTHER_LINK, words.NO_LINK]
    assert read_link(links[0]) == read_link(links[1])


def test_no_name_of_an_evaluation_begins_a_script_in_the_page():
    tree = record(TreeRequest(game=find_game("loa5"), state=find_game("loa5").start, depth=1,
                              evaluation="groups", search="alphabeta"))  # fmt: skip
    page = tree_page(replace(tree, evaluation="<!--<script>.py"), measure(tree))
    data = re.search('id="step-data">(.*?)</script>', page, re.S)[1]
    assert "<" not in data and "<!--<script>.py" in json.loads(data)["links"][0]


@pytest.mark.skipif(BROWSER is None, reason="chromium is not installed")
def test_a_page_opens_at_its_beginning_and_with_a_step_at_that_step(tmp_path):
    link, page = read_link(EXAMPLE), tmp_path / "tree.html"
    tree = record(TreeRequest(game=link.game, state=link.state, depth=link.depth))
    page.write_text(tree_page(tree, measure(tree)) + READER, "utf-8")
    done = subprocess.run(
        [BROWSER, "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync",
         f"--user-data-dir={tmp_path / 'browser'}", "--window-size=800,600",
         "--virtual-time-budget=2000", "--dump-dom", page.as_uri()],
        capture_output=True, text=True, timeout=PATIENCE,
    )  # fmt: skip
    seen = json.loads(unescape(re.search("<title>(.*?)</title>", done.stdout)[1]))
    assert seen[0] == ["", "step 1 of 6,101", False]
    assert seen[1][:2] == ["#step=2", "step 2 of 6,101"]
    assert seen[2][:2] == ["#step=1", "step 1 of 6,101"]
    assert seen[3] == ["#step=307", "step 307 of 6,101", True]
    cut = next(at for at in count(307) if is_cut(tree, at))
    assert seen[4][:2] == [f"#step={cut + 1}", f"step {cut + 1} of 6,101"]


def is_cut(tree, number):
    moment = Execution(tree).moment(number)
    return moment.step == "test" and moment.returned is not None


@pytest.mark.parametrize("key", KEYS)
def test_a_link_is_read_back(key):
    for order in ("fixed", "eval"):
        tree = sample(key, order=order, depth=2, plies=6)
        link = read_link(link_text(tree, 17))
        assert (link.game, link.state, link.search) == (tree.game, tree.root, tree.search)
        assert (link.evaluation, link.depth, link.order) == (tree.evaluation, 2, order)
        assert link.step == 17


def test_the_link_of_an_own_tree_has_the_tree_in_it():
    tree = written("MIN A(B(x:3 12) C(2 4))")
    link = read_link(link_text(tree, 5))
    assert link.game.key == tree.game.key and link.step == 5


@pytest.mark.parametrize(
    "text",
    ["", "step 3", "loa5 alphabeta:depth=3", "loa7 alphabeta:eval=groups,depth=3 step 1",
     "loa5 alphabeta:eval=mine.py,depth=3 step 1", "loa5 alphabeta:eval=groups step 1",
     "loa5 9/9 b alphabeta:eval=groups,depth=3 step 1", "tree:((3 alphabeta:depth=1 step 1",
     "loa5 alphabeta:eval=groups,depth=3 order wild step 1", "loa5 strong:depth=3 step 4"],
)  # fmt: skip
def test_what_is_not_a_link_is_refused_in_one_line(text):
    with pytest.raises(UserError) as caught:
        read_link(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("step", [0, 6102, 10**30])
def test_a_step_that_the_search_does_not_have_is_refused_in_one_line(capsys, step):
    assert main(["tree", "--step", EXAMPLE.replace("307", str(step))]) == 2
    out, error = capsys.readouterr()
    assert not out and error.count("\n") == 1 and "has the steps 1 to 6,101" in error


def test_the_example_is_a_link():
    assert read_link(EXAMPLE).step == 307


def test_the_window_copies_a_link_and_opens_it_in_another_window():
    state = explored("loa5", order="eval")
    commands.seek(state, 306)
    (copied,) = do(state, "copy-link")
    assert copied.text.endswith("alphabeta:eval=groups,depth=3 order eval step 307")
    other = explorer("minicheckers")
    (paste,) = do(other, "open-link")
    run(other, paste.then(other, f"  {copied.text}\n"))
    assert other.moment == 306 and not other.whole and other.game.key == "loa5"
    assert other.values["order"] == "eval"
    assert EXPLORER.show(other).figure == EXPLORER.show(state).figure


def test_a_clipboard_without_a_link_is_said_and_changes_nothing():
    state = explored()
    (paste,) = do(state, "open-link")
    assert paste.then(state, "hello") == [] and state.explored is not None
    scene = EXPLORER.show(state)
    assert scene.bad and scene.status.startswith("The clipboard has no link to a step: ")


def test_the_link_of_the_handout_shows_a_cut_off_by_an_equal_value():
    link = read_link(re.search('--step "(.+?)"', HANDOUT)[1])
    tree = record(TreeRequest(game=link.game, state=link.state, depth=link.depth))
    moment = Execution(tree).moment(link.step - 1)
    assert moment.step == "test" and moment.returned == moment.v == moment.beta
    state = explorer("minicheckers")
    (paste,) = do(state, "open-link")
    run(state, paste.then(state, link_text(tree, link.step)))
    assert state.explored.execution.moment(state.moment) == moment


def test_a_step_on_the_command_line(capsys):
    assert main(["tree", "--step", EXAMPLE.replace("307", "887")]) == 0
    out = capsys.readouterr().out
    assert out.isascii() and out.splitlines()[-1] == "> if v >= beta then return v  returns +25"
    assert "MAX-VALUE a2-c2  a b3-b1  alpha 0  beta +25  v +25" in out
    for wrong in (["--step", "x"], ["loa5", "--step", EXAMPLE]):
        assert main(["tree", *wrong]) == 2 and capsys.readouterr().err.count("\n") == 1

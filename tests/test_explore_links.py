"""From the log to the explorer: a quick depth, and each depth's own tree."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from loa_tk.control.effects import OpenTool
from loa_tk.control.game.gamelog import QUICK, explorable, logged_search
from loa_tk.control.game.session import Logged
from loa_tk.control.main.toolbox import explore
from loa_tk.model.games import find_game
from loa_tk.model.search.players import read_player
from loa_tk.model.tree.recording import TreeRequest, record
from loa_tk.scenes.main import LogEntry, LogRow
from loa_tk.view.kit.theme import Look
from loa_tk.view.main.log_page import LogText
from viewing import settle


def report_of(key, spec):
    game = find_game(key)
    player = read_player(game, spec)
    made = player.choose(game, game.start, (), lambda: False, lambda report: None)
    return game, replace(made, player=spec)


@pytest.mark.parametrize("key", ["loa5", "breakthrough8", "minicheckers"])
def test_explore_opens_the_deepest_tree_that_is_quick(key):
    game, report = report_of(key, f"alphabeta:eval={find_game(key).evaluations[0]},seconds=0.6")
    asked = explorable(game, game.start, report)
    finished = [made for made in report.iterations if made.kind == "depth"]
    nodes = {made.depth: made.statistics.nodes for made in finished}
    assert nodes[asked.depth] <= QUICK and asked.depth <= report.depth
    assert all(nodes[d] > QUICK for d in nodes if d > asked.depth)
    wanted = TreeRequest(
        game=game, state=game.start, evaluation=asked.evaluation, depth=asked.depth
    )
    assert len(record(wanted)) == nodes[asked.depth]


def test_a_search_to_a_depth_is_explored_at_that_depth():
    game, report = report_of("loa5", "alphabeta:eval=groups,depth=5")
    assert explorable(game, game.start, report).depth == 5


def test_a_strong_search_is_repeated_at_a_modest_depth():
    game, report = report_of("loa8", "strong:seconds=0.5")
    asked = explorable(game, game.start, replace(report, depth=12))
    assert asked.search == "alphabeta" and 1 <= asked.depth <= 4


def test_each_depth_of_the_log_is_a_link_to_its_own_tree():
    game, report = report_of("loa5", "alphabeta:eval=groups,depth=3")
    log = type("Log", (list,), {"keyed": 0})()
    session = SimpleNamespace(log=log, game=game, match=SimpleNamespace(state=game.start))
    logged = logged_search(session, game, game.start, 1, report)
    assert isinstance(logged, Logged) and [row.link for row in logged.entry.rows] == [True]
    log.append(logged)
    for key, depth in (("1", 3), ("1/2", 2)):
        (opened,) = explore(session, key)
        assert isinstance(opened, OpenTool) and opened.request.search.depth == depth
    assert explore(session, "9/1") == []


def test_a_click_on_a_depth_reports_it(root):
    chosen = []
    log = LogText(root, Look(root), print, lambda *what: chosen.append(what))
    log.pack(fill="both", expand=True)
    root.geometry("400x300")
    rows = tuple(
        LogRow(depth=str(depth), value="0", nodes="9", time="1 ms", line=("b1-e1",), link=depth < 9)
        for depth in (2, 9)
    )
    log.add(LogEntry(head="1. Black b1-e1", statistics=(("Nodes", "9"),), rows=rows, key="7"))
    settle(root)
    for depth in ("2", "9"):
        start = log.text.search(f"    {depth}", "1.0")
        x, y, width, height = log.text.bbox(f"{start}+4c")
        log.text.event_generate("<Motion>", x=x + width // 2, y=y + height // 2)
        log.text.event_generate("<Button-1>", x=x + width // 2, y=y + height // 2)
        log.text.event_generate("<ButtonRelease-1>", x=x + width // 2, y=y + height // 2)
        settle(root)
    assert chosen == [("explore", "7/2")]

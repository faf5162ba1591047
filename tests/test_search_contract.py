"""The contract of all searches, checked for every search in the folder in every game."""

import csv
import io
import json
import pickle
import time
from dataclasses import replace

import pytest

from loa_tk.cli.search import report_json
from loa_tk.control.engine.searches import SearchJob
from loa_tk.control.engine.searchlog import as_csv, as_text, csv_row, log_entry
from loa_tk.control.engine.thought import Thought
from loa_tk.control.main.scenes import thinking_scene
from loa_tk.control.player_form import check, player_fields, spec
from loa_tk.model.game import finish
from loa_tk.model.games import all_games, find_game
from loa_tk.model.records.reports import read_report, report_text
from loa_tk.model.search import all_searches, find_search
from loa_tk.model.search.players import Player, read_player
from loa_tk.model.search.search import ENGINE, Limits, Request
from loa_tk.model.search.statistics import ROWS, Statistics
from patience import PATIENCE
from test_game_contract import positions

GAMES = list(all_games().values())
LOA5 = find_game("loa5")


# Students' files and other programs are tested in test_guest_jobs.py and test_ugi_player.py.
HERE = [name for name, search in all_searches().items() if search.place == ENGINE]


@pytest.fixture(params=HERE)
def name(request):
    return request.param


def quick(name):
    """Return a player with that search and a small limit that is the same on every machine."""
    limits = {"depth": 2, "playouts": 40}
    rows = [option.name for option in find_search(name).options]
    return Player(name, **{key: value for key, value in limits.items() if key in rows}, seed=3)


def test_searches_are_found_in_the_order_of_menus():
    assert list(all_searches()) == [*HERE, "file", "ugi", "uci"]
    assert HERE == ["random", "minimax", "alphabeta", "strong", "mcts"]
    assert len({search.rank for search in all_searches().values()}) == len(all_searches())


def test_a_search_names_statistics_and_options_that_there_are(name):
    search = find_search(name)
    assert set(search.statistics) <= ROWS.keys() and search.name == name
    names = [option.name for option in search.options]
    assert len(set(names)) == len(names) and "seed" in names


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_answers_are_legal_repeatable_and_told_everywhere(name, game):
    player = quick(name)
    for state in positions(game, 30, seed=2)[::10]:
        if finish(game, state) is not None:
            continue
        report = player.choose(game, state)
        end = state
        for move in report.line:
            assert finish(game, end) is None and move in game.moves(end)
            end = game.play(end, move)
        assert report.line[0] == report.move and (report.value is None) == (name == "random")
        again = player.choose(game, state)
        assert (again.line, again.value, again.statistics) == (
            report.line, report.value, report.statistics,
        )  # fmt: skip
        told_everywhere(game, state, player, report)


def told_everywhere(game, state, player, report):
    """Every figure that the search counts appears in log, text, CSV, JSON and file record."""
    shown = find_search(player.search).statistics
    assert report.shown == shown
    entry = log_entry(game, state, 1, report)
    assert [text for text, _ in entry.statistics] == [ROWS[one].text for one in shown]
    assert all(figure in as_text(entry) for _, figure in entry.statistics)
    (row,) = csv.DictReader(io.StringIO(as_csv([csv_row(game, state, 1, report)])))
    answer = json.loads(json.dumps(report_json(game, state, player, report)))
    assert list(answer["statistics"]) == list(shown)
    for one, row_of in ROWS.items():
        figure = getattr(report.statistics, one)
        assert row[one] == (str(figure) if one in shown else "")
        if one in shown:
            assert answer["statistics"][one] == figure
            assert (row_of.text, row_of.form.format(figure)) in entry.statistics
    assert read_report(game, state, report_text(game, state, report)) == report


def test_a_search_stops_at_once(name):
    """The search has a legal move even before it has looked at anything."""
    game = find_game("loa8")
    report = find_search(name)(
        Request(game=game, state=game.start, limits=Limits(stop=lambda: True))
    ).search()
    assert report.move in game.moves(game.start) and report.statistics.nodes < 5_000


@pytest.mark.parametrize("seconds", [0.05, 0.3])
def test_a_search_is_never_late(name, seconds):
    game = find_game("loa8")
    begun = time.process_time()  # of this process alone; others may use the machine
    find_search(name)(Request(game=game, state=game.start, limits=Limits(seconds=seconds))).search()
    assert time.process_time() - begun < seconds + 0.1


def test_progress_is_reported_with_the_same_statistics(name):
    reports = []
    search = find_search(name)
    limits = Limits(seconds=PATIENCE, stop=lambda: len(reports) >= 3)
    search(Request(game=LOA5, state=LOA5.start, limits=limits, progress=reports.append)).search()
    assert (len(reports) >= 3) == (name != "random")
    assert {report.shown for report in reports} <= {search.statistics}
    if reports:
        assert reports[-1].statistics.nodes > reports[0].statistics.nodes


def test_a_player_travels_to_another_process(name):
    job = pickle.loads(
        pickle.dumps(SearchJob(game="loa5", state=LOA5.start, history=(), player=quick(name)))
    )
    assert job.player == quick(name)
    report = job.run(lambda: False, lambda report: None)
    assert pickle.loads(pickle.dumps(report)) == report and report.shown
    assert thinking_scene(
        Thought(
            purpose="move", game=LOA5, state=LOA5.start, player=job.player, begun=0.0, report=report
        ), 0.1
    ).progress == (0.0 if name == "random" else 1.0)  # fmt: skip


@pytest.mark.parametrize(
    "player",
    [*map(quick, HERE), Player("file", file="a, b.py", seconds=2.0),
     Player("ugi", command="x y", seconds=1.0),
     Player("uci", command="x y", seconds=1.0, depth=3, nodes=9, options="Hash=64;Threads=1"),
     Player("alphabeta", eval="my files/mine.py", depth=2)],
    ids=lambda player: player.spec(),
)  # fmt: skip
def test_the_form_describes_every_player(player):
    game = find_game("breakthrough8") if player.search == "uci" else LOA5
    fields = player_fields(game, "x", player, read_player(game, "hard"))
    values = {field.key: field.value for field in fields}
    assert check(values) == {}
    unseeded = player.changed(**({"seed": None} if "seed" in player.options else {}))
    assert read_player(game, spec(values, "x")) == unseeded


def test_progress_is_the_share_of_the_nearest_limit():
    report = replace(quick("mcts").choose(LOA5, LOA5.start), seconds=1.0)
    assert Player("mcts", playouts=160).progress(report) == 0.25
    assert Player("mcts", playouts=160, seconds=2.0).progress(report) == 0.5
    assert Player("mcts", playouts=10).progress(report) == 1
    assert Player("mcts").progress(report) == 0


def test_limits_are_shown_to_people():
    assert read_player(LOA5, "strong:depth=4,seconds=1.5").limit_texts() == ["depth 4", "1.5 s"]
    assert read_player(LOA5, "mcts:playouts=1000").limit_texts() == ["1,000 playouts"]
    assert read_player(LOA5, "random").limit_texts() == []


def test_a_player_without_limits_has_ten_seconds_if_it_needs_any():
    found = {name: Player(name).allowed for name in all_searches()}
    assert found.pop("random") is None and set(found.values()) == {10.0}
    assert Player("mcts", playouts=5).allowed is None and Player("strong", depth=1).allowed is None


def test_statistics_are_combined_as_their_rows_say():
    first = Statistics(
        max_depth=3,
        nodes=10,
        evals_max=1,
        evals_min=2,
        prunes_max=3,
        prunes_min=4,
        levels=(1, 9),
        playouts=7,
        win_share=0.25,
    )
    second = Statistics(
        max_depth=2,
        nodes=20,
        evals_max=10,
        evals_min=20,
        prunes_max=30,
        prunes_min=40,
        levels=(1, 2, 17),
        playouts=70,
        win_share=0.75,
    )
    assert first + second == Statistics(
        max_depth=3,
        nodes=30,
        evals_max=11,
        evals_min=22,
        prunes_max=33,
        prunes_min=44,
        levels=(2, 11, 17),
        playouts=77,
        win_share=0.75,
    )


def test_a_new_statistic_is_one_row():
    """Everything made from rows finds all of them: nothing else lists statistics."""
    report = quick("mcts").choose(LOA5, LOA5.start)
    head = as_csv([csv_row(LOA5, LOA5.start, 1, report)]).splitlines()[0].split(",")
    assert ROWS.keys() <= set(head) and len(set(head)) == len(head)


def test_a_report_with_statistics_unknown_here_is_read_without_them():
    report = quick("mcts").choose(LOA5, LOA5.start)
    text = report_text(LOA5, LOA5.start, report).replace('"playouts":', '"rollouts":', 1)
    assert read_report(LOA5, LOA5.start, text).shown == ("nodes", "max_depth", "win_share")


WRITTEN_BEFORE = (
    '{"move":"c5-c3","value":6.25,"depth":1,"line":"c5-c3","seconds":0.5,'
    '"statistics":[1,19,0,18,0,0],"levels":[1,18],'
    '"passes":[["depth",1,6.25,"c5-c3","c5-c3",0.5,[1,19,0,18,0,0],[1,18]],'
    '["proof",1,0.0,null,"",0.0,[1,18,0,0,0,0],[0,18]]]}'
)


def test_a_report_of_an_earlier_version_is_read():
    report = read_report(LOA5, LOA5.start, WRITTEN_BEFORE)
    assert report.statistics == Statistics(
        max_depth=1, nodes=19, evals_max=0, evals_min=18, prunes_max=0, prunes_min=0, levels=(1, 18)
    )
    assert report.shown == find_search("strong").statistics and report.iterations[1].move is None

"""Tables as CSV: no spreadsheet runs a name or a text, numbers stay numbers, all is read back."""

import csv
import io
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loa_tk.control.engine.searchlog import as_csv as log_table
from loa_tk.control.series import gamefiles
from loa_tk.control.series.plan import Plan, Result, tasks
from loa_tk.control.series.play import play_game
from loa_tk.control.series.store import TABLE, SeriesStore
from loa_tk.control.tree.comparison_page import as_csv as comparison_table
from loa_tk.model.games import find_game
from loa_tk.model.tree.comparison import compare
from loa_tk.model.tree.recording import TreeRequest
from loa_tk.store.tables import harmless, original, read_rows, table_text

FORMULAS = ("=1+1", "+1+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1", "=cmd|' /C calc'!A0", "-", "+-1")
LOA5 = find_game("loa5")


def cells_of(text):
    """Return every cell as a spreadsheet reads it."""
    return [cell for row in csv.reader(io.StringIO(text, newline="")) for cell in row]


def is_run(cell):
    """Return whether a spreadsheet would run a cell: it begins so and is no number."""
    try:
        float(cell)
    except ValueError:
        return cell[:1] in tuple("=+-@\t\r")
    return False


@pytest.mark.parametrize("text", FORMULAS)
def test_a_formula_is_shown_and_not_run(text):
    (cell,) = cells_of(table_text([[text]]))
    assert cell == "'" + text


@pytest.mark.parametrize("number", [-1, -1.5, 1e-7, "-1.5", "+3", "-2.5e-07", "-.5"])
def test_numbers_stay_numbers(number):
    assert cells_of(table_text([[number]])) == [str(number)]


@given(st.text("=+-@\t\r'1ae.", min_size=1) | st.text(min_size=1))
def test_every_cell_is_harmless_and_read_back(text):
    assert not is_run(harmless(text)) and original(harmless(text)) == text
    if "\0" not in text:  # which no reader of CSV takes before Python 3.11
        assert read_rows(table_text([["x", text], [text]])) == [["x", text], [text]]


@pytest.mark.parametrize("name", FORMULAS)
def test_a_series_of_players_with_such_names_is_written_and_resumed(tmp_path, name):
    plan = Plan(game="loa5", players=(name, "random"), games=1)
    (result,) = [play_game(task) for task in tasks(LOA5, replace(plan, players=("random",) * 2))]
    result = replace(result, reason=f"{name} has no move")
    text = gamefiles.as_csv(plan, [result])
    assert not any(map(is_run, cells_of(text)))
    path = tmp_path / "games.csv"
    path.write_bytes(text.encode())
    read = gamefiles.read(path, plan)
    assert (read.of(plan), read.faults) == ([result], [])


def test_the_kept_table_of_the_window_is_harmless_too(tmp_path):
    plan = Plan(game="loa5", players=("@random", "random"), games=1)
    store = SeriesStore(tmp_path)
    result = Result(number=0, first=0, winner=1, reason="=1+1", moves=(), opening=0, turns=())
    store.begin(plan).keep(result)
    text = (store.path / TABLE).read_text("utf-8")
    store.release()
    assert "'=1+1" in text and not any(map(is_run, cells_of(text)))


def test_the_log_and_the_comparison_are_harmless_too():
    rows = [{"move": "a1-b2", "value": -0.5, "line": "=1", "player": "@x"}]
    assert not any(map(is_run, cells_of(log_table(rows)))) and "-0.5" in log_table(rows)
    request = TreeRequest(game=LOA5, state=LOA5.start, evaluation="groups", depth=1)
    assert "'=evil.py" in comparison_table(replace(compare(request), evaluation="=evil.py"))

"""The figures of docs/REPORT.md that come from the code: weights, levels, bonuses, node counts."""

import re
from pathlib import Path

import pytest

from loa_tk.model.book import RECORD
from loa_tk.model.checks.mistakes import InfiniteWindow
from loa_tk.model.games import all_games, find_game
from loa_tk.model.games.breakthrough.knowledge.formation import WEIGHTS as ROW_WEIGHTS
from loa_tk.model.games.breakthrough.knowledge.full import SQUARES
from loa_tk.model.games.breakthrough.knowledge.third_report import BONUSES
from loa_tk.model.games.lines_of_action.knowledge.evaluation import square_worth
from loa_tk.model.games.lines_of_action.knowledge.full import WEIGHTS
from loa_tk.model.games.mini_checkers.knowledge.evaluation import POINTS
from loa_tk.model.search.players import levels
from loa_tk.model.search.search import Limits, Request
from loa_tk.model.search.textbook import AlphaBeta

REPORT = (Path(__file__).parent.parent / "docs" / "REPORT.md").read_text("utf-8")
SIZES = (5, 6, 8)


def row(title, after="## Appendix E"):
    """Return the cells of the table row with this title, the first after a text."""
    found = re.search(rf"^\| {re.escape(title)}[^|]* \|(.*)\|$", REPORT.partition(after)[2], re.M)
    return [cell.strip() for cell in found[1].split("|")]


def numbers(weights):
    return ", ".join(map(str, weights))


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("concentration", "concentration"), ("largest group", "largest"), ("block", "block"),
        ("the right to move", "tempo"),
    ],
)  # fmt: skip
def test_the_weights_of_full(title, name):
    assert row(title) == [f"{getattr(WEIGHTS[size], name)}" for size in SIZES]


@pytest.mark.parametrize(
    ("title", "ring"),
    [("squares of the first ring", 0), ("second ring, likewise", 1), ("third ring, likewise", 2)],
)
def test_the_worth_of_squares_in_full(title, ring):
    assert row(title) == [numbers(WEIGHTS[size].checkers[ring]) for size in SIZES]


@pytest.mark.parametrize(
    ("title", "place"),
    [
        ("corner", (0, 0)), ("on the edge beside a corner", (0, 1)),
        ("elsewhere on the edge", (0, 2)), ("second ring", (1, 1)), ("third ring", (2, 2)),
    ],
)  # fmt: skip
def test_the_worth_of_squares_in_centre(title, place):
    assert row(title, "**`centre`**") == [str(square_worth(size, *place)) for size in SIZES]


def test_the_points_of_mini_checkers():
    assert row("points") == [numbers(points) for points in POINTS]


def test_the_bonuses_of_breakthrough():
    one_row_before, at_home = re.findall(r"^- (\d+),? (?:if|on its home row)", REPORT, re.M)
    assert BONUSES["breakthrough8"].about_to == int(one_row_before)
    assert BONUSES["breakthrough5x10"].at_home == int(at_home)
    assert (BONUSES["breakthrough3"].about_to, BONUSES["breakthrough3"].at_home) == (0, 0)


def test_the_weights_of_squares_in_breakthrough():
    weights, after = SQUARES["breakthrough8"], "### Breakthrough 8x8"
    lines = {"file": map(numbers, weights.files), "side by side": map(str, weights.beside)}
    # A runner with n steps to go stands on row 8 - n.
    lines["race"] = map(str, weights.certain[:0:-1])
    groups = {"to move": weights.to_move, "waiting": weights.waiting, "empty": weights.contested}
    for name, rows in groups.items():
        for count, said in enumerate(("no supporter", "one supporter", "two supporters")):
            lines[f"{name}, {said}"] = [numbers(contacts[count]) for contacts in rows]
    for title, cells in lines.items():
        assert [cell for cell in row(title, after) if cell] == list(cells), title
    assert f"- **the right to move**: {weights.turn}," in REPORT


@pytest.mark.parametrize("key", ["breakthrough3", "breakthrough5x10"])
def test_the_weights_of_rows_in_breakthrough(key):
    weights = ROW_WEIGHTS[key]
    lines = {
        "worker": weights.worker, "at the edge": weights.at_edge, "side by side": weights.beside,
        "supported": weights.supported, "doubly supported": weights.doubly,
        "stacked": weights.stacked, "guarded square": weights.guarded, "hanging": weights.hanging,
        "runner": weights.runner[::-1], "next runner": weights.runner_to_move[::-1],
    }  # fmt: skip
    for title, cells in lines.items():
        assert row(title, f"| `{key}`: row") == list(map(str, cells)), title
    assert f"- **the right to move** is {weights.tempo} in both games" in REPORT


@pytest.mark.parametrize("depth", [4, 5])
def test_both_windows_of_the_root(depth):
    game = find_game("loa5")
    found = []
    for search in (AlphaBeta, InfiniteWindow):
        request = Request(
            game=game, state=game.start, limits=Limits(depth=depth), options={"eval": "groups"}
        )
        found.append(f"{search(request).search().statistics.nodes:,}")
    said = re.search(rf"depth {depth} takes ([\d,]+)\D*?and ([\d,]+\d)|$", " ".join(REPORT.split()))
    assert found == re.findall(r"\d\d?,\d{3}", said[0])


def level(name):
    """Return what the report says of a level: of Lines of Action, Breakthrough, Mini-Checkers."""
    return " ".join(row(name, "## 4.")), *row(name, "## Appendix F")


def test_the_levels():
    for name in ("easy", "normal", "hard", "textbook"):
        cells = level(name.capitalize())
        for cell, key in zip(cells, ("loa5", "breakthrough8", "minicheckers"), strict=True):
            text = levels(find_game(key))[name]
            for option, said in (("depth=", "depth {}"), ("seconds=", "{} s"), ("eval=", "`{}`")):
                value = re.search(rf"{option}(\w+)", text)
                if value and value[1] != "full":
                    assert said.format(value[1]) in cell


def test_the_blunders_of_easy_and_normal():
    families = ("loa", "breakthrough", "minicheckers")
    for number, name in enumerate(("Easy", "Normal")):
        for said, family in zip(level(name), families, strict=True):
            games = [game for game in all_games().values() if game.key.startswith(family)]
            assert re.findall(r"(?<!depth )\b\d+(?= %|, \d| or)", said.partition("(5x5")[0]) == [
                f"{game.blunders[number]:.0%}"[:-1] for game in games
            ]


def test_the_book_of_breakthrough():
    positions = len(find_game("breakthrough5").book.records) // RECORD.size
    assert f"a book of {positions:,} positions" in " ".join(REPORT.split())


def test_the_first_part_is_two_pages():
    """A page of this report has about 450 words; the bars of tables are no words."""
    first, _, rest = REPORT.partition("# Appendices")
    assert rest and len([word for word in first.split() if word.strip("|-")]) < 970


def test_every_utility_is_told():
    for game in all_games().values():
        assert f"{game.utmost:,.0f} in" in " ".join(REPORT.split())

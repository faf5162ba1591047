"""The checks of a search, with students' sources that run in this process."""

import json
import random
import re
import time
from pathlib import Path

import pytest

from faulty import ALPHA_BETA, FAULTS, RIGHT, changed
from loa_tk.control.classroom import search_checks
from loa_tk.control.classroom.findings import FAILED, MEASURED, PASSED, SKIPPED
from loa_tk.control.classroom.search_exam import Chosen, SearchExam
from loa_tk.control.ugi.protocol import Forfeit
from loa_tk.lab import functions
from loa_tk.lab.counts import SearchCounts
from loa_tk.lab.frames import frames_at
from loa_tk.lab.mistakes import Mistake
from loa_tk.lab.source import CHOOSE, load
from loa_tk.model.checks.diagnosis import Case, expected, given_evaluation
from loa_tk.model.games import all_games, find_game
from own_files import ALPHA_BETA as TIMED  # it deepens while it has time

QUICK = find_game("minicheckers")  # its searches are small
LOA5 = find_game("loa5")
RUNS = {row.name: row.run for row in search_checks.CHECKS}


class Here:
    """A student's source in this process."""

    close, watched = 1e-6, True

    def __init__(self, source, folder, game=QUICK):
        file = folder / "mine.py"
        file.write_text(source, "utf-8")
        self.game, self.code = game, load(file)

    def evaluate(self, evaluation):
        value = (evaluation or self.game.evaluation(given_evaluation(self.game), 0, 0.0)).value
        return lambda position, side: value(position._state, side)

    def choose(self, state, depth, seconds, evaluation=None, watch=0):
        record, begun = [], time.perf_counter()
        random.seed(1)
        counts = SearchCounts(depth, self.evaluate(evaluation), seconds, record=record)
        function = self.code.function(CHOOSE)
        try:
            move = functions.choose(self.game, state, function, counts, seconds, self.code, record)
        except Mistake as error:
            raise Forfeit(str(error)) from error
        levels = counts.levels
        six = max(levels, default=0), sum(levels.values()), *counts.evals, *counts.prunes
        return Chosen(
            move=move, value=counts.reported, six=six, seconds=time.perf_counter() - begun,
            steps=tuple(record),
        )  # fmt: skip

    def frames(self, state, depth, leaf, evaluation):
        random.seed(1)
        return frames_at(self.game, state, self.code, depth, leaf, self.evaluate(evaluation))


class Program(Here):
    """The same, as another program is seen: no steps, and values rounded to hundredths."""

    close, watched, scale = 0.011, False, 1

    def choose(self, state, depth, seconds, evaluation=None, watch=0):
        assert evaluation is None
        answer = super().choose(state, depth, seconds, None)
        value = answer.value  # None if the time was over before the first depth
        value = None if value is None else round(value * self.scale, 2)
        return Chosen(move=answer.move, value=value, six=answer.six, seconds=answer.seconds)

    def frames(self, state, depth, leaf, evaluation):
        return None


class InUnits(Program):
    """A program that sends the value itself as a score, which is read as hundredths of it."""

    scale = 0.01


@pytest.fixture(autouse=True)
def in_a_hurry(monkeypatch):
    monkeypatch.setattr(search_checks, "SECONDS", 0.05)


def findings(source, folder, kind=Here, game=QUICK, secret="secret", checks=tuple(RUNS)):
    """Return what these checks find in a search, by their names."""
    exam = SearchExam(game, 1, kind(source, folder, game), secret=secret)
    return {name: RUNS[name](exam) for name in checks}


def finding_of(check, *given, **options):
    """Return what one check finds in a search."""
    return findings(*given, **options, checks=(check,))[check]


@pytest.mark.parametrize("kind", [Here, Program])
def test_a_right_search_passes_every_check(kind, tmp_path):
    found = findings(TIMED, tmp_path, kind)
    skipped = {name for name, one in found.items() if one.status == SKIPPED}
    keeps = found.pop("keeps")
    assert keeps.status == MEASURED and keeps.figures["kept"] == keeps.figures["figure"]
    assert {one.status for one in found.values()} == {PASSED, SKIPPED} and skipped == {"win1"}
    secret = found["statistics"].figures.get("secret")
    assert secret == ("secret" if kind is Here else None)


def test_a_secret_is_drawn_anew_unless_it_is_given(tmp_path):
    subject = Here(ALPHA_BETA, tmp_path)
    drawn = {SearchExam(QUICK, 1, subject).secret for _ in range(3)}
    assert len(drawn) == 3 and all(len(one) == 16 for one in drawn)
    seen = SearchExam(QUICK, 1, subject, secret="again")
    assert {case.secret for case in seen.cases} == {"", "again", "again="}
    own = SearchExam(QUICK, 1, Program(ALPHA_BETA, tmp_path), secret="again")
    assert {case.secret for case in own.cases} == {""}  # it has an EVAL of its own
    assert own.cases != SearchExam(QUICK, 1, own.subject, secret="other").cases


def test_the_step_stands_in_the_text_and_in_the_figures(tmp_path):
    fault = FAULTS["-U instead of alpha to MIN"]
    found = findings(changed(fault.base, fault.changes), tmp_path)
    finding = found["statistics"]
    assert finding.status == FAILED and 0 < finding.share < 1
    assert found["value"].status == found["move"].status == PASSED
    assert "Figure 2 returns before it: MIN has v =" in finding.text
    assert "Line 20: min_value gets −1,000 where Figure 2 gives α =" in finding.text
    figures = json.loads(json.dumps(finding.figures, allow_nan=False))
    assert (figures["secret"], figures["depth"]) == (None, 2) and figures["position"]
    step = figures["step"]
    assert step["kind"] == "goes on" and step["side"] == "MIN" and step["v"] <= step["alpha"]
    assert step["mine"].startswith(step["node"]) and not step["figure"].startswith(step["node"])
    assert step["line"].startswith("Line 20") and step["look"] and step["why"]
    assert step["did"] in finding.text and step["does"] in finding.text


def test_a_known_mistake_is_named_after_its_step(tmp_path):
    fault = FAULTS["strict comparison"]
    finding = findings(changed(fault.base, fault.changes), tmp_path, secret="a")["statistics"]
    assert "Figure 2 returns before it" in finding.text
    assert "This fits a known mistake: strict comparison (" in finding.text
    assert finding.figures["mistakes"] == ["strict comparison"]


def test_a_step_without_a_known_mistake_stands_alone(tmp_path):
    fault = FAULTS["moves sorted"]
    finding = finding_of("statistics", changed(fault.base, fault.changes), tmp_path, game=LOA5)
    assert "Are the moves sorted" in finding.text and "known" not in finding.text
    assert finding.figures["mistakes"] == []


def test_a_program_is_judged_by_its_totals(tmp_path):
    fault = FAULTS["no pruning"]
    checks = ("statistics", "value", "move")
    found = findings(changed(fault.base, fault.changes), tmp_path, Program, checks=checks)
    assert found["statistics"].figures["mistakes"] == ["no pruning"]
    assert "step" not in found["statistics"].figures
    assert found["value"].status == found["move"].status == PASSED


def test_a_score_in_units_is_told(tmp_path):
    finding = finding_of("value", ALPHA_BETA, tmp_path, InUnits, LOA5)
    assert finding.status == FAILED and "`score cp` is in hundredths" in finding.text


@pytest.mark.parametrize("game", [QUICK, LOA5, find_game("breakthrough3")], ids=lambda one: one.key)
def test_a_later_move_that_only_seems_equal_fails(game, tmp_path):
    fault = FAULTS[">= in the choice of the best"]
    source, checks = changed(fault.base, fault.changes), ("move", "statistics")
    found = findings(source, tmp_path, game=game, checks=checks)
    assert found["move"].status == FAILED and found["statistics"].status == PASSED
    assert "only if `v2 > v`" in found["move"].text
    figures = found["move"].figures
    assert figures["value"] < figures["minimax"] and figures["move"] != figures["best"]


def test_a_search_with_an_evaluation_of_its_own_fails(tmp_path):
    fault = FAULTS["an evaluation of its own"]
    finding = finding_of("statistics", changed(fault.base, fault.changes), tmp_path)
    assert "counts.evaluate() was never called" in finding.text and finding.share == 0


def test_a_wrong_value_says_what_to_look_at(tmp_path):
    fault = FAULTS["the value of the other side"]
    source, checks = changed(fault.base, fault.changes), ("value", "statistics")
    found = findings(source, tmp_path, checks=checks)
    assert "report it for the player to move at the root" in found["value"].text
    assert "with secret numbers as EVAL" in found["value"].text
    assert found["value"].figures["secret"] == "secret"
    assert found["statistics"].status == PASSED


@pytest.mark.parametrize("key", all_games())
def test_the_first_move_is_not_enough_in_time(key, tmp_path):
    game = find_game(key)
    lazy = "def choose(position, seconds, counts):\n    return position.moves()[0]\n"
    finding = RUNS["time"](SearchExam(game, 1, Here(lazy, tmp_path, game)))
    assert finding.status == FAILED and "gives a certain win away" in finding.text
    assert finding.figures["blunders"] == (2 if game.small else search_checks.TIMED)
    assert finding.share == 1 - finding.figures["blunders"] / search_checks.TIMED


def test_right_searches_pass_the_time_check_of_loa5(tmp_path):
    assert RUNS["time"](SearchExam(LOA5, 1, Here(TIMED, tmp_path, LOA5))).status == PASSED


@pytest.mark.parametrize("name", ["negamax", "an explicit stack", "fail-hard"])
def test_other_right_searches_pass(name, tmp_path):
    exam = SearchExam(LOA5, 2, Here(changed(*RIGHT[name]), tmp_path, LOA5))
    assert {RUNS[check](exam).status for check in ("value", "move", "statistics")} == {PASSED}


def test_values_of_a_case_depend_on_its_secret():
    case = Case(LOA5.start, 2)
    values = {expected(LOA5, Case(LOA5.start, 2, secret)).value for secret in ("", "one", "two")}
    assert expected(LOA5, case).value in values and len(values) == 3


def test_the_document_names_every_figure(tmp_path):
    document = (Path(__file__).parent.parent / "docs" / "FILES.md").read_text("utf-8")
    told = re.search(r"`time` has `seconds`,.*?\n\n##", document, re.S)[0]
    wrong = TIMED.replace("return counts.eval", "return -counts.eval")
    found = findings(wrong, tmp_path, game=LOA5, checks=("time", "value", "move", "statistics"))
    names = {"null", "time", "value", "move", "statistics"}
    for check in ("time", "value", "move", "statistics"):
        figures = found[check].figures
        assert found[check].status == FAILED or check == "time"
        names |= {*figures, *(figures.get("step") or ())}
    assert set(re.findall(r"`(\w+)`", told)) == names

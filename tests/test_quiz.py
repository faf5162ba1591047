"""Quizzes: the same on every machine, answerable from what is shown, and printed as sheets."""

import hashlib
import json
import random
import re
import xml.etree.ElementTree as ET
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loa_tk.cli.parser import main
from loa_tk.control.engine.searchlog import value_text
from loa_tk.control.tree.quiz_page import as_html, as_json, as_text
from loa_tk.model.games import all_games, find_game
from loa_tk.model.notation import position_text, read_move, read_position
from loa_tk.model.numbers import number
from loa_tk.model.tree.exercise import LEVELS
from loa_tk.model.tree.narrow import NarrowGame, RoundedEvaluation, pick
from loa_tk.model.tree.question import answer_text, check
from loa_tk.model.tree.quiz import PREDICT, make_question, make_quiz

LOA5 = find_game("loa5")
GAMES = list(all_games().values())


class ByHand:
    """Alpha-beta over the drawn tree alone, as somebody with a pencil would run it."""

    def __init__(self, question):
        self.question, self.windows, self.values, self.order = question, {}, {}, []
        self.run(0, -question.utmost, question.utmost)

    def run(self, place, alpha, beta):
        node = self.question.nodes[place]
        self.order.append(place)
        self.windows[place] = alpha, beta
        children = self.question.children(place)
        v = node.value if not children else -inf if node.maximises else inf
        for child in children:
            if node.maximises:
                v = max(v, self.run(child, alpha, beta))
                if v >= beta:
                    break
                alpha = max(alpha, v)
            else:
                v = min(v, self.run(child, alpha, beta))
                if v <= alpha:
                    break
                beta = min(beta, v)
        self.values[place] = v
        return v

    def cut(self):
        """Return the branches never entered, of nodes that were."""
        nodes = self.question.nodes
        return [
            node.name for place, node in enumerate(nodes)
            if place not in self.windows and node.parent in self.windows
        ]  # fmt: skip


def fingerprint(quiz):
    """Return a short text that changes with everything in a quiz but its wording."""
    facts = [
        (q.kind, q.position, q.asked, q.choices, q.answer,
         [(node.name, node.move, node.value, node.returned) for node in q.nodes])
        for q in quiz.questions
    ]  # fmt: skip
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:12]


# Made by Python 3.10, 3.11, 3.12 and 3.13. A class is given a seed, so these must never change.
PINNED = {
    "loa5": ["4e0a7c4b7863", "75dbe90e0623", "13ba996c023b"],
    "loa6": ["80aef29dcc9c", "bf03cee1c776", "5f1ec1753636"],
    "loa8": ["b0cd3dbc64e6", "989719c09aca", "1439574f12a6"],
    "breakthrough5": ["41aef5a92814", "8ee2b0e654d0", "7038e928925a"],
    "breakthrough6": ["f4c20a16f93d", "7988a299b56d", "ce272d4c3bfd"],
    "breakthrough8": ["2ac621b62753", "e693133e3d5f", "5b95e4f7e49e"],
    "breakthrough3": ["4fbafb247aaf", "d67a48204634", "c78251f311f1"],
    "breakthrough5x10": ["d0e602224abc", "507cd12c6a8f", "8c900d91ae1c"],
    "minicheckers": ["f5e22441a911", "967fb31e2678", "38ca72fb0495"],
}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_same_seed_makes_the_same_quiz_for_ever(game):
    found = [fingerprint(make_quiz(game, 2024, level, 3)) for level in LEVELS]
    assert found == PINNED[game.key]


def test_a_quiz_in_full():
    first, second, third = make_quiz(LOA5, 7, "easy", 3).questions
    assert first.position == "3b1/w3w/w2b1/w1b2/1bwb1 b"
    assert first.text == "Figure 2 has just entered node C. What are α and β there now?"
    assert answer_text(first) == "α = −25, β = +100"
    assert second.choices == ("C1", "C2", "C3") and second.answer == ("C2", "C3")
    assert third.kind == "value" and third.answer == (18.75,)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_at_the_first_level_no_value_equals_a_bound_of_the_root(game):
    for question in make_quiz(game, 3, "easy", 6).questions:
        values = [node.value for node in question.nodes if node.leaf]
        assert max(map(abs, values)) < game.utmost


@pytest.mark.parametrize(
    ("value", "text"),
    [(6.25, "+6.25"), (0.125, "+0.13"), (-0.125, "−0.13"), (1.005, "+1.01"), (2.675, "+2.68"),
     (0.004, "+0.004"), (-1e-9, "−1e-09"), (12345.5, "+12,346"), (9999.994, "+9,999.99")],
)  # fmt: skip
def test_halves_are_rounded_away_from_zero_and_everywhere_the_same(value, text):
    assert number(value) == text
    assert value_text(LOA5, value) in (text, "win")


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
@settings(max_examples=8)
@given(seed=st.integers(0, 2**63 - 1), place=st.integers(1, 3))
def test_every_question_can_be_answered_from_what_is_shown(game, level, seed, place):
    question = make_question(game, seed, level, place)
    by_hand, nodes = ByHand(question), question.nodes
    asked = nodes[question.asked]
    assert question.asked in by_hand.windows and len(question.children(question.asked)) > 1
    if question.kind == "value":
        assert question.answer == (by_hand.values[question.asked],)
    elif question.kind == "window":
        assert question.answer == by_hand.windows[question.asked]
        assert question.answer != (-question.utmost, question.utmost)
    else:
        wanted = [name for name in by_hand.cut() if name in question.choices]
        assert list(question.answer) == wanted != []
    assert list(question.cut) == by_hand.cut()
    assert check(question, question.answer).right
    assert check(question, shown_answer(question)).right
    # Nothing is given away: an inner node shows a value only if it has returned before.
    entered = by_hand.order.index(question.asked)
    for spot, node in enumerate(nodes):
        assert node.returned == by_hand.values.get(spot)
        if not node.leaf and node.value is not None:
            assert by_hand.order.index(spot) < entered and spot not in question.path
            assert node.value == by_hand.values[spot] and LEVELS[level].values
    assert asked.leaf is False and asked.value is None


def shown_answer(question):
    """Return the right answer as the sheet shows it, with rounded values."""
    if question.kind == "cut":
        return question.answer
    return [float(number(value).replace(",", "").replace("−", "-")) for value in question.answer]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_tree_is_a_small_one_of_the_real_game(game):
    for level in LEVELS.values():
        question = make_question(game, 5, level.name, 1)
        state = read_position(game, question.position)
        leaves = [node for node in question.nodes if node.leaf]
        assert question.nodes[0].state == state and 5 <= len(leaves) <= 16
        names = [node.name for node in question.nodes]
        assert len(set(names)) == len(names)
        evaluation = RoundedEvaluation(game, question.evaluation)
        for node in question.nodes[1:]:
            above = question.nodes[node.parent]
            assert game.play(above.state, read_move(game, above.state, node.move)) == node.state
            if node.leaf:
                outcome, mover = game.outcome(node.state), game.player(state)
                if outcome is not None:
                    assert node.value == outcome.utility(mover, game.utmost)
                elif game.moves(node.state):
                    assert node.value == evaluation.value(node.state, mover)


def test_the_kinds_of_questions_take_turns():
    quiz = make_quiz(LOA5, 3, "normal", 7)
    kinds = [question.kind for question in quiz.questions]
    assert set(kinds[:3]) == {"value", "window", "cut"} and kinds[3:6] == kinds[:3]
    assert [question.number for question in quiz.questions] == list(range(1, 8))
    assert make_quiz(LOA5, 3, "normal", 3).questions == quiz.questions[:3]
    assert len({question.position for question in quiz.questions}) > 3


def test_a_wrong_answer_is_explained():
    for question in make_quiz(LOA5, 11, "normal", 3).questions:
        wrong = {"value": (12345.0,), "window": (1.5, 2.5), "cut": ()}[question.kind]
        mark = check(question, wrong)
        assert not mark.right and mark.text.startswith(f"The answer is {answer_text(question)}. ")
        assert question.explanation in mark.text
        right = check(question, question.answer)
        assert right.right and right.text == f"Right. {question.explanation}"


def test_an_explanation_names_the_bound_and_the_move_it_comes_from():
    quiz = make_quiz(LOA5, 7, "easy", 3)
    window, cut, value = quiz.questions
    assert window.explanation.startswith("α = −25: MAX already has that with ")
    assert "β = +100 is still the root’s" in window.explanation
    assert re.match(r"In C: MIN found \w+-\w+, worth v = .*, and v ≤ α = ", cut.explanation)
    entered = "C is entered with α = +18.75 and β = +100 and returns +18.75. "
    assert value.explanation.startswith(entered)


def test_an_answer_may_be_rounded():
    questions = {one.kind: one for one in make_quiz(LOA5, 1, "easy", 3).questions}
    (value,) = questions["value"].answer
    assert check(questions["value"], (value + 0.004,)).right
    assert not check(questions["value"], (value + 0.1,)).right
    assert not check(questions["window"], (value,)).right


@given(st.integers(0, 10**6), st.integers(0, 30), st.integers(1, 5))
def test_a_few_moves_are_picked_in_order(seed, among, most):
    picked = pick(random.Random(seed), among, most)
    assert picked == sorted(set(picked)) and len(picked) == min(among, most)
    assert all(0 <= one < among for one in picked)


def test_a_narrow_game_has_some_of_the_moves_always_the_same():
    narrow = NarrowGame(LOA5, (3, 2), "seed")
    assert set(narrow.moves(LOA5.start)) < set(LOA5.moves(LOA5.start))
    assert len(narrow.moves(LOA5.start)) == 3 == narrow.count(LOA5.start)
    after = narrow.play(LOA5.start, narrow.moves(LOA5.start)[0])
    assert len(narrow.moves(after)) == 2
    again = NarrowGame(LOA5, (3, 2), "seed")
    assert again.moves(after) == narrow.moves(after)
    assert position_text(narrow, after) == position_text(LOA5, after)


# The sheet


def test_the_text_has_the_solutions_at_its_end():
    quiz = make_quiz(LOA5, 7, "easy", 3)
    text = as_text(quiz, LOA5)
    sheet, _, solutions = text.partition("\nSolutions\n")
    assert text.startswith("Alpha-beta quiz: Lines of Action 5×5 (level easy, seed 7)\n")
    for question in quiz.questions:
        assert question.position in sheet
        assert f"{question.number}. {answer_text(question)}." in solutions
    assert "branches: C1, C2, C3" in sheet and max(map(len, text.splitlines())) <= 100


def test_the_page_is_well_formed_and_loads_nothing():
    quiz = make_quiz(LOA5, 7, "hard", 2)
    page = as_html(quiz, LOA5)
    assert not re.search(r"(src|href)=|url\(|@import|<script", page)
    body = page[page.index("<main>") : page.index("</main>") + len("</main>")]
    root = ET.fromstring(body.replace("&nbsp;", " "))
    articles = list(root.iter("article"))
    assert len(articles) == 4
    svg = "{http://www.w3.org/2000/svg}svg"
    assert [len(list(one.iter(svg))) for one in articles] == [2, 2, 1, 1]
    (solutions,) = root.iter("section")
    assert list(root)[-1] is solutions and len(list(solutions.iter("article"))) == 2
    assert "break-before: page" in page and "size: A4" in page
    # Values and answers are only in the solutions.
    sheet = page[: page.index('<section class="solutions">')]
    for question in quiz.questions:
        assert question.explanation not in sheet


def test_every_node_of_a_tree_is_drawn():
    quiz = make_quiz(find_game("breakthrough8"), 1, "normal", 1)
    (question,) = quiz.questions
    sheet = as_html(quiz, find_game("breakthrough8"))
    for node in question.nodes:
        assert f">{node.name}<" in sheet
        assert not node.leaf or f">{number(node.value)}<" in sheet


def test_json_has_the_whole_tree():
    quiz = make_quiz(LOA5, 7, "normal", 2)
    found = json.loads(json.dumps(as_json(quiz)))
    assert (found["game"], found["seed"], found["level"]) == ("loa5", 7, "normal")
    first, question = found["questions"][0], quiz.questions[0]
    assert first["answer"] == list(question.answer) and first["text"] == question.text

    def count(node):
        return 1 + sum(map(count, node["children"]))

    assert count(first["tree"]) == len(question.nodes)
    assert first["tree"]["move"] is None  # as in `loa tree --json`
    assert all(child["move"] for child in first["tree"]["children"])


def test_the_command_prints_text_and_json(capsys):
    assert main(["quiz", "loa5", "--seed", "7", "--level", "easy", "--questions", "3"]) == 0
    assert capsys.readouterr().out == as_text(make_quiz(LOA5, 7, "easy", 3), LOA5)
    assert main(["quiz", "loa5", "--questions", "1", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer == json.loads(json.dumps(as_json(make_quiz(LOA5, 1, "normal", 1))))


def test_the_command_writes_a_page_and_overwrites_nothing(capsys, tmp_path):
    file = tmp_path / "sheet.html"
    line = ["quiz", "loa5", "--questions", "1", "--html", str(file)]
    assert main(line) == 0 and capsys.readouterr().out == f"{file}\n"
    written = file.read_text("utf-8")
    assert written == as_html(make_quiz(LOA5, 1, "normal", 1), LOA5)
    assert main(line) == 2 and file.read_text("utf-8") == written
    assert capsys.readouterr().err == f"loa: {file} exists; use another name\n"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["chess"], "there is no game 'chess'"),
        (["loa5", "--level", "cruel"], "level 'cruel' is not one of easy, normal, hard"),
        (["loa5", "--questions", "0"], "questions '0' is not a whole number from 1 to 100"),
        (["loa5", "--seed", "x"], "seed 'x' is not a whole number"),
        (["loa5", "--json", "--html", "x"], "--html and --json cannot be used together"),
        (["loa5", "--html", "/nowhere/x.html"], "cannot be written"),
    ],
)
def test_wrong_command_lines_are_refused_in_one_line(capsys, words, says):
    assert main(["quiz", *words]) == 2
    error = capsys.readouterr().err
    assert error.startswith("loa: ") and says in error and error.count("\n") == 1


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_predictions_are_those_of_the_search(game, level):
    """What v, α and β are and whether it cuts follows from the leaves that are shown."""
    for seed in range(3):
        question = make_question(game, seed, level, 1, PREDICT)
        by_hand, asked = ByHand(question), question.asked
        alpha, beta = by_hand.windows[asked]
        name = re.search(r"Branch (\w+) has", question.text)[1]
        places = question.children(asked)
        last = next(place for place in places if question.nodes[place].name == name)
        maximises = question.nodes[asked].maximises
        v, cut = -inf if maximises else inf, False
        for place in places[: places.index(last) + 1]:
            assert not cut
            shown = f"α = {number(alpha)} and β = {number(beta)}."
            v = (max if maximises else min)(v, by_hand.values[place])
            cut = v >= beta if maximises else v <= alpha
            alpha, beta = (max(alpha, v), beta) if maximises else (alpha, min(beta, v))
        assert shown in question.text and f"v = {number(v)}." in question.text
        assert question.answer == ("cut" if cut else "go on",)
        assert check(question, question.answer).right


def test_a_sheet_of_predictions_has_both_answers(capsys):
    assert main(["quiz", "loa5", "--kind", "predict", "--questions", "8"]) == 0
    text = capsys.readouterr().out
    assert "Cut or go on?" in text and ". cut. v = " in text and ". go on. v = " in text

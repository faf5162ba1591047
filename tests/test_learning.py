"""Analyse game and Learn from it in the real window: what was better, and exercises about it."""

from dataclasses import replace

import pytest

from fakes import FakeWorker
from loa_tk.control.engine.jobs import Message
from loa_tk.control.main.commands import menu_bar
from loa_tk.control.main.controller import Controller
from loa_tk.control.study.mistakes import mistakes
from loa_tk.model import records
from loa_tk.model.games import find_game
from loa_tk.model.notation import move_text, read_move
from loa_tk.model.records import read_record
from loa_tk.model.search.statistics import Iteration, Proof, Statistics
from loa_tk.scenes.board import CLICK, BoardGesture
from loa_tk.store.archive import Archive
from loa_tk.store.settings import Store
from loa_tk.view.main.window import MainWindow
from test_controller import sq
from test_study_windows import GAME, desk, paste, press, shown  # noqa: F401
from viewing import settle

LOA5 = find_game("loa5")
# The analysis of each position of GAME by the moves before it: the best line, and its value for
# the side to move. White's reply a2-c2 is a blunder, and so is the variation d1-d3.
FOUND = {
    "": ("c1-c3 a2-c2", 5.0),
    "c1-c3": ("a3-b2 d1-b3", 8.0),
    "c1-c3 a2-c2": ("b1-b3 a3-b2 d5-d3", 60.0),
    "c1-c3 a2-c2 b1-b3": ("a3-b2", -62.0),
    "c1-c3 a2-c2 b1-b3 a3-b2": ("d5-d3", 60.0),
    "c1-c3 a2-c2 d1-d3": ("a4-a2", 30.0),
}


def moves_of(state, text):
    line = []
    for word in text.split():
        line.append(read_move(LOA5, state, word))
        state = LOA5.play(state, line[-1])
    return tuple(line)


def study(state, text, value, proof=None):
    line = moves_of(state, text) or LOA5.moves(state)[:1]
    passes = tuple(
        Iteration(depth=depth, value=value, line=line, seconds=1, statistics=Statistics())
        for depth in (8, 9)
    )
    return replace(passes[-1].alone(), iterations=passes, proof=proof)


def way(desk, state):  # noqa: F811
    for node in everything(desk.session.match):
        if node.state == state:
            line, at = [], LOA5.start
            for one in node.line()[1:]:
                line.append(move_text(LOA5, at, one.move))
                at = one.state
            return " ".join(line)
    raise AssertionError("no such position")


def everything(match):
    waiting, found = [match.root], []
    while waiting:
        found.append(waiting.pop())
        waiting += found[-1].children
    return found


def answer(desk, report):  # noqa: F811
    desk.worker.job = None
    desk.worker.messages.append(Message("done", report))
    shown(desk, lambda scene: not desk.worker.messages)


def answer_next(desk):  # noqa: F811
    state = desk.worker.job.state
    line, value = FOUND[way(desk, state)]
    answer(desk, study(state, line, value))


@pytest.fixture
def analysed(desk):  # noqa: F811
    paste(desk, GAME)
    desk.controller.command("analyse-game")
    texts = []
    while desk.worker.busy:
        texts.append(desk.window._scene.analysis.progress_text)
        answer_next(desk)
    assert texts == [f"Position {number} of 6" for number in range(1, 7)]  # the variation, too
    return desk


def click(desk, move):  # noqa: F811
    for name in move.split("-"):
        desk.controller.report(BoardGesture(CLICK, sq(name)))
    settle(desk.window.root)


def page(desk):  # noqa: F811
    return desk.window._scene.analysis


def test_a_blunder_is_shown_with_what_was_better_and_the_best_reply(analysed):
    scene = analysed.window._scene
    assert scene.status == "Game analysed: 6 positions, 2 blunders."
    match = analysed.session.match
    assert match.notation() == ["c1-c3", "a2-c2", "b1-b3", "a3-b2"]  # the game stays as it was
    assert page(analysed).text == "6 of 6 positions analysed: 2 blunders."
    analysed.controller.command("next-blunder")
    assert match.ply == 2 and page(analysed).head == "Blunder 1 of 2"
    assert page(analysed).text == (
        "1. White a2-c2?: White −60. Better: a3-b2, White +8 (both estimated to depth 9). "
        "Best reply: b1-b3 a3-b2 d5-d3."
    )
    scene = analysed.window._scene
    assert scene.board.arrows == ((sq("b1"), sq("b3"), 1),)
    assert scene.board.sign == "Arrow: the best reply" == analysed.window.body.sign["text"]
    analysed.controller.command("previous")
    shown(analysed, lambda scene: scene.board.sign == "Arrow: the better move")
    assert analysed.window._scene.board.arrows == ((sq("a3"), sq("b2"), 1),)
    analysed.controller.command("better-line")
    assert match.notation() == ["c1-c3", "a3-b2"]
    head, moves = page(analysed).head, page(analysed).text.split()
    assert head == f"Better, move 1 of {len(moves)}" and moves[:2] == ["a3-b2", "d1-b3"]
    offers = analysed.window.body.study.pages["analysis"].offers
    assert [widget["text"] for widget in offers][:2] == ["‹ Back", "Next move ›"]
    offers[1].invoke()
    settle(analysed.window.root)
    assert match.notation() == ["c1-c3", "a3-b2", "d1-b3"]
    assert page(analysed).head == f"Better, move 2 of {len(moves)}"
    analysed.controller.choose("page", "moves")
    words = [word.text for line in analysed.window._scene.review.lines for word in line.words]
    assert "better:" in words


def test_the_move_of_the_analysis_is_no_blunder_although_the_value_drops(analysed):
    # After b1-b3, which the analysis chose at +60, the next position has −62 for the other side.
    for node in everything(analysed.session.match):
        node.study = None
    root = analysed.session.match.root
    root.study = study(root.state, "c1-c3", 90.0)
    after = root.children[-1]
    after.study = study(after.state, "a3-b2", 90.0)
    assert not [one for one in mistakes(analysed.session.match) if one.node is after]


def test_an_interrupted_analysis_keeps_what_it_has_and_goes_on(desk):  # noqa: F811
    paste(desk, GAME)
    desk.controller.command("analyse-game")
    for _ in range(3):
        answer_next(desk)
    press(desk, "<Escape>")
    scene = desk.window._scene
    assert scene.status == "Analysis stopped: 3 of 6 positions analysed, 1 blunder."
    assert scene.analysis.text.startswith(("3 of 6 positions analysed", "1. White"))
    desk.controller.command("analyse-game")
    assert page(desk).progress_text == "Position 4 of 6"


def test_exercises_are_answered_judged_and_kept_with_the_game(analysed):
    session = analysed.session
    analysed.controller.command("learn")
    assert session.match.ply == 1 and page(analysed).head == "Exercise 1 of 2: White to move"
    assert analysed.window._scene.status == "Find the better move for White, on the board."
    assert "a3-b2" not in page(analysed).text and analysed.window._scene.board.arrows == ()
    click(analysed, "a2-c2")
    assert "is the blunder of the game" in page(analysed).text
    click(analysed, "a4-c4")
    assert analysed.worker.job.seconds == 10.0 and "Judging a4-c4" in page(analysed).text
    assert analysed.window._scene.board.arrows == ((sq("a4"), sq("c4"), 0),)
    answer(analysed, study(analysed.worker.job.state, "", 40.0))
    assert "a4-c4: White −40 (estimated to depth 9)" in page(analysed).text
    click(analysed, "a3-b2")
    assert page(analysed).text == "a3-b2 is right: White +8 (estimated to depth 9)."
    assert analysed.window._scene.board.arrows == ((sq("a3"), sq("b2"), 1),)
    offers = analysed.window.body.study.pages["analysis"].offers
    assert [widget["text"] for widget in offers] == ["Next", "Better line", "End"]
    analysed.controller.command("learn-next")
    assert page(analysed).head == "Exercise 2 of 2: Black to move"
    click(analysed, "d5-d3")  # as good as the best, by an analysis of its own
    answer(analysed, study(analysed.worker.job.state, "", -58.0))
    assert page(analysed).text.startswith("d5-d3 is good, too: Black +58 (estimated to depth 9).")
    analysed.controller.command("learn-next")
    assert page(analysed).text.startswith("2 exercises: 2 found, 0 shown.")
    text = records.text([records.Record(match=session.match)])
    record = read_record(records.trees(text.encode())[0])
    assert not record.problems
    kept = mistakes(record.match)
    answers = [dict(one.node.marks)["LTANSWER"] for one in kept]
    assert answers == ["found a4-c4 a3-b2", "found d5-d3"]
    assert [one.better.value for one in kept] == [8.0, 60.0]
    press(analysed, "<Escape>")
    assert session.lesson is None


def test_a_proof_is_the_answer_where_the_board_is_solved(desk):  # noqa: F811
    paste(desk, GAME)
    root = desk.session.match.root
    first = root.children[-1]
    first.study = study(first.state, "a3-b2", LOA5.utmost, Proof(1, 9))
    after = first.children[-1]
    after.study = study(after.state, "b1-b3", LOA5.utmost, Proof(0, 12, "book"))
    desk.controller.choose("page", "analysis")
    desk.controller.command("next-blunder")
    assert page(desk).text.startswith(
        "1. White a2-c2?: Black wins within 12. Better: a3-b2, White wins in 9 (both proved)."
    )
    desk.controller.command("learn")
    desk.controller.command("learn-show")
    assert page(desk).text == "The better move is a3-b2: White wins in 9 (proved)."
    assert dict(after.marks)["LTANSWER"] == "shown"


def test_a_window_that_closes_early_leaves_no_timer_of_its_start(display, tmp_path):
    window = MainWindow(menu_bar(), lambda *error: None)
    controller = Controller(window, FakeWorker(), Store(tmp_path), Archive(tmp_path / "games"))
    window.attach(controller)
    tk, seen, close = window.root.tk, [], window.close

    def waiting():
        names = tk.splitlist(tk.call("after", "info"))
        return [str(tk.call("after", "info", name)) for name in names]

    def closing():
        seen.extend(waiting())
        close()

    window.close = closing
    before = waiting()
    controller.start("x.sgf")
    assert len([one for one in waiting() if "timer" in one and one not in before]) >= 3
    controller.close()
    assert not [one for one in seen if "timer" in one and one not in before]

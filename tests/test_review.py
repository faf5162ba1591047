"""Review, analysis and the position editor without a screen."""

from dataclasses import replace

import pytest

from loa_tk.control.engine.jobs import Message
from loa_tk.control.engine.searches import AnalysisJob
from loa_tk.control.engine.searchlog import log_entry
from loa_tk.control.game.turns import MayLeave, begin, play
from loa_tk.control.study import values
from loa_tk.control.study.review import MoveList, numbered
from loa_tk.model.games import find_game
from loa_tk.model.match import Match
from loa_tk.model.notation import move_text, position_text, read_position, square_name
from loa_tk.model.search.players import read_player
from loa_tk.model.search.statistics import Alternative, Iteration, Proof, Report, Statistics
from loa_tk.scenes.board import CLICK, DRAG, DROP, RIGHT_CLICK, BoardGesture
from loa_tk.words import review as words
from test_controller import Desk, sq

LOA5 = find_game("loa5")


@pytest.fixture
def desk(tmp_path):
    return Desk(tmp_path, side="both")


def played(desk, *moves):
    for text in moves:
        desk.move(text[:2], text[3:])
    assert desk.match.notation()[-len(moves) :] == list(moves)


def texts(match):
    """Return the move list as indented text."""
    return [
        "  " * line.depth + " ".join(word.text for word in line.words)
        for line in MoveList(match, numbered(match)).lines()
    ]


def report(move, value, depth=2):
    passes = (
        Iteration(
            depth=depth, value=value, line=(move,), seconds=0.1, statistics=Statistics()
        ),
    )
    return Report(
        value=value,
        depth=depth,
        line=(move,),
        proof=None,
        seconds=0.1,
        iterations=passes,
        statistics=Statistics(),
    )


def test_going_back_loses_nothing_and_another_move_starts_a_branch(desk):
    played(desk, "c1-c3", "a2-c2", "b1-b3")
    desk.controller.command("first")
    assert desk.match.ply == 0 and desk.scene.status.startswith("Review, move 0 of 3")
    desk.controller.command("next")
    played(desk, "a3-b2")
    assert texts(desk.match) == ["1. c1-c3 a2-c2", "  1… a3-b2", "2. b1-b3"]
    desk.controller.choose("page", "moves")
    scene = desk.scene.review
    old = next(word.key for line in scene.lines for word in line.words if word.text == "b1-b3")
    desk.controller.choose("move", old)
    assert desk.match.notation() == ["c1-c3", "a2-c2", "b1-b3"]
    assert desk.scene.review.current == old


def test_steps_to_and_fro(desk):
    desk.controller.choose("page", "moves")
    assert desk.scene.review.enabled == frozenset()
    played(desk, "c1-c3", "a2-c2", "b1-b3")
    for command, ply in [("previous", 2), ("first", 0), ("previous", 0), ("next", 1), ("last", 3),
                         ("next", 3)]:  # fmt: skip
        desk.controller.command(command)
        assert desk.match.ply == ply
    assert desk.scene.review.enabled == {"first", "previous"}
    assert [point.key for point in desk.scene.review.points] == ["0", "1", "2", "3"]
    desk.controller.choose("move", "999")
    desk.controller.choose("move", "nonsense")
    assert desk.match.ply == 3


def test_variations_of_variations_and_an_odd_last_move():
    match = Match(LOA5)
    for text in ("c1-c3", "a2-c2", "b1-b3"):
        match.play_text(text)
    match.undo()
    match.play_text("d1-d3")
    match.undo()
    match.undo()
    match.undo()
    match.play_text("b1-b3")
    assert texts(match) == ["1. b1-b3", "  1. c1-c3 a2-c2 2. d1-d3", "    2. b1-b3"]


def test_a_position_with_the_second_side_to_move_is_numbered_so():
    first = Match(LOA5)
    first.play_text("c1-c3")
    match = Match(LOA5, first.state)
    match.play_text("a2-c2")
    match.play_text("b1-b3")
    assert texts(match) == ["1. … a2-c2", "2. b1-b3"]


def test_a_deep_tree_needs_no_recursion():
    match = Match(LOA5)
    for _ in range(600):
        moves = LOA5.moves(match.state)
        if match.outcome() is not None or len(moves) < 2:
            break
        match.play(moves[0])
        match.undo()
        match.play(moves[1])
    assert len(texts(match)) >= match.ply


def test_a_review_stops_the_computer_until_a_move_or_resume(tmp_path):
    desk = Desk(tmp_path)
    desk.move("c1", "c3")
    desk.reply()
    desk.controller.command("previous")
    assert desk.match.player == 1 and not desk.worker.busy  # the computer is to move, but waits
    desk.view.pass_time(5)
    assert desk.match.ply == 1 and "pause" in desk.scene.menus.ticked
    desk.controller.command("pause")
    assert desk.worker.busy and "pause" not in desk.scene.menus.ticked
    desk.controller.command("previous")
    assert not desk.worker.busy
    desk.move("d1", "d3")  # another first move: the computer answers it
    assert desk.worker.busy and desk.match.notation() == ["d1-d3"]


def test_in_a_review_either_side_can_be_moved(tmp_path):
    desk = Desk(tmp_path)
    desk.move("c1", "c3")
    desk.reply()
    desk.controller.command("previous")
    assert desk.match.player == 1
    desk.move("a2", "c2")
    assert desk.match.notation() == ["c1-c3", "a2-c2"] and not desk.worker.busy


def test_computer_against_computer_stays_in_review_after_a_move_by_hand(tmp_path):
    desk = Desk(tmp_path, side="none")
    desk.reply()
    desk.controller.command("previous")
    desk.move("c1", "c3")
    assert desk.match.notation() == ["c1-c3"] and not desk.worker.busy
    desk.controller.command("pause")
    assert desk.worker.busy


def test_values_are_the_first_players_and_come_from_where_they_are_best_known():
    match = Match(LOA5)
    move = LOA5.moves(match.state)[0]
    match.play(move, report(move, 12))
    root, after = match.root, match.node
    assert values.node_value(LOA5, root) == 12 and values.node_value(LOA5, after) == 12
    reply = LOA5.moves(match.state)[0]
    match.play(reply, report(reply, 30))
    assert values.node_value(LOA5, after) == -30
    values.mark_value(LOA5, after, -5)
    assert values.node_value(LOA5, after) == -5
    assert Match(LOA5).root.report is None and values.node_value(LOA5, Match(LOA5).root) is None


def analysed(node, value, deepest=7):
    """Give a position the analysis of a search to some depths, all with this value for black."""
    sign = 1 if LOA5.player(node.state) == 0 else -1
    line = LOA5.moves(node.state)[:1]
    passes = tuple(
        Iteration(depth=depth, value=sign * value, line=line, seconds=1, statistics=Statistics())
        for depth in range(1, deepest + 1)
    )
    node.study = replace(passes[-1].alone(), iterations=passes)
    values.mark_value(LOA5, node, value)


def test_a_move_that_gives_much_away_is_a_blunder_unless_all_was_decided():
    match = Match(LOA5)
    match.play_text("c1-c3")
    for before, after, blunder in [(0, -25, True), (0, -10, False), (100, 70, False),
                                   (-70, -100, False), (30, -30, True)]:  # fmt: skip
        analysed(match.root, before)
        analysed(match.node, after)
        assert values.is_blunder(LOA5, match.node) == blunder, (before, after)


def test_a_value_without_its_depth_accuses_nobody():
    match = Match(LOA5)
    match.play_text("c1-c3")
    values.mark_value(LOA5, match.root, 30)
    values.mark_value(LOA5, match.node, -30)
    assert not values.is_blunder(LOA5, match.node)


def searched(state, best, values):
    """Return a search of the hard level: a pass for each depth, each with this best move."""
    passes = tuple(
        Iteration(depth=depth, value=value, line=line, seconds=1, statistics=Statistics())
        for depth, value, line in ((d, value, best) for d, value in values.items())
    )
    return replace(passes[-1].alone(), iterations=passes, player="strong:seconds=3")


@pytest.mark.parametrize(("depth", "blunder"), [(4, False), (5, True)])
def test_searches_of_a_game_accuse_if_they_looked_far_and_equally_far(depth, blunder):
    match = Match(LOA5)
    first = LOA5.moves(LOA5.start)[0]
    after = LOA5.play(LOA5.start, first)
    foreseen = LOA5.moves(after)[0]
    match.play(first, searched(LOA5.start, (first, foreseen), {depth: 0, depth + 1: 0}))
    person = LOA5.moves(after)[1]
    match.play(person)
    reply = LOA5.moves(match.state)[0]
    # The computer expected an even game; after the person's move it sees itself far ahead.
    match.play(reply, searched(match.state, (reply,), {depth - 2: 60, depth - 1: 60}))
    moved = match.root.children[0].children[0]
    assert values.is_blunder(LOA5, moved) == blunder
    assert not values.is_blunder(LOA5, match.root.children[0])


def test_blunders_are_marked_in_list_and_graph(desk):
    played(desk, "c1-c3", "a2-c2")
    analysed(desk.match.root, 0)
    analysed(desk.match.root.children[0], -40)
    desk.controller.choose("page", "moves")
    assert [point.blunder for point in desk.scene.review.points] == [False, True, False]
    assert desk.scene.review.lines[0].words[1].text == "c1-c3?"


# Analysis


def study_report(state, lines=3):
    moves = LOA5.moves(state)[:lines]
    others = tuple(Alternative(move, 10.0 - i, (move,)) for i, move in enumerate(moves))
    counted = Statistics(nodes=99)
    passes = (
        Iteration(
            depth=5,
            value=10.0,
            line=moves[:1],
            seconds=0.1,
            statistics=counted,
            alternatives=others,
        ),
    )
    return Report(
        value=10.0,
        depth=5,
        line=moves[:1],
        proof=None,
        seconds=0.1,
        iterations=passes,
        statistics=Statistics(nodes=99),
        alternatives=others,
    )


def test_analysis_shows_the_three_best_and_plays_nothing(desk):
    desk.controller.command("analyse")
    assert isinstance(desk.worker.job, AnalysisJob) and desk.worker.job.lines == 3
    assert desk.worker.job.seconds is None and desk.scene.page == "analysis"
    assert "analyse" in desk.scene.menus.ticked and "hint" in desk.scene.menus.enabled
    desk.worker.messages.append(Message("progress", study_report(LOA5.start)))
    desk.view.pass_time(0.1)
    scene = desk.scene
    assert [row.value for row in scene.analysis.rows] == ["+10", "+9", "+8"]
    assert [rank for _, _, rank in scene.board.arrows] == [1, 2, 3]
    assert not scene.thinking.can_move_now and scene.thinking.live
    desk.view.pass_time(60)
    assert desk.match.ply == 0


def test_a_hint_from_a_depth_that_was_not_finished_is_a_bound(desk):
    desk.controller.command("hint")
    first, other = LOA5.moves(LOA5.start)[:2]
    found = report(first, 5.0, depth=6)
    last = replace(found.iterations[0], depth=7, value=9.0, line=(other,), kind="unfinished")
    found = replace(found, value=9.0, line=(other,), iterations=(*found.iterations, last))
    desk.worker.job = None
    desk.worker.messages.append(Message("done", found))
    desk.view.pass_time(0.1)
    move = move_text(LOA5, LOA5.start, other)
    assert desk.scene.status.startswith(f"Hint: {move}, Black ≥ +9 at depth 7.")
    assert desk.scene.board.value.text == "Black ≥ +9"


def test_without_arrows_there_are_none_to_hide(desk):
    position = read_position(LOA5, "5/1bb2/5/3b1/w3w b")
    desk.controller.handle(begin, MayLeave(), Match(LOA5, position))
    desk.move("d2", "d3")
    desk.controller.command("analyse")
    assert desk.scene.analysis.on and desk.scene.analysis.note == words.ANALYSIS_OVER
    assert not desk.scene.analysis.ended  # the button says Stop


def proved_report(state, value, proof):
    """Return a study that ends with a proof, which has one line only."""
    found = study_report(state)
    line = tuple(LOA5.moves(state)[2:3])
    asked = Iteration(
        depth=proof.plies,
        value=value,
        line=line,
        seconds=0.1,
        statistics=Statistics(nodes=5),
        kind="proof",
    )
    return replace(
        found, value=value, line=line, proof=proof, alternatives=(),
        iterations=(*found.iterations, asked),
    )  # fmt: skip


@pytest.mark.parametrize("won", (True, False))
def test_a_proved_position_is_announced_with_its_three_lines_and_cannot_be_stopped(desk, won):
    desk.controller.command("analyse")
    assert not desk.scene.analysis.ended
    proof, value = (Proof(0, 11), 100.0) if won else (Proof(1, 10), -100.0)
    report = proved_report(LOA5.start, value, proof)
    report = replace(report, depth=report.depth + 2)
    desk.worker.messages.append(Message("done", report))
    desk.view.pass_time(0.1)
    scene = desk.scene
    text = "Proved: Black wins in 11 plies" if won else "Proved: White wins in 10 plies"
    assert scene.analysis.proof[0] == scene.thinking.proof[0] == text
    assert scene.analysis.on and scene.analysis.ended
    values = ["win 11", "+10", "+9"] if won else ["loss 10", "loss", "loss"]
    assert [row.value for row in scene.analysis.rows] == values
    earlier = words.AT_DEPTH.format(depth=report.depth - 2)
    marked = [row.line[0] == earlier for row in scene.analysis.rows]
    assert marked == [False, won, won]  # in a lost position the others are lost, too
    firsts = [row.line[mark] for mark, row in zip(marked, scene.analysis.rows, strict=True)]
    assert len(set(firsts)) == 3 and firsts[0] == move_text(LOA5, LOA5.start, report.move)
    assert {one[0]: one[1] for one in scene.thinking.figures}["for Black"] == values[0]
    winner = "Black" if won else "White"
    assert scene.board.value.text == f"{winner} wins in {proof.plies}"
    assert scene.board.value.brief == (
            f"{winner} wins", f"{winner[0]} wins", f"{winner[0]} wins", winner[0]
        )  # fmt: skip
    assert scene.board.value.share == float(won)


def test_the_questions_to_the_prover_are_set_apart_and_say_what_was_asked():
    line = tuple(LOA5.moves(LOA5.start)[:1])
    asked = tuple(
        Iteration(
            depth=plies,
            value=None,
            line=(),
            seconds=0.001,
            statistics=Statistics(nodes=5),
            kind="proof",
        )
        for plies in (5, 6)
    )
    answered = Iteration(
        depth=7,
        value=100.0,
        line=line,
        seconds=0.25,
        statistics=Statistics(nodes=5),
        kind="proof",
    )
    depth = Iteration(
        depth=4, value=100.0, line=line, seconds=0.25, statistics=Statistics(nodes=5)
    )
    found = Report(
        value=100.0,
        depth=7,
        line=line,
        proof=Proof(0, 7),
        seconds=0.3,
        iterations=(depth, *asked, answered),
        statistics=Statistics(),
    )
    entry = log_entry(LOA5, LOA5.start, 1, found)
    assert [(row.depth, row.value, row.aside) for row in entry.rows] == [
        ("4", "win", False), ("≤5", "no win", True), ("≤6", "no loss", True),
        ("≤7", "win 7", False),
    ]  # fmt: skip
    assert [row.time for row in entry.rows] == ["0.25 s", "1 ms", "1 ms", "0.25 s"]
    assert entry.facts == "Black wins  0.3 s" and entry.proof == "Proved: Black wins in 7 plies"


def test_another_position_is_analysed_at_once_and_off_is_off(desk):
    desk.controller.command("analyse")
    played(desk, "c1-c3")
    assert desk.worker.job.state == desk.match.state and desk.scene.board.arrows == ()
    desk.controller.command("previous")
    assert desk.worker.job.state == LOA5.start
    desk.controller.command("analyse")
    assert not desk.worker.busy and desk.scene.analysis.note == words.ANALYSIS_OFF


def test_the_computer_s_own_search_comes_first(tmp_path):
    desk = Desk(tmp_path)
    desk.controller.command("analyse")
    desk.move("c1", "c3")
    assert not isinstance(desk.worker.job, AnalysisJob)
    assert desk.scene.analysis.note == words.ANALYSIS_WAITS
    job = desk.worker.job
    desk.controller.command("analyse")
    desk.controller.command("analyse")
    assert desk.worker.job is job  # turned off and on, the same search continues
    desk.reply()
    assert isinstance(desk.worker.job, AnalysisJob) and desk.match.ply == 2


def test_a_hint_interrupts_the_analysis_and_it_goes_on(desk):
    desk.controller.command("analyse")
    desk.controller.command("hint")
    assert not isinstance(desk.worker.job, AnalysisJob)
    desk.worker.stopped = True
    desk.worker.answer()
    desk.view.pass_time(1)
    assert isinstance(desk.worker.job, AnalysisJob) and desk.scene.status.startswith("Hint")


def test_a_finished_game_is_not_analysed(tmp_path):
    desk = Desk(tmp_path, side="both")
    player = read_player(LOA5, "strong:depth=2")
    while desk.match.outcome() is None:
        found = player.choose(LOA5, desk.match.state, desk.match.history())
        desk.controller.handle(play, found.move)
    desk.controller.command("analyse")
    assert not desk.worker.busy and desk.scene.analysis.note == words.ANALYSIS_OVER


def test_analyse_game_fills_the_graph(desk):
    played(desk, "c1-c3", "a2-c2", "b1-b3")
    desk.controller.command("first")
    desk.controller.command("analyse-game")
    for number, value in enumerate([5, 60, -60, 60]):
        assert desk.worker.job.seconds == 10.0
        scene = desk.scene.analysis
        assert scene.progress == number / 4 and scene.progress_text.endswith(f"{number + 1} of 4")
        state = desk.worker.job.state
        desk.worker.job = None
        found = report(LOA5.moves(state)[0], value, 8 - number)
        desk.worker.messages.append(Message("done", found))
        desk.view.pass_time(0.1)
    assert not desk.worker.busy and desk.scene.analysis.progress is None
    # The second and the last value are the second player's: 5, -60, -60, -60 for the first.
    assert desk.scene.status == "Game analysed: 4 positions, 1 blunder."
    desk.controller.choose("page", "moves")
    shares = [round(point.share, 1) for point in desk.scene.review.points]
    assert shares == [0.6, 0.0, 0.0, 0.0]
    assert desk.match.ply == 0  # nothing was played, and the position is the one before


def test_analyse_game_can_be_stopped_and_looked_at_meanwhile(desk):
    played(desk, "c1-c3", "a2-c2")
    desk.controller.command("analyse-game")
    job = desk.worker.job
    desk.controller.command("previous")
    assert desk.worker.job is job and desk.match.ply == 1
    desk.controller.command("analyse-game")
    assert not desk.worker.busy and desk.scene.status == (
        "Analysis stopped: 0 of 3 positions analysed, no blunder."
    )
    desk.controller.command("analyse-game")
    desk.controller.command("new")
    assert not desk.worker.busy and desk.scene.analysis.progress is None


# The position editor


DEAD = "the engine process ended 3 times (status -9)"


def test_analyse_game_ends_by_itself_where_the_engine_fails(desk):
    played(desk, "c1-c3", "a2-c2", "b1-b3")
    desk.controller.command("analyse-game")
    desk.worker.stopped = True
    desk.worker.answer()
    desk.view.pass_time(0.1)
    asked = len(desk.worker.jobs)
    desk.worker.messages.append(Message("failed", DEAD))
    desk.view.pass_time(1)
    assert desk.scene.analysis.progress is None and not desk.scene.thinking.live
    text = f"The analysis of the game ended after 1 of 4 positions: {DEAD}."
    assert desk.scene.status == text and desk.view.entries[-1].bad
    assert len(desk.worker.jobs) == asked  # it does not keep failing
    desk.controller.command("analyse-game")
    assert desk.scene.analysis.progress_text == "Position 2 of 4"  # it goes on with what is left


def test_an_analysis_that_fails_is_off(desk):
    desk.controller.command("analyse")
    desk.worker.messages.append(Message("failed", DEAD))
    desk.view.pass_time(1)
    assert not desk.scene.analysis.on and DEAD in desk.scene.status
    assert len(desk.worker.jobs) == 1


def test_an_edited_position_is_played(desk):
    desk.controller.command("edit")
    assert desk.scene.editor.brush == "first" and "undo" not in desk.scene.menus.enabled
    desk.controller.command("edit-clear")
    assert desk.scene.board.pieces == {} and desk.scene.editor.reason
    desk.controller.command("edit-done")
    assert desk.scene.editor is not None  # refused
    for name in ("a1", "c3", "e5"):
        desk.controller.report(BoardGesture(CLICK, sq(name)))
    desk.controller.choose("brush", "second")
    for name in ("a5", "e1", "e1", "d1"):  # e1 is placed and removed again
        desk.controller.report(BoardGesture(CLICK, sq(name)))
    desk.controller.choose("to-move", "second")
    desk.controller.command("edit-copy")
    assert desk.view.clip == "w3b/5/2b2/5/b2w1 w"
    assert desk.scene.editor.reason == ""
    desk.controller.command("edit-done")
    assert desk.scene.editor is None and desk.match.ply == 0
    assert position_text(LOA5, desk.match.state) == "w3b/5/2b2/5/b2w1 w"


def test_a_finished_position_is_refused_with_the_reason(desk):
    desk.controller.command("edit")
    desk.controller.command("edit-clear")
    desk.controller.report(BoardGesture(CLICK, sq("a1")))
    desk.controller.choose("brush", "second")
    for name in ("c3", "e5"):
        desk.controller.report(BoardGesture(CLICK, sq(name)))
    assert desk.scene.editor.reason.startswith("The game would be over")
    desk.controller.choose("brush", "nothing")
    desk.controller.report(BoardGesture(CLICK, sq("c3")))
    assert sq("c3") not in desk.scene.board.pieces


def test_pieces_are_dragged_in_the_editor_and_removed_with_the_right_button(desk):
    desk.controller.report(BoardGesture(RIGHT_CLICK, sq("b1")))  # nothing in a game
    assert sq("b1") in desk.scene.board.pieces
    desk.controller.command("edit")
    assert not desk.controller.report(BoardGesture(DRAG, sq("c3")))  # there is nothing to lift
    for origin, target in (("b1", "c3"), ("a2", "c3"), ("a3", None), ("a4", "a4")):
        assert desk.controller.report(BoardGesture(DRAG, sq(origin)))
        desk.controller.report(BoardGesture(DROP, sq(origin), sq(target) if target else None))
    desk.controller.report(BoardGesture(RIGHT_CLICK, sq("e4")))
    desk.controller.report(BoardGesture(RIGHT_CLICK, sq("e5")))
    names = {square_name(at, 5): kind for at, kind in desk.scene.board.pieces.items()}
    assert names == {
        "b5": "black", "c5": "black", "d5": "black", "c1": "black", "d1": "black",
        "a4": "white", "c3": "white", "e2": "white", "e3": "white",
    }  # fmt: skip
    assert desk.controller.report(BoardGesture(DRAG, sq("c1")))
    desk.controller.command("edit-clear")  # by key, in the middle of a drag
    desk.controller.report(BoardGesture(DROP, sq("c1"), sq("c2")))
    assert desk.scene.board.pieces == {}


def test_escape_and_cancel_return_to_the_game(desk):
    played(desk, "c1-c3")
    for leave in ("escape", "edit-cancel"):
        desk.controller.command("edit")
        desk.controller.command("edit-start")
        desk.controller.command(leave)
        assert desk.scene.editor is None and desk.match.notation() == ["c1-c3"]
        assert sq("c3") in desk.scene.board.pieces


def test_nothing_is_searched_while_a_position_is_edited(tmp_path):
    desk = Desk(tmp_path)
    desk.move("c1", "c3")
    desk.controller.command("edit")
    assert not desk.worker.busy
    desk.view.pass_time(5)
    desk.controller.command("edit-cancel")
    assert desk.worker.busy


def main_line(match):
    """Return the moves of the main line."""
    nodes = match.root.end().line()
    return [move_text(match.game, node.parent.state, node.move) for node in nodes if node.parent]


def test_the_game_that_was_played_stays_the_main_line(desk, tmp_path):
    game = ["c1-c3", "a2-c2", "b1-b3"]
    played(desk, *game)
    desk.controller.command("first")
    played(desk, "d1-d3")  # a variation, which ends the review
    played(desk, "a2-c2")
    tried = desk.match.notation()
    assert main_line(desk.match) == game
    desk.controller.command("undo")
    desk.controller.command("redo")
    assert desk.match.notation() == tried  # redo follows the branch that was on the board last
    desk.controller.command("undo")
    desk.controller.command("undo")
    played(desk, "b1-b3")  # another one, without a review in between
    assert main_line(desk.match) == game and len(desk.match.root.children) == 3
    assert texts(desk.match)[0] == "1. c1-c3 a2-c2"
    desk.controller.close()
    again = Desk(tmp_path)
    assert main_line(again.match) == game and again.match.notation() == ["b1-b3"]


def test_a_move_played_instead_of_one_that_was_taken_back_is_the_game(desk):
    played(desk, "c1-c3", "a2-c2")
    desk.controller.command("undo")
    played(desk, "a3-b2")
    assert main_line(desk.match) == ["c1-c3", "a3-b2"]


def test_the_game_goes_on_from_its_end_after_a_variation(desk):
    played(desk, "c1-c3", "a2-c2")
    desk.controller.command("first")
    played(desk, "d1-d3")
    desk.controller.choose("move", numbered(desk.match)[desk.match.root.end()])
    played(desk, "b1-b3")
    assert main_line(desk.match) == ["c1-c3", "a2-c2", "b1-b3"]
    desk.controller.command("undo")
    played(desk, "d1-d3")  # instead of a move that was taken back
    assert main_line(desk.match) == ["c1-c3", "a2-c2", "d1-d3"]


def test_a_comment_is_shown_written_and_kept(desk, tmp_path):
    played(desk, "c1-c3", "a2-c2")
    desk.controller.choose("page", "moves")
    for text in ("A", "A fine move."):
        desk.controller.choose("comment", text)
    assert desk.scene.review.comment == "A fine move."
    desk.view.pass_time(2)
    assert "C[A fine move.]" in desk.controller.archive.path.read_text("utf-8")
    desk.controller.command("previous")
    assert desk.scene.review.comment == ""
    desk.controller.choose("comment", "The first.")
    desk.controller.close()  # before typing has paused
    again = Desk(tmp_path)
    again.controller.choose("page", "moves")
    assert again.scene.review.comment == "The first."
    again.controller.command("next")
    assert again.scene.review.comment == "A fine move."


def test_a_comment_is_kept_when_a_new_game_begins_at_once(desk):
    played(desk, "c1-c3")
    desk.controller.choose("comment", "Well.")
    path = desk.controller.archive.path
    desk.controller.command("new")
    assert "C[Well.]" in path.read_text("utf-8")


def test_the_comments_of_a_file_are_shown(desk, tmp_path):
    path = tmp_path / "x.sgf"
    path.write_text("(;GM[9]SZ[5]C[Before.];B[c1-c3]C[One.\n\nTwo.])")
    desk.view.open_name = str(path)
    desk.controller.command("open")
    assert desk.scene.review.comment == "One.\n\nTwo."
    desk.controller.command("first")
    assert desk.scene.review.comment == "Before."

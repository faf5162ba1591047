"""The search explorer's handlers on a bare state: what they change and which effects they name."""

import random
from pathlib import Path

import pytest

from explorer_samples import WIDTH, do, explored, explorer, run
from fakes import kind
from loa_tk.control.effects import (
    AskSaveName,
    Copy,
    DoSlowly,
    Drop,
    Later,
    Never,
    Run,
    ShowMatch,
    Stop,
    WriteImage,
)
from loa_tk.control.engine.jobs import Message
from loa_tk.control.explorer import commands, exporting, jobs, quizzing, running, searching
from loa_tk.control.explorer.commands import TOOL as EXPLORER
from loa_tk.control.explorer.jobs import CompareJob, ExploreJob, QuizJob
from loa_tk.control.explorer.running import PLAY
from loa_tk.control.explorer.searching import DRAW
from loa_tk.control.rows import named
from loa_tk.model.fields import SEEDS
from loa_tk.model.game import finish
from loa_tk.model.games import all_games, find_game
from loa_tk.model.tree.figure import Execution
from loa_tk.model.tree.layout import measure, span
from loa_tk.model.tree.recording import TreeRequest, record
from loa_tk.model.tree.searchtree import ROOT
from loa_tk.scenes.explorer import Picked, Pointed, Selected, Sought, Zoomed
from loa_tk.store.files import attempt
from loa_tk.words import explorer as words

ROWS_BY_NAME = named(EXPLORER.rows)


@pytest.fixture
def state():
    return explored(depth="3")


def names(effects):
    return [type(effect).__name__ for effect in effects]


def mover(state):
    """Return the names of the moves that led to the opened node."""
    tree = state.explored.tree
    return [tree.move_name(node) for node in tree.path(state.node)[1:]]


# --- the search ---


def test_a_search_asks_the_engine_for_the_chosen_tree():
    state = explorer(search="minimax", evaluation="full", depth="2", order="eval")
    effects = commands.search(state)
    job = ExploreJob(
        game="loa5",
        state=state.position,
        search="minimax",
        evaluation="full",
        depth=2,
        order="eval",
    )
    assert effects == [Never(PLAY), Run(job)]
    assert state.searching and not state.following
    shown = EXPLORER.show(state)
    assert shown.progress == 0.0 and shown.labels["search"] == words.STOP


@pytest.mark.parametrize("piece", (1 << 18, 1000))
def test_a_tree_arrives_in_pieces_as_it_was_recorded(monkeypatch, piece):
    monkeypatch.setattr(jobs, "PIECE", piece - piece % 8)
    found = explored(depth="3").explored
    game = find_game("loa5")
    tree = record(
        TreeRequest(game=game, state=game.start, search="alphabeta", evaluation="groups", depth=3)
    )
    assert vars(found.tree.columns) == vars(tree.columns)
    assert (found.tree.line, found.tree.statistics) == (tree.line, tree.statistics)
    widths, execution = measure(tree), Execution(tree)
    assert vars(found.widths) == vars(widths)
    assert list(found.execution) == list(execution)
    assert list(found.execution.cuts) == list(execution.cuts)


def test_the_picture_of_a_new_tree_follows_the_rest_of_it():
    state = explorer(depth="2")
    effects = run(state, commands.search(state))
    assert effects == [Later(DRAW, 1, searching.draw)]
    assert EXPLORER.show(state).columns and not EXPLORER.show(state).picture.rows
    searching.draw(state)
    assert EXPLORER.show(state).picture.rows


def test_a_restarted_engine_sends_everything_again():
    state = explorer(depth="2")
    (job,) = (one.job for one in commands.search(state) if isinstance(one, Run))
    messages = []
    answer = job.run(lambda: False, lambda content: messages.append(Message("progress", content)))
    half = messages[: len(messages) // 2]
    commands.heard(state, job, [*half, Message("restarted", -9)])
    assert state.bad and "-9" in state.status
    commands.heard(state, job, [*messages, Message("done", answer)])
    assert len(state.explored.tree) == len(state.explored.execution.starts) == 61


def test_a_failure_is_reported_in_one_line():
    state = explorer()
    commands.search(state)
    commands.heard(state, state.job, [Message("failed", "Traceback\n  deep\nValueError: no\n")])
    assert state.job is None and state.bad and state.status.endswith("ValueError: no")


def test_stop_shows_what_was_recorded_and_a_second_stop_gives_it_up():
    state = explorer(depth="4", search="minimax")
    effects = commands.search(state)
    assert do(state, "search") == [Stop()] and state.stopping
    run(state, effects, stop=lambda: True)
    searching.draw(state)
    tree = state.explored.tree
    assert not tree.complete and f"{len(tree):,}" in state.status
    assert EXPLORER.show(state).picture.rows and EXPLORER.show(state).columns
    commands.search(state)
    do(state, "search")
    assert Drop() in do(state, "search") and state.job is None


def test_a_tree_that_is_too_large_says_so(monkeypatch):
    job = ExploreJob.request

    def small(self):
        return TreeRequest(**{**vars(job(self)), "most": 500})

    monkeypatch.setattr(ExploreJob, "request", small)
    state = explored(depth="4", search="minimax")
    assert len(state.explored.tree) == 500 and state.bad
    assert f"{state.explored.tree.total:,}" in state.status and "500" in state.status
    assert "500 of about" in EXPLORER.show(state).remark[-1]


def test_a_finished_game_cannot_be_searched():
    game = find_game("loa5")
    chance, position = random.Random(1), game.start
    while finish(game, position) is None:
        position = game.play(position, chance.choice(game.moves(position)))
    state = explorer(position=position)
    assert do(state, "search") == [] and EXPLORER.show(state).status == words.GAME_OVER
    assert not {"search", "compare"} & EXPLORER.show(state).enabled


# --- the main board ---


def test_it_follows_the_board_until_a_search_is_made():
    state = explorer(depth="1")
    game = state.game
    after = game.play(game.start, game.moves(game.start)[0])
    commands.board_shows(state, game, after)
    assert state.position == after
    run(state, commands.search(state))
    commands.board_shows(state, game, game.start)
    assert state.position == after and state.explored is not None
    do(state, "from-board")
    assert state.position == game.start and state.explored is None and state.following


def test_another_game_has_other_evaluations():
    state = explorer(evaluation="groups")
    other = find_game("bt-8x8" if "bt-8x8" in all_games() else list(all_games())[-1])
    commands.board_shows(state, other, other.start)
    assert state.values["evaluation"] in other.evaluations
    assert other.title in EXPLORER.show(state).title


def test_a_node_is_shown_on_the_main_board_with_its_moves(state):
    do(state, "right")
    (effect,) = (one for one in do(state, "main-board") if isinstance(one, ShowMatch))
    match = effect.match
    assert (match.game, match.root.state) == (state.game, state.position) and match.ply == 1
    assert match.state == state.explored.tree.state(state.node)


@pytest.mark.parametrize(("depth", "used"), ((3, "3"), (11, "8"), (1, "1")))
def test_a_search_of_the_log_is_repeated_at_once(depth, used):
    state = explored(depth="2")
    game = find_game("loa6")
    effects = commands.explore(state, game, game.start, "minimax", "full", depth)
    job = ExploreJob(
        game="loa6",
        state=game.start,
        search="minimax",
        evaluation="full",
        depth=int(used),
        order="fixed",
    )
    assert effects[-1] == Run(job)
    assert Drop() in effects and state.explored is None


# --- walking ---


def test_after_a_search_the_best_move_is_selected_and_the_algorithm_stands_at_its_beginning(state):
    assert state.node == ROOT and EXPLORER.show(state).columns[0].selected == 0
    assert EXPLORER.show(state).columns[0].rows[0].cells[0] == "b1-e1"
    assert state.whole and state.moment == 0


def test_keys_walk_through_the_tree(state):
    do(state, "down")
    assert state.pick == 1 and mover(state) == []
    do(state, "right")
    assert mover(state) == ["b1-b3"]
    assert EXPLORER.show(state).columns[-2].rows[state.pick].part == "cut"
    do(state, "right", "right", "right")  # the leaves have nothing below them
    assert len(mover(state)) == 2
    do(state, "left", "left")
    assert state.node == ROOT and state.pick == 1
    do(state, "left", "up", "up")
    assert state.node == ROOT and state.pick == 0


def test_a_click_on_a_column_goes_there(state):
    commands.report(state, Selected(1, 2))  # the column of the selected move, beside the opened one
    assert mover(state) == ["b1-e1"] and state.pick == 2
    commands.report(state, Selected(0, 5))
    assert state.node == ROOT and state.pick == 5
    commands.report(state, Selected(0, 1, enter=True))
    assert mover(state) == ["b1-b3"]


def test_the_reason_leads_to_the_move_that_the_bound_comes_from(state):
    do(state, "down", "right")
    link = next(piece for piece in EXPLORER.show(state).reason.text if piece.link)
    assert link.text == "b1-e1"
    commands.follow(state, link.link)
    assert state.node == ROOT and state.pick == 0
    do(state, "down", "right", "follow")
    assert state.node == ROOT and state.pick == 0


def test_every_node_of_the_picture_can_be_opened(state):
    tree, widths = state.explored.tree, state.explored.widths
    scale = WIDTH / widths.width()
    for node in range(1, len(tree)):
        left, right = (edge * scale for edge in span(tree, widths, node))
        if right - left < 2:
            continue
        commands.report(state, Picked(tree.ply(node), int((left + right) / 2)))
        opened = tree.parent(node) if tree.is_leaf(node) else node
        assert state.node == opened, node
    commands.report(state, Picked(2, WIDTH - 1))  # cut off
    row = EXPLORER.show(state).columns[-1].rows[state.pick]
    assert row.part == "untried"
    commands.report(state, Picked(-1, 0))
    assert state.hover is None


def test_hovering_names_nodes_and_what_was_cut_off(state):
    commands.report(state, Pointed(1, 80))
    assert EXPLORER.show(state).picture.hover.startswith("b1-b3 · MIN-VALUE · value ≤ 0 · 77 nodes")
    commands.report(state, Pointed(3, WIDTH - 1))
    assert "cut off" in EXPLORER.show(state).picture.hover
    commands.report(state, Pointed(-1, 0))
    assert EXPLORER.show(state).picture.hover == ""


def test_zooming_keeps_the_place_and_ends_at_the_whole_tree(state):
    for factor in (1.25, 2.0, 3.0, 1.7):
        low, high = state.shown
        at = low + (high - low) * 0.3
        commands.report(state, Zoomed(factor, 300))
        low, high = state.shown
        assert low + (high - low) * 0.3 == pytest.approx(at)
    commands.report(state, Zoomed(1e9, 300))
    assert state.shown[1] > state.shown[0]
    do(state, "pan-right", "pan-left", "smaller")
    for _ in range(40):
        commands.report(state, Zoomed(0.5, 900))
    assert state.shown == (0.0, 1.0)
    do(state, "larger", "all")
    assert state.shown == (0.0, 1.0)


def test_an_enlarged_picture_follows_the_opened_node(state):
    commands.report(state, Zoomed(8.0, 0))
    do(state, *["down"] * 17, "right")
    left, right = span(state.explored.tree, state.explored.widths, state.node)
    low, high = (edge * state.explored.positions for edge in state.shown)
    assert left < high and right > low


# --- the moments ---


def test_steps_go_through_all_moments(state):
    end = len(state.explored.execution) - 1
    do(state, "step")
    assert (state.moment, state.whole) == (1, False)
    do(state, "step", "back")
    assert state.moment == 1
    do(state, "last")
    assert (state.moment, state.whole) == (end, True)
    do(state, "back", "first")
    assert state.moment == 0 and not state.whole
    commands.report(state, Sought(10**9))
    assert state.moment == end


def test_step_over_executes_a_whole_call(state):
    execution = state.explored.execution
    while execution.moment(state.moment).step != "call":
        do(state, "step")
    child = execution.moment(state.moment).child
    do(state, "over")
    assert execution.moment(state.moment).step == "back"
    assert execution.leaves(child) == state.moment - 1


def test_it_runs_to_cut_offs_and_to_changes_of_the_best_move(state):
    tree, execution = state.explored.tree, state.explored.execution
    found = []
    do(state, "first")
    while do(state, "next-cut") and state.status != words.NO_MORE_CUTS:
        found.append(state.node)
        assert execution.moment(state.moment).returned is not None
    cut = [node for node in range(len(tree)) if tree.cut(node)]
    assert sorted(found) == cut and len(cut) == 48
    do(state, "first", "next-best")
    assert state.node == ROOT and state.pick == 0
    do(state, "next-best")
    assert state.status == words.NO_MORE_CHANGES


def test_the_picture_shows_what_has_been_visited(state):
    """At every moment a node lies in the shown part of its row iff it has been entered."""
    tree, execution, widths = state.explored.tree, state.explored.execution, state.explored.widths
    scale = WIDTH / widths.width()
    middles = {
        node: sum(span(tree, widths, node)) / 2 * scale
        for node in range(len(tree))
        if (span(tree, widths, node)[1] - span(tree, widths, node)[0]) * scale > 2
    }
    for moment in random.Random(3).sample(range(len(execution) - 1), 60):
        commands.report(state, Sought(moment))
        reached = EXPLORER.show(state).picture.reached
        for node, middle in middles.items():
            entered = execution.starts[node] <= moment
            assert (middle < reached[tree.ply(node)]) == entered, (moment, node)


def test_only_what_is_known_is_shown_while_it_runs(state):
    tree, execution = state.explored.tree, state.explored.execution
    for moment in range(0, len(execution) - 1, 37):
        commands.report(state, Sought(moment))
        for column, node in zip(EXPLORER.show(state).columns, tree.path(state.node), strict=True):
            for row, child in zip(column.rows, tree.children(node), strict=False):
                assert bool(row.cells[1]) == (execution.leaves(child) < moment)
            if execution.leaves(node) > moment:
                assert not any(row.part in ("best", "untried") for row in column.rows)


def test_it_plays_at_the_chosen_speed_and_stops_at_the_end(state):
    commands.choose(state, "speed", "100")
    assert do(state, "play") == [Later(PLAY, 0, running.work)]
    assert state.playing and state.moment == 0
    running.work(state)
    assert state.moment == 1
    state.clock.now += 0.2
    assert running.work(state) == [Later(PLAY, running.TICK, running.work)]
    assert state.moment == 21
    assert do(state, "play") == [Never(PLAY)] and not state.playing
    assert running.work(state) == []
    commands.choose(state, "speed", "10000")
    do(state, "play")
    for _ in range(100):
        state.clock.now += 1.0
        running.work(state)
    assert state.whole and not state.playing


def test_it_plays_on_from_the_step_of_the_opened_node(state):
    do(state, "down", "right")
    shown = state.moment
    assert shown > 0 and state.whole
    do(state, "play")
    assert state.moment == shown and not state.whole
    do(state, "play", "last", "play")
    assert state.moment == 0  # after the last step it begins again


def test_the_end_can_be_reached_from_every_step_but_the_last(state):
    assert "last" in EXPLORER.show(state).enabled
    do(state, "down", "right")
    assert state.whole and "last" in EXPLORER.show(state).enabled
    do(state, "last")
    assert state.moment == len(state.explored.execution) - 1
    assert "last" not in EXPLORER.show(state).enabled


@pytest.mark.parametrize(
    "then",
    (
        lambda state: commands.report(state, Sought(5)),
        lambda state: commands.report(state, Selected(0, 2)),
        lambda state: commands.report(state, Picked(1, 80)),
        lambda state: do(state, "down"),
        lambda state: do(state, "play"),
    ),
)
def test_the_status_line_forgets_what_was_said_before(state, then):
    do(state, "first", "next-best", "next-best")
    assert state.status == words.NO_MORE_CHANGES
    then(state)
    assert state.status == ""


def test_escape_puts_things_away_one_at_a_time(state):
    do(state, "down", "right", "larger", "step", "play")
    do(state, "escape")
    assert not state.playing
    do(state, "escape")
    assert state.shown == (0.0, 1.0) and not state.whole
    do(state, "escape")
    assert state.whole and state.node == ROOT
    do(state, "right", "escape", "escape")
    assert state.node == ROOT


# --- files ---


def test_what_is_written(state, tmp_path):
    (ask,) = do(state, "save-picture")
    assert isinstance(ask, AskSaveName)
    (png,) = ask.then(state, str(tmp_path / "a.png"))
    assert isinstance(png, WriteImage)
    (svg,) = ask.then(state, str(tmp_path / "a.SVG"))
    assert kind(svg) is attempt and svg.work.arguments[1]().startswith("<svg")
    (ask,) = do(state, "save-page")
    (page,) = ask.then(state, str(tmp_path / "a.html"))
    shares = []
    assert isinstance(page, DoSlowly) and page.work(shares.append) == ""
    assert "<details" in (tmp_path / "a.html").read_text("utf-8")
    assert shares == sorted(shares) and len(shares) > 100 and shares[-1] == 1
    page.then(state, "")
    assert "a.html" in state.status and not state.bad
    page.then(state, "no room")
    assert "no room" in state.status and state.bad
    (copy,) = do(state, "copy-text")
    assert isinstance(copy, Copy) and "b1-e1" in copy.text


def test_a_comparison_is_part_of_the_page(state, tmp_path):
    run(state, commands.compare(state))
    (page,) = exporting.write_page(state, str(tmp_path / "x.html"))
    assert page.work(float) == ""
    assert "null window" in (tmp_path / "x.html").read_text("utf-8")
    (table,) = exporting.write_csv(state, "x.csv")
    assert table.work.arguments[1]().count("\n") == 1 + 7 * 3
    (alone,) = exporting.write_compared(state, "x.html")
    path, content = alone.work.arguments
    assert "<svg" in content() and path == Path("x.html")


# --- the comparison ---


def test_searches_are_compared_row_by_row():
    state = explorer(depth="3", page="compare")
    effects = commands.compare(state)
    assert effects == [
        Run(CompareJob(game="loa5", state=state.position, evaluation="groups", depth=3))
    ]
    assert EXPLORER.show(state).compare.note == words.COMPARING
    seen = []

    def watch(content):
        commands.heard(state, effects[0].job, [Message("progress", content)])
        seen.append(len(EXPLORER.show(state).compare.table.rows))

    answer = effects[0].job.run(lambda: False, watch)
    commands.heard(state, effects[0].job, [Message("done", answer)])
    assert seen == sorted(seen) and seen[0] == 1 and seen[-1] == 7
    assert state.job is None and do(state, "save-csv")
    assert EXPLORER.show(state).status == words.COMPARED_ALL


# --- the quiz ---


@pytest.fixture
def quiz():
    state = explorer(page="quiz", level="easy", seed="7")
    effects = quizzing.new(state)
    assert effects == [
        Run(QuizJob(game="loa5", seed=7, level="easy", questions=quizzing.QUESTIONS))
    ]
    run(state, effects)
    return state


def answer(state):
    """Give the right answer to the question."""
    question = state.quiz.question
    if question.kind == "cut":
        for place, node in enumerate(question.nodes):
            if node.name in question.answer:
                quizzing.tick(state, place)
    else:
        for (key, _), value in zip(words.ANSWERS[question.kind], question.answer, strict=True):
            commands.choose(state, key, str(value).replace("-", "−"))


def test_a_quiz_is_asked_answered_and_counted(quiz):
    kinds = set()
    for number in range(quizzing.QUESTIONS):
        kinds.add(quiz.quiz.question.kind)
        assert "check" in EXPLORER.show(quiz).enabled
        answer(quiz)
        do(quiz, "check")
        shown = EXPLORER.show(quiz).quiz
        assert shown.verdict == words.RIGHT and shown.right and shown.explanation
        assert shown.score == f"{number + 1} of {number + 1} right in this session"
        do(quiz, "check")  # an answer counts once
        assert quiz.asked == number + 1
        do(quiz, "next-question")
    assert kinds == {"value", "window", "cut"}
    assert "next-question" not in EXPLORER.show(quiz).enabled


def test_wrong_answers_are_explained_and_nonsense_is_not_counted(quiz):
    while quiz.quiz.question.kind != "value":
        do(quiz, "next-question")
    do(quiz, "check")
    assert quiz.bad and quiz.asked == 0
    commands.choose(quiz, "answer", "many")
    do(quiz, "check")
    assert "many" in quiz.status and quiz.asked == 0
    commands.choose(quiz, "answer", str(quiz.quiz.question.answer[0] + 1))
    do(quiz, "check")
    shown = EXPLORER.show(quiz).quiz
    assert (quiz.right, quiz.asked, shown.right) == (0, 1, False)
    commands.choose(quiz, "answer", "0")  # too late
    assert quiz.quiz.typed["answer"] != "0"


def test_a_branch_is_chosen_and_put_back(quiz):
    while quiz.quiz.question.kind != "cut":
        do(quiz, "next-question")
    nodes = EXPLORER.show(quiz).quiz.nodes
    place = next(place for place, node in enumerate(nodes) if node.choice)
    quizzing.tick(quiz, place)
    assert EXPLORER.show(quiz).quiz.nodes[place].chosen
    quizzing.tick(quiz, place)
    assert not EXPLORER.show(quiz).quiz.nodes[place].chosen
    quizzing.tick(quiz, 0)  # the root has no branch
    assert quiz.quiz.ticked == frozenset()
    do(quiz, "check")
    assert any(node.cut for node in EXPLORER.show(quiz).quiz.nodes)


def test_the_same_seed_asks_the_same_and_another_quiz_takes_the_next(quiz):
    first = quiz.quiz.quiz
    run(quiz, do(quiz, "quiz"))
    assert quiz.values["seed"] == "8" and quiz.quiz.quiz != first
    commands.choose(quiz, "seed", "7")
    run(quiz, do(quiz, "quiz"))
    assert quiz.quiz.quiz == first


@pytest.mark.parametrize(("text", "seed"), ((" 12 ", 12), ("0", 0), (str(SEEDS.most), SEEDS.most)))
def test_a_whole_number_is_a_seed(text, seed):
    (effect,) = quizzing.new(explorer(page="quiz", seed=text))
    assert effect.job.seed == seed


@pytest.mark.parametrize("text", ("", "abc", "-5", "9" * 5000, "½", str(SEEDS.most + 1)))
def test_another_seed_is_refused_and_the_quiz_stays(quiz, text):
    before = quiz.quiz
    commands.choose(quiz, "seed", text)
    assert do(quiz, "quiz") == [] and quiz.job is None and quiz.quiz is before
    assert quiz.bad and "not a whole number from 0 to" in quiz.status
    commands.choose(quiz, "seed", "9")
    assert not quiz.bad and do(quiz, "quiz")


def test_the_status_line_of_a_quiz_says_what_comes_next(quiz):
    assert EXPLORER.show(explorer(page="quiz")).status == words.READY_QUIZ
    while not quiz.quiz.at_end:
        assert EXPLORER.show(quiz).status == words.ANSWER_NOW
        answer(quiz)
        do(quiz, "check")
        assert EXPLORER.show(quiz).status == words.ANSWERED
        do(quiz, "next-question")
    answer(quiz)
    do(quiz, "check")
    assert "in this session" in EXPLORER.show(quiz).status
    commands.choose(quiz, "level", "hard")
    assert EXPLORER.show(quiz).status == words.ANSWERED_LAST


# --- all commands ---


@pytest.mark.parametrize("page", words.PAGES)
def test_every_command_can_be_given_at_any_time(page):
    for make in (explorer, explored):
        for name in ROWS_BY_NAME:
            state = make(depth="2", page=page)
            EXPLORER.do(state, name)
            EXPLORER.show(state)
    state = explorer(page=page)
    commands.search(state)
    for name in ROWS_BY_NAME:
        EXPLORER.do(state, name)
        EXPLORER.show(state)


def test_every_short_label_belongs_to_a_button():
    assert all(ROWS_BY_NAME[name].label for name in words.SHORT)


def test_f5_does_what_the_button_of_the_page_does():
    for page, job in (("tree", ExploreJob), ("compare", CompareJob), ("quiz", QuizJob)):
        state = explorer(page=page, depth="1")
        do(state, "main")
        assert isinstance(state.job, job)


def test_closing_drops_all_work():
    state = explorer()
    commands.search(state)
    assert names(commands.drop(state)) == ["Never", "Never", "Drop"]
    assert state.job is None and state.arriving is None


# --- a student's file ---


def test_a_student_s_evaluation_is_explored_and_its_mistakes_are_shown(tmp_path):
    own = tmp_path / "mine.py"
    own.write_text("def evaluate(position, player):\n    return len(position.moves())\n")
    state = explorer(depth="2")
    commands.choose(state, "evaluation", str(own))
    run(state, commands.search(state))
    assert state.explored.tree.evaluation == "mine.py" and state.explored.tree.complete
    own.write_text("def evaluate(position, player):\n    return 1 / 0\n")
    run(state, commands.search(state))
    assert state.bad and "mine.py, line 2" in state.status and state.job is None
    commands.choose(state, "evaluation", str(tmp_path / "none.py"))
    run(state, commands.search(state))
    assert state.bad and "none.py" in state.status


def test_a_file_is_taken_on_the_tree_page_only(tmp_path):
    state = explorer()
    commands.choose(state, "evaluation", "Choose a file…")  # the line of the list that asks
    assert state.values["evaluation"] == "groups"
    commands.choose(state, "evaluation", "mine.py")
    commands.choose(state, "page", "compare")
    assert EXPLORER.show(state).fields[0].value == "groups"
    commands.choose(state, "evaluation", "other.py")
    assert state.bad and state.values["evaluation"] == "mine.py"
    (effect,) = commands.compare(state)
    assert effect.job.evaluation == "groups"

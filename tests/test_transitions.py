"""Handlers of the main window on a bare session: no view, no worker, no disk."""

from dataclasses import FrozenInstanceError, fields, replace
from pathlib import Path

import pytest

from fakes import kinds, one
from loa_tk.control.effects import (
    Announce,
    AskOpenName,
    AskSaveName,
    Close,
    Confirm,
    Copy,
    Do,
    DoSlowly,
    Drop,
    Effect,
    FillIn,
    Later,
    Log,
    Never,
    OpenTool,
    Paste,
    Pick,
    Run,
    SaveSettings,
    ShowHelp,
    Stage,
    Stop,
    WriteImage,
)
from loa_tk.control.engine.jobs import Message
from loa_tk.control.engine.searches import AnalysisJob, SearchJob
from loa_tk.control.engine.thought import HINT, MOVE, thought_of
from loa_tk.control.game import hands, turns
from loa_tk.control.game.session import HUMANS, Session
from loa_tk.control.main import answers, commands, filing, own_code
from loa_tk.control.main.commands import CHOICES, COMMANDS
from loa_tk.control.main.scenes import window_scene
from loa_tk.control.study.mistakes import insert_lines
from loa_tk.control.study.review import Reviewer, review_scene
from loa_tk.lab import Mistake
from loa_tk.model import records
from loa_tk.model.games import all_games, find_game
from loa_tk.model.match import Match
from loa_tk.model.notation import position_text, read_move, read_position, read_square
from loa_tk.model.records import Record, RecordError
from loa_tk.model.search.players import read_player
from loa_tk.model.search.statistics import Iteration, Statistics
from loa_tk.store import games
from loa_tk.store.archive import Archive
from loa_tk.store.files import attempt
from loa_tk.store.settings import ALLOWED, Settings
from loa_tk.view.kit.palette import PALETTES
from loa_tk.words import main as words

LOA5 = find_game("loa5")
NOWHERE = Archive(Path("no folder"))
# The work that handlers name.
KEEP, LET_GO, LIST_KEPT, REOPEN = Archive.save, Archive.release, Archive.games, Archive.reopen
READ_GAMES, READ_GAME, WRITE, INSPECT = games.listed, games.played, attempt, own_code.inspected


def session(**settings):
    return Session(Settings(**settings), NOWHERE, clock=lambda: 5.0)


def sq(name):
    return read_square(name, 5, 5)


def played(state, *moves):
    for text in moves:
        turns.play(state, read_move(state.game, state.match.state, text))
    return state


def answer(state, move="c5-c3"):
    """Return what the engine would report about the search in progress."""
    player = read_player(state.game, "alphabeta:eval=groups,depth=1")
    return player.choose(state.game, state.match.state)


# --- moves and turns ---


def test_a_click_selects_and_asks_for_nothing():
    state = session()
    assert hands.click(state, sq("c1")) == [] and state.marks.selected == sq("c1")


def test_a_move_is_kept_and_the_engine_is_asked():
    state = session()
    hands.click(state, sq("c1"))
    effects = hands.click(state, sq("c3"))
    assert state.match.notation() == ["c1-c3"]
    job = one(effects, Run).job
    assert isinstance(job, SearchJob) and job.state == state.match.state and len(job.history) == 1
    assert one(effects, KEEP).work.arguments[0] is state.match
    assert state.thinking and state.thought.purpose == MOVE
    assert state.file.info["PB"] and state.file.info["DT"]


def test_a_drag_lifts_only_what_may_be_moved():
    state = session()
    hands.drag(state, sq("a2"))
    assert state.marks.lifted is None and "white" in state.note
    hands.drag(state, sq("c1"))
    assert state.marks.lifted == sq("c1")
    hands.drop(state, sq("c1"), None)
    assert state.marks.lifted is None and state.marks.selected is None and state.match.ply == 0


def test_an_answer_is_logged_and_played_after_the_last_move_was_seen():
    state = played(session(), "c1-c3")
    report = answer(state)
    logged = len(state.log)
    effects = answers.heard(state, [Message("done", report)])
    assert len(state.log) == logged  # the move is logged when it is played
    later = one(effects, Later)
    assert later.milliseconds == answers.SEE_MOVE and state.match.ply == 1
    then = later.then(state)
    assert one(then, Log).entry is state.log[-1].entry
    assert state.match.ply == 2 and state.match.node.report is report
    assert KEEP in kinds(then) and Run not in kinds(then)


def test_messages_about_a_search_that_was_dropped_change_nothing():
    state = played(session(), "c1-c3")
    report = answer(state)
    turns.forget(state)
    logged = len(state.log)
    assert answers.heard(state, [Message("done", report)]) == [] and len(state.log) == logged


@pytest.mark.parametrize("kind", ["failed", "restarted"])
def test_what_goes_wrong_in_the_engine_is_noted_and_logged(kind):
    state = played(session(), "c1-c3")
    effects = answers.heard(state, [Message(kind, "Traceback\nValueError: odd")])
    assert one(effects, Log).entry.bad and "odd" in state.note
    assert state.thinking == (kind == "restarted")


def test_a_mistake_in_a_student_s_file_is_logged_with_its_line_and_the_game_waits():
    state = session()
    state.change(levels={"loa5": {"normal": "alphabeta:eval=my, own.py,depth=2"}})
    state = played(state, "c1-c3")
    assert not COMMANDS["try-again"].possible(state)
    mistake = Mistake("ZeroDivisionError: division by zero", "own.py", 3, "return 1 / 0")
    effects = answers.heard(state, [Message("failed", mistake)])
    entry = one(effects, Log).entry
    assert entry.bad and entry.head == (
        "The search failed: own.py, line 3: ZeroDivisionError: division by zero\n    return 1 / 0"
    )
    assert "own.py, line 3" in state.note and "Try again" in state.note and not state.thinking
    assert COMMANDS["try-again"].possible(state)
    assert window_scene(state, Reviewer()).thinking.can_try_again
    turns.go_to(state, state.match.node.parent)
    assert not COMMANDS["try-again"].possible(state)


def test_notes_and_output_of_a_student_s_file_are_logged():
    state = session(level="normal")
    state.change(levels={"loa5": {"normal": "alphabeta:eval=x/own.py,depth=2"}})
    state = played(state, "c1-c3")
    said = [Message("note", "own.py runs in a sandbox."), Message("output", "one\ntwo\n" * 30)]
    note, output = (effect.entry for effect in answers.heard(state, said))
    assert note.head == "own.py runs in a sandbox." and not note.bad
    lines = output.head.splitlines()
    assert lines[:3] == ["own.py printed:", "  | one", "  | two"] and len(lines) == 42
    assert lines[-1] == "  | … and 20 lines more" and state.thinking


def test_an_engine_that_was_replaced_because_it_hung_is_noted_and_logged():
    state = played(session(), "c1-c3")
    effects = answers.heard(state, [Message("restarted", -9, late=True)])
    assert one(effects, Log).entry.head == state.note == words.ENGINE_LATE and state.thinking


def test_a_forfeited_turn_is_played_after_it_could_be_read():
    state = Session(
        Settings(side="both"),
        NOWHERE,
        Match(find_game("minicheckers"), read_position(find_game("minicheckers"), PASS)),
    )
    move = state.only_pass()
    assert move is not None
    later = one(turns.next_turn(state), Later)
    assert later.milliseconds == turns.SEE_PASS
    later.then(state)
    assert state.match.node.move == move


PASS = "6/r3r1/1r1r2/2b3/6/6 b"


def test_in_a_review_and_in_the_editor_the_engine_has_nothing_to_do():
    state = session(side="second")
    assert one(turns.next_turn(state), Run)
    turns.forget(state)
    for attribute, value in (("reviewing", True), ("paused", True)):
        setattr(state, attribute, value)
        assert kinds(turns.next_turn(state)) == [Never]
        setattr(state, attribute, False)
    effects = COMMANDS["edit"].do(state)
    assert Run not in kinds(effects) and state.draft is not None


def test_the_game_that_is_on_the_board_is_noted_once_it_is_written():
    state = played(session(), "c1-c3")
    assert turns.kept(state, Path("a/game.sgf"), state.match) == [SaveSettings()]
    assert state.settings.left == "game.sgf" and state.file.kept == Path("a/game.sgf")
    assert turns.kept(state, Path("a/game.sgf"), state.match) == []  # nothing new to write
    assert turns.kept(state, Path("a/other.sgf"), Match(LOA5)) == []  # no longer on the board
    assert state.settings.left == "game.sgf"


def test_a_game_that_cannot_be_kept_says_so():
    state = played(session(), "c1-c3")
    turns.kept(state, None, state.match)
    assert "not kept" in state.file.saved and state.file.kept is None


# --- files ---


def trees(*moves, match=None):
    match = match or Match(LOA5)
    for text in moves:
        match.play_text(text)
    return records.trees(records.text([Record(match=match, info={})]).encode())


def listed(found):
    return [(tree, records.headline(tree)) for tree in found]


def test_a_file_is_chosen_read_and_put_on_the_board():
    state = session()
    ask = one(COMMANDS["open"].do(state), AskOpenName)
    assert ask.folder == ""
    read = one(ask.then(state, "x/game.sgf"), READ_GAMES)
    (path,) = read.work.args
    assert path.name == "game.sgf" and state.file.path is None
    game = one(read.then(state, listed(trees("c1-c3", "a2-c4"))), READ_GAME)
    effects = game.then(state, records.read_record(game.work.args[0]))
    assert state.match.notation() == ["c1-c3", "a2-c4"] and state.reviewing
    assert state.file.path == path and state.settings.recent == [str(path)]
    assert kinds(effects).count(LET_GO) == 1 and SaveSettings in kinds(effects)
    assert Run not in kinds(effects)
    for command, kind in (("open", AskOpenName), ("save-as", AskSaveName)):
        assert one(COMMANDS[command].do(state), kind).folder == str(path.parent)


def test_a_file_of_several_games_is_a_list_to_choose_from():
    state = session()
    two = trees("c1-c3") + trees("b1-b3")
    read = one(filing.open_file(state, "x/two.sgf"), READ_GAMES)
    pick = one(read.then(state, listed(two)), Pick)
    assert len(pick.scene.rows) == 2
    game = one(pick.then(state, pick.scene.rows[1].key), READ_GAME)
    game.then(state, records.read_record(game.work.args[0]))
    assert state.match.notation() == ["b1-b3"] and state.file.path is None


def test_a_file_that_cannot_be_read_is_announced_and_changes_nothing():
    state = session()
    read = one(filing.open_file(state, "x/game.sgf"), READ_GAMES)
    assert "odd" in one(read.then(state, RecordError("odd")), Announce).text
    assert state.match.ply == 0 and not state.reviewing
    assert filing.open_file(state, "") == []  # the menu's entry for no recent file


def test_a_saved_file_is_written_whole_and_then_named():
    state = played(session(), "c1-c3")
    ask = one(COMMANDS["save"].do(state), AskSaveName)
    write = one(ask.then(state, "x/mine.sgf"), WRITE)
    path, content = write.work.arguments
    assert "c1-c3" in content() and state.file.path is None
    assert "full" in one(write.then(state, "the disk is full"), Announce).text
    assert state.file.path is None
    effects = write.then(state, "")
    assert state.file.path == path and not state.file.changed and SaveSettings in kinds(effects)
    assert kinds(COMMANDS["save"].do(state)) == [WRITE]  # it has a name now


def test_a_kept_game_is_reopened_and_stays_in_its_file():
    state = session()
    listing = one(COMMANDS["kept"].do(state), LIST_KEPT)
    assert listing.then(state, []) == [] and state.note
    record = records.read_record(trees("c1-c3")[0])
    effects = filing._reopened(state, (record, True, None), Path("a/old.sgf"), turns.MayLeave())
    assert state.file.kept == Path("a/old.sgf") and LET_GO not in kinds(effects)
    effects = filing._reopened(state, (record, False, None), Path("a/old.sgf"), turns.MayLeave())
    assert state.file.kept is None and LET_GO in kinds(effects)
    effects = filing._reopened(state, (None, False, None), Path("a/old.sgf"), turns.MayLeave())
    assert one(effects, Log).entry.bad


# --- every command and choice, with what it asks for ---


def at_start():
    return session()


def after_moves():
    state = played(session(side="both"), "c1-c3", "a2-c4")
    turns.kept(state, Path("a/game.sgf"), state.match)
    return state


def thinking():
    return played(session(), "c1-c3")


def failed():
    state = thinking()
    answers.heard(state, [Message("failed", Mistake("it broke", "mine.py", 3, "x = 1 / 0"))])
    assert COMMANDS["try-again"].possible(state)
    return state


def logged():
    state = thinking()
    answers.heard(state, [Message("done", answer(state))])
    return state


def editing():
    state = session()
    COMMANDS["edit"].do(state)
    return state


def blundered():
    """Return a game of two moves that was analysed: the first one was a blunder."""
    state = session(side="both")
    played(state, "c1-c3", "a2-c2")
    match, blunder = state.match, state.match.root.children[0]
    for node, move, value in ((match.root, "b1-b3", 10.0), (blunder, "a3-b2", 90.0)):
        line = (read_move(LOA5, node.state, move),)
        passes = tuple(
            Iteration(depth=depth, value=value, line=line, seconds=1, statistics=Statistics())
            for depth in (6, 7)
        )
        node.study = replace(passes[-1].alone(), iterations=passes)
    insert_lines(match)
    match.node, state.reviewing = blunder, True
    state.file.kept = Path("x.sgf")
    return state


def learning():
    state = blundered()
    COMMANDS["learn"].do(state)
    return state


def two_computers():
    state = session(side="none")
    state.paused = True
    return state


# A state to begin in, the effects of the command in it, and the changes afterwards.
EXPECTED = {
    "open": (at_start, {AskOpenName}, None),
    "kept": (at_start, {LIST_KEPT}, None),
    "save": (at_start, {AskSaveName}, None),
    "save-as": (at_start, {AskSaveName}, None),
    "picture": (at_start, {AskSaveName}, None),
    "quit": (at_start, {Close}, None),
    "new": (after_moves, {Drop, LET_GO, SaveSettings, Never}, lambda s: s.match.ply == 0),
    "undo": (after_moves, {Drop, Log, KEEP, Never}, lambda s: s.match.ply == 1),
    "redo": (after_moves, set(), lambda s: s.match.ply == 2),
    "hint": (at_start, {Run}, lambda s: s.thought.purpose == HINT),
    "analyse": (at_start, {Drop, Never, Run}, lambda s: s.analysing),
    "analyse-game": (after_moves, {Drop, Run}, lambda s: s.study is not None),
    "learn": (blundered, {Drop, KEEP, Never}, lambda s: s.match.ply == 0 and s.lesson is not None),
    "next-blunder": (blundered, set(), lambda s: s.match.ply == 1),
    "better-line": (blundered, {Drop, KEEP, Never}, lambda s: s.match.notation() == ["b1-b3"]),
    "reply": (
        blundered,
        {Drop, KEEP, Never},
        lambda s: s.match.notation() == ["c1-c3", "a3-b2"],
    ),
    "learn-show": (learning, {Drop, KEEP}, lambda s: s.lesson.solved),
    "learn-next": (learning, set(), lambda s: s.lesson.ended and "0 found" in s.note),
    "learn-end": (learning, set(), lambda s: s.lesson is None),
    "move-now": (thinking, {Stop}, lambda s: s.thinking),
    "try-again": (failed, {Never, Run}, lambda s: s.thinking and not s.note),
    "pause": (thinking, {Drop, Never}, lambda s: s.paused and not s.thinking),
    "step": (two_computers, {Never, Run}, lambda s: s.paused and s.thinking),
    "copy-position": (at_start, {Copy}, lambda s: position_text(LOA5, LOA5.start) in s.note),
    "paste-position": (at_start, {Paste}, None),
    "edit": (at_start, {Drop, Never}, lambda s: s.draft is not None),
    "customise": (at_start, {FillIn}, None),
    "flip": (at_start, {SaveSettings}, lambda s: s.settings.flip),
    "coordinates": (at_start, {SaveSettings}, lambda s: not s.settings.coordinates),
    "legal-moves": (at_start, {SaveSettings}, lambda s: not s.settings.legal_moves),
    "links": (at_start, {SaveSettings}, lambda s: not s.settings.links),
    "animation": (at_start, {SaveSettings}, lambda s: not s.settings.animation),
    "log-pane": (at_start, {SaveSettings}, lambda s: not s.settings.log_pane),
    "reset-settings": (at_start, {Confirm}, None),
    "series": (at_start, {OpenTool}, None),
    "explorer": (at_start, {OpenTool}, None),
    "explore-board": (at_start, {OpenTool}, None),
    "flow": (at_start, {OpenTool}, None),
    "class": (at_start, {OpenTool}, None),
    "new-evaluation": (at_start, {AskSaveName}, None),
    "new-search": (at_start, {AskSaveName}, None),
    "play-file": (at_start, {AskOpenName}, None),
    "check-file": (at_start, {AskOpenName}, None),
    "rules": (at_start, {ShowHelp}, None),
    "keys": (at_start, {ShowHelp}, None),
    "statistics": (at_start, {ShowHelp}, None),
    "evaluations": (at_start, {ShowHelp}, None),
    "series-help": (at_start, {ShowHelp}, None),
    "explorer-help": (at_start, {ShowHelp}, None),
    "flow-help": (at_start, {ShowHelp}, None),
    "own-code-help": (at_start, {ShowHelp}, None),
    "about": (at_start, {ShowHelp}, None),
    "left": (at_start, set(), lambda s: s.marks.cursor == 0),
    "right": (at_start, set(), lambda s: s.marks.cursor == 0),
    "up": (at_start, set(), lambda s: s.marks.cursor == 0),
    "down": (at_start, set(), lambda s: s.marks.cursor == 0),
    "enter": (at_start, set(), lambda s: s.marks.cursor == 0),
    "escape": (editing, {Never}, lambda s: s.draft is None),
    "swap-sides": (
        at_start, {Drop, LET_GO, SaveSettings, Never, Run},
        lambda s: s.humans == (False, True) and s.match.ply == 0,
    ),
    "review-game": (
        after_moves, {Drop, KEEP, Never}, lambda s: s.page == "moves" and s.match.ply == 0,
    ),
    "dismiss": (at_start, set(), lambda s: s.marks.banner_seen),
    "first": (after_moves, {Drop, KEEP, Never}, lambda s: s.match.ply == 0 and s.reviewing),
    "previous": (after_moves, {Drop, KEEP, Never}, lambda s: s.match.ply == 1),
    "next": (after_moves, set(), lambda s: s.match.ply == 2),
    "last": (after_moves, set(), lambda s: s.match.ply == 2),
    "log-copy": (logged, {Copy}, lambda s: s.note),
    "log-save": (logged, {AskSaveName}, None),
    "hand-in": (after_moves, {AskSaveName}, None),
    "log-copy-all": (logged, {Copy}, lambda s: s.note == words.ALL_COPIED),
    "log-save-all": (logged, {AskSaveName}, None),
    "log-clear": (logged, {Confirm}, lambda s: s.log != []),
    "edit-clear": (editing, set(), lambda s: s.draft.pieces == {}),
    "edit-start": (editing, set(), lambda s: s.draft.pieces == LOA5.pieces(LOA5.start)),
    "edit-copy": (editing, {Copy}, lambda s: s.note),
    "edit-done": (
        editing,
        {Drop, LET_GO, SaveSettings, Never, KEEP},
        lambda s: s.draft is None and s.match.ply == 0,
    ),
    "edit-cancel": (editing, {Never}, lambda s: s.draft is None),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_does_what_it_says(name):
    begin, wanted, holds = EXPECTED[name]
    state = begin()
    effects = COMMANDS[name].do(state)
    assert set(kinds(effects)) == wanted
    assert holds is None or holds(state)


CHOSEN = {
    "recent": ("x/y.sgf", {READ_GAMES}, None),
    "own": ("x/mine.py", {INSPECT}, None),
    "speed": ("fast", {SaveSettings}, lambda s: s.settings.speed == "fast"),
    "board": ("loa8", {Drop, LET_GO, SaveSettings, Never}, lambda s: s.game.key == "loa8"),
    "side": ("second", {SaveSettings, Drop, Never, Run}, lambda s: s.humans == (False, True)),
    "level": ("hard", {SaveSettings, Drop, Never}, lambda s: s.settings.level == "hard"),
    "theme": ("dark", {SaveSettings}, lambda s: s.settings.theme == "dark"),
    "text-size": ("14", {SaveSettings}, lambda s: s.settings.text_size == 14),
    "page": ("moves", set(), lambda s: s.page == "moves"),
    "move": ("0", set(), lambda s: s.match.ply == 0),
    "promote": ("0", set(), None),  # no move is in a variation, and none can be deleted
    "delete": ("0", set(), None),
    "explore": ("1", set(), None),  # nothing has been searched
    "comment": ("Why?", {Later}, lambda s: s.match.node.comment == "Why?" and s.file.changed),
    "brush": ("nothing", set(), lambda s: s.brush == "nothing"),
    "to-move": ("second", set(), lambda s: s.draft is None),
}


@pytest.mark.parametrize("name", CHOICES)
def test_every_choice_does_what_it_says(name):
    key, wanted, holds = CHOSEN[name]
    state = session()
    effects = CHOICES[name].do(state, key)
    assert set(kinds(effects)) == wanted
    assert holds is None or holds(state)
    assert CHOICES[name].offered(state) == () or CHOICES[name].chosen(state) in {
        key,
        "",
    }


@pytest.mark.parametrize("name", ALLOWED)
def test_the_menus_offer_what_the_settings_allow(name):
    offered = CHOICES[name.replace("_", "-")].offered(session())
    assert [choice.key for choice in offered] == [str(value) for value in ALLOWED[name]]


def test_a_pasted_position_begins_a_game_that_is_kept_or_is_refused():
    state = session()
    paste = one(COMMANDS["paste-position"].do(state), Paste)
    assert paste.then(state, "nonsense") == [] and "neither a position" in state.note
    effects = paste.then(state, "5/1bb2/5/3b1/w3w b\n")
    assert len(state.game.pieces(state.match.state)) == 5 and KEEP in kinds(effects)


def test_a_reset_keeps_the_game_and_forgets_the_rest():
    state = after_moves()
    state.change(theme="dark", level="hard")
    effects = one(COMMANDS["reset-settings"].do(state), Confirm).then(state)
    assert state.settings.theme == "light" and state.settings.left == "game.sgf"
    assert SaveSettings in kinds(effects) and state.match.ply == 2


@pytest.mark.parametrize("key", all_games())
def test_an_analysed_game_is_studied_position_by_position(key):
    state = Session(Settings(side="both", game=key), NOWHERE)
    for _ in range(3):
        turns.play(state, state.game.moves(state.match.state)[0])
    effects = COMMANDS["analyse-game"].do(state)
    studied = 0
    while state.study is not None:
        assert isinstance(one(effects, Run).job, AnalysisJob)
        job = one(effects, Run).job
        player = read_player(state.game, "alphabeta:depth=1")
        report = player.choose(state.game, job.state)
        effects = answers.heard(state, [Message("done", report)])
        studied += 1
    assert studied == 4 and "4 positions" in state.note
    assert all(dict(node.marks)["V"] for node in state.match.node.line())


def test_a_hint_for_a_position_that_is_left_is_dropped():
    state = after_moves()
    COMMANDS["analyse-game"].do(state)
    COMMANDS["hint"].do(state)
    assert state.awaited
    effects = COMMANDS["previous"].do(state)
    assert Drop in kinds(effects) and not state.awaited
    assert isinstance(one(effects, Run).job, AnalysisJob)  # the study of the game goes on


def test_a_study_goes_on_after_a_hint_that_failed():
    state = after_moves()
    COMMANDS["analyse-game"].do(state)
    COMMANDS["hint"].do(state)
    effects = answers.heard(state, [Message("failed", "ValueError: odd")])
    assert isinstance(one(effects, Run).job, AnalysisJob)


def test_the_form_of_levels_belongs_to_the_game_it_was_opened_for():
    state = session()
    form = one(COMMANDS["customise"].do(state), FillIn)
    values = {field.key: field.value for part in form.scene.sections for field in part.fields}
    CHOICES["board"].do(state, "loa8")
    form.then(state, {**values, "easy.depth": "3"})
    changed = state.settings.levels
    assert set(changed) == {"loa5"} and "depth=3" in changed["loa5"]["easy"]


def test_the_rows_of_settings_agree_with_what_uses_them():
    assert set(answers.SPEEDS) == set(ALLOWED["speed"]) and set(HUMANS) == set(ALLOWED["side"])
    assert set(PALETTES) == set(ALLOWED["theme"])


# --- the effects themselves ---


def test_what_touches_the_disk_waits_for_the_window():
    """An effect that reads or writes must be in the disk's stage, or it delays the drawing."""
    own = [effect for effect in Effect.__subclasses__() if effect.__module__ == Effect.__module__]
    waiting = {effect for effect in own if effect.stage is Stage.DISK}
    assert waiting == {Do, DoSlowly, SaveSettings, WriteImage}


def test_effects_are_data():
    for effect in Effect.__subclasses__():
        with pytest.raises(FrozenInstanceError):
            effect.__new__(effect).another = "value"
        assert effect.__doc__, effect
        assert "stage" not in {field.name for field in fields(effect)}


def test_rows_have_names_of_their_own():
    rows = [*commands.MENU_COMMANDS.values(), *commands.OTHERS]
    assert len(rows) == len(COMMANDS) == len(EXPECTED)
    assert set(CHOICES) == set(CHOSEN)


def test_a_reply_names_the_move_that_it_answers():
    state = blundered()
    words_of = [word.text for line in review_scene(state).lines for word in line.words]
    assert "best reply to 1. c1-c3:" in words_of and "better:" in words_of


def test_a_position_after_a_person_s_move_shows_the_search_before_it_again():
    state = session()
    played(state, "c1-c3", "a2-c2", "d1-d3")
    node = state.match.node
    report = Iteration(
        depth=1, value=1.0, line=(node.parent.move,), seconds=1, statistics=Statistics()
    ).alone()
    node.parent.report = report
    last = thought_of(LOA5, node, None)
    assert last is not None and last.report is report and last.state == node.parent.parent.state

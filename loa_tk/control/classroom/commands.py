"""What the class window does on each intent: handlers that change its state and name effects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from loa_tk.control.classroom import outputs, setup
from loa_tk.control.classroom.conduct import Known, carried
from loa_tk.control.classroom.jobs import ClassJob, ResultsJob
from loa_tk.control.classroom.page import class_page
from loa_tk.control.classroom.scenes import scene
from loa_tk.control.classroom.settings import difference, settings_of
from loa_tk.control.classroom.setup import Prepared
from loa_tk.control.classroom.state import EVERYONE, ClassState
from loa_tk.control.classroom.store import ClassroomStore
from loa_tk.control.classroom.students import Submissions, read_submissions
from loa_tk.control.classroom.tables import game_key
from loa_tk.control.effects import (
    AskFolder,
    AskOpenName,
    Confirm,
    Do,
    Drop,
    Effect,
    Effects,
    Front,
    Run,
    Then,
    ToolRequest,
    work,
    write,
)
from loa_tk.control.engine.jobs import Job, Message
from loa_tk.control.guest.sandbox import choose as choose_sandbox
from loa_tk.control.guest.sandbox import hides_files
from loa_tk.control.rows import Command
from loa_tk.control.saving import ask_name, say_saved
from loa_tk.control.series.plan import JOBS, SEED
from loa_tk.control.series.replay import shown_result
from loa_tk.control.tools import Tool
from loa_tk.model.game import UserError
from loa_tk.scenes.classroom import ClassScene
from loa_tk.words import class_window as words
from loa_tk.words import series as series_words
from loa_tk.words.series import duration

LONG = 30.0  # seconds; the games of a shorter class are soon played again
BETWEEN_KEEPS = 30.0  # seconds after which a running class is kept again


def opened(state: ClassState, request: ToolRequest) -> Effects[ClassState]:
    """Bring the window to the front; the first time, take up the last class or offer this game."""
    effects: list[Effect[ClassState]] = [Front()]
    if not state.sandbox:
        effects.append(Do(work(choose_sandbox), found_sandbox))
    if not state.values:
        seed = SEED.show(setup.drawn_seed())
        state.values = {"game": request.game.key, **setup.DEFAULTS, SEED.name: seed}
        if state.store is not None:
            effects.append(Do(work(state.store.recall), recalled))
    return effects


def recalled(state: ClassState, kept: tuple[Mapping[str, str], Path | None]) -> Effects[ClassState]:
    """Take over the fields as they were; show the games that were finished, but run nothing."""
    values, table = kept
    if not values:
        return []
    state.values = {**state.values, **values}
    if not state.values["folder"] or table is None:
        return read_folder(state) if state.values["folder"] else []
    return [Do(work(prepared, state.values, table), _taken_up)]


def _taken_up(state: ClassState, ready: tuple[Prepared | str, Known]) -> Effects[ClassState]:
    wanted, known = ready
    if isinstance(wanted, str):
        folder = Path(state.values["folder"])
        return [Do(work(read_students, folder), partial(_read, reason=wanted))]
    state.begin(wanted.plan, wanted.rubric, JOBS.read(state.values["jobs"]), known)
    assert state.run is not None
    done, count = state.run.played, state.run.planned
    state.complete = done == count and len(known.checked) == len(wanted.plan.students)
    end(state, words.TAKEN_UP.format(done=done, count=count))
    state.unsaved = bool(done)
    _name_notes(state, known)
    return []


def _name_notes(state: ClassState, known: Known) -> None:
    """Say whose files have changed or gone, and which games of a file cannot be used, if any."""
    if known.notes:
        state.say("; ".join(known.notes))
    if known.faults:
        state.say(series_words.faults(len(known.faults), known.faults[0]), bad=True)


def found_sandbox(state: ClassState, name: str) -> Effects[ClassState]:
    """Say which sandbox students' files run in."""
    state.sandbox, state.hidden = name, hides_files(name)
    return []


def closing(state: ClassState) -> Effects[ClassState]:
    """Stop the class and keep it; results that are being written are written all the same."""
    return stop(state) or keep(state)


def keep(state: ClassState) -> list[Effect[ClassState]]:
    """Keep the class as it is now."""
    state.kept = state.seconds
    if state.store is None:
        return []
    return [Do(work(state.store.keep, state.values, state.run))]


# --- the fields ---


def changed(state: ClassState, values: Mapping[str, str]) -> Effects[ClassState]:
    """Take over the values of the fields and report the first one that is wrong."""
    if dict(values) == state.values:
        return []
    before, state.values = state.values["folder"], dict(values)
    state.say(next(iter(setup.wrong(values).values()), ""), bad=True)
    if values["folder"] == before or state.running:
        return []
    return read_folder(state)


def ask_folder(state: ClassState) -> Effects[ClassState]:
    """Let the user choose the folder with the students' files, of which none is run."""
    return [AskFolder(words.FOLDER_TITLE, _folder)]


def _folder(state: ClassState, name: str) -> Effects[ClassState]:
    if state.running:
        return []  # it was started while the dialog was open
    state.values = {**state.values, "folder": str(Path(name).absolute())}
    return read_folder(state)


def read_folder(state: ClassState) -> Effects[ClassState]:
    """Read which files are in the folder."""
    if not state.values["folder"]:
        state.read(())
        state.say(words.READY)
        return []
    return [Do(work(read_students, Path(state.values["folder"])), _read)]


def _read(
    state: ClassState, contents: Submissions | str, reason: str = ""
) -> Effects[ClassState]:
    if state.running:
        return []
    if isinstance(contents, str):
        state.read(())
        state.say(contents, bad=True)
        return []
    state.read(contents.students)
    if contents.left_out and not reason:
        lines = "; ".join(contents.left_out)
        reason = f"{words.found(len(contents.students))} {lines[0].upper()}{lines[1:]}."
    state.say(reason, bad=True)
    return []


def ask_rubric(state: ClassState) -> Effects[ClassState]:
    """Let the user choose a rubric."""
    return [AskOpenName(title=words.RUBRIC_TITLE, kinds=words.RUBRIC_KINDS, then=_rubric)]


def _rubric(state: ClassState, name: str) -> Effects[ClassState]:
    state.values = {**state.values, "rubric": str(Path(name).absolute())}
    return []


# --- holding the class ---


def start(state: ClassState) -> Effects[ClassState]:
    """Run the class that the fields describe; ask first if long work would be lost."""
    if state.unsaved and state.seconds >= LONG and state.run is not None:
        text = words.lost(state.run.played, duration(state.seconds))
        return [Confirm(title=words.NOT_KEPT, text=text, button=words.START_ANEW, then=prepare)]
    return prepare(state)


def prepare(state: ClassState, kept: Path | None = None) -> Effects[ClassState]:
    """Read the folder and the rubric again, then begin."""
    if state.running or state.writing or setup.wrong(state.values):
        return []  # a class was started or a field changed while a question was open
    return [Do(work(prepared, state.values, kept), begin)]


def begin(state: ClassState, ready: tuple[Prepared | str, Known]) -> Effects[ClassState]:
    """Check the files and play the games, in the place of the last class."""
    if state.running or state.writing:
        return []
    wanted, known = ready
    if isinstance(wanted, str):
        state.say(wanted, bad=True)
        return []
    state.seconds = state.earlier = 0.0
    effects = _hold(state, wanted, known)
    if known.checked and state.run is not None:
        state.unsaved = False
        count = state.run.planned
        state.say(words.GO_ON_FROM.format(done=state.run.played, count=count))
    _name_notes(state, known)
    return effects


def _hold(state: ClassState, wanted: Prepared, known: Known) -> Effects[ClassState]:
    state.begin(wanted.plan, wanted.rubric, JOBS.read(state.values["jobs"]), known)
    state.say("")
    state.begun = state.clock()
    return [*keep(state), Run(ClassJob(wanted.plan, state.jobs, known))]


def go_on(state: ClassState) -> Effects[ClassState]:
    """Go on with a class that was stopped, if neither fields nor files have changed since."""
    return [Do(work(prepared, state.values, None), _go_on)]


def _go_on(state: ClassState, ready: tuple[Prepared | str, Known]) -> Effects[ClassState]:
    wanted, _ = ready
    if state.running or state.writing or state.plan is None:
        return []
    if isinstance(wanted, str):
        state.say(wanted, bad=True)
        return []
    if found := difference(settings_of(state.plan), settings_of(wanted.plan)):
        state.say(words.OTHER_PLAN.format(difference=found), bad=True)
        return []
    unsaved, state.earlier = state.unsaved, state.seconds
    known = carried(state.plan, state.known(), wanted.plan)
    effects = _hold(state, wanted, known)
    state.unsaved = unsaved
    _name_notes(state, known)
    return effects


def heard(state: ClassState, job: Job, messages: Sequence[Message]) -> Effects[ClassState]:
    """Take in what has happened, and end the class after the last game."""
    last = messages[-1] if messages else Message("progress")
    if isinstance(job, ResultsJob):
        return [] if last.kind == "progress" else _results_written(state, job.folder, last)
    state.seconds = state.earlier + state.clock() - state.begun
    for message in messages:
        if message.kind == "progress":
            state.add(message.content)  # type: ignore[arg-type]
    if last.kind == "progress":
        if state.status == words.CHECKING:
            state.say("")  # perhaps all files are checked now
        if state.seconds >= state.due:
            state.count()
        return keep(state) if state.seconds >= state.kept + BETWEEN_KEEPS else []
    if last.kind == "failed":
        end(state, words.ENDED.format(reason=last.content), bad=True)
    else:
        state.complete = True
        end(state, words.FINISHED)
    return keep(state)


def stop(state: ClassState) -> Effects[ClassState]:
    """End all checks and games at once, and keep what is known."""
    if not state.running or state.run is None:
        return []
    end(state, words.stopped(state.run.played, state.run.planned))
    return [Drop(), *keep(state)]


def end(state: ClassState, status: str, bad: bool = False) -> None:
    """Note that nothing more happens."""
    state.running = False
    state.count()
    state.say(status, bad)


def resume(state: ClassState) -> Effects[ClassState]:
    """Go on with a class whose games are in a CSV file."""
    return [AskOpenName(title=words.RESUME_TITLE, kinds=words.CSV_KINDS, then=_resume)]


def _resume(state: ClassState, name: str) -> Effects[ClassState]:
    return prepare(state, Path(name))


# --- finished games, and files ---


def look(state: ClassState, key: str) -> Effects[ClassState]:
    """Put a finished game on the main board."""
    if state.run is None:
        return []
    for pair, results in state.run.games.items():
        for result in results.values():
            if game_key(pair, result.number) == key:
                plan, whole = state.run.plan.series(pair), state.run.plan
                files = whole.described(pair[0]), whole.described(pair[1])
                return [shown_result(plan, result, plan.players, words.ON_BOARD, files)]
    return []


def _page(state: ClassState, name: str) -> Effects[ClassState]:
    """Save the page of the whole class."""

    def content() -> str:
        assert state.run is not None
        return class_page(state.run, state.run.marks(state.rubric))

    return [write(Path(name), content, _say_saved(name))]


def _csv(state: ClassState, name: str) -> Effects[ClassState]:
    """Save the games as a table with the checks beside it, with which a class can go on."""
    if state.run is None:
        return []
    return [Do(work(outputs.save_table, Path(name), state.run), partial(_kept, name=name))]


def _kept(state: ClassState, reason: str, name: str) -> Effects[ClassState]:
    state.unsaved = state.unsaved and bool(reason)
    return _say_saved(name)(state, reason)


def _say_saved(name: object, saved: str = words.SAVED) -> Then[ClassState, str]:
    return say_saved(name, saved, words.NOT_WRITTEN)


def results(state: ClassState) -> Effects[ClassState]:
    """Write a page for each student, the games, and what Gradescope reads, into a folder."""
    return [AskFolder(words.RESULTS_TITLE, _results)]


def _results(state: ClassState, name: str) -> Effects[ClassState]:
    folder = Path(name)
    return [Do(work(is_empty, folder), partial(_looked, folder=folder))]


def _looked(state: ClassState, empty: bool, folder: Path) -> Effects[ClassState]:
    if empty:
        return _write_results(state, folder)
    text = words.NOT_EMPTY_TEXT.format(name=folder)
    then = partial(_write_results, folder=folder)
    return [Confirm(title=words.NOT_EMPTY, text=text, button=words.WRITE_THERE, then=then)]


def _write_results(state: ClassState, folder: Path) -> Effects[ClassState]:
    if state.running or state.writing or state.run is None:
        return []
    state.writing = True
    state.say(words.RESULTS_WRITING.format(name=folder))
    return [Run(ResultsJob(folder, state.run, state.run.marks(state.rubric)))]


def _results_written(state: ClassState, folder: Path, last: Message) -> Effects[ClassState]:
    state.writing = False
    reason = str(last.content) if last.kind == "failed" else ""
    return _say_saved(folder, words.RESULTS_SAVED)(state, reason)


# --- what is on the disk ---


def read_students(folder: Path) -> Submissions | str:
    """Return the students' files of a folder, of which none is run, or why there are none."""
    try:
        return read_submissions(folder)
    except (UserError, OSError) as error:
        return str(error)


def is_empty(folder: Path) -> bool:
    """Return whether nothing is in a folder, or nothing that can be seen."""
    try:
        return not any(folder.iterdir())
    except OSError:
        return True  # writing will say what is wrong


def prepared(values: Mapping[str, str], kept: Path | None) -> tuple[Prepared | str, Known]:
    """Return the class that the fields describe and what a file knows of it, or the reason."""
    try:
        wanted = setup.prepare(values)
        if kept is None:
            return wanted, Known()
        if not kept.is_file():  # the command would begin a new class there
            return words.NO_FILE.format(name=kept), Known()
        return wanted, outputs.read_known(wanted.plan, kept)
    except (UserError, OSError) as error:
        return str(error), Known()


# --- choices and commands ---


def choose(state: ClassState, name: str, key: str) -> Effects[ClassState]:
    """Turn to a page, show a student's checks, list a player's games, or show a game."""
    if name == "page" and key in words.PAGES:
        state.page = key
    elif name == "student":
        state.student = int(key) if key else None
    elif name == "only":
        state.only = None if key == EVERYONE else int(key)
    elif name == "game":
        return look(state, key)
    return []


def _ready(state: ClassState) -> bool:
    """Return whether a class could be started: nothing runs and no field is wrong."""
    return not state.running and not state.writing and not setup.wrong(state.values)


def _can_start(state: ClassState) -> bool:
    return _ready(state) and bool(state.students)


def _can_go_on(state: ClassState) -> bool:
    return _ready(state) and state.run is not None and not state.complete


def _checked(state: ClassState) -> bool:
    return state.run is not None and bool(state.run.checked)


save_page = ask_name(words.SAVE_PAGE_TITLE, words.FILE_NAME, words.HTML_KINDS, _page)
save_csv = ask_name(words.SAVE_CSV_TITLE, words.FILE_NAME, words.CSV_KINDS, _csv)
ROWS = (
    Command("folder", ask_folder, key="Ctrl+O", possible=lambda state: not state.running,
            help="choose the folder with the students’ files"),
    Command("rubric", ask_rubric),
    Command("start", start, label="Start", key="Ctrl+Return", possible=_can_start,
            help="start the class"),
    Command("stop", stop, label="Stop", key="Escape", possible=lambda state: state.running,
            help="stop it"),
    Command("go-on", go_on, label="Go on", possible=_can_go_on),
    Command("resume", resume, label="Resume…", possible=_can_start),
    Command("save-page", save_page, label="Save page…", key="Ctrl+S", possible=_checked,
            help="save the page of the class"),
    Command("save-csv", save_csv, label=words.SAVE_CSV, possible=_checked),
    Command("results", results, label="Results…", possible=lambda state: (
        _checked(state) and not state.running and not state.writing)),
)  # fmt: skip
TOOL: Tool[ClassState, ClassScene, Mapping[str, str]] = Tool(
    name="classroom", rows=ROWS,
    begin=lambda clock, folder, request: ClassState(
        clock=clock, store=ClassroomStore(folder / "class")),
    scene=scene, opened=opened, closing=closing, choose=choose, report=changed, heard=heard,
    release=lambda state: state.store.release() if state.store is not None else None,
)  # fmt: skip

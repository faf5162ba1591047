"""What the class window does on each intent: handlers that change its state and name effects."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from loa_tk.control.classroom import keeping, setup
from loa_tk.control.classroom.course import ClassPlan, Known
from loa_tk.control.classroom.effects import (
    AwaitClass,
    ClassNews,
    FindSandbox,
    KeepClass,
    LookInto,
    Prepare,
    ReadFolder,
    RecallClass,
    RunClass,
    ShowGame,
    StopClass,
    WriteResults,
)
from loa_tk.control.classroom.outputs import all_marks, checks_file
from loa_tk.control.classroom.page import class_page
from loa_tk.control.classroom.picture import game_key
from loa_tk.control.classroom.setup import Prepared
from loa_tk.control.classroom.state import ClassState
from loa_tk.control.classroom.students import Student
from loa_tk.control.effects import (
    AskFolder,
    AskOpenName,
    AskSaveName,
    Close,
    Confirm,
    Effects,
    Front,
    Write,
)
from loa_tk.words import class_window as words
from loa_tk.words import classroom as class_words
from loa_tk.words import series as series_words
from loa_tk.words.series import duration

LONG = 30.0  # seconds; the games of a shorter class are soon played again
BETWEEN_KEEPS = 30.0  # seconds after which a class that is being held is kept again
EVERYONE = "everyone"  # whose games are listed


def opened(state: ClassState, game: str) -> Effects:
    """Bring the window to the front; the first time, take up the last class or offer this game."""
    effects: Effects = [Front(), *([] if state.sandbox else [FindSandbox(found_sandbox)])]
    if not state.values:
        state.values = {"game": game, **setup.DEFAULTS}
        effects = [*effects, RecallClass(recalled)]
    return effects


def recalled(state: ClassState, values: Mapping[str, str], kept: Path | None) -> Effects:
    """Take over the fields as they were; show the games that were finished, but run nothing."""
    state.values = {**state.values, **values}
    if not state.values["folder"] or kept is None:
        return read_folder(state) if state.values["folder"] else []
    return [Prepare(state.values, _taken_up, kept)]


def _taken_up(state: ClassState, found: Prepared | str, known: Known) -> Effects:
    if isinstance(found, str):
        return [ReadFolder(Path(state.values["folder"]), partial(_read, reason=found))]
    state.begin(found.plan, found.rubric, setup.whole("jobs", state.values["jobs"]), known)
    assert state.course is not None
    done, count = state.course.played, state.course.planned
    state.complete = done == count and len(known.checked) == len(found.plan.students)
    end(state, words.TAKEN_UP.format(done=done, count=count))
    state.unsaved = bool(done)
    _name_faults(state, known)
    return []


def _name_faults(state: ClassState, known: Known) -> None:
    """Say which games of a file cannot be used, if any."""
    if known.faults:
        state.say(series_words.faults(len(known.faults), known.faults[0]), bad=True)


def found_sandbox(state: ClassState, name: str) -> Effects:
    """Say which sandbox students' files run in."""
    state.sandbox = name
    return []


def closed(state: ClassState, news: ClassNews) -> Effects:
    """Stop the class and close the window."""
    effects = stop(state, news)
    return [*(effects or [keep(state)]), Close()]


def keep(state: ClassState) -> KeepClass:
    """Return that the class is to be kept as it is now."""
    state.kept = state.seconds
    return KeepClass(state.values, state.course)


# --- the fields ---


def changed(state: ClassState, values: Mapping[str, str]) -> Effects:
    """Take over the values of the fields and report the first one that is wrong."""
    if dict(values) == state.values:
        return []
    before, state.values = state.values["folder"], dict(values)
    state.say(next(iter(setup.wrong(values).values()), ""), bad=True)
    if values["folder"] == before or state.running:
        return []
    return read_folder(state)


def ask_folder(state: ClassState) -> Effects:
    """Let the user choose the folder with the students' files, of which none is run."""
    return [AskFolder(words.FOLDER_TITLE, _folder)]


def _folder(state: ClassState, name: str) -> Effects:
    if state.running:
        return []  # it was started while the dialog was open
    state.values = {**state.values, "folder": str(Path(name).absolute())}
    return read_folder(state)


def read_folder(state: ClassState) -> Effects:
    """Read which files are in the folder."""
    if not state.values["folder"]:
        state.read(())
        state.say(words.READY)
        return []
    return [ReadFolder(Path(state.values["folder"]), _read)]


def _read(
    state: ClassState,
    found: tuple[Student, ...] | str,
    empty: Sequence[str] = (),
    reason: str = "",
) -> Effects:
    if state.running:
        return []
    if isinstance(found, str):
        state.read(())
        state.say(found, bad=True)
        return []
    state.read(found)
    if empty and not reason:
        reason = class_words.NOTHING_IN.format(names=", ".join(empty))
        reason = f"{words.found(len(found))} {reason[0].upper()}{reason[1:]}."
    state.say(reason, bad=True)
    return []


def ask_rubric(state: ClassState) -> Effects:
    """Let the user choose a rubric."""
    return [AskOpenName(words.RUBRIC_TITLE, words.RUBRIC_KINDS, _rubric)]


def _rubric(state: ClassState, name: str) -> Effects:
    state.values = {**state.values, "rubric": str(Path(name).absolute())}
    return []


# --- holding the class ---


def start(state: ClassState) -> Effects:
    """Hold the class that the fields describe; ask first if long work would be lost."""
    if state.unsaved and state.seconds >= LONG and state.course is not None:
        text = words.lost(state.course.played, duration(state.seconds))
        return [Confirm(words.NOT_KEPT, text, words.START_ANEW, prepare)]
    return prepare(state)


def prepare(state: ClassState, kept: Path | None = None) -> Effects:
    """Read the folder and the rubric again, then begin."""
    if state.running or setup.wrong(state.values):
        return []  # a class was started or a field changed while a question was open
    return [Prepare(state.values, begin, kept)]


def begin(state: ClassState, found: Prepared | str, known: Known) -> Effects:
    """Check the files and play the games, in the place of the last class."""
    if state.running:
        return []
    if isinstance(found, str):
        state.say(found, bad=True)
        return []
    state.seconds = state.earlier = 0.0
    effects = _hold(state, found, known)
    if known.checked and state.course is not None:
        state.unsaved = False
        count = state.course.planned
        state.say(words.GO_ON_FROM.format(done=state.course.played, count=count))
    _name_faults(state, known)
    return effects


def _hold(state: ClassState, found: Prepared, known: Known) -> Effects:
    state.begin(found.plan, found.rubric, setup.whole("jobs", state.values["jobs"]), known)
    state.say("")
    return [keep(state), RunClass(found.plan, state.jobs, known), AwaitClass()]


def go_on(state: ClassState) -> Effects:
    """Go on with a class that was stopped, if neither fields nor files have changed since."""
    return [Prepare(state.values, _go_on)]


def _go_on(state: ClassState, found: Prepared | str, known: Known) -> Effects:
    if state.running or state.plan is None:
        return []
    if isinstance(found, str):
        state.say(found, bad=True)
        return []
    if found.plan != state.plan or found.rubric != state.rubric:
        state.say(difference(state.plan, found.plan), bad=True)
        return []
    unsaved, state.earlier = state.unsaved, state.seconds
    effects = _hold(state, found, state.known())
    state.unsaved = unsaved
    return effects


def difference(before: ClassPlan, now: ClassPlan) -> str:
    """Return why a class cannot go on as it was planned."""
    known = {one.name: one.digest for one in before.students}
    names = [one.path.name for one in now.students if known.get(one.name) != one.digest]
    return words.CHANGED.format(names=", ".join(names)) if names else words.OTHER_PLAN


def heard(state: ClassState, news: ClassNews) -> Effects:
    """Take in what has happened, and end the class after the last game."""
    take(state, news)
    if not news.done:
        if state.status == words.CHECKING:
            state.say("")  # perhaps all files are checked now
        if state.seconds >= state.due:
            state.count()
        due = state.seconds >= state.kept + BETWEEN_KEEPS
        return [*([keep(state)] if due else []), AwaitClass()]
    if news.error:
        end(state, words.ENDED.format(reason=news.error), bad=True)
    else:
        state.complete = True
        end(state, words.FINISHED)
    return [keep(state)]


def stop(state: ClassState, news: ClassNews) -> Effects:
    """End all checks and games at once, and keep what is known."""
    if not state.running or state.course is None:
        return []
    take(state, news)
    end(state, words.stopped(state.course.played, state.course.planned))
    return [StopClass(), keep(state)]


def take(state: ClassState, news: ClassNews) -> None:
    """Take in what has happened."""
    state.seconds = state.earlier + news.seconds
    for event in news.events:
        state.add(event)


def end(state: ClassState, status: str, bad: bool = False) -> None:
    """Note that nothing more happens."""
    state.running = False
    state.count()
    state.say(status, bad)


def resume(state: ClassState) -> Effects:
    """Go on with a class whose games are in a CSV file."""
    return [AskOpenName(words.RESUME_TITLE, words.CSV_KINDS, _resume)]


def _resume(state: ClassState, name: str) -> Effects:
    return prepare(state, Path(name))


# --- finished games, and files ---


def look(state: ClassState, key: str) -> Effects:
    """Put a finished game on the main board."""
    if state.course is None:
        return []
    for pair, results in state.course.games.items():
        for result in results.values():
            if game_key(pair, result.number) == key:
                return [ShowGame(state.course.plan.series(pair), result)]
    return []


def save_page(state: ClassState) -> Effects:
    """Save the page of the whole class."""
    return [AskSaveName(words.SAVE_PAGE_TITLE, words.FILE_NAME, words.HTML_KINDS, _page)]


def _page(state: ClassState, name: str) -> Effects:
    def content() -> str:
        assert state.course is not None
        return class_page(state.course, all_marks(state.course, state.rubric))

    return [Write(Path(name), content, partial(_saved, name=name))]


def save_csv(state: ClassState) -> Effects:
    """Save the games as a table with the checks beside it, with which a class can go on."""
    return [AskSaveName(words.SAVE_CSV_TITLE, words.FILE_NAME, words.CSV_KINDS, _csv)]


def _csv(state: ClassState, name: str) -> Effects:
    course = state.course
    if course is None:
        return []

    def written(state: ClassState, reason: str) -> Effects:
        if reason:
            return _saved(state, reason, name)
        return [
            Write(checks_file(Path(name)), lambda: keeping.checks_text(course),
                  partial(_kept, name=name))
        ]  # fmt: skip

    return [Write(Path(name), lambda: keeping.games_text(course), written)]


def _kept(state: ClassState, reason: str, name: str) -> Effects:
    state.unsaved = state.unsaved and bool(reason)
    return _saved(state, reason, name)


def _saved(state: ClassState, reason: str, name: str) -> Effects:
    """Report that a file has been written, or the reason why not."""
    if reason:
        state.say(words.NOT_WRITTEN.format(name=name, reason=reason), bad=True)
    else:
        state.say(words.SAVED.format(name=name))
    return []


def results(state: ClassState) -> Effects:
    """Write a page for each student, the games, and what Gradescope reads, into a folder."""
    return [AskFolder(words.RESULTS_TITLE, _results)]


def _results(state: ClassState, name: str) -> Effects:
    folder = Path(name)
    return [LookInto(folder, partial(_looked, folder=folder))]


def _looked(state: ClassState, empty: bool, folder: Path) -> Effects:
    if empty:
        return _write_results(state, folder)
    text = words.NOT_EMPTY_TEXT.format(name=folder)
    then = partial(_write_results, folder=folder)
    return [Confirm(words.NOT_EMPTY, text, words.WRITE_THERE, then)]


def _write_results(state: ClassState, folder: Path) -> Effects:
    if state.running or state.writing or state.course is None:
        return []
    state.writing = True
    state.say(words.RESULTS_WRITING.format(name=folder))
    given = all_marks(state.course, state.rubric)
    return [WriteResults(folder, state.course, given, partial(_results_written, folder=folder))]


def _results_written(state: ClassState, reason: str, folder: Path) -> Effects:
    state.writing = False
    if reason:
        state.say(words.NOT_WRITTEN.format(name=folder, reason=reason), bad=True)
    else:
        state.say(words.RESULTS_SAVED.format(name=folder))
    return []


# --- choices and commands ---


def choose(state: ClassState, name: str, key: str) -> Effects:
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


COMMANDS: Mapping[str, Callable[[ClassState], Effects]] = {
    "folder": ask_folder,
    "rubric": ask_rubric,
    "start": start,
    "go-on": go_on,
    "resume": resume,
    "save-page": save_page,
    "save-csv": save_csv,
    "results": results,
}


def enabled(state: ClassState) -> frozenset[str]:
    """Return the commands that are possible now."""
    found = {"rubric"}
    right = not setup.wrong(state.values)
    something = state.course is not None and bool(state.course.checked)
    if state.running:
        found.add("stop")
    else:
        found.add("folder")
        if right and state.students:
            found |= {"start", "resume"}
        if right and state.course is not None and not state.complete:
            found.add("go-on")
        if something and not state.writing:
            found.add("results")
    if something:
        found |= {"save-page", "save-csv"}
    return frozenset(found)


def command(state: ClassState, name: str, news: ClassNews) -> Effects:
    """Do what a button or a key asks for, if it is possible now."""
    if name not in enabled(state):
        return []
    return stop(state, news) if name == "stop" else COMMANDS[name](state)

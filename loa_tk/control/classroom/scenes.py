"""The scene of the class window, made from its state."""

from __future__ import annotations

from pathlib import Path

from loa_tk.control.classroom import setup
from loa_tk.control.classroom.state import EVERYONE, ClassState
from loa_tk.control.classroom.tables import check_rows, games_table
from loa_tk.control.player_form import choice_field
from loa_tk.control.rows import Possible
from loa_tk.model.games import find_game
from loa_tk.scenes.checking import CheckRow
from loa_tk.scenes.classroom import ClassProgress, ClassScene, ClassSetup, StudentDetails
from loa_tk.scenes.pages import Choice, FormField
from loa_tk.words import checking as check_words
from loa_tk.words import class_window as words
from loa_tk.words import main as main_words
from loa_tk.words import series as series_words


def scene(state: ClassState, can: Possible) -> ClassScene:
    """Return what the window shows in this state."""
    fields, wrong = setup.fields(state.values), frozenset(setup.wrong(state.values))
    return ClassScene(
        setup=ClassSetup(fields, wrong, words.sandbox_note(state.sandbox, state.hidden)),
        progress=progress(state), page=state.page,
        students=state.tables.students, details=details(state), cross=state.tables.cross,
        note=words.INTERVALS if state.tables.cross.rows else "",
        games=games_table(state.rows, state.only), only=only_field(state),
        main="go-on" if "go-on" in can.enabled else "start",
        enabled=can.enabled, status=state.status, bad=state.bad,
    )  # fmt: skip


def progress(state: ClassState) -> ClassProgress:
    """Return the upper card."""
    run = state.run
    if run is None:
        return ClassProgress(titles=(words.NO_CLASS,))
    plan, played, planned = run.plan, run.played, run.planned
    files, checked = len(plan.students), len(run.checked)
    done = series_words.count(played, planned)
    parts = [words.checked(checked, files) if checked < files else done]
    parts.append(series_words.duration(state.seconds))
    folder = Path(plan.home).name
    return ClassProgress(
        titles=words.titles(folder, find_game(plan.game).title),
        clocks=tuple(main_words.FACTS.join(parts[:length]) for length in (2, 1)),
        share=(checked + played) / (files + planned),
        live=state.running,
    )


def details(state: ClassState) -> StudentDetails:
    """Return the checks of the chosen student, and why games were lost by errors."""
    run, number = state.run, state.student
    if run is None or number is None or number not in run.checked:
        return StudentDetails()
    errors = run.errors(number)
    sign, tone = check_words.SIGNS["failed"]
    rows = [*check_rows(run.checked[number].lines, explain=False)]
    if errors:
        rows.append(CheckRow(sign=sign, tone=tone, text=words.LOST_BY, found="\n".join(errors)))
    return StudentDetails(Path(run.plan.students[number].path).name, tuple(rows))


def only_field(state: ClassState) -> FormField:
    """Return the field that chooses whose games are listed."""
    names = state.plan.names if state.plan is not None else ()
    listed = (
        Choice(str(number), words.GAMES_OF.format(name=name)) for number, name in enumerate(names)
    )
    choices = (Choice(EVERYONE, words.EVERYONE), *listed)
    value = EVERYONE if state.only is None else str(state.only)
    return choice_field("only", "", value, choices, EVERYONE)

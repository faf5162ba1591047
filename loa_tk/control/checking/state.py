"""The state of the check window, and the scene that is made from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from loa_tk.control.classroom import evaluation_checks, search_checks
from loa_tk.control.classroom.examine import FIRST, LOADS, kinds_of
from loa_tk.control.classroom.findings import Checked, Line
from loa_tk.control.classroom.students import EVALUATION, SEARCH
from loa_tk.control.classroom.tables import check_rows
from loa_tk.control.rows import Possible
from loa_tk.model.games import all_games, find_game
from loa_tk.scenes.checking import CheckingScene, CheckRow
from loa_tk.scenes.pages import Choice, FormField
from loa_tk.words import checking as words
from loa_tk.words import classroom as class_words
from loa_tk.words import main as main_words


@dataclass(kw_only=True)
class CheckingState:
    """Everything that the scene is made from."""

    path: Path | None = None
    game: str = ""
    lines: list[Line] = field(default_factory=list)
    doing: str = ""
    running: bool = False
    checked: Checked | None = None  # after the last check
    status: str = words.READY
    bad: bool = False

    def begin(self) -> None:
        """Begin with an empty table."""
        self.lines, self.doing, self.checked = [], "", None
        self.running = True
        self.say(words.CHECKING)

    def end(self, text: str, bad: bool = False) -> None:
        """Note that nothing is being checked any more."""
        self.running, self.doing = False, ""
        self.say(text, bad)

    def say(self, text: str, bad: bool = False) -> None:
        """Set the status line."""
        self.status, self.bad = text, bad


STEPS = ("statistics", "move", "value")  # the checks that compare a search with Figure 2
NUMBERS = {EVALUATION: len(evaluation_checks.CHECKS), SEARCH: len(search_checks.CHECKS)}


def scene(state: CheckingState, can: Possible) -> CheckingScene:
    """Return what the window shows in this state."""
    games = tuple(Choice(game.key, game.title) for game in all_games().values())
    game = FormField(
        key="game", label=words.FIELDS["game"], kind="choice", value=state.game,
        default=state.game, choices=games,
    )  # fmt: skip
    checked = state.checked
    verdict, tone = "", ""
    if checked is not None:
        verdict = class_words.ALL_PASS if checked.passed else class_words.NOT_ALL_PASS
        tone = "good" if checked.passed else "bad"
    return CheckingScene(
        title=words.TITLE if state.path is None else state.path.name,
        facts=facts(state), fields=(game,),
        doing=state.doing, progress=progress(state), live=state.running,
        rows=tuple(linked(state.lines)), verdict=verdict, tone=tone,
        enabled=can.enabled, status=state.status, bad=state.bad,
    )  # fmt: skip


def linked(lines: Sequence[Line]) -> Iterator[CheckRow]:
    """Yield the rows, with a link at each finding whose step can be shown."""
    for line, row in zip(lines, check_rows(lines), strict=True):
        steps = shows_step(line)
        yield replace(row, link=line.name, more=words.SHOW_STEP) if steps else row


def shows_step(line: Line) -> bool:
    """Return whether a finding names the position in which a file's search goes wrong."""
    return line.name in STEPS and line.failed and "position" in line.finding.figures


def facts(state: CheckingState) -> str:
    """Return what the file is, for which game, and where it ran."""
    if state.path is None:
        return ""
    parts = [", ".join(kinds(state.lines)), find_game(state.game).title]
    if state.checked is not None:
        parts.append(class_words.RAN_IN.format(sandbox=state.checked.sandbox))
    return main_words.FACTS.join(filter(None, parts))


def kinds(lines: Iterable[Line]) -> tuple[str, ...]:
    """Return what the file is, as soon as it has been loaded."""
    return next((kinds_of(line) for line in lines if line.name == LOADS), ())


def progress(state: CheckingState) -> float:
    """Return the share of the checks that have been made."""
    if state.checked is not None:
        return 1.0
    total = len(FIRST) + sum(NUMBERS[kind] for kind in kinds(state.lines))
    return len(state.lines) / total if len(state.lines) < total else 0.0

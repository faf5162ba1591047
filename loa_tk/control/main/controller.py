"""The main window's controller: clicks to moves, turns to searches, answers to the board."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from loa_tk.control.engine.searchlog import csv_row, log_entry
from loa_tk.control.engine.thought import ANALYSIS, MOVE, Thought
from loa_tk.control.engine.worker import Worker
from loa_tk.control.files.archive import Archive
from loa_tk.control.files.filing import Filing, describe
from loa_tk.control.files.leaving import note_left, take_up
from loa_tk.control.main.commands import COMMANDS
from loa_tk.control.main.hands import Hands
from loa_tk.control.main.old_thinker import Thinker
from loa_tk.control.main.scenes import window_scene
from loa_tk.control.main.session import Session
from loa_tk.control.main.study_commands import CHOICES
from loa_tk.control.main.study_scenes import with_studies
from loa_tk.control.study.analysis import Analysis
from loa_tk.control.study.editing import Editing
from loa_tk.control.study.review import Reviewer
from loa_tk.model.game import Move
from loa_tk.model.games import all_games
from loa_tk.model.match import Match
from loa_tk.model.search.statistics import Report
from loa_tk.scenes.main import LogEntry, View
from loa_tk.store.settings import Store
from loa_tk.words import main as words

if TYPE_CHECKING:
    from loa_tk.control.flow.controller import FlowController
    from loa_tk.control.series.controller import SeriesController

SEE_MOVE = 350  # ms between two moves, so that each is seen
SPEEDS = {"slow": 2000, "normal": 700, "fast": 0}  # the same, computer against computer
SEE_PASS = 1200  # ms to read that a turn is forfeited


class Controller:
    """Joins a session, a thinker and a view; the commands of the menus are in `commands`."""

    def __init__(
        self,
        view: View,
        worker: Worker,
        store: Store,
        archive: Archive,
        log_file: str = "",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Take up the game that was left, or begin one."""
        self.view, self.store, self.archive, self.clock = view, store, archive, clock
        self.log_file = log_file
        settings, aside = store.load()
        self.session = Session(settings)
        self.saved = ""
        self.log: list[tuple[LogEntry, tuple[object, ...]]] = []
        self.thinker: Thinker = Thinker(worker, view, clock, self)
        self.hands: Hands = Hands(self)
        self.filing: Filing = Filing(self)
        self.analysis: Analysis = Analysis(self)
        self.reviewer: Reviewer = Reviewer()
        self.editing: Editing = Editing(self)
        self.series: SeriesController | None = None  # until it is asked for
        self.flow: FlowController | None = None
        self._turn: object = None  # a promised call for the next turn
        self._shown_at = 0.0
        take_up(self)
        if aside:
            self.note(words.SETTINGS_ASIDE.format(name=aside), bad=True)
        view.set_geometry(settings.geometry)

    # --- intents ---

    def click(self, square: int) -> None:
        """A square was clicked."""
        self.hands.click(square)

    def drag(self, origin: int) -> bool:
        """A piece was pulled at; whether it may be lifted."""
        return self.hands.drag(origin)

    def drop(self, origin: int, target: int | None) -> None:
        """A lifted piece was let go."""
        self.hands.drop(origin, target)

    def command(self, name: str) -> None:
        """A command of a menu, button or key."""
        COMMANDS[name](self)

    def choose(self, menu: str, key: str) -> None:
        """An entry of a menu's radio group."""
        if menu == "board":
            self.begin(Match(all_games()[key]), game=key)
        elif menu in CHOICES:
            CHOICES[menu](self, key)
        elif menu == "text-size":
            self.change(text_size=int(key))
        else:
            self.change(**{menu: key})
            if menu in ("side", "level"):
                # Who takes a side wants an answer, also after a pause of computer and computer.
                self.session.paused = self.session.paused and menu != "side"
                self.thinker.cancel()
                self.next_turn()

    # --- what commands and hands use ---

    def show(self) -> None:
        """Bring the window up to date."""
        scene = window_scene(self.session, self.thinker.thought, self.clock(), self.saved)
        self.view.show(with_studies(self, scene))
        self.session.glide = None

    def change(self, **settings: object) -> None:
        """Change settings, keep them, show them."""
        self.session.settings = replace(self.session.settings, **settings)  # type: ignore[arg-type]
        self.store.save(self.session.settings)
        self.show()

    def begin(self, match: Match, paused: bool = False, **settings: object) -> None:
        """Put another match on the board, changing settings; the old one stays in the archive."""
        self.thinker.cancel()
        self.thinker.thought = None
        self.analysis.board_changed()
        self.archive.begin()
        self.filing.path, self.editing.active, self.session.reviewing = None, False, False
        self.session.match, self.session.paused, self.session.note = match, paused, ""
        self.session.names = None
        self.session.clear_marks()
        self.session.cursor = None
        self.saved = ""
        if settings:
            self.change(**settings)
        note_left(self)
        self.next_turn()

    def play(self, move: Move, report: Report | None = None, glide: bool = True) -> None:
        """Play a move on the board and hand the turn over."""
        session = self.session
        self.thinker.cancel()  # of two humans one may move while the other's hint is looked for
        session.match.play(move, report)
        self.filing.changed = True
        self.analysis.board_changed()
        self.archive.info.pop("RE", None)  # the result that a file told is no longer this game's
        session.reviewing = session.reviewing and not any(session.humans)
        session.clear_marks()
        session.note = ""
        session.glide = session.glide_of(session.match.node) if glide else None
        self._shown_at = self.clock()
        self.save()
        self.next_turn()

    def save(self) -> None:
        """Write the game on the board to its own file."""
        describe(self.session, self.archive.info)
        written = self.archive.save(self.session.match)
        self.saved = words.KEPT if written else words.NOT_KEPT
        note_left(self)

    def next_turn(self) -> None:
        """See who is to move: the computer thinks, a pass is played after it was read."""
        if self._turn is not None:
            self.view.cancel(self._turn)
            self._turn = None
        session = self.session
        if self.editing.active:
            pass
        elif session.only_pass() is not None and not session.reviewing:
            self._turn = self.view.after(SEE_PASS, self._pass)
        elif session.computer_to_move and (session.stepping or not session.held):
            session.stepping = False
            player = session.computer(session.match.player)
            self.thinker.think(MOVE, session.match, player)
        else:
            self.analysis.follow()
        self.show()

    def _pass(self) -> None:
        self._turn = None
        move = self.session.only_pass()
        session = self.session
        waits = session.reviewing or (session.paused and session.computer_to_move)
        if move is not None and not waits:
            self.play(move)

    def note(self, text: str, bad: bool = False) -> None:
        """Tell something in the status line and, when it is bad, in the log too."""
        self.session.note = text
        if bad:
            self.view.log(LogEntry(text, bad=True))

    # --- what the thinker reports ---

    def thought_progressed(self, thought: Thought) -> None:
        """A search has got further."""
        self.show()

    def thought_finished(self, thought: Thought, report: Report) -> None:
        """A search has answered: log it, then play its move or show it as a hint."""
        if thought.purpose == ANALYSIS:
            self.analysis.finished(report)
            return
        game, state = thought.game, thought.state
        number = self.session.match.ply // 2 + 1
        entry = log_entry(game, state, number, report)
        if thought.purpose != MOVE:
            entry = replace(entry, head=words.HINT_HEAD.format(head=entry.head))
        self.log.append((entry, csv_row(game, state, number, report)))
        self.view.log(entry)
        if thought.purpose == MOVE:
            self._turn = self.view.after(self._rest(), lambda: self._answer(report))
        else:
            self.hands.show_hint(report)
            self.analysis.follow()
        self.show()

    def thought_failed(self, thought: Thought, reason: str) -> None:
        """A search has ended without an answer: say so, and ask for no more of an analysis."""
        self.note(words.ENGINE_FAILED.format(reason=reason), bad=True)
        if thought.purpose == ANALYSIS:
            self.analysis.failed(reason)
        self.show()

    def _rest(self) -> int:
        """Milliseconds until the last move has been seen for long enough."""
        session = self.session
        if session.match.ply == 0:
            return 0
        due = SEE_MOVE if any(session.humans) else SPEEDS[session.settings.speed]
        return max(0, due - round(1000 * (self.clock() - self._shown_at)))

    def _answer(self, report: Report) -> None:
        self._turn = None
        self.play(report.move, report)

    def close(self) -> None:
        """Keep settings and game, end the series and the engine, close the window."""
        if self.series is not None:
            self.series.close()
        if self.flow is not None:
            self.flow.close()
        self.thinker.close()
        self.change(geometry=self.view.geometry())
        self.archive.close()
        self.view.close()

"""Analysis: the position on the board studied at full strength, or every position of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loa_tk.control.engine.searchlog import line_texts, short_number, value_text
from loa_tk.control.engine.thought import ANALYSIS, Thought
from loa_tk.control.main.session import Session
from loa_tk.control.study.values import is_blunder, mark_value
from loa_tk.model.match import Node, outcome_at
from loa_tk.model.search.statistics import Alternative, Report
from loa_tk.scenes.review import AnalysisRow, AnalysisScene
from loa_tk.words import review as words

if TYPE_CHECKING:
    from loa_tk.control.main.controller import Controller

LINES = 3  # best moves of the position on the board
EACH = 1.0  # seconds for every position of a game


class Analysis:
    """Uses the engine whenever the computer does not need it to move."""

    def __init__(self, controller: Controller) -> None:
        """Study this controller's positions."""
        self.controller = controller
        self.on = False
        self._line: list[Node] = []  # the positions of the game that is being studied
        self._next = 0  # how many of them are done

    @property
    def studying(self) -> bool:
        """Whether a whole game is being studied."""
        return bool(self._line)

    def toggle(self) -> None:
        """Begin to analyse the position on the board, or stop."""
        self.on = not self.on
        self._line = []
        if self.on:
            self.controller.session.page = "analysis"
        if self.controller.thinker.awaited:
            self.controller.show()  # the search for a move or a hint goes on undisturbed
        else:
            self.controller.thinker.cancel()
            self.controller.next_turn()

    def toggle_game(self) -> None:
        """Study every position of the line on the board, one after the other; or stop."""
        session = self.controller.session
        if self.studying:
            self._end(words.GAME_STOPPED)
            return
        line = session.match.node.end().line()
        self._line = [node for node in line if outcome_at(session.game, node) is None]
        self._next = 0
        if self._line:
            session.reviewing, session.note = True, ""
            self.controller.thinker.cancel()
            self._study()
        self.controller.show()

    def follow(self) -> None:
        """Study what is on the board now, if that is wanted."""
        thinker, match = self.controller.thinker, self.controller.session.match
        if self.studying:
            if not thinker.live:  # a hint came between
                self._study()
            return
        wanted = self.on and match.outcome() is None
        if self._live() and not (wanted and thinker.studies(match.node)):
            thinker.cancel()
        if wanted and not thinker.live:
            thinker.study(match.game, match.node, LINES)

    def board_changed(self) -> None:
        """A move was played or another game begun: the line that was studied is no longer it."""
        self._line = []
        if self._live():
            self.controller.thinker.cancel()

    def finished(self, report: Report) -> None:
        """A study has come to its end: by its time, or because everything is certain."""
        if self.studying:
            game, node = self.controller.session.game, self._line[self._next]
            sign = 1 if game.player(node.state) == 0 else -1
            if report.value is not None:
                mark_value(game, node, sign * report.value)
                self.controller.filing.changed = True
            self._next += 1
            self._study()
        self.controller.show()

    def failed(self, reason: str) -> None:
        """The engine cannot study a position, and would fail at it again: end by itself."""
        self.on = False
        if self.studying:
            done = words.GAME_FAILED.format(number=self._next, all=len(self._line), reason=reason)
            self._end(done)

    def _study(self) -> None:
        if self._next < len(self._line):
            session, node = self.controller.session, self._line[self._next]
            self.controller.thinker.study(session.game, node, 1, EACH)
            return
        game = self.controller.session.game
        found = sum(is_blunder(game, node) for node in self._line[-1].end().line())
        number = words.positions(len(self._line))
        self._end(words.GAME_ANALYSED.format(positions=number, blunders=words.blunders(found)))

    def _end(self, text: str) -> None:
        self._line = []
        self.controller.thinker.cancel()
        if self.controller.archive.path is not None or self.controller.filing.changed:
            self.controller.save()
        self.controller.note(text)
        self.controller.next_turn()

    def _live(self) -> bool:
        thinker = self.controller.thinker
        return thinker.live and not thinker.awaited

    def arrows(self) -> tuple[tuple[int, int, int], ...]:
        """The best moves on the board, as (origin, target, rank)."""
        game, thought = self.controller.session.game, self._shown()
        if thought is None or thought.report is None:
            return ()
        paths = [game.path(thought.state, one.move) for one in best(thought.report)]
        return tuple((path[0], path[-1], rank) for rank, path in enumerate(paths, 1) if path)

    def scene(self) -> AnalysisScene:
        """The analysis page."""
        session, thought = self.controller.session, self._shown()
        report = thought.report if thought else None
        rows: list[AnalysisRow] = []
        facts = ""
        if thought and report and report.iterations:
            nodes = short_number(report.statistics.nodes)
            facts = words.ANALYSIS_FACTS.format(depth=report.depth, nodes=nodes)
            for rank, one in enumerate(best(report), 1):
                line = line_texts(thought.game, thought.state, one.line)
                rows.append(AnalysisRow(str(rank), value_text(one.value), line))
        progress = self._next / len(self._line) if self.studying else None
        text = words.GAME_PROGRESS.format(number=self._next + 1, all=len(self._line))
        return AnalysisScene(
            self.on,
            facts,
            tuple(rows),
            "" if rows or self.studying else self._note(session),
            progress,
            text if self.studying else "",
            self.studying or session.match.root.children != [],
        )

    def _note(self, session: Session) -> str:
        if not self.on:
            return words.ANALYSIS_OFF
        if session.match.outcome() is not None:
            return words.ANALYSIS_OVER
        return words.ANALYSIS_WAITS if self.controller.thinker.awaited else words.ANALYSIS_BEGINS

    def _shown(self) -> Thought | None:
        """The analysis of the position on the board, going on or ended."""
        thought = self.controller.thinker.thought
        if not self.on or self.studying or thought is None or thought.purpose != ANALYSIS:
            return None
        return thought if thought.state == self.controller.session.match.state else None


def best(report: Report) -> tuple[Alternative, ...]:
    """The best moves; a proof has one answer."""
    only = Alternative(report.move, report.value, report.line)
    return report.alternatives or (only,)

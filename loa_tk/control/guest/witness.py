"""What the host sees of one search of a student's, and the search's answer with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from loa_tk.control.guest.said import listed, move_path, number, read_step, text, two
from loa_tk.guest.wire import Message, WireError
from loa_tk.lab.evaluation import OwnEvaluation
from loa_tk.model.game import Evaluation, Game, Move, State, UserError, finish
from loa_tk.model.notation import read_position
from loa_tk.model.search.statistics import DEEPEST, Counts
from loa_tk.model.steps import EVAL, SearchStep
from loa_tk.model.steps import Path as MovePath

STEPS_OF_EVAL = 50  # told steps that are kept of one search, for each EVAL call that is watched
MOST_STATES = 50_000  # that are remembered of one search, about 20 MB


@dataclass(frozen=True, kw_only=True)
class Testimony:
    """The answer of a student's search: what it says, and what the host has seen and measured."""

    move: Move
    value: float | None  # as it was reported, like the counts
    counted: Counts
    seconds: float
    evals: int | None  # the EVAL calls that the host has seen, None if it did not watch them all
    steps: tuple[SearchStep, ...]  # as far as the search was watched


class Witness:
    """What the host sees of one search of a student's: the positions that it asks EVAL for."""

    def __init__(self, game: Game, state: State, evaluation: Evaluation, watch: int = 0) -> None:
        """See nothing yet; steps are kept up to this many EVAL calls."""
        self.game, self.evaluation, self.watch = game, evaluation, watch
        self.evals = 0
        self._states: dict[MovePath, State] = {(): state}
        self._moves: dict[MovePath, Sequence[Move]] = {}
        self._seen: list[SearchStep] = []  # EVAL calls whose place among the steps is not told yet
        self._steps: list[SearchStep] = []

    @property
    def watching(self) -> bool:
        """Whether each EVAL call is still seen by itself."""
        return self.evals < self.watch

    def evaluate(self, message: Message) -> Message:
        """Return EVAL of the position that the guest names, or raise WireError.

        A search that is no longer watched also gets the values of the other moves, for which it
        would ask next: a message costs as much as ten values.
        """
        player = message["eval"]
        if player not in (0, 1) or type(player) is not int:
            raise WireError("a question about no player")
        path: MovePath | None = None
        if "path" in message:
            path = move_path(message["path"])
            state = self.state(path)
        else:
            try:
                state = read_position(self.game, text(message.get("text")))
            except UserError:
                raise WireError("a question about no position") from None
        value = self.value(state, player)
        if not self.watching:
            return {"value": value, **(self.others(path, player) if path else {})}
        self.evals += 1
        self._seen.append(SearchStep(kind=EVAL, path=path, player=player, number=value))
        return {"value": value}

    def value(self, state: State, player: int) -> float:
        """Return EVAL; that of a finished position is its utility if the evaluation has none."""
        try:
            return self.evaluation.value(state, player)
        except (ArithmeticError, LookupError, ValueError):
            outcome = finish(self.game, state)
            if outcome is None:
                raise
            return outcome.utility(player, self.game.utmost)

    def others(self, path: MovePath, player: int) -> Message:
        """Return the values of the positions after all moves that could have been the last one."""
        if self.evaluation.level:
            return {"always": True}
        if isinstance(self.evaluation, OwnEvaluation):
            return {}  # a student's own values cost more than a message
        game, state = self.game, self.state(path[:-1])
        pairs = ((move, game.play(state, move)) for move in game.moves(state))
        others = {
            move: self.value(child, player)
            for move, child in pairs
            if game.outcome(child) is None
        }
        return {"moves": list(others), "values": list(others.values())}

    def state(self, path: MovePath) -> State:
        """Return the position at the end of a path of legal moves, or raise WireError."""
        if path not in self._states:
            if len(self._states) > MOST_STATES:
                self._states, self._moves = {(): self._states[()]}, {}
            before = self.state(path[:-1])
            if path[:-1] not in self._moves:
                over = self.game.outcome(before) is not None
                self._moves[path[:-1]] = () if over else self.game.moves(before)
            if path[-1] not in self._moves[path[:-1]]:
                raise WireError("a question about a position that no moves lead to")
            self._states[path] = self.game.play(before, path[-1])
        return self._states[path]

    def add(self, told: Any) -> None:
        """Keep the steps that the guest tells; in the places of EVAL calls go those seen here."""
        if not self.watch or not isinstance(told, list):
            raise WireError("steps that nobody asked for")
        if self.watching and len(self._steps) < STEPS_OF_EVAL * self.watch:
            seen = iter(self._seen)
            new = [next(seen, None) if step is None else read_step(step) for step in told]
            self._seen = list(seen)
            self._steps += [step for step in new if step is not None]

    def answer(self, answer: Message, seconds: float) -> Testimony:
        """Return the answer of the search with what was seen of it, or raise WireError."""
        move = answer.get("move")
        root = self._states[()]
        if type(move) is not int or move not in self.game.moves(root):
            raise WireError("a move that is not legal")
        value = answer.get("value")
        counted = Counts()
        for depth, nodes in map(two, listed(answer.get("levels"))):
            counted.levels[min(depth, DEEPEST)] = nodes
        counted.evals, counted.prunes = two(answer.get("evals")), two(answer.get("prunes"))
        return Testimony(
            move=move, value=None if value is None else number(value), counted=counted,
            seconds=seconds, evals=self.evals if self.watching else None,
            steps=(*self._steps, *self._seen),
        )  # fmt: skip

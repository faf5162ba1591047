"""Wrong values of leaves that explain all of a student's steps: Figure 2 is searched with them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import floor
from typing import NamedTuple, TypeAlias

from loa_tk.model.checks.beside import Beside
from loa_tk.model.game import Evaluation, State
from loa_tk.model.search.search import Limits, Request, Stopped
from loa_tk.model.search.textbook import AlphaBeta
from loa_tk.model.steps import EVAL, MOVES, UTILITY

CLOSE = 1e-6  # values that differ by less are equal

Change: TypeAlias = Callable[[float, int], float]  # of a value, at a depth


class Hypothesis(NamedTuple):
    """What a student's search may make of EVAL and UTILITY, and the words for it."""

    of_eval: Change
    of_utility: Change
    what: str = ""


def as_it_is(value: float, depth: int) -> float:
    """Return the value itself."""
    return value


def negative(value: float, depth: int) -> float:
    """Return the value with the other sign."""
    return -value


def as_in_negamax(value: float, depth: int) -> float:
    """Return a value for the player to move as one for MAX."""
    return -value if depth % 2 else value


AS_GIVEN = Hypothesis(as_it_is, as_it_is)
IN_NEGAMAX = Hypothesis(as_in_negamax, as_in_negamax)
FITS = "All your steps fit "
NOT_ZERO_SUM = (
    "This EVAL is not zero-sum: what a position is worth for one player is not minus what it is "
    "worth for the other. So negamax must ask for MAX too, and change the sign where MIN is to "
    "move."
)
HYPOTHESES = (
    Hypothesis(negative, as_it_is, "EVAL with the wrong sign"),
    Hypothesis(as_it_is, negative, "UTILITY with the wrong sign"),
    Hypothesis(negative, negative, "values for the other player"),
    Hypothesis(lambda value, depth: floor(value), as_it_is, "EVAL rounded down (//)"),
    Hypothesis(lambda value, depth: int(value), as_it_is, "EVAL without its fraction (int)"),
    Hypothesis(lambda value, depth: round(value), as_it_is, "EVAL rounded (round)"),
    Hypothesis(as_it_is, lambda value, depth: (value > 0) - (value < 0),
               "a won game worth 1, not U"),
)  # fmt: skip


class Retold(AlphaBeta):
    """Figure 2 with the values that a student's search was given, as long as the steps agree."""

    def retell(
        self, answers: Sequence[tuple[State, float]], told: dict[State, float], idea: Hypothesis
    ) -> None:
        """Expect these EVAL calls, and these utilities where they were asked for."""
        self.answers, self.told, self.idea, self.asked = answers, told, idea, 0

    def leaf_value(self, state: State, depth: int) -> float:
        """Return the student's value, or raise Stopped if another leaf was expected."""
        if self.game.outcome(state) is None and depth == self.limit:
            if self.asked == len(self.answers) or self.answers[self.asked][0] != state:
                raise Stopped
            self.asked += 1
            return self.idea.of_eval(self.answers[self.asked - 1][1], depth)
        value = self.told.get(state)
        if value is None:
            value = super().leaf_value(state, depth)
        return self.idea.of_utility(value, depth)

    def fits(self, value: float | None) -> bool:
        """Return whether all steps agree, and the value if there is one."""
        try:
            found = self.decide(self.state)[0]
        except Stopped:
            return False
        whole = self.asked == len(self.answers)
        return whole and (value is None or abs(found - value) <= CLOSE)


def cause(both: Beside, evaluation: Evaluation) -> str:
    """Return a sentence about wrong values of leaves that explain every step, or nothing."""
    if not both.evals or any(step.path is None for step in both.evals):
        return ""
    answers = [(both.state(step.path or ()), step.number or 0.0) for step in both.evals]
    told = {
        both.state(step.path): step.number
        for step in both.watched.steps
        if step.kind == UTILITY and step.path is not None and step.number is not None
    }
    limits = Limits(depth=both.tree.depth)
    request = Request(game=both.game, state=both.tree.root, limits=limits, own=evaluation)

    def fits(idea: Hypothesis) -> bool:
        search = Retold(request)
        search.retell(answers, told, idea)
        return search.fits(both.watched.value)

    for idea in (AS_GIVEN, IN_NEGAMAX):
        if fits(idea):
            return other_player(both, idea is IN_NEGAMAX)
    names = [idea.what for idea in HYPOTHESES if fits(idea)]
    return f"{FITS}{', or '.join(names)}." if names else ""


def other_player(both: Beside, negamax: bool) -> str:
    """Say which value was asked for the wrong player and used as it was."""
    names = [side.name for side in both.game.sides]
    for step in both.watched.steps:
        if step.kind not in (EVAL, UTILITY) or step.player is None or not step.path:
            continue
        right = both.game.player(both.state(step.path)) if negamax else both.player
        if step.player != right:
            what = "EVAL" if step.kind == EVAL else "UTILITY"
            return (
                f"{FITS}{what} with the wrong sign, as after {both.line(step.path)}, where you "
                f"asked for {names[step.player]}. Ask for MAX everywhere and use it as it is; only "
                "negamax asks for the player to move."
            )
    return NOT_ZERO_SUM if negamax else ""


def unfinished(both: Beside, number: int) -> str:
    """Say that the moves of a finished game were asked for, and not its utility, or nothing."""
    begin = both.at[number] if number < len(both.at) else len(both.watched.steps)
    steps = [step for step in both.watched.steps[:begin] if step.path]
    judged = {step.path for step in steps if step.kind in (UTILITY, EVAL)}
    for step in steps:
        if step.kind == MOVES and step.path and step.path not in judged and both.ended(step.path):
            return (
                f"The game is over after {both.line(step.path)}. You asked for its moves there, "
                "not for its utility: ask position.over first, in both functions."
            )
    return ""

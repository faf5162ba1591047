"""Questions about a recorded tree that take a search: a true value, and what changes a decision."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from loa_tk.control.effects import Effects, Run
from loa_tk.control.engine.jobs import EngineJob
from loa_tk.control.explorer.jobs import ExploreJob, Refusal
from loa_tk.control.explorer.state import ExplorerState
from loa_tk.control.explorer.walking import selected_node
from loa_tk.control.rows import Command
from loa_tk.model.game import Move, State, UserError
from loa_tk.model.numbers import number
from loa_tk.model.search.search import Stopped
from loa_tk.model.tree.reasons import PHRASES
from loa_tk.model.tree.why import Change, Changes, change_text
from loa_tk.words import explorer as words

TRUE, CHANGE = QUESTIONS = "true-value", "what-changes"


@dataclass(frozen=True)
class Clarified:
    """The answer to a question about a node."""

    question: str
    node: int
    found: float | Change | None


@dataclass(frozen=True, kw_only=True)
class AskJob(EngineJob):
    """Answer a question about a position at a ply of a search, with its moves in their order."""

    search: ExploreJob
    question: str
    node: int
    state: State
    ply: int
    moves: tuple[Move, ...]

    @property
    def grace(self) -> float:
        """The seconds that it needs at its end to stop the process with a student's file."""
        return self.search.grace

    def run(self, stop: Callable[[], bool], tell: Callable[[object], None]) -> Clarified | Refusal:
        """Return the answer."""
        try:
            below = Changes(self.search.with_evaluation(stop), self.state, self.ply, stop)
            if self.question == TRUE:
                return Clarified(TRUE, self.node, below.value(self.state, self.ply))
            return Clarified(CHANGE, self.node, below.smallest(self.moves))
        except Stopped:
            return Refusal(words.NOT_ANSWERED)
        except UserError as error:
            return Refusal(str(error))


def about(state: ExplorerState, question: str) -> int | None:
    """Return the node that a question would be about, or None if it cannot be asked now."""
    if state.explored is None or not state.whole or state.job is not None:
        return None
    tree, node = state.explored.tree, state.node
    if question == CHANGE:
        possible = not tree.is_leaf(node) and not tree.is_open(node)
    else:
        selected = selected_node(state)
        if selected is None:
            return None
        node = selected
        possible = tree.bound(node) in PHRASES
    return node if possible and (question, node) not in state.answers else None


def can_ask(question: str) -> Callable[[ExplorerState], bool]:
    """Return whether a question can be asked in a state."""
    return lambda state: state.values["page"] == "tree" and about(state, question) is not None


def ask(state: ExplorerState, question: str) -> Effects[ExplorerState]:
    """Give the engine a question about the opened node or the selected move."""
    node = about(state, question)
    if node is None or state.explored is None or state.recorded is None:
        return []
    tree = state.explored.tree
    moves = [move for move in map(tree.move, tree.children(node)) if move is not None]
    state.job = AskJob(
        search=state.recorded, question=question, node=node, state=tree.state(node),
        ply=tree.ply(node), moves=(*moves, *tree.untried(node)),
    )  # fmt: skip
    state.progress, state.stopping = 0.0, False
    state.say("")
    return [Run(state.job)]


def answered(state: ExplorerState, answer: Clarified) -> Effects[ExplorerState]:
    """Keep an answer in words."""
    state.job, state.stopping = None, False
    if state.explored is not None:
        if isinstance(answer.found, float):
            text = words.TRUE_VALUE.format(value=number(answer.found))
        else:
            text = change_text(state.explored.tree, answer.node, answer.found)
        state.answers[answer.question, answer.node] = text
    state.say("")
    return []


ROWS = (
    Command("true-value", partial(ask, question=TRUE), key="Ctrl+T", possible=can_ask(TRUE),
            help="compute the true value of a move whose value is a bound"),
    Command("what-changes", partial(ask, question=CHANGE), key="Ctrl+Y", possible=can_ask(CHANGE),
            help="find out what would have changed the decision"),
)  # fmt: skip

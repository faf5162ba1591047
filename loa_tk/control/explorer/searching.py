"""The explorer's searches: what is given to the engine, and what is made of its answers."""

from __future__ import annotations

from collections.abc import Sequence

from loa_tk.control.effects import Drop, Effects, Later, Never, Run, Stop
from loa_tk.control.engine.jobs import Job, Message
from loa_tk.control.explorer import (
    asking,
    ideas,
    pair_commands,
    playout_commands,
    quizzing,
    walking,
)
from loa_tk.control.explorer.jobs import (
    MEASURED,
    Arriving,
    CompareJob,
    ExploreJob,
    Refusal,
    TreeFacts,
    TreePiece,
)
from loa_tk.control.explorer.playouts import PlayoutJob, PlayoutPiece
from loa_tk.control.explorer.running import PLAY
from loa_tk.control.explorer.state import ExplorerState
from loa_tk.model.tree.comparison import Comparison
from loa_tk.model.tree.lessons.lesson import Lesson
from loa_tk.model.tree.quiz import Quiz
from loa_tk.model.tree.searchtree import ROOT
from loa_tk.words import explorer as words
from loa_tk.words import pair as pair_words

DRAW = "draw"  # the timer that shows the picture of a new tree


def drop(state: ExplorerState) -> Effects[ExplorerState]:
    """Give up the engine's job and pause."""
    state.wanted = None
    state.drawing = state.stopping = False
    state.job, state.arriving, state.playing = None, None, False
    state.pair_arriving = None
    return [Never(PLAY), Never(DRAW), Drop()]


def search(state: ExplorerState) -> Effects[ExplorerState]:
    """Search the position, or stop the search that is running."""
    if state.job is not None:
        return stop(state)
    return playout_commands.search_now(state) if state.by_playouts else search_now(state)


def search_now(state: ExplorerState) -> Effects[ExplorerState]:
    """Record the tree of the chosen search."""
    values = state.values
    job = ExploreJob(
        game=state.game.key, state=state.position, search=values["search"],
        evaluation=values["evaluation"], depth=int(values["depth"]), order=values["order"],
    )  # fmt: skip
    state.forget_tree()
    state.arriving = Arriving()
    return [Never(PLAY), *_ask(state, job)]


def _ask(state: ExplorerState, job: Job) -> Effects[ExplorerState]:
    """Give the engine a job; the position stays, even if the main board goes on."""
    state.following, state.stopping = False, False
    state.job, state.progress = job, 0.0
    state.say("")
    return [Run(job)]


def compare(state: ExplorerState) -> Effects[ExplorerState]:
    """Compare the searches of the position, or stop the comparison."""
    if state.job is not None:
        return stop(state)
    if state.by_playouts:
        return playout_commands.search_now(state)
    state.comparison = None
    key, depth, evaluation = state.game.key, int(state.values["depth"]), state.compared_by
    job = CompareJob(game=key, state=state.position, evaluation=evaluation, depth=depth)
    return _ask(state, job)


def compare_pair(state: ExplorerState) -> Effects[ExplorerState]:
    """Compare a student's search with Figure 2, or stop that."""
    return stop(state) if state.job is not None else pair_commands.begin(state)


def stop(state: ExplorerState) -> Effects[ExplorerState]:
    """Ask for what has been found so far; asked again, give it up. A file is given up at once."""
    if state.stopping or state.comparing_pair:
        state.say(pair_words.COMPARISON_STOPPED if state.comparing_pair else "")
        return drop(state)
    state.stopping = True
    state.say(words.STOPPING)
    return [Stop()]


def heard(state: ExplorerState, job: Job, messages: Sequence[Message]) -> Effects[ExplorerState]:
    """Take in what the engine reports about its job."""
    return [effect for message in messages for effect in _heard(state, message)]


def _heard(state: ExplorerState, message: Message) -> Effects[ExplorerState]:
    content = message.content
    if isinstance(content, PlayoutPiece):
        return playout_commands.heard(state, content)
    if state.comparing_pair and pair_commands.heard(state, message):
        return [Later(DRAW, 1, draw)] if state.drawing else []
    if message.kind == "failed":
        state.job, state.arriving = None, None
        state.say(words.FAILED.format(reason=message.reason), bad=True)
    elif message.kind == "restarted":
        state.arriving = Arriving()
        if isinstance(state.job, PlayoutJob):
            playout_commands.begin(state, state.job)
        state.say(words.RESTARTED.format(status=content), bad=True)
    elif isinstance(content, float):
        state.progress = content
    elif isinstance(content, TreePiece) and state.arriving is not None:
        state.progress = max(state.progress, MEASURED)
        state.arriving.add(content)
    elif isinstance(content, Refusal):
        state.job, state.arriving = None, None
        state.say(content.reason, bad=True)
    elif isinstance(content, TreeFacts) and state.arriving is not None:
        return _recorded(state, content)
    elif isinstance(content, Comparison):
        state.comparison, state.progress = content, content.share
        if message.kind == "done":
            state.job = None
    elif isinstance(content, asking.Clarified):
        return asking.answered(state, content)
    elif isinstance(content, Lesson):
        ideas.made(state, content)
    elif isinstance(content, Quiz):
        return quizzing.made(state, content)
    return []


def _recorded(state: ExplorerState, known: TreeFacts) -> Effects[ExplorerState]:
    """Show the tree, since all of it has arrived."""
    assert state.arriving is not None
    stopped = state.stopping
    state.explored = state.arriving.finished(known)
    state.recorded = state.job if isinstance(state.job, ExploreJob) else None
    state.job = state.arriving = None
    state.stopping = False
    tree = state.explored.tree
    walking.open_node(state, ROOT)
    state.moment = 0  # the first step begins at the beginning
    state.say("")
    if not tree.complete:
        if stopped:
            state.say(words.STOPPED_EARLY.format(nodes=words.nodes(len(tree))))
        else:
            state.say(words.CUT_SHORT.format(total=tree.total, nodes=len(tree)), bad=True)
    state.drawing = True
    if state.wanted is not None:
        walking.run_to(state, state.wanted)
        state.wanted = None
    return [Later(DRAW, 1, draw)]


def draw(state: ExplorerState) -> Effects[ExplorerState]:
    """Show the picture of a new tree, after the rest of it: together they would take too long."""
    state.drawing = False
    return []

"""The page "Ideas": one idea of the strong search on the position, its figure and its sentences."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from loa_tk.control.effects import Effects, Run
from loa_tk.control.engine.jobs import EngineJob
from loa_tk.control.explorer.jobs import Refusal
from loa_tk.control.explorer.state import ExplorerState
from loa_tk.control.explorer.tree_scenes import board_scene, mover
from loa_tk.control.rows import Command
from loa_tk.model.game import State, UserError
from loa_tk.model.games import find_game
from loa_tk.model.notation import read_position
from loa_tk.model.tree.lessons.catalogue import IDEAS, columns, compared, lesson
from loa_tk.model.tree.lessons.lesson import Lesson
from loa_tk.model.tree.recording import TreeRequest
from loa_tk.model.written import WrittenTree
from loa_tk.scenes.explorer import IdeasScene
from loa_tk.words import explorer as words

Handler = Callable[[ExplorerState], Effects[ExplorerState]]


@dataclass(frozen=True, kw_only=True)
class IdeaJob(EngineJob):
    """Make the lesson on one idea."""

    game: str
    state: State
    idea: str
    evaluation: str
    depth: int

    def run(self, stop: Callable[[], bool], tell: Callable[[object], None]) -> Lesson | Refusal:
        """Return the lesson, or why there is none."""
        request = TreeRequest(
            game=find_game(self.game), state=self.state, evaluation=self.evaluation,
            depth=self.depth,
        )  # fmt: skip
        try:
            return lesson(self.idea, request, stop)
        except UserError as error:
            return Refusal(str(error))


def begin(state: ExplorerState) -> Effects[ExplorerState]:
    """Make the lesson on the chosen idea."""
    if not in_game(state):
        state.say(words.IDEAS_NEED_A_GAME, bad=True)
        return []
    job = IdeaJob(
        game=state.game.key, state=state.position, idea=state.values["idea"],
        evaluation=state.compared_by, depth=int(state.values["depth"]),
    )  # fmt: skip
    state.lesson, state.job, state.progress = None, job, 0.0
    state.following = state.stopping = False
    state.say("")
    return [Run(job)]


def load(state: ExplorerState) -> Effects[ExplorerState]:
    """Take the position on which the chosen idea shows."""
    one = IDEAS[state.values["idea"]].example
    game = find_game(one.game)
    state.place(game, read_position(game, one.position))
    state.values.update(evaluation=one.evaluation, depth=str(one.depth))
    return begin(state)


def made(state: ExplorerState, shown: Lesson) -> None:
    """Show a lesson."""
    state.job, state.lesson = None, shown
    state.say("")


def ideas_scene(state: ExplorerState) -> IdeasScene:
    """Return the list of ideas with the lesson on the chosen one, or what stands in its place."""
    names = tuple((idea.name, idea.label) for idea in IDEAS.values())
    chosen, shown = state.values["idea"], state.lesson
    title = IDEAS[chosen].label
    board = board_scene(state.game, state.position)
    place = words.to_move(mover(state.game, state.position))
    if shown is None or shown.name != chosen:
        note = words.SEARCHING if isinstance(state.job, IdeaJob) else words.IDEAS_NOTE
        if not in_game(state):
            note = f"{words.IDEAS_NEED_A_GAME} {words.IDEAS_HOW}"
        return IdeasScene(
            names=names, chosen=chosen, title=title, note=note, board=board, place=place
        )
    lines = tuple(columns(shown)) if shown.rows else ()
    sentences = [*shown.sentences, compared(shown), "" if shown.shows else words.SHOWS_LITTLE]
    return IdeasScene(
        names=names, chosen=chosen, title=title, lines=lines,
        marked=tuple(row + 1 for row in shown.marked), text="\n\n".join(filter(None, sentences)),
        board=board, place=place,
    )  # fmt: skip


def in_game(state: ExplorerState) -> bool:
    """Return whether the position is a game's, and not a tree of the user's own."""
    return not isinstance(state.game, WrittenTree)


def _tree(state: ExplorerState) -> bool:
    return state.values["page"] == "ideas" and state.lesson is not None and bool(state.lesson.order)


def rows(
    stop: Handler, drop: Handler, search: Handler, possible: Callable[[ExplorerState], bool],
    relabel: Callable[[ExplorerState], str],
) -> tuple[Command[ExplorerState], ...]:  # fmt: skip
    """Return the commands of the page."""

    def show(state: ExplorerState) -> Effects[ExplorerState]:
        return stop(state) if state.job is not None else begin(state)

    def open_tree(state: ExplorerState) -> Effects[ExplorerState]:
        assert state.lesson is not None
        state.values.update(page="tree", search="alphabeta", order=state.lesson.order)
        return [*drop(state), *search(state)]

    return (
        Command("idea", show, label="Show", relabel=relabel,
                possible=lambda state: possible(state) and in_game(state)),
        Command("idea-tree", open_tree, label="Open the tree", possible=_tree),
        Command("idea-example", lambda state: [*drop(state), *load(state)],
                label="Load an example",
                possible=lambda state: state.values["page"] == "ideas" and in_game(state)),
    )  # fmt: skip

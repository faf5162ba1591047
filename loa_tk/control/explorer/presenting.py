"""Presentation: the step shown large for a lecture room, with a question at each test of a bound.

Before the line "if v ≥ β" the window asks whether the search cuts or goes on. It does not step on
before an answer, and it keeps the score.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from loa_tk.control.effects import Effects, Never
from loa_tk.control.explorer import walking
from loa_tk.control.explorer.drawing import drawn
from loa_tk.control.explorer.jobs import Exploration
from loa_tk.control.explorer.state import ExplorerState
from loa_tk.control.explorer.tree_scenes import board_scene, event_text
from loa_tk.control.rows import Command
from loa_tk.model.numbers import apart, number
from loa_tk.model.tree.figure import BACK, BOUND, START, TEST, Moment
from loa_tk.scenes.board import BoardScene
from loa_tk.scenes.present import CallRow, Prediction, PresentScene
from loa_tk.words import explorer as words

CUT, GO_ON = "cut", "go-on"
SHOWN = "shown"  # the answer was shown and not guessed
ZOOM, LEAST, MOST = 1.15, 0.6, 2.0
MOST_CALLS = 4  # on the stack; of more, the first and the last three are shown
PLAYING = "play"  # the timer of commands.py


# --- what happens ---


def toggle(state: ExplorerState) -> Effects[ExplorerState]:
    """Begin the presentation at the step shown, or end it; only a search on the page has one."""
    if not state.presenting and (state.by_playouts or state.values["page"] != "tree"):
        state.say(words.NO_PRESENTATION)
        return []
    state.presenting = not state.presenting
    if state.presenting:
        state.playing = False
        walking.run_to(state, state.moment)
        return [Never(PLAYING)]
    return []


def asks(state: ExplorerState) -> bool:
    """Return whether a question waits for its answer."""
    if not state.presenting or state.explored is None or state.moment in state.guesses:
        return False
    return is_question(state.explored, state.explored.execution.moment(state.moment))


def is_question(explored: Exploration, here: Moment) -> bool:
    """Return whether a moment tests a bound with moves left, which the test may cut off."""
    return here.step == TEST and moves_left(explored, here) > 0


def moves_left(explored: Exploration, here: Moment) -> int:
    """Return how many moves of a call have not been tried at a moment."""
    tree = explored.tree
    tried = sum(child <= (here.child or 0) for child in tree.each_child(here.node))
    return tree.branching(here.node) - tried


def answer(state: ExplorerState, guess: str) -> Effects[ExplorerState]:
    """Take an answer to the question; SHOWN gives up on it and does not count."""
    if asks(state):
        state.guesses[state.moment] = guess
    return []


def space(state: ExplorerState) -> Effects[ExplorerState]:
    """Show the answer to a question, or go on by a step."""
    if asks(state):
        return answer(state, SHOWN)
    walking.run_to(state, state.moment + 1)
    return []


def resize(state: ExplorerState, factor: float) -> Effects[ExplorerState]:
    """Make the letters of the algorithm larger or smaller."""
    state.zoom = max(LEAST, min(MOST, state.zoom * factor))
    return []


def presenting(state: ExplorerState) -> bool:
    """Return whether a presentation is shown."""
    return state.presenting


ROWS = (
    Command("present", toggle, label="Present", key="F11",
            help="show the step large, for a projector, with questions; end that"),
    Command("guess-cut", partial(answer, guess=CUT), possible=asks),
    Command("guess-go-on", partial(answer, guess=GO_ON), possible=asks),
    Command("present-space", space, possible=presenting),
    Command("present-larger", partial(resize, factor=ZOOM), possible=presenting),
    Command("present-smaller", partial(resize, factor=1 / ZOOM), possible=presenting),
)  # fmt: skip


# --- what is shown ---


def present_scene(state: ExplorerState) -> PresentScene | None:
    """Return the presentation, or None if there is none."""
    if not state.presenting:
        return None
    explored = state.explored
    if explored is None:
        return PresentScene(sentence=words.PRESENT_EMPTY, zoom=state.zoom)
    tree, execution = explored.tree, explored.execution
    here = execution.moment(state.moment)
    figure, maximises = execution.figure, tree.is_max(here.node)
    first = figure.max_line if maximises else figure.min_line
    path = tree.path(here.node)
    shown = path if here.child is None else (*path, here.child)
    moves = tuple(tree.move_name(node) for node in shown[1:])
    last = shown[-1]
    known = tree.is_leaf(last) and (here.returned is not None or here.step in (BACK, TEST, BOUND))
    value = ""
    if known:
        value = words.WORTH[tree.is_eval(last)].format(value=number(tree.value(last)))
    asked = is_question(explored, here)
    return PresentScene(
        lines=figure.lines, line=here.line,
        short=figure.lines[first : first + len(figure.steps)], short_line=here.line - first,
        note=note(here, maximises), board=board(explored, shown), moves=moves, value=value,
        tree=drawn(explored, here, path if asks(state) else execution.running(here.number)),
        calls=calls(explored, here), bounds=tree.prunes,
        question=question(state, explored, here) if asked else None,
        sentence="" if asked else event_text(explored, here),
        step=words.STEP_OF.format(number=state.moment + 1, all=len(execution)),
        facts=words.PRESENT_FACTS.format(
            game=tree.game.title, search=dict(words.SEARCHES).get(tree.search, tree.search),
            evaluation=tree.evaluation, depth=tree.depth,
        ),
        score=score(state), zoom=state.zoom,
    )  # fmt: skip


def note(here: Moment, maximises: bool) -> str:
    """Return the executed line with the numbers put in, if it has any."""
    v = "" if here.v is None else number(here.v)
    if here.step == TEST and here.v is not None:
        v, bound = apart(here.v, here.beta if maximises else here.alpha)
        return f"{v} {'≥' if maximises else '≤'} {bound} ?"
    if here.step == BOUND:
        return f"α = {number(here.alpha)}" if maximises else f"β = {number(here.beta)}"
    return f"v = {v}" if here.step in (START, BACK) else ""


def board(explored: Exploration, path: tuple[int, ...]) -> BoardScene | None:
    """Return the position at the end of a path, with the last moves as numbered arrows."""
    tree = explored.tree
    scene = board_scene(tree.game, tree.state(path[-1]))
    if scene is None:
        return None
    arrows: list[tuple[int, int, int]] = []
    marked: tuple[int, ...] = ()
    for rank, node in enumerate(path[1:], 1):
        parent, move = tree.parent(node), tree.move(node)
        if parent is None or move is None:
            continue
        squares = tree.game.path(tree.state(parent), move)
        if squares:
            # An earlier arrow between the same squares would lie under this one.
            arrows = [arrow for arrow in arrows if {*arrow[:2]} != {squares[0], squares[-1]}]
            arrows.append((squares[0], squares[-1], rank))
            marked = (squares[0], squares[-1])
    return replace(scene, arrows=tuple(arrows), last=marked)


def calls(explored: Exploration, here: Moment) -> tuple[CallRow, ...]:
    """Return the calls that have not returned; of many, the first and the last three."""
    tree, execution = explored.tree, explored.execution
    path = tree.path(here.node)
    rows = []
    for node, below in zip(path, (*path[1:], None), strict=True):
        frame = here if below is None else execution.moment(execution.starts[below] - 1)
        name = tree.move_name(node)
        rows.append(CallRow(
            function=words.FUNCTIONS[tree.is_max(node)],
            place=words.AFTER.format(move=name) if name else words.START,
            move="" if frame.child is None else tree.move_name(frame.child),
            alpha=number(frame.alpha), beta=number(frame.beta),
            v="" if frame.v is None else number(frame.v), maximises=tree.is_max(node),
            current=below is None,
        ))  # fmt: skip
    if len(rows) > MOST_CALLS:
        left = CallRow(function="…", place="")
        rows = [rows[0], left, *rows[1 - MOST_CALLS :]]
    return tuple(rows)


def question(state: ExplorerState, explored: Exploration, here: Moment) -> Prediction:
    """Return the question at a test of a bound, and the reason after its answer."""
    tree, maximises = explored.tree, explored.tree.is_max(here.node)
    guess = state.guesses.get(here.number, "")
    if not guess:
        v, bound = apart(here.v or 0.0, here.beta if maximises else here.alpha)
        left = words.moves_left(moves_left(explored, here), tree.branching(here.node))
        text = words.PREDICT.format(
            v=v, name=words.BETA if maximises else words.ALPHA, bound=bound, left=left,
        )  # fmt: skip
        return Prediction(title=words.CUT_OR_GO_ON, text=text)
    cuts = here.returned is not None
    solution = CUT if cuts else GO_ON
    right = guess in (SHOWN, solution)
    why = explored.reason(here.node).sentence if cuts else event_text(explored, here)
    lead = words.PREDICTED_CUT if cuts else words.PREDICTED_ON
    text = f"{lead if right else words.NOT_SO[cuts]} {why}"
    shown = solution if guess == SHOWN else guess
    return Prediction(title=words.CUT_OR_GO_ON, text=text, answer=shown, right=right)


def score(state: ExplorerState) -> str:
    """Return how many predictions were right."""
    explored = state.explored
    guessed = {at: guess for at, guess in state.guesses.items() if guess != SHOWN}
    if explored is None or not guessed:
        return ""
    execution = explored.execution
    right = sum(
        (guess == CUT) == (execution.moment(at).returned is not None)
        for at, guess in guessed.items()
    )
    return words.PREDICTED.format(right=right, asked=len(guessed))

"""What happens in the search explorer: the table of its commands, and its other intents.

Every handler changes the state and returns effects; a command is one row of `ROWS`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from loa_tk.control.effects import (
    Drop,
    Effects,
    Front,
    Later,
    Never,
    Run,
    ShowMatch,
    Stop,
    ToolRequest,
)
from loa_tk.control.engine.jobs import Job, Message
from loa_tk.control.explorer import (
    asking,
    exporting,
    ideas,
    linking,
    own_clock,
    own_commands,
    own_tree,
    playout_commands,
    presenting,
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
from loa_tk.control.explorer.own import KNOWN, ORDERED
from loa_tk.control.explorer.playouts import PlayoutJob, PlayoutPiece
from loa_tk.control.explorer.running import (
    PLAY,
    last,
    next_best,
    next_cut,
    over,
    pause,
    play,
    play_label,
    seek,
    step_by,
)
from loa_tk.control.explorer.scenes import MAIN, scene
from loa_tk.control.explorer.state import ExplorerState, depths
from loa_tk.control.rows import Command
from loa_tk.control.tools import Tool
from loa_tk.model.game import Game, State
from loa_tk.model.match import Match
from loa_tk.model.search.mcts import MonteCarlo
from loa_tk.model.search.options import is_file
from loa_tk.model.tree.comparison import Comparison
from loa_tk.model.tree.lessons.lesson import Lesson
from loa_tk.model.tree.quiz import Quiz
from loa_tk.model.tree.searchtree import FIXED, ROOT
from loa_tk.model.tree.steplink import StepLink
from loa_tk.scenes.explorer import (
    ExplorerGesture,
    ExplorerScene,
    OwnPicked,
    OwnResized,
    OwnSought,
    Picked,
    Pointed,
    Resized,
    Selected,
    Sought,
    Zoomed,
)
from loa_tk.scenes.playouts import ChildPicked, PlayoutSought, VisitsPicked, VisitsResized
from loa_tk.words import explorer as words

DRAW = "draw"  # the timer that shows the picture of a new tree
ANSWERS = {key for fields in words.ANSWERS.values() for key, _ in fields}
ZOOM, PAN = 1.6, 0.25  # for one key


# --- the window ---


def opened(state: ExplorerState, request: ToolRequest) -> Effects[ExplorerState]:
    """Bring the window to the front, and search or take up what it was opened for."""
    effects: Effects[ExplorerState] = []
    if request.search is not None and request.path is not None:
        effects = [*drop(state), *own_commands.take(state, str(request.path), request.search)]
    elif request.search is not None:
        effects = explore(state, *request.search)
    elif request.at_once:
        state.values["page"] = "tree"
        if _other_board(state):
            effects = take_board(state)
    return [*effects, Front()]


def board_shows(state: ExplorerState, game: Game, position: State) -> Effects[ExplorerState]:
    """Note what the main board shows, and take it up unless a search was made."""
    state.board = (game, position)
    if state.following and (game, position) != (state.game, state.position):
        state.place(game, position)
    return []


def take_board(state: ExplorerState) -> Effects[ExplorerState]:
    """Take the position of the main board, and follow it again."""
    assert state.board is not None
    effects = drop(state)
    state.following = True
    state.place(*state.board)
    return effects


def explore(
    state: ExplorerState, game: Game, position: State, search: str, evaluation: str, depth: int,
    order: str = FIXED,
) -> Effects[ExplorerState]:
    """Search a position at once, as an entry of the log describes it."""
    effects = drop(state)
    state.place(game, position)
    if search == MonteCarlo.name:
        return [*effects, *playout_commands.take(state, evaluation, depth)]
    state.values.update(
        page="tree", search=search, depth=str(min(depth, depths(game)[-1])), order=order
    )
    if evaluation in game.evaluations or is_file(evaluation):
        state.values["evaluation"] = evaluation
    return [*effects, *search_now(state)]


def open_link(state: ExplorerState, link: StepLink) -> Effects[ExplorerState]:
    """Search as a link says, so that its step can be shown."""
    wanted = link.game, link.state, link.search, link.evaluation, link.depth
    return explore(state, *wanted, order=link.order)


def drop(state: ExplorerState) -> Effects[ExplorerState]:
    """Give up the engine's job and pause."""
    state.wanted = None
    state.drawing = state.stopping = False
    state.job, state.arriving, state.playing = None, None, False
    state.own_arriving = None
    return [Never(PLAY), Never(DRAW), Drop()]


# --- the search ---


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


def compare_own(state: ExplorerState) -> Effects[ExplorerState]:
    """Compare a student's search with Figure 2, or stop that."""
    return stop(state) if state.job is not None else own_commands.begin(state)


def stop(state: ExplorerState) -> Effects[ExplorerState]:
    """Ask for what has been found so far; asked again, give it up. A file is given up at once."""
    if state.stopping or state.comparing_own:
        state.say(words.COMPARISON_STOPPED if state.comparing_own else "")
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
    if state.comparing_own and own_commands.heard(state, message):
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


# --- fields ---


def choose(state: ExplorerState, name: str, key: str) -> Effects[ExplorerState]:
    """Give a field another value, answer a question, follow a link, or turn to another page."""
    name = "speed" if name in words.PACES else name
    if name in ANSWERS:
        return quizzing.type_answer(state, name, key)
    if name == "link":
        return (own_commands.follow if state.values["page"] == "mine" else follow)(state, key)
    if name == "file":
        if is_file(key):
            own_commands.remember(state, key)
        elif key not in KNOWN and key not in ORDERED:
            return []  # the words in the list that look for a file
    if name == "branch":
        return quizzing.tick(state, int(key))
    if name == "evaluation" and key not in state.game.evaluations:
        if not is_file(key):
            return []  # the words in the list that look for a file
        if state.values["page"] in ("compare", "ideas"):
            state.say(words.NO_FILE_HERE, bad=True)
            return []
    if state.values.get(name) != key:
        state.values[name] = key
        state.say("")
    if name == "idea":
        return [*drop(state), *ideas.begin(state)] if not state.over else []
    return pause(state) if name == "page" else []


# --- the picture ---


def report(state: ExplorerState, gesture: ExplorerGesture) -> Effects[ExplorerState]:
    """Do what the mouse asks for on the picture, in the columns and on the slider."""
    match gesture:
        case Resized(width):
            state.width = width
        case Pointed(line, x):
            state.hover = walking.pointed(state, line, x)
        case Picked(line, x):
            return pick(state, line, x)
        case Zoomed(factor, x):
            walking.zoom(state, factor, x / max(1, state.width))
        case Selected(column, place, enter):
            return [*select(state, column, place), *(right(state) if enter else ())]
        case Sought(moment):
            return seek(state, moment)
        case OwnResized(width):
            state.own_width = width
        case OwnPicked():
            return own_commands.pick(state, gesture)
        case OwnSought(moment):
            return own_clock.seek(state, moment)
        case VisitsResized() | VisitsPicked() | PlayoutSought() | ChildPicked():
            return playout_commands.report(state, gesture)
    return []


def pick(state: ExplorerState, line: int, x: int) -> Effects[ExplorerState]:
    """Open the node that was clicked, or the node whose other moves were cut off there."""
    spot = walking.pointed(state, line, x)
    if spot is None or state.explored is None:
        return []
    effects = pause(state)
    first_untried = len(state.explored.tree.children(spot.node))
    walking.open_node(state, spot.node, first_untried if spot.cut else None)
    return effects


def show_all(state: ExplorerState) -> Effects[ExplorerState]:
    """Show the whole tree."""
    state.shown = (0.0, 1.0)
    return []


def zoom(state: ExplorerState, factor: float) -> Effects[ExplorerState]:
    """Enlarge the picture around the opened node."""
    walking.zoom(state, factor, walking.middle(state))
    return []


def pan(state: ExplorerState, share: float) -> Effects[ExplorerState]:
    """Move the enlarged picture."""
    walking.pan(state, share)
    return []


# --- the path ---


def up_down(state: ExplorerState, by: int) -> Effects[ExplorerState]:
    """Select the move above or below."""
    effects = pause(state)
    walking.select(state, by + state.pick if state.pick is not None else 0)
    return effects


def right(state: ExplorerState) -> Effects[ExplorerState]:
    """Go into the selected move, unless there is nothing below it."""
    effects, ahead = pause(state), walking.selected_node(state)
    if state.explored is not None and ahead is not None and not state.explored.tree.is_leaf(ahead):
        walking.open_node(state, ahead)
    return effects


def left(state: ExplorerState) -> Effects[ExplorerState]:
    """Go back to the node above."""
    effects = pause(state)
    if state.explored is not None:
        walking.open_above(state, state.explored.tree, state.node)
    return effects


def select(state: ExplorerState, column: int, place: int) -> Effects[ExplorerState]:
    """Select a move in one of the columns."""
    if state.explored is None:
        return []
    effects = pause(state)
    path = state.explored.tree.path(state.node)
    ahead = walking.selected_node(state)
    node = path[column] if column < len(path) else ahead
    if node is not None:
        walking.open_node(state, node, place)
    return effects


def follow(state: ExplorerState, link: str) -> Effects[ExplorerState]:
    """Go to the move that a reason names."""
    if state.explored is None or not link:
        return []
    effects = pause(state)
    if link in asking.QUESTIONS:
        return [*effects, *asking.ask(state, link)]
    walking.open_above(state, state.explored.tree, int(link))
    return effects


def follow_reason(state: ExplorerState) -> Effects[ExplorerState]:
    """Follow the link of the reason that is shown."""
    assert state.explored is not None
    link = state.explored.reason(state.node).link
    return follow(state, "" if link is None else str(link))


def main_board(state: ExplorerState) -> Effects[ExplorerState]:
    """Show the position at the opened node on the main board."""
    if state.explored is None:
        return []
    tree = state.explored.tree
    match = Match(tree.game, tree.root)
    for node in tree.path(state.node)[1:]:
        if (move := tree.move(node)) is not None:
            match.play(move)
    return [*pause(state), ShowMatch(match=match, note=words.ON_BOARD)]


# --- the rest ---


def escape(state: ExplorerState) -> Effects[ExplorerState]:
    """Stop what runs, else show everything again, else go back to the node above."""
    if state.presenting:
        return presenting.toggle(state)
    if state.job is not None:
        return stop(state)
    if state.playing:
        return pause(state)
    if playout_commands.shown(state):
        return playout_commands.left(state)
    if state.values["page"] == "mine":
        return own_clock.to_difference(state)
    if not on_tree(state):
        return []
    if state.shown != (0.0, 1.0):
        return show_all(state)
    if not state.whole:
        walking.open_node(state, ROOT)
        return []
    return left(state)


def _can_escape(state: ExplorerState) -> bool:
    """Return whether there is something to stop or to go back from."""
    if state.presenting or state.job is not None or state.playing:
        return True
    if playout_commands.shown(state):
        return state.walk is not None and state.walk.node != ROOT
    if state.values["page"] == "mine":
        return state.own_at is not None or state.own_moment is not None
    return on_tree(state) and not (state.shown == (0.0, 1.0) and state.whole and state.node == ROOT)


def main(state: ExplorerState) -> Effects[ExplorerState]:
    """Do what the main button of the page does."""
    return TOOL.do(state, MAIN[state.values["page"]])


# --- the table ---


def on_tree(state: ExplorerState) -> bool:
    """Return whether the tree page shows a tree."""
    shown = state.explored is not None and state.values["page"] == "tree"
    return shown and not state.by_playouts


def _can_search(state: ExplorerState) -> bool:
    return state.job is not None or not state.over


def _can_go_back(state: ExplorerState) -> bool:
    return on_tree(state) and state.moment > 0


def _can_go_on(state: ExplorerState) -> bool:
    end = len(state.explored.execution) - 1 if state.explored is not None else 0
    return on_tree(state) and state.moment < end and not presenting.asks(state)


def _can_cut(state: ExplorerState) -> bool:
    return _can_go_on(state) and state.explored is not None and state.explored.tree.prunes


def _enlarged(state: ExplorerState) -> bool:
    return on_tree(state) and state.shown != (0.0, 1.0)


def _other_board(state: ExplorerState) -> bool:
    return state.board is not None and state.board != (state.game, state.position)


def _has_link(state: ExplorerState) -> bool:
    if not on_tree(state) or not state.whole or state.explored is None:
        return False
    return state.explored.reason(state.node).link is not None


def _compared(state: ExplorerState) -> bool:
    return state.comparison is not None and not state.comparing


def _or_stop(label: str) -> Callable[[ExplorerState], str]:
    return lambda state: words.STOP if state.job is not None else label


ROWS = (
    Command("search", search, label="Search", possible=_can_search, relabel=_or_stop("Search")),
    Command("main", main, key="F5", help="search, compare, or make a quiz; stop"),
    Command("all", show_all, label="Show all", possible=_enlarged),
    Command("larger", partial(zoom, factor=ZOOM), label="+", possible=on_tree),
    Command("smaller", partial(zoom, factor=1 / ZOOM), label="−", possible=_enlarged),
    Command("pan-left", partial(pan, share=-PAN), possible=_enlarged),
    Command("pan-right", partial(pan, share=PAN), possible=_enlarged),
    Command("up", partial(up_down, by=-1), possible=on_tree),
    Command("down", partial(up_down, by=1), possible=on_tree),
    Command("right", right, possible=on_tree),
    Command("left", left, possible=on_tree),
    Command("step", partial(step_by, by=1), label="Step ▶", key="Ctrl+J",
            possible=_can_go_on, help="execute the next line"),
    Command("back", partial(step_by, by=-1), label="◀ Step", key="Ctrl+B",
            possible=_can_go_back, help="go back by one line"),
    Command("over", over, label="Step over", key="Ctrl+K", possible=_can_go_on,
            help="execute a call as a whole"),
    Command("next-cut", next_cut, label="Next cut-off", key="Ctrl+U", possible=_can_cut,
            help="run to the next cut-off"),
    Command("next-best", next_best, label="Next best", key="Ctrl+M", possible=_can_go_on,
            help="run to the next change of the best move"),
    Command("play", play, label=words.PLAY, key="Ctrl+P", relabel=play_label,
            possible=lambda state: on_tree(state) and not state.presenting,
            help="play, or pause"),
    Command("first", partial(seek, moment=0), label="|◀", key="Ctrl+Home", possible=_can_go_back,
            help="go to the beginning"),
    Command("last", last, label="▶|", key="Ctrl+End", possible=_can_go_on, help="go to the end"),
    Command("follow", follow_reason, key="Ctrl+L", possible=_has_link,
            help="go to the move that the reason names"),
    Command("main-board", main_board, label="Show on the main board", key="Ctrl+D",
            possible=lambda state: on_tree(state) and state.game.rows > 0,
            help="show the position on the main board"),
    Command("from-board", take_board, label="Take the board’s position", possible=_other_board),
    Command("own-tree", lambda state: [*drop(state), *own_tree.ask(state)], label="Own tree…",
            key="Ctrl+O", help="write a tree of your own, or read one from a file"),
    Command("save-picture", exporting.ask_picture, label="Save picture…", key="Ctrl+S",
            possible=on_tree),
    Command("save-page", exporting.ask_page, label="Save page…", key="Ctrl+Shift+S",
            possible=on_tree, help="save the tree as a page"),
    Command("copy-text", exporting.copy_text, label="Copy as text", key="Ctrl+Shift+C",
            possible=on_tree, help="copy the tree as text"),
    Command("compare", compare, label="Compare", possible=_can_search,
            relabel=_or_stop("Compare")),
    Command("save-csv", exporting.ask_csv, label="Save as CSV…", possible=_compared),
    Command("compare-page", exporting.ask_compare_page, label="Save page…",
            possible=_compared),
    Command("own", compare_own, label="Compare", possible=_can_search,
            relabel=_or_stop("Compare")),
    Command("own-board", own_commands.main_board, label="Show on the main board",
            possible=own_commands.shown),
    Command("own-copy", own_commands.copy, label="Copy as text", possible=own_commands.shown),
    Command("quiz", quizzing.new, label="New quiz", possible=lambda state: state.job is None),
    Command("check", quizzing.check_answer, label="Check", possible=quizzing.can_check),
    Command("next-question", quizzing.next_question, label="Next question",
            possible=quizzing.can_go_on),
    Command("escape", escape, possible=_can_escape),
    *ideas.rows(stop, drop, search_now, _can_search, _or_stop("Show")),
    *own_clock.ROWS,
    *asking.ROWS,
    *playout_commands.ROWS,
    *linking.rows(open_link),
    *presenting.ROWS,
)  # fmt: skip
TOOL: Tool[ExplorerState, ExplorerScene, ExplorerGesture] = Tool(
    name="explorer", rows=ROWS,
    begin=lambda clock, folder, request: ExplorerState(
        clock=clock, game=request.game, position=request.state),
    scene=scene, opened=opened, closing=drop, choose=choose, report=report, heard=heard,
    board_shows=board_shows,
)  # fmt: skip

"""What happens in the search explorer: the table of its commands, and its other intents.

Every handler changes the state and returns effects; a command is one row of `ROWS`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from loa_tk.control.effects import Effects, Front, ToolRequest
from loa_tk.control.explorer import (
    asking,
    exporting,
    ideas,
    linking,
    own_tree,
    pair_clock,
    pair_commands,
    playout_commands,
    presenting,
    quizzing,
    walking,
)
from loa_tk.control.explorer.browsing import (
    PAN,
    ZOOM,
    follow,
    follow_reason,
    left,
    main_board,
    on_tree,
    pan,
    pick,
    right,
    select,
    show_all,
    up_down,
    zoom,
)
from loa_tk.control.explorer.pair import KNOWN, ORDERED
from loa_tk.control.explorer.running import (
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
from loa_tk.control.explorer.searching import (
    compare,
    compare_pair,
    drop,
    heard,
    search,
    search_now,
    stop,
)
from loa_tk.control.explorer.state import ExplorerState, depths
from loa_tk.control.rows import Command
from loa_tk.control.tools import Tool
from loa_tk.model.game import Game, State
from loa_tk.model.search.mcts import MonteCarlo
from loa_tk.model.search.options import is_file
from loa_tk.model.tree.searchtree import FIXED, ROOT
from loa_tk.model.tree.steplink import StepLink
from loa_tk.scenes.explorer import (
    ExplorerGesture,
    ExplorerScene,
    PairPicked,
    PairResized,
    PairSought,
    Picked,
    Pointed,
    Resized,
    Selected,
    Sought,
    Zoomed,
)
from loa_tk.scenes.playouts import ChildPicked, PlayoutSought, VisitsPicked, VisitsResized
from loa_tk.words import explorer as words

ANSWERS = {key for fields in words.ANSWERS.values() for key, _ in fields}


# --- the window ---


def opened(state: ExplorerState, request: ToolRequest) -> Effects[ExplorerState]:
    """Bring the window to the front, and search or take up what it was opened for."""
    effects: Effects[ExplorerState] = []
    if request.search is not None and request.path is not None:
        effects = [*drop(state), *pair_commands.take(state, str(request.path), request.search)]
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


# --- fields ---


def choose(state: ExplorerState, name: str, key: str) -> Effects[ExplorerState]:
    """Give a field another value, answer a question, follow a link, or turn to another page."""
    name = "speed" if name in words.PACES else name
    if name in ANSWERS:
        return quizzing.type_answer(state, name, key)
    if name == "link":
        return (pair_commands.follow if state.values["page"] == "pair" else follow)(state, key)
    if name == "file":
        if is_file(key):
            pair_commands.remember(state, key)
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


# --- what the mouse does ---


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
        case PairResized(width):
            state.pair_width = width
        case PairPicked():
            return pair_commands.pick(state, gesture)
        case PairSought(moment):
            return pair_clock.seek(state, moment)
        case VisitsResized() | VisitsPicked() | PlayoutSought() | ChildPicked():
            return playout_commands.report(state, gesture)
    return []


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
    if state.values["page"] == "pair":
        return pair_clock.to_difference(state)
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
    if state.values["page"] == "pair":
        return state.pair_at is not None or state.pair_moment is not None
    return on_tree(state) and not (state.shown == (0.0, 1.0) and state.whole and state.node == ROOT)


def own_tree_asked(state: ExplorerState) -> Effects[ExplorerState]:
    """Ask for a tree of the user's own."""
    return [*drop(state), *own_tree.ask(state)]


def main(state: ExplorerState) -> Effects[ExplorerState]:
    """Do what the main button of the page does."""
    return TOOL.do(state, MAIN[state.values["page"]])


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
    Command("playout-own-tree", own_tree_asked, label="Own tree…"),
    Command("own-tree", own_tree_asked, label="Own tree…", key="Ctrl+O",
            help="write a tree of your own, or read one from a file"),
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
    Command("pair", compare_pair, label="Compare", possible=_can_search,
            relabel=_or_stop("Compare")),
    Command("pair-board", pair_commands.main_board, label="Show on the main board",
            possible=pair_commands.shown),
    Command("pair-copy", pair_commands.copy, label="Copy as text", possible=pair_commands.shown),
    Command("quiz", quizzing.new, label="New quiz", possible=lambda state: state.job is None),
    Command("check", quizzing.check_answer, label="Check", possible=quizzing.can_check),
    Command("next-question", quizzing.next_question, label="Next question",
            possible=quizzing.can_go_on),
    Command("escape", escape, possible=_can_escape),
    *ideas.rows(stop, drop, search_now, _can_search, _or_stop("Show")),
    *pair_clock.ROWS,
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

"""The commands of Monte Carlo tree search in the explorer: its search, its steps, its files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from loa_tk.control.effects import Copy, Effects, Run, ShowMatch, write
from loa_tk.control.explorer.playouts import (
    EXPAND,
    ON_BOARD,
    PLAYOUTS,
    SELECT,
    STEPS,
    PlayoutJob,
    PlayoutPiece,
    PlayoutWalk,
)
from loa_tk.control.explorer.running import advance, pause, play_label
from loa_tk.control.explorer.state import ExplorerState
from loa_tk.control.rows import Command
from loa_tk.control.saving import ask_name, say_saved
from loa_tk.control.tree.playouts import Told, html_page, svg_file, text
from loa_tk.model.match import Match
from loa_tk.model.search.mcts import EXPLORATION
from loa_tk.model.search.options import SEED
from loa_tk.model.search.players import read_player
from loa_tk.model.tree.playouts import ROOT, PlayoutTree
from loa_tk.scenes.playouts import ChildPicked, PlayoutSought, VisitsPicked, VisitsResized
from loa_tk.words import explorer
from loa_tk.words import mcts as words

PLIES, WIDTH = 3, 12  # of the tree as text

# --- the search ---


def search_now(state: ExplorerState) -> Effects[ExplorerState]:
    """Record the playouts of the chosen search."""
    seed, values = state.values["seed"], state.values
    if not seed.strip().isdecimal():
        state.say(words.NO_SUCH_SEED, bad=True)
        return []
    job = PlayoutJob(
        game=state.game.key, state=state.position, playouts=int(values["playouts"]),
        exploration=float(values["exploration"]), seed=int(seed),
    )  # fmt: skip
    begin(state, job)
    state.presenting = False  # only alpha-beta and minimax have a presentation
    state.following, state.stopping, state.job, state.progress = False, False, job, 0.0
    state.say("")
    return [*pause(state), Run(job)]


def take(state: ExplorerState, player: str, made: int) -> Effects[ExplorerState]:
    """Search at once as a player did that made this many playouts."""
    options = read_player(state.game, player).options
    seed = options[SEED.name]
    state.values.update(
        page="tree", search="mcts", playouts=str(max(1, min(made, PLAYOUTS[-1]))),
        exploration=f"{options[EXPLORATION.name]:g}", seed="1" if seed is None else str(seed),
    )  # fmt: skip
    return search_now(state)


def begin(state: ExplorerState, job: PlayoutJob) -> None:
    """Begin with an empty tree."""
    tree = PlayoutTree(game=state.game, state=job.state, exploration=job.exploration)
    state.walk = PlayoutWalk(tree=tree, seed=job.seed)


def heard(state: ExplorerState, piece: PlayoutPiece) -> Effects[ExplorerState]:
    """Add playouts; the picture shows all that have arrived."""
    walk, job = state.walk, state.job
    if walk is None or not isinstance(job, PlayoutJob):
        return []
    for playout in piece.playouts:
        walk.tree.add(playout)
    state.progress = len(walk.tree) / job.playouts
    walk.go(walk.end)
    if piece.last:
        state.job = None
        state.stopping = False
        state.say("")
        if len(walk.tree) < job.playouts:
            state.say(words.STOPPED.format(playouts=words.playouts(len(walk.tree))))
    return []


# --- the steps ---


def shown(state: ExplorerState) -> bool:
    """Return whether the page shows a search that has ended."""
    walk = state.walk
    return state.on_playouts and walk is not None and len(walk.tree) > 0 and state.job is None


def seek(state: ExplorerState, moment: int) -> Effects[ExplorerState]:
    """Show another moment."""
    effects = pause(state)
    if state.walk is not None:
        state.walk.go(moment)
        state.say("")
    return effects


def step_by(state: ExplorerState, by: int) -> Effects[ExplorerState]:
    """Execute the next step, or go back by one."""
    assert state.walk is not None
    return seek(state, state.walk.moment + by)


def playout_by(state: ExplorerState, by: int) -> Effects[ExplorerState]:
    """Go to the same step of another playout; past the last one is the end."""
    assert state.walk is not None
    walk = state.walk
    if walk.step is None and by < 0:
        return seek(state, walk.end - 1)
    return seek(state, walk.moment + STEPS * by)


def last(state: ExplorerState) -> Effects[ExplorerState]:
    """Go to the end."""
    assert state.walk is not None
    return seek(state, state.walk.end)


def play(state: ExplorerState) -> Effects[ExplorerState]:
    """Let the search run from the step shown, from the beginning after the last; or pause."""
    walk = state.walk
    assert walk is not None
    if state.playing:
        return pause(state)
    if walk.moment == walk.end:
        walk.go(0)
    return advance(state, run_on)


def run_on(state: ExplorerState, steps: int) -> bool:
    """Execute some steps more; return whether the search has ended."""
    walk = state.walk
    if walk is None:
        return True
    walk.go(walk.moment + steps)
    return walk.moment == walk.end


# --- the tree and the table ---


def report(
    state: ExplorerState, gesture: VisitsResized | VisitsPicked | PlayoutSought | ChildPicked
) -> Effects[ExplorerState]:
    """Do what the mouse asks for on the page."""
    if isinstance(gesture, VisitsResized):
        state.visits_width = gesture.width
    walk = state.walk
    if walk is None:
        return []
    match gesture:
        case VisitsPicked(row, x):
            return pick(state, row, x)
        case PlayoutSought(number):
            last_step = STEPS * number - 1 if number < len(walk.tree) else walk.end
            return seek(state, max(0, last_step))
        case ChildPicked(row, enter):
            walk.pick = row
            return right(state) if enter else pause(state)
    return []


def open_node(walk: PlayoutWalk, node: int, pick: int | None = None) -> None:
    """Compare the children of a node."""
    walk.node, walk.pick = node, pick


def pick(state: ExplorerState, row: int, x: int) -> Effects[ExplorerState]:
    """Open the node that was clicked, or the node above one without children."""
    walk = state.walk
    if walk is None or not state.visits_width or not walk.counted:
        return []
    node, left = ROOT, 0.0
    counts, unit = walk.tree.counts(walk.counted), state.visits_width / walk.counted
    for _ in range(row):
        for child in walk.tree.children(node, walk.counted):
            wide = unit * counts.visits[child]
            if left <= x < left + wide:
                node = child
                break
            left += wide
        else:
            return []
    if node != ROOT and not walk.tree.children(node, walk.compared):
        node = walk.tree.parents[node]
    open_node(walk, node)
    return pause(state)


def up_down(state: ExplorerState, by: int) -> Effects[ExplorerState]:
    """Select the row above or below."""
    walk = state.walk
    assert walk is not None
    count = len(walk.rows())
    if count:
        walk.pick = max(0, min(count - 1, 0 if walk.pick is None else walk.pick + by))
    return pause(state)


def right(state: ExplorerState) -> Effects[ExplorerState]:
    """Open the selected child, unless it has no children."""
    walk = state.walk
    assert walk is not None
    rows = walk.rows()
    if rows:
        child = rows[walk.pick or 0].node
        if walk.tree.children(child, walk.compared):
            open_node(walk, child)
    return pause(state)


def left(state: ExplorerState) -> Effects[ExplorerState]:
    """Go back to the node above."""
    walk = state.walk
    assert walk is not None
    if walk.node != ROOT:
        node, above = walk.node, walk.tree.parents[walk.node]
        open_node(walk, above)
        walk.pick = [row.node for row in walk.rows()].index(node)
    return pause(state)


def turn(state: ExplorerState, by: int) -> Effects[ExplorerState]:
    """Show the next random moves on the board, or those before."""
    walk = state.walk
    assert walk is not None
    walk.first += by * ON_BOARD
    return pause(state)


def _can_turn(state: ExplorerState, by: int) -> bool:
    walk = state.walk
    if not shown(state) or walk is None or walk.step in (SELECT, EXPAND):
        return False
    return 0 <= walk.first + by * ON_BOARD < len(walk.simulated(walk.number))


# --- elsewhere ---


def main_board(state: ExplorerState) -> Effects[ExplorerState]:
    """Show the position at the end of the playout's path on the main board."""
    walk = state.walk
    assert walk is not None
    match = Match(walk.tree.game, walk.tree.state)
    nodes = walk.path() if walk.step is not None else walk.tree.path(walk.node)
    for node in nodes[1:]:
        match.play(walk.tree.moves[node])
    return [*pause(state), ShowMatch(match=match, note=explorer.ON_BOARD)]


def copy(state: ExplorerState) -> Effects[ExplorerState]:
    """Put the upper part of the tree on the clipboard as text."""
    assert state.walk is not None
    state.say(explorer.COPIED)
    return [Copy(text(state.walk.told, PLIES, WIDTH))]


def _saves(
    content: Callable[[Told], str],
) -> Callable[[ExplorerState, str], Effects[ExplorerState]]:
    def save(state: ExplorerState, name: str) -> Effects[ExplorerState]:
        if state.walk is None:
            return []
        record, path = state.walk.told, Path(name)
        done = say_saved(path.name, explorer.SAVED, explorer.NOT_SAVED)
        return [write(path, lambda: content(record), done)]

    return save


ask_picture = ask_name(
    explorer.SAVE_PICTURE, words.PICTURE_NAME, words.PICTURE_KINDS, _saves(svg_file)
)
ask_page = ask_name(explorer.SAVE_PAGE, words.PAGE_NAME, explorer.PAGE_KINDS, _saves(html_page))


def _can_go_back(state: ExplorerState) -> bool:
    return shown(state) and state.walk is not None and state.walk.moment > 0


def _can_go_on(state: ExplorerState) -> bool:
    return shown(state) and state.walk is not None and state.walk.moment < state.walk.end


def _row(
    name: str, do: Callable[[ExplorerState], Effects[ExplorerState]],
    possible: Callable[[ExplorerState], bool] = shown, label: str = "",
) -> Command[ExplorerState]:  # fmt: skip
    return Command(f"playout-{name}", do, possible=possible, label=label)


ROWS = (
    _row("first", lambda state: seek(state, 0), _can_go_back, label="|◀"),
    _row("back", lambda state: step_by(state, -1), _can_go_back, label="◀ Step"),
    _row("step", lambda state: step_by(state, 1), _can_go_on, label="Step ▶"),
    _row("next", lambda state: playout_by(state, 1), _can_go_on, label="Next playout"),
    _row("previous", lambda state: playout_by(state, -1), _can_go_back),
    _row("last", last, _can_go_on, label="▶|"),
    Command("playout-play", play, label=explorer.PLAY, relabel=play_label, possible=shown),
    _row("up", lambda state: up_down(state, -1)),
    _row("down", lambda state: up_down(state, 1)),
    _row("right", right),
    _row("left", left),
    _row("earlier", lambda state: turn(state, -1), lambda state: _can_turn(state, -1), label="◀"),
    _row("later", lambda state: turn(state, 1), lambda state: _can_turn(state, 1), label="▶"),
    _row("board", main_board, label="Show on the main board"),
    _row("picture", ask_picture, label="Save picture…"),
    _row("page", ask_page, label="Save page…"),
    _row("copy", copy, label="Copy as text"),
)

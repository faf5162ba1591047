"""What happens on the page "Side by side": compare, open another node, show it elsewhere."""

from __future__ import annotations

from loa_tk.control.effects import Copy, Effects, Explorable, Run, ShowMatch
from loa_tk.control.engine.jobs import Message
from loa_tk.control.explorer.jobs import Refusal
from loa_tk.control.explorer.pair import ORDERED, PairArriving, PairFacts, PairJob, PairPiece
from loa_tk.control.explorer.pair_parting import inner_path, opened_path, picked_path
from loa_tk.control.explorer.pair_scenes import pair_text
from loa_tk.control.explorer.running import pause
from loa_tk.control.explorer.state import PLIES, ExplorerState
from loa_tk.model.checks.diagnosis import LEAVES
from loa_tk.model.checks.samples import affordable
from loa_tk.model.match import Match
from loa_tk.model.steps import Path
from loa_tk.model.written import WrittenTree
from loa_tk.scenes.explorer import PairPicked
from loa_tk.words import explorer as words
from loa_tk.words import pair as pair_words


def begin(state: ExplorerState) -> Effects[ExplorerState]:
    """Let the file's search and Figure 2 run."""
    file, chosen = state.values["file"], int(state.values["plies"])
    if not file:
        state.say(pair_words.NO_FILE_YET, bad=True)
        return []
    if isinstance(state.game, WrittenTree) and file not in ORDERED:
        state.say(pair_words.NO_MISTAKES_HERE, bad=True)
        return []
    # The chosen depth first. A mistake that does not show there may show at another one.
    deepest = max(chosen, affordable(state.game, LEAVES, PLIES[-1]))
    others = (depth for depth in range(PLIES[0], deepest + 1) if depth != chosen)
    job = PairJob(
        game=state.game.key, state=state.position, file=file, evaluation=state.values["given"],
        depths=(chosen, *others), left=state.values["left"],
    )  # fmt: skip
    state.pair_file, state.pair_error, state.pair_arriving = file, "", PairArriving()
    state.following, state.stopping, state.job, state.progress = False, False, job, 0.0
    state.playing = False
    state.say("")
    return [Run(job)]


def take(state: ExplorerState, file: str, search: Explorable) -> Effects[ExplorerState]:
    """Compare a file at the position, the depth and the EVAL of a check."""
    state.place(search.game, search.state)
    remember(state, file)
    state.values.update(page="pair", file=file, given=search.evaluation, plies=str(search.depth))
    return begin(state)


def remember(state: ExplorerState, file: str) -> None:
    """Offer a file again."""
    state.files = tuple(dict.fromkeys((*state.files, file)))


def heard(state: ExplorerState, message: Message) -> bool:
    """Take in what the engine reports about the comparison; return whether that is all of it."""
    content = message.content
    if message.kind == "restarted":
        state.pair_arriving = PairArriving()
        return False
    if message.kind == "failed":
        refused(state, words.FAILED.format(reason=message.reason))
    elif isinstance(content, Refusal):
        refused(state, content.reason)
    elif isinstance(content, PairPiece) and state.pair_arriving is not None:
        state.pair_arriving.add(content)
    elif isinstance(content, PairFacts) and state.pair_arriving is not None:
        state.pair = state.pair_arriving.finished(content)
        state.pair_at = state.pair_moment = state.pair_layouts = None
        state.pair_arriving = state.job = None
        state.drawing = True  # the pictures come after the rest: together they take too long
        state.say("")
    else:
        return False
    return True


def refused(state: ExplorerState, reason: str) -> None:
    """Show why there is no comparison; what was known of Figure 2 stays."""
    state.job = state.pair_arriving = None
    state.pair_error, state.pair_at = reason, None
    state.say(pair_words.FAILED, bad=True)


# --- another node ---


def pick(state: ExplorerState, gesture: PairPicked) -> Effects[ExplorerState]:
    """Open the node that was clicked, in both columns."""
    path = picked_path(state, gesture.tree, gesture.row, gesture.x)
    if path is None:
        return []
    state.pair_at, state.pair_moment = path, None
    return pause(state)


def follow(state: ExplorerState, link: str) -> Effects[ExplorerState]:
    """Open the node after the move that a sentence names."""
    if state.pair is not None and link:
        state.pair_at = inner_path(state.pair.figure.tree, tuple(map(int, link.split(","))))
    return []


# --- elsewhere ---


def shown(state: ExplorerState) -> bool:
    """Return whether the page shows a comparison."""
    return state.values["page"] == "pair" and state.pair is not None and not state.pair_error


def path_shown(state: ExplorerState) -> Path:
    """Return the moves to the position on the board."""
    if state.pair is None or state.pair_moment is None:
        return opened_path(state)
    left, right = state.pair.figure.tree, state.pair.mine.tree
    tree = left if state.pair_moment <= len(left) else right
    moves = map(tree.move, tree.path(min(state.pair_moment, len(tree)) - 1)[1:])
    return tuple(move for move in moves if move is not None)


def main_board(state: ExplorerState) -> Effects[ExplorerState]:
    """Show the position at the opened node on the main board."""
    match = Match(state.game, state.position)
    for move in path_shown(state):
        match.play(move)
    return [*pause(state), ShowMatch(match=match, note=words.ON_BOARD)]


def copy(state: ExplorerState) -> Effects[ExplorerState]:
    """Put the difference on the clipboard as text."""
    state.say(pair_words.COPIED)
    return [Copy(pair_text(state))]

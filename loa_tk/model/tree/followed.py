"""The tree of a student's own search, made from the steps that were watched."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from loa_tk.model import steps
from loa_tk.model.game import Game, Move, State, finish
from loa_tk.model.search.statistics import Statistics
from loa_tk.model.steps import Path, SearchStep
from loa_tk.model.tree.bounds import find_bounds
from loa_tk.model.tree.searchtree import (
    CUT,
    EVAL,
    FIXED,
    INNER,
    OPEN,
    ROOT,
    UTILITY,
    Columns,
    SearchTree,
)

FOLLOWED = "file"  # the search of such a tree
OWN_ORDER = "own"  # its order of moves, if it is not the game's
DEEPEST = 200  # plies; a ply is stored in a byte
KINDS = {steps.EVAL: EVAL, steps.UTILITY: UTILITY}


@dataclass(kw_only=True)
class Visited:
    """A position that was visited: its value as a leaf, and the positions visited after it."""

    state: State
    moves: Sequence[Move] = ()  # the legal ones, if positions were visited after it
    kind: int = INNER
    value: float = 0.0
    after: dict[Move, Visited] = field(default_factory=dict)


def followed(
    game: Game,
    root: State,
    taken: Iterable[SearchStep],
    *,
    depth: int,
    move: Move,
    statistics: Statistics,
    evaluation: str,
    clipped: bool = False,
) -> SearchTree:
    """Return the tree of the leaves that a search evaluated, in the order in which it first did.

    Leaves have the values that the search was given, for MAX, and inner nodes the greatest or least
    of them. There are no bounds, because a search does not report them. A node with moves that were
    never tried is marked as cut. The move is the one that the search chose. A search that has gone
    below its depth limit has a deeper tree, unless that is `clipped`. A finished game is a leaf
    with the value that the search found below it.
    """
    tree = visits(game, root, taken)
    clip(game, tree, depth if clipped else DEEPEST)
    columns = Columns()
    natural = write(tree, columns)
    order = FIXED if natural else OWN_ORDER
    if natural:
        del columns.rest[:], columns.rest_nodes[:], columns.rest_ends[:]
    made = SearchTree(
        game=game, root=root, search=FOLLOWED, evaluation=evaluation, order=order,
        depth=max(depth, max(columns.plies)), statistics=statistics, line=(move,),
        complete=bool(tree.after), total=len(columns.sizes), columns=columns,
    )  # fmt: skip
    columns.bounds.extend(find_bounds(made, bounded=False))
    chosen = next((child for child in made.each_child(ROOT) if made.move(child) == move), None)
    rest = made.best_line(chosen)[1:] if chosen is not None else ()
    moves = (made.move(node) for node in rest)
    return replace(made, line=(move, *(move for move in moves if move is not None)))


def visits(game: Game, root: State, taken: Iterable[SearchStep]) -> Visited:
    """Return the root of the positions that EVAL or UTILITY was asked for, and those above them."""
    top, player = Visited(state=root), game.player(root)
    for step in taken:
        if step.kind not in KINDS or not step.path or len(step.path) > DEEPEST:
            continue
        value = step.number if step.player == player or step.number is None else -step.number
        if step.kind == steps.UTILITY:  # the file has told it, so the rules say what it is
            value = utility(game, root, step.path)
        here = reached(game, top, step.path) if value is not None else None
        if here is not None and not here.kind and value is not None:
            here.kind, here.value = KINDS[step.kind], value
    return top


def utility(game: Game, root: State, path: Path) -> float | None:
    """Return what the end of a path is worth for the side to move at the root, if a game ends."""
    state = root
    for move in path:
        if move not in game.moves(state):
            return None
        state = game.play(state, move)
    outcome = finish(game, state)
    return None if outcome is None else outcome.utility(game.player(root), game.utmost)


def reached(game: Game, top: Visited, path: Path) -> Visited | None:
    """Return the position after a path, or None if a move in it is not legal: a file told that."""
    here = top
    for move in path:
        if move not in here.after:
            if not here.moves:
                here.moves = tuple(game.moves(here.state))
            if move not in here.moves:
                return None
            here.after[move] = Visited(state=game.play(here.state, move))
        here = here.after[move]
    return here


def clip(game: Game, here: Visited, plies: int, maximises: bool = True) -> float:
    """Make leaves of finished games and of what is this many plies below; return the value."""
    if here.after:
        values = [clip(game, child, plies - 1, not maximises) for child in here.after.values()]
        here.value = max(values) if maximises else min(values)
        over = game.outcome(here.state) is not None
        if plies <= 0 or over:
            here.kind, here.after = UTILITY if over else EVAL, {}
    return here.value


def write(top: Visited, columns: Columns) -> bool:
    """Write the positions into the columns; return whether all moves came in the game's order."""
    natural = True

    def enter(here: Visited, parent: int, ply: int, place: int) -> float:
        nonlocal natural
        node = len(columns.sizes)
        moves = here.moves if here.after else ()
        columns.sizes.append(1)
        columns.parents.append(parent)
        columns.plies.append(ply)
        columns.places.append(place)
        columns.branching.append(len(moves))
        columns.kinds.append(INNER if here.after else here.kind or OPEN)
        columns.values.append(0.0)
        value = here.value
        if here.after:
            places = [moves.index(move) for move in here.after]
            pairs = zip(here.after.values(), places, strict=True)
            values = [enter(child, node, ply + 1, at) for child, at in pairs]
            value = min(values) if ply % 2 else max(values)
            natural = natural and places == list(range(len(places)))
            left = [at for at in range(len(moves)) if at not in places]
            if left:
                columns.kinds[node] |= CUT
                untried.append((node, left))
        columns.sizes[node] = len(columns.sizes) - node
        columns.values[node] = value + 0.0
        return columns.values[node]

    untried: list[tuple[int, list[int]]] = []
    enter(top, 0, 0, 0)
    end = 0
    for node, left in sorted(untried):
        end += len(left)
        columns.rest.extend(left)
        columns.rest_nodes.append(node)
        columns.rest_ends.append(end)
    return natural

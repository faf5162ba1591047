"""The page of Monte Carlo tree search in scenes: tree, SELECT, the four steps, the playout."""

from __future__ import annotations

from dataclasses import replace
from math import isnan

from loa_tk.control.explorer.playouts import (
    BACK_UP,
    EXPAND,
    ON_BOARD,
    SELECT,
    SIMULATE,
    PlayoutWalk,
)
from loa_tk.control.explorer.state import ExplorerState
from loa_tk.control.explorer.tree_scenes import board_scene, mover
from loa_tk.control.tree.playouts import concentrated, decimal, setting, why, why_selected
from loa_tk.model.notation import move_text
from loa_tk.model.numbers import rounded
from loa_tk.model.tree.figure import MONTE_CARLO
from loa_tk.model.tree.playouts import ROOT, VisitCounts, concentration
from loa_tk.model.tree.playouts import share as share_of
from loa_tk.scenes.explorer import Bar, BarGroup, CompareScene
from loa_tk.scenes.pages import TableScene
from loa_tk.scenes.playouts import (
    BoxFrame,
    PlayoutScene,
    SelectLine,
    SelectScene,
    SimulationScene,
    StepLine,
    StepsScene,
    VisitBox,
    VisitPicture,
)
from loa_tk.words import explorer
from loa_tk.words import mcts as words

ROWS = 4  # plies of the picture
LABELLED = 34  # pixels of the narrowest node that may have a label
LINES = (3, 4, 5, 6)  # of the printed algorithm, by step
RETURN = 7


def playout_scene(state: ExplorerState) -> PlayoutScene:
    """Return the page, or what stands in place of a tree."""
    walk = state.walk
    if walk is None or not len(walk.tree):
        note = explorer.GAME_OVER if state.over else words.EMPTY
        note = explorer.SEARCHING if state.job is not None else note
        position = state.position
        return PlayoutScene(
            picture=VisitPicture(note=note), lines=MONTE_CARLO,
            random=SimulationScene(
                board=board_scene(state.game, position),
                place=explorer.to_move(mover(state.game, position)),
            ),
        )  # fmt: skip
    counts = walk.tree.counts(walk.counted)
    title, sentence = reason(walk)
    return PlayoutScene(
        picture=picture(walk, counts, state.visits_width),
        select=select_scene(walk), steps=steps_scene(walk),
        random=random_scene(walk), why_title=title, why=sentence, lines=MONTE_CARLO,
        line=RETURN if walk.step is None else LINES[walk.step], variables=variables(walk),
        playout=walk.number, playouts=len(walk.tree),
        text=words.PLAYOUT_OF.format(number=walk.number, all=len(walk.tree)),
    )  # fmt: skip


# --- the tree ---


def picture(walk: PlayoutWalk, counts: VisitCounts, width: int) -> VisitPicture:
    """Return the tree after the playouts that have been counted; a node is as wide as its visits.

    Nodes narrower than a pixel are left out, with what is below them.
    """
    tree, number = walk.tree, walk.counted
    unit = width / max(1, number)
    best, path = set(tree.best_line(number)) if number else set(), set(walk.path()[1:])
    rows: list[list[VisitBox]] = [[] for _ in range(ROWS)]
    frames: dict[bool, list[BoxFrame]] = {True: [], False: []}
    waiting = [(ROOT, 0.0)] if number else []
    while waiting:
        node, x = waiting.pop()
        ply, wide = tree.plies[node], unit * counts.visits[node]
        left, right = round(x), round(x + wide)
        label = score = ""
        if right - left >= LABELLED:
            label = words.playouts(number) if node == ROOT else walk.name(node)
            score = "" if node == ROOT else won_of(counts, node)
        share = counts.wins[node] / counts.visits[node]
        won = left if node == ROOT else left + round((right - left) * share)
        rows[ply].append(VisitBox(left=left, right=right, won=won, label=label, score=score))
        for chosen, shown in ((True, best), (False, path if walk.step is not None else set())):
            if node in shown:
                frames[chosen].append(BoxFrame(ply, left, right))
        if ply + 1 == ROWS:
            continue
        for child in tree.children(node, number):
            if unit * counts.visits[child] >= 1:
                waiting.append((child, x))
            x += unit * counts.visits[child]
    sides = [tree.game.sides[(tree.game.player(tree.state) + turn) % 2].name for turn in (0, 1)]
    used = [row for row in rows if row]
    return VisitPicture(
        title=words.TREE_AFTER.format(number=number), rows=tuple(tuple(sorted(r)) for r in used),
        captions=tuple(
            words.ROW.format(side=sides[ply % 2], ply=ply) for ply in range(len(used))
        ),
        best=tuple(sorted(frames[True])), path=tuple(sorted(frames[False])),
        legend=tuple(
            (kind, text.format(own=sides[0], other=sides[1])) for kind, text in words.LEGEND
        ),
    )  # fmt: skip


def won_of(counts: VisitCounts, node: int) -> str:
    """Return what the side that moved to a node has won, such as "4 of 6"."""
    return words.won(counts.wins[node], counts.visits[node])


# --- SELECT ---


def select_scene(walk: PlayoutWalk) -> SelectScene:
    """Return the children of the opened node with both terms of UCB1."""
    tree, rows, node = walk.tree, walk.rows(), walk.node
    name = walk.name(node)
    n = tree.counts(walk.compared).visits[node]
    ended = walk.step is None
    caption = (words.AFTER_ALL if ended else words.BEFORE).format(
        number=walk.number, n=n, c=tree.exploration
    )
    foot = words.UCB1
    untried = tree.untried(node, walk.compared)
    if untried:
        foot = words.NOT_COMPARED.format(tried=len(rows), all=len(rows) + untried)
    path = tree.path(tree.ends[walk.number - 1])
    taken = None
    if not ended and not untried and node in path[:-1]:
        taken = path[path.index(node) + 1]
    sums = {row.node: row.ucb1 for row in rows}
    greatest = max((row.ucb1 for row in rows), default=1.0) or 1.0  # all lost, and C is 0

    def line(child: int) -> str:
        if taken is None:
            return ""
        equal = sums[child] == sums.get(taken)
        return "taken" if child == taken else "equal" if equal else ""

    shown = []
    for row in rows:
        known = not isnan(row.ucb1)
        shown.append(SelectLine(
            cells=(
                walk.name(row.node), words.won(row.wins, row.visits), decimal(row.share),
                f"+ {decimal(row.exploration)}" if known else words.NO_NUMBER,
                decimal(row.ucb1) if known else words.NO_NUMBER,
            ),
            share=row.share / greatest if known else 0.0,
            sum=row.ucb1 / greatest if known else 0.0,
            part=line(row.node),
        ))  # fmt: skip
    return SelectScene(
        title=words.SELECT_AFTER.format(move=name) if name else words.SELECT_ROOT,
        caption=caption, heads=words.SELECT_HEADS, rows=tuple(shown), selected=walk.pick,
        foot=foot,
    )  # fmt: skip


# --- the four steps ---


def result(walk: PlayoutWalk) -> str:
    """Return who won the playout."""
    winner = walk.tree.playouts[walk.number - 1].winner
    if winner is None:
        return words.DRAWN_GAME
    return words.WINS_GAME.format(side=walk.tree.game.sides[winner].name)


def steps_scene(walk: PlayoutWalk) -> StepsScene:
    """Return what the steps did, as far as they have been executed."""
    tree, number = walk.tree, walk.number
    playout, path = tree.playouts[number - 1], tree.path(tree.ends[number - 1])
    step = BACK_UP if walk.step is None else walk.step
    rows = {row.node: row for row in tree.select_rows(ROOT, number - 1)}
    selected = words.SELECTED_UNTRIED
    if rows and len(path) > 1:
        selected = words.SELECTED.format(move=walk.name(path[1]), ucb1=decimal(rows[path[1]].ucb1))
    added = words.NOT_EXPANDED
    if playout.added is not None:
        untried = tree.untried(playout.leaf, number - 1)
        added = words.EXPANDED.format(move=walk.name(path[-1]), moves=words.untried(untried))
    moves = len(playout.choices)
    played = words.SIMULATED.format(moves=words.random_moves(moves), result=result(walk))
    if playout.over:
        played = words.ENDED.format(result=result(walk))
    texts = (selected, added, played, "")
    steps = tuple(
        StepLine(name, text if place <= step else "")
        for place, (name, text) in enumerate(zip(words.STEPS, texts, strict=True))
    )
    counts: list[tuple[str, ...]] = []
    if step == BACK_UP:
        before, after = tree.counts(number - 1), tree.counts(number)
        for node in path:
            new = node >= len(before.visits)
            visits = 0 if new else before.visits[node]
            wins = 0.0 if new else before.wins[node]
            counts.append((
                walk.name(node) or words.ROOT_NAME,
                words.CHANGE.format(before=f"{visits:,}", after=f"{after.visits[node]:,}"),
                words.CHANGE.format(before=words.wins(wins), after=words.wins(after.wins[node])),
            ))  # fmt: skip
    return StepsScene(
        title=words.STEPS_TITLE.format(number=number), steps=steps, current=walk.step,
        heads=words.COUNT_HEADS, counts=tuple(counts), note=words.WINS_NOTE if counts else "",
    )  # fmt: skip


# --- the playout on the board ---


def random_scene(walk: PlayoutWalk) -> SimulationScene:
    """Return the board with the random moves of the playout, or the opened node's position."""
    tree, game = walk.tree, walk.tree.game
    if walk.step is None:
        return placed(walk, walk.node)
    path = walk.path()
    if walk.step in (SELECT, EXPAND):
        return placed(walk, path[-1])
    moves = walk.simulated(walk.number)
    if not moves:
        return placed(walk, path[-1])
    first, last = walk.first, min(len(moves), walk.first + ON_BOARD)
    board = board_scene(game, moves[first][0])
    if board is not None:
        own = game.player(tree.state)
        arrows = []
        for place in range(first, last):
            squares = game.path(*moves[place])
            if squares:
                rival = game.player(moves[place][0]) != own
                arrows.append((squares[0], squares[-1], place + 1, rival))
        board = replace(board, sequence=tuple(arrows))
    return replace(
        placed(walk, path[-1]), board=board, title=words.RANDOM_TITLE, shown=(first, last),
        moves=tuple(
            words.MOVE_NUMBER.format(number=place, move=move_text(game, *move))
            for place, move in enumerate(moves, 1)
        ),
        range=words.RANGE.format(first=first + 1, last=last, all=len(moves)),
    )  # fmt: skip


def placed(walk: PlayoutWalk, node: int) -> SimulationScene:
    """Return the position of a node with the move that led to it."""
    tree = walk.tree
    position, last = tree.state_at(node), None
    if node != ROOT:
        last = (tree.state_at(tree.parents[node]), tree.moves[node])
    line = " ".join(walk.name(step) for step in tree.path(node)[1:])
    return SimulationScene(
        board=board_scene(tree.game, position, last),
        place=explorer.to_move(mover(tree.game, position), line),
    )


def reason(walk: PlayoutWalk) -> tuple[str, str]:
    """Return why the playout began with its move, or at the end why the search answers so."""
    if walk.step is None:
        return words.WHY_TITLE.format(move=walk.name(walk.tree.best_line(walk.number)[0])), why(
            walk.told
        )
    path = walk.tree.path(walk.tree.ends[walk.number - 1])
    name = walk.name(path[1]) if len(path) > 1 else ""
    return words.WHY_TITLE.format(move=name), why_selected(walk.tree, walk.number)


def variables(walk: PlayoutWalk) -> tuple[tuple[str, str], ...]:
    """Return the variables of the algorithm that have a value at the moment."""
    tree, number = walk.tree, walk.number
    playout, end = tree.playouts[number - 1], tree.ends[number - 1]
    step = BACK_UP if walk.step is None else walk.step

    def after(node: int) -> str:
        name = walk.name(node)
        return explorer.AFTER.format(move=name) if name else explorer.START

    values = (
        after(playout.leaf), after(end) if step >= EXPAND else words.NO_NUMBER,
        result(walk) if step >= SIMULATE else words.NO_NUMBER, f"{walk.counted:,}",
        words.NODES_OF.format(tree.sizes[number if step >= EXPAND else number - 1]),
    )  # fmt: skip
    return tuple(zip(words.VARIABLES, values, strict=True))


# --- the rest of the window ---


def playout_summary(state: ExplorerState) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the answer after all playouts, and what it won."""
    walk = state.walk
    if walk is None or not len(walk.tree) or state.job is not None:
        return (), ()
    tree, number = walk.tree, len(walk.tree)
    counts, best = tree.counts(number), tree.best_line(number)[0]
    facts = {"visits": counts.visits[best], "playouts": words.playouts(number)}
    answer = words.ANSWER_SHORT.format(move=walk.name(best), **facts)
    won = words.WON_OF.format(
        wins=words.wins(counts.wins[best]), visits=counts.visits[best], nodes=tree.sizes[number]
    )
    return (answer, answer.partition(" · ")[0]), (won, won.partition(" · ")[0])


def concentration_scene(state: ExplorerState) -> CompareScene:
    """Return how the visits concentrate as the playouts grow, or what to do to see it."""
    walk = state.walk
    if walk is None or not len(walk.tree) or state.job is not None:
        return CompareScene(note=explorer.SEARCHING if state.job is not None else words.EMPTY)
    rows, total = concentration(walk.tree), len(walk.tree)
    best = walk.tree.best_line(total)[0]
    greatest = max(share for _, shares in rows for _, share in shares)
    return CompareScene(
        title=words.COMPARED.format(setting=setting(walk.told)),
        table=TableScene(
            words.CONCENTRATED, tuple(tuple(row) for row in concentrated(walk.tree))
        ),
        sentence=words.SPREAD.format(
            move=walk.name(best), last=rounded(share_of(walk.tree, best, total)),
            first=rounded(share_of(walk.tree, best, rows[0][0])), playouts=words.playouts(total),
            few=words.playouts(rows[0][0]),
        ),
        agreed=None, chart=words.CHART,
        names=words.CONCENTRATED[1:],
        groups=tuple(
            BarGroup(words.playouts(number), tuple(
                Bar(share / greatest, words.SHARE.format(
                    move=walk.name(child), share=rounded(share)))
                for child, share in shares
            ))
            for number, shares in rows
        ),
        scale=words.BAR_SCALE,
    )  # fmt: skip

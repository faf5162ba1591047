"""The tree page in scenes: the picture, the columns of the path, the reason and the algorithm."""

from __future__ import annotations

from loa_tk.control.explorer.asking import CHANGE, TRUE
from loa_tk.control.explorer.jobs import Exploration
from loa_tk.control.explorer.state import ExplorerState, Layout
from loa_tk.control.explorer.walking import selected_node
from loa_tk.model.game import Game, Move, State
from loa_tk.model.numbers import apart, number
from loa_tk.model.search.why import written
from loa_tk.model.tree.figure import BACK, BOUND, CALL, ENTER, NEXT, RETURN, TEST, Moment
from loa_tk.model.tree.layout import CUT as CUT_OFF
from loa_tk.model.tree.layout import LATER, Box, lay_out, span
from loa_tk.model.tree.reasons import (
    BEST,
    BEST_SO_FAR,
    CUTS,
    UNFINISHED,
    ChildRow,
    Reason,
    bound_reason,
    shown_value,
    signed,
)
from loa_tk.model.tree.searchtree import ROOT, SearchTree
from loa_tk.scenes.board import BoardScene
from loa_tk.scenes.explorer import (
    CUT,
    MAX,
    MIN,
    ColumnScene,
    FigureScene,
    Frame,
    MoveRow,
    Piece,
    ReasonScene,
    Span,
    TreePictureScene,
)
from loa_tk.words import explorer as words

# Nodes narrower than a pixel are merged. In a wide picture, or in one of many nodes, those narrower
# than two or more pixels are, or drawing it would take longer than 20 ms.
MANY, FINE, COARSE = 20_000, 1800, 600
LABELLED = 24  # pixels of the narrowest node that may have a label


# --- the picture ---


def picture_scene(state: ExplorerState) -> TreePictureScene:
    """Return the picture of the tree, or what stands in its place."""
    explored = state.explored
    if explored is None or state.drawing:
        note = words.SEARCHING if state.searching or state.drawing else words.EMPTY_PICTURE
        return TreePictureScene(note=words.GAME_OVER if state.over else note)
    tree = explored.tree
    layout = layout_of(state, explored)
    names = {MAX: tree.side_name(True), MIN: tree.side_name(False)}
    legend = tuple(
        (kind, text.format(side=names.get(kind, "")) if tree.game.rows else words.short(kind, text))
        for kind, text in words.LEGEND.items()
        if kind != CUT or tree.prunes
    )
    captions = tuple(
        words.ROW.format(name=words.MAX if tree.game.maximises(ply) else words.MIN, ply=ply)
        for ply in range(tree.depth + 1)
    )
    return TreePictureScene(
        rows=layout.rows, captions=captions, reached=reached(state, explored), legend=legend,
        best=layout.best if state.whole else (), opened=opened_frame(state, explored),
        caption=words.WIDTH_EXACT if layout.exact else words.WIDTH_ESTIMATED,
        hover=hover_text(state, explored), share=state.shown,
    )  # fmt: skip


def layout_of(state: ExplorerState, explored: Exploration) -> Layout:
    """Return the spans of the picture, drawn again only if something about them has changed."""
    key = (id(explored), state.shown, state.width)
    if state.layout is not None and state.layout[0] == key:
        return state.layout[1]
    layout = laid_out(explored, state.shown, state.width)
    state.layout = (key, layout)
    return layout


def laid_out(explored: Exploration, shown: tuple[float, float], width: int) -> Layout:
    """Return the spans of a part of a tree in a picture of this width."""
    coarse = -(-max(1, width) // (COARSE if len(explored.tree) > MANY else FINE))
    low, high = (edge * explored.positions for edge in shown)
    picture = lay_out(explored.tree, explored.widths, max(1, width) / coarse, low, high)
    rows: list[list[Span]] = [[] for _ in range(picture.rows)]
    for box in picture.boxes:
        for row in range(box.top, box.bottom + 1):
            one = span_of(explored.tree, box, coarse, width)
            if one is not None:
                rows[row].append(one)
    best = tuple(
        Frame(top=box.top, bottom=box.bottom, left=round(box.left * coarse),
              right=round(box.right * coarse))
        for box in picture.best
    )  # fmt: skip
    return Layout(tuple(map(tuple, rows)), best, picture.exact)


def span_of(tree: SearchTree, box: Box, coarse: int, width: int) -> Span | None:
    """Return a box in whole pixels; a node that was visited is never less than one wide."""
    left, right = round(box.left * coarse), round(box.right * coarse)
    if box.kind in (CUT_OFF, LATER):
        return Span(left, right, CUT) if right > left and box.kind == CUT_OFF else None
    right = min(width, max(right, left + 1))
    left = min(left, right - 1)
    label = ""
    if box.merged == 1 and right - left >= LABELLED:
        label = tree.move_name(box.node) or words.side(tree.is_max(ROOT))
    kind = MAX if tree.game.maximises(box.top) else MIN
    return Span(left=left, right=right, kind=kind, label=label)


def pixels(state: ExplorerState, explored: Exploration, node: int) -> tuple[int, int]:
    """Return where a node begins and ends in the picture."""
    low, high = state.shown
    edges = span(explored.tree, explored.widths, node)
    scale = state.width / (high - low) / explored.positions
    start = low * explored.positions
    left, right = (min(state.width, max(0, round((edge - start) * scale))) for edge in edges)
    return left, right


def reached(state: ExplorerState, explored: Exploration) -> tuple[int, ...]:
    """Return the pixel up to which each row has been visited at the moment that is shown.

    The search goes from left to right in every row. So what it has not visited yet begins, in the
    rows of the path, right of the node on the path, and below the path where the next child begins.
    """
    tree, rows = explored.tree, explored.tree.depth + 1
    if state.whole:
        return (state.width,) * rows
    here = explored.execution.moment(state.moment)
    edges = [pixels(state, explored, node) for node in tree.path(here.node)]
    left, right = edges[-1]
    below = left
    if here.returned is not None or here.step == RETURN:
        below = right
    elif here.child is not None:
        first, last = pixels(state, explored, here.child)
        below = first if here.step in (NEXT, CALL) else last
    ends = [last for _, last in edges]
    return (*ends, *[below] * (rows - len(ends)))


def opened_frame(state: ExplorerState, explored: Exploration) -> Frame | None:
    """Return the outline of the opened node and everything below it, unless that is all."""
    if state.node == ROOT:
        return None
    left, right = pixels(state, explored, state.node)
    if right <= 0 or left >= state.width:
        return None
    top, bottom = explored.tree.ply(state.node), explored.tree.depth
    return Frame(top=top, bottom=bottom, left=left, right=max(right, left + 1))


def hover_text(state: ExplorerState, explored: Exploration) -> str:
    """Return the name of what is under the pointer."""
    spot, tree = state.hover, explored.tree
    if spot is None:
        return ""
    names = [tree.move_name(node) for node in tree.path(spot.node)[1:]]
    line = " ".join(names) or words.START
    if spot.cut:
        count = len(tree.untried_places(spot.node))
        return words.HOVER_CUT.format(line=line, moves=words.moves(count))
    hover = words.HOVER_OPEN if tree.is_open(spot.node) else words.HOVER
    return hover.format(
        line=line,
        function=words.FUNCTIONS[tree.is_max(spot.node)],
        value=shown_value(tree, spot.node),
        nodes=words.nodes(tree.size(spot.node)),
    )


# --- the columns ---


def column_scenes(state: ExplorerState) -> tuple[ColumnScene, ...]:
    """Return a column for each node on the path, and one for the node after the selected move."""
    explored = state.explored
    if explored is None:
        return ()
    tree = explored.tree
    path = tree.path(state.node)
    columns = []
    for place, node in enumerate(path):
        last = place == len(path) - 1
        pick = state.pick if last else tree.children(node).index(path[place + 1])
        columns.append(column(state, explored, node, pick, last))
    ahead = selected_node(state)
    if state.whole and ahead is not None and not tree.is_leaf(ahead):
        columns.append(column(state, explored, ahead, None, False))
    return tuple(columns)


def column(
    state: ExplorerState, explored: Exploration, node: int, pick: int | None, active: bool
) -> ColumnScene:
    """Return one node with its moves, as far as they are known at the moment that is shown."""
    tree = explored.tree
    rows = explored.rows(node)
    maximises = tree.is_max(node)
    known = len(rows) if state.whole else moves_known(explored, node, state.moment)
    returned = state.whole or explored.execution.leaves(node) <= state.moment
    tried = sum(row.node is not None for row in rows)
    window = ""
    if tree.prunes:
        window = words.WINDOW.format(alpha=number(tree.alpha(node)), beta=number(tree.beta(node)))
    name = tree.move_name(node)
    where = words.AFTER.format(move=name) if name else words.START
    caption = (f"{where}  {window}".rstrip(), window or where)
    if state.whole and tree.is_open(node):
        so_far = words.SO_FAR.format(value=number(tree.value(node)))
        caption = (f"{caption[0]}  {so_far}", so_far)
    if state.whole or returned:
        foot = words.tried(tried, len(rows), tree.is_open(node))
    else:
        foot = words.tried_so_far(known, len(rows))
    # A bound is set a line after the test, which comes a line after the move has returned.
    bounded = len(rows) if state.whole else moves_known(explored, node, state.moment - 2)
    shown = [
        row_scene(row, place < known, returned, maximises, place < bounded)
        for place, row in enumerate(rows)
    ]
    bound = "" if not tree.prunes else words.ALPHA if maximises else words.BETA
    return ColumnScene(
        title=words.FUNCTIONS[maximises], caption=caption,
        heads=(*words.COLUMN_HEADS, bound, ""),
        rows=tuple(shown), selected=pick, foot=foot, active=active,
    )  # fmt: skip


def moves_known(explored: Exploration, node: int, moment: int) -> int:
    """Return how many moves of a node have returned at a moment."""
    execution = explored.execution
    return sum(execution.leaves(child) < moment for child in explored.tree.each_child(node))


def row_scene(
    row: ChildRow, known: bool, returned: bool, maximises: bool, bounded: bool
) -> MoveRow:
    """Return one move; one that is not known yet has only its name.

    The cell of its bound stays empty until the line has run that sets it.
    """
    if row.node is None:
        if not returned:
            return MoveRow((row.move, "", "", "", ""), "later")
        return MoveRow((row.move, "", "", "", words.PARTS[row.part]), "untried")
    if not known or row.value is None:
        return MoveRow((row.move, "", "", "", ""), "later")
    part = row.part
    if part in (BEST, BEST_SO_FAR) and not returned:
        part = ""  # another may still be better
    if part == UNFINISHED:
        return MoveRow((row.move, "", f"{row.nodes:,}", "", words.PARTS[part]))
    bound = row.alpha if maximises else row.beta
    finite = bound is not None and abs(bound) != float("inf")
    limit = number(bound) if bound is not None and finite and bounded else ""
    value = signed(row.value, row.bound)
    cells = row.move, value, f"{row.nodes:,}", limit, words.PARTS.get(part, part)
    return MoveRow(cells, {BEST: "best", CUTS: "cut"}.get(part, ""))


# --- the board and the reason ---


def reason_scene(state: ExplorerState) -> ReasonScene:
    """Return the board at the opened node, and why the search did what it did there."""
    explored = state.explored
    if explored is None:
        board = board_scene(state.game, state.position)
        place = words.to_move(mover(state.game, state.position))
        return ReasonScene(
            board=board, place=place, title=words.INTRO_TITLE, text=(Piece(words.INTRO),)
        )
    tree = explored.tree
    position = tree.state(state.node)
    rows = explored.rows(state.node)
    ahead = selected_node(state)
    arrow = None
    if state.pick is not None and state.pick < len(rows):
        arrow = move_at(tree, state.node, state.pick)
    parent = tree.parent(state.node)
    last = None if parent is None else (tree.state(parent), tree.move(state.node))
    name = name_of_node = tree.move_name(state.node)
    place = words.to_move(mover(tree.game, position), name)
    board = board_scene(tree.game, position, last, arrow)
    if not state.whole and explored.execution.leaves(state.node) > state.moment:
        return ReasonScene(
            board=board, place=place, title=words.RUNNING, text=running_text(explored, state.moment)
        )
    reason = explored.reason(state.node)
    title, text = reason.title, linked(explored, reason)
    if ahead is not None and (bound := bound_reason(tree, ahead)):
        text += (Piece(f"\n{bound} "), answer_piece(state, TRUE, ahead, words.COMPUTE))
    text += tuple(Piece(f"\n{sentence}") for sentence in explored.why(state.node))
    terms: list[tuple[str, str]] = []
    if ahead is not None and tree.is_leaf(ahead):
        leaf, name = explored.reason(ahead), tree.move_name(ahead)
        if leaf.terms:
            terms = [(words.AFTER.format(move=name), shown_value(tree, ahead))]
            terms += written(tree.game, tree.game.player(tree.root), leaf.terms)
        else:
            text = (*text, Piece("\n" + words.LEAF.format(move=name, sentence=leaf.sentence)))
    if not tree.is_leaf(state.node) and not tree.is_open(state.node):
        question = answer_piece(state, CHANGE, state.node, words.WHAT_CHANGES)
        if question.link:
            text += (Piece("\n"), question)
        else:
            heading = words.CHANGED_BY.format(
                function=words.FUNCTIONS[tree.is_max(state.node)],
                place=words.AFTER.format(move=name_of_node) if name_of_node else words.START,
            )
            text += (Piece(f"\n{heading}\n", style="heading"), question._replace(style="answer"))
    return ReasonScene(board=board, place=place, title=title, text=text, terms=tuple(terms))


def answer_piece(state: ExplorerState, question: str, node: int, label: str) -> Piece:
    """Return the answer to a question, or the link that asks it."""
    answer = state.answers.get((question, node))
    return Piece(label, question) if answer is None else Piece(answer)


def running_text(explored: Exploration, moment: int) -> tuple[Piece, ...]:
    """Return what the algorithm does at a moment, in a sentence."""
    return (Piece(event_text(explored, explored.execution.moment(moment))),)


def linked(explored: Exploration, reason: Reason) -> tuple[Piece, ...]:
    """Return a reason's sentence with a link where it names the move that decides."""
    sentence = reason.sentence
    if reason.link is None:
        return (Piece(sentence),)
    name = explored.tree.move_name(reason.link)
    lead = words.WITH.format(move=name) if reason.origin is not None else name
    at = sentence.find(lead)
    if at < 0:
        return (Piece(sentence),)
    at += len(lead) - len(name)
    before, after = sentence[:at], sentence[at + len(name) :]
    pieces = Piece(before), Piece(name, str(reason.link)), Piece(after)
    return tuple(piece for piece in pieces if piece.text)


def move_at(tree: SearchTree, node: int, pick: int) -> Move | None:
    """Return a move of a node by its place in the column."""
    children = tree.children(node)
    if pick < len(children):
        return tree.move(children[pick])
    untried = tree.untried(node)
    return untried[pick - len(children)] if pick - len(children) < len(untried) else None


def mover(game: Game, position: State) -> str:
    """Return the name of the side to move."""
    return game.sides[game.player(position)].name


def board_scene(
    game: Game,
    position: State,
    last: tuple[State, Move | None] | None = None,
    arrow: Move | None = None,
) -> BoardScene | None:
    """Return a position with the move that led to it and the one that is selected."""
    if not game.rows:
        return None
    path: tuple[int, ...] = ()
    if last is not None and last[1] is not None:
        path = game.path(last[0], last[1])
    drawn = game.path(position, arrow) if arrow is not None else ()
    return BoardScene(
        rows=game.rows,
        columns=game.columns,
        pieces={square: game.sides[side].name for square, side in game.pieces(position).items()},
        squares=game.board,
        last=(path[0], path[-1]) if path else (),
        links=tuple(game.links(position)),
        arrows=((drawn[0], drawn[-1], 0),) if drawn else (),
    )


# --- the algorithm ---


def figure_scene(state: ExplorerState) -> FigureScene:
    """Return the function that is executed, its line and its variables."""
    explored = state.explored
    if explored is None:
        return FigureScene()
    tree, execution = explored.tree, explored.execution
    here = execution.moment(state.moment)
    figure = execution.figure
    maximises = tree.is_max(here.node)
    first = figure.max_line if maximises else figure.min_line
    lines = figure.lines[first : first + len(figure.steps)]
    name = tree.move_name(here.node)
    variables = [
        (words.STATE, words.AFTER.format(move=name) if name else words.START),
        (words.DEPTH, str(tree.ply(here.node))),
        (words.ACTION, words.NOTHING if here.child is None else tree.move_name(here.child)),
        (words.VALUE, words.NOTHING if here.v is None else number(here.v)),
    ]
    if tree.prunes:
        variables += [(words.ALPHA, number(here.alpha)), (words.BETA, number(here.beta))]
    return FigureScene(
        lines=tuple(lines), line=here.line - first, variables=tuple(variables),
        moment=state.moment, moments=len(execution) - 1,
        text=words.STEP_OF.format(number=state.moment + 1, all=len(execution)),
    )  # fmt: skip


def event_text(explored: Exploration, here: Moment) -> str:
    """Return what happens at a moment."""
    tree = explored.tree
    function = words.FUNCTIONS[tree.is_max(here.node)]
    other = words.FUNCTIONS[not tree.is_max(here.node)]
    move = "" if here.child is None else tree.move_name(here.child)
    facts = {
        "function": function, "other": other, "move": move,
        "v": "" if here.v is None else number(here.v),
        "alpha": number(here.alpha), "beta": number(here.beta),
        "value": returned(tree, here.child) if here.child is not None else "",
    }  # fmt: skip
    if here.returned is not None:
        kind = "returns"
        if here.step == TEST:
            kind = "cut" if tree.leaves_out(here.node) else "last"
        return words.EVENTS[kind].format(**{**facts, "v": returned(tree, here.node)})
    if here.step == BACK and here.child is not None:
        execution = explored.execution
        if execution.moment(execution.starts[here.child] - 1).v == here.v:
            return words.EVENTS["back-same"].format(**facts)
    if here.step == TEST and here.v is not None:
        name, bound = ("beta", here.beta) if tree.is_max(here.node) else ("alpha", here.alpha)
        facts["v"], facts[name] = apart(here.v, bound)
    if here.step in (BACK, TEST, BOUND):
        kind = f"{here.step}-{'max' if tree.is_max(here.node) else 'min'}"
        return words.EVENTS.get(kind, words.EVENTS[here.step]).format(**facts)
    if here.step == ENTER and not tree.prunes:
        return words.EVENTS["enter-minimax"].format(**facts)
    return words.EVENTS[here.step].format(**facts)


def returned(tree: SearchTree, node: int) -> str:
    """Return what a call returned, with a remark if that is only a bound."""
    return number(tree.value(node)) + words.RETURNED.get(tree.bound(node), "")

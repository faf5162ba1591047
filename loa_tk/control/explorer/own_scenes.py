"""The page "Side by side" in scenes: two trees, where they part, sentences and sources."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import PurePath
from typing import NamedTuple

from loa_tk.control.explorer.jobs import Exploration
from loa_tk.control.explorer.own import KNOWN, ORDERED, OwnComparison, evals, node_at
from loa_tk.control.explorer.state import ExplorerState, Layout
from loa_tk.control.explorer.tree_scenes import board_scene, laid_out, mover
from loa_tk.model.checks.beside import DEEP, FINISHED, GOES_ON, ORDER, SHALLOW, SKIPS, STOPS
from loa_tk.model.checks.following import COUNTS, MOVE, VALUE, Difference
from loa_tk.model.checks.lines import AT_A_LEAF
from loa_tk.model.checks.secret import SECRET
from loa_tk.model.game import Move, State
from loa_tk.model.notation import line_text, move_text, position_text
from loa_tk.model.numbers import number
from loa_tk.model.search.options import is_file
from loa_tk.model.steps import Path
from loa_tk.model.tree.layout import span, spot
from loa_tk.model.tree.reasons import CUTS, UNTRIED, ChildRow, bound_origin, signed
from loa_tk.model.tree.searchtree import SearchTree
from loa_tk.scenes.explorer import (
    CUT,
    MAX,
    MIN,
    CodeScene,
    ColumnScene,
    Frame,
    MoveRow,
    OwnScene,
    OwnTreeScene,
    Piece,
    ReasonScene,
)
from loa_tk.words import explorer as words
from loa_tk.words.main import FACTS

SHOWN_SEED = 4  # characters of a secret seed in its field
AT_THE_END = (VALUE, MOVE, COUNTS)


def titles(own: OwnComparison) -> tuple[str, str]:
    """Return the names of both searches above their parts of the page."""
    rival, tree = own.known.rival, own.figure.tree
    if rival in ORDERED:
        return words.IN_ORDER[tree.order], words.IN_ORDER[ORDERED[rival].name]
    return words.FIGURE_2, words.MISTAKE if rival in KNOWN else words.YOURS


def names(own: OwnComparison, other: str = "") -> dict[str, str]:
    """Return both names as they stand in a sentence, by their sides."""
    left, right = titles(own)
    middle = f"the {left[0].lower()}{left[1:]}" if own.known.rival in ORDERED else left
    beside = f"the {right}" if own.known.rival in ORDERED else right[0].lower() + right[1:]
    return {"left": middle, "right": other or beside}


def own_scene(state: ExplorerState) -> OwnScene:
    """Return the comparison where both searches part, or what stands in its place."""
    own = state.own
    if own is None:
        note = words.OWN_RUNNING if state.comparing_own else state.own_error or words.OWN_NOTE
        note = words.GAME_OVER if state.over else note
        return OwnScene(note=note, bad=bool(state.own_error))
    if state.own_error:
        return failed_scene(state, own)
    path = opened_path(state)
    game, position = state.game, state.position
    last: tuple[State, Move] | None = None
    for move in path:
        last = (position, move)
        position = game.play(position, move)
    name = move_text(game, *last) if last else ""
    return OwnScene(
        trees=tree_scenes(state, own), caption=words.WIDTH_EXACT, legend=legend(own),
        columns=column_scenes(own, path),
        reason=ReasonScene(
            board=board_scene(game, position, last, arrow(own, path)),
            place=words.to_move(mover(game, position), name), text=tuple(pieces(own)),
        ),
        codes=code_scenes(state, own),
    )  # fmt: skip


def failed_scene(state: ExplorerState, own: OwnComparison) -> OwnScene:
    """Return why there is no comparison, below Figure 2 if that was searched in the same way."""
    note, tree = state.own_error, own.figure.tree
    asked = state.values["given"], state.values["plies"]
    if (tree.evaluation, str(tree.depth)) != asked:
        return OwnScene(note=note, bad=True)
    shown = tree_scenes(state, own)[0]
    whole = (state.own_width,) * len(shown.rows)
    shown = replace(shown, opened=None, parts=None, flag="", reached=whole)
    kinds = tuple(entry for entry in legend(own) if entry[0] in (MAX, MIN, CUT))
    return OwnScene(trees=(shown,), caption=words.WIDTH_EXACT, legend=kinds, note=note, bad=True)


# --- which node is opened ---


def opened_path(state: ExplorerState) -> Path:
    """Return the moves to the node that is opened: where the searches part, or another one."""
    if state.own_at is not None:
        return state.own_at
    return parting_path(state.own) if state.own is not None else ()


def parting_path(own: OwnComparison) -> Path:
    """Return the node with moves that is nearest to where the searches part."""
    difference, tree = own.known.difference, own.figure.tree
    if difference is None or difference.kind in (VALUE, MOVE):
        return ()
    path = inner_path(tree, difference.node)
    at_leaf = difference.kind in AT_A_LEAF and path == difference.node
    return path[:-1] if at_leaf else path  # the node above it shows what is wrong with it


def inner_path(tree: SearchTree, path: Path) -> Path:
    """Return the part of a path that leads to a node with moves."""
    node, fits = node_at(tree, path)
    while fits and tree.is_leaf(node):
        node, fits = tree.columns.parents[node], fits - 1
    return path[:fits]


def picked_path(state: ExplorerState, which: int, row: int, x: int) -> Path | None:
    """Return the path to the node at a pixel of a picture, or None."""
    own = state.own
    if own is None or not state.own_width:
        return None
    explored = (own.figure, own.mine)[which]
    place = (x + 0.5) / state.own_width * explored.positions
    found = spot(explored.tree, explored.widths, place, row)
    if found is None:
        return None
    moves = (explored.tree.move(node) for node in explored.tree.path(found.node)[1:])
    path = tuple(move for move in moves if move is not None)
    return inner_path(explored.tree, path)


# --- the trees ---


def legend(own: OwnComparison) -> tuple[tuple[str, str], ...]:
    """Return what the colours mean."""
    tree = own.figure.tree
    sides, first = [side.name for side in tree.game.sides], tree.game.player(tree.root)
    names = {MAX: sides[first], MIN: sides[1 - first]}
    difference = own.known.difference
    return tuple(
        (kind, text.format(side=names.get(kind, "")))
        for kind, text in words.OWN_LEGEND.items()
        if kind != "parts" or (difference is not None and difference.kind not in AT_THE_END)
    )


def layouts(state: ExplorerState, own: OwnComparison) -> tuple[Layout, ...]:
    """Return both pictures, drawn again only if something about them has changed."""
    key, both = (id(own), state.own_width), (own.figure, own.mine)
    blank = Layout(((),) * (own.figure.tree.depth + 1), (), True)
    if state.drawing:
        state.own_layouts = (None, (blank, blank))
    elif state.own_layouts is None or state.own_layouts[0] != key:
        made = tuple(laid_out(explored, (0.0, 1.0), state.own_width) for explored in both)
        state.own_layouts = (key, made)
    return state.own_layouts[1]


def tree_scene(state: ExplorerState, own: OwnComparison, which: int) -> OwnTreeScene:
    """Return one picture with its name and its figures."""
    counted = (own.figure, own.mine)[which].tree.statistics
    leaves = (own.known.figure_leaves, own.known.leaves)[which]
    rows = layouts(state, own)[which].rows
    return OwnTreeScene(
        title=titles(own)[which],
        figures=(
            words.nodes(counted.nodes), words.LEAVES.format(count=leaves),
            words.CUT_OFFS.format(count=counted.prunes_max + counted.prunes_min),
        ),
        rows=rows, reached=(state.own_width,) * len(rows),
    )  # fmt: skip


def tree_scenes(state: ExplorerState, own: OwnComparison) -> tuple[OwnTreeScene, ...]:
    """Return both pictures, paler after the first difference."""
    path, flagged = opened_path(state), flags(own)
    scenes = []
    for which, explored in enumerate((own.figure, own.mine)):
        scene = tree_scene(state, own, which)
        parts = parting_line(state, explored, own.known.difference, bool(which))
        reached = scene.reached if parts is None else (parts.left,) * len(scene.rows)
        scenes.append(replace(
            scene, opened=opened_frame(state, explored, path), parts=parts, flag=flagged[which],
            reached=reached,
        ))  # fmt: skip
    return tuple(scenes)


def edges(state: ExplorerState, explored: Exploration, node: int) -> tuple[int, int]:
    """Return where a node begins and ends in its picture."""
    scale = state.own_width / max(1.0, explored.positions)
    left, right = span(explored.tree, explored.widths, node)
    return round(left * scale), round(right * scale)


def opened_frame(state: ExplorerState, explored: Exploration, path: Path) -> Frame | None:
    """Return the outline of the opened node, unless that is the root or it was not visited."""
    node, fits = node_at(explored.tree, path)
    if not path or fits < len(path):
        return None
    left, right = edges(state, explored, node)
    return Frame(top=fits, bottom=explored.tree.depth, left=left, right=max(right, left + 1))


def parting_line(
    state: ExplorerState, explored: Exploration, difference: Difference | None, mine: bool
) -> Frame | None:
    """Return where a search does its first step that the other one does not do, or None."""
    if difference is None or difference.kind in AT_THE_END:
        return None
    tree, path = explored.tree, difference.node
    x = state.own_width
    if difference.kind in AT_A_LEAF:
        leaf = difference.student if mine else difference.figure
        if not mine and difference.kind in (DEEP, SHALLOW, FINISHED):
            leaf = path  # both come to this position
        if leaf is not None:
            x = edges(state, explored, node_at(tree, leaf)[0])[0]
    else:
        node, fits = node_at(tree, path)
        tried = (one for one in tree.each_child(node) if tree.move(one) == difference.last)
        last = next(tried, None) if fits == len(path) else None
        x = edges(state, explored, node)[0] if last is None else edges(state, explored, last)[1]
    top = min(len(path) + 1, tree.depth)
    return Frame(top=top, bottom=tree.depth, left=x, right=x)


def flags(own: OwnComparison, right: str = "") -> tuple[str, str]:
    """Return what each search does where they part; the right one may be named otherwise."""
    difference = own.known.difference
    if difference is None or difference.kind not in words.FLAGS:
        return "", ""
    cuts = own.figure.tree.cut(difference.opened)
    facts = {
        **named(own, difference), **names(own, right), "leaf": difference.leaf,
        "cuts": words.CUTS if cuts else words.RETURNS,
        "figure_at": leaf_at(own, difference, difference.figure),
        "student_at": leaf_at(own, difference, difference.student),
    }  # fmt: skip
    mine, yours = words.FLAGS[difference.kind]
    return mine.format(**facts), yours.format(**facts)


def leaf_at(own: OwnComparison, difference: Difference, leaf: Path | None) -> str:
    """Return in which branch a leaf lies, seen from the node where the searches part."""
    if leaf is None:
        return words.NO_MORE
    node, tree = difference.node, own.figure.tree
    same = 0
    while same < min(len(node), len(leaf)) and node[same] == leaf[same]:
        same += 1
    moves = line_text(tree.game, tree.root, leaf[: same + 1]).split()
    return words.IN_NODE.format(move=moves[-1] if moves else words.AT_ROOT)


def named(own: OwnComparison, difference: Difference) -> dict[str, str]:
    """Return the names of the moves of a difference."""
    tree, state = own.figure.tree, own.figure.tree.root
    for move in difference.node:
        state = tree.game.play(state, move)
    moves = {
        "last": difference.last, "move": difference.next_move,
        "figure_move": difference.figure_move,
    }  # fmt: skip
    texts = {
        name: move_text(tree.game, state, move) if move is not None else ""
        for name, move in moves.items()
    }
    line = line_text(tree.game, tree.root, difference.node).split()
    return {**texts, "node": line[-1] if line else words.AT_ROOT}


# --- the columns ---


def column_scenes(own: OwnComparison, path: Path) -> tuple[ColumnScene, ...]:
    """Return the opened node in both trees."""
    return tuple(column(own, which, path) for which in (False, True))


def column(own: OwnComparison, mine: bool, path: Path) -> ColumnScene:
    """Return the moves of the opened node, with marks if the searches part there."""
    explored, difference = (own.figure, own.mine)[mine], own.known.difference
    place, tree = own.known.place, explored.tree
    node, fits = node_at(tree, path)
    visited = fits == len(path) and not tree.is_leaf(node)
    rows = explored.rows(node) if visited else ()
    maximises = len(path) % 2 == 0
    here = difference is not None and path == parting_path(own)
    marks = dict(row_marks(own, difference, mine, path)) if here and difference else {}
    name = line_text(tree.game, tree.root, path).split()
    where = words.AFTER.format(move=name[-1]) if name else words.START
    near = here and difference is not None and len(path) + 1 >= len(difference.node)
    function = (place.function if near else "") if mine else words.FUNCTIONS[maximises]
    bound, right = "", own.figure.tree.beta if maximises else own.figure.tree.alpha
    known = node_at(own.figure.tree, path)
    letter = words.BETA if maximises else words.ALPHA
    wrong = False
    if own.known.rival in ORDERED:
        right = explored.tree.beta if maximises else explored.tree.alpha
        bound = f"{letter} {number(right(node))}" if visited else ""
    elif not mine and visited:
        bound = f"{letter} {number(right(node))}"
    elif mine and here and place.bound is not None:
        bound = f"{place.bound[0]} {number(place.bound[1])}"
        wrong = known[1] == len(path) and place.bound[1] != right(known[0])
    tried = sum(row.node is not None for row in rows)
    judged = mine and own.known.rival not in ORDERED  # an order is not wrong
    chosen = [at for at, row in enumerate(rows) if row.move in marks and not marks[row.move].wrong]
    return ColumnScene(
        title=titles(own)[mine],
        caption=(f"{function} {where}".strip(), where), heads=(*words.COLUMN_HEADS, "", ""),
        rows=tuple(move_row(row, marks.get(row.move), judged) for row in rows),
        selected=chosen[0] if chosen else None, bound=bound, wrong=wrong,
        foot=words.tried(tried, len(rows), False) if visited else words.NOT_VISITED,
    )  # fmt: skip


class RowMark(NamedTuple):
    """What a search does with a move, and whether that is wrong."""

    text: str
    wrong: bool = False


def move_row(row: ChildRow, mark: RowMark | None, mine: bool) -> MoveRow:
    """Return one move with its mark, if it has one."""
    part = {CUTS: "cut", UNTRIED: "untried"}.get(row.part, "")
    text = mark.text if mark is not None else ""
    if not text and row.part in (CUTS, UNTRIED):
        text = words.PARTS[row.part]
        if mine:  # what it has not tried may not have been cut off
            part, text = ("untried", words.ROW_NOT_TRIED) if row.part == UNTRIED else ("", "")
    if mark is not None:
        part = "wrong" if mark.wrong else "missed" if mine else part
    if row.node is None or row.value is None:
        return MoveRow((row.move, "", "", "", text), part)
    return MoveRow((row.move, signed(row.value, row.bound), f"{row.nodes:,}", "", text), part)


def row_marks(
    own: OwnComparison, difference: Difference, mine: bool, path: Path
) -> Iterator[tuple[str, RowMark]]:
    """Yield the marked moves of the node where the searches part."""
    said, kind, tree = named(own, difference), difference.kind, own.figure.tree
    if kind == GOES_ON:
        cut = words.ROW_CUT if tree.cut(difference.opened) else ""
        yield said["last"], RowMark(words.ROW_NO_CUT if mine else cut)
        if mine:
            yield said["move"], RowMark(words.ROW_GOES_ON, True)
    elif kind == STOPS and mine:
        yield said["last"], RowMark(words.ROW_STOPS, True)
    elif kind == STOPS:
        yield said["figure_move"], RowMark(words.ROW_GOES_ON)
    elif kind == ORDER:
        wrong = mine and own.known.rival not in ORDERED
        yield said["move" if mine else "figure_move"], RowMark(words.ROW_NEXT, wrong)
    elif kind == MOVE:
        chosen = (own.mine if mine else own.figure).tree.decision
        yield move_text(tree.game, tree.root, chosen), RowMark(words.ROW_CHOSEN, mine)
    elif kind == SKIPS:
        yield said["figure_move"], RowMark(words.ROW_LEAF[kind] if mine else "", mine)
    elif len(difference.node) > len(path):
        line = line_text(tree.game, tree.root, difference.node[: len(path) + 1]).split()
        yield line[-1], RowMark(words.ROW_LEAF.get(kind, "") if mine else "", mine)


def arrow(own: OwnComparison, path: Path) -> Move | None:
    """Return the student's next move in the opened node, or None."""
    difference = own.known.difference
    if difference is None:
        return own.figure.tree.decision if not path else None
    if path != parting_path(own):
        return None
    if difference.kind == MOVE:
        return own.mine.tree.decision
    if len(difference.node) > len(path):
        return difference.node[len(path)]
    return difference.next_move


# --- the sentences ---


def pieces(own: OwnComparison) -> Iterator[Piece]:
    """Yield the headings with their sentences, or that there is no difference."""
    if own.known.difference is None:
        yield Piece(words.no_difference(own.known.figure_leaves, own.known.depths), style="good")
    for place, (heading, sentence) in enumerate(texts(own)):
        yield Piece(("\n" if place else "") + heading + "\n", style="heading")
        yield from sentence


def texts(own: OwnComparison) -> tuple[tuple[str, tuple[Piece, ...]], ...]:
    """Return what each search does, why, and what to look at."""
    difference, known = own.known.difference, KNOWN.get(own.known.rival)
    if difference is None:
        return ()
    if own.known.rival in ORDERED:
        return orders_texts(own, difference)
    did, does = said(own, difference)
    if known is not None:
        hint = words.MISTAKE_TEXT.format(name=sentence_case(known.name), hint=known.hint)
        mistaken = (
            (words.DOES_MISTAKE, (Piece(mistake_text(own, difference)),)),
            (words.DOES, (Piece(does),)), (words.WHY, linked(own, difference)),
            (words.THE_MISTAKE, (Piece(hint),)),
        )  # fmt: skip
        return tuple(part for part in mistaken if part[1][0].text)
    look = own.known.place.sentence or difference.look
    if difference.kind in AT_A_LEAF and look != difference.look:
        look = f"{difference.look} {look}".strip()
    parts = (
        (words.DID, (Piece(did),)), (words.DOES, (Piece(does),)),
        (words.WHY, linked(own, difference)), (words.LOOK_AT, (Piece(look),)),
    )  # fmt: skip
    return tuple((heading, pieces) for heading, pieces in parts if pieces[0].text)


def sentence_case(text: str) -> str:
    """Return a text that begins with a capital letter."""
    return text[:1].upper() + text[1:]


def mistake_text(own: OwnComparison, difference: Difference) -> str:
    """Return what a search with a known mistake does where Figure 2 does something else."""
    if difference.kind not in words.ITS_END:
        return sentence_case(flags(own, words.IT)[1]) + "."
    tree = own.mine.tree
    return words.ITS_END[difference.kind].format(
        value=number(own.known.value or 0.0), move=move_text(tree.game, tree.root, tree.decision)
    )


def orders_texts(
    own: OwnComparison, difference: Difference
) -> tuple[tuple[str, tuple[Piece, ...]], ...]:
    """Return what both orders try first where they part, and what they cost."""
    found = []
    for title, move, tree in zip(
        titles(own), (difference.does, difference.did), (own.figure.tree, own.mine.tree),
        strict=True,
    ):  # fmt: skip
        counted = tree.statistics
        cost = words.COSTS.format(
            nodes=words.nodes(counted.nodes), leaves=evals(tree), value=number(tree.value()),
            cuts=counted.prunes_max + counted.prunes_min,
        )  # fmt: skip
        found.append((title, (Piece(f"{words.TRIES.format(move=move)} {cost}"),)))
    return (*found, (words.WHY, (Piece(words.ORDERS_DIFFER),)))


def said(own: OwnComparison, difference: Difference) -> tuple[str, str]:
    """Return what both do, in short if the columns beside it show the rest."""
    maximises, moves = difference.maximises, named(own, difference)
    bound = difference.beta if maximises else difference.alpha
    cut = own.figure.tree.cut(difference.opened)
    if difference.v is None or bound is None or not moves["last"]:
        return difference.did, difference.does
    facts = {
        **moves, "v": number(difference.v), "bound": number(bound),
        "side": words.MAX if maximises else words.MIN, "sign": "≥" if maximises else "≤",
        "letter": words.BETA if maximises else words.ALPHA,
        "than": words.LESS if maximises else words.GREATER,
    }  # fmt: skip
    if difference.kind == GOES_ON and cut:
        last = next(
            one for one in own.figure.tree.each_child(difference.opened)
            if own.figure.tree.move(one) == difference.last
        )  # fmt: skip
        worth = number(own.figure.tree.value(last))
        did = words.WENT_ON.format(**facts, value=worth)
        return did, words.RETURNS_AT_ONCE.format(**facts)
    if difference.kind == STOPS:
        return words.STOPPED_AFTER.format(**facts), difference.does
    return difference.did, difference.does


def linked(own: OwnComparison, difference: Difference) -> tuple[Piece, ...]:
    """Return why, with a link to the move that the bound comes from."""
    why, tree = difference.why, own.figure.tree
    origin = None
    if difference.kind == GOES_ON:
        origin = bound_origin(tree, difference.opened, not difference.maximises)
    lead = words.WITH.format(move=origin.move) if origin else ""
    at = why.find(lead) + len(lead) if origin else -1
    if origin is None or at < len(lead):
        return (Piece(why),)
    moves = ",".join(str(tree.move(node)) for node in tree.path(origin.node)[1:])
    return (
        Piece(why[: at - len(origin.move)]), Piece(origin.move, moves), Piece(why[at:]),
    )  # fmt: skip


# --- the sources ---


def code_scenes(state: ExplorerState, own: OwnComparison) -> tuple[CodeScene, ...]:
    """Return the student's lines and those of Figure 2, or nothing if there is no difference."""
    known = own.known
    if known.difference is None or not is_file(known.rival):
        return ()
    lines = tuple(zip(*known.excerpt, strict=True)) if known.excerpt else ((), ())
    mine = any(line.number for line in lines[0])
    return tuple(
        CodeScene(
            title=title, caption=words.STANDS_IN.format(line=at) if at else "",
            lines=shown, note=note,
        )
        for title, at, shown, note in (
            (PurePath(state.own_file).name, known.place.stands, lines[0] if mine else (),
             "" if mine else words.NO_LINE),
            (words.FIGURE_2, known.place.figure_stands, lines[1], ""),
        )
    )  # fmt: skip


# --- the head ---


def own_summary(state: ExplorerState) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the first difference, and what both searches found and cost, from long to short."""
    own = state.own
    if own is None or state.own_error:
        return (), ()
    known, difference = own.known, own.known.difference
    kinds: Mapping[str, tuple[str, ...]] = {
        VALUE: words.OTHER_VALUE, MOVE: words.OTHER_MOVE, COUNTS: words.OTHER_COUNTS,
    }  # fmt: skip
    first: tuple[str, ...] = words.NO_DIFFERENCE_SHORT
    if difference is not None:
        texts = kinds.get(difference.kind, words.FIRST_DIFFERENCE)
        depth = own.figure.tree.depth
        at = words.AT_OTHER_DEPTH.format(depth=depth) if depth != known.chosen else ""
        first = tuple(text.format(leaf=difference.leaf) + at for text in texts)
    right, figures = own.figure.tree.value(), (own.mine.tree.statistics, own.figure.tree.statistics)
    if known.value is None:
        value = words.NO_VALUE
    elif number(known.value) == number(right):
        value = words.SAME_VALUE.format(value=number(right))
    else:
        value = words.NOT_SAME_VALUE.format(value=number(known.value), right=number(right))
    nodes, expected = figures[0].nodes, figures[1].nodes
    cost = words.nodes(nodes)
    if nodes != expected:
        cost = words.NOT_SAME_NODES.format(nodes=cost, right=expected)
    return first, (f"{value}{FACTS}{cost}", cost, words.nodes(nodes))


def rival_label(name: str) -> str:
    """Return the name of a known mistake or an order as a second search."""
    if name in KNOWN:
        return words.MISTAKE_LABEL.format(name=KNOWN[name].name)
    return words.ORDER_LABEL.format(label=ORDERED[name].label)


def own_status(state: ExplorerState) -> str:
    """Return what can be done next on the page."""
    own = state.own
    if own is None or state.own_error:
        return words.READY_OWN
    if state.own_moment is not None:
        return words.STEPPING
    difference = own.known.difference
    if difference is None:
        return words.RAN_EQUAL
    if not is_file(own.known.rival):
        return words.RAN_APART
    if difference.kind in AT_THE_END:
        return words.RAN_WHOLE
    return words.RAN_TO.format(leaf=difference.leaf)


def evaluation_label(name: str) -> str:
    """Return the name of an evaluation in its field."""
    if not name.startswith(SECRET):
        return name
    return words.SECRET_LABEL.format(seed=name[len(SECRET) :][:SHOWN_SEED])


def own_label(name: str) -> str:
    """Return the name of a second search as it is copied."""
    return name if is_file(name) else rival_label(name)


def own_text(state: ExplorerState) -> str:
    """Return the comparison as text, with what is needed to repeat it."""
    own = state.own
    assert own is not None
    tree, known = own.figure.tree, own.known
    head = [
        words.COPY_HEAD.format(
            file=own_label(state.own_file), game=tree.game.key,
            position=position_text(tree.game, tree.root),
            evaluation=tree.evaluation, depth=tree.depth,
        ),
        FACTS.join(text[0] for text in own_summary(state)),
    ]  # fmt: skip
    if known.difference is None:
        return "\n".join((*head, words.no_difference(own.known.figure_leaves, known.depths), ""))
    where = line_text(tree.game, tree.root, known.difference.node)
    lines = [*head, words.COPY_NODE.format(line=where or words.START), ""]
    for heading, pieces in texts(own):
        lines.append(f"{heading}: {''.join(piece.text for piece in pieces)}")
    for code in code_scenes(state, own):
        lines += ["", f"{code.title}: {code.caption or code.note}"]
        for line in code.lines:
            note = f"   <- {line.note}" if line.note else ""
            lines.append(f"{line.number or '':>5}  {line.text}{note}".rstrip())
    return "\n".join(lines) + "\n"

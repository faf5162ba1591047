"""The page "Side by side" in scenes: two trees, where they part, sentences and sources."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import PurePath

from loa_tk.control.explorer.pair import KNOWN, ORDERED, PairComparison
from loa_tk.control.explorer.pair_columns import arrow, column_scenes
from loa_tk.control.explorer.pair_parting import AT_THE_END, opened_path
from loa_tk.control.explorer.pair_sentences import equal, pieces, texts
from loa_tk.control.explorer.pair_trees import legend, tree_scenes
from loa_tk.control.explorer.state import ExplorerState
from loa_tk.control.explorer.tree_scenes import board_scene, mover
from loa_tk.model.checks.following import COUNTS, MOVE, VALUE
from loa_tk.model.checks.secret import SECRET
from loa_tk.model.game import Move, State
from loa_tk.model.notation import line_text, move_text, position_text
from loa_tk.model.numbers import number
from loa_tk.model.search.options import is_file
from loa_tk.scenes.explorer import CUT, MAX, MIN, CodeScene, PairScene, ReasonScene
from loa_tk.words import explorer as words
from loa_tk.words import pair as pair_words
from loa_tk.words.main import FACTS

SHOWN_SEED = 4  # characters of a secret seed in its field


def pair_scene(state: ExplorerState) -> PairScene:
    """Return the comparison where both searches part, or what stands in its place."""
    pair = state.pair
    if pair is None:
        note = pair_words.RUNNING if state.comparing_pair else state.pair_error or pair_words.NOTE
        note = words.GAME_OVER if state.over else note
        return PairScene(note=note, bad=bool(state.pair_error))
    if state.pair_error:
        return failed_scene(state, pair)
    path = opened_path(state)
    game, position = state.game, state.position
    last: tuple[State, Move] | None = None
    for move in path:
        last = (position, move)
        position = game.play(position, move)
    name = move_text(game, *last) if last else ""
    return PairScene(
        trees=tree_scenes(state, pair), caption=words.WIDTH_EXACT, legend=legend(pair),
        columns=column_scenes(pair, path),
        reason=ReasonScene(
            board=board_scene(game, position, last, arrow(pair, path)),
            place=words.to_move(mover(game, position), name), text=tuple(pieces(pair)),
        ),
        codes=code_scenes(state, pair),
    )  # fmt: skip


def failed_scene(state: ExplorerState, pair: PairComparison) -> PairScene:
    """Return why there is no comparison, below Figure 2 if that was searched in the same way."""
    note, tree = state.pair_error, pair.figure.tree
    asked = state.values["given"], state.values["plies"]
    if (tree.evaluation, str(tree.depth)) != asked:
        return PairScene(note=note, bad=True)
    shown = tree_scenes(state, pair)[0]
    whole = (state.pair_width,) * len(shown.rows)
    shown = replace(shown, opened=None, parts=None, flag="", reached=whole)
    kinds = tuple(entry for entry in legend(pair) if entry[0] in (MAX, MIN, CUT))
    return PairScene(trees=(shown,), caption=words.WIDTH_EXACT, legend=kinds, note=note, bad=True)


# --- the sources ---


def code_scenes(state: ExplorerState, pair: PairComparison) -> tuple[CodeScene, ...]:
    """Return the student's lines and those of Figure 2, or nothing if there is no difference."""
    known = pair.known
    if known.difference is None or not is_file(known.rival):
        return ()
    lines = tuple(zip(*known.excerpt, strict=True)) if known.excerpt else ((), ())
    mine = any(line.number for line in lines[0])
    return tuple(
        CodeScene(
            title=title, caption=pair_words.STANDS_IN.format(line=at) if at else "",
            lines=shown, note=note,
        )
        for title, at, shown, note in (
            (PurePath(state.pair_file).name, known.place.stands, lines[0] if mine else (),
             "" if mine else pair_words.NO_LINE),
            (pair_words.FIGURE_2, known.place.figure_stands, lines[1], ""),
        )
    )  # fmt: skip


# --- the head ---


def pair_summary(state: ExplorerState) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the first difference, and what both searches found and cost, from long to short."""
    pair = state.pair
    if pair is None or state.pair_error:
        return (), ()
    known, difference = pair.known, pair.known.difference
    kinds: Mapping[str, tuple[str, ...]] = {
        VALUE: pair_words.OTHER_VALUE, MOVE: pair_words.OTHER_MOVE, COUNTS: pair_words.OTHER_COUNTS,
    }  # fmt: skip
    first: tuple[str, ...] = pair_words.NO_DIFFERENCE_SHORT
    if difference is not None:
        texts = kinds.get(difference.kind, pair_words.FIRST_DIFFERENCE)
        depth = pair.figure.tree.depth
        at = pair_words.AT_OTHER_DEPTH.format(depth=depth) if depth != known.chosen else ""
        first = tuple(text.format(leaf=difference.leaf) + at for text in texts)
    right = pair.figure.tree.value()
    figures = pair.mine.tree.statistics, pair.figure.tree.statistics
    if known.value is None:
        value = pair_words.NO_VALUE
    elif number(known.value) == number(right):
        value = pair_words.SAME_VALUE.format(value=number(right))
    else:
        value = pair_words.NOT_SAME_VALUE.format(value=number(known.value), right=number(right))
    nodes, expected = figures[0].nodes, figures[1].nodes
    cost = words.nodes(nodes)
    if nodes != expected:
        cost = pair_words.NOT_SAME_NODES.format(nodes=cost, right=expected)
    return first, (f"{value}{FACTS}{cost}", cost, words.nodes(nodes))


def rival_label(name: str) -> str:
    """Return the name of a known mistake or an order as a second search."""
    if name in KNOWN:
        return pair_words.MISTAKE_LABEL.format(name=KNOWN[name].name)
    return pair_words.ORDER_LABEL.format(label=ORDERED[name].label)


def pair_status(state: ExplorerState) -> str:
    """Return what can be done next on the page."""
    pair = state.pair
    if pair is None or state.pair_error:
        return pair_words.READY
    if state.pair_moment is not None:
        return pair_words.STEPPING
    difference = pair.known.difference
    if difference is None:
        return pair_words.RAN_EQUAL
    if not is_file(pair.known.rival):
        return pair_words.RAN_APART
    if difference.kind in AT_THE_END:
        return pair_words.RAN_WHOLE
    return pair_words.RAN_TO.format(leaf=difference.leaf)


def evaluation_label(name: str) -> str:
    """Return the name of an evaluation in its field."""
    if not name.startswith(SECRET):
        return name
    return pair_words.SECRET_LABEL.format(seed=name[len(SECRET) :][:SHOWN_SEED])


def pair_label(name: str) -> str:
    """Return the name of a second search as it is copied."""
    return name if is_file(name) else rival_label(name)


def pair_text(state: ExplorerState) -> str:
    """Return the comparison as text, with what is needed to repeat it."""
    pair = state.pair
    assert pair is not None
    tree, known = pair.figure.tree, pair.known
    head = [
        pair_words.COPY_HEAD.format(
            file=pair_label(state.pair_file), game=tree.game.key,
            position=position_text(tree.game, tree.root),
            evaluation=tree.evaluation, depth=tree.depth,
        ),
        FACTS.join(text[0] for text in pair_summary(state)),
    ]  # fmt: skip
    if known.difference is None:
        return "\n".join((*head, equal(pair), ""))
    where = line_text(tree.game, tree.root, known.difference.node)
    lines = [*head, pair_words.COPY_NODE.format(line=where or words.START), ""]
    for heading, sentence in texts(pair):
        lines.append(f"{heading}: {''.join(piece.text for piece in sentence)}")
    for code in code_scenes(state, pair):
        lines += ["", f"{code.title}: {code.caption or code.note}"]
        for line in code.lines:
            note = f"   <- {line.note}" if line.note else ""
            lines.append(f"{line.number or '':>5}  {line.text}{note}".rstrip())
    return "\n".join(lines) + "\n"

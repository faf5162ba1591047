"""The search explorer's scene, made from its state: head, pages, status."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from math import log10
from pathlib import PurePath
from typing import Any

from loa_tk.control.explorer.asking import AskJob
from loa_tk.control.explorer.ideas import ideas_scene
from loa_tk.control.explorer.jobs import QuizJob
from loa_tk.control.explorer.pair import KNOWN, ORDERED
from loa_tk.control.explorer.pair_clock import clock_scene
from loa_tk.control.explorer.pair_scenes import (
    evaluation_label,
    pair_status,
    pair_summary,
    rival_label,
)
from loa_tk.control.explorer.playout_scenes import (
    concentration_scene,
    playout_scene,
    playout_summary,
)
from loa_tk.control.explorer.playouts import CONSTANTS, PLAYOUTS, PlayoutJob
from loa_tk.control.explorer.presenting import present_scene
from loa_tk.control.explorer.state import PLIES, Answering, ExplorerState, depths
from loa_tk.control.explorer.tree_scenes import (
    board_scene,
    column_scenes,
    event_text,
    figure_scene,
    picture_scene,
    reason_scene,
)
from loa_tk.control.rows import Possible
from loa_tk.control.tree.comparison_page import table_cells
from loa_tk.model.games import find_game
from loa_tk.model.notation import read_move
from loa_tk.model.tree.comparison import Comparison, ComparisonRow
from loa_tk.model.tree.exercise import LEVELS
from loa_tk.model.tree.orders import ORDERS
from loa_tk.model.tree.question import Question, QuizNode
from loa_tk.model.tree.quiz import SEED
from loa_tk.model.tree.reasons import signed
from loa_tk.model.written import WrittenTree
from loa_tk.scenes.board import BoardScene
from loa_tk.scenes.explorer import Bar, BarGroup, CompareScene, ExplorerScene, QuizBranch, QuizScene
from loa_tk.scenes.pages import Choice, FormField, TableScene
from loa_tk.words import explorer as words
from loa_tk.words import mcts
from loa_tk.words import pair as pair_words

# The command of each page's main button, and its fields.
MAIN = {"tree": "search", "compare": "compare", "quiz": "quiz", "pair": "pair", "ideas": "idea"}
FIELDS = {
    "tree": ("search", "evaluation", "depth", "order"),
    "compare": ("evaluation", "depth"),
    "quiz": ("level", "seed"),
    "pair": ("left", "file", "given", "plies"),
    "ideas": ("evaluation", "depth"),
}
BY_PLAYOUTS = ("search", "playouts", "exploration", "seed")


def scene(state: ExplorerState, can: Possible) -> ExplorerScene:
    """Return what the window shows now; only the page in front is made."""
    page, (costs, remark) = state.values["page"], summary(state)
    common = ExplorerScene(
        title=words.WINDOW_TITLE.format(game=state.game.title),
        page=page, fields=tuple(field(state, key) for key in fields(state)),
        speeds=(field(state, "speed"),), main=MAIN[page],
        progress=state.progress if state.job is not None else None,
        summary=costs, remark=remark, labels=can.labels, enabled=can.enabled,
        status=state.status or next_status(state), bad=state.bad,
    )  # fmt: skip
    parts: dict[str, Any] = {"present": present_scene(state)}
    if state.presenting:
        pass
    elif state.on_playouts:
        parts = {"playouts": playout_scene(state)}
    elif page == "tree":
        parts = {
            "picture": picture_scene(state), "columns": column_scenes(state),
            "reason": reason_scene(state), "figure": figure_scene(state),
        }  # fmt: skip
    elif page == "compare":
        made = concentration_scene if state.by_playouts else compare_scene
        parts = {"compare": made(state)}
    elif page == "pair":
        parts = {"pair": clock_scene(state)}
    elif page == "ideas":
        parts = {"ideas": ideas_scene(state)}
    else:
        parts = {"quiz": quiz_scene(state)}
    return replace(common, **parts)


def fields(state: ExplorerState) -> tuple[str, ...]:
    """Return the fields of the page."""
    page = state.values["page"]
    if page == "pair" and state.values["file"] not in ORDERED:
        return FIELDS[page][1:]  # the first search is Figure 2 in the game's order
    return BY_PLAYOUTS if state.by_playouts and page in ("tree", "compare") else FIELDS[page]


def field(state: ExplorerState, key: str) -> FormField:
    """Return one field with its choices."""
    page = state.values["page"]
    of_game = key == "evaluation" and page in ("compare", "ideas")
    value = state.compared_by if of_game else state.values[key]
    written = isinstance(state.game, WrittenTree)
    rivals = ORDERED if written else {**KNOWN, **ORDERED}
    names = [PurePath(name).name for name in state.files]
    offered: Mapping[str, Iterable[tuple[str, str]]] = {
        "search": words.SEARCHES if written else words.WITH_PLAYOUTS,
        "playouts": (
            (str(n), f"{n:,}") for n in sorted({*PLAYOUTS, int(state.values["playouts"])})
        ),
        "exploration": (
            (text, text) for text in sorted({*CONSTANTS, state.values["exploration"]}, key=float)
        ),
        "evaluation": ((name, name) for name in state.game.evaluations),
        "depth": ((str(depth), str(depth)) for depth in depths(state.game)),
        **{name: ((row.name, row.label) for row in ORDERS.values()) for name in ("order", "left")},
        "speed": words.SPEEDS,
        "level": ((level.name, level.label) for level in LEVELS.values()),
        "file": (
            *((name, PurePath(name).name if names.count(PurePath(name).name) == 1 else name)
              for name in state.files),
            *((name, rival_label(name)) for name in rivals),
        ),
        "given": (
            (name, evaluation_label(name))
            for name in dict.fromkeys((*state.game.evaluations, value))
        ),
        "plies": ((text, text) for text in dict.fromkeys((*map(str, PLIES), value))),
    }
    choices = tuple(Choice(*pair) for pair in offered.get(key, ()))
    kind = {"evaluation": "file", "file": "file", "seed": SEED.kind.form}.get(key, "choice")
    return FormField(
        key=key, label=words.FIELDS[key], kind=kind, value=value, default=value, choices=choices
    )


def summary(state: ExplorerState) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what the search cost, and what it saved, each from long to short."""
    explored = state.explored
    if state.values["page"] == "pair":
        return pair_summary(state)
    if state.on_playouts:
        costs, remark = playout_summary(state)
        return costs, outdated(state) or remark
    if explored is None or state.values["page"] != "tree":
        return (), ()
    tree = explored.tree
    if stale := outdated(state):
        return (words.nodes(len(tree)),), stale
    if not tree.complete:
        cut = {"nodes": len(tree), "total": tree.total}
        name = dict(words.SEARCHES)[tree.search]
        return (f"{name}: {words.nodes(len(tree))}", words.nodes(len(tree))), (
            words.INCOMPLETE.format(**cut), words.INCOMPLETE_SHORT.format(**cut),
        )  # fmt: skip
    if not tree.prunes:
        return (words.SUMMARY_MINIMAX.format(nodes=len(tree)),), (words.NOTHING_CUT,)
    positions = round(explored.positions)
    exact = explored.widths.is_exact()
    minimax = f"{positions:,}" if exact else words.ABOUT.format(number=_rounded(positions))
    share = words.percent(1 - len(tree) / max(1.0, explored.positions))
    return (
        (
            words.SUMMARY.format(minimax=minimax, nodes=len(tree)),
            words.SUMMARY_SHORT.format(minimax=minimax, nodes=len(tree)),
            words.nodes(len(tree)),
        ),
        tuple(
            text.format(share=share)
            for text in (words.NEVER_SEEN, words.NEVER_SEEN_SHORT, words.NEVER_SEEN_SHORTEST)
        ),
    )


def outdated(state: ExplorerState) -> tuple[str, ...]:
    """Return of which search the tree is, if other settings have been chosen, or nothing."""
    values, made, walk = state.values, state.recorded, state.walk
    if state.job is not None:
        return ()
    if state.on_playouts:
        if walk is None or not len(walk.tree):
            return ()
        setting = words.PLAYED_WITH.format(
            playouts=len(walk.tree), c=walk.tree.exploration, seed=walk.seed
        )
        chosen = int(values["playouts"]), float(values["exploration"]), values["seed"].strip()
        same = chosen == (len(walk.tree), walk.tree.exploration, str(walk.seed))
    elif made is not None and state.explored is not None:
        setting = words.SEARCHED_WITH.format(
            search=dict(words.SEARCHES)[made.search], depth=made.depth,
            evaluation=PurePath(made.evaluation).name, order=ORDERS[made.order].label,
        )  # fmt: skip
        chosen_now = values["search"], values["evaluation"], values["depth"], values["order"]
        same = chosen_now == (made.search, made.evaluation, str(made.depth), made.order)
    else:
        return ()
    return () if same else (words.STALE.format(setting=setting), setting, words.STALE_SHORT)


def _rounded(number: int) -> int:
    """Return an estimate with three figures, since more would be untrue."""
    scale: int = 10 ** max(0, len(str(number)) - 3)
    return round(number / scale) * scale


def next_status(state: ExplorerState) -> str:
    """Return what the status line says if nothing has just happened: what can be done next."""
    page = state.values["page"]
    if state.presenting:
        return ""  # what happens next is the question
    if state.job is not None:
        if state.stopping:
            return words.STOPPING
        if page == "quiz":
            return words.MAKING_QUIZ
        if isinstance(state.job, AskJob):
            return words.ASKING
        if state.comparing_pair:
            return pair_words.RUNNING
        if isinstance(state.job, PlayoutJob):
            return mcts.SEARCHING
        return words.COMPARING_NOW if state.comparing else words.RECORDING
    if page == "quiz":
        return quiz_status(state)
    if state.over:
        return words.GAME_OVER
    if page == "pair":
        return pair_status(state)
    if page == "ideas":
        written = isinstance(state.game, WrittenTree)
        return words.IDEAS_NEED_A_GAME if written else words.READY_IDEAS
    if page == "tree" and outdated(state):
        return words.READY_STALE
    if state.on_playouts and state.walk is not None:
        return mcts.READY
    if page == "compare" and state.by_playouts:
        return mcts.READY_COMPARE
    if page == "compare":
        return words.READY_COMPARE if state.comparison is None else words.COMPARED_ALL
    if page == "tree" and state.explored is not None and not state.on_playouts:
        if not state.whole:
            return event_text(state.explored, state.explored.execution.moment(state.moment))
        return words.RECORDED
    return words.READY if state.following else words.READY_KEPT


def quiz_status(state: ExplorerState) -> str:
    """Return what can be done next in a quiz."""
    session = state.quiz
    if session is None:
        return words.READY_QUIZ
    if session.mark is None:
        return words.ANSWER_NOW
    return words.ANSWERED_LAST if session.at_end else words.ANSWERED


def compare_scene(state: ExplorerState) -> CompareScene:
    """Return the comparison as far as it has got, or what to do to get one."""
    comparison = state.comparison
    if comparison is None or not comparison.rows:
        note = words.COMPARING if state.comparing else words.COMPARE_NOTE
        return CompareScene(note=words.GAME_OVER if state.over else note)
    plies = [words.PLY.format(ply=ply) for ply in range(1, comparison.depth + 1)]
    done = comparison.share >= 1 or comparison.stopped
    return CompareScene(
        title=words.COMPARED.format(evaluation=comparison.evaluation, depth=comparison.depth),
        table=TableScene(
            (words.SEARCH, *plies, *words.COMPARE_HEADS),
            tuple((row.label, *table_cells(row.last, comparison.depth)) for row in comparison.rows),
        ),
        sentence=comparison.verdict() if done else "",
        agreed=comparison.agree, chart=words.CHART_TITLE,
        names=tuple(row.label for row in comparison.rows),
        groups=tuple(group(comparison, depth) for depth in range(1, comparison.depth + 1)),
        scale=words.LOGARITHMIC,
        mark=tuple(text.format(branching=comparison.branching) for text in words.LEAST),
    )


def group(comparison: Comparison, depth: int) -> BarGroup:
    """Return the bars of one depth."""
    most = max(cost.leaves for row in comparison.rows for cost in row.costs)
    whole = log10(max(10, most))

    def share(leaves: float) -> float:
        return log10(max(1.0, leaves)) / whole

    def bar(row: ComparisonRow) -> Bar:
        if len(row.costs) < depth:
            return Bar(0.0, "")
        cost = row.costs[depth - 1]
        text = words.ESTIMATE.format(nodes=cost.leaves) if cost.estimated else f"{cost.leaves:,}"
        return Bar(share(cost.leaves), text, cost.estimated)

    bars, least = tuple(map(bar, comparison.rows)), share(comparison.least(depth))
    return BarGroup(words.AT_DEPTH.format(depth=depth), bars, min(1.0, least))


def quiz_scene(state: ExplorerState) -> QuizScene:
    """Return the question in turn, or what to do to get one."""
    session = state.quiz
    if session is None:
        making = isinstance(state.job, QuizJob)
        return QuizScene(note=words.MAKING_QUIZ if making else words.QUIZ_NOTE)
    question, mark = session.question, session.mark
    game = find_game(question.game)
    asked = question.nodes[question.asked]
    side = game.sides[game.player(asked.state)].name
    fields = tuple(
        FormField(key=key, label=label, kind="number", value=session.typed.get(key, ""), default="")
        for key, label in words.ANSWERS[question.kind]
    )
    score = words.NO_SCORE
    if state.asked:
        score = words.SCORE.format(right=state.right, asked=state.asked)
    return QuizScene(
        heading=words.QUESTION.format(number=session.place + 1, all=len(session.quiz.questions)),
        question=question.text,
        hint="" if mark is not None else words.HINTS[question.kind],
        board=board_of(question),
        place=words.to_move(side, asked.move),
        nodes=branches(session),
        fields=fields,
        verdict="" if mark is None else words.RIGHT if mark.right else words.WRONG,
        right=mark is None or mark.right,
        explanation="" if mark is None else mark.text,
        score=score,
    )


def board_of(question: Question) -> BoardScene | None:
    """Return the position at the node that is asked about, or None without a board."""
    if not find_game(question.game).rows:
        return None
    game, asked = find_game(question.game), question.nodes[question.asked]
    last = None
    if asked.parent is not None:
        before = question.nodes[asked.parent].state
        last = (before, read_move(game, before, asked.move))
    return board_scene(game, asked.state, last)


def branches(session: Answering) -> tuple[QuizBranch, ...]:
    """Return the nodes of the tree; after the answer with what alpha-beta did in them."""
    question, solved = session.question, session.mark is not None
    return tuple(
        branch(question, node, place, node.name in session.ticked, solved)
        for place, node in enumerate(question.nodes)
    )


def branch(
    question: Question, node: QuizNode, place: int, chosen: bool, solved: bool
) -> QuizBranch:
    """Return one node."""
    asked = place == question.asked and question.kind != "cut"
    value = node.returned if solved and not node.leaf else node.value
    text = "" if value is None else signed(value, node.bound)
    text = words.ASKED if asked and not solved else text
    return QuizBranch(
        parent=node.parent, name=node.name, move=node.move, text=text, maximises=node.maximises,
        leaf=node.leaf, asked=asked, choice=node.name in question.choices and not solved,
        chosen=chosen, cut=solved and node.name in question.cut,
        faint=solved and node.returned is None,
    )  # fmt: skip

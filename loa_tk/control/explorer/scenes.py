"""The search explorer's scene, made from its state: head, page, status."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from loa_tk.control.explorer.compare_scene import compare_scene
from loa_tk.control.explorer.quiz_scene import quiz_scene
from loa_tk.control.explorer.state import DEPTHS, ExplorerState
from loa_tk.control.explorer.tree_scenes import (
    column_scenes,
    event_text,
    figure_scene,
    picture_scene,
    reason_scene,
)
from loa_tk.control.rows import Possible
from loa_tk.model.tree.orders import ORDERS
from loa_tk.model.tree.quiz import LEVELS
from loa_tk.scenes.explorer import ExplorerScene
from loa_tk.scenes.pages import Choice, FormField
from loa_tk.words import explorer as words

# The command of each page's main button, and its fields.
MAIN = {"tree": "search", "compare": "compare", "quiz": "quiz"}
FIELDS = {
    "tree": ("search", "evaluation", "depth", "order"),
    "compare": ("evaluation", "depth"),
    "quiz": ("level", "seed"),
}


def scene(state: ExplorerState, can: Possible) -> ExplorerScene:
    """Return what the window shows now; only the page in front is made."""
    page = state.values["page"]
    common = ExplorerScene(
        words.WINDOW_TITLE.format(game=state.game.title),
        page,
        tuple(field(state, key) for key in FIELDS[page]),
        (field(state, "speed"),),
        MAIN[page],
        state.progress if state.job is not None else None,
        *summary(state),
        labels=can.labels,
        enabled=can.enabled,
        status=state.status or next_status(state),
        bad=state.bad,
    )
    parts: dict[str, Any] = {}
    if page == "tree":
        parts = {
            "picture": picture_scene(state), "columns": column_scenes(state),
            "reason": reason_scene(state), "figure": figure_scene(state),
        }  # fmt: skip
    elif page == "compare":
        parts = {"compare": compare_scene(state)}
    else:
        parts = {"quiz": quiz_scene(state)}
    return replace(common, **parts)


def field(state: ExplorerState, key: str) -> FormField:
    """Return one field with its choices."""
    page = state.values["page"]
    value = state.compared_by if page == "compare" and key == "evaluation" else state.values[key]
    if key == "seed":
        return FormField(key, words.FIELDS[key], "integer", value, "1")
    found: Iterable[tuple[str, str]] = ()
    if key == "search":
        found = words.SEARCHES
    elif key == "evaluation":
        found = ((name, name) for name in state.game.evaluations)
    elif key == "depth":
        found = ((str(depth), str(depth)) for depth in DEPTHS)
    elif key == "order":
        found = ((row.name, row.label) for row in ORDERS.values())
    elif key == "speed":
        found = words.SPEEDS
    elif key == "level":
        found = ((level.name, level.label) for level in LEVELS.values())
    choices = tuple(Choice(*pair) for pair in found)
    kind = "file" if key == "evaluation" else "choice"
    return FormField(key, words.FIELDS[key], kind, value, value, choices)


def summary(state: ExplorerState) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what the search cost, and what it saved, each from long to short."""
    found = state.found
    if found is None or state.values["page"] != "tree":
        return (), ()
    tree = found.tree
    if not tree.complete:
        cut = {"nodes": len(tree), "total": tree.total}
        name = dict(words.SEARCHES)[tree.search]
        return (f"{name}: {words.nodes(len(tree))}", words.nodes(len(tree))), (
            words.INCOMPLETE.format(**cut), words.INCOMPLETE_SHORT.format(**cut),
        )  # fmt: skip
    if not tree.prunes:
        return (words.SUMMARY_MINIMAX.format(nodes=len(tree)),), (words.NOTHING_CUT,)
    positions = round(found.positions)
    exact = found.widths.is_exact()
    minimax = f"{positions:,}" if exact else words.ABOUT.format(number=_rounded(positions))
    share = words.percent(1 - len(tree) / max(1.0, found.positions))
    return (
        (
            words.SUMMARY.format(minimax=minimax, nodes=len(tree)),
            words.SUMMARY_SHORT.format(minimax=minimax, nodes=len(tree)),
            words.nodes(len(tree)),
        ),
        (words.NEVER_SEEN.format(share=share), words.NEVER_SEEN_SHORT.format(share=share)),
    )


def _rounded(number: int) -> int:
    """Return an estimate with three figures, since more would be untrue."""
    scale: int = 10 ** max(0, len(str(number)) - 3)
    return round(number / scale) * scale


def next_status(state: ExplorerState) -> str:
    """Return what the status line says if nothing has just happened: what can be done next."""
    page = state.values["page"]
    if state.job is not None:
        if state.stopping:
            return words.STOPPING
        if page == "quiz":
            return words.MAKING_QUIZ
        return words.COMPARING_NOW if state.comparing else words.RECORDING
    if page == "quiz":
        return quiz_status(state)
    if state.over:
        return words.GAME_OVER
    if page == "compare":
        return words.READY_COMPARE if state.comparison is None else words.COMPARED_ALL
    if page == "tree" and state.found is not None:
        if not state.whole:
            return event_text(state.found, state.found.execution.moment(state.moment))
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

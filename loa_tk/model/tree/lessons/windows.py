"""Lessons about the moves of the root: iterative deepening, null windows, late move reduction."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import pairwise
from math import inf, nextafter

from loa_tk.model.game import Move
from loa_tk.model.numbers import number
from loa_tk.model.search.textbook import AlphaBeta
from loa_tk.model.tree.ideas import Reduced
from loa_tk.model.tree.lessons.lesson import Asked, Lesson, Noting, RootCall
from loa_tk.model.tree.reasons import signed

NOTHING = "–"


def returned(call: RootCall) -> str:
    """Return what a call for a move of the root returned, with a sign if that is a bound."""
    return signed(call.value, call.bound)


class Remembering(Noting):
    """A search that counts the positions whose remembered move EVAL would not try first."""

    def begin(self, limit: int) -> None:
        super().begin(limit)
        self.remembered = self.surprises = 0

    def actions(self, state: tuple[int, ...], depth: int) -> tuple[Move, ...]:
        moves = super().actions(state, depth)
        if moves and state in self.best:
            natural = self.game.moves(state)
            first = natural[self.static(state, depth, natural)[0]]
            self.remembered += 1
            self.surprises += first != self.best[state]
        return moves


def deepening(asked: Asked) -> Lesson:
    """Show the order of the root's moves at each depth, and what each move returned."""
    request = asked.request
    search = Remembering(request.task(asked.limits()))
    passes: list[tuple[tuple[Move, ...], dict[Move, RootCall]]] = []
    nodes, value = [], 0.0
    for depth in range(1, request.depth + 1):
        search.begin(depth)
        value = asked.run(lambda: search.decide(search.state))[0] + 0.0
        passes.append((search.order, {call.move: call for call in search.calls}))
        nodes.append(search.nodes())
    surprises, remembered = search.surprises, search.remembered
    fixed, at_once = AlphaBeta(request.task(asked.limits())), Noting(request.task(asked.limits()))
    minimax = asked.decided(fixed)
    asked.decided(at_once)
    alone = at_once.nodes(), sum(fixed.counts.levels)
    firsts = [asked.move(order[0]) for order, _ in passes]

    def cell(order: tuple[Move, ...], calls: dict[Move, RootCall], move: Move) -> str:
        return f"{order.index(move) + 1}. {returned(calls[move]) if move in calls else NOTHING}"

    last = passes[-1][0]
    rows = [(asked.move(m), *(cell(*one, m) for one in passes)) for m in last]
    changes = sum(one != other for one, other in pairwise(firsts))
    lead = ", ".join(f"{name} at depth {depth}" for depth, name in enumerate(firsts, 1))
    return Lesson(
        name="deepening", heads=("move", *(f"depth {d}" for d in range(1, request.depth + 1))),
        rows=(*rows, ("nodes", *(f"{count:,}" for count in nodes))),
        marked=tuple(at for at, m in enumerate(last) if asked.move(m) in firsts),
        sentences=(
            f"Each depth first tries the best move of the depth before, and the others by EVAL: "
            f"{lead}; at the last depth {surprises:,} of {remembered:,} remembered moves are not "
            "those that EVAL puts first.",
            f"All depths together enter {sum(nodes):,} nodes; depth {request.depth} alone enters "
            f"{alone[0]:,} by EVAL and {alone[1]:,} in the game’s order.",
        ),
        value=value, minimax=minimax, shows=changes > 0, order="eval",
        facts={
            "nodes": nodes, "nodes_eval_order": alone[0], "nodes_fixed_order": alone[1],
            "first_moves": firsts, "changes": changes, "remembered": remembered,
            "surprises": surprises,
            "orders": [[asked.move(m) for m in order] for order, _ in passes],
            "values": [
                {asked.move(m): {"value": c.value, "bound": c.bound} for m, c in calls.items()}
                for _, calls in passes
            ],
        },
    )  # fmt: skip


def by_move(calls: Iterable[RootCall]) -> dict[Move, list[RootCall]]:
    """Return the calls of each move of the root, in their order."""
    found: dict[Move, list[RootCall]] = {}
    for call in calls:
        found.setdefault(call.move, []).append(call)
    return found


def is_question(call: RootCall) -> bool:
    """Return whether a call only asks whether the move is better."""
    return call.beta == nextafter(call.alpha, inf)


def answer(call: RootCall) -> str:
    """Return what a move said to the question whether it is better than alpha."""
    return f"{'yes' if call.value > call.alpha else 'no'}: {returned(call)}"


def call_facts(asked: Asked, calls: Iterable[RootCall]) -> list[dict[str, object]]:
    """Return the calls for JSON."""
    return [
        {"move": asked.move(call.move), "alpha": call.alpha, "question": is_question(call),
         "value": call.value, "plies": call.plies, "nodes": call.nodes}
        for call in calls
    ]  # fmt: skip


def paid(nodes: int, whole: int) -> str:
    """Return whether null windows saved nodes."""
    if nodes == whole:
        return "here it made no difference"
    return "here it did" if nodes < whole else "here it did not"


def null_window(asked: Asked) -> Lesson:
    """Show what each move of the root was asked, and which of them was searched again."""
    request = asked.request
    search = Noting(request.task(asked.limits()), null_window=True)
    value = asked.decided(search)
    plain = Noting(request.task(asked.limits()))
    minimax = asked.decided(plain)
    rows, marked = [], []
    for place, (move, calls) in enumerate(by_move(search.calls).items()):
        first, last = calls[0], calls[-1]
        question = is_question(first)
        if len(calls) > 1:
            marked.append(place)
        rows.append((
            asked.move(move), f"better than {number(first.alpha)}?" if question else "value?",
            answer(first) if question else returned(first), f"{first.nodes:,}",
            returned(last) if len(calls) > 1 else NOTHING,
            f"{last.nodes:,}" if len(calls) > 1 else NOTHING,
        ))  # fmt: skip
    again = f"{search.again:,} said yes and were searched again with the whole window" if (
        search.again
    ) else "none of them had to be searched again"  # fmt: skip
    return Lesson(
        name="null-window",
        heads=("move", "question", "answer", "nodes", "searched again", "nodes"),
        rows=tuple(rows), marked=tuple(marked),
        sentences=(
            "The moves of a position are tried by EVAL, the best first. The first one is searched"
            " with the whole window, and every later one is"
            f" only asked whether it is better than the best so far: {search.asked:,} questions in "
            f"the whole tree; {again}.",
            f"This enters {search.nodes():,} nodes, where whole windows in the same order enter "
            f"{plain.nodes():,}.",
            "A question is cut off sooner than a search for the value, so this pays if the first "
            f"move is usually the best: {paid(search.nodes(), plain.nodes())}.",
        ),
        value=value, minimax=minimax, shows=search.again > 0, order="eval",
        facts={
            "nodes": search.nodes(), "nodes_whole_windows": plain.nodes(), "asked": search.asked,
            "again": search.again, "calls": call_facts(asked, search.calls),
        },
    )  # fmt: skip


class WatchedReduced(Noting, Reduced):
    """Late move reduction that notes the calls of the root."""

    def __init__(self, asked: Asked) -> None:
        Reduced.__init__(self, asked.request.task(asked.limits()))


def reduction(asked: Asked) -> Lesson:
    """Show with how many plies each move of the root was searched, beside its minimax value."""
    request = asked.request
    search = WatchedReduced(asked)
    value = asked.decided(search)
    plain = Noting(request.task(asked.limits()))
    minimax = asked.decided(plain)
    state, truth = request.state, {}
    exact = Noting(request.task(asked.limits()))
    for move in search.order:
        exact.begin(request.depth)
        child = request.game.play(state, move)
        exact.line = [move]
        found = asked.run(partial(exact.min_value, child, -inf, inf, 1))
        truth[move] = found[0] + 0.0
    full, rows, marked, missed = request.depth - 1, [], [], []
    for place, (move, calls) in enumerate(by_move(search.calls).items()):
        first, last = calls[0], calls[-1]
        reduced = first.plies < full
        deepened = reduced and last.plies == full
        wrong = not deepened and reduced and truth[move] > value
        if deepened or wrong:
            marked.append(place)
        if wrong:
            missed.append(asked.move(move))
        rows.append((
            str(place + 1), asked.move(move), f"{first.plies} of {full}",
            returned(first), "yes" if deepened else "no" if reduced else NOTHING,
            returned(last) if deepened else NOTHING, number(truth[move]),
        ))  # fmt: skip
    if value == minimax:
        result = f"Here the value is that of minimax, {number(value)}"
    else:
        result = f"Here the value is {number(value)}, but that of minimax is {number(minimax)}"
    return Lesson(
        name="reduction",
        heads=("", "move", "plies", "returned", "again", "then", "minimax"),
        rows=tuple(rows), marked=tuple(marked),
        sentences=(
            "Good moves come first, so from the fifth move on a move is searched with a ply or two "
            "less, and with all plies only if it then seems better: "
            f"{search.late:,} moves of the whole tree were reduced, and {search.deepened:,} of them"
            " searched again.",
            f"This enters {search.nodes():,} nodes instead of {plain.nodes():,}, but does not "
            f"always find the minimax value. {result}"
            + (f"; {', '.join(missed)} would have been better." if missed else "."),
        ),
        value=value, minimax=minimax, keeps=False, shows=search.late > 0, order="eval",
        facts={
            "nodes": search.nodes(), "nodes_without": plain.nodes(), "late": search.late,
            "deepened": search.deepened, "missed": missed,
            "minimax_values": {asked.move(move): truth[move] for move in truth},
            "calls": call_facts(asked, search.calls),
        },
    )  # fmt: skip

"""The lesson about the prover: proof and disproof numbers of the root's moves."""

from __future__ import annotations

from math import inf, isinf

from loa_tk.model.game import Evaluation, Game, Move, State
from loa_tk.model.search.proof_numbers import ProofNode, ProofNumbers
from loa_tk.model.search.search import Stopped
from loa_tk.model.tree.lessons.lesson import Asked, Lesson

ALLOWED = 5_000  # expansions: 0.4 s of processor time on 5×5, up to 1.8 s on 8×8


class Trace(ProofNumbers):
    """A proof-number search that notes its visits of the root's moves."""

    def __init__(self, game: Game, evaluation: Evaluation, asked: Asked) -> None:
        def look() -> None:
            if asked.stop():
                raise Stopped

        super().__init__(game, evaluation, look=look)
        self.below: list[ProofNode] = []  # the root's moves that do not end the game
        self.visits: list[tuple[State, int]] = []  # the position, and its expansions

    def expand(self, node: ProofNode, left: int) -> None:
        super().expand(node, left)
        if node is self.root:
            self.below = list(node.children or ())

    def search(self, node: ProofNode, left: int, proof_limit: float, disproof_limit: float) -> None:
        before = self.expansions
        super().search(node, left, proof_limit, disproof_limit)
        if left == self.plies - 1:
            self.visits.append((node.state, self.expansions - before))


def shown(count: float) -> str:
    """Return a proof number for people."""
    return "∞" if isinf(count) else f"{count:,.0f}"


def plain(count: float) -> int | None:
    """Return a proof number for JSON, in which infinity is null."""
    return None if isinf(count) else int(count)


def proof(asked: Asked) -> Lesson:
    """Show how hard each move of the root is to prove and to disprove."""
    request = asked.request
    game, plies = request.game, 2 * request.depth - 1
    evaluation = request.task(asked.limits()).evaluation()
    search = Trace(game, evaluation, asked)
    won = asked.run(lambda: search.prove(request.state, plies, ALLOWED))
    moves: dict[State, Move] = {game.play(request.state, m): m for m in game.moves(request.state)}
    spent = dict.fromkeys(moves, 0)
    times = dict.fromkeys(moves, 0)
    for state, expansions in search.visits:
        spent[state] += expansions
        times[state] += 1
    ranked = sorted(search.below, key=lambda node: (node.proof, -node.disproof))
    proofs = min((node.proof for node in ranked), default=0 if won else inf)
    disproofs = sum(node.disproof for node in ranked) if ranked else (inf if won else 0)
    side = game.sides[game.player(request.state)].name
    within = f"within {plies} plies" if plies > 1 else "with the next move"
    if won:
        line = asked.line(search.line())
        first = f"{side} can force a win {within}, which {search.expansions:,} expansions proved"
        first += f": {line}."
    elif won is None:
        first = (
            f"Whether {side} can force a win {within} is not known after {ALLOWED:,} expansions."
        )
    else:
        first = (
            f"{side} cannot force a win {within}, as {search.expansions:,} expansions showed; a "
            "last move that leaves the other side without moves is not looked for."
        )
    root = f"{shown(proofs)} and {shown(disproofs)}"
    return Lesson(
        name="prover", heads=("move", "proof", "disproof", "visits", "expansions"),
        rows=tuple(
            (asked.move(moves[node.state]), shown(node.proof), shown(node.disproof),
             f"{times[node.state]:,}", f"{spent[node.state]:,}")
            for node in ranked
        ),
        marked=(0,) if ranked and won is not False else (),
        sentences=(
            first[0].upper() + first[1:],
            "One move is enough to prove the root and all are needed to disprove it, so its proof "
            "number is the least of its moves’ and its disproof number their sum: "
            f"{root}. The search always goes on with the move that is easiest to prove.",
        ),
        shows=len(search.visits) > 1,
        facts={
            "plies": plies, "proved": won, "expansions": search.expansions,
            "proof": plain(proofs), "disproof": plain(disproofs),
            "line": asked.line(search.line()).split() if won else [],
            "moves": [
                {"move": asked.move(moves[node.state]), "proof": plain(node.proof),
                 "disproof": plain(node.disproof), "visits": times[node.state],
                 "expansions": spent[node.state]}
                for node in ranked
            ],
        },
    )  # fmt: skip

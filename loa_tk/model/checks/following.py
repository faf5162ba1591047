"""Follows a student's search beside Figure 2's and returns the first step that differs.

What decides is the sequence of EVAL calls, which the host answers itself, with the move, the value
and the counts. The other steps are told by the student's process: they choose the words of an
explanation, and never the verdict.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import floor

from loa_tk.model.checks.beside import GOES_ON, SKIPS, STOPS, Beside, Parting, Watched
from loa_tk.model.checks.causes import cause, unfinished
from loa_tk.model.checks.counting import counted_sentence, miscount
from loa_tk.model.checks.diagnosis import CLOSE, Case, given_evaluation, move_value
from loa_tk.model.checks.sentences import SENTENCES, Words, standing, unseen
from loa_tk.model.game import Evaluation, Game, Move, SimpleEvaluation, State, finish
from loa_tk.model.games import find_game
from loa_tk.model.numbers import number
from loa_tk.model.steps import Path
from loa_tk.model.tree.recording import TreeRequest, record
from loa_tk.model.tree.searchtree import ROOT, SearchTree

# Besides the kinds of a parting: the same leaves, but the value, the move or a count differs.
VALUE, MOVE, COUNTS = "value", "move", "counts"


@dataclass(frozen=True, kw_only=True)
class Difference:
    """The first step in which a search differs from Figure 2, and sentences about it.

    `v`, `alpha` and `beta` are Figure 2's in the node at that moment, for MAX. Leaves are the
    positions that EVAL was asked for, numbered from 1.
    """

    kind: str
    leaf: int  # the number of the first leaf that differs
    figure: Path | None  # Figure 2's leaf of this number, None if its search has ended
    student: Path | None
    node: Path  # where the searches part
    opened: int  # the same node in Figure 2's tree, or the deepest one above it
    maximises: bool  # whether MAX is to move in the node
    v: float | None = None
    alpha: float | None = None
    beta: float | None = None
    last: Move | None = None  # the last move that both have tried in the node
    next_move: Move | None = None  # the student's next one, None if it returns
    figure_move: Move | None = None  # Figure 2's next one, None if it returns
    did: str
    does: str
    why: str = ""
    look: str = ""
    proved: bool = False  # whether `look` explains every step of the search

    @property
    def sentence(self) -> str:
        """What the student's search did, what Figure 2 does, and what to look at."""
        return " ".join(filter(None, (self.did, self.does, self.look)))


def recorded(game: Game, case: Case, evaluation: Evaluation) -> SearchTree:
    """Return the tree of Figure 2 with this evaluation."""
    return record(TreeRequest(
        game=game, state=case.state, evaluation=given_evaluation(game), depth=case.depth,
        own=evaluation,
    ))  # fmt: skip


@lru_cache(maxsize=50)
def _tree_of(key: str, case: Case) -> SearchTree:
    game = find_game(key)
    return recorded(game, case, case.evaluation(game))


def figure_tree(game: Game, case: Case, evaluation: Evaluation | None = None) -> SearchTree:
    """Return Figure 2's whole tree of a case, with its evaluation or another one."""
    return _tree_of(game.key, case) if evaluation is None else recorded(game, case, evaluation)


def differences(
    game: Game, case: Case, watched: Watched, evaluation: Evaluation | None = None
) -> Iterator[Difference]:
    """Yield where the leaves part or, if they do not, how the value, the move and the counts do."""
    asked = evaluation or case.evaluation(game)
    yield from each_difference(beside(game, case, watched, evaluation), case, asked)


def each_difference(both: Beside, case: Case, asked: Evaluation) -> Iterator[Difference]:
    """Yield the same for two searches that have been laid side by side."""
    parting = both.parting()
    if parting is not None:
        yield parted(both, parting, asked)
        return
    found = wrong_value(both, asked), wrong_move(both, case, asked), wrong_counts(both)
    yield from (one for one in found if one is not None)


class Settled(SimpleEvaluation):
    """An evaluation in which a side without moves has the utility of its game."""

    def __init__(self, game: Game, evaluation: Evaluation) -> None:
        """Ask this evaluation about all other states."""
        super().__init__(game)
        self.evaluation = evaluation

    def value(self, state: State, player: int) -> float:
        outcome = finish(self.game, state)
        if outcome is None:
            return self.evaluation.value(state, player)
        return outcome.utility(player, self.game.utmost)


def beside(game: Game, case: Case, watched: Watched, evaluation: Evaluation | None) -> Beside:
    """Return both searches; Figure 2's judges a side without moves as the student's does.

    At the depth limit the textbook search does not list moves, so such a position has its EVAL
    there. A search that asks `position.over` first takes its utility, which is right as well.
    """
    both = Beside(figure_tree(game, case, evaluation), watched)
    if both.number is not None and any(map(both.stuck, both.leaves)):
        tree = recorded(game, case, Settled(game, evaluation or case.evaluation(game)))
        other = Beside(tree, watched, settled=True)
        if other.number is None or other.number > both.number:
            return other
    return both


def parted(both: Beside, parting: Parting, evaluation: Evaluation) -> Difference:
    """Return the difference of two searches whose leaves part."""
    words, found = unseen(both) or SENTENCES[parting.kind](both, parting), ""
    if both.evals and parting.kind in (GOES_ON, STOPS, SKIPS):
        found = unfinished(both, parting.number) or cause(both, evaluation)
        words = words._replace(look=found or words.look)
    now = standing(both, parting) if parting.tried else None
    return Difference(
        kind=parting.kind, leaf=parting.number + 1, figure=both.leaf(parting.number),
        student=both.eval_path(parting.number), node=parting.node, opened=parting.opened,
        maximises=len(parting.node) % 2 == 0, v=now and now.v, alpha=now and now.alpha,
        beta=now and now.beta, last=both.paths[parting.tried[-1]][-1] if parting.tried else None,
        next_move=parting.next_move, figure_move=parting.figure_move, proved=bool(found),
        **words._asdict(),
    )  # fmt: skip


def at_the_end(both: Beside, kind: str, words: Words, leaf: int | None = None) -> Difference:
    """Return the difference of two searches with the same leaves."""
    path = None if leaf is None else both.leaf(leaf)
    node = path or ()
    return Difference(
        kind=kind, leaf=(len(both.leaves) if leaf is None else leaf) + 1, figure=path, student=path,
        node=node, opened=both.node(node), maximises=len(node) % 2 == 0, **words._asdict(),
    )  # fmt: skip


SAME = "You look at the same positions as Figure 2"


def wrong_value(both: Beside, evaluation: Evaluation) -> Difference | None:
    """Return that the value reported is not the minimax value, or None."""
    mine, right = both.watched.value, both.tree.value(ROOT)
    if mine is None or abs(mine - right) <= CLOSE:
        return None
    if mine in (floor(right), int(right), round(right)):
        look = "Is it rounded, by //, int() or round()?"
    else:
        look = unfinished(both, len(both.evals)) or cause(both, evaluation)
    if not look and abs(mine + right) <= CLOSE:
        look = "It is the value for the other side: report it for the player to move at the root."
    if not look and mine == 0 > right:
        look = "Does v begin at −∞ in MAX-VALUE, not at 0?"
    look = look or "Is EVAL used as it is, and what the root's MAX-VALUE returns reported?"
    did = f"{SAME}, but report the value {number(mine)}."
    return at_the_end(both, VALUE, Words(did, f"Figure 2 returns {number(right)}.", look))


def wrong_move(both: Beside, case: Case, evaluation: Evaluation) -> Difference | None:
    """Return that the move chosen is not one of the best, or None."""
    tree, move = both.tree, both.watched.move
    if move == tree.decision:
        return None
    best = tree.value(ROOT)
    value = move_value(both.game, case, move, evaluation)
    if best - value <= CLOSE:
        return None
    name, right = both.name((), move), both.name((), tree.decision)
    returned = next(
        (tree.value(child) for child in tree.each_child(ROOT) if both.paths[child] == (move,)), None
    )
    if returned == best:
        why = f"After {name} the search returned {number(best)}, which is only an upper bound."
        look = "Is a move the best one only if `v2 > v`, not `v2 >= v`, and never chosen by chance?"
    else:
        why, look = "", "Is the move kept whenever v grows at the root, and only then?"
    did = f"You chose {name}, which is worth {number(value)}."
    does = f"Figure 2 chooses {right}, worth {number(best)}."
    return at_the_end(both, MOVE, Words(did, does, look, why=why))


def wrong_counts(both: Beside) -> Difference | None:
    """Return the first count that differs, or None."""
    found = miscount(both)
    if found is None:
        return None
    did, does, look = counted_sentence(both, found)
    leaf = found.number if found.number < len(both.leaves) else None
    return at_the_end(both, COUNTS, Words(did, does, look), leaf)

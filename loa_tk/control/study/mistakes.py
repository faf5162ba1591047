"""The blunders of an analysed game: what was better, the best reply, and both as variations."""

from __future__ import annotations

from loa_tk.control.engine.searchlog import (
    is_certain,
    is_unfinished,
    line_texts,
    move_head,
    side_value,
    value_text,
)
from loa_tk.control.study.comparing import studied
from loa_tk.control.study.values import is_blunder
from loa_tk.immutable import dataclass
from loa_tk.model.game import Game, Move
from loa_tk.model.match import Match, Node, outcome_at
from loa_tk.model.notation import move_text
from loa_tk.model.search.statistics import Report
from loa_tk.words import main as main_words
from loa_tk.words import review as words

LONGEST = 30  # plies of a variation that is inserted; a book's line can have 200
NAME = "N"  # SGF's property for a node's name


@dataclass(frozen=True)
class Blunder:
    """A blunder: the node after it, what an analysis found better, and what it found after it.

    Both are values that can be compared (see `Compared`). After a move that ended the game there is
    nothing to analyse.
    """

    node: Node
    better: Report
    after: Report | None

    @property
    def before(self) -> Node:
        """Return the position in which the blunder was made."""
        assert self.node.parent is not None
        return self.node.parent


def mistake_at(game: Game, node: Node | None) -> Blunder | None:
    """Return the blunder that led to a node, if an analysis knows a better move, or None."""
    pair = None if node is None else studied(game, node)
    if node is None or pair is None or not is_blunder(game, node):
        return None
    return Blunder(node, pair.best, pair.after)


def played(match: Match) -> list[Node]:
    """Return all positions that people or players reached: the main line first, then variations.

    What an analysis has inserted is left out.
    """
    found: list[Node] = []
    waiting = [match.root]
    while waiting:
        found.append(waiting.pop())
        waiting += [child for child in found[-1].children if not is_inserted(child)]
    return found


def mistakes(match: Match) -> list[Blunder]:
    """Return the blunders of a game for which an analysis knows a better move."""
    return [one for node in played(match) if (one := mistake_at(match.game, node)) is not None]


def is_inserted(node: Node) -> bool:
    """Return whether a variation that an analysis has inserted begins here."""
    return dict(node.marks).get(NAME) in (words.BETTER_NAME, words.REPLY_NAME)


# --- variations ---


def insert_lines(match: Match) -> None:
    """Insert the better line beside every blunder, and the best reply beside the one played."""
    for mistake in mistakes(match):
        insert(match, mistake.before, mistake.better.line, words.BETTER_NAME)
        if mistake.after is not None:
            insert(match, mistake.node, mistake.after.line, words.REPLY_NAME)


def insert(match: Match, node: Node, line: tuple[Move, ...], name: str) -> None:
    """Insert a line as a variation that is named where it leaves what was played.

    Nothing is inserted after the last move of a branch: it would seem to have been played.
    """
    beside = False
    for move in line[:LONGEST]:
        if outcome_at(match.game, node) is not None:
            return
        child = next((child for child in node.children if child.move == move), None)
        if child is None:
            if not node.children and not beside:
                return
            child = Node(state=match.game.play(node.state, move), parent=node, move=move)
            child.marks = () if beside else ((NAME, name),)
            node.children.insert(max(0, len(node.children) - 1), child)
            beside = True
        node = child


def variation(node: Node, line: tuple[Move, ...]) -> Node | None:
    """Return the position where a line that was inserted leaves the game, or None."""
    for move in line:
        child = next((child for child in node.children if child.move == move), None)
        if child is None or is_inserted(child):
            return child
        node = child
    return None


def answered(game: Game, node: Node) -> Node | None:
    """Return the blunder that an inserted variation answers, or None."""
    for earlier in reversed(node.line()[1:-1]):
        mistake = mistake_at(game, earlier)
        after = None if mistake is None else mistake.after
        if after is not None and variation(earlier, after.line) is node:
            return earlier
    return None


# --- in words ---


def better_value(game: Game, mistake: Blunder) -> str:
    """Return the value of the better move for the side that made the blunder."""
    side, report = game.player(mistake.before.state), mistake.better
    return study_value(game, side, report)


def study_value(game: Game, side: int, report: Report) -> str:
    """Return the value that an analysis has found for the side to move; a draw can be proved."""
    if report.proof is not None and report.proof.winner is None:
        return main_words.PROVED_EVEN
    return side_value(game, side, report.value, report.proof, is_unfinished(report))


def value_after(game: Game, node: Node, report: Report | None) -> str:
    """Return the value of a move for the side that made it; a bound is turned with the value."""
    assert node.parent is not None
    side = game.player(node.parent.state)
    outcome = outcome_at(game, node)
    if outcome is not None:
        return side_value(game, side, outcome.utility(side, game.utmost))
    if report is None or report.value is None:
        return main_words.NOTHING
    if is_certain(game, report.value) or not is_unfinished(report):
        if report.proof is not None and report.proof.winner is None:
            return main_words.PROVED_EVEN
        return side_value(game, side, -report.value, report.proof)
    number = words.AT_MOST.format(value=value_text(game, -report.value))
    name = game.sides[side].name.capitalize()
    return main_words.SIDE_VALUE.format(side=name, value=number)


def mistake_text(game: Game, mistake: Blunder) -> str:
    """Return what was wrong and what was better, with both values and what they rest on."""
    before, node = mistake.before, mistake.node
    assert node.move is not None
    played, best = evidence(mistake.after, 1), evidence(mistake.better)
    return words.MISTAKE.format(
        head=move_head(game, before.state, len(node.line()) // 2, node.move),
        value=value_after(game, node, mistake.after),
        played="" if played == best else words.RESTS_ON.format(evidence=played),
        better=move_text(game, before.state, mistake.better.move),
        best=better_value(game, mistake),
        evidence=words.BOTH.format(evidence=best) if played == best else best,
    )


def evidence(report: Report | None, plies: int = 0) -> str:
    """Return what a value rests on: a proof, or a depth, counted from this many plies before it.

    There is no report on the end of a game, whose value is certain.
    """
    if report is None or report.proof is not None:
        return words.PROVED
    return words.TO_DEPTH.format(depth=report.depth + plies)


def reply_text(game: Game, mistake: Blunder) -> str:
    """Return the best replies to a blunder, or nothing after the end of the game."""
    if mistake.after is None:
        return ""
    line = line_texts(game, mistake.node.state, mistake.after.line[:LONGEST])
    return words.REPLY.format(line=" ".join(line))

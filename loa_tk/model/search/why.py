"""Why a search chose its move, in up to three sentences, the same for a tree and for a report."""

from __future__ import annotations

from collections.abc import Sequence

from loa_tk.model.game import Evaluation, Game, Move, State
from loa_tk.model.notation import move_text
from loa_tk.model.numbers import number
from loa_tk.model.search.statistics import Report, RunnerUp

MOST_TERMS = 4  # of EVAL, the greatest ones, in a sentence
SMALL_NUMBERS = ("", "", "two", "three", "four", "five", "six", "seven", "eight", "nine")
LONGEST = 8  # moves of a line in a sentence


def expected(line: Sequence[str], end: str) -> str:
    """Return the sentence on the line expected and what its end is worth."""
    return f"The line expected is {shortened(line)}{f': {end}' if end else ''}."


def refuted(
    move: str, value: float, limit: str, others: int, end: str, line: Sequence[str]
) -> str:
    """Return the sentence on the other moves: the replies to the best one, and what they lead to.

    If its value is exact, `limit` is empty, and it is the runner-up. If it is a bound ("at most ",
    "at least "), one of the `others` whose own bound is lower may well be better.
    """
    if not limit:
        start = f"The runner-up, {move}, is worth {number(value)}"
    elif others == 1:
        start = f"The other move, {move}, is worth {limit}{number(value)}"
    else:
        start = f"The other moves are worth {limit}{number(value)}, the bound of {move}"
    way = f" after {shortened(line)}" if line else ""
    return f"{start}{':' if end else ''} {end}{way}".rstrip() + "."


def tied(move: str, count: int) -> str:
    """Return the sentence on the moves that are as good as the one chosen."""
    text = SMALL_NUMBERS[count] if count < len(SMALL_NUMBERS) else f"{count:,}"
    return f"{move} is the first of {text} moves with this value."


def shortened(line: Sequence[str]) -> str:
    """Return a line's first moves; the reader is told if there are more."""
    return " ".join(line[:LONGEST]) + (" …" if len(line) > LONGEST else "")


def eval_text(value: float, terms: Sequence[tuple[str, str]], rest: int) -> str:
    """Return what EVAL is and its terms: "EVAL is +6 (concentration +12, groups −6)"."""
    parts = [f"{name} {text}" for name, text in terms] + ([f"{rest} smaller"] if rest else [])
    return f"EVAL is {number(value)}" + (f" ({', '.join(parts)})" if parts else "")


def greatest(terms: Sequence[tuple[str, float]]) -> tuple[Sequence[tuple[str, float]], int]:
    """Return the terms that count most, in their own order, and how many others there are."""
    counting = [term for term in terms if term[1]]
    by_size = sorted(range(len(counting)), key=lambda place: -abs(counting[place][1]))
    kept = sorted(by_size[:MOST_TERMS])
    return [counting[place] for place in kept], len(counting) - len(kept)


def term_text(game: Game, player: int, name: str, value: float) -> str:
    """Return a term with its sign written out: what counts for the opponent is subtracted.

    An opponent's term of −25 is "−(−25)".
    """
    if value > 0 and name.startswith(f"{game.sides[1 - player].name}:"):
        return f"−({number(-value)})"
    return number(value)


def written(
    game: Game, player: int, terms: Sequence[tuple[str, float]]
) -> Sequence[tuple[str, str]]:
    """Return terms with their signs written out."""
    return [(name, term_text(game, player, name, value)) for name, value in terms]


def leaf_text(game: Game, state: State, player: int, evaluation: Evaluation | None) -> str:
    """Return what a position at the end of a line is worth for a player and why, if known."""
    outcome = game.outcome(state)
    if outcome is not None:
        return f"{outcome.reason.rstrip('.')}, and UTILITY is " + number(
            outcome.utility(player, game.utmost)
        )
    if evaluation is None:
        return ""
    shown, rest = greatest(evaluation.terms(state, player))
    return eval_text(evaluation.value(state, player), written(game, player, shown), rest)


def leaf_value(
    game: Game, state: State, player: int, evaluation: Evaluation | None
) -> float | None:
    """Return what `leaf_text` says that a position is worth, or None if it says nothing."""
    outcome = game.outcome(state)
    if outcome is not None:
        return outcome.utility(player, game.utmost)
    return None if evaluation is None else evaluation.value(state, player)


def why_report(
    game: Game, state: State, report: Report, evaluation: Evaluation | None
) -> Sequence[str]:
    """Return why a search's move was chosen; `evaluation` values the ends of its lines.

    A runner-up is named if the search knows one, and a tie if it looked for several moves. A line
    may be shorter than the search was deep, as that of a student's file, which reports its move
    alone: what such a line leads to is named only if it is worth what the search found.
    """
    player, line = game.player(state), report.line
    if report.value is None or not report.depth or report.proof is not None:
        return ()

    def names(start: State, moves: Sequence[Move]) -> tuple[list[str], State]:
        texts = []
        for move in moves:
            texts.append(move_text(game, start, move))
            start = game.play(start, move)
        return texts, start

    texts, last = names(state, line)
    worth = leaf_value(game, last, player, evaluation)
    reached = worth is not None and number(worth) == number(report.value)
    sentences = []
    if reached or len(line) > 1 or report.depth == 1:
        end = leaf_text(game, last, player, evaluation) if reached else ""
        sentences.append(expected(texts, end))
    equal = sum(other.value == report.value for other in report.alternatives)
    known = report.runner_up
    if len(report.alternatives) > 1:
        known = RunnerUp(report.alternatives[1], False, equal)
    if known is not None and known.move.value is not None:
        replies, last = names(state, known.move.line)
        sentences.append(refuted(
            replies[0], known.move.value, "at most " if known.at_most else "",
            len(game.moves(state)) - 1, leaf_text(game, last, player, evaluation), replies[1:],
        ))  # fmt: skip
        if known.equal > 1:
            sentences.append(tied(texts[0], known.equal))
    return sentences

"""A search's report in words and figures, the same for log pane, saved log and terminal."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from loa_tk.model.game import Game, Move, State
from loa_tk.model.notation import move_text
from loa_tk.model.search.statistics import Iteration, Proof, Report, Statistics
from loa_tk.scenes.main import LogEntry, LogRow
from loa_tk.words import main as words

CSV_COLUMNS = (
    "number", "side", "move", "value", "depth", "seconds", "proof", "max_depth", "nodes",
    "evals_max", "evals_min", "prunes_max", "prunes_min", "nodes_per_second", "line",
    "best",
)  # fmt: skip


def value_text(value: float) -> str:
    """A value with its sign: +15.4, −100, 0; a won game of Breakthrough is +1 M."""
    great = abs(value) >= 1_000_000
    text = f"{abs(value) / 1e6:.0f} M" if great else f"{abs(value):.1f}".removesuffix(".0")
    if text == "0":
        return text
    return ("+" if value > 0 else words.MINUS) + text


def short_number(number: int) -> str:
    """A number for narrow places: 508 k, 2.1 M."""
    if number >= 1_000_000:
        return f"{number / 1e6:.1f} M"
    return f"{number / 1e3:.0f} k" if number >= 10_000 else f"{number:,}"


def line_texts(game: Game, state: State, line: Iterable[Move]) -> tuple[str, ...]:
    """The notation of moves that follow each other from `state`."""
    texts = []
    for move in line:
        texts.append(move_text(game, state, move))
        state = game.play(state, move)
    return tuple(texts)


def proof_text(game: Game, proof: Proof | None) -> str:
    """What is proved, in words, or nothing."""
    if proof is None:
        return ""
    if proof.winner is None:
        return words.PROVED_DRAW
    plies = words.plies(proof.plies) if proof.plies is not None else ""
    return words.PROVED_WIN.format(winner=game.sides[proof.winner].name, plies=plies)


def best_pass(report: Report) -> Iteration | None:
    """The pass with the search's own answer; None where nothing was searched.

    Its move is the report's, unless the player chose to play another than the best.
    """
    return next((one for one in reversed(report.iterations) if one.move is not None), None)


def blundered(report: Report) -> bool:
    """Whether another move than the best was played on purpose."""
    best = best_pass(report)
    return best is not None and best.move != report.move


def six(statistics: Statistics) -> tuple[int, ...]:
    """The six figures in the order of the assignment."""
    return (
        statistics.max_depth,
        statistics.nodes,
        statistics.evals_max,
        statistics.evals_min,
        statistics.prunes_max,
        statistics.prunes_min,
    )


def log_entry(game: Game, state: State, number: int, report: Report) -> LogEntry:
    """One search as the log shows it; `number` is the move's number in the game."""
    side = game.sides[game.player(state)].name.capitalize()
    best, value = best_text(game, state, report), value_text(report.value)
    return LogEntry(
        f"{number}. {side} {move_text(game, state, report.move)}",
        (words.LOG_TIME if best else words.LOG_FACTS).format(
            value=value, seconds=report.seconds
        ),
        tuple(
            (name, f"{figure:,}")
            for name, figure in zip(words.STATISTICS, six(report.statistics), strict=True)
        ),
        proof_text(game, report.proof),
        tuple(log_row(game, state, iteration) for iteration in report.iterations),
        words.BLUNDERED.format(best=best, value=value) if best else "",
    )


def best_text(game: Game, state: State, report: Report) -> str:
    """The best move, where another was played on purpose; else nothing."""
    best = best_pass(report)
    if best is None or best.move is None or best.move == report.move:
        return ""
    return move_text(game, state, best.move)


def log_row(game: Game, state: State, iteration: Iteration) -> LogRow:
    """One pass; a question answered no, or a pass broken off, has a word instead of a value."""
    depths = {"depth": str(iteration.depth), "proof": f"≤{iteration.depth}", "unfinished": "…"}
    nothing = words.NO if iteration.kind == "proof" else words.STOPPED
    value = nothing if iteration.move is None else value_text(iteration.value)
    return LogRow(
        depths[iteration.kind],
        value,
        f"{iteration.statistics.nodes:,}",
        f"{iteration.seconds:.2f}",
        line_texts(game, state, iteration.line),
    )


def as_text(entry: LogEntry, width: int = 72) -> str:
    """An entry as lines of text, aligned for a fixed-width font."""
    lines = [entry.head + entry.facts.rjust(width - len(entry.head)) if entry.facts else entry.head]
    for number, (name, figure) in enumerate(entry.statistics, 1):
        lines.append(f"({number}) {name}".ljust(32) + figure.rjust(14))
    lines += filter(None, (entry.proof, entry.blunder))
    if entry.rows:
        head = (words.DEPTH, words.VALUE, words.NODES, words.TIME, words.LINE)
        lines.append(_row(*head))
        lines += [
            _row(row.depth, row.value, row.nodes, row.time, " ".join(row.line))
            for row in entry.rows
        ]
    return "\n".join(lines)


def _row(depth: str, value: str, nodes: str, time: str, line: str) -> str:
    return f"{depth:>5}  {value:>7}  {nodes:>13}  {time:>7}  {line}".rstrip()


def csv_row(game: Game, state: State, number: int, report: Report) -> tuple[object, ...]:
    """One search as a row of CSV_COLUMNS."""
    return (
        number,
        game.sides[game.player(state)].name,
        move_text(game, state, report.move),
        round(report.value, 6),
        report.depth,
        round(report.seconds, 3),
        proof_text(game, report.proof),
        *six(report.statistics),
        report.nodes_per_second,
        " ".join(line_texts(game, state, report.line)),
        best_text(game, state, report) or move_text(game, state, report.move),
    )


def as_csv(rows: Sequence[tuple[object, ...]]) -> str:
    """Rows of searches under their headings."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(CSV_COLUMNS)
    writer.writerows(rows)
    return out.getvalue()

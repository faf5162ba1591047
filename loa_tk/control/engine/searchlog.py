"""A search's report in words and figures, the same for log pane, saved log and terminal.

The rows of `Statistics` define which statistics there are, with their texts and formats.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from loa_tk.model.game import Game, Move, PlayerError, State
from loa_tk.model.notation import move_text
from loa_tk.model.search.options import EVAL, SECONDS
from loa_tk.model.search.players import read_player
from loa_tk.model.search.statistics import ROWS, SIX, Iteration, Proof, Report, unsigned
from loa_tk.scenes.main import LogEntry, LogRow
from loa_tk.words import main as words

# Later statistics are at the end, so that the earlier columns keep their places.
LATER = tuple(name for name in ROWS if name not in SIX)
CSV_COLUMNS = (
    "number", "side", "move", "value", "depth", "seconds", "proof", *SIX, "nodes_per_second",
    "line", "best", *LATER, "player",
)  # fmt: skip


def value_text(value: float | None) -> str:
    """Return a value with its sign: +15.4, −100, 0; a won game of Breakthrough is +1 M."""
    if value is None:
        return words.NOTHING
    great = abs(value) >= 1_000_000
    text = f"{abs(value) / 1e6:.0f} M" if great else f"{abs(value):.1f}".removesuffix(".0")
    if text == "0":
        return text
    return ("+" if value > 0 else words.MINUS) + text


def short_number(number: int) -> str:
    """Return a number for narrow places: 508 k, 2.1 M."""
    if number >= 1_000_000:
        return f"{number / 1e6:.1f} M"
    return f"{number / 1e3:.0f} k" if number >= 10_000 else f"{number:,}"


def line_texts(game: Game, state: State, line: Iterable[Move]) -> tuple[str, ...]:
    """Return the notation of moves that follow each other from `state`."""
    texts = []
    for move in line:
        texts.append(move_text(game, state, move))
        state = game.play(state, move)
    return tuple(texts)


def proof_text(game: Game, proof: Proof | None) -> str:
    """Return what is proved, in words, or nothing."""
    if proof is None:
        return ""
    if proof.winner is None:
        return words.PROVED_DRAW
    plies = words.plies(proof.plies) if proof.plies is not None else ""
    text = words.SOLVED_WIN.get(proof.source, words.PROVED_WIN)
    return text.format(winner=game.sides[proof.winner].name, plies=plies)


def best_pass(report: Report) -> Iteration | None:
    """Return the pass with the search's own answer, or None if nothing was searched.

    Its move is the report's, unless the player chose a move other than the best.
    """
    return next((one for one in reversed(report.iterations) if one.move is not None), None)


def blundered(report: Report) -> bool:
    """Return whether a move other than the best was played on purpose."""
    best = best_pass(report)
    return best is not None and best.move != report.move


def log_entry(game: Game, state: State, number: int, report: Report) -> LogEntry:
    """Return one search as the log shows it; `number` is the move's number in the game."""
    best, value = best_text(game, state, report), value_text(report.value)
    return LogEntry(
        move_head(game, state, number, report.move),
        (words.LOG_TIME if best or report.value is None else words.LOG_FACTS).format(
            value=value, seconds=report.seconds
        ),
        tuple((ROWS[name].text, ROWS[name].show(report.statistics)) for name in report.shown),
        proof_text(game, report.proof),
        tuple(log_row(game, state, iteration) for iteration in report.iterations),
        words.BLUNDERED.format(best=best, value=value) if best else "",
        by=player_words(game, report.player),
    )


def move_head(game: Game, state: State, number: int, move: Move) -> str:
    """Return the head line of a move; a turn that is forfeited says why."""
    side = game.sides[game.player(state)].name.capitalize()
    text = words.LOG_MOVE if game.path(state, move) else words.LOG_PASS
    return text.format(number=number, side=side, move=move_text(game, state, move))


def player_words(game: Game, text: str) -> str:
    """Return search, evaluation and limit of a player; one that is not known here as it is."""
    try:
        player = read_player(game, text)
    except PlayerError:
        return text
    evaluation = player.options.get(EVAL.name)
    limits = player.limit_texts() or [SECONDS.limit.format(s) for s in [player.allowed] if s]
    return words.FACTS.join([player.search, *filter(None, [evaluation]), *limits])


def person_row(game: Game, state: State, number: int, move: Move, who: str) -> tuple[object, ...]:
    """Return a move that nothing was searched for as a row of CSV_COLUMNS."""
    known = {
        "number": number,
        "side": game.sides[game.player(state)].name,
        "move": move_text(game, state, move),
        "player": who,
    }
    return tuple(known.get(name, "") for name in CSV_COLUMNS)


def best_text(game: Game, state: State, report: Report) -> str:
    """Return the best move if another was played on purpose, otherwise nothing."""
    best = best_pass(report)
    if best is None or best.move is None or best.move == report.move:
        return ""
    return move_text(game, state, best.move)


def log_row(game: Game, state: State, iteration: Iteration) -> LogRow:
    """Return one pass; one that found no move or no value has a word instead of a value."""
    depths = {"depth": str(iteration.depth), "proof": f"≤{iteration.depth}", "unfinished": "…",
              "book": words.BOOK}  # fmt: skip
    nothing = words.NO if iteration.kind == "proof" else words.STOPPED
    found = iteration.move is not None and iteration.value is not None
    value = value_text(iteration.value) if found else nothing
    return LogRow(
        depths[iteration.kind],
        value,
        f"{iteration.statistics.nodes:,}",
        f"{iteration.seconds:.2f}",
        line_texts(game, state, iteration.line),
    )


def as_text(entry: LogEntry, width: int = 72) -> str:
    """Return an entry as lines of text, aligned for a fixed-width font."""
    lines = [entry.head + entry.facts.rjust(width - len(entry.head)) if entry.facts else entry.head]
    lines += filter(None, [entry.by])
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
    """Return one search as a row of CSV_COLUMNS; figures that it does not have are empty."""
    counted = report.statistics.figures(report.shown)
    return (
        number,
        game.sides[game.player(state)].name,
        move_text(game, state, report.move),
        "" if report.value is None else unsigned(round(report.value, 6)),
        report.depth,
        round(report.seconds, 3),
        proof_text(game, report.proof),
        *(counted.get(name, "") for name in SIX),
        report.nodes_per_second,
        " ".join(line_texts(game, state, report.line)),
        best_text(game, state, report) or move_text(game, state, report.move),
        *(counted.get(name, "") for name in LATER),
        report.player,
    )


def as_csv(rows: Iterable[tuple[object, ...]]) -> str:
    """Return rows of a log, each with its game and date at the end, under their headings."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow((*CSV_COLUMNS, "game", "date"))
    writer.writerows(rows)
    return out.getvalue()

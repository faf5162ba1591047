"""A search's report in words and figures, the same for log pane, saved log and terminal.

The rows of `Statistics` define which statistics there are, with their texts and formats.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import PurePath
from textwrap import wrap

from loa_tk.control.engine.blunders import best_pass, blundered, chose_other, played_proof
from loa_tk.model.game import Game, Move, Outcome, PlayerError, State
from loa_tk.model.notation import move_text
from loa_tk.model.numbers import number as value_number
from loa_tk.model.search.options import EVAL, NOISE, SECONDS, SEED
from loa_tk.model.search.players import FILE_OPTION, read_player
from loa_tk.model.search.statistics import ROWS, SIX, Iteration, Proof, Report, unsigned
from loa_tk.scenes.main import LogEntry, LogRow
from loa_tk.words import main as words

# What a row of the log is about.
MOVED, HINTED, TAKEN_BACK, VARIATION = "move", "hint", "taken back", "variation"
RESULT, PLAYERS = "result", "players"
# Later columns are at the end, so that the earlier columns keep their places.
LATER = tuple(name for name in ROWS if name not in SIX)
CSV_COLUMNS = (
    "number", "side", "move", "value", "depth", "seconds", "proof", *SIX, "nodes_per_second",
    "line", "best", *LATER, "player", "game", "date", "kind", "game_number", "best_value",
    "best_line", "note", "best_proof",
)  # fmt: skip
BOM = "\ufeff"  # without it, Excel does not read a file as UTF-8


def value_text(game: Game, value: float | None, proof: Proof | None = None) -> str:
    """Return a value with its sign: +15.42, −3,242, 0; a certain win in 11 plies is "win 11".

    The distance is that of the proof, if there is one.
    """
    if value is None:
        return words.NOTHING
    if abs(value) >= game.utmost:
        word = words.WIN if value > 0 else words.LOSS
        if proof is None or not proof.plies:
            return word
        return (words.BOUND if proof.source else words.DISTANCE).format(
            word=word, plies=proof.plies
        )
    return value_number(value)


def report_value(game: Game, report: Report) -> str:
    """Return the value of a report; that of an unfinished depth is a bound: "≥ +3.5"."""
    value = value_text(game, report.value, report.proof)
    bound = is_unfinished(report) and is_open(game, report)
    return words.AT_LEAST.format(value=value) if bound else value


def is_unfinished(report: Report) -> bool:
    """Return whether the move is that of a depth that was not searched to its end."""
    last = report.iterations[-1] if report.iterations else None
    return last is not None and last.kind == "unfinished" and last.line == report.line


def is_open(game: Game, report: Report) -> bool:
    """Return whether a report has a value that is neither a win nor a loss."""
    return report.value is not None and not is_certain(game, report.value)


def side_value(
    game: Game,
    side: int,
    value: float | None,
    proof: Proof | None = None,
    at_least: bool = False,
) -> str:
    """Return the value for a side with its name, as in White −8.5 or Black wins in 7."""
    name = game.sides[side].name.capitalize()
    if value is None:
        return words.NOTHING
    if not is_certain(game, value):
        number = value_text(game, value)
        number = words.AT_LEAST.format(value=number) if at_least else number
        return words.SIDE_VALUE.format(side=name, value=number)
    winner = game.sides[side if value > 0 else 1 - side].name.capitalize()
    text = words.WINS
    if proof is not None and proof.plies:
        text = words.WINS_WITHIN if proof.source else words.WINS_IN
    return text.format(side=winner, plies=proof.plies if proof else None)


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
    return next(iter(proof_texts(game, proof)), "")


def proof_texts(game: Game, proof: Proof | None) -> tuple[str, ...]:
    """Return what is proved in versions from long to short, or nothing."""
    if proof is None:
        return ()
    if proof.winner is None:
        return (words.PROVED_DRAW,)
    winner, number = game.sides[proof.winner].name.capitalize(), proof.plies
    plies = words.plies(number) if number is not None else ""
    texts = words.PROVED_WIN.get(proof.source, words.PROVED_WIN[""])
    return tuple(text.format(winner=winner, plies=plies, number=number) for text in texts)


def log_entry(game: Game, state: State, number: int, report: Report) -> LogEntry:
    """Return one search as the log shows it; `number` is the move's number in the game."""
    best, side = best_text(game, state, report), game.player(state)
    time = words.duration(report.seconds)
    # The proof has its own line.
    value = side_value(game, side, report.value, at_least=is_unfinished(report))
    plain = best or report.value is None
    return LogEntry(
        head=move_head(game, state, number, report.move),
        facts=time if plain else words.LOG_FACTS.format(value=value, time=time),
        statistics=tuple(
            (ROWS[name].text, ROWS[name].show(report.statistics)) for name in report.shown
        ),
        proof="" if best else proof_text(game, report.proof),  # it is about the best move
        rows=tuple(log_row(game, state, iteration, report) for iteration in report.iterations),
        blunder="" if not best else words.BLUNDERED.format(
            best=best, value=side_value(game, side, report.value, report.proof)),
        by=player_words(game, report.player),
        why=() if chose_other(report) else why_texts(game, state, report),
    )


def why_texts(game: Game, state: State, report: Report, name: str = "") -> tuple[str, ...]:
    """Return why a search's move was chosen, in sentences, by the evaluation of its player."""
    from loa_tk.model.search.why import why_report  # not before the first search is logged

    try:
        player = read_player(game, report.player) if report.player else None
    except PlayerError:
        player = None
    options = player.options if player is not None else {}
    name = name or str(options.get(EVAL.name, ""))
    evaluation = None
    if name in game.evaluations:
        seed, noise = options.get(SEED.name) or 0, options.get(NOISE.name, NOISE.default)
        evaluation = game.evaluation(name, seed, noise)
    return tuple(why_report(game, state, report, evaluation))


def move_head(game: Game, state: State, number: int, move: Move) -> str:
    """Return the head line of a move; a turn that is forfeited says why."""
    side = game.sides[game.player(state)].name.capitalize()
    text = words.LOG_MOVE if game.path(state, move) else words.LOG_PASS
    return text.format(number=number, side=side, move=move_text(game, state, move))


def player_words(game: Game, text: str) -> str:
    """Return a player's search, evaluation and limit, or the text of an unknown player."""
    try:
        player = read_player(game, text)
    except PlayerError:
        return text
    evaluation = player.options.get(EVAL.name)
    if evaluation in player.files:
        evaluation = PurePath(evaluation).name
    file = str(player.options.get(FILE_OPTION, ""))
    command = str(player.options.get("command", "")).split()[:1]
    own = [PurePath(name).name for name in filter(None, [file, *command])]
    limits = player.limit_texts() or [SECONDS.limit.format(s) for s in [player.allowed] if s]
    return words.FACTS.join([" ".join([player.search, *own]), *filter(None, [evaluation]), *limits])


def person_row(game: Game, state: State, number: int, move: Move, who: str) -> dict[str, object]:
    """Return the row of a move made without a search, by the names of CSV_COLUMNS."""
    return {
        "kind": MOVED,
        "number": number,
        "side": game.sides[game.player(state)].name,
        "move": move_text(game, state, move),
        "player": who,
    }


def best_text(game: Game, state: State, report: Report) -> str:
    """Return the best move if a worse one was played on purpose, otherwise nothing."""
    best = best_pass(report)
    if best is None or best.move is None or not blundered(game, state, report):
        return ""
    return move_text(game, state, best.move)


def is_certain(game: Game, value: float | None) -> bool:
    """Return whether a value stands for a win or a loss that is certain."""
    return value is not None and abs(value) >= game.utmost


def log_row(game: Game, state: State, iteration: Iteration, report: Report) -> LogRow:
    """Return one pass of a report; a word replaces the value of one that found nothing.

    Only the pass that gave the answer has the distance of the report's proof.
    """
    asked = iteration.kind == "proof"  # odd plies ask for a win, even ones for a loss
    depths = {"depth": str(iteration.depth), "proof": f"≤{iteration.depth}", "unfinished": "…",
              "book": words.BOOK}  # fmt: skip
    answered = iteration.move is not None
    if answered and asked and iteration.value == 0:
        value = words.PROVED_EVEN
    elif answered and iteration.value is not None:
        proof = report.proof if iteration is best_pass(report) else None
        value = value_text(game, iteration.value, proof)
        if iteration.kind == "unfinished" and not is_certain(game, iteration.value):
            value = words.AT_LEAST.format(value=value)  # the moves left may be better
    elif asked:
        value = words.NO_WIN if iteration.depth % 2 else words.NO_LOSS
    else:
        value = words.STOPPED
    return LogRow(
        depth=depths[iteration.kind], value=value, nodes=f"{iteration.statistics.nodes:,}",
        time=words.duration(iteration.seconds, 2), aside=asked and not answered,
        line=line_texts(game, state, iteration.line),
    )  # fmt: skip


def as_text(entry: LogEntry, width: int = 72) -> str:
    """Return an entry as lines of text, aligned for a fixed-width font."""
    lines = [entry.head + entry.facts.rjust(width - len(entry.head)) if entry.facts else entry.head]
    lines += filter(None, [entry.by])
    for number, (name, figure) in enumerate(entry.statistics, 1):
        lines.append(f"({number}) {name}".ljust(32) + figure.rjust(14))
    lines += filter(None, (entry.proof, entry.blunder))
    if entry.why:
        lines += wrap(f"{words.WHY} {' '.join(entry.why)}", width)
    if entry.rows:
        lines.append(_row(words.DEPTH, words.VALUE, words.NODES, words.TIME, words.LINE))
        for row in entry.rows:
            lines.append(_row(row.depth, row.value, row.nodes, row.time, " ".join(row.line)))
    return "\n".join(lines)


def _row(depth: str, value: str, nodes: str, time: str, line: str) -> str:
    return f"{depth:>5}  {value:>7}  {nodes:>13}  {time:>7}  {line}".rstrip()


def csv_row(game: Game, state: State, number: int, report: Report) -> dict[str, object]:
    """Return one search as a row, by the names of CSV_COLUMNS; it lacks unknown figures.

    Value, line and proof are those of the move that was played. After a random move on purpose only
    the best move has been searched: value and proof are empty, unless the next move ends the game.
    """
    best = best_pass(report)
    weak, value, proof = blundered(game, state, report), report.value, report.proof
    if weak:
        proof = played_proof(game, state, report.move)
        value = proof_value(game, game.player(state), proof)
    line = " ".join(line_texts(game, state, best.line if best and weak else report.line))
    played = move_text(game, state, report.move)
    return {
        **person_row(game, state, number, report.move, report.player),
        "value": number_of(value),
        "depth": report.depth,
        "seconds": round(report.seconds, 3),
        "proof": proof_text(game, proof),
        **report.statistics.figures(report.shown),
        "nodes_per_second": report.nodes_per_second,
        "line": played if weak else line,
        "best": best_text(game, state, report) or played,
        "best_value": number_of(report.value),
        "best_line": line,
        "best_proof": proof_text(game, report.proof),
    }


def proof_value(game: Game, side: int, proof: Proof | None) -> float | None:
    """Return what a result is worth for a side, or None if none is known."""
    return None if proof is None else Outcome(proof.winner, "").utility(side, game.utmost)


def number_of(value: float | None) -> object:
    """Return a value for a table, in which an unknown one is empty."""
    return "" if value is None else unsigned(round(value, 6))


def as_csv(rows: Iterable[Mapping[str, object]]) -> str:
    """Return rows of a log under the names of their columns."""
    # Imported here, so that the main window opens sooner.
    from loa_tk.store.tables import table_text

    return table_text([CSV_COLUMNS, *([row.get(name, "") for name in CSV_COLUMNS] for row in rows)])

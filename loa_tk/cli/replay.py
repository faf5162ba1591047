"""Play the games of SGF files by the rules and report how each ended or what is illegal in it.

For each game one line is printed: its number in the file, the game, the moves of its main line, and
the result with its reason or the first illegal move with its reason. With --json, `line` lists the
moves. FILE may be - for the standard input.

  loa replay game.sgf
  loa replay archive/*.sgf --json

The exit status is 0 if every game is legal, 1 if one is not, 2 if a file cannot be read.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from loa_tk.cli.arguments import add_json, outcome_json, print_json
from loa_tk.model.notation import move_text
from loa_tk.model.records import IllegalMove, Record, RecordError, Tree, read_record
from loa_tk.store.games import load_named

HELP = "check the games of files and report how they ended"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare this command's arguments."""
    parser.add_argument("files", metavar="FILE", nargs="+", help="SGF; - is the standard input")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print a line for each game; a file that cannot be read does not stop the others."""
    status = 0
    answers: list[dict[str, Any]] = []
    for name in args.files:
        try:
            trees = load_named(name)
        except RecordError as error:
            status = 2
            print(f"loa: {name}: {error}", file=sys.stderr)
            answers.append({"file": name, "error": str(error), "games": []})
            continue
        games = []
        for answer in replay(trees):
            status = max(status, 1 if "error" in answer else 0)
            games.append(answer)
            if not args.json:
                print(f"{name}: {sentence(answer)}")
        answers.append({"file": name, "games": games})
    if args.json:
        print_json({"files": answers})
    return status


def replay(trees: list[Tree]) -> Iterator[dict[str, Any]]:
    """Yield the answer for each game as JSON has it; only an illegal game has `error`."""
    for number, tree in enumerate(trees, 1):
        try:
            record = read_record(tree, reports=False)
        except RecordError as error:
            yield {"number": number, "error": {"message": str(error)}}
        else:
            yield {"number": number, **facts(record)}


def facts(record: Record) -> dict[str, Any]:
    """Return the facts of a game: which one it is, its moves, its result, its first error.

    `result` is by the rules, or else according to the file; `told` is the result in the file.
    """
    game = record.match.game
    answer: dict[str, Any] = {
        "game": game.key,
        "plies": record.plies,
        "moves": main_line(record),
        "result": outcome_json(game, record.outcome()),
        "told": outcome_json(game, record.ending),
    }
    if record.note:
        answer["note"] = record.note
    if record.problems:
        problem = record.problems[0]
        answer["result"] = None
        answer["error"] = {"message": str(problem)}
        if isinstance(problem, IllegalMove):
            answer["error"] |= {
                "number": problem.number,
                "move": problem.move,
                "variation": problem.variation,
                "reason": problem.reason,
            }
    return answer


def main_line(record: Record) -> list[str]:
    """Return the moves of the main line."""
    nodes = record.match.root.end().line()
    return [
        move_text(record.match.game, before.state, after.move)
        for before, after in pairwise(nodes)
        if after.move is not None
    ]


def sentence(answer: dict[str, Any]) -> str:
    """Return one game's answer in words."""
    head, error = f"game {answer['number']}", answer.get("error", {})
    if "game" not in answer:
        return f"{head}: {error['message']}"
    moves = f"{answer['plies']} move" + ("" if answer["plies"] == 1 else "s")
    head += f": {answer['game']}, {moves}"
    if error:
        return f"{head}; {error['message']}"
    result, told = answer["result"], answer["told"]
    note = f" ({answer['note']})" if "note" in answer else ""
    if result is None:
        return f"{head}, unfinished{note}"
    head += f", {score(result)}: {result['reason']}"
    if told and told["winner"] != result["winner"]:
        head += f" (The file says: {score(told)}.)"
    return head + note


def score(result: dict[str, str]) -> str:
    """Return the result in words: who won, or a draw."""
    return "a draw" if result["winner"] == "draw" else f"{result['winner']} won"

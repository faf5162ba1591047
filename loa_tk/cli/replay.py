"""Play the games of SGF files by the rules and report how each ended or what is illegal in it.

For each game one line is printed: its number in the file, the game, the moves of its main line, and
the result with its reason or the first illegal move with its reason. With --json, `line` lists the
moves. FILE may be - for the standard input.

With --confirm every search that is recorded with a game is made again, and each gets a line. A
search without a clock is confirmed if its move, value, line, proof and all counts are equal. Of a
search that a clock or a person has ended, the finished passes must be equal; the pass under way at
its end cannot be repeated, and the line says so; it also says if a search ended too early for its
clock, or if what it counted takes far less time than is recorded. Other programs, searches by
chance without a seed and students' files that are not named with --own are not repeatable. A wrong
count is named.

  loa replay game.sgf
  loa replay archive/*.sgf --json
  loa replay --confirm hand-in.sgf --own mine.py

The names of the players are compared with the searches too: a record that names a level of this
program must have that level's searches. Nothing can be said of names that people have chosen, nor
of who made a move without a search.

The exit status is 0 if every game is legal, no count is wrong and the computer players named are
those of the searches; 1 if not, or if a computer player is named and no search is recorded; 2 if a
file cannot be read.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from loa_tk import __version__
from loa_tk.cli.arguments import (
    add_json,
    add_sandbox,
    checked_sandbox,
    outcome_json,
    plain,
    print_json,
)
from loa_tk.model.notation import move_text
from loa_tk.model.records import IllegalMove, Record, RecordError, Tree, read_record
from loa_tk.model.search.players import FILE_OPTION, Player
from loa_tk.store.games import load_named
from loa_tk.words import confirm as words

OWN = f"loa_tk:{__version__}"  # as records name the program that has written them
WRONG = "wrong"  # the status of a search that was not as recorded
HELP = "check the games of files and report how they ended"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare this command's arguments."""
    parser.add_argument("files", metavar="FILE", nargs="+", help="SGF; - is the standard input")
    parser.add_argument(
        "--confirm", action="store_true", help="make every recorded search again and compare it"
    )
    parser.add_argument(
        "--own", metavar="FILE", action="append", default=[],
        help="a student's file that searches need; with --confirm, it runs in the sandbox",
    )  # fmt: skip
    add_sandbox(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print a line for each game; a file that cannot be read does not stop the others."""
    status = 0
    answers: list[dict[str, Any]] = []
    own = {Path(file).name: file for file in args.own}
    sandbox = checked_sandbox(args, *(Player(FILE_OPTION, file=file) for file in args.own))
    for name in args.files:
        try:
            trees = load_named(name)
        except RecordError as error:
            status = 2
            record_of = Path(name).with_suffix(".sgf")  # of a page that was handed in
            page = Path(name).suffix == ".html" and record_of.is_file()
            reason = words.IS_PAGE.format(record=record_of) if page else str(error)
            print(f"loa: {name}: {reason}", file=sys.stderr)
            answers.append({"file": name, "error": reason, "games": []})
            continue
        games = []
        for record, answer in replay(trees, args.confirm):
            status = max(status, 1 if "error" in answer else 0)
            games.append(answer)
            if not args.json:
                print(f"{name}: {sentence(answer)}")
            if args.confirm and record is not None:
                said = None if args.json else f"{name}: game {answer['number']}"
                answer["searches"] = list(confirmed(record, own, sandbox, said))
                wrong = any(one["status"] == WRONG for one in answer["searches"])
                status = max(status, int(wrong), said_of_players(record, answer, said))
                if wrong and (other := written_by(trees[answer["number"] - 1])):
                    print(f"loa: {name}: {words.OTHER_VERSION.format(other=other, own=OWN)}",
                          file=sys.stderr)  # fmt: skip
        answers.append({"file": name, "games": games})
    if args.json:
        print_json({"files": answers})
    return status


def replay(
    trees: list[Tree], reports: bool = False
) -> Iterator[tuple[Record | None, dict[str, Any]]]:
    """Yield each game and the answer as JSON has it; only an illegal game has `error`.

    With `reports` its searches are read, too.
    """
    for number, tree in enumerate(trees, 1):
        try:
            record = read_record(tree, reports=reports)
        except RecordError as error:
            yield None, {"number": number, "error": {"message": str(error)}}
        else:
            yield record, {"number": number, **facts(record)}


def said_of_players(record: Record, answer: dict[str, Any], head: str | None) -> int:
    """Say which players do not fit the searches recorded; return 1 if there are any, else 0."""
    from loa_tk.control.engine.played import misnamed, unsearched

    said = misnamed(record)
    if not answer["searches"] and (names := unsearched(record)):
        said.append(words.UNSEARCHED.format(names=words.both(names)))
    if said:
        answer["players"] = said
    if head is not None:
        for text in said:
            print(plain(f"{head}: {text}"))
    return int(bool(said))


def written_by(tree: Tree) -> str:
    """Return the program that has written a record if it is not this one in this version."""
    written = next((values[0] for name, values in tree[0].properties if name == "AP"), "")
    return "" if written == OWN else written or words.UNKNOWN


def confirmed(
    record: Record, own: dict[str, str], sandbox: str, head: str | None
) -> Iterator[dict[str, Any]]:
    """Yield what became of each search, and print it below the head of its game, if there is one.

    The last line says how many were confirmed.
    """
    from loa_tk.control.engine.confirm import CONFIRMED, OPEN, PARTLY, confirm

    counts = dict.fromkeys((CONFIRMED, PARTLY, OPEN, WRONG), 0)
    for one in confirm(record, own, sandbox):
        counts[one.status] += 1
        if head is not None:
            print(plain(f"{head}: {one.move}: {one.status}, {one.text}"), flush=True)
        yield {"move": one.move, "status": one.status, "text": one.text, "nodes": one.nodes,
               "repeated": one.repeated}  # fmt: skip
    if head is not None:
        print(f"{head}: {words.summary(counts)}")


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

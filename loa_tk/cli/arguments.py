"""Arguments and answers that several commands share: the game, a position, JSON."""

from __future__ import annotations

import argparse
import codecs
import json
import sys
from collections.abc import Mapping
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from loa_tk.model.encoding import decode
from loa_tk.model.fields import Field, OneOf
from loa_tk.model.game import Game, Outcome, State, UserError
from loa_tk.model.games import find_game
from loa_tk.model.notation import read_position
from loa_tk.model.search.statistics import unsigned
from loa_tk.model.written import WrittenTree, read_tree
from loa_tk.words import own_code as words

if TYPE_CHECKING:  # most commands need no player
    from loa_tk.model.search.players import Player

# In numbers, which other programs read.
ASCII = str.maketrans({"−": "-", "≤": "<=", "≥": ">=", "∞": "inf"})


def add_game(parser: argparse.ArgumentParser) -> None:
    """Add GAME and --position."""
    parser.add_argument("game", metavar="GAME", help="the key of a game; `loa games` lists them")
    add_position(parser)


def add_position(parser: argparse.ArgumentParser) -> None:
    """Add --position."""
    parser.add_argument(
        "--position",
        metavar="TEXT",
        help="rows from the top joined by /, numbers for empty squares, then the side to move: "
        '"1bbb1/w3w/w3w/w3w/1bbb1 b" (default: the start)',
    )


def add_tree(parser: argparse.ArgumentParser) -> None:
    """Add GAME, which may be left out, and --tree for a tree that takes its place."""
    parser.add_argument(
        "game", metavar="GAME", nargs="?", help="the key of a game; `loa games` lists them"
    )
    parser.add_argument(
        "--tree", metavar="FILE",
        help="search a tree of your own instead of a game: a file, or the tree itself, such as "
        '"((3 12 8)(2 4 6)(14 5 2))"',
    )  # fmt: skip


def own_tree(args: argparse.Namespace) -> WrittenTree | None:
    """Return the tree of --tree, or None if a game is named; UserError if both or neither is."""
    if (args.tree is None) == (args.game is None):
        raise UserError("name either a game or a tree (--tree)")
    if args.tree is None:
        return None
    if not args.tree.strip():
        raise UserError("--tree needs a tree, such as '((3 12 8)(2 4 6)(14 5 2))', or a file")
    if "(" in args.tree or "[" in args.tree:
        return read_tree(args.tree)
    try:
        return read_tree(decode(Path(args.tree).read_bytes()))
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not a text file"
        raise UserError(f"{args.tree} cannot be read: {reason}") from None


def add_secret(parser: argparse.ArgumentParser) -> None:
    """Add --secret, from which the positions and numbers of checks are drawn."""
    parser.add_argument(
        "--secret", metavar="TEXT", default="",
        help="repeat checks with the secret that they were drawn from (default: a new one)",
    )  # fmt: skip


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add --json."""
    parser.add_argument("--json", action="store_true", help="answer as one JSON object")


def add_field(
    parser: argparse._ActionsContainer,
    field: Field[Any],
    metavar: str | None = None,
    default: str | None = None,
    unset: bool = False,
) -> None:
    """Add the option of a field, whose value is read as in a form.

    Its help shows the default, or the text `default` in its place. With `unset` the value is None
    unless the option is given.
    """
    shown = field.show(field.default) if default is None else default
    parser.add_argument(
        f"--{field.name}", metavar=metavar, type=field.read,
        default=None if unset else field.default,
        choices=field.kind.choices if isinstance(field.kind, OneOf) else None,
        help=f"{field.help} (default: {shown})" if shown else field.help,
    )  # fmt: skip


def add_sandbox(parser: argparse.ArgumentParser) -> None:
    """Add --sandbox."""
    parser.add_argument(
        "--sandbox", metavar="HOW", choices=words.SANDBOXES, default="",
        help=f"how students' files are isolated: {', '.join(words.SANDBOXES)} (default: the best "
        "one here)",
    )  # fmt: skip


def checked_sandbox(args: argparse.Namespace, *players: Player) -> str:
    """Return the sandbox for these players, or "" if none needs one; say on the error stream which.

    Raise UserError if the one that was asked for does not work here, or if a file cannot be read.
    """
    files = dict.fromkeys(PurePath(file).name for player in players for file in player.files)
    if not files and not args.sandbox:
        return ""
    from loa_tk.control.guest.sandbox import choose
    from loa_tk.lab.source import read

    for player in players:
        for file in player.files:
            read(Path(file))
    chosen = choose(args.sandbox)
    if files:
        text = words.RUNS_IN.format(files=", ".join(files), how=words.SANDBOXES[chosen])
        print(f"loa: {text}", file=sys.stderr)
    return chosen


def game_and_state(args: argparse.Namespace) -> tuple[Game, State]:
    """Return the game and the state that the arguments of `add_game` name."""
    game = find_game(args.game)
    return game, game.start if args.position is None else read_position(game, args.position)


def outcome_json(game: Game, outcome: Outcome | None) -> dict[str, str] | None:
    """Return an outcome for JSON: the winner's name or "draw", and the reason."""
    if outcome is None:
        return None
    return {"winner": winner_name(game, outcome.winner), "reason": outcome.reason}


def winner_name(game: Game, winner: int | None) -> str:
    """Return the name of the winning side, or "draw"."""
    return "draw" if winner is None else game.sides[winner].name


def print_json(answer: Mapping[str, object]) -> None:
    """Print one JSON object on one line, as UTF-8 on every console; zero has no sign."""
    utf8 = codecs.lookup(sys.stdout.encoding or "utf-8").name == "utf-8"
    print(json.dumps(tidy(answer), ensure_ascii=not utf8))


def tidy(content: object) -> object:
    """Return what JSON can hold, with 0.0 for every -0.0."""
    if isinstance(content, Mapping):
        return {key: tidy(value) for key, value in content.items()}
    if isinstance(content, (list, tuple)):
        return [tidy(value) for value in content]
    return unsigned(content) if isinstance(content, float) else content


def plain(text: str) -> str:
    """Return a text with its numbers in ASCII."""
    return text.translate(ASCII)

"""Who made the moves of a game: the computers of the searches recorded with them, and people."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import PurePath

from loa_tk.immutable import dataclass
from loa_tk.model.game import Game, PlayerError
from loa_tk.model.match import Node
from loa_tk.model.records import Record
from loa_tk.model.search.players import Player, levels, read_player
from loa_tk.model.search.statistics import Report
from loa_tk.words import confirm as confirm_words
from loa_tk.words.review import COMPUTER, HUMAN

JOIN = ", "  # between the players of one side in a record


@dataclass(frozen=True, kw_only=True)
class Stretch:
    """Moves of one side that the same player made one after the other."""

    player: str | None  # as the searches name it; None is a person
    first: int  # the number of the first move
    last: int


def stretches(game: Game, line: Sequence[Node], side: int) -> list[Stretch]:
    """Return who made a side's moves of a line; nobody makes a forfeited turn."""
    found: list[Stretch] = []
    for ply, node in enumerate(line):
        if node.parent is None or node.move is None or game.player(node.parent.state) != side:
            continue
        report = node.report if isinstance(node.report, Report) else None
        if report is None and not game.path(node.parent.state, node.move):
            continue
        number, player = (ply + 1) // 2, None if report is None else report.player
        first = number
        if found and found[-1].player == player:
            first = found.pop().first
        found.append(Stretch(player=player, first=first, last=number))
    return found


def unseeded(player: Player) -> Player:
    """Return a player without the seed that a game has given it."""
    return player.changed(seed=None) if player.chancy else player


def player_name(game: Game, player: Player) -> str:
    """Return the name of a player for a record: a level of the program, or the player as text.

    A level that the user has changed is text, because only this program's user knows it. Files are
    named without their folders, which do not concern the person who gets the game.
    """
    plain = unseeded(player)
    level = next((name for name in levels(game) if read_player(game, name) == plain), "")
    names = {key: PurePath(text).name for key, text in player.options.items()
             if text in player.files or key == "folder"}  # fmt: skip
    return level or player.changed(**names).spec()


def computer_name(game: Game, text: str) -> str:
    """Return what a record calls the player that a search names."""
    with suppress(PlayerError):
        text = player_name(game, read_player(game, text))
    return COMPUTER.format(player=text)


def recorded_name(game: Game, line: Sequence[Node], side: int) -> str:
    """Return the players of a side as a record names them, or nothing if no search is recorded."""
    made = stretches(game, line, side)
    if all(one.player is None for one in made):
        return ""
    names = (HUMAN if one.player is None else computer_name(game, one.player) for one in made)
    return JOIN.join(dict.fromkeys(names))


def is_computer(name: str) -> bool:
    """Return whether the name of a record is that of a computer player of this program."""
    return any(one.startswith(COMPUTER.format(player="")) for one in name.split(JOIN))


def is_ours(name: str) -> bool:
    """Return whether this program has chosen the name, rather than a person."""
    return name == HUMAN or is_computer(name)


def misnamed(record: Record) -> list[str]:
    """Return a sentence for each side whose name does not fit the searches of its moves."""
    game, line = record.match.game, record.match.root.end().line()
    said = []
    for side in (0, 1):
        name, found = record.player(side), recorded_name(game, line, side)
        if found and is_ours(name) and name != found:
            about = game.sides[side].name.capitalize()
            said.append(confirm_words.MISNAMED.format(side=about, name=name, found=found))
    return said


def unsearched(record: Record) -> list[str]:
    """Return the names of the computer players none of whose moves has a search."""
    game, line = record.match.game, record.match.root.end().line()
    names = (record.player(side) for side in (0, 1) if not recorded_name(game, line, side))
    return [name for name in names if is_computer(name)]

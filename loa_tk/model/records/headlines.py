"""A record in a line, for a list to choose from: read off the tree without playing a move."""

from __future__ import annotations

from dataclasses import dataclass

from loa_tk.model.records.opening import MOVES, game_of, info_of, lead_of
from loa_tk.model.records.record import RecordError, letter
from loa_tk.model.records.sgf import Tree
from loa_tk.model.records.steps import GIVEN_UP


@dataclass(frozen=True)
class Headline:
    """What a list shows of a record; `players` are first and second, `error` why it is none."""

    game: str
    players: tuple[str, str]
    date: str
    event: str
    result: str
    moves: int
    error: str = ""


def headline(tree: Tree) -> Headline:
    """The headline of a tree; its moves are counted, not tried."""
    lead, _ = lead_of(tree)
    info = info_of(lead)
    players, error = ("PB", "PW"), ""
    try:
        game = game_of(lead)
        name = game.title
        players = ("P" + letter(game, 0), "P" + letter(game, 1))
    except RecordError as problem:
        name, error = "", str(problem)
    moves = 0
    for place, node in enumerate(tree):
        if node.parent != place - 1:
            break
        for known, values in node.properties:
            if known in MOVES:
                moves += sum(1 for value in values if not value.lower().startswith(tuple(GIVEN_UP)))
    first, second = (info.get(player, "") for player in players)
    return Headline(
        name,
        (first, second),
        info.get("DT", ""),
        info.get("EV", ""),
        info.get("RE", ""),
        moves,
        error,
    )

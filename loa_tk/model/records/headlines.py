"""A record as one line of a list: game, players, date and result, without playing a move."""

from __future__ import annotations

from dataclasses import dataclass

from loa_tk.model.records.opening import MOVES, game_of, info_of, lead_of
from loa_tk.model.records.record import RecordError, letter
from loa_tk.model.records.sgf import Tree
from loa_tk.model.records.steps import GIVEN_UP


@dataclass(frozen=True)
class Headline:
    """What a list shows of a record; `error` says why it cannot be read."""

    game: str
    players: tuple[str, str]  # the one who moves first, then the other
    date: str
    event: str
    result: str
    moves: int
    error: str = ""


def headline(tree: Tree) -> Headline:
    """Return the headline of a tree; its moves are counted but not checked."""
    lead = lead_of(tree)
    info = info_of(lead)
    players, error = ("PB", "PW"), ""
    try:
        game = game_of(lead)
        name = game.title
        players = ("P" + letter(game, 0), "P" + letter(game, 1))
    except RecordError as problem:
        name, error = "", str(problem)
    moves = 0
    for place in range(len(tree)):
        if tree.parent(place) != place - 1:
            break
        for known, values in tree.properties(place):
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

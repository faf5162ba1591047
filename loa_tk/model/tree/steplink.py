"""A step of a recorded search as one line of text, which windows, pages and handouts share.

    loa5 1bbb1/w3w/w3w/w3w/1bbb1 b alphabeta:eval=groups,depth=3 step 307
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from loa_tk.model.game import TREE, Game, State, UserError
from loa_tk.model.games import find_game
from loa_tk.model.notation import position_text, read_position
from loa_tk.model.search.options import EVAL, is_file
from loa_tk.model.search.players import Player, read_player
from loa_tk.model.tree.orders import ORDER
from loa_tk.model.tree.recording import MOST_DEPTH, RECORDED
from loa_tk.model.tree.searchtree import FIXED, SearchTree

LINK = re.compile(
    rf"(?P<place>.+?)\s+(?P<player>(?:{'|'.join(RECORDED)}):.+?)(?:\s+order\s+(?P<order>\w+))?"
    r"\s+step\s+(?P<step>[\d,]+)",
    re.DOTALL | re.ASCII,
)
EXAMPLE = "loa5 1bbb1/w3w/w3w/w3w/1bbb1 b alphabeta:eval=groups,depth=3 step 307"


@dataclass(frozen=True, kw_only=True)
class StepLink:
    """A search, and the number of one of its steps, counted from 1."""

    game: Game
    state: State
    search: str
    evaluation: str
    depth: int
    order: str
    step: int


def search_texts(tree: SearchTree) -> list[str]:
    """Return how links to a recorded search begin: in full, and without the game's start."""
    places = [f"{tree.game.key} {position_text(tree.game, tree.root)}".rstrip()]
    if tree.root == tree.game.start:
        places.append(tree.game.key)
    player = Player(tree.search, eval=tree.evaluation, depth=tree.depth).spec()
    order = "" if tree.order == FIXED else f" order {tree.order}"
    return [f"{place} {player}{order}" for place in places]


def link_text(tree: SearchTree, step: int) -> str:
    """Return the link to a step of a recorded search."""
    return f"{search_texts(tree)[0]} step {step}"


def read_link(text: str) -> StepLink:
    """Return what a link describes, or raise UserError."""
    found = LINK.fullmatch(" ".join(text.split()))
    if found is None:
        raise UserError(f"this is not a link to a step; one is: {EXAMPLE}")
    place = found["place"]
    key, _, position = (place, "", "") if place.startswith(TREE) else place.partition(" ")
    game = find_game(key)
    state = read_position(game, position) if position else game.start
    player = read_player(game, found["player"])
    if is_file(str(player.options[EVAL.name])):
        raise UserError("a link names one of the game's evaluations, not a file")
    depth = player.depth
    if depth is None or not 1 <= depth <= MOST_DEPTH:
        raise UserError(f"the search of a link has a depth from 1 to {MOST_DEPTH}")
    return StepLink(
        game=game, state=state, search=player.search, evaluation=str(player.options[EVAL.name]),
        depth=depth, order=ORDER.read(found["order"] or FIXED),
        step=int(found["step"].replace(",", "")),
    )  # fmt: skip

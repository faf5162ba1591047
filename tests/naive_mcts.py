"""A plain Monte Carlo tree search with nested dictionaries, for comparison with the recorder."""

import random
from math import log, sqrt

from loa_tk.model.game import finish


def node(game, dice, state, move):
    over = move is not None and finish(game, state) is not None
    untried = [] if over else list(game.moves(state))
    dice.shuffle(untried)
    return {
        "state": state, "move": move, "visits": 0, "wins": 0.0, "over": over,
        "untried": untried, "children": [],
    }  # fmt: skip


def frozen(one):
    """Return a copy of a tree as it is now."""
    kept = {key: one[key] for key in ("move", "visits", "wins", "over")}
    return {
        **kept, "untried": len(one["untried"]), "children": [frozen(x) for x in one["children"]],
    }  # fmt: skip


def naive_mcts(game, state, seed, playouts, c):
    """Return a dictionary for each playout, with the whole tree after it."""
    dice = random.Random(f"{seed}/{game.key}/0/{state}")
    root = node(game, dice, state, None)
    kept = []
    for _ in range(playouts):
        path, table = [root], []
        while not path[-1]["untried"] and path[-1]["children"]:
            above = path[-1]
            terms = [
                (x["wins"] / x["visits"], c * sqrt(log(above["visits"]) / x["visits"]))
                for x in above["children"]
            ]
            table.append(terms)
            sums = [share + bonus for share, bonus in terms]
            path.append(above["children"][sums.index(max(sums))])
        before = [(x["visits"], x["wins"]) for x in path]
        if path[-1]["untried"]:
            move = path[-1]["untried"].pop()
            child = node(game, dice, game.play(path[-1]["state"], move), move)
            path[-1]["children"].append(child)
            path.append(child)
        at, line = path[-1]["state"], []
        while finish(game, at) is None and len(line) < 400:
            line.append(dice.choice(game.moves(at)))
            at = game.play(at, line[-1])
        end = finish(game, at)
        winner = None if end is None else end.winner
        for depth, x in enumerate(path):
            mover = (game.player(state) + depth + 1) % 2
            x["visits"] += 1
            x["wins"] += 0.5 if winner is None else 1.0 if winner == mover else 0.0
        kept.append({
            "path": [x["move"] for x in path[1:]], "line": line, "winner": winner,
            "table": table, "before": before, "tree": frozen(root),
        })  # fmt: skip
    return kept

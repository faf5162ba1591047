"""Small searches of every game, and a second recorder that is nothing but a plain recursion."""

import random
from functools import cache
from math import inf

from loa_tk.model.game import finish
from loa_tk.model.games import all_games, find_game
from loa_tk.model.notation import move_text
from loa_tk.model.tree.recording import TreeRequest, record

ORDERS = ("fixed", "eval", "best")
KINDS = (("minimax", "fixed"), *(("alphabeta", order) for order in ORDERS))


def positions(key, plies=(0, 6)):
    """Return the states after some random moves; none of them is finished."""
    game, dice, found = find_game(key), random.Random(key), []
    for length in plies:
        state = game.start
        for _ in range(length):
            after = game.play(state, dice.choice(game.moves(state)))
            if finish(game, after):
                break
            state = after
        found.append(state)
    return found


@cache
def sample(key, search="alphabeta", order="fixed", depth=3, plies=0, most=1_000_000):
    """Return a recorded tree."""
    game = find_game(key)
    (state,) = positions(key, (plies,))
    return record(
        TreeRequest(
            game=game,
            state=state,
            search=search,
            evaluation=game.evaluations[0],
            depth=depth,
            order=order,
            most=most,
        )
    )


KEYS = tuple(all_games())
BIG = ("loa8", "breakthrough8", "breakthrough5x10")  # trees of three plies would take too long


class Plain:
    """The definition: nested dictionaries made by the recursion of the book, without a recorder."""

    def __init__(self, game, root, evaluation, depth, search, order):
        self.game, self.depth, self.prunes, self.order = game, depth, search == "alphabeta", order
        self.player = game.player(root)
        self.eval = game.evaluation(evaluation).value
        self.known = {}

    def leaf(self, state, ply):
        """Return the value of a leaf, or None if its moves have to be looked at."""
        outcome = self.game.outcome(state)
        if outcome is None and ply == self.depth:
            return self.eval(state, self.player)
        if outcome is None and not self.game.moves(state):
            outcome = self.game.stuck(state)
        return outcome and outcome.utility(self.player, self.game.utmost)

    def minimax(self, state, ply):
        """Return the exact value."""
        if (state, ply) not in self.known:
            value = self.leaf(state, ply)
            if value is None:
                choose = min if ply % 2 else max
                moves = self.game.moves(state)
                value = choose(self.minimax(self.game.play(state, m), ply + 1) for m in moves)
            self.known[state, ply] = value
        return self.known[state, ply]

    def worth(self, state, ply):
        """Return what the order of moves goes by."""
        if self.order == "best":
            return self.minimax(state, ply)
        outcome = self.game.outcome(state)
        if outcome:
            return outcome.utility(self.player, self.game.utmost)
        return self.eval(state, self.player)

    def moves(self, state, ply):
        moves = list(self.game.moves(state))
        if self.order != "fixed":
            sign = 1 if ply % 2 else -1
            moves.sort(key=lambda m: sign * self.worth(self.game.play(state, m), ply + 1))
        return moves

    def node(self, state, alpha, beta, ply=0, move=None):
        found = {"move": move, "value": None, "alpha": alpha, "beta": beta, "nodes": 1}
        found |= {"cut": False, "children": [], "untried": []}
        found["value"] = self.leaf(state, ply)
        if found["value"] is not None:
            return found
        v = inf if ply % 2 else -inf
        for m in self.moves(state, ply):
            name = move_text(self.game, state, m)
            if found["cut"]:
                found["untried"].append(name)
                continue
            child = self.node(self.game.play(state, m), alpha, beta, ply + 1, name)
            found["children"].append(child)
            found["nodes"] += child["nodes"]
            v = min(v, child["value"]) if ply % 2 else max(v, child["value"])
            if self.prunes:
                found["cut"] = v <= alpha if ply % 2 else v >= beta
                alpha, beta = (alpha, min(beta, v)) if ply % 2 else (max(alpha, v), beta)
        found["value"] = v
        return found


def plain(tree):
    """Return the tree that the definition gives for the same search."""
    bound = tree.game.utmost if tree.search == "alphabeta" else inf
    maker = Plain(tree.game, tree.root, tree.evaluation, tree.depth, tree.search, tree.order)
    return maker.node(tree.root, -bound, bound)


def nested(tree, node=0):
    """Return a recorded tree as the same nested dictionaries."""
    return {
        "move": tree.move_name(node) or None,
        "value": tree.value(node),
        "alpha": tree.alpha(node),
        "beta": tree.beta(node),
        "nodes": tree.size(node),
        "cut": tree.cut(node),
        "children": [nested(tree, child) for child in tree.children(node)],
        "untried": list(tree.untried_names(node)),
    }

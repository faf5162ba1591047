"""A game that is a tree written as nested lists, to try searches on what the book prints."""

from loa_tk.model.game import Game, Outcome, Side, SimpleEvaluation

# Figure 5.2 of the book: three MIN nodes with three leaves each.
FIGURE_5_2 = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


class LeafValues(SimpleEvaluation):
    def value(self, state, player):
        node = self.game.node(state)
        leaf = 0.0 if isinstance(node, list) else float(node)
        return leaf if player == 0 else -leaf


class Tree(Game):
    """States are the paths from the root; a leaf's number is its value for the first player."""

    key = title = "tree"
    rows = columns = 1
    sides = (Side("max", "x"), Side("min", "n"))
    utmost = 100.0
    start = ()
    evaluations = ("full",)

    def __init__(self, root):
        self.root = root

    def node(self, state):
        node = self.root
        for branch in state:
            node = node[branch]
        return node

    def player(self, state):
        return len(state) % 2

    def moves(self, state):
        node = self.node(state)
        return list(range(len(node))) if isinstance(node, list) else []

    def play(self, state, move):
        return (*state, move)

    def outcome(self, state):
        node = self.node(state)
        return Outcome({"won": 0, "lost": 1}[node], "Said so.") if isinstance(node, str) else None

    def stuck(self, state):
        return Outcome(None, "Nothing left.")

    def evaluation(self, name, seed=0, noise=1.0):
        return LeafValues(self)

    def setup(self, pieces, player):
        raise NotImplementedError

    pieces = path = taken = explain = setup

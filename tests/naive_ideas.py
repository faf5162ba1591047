"""The strong search's ideas once more on the naive rules: slow, plain, and with every call noted.

Values are those of MAX, the side to move at the root, as in the lessons.
"""

from functools import cache
from math import inf, nextafter

from loa_tk.model.games.breakthrough.knowledge.full import SQUARES
from reference import GAMES, move_text, position_text

UTMOST = {"loa5": 100, "loa6": 100, "breakthrough8": 1_000_000, "minicheckers": 1_000}


def read(text):
    """Return the naive board and the side to move of a position's text."""
    rows, side = text.split()
    board = []
    for row in reversed(rows.split("/")):
        line = []
        for letter in row:
            line += [None] * int(letter) if letter.isdecimal() else [letter]
        board.append(line)
    return board, side


@cache
def pairs(n):
    """Return all pairs of groups and checkers, from the best to the worst."""
    most = 2 * (n - 2)
    return [(groups, checkers) for groups in range(2, most + 1) for checkers in range(
        groups, most + 1)]  # fmt: skip


def groups(rules, board, side, to_move):
    """Return EVAL `groups` of Lines of Action for a side."""

    def rank(who):
        pair = rules.groups(board, who), sum(row.count(who) for row in board)
        return 100 - 200 * (pairs(rules.n).index(pair) + 1) / (len(pairs(rules.n)) + 1)

    return (rank(side) - rank(rules.other(side))) / 2


def full_terms(rules, board, side, to_move):
    """Return the terms of EVAL `full` of Breakthrough 8x8 for a side, square by square."""
    weights, last, enemy = SQUARES["breakthrough8"], rules.rows - 1, rules.other(side)
    terms = dict.fromkeys(("workers", "files", "side by side", "contested squares"), 0)

    def home(who, row):
        return row if who == "w" else last - row

    def near(who, row, column, ahead):
        """Count the workers of a side diagonally on one side of a square."""
        return [rules.at(board, row + ahead, column + d) for d in (-1, 1)].count(who)

    for row in range(rules.rows):
        for column in range(rules.columns):
            who = board[row][column]
            if who is None:
                ours = near(side, row, column, -rules.up(side))
                theirs = near(enemy, row, column, rules.up(side))
                contested = weights.contested
                terms["contested squares"] += contested[home(side, row)][ours][theirs]
                terms["contested squares"] -= contested[home(enemy, row)][theirs][ours]
                continue
            sign, rival, up, rank = (1 if who == side else -1), rules.other(who), rules.up(who), (
                home(who, row))  # fmt: skip
            table = weights.to_move if who == to_move else weights.waiting
            beside, attacked = near(who, row, column, -up), near(rival, row, column, up)
            terms["workers"] += sign * table[rank][beside][attacked]
            terms["files"] += sign * weights.files[rank][min(column, last - column)]
            if column and board[row][column - 1] == who:
                terms["side by side"] += sign * weights.beside[rank]
    terms["turn"] = weights.turn if side == to_move else -weights.turn
    terms["race"] = race(rules, board, side, to_move)
    return terms


def race(rules, board, side, to_move):
    """Return the weight of a race that is certain, for a side."""
    weights, last = SQUARES["breakthrough8"].certain, rules.rows - 1
    steps, runs = {}, {}
    for who in "wb":
        rival = rules.other(who)
        mine = rules.places(board, who)
        steps[who] = [last - row if who == "w" else row for row, _ in mine]
        runs[who] = [
            go for (row, column), go in zip(mine, steps[who], strict=True)
            if not any((row - r) * rules.up(rival) >= abs(column - c)
                       for r, c in rules.places(board, rival))
        ]  # fmt: skip
    waiting = rules.other(to_move)
    if runs[to_move] and min(runs[to_move]) <= min(steps[waiting]):
        return weights[min(runs[to_move])] * (1 if side == to_move else -1)
    if runs[waiting] and min(runs[waiting]) < min(steps[to_move]):
        return weights[min(runs[waiting])] * (1 if side == waiting else -1)
    return 0


def edges(rules, board, side, to_move):
    """Return EVAL `edges` of Mini-Checkers for a side."""
    return round(rules.value(board, side), 6)  # tenths, without what their sums leave behind


def full(rules, board, side, to_move):
    return sum(full_terms(rules, board, side, to_move).values())


EVALS = {"groups": groups, "full": full, "edges": edges}


class Search:
    """One position with everything that the lessons search for in it."""

    def __init__(self, key, position, evaluation, depth):
        self.rules, self.depth = GAMES[key], depth
        self.board, self.me = (
            (self.rules.start(), self.rules.first) if position is None else read(position)
        )
        self.utmost = UTMOST[key]
        self.eval = EVALS[evaluation]
        self.made, self.worths, self.values = {}, {}, {}
        self.memory, self.table = {}, None  # best moves, and bounds of values
        self.null = self.reduce = self.forgets = self.settles = False
        self.cuts, self.best_first = True, False

    # --- positions ---

    def moves(self, board, side):
        """Return the boards after all moves by the names of the moves; each is made once."""
        key = str(board), side
        if key not in self.made:
            self.made[key] = {
                move_text(self.rules, board, m): self.rules.play(board, m)
                for m in self.rules.moves(board, side)
            }
        return self.made[key]

    def after(self, board, side, name):
        return self.moves(board, side)[name], self.rules.other(side)

    def line(self, names):
        board, side = self.board, self.me
        for name in names:
            board, side = self.after(board, side, name)
        return board, side

    def worth(self, board, side):
        """Return UTILITY of a finished game, otherwise EVAL."""
        key = str(board), side
        if key not in self.worths:
            winner = self.rules.winner(board, side)
            won = self.utmost if winner == self.me else -self.utmost
            value = won if winner else self.eval(self.rules, board, self.me, side)
            self.worths[key] = bool(winner), value
        return self.worths[key][1]

    def over(self, board, side):
        self.worth(board, side)
        return self.worths[str(board), side][0]

    def names(self, board, side):
        return list(self.moves(board, side))

    def perfect(self, board, side, left):
        """Return the moves, the one first whose position minimax likes best."""
        sign = -1 if side == self.me else 1
        return sorted(self.names(board, side), key=lambda x: sign * self.minimax(
            *self.after(board, side, x), left - 1))  # fmt: skip

    def by_eval(self, board, side):
        """Return the moves, the one first whose position EVAL likes best."""
        sign = -1 if side == self.me else 1
        return sorted(
            self.names(board, side), key=lambda x: sign * self.worth(*self.after(board, side, x))
        )

    def minimax(self, board, side, left):
        """Return the value by trying everything; the same position is tried once."""
        if not left or self.over(board, side):
            return self.worth(board, side)
        key = str(board), side, left
        if key not in self.values:
            rival, choose = self.rules.other(side), max if side == self.me else min
            below = self.moves(board, side).values()
            self.values[key] = choose(self.minimax(one, rival, left - 1) for one in below)
        return self.values[key]

    # --- alpha-beta with ideas ---

    def begin(self, depth):
        self.limit, self.entered, self.path, self.below = depth, 0, [], 0
        self.calls, self.met, self.stored, self.levels = [], [], {}, [0] * (depth + 1)
        self.evals = self.prunes = 0
        self.asked = self.again = self.late = self.deepened = self.remembered = self.surprises = 0
        self.first_order = []

    def decide(self, depth):
        """Search to a depth, and return the value; what was remembered before stays."""
        self.begin(depth)
        return self.visit(self.board, self.me, -self.utmost, self.utmost, 0)

    def visit(self, board, side, alpha, beta, depth):
        before, key = self.entered, (position_text(board, side), self.limit - depth)
        if self.table is not None and depth and key in self.table:
            low, high = self.table[key]
            enough = low == high or low >= beta or high <= alpha
            path, size = self.stored[key]
            self.met.append((list(self.path), path, key[1], low, high, alpha, beta, enough,
                             size - 1 if enough else 0))  # fmt: skip
            if enough:
                self.entered += 1
                self.levels[depth] += 1
                return low if low >= beta else high
        self.entered += 1
        self.levels[depth] += 1
        window = alpha, beta
        if depth >= self.limit or self.over(board, side):
            v, best = self.worth(board, side), None
            self.evals += not self.over(board, side)
            if self.settles and not self.over(board, side):
                v = self.quiet(board, side)
            window = -inf, inf
        else:
            v, best = self.children(board, side, alpha, beta, depth)
        if best is not None and not self.forgets:
            self.memory[key[0]] = best
        if self.table is not None:
            low, high = (-inf if v <= window[0] else v), (inf if v >= window[1] else v)
            self.table[key] = low, high
            self.stored[key] = list(self.path), self.entered - before
        return v

    def children(self, board, side, alpha, beta, depth):
        order = self.by_eval(board, side)
        if self.best_first:
            order = self.perfect(board, side, self.limit - depth)
        known = self.memory.get(position_text(board, side))
        if known is not None:
            self.remembered += 1
            self.surprises += order[0] != known
            order.remove(known)
            order.insert(0, known)
        if not depth:
            self.first_order = order
        maximises = side == self.me
        v, best = (-inf if maximises else inf), None
        for place, name in enumerate(order):
            self.path.append(name)
            found = self.child(self.after(board, side, name), alpha, beta, depth, place, maximises)
            self.path.pop()
            if (found > v) if maximises else (found < v):
                v, best = found, name
                alpha, beta = (max(alpha, v), beta) if maximises else (alpha, min(beta, v))
            if self.cuts and ((v >= beta) if maximises else (v <= alpha)):
                self.prunes += 1
                break
        return v, best

    def child(self, position, alpha, beta, depth, place, maximises):
        """Return the value of a move, which may be asked about before it is searched."""
        narrow = (alpha, nextafter(alpha, inf)) if maximises else (nextafter(beta, -inf), beta)

        def fails(answer):
            return answer <= alpha if maximises else answer >= beta

        left = self.limit - depth
        less = 0
        if self.reduce and place >= 4 and left >= 3:  # from the fifth move on
            less = 2 if place >= 10 and left >= 4 else 1
        if less:
            self.late += 1
            self.limit -= less
            answer = self.call(position, *narrow, depth)
            self.limit += less
            if fails(answer):
                return answer
            self.deepened += 1
        if place and self.null:
            self.asked += 1
            answer = self.call(position, *narrow, depth)
            if not alpha < answer < beta:
                return answer
            self.again += 1
        return self.call(position, alpha, beta, depth)

    def call(self, position, alpha, beta, depth):
        before, plies = self.entered, self.limit - 1
        answer = self.visit(*position, alpha, beta, depth + 1)
        if not depth:
            self.calls.append((self.path[0], alpha, beta, answer, self.entered - before, plies))
        return answer

    # --- quiescence ---

    below = 0  # positions below the leaves

    def forcing(self, board, side):
        """Return whether the side has to answer a threat, and its forcing moves.

        They are a win in one, the capture of a worker one step from base, or captures and steps to
        the last row but one that the enemy does not attack.
        """
        rules, rival = self.rules, self.rules.other(side)

        def goes(who, row):
            return rules.rows - 1 - row if who == "w" else row

        moves = rules.moves(board, side)
        if any(goes(side, row) == 1 for row, _ in rules.places(board, side)):
            return False, [next(m for m in moves if goes(side, m[1][0]) == 0)]
        threats = [place for place in rules.places(board, rival) if goes(rival, place[0]) == 1]
        if threats:
            return True, [m for m in moves if len(threats) == 1 and m[1] == threats[0]]

        def attacked(row, column):
            ahead = row + rules.up(side)
            return rival in [rules.at(board, ahead, column + d) for d in (-1, 1)]

        return False, [
            m for m in moves if rules.captured(board, m) is not None
            or (goes(side, m[1][0]) == 1 and not attacked(*m[1]))
        ]  # fmt: skip

    def quiet(self, board, side):
        """Return the value after forcing moves."""
        if self.over(board, side):
            return self.worth(board, side)
        must, moves = self.forcing(board, side)
        lost = -self.utmost if side == self.me else self.utmost
        values = [] if must else [self.worth(board, side)]
        self.below += len(moves)
        values += [self.quiet(self.rules.play(board, m), self.rules.other(side)) for m in moves]
        return (max if side == self.me else min)(values, default=lost)

    def helpless(self, board, side):
        """Return whether a threat cannot be answered."""
        if self.over(board, side):
            return False
        must, moves = self.forcing(board, side)
        return must and not moves


class Proof:
    """A proof-number search of Lines of Action with dictionaries as nodes."""

    def __init__(self, rules, board, side, plies, allowed=5_000):
        self.rules, self.me, self.plies, self.allowed = rules, side, plies, allowed
        self.expanded, self.known, self.visits, self.spent = 0, {}, [], False
        self.root = self.node(board, side)
        self.first = []  # the root's moves that do not end the game
        self.search(self.root, plies, inf, inf)

    def node(self, board, side, proof=1):
        return {"board": board, "side": side, "proof": proof, "disproof": 1, "children": None}

    def settle(self, node, won):
        node["proof"], node["disproof"] = (0, inf) if won else (inf, 0)
        if not won or node["children"] is None:
            node["children"] = []

    def search(self, node, left, most_proof, most_disproof):
        begun = self.expanded
        self.develop(node, left, most_proof, most_disproof)
        if left == self.plies - 1 and not self.spent:
            self.visits.append((node, self.expanded - begun))

    def develop(self, node, left, most_proof, most_disproof):
        if node["children"] is None:
            self.expand(node, left)
        mine = node["side"] == self.me
        one, all_ = ("proof", "disproof") if mine else ("disproof", "proof")
        while node["children"] and not self.spent:
            ranked = sorted(node["children"], key=lambda child: child[one])
            best, second = ranked[0], ranked[1][one] if len(ranked) > 1 else inf
            total = sum(child[all_] for child in node["children"])
            node[one], node[all_] = best[one], total
            if 0 in (node["proof"], node["disproof"]):
                if mine and not node["proof"]:
                    node["children"] = [best]
                return self.settle(node, not node["proof"])
            if node["proof"] >= most_proof or node["disproof"] >= most_disproof:
                return None
            patience = 1 + 1.25 * second
            limits = {"proof": most_proof, "disproof": most_disproof}
            limits[one] = min(limits[one], patience)
            limits[all_] -= total - best[all_]
            self.search(best, left - 1, limits["proof"], limits["disproof"])
        return None

    def expand(self, node, left):
        self.expanded += 1
        if self.expanded > self.allowed:
            self.spent = True
            return
        rules, side, mine = self.rules, node["side"], node["side"] == self.me
        rival, found = rules.other(side), []
        for move in rules.moves(node["board"], side):
            board = rules.play(node["board"], move)
            winner = rules.winner(board, rival) if rules.has_ended(board, rival) else None
            value = {side: inf, rival: -inf, None: 0}[winner] or (
                groups(rules, board, side, rival) if winner is None else 0)  # fmt: skip
            found.append((value, sorted(move, reverse=True), board))
        if not found:
            return self.settle(node, not mine)
        if max(found)[0] == inf:
            return self.settle(node, mine)
        if mine and left < 3:
            return self.settle(node, False)
        children = []
        # Of equal moves, the one first whose squares lie further up and to the right.
        for value, _, board in sorted(found, key=lambda one: one[:2], reverse=True):
            if value == -inf:
                continue
            if not mine and left - 1 < 2 and not self.joins(board, self.me):
                return self.settle(node, False)
            key = left - 1, position_text(board, rival)
            if key not in self.known:
                doubt = 16 * (max(0, 80 - value) / 40) ** 2 if mine else 0
                self.known[key] = self.node(board, rival, 1 + int(doubt))
            children.append(self.known[key])
        node["children"] = children
        self.first = self.first or children
        if not children:
            self.settle(node, not mine)
        return None

    def joins(self, board, side):
        """Return whether one checker could join all by moving any distance along a line."""
        rules, n = self.rules, self.rules.n
        for row in range(n):
            for column in range(n):
                if board[row][column] != side:
                    continue
                for r in range(n):
                    for c in range(n):
                        on_line = r == row or c == column or abs(r - row) == abs(c - column)
                        if on_line and board[r][c] != side:
                            after = rules.play(board, ((row, column), (r, c)))
                            if rules.groups(after, side) == 1:
                                return True
        return False

"""The files that `loa new` writes: an evaluation, a search and a rubric, each ready to be used."""

from __future__ import annotations

GROUPED = '''\
"""My evaluation for {title}.

See it play:  loa match {game} {player} random --games 10
Check it:     loa check {file} --game {game}
"""


def evaluate(position, player):
    """Return how good an unfinished position is for a player: the greater, the better.

    player is {first!r} or {second!r}; position.player is the player to move, who may be the other.
    """
    other = position.other(player)
    return spread(position, other) - spread(position, player)


def spread(position, player):
    """Return how far a player's {piece}s are from each other; 0 would be all on one square."""
    squares = position.pieces(player)  # pairs (column, row), counted from 0 at the lower left
    middle_column = sum(column for column, row in squares) / len(squares)
    middle_row = sum(row for column, row in squares) / len(squares)
    distances = [
        abs(column - middle_column) + abs(row - middle_row) for column, row in squares
    ]
    return sum(distances) / len(distances)


# Ideas: position.groups(player) has the groups of touching {piece}s, position.moves() the legal
# moves, position["c3"] or position[2, 2] the letter on a square, and "." if the square is empty.
'''

MATERIAL = '''\
"""My evaluation for {title}.

See it play:  loa match {game} {player} random --games 10
Check it:     loa check {file} --game {game}
"""


def evaluate(position, player):
    """Return how good an unfinished position is for a player: the greater, the better.

    player is {first!r} or {second!r}; position.player is the player to move, who may be the other.
    """
    other = position.other(player)
    return strength(position, player) - strength(position, other)


def strength(position, player):
    """Return the worth of a player's {piece}s: one each, and a little for every row advanced."""
    total = 0
    for column, row in position.pieces(player):  # counted from 0 at the lower left
        if player == position.players[0]:  # the first player moves up, the other one down
            advanced = row
        else:
            advanced = position.rows - 1 - row
        total += 1 + 0.1 * advanced
    return total


# Ideas: position.moves() has the legal moves of position.player, position["c3"] or position[2, 2]
# the letter on a square, and "." if the square is empty.
'''

SEARCH = '''\
"""My search: minimax, as the book prints it, with four of the six statistics.

See it play:  loa match {game} {player} random --games 10
Check it:     loa check {file} --game {game}

What is left to do: alpha and beta. Then count the prunings with counts.prune_max() where MAX-VALUE
returns early, and counts.prune_min() where MIN-VALUE does. The root's window is [-U, +U], and U is
position.utmost. The check says what is still missing.
"""


class OutOfTime(Exception):
    """The time for this move is over."""


def choose(position, seconds, counts):
    """Return one of position.moves().

    counts.depth is the depth to search to, or None: then there are `seconds` to search deeper and
    deeper, and counts.stopped says when they are over.
    """
    if counts.depth is not None:
        return decide(position, counts.depth, counts)
    best = position.moves()[0]
    try:
        for depth in range(1, 100):
            best = decide(position, depth, counts)
    except OutOfTime:
        pass
    return best


def decide(position, limit, counts):
    """Return the best move by minimax, looking `limit` plies ahead."""
    me = position.player
    value, move = max_value(position, 0, limit, me, counts)
    counts.value(value)  # for the log, and for loa check
    return move


def max_value(position, depth, limit, me, counts):
    """Return the value of a position in which MAX is to move, and the best move."""
    counts.node(depth)
    if position.over:
        return position.utility(me), None
    if depth == limit:
        counts.eval_max()
        return counts.evaluate(position, me), None
    look_at_the_clock(counts)
    best, best_move = None, None
    for move in position.moves():
        value, _ = min_value(position.after(move), depth + 1, limit, me, counts)
        if best is None or value > best:
            best, best_move = value, move
    return best, best_move


def min_value(position, depth, limit, me, counts):
    """Return the value of a position in which MIN is to move, and the best move."""
    counts.node(depth)
    if position.over:
        return position.utility(me), None
    if depth == limit:
        counts.eval_min()
        return counts.evaluate(position, me), None
    look_at_the_clock(counts)
    best, best_move = None, None
    for move in position.moves():
        value, _ = max_value(position.after(move), depth + 1, limit, me, counts)
        if best is None or value < best:
            best, best_move = value, move
    return best, best_move


def look_at_the_clock(counts):
    """Give up this depth if the time is over; a search to a fixed depth goes on to its end."""
    if counts.depth is None and counts.stopped:
        raise OutOfTime
'''

RUBRIC = """\
; A rubric for `loa class FOLDER --rubric {file}`: how many points each thing is worth.
; Lines that begin with ; are comments. Leave out what is worth nothing.

[checks]
; Each line is a check: its points. A check that holds in some cases earns a part of them.
; `points, none, full` gives nothing up to one share, everything from another on, and a part of the
; points in between: `right = 10, 0.5, 0.8` for an evaluation that names the winner in 50 to 80 %.
; The points for the checks of an evaluation or a search are the same for every student: the
; greater sum of the two. Of a file with both functions the better half counts.
; An evaluation (40 points):
numbers = 5
same = 10
symmetry = 5
right = 10, 0.5, 0.8
rank = 10, 0, 0.6
; A search (40 points):
legal = 5
time = 5
win1 = 3
win3 = 3
win5 = 4
value = 10
statistics = 10

[files]
; The part of these points that a missing half costs: 0 if an evaluation or a search is enough,
; 0.5 if both are asked for and count the same.
missing = 0

[opponent ladder]
; Every student plays this opponent, and the share of the points against it is worth these marks.
; `ladder` is eight fixed players, from random moves to a strong search, which are the same for
; every class; any other player can stand here, as in: player = alphabeta:eval={evaluation},depth=2
player = ladder
games = {games}
points = 50
none = 0.1
full = 0.8

[class]
; The games against the other students.
points = 10
none = 0.2
full = 0.8
"""

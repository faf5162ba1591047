"""Searches with one fault each, made from a correct one by a change of its text.

`FAULTS` has for each fault what it changes and a telling part of the sentence that a student gets,
and for some a part of the sentence about the line of the source. `RIGHT` are correct searches that
are written in other ways.
"""

from typing import NamedTuple

ALPHA_BETA = '''
import random

INF = float("inf")


def choose(position, seconds, counts):
    me, U, limit = position.player, position.utmost, counts.depth
    best = {}

    def max_value(p, alpha, beta, depth):
        counts.node(depth)
        if p.over:
            return p.utility(me)
        if depth >= limit:
            counts.eval_max()
            return counts.evaluate(p, me)
        v = -INF
        for a in p.moves():
            v2 = min_value(p.after(a), alpha, beta, depth + 1)
            if v2 > v:
                v, best[depth] = v2, a
            if v >= beta:
                counts.prune_max()
                return v
            alpha = max(alpha, v)
        return v

    def min_value(p, alpha, beta, depth):
        counts.node(depth)
        if p.over:
            return p.utility(me)
        if depth >= limit:
            counts.eval_min()
            return counts.evaluate(p, me)
        v = INF
        for a in p.moves():
            v2 = max_value(p.after(a), alpha, beta, depth + 1)
            if v2 < v:
                v = v2
            if v <= alpha:
                counts.prune_min()
                return v
            beta = min(beta, v)
        return v

    value = max_value(position, -U, U, 0)
    counts.value(value)
    return best.get(0) or position.moves()[0]
'''

NEGAMAX = '''
INF = float("inf")


def choose(position, seconds, counts):
    me, U, limit = position.player, position.utmost, counts.depth
    best = {}

    def negamax(p, alpha, beta, depth):
        counts.node(depth)
        if p.over:
            return p.utility(p.player)
        if depth >= limit:
            (counts.eval_min if depth % 2 else counts.eval_max)()
            return counts.evaluate(p, p.player)
        v = -INF
        for a in p.moves():
            v2 = -negamax(p.after(a), -beta, -alpha, depth + 1)
            if v2 > v:
                v, best[depth] = v2, a
            if v >= beta:
                (counts.prune_min if depth % 2 else counts.prune_max)()
                return v
            alpha = max(alpha, v)
        return v

    counts.value(negamax(position, -U, U, 0))
    return best[0]
'''

# The root has a loop of its own.
WITH_ROOT = '''
INF = float("inf")


def choose(position, seconds, counts):
    alpha, beta = -position.utmost, position.utmost
    counts.node(0)
    best, best_value = None, -INF
    for move in position.moves():
        value = min_value(position.after(move), alpha, beta, 1, position.player, counts)
        if value > best_value:
            best, best_value = move, value
        if best_value >= beta:
            counts.prune_max()
            break
        alpha = max(alpha, best_value)
    counts.value(best_value)
    return best


def max_value(p, alpha, beta, depth, me, counts):
    counts.node(depth)
    if p.over:
        return p.utility(me)
    if depth == counts.depth:
        counts.eval_max()
        return counts.evaluate(p, me)
    v = -INF
    for move in p.moves():
        v = max(v, min_value(p.after(move), alpha, beta, depth + 1, me, counts))
        if v >= beta:
            counts.prune_max()
            return v
        alpha = max(alpha, v)
    return v


def min_value(p, alpha, beta, depth, me, counts):
    counts.node(depth)
    if p.over:
        return p.utility(me)
    if depth == counts.depth:
        counts.eval_min()
        return counts.evaluate(p, me)
    v = INF
    for move in p.moves():
        v = min(v, max_value(p.after(move), alpha, beta, depth + 1, me, counts))
        if v <= alpha:
            counts.prune_min()
            return v
        beta = min(beta, v)
    return v
'''

# The nodes are kept on a list instead of in calls.
STACK = '''
INF = float("inf")


def choose(position, seconds, counts):
    me, U, limit = position.player, position.utmost, counts.depth
    counts.node(0)
    # position, moves left, alpha, beta, v, best move, the move tried last
    stack = [[position, list(position.moves())[::-1], -U, U, -INF, None, None]]
    while True:
        top = stack[-1]
        p, moves, alpha, beta, v, best, _ = top
        depth = len(stack) - 1
        maximises = depth % 2 == 0
        cut = v >= beta if maximises else v <= alpha
        if cut:
            (counts.prune_max if maximises else counts.prune_min)()
        if cut or not moves:
            stack.pop()
            if not stack:
                counts.value(v)
                return best
            give(stack[-1], v, depth - 1)
            continue
        top[6] = moves.pop()
        child = p.after(top[6])
        counts.node(depth + 1)
        if child.over:
            give(top, child.utility(me), depth)
        elif depth + 1 == limit:
            (counts.eval_min if maximises else counts.eval_max)()
            give(top, counts.evaluate(child, me), depth)
        else:
            v = INF if maximises else -INF
            stack.append([child, list(child.moves())[::-1], alpha, beta, v, None, None])


def give(top, value, depth):
    if depth % 2 == 0:
        if value > top[4]:
            top[4], top[5] = value, top[6]
            top[2] = max(top[2], value)
    elif value < top[4]:
        top[4] = value
        top[3] = min(top[3], value)
'''

OVER = "        if p.over:\n            return p.utility(me)\n"
DEEP = "        if depth >= limit:\n"
EVAL = "return counts.evaluate(p, me)"
MAX_EVAL = f"            counts.eval_max()\n            {EVAL}\n"
MIN_EVAL = f"            counts.eval_min()\n            {EVAL}\n"
TO_MIN = "min_value(p.after(a), alpha, beta, depth + 1)"
TO_MAX = "max_value(p.after(a), alpha, beta, depth + 1)"
RETURN = "                return v\n"
MAX_CUT = "            if v >= beta:\n                counts.prune_max()\n" + RETURN
MIN_CUT = "            if v <= alpha:\n                counts.prune_min()\n" + RETURN
RAISE = "            alpha = max(alpha, v)\n"
LOWER = "            beta = min(beta, v)\n"
LEAST = "            if v2 < v:\n                v = v2\n"
MAX_HEAD = "    def max_value(p, alpha, beta, depth):\n        counts.node(depth)\n"
MIN_HEAD = "    def min_value(p, alpha, beta, depth):\n        counts.node(depth)\n"
NO_NODE = "        counts.node(depth)\n"
AT_ROOT = "value = max_value(position, -U, U, 0)\n"
EACH = "        for a in p.moves():\n            counts.node(depth + 1)\n"
SWAPPED = "alpha, beta", "beta, alpha"


def table(key):
    """Return the changes that add a table of values with this key."""
    look = f"        if {key} in table:\n            return table[{key}]\n"
    keep = f"        table[{key}] = v\n        return v"
    return (
        ("    best = {}\n", "    best, table = {}, {}\n"),
        (MAX_HEAD + OVER + DEEP + MAX_EVAL, MAX_HEAD + OVER + DEEP + MAX_EVAL + look),
        (MIN_HEAD + OVER + DEEP + MIN_EVAL, MIN_HEAD + OVER + DEEP + MIN_EVAL + look),
        (RAISE + "        return v", RAISE + keep),
        (LOWER + "        return v", LOWER + keep),
    )


class Fault(NamedTuple):
    """What a fault changes, what the sentence says, and what is said of the line, if anything."""

    changes: tuple[tuple[str, str], ...]
    said: str
    line: str = ""
    base: str = ALPHA_BETA


TIE = "Is a move the best one only if `v2 > v`"
RAISED = "Does MAX raise α after"
SAME_THERE = "Does a table or a cache answer for it?"
COMPARED = "Which two numbers does your MIN compare there? It may return only if v <= alpha."
SIGN = "fit EVAL with the wrong sign"
UTILITY = "fit UTILITY with the wrong sign"
FAULTS = {
    # --- the window ---
    "alpha and beta swapped in the call": Fault(
        ((TO_MIN, TO_MIN.replace(*SWAPPED)),), COMPARED,
        "Line 20: min_value gets +100 where Figure 2 gives α = −100, so alpha is +100 in line 41.",
    ),
    "alpha and beta swapped in both calls": Fault(
        ((TO_MIN, TO_MIN.replace(*SWAPPED)), (TO_MAX, TO_MAX.replace(*SWAPPED))), COMPARED,
        "Line 20: min_value gets +100 where Figure 2 gives α = −100",
    ),
    "alpha and beta swapped at the root": Fault(
        ((AT_ROOT, "value = max_value(position, U, -U, 0)\n"),),
        "At the root you stopped after b1-e1. Figure 2 goes on with b1-b3: MAX has v = 0 < β = +10",
        "Line 47: max_value gets −100 at the root, not β = +100.",
    ),
    "-U instead of alpha to MIN": Fault(
        ((TO_MIN, TO_MIN.replace("alpha", "-U")),), RAISED,
        "Line 20: min_value gets −100 where Figure 2 gives α = ",
    ),
    "-U instead of alpha to MAX": Fault(
        ((TO_MAX, TO_MAX.replace("alpha", "-U")),), "Did you pass α down through every call since",
        "Line 38: max_value gets −1,000 where Figure 2 gives α = ",
    ),
    "U instead of beta to MIN": Fault(
        ((TO_MIN, TO_MIN.replace("beta", "U")),), "Did you pass β down through every call since",
        "Line 20: min_value gets +1,000 where Figure 2 gives β = ",
    ),
    "a mutable default window": Fault(
        (
            ("max_value(p, alpha, beta, depth):", "max_value(p, depth, w=[-100, 100]):"),
            ("min_value(p, alpha, beta, depth):", "min_value(p, depth, w=[-100, 100]):"),
            (TO_MIN, "min_value(p.after(a), depth + 1)"),
            (TO_MAX, "max_value(p.after(a), depth + 1)"),
            ("v >= beta", "v >= w[1]"), ("v <= alpha", "v <= w[0]"),
            ("alpha = max(alpha, v)", "w[0] = max(w[0], v)"),
            ("beta = min(beta, v)", "w[1] = min(w[1], v)"),
            ("(position, -U, U, 0)", "(position, 0)"),
        ),
        RAISED, "Where does w[0] come from?",
    ),
    "global alpha": Fault(
        (
            ("    best = {}\n", "    best, low = {}, [-position.utmost]\n"),
            (RAISE, "            low[0] = max(low[0], v)\n"), ("v <= alpha", "v <= low[0]"),
        ),
        COMPARED, "Line 41, where low[0] is +25 and Figure 2 has α = −100.",
    ),
    "a root without an update of the window": Fault(
        (("        alpha = max(alpha, best_value)\n", ""),), RAISED, "Where is alpha raised?",
        WITH_ROOT,
    ),
    "a root that does not cut": Fault(
        (
            ("        if best_value >= beta:\n            counts.prune_max()\n", ""),
            ("            break\n", ""),
        ),
        "Figure 2 returns before it: MAX has v = +100 ≥ β = +100",
        "In the loop of choose no test of a bound returns.", WITH_ROOT,
    ),
    "alpha is the last value": Fault(
        ((RAISE, "            alpha = v2\n"),), RAISED, "Which move made alpha"),
    "infinite root window": Fault(
        (("(position, -U, U, 0)", "(position, -INF, INF, 0)"),), "Is the root's window [−U, +U]",
        "Line 47: max_value gets −∞ at the root, not α = −100.",
    ),
    "alpha never raised": Fault(((RAISE, ""),), RAISED, "Where is alpha raised?"),
    "beta never lowered": Fault(
        ((LOWER, ""),), "Does MIN lower β after a2-b1 and pass it down?", "Where is beta lowered?"
    ),
    # --- the test of a bound ---
    "MIN cut by beta": Fault(
        (("v <= alpha", "v <= beta"),), COMPARED, "Line 41 compares with beta, and MIN is cut by α."
    ),
    "MIN cut by v >= beta": Fault(
        (("v <= alpha", "v >= beta"),), COMPARED, "compares with beta, and MIN is cut by α."
    ),
    "MAX cut by alpha": Fault(
        (("v >= beta", "v >= alpha"),), "compare there? It may return only if v >= beta.",
        "Line 23 compares with alpha, and MAX is cut by β.",
    ),
    "the wrong way round": Fault(
        (("v >= beta", "v <= beta"),), "compare there? It may return only if v >= beta.",
        "Line 25 returns, after line 23 compared v = 0 with beta = +100.",
    ),
    "a pruning counted without a return": Fault(
        ((MIN_CUT, MIN_CUT.replace(RETURN, "")),),
        "You counted this with counts.prune_min(). Did you also return?",
        "In the loop of min_value no test of a bound returns.",
    ),
    "a return in the loop": Fault(
        ((RAISE + "        return v", RAISE + "            return v"),),
        "Does a `return` stand inside the loop?", "Line 27 returns",
    ),
    "strict comparison": Fault(
        (("v >= beta", "v > beta"), ("v <= alpha", "v < alpha")),
        "MAX has v = +25 ≥ β = +25 since e1-b1. Is the test `v >= beta`, not `v > beta`",
        "Line 23 compares v = +25 with beta = +25 and goes on: `if v > beta:`",
    ),
    "strict comparison in MIN-VALUE": Fault(
        (("v <= alpha", "v < alpha"),),
        "After b1-b3 you looked at a3xc1. Figure 2 returns before it: MIN has v = 0 ≤ α = 0 since "
        "e2-e5. Is the test `v <= alpha`, not `v < alpha`",
        "Line 41 compares v = 0 with alpha = 0 and goes on: `if v < alpha:`",
    ),
    "alpha compared strictly after the update": Fault(
        ((MAX_CUT + RAISE, RAISE + MAX_CUT.replace("v >= beta", "alpha > beta")),),
        "Is the test `v >= beta`, not `v > beta`", "`if alpha > beta:`",
    ),
    "no pruning": Fault(((MAX_CUT, ""), (MIN_CUT, "")), "does MIN return if v <= alpha?",
                        "In the loop of min_value no test of a bound returns."),
    "comparison before the update": Fault(
        ((LEAST + MIN_CUT, MIN_CUT + LEAST),), "does MIN return if v <= alpha?",
        "Line 39, where v is +∞ and Figure 2 has v = ",
    ),
    # --- values ---
    "v begun at 0": Fault(
        (("v = -INF", "v = 0"),), COMPARED, "Which move made alpha 0?"),
    "v begun at 0 in both": Fault(
        (("v = -INF", "v = 0"), ("v = INF", "v = 0")), COMPARED, "Which move made alpha 0?"),
    "the sign of the utility": Fault(((OVER, OVER.replace("return p", "return -p")),), UTILITY),
    "the utility of the other player": Fault(
        (("p.utility(me)", "p.utility(p.other(me))"),), "where you asked for white"),
    "utility for the player to move": Fault(
        (("p.utility(me)", "p.utility(p.player)"),), UTILITY),
    "a utility of 1": Fault(
        ((OVER, OVER.replace("(me)", "(me) / U")),), "a won game worth 1, not U."),
    "a sooner win is better": Fault(
        ((OVER, OVER.replace("(me)", "(me) * (1 - depth / 100)")),),
        "a lost game worth −U at every depth?", "Line 41, where v is −98 and Figure 2 has v = −100",
    ),
    "the sign of EVAL": Fault(((EVAL, EVAL.replace("counts", "-counts")),), SIGN),
    "EVAL for the player to move": Fault(
        ((EVAL, EVAL.replace("me", "p.player")),), "where you asked for white"),
    'me = "b"': Fault(
        (("me, U, limit = position.player", 'me, U, limit = "b"'),), "where you asked for black"),
    "//": Fault(((EVAL, EVAL + " // 1"),), "Is it rounded, by //, int() or round()?"),
    "int()": Fault(
        ((EVAL, "return int(counts.evaluate(p, me))"),), "Is it rounded, by //, int() or round()?"),
    "EVAL in tens": Fault(((EVAL, EVAL + " // 10 * 10"),), COMPARED, "Which move made alpha −60?"),
    "MIN maximises": Fault(
        (("v2 < v", "v2 > v"), ("v = INF", "v = -INF")), COMPARED, "Which move made alpha"),
    "the last value": Fault(((LEAST, "            v = v2\n"),), COMPARED, "Which move made alpha"),
    "MIN calls MIN": Fault(
        ((TO_MAX, TO_MAX.replace("max", "min")),), "Does each function call the other?"),
    # --- the depth and the end ---
    "depth counted from 1": Fault(
        (("-U, U, 0)", "-U, U, 1)"),),
        "You asked EVAL at the root, at depth 0. Figure 2 asks it at depth 1. You count that "
        "position as depth 1: the root has 0",
    ),
    "depth not incremented": Fault(
        ((TO_MAX, TO_MAX.replace("depth + 1", "depth")),),
        "at depth 3. Figure 2 asks it at depth 2. You count that position as depth 2",
        "EVAL is asked in line 35.",
    ),
    "depth incremented twice": Fault(
        ((TO_MIN, TO_MIN.replace("depth + 1", "depth + 2")),),
        "Does counts.node(depth) get the depth of the position",
    ),
    "cutoff one ply late": Fault(
        (("depth >= limit", "depth > limit"),),
        "You asked EVAL after b1-e1 a2-b1, at depth 2. Figure 2 asks it at depth 1. Is CUTOFF-TEST",
    ),
    "cutoff one ply early": Fault(
        (("depth >= limit", "0 < depth >= limit - 1"),), "Is CUTOFF-TEST `depth >= limit`"),
    "cutoff before the terminal test": Fault(
        ((OVER + DEEP + MAX_EVAL, DEEP + MAX_EVAL + OVER),
         (OVER + DEEP + MIN_EVAL, DEEP + MIN_EVAL + OVER)),
        "where the game is over. Figure 2 takes UTILITY", "EVAL is asked in line 33.",
    ),
    "no terminal test in MIN": Fault(
        ((MIN_HEAD + OVER, MIN_HEAD),), "Ask position.over before the depth, in both functions."),
    "no terminal test in MAX": Fault(
        ((MAX_HEAD + OVER, MAX_HEAD), ("v = -INF", "v = -U")),
        "You asked for its moves there, not for its utility"),
    "successor not used": Fault(
        (("min_value(p.after(a),", "min_value(p,"),),
        "You evaluated the root itself. Figure 2 asks EVAL at depth 1. Do you hand position.after",
    ),
    "another successor": Fault(
        (("max_value(p.after(a),", "max_value(position.after(position.moves()[0]),"),),
        "You asked EVAL after b1-e1, at depth 1. Figure 2 asks it at depth 2.",
    ),
    "counts summed over the depths": Fault(
        ((AT_ROOT, "for limit in range(1, counts.depth + 1):\n        " + AT_ROOT),),
        "You searched to depth 1 first. counts.depth is 2",
    ),
    "two passes": Fault(((AT_ROOT, AT_ROOT + "    " + AT_ROOT),), "the whole tree twice?"),
    "EVAL asked twice": Fault(
        ((EVAL, "return max(counts.evaluate(p, me), counts.evaluate(p, me))"),),
        "Do you call counts.evaluate() twice there?",
    ),
    # --- the order, tables ---
    "moves sorted": Fault(
        (("p.moves()", "sorted(p.moves())"),),
        "At the root you tried b1-b3 before b1-e1. Figure 2 tries the moves in the order of "
        "position.moves(): b1-e1 first. Are the moves sorted by their text?",
    ),
    "moves reversed": Fault((("p.moves()", "reversed(p.moves())"),), "Are the moves reversed?"),
    "captures first": Fault(
        (("p.moves()", "sorted(p.moves(), key=lambda a: 'x' not in a)"),),
        "Are captures tried first?",
    ),
    "moves shuffled": Fault(
        (("p.moves()", "random.sample(p.moves(), len(p.moves()))"),), "sorted or shuffled, or"),
    "ordered by EVAL": Fault(
        (("p.moves()", "sorted(p.moves(), key=lambda a: -counts.evaluate(p.after(a), me))"),),
        "Do you sort the moves by EVAL?",
    ),
    "ordered by EVAL above the leaves": Fault(
        (("p.moves()", "sorted(p.moves(), key=lambda a: -counts.evaluate(p.after(a), me) "
          "if depth < limit - 1 else 0)"),),
        "You evaluated 18 moves at the root before you searched them.",
    ),
    "every second move": Fault((("in p.moves()", "in p.moves()[::2]"),),
                               "went on with b1-d3, not with b1-b3. Figure 2"),
    "a table without side": Fault(table("p.board"), SAME_THERE),
    "a table without depth": Fault(table("p"), SAME_THERE),
    "a table": Fault(table("(p, depth)"), SAME_THERE),
    "a cache of EVAL by board": Fault(
        (
            ("    best = {}\n", "    best, cache = {}, {}\n"),
            (EVAL, "return cache.setdefault(p.board, p.board in cache or counts.evaluate(p, me))"),
        ),
        SAME_THERE,
    ),
    "positions made otherwise": Fault(
        (("import random\n", "import pickle\n"),
         ("counts.evaluate(p, me)", "counts.evaluate(pickle.loads(pickle.dumps(p)), me)")),
        "was not made by position.after(move) from the root",
    ),
    # --- the move and the value ---
    ">= in the choice of the best": Fault((("if v2 > v:", "if v2 >= v:"),), TIE),
    ">= and <= in both": Fault((("if v2 > v:", "if v2 >= v:"), ("if v2 < v:", "if v2 <= v:")), TIE),
    "random choice among ties": Fault(
        (("if v2 > v:", "if v2 > v or v2 == v and random.random() < 0.5:"),), TIE),
    "the first move": Fault((("best.get(0) or ", ""),), "Is the move kept whenever v grows"),
    "the value of the other side": Fault(
        (("counts.value(value)", "counts.value(-value)"),), "It is the value for the other side"),
    "the value rounded": Fault(
        (("counts.value(value)", "counts.value(round(value))"),), "Is it rounded, by //"),
    # --- the counts ---
    "all children counted": Fault(
        ((MAX_HEAD, MAX_HEAD.replace(NO_NODE, "")), (MIN_HEAD, MIN_HEAD.replace(NO_NODE, "")),
         ("        v = -INF\n", EACH + "        v = -INF\n"),
         ("        v = INF\n", EACH + "        v = INF\n"),
         (AT_ROOT, "counts.node(0)\n    " + AT_ROOT)),
        "before leaf 1, b1-e1 a2-b1: 36, not 3. Count a node once",
    ),
    "node(0) always": Fault(
        (("node(depth)", "node(0)"),), "Maximum depth reached: 0. Figure 2 counts 1"),
    "root not counted": Fault(
        ((MAX_HEAD + OVER, MAX_HEAD.replace("counts", "depth and counts") + OVER),),
        "The root is a node, too."),
    "leaves not counted": Fault(
        (("counts.node(depth)", "depth < limit and counts.node(depth)"),), "before leaf 1"),
    "EVAL calls swapped": Fault(
        (("eval_max", "eval_?"), ("eval_min", "eval_max"), ("eval_?", "eval_min")),
        "At depth 1 MIN is to move, so MIN-VALUE makes the calls and counts them."),
    "prunings swapped": Fault(
        (("prune_max", "prune_?"), ("prune_min", "prune_max"), ("prune_?", "prune_min")),
        "Does MAX-VALUE call counts.prune_max(), and MIN-VALUE counts.prune_min()?"),
    "prunings counted as one": Fault(
        (("prune_min", "prune_max"),),
        "Does MAX-VALUE call counts.prune_max(), and MIN-VALUE counts.prune_min()?"),
    "EVAL calls not counted": Fault(
        (("            counts.eval_min()\n", ""),), "Is every call of counts.evaluate() counted"),
    "prunings not counted": Fault(
        (("                counts.prune_max()\n", ""),), "Is every return by a bound counted"),
    "utilities counted as EVAL": Fault(
        ((OVER, OVER.replace("            return", "            counts.eval_min()\n            ret"
                             "urn")),), "The utility of a finished game is not an EVAL call."),
    "an evaluation of its own": Fault(
        ((EVAL, "return len(p.moves()) - 8"),),
        "You counted 18 EVAL calls, but counts.evaluate() was never called."),
    # --- negamax ---
    "negamax without minus": Fault((("-negamax(", "negamax("),), SIGN, base=NEGAMAX),
    "negamax with a window that is not negated": Fault(
        (("-beta, -alpha", "alpha, beta"),), RAISED, "minus beta, then minus alpha.", NEGAMAX),
    "negamax with a window that is not swapped": Fault(
        (("-beta, -alpha", "-alpha, -beta"),), COMPARED,
        "Line 18: negamax gets [+100, −100] for MIN, where negamax needs [−100, +100]", NEGAMAX),
    'negamax with EVAL fixed to "b"': Fault(
        (("(p, p.player)", '(p, "b")'),), "only negamax asks for the player to move", "", NEGAMAX),
    "negamax with EVAL for MAX": Fault(
        (("(p, p.player)", "(p, me)"),), "only negamax asks for the player to move", "", NEGAMAX),
    "negamax with the utility for MAX": Fault(
        (("p.utility(p.player)", "p.utility(me)"),), UTILITY, "", NEGAMAX),
}  # fmt: skip

CHILDREN = "for a, child in [(a, p.after(a)) for a in p.moves()]:\n            v2 = "
RIGHT = {
    "alpha-beta": (ALPHA_BETA, ()),
    "update before the test": (
        ALPHA_BETA, ((MAX_CUT + RAISE, RAISE + MAX_CUT), (MIN_CUT + LOWER, LOWER + MIN_CUT)),
    ),
    "alpha against beta": (
        ALPHA_BETA,
        (
            (MAX_CUT + RAISE, RAISE + MAX_CUT.replace("v >=", "alpha >=")),
            (MIN_CUT + LOWER, LOWER + MIN_CUT.replace("v <=", "beta <=")),
        ),
    ),
    "fail-hard": (
        ALPHA_BETA,
        (
            (MAX_CUT, MAX_CUT.replace("return v", "return beta")),
            (MIN_CUT, MIN_CUT.replace("return v", "return alpha")),
        ),
    ),
    "break instead of return": (
        ALPHA_BETA,
        (
            (MAX_CUT, MAX_CUT.replace("return v", "break")),
            (MIN_CUT, MIN_CUT.replace("return v", "break")),
        ),
    ),
    "children made first": (
        ALPHA_BETA,
        (
            ("for a in p.moves():\n            v2 = min_value(p.after(a)",
             CHILDREN + "min_value(child"),
            ("for a in p.moves():\n            v2 = max_value(p.after(a)",
             CHILDREN + "max_value(child"),
        ),
    ),
    "EVAL counted after the call": (
        ALPHA_BETA,
        ((MAX_EVAL, MAX_EVAL.replace("counts.eval_max()", "v = counts.evaluate(p, me)").replace(
            EVAL, "counts.eval_max()\n            return v")),),
    ),
    "negamax": (NEGAMAX, ()),
    "a root of its own": (WITH_ROOT, ()),
    "an explicit stack": (STACK, ()),
}  # fmt: skip


def changed(base, changes):
    """Return a source with these changes, each of which must be one."""
    for old, new in changes:
        assert old in base, old
        base = base.replace(old, new)
    return base

"""Students' files for the tests: a correct alpha-beta, and the same with one mistake each.

Also the sandboxes that work here, and the simplest one that has limits if there are any.
"""

from loa_tk.control.guest.sandbox import available
from loa_tk.guest import LIMITS, NONE

SANDBOXES = available()
SHUT_IN = [sandbox for sandbox in SANDBOXES if sandbox != NONE]
SIMPLE = LIMITS if LIMITS in SANDBOXES else NONE  # starts faster than bwrap

ALPHA_BETA = '''
def choose(position, seconds, counts):
    me = position.player
    best = [position.moves()[0]]

    def max_value(position, alpha, beta, depth):
        counts.node(depth)
        if position.over:
            return position.utility(me)
        if depth >= limit:
            counts.eval_max()
            return counts.evaluate(position, me)
        if counts.depth is None and counts.stopped:
            raise TimeoutError
        v = -float("inf")
        for move in position.moves():
            value = min_value(position.after(move), alpha, beta, depth + 1)
            if value > v:
                v = value
                if depth == 0:
                    found[:] = [move]
            if v >= beta:
                counts.prune_max()
                return v
            alpha = max(alpha, v)
        return v

    def min_value(position, alpha, beta, depth):
        counts.node(depth)
        if position.over:
            return position.utility(me)
        if depth >= limit:
            counts.eval_min()
            return counts.evaluate(position, me)
        v = float("inf")
        for move in position.moves():
            v = min(v, max_value(position.after(move), alpha, beta, depth + 1))
            if v <= alpha:
                counts.prune_min()
                return v
            beta = min(beta, v)
        return v

    found = []
    for limit in [counts.depth] if counts.depth else range(1, 50):
        try:
            value = max_value(position, -position.utmost, position.utmost, 0)
        except TimeoutError:
            break
        counts.value(value)
        best[:] = found
        if abs(value) == position.utmost:
            break
    return best[0]
'''

# What each mistake changes: the text in the correct file, and the text in its place.
CHANGES = {
    "strict comparison": (("v >= beta", "v > beta"), ("v <= alpha", "v < alpha")),
    "window not passed down": (
        ("min_value(position.after(move), alpha, beta,",
         "min_value(position.after(move), -position.utmost, position.utmost,"),
        ("max_value(position.after(move), alpha, beta,",
         "max_value(position.after(move), -position.utmost, position.utmost,"),
    ),
    "cutoff one ply late": (("depth >= limit", "depth > limit"),),
    "infinite root window": (
        ("max_value(position, -position.utmost, position.utmost, 0)",
         "max_value(position, -float('inf'), float('inf'), 0)"),
    ),
    "root not counted": (("counts.node(depth)", "depth and counts.node(depth)"),),
    "prunings not counted": (("counts.prune_max()", "pass"), ("counts.prune_min()", "pass")),
}  # fmt: skip


def with_mistake(name: str) -> str:
    """Return the search with a mistake."""
    text = ALPHA_BETA
    for right, wrong in CHANGES[name]:
        assert right in text
        text = text.replace(right, wrong)
    return text

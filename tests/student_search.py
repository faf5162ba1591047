"""A sample of a student's search: alpha-beta with one mistake, in line 21."""
def choose(position, seconds, counts):
    me, U = position.player, position.utmost
    limit = counts.depth or 2
    inf, best = float("inf"), {}

    def leaf(p, depth, count):
        counts.node(depth)
        if p.over:
            return p.utility(me)
        if depth == limit:
            count()
            return counts.evaluate(p, me)

    def max_value(p, alpha, beta, depth):
        value = leaf(p, depth, counts.eval_max)
        if value is not None:
            return value
        v = -inf
        for a in p.moves():
            v2 = min_value(p.after(a), -U, beta, depth + 1)
            if v2 > v:
                v, best[depth] = v2, a
            if v >= beta:
                counts.prune_max()
                return v
            alpha = max(alpha, v)
        return v

    def min_value(p, alpha, beta, depth):
        value = leaf(p, depth, counts.eval_min)
        if value is not None:
            return value
        v = inf
        for a in p.moves():
            v2 = max_value(p.after(a), alpha, beta, depth + 1)
            v = min(v, v2)
            if v <= alpha:
                counts.prune_min()
                return v
            beta = min(beta, v)
        return v

    counts.value(max_value(position, -U, U, 0))
    return best[0]

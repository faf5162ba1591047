"""The engine that plays to win: iterative deepening over negamax, with a prover at its side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from math import inf

from loa_tk.model.game import WON, ForcingEvaluation, Game, Move, Solved, State
from loa_tk.model.search.negamax import MATE, QuietSearcher, Searcher
from loa_tk.model.search.options import BLUNDER, BOOK, DEPTH, EVAL, NOISE, SECONDS, SEED
from loa_tk.model.search.proof_numbers import ProofNumbers
from loa_tk.model.search.prover import Questions
from loa_tk.model.search.search import Clock, Passes, Request, Search, Stopped
from loa_tk.model.search.statistics import (
    DEEPEST,
    SIX,
    Alternative,
    Counts,
    Iteration,
    Proof,
    Report,
    Statistics,
)

# Asks a game's book: which moves it knows in a position, what follows, and what it promises.

# A book holds every position whose win is farther away than this. Where it ends, longer lines are
# not followed, although its bound may be greater: among them the near win is hard to find.
NEAR = 17


def book_moves(game: Game, state: State, known: Solved) -> list[Move]:
    """Return the moves that the book knows, the best first: the win, or what loses last."""
    if known.move is not None:
        return [known.move]
    replies = []
    for place, move in enumerate(game.moves(state)):
        after = game.solved(game.play(state, move))
        if after is not None and after.winner == known.winner:
            replies.append((-after.plies, place, move))
    return [move for _, _, move in sorted(replies)]


def book_line(game: Game, state: State, move: Move) -> tuple[Move, ...]:
    """Return a move and the best moves after it, as far as the book reaches."""
    line = [move]
    while len(line) < DEEPEST:
        state = game.play(state, line[-1])
        known = None if game.outcome(state) is not None else game.solved(state)
        moves = [] if known is None else book_moves(game, state, known)
        if not moves:
            break
        line.append(moves[0])
    return tuple(line)


def book_alternatives(
    game: Game, state: State, known: Solved, lines: int
) -> tuple[Alternative, ...]:
    """Return the best moves that the book knows, at most this many, with their lines."""
    value = game.utmost if known.winner == game.player(state) else -game.utmost
    moves = book_moves(game, state, known)[:lines]
    return tuple(Alternative(move, value, book_line(game, state, move)) for move in moves)


def promised_plies(game: Game, history: Sequence[State], player: int) -> int:
    """Return within how many plies `player` is sure to win, having played by the book; or 0.

    `history` are the positions met before, oldest first. Where the book ends, the prover is sure to
    find the win (`loa verify` checks it), and so it is after each move of that proof.
    """
    for since, state in enumerate(reversed(history), 1):
        known = game.solved(state)
        if known is not None:
            # After the book's own move the other side is to move; before it, the book was left.
            kept = known.winner == player and game.player(state) != player
            return max(0, min(known.plies - 1, NEAR) - (since - 1)) if kept else 0
    return 0


# How far from the last depth's value the next one is first looked for, in parts of a swing.
WINDOW = 0.25
# Expansions that the prover may make in all, and then for each of the tree's: a near proof is cheap
# (5x5 from its start takes 25,000), and a proof not found by then must not cost the tree depth.
PROVER_FIRST, PROVER_LATER = 50_000, 0.15
FIRST_LOOK = 8  # plies that a small game is searched before it is searched to its end
FIRST_MOVE = 3  # plies that are searched before a promised win is proved, to have a move at least
FORCED = 0.5  # seconds for a move to which there is no alternative


class Strong(Search):
    """Searches deeper and deeper for a move, and asks the prover between two depths."""

    name, rank = "strong", 3
    options = (EVAL, DEPTH, SECONDS, BLUNDER, SEED, NOISE, BOOK)
    statistics = SIX

    def __init__(self, request: Request, lines: int = 1) -> None:
        """Prepare to search for the best `lines` moves."""
        game, state, limits = request.game, request.state, request.limits
        evaluation = request.evaluation()
        moves, values = evaluation.children(state, game.player(state))
        if len(moves) == 1 and limits.seconds is not None:
            limits = replace(limits, seconds=min(limits.seconds, FORCED))
        self.game, self.evaluation, self.state, self.limits = game, evaluation, state, limits
        self.clock = Clock(limits)
        self.order = [move for _, move in sorted(zip(values, moves, strict=True), reverse=True)]
        self.static = dict(zip(moves, values, strict=True))
        self.lines = min(lines, len(moves))
        self.values = [0.0] * self.lines  # of the best moves at the last depth
        # What the current depth has found above the lower end of its window.
        self.better: tuple[int, float, Move] = (0, 0.0, -1)
        self.passes = Passes(self.order[0], self.clock, request.progress, self.statistics)
        drawn = [met for met, times in Counter(request.history).items() if times >= 2]
        # A search to a given depth is exact: it finds the same value as minimax. A search without
        # a depth may reduce late moves, and shares its time with the prover.
        self.free = limits.depth is None
        quiet = self.free and isinstance(evaluation, ForcingEvaluation)
        searcher = QuietSearcher if quiet else Searcher
        self.tree = searcher(game, evaluation, state, drawn, self.free, self.look)
        self.questions = Questions(
            game, evaluation, state, self.order, drawn, self.clock, self.look
        )
        # A search with a limit of nodes, or for another evaluation, is a measurement of the search.
        asks = self.free and limits.nodes is None and request.own is None and bool(request[BOOK])
        # A book knows nothing of the positions that another visit would draw; the prover does.
        self.known = game.solved(state) if asks and not drawn else None
        sure = asks and self.known is None
        self.promised = promised_plies(game, request.history, game.player(state)) if sure else 0
        self.proving = ProofNumbers(game, evaluation, drawn, self.look)

    def search(self) -> Report:
        """Look into the book, or deepen until a limit is reached or the result is certain."""
        if not self.look_up():
            self.deepen_all()
            self.recall()
        self.close()
        return self.passes.report()

    def look_up(self) -> bool:
        """Answer from the game's book if it knows a move here, and return whether it does."""
        known = self.known
        alternatives = known and book_alternatives(self.game, self.state, known, self.lines)
        if not known or not alternatives:
            return False
        self.answer_by_book(known, alternatives)
        return True

    def recall(self) -> None:
        """Say that the book knows the loss if its replies are not in it and none was proved."""
        if self.known is not None and self.passes.proof is None:
            answer = self.passes.answer
            assert answer.move is not None
            lost = [Alternative(answer.move, -self.game.utmost, answer.line)]
            others = answer.alternatives[1:]
            lost += [replace(other, value=-self.game.utmost) for other in others]
            self.answer_by_book(self.known, lost)

    def answer_by_book(self, known: Solved, alternatives: Sequence[Alternative]) -> None:
        """Answer with these moves, best first, and with what the book knows of the position."""
        best, others = alternatives[0], tuple(alternatives) if self.lines > 1 else ()
        seconds = self.clock.elapsed() - sum(earlier.seconds for earlier in self.passes.made)
        looked = Iteration(
            depth=known.plies, value=best.value, line=best.line, seconds=seconds,
            statistics=Statistics(nodes=1, levels=(1,)), kind="book", alternatives=others,
        )  # fmt: skip
        self.passes.add(looked, Proof(known.winner, known.plies, "book"))

    def deepen_all(self) -> None:
        """Search depth after depth, with the prover's questions between them."""
        try:
            for depth in range(1, (self.limits.depth or DEEPEST - 2) + 1):
                certain = self.deepen(depth)
                if depth == FIRST_MOVE and self.promised and not certain and self.keep_promise():
                    break
                if self.free and self.game.small:
                    certain = certain or (depth == FIRST_LOOK and self.settle())
                elif self.free:
                    certain = self.prove() or certain
                    if not certain and not self.clock.worth_another():
                        self.break_off()  # the prover may be in the middle of a question
                        break
                if certain:
                    break
        except Stopped:
            self.break_off()

    def close(self) -> None:
        """Let go of the tables, which are large.

        Search, tree and prover refer to each other, so only a garbage collection would free them,
        and the process that searches makes none (it grew by 3 MB a second).
        """
        self.questions.close()
        del self.tree, self.questions, self.proving

    def break_off(self) -> None:
        """Answer with the move that the unfinished depth has found better than the last answer.

        The last answer is tried first at every depth, so a move that beats it is worth playing
        even if others are left. Most of the time goes into the depth that cannot be finished.
        """
        depth, value, move = self.better
        known = self.passes.answer
        # A loss is proved only after every move has been tried. Several lines are shown together.
        better = move not in (-1, known.move) and depth > known.depth and value > -MATE
        if not better or self.lines > 1 or self.passes.proof:
            self.passes.break_off(self.unfinished(), known.depth + 1)
            return
        line = self.line(move, depth)
        self.passes.break_off(self.unfinished(), depth, self.shown(value), line)
        self.passes.proof = self.proof(value, False)

    def unfinished(self) -> Statistics:
        """Return what the unfinished passes have counted."""
        begun = (self.tree.counts, self.questions.counts, self.proving.counts)
        return sum((counts.statistics() for counts in begun), Statistics())

    def look(self) -> None:
        """Look at the limits, which may end the search, and report progress."""
        # Adding up the nodes costs as much as an expansion, so they are added only if limited.
        limited = self.limits.nodes is not None
        self.clock.check(self.passes.nodes + self.unfinished().nodes if limited else 0)
        self.passes.tell(self.unfinished)

    def settle(self) -> bool:
        """Find out for certain how a small game ends, and return True."""
        answer, proof = self.questions.settle()
        known = self.passes.answer
        if proof.winner is None and answer.move == known.move:
            answer = replace(answer, line=known.line)
        self.passes.add(answer, proof)
        return True

    def keep_promise(self) -> bool:
        """Prove the win that the book promises where it ends, and return whether that succeeds."""
        begun, proving, player = self.clock.elapsed(), self.proving, self.game.player(self.state)
        proved = proving.prove(self.state, self.promised)
        seconds, statistics = self.clock.elapsed() - begun, proving.counts.statistics()
        proving.counts = Counts()
        if not proved:
            self.passes.add(Iteration(
                depth=self.promised, seconds=seconds, statistics=statistics, kind="unfinished",
            ))  # fmt: skip
            return False
        line, plies = proving.line(), proving.plies_found()
        answer = Iteration(
            depth=plies, value=self.game.utmost, line=line, seconds=seconds,
            statistics=statistics, kind="proof",
            alternatives=(Alternative(line[0], self.game.utmost, line),) if self.lines > 1 else (),
        )  # fmt: skip
        self.passes.add(answer, Proof(player, plies, "prover"))
        return True

    def prove(self) -> bool:
        """Give the prover its share, and return whether the result is certain now.

        If the tree has already found a win, the remaining questions ask for a nearer one.
        """
        known = self.passes.proof
        last = DEEPEST if known is None or known.plies is None else known.plies
        made = self.tree.expansions
        allowed = round(min(self.game.prover_share * made, PROVER_FIRST + PROVER_LATER * made))
        while answer := self.questions.ask(allowed, last):
            proof = self.questions.proof(answer)
            self.passes.add(answer, proof)
            if proof is not None:
                return True
        return known is not None

    def deepen(self, depth: int) -> bool:
        """Search one depth, and return whether its result is certain."""
        begun, horizon = self.clock.elapsed(), self.tree.horizon
        self.tree.counts.levels[0] = 1
        alternatives: list[Alternative] = []
        proof: Proof | None = None
        for rank in range(self.lines):
            value, move = self.aspire(depth, rank)
            alternatives.append(Alternative(move, self.shown(value), self.line(move, depth)))
            if rank == 0:
                proof = self.proof(value, self.tree.horizon == horizon)
        best, statistics = alternatives[0], self.tree.counts.statistics()
        searched = Iteration(
            depth=depth, value=best.value, line=best.line, seconds=self.clock.elapsed() - begun,
            statistics=statistics, alternatives=tuple(alternatives) if self.lines > 1 else (),
        )  # fmt: skip
        self.tree.begin()
        self.passes.add(searched, proof)
        return proof is not None

    def aspire(self, depth: int, rank: int) -> tuple[float, Move]:
        """Return the best move after the `rank` better ones, and its value.

        The first window is narrow, around the last value, and is widened if the value is outside.
        The move is put in its place in the order.
        """
        value = self.values[rank]
        open_ = depth > 2 and abs(value) < self.game.utmost
        width = WINDOW * self.game.swing if open_ else inf
        low, high = value - width, value + width
        while True:
            value, move = self.root(depth, low, high, self.order[rank:])
            if low < value < high:
                break
            if value <= low:
                low = -inf
            else:
                high = inf
                self.promote(move, rank)  # so that it is not lost if the time runs out now
        self.promote(move, rank)
        self.values[rank] = self.shown(value)
        return value, move

    def promote(self, move: Move, rank: int) -> None:
        """Put a move in its place in the order."""
        self.order.remove(move)
        self.order.insert(rank, move)

    def root(
        self, depth: int, alpha: float, beta: float, moves: Sequence[Move]
    ) -> tuple[float, Move]:
        """Return the best value and move of the root within a window; try the moves in order."""
        tree, best, best_move, low = self.tree, -inf, moves[0], alpha
        tree.counts.levels[1] += len(moves)
        for number, move in enumerate(moves):
            static = self.static[move]
            if static >= WON:
                tree.counts.prunes[0] += 1
                return WON - 1, move
            value = tree.child(self.state, static, move, number, depth, 0, alpha, beta)
            if value > best:
                best, best_move = value, move
                alpha = max(alpha, value)
                if value > low and len(moves) == len(self.order):
                    self.better = depth, value, move
                if value >= beta:
                    tree.counts.prunes[0] += 1
                    break
        return best, best_move

    def line(self, move: Move, depth: int) -> tuple[Move, ...]:
        """Return `move` and the line after it: the table's moves, then a last one by its value."""
        line, state = [move], self.game.play(self.state, move)
        while len(line) < depth and self.game.outcome(state) is None:
            entry = self.tree.table.get(state)
            if entry is not None:
                following = entry[3]
            else:
                _, following, children, _ = self.evaluation.best_child(state, self.tree.max)
                depth = len(line) + 1
                if not children:
                    break
            line.append(following)
            state = self.game.play(state, following)
        return tuple(line)

    def shown(self, value: float) -> float:
        """Return a value in the game's own terms: a certain win is worth U."""
        utmost = self.game.utmost
        return utmost if value > MATE else -utmost if value < -MATE else value + 0.0

    def proof(self, value: float, solved: bool) -> Proof | None:
        """Return what a value proves: a win or loss always, any value if no estimate was used."""
        player = self.game.player(self.state)
        if value > MATE:
            return Proof(player, round(WON - value))
        if value < -MATE:
            return Proof(1 - player, round(WON + value))
        return Proof(None, None) if solved else None


SEARCHES = (Strong,)

"""Confirms a game's searches: every position is searched again and all that was counted compared.

What a search without a clock found and counted is the same on every machine, so everything must be
equal: the move, the value, the line, the proof, and the figures of every pass. If a clock or a
person ended a search, the passes that it finished are repeated without a clock and must be equal;
the pass under way at the end is the only part that cannot be repeated. The sums must be those of
the passes.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from loa_tk.control.engine.blunders import best_pass
from loa_tk.control.engine.searches import SearchJob
from loa_tk.control.engine.searchlog import line_texts, move_head, value_text
from loa_tk.model.game import Game, PlayerError, State, UserError
from loa_tk.model.match import Node
from loa_tk.model.notation import move_text
from loa_tk.model.records import Record
from loa_tk.model.search.options import BLUNDER, EVAL, MOST_SECONDS, SECONDS
from loa_tk.model.search.players import FILE_OPTION, Player, read_player
from loa_tk.model.search.search import PROGRAM, Clock
from loa_tk.model.search.statistics import ROWS, Iteration, Proof, Report, Statistics, total
from loa_tk.words import confirm as words

CONFIRMED, PARTLY, OPEN, WRONG = "confirmed", "partly confirmed", "not repeatable", "wrong"
PATIENCE, SLOWER = 60.0, 20.0  # seconds, and times the recorded ones, that playouts may take
SPARE = 1.0  # seconds that a search may have lost to other programs
PLAYOUTS = "playouts"  # the option and the statistic of Monte Carlo tree search


@dataclass(frozen=True, kw_only=True)
class Confirmation:
    """What is known of one search after it was repeated; the text says it for people."""

    move: str  # with its number and side
    status: str
    text: str
    nodes: int = 0  # that the record has
    repeated: int = 0  # nodes of the passes that were found again


class Mismatch(Exception):
    """Something that was repeated is not as the record has it."""


def searches(record: Record) -> Iterator[tuple[Node, Report]]:
    """Yield every searched move of a record, those of its variations too."""
    waiting = [record.match.root]
    while waiting:
        node = waiting.pop()
        if isinstance(node.report, Report):
            yield node, node.report
        waiting += node.children


def confirm(
    record: Record, own: Mapping[str, str], sandbox: str = ""
) -> Iterator[Confirmation]:
    """Yield what became of each search of a record.

    `own` are the students' files that may run, by their names; no other file is run.
    """
    game = record.match.game
    for node, report in searches(record):
        assert node.parent is not None and node.move is not None
        number = len(node.line()) // 2
        head = move_head(game, node.parent.state, number, node.move)
        status, text, repeated = _confirmed(game, node, report, own, sandbox)
        nodes = report.statistics.nodes
        yield Confirmation(move=head, status=status, text=text, nodes=nodes, repeated=repeated)


def _confirmed(
    game: Game, node: Node, report: Report, own: Mapping[str, str], sandbox: str
) -> tuple[str, str, int]:
    """Return the status of one search, a sentence, and how many nodes were counted again."""
    try:
        player = read_player(game, report.player)
        if player.search == FILE_OPTION and not (player.depth and player.seconds is None):
            return OPEN, words.OWN_CLOCK, 0  # --own would not help
        player = allowed(player, own)
    except PlayerError as error:
        return OPEN, words.NO_PLAYER.format(reason=error), 0
    if player.place == PROGRAM:
        return OPEN, words.PROGRAM.format(player=player.search), 0
    try:
        return _repeat(Recorded(game=game, node=node, report=report, player=player), sandbox)
    except Mismatch as difference:
        return WRONG, str(difference), 0
    except UserError as error:  # a student's file that does not load, or fails
        return OPEN, words.FAILED.format(reason=error), 0


def allowed(player: Player, own: Mapping[str, str]) -> Player:
    """Return a player with the files that may run in place of those it names, or PlayerError."""
    changed = {}
    for option in (FILE_OPTION, EVAL.name):
        text = player.options.get(option, "")
        if text and text in player.files:
            name = PurePath(text.replace("\\", "/")).name
            if name not in own:
                raise PlayerError(words.NO_FILE.format(name=name))
            changed[option] = own[name]
    return player.changed(**changed) if changed else player


@dataclass(frozen=True, kw_only=True)
class Recorded:
    """One search of a record: its position, what was reported, and who searched."""

    game: Game
    node: Node
    report: Report
    player: Player

    @property
    def state(self) -> State:
        """Return the position that was searched."""
        assert self.node.parent is not None
        return self.node.parent.state

    @property
    def history(self) -> tuple[State, ...]:
        """Return the positions before it."""
        assert self.node.parent is not None
        return tuple(before.state for before in self.node.parent.line()[:-1])

    def again(self, player: Player, sandbox: str, passes: int | None = None) -> Report:
        """Search the position again, to its end or until this many passes are finished.

        A search that makes more nodes than are recorded is stopped, because a forged record could
        ask for one that never ends. One by playouts has a time instead.
        """
        made, told = [0, 0], self.report.statistics.nodes
        late = time.monotonic() + PATIENCE + SLOWER * self.report.seconds
        played = PLAYOUTS in self.report.shown

        def tell(content: object) -> None:
            if isinstance(content, Report):
                made[:] = len(content.iterations), content.statistics.nodes

        def stop() -> bool:
            enough = passes is not None and made[0] >= passes
            return enough or (time.monotonic() > late if played else made[1] > told)

        job = SearchJob(
            game=self.game.key, state=self.state, history=self.history, player=player,
            sandbox=sandbox,
        )  # fmt: skip
        return job.run(stop, tell)

    def finished(self) -> tuple[Iteration, ...]:
        """Return the passes that came to their end."""
        made = self.report.iterations
        return made[:-1] if made and made[-1].kind == "unfinished" else made


def _repeat(search: Recorded, sandbox: str) -> tuple[str, str, int]:
    """Search again and compare, or raise Mismatch."""
    report, player = search.report, search.player
    if report.move != search.node.move:
        raise Mismatch(words.OTHER_MOVE.format(
            move=move_text(search.game, search.state, report.move)))  # fmt: skip
    if player.chancy and player.seed is None and not report.iterations:
        return OPEN, words.NO_SEED, 0
    if PLAYOUTS in report.shown:
        return _repeat_playouts(search, sandbox)
    done = search.finished()
    cut = len(done) < len(report.iterations)
    timed = player.allowed is not None and SECONDS.name in player.options
    if not cut and not timed:
        found = search.again(player, sandbox)
        compare_passes(search, report.iterations, found.iterations)
        compare_figures(search, report.statistics, found.statistics, words.IN_ALL)
        compare_answers(search, found, ("value", "depth", "proof"))
        said = compare_choices(search, best_line(found))
        return _equal(said, report.statistics.nodes)
    return _repeat_finished(search, done, sandbox)


def _repeat_finished(
    search: Recorded, done: Sequence[Iteration], sandbox: str
) -> tuple[str, str, int]:
    """Repeat the passes that a search with a clock has finished, without the clock."""
    report = search.report
    sums = total(report.iterations, Statistics())
    compare_figures(search, report.statistics, sums, words.SUMS)
    patient = search.player.changed(seconds=MOST_SECONDS)
    repeated, proof, ended, begun = 0, None, False, time.process_time()
    if done:
        found = search.again(patient, sandbox, len(done))
        compare_passes(search, done, found.iterations[: len(done)])
        repeated = sum(one.statistics.nodes for one in done)
        proof, ended = found.proof, len(found.iterations) == len(done)
    took = time.process_time() - begun
    best = best_pass(report)
    compare_told(search, best, done, proof)
    said = compare_choices(search, best.line if best else report.line)
    if len(done) == len(report.iterations):
        if not ended and (early := hurried(search, took)):
            return PARTLY, early, repeated
        return _equal(said, repeated)
    nodes = report.statistics.nodes
    text = words.CUT.format(passes=words.passes(len(done)), repeated=repeated, nodes=nodes)
    text += words.MOVE_BY_CUT if best is not None and best.kind == "unfinished" else ""
    took *= nodes / repeated if repeated else 1
    if repeated and unlikely(search, took):
        text += words.TOO_FEW.format(told=report.seconds, took=took)
    return PARTLY, text + (f"; {said}" if said else ""), repeated


def hurried(search: Recorded, took: float) -> str:
    """Return in words that a search should have gone on, or nothing if its clock has ended it.

    Such a record may be that of a search with less time than it names, and so of a weaker one.
    """
    told, limit = search.report.seconds, search.player.allowed or 0.0
    if len(search.game.moves(search.state)) == 1:  # about which nobody thinks for long
        return ""
    if told < Clock.ENOUGH * limit:
        return words.ENDED_EARLY.format(told=told, limit=limit)
    return words.TOO_LITTLE.format(told=told, took=took) if unlikely(search, took) else ""


def unlikely(search: Recorded, took: float) -> bool:
    """Return whether a search has recorded far more time than its nodes have taken here.

    Of a student's evaluation nothing is known: its time is that of another process.
    """
    return not search.player.files and search.report.seconds > SPARE + SLOWER * took


def compare_told(
    search: Recorded, best: Iteration | None, done: Sequence[Iteration], proof: Proof | None
) -> None:
    """Raise Mismatch unless value, depth and proof are those of the passes of a search.

    The value and the proof of a pass that was ended cannot be compared.
    """
    told = search.report
    value = best.value if best is not None else told.value
    if told.value != value:
        compare_values(search, told.value, value, words.IN_ALL)
    depth = next((one.depth for one in reversed(done) if one.move is not None), 0)
    if told.depth != depth:
        texts = str(told.depth), str(depth)
        raise Mismatch(words.differs(words.IN_ALL, words.DEPTH, *texts))
    if best is None or best.kind != "unfinished":
        compare_proof(told.proof, proof)


def compare_proof(told: Proof | None, found: Proof | None) -> None:
    """Raise Mismatch if a proof is recorded that was not found."""
    if told is not None and told != found:
        texts = str(told), str(found or words.NOTHING)
        raise Mismatch(words.differs(words.IN_ALL, words.PROOF, *texts))


def _equal(said: str, nodes: int) -> tuple[str, str, int]:
    """Return that all counts are equal, or what else is to be said about that."""
    return CONFIRMED, said or words.ALL_EQUAL.format(nodes=nodes), nodes


def _repeat_playouts(search: Recorded, sandbox: str) -> tuple[str, str, int]:
    """Make as many playouts as were made, without a clock."""
    report, player = search.report, search.player
    if player.seed is None:
        return OPEN, words.NO_SEED, 0
    counted = report.statistics.playouts
    if not counted:
        return OPEN, words.NOTHING_COUNTED, 0
    found = search.again(player.changed(seconds=None, playouts=counted), sandbox)
    spare = report.statistics.nodes - found.statistics.nodes
    # A clock may end a playout whose node is already in the tree.
    names = [name for name in report.shown if not (spare == 1 and name in ("nodes", "max_depth"))]
    compare_figures(search, report.statistics, found.statistics, words.IN_ALL, names)
    compare_answers(search, found, ("value",))
    compare_proof(report.proof, found.proof)
    said = compare_choices(search, best_line(found))
    return _equal(said, found.statistics.nodes)


# --- comparing ---


def compare_passes(search: Recorded, told: Sequence[Iteration], found: Sequence[Iteration]) -> None:
    """Raise Mismatch unless the same passes were made, with the same results and figures."""
    for number, (one, other) in enumerate(zip(told, found, strict=False), 1):
        where = words.PASS.format(number=number, kind=one.kind, depth=one.depth)
        compare_figures(search, one.statistics, other.statistics, where)
        if (one.kind, one.depth) != (other.kind, other.depth):
            now = words.PASS.format(number=number, kind=other.kind, depth=other.depth)
            raise Mismatch(words.OTHER_PASS.format(told=where, found=now))
        if one.value != other.value:
            compare_values(search, one.value, other.value, where)
        if one.line != other.line:
            texts = (" ".join(line_texts(search.game, search.state, each.line) or ("–",))
                     for each in (one, other))  # fmt: skip
            raise Mismatch(words.differs(where, words.LINE, *texts))
    if len(told) != len(found):
        raise Mismatch(words.differs(words.IN_ALL, words.PASSES, str(len(told)), str(len(found))))


def compare_figures(
    search: Recorded, told: Statistics, found: Statistics, where: str,
    names: Sequence[str] | None = None,
) -> None:  # fmt: skip
    """Raise Mismatch unless all figures are equal."""
    shown = search.report.shown if names is None else names
    for name in shown:
        if getattr(told, name) != getattr(found, name):
            row = ROWS[name]
            raise Mismatch(words.differs(where, row.text, row.show(told), row.show(found)))
    if names is None and told.levels != found.levels:
        levels = (" ".join(map(str, each.levels)) for each in (told, found))
        raise Mismatch(words.differs(where, words.LEVELS, *levels))


def compare_answers(search: Recorded, found: Report, names: Sequence[str]) -> None:
    """Raise Mismatch unless these parts of the answer are equal."""
    for name in names:
        told, now = getattr(search.report, name), getattr(found, name)
        if told != now and name == "value":
            compare_values(search, told, now, words.IN_ALL)
        if told != now:
            raise Mismatch(words.differs(words.IN_ALL, name, str(told), str(now)))


def compare_values(
    search: Recorded, told: float | None, found: float | None, where: str
) -> None:
    """Raise the Mismatch of two values that are not equal."""
    texts = [value_text(search.game, value) for value in (told, found)]
    if texts[0] == texts[1]:
        texts = [str(told), str(found)]
    raise Mismatch(words.differs(where, words.VALUE, *texts))


def best_line(report: Report) -> tuple[int, ...]:
    """Return the line that a search found best, whatever was played then."""
    best = best_pass(report)
    return best.line if best else report.line


def compare_choices(search: Recorded, best: tuple[int, ...]) -> str:
    """Raise Mismatch unless the move is the best one, or the blunder that the seed makes here.

    Return a sentence if a blunder cannot be repeated, because it has no seed.
    """
    game, report, player = search.game, search.report, search.player
    if player.options.get(BLUNDER.name) and player.seed is None:
        return words.BLUNDER_WITHOUT_SEED if report.line[0] != best[0] else ""
    plain = Report(depth=0, line=best, seconds=0.0, statistics=Statistics())
    expected = player.blundered(game, search.state, search.history, plain)
    if expected.line[0] != report.move:
        texts = (move_text(game, search.state, move) for move in (report.move, expected.line[0]))
        raise Mismatch(words.differs(words.IN_ALL, words.MOVE, *texts))
    return ""

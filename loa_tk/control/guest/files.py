"""Students' files in guests: what a search of the program's needs of them, and their own searches.

A guest stays warm from one search to the next. A file that has been saved again is loaded by a new
process.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from loa_tk.control.engine.jobs import Message
from loa_tk.control.engine.leaving import before_end
from loa_tk.control.guest.host import Guest
from loa_tk.control.guest.sandbox import choose
from loa_tk.control.guest.warm import WarmGuests
from loa_tk.control.guest.witness import Testimony
from loa_tk.lab.adapter import OwnFiles, report
from loa_tk.lab.evaluation import OwnEvaluation
from loa_tk.lab.functions import Asked
from loa_tk.lab.source import CHOOSE, EVALUATE, missing
from loa_tk.model.game import Evaluation, Game, State, UserError
from loa_tk.model.search.options import EVAL
from loa_tk.model.search.players import FILE_OPTION, Player
from loa_tk.model.search.search import Limits, ignore, never
from loa_tk.model.search.statistics import Report
from loa_tk.model.tree.followed import followed
from loa_tk.model.tree.recording import TreeRequest
from loa_tk.model.tree.searchtree import SearchTree
from loa_tk.words import own_code as words


class GuestFiles(OwnFiles):
    """Students' files, each in a guest of its own.

    `tell` is given a "note", a line for the log, and "output", what a file has printed.
    """

    def __init__(
        self, sandbox: str = "", alone: str = "", pool: WarmGuests | None = None
    ) -> None:
        """Start nothing yet; `sandbox` is the wanted one, or the best one here.

        `alone` is the folder of a class, whose other files are hidden if the sandbox can do that.
        With a `pool`, guests come from there and go back to it.
        """
        super().__init__()
        self.wanted, self.alone, self.pool = sandbox, alone, pool
        self.stop: Callable[[], bool] = never
        self.tell: Callable[[Message], None] = ignore
        self._guests: dict[tuple[str, str], Guest] = {}
        self._seeds: dict[str, float] = {}  # of the files' random numbers

    def guest(self, path: str, role: str = "") -> Guest:
        """Return the guest of a file as it is now, or raise UserError.

        A file whose search uses its own evaluation has a guest for each role, because the one that
        searches waits for the other's values.
        """
        guest = self._guests.get((path, role))
        if guest is not None:
            if changed := guest.changed:
                self.tell(Message("note", words.CHANGED.format(files=", ".join(changed))))
                guest.close()
            elif not guest.closed:
                return guest
        self._evaluations = {key: own for key, own in self._evaluations.items() if key[1] != path}
        sandbox = choose(self.wanted)
        if not any(known == path for known, _ in self._guests):
            how = words.SANDBOXES[sandbox]
            note = words.RUNS_IN.format(files=Path(path).name, how=how)
            self.tell(Message("note", note))
        start = Guest if self.pool is None else self.pool.take
        guest = start(Path(path).absolute(), sandbox, self.alone, self._hear)
        guest.seed = self._seeds.get(path)
        self._guests[path, role] = guest
        return guest

    @property
    def served(self) -> bool:
        """Whether one of these guests has served another game before."""
        return any(guest.served > 1 for guest in self._guests.values())

    def _hear(self, text: str) -> None:
        self.tell(Message("output", text))

    def having(self, path: str, function: str) -> Guest:
        """Return the guest of a file that has this function, or raise UserError."""
        guest = self.guest(path, function)
        if function not in guest.functions:
            raise missing(function, guest.functions, guest.path.name)
        return guest

    def require(self, player: Player) -> None:
        """Raise UserError unless the files of a player have the functions that it needs."""
        search = player.options.get(FILE_OPTION)
        for path in player.files:
            self.having(path, CHOOSE if path == search else EVALUATE)

    def seed(self, path: str, number: float) -> None:
        self._seeds[path] = number
        for (known, _), guest in self._guests.items():
            if known == path:
                guest.seed = number

    def evaluation(self, game: Game, path: str) -> OwnEvaluation:
        """Return the evaluation of a file, or raise UserError; that of an old file is forgotten."""
        self.having(path, EVALUATE)
        return super().evaluation(game, path)

    def asker(self, game: Game, path: str) -> Callable[[Asked], Sequence[float]]:
        return lambda asked: self._guests[path, EVALUATE].values(game, asked, self.stop)

    def choose(
        self, game: Game, state: State, path: str, limits: Limits, evaluation: Evaluation
    ) -> Report:
        answer = self.having(path, CHOOSE).choose(game, state, limits, evaluation)
        return reported(answer)

    def close(self) -> None:
        """End the processes, or give them back."""
        while self._guests:
            guest = self._guests.popitem()[1]
            if self.pool is None:
                guest.close()
            else:
                self.pool.give_back(guest)


def reported(said: Testimony) -> Report:
    """Return the report of a search in a guest; its time is the host's."""
    return report(said.move, said.value, said.counted, said.seconds)


@cache
def warm(sandbox: str = "") -> GuestFiles:
    """Return the guests of this process, which stay warm from one job to the next."""
    files = GuestFiles(sandbox)
    before_end(files.close)
    return files


def followed_tree(
    game: Game, state: State, player: Player, most: int, sandbox: str = ""
) -> SearchTree:
    """Return the tree of a student's own search, or raise UserError."""
    files = warm(sandbox)
    given = files.evaluation_of(game, player)
    evaluation = given or game.evaluation(player.options[EVAL.name], player.seed or 0, 0.0)
    path = player.options[FILE_OPTION]
    guest = files.having(path, CHOOSE)
    guest.seed = player.seed or 0
    assert player.depth is not None, "a tree has a depth"
    said = guest.choose(game, state, Limits(depth=player.depth), evaluation, watch=most)
    name = player.options[EVAL.name]
    tree = followed(
        game, state, said.steps, depth=player.depth, move=said.move,
        statistics=said.counted.statistics(), evaluation=Path(name).name if given else name,
    )  # fmt: skip
    if len(tree) == 1:
        raise UserError(words.NOTHING_EVALUATED.format(file=Path(path).name))
    if said.evals is None or len(tree) > most:
        raise UserError(words.TREE_TOO_LARGE.format(file=Path(path).name, most=most))
    return tree


def with_own_evaluation(
    request: TreeRequest, stop: Callable[[], bool], sandbox: str = ""
) -> TreeRequest:
    """Return what is to be recorded with the evaluation of the file that it names.

    The evaluation is called by the name of the file. Raise UserError if there is none.
    """
    files = warm(sandbox)
    files.stop = stop
    own = files.evaluation(request.game, request.evaluation)
    return replace(request, own=own, evaluation=Path(request.evaluation).name)

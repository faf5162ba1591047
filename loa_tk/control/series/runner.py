"""Plays a series in the background: a thread hands out the games, callers poll for results."""

from __future__ import annotations

import threading
from collections.abc import Callable, Container
from queue import Empty, SimpleQueue

from loa_tk.control.series.executors import Local
from loa_tk.control.series.plan import Plan, Result, tasks
from loa_tk.control.series.play import try_out_players
from loa_tk.control.ugi.client import Abandoned
from loa_tk.model.game import UserError
from loa_tk.model.games import find_game
from loa_tk.store.diagnostics import LOG


class Runner:
    """Plays a plan in processes of this machine; neither polling nor stopping ever blocks.

    The thread only waits for the processes, so it does not delay the window's timers. It is no
    daemon, so that the program does not end before the last process has ended.
    """

    def __init__(
        self,
        plan: Plan,
        jobs: int,
        done: Container[int] = (),
        keep: Callable[[Result], Result] | None = None,
    ) -> None:
        """Start to play the games that are not done; `keep` is called for each in the thread."""
        self.done, self.error = False, ""
        self._plan, self._local = plan, Local(jobs)
        self._finished, self._keep = done, keep
        self._found: SimpleQueue[Result | str] = SimpleQueue()  # results, then an error or ""
        self._thread = threading.Thread(target=self._run, name="loa_tk series")
        self._thread.start()

    def _run(self) -> None:
        error = ""
        try:
            try_out_players(self._plan, self._local.stopped.is_set)
            plan, recorded = self._plan, self._keep is not None
            for result in self._local.run(
                tasks(find_game(plan.game), plan, self._finished, recorded)
            ):
                self._found.put(result if self._keep is None else self._keep(result))
        except Abandoned:
            pass  # stopped before the first game
        except UserError as problem:
            error = str(problem)
        except Exception as problem:  # the window reports it like any other error
            LOG.exception("a series failed")
            error = repr(problem)
        self._found.put(error)

    def poll(self, most: int = 200) -> list[Result]:
        """Return the games finished since the last call, and set `done` after the last one."""
        results: list[Result] = []
        while len(results) < most and not self.done:
            try:
                found = self._found.get_nowait()
            except Empty:
                break
            if isinstance(found, str):
                self.done, self.error = True, found
            else:
                results.append(found)
        return results

    def stop(self) -> None:
        """End all games; their processes end within moments."""
        self._local.stop()

    def join(self, seconds: float) -> bool:
        """Wait for the end of the last process, and return whether it has ended."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

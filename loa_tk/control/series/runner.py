"""A series played in the background: a thread hands out the games, who wants the results polls."""

from __future__ import annotations

import threading
from queue import Empty, SimpleQueue

from loa_tk.control.series.executors import Local
from loa_tk.control.series.plan import Plan, Result, tasks
from loa_tk.control.series.play import try_out_players
from loa_tk.control.ugi.client import Abandoned
from loa_tk.model.game import UserError
from loa_tk.model.games import find_game
from loa_tk.store.diagnostics import LOG


class Runner:
    """Plays a plan in processes of this machine; neither polling nor stopping ever waits.

    The thread only waits for them, so it does not disturb the window's timers. It is not a
    daemon: the program does not end before the last of the processes has.
    """

    def __init__(self, plan: Plan, jobs: int) -> None:
        """Begin to play."""
        self.done, self.error = False, ""
        self._plan, self._local = plan, Local(jobs)
        self._found: SimpleQueue[Result | str] = SimpleQueue()  # results, at last an error or ""
        self._thread = threading.Thread(target=self._run, name="loa_tk series")
        self._thread.start()

    def _run(self) -> None:
        error = ""
        try:
            try_out_players(self._plan, self._local.stopped.is_set)
            for result in self._local.run(tasks(find_game(self._plan.game), self._plan)):
                self._found.put(result)
        except Abandoned:
            pass  # stopped before the first game
        except UserError as problem:
            error = str(problem)
        except Exception as problem:  # told in the window like any other
            LOG.exception("a series failed")
            error = repr(problem)
        self._found.put(error)

    def poll(self, most: int = 200) -> list[Result]:
        """Games that were finished since the last time; then `done` tells whether all is over."""
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
        """End all games; their processes follow within moments."""
        self._local.stop()

    def join(self, seconds: float) -> bool:
        """Wait for the last process; whether it has gone."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

"""The measurements, each a ratio within one run, because machines are shared and noisy.

python3 build/tasks.py bench [perft] [search] [depth] [window] [flow] [guest] [start]
    [solved-loa6] [solved-breakthrough5] [breakthrough] [proofs] [explorer]
python3 build/tasks.py bench growth [MINUTES]

Without names it runs all but growth, which takes an hour unless MINUTES says otherwise.
"""

from __future__ import annotations

import os
import resource
import sys
import time
from collections.abc import Callable
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import reference  # noqa: E402 - found through the path above
from bench_breakthrough import bench_breakthrough  # noqa: E402
from bench_explorer import bench_explorer  # noqa: E402
from bench_flow import bench_flow  # noqa: E402
from bench_growth import MINUTES, measure_growth, measure_windows  # noqa: E402
from bench_guest import bench_guest  # noqa: E402
from bench_proofs import bench_proofs  # noqa: E402
from bench_solved import bench_solved  # noqa: E402
from bench_start import bench_start  # noqa: E402
from loa_tk.model.game import perft  # noqa: E402
from loa_tk.model.games import find_game  # noqa: E402
from loa_tk.model.games.lines_of_action.rules import LinesOfAction  # noqa: E402
from loa_tk.model.search.search import Limits, Request  # noqa: E402
from loa_tk.model.search.statistics import Report  # noqa: E402
from loa_tk.model.search.strong import Strong  # noqa: E402
from screen import open_screen  # noqa: E402

# The evaluation is not tuned, and there is no book: only the search changes the measurements.
GROUPS = {"eval": "groups", "book": 0}
STARTS = ("loa5", "loa6", "loa8", "breakthrough8")


def seconds(work: Callable[[], object], times: int = 3) -> float:
    """Return the least processor time of several runs, which excludes that of other processes."""
    found = []
    for _ in range(times):
        begun = time.process_time()
        work()
        found.append(time.process_time() - begun)
    return min(found)


def bench_perft() -> None:
    """Positions per second of perft, beside the reference model's."""
    print("perft: positions per second of processor time, and the ratio")
    for key, depth, plain_depth in (("loa5", 5, 3), ("loa6", 4, 3), ("loa8", 4, 2)):
        game, plain = find_game(key), reference.GAMES[key]
        board = plain.start()
        slow = seconds(lambda: reference.perft(plain, board, "b", plain_depth))  # noqa: B023
        slow_speed = reference.perft(plain, board, "b", plain_depth) / slow
        fast = seconds(lambda: perft(game, game.start, depth))  # noqa: B023
        fast_speed = perft(game, game.start, depth) / fast
        ratio = fast_speed / slow_speed
        print(
            f"  {key}  package {fast_speed:>12,.0f}  reference {slow_speed:>8,.0f}  {ratio:6.0f}x"
        )


def naive_alpha_beta(key: str, depth: int) -> None:
    """The textbook search on the reference model, with the evaluation `groups`."""
    plain = reference.GAMES[key]
    most = 2 * (plain.n - 2)
    pairs = [(a, b) for a in range(2, most + 1) for b in range(a, most + 1)]

    def worth(board: list[list[str]], side: str) -> float:
        checkers = sum(row.count(side) for row in board)
        return 100 - 200 * (pairs.index((plain.groups(board, side), checkers)) + 1) / len(pairs)

    def visit(board: list[list[str]], side: str, alpha: float, beta: float, ply: int) -> float:
        if plain.has_ended(board, side):
            return 100 if plain.winner(board, side) == "b" else -100
        if ply == depth:
            return (worth(board, "b") - worth(board, "w")) / 2
        best = -1000.0 if ply % 2 == 0 else 1000.0
        for move in plain.moves(board, side):
            value = visit(plain.play(board, move), reference.other(side), alpha, beta, ply + 1)
            if ply % 2 == 0:
                best = max(best, value)
                if best >= beta:
                    break
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                if best <= alpha:
                    break
                beta = min(beta, best)
        return best

    visit(plain.start(), "b", -100, 100, 0)


def exact_to_depth(key: str, depth: int) -> None:
    """Search to a fixed depth, which finds minimax's value, all tables empty."""
    game = LinesOfAction(find_game(key).rows)
    Strong(
        Request(game=game, state=game.start, limits=Limits(depth=depth), options=GROUPS)
    ).search()


def strong_to_depth(key: str, depth: int) -> None:
    """Search as `hard` does until a depth is finished, all tables empty as in a new process."""
    game = LinesOfAction(find_game(key).rows)
    reached = 0

    def progress(report: Report) -> None:
        nonlocal reached
        reached = report.depth

    limits = Limits(stop=lambda: reached >= depth)
    Strong(
        Request(game=game, state=game.start, limits=limits, progress=progress, options=GROUPS)
    ).search()


def bench_search() -> None:
    """Time to equal depth: the textbook search on the reference model against `strong`."""
    print("search: processor time to equal depth with the evaluation groups, and the ratios")
    for key, depth in (("loa5", 7), ("loa6", 6), ("loa8", 5)):
        fast = seconds(lambda: strong_to_depth(key, depth), times=2)  # noqa: B023
        exact = seconds(lambda: exact_to_depth(key, depth), times=2)  # noqa: B023
        slow = seconds(lambda: naive_alpha_beta(key, depth), times=1)  # noqa: B023
        print(f"  {key} depth {depth}  naive {slow:8.2f} s  as it plays {fast:7.3f} s "
              f"{slow / fast:6.0f}x  exact {exact:7.3f} s {slow / exact:6.0f}x")  # fmt: skip


def depth_reached(key: str, allowed: float) -> tuple[int, int, float, str, int]:
    """Search a game's start in a process of its own; also its peak memory in MB."""
    game = find_game(key)
    limits, options = Limits(seconds=allowed), {"book": 0}
    report = Strong(Request(game=game, state=game.start, limits=limits, options=options)).search()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    proof = "" if report.proof is None else f"proved in {report.proof.plies} plies"
    return report.depth, report.statistics.nodes, report.seconds, proof, peak


def bench_depth() -> None:
    """How deep `hard` gets from the starts in 10 s, and what 5x5's proof takes."""
    print("depth: from the starts within 10 s")
    for key in STARTS:
        with get_context("spawn").Pool(1) as pool:
            depth, nodes, spent, proof, peak = pool.apply(depth_reached, (key, 10.0))
        speed = nodes / spent
        print(f"  {key}  depth {depth:>2}  {nodes:>10,} nodes  {spent:5.1f} s  "
              f"{speed:>9,.0f}/s  {peak} MB  {proof}")  # fmt: skip


def bench_window() -> None:
    """How late after(10) is in a window on a screen of its own, idle and while hard thinks."""
    with TemporaryDirectory() as folder, open_screen(Path(folder)) as screen:
        os.environ["DISPLAY"] = screen.name
        measure_window()


def measure_window() -> None:
    """Open a window on the screen there is and print how late its clock is."""
    import tkinter

    from loa_tk.control.engine.searches import SearchJob
    from loa_tk.control.engine.worker import Worker
    from loa_tk.model.search.players import read_player

    print("window: lateness of after(10) in ms")
    game, worker, root = find_game("loa8"), Worker(), tkinter.Tk()
    for name in ("idle", "thinking"):
        if name == "thinking":
            worker.submit(
                SearchJob(
                    game="loa8", state=game.start, history=(), player=read_player(game, "hard")
                )
            )
            time.sleep(1)
        late: list[float] = []

        def tick(due: float, late: list[float] = late) -> None:
            late.append(1000 * (time.perf_counter() - due))
            worker.poll()
            if len(late) == 300:
                root.quit()
            else:
                root.after(10, tick, time.perf_counter() + 0.01)

        root.after(10, tick, time.perf_counter() + 0.01)
        root.mainloop()
        late.sort()
        print(f"  {name:<9} median {median(late):5.2f}  99th percentile {late[297]:5.2f}")
    worker.close()
    root.destroy()


def bench_growth(minutes: float) -> None:
    """How much memory is taken after many searches and many windows, on a screen of its own."""
    with TemporaryDirectory() as folder, open_screen(Path(folder)) as screen:
        os.environ["DISPLAY"] = screen.name
        measure_growth(Path(folder) / "settings", minutes)
        measure_windows(Path(folder) / "windows")


BENCHES: dict[str, Callable[[], None]] = {
    "perft": bench_perft,
    "search": bench_search,
    "depth": bench_depth,
    "window": bench_window,
    "flow": lambda: bench_flow(10.0),
    "guest": bench_guest,
    "solved-loa6": lambda: bench_solved("loa6"),
    "solved-breakthrough5": lambda: bench_solved("breakthrough5"),
    "breakthrough": bench_breakthrough,
    "proofs": bench_proofs,
    "start": bench_start,
    "explorer": bench_explorer,
}


def main(names: list[str]) -> int:
    """Run the measurements that are named, or all of them."""
    minutes = [float(name) for name in names if name.replace(".", "", 1).isdecimal()]
    named = [name for name in names if not name.replace(".", "", 1).isdecimal()]
    benches = dict(BENCHES)
    benches["growth"] = lambda: bench_growth(minutes[-1] if minutes else MINUTES)
    for name in named or BENCHES:
        if name not in benches:
            print(f"unknown measurement {name!r}; there are: {', '.join(benches)}", file=sys.stderr)
            return 2
        benches[name]()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

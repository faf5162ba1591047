"""Measurements of Flow Free: the report's table, the fast solver, large puzzles, the generator.

python3 build/bench_flow.py [SECONDS]   (the limit for each entry of the table; default: 20, which
makes 600 s in all)
"""

from __future__ import annotations

import random
import sys
import time
from itertools import islice
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from loa_tk.model.flow import generator, puzzles  # noqa: E402
from loa_tk.model.flow.algorithms import ALGORITHMS, solve  # noqa: E402
from loa_tk.model.flow.fast import RULES, SIMPLE, Fast  # noqa: E402
from loa_tk.model.flow.generator import DIFFICULTIES, generate, puzzle_of  # noqa: E402
from loa_tk.model.flow.puzzle import Puzzle  # noqa: E402
from loa_tk.model.flow.solver import SOLVED  # noqa: E402

# Seconds and attempted assignments as the report printed them.
REPORT = {
    ("report-6x6", "random"): (2.5, 74_443),
    ("report-6x6", "mrv"): (0.004, 56),
    ("report-7x7", "mrv"): (0.02, 440),
    ("report-8x8", "mrv"): (0.9, 18_387),
    ("report-9x9", "mrv"): (3.2, 47_662),
    ("report-10x10-1", "forward"): (90, 103_628),
    ("report-10x10-1", "rows"): (1.8, 44_360),
    ("report-10x10-2", "forward"): (1.4, 1_542),
    ("report-10x10-2", "rows"): (0.9, 25_265),
    ("report-12x12", "forward"): (1500, 915_225),
    ("report-12x12", "rows"): (20, 294_590),
    ("report-12x14", "forward"): (0.8, 437),
    ("report-12x14", "rows"): (1080, 10_633_109),
    ("report-14x14", "rows"): (2400, 30_682_633),
}


def bench_table(seconds: float) -> None:
    """Print what each of the report's algorithms takes here and what the report printed."""
    print(f"table: seconds and attempted assignments; - past {seconds:g} s")
    print(f"  {'puzzle':<24} {'here':>10} {'attempts':>12}    {'report':>8} {'attempts':>12}")
    for name in puzzles.NAMES:
        puzzle = puzzles.load(name)
        for algorithm in ALGORITHMS[:-1]:
            found = solve(puzzle, algorithm, seconds=seconds)
            here = f"{found.seconds:10.3f} {found.assignments:>12,}"
            if not found.solved:
                here = f"{'-':>10} {'-':>12}"
            took, tried = REPORT.get((name, algorithm), ("-", "-"))
            there = f"{took:>8} {tried if tried == '-' else f'{tried:,}':>12}"
            print(f"  {name:<15} {algorithm:<8} {here}    {there}", flush=True)


def bench_fast() -> None:
    """Print the time of a solution with its proof of uniqueness: the least and most of 5 runs."""
    print("fast: milliseconds to solve and prove unique (least, most of 5), guesses")
    for name in puzzles.NAMES:
        puzzle = puzzles.load(name)
        runs = [solve(puzzle, unique=True) for _ in range(5)]
        times = [1000 * run.seconds for run in runs]
        print(f"  {name:<15} {min(times):7.2f} {max(times):7.2f} {runs[0].guesses:>4}")


def large_puzzle(side: int, colours: int, seed: int) -> Puzzle | None:
    """Return a puzzle that may be larger than the generator's and need not be unique, or None."""
    paths = generator.random_cover(side, side, colours, random.Random(seed))
    return puzzle_of(side, side, paths) if paths else None


def bench_large() -> None:
    """Print the time of a solution and its proof on large squares, from many to few colours."""
    print("large: milliseconds to solve and to prove unique or find a second solution")
    for side in (15, 18, 20):
        for density in (1.3, 1.0):
            made = (large_puzzle(side, round(density * side), seed) for seed in range(200))
            runs = [solve(puzzle, unique=True) for puzzle in islice(filter(None, made), 12)]
            times = sorted(1000 * run.seconds for run in runs)
            most = max(run.guesses or 0 for run in runs)
            print(f"  {side}x{side} {round(density * side):>3} colours: {len(runs)} puzzles, "
                  f"median {times[len(times) // 2]:6.1f}, most {times[-1]:6.1f}, "
                  f"guesses up to {most}", flush=True)  # fmt: skip


# Forty puzzles of 40 columns, 20 rows and 44 colours: the first seeds for which a cover is found
# that has no other solution.
WIDE = (40, 20, 44)
WIDE_SEEDS = (
    5, 14, 15, 20, 21, 23, 27, 34, 35, 39, 48, 56, 59, 60, 65, 72, 74, 79, 80, 85, 90, 105, 109,
    111, 113, 114, 117, 119, 124, 127, 132, 141, 146, 162, 166, 167, 173, 174, 177, 180,
)  # fmt: skip


def wide_puzzle(seed: int) -> Puzzle:
    """Return one of the forty puzzles."""
    width, height, colours = WIDE
    dice = random.Random(f"{width}x{height} {colours} {seed}")
    paths = generator.random_cover(width, height, colours, dice)
    assert paths is not None
    return puzzle_of(width, height, paths)


def bench_wide() -> None:
    """Print what the support rule saves on forty wide puzzles, both ways in one run."""
    print("wide: processor seconds of forty 40x20 puzzles, proved unique; guesses, most of one")
    rows = {"without support": SIMPLE, "with support": RULES}
    taken: dict[str, list[tuple[float, int]]] = {name: [] for name in rows}
    for seed in WIDE_SEEDS:
        puzzle = wide_puzzle(seed)
        found = []
        for name, rules in rows.items():
            begun, solver = time.process_time(), Fast(puzzle, rules)
            found.append([solver.grid() for step in solver.steps() if step is SOLVED])
            taken[name].append((time.process_time() - begun, solver.guesses))
        assert found[0] == found[1] and len(found[0]) == 1
    for name, runs in taken.items():
        seconds, guesses = (sum(column) for column in zip(*runs, strict=True))
        print(f"  {name:<16} {seconds:7.2f} {guesses:>7,} {max(run[1] for run in runs):>6,}")


def bench_generator(seeds: int = 200) -> None:
    """Print how long 10x10 takes for each difficulty over many seeds."""
    print(f"generator: milliseconds for 10x10, {seeds} seeds")
    for difficulty in DIFFICULTIES:
        times = []
        for seed in range(seeds):
            begun = time.perf_counter()
            generate(10, 10, seed, difficulty)
            times.append(1000 * (time.perf_counter() - begun))
        times.sort()
        most = times[-1]
        print(f"  {difficulty:<7} median {times[seeds // 2]:6.1f}, "
              f"99 % {times[seeds * 99 // 100]:6.1f}, most {most:6.1f}", flush=True)  # fmt: skip


def bench_flow(seconds: float = 20) -> None:
    """Print all measurements, the quick ones first."""
    bench_fast()
    bench_large()
    bench_wide()
    bench_generator()
    bench_table(seconds)


if __name__ == "__main__":
    bench_flow(*map(float, sys.argv[1:2]))

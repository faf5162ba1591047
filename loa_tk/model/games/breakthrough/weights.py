"""The weights of `full`, in hundredths of a typical worker, by row from home or steps to go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

ByRow: TypeAlias = tuple[float, ...]


@dataclass(frozen=True)
class Weights:
    """What each feature adds, by row from home; runners by the steps they still have to go."""

    worker: ByRow
    at_edge: ByRow  # on the leftmost and rightmost columns
    beside: ByRow  # with a worker to its left
    supported: ByRow  # with a worker diagonally behind
    doubly: ByRow  # with two of them
    stacked: ByRow  # with a worker straight behind
    guarded: ByRow  # for each square diagonally ahead of a worker
    hanging: ByRow  # lost, if the enemy can take it for nothing
    runner: ByRow  # nobody can attack it any more
    runner_to_move: ByRow  # the same after one step, which is its next move


WEIGHTS = {
    "breakthrough8": Weights(
        worker=(3, 60, 51, 61, 68, 60, 180, 0),
        at_edge=(15, -18, -4, -12, 12, 7, 0, 0),
        beside=(29, -2, -2, 9, 9, 95, 0, 0),
        supported=(0, -14, 2, -12, -12, 29, 0, 0),
        doubly=(0, -13, -2, -1, 4, 30, 0, 0),
        stacked=(0, 7, 0, 2, 4, 31, 0, 0),
        guarded=(0, 22, 3, 0, 0, 0, 0, 0),
        hanging=(0, 60, 78, 54, 71, 71, 180, 0),
        runner=(0, 2500, 900, 500, 60, 20, 0, 0),
        runner_to_move=(0, 3000, 1200, 600, 100, 30, 0, 0),
    ),
    "breakthrough3": Weights(
        worker=(-30, 28, 26, 38, 38, 60, 2, 178),
        at_edge=(14, -9, -6, -9, -9, -14, 14, 14),
        beside=(40, 4, 7, 8, 9, 13, -32, -60),
        supported=(0, -10, -4, -7, -9, 1, -3, 50),
        doubly=(0, -15, 9, -1, -11, 14, -27, 71),
        stacked=(0, 16, 6, 7, 12, 2, -29, 100),
        guarded=(0, 9, -1, -2, -8, -6, -9, 23),
        hanging=(158, 45, 25, 21, 28, 36, 35, 0),
        runner=(0, 4, -13, -26, -49, -77, -122, -84),
        runner_to_move=(0, 6, 3, -7, -25, -41, -55, -34),
    ),
    "breakthrough5x10": Weights(
        worker=(22, 50, 86, 1, 0),
        at_edge=(-4, -5, -4, 366, 0),
        beside=(16, 1, 23, -1, 0),
        supported=(0, -17, -2, -37, 0),
        doubly=(0, -16, -11, 13, 0),
        stacked=(0, 30, -11, 35, 0),
        guarded=(0, 0, -4, -6, 375),
        hanging=(100, 524, 94, 666, 0),
        runner=(0, 89, 65, 10, 0),
        runner_to_move=(0, 399, 157, -107, 0),
    ),
}

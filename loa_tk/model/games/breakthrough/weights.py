"""The weights of `full` for the two variants that formation.py values, in 1/100 worker."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

ByRow: TypeAlias = tuple[float, ...]


@dataclass(frozen=True)
class RowWeights:
    """What each feature adds, by row from home; for runners, by their steps to go."""

    worker: ByRow
    at_edge: ByRow  # on the leftmost and rightmost columns
    beside: ByRow  # with a worker to its left
    supported: ByRow  # with a worker diagonally behind
    doubly: ByRow  # with two of them
    stacked: ByRow  # with a worker straight behind
    guarded: ByRow  # for each square diagonally ahead of a worker
    hanging: ByRow  # lost if the enemy can capture the worker for nothing
    runner: ByRow  # no enemy can attack it any more
    runner_to_move: ByRow  # a runner after its next step, with its side to move
    # Half of what a move gains. With it, the values of odd and even depths agree, and moves that
    # are searched less deeply are valued rightly. From the start of 8x8, depth 8 takes 370,000
    # positions instead of 5,240,000.
    tempo: float


WEIGHTS = {
    "breakthrough3": RowWeights(
        worker=(57, 88, 90, 93, 110, 134, 125, 200),
        at_edge=(-19, -14, -14, -16, -2, 1, 34, 0),
        beside=(14, 6, 5, 7, 8, 20, 0, 0),
        supported=(0, -31, -8, -5, -1, -13, 14, 0),
        doubly=(0, -11, 2, 5, -6, 8, 0, 0),
        stacked=(0, 7, 8, 15, 4, 6, 0, 0),
        guarded=(0, 42, 9, 0, 0, 0, 0, 0),
        hanging=(0, 95, 108, 87, 108, 109, 165, 0),
        runner=(0, 60, 40, -4, 42, 31, 0, 0),
        runner_to_move=(0, 70, 50, 66, 40, 12, 0, 0),
        tempo=17,
    ),
    "breakthrough5x10": RowWeights(
        worker=(62, 127, 141, 422, 0),
        at_edge=(-2, -22, 13, -1, 0),
        beside=(38, -4, 58, 0, 0),
        supported=(0, -23, -16, 33, 0),
        doubly=(0, -36, 0, 0, 0),
        stacked=(0, 31, -12, 0, 0),
        guarded=(0, 27, 5, 0, 0),
        hanging=(0, 328, 198, 388, 0),
        runner=(0, 2500, 900, 400, 0),
        runner_to_move=(0, 3000, 1200, 600, 0),
        tempo=17,
    ),
}

"""The harness that tries variants: a real match in a separate process, and what it refuses."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def tune(*words):
    return subprocess.run(
        [sys.executable, ROOT / "build" / "tune.py", *words],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
    )


def scores(done):
    assert done.returncode == 0 and not done.stderr
    rows = re.findall(r"^loa\d (\S*) +\+(\d+) +=(\d+) +-(\d+)", done.stdout, re.MULTILINE)
    return {name: tuple(map(int, score)) for name, *score in rows}


def test_each_variant_plays_each_opening_with_both_colours():
    found = scores(tune("loa5", "--depth", "1", "--games", "12", "tempo=15", "eval=groups"))
    assert list(found) == ["tempo=15", "eval=groups"]
    assert all(sum(score) == 12 for score in found.values())
    # With the same weights, each opening is played the same way from both sides.
    wins, _, losses = found["tempo=15"]
    assert wins == losses


def test_a_constant_of_the_search_is_changed_for_its_side_only():
    found = scores(tune("loa5", "--seconds", "0.05", "--games", "4", "PROVER_FIRST=0,LATE=99"))
    assert sum(found["PROVER_FIRST=0,LATE=99"]) == 4


def test_another_version_is_loaded_beside_this_one():
    found = scores(
        tune("loa5", "--depth", "1", "--games", "6", "--against", str(ROOT), "tempo=15", "tempo=0")
    )
    wins, _, losses = found["tempo=15"]
    assert wins == losses and sum(found["tempo=0"]) == 6


def test_a_folder_without_the_program_is_refused_in_one_line(tmp_path):
    done = tune("loa5", "--games", "2", "--against", str(tmp_path), "tempo=15")
    assert done.returncode == 2 and str(tmp_path) in done.stderr and done.stderr.count("\n") == 1


@pytest.mark.parametrize("variant", ["height=3", "tempo=high", "eval=best", "tempo"])
def test_a_wrong_variant_is_refused_in_one_line(variant):
    done = tune("loa5", variant)
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and variant in done.stderr

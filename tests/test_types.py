"""Strict types hold where handlers meet effects: a wrong handler is an error of type."""

import subprocess
import sys
from pathlib import Path

import pytest

from patience import LIMIT

ROOT = Path(__file__).parent.parent
HEAD = """\
from __future__ import annotations

from pathlib import Path

from loa_tk.control.effects import AskOpenName, Confirm, Do, Effects, Later, write, work
from loa_tk.control.flow.state import FlowState
from loa_tk.control.rows import Command
from loa_tk.control.series.state import SeriesState


def named(state: SeriesState, name: str) -> Effects[SeriesState]:
    return []


def counted(state: SeriesState, number: int) -> Effects[SeriesState]:
    return []


def plain(state: SeriesState) -> Effects[SeriesState]:
    return []


def size(path: Path) -> int:
    return path.stat().st_size


def other(state: FlowState) -> Effects[FlowState]:
    return []


def handler(state: SeriesState) -> Effects[SeriesState]:
    return [{effect}]
"""
RIGHT = (
    'AskOpenName(title="", kinds=(), then=named)',
    'Confirm(title="", text="", button="", then=plain)',
    "Do(work(size, Path()), counted)",
    'write(Path("x"), lambda: "", named)',
    'Later("name", 5, plain)',
)
WRONG = {
    'AskOpenName(title="", kinds=(), then=counted)': "it gets a name, not a number",
    'AskOpenName(title="", kinds=(), then=plain)': "it gets an answer",
    'Confirm(title="", text="", button="", then=named)': "it gets no answer",
    "Do(work(size, Path()), named)": "the work returns a number",
    'Do(work(size, "x"), counted)': "the work is for a path",
    'Later("name", 5, other)': "it is another window's",
    'Confirm(title="", text="", button="", then=other)': "it is another window's",
}


def check(folder, *snippets):
    """Return the names of the snippets in which mypy finds an error."""
    for name, text in snippets:
        (folder / f"{name}.py").write_text(text, "utf-8")
    process = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", *sorted(map(str, folder.glob("*.py")))],
        cwd=ROOT, capture_output=True, text=True, timeout=LIMIT,
    )  # fmt: skip
    lines = [line for line in process.stdout.splitlines() if " error: " in line]
    return {Path(line.split(":")[0]).stem for line in lines}, process.stdout + process.stderr


def test_a_handler_with_wrong_arguments_fails_the_type_check(tmp_path):
    pytest.importorskip("mypy")
    right = [(f"right_{n}", HEAD.format(effect=text)) for n, text in enumerate(RIGHT)]
    wrong = [(f"wrong_{n}", HEAD.format(effect=text)) for n, text in enumerate(WRONG)]
    faulty, said = check(tmp_path, *right, *wrong)
    assert faulty == {name for name, _ in wrong}, said

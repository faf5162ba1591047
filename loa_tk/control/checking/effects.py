"""The effects that only the check window has: checking, stopping, and playing against a file."""

from __future__ import annotations

from pathlib import Path

from loa_tk.control.effects import Effect, Stage
from loa_tk.scenes.immutable import dataclass


@dataclass(frozen=True)
class RunCheck(Effect):
    """Start to check a file in the background."""

    stage = Stage.ENGINE
    path: Path
    game: str


@dataclass(frozen=True)
class AwaitFindings(Effect):
    """Look soon for what the checks have found, and report it."""

    stage = Stage.ENGINE


@dataclass(frozen=True)
class StopCheck(Effect):
    """End the check; it reports nothing more."""

    stage = Stage.ENGINE


@dataclass(frozen=True)
class PlayAgainst(Effect):
    """Let the main window's computer play with a file."""

    path: Path

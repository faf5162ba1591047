"""Running other programs: quietly while setting up, and in this program's place at the end."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

NO_NETWORK = re.compile(
    r"Temporary failure (in name resolution|resolving)|Could not (resolve|connect)"
    r"|Name or service not known|NewConnectionError|ConnectTimeoutError|Network is unreachable"
    r"|Cannot initiate the connection"
)


class SetupError(Exception):
    """What keeps a command from being set up, in words for the user."""


def say(text: str) -> None:
    """Print a step of the set-up at once, before the step begins."""
    print(text, flush=True)


def run_quietly(
    arguments: Sequence[str],
    extra: Mapping[str, str] | None = None,
    keep: Sequence[int] = (),
) -> tuple[int, str]:
    """Run a program in the project's folder; return its exit status and all that it printed."""
    # Standard input is closed to it, so that a question asked ends the program, not the day.
    done = subprocess.run(
        arguments,
        cwd=ROOT,
        env={**os.environ, **(extra or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        pass_fds=tuple(keep),
        check=False,
    )
    return done.returncode, done.stdout


def explain(status: int, output: str) -> str:
    """Return why a program failed, in one line of its output."""
    if status < 0:
        return f"it was ended by signal {-status}"
    if NO_NETWORK.search(output):
        return "the network cannot be reached"
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if re.match(r"(E|error|fatal)\b.*:", line, re.IGNORECASE)]
    return (errors or lines or ["it printed nothing"])[-1]


def hand_over(arguments: Sequence[str], extra: Mapping[str, str] | None = None) -> int:
    """Become another program, so that signals and the exit status are its own."""
    environment = {**os.environ, **(extra or {})}
    sys.stdout.flush()
    if os.name == "posix":
        os.execve(arguments[0], list(arguments), environment)
    # Windows has no exec that keeps the shell waiting.
    return subprocess.call(arguments, env=environment)

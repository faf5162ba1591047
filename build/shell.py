"""Starting other programs: quietly during set-up, or in place of this program."""

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
    """Says, in words for the user, why a command cannot be set up."""


def say(text: str) -> None:
    """Print a step of the set-up at once, before it begins."""
    print(text, flush=True)


def run_quietly(
    arguments: Sequence[str],
    extra: Mapping[str, str] | None = None,
    keep: Sequence[int] = (),
) -> tuple[int, str]:
    """Run a program in the project's folder; return its exit status and everything it prints."""
    # Standard input is closed, so that a program that asks a question ends instead of waiting.
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
    """Return why a program failed, as one line of its output."""
    if status < 0:
        return f"it was ended by signal {-status}"
    if NO_NETWORK.search(output):
        return "the network cannot be reached"
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if re.match(r"(E|error|fatal)\b.*:", line, re.IGNORECASE)]
    return (errors or lines or ["it printed nothing"])[-1]


def hand_over(arguments: Sequence[str], extra: Mapping[str, str] | None = None) -> int:
    """Become another program, so that it gets the signals and sets the exit status."""
    environment = {**os.environ, **(extra or {})}
    sys.stdout.flush()
    if os.name == "posix":
        os.execve(arguments[0], list(arguments), environment)
    # Windows has no exec that makes the shell wait.
    return subprocess.call(arguments, env=environment)

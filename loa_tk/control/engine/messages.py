"""What a worker reports about its job, whether it is the engine, a guest or another program."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Message:
    """A message about the current job: "progress", "done", "failed" or "restarted".

    The content of "restarted" is the exit status of the process, which was killed if it was late.
    """

    kind: str
    content: object = None
    late: bool = False

"""The limits that a guest puts on itself before it runs a student's file, where they exist.

The module `resource` exists on Linux and macOS. Children inherit the limits, and nobody but root
can raise them again. On Windows the host puts the guest into a job with two of these limits.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

resource: Any
try:
    import resource
except ImportError:  # Windows
    resource = None

MEMORY = 1024 * 1024 * 1024  # bytes of address space
CPU_TOTAL = 24 * 3600  # seconds of processor time that a guest has in all
CPU_SPARE = 30  # seconds beyond those of a search; the host ends a late one long before
CPU_UNLIMITED = 3600  # seconds for a search without a limit of time
FILES = 64  # open at a time
PROCESSES = 4  # in a job of Windows, where already the start of Python may take more than one


@dataclass(frozen=True)
class Limit:
    """One limit of the system: its name in `resource`, and the value."""

    name: str
    value: int


# A file can be read but not written: no byte may be added to any file. A guest may start neither a
# process nor a thread, unless it runs for root, whom the system does not limit in that.
LIMITS = (
    Limit("RLIMIT_AS", MEMORY),
    Limit("RLIMIT_CPU", CPU_TOTAL),
    Limit("RLIMIT_NOFILE", FILES),
    Limit("RLIMIT_FSIZE", 0),
    Limit("RLIMIT_CORE", 0),
    Limit("RLIMIT_NPROC", 0),
)


def available() -> bool:
    """Return whether this system has limits."""
    return resource is not None


def apply() -> None:
    """Limit this process for the rest of its life."""
    if resource is None:
        return
    for limit in LIMITS:
        number = getattr(resource, limit.name, None)
        if number is not None:
            _, hard = resource.getrlimit(number)
            value = limit.value if hard == resource.RLIM_INFINITY else min(limit.value, hard)
            with suppress(OSError, ValueError):  # macOS refuses RLIMIT_AS
                resource.setrlimit(number, (value, value))


def allow_processor_time(seconds: float | None) -> None:
    """Allow this process only the processor time of its next search."""
    if resource is None:
        return
    used = sum(os.times()[:2])
    wanted = int(used + (CPU_UNLIMITED if seconds is None else seconds)) + CPU_SPARE
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CPU, (wanted, hard))

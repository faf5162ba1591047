"""The start of a student's program that is not in Python: the process limits itself and becomes it.

The program inherits everything that `limits.enter` puts on a process; only the filter of system
calls is wider, because a compiled program must be loaded and a virtual machine writes code.
"""

from __future__ import annotations

import json
import os
import sys
from typing import NoReturn

from loa_tk.guest import COMMAND, limits
from loa_tk.model.game import UserError


def main(sandbox: str) -> NoReturn:
    """Enter the sandbox and run the command that the host has given, in the program's folder."""
    told = json.loads(os.environ.pop(COMMAND))
    command: list[str] = told["command"]
    try:
        limits.enter(sandbox, program=True)
        os.chdir(told["folder"])
        os.execve(command[0], command, told["variables"])
    except UserError as error:
        sys.exit(str(error))
    except OSError as error:
        sys.exit(f"{os.path.basename(command[0])} cannot be started: {error.strerror}")

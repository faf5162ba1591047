"""A student's program in any language, isolated as a student's file is, and spoken to by UGI.

The program sees its own folder and the system's programs. As for a file, what
it says is judged by the host, which keeps the clock and the rules.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from loa_tk.control.guest.given import give, linked
from loa_tk.control.guest.sandbox import (
    bwrap_command,
    choose,
    environment,
    guest_command,
    hide_host,
    interpreter,
    readable_files,
)
from loa_tk.guest import BWRAP, COMMAND, NONE
from loa_tk.guest.limits import memory_bound
from loa_tk.model.commandline import split
from loa_tk.model.game import UserError, shown
from loa_tk.words.own_code import LINK

RUN = "run"  # what the process is told to do, before the name of its sandbox
# The JVM reserves more memory than a guest may have unless it is told otherwise.
HEAP = 0.375  # of a guest's memory
JAVA = (
    "-Xmx{heap}m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:CompressedClassSpaceSize=32m "
    "-XX:ReservedCodeCacheSize=32m -XX:-UsePerfData"
)
# Where Debian has the settings of its Java.
ELSEWHERE = ("/etc",), ("java*", "mono")
FOLDERS = ("/usr/local/bin", "/usr/bin", "/bin")


@dataclass(frozen=True, kw_only=True)
class Launch:
    """What starts a program: the command, its variables, its folder, and what cleans up."""

    command: Sequence[str]
    variables: Mapping[str, str]
    folder: str
    remove: Callable[[], None]


def search_path() -> str:
    """Return where a program may look for others, such as java."""
    if os.name == "nt":
        return os.environ.get("PATH", "")
    return os.pathsep.join([*FOLDERS, os.path.dirname(interpreter())])


def resolved(command: str, folder: Path) -> tuple[list[str], str]:
    """Return the words of a command, and its program's path unless that is in the folder.

    Raise UserError if there is no such program.
    """
    try:
        words = split(command)
    except ValueError as error:
        raise UserError(f"the command {shown(command)} cannot be read: {error}") from None
    if words and _inside(folder, words[0]):
        return words, ""
    if words and (elsewhere := shutil.which(words[0], path=search_path())):
        return words, elsewhere
    name = shown(words[0]) if words else ""
    raise UserError(f"there is no program {name} in its folder or on this machine")


def _inside(folder: Path, name: str) -> bool:
    """Return whether a name is that of a file in a folder, and no link leads out of it."""
    path = folder / name
    return path.is_file() and folder.resolve() in path.resolve().parents


def launch(command: str, folder: Path, sandbox: str = "", alone: str = "") -> Launch:
    """Return how a program of a folder is started; raise UserError if there is no such program.

    It does not see the other students of the class in the folder `alone`.
    """
    sandbox, folder = choose(sandbox), folder.absolute()
    words, elsewhere = resolved(command, folder)
    if linked(folder, alone):
        raise UserError(LINK)
    java = JAVA.format(heap=int(memory_bound() * HEAP) >> 20)
    variables = {"PATH": search_path(), "LC_ALL": "C.UTF-8", "JAVA_TOOL_OPTIONS": java}
    if os.name == "nt":
        variables = {**os.environ, "JAVA_TOOL_OPTIONS": java}
    hide_host()
    given = give(folder / Path(words[0]).name, alone, sandbox)  # that is, the folder
    place = given.path.parent
    whole = [elsewhere or str(place / words[0]), *words[1:]]
    if sandbox == NONE:
        return Launch(command=whole, variables=variables, folder=str(place), remove=given.remove)
    places, names = ELSEWHERE
    etc = [path for one in places for name in names for path in Path(one).glob(name)]
    seen = [*given.shown, *etc]
    told = {"command": whole, "folder": str(place), "variables": variables}
    around = {
        **environment(), **given.variables, **readable_files(seen), COMMAND: json.dumps(told),
    }  # fmt: skip
    inner = guest_command(f"{RUN} {sandbox}")
    if sandbox == BWRAP:
        inner = [*bwrap_command(seen, around), *inner]
    return Launch(
        command=inner, variables=around, folder=tempfile.gettempdir(), remove=given.remove
    )

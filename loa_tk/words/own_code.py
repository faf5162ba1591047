"""The words about students' files: Tools > My code, and the process that the files run in."""

from __future__ import annotations

import sys

NEW_TITLES = {"evaluation": "Write a new evaluation", "search": "Write a new search"}
NEW_NAMES = {"evaluation": "my_evaluation", "search": "my_search"}
PYTHON_FILES = (("Python", ".py"),)
OWN_FILES = (*PYTHON_FILES, ("Program", ""))
PLAY_TITLE = "Play against a file of yours"
CHECK_TITLE = "Check a file of yours"

WRITTEN = "{name} is written"
WRITTEN_TEXT = {
    "evaluation": (
        "It holds a short evaluation for {game} that plays at once. Open it in an editor and make "
        "it better: when it is saved, the next search uses it.\n\nShall the computer play with it "
        "now? It searches by alpha-beta, {seconds:g} s for each move."
    ),
    "search": (
        "It holds a short search for {game} that plays at once. Open it in an editor and make it "
        "better: when it is saved, the next move uses it.\n\nShall the computer play with it now? "
        "It has {seconds:g} s for each move."
    ),
}
LET_IT_PLAY = "Let it play"
NOT_PYTHON = "{name} must end in .py, or no player can name it."
SAVED_STATUS = "{name} is written. Tools > My code plays against it and checks it."

PLAY_AGAINST = "Play against {name}"
IN_FOLDER = "{name} in {folder}"
NO_FILES = "(no files yet)"
CANNOT_PLAY = "Cannot play"
GONE = "{reason}\n\nIt is no longer in the menu."
NO_FUNCTIONS = (
    "In {name} neither evaluate(position, player) nor choose(position, seconds, counts) was found, "
    "or the file is not a Python program.\n\nTools > My code > Check… says what is wrong with it."
)
PLAYS = (
    "{side} plays with {name}: {how}, {seconds:g} s for each move. Level chooses another player."
)
BY_ALPHA_BETA, BY_ITSELF = "alpha-beta with its evaluation", "its own search"


# macOS refuses the limit of memory.
BOUNDED = "time, files and processes" if sys.platform == "darwin" else (
    "memory, time, files and processes"
)
SANDBOXES = {
    "bwrap": "a sandbox (bwrap): no network, nothing to write to, limited memory and time",
    "limits": f"its own process with limits on {BOUNDED} (no bwrap)",
    "none": "its own process without any limits",
}

RUNS_IN = "{files} runs in {how}."
CHANGED = "{files} has been saved since the last search: the new file is used."
LINK = "a symbolic link has taken its place"
OUTPUT = "{files} printed:"
PRINTED = "  | {line}"
MORE_PRINTED = "… and {number:,} lines more"
CODE = "    {code}"
WAITS = "{reason}. Mend the file, then press Try again."

NOT_STARTED = "the process for students’ files cannot be started: {reason}"
NOT_READY = "the process for students’ files was not ready after {seconds:g} s"
NEVER_LOADED = "the file was still being loaded after {seconds:g} s and was stopped"
NOTHING_EVALUATED = "{file} evaluated nothing there: a tree needs calls of counts.evaluate()"
TREE_TOO_LARGE = "the tree of {file} has more than {most:,} nodes; choose a smaller depth"
TOO_LATE = "it took more than its {seconds:.3g} s and was stopped"
SILENT = "a function has not returned for {seconds:g} s and was stopped"
DID_NOT_STOP = "the search did not stop when it was told to, and its process was ended"
GARBAGE = "it wrote {what} into the program’s own pipe and was stopped"
KILLED = "its process was killed: it used too much memory or processor time"
CRASHED = "its process crashed ({how})"
SIGNAL = "signal {number}"
NTSTATUS = "code 0x{code:08X}"
ENDED = "its process ended by itself (status {status})"

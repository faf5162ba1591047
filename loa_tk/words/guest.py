"""The words about students' files and the process that they run in."""

import sys

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
OUTPUT = "{files} printed:"
PRINTED = "  | {line}"
MORE_PRINTED = "… and {number:,} lines more"
CODE = "    {code}"
WAITS = "{reason}. Mend the file, then press Try again."

NOT_STARTED = "the process for students’ files cannot be started: {reason}"
NOT_READY = "the process for students’ files was not ready after {seconds:g} s"
NEVER_LOADED = "the file was still being loaded after {seconds:g} s and was stopped"
TOO_LATE = "it took more than its {seconds:.3g} s and was stopped"
SILENT = "a function has not returned for {seconds:g} s and was stopped"
DID_NOT_STOP = "the search did not stop when it was told to, and its process was ended"
GARBAGE = "it wrote {what} into the program’s own pipe and was stopped"
KILLED = "its process was killed: it used too much memory or processor time"
CRASHED = "its process crashed ({how})"
SIGNAL = "signal {number}"
NTSTATUS = "code 0x{code:08X}"
ENDED = "its process ended by itself (status {status})"

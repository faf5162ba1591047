"""The words of the check window."""

from __future__ import annotations

from collections.abc import Mapping

TITLE = "Check"
FIELDS: Mapping[str, str] = {"game": "game"}
ANOTHER_TITLE = "Check a file of yours"
SIGNS: Mapping[str, tuple[str, str]] = {  # the sign and its tone, by a check's status
    "passed": ("✓", "good"),
    "failed": ("✗", "bad"),
    "measured": ("·", ""),
}
NOT_MADE, ADVICE = ("–", ""), ("!", "")
ADVISED = "Not required: {found}"

SHOW_STEP = "Show this step beside Figure 2"
READY = "Choose a file to check."
CHECKING = "The file is being checked in the background. The main window stays free."
FINISHED = "Checked in {seconds:.1f} s. Save the file again in your editor, then check again."
STOPPED = "Stopped. Check again begins from the first check."
FAILED = "The file could not be checked: {reason}"
RESTARTED = "The process that checks the file ended and was started again."

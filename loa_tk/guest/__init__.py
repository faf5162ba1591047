"""The guest: what runs in the process of a student's file, and nothing else of ours does.

It imports `lab` and the rules of the games. `control/guest` is the host's side.
"""

BWRAP, LIMITS, NONE = "bwrap", "limits", "none"  # the sandboxes, as users write them
READABLE = "LOA_READABLE"  # the variable that names the files of a guest to it, as JSON
COMMAND = "LOA_COMMAND"  # the variable with a student's program and its variables, as JSON
USER = "LOA_USER"  # the variable with the number of the user that root's guest becomes

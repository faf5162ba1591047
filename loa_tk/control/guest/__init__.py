"""The host's side of guests: the processes in which students' files run.

A student's file is a program. It runs in a guest only, and only because somebody named it. The host
asks it for values and moves, and does everything else itself: `files.GuestFiles` gives them to the
searches, `host.Guest` is one process, `sandbox` says how it is isolated.

Imports `model`, `lab`, `guest`, `words` and the engine's messages; it knows no window.
"""

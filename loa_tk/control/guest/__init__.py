"""The guest: a process of its own in which students' files run, with a sandbox around it.

A student's file is a program. It runs here only, and only because somebody named it: the whole
search runs in the guest, and the host judges its moves. The guest sends JSON, never a pickle.

To run something in a guest, write a job (`worker.GuestJob`): a dataclass with `game`, `files` and
`run(stop, tell, files)`, and with `state` and `limit` if it has them. `SearchJob` is one. It
returns a report, a recorded tree or plain JSON; another kind of answer is a row of
`wire.ANSWERS`. `worker.OwnTreeJob` records a tree with a student's evaluation. Then

- `worker.run_guest(job, stop, tell)` waits for the answer and raises Mistake if there is none;
- `worker.GuestWorker` has the interface of the engine's Worker, for a window: `Thinker` uses it for
  every job whose `files` are not empty.

Imports `model`, `lab` and the engine's jobs and messages; it knows no window.
"""

"""Start the program: `python3 -m loa_tk`."""

import os
import sys

if not __package__:  # started by its path, as a desktop does; then its folder is searched first
    own = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [os.path.dirname(own), *(path for path in sys.path if path != own)]

# `python -m` searches the current folder first, where a student's own module may have the name of
# one of Python's. The folder stays only if the program itself is there.
if sys.path and sys.path[0] != os.path.dirname(os.path.dirname(__file__)):
    try:
        if sys.path[0] == os.getcwd():
            del sys.path[0]
    except OSError:  # the current folder has been removed
        pass

import signal
from types import FrameType

AGAIN = 0.01  # seconds after which a signal during an import is heard again


def main() -> int:
    """Run the command line; also the entry point of the installed `loa`."""
    end_on_signals()
    try:
        from loa_tk.cli.parser import main as run

        return run()
    except KeyboardInterrupt:  # while the program was being imported
        return 130


def end_on_signals() -> None:
    """Make the signals to end raise SystemExit, so that nothing is left behind."""

    def end(number: int, frame: FrameType | None) -> None:
        if importing(frame) and hasattr(signal, "setitimer"):
            # An exception would become another one there, or be lost.
            signal.signal(signal.SIGALRM, lambda alarm, later: end(number, later))
            signal.setitimer(signal.ITIMER_REAL, AGAIN)
            return
        if number == signal.SIGINT:
            raise KeyboardInterrupt
        for other in numbers:
            signal.signal(other, signal.SIG_IGN)  # a second one would interrupt the ending
        raise SystemExit(128 + number)

    wanted = [getattr(signal, name, None) for name in ("SIGINT", "SIGTERM", "SIGHUP")]
    # One that is ignored stays so: nohup ignores SIGHUP.
    free = (signal.SIG_DFL, signal.default_int_handler)
    numbers = [n for n in wanted if n is not None and signal.getsignal(n) in free]
    for number in numbers:
        signal.signal(number, end)


def importing(frame: FrameType | None) -> bool:
    """Return whether a module is being imported in this frame."""
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False


if __name__ == "__main__":
    sys.exit(main())

"""The signals that end the program, so that nothing is left behind."""

import os
import signal
import time
from _thread import start_new_thread
from types import FrameType

NAMES = "SIGINT", "SIGTERM", "SIGHUP"
AGAIN = 0.01  # seconds after which a signal during an import is heard again


def ending_signals() -> list[int]:
    """Return the signals to end that are heard; one that is ignored stays so, as under nohup."""
    numbers = [getattr(signal, name) for name in NAMES if hasattr(signal, name)]
    return [number for number in numbers if signal.getsignal(number) != signal.SIG_IGN]


def end_on_signals() -> None:
    """Make the signals to end raise SystemExit, or KeyboardInterrupt for Ctrl-C."""

    def end(number: int, frame: FrameType | None) -> None:
        if importing(frame) and os.name == "posix":
            start_new_thread(send_again, (number,))
            return
        if number == signal.SIGINT:
            raise KeyboardInterrupt
        for other in numbers:
            signal.signal(other, signal.SIG_IGN)  # a second one would interrupt the ending
        raise SystemExit(128 + number)

    numbers = ending_signals()
    for number in numbers:
        signal.signal(number, end)


def end_at_once() -> None:
    """Let signals end the program silently, as long as there is nothing to tidy up."""
    for number in ending_signals():
        signal.signal(number, signal.SIG_DFL)


def send_again(number: int) -> None:
    """Send this process a signal that came during an import, where its exception may be lost.

    It does what it does by then: the window may have come, or the end have begun. An alarm would
    do the same, but it ends a program that is just ending by itself.
    """
    time.sleep(AGAIN)
    os.kill(os.getpid(), number)


def importing(frame: FrameType | None) -> bool:
    """Return whether a module is being imported in this frame."""
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False

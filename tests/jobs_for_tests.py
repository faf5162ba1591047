"""Jobs that only tests need, in a module that a spawned process can import."""

import os
import time
from dataclasses import dataclass


@dataclass(frozen=True)
class Echo:
    """Answers with its own word."""

    word: str

    def run(self, stop, tell):
        tell(self.word.upper())
        return self.word


class UntilStopped:
    """Goes on until it is told to stop."""

    def run(self, stop, tell):
        while not stop():
            time.sleep(0.005)
        return "stopped"


class Crash:
    """Ends its process."""

    def run(self, stop, tell):
        os._exit(7)


class Fail:
    """Raises an error."""

    def run(self, stop, tell):
        raise ZeroDivisionError("on purpose")

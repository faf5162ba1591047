"""Jobs that only tests need, in a module that a spawned process can import."""

import os
import time
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Echo:
    """Answers with its own word."""

    word: str

    def run(self, stop, tell):
        tell(self.word.upper())
        return self.word


@dataclass(frozen=True)
class Count:
    """Reports each number, makes a file as a sign that it has done so, and answers."""

    numbers: int
    sign: Path

    def run(self, stop, tell):
        for number in range(self.numbers):
            tell(number)
        self.sign.touch()
        return "counted"


class UntilStopped:
    """Reports that it has begun and goes on until it is asked to stop."""

    def run(self, stop, tell):
        tell("begun")
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

"""A program of the Universal Chess Interface that plays Breakthrough, or fails as it is told.

`python chess_engine.py HOW [FILE]` appends every line that it is told to FILE. Its own rules are in
`reference.py`, so that it shares nothing with the code that translates positions and moves.
"""

import sys
import time

from reference import Breakthrough

how = sys.argv[1]
log = open(sys.argv[2], "a") if len(sys.argv) > 2 else None  # noqa: SIM115


def say(*lines):
    print("\n".join(lines), flush=True)

"""An engine of the Universal Game Interface that plays on when nobody listens to it any more.

`python deaf_engine.py FILE` appends its process number to FILE and ignores the end of its input.
"""

import os
import sys
import time

with open(sys.argv[1], "a") as file:
    file.write(f"{os.getpid()}\n")
for line in sys.stdin:
    answer = {"ugi": "ugiok", "isready": "readyok"}.get(line.strip())
    if answer:
        print(answer, flush=True)
time.sleep(600)

"""Start the program: `python3 -m loa_tk`."""

import multiprocessing
import sys

from loa_tk.cli import main

if __name__ == "__main__":
    # First of all: in a frozen file the worker process starts here too, and must not go on.
    multiprocessing.freeze_support()
    sys.exit(main())

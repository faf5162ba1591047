"""Start the program: `python3 -m loa_tk`."""

import multiprocessing
import sys


def main() -> int:
    """Run the command line; also the entry point of the installed `loa`."""
    # First of all: in a frozen file the worker process starts here too, and goes no further.
    multiprocessing.freeze_support()
    from loa_tk.cli.parser import main as run

    return run()


if __name__ == "__main__":
    sys.exit(main())

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

from loa_tk.signals import end_on_signals


def main() -> int:
    """Run the command line; also the entry point of the installed `loa`."""
    end_on_signals()
    try:
        from loa_tk.cli.parser import main as run

        return run()
    except KeyboardInterrupt:  # while the program was being imported
        return 130


if __name__ == "__main__":
    sys.exit(main())

"""The project's commands: `python3 build/tasks.py COMMAND`; an old Python gets one clear line."""

import sys

# Every Python since 2.7 can read this file, so that an old one prints the line below and not a
# syntax error; everything that needs a newer Python is imported after it.
if sys.version_info < (3, 10):
    sys.exit(
        "loa_tk needs Python 3.10 or newer; %s is Python %d.%d.%d"
        % ((sys.executable,) + tuple(sys.version_info[:3]))
    )

from task_table import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The project's commands: `python3 build/tasks.py COMMAND`; an old Python is told so."""

import sys

# This file stays readable to every Python since 2.7, so that an old one prints this line and not
# a syntax error; everything that needs a newer Python is imported below it.
if sys.version_info < (3, 10):
    sys.exit(
        "loa_tk needs Python 3.10 or newer; %s is Python %d.%d.%d"
        % ((sys.executable,) + tuple(sys.version_info[:3]))
    )

from task_table import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

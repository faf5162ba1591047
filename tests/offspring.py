"""A process that a test hears: one that connects to the test and sleeps, until it is ended."""

import socket
import sys
from contextlib import closing, contextmanager

from patience import PATIENCE


class Offspring:
    """The command of such a process, and what the test hears of it."""

    def __init__(self, server):
        self._server, self._heard = server, None
        place = server.getsockname()
        code = f"import socket, time\ns = socket.create_connection({place})\ntime.sleep(1000)"
        self.command = [sys.executable, "-c", code]

    def begun(self):
        """Wait until the process runs."""
        self._heard = self._server.accept()[0]
        self._heard.settimeout(PATIENCE)

    def ended(self):
        """Return whether the process ends before the test loses its patience."""
        with closing(self._heard):
            try:
                return self._heard.recv(1) == b""
            except ConnectionError:  # the way in which Windows ends a connection
                return True
            except TimeoutError:
                return False


@contextmanager
def offspring():
    """Listen to one process, which somebody else starts."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(PATIENCE)
        yield Offspring(server)

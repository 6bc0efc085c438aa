"""Ports for programs that tests start."""

from __future__ import annotations

import os
import socket
from contextlib import suppress
from itertools import count
from typing import Final

_FIRST: Final = 20_000
_COUNT: Final = 12_000
"""Below the ports that systems hand out: Linux from 32768 on, others from 49152."""
_numbers = count(101 * os.getpid())


def free_port() -> int:
    """A port at which nobody listens, nor will who asks for any port or another process of tests.

    The program that gets it listens there only seconds later.
    """
    for number in _numbers:
        port = _FIRST + number % _COUNT
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise AssertionError("numbers do not end")

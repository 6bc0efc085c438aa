"""Why a server could not be reached, in words for whoever runs the bot.

Discord, a database and a cluster are reached by three libraries, each of which wraps the same
errors of Python in its own.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator
from typing import Final

_WRAPPED: Final = ("certificate_error", "os_error", "real_error", "orig", "__cause__")
"""Where libraries keep the error that was the cause of theirs."""


def unreached(error: BaseException, place: str = "") -> str | None:
    """Why a server could not be reached; None for any other error.

    An error that knows where it happened names that itself, else it is at `place`.

    >>> unreached(ConnectionRefusedError(), "example.org:443")
    'example.org:443 refuses the connection: nothing listens there'
    """
    found = list(_causes(error))
    where = next(filter(None, map(_place, found)), place) or "the server"
    return next(filter(None, (_words(one, where) for one in found)), None)


def _causes(error: BaseException) -> Iterator[BaseException]:
    """An error and all that it wraps, each once."""
    waiting, met = [error], set[int]()
    while waiting:
        one = waiting.pop(0)
        if id(one) not in met:
            met.add(id(one))
            yield one
            wrapped = (getattr(one, name, None) for name in _WRAPPED)
            waiting += [inner for inner in wrapped if isinstance(inner, BaseException)]


def _place(error: BaseException) -> str:
    """Where an error says that it happened."""
    host, port = getattr(error, "host", None), getattr(error, "port", None)
    return f"{host}:{port}" if host and port else ""


def _words(error: BaseException, where: str) -> str | None:
    match error:  # errors of aiohttp are of these types too, without what they say
        case ssl.SSLCertVerificationError(verify_message=str(reason)):
            return f"the certificate of {where} is not trusted: {reason}"
        case ssl.SSLError(reason="WRONG_VERSION_NUMBER" | "HTTP_REQUEST" | "RECORD_LAYER_FAILURE"):
            return f"{where} does not speak TLS: is that the right address, and https?"
        case ssl.SSLError(reason=str(reason)):
            return f"no TLS connection to {where}: {reason}"
        case socket.gaierror():
            return f"no address is known for {where}: {error.strerror}"
        case ConnectionRefusedError():
            return f"{where} refuses the connection: nothing listens there"
        case TimeoutError() if not str(error):
            return f"{where} does not answer in time"
    return None

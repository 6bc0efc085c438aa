"""Events of the gateway that cannot be read, and are passed over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import discord

Payload = Mapping[str, Any]
_READY: Final = "READY"


def guard_events(client: discord.Client, lost: Callable[[str, Exception], None]) -> None:
    """Call `lost` for an event that cannot be read. In discord.py it would end the program.

    READY is not guarded: without it there is no session.
    """
    parsers = client._connection.parsers
    for event, parse in parsers.items():
        if event != _READY:
            parsers[event] = _guarded(event, parse, lost)


def _guarded(
    event: str, parse: Callable[[Any], None], lost: Callable[[str, Exception], None]
) -> Callable[[Any], None]:
    def guarded(content: Payload) -> None:
        try:
            parse(content)
        except Exception as error:
            lost(event, error)

    return guarded

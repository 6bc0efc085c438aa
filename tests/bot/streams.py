"""Connections that say what a test likes, a whole request or not."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from bot.config import Address


async def connect(
    address: Address, said: bytes
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connect, and say something."""
    reader, writer = await asyncio.open_connection(address.host, address.port)
    writer.write(said)
    return reader, writer


async def leave(writer: asyncio.StreamWriter) -> None:
    """Hang up."""
    writer.close()
    with suppress(ConnectionError):
        await writer.wait_closed()

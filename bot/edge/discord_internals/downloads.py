"""Downloads of files that people have sent, read to a bound.

discord.py reads whatever comes. What a file is said to hold is said by others: a server may send
more, pack it so that it grows, or send a byte now and then.
"""

from __future__ import annotations

import asyncio
import zlib
from http import HTTPStatus
from typing import Any, Final

import aiohttp
import discord

_PLAIN: Final = {"Accept-Encoding": "identity"}
_PACKED: Final = frozenset(("gzip", "x-gzip", "deflate"))
"""The encodings that are unpacked, though none was asked for."""
_ANY_HEADER: Final = 32 + zlib.MAX_WBITS
"""Tells zlib to take what gzip writes and what it writes itself."""
_MOST_REDIRECTS: Final = 3


def limit_downloads(client: discord.Client, most: int, seconds: float) -> None:
    """Let a client read one byte more than `most` of a file, which tells that it is too large.

    A file that does not come within so many seconds is a TimeoutError. One that cannot be unpacked
    is a ClientPayloadError.
    """
    http = client.http

    async def get_from_cdn(url: str) -> bytes:
        session: aiohttp.ClientSession = http._HTTPClient__session  # type: ignore[attr-defined] # private
        options: dict[str, Any] = {"proxy": http.proxy, "proxy_auth": http.proxy_auth}
        options |= {"headers": _PLAIN, "auto_decompress": False, "max_redirects": _MOST_REDIRECTS}
        async with asyncio.timeout(seconds), session.get(url, **options) as response:
            if response.status != HTTPStatus.OK:
                raise discord.HTTPException(response, "the file cannot be fetched")
            return await _read(response, most + 1)

    http.get_from_cdn = get_from_cdn  # type: ignore[method-assign] # as a setting would


async def _read(response: aiohttp.ClientResponse, most: int) -> bytes:
    """The content of an answer, as far as `most` bytes of it."""
    encoding = response.headers.get("Content-Encoding", "identity").strip().lower()
    if encoding not in {"", "identity", *_PACKED}:
        raise aiohttp.ClientPayloadError(f"the file is packed by {encoding}")
    unpack = zlib.decompressobj(_ANY_HEADER) if encoding in _PACKED else None
    content = bytearray()
    try:
        async for part in response.content.iter_any():
            room = most - len(content)
            content += part[:room] if unpack is None else unpack.decompress(part, room)
            if len(content) >= most:
                break
    except zlib.error as error:
        raise aiohttp.ClientPayloadError("the file cannot be unpacked") from error
    return bytes(content)

"""Files that people have sent: read to a bound, whatever is said of them."""

from __future__ import annotations

import asyncio
import gzip
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import aiohttp
import discord
import pytest
from aiohttp import web

from bot.edge.discord_internals.downloads import limit_downloads
from bot.edge.sending.refusals import UNSENT

MOST = 1_000
PART = b"5" * 65_536
ENDLESS = 3_000
"""Parts of a file that is far larger than all buffers between two programs."""

Download = Callable[[], Awaitable[bytes]]
Serve = Callable[[web.BaseRequest], Awaitable[web.StreamResponse]]


@asynccontextmanager
async def client_of(serve: Serve, seconds: float = 60.0) -> AsyncIterator[Download]:
    """What downloads a file from a server on this machine."""
    runner = web.ServerRunner(web.Server(serve))
    await runner.setup()
    await web.TCPSite(runner, "localhost", 0).start()
    client = discord.Client(intents=discord.Intents.none())
    limit_downloads(client, MOST, seconds)
    async with aiohttp.ClientSession() as session:
        client.http._HTTPClient__session = session  # type: ignore[attr-defined] # private
        url = f"http://localhost:{runner.addresses[0][1]}/file"
        yield lambda: client.http.get_from_cdn(url)
    await runner.cleanup()


def plain(content: bytes, **headers: str) -> Serve:
    """A server that sends a file as it is, with headers."""

    async def serve(_request: web.BaseRequest) -> web.StreamResponse:
        return web.Response(body=content, headers=headers)

    return serve


@pytest.mark.parametrize("size", [0, 1, MOST - 1, MOST])
async def test_a_small_file_is_read_whole(size: int) -> None:
    """As far as the bound."""
    async with client_of(plain(b"x" * size)) as download:
        assert await download() == b"x" * size


@pytest.mark.parametrize("packed", [False, True])
async def test_a_file_without_end_is_read_to_the_bound(packed: bool) -> None:
    """One byte more tells that it is too large; the rest is not even sent."""
    sent, ended = list[int](), asyncio.Event()

    async def serve(request: web.BaseRequest) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Encoding": "gzip"} if packed else {})
        pack = zlib.compressobj(0, wbits=31) if packed else None
        try:
            await response.prepare(request)
            for _ in range(ENDLESS):
                await response.write(PART if pack is None else pack.compress(PART))
                sent.append(len(PART))
        except ConnectionError:
            pass
        finally:
            ended.set()
        return response

    async with client_of(serve) as download:
        assert await download() == PART[: MOST + 1]
        await ended.wait()
    assert len(sent) < ENDLESS / 2


@pytest.mark.parametrize("pack, encoding", [(gzip.compress, "gzip"), (zlib.compress, "deflate")])
async def test_a_packed_file_grows_no_further(
    pack: Callable[[bytes], bytes], encoding: str
) -> None:
    """However small it is on the way; a small one is unpacked whole."""
    headers = {"Content-Encoding": encoding}
    async with client_of(plain(pack(b"5" * (1 << 24)), **headers)) as download:
        assert await download() == b"5" * (MOST + 1)
    async with client_of(plain(pack(b"game"), **headers)) as download:
        assert await download() == b"game"


@pytest.mark.parametrize("encoding", ["br", "zstd", "gzip, gzip"])
async def test_a_file_packed_otherwise_is_not_fetched(encoding: str) -> None:
    """Nobody has asked for that."""
    async with client_of(plain(b"game", **{"Content-Encoding": encoding})) as download:
        with pytest.raises(UNSENT):
            await download()


async def test_a_file_that_cannot_be_unpacked_is_not_fetched() -> None:
    """It says that it is packed, and is not."""
    async with client_of(plain(b"game", **{"Content-Encoding": "gzip"})) as download:
        with pytest.raises(UNSENT):
            await download()


async def test_a_file_that_drips_is_given_up() -> None:
    """Each byte alone would come in time."""

    async def serve(request: web.BaseRequest) -> web.StreamResponse:
        response = web.StreamResponse()
        await response.prepare(request)
        while request.transport is not None and not request.transport.is_closing():
            await response.write(b"x")
            await asyncio.sleep(0.01)
        return response

    async with client_of(serve, seconds=0.1) as download:
        with pytest.raises(TimeoutError):
            await download()


async def test_redirects_are_followed_a_few_times() -> None:
    """To the file, or until that is too often."""

    async def serve(request: web.BaseRequest) -> web.StreamResponse:
        count = len(request.path)
        if count == len("/file") + 2:
            return web.Response(body=b"game")
        raise web.HTTPFound(f"{request.path}x")

    async def circle(request: web.BaseRequest) -> web.StreamResponse:
        raise web.HTTPFound(request.path)

    async with client_of(serve) as download:
        assert await download() == b"game"
    async with client_of(circle) as download:
        with pytest.raises(UNSENT):
            await download()


@pytest.mark.parametrize("status", [403, 404, 500])
async def test_a_file_that_is_refused_is_not_fetched(status: int) -> None:
    """Discord keeps it for a day or so."""

    async def serve(_request: web.BaseRequest) -> web.StreamResponse:
        return web.Response(status=status)

    async with client_of(serve) as download:
        with pytest.raises(discord.HTTPException):
            await download()

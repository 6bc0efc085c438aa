"""Servers that speak TLS, with certificates of all kinds."""

from __future__ import annotations

import shutil
import ssl
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import web


def certificate(folder: Path, name: str = "localhost", *, days: int = 2) -> Path:
    """A certificate for a host, signed by itself, and its key in one file."""
    if (openssl := shutil.which("openssl")) is None:
        pytest.skip("there is no openssl to make certificates with")
    made = folder / f"{name}{days}.pem"
    key, request = folder / "key.pem", folder / "request.pem"
    asks = ("req", "-new", "-newkey", "rsa:2048", "-nodes", "-subj", f"/CN={name}")
    signs = ("x509", "-req", "-signkey", key, "-days", str(days), "-extfile", folder / "names")
    (folder / "names").write_text(f"subjectAltName=DNS:{name}")
    for words in (
        (openssl, *asks, "-keyout", key, "-out", request),
        (openssl, *signs, "-in", request, "-out", made),
    ):
        subprocess.run(words, check=True, capture_output=True)
    made.write_bytes(made.read_bytes() + key.read_bytes())
    return made


@asynccontextmanager
async def encrypted(made: Path | None) -> AsyncIterator[int]:
    """The port of a server on this machine with a certificate; without one it speaks no TLS."""

    async def respond(_request: web.BaseRequest) -> web.Response:
        return web.Response()

    context = None
    if made is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(made)
    runner = web.ServerRunner(web.Server(respond))
    await runner.setup()
    await web.TCPSite(runner, "localhost", 0, ssl_context=context).start()
    try:
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()

"""The processes that think and draw, here or in a Dask cluster, and whose turn it is."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple


class TlsFiles(NamedTuple):
    """Files in PEM format: the trusted authority, the bot's certificate, and its key."""

    authority: Path
    certificate: Path
    key: Path

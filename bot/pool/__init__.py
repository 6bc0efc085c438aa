"""The processes that think and draw, here or in a Dask cluster, and whose turn it is there."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple


class TlsFiles(NamedTuple):
    """Files in PEM format: who is trusted, who the bot is, and the key to that."""

    authority: Path
    certificate: Path
    key: Path

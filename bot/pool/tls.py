"""The certificates with which the bot and a Dask cluster know each other."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple


class TlsFiles(NamedTuple):
    """Files in PEM format: who is trusted, who the bot is, and the key to that."""

    authority: Path
    certificate: Path
    key: Path

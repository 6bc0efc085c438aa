"""The processes that think and draw, here or in a Dask cluster, and whose turn it is."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple


class TlsFiles(NamedTuple):
    """Files in PEM format: the trusted authority, the bot's certificate, and its key."""

    authority: Path
    certificate: Path
    key: Path


def is_pem(path: Path, content: str) -> bool:
    """Whether a file can be read and has a certificate or a key in PEM format."""
    try:
        text = path.read_bytes()
    except OSError:
        return False
    return re.search(rf"^-----BEGIN (?:[A-Z]+ )?{content}-----".encode(), text, re.M) is not None

"""A database of its own for each test of the store."""

from pathlib import Path

import pytest


@pytest.fixture
def database_url(tmp_path: Path) -> str:
    """The URL of an SQLite file that does not exist yet."""
    return f"sqlite+aiosqlite:///{tmp_path / 'games.db'}"

"""What the tests of the engine share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.shared import SHARED


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of facts beside the repository; skips where it is missing."""
    if not SHARED.is_dir():
        pytest.skip(f"no {SHARED}")
    return SHARED

"""What the tests of the engine share."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.engine.plain import COMPILED, is_too_slow
from tests.shared import SHARED


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of facts beside the repository; skips where it is missing."""
    if not SHARED.is_dir():
        pytest.skip(f"no {SHARED}")
    return SHARED


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """Leave out what takes too long where kernels are not compiled."""
    if COMPILED:
        return
    for item in items:
        if Path(__file__).parent in item.path.parents and is_too_slow(item.name):
            item.add_marker(pytest.mark.skip(reason="takes too long as plain Python"))

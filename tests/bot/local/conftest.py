"""Games that the page shows."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random

import pytest

from bot.client.services import GamesConfig, Services
from bot.pool.thinker import Thinker
from bot.store import Store
from engine import Limit


@pytest.fixture
def services(store: Store, thinker: Thinker) -> Services:
    """Games that the page shows."""
    config = GamesConfig(Limit(seconds=0.05))
    return Services.of(store, thinker, config, lambda: datetime.now(UTC), Random(7))

"""Games that the page shows."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random

import pytest

from bot.games import Games, House
from bot.store import Store
from bot.thinker import Thinker
from engine import Limit


@pytest.fixture
def games(store: Store, thinker: Thinker) -> Games:
    """Games that the page shows."""
    house = House(Limit(seconds=0.05))
    return Games(store, thinker, house, lambda: datetime.now(UTC), Random(7))

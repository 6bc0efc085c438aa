"""What the tests of the service share."""

from __future__ import annotations

import pytest

from bot.client.services import Services
from bot.features.play.service import Votes
from bot.games.coaching import Coaching
from bot.games.games import Games
from bot.pool.thinker import Thinker
from bot.store import Store
from tests.bot.games.paper import Clock, Paper, process


@pytest.fixture
def paper() -> Paper:
    """An empty screen."""
    return Paper()


@pytest.fixture
def clock() -> Clock:
    """Noon."""
    return Clock()


@pytest.fixture
def services(store: Store, thinker: Thinker, clock: Clock) -> Services:
    """The services of one process."""
    return process(store, thinker, clock)


@pytest.fixture
def games(services: Services) -> Games:
    """The games of that process."""
    return services.games


@pytest.fixture
def coaching(services: Services) -> Coaching:
    """The coaches of that process."""
    return services.coaching


@pytest.fixture
def votes(services: Services) -> Votes:
    """The votes of that process."""
    return services.votes

"""Makes cards of what reviews have proved."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime

from bot.errors import ConflictError, StoreUnavailable
from bot.features.train.store import TrainStore
from bot.features.train.values import studies
from bot.games.finished_games import JudgedGame

log = logging.getLogger(__name__)


class Collector:
    """Keeps the mistakes of all who played a reviewed game, whoever has asked for the review."""

    def __init__(self, store: TrainStore, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock

    async def collect(self, reviewed: JudgedGame) -> None:
        """Store the mistakes of a game, once. If that fails the review is shown all the same.

        The game is then looked at again when one of its players trains.
        """
        now = self._clock()
        try:
            for study in studies(reviewed, now):
                await self._store.keep(study, now)
        except (ConflictError, StoreUnavailable) as error:
            log.warning("the mistakes of game %s are not kept: %s", reviewed.session.game, error)

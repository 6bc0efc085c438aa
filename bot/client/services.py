"""Everything that the bot plays with, put together once."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random

from bot.config import Settings
from bot.features.challenge.service import Challenges
from bot.features.challenge.store import ChallengeBook
from bot.features.puzzle.service import PuzzleDesk
from bot.features.puzzle.store import PuzzleStore
from bot.features.review.service import Library
from bot.games.games import Games, GamesConfig
from bot.match.guild_settings import GuildSettings
from bot.metrics import Metrics
from bot.pool.thinker import Thinker
from bot.store import Store
from engine import Limit


@dataclass(frozen=True, slots=True)
class Services:
    """The services of one process, which its cogs are given."""

    store: Store
    thinker: Thinker
    metrics: Metrics
    games: Games
    challenges: Challenges
    puzzles: PuzzleDesk
    library: Library

    @classmethod
    def of(
        cls,
        store: Store,
        thinker: Thinker,
        config: GamesConfig,
        clock: Callable[[], datetime],
        rng: Random,
        metrics: Metrics | None = None,
    ) -> Services:
        """The services on top of a store and an engine."""
        metrics = metrics or Metrics()
        return cls(
            store,
            thinker,
            metrics,
            Games(store, thinker, config, clock, rng, metrics),
            Challenges(ChallengeBook(store.database), clock),
            PuzzleDesk(PuzzleStore(store.database), thinker, clock),
            Library(store, thinker, config.think),
        )


@asynccontextmanager
async def open_services(settings: Settings, store: Store) -> AsyncIterator[Services]:
    """The services as the settings want them, with their workers, while the block lasts."""
    metrics = Metrics(settings.shards.ids)
    async with Thinker.open(settings.workers, settings.cluster, metrics.thought) as thinker:
        defaults = GuildSettings(settings.prefix, level=settings.level, idle=settings.idle)
        config = GamesConfig(Limit(seconds=settings.move_seconds), defaults, settings.shards)
        yield Services.of(store, thinker, config, _now, Random(), metrics)


def _now() -> datetime:
    return datetime.now(UTC)

"""The services of the bot, made and connected here."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random

from bot.config import Settings
from bot.edge.recent import DiscordClock
from bot.features.coach import coach_choices
from bot.features.looks import style_choices
from bot.features.start.store import accepting
from bot.games.backlog import Backlog
from bot.games.beginnings import Beginnings, Seating
from bot.games.coaching import Coaching
from bot.games.finished_games import FinishedGames
from bot.games.games import Games
from bot.games.loaded_games import LoadedGames
from bot.games.opponent import Opponent
from bot.games.turns import Turns
from bot.games.votes import Votes
from bot.match.guilds import WHOLE, GuildSettings, Shards
from bot.match.session import BoardStyle, Coach
from bot.monitoring.metrics import InFlight, Metrics
from bot.pool.thinker import Thinker
from bot.store import Store
from bot.store.database import Database
from bot.store.guild_settings import Choices, GuildSettingsCache, ToldPermissions
from engine import Limit


@dataclass(frozen=True, slots=True)
class GamesConfig:
    """The settings of the process that concern games.

    `think` is how long the engine thinks about a move, `defaults` hold in servers that have chosen
    nothing, and `shards` are those whose games this process plays.
    """

    think: Limit
    defaults: GuildSettings = field(default_factory=GuildSettings)
    shards: Shards = WHOLE


@dataclass(frozen=True, slots=True)
class Services:
    """The services that the features of a process share, and make their own from."""

    store: Store
    database: Database
    """Where features keep their own tables."""
    thinker: Thinker
    think: Limit
    shards: Shards
    clock: DiscordClock
    rng: Random
    metrics: Metrics
    in_flight: InFlight
    guild_settings: GuildSettingsCache
    turns: Turns
    games: Games
    coaching: Coaching
    votes: Votes
    backlog: Backlog
    coaches: Choices[Coach]
    styles: Choices[BoardStyle | None]
    told: ToldPermissions
    finished_games: FinishedGames
    loaded_games: LoadedGames

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
        """Make the services on top of a store and an engine, with the clock of the host."""
        discord_clock = DiscordClock(clock)
        metrics, in_flight = metrics or Metrics(), InFlight()
        guild_settings = GuildSettingsCache(store.preferences, config.defaults, config.shards)
        opponent = Opponent(thinker, store.skills, config.think, rng)
        turns = Turns(store, opponent, discord_clock.now, metrics, in_flight)
        coaches = coach_choices(store.database)
        styles = style_choices(store.database)
        seating = Seating(
            store, guild_settings, coaches.chosen, styles.chosen, discord_clock.now, rng
        )
        beginnings = Beginnings(store, turns, opponent, guild_settings, seating, accepting)
        return cls(
            store=store,
            database=store.database,
            thinker=thinker,
            think=config.think,
            shards=config.shards,
            clock=discord_clock,
            rng=rng,
            metrics=metrics,
            in_flight=in_flight,
            guild_settings=guild_settings,
            turns=turns,
            games=Games(store, turns, opponent, guild_settings, beginnings, styles.chosen),
            coaching=Coaching(turns, opponent),
            votes=Votes(store, turns, rng),
            backlog=Backlog(store, turns, config.shards),
            coaches=coaches,
            styles=styles,
            told=ToldPermissions(store.database),
            finished_games=FinishedGames(store, thinker, config.think),
            loaded_games=LoadedGames(store, thinker, discord_clock.now),
        )


@asynccontextmanager
async def open_services(settings: Settings, store: Store) -> AsyncIterator[Services]:
    """Open the services, with their workers, as the settings say; close them at the end."""
    metrics = Metrics(settings.shards.ids)
    cluster, tls = settings.cluster, settings.cluster_tls
    async with Thinker.open(settings.workers, cluster, metrics.thought, tls) as thinker:
        defaults = GuildSettings(settings.prefix, level=settings.level, idle=settings.idle)
        config = GamesConfig(Limit(seconds=settings.move_seconds), defaults, settings.shards)
        yield Services.of(store, thinker, config, _now, Random(), metrics)


def _now() -> datetime:
    return datetime.now(UTC)

"""The services of the bot, made and connected here."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random
from typing import Final

from bot.config import Settings
from bot.edge.recent import DiscordClock
from bot.features import coach
from bot.features import looks as looks
from bot.features.coach import coach_choices
from bot.features.explore.service import Explorer
from bot.features.explore.store import ExploreStore
from bot.features.looks import style_choices
from bot.features.notify import store as notify
from bot.features.notify.service import Notices
from bot.features.play import store as voters
from bot.features.play.service import Voters
from bot.features.play.store import VoteScoreStore
from bot.features.puzzle import collection_service as puzzle
from bot.features.puzzle.collection_service import PuzzleServices
from bot.features.settings.store import ToldPermissions
from bot.features.start import store as challenge
from bot.features.start.service import Challenges
from bot.features.start.store import ChallengeStore
from bot.features.stats import store as roles
from bot.features.stats.store import RoleStore
from bot.features.tournament import tables as tournament
from bot.features.tournament.service import Tournaments
from bot.features.tournament.store import TournamentStore
from bot.features.train import store as train
from bot.features.train.service import Collector, Training
from bot.features.train.store import TrainStore
from bot.games.backlog import Backlog
from bot.games.beginnings import Beginnings, Seating
from bot.games.coaching import Coaching
from bot.games.finished_games import FinishedGames
from bot.games.games import Games
from bot.games.opponent import Opponent
from bot.games.turns import Turns
from bot.games.votes import Votes
from bot.match.guilds import WHOLE, GuildSettings, Shards
from bot.match.session import BoardStyle, Coach
from bot.monitoring.metrics import InFlight, Metrics
from bot.pool.thinker import Thinker
from bot.store import Store
from bot.store.deletion import Deletion
from bot.store.guild_settings import Choices, GuildSettingsCache
from engine import Limit

DELETIONS: Final[tuple[Deletion, ...]] = (
    *tournament.DELETIONS,
    *challenge.DELETIONS,
    *coach.DELETIONS,
    *looks.DELETIONS,
    *notify.DELETIONS,
    *puzzle.DELETIONS,
    *roles.DELETIONS,
    *train.DELETIONS,
    *voters.DELETIONS,
)
"""What of the tables of features goes with a person, or with a server."""

COMPANIONS: Final = (notify.NoticeKeeper(),)
"""What features keep in the commits of games."""


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
    """The services of one process, from which its cogs take what they use."""

    store: Store
    thinker: Thinker
    clock: DiscordClock
    metrics: Metrics
    in_flight: InFlight
    guild_settings: GuildSettingsCache
    turns: Turns
    games: Games
    coaching: Coaching
    votes: Votes
    voters: Voters
    backlog: Backlog
    coaches: Choices[Coach]
    styles: Choices[BoardStyle | None]
    told: ToldPermissions
    challenges: Challenges
    puzzles: PuzzleServices
    finished_games: FinishedGames
    explorer: Explorer
    training: Training
    tournaments: Tournaments
    notices: Notices
    roles: RoleStore

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
        clock = discord_clock.now
        metrics, in_flight = metrics or Metrics(), InFlight()
        guild_settings = GuildSettingsCache(store.preferences, config.defaults, config.shards)
        opponent = Opponent(thinker, config.think, rng)
        turns = Turns(store, opponent, clock, metrics, in_flight)
        coaches = coach_choices(store.database)
        styles = style_choices(store.database)
        seating = Seating(
            store, guild_settings, coaches.chosen, styles.chosen, discord_clock.now, rng
        )
        beginnings = Beginnings(
            store, turns, opponent, guild_settings, seating, challenge.accepting
        )
        games = Games(store, turns, opponent, guild_settings, beginnings, styles.chosen)
        coaching = Coaching(turns, opponent)
        cards = TrainStore(store.database)
        collector = Collector(cards, clock)
        finished_games = FinishedGames(store, thinker, config.think, collector.collect)
        return cls(
            store=store,
            thinker=thinker,
            clock=discord_clock,
            metrics=metrics,
            in_flight=in_flight,
            guild_settings=guild_settings,
            turns=turns,
            games=games,
            coaching=coaching,
            votes=Votes(store, turns, rng),
            voters=Voters(VoteScoreStore(store.database), thinker, config.think, clock),
            backlog=Backlog(store, turns, config.shards),
            coaches=coaches,
            styles=styles,
            told=ToldPermissions(store.database),
            challenges=Challenges(ChallengeStore(store.database), clock),
            puzzles=PuzzleServices.of(store.database, thinker, config.think, clock, rng),
            finished_games=finished_games,
            explorer=Explorer(
                store, ExploreStore(store.database), games, coaching, thinker, config.think
            ),
            training=Training(
                cards, store, finished_games, collector, thinker, config.think, clock
            ),
            tournaments=Tournaments(TournamentStore(store.database), config.shards, clock, rng),
            roles=RoleStore(store.database),
            notices=Notices(store, turns, config.shards),
        )


def open_store(settings: Settings) -> AbstractAsyncContextManager[Store]:
    """Open the database of the settings, with what features say of their tables."""
    return Store.open(settings.database_url, DELETIONS, COMPANIONS)


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

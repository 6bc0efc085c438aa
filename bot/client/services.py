"""The services and the features of the bot, made and connected here."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from random import Random
from typing import Final

from discord.ext import commands

from bot.client.application import OwnEmojiCog
from bot.client.commands import MetersCog
from bot.client.guilds import GuildsCog, Pruner, ReopeningCog
from bot.client.hidden import HiddenCog
from bot.client.old_boards import OldBoardsCog
from bot.client.recovery import RecoveryCog
from bot.config import Settings
from bot.edge.bot import GameBot
from bot.edge.door import Door
from bot.edge.recent import DiscordClock
from bot.edge.upkeep import LookedAfter, Placed
from bot.features import coach, looks
from bot.features.brought import Brought
from bot.features.coach import CoachChoice, coach_choices
from bot.features.explore.feature import Explore, Explorer
from bot.features.explore.store import ExploreStore
from bot.features.games import GamesAndLevels
from bot.features.given import LeftAnswers
from bot.features.guide.feature import Greeting, Help
from bot.features.guide.form_feature import NewGame
from bot.features.guide.store import Greetings
from bot.features.looks import Looks, style_choices
from bot.features.mine import Mine
from bot.features.mydata.feature import MyData
from bot.features.mydata.store import DataCopies
from bot.features.notify import store as notify
from bot.features.notify.feature import Notify
from bot.features.peace import store as peace
from bot.features.peace.feature import Peacekeeping
from bot.features.peace.store import Peace
from bot.features.play import store as votes
from bot.features.play.boards import OpenBoard, PressedBoards
from bot.features.play.feature import Play
from bot.features.play.hint_feature import Hints
from bot.features.play.hints_shown_feature import HintMessages
from bot.features.play.pad_feature import Pad
from bot.features.play.service import Voters, Votes
from bot.features.play.typed import Typed
from bot.features.play.voting import Voting
from bot.features.privacy import Privacy
from bot.features.puzzle import collection_service as puzzle
from bot.features.puzzle.collection_feature import Endless, Running
from bot.features.puzzle.collection_service import EndlessPuzzles, Runs
from bot.features.puzzle.collection_store import PuzzleRatings, RunStore, TrialStore
from bot.features.puzzle.feature import DailyPosts, DailyPuzzles
from bot.features.puzzle.service import Grading, PuzzlePosts, Puzzles
from bot.features.puzzle.values import OF_COLLECTION, OF_DAY, OF_RUN
from bot.features.review.feature import Review
from bot.features.review.load_feature import Load
from bot.features.settings.feature import ServerSettings
from bot.features.start import store as challenge
from bot.features.start.challenge_feature import Challenging
from bot.features.start.feature import Start
from bot.features.start.service import Challenges
from bot.features.stats import store as roles
from bot.features.stats.feature import Roles, Stats
from bot.features.stats.store import RoleStore
from bot.features.tournament import tables as tournament
from bot.features.tournament.feature import TournamentsHere
from bot.features.tournament.rounds_feature import Rounds
from bot.features.tournament.service import Tournaments
from bot.features.train import store as train
from bot.features.train.feature import Train
from bot.features.train.service import Training
from bot.games.backlog import Backlog
from bot.games.beginnings import Beginnings, Seating
from bot.games.coaching import Coaching
from bot.games.finished_games import FinishedGames
from bot.games.games import Games
from bot.games.loading import LoadedGames
from bot.games.opponent import Opponent
from bot.games.turns import Turns
from bot.match.guilds import WHOLE, GuildSettings, Shards
from bot.match.session import BoardStyle, Coach
from bot.monitoring.metrics import InFlight, Metrics
from bot.pool.thinker import Thinker
from bot.store import Store, given
from bot.store.database import Database
from bot.store.deletion import Deletion
from bot.store.given import GivenAnswers
from bot.store.guild_settings import Choices, GuildSettingsCache, MentionedPermissions
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
    mentioned: MentionedPermissions
    finished_games: FinishedGames
    brought: Brought
    pressed_boards: PressedBoards
    given_answers: GivenAnswers
    grading: Grading

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
        opponent = Opponent(thinker, store.skills, store.named, config.think, rng)
        turns = Turns(store, opponent, discord_clock.now, metrics, in_flight)
        coaches = coach_choices(store.database)
        styles = style_choices(store.database)
        seating = Seating(
            store, guild_settings, coaches.chosen, styles.chosen, discord_clock.now, rng
        )
        beginnings = Beginnings(store, turns, opponent, guild_settings, seating)
        games = Games(store, turns, opponent, guild_settings, beginnings, styles.chosen)
        finished_games = FinishedGames(store, thinker, config.think)
        given_answers = GivenAnswers(store.database)
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
            games=games,
            coaching=Coaching(turns, opponent),
            votes=Votes(store, turns, rng),
            backlog=Backlog(store, turns, config.shards),
            coaches=coaches,
            styles=styles,
            mentioned=MentionedPermissions(store.database),
            finished_games=finished_games,
            brought=Brought(finished_games, LoadedGames(store, thinker, discord_clock.now)),
            pressed_boards=PressedBoards(games),
            given_answers=given_answers,
            grading=Grading(thinker, given_answers),
        )


@asynccontextmanager
async def open_services(settings: Settings, store: Store) -> AsyncIterator[Services]:
    """Open the services, with their workers, as the settings say; close them at the end."""
    metrics = Metrics(settings.shards.ids)
    cluster, tls = settings.cluster, settings.cluster_tls
    async with Thinker.open(settings.workers, cluster, metrics.thought, tls) as thinker:
        defaults = GuildSettings(settings.prefix, level=settings.level, idle=settings.idle)
        config = GamesConfig(Limit(seconds=settings.move_seconds), defaults, settings.shards)
        yield Services.of(store, thinker, config, partial(datetime.now, UTC), Random(), metrics)


Features = Mapping[type, Callable[[Services, GameBot], object]]

FEATURES: Final[Features] = {
    Endless: lambda s, _: Endless(
        EndlessPuzzles(
            TrialStore(s.database),
            PuzzleRatings(s.database),
            s.grading,
            s.think,
            s.clock.now,
            s.rng,
        )
    ),
    Explore: lambda s, _: Explore(
        Explorer(s.store, ExploreStore(s.database), s.games, s.coaching, s.thinker, s.think),
        s.finished_games,
        s.games,
        s.brought,
    ),
    GamesAndLevels: lambda s, _: GamesAndLevels(s.games, s.store.skills),
    CoachChoice: lambda s, _: CoachChoice(s.games, s.coaching, s.coaches),
    Looks: lambda s, _: Looks(s.games, s.styles),
    Mine: lambda s, _: Mine(s.games),
    MyData: lambda s, _: MyData(DataCopies(s.database, DELETIONS), s.clock.now),
    Notify: lambda s, bot: Notify(
        bot, s.games, notify.Notices(s.store, s.turns, s.shards), s.turns
    ),
    OpenBoard: lambda s, _: OpenBoard(s.games),
    Privacy: lambda s, bot: Privacy(bot, s.games, s.turns),
    Review: lambda s, _: Review(s.games, s.finished_games, s.brought),
    Roles: lambda s, bot: Roles(bot, RoleStore(s.database), s.turns),
    Running: lambda s, _: Running(
        Runs(
            RunStore(s.database),
            s.grading,
            s.clock.now,
            s.rng,
        )
    ),
    DailyPuzzles: lambda s, bot: DailyPuzzles(
        Puzzles(s.database, s.thinker, s.clock.now),
        bot.feature(Endless),
        bot.feature(Running),
    ),
    DailyPosts: lambda s, bot: DailyPosts(
        bot, PuzzlePosts(s.database, bot.feature(DailyPuzzles).puzzles, s.clock.now)
    ),
    ServerSettings: lambda s, _: ServerSettings(s.guild_settings),
    Challenging: lambda s, bot: Challenging(
        bot, s.games, Challenges(s.database, s.clock.now), Peace(s.database)
    ),
    Peacekeeping: lambda s, bot: Peacekeeping(
        bot.feature(Challenging).peace, bot.feature(Challenging).decline_all
    ),
    Load: lambda s, bot: Load(s.games, bot.feature(Challenging), s.brought),
    Start: lambda s, bot: Start(s.games, bot.feature(Challenging)),
    Voting: lambda s, bot: Voting(
        bot,
        s.games,
        s.votes,
        Voters(votes.VoteScoreStore(s.database), s.thinker, s.think, s.clock.now),
        s.turns,
        s.pressed_boards,
    ),
    Play: lambda s, bot: Play(
        s.games, s.pressed_boards, bot.feature(Voting), bot.feature(Start).stop
    ),
    HintMessages: lambda s, bot: HintMessages(bot, s.turns.boards),
    Hints: lambda s, bot: Hints(s.games, s.coaching, s.pressed_boards, bot.feature(HintMessages)),
    Help: lambda s, _: Help(s.games, s.pressed_boards, s.store.results),
    Greeting: lambda s, bot: Greeting(bot, Greetings(s.database)),
    NewGame: lambda s, _: NewGame(s.games),
    Pad: lambda s, bot: Pad(bot, s.games, s.turns.boards, s.pressed_boards, bot.feature(Play)),
    Stats: lambda s, _: Stats(s.store.results),
    Rounds: lambda s, bot: Rounds(
        bot, Tournaments(s.database, s.shards, s.clock.now, s.rng), s.games, s.turns
    ),
    TournamentsHere: lambda s, bot: TournamentsHere(bot, bot.feature(Rounds), s.games),
    Train: lambda s, _: Train(
        Training(s.store, s.finished_games, s.thinker, s.think, s.clock.now), s.games
    ),
    LeftAnswers: lambda s, bot: LeftAnswers(
        bot,
        s.given_answers,
        {
            OF_DAY: bot.feature(DailyPuzzles).puzzles.grade_later,
            OF_COLLECTION: bot.feature(Endless).puzzles.grade_later,
            OF_RUN: bot.feature(Running).runs.grade_later,
            train.CARD: bot.feature(Train).training.judge_later,
        },
        s.clock.now,
    ),
}
"""The features and what runs by itself, each with how it is made.

The order counts: what uses another feature (`bot.feature`) stands below it. Work that nobody asks
for is done in this order too.
"""

DELETIONS: Final[tuple[Deletion, ...]] = (
    *tournament.DELETIONS,
    *challenge.DELETIONS,
    *coach.DELETIONS,
    *given.DELETIONS,
    *looks.DELETIONS,
    *notify.DELETIONS,
    *peace.DELETIONS,
    *puzzle.DELETIONS,
    *roles.DELETIONS,
    *train.DELETIONS,
    *votes.DELETIONS,
)
"""What is deleted from the features' tables with a person, or with a server."""

COMPANIONS: Final = (notify.NoticeKeeper(),)
"""What features store in the commits of games with a clock."""


class Cogs:
    """The cogs of one bot: `all` of them in the order in which they are added."""

    def __init__(
        self, bot: GameBot, services: Services, settings: Settings, features: Features
    ) -> None:
        games = services.games
        for kind, make in features.items():
            bot.features[kind] = make(services, bot)
        self.votes = bot.feature(Voting)
        self.door = Door(bot, [bot.features[kind] for kind in features])
        challenging = bot.feature(Challenging)
        self.typed = Typed(games, self.votes, challenging, self.door)
        self.old_boards = OldBoardsCog(bot, games, services.turns, services.backlog)
        self.recovery = RecoveryCog(
            bot,
            games,
            services.backlog,
            services.thinker,
            self.typed,
            self.votes,
            self.old_boards,
            challenging,
        )
        self.pruning = Pruner(
            bot,
            services.store.pruning,
            settings.shards,
            services.turns.clock,
            keep_ended=settings.keep_ended,
            keep_left=settings.keep_left,
        )
        self.looked_after: tuple[LookedAfter, ...] = tuple(
            one for one in bot.features.values() if isinstance(one, LookedAfter)
        )
        """The parts that do what is due by themselves, in this order."""
        placed = [one for one in bot.features.values() if isinstance(one, Placed)]
        self.all: tuple[commands.Cog, ...] = (
            OwnEmojiCog(bot),
            GuildsCog(bot, services.backlog, self.recovery, placed),
            MetersCog(services.metrics),
            self.door,
            self.old_boards,
            self.recovery,
            ReopeningCog(bot, services.turns, services.backlog, self.recovery),
            HiddenCog(bot, self.recovery),
            self.pruning,
            bot.progress,
        )

"""The cogs and buttons of the bot, made and connected here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from discord.ext import commands

from bot.client.application import OwnEmojiCog
from bot.client.commands import MetersCog
from bot.client.guilds import GuildsCog, ReopeningCog
from bot.client.old_boards import OldBoardsCog
from bot.client.pruning import Pruner
from bot.client.recovery import RecoveryCog
from bot.client.services import Services
from bot.config import Settings
from bot.edge.bot import GameBot
from bot.edge.door import Door
from bot.edge.upkeep import LookedAfter
from bot.features import coach, looks
from bot.features.brought import Brought
from bot.features.coach import CoachChoice
from bot.features.explore.feature import Explore
from bot.features.explore.service import Explorer
from bot.features.games import GamesAndLevels
from bot.features.guide.feature import Help, Menus
from bot.features.guide.form_feature import NewGame
from bot.features.guide.greeting_feature import Greeting
from bot.features.guide.store import Greetings
from bot.features.looks import Looks
from bot.features.mine import Mine
from bot.features.notify import store as notify
from bot.features.notify.feature import Notify
from bot.features.notify.service import Notices
from bot.features.open_board import OpenBoard
from bot.features.play import store as votes
from bot.features.play.boards import PressedBoards
from bot.features.play.feature import Play
from bot.features.play.hint_feature import Hints
from bot.features.play.pad_feature import Pad
from bot.features.play.service import Voters
from bot.features.play.typed import Typed
from bot.features.play.voting import Voting
from bot.features.privacy import Privacy
from bot.features.puzzle import collection_service as puzzle
from bot.features.puzzle.collection_feature import Endless, Running
from bot.features.puzzle.collection_service import EndlessPuzzles, Runs
from bot.features.puzzle.feature import DailyPosts, DailyPuzzles
from bot.features.puzzle.service import PuzzlePosts, Puzzles
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
from bot.features.tournament.service import Tournaments
from bot.features.train import store as train
from bot.features.train.feature import Train
from bot.features.train.service import Training
from bot.store.deletion import Deletion

Features = Mapping[type, Callable[[Services, GameBot], object]]

FEATURES: Final[Features] = {
    Endless: lambda s, _: Endless(EndlessPuzzles(s.database, s.thinker, s.think, s.rng)),
    Explore: lambda s, _: Explore(
        Explorer(s.store, s.games, s.coaching, s.thinker, s.think),
        s.finished_games,
        s.games,
        Brought(s.finished_games, s.loaded_games),
    ),
    GamesAndLevels: lambda s, _: GamesAndLevels(s.games, s.store.skills),
    CoachChoice: lambda s, _: CoachChoice(s.games, s.coaching, s.coaches),
    Looks: lambda s, _: Looks(s.games, s.styles),
    Mine: lambda s, _: Mine(s.games),
    Notify: lambda s, bot: Notify(bot, s.games, Notices(s.store, s.turns, s.shards), s.turns),
    OpenBoard: lambda s, _: OpenBoard(s.games),
    Privacy: lambda s, bot: Privacy(bot, s.games, s.turns),
    Review: lambda s, _: Review(
        s.games, s.finished_games, Brought(s.finished_games, s.loaded_games)
    ),
    Roles: lambda s, bot: Roles(bot, RoleStore(s.database), s.turns),
    Running: lambda s, _: Running(Runs(s.database, s.thinker, s.clock.now, s.rng)),
    DailyPuzzles: lambda s, bot: DailyPuzzles(
        Puzzles(s.database, s.thinker, s.clock.now),
        bot.feature(Endless),
        bot.feature(Running),
    ),
    DailyPosts: lambda s, bot: DailyPosts(
        bot, PuzzlePosts(s.database, bot.feature(DailyPuzzles).puzzles, s.clock.now)
    ),
    ServerSettings: lambda s, _: ServerSettings(s.guild_settings),
    Challenging: lambda s, bot: Challenging(bot, s.games, Challenges(s.database, s.clock.now)),
    Load: lambda s, bot: Load(
        s.games, bot.feature(Challenging), Brought(s.finished_games, s.loaded_games)
    ),
    Start: lambda s, bot: Start(s.games, bot.feature(Challenging)),
    Voting: lambda s, bot: Voting(
        bot,
        s.games,
        s.votes,
        Voters(s.database, s.thinker, s.think, s.clock.now),
        s.turns,
        PressedBoards(s.games),
    ),
    Play: lambda s, bot: Play(
        s.games, PressedBoards(s.games), bot.feature(Voting), bot.feature(Start).stop
    ),
    Hints: lambda s, _: Hints(s.games, s.coaching, PressedBoards(s.games)),
    Help: lambda _, __: Help(),
    Greeting: lambda s, bot: Greeting(bot, Greetings(s.database)),
    NewGame: lambda s, _: NewGame(s.games),
    Menus: lambda s, _: Menus(PressedBoards(s.games)),
    Pad: lambda s, bot: Pad(
        bot, s.games, s.turns.boards, PressedBoards(s.games), bot.feature(Play)
    ),
    Stats: lambda s, _: Stats(s.store.results),
    TournamentsHere: lambda s, bot: TournamentsHere(
        bot, Tournaments(s.database, s.shards, s.clock.now, s.rng), s.games, s.turns
    ),
    Train: lambda s, _: Train(
        Training(s.store, s.finished_games, s.thinker, s.think, s.clock.now), s.games
    ),
}
"""The features and what runs by itself, each with how it is made."""

UPLOADED: Final = (
    *("help", "board", "puzzle", "train", "review", "explore", "load", "stats", "top", "mine"),
    *("notify", "vote", "tournament", "settings", "do"),
)
"""The commands below `/ttt` in Discord's order; a new one comes last. Another order would need an
upload, which empties the lists that clients keep."""

DELETIONS: Final[tuple[Deletion, ...]] = (
    *tournament.DELETIONS,
    *challenge.DELETIONS,
    *coach.DELETIONS,
    *looks.DELETIONS,
    *notify.DELETIONS,
    *puzzle.DELETIONS,
    *roles.DELETIONS,
    *train.DELETIONS,
    *votes.DELETIONS,
)
"""What is deleted from the features' tables with a person, or with a server."""

COMPANIONS: Final = (notify.NoticeKeeper(),)
"""What features store in the commits of games."""


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
        self.typed = Typed(bot, games, self.votes, challenging, self.door)
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
        self.meters = MetersCog(services.metrics)
        self.all: tuple[commands.Cog, ...] = (
            OwnEmojiCog(bot),
            GuildsCog(bot, services.backlog, self.recovery),
            self.meters,
            self.door,
            self.old_boards,
            self.recovery,
            ReopeningCog(bot, services.turns, services.backlog, self.recovery),
            self.pruning,
            bot.progress,
        )

"""The cogs and buttons of the bot, made and connected here."""

from __future__ import annotations

from typing import Final

from discord.ext import commands

from bot.client.commands.group import TttCog
from bot.client.commands.menus import MenusCog
from bot.client.daily_posts import DailyPostsCog
from bot.client.guilds import GuildsCog
from bot.client.meters import MetersCog
from bot.client.old_boards import OldBoardsCog
from bot.client.own_emoji import OwnEmojiCog
from bot.client.presses import ActionButton, BoardCog, MoveButton, OfferButton
from bot.client.recovery.cog import RecoveryCog
from bot.client.recovery.reopening import ReopeningCog
from bot.client.services import Services
from bot.client.typed import TypedCog
from bot.client.votes import VotesCog
from bot.config import Settings
from bot.edge.cog import GameBot
from bot.features.challenge.buttons import ChallengeButton, ChallengeCog
from bot.features.explore.buttons import ExploreButton, ExploreCog
from bot.features.mine.buttons import MineButton, MineCog
from bot.features.personal.box.cog import BoxCog, RewriteButton
from bot.features.personal.notify.buttons import NotifyCog
from bot.features.personal.pad.cog import PadButton, PadCog
from bot.features.privacy.buttons import ForgetButton, PrivacyCog
from bot.features.privacy.cog import PruningCog
from bot.features.puzzle.buttons import (
    PuzzleAnswerButton,
    PuzzleBoxButton,
    PuzzleCog,
    PuzzleProgressButton,
    PuzzleShareButton,
)
from bot.features.puzzle.endless.buttons import EndlessButton, EndlessCog, EndlessMoveButton
from bot.features.puzzle.run.buttons import RunBoxButton, RunCog, RunMoveButton, RunStartButton
from bot.features.review.buttons import AgainButton, PageButton, ReviewCog
from bot.features.start.buttons import InsteadButton, StartCog
from bot.features.stats.roles.cog import RolesCog
from bot.features.tournament.buttons import TournamentButton, TournamentCog
from bot.features.tournament.cog import TournamentRoundsCog
from bot.features.train.buttons import CardButton, TrainButton, TrainCog, TrainMoveButton

BUTTONS: Final = (
    ChallengeButton,
    InsteadButton,
    MineButton,
    OfferButton,
    ActionButton,
    MoveButton,
    RewriteButton,
    PadButton,
    PuzzleAnswerButton,
    PuzzleProgressButton,
    PuzzleBoxButton,
    PuzzleShareButton,
    EndlessMoveButton,
    EndlessButton,
    RunStartButton,
    RunMoveButton,
    RunBoxButton,
    ExploreButton,
    ForgetButton,
    PageButton,
    AgainButton,
    TrainButton,
    CardButton,
    TrainMoveButton,
    TournamentButton,
)
"""Every kind of button that the bot listens to."""


class Cogs:
    """The cogs of one bot: `all` of them in the order in which they are added."""

    def __init__(self, bot: GameBot, services: Services, settings: Settings) -> None:
        games = services.games
        challenges = ChallengeCog(bot, games, services.challenges)
        starting = StartCog(bot, games, challenges)
        own_games = MineCog(bot, games)
        puzzles = PuzzleCog(bot, services.puzzles)
        endless = EndlessCog(bot, services.endless)
        running = RunCog(bot, services.runs)
        reviews = ReviewCog(bot, games, services.finished_games)
        exploring = ExploreCog(bot, services.explorer, services.finished_games, games)
        training = TrainCog(bot, services.training, games)
        tournaments = TournamentCog(bot, services.tournaments, games)
        self.votes = VotesCog(bot, games, services.votes, services.voters, services.turns)
        boards = BoardCog(bot, games, services.coaching, challenges, self.votes, reviews)
        self.typed = TypedCog(bot, games, self.votes, puzzles, endless)
        self.old_boards = OldBoardsCog(bot, games, services.turns, services.backlog)
        self.recovery = RecoveryCog(
            bot,
            games,
            services.backlog,
            services.thinker,
            self.typed,
            self.votes,
            self.old_boards,
            challenges,
        )
        self.daily_posts = DailyPostsCog(bot, services.puzzle_posts)
        self.tournaments = TournamentRoundsCog(
            bot, services.tournaments, games, services.arbiter, services.turns
        )
        self.notifier = NotifyCog(
            bot, games, services.notices, services.turns, self.recovery.has_read
        )
        self.pruning = PruningCog(
            bot,
            services.store.pruning,
            settings.shards,
            services.turns.clock,
            keep_ended=settings.keep_ended,
            keep_left=settings.keep_left,
        )
        rating_roles = RolesCog(bot, services.roles, services.turns)
        eraser = PrivacyCog(bot, games)
        self.meters = MetersCog(services.metrics)
        self.all: tuple[commands.Cog, ...] = (
            OwnEmojiCog(bot),
            challenges,
            starting,
            own_games,
            self.votes,
            boards,
            BoxCog(bot, boards),
            PadCog(bot, games, services.turns, boards),
            MenusCog(bot, starting, boards, services.store.results),
            puzzles,
            endless,
            running,
            reviews,
            exploring,
            training,
            eraser,
            GuildsCog(bot),
            self.meters,
            self.typed,
            TttCog(
                bot,
                services,
                challenges,
                starting,
                own_games,
                self.votes,
                puzzles,
                endless,
                running,
                exploring,
                reviews,
                training,
                tournaments,
                self.notifier,
                rating_roles,
                eraser,
            ),
            tournaments,
            rating_roles,
            self.tournaments,
            self.notifier,
            self.old_boards,
            self.recovery,
            ReopeningCog(bot, services.turns, services.backlog, self.recovery),
            self.daily_posts,
            self.pruning,
            bot.progress,
        )

"""The commands: `!ttt start` and its sisters, each also by mention and as a slash command."""

from __future__ import annotations

from typing import Final, Literal, Self

import discord
from discord import app_commands
from discord.ext import commands

from bot import grammar, text
from bot.cogs.answer import GameBot, may_write, subcommand
from bot.cogs.group import Context, TttGroup, channel_of, guild_of, user_of
from bot.cogs.memory import MemoryCommands
from bot.cogs.people import PeopleCog, player
from bot.cogs.puzzles import PuzzleCog
from bot.cogs.records import RecordCommands
from bot.games import Games
from bot.session import WISHES, Bot, Match, Style, Terms
from engine import Level, Rules

_DEFAULT_GAME: Final = Rules.parse("tictactoe")
_ALL: Final = "all"


class StartOptions(commands.FlagConverter):
    """The options of `/ttt start`; typed, all words after `start` stand in `game`."""

    game: str | None = commands.flag(
        default=None, description="tictactoe, connect4, gomoku, 4x4, 6x7x4 gravity, 3x3 misere ..."
    )
    opponent: discord.User | None = commands.flag(
        default=None, description="a member to challenge; without one you play Kinarow"
    )
    level: Literal["easy", "medium", "hard", "perfect", "adaptive"] | None = commands.flag(
        default=None, description="how strong Kinarow plays"
    )
    side: Literal["x", "o", "random"] | None = commands.flag(
        default=None, description="your mark; x moves first"
    )
    coach: bool = commands.flag(default=False, description="a recommendation before each move")
    style: Literal["emoji", "text", "image", "light"] | None = commands.flag(
        default=None,
        description="how the board is drawn; text suits screen readers, light is a bright image",
    )

    @classmethod
    async def convert(cls, ctx: Context, argument: str) -> Self:
        """Keep typed words as they are: the grammar reads them in any order."""
        options = await super().convert(ctx, "")
        options.game = argument
        return options

    @property
    def words(self) -> str:
        """All options as the words that a person would have typed."""
        opponent = self.opponent.mention if self.opponent else None
        coach = "coach" if self.coach else None
        words = (self.game, opponent, self.level, self.side, coach, self.style)
        return " ".join(word for word in words if word)


class TttCog(MemoryCommands, RecordCommands):
    """Everything a person can ask for by command."""

    def __init__(
        self,
        bot: GameBot,
        games: Games,
        prefix: str,
        people: PeopleCog,
        puzzles: PuzzleCog,
        level: Level,
    ) -> None:
        super().__init__(bot, games, prefix)
        self.people = people
        self.puzzles = puzzles
        self.level = level

    @subcommand(TttGroup.ttt)
    async def start(self, ctx: Context, *, options: StartOptions) -> None:
        """Start a game in this channel, against Kinarow or a member."""
        request = grammar.parse_start(options.words, _DEFAULT_GAME)
        terms = Terms(request.rules, request.side, request.coach, request.style or Style.EMOJI)
        opponent = await self.people.opponent(ctx, request.opponent)
        if request.open or opponent is not None:
            await self.people.challenge(ctx, opponent, terms)
            return
        may_write(ctx.channel, ctx.me)
        bot = Bot(request.level or self.level)
        match = Match(channel_of(ctx), guild_of(ctx), player(ctx.author), bot, terms)
        await self.games.begin(self.screen(ctx), match)

    @subcommand(TttGroup.ttt)
    @app_commands.describe(scope="all: the verdict of every move")
    @app_commands.choices(scope=[app_commands.Choice(name=_ALL, value=_ALL)])
    async def hint(self, ctx: Context, *, scope: str = "") -> None:
        """The best move and why; `all` judges every move."""
        every = scope.lower() == _ALL
        if scope and not every:
            raise grammar.unknown(scope, [_ALL])
        screen = self.screen(ctx)
        session, analysis = await self.games.hint(screen, channel_of(ctx), user_of(ctx))
        if every:
            await screen.judge(session, analysis)
        else:
            style = screen.dressed(session).style
            await ctx.send(text.recommendation(session.position, analysis, style))

    @subcommand(TttGroup.ttt)
    @app_commands.choices(
        switch=[app_commands.Choice(name=word, value=word) for word in ("on", "off")]
    )
    async def coach(self, ctx: Context, *, switch: str = "on") -> None:
        """A recommendation before each move of a person, on or off."""
        on = grammar.parse_switch(switch)
        await self.games.coach(self.screen(ctx), channel_of(ctx), user_of(ctx), on=on)

    @subcommand(TttGroup.ttt)
    @app_commands.describe(style="emoji; text for screen readers; image; light, a bright image")
    @app_commands.choices(
        style=[app_commands.Choice(name=wish.value, value=wish.value) for wish in WISHES]
    )
    async def style(self, ctx: Context, *, style: str = "") -> None:
        """Draw the board in another way: emoji, text, image or light."""
        wish = grammar.parse_style(style)
        await self.games.restyle(self.screen(ctx), channel_of(ctx), user_of(ctx), wish)

    @subcommand(TttGroup.ttt)
    async def board(self, ctx: Context) -> None:
        """Post the board again."""
        await self.games.board(self.screen(ctx), channel_of(ctx))

    @subcommand(TttGroup.ttt)
    async def undo(self, ctx: Context) -> None:
        """Take your last move back; between people the other must agree."""
        await self.games.undo(self.screen(ctx), channel_of(ctx), user_of(ctx))

    @subcommand(TttGroup.ttt)
    async def draw(self, ctx: Context) -> None:
        """Offer a draw, or accept one."""
        await self.games.draw(self.screen(ctx), channel_of(ctx), user_of(ctx))

    @subcommand(TttGroup.ttt)
    async def resign(self, ctx: Context) -> None:
        """Give up."""
        await self.games.resign(self.screen(ctx), channel_of(ctx), user_of(ctx))

    @subcommand(TttGroup.ttt)
    async def stop(self, ctx: Context) -> None:
        """End the game without a result."""
        may_manage = ctx.permissions.manage_messages
        await self.games.stop(
            self.screen(ctx), channel_of(ctx), user_of(ctx), may_manage=may_manage
        )

    @subcommand(TttGroup.ttt)
    async def rematch(self, ctx: Context) -> None:
        """The same game again, sides exchanged."""
        match = await self.games.rematch(channel_of(ctx), user_of(ctx))
        if isinstance(match.other, Bot):
            may_write(ctx.channel, ctx.me)
            await self.games.begin(self.screen(ctx), match)
        else:
            await self.people.challenge(ctx, match.other, match.terms)

    @subcommand(TttGroup.ttt, name="games")
    async def list_games(self, ctx: Context) -> None:
        """The games with a name, and what is known of them."""
        await ctx.send(text.games(self.prefix))

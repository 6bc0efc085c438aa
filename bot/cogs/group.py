"""The group that all commands belong to: help, and the move that needs no word before it."""

from __future__ import annotations

from typing import Any

from discord import app_commands
from discord.ext import commands

from bot import grammar, text
from bot.cogs.answer import GameCog, group, subcommand
from bot.cogs.places import Where, scope_at
from bot.cogs.screen import ChannelScreen
from bot.cogs.votes import VotesCog
from bot.errors import Problem, UserError
from bot.page import MESSAGE_LIMIT
from bot.session import ChannelId, GuildId, MessageId, UserId

Context = commands.Context[Any]


class TttGroup(GameCog):
    """`!ttt` itself; commands are added to it by classes that inherit it."""

    votes: VotesCog

    @group(name="ttt", fallback="help", case_insensitive=True)
    async def ttt(self, ctx: Context) -> None:
        """How to play, with examples."""
        words = ctx.view.read_rest().strip()
        if not words or words.lower().split()[0] == "help":
            await self.tell(ctx, self._guide(ctx))
        elif grammar.move_text(words) is not None:
            await self.check_place(ctx, Where.GAME)
            await self._play(ctx, words)
        else:
            raise grammar.unknown(words, ["help", *self.ttt.all_commands])

    @subcommand(ttt, Where.GAME)
    @app_commands.describe(move="a tile number, a column with gravity, or a coordinate such as b2")
    async def play(self, ctx: Context, *, move: str = "") -> None:
        """Make a move; in most channels the bare number will do."""
        await self._play(ctx, move)

    def _guide(self, ctx: Context) -> str:
        """What can be done in this channel."""
        if self.may_play(ctx):
            alone, typed = ctx.guild is None, self.reads(ctx)
            return text.help(self.prefix(ctx), self.customs(ctx), typed=typed, alone=alone)
        channels = self.games.servers.chosen(scope_at(ctx)).channels
        return text.closed(channels, self.prefix(ctx))

    async def _play(self, ctx: Context, word: str) -> None:
        session = await self.games.live(channel_of(ctx))
        if session.leader is not None:
            session = await self.games.votes.voting(session.channel)
        else:
            session.side_of(user_of(ctx))
        move = session.read_move(grammar.move_text(word) or "")
        if move is None:
            raise UserError(Problem.NOT_A_MOVE, text=word)
        if session.voting:
            await self.votes.take_command(ctx, session, move)
            return
        message = MessageId(ctx.message.id)
        await self.games.move(self.screen(ctx), session, user_of(ctx), move, message)

    async def tell(self, ctx: Context, words: str, *, ephemeral: bool = False) -> None:
        """Answer with a text that may take several messages."""
        for part in text.parts(words, MESSAGE_LIMIT):
            await ctx.send(part, ephemeral=ephemeral)

    def screen(self, ctx: Context) -> ChannelScreen:
        """Where the answer to a command is shown."""
        return ChannelScreen(ctx, self.manner(ctx))


def channel_of(ctx: Context) -> ChannelId:
    """Where a command was given."""
    return ChannelId(ctx.channel.id)


def guild_of(ctx: Context) -> GuildId | None:
    """The server in which a command was given, None in direct messages."""
    return GuildId(ctx.guild.id) if ctx.guild else None


def user_of(ctx: Context) -> UserId:
    """Who gave a command."""
    return UserId(ctx.author.id)

"""The command group `!ttt`: without a subcommand it shows the help or plays a move."""

from __future__ import annotations

import re
from typing import Final

from discord import app_commands

from bot.edge.cog import GameCog, group
from bot.edge.places import CommandChannels, Context, guild_id_at, is_alone, is_outside, scope_at
from bot.edge.screens import ChannelScreen
from bot.errors import Problem, UserError
from bot.match import grammar
from bot.match.session import ChannelId, GuildId, MessageId, UserId
from bot.pool.cooldowns import Cost
from bot.show import text
from bot.show.page import MESSAGE_LIMIT

_HELP: Final = "help"
_START: Final = "start"
_MEMBER: Final = re.compile("<@!?[0-9]+>")


class TttGroup(GameCog):
    """`!ttt` itself; commands are added to it by classes that inherit it."""

    @group(name="ttt", fallback="help", case_insensitive=True)
    @app_commands.describe(command="what one of them does, such as start")
    async def ttt(self, ctx: Context, *, command: str = "") -> None:
        """How to play, with examples."""
        words = command.strip()
        asked, _, about = words.lower().partition(" ")
        if ctx.interaction is None and (move := grammar.asked_move(words)) is not None:
            await self.check_channel(ctx, CommandChannels.WITH_GAME)
            await ctx.invoke(self.ttt.all_commands["play"], move=move)
        elif ctx.interaction is not None and asked:
            self.charge(ctx, Cost.COMMAND)
            await self._tell_about(ctx, asked)
        elif asked in {"", _HELP, "?"}:
            self.charge(ctx, Cost.COMMAND)
            await (self._tell_about(ctx, about) if about else self.tell(ctx, self._guide(ctx)))
        elif grammar.wants_start(words, self.guild_settings(ctx).game):
            raise UserError(Problem.NOT_STARTED, asked=_MEMBER.sub("@name", words))
        else:
            raise grammar.unknown(words, [_HELP, *self.ttt.all_commands])

    async def _tell_about(self, ctx: Context, words: str) -> None:
        """Tell about one command, to who asks alone where Discord can do that."""
        name = words.split()[0]
        found = self.ttt.get_command(name)
        if found is None and grammar.wants_start(name, self.guild_settings(ctx).game):
            found = self.ttt.get_command(_START)
        if found is None:
            raise grammar.unknown(name, self.ttt.all_commands)
        known = self.prefix(ctx), self.guild_settings(ctx)
        outside, typed = is_outside(ctx), self.reads(ctx)
        with text.privately():
            told = text.help_of(found.name, *known, typed=typed, outside=outside)
            await ctx.send(told, ephemeral=True)

    def _guide(self, ctx: Context) -> str:
        """The help for this channel."""
        if self.may_play(ctx):
            alone, outside, typed = is_alone(ctx), is_outside(ctx), self.reads(ctx)
            known = self.prefix(ctx), self.guild_settings(ctx)
            return text.help(*known, typed=typed, alone=alone, outside=outside)
        channels = self.bot.guild_settings.chosen(scope_at(ctx)).channels
        return text.closed(channels, self.prefix(ctx))

    async def tell(self, ctx: Context, words: str, *, ephemeral: bool = False) -> None:
        """Answer with a text that may take several messages."""
        for part in text.parts(words, MESSAGE_LIMIT):
            await ctx.send(part, ephemeral=ephemeral)

    def screen(self, ctx: Context) -> ChannelScreen:
        """The screen on which the answer to a command is shown."""
        return ChannelScreen(ctx, self.screen_options(ctx))


def channel_of(ctx: Context) -> ChannelId:
    """The channel of a command."""
    return ChannelId(ctx.channel.id)


def guild_of(ctx: Context) -> GuildId | None:
    """The server of a command; None in direct messages."""
    return guild_id_at(ctx)


def message_of(ctx: Context) -> MessageId:
    """The message or the slash command that a command is."""
    return MessageId(ctx.message.id)


def user_of(ctx: Context) -> UserId:
    """The person who gave a command."""
    return UserId(ctx.author.id)

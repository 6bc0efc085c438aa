"""The command group `!ttt`: without a subcommand it shows the help or plays a move."""

from __future__ import annotations

from bot.edge.cog import GameCog, group
from bot.edge.places import CommandChannels, Context, scope_at
from bot.edge.screens import ChannelScreen
from bot.match import grammar
from bot.match.session import ChannelId, GuildId, UserId
from bot.show import text
from bot.show.page import MESSAGE_LIMIT


class TttGroup(GameCog):
    """`!ttt` itself; commands are added to it by classes that inherit it."""

    @group(name="ttt", fallback="help", case_insensitive=True)
    async def ttt(self, ctx: Context) -> None:
        """How to play, with examples."""
        words = ctx.view.read_rest().strip()
        if not words or words.lower().split()[0] == "help":
            await self.tell(ctx, self._guide(ctx))
        elif grammar.move_text(words) is not None:
            await self.check_channel(ctx, CommandChannels.WITH_GAME)
            await ctx.invoke(self.ttt.all_commands["play"], move=words)
        else:
            raise grammar.unknown(words, ["help", *self.ttt.all_commands])

    def _guide(self, ctx: Context) -> str:
        """The help for this channel."""
        if self.may_play(ctx):
            alone, typed = ctx.guild is None, self.reads(ctx)
            return text.help(self.prefix(ctx), self.guild_settings(ctx), typed=typed, alone=alone)
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
    return GuildId(ctx.guild.id) if ctx.guild else None


def user_of(ctx: Context) -> UserId:
    """The person who gave a command."""
    return UserId(ctx.author.id)

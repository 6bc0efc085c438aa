"""The group that all commands belong to: help, and the move that needs no word before it."""

from __future__ import annotations

from bot.edge.cog import GameCog, group
from bot.edge.places import Context, Where, scope_at
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
            await self.check_place(ctx, Where.GAME)
            await self.play_word(ctx, words)
        else:
            raise grammar.unknown(words, ["help", *self.ttt.all_commands])

    def _guide(self, ctx: Context) -> str:
        """What can be done in this channel."""
        if self.may_play(ctx):
            alone, typed = ctx.guild is None, self.reads(ctx)
            return text.help(self.prefix(ctx), self.guild_settings(ctx), typed=typed, alone=alone)
        channels = self.bot.guild_settings.chosen(scope_at(ctx)).channels
        return text.closed(channels, self.prefix(ctx))

    async def play_word(self, ctx: Context, word: str) -> None:
        """Make the move that a word names; the class with all commands says how."""
        raise NotImplementedError

    async def tell(self, ctx: Context, words: str, *, ephemeral: bool = False) -> None:
        """Answer with a text that may take several messages."""
        for part in text.parts(words, MESSAGE_LIMIT):
            await ctx.send(part, ephemeral=ephemeral)

    def screen(self, ctx: Context) -> ChannelScreen:
        """Where the answer to a command is shown."""
        return ChannelScreen(ctx, self.screen_options(ctx))


def channel_of(ctx: Context) -> ChannelId:
    """Where a command was given."""
    return ChannelId(ctx.channel.id)


def guild_of(ctx: Context) -> GuildId | None:
    """The server in which a command was given, None in direct messages."""
    return GuildId(ctx.guild.id) if ctx.guild else None


def user_of(ctx: Context) -> UserId:
    """Who gave a command."""
    return UserId(ctx.author.id)

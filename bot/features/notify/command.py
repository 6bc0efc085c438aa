"""The typed command `!ttt notify`. The slash command is `/notify`, see `NotifyCog`.

Discord allows a slash command 25 subcommands, which `/ttt` has already.
"""

from __future__ import annotations

from bot.edge.cog import subcommand
from bot.edge.group import TttGroup, user_of
from bot.edge.places import CommandChannels, Context
from bot.features.notify.buttons import NotifyCog
from bot.features.notify.grammar import parse_way


class NotifyCommands(TttGroup):
    """The command with which a person chooses to hear when it is their turn."""

    notifier: NotifyCog

    @subcommand(TttGroup.ttt, CommandChannels.ANY, with_app_command=False)
    async def notify(self, ctx: Context, *, when: str = "") -> None:
        """A ping when it is your turn: `on` in the channel, `dm`, or `off`."""
        await ctx.send(await self.notifier.choose(user_of(ctx), parse_way(when)))

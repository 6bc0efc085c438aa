"""The typed command `!ttt tournament`. The slash command is `/tournament`, see `TournamentCog`."""

from __future__ import annotations

from bot.edge.cog import subcommand
from bot.edge.group import TttGroup
from bot.edge.places import Context
from bot.features.tournament.buttons import TournamentCog


class TournamentCommands(TttGroup):
    """The command for tournaments."""

    cup: TournamentCog

    @subcommand(TttGroup.ttt, with_app_command=False)
    async def tournament(self, ctx: Context, *, words: str = "") -> None:
        """Round robin, knock-out or arena for this server, which people join with a button."""
        await self.cup.act(ctx, self.screen(ctx), words)

"""The typed commands `!ttt accept` and `!ttt decline`: answers to a challenge or an offer.

As slash commands there is no room for them; challenges and offers have buttons.
"""

from __future__ import annotations

from bot.edge.cog import subcommand
from bot.edge.group import TttGroup, channel_of, message_of, user_of
from bot.edge.places import CommandChannels, Context
from bot.errors import Problem, UserError
from bot.features.challenge.buttons import ChallengeCog
from bot.games.games import Games


class ChallengeCommands(TttGroup):
    """The commands that answer what somebody else has asked."""

    games: Games
    challenges: ChallengeCog

    @subcommand(TttGroup.ttt, CommandChannels.ANY, with_app_command=False, aliases=["yes", "join"])
    async def accept(self, ctx: Context) -> None:
        """Say yes to an offer in your game here, otherwise to a challenge."""
        await self._answer(ctx, yes=True)

    @subcommand(TttGroup.ttt, CommandChannels.ANY, with_app_command=False, aliases=["no"])
    async def decline(self, ctx: Context) -> None:
        """Say no to an offer in your game here, otherwise to a challenge."""
        await self._answer(ctx, yes=False)

    async def _answer(self, ctx: Context, *, yes: bool) -> None:
        channel, user = channel_of(ctx), user_of(ctx)
        session = await self.games.find(channel)
        offered = session is not None and session.offer is not None and session.is_played_by(user)
        if offered:
            answer = self.games.accept if yes else self.games.decline
            await answer(self.screen(ctx), channel, user, message=message_of(ctx))
        elif not await self.challenges.answer_typed(ctx, yes=yes):
            raise UserError(Problem.NOTHING_ASKED)

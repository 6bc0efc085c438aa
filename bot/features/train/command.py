"""The typed command `!ttt train`. The slash command is `/train`, see `TrainCog`.

Discord allows a slash command 25 subcommands, which `/ttt` has already.
"""

from __future__ import annotations

from typing import Final

from bot.edge.cog import subcommand
from bot.edge.group import TttGroup, user_of
from bot.edge.places import Context
from bot.features.train.buttons import TrainCog, invitation_view
from bot.features.train.text import invitation
from bot.match import grammar
from bot.show.page import Page

_PROGRESS: Final = "progress"


class TrainCommands(TttGroup):
    """The command that trains people on their own mistakes."""

    trainer: TrainCog

    @subcommand(TttGroup.ttt, with_app_command=False)
    async def train(self, ctx: Context, *, show: str = "") -> None:
        """The positions of your own games in which you went wrong, until you find the move.

        In a server everybody would see them: there it gives a button, after which only the person
        who presses it does. `progress` is shown to all, who asks for it there wants that.
        """
        screen, asked = self.screen(ctx), show.strip().lower()
        if asked not in {"", _PROGRESS}:
            raise grammar.unknown(show, [_PROGRESS])
        if asked == _PROGRESS:
            async with screen.thinking():
                await screen.post(*await self.trainer.progress(ctx, screen, user_of(ctx)))
        elif ctx.guild is not None:
            self.check_buttons()
            await screen.post(Page(invitation()), invitation_view())
        else:
            async with screen.thinking():
                await screen.post(*await self.trainer.desk(ctx, screen, user_of(ctx)))

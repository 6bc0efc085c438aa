"""The commands `!ttt levels`, `!ttt easier` and `!ttt harder`.

They are typed. As slash commands they are options of `/ttt games` and `/ttt board`, because Discord
allows 25 subcommands.
"""

from __future__ import annotations

from typing import Final

from bot.edge.cog import subcommand
from bot.edge.group import TttGroup, channel_of, message_of, user_of
from bot.edge.places import CommandChannels, Context
from bot.features.levels.text import ladder
from bot.games.games import Games
from bot.match import grammar
from bot.store import Skills

_LEVELS: Final = "levels"
EASIER: Final = "easier"
HARDER: Final = "harder"
CHANGES: Final = {EASIER: -1, HARDER: 1}
"""How many steps of the ladder each word means."""


class LevelCommands(TttGroup):
    """The commands that show the ladder, and change the level during a game."""

    games: Games
    skills: Skills

    @subcommand(TttGroup.ttt, with_app_command=False)
    async def levels(self, ctx: Context, *, game: str = "") -> None:
        """The levels, and how strong they are on a board."""
        await self.show_levels(ctx, game)

    @subcommand(TttGroup.ttt, CommandChannels.WITH_GAME, with_app_command=False)
    async def easier(self, ctx: Context) -> None:
        """An easier opponent, from now on."""
        await self.change_level(ctx, EASIER)

    @subcommand(TttGroup.ttt, CommandChannels.WITH_GAME, with_app_command=False)
    async def harder(self, ctx: Context) -> None:
        """A harder opponent, from now on."""
        await self.change_level(ctx, HARDER)

    async def show_levels(self, ctx: Context, game: str) -> None:
        """Show the ladder on a board, or on the usual one. Raises UserError for other words."""
        game = game.strip()
        usual = game.lower() in {"", _LEVELS}
        rules = self.guild_settings(ctx).game if usual else grammar.parse_game(game)
        skill = await self.skills.of(user_of(ctx), rules)
        await self.tell(ctx, ladder(rules, skill.step, self.prefix(ctx)))

    async def change_level(self, ctx: Context, word: str) -> None:
        """Change the level of the game in a channel. Raises UserError for other words."""
        plain = word.strip().lower()
        if plain not in CHANGES:
            raise grammar.unknown(word, CHANGES)
        channel, user = channel_of(ctx), user_of(ctx)
        await self.games.change_level(
            self.screen(ctx), channel, user, CHANGES[plain], message=message_of(ctx)
        )

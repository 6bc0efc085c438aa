"""The games with a name, the ladder of levels, and another level during a game."""

from __future__ import annotations

from typing import Final

from discord import app_commands

from bot.edge.act import Act
from bot.edge.door import command
from bot.edge.places import CommandChannels
from bot.features.levels.text import ladder
from bot.games.games import Games
from bot.match import grammar
from bot.match.levels import EASIER, HARDER
from bot.show import text
from bot.store import Skills

_LEVELS: Final = "levels"


class Levels:
    """Shows what there is to play, and against whom."""

    def __init__(self, games: Games, skills: Skills) -> None:
        self._games = games
        self._skills = skills

    @command("games")
    @app_commands.describe(levels="a game such as connect4: the levels, and their strength there")
    async def games(self, act: Act, *, levels: str = "") -> None:
        """The games with a name, and what is known of them; or the levels of one."""
        if levels:
            await self.levels(act, game=levels)
        else:
            await act.say(text.games(act.prefix))

    @command("levels", slash=False)
    async def levels(self, act: Act, *, game: str = "") -> None:
        """The levels, and how strong they are on a board, or on the usual one."""
        game = game.strip()
        usual = game.lower() in {"", _LEVELS}
        rules = act.settings.game if usual else grammar.parse_game(game)
        skill = await self._skills.of(act.person.id, rules)
        await act.say(ladder(rules, skill.step, act.prefix))

    @command("easier", allowed=CommandChannels.WITH_GAME, slash=False)
    async def easier(self, act: Act) -> None:
        """An easier opponent, from now on."""
        await self._change(act, EASIER)

    @command("harder", allowed=CommandChannels.WITH_GAME, slash=False)
    async def harder(self, act: Act) -> None:
        """A harder opponent, from now on."""
        await self._change(act, HARDER)

    async def _change(self, act: Act, steps: int) -> None:
        user = act.person.id
        await self._games.change_level(act.screen, act.channel, user, steps, message=act.id)

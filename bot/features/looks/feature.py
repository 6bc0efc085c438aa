"""What boards look like: the style that each person chooses, and other views of a board."""

from __future__ import annotations

from functools import partial
from typing import Final, Literal

from discord.ext import commands

from bot.edge.act import Act
from bot.edge.places import CommandChannels
from bot.edge.ways import Options, choices, command, describe
from bot.features.looks.page import (
    DEFAULT,
    View,
    parse_choice,
    parse_view,
    style_remembered,
    view_page,
)
from bot.games.games import Games
from bot.match.players import CHANGES
from bot.match.session import CHOOSABLE_STYLES, BoardStyle
from bot.store.columns import choice_table
from bot.store.database import Database
from bot.store.deletion import Own
from bot.store.guild_settings import Choices

styles: Final = choice_table("styles", "style", 16)

DELETIONS: Final = (Own(styles.c.user_id),)
"""What goes with a person, or with a server."""


class BoardOptions(Options):
    """The options of `/ttt board`."""

    level: Literal["easier", "harder"] | None = commands.flag(
        default=None, description="another opponent from now on"
    )
    view: Literal["numbers", "zoom", "numbers zoom"] | None = commands.flag(
        default=None, description="the number of each move, or only where the fight is"
    )

    @property
    def words(self) -> str:
        """The typed words, or the chosen options as words."""
        return self.typed or self.level or self.view or ""


def style_choices(database: Database) -> Choices[BoardStyle | None]:
    """Which style each person has chosen; None if they see what their server shows."""
    return Choices(database, styles.c.style, BoardStyle, None)


class Looks:
    """Shows boards as people want to see them."""

    def __init__(self, games: Games, choices: Choices[BoardStyle | None]) -> None:
        self._games = games
        self._choices = choices

    @command("style", allowed=CommandChannels.WITH_GAME)
    @describe(style="text for screen readers; emoji; image; light, a bright image; default")
    @choices(style=(*(style.value for style in CHOOSABLE_STYLES), DEFAULT))
    async def style(self, act: Act, *, style: str = "") -> None:
        """How your boards are drawn from now on: emoji, text, image or light."""
        chosen, user = parse_choice(style), act.person.id
        await self._choices.choose(user, chosen)
        shown = chosen or act.settings.style
        if not await self._games.restyle(act.screen, act.channel, user, shown):
            await act.reply(style_remembered(chosen))

    @command("board", allowed=CommandChannels.WITH_GAME)
    async def board(self, act: Act, *, options: BoardOptions) -> None:
        """Post the board again; a part of it, the numbers of its moves, or another level."""
        words = options.words.strip()
        if not words:
            await self._games.board(act.screen, act.channel)
        elif (steps := CHANGES.get(words.lower())) is not None:
            user = act.person.id
            await self._games.change_level(act.screen, act.channel, user, steps, message=act.id)
        else:
            await self._show(act, parse_view(words, CHANGES))

    async def _show(self, act: Act, view: View) -> None:
        """Show the board of the channel's game, or of its last one, in another way."""
        session = await act.seen(await self._games.latest(act.channel))
        draw = partial(view_page, session, view, act.capabilities)
        async with act.thinking():
            await act.say(await act.drawn(draw))
